//! Our own commit log: when, where, what, what changed, and what it cost and why. `docs/traces.md` has the legend.

use super::text::{Column, Short, Text};
use super::{Format, Known, MemoryAccess, Prefixes, Skipped, Step, StepCost};
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
    cycle: Column,
    instret: Column,
    /// What stands in front of the instruction, and then what stands behind.
    rest: Text,
    /// ` name=`, for the integer and floating-point registers.
    registers: [[Short; 32]; 2],
}

impl Rich {
    pub fn new(rank: u32, is_64: bool) -> Rich {
        let (cycle, instret) = (Column::new(CYCLE), Column::new(INSTRET));
        let registers = [X_NAMES, F_NAMES].map(|names| names.map(|name| Short::new(&format!(" {name}="))));
        let (digits, prefixes) = (if is_64 { 16 } else { 8 }, Prefixes::default());
        Rich { rank, digits, prefixes, cycle, instret, rest: Text::new(), registers }
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
        let rest = &mut self.rest;
        rest.clear();
        rest.put(b"  ");
        self.cycle.put(step.cycle, rest);
        rest.put(b" ");
        self.instret.put(step.instret, rest);
        out.extend_from_slice(rest.as_bytes());
        let rank = self.rank;
        let middle = self.prefixes.get(known, || {
            let text = known.text.replace('\t', " ");
            format!(" {rank:>5} {:<10} {:<PLACE$} {text:<TEXT$} ", format!("{:#x}", known.pc), known.place)
        });
        out.extend_from_slice(middle);
        rest.clear();
        put_cost(rest, &step.cost);
        if let Some((reg, value)) = step.written {
            let (bank, number, digits) = match reg {
                Reg::X(number) => (0, number, self.digits),
                Reg::F(number) => (1, number, 16),
            };
            rest.put_short(&self.registers[bank][usize::from(number & 31)]);
            rest.put_hex(value, digits);
        }
        if let Some((number, value)) = step.csr {
            rest.put(b" ");
            rest.put_str(csr::name(number).unwrap_or("csr"));
            rest.put(b"=");
            rest.put_hex(value, self.digits);
        }
        if let Some(MemoryAccess { addr, bytes, stored }) = step.memory {
            rest.put(b" [");
            rest.put_hex(addr, self.digits);
            rest.put(b"]");
            if let Some(stored) = stored {
                rest.put(b"=");
                rest.put_hex(stored, 2 * usize::from(bytes));
            }
        }
        rest.put(b"\n");
        out.extend_from_slice(rest.as_bytes());
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

/// `3` for an instruction that costs what it costs by itself; with reasons behind it for others, as in `15 fetch+12 stall+2`.
fn put_cost(text: &mut Text, cost: &StepCost) {
    text.put_number(cost.total());
    let StepCost { issue: _, stall, branch, fetch, data, device, wait } = *cost;
    if (stall, branch, fetch | data | device | wait) == (0, 0, 0) {
        return;
    }
    for (name, cycles) in [
        ("stall", stall),
        ("branch", branch),
        ("fetch", fetch as i64),
        ("data", data as i64),
        ("device", device as i64),
        ("wait", wait as i64),
    ] {
        if cycles != 0 {
            text.put(b" ");
            text.put_str(name);
            text.put(if cycles < 0 { b"-" } else { b"+" });
            text.put_number(cycles.unsigned_abs());
        }
    }
}
