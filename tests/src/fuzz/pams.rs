//! Fuzz target: any text as a program of an active-message sequencer, and any words as its code.

use rankine_devices::pams::{Options, assemble, disassemble};

/// Words of the instruction memory.
const CODE_WORDS: u32 = 1024;

/// An input that begins with a zero byte is code and is disassembled. Any other input is text: it
/// is assembled, disassembled and assembled again.
pub fn check(input: &[u8]) {
    if let Some((0, code)) = input.split_first() {
        let words: Vec<u32> =
            code.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        return assert_eq!(disassemble(&words).is_empty(), words.is_empty());
    }
    let Ok(text) = std::str::from_utf8(input) else { return };
    for later in [false, true] {
        match assemble(text, &options(later)) {
            Ok(assembly) => {
                let words = assembly.words();
                assert!(words.len() <= CODE_WORDS as usize, "{} words", words.len());
                // The disassembler's text may name features of the later design.
                let text = disassemble(&words);
                let again = assemble(&text, &options(true)).map(|again| again.words());
                assert_eq!(again, Ok(words), "{text}");
            }
            Err(errors) => assert!(!errors.is_empty()),
        }
    }
}

fn options(later: bool) -> Options {
    Options { code_words: CODE_WORDS, later, defines: Vec::new() }
}
