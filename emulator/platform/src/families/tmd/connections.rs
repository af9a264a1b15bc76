//! The connections on a TMD machine, in words.

use super::kinds;
use rankine_devices::tmd::params::{DataMemory, NetIfKind, TableSource};
use rankine_devices::tmd::plan::{Channel, Host, NetIfPlan, Ranks};
use rankine_devices::tmd::{Plan, TmdParams};
use std::fmt::Write as _;

/// The NetIfs of each board, with their channels.
pub(super) fn connections(tmd: &TmdParams, plan: &Plan) -> String {
    let loaded = match tmd.tables {
        TableSource::Fixed => "",
        TableSource::Loaded => "; ranks are those of the tables that the library loads",
    };
    let mut out = format!("connections (the first channel of a NetIf has the highest priority{loaded})\n");
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

/// A NetIf, and the part that is connected to it.
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

    /// The NetIf of rank 1 in the example of Saldaña 2006 App. C, whose instance numbers begin with
    /// 1.
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
