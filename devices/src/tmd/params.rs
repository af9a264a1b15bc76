//! Parameters of the TMD machine's fabric. Their limits are in [`super::checks`].

use super::tier2::{HEAD_WORDS, TAIL_WORDS};
use crate::fsl::{FslParams, MoverParams};
use rankine_bus::Clock;
use rankine_keys::keys;
use serde::Deserialize;

/// The two NetIfs of Saldaña 2006 §3.3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetIfKind {
    /// The host's words go to all NetIfs of the board, and the one that matches DEST takes them
    /// (Fig. 3.5).
    Broadcast,
    /// The sender looks the channel up in a table; the receiver matches nothing (Fig. 3.6).
    Selective,
}

/// Where the tables of selective NetIfs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableSource {
    /// They are made together with the machine.
    Fixed,
    /// Processors load them, by packets to their own rank.
    Loaded,
}

/// Where an OCCC keeps a packet until all of it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OcccStore {
    /// At the receiver, until its CRC has come; the sender puts words on the line as they come.
    Receiver,
    /// At the sender, too.
    Both,
    /// Nowhere: the receiver knows that a packet is good before its CRC has come. No circuit can do
    /// this.
    Oracle,
}

/// Does a TMD-MPE send and receive at once?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MpeDuplex {
    /// One state machine does both.
    Half,
    /// Two state machines work at once.
    Full,
}

/// The computing element of a node (Saldaña 2006 §4.5).
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

keys! {
    /// What all processors of a kind have in common.
    pub struct KindParams [kind] {
        /// ISA string of these processors
        isa: String = required, "text", "that of the kind";
        /// what instructions cost, by the name of a timing profile
        profile: String = required, "text", "that of the kind";
        /// what each access to the links costs in addition, as behind the PPC405's dcr2fsl bridge
        fsl_extra_cycles: u32 = required, "cycles", "that of the kind";
    }
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

keys! {
    /// A node; its rank is its place in the list.
    pub struct NodeParams [nodes] {
        /// the board that the node is on; nodes are listed by board
        board: u32 = required, "number", "ours: every preset has its own";
        /// what computes there: `mb`, `mb_fpu`, `ppc`, or `engine`, the Jacobi engine, which runs no program
        kind: NodeKind = required, "text", "Saldaña 2006 §4.5";
        /// there is a TMD-MPE between the node and its NetIf
        mpe: bool = required, "bool", "Saldaña 2006 §4.5";
        /// where its data lie: `local`, in block RAM beside it, or `external`, in the board's memory without a cache
        #[serde(default)]
        memory: DataMemory = local, "text", "Saldaña 2006 §5.1.1";
        /// the channels of its NetIf by hand, the first with the highest priority; derived when there are none
        #[serde(default)]
        channels: Vec<ChannelParams> = [], "list", "ours: derived";
    }
}

keys! {
    /// A channel of a NetIf, written by hand: a pair of links with one other NetIf of the board.
    pub struct ChannelParams [channels] {
        /// the other end: the NetIf of this node
        node: Option<u32> = none, "rank", "ours: node or gateway must be given";
        /// the other end: the NetIf of the gateway to this board
        gateway: Option<u32> = none, "board", "ours: node or gateway must be given";
        /// which of several gateways to that board
        #[serde(default)]
        lane: u32 = 0, "number", "ours";
        /// LRN, the lowest of the ranks whose packets are sent this way; without LRN and HRN the channel only receives
        low: Option<u32> = none, "rank", "Saldaña 2006 §3.3.1";
        /// HRN, the highest of them; the broadcast NetIf looks at neither
        high: Option<u32> = none, "rank", "Saldaña 2006 §3.3.1";
    }
}

keys! {
    /// The channels of a gateway's NetIf, written by hand.
    pub struct GatewayParams [gateways] {
        /// the board that the gateway is on
        board: u32 = required, "number", "ours";
        /// the board at the other end
        to: u32 = required, "number", "ours";
        /// which of several gateways to that board
        #[serde(default)]
        lane: u32 = 0, "number", "ours";
        /// its channels, the first with the highest priority
        channels: Vec<ChannelParams> = required, "list", "ours";
    }
}

keys! {
    /// The fabric between the links of all harts, and its nodes. Cycles are the clock of the network.
    pub struct TmdParams [tmd] {
        /// `broadcast` = all NetIfs of a board see a packet and DEST's takes it; `selective` = the sender looks its
        /// channel up
        netif: NetIfKind = "selective", "text", "Saldaña 2006 §5.2: in the Jacobi experiments";
        /// where the tables of selective NetIfs come from: `fixed` = built in; `loaded` = they are empty, and processors load them by
        /// packets to their own rank, as the library does when MPI begins
        tables: TableSource = "fixed", "text", "Saldaña 2006 §3.3.1, App. C; loaded: ours";
        /// clock of NetIfs, bridges, OCCCs, TMD-MPEs and engines; 0 = hart.clock_hz. With another clock than the harts' the FIFOs of
        /// harts' links are asynchronous
        network_hz: u64 = 0, "Hz", "Saldaña 2006 §3.1: one clock; §2.3: asynchronous FIFOs allow several";
        /// if the clocks differ: how much later than with one clock a hart or the network sees the other's put or get, in cycles
        /// of the one that sees it
        sync_cycles: u32 = 2, "cycles", "ours: a synchronizer of two flip-flops";
        /// how many boards there are, with an FPGA each
        boards: u32 = 1, "boards", "Saldaña 2006 §5.2";
        /// how many other boards a board can be connected to; boards are connected each to each
        board_links: u32 = 4, "links", "Saldaña 2006 §3.1";
        /// gateways from a board to another, which share the link between them
        link_channels: u32 = 1, "channels", "Saldaña 2006 §3.3: 1 to 3";
        /// how many words each FIFO holds
        fifo_words: u32 = 16, "words", "Saldaña 2006 §3.3";
        /// longest packet between boards with its 5 control words; a bridge drops longer ones
        packet_words: u32 = 512, "words", "Saldaña 2006 §4.3.4";
        /// packets are counted whose control bits say another length than their header
        check_control: bool = false, "bool",
                "ours: the library puts all words with control = 0, as there is no non-blocking put of another";
        /// time from a header's appearance at the receiving NetIf to the first word forwarded
        netif_setup_cycles: u32 = 2, "cycles", "ours: match, then select";
        /// time to decode the address at the sending side of a selective NetIf
        netif_decode_cycles: u32 = 1, "cycles", "ours: a look into its table";
        /// time from a packet's appearance at a bridge until its first word is handled
        bridge_setup_cycles: u32 = 2, "cycles", "ours: a state machine loads its counter";
        /// time from a frame's end at the transmitter until the receiver knows what it says
        occc_fixed_cycles: u32 = 184, "cycles",
                "fit of Saldaña 2006 §5.1.1: half a round trip of empty messages takes 5 µs more between boards; envelopes count, clear-to-sends travel beside what follows them";
        /// how long a word takes on the line
        occc_word_hundredths: u32 = 64, "cycles/100", "Saldaña 2006 §3.1: 2.5 Gb/s, less 8b/10b coding, at 40 MHz";
        /// where a packet waits until all of it is there: `receiver`, until its CRC has come; `both`, at the sender, too; `oracle` =
        /// nowhere, as if the receiver knew that a packet is good before its CRC has come, which no circuit can
        occc_store: OcccStore = "receiver", "text", "ours: Saldaña 2006 §3.3 has errors found by a CRC at the receiver";
        /// how many packets may be sent on a line and not yet acknowledged
        occc_window: u32 = 8, "packets", "ours";
        /// how many packets the end of a line may have accepted and not yet handed on
        occc_buffer: u32 = 8, "packets", "ours: as the window";
        /// how long the end of a line waits for an acknowledgement before it sends packets again
        occc_timeout_cycles: u32 = 4000, "cycles", "ours: far above a round trip";
        /// bits out of 10^9 that a line changes
        occc_bit_errors: u32 = 0, "errors", "ours: none; Saldaña 2006 §3.3 has errors repaired";
        /// where the pseudo-random sequence of bit errors begins
        occc_seed: u64 = 1, "number", "ours";
        /// how long a TMD-MPE takes to make a header
        mpe_header_cycles: u32 = 4, "cycles", "ours";
        /// how long a TMD-MPE looks at each envelope in its memory
        mpe_search_cycles: u32 = 2, "cycles", "ours";
        /// how many envelopes a TMD-MPE's memory holds
        mpe_envelopes: u32 = 256, "envelopes", "ours: one of each rank";
        /// `half` = a TMD-MPE sends or receives; `full` = it does both at once
        mpe_duplex: MpeDuplex = "half", "text", "Saldaña 2006 §4.4; full: proposed there, modelled by us";
        /// TMD-MPEs have a mover, which moves words between memory and the link in place of the hart
        mpe_dma: bool = false, "bool", "proposed by Saldaña 2006 §6.1, modelled by us";
        /// registers of the mover
        mpe_dma_base: u64 = 0x0310_0000, "address", "ours";
        /// time of an access to a register of the mover
        mpe_dma_access_cycles: u32 = 3, "cycles", "ours: as a put or a get";
        /// time of a word that the mover moves; at nodes with memory = "external" external_read_cycles or external_write_cycles, if
        /// that is longer
        mpe_dma_word_cycles: u32 = 1, "cycles", "ours: a FIFO takes a word a cycle";
        /// TMD-MPEs do barriers, broadcasts and reductions; then all nodes are processors with one
        mpe_collectives: bool = false, "bool", "proposed by Saldaña 2006 §6.1, modelled by us";
        /// words that a TMD-MPE reduces at a time, and that it forwards at a time in a broadcast
        mpe_piece_words: u32 = 64, "words", "ours: as TMD-MPI reduces by pieces";
        /// how long an engine takes to update a cell of its grid
        engine_cell_cycles: u32 = 4, "cycles", "ours";
        /// how large an engine's memory for its rows is
        engine_words: u32 = 16384, "words", "ours: 64 KB";
        /// tag of the message by which an engine is given its problem
        engine_tag_setup: u32 = 1, "tag", "ours";
        /// tag of the message with its rows
        engine_tag_rows: u32 = 2, "tag", "ours";
        /// tag of messages with rows from and to its neighbours
        engine_tag_exchange: u32 = 3, "tag", "ours";
        /// tag of the message with the sum that it sends to rank 0
        engine_tag_residual: u32 = 4, "tag", "ours";
        /// tag of rank 0's answer, to go on or to stop
        engine_tag_decision: u32 = 5, "tag", "ours";
        /// tag of the message with the rows that it sends at the end
        engine_tag_result: u32 = 6, "tag", "ours";
        /// nodes of kind `mb`: MicroBlazes; hart.isa and hart.profile, where they are set, are those of all kinds
        mb: KindParams = { isa = "rv32i", profile = "mb3", fsl_extra_cycles = 0 }, "kind",
                "Saldaña 2006 §3.2: no floating-point unit; ours: and no multiplication";
        /// nodes of kind `mb_fpu`: MicroBlazes with a floating-point unit
        mb_fpu: KindParams = { isa = "rv32if", profile = "mb3", fsl_extra_cycles = 0 }, "kind",
                "Saldaña 2006 §3.2, §5.2";
        /// nodes of kind `ppc`: PowerPC 405, whose links are behind the bridge dcr2fsl
        ppc: KindParams = { isa = "rv32im", profile = "ppc405", fsl_extra_cycles = 8 }, "kind",
                "Saldaña 2006 §3.2, §4.4";
        /// cycles of a load on nodes with memory = "external", in place of timing.load; code stays in local memory
        external_read_cycles: u16 = 12, "cycles", "fit of Saldaña 2006 §5.1.1: 1.6 times less bandwidth";
        /// cycles of a store on nodes with memory = "external", in place of timing.store
        external_write_cycles: u16 = 8, "cycles", "fit of Saldaña 2006 §5.1.1";
        /// the nodes by rank, at least platform.nodes_max of them
        nodes: Vec<NodeParams> = [], "list", "ours: every preset has its own";
        /// gateways whose channels are written by hand; all others are derived
        gateways: Vec<GatewayParams> = [], "list", "ours: none";
    }
}

impl TmdParams {
    /// Most payload words of a Tier-1 packet that fits into a Tier-2 packet: 507 with 512 words in
    /// all.
    pub fn payload_words(&self) -> u32 {
        self.packet_words - HEAD_WORDS - TAIL_WORDS - 1
    }

    /// The clock of the network between harts of this clock.
    pub fn network_clock(&self, hart: Clock) -> Clock {
        if self.network_hz == 0 { hart } else { Clock::from_hz(self.network_hz) }
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

    /// The mover of this node's TMD-MPE, if it has one.
    pub fn mover(&self, rank: u32) -> Option<MoverParams> {
        let node = self.nodes.get(rank as usize).filter(|node| self.mpe_dma && node.mpe)?;
        let cycles = |external: u16| match node.memory {
            DataMemory::Local => self.mpe_dma_word_cycles,
            DataMemory::External => self.mpe_dma_word_cycles.max(external.into()),
        };
        Some(MoverParams {
            base: self.mpe_dma_base,
            access_cycles: self.mpe_dma_access_cycles,
            out_cycles: cycles(self.external_read_cycles),
            in_cycles: cycles(self.external_write_cycles),
            is_full_duplex: self.mpe_duplex == MpeDuplex::Full,
        })
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
}
