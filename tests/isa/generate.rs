//! Random programs for lockstep tests: a loop around a random body. Each round writes out all
//! registers and the flags; the end of the program writes out memory. So the result and flags of
//! every instruction end up in the output.

use crate::encode::{Encoder, Fields};
use crate::random::Random;
use rankine_isa::{Bank, Compressed, Extensions, Format, Instr, Op, Xlen, csr, decode};

/// Addresses of the code and the data segment. The entry point is the start of the code.
pub const CODE: u64 = 0x10_0000;
pub const DATA: u64 = 0x12_0000;

/// Parts of the data segment: memory that programs load from and store to; random values that they
/// only load; the registers as they are written out; instructions to put into the code; operands in
/// groups of three for single and for double precision.
const MEMORY: std::ops::Range<u64> = 0..0x2000;
const POOL: u64 = 0x2000;
const REGISTERS: u64 = 0x4000;
const PATCHES: u64 = 0x5000;
const SINGLES: u64 = 0x6000;
const DOUBLES: u64 = 0x7000;
const DATA_BYTES: u64 = 0x8000;

/// Bytes from one group of operands to the next.
const GROUP: u64 = 32;

/// Bytes written in each round: 32 integer registers, 32 floating-point registers and `fcsr`, 8 bytes each.
pub const ROUND_BYTES: usize = 65 * 8;

/// Registers with a task of their own. Random instructions do not write them.
const SP: u8 = 2;
const ALIGNED: u8 = 8;
const ODD: u8 = 9;
const MIXED: u8 = 26;
const SUM: u8 = 27;
const ADDRESS: u8 = 28;
const HELPER: u8 = 29;
const ROUND: u8 = 30;
const KEPT: [u8; 8] = [SP, ALIGNED, ODD, MIXED, SUM, ADDRESS, HELPER, ROUND];

/// Addresses in the base registers. Loads and stores reach 2 KiB to either side.
const BASES: [(u8, u64); 3] = [(SP, DATA + 0x900), (ALIGNED, DATA + 0x1000), (ODD, DATA + 0xf03)];

/// A program, and the kind of hart that it is for.
pub struct Program {
    pub xlen: Xlen,
    pub ext: Extensions,
    pub code: Vec<u8>,
    pub data: Vec<u8>,
}

/// A kind of random program.
pub struct Kind {
    pub name: &'static str,
    /// Extensions, as in an ISA string after the register width.
    pub isa: &'static str,
    /// Do programs change their own code?
    pub changes_code: bool,
}

pub struct Generator<'a> {
    encoder: &'a Encoder,
    xlen: Xlen,
    ext: Extensions,
    changes_code: bool,
    /// Operations of one word that random instructions are drawn from: those of the base ISA, and those of extensions.
    base: Vec<Op>,
    extended: Vec<Op>,
    compressed: Vec<(u16, Instr)>,
    random: Random,
    code: Vec<u8>,
    data: Vec<u8>,
}

impl<'a> Generator<'a> {
    pub fn new(encoder: &'a Encoder, xlen: Xlen, ext: Extensions, changes_code: bool) -> Generator<'a> {
        let (base, extended) =
            encoder.ops().into_iter().filter(|op| is_plain(*op)).partition(|op| op.exists(xlen, &Extensions::BASE));
        let compressed = (0..=u16::MAX)
            .filter(|half| half & 3 != 3)
            .filter_map(|half| Some((half, decode(u32::from(half), xlen, &ext)?)))
            .filter(|(_, instr)| is_plain_compressed(instr))
            .collect();
        let (code, data, random) = (Vec::new(), Vec::new(), Random(0));
        Generator { encoder, xlen, ext, changes_code, base, extended, compressed, random, code, data }
    }

    /// The program of a seed: a body of `length` steps, each a few instructions, executed `rounds` times.
    pub fn program(&mut self, seed: u64, length: usize, rounds: i32) -> Program {
        self.random = Random(seed);
        self.code.clear();
        self.data = (0..DATA_BYTES / 8).flat_map(|_| self.random.value().to_le_bytes()).collect();
        for (part, exponent_bits, fraction_bits) in [(SINGLES, 8, 23), (DOUBLES, 11, 52)] {
            for group in (part..part + 0x1000).step_by(GROUP as usize) {
                for (index, operand) in self.random.corner(exponent_bits, fraction_bits).into_iter().enumerate() {
                    let at = group as usize + 8 * index;
                    self.data[at..at + 8].copy_from_slice(&operand.to_le_bytes());
                }
            }
        }
        self.begin(rounds);
        let start = self.code.len();
        for _ in 0..length {
            self.step();
        }
        self.write_registers();
        self.op(Op::Addi, Fields { rd: ROUND, rs1: ROUND, imm: -1, ..Fields::default() });
        self.op(Op::Beq, Fields { rs1: ROUND, imm: 8, ..Fields::default() });
        let back = start as i32 - self.code.len() as i32;
        self.op(Op::Jal, Fields { imm: back, ..Fields::default() });
        self.write(DATA, (MEMORY.end - MEMORY.start) as i32);
        self.set(10, 0);
        self.set(17, 93);
        self.op(Op::Ecall, Fields::default());
        assert!(CODE + (self.code.len() as u64) < DATA, "the code runs into the data");
        Program { xlen: self.xlen, ext: self.ext, code: self.code.clone(), data: self.data.clone() }
    }

    fn begin(&mut self, rounds: i32) {
        if self.ext.f {
            self.op(Op::Csrrw, Fields { imm: i32::from(csr::FCSR), ..Fields::default() });
        }
        self.upper(HELPER, DATA + POOL);
        let (load, load_f) = (self.load(), self.load_f());
        for number in 0..32 {
            let imm = 8 * i32::from(number);
            if number != HELPER {
                self.op(load, Fields { rd: number, rs1: HELPER, imm, ..Fields::default() });
            }
            if let Some(op) = load_f {
                self.op(op, Fields { rd: number, rs1: HELPER, imm: 256 + imm, ..Fields::default() });
            }
        }
        for (number, address) in BASES {
            self.set(number, address as i32);
        }
        self.set(ROUND, rounds);
        self.set(SUM, 0);
    }

    /// One step of the body.
    fn step(&mut self) {
        match self.random.below(100) {
            0..10 => self.refresh(),
            10..17 => self.branch(),
            17..20 => self.inner_loop(),
            20..25 => self.call(),
            25..40 if self.ext.c => self.compressed(),
            40..55 if self.ext.a => self.atomic(),
            55..65 if self.ext.f => self.access_csr(),
            65..70 if self.ext.f => self.corner(),
            70..72 => self.fence(),
            72..74 if self.changes_code => self.change_code(),
            _ => self.compute(),
        }
    }

    /// Emits a random instruction. Once in three times its result is added to the sum.
    fn compute(&mut self) {
        let word = self.plain_word();
        self.emit(word);
        let result = decode(word, self.xlen, &self.ext).and_then(|instr| instr.destination());
        if self.random.once_in(3) {
            match result {
                Some(rankine_isa::Reg::X(number)) => self.mix(number),
                Some(rankine_isa::Reg::F(number)) => self.mix_f(number),
                None => (),
            }
        }
    }

    /// A random instruction of one word that does not jump.
    fn plain_word(&mut self) -> u32 {
        let from = if self.extended.is_empty() || self.random.once_in(3) { &self.base } else { &self.extended };
        let op = self.random.pick(from);
        let bits = |random: &mut Random| random.below(32) as u8;
        let mut fields = Fields {
            rd: if op.format().banks()[0] == Some(Bank::X) { self.target() } else { bits(&mut self.random) },
            rs1: bits(&mut self.random),
            rs2: bits(&mut self.random),
            rs3: bits(&mut self.random),
            rm: self.random.pick(&[0, 1, 2, 3, 4, 7, 7, 7]),
            imm: self.random.bits() as i32,
        };
        match op.format() {
            Format::Load | Format::Store | Format::LoadF | Format::StoreF => {
                fields.rs1 = self.random.pick(&BASES).0;
                fields.imm = self.random.between(-2048, 2047) & self.random.pick(&[!0, !7]);
            }
            // The limits of the immediate's range, and the values around zero, appear often.
            Format::I if self.random.once_in(4) => fields.imm = self.random.pick(&[-1, 0, 1, -2048, 2047]),
            Format::Shift => fields.imm &= self.xlen.bits() as i32 - 1,
            _ => (),
        }
        self.encoder.word(op, fields)
    }

    /// Loads new values from the pool, others in each round.
    fn refresh(&mut self) {
        let spread = self.random.between(0, 2) * 8 + 8;
        self.op(Op::Slli, Fields { rd: HELPER, rs1: ROUND, imm: 3, ..Fields::default() });
        let start = self.random.between(0, 255) * 8;
        self.op(Op::Addi, Fields { rd: HELPER, rs1: HELPER, imm: start & 0x7f8, ..Fields::default() });
        self.upper(ADDRESS, DATA + POOL);
        self.op(Op::Add, Fields { rd: HELPER, rs1: HELPER, rs2: ADDRESS, ..Fields::default() });
        let (load, load_f) = (self.load(), self.load_f());
        for index in 0..4 {
            let imm = index * spread;
            match load_f {
                Some(op) if index != 0 => {
                    let rd = self.random.below(32) as u8;
                    self.op(op, Fields { rd, rs1: HELPER, imm, ..Fields::default() });
                }
                _ => {
                    let rd = self.target();
                    self.op(load, Fields { rd, rs1: HELPER, imm, ..Fields::default() });
                }
            }
        }
    }

    /// One arithmetic operation on a group of operands, another group in each round. Afterwards the
    /// flags hold only what this operation raised, besides the inexact flag as set before it.
    fn corner(&mut self) {
        let double = self.ext.d && self.random.once_in(2);
        let (part, load) = if double { (DOUBLES, Op::Fld) } else { (SINGLES, Op::Flw) };
        let arithmetic = |op: &Op| {
            let rounds = matches!(op.format(), Format::FffRound | Format::FfRound | Format::FRound | Format::Ff);
            (rounds || op.format() == Format::FfToX) && op.mnemonic().ends_with(if double { ".d" } else { ".s" })
        };
        let ops: Vec<Op> = self.extended.iter().copied().filter(arithmetic).collect();
        let op = self.random.pick(&ops);
        self.upper(ADDRESS, DATA + part);
        self.op(Op::Slli, Fields { rd: HELPER, rs1: ROUND, imm: 5, ..Fields::default() });
        self.op(Op::Add, Fields { rd: ADDRESS, rs1: ADDRESS, rs2: HELPER, ..Fields::default() });
        let group = self.random.between(0, 60) * GROUP as i32;
        for index in 0..3 {
            self.op(load, Fields { rd: index, rs1: ADDRESS, imm: group + 8 * i32::from(index), ..Fields::default() });
        }
        // The hart uses software arithmetic while the inexact flag is clear, and the host's
        // arithmetic when the flag is set.
        let inexact = self.random.below(2) as u8;
        self.op(Op::Csrrwi, Fields { rs1: inexact, imm: i32::from(csr::FFLAGS), ..Fields::default() });
        let rm = self.random.pick(&[0, 0, 1, 2, 3, 4, 7]);
        let to_x = op.format() == Format::FfToX;
        self.op(op, Fields { rd: if to_x { MIXED } else { 3 }, rs1: 0, rs2: 1, rs3: 2, rm, ..Fields::default() });
        if to_x {
            self.add_to_sum(MIXED);
        } else {
            self.mix_f(3);
        }
        self.op(Op::Csrrw, Fields { rd: HELPER, imm: i32::from(csr::FFLAGS), ..Fields::default() });
        self.mix(HELPER);
    }

    /// A branch or jump over a few instructions.
    fn branch(&mut self) {
        let count = self.random.between(0, 3);
        let (rs1, rs2) = (self.random.below(32) as u8, self.random.below(32) as u8);
        let op = self.random.pick(&[Op::Beq, Op::Bne, Op::Blt, Op::Bge, Op::Bltu, Op::Bgeu, Op::Jal]);
        let rd = self.target();
        self.op(op, Fields { rd, rs1, rs2, imm: 4 + 4 * count, ..Fields::default() });
        for _ in 0..count {
            let word = self.plain_word();
            self.emit(word);
        }
    }

    fn inner_loop(&mut self) {
        let turns = self.random.between(1, 6);
        self.set(HELPER, turns);
        let start = self.code.len();
        for _ in 0..self.random.between(1, 5) {
            let word = self.plain_word();
            self.emit(word);
        }
        self.op(Op::Addi, Fields { rd: HELPER, rs1: HELPER, imm: -1, ..Fields::default() });
        let imm = start as i32 - self.code.len() as i32;
        self.op(Op::Bne, Fields { rs1: HELPER, imm, ..Fields::default() });
    }

    /// A call with its return, or a jump to an address in a register. The jump ignores the lowest bit of the address.
    fn call(&mut self) {
        if self.random.once_in(2) {
            self.op(Op::Jal, Fields { rd: 1, imm: 8, ..Fields::default() });
            self.op(Op::Jal, Fields { imm: 8, ..Fields::default() });
            self.op(Op::Jalr, Fields { rs1: 1, ..Fields::default() });
            return;
        }
        let compressed = self.ext.c && self.random.once_in(2);
        let odd = self.random.between(0, 1);
        let rd = self.target();
        self.op(Op::Auipc, Fields { rd: ADDRESS, ..Fields::default() });
        if compressed {
            // c.jr or c.jalr.
            self.op(Op::Addi, Fields { rd: ADDRESS, rs1: ADDRESS, imm: 10 + odd, ..Fields::default() });
            let half = self.random.pick(&[0x8002, 0x9002]) | u16::from(ADDRESS) << 7;
            self.code.extend(half.to_le_bytes());
        } else {
            self.op(Op::Jalr, Fields { rd, rs1: ADDRESS, imm: 8 + odd, ..Fields::default() });
        }
    }

    /// A few compressed instructions, perhaps after a compressed branch or jump over them.
    fn compressed(&mut self) {
        let count = self.random.between(1, 5);
        if self.random.once_in(4) {
            let half = self.compressed_jump(2 + 2 * count);
            self.code.extend(half.to_le_bytes());
        }
        let mut left = count;
        while left > 0 {
            let (half, instr) = self.random.pick(&self.compressed);
            self.code.extend(half.to_le_bytes());
            left -= 1;
            if left == 0
                && let Some(rankine_isa::Reg::X(number)) = instr.destination()
            {
                self.mix(number);
            }
        }
        if self.random.once_in(8) {
            // Moves the stack pointer there and back: c.addi16sp sp,±64.
            self.code.extend([0x21, 0x61, 0x39, 0x71]);
        }
    }

    /// A compressed branch or jump forward by `distance` bytes.
    fn compressed_jump(&mut self, distance: i32) -> u16 {
        use Compressed::{Beqz, Bnez, J, Jal};
        loop {
            // Quadrant 1, with the funct3 of branches and jumps.
            let half = self.random.pick(&[0x2001, 0xa001, 0xc001, 0xe001]) | self.random.below(1 << 11) as u16 & 0x1ffc;
            let instr = decode(u32::from(half), self.xlen, &self.ext);
            if instr.is_some_and(|i| i.imm == distance && matches!(i.compressed, Some(Beqz | Bnez | J | Jal))) {
                return half;
            }
        }
    }

    fn atomic(&mut self) {
        let double = self.xlen == Xlen::Rv64 && self.random.once_in(2);
        let imm = self.random.between(-200, 200) * 8;
        self.op(Op::Addi, Fields { rd: ADDRESS, rs1: ALIGNED, imm, ..Fields::default() });
        let (rd, rs2) = (self.target(), self.random.below(32) as u8);
        let ordering = self.random.between(0, 3);
        let fields = Fields { rd, rs1: ADDRESS, rs2, imm: ordering, ..Fields::default() };
        match self.random.below(3) {
            0 => {
                let words = [
                    (Op::AmoswapW, Op::AmoswapD),
                    (Op::AmoaddW, Op::AmoaddD),
                    (Op::AmoxorW, Op::AmoxorD),
                    (Op::AmoandW, Op::AmoandD),
                    (Op::AmoorW, Op::AmoorD),
                    (Op::AmominW, Op::AmominD),
                    (Op::AmomaxW, Op::AmomaxD),
                    (Op::AmominuW, Op::AmominuD),
                    (Op::AmomaxuW, Op::AmomaxuD),
                ];
                let (word, wide) = self.random.pick(&words);
                self.op(if double { wide } else { word }, fields);
                self.mix(rd);
            }
            1 => self.reserve(double, fields),
            // A store without a reservation fails.
            _ => self.op(if double { Op::ScD } else { Op::ScW }, fields),
        }
    }

    /// A load-reserved and a conditional store. The store sometimes goes to another address, and then fails.
    fn reserve(&mut self, double: bool, fields: Fields) {
        let (load, store) = if double { (Op::LrD, Op::ScD) } else { (Op::LrW, Op::ScW) };
        self.op(load, fields);
        self.mix(fields.rd);
        if self.random.once_in(4) {
            self.op(Op::Addi, Fields { rd: ADDRESS, rs1: ADDRESS, imm: 16, ..Fields::default() });
        }
        let (rd, rs2) = (self.target(), self.random.below(32) as u8);
        self.op(store, Fields { rd, rs2, ..fields });
        self.mix(rd);
    }

    /// An access to `fflags`, `frm` or `fcsr` that leaves a valid rounding mode.
    fn access_csr(&mut self) {
        let (rd, any) = (self.target(), self.random.below(32) as u8);
        let random_csr = self.random.pick(&[csr::FFLAGS, csr::FRM, csr::FCSR]);
        let fields = |number: u16, rs1: u8| Fields { rd, rs1, imm: i32::from(number), ..Fields::default() };
        match self.random.below(8) {
            0..3 => {
                let mode = self.random.below(5) as u8;
                self.op(Op::Csrrwi, fields(csr::FRM, mode));
            }
            3 => self.op(Op::Csrrw, fields(csr::FFLAGS, any)),
            // Only rounding modes 0 and 4 remain possible.
            4 => {
                self.op(Op::Andi, Fields { rd: HELPER, rs1: any, imm: 0x9f, ..Fields::default() });
                self.op(Op::Csrrw, fields(csr::FCSR, HELPER));
            }
            5 => {
                let op = self.random.pick(&[Op::Csrrs, Op::Csrrc]);
                self.op(op, fields(random_csr, 0));
            }
            6 => {
                let op = self.random.pick(&[Op::Csrrsi, Op::Csrrci, Op::Csrrwi]);
                self.op(op, fields(csr::FFLAGS, any));
            }
            // Adds the flags to the sum and clears them.
            _ => {
                self.op(Op::Csrrw, Fields { rd: MIXED, ..fields(csr::FFLAGS, 0) });
                self.add_to_sum(MIXED);
                return;
            }
        }
        self.mix(rd);
    }

    fn fence(&mut self) {
        let op = self.random.pick(&[Op::Fence, Op::FenceI]);
        let imm = self.random.below(256) as i32;
        self.op(op, Fields { imm, ..Fields::default() });
    }

    /// Replaces the instruction after a `fence.i` by one of two, in turns.
    fn change_code(&mut self) {
        let slot = self.random.below(256) as usize * 8;
        for half in 0..2 {
            let word = self.plain_word();
            let at = PATCHES as usize + slot + 4 * half;
            self.data[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        self.op(Op::Slli, Fields { rd: HELPER, rs1: ROUND, imm: 2, ..Fields::default() });
        self.op(Op::Andi, Fields { rd: HELPER, rs1: HELPER, imm: 4, ..Fields::default() });
        self.upper(ADDRESS, DATA + PATCHES);
        self.op(Op::Add, Fields { rd: ADDRESS, rs1: ADDRESS, rs2: HELPER, ..Fields::default() });
        self.op(Op::Lw, Fields { rd: HELPER, rs1: ADDRESS, imm: slot as i32, ..Fields::default() });
        self.op(Op::Auipc, Fields { rd: ADDRESS, ..Fields::default() });
        self.op(Op::Sw, Fields { rs1: ADDRESS, rs2: HELPER, imm: 12, ..Fields::default() });
        self.op(Op::FenceI, Fields::default());
        let word = self.plain_word();
        self.emit(word);
    }

    /// sum := 33 × sum + register, so that the sum depends on every register that goes in.
    fn mix(&mut self, number: u8) {
        self.op(Op::Slli, Fields { rd: MIXED, rs1: SUM, imm: 5, ..Fields::default() });
        self.op(Op::Add, Fields { rd: SUM, rs1: SUM, rs2: MIXED, ..Fields::default() });
        self.add_to_sum(number);
    }

    fn add_to_sum(&mut self, number: u8) {
        self.op(Op::Add, Fields { rd: SUM, rs1: SUM, rs2: number, ..Fields::default() });
    }

    /// As [`Generator::mix`] for a floating-point register, by way of memory.
    fn mix_f(&mut self, number: u8) {
        let (store, words) = if self.ext.d { (Op::Fsd, 2) } else { (Op::Fsw, 1) };
        self.op(store, Fields { rs1: ALIGNED, rs2: number, ..Fields::default() });
        for word in 0..words {
            self.op(Op::Lw, Fields { rd: HELPER, rs1: ALIGNED, imm: 4 * word, ..Fields::default() });
            self.mix(HELPER);
        }
    }

    /// Writes all registers and the flags to standard output.
    fn write_registers(&mut self) {
        let (load, store) = if self.xlen == Xlen::Rv64 { (Op::Ld, Op::Sd) } else { (Op::Lw, Op::Sw) };
        self.upper(ADDRESS, DATA + REGISTERS);
        for number in 0..32 {
            let imm = 8 * i32::from(number);
            self.op(store, Fields { rs1: ADDRESS, rs2: number, imm, ..Fields::default() });
            if self.ext.f {
                let op = if self.ext.d { Op::Fsd } else { Op::Fsw };
                self.op(op, Fields { rs1: ADDRESS, rs2: number, imm: 256 + imm, ..Fields::default() });
            }
        }
        if self.ext.f {
            self.op(Op::Csrrs, Fields { rd: HELPER, imm: i32::from(csr::FCSR), ..Fields::default() });
            self.op(Op::Sw, Fields { rs1: ADDRESS, rs2: HELPER, imm: 512, ..Fields::default() });
        }
        self.write(DATA + REGISTERS, ROUND_BYTES as i32);
        self.upper(ADDRESS, DATA + REGISTERS);
        for number in [10, 11, 12, 17] {
            self.op(load, Fields { rd: number, rs1: ADDRESS, imm: 8 * i32::from(number), ..Fields::default() });
        }
    }

    /// Emits the system call that writes memory to standard output.
    fn write(&mut self, from: u64, bytes: i32) {
        for (number, value) in [(10, 1), (11, from as i32), (12, bytes), (17, 64)] {
            self.set(number, value);
        }
        self.op(Op::Ecall, Fields::default());
    }

    /// A register that random instructions may write.
    fn target(&mut self) -> u8 {
        loop {
            let number = self.random.below(32) as u8;
            if !KEPT.contains(&number) {
                return number;
            }
        }
    }

    fn set(&mut self, rd: u8, value: i32) {
        let low = value << 20 >> 20;
        self.op(Op::Lui, Fields { rd, imm: value.wrapping_sub(low), ..Fields::default() });
        self.op(Op::Addi, Fields { rd, rs1: rd, imm: low, ..Fields::default() });
    }

    /// rd := an address on a page boundary, by `lui`.
    fn upper(&mut self, rd: u8, address: u64) {
        self.op(Op::Lui, Fields { rd, imm: address as i32, ..Fields::default() });
    }

    /// The load of a whole integer register.
    fn load(&self) -> Op {
        if self.xlen == Xlen::Rv64 { Op::Ld } else { Op::Lw }
    }

    /// The load of a whole floating-point register.
    fn load_f(&self) -> Option<Op> {
        self.ext.f.then_some(if self.ext.d { Op::Fld } else { Op::Flw })
    }

    fn op(&mut self, op: Op, fields: Fields) {
        let word = self.encoder.word(op, fields);
        self.emit(word);
    }

    fn emit(&mut self, word: u32) {
        self.code.extend(word.to_le_bytes());
    }
}

/// Is an operation good for random instructions? Any operands will do for it, except the base
/// registers of loads and stores.
fn is_plain(op: Op) -> bool {
    match op.format() {
        Format::None | Format::J | Format::Jalr | Format::B | Format::Fence => false,
        Format::Csr | Format::CsrImm | Format::LoadReserved | Format::Amo => false,
        // If the lower word is zero, the result must be 32. QEMU up to 7.2 then counts the zeros of
        // the upper word, too. The hart's own tests cover `ctzw`.
        _ => op != Op::Ctzw,
    }
}

/// As [`is_plain`], for compressed instructions. Their operands are part of the drawn word.
fn is_plain_compressed(instr: &Instr) -> bool {
    let base = !(instr.is_load() || instr.is_store()) || BASES.iter().any(|&(number, _)| number == instr.rs1);
    let kept = matches!(instr.destination(), Some(rankine_isa::Reg::X(number)) if KEPT.contains(&number));
    is_plain(instr.op) && base && !kept
}
