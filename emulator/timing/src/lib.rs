//! Timing of harts: the cycles of instructions and accesses.
//!
//! Most costs are static: [`Timing::costs`] computes them once for straight code, when the code is
//! decoded. Costs that depend on an address are dynamic: the engine asks the caches, unless the
//! marks say that the access is free.

mod asked;
mod cache;
mod cached;
mod counts;
mod marks;
mod misses;
mod params;
mod pipeline;
mod port;
mod record;
mod rows;
mod window;

pub use asked::Asked;
pub use cache::LONGEST_LINE;
pub use cached::Cached;
pub use counts::CacheCounts;
pub use marks::{FREE_FETCH, FREE_LOAD, FREE_STORE, GRANULE};
pub use params::{CacheParams, Prediction, Replacement, TimingParams};
pub use pipeline::Pipeline;
pub use port::{DdrParams, Port};
pub use record::{Executed, Note, Record};
pub use window::{NO_REGISTER, Operands, Shape, Window};

use rankine_isa::Instr;
use std::cell::Cell;
use std::ops::Range;

/// Static cost of an instruction in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Paid whenever the instruction retires. Zero if it issues together with the next one.
    pub base: u16,
    /// Added if a branch is taken; negative if a taken branch is cheaper.
    pub taken: i16,
}

/// An instruction's length and static costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeCost {
    /// Its length in bytes.
    pub bytes: u64,
    /// Its static cost, and the additional cost if control does not go on to the next instruction.
    pub cycles: u64,
    pub taken: i64,
}

/// An access that was not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// Cycles beyond the static cost of the instruction.
    pub cycles: u64,
    /// Is the same access free from now on?
    pub is_free: bool,
}

/// Result of [`Timing::access_quickly`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quickly {
    /// The access costs this many cycles and is free from now on.
    Free(u64),
    /// The same, and this line (the first field) is written back: call [`Timing::write_back`] for
    /// its cost, too.
    Leaves(u64, u64),
    /// Nothing was done: call [`Timing::access`].
    No,
}

/// Control has gone from one instruction to another by a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    pub from: u64,
    pub to: u64,
    pub kind: JumpKind,
    /// The address behind the instruction at `from`.
    pub return_address: u64,
    /// The stack pointer.
    pub sp: u64,
    /// Cycles and instructions of the hart so far.
    pub cycles: u64,
    pub instret: u64,
}

/// The meaning of a jump by the calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpKind {
    /// Neither a call nor a return.
    Plain,
    Call,
    Return,
}

/// A timing model of a hart's pipeline and caches.
///
/// Accesses are to private memory. An access is *free* if it costs nothing and does not change the
/// model, so the model need not be told of it, however often it is repeated. Marks may declare
/// fewer accesses free than are free.
///
/// # Safety
/// [`Timing::marks`] must give the same slice until the value is dropped or assigned to. If a
/// profile is kept, the counters that [`Timing::places`] gives must stay valid as long, and nobody
/// else may use them between methods. The same holds for the records that [`Timing::tape`] gives.
pub unsafe trait Timing {
    /// Can fetches, loads, stores or shifts have dynamic costs? If not, none of the methods for
    /// them is called.
    const DYNAMIC: bool = false;

    /// Static costs of instructions that follow one another in memory. `entered[i]` says whether
    /// control may also come to the i-th one from elsewhere. A jump, and any other instruction
    /// after which control may go elsewhere, costs at least 1 cycle.
    fn costs(&self, code: &[Instr], entered: &[bool]) -> Vec<Cost>;

    /// Bytes of the lines in which code is fetched: a power of two, at least 32.
    fn code_line_bytes(&self) -> u64 {
        64
    }

    /// A mark for every [`GRANULE`] bytes of memory: the kinds of access that are free there. Read
    /// only if [`Timing::DYNAMIC`].
    fn marks(&self) -> &[Cell<u8>] {
        &[]
    }

    /// Returns the cycles to fetch `bytes` of code at `pc`.
    fn fetch(&mut self, pc: u64, bytes: u64) -> u64 {
        let _ = (pc, bytes);
        0
    }

    /// Performs a load or store that is not free, and returns its cost.
    fn access(&mut self, addr: u64, bytes: u64, is_store: bool) -> Paid {
        let _ = (addr, bytes, is_store);
        Paid { cycles: 0, is_free: true }
    }

    /// A fast version of [`Timing::access`] for simple cases. The access begins at `offset` from
    /// the start of private memory.
    ///
    /// # Safety
    /// `offset` is in private memory and a multiple of the access's size, and the access is not
    /// free.
    unsafe fn access_quickly(&mut self, offset: u64, is_store: bool) -> Quickly {
        let _ = (offset, is_store);
        Quickly::No
    }

    /// Returns the cycles to write back the changed line that [`Quickly::Leaves`] names. Must be
    /// called once, before any other method.
    fn write_back(&mut self, line: u64) -> u64 {
        let _ = line;
        0
    }

    /// Has the last fetch or access asked something of a memory that others use, too? Then the hart
    /// must stop, and the request must be taken before anything else is done.
    fn asks(&self) -> bool {
        false
    }

    /// Does it keep a profile? If not, none of the methods for profiles is called. They must not be
    /// inlined, except [`Timing::jumped`], because the engine's handlers have no variables in
    /// memory.
    const PROFILED: bool = false;

    /// Counters for the `bytes` of code at `pc`, one pair for each 2 bytes: arrivals of control,
    /// and departures from the instruction there to a place other than the next one. The engine's
    /// handlers count transfers within that code in these counters, without calling other methods.
    /// Valid until [`Timing::take_counters`].
    fn places(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2] {
        let _ = (pc, bytes);
        std::ptr::null_mut()
    }

    /// Code is about to be discarded: evaluates the counters of all places. `cost` returns length
    /// and cost of the instruction executed at an address, or none if none was. The hart has
    /// stopped executing before ([`Timing::left`]).
    fn take_counters(&mut self, cost: &dyn Fn(u64) -> Option<CodeCost>) {
        let _ = cost;
    }

    /// Control has gone from an instruction, which has retired, to a place other than the next one.
    fn transferred(&mut self, from: u64, to: u64) {
        let _ = (from, to);
    }

    /// That transfer was a jump. Called after [`Timing::transferred`].
    fn jumped(&mut self, jump: &Jump) {
        let _ = jump;
    }

    /// The hart begins to execute at `pc`, at this cycle.
    fn entered(&mut self, pc: u64, cycles: u64) {
        let _ = (pc, cycles);
    }

    /// The hart has stopped executing at this cycle: at `pc`, or behind the instruction at `pc` if
    /// that has retired.
    fn left(&mut self, pc: u64, is_retired: bool, cycles: u64) {
        let _ = (pc, is_retired, cycles);
    }

    /// The instruction at `pc` has cost `cycles` cycles beyond its static cost.
    fn paid(&mut self, pc: u64, cycles: u64) {
        let _ = (pc, cycles);
    }

    /// Does it take records? If not, none of the methods for records is called.
    const RECORDED: bool = false;

    /// Where records are written until they are taken: the same place each time, with room for at
    /// least [`TAPE_MIN`] records.
    fn tape(&mut self) -> Range<*mut Record> {
        std::ptr::null_mut()..std::ptr::null_mut()
    }

    /// Takes the first `count` records of the tape. `executed` returns the instruction at an
    /// address that a record names.
    fn take_records(&mut self, count: usize, executed: &dyn Fn(u64) -> Option<Executed>) {
        let _ = (count, executed);
    }

    /// Cycles beyond its static cost of a shift by an amount in a register.
    fn shift(&self, amount: u64) -> u64 {
        let _ = amount;
        0
    }

    /// May [`Timing::window`] return a window? If not, the engine is compiled without windows, and
    /// no hart with this timing has one.
    const WINDOWED: bool = false;

    /// Does the hart have a window of instructions in flight?
    #[inline(always)]
    fn is_windowed(&self) -> bool {
        false
    }

    /// Returns that window. For each instruction, these functions must be called in this order:
    /// [`Window::issue`]; for each load or store of private memory [`Window::miss`] with the cycles
    /// from [`Timing::access`], then [`Window::access`], even if the access is free; and
    /// [`Window::resolve`].
    #[inline(always)]
    fn window(&mut self) -> Option<&mut Window> {
        None
    }

    /// `fence.i`: fetched code may be stale.
    fn flush_code(&mut self) {}

    /// [`Timing::DYNAMIC`] of this timing, or, for a wrapper of any timing, of the timing that it
    /// wraps. The same holds for the two functions below.
    #[inline(always)]
    fn is_dynamic(&self) -> bool {
        Self::DYNAMIC
    }

    #[inline(always)]
    fn is_profiled(&self) -> bool {
        Self::PROFILED
    }

    #[inline(always)]
    fn is_recorded(&self) -> bool {
        Self::RECORDED
    }
}

/// The least number of records that a tape has room for.
pub const TAPE_MIN: usize = 64;

/// Implements the cost methods of [`Timing`] by those of the field `$cached`, a timing with caches.
#[macro_export]
macro_rules! costs_of {
    ($cached:ident) => {
        const DYNAMIC: bool = true;

        fn costs(&self, code: &[rankine_isa::Instr], entered: &[bool]) -> Vec<$crate::Cost> {
            self.$cached.costs(code, entered)
        }

        fn code_line_bytes(&self) -> u64 {
            self.$cached.code_line_bytes()
        }

        fn marks(&self) -> &[std::cell::Cell<u8>] {
            self.$cached.marks()
        }

        fn fetch(&mut self, pc: u64, bytes: u64) -> u64 {
            self.$cached.fetch(pc, bytes)
        }

        fn access(&mut self, addr: u64, bytes: u64, is_store: bool) -> $crate::Paid {
            self.$cached.access(addr, bytes, is_store)
        }

        // This is inlined because a call would return its answer in memory, and handlers have no
        // variables there.
        // SAFETY: what the trait asks of callers.
        #[inline(always)]
        unsafe fn access_quickly(&mut self, offset: u64, is_store: bool) -> $crate::Quickly {
            // SAFETY: the caller's.
            unsafe { self.$cached.access_quickly(offset, is_store) }
        }

        fn write_back(&mut self, line: u64) -> u64 {
            self.$cached.write_back(line)
        }

        fn asks(&self) -> bool {
            self.$cached.asks()
        }

        fn shift(&self, amount: u64) -> u64 {
            self.$cached.shift(amount)
        }

        #[inline(always)]
        fn is_windowed(&self) -> bool {
            self.$cached.is_windowed()
        }

        #[inline(always)]
        fn window(&mut self) -> Option<&mut $crate::Window> {
            self.$cached.window()
        }
    };
}

/// Untimed: every instruction takes one cycle.
// SAFETY: no marks, always.
unsafe impl Timing for () {
    fn costs(&self, code: &[Instr], _: &[bool]) -> Vec<Cost> {
        vec![Cost { base: 1, taken: 0 }; code.len()]
    }
}
