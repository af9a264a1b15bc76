//! Which tail-called handlers the entries of predecoded code name.

use crate::entry::Pick;
use crate::pairs::pick_pair;
use crate::quick::{TAIL_CALLS, pick_one};
use rankine_isa::Xlen;
use rankine_timing::Timing;

/// Are there tail-called handlers for this timing? Profile and records together are left to the careful form.
pub const fn has_quick<T: Timing>() -> bool {
    TAIL_CALLS && !(T::PROFILED && T::RECORDED)
}

/// The handlers for this register width and timing, which fetches lines of so many bytes.
pub fn pick_for<T: Timing>(xlen: Xlen, line_bytes: u64) -> Pick {
    match xlen {
        // Handlers that are not used need not even be compiled.
        _ if const { !has_quick::<T>() } => Pick { line_bytes: None, one: |_, _| unused, pair: |_, _, _| None },
        Xlen::Rv32 => of_width::<false, T>(line_bytes),
        Xlen::Rv64 => of_width::<true, T>(line_bytes),
    }
}

/// What entries name in builds without tail calls, which never call it.
extern "C" fn unused() {}

fn of_width<const X64: bool, T: Timing>(line_bytes: u64) -> Pick {
    Pick {
        line_bytes: T::DYNAMIC.then_some(line_bytes),
        one: pick_one::<X64, T>,
        // Profiles are kept of each instruction by itself, and so are records; a window is told of each.
        pair: if const { T::PROFILED || T::RECORDED || T::WINDOWED } { |_, _, _| None } else { pick_pair::<X64, T> },
    }
}
