//! Ranks that are set aside for programs to start during the run, and names that programs publish
//! for each other.

use super::errno::{Errno, Result};
use super::guest::{Caller, PATH_BYTES_MAX};
use rankine_bus::NodeId;
use std::collections::BTreeMap;
use std::path::Path;

/// Most names that are published at a time, so that no program fills this computer's memory.
const NAMES_MAX: usize = 4096;

/// What is known of ranks that are set aside.
#[derive(Default)]
pub(super) struct Processes {
    /// The ranks that were set aside when the run began, which are the last ones.
    aside: BTreeMap<NodeId, Aside>,
    /// Values by name, each with its final zero.
    names: BTreeMap<Vec<u8>, Vec<u8>>,
}

/// A rank that was set aside.
struct Aside {
    /// The name of its program in the launch.
    program: String,
    is_claimed: bool,
    has_begun: bool,
}

impl Processes {
    /// Sets a rank aside for a program.
    pub(super) fn set_aside(&mut self, rank: NodeId, program: String) {
        self.aside.insert(rank, Aside { program, is_claimed: false, has_begun: false });
    }

    /// Does the rank still wait for its program to be started?
    pub(super) fn is_idle(&self, rank: NodeId) -> bool {
        self.aside.get(&rank).is_some_and(|aside| !aside.has_begun)
    }

    /// The program's rank that is to run `command`. Among programs with that file name, one that is
    /// called so exactly comes first.
    fn claim(&mut self, command: &str) -> Result<NodeId> {
        let exact = |aside: &Aside| aside.program == command;
        let alike = |aside: &Aside| stem(&aside.program) == stem(command);
        let is_exact = self.aside.values().any(exact);
        let fits = |aside: &Aside| if is_exact { exact(aside) } else { alike(aside) };
        let mut fitting = self.aside.iter_mut().filter(|(_, aside)| fits(aside)).peekable();
        fitting.peek().ok_or(Errno::NOENT)?;
        let (rank, aside) = fitting.find(|(_, aside)| !aside.is_claimed).ok_or(Errno::AGAIN)?;
        aside.is_claimed = true;
        Ok(*rank)
    }

    fn release(&mut self, rank: u64) -> Result<()> {
        let rank = NodeId::try_from(rank).map_err(|_| Errno::INVAL)?;
        let aside = self.aside.get_mut(&rank).filter(|aside| aside.is_claimed && !aside.has_begun);
        aside.ok_or(Errno::INVAL)?.is_claimed = false;
        Ok(())
    }

    fn publish(&mut self, name: Vec<u8>, value: Vec<u8>) -> Result<()> {
        if self.names.contains_key(&name) {
            return Err(Errno::EXIST);
        }
        if self.names.len() == NAMES_MAX {
            return Err(Errno::NOSPC);
        }
        self.names.insert(name, value);
        Ok(())
    }
}

/// The name by which a program may be called, too: that of its file, without the ending of a C
/// source.
fn stem(program: &str) -> &str {
    let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or(program);
    name.strip_suffix(".c").unwrap_or(name)
}

impl Caller<'_> {
    pub(super) fn set_aside(&self) -> i64 {
        self.processes.aside.len() as i64
    }

    pub(super) fn claim(&mut self, command: u64) -> Result<i64> {
        let command = self.path(command)?;
        Ok(i64::from(self.processes.claim(&String::from_utf8_lossy(&command))?))
    }

    pub(super) fn release(&mut self, rank: u64) -> Result<i64> {
        self.processes.release(self.unsigned(rank)).map(|()| 0)
    }

    /// The program of the calling rank, which was set aside, begins.
    pub(super) fn begin(&mut self) -> Result<i64> {
        let aside = self.processes.aside.get_mut(&self.rank).filter(|aside| !aside.has_begun);
        aside.ok_or(Errno::INVAL)?.has_begun = true;
        Ok(0)
    }

    pub(super) fn publish(&mut self, name: u64, value: u64) -> Result<i64> {
        let name = self.path(name)?;
        let mut value = self.string(value, PATH_BYTES_MAX)?.ok_or(Errno::NAMETOOLONG)?;
        value.push(0);
        self.processes.publish(name, value).map(|()| 0)
    }

    pub(super) fn lookup(&mut self, name: u64, into: u64, bytes: u64) -> Result<i64> {
        let name = self.path(name)?;
        let value = self.processes.names.get(&name).ok_or(Errno::NOENT)?.clone();
        if value.len() as u64 > self.unsigned(bytes) {
            return Err(Errno::RANGE);
        }
        self.store(self.unsigned(into), &value).map(|()| 0)
    }

    pub(super) fn unpublish(&mut self, name: u64) -> Result<i64> {
        let name = self.path(name)?;
        self.processes.names.remove(&name).map(|_| 0).ok_or(Errno::NOENT)
    }
}
