//! Names of a program: labels and constants.

use super::error::{AssemblyError, Errors, Place};
use super::statement::{Expression, KINDS, Kind, Statement, Value};
use crate::gas::pams::code::{COUNTERS, SOURCES};
use std::collections::{BTreeMap, BTreeSet};

pub struct Symbols(BTreeMap<String, i64>);

impl Symbols {
    /// Labels and constants. A constant may use labels, and constants above it; `defines` replace
    /// values of the text.
    pub fn collect(statements: &[Statement], defines: &[(String, i64)], errors: &mut Errors) -> Symbols {
        let mut symbols = Symbols(BTreeMap::new());
        let mut address = 0;
        for statement in statements {
            match &statement.kind {
                Kind::Instruction(instruction) => address += i64::from(instruction.words()),
                Kind::Label(name) => symbols.define(name, address, statement.at, errors),
                Kind::Constant(..) => {}
            }
        }
        let mut constants = BTreeSet::new();
        for statement in statements {
            let Kind::Constant(name, sum) = &statement.kind else { continue };
            constants.insert(name.as_str());
            let defined = defines.iter().rev().find(|(defined, _)| defined == name).map(|(_, value)| *value);
            let value = defined.map_or_else(|| symbols.value(sum), Ok);
            let value = value.unwrap_or_else(|error| {
                errors.add(error);
                0
            });
            symbols.define(name, value, statement.at, errors);
        }
        for (name, _) in defines.iter().filter(|(name, _)| !constants.contains(name.as_str())) {
            let start = Place { line: 1, column: 1 };
            errors.add(AssemblyError::unknown(start, "constant in --define", name, constants.iter().copied()));
        }
        symbols
    }

    fn define(&mut self, name: &str, value: i64, at: Place, errors: &mut Errors) {
        if is_reserved(name) {
            errors.add(AssemblyError::new(at, format!("`{name}` means something else to the assembler")));
        } else if self.0.insert(name.to_string(), value).is_some() {
            errors.add(AssemblyError::new(at, format!("`{name}` is defined twice")));
        }
    }

    /// The value of a sum.
    pub fn value(&self, sum: &Expression) -> Result<i64, AssemblyError> {
        sum.terms.iter().try_fold(0_i64, |total, term| {
            let value = match &term.value {
                Value::Number(value) => *value,
                Value::Name(name) => *self.0.get(name).ok_or_else(|| {
                    AssemblyError::unknown(term.at, "label or constant", name, self.0.keys().map(String::as_str))
                })?,
            };
            let total = if term.is_negative { total.checked_sub(value) } else { total.checked_add(value) };
            total.ok_or_else(|| AssemblyError::new(sum.at, "the sum is too large"))
        })
    }
}

/// Is this the name of a flag or a source, or a word of an instruction?
fn is_reserved(name: &str) -> bool {
    let is_line = name
        .strip_prefix(['t', 'x', 'm', 'i', 'o'])
        .is_some_and(|number| number.len() == 1 && number.parse().is_ok_and(|number: usize| number < COUNTERS));
    is_line
        || KINDS.contains(&name)
        || ["sent", "none", "end", "bytes", "from", "to"].contains(&name)
        || SOURCES.iter().any(|(_, source)| *source == name)
}
