//! Our own commit log: when, where, what, what changed, and what it cost and why. `docs/traces.md` has the legend.

use super::{Format, Known, MemoryAccess, Prefixes, Skipped, Step, StepCost, put_hex, put_number};
use rankine_isa::{F_NAMES, Reg, X_NAMES, csr};

/// Widths of the columns that line up.
const CYCLE: usize = 10;
const INSTRET: usize = 9;
const PLACE: usize = 28;
const TEXT: usize = 30;

/// A log of one rank.
pub struct Rich {
    rank: u32,
    digits: usize,
    prefixes: Prefixes,
}

impl Rich {
    pub fn new(rank: u32, is_64: bool) -> Rich {
        Rich { rank, digits: if is_64 { 16 } else { 8 }, prefixes: Prefixes::default() }
    }
}

impl Format for Rich {
    fn begin(&mut self, out: &mut Vec<u8>) {
        let line = format!(
            "# {:>CYCLE$} {:>INSTRET$} {:>5} {:<10} {:<PLACE$} {:<TEXT$} cycles, writes\n",
            "cycle", "instret", "rank", "pc", "place", "instruction"
        );
        out.extend_from_slice(line.as_bytes());
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Vec<u8>) {
        out.extend_from_slice(b"  ");
        put_number(out, step.cycle, CYCLE);
        out.push(b' ');
        put_number(out, step.instret, INSTRET);
        let rank = self.rank;
        let middle = self.prefixes.get(known, || {
            let text = known.text.replace('\t', " ");
            format!(" {rank:>5} {:<10} {:<PLACE$} {text:<TEXT$} ", format!("{:#x}", known.pc), known.place)
        });
        out.extend_from_slice(middle);
        put_cost(out, &step.cost);
        if let Some((reg, value)) = step.written {
            let (name, digits) = match reg {
                Reg::X(number) => (X_NAMES[usize::from(number & 31)], self.digits),
                Reg::F(number) => (F_NAMES[usize::from(number & 31)], 16),
            };
            put_equation(out, name, value, digits);
        }
        if let Some((number, value)) = step.csr {
            put_equation(out, csr::name(number).unwrap_or("csr"), value, self.digits);
        }
        if let Some(MemoryAccess { addr, bytes, stored }) = step.memory {
            out.extend_from_slice(b" [");
            put_hex(out, addr, self.digits);
            out.push(b']');
            if let Some(stored) = stored {
                out.push(b'=');
                put_hex(out, stored, 2 * usize::from(bytes));
            }
        }
        out.push(b'\n');
    }

    fn skipped(&mut self, skipped: &Skipped, out: &mut Vec<u8>) {
        let Skipped { cycle, rounds, cycles, instructions } = skipped;
        let line = format!(
            "# {cycle:>CYCLE$} rank {}: {rounds} rounds of a polling loop left out: {instructions} instructions, {cycles} cycles\n",
            self.rank
        );
        out.extend_from_slice(line.as_bytes());
    }
}

fn put_equation(out: &mut Vec<u8>, name: &str, value: u64, digits: usize) {
    out.push(b' ');
    out.extend_from_slice(name.as_bytes());
    out.push(b'=');
    put_hex(out, value, digits);
}

/// `3` for an instruction that costs what it costs by itself; with reasons behind it for others, as in `15 fetch+12 stall+2`.
fn put_cost(out: &mut Vec<u8>, cost: &StepCost) {
    put_number(out, cost.total(), 1);
    for (name, cycles) in [
        ("stall", cost.stall),
        ("branch", cost.branch),
        ("fetch", cost.fetch as i64),
        ("data", cost.data as i64),
        ("device", cost.device as i64),
        ("wait", cost.wait as i64),
    ] {
        if cycles != 0 {
            out.push(b' ');
            out.extend_from_slice(name.as_bytes());
            out.push(if cycles < 0 { b'-' } else { b'+' });
            put_number(out, cycles.unsigned_abs(), 1);
        }
    }
}
