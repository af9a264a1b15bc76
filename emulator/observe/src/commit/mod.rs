//! Commit logs: a line an instruction, in several formats.
//!
//! Whoever watches a hart fills a [`Step`] for each instruction; a [`Format`] appends its text to a buffer. What is the
//! same each time an instruction is executed is kept in a [`Known`], so that it is worked out once.

mod kanata;
mod rich;
mod spike;
mod text;

use rankine_isa::{Instr, Reg};

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
    pub fn total(&self) -> u64 {
        let whole = [self.issue, self.fetch, self.data, self.device, self.wait];
        whole.iter().fold(0_u64, |sum, part| sum.wrapping_add(*part)).wrapping_add_signed(self.stall + self.branch)
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
    /// What stands at the beginning.
    fn begin(&mut self, out: &mut Vec<u8>) {
        let _ = out;
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Vec<u8>);

    fn skipped(&mut self, skipped: &Skipped, out: &mut Vec<u8>) {
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
