//! The family of nodes on a mesh. A node is a hart and a network interface with scratchpad.

use super::interface::{self, MORE_RANKS_ADVICE, MapParams};
use crate::family::{Family, LibraryBuild, Parts, Span};
use rankine_bus::{Clock, Device, Network, NodeId};
use rankine_devices::ni::NiParams;
use rankine_devices::noc::{Mesh, MeshParams};
use rankine_keys::Section;
use rankine_timing::DdrParams;
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;

pub(crate) struct Manycore;

impl Family for Manycore {
    fn name(&self) -> &'static str {
        "manycore"
    }

    fn about(&self) -> &'static str {
        "Nodes with scratchpad and network interface on a two-dimensional mesh."
    }

    fn drawing(&self) -> &'static str {
        include_str!("drawing.txt")
    }

    fn main_keys(&self) -> &'static [&'static str] {
        &[
            "hart.isa",
            "hart.profile",
            "hart.clock_hz",
            "caches.l1d_bytes",
            "caches.memory_read_cycles",
            "ni.scratchpad_bytes",
            "ni.packet_bytes",
            "noc.router_cycles",
            "noc.link_cycles",
            "noc.flit_bytes",
        ]
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("manycore", include_str!("presets/manycore.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[MapParams::SECTION, NiParams::SECTION, MeshParams::SECTION, DdrParams::SECTION]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Nodes>(text)?))
    }
}

#[derive(Debug, Deserialize)]
struct Nodes {
    map: MapParams,
    ni: NiParams,
    noc: MeshParams,
}

impl Parts for Nodes {
    fn addresses(&self, _node: NodeId) -> Result<Vec<Span>, String> {
        self.map.addresses(&self.ni)
    }

    fn devices(&self, node: NodeId, nodes: u32, memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        Ok(vec![self.map.device(&self.ni, (node, nodes), memory)?])
    }

    fn network(&self, nodes: u32, clock: Clock) -> Result<Option<Box<dyn Network>>, String> {
        let flit_bytes = self.ni.noc_mode.path_bytes(self.noc.flit_bytes);
        let params = MeshParams { flit_bytes, ..self.noc.clone() };
        Ok(Some(Box::new(Mesh::new(params, nodes, clock)?)))
    }

    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        self.map.library_defines(&self.ni)
    }

    fn library(&self, channel: &str) -> LibraryBuild {
        interface::library(channel)
    }

    fn more_ranks_advice(&self) -> String {
        MORE_RANKS_ADVICE.into()
    }
}
