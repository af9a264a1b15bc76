//! The control state machine of a unit, step by step and without time (Underwood et al. 2005
//! §III-C, §IV-C, Fig. 3).
//!
//! [`Control::begin`] chooses what the unit does next, [`Control::finish`] carries it out:
//!
//! ```text
//! match mode    1. a header that was held in insert mode: match, answer SUCCESS or FAILURE
//!               2. a command: RESET, START_INSERT (answers START_ACK, then insert mode), others are discarded
//!               3. a header: match, answer SUCCESS or FAILURE
//! insert mode   1. a command: INSERT, STOP_INSERT (then match mode), others are discarded
//!               2. a header, if none is held: match, answer SUCCESS or hold it
//! ```
//!
//! A step that may answer begins only if the result FIFO has a place. Line 1 of match mode is ours.
//! The paper says that a held header is tried again after all insertions (§IV-C); it does not say
//! whether the next command may come first. If it could, RESET or the next START_INSERT would come
//! between a header and its result.

use super::list::{Entry, List, Probe};
use super::params::AlpuParams;
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    Reset,
    StartInsert,
    Insert(Entry),
    StopInsert,
    /// A number that means no command.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Response {
    /// The unit is in insert mode and has so many free cells.
    StartAck(u32),
    /// The entry with this tag matched and is deleted.
    Success(u32),
    Failure,
}

/// The kind of a step, from which its time follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Match,
    /// An INSERT in insert mode.
    Insert,
    /// Any other command.
    Command,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Work {
    Match(Probe),
    Command(Command),
}

/// Counts of events since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    pub successes: u64,
    pub failures: u64,
    /// Headers that matched nothing in insert mode.
    pub held: u64,
    pub inserted: u64,
    /// Entries that found no free cell.
    pub overflow: u64,
    /// Commands in the wrong mode, or unknown.
    pub discarded: u64,
    pub most_entries: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Depths {
    headers: usize,
    commands: usize,
    results: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Control {
    depths: Depths,
    list: List,
    headers: VecDeque<Probe>,
    commands: VecDeque<Command>,
    results: VecDeque<Response>,
    held: Option<Probe>,
    inserting: bool,
    running: Option<Work>,
    counts: Counts,
}

impl Control {
    /// `params` must have been checked.
    pub fn new(params: &AlpuParams) -> Control {
        Control {
            depths: Depths {
                headers: params.header_fifo as usize,
                commands: params.command_fifo as usize,
                results: params.result_fifo as usize,
            },
            list: List::new(params.cells as usize),
            headers: VecDeque::new(),
            commands: VecDeque::new(),
            results: VecDeque::new(),
            held: None,
            inserting: false,
            running: None,
            counts: Counts::default(),
        }
    }

    /// Puts a header into its FIFO; false if the FIFO is full.
    pub fn put_header(&mut self, probe: Probe) -> bool {
        let has_room = self.header_places() > 0;
        if has_room {
            self.headers.push_back(probe);
        }
        has_room
    }

    /// Puts a command into its FIFO; false if the FIFO is full.
    pub fn put_command(&mut self, command: Command) -> bool {
        let has_room = self.command_places() > 0;
        if has_room {
            self.commands.push_back(command);
        }
        has_room
    }

    /// Takes the oldest result.
    pub fn take_result(&mut self) -> Option<Response> {
        self.results.pop_front()
    }

    /// Empties cells, FIFOs and the held header and leaves insert mode. Counts stay.
    pub fn clear(&mut self) {
        self.list.clear();
        self.headers.clear();
        self.commands.clear();
        self.results.clear();
        (self.held, self.inserting, self.running) = (None, false, None);
    }

    /// The next step of an idle unit; none if it must wait.
    fn choose(&self) -> Option<Step> {
        let has_room = self.results.len() < self.depths.results;
        if self.held.is_some() && !self.inserting {
            return has_room.then_some(Step::Match);
        }
        match self.commands.front() {
            Some(Command::Insert(_)) if self.inserting => Some(Step::Insert),
            Some(Command::StartInsert) if !self.inserting => has_room.then_some(Step::Command),
            Some(_) => Some(Step::Command),
            None => (has_room && self.held.is_none() && !self.headers.is_empty()).then_some(Step::Match),
        }
    }

    /// Could the unit begin a step, if it is idle now?
    pub fn can_begin(&self) -> bool {
        self.choose().is_some()
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Begins the next step and returns it; none if the unit must wait. The step before must have
    /// been finished.
    pub fn begin(&mut self) -> Option<Step> {
        let step = self.choose()?;
        self.running = match step {
            Step::Match => self.held.take().or_else(|| self.headers.pop_front()).map(Work::Match),
            Step::Insert | Step::Command => self.commands.pop_front().map(Work::Command),
        };
        Some(step)
    }

    /// Carries out the step that was begun, if there is one.
    pub fn finish(&mut self) {
        match self.running.take() {
            Some(Work::Match(probe)) => self.answer(probe),
            Some(Work::Command(command)) => self.perform(command),
            None => {}
        }
    }

    fn answer(&mut self, probe: Probe) {
        match self.list.take(probe) {
            Some(tag) => {
                self.counts.successes += 1;
                self.results.push_back(Response::Success(tag));
            }
            None if self.inserting => {
                self.counts.held += 1;
                self.held = Some(probe);
            }
            None => {
                self.counts.failures += 1;
                self.results.push_back(Response::Failure);
            }
        }
    }

    fn perform(&mut self, command: Command) {
        match (self.inserting, command) {
            (false, Command::Reset) => self.list.clear(),
            (false, Command::StartInsert) => {
                self.inserting = true;
                self.results.push_back(Response::StartAck(self.list.free() as u32));
            }
            (true, Command::Insert(entry)) if self.list.insert(entry) => {
                self.counts.inserted += 1;
                self.counts.most_entries = self.counts.most_entries.max(self.list.len() as u64);
            }
            (true, Command::Insert(_)) => self.counts.overflow += 1,
            (true, Command::StopInsert) => self.inserting = false,
            _ => self.counts.discarded += 1,
        }
    }

    pub fn entries(&self) -> usize {
        self.list.len()
    }

    pub fn results(&self) -> usize {
        self.results.len()
    }

    /// Free places of the header FIFO.
    pub fn header_places(&self) -> usize {
        self.depths.headers - self.headers.len()
    }

    /// Free places of the command FIFO.
    pub fn command_places(&self) -> usize {
        self.depths.commands - self.commands.len()
    }

    pub fn is_inserting(&self) -> bool {
        self.inserting
    }

    pub fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Lines that say what the unit waits for, if it has work.
    pub fn waiting(&self) -> Vec<String> {
        let has_work = self.held.is_some() || !self.headers.is_empty() || !self.commands.is_empty();
        let mut lines = Vec::new();
        if self.inserting && self.held.is_some() && self.commands.is_empty() {
            let behind = self.headers.len();
            lines.push(format!(
                "holds a header that matched nothing, {behind} more behind it, and waits for STOP_INSERT"
            ));
        } else if has_work && self.results.len() >= self.depths.results {
            lines.push(format!("waits for the processor to read results ({0} of {0})", self.depths.results));
        }
        lines
    }
}
