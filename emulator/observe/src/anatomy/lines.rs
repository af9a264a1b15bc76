//! Source lines of the parts that software does, with their cycles.

use super::parts::{Kind, Part, Waterfall};
use super::watch::MessageWatch;
use crate::mpi_view::{Columns, grouped};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Lines shown of each part.
const LINES_SHOWN: usize = 8;

/// The source line and function of a rank's address.
pub type Place<'a> = dyn Fn(u32, u64) -> String + 'a;

/// The lines of each part in which a rank works, most cycles first. Their cycles add up to those of the part.
pub fn lines(chosen: &Waterfall, watches: &[MessageWatch], place: &Place<'_>) -> String {
    let mut columns = Columns::new(["cycles", "<part", "<source line and function"]);
    for part in &chosen.parts {
        let rank = match part.kind {
            Kind::SendSoftware => chosen.message.source,
            Kind::Interface | Kind::Network => continue,
            _ => chosen.message.destination,
        };
        let Some(watch) = watches.get(rank as usize).filter(|_| part.place == format!("rank {rank}")) else { continue };
        let shown = of_part(part, watch, &|pc| place(rank, pc));
        for (row, (cycles, line)) in shown.into_iter().enumerate() {
            let name = if row == 0 { format!("{}: {}", part.place, part.name) } else { String::new() };
            columns.row(vec![grouped(cycles), name, line]);
        }
    }
    let mut out = "Source lines of the parts that are software\n".to_owned();
    columns.write(&mut out);
    out
}

/// (cycles, line) of a part; the last one is what other lines have, or what was not kept.
fn of_part(part: &Part, watch: &MessageWatch, place: &dyn Fn(u64) -> String) -> Vec<(u64, String)> {
    let (mut by_line, mut known): (BTreeMap<String, u64>, BTreeMap<u64, String>) = Default::default();
    let mut told = 0;
    for (pc, begin, end) in watch.executed_between(part.begin, part.end) {
        let cycles = end.min(part.end).saturating_sub(begin.max(part.begin));
        let line = known.entry(pc).or_insert_with(|| place(pc));
        if cycles > 0 {
            *by_line.entry(line.clone()).or_default() += cycles;
        }
        told += cycles;
    }
    let mut lines: Vec<(u64, String)> = by_line.into_iter().map(|(line, cycles)| (cycles, line)).collect();
    lines.sort_by_key(|(cycles, _)| Reverse(*cycles));
    let others: u64 = lines.iter().skip(LINES_SHOWN).map(|(cycles, _)| cycles).sum();
    lines.truncate(LINES_SHOWN);
    let missing = part.cycles().saturating_sub(told);
    let rest = [(others, "(other lines)"), (missing, "(not in this call, or not kept)")];
    lines.extend(rest.into_iter().filter(|(cycles, _)| *cycles > 0).map(|(cycles, what)| (cycles, what.to_owned())));
    lines
}
