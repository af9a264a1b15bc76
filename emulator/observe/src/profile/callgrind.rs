//! One processor's profile in the format of callgrind, for `callgrind_annotate` and KCachegrind.

use super::arcs::{Arc, arcs};
use super::functions::{Function, Functions};
use super::{UNKNOWN, profile_of};
use crate::recording::{Counts, ProcessorRecording, Profile, ProgramRecording};
use rankine_machine::ProcessorId;
use rankine_program::Debug;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Events in the order of [`costs`].
const EVENTS: [(&str, &str); 6] = [
    ("Cycles", "cycles of the hart"),
    ("Ir", "instructions executed"),
    ("I1mr", "misses of the L1 instruction cache"),
    ("D1mr", "misses of the L1 data cache, loads and stores"),
    ("L2mr", "misses of the L2 cache"),
    ("Wait", "cycles of waiting, part of Cycles"),
];

/// Writes the profile of one processor. `command` is the command line to show. An error if the
/// processor has no profile.
pub fn callgrind(
    processor: &ProcessorRecording,
    program: &ProgramRecording,
    debug: &Debug,
    command: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let profile = profile_of(processor)?;
    let mut total = Counts::default();
    profile.instructions.values().for_each(|counts| total.add(counts));
    header(processor.id, command, &total, out)?;
    let functions = Functions::new(&debug.symbols, std::iter::once(profile));
    let mut body = Body { debug, functions, names: Names::default(), homes: BTreeMap::new(), at: None, out };
    body.write(profile, &program.path)?;
    writeln!(out, "\ntotals: {}", costs(&total))
}

fn header(id: ProcessorId, command: &str, total: &Counts, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# callgrind format\nversion: 1\ncreator: rankine {}", env!("CARGO_PKG_VERSION"))?;
    // KCachegrind distinguishes the profiles of one run by process and thread.
    writeln!(out, "pid: {}\nthread: {}\npart: 1\ncmd: {}", id.index + 1, id.node, one_line(command))?;
    writeln!(out, "desc: Rank: {}\n", id.short())?;
    for (name, meaning) in EVENTS {
        writeln!(out, "event: {name} : {meaning}")?;
    }
    writeln!(out, "positions: instr line\nevents: {}", EVENTS.map(|(name, _)| name).join(" "))?;
    writeln!(out, "summary: {}", costs(total))
}

fn costs(counts: &Counts) -> String {
    let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = counts;
    format!("{cycles} {instructions} {l1i_misses} {l1d_misses} {l2_misses} {wait_cycles}")
}

/// A name without line breaks.
fn one_line(name: &str) -> String {
    let plain = name.replace(char::is_control, " ");
    if plain.trim().is_empty() { UNKNOWN.to_owned() } else { plain.trim().to_owned() }
}

/// Gives numbers to names: each name is written once.
#[derive(Default)]
struct Names {
    files: BTreeMap<String, usize>,
    functions: BTreeMap<String, usize>,
}

/// `(1) name` the first time, then `(1)`.
fn reference(ids: &mut BTreeMap<String, usize>, name: &str) -> String {
    let name = one_line(name);
    if let Some(id) = ids.get(&name) {
        return format!("({id})");
    }
    let id = ids.len() + 1;
    let text = format!("({id}) {name}");
    ids.insert(name, id);
    text
}

/// The function and the source file at the current position of the output.
struct Position {
    function: Option<u64>,
    home: String,
    file: String,
}

struct Body<'a> {
    debug: &'a Debug,
    functions: Functions<'a>,
    names: Names,
    /// The source file of each function that occurred.
    homes: BTreeMap<Option<u64>, String>,
    at: Option<Position>,
    out: &'a mut dyn Write,
}

impl Body<'_> {
    fn write(&mut self, profile: &Profile, program: &str) -> io::Result<()> {
        writeln!(self.out, "\nob=(1) {}", one_line(program))?;
        let mut calls: BTreeMap<u64, Vec<Arc>> = BTreeMap::new();
        for ((site, _), arc) in arcs(profile, &self.functions) {
            calls.entry(site).or_default().push(arc);
        }
        let addresses: BTreeSet<u64> = profile.instructions.keys().chain(calls.keys()).copied().collect();
        for address in addresses {
            let own = profile.instructions.get(&address).copied().unwrap_or_default();
            let arcs = calls.get(&address).map_or(&[][..], Vec::as_slice);
            if own == Counts::default() && arcs.is_empty() {
                continue;
            }
            let line = self.go_to(address)?;
            if own != Counts::default() {
                writeln!(self.out, "{address:#x} {line} {}", costs(&own))?;
            }
            for arc in arcs {
                self.call(arc)?;
                writeln!(self.out, "{address:#x} {line} {}", costs(&arc.inclusive))?;
            }
        }
        Ok(())
    }

    /// Writes function and file of the instruction at `address` if they have changed. Returns its
    /// line, or 0.
    fn go_to(&mut self, address: u64) -> io::Result<u32> {
        let function = self.functions.at(address);
        if self.at.as_ref().is_none_or(|at| at.function != function.start) {
            let home = self.home(&function);
            let file = reference(&mut self.names.files, &home);
            writeln!(self.out, "\nfl={file}\nfn={}", reference(&mut self.names.functions, &function.name))?;
            self.at = Some(Position { function: function.start, file: home.clone(), home });
        }
        let place = self.debug.place(address).into_iter().next();
        let Some((at, place)) = self.at.as_mut().zip(place) else { return Ok(0) };
        // An instruction without a line stays in the file of its function.
        let (file, line) = match place.file {
            Some(file) => (file, place.line.unwrap_or(0)),
            None => (at.home.clone(), 0),
        };
        if file != at.file {
            let keyword = if file == at.home { "fe" } else { "fi" };
            writeln!(self.out, "{keyword}={}", reference(&mut self.names.files, &file))?;
            at.file = file;
        }
        Ok(line)
    }

    /// The lines in front of a call's costs.
    fn call(&mut self, arc: &Arc) -> io::Result<()> {
        let function = self.functions.at(arc.target);
        let home = self.home(&function);
        let line = self.debug.place(arc.target).last().and_then(|real| real.line).unwrap_or(0);
        let file = reference(&mut self.names.files, &home);
        // The file is always written; else readers take that of the inlined function which contains
        // the call.
        writeln!(self.out, "cfi={file}\ncfn={}", reference(&mut self.names.functions, &function.name))?;
        writeln!(self.out, "calls={} {:#x} {line}", arc.calls, arc.target)
    }

    fn home(&mut self, function: &Function<'_>) -> String {
        let debug = self.debug;
        let file = |start: u64| debug.place(start).pop().and_then(|real| real.file);
        let home = || function.start.and_then(file).unwrap_or_else(|| UNKNOWN.to_owned());
        self.homes.entry(function.start).or_insert_with(home).clone()
    }
}
