//! Registers of RISC-V harts for GDB: numbers, bytes, and their description (GDB manual, "RISC-V
//! Features"). GDB numbers x0 to x31, pc, f0 to f31, then CSR n as 65 + n.

use gdbstub::arch::{Arch, RegId, Registers};
use rankine_hart::Hart;
use rankine_isa::{Xlen, csr};
use std::fmt::Write as _;
use std::num::NonZeroUsize;

const PC: usize = 32;
const F0: usize = 33;
const CSR0: usize = 65;
const CSRS: usize = 4096;

/// Names of the calling convention (RISC-V psABI, "Register Convention").
const X_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2",
    "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];
const F_NAMES: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5",
    "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

/// Harts of either register width. Addresses of 32-bit harts are zero-extended.
pub struct RiscV;

impl Arch for RiscV {
    type Usize = u64;
    type Registers = Bytes;
    type BreakpointKind = usize;
    type RegId = Number;
}

/// A register by GDB's number.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub usize);

impl RegId for Number {
    fn from_raw_id(id: usize) -> Option<(Number, Option<NonZeroUsize>)> {
        (id < CSR0 + CSRS).then_some((Number(id), None))
    }
}

/// The bytes of the integer registers and pc, little-endian, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bytes(pub Vec<u8>);

impl Registers for Bytes {
    type ProgramCounter = u64;

    fn pc(&self) -> u64 {
        let width = self.0.len() / (PC + 1);
        self.0.get(PC * width..).map_or(0, number)
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        self.0.iter().for_each(|byte| write_byte(Some(*byte)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        self.0 = bytes.to_vec();
        Ok(())
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(word)
}

/// Bytes of a hart's integer registers.
pub fn x_bytes(hart: &Hart) -> usize {
    if hart.xlen() == Xlen::Rv64 { 8 } else { 4 }
}

fn f_bytes(hart: &Hart) -> usize {
    if hart.extensions().d { 8 } else { 4 }
}

/// All registers that GDB reads at once, with `width` bytes each, as in the hart's description.
pub fn read_all(hart: &Hart, width: usize) -> Bytes {
    Bytes((0..=PC).filter_map(|number| read_as(hart, Number(number), width)).flatten().collect())
}

/// As [`read`], with `width` bytes. GDB has one description for all threads, but harts of a node
/// can differ in width.
pub fn read_as(hart: &Hart, id: Number, width: usize) -> Option<Vec<u8>> {
    let mut bytes = read(hart, id)?;
    if !(F0..CSR0).contains(&id.0) {
        bytes.resize(width, 0);
    }
    Some(bytes)
}

/// The bytes of a register, if the hart has it.
pub fn read(hart: &Hart, Number(id): Number) -> Option<Vec<u8>> {
    let (value, bytes) = match id {
        0..PC => (hart.get_x(id), x_bytes(hart)),
        PC => (hart.pc, x_bytes(hart)),
        F0..CSR0 => (hart.extensions().f.then(|| hart.f[id - F0])?, f_bytes(hart)),
        _ => (hart.read_csr((id - CSR0) as u16)?, x_bytes(hart)),
    };
    Some(value.to_le_bytes()[..bytes].to_vec())
}

/// Writes all registers of [`read_all`]. Returns false if there are too few bytes.
pub fn write_all(hart: &mut Hart, Bytes(bytes): &Bytes, width: usize) -> bool {
    bytes.len() >= (PC + 1) * width
        && bytes.chunks_exact(width).take(PC + 1).enumerate().all(|(id, bytes)| write(hart, Number(id), bytes))
}

/// Writes a register. Returns false if the hart does not have it or it cannot be written.
pub fn write(hart: &mut Hart, Number(id): Number, bytes: &[u8]) -> bool {
    let value = number(bytes);
    match id {
        0..PC => hart.set_x(id, value),
        PC => hart.pc = value & if hart.extensions().c { !1 } else { !3 },
        F0..CSR0 if hart.extensions().f => {
            // A single-precision value is NaN-boxed.
            hart.f[id - F0] = if f_bytes(hart) == 4 { value | 0xffff_ffff_0000_0000 } else { value };
        }
        F0..CSR0 => return false,
        _ => return hart.write_csr((id - CSR0) as u16, value),
    }
    true
}

/// The description of the registers that a hart has.
pub fn description(hart: &Hart) -> String {
    let bits = 8 * x_bytes(hart);
    let mut xml = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">\
         <architecture>riscv:rv{bits}</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">"
    );
    let mut reg = |name: &str, bits: usize, kind: &str, id: usize| {
        let _ = write!(xml, "<reg name=\"{name}\" bitsize=\"{bits}\" type=\"{kind}\" regnum=\"{id}\"/>");
    };
    for (id, name) in X_NAMES.iter().enumerate() {
        let kind = match *name {
            "ra" => "code_ptr",
            "sp" | "gp" | "tp" | "fp" => "data_ptr",
            _ => "int",
        };
        reg(name, bits, kind, id);
    }
    reg("pc", bits, "code_ptr", PC);
    xml.push_str("</feature>");
    if hart.extensions().f {
        describe_f(hart, &mut xml);
    }
    xml.push_str("<feature name=\"org.gnu.gdb.riscv.csr\">");
    for number in (0..CSRS as u16).filter(|number| *number > csr::FCSR && hart.read_csr(*number).is_some()) {
        if let Some(name) = csr::name(number) {
            let id = CSR0 + usize::from(number);
            let _ = write!(xml, "<reg name=\"{name}\" bitsize=\"{bits}\" type=\"int\" regnum=\"{id}\" group=\"csr\"/>");
        }
    }
    xml + "</feature></target>"
}

fn describe_f(hart: &Hart, xml: &mut String) {
    let bits = 8 * f_bytes(hart);
    xml.push_str("<feature name=\"org.gnu.gdb.riscv.fpu\">");
    let kind = if bits == 64 {
        xml.push_str(
            "<union id=\"riscv_double\"><field name=\"float\" type=\"ieee_single\"/>\
             <field name=\"double\" type=\"ieee_double\"/></union>",
        );
        "riscv_double"
    } else {
        "ieee_single"
    };
    for (index, name) in F_NAMES.iter().enumerate() {
        let _ = write!(xml, "<reg name=\"{name}\" bitsize=\"{bits}\" type=\"{kind}\" regnum=\"{}\"/>", F0 + index);
    }
    for (name, number) in [("fflags", csr::FFLAGS), ("frm", csr::FRM), ("fcsr", csr::FCSR)] {
        let id = CSR0 + usize::from(number);
        let _ = write!(xml, "<reg name=\"{name}\" bitsize=\"{}\" type=\"int\" regnum=\"{id}\"/>", 8 * x_bytes(hart));
    }
    xml.push_str("</feature>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankine_isa::parse_isa;

    fn hart(isa: &str) -> Hart {
        let (xlen, extensions) = parse_isa(isa).unwrap();
        Hart::new(xlen, extensions, 3)
    }

    #[test]
    fn registers_are_read_as_written() {
        for (isa, id, written, expected) in [
            ("rv64gc", 10, 0x8000_0000_0000_0001_u64, Some((0x8000_0000_0000_0001, 8))),
            ("rv32gc", 10, 0x8000_0001, Some((0x8000_0001, 4))),
            ("rv64gc", 0, 5, Some((0, 8))),
            ("rv64gc", PC, 0x1001, Some((0x1000, 8))),
            ("rv64gc", F0 + 3, 0x3ff0_0000_0000_0000, Some((0x3ff0_0000_0000_0000, 8))),
            ("rv32imac", F0 + 3, 1, None),
            ("rv64gc", CSR0 + 0x340, 77, Some((77, 8))),
            // Read-only.
            ("rv64gc", CSR0 + 0xf14, 77, None),
            ("rv64gc", CSR0 + 0x7ff, 77, None),
        ] {
            let mut hart = hart(isa);
            let bytes = if isa.starts_with("rv64") { 8 } else { 4 };
            let done = write(&mut hart, Number(id), &written.to_le_bytes()[..bytes]);
            let told = done.then(|| read(&hart, Number(id)).map(|bytes| (number(&bytes), bytes.len()))).flatten();
            assert_eq!(told, expected, "{isa} register {id}");
        }
    }

    #[test]
    fn all_at_once() {
        // The last hart is described like the wider first processor of its node.
        for (isa, bytes) in [("rv64gc", 8 * 33), ("rv32gc", 4 * 33), ("rv32im", 8 * 33)] {
            let mut one = hart(isa);
            one.set_x(31, 7);
            one.pc = 0x1234;
            let width = bytes / (PC + 1);
            let all = read_all(&one, width);
            assert_eq!((all.0.len(), all.pc()), (bytes, 0x1234), "{isa}");
            let mut other = hart(isa);
            assert!(write_all(&mut other, &all, width));
            assert!(other.same_state(&one), "{isa}");
            assert!(!write_all(&mut other, &Bytes(all.0[1..].to_vec()), width), "{isa}: too short");
        }
    }

    #[test]
    fn descriptions() {
        for (isa, has, has_not) in [
            ("rv64gc", "name=\"ft0\" bitsize=\"64\" type=\"riscv_double\" regnum=\"33\"", "mcycleh"),
            ("rv32imac", "name=\"mcycleh\" bitsize=\"32\"", "ft0"),
        ] {
            let text = description(&hart(isa));
            assert!(text.contains(has) && !text.contains(has_not), "{text}");
        }
    }
}
