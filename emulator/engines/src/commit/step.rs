//! The contents of a commit log's lines.

use rankine_isa::{Instr, Reg};

/// Properties that are the same for each execution of an instruction.
#[derive(Clone, Debug)]
pub struct Known {
    /// Counted from zero. Formats use it as an index for their texts.
    pub number: usize,
    pub pc: u64,
    /// Its bytes, little-endian.
    pub bits: u32,
    pub instr: Instr,
    /// The text as by `objdump -M no-aliases`.
    pub text: String,
    /// `function+0x10`, or empty.
    pub place: String,
    /// The register that it writes.
    pub destination: Option<Reg>,
    /// Number of bytes that it loads or stores, and whether it stores. None for an atomic
    /// instruction.
    pub accesses: Option<(u8, bool)>,
    /// Its usual costs: if control goes on to the next instruction, and if it goes elsewhere.
    pub costs: [StepCost; 2],
}

/// An execution in which only the numbers differ from others, see [`Known`]. The instruction
/// neither writes a CSR nor is atomic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain {
    pub cycle: u64,
    pub instret: u64,
    /// The value that it has written to a register or stored.
    pub value: u64,
    /// Address of its memory access.
    pub addr: u64,
    /// Has control gone elsewhere than to the next instruction?
    pub taken: bool,
}

impl Plain {
    /// The complete step.
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
    /// Cycle at which it began, and the instructions retired before it.
    pub cycle: u64,
    pub instret: u64,
    /// The register it has written, and its new value.
    pub written: Option<(Reg, u64)>,
    /// The CSR that it may have written, and its new value.
    pub csr: Option<(u16, u64)>,
    pub memory: Option<MemoryAccess>,
    pub cost: StepCost,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryAccess {
    pub addr: u64,
    pub bytes: u8,
    /// The stored value; none for a load.
    pub stored: Option<u64>,
}

/// The cycles of an instruction, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCost {
    /// The instruction's own cycles.
    pub issue: u64,
    /// Cycles due to instructions before it: operands that are not ready. Negative if it issues
    /// together with the next one.
    pub stall: i64,
    /// Additional cycles of a taken branch or a jump.
    pub branch: i64,
    /// Cycles of misses: of its fetch, and of its accesses to private memory.
    pub fetch: u64,
    pub data: u64,
    /// Cycles of waiting for an answer of a device or the host.
    pub device: u64,
    /// Cycles of skipped polling rounds before it.
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

/// Skipped rounds of a polling loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub cycle: u64,
    pub rounds: u64,
    pub cycles: u64,
    pub instructions: u64,
}
