//! The head of the page (program and machine, how long the run took, how it ended), and its ranks.

use super::html::{Cell, Text, percent, table};
use crate::mpi_view::{MpiView, grouped};
use crate::recording::{ProcessorRecording, RankRecording, Recording};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The most ranges of ranks that are listed.
const SPANS_SHOWN: usize = 8;
/// If there are more ranks, groups of ranks that are alike stand above the table of all ranks.
const RANKS_UNGROUPED: usize = 32;
/// The most groups of ranks that are shown.
const GROUPS_SHOWN: usize = 100;

pub(super) fn write(recording: &Recording, view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "<header><p class=\"kicker\">Rankine report</p>\n<h1><code>rankine run {}</code></h1>\n",
        Text(&recording.command.join(" "))
    )?;
    if !recording.warnings.is_empty() {
        out.write_all(b"<ul class=\"warnings\">\n")?;
        for warning in &recording.warnings {
            writeln!(out, "<li>{}</li>", Text(warning))?;
        }
        out.write_all(b"</ul>\n")?;
    }
    out.write_all(b"<dl class=\"facts\">\n")?;
    for (name, value) in facts(recording, view) {
        writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", Text(&value))?;
    }
    out.write_all(b"</dl></header>\n<section>\n<h2>Ranks</h2>\n")?;
    if recording.ranks.len() > RANKS_UNGROUPED {
        groups(recording, out)?;
        out.write_all(b"<details><summary>All ranks as a table</summary>\n")?;
        ranks(recording, out)?;
        out.write_all(b"</details>\n")?;
    } else {
        ranks(recording, out)?;
    }
    out.write_all(b"</section>\n")
}

fn facts(recording: &Recording, view: &MpiView) -> Vec<(&'static str, String)> {
    let ranks = &recording.ranks;
    let sum = |value: fn(&RankRecording) -> u64| ranks.iter().map(value).fold(0, u64::saturating_add);
    let cycles = ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0);
    let share = |part: u64| format!("{:.1} %", percent(part, view.cycles));
    let programs: Vec<&str> = recording.programs.iter().map(|program| program.path.as_str()).collect();
    vec![
        ("Platform", recording.platform.clone()),
        ("Programs", programs.join(", ")),
        ("Ranks", grouped(ranks.len() as u64)),
        ("Cycles", grouped(cycles)),
        ("Simulated time", time(cycles, recording.clock_hz)),
        ("Instructions", grouped(recording.processors().map(|one| one.instructions).fold(0, u64::saturating_add))),
        ("Time in MPI", share(view.total.cycles)),
        ("Time waiting", share(sum(|rank| rank.wait_cycles))),
        ("Messages", grouped(view.messages.messages)),
        ("of point-to-point calls", grouped(view.matrix.sums()[0])),
        ("Bytes in messages", grouped(view.messages.bytes)),
        ("End", end(ranks)),
    ]
}

/// Cycles of a clock as a time.
fn time(cycles: u64, clock_hz: u64) -> String {
    if clock_hz == 0 {
        return "unknown".into();
    }
    match cycles as f64 / clock_hz as f64 {
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s if s < 1.0 => format!("{:.3} ms", s * 1e3),
        s => format!("{s:.3} s"),
    }
}

/// How the ranks ended. Ranks that ended alike are grouped.
fn end(ranks: &[RankRecording]) -> String {
    let mut alike: BTreeMap<Option<i32>, Vec<u32>> = BTreeMap::new();
    for rank in ranks {
        alike.entry(rank.exit_status).or_default().push(rank.rank);
    }
    let how = |status: &Option<i32>| match status {
        Some(status) => format!("exit status {status}"),
        None => "had not ended".into(),
    };
    let words = alike.iter().map(|(status, of)| match of.as_slice() {
        _ if alike.len() == 1 => format!("all ranks: {}", how(status)),
        [one] => format!("rank {one}: {}", how(status)),
        many => format!("ranks {}: {}", spans(many), how(status)),
    });
    words.collect::<Vec<_>>().join("; ")
}

/// A list such as `0, 2 to 7`. If it has too many ranges, only the first ones are listed.
fn spans(ranks: &[u32]) -> String {
    let runs = || ranks.chunk_by(|&a, &b| a.checked_add(1) == Some(b));
    let mut words: Vec<String> = runs()
        .take(SPANS_SHOWN)
        .map(|run| match run {
            [first, .., last] => format!("{first} to {last}"),
            short => short.iter().map(u32::to_string).collect(),
        })
        .collect();
    if runs().nth(SPANS_SHOWN).is_some() {
        words.push("…".into());
    }
    words.join(", ")
}

/// The cycles that a rank spent in MPI calls.
fn mpi_cycles(rank: &RankRecording) -> u64 {
    let calls = rank.calls.iter();
    calls
        .map(|call| call.left.saturating_sub(call.entered).saturating_mul(call.repeats.saturating_add(1)))
        .fold(0, u64::saturating_add)
}

/// Ranks are alike if these are equal: program, exit status, and the number of calls of each
/// function.
fn likeness(rank: &RankRecording) -> (usize, Option<i32>, BTreeMap<u32, u64>) {
    let mut calls: BTreeMap<u32, u64> = BTreeMap::new();
    for call in rank.calls.iter() {
        let made = calls.entry(call.function).or_default();
        *made = made.saturating_add(call.repeats.saturating_add(1));
    }
    (rank.program, rank.exit_status, calls)
}

/// A table of groups of ranks that are alike, in order of their lowest ranks. If there are too many
/// groups, the largest are shown.
fn groups(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    let mut alike: BTreeMap<_, Vec<&RankRecording>> = BTreeMap::new();
    for rank in &recording.ranks {
        alike.entry(likeness(rank)).or_default().push(rank);
    }
    let mut groups: Vec<Vec<&RankRecording>> = alike.into_values().collect();
    let lowest = |group: &Vec<&RankRecording>| group.first().map(|rank| rank.rank);
    groups.sort_by_key(|group| (Reverse(group.len()), lowest(group)));
    let all = groups.len();
    groups.truncate(GROUPS_SHOWN);
    groups.sort_by_key(lowest);
    let rows: Vec<Vec<Cell>> = groups.iter().map(|group| group_row(recording, group)).collect();
    let mut caption =
        "Groups of ranks with the same program, exit status, and number of calls of each function.".to_owned();
    if all > GROUPS_SHOWN {
        caption += &format!(" The {GROUPS_SHOWN} largest of {} groups.", grouped(all as u64));
    }
    let names = [
        "<ranks",
        "<program",
        "<exit status",
        "number",
        "least cycles",
        "mean cycles",
        "most cycles",
        "in MPI",
        "waiting",
    ];
    table(out, &caption, &names, &rows)
}

fn group_row(recording: &Recording, group: &[&RankRecording]) -> Vec<Cell> {
    let sum = |value: &dyn Fn(&RankRecording) -> u64| {
        group.iter().map(|rank| u128::from(value(rank))).sum::<u128>().try_into().unwrap_or(u64::MAX)
    };
    let cycles = || group.iter().map(|rank| rank.cycles);
    let total: u64 = sum(&|rank| rank.cycles);
    let first = group.first();
    let program = first.and_then(|rank| recording.programs.get(rank.program));
    vec![
        Cell::Text(spans(&group.iter().map(|rank| rank.rank).collect::<Vec<_>>())),
        Cell::Code(program.map_or_else(String::new, |program| program.path.clone())),
        Cell::Text(exit_status(first.and_then(|rank| rank.exit_status))),
        Cell::Number(group.len() as u64),
        Cell::number(cycles().min()),
        Cell::Number(total / group.len().max(1) as u64),
        Cell::number(cycles().max()),
        Cell::Percent(sum(&mpi_cycles), total),
        Cell::Percent(sum(&|rank| rank.wait_cycles), total),
    ]
}

fn exit_status(status: Option<i32>) -> String {
    status.map_or_else(|| "had not ended".into(), |status| status.to_string())
}

/// A table with the figures of each rank and its caches. Further processors of a node have their
/// own rows.
fn ranks(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    let counters: BTreeSet<&str> =
        recording.processors().flat_map(|one| one.caches.keys().map(String::as_str)).collect();
    let longest = recording.ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0);
    let mut names =
        vec!["rank", "<exit status", "cycles", "instructions", "in MPI", "waiting", "<computing, MPI, waiting"];
    names.extend(&counters);
    let caches = |of: Option<&ProcessorRecording>| -> Vec<Cell> {
        counters.iter().map(|&name| Cell::number(of.and_then(|of| of.caches.get(name).copied()))).collect()
    };
    let rank = |rank: &RankRecording| {
        let mpi = mpi_cycles(rank);
        let waiting = rank.wait_cycles.min(rank.cycles);
        let in_mpi = mpi.saturating_sub(waiting);
        let computing = rank.cycles.saturating_sub(mpi.max(waiting));
        let first = rank.processors.first();
        let mut cells = vec![
            Cell::Number(rank.rank.into()),
            Cell::Text(exit_status(rank.exit_status)),
            Cell::Number(rank.cycles),
            Cell::Number(first.map_or(0, |first| first.instructions)),
            Cell::Percent(mpi, rank.cycles),
            Cell::Percent(rank.wait_cycles, rank.cycles),
            Cell::Bar(vec![("computing", computing), ("mpi", in_mpi), ("waiting", waiting)], longest),
        ];
        cells.extend(caches(first));
        cells
    };
    let other = |one: &ProcessorRecording| {
        let mut cells = vec![
            Cell::Text(one.id.short()),
            Cell::Text(String::new()),
            Cell::Number(one.cycles),
            Cell::Number(one.instructions),
            Cell::NoNumber,
            Cell::NoNumber,
            Cell::Text(String::new()),
        ];
        cells.extend(caches(Some(one)));
        cells
    };
    let of_node =
        |of: &RankRecording| std::iter::once(rank(of)).chain(of.processors.iter().skip(1).map(other)).collect();
    let rows: Vec<Vec<Cell>> = recording.ranks.iter().flat_map(|of| -> Vec<Vec<Cell>> { of_node(of) }).collect();
    table(out, "The time of each rank. The length of a bar is relative to the longest rank's time.", &names, &rows)
}
