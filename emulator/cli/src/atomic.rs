//! Files that are replaced atomically: a new file is written beside the old one and takes its name when it is complete.

use crate::opening::{self, Direct, GRACE};
use std::ffi::CString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};

/// The most links that are followed from a file's name; Linux follows as many.
const LINKS_MAX: usize = 40;

/// A file that is written from front to back. [`AtomicFile::complete`] gives it its name; until
/// then, an existing file of that name stays as it is. If the file is dropped or the process is
/// killed before that, nothing of the new file is left. A device, a pipe or a descriptor of this
/// process (`/dev/stdout`) is written directly, and so is a file in a directory in which no other
/// file can be made.
pub struct AtomicFile(Way);

enum Way {
    Directly(Direct),
    Replacing(Replacement),
    /// The file is complete.
    Done,
}

/// A file that is not complete.
struct Replacement {
    file: File,
    /// Holds the directory, so that names are found in it whatever becomes of the path.
    _directory: File,
    /// Its name until it is complete, by the held directory.
    temporary: PathBuf,
    /// Does it have this name already? On most file systems a new file has no name at first.
    is_named: bool,
    /// The name that it takes, by the held directory.
    target: PathBuf,
}

impl AtomicFile {
    /// Begins a new file at `path`. The error is that of opening the existing file for writing, or of making a file there.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        opening::refuse_links(path)?;
        let directly = || Ok(AtomicFile(Way::Directly(opening::directly(path, GRACE)?)));
        let existing = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                // The file must be writable, although it is going to be replaced.
                OpenOptions::new().write(true).open(path)?;
                Some(metadata)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            _ => return directly(),
        };
        let Some(target) = target(path)? else { return directly() };
        match Replacement::create(&target) {
            Ok(replacement) => {
                existing.map_or(Ok(()), |existing| adopt(&replacement.file, &existing))?;
                Ok(AtomicFile(Way::Replacing(replacement)))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(error),
            Err(_) => directly(),
        }
    }

    /// Ends the writing: the file takes the name that was asked for.
    pub fn complete(&mut self) -> io::Result<()> {
        let Way::Replacing(replacement) = &mut self.0 else { return Ok(()) };
        replacement.complete()?;
        self.0 = Way::Done;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Way::Directly(file) => file.write(bytes),
            Way::Replacing(replacement) => replacement.file.write(bytes),
            Way::Done => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Way::Directly(file) => file.flush(),
            Way::Replacing(replacement) => replacement.file.flush(),
            Way::Done => Ok(()),
        }
    }
}

/// Writes a whole file.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.complete()
}

impl Replacement {
    fn create(target: &Path) -> io::Result<Replacement> {
        let held = File::open(directory(target))?;
        let by_descriptor = PathBuf::from(format!("/proc/self/fd/{}", held.as_raw_fd()));
        let last = target.file_name().ok_or(ErrorKind::InvalidInput)?;
        let mut name = std::ffi::OsString::from(".");
        name.push(last);
        name.push(format!(".{}", std::process::id()));
        let temporary = by_descriptor.join(name);
        let unnamed = OpenOptions::new().write(true).custom_flags(libc::O_TMPFILE).open(&by_descriptor);
        let (file, is_named) = match unnamed {
            Ok(file) => (file, false),
            // On some file systems, every file must have a name.
            Err(_) => (File::create_new(&temporary)?, true),
        };
        Ok(Replacement { file, _directory: held, temporary, is_named, target: by_descriptor.join(last) })
    }

    fn complete(&mut self) -> io::Result<()> {
        if !self.is_named {
            link(&self.file, &self.temporary)?;
            self.is_named = true;
        }
        if fs::rename(&self.temporary, &self.target).is_err() {
            // If another file system is mounted on the name, it cannot be replaced.
            let mut written = File::open(&self.temporary)?;
            let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
            let mut options = OpenOptions::new();
            let mut mounted = options.write(true).truncate(true).custom_flags(flags).open(&self.target)?;
            io::copy(&mut written, &mut mounted)?;
            fs::remove_file(&self.temporary)?;
        }
        self.is_named = false;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if self.is_named {
            // An error can be reported to nobody here.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Gives a new file the permissions of the file that it replaces, and the owner, if this user is
/// allowed to.
fn adopt(file: &File, existing: &Metadata) -> io::Result<()> {
    let _ = fchown(file, Some(existing.uid()), Some(existing.gid()));
    file.set_permissions(existing.permissions())
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Follows the links of `path` up to a name that is no link. None if `path` leads to a descriptor
/// of a process.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS_MAX {
        let directory = fs::canonicalize(directory(&path))?;
        if directory.starts_with("/proc") {
            return Ok(None);
        }
        path = directory.join(path.file_name().ok_or(ErrorKind::InvalidInput)?);
        match fs::read_link(&path) {
            Ok(link) => path = directory.join(link),
            Err(_) => return Ok(Some(path)),
        }
    }
    Err(io::Error::from_raw_os_error(libc::ELOOP))
}

/// Gives a name to a file without one.
fn link(file: &File, path: &Path) -> io::Result<()> {
    let from = CString::new(format!("/proc/self/fd/{}", file.as_raw_fd()))?;
    let to = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: both names outlive the call.
    let linked =
        unsafe { libc::linkat(libc::AT_FDCWD, from.as_ptr(), libc::AT_FDCWD, to.as_ptr(), libc::AT_SYMLINK_FOLLOW) };
    if linked == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("rankine-atomic-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a directory");
        path
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("a directory");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The files before, the name that is written, and the files afterwards.
    type Row = (&'static [(&'static str, &'static str)], &'static str, &'static [&'static str]);

    const ROWS: &[Row] = &[
        (&[], "new", &["new"]),
        (&[("old", "text")], "old", &["old"]),
        (&[("old", "text"), ("link", "-> old")], "link", &["link", "old"]),
        (&[("link", "-> later")], "link", &["later", "link"]),
    ];

    #[test]
    fn replaced_when_complete() {
        for (number, (before, name, after)) in ROWS.iter().enumerate() {
            for is_named in [false, true] {
                let directory = scratch(&format!("{number}-{is_named}"));
                for (file, text) in *before {
                    match text.strip_prefix("-> ") {
                        Some(target) => symlink(target, directory.join(file)).expect("a link"),
                        None => fs::write(directory.join(file), text).expect("a file"),
                    }
                }
                let path = directory.join(name);
                let old = fs::read_to_string(&path).ok();
                for is_complete in [false, true] {
                    let mut file = AtomicFile::create(&path).expect("a new file");
                    let Way::Replacing(replacement) = &mut file.0 else { panic!("beside") };
                    if is_named {
                        link(&replacement.file, &replacement.temporary).expect("a name");
                        replacement.is_named = true;
                    }
                    file.write_all(b"whole").expect("written");
                    assert_eq!(fs::read_to_string(&path).ok(), old, "{name}");
                    if is_complete {
                        file.complete().expect("a name");
                    }
                }
                assert_eq!(fs::read_to_string(&path).expect("a file"), "whole", "{name}");
                assert_eq!(names(&directory), *after, "{name}");
                fs::remove_dir_all(&directory).expect("ours");
            }
        }
    }

    #[test]
    fn permissions_stay() {
        let directory = scratch("permissions");
        let path = directory.join("file");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("ours");
        write(&path, "new").expect("written");
        assert_eq!(fs::metadata(&path).expect("a file").mode() & 0o777, 0o640);
        fs::remove_dir_all(&directory).expect("ours");
    }
}
