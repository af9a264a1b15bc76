//! The format of Spike's `--log-commits`.
//!
//! `core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000`: hart, privilege (3 = machine), pc, instruction;
//! then registers written, CSRs written by CSR instructions, and memory: the address of a load; address and data of a store.

use super::text::Text;
use super::{Format, Known, MemoryAccess, Prefixes, Step};
use rankine_isa::{Reg, csr};

/// A log of one rank, whose hart has this number.
pub struct Spike {
    core: u32,
    /// Digits of an address or integer register.
    digits: usize,
    prefixes: Prefixes,
    /// What stands behind the prefix.
    rest: Text,
}

impl Spike {
    pub fn new(core: u32, is_64: bool) -> Spike {
        Spike { core, digits: if is_64 { 16 } else { 8 }, prefixes: Prefixes::default(), rest: Text::new() }
    }
}

impl Format for Spike {
    fn step(&mut self, known: &Known, step: &Step, out: &mut Vec<u8>) {
        let (core, digits) = (self.core, self.digits);
        let prefix = self.prefixes.get(known, || {
            let bits = 2 * usize::from(known.instr.len);
            format!("core{core:4}: 3 0x{:0digits$x} (0x{:0bits$x})", known.pc, known.bits)
        });
        out.extend_from_slice(prefix);
        let rest = &mut self.rest;
        rest.clear();
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
        out.extend_from_slice(rest.as_bytes());
    }
}

fn put_register(text: &mut Text, bank: u8, number: u8, value: u64, digits: usize) {
    let (tens, ones) = (number / 10, b'0' + number % 10);
    text.put(&if tens > 0 { [b' ', bank, b'0' + tens, ones, b' '] } else { [b' ', bank, ones, b' ', b' '] });
    text.put_hex(value, digits);
}
