//! Assembly text of instructions, as `objdump -M no-aliases` writes it.

use crate::{Compressed, Format, Instr, csr};

/// ABI names of the integer registers.
pub const X_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2",
    "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// ABI names of the floating-point registers.
pub const F_NAMES: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5",
    "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

/// Rounding modes by encoding. Mode 7, dynamic, is not printed.
const ROUNDING: [&str; 7] = ["rne", "rtz", "rdn", "rup", "rmm", "unknown", "unknown"];

/// Text of `instr` at address `pc`: mnemonic, a tab, operands. Branch targets are absolute.
pub fn disassemble(instr: &Instr, pc: u64) -> String {
    let (mnemonic, operands) = match instr.compressed {
        Some(identity) => (identity.mnemonic().to_string(), compressed_operands(identity, instr, pc)),
        None => (mnemonic(instr), operands(instr, pc)),
    };
    if operands.is_empty() { mnemonic } else { format!("{mnemonic}\t{operands}") }
}

fn mnemonic(instr: &Instr) -> String {
    let ordering = match (instr.op.format(), instr.imm & 3) {
        (Format::Amo | Format::LoadReserved, 1) => ".rl",
        (Format::Amo | Format::LoadReserved, 2) => ".aq",
        (Format::Amo | Format::LoadReserved, 3) => ".aqrl",
        // Memory ordering instructions: fm = 8 with both sets rw is FENCE.TSO.
        (Format::Fence, _) if instr.imm & 0xfff == 0x833 => ".tso",
        _ => "",
    };
    format!("{}{ordering}", instr.op.mnemonic())
}

fn x(number: u8) -> &'static str {
    X_NAMES[usize::from(number & 31)]
}

fn f(number: u8) -> &'static str {
    F_NAMES[usize::from(number & 31)]
}

fn target(instr: &Instr, pc: u64) -> String {
    format!("{:#x}", pc.wrapping_add_signed(i64::from(instr.imm)))
}

fn operands(instr: &Instr, pc: u64) -> String {
    let Instr { rd, rs1, rs2, rs3, imm, .. } = *instr;
    let round = match instr.rm {
        7 => String::new(),
        mode => format!(",{}", ROUNDING[usize::from(mode)]),
    };
    match instr.op.format() {
        Format::None => String::new(),
        Format::U => format!("{},{:#x}", x(rd), imm as u32 >> 12),
        Format::J => format!("{},{}", x(rd), target(instr, pc)),
        Format::Jalr | Format::Load => format!("{},{imm}({})", x(rd), x(rs1)),
        Format::B => format!("{},{},{}", x(rs1), x(rs2), target(instr, pc)),
        Format::I => format!("{},{},{imm}", x(rd), x(rs1)),
        Format::Shift => format!("{},{},{imm:#x}", x(rd), x(rs1)),
        Format::R => format!("{},{},{}", x(rd), x(rs1), x(rs2)),
        Format::Unary => format!("{},{}", x(rd), x(rs1)),
        Format::Store => format!("{},{imm}({})", x(rs2), x(rs1)),
        Format::Fence if imm & 0xfff == 0x833 => String::new(),
        Format::Fence => format!("{},{}", access_set(imm >> 4), access_set(imm)),
        Format::Csr => format!("{},{},{}", x(rd), csr_name(imm), x(rs1)),
        Format::CsrImm => format!("{},{},{rs1}", x(rd), csr_name(imm)),
        Format::LoadReserved => format!("{},({})", x(rd), x(rs1)),
        Format::Amo => format!("{},{},({})", x(rd), x(rs2), x(rs1)),
        Format::LoadF => format!("{},{imm}({})", f(rd), x(rs1)),
        Format::StoreF => format!("{},{imm}({})", f(rs2), x(rs1)),
        Format::FffRound => format!("{},{},{},{}{round}", f(rd), f(rs1), f(rs2), f(rs3)),
        Format::FfRound => format!("{},{},{}{round}", f(rd), f(rs1), f(rs2)),
        Format::Ff => format!("{},{},{}", f(rd), f(rs1), f(rs2)),
        Format::FRound => format!("{},{}{round}", f(rd), f(rs1)),
        Format::FExact => format!("{},{}", f(rd), f(rs1)),
        Format::FfToX => format!("{},{},{}", x(rd), f(rs1), f(rs2)),
        Format::FToXRound => format!("{},{}{round}", x(rd), f(rs1)),
        Format::FToX => format!("{},{}", x(rd), f(rs1)),
        Format::XToFRound => format!("{},{}{round}", f(rd), x(rs1)),
        Format::XToFExact | Format::XToF => format!("{},{}", f(rd), x(rs1)),
    }
}

/// A fence's predecessor or successor set.
fn access_set(set: i32) -> String {
    let letters: String =
        [(8, 'i'), (4, 'o'), (2, 'r'), (1, 'w')].iter().filter(|&&(bit, _)| set & bit != 0).map(|&(_, l)| l).collect();
    if letters.is_empty() { "unknown".to_string() } else { letters }
}

fn csr_name(number: i32) -> String {
    csr::name(number as u16).map_or_else(|| format!("{:#x}", number & 0xfff), str::to_string)
}

fn compressed_operands(identity: Compressed, instr: &Instr, pc: u64) -> String {
    use Compressed as C;
    let Instr { rd, rs1, rs2, imm, .. } = *instr;
    match identity {
        C::Addi4spn => format!("{},{},{imm}", x(rd), x(rs1)),
        C::Addi | C::Addiw | C::Li | C::Addi16sp | C::Andi => format!("{},{imm}", x(rd)),
        C::Lui => format!("{},{:#x}", x(rd), imm as u32 >> 12),
        C::Slli | C::Srli | C::Srai => format!("{},{imm:#x}", x(rd)),
        C::Sub | C::Xor | C::Or | C::And | C::Subw | C::Addw | C::Mv | C::Add => format!("{},{}", x(rd), x(rs2)),
        C::Jr | C::Jalr => x(rs1).to_string(),
        C::J | C::Jal => target(instr, pc),
        C::Beqz | C::Bnez => format!("{},{}", x(rs1), target(instr, pc)),
        C::Ebreak => String::new(),
        C::Lw | C::Ld | C::Lwsp | C::Ldsp => format!("{},{imm}({})", x(rd), x(rs1)),
        C::Fld | C::Flw | C::Fldsp | C::Flwsp => format!("{},{imm}({})", f(rd), x(rs1)),
        C::Sw | C::Sd | C::Swsp | C::Sdsp => format!("{},{imm}({})", x(rs2), x(rs1)),
        C::Fsd | C::Fsw | C::Fsdsp | C::Fswsp => format!("{},{imm}({})", f(rs2), x(rs1)),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Extensions, Xlen, decode, disassemble, parse_isa};

    fn text(word: u32, xlen: Xlen, ext: &Extensions) -> Option<String> {
        decode(word, xlen, ext).map(|instr| disassemble(&instr, 0x1000))
    }

    /// Expected texts are from `objdump -M no-aliases` of binutils 2.40.
    #[test]
    fn rows() {
        for (isa, word, expected) in [
            ("rv64gc", 0x0015_0513, "addi\ta0,a0,1"),
            ("rv64gc", 0xfff0_0593, "addi\ta1,zero,-1"),
            ("rv64gc", 0x0001_2537, "lui\ta0,0x12"),
            ("rv64gc", 0x03f5_1513, "slli\ta0,a0,0x3f"),
            ("rv64gc", 0x0000_8067, "jalr\tzero,0(ra)"),
            ("rv64gc", 0x0080_00ef, "jal\tra,0x1008"),
            ("rv64gc", 0xfeb5_0ee3, "beq\ta0,a1,0xffc"),
            ("rv64gc", 0x00b5_3423, "sd\ta1,8(a0)"),
            ("rv64gc", 0x0ff0_000f, "fence\tiorw,iorw"),
            ("rv64gc", 0x8330_000f, "fence.tso"),
            ("rv64gc", 0xc000_2573, "csrrs\ta0,cycle,zero"),
            ("rv64gc", 0x3002_d073, "csrrwi\tzero,mstatus,5"),
            ("rv64gc", 0x0eb6_a72f, "amoswap.w.aqrl\ta4,a1,(a3)"),
            ("rv64gc", 0x1005_35af, "lr.d\ta1,(a0)"),
            ("rv64gc", 0x02c7_f553, "fadd.d\tfa0,fa5,fa2"),
            ("rv64gc", 0x02c7_8553, "fadd.d\tfa0,fa5,fa2,rne"),
            ("rv64gc", 0xd205_05d3, "fcvt.d.w\tfa1,a0"),
            ("rv64gc", 0x6a05_f5c3, "fmadd.d\tfa1,fa1,ft0,fa3"),
            ("rv64gcb", 0x20c5_a533, "sh1add\ta0,a1,a2"),
            ("rv64gcb", 0x0a15_951b, "slli.uw\ta0,a1,0x21"),
            ("rv64gcb", 0x6b85_d513, "rev8\ta0,a1"),
            ("rv32gcb", 0x6985_d513, "rev8\ta0,a1"),
            ("rv64gcb", 0x0805_c53b, "zext.h\ta0,a1"),
            ("rv32gcb", 0x0805_c533, "zext.h\ta0,a1"),
            ("rv64gc", 0x3020_0073, "mret"),
            ("rv64gc", 0x0001, "c.addi\tzero,0"),
            ("rv64gc", 0xf555, "c.bnez\ta0,0xfac"),
            ("rv64gc", 0x717d, "c.addi16sp\tsp,-16"),
            ("rv64gc", 0x0840, "c.addi4spn\ts0,sp,20"),
            ("rv64gc", 0x8082, "c.jr\tra"),
            ("rv64gc", 0x60a2, "c.ldsp\tra,8(sp)"),
            ("rv32gc", 0x60a2, "c.flwsp\tft1,8(sp)"),
            ("rv32gc", 0x2001, "c.jal\t0x1000"),
        ] {
            let (xlen, ext) = parse_isa(isa).unwrap();
            assert_eq!(text(word, xlen, &ext).as_deref(), Some(expected), "{isa} {word:08x}");
        }
    }

    /// Reserved encodings, and instructions of extensions that are switched off.
    #[test]
    fn refused() {
        for (isa, word) in [
            ("rv64gc", 0x0000),
            ("rv64gc", 0xffff_ffff),
            ("rv64gc", 0x0000_9067),
            ("rv64gc", 0x1015_35af),
            ("rv64gc", 0x02c7_d553),
            ("rv64gc", 0x1020_0073),
            ("rv64gc", 0x6101),
            ("rv64gc", 0x6081),
            ("rv64gc", 0x4002),
            ("rv64gc", 0x8002),
            ("rv64gc", 0x2001),
            ("rv32gc", 0x03f5_1513),
            ("rv32gc", 0x00b5_3423),
            ("rv32gc", 0x9d0d_9d2d),
            ("rv64i", 0x02b5_0533),
            ("rv64i", 0x0001),
            ("rv64i", 0x02c7_f553),
            ("rv64imac", 0x6a05_f5c3),
            ("rv64if", 0x02c7_f553),
            ("rv64im", 0x1005_35af),
            ("rv64gc", 0x20c5_a533),
            ("rv64gc_zbb_zbs", 0x20c5_a533),
            ("rv64gc_zba_zbs", 0x6b85_d513),
            ("rv64gc_zba_zbb", 0x4a35_9513),
            ("rv32gcb", 0x4a35_9513),
            ("rv32gcb", 0x6b85_d513),
            ("rv64gcb", 0x6985_d513),
        ] {
            let (xlen, ext) = parse_isa(isa).unwrap();
            assert_eq!(text(word, xlen, &ext), None, "{isa} {word:08x}");
        }
    }
}
