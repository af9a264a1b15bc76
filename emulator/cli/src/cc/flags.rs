//! Flags of gcc that programs and the library have in common.

use std::ffi::OsString;
use std::path::Path;

use super::language::CLibrary;
use super::target::Target;

/// picolibc's headers declare the POSIX clocks only if the first two are defined. Programs ask for the
/// others to tell systems with POSIX from Windows; gcc for bare metal does not define them.
const DEFINES: [&str; 4] = ["-D_POSIX_TIMERS=1", "-D_POSIX_MONOTONIC_CLOCK=200112L", "-D__unix__=1", "-D__unix=1"];

/// The options that say for which machine gcc generates code.
pub(super) fn machine(target: &Target) -> Vec<OsString> {
    let of_library = match target.c_library() {
        CLibrary::Picolibc => "--specs=picolibc.specs",
        // The compilers of GNU/Linux make other code by default.
        CLibrary::Gnu => "-fno-pie",
    };
    vec![
        of_library.into(),
        format!("-march={}", target.march).into(),
        format!("-mabi={}", target.mabi).into(),
        format!("-mcmodel={}", target.mcmodel).into(),
    ]
}

/// Flags that stand before the user's arguments, so that the user's override them.
pub(super) fn base(target: &Target) -> Vec<OsString> {
    let mut args = machine(target);
    args.push("-g".into());
    if target.c_library() == CLibrary::Picolibc {
        args.extend(DEFINES.map(OsString::from));
    }
    args
}

/// The directory of the library's files in debug information: `rankine/libmpi-c/...` and
/// `rankine/toolchain/...`.
pub(super) const SOURCES_IN_DEBUG: &str = "rankine";

/// Gives the library's files that directory.
pub(super) fn debug_prefix_map(sources: &Path) -> OsString {
    let mut map = OsString::from("-fdebug-prefix-map=");
    map.push(sources);
    map.push("=");
    map.push(SOURCES_IN_DEBUG);
    map
}
