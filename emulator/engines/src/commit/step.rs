//! What a commit log says of an instruction.

use rankine_isa::{Instr, Reg};

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
