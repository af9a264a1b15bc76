//! Parameters of the sequencers, and their limits.

use crate::limits;
use rankine_keys::keys;

/// Most words of code: those that a branch can reach and handler calls can load.
pub const CODE_WORDS_MAX: u32 = 1024;

keys! {
    /// The programmable active-message sequencers. Cycles are the GAScores' clock.
    pub struct PamsParams [pams] {
        /// instruction memory
        code_words: u32 = 1024, "words", "the group's later open design; Willenberg and Chow 2013 give no size";
        /// time of an instruction without parameters; also of a WAIT whose flags are set
        plain_cycles: u32 = 1, "cycles", "state machine of the later open design";
        /// time of an instruction with one parameter
        parameter_cycles: u32 = 2, "cycles", "state machine of the later open design";
        /// time from the beginning of an instruction that moves words to its first word; each further word takes a cycle
        request_cycles: u32 = 1, "cycles", "state machine of the later open design";
        /// what a branch that is taken takes in addition
        branch_cycles: u32 = 1, "cycles", "state machine of the later open design";
        /// time from the last word of a handler call's parameters to what it changes: counters, ArrivalTime, loaded code
        call_cycles: u32 = 1, "cycles", "ours, fitted to the latencies of Willenberg and Chow 2013 §5.2";
        /// when code loaded by handler 64 ends a WAIT, it is executed from address 0; else from behind that WAIT
        load_restarts: bool = true, "boolean",
                "ours: without branches, no second program could follow; the later open design goes on behind the WAIT";
        /// time from a control output to the control input of the same number, and back for the acknowledge; 0: not connected
        control_loop_cycles: u32 = 0, "cycles", "ours: a node without a core has nothing that drives the inputs";
        /// instructions and sources of words that only the later open design has
        later: bool = false, "boolean", "Willenberg and Chow 2013 §3.2 does not list them";
        /// arguments of handler calls that wait for source `argument`, with `later`
        argument_words: u32 = 16, "words", "the later open design";
        /// payload of medium messages that waits for source `payload`, with `later`
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
