//! Signatures of conformance programs: the memory between two symbols, in the form of the programs'
//! reference files.

use crate::launch::Loaded;
use std::fmt::Write as _;

/// The bytes of a word in the file.
const WORD_BYTES: usize = 4;
/// The most bytes of a signature. A program could declare all its memory as one.
const BYTES_MAX: u64 = 1 << 24;

/// The memory of rank 0 from `begin_signature` to `end_signature`: 32-bit words in hexadecimal, one a line.
pub fn signature(loaded: &Loaded) -> Result<String, String> {
    let symbol = |name: &str| {
        let address = loaded.debug[0].symbols.address(name);
        address.ok_or_else(|| format!("--signature: the program has no symbol {name}"))
    };
    let (begin, end) = (symbol("begin_signature")?, symbol("end_signature")?);
    let len = end.checked_sub(begin).ok_or_else(|| format!("--signature: it ends before it begins, at {begin:#x}"))?;
    if len > BYTES_MAX {
        return Err(format!("--signature: {begin:#x} to {end:#x} is more than {BYTES_MAX} bytes"));
    }
    let bytes = loaded.program_processor(0).and_then(|processor| processor.ram.slice(begin, len as usize));
    let bytes = bytes.ok_or_else(|| format!("--signature: {begin:#x} to {end:#x} is not memory"))?;
    let mut text = String::new();
    for bytes in bytes.chunks(WORD_BYTES) {
        let mut word = [0; WORD_BYTES];
        word[..bytes.len()].copy_from_slice(bytes);
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{:08x}", u32::from_le_bytes(word));
    }
    Ok(text)
}
