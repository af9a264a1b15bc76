//! The family of the SARC chip multiprocessor (Katsamani 2010): nodes that use parts of their
//! caches as scratchpad, on a crossbar, with a bank of mutexes.

use super::interface::{self, MORE_RANKS_ADVICE, MapParams};
use crate::family::{Family, LibraryBuild, Parts, Span};
use rankine_bus::{Clock, Device, Network, NodeId, SharedDevice};
use rankine_devices::mutex::{MutexBank, MutexParams};
use rankine_devices::ni::NiParams;
use rankine_devices::noc::{Crossbar, CrossbarParams};
use rankine_keys::Section;
use rankine_timing::DdrParams;
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;

pub(crate) struct Sarc;

impl Family for Sarc {
    fn name(&self) -> &'static str {
        "sarc"
    }

    fn about(&self) -> &'static str {
        "The SARC chip multiprocessor (Katsamani 2010): nodes whose caches become scratchpad, on a crossbar."
    }

    fn drawing(&self) -> &'static str {
        include_str!("drawing.txt")
    }

    fn main_keys(&self) -> &'static [&'static str] {
        &[
            "hart.isa",
            "hart.profile",
            "hart.clock_hz",
            "ni.scratchpad_bytes",
            "ni.cache_ways",
            "ni.packet_bytes",
            "ni.noc_mode",
            "crossbar.pass_cycles",
            "crossbar.flit_bytes",
            "ddr.access_cycles",
        ]
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("sarc", include_str!("presets/sarc.toml"))]
    }

    fn profiles(&self) -> &'static [(&'static str, &'static str)] {
        &[("mb5", include_str!("profiles/mb5.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[MapParams::SECTION, NiParams::SECTION, CrossbarParams::SECTION, MutexParams::SECTION, DdrParams::SECTION]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Nodes>(text)?))
    }
}

#[derive(Debug, Deserialize)]
struct Nodes {
    map: MapParams,
    ni: NiParams,
    crossbar: CrossbarParams,
    mutex: MutexParams,
}

impl Parts for Nodes {
    fn addresses(&self, _node: NodeId) -> Result<Vec<Span>, String> {
        let mutex = ("mutex.base", self.mutex.base, MutexBank::BYTES);
        Ok(self.map.addresses(&self.ni)?.into_iter().chain([mutex]).collect())
    }

    fn devices(&self, node: NodeId, nodes: u32, memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        Ok(vec![self.map.device(&self.ni, (node, nodes), memory)?])
    }

    fn network(&self, nodes: u32, clock: Clock) -> Result<Option<Box<dyn Network>>, String> {
        let flit_bytes = self.ni.noc_mode.path_bytes(self.crossbar.flit_bytes);
        let params = CrossbarParams { flit_bytes, ..self.crossbar.clone() };
        Ok(Some(Box::new(Crossbar::new(params, nodes, clock)?)))
    }

    fn shared_device(&self, clock: Clock) -> Result<Option<Box<dyn SharedDevice>>, String> {
        Ok(Some(Box::new(MutexBank::new(self.mutex.clone(), clock)?)))
    }

    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        let mut all = self.map.library_defines(&self.ni)?;
        all.push(("MUTEX_BASE", self.mutex.base));
        Ok(all)
    }

    fn library(&self, channel: &str) -> LibraryBuild {
        interface::library(channel)
    }

    fn more_ranks_advice(&self) -> String {
        MORE_RANKS_ADVICE.into()
    }
}
