//! The programmable active-message sequencer (PAMS): it takes the place of a processor at a node of
//! the GAScore machine (Willenberg and Chow 2013 §3.2, Fig. 5). It is no processor: it executes
//! short programs that wait for messages, transfers and times, and send messages.
//!
//! Two halves work at the same time. The first half takes a word of a handler call from FSL 1 in
//! each cycle. It counts messages, loads code and returns tokens. The second half executes
//! instructions. It sees the changes of the first half `pams.call_cycles` after the last word of a
//! call's parameters.

mod assembler;
mod calls;
pub mod code;
mod control;
mod counters;
mod disassembler;
mod execute;
mod load;
mod mishaps;
mod params;
mod phase;
mod timer;
mod waiting;

pub use assembler::{Assembly, AssemblyError, Line, Options, assemble};
pub use disassembler::{disassemble, disassemble_one};
pub use params::{CODE_WORDS_MAX, PamsParams};

use super::links::Links;
use calls::{Part, Receiver};
use code::{LAYOUTS, TIMER_THRESHOLDS};
use control::Control;
use counters::Counters;
use load::{LOAD, Loader, loads};
use mishaps::{Mishap, Mishaps};
use phase::{Effect, Phase};
use std::collections::VecDeque;
use timer::{Timer, UNSET};

/// The bits of a handler code that the sequencer looks at.
const HANDLER_MASK: u32 = 0xff;

/// An instruction that has been executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The cycle in which it began.
    pub cycle: u64,
    pub address: u32,
    pub word: u32,
}

/// The sequencer of a node. After reset it waits for code.
pub struct Pams {
    name: String,
    params: PamsParams,
    code: Vec<u32>,
    /// Address of the next word of code.
    address: u32,
    /// Address of the instruction that was begun last.
    begun: u32,
    phase: Phase,
    /// The sequencer does nothing before this cycle.
    ready: u64,
    stopped: Option<String>,
    timer: Timer,
    /// ArrivalTime: the timer when the last handler call took effect.
    arrival: u32,
    thresholds: [u32; TIMER_THRESHOLDS],
    counters: Counters,
    control: Control,
    /// If code has been loaded: was it from address 0 on?
    loaded: Option<bool>,
    receiver: Receiver,
    loader: Loader,
    effects: VecDeque<(u64, Effect)>,
    /// Was there a word on FSL 4 when the sequencer was called last?
    has_completion: bool,
    /// The token of a call that has ended, while FSL 2 is full.
    token: Option<u32>,
    arguments: VecDeque<u32>,
    payload: VecDeque<u32>,
    node_id: u32,
    accumulators: [u32; 4],
    /// The value written to an accumulator last, which the conditions of a branch test.
    last_value: u32,
    calls: u64,
    executed: [u64; LAYOUTS.len()],
    /// Cycles in WAITs that have ended.
    cycles_waited: u64,
    /// Words to the GAScore, of requests and tokens, and words of handler calls and completions
    /// from it.
    words_put: u64,
    words_taken: u64,
    log: Option<Vec<Executed>>,
    mishaps: Mishaps,
}

impl Pams {
    /// `node` names it in reports.
    pub fn new(params: &PamsParams, node: u32) -> Pams {
        let mut code = vec![0; params.code_words as usize];
        code[0] = code::Instr::Wait { flags: code::FLAG_CODE }.encode();
        Pams {
            name: format!("PAMS of node {node}"),
            params: params.clone(),
            code,
            address: 0,
            begun: 0,
            phase: Phase::Fetch,
            ready: 0,
            stopped: None,
            timer: Timer::default(),
            arrival: 0,
            thresholds: [UNSET; TIMER_THRESHOLDS],
            counters: Counters::new(),
            control: Control::new(params.control_loop_cycles),
            loaded: None,
            receiver: Receiver::new(),
            loader: Loader::default(),
            effects: VecDeque::new(),
            has_completion: false,
            token: None,
            arguments: VecDeque::new(),
            payload: VecDeque::new(),
            node_id: 0,
            accumulators: [0; 4],
            last_value: 0,
            calls: 0,
            executed: [0; LAYOUTS.len()],
            cycles_waited: 0,
            words_put: 0,
            words_taken: 0,
            log: None,
            mishaps: Mishaps::default(),
        }
    }

    /// Performs the sequencer's work in `cycle`. Cycles must not go back. Returns the next cycle in
    /// which it must be called; none if only a link can let it go on. It must also be called in
    /// each cycle in which a word becomes visible, or a place free, in one of the links. Further
    /// calls do no harm.
    pub fn step(&mut self, cycle: u64, links: &mut Links) -> Option<u64> {
        self.perform_effects(cycle);
        if self.ready <= cycle {
            self.act(cycle, links);
        }
        self.receive(cycle, links);
        self.has_completion = !links.completions.is_empty();
        let effect = self.effects.front().map(|(due, _)| *due);
        let all = [self.acts_next(cycle, links), self.receives_next(cycle, links), effect, self.control.next()];
        all.into_iter().flatten().min()
    }

    /// Takes a word of a handler call, if there is one and there is a place to keep it.
    fn receive(&mut self, cycle: u64, links: &mut Links) {
        self.return_token(cycle, links);
        if self.token.is_some() || !self.has_place_for(self.receiver.part()) {
            return;
        }
        let Some(word) = links.calls.front(cycle) else { return };
        links.calls.pop(cycle);
        self.words_taken += 1;
        let taken = self.receiver.take(word);
        let call = self.receiver.call();
        let handler = call.handler & HANDLER_MASK;
        let due = cycle + u64::from(self.params.call_cycles);
        match taken.part {
            Part::Argument | Part::Payload if loads(handler) => self.load(cycle, word),
            Part::Argument if self.params.later => self.arguments.push_back(word),
            Part::Payload if self.params.later => self.payload.push_back(word),
            _ => {}
        }
        if taken.has_parameters {
            self.calls += 1;
            self.effects.push_back((due, Effect::Called(call)));
            if loads(handler) {
                self.loader.begin(handler);
            }
        }
        if taken.is_last {
            if loads(handler) {
                self.effects.push_back((due, Effect::Loaded { from_0: handler == LOAD }));
            }
            self.token = Some(call.token);
            self.return_token(cycle, links);
        }
    }

    fn load(&mut self, cycle: u64, word: u32) {
        if let Err(address) = self.loader.take(word, &mut self.code) {
            let words = self.code.len();
            let story = format_args!("a handler call loads code to address {address}; there are {words} words");
            self.stop(Mishap::BeyondMemory, cycle, story);
        }
    }

    fn return_token(&mut self, cycle: u64, links: &mut Links) {
        if let Some(token) = self.token.filter(|_| links.tokens.has_room(cycle)) {
            links.tokens.push(cycle, token);
            self.words_put += 1;
            self.token = None;
        }
    }

    /// Is there a place for a word that is this part of a call? Only the later design keeps
    /// arguments and payload.
    fn has_place_for(&self, part: Part) -> bool {
        let is_kept = self.params.later && !loads(self.receiver.call().handler & HANDLER_MASK);
        match part {
            Part::Argument if is_kept => self.arguments.len() < self.params.argument_words as usize,
            Part::Payload if is_kept => self.payload.len() < self.params.payload_words as usize,
            _ => true,
        }
    }

    /// The next cycle in which a word can be taken, if neither a link nor the sequencer changes
    /// something before.
    fn receives_next(&self, cycle: u64, links: &Links) -> Option<u64> {
        let next = cycle + 1;
        if self.token.is_some() {
            return links.tokens.has_room(next).then_some(next);
        }
        let since = links.calls.front_since().filter(|_| self.has_place_for(self.receiver.part()))?;
        Some(since.max(next))
    }

    /// Lets the sequencer begin with this program instead of a WAIT for one. The program must fit
    /// into the instruction memory.
    pub fn begin_with(&mut self, program: &[u32]) {
        self.code[..program.len()].copy_from_slice(program);
    }

    /// From now on, executed instructions are logged.
    pub fn start_log(&mut self) {
        self.log.get_or_insert_default();
    }

    /// The instructions executed since the last call; empty without a log.
    pub fn take_log(&mut self) -> Vec<Executed> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The instruction memory.
    pub fn code(&self) -> &[u32] {
        &self.code
    }

    /// Registers by name, as they are in `cycle`. An unset threshold has all bits set.
    pub fn state(&self, cycle: u64) -> Vec<(String, u64)> {
        let mut rows = vec![
            ("address".to_string(), self.address),
            ("timer".to_string(), self.timer.at(cycle)),
            ("ArrivalTime".to_string(), self.arrival),
            ("control outputs".to_string(), self.control.outputs()),
            ("control inputs".to_string(), self.control.inputs()),
        ];
        let thresholds = self.thresholds.iter().enumerate();
        rows.extend(thresholds.map(|(number, threshold)| (format!("timer threshold {number}"), *threshold)));
        let kinds = [("message counter", &self.counters.messages), ("transfer counter", &self.counters.transfers)];
        for (kind, counters) in kinds {
            for (number, counter) in counters.iter().enumerate() {
                rows.push((format!("{kind} {number}"), counter.count));
                rows.push((format!("{kind} {number}, handler"), counter.handler));
                rows.push((format!("{kind} {number}, threshold"), counter.threshold));
            }
        }
        rows.into_iter().map(|(name, value)| (name, u64::from(value))).collect()
    }

    /// Executed instructions by mnemonic, and other counts.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let executed = LAYOUTS.iter().zip(self.executed).map(|(layout, count)| (layout.mnemonic, count));
        let others = [
            ("instructions executed", self.executed.iter().sum()),
            ("cycles in WAIT", self.cycles_waited),
            ("words put", self.words_put),
            ("words taken", self.words_taken),
            ("handler calls", self.calls),
            ("handler calls that no counter was armed for", self.counters.uncounted_calls()),
            ("messages beyond the threshold of their counter", self.counters.surplus),
        ];
        executed.chain(others).chain(self.mishaps.statistics()).collect()
    }

    /// Mistakes of the program so far.
    pub fn mistakes(&self) -> u64 {
        self.mishaps.sum()
    }

    /// A sentence on the mistakes; none if there are none.
    pub fn complaint(&self) -> Option<String> {
        self.mishaps.complaint()
    }
}
