//! Commit logs: a line an instruction, in several formats.
//!
//! Whoever watches a hart fills a [`Step`] for each instruction; a [`Format`] appends its text to a buffer. What is the
//! same each time an instruction is executed is kept in a [`Known`], so that it is worked out once.

mod buffer;
mod kanata;
mod line;
mod rich;
mod spike;
mod text;

use line::Lines;
use rankine_isa::{Instr, Reg};

pub use buffer::Buffer;
pub use kanata::Kanata;
pub use rich::Rich;
pub use spike::Spike;

/// What does not change from one execution of an instruction to the next.
#[derive(Clone, Debug)]
pub struct Known {
    /// Counted from zero: formats keep what they make of it by this number.
    pub number: usize,
    pub pc: u64,
    /// Its bytes, little-endian.
    pub bits: u32,
    pub instr: Instr,
    /// As `objdump -M no-aliases` writes it.
    pub text: String,
    /// `function+0x10`, or empty.
    pub place: String,
    /// The register it writes.
    pub destination: Option<Reg>,
    /// Bytes that it loads or stores, and whether it stores. Not of an atomic instruction.
    pub accesses: Option<(u8, bool)>,
    /// What it costs if nothing special happens: where control goes on behind it, and where it is taken elsewhere.
    pub costs: [StepCost; 2],
}

/// An instruction of which all is as always but for its numbers, see [`Known`]. It is not one that writes a CSR, nor an atomic one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain {
    pub cycle: u64,
    pub instret: u64,
    /// What is in the register it has written, or that it has stored.
    pub value: u64,
    /// Where it has accessed memory.
    pub addr: u64,
    /// Has control gone elsewhere than to the next instruction?
    pub taken: bool,
}

impl Plain {
    /// The same in full.
    pub fn step(&self, known: &Known) -> Step {
        let access = |(bytes, is_store): (u8, bool)| MemoryAccess {
            addr: self.addr,
            bytes,
            stored: is_store.then(|| self.value & (u64::MAX >> (64 - 8 * u32::from(bytes.clamp(1, 8))))),
        };
        Step {
            cycle: self.cycle,
            instret: self.instret,
            written: known.destination.map(|reg| (reg, self.value)),
            csr: None,
            memory: known.accesses.map(access),
            cost: known.costs[usize::from(self.taken)],
        }
    }
}

/// An instruction that has retired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Cycle at which it began, and how many instructions had retired by then.
    pub cycle: u64,
    pub instret: u64,
    /// The register it has written, and what is there now.
    pub written: Option<(Reg, u64)>,
    /// The CSR that it may have written, and what is there now.
    pub csr: Option<(u16, u64)>,
    pub memory: Option<MemoryAccess>,
    pub cost: StepCost,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryAccess {
    pub addr: u64,
    pub bytes: u8,
    /// What was stored; none for a load.
    pub stored: Option<u64>,
}

/// The cycles of an instruction, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCost {
    /// By itself.
    pub issue: u64,
    /// Behind those in front of it: operands that are not ready. Negative when it issues together with the next one.
    pub stall: i64,
    /// Of a branch that is taken, or a jump to where it goes, beyond that.
    pub branch: i64,
    /// Misses of fetching it, and of its accesses to private memory.
    pub fetch: u64,
    pub data: u64,
    /// A device's answer, or the host's.
    pub device: u64,
    /// Polling rounds in front of it that were left out.
    pub wait: u64,
}

impl StepCost {
    #[inline]
    pub fn total(&self) -> u64 {
        let StepCost { issue, stall, branch, fetch, data, device, wait } = *self;
        let [a, b] = [issue.wrapping_add(fetch).wrapping_add(data), device.wrapping_add(wait)];
        a.wrapping_add(b).wrapping_add_signed(stall.wrapping_add(branch))
    }
}

/// A polling loop of which rounds were left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub cycle: u64,
    pub rounds: u64,
    pub cycles: u64,
    pub instructions: u64,
}

/// A format of commit logs.
pub trait Format: Send {
    /// Do lines tell what instructions cost?
    fn tells_costs(&self) -> bool {
        true
    }

    /// What stands at the beginning.
    fn begin(&mut self, out: &mut Buffer) {
        let _ = out;
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Buffer);

    /// A plain instruction at `pc`, if its line is ready: what it has cost.
    #[inline(always)]
    fn plain(&mut self, pc: u64, plain: &Plain, out: &mut Buffer) -> Option<i64> {
        let _ = (pc, plain, out);
        None
    }

    /// Makes its line ready, if the format has such lines: numbers do not matter.
    fn prepare(&mut self, known: &Known, plain: &Plain) {
        let _ = (known, plain);
    }

    /// Other instructions may stand where some have stood.
    fn forget(&mut self) {}

    fn skipped(&mut self, skipped: &Skipped, out: &mut Buffer) {
        let _ = (skipped, out);
    }
}

/// Text that a format makes of each instruction once.
#[derive(Debug, Default)]
struct Prefixes(Vec<Box<[u8]>>);

impl Prefixes {
    fn get(&mut self, known: &Known, make: impl FnOnce() -> String) -> &[u8] {
        if self.0.len() <= known.number {
            self.0.resize_with(known.number + 1, Box::default);
        }
        let text = &mut self.0[known.number];
        if text.is_empty() {
            *text = make().into_bytes().into();
        }
        text
    }
}

#[cfg(test)]
#[path = "../tests/commit.rs"]
mod tests;
