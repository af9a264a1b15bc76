//! Signatures of conformance programs: the memory between two symbols, as their reference files have it.

use crate::launch::Loaded;

/// Bytes of a word of the file.
const WORD_BYTES: usize = 4;

/// The memory of rank 0 from `begin_signature` to `end_signature`: 32-bit words in hexadecimal, one a line.
pub fn signature(loaded: &Loaded) -> Result<String, String> {
    let symbol = |name: &str| {
        let address = loaded.debug[0].symbols.address(name);
        address.ok_or_else(|| format!("--signature: the program has no symbol {name}"))
    };
    let (begin, end) = (symbol("begin_signature")?, symbol("end_signature")?);
    let bytes = end.checked_sub(begin).and_then(|len| loaded.machine.nodes[0].ram.slice(begin, len as usize));
    let bytes = bytes.ok_or_else(|| format!("--signature: {begin:#x} to {end:#x} is not memory"))?;
    let line = |word: &[u8]| {
        let digits: String = word.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        format!("{digits:0>8}\n")
    };
    Ok(bytes.chunks(WORD_BYTES).map(line).collect())
}
