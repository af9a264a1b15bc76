//! Recording: writes a record of each executed instruction, for timings that take records
//! ([`Timing::RECORDED`]).

use crate::context::{Context, Frame, Mode, Next, View};
use crate::entry::{Entry, Handler};
use crate::state::Hart;
use crate::watch::Accessed;
use rankine_isa::{Bank, Class, Op};
use rankine_timing::{Note, Record, Timing};

/// Does one record describe the instruction? Other instructions are left to the careful form.
pub const fn is_simple(op: Op) -> bool {
    !matches!(op.class(), Class::Atomic | Class::Csr)
}

impl<T: Timing> Frame<'_, T> {
    /// Writes a note on the current instruction.
    #[inline(always)]
    pub fn note(&mut self, note: Note, value: u64) {
        if self.timing.is_recorded() {
            self.tape.put(Record::note(note, value));
        }
    }

    /// Notes cycles of the current instruction beyond its static cost.
    #[inline(always)]
    pub fn note_cycles(&mut self, note: Note, cycles: u64) {
        if self.timing.is_recorded() && cycles > 0 {
            self.note(note, cycles);
        }
    }

    /// Records an instruction of any kind that the careful form has executed.
    pub fn record_any(&mut self, hart: &Hart, (e, handler): (&Entry, Handler), pc: u64, taken: bool) {
        let Some(op) = handler.op().filter(|_| self.timing.is_recorded()) else { return };
        let (access, view) = (self.accessed, self.view);
        if let (Class::Atomic, Some(access)) = (op.class(), access.filter(|access| access.is_store)) {
            self.note(Note::Stored, memory(&view, &access));
        }
        if op.class() == Class::Csr {
            self.note(Note::Csr, hart.read_csr(e.imm as u16).unwrap_or(0));
        }
        let value = Content::of(op).value(e, |reg| hart.x[usize::from(reg)], |reg| hart.f[usize::from(reg)]);
        let addr = access.map_or(u64::from(taken), |access| access.addr);
        self.tape.put(Record { pc, value, addr });
    }
}

/// The value in memory at the place of an access.
fn memory(view: &View, access: &Accessed) -> u64 {
    let value = if access.bytes == 4 { view.read::<u32>(access.addr) } else { view.read::<u64>(access.addr) };
    value.unwrap_or(0)
}

/// The content of an operation's record.
#[derive(Clone, Copy)]
pub struct Content {
    place: Place,
    /// Is it a load or a store?
    accesses: bool,
}

/// The place of the value for the record.
#[derive(Clone, Copy)]
enum Place {
    X,
    F,
    StoredX,
    StoredF,
    None,
}

impl Content {
    pub const fn of(op: Op) -> Content {
        let class = op.class();
        let place = match (op.format().banks()[0], class) {
            (Some(Bank::X), _) => Place::X,
            (Some(Bank::F), _) => Place::F,
            (None, Class::Store) => Place::StoredX,
            (None, Class::FpStore) => Place::StoredF,
            (None, _) => Place::None,
        };
        let accesses = matches!(class, Class::Load | Class::FpLoad | Class::Store | Class::FpStore);
        Content { place, accesses }
    }

    /// The value for the record. `x` and `f` read registers.
    #[inline(always)]
    fn value(self, e: &Entry, x: impl Fn(u8) -> u64, f: impl Fn(u8) -> u64) -> u64 {
        match self.place {
            Place::X => x(e.rd),
            Place::F => f(e.rd),
            Place::StoredX => x(e.rs2),
            Place::StoredF => f(e.rs2),
            Place::None => 0,
        }
    }
}

impl<M: Mode> Context<'_, '_, M> {
    /// Records the current instruction, a [simple](is_simple) one, if its outcome is to retire
    /// here. `content` is a constant wherever this is inlined.
    #[inline(always)]
    pub fn record(&mut self, e: &Entry, content: Content, next: Next) {
        let taken = match next {
            Next::Sequential => false,
            Next::Relative { .. } | Next::Absolute(_) => true,
            _ => return,
        };
        let value = content.value(e, |reg| self.x(reg), |reg| self.f(reg));
        let addr = if content.accesses { self.address_accessed } else { u64::from(taken) };
        let pc = self.pc();
        self.frame.tape.put(Record { pc, value, addr });
    }
}
