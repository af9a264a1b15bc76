//! Parameters of the ring of FPGAs and its nodes, and their limits.

use crate::limits;
use crate::netif::tier1::RANKS;
use rankine_keys::keys;
use serde::Deserialize;

/// The computing element of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A hart, which runs a program.
    Hart,
    /// A programmable active-message sequencer, which messages control.
    Pams,
}

/// The way of packets around the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Route {
    /// The shortest; clockwise if both ways are equally long.
    Clockwise,
    /// Packets between two other FPGAs never pass FPGA 0. All other packets take the shortest way.
    Acyclic,
}

keys! {
    /// A node. Its number is its place in the list, counted from 0.
    pub struct NodeParams [nodes] {
        /// number of the FPGA that contains the node
        fpga: u32 = required, "number", "ours: every preset has its own";
        /// processing element of the node: `hart` = a processor, for programs in C; `pams` = a message sequencer, for
        /// programs of its own kind (docs/pams.md)
        kind: NodeKind = required, "text", "Willenberg and Chow 2013 §5.1";
    }
}

keys! {
    /// The ring of FPGAs that connects the GAScores of all nodes. Cycles are those of the clock of all nodes.
    pub struct RingParams [gas] {
        /// number of FPGAs in the ring
        fpgas: u32 = 4, "FPGAs", "Willenberg and Chow 2013 §5.1: a BEE3 board";
        /// path of a packet around the ring: `clockwise` = the shortest path, clockwise if both are equally long;
        /// `acyclic` = the shortest path, but packets between two other FPGAs never pass FPGA 0
        route: Route = "acyclic", "text",
                "ours: as many hops with four FPGAs, and long packets cannot wait for each other all around the ring";
        /// number of words that each FIFO of a link holds
        link_fifo_words: u32 = 16, "words", "ours: as the FIFOs of Saldaña 2006 §3.3";
        /// time from the arrival of a packet's header at the receiving NetIf until its first word is forwarded
        netif_setup_cycles: u32 = 1, "cycles", "fit of Willenberg and Chow 2013 §5.2: 0.17 µs for a short message";
        /// time that the sending side of a NetIf takes to decode a packet's destination
        netif_decode_cycles: u32 = 1, "cycles", "ours: as in Saldaña 2006, whose NetIfs these are (§3.3)";
        /// latency that a hop to the next FPGA adds, for a link and a NetIf together
        hop_cycles: u32 = 7, "cycles", "Willenberg and Chow 2013 §5.2: 0.17, 0.24, 0.31 µs for 0, 1, 2 hops";
        /// least time between the first words of two consecutive packets on a link
        link_packet_cycles: u32 = 1, "cycles", "ours: none; §5.2 blames the links for the time of the barrier";
        /// size of the block RAM of a node with a sequencer; it begins at address 0
        ram_bytes: u32 = 0x1_0000, "bytes", "Willenberg and Chow 2013 §5.1: 64 KB";
        /// the nodes in the order of their numbers; at least platform.nodes_max of them
        nodes: Vec<NodeParams> = [], "list", "ours: every preset has its own";
    }
}

/// Least and most FPGAs. A single FPGA has no links, so it is no ring.
const FPGAS: [u32; 2] = [2, 64];

impl RingParams {
    /// Are the numbers usable? An error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let limits = [
            ("fpgas", self.fpgas, FPGAS[0], FPGAS[1]),
            ("link_fifo_words", self.link_fifo_words, 1, 1024),
            ("netif_setup_cycles", self.netif_setup_cycles, 0, 1000),
            ("netif_decode_cycles", self.netif_decode_cycles, 0, 1000),
            ("hop_cycles", self.hop_cycles, self.netif_cycles() + 1, 100_000),
            ("link_packet_cycles", self.link_packet_cycles, 1, 100_000),
            ("ram_bytes", self.ram_bytes, 4, 1 << 28),
        ];
        limits::check(RingParams::SECTION.name, &limits)?;
        let count = self.nodes.len();
        if count == 0 || count > RANKS as usize {
            return Err(format!(
                "gas.nodes has {count} entries: must be 1 to {RANKS}, as headers have 8 bits for a node"
            ));
        }
        match self.nodes.iter().position(|node| node.fpga >= self.fpgas) {
            Some(node) => {
                let (fpga, last) = (self.nodes[node].fpga, self.fpgas - 1);
                Err(format!("gas.nodes[{node}].fpga = {fpga}: must be 0 to {last}"))
            }
            None => Ok(()),
        }
    }

    /// Cycles from the put of a word before a NetIf until the word can be seen behind the next
    /// NetIf.
    pub fn netif_cycles(&self) -> u32 {
        2 + self.netif_setup_cycles + self.netif_decode_cycles
    }
}
