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
    /// Properties that all processors of a kind share.
    pub struct KindParams [kind] {
        /// instruction set of these processors
        isa: String = required, "text", "that of the kind";
        /// name of the timing profile of these processors
        profile: String = required, "text", "that of the kind";
        /// extra time of each access to a link, for example because of the bridge dcr2fsl of the PPC405
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
    /// A node. Its rank is its place in the list, counted from 0.
    pub struct NodeParams [nodes] {
        /// number of the node's board; the list is ordered by board
        board: u32 = required, "number", "ours: every preset has its own";
        /// processing element of the node: `mb`, `mb_fpu` or `ppc` = a processor; `engine` = the Jacobi engine, which
        /// runs no program
        kind: NodeKind = required, "text", "Saldaña 2006 §4.5";
        /// true = there is a TMD-MPE between the node and its NetIf
        mpe: bool = required, "bool", "Saldaña 2006 §4.5";
        /// place of the node's data: `local` = block RAM beside the processor; `external` = memory of the board,
        /// without a cache
        #[serde(default)]
        memory: DataMemory = local, "text", "Saldaña 2006 §5.1.1";
        /// channels of the node's NetIf, the channel with the highest priority first; empty = Rankine derives the
        /// channels
        #[serde(default)]
        channels: Vec<ChannelParams> = [], "list", "ours: derived";
    }
}

keys! {
    /// A channel of a NetIf that is written by hand: a pair of links with one other NetIf of the same board.
    pub struct ChannelParams [channels] {
        /// rank of the node whose NetIf is the other end
        node: Option<u32> = none, "rank", "ours: node or gateway must be given";
        /// board whose gateway's NetIf is the other end
        gateway: Option<u32> = none, "board", "ours: node or gateway must be given";
        /// number of the gateway, if there are several gateways to that board
        #[serde(default)]
        lane: u32 = 0, "number", "ours";
        /// LRN: lowest rank whose packets are sent over this channel; without LRN and HRN the channel only receives
        low: Option<u32> = none, "rank", "Saldaña 2006 §3.3.1";
        /// HRN: highest rank whose packets are sent over this channel. A broadcast NetIf ignores LRN and HRN
        high: Option<u32> = none, "rank", "Saldaña 2006 §3.3.1";
    }
}

keys! {
    /// A gateway whose NetIf has channels that are written by hand.
    pub struct GatewayParams [gateways] {
        /// number of the board that contains the gateway
        board: u32 = required, "number", "ours";
        /// number of the board at the other end of the link
        to: u32 = required, "number", "ours";
        /// number of the gateway, if there are several gateways to that board
        #[serde(default)]
        lane: u32 = 0, "number", "ours";
        /// channels of the gateway's NetIf, the channel with the highest priority first
        channels: Vec<ChannelParams> = required, "list", "ours";
    }
}

keys! {
    /// The nodes, and the network between the links of all harts. Cycles are those of the network's clock.
    pub struct TmdParams [tmd] {
        /// kind of NetIf: `broadcast` = all NetIfs of a board see each packet, and the NetIf of the destination takes
        /// it; `selective` = the sending NetIf looks up the channel of the destination
        netif: NetIfKind = "selective", "text", "Saldaña 2006 §5.2: in the Jacobi experiments";
        /// source of the tables of selective NetIfs: `fixed` = the tables are built in; `loaded` = the tables are
        /// empty, and each processor loads its table by a packet to its own rank, which the library does in MPI_Init
        tables: TableSource = "fixed", "text", "Saldaña 2006 §3.3.1, App. C; loaded: ours";
        /// clock frequency of NetIfs, bridges, OCCCs, TMD-MPEs and engines; 0 = hart.clock_hz. If it differs from the
        /// harts' clock, the FIFOs of the harts' links are asynchronous
        network_hz: u64 = 0, "Hz", "Saldaña 2006 §3.1: one clock; §2.3: asynchronous FIFOs allow several";
        /// extra time of an asynchronous FIFO until one side sees a put or a get of the other side, in cycles of the
        /// side that sees it
        sync_cycles: u32 = 2, "cycles", "ours: a synchronizer of two flip-flops";
        /// number of boards; each has one FPGA
        boards: u32 = 1, "boards", "Saldaña 2006 §5.2";
        /// largest number of other boards to which a board can be connected; each board is connected to all others
        board_links: u32 = 4, "links", "Saldaña 2006 §3.1";
        /// number of gateways from one board to another; they share the link between the two boards
        link_channels: u32 = 1, "channels", "Saldaña 2006 §3.3: 1 to 3";
        /// number of words that each FIFO holds
        fifo_words: u32 = 16, "words", "Saldaña 2006 §3.3";
        /// largest size of a packet between boards, including its 5 control words; a bridge drops longer packets
        packet_words: u32 = 512, "words", "Saldaña 2006 §4.3.4";
        /// true = NetIfs count packets whose control bits give another length than their header
        check_control: bool = false, "bool",
                "ours: the library puts all words with control = 0, as there is no non-blocking put of another";
        /// time from the arrival of a packet's header at the receiving NetIf until its first word is forwarded
        netif_setup_cycles: u32 = 2, "cycles", "ours: match, then select";
        /// time that the sending side of a selective NetIf takes to decode a packet's destination
        netif_decode_cycles: u32 = 1, "cycles", "ours: a look into its table";
        /// time from the arrival of a packet at a bridge until the bridge handles its first word
        bridge_setup_cycles: u32 = 2, "cycles", "ours: a state machine loads its counter";
        /// time from the end of a word at the sending end of a line until the receiver has the word
        occc_fixed_cycles: u32 = 184, "cycles",
                "fit of Saldaña 2006 §5.1.1: half a round trip of empty messages takes 5 µs longer between boards; an envelope adds this time to a message, a clear-to-send does not";
        /// time of a word on the line
        occc_word_hundredths: u32 = 64, "cycles/100", "Saldaña 2006 §3.1: 2.5 Gb/s, less 8b/10b coding, at 40 MHz";
        /// place where a packet waits until it is complete: `receiver` = at the receiver, until its CRC has arrived;
        /// `both` = also at the sender; `oracle` = nowhere, as if the receiver knew in advance that the CRC will be
        /// good. No circuit can do the last; it is for comparison
        occc_store: OcccStore = "receiver", "text", "ours: Saldaña 2006 §3.3 has errors found by a CRC at the receiver";
        /// number of packets that may be on a line without an acknowledgement
        occc_window: u32 = 8, "packets", "ours";
        /// number of packets that the receiving end of a line can hold after it has accepted them
        occc_buffer: u32 = 8, "packets", "ours: as the window";
        /// time without an acknowledgement after which the sending end of a line sends its packets again
        occc_timeout_cycles: u32 = 4000, "cycles", "ours: far above a round trip";
        /// number of bits, out of 10^9, that a line changes
        occc_bit_errors: u32 = 0, "errors", "ours: none; Saldaña 2006 §3.3 has errors repaired";
        /// seed of the pseudo-random sequence of bit errors
        occc_seed: u64 = 1, "number", "ours";
        /// time that a TMD-MPE takes to make a packet's header
        mpe_header_cycles: u32 = 4, "cycles", "ours";
        /// time that a TMD-MPE takes for each envelope that it compares in its memory
        mpe_search_cycles: u32 = 2, "cycles", "ours";
        /// number of envelopes that a TMD-MPE's memory holds
        mpe_envelopes: u32 = 256, "envelopes", "ours: one of each rank";
        /// directions of a TMD-MPE at a time: `half` = it either sends or receives; `full` = it can do both at once
        mpe_duplex: MpeDuplex = "half", "text", "Saldaña 2006 §4.4; full: proposed there, modelled by us";
        /// true = TMD-MPEs have a mover, which moves words between memory and link 0 in place of the hart
        mpe_dma: bool = false, "bool", "proposed by Saldaña 2006 §6.1, modelled by us";
        /// address of the registers of the mover
        mpe_dma_base: u64 = 0x0310_0000, "address", "ours";
        /// time of an access to a register of the mover
        mpe_dma_access_cycles: u32 = 3, "cycles", "ours: as a put or a get";
        /// time of each word that the mover moves. At nodes with memory = "external", it is at least
        /// external_read_cycles or external_write_cycles
        mpe_dma_word_cycles: u32 = 1, "cycles", "ours: a FIFO takes a word a cycle";
        /// true = TMD-MPEs perform barriers, broadcasts and reductions; then each node must be a processor with a
        /// TMD-MPE
        mpe_collectives: bool = false, "bool", "proposed by Saldaña 2006 §6.1, modelled by us";
        /// number of words that a TMD-MPE reduces, or forwards in a broadcast, as one piece
        mpe_piece_words: u32 = 64, "words", "ours: as TMD-MPI reduces by pieces";
        /// time that an engine takes to update one cell of its grid
        engine_cell_cycles: u32 = 4, "cycles", "ours";
        /// size of an engine's memory for the rows of its grid
        engine_words: u32 = 16384, "words", "ours: 64 KB";
        /// tag of the message in which rank 0 describes the problem to an engine
        engine_tag_setup: u32 = 1, "tag", "ours";
        /// tag of the message in which rank 0 sends an engine its rows
        engine_tag_rows: u32 = 2, "tag", "ours";
        /// tag of the messages in which an engine and its neighbours exchange rows
        engine_tag_exchange: u32 = 3, "tag", "ours";
        /// tag of the message in which an engine sends rank 0 its part of the residual
        engine_tag_residual: u32 = 4, "tag", "ours";
        /// tag of the message in which rank 0 tells an engine to continue or to stop
        engine_tag_decision: u32 = 5, "tag", "ours";
        /// tag of the message in which an engine sends rank 0 its rows at the end
        engine_tag_result: u32 = 6, "tag", "ours";
        /// processors of kind `mb`: MicroBlazes. If hart.isa or hart.profile is set, it replaces the value of all
        /// three kinds
        mb: KindParams = { isa = "rv32i", profile = "mb3", fsl_extra_cycles = 0 }, "kind",
                "Saldaña 2006 §3.2: no floating-point unit; ours: and no multiplication";
        /// processors of kind `mb_fpu`: MicroBlazes with a floating-point unit
        mb_fpu: KindParams = { isa = "rv32if", profile = "mb3", fsl_extra_cycles = 0 }, "kind",
                "Saldaña 2006 §3.2, §5.2";
        /// processors of kind `ppc`: PowerPC 405, which access their links through the bridge dcr2fsl
        ppc: KindParams = { isa = "rv32im", profile = "ppc405", fsl_extra_cycles = 8 }, "kind",
                "Saldaña 2006 §3.2, §4.4";
        /// time of a load at nodes with memory = "external", in place of timing.load; code is always in local memory
        external_read_cycles: u16 = 12, "cycles", "fit of Saldaña 2006 §5.1.1: 1.6 times less bandwidth";
        /// time of a store at nodes with memory = "external", in place of timing.store
        external_write_cycles: u16 = 8, "cycles", "fit of Saldaña 2006 §5.1.1";
        /// the nodes in the order of their ranks; at least platform.nodes_max of them
        nodes: Vec<NodeParams> = [], "list", "ours: every preset has its own";
        /// gateways whose channels are written by hand; Rankine derives the channels of all other gateways
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
