//! Rankine's own commit log: time, place, instruction, changes, and the cost with its reasons.
//! `docs/traces.md` has the legend.

use super::buffer::{Buffer, WINDOW};
use super::format::{Format, Prefixes};
use super::line::Lines;
use super::step::{Known, MemoryAccess, Plain, Skipped, Step, StepCost};
use super::text::{Column, Short, Text};
use rankine_isa::{F_NAMES, Reg, X_NAMES, csr};
use rankine_machine::ProcessorId;

/// Widths of the aligned columns.
const CYCLE: usize = 10;
const INSTRET: usize = 9;
const PLACE: usize = 28;
const TEXT: usize = 30;

/// A log of one processor.
pub struct Rich {
    look: Look,
    prefixes: Prefixes,
    lines: Lines<128>,
    cycle: Column,
    instret: Column,
    /// The text behind the instruction.
    rest: Text,
}

/// Parts that all lines have in common.
struct Look {
    /// The name of the processor, see [`ProcessorId::short`].
    name: String,
    digits: usize,
    /// ` name=`, for the integer and floating-point registers.
    registers: [[Short; 32]; 2],
    /// The texts of [`REASONS`].
    reasons: [Short; 6],
}

impl Rich {
    pub fn new(id: ProcessorId, is_64: bool) -> Rich {
        let (cycle, instret) = (Column::new(CYCLE), Column::new(INSTRET));
        let registers = [X_NAMES, F_NAMES].map(|names| names.map(|name| Short::new(&format!(" {name}="))));
        let look =
            Look { name: id.short(), digits: if is_64 { 16 } else { 8 }, registers, reasons: REASONS.map(Short::new) };
        Rich { look, prefixes: Prefixes::default(), lines: Lines::default(), cycle, instret, rest: Text::new() }
    }

    /// The line that names the columns.
    pub fn heading() -> String {
        format!(
            "# {:>CYCLE$} {:>INSTRET$} {:>5} {:<10} {:<PLACE$} {:<TEXT$} cycles, writes\n",
            "cycle", "instret", "rank", "pc", "place", "instruction"
        )
    }

    /// The columns of numbers, for a writer of few lines.
    pub fn counts(cycle: u64, instret: u64) -> String {
        format!("  {cycle:>CYCLE$} {instret:>INSTRET$}")
    }

    /// The columns from the rank to the instruction.
    pub fn place(name: &str, pc: &str, place: &str, text: &str) -> String {
        format!(" {name:>5} {pc:<10} {place:<PLACE$} {text:<TEXT$}")
    }
}

impl Look {
    /// The columns from the rank to the instruction.
    fn middle(&self, known: &Known) -> String {
        let text = known.text.replace('\t', " ");
        let columns = Rich::place(&self.name, &format!("{:#x}", known.pc), &known.place, &text);
        format!("{columns} ")
    }

    fn put_rest(&self, rest: &mut Text, step: &Step) {
        self.put_cost(rest, &step.cost);
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
    }
}

/// Writes the columns in front. Returns where the second one ends.
#[inline(always)]
fn put_columns(columns: [(&mut Column, u64); 2], window: &mut [u8; WINDOW]) -> usize {
    window[..2].copy_from_slice(b"  ");
    let [(cycle, cycles), (instret, instructions)] = columns;
    let end = cycle.put(cycles, window, 2);
    window[end & 63] = b' ';
    instret.put(instructions, window, end + 1)
}

impl Format for Rich {
    fn begin(&mut self, out: &mut Buffer) {
        out.put(Rich::heading().as_bytes());
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Buffer) {
        let columns = [(&mut self.cycle, step.cycle), (&mut self.instret, step.instret)];
        let end = put_columns(columns, out.window());
        out.advance(end);
        let look = &self.look;
        out.put(self.prefixes.get(known, || look.middle(known)));
        self.rest.clear();
        look.put_rest(&mut self.rest, step);
        out.put(self.rest.as_bytes());
    }

    #[inline(always)]
    fn plain(&mut self, pc: u64, plain: &Plain, out: &mut Buffer) -> Option<i64> {
        let columns = [(&mut self.cycle, plain.cycle), (&mut self.instret, plain.instret)];
        let (end, cost) = self.lines.put(pc, plain, out.window(), |window| put_columns(columns, window))?;
        out.advance(end);
        Some(cost)
    }

    fn prepare(&mut self, known: &Known, plain: &Plain) {
        let look = &self.look;
        self.lines.make(known, plain, |step, text| {
            let fits = text.put_if_short(look.middle(known).as_bytes());
            look.put_rest(text, step);
            fits
        });
    }

    fn forget(&mut self) {
        self.lines.clear();
    }

    fn skipped(&mut self, skipped: &Skipped, out: &mut Buffer) {
        let Skipped { cycle, rounds, cycles, instructions } = skipped;
        let line = format!(
            "# {cycle:>CYCLE$} rank {}: {rounds} rounds of a polling loop left out: {instructions} instructions, {cycles} cycles\n",
            self.look.name
        );
        out.put(line.as_bytes());
    }
}

/// Reasons of cycles, in the order in which they are shown.
const REASONS: [&str; 6] = [" stall", " branch", " fetch", " data", " device", " wait"];

impl Look {
    /// Writes the cost: `3` for an instruction with its own cost only, else with reasons, as in
    /// `15 fetch+12 stall+2`.
    fn put_cost(&self, text: &mut Text, cost: &StepCost) {
        text.put_number(cost.total());
        let StepCost { issue: _, stall, branch, fetch, data, device, wait } = *cost;
        if (stall, branch, fetch | data | device | wait) == (0, 0, 0) {
            return;
        }
        let cycles = [stall, branch, fetch as i64, data as i64, device as i64, wait as i64];
        for (name, cycles) in self.reasons.iter().zip(cycles).filter(|(_, cycles)| *cycles != 0) {
            text.put_short(name);
            text.put(if cycles < 0 { b"-" } else { b"+" });
            text.put_number(cycles.unsigned_abs());
        }
    }
}
