//! Parameters of a GAScore, and their limits.

use crate::limits;
use rankine_keys::keys;

keys! {
    /// The GAScore of each node. Cycles are those of the clock of all nodes. Some times are fitted: the paper gives
    /// only the latencies of short messages and of remote writes, not the time of each stage. Each of these latencies
    /// is the sum of the times below and 2 cycles of the sequencer that sends.
    pub struct GasCoreParams [gascore] {
        /// time from the last word of a request's head on FSL 3 until the first word of its packet leaves the
        /// transmit unit
        tx_header_cycles: u32 = 2, "cycles", "fit of Willenberg and Chow 2013 §5.2: 0.17 µs for a short message";
        /// extra time before that first word if the payload comes from memory
        tx_read_cycles: u32 = 2, "cycles", "fit of Willenberg and Chow 2013 §5.2: 0.29 µs for a remote write of a word";
        /// time from the arrival of a packet's word at the receive unit until the same word of the handler call is on
        /// FSL 1
        rx_call_cycles: u32 = 4, "cycles", "fit of Willenberg and Chow 2013 §5.2: 0.17 µs for a short message";
        /// time from the arrival of the last payload word of a long message until memory holds it
        rx_write_cycles: u32 = 2, "cycles", "fit of Willenberg and Chow 2013 §5.2: 0.29 µs for a remote write of a word";
        /// least time between the first words of two consecutive packets that the receive unit takes
        am_rx_interval: u32 = 5, "cycles", "fit of Willenberg and Chow 2013 §5.2: 0.87 µs until node 0 has 15 messages";
        /// least time between the first words of two consecutive requests that the transmit unit takes
        am_tx_interval: u32 = 6, "cycles", "fit of Willenberg and Chow 2013 §5.2: 1.96 µs for the barrier of 16 nodes";
        /// number of tokens of a node. Each handler call uses one until the node returns it; without a free token,
        /// the next message waits
        tokens: u32 = 16, "tokens", "ours: the paper does not say";
        /// number of words that each FIFO of a GAScore holds: the four to and from the node, the two to and from the
        /// NetIf, and the one for messages to the node itself
        fifo_words: u32 = 16, "words", "ours: as the FIFOs of Saldaña 2006 §3.3";
        /// largest number of arguments of a message
        arguments_max: u32 = 16, "arguments", "ours: GASNet-1 wants 8 at least";
        /// largest payload of a medium message
        medium_bytes: u32 = 512, "bytes", "ours: the least that GASNet-1 allows";
        /// largest payload of a long message
        long_bytes: u32 = 16384, "bytes", "ours: a quarter of the 64 KB of a node of Willenberg and Chow 2013 §5.1";
    }
}

/// Most tokens: 10 bits of a token tell them apart.
const TOKENS_MAX: u32 = 1 << 10;

/// Most arguments: a type word has 8 bits for their number.
const ARGUMENTS_MAX: u32 = 0xff;

/// Most payload bytes: a packet's 16 bits for its number of words also count the words before the
/// payload.
const BYTES_MAX: u32 = 0x3_f000;

impl GasCoreParams {
    /// Are the numbers usable? An error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let limits = [
            ("tx_header_cycles", self.tx_header_cycles, 1, 1000),
            ("tx_read_cycles", self.tx_read_cycles, 0, 1000),
            ("rx_call_cycles", self.rx_call_cycles, 1, 1000),
            ("rx_write_cycles", self.rx_write_cycles, 0, 1000),
            ("am_rx_interval", self.am_rx_interval, 1, 1_000_000),
            ("am_tx_interval", self.am_tx_interval, 1, 1_000_000),
            ("tokens", self.tokens, 1, TOKENS_MAX),
            ("fifo_words", self.fifo_words, 1, 31),
            ("arguments_max", self.arguments_max, 0, ARGUMENTS_MAX),
            ("medium_bytes", self.medium_bytes, 0, BYTES_MAX),
            ("long_bytes", self.long_bytes, 0, BYTES_MAX),
        ];
        limits::check(GasCoreParams::SECTION.name, &limits)
    }
}
