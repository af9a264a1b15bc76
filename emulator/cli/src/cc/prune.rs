//! What of the cache goes: what nobody has used for long, and of the rest the oldest, until it is small enough.

use std::cmp::Reverse;
use std::fs::{self, DirEntry, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{cache, contents};

/// Directories of the cache, with what is kept in them.
pub(super) const LIBRARIES: &str = "libraries";
pub(super) const PROGRAMS: &str = "programs";
pub(super) const OBJECTS: &str = "objects";

const LOCK: &str = ".lock";

/// Names another limit of its size, in MiB.
const VARIABLE: &str = "RANKINE_CACHE_MIB";
const SIZE_MIB: u64 = 8192;
/// What was not used for so long goes.
const UNUSED_MAX: Duration = Duration::from_secs(30 * 24 * 3600);
/// What was used in this time stays in any case: somebody may be at it.
const BUSY: Duration = Duration::from_secs(3600);

/// How much is kept.
pub(super) struct Limits {
    bytes: u64,
    now: SystemTime,
}

impl Limits {
    /// Most bytes that are kept.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// As the user wants it, or as usual. An error is a sentence.
    pub fn wanted() -> Result<Limits, String> {
        let text = std::env::var(VARIABLE).unwrap_or_default();
        let mib = if text.is_empty() { Ok(SIZE_MIB) } else { text.parse::<u64>() };
        let mib =
            mib.map_err(|_| format!("{VARIABLE}={text}: not a number of MiB; give a whole number, or unset it"))?;
        Ok(Limits { bytes: mib.saturating_mul(1 << 20), now: SystemTime::now() })
    }
}

/// How many things of a kind are kept, and their bytes.
pub(super) fn size_of(root: &Path, kind: &str) -> (usize, u64) {
    let kept: Vec<u64> = kept_of(root, kind).map(|one| one.bytes).collect();
    (kept.len(), kept.iter().fold(0, |sum, bytes| sum.saturating_add(*bytes)))
}

/// Bytes of everything that is kept.
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

/// Something kept: an entry's directory or an object file.
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

    /// How long ago it was used last.
    fn age(&self, now: SystemTime) -> Duration {
        now.duration_since(self.used).unwrap_or_default()
    }

    fn remove(&self) {
        let _ = cache::remove(&self.path); // another process may have been first
    }
}

/// Removes what is too much. `lock` gives a lock that keeps others from beginning to use something.
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

    /// Entries of 1 KiB, by how many hours ago they were used, the limit in KiB, and which of them stay.
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
