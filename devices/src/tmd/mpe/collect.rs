//! A TMD-MPE that carries out a collective on command, one step of [`Collective`] after the other.
//!
//! | command | opcode | size | remote rank | tag |
//! |---|---|---|---|---|
//! | barrier | 4 | 0 | 0 | ranks |
//! | broadcast | 5 | words | root | ranks |
//! | reduction | 6 | words, at most `mpe_piece_words` | root | ranks, and from bit 16 on 0 sum, 1 largest signed, 2 largest unsigned |
//!
//! The harts of a broadcast's root and of each rank of a reduction give their words behind the
//! command. The harts of the other ranks of a broadcast and of a reduction's root get words, the
//! first with control = 1. After a barrier each hart gets a word 0 with control = 1.
//!
//! Cycles: one for each word and each step, and `mpe_header_cycles` before each header. Envelopes
//! that come meanwhile are stored.

use super::collective::{Action, BARRIER, BROADCAST, Collective, Kind, Operation, Progress};
use super::incoming::Incoming;
use super::{Mpe, State};
use crate::fsl::Word;
use crate::netif::tier1::{Header, RANKS};
use crate::tmd::fabric::Wires;

/// The tag of a reduction has the operation from this bit on.
const OPERATION_SHIFT: u32 = 16;

impl Mpe {
    /// The collective of a command. An error says what is wrong with it.
    pub fn collective_of(&self, [opcode, size, _, root, what]: [u32; 5]) -> Result<Collective, &'static str> {
        let ranks = what & ((1 << OPERATION_SHIFT) - 1);
        if ranks == 0 || ranks > RANKS || self.node >= ranks || root >= ranks {
            return Err("number of ranks is not above the ranks");
        }
        let kind = match opcode {
            BARRIER if size != 0 || root != 0 => return Err("size and root of a barrier are not 0"),
            BARRIER => Kind::Barrier,
            BROADCAST => Kind::Broadcast,
            _ if size == 0 || size > self.piece_words => {
                return Err("size of a reduction is 0 or above mpe_piece_words");
            }
            _ => Kind::Reduce(Operation::of(what >> OPERATION_SHIFT).ok_or("operation is not 0 to 2")?),
        };
        Ok(Collective::new(kind, size, self.node, root, ranks, self.piece_words))
    }

    pub fn begin_collective(&mut self, wires: &mut Wires, cycle: u64, collective: Collective) {
        wires.machine.counts.mpe_collectives += 1;
        self.collective = Some(collective);
        self.progress = Progress { since: cycle + 1, ..Progress::default() };
        wires.wake(self.me, cycle + 1);
    }

    /// The step is done.
    pub fn advance(&mut self, wires: &mut Wires, cycle: u64) {
        if let Some(collective) = &mut self.collective {
            collective.next();
        }
        (self.progress.at, self.progress.since) = (0, cycle + 1);
        wires.wake(self.me, cycle + 1);
    }

    /// The rank whose words it takes from the network now.
    pub fn fetches_from(&mut self) -> Option<u8> {
        match self.collective.as_mut()?.action()? {
            Action::Fetch(src, _) => Some(src),
            _ => None,
        }
    }

    pub fn collect(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(action) = self.collective.as_mut().and_then(Collective::action) else {
            self.collective = None;
            return self.enter(wires, cycle, State::Idle);
        };
        match action {
            Action::Await(src) if self.tokens.take(src) => self.advance(wires, cycle),
            Action::Await(_) | Action::Fetch(..) => self.listen(wires, cycle),
            Action::Token(dest) => {
                if self.put_collective_header(wires, cycle, dest, 0) {
                    self.advance(wires, cycle);
                }
            }
            Action::Take => self.take_piece(wires, cycle),
            Action::Put(dest) => self.put_piece(wires, cycle, dest),
            Action::Give => self.give_piece(wires, cycle),
            Action::Notify => {
                if self.put(wires, cycle, self.host, Word { bits: 0, control: true }) {
                    self.advance(wires, cycle);
                }
            }
        }
    }

    /// Puts a header, if the header is made and there is room.
    pub fn put_collective_header(&mut self, wires: &mut Wires, cycle: u64, dest: u8, ndw: u32) -> bool {
        let begin = self.progress.since + self.header_cycles;
        if cycle < begin {
            wires.wake(self.me, begin);
            return false;
        }
        let header = Header { src: self.node as u8, dest, ndw: ndw as u16 };
        self.put(wires, cycle, self.net, header.word())
    }

    /// A word of the step is done. After the last word of the piece, the step is done.
    fn count_word(&mut self, wires: &mut Wires, cycle: u64) {
        self.progress.at += 1;
        let words = self.collective.as_ref().map_or(0, |collective| collective.words);
        match self.progress.at < words {
            true => wires.wake(self.me, cycle + 1),
            false => self.advance(wires, cycle),
        }
    }

    fn take_piece(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(word) = wires.pop(self.host.from, cycle) else { return };
        self.store_word(word.bits, None);
        self.count_word(wires, cycle);
    }

    /// Stores the next word of the piece: a new one, or one combined with the word that is there.
    fn store_word(&mut self, bits: u32, operation: Option<Operation>) {
        let Some(Collective { piece, .. }) = &mut self.collective else { return };
        match operation.and_then(|operation| Some((operation, piece.get_mut(self.progress.at as usize)?))) {
            Some((operation, word)) => *word = operation.combine(*word, bits),
            None => {
                piece.truncate(self.progress.at as usize);
                piece.push(bits);
            }
        }
    }

    /// A word of a packet of data from parent or child.
    pub fn fetch_word(&mut self, wires: &mut Wires, cycle: u64, incoming: Incoming, bits: u32) {
        if let Some(Action::Fetch(src, operation)) = self.collective.as_mut().and_then(Collective::action)
            && src == incoming.header.src
        {
            self.store_word(bits, operation);
            self.count_word(wires, cycle);
        }
        self.take_word(wires, cycle, incoming);
    }

    fn word_of_piece(&self) -> u32 {
        self.collective
            .as_ref()
            .and_then(|collective| collective.piece.get(self.progress.at as usize))
            .copied()
            .unwrap_or(0)
    }

    fn put_piece(&mut self, wires: &mut Wires, cycle: u64, dest: u8) {
        let words = self.collective.as_ref().map_or(0, |collective| collective.words);
        if !self.progress.has_header {
            self.progress.has_header = self.put_collective_header(wires, cycle, dest, words);
            if self.progress.has_header {
                wires.wake(self.me, cycle + 1);
            }
        } else if self.put(wires, cycle, self.net, Word { bits: self.word_of_piece(), control: false }) {
            self.progress.has_header = self.progress.at + 1 < words;
            self.count_word(wires, cycle);
        }
    }

    fn give_piece(&mut self, wires: &mut Wires, cycle: u64) {
        let word = Word { bits: self.word_of_piece(), control: !self.progress.has_given };
        if self.put(wires, cycle, self.host, word) {
            self.progress.has_given = true;
            self.count_word(wires, cycle);
        }
    }

    /// A line that says what a collective waits for.
    pub fn waits_in_collective(&self, wires: &Wires) -> Option<String> {
        let collective = self.collective.as_ref()?;
        let (name, what) = (&self.name, collective.show());
        let place = |to| {
            let to = wires.fifo(to);
            format!("a place in {} ({})", to.name, to.fill())
        };
        let reason = match collective.planned()? {
            Action::Await(src) => format!("rank {src}"),
            Action::Fetch(src, _) => format!("words of rank {src}"),
            Action::Take => format!("words in {} (empty)", wires.fifo(self.host.from).name),
            Action::Token(_) | Action::Put(_) => place(self.net.to),
            Action::Give | Action::Notify => place(self.host.to),
        };
        Some(format!("{name} waits in a {what} for {reason}"))
    }
}
