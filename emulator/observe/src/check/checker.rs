//! Goes through the logs of all ranks in order of time, and collects mistakes.

use super::basic::predefined;
use super::call::{Call, CallRef};
use super::communicators::{CommId, Communicators, OperationId, WORLD};
use super::construct::construct;
use super::datatype::Datatype;
use super::findings::{Finding, Findings, Found, Kind};
use super::functions::{CheckFunctions, Class, Object};
use super::gasnet::{ActiveRequests, GasnetState, Misuse};
use super::groups;
use super::handles::Handles;
use super::log::{LoggedCall, RankLog, What};
use super::messages::{MessageId, Messages};
use super::requests::{RequestId, Requests, Work};
use crate::packed::Cursor;
use rankine_program::mpi::{COMM_WORLD, MpiCalls};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

const COMM_SELF: u64 = 0x102;
/// Handles of predefined datatypes.
const PREDEFINED: std::ops::Range<u64> = 0x200..0x300;

/// One rank of a finished run.
#[derive(Clone, Copy)]
pub struct CheckedRank<'a> {
    pub log: &'a RankLog,
    pub functions: &'a CheckFunctions,
    pub calls: &'a MpiCalls,
    /// Number of its program.
    pub program: usize,
    pub has_ended: bool,
    /// It was set aside for a program to start there. Its `MPI_COMM_WORLD` is another one than that
    /// of ranks that began with the run; calls on it are not checked.
    pub is_aside: bool,
}

/// The call that a rank is in.
#[derive(Clone, Default)]
pub(super) struct Open {
    pub call: CallRef,
    pub work: Work,
    /// The requests that the call completes or starts.
    pub requests: Vec<RequestId>,
}

/// The state of one rank, as far as it is checked.
#[derive(Default)]
pub(super) struct RankState {
    pub communicators: BTreeMap<u64, CommId>,
    pub groups: BTreeMap<u64, Vec<u32>>,
    pub datatypes: BTreeMap<u64, Arc<Datatype>>,
    pub handles: Handles,
    pub requests: Requests,
    /// Messages that matched probes have taken, by handle.
    pub probed: BTreeMap<u64, MessageId>,
    pub open: Option<Open>,
    pub is_finalizing: bool,
    /// The last operation that was to make an inter-communicator; and for each group, how often it
    /// made a communicator.
    pub bridge: Option<OperationId>,
    pub made_of_groups: BTreeMap<Vec<u64>, u64>,
    pub gasnet: GasnetState,
}

/// The state of all checks.
pub(super) struct Checker<'a> {
    pub inputs: &'a [CheckedRank<'a>],
    pub ranks: Vec<RankState>,
    pub communicators: Communicators,
    pub messages: Messages,
    pub requests: ActiveRequests,
    pub findings: Findings,
    /// The cycle of the current event.
    pub cycle: u64,
    /// The calls of each rank, read in the order of its events; and calls to which events refer,
    /// read in any order.
    calls_of_events: Vec<Cursor<'a, LoggedCall>>,
    calls: Vec<RefCell<Cursor<'a, LoggedCall>>>,
    predefined: BTreeMap<(u64, u64), Arc<Datatype>>,
    /// For collective calls in progress: the datatypes that their handles meant when the calls were
    /// entered. A rank may free its datatype before the others have called.
    pub named: BTreeMap<CallRef, BTreeMap<u64, Arc<Datatype>>>,
}

/// The end of a run, if it is a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No rank could continue after this cycle.
    Deadlock(u64),
    Misuse(Misuse),
}

/// The mistakes of a run, in order of time. `place` describes the call that returns to an address,
/// in a program. If logs are complete only before cycle `until`, later events are not checked, and
/// neither is the end of the run: a receive that is missing in a log is no mistake.
pub fn check(
    ranks: &[CheckedRank<'_>],
    ending: Option<&Ending>,
    until: Option<u64>,
    place: &dyn Fn(usize, u64) -> String,
) -> Vec<Finding> {
    let mut checker = Checker::new(ranks);
    checker.go_through(until.unwrap_or(u64::MAX));
    if until.is_none() {
        checker.end(match ending {
            Some(Ending::Deadlock(cycle)) => Some(*cycle),
            _ => None,
        });
    } else {
        // The handlers that ran at the end are not known.
        checker.ranks.iter_mut().for_each(|rank| rank.gasnet.forget_sender());
    }
    let findings = std::mem::take(&mut checker.findings);
    let last = match ending {
        Some(Ending::Misuse(misuse)) => Some(checker.tell_misuse(misuse, place)),
        _ => None,
    };
    findings.sorted().into_iter().map(|kept| Finding::new(kept, |at| checker.tell(at, place))).chain(last).collect()
}

impl<'a> Checker<'a> {
    fn new(inputs: &'a [CheckedRank<'a>]) -> Checker<'a> {
        let mut communicators = Communicators::default();
        let world = (0..).zip(inputs).filter(|(_, input)| !input.is_aside).map(|(rank, _)| rank);
        communicators.add(vec![world.collect()], Vec::new());
        let mut ranks = Vec::new();
        for (rank, input) in (0..).zip(inputs) {
            let own = communicators.add(vec![vec![rank]], Vec::new());
            let world = (!input.is_aside).then_some((COMM_WORLD, WORLD));
            ranks.push(RankState {
                communicators: world.into_iter().chain([(COMM_SELF, own)]).collect(),
                groups: [(groups::EMPTY, Vec::new())].into(),
                ..RankState::default()
            });
        }
        let all = [4, 8].into_iter().flat_map(|word_bytes| PREDEFINED.map(move |handle| (word_bytes, handle)));
        let predefined = all.filter_map(|(word, handle)| Some(((word, handle), predefined(handle, word)?.into())));
        Checker {
            inputs,
            ranks,
            communicators,
            messages: Messages::default(),
            requests: ActiveRequests::default(),
            findings: Findings::default(),
            cycle: 0,
            calls_of_events: inputs.iter().map(|input| input.log.calls.cursor()).collect(),
            calls: inputs.iter().map(|input| RefCell::new(input.log.calls.cursor())).collect(),
            predefined: predefined.collect(),
            named: BTreeMap::new(),
        }
    }

    /// Handles the events before cycle `until`, in order of cycle and then of rank.
    fn go_through(&mut self, until: u64) {
        let inputs = self.inputs;
        let mut events: Vec<_> = inputs.iter().map(|input| input.log.events.iter().peekable()).collect();
        let heads = events.iter_mut().enumerate().filter_map(|(rank, of)| Some(Reverse((of.peek()?.cycle, rank))));
        let mut heads: BinaryHeap<_> = heads.collect();
        while let Some(Reverse((cycle, rank))) = heads.pop().filter(|head| head.0.0 < until) {
            let Some(event) = events[rank].next() else { continue };
            self.cycle = cycle;
            self.event(rank as u32, event.what);
            heads.extend(events[rank].peek().map(|event| Reverse((event.cycle, rank))));
        }
    }

    fn event(&mut self, rank: u32, what: What) {
        match what {
            What::Sending { node, tag, is_collective } => self.messages.goes(rank, node, tag, !is_collective),
            What::Arrived { node } => {
                if let Some(meeting) = self.messages.arrives(node, rank) {
                    self.meet(meeting);
                }
            }
            What::Withdrawn { arrival } => {
                if let Some(meeting) = self.messages.withdraw(rank, arrival) {
                    self.meet(meeting);
                }
            }
            What::TakenBack => self.take_back(rank),
            What::ActiveGoes { node, head, bytes } => self.active_goes(rank, node, head, bytes),
            What::ActiveComes { node, head, bytes } => self.active_comes(rank, node, head, bytes),
            What::ActiveDone => self.active_done(rank),
            What::Enter(call) => {
                if let Some(call) = self.call_of_event(CallRef { rank, call }) {
                    self.enter(call);
                }
            }
            What::Leave(call) => {
                if let Some(call) = self.call_of_event(CallRef { rank, call }) {
                    self.leave(call);
                }
            }
        }
    }

    /// A call by its index in its rank's log. The index behind the last one means the call that is
    /// in no event.
    pub fn call(&self, at: CallRef) -> Option<Call<'a>> {
        let input = self.inputs.get(at.rank as usize)?;
        Call::new(at, input.functions, self.logged(at)?)
    }

    fn logged(&self, at: CallRef) -> Option<LoggedCall> {
        let logged = self.calls.get(at.rank as usize)?.borrow_mut().get(at.call as usize).cloned();
        logged.or_else(|| self.inputs[at.rank as usize].log.quiet_call().cloned())
    }

    /// The call of an event. Events refer to calls in order.
    fn call_of_event(&mut self, at: CallRef) -> Option<Call<'a>> {
        let logged = self.calls_of_events[at.rank as usize].get(at.call as usize)?.clone();
        Call::new(at, self.inputs[at.rank as usize].functions, logged)
    }

    pub fn rank(&mut self, rank: u32) -> &mut RankState {
        &mut self.ranks[rank as usize]
    }

    pub fn datatype(&self, rank: u32, handle: u64) -> Option<Arc<Datatype>> {
        let known = self.ranks[rank as usize].datatypes.get(&handle);
        let word_bytes = self.inputs[rank as usize].functions.word_bytes;
        known.or_else(|| self.predefined.get(&(word_bytes, handle))).cloned()
    }

    pub fn find(&mut self, kind: Kind, at: CallRef, message: String, related: Vec<(CallRef, String)>) {
        self.find_at(self.cycle, kind, at, message, related);
    }

    pub fn find_at(&mut self, cycle: u64, kind: Kind, at: CallRef, message: String, related: Vec<(CallRef, String)>) {
        let place = |at: CallRef| {
            (self.inputs[at.rank as usize].program, self.logged(at).map_or(0, |call| call.return_address))
        };
        let places = std::iter::once(at).chain(related.iter().map(|(call, _)| *call)).map(place).collect();
        self.findings.add(Found { kind, cycle, at, message, related }, places);
    }

    /// A call with its arguments, and its place, as text.
    pub fn tell(&self, at: CallRef, place: &dyn Fn(usize, u64) -> String) -> (String, String) {
        let Some(call) = self.call(at) else { return (String::new(), String::new()) };
        let input = &self.inputs[at.rank as usize];
        let described = input.calls.describe(call.id(), &call.arguments());
        (described, place(input.program, call.logged.return_address))
    }

    fn enter(&mut self, call: Call<'a>) {
        let mut open = Open { call: call.at, ..Open::default() };
        self.check_held(&call);
        match call.class() {
            Class::Send | Class::StartSend => self.enter_send(&call, &mut open),
            Class::Receive | Class::StartReceive => self.enter_receive(&call, &mut open),
            Class::Exchange | Class::StartExchange => self.enter_exchange(&call, &mut open),
            Class::ReceiveMatched | Class::StartReceiveMatched => self.enter_matched(&call, &mut open),
            Class::Start => self.enter_start(&call, &mut open),
            Class::CompleteAll | Class::CompleteAny | Class::CompleteSome => {
                open.requests = self.requests_of(&call);
            }
            Class::Collective | Class::StartCollective | Class::PrepareCollective => {
                let comm = self.ranks[call.at.rank as usize].communicators.get(&call.handle("comm")).copied();
                self.enter_collective(&call, comm, &mut open);
            }
            Class::Finalize => {
                self.enter_collective(&call, Some(WORLD), &mut open);
                self.look_for_leaks(&call);
            }
            _ if call.class().is_gasnet() => self.enter_gasnet(&call),
            _ => {}
        }
        self.rank(call.at.rank).open = Some(open);
    }

    fn leave(&mut self, call: Call<'a>) {
        let open = self.rank(call.at.rank).open.take().filter(|open| open.call == call.at);
        let open = open.unwrap_or_else(|| Open { call: call.at, ..Open::default() });
        if call.class().is_gasnet() {
            return self.leave_gasnet(&call, call.logged.result.unwrap_or(0) as u32);
        }
        if !call.has_succeeded() {
            return self.withdraw(&call, &open);
        }
        let at = call.at;
        match call.class() {
            Class::StartSend | Class::StartReceive | Class::StartExchange | Class::StartReceiveMatched => {
                self.make_request(&call, &open, false);
            }
            Class::PrepareSend | Class::PrepareReceive | Class::PrepareOther => {
                self.make_request(&call, &open, true);
            }
            Class::StartOther => self.make_request(&call, &open, false),
            Class::Send | Class::Receive | Class::Exchange | Class::ReceiveMatched => self.complete_work(&open.work),
            Class::MatchedProbe => self.probe(&call),
            Class::CompleteAll | Class::CompleteAny | Class::CompleteSome => self.complete(&call),
            Class::FreeRequest => self.rank(at.rank).requests.free(call.handle("requests")),
            Class::Cancel => self.cancel(&call),
            Class::Collective | Class::Finalize | Class::StartCollective | Class::PrepareCollective => {
                self.leave_collective(&call, &open);
                if call.has("request") {
                    self.make_request(&call, &open, call.class() == Class::PrepareCollective);
                }
            }
            Class::MakeCommunicator => self.make_of_group(&call),
            Class::Type => self.make_datatype(&call),
            Class::Group => self.make_group(&call),
            Class::Make(object) => self.rank(at.rank).handles.make(object, call.handle("new"), at),
            Class::Free(object) => self.free(object, at.rank, call.handle("old")),
            _ => {}
        }
    }

    /// The call has failed: undoes its effects.
    fn withdraw(&mut self, call: &Call<'_>, open: &Open) {
        if let Some(message) = open.work.send {
            self.messages.unsend(message);
        }
        if let Some(receive) = open.work.receive {
            self.messages.unpost(receive);
        }
        if let Some((comm, number)) = open.work.operation {
            self.communicators.get_mut(comm).withdraw(number, call.at.rank);
        }
    }

    fn make_datatype(&mut self, call: &Call<'_>) {
        let rank = call.at.rank;
        let made = construct(call, |handle| self.datatype(rank, handle).map(|known| (*known).clone()));
        let handle = call.handle("new");
        let state = self.rank(rank);
        state.handles.make(Object::Datatype, handle, call.at);
        match made {
            Some(made) => state.datatypes.insert(handle, Arc::new(made)),
            None => state.datatypes.remove(&handle),
        };
    }

    fn make_group(&mut self, call: &Call<'_>) {
        let rank = call.at.rank;
        let state = &self.ranks[rank as usize];
        let made = if call.has("comm") {
            let comm = state.communicators.get(&call.word("comm")).map(|id| self.communicators.get(*id));
            let group = comm.and_then(|comm| {
                if call.name() == "MPI_Comm_remote_group" { comm.other_group(rank) } else { comm.own_group(rank) }
            });
            group.map(<[u32]>::to_vec)
        } else {
            groups::construct(call, |parameter| state.groups.get(&call.word(parameter)).cloned())
        };
        let handle = call.handle("new");
        let state = self.rank(rank);
        state.handles.make(Object::Group, handle, call.at);
        match made.filter(|_| handle != groups::EMPTY) {
            Some(made) => {
                state.groups.insert(handle, made);
            }
            None if handle != groups::EMPTY => {
                state.groups.remove(&handle);
            }
            None => {}
        }
    }

    /// The rank frees an object.
    pub fn free(&mut self, object: Object, rank: u32, handle: u64) {
        let state = self.rank(rank);
        if state.handles.free(object, handle) {
            match object {
                Object::Communicator => drop(state.communicators.remove(&handle)),
                Object::Datatype => drop(state.datatypes.remove(&handle)),
                Object::Group if handle != groups::EMPTY => drop(state.groups.remove(&handle)),
                _ => {}
            }
        }
    }

    /// The rank enters `MPI_Finalize`: reports objects that it has not freed, and requests that it
    /// has not completed.
    fn look_for_leaks(&mut self, call: &Call<'_>) {
        let state = self.rank(call.at.rank);
        state.is_finalizing = true;
        let open = |made: CallRef, kind: Kind, message: String| (made, kind, message);
        let mut leaks: Vec<_> = state
            .requests
            .left()
            .map(|request| match request.is_persistent {
                true => open(request.call, Kind::NotFreed, "the persistent request is never freed".into()),
                false => open(request.call, Kind::NotCompleted, "the request is never completed".into()),
            })
            .collect();
        leaks.extend(state.handles.left().filter(|(object, _)| !object.outlives_finalize()).map(never_freed));
        for (made, kind, message) in leaks {
            self.find(kind, made, message, Vec::new());
        }
    }

    /// A rank that has called `MPI_Finalize` has ended: reports objects that may be freed after
    /// that call, and were not.
    fn look_for_late_leaks(&mut self, rank: u32) {
        let state = &self.ranks[rank as usize];
        if !state.is_finalizing {
            return;
        }
        let left = state.handles.left().filter(|(object, _)| object.outlives_finalize());
        for (made, kind, message) in left.map(never_freed).collect::<Vec<_>>() {
            self.find(kind, made, message, Vec::new());
        }
    }

    /// Checks the end of the run.
    fn end(&mut self, deadlock: Option<u64>) {
        for rank in 0..self.inputs.len() as u32 {
            // A call that has done nothing yet is in no event.
            let log = self.inputs[rank as usize].log;
            let last = CallRef { rank, call: log.calls.len() as u32 };
            if log.quiet_call().is_some()
                && let Some(call) = self.call(last)
            {
                let requests = self.requests_of(&call);
                self.rank(rank).open = Some(Open { call: last, requests, ..Open::default() });
            }
        }
        for rank in 0..self.ranks.len() as u32 {
            self.look_for_late_leaks(rank);
        }
        for comm in 0..self.communicators.len() {
            self.compare_unfinished(comm);
        }
        self.look_for_messages();
        self.look_for_requests();
        if let Some(cycle) = deadlock {
            self.cycle = cycle;
            self.explain_deadlock();
        }
    }

    /// Reports messages that were not received, if their receivers have entered `MPI_Finalize`.
    fn look_for_messages(&mut self) {
        let is_lost = |id: &MessageId| {
            let message = &self.messages.sent[id];
            let sender = &self.ranks[message.call.rank as usize];
            let is_open = sender.open.as_ref().is_some_and(|open| open.work.send == Some(*id));
            let is_over = |rank: u32| self.ranks[rank as usize].is_finalizing;
            let is_unmatched = message.comm.is_some() && !message.is_matched && !message.may_be_cancelled;
            is_unmatched && !is_open && message.receiver.is_some_and(is_over)
        };
        let lost: Vec<MessageId> = self.messages.sent.keys().copied().filter(is_lost).collect();
        for id in lost {
            let message = &self.messages.sent[&id];
            let call = message.call;
            let text = format!(
                "its message to rank {} with tag {} is never received",
                message.receiver.unwrap_or_default(),
                message.tag
            );
            let cycle = self.call(call).map_or(self.cycle, |call| call.logged.entered);
            self.find_at(cycle, Kind::NeverReceived, call, text, Vec::new());
        }
    }
}

/// The message about an object that is never freed.
fn never_freed((object, made): (Object, CallRef)) -> (CallRef, Kind, String) {
    (made, Kind::NotFreed, format!("the {} that it makes is never freed", object.name()))
}
