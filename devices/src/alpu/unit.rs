//! A unit with its timing in cycles: when each step begins and ends. It knows no bus.
//!
//! The unit sees the input of a cycle in the next cycle, so that results do not depend on the order
//! of actions within a cycle. Steps follow each other without a gap: matches every `match_cycles`,
//! insertions every `insert_cycles`.

use super::control::{Command, Control, Response, Step};
use super::list::{Entry, Probe};
use super::params::AlpuParams;

/// Which list a unit holds (Underwood et al. 2005 §III-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Posted receives: entries have masks.
    Posted,
    /// Unexpected messages: entries have no masks; the request to receive brings the mask.
    Unexpected,
}

pub struct Unit {
    control: Control,
    flavour: Flavour,
    tag_mask: u32,
    match_cycles: u64,
    insert_cycles: u64,
    command_cycles: u64,
    /// If a step runs, the cycle in which it ends; else the next cycle in which the unit looks for
    /// work.
    ready: u64,
}

impl Unit {
    /// `params` must have been checked.
    pub fn new(params: &AlpuParams, flavour: Flavour) -> Unit {
        Unit {
            control: Control::new(params),
            flavour,
            tag_mask: (1 << params.tag_bits) - 1,
            match_cycles: u64::from(params.cycles_of_match()),
            insert_cycles: u64::from(params.insert_cycles),
            command_cycles: u64::from(params.command_cycles),
            ready: 0,
        }
    }

    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Ends and begins all steps up to this cycle. Cycles must not go back.
    pub fn advance(&mut self, cycle: u64) {
        while self.ready <= cycle {
            self.control.finish();
            match self.control.begin() {
                Some(Step::Match) => self.ready += self.match_cycles,
                Some(Step::Insert) => self.ready += self.insert_cycles,
                Some(Step::Command) => self.ready += self.command_cycles,
                None => self.ready = cycle + 1,
            }
        }
    }

    /// The next cycle in which a step ends or begins, if there is no further input.
    pub fn next(&self) -> Option<u64> {
        (self.control.is_running() || self.control.can_begin()).then_some(self.ready)
    }

    /// Takes a header, or a request to receive, in `cycle`; false if the FIFO is full.
    #[must_use]
    pub fn probe(&mut self, cycle: u64, probe: Probe) -> bool {
        self.advance(cycle);
        let mask = if self.flavour == Flavour::Unexpected { probe.mask } else { 0 };
        self.control.put_header(Probe { mask, ..probe })
    }

    /// Takes a command in `cycle`; false if the FIFO is full.
    #[must_use]
    pub fn command(&mut self, cycle: u64, command: Command) -> bool {
        self.advance(cycle);
        self.control.put_command(match command {
            Command::Insert(entry) => {
                let mask = if self.flavour == Flavour::Posted { entry.mask } else { 0 };
                Command::Insert(Entry { mask, tag: entry.tag & self.tag_mask, ..entry })
            }
            other => other,
        })
    }

    /// Takes the oldest result that is there in `cycle`.
    pub fn result(&mut self, cycle: u64) -> Option<Response> {
        self.advance(cycle);
        self.control.take_result()
    }

    /// Empties the unit in `cycle` and drops the step that runs.
    pub fn reset(&mut self, cycle: u64) {
        self.advance(cycle);
        self.control.clear();
        self.ready = cycle + 1;
    }
}
