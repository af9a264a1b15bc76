//! The family of TMD (Saldaña 2006): processors and engines on FPGAs, joined by FSL FIFOs, NetIfs and serial links.

mod configuration;
mod connections;
mod kinds;
mod tables;

use crate::family::{Configure, Family, Hardware, LibraryBuild, Parts, Processor, Span};
use rankine_bus::{Clock, Device, Network, NodeId};
use rankine_devices::fsl::{Fsl, FslParams, MoverParams};
use rankine_devices::tmd::params::{ChannelParams, GatewayParams, KindParams, MpeDuplex, NodeParams, TableSource};
use rankine_devices::tmd::{Plan, TmdFabric, TmdParams};
use rankine_keys::Section;
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;
use toml_edit::DocumentMut;

/// The library's channel `fsl` pads a data packet to this number of words (`WIRE_DATA_WORDS_MIN`).
const LIBRARY_PAYLOAD_WORDS_MIN: u32 = 4;

pub(crate) struct Tmd;

impl Family for Tmd {
    fn name(&self) -> &'static str {
        "tmd"
    }

    fn about(&self) -> &'static str {
        "The machines of TMD (Saldaña 2006): processors and engines on FPGAs, joined by FIFOs, NetIfs and serial links. \
         `tmd-9:4uB_FPU_2PPC_3HW` is `tmd-9` with four MicroBlazes that have a floating-point unit, two PowerPCs and three \
         Jacobi engines."
    }

    fn drawing(&self) -> &'static str {
        include_str!("drawing.txt")
    }

    fn main_keys(&self) -> &'static [&'static str] {
        &[
            "hart.isa",
            "hart.profile",
            "hart.clock_hz",
            "fsl.put_cycles",
            "fsl.get_cycles",
            "tmd.netif",
            "tmd.boards",
            "tmd.fifo_words",
            "tmd.packet_words",
            "tmd.occc_fixed_cycles",
        ]
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("tmd-simple", include_str!("presets/tmd-simple.toml")),
            ("tmd-3x3", include_str!("presets/tmd-3x3.toml")),
            ("tmd-9", include_str!("presets/tmd-9.toml")),
            ("tmd-13", include_str!("presets/tmd-13.toml")),
            ("tmd-45", include_str!("presets/tmd-45.toml")),
            ("tmd-proposed", include_str!("presets/tmd-proposed.toml")),
        ]
    }

    fn common(&self) -> &'static str {
        include_str!("common.toml")
    }

    fn profiles(&self) -> &'static [(&'static str, &'static str)] {
        &[("mb3", include_str!("profiles/mb3.toml")), ("ppc405", include_str!("profiles/ppc405.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[FslParams::SECTION, TmdParams::SECTION]
    }

    fn entries(&self) -> &'static [(&'static str, Section)] {
        &[
            ("tmd.mb", KindParams::SECTION),
            ("tmd.mb_fpu", KindParams::SECTION),
            ("tmd.ppc", KindParams::SECTION),
            ("tmd.nodes", NodeParams::SECTION),
            ("tmd.nodes.channels", ChannelParams::SECTION),
            ("tmd.gateways", GatewayParams::SECTION),
            ("tmd.gateways.channels", ChannelParams::SECTION),
        ]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Machine>(text)?))
    }

    fn configure(&self) -> Option<Configure> {
        Some(configuration::apply)
    }

    fn hart_changed(&self, document: &mut DocumentMut, key: &str) {
        kinds::spread(document, key);
    }

    fn settle(&self, document: &mut DocumentMut) {
        kinds::lead(document);
    }
}

#[derive(Debug, Deserialize)]
struct Machine {
    fsl: FslParams,
    tmd: TmdParams,
}

impl Machine {
    /// The links of a node's hart. An error is a sentence.
    fn links(&self, node: NodeId) -> Result<FslParams, String> {
        let params = self.tmd.fsl(node, &self.fsl)?;
        params.check()?;
        Ok(params)
    }
}

impl Parts for Machine {
    fn check(&self, nodes_max: u32) -> Result<(), String> {
        Plan::new(&self.tmd)?;
        self.links(0)?;
        let nodes = self.tmd.nodes.len();
        if nodes_max as usize > nodes {
            return Err(format!(
                "platform.nodes_max = {nodes_max}: tmd.nodes has {nodes} entries; add nodes, or make it {nodes}"
            ));
        }
        Ok(())
    }

    fn processors(&self) -> Vec<Option<Processor>> {
        self.tmd.nodes.iter().map(|node| kinds::processor(&self.tmd, node)).collect()
    }

    fn title(&self, rank: NodeId) -> Option<&'static str> {
        Some(kinds::title(self.tmd.nodes.get(rank as usize)?.kind))
    }

    fn hardware(&self, _rank: NodeId) -> Hardware {
        Hardware { one: "an engine", many: "engines", executes: false }
    }

    fn addresses(&self, node: NodeId) -> Result<Vec<Span>, String> {
        let links = self.links(node)?;
        let mover = self.tmd.mover(node).map(|mover| ("tmd.mpe_dma_base", mover.base, MoverParams::BYTES));
        Ok(std::iter::once(("fsl.base", links.base, links.bytes())).chain(mover).collect())
    }

    fn devices(&self, node: NodeId, _nodes: u32, _memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        let links = Fsl::new(self.links(node)?)?;
        Ok(vec![Box::new(match self.tmd.mover(node) {
            Some(mover) => links.with_mover(mover).map_err(|error| format!("tmd.mpe_dma_{error}"))?,
            None => links,
        })])
    }

    fn network(&self, nodes: u32, clock: Clock) -> Result<Option<Box<dyn Network>>, String> {
        Ok(Some(Box::new(TmdFabric::new(&self.tmd, nodes, clock)?)))
    }

    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        let (payload, packet) = (self.tmd.payload_words(), self.tmd.packet_words);
        if payload < LIBRARY_PAYLOAD_WORDS_MIN {
            let least = packet - payload + LIBRARY_PAYLOAD_WORDS_MIN;
            return Err(format!("tmd.packet_words = {packet}: the library needs {least} or more"));
        }
        let mut all = vec![("FSL_BASE", self.fsl.base), ("FSL_PAYLOAD_WORDS", u64::from(payload))];
        if self.tmd.mpe_dma {
            all.push(("FSL_MOVER_BASE", self.tmd.mpe_dma_base));
        }
        if self.tmd.mpe_collectives {
            all.push(("FSL_COLLECTIVE_WORDS", u64::from(self.tmd.mpe_piece_words)));
        }
        if self.tmd.mpe_duplex == MpeDuplex::Full {
            all.push(("FSL_IS_FULL_DUPLEX", 1));
        }
        if self.tmd.tables == TableSource::Loaded {
            all.extend(tables::defines(&self.tmd));
        }
        Ok(all)
    }

    fn library(&self, channel: &str) -> LibraryBuild {
        kinds::library(channel)
    }

    fn more_ranks_advice(&self) -> String {
        "use fewer, or a platform file with more tmd.nodes and platform.nodes_max".into()
    }

    fn warnings(&self) -> Vec<String> {
        Plan::new(&self.tmd).map_or_else(|_| Vec::new(), |plan| plan.warnings)
    }

    fn connections(&self) -> String {
        Plan::new(&self.tmd).map_or_else(|_| String::new(), |plan| connections::connections(&self.tmd, &plan))
    }
}

#[cfg(test)]
mod tests {
    use crate::Platform;

    #[test]
    fn settings_of_tmd() {
        for (platform, setting, expected) in [
            ("tmd-simple", "tmd.netif=selective", ""),
            ("tmd-simple", "tmd.fifo_words=8", "fsl.depth = 16: tmd.fifo_words is 8"),
            ("tmd-simple", "platform.nodes_max=4", "platform.nodes_max = 4: tmd.nodes has 3 entries"),
            ("tmd-simple", "fsl.links=9", "fsl.links = 9: must be 1 to 8"),
            ("tmd-proposed", "tmd.mpe_dma_base=0x3100002", "tmd.mpe_dma_base"),
            ("tmd-proposed", "tmd.mpe_duplex=full", "tmd.mpe_collectives = true: full-duplex"),
            ("tmd-3x3", "tmd.mpe_collectives=true", "tmd.nodes[0]: tmd.mpe_collectives is true"),
            ("tmd-simple", "tmd.tables=loaded", "tmd.tables = \"loaded\": broadcast NetIfs have no tables"),
            ("tmd-3x3", "tmd.boards=2", "tmd.nodes[6].board = 2: must be 0 to 1"),
            ("tmd-3x3", "tmd.board_links=1", "tmd.board_links = 1"),
            ("tmd-9", "tmd.nodes=[]", "tmd.nodes has 0 entries"),
            ("tmd-9", "tmd.nodes=[{board = 0, knd = \"mb\", mpe = false}]", "unknown field `knd`"),
            ("tmd-9", "tmd.nodes=[{board = 0, kind = \"arm\", mpe = false}]", "unknown variant `arm`"),
            ("tmd-9", "tmd.ppc={isa = \"rv32ix\", profile = \"mb3\", fsl_extra_cycles = 0}", ""),
            (
                "tmd-45",
                "tmd.ppc={isa = \"rv32ix\", profile = \"mb3\", fsl_extra_cycles = 0}",
                "tmd.ppc: isa: ISA \"rv32ix\"",
            ),
            (
                "tmd-45",
                "tmd.ppc={isa = \"rv32i\", profile = \"ppc40\", fsl_extra_cycles = 0}",
                "tmd.ppc: unknown profile `ppc40` (did you mean `ppc405`?)",
            ),
            ("tmd-45", "tmd.mb={isa = \"rv32i\", profile = \"mb3\"}", "missing field `fsl_extra_cycles`"),
        ] {
            let message = match Platform::resolve(platform, &[setting.to_string()]) {
                Ok(_) => String::new(),
                Err(e) => e.to_string(),
            };
            assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{setting}: {message}");
        }
    }
}
