//! Opens files below a directory so that no path leads out of it.

use super::errno::{Errno, Result};
use super::stat::FileStatus;
use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Longest target of a symbolic link that is followed.
const LINK_BYTES_MAX: usize = 4096;

/// The method of finding a file below a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// The kernel ensures that the path does not lead out (openat2, Linux 5.6).
    Openat2,
    /// One component after the other. None of them may be a symbolic link.
    Stepwise,
}

impl Method {
    /// The method that this host offers. Containers and old kernels refuse openat2.
    pub(super) fn of_host(dir: &OwnedFd) -> Method {
        match open_by_kernel(dir.as_raw_fd(), c".", libc::O_PATH, 0) {
            Ok(_) => Method::Openat2,
            Err(_) => Method::Stepwise,
        }
    }

    /// Opens the file at `components` below `dir`. None of them may be `..`, contain a slash, or be a symbolic link.
    pub(super) fn open(self, dir: &OwnedFd, components: &[OsString], flags: i32, mode: u32) -> Result<OwnedFd> {
        let flags = flags | libc::O_CLOEXEC | libc::O_NOFOLLOW;
        if components.iter().any(|name| name.is_empty() || name == ".." || name.as_bytes().contains(&b'/')) {
            return Err(Errno::INVAL);
        }
        match (self, components) {
            (_, []) => Ok(open_one(dir.as_raw_fd(), OsStr::new("."), flags, mode)?),
            (Method::Openat2, _) => {
                let path = c_string(&components.join(OsStr::new("/")))?;
                Ok(open_by_kernel(dir.as_raw_fd(), &path, flags, mode)?)
            }
            (Method::Stepwise, [parents @ .., name]) => {
                let mut parent: Option<OwnedFd> = None;
                for step in parents {
                    let at = parent.as_ref().unwrap_or(dir).as_raw_fd();
                    let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_CLOEXEC;
                    parent = Some(open_one(at, step, flags, 0)?);
                }
                Ok(open_one(parent.as_ref().unwrap_or(dir).as_raw_fd(), name, flags, mode)?)
            }
        }
    }
}

fn open_by_kernel(dir: RawFd, path: &std::ffi::CStr, flags: i32, mode: u32) -> io::Result<OwnedFd> {
    // SAFETY: `open_how` is a plain structure of integers, for which zero is "nothing asked".
    let mut how: libc::open_how = unsafe { MaybeUninit::zeroed().assume_init() };
    how.flags = flags as u64;
    how.mode = if flags & libc::O_CREAT != 0 { u64::from(mode) } else { 0 };
    how.resolve = libc::RESOLVE_BENEATH | libc::RESOLVE_NO_SYMLINKS | libc::RESOLVE_NO_MAGICLINKS;
    // SAFETY: path and structure outlive the call and the size is the structure's.
    let fd = unsafe { libc::syscall(libc::SYS_openat2, dir, path.as_ptr(), &how, size_of::<libc::open_how>()) };
    owned(fd as i32)
}

fn open_one(dir: RawFd, name: &OsStr, flags: i32, mode: u32) -> io::Result<OwnedFd> {
    let name = CString::new(name.as_bytes())?;
    // SAFETY: the name outlives the call.
    owned(unsafe { libc::openat(dir, name.as_ptr(), flags, mode) })
}

fn owned(fd: i32) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has just made this descriptor and nothing else uses it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// A name in an open directory, for creating, removing, renaming or querying a file.
pub(super) struct Entry {
    pub dir: OwnedFd,
    pub name: OsString,
}

impl Entry {
    fn c_name(&self) -> Result<CString> {
        c_string(&self.name)
    }

    /// The file's status. A symbolic link is not followed.
    pub(super) fn status(&self) -> Result<FileStatus> {
        let name = self.c_name()?;
        let mut stat = MaybeUninit::<libc::stat>::uninit();
        let flags = libc::AT_SYMLINK_NOFOLLOW;
        // SAFETY: name and buffer outlive the call.
        checked(unsafe { libc::fstatat(self.dir.as_raw_fd(), name.as_ptr(), stat.as_mut_ptr(), flags) })?;
        // SAFETY: the call has succeeded and so has filled it.
        Ok(unsafe { stat.assume_init() }.into())
    }

    /// The target of the entry, which is a symbolic link.
    pub(super) fn link_target(&self) -> Result<Vec<u8>> {
        let name = self.c_name()?;
        let mut target = vec![0u8; LINK_BYTES_MAX];
        let (buffer, length) = (target.as_mut_ptr().cast(), target.len());
        // SAFETY: name and buffer outlive the call and the length is the buffer's.
        let length = unsafe { libc::readlinkat(self.dir.as_raw_fd(), name.as_ptr(), buffer, length) };
        let length = usize::try_from(length).map_err(|_| Errno::from(io::Error::last_os_error()))?;
        if length == target.len() {
            return Err(Errno::NAMETOOLONG);
        }
        target.truncate(length);
        Ok(target)
    }

    pub(super) fn make_directory(&self, mode: u32) -> Result<()> {
        let name = self.c_name()?;
        // SAFETY: the name outlives the call.
        checked(unsafe { libc::mkdirat(self.dir.as_raw_fd(), name.as_ptr(), mode as libc::mode_t) })
    }

    pub(super) fn remove(&self, directory: bool) -> Result<()> {
        let name = self.c_name()?;
        let flags = if directory { libc::AT_REMOVEDIR } else { 0 };
        // SAFETY: the name outlives the call.
        checked(unsafe { libc::unlinkat(self.dir.as_raw_fd(), name.as_ptr(), flags) })
    }

    pub(super) fn rename(&self, to: &Entry, keep_existing: bool) -> Result<()> {
        let (from_name, to_name) = (self.c_name()?, to.c_name()?);
        let flags = if keep_existing { libc::RENAME_NOREPLACE } else { 0 };
        // SAFETY: both names outlive the call.
        checked(unsafe {
            libc::renameat2(self.dir.as_raw_fd(), from_name.as_ptr(), to.dir.as_raw_fd(), to_name.as_ptr(), flags)
        })
    }

    /// May the emulator itself access the file in this way? `mode` is that of `access`. If a link
    /// has replaced the file, it is not followed.
    pub(super) fn accessible(&self, mode: i32) -> Result<()> {
        let name = self.c_name()?;
        let flags = libc::AT_SYMLINK_NOFOLLOW;
        // SAFETY: the name outlives the call.
        checked(unsafe { libc::faccessat(self.dir.as_raw_fd(), name.as_ptr(), mode, flags) })
    }
}

fn checked(result: i32) -> Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error().into()) }
}

fn c_string(name: &OsStr) -> Result<CString> {
    CString::new(name.to_owned().into_vec()).map_err(|_| Errno::INVAL)
}
