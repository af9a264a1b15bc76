//! Values that depend on the clock and only rise, or only fall, while the clock goes on. Such a value
//! lies between its value now and its value after some cycles, at any cycle in between.

use rankine_isa::{Instr, Op};

/// Constants of floating-point products and quotients are between these, so that no result is too
/// small for a normal number.
const FACTOR_MIN: f64 = 1e-100;
const FACTOR_MAX: f64 = 1e100;
/// `fcvt` to an integer rounds towards zero.
const TOWARDS_ZERO: u8 = 1;

/// An operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Constant(u64),
    /// A value, by its number in the list of values.
    Value(usize),
}

/// A value now, and after some cycles.
type Range = (u64, u64);

/// A value that depends on the clock.
#[derive(Clone, Debug)]
pub enum Value {
    /// The clock itself, less a constant.
    Clock { now: u64 },
    /// The result of an operation with exactly one operand that is a value.
    Result { op: Op, imm: i64, operands: [Operand; 3], now: u64 },
}

impl Value {
    /// The result of an instruction, which is `now`. None if the operation may rise and fall, or is
    /// not known here.
    pub fn result(instr: &Instr, operands: [Operand; 3], values: &[Value], now: u64) -> Option<Value> {
        let to_integer = matches!(instr.op, Op::Fcvtld | Op::Fcvtwd);
        if to_integer && instr.rm != TOWARDS_ZERO {
            return None;
        }
        let value = Value::Result { op: instr.op, imm: i64::from(instr.imm), operands, now };
        let ranges: Vec<_> = values.iter().map(|value| Some((value.now(), value.now()))).collect();
        (value.range(&ranges, 0) == Some((now, now))).then_some(value)
    }

    fn now(&self) -> u64 {
        match self {
            Value::Clock { now } | Value::Result { now, .. } => *now,
        }
    }

    /// The value now, and `cycles` later. None if it is not certain that it only rises or only
    /// falls in between. `ranges` are those of the values before it.
    pub fn range(&self, ranges: &[Option<Range>], cycles: u64) -> Option<Range> {
        match self {
            Value::Clock { now } => Some((*now, now.checked_add(cycles)?)),
            Value::Result { op, imm, operands, .. } => {
                let (place, (first, last)) = the_value(operands, ranges)?;
                let of = |value: u64| {
                    let at = |index: usize| match operands[index] {
                        Operand::Constant(constant) if index != place => constant,
                        _ => value,
                    };
                    evaluate(*op, *imm, [at(0), at(1), at(2)])
                };
                let constants = operands.map(|operand| match operand {
                    Operand::Constant(constant) => constant,
                    Operand::Value(_) => 0,
                });
                let rises = first == last || only_rises_or_falls(*op, place, (first, last), constants);
                if rises { Some((of(first)?, of(last)?)) } else { None }
            }
        }
    }
}

/// The place and the range of the one operand that is a value.
fn the_value(operands: &[Operand], ranges: &[Option<Range>]) -> Option<(usize, Range)> {
    let mut values = operands.iter().enumerate().filter_map(|(place, operand)| match operand {
        Operand::Value(number) => Some((place, *number)),
        Operand::Constant(_) => None,
    });
    let (place, number) = values.next()?;
    if values.next().is_some() {
        return None;
    }
    Some((place, ranges.get(number).copied()??))
}

/// Are both, as signed numbers, negative or neither?
fn same_sign((first, last): Range) -> bool {
    (first ^ last) >> 63 == 0
}

/// Lies the constant outside of a range of signed numbers?
fn is_outside(constant: u64, (first, last): Range) -> bool {
    let (constant, first, last) = (constant as i64, first as i64, last as i64);
    constant < first.min(last) || constant > first.max(last)
}

/// Does the operation only rise or only fall while its operand at `place` goes from the one end of
/// the range to the other? Overflow is seen by [`evaluate`], which then has no result.
fn only_rises_or_falls(op: Op, place: usize, range: Range, constants: [u64; 3]) -> bool {
    let factor = |index: usize| (FACTOR_MIN..FACTOR_MAX).contains(&f64::from_bits(constants[index]).abs());
    let float = |bits: u64| f64::from_bits(bits);
    match op {
        Op::Addi | Op::Add | Op::Sub | Op::Addiw | Op::Addw | Op::Subw => true,
        Op::Slli | Op::Srai | Op::Mul | Op::Slti | Op::Slt => true,
        Op::Fcvtdl | Op::Fcvtdw | Op::Fcvtld | Op::Fcvtwd | Op::Faddd | Op::Fsubd | Op::Fltd | Op::Fled => true,
        Op::Div => place == 0,
        Op::Divu => place == 0 && same_sign(range),
        Op::Srli | Op::Sltu | Op::Sltiu | Op::Fcvtdlu => same_sign(range),
        Op::Fmuld => factor(1 - place),
        Op::Fdivd => place == 0 && factor(1),
        Op::Fmaddd | Op::Fmsubd | Op::Fnmaddd | Op::Fnmsubd => place == 2 || factor(1 - place),
        // Added to bits that are zero.
        Op::Or => {
            let most = range.0.max(range.1);
            same_sign(range) && most >> 62 == 0 && constants[1 - place] & ((most + 1).next_power_of_two() - 1) == 0
        }
        Op::Feqd => {
            let (first, last, constant) = (float(range.0), float(range.1), float(constants[1 - place]));
            constant < first.min(last) || constant > first.max(last)
        }
        _ => false,
    }
}

/// The result of an operation. None if it overflows, is not finite, or is not known here.
fn evaluate(op: Op, imm: i64, [a, b, c]: [u64; 3]) -> Option<u64> {
    let (signed, second) = (a as i64, b as i64);
    let word = |sum: Option<i64>| sum.and_then(|sum| i32::try_from(sum).ok()).map(|sum| i64::from(sum) as u64);
    let double = |sum: Option<i64>| sum.map(|sum| sum as u64);
    let shift = imm as u32 & 63;
    let result = match op {
        Op::Addi => return double(signed.checked_add(imm)),
        Op::Add => return double(signed.checked_add(second)),
        Op::Sub => return double(signed.checked_sub(second)),
        Op::Mul => return double(signed.checked_mul(second)),
        Op::Addiw => return word(signed.checked_add(imm)),
        Op::Addw => return word(signed.checked_add(second)),
        Op::Subw => return word(signed.checked_sub(second)),
        Op::Slli if (a << shift) as i64 >> shift == signed => a << shift,
        Op::Srli => a >> shift,
        Op::Srai => (signed >> shift) as u64,
        Op::Or => a | b,
        Op::And => a & b,
        Op::Andi => a & imm as u64,
        Op::Xori => a ^ imm as u64,
        Op::Slti => u64::from(signed < imm),
        Op::Slt => u64::from(signed < second),
        Op::Sltiu => u64::from(a < imm as u64),
        Op::Sltu => u64::from(a < b),
        Op::Div if second > 0 => (signed / second) as u64,
        Op::Divu if b > 0 => a / b,
        _ => return evaluate_float(op, [a, b, c]),
    };
    Some(result)
}

fn evaluate_float(op: Op, [a, b, c]: [u64; 3]) -> Option<u64> {
    let [x, y, z] = [a, b, c].map(f64::from_bits);
    let finite = |result: f64| (result.is_finite()).then(|| result.to_bits());
    let compared = |result: bool| (x.is_finite() && y.is_finite()).then_some(u64::from(result));
    let whole = |bound: f64| (x.abs() < bound).then_some(x.trunc() as i64 as u64);
    match op {
        Op::Fcvtdl => finite(a as i64 as f64),
        Op::Fcvtdlu => finite(a as f64),
        Op::Fcvtdw => i32::try_from(a as i64).ok().and_then(|word| finite(f64::from(word))),
        Op::Fcvtld => whole(f64::from(1_u32 << 31) * f64::from(1 << 30)),
        Op::Fcvtwd => whole(f64::from(i32::MAX)),
        Op::Faddd => finite(x + y),
        Op::Fsubd => finite(x - y),
        Op::Fmuld => finite(x * y),
        Op::Fdivd => finite(x / y),
        Op::Fmaddd => finite(x.mul_add(y, z)),
        Op::Fmsubd => finite(x.mul_add(y, -z)),
        Op::Fnmsubd => finite((-x).mul_add(y, z)),
        Op::Fnmaddd => finite((-x).mul_add(y, -z)),
        Op::Feqd => compared(x == y),
        Op::Fltd => compared(x < y),
        Op::Fled => compared(x <= y),
        _ => None,
    }
}

/// A branch with at least one operand that depends on the clock.
#[derive(Clone, Debug)]
pub struct Branch {
    pub op: Op,
    pub operands: [Operand; 2],
}

impl Branch {
    /// Is it certain that the branch comes out alike over all of these ranges?
    pub fn holds(&self, ranges: &[Option<Range>]) -> bool {
        let Some((place, range)) = the_value(&self.operands, ranges) else { return false };
        let Operand::Constant(constant) = self.operands[1 - place] else { return false };
        let outcome = |value: u64| {
            let (a, b) = if place == 0 { (value, constant) } else { (constant, value) };
            match self.op {
                Op::Blt | Op::Bge => (a as i64) < b as i64,
                _ => a < b,
            }
        };
        match self.op {
            _ if range.0 == range.1 => true,
            Op::Beq | Op::Bne => is_outside(constant, range),
            Op::Bltu | Op::Bgeu if !same_sign(range) => false,
            _ => outcome(range.0) == outcome(range.1),
        }
    }
}

#[cfg(test)]
#[path = "../tests/rising.rs"]
mod tests;
