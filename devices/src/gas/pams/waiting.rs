//! Lines for reports: what the sequencer waits for.

use super::Pams;
use super::calls::Part;
use super::code::{FLAG_CODE, FLAGS, Source};
use super::counters::Counter;
use super::disassembler::disassemble_one;
use super::phase::{Flag, Phase, Target};
use super::timer::UNSET;
use rankine_bus::counted;

impl Pams {
    /// Does it wait only for code, with no handler call left to handle?
    pub fn waits_for_code_only(&self) -> bool {
        matches!(self.phase, Phase::Wait { flags: FLAG_CODE, .. })
            && self.loaded.is_none()
            && self.calls_wait().is_none()
    }

    /// Its state and its registers, for reports.
    pub fn explained_state(&self, cycle: u64) -> Vec<(String, String)> {
        let at = |since: String| {
            let text = disassemble_one(&self.code[self.begun as usize..]).unwrap_or_default();
            format!("{text} at address {}{since}", self.begun)
        };
        let at = match self.phase {
            Phase::Fetch => format!("the instruction at address {}", self.address),
            Phase::Wait { since, .. } => at(format!(" since cycle {since}")),
            Phase::Move { left, .. } => at(format!(", {} left", counted(left.into(), "word"))),
            Phase::Stopped => self.stopped.clone().unwrap_or_default(),
        };
        let told = |value: u64| if value == u64::from(UNSET) { "not set".to_owned() } else { value.to_string() };
        let registers = self.state(cycle).into_iter().map(|(name, value)| (name, told(value)));
        std::iter::once(("at".to_owned(), at)).chain(registers).collect()
    }

    /// Lines that say what the sequencer and the handler calls to it wait for; none if they do not
    /// wait.
    pub fn waiting(&self) -> Vec<String> {
        let sequencer = match self.phase {
            Phase::Fetch => Vec::new(),
            Phase::Wait { flags, since } => self.waits_for_flags(flags, since),
            Phase::Move { source, target, .. } => self.waits_to_move(source, target).into_iter().collect(),
            Phase::Stopped => self.stopped.iter().map(|story| format!("has stopped: {story}")).collect(),
        };
        sequencer.into_iter().chain(self.calls_wait()).map(|line| format!("{} {line}", self.name)).collect()
    }

    fn waits_for_flags(&self, flags: u32, since: u64) -> Vec<String> {
        let named = (0..FLAGS).filter(|bit| flags >> bit & 1 != 0);
        let missing = named.filter_map(|bit| self.missing(Flag::of(bit)));
        missing.map(|what| format!("waits since cycle {since} for {what}")).collect()
    }

    /// What is missing for a flag; none if it is set.
    fn missing(&self, flag: Flag) -> Option<String> {
        match flag {
            Flag::Code => self.loaded.is_none().then(|| "code".to_string()),
            Flag::Sent => (!self.has_completion).then(|| "the completion of a request".to_string()),
            Flag::Timer(number) => Some(match self.thresholds[number] {
                UNSET => format!("timer threshold {number}, which is not set"),
                threshold => format!("timer threshold {number}: the timer is to reach {threshold}"),
            }),
            Flag::Transfers(number) => {
                self.short_of(&format!("transfer counter {number}"), &self.counters.transfers[number], "bytes")
            }
            Flag::Messages(number) => {
                self.short_of(&format!("message counter {number}"), &self.counters.messages[number], "messages")
            }
            Flag::Input(number) => {
                let is_set = self.control.inputs() >> number & 1 != 0;
                let unconnected =
                    if self.control.is_connected() { "" } else { ", which nothing drives (pams.control_loop_cycles)" };
                (!is_set).then(|| format!("control input {number}{unconnected}"))
            }
        }
    }

    fn short_of(&self, name: &str, counter: &Counter, unit: &str) -> Option<String> {
        let Counter { handler, threshold, count } = *counter;
        if counter.is_reached() {
            return None;
        }
        if threshold == UNSET {
            return Some(format!("{name}, which is not armed"));
        }
        let mut text = format!("{name}: {count} of {threshold} {unit} of handler {handler}");
        let lost = self.counters.uncounted(handler);
        if lost.calls > 0 {
            let (messages, last) = if lost.calls == 1 { ("message", "") } else { ("messages", "the last ") };
            text.push_str(&format!(
                "; {} {messages} of handler {handler} came, {last}at cycle {}, while no counter was armed for it",
                lost.calls, lost.last_cycle
            ));
        }
        Some(text)
    }

    fn waits_to_move(&self, source: Source, target: Target) -> Option<String> {
        let text = match (source, target) {
            (Source::Core, _) => "waits for a word of its core, but has no core",
            (_, Target::Core) => "waits for its core to take a word, but has no core",
            (Source::Argument, _) if self.arguments.is_empty() => "waits for an argument of a handler call",
            (Source::Payload, _) if self.payload.is_empty() => "waits for a word of a medium message's payload",
            (_, Target::GasCore) => "waits for a place in FSL 3 for a word of its request",
            (_, Target::Accumulator(..)) => return None,
        };
        Some(text.to_string())
    }

    fn calls_wait(&self) -> Option<String> {
        if self.token.is_some() {
            return Some("waits for a place in FSL 2 for a token".to_string());
        }
        let part = self.receiver.part();
        let what = if part == Part::Payload { "words of payload" } else { "arguments" };
        let handler = self.receiver.call().handler;
        (!self.has_place_for(part)).then(|| format!("has no place for the {what} of a call of handler {handler}"))
    }
}
