//! Parameters of the sequencers, and their limits.

use crate::limits;
use rankine_keys::keys;

/// Most words of code: those that a branch can reach and handler calls can load.
pub const CODE_WORDS_MAX: u32 = 1024;

keys! {
    /// The programmable active-message sequencers. Cycles are those of the clock of the GAScores.
    pub struct PamsParams [pams] {
        /// size of a sequencer's instruction memory
        code_words: u32 = 1024, "words", "the group's later open design; Willenberg and Chow 2013 give no size";
        /// time of an instruction without parameters, and of a WAIT whose flags are already set
        plain_cycles: u32 = 1, "cycles", "state machine of the later open design";
        /// time of an instruction with one parameter
        parameter_cycles: u32 = 2, "cycles", "state machine of the later open design";
        /// time from the start of an instruction that moves words until it moves the first word; each further word
        /// takes one cycle
        request_cycles: u32 = 1, "cycles", "state machine of the later open design";
        /// extra time of a branch that is taken, beyond plain_cycles
        branch_cycles: u32 = 1, "cycles", "state machine of the later open design";
        /// time until a handler call takes effect: from its last parameter word until counters and ArrivalTime
        /// change, and from its last word of code until a WAIT sees that code is loaded
        call_cycles: u32 = 1, "cycles", "ours, fitted to the latencies of Willenberg and Chow 2013 §5.2";
        /// the address at which the sequencer continues when code loaded by handler 64 ends a WAIT: true = address 0,
        /// false = the instruction after the WAIT
        load_restarts: bool = true, "boolean",
                "ours: without branches, no second program could follow; the later open design goes on behind the WAIT";
        /// time from a control output to the control input with the same number, and from its acknowledgement back; 0
        /// = outputs and inputs are not connected
        control_loop_cycles: u32 = 0, "cycles", "ours: a node without a core has nothing that drives the inputs";
        /// true = the sequencer also has the instructions and word sources that only the later open design has
        later: bool = false, "boolean", "Willenberg and Chow 2013 §3.2 does not list them";
        /// number of argument words of handler calls that can wait for the word source `argument`; has an effect only
        /// with later = true
        argument_words: u32 = 16, "words", "the later open design";
        /// number of payload words of medium messages that can wait for the word source `payload`; has an effect only
        /// with later = true
        payload_words: u32 = 32, "words", "the later open design";
    }
}

impl PamsParams {
    /// Are the numbers usable? An error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let limits = [
            ("code_words", self.code_words, 1, CODE_WORDS_MAX),
            ("plain_cycles", self.plain_cycles, 1, 1000),
            ("parameter_cycles", self.parameter_cycles, 1, 1000),
            ("request_cycles", self.request_cycles, 1, 1000),
            ("branch_cycles", self.branch_cycles, 0, 1000),
            ("call_cycles", self.call_cycles, 1, 1000),
            ("control_loop_cycles", self.control_loop_cycles, 0, 1_000_000),
            ("argument_words", self.argument_words, 1, 4096),
            ("payload_words", self.payload_words, 1, 4096),
        ];
        limits::check(PamsParams::SECTION.name, &limits)
    }
}
