//! A unit that is stepped clock by clock, with single cells. It follows the state diagram of
//! Underwood et al. 2005 Fig. 3 and is independent of the model.

use crate::cells::Cells;
use rankine_devices::alpu::control::{Command, Response};
use rankine_devices::alpu::list::{Entry, Probe};
use rankine_devices::alpu::{AlpuParams, Flavour};
use std::collections::VecDeque;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Match,
    ReadCommand,
    Insert,
}

/// Work that takes several clocks, and how many are left.
enum Busy {
    Match { probe: Probe, left: u32 },
    Insert { entry: Entry, left: u32 },
    Command { command: Command, left: u32 },
}

pub struct Clocked {
    params: AlpuParams,
    flavour: Flavour,
    cells: Cells,
    headers: VecDeque<Probe>,
    commands: VecDeque<Command>,
    results: VecDeque<Response>,
    held: Option<Probe>,
    mode: Mode,
    busy: Option<Busy>,
    pub discarded: u64,
    pub overflow: u64,
}

impl Clocked {
    pub fn new(params: &AlpuParams, flavour: Flavour) -> Clocked {
        Clocked {
            cells: Cells::new(params.cells as usize, params.block_cells as usize),
            params: params.clone(),
            flavour,
            headers: VecDeque::new(),
            commands: VecDeque::new(),
            results: VecDeque::new(),
            held: None,
            mode: Mode::Match,
            busy: None,
            discarded: 0,
            overflow: 0,
        }
    }

    pub fn probe(&mut self, probe: Probe) -> bool {
        let has_room = self.headers.len() < self.params.header_fifo as usize;
        if has_room {
            self.headers.push_back(probe);
        }
        has_room
    }

    pub fn command(&mut self, command: Command) -> bool {
        let has_room = self.commands.len() < self.params.command_fifo as usize;
        if has_room {
            self.commands.push_back(command);
        }
        has_room
    }

    pub fn result(&mut self) -> Option<Response> {
        self.results.pop_front()
    }

    fn has_result_place(&self) -> bool {
        self.results.len() < self.params.result_fifo as usize
    }

    /// One clock: work that is done at this edge takes effect, then the next work begins if it can.
    pub fn clock(&mut self) {
        self.progress();
        if self.busy.is_none() {
            self.start();
        }
    }

    fn progress(&mut self) {
        match self.busy.take() {
            Some(Busy::Match { probe, left: 1 }) => self.matched(probe),
            Some(Busy::Match { probe, left }) => self.busy = Some(Busy::Match { probe, left: left - 1 }),
            Some(Busy::Insert { entry, left: 1 }) => self.insert(entry),
            Some(Busy::Insert { entry, left }) => {
                self.cells.shift(None);
                self.busy = Some(Busy::Insert { entry, left: left - 1 });
            }
            Some(Busy::Command { command, left: 1 }) => self.perform(command),
            Some(Busy::Command { command, left }) => self.busy = Some(Busy::Command { command, left: left - 1 }),
            // Entries move up while nothing else happens. That opens gaps and closes them.
            None => self.cells.shift(None),
        }
    }

    fn insert(&mut self, entry: Entry) {
        let is_full = self.cells.valid() == self.params.cells as usize;
        self.overflow += u64::from(is_full);
        self.cells.shift((!is_full).then_some(entry));
    }

    fn matched(&mut self, probe: Probe) {
        let mask = if self.flavour == Flavour::Unexpected { probe.mask } else { 0 };
        let found = self.cells.locate(Probe { mask, ..probe }).and_then(|location| self.cells.delete(location));
        match (found, self.mode) {
            (Some(entry), _) => self.results.push_back(Response::Success(entry.tag)),
            (None, Mode::Insert) => self.held = Some(probe),
            (None, _) => self.results.push_back(Response::Failure),
        }
    }

    fn perform(&mut self, command: Command) {
        self.mode = match (self.mode, command) {
            (Mode::ReadCommand, Command::Reset) => {
                self.cells.clear();
                Mode::Match
            }
            (Mode::ReadCommand, Command::StartInsert) => {
                self.results.push_back(Response::StartAck(self.params.cells - self.cells.valid() as u32));
                Mode::Insert
            }
            (Mode::Insert, Command::StopInsert) => Mode::Match,
            (mode, _) => {
                self.discarded += 1;
                mode
            }
        };
    }

    /// The next step of an idle unit. It passes all states that take no time.
    fn start(&mut self) {
        if self.mode == Mode::ReadCommand && self.commands.is_empty() {
            self.mode = Mode::Match;
        }
        match self.mode {
            Mode::Match if self.held.is_some() => {
                if self.has_result_place() {
                    self.start_match();
                }
            }
            Mode::Match if !self.commands.is_empty() => {
                self.mode = Mode::ReadCommand;
                self.start();
            }
            Mode::Match => self.start_match(),
            // The answer needs a place.
            Mode::ReadCommand if self.commands.front() == Some(&Command::StartInsert) && !self.has_result_place() => {}
            Mode::ReadCommand => self.start_command(),
            Mode::Insert if !self.commands.is_empty() => self.start_command(),
            Mode::Insert if self.held.is_none() => self.start_match(),
            Mode::Insert => {}
        }
    }

    fn start_command(&mut self) {
        let Some(command) = self.commands.pop_front() else { return };
        self.busy = Some(match (self.mode, command) {
            (Mode::Insert, Command::Insert(entry)) => {
                let mask = if self.flavour == Flavour::Posted { entry.mask } else { 0 };
                Busy::Insert { entry: Entry { mask, ..entry }, left: self.params.insert_cycles }
            }
            _ => Busy::Command { command, left: self.params.command_cycles },
        });
    }

    fn start_match(&mut self) {
        if !self.has_result_place() {
            return;
        }
        if let Some(probe) = self.held.take().or_else(|| self.headers.pop_front()) {
            self.busy = Some(Busy::Match { probe, left: self.params.cycles_of_match() });
        }
    }
}
