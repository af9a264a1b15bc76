//! The mover: it moves words between memory and link 0 while the hart goes on
//! (`devices/regs/mover.toml`). It is ours, after a proposal of Saldaña 2006 §6.1.

use super::links::{Links, MOVER_LINK};
use super::registers::{Ends, Side};
use crate::fsl::Word;
use crate::regs::mover as regs;
use rankine_bus::{Access, Cx, Fault, Kind, Reply, Time, Width, counted};

impl MoverParams {
    /// Bytes of address space.
    pub const BYTES: u64 = regs::BLOCK_BYTES;
}

/// Bytes of a word.
const WORD: u64 = 4;

/// How a mover is built. Cycles are the node's clock.
#[derive(Clone, Debug)]
pub struct MoverParams {
    /// Where its registers are.
    pub base: u64,
    /// Time of an access to a register.
    pub access_cycles: u32,
    /// Time of a word from memory to the link (`Side::Put`), and from the link to memory
    /// (`Side::Get`).
    pub out_cycles: u32,
    pub in_cycles: u32,
    /// Each direction has its own path to memory.
    pub is_full_duplex: bool,
}

/// A transfer in one direction.
#[derive(Default)]
struct Transfer {
    address: u64,
    left: u32,
    /// No word is moved before this time.
    next: Time,
    /// An event is set for its next word.
    is_set: bool,
    moved: u64,
}

pub struct Mover {
    params: MoverParams,
    transfers: [Transfer; 2],
}

impl Mover {
    /// An error is a sentence on the parameters.
    pub fn new(params: MoverParams) -> Result<Mover, String> {
        let base = params.base;
        match base.is_multiple_of(WORD) && base.checked_add(regs::BLOCK_BYTES).is_some() {
            true => Ok(Mover { params, transfers: Default::default() }),
            false => Err(format!("base = {base:#x}: must be a multiple of {WORD}")),
        }
    }

    pub fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.params.base) < regs::BLOCK_BYTES
    }

    /// By side: does a transfer have the link's end?
    pub fn has_ends(&self) -> [bool; 2] {
        [Side::Get, Side::Put].map(|side| self.transfers[side as usize].left != 0)
    }

    pub fn access(&mut self, cx: &mut Cx<'_>, access: &Access) -> Reply {
        let offset = access.addr - self.params.base;
        if access.width != Width::B4 || !offset.is_multiple_of(WORD) {
            return Reply::Fault(Fault::Width);
        }
        let done = match access.kind {
            Kind::Load if offset == regs::REG_STATUS => Ok(self.status()),
            Kind::Load => Err(Fault::Direction),
            Kind::Store(value) => self.store(cx, offset, value as u32).map(|()| 0),
            Kind::Atomic | Kind::Fence => Err(Fault::Refused("no atomic accesses here".into())),
        };
        let latency = u64::from(self.params.access_cycles);
        done.map_or_else(Reply::Fault, |value| Reply::Done { value, latency })
    }

    pub fn is_pure(&self, access: &Access) -> bool {
        access.kind == Kind::Load && access.addr - self.params.base == regs::REG_STATUS
    }

    fn status(&self) -> u64 {
        let [has_in, has_out] = self.has_ends();
        (u64::from(has_out) * regs::STATUS_OUT) | (u64::from(has_in) * regs::STATUS_IN)
    }

    fn store(&mut self, cx: &mut Cx<'_>, offset: u64, value: u32) -> Result<(), Fault> {
        let (side, starts) = match offset {
            regs::REG_OUT_ADDRESS => (Side::Put, false),
            regs::REG_OUT_WORDS => (Side::Put, true),
            regs::REG_IN_ADDRESS => (Side::Get, false),
            regs::REG_IN_WORDS => (Side::Get, true),
            regs::REG_STATUS => return Err(Fault::Direction),
            _ => return Err(Fault::Unmapped),
        };
        let transfer = &mut self.transfers[side as usize];
        if transfer.left != 0 {
            return Err(Fault::Refused(format!(
                "a transfer is under way, with {} left",
                counted(transfer.left.into(), "word")
            )));
        }
        match starts {
            true => self.start(cx, side, value),
            false if u64::from(value).is_multiple_of(WORD) => {
                transfer.address = u64::from(value);
                Ok(())
            }
            false => Err(Fault::Refused(format!("{value:#x} is no multiple of {WORD}"))),
        }
    }

    fn start(&mut self, cx: &mut Cx<'_>, side: Side, words: u32) -> Result<(), Fault> {
        let transfer = &mut self.transfers[side as usize];
        let last = transfer.address + WORD * u64::from(words.saturating_sub(1));
        let mut bytes = [0; WORD as usize];
        if words != 0 && !(cx.memory.read(transfer.address, &mut bytes) && cx.memory.read(last, &mut bytes)) {
            let from = transfer.address;
            return Err(Fault::Refused(format!("{words} words from {from:#x} are not in ordinary memory")));
        }
        transfer.left = words;
        transfer.next = cx.now + cx.clock.period();
        self.go_on(cx, side);
        Ok(())
    }

    /// There may be a word, or a place, for the transfer: sets an event for it, if none is set.
    pub fn go_on(&mut self, cx: &mut Cx<'_>, side: Side) {
        let transfer = &mut self.transfers[side as usize];
        if transfer.left != 0 && !transfer.is_set {
            transfer.is_set = true;
            cx.after(transfer.next.max(cx.now) - cx.now, side as u64);
        }
    }

    /// Moves a word, if it can.
    pub fn event(&mut self, cx: &mut Cx<'_>, ends: &mut Links, side: Side) {
        let transfer = &mut self.transfers[side as usize];
        transfer.is_set = false;
        if transfer.next > cx.now {
            return self.go_on(cx, side);
        }
        let cycles = match side {
            _ if ends.is_blocked(MOVER_LINK, side) => return,
            Side::Put => {
                let mut bytes = [0; WORD as usize];
                cx.memory.read(transfer.address, &mut bytes);
                ends.put(cx, MOVER_LINK, Word { bits: u32::from_le_bytes(bytes), control: false });
                self.params.out_cycles
            }
            Side::Get => {
                let Some(&word) = ends.links[MOVER_LINK].incoming.front() else { return };
                cx.memory.write(transfer.address, &word.bits.to_le_bytes());
                ends.take(cx, MOVER_LINK);
                self.params.in_cycles
            }
        };
        transfer.address += WORD;
        transfer.left -= 1;
        transfer.moved += 1;
        let next = cx.now + cx.clock.span(u64::from(cycles));
        match self.params.is_full_duplex {
            true => self.transfers[side as usize].next = next,
            // The other direction's word comes after this one.
            false => self.transfers.iter_mut().for_each(|transfer| transfer.next = transfer.next.max(next)),
        }
        self.go_on(cx, side);
    }

    /// Lines that say what its transfers wait for.
    pub fn waiting(&self, ends: &Links) -> impl Iterator<Item = String> {
        let line = |side: Side| {
            let Transfer { left, is_set, .. } = self.transfers[side as usize];
            let (taken, depth) = (ends.outgoing(MOVER_LINK), ends.depth);
            let is_waiting = left != 0 && !is_set;
            let left = counted(left.into(), "word");
            is_waiting.then(|| match side {
                Side::Put => {
                    format!("transfer to FSL {MOVER_LINK} waits for a place ({taken} of {depth} words): {left} left")
                }
                Side::Get => format!("transfer from FSL {MOVER_LINK} waits for a word (empty): {left} left"),
            })
        };
        [line(Side::Put), line(Side::Get)].into_iter().flatten()
    }

    pub fn statistics(&self) -> [(&'static str, u64); 2] {
        let moved = |side: Side| self.transfers[side as usize].moved;
        [("words put by transfers", moved(Side::Put)), ("words taken by transfers", moved(Side::Get))]
    }
}
