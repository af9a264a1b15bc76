//! The names that compiled files use and define. The files are objects, archives, programs or
//! shared libraries of any machine.

use goblin::archive::Archive;
use goblin::elf::header::{EM_RISCV, ET_REL};
use goblin::elf::{Elf, Sym, Symtab};
use goblin::strtab::Strtab;
use std::collections::BTreeSet;

/// The names in a file, as the linker sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub needed: BTreeSet<String>,
    pub defined: BTreeSet<String>,
}

impl Names {
    fn add(&mut self, other: Names) {
        self.needed.extend(other.needed);
        self.defined.extend(other.defined);
    }
}

/// Reads an ELF file or an archive of them.
pub fn read(bytes: &[u8]) -> Result<Names, String> {
    if !bytes.starts_with(goblin::archive::MAGIC) {
        return elf(bytes);
    }
    let archive = Archive::parse(bytes).map_err(|error| format!("not an archive that can be read: {error}"))?;
    let mut names = Names::default();
    for member in archive.members() {
        let contents = archive.extract(member, bytes).map_err(|error| format!("{member}: {error}"))?;
        if contents.starts_with(goblin::elf::header::ELFMAG) {
            names.add(elf(contents).map_err(|error| format!("{member}: {error}"))?);
        }
    }
    Ok(names)
}

fn elf(bytes: &[u8]) -> Result<Names, String> {
    let elf = Elf::parse(bytes).map_err(|error| format!("neither C source, object, archive nor ELF file: {error}"))?;
    let mut names = of_table(&elf.syms, &elf.strtab);
    names.add(of_table(&elf.dynsyms, &elf.dynstrtab));
    // A fully linked program needs no names any more: the MPI functions that it defines are those
    // that it uses.
    if elf.header.e_type != ET_REL && !names.needed.iter().any(|name| mpi_function(name).is_some()) {
        let ours = elf.header.e_machine == EM_RISCV;
        let used = names.defined.iter().filter(|name| ours || mpi_function(name).is_some());
        names.needed = used.cloned().collect();
        names.defined.clear();
    }
    Ok(names)
}

fn of_table(table: &Symtab, strings: &Strtab) -> Names {
    let mut names = Names::default();
    for symbol in table.iter().filter(|symbol| !is_local(symbol)) {
        let Some(name) = strings.get_at(symbol.st_name).filter(|name| !name.is_empty()) else { continue };
        let name = name.split('@').next().unwrap_or(name).to_owned();
        if symbol.st_shndx == 0 {
            names.needed.insert(name)
        } else {
            names.defined.insert(name)
        };
    }
    names
}

fn is_local(symbol: &Sym) -> bool {
    symbol.st_bind() == goblin::elf::sym::STB_LOCAL
}

/// The name without prefix, such as `Send` of `MPI_Send` or `PMPI_Send`; none for other names, and
/// for constants and types of other libraries, such as `MPI_UNWEIGHTED`.
pub fn mpi_function(symbol: &str) -> Option<&str> {
    let name = symbol.strip_prefix('P').unwrap_or(symbol).strip_prefix("MPI_")?;
    let name_of_function = name.strip_prefix("T_").unwrap_or(name);
    let mut letters = name_of_function.chars();
    let begins = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
    (begins && letters.next().is_some_and(|second| second.is_ascii_lowercase())).then_some(name)
}

/// The name in C that a header has replaced: `sscanf` for `__isoc99_sscanf`, `printf` for
/// `__printf_chk`.
pub fn c_name(symbol: &str) -> &str {
    let plain = symbol.strip_prefix("__isoc99_").or_else(|| symbol.strip_prefix("__isoc23_")).unwrap_or(symbol);
    plain.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_other_names() {
        for (symbol, expected) in [
            ("MPI_Send", Some("Send")),
            ("PMPI_Send", Some("Send")),
            ("MPI_T_init_thread", Some("T_init_thread")),
            ("MPI_UNWEIGHTED", None),
            ("MPI_F_STATUS_IGNORE", None),
            ("MPIX_Thing", None),
            ("printf", None),
        ] {
            assert_eq!(mpi_function(symbol), expected, "{symbol}");
        }
        assert_eq!([c_name("__isoc99_sscanf"), c_name("__printf_chk"), c_name("fork")], ["sscanf", "printf", "fork"]);
    }

    #[test]
    fn what_is_not_an_object() {
        for bytes in [&b""[..], b"text", b"!<arch>\nshort", b"\x7fELF"] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }
}
