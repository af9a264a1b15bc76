//! The registers of a hart's links: gets, puts and looks at the ends of FIFOs ([`Ends`]), which
//! another part keeps.

use super::{FslParams, Word};
use crate::regs::fsl as regs;
use rankine_bus::{Access, Activity, Cx, Fault, Kind, Part, Reply, Time, Width};

/// The hart's ends of its FIFOs.
pub trait Ends {
    /// May the hart get, or put, at this link? An error is a sentence.
    fn allows(&self, link: usize, side: Side) -> Result<(), String>;

    /// The oldest word to the hart that it can take now.
    fn oldest(&self, cx: &Cx<'_>, link: usize) -> Option<Word>;

    /// How many words to the hart can be seen now.
    fn incoming(&self, cx: &Cx<'_>, link: usize) -> u64;

    /// How many words from the hart are in the FIFO.
    fn outgoing(&self, link: usize) -> u64;

    /// Is there no place for a word from the hart now?
    fn is_full(&self, cx: &Cx<'_>, link: usize) -> bool;

    /// Takes the oldest word. There must be one.
    fn take(&mut self, cx: &mut Cx<'_>, link: usize);

    /// Puts a word. There must be a place.
    fn put(&mut self, cx: &mut Cx<'_>, link: usize, word: Word);

    /// Until something happens at the node: would each non-blocking get find no word, or each
    /// non-blocking put no place?
    fn stays_blocked(&self, link: usize, side: Side) -> bool;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The hart waits for a word.
    Get,
    /// The hart waits for a place.
    Put,
}

#[derive(Default)]
struct Counts {
    put: u64,
    taken: u64,
    mismatches: u64,
    waited: [Time; 2],
}

/// State of the hart's link registers.
pub struct Registers {
    params: FslParams,
    carry: bool,
    mismatch: bool,
    /// The link and the side that the hart waits for, and the time since which it waits.
    stalled: Option<(usize, Side, Time)>,
    period: Time,
    counts: Counts,
}

impl Registers {
    /// An error is a sentence on the parameters.
    pub fn new(params: FslParams) -> Result<Registers, String> {
        params.check()?;
        let counts = Counts::default();
        Ok(Registers { params, carry: false, mismatch: false, stalled: None, period: Time(1), counts })
    }

    pub fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.params.base) < self.params.bytes()
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

    /// A load or store of the hart.
    pub fn access(&mut self, cx: &mut Cx<'_>, ends: &mut impl Ends, access: &Access) -> Reply {
        match (self.place(access), access.kind) {
            (Err(fault), _) => Reply::Fault(fault),
            (Ok((link, register)), Kind::Load) => self.load(cx, ends, link, register),
            (Ok((link, register)), Kind::Store(value)) => self.store(cx, ends, link, register, value as u32),
            (Ok(_), Kind::Atomic | Kind::Fence) => Reply::Fault(Fault::Refused("no atomic accesses here".into())),
        }
    }

    /// A look is pure. So is a non-blocking access that fails like the one before it.
    pub fn is_pure(&self, ends: &impl Ends, access: &Access) -> bool {
        match (self.place(access), access.kind) {
            (_, Kind::Fence) => true,
            (Ok((_, regs::REG_STATUS | regs::REG_FLAGS)), Kind::Load) => true,
            (Ok((link, regs::REG_NGET)), Kind::Load) => self.carry && ends.stays_blocked(link, Side::Get),
            (Ok((link, regs::REG_NPUT)), Kind::Store(_)) => self.carry && ends.stays_blocked(link, Side::Put),
            _ => false,
        }
    }

    fn done(&self, value: u64, cycles: u32) -> Reply {
        Reply::Done { value, latency: u64::from(cycles) + u64::from(self.params.extra_cycles) }
    }

    fn load(&mut self, cx: &mut Cx<'_>, ends: &mut impl Ends, link: usize, register: u64) -> Reply {
        match register {
            regs::REG_GET => self.get(cx, ends, link, false),
            regs::REG_CGET => self.get(cx, ends, link, true),
            regs::REG_NGET if ends.oldest(cx, link).is_none() => {
                self.carry = true;
                self.done(0, self.params.get_cycles)
            }
            regs::REG_NGET => {
                self.carry = false;
                self.get(cx, ends, link, false)
            }
            regs::REG_STATUS => self.done(self.status(cx, ends, link), self.params.get_cycles),
            regs::REG_FLAGS => {
                let carry = u64::from(self.carry) * regs::FLAGS_CARRY;
                let mismatch = u64::from(self.mismatch) * regs::FLAGS_MISMATCH;
                self.done(carry | mismatch, self.params.get_cycles)
            }
            _ => Reply::Fault(Fault::Direction),
        }
    }

    fn store(&mut self, cx: &mut Cx<'_>, ends: &mut impl Ends, link: usize, register: u64, bits: u32) -> Reply {
        match register {
            regs::REG_PUT => self.put(cx, ends, link, Word { bits, control: false }),
            regs::REG_CPUT => self.put(cx, ends, link, Word { bits, control: true }),
            regs::REG_NPUT if ends.is_full(cx, link) => {
                self.carry = true;
                self.done(0, self.params.put_cycles)
            }
            regs::REG_NPUT => {
                self.carry = false;
                self.put(cx, ends, link, Word { bits, control: false })
            }
            regs::REG_FLAGS => {
                self.mismatch = false;
                self.done(0, self.params.put_cycles)
            }
            _ => Reply::Fault(Fault::Direction),
        }
    }

    fn status(&self, cx: &Cx<'_>, ends: &impl Ends, link: usize) -> u64 {
        let oldest = ends.oldest(cx, link);
        let oldest =
            oldest.map_or(0, |oldest| regs::STATUS_EXISTS | if oldest.control { regs::STATUS_CONTROL } else { 0 });
        oldest | ends.incoming(cx, link) << regs::STATUS_FILL_SHIFT & regs::STATUS_FILL_MASK
    }

    fn get(&mut self, cx: &mut Cx<'_>, ends: &mut impl Ends, link: usize, wants_control: bool) -> Reply {
        if let Err(why) = ends.allows(link, Side::Get) {
            return Reply::Fault(Fault::Refused(why));
        }
        let Some(word) = ends.oldest(cx, link) else { return self.stall(cx, link, Side::Get) };
        self.go_on(cx, link, Side::Get);
        self.counts.taken += 1;
        if word.control != wants_control {
            self.mismatch = true;
            self.counts.mismatches += 1;
        }
        ends.take(cx, link);
        self.tell(cx, ends, link, Side::Get);
        self.done(u64::from(word.bits), self.params.get_cycles)
    }

    fn put(&mut self, cx: &mut Cx<'_>, ends: &mut impl Ends, link: usize, word: Word) -> Reply {
        if let Err(why) = ends.allows(link, Side::Put) {
            return Reply::Fault(Fault::Refused(why));
        }
        if ends.is_full(cx, link) {
            return self.stall(cx, link, Side::Put);
        }
        self.go_on(cx, link, Side::Put);
        self.counts.put += 1;
        ends.put(cx, link, word);
        self.tell(cx, ends, link, Side::Put);
        self.done(0, self.params.put_cycles)
    }

    /// Stalls the access; the machine repeats it later.
    fn stall(&mut self, cx: &mut Cx<'_>, link: usize, side: Side) -> Reply {
        if self.stalled.is_none_or(|(at, what, _)| (at, what) != (link, side)) {
            self.stalled = Some((link, side, cx.now));
            let what = if side == Side::Get { "waits for a word" } else { "waits for a place" };
            let node = cx.node;
            cx.tell(|| Activity::Begins { part: hart_at(link), what, bytes: Width::B4.bytes(), node });
        }
        Reply::Stall
    }

    /// The access is performed: counts the time that it has waited.
    fn go_on(&mut self, cx: &mut Cx<'_>, link: usize, side: Side) {
        self.period = cx.clock.period();
        if let Some((at, what, since)) = self.stalled.take()
            && (at, what) == (link, side)
        {
            self.counts.waited[side as usize] += cx.now - since;
            cx.tell(|| Activity::Ends { part: hart_at(link) });
        }
    }

    /// The link and the side that the hart waits for.
    pub fn stalled(&self) -> Option<(usize, Side)> {
        self.stalled.map(|(link, side, _)| (link, side))
    }

    /// Tells timelines how full a FIFO is.
    pub fn tell(&self, cx: &mut Cx<'_>, ends: &impl Ends, link: usize, side: Side) {
        let (name, items) = match side {
            Side::Get => ("words to the hart", ends.incoming(cx, link)),
            Side::Put => ("words from the hart", ends.outgoing(link)),
        };
        cx.tell(|| Activity::Holds { queue: Part { name, number: link as u32 }, items });
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
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

fn hart_at(link: usize) -> Part {
    Part { name: "hart at FSL", number: link as u32 }
}
