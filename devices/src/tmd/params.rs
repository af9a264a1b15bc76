//! Parameters of the TMD machine's fabric, and their limits.

use super::tier1::RANKS;
use super::tier2::{HEAD_WORDS, SEQUENCES, TAIL_WORDS};
use crate::fsl::{FslParams, MoverParams};
use crate::limits;
use rankine_bus::Clock;
use rankine_keys::keys;
use serde::Deserialize;

/// Fastest clock of the network: a cycle is a picosecond then.
const NETWORK_HZ_MAX: u64 = 1_000_000_000_000;

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

/// Where the tables of selective NetIfs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableSource {
    /// They are made when the machine is.
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
    /// Nowhere: the receiver knows before the CRC has come that a packet is good. No circuit can do this.
    Oracle,
}

/// Does a TMD-MPE send and receive at once?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MpeDuplex {
    /// One state machine does both.
    Half,
    /// Two do.
    Full,
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
    /// Most payload words of a Tier-1 packet that fits into a Tier-2 packet: 507 with 512 words in all.
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

    /// Are numbers and nodes usable? Who is connected to whom is checked when the map is made. An error is a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.check_limits()?;
        self.check_nodes()?;
        self.check_tables()?;
        self.check_collectives()?;
        self.check_tags()
    }

    fn check_limits(&self) -> Result<(), String> {
        let least_packet = HEAD_WORDS + 2 + TAIL_WORDS;
        let limits = [
            ("sync_cycles", self.sync_cycles, 0, 1000),
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
            ("mpe_piece_words", self.mpe_piece_words, 1, 4096),
            ("mpe_dma_access_cycles", self.mpe_dma_access_cycles, 1, 1000),
            ("mpe_dma_word_cycles", self.mpe_dma_word_cycles, 1, 1000),
            ("engine_cell_cycles", self.engine_cell_cycles, 1, 1_000_000),
            ("engine_words", self.engine_words, 9, 1 << 26),
            ("mb.fsl_extra_cycles", self.mb.fsl_extra_cycles, 0, 1 << 20),
            ("mb_fpu.fsl_extra_cycles", self.mb_fpu.fsl_extra_cycles, 0, 1 << 20),
            ("ppc.fsl_extra_cycles", self.ppc.fsl_extra_cycles, 0, 1 << 20),
            ("external_read_cycles", self.external_read_cycles.into(), 1, u16::MAX.into()),
            ("external_write_cycles", self.external_write_cycles.into(), 1, u16::MAX.into()),
        ];
        limits::check(TmdParams::SECTION.name, &limits)?;
        if self.network_hz > NETWORK_HZ_MAX {
            return Err(format!("tmd.network_hz = {}: must be 0 to {NETWORK_HZ_MAX}", self.network_hz));
        }
        Ok(())
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

    /// Tables that are loaded need somebody on each board who loads them, and have no other source.
    fn check_tables(&self) -> Result<(), String> {
        if self.tables == TableSource::Fixed {
            return Ok(());
        }
        if self.netif == NetIfKind::Broadcast {
            return Err("tmd.tables = \"loaded\": broadcast NetIfs have no tables; make tmd.netif \"selective\"".into());
        }
        if let Some(rank) = self.nodes.iter().position(|node| !node.channels.is_empty()) {
            return Err(format!("tmd.nodes[{rank}].channels: tmd.tables is \"loaded\"; leave the channels out"));
        }
        if !self.gateways.is_empty() {
            return Err("tmd.gateways: tmd.tables is \"loaded\"; leave the channels out".into());
        }
        let first_on_board = |rank: usize| rank == 0 || self.nodes[rank - 1].board != self.nodes[rank].board;
        match (0..self.nodes.len()).find(|rank| first_on_board(*rank) && self.is_engine(*rank as u32)) {
            Some(rank) => Err(format!(
                "tmd.nodes[{rank}].kind = \"engine\": tmd.tables is \"loaded\", and the first node of a board loads its tables; \
                make it a processor, as \"mb\""
            )),
            None => Ok(()),
        }
    }

    /// Collectives in TMD-MPEs: of all nodes, by packets that mean something else with other settings.
    fn check_collectives(&self) -> Result<(), String> {
        if !self.mpe_collectives {
            return Ok(());
        }
        if self.mpe_duplex == MpeDuplex::Full {
            return Err(
                "tmd.mpe_collectives = true: full-duplex TMD-MPEs have none; make tmd.mpe_duplex \"half\"".into()
            );
        }
        if self.tables == TableSource::Loaded {
            return Err(
                "tmd.mpe_collectives = true: packets to the own rank would mean barriers and tables; make tmd.tables \
                        \"fixed\""
                    .into(),
            );
        }
        if self.mpe_piece_words > self.payload_words() {
            let (piece, payload) = (self.mpe_piece_words, self.payload_words());
            return Err(format!(
                "tmd.mpe_piece_words = {piece}: a packet has at most {payload} words; make it {payload} or less"
            ));
        }
        match self.nodes.iter().position(|node| !node.mpe || node.kind == NodeKind::Engine) {
            Some(rank) => Err(format!(
                "tmd.nodes[{rank}]: tmd.mpe_collectives is true, and takes a processor with a TMD-MPE at each node; add _MPE in the \
                platform's configuration"
            )),
            None => Ok(()),
        }
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
