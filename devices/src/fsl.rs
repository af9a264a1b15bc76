//! A hart's Fast Simplex Links: pairs of one-way FIFOs of 32-bit words with a control bit (Saldaña
//! 2006 §2.3, §3.3).
//!
//! The device holds the hart's ends, the network the other ends. A word put in cycle t can be taken
//! from t + 1 on, and a place that becomes free in t can be used from t + 1 on. So no result
//! depends on the order of actions within a cycle.
//!
//! If there is a mover ([`mover`]), it takes the hart's place at the ends of link 0 while it moves
//! words.
//!
//! | packet or notice, link i | class | from | meaning |
//! |---|---|---|---|
//! | a word, injected | 2i | device | the hart has put it |
//! | a word, arrived | 2i | network | it is visible to the hart now |
//! | `Left` | 2i | network | the reader has taken the oldest word that the hart has put; its place can be used now |
//! | taken, injected | 2i + 1 | device | the hart has taken the oldest word that has arrived |

mod links;
mod message;
mod mover;
mod params;
pub(crate) mod registers;

pub use message::{Message, Word, word_class};
pub use mover::MoverParams;
pub use params::FslParams;

use links::{Link, Links, MOVER_LINK};
use mover::Mover;
use rankine_bus::{Access, Cx, Device, Packet, Reply};
use registers::{Ends, Registers, Side};

/// The links of one node's hart.
pub struct Fsl {
    registers: Registers,
    ends: Links,
    mover: Option<Mover>,
}

impl Fsl {
    /// An error is a sentence on the parameters.
    pub fn new(params: FslParams) -> Result<Fsl, String> {
        let links = (0..params.links).map(|_| Link::default()).collect();
        let ends = Links { depth: params.depth, links, lent: [false; 2] };
        Ok(Fsl { registers: Registers::new(params)?, ends, mover: None })
    }

    /// The same with a mover. An error is a sentence on its parameters.
    pub fn with_mover(self, params: MoverParams) -> Result<Fsl, String> {
        Ok(Fsl { mover: Some(Mover::new(params)?), ..self })
    }

    /// A FIFO has changed: updates timelines, wakes the hart if it waits for this FIFO, and lets
    /// the mover go on.
    fn changed(&mut self, cx: &mut Cx<'_>, link: usize, side: Side) {
        self.registers.tell(cx, &self.ends, link, side);
        if self.registers.stalled() == Some((link, side)) {
            cx.wake();
        }
        if let Some(mover) = self.mover.as_mut().filter(|_| link == MOVER_LINK) {
            mover.go_on(cx, side);
        }
    }
}

impl Device for Fsl {
    fn name(&self) -> &'static str {
        "fsl"
    }

    fn answers(&self, addr: u64) -> bool {
        self.registers.answers(addr) || self.mover.as_ref().is_some_and(|mover| mover.answers(addr))
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        if let Some(mover) = self.mover.as_mut().filter(|mover| mover.answers(access.addr)) {
            let reply = mover.access(cx, &access);
            self.ends.lent = mover.has_ends();
            return reply;
        }
        self.registers.access(cx, &mut self.ends, &access)
    }

    fn is_pure(&self, access: &Access) -> bool {
        if let Some(mover) = self.mover.as_ref().filter(|mover| mover.answers(access.addr)) {
            return mover.is_pure(access);
        }
        self.registers.is_pure(&self.ends, access)
    }

    /// Moves a word of a transfer. The token is the side of the transfer.
    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        let side = if token == Side::Put as u64 { Side::Put } else { Side::Get };
        let Some(mover) = &mut self.mover else { return };
        mover.event(cx, &mut self.ends, side);
        self.ends.lent = mover.has_ends();
        if !self.ends.lent[side as usize] {
            self.changed(cx, MOVER_LINK, side);
        }
    }

    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        let Message::Word { link, word } = Message::of(&packet) else { return };
        let index = link as usize;
        let Some(link) = self.ends.links.get_mut(index) else { return };
        link.incoming.push_back(word);
        self.changed(cx, index, Side::Get);
    }

    fn sent(&mut self, cx: &mut Cx<'_>, class: u8) {
        let index = usize::from(class / 2);
        let Some(link) = self.ends.links.get_mut(index).filter(|_| class.is_multiple_of(2)) else { return };
        link.outgoing = link.outgoing.saturating_sub(1);
        self.changed(cx, index, Side::Put);
    }

    fn waiting(&self) -> Vec<String> {
        let line = |(link, side): (usize, Side)| match side {
            Side::Get => format!("hart waits for a word in FSL {link} (empty)"),
            Side::Put => {
                let (taken, depth) = (self.ends.outgoing(link), self.ends.depth);
                format!("hart waits for a place in FSL {link} ({taken} of {depth} words)")
            }
        };
        let transfers = self.mover.iter().flat_map(|mover| mover.waiting(&self.ends));
        self.registers.stalled().map(line).into_iter().chain(transfers).collect()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let transfers = self.mover.iter().flat_map(Mover::statistics);
        self.registers.statistics().into_iter().chain(transfers).collect()
    }
}
