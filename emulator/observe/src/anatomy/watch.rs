//! Records what happens to the messages of one rank: calls and their phases, commands of the
//! interface, packets.

use super::runs::Runs;
use rankine_bus::{Activity, Arrival, NodeId, PacketName, Part};
use rankine_machine::{Moment, Observer, SkippedRounds, Wants};
use rankine_program::mpi::{FunctionId, MpiCalls};
use rankine_program::{CurrentCall, PhaseId, PhaseLabels};
use std::sync::Arc;

/// The phase that a call begins with, before any label.
const ENTER: PhaseId = PhaseId(0);

/// The most records that a rank keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Calls; and phases.
    pub calls: usize,
    /// Commands; packets that come, of a transfer the first and the last; links that they cross.
    pub packets: usize,
}

/// The record of a rank and its interface. When a list is full, nothing more is added to it.
#[derive(Default)]
pub struct MessageWatch {
    labels: Option<Arc<PhaseLabels>>,
    calls: Vec<Call>,
    phases: Vec<(u64, PhaseId)>,
    is_in_call: bool,
    pub(super) commands: Vec<Command>,
    /// Packets that arrived at the node.
    pub(super) incoming: Runs,
    /// Parts of the interface with an accepted command that has sent no packet yet.
    begun: Vec<Part>,
    room: Room,
    /// The first cycle at which a record found no room.
    pub(super) full_from: Option<u64>,
    /// The lengths of the lists, and the cycle, at which the last watched round of a polling loop
    /// began.
    round: (usize, usize, u64),
}

/// An outermost call of an MPI function. Its phases are those from index `first` up to the first
/// one of the next call.
#[derive(Clone, Copy, Debug)]
struct Call {
    function: FunctionId,
    return_address: u64,
    entered: u64,
    left: Option<u64>,
    first: usize,
}

/// A step of a command, as the interface reports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub cycle: u64,
    pub part: Part,
    pub is: CommandStep,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum CommandStep {
    /// The command is accepted; the value is the node at the other end.
    Accepted(NodeId),
    /// The first packet of the command is complete.
    Sends(PacketName),
}

/// A call with its phases by name.
#[derive(Clone, Debug)]
pub(super) struct WatchedCall<'a> {
    pub function: FunctionId,
    pub return_address: u64,
    pub entered: u64,
    pub left: u64,
    /// The cycle and name of each phase, in order; the first phase begins at `entered`.
    pub phases: Vec<(u64, &'a str)>,
}

impl MessageWatch {
    /// The watch of a program with these labels.
    pub fn new(labels: Arc<PhaseLabels>, room: Room) -> MessageWatch {
        MessageWatch { labels: Some(labels), room, ..MessageWatch::default() }
    }

    /// The call that the rank is in at this cycle, if the rank has left that call since. The cycle
    /// of leaving belongs to the call.
    pub(super) fn call_at(&self, cycle: u64) -> Option<WatchedCall<'_>> {
        let index = self.calls.partition_point(|call| call.entered <= cycle).checked_sub(1)?;
        self.call(index).filter(|call| cycle <= call.left)
    }

    /// The first call that is left at this cycle or later.
    pub(super) fn call_until(&self, cycle: u64) -> Option<WatchedCall<'_>> {
        self.call(self.calls.partition_point(|call| call.left.is_some_and(|left| left < cycle)))
    }

    fn call(&self, index: usize) -> Option<WatchedCall<'_>> {
        let Call { function, return_address, entered, left, first } = *self.calls.get(index)?;
        let end = self.calls.get(index + 1).map_or(self.phases.len(), |next| next.first);
        let labels = self.labels.as_deref()?;
        let own = self.phases.get(first..end)?.iter().map(|&(begin, phase)| (begin, labels.name(phase)));
        let phases = std::iter::once((entered, labels.name(ENTER))).chain(own).collect();
        Some(WatchedCall { function, return_address, entered, left: left?, phases })
    }

    /// Is there room for `room` in a list of this length for a record of this cycle? If not, records are
    /// incomplete from this cycle on, and later ones are not kept. Records come in order of time
    /// only within a list.
    fn has_room(&mut self, length: usize, room: usize, cycle: u64) -> bool {
        if self.full_from.is_some_and(|full| cycle >= full) {
            return false;
        }
        if length >= room {
            self.full_from = Some(cycle);
        }
        length < room
    }
}

impl Observer for MessageWatch {
    fn wants(&self) -> Wants {
        Wants { devices: true, packets: true, ..Wants::default() }
    }

    fn call_entered(&mut self, _: &Moment<'_>, _: &MpiCalls, call: &CurrentCall) {
        self.is_in_call = self.has_room(self.calls.len(), self.room.calls, call.entered_cycle);
        if self.is_in_call {
            let CurrentCall { function, return_address, entered_cycle, .. } = *call;
            let first = self.phases.len();
            self.calls.push(Call { function, return_address, entered: entered_cycle, left: None, first });
        }
        // Transfers of messages that separate calls receive may follow each other in memory.
        self.incoming.close();
    }

    fn call_left(&mut self, at: &Moment<'_>, _: &CurrentCall) {
        if let Some(call) = self.calls.last_mut().filter(|_| self.is_in_call) {
            call.left = Some(at.cycle());
        }
        self.is_in_call = false;
    }

    fn hook_reached(&mut self, at: &Moment<'_>) {
        let labels = self.labels.as_ref().filter(|_| self.is_in_call);
        let Some(phase) = labels.and_then(|labels| labels.at(at.hart.address(at.hart.pc))) else { return };
        // A polling loop begins the same phase anew in each round.
        let first = self.calls.last().map_or(0, |call| call.first);
        let is_new = self.phases.get(first..).and_then(<[_]>::last).is_none_or(|last| last.1 != phase);
        if is_new && self.has_room(self.phases.len(), self.room.calls, at.cycle()) {
            self.phases.push((at.cycle(), phase));
        }
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.round = (self.calls.len(), self.phases.len(), at.cycle());
    }

    /// Moves what happened in the last round to the last skipped round.
    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        let (calls, phases, began) = self.round;
        let later = skipped.rounds * skipped.cycles;
        for call in self.calls.iter_mut().skip(calls.saturating_sub(1)) {
            let is_in_round = |cycle: u64| cycle >= began;
            call.entered += if is_in_round(call.entered) { later } else { 0 };
            call.left = call.left.map(|left| if is_in_round(left) { left + later } else { left });
        }
        self.phases.iter_mut().skip(phases).for_each(|phase| phase.0 += later);
    }

    fn device_active(&mut self, _: usize, cycle: u64, activity: &Activity) {
        let (part, is) = match activity {
            Activity::Begins { part, node, .. } => (*part, CommandStep::Accepted(*node)),
            Activity::Sends { part, packet } => (*part, CommandStep::Sends(*packet)),
            _ => return,
        };
        let known = self.begun.iter().position(|begun| *begun == part);
        match (&is, known) {
            (CommandStep::Accepted(_), None) => self.begun.push(part),
            // The command has no packets, as those of devices that do not report them.
            (CommandStep::Accepted(_), Some(_)) => return,
            (CommandStep::Sends(_), Some(index)) => drop(self.begun.swap_remove(index)),
            // Only the first packet of a command is looked at.
            (CommandStep::Sends(_), None) => return,
        }
        if self.has_room(self.commands.len(), self.room.packets, cycle) {
            self.commands.push(Command { cycle, part, is });
        }
    }

    fn packet_arrived(&mut self, cycle: u64, arrival: &Arrival) {
        // Links without addresses carry words, whose source is not known.
        let has_source = arrival.packet.src != arrival.packet.dst;
        if has_source && self.has_room(self.incoming.length_with(arrival), self.room.packets, cycle) {
            self.incoming.add(cycle, arrival);
        }
    }
}
