//! A timing of any type. With it, the careful form and the engine around it are compiled once,
//! here, for all timings.

use rankine_isa::Instr;
use rankine_timing::{CodeCost, Cost, Executed, Jump, Paid, Record, Timing, Window};
use std::cell::Cell;
use std::ops::Range;

pub struct AnyTiming<'a> {
    timing: &'a mut dyn Methods,
    is_dynamic: bool,
    is_profiled: bool,
    is_recorded: bool,
    is_windowed: bool,
}

impl<'a> AnyTiming<'a> {
    pub fn new<T: Timing>(timing: &'a mut T) -> AnyTiming<'a> {
        let is_windowed = timing.is_windowed();
        AnyTiming { timing, is_dynamic: T::DYNAMIC, is_profiled: T::PROFILED, is_recorded: T::RECORDED, is_windowed }
    }

    /// The timing inside.
    ///
    /// # Safety
    /// `T` is the type of the timing inside, or a type with the same layout.
    pub unsafe fn timing_of<T>(&mut self) -> &mut T {
        // SAFETY: as promised.
        unsafe { &mut *std::ptr::from_mut(self.timing).cast() }
    }
}

/// The methods of [`Timing`] that the careful form and the engine around it call.
macro_rules! forward {
    (
        $(fn $look:ident(&$this:ident $(, $input:ident: $of:ty)*) -> $answer:ty;)*
        mut
        $(fn $change:ident(&mut $self:ident $(, $argument:ident: $type:ty)*) -> $result:ty;)*
    ) => {
        /// The methods as an object-safe trait. [`Timing`] has constants, so it cannot be a trait
        /// object.
        trait Methods {
            $(fn $look(&self $(, $input: $of)*) -> $answer;)*
            $(fn $change(&mut self $(, $argument: $type)*) -> $result;)*
        }

        impl<T: Timing> Methods for T {
            $(fn $look(&$this $(, $input: $of)*) -> $answer {
                Timing::$look($this $(, $input)*)
            })*
            $(fn $change(&mut $self $(, $argument: $type)*) -> $result {
                Timing::$change($self $(, $argument)*)
            })*
        }

        // SAFETY: all answers are those of the timing inside, unchanged.
        unsafe impl Timing for AnyTiming<'_> {
            const DYNAMIC: bool = true;
            const PROFILED: bool = true;
            const RECORDED: bool = true;
            const WINDOWED: bool = true;

            fn is_dynamic(&self) -> bool {
                self.is_dynamic
            }

            fn is_profiled(&self) -> bool {
                self.is_profiled
            }

            fn is_recorded(&self) -> bool {
                self.is_recorded
            }

            fn is_windowed(&self) -> bool {
                self.is_windowed
            }

            $(fn $look(&$this $(, $input: $of)*) -> $answer {
                $this.timing.$look($($input),*)
            })*
            $(fn $change(&mut $self $(, $argument: $type)*) -> $result {
                $self.timing.$change($($argument),*)
            })*
        }
    };
}

forward! {
    fn costs(&self, code: &[Instr], entered: &[bool]) -> Vec<Cost>;
    fn marks(&self) -> &[Cell<u8>];
    fn asks(&self) -> bool;
    fn shift(&self, amount: u64) -> u64;
    mut
    fn fetch(&mut self, pc: u64, bytes: u64) -> u64;
    fn access(&mut self, addr: u64, bytes: u64, is_store: bool) -> Paid;
    fn window(&mut self) -> Option<&mut Window>;
    fn flush_code(&mut self) -> ();
    fn places(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2];
    fn take_counters(&mut self, cost: &dyn Fn(u64) -> Option<CodeCost>) -> ();
    fn transferred(&mut self, from: u64, to: u64) -> ();
    fn jumped(&mut self, jump: &Jump) -> ();
    fn entered(&mut self, pc: u64, cycles: u64) -> ();
    fn left(&mut self, pc: u64, is_retired: bool, cycles: u64) -> ();
    fn paid(&mut self, pc: u64, cycles: u64) -> ();
    fn tape(&mut self) -> Range<*mut Record>;
    fn take_records(&mut self, count: usize, executed: &dyn Fn(u64) -> Option<Executed>) -> ();
}
