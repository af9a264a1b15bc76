//! The section on the harts' time: functions, and source lines with their instructions.

use super::Disassemble;
use super::html::{Cell, Text, percent, table};
use crate::recording::{Counts, Path, Profile, Recording};
use rankine_program::Debug;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

const FUNCTIONS_SHOWN: usize = 50;
const LINES_SHOWN: usize = 30;
/// The most instructions that are shown of a line.
const INSTRUCTIONS_SHOWN: usize = 40;

/// A function of a program (its index), by name.
type FunctionKey = (usize, String);

/// The costs of one function.
#[derive(Default)]
struct FunctionCosts {
    calls: u64,
    own: Counts,
    /// Cycles including those of all functions that it called.
    inclusive_cycles: u64,
}

/// The instructions of one source line.
#[derive(Default)]
struct LineCosts {
    sum: Counts,
    instructions: Vec<(u64, Counts)>,
}

/// Writes the section; nothing if no processor has a profile.
pub(super) fn write(
    recording: &Recording,
    debug: &[&Debug],
    disassemble: &Disassemble<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if recording.processors().all(|processor| processor.profile.is_none()) {
        return Ok(());
    }
    let instructions = instructions(recording);
    let cycles = instructions.values().map(|counts| counts.cycles).fold(0, u64::saturating_add);
    out.write_all(b"<section>\n<h2>Time by function</h2>\n")?;
    functions(recording, debug, &instructions, cycles, out)?;
    out.write_all(b"</section>\n<section>\n<h2>Hottest source lines</h2>\n")?;
    lines(recording, debug, &instructions, cycles, disassemble, out)?;
    out.write_all(b"</section>\n")
}

/// The costs by program and address, of all processors together.
fn instructions(recording: &Recording) -> BTreeMap<(usize, u64), Counts> {
    let mut sums: BTreeMap<(usize, u64), Counts> = BTreeMap::new();
    for processor in recording.processors() {
        for (&pc, counts) in processor.profile.iter().flat_map(|profile| &profile.instructions) {
            sums.entry((processor.program, pc)).or_default().add(counts);
        }
    }
    sums
}

fn function_at(debug: &[&Debug], program: usize, pc: u64) -> FunctionKey {
    let found = debug.get(program).and_then(|debug| debug.symbols.at(pc));
    (program, found.map_or_else(|| format!("{pc:#x}"), |(name, _)| name.to_owned()))
}

/// The function's name. If there are several programs, the program's file is added.
fn shown(recording: &Recording, (program, name): &FunctionKey) -> String {
    match recording.programs.get(*program) {
        Some(of) if recording.programs.len() > 1 => format!("{name} ({})", of.path),
        _ => name.clone(),
    }
}

fn functions(
    recording: &Recording,
    debug: &[&Debug],
    instructions: &BTreeMap<(usize, u64), Counts>,
    cycles: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut functions: BTreeMap<FunctionKey, FunctionCosts> = BTreeMap::new();
    for (&(program, pc), counts) in instructions {
        functions.entry(function_at(debug, program, pc)).or_default().own.add(counts);
    }
    for processor in recording.processors() {
        if let Some(profile) = &processor.profile {
            add_paths(profile, &|address| function_at(debug, processor.program, address), &mut functions);
        }
    }
    let mut functions: Vec<_> = functions.into_iter().collect();
    functions.sort_by_key(|(_, costs)| Reverse(costs.own.cycles));
    let caption = format!(
        "All ranks together: {} of {} functions, sorted by self cycles.",
        functions.len().min(FUNCTIONS_SHOWN),
        functions.len()
    );
    let most = functions.first().map_or(0, |(_, costs)| costs.own.cycles);
    let row = |(key, costs): &(FunctionKey, FunctionCosts)| {
        let own = &costs.own;
        let waiting = own.wait_cycles.min(own.cycles);
        // A function that was jumped to and not called has no path of its own.
        let inclusive = costs.inclusive_cycles.max(own.cycles);
        let mut cells = vec![
            Cell::Code(shown(recording, key)),
            Cell::Bar(vec![("mpi", own.cycles - waiting), ("waiting", waiting)], most),
            Cell::Percent(own.cycles, cycles),
            Cell::Percent(inclusive, cycles),
        ];
        cells.extend([own.cycles, inclusive, costs.calls, own.instructions].map(Cell::Number));
        cells.extend([own.wait_cycles, own.l1i_misses, own.l1d_misses, own.l2_misses].map(Cell::Number));
        cells
    };
    let rows: Vec<Vec<Cell>> = functions.iter().take(FUNCTIONS_SHOWN).map(row).collect();
    let names = [
        "<function",
        "<working, waiting",
        "self",
        "inclusive",
        "self cycles",
        "inclusive cycles",
        "calls",
        "instructions",
        "waiting cycles",
        "L1I misses",
        "L1D misses",
        "L2 misses",
    ];
    table(out, &caption, &names, &rows)
}

/// Adds calls and inclusive cycles of one processor. A path counts once for each function on it,
/// even if the function calls itself.
fn add_paths(
    profile: &Profile,
    function: &dyn Fn(u64) -> FunctionKey,
    functions: &mut BTreeMap<FunctionKey, FunctionCosts>,
) {
    let keys: Vec<FunctionKey> = profile.paths.iter().map(|path| function(path.function)).collect();
    let inclusive = inclusive_cycles(&profile.paths);
    let mut on_stack: BTreeMap<&FunctionKey, usize> = BTreeMap::new();
    walk(&profile.paths, &mut |node, is_entered| {
        let (Some(key), Some(path)) = (keys.get(node), profile.paths.get(node)) else { return };
        let depth = on_stack.entry(key).or_default();
        if !is_entered {
            *depth -= 1;
            return;
        }
        *depth += 1;
        let costs = functions.entry(key.clone()).or_default();
        costs.calls = costs.calls.saturating_add(path.calls);
        if *depth == 1 {
            costs.inclusive_cycles = costs.inclusive_cycles.saturating_add(inclusive.get(node).copied().unwrap_or(0));
        }
    });
}

/// The cycles of each node together with those below it.
fn inclusive_cycles(paths: &[Path]) -> Vec<u64> {
    let mut cycles: Vec<u64> = paths.iter().map(|path| path.own.cycles).collect();
    for (node, path) in paths.iter().enumerate().rev().filter(|(node, path)| path.parent < *node) {
        let below = cycles.get(node).copied().unwrap_or(0);
        if let Some(parent) = cycles.get_mut(path.parent) {
            *parent = parent.saturating_add(below);
        }
    }
    cycles
}

/// Visits each node when it is entered and when it is left; callees are visited within their
/// caller. A node before its parent counts as a root.
fn walk(paths: &[Path], visit: &mut dyn FnMut(usize, bool)) {
    let mut callees: Vec<Vec<usize>> = vec![Vec::new(); paths.len()];
    let mut pending = Vec::new();
    for (node, path) in paths.iter().enumerate() {
        match callees.get_mut(path.parent).filter(|_| path.parent < node) {
            Some(of_caller) => of_caller.push(node),
            None => pending.push((node, true)),
        }
    }
    while let Some((node, is_entered)) = pending.pop() {
        visit(node, is_entered);
        if is_entered {
            pending.push((node, false));
            pending.extend(callees.get(node).into_iter().flatten().map(|&callee| (callee, true)));
        }
    }
}

fn lines(
    recording: &Recording,
    debug: &[&Debug],
    instructions: &BTreeMap<(usize, u64), Counts>,
    cycles: u64,
    disassemble: &Disassemble<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut lines: BTreeMap<(usize, String, Option<u32>, String), LineCosts> = BTreeMap::new();
    for (&(program, pc), counts) in instructions {
        let frame = debug.get(program).and_then(|debug| debug.place(pc).into_iter().next());
        let (function, file, line) = frame.map_or((None, None, None), |frame| (frame.function, frame.file, frame.line));
        // Addresses in unknown files are distinguished by function.
        let key = (program, file.unwrap_or_default(), line, function.unwrap_or_default());
        let costs = lines.entry(key).or_default();
        costs.sum.add(counts);
        costs.instructions.push((pc, *counts));
    }
    let mut lines: Vec<_> = lines.into_iter().collect();
    lines.sort_by_key(|(_, costs)| Reverse(costs.sum.cycles));
    for ((program, file, line, function), costs) in lines.iter().take(LINES_SHOWN) {
        let place = match (file.as_str(), line) {
            ("", _) => shown(recording, &(*program, function.clone())),
            (file, Some(line)) => format!("{file}:{line} {}", shown(recording, &(*program, function.clone()))),
            (file, None) => format!("{file} {}", shown(recording, &(*program, function.clone()))),
        };
        line_details(&place, costs, cycles, &|pc| disassemble(*program, pc), out)?;
    }
    Ok(())
}

/// A line, with its instructions when it is unfolded.
fn line_details(
    place: &str,
    costs: &LineCosts,
    cycles: u64,
    disassemble: &dyn Fn(u64) -> Option<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let place = if place.trim().is_empty() { "unknown place" } else { place };
    writeln!(
        out,
        "<details class=\"line\"><summary><span class=\"n\">{:.1} %</span> <code>{}</code></summary>",
        percent(costs.sum.cycles, cycles),
        Text(place)
    )?;
    let mut costliest = costs.instructions.clone();
    costliest.sort_by_key(|(_, counts)| Reverse(counts.cycles));
    costliest.truncate(INSTRUCTIONS_SHOWN);
    costliest.sort_by_key(|(pc, _)| *pc);
    let row = |(pc, counts): &(u64, Counts)| {
        let mut cells = vec![
            Cell::Code(format!("{pc:#x}")),
            Cell::Code(disassemble(*pc).unwrap_or_else(|| "?".into())),
            Cell::Percent(counts.cycles, cycles),
        ];
        let numbers = [counts.cycles, counts.instructions, counts.wait_cycles];
        cells.extend(numbers.map(Cell::Number));
        cells.extend([counts.l1i_misses, counts.l1d_misses, counts.l2_misses].map(Cell::Number));
        cells
    };
    let rows: Vec<Vec<Cell>> = costliest.iter().map(row).collect();
    let names = [
        "<address",
        "<instruction",
        "of all time",
        "cycles",
        "executed",
        "waiting cycles",
        "L1I misses",
        "L1D misses",
        "L2 misses",
    ];
    let caption = format!("{} of {} instructions of the line.", rows.len(), costs.instructions.len());
    table(out, &caption, &names, &rows)?;
    out.write_all(b"</details>\n")
}
