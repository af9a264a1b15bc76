//! Execution of the sequencer's instructions.

use super::calls::Call;
use super::code::{Data, FLAGS, IF_NEGATIVE, IF_NOT_ZERO, IF_POSITIVE, IF_ZERO, Instr, Operation, Source};
use super::counters::arm;
use super::load::loads;
use super::mishaps::Mishap;
use super::phase::{Effect, Flag, Phase, Target};
use super::timer::UNSET;
use super::{Executed, HANDLER_MASK, Pams};
use crate::gas::links::Links;

/// A message of this handler leaves ArrivalTime as it is.
const NO_ARRIVAL_TIME: u32 = 255;

impl Pams {
    /// Performs the effects that are due: handler calls count, code is loaded, control lines
    /// change.
    pub(super) fn perform_effects(&mut self, cycle: u64) {
        self.control.advance(cycle);
        while let Some(&(due, effect)) = self.effects.front()
            && due <= cycle
        {
            self.effects.pop_front();
            match effect {
                Effect::Called(call) => self.called(due, call),
                Effect::Loaded { from_0 } => self.loaded = Some(from_0),
            }
        }
    }

    /// A handler call has an effect in `cycle`.
    fn called(&mut self, cycle: u64, call: Call) {
        let handler = call.handler & HANDLER_MASK;
        if handler != NO_ARRIVAL_TIME {
            self.arrival = self.timer.at(cycle);
        }
        if !loads(handler) {
            self.counters.call(cycle, handler, call.bytes);
        }
    }

    /// The sequencer's work in a cycle in which it is ready.
    pub(super) fn act(&mut self, cycle: u64, links: &mut Links) {
        match self.phase {
            Phase::Fetch => self.execute(cycle, links),
            Phase::Wait { flags, since } => self.wait(cycle, links, flags, since),
            Phase::Move { source, target, left } => self.move_word(cycle, links, source, target, left),
            Phase::Stopped => {}
        }
    }

    pub(super) fn stop(&mut self, mishap: Mishap, cycle: u64, story: std::fmt::Arguments<'_>) {
        let story = format!("{}, cycle {cycle}: {story}", self.name);
        tracing::debug!(target: "pams", cycle, "{story}");
        self.mishaps.raise(mishap, &story);
        self.phase = Phase::Stopped;
        self.stopped.get_or_insert(story);
    }

    fn execute(&mut self, cycle: u64, links: &mut Links) {
        let address = self.address;
        let Some(&word) = self.code.get(address as usize) else {
            let story = format_args!("execution has come to address {address}, behind the last instruction");
            return self.stop(Mishap::BeyondMemory, cycle, story);
        };
        let instr = Instr::decode(word).filter(|instr| self.params.later || !instr.is_later());
        let Some(instr) = instr else {
            let known = Instr::decode(word).map_or("", |_| " (the later design has it: pams.later)");
            let story = format_args!("undefined instruction {word:#010x} at address {address}{known}");
            return self.stop(Mishap::Undefined, cycle, story);
        };
        if instr.operand_words() as usize >= self.code.len() - address as usize {
            let story =
                format_args!("the words of {} at address {address} are beyond the end", instr.layout().mnemonic);
            return self.stop(Mishap::BeyondMemory, cycle, story);
        }
        if let Some(log) = &mut self.log {
            log.push(Executed { cycle, address, word });
        }
        tracing::trace!(target: "pams", cycle, address, "{}: {instr:?}", self.name);
        self.executed[instr.layout().opcode as usize] += 1;
        self.begun = address;
        self.address += 1;
        self.perform(cycle, links, instr);
    }

    fn perform(&mut self, cycle: u64, links: &mut Links, instr: Instr) {
        let time = match instr {
            Instr::CorrectTimer
            | Instr::TimerThreshold { .. }
            | Instr::TransferThreshold { .. }
            | Instr::MessageThreshold { .. } => self.params.parameter_cycles,
            Instr::Request { .. } | Instr::ToCore { .. } | Instr::Accumulate { .. } => self.params.request_cycles,
            _ => self.params.plain_cycles,
        };
        self.ready = cycle + u64::from(time);
        match instr {
            Instr::Wait { flags } => self.wait(cycle, links, flags, cycle),
            Instr::Request { data, .. } => self.begin(data, Target::GasCore),
            Instr::ToCore { data, .. } => self.begin(data, Target::Core),
            Instr::Accumulate { operation, accumulator, data } => {
                self.begin(data, Target::Accumulator(operation, accumulator));
            }
            Instr::Branch { conditions, target } => self.branch(conditions, target),
            Instr::SetNodeId { id } => self.node_id = id,
            Instr::CorrectTimer => {
                let offset = self.parameter();
                self.timer.correct(cycle, offset);
            }
            Instr::TimerThreshold { thresholds } => {
                let threshold = self.parameter();
                for (_, place) in self.thresholds.iter_mut().enumerate().filter(|(n, _)| thresholds >> n & 1 != 0) {
                    *place = threshold;
                }
            }
            Instr::TransferThreshold { counters, handler } => {
                let threshold = self.parameter();
                arm(&mut self.counters.transfers, counters, handler, threshold);
            }
            Instr::MessageThreshold { counters, handler } => {
                let threshold = self.parameter();
                arm(&mut self.counters.messages, counters, handler, threshold);
            }
            Instr::ControlOut { lines } => self.control.raise(cycle, lines),
            Instr::ResetFlags { flags } => {
                self.reset(cycle, links, flags);
            }
        }
    }

    /// The next word of code.
    fn parameter(&mut self) -> u32 {
        self.address += 1;
        self.code[self.address as usize - 1]
    }

    fn begin(&mut self, Data { source, count }: Data, target: Target) {
        self.phase = Phase::Move { source, target, left: count };
    }

    fn branch(&mut self, conditions: u32, target: u32) {
        let (zero, sign) = match (self.last_value, self.last_value as i32) {
            (0, _) => (IF_ZERO, IF_POSITIVE),
            (_, 0..) => (IF_NOT_ZERO, IF_POSITIVE),
            _ => (IF_NOT_ZERO, IF_NEGATIVE),
        };
        if conditions & !(zero | sign) == 0 {
            self.address = target;
            self.ready += u64::from(self.params.branch_cycles);
        }
    }

    /// WAIT in a cycle in which it looks at its flags.
    fn wait(&mut self, cycle: u64, links: &mut Links, flags: u32, since: u64) {
        if self.wait_ends(cycle, links, flags) != Some(cycle) {
            self.phase = Phase::Wait { flags, since };
            return;
        }
        self.cycles_waited += cycle - since;
        self.ready = cycle + u64::from(self.params.plain_cycles);
        self.phase = Phase::Fetch;
        let is_from_0 = self.reset(cycle, links, flags);
        if is_from_0 && self.params.load_restarts {
            self.address = 0;
        }
    }

    /// The first cycle from `cycle` on in which all of `flags` are set, as far as is known now.
    pub(super) fn wait_ends(&self, cycle: u64, links: &Links, flags: u32) -> Option<u64> {
        let named = (0..FLAGS).filter(|bit| flags >> bit & 1 != 0);
        named.map(|bit| self.flag_from(cycle, links, bit)).try_fold(cycle, |last, from| Some(last.max(from?)))
    }

    /// The first cycle from `cycle` on in which the flag of this bit is set, as far as is known
    /// now.
    fn flag_from(&self, cycle: u64, links: &Links, bit: usize) -> Option<u64> {
        let is_set = match Flag::of(bit) {
            Flag::Code => self.loaded.is_some(),
            Flag::Sent => return links.completions.front_since().map(|since| since.max(cycle)),
            Flag::Timer(number) => return self.timer.reaches(cycle, self.thresholds[number]),
            Flag::Transfers(number) => self.counters.transfers[number].is_reached(),
            Flag::Messages(number) => self.counters.messages[number].is_reached(),
            Flag::Input(number) => self.control.inputs() >> number & 1 != 0,
        };
        is_set.then_some(cycle)
    }

    /// All flags as source `flags` gives them.
    fn flags(&self, cycle: u64, links: &Links) -> u32 {
        let set = (0..FLAGS).filter(|bit| self.flag_from(cycle, links, *bit) == Some(cycle));
        set.fold(0, |flags, bit| flags | 1 << bit)
    }

    /// Resets flags. Returns whether code loaded from address 0 was among them.
    fn reset(&mut self, cycle: u64, links: &mut Links, flags: u32) -> bool {
        let mut is_from_0 = false;
        for bit in (0..FLAGS).filter(|bit| flags >> bit & 1 != 0) {
            match Flag::of(bit) {
                Flag::Code => is_from_0 = self.loaded.take() == Some(true),
                Flag::Sent if links.completions.front(cycle).is_some() => {
                    links.completions.pop(cycle);
                    self.words_taken += 1;
                }
                Flag::Sent => {}
                Flag::Timer(number) => self.thresholds[number] = UNSET,
                Flag::Transfers(number) => self.counters.reset_transfer(number),
                Flag::Messages(number) => self.counters.reset_message(number),
                Flag::Input(number) => self.control.take(cycle, 1 << number),
            }
        }
        is_from_0
    }

    /// Moves a word, if there is one and a place for it.
    fn move_word(&mut self, cycle: u64, links: &mut Links, source: Source, target: Target, left: u32) {
        if !self.has_place(cycle, links, target) {
            return;
        }
        let Some(word) = self.word(cycle, links, source) else { return };
        match target {
            Target::GasCore => {
                links.requests.push(cycle, word);
                self.words_put += 1;
            }
            Target::Core => {}
            Target::Accumulator(operation, accumulator) => {
                let value = &mut self.accumulators[accumulator as usize];
                *value = match operation {
                    Operation::Load => word,
                    Operation::Add => value.wrapping_add(word),
                    Operation::Subtract => value.wrapping_sub(word),
                    Operation::And => *value & word,
                };
                self.last_value = *value;
            }
        }
        self.ready = cycle + 1;
        self.phase = match left - 1 {
            0 => Phase::Fetch,
            left => Phase::Move { source, target, left },
        };
    }

    /// Does a source have a word now? The node has no core, so source `core` never has one.
    pub(super) fn has_word(&self, source: Source) -> bool {
        match source {
            Source::Core => false,
            Source::Argument => !self.arguments.is_empty(),
            Source::Payload => !self.payload.is_empty(),
            _ => true,
        }
    }

    /// The next word of a source; none if there is none yet.
    fn word(&mut self, cycle: u64, links: &Links, source: Source) -> Option<u32> {
        Some(match source {
            Source::Code => self.parameter(),
            Source::Timer => self.timer.at(cycle),
            Source::Arrival => self.arrival,
            Source::Core => return None,
            Source::Flags => self.flags(cycle, links),
            Source::NodeId => self.node_id,
            Source::Argument => return self.arguments.pop_front(),
            Source::Payload => return self.payload.pop_front(),
            Source::Accumulator(accumulator) => self.accumulators[accumulator as usize],
        })
    }

    fn has_place(&self, cycle: u64, links: &Links, target: Target) -> bool {
        match target {
            Target::GasCore => links.requests.has_room(cycle),
            // The node has no core that could take them.
            Target::Core => false,
            Target::Accumulator(..) => true,
        }
    }

    /// The next cycle in which the sequencer acts, if neither a link nor a handler call changes
    /// something before.
    pub(super) fn acts_next(&self, cycle: u64, links: &Links) -> Option<u64> {
        let next = cycle + 1;
        match self.phase {
            Phase::Stopped => None,
            _ if self.ready > cycle => Some(self.ready),
            Phase::Wait { flags, .. } => self.wait_ends(next, links, flags),
            Phase::Move { source, target, .. } => {
                (self.has_word(source) && self.has_place(next, links, target)).then_some(next)
            }
            Phase::Fetch => Some(next),
        }
    }
}
