//! The family of GAScore (Willenberg and Chow 2013): nodes on FPGAs in a ring. Each node has a
//! GAScore, and is a hart or a sequencer.

mod connections;

use crate::error::suggestion;
use crate::family::{Family, Hardware, Parts, Processor, Span};
use crate::general::HartParams;
use rankine_bus::{Clock, Device, Network, NodeId};
use rankine_devices::fsl::FslParams;
use rankine_devices::gas::GasCoreParams;
use rankine_devices::gas::node::{self, GasNode};
use rankine_devices::gas::pams::{Options, PamsParams, assemble};
use rankine_devices::gas::pams_node::PamsNode;
use rankine_devices::gas::ring::params::{NodeKind, NodeParams};
use rankine_devices::gas::ring::{Plan, Ring, RingParams};
use rankine_isa::{Xlen, parse_isa};
use rankine_keys::Section;
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;

pub(crate) struct Gas;

impl Family for Gas {
    fn name(&self) -> &'static str {
        "gas"
    }

    fn about(&self) -> &'static str {
        "The machines of GAScore (Willenberg and Chow 2013): harts and message sequencers on a ring of FPGAs, each with a unit for \
         active messages and remote writes."
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
            "gascore.tx_header_cycles",
            "gascore.rx_call_cycles",
            "gascore.tokens",
            "gascore.long_bytes",
            "gas.route",
            "gas.hop_cycles",
        ]
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("gas-c", include_str!("presets/gas-c.toml")), ("gas", include_str!("presets/gas.toml"))]
    }

    fn common(&self) -> &'static str {
        include_str!("common.toml")
    }

    fn profiles(&self) -> &'static [(&'static str, &'static str)] {
        &[("mb5-bram", include_str!("profiles/mb5-bram.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[FslParams::SECTION, GasCoreParams::SECTION, PamsParams::SECTION, RingParams::SECTION]
    }

    fn entries(&self) -> &'static [(&'static str, Section)] {
        &[("gas.nodes", NodeParams::SECTION)]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Machine>(text)?))
    }
}

#[derive(Debug, Deserialize)]
struct Machine {
    hart: HartParams,
    fsl: FslParams,
    gascore: GasCoreParams,
    pams: PamsParams,
    gas: RingParams,
}

impl Machine {
    fn kind(&self, node: NodeId) -> Option<NodeKind> {
        self.gas.nodes.get(node as usize).map(|node| node.kind)
    }

    fn processor(&self, kind: NodeKind) -> Option<Processor> {
        (kind == NodeKind::Hart).then(|| Processor {
            key: "hart".into(),
            isa: self.hart.isa.clone(),
            profile: self.hart.profile.clone(),
            channel: None,
            data_cycles: None,
        })
    }
}

impl Parts for Machine {
    fn check(&self, nodes_max: u32) -> Result<(), String> {
        Plan::new(&self.gas)?;
        self.fsl.check()?;
        self.gascore.check()?;
        self.pams.check()?;
        node::check_links(&self.gascore, &self.fsl)?;
        if parse_isa(&self.hart.isa).is_ok_and(|(xlen, _)| xlen == Xlen::Rv64) {
            let isa = &self.hart.isa;
            return Err(format!("hart.isa = \"{isa}\": a GAScore has 32 bits for addresses; it needs rv32"));
        }
        let nodes = self.gas.nodes.len();
        if nodes_max as usize > nodes {
            return Err(format!(
                "platform.nodes_max = {nodes_max}: gas.nodes has {nodes} entries; add nodes, or make it {nodes}"
            ));
        }
        Ok(())
    }

    fn processors(&self) -> Vec<Option<Processor>> {
        match self.gas.nodes.iter().all(|node| node.kind == NodeKind::Hart) {
            true => Vec::new(),
            false => self.gas.nodes.iter().map(|node| self.processor(node.kind)).collect(),
        }
    }

    fn title(&self, rank: NodeId) -> Option<&'static str> {
        Some(connections::title(self.kind(rank)?))
    }

    fn hardware(&self, _rank: NodeId) -> Hardware {
        Hardware { one: "a sequencer", many: "sequencers", executes: true }
    }

    fn addresses(&self, node: NodeId) -> Result<Vec<Span>, String> {
        match self.kind(node) {
            Some(NodeKind::Pams) => Ok(Vec::new()),
            _ => Ok(vec![("fsl.base", self.fsl.base, node::BYTES)]),
        }
    }

    fn devices(&self, node: NodeId, nodes: u32, _memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        Ok(vec![Box::new(GasNode::new(&self.gascore, &self.fsl, node, nodes)?)])
    }

    fn hardware_suffix(&self) -> Option<&'static str> {
        Some("pams")
    }

    fn hardware_program(&self, text: &str) -> Result<Vec<u32>, String> {
        let PamsParams { code_words, later, .. } = self.pams;
        let assembly = assemble(text, &Options { code_words, later, defines: Vec::new() });
        assembly.map(|assembly| assembly.words()).map_err(|errors| {
            let lines = errors.iter().map(|error| error.told(|word, known| suggestion(word, known)));
            lines.collect::<Vec<_>>().join("\n")
        })
    }

    fn hardware_devices(&self, node: NodeId, nodes: u32, program: &[u32]) -> Result<Vec<Box<dyn Device>>, String> {
        let mut device = PamsNode::new((&self.gascore, &self.pams), self.gas.ram_bytes, node, nodes)?;
        device.load(program);
        Ok(vec![Box::new(device)])
    }

    fn network(&self, nodes: u32, clock: Clock) -> Result<Option<Box<dyn Network>>, String> {
        Ok(Some(Box::new(Ring::new(&self.gas, self.gascore.fifo_words, nodes, clock)?)))
    }

    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        Ok(vec![
            ("GASCORE_BASE", self.fsl.base),
            ("GASCORE_TOKENS", self.gascore.tokens.into()),
            ("GASCORE_ARGUMENTS", self.gascore.arguments_max.into()),
            ("GASCORE_MEDIUM_BYTES", self.gascore.medium_bytes.into()),
            ("GASCORE_LONG_BYTES", self.gascore.long_bytes.into()),
        ])
    }

    fn more_ranks_advice(&self) -> String {
        "use fewer, or a platform file with more gas.nodes and platform.nodes_max".into()
    }

    fn connections(&self) -> String {
        Plan::new(&self.gas).map_or_else(|_| String::new(), |plan| connections::connections(&self.gas, &plan))
    }
}

#[cfg(test)]
mod tests {
    use crate::Platform;

    #[test]
    fn settings_of_gas() {
        for (platform, setting, expected) in [
            ("gas-c", "gascore.tokens=1024", ""),
            ("gas-c", "gas.hop_cycles=4", "gas.hop_cycles = 4: must be 5 to"),
            ("gas-c", "gascore.fifo_words=8", "fsl.depth = 16: gascore.fifo_words is 8"),
            ("gas-c", "fsl.links=1", "fsl.links = 1: a hart has 4 links to its GAScore"),
            ("gas-c", "hart.isa=rv64i", "hart.isa = \"rv64i\": a GAScore has 32 bits for addresses"),
            ("gas", "platform.nodes_max=18", "platform.nodes_max = 18: gas.nodes has 17 entries"),
            ("gas", "gas.fpgas=2", "gas.nodes[8].fpga = 2: must be 0 to 1"),
            ("gas", "gas.route=around", "unknown variant `around`"),
            ("gas", "pams.code_words=2048", "pams.code_words = 2048"),
        ] {
            let message = match Platform::resolve(platform, &[setting.to_string()]) {
                Ok(_) => String::new(),
                Err(e) => e.to_string(),
            };
            assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{setting}: {message}");
        }
    }

    #[test]
    fn nodes() {
        let (c, printed) = (Platform::resolve("gas-c", &[]).unwrap(), Platform::resolve("gas", &[]).unwrap());
        assert_eq!((c.like(0), c.like(19)), (Some(0), Some(0)));
        assert_eq!((printed.like(0), printed.like(15), printed.like(16)), (None, None, Some(16)));
        assert_eq!((printed.of_node(16).hart.isa.as_str(), printed.of_node(16).timing.load_use), ("rv32i", 2));
    }
}
