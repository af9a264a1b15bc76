//! The files that programs may access: the tree below the current directory, and directories that
//! the user allows.
//!
//! A path is resolved here, component by component. `..` and symbolic links are resolved by name,
//! and the host is asked about a name only below an allowed directory. So a path may lead from one
//! allowed directory into another. A path that ends elsewhere is refused without revealing whether
//! a file exists there. The file is then opened by its resolved name, with symbolic links
//! forbidden, so that a link that appears in between cannot lead out.

use super::beneath::{Entry, Method};
use super::errno::{Errno, Result};
use super::guest::PATH_BYTES_MAX;
use super::options::{AllowedDir, HostError};
use super::stat::{FileKind, FileStatus};
use rankine_bus::{NodeId, printable};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

/// Symbolic links followed in one path (Linux's limit).
const LINKS_MAX: usize = 40;
/// Longest component of a path (Linux's NAME_MAX).
pub(super) const NAME_BYTES_MAX: usize = 255;
/// Most refused paths that are reported to the user.
const WARNINGS_MAX: usize = 100;

/// A refusal that is reported to the user once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub rank: NodeId,
    pub path: PathBuf,
    /// The whole sentence.
    pub message: String,
}

/// An absolute path, by components.
pub(super) type Components = Vec<OsString>;

pub(super) struct Sandbox {
    roots: Vec<Root>,
    /// The directory at which relative paths begin.
    pub current: Components,
    method: Method,
    warned: BTreeSet<PathBuf>,
    warnings: Vec<Warning>,
}

/// An allowed directory.
struct Root {
    dir: OwnedFd,
    /// Without symbolic links.
    path: Components,
    /// The path as the user wrote it, made absolute.
    spelled: Components,
    read_only: bool,
}

/// If the last component of a path is a symbolic link: is its target meant, or the link itself?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastLink {
    Follow,
    Keep,
}

/// A resolved path below an allowed directory, whether or not a file exists there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub root: usize,
    pub absolute: Components,
    /// Number of components of `absolute` that are the allowed directory.
    depth: usize,
    /// None if no file exists there.
    pub status: Option<FileStatus>,
}

/// The reason why a path could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unresolved {
    /// The path leads out of the allowed directories, to this path.
    Outside(Components),
    Failed(Errno),
}

pub(super) type Resolved = std::result::Result<Place, Unresolved>;

impl From<Errno> for Unresolved {
    fn from(errno: Errno) -> Unresolved {
        Unresolved::Failed(errno)
    }
}

impl From<Unresolved> for Errno {
    fn from(why: Unresolved) -> Errno {
        match why {
            Unresolved::Outside(_) => Errno::ACCES,
            Unresolved::Failed(errno) => errno,
        }
    }
}

impl Place {
    /// Components below the allowed directory.
    pub(super) fn rest(&self) -> &[OsString] {
        &self.absolute[self.depth..]
    }

    pub(super) fn kind(&self) -> Option<FileKind> {
        self.status.map(|status| status.kind)
    }
}

impl Sandbox {
    pub(super) fn new(current_dir: &Path, dirs: &[AllowedDir]) -> std::result::Result<Sandbox, HostError> {
        let current = canonical(current_dir)?;
        let spelled = if current_dir.is_absolute() { current_dir } else { &current };
        let mut roots = vec![Root::open(&current, spelled, false)?];
        for dir in dirs {
            let spelled = current.join(&dir.path);
            roots.push(Root::open(&canonical(&spelled)?, &spelled, dir.read_only)?);
        }
        let method = Method::of_host(&roots[0].dir);
        Ok(Sandbox { roots, current: components(&current), method, warned: BTreeSet::new(), warnings: Vec::new() })
    }

    /// Resolves `path`, relative to `base`. A path that leads outside is refused.
    pub(super) fn resolve(&self, base: &Components, path: &[u8], last: LastLink) -> Resolved {
        if path.is_empty() {
            return Err(Errno::NOENT.into());
        }
        let mut walk = Walk { sandbox: self, at: base.clone(), pending: Vec::new(), links: 0 };
        walk.begin(path);
        // A path that ends in a slash must name a directory.
        if path.ends_with(b"/") {
            walk.pending.insert(0, OsString::from("."));
        }
        while let Some(component) = walk.pending.pop() {
            walk.step(component, last)?;
        }
        self.place(walk.at)
    }

    fn place(&self, absolute: Components) -> Resolved {
        let Some(root) = self.root_of(&absolute) else { return Err(Unresolved::Outside(absolute)) };
        let depth = self.roots[root].path.len();
        let status = match self.status(root, &absolute[depth..]) {
            Ok(status) => Some(status),
            Err(Errno::NOENT) => None,
            Err(other) => return Err(other.into()),
        };
        Ok(Place { root, absolute, depth, status })
    }

    fn status(&self, root: usize, rest: &[OsString]) -> Result<FileStatus> {
        self.below(root, rest)?.status()
    }

    /// The directory entry of `rest` below an allowed directory. No symbolic link is followed on
    /// the way.
    pub(super) fn below(&self, root: usize, rest: &[OsString]) -> Result<Entry> {
        let root = &self.roots[root].dir;
        match rest {
            [] => Ok(Entry { dir: root.as_fd().try_clone_to_owned()?, name: ".".into() }),
            [parents @ .., name] => {
                let dir = self.method.open(root, parents, libc::O_PATH | libc::O_DIRECTORY, 0)?;
                Ok(Entry { dir, name: name.clone() })
            }
        }
    }

    /// The innermost allowed directory around a path.
    fn root_of(&self, path: &[OsString]) -> Option<usize> {
        let around = self.roots.iter().enumerate().filter(|(_, root)| path.starts_with(&root.path));
        // If the same directory is given twice, the later one is used.
        around.max_by_key(|(index, root)| (root.path.len(), *index)).map(|(index, _)| index)
    }

    pub(super) fn is_read_only(&self, place: &Place) -> bool {
        self.roots[place.root].read_only
    }

    /// Opens the file at `place`. `flags` are the host's.
    pub(super) fn open(&self, place: &Place, flags: i32, mode: u32) -> Result<OwnedFd> {
        self.method.open(&self.roots[place.root].dir, place.rest(), flags, mode)
    }

    /// `place` as an entry of its directory. An allowed directory itself is `.`, which can be
    /// queried but neither removed nor renamed.
    pub(super) fn entry(&self, place: &Place) -> Result<Entry> {
        self.below(place.root, place.rest())
    }

    /// As [`Sandbox::entry`], for changing the entry. An allowed directory, and a directory that
    /// contains one, cannot be changed. Else a read-only directory could be reached by another
    /// name.
    pub(super) fn entry_to_change(&self, place: &Place) -> Result<Entry> {
        if self.is_read_only(place) {
            return Err(Errno::ROFS);
        }
        if self.roots.iter().any(|root| root.path.starts_with(&place.absolute)) {
            return Err(Errno::BUSY);
        }
        self.entry(place)
    }

    /// Records for the user that `rank` was refused to `verb` this path, once for each path.
    pub(super) fn refused(&mut self, rank: NodeId, verb: &str, base: &Components, path: &[u8], why: Refusal) {
        let base = Path::new("/").join(base.iter().collect::<PathBuf>());
        let plain = components(&base.join(OsStr::from_bytes(path)));
        let path = Path::new("/").join(plain.iter().collect::<PathBuf>());
        if self.warned.len() >= WARNINGS_MAX || !self.warned.insert(path.clone()) {
            return;
        }
        let reason = match why {
            Refusal::Outside { writing, led } => {
                let led = Path::new("/").join(led.iter().collect::<PathBuf>());
                let dir = led.parent().unwrap_or(Path::new("/")).display();
                let link =
                    if led == path { String::new() } else { format!("a link on the way leads to {}, ", led.display()) };
                let how = if writing { "" } else { ":ro" };
                format!("{link}outside the allowed directories; add --dir {dir}{how}")
            }
            Refusal::ReadOnly => "its directory is allowed for reading only (--dir …:ro)".to_owned(),
            Refusal::Special => "neither a regular file nor a directory".to_owned(),
        };
        let message = printable(&format!("rank {rank} may not {verb} {}: {reason}", path.display())).into_owned();
        self.warnings.push(Warning { rank, path, message });
    }

    pub(super) fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }
}

/// The reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The path leads to `led`.
    Outside {
        writing: bool,
        led: Components,
    },
    ReadOnly,
    Special,
}

impl Root {
    fn open(path: &Path, spelled: &Path, read_only: bool) -> std::result::Result<Root, HostError> {
        let fail = |error: std::io::Error| {
            HostError(format!("cannot give programs the directory {}: {error}", spelled.display()))
        };
        let dir = std::fs::File::open(path).map_err(fail)?;
        if !dir.metadata().map_err(fail)?.is_dir() {
            return Err(fail(std::io::ErrorKind::NotADirectory.into()));
        }
        Ok(Root { dir: dir.into(), path: components(path), spelled: components(spelled), read_only })
    }
}

fn canonical(path: &Path) -> std::result::Result<PathBuf, HostError> {
    path.canonicalize()
        .map_err(|error| HostError(format!("cannot give programs the directory {}: {error}", path.display())))
}

/// The components of an absolute path, with `.` and `name/..` removed.
fn components(path: &Path) -> Components {
    let mut names = Components::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name.to_owned()),
            Component::ParentDir => {
                names.pop();
            }
            _ => {}
        }
    }
    names
}

/// A path that is being resolved.
struct Walk<'a> {
    sandbox: &'a Sandbox,
    /// The resolved part. Below allowed directories it has no symbolic links.
    at: Components,
    /// The components still to be resolved, last one first.
    pending: Components,
    links: usize,
}

impl Walk<'_> {
    /// Puts `path` in front of the components still to be resolved.
    fn begin(&mut self, path: &[u8]) {
        if path.starts_with(b"/") {
            self.at.clear();
        }
        let names = path.split(|&byte| byte == b'/').filter(|name| !name.is_empty());
        self.pending.extend(names.rev().map(|name| OsString::from_vec(name.to_vec())));
    }

    fn step(&mut self, component: OsString, last: LastLink) -> Result<()> {
        if component == "." {
            return Ok(());
        }
        if component == ".." {
            self.at.pop();
            return Ok(());
        }
        if component.len() > NAME_BYTES_MAX {
            return Err(Errno::NAMETOOLONG);
        }
        self.at.push(component);
        if let Some(root) = self.sandbox.roots.iter().find(|root| root.spelled == self.at) {
            self.at.clone_from(&root.path);
        }
        // Outside allowed directories, and at these directories themselves, the host is not asked.
        let Some(root) = self.sandbox.root_of(&self.at) else { return Ok(()) };
        let depth = self.sandbox.roots[root].path.len();
        if self.at.len() == depth {
            return Ok(());
        }
        let is_last = self.pending.is_empty();
        match self.sandbox.status(root, &self.at[depth..]) {
            Ok(status) if status.kind == FileKind::Symlink && !(is_last && last == LastLink::Keep) => {
                self.follow(root, depth)
            }
            Ok(status) if !is_last && status.kind != FileKind::Directory => Err(Errno::NOTDIR),
            Err(Errno::NOENT) if is_last => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Ok(()),
        }
    }

    /// Continues with the target of the symbolic link at `self.at`.
    fn follow(&mut self, root: usize, depth: usize) -> Result<()> {
        self.links += 1;
        if self.links > LINKS_MAX {
            return Err(Errno::LOOP);
        }
        let target = self.sandbox.below(root, &self.at[depth..])?.link_target()?;
        self.at.pop();
        self.begin(&target);
        // A chain of links to long paths must not grow without limit.
        if self.at.len() + self.pending.len() > PATH_BYTES_MAX { Err(Errno::NAMETOOLONG) } else { Ok(()) }
    }
}

#[cfg(test)]
impl Sandbox {
    pub(super) fn set_method(&mut self, method: Method) {
        self.method = method;
    }
}
