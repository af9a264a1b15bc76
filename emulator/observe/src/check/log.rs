//! The log of one rank for the checks: its MPI calls with the values that their pointers point to,
//! and marks of messages.

use super::functions::{CheckFunctions, Class, Element, Function, Length, Parameter};
use crate::keeping::Share;
use crate::packed::{Packed, merged};
use crate::pairing::CONTEXT_SHIFT;
use crate::recording::ActiveHead;
use rankine_program::mpi::FunctionId;
use rankine_program::{CurrentCall, MarkEvent, OPERANDS_MAX};
use rankine_program::{ReadMemory, Registers};
use std::collections::BTreeMap;

/// The most arguments of a call: `MPI_Rget_accumulate` has 13.
pub(super) const ARGUMENTS_MAX: usize = 14;
/// Arguments in registers a0 to a7 (RISC-V psABI, "Integer Calling Convention"); the rest is on the stack.
const REGISTER_ARGUMENTS: usize = 8;
const SP: usize = 2;
const A0: usize = 10;
/// The most elements that are read from an array in memory.
const ELEMENTS_MAX: i64 = 1 << 20;

/// A call as it was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LoggedCall {
    /// A [`rankine_program::mpi::FunctionId`].
    pub function: u32,
    pub arguments: [u64; ARGUMENTS_MAX],
    pub return_address: u64,
    pub entered: u64,
    /// The values that pointers point to, in the order of the parameters that are pointers. A list
    /// ends where memory cannot be read.
    pub lists: Vec<Vec<i64>>,
    /// The returned value. None while the call is in progress.
    pub result: Option<i32>,
    /// Was the call entered while the rank held a handler-safe lock or was in a no-interrupt
    /// section?
    pub holds: bool,
}

/// An event of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum What {
    /// A call was entered, or left; the value is its number.
    Enter(u32),
    Leave(u32),
    /// A message was handed to the hardware.
    Sending {
        node: u32,
        tag: i32,
        is_collective: bool,
    },
    /// A message has arrived: the next one from this node.
    Arrived {
        node: u32,
    },
    /// The sender has withdrawn the message that arrived as this one of all, counted from 0. No
    /// receive matches it.
    Withdrawn {
        arrival: u32,
    },
    /// The rank cancels a send, and its message was taken back before it left.
    TakenBack,
    /// An active message of GASNet is sent; its handler begins; the handler ends.
    ActiveGoes {
        node: u32,
        head: ActiveHead,
        bytes: u64,
    },
    ActiveComes {
        node: u32,
        head: ActiveHead,
        bytes: u64,
    },
    #[default]
    ActiveDone,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    pub cycle: u64,
    pub what: What,
}

/// One rank's log.
#[derive(Clone, Debug, Default)]
pub struct RankLog {
    pub(super) calls: Packed<LoggedCall>,
    pub(super) events: Packed<Event>,
    under_way: Option<LoggedCall>,
    /// The number of messages that have arrived so far; and for each waiting message, by its entry,
    /// its number.
    arrivals: u32,
    waiting: BTreeMap<u64, u32>,
    /// When it is full, nothing more is logged.
    share: Share,
}

impl RankLog {
    pub fn new(share: Share) -> RankLog {
        RankLog { share, ..RankLog::default() }
    }

    pub fn share(&self) -> &Share {
        &self.share
    }

    /// The rank enters an outermost call: it is at the first instruction of an MPI function.
    pub fn enter(
        &mut self,
        functions: &CheckFunctions,
        call: &CurrentCall,
        registers: &Registers,
        read: &mut ReadMemory<'_>,
    ) {
        if self.share.is_full() {
            return;
        }
        let (function, cycle) = (call.function, call.entered_cycle);
        let Some(known) = functions.functions.get(function.0 as usize).and_then(Option::as_ref) else { return };
        let mut arguments = [0; ARGUMENTS_MAX];
        for (index, argument) in arguments[..known.parameters.len().min(ARGUMENTS_MAX)].iter_mut().enumerate() {
            *argument = argument_at(index, registers, functions.word_bytes, read);
        }
        let mut logged = LoggedCall {
            function: function.0,
            arguments,
            return_address: call.return_address,
            entered: cycle,
            lists: vec![Vec::new(); known.parameters.iter().filter(|parameter| parameter.pointee.is_some()).count()],
            result: None,
            holds: functions.held.and_then(|address| read_one(address, 4, false, read)).is_some_and(|held| held != 0),
        };
        fetch(&mut logged, known, functions, false, read);
        if is_quiet(known) {
            self.under_way = Some(logged);
        } else {
            self.push(cycle, What::Enter(self.calls.len() as u32));
            self.calls.push(logged);
            self.under_way = None;
        }
    }

    /// The rank has returned from the call that it entered last.
    pub fn leave(
        &mut self,
        functions: &CheckFunctions,
        function: FunctionId,
        registers: &Registers,
        cycle: u64,
        read: &mut ReadMemory<'_>,
    ) {
        if self.share.is_full() {
            return;
        }
        let Some(known) = functions.functions.get(function.0 as usize).and_then(Option::as_ref) else { return };
        let result = registers.x[A0] as i32;
        if let Some(mut call) = self.under_way.take() {
            call.result = Some(result);
            fetch(&mut call, known, functions, true, read);
            if is_worth_telling(known, &call, self.calls.last().as_ref()) {
                self.push(cycle, What::Leave(self.calls.len() as u32));
                self.calls.push(call);
            }
            return;
        }
        let Some(last) = self.calls.len().checked_sub(1) else { return };
        let mut is_left = false;
        self.calls.update(last, |call| {
            is_left = call.result.is_none();
            if is_left {
                call.result = Some(result);
                fetch(call, known, functions, true, read);
            }
        });
        if is_left {
            self.push(cycle, What::Leave(last as u32));
        }
    }

    /// The rank passes a mark.
    pub fn mark(&mut self, event: MarkEvent, [first, second, third]: [u64; OPERANDS_MAX], cycle: u64) {
        if self.share.is_full() {
            return;
        }
        let node = first as u32;
        match event {
            MarkEvent::SendingShort | MarkEvent::SendingEager | MarkEvent::SendingRendezvous => {
                let is_collective = first >> CONTEXT_SHIFT & 1 == 1;
                self.push(cycle, What::Sending { node: second as u32, tag: first as i32, is_collective });
            }
            MarkEvent::Matched => self.arrive(second, cycle),
            MarkEvent::Unexpected => {
                self.waiting.insert(first, self.arrivals);
                self.arrive(second, cycle);
            }
            MarkEvent::Withdrawn => {
                if let Some(arrival) = self.waiting.remove(&first) {
                    self.push(cycle, What::Withdrawn { arrival });
                }
            }
            MarkEvent::TakenBack => self.push(cycle, What::TakenBack),
            MarkEvent::ActiveSending => {
                self.push(cycle, What::ActiveGoes { node, head: ActiveHead::of(second as u32), bytes: third });
            }
            MarkEvent::ActiveHandling => {
                self.push(cycle, What::ActiveComes { node, head: ActiveHead::of(second as u32), bytes: third });
            }
            MarkEvent::ActiveHandled => self.push(cycle, What::ActiveDone),
            MarkEvent::Taken | MarkEvent::Received => {}
        }
    }

    /// Adds the marks from the log of a further processor of the node. `cycle` converts its cycles
    /// into ours. At the same cycle, our own events come first.
    pub fn take_over(&mut self, further: &mut RankLog, cycle: &dyn Fn(u64) -> u64) {
        let marks = std::mem::take(&mut further.events);
        let marks = marks.iter().map(|event| Event { cycle: cycle(event.cycle), ..event });
        self.events = merged(self.events.iter(), marks, |event| event.cycle);
    }

    fn arrive(&mut self, node: u64, cycle: u64) {
        self.arrivals += 1;
        self.push(cycle, What::Arrived { node: node as u32 });
    }

    fn push(&mut self, cycle: u64, what: What) {
        self.events.push(Event { cycle, what });
        self.share.set(self.events.bytes() + self.calls.bytes(), cycle);
    }

    /// The call in progress, if it is in no event, because it may return without having done
    /// anything.
    pub(super) fn quiet_call(&self) -> Option<&LoggedCall> {
        self.under_way.as_ref()
    }
}

/// Is a call of this function logged only when it is left, and only if it did something? Programs
/// poll with such functions.
fn is_quiet(function: &Function) -> bool {
    ["MPI_Test", "gasnet_try_"].iter().any(|stem| function.name.starts_with(stem))
        || function.position("flag").is_some()
}

/// Is a call of such a function to be kept? `last` is the call that was kept before it.
fn is_worth_telling(function: &Function, call: &LoggedCall, last: Option<&LoggedCall>) -> bool {
    let is_ok = call.result == Some(0);
    match function.class {
        // If a call returns an error, it may still have completed some of its handles, and the next
        // call does not name these any more.
        Class::SyncAll => is_ok || last.is_none_or(|last| last.function != call.function || last.lists != call.lists),
        class if class.is_gasnet() => is_ok,
        _ => !is_ok || has_effect(function, &call.lists),
    }
}

/// Has such a call done something? It writes its result to memory.
fn has_effect(function: &Function, lists: &[Vec<i64>]) -> bool {
    if function.class == Class::Probe {
        return false;
    }
    let value = |name: &str| {
        let pointers = function.parameters.iter().filter(|parameter| parameter.pointee.is_some());
        let (_, list) = pointers.zip(lists).find(|(parameter, _)| parameter.name == name)?;
        list.first().copied()
    };
    value("flag").or_else(|| value("done")).is_none_or(|found| found > 0)
}

fn argument_at(index: usize, registers: &Registers, word_bytes: u64, read: &mut ReadMemory<'_>) -> u64 {
    if index < REGISTER_ARGUMENTS {
        return registers.x[A0 + index];
    }
    let mut word = [0; 8];
    let at = registers.x[SP].wrapping_add((index - REGISTER_ARGUMENTS) as u64 * word_bytes);
    if read(at, &mut word[..word_bytes as usize]) { u64::from_le_bytes(word) } else { 0 }
}

/// Reads the values that pointers point to.
fn fetch(
    call: &mut LoggedCall,
    function: &Function,
    functions: &CheckFunctions,
    at_leave: bool,
    read: &mut ReadMemory<'_>,
) {
    let pointers = |(index, parameter): (usize, &Parameter)| Some((index, parameter.pointee?));
    let pointers = function.parameters.iter().enumerate().filter_map(pointers);
    for (slot, (index, pointee)) in pointers.enumerate().filter(|(_, (_, pointee))| pointee.at_leave == at_leave) {
        let address = call.arguments.get(index).copied().unwrap_or(0);
        let elements = match pointee.length {
            Length::Fixed(elements) => elements as i64,
            Length::Ranks => i64::from(functions.ranks),
            Length::Parameter(of, times) => {
                let count = call.arguments.get(of).copied().unwrap_or(0);
                let count = if function.is_large { count as i64 } else { i64::from(count as i32) };
                count.saturating_mul(times as i64)
            }
        };
        let bytes = match pointee.element {
            Element::Int if !function.is_large => 4,
            Element::Int => 8,
            Element::Handle | Element::Address => functions.word_bytes as usize,
        };
        let is_signed = pointee.element != Element::Handle;
        if address != 0 {
            call.lists[slot] = (0..elements.clamp(0, ELEMENTS_MAX))
                .map_while(|element| {
                    read_one(address.wrapping_add(element as u64 * bytes as u64), bytes, is_signed, read)
                })
                .collect();
        }
    }
}

fn read_one(address: u64, bytes: usize, is_signed: bool, read: &mut ReadMemory<'_>) -> Option<i64> {
    let mut word = [0; 8];
    read(address, &mut word[..bytes]).then_some(())?;
    let value = u64::from_le_bytes(word);
    Some(if is_signed && bytes == 4 { i64::from(value as i32) } else { value as i64 })
}
