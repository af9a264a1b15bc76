//! The parts that a platform's machines are made of: each node's devices, the network, and what all nodes share.

use crate::{Platform, tmd};
use rankine_bus::{Clock, Device, Network, NodeId, SharedDevice};
use rankine_devices::address::{AddressMap, Window};
use rankine_devices::mutex::MutexBank;
use rankine_devices::ni::Ni;
use rankine_devices::noc::{Crossbar, CrossbarParams, Mesh, MeshParams};
use rankine_devices::sim::{SIM_BYTES, Sim};
use std::ops::Range;

/// Bytes of address space of the network interface's registers.
const REGISTER_BYTES: u64 = 0x1000;

impl Platform {
    /// The clock of harts, devices and network.
    pub fn clock(&self) -> Clock {
        Clock::from_hz(self.hart.clock_hz)
    }

    /// The simulation control registers of a node, one of `nodes`.
    pub fn control(&self, node: NodeId, nodes: u32) -> Box<dyn Device> {
        let mut sim = Sim::new(self.sim.base, self.sim.access_cycles, node, nodes, self.hart.clock_hz);
        sim.no_hart = self.nodes_without_hart(nodes);
        Box::new(sim)
    }

    /// The devices of a node, one of `nodes`, whose program has this memory, stack included. An error is a sentence.
    pub fn devices(&self, node: NodeId, nodes: u32, memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        if self.tmd.is_some() {
            return tmd::devices(self, memory, node);
        }
        let (Some(params), Some(map)) = (&self.ni, &self.map) else { return Ok(Vec::new()) };
        let bytes = memory.end - memory.start;
        let window = |local: u64, size: u64| Window {
            local: Some(local),
            global: map.global_base.saturating_add(local),
            stride: map.node_stride,
            size,
        };
        let lines = params.scratchpad_bytes.checked_div(params.line_bytes()).ok_or("ni.word_bytes must be 4 or 8")?;
        let map = AddressMap {
            scratchpad: window(map.scratchpad, params.scratchpad_bytes),
            tags: window(map.tags, 4 * lines),
            registers: window(map.ni_registers, REGISTER_BYTES),
            memory: if params.reaches_memory {
                window(memory.start, bytes)
            } else {
                // Nobody else sees it: its global addresses are beyond what a hart can say.
                let stride = bytes.next_power_of_two();
                Window { local: Some(memory.start), global: 1 << 48, stride, size: bytes }
            },
        };
        let ranges = [
            ("memory with its stack", memory.start, bytes),
            ("sim", self.sim.base, SIM_BYTES),
            ("map.scratchpad", map.scratchpad.local.unwrap_or(0), map.scratchpad.size),
            ("map.tags", map.tags.local.unwrap_or(0), map.tags.size),
            ("map.ni_registers", map.registers.local.unwrap_or(0), map.registers.size),
        ];
        let mutexes = self.mutex.as_ref().map(|mutex| ("mutex.base", mutex.base, MutexBank::BYTES));
        check_apart(&ranges.into_iter().chain(mutexes).collect::<Vec<_>>())?;
        Ok(vec![Box::new(Ni::new(params.clone(), map, node, nodes)?)])
    }

    /// The network between `nodes` nodes, if there is one. An error is a sentence.
    pub fn network(&self, nodes: u32) -> Result<Option<Box<dyn Network>>, String> {
        if let Some(params) = &self.tmd {
            return tmd::network(params, nodes, self.clock()).map(Some);
        }
        let width = |own: u32| self.ni.as_ref().map_or(own, |ni| ni.noc_mode.path_bytes(own));
        if let Some(params) = &self.noc {
            let params = MeshParams { flit_bytes: width(params.flit_bytes), ..params.clone() };
            return Ok(Some(Box::new(Mesh::new(params, nodes, self.clock())?)));
        }
        let Some(params) = &self.crossbar else { return Ok(None) };
        let params = CrossbarParams { flit_bytes: width(params.flit_bytes), ..params.clone() };
        Ok(Some(Box::new(Crossbar::new(params, nodes, self.clock())?)))
    }

    /// The device that all nodes share, if there is one. An error is a sentence.
    pub fn shared_device(&self) -> Result<Option<Box<dyn SharedDevice>>, String> {
        let Some(params) = &self.mutex else { return Ok(None) };
        Ok(Some(Box::new(MutexBank::new(params.clone(), self.clock())?)))
    }
}

/// No two of these (name, base, bytes) may overlap.
pub(crate) fn check_apart(ranges: &[(&str, u64, u64)]) -> Result<(), String> {
    for (i, (name, base, bytes)) in ranges.iter().enumerate() {
        for (other, other_base, other_bytes) in &ranges[i + 1..] {
            if *base < other_base.saturating_add(*other_bytes) && *other_base < base.saturating_add(*bytes) {
                return Err(format!(
                    "the platform's addresses overlap: {name} ({base:#x}, {bytes:#x} bytes) and {other} \
                     ({other_base:#x}, {other_bytes:#x} bytes); change them with --set or in the platform file"
                ));
            }
        }
    }
    Ok(())
}
