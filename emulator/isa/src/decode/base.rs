//! Encodings that `riscv-decode` covers: I, M, A, F (without its RV64 conversions), Zicsr.

use super::bits;
use crate::Op;
use riscv_decode::Instruction;

macro_rules! same_names {
    ($instruction:ident: $($op:ident)*) => {
        match $instruction {
            $(Instruction::$op(_) => Some(Op::$op),)*
            Instruction::Ecall => Some(Op::Ecall),
            Instruction::Ebreak => Some(Op::Ebreak),
            Instruction::Mret => Some(Op::Mret),
            Instruction::Wfi => Some(Op::Wfi),
            // User and supervisor mode. This hart has neither.
            _ => None,
        }
    };
}

/// The operation of a 32-bit word; none if `riscv-decode` does not know it or the encoding is
/// reserved.
pub fn op(word: u32) -> Option<Op> {
    if bits(word, 0, 7) == 0b000_1111 {
        return fence(word);
    }
    // The crate does not check funct3 of `jalr`.
    if bits(word, 0, 7) == 0b110_0111 && bits(word, 12, 3) != 0 {
        return None;
    }
    let instruction = riscv_decode::decode(word).ok()?;
    same_names! { instruction:
        Lui Auipc Addi Slti Sltiu Xori Ori Andi Slli Srli Srai Add Sub Sll Slt Sltu Xor Srl Sra Or And Addiw Slliw
        Srliw Sraiw Addw Subw Sllw Srlw Sraw Jal Jalr Beq Bne Blt Bge Bltu Bgeu Lb Lh Lw Lbu Lhu Sb Sh Sw Fence Lwu
        Ld Sd Csrrw Csrrs Csrrc Csrrwi Csrrsi Csrrci Mul Mulh Mulhsu Mulhu Div Divu Rem Remu Mulw Divw Divuw Remw
        Remuw LrW ScW AmoswapW AmoaddW AmoxorW AmoandW AmoorW AmominW AmomaxW AmominuW AmomaxuW LrD ScD AmoswapD
        AmoaddD AmoxorD AmoandD AmoorD AmominD AmomaxD AmominuD AmomaxuD Flw Fsw Fmadds Fmsubs Fnmsubs Fnmadds Fadds
        Fsubs Fmuls Fdivs Fsqrts Fsgnjs Fsgnjns Fsgnjxs Fmins Fmaxs Fcvtws Fcvtwus Fmvxw Feqs Flts Fles Fclasss
        Fcvtsw Fcvtswu Fmvwx
    }
}

/// Fences are decoded here because the crate refuses values in their reserved fields. The
/// unprivileged specification (memory ordering instructions, Zifencei) tells implementations to
/// ignore these.
fn fence(word: u32) -> Option<Op> {
    match bits(word, 12, 3) {
        0 => Some(Op::Fence),
        1 => Some(Op::FenceI),
        _ => None,
    }
}
