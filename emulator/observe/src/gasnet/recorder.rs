//! Records one rank's active messages and handlers during the run, and joins the messages of all
//! ranks.

use crate::keeping::Share;
use crate::recording::{ActiveHead, ActiveMessage, HandlerRun};
use rankine_machine::{Moment, Observer};
use rankine_program::mpi::MpiCalls;
use rankine_program::{CurrentCall, MarkEvent, OPERANDS_MAX};
use std::collections::{BTreeMap, VecDeque};

/// The recording of one rank so far.
#[derive(Clone, Debug, Default)]
pub struct ActiveRecorder {
    sent: Vec<Sent>,
    runs: Vec<HandlerRun>,
    functions: BTreeMap<u8, u64>,
    /// The width of an address in bytes, while the rank is in the call that registers handlers.
    registering: Option<u64>,
    /// When it is full, the handler in progress may end, and nothing else is recorded.
    share: Share,
}

/// The call that registers handlers. Its first parameters are a table and the number of entries. An
/// entry (`gasnet_handlerentry_t`) holds an index and, one address width later, the function. When
/// the call returns, all indices are set.
const REGISTER: &str = "gasnet_attach_segment";
/// The most handlers in a table.
const HANDLERS: i32 = 256;

#[derive(Clone, Copy, Debug)]
struct Sent {
    destination: u32,
    head: ActiveHead,
    bytes: u64,
    cycle: u64,
}

impl ActiveRecorder {
    pub fn new(share: Share) -> ActiveRecorder {
        ActiveRecorder { share, ..ActiveRecorder::default() }
    }

    /// The rank passes a mark.
    pub fn mark(&mut self, event: MarkEvent, [first, second, third]: [u64; OPERANDS_MAX], cycle: u64) {
        let head = ActiveHead::of(second as u32);
        match event {
            MarkEvent::ActiveSending | MarkEvent::ActiveHandling if self.share.is_full() => {}
            MarkEvent::ActiveSending => self.sent.push(Sent { destination: first as u32, head, bytes: third, cycle }),
            MarkEvent::ActiveHandling => {
                self.runs.push(HandlerRun { source: first as u32, head, bytes: third, begin: cycle, end: None });
            }
            MarkEvent::ActiveHandled => {
                if let Some(run) = self.runs.last_mut() {
                    run.end.get_or_insert(cycle);
                }
            }
            _ => {}
        }
        self.share.set(size_of_val(&*self.sent) + size_of_val(&*self.runs), cycle);
    }

    /// The program has registered a function for a handler.
    pub fn register(&mut self, handler: u8, function: u64) {
        self.functions.insert(handler, function);
    }

    /// The runs of handlers, in order.
    pub fn runs(&self) -> &[HandlerRun] {
        &self.runs
    }

    /// The address of the function that the program has registered for each handler.
    pub fn functions(&self) -> &BTreeMap<u8, u64> {
        &self.functions
    }
}

impl Observer for ActiveRecorder {
    fn call_entered(&mut self, _: &Moment<'_>, calls: &MpiCalls, call: &CurrentCall) {
        self.registering = (calls.function(call.function).name == REGISTER).then(|| calls.word_bytes());
    }

    fn call_left(&mut self, at: &Moment<'_>, call: &CurrentCall) {
        let Some(width) = self.registering.take() else { return };
        let ([table, count, ..], mut word) = (call.arguments, [0; 8]);
        for entry in 0..u64::from((count as i32).clamp(0, HANDLERS) as u32) {
            let address = table.wrapping_add(2 * width * entry);
            let mut handler = [0];
            if at.read(address, &mut handler) && at.read(address.wrapping_add(width), &mut word[..width as usize]) {
                self.register(handler[0], u64::from_le_bytes(word));
            }
        }
    }

    fn mark_passed(&mut self, at: &Moment<'_>, event: MarkEvent, operands: [u64; OPERANDS_MAX]) {
        self.mark(event, operands, at.cycle());
    }
}

/// The active messages of all ranks. They are in order of the time at which they were sent, or
/// handled if no program sent them; then of source. Messages of the same kind, handler and length
/// arrive at a rank from another rank in the order in which they are sent.
pub fn active_messages(ranks: &[&ActiveRecorder]) -> Vec<ActiveMessage> {
    let mut handled: BTreeMap<(u32, u32, ActiveHead, u64), VecDeque<u64>> = BTreeMap::new();
    for (destination, rank) in (0..).zip(ranks) {
        for run in &rank.runs {
            handled.entry((run.source, destination, run.head, run.bytes)).or_default().push_back(run.begin);
        }
    }
    let mut messages = Vec::new();
    for (source, rank) in (0..).zip(ranks) {
        for Sent { destination, head, bytes, cycle } in rank.sent.iter().copied() {
            let runs = handled.get_mut(&(source, destination, head, bytes));
            let handled = runs.and_then(VecDeque::pop_front);
            messages.push(ActiveMessage { source, destination, head, bytes, sent: Some(cycle), handled });
        }
    }
    // Hardware sent the messages of the remaining runs.
    for ((source, destination, head, bytes), runs) in handled {
        let message = |run| ActiveMessage { source, destination, head, bytes, sent: None, handled: Some(run) };
        messages.extend(runs.into_iter().map(message));
    }
    messages.sort_by_key(|message| (message.sent.or(message.handled), message.source));
    messages
}
