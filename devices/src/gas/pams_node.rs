//! A node without a hart: a sequencer with its GAScore and its block RAM (Willenberg and Chow 2013
//! §5.1). It answers at no address; other nodes control it by messages.

use super::gascore::GasCore;
use super::links::Links;
use super::pams::{Pams, PamsParams, disassemble_one};
use super::params::GasCoreParams;
use super::scheduled::{Scheduled, cycle};
use crate::fifo::Fifo;
use rankine_bus::{Access, Activity, Cx, Device, Fault, Memory, NodeId, Packet, Reply};

pub struct PamsNode {
    core: Scheduled,
    pams: Pams,
    links: Links,
    ram: BlockRam,
}

/// Memory from address 0 on.
struct BlockRam(Vec<u8>);

impl BlockRam {
    fn range(&self, addr: u64, bytes: usize) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(addr).ok()?;
        let end = start.checked_add(bytes)?;
        (end <= self.0.len()).then_some(start..end)
    }
}

impl Memory for BlockRam {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool {
        self.range(addr, into.len()).map(|range| into.copy_from_slice(&self.0[range])).is_some()
    }

    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool {
        self.range(addr, bytes.len()).map(|range| self.0[range].copy_from_slice(bytes)).is_some()
    }
}

/// Number of words in each FIFO.
fn words(links: &Links) -> [usize; 4] {
    [&links.calls, &links.tokens, &links.requests, &links.completions].map(Fifo::len)
}

impl PamsNode {
    /// The device of `node`, one of `nodes`, with so many bytes of block RAM. An error is a
    /// sentence on the parameters.
    pub fn new(
        (core, pams): (&GasCoreParams, &PamsParams),
        ram_bytes: u32,
        node: NodeId,
        nodes: u32,
    ) -> Result<PamsNode, String> {
        pams.check()?;
        Ok(PamsNode {
            core: Scheduled::new(GasCore::new(core, node, nodes)?, core),
            pams: Pams::new(pams, node),
            links: Links::new(core.fifo_words),
            ram: BlockRam(vec![0; ram_bytes as usize]),
        })
    }

    /// Gives the node a program from the beginning, in place of one that messages bring.
    pub fn load(&mut self, program: &[u32]) {
        self.pams.begin_with(program);
    }

    pub fn pams(&self) -> &Pams {
        &self.pams
    }

    /// Tells observers of the instructions that have begun.
    fn tell_executed(&mut self, cx: &mut Cx<'_>) {
        for executed in self.pams.take_log() {
            cx.tell(|| {
                let text = disassemble_one(&self.pams.code()[executed.address as usize..]).unwrap_or_default();
                Activity::Executes { address: executed.address.into(), text }
            });
        }
    }
}

impl Device for PamsNode {
    fn name(&self) -> &'static str {
        "pams"
    }

    fn begin(&mut self, cx: &mut Cx<'_>) {
        if cx.is_watched() {
            self.pams.start_log();
        }
        self.core.begin(cx);
    }

    fn answers(&self, _addr: u64) -> bool {
        false
    }

    fn access(&mut self, _cx: &mut Cx<'_>, _access: Access) -> Reply {
        Reply::Fault(Fault::Unmapped)
    }

    fn is_pure(&self, _access: &Access) -> bool {
        true
    }

    fn event(&mut self, cx: &mut Cx<'_>, _token: u64) {
        let now = cycle(cx);
        let mistakes = self.pams.mistakes();
        self.core.event(cx, &mut self.links, Some(&mut self.ram));
        let words = words(&self.links);
        let next = self.pams.step(now, &mut self.links);
        self.tell_executed(cx);
        // The GAScore sees a change in the next cycle.
        let change = (words != self::words(&self.links)).then_some(now + 1);
        for when in next.into_iter().chain(change) {
            self.core.call_in(cx, when);
        }
        if self.pams.mistakes() != mistakes {
            cx.mistake();
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
        all.extend(self.pams.statistics());
        all
    }

    fn waiting(&self) -> Vec<String> {
        let mut all = self.pams.waiting();
        all.extend(self.core.waiting(&self.links));
        all
    }

    fn state(&self, cycle: u64) -> Vec<(String, String)> {
        let mut all = self.pams.explained_state(cycle);
        all.extend(self.core.state(&self.links));
        all
    }

    fn at_rest(&self) -> Option<&'static str> {
        let is_idle = self.pams.waits_for_code_only() && self.core.waiting(&self.links).is_empty();
        is_idle.then_some("is idle: its sequencer has no program, or the program has ended")
    }

    fn complaint(&self) -> Option<String> {
        let all: Vec<_> = self.core.gascore.complaint().into_iter().chain(self.pams.complaint()).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}
