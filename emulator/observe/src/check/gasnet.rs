//! Checks of GASNet (specification 1.8.1): transfers that are never synchronized, requests that are
//! never handled, MPI calls that may wait while handlers are held, and misuse for which the library
//! ended the run.

use super::call::{Call, CallRef};
use super::checker::Checker;
use super::findings::{Finding, Kind, Related};
use super::functions::Class;
use crate::recording::ActiveHead;
use std::collections::{BTreeMap, VecDeque};

/// Misuse of GASNet for which the library ended the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    pub rank: u32,
    pub cycle: u64,
    /// The function that was called last.
    pub call: String,
    /// The place in the program from which it was called.
    pub place: String,
    /// The library's message.
    pub message: String,
}

/// The state of one rank.
#[derive(Default)]
pub(super) struct GasnetState {
    /// The calls that began transfers which are not synchronized, by the low half of the handle.
    begun: BTreeMap<u32, CallRef>,
    /// Calls that began such transfers with implicit handles; true for gets.
    implicit: Vec<(bool, CallRef)>,
    /// Is the rank in an access region? Such a region gives one handle for all transfers in it.
    in_region: bool,
    /// The call that sent the message whose handler is running.
    sender: Option<CallRef>,
}

/// Requests of programs that no handler has received yet, by sender, receiver, head and number of
/// bytes.
#[derive(Default)]
pub(super) struct ActiveRequests(BTreeMap<(u32, u32, ActiveHead, u64), VecDeque<CallRef>>);

impl GasnetState {
    pub fn forget_sender(&mut self) {
        self.sender = None;
    }
}

impl Checker<'_> {
    pub fn enter_gasnet(&mut self, call: &Call<'_>) {
        match call.class() {
            Class::BeginRegion => self.rank(call.at.rank).gasnet.in_region = true,
            // A program that exits with an error need not wait for its transfers.
            Class::GasnetExit if call.int("code") == 0 => self.look_for_transfers(call),
            _ => {}
        }
    }

    /// The call has returned `result`, the low half of its register.
    pub fn leave_gasnet(&mut self, call: &Call<'_>, result: u32) {
        let state = &mut self.rank(call.at.rank).gasnet;
        let is_done = !call.name().contains("_try_") || result == 0;
        match call.class() {
            Class::StartTransfer => {
                if call.name() == "gasnet_end_nbi_accessregion" {
                    state.in_region = false;
                }
                if result != 0 {
                    state.begun.insert(result, call.at);
                }
            }
            Class::StartImplicit if !state.in_region => {
                state.implicit.push((call.name().starts_with("gasnet_get"), call.at));
            }
            // A call that completed only some of the transfers needs no test: the program names the
            // others again later.
            Class::SyncAll => {
                for handle in call.list("handles") {
                    state.begun.remove(&(*handle as u32));
                }
            }
            Class::Sync if is_done => drop(state.begun.remove(&(call.word("handle") as u32))),
            Class::SyncImplicit if is_done => {
                let (gets, puts) = (!call.name().ends_with("_puts"), !call.name().ends_with("_gets"));
                state.implicit.retain(|(is_get, _)| if *is_get { !gets } else { !puts });
            }
            _ => {}
        }
    }

    /// The rank ends the job: reports transfers that were never synchronized.
    fn look_for_transfers(&mut self, call: &Call<'_>) {
        let state = &self.ranks[call.at.rank as usize].gasnet;
        let implicit = state.implicit.iter().map(|(_, call)| *call);
        let left: Vec<CallRef> = state.begun.values().copied().chain(implicit).collect();
        for at in left {
            self.find(Kind::NotCompleted, at, "the transfer is never synchronized".into(), Vec::new());
        }
    }

    /// Reports an MPI call that may wait, if it is entered while handlers are held.
    pub fn check_held(&mut self, call: &Call<'_>) {
        if call.logged.holds && may_wait(call) {
            let text = "it may wait while a handler-safe lock, or a no-interrupt section, keeps handlers from running";
            self.find(Kind::LockHeld, call.at, text.into(), Vec::new());
        }
    }

    /// A rank sends an active message, in the call that it entered last.
    pub fn active_goes(&mut self, rank: u32, node: u32, head: ActiveHead, bytes: u64) {
        let open = self.ranks[rank as usize].open.as_ref().map(|open| open.call);
        let request = open.filter(|at| self.call(*at).is_some_and(|call| call.class() == Class::Request));
        if let Some(at) = request.filter(|_| !head.is_library() && !head.is_reply) {
            self.requests.0.entry((rank, node, head, bytes)).or_default().push_back(at);
        }
    }

    /// The handler of an active message begins.
    pub fn active_comes(&mut self, rank: u32, node: u32, head: ActiveHead, bytes: u64) {
        let request = self.requests.0.get_mut(&(node, rank, head, bytes)).and_then(VecDeque::pop_front);
        self.rank(rank).gasnet.sender = request;
    }

    /// The handler ends.
    pub fn active_done(&mut self, rank: u32) {
        self.rank(rank).gasnet.sender = None;
    }

    /// At the end of the run, reports requests that were never handled, if their receivers have
    /// ended.
    pub fn look_for_requests(&mut self) {
        let has_ended = |rank: u32| self.inputs.get(rank as usize).is_some_and(|rank| rank.has_ended);
        let left = self.requests.0.iter().filter(|((_, node, ..), _)| has_ended(*node));
        let left: Vec<_> =
            left.flat_map(|((_, node, head, _), calls)| calls.iter().map(|at| (*at, *node, *head))).collect();
        for (at, node, head) in left {
            let text = format!("its message for handler {} of rank {node} is never handled", head.handler);
            let cycle = self.call(at).map_or(self.cycle, |call| call.logged.entered);
            self.find_at(cycle, Kind::NeverReceived, at, text, Vec::new());
        }
    }

    /// The finding for misuse that ended the run.
    pub fn tell_misuse(&self, misuse: &Misuse, place: &dyn Fn(usize, u64) -> String) -> Finding {
        let Misuse { rank, cycle, call, place: own, message } = misuse.clone();
        let sender = self.ranks.get(rank as usize).and_then(|state| state.gasnet.sender);
        let related = sender.map(|at| {
            let (call, place) = self.tell(at, place);
            Related { rank: at.rank, role: "sends the message of the handler in".into(), call, place }
        });
        Finding {
            kind: Kind::Misuse.name().into(),
            cycle,
            rank,
            call,
            place: own,
            message,
            related: related.into_iter().collect(),
            count: 1,
            ranks: vec![rank],
        }
    }
}

/// May this MPI call wait for another rank?
fn may_wait(call: &Call<'_>) -> bool {
    let looks_only = call.has("flag") || call.name() == "MPI_Testsome";
    match call.class() {
        Class::Send | Class::Receive | Class::Exchange | Class::ReceiveMatched => true,
        Class::Collective | Class::MakeCommunicator | Class::Finalize => true,
        Class::Probe | Class::MatchedProbe | Class::CompleteAll | Class::CompleteAny | Class::CompleteSome => {
            !looks_only
        }
        _ => false,
    }
}
