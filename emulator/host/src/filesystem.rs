//! Size and kind of the file system for programs: Linux's generic `struct statfs` (asm-generic/statfs.h).
//!
//! The values are fixed, because those of the host differ from host to host and from run to run. All
//! files are on one file system, as large as the largest file that a program may make, and empty.

use super::errno::{Errno, Result};
use super::files::{FILE_BYTES_MAX, Open};
use super::guest::Caller;
use super::paths::AT_FDCWD;
use super::sandbox::{LastLink, NAME_BYTES_MAX};
use super::stat::BLOCK_BYTES;

/// EXT4_SUPER_MAGIC (linux/magic.h).
const TYPE: u64 = 0xef53;
const BLOCKS: u64 = FILE_BYTES_MAX / BLOCK_BYTES;
/// One file for each 16 KiB, as mke2fs makes it.
const FILES: u64 = BLOCKS / 4;
/// Flags (linux/statfs.h): read-only, and the mark that the flags are valid.
const ST_RDONLY: u64 = 1;
const ST_VALID: u64 = 0x20;

impl Caller<'_> {
    pub(super) fn statfs(&mut self, path: u64, to: u64) -> Result<i64> {
        let path = self.path(path)?;
        let base = self.base(AT_FDCWD, &path)?;
        let place = self.sandbox.resolve(&base, &path, LastLink::Follow)?;
        if place.status.is_none() {
            return Err(Errno::NOENT);
        }
        let read_only = self.sandbox.is_read_only(&place);
        self.store_statfs(to, read_only)
    }

    pub(super) fn fstatfs(&mut self, fd: i32, to: u64) -> Result<i64> {
        let read_only = matches!(self.state.files.get(fd)?, Open::File(file) if file.read_only_dir);
        self.store_statfs(to, read_only)
    }

    /// The fields are words of a register's width: on RV64 those of Linux, on RV32 those of our C library.
    fn store_statfs(&mut self, to: u64, read_only: bool) -> Result<i64> {
        let flags = ST_VALID | if read_only { ST_RDONLY } else { 0 };
        let sizes = [TYPE, BLOCK_BYTES, BLOCKS, BLOCKS, BLOCKS, FILES, FILES];
        // The file system's number has two words of 32 bits.
        let number = if self.rv32 { &[1, 0][..] } else { &[1][..] };
        let rest = [NAME_BYTES_MAX as u64, BLOCK_BYTES, flags, 0, 0, 0, 0];
        self.store_words(self.unsigned(to), &[&sizes[..], number, &rest[..]].concat())?;
        Ok(0)
    }
}
