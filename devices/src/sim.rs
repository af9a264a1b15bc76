//! Simulation control registers: through them, the harts of every platform send requests to the
//! simulator and read its data.

mod params;

pub use params::SimParams;

use crate::regs::sim as reg;
use rankine_bus::{Access, Clock, Cx, Device, Fault, Kind, NodeId, Reply, Request, Time, Width};

/// Bytes of address space.
pub const SIM_BYTES: u64 = 0x1000;

/// A bit for each node, 32 a word.
pub type NodeMask = [u32; reg::NO_HART_WORDS as usize];

/// The registers of one node.
pub struct Sim {
    base: u64,
    access_cycles: u64,
    node: NodeId,
    nodes: u32,
    clock: Clock,
    clock_hz: u64,
    /// Nodes that are engines.
    pub no_hart: NodeMask,
    /// The number of the node's program on the command line.
    pub appnum: u32,
    cycle_high: u32,
}

impl Sim {
    pub fn new(base: u64, access_cycles: u64, node: NodeId, nodes: u32, clock_hz: u64) -> Sim {
        let (clock, no_hart) = (Clock::from_hz(clock_hz), NodeMask::default());
        Sim { base, access_cycles, node, nodes, clock, clock_hz, no_hart, appnum: 0, cycle_high: 0 }
    }

    /// The word of NO_HART at this offset, if it is one.
    fn no_hart(&self, offset: u64) -> Option<u32> {
        let index = offset.checked_sub(reg::REG_NO_HART)? / Width::B4.bytes();
        self.no_hart.get(index as usize).copied()
    }

    /// The reply to an access at this time, and the program's request, if the access makes one.
    fn answer(&mut self, now: Time, access: Access) -> (Reply, Option<Request>) {
        if access.width != Width::B4 || !access.addr.is_multiple_of(4) {
            return (Reply::Fault(Fault::Width), None);
        }
        let offset = access.addr - self.base;
        let done = |value: u64| Reply::Done { value, latency: self.access_cycles };
        match (offset, access.kind) {
            (reg::REG_EXIT, Kind::Store(value)) => (done(0), Some(Request::Exit(value as i32))),
            (reg::REG_PUTCHAR, Kind::Store(value)) => (done(0), Some(Request::Put(value as u8))),
            (reg::REG_NODE, Kind::Load) => (done(u64::from(self.node)), None),
            (reg::REG_NODES, Kind::Load) => (done(u64::from(self.nodes)), None),
            (reg::REG_CYCLE_LO, Kind::Load) => {
                let cycle = self.clock.cycle(now);
                let reply = done(cycle & 0xffff_ffff);
                self.cycle_high = (cycle >> 32) as u32;
                (reply, None)
            }
            (reg::REG_CYCLE_HI, Kind::Load) => (done(u64::from(self.cycle_high)), None),
            (reg::REG_CLOCK_HZ, Kind::Load) => (done(self.clock_hz & 0xffff_ffff), None),
            (reg::REG_APPNUM, Kind::Load) => (done(u64::from(self.appnum)), None),
            (_, kind) if let Some(word) = self.no_hart(offset) => match kind {
                Kind::Load => (done(u64::from(word)), None),
                _ => (Reply::Fault(Fault::Direction), None),
            },
            (reg::REG_EXIT | reg::REG_PUTCHAR, Kind::Load) => (Reply::Fault(Fault::Direction), None),
            (
                reg::REG_NODE
                | reg::REG_NODES
                | reg::REG_CYCLE_LO
                | reg::REG_CYCLE_HI
                | reg::REG_CLOCK_HZ
                | reg::REG_APPNUM,
                Kind::Store(_),
            ) => (Reply::Fault(Fault::Direction), None),
            _ => (Reply::Fault(Fault::Unmapped), None),
        }
    }
}

impl Device for Sim {
    fn name(&self) -> &'static str {
        "sim"
    }

    fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.base) < SIM_BYTES
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        let (reply, request) = self.answer(cx.now, access);
        cx.effects.request = request;
        reply
    }

    /// Loads are pure, but not those of the cycle counter, which change with time.
    fn is_pure(&self, access: &Access) -> bool {
        access.kind == Kind::Load && !self.reads_clock(access)
    }

    fn reads_clock(&self, access: &Access) -> bool {
        let offset = access.addr.wrapping_sub(self.base);
        access.kind == Kind::Load && (offset == reg::REG_CYCLE_LO || offset == reg::REG_CYCLE_HI)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers() {
        let mut sim = Sim::new(0x100_0000, 4, 3, 8, 1_000_000_000);
        sim.no_hart[7] = 6;
        sim.appnum = 2;
        let mut check = |offset: u64, kind: Kind, expected: Result<u64, Fault>, request: Option<Request>| {
            let access = Access { addr: 0x100_0000 + offset, width: Width::B4, kind };
            let (reply, asked) = sim.answer(Time(((1 << 32) + 7) * 1000), access);
            let expected = match expected {
                Ok(value) => Reply::Done { value, latency: 4 },
                Err(fault) => Reply::Fault(fault),
            };
            assert_eq!((reply, asked), (expected, request), "{offset:#x} {kind:?}");
        };
        check(reg::REG_NODE, Kind::Load, Ok(3), None);
        check(reg::REG_NODES, Kind::Load, Ok(8), None);
        check(reg::REG_CYCLE_LO, Kind::Load, Ok(7), None);
        check(reg::REG_CYCLE_HI, Kind::Load, Ok(1), None);
        check(reg::REG_CLOCK_HZ, Kind::Load, Ok(1_000_000_000), None);
        check(reg::REG_APPNUM, Kind::Load, Ok(2), None);
        check(reg::REG_APPNUM, Kind::Store(1), Err(Fault::Direction), None);
        check(reg::REG_NO_HART, Kind::Load, Ok(0), None);
        check(reg::REG_NO_HART + 28, Kind::Load, Ok(6), None);
        check(reg::REG_NO_HART + 28, Kind::Store(0), Err(Fault::Direction), None);
        check(reg::REG_NO_HART + 32, Kind::Load, Err(Fault::Unmapped), None);
        check(reg::REG_EXIT, Kind::Store(7), Ok(0), Some(Request::Exit(7)));
        check(reg::REG_PUTCHAR, Kind::Store(65), Ok(0), Some(Request::Put(65)));
        check(reg::REG_EXIT, Kind::Load, Err(Fault::Direction), None);
        check(reg::REG_NODE, Kind::Store(1), Err(Fault::Direction), None);
        check(0xffc, Kind::Load, Err(Fault::Unmapped), None);
        check(0x9, Kind::Load, Err(Fault::Width), None);
    }
}
