//! The receive unit of a GAScore: it turns packets into writes to memory and handler calls.
//!
//! The unit takes a packet a word a cycle. Each word of a short or medium message goes on to FSL 1
//! `rx_call_cycles` after it came; the token follows the first word. The call of a long message is
//! put when memory holds its whole payload: `rx_write_cycles` and `rx_call_cycles` after the last
//! word. While a call is on its way, the unit may take the next packet.

use super::surroundings::{Counts, Port, Shared, Surroundings, Transfer};
use crate::fifo::LATE;
use crate::fsl::Word;
use crate::gas::format::{Kind, Type, WORD};
use crate::gas::links::Links;
use crate::gas::mishaps::Mishap;
use crate::netif::tier1::Header;
use rankine_bus::counted;
use std::collections::VecDeque;

/// Words on the way to FSL 1 beyond one for each of `rx_call_cycles`: the token, and the word that
/// is being taken.
const MORE_WORDS: usize = 3;

/// Where packets come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum From {
    #[default]
    Network,
    /// The node's own transmit unit.
    Own,
}

impl From {
    fn other(self) -> From {
        if self == From::Network { From::Own } else { From::Network }
    }
}

/// The meaning of the next word of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Type,
    Bytes,
    Address,
    /// So many arguments, then the payload.
    Argument(u32),
    Payload,
    /// The packet is dropped.
    Nothing,
}

/// A packet that is being taken.
struct Taking {
    from: From,
    source: u8,
    /// Words to come.
    left: u32,
    next: Next,
    of: Type,
    kind: Kind,
    token: u32,
    bytes: u32,
    /// Where the next payload word goes, and how many bytes are to come.
    address: u64,
    bytes_left: u32,
    /// The handler call of a long message.
    call: Vec<u32>,
}

#[derive(Default)]
pub struct Receive {
    taking: Option<Taking>,
    /// The source whose packet is taken first if both have one.
    first: From,
    /// No packet begins before this cycle.
    ready: u64,
    /// Words for FSL 1, and the cycle from which each may be put.
    calls: VecDeque<(u64, u32)>,
    pub counts: Counts,
}

fn front(from: From, port: &Port, shared: &Shared, cycle: u64) -> Option<Word> {
    match from {
        From::Network => port.from.front(cycle),
        From::Own => shared.own.front(cycle),
    }
}

impl Surroundings<'_> {
    fn arriving(&self, from: From) -> Option<u32> {
        front(from, self.port, self.shared, self.cycle).map(|word| word.bits)
    }

    fn take_arriving(&mut self, from: From) {
        self.done.any = true;
        match from {
            From::Own => self.shared.own.pop(self.cycle),
            From::Network => {
                self.done.taken = true;
                self.port.from.pop(self.cycle)
            }
        };
    }
}

impl Taking {
    fn new(from: From, header: Header) -> Taking {
        Taking {
            from,
            source: header.src,
            left: u32::from(header.ndw),
            next: Next::Type,
            of: Type(0),
            kind: Kind::Short,
            token: 0,
            bytes: 0,
            address: 0,
            bytes_left: 0,
            call: Vec::new(),
        }
    }

    /// Does its next word go to memory?
    fn writes(&self) -> bool {
        self.next == Next::Payload && self.kind == Kind::Long
    }

    /// The next word's meaning, with so many arguments to come.
    fn arguments(left: u32) -> Next {
        if left > 0 { Next::Argument(left) } else { Next::Payload }
    }
}

impl Receive {
    /// Does it have a payload word to write in this cycle?
    pub fn wants_bus(&self, at: &Surroundings<'_>) -> bool {
        self.taking.as_ref().is_some_and(|taking| taking.writes() && at.arriving(taking.from).is_some())
    }

    pub fn step(&mut self, at: &mut Surroundings<'_>, has_bus: bool) {
        self.put_call(at);
        let Some(mut taking) = self.taking.take() else { return self.begin(at) };
        if let Some(word) = at.arriving(taking.from).filter(|_| self.may_take(at, &taking, has_bus)) {
            at.take_arriving(taking.from);
            taking.left -= 1;
            self.take(at, &mut taking, word);
            if taking.left == 0 {
                return self.end(at, taking);
            }
        }
        self.taking = Some(taking);
    }

    /// Puts the next word of a handler call.
    fn put_call(&mut self, at: &mut Surroundings<'_>) {
        let Some(&(ready, word)) = self.calls.front() else { return };
        if ready <= at.cycle && at.links.calls.has_room(at.cycle) {
            self.calls.pop_front();
            at.links.calls.push(at.cycle, word);
            at.done.any = true;
        }
    }

    fn begin(&mut self, at: &mut Surroundings<'_>) {
        if at.cycle < self.ready {
            return;
        }
        let first = self.first;
        let packet = [first, first.other()].into_iter().find_map(|from| Some((from, at.arriving(from)?)));
        let Some((from, word)) = packet else { return };
        at.take_arriving(from);
        self.first = from.other();
        self.ready = at.cycle + u64::from(at.shared.params.am_rx_interval);
        let taking = Taking::new(from, Header::of(word));
        self.taking = Some(taking).filter(|taking| taking.left > 0);
    }

    fn may_take(&self, at: &Surroundings<'_>, taking: &Taking, has_bus: bool) -> bool {
        let is_short_of_places = self.calls.len() >= at.shared.params.rx_call_cycles as usize + MORE_WORDS;
        match taking.next {
            Next::Nothing => true,
            Next::Type => !at.shared.tokens.is_exhausted() && !is_short_of_places,
            Next::Payload if taking.kind == Kind::Long => has_bus,
            _ => taking.kind == Kind::Long || !is_short_of_places,
        }
    }

    fn take(&mut self, at: &mut Surroundings<'_>, taking: &mut Taking, word: u32) {
        match taking.next {
            Next::Type => self.take_type(at, taking, word),
            Next::Bytes => {
                (taking.bytes, taking.bytes_left) = (word, word);
                self.emit(at, taking, word);
                let arguments = Taking::arguments(taking.of.arguments());
                taking.next = if taking.kind == Kind::Long { Next::Address } else { arguments };
            }
            Next::Address => self.take_address(at, taking, word),
            Next::Argument(left) => {
                self.emit(at, taking, word);
                taking.next = Taking::arguments(left - 1);
            }
            Next::Payload if taking.kind == Kind::Long => {
                let bytes = taking.bytes_left.min(WORD);
                // `take_address` has checked that all of it is memory.
                at.memory.write(taking.address, &word.to_le_bytes()[..bytes as usize]);
                taking.address += u64::from(bytes);
                taking.bytes_left -= bytes;
            }
            Next::Payload => self.emit(at, taking, word),
            Next::Nothing => {}
        }
    }

    fn take_type(&mut self, at: &mut Surroundings<'_>, taking: &mut Taking, word: u32) {
        let of = Type(word);
        let (Some(kind), Some(token)) = (of.kind(), at.shared.tokens.take(taking.source)) else {
            let source = taking.source;
            let story = format_args!("packet of node {source} has the type word {word:#010x}: it is dropped");
            at.shared.mishaps.raise(Mishap::Type, at.cycle, story);
            taking.next = Next::Nothing;
            return;
        };
        (taking.of, taking.kind, taking.token) = (of, kind, token);
        self.emit(at, taking, word);
        self.emit(at, taking, token);
        let arguments = Taking::arguments(of.arguments());
        taking.next = if kind == Kind::Short { arguments } else { Next::Bytes };
    }

    fn take_address(&mut self, at: &mut Surroundings<'_>, taking: &mut Taking, word: u32) {
        taking.address = word.into();
        if at.is_memory(word, taking.bytes) {
            self.emit(at, taking, word);
            taking.next = Taking::arguments(taking.of.arguments());
            return;
        }
        let (source, bytes) = (taking.source, taking.bytes);
        let story = format_args!("{bytes} bytes of node {source} to {word:#x} are not memory: the message is dropped");
        at.shared.mishaps.raise(Mishap::Memory, at.cycle, story);
        at.shared.tokens.free(taking.token);
        taking.next = Next::Nothing;
    }

    /// A word of the handler call.
    fn emit(&mut self, at: &Surroundings<'_>, taking: &mut Taking, word: u32) {
        match taking.kind {
            Kind::Long => taking.call.push(word),
            _ => self.calls.push_back((at.cycle + u64::from(at.shared.params.rx_call_cycles), word)),
        }
    }

    /// All words of a packet have been taken.
    fn end(&mut self, at: &Surroundings<'_>, taking: Taking) {
        if taking.next == Next::Nothing {
            return;
        }
        let params = &at.shared.params;
        let write = if taking.bytes > 0 { params.rx_write_cycles } else { 0 };
        let ready = at.cycle + u64::from(params.rx_call_cycles) + u64::from(write);
        self.calls.extend(taking.call.into_iter().map(|word| (ready, word)));
        self.counts.count(taking.kind, taking.bytes);
    }

    /// The next cycle in which it can do something by itself.
    pub fn next(&self, at: &Surroundings<'_>) -> Option<u64> {
        let has_packet = !at.port.from.is_empty() || !at.shared.own.is_empty();
        let begin = Some(self.ready).filter(|_| self.taking.is_none() && has_packet);
        let call = self.calls.front().map(|(ready, _)| *ready);
        [begin, call].into_iter().flatten().filter(|next| *next > at.cycle).min()
    }

    /// The message under way, once its type and length are known.
    pub fn transfer(&self) -> Option<Transfer> {
        let Taking { next, kind, bytes, source, .. } = self.taking.as_ref()?;
        let is_known = !matches!(next, Next::Type | Next::Bytes | Next::Nothing);
        is_known.then_some(Transfer { kind: *kind, bytes: *bytes, node: *source })
    }

    pub fn waits(&self, links: &Links, port: &Port, shared: &Shared) -> Option<String> {
        if !self.calls.is_empty() {
            let (words, fill) = (counted(self.calls.len() as u64, "word"), links.calls.fill());
            return Some(format!("receive unit waits for a place in FSL 1 ({fill}): it has {words} of handler calls"));
        }
        let taking = self.taking.as_ref()?;
        let packet = format!("{} of a packet of node {}", counted(taking.left.into(), "more word"), taking.source);
        Some(match front(taking.from, port, shared, LATE) {
            Some(_) => format!("receive unit waits for a token, all {} are in use: {packet}", shared.tokens.used()),
            None => format!("receive unit waits for {packet}"),
        })
    }
}
