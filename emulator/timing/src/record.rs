//! Records of executed instructions: what an engine notes of each, in as few steps as possible, for whoever writes logs.

use crate::Cost;
use rankine_isa::Instr;

/// What is noted of an instruction that has retired, or a [`Note`] that stands before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Record {
    /// Address of the instruction; odd for a note.
    pub pc: u64,
    /// What its destination holds now, of a store the register that was stored. Of a note, what that says.
    pub value: u64,
    /// Address of its access of private memory; 1 for a branch that was taken or a jump, else 0.
    pub addr: u64,
}

/// What belongs to the next record of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Cycles of fetching it, of its accesses, and of its operands beyond its static cost.
    Fetch,
    Data,
    Issue,
    /// What was paid for accesses was for an instruction that does not retire here.
    Left,
    /// It begins, or goes on, at this cycle.
    Now,
    /// What an atomic instruction has stored.
    Stored,
    /// What the CSR holds now that it may have written.
    Csr,
}

impl Record {
    const NOTES: [Note; 7] = [Note::Fetch, Note::Data, Note::Issue, Note::Left, Note::Now, Note::Stored, Note::Csr];

    pub const fn note(note: Note, value: u64) -> Record {
        Record { pc: (note as u64) << 1 | 1, value, addr: 0 }
    }

    /// Which note it is, if it is one.
    #[inline(always)]
    pub fn as_note(&self) -> Option<Note> {
        if self.pc & 1 == 0 { None } else { Record::NOTES.get((self.pc >> 1) as usize).copied() }
    }
}

/// What stood where an instruction was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Compressed ones come as what they expand to.
    pub instr: Instr,
    /// Its bytes, little-endian.
    pub bits: u32,
    pub cost: Cost,
}
