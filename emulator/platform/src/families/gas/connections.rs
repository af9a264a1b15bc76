//! The connections on the ring, in words.

use rankine_devices::gas::ring::params::NodeKind;
use rankine_devices::gas::ring::plan::{Direction, Host};
use rankine_devices::gas::ring::{Plan, RingParams};
use std::fmt::Write as _;

/// The name of a kind of node, for people.
pub(super) fn title(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Hart => "MicroBlaze with GAScore",
        NodeKind::Pams => "sequencer with GAScore",
    }
}

/// The NetIfs of each FPGA, and the nodes whose packets take each link.
pub(super) fn connections(gas: &RingParams, plan: &Plan) -> String {
    let mut out = String::from("connections (the NetIfs of an FPGA are connected each to each)\n");
    for fpga in 0..gas.fpgas {
        let _ = writeln!(out, "  FPGA {fpga}");
        for netif in plan.netifs.iter().filter(|netif| netif.fpga == fpga) {
            let _ = match netif.host {
                Host::Node(node) => {
                    let kind = gas.nodes.get(node as usize).map_or("", |node| title(node.kind));
                    writeln!(out, "    {netif}: {kind}")
                }
                Host::Link(direction) => {
                    writeln!(
                        out,
                        "    {netif}: to FPGA {}{}",
                        direction.next(fpga, gas.fpgas),
                        sent(plan, fpga, direction)
                    )
                }
            };
        }
    }
    out
}

/// The nodes whose packets take the link in this direction from this FPGA.
fn sent(plan: &Plan, fpga: u32, direction: Direction) -> String {
    let link = plan.find(fpga, Host::Link(direction));
    let first = plan.netifs.iter().find(|netif| netif.fpga == fpga && matches!(netif.host, Host::Node(_)));
    let ranges = first.into_iter().flat_map(|netif| &netif.table).filter(|(_, to)| Some(*to) == link);
    let ranges: Vec<String> = ranges
        .map(|((low, high), _)| if low == high { format!("node {low}") } else { format!("nodes {low} to {high}") })
        .collect();
    if ranges.is_empty() { String::new() } else { format!(", for {}", ranges.join(", ")) }
}
