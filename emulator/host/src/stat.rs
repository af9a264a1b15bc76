//! The status of a file for programs: Linux's generic `struct stat` of 64-bit machines
//! (asm-generic/stat.h).
//!
//! 32-bit C libraries whose `time_t` has 64 bits lay out the same 128 bytes. Fields that would
//! differ from host to host (numbers of devices, files and users, dates) have fixed values.

use super::clock::EPOCH_SECONDS;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

pub(super) const STAT_BYTES: usize = 128;
pub(super) const BLOCK_BYTES: u64 = 4096;
const CONSOLE_BLOCK_BYTES: u64 = 1024;

/// File types (linux/stat.h).
const S_IFCHR: u32 = 0o020_000;
const S_IFDIR: u32 = 0o040_000;
const S_IFREG: u32 = 0o100_000;
const S_IFLNK: u32 = 0o120_000;

/// The kind of file at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Regular,
    Directory,
    Symlink,
    /// A device, pipe or socket. Programs may not open it.
    Special,
}

/// The status of a file on the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileStatus {
    pub kind: FileKind,
    pub bytes: u64,
    pub executable: bool,
}

impl From<libc::stat> for FileStatus {
    fn from(stat: libc::stat) -> FileStatus {
        let kind = match stat.st_mode & libc::S_IFMT {
            libc::S_IFREG => FileKind::Regular,
            libc::S_IFDIR => FileKind::Directory,
            libc::S_IFLNK => FileKind::Symlink,
            _ => FileKind::Special,
        };
        let executable = stat.st_mode & 0o100 != 0;
        FileStatus { kind, bytes: u64::try_from(stat.st_size).unwrap_or(0), executable }
    }
}

/// The inode number of the file at these components below allowed directory `root`. It is the same
/// in every run: the FNV-1a hash of the path (Fowler, Noll and Vo 1991).
pub(super) fn inode(root: usize, components: &[OsString]) -> u64 {
    let path = components.iter().flat_map(|name| name.as_bytes().iter().chain(b"/"));
    let hash = path.fold(0xcbf2_9ce4_8422_2325 ^ root as u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // Not 0, and positive as a C long.
    hash >> 1 | 1
}

/// The structure for a file or directory.
pub(super) fn encode_file(status: FileStatus, inode: u64, read_only: bool) -> [u8; STAT_BYTES] {
    let write = if read_only { 0 } else { 0o200 };
    let (mode, bytes) = match status.kind {
        // The host's size of a directory depends on the file system.
        FileKind::Directory => (S_IFDIR | 0o555 | write, BLOCK_BYTES),
        FileKind::Symlink => (S_IFLNK | 0o777, status.bytes),
        FileKind::Special => (S_IFCHR, 0),
        FileKind::Regular if status.executable => (S_IFREG | 0o555 | write, status.bytes),
        FileKind::Regular => (S_IFREG | 0o444 | write, status.bytes),
    };
    encode(mode, inode, bytes, BLOCK_BYTES)
}

/// The structure for the console, which looks like a terminal.
pub(super) fn encode_console() -> [u8; STAT_BYTES] {
    encode(S_IFCHR | 0o620, 1, 0, CONSOLE_BLOCK_BYTES)
}

fn encode(mode: u32, inode: u64, bytes: u64, block_bytes: u64) -> [u8; STAT_BYTES] {
    let mut stat = [0; STAT_BYTES];
    let mut put = |at: usize, field: &[u8]| stat[at..at + field.len()].copy_from_slice(field);
    put(0, &1u64.to_le_bytes()); // st_dev
    put(8, &inode.to_le_bytes());
    put(16, &mode.to_le_bytes());
    put(20, &1u32.to_le_bytes()); // st_nlink
    put(48, &bytes.to_le_bytes());
    put(56, &(block_bytes as u32).to_le_bytes());
    put(64, &bytes.div_ceil(512).to_le_bytes());
    for at in [72, 88, 104] {
        put(at, &EPOCH_SECONDS.to_le_bytes()); // st_atime, st_mtime, st_ctime
    }
    stat
}
