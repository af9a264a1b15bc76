//! Lists instructions below the source lines that they come from.

use super::code::Code;
use super::sources::Sources;
use super::table::Row;
use crate::recording::Counts;
use rankine_program::{Debug, StackFrame};
use std::collections::BTreeMap;

/// An instruction, with its costs if it was executed.
pub(super) type Instruction = (u64, Option<Counts>);

/// The origin of instructions. The order of places is that of a listing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// 0 for the file of the function, 1 for other files, 2 for unknown ones.
    distance: u8,
    file: String,
    /// Zero if unknown.
    line: u32,
    /// If the code was inlined, the name of the inlined function.
    mark: Option<String>,
}

/// The instructions of a place, and the sum of their costs.
pub(super) type Group = (Place, Option<Counts>, Vec<Instruction>);

/// Makes rows of instructions.
pub(super) struct Listing<'a> {
    pub(super) debug: &'a Debug,
    pub(super) code: Code<'a>,
    pub(super) sources: Sources<'a>,
    /// Has anything without a line number occurred, and anything with one?
    pub(super) has_unknown_lines: bool,
    pub(super) has_lines: bool,
}

impl Listing<'_> {
    /// The instructions by place; those of the file `home` come first. If `names_caller` is true, a
    /// mark also says into which function code was inlined.
    pub(super) fn groups(&mut self, instructions: &[Instruction], home: &str, names_caller: bool) -> Vec<Group> {
        let mut groups: BTreeMap<Place, Vec<Instruction>> = BTreeMap::new();
        for &instruction in instructions {
            let frames = self.debug.place(instruction.0);
            groups.entry(place(&frames, home, names_caller)).or_default().push(instruction);
        }
        self.has_lines |= groups.keys().any(|place| place.line != 0);
        self.has_unknown_lines |= groups.keys().any(|place| place.line == 0);
        groups.into_iter().map(|(place, instructions)| (place, total(&instructions), instructions)).collect()
    }

    /// The rows of these groups: each line with its instructions below it, and each file except
    /// `home` below its name. Instructions without a known line stand alone.
    pub(super) fn rows(&mut self, groups: &[Group], home: &str, rows: &mut Vec<Row>) {
        let mut file = home;
        for (place, costs, instructions) in groups {
            if file != place.file && place.line != 0 {
                file = &place.file;
                rows.push(Row::Text(place.file.clone()));
            }
            if place.line != 0 {
                let text = self.line(place, "");
                rows.push(Row::Costs(*costs, text));
            }
            rows.extend(instructions.iter().map(|instruction| self.instruction(instruction)));
        }
    }

    /// A line without its instructions. If it is not in the file `home`, its file is named.
    pub(super) fn line_row(&mut self, group: &Group, home: &str) -> Row {
        let (place, costs, _) = group;
        let prefix = if place.file == home { String::new() } else { format!("{}:", place.file) };
        Row::Costs(*costs, self.line(place, &prefix))
    }

    fn line(&mut self, place: &Place, prefix: &str) -> String {
        let mark = place.mark.as_ref().map(|mark| format!("[{mark}] ")).unwrap_or_default();
        let source = self.sources.line(&place.file, place.line);
        format!("{prefix}{:<5} {mark}{source}", place.line).trim_end().to_owned()
    }

    pub(super) fn instruction(&self, &(address, costs): &Instruction) -> Row {
        let text = self.code.instruction(address, &self.debug.symbols);
        let text = text.map_or("not in the file".to_owned(), |(text, _)| text);
        Row::Costs(costs, format!("        {address:#x}  {text}"))
    }

    /// Sentences about missing line information and missing sources.
    pub(super) fn notes(&self) -> String {
        let mut notes = String::new();
        if self.has_unknown_lines && !self.has_lines {
            notes.push_str("\nNo line information (compile with -g): assembly only.\n");
        }
        let missing: Vec<&str> = self.sources.missing().collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            notes.push_str(&format!(
                "\nSource not found, lines by number only: {missing}.\nIf it lies elsewhere, name its directory with --source-dir.\n"
            ));
        }
        notes
    }
}

impl Place {
    pub(super) fn has_line(&self) -> bool {
        self.line != 0
    }
}

fn place(frames: &[StackFrame], home: &str, names_caller: bool) -> Place {
    let mark = match frames {
        [inlined, .., real] if names_caller => Some(format!("{} in {}", name(inlined), name(real))),
        [inlined, _, ..] => Some(name(inlined).to_owned()),
        _ => None,
    };
    let known = frames.first().and_then(|frame| Some((frame.file.as_deref()?, frame.line?)));
    match known {
        Some((file, line)) => Place { distance: u8::from(file != home), file: file.to_owned(), line, mark },
        None => Place { distance: 2, file: String::new(), line: 0, mark: None },
    }
}

fn name(frame: &StackFrame) -> &str {
    frame.function.as_deref().unwrap_or(super::UNKNOWN)
}

/// The sum of the costs of all executed instructions. None if none was executed.
pub(super) fn total(instructions: &[Instruction]) -> Option<Counts> {
    instructions.iter().filter_map(|(_, costs)| *costs).reduce(|mut sum, more| {
        sum.add(&more);
        sum
    })
}
