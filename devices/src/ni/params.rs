//! Parameters of the network interface, and their limits.

use crate::address::AddressMap;
use crate::limits;
use crate::scratchpad::LINE_WORDS;
use rankine_keys::keys;
use serde::Deserialize;

/// How wide the paths of a transfer are: reading its source, the network, writing its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NocMode {
    /// As measured: the platform's own keys give the widths.
    Measured,
    /// A literal reading of 32-bit ports: one word a cycle.
    Narrow32,
}

impl NocMode {
    /// Bytes that a path takes each cycle, if the platform's own key says `measured` bytes.
    pub fn path_bytes(self, measured: u32) -> u32 {
        match self {
            NocMode::Measured => measured,
            NocMode::Narrow32 => u32::BITS / 8,
        }
    }
}

keys! {
    /// The network interface of a node. Cycles are those of the node's clock.
    pub struct NiParams [ni] {
        /// `measured` = the data paths have the widths source_bytes_per_cycle, write_bytes_per_cycle and flit_bytes
        /// of the network; `narrow32` = all three are 4 bytes, and these keys have no effect
        noc_mode: NocMode = "measured", "text", "ours: as wide as the keys say";
        /// size of a word of a scratchpad line; a line has 8 words
        word_bytes: u32 = 8, "bytes", "ours: a 64-bit hart's word; 4 in Katsamani 2010 §4.3.1";
        /// size of a node's scratchpad. If cache_ways is not 0, it is a cache, and software can turn each of its
        /// lines into scratchpad
        scratchpad_bytes: u64 = 65536, "bytes", "Katsamani 2010 §3.1.1: 64 KB of L2";
        /// number of ways of the cache whose lines can become scratchpad; 0 = the scratchpad is a memory of its own.
        /// If the second-level cache of hart.profile has the same sets and ways, it loses the lines that become
        /// scratchpad; otherwise it loses none
        cache_ways: u32 = 0, "ways", "ours: many-core chips have scratchpad beside their caches";
        /// true = transfers, remote stores and remote loads can access ordinary memory; false = only scratchpad
        reaches_memory: bool = true, "bool", "ours: unmodified programs have their buffers there";
        /// largest payload of a packet; longer transfers are cut into several packets
        packet_bytes: u32 = 256, "bytes", "ours: four lines; keeps the header below a tenth";
        /// number of commands that can wait for the transfer engine; a further command stalls the hart
        command_fifo: u32 = 16, "commands", "ours: several messages in flight for each rank";
        /// number of remote stores that can wait to leave the node; a further store stalls the hart
        store_fifo: u32 = 4, "stores", "ours: a small store buffer";
        /// number of packets of each class that the interface may have handed to the network before they leave the
        /// node
        outstanding: u32 = 2, "packets", "ours: one under way and one ready keep the link busy";
        /// number of packets that can be in preparation: from the start of reading their source until they leave the
        /// node
        source_buffers: u32 = 4, "packets", "ours: covers source_memory_cycles at full rate";
        /// number of read and dequeue requests of this node that can be open at other nodes; further ones wait
        read_requests: u32 = 4, "requests", "ours: bounds what a node may ask for";
        /// number of acknowledgements and notifications that can wait to leave; further ones are lost and set
        /// NI_ERR_OVERRUN
        response_fifo: u32 = 4096, "packets", "ours: far above what correct programs reach";
        /// number of bits of a counter's signed value
        counter_bits: u32 = 24, "bits", "Katsamani 2010 §3.1.2";
        /// time of an access to a control register
        register_cycles: u32 = 4, "cycles", "ours: as a scratchpad load";
        /// time of a load from the scratchpad
        scratchpad_load_cycles: u32 = 4, "cycles", "Nikiforos, FORTH-ICS TR-402, 2010: L2 and scratchpad hit";
        /// time of a store to the scratchpad, which is posted
        scratchpad_store_cycles: u32 = 1, "cycles", "Katsamani 2010 §4.4.2: four stores take four cycles";
        /// time of a store to the tag of a line
        tag_write_cycles: u32 = 4, "cycles", "ours: an access at scratchpad level";
        /// time of a hart's access to its own memory by its global address
        memory_access_cycles: u32 = 20, "cycles", "ours: goes round through the interface";
        /// time of a remote store for the hart, which does not wait until it has arrived
        remote_store_cycles: u32 = 1, "cycles", "Katsamani 2010 §3.1.2: an ordinary store";
        /// time at the owner from the arrival of a remote load's request to the answer
        remote_load_cycles: u32 = 4, "cycles", "ours: a scratchpad load";
        /// time from the store that completes a command, or from the arrival of a read or dequeue request, until the
        /// first read of the source may begin
        command_cycles: u32 = 2, "cycles", "ours: decode and look-up";
        /// time from the start of reading a packet's source in the scratchpad until its first bytes are there
        source_scratchpad_cycles: u32 = 4, "cycles", "ours: a scratchpad load";
        /// time from the start of reading a packet's source in memory until its first bytes are there
        source_memory_cycles: u32 = 20, "cycles", "ours: a last-level cache hit";
        /// rate at which the interface reads the sources of packets
        source_bytes_per_cycle: u32 = 32, "bytes/cycle", "ours: two flits, so that the link is the bottleneck";
        /// extra time between reading the sources of two consecutive packets, in addition to the time of reading
        packet_gap_thirds: u32 = 0, "cycles/3", "ours: none; 16 reproduces Katsamani 2010 Table 4.4";
        /// extra time of a transfer whose size or addresses are not multiples of a word; added once, to its last
        /// packet
        partial_word_penalty: u32 = 0, "cycles", "ours: byte enables all the way; Katsamani 2010 §4.4.1 saw a penalty";
        /// time from a packet's arrival until its bytes are in the scratchpad
        write_scratchpad_cycles: u32 = 2, "cycles", "ours: posted write";
        /// time from a packet's arrival until its bytes are in memory
        write_memory_cycles: u32 = 10, "cycles", "ours: write into the last-level cache";
        /// rate at which the interface writes arriving packets; has an effect only with store_and_forward
        write_bytes_per_cycle: u32 = 32, "bytes/cycle", "ours: as reading";
        /// true = the interface waits for all bytes of a packet when it reads the source, and again when it writes
        /// the destination; false = cut-through
        store_and_forward: bool = false, "bool", "ours: cut-through; true fits Katsamani 2010 §4.4.2";
        /// time from the write of a packet, or from the arrival of an ADD, until the counter has its new value
        counter_update_cycles: u32 = 2, "cycles", "ours: read-modify-write at scratchpad level";
        /// time from a counter's trigger until a notification is written at the same node
        notify_local_cycles: u32 = 2, "cycles", "ours: posted write";
        /// time from a counter's trigger until a notification for another node is ready to leave
        notify_remote_cycles: u32 = 1, "cycles", "ours: one packet a cycle";
        /// time of a packet to its own node, which does not use the network
        loopback_cycles: u32 = 2, "cycles", "ours: one pass through the interface";
        /// test mode: true = packets of a transfer of several packets are written with different extra delays, so
        /// that they change their order
        shuffle_packets: bool = false, "bool", "Katsamani 2010 §4.2.1: bytes of a transfer may arrive in any order";
        /// largest of these delays; has an effect only with shuffle_packets
        shuffle_cycles: u32 = 500, "cycles", "ours: several packets of time, so that they change places";
    }
}

impl NiParams {
    pub fn line_bytes(&self) -> u64 {
        LINE_WORDS as u64 * u64::from(self.word_bytes)
    }

    /// These parameters with the widths that `noc_mode` gives.
    pub(super) fn with_paths(self) -> NiParams {
        let mode = self.noc_mode;
        NiParams {
            source_bytes_per_cycle: mode.path_bytes(self.source_bytes_per_cycle),
            write_bytes_per_cycle: mode.path_bytes(self.write_bytes_per_cycle),
            ..self
        }
    }

    /// Are the numbers usable, and do they fit the map? An error is a sentence that names the key.
    pub fn check(&self, map: &AddressMap, nodes: u32) -> Result<(), String> {
        map.check(nodes)?;
        if nodes == 0 {
            return Err("there must be at least one node".into());
        }
        self.check_limits()?;
        self.check_scratchpad(map)?;
        let word = self.word_bytes;
        if self.packet_bytes < 5 * word || self.packet_bytes > 4096 || !self.packet_bytes.is_multiple_of(word) {
            let least = 5 * word;
            return Err(format!("ni.packet_bytes must be a message of five words, {least}, to 4096, in whole words"));
        }
        if !(2..=8 * word).contains(&self.counter_bits) {
            return Err(format!("ni.counter_bits = {}: must be 2 to a word's {}", self.counter_bits, 8 * word));
        }
        if self.reaches_memory && map.memory.local.is_none() {
            return Err("ni.reaches_memory needs a local memory window".into());
        }
        Ok(())
    }

    fn check_limits(&self) -> Result<(), String> {
        let limits = [
            ("command_fifo", self.command_fifo, 1, 4096),
            ("store_fifo", self.store_fifo, 1, 4096),
            ("outstanding", self.outstanding, 1, 4096),
            ("source_buffers", self.source_buffers, 1, 4096),
            ("read_requests", self.read_requests, 1, 4096),
            ("response_fifo", self.response_fifo, 1, 1 << 20),
            ("source_bytes_per_cycle", self.source_bytes_per_cycle, 1, 1 << 16),
            ("write_bytes_per_cycle", self.write_bytes_per_cycle, 1, 1 << 16),
            ("packet_gap_thirds", self.packet_gap_thirds, 0, 1 << 16),
            ("cache_ways", self.cache_ways, 0, 64),
        ];
        limits::check(NiParams::SECTION.name, &limits)
    }

    fn check_scratchpad(&self, map: &AddressMap) -> Result<(), String> {
        const MOST: u64 = 64 << 20;
        if !matches!(self.word_bytes, 4 | 8) {
            return Err(format!("ni.word_bytes = {}: must be 4 or 8", self.word_bytes));
        }
        let bytes = self.scratchpad_bytes;
        let unit = self.line_bytes() * u64::from(self.cache_ways.max(1));
        if bytes == 0 || bytes > MOST || !bytes.is_multiple_of(unit) {
            return Err(format!("ni.scratchpad_bytes = {bytes}: must be a multiple of {unit}, at most {MOST}"));
        }
        if bytes != map.scratchpad.size {
            return Err(format!("ni.scratchpad_bytes = {bytes}: its window has {} bytes", map.scratchpad.size));
        }
        let tags = bytes / self.line_bytes() * 4;
        if tags > map.tags.size {
            return Err(format!(
                "ni.scratchpad_bytes = {bytes}: tags need {tags} bytes, their window has {}",
                map.tags.size
            ));
        }
        Ok(())
    }
}
