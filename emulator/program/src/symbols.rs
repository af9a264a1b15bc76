//! Function symbols: the function at an address, and the address of a name.

use crate::sections::parse_elf;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind, SymbolSection};
use rankine_bus::printable;
use std::collections::BTreeMap;
use std::ops::Bound;

/// Number of functions that begin before an address and are checked whether they contain it.
/// Functions nest only in hand-written assembly, one or two levels deep.
const NESTING_MAX: usize = 16;

/// Most bytes of names that are kept, because many symbols may share one long name.
const NAME_BYTES_MAX: usize = 1 << 26;

/// Prefix of the names of the bundled MPI library in symbol tables, except the names of the MPI
/// standard. It lets programs use the same names. It is not shown.
pub const LIBRARY_PREFIX: &str = "rankine.";

/// A function and the addresses it occupies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub address: u64,
    /// One past the last byte.
    pub end: u64,
}

/// The symbol table of one program.
#[derive(Debug, Default)]
pub struct Symbols {
    /// Sorted by address, one for each address. If there are several names, the one that a reader
    /// expects.
    functions: Vec<Function>,
    /// Every name of a function, including aliases.
    function_names: BTreeMap<String, u64>,
    /// Names of all other symbols that have an address.
    data_names: BTreeMap<String, u64>,
    problem: Option<String>,
}

/// A symbol that may become a function.
struct Candidate {
    function: Function,
    typed: bool,
    sized: bool,
    local: bool,
}

impl Candidate {
    /// If an address has several names, the smallest in this order is shown.
    fn order(&self) -> (u64, bool, bool, bool, &str) {
        let name = self.function.name.as_str();
        (self.function.address, !self.typed, name.starts_with('_'), self.local, name)
    }
}

impl Symbols {
    /// Reads the symbol table of an ELF file. If the file has none or cannot be read, returns an
    /// empty table that gives the reason ([`Symbols::problem`]).
    pub fn load(bytes: &[u8]) -> Symbols {
        let file = match parse_elf(bytes) {
            Ok(file) => file,
            Err(why) => return Symbols { problem: Some(why), ..Symbols::default() },
        };
        let mut symbols = Symbols::default();
        let mut candidates = Vec::new();
        let mut name_bytes = 0;
        for symbol in file.symbols() {
            let Ok(name) = symbol.name() else { continue };
            // `$x`, `$d` mark code and data in a section (RISC-V ELF psABI, "Mapping Symbol").
            if name.is_empty() || name.starts_with(['$', '.']) || symbol.is_undefined() {
                continue;
            }
            name_bytes += name.len();
            if name_bytes > NAME_BYTES_MAX {
                break;
            }
            let (name, is_global) = match name.strip_prefix(LIBRARY_PREFIX) {
                Some(name) => (name, false),
                None => (name, symbol.is_global()),
            };
            match candidate(&file, &symbol, name, is_global) {
                Some(found) => candidates.push(found),
                None => insert(&mut symbols.data_names, name, symbol.address(), is_global),
            }
        }
        symbols.adopt(candidates);
        if symbols.functions.is_empty() {
            symbols.problem = Some("the program has no function symbols: it is stripped".into());
        }
        symbols
    }

    fn adopt(&mut self, mut candidates: Vec<Candidate>) {
        candidates.sort_by(|a, b| a.order().cmp(&b.order()));
        let nexts = next_addresses(&candidates);
        // End of the last typed and sized function. Untyped names below it are labels in that
        // function.
        let mut covered = 0;
        for (Candidate { function, typed, sized, local }, next) in candidates.into_iter().zip(nexts) {
            insert(&mut self.function_names, &function.name, function.address, !local);
            if !typed && function.address < covered {
                continue;
            }
            if typed && sized {
                covered = covered.max(function.end);
            }
            if self.functions.last().is_some_and(|last| last.address == function.address) {
                continue;
            }
            let end = if sized { function.end } else { function.end.min(next) };
            self.functions.push(Function { end, ..function });
        }
        prefer_standard_names(&mut self.functions, &self.function_names);
    }

    /// The reason why there are no symbols, if there are none.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// The function that contains `pc`, and the offset of `pc` in it.
    pub fn at(&self, pc: u64) -> Option<(&str, u64)> {
        self.function_at(pc).map(|function| (function.name.as_str(), pc - function.address))
    }

    /// The function that contains `pc`.
    pub fn function_at(&self, pc: u64) -> Option<&Function> {
        let after = self.functions.partition_point(|function| function.address <= pc);
        self.functions[..after].iter().rev().take(NESTING_MAX).find(|function| pc < function.end)
    }

    /// The address of a function or object.
    pub fn address(&self, name: &str) -> Option<u64> {
        self.function_names.get(name).or_else(|| self.data_names.get(name)).copied()
    }

    /// All function names that begin with `prefix`, including aliases, in order of name.
    pub fn functions_with_prefix<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, u64)> {
        self.function_names
            .range::<str, _>((Bound::Included(prefix), Bound::Unbounded))
            .map(|(name, &address)| (name.as_str(), address))
            .take_while(move |(name, _)| name.starts_with(prefix))
    }

    /// All functions in order of address, with one name each.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }
}

/// For each of the sorted candidates, the next higher address of a candidate.
fn next_addresses(candidates: &[Candidate]) -> Vec<u64> {
    let mut nexts = vec![u64::MAX; candidates.len()];
    for index in (1..candidates.len()).rev() {
        let (this, later) = (candidates[index - 1].function.address, candidates[index].function.address);
        nexts[index - 1] = if later > this { later } else { nexts[index] };
    }
    nexts
}

/// The symbol as a function, if it names code.
fn candidate(
    file: &object::File<'_>,
    symbol: &object::Symbol<'_, '_>,
    name: &str,
    is_global: bool,
) -> Option<Candidate> {
    let typed = symbol.kind() == SymbolKind::Text;
    let SymbolSection::Section(index) = symbol.section() else { return None };
    let section = file.section_by_index(index).ok()?;
    let untyped_code = matches!(symbol.kind(), SymbolKind::Unknown | SymbolKind::Label);
    if !(typed || untyped_code && section.kind() == SectionKind::Text) {
        return None;
    }
    let sized = symbol.size() > 0;
    let address = symbol.address();
    let section_end = section.address().saturating_add(section.size());
    let end = if sized { address.saturating_add(symbol.size()) } else { section_end };
    let function = Function { name: printable(name).into_owned(), address, end };
    Some(Candidate { function, typed, sized, local: !is_global })
}

/// Adds a name. If it has two definitions, the global one counts, else the first one.
fn insert(names: &mut BTreeMap<String, u64>, name: &str, address: u64, global: bool) {
    if global || !names.contains_key(name) {
        names.insert(printable(name).into_owned(), address);
    }
}

/// If a function is called both `PMPI_X` and `MPI_X`, the name that programs use is shown.
fn prefer_standard_names(functions: &mut [Function], names: &BTreeMap<String, u64>) {
    for function in functions {
        if let Some(standard) = function.name.strip_prefix('P').filter(|name| name.starts_with("MPI_"))
            && names.get(standard) == Some(&function.address)
        {
            function.name = standard.to_owned();
        }
    }
}

#[cfg(test)]
#[path = "tests/symbols.rs"]
mod tests;
