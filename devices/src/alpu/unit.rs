//! A unit with its timing in cycles: when it begins something, and when that is done. It knows no bus.
//!
//! What comes from outside in a cycle is seen in the next one, so that a result does not depend on who acts first within a cycle.
//! Steps follow each other without a gap: matches every `match_cycles`, insertions every `insert_cycles`.

use super::control::{Command, Control, Response, Step};
use super::list::{Entry, Probe};
use super::params::AlpuParams;

/// Which list a unit holds (Underwood et al. 2005 §III-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Posted receives: entries have masks.
    Posted,
    /// Unexpected messages: what is matched with them brings the mask.
    Unexpected,
}

pub struct Unit {
    control: Control,
    flavour: Flavour,
    tag_mask: u32,
    match_cycles: u64,
    insert_cycles: u64,
    command_cycles: u64,
    /// The cycle in which what runs is done, or the first one in which the idle unit has not looked for work.
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

    /// Does all that is done or begun up to this cycle. Cycles must not go back.
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

    /// The next cycle in which something is done or begins, if nothing comes from outside.
    pub fn next(&self) -> Option<u64> {
        (self.control.is_running() || self.control.can_begin()).then_some(self.ready)
    }

    /// A header comes in `cycle`, or a request to receive; false if the FIFO is full.
    #[must_use]
    pub fn probe(&mut self, cycle: u64, probe: Probe) -> bool {
        self.advance(cycle);
        let mask = if self.flavour == Flavour::Unexpected { probe.mask } else { 0 };
        self.control.put_header(Probe { mask, ..probe })
    }

    /// A command comes in `cycle`; false if the FIFO is full.
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

    /// Empties the unit in `cycle`, whatever it does.
    pub fn reset(&mut self, cycle: u64) {
        self.advance(cycle);
        self.control.clear();
        self.ready = cycle + 1;
    }
}
