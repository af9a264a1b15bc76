//! An allow-list of the files that a process may open. The kernel enforces it for the process and
//! its children (Linux, Documentation/userspace-api/landlock.rst). The C compiler needs such a
//! list, because a submission can name any file in `#include`, or in `.incbin` of its assembler.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;

/// Rights to files in the first version of the interface (linux/landlock.h): bit 0 is execute, 1
/// write, 2 read, 3 list a directory; bits 4 to 12 are to remove and to make entries of
/// directories. The second version adds bit 13, links and renames between directories. The first
/// version forbids these everywhere.
const EXECUTE: u64 = 1;
const WRITE: u64 = 1 << 1;
const READ: u64 = 1 << 2;
const LIST: u64 = 1 << 3;
const ALL: u64 = (1 << 14) - 1;
/// The rights that a file can have that is no directory.
const OF_FILES: u64 = EXECUTE | WRITE | READ;

const RULE_PATH_BENEATH: libc::c_int = 1;

/// `struct landlock_path_beneath_attr`.
#[repr(C, packed)]
struct PathBeneath {
    allowed_access: u64,
    parent_fd: i32,
}

/// What may be done with files at and beneath a path.
#[derive(Clone, Copy)]
pub enum Access {
    /// Read and execute.
    Read,
    /// Read and write; for devices.
    Use,
    /// All rights.
    Change,
}

/// An allow-list.
pub struct Rules(OwnedFd);

impl Rules {
    /// An empty list. None if this computer's kernel has no such lists, or only their first
    /// version.
    pub fn new() -> Option<Rules> {
        let handled = ALL;
        // SAFETY: the attribute is the first member of `struct landlock_ruleset_attr`, and the
        // kernel takes the structure's size into account; the descriptor is new and ours.
        unsafe {
            let fd = libc::syscall(libc::SYS_landlock_create_ruleset, &raw const handled, size_of::<u64>(), 0);
            (fd >= 0).then(|| Rules(OwnedFd::from_raw_fd(fd as i32)))
        }
    }

    /// Adds the files at and beneath a path. Does nothing if there is no such path.
    pub fn allow(&self, path: &Path, access: Access) {
        let Ok(place) = File::open(path) else { return };
        let is_directory = place.metadata().is_ok_and(|about| about.is_dir());
        let wanted = match access {
            Access::Read => EXECUTE | READ | LIST,
            Access::Use => READ | WRITE,
            Access::Change => ALL,
        };
        let allowed_access = if is_directory { wanted } else { wanted & OF_FILES };
        let rule = PathBeneath { allowed_access, parent_fd: place.as_raw_fd() };
        // SAFETY: the structure is as the kernel declares it and outlives the call. If a rule is
        // not added, less is allowed.
        unsafe {
            libc::syscall(libc::SYS_landlock_add_rule, self.0.as_raw_fd(), RULE_PATH_BENEATH, &raw const rule, 0);
        }
    }

    /// Restricts the calling process to the list, permanently. Async-signal-safe.
    pub fn enforce(&self) -> io::Result<()> {
        // SAFETY: both calls take numbers only.
        let failed = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
                || libc::syscall(libc::SYS_landlock_restrict_self, self.0.as_raw_fd(), 0) != 0
        };
        if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}
