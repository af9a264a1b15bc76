//! Nodes and their processors.

mod changes;
mod memory;
mod nodes;
mod plan;
mod processor;
mod state;
mod tohost;

pub use nodes::Nodes;
pub use processor::{GroupKey, Processor, ProcessorId, ProcessorParts};
pub use state::State;
pub use tohost::ToHost;

pub(crate) use memory::NodeMemory;
pub(crate) use plan::{Midway, Plan};
pub(crate) use processor::MemoryRequest;

use crate::watch::Observers;
use rankine_bus::{Access, Device, Kind, NodeId};

/// The part of the machine that belongs to one rank: devices, and the processors that use them.
pub struct Node {
    pub id: NodeId,
    /// Empty if the rank is hardware. The first processor runs the rank's program.
    pub processors: Vec<Processor>,
    /// The simulation control registers.
    pub control: Box<dyn Device>,
    pub devices: Vec<Box<dyn Device>>,
    /// Observers of the devices of a node without processors.
    pub observers: Observers,
}

impl Node {
    /// Has the rank's program ended? True for a node without processors.
    pub fn is_over(&self) -> bool {
        self.processors.first().is_none_or(|program| matches!(program.state, State::Exited(_)))
    }

    /// The device that answers at an address.
    pub(crate) fn device_at(&self, addr: u64) -> Option<usize> {
        self.devices.iter().position(|device| device.answers(addr))
    }

    /// Would this access change nothing at the node?
    pub(crate) fn is_pure(&self, access: &Access) -> bool {
        if access.kind == Kind::Fence {
            return self.devices.iter().all(|device| device.is_pure(access));
        }
        if self.control.answers(access.addr) {
            return self.control.is_pure(access);
        }
        self.device_at(access.addr).is_none_or(|device| self.devices[device].is_pure(access))
    }

    /// Is this a load of the cycle counter that no other processor of the node can notice?
    pub(crate) fn reads_clock(&self, access: &Access) -> bool {
        self.processors.len() == 1
            && access.kind == Kind::Load
            && self.control.answers(access.addr)
            && self.control.reads_clock(access)
    }

    /// Has this processor changed nothing outside its memory for longer than its limit, and is its
    /// pending access, if any, one that changes nothing?
    pub(crate) fn is_silent(&self, processor: &Processor) -> bool {
        let acts = || matches!(&processor.state, State::Access(access) if !self.is_pure(access));
        processor.silent_for().is_some() && !acts()
    }
}
