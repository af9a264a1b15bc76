//! Flags of gcc that programs and the library have in common.

use std::ffi::OsString;
use std::path::Path;

use super::target::Target;

/// picolibc's headers hide the POSIX clocks behind these.
const DEFINES: [&str; 2] = ["-D_POSIX_TIMERS=1", "-D_POSIX_MONOTONIC_CLOCK=200112L"];

/// What the code is generated for.
pub(super) fn machine(target: &Target) -> Vec<OsString> {
    vec![
        "--specs=picolibc.specs".into(),
        format!("-march={}", target.march).into(),
        format!("-mabi={}", target.mabi).into(),
        format!("-mcmodel={}", target.mcmodel).into(),
    ]
}

/// Before the user's arguments, so that theirs win.
pub(super) fn base(target: &Target) -> Vec<OsString> {
    let mut args = machine(target);
    args.push("-g".into());
    args.extend(DEFINES.map(OsString::from));
    args
}

/// The library's files appear in the debug information as `rankine/libmpi-c/...` and `rankine/toolchain/...`.
pub(super) fn debug_prefix_map(sources: &Path) -> OsString {
    let mut map = OsString::from("-fdebug-prefix-map=");
    map.push(sources);
    map.push("=rankine");
    map
}
