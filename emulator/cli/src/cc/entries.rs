//! Entries of the cache: directories whose names are digests of all that they were made of. An
//! entry is either found unchanged or not at all: it is built elsewhere and renamed to its place,
//! and it holds a list of its files with their digests.
//!
//! Any number of runs may use a cache at once: a reader of an entry holds a shared lock, and a
//! process that adds or removes an entry holds an exclusive one.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::cache::{self, unique_in};
use super::contents::{self, Contents, digest};
use super::error::CcError;
use super::prune::{self, Limits, prune};

/// Entries of one kind, below one directory.
pub(super) struct Entries {
    root: PathBuf,
    directory: PathBuf,
    limits: Limits,
}

/// An entry whose files are unchanged.
pub(super) struct Entry {
    pub directory: PathBuf,
    contents: Contents,
}

impl Entry {
    /// The bytes of one of its files, as written when the entry was made. An error if they have
    /// changed.
    pub fn read(&self, name: &str) -> Result<Arc<[u8]>> {
        let bytes = fs::read(self.directory.join(name))?;
        match self.contents.digest(name) == Some(&digest(&bytes)) {
            true => Ok(bytes.into()),
            false => Err(Error::new(ErrorKind::InvalidData, "it is not as it was made")),
        }
    }
}

impl Entries {
    /// The entries of this kind in this user's cache.
    pub fn of(kind: &str) -> std::result::Result<Entries, CcError> {
        let root = cache::root()?;
        let limits = Limits::wanted().map_err(CcError::Usage)?;
        Entries::at(&root, kind, limits).map_err(|error| CcError::file("use the cache directory", &root, error))
    }

    /// The entry that was installed with the program: the directory `KIND/NAME`, where `KIND` lies
    /// beside the directory of the program's file. It is never written.
    pub fn installed(kind: &str, name: &str) -> Option<Entry> {
        let program = std::env::current_exe().and_then(fs::canonicalize).ok()?;
        let directory = program.parent()?.parent()?.join(kind).join(name);
        let contents = Contents::checked_unwritten(&directory)?;
        Some(Entry { directory, contents })
    }

    fn at(root: &Path, kind: &str, limits: Limits) -> Result<Entries> {
        let directory = root.join(kind);
        fs::create_dir_all(&directory)?;
        Ok(Entries { root: root.to_owned(), directory, limits })
    }

    /// The entry of this name. If it is missing or damaged, `build` makes it in the directory that
    /// it is given.
    pub fn get(
        &self,
        name: &str,
        build: impl Fn(&Path) -> std::result::Result<(), CcError>,
    ) -> std::result::Result<Entry, CcError> {
        let place = self.directory.join(name);
        if let Some(entry) = self.find(&place) {
            return Ok(entry);
        }
        let work = unique_in(&self.directory);
        let result = build(&work).and_then(|()| {
            let put = contents::write(&work).and_then(|()| self.put(&work, &place));
            put.map_err(|error| CcError::file("keep what was built as", &place, error))
        });
        if work.exists() {
            fs::remove_dir_all(&work).map_err(|error| CcError::file("remove", &work, error))?;
        }
        result?;
        prune(&self.root, &self.limits, || self.lock(libc::LOCK_EX));
        let entry = self.find(&place);
        entry.ok_or_else(|| CcError::file("keep what was built as", &place, ErrorKind::InvalidData.into()))
    }

    /// A lock on the cache, `LOCK_SH` or `LOCK_EX`, held until the file is closed; none if its file
    /// system has no locks.
    fn lock(&self, how: libc::c_int) -> Option<File> {
        prune::lock(&self.root, how)
    }

    /// Finds an unchanged entry and marks it as used now.
    fn find(&self, place: &Path) -> Option<Entry> {
        let _lock = self.lock(libc::LOCK_SH);
        File::open(place).and_then(|directory| directory.set_modified(SystemTime::now())).ok()?;
        let contents = Contents::checked(place)?;
        Some(Entry { directory: place.to_owned(), contents })
    }

    /// Renames a built entry to its place, unless another process was first. Removes a damaged
    /// entry from that place.
    fn put(&self, work: &Path, place: &Path) -> Result<()> {
        let _lock = self.lock(libc::LOCK_EX);
        if fs::symlink_metadata(place).is_ok() {
            if Contents::checked(place).is_some() {
                return Ok(());
            }
            let damaged = unique_in(&self.directory);
            fs::rename(place, &damaged)?;
            cache::remove(&damaged)?;
        }
        fs::rename(work, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A change of an entry with the files `a/one` and `two`, and whether the entry must then be
    /// built again.
    type Row = (&'static str, fn(&Path) -> Result<()>, bool);

    const ROWS: &[Row] = &[
        ("nothing", |_| Ok(()), false),
        ("a file is written again", |entry| fs::write(entry.join("two"), "2"), false),
        ("a file is another one", |entry| fs::write(entry.join("two"), "3"), true),
        ("a file is cut off", |entry| fs::write(entry.join("a/one"), ""), true),
        ("a file is gone", |entry| fs::remove_file(entry.join("two")), true),
        ("a file is added", |entry| fs::write(entry.join("a/three"), "3"), true),
        ("a directory is gone", |entry| fs::remove_dir_all(entry.join("a")), true),
        ("a link is in a file's place", |entry| replace_by_link(&entry.join("two")), true),
        ("the list is gone", |entry| fs::remove_file(entry.join(contents::NAME)), true),
        ("the list is cut off", |entry| fs::write(entry.join(contents::NAME), "2\n"), true),
        ("the list is no text", |entry| fs::write(entry.join(contents::NAME), b"\xff\xfe"), true),
        ("the entry is a file", |entry| fs::remove_dir_all(entry).and_then(|()| fs::write(entry, "")), true),
        ("the entry is gone", |entry| fs::remove_dir_all(entry), true),
    ];

    fn replace_by_link(file: &Path) -> Result<()> {
        fs::remove_file(file)?;
        std::os::unix::fs::symlink("a/one", file)
    }

    fn build(work: &Path) -> std::result::Result<(), CcError> {
        let made = fs::create_dir_all(work.join("a"));
        let made =
            made.and_then(|()| fs::write(work.join("a/one"), "1")).and_then(|()| fs::write(work.join("two"), "2"));
        made.map_err(|error| CcError::file("write", work, error))
    }

    #[test]
    fn damaged_entries_are_made_anew() {
        let root = std::env::temp_dir().join(format!("rankine-entries-{}", std::process::id()));
        for (what, damage, expected) in ROWS {
            let limits = Limits::wanted().expect("nobody sets another");
            let entries = Entries::at(&root, "kind", limits).expect("a temporary directory");
            let first = entries.get("x", build).expect("built");
            damage(&first.directory).expect(what);
            let times = Cell::new(0);
            let second = entries.get("x", |work| {
                times.set(times.get() + 1);
                build(work)
            });
            assert_eq!(times.get() > 0, *expected, "{what}");
            let bytes = second.expect(what).read("two").expect(what);
            assert_eq!(*bytes, *b"2", "{what}");
            assert_eq!(fs::read_dir(root.join("kind")).expect("there").count(), 1, "{what}: nothing is left over");
        }
        fs::remove_dir_all(&root).expect("made above");
    }
}
