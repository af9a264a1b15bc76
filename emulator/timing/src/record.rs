//! Records of executed instructions, from which logs are written. The engine writes them in as few
//! steps as possible.

use crate::Cost;
use rankine_isa::Instr;

/// A record of an instruction that has retired, or a [`Note`] that stands before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Record {
    /// Address of the instruction; odd for a note.
    pub pc: u64,
    /// The new value of its destination register; for a store, the register that was stored. For a
    /// note, the note's value.
    pub value: u64,
    /// Address of its access to private memory; 1 for a taken branch or a jump; else 0.
    pub addr: u64,
}

/// Additional information on the next record of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Cycles beyond its static cost: of fetching it, of its accesses, and of waiting for its
    /// operands.
    Fetch,
    Data,
    Issue,
    /// The accesses paid for so far belong to an instruction that does not retire here.
    Left,
    /// The instruction begins, or goes on, at this cycle.
    Now,
    /// The value that an atomic instruction has stored.
    Stored,
    /// The present value of the CSR that the instruction may have written.
    Csr,
}

impl Record {
    const NOTES: [Note; 7] = [Note::Fetch, Note::Data, Note::Issue, Note::Left, Note::Now, Note::Stored, Note::Csr];

    pub const fn note(note: Note, value: u64) -> Record {
        Record { pc: (note as u64) << 1 | 1, value, addr: 0 }
    }

    /// The kind of note, or none if this is no note.
    #[inline(always)]
    pub fn as_note(&self) -> Option<Note> {
        if self.pc & 1 == 0 { None } else { Record::NOTES.get((self.pc >> 1) as usize).copied() }
    }
}

/// The instruction at an address where one was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// A compressed instruction comes as the instruction that it expands to.
    pub instr: Instr,
    /// Its bytes, little-endian.
    pub bits: u32,
    pub cost: Cost,
}
