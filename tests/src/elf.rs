//! Makes executable files of one code segment and one data segment.

use rankine_isa::Xlen;

/// Readable, writable and executable, for code that changes itself.
const FLAGS: u64 = 7;

/// A static executable, which runs on Linux, too. Each segment is an address and its contents;
/// execution begins at the start of the code. ELF specification, "ELF Header" and "Program Header".
pub fn executable(xlen: Xlen, code: (u64, &[u8]), data: (u64, &[u8])) -> Vec<u8> {
    let wide = xlen == Xlen::Rv64;
    let (header, segment) = if wide { (64u64, 56u64) } else { (52, 32) };
    let half = |file: &mut Vec<u8>, value: u64| file.extend((value as u16).to_le_bytes());
    let word = |file: &mut Vec<u8>, value: u64| file.extend((value as u32).to_le_bytes());
    let address = |file: &mut Vec<u8>, value: u64| file.extend(&value.to_le_bytes()[..if wide { 8 } else { 4 }]);
    let mut file = b"\x7fELF\0\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    file[4] = if wide { 2 } else { 1 };
    // Executable, RISC-V, version 1. The segment headers follow this header; there are no sections.
    [2, 243].iter().for_each(|&value| half(&mut file, value));
    word(&mut file, 1);
    [code.0, header, 0].iter().for_each(|&value| address(&mut file, value));
    // Flags: compressed code, double-precision calling convention.
    word(&mut file, 5);
    [header, segment, 2, 0, 0, 0].iter().for_each(|&value| half(&mut file, value));
    // Contents begin at page boundaries of the file, as segments do in memory.
    let code_at = 0x1000;
    let data_at = (code_at + code.1.len() as u64).next_multiple_of(0x1000);
    for (at, (address_of, bytes)) in [(code_at, code), (data_at, data)] {
        let size = bytes.len() as u64;
        word(&mut file, 1);
        if wide {
            word(&mut file, FLAGS);
        }
        [at, address_of, address_of, size, size].iter().for_each(|&value| address(&mut file, value));
        if !wide {
            word(&mut file, FLAGS);
        }
        address(&mut file, 0x1000);
    }
    file.resize(code_at as usize, 0);
    file.extend_from_slice(code.1);
    file.resize(data_at as usize, 0);
    file.extend_from_slice(data.1);
    file
}
