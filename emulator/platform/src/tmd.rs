//! Platforms of the TMD family: what their sections must agree on, the links of a node, the fabric, and who is connected to whom
//! in words.

use crate::kinds;
use crate::parts::check_apart;
use crate::platform::Platform;
use rankine_bus::{Clock, Device, Network, NodeId};
use rankine_devices::fsl::{Fsl, FslParams};
use rankine_devices::sim::{NodeMask, SIM_BYTES};
use rankine_devices::tmd::params::{DataMemory, NetIfKind};
use rankine_devices::tmd::plan::{Channel, Host, NetIfPlan, Ranks};
use rankine_devices::tmd::{Plan, TmdFabric, TmdParams};
use std::fmt::Write as _;
use std::ops::Range;

/// Can a platform's sections `[fsl]` and `[tmd]`, if it has them, be used? An error is a sentence.
pub(crate) fn check(platform: &Platform) -> Result<(), String> {
    let (fsl, tmd) = match (&platform.fsl, &platform.tmd) {
        (None, None) => return Ok(()),
        (Some(fsl), Some(tmd)) if platform.ni.is_none() => (fsl, tmd),
        _ => return Err("the sections [fsl] and [tmd] go together, and not with [ni]".into()),
    };
    Plan::new(tmd)?;
    links(tmd, fsl, 0)?;
    let (most, nodes) = (platform.platform.nodes_max, tmd.nodes.len());
    if most as usize > nodes {
        return Err(format!(
            "platform.nodes_max = {most}: tmd.nodes has {nodes} entries; add nodes, or make it {nodes}"
        ));
    }
    Ok(())
}

/// The links of a node's hart.
fn links(tmd: &TmdParams, fsl: &FslParams, id: NodeId) -> Result<FslParams, String> {
    let params = tmd.fsl(id, fsl)?;
    params.check()?;
    Ok(params)
}

/// What a node's hart finds beside its memory.
pub(crate) fn devices(platform: &Platform, memory: Range<u64>, id: NodeId) -> Result<Vec<Box<dyn Device>>, String> {
    let (Some(tmd), Some(fsl)) = (&platform.tmd, &platform.fsl) else { return Ok(Vec::new()) };
    let params = links(tmd, fsl, id)?;
    check_apart(&[
        ("memory with its stack", memory.start, memory.end - memory.start),
        ("sim", platform.sim.base, SIM_BYTES),
        ("fsl.base", params.base, params.bytes()),
    ])?;
    Ok(vec![Box::new(Fsl::new(params)?)])
}

/// The fabric, for so many ranks. An error is a sentence.
pub(crate) fn network(params: &TmdParams, ranks: u32, clock: Clock) -> Result<Box<dyn Network>, String> {
    Ok(Box::new(TmdFabric::new(params, ranks, clock)?))
}

impl Platform {
    /// Engines among so many ranks, as the harts are told.
    pub(crate) fn nodes_without_hart(&self, ranks: u32) -> NodeMask {
        let mut mask = NodeMask::default();
        let is_engine = |rank: &u32| self.tmd.as_ref().is_some_and(|tmd| tmd.is_engine(*rank));
        for rank in (0..ranks).filter(is_engine) {
            if let Some(word) = mask.get_mut((rank / u32::BITS) as usize) {
                *word |= 1 << (rank % u32::BITS);
            }
        }
        mask
    }

    /// What can be but may not be meant, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        self.tmd.as_ref().and_then(|tmd| Plan::new(tmd).ok()).map_or_else(Vec::new, |plan| plan.warnings)
    }

    /// Who is connected to whom, where the keys do not say it; else empty.
    pub fn connections(&self) -> String {
        let plan = self.tmd.as_ref().and_then(|tmd| Some((tmd, Plan::new(tmd).ok()?)));
        plan.map_or_else(String::new, |(tmd, plan)| connections(tmd, &plan))
    }
}

fn connections(tmd: &TmdParams, plan: &Plan) -> String {
    let mut out = String::from("connections (the first channel of a NetIf has the highest priority)\n");
    for board in 0..tmd.boards {
        let _ = writeln!(out, "  board {board}");
        for netif in plan.netifs.iter().filter(|netif| netif.board == board) {
            let _ = writeln!(out, "    {}", title(tmd, netif));
            for (number, channel) in netif.channels.iter().enumerate() {
                let _ = writeln!(out, "      channel {number}: {}", channel_text(plan, channel));
            }
        }
    }
    out
}

/// A NetIf, and what is behind it.
fn title(tmd: &TmdParams, netif: &NetIfPlan) -> String {
    match netif.host {
        Host::Node(node) => {
            let Some(node) = tmd.nodes.get(node as usize) else { return netif.to_string() };
            let isa = tmd.processor(node.kind).map(|kind| format!(" ({})", kind.isa)).unwrap_or_default();
            let memory = if node.memory == DataMemory::External { " with data in external memory" } else { "" };
            let mpe = if node.mpe { " behind a TMD-MPE" } else { "" };
            format!("{netif}: {}{isa}{memory}{mpe}", kinds::title(node.kind))
        }
        Host::Gateway { .. } => format!("{netif}: bridge and OCCC{}", ranks_text(", for", netif.ranks)),
    }
}

fn channel_text(plan: &Plan, channel: &Channel) -> String {
    let to = plan.netifs[channel.to].to_string();
    match plan.kind {
        NetIfKind::Selective if channel.ranks.is_none() => format!("{to}, only from there"),
        NetIfKind::Selective => format!("{to}{}", ranks_text(",", channel.ranks)),
        NetIfKind::Broadcast => format!("{to}{}", ranks_text(", which takes", plan.netifs[channel.to].ranks)),
    }
}

fn ranks_text(lead: &str, ranks: Option<Ranks>) -> String {
    match ranks {
        Some((low, high)) if low == high => format!("{lead} rank {low}"),
        Some((low, high)) => format!("{lead} ranks {low} to {high}"),
        None => String::new(),
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

    /// The example of Saldaña 2006 App. C, whose instance numbers begin with 1: the NetIf of rank 1.
    #[test]
    fn connections_of_the_benchmark_machine() {
        let text = Platform::resolve("tmd-3x3", &[]).unwrap().connections();
        let channels: Vec<&str> = text
            .lines()
            .skip_while(|line| *line != "    NetIf of node 1: MicroBlaze (rv32i)")
            .skip(1)
            .take(4)
            .map(str::trim)
            .collect();
        let expected = [
            "channel 0: NetIf of board 0's gateway 0 to board 1, ranks 3 to 5",
            "channel 1: NetIf of board 0's gateway 0 to board 2, ranks 6 to 8",
            "channel 2: NetIf of node 2, rank 2",
            "channel 3: NetIf of node 0, rank 0",
        ];
        assert_eq!(channels, expected);
        assert_eq!(Platform::resolve("sarc", &[]).unwrap().connections(), "");
    }
}
