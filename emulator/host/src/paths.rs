//! Calls that name a file by its path.

use super::errno::{Errno, Result};
use super::files::{Open, OpenFile};
use super::guest::Caller;
use super::sandbox::{Components, LastLink, Place, Refusal, Unresolved};
use super::stat::{FileKind, encode_file, inode};
use super::written::NEW_BYTES;
use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;

/// Stands for the current directory in place of a directory's descriptor.
pub(super) const AT_FDCWD: i32 = -100;
const AT_SYMLINK_NOFOLLOW: u32 = 0x100;
const AT_REMOVEDIR: u32 = 0x200;
const AT_EMPTY_PATH: u32 = 0x1000;
const RENAME_NOREPLACE: u32 = 1;

/// Open flags (asm-generic/fcntl.h), as RISC-V has them.
pub(super) mod open_flags {
    pub(in super::super) const ACCESS_MODE: u32 = 0o3;
    pub(in super::super) const READ_ONLY: u32 = 0;
    pub(in super::super) const WRITE_ONLY: u32 = 1;
    pub(in super::super) const READ_WRITE: u32 = 2;
    pub(in super::super) const CREATE: u32 = 0o100;
    pub(in super::super) const EXCLUSIVE: u32 = 0o200;
    pub(in super::super) const TRUNCATE: u32 = 0o1000;
    pub(in super::super) const APPEND: u32 = 0o2000;
    pub(in super::super) const DIRECTORY: u32 = 0o200_000;
    pub(in super::super) const NO_FOLLOW: u32 = 0o400_000;
    /// O_PATH, and O_TMPFILE without O_DIRECTORY: refused.
    pub(in super::super) const REFUSED: u32 = 0o10_000_000 | 0o20_000_000;
}
use open_flags as flag;

impl Caller<'_> {
    pub(super) fn open_path(&mut self, dirfd: i32, path: u64, flags: u32, mode: u32) -> Result<i64> {
        let path = self.path(path)?;
        let base = self.base(dirfd, &path)?;
        self.open(&base, &path, flags, mode)
    }

    pub(super) fn open(&mut self, base: &Components, path: &[u8], flags: u32, mode: u32) -> Result<i64> {
        let access = flags & flag::ACCESS_MODE;
        if flags & flag::REFUSED != 0 || access > flag::READ_WRITE {
            return Err(Errno::INVAL);
        }
        let writing = access != flag::READ_ONLY || flags & (flag::TRUNCATE | flag::CREATE) != 0;
        let keep =
            flags & flag::NO_FOLLOW != 0 || flags & (flag::CREATE | flag::EXCLUSIVE) == flag::CREATE | flag::EXCLUSIVE;
        let last = if keep { LastLink::Keep } else { LastLink::Follow };
        let place = match self.sandbox.resolve(base, path, last) {
            Err(Unresolved::Outside(led)) => {
                return self.refuse("open", base, path, Refusal::Outside { writing, led }, Errno::ACCES);
            }
            resolved => resolved?,
        };
        self.check_kind(&place, base, path, flags)?;
        let read_only_dir = self.sandbox.is_read_only(&place);
        // With O_CREAT an existing file may be opened for reading.
        let changes = access != flag::READ_ONLY || flags & flag::TRUNCATE != 0 || place.status.is_none();
        if read_only_dir && changes {
            return self.refuse("write", base, path, Refusal::ReadOnly, Errno::ROFS);
        }
        let fd = self.state.files.reserve()?;
        if place.status.is_none() {
            self.written.add(NEW_BYTES)?;
        }
        let host_flags = if read_only_dir { host_flags(flags & !flag::CREATE) } else { host_flags(flags) };
        let file: File = self.sandbox.open(&place, host_flags, mode & 0o777)?.into();
        let is_directory = file.metadata()?.is_dir();
        let open = OpenFile {
            file,
            readable: access != flag::WRITE_ONLY,
            writable: access != flag::READ_ONLY,
            appends: flags & flag::APPEND != 0,
            read_only_dir,
            inode: inode(place.root, place.rest()),
            directory: is_directory.then_some(place.absolute),
        };
        self.state.files.put(fd, Open::File(open));
        Ok(fd as i64)
    }

    /// Returns an error if the file at `place` cannot be opened with these flags.
    fn check_kind(&mut self, place: &Place, base: &Components, path: &[u8], flags: u32) -> Result<()> {
        let writes = flags & flag::ACCESS_MODE != flag::READ_ONLY || flags & (flag::CREATE | flag::TRUNCATE) != 0;
        match place.kind() {
            Some(_) if flags & (flag::CREATE | flag::EXCLUSIVE) == flag::CREATE | flag::EXCLUSIVE => Err(Errno::EXIST),
            Some(FileKind::Directory) if writes => Err(Errno::ISDIR),
            Some(FileKind::Regular) if flags & flag::DIRECTORY != 0 => Err(Errno::NOTDIR),
            Some(FileKind::Symlink) => Err(Errno::LOOP),
            Some(FileKind::Special) => self.refuse("open", base, path, Refusal::Special, Errno::ACCES),
            None if flags & flag::CREATE == 0 => Err(Errno::NOENT),
            _ => Ok(()),
        }
    }

    fn refuse<T>(&mut self, verb: &str, base: &Components, path: &[u8], why: Refusal, errno: Errno) -> Result<T> {
        self.sandbox.refused(self.rank, verb, base, path, why);
        Err(errno)
    }

    /// The directory at which a path relative to `dirfd` begins.
    pub(super) fn base(&mut self, dirfd: i32, path: &[u8]) -> Result<Components> {
        if dirfd == AT_FDCWD || path.starts_with(b"/") {
            return Ok(self.sandbox.current.clone());
        }
        match self.state.files.get(dirfd)? {
            Open::File(OpenFile { directory: Some(directory), .. }) => Ok(directory.clone()),
            _ => Err(Errno::NOTDIR),
        }
    }

    pub(super) fn fstatat(&mut self, dirfd: i32, path: u64, to: u64, flags: u32) -> Result<i64> {
        let path = self.path(path)?;
        if path.is_empty() && flags & AT_EMPTY_PATH != 0 && dirfd != AT_FDCWD {
            return self.fstat(dirfd, to);
        }
        let base = self.base(dirfd, &path)?;
        let last = if flags & AT_SYMLINK_NOFOLLOW != 0 { LastLink::Keep } else { LastLink::Follow };
        let path = if path.is_empty() && flags & AT_EMPTY_PATH != 0 { b".".to_vec() } else { path };
        let place = self.sandbox.resolve(&base, &path, last)?;
        let status = place.status.ok_or(Errno::NOENT)?;
        let stat = encode_file(status, inode(place.root, place.rest()), self.sandbox.is_read_only(&place));
        self.store(self.unsigned(to), &stat)?;
        Ok(0)
    }

    pub(super) fn faccessat(&mut self, dirfd: i32, path: u64, mode: u32) -> Result<i64> {
        let path = self.path(path)?;
        let base = self.base(dirfd, &path)?;
        if mode & !0o7 != 0 {
            return Err(Errno::INVAL);
        }
        let place = self.sandbox.resolve(&base, &path, LastLink::Follow)?;
        if place.status.is_none() {
            return Err(Errno::NOENT);
        }
        if mode & libc::W_OK as u32 != 0 && self.sandbox.is_read_only(&place) {
            return Err(Errno::ROFS);
        }
        self.sandbox.entry(&place)?.accessible(mode as i32)?;
        Ok(0)
    }

    pub(super) fn unlinkat(&mut self, dirfd: i32, path: u64, flags: u32) -> Result<i64> {
        let path = self.path(path)?;
        let base = self.base(dirfd, &path)?;
        if flags & !AT_REMOVEDIR != 0 {
            return Err(Errno::INVAL);
        }
        self.remove(&base, &path, flags & AT_REMOVEDIR != 0)
    }

    pub(super) fn remove(&mut self, base: &Components, path: &[u8], directory: bool) -> Result<i64> {
        let place = self.place_to_change("remove", base, path)?;
        self.sandbox.entry_to_change(&place)?.remove(directory)?;
        Ok(0)
    }

    pub(super) fn mkdirat(&mut self, dirfd: i32, path: u64, mode: u32) -> Result<i64> {
        let mut path = self.path(path)?;
        let base = self.base(dirfd, &path)?;
        // The path of a new directory may end in a slash.
        while path.len() > 1 && path.ends_with(b"/") {
            path.pop();
        }
        let place = self.place_to_change("make", &base, &path)?;
        if place.status.is_some() {
            return Err(Errno::EXIST);
        }
        self.written.add(NEW_BYTES)?;
        self.sandbox.entry_to_change(&place)?.make_directory(mode & 0o777)?;
        Ok(0)
    }

    pub(super) fn renameat2(&mut self, from_dir: i32, from: u64, to_dir: i32, to: u64, flags: u32) -> Result<i64> {
        let (from, to) = (self.path(from)?, self.path(to)?);
        let (from_base, to_base) = (self.base(from_dir, &from)?, self.base(to_dir, &to)?);
        if flags & !RENAME_NOREPLACE != 0 {
            return Err(Errno::INVAL);
        }
        self.rename(&from_base, &from, &to_base, &to, flags == RENAME_NOREPLACE)
    }

    pub(super) fn rename(
        &mut self,
        from_base: &Components,
        from: &[u8],
        to_base: &Components,
        to: &[u8],
        keep_existing: bool,
    ) -> Result<i64> {
        let from = self.place_to_change("rename", from_base, from)?;
        let to = self.place_to_change("rename", to_base, to)?;
        if from.status.is_none() {
            return Err(Errno::NOENT);
        }
        let (from, to) = (self.sandbox.entry_to_change(&from)?, self.sandbox.entry_to_change(&to)?);
        from.rename(&to, keep_existing)?;
        Ok(0)
    }

    /// Resolves a path whose directory entry is to be changed. Warns the user if that is not
    /// allowed.
    fn place_to_change(&mut self, verb: &str, base: &Components, path: &[u8]) -> Result<Place> {
        match self.sandbox.resolve(base, path, LastLink::Keep) {
            Err(Unresolved::Outside(led)) => {
                self.refuse(verb, base, path, Refusal::Outside { writing: true, led }, Errno::ACCES)
            }
            Ok(place) if self.sandbox.is_read_only(&place) => {
                self.refuse(verb, base, path, Refusal::ReadOnly, Errno::ROFS)
            }
            resolved => Ok(resolved?),
        }
    }

    /// Returns the length with the final zero, as Linux does.
    pub(super) fn getcwd(&mut self, to: u64, size: u64) -> Result<i64> {
        let mut path = vec![b'/'];
        path.extend_from_slice(self.sandbox.current.join(OsStr::new("/")).as_bytes());
        path.push(0);
        if self.unsigned(size) < path.len() as u64 {
            return Err(Errno::RANGE);
        }
        self.store(self.unsigned(to), &path)?;
        Ok(path.len() as i64)
    }
}

/// The host's flags for a program's flags, without those that have no meaning for files.
fn host_flags(flags: u32) -> i32 {
    let access = match flags & flag::ACCESS_MODE {
        flag::WRITE_ONLY => libc::O_WRONLY,
        flag::READ_WRITE => libc::O_RDWR,
        _ => libc::O_RDONLY,
    };
    let pairs = [
        (flag::CREATE, libc::O_CREAT),
        (flag::EXCLUSIVE, libc::O_EXCL),
        (flag::TRUNCATE, libc::O_TRUNC),
        (flag::APPEND, libc::O_APPEND),
        (flag::DIRECTORY, libc::O_DIRECTORY),
    ];
    // If a pipe replaces the file at the last moment, it must not block the emulator.
    let always = libc::O_NONBLOCK | libc::O_NOCTTY;
    pairs.iter().filter(|(guest, _)| flags & guest != 0).fold(access | always, |all, (_, host)| all | host)
}
