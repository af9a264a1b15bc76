//! Source lines: the function, file and line of an address, including inlined calls.

use crate::sections::{Sections, Slice};
use rankine_bus::printable;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Deepest inlining that is accepted.
const INLINE_DEPTH_MAX: usize = 64;

/// One source position. If an address has several, the innermost inlined function comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// The line tables of one program, read when first needed.
pub struct Lines {
    bytes: Arc<[u8]>,
    current_dir: PathBuf,
    context: OnceLock<Option<Mutex<addr2line::Context<Slice>>>>,
}

impl Lines {
    /// Files below `current_dir` are named relative to it.
    pub fn new(bytes: Arc<[u8]>, current_dir: PathBuf) -> Lines {
        Lines { bytes, current_dir, context: OnceLock::new() }
    }

    /// The positions of the instruction at `pc`, innermost first; none if the program has no
    /// information on it.
    pub fn frames(&self, pc: u64) -> Vec<Frame> {
        // addr2line computes the address after `pc`, which would not fit in 64 bits.
        if pc == u64::MAX {
            return Vec::new();
        }
        let Some(context) = self.context.get_or_init(|| load(&self.bytes)) else { return Vec::new() };
        // A poisoned lock would only mean that another thread failed while reading.
        let Ok(context) = context.lock() else { return Vec::new() };
        let mut frames = Vec::new();
        let Ok(mut iterator) = context.find_frames(pc).skip_all_loads() else { return frames };
        while let Ok(Some(frame)) = iterator.next() {
            if frames.len() == INLINE_DEPTH_MAX {
                break;
            }
            let function =
                frame.function.and_then(|name| name.demangle().ok().map(|name| printable(&name).into_owned()));
            let location = frame.location;
            frames.push(Frame {
                function,
                file: location.as_ref().and_then(|at| at.file).map(|file| self.shown(file)),
                line: location.and_then(|at| at.line).filter(|&line| line != 0),
            });
        }
        frames
    }

    /// A file name for messages. Firmware of the library is compiled in a directory that debug
    /// information calls `rankine`, and its files are already called `rankine/…`.
    fn shown(&self, file: &str) -> String {
        let file = file.strip_prefix("rankine/").filter(|rest| rest.starts_with("rankine/")).unwrap_or(file);
        let plain = normalized(Path::new(file));
        match plain.strip_prefix(&self.current_dir) {
            Ok(relative) if !relative.as_os_str().is_empty() => printable(&relative.display().to_string()).into_owned(),
            _ => printable(file).into_owned(),
        }
    }
}

/// `path` without `.` and `name/..`.
fn normalized(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

fn load(bytes: &Arc<[u8]>) -> Option<Mutex<addr2line::Context<Slice>>> {
    let sections = Sections::new(bytes);
    let dwarf = gimli::Dwarf::load(|id| Ok::<_, gimli::Error>(sections.data(id.name()))).ok()?;
    addr2line::Context::from_dwarf(dwarf).ok().map(Mutex::new)
}
