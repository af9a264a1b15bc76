//! The places where phases begin: labels in a program's debug information (DWARF 5 §3.6),
//! recognised by their names.

use crate::sections::{Sections, Slice};
use gimli::{AttributeValue, DebuggingInformationEntry, Dwarf, Unit, UnitOffset};
use rankine_bus::printable;
use std::collections::HashMap;
use std::sync::Arc;

/// Prefix of such labels. The name of the phase follows.
const PREFIX: &str = "rankine_phase_";
/// Most phases of one program, and most places where they begin.
const PHASES_MAX: usize = 1 << 12;
const PLACES_MAX: usize = 1 << 16;

/// Number of a phase in its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PhaseId(pub u16);

/// The phases of one program, and where each begins.
#[derive(Debug)]
pub struct PhaseLabels {
    /// By [`PhaseId`]. The first one is the phase at the beginning of a call.
    names: Vec<String>,
    /// The phase at each address, and the depth of its label. If an address has several labels, the
    /// one of the outermost function counts.
    at: HashMap<u64, (PhaseId, isize)>,
}

impl PhaseLabels {
    /// Reads a program's debug information. Labels that are not understood are ignored.
    pub fn load(bytes: &Arc<[u8]>) -> PhaseLabels {
        let mut labels = PhaseLabels { names: vec!["enter".to_owned()], at: HashMap::new() };
        let sections = Sections::new(bytes);
        let Ok(dwarf) = Dwarf::load(|id| Ok::<_, gimli::Error>(sections.data(id.name()))) else { return labels };
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            // If a unit has an error, the labels before the error count.
            let _ = dwarf.unit(header).and_then(|unit| labels.read(&dwarf, &unit));
        }
        labels
    }

    fn read(&mut self, dwarf: &Dwarf<Slice>, unit: &Unit<Slice>) -> gimli::Result<()> {
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            let depth = entry.depth();
            if entry.tag() != gimli::DW_TAG_label {
                continue;
            }
            let Some(pc) = entry.attr_value(gimli::DW_AT_low_pc) else { continue };
            let Some(pc) = dwarf.attr_address(unit, pc)? else { continue };
            // The address is zero if the linker has removed the code.
            if let Some(name) = name(dwarf, unit, entry)?.filter(|_| pc != 0) {
                self.add(pc, &name, depth);
            }
        }
        Ok(())
    }

    fn add(&mut self, pc: u64, label: &str, depth: isize) {
        let Some(name) = label.strip_prefix(PREFIX) else { return };
        let name = name.replace('_', " ");
        let known = self.names.iter().position(|known| *known == name);
        let index = known.unwrap_or(self.names.len());
        if index >= PHASES_MAX || self.at.len() >= PLACES_MAX {
            return;
        }
        if known.is_none() {
            self.names.push(name);
        }
        let at = self.at.entry(pc).or_insert((PhaseId(index as u16), depth));
        if depth < at.1 {
            *at = (PhaseId(index as u16), depth);
        }
    }

    /// Addresses where phases begin, ascending.
    pub fn addresses(&self) -> Vec<u64> {
        let mut addresses: Vec<u64> = self.at.keys().copied().collect();
        addresses.sort_unstable();
        addresses
    }

    /// The phase that begins at an address.
    pub fn at(&self, pc: u64) -> Option<PhaseId> {
        self.at.get(&pc).map(|at| at.0)
    }

    pub fn name(&self, phase: PhaseId) -> &str {
        self.names.get(usize::from(phase.0)).map_or("", String::as_str)
    }
}

/// The name of a label. For a label of an inlined function, the entry of that function has the
/// name.
fn name(
    dwarf: &Dwarf<Slice>,
    unit: &Unit<Slice>,
    entry: &DebuggingInformationEntry<Slice>,
) -> gimli::Result<Option<String>> {
    let text = |value: AttributeValue<Slice>| -> gimli::Result<Option<String>> {
        Ok(Some(printable(&String::from_utf8_lossy(dwarf.attr_string(unit, value)?.bytes())).into_owned()))
    };
    if let Some(value) = entry.attr_value(gimli::DW_AT_name) {
        return text(value);
    }
    let Some(AttributeValue::UnitRef(UnitOffset(origin))) = entry.attr_value(gimli::DW_AT_abstract_origin) else {
        return Ok(None);
    };
    match unit.entry(UnitOffset(origin))?.attr_value(gimli::DW_AT_name) {
        Some(value) => text(value),
        None => Ok(None),
    }
}
