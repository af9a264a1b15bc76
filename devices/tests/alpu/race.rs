//! The protocol between firmware and the unit for posted receives (Underwood et al. 2005 §IV-C,
//! §V-C), in all orders of events.
//!
//! Headers and requests to receive come at any time. The unit takes any time for each step, and the
//! firmware takes any time between two accesses. Whenever nothing is left to do, the pairs must be
//! those of MPI's rules. Firmware that leaves a rule out must be found.

use crate::world::*;
use rankine_devices::alpu::control::{Command, Control, Response};
use rankine_devices::alpu::list::{Entry, Probe};
use std::collections::{BTreeSet, HashSet};

/// Numbers of messages and receives, in the order in which they come.
type Number = usize;

/// Tag of a message; of a receive, or none for any tag.
type Tag = u64;
type Wanted = Option<Tag>;

/// The rules that the firmware follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rules {
    /// Each failure is resolved against the receives that are not in the unit, before any further
    /// receive goes there. No header is looked at between the search of the unexpected messages and
    /// the posting of the receive.
    All,
    /// Failures that come before START_ACK are deferred, and resolved after the insertions.
    FailuresResolvedLate,
    /// Failures are not resolved: such messages are unexpected.
    FailuresBelieved,
    /// Headers are looked at between search and posting.
    PostingInTwoSteps,
}

/// The next access of the firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Next {
    Network,
    Host,
    Update,
    /// Results up to START_ACK.
    Drain,
    /// So many receives.
    Insert(usize),
    Stop,
}

/// All messages and receives that come.
struct Script {
    messages: Vec<Tag>,
    receives: Vec<Wanted>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    unit: Control,
    /// Messages and receives that have come.
    came: [usize; 2],
    /// Messages whose headers the firmware has not taken, and receives that it has not.
    headers: Vec<Number>,
    requests: Vec<Number>,
    next: Next,
    /// Posted receives, of which the first `in_unit` are in the unit.
    posted: Vec<Number>,
    in_unit: usize,
    unexpected: Vec<Number>,
    /// For rules that defer something: messages, and the receive that is still to be posted.
    late: Vec<Number>,
    searched: Option<Number>,
    pairs: BTreeSet<(Number, Number)>,
}

fn fits(message: Tag, wanted: Wanted) -> bool {
    wanted.is_none_or(|tag| tag == message)
}

/// The pairs by MPI's rules: messages in their order, each to the first receive that is free and
/// wants it. The receives are in their order, too, so the pairs do not depend on how messages and
/// receives are interleaved.
fn reference(messages: &[Tag], receives: &[Wanted]) -> BTreeSet<(Number, Number)> {
    let mut taken = vec![false; receives.len()];
    let mut pairs = BTreeSet::new();
    for (message, &tag) in messages.iter().enumerate() {
        let is_first = |&receive: &Number| !taken[receive] && fits(tag, receives[receive]);
        if let Some(receive) = (0..receives.len()).find(is_first) {
            taken[receive] = true;
            pairs.insert((message, receive));
        }
    }
    pairs
}

impl State {
    fn new(cells: u32) -> State {
        State {
            unit: Control::new(&params(cells, 2)),
            came: [0, 0],
            headers: Vec::new(),
            requests: Vec::new(),
            next: Next::Network,
            posted: Vec::new(),
            in_unit: 0,
            unexpected: Vec::new(),
            late: Vec::new(),
            searched: None,
            pairs: BTreeSet::new(),
        }
    }

    /// A header comes, to the firmware and to the unit; false if all have come.
    fn header(&mut self, script: &Script) -> bool {
        let Some(&tag) = script.messages.get(self.came[0]) else { return false };
        assert!(self.unit.put_header(Probe { bits: word(1, 0, tag), mask: 0 }));
        self.headers.push(self.came[0]);
        self.came[0] += 1;
        true
    }

    /// The host asks to receive.
    fn request(&mut self, script: &Script) -> bool {
        let has_more = self.came[1] < script.receives.len();
        if has_more {
            self.requests.push(self.came[1]);
            self.came[1] += 1;
        }
        has_more
    }

    /// The unit ends its step, or begins one.
    fn step_unit(&mut self) -> bool {
        if self.unit.is_running() {
            self.unit.finish();
            return true;
        }
        self.unit.begin().is_some()
    }

    /// One access of the firmware, and its work until the next access.
    fn firmware(&mut self, script: &Script, rules: Rules) -> bool {
        match self.next {
            Next::Network => {
                self.next = Next::Host;
                if !self.headers.is_empty() {
                    match self.unit.take_result() {
                        Some(result) => self.resolve(script, rules, result),
                        None => self.next = Next::Network,
                    }
                }
            }
            Next::Host => {
                self.next = Next::Update;
                self.host(script, rules);
            }
            Next::Update => {
                let has_more = self.in_unit < self.posted.len();
                self.next = if has_more { Next::Drain } else { Next::Network };
                assert!(!has_more || self.unit.put_command(Command::StartInsert));
            }
            Next::Drain => match self.unit.take_result() {
                Some(Response::StartAck(free)) => {
                    self.next = Next::Insert((free as usize).min(self.posted.len() - self.in_unit));
                }
                Some(Response::Failure) if rules == Rules::FailuresResolvedLate => {
                    let message = self.headers.remove(0);
                    self.late.push(message);
                }
                Some(result) => self.resolve(script, rules, result),
                None => {}
            },
            Next::Insert(0) => {
                assert!(self.unit.put_command(Command::StopInsert));
                self.next = Next::Stop;
            }
            Next::Insert(more) => {
                self.insert(script);
                self.next = Next::Insert(more - 1);
            }
            Next::Stop => {
                for message in std::mem::take(&mut self.late) {
                    self.search_posted(script, message);
                }
                self.next = Next::Network;
            }
        }
        true
    }

    fn insert(&mut self, script: &Script) {
        let receive = self.posted[self.in_unit];
        let (tag, mask) = script.receives[receive].map_or((0, ANY_TAG), |tag| (tag, 0));
        let entry = Entry { bits: word(1, 0, tag), mask, tag: receive as u32 };
        assert!(self.unit.put_command(Command::Insert(entry)));
        self.in_unit += 1;
    }

    /// The result of the oldest header.
    fn resolve(&mut self, script: &Script, rules: Rules, result: Response) {
        let message = self.headers.remove(0);
        match result {
            Response::Success(tag) => {
                let receive = tag as Number;
                let at = self.posted.iter().position(|&posted| posted == receive);
                let at = at.filter(|&at| at < self.in_unit).unwrap_or_else(|| panic!("receive {receive} is not there"));
                self.posted.remove(at);
                self.in_unit -= 1;
                self.pairs.insert((message, receive));
            }
            Response::Failure if rules == Rules::FailuresBelieved => self.unexpected.push(message),
            Response::Failure => self.search_posted(script, message),
            Response::StartAck(_) => panic!("nobody has asked for insert mode"),
        }
    }

    /// Searches the receives that are not in the unit.
    fn search_posted(&mut self, script: &Script, message: Number) {
        let wants = |&at: &usize| fits(script.messages[message], script.receives[self.posted[at]]);
        match (self.in_unit..self.posted.len()).find(wants) {
            Some(at) => {
                let receive = self.posted.remove(at);
                self.pairs.insert((message, receive));
            }
            None => self.unexpected.push(message),
        }
    }

    /// Takes a request: searches the unexpected messages, and posts the receive.
    fn host(&mut self, script: &Script, rules: Rules) {
        if let Some(receive) = self.searched.take() {
            return self.posted.push(receive);
        }
        if self.requests.is_empty() {
            return;
        }
        let receive = self.requests.remove(0);
        let wanted = script.receives[receive];
        match self.unexpected.iter().position(|&message| fits(script.messages[message], wanted)) {
            Some(at) => {
                let message = self.unexpected.remove(at);
                self.pairs.insert((message, receive));
            }
            None if rules == Rules::PostingInTwoSteps => self.searched = Some(receive),
            None => self.posted.push(receive),
        }
    }

    /// Is all work done for the messages and receives that have come?
    fn is_quiet(&self) -> bool {
        let has_work = !self.headers.is_empty() || !self.requests.is_empty() || self.searched.is_some();
        !has_work && self.next == Next::Network && !self.unit.is_running() && !self.unit.can_begin()
    }

    /// All possible next states.
    fn followers(&self, script: &Script, rules: Rules) -> impl Iterator<Item = State> {
        let acts: [fn(&mut State, &Script, Rules) -> bool; 4] = [
            |state, script, _| state.header(script),
            |state, script, _| state.request(script),
            |state, _, _| state.step_unit(),
            |state, script, rules| state.firmware(script, rules),
        ];
        acts.into_iter().filter_map(move |act| {
            let mut state = self.clone();
            act(&mut state, script, rules).then_some(state)
        })
    }
}

/// Counts over all orders of events of scripts.
#[derive(Default)]
struct Seen {
    states: usize,
    /// Quiet states with other pairs than the reference.
    wrong: usize,
    /// States with work left, but without a possible event.
    stuck: usize,
    /// Quiet states in which everything has come.
    ends: usize,
    /// States with a header held by the unit.
    held: usize,
    /// States with receives that found the unit full.
    outside: usize,
}

impl Seen {
    fn look(&mut self, state: &State, script: &Script) {
        let [messages, receives] = state.came;
        if state.is_quiet() {
            let expected = reference(&script.messages[..messages], &script.receives[..receives]);
            self.wrong += usize::from(state.pairs != expected);
            self.ends += usize::from(messages == script.messages.len() && receives == script.receives.len());
        }
        self.states += 1;
        self.held += usize::from(state.unit.is_holding());
        self.outside += usize::from(state.next == Next::Stop && state.in_unit < state.posted.len());
    }

    /// Goes through all reachable states.
    fn explore(&mut self, script: &Script, rules: Rules, cells: u32) {
        let first = State::new(cells);
        let mut known = HashSet::from([first.clone()]);
        let mut open = vec![first];
        while let Some(state) = open.pop() {
            self.look(&state, script);
            let mut is_stuck = !state.is_quiet();
            for follower in state.followers(script, rules) {
                is_stuck &= follower == state;
                if !known.contains(&follower) {
                    known.insert(follower.clone());
                    open.push(follower);
                }
            }
            self.stuck += usize::from(is_stuck);
        }
    }
}

/// All scripts of three messages with two tags and three receives that want one of the tags, or
/// any. The first message always has tag 0, because tags are only names. Shorter scripts are
/// beginnings of these.
fn scripts() -> Vec<Script> {
    let mut scripts = Vec::new();
    for (messages, receives) in (0..4u64).flat_map(|messages| (0..27usize).map(move |receives| (messages, receives))) {
        let wanted = |at: u32| [Some(0), Some(1), None][receives / 3usize.pow(at) % 3];
        scripts.push(Script { messages: vec![0, messages & 1, messages >> 1], receives: (0..3).map(wanted).collect() });
    }
    scripts
}

/// With all rules, each order of events gives the pairs of MPI, both in a unit with cells for all
/// receives and in one that is too small.
#[test]
fn all_orders() {
    for cells in [2, 4] {
        let mut seen = Seen::default();
        for script in scripts() {
            let ends = seen.ends;
            seen.explore(&script, Rules::All, cells);
            assert!(seen.ends > ends, "{:?} {:?} does not come to an end", script.messages, script.receives);
        }
        assert_eq!((seen.wrong, seen.stuck), (0, 0), "{cells} cells");
        assert!(seen.held > 0 && (seen.outside > 0) == (cells < 3), "the interesting orders are among them");
        println!("{cells} cells: {} states, {} ends, {} with a held header", seen.states, seen.ends, seen.held);
    }
}

/// Firmware that leaves a rule out gives other pairs in some order of events.
#[test]
fn without_a_rule() {
    for rules in [Rules::FailuresResolvedLate, Rules::FailuresBelieved, Rules::PostingInTwoSteps] {
        for cells in [2, 4] {
            let is_wrong = |script: &Script| {
                let mut seen = Seen::default();
                seen.explore(script, rules, cells);
                seen.wrong > 0
            };
            assert!(scripts().iter().any(is_wrong), "{rules:?} is not found with {cells} cells");
        }
    }
}

/// The race itself, step by step: the failure is in the FIFO when the receive is posted and
/// START_INSERT sent.
#[test]
fn a_failure_from_before_the_receive() {
    for (rules, is_right) in [(Rules::All, true), (Rules::FailuresResolvedLate, false)] {
        let script = Script { messages: vec![5], receives: vec![Some(5)] };
        let mut state = State::new(2);
        let firmware = |state: &mut State| assert!(state.firmware(&script, rules));
        let unit = |state: &mut State| while state.step_unit() {};
        firmware(&mut state);
        assert!(state.header(&script) && state.request(&script));
        unit(&mut state);
        assert_eq!((state.next, state.unit.results()), (Next::Host, 1));
        while state.next != Next::Drain {
            firmware(&mut state);
        }
        unit(&mut state);
        assert_eq!((state.posted.len(), state.unit.results()), (1, 2), "the failure comes before START_ACK");
        while !state.is_quiet() {
            firmware(&mut state);
            unit(&mut state);
        }
        assert_eq!(state.pairs == reference(&script.messages, &script.receives), is_right, "{rules:?}");
    }
}
