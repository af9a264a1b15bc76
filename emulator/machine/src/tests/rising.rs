//! Tests of values that only rise or only fall: whatever is called certain holds for every cycle in between.

use super::{Branch, Operand, Value, evaluate};
use rankine_isa::{Instr, Op};

const OPS: [Op; 40] = [
    Op::Addi,
    Op::Add,
    Op::Sub,
    Op::Addiw,
    Op::Addw,
    Op::Subw,
    Op::Slli,
    Op::Srli,
    Op::Srai,
    Op::Or,
    Op::And,
    Op::Andi,
    Op::Xori,
    Op::Slti,
    Op::Slt,
    Op::Sltiu,
    Op::Sltu,
    Op::Mul,
    Op::Div,
    Op::Divu,
    Op::Rem,
    Op::Remu,
    Op::Xor,
    Op::Fcvtdl,
    Op::Fcvtdlu,
    Op::Fcvtdw,
    Op::Fcvtld,
    Op::Fcvtwd,
    Op::Faddd,
    Op::Fsubd,
    Op::Fmuld,
    Op::Fdivd,
    Op::Fmaddd,
    Op::Fmsubd,
    Op::Fnmsubd,
    Op::Fnmaddd,
    Op::Feqd,
    Op::Fltd,
    Op::Fled,
    Op::Fsqrtd,
];

const CONSTANTS: [u64; 9] = [0, 1, 3, 7, 31, 1 << 31, 1 << 62, u64::MAX, 0x8000_0000_0000_0000];
const FLOATS: [f64; 8] = [0.0, 1.0, -1.0, 1e9, 1e-9, -2.5, 1e300, f64::NAN];
const CYCLES: u64 = 60;

fn branches(number: usize, constant: u64) -> impl Iterator<Item = Branch> {
    [Op::Beq, Op::Bne, Op::Blt, Op::Bge, Op::Bltu, Op::Bgeu].into_iter().flat_map(move |op| {
        let operands = [Operand::Value(number), Operand::Constant(constant)];
        [Branch { op, operands }, Branch { op, operands: [operands[1], operands[0]] }]
    })
}

/// The outcome of a branch for a value in the place of the clock's.
fn is_taken(branch: &Branch, value: u64) -> bool {
    let [a, b] = branch.operands.map(|operand| match operand {
        Operand::Constant(constant) => constant,
        Operand::Value(_) => value,
    });
    match branch.op {
        Op::Beq => a == b,
        Op::Bne => a != b,
        Op::Blt => (a as i64) < b as i64,
        Op::Bge => a as i64 >= b as i64,
        Op::Bltu => a < b,
        _ => a >= b,
    }
}

/// Checks a value of the clock that goes from `from` on, and the results of `op` on it. Returns how
/// many were certain.
fn check(op: Op, from: u64, place: usize, constant: u64, imm: i32) -> usize {
    let is_float = format!("{op:?}").starts_with('F');
    let converts = matches!(op, Op::Fcvtdl | Op::Fcvtdlu | Op::Fcvtdw);
    let clock = Value::Clock { now: from };
    let instr = |op| Instr { op, rd: 1, rs1: 1, rs2: 1, rs3: 1, rm: 1, len: 4, imm, compressed: None };
    // Operations on floating-point numbers come behind a conversion.
    let mut values = vec![clock];
    if is_float && !converts {
        let first = [Operand::Value(0), Operand::Constant(0), Operand::Constant(0)];
        values.extend(Value::result(&instr(Op::Fcvtdl), first, &values, (from as i64 as f64).to_bits()));
    }
    let source = values.len() - 1;
    let mut operands = [Operand::Constant(constant); 3];
    operands[place] = Operand::Value(source);
    let of = |cycle: u64| {
        let value = from.wrapping_add(cycle);
        let value = if source == 1 { (value as i64 as f64).to_bits() } else { value };
        let at = |index: usize| if index == place { value } else { constant };
        evaluate(op, i64::from(imm), [at(0), at(1), at(2)])
    };
    let Some(now) = of(0) else { return 0 };
    let Some(result) = Value::result(&instr(op), operands, &values, now) else { return 0 };
    values.push(result);
    let mut ranges = Vec::new();
    for value in &values {
        let range = value.range(&ranges, CYCLES);
        ranges.push(range);
    }
    let number = values.len() - 1;
    let Some((first, last)) = ranges[number] else { return 0 };
    if is_float && !matches!(op, Op::Feqd | Op::Fltd | Op::Fled | Op::Fcvtld | Op::Fcvtwd) {
        let [first, last] = [first, last].map(f64::from_bits);
        for cycle in 0..=CYCLES {
            let value = of(cycle).map(f64::from_bits);
            let between = value.is_some_and(|value| (first.min(last)..=first.max(last)).contains(&value));
            assert!(between, "{op:?} {from:#x} {constant:#x} at {place}: {value:?} at {cycle}");
        }
        return 1;
    }
    let mut certain = 0;
    for bound in [constant, now, now.wrapping_add(5), of(CYCLES).unwrap_or(0)] {
        for branch in branches(number, bound).filter(|branch| branch.holds(&ranges)) {
            certain += 1;
            for cycle in 0..=CYCLES {
                let value = of(cycle).unwrap_or_else(|| panic!("{op:?} of {from:#x} overflows at {cycle}"));
                let same = is_taken(&branch, value) == is_taken(&branch, now);
                assert!(same, "{op:?} {from:#x} {constant:#x} {imm} at {place}: {branch:?} at {cycle}");
            }
        }
    }
    certain
}

#[test]
fn what_is_certain_holds_in_between() {
    let starts = [0, 1, 100, (1 << 31) - 70, (1 << 31) - 20, 1 << 40, u64::MAX - 200, 0xffff_ffff_8000_0000_u64];
    let mut without = Vec::new();
    for op in OPS {
        let mut certain = 0;
        let places = if format!("{op:?}").starts_with("Fcvt") { 1 } else { 2 };
        for from in starts {
            for place in 0..places {
                for constant in CONSTANTS.into_iter().chain(FLOATS.map(f64::to_bits)) {
                    for imm in [0, 1, 3, 31, 32, -1, 2047] {
                        certain += check(op, from, place, constant, imm);
                    }
                }
            }
        }
        if certain == 0 {
            without.push(op);
        }
    }
    // Their results rise and fall.
    assert_eq!(without, [Op::And, Op::Andi, Op::Xori, Op::Rem, Op::Remu, Op::Xor, Op::Fsqrtd]);
}

#[test]
fn conversions_to_integers_round_towards_zero() {
    let float = 2.75_f64.to_bits();
    let values = [Value::Clock { now: 0 }];
    let instr = |rm| Instr { op: Op::Fcvtld, rd: 1, rs1: 1, rs2: 0, rs3: 0, rm, len: 4, imm: 0, compressed: None };
    let operands = [Operand::Value(0), Operand::Constant(0), Operand::Constant(0)];
    assert!(Value::result(&instr(0), operands, &values, 0).is_none());
    assert!(Value::result(&instr(1), operands, &values, 0).is_some());
    assert_eq!(evaluate(Op::Fcvtld, 0, [float, 0, 0]), Some(2));
}
