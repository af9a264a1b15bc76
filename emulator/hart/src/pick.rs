//! Chooses the tail-called handlers for the entries of predecoded code.

use crate::entry::Pick;
use crate::pairs::pick_pair;
use crate::quick::{TAIL_CALLS, pick_one};
use rankine_isa::Xlen;
use rankine_timing::Timing;

/// Are there tail-called handlers for this timing? With both profile and records, only the careful
/// form is used.
pub const fn has_quick<T: Timing>() -> bool {
    TAIL_CALLS && !(T::PROFILED && T::RECORDED)
}

/// The handlers for this register width and timing. Code is fetched in lines of `line_bytes`.
pub fn pick_for<T: Timing>(xlen: Xlen, line_bytes: u64) -> Pick {
    match xlen {
        // Unused handlers are not compiled.
        _ if const { !has_quick::<T>() } => Pick { line_bytes: None, one: |_, _| unused, pair: |_, _, _| None },
        Xlen::Rv32 => of_width::<false, T>(line_bytes),
        Xlen::Rv64 => of_width::<true, T>(line_bytes),
    }
}

/// The handler of entries in builds without tail calls. It is never called.
extern "C" fn unused() {}

fn of_width<const X64: bool, T: Timing>(line_bytes: u64) -> Pick {
    Pick {
        line_bytes: T::DYNAMIC.then_some(line_bytes),
        one: pick_one::<X64, T>,
        // Profiles, records and windows must see each instruction by itself.
        pair: if const { T::PROFILED || T::RECORDED || T::WINDOWED } { |_, _, _| None } else { pick_pair::<X64, T> },
    }
}
