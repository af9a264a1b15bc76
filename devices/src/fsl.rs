//! A hart's Fast Simplex Links: pairs of one-way FIFOs of 32-bit words with a control bit (Saldaña 2006 §2.3, §3.3).
//!
//! The device holds the hart's ends; what is at the other ends is the network's business. A word put in cycle t can be taken
//! from t + 1 on, and a place that becomes free in t can be used from t + 1 on, so that a result never depends on who
//! acts first within a cycle.
//!
//! | packet or news, link i | class | from | meaning |
//! |---|---|---|---|
//! | a word, injected | 2i | device | the hart has put it |
//! | a word, arrived | 2i | network | it is visible to the hart now |
//! | `Left` | 2i | network | the reader has taken the oldest word that the hart has put; its place can be used now |
//! | taken, injected | 2i + 1 | device | the hart has taken the oldest word that has arrived |

mod message;
mod params;

pub use message::{Message, Word, word_class};
pub use params::FslParams;

use crate::regs::fsl as regs;
use rankine_bus::{Access, Activity, Cx, Device, Fault, Kind, Packet, Part, Reply, Time, Width};
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The hart waits for a word.
    Get,
    /// The hart waits for a place.
    Put,
}

/// The hart's ends of one pair.
#[derive(Default)]
struct Link {
    /// Words to the hart, all visible.
    incoming: VecDeque<Word>,
    /// Places of the FIFO from the hart that are taken.
    outgoing: u32,
}

#[derive(Default)]
struct Counts {
    put: u64,
    taken: u64,
    mismatches: u64,
    waited: [Time; 2],
}

/// The links of one node's hart.
pub struct Fsl {
    params: FslParams,
    links: Vec<Link>,
    carry: bool,
    mismatch: bool,
    /// What the hart waits for, and since when.
    stalled: Option<(usize, Side, Time)>,
    period: Time,
    counts: Counts,
}

impl Fsl {
    /// An error is a sentence on the parameters.
    pub fn new(params: FslParams) -> Result<Fsl, String> {
        params.check()?;
        Ok(Fsl {
            links: (0..params.links).map(|_| Link::default()).collect(),
            params,
            carry: false,
            mismatch: false,
            stalled: None,
            period: Time(1),
            counts: Counts::default(),
        })
    }

    /// The link and the register that an access names.
    fn place(&self, access: &Access) -> Result<(usize, u64), Fault> {
        if !self.answers(access.addr) {
            return Err(Fault::Unmapped);
        }
        let offset = access.addr - self.params.base;
        if access.width != Width::B4 || !offset.is_multiple_of(Width::B4.bytes()) {
            return Err(Fault::Width);
        }
        Ok(((offset / regs::LINK_BYTES) as usize, offset % regs::LINK_BYTES))
    }

    fn done(&self, value: u64, cycles: u32) -> Reply {
        Reply::Done { value, latency: u64::from(cycles) + u64::from(self.params.extra_cycles) }
    }

    fn load(&mut self, cx: &mut Cx<'_>, link: usize, register: u64) -> Reply {
        match register {
            regs::REG_GET => self.get(cx, link, false),
            regs::REG_CGET => self.get(cx, link, true),
            regs::REG_NGET if self.links[link].incoming.is_empty() => {
                self.carry = true;
                self.done(0, self.params.get_cycles)
            }
            regs::REG_NGET => {
                self.carry = false;
                self.get(cx, link, false)
            }
            regs::REG_STATUS => self.done(self.status(link), self.params.get_cycles),
            regs::REG_FLAGS => {
                let carry = u64::from(self.carry) * regs::FLAGS_CARRY;
                let mismatch = u64::from(self.mismatch) * regs::FLAGS_MISMATCH;
                self.done(carry | mismatch, self.params.get_cycles)
            }
            _ => Reply::Fault(Fault::Direction),
        }
    }

    fn store(&mut self, cx: &mut Cx<'_>, link: usize, register: u64, bits: u32) -> Reply {
        match register {
            regs::REG_PUT => self.put(cx, link, Word { bits, control: false }),
            regs::REG_CPUT => self.put(cx, link, Word { bits, control: true }),
            regs::REG_NPUT if self.is_full(link) => {
                self.carry = true;
                self.done(0, self.params.put_cycles)
            }
            regs::REG_NPUT => {
                self.carry = false;
                self.put(cx, link, Word { bits, control: false })
            }
            regs::REG_FLAGS => {
                self.mismatch = false;
                self.done(0, self.params.put_cycles)
            }
            _ => Reply::Fault(Fault::Direction),
        }
    }

    fn is_full(&self, link: usize) -> bool {
        self.links[link].outgoing >= self.params.depth
    }

    fn status(&self, link: usize) -> u64 {
        let incoming = &self.links[link].incoming;
        let oldest = incoming
            .front()
            .map_or(0, |oldest| regs::STATUS_EXISTS | if oldest.control { regs::STATUS_CONTROL } else { 0 });
        oldest | (incoming.len() as u64) << regs::STATUS_FILL_SHIFT & regs::STATUS_FILL_MASK
    }

    fn get(&mut self, cx: &mut Cx<'_>, link: usize, wants_control: bool) -> Reply {
        let Some(word) = self.links[link].incoming.pop_front() else { return self.stall(cx, link, Side::Get) };
        self.go_on(cx, link, Side::Get);
        self.counts.taken += 1;
        if word.control != wants_control {
            self.mismatch = true;
            self.counts.mismatches += 1;
        }
        cx.send(Message::Taken { link: link as u32 }.packet(cx.node));
        self.tell(cx, link, Side::Get);
        self.done(u64::from(word.bits), self.params.get_cycles)
    }

    fn put(&mut self, cx: &mut Cx<'_>, link: usize, word: Word) -> Reply {
        if self.is_full(link) {
            return self.stall(cx, link, Side::Put);
        }
        self.go_on(cx, link, Side::Put);
        self.counts.put += 1;
        self.links[link].outgoing += 1;
        cx.send(Message::Word { link: link as u32, word }.packet(cx.node));
        self.tell(cx, link, Side::Put);
        self.done(0, self.params.put_cycles)
    }

    /// Leaves the access to be repeated.
    fn stall(&mut self, cx: &mut Cx<'_>, link: usize, side: Side) -> Reply {
        if self.stalled.is_none_or(|(at, what, _)| (at, what) != (link, side)) {
            self.stalled = Some((link, side, cx.now));
            let what = if side == Side::Get { "waits for a word" } else { "waits for a place" };
            let node = cx.node;
            cx.tell(|| Activity::Begins { part: hart_at(link), what, bytes: Width::B4.bytes(), node });
        }
        Reply::Stall
    }

    /// The access is performed: what it has waited is known.
    fn go_on(&mut self, cx: &mut Cx<'_>, link: usize, side: Side) {
        self.period = cx.clock.period();
        if let Some((at, what, since)) = self.stalled.take()
            && (at, what) == (link, side)
        {
            self.counts.waited[side as usize] += cx.now - since;
            cx.tell(|| Activity::Ends { part: hart_at(link) });
        }
    }

    /// Lets the hart try again, if this is what it waits for.
    fn wake(&self, cx: &mut Cx<'_>, link: usize, side: Side) {
        if self.stalled.is_some_and(|(at, what, _)| (at, what) == (link, side)) {
            cx.wake();
        }
    }

    /// Tells timelines how full a FIFO is.
    fn tell(&self, cx: &mut Cx<'_>, link: usize, side: Side) {
        let (name, items) = match side {
            Side::Get => ("words to the hart", self.links[link].incoming.len() as u64),
            Side::Put => ("words from the hart", u64::from(self.links[link].outgoing)),
        };
        cx.tell(|| Activity::Holds { queue: Part { name, number: link as u32 }, items });
    }
}

fn hart_at(link: usize) -> Part {
    Part { name: "hart at FSL", number: link as u32 }
}

impl Device for Fsl {
    fn name(&self) -> &'static str {
        "fsl"
    }

    fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.params.base) < self.params.bytes()
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        match (self.place(&access), access.kind) {
            (Err(fault), _) => Reply::Fault(fault),
            (Ok((link, register)), Kind::Load) => self.load(cx, link, register),
            (Ok((link, register)), Kind::Store(value)) => self.store(cx, link, register, value as u32),
            (Ok(_), Kind::Atomic | Kind::Fence) => Reply::Fault(Fault::Refused("no atomic accesses here".into())),
        }
    }

    /// Looking changes nothing, nor does a non-blocking access that fails like the one before it.
    fn is_pure(&self, access: &Access) -> bool {
        match (self.place(access), access.kind) {
            (_, Kind::Fence) => true,
            (Ok((_, regs::REG_STATUS | regs::REG_FLAGS)), Kind::Load) => true,
            (Ok((link, regs::REG_NGET)), Kind::Load) => self.carry && self.links[link].incoming.is_empty(),
            (Ok((link, regs::REG_NPUT)), Kind::Store(_)) => self.carry && self.is_full(link),
            _ => false,
        }
    }

    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        let Message::Word { link, word } = Message::of(&packet) else { return };
        let index = link as usize;
        let Some(link) = self.links.get_mut(index) else { return };
        link.incoming.push_back(word);
        self.tell(cx, index, Side::Get);
        self.wake(cx, index, Side::Get);
    }

    fn sent(&mut self, cx: &mut Cx<'_>, class: u8) {
        let index = usize::from(class / 2);
        let Some(link) = self.links.get_mut(index).filter(|_| class.is_multiple_of(2)) else { return };
        link.outgoing = link.outgoing.saturating_sub(1);
        self.tell(cx, index, Side::Put);
        self.wake(cx, index, Side::Put);
    }

    fn waiting(&self) -> Vec<String> {
        let line = |(link, side, _): (usize, Side, Time)| match side {
            Side::Get => format!("hart waits for a word in FSL {link} (empty)"),
            Side::Put => {
                let (taken, depth) = (self.links[link].outgoing, self.params.depth);
                format!("hart waits for a place in FSL {link} ({taken} of {depth} words)")
            }
        };
        self.stalled.map(line).into_iter().collect()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let c = &self.counts;
        vec![
            ("words put", c.put),
            ("words taken", c.taken),
            ("words with another control bit than wanted", c.mismatches),
            ("waited for words, cycles", c.waited[Side::Get as usize].0 / self.period.0),
            ("waited for places, cycles", c.waited[Side::Put as usize].0 / self.period.0),
        ]
    }
}
