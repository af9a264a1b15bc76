//! Removes entries from the cache: those that were not used for long, and the oldest ones, until
//! the rest is small enough.

use std::cmp::Reverse;
use std::fs::{self, DirEntry, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{cache, contents};
use rankine_platform::quantity;

/// Directories of the cache, with what is kept in them.
pub(super) const LIBRARIES: &str = "libraries";
pub(super) const PROGRAMS: &str = "programs";
pub(super) const OBJECTS: &str = "objects";

const LOCK: &str = ".lock";

/// The environment variable that sets another limit of the cache's size: a number of MiB, or a size
/// with a unit.
const VARIABLE: &str = "RANKINE_CACHE_MIB";
const SIZE_MIB: u64 = 8192;
/// An entry that was not used for this time is removed.
const UNUSED_MAX: Duration = Duration::from_secs(30 * 24 * 3600);
/// An entry that was used in this time is never removed, because a run may be using it.
const BUSY: Duration = Duration::from_secs(3600);

/// The limits of the cache.
pub(super) struct Limits {
    bytes: u64,
    now: SystemTime,
}

impl Limits {
    /// The most bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The limit that the user sets, else the usual one. An error is a sentence.
    pub fn wanted() -> Result<Limits, String> {
        let text = std::env::var(VARIABLE).unwrap_or_default();
        let bytes = if text.is_empty() { Some(SIZE_MIB << 20) } else { limit(&text) };
        let bytes = bytes.ok_or_else(|| {
            format!("{VARIABLE}={text}: not a size; give a number of MiB as in {VARIABLE}=8192, a size as in 8GiB, or unset it")
        })?;
        Ok(Limits { bytes, now: SystemTime::now() })
    }
}

/// The bytes of a limit: `8192` is a number of MiB, and `8G` or `8GiB` a size.
fn limit(text: &str) -> Option<u64> {
    match text.ends_with(|last: char| last.is_ascii_digit()) {
        true => Some(quantity(text, "")?.saturating_mul(1 << 20)),
        false => quantity(text, "B"),
    }
}

/// The number of entries of a kind, and their bytes.
pub(super) fn size_of(root: &Path, kind: &str) -> (usize, u64) {
    let kept: Vec<u64> = kept_of(root, kind).map(|one| one.bytes).collect();
    (kept.len(), kept.iter().fold(0, |sum, bytes| sum.saturating_add(*bytes)))
}

/// The bytes of all entries.
pub(super) fn bytes_of(root: &Path) -> u64 {
    [LIBRARIES, PROGRAMS, OBJECTS].iter().map(|kind| size_of(root, kind).1).fold(0, u64::saturating_add)
}

fn kept_of(root: &Path, kind: &str) -> impl Iterator<Item = Kept> + use<> {
    fs::read_dir(root.join(kind)).into_iter().flatten().flatten().filter_map(|entry| Kept::of(&entry))
}

/// A lock on the cache, `LOCK_SH` or `LOCK_EX`, held until the file is closed; none if its file system has no locks.
pub(super) fn lock(root: &Path, how: libc::c_int) -> Option<File> {
    let file = File::create(root.join(LOCK)).ok()?;
    // SAFETY: the descriptor is open during the call.
    (unsafe { libc::flock(file.as_raw_fd(), how) } == 0).then_some(file)
}

/// An entry's directory or an object file.
struct Kept {
    path: PathBuf,
    used: SystemTime,
    bytes: u64,
}

impl Kept {
    fn of(entry: &DirEntry) -> Option<Kept> {
        let (path, metadata) = (entry.path(), entry.metadata().ok()?);
        let bytes = if metadata.is_dir() { contents::size(&path) } else { metadata.len() };
        Some(Kept { path, used: metadata.modified().ok()?, bytes })
    }

    /// The time since it was used last.
    fn age(&self, now: SystemTime) -> Duration {
        now.duration_since(self.used).unwrap_or_default()
    }

    fn remove(&self) {
        let _ = cache::remove(&self.path); // another process may have removed it first
    }
}

/// Removes the entries that are beyond the limits. `lock` gives a lock under which no other process
/// begins to use an entry.
pub(super) fn prune<Lock>(root: &Path, limits: &Limits, lock: impl Fn() -> Lock) {
    let mut kept: Vec<Kept> = [LIBRARIES, PROGRAMS, OBJECTS].into_iter().flat_map(|kind| kept_of(root, kind)).collect();
    kept.sort_by_key(|one| Reverse(one.used));
    let mut bytes = 0_u64;
    kept.retain(|one| {
        bytes = bytes.saturating_add(one.bytes);
        let age = one.age(limits.now);
        age > UNUSED_MAX || age > BUSY && bytes > limits.bytes
    });
    if kept.is_empty() {
        return;
    }
    let _lock = lock();
    let is_still_unused = |one: &&Kept| fs::metadata(&one.path).and_then(|of| of.modified()).ok() == Some(one.used);
    kept.iter().filter(is_still_unused).for_each(Kept::remove);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits() {
        for (text, bytes) in [
            ("100", Some(100 << 20)),
            ("8GiB", Some(8 << 30)),
            ("8G", Some(8_000_000_000)),
            ("500m", Some(500_000_000)),
            ("1e3", Some(1000 << 20)),
            ("lots", None),
            ("-1", None),
        ] {
            assert_eq!(limit(text), bytes, "{text}");
        }
    }

    /// For entries of 1 KiB: the hours since each was used, the limit in KiB, and the entries that
    /// stay.
    #[test]
    fn what_stays() {
        let rows: [(&[u64], u64, &[u64]); 5] = [
            (&[2, 3, 4], 10, &[2, 3, 4]),
            (&[2, 3, 4], 2, &[2, 3]),
            (&[2, 3, 4], 0, &[]),
            (&[0, 2, 800], 10, &[0, 2]),
            (&[0, 2], 0, &[0]),
        ];
        let root = std::env::temp_dir().join(format!("rankine-prune-{}", std::process::id()));
        let now = SystemTime::now();
        for (number, (ages, limit, expected)) in rows.into_iter().enumerate() {
            let root = root.join(number.to_string());
            let place = |hours: &u64| root.join([LIBRARIES, OBJECTS][(hours % 2) as usize]).join(hours.to_string());
            for hours in ages {
                let place = place(hours);
                fs::create_dir_all(place.parent().expect("a kind")).expect("a temporary directory");
                if hours % 2 == 0 {
                    fs::create_dir(&place).expect("new");
                    fs::write(place.join(contents::NAME), "1024\n").expect("written");
                } else {
                    fs::write(&place, [0; 1024]).expect("written");
                }
                let opened = File::open(&place).expect("just made");
                opened.set_modified(now - Duration::from_secs(hours * 3600 + 1)).expect("ours");
            }
            prune(&root, &Limits { bytes: limit * 1024, now }, || ());
            let stay: Vec<u64> = ages.iter().copied().filter(|hours| place(hours).exists()).collect();
            assert_eq!(stay, expected, "{ages:?} {limit}");
        }
        fs::remove_dir_all(&root).expect("made above");
    }
}
