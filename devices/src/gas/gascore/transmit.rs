//! The transmit unit of a GAScore: it turns requests of the node into packets.
//!
//! The unit takes a request's head a word a cycle. The packet begins `tx_header_cycles` later; if
//! its payload comes from memory, it begins another `tx_read_cycles` later. Arguments are sent as
//! they come. A payload word is read and sent in one cycle. The completion word is the number of
//! words of the request. It is put with the last word of the packet.

use super::surroundings::{Counts, Port, Shared, Surroundings, Transfer};
use crate::fsl::Word;
use crate::gas::format::{Kind, Type, WORD, payload_words};
use crate::gas::links::Links;
use crate::gas::mishaps::Mishap;
use crate::netif::tier1::Header;
use rankine_bus::counted;

/// Most words of a request before its arguments.
const HEAD_WORDS: usize = 5;

/// The first words of a request: type, node or token, then bytes, source and destination as far as
/// it has them.
#[derive(Clone, Copy, Default)]
struct Head {
    words: [u32; HEAD_WORDS],
    count: usize,
}

/// A decoded head.
#[derive(Clone, Copy)]
struct Request {
    of: Type,
    kind: Kind,
    dest: u8,
    bytes: u32,
    /// Address of the payload; none if it comes by the FIFO.
    source: Option<u32>,
    destination: u32,
}

/// A packet under way.
struct Sending {
    request: Request,
    /// No word is sent before this cycle.
    begin: u64,
    /// Words before the arguments, and how many of them are sent.
    head: [u32; 4],
    head_words: usize,
    sent: usize,
    /// Arguments to come.
    arguments: u32,
    /// Payload bytes to come.
    bytes: u32,
}

enum State {
    /// Takes the first words of a request.
    Head(Head),
    Sending(Box<Sending>),
    /// Takes so many words of a request that is dropped.
    Dropping {
        left: u32,
        is_async: bool,
    },
    /// Waits for a place on FSL 4 for this word.
    Completing(u32),
}

pub struct Transmit {
    state: State,
    /// No request begins before this cycle.
    ready: u64,
    pub counts: Counts,
}

impl Default for Transmit {
    fn default() -> Transmit {
        Transmit { state: State::Head(Head::default()), ready: 0, counts: Counts::default() }
    }
}

/// The next word of a packet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Head(u32),
    /// An argument, or a payload word, from FSL 3.
    Fifo,
    /// A payload word from memory.
    Memory(u64),
}

impl Sending {
    fn next(&self) -> Option<Next> {
        if self.sent < self.head_words {
            return Some(Next::Head(self.head[self.sent]));
        }
        match self.request.source {
            _ if self.arguments > 0 => Some(Next::Fifo),
            _ if self.bytes == 0 => None,
            Some(source) => Some(Next::Memory(u64::from(source) + u64::from(self.request.bytes - self.bytes))),
            None => Some(Next::Fifo),
        }
    }

    /// The word of [`Sending::next`] has been sent.
    fn advance(&mut self) {
        if self.sent < self.head_words {
            self.sent += 1;
        } else if self.arguments > 0 {
            self.arguments -= 1;
        } else {
            self.bytes = self.bytes.saturating_sub(WORD);
        }
    }

    /// Words of the request that are accepted.
    fn accepted(&self) -> u32 {
        let of = self.request.of;
        let payload = if of.is_from_fifo() { payload_words(self.request.bytes) } else { 0 };
        of.request_words() as u32 + of.arguments() + payload
    }
}

impl Surroundings<'_> {
    fn out_has_room(&self, dest: u8) -> bool {
        let own = u32::from(dest) == self.shared.node;
        if own { self.shared.own.has_room(self.cycle) } else { self.port.to.has_room(self.cycle) }
    }

    fn put_out(&mut self, dest: u8, word: Word) {
        self.done.any = true;
        if u32::from(dest) == self.shared.node {
            return self.shared.own.push(self.cycle, word);
        }
        self.port.to.push(self.cycle, word);
        self.done.sent = Some(word);
    }

    /// The request of a head. An error says why the request is dropped.
    fn request(&mut self, head: &Head) -> Result<Request, (Mishap, String)> {
        let [first, second, ..] = head.words;
        let of = Type(first);
        let kind = of.kind().ok_or_else(|| (Mishap::Type, format!("request {first:#010x} has an unknown type")))?;
        let mut rest = head.words[2..].iter().copied();
        let bytes = if kind == Kind::Short { 0 } else { rest.next().unwrap_or(0) };
        let source = if kind == Kind::Short || of.is_from_fifo() { None } else { rest.next() };
        let destination = if kind == Kind::Long { rest.next().unwrap_or(0) } else { 0 };
        self.check_limits(of, kind, bytes)?;
        for address in [source.unwrap_or(0), destination] {
            if !address.is_multiple_of(WORD) {
                return Err((Mishap::Alignment, format!("request {first:#010x} names the address {address:#x}")));
            }
        }
        let dest = self.dest(of, second)?;
        if let Some(source) = source.filter(|source| !self.is_memory(*source, bytes)) {
            let what = format!("request {first:#010x}: {bytes} bytes from {source:#x} are not memory");
            return Err((Mishap::Memory, what));
        }
        Ok(Request { of, kind, dest, bytes, source, destination })
    }

    fn check_limits(&self, of: Type, kind: Kind, bytes: u32) -> Result<(), (Mishap, String)> {
        let params = &self.shared.params;
        let most = if kind == Kind::Medium { params.medium_bytes } else { params.long_bytes };
        if of.arguments() > params.arguments_max {
            let (arguments, most) = (of.arguments(), params.arguments_max);
            return Err((
                Mishap::Length,
                format!("request {:#010x} has {arguments} arguments of {most} at most", of.0),
            ));
        }
        if bytes > most {
            let what = format!("{} request {:#010x} has {bytes} bytes of {most} at most", kind.name(), of.0);
            return Err((Mishap::Length, what));
        }
        Ok(())
    }

    /// The node that a request is for.
    fn dest(&self, of: Type, second: u32) -> Result<u8, (Mishap, String)> {
        if of.is_reply() {
            let source = self.shared.tokens.source(second);
            return source
                .ok_or_else(|| (Mishap::Reply, format!("reply {:#010x} has token {second:#x}, which is free", of.0)));
        }
        let nodes = self.shared.nodes;
        let dest = u8::try_from(second).ok().filter(|dest| u32::from(*dest) < nodes);
        dest.ok_or_else(|| (Mishap::Node, format!("request {:#010x} is for node {second}; there are {nodes}", of.0)))
    }
}

impl Transmit {
    /// Does it have a payload word to read in this cycle?
    pub fn wants_bus(&self, at: &Surroundings<'_>) -> bool {
        let State::Sending(sending) = &self.state else { return false };
        sending.begin <= at.cycle
            && matches!(sending.next(), Some(Next::Memory(_)))
            && at.out_has_room(sending.request.dest)
    }

    pub fn step(&mut self, at: &mut Surroundings<'_>, has_bus: bool) {
        match &mut self.state {
            State::Head(_) => self.take_head(at),
            State::Sending(_) => self.send(at, has_bus),
            State::Dropping { left, .. } if *left > 0 => {
                *left -= u32::from(at.take_request().is_some());
                self.end_dropping(at);
            }
            State::Dropping { .. } => self.end_dropping(at),
            State::Completing(word) => {
                let word = *word;
                self.complete(at, word);
            }
        }
    }

    fn take_head(&mut self, at: &mut Surroundings<'_>) {
        let State::Head(head) = &mut self.state else { return };
        if head.count == 0 && at.cycle < self.ready {
            return;
        }
        let Some(word) = at.take_request() else { return };
        if head.count == 0 {
            self.ready = at.cycle + u64::from(at.shared.params.am_tx_interval);
        }
        head.words[head.count] = word;
        head.count += 1;
        let (head, of) = (*head, Type(head.words[0]));
        if head.count < of.request_words() {
            return;
        }
        match at.request(&head) {
            Ok(request) => self.begin(at, request),
            Err((mishap, story)) => {
                at.shared.mishaps.raise(mishap, at.cycle, format_args!("{story}: it is dropped"));
                let bytes = if of.kind().is_some() && of.is_from_fifo() { head.words[2] } else { 0 };
                let left = of.arguments() + payload_words(bytes);
                self.state = State::Dropping { left, is_async: of.is_async() };
                self.end_dropping(at);
            }
        }
    }

    fn begin(&mut self, at: &Surroundings<'_>, request: Request) {
        let Request { of, kind, dest, bytes, source, destination } = request;
        let params = &at.shared.params;
        let head_words = 2 + kind as usize;
        let ndw = head_words as u32 - 1 + of.arguments() + payload_words(bytes);
        let header = Header { src: at.shared.node as u8, dest, ndw: ndw as u16 };
        let read = if source.is_some() { params.tx_read_cycles } else { 0 };
        self.counts.count(kind, bytes);
        self.state = State::Sending(Box::new(Sending {
            request,
            begin: at.cycle + u64::from(params.tx_header_cycles) + u64::from(read),
            head: [header.bits(), of.0, bytes, destination],
            head_words,
            sent: 0,
            arguments: of.arguments(),
            bytes,
        }));
    }

    fn send(&mut self, at: &mut Surroundings<'_>, has_bus: bool) {
        let State::Sending(sending) = &mut self.state else { return };
        let dest = sending.request.dest;
        if at.cycle < sending.begin || !at.out_has_room(dest) {
            return;
        }
        let bits = match sending.next() {
            Some(Next::Head(bits)) => Some(bits),
            Some(Next::Fifo) => at.take_request(),
            Some(Next::Memory(address)) if has_bus => {
                let mut word = [0; WORD as usize];
                let bytes = sending.bytes.min(WORD) as usize;
                // `request` has checked that the whole payload is memory, and memory does not go
                // away.
                at.memory.read(address, &mut word[..bytes]);
                Some(u32::from_le_bytes(word))
            }
            Some(Next::Memory(_)) | None => None,
        };
        let Some(bits) = bits else { return };
        let control = sending.sent == 0;
        sending.advance();
        let end = sending.next().is_none().then(|| (sending.accepted(), sending.request.of.is_async()));
        at.put_out(dest, Word { bits, control });
        if let Some((accepted, is_async)) = end {
            self.end(at, accepted, is_async);
        }
    }

    fn end_dropping(&mut self, at: &mut Surroundings<'_>) {
        if let State::Dropping { left: 0, is_async } = self.state {
            self.end(at, 0, is_async);
        }
    }

    /// A request has ended.
    fn end(&mut self, at: &mut Surroundings<'_>, word: u32, is_async: bool) {
        self.state = State::Head(Head::default());
        if !is_async {
            self.complete(at, word);
        }
    }

    /// Puts a completion word as soon as there is a place.
    fn complete(&mut self, at: &mut Surroundings<'_>, word: u32) {
        self.state = match at.links.completions.has_room(at.cycle) {
            true => {
                at.links.completions.push(at.cycle, word);
                at.done.any = true;
                State::Head(Head::default())
            }
            false => State::Completing(word),
        };
    }

    /// The next cycle in which it can do something by itself.
    pub fn next(&self, at: &Surroundings<'_>) -> Option<u64> {
        let next = match &self.state {
            State::Head(head) if head.count == 0 && !at.links.requests.is_empty() => self.ready,
            State::Sending(sending) => sending.begin,
            _ => return None,
        };
        Some(next).filter(|next| *next > at.cycle)
    }

    /// The message of a request whose head it has taken.
    pub fn transfer(&self) -> Option<Transfer> {
        let State::Sending(sending) = &self.state else { return None };
        let Request { kind, bytes, dest, .. } = sending.request;
        Some(Transfer { kind, bytes, node: dest })
    }

    pub fn waits(&self, links: &Links, port: &Port, shared: &Shared) -> Option<String> {
        let fsl3 =
            |what: String| format!("transmit unit waits for a word in FSL 3 ({}): {what}", links.requests.fill());
        match &self.state {
            State::Head(head) if head.count == 0 => None,
            State::Head(head) => {
                let words = Type(head.words[0]).request_words();
                Some(fsl3(format!(
                    "it has {} of the first {words} words of request {:#010x}",
                    head.count, head.words[0]
                )))
            }
            State::Sending(sending) => {
                let Request { of, kind, dest, .. } = sending.request;
                let what = format!("a {} message to node {dest}, type word {:#010x}", kind.name(), of.0);
                let (name, out) = match u32::from(dest) == shared.node {
                    true => ("the FIFO to the own receive unit", &shared.own),
                    false => ("the FIFO to the NetIf", &port.to),
                };
                Some(match sending.next() {
                    Some(Next::Fifo) if links.requests.is_empty() => fsl3(format!("more of {what}")),
                    _ => format!("transmit unit waits for a place in {name} ({}): {what}", out.fill()),
                })
            }
            State::Dropping { left, .. } => {
                Some(fsl3(format!("it drops a request of which {} are missing", counted(u64::from(*left), "word"))))
            }
            State::Completing(_) => {
                Some(format!("transmit unit waits for a place in FSL 4 ({})", links.completions.fill()))
            }
        }
    }
}
