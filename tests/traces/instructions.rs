//! Tests of logs of instructions: they have no gaps, they cover the requested window, and all formats agree.

use super::logs::{self, Bar, Line, Skipped, Step};
use super::runs::{Ran, compiled, ran, read, run_in};
use rankine_tests::check_rows;
use std::path::Path;

/// Source, options and arguments.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("apps/ring.c", "-n 3", "--rounds 2 --words 40"),
    ("apps/ring.c", "-n 2 --untimed", "--rounds 1"),
    ("apps/heat2d.c", "-n 4", "--nx 16 --ny 16 --iters 5"),
];

/// The options for logs in all formats, in `directory`.
fn formats(directory: &str, edges: &str) -> String {
    ["commit", "spike", "kanata"].map(|format| format!("--trace {format}={directory}/%r.{format}{edges} ")).concat()
}

fn ranks(ran: &Ran) -> u64 {
    ran.of_ranks("rank").len() as u64
}

fn steps(lines: &[Line]) -> Vec<Step> {
    lines.iter().filter_map(|line| if let Line::Step(step) = line { Some(step.clone()) } else { None }).collect()
}

/// Reads the commit log of a rank, and checks that it has no gaps.
fn commit(directory: &Path, rank: u64) -> Result<Vec<Line>, String> {
    let lines = logs::commit(&read(directory, &format!("{rank}.commit")));
    let mut before: Option<&Step> = None;
    let mut left_out = Skipped::default();
    for line in &lines {
        match line {
            Line::Skipped(skipped) => {
                let is_in_place = before.is_none_or(|before| before.end() == skipped.cycle) && skipped.rank == rank;
                let are_rounds = skipped.rounds > 0 && skipped.instructions % skipped.rounds == 0;
                if !is_in_place || !are_rounds || skipped.cycles < skipped.instructions {
                    return Err(format!("{skipped:?} behind {before:?}"));
                }
                left_out.instructions += skipped.instructions;
                left_out.cycles += skipped.cycles;
            }
            Line::Step(step) => {
                let follows = before.is_none_or(|before| {
                    before.end() == step.cycle && before.instret + 1 + left_out.instructions == step.instret
                });
                let beyond: i64 = step.reasons.iter().sum();
                let waited = step.wait() == left_out.cycles;
                if !follows || !waited || beyond > step.cost as i64 || step.rank != rank {
                    return Err(format!("{step:?} behind {before:?} and {left_out:?}"));
                }
                (before, left_out) = (Some(step), Skipped::default());
            }
        }
    }
    Ok(lines)
}

/// Checks that all formats show the same instructions.
fn check_formats(directory: &Path, rank: u64, steps: &[Step]) -> Result<(), String> {
    let spike = logs::spike(&read(directory, &format!("{rank}.spike")));
    let bars = logs::kanata(&read(directory, &format!("{rank}.kanata")));
    if [spike.len(), bars.len()] != [steps.len(); 2] {
        return Err(format!("{} steps, {} lines of spike, {} bars", steps.len(), spike.len(), bars.len()));
    }
    let first = steps.first().map_or(0, |step| step.cycle);
    for ((step, line), bar) in steps.iter().zip(&spike).zip(&bars) {
        let writes: Vec<String> = step.writes.iter().map(|word| without_zeros(word)).collect();
        if (line.core, line.pc, &line.writes) != (step.rank, step.pc, &writes) {
            return Err(format!("{line:?} is not {step:?}"));
        }
        check_bar(bar, step, first)?;
    }
    Ok(())
}

/// A commit log writes a stored value with as many digits as the value is wide. This removes
/// leading zeros, to compare numbers only.
fn without_zeros(word: &str) -> String {
    match word.split_once("]=") {
        Some((address, value)) => format!("{address}]=0x{:x}", logs::hex(value).expect("hexadecimal")),
        None => word.to_string(),
    }
}

fn check_bar(bar: &Bar, step: &Step, first: u64) -> Result<(), String> {
    let [.., fetch, data, device, wait] = step.reasons.map(|cycles| cycles as u64);
    let execute = step.cost - fetch - data - device - wait;
    let stages = [("W", wait), ("F", fetch), ("X", execute), ("M", data), ("D", device)];
    let expected = stages.iter().filter(|(name, cycles)| *cycles > 0 || *name == "X");
    let is_drawn = bar.stages.iter().map(|(name, cycles)| (name.as_str(), *cycles)).eq(expected.copied());
    let is_placed = (bar.instret, bar.rank, bar.begin, bar.end)
        == (step.instret, step.rank, step.cycle - first, step.end() - first);
    let is_named = bar.left.starts_with(&format!("{:#x} ", step.pc)) && bar.detail == step.place;
    match is_drawn && is_placed && is_named {
        true => Ok(()),
        false => Err(format!("{bar:?} is not {step:?}")),
    }
}

/// The log of a whole run contains every instruction and every cycle.
#[test]
fn whole_runs() {
    let rows: Vec<_> = PROGRAMS.iter().enumerate().collect();
    check_rows(&rows, |(number, (source, options, arguments))| {
        let ran = ran(&format!("whole-{number}"), source, &format!("{options} {}", formats(".", "")), arguments);
        for rank in 0..ranks(&ran) {
            let lines = commit(&ran.directory, rank).map_err(|e| format!("{source}: {e}"))?;
            let steps = steps(&lines);
            let (first, last) = (steps.first().ok_or("no first line")?, steps.last().ok_or("no last line")?);
            let told = (first.cycle, first.instret, last.end(), last.instret + 1);
            let index = rank as usize;
            if told != (0, 0, ran.of_ranks("cycles")[index], ran.of_ranks("instructions")[index]) {
                return Err(format!("{source}: {told:?} are not those of rank {rank}"));
            }
            check_formats(&ran.directory, rank, &steps).map_err(|e| format!("{source}: {e}"))?;
        }
        Ok(())
    });
}

/// Apart from the skipped rounds, a log equals the log of a run in which every round is performed.
#[test]
fn rounds_left_out() {
    let rows: Vec<_> = PROGRAMS.iter().enumerate().collect();
    check_rows(&rows, |(number, (source, options, arguments))| {
        let options = |name: &str| format!("{options} --trace commit={name}/%r.commit");
        let directory = compiled(&format!("rounds-{number}"), source);
        let mut logs = Vec::new();
        for (name, more) in [("left-out", ""), ("performed", " --no-elision")] {
            std::fs::create_dir(directory.join(name)).expect("a fresh directory");
            let ran = run_in(&directory, "program", &(options(name) + more), arguments);
            let logs_of_ranks = (0..ranks(&ran)).map(|rank| commit(&directory.join(name), rank));
            logs.push(logs_of_ranks.collect::<Result<Vec<_>, _>>()?);
        }
        let mut rounds = 0;
        for (left_out, performed) in logs[0].iter().zip(&logs[1]) {
            let all = steps(performed);
            if all.len() != performed.len() || all.iter().any(|step| step.wait() != 0) {
                return Err(format!("{source}: rounds were left out in spite of --no-elision"));
            }
            for step in steps(left_out) {
                let same = all.get(step.instret as usize).ok_or_else(|| format!("{source}: {step:?} is too many"))?;
                let wait = step.wait();
                let mut alone = Step { cycle: step.cycle + wait, cost: step.cost - wait, ..step };
                alone.reasons[5] = 0;
                if alone != *same {
                    return Err(format!("{source}: {alone:?} is not {same:?}"));
                }
            }
            rounds += left_out.len() - steps(left_out).len();
        }
        // Without any skipped rounds, this test would show nothing.
        (rounds > 0).then_some(()).ok_or_else(|| format!("{source}: no rounds were left out"))
    });
}

/// The begin or the end of a window.
#[derive(Clone, Copy)]
enum Edge {
    Run,
    Cycle(u64),
    Symbol(&'static str),
}

impl Edge {
    fn option(self, name: &str) -> String {
        match self {
            Edge::Run => String::new(),
            Edge::Cycle(cycle) => format!(",{name}={cycle}"),
            Edge::Symbol(symbol) => format!(",{name}={symbol}"),
        }
    }

    /// Index of the first line at or after this edge, counted from `start`; `otherwise` if the edge
    /// is an end of the run.
    fn find(self, whole: &[Step], start: usize, otherwise: usize) -> usize {
        let is_there = |step: &Step| match self {
            Edge::Run => false,
            Edge::Cycle(cycle) => step.cycle >= cycle,
            Edge::Symbol(symbol) => step.place == symbol,
        };
        whole.iter().skip(start).position(is_there).map_or(otherwise, |position| start + position)
    }
}

/// Windows. A run of its own writes the logs of each.
const WINDOWS: &[(Edge, Edge)] = &[
    (Edge::Run, Edge::Symbol("main")),
    (Edge::Cycle(0), Edge::Symbol("MPI_Send")),
    (Edge::Run, Edge::Run),
    (Edge::Symbol("main"), Edge::Run),
    (Edge::Symbol("MPI_Init"), Edge::Symbol("MPI_Finalize")),
    (Edge::Cycle(9000), Edge::Cycle(15_000)),
    (Edge::Run, Edge::Cycle(10_000)),
    (Edge::Cycle(40_000), Edge::Run),
];

/// A window contains the same as that part of the log of the whole run.
#[test]
fn windows() {
    let whole = ran("windows", "apps/ring.c", "-n 3 --trace commit=%r.commit", "--rounds 2 --words 40");
    let rows: Vec<_> = WINDOWS.iter().enumerate().collect();
    check_rows(&rows, |(number, (from, to))| {
        let directory = whole.directory.join(number.to_string());
        std::fs::create_dir(&directory).map_err(|e| e.to_string())?;
        // The program's name stands in its memory, so another path would give another run.
        std::fs::copy(whole.directory.join("program"), directory.join("program")).map_err(|e| e.to_string())?;
        let edges = from.option("from") + &to.option("to");
        run_in(&directory, "program", &format!("-n 3 {}", formats(".", &edges)), "--rounds 2 --words 40");
        for rank in 0..ranks(&whole) {
            let all = steps(&commit(&whole.directory, rank)?);
            let begin = from.find(&all, 0, 0);
            let end = to.find(&all, begin, all.len());
            let lines = commit(&directory, rank).map_err(|e| format!("{edges}: rank {rank}: {e}"))?;
            let lines = steps(&lines);
            if lines != all[begin..end] {
                return Err(format!(
                    "{edges}: rank {rank}: {} lines are not the {} from {begin} on:\n{:?}\nto\n{:?}, but\n{:?}\nto\n{:?}",
                    lines.len(),
                    end - begin,
                    lines.first(),
                    lines.last(),
                    all[begin..end].first(),
                    all[begin..end].last()
                ));
            }
            check_formats(&directory, rank, &lines).map_err(|e| format!("{edges}: {e}"))?;
        }
        Ok(())
    });
}
