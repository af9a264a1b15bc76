//! Finds the function of an address: by the symbol table, else by the nearest called address before
//! it.

use super::UNKNOWN;
use crate::recording::Profile;
use rankine_program::Symbols;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The functions of one program, as far as symbols and profiles tell them.
pub(super) struct Functions<'a> {
    symbols: &'a Symbols,
    /// Called addresses outside of all symbols. Without symbols, nothing else is known of
    /// functions.
    called: BTreeSet<u64>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function<'a> {
    /// The start address. It distinguishes functions, because several may have the same name. None
    /// for all addresses of unknown functions.
    pub(super) start: Option<u64>,
    pub(super) name: Cow<'a, str>,
}

impl<'a> Functions<'a> {
    pub(super) fn new<'p>(symbols: &'a Symbols, profiles: impl Iterator<Item = &'p Profile>) -> Functions<'a> {
        let called = profiles.flat_map(|profile| profile.paths.iter().map(|path| path.function));
        Functions { symbols, called: called.filter(|&address| symbols.function_at(address).is_none()).collect() }
    }

    pub(super) fn at(&self, address: u64) -> Function<'a> {
        if let Some(symbol) = self.symbols.function_at(address) {
            return Function { start: Some(symbol.address), name: Cow::Borrowed(&symbol.name) };
        }
        match self.called.range(..=address).next_back() {
            Some(&start) if !self.has_symbol(start..=address) => {
                Function { start: Some(start), name: Cow::Owned(format!("{start:#x}")) }
            }
            _ => Function { start: None, name: Cow::Borrowed(UNKNOWN) },
        }
    }

    /// Does a symbol begin in `range`?
    fn has_symbol(&self, range: RangeInclusive<u64>) -> bool {
        let functions = self.symbols.functions();
        let next = functions.partition_point(|function| function.address < *range.start());
        functions.get(next).is_some_and(|function| range.contains(&function.address))
    }
}
