//! A program's instructions as text.

use object::{Object, ObjectSegment};
use rankine_isa::{Class, Extensions, Instr, Xlen, decode, disassemble};
use rankine_program::Symbols;
use rankine_program::parse_elf;

/// The loaded segments of a program.
pub struct Code<'a> {
    /// The address and bytes of each segment.
    segments: Vec<(u64, &'a [u8])>,
    xlen: Xlen,
}

impl<'a> Code<'a> {
    /// The code of an ELF file. If `bytes` are no ELF file, there are no instructions.
    pub fn new(bytes: &'a [u8]) -> Code<'a> {
        let Ok(file) = parse_elf(bytes) else { return Code { segments: Vec::new(), xlen: Xlen::Rv64 } };
        let segments = file.segments().filter_map(|segment| Some((segment.address(), segment.data().ok()?)));
        Code { segments: segments.collect(), xlen: if file.is_64() { Xlen::Rv64 } else { Xlen::Rv32 } }
    }

    /// The instruction at `address` as assembly text, and its length in bytes. None if the file has
    /// no bytes there.
    pub fn instruction(&self, address: u64, symbols: &Symbols) -> Option<(String, u64)> {
        let low = u32::from(self.half(address)?);
        let len = if low & 3 == 3 { 4 } else { 2 };
        let word = if len == 4 { low | u32::from(self.half(address.checked_add(2)?)?) << 16 } else { low };
        // The file does not say which extensions the hart has, so all known extensions are decoded.
        let text = match decode(word, self.xlen, &Extensions::ALL) {
            Some(instr) => aligned(&disassemble(&instr, address)) + &target(&instr, address, symbols),
            None => aligned(&format!(".{len}byte\t{word:#x}")),
        };
        Some((text, len))
    }

    /// A half-word. Instructions are little-endian in every program.
    fn half(&self, address: u64) -> Option<u16> {
        self.segments.iter().find_map(|&(start, bytes)| {
            let offset = usize::try_from(address.checked_sub(start)?).ok()?;
            let half = bytes.get(offset..offset.checked_add(2)?)?;
            Some(u16::from_le_bytes(half.try_into().ok()?))
        })
    }
}

/// Aligns mnemonic and operands in columns.
fn aligned(text: &str) -> String {
    text.split_once('\t').map_or_else(|| text.to_owned(), |(mnemonic, operands)| format!("{mnemonic:<12} {operands}"))
}

/// ` <function+0x8>` for a branch or jump whose target is known.
fn target(instr: &Instr, address: u64, symbols: &Symbols) -> String {
    if !matches!(instr.class(), Class::Branch | Class::Jump) {
        return String::new();
    }
    match symbols.at(address.wrapping_add_signed(i64::from(instr.imm))) {
        Some((name, 0)) => format!(" <{name}>"),
        Some((name, offset)) => format!(" <{name}+{offset:#x}>"),
        None => String::new(),
    }
}
