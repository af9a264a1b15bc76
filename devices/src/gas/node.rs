//! A node with a hart: its GAScore, and the hart's ends of the four links (`regs/fsl.toml`,
//! `regs/gascore.toml`).
//!
//! The hart sees changes only in cycles with an event of the node: each change has an event in the
//! cycle in which it becomes visible. So the machine needs to look at a polling hart only then.

use super::gascore::GasCore;
use super::links::Links;
use super::params::GasCoreParams;
use super::scheduled::{Scheduled, cycle};
use crate::fifo::Fifo;
use crate::fsl::registers::{Ends, Registers, Side};
use crate::fsl::{FslParams, Word};
use crate::regs::gascore as regs;
use rankine_bus::{Access, Cx, Device, Fault, Kind, NodeId, Packet, Reply, Width};

/// Links of a hart, in the order of the paper.
pub const LINKS: u32 = 4;

/// Bytes of address space from `fsl.base` on.
pub const BYTES: u64 = 0x2000;

/// Bytes of a register.
const STEP: u64 = 4;

pub struct GasNode {
    core: Scheduled,
    registers: Registers,
    ends: NodeLinks,
    fsl: FslParams,
    node: NodeId,
    nodes: u32,
    tokens: u32,
}

/// The hart's ends of the FIFOs.
struct NodeLinks {
    links: Links,
    /// The hart has put or taken a word.
    changed: bool,
}

impl NodeLinks {
    /// The FIFO of a link, and the side that the hart has.
    fn fifo(&self, link: usize) -> (&Fifo<u32>, Side) {
        match link {
            0 => (&self.links.calls, Side::Get),
            1 => (&self.links.tokens, Side::Put),
            2 => (&self.links.requests, Side::Put),
            _ => (&self.links.completions, Side::Get),
        }
    }

    fn fifo_mut(&mut self, link: usize) -> &mut Fifo<u32> {
        match link {
            0 => &mut self.links.calls,
            1 => &mut self.links.tokens,
            2 => &mut self.links.requests,
            _ => &mut self.links.completions,
        }
    }

    /// The FIFO of words to the hart; none if the hart writes to this link.
    fn incoming(&self, link: usize) -> Option<&Fifo<u32>> {
        let (fifo, side) = self.fifo(link);
        (side == Side::Get).then_some(fifo)
    }

    /// Can the hart get, or put, in this cycle?
    fn can(&self, link: usize, side: Side, cycle: u64) -> bool {
        let (fifo, _) = self.fifo(link);
        match side {
            Side::Get => fifo.front(cycle).is_some(),
            Side::Put => fifo.has_room(cycle),
        }
    }
}

impl Ends for NodeLinks {
    fn allows(&self, link: usize, side: Side) -> Result<(), String> {
        match (self.fifo(link).1, side) {
            (Side::Get, Side::Put) => Err(format!("link {link} comes from the GAScore: the hart cannot put there")),
            (Side::Put, Side::Get) => Err(format!("link {link} goes to the GAScore: the hart cannot get there")),
            _ => Ok(()),
        }
    }

    fn oldest(&self, cx: &Cx<'_>, link: usize) -> Option<Word> {
        let bits = self.incoming(link)?.front(cycle(cx))?;
        Some(Word { bits, control: false })
    }

    fn incoming(&self, cx: &Cx<'_>, link: usize) -> u64 {
        self.incoming(link).map_or(0, |fifo| fifo.visible(cycle(cx)) as u64)
    }

    fn outgoing(&self, link: usize) -> u64 {
        self.fifo(link).0.len() as u64
    }

    fn is_full(&self, cx: &Cx<'_>, link: usize) -> bool {
        !self.fifo(link).0.has_room(cycle(cx))
    }

    fn take(&mut self, cx: &mut Cx<'_>, link: usize) {
        self.fifo_mut(link).pop(cycle(cx));
        self.changed = true;
    }

    fn put(&mut self, cx: &mut Cx<'_>, link: usize, word: Word) {
        self.fifo_mut(link).push(cycle(cx), word.bits);
        self.changed = true;
    }

    fn stays_blocked(&self, link: usize, side: Side) -> bool {
        match (self.fifo(link), side) {
            ((fifo, Side::Get), Side::Get) => fifo.is_empty(),
            ((fifo, Side::Put), Side::Put) => fifo.is_full(),
            _ => false,
        }
    }
}

impl GasNode {
    /// The device of `node`, one of `nodes`. An error is a sentence on the parameters.
    pub fn new(params: &GasCoreParams, fsl: &FslParams, node: NodeId, nodes: u32) -> Result<GasNode, String> {
        check_links(params, fsl)?;
        Ok(GasNode {
            core: Scheduled::new(GasCore::new(params, node, nodes)?, params),
            registers: Registers::new(fsl.clone())?,
            ends: NodeLinks { links: Links::new(params.fifo_words), changed: false },
            fsl: fsl.clone(),
            node,
            nodes,
            tokens: params.tokens,
        })
    }

    /// A load of a register that does not belong to a link.
    fn look(&self, access: &Access) -> Result<u64, Fault> {
        let offset = access.addr - self.fsl.base;
        if access.width != Width::B4 || !offset.is_multiple_of(STEP) {
            return Err(Fault::Width);
        }
        if access.kind != Kind::Load {
            return Err(Fault::Direction);
        }
        let token = (offset.wrapping_sub(regs::REG_SOURCE) / STEP) as u32;
        let mistake = (offset.wrapping_sub(regs::REG_BAD_TYPE) / STEP) as usize;
        match offset {
            regs::REG_NODE => Ok(self.node.into()),
            regs::REG_NODES => Ok(self.nodes.into()),
            regs::REG_TOKENS_USED => Ok(self.core.gascore.tokens_used() as u64),
            regs::REG_TOKENS => Ok(self.tokens.into()),
            regs::REG_SOURCE.. => Ok(self.core.gascore.source(token).map_or(regs::SOURCE_NONE, u64::from)),
            _ => self.core.gascore.mistakes(mistake).map(|count| count & Width::B4.mask()).ok_or(Fault::Unmapped),
        }
    }
}

/// Do the sections agree? An error is a sentence.
pub fn check_links(params: &GasCoreParams, fsl: &FslParams) -> Result<(), String> {
    if fsl.links != LINKS {
        return Err(format!("fsl.links = {}: a hart has {LINKS} links to its GAScore; make it {LINKS}", fsl.links));
    }
    if fsl.depth != params.fifo_words {
        let (depth, words) = (fsl.depth, params.fifo_words);
        return Err(format!(
            "fsl.depth = {depth}: gascore.fifo_words is {words}, and both mean the same FIFOs: make them equal"
        ));
    }
    Ok(())
}

impl Device for GasNode {
    fn name(&self) -> &'static str {
        "gascore"
    }

    fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.fsl.base) < BYTES
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        if !self.registers.answers(access.addr) {
            return match self.look(&access) {
                Ok(value) => Reply::Done { value, latency: u64::from(self.fsl.get_cycles + self.fsl.extra_cycles) },
                Err(fault) => Reply::Fault(fault),
            };
        }
        let reply = self.registers.access(cx, &mut self.ends, &access);
        if std::mem::take(&mut self.ends.changed) {
            self.core.call_in(cx, cycle(cx) + 1);
        }
        reply
    }

    fn is_pure(&self, access: &Access) -> bool {
        match access.kind {
            Kind::Load if !self.registers.answers(access.addr) => true,
            _ => self.registers.is_pure(&self.ends, access),
        }
    }

    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        self.core.event(cx, &mut self.ends.links, None);
        if self.registers.stalled().is_some_and(|(link, side)| self.ends.can(link, side, token)) {
            cx.wake();
        }
    }

    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        self.core.receive(cx, &packet);
    }

    fn sent(&mut self, cx: &mut Cx<'_>, _class: u8) {
        self.core.sent(cx);
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut all = self.core.gascore.statistics();
        all.extend(self.registers.statistics());
        all
    }

    fn waiting(&self) -> Vec<String> {
        let hart = self.registers.stalled().map(|(link, side)| {
            let what = if side == Side::Get { "a word" } else { "a place" };
            format!("hart waits for {what} in FSL {} ({})", link + 1, self.ends.fifo(link).0.fill())
        });
        hart.into_iter().chain(self.core.waiting(&self.ends.links)).collect()
    }

    fn state(&self, _cycle: u64) -> Vec<(String, String)> {
        self.core.state(&self.ends.links)
    }

    fn complaint(&self) -> Option<String> {
        self.core.gascore.complaint()
    }
}
