//! The format of Spike's `--log-commits`.
//!
//! `core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000`: hart, privilege (3 = machine), pc, instruction;
//! then registers written, CSRs written by CSR instructions, and memory: the address of a load; address and data of a store.

use super::buffer::Buffer;
use super::format::{Format, Prefixes};
use super::line::Lines;
use super::step::{Known, MemoryAccess, Plain, Step};
use super::text::Text;
use rankine_isa::{Reg, csr};

/// A log of one processor, with the number of its hart.
pub struct Spike {
    core: u32,
    /// Digits of an address or integer register.
    digits: usize,
    prefixes: Prefixes,
    lines: Lines<64>,
    /// The text behind the prefix.
    rest: Text,
}

impl Spike {
    pub fn new(core: u32, is_64: bool) -> Spike {
        let digits = if is_64 { 16 } else { 8 };
        Spike { core, digits, prefixes: Prefixes::default(), lines: Lines::default(), rest: Text::new() }
    }
}

fn prefix(core: u32, digits: usize, known: &Known) -> String {
    let bits = 2 * usize::from(known.instr.len);
    format!("core{core:4}: 3 0x{:0digits$x} (0x{:0bits$x})", known.pc, known.bits)
}

/// Writes the text behind the prefix.
fn put_rest(rest: &mut Text, digits: usize, step: &Step) {
    match step.written {
        Some((Reg::X(number), value)) => put_register(rest, b'x', number, value, digits),
        Some((Reg::F(number), value)) => put_register(rest, b'f', number, value, 16),
        None => {}
    }
    if let Some((number, value)) = step.csr {
        rest.put(b" c");
        rest.put_number(u64::from(number));
        rest.put(b"_");
        rest.put_str(csr::name(number).unwrap_or("unknown"));
        rest.put(b" ");
        rest.put_hex(value, digits);
    }
    if let Some(MemoryAccess { addr, bytes, stored }) = step.memory {
        rest.put(b" mem ");
        rest.put_hex(addr, digits);
        if let Some(stored) = stored {
            rest.put(b" ");
            rest.put_hex(stored, 2 * usize::from(bytes));
        }
    }
    rest.put(b"\n");
}

impl Format for Spike {
    fn tells_costs(&self) -> bool {
        false
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Buffer) {
        let (core, digits) = (self.core, self.digits);
        out.put(self.prefixes.get(known, || prefix(core, digits, known)));
        self.rest.clear();
        put_rest(&mut self.rest, digits, step);
        out.put(self.rest.as_bytes());
    }

    #[inline(always)]
    fn plain(&mut self, pc: u64, plain: &Plain, out: &mut Buffer) -> Option<i64> {
        let (end, cost) = self.lines.put(pc, plain, out.window(), |_| 0)?;
        out.advance(end);
        Some(cost)
    }

    fn prepare(&mut self, known: &Known, plain: &Plain) {
        let (core, digits) = (self.core, self.digits);
        self.lines.make(known, plain, |step, text| {
            let fits = text.put_if_short(prefix(core, digits, known).as_bytes());
            put_rest(text, digits, step);
            fits
        });
    }

    fn forget(&mut self) {
        self.lines.clear();
    }
}

fn put_register(text: &mut Text, bank: u8, number: u8, value: u64, digits: usize) {
    let (tens, ones) = (number / 10, b'0' + number % 10);
    text.put(&if tens > 0 { [b' ', bank, b'0' + tens, ones, b' '] } else { [b' ', bank, ones, b' ', b' '] });
    text.put_hex(value, digits);
}
