//! Checks of the parameters of the TMD machine's fabric. An error is a sentence that names the key.

use super::envelopes::CLEAR_TO_SEND;
use super::params::{MpeDuplex, NetIfKind, NodeKind, TableSource, TmdParams};
use super::tier2::{HEAD_WORDS, SEQUENCES, TAIL_WORDS};
use crate::limits;
use crate::netif::tier1::RANKS;

/// Most boards: each has a gateway to each other one.
const BOARDS_MAX: u32 = 16;

/// Most channels in each direction that share a link (Saldaña 2006 §3.3).
const LINK_CHANNELS_MAX: u32 = 3;

/// Fastest clock of the network: a cycle is a picosecond then.
const NETWORK_HZ_MAX: u64 = 1_000_000_000_000;

/// Registers of a mover are words.
const WORD: u64 = 4;

impl TmdParams {
    /// Are numbers and nodes usable? Connections are checked when the plan is made. An error is a
    /// sentence.
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
        if !self.mpe_dma_base.is_multiple_of(WORD) {
            return Err(format!("tmd.mpe_dma_base = {:#x}: must be a multiple of {WORD}", self.mpe_dma_base));
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

    /// If tables are loaded, each board needs a processor that loads them, and there must be no
    /// other source of tables.
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

    /// Collectives in TMD-MPEs need all nodes, and use packets that mean something else with other
    /// settings.
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
            if *tag == CLEAR_TO_SEND {
                return Err(format!("tmd.{name} = {tag:#x}: that tag means clear-to-send; take another"));
            }
            if let Some((other, _)) = tags[..index].iter().find(|(_, earlier)| earlier == tag) {
                return Err(format!("tmd.{name} = {tag}: tmd.{other} is the same; take another"));
            }
        }
        Ok(())
    }
}
