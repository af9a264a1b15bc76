//! The cache's directory, which holds built libraries and programs, and unique names for new
//! entries.

use std::ffi::CString;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::error::CcError;

/// The directory of the cache: `RANKINE_CACHE` if it is set, else the first of the usual places
/// that is writable. It is made if it is not there.
pub(super) fn root() -> Result<PathBuf, CcError> {
    first(make_writable)
}

/// The directory that [`root`] would use. Nothing is made or written.
pub(super) fn place() -> Result<PathBuf, CcError> {
    first(is_writable)
}

/// The first of the places that `use_it` can use.
fn first(use_it: impl Fn(&Path) -> io::Result<PathBuf>) -> Result<PathBuf, CcError> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(root) = variable("RANKINE_CACHE") {
        return absolute(use_it(&root).map_err(|error| CcError::file("use the cache directory", &root, error))?);
    }
    let homes = [variable("XDG_CACHE_HOME"), variable("HOME").map(|home| home.join(".cache"))];
    for home in homes.into_iter().flatten() {
        if let Ok(root) = use_it(&home.join("rankine")) {
            return absolute(root);
        }
    }
    // SAFETY: geteuid has no preconditions and cannot fail.
    let user = unsafe { libc::geteuid() };
    let root = std::env::temp_dir().join(format!("rankine-{user}"));
    let found = use_it(&root).map_err(|error| CcError::file("use the cache directory", &root, error))?;
    match fs::metadata(&found) {
        // another user has made it and could put other code there
        Ok(metadata) if metadata.uid() != user => {
            Err(CcError::file("use the cache directory", &root, io::ErrorKind::PermissionDenied.into()))
        }
        _ => absolute(found),
    }
}

fn absolute(path: PathBuf) -> Result<PathBuf, CcError> {
    std::path::absolute(&path).map_err(|error| CcError::file("use the cache directory", &path, error))
}

fn make_writable(root: &Path) -> io::Result<PathBuf> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(root)?;
    let probe = unique_in(root);
    fs::create_dir(&probe)?;
    fs::remove_dir(&probe)?;
    Ok(root.to_owned())
}

/// Could [`make_writable`] succeed? The nearest directory that exists must be one that may be
/// written.
fn is_writable(root: &Path) -> io::Result<PathBuf> {
    let whole = std::path::absolute(root)?;
    let there = whole.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/"));
    if !there.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let name = CString::new(there.as_os_str().as_bytes())?;
    // SAFETY: the name ends with a zero byte and outlives the call.
    match unsafe { libc::access(name.as_ptr(), libc::W_OK | libc::X_OK) } {
        0 => Ok(root.to_owned()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A name that no other process, on this computer or another one, and no other thread uses.
pub(super) fn unique() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let (count, random) = (COUNT.fetch_add(1, Ordering::Relaxed), RandomState::new().hash_one(0));
    format!("new-{}-{count}-{random:016x}", std::process::id())
}

/// A path in `root` with a name from [`unique`].
pub(super) fn unique_in(root: &Path) -> PathBuf {
    root.join(format!(".{}", unique()))
}

/// Removes a file, a link, or a directory with all that is in it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}
