//! The source lines of those parts of a message that software executes, with their cycles.

use super::parts::{Kind, Part, Waterfall};
use crate::mpi_view::{Columns, grouped};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// The most lines shown of each part.
const LINES_SHOWN: usize = 8;

/// The most instructions kept of a log.
const EXECUTED_MAX: usize = 1 << 20;
/// The columns of a commit log that hold the cycle and the address.
const COLUMNS: [usize; 2] = [0, 3];

/// An instruction, and the cycle at which it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    pub pc: u64,
    pub begin: u64,
}

/// Receives a commit log, and keeps the cycle at which each instruction began.
#[derive(Clone, Default)]
pub struct LineLog(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    executed: Vec<Executed>,
    /// The beginning of a line that is not complete yet.
    partial: Vec<u8>,
}

impl LineLog {
    /// Takes the kept instructions away.
    pub fn take(&self) -> Vec<Executed> {
        self.0.lock().map(|mut kept| std::mem::take(&mut kept.executed)).unwrap_or_default()
    }
}

impl Write for LineLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Ok(mut kept) = self.0.lock() else { return Ok(bytes.len()) };
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            kept.partial.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut kept.partial);
                let room = kept.executed.len() < EXECUTED_MAX;
                kept.executed.extend(executed(&String::from_utf8_lossy(&line)).filter(|_| room));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The instruction in a line. Comments have none.
fn executed(line: &str) -> Option<Executed> {
    let column = |index: usize| line.split_whitespace().nth(index);
    let [cycle, pc] = COLUMNS.map(column);
    let pc = u64::from_str_radix(pc?.strip_prefix("0x")?, 16).ok()?;
    Some(Executed { pc, begin: cycle?.parse().ok()? })
}

/// Gives the source line and function of an address in a rank's program.
pub type Place<'a> = dyn Fn(u32, u64) -> String + 'a;

/// The lines of each part in which a rank works, those with most cycles first. Their cycles add up
/// to those of the part. `logs` holds, for each rank of the message, the instructions that it
/// executed in this time, in order.
pub fn lines(chosen: &Waterfall, logs: &BTreeMap<u32, Vec<Executed>>, place: &Place<'_>) -> String {
    let mut columns = Columns::new(["cycles", "<part", "<source line and function"]);
    for part in &chosen.parts {
        let rank = match part.kind {
            Kind::SendSoftware => chosen.message.source,
            Kind::Interface | Kind::Network => continue,
            _ => chosen.message.destination,
        };
        let Some(log) = logs.get(&rank).filter(|_| part.place == format!("rank {rank}")) else { continue };
        let shown = of_part(part, log, &|pc| place(rank, pc));
        for (row, (cycles, line)) in shown.into_iter().enumerate() {
            let name = if row == 0 { format!("{}: {}", part.place, part.name) } else { String::new() };
            columns.row(vec![grouped(cycles), name, line]);
        }
    }
    let mut out = "Source lines of the parts that are software\n".to_owned();
    columns.write(&mut out);
    out
}

/// Pairs (cycles, line) of a part. The last ones hold the sum of all other lines, and the cycles of
/// instructions that were not kept.
fn of_part(part: &Part, log: &[Executed], place: &dyn Fn(u64) -> String) -> Vec<(u64, String)> {
    let (mut by_line, mut known): (BTreeMap<String, u64>, BTreeMap<u64, String>) = Default::default();
    let first = log.partition_point(|executed| executed.begin <= part.begin).saturating_sub(1);
    let ends = log.iter().skip(first + 1).map(|executed| executed.begin).chain([part.end]);
    let mut told = 0;
    for (Executed { pc, begin }, end) in log.iter().skip(first).zip(ends).take_while(|(one, _)| one.begin < part.end) {
        let cycles = end.min(part.end).saturating_sub((*begin).max(part.begin));
        let line = known.entry(*pc).or_insert_with(|| place(*pc));
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
    let rest = [(others, "(other lines)"), (missing, "(not recorded)")];
    lines.extend(rest.into_iter().filter(|(cycles, _)| *cycles > 0).map(|(cycles, what)| (cycles, what.to_owned())));
    lines
}
