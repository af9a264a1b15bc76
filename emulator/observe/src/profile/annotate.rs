//! A profile as text for the terminal: source lines and instructions with their costs.

use super::code::Code;
use super::functions::{Function, Functions};
use super::listing::{Group, Instruction, Listing, total};
use super::profile_of;
use super::sources::Sources;
use super::table::{Row, share, table};
use crate::recording::{Counts, ProcessorRecording};
use rankine_bus::counted;
use rankine_program::Debug;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The most functions in an overview, and the most lines of each.
const FUNCTIONS_MAX: usize = 10;
const LINES_MAX: usize = 20;

/// An overview stops when it has shown this percentage of the cycles.
const SHOWN_PERCENT: u128 = 95;

/// Suggestions for an unknown name: the least similarity, and the most names.
const LIKENESS_MIN: f64 = 0.69;
const NEAREST_MAX: usize = 3;

/// The costs of `processors`, which run the same program, by line and instruction.
///
/// `bytes` is the program's file. `query` names a function or a source file (the end of its path is
/// enough). Without a query, the hottest lines of the hottest functions are shown. `sources` gives
/// the text of a source file. An error is a sentence for the user: the name is not in the profile
/// (with the nearest names), or a processor has no profile.
pub fn annotate(
    processors: &[&ProcessorRecording],
    debug: &Debug,
    bytes: &[u8],
    query: Option<&str>,
    sources: &dyn Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let mut report = Report::new(processors, debug, bytes, sources)?;
    match query {
        None => report.overview(),
        Some(query) => {
            let sections = report.find(query)?;
            for section in &sections {
                report.section(section);
            }
        }
    }
    let Counts { cycles, instructions, .. } = report.total;
    let kind = if processors.iter().all(|processor| processor.id.index == 0) { "rank" } else { "processor" };
    let processors = counted(processors.len() as u64, kind);
    let summary = format!("{processors}: {cycles} cycles, {instructions} instructions\n\n");
    Ok(summary + &table(&report.rows, cycles) + &report.listing.notes())
}

struct Report<'a> {
    debug: &'a Debug,
    functions: Functions<'a>,
    /// The sums of all processors.
    instructions: BTreeMap<u64, Counts>,
    total: Counts,
    listing: Listing<'a>,
    rows: Vec<Row>,
}

/// Instructions that are shown together.
struct Section {
    title: String,
    /// The source file whose lines come first.
    home: String,
    /// Do the instructions belong to several functions? Then each mark names its function.
    is_mixed: bool,
    instructions: Vec<Instruction>,
}

impl<'a> Report<'a> {
    fn new(
        processors: &[&ProcessorRecording],
        debug: &'a Debug,
        bytes: &'a [u8],
        sources: &'a dyn Fn(&str) -> Option<String>,
    ) -> Result<Report<'a>, String> {
        let profiles: Result<Vec<_>, _> = processors.iter().map(|processor| profile_of(processor)).collect();
        let profiles = profiles.map_err(|error| error.to_string())?;
        let mut instructions: BTreeMap<u64, Counts> = BTreeMap::new();
        let mut total = Counts::default();
        for (&address, counts) in profiles.iter().flat_map(|profile| &profile.instructions) {
            instructions.entry(address).or_default().add(counts);
            total.add(counts);
        }
        let (code, sources) = (Code::new(bytes), Sources::new(sources));
        let listing = Listing { debug, code, sources, has_unknown_lines: false, has_lines: false };
        let functions = Functions::new(&debug.symbols, profiles.into_iter());
        Ok(Report { debug, functions, instructions, total, listing, rows: Vec::new() })
    }

    /// The executed instructions of each executed function, in order of the functions' start
    /// addresses.
    fn by_function(&self) -> Vec<(Function<'a>, Vec<Instruction>)> {
        let mut all: BTreeMap<Option<u64>, (Function<'a>, Vec<Instruction>)> = BTreeMap::new();
        for (&address, &counts) in &self.instructions {
            let function = self.functions.at(address);
            let entry = all.entry(function.start).or_insert_with(|| (function, Vec::new()));
            entry.1.push((address, Some(counts)));
        }
        all.into_values().collect()
    }

    fn home(&self, function: &Function<'_>) -> String {
        let real = function.start.and_then(|start| self.debug.place(start).pop());
        real.and_then(|real| real.file).unwrap_or_default()
    }

    /// The hottest functions with their hottest lines.
    fn overview(&mut self) {
        let mut functions = self.by_function();
        functions.sort_by_key(|(_, instructions)| Reverse(cycles(total(instructions))));
        let all = self.total.cycles;
        let shown = hottest(all, functions.iter().map(|(_, instructions)| cycles(total(instructions))));
        let shown = shown.min(FUNCTIONS_MAX);
        for (function, instructions) in &functions[..shown] {
            let home = self.home(function);
            self.title(&function.name, &home, total(instructions));
            let groups = self.listing.groups(instructions, &home, false);
            let rows = self.hottest_rows(groups, &home);
            self.rows.extend(rows);
        }
        let rest: Vec<Instruction> = functions[shown..].iter().flat_map(|(_, rest)| rest).copied().collect();
        if let Some(costs) = total(&rest) {
            let more = counted((functions.len() - shown) as u64, "more function");
            let share = share(costs.cycles, all);
            self.rows.push(Row::Text(format!("\n{more}: {} cycles, {share}", costs.cycles)));
        }
    }

    /// The hottest lines. Of code without lines, the hottest instructions.
    fn hottest_rows(&mut self, groups: Vec<Group>, home: &str) -> Vec<Row> {
        let mut rows = Vec::new();
        for group in groups {
            if group.0.has_line() {
                rows.push((cycles(group.1), self.listing.line_row(&group, home)));
            } else {
                let instructions = group.2.iter();
                rows.extend(instructions.map(|one| (cycles(one.1), self.listing.instruction(one))));
            }
        }
        rows.sort_by_key(|(cycles, _)| Reverse(*cycles));
        let all = rows.iter().fold(0, |sum: u64, (cycles, _)| sum.saturating_add(*cycles));
        let shown = hottest(all, rows.iter().map(|(cycles, _)| *cycles));
        rows.into_iter().take(shown.min(LINES_MAX)).map(|(_, row)| row).collect()
    }

    /// Adds a heading with the costs of all lines below it.
    fn title(&mut self, name: &str, home: &str, costs: Option<Counts>) {
        self.rows.push(Row::Text(String::new()));
        let home = if home.is_empty() || home == name { String::new() } else { format!("  ({home})") };
        let never = if costs.is_none() { "  never executed" } else { "" };
        self.rows.push(Row::Costs(costs, format!("{name}{home}{never}")));
    }

    fn section(&mut self, section: &Section) {
        self.title(&section.title, &section.home, total(&section.instructions));
        let groups = self.listing.groups(&section.instructions, &section.home, section.is_mixed);
        self.listing.rows(&groups, &section.home, &mut self.rows);
    }

    /// Finds the functions that `query` names; if there are none, the source files.
    fn find(&self, query: &str) -> Result<Vec<Section>, String> {
        let mut sections: Vec<Section> = self.named(query).into_iter().map(|function| self.whole(&function)).collect();
        // Collects inlined functions by name, and source files.
        let mut inlined: BTreeMap<String, Vec<Instruction>> = BTreeMap::new();
        let mut files: BTreeMap<String, Vec<Instruction>> = BTreeMap::new();
        for (&address, &counts) in &self.instructions {
            let frames = self.debug.place(address);
            let outer = frames.len().saturating_sub(1);
            let names: BTreeSet<&String> = frames[..outer].iter().filter_map(|frame| frame.function.as_ref()).collect();
            for name in names {
                inlined.entry(name.clone()).or_default().push((address, Some(counts)));
            }
            if let Some(file) = frames.into_iter().next().and_then(|frame| frame.file) {
                files.entry(file).or_default().push((address, Some(counts)));
            }
        }
        if let Some(instructions) = inlined.get(query) {
            let title = format!("{query}, inlined");
            let instructions = instructions.clone();
            sections.push(Section { title, home: String::new(), is_mixed: true, instructions });
        }
        if sections.is_empty() {
            let matching = files.iter().filter(|(file, _)| is_path_end(file, query));
            sections.extend(matching.map(|(file, instructions)| {
                let instructions = instructions.clone();
                Section { title: file.clone(), home: file.clone(), is_mixed: true, instructions }
            }));
        }
        if sections.is_empty() {
            return Err(self.unknown(query, inlined.keys().chain(files.keys())));
        }
        Ok(sections)
    }

    /// All functions called `name`. Several static functions may have the same name.
    fn named(&self, name: &str) -> Vec<Function<'a>> {
        let symbols = &self.debug.symbols;
        let same = symbols.functions().iter().filter(|function| function.name == name);
        let mut starts: BTreeSet<u64> = same.map(|function| function.address).collect();
        // The name may be an alias, or a label in a function.
        starts.extend(symbols.address(name).and_then(|at| symbols.function_at(at)).map(|function| function.address));
        let mut functions: Vec<Function<'a>> = starts.into_iter().map(|start| self.functions.at(start)).collect();
        let executed = self.by_function().into_iter().map(|(function, _)| function);
        let unnamed = executed.filter(|function| function.name == name && !functions.contains(function));
        let unnamed: Vec<Function<'a>> = unnamed.collect();
        functions.extend(unnamed);
        functions
    }

    /// All instructions of a function, whether executed or not.
    fn whole(&self, function: &Function<'_>) -> Section {
        let symbols = &self.debug.symbols;
        let mut instructions: BTreeMap<u64, Option<Counts>> = BTreeMap::new();
        if let Some(range) = function.start.and_then(|start| symbols.function_at(start)) {
            let mut address = range.address;
            while address < range.end
                && let Some((_, len)) = self.listing.code.instruction(address, symbols)
            {
                instructions.insert(address, None);
                address = address.saturating_add(len);
            }
        }
        instructions.extend(self.instructions.iter().map(|(&address, &counts)| (address, Some(counts))));
        // Functions may nest, and the executed instructions are those of the whole program. So
        // instructions of other functions are removed.
        instructions.retain(|&address, _| self.functions.at(address).start == function.start);
        let (title, home) = (function.name.clone().into_owned(), self.home(function));
        Section { title, home, is_mixed: false, instructions: instructions.into_iter().collect() }
    }

    fn unknown<'n>(&'n self, query: &str, others: impl Iterator<Item = &'n String>) -> String {
        let functions = self.debug.symbols.functions().iter().map(|function| &function.name);
        let names: BTreeSet<&str> = functions.chain(others).map(String::as_str).collect();
        let likeness =
            |name: &str| strsim::jaro_winkler(query, name).max(strsim::jaro_winkler(base(query), base(name)));
        let mut near: Vec<(f64, &str)> = names.into_iter().map(|name| (likeness(name), name)).collect();
        near.retain(|(likeness, _)| *likeness > LIKENESS_MIN);
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: Vec<&str> = near.into_iter().take(NEAREST_MAX).map(|(_, name)| name).collect();
        let hint = if near.is_empty() { String::new() } else { format!(" (nearest: {})", near.join(", ")) };
        format!("no function or executed source file is called {query}{hint}")
    }
}

fn cycles(costs: Option<Counts>) -> u64 {
    costs.map_or(0, |costs| costs.cycles)
}

/// The number of `parts`, from the largest on, that make up [`SHOWN_PERCENT`] of `whole`. At least
/// one, unless there are no parts.
fn hottest(whole: u64, parts: impl Iterator<Item = u64>) -> usize {
    let (mut shown, mut sum) = (0, 0);
    for part in parts {
        if shown > 0 && sum * 100 >= u128::from(whole) * SHOWN_PERCENT {
            break;
        }
        sum += u128::from(part);
        shown += 1;
    }
    shown
}

/// The last part of a path.
fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Is `file` equal to `end`, or does it end with a `/` and `end`?
fn is_path_end(file: &str, end: &str) -> bool {
    file.strip_suffix(end).is_some_and(|rest| !end.is_empty() && (rest.is_empty() || rest.ends_with('/')))
}
