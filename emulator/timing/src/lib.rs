//! Hart timing: instructions and accesses to cycles.
//!
//! What an instruction costs is static as far as it can be: [`Timing::costs`] looks at straight code once, when it is
//! decoded. Dynamic is what depends on an address: caches, which the engine asks only where marks do not
//! say that the answer is zero.

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
    /// Paid whenever the instruction retires. Zero for one that issues together with the next.
    pub base: u16,
    /// Paid on top by a taken branch; negative where being taken is cheaper.
    pub taken: i16,
}

/// An instruction as it was decoded where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeCost {
    /// Its length.
    pub bytes: u64,
    /// Its static cost, and the additional one of leaving it for another place than the next.
    pub cycles: u64,
    pub taken: i64,
}

/// An access that was not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// Beyond the static cost of the instruction.
    pub cycles: u64,
    /// Is the same access free from now on?
    pub is_free: bool,
}

/// What [`Timing::access_quickly`] comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quickly {
    /// Paid with so many cycles, and free from now on.
    Free(u64),
    /// The same, and [`Timing::write_back`] has to be asked for what a line costs that leaves: this one.
    Leaves(u64, u64),
    /// Nothing was done: that is for [`Timing::access`].
    No,
}

/// Control has gone from an instruction to another by a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    pub from: u64,
    pub to: u64,
    pub kind: JumpKind,
    /// Address behind `from`.
    pub return_address: u64,
    /// The stack pointer.
    pub sp: u64,
    /// Cycles and instructions of the hart so far.
    pub cycles: u64,
    pub instret: u64,
}

/// What a jump is by the calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpKind {
    /// It links nothing, and is no return.
    Plain,
    Call,
    Return,
}

/// A timing model of a hart's pipeline and caches.
///
/// Accesses are of private memory. An access is *free* if it costs nothing and leaves the model as it is, so that
/// making it, or making it again, need not be told: marks may say that of fewer accesses than they could.
///
/// # Safety
/// [`Timing::marks`] must give the same slice as long as the value is neither dropped nor assigned to. The counters that
/// [`Timing::places`] gives must stay valid as long, and be used by nobody else between methods, if a profile is kept. So must
/// the records that [`Timing::tape`] gives.
pub unsafe trait Timing {
    /// Can fetches, loads, stores or shifts cost anything? None of the methods for them is called if not.
    const DYNAMIC: bool = false;

    /// Static costs of instructions that follow one another in memory. `entered[i]` if control may also come to the
    /// i-th from elsewhere. A jump, and any other instruction that control leaves from, costs at least 1 cycle.
    fn costs(&self, code: &[Instr], entered: &[bool]) -> Vec<Cost>;

    /// Bytes of the lines that code is fetched by, a power of two of at least 32.
    fn code_line_bytes(&self) -> u64 {
        64
    }

    /// A mark for every [`GRANULE`] bytes of memory: which kinds of access are free there. Not looked at unless
    /// [`Timing::DYNAMIC`].
    fn marks(&self) -> &[Cell<u8>] {
        &[]
    }

    /// Cycles to fetch `bytes` of code at `pc`.
    fn fetch(&mut self, pc: u64, bytes: u64) -> u64 {
        let _ = (pc, bytes);
        0
    }

    /// Pays for a load or store that is not free.
    fn access(&mut self, addr: u64, bytes: u64, is_store: bool) -> Paid {
        let _ = (addr, bytes, is_store);
        Paid { cycles: 0, is_free: true }
    }

    /// As [`Timing::access`] where that is simple, for an access at `offset` from the start of private memory.
    ///
    /// # Safety
    /// That is where the access begins, a multiple of its bytes, and it is not free.
    unsafe fn access_quickly(&mut self, offset: u64, is_store: bool) -> Quickly {
        let _ = (offset, is_store);
        Quickly::No
    }

    /// Cycles of the changed line that [`Quickly::Leaves`] names, which must be asked for once, and next.
    fn write_back(&mut self, line: u64) -> u64 {
        let _ = line;
        0
    }

    /// Has the last fetch or access asked something of a memory that others use, too? Then the hart must stop, and somebody
    /// take what was asked, before anything else is done.
    fn asks(&self) -> bool {
        false
    }

    /// Does it keep a profile? None of the methods for that is called if not. They must not be inlined but for
    /// [`Timing::jumped`]: the engine's handlers have no variables in memory.
    const PROFILED: bool = false;

    /// Counters for the `bytes` of code at `pc`, for each 2 of them: arrivals of control, and departures behind what begins
    /// there for another place than the next one. The engine's handlers count transfers within that code there themselves,
    /// and tell no one. Valid until [`Timing::take_counters`].
    fn places(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2] {
        let _ = (pc, bytes);
        std::ptr::null_mut()
    }

    /// Code is about to be forgotten: takes what the counters of all places tell. `cost` says what has been executed at an
    /// address, and is none where nothing has. The hart is outside, by [`Timing::left`].
    fn take_counters(&mut self, cost: &dyn Fn(u64) -> Option<CodeCost>) {
        let _ = cost;
    }

    /// Control has gone from an instruction, which has retired, to another place than the next one.
    fn transferred(&mut self, from: u64, to: u64) {
        let _ = (from, to);
    }

    /// It has done so by a jump. Comes behind [`Timing::transferred`].
    fn jumped(&mut self, jump: &Jump) {
        let _ = jump;
    }

    /// The hart begins to execute at `pc`, at this cycle.
    fn entered(&mut self, pc: u64, cycles: u64) {
        let _ = (pc, cycles);
    }

    /// It has stopped executing, at this cycle: at `pc`, or behind the instruction there if that has retired.
    fn left(&mut self, pc: u64, is_retired: bool, cycles: u64) {
        let _ = (pc, is_retired, cycles);
    }

    /// The instruction at `pc` has been paid for with so many cycles beyond its static cost.
    fn paid(&mut self, pc: u64, cycles: u64) {
        let _ = (pc, cycles);
    }

    /// Does it take records? None of the methods for that is called if not.
    const RECORDED: bool = false;

    /// Where records go until they are taken: the same place each time, for [`TAPE_MIN`] of them at least.
    fn tape(&mut self) -> Range<*mut Record> {
        std::ptr::null_mut()..std::ptr::null_mut()
    }

    /// Takes so many records of the tape. `executed` tells what stands at an address that records name.
    fn take_records(&mut self, count: usize, executed: &dyn Fn(u64) -> Option<Executed>) {
        let _ = (count, executed);
    }

    /// Cycles of a shift by an amount in a register beyond its static cost.
    fn shift(&self, amount: u64) -> u64 {
        let _ = amount;
        0
    }

    /// May [`Timing::window`] give one? If not, nothing of windows is compiled into the engine, and no hart with this timing has
    /// one.
    const WINDOWED: bool = false;

    /// Does the hart have a window of instructions in flight?
    #[inline(always)]
    fn is_windowed(&self) -> bool {
        false
    }

    /// That window. It has to be told of each instruction, in this order: [`Window::issue`]; for each load or store of private
    /// memory [`Window::miss`] with what [`Timing::access`] says, then [`Window::access`] even if the access is free; and
    /// [`Window::resolve`].
    #[inline(always)]
    fn window(&mut self) -> Option<&mut Window> {
        None
    }

    /// `fence.i`: what has been fetched may be stale.
    fn flush_code(&mut self) {}

    /// [`Timing::DYNAMIC`] of the timing that this one stands for: itself, unless it stands for one of any type. The same
    /// holds for the two that follow.
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

/// Records that a tape has room for at least.
pub const TAPE_MIN: usize = 64;

/// What instructions and accesses cost, in an implementation of [`Timing`]: what the one in the field `$cached` says, which has
/// caches.
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

        // A call would have its answer in memory, and handlers have no variables there.
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
