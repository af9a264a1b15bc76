//! Parameters of the TMD machine's fabric, and their limits.

use super::tier1::RANKS;
use super::tier2::{HEAD_WORDS, SEQUENCES, TAIL_WORDS};
use crate::fsl::FslParams;
use serde::Deserialize;

/// Most boards: each has a gateway to each other one.
const BOARDS_MAX: u32 = 16;

/// Most channels in each direction that share a link (Saldaña 2006 §3.3).
const LINK_CHANNELS_MAX: u32 = 3;

/// The two NetIfs of Saldaña 2006 §3.3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetIfKind {
    /// The host's words go to all NetIfs of the board, and the one that matches DEST takes them (Fig. 3.5).
    Broadcast,
    /// The sender looks the channel up in a table; the receiver matches nothing (Fig. 3.6).
    Selective,
}

/// What computes at a node (Saldaña 2006 §4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A MicroBlaze, and one with a floating-point unit.
    Mb,
    MbFpu,
    /// A PowerPC 405, whose links are behind a bridge.
    Ppc,
    /// The Jacobi engine: a rank by itself, without a program.
    Engine,
}

impl NodeKind {
    /// As platform files write it.
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::Mb => "mb",
            NodeKind::MbFpu => "mb_fpu",
            NodeKind::Ppc => "ppc",
            NodeKind::Engine => "engine",
        }
    }
}

/// What all processors of a kind have in common.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindParams {
    pub isa: String,
    /// What instructions cost, by the name of a timing profile.
    pub profile: String,
    /// What each access to the links costs in addition, as behind the PPC405's dcr2fsl bridge.
    pub fsl_extra_cycles: u32,
}

/// Where a node's data lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataMemory {
    /// In block RAM beside the processor.
    #[default]
    Local,
    /// In the board's memory, without a cache.
    External,
}

/// A node; its rank is its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeParams {
    pub board: u32,
    pub kind: NodeKind,
    /// Is there a TMD-MPE between the node and its NetIf?
    pub mpe: bool,
    #[serde(default)]
    pub memory: DataMemory,
    /// The channels of its NetIf, the first with the highest priority; derived when there are none.
    #[serde(default)]
    pub channels: Vec<ChannelParams>,
}

/// A channel of a NetIf, written by hand: a pair of links with one other NetIf of the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelParams {
    /// The NetIf of this node.
    pub node: Option<u32>,
    /// Or that of the gateway to this board.
    pub gateway: Option<u32>,
    /// Which of several gateways to it.
    #[serde(default)]
    pub lane: u32,
    /// LRN and HRN: the ranks whose packets are sent this way. Without them the channel only receives. The broadcast NetIf
    /// does not look at them.
    pub low: Option<u32>,
    pub high: Option<u32>,
}

/// The channels of a gateway's NetIf, written by hand.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatewayParams {
    pub board: u32,
    /// The board at the other end.
    pub to: u32,
    #[serde(default)]
    pub lane: u32,
    pub channels: Vec<ChannelParams>,
}

/// Section `[tmd]` of a platform. Cycles are the clock of all nodes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TmdParams {
    pub netif: NetIfKind,
    pub boards: u32,
    /// Links to other boards that a board has.
    pub board_links: u32,
    /// Gateways from a board to another, which share the link and the ranks behind it.
    pub link_channels: u32,
    /// Words of each FIFO.
    pub fifo_words: u32,
    /// Longest Tier-2 packet, with its control words.
    pub packet_words: u32,
    /// Are packets counted as errors whose control bits say another length than their header?
    pub check_control: bool,
    /// From a header's appearance at the receiving NetIf to the first word forwarded.
    pub netif_setup_cycles: u32,
    /// Decoding the address at the sending side of a selective NetIf.
    pub netif_decode_cycles: u32,
    /// From a packet's appearance at a bridge to its first word handled.
    pub bridge_setup_cycles: u32,
    /// From a frame's end at the transmitter to the moment at which the receiver knows what it says.
    pub occc_fixed_cycles: u32,
    /// A word on the line, in hundredths of a cycle.
    pub occc_word_hundredths: u32,
    /// Does a packet wait at both ends of a line until all of it is there?
    pub occc_whole_packets: bool,
    /// Packets sent and not acknowledged.
    pub occc_window: u32,
    /// Packets accepted and not handed on.
    pub occc_buffer: u32,
    pub occc_timeout_cycles: u32,
    /// Bits out of 10^9 that a line turns over.
    pub occc_bit_errors: u32,
    /// Where the pseudo-random sequence of bit errors begins.
    pub occc_seed: u64,
    pub mpe_header_cycles: u32,
    /// For each envelope that is looked at.
    pub mpe_search_cycles: u32,
    /// Envelopes that the memory holds.
    pub mpe_envelopes: u32,
    /// A cell of the grid.
    pub engine_cell_cycles: u32,
    /// Words of the engine's memory for its rows and the two beside them.
    pub engine_words: u32,
    pub engine_tag_setup: u32,
    pub engine_tag_rows: u32,
    pub engine_tag_exchange: u32,
    pub engine_tag_residual: u32,
    pub engine_tag_decision: u32,
    pub engine_tag_result: u32,
    pub mb: KindParams,
    pub mb_fpu: KindParams,
    pub ppc: KindParams,
    /// A load or a store of a node whose data lie in external memory.
    pub external_read_cycles: u16,
    pub external_write_cycles: u16,
    pub nodes: Vec<NodeParams>,
    /// Gateways with channels written by hand; all others are derived.
    #[serde(default)]
    pub gateways: Vec<GatewayParams>,
}

impl TmdParams {
    /// Most payload words of a Tier-1 packet that fits into a Tier-2 packet: 507 with 512 words in all.
    pub fn payload_words(&self) -> u32 {
        self.packet_words - HEAD_WORDS - TAIL_WORDS - 1
    }

    /// Parameters of the links of this node's hart. An error is a sentence.
    pub fn fsl(&self, rank: u32, fsl: &FslParams) -> Result<FslParams, String> {
        if fsl.depth != self.fifo_words {
            let (depth, words) = (fsl.depth, self.fifo_words);
            return Err(format!(
                "fsl.depth = {depth}: tmd.fifo_words is {words}, and both mean the same FIFOs: make them equal"
            ));
        }
        let kind = self.nodes.get(rank as usize).and_then(|node| self.processor(node.kind));
        let extra = kind.map_or(0, |kind| kind.fsl_extra_cycles);
        Ok(FslParams { extra_cycles: fsl.extra_cycles.saturating_add(extra), ..fsl.clone() })
    }

    /// The processors of a kind; none for engines.
    pub fn processor(&self, kind: NodeKind) -> Option<&KindParams> {
        match kind {
            NodeKind::Mb => Some(&self.mb),
            NodeKind::MbFpu => Some(&self.mb_fpu),
            NodeKind::Ppc => Some(&self.ppc),
            NodeKind::Engine => None,
        }
    }

    /// Is this rank an engine?
    pub fn is_engine(&self, rank: u32) -> bool {
        self.nodes.get(rank as usize).is_some_and(|node| node.kind == NodeKind::Engine)
    }

    pub fn engine_tags(&self) -> [(&'static str, u32); 6] {
        [
            ("engine_tag_setup", self.engine_tag_setup),
            ("engine_tag_rows", self.engine_tag_rows),
            ("engine_tag_exchange", self.engine_tag_exchange),
            ("engine_tag_residual", self.engine_tag_residual),
            ("engine_tag_decision", self.engine_tag_decision),
            ("engine_tag_result", self.engine_tag_result),
        ]
    }

    /// Are numbers and nodes usable? Who is connected to whom is checked when the map is made. An error is a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.check_limits()?;
        self.check_nodes()?;
        self.check_tags()
    }

    fn check_limits(&self) -> Result<(), String> {
        let least_packet = HEAD_WORDS + 2 + TAIL_WORDS;
        let limits = [
            ("boards", self.boards, 1, BOARDS_MAX),
            ("link_channels", self.link_channels, 1, LINK_CHANNELS_MAX),
            ("fifo_words", self.fifo_words, 1, 1024),
            ("packet_words", self.packet_words, least_packet, 4095),
            ("netif_setup_cycles", self.netif_setup_cycles, 0, 1000),
            ("netif_decode_cycles", self.netif_decode_cycles, 0, 1000),
            ("bridge_setup_cycles", self.bridge_setup_cycles, 0, 1000),
            ("occc_fixed_cycles", self.occc_fixed_cycles, 1, 1_000_000),
            ("occc_word_hundredths", self.occc_word_hundredths, 1, 100_000),
            ("occc_window", self.occc_window, 1, SEQUENCES / 2 - 1),
            ("occc_buffer", self.occc_buffer, 1, 4096),
            ("occc_timeout_cycles", self.occc_timeout_cycles, 1, 1_000_000_000),
            ("occc_bit_errors", self.occc_bit_errors, 0, 100_000),
            ("mpe_header_cycles", self.mpe_header_cycles, 0, 1000),
            ("mpe_search_cycles", self.mpe_search_cycles, 0, 1000),
            ("mpe_envelopes", self.mpe_envelopes, 1, 1 << 20),
            ("engine_cell_cycles", self.engine_cell_cycles, 1, 1_000_000),
            ("engine_words", self.engine_words, 9, 1 << 26),
            ("mb.fsl_extra_cycles", self.mb.fsl_extra_cycles, 0, 1 << 20),
            ("mb_fpu.fsl_extra_cycles", self.mb_fpu.fsl_extra_cycles, 0, 1 << 20),
            ("ppc.fsl_extra_cycles", self.ppc.fsl_extra_cycles, 0, 1 << 20),
            ("external_read_cycles", self.external_read_cycles.into(), 1, u16::MAX.into()),
            ("external_write_cycles", self.external_write_cycles.into(), 1, u16::MAX.into()),
        ];
        match limits.into_iter().find(|&(_, value, low, high)| value < low || value > high) {
            Some((name, value, low, high)) => Err(format!("tmd.{name} = {value}: must be {low} to {high}")),
            None => Ok(()),
        }
    }

    fn check_nodes(&self) -> Result<(), String> {
        let count = self.nodes.len();
        if count == 0 || count > RANKS as usize {
            return Err(format!(
                "tmd.nodes has {count} entries: must be 1 to {RANKS}, as headers have 8 bits for a rank"
            ));
        }
        if self.boards - 1 > self.board_links {
            return Err(format!(
                "tmd.board_links = {}: {} boards are connected each to each, which takes {} links of each; have fewer boards",
                self.board_links,
                self.boards,
                self.boards - 1
            ));
        }
        for (rank, node) in self.nodes.iter().enumerate() {
            if node.board >= self.boards {
                return Err(format!("tmd.nodes[{rank}].board = {}: must be 0 to {}", node.board, self.boards - 1));
            }
            if rank > 0 && node.board < self.nodes[rank - 1].board {
                return Err(format!(
                    "tmd.nodes[{rank}].board = {}: the node before is on board {}; order the nodes by board, as a gateway knows \
                    a board by its first and last rank",
                    node.board,
                    self.nodes[rank - 1].board
                ));
            }
            if node.kind == NodeKind::Engine && !node.mpe {
                return Err(format!("tmd.nodes[{rank}].mpe = false: an engine speaks to a TMD-MPE only; make it true"));
            }
        }
        if self.is_engine(0) {
            return Err(
                "tmd.nodes[0].kind = \"engine\": rank 0 tells engines what to do; make it a processor, as \"mb\""
                    .into(),
            );
        }
        Ok(())
    }

    /// The tags of an engine must be told apart from each other and from a clear-to-send.
    fn check_tags(&self) -> Result<(), String> {
        let tags = self.engine_tags();
        for (index, (name, tag)) in tags.iter().enumerate() {
            if *tag == super::tier1::CLEAR_TO_SEND {
                return Err(format!("tmd.{name} = {tag:#x}: that tag means clear-to-send; take another"));
            }
            if let Some((other, _)) = tags[..index].iter().find(|(_, earlier)| earlier == tag) {
                return Err(format!("tmd.{name} = {tag}: tmd.{other} is the same; take another"));
            }
        }
        Ok(())
    }
}
