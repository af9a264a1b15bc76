//! The list of a cache entry's files, which shows whether they are unchanged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, Metadata};
use std::io::Result;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::cache::unique_in;

/// The name of the list's file. Its first line is the entry's size in bytes. Then comes a line for
/// each file: its digest, its identity (which changes when the file is written or replaced), and
/// its path.
pub(super) const NAME: &str = "contents";

/// The files of an entry, by their paths in it.
pub(super) struct Contents {
    files: BTreeMap<String, Listed>,
}

#[derive(PartialEq, Eq)]
struct Listed {
    digest: String,
    identity: String,
}

impl Contents {
    /// Reads an entry's list; none if the entry is incomplete or a file has changed. If a file has
    /// another identity than in the list, for example a copy, its digest is compared, and the list
    /// gets the new identity.
    pub fn checked(entry: &Path) -> Option<Contents> {
        let (listed, is_known) = Contents::verified(entry)?;
        if !is_known {
            write(entry).ok()?;
        }
        Some(listed)
    }

    /// As [`Contents::checked`], for an entry that this user does not write: the list is not
    /// changed, so such files are compared each time.
    pub fn checked_unwritten(entry: &Path) -> Option<Contents> {
        Some(Contents::verified(entry)?.0)
    }

    /// The list of an entry whose files are unchanged, and whether all identities are those of the
    /// list.
    fn verified(entry: &Path) -> Option<(Contents, bool)> {
        let listed = Contents::read(entry)?;
        let mut found = BTreeMap::new();
        walk(entry, "", &mut found).ok()?;
        if found.keys().ne(listed.files.keys()) {
            return None;
        }
        let changed = found.iter().filter(|(path, identity)| listed.files[*path].identity != **identity);
        let mut is_known = true;
        for (path, _) in changed {
            let bytes = fs::read(entry.join(path)).ok()?;
            (digest(&bytes) == listed.files[path].digest).then_some(())?;
            is_known = false;
        }
        Some((listed, is_known))
    }

    /// The digest that a file had when the entry was made.
    pub fn digest(&self, path: &str) -> Option<&String> {
        self.files.get(path).map(|listed| &listed.digest)
    }

    fn read(entry: &Path) -> Option<Contents> {
        let text = fs::read_to_string(entry.join(NAME)).ok()?;
        let file = |line: &str| {
            let mut words = line.splitn(3, ' ');
            let (digest, identity) = (words.next()?.to_owned(), words.next()?.to_owned());
            Some((words.next()?.to_owned(), Listed { digest, identity }))
        };
        let files = text.strip_suffix('\n')?.lines().skip(1).map(file).collect::<Option<_>>()?;
        Some(Contents { files })
    }
}

/// Writes the list of the files that are in the directory now.
pub(super) fn write(entry: &Path) -> Result<()> {
    let mut found = BTreeMap::new();
    walk(entry, "", &mut found)?;
    let (mut lines, mut size) = (String::new(), 0);
    for (path, identity) in found {
        let bytes = fs::read(entry.join(&path))?;
        size += bytes.len();
        let _ = writeln!(lines, "{} {identity} {path}", digest(&bytes)); // writing to a String cannot fail
    }
    let new = unique_in(entry);
    fs::write(&new, format!("{size}\n{lines}"))?;
    fs::rename(&new, entry.join(NAME))
}

/// The size of an entry in bytes, from its list; 0 if the list cannot be read.
pub(super) fn size(entry: &Path) -> u64 {
    let text = fs::read_to_string(entry.join(NAME)).unwrap_or_default();
    text.lines().next().and_then(|line| line.parse().ok()).unwrap_or(0)
}

/// SHA-256 in hexadecimal digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Finds all files below a directory, except the list, with their identities, which change when
/// they are written or replaced.
fn walk(entry: &Path, below: &str, found: &mut BTreeMap<String, String>) -> Result<()> {
    for one in fs::read_dir(entry.join(below))? {
        let one = one?;
        let name = one.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        let metadata = one.metadata()?;
        if metadata.is_dir() {
            walk(entry, &path, found)?;
        } else if path != NAME && !path.starts_with(".new-") {
            found.insert(path, identity(&metadata));
        }
    }
    Ok(())
}

fn identity(of: &Metadata) -> String {
    let kind = if of.is_file() { "file" } else { "other" };
    let (changed, nanoseconds) = (of.ctime(), of.ctime_nsec());
    format!("{kind}:{}:{}:{changed}.{nanoseconds:09}", of.ino(), of.size())
}
