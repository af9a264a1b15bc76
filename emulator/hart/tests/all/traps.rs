//! Exceptions of machine mode: cause, tval, epc, unchanged state, and going on afterwards.

use crate::common::{BASE, Machine, SIZE};
use rankine_hart::{Exit, Trap, cause};
use rankine_isa::csr;

/// The first address behind memory.
const END: u64 = BASE + SIZE;

/// The trap handler: `wfi`, at which the test inspects the hart, and `mret`.
const HANDLER: u64 = BASE + 0x8000;
/// A `wfi` to return to.
const RESUME: u64 = BASE + 0x8010;
const WFI: u32 = 0x1050_0073;
const MRET: u32 = 0x3020_0073;

/// Bits of `mstatus`: interrupts enabled, enabled before the trap, and the mode before the trap.
const MIE: u64 = 1 << 3;
const MPIE: u64 = 1 << 7;
const MPP: u64 = 3 << 11;

struct Row {
    assembly: &'static str,
    isa: &'static str,
    /// Place of the code, in parcels. Code beyond the end of memory does not exist.
    at: u64,
    code: &'static [u16],
    /// Registers before. They must not change.
    x: &'static [(usize, u64)],
    cause: u64,
    epc: u64,
    tval: u64,
    /// Instructions that retire before the exception.
    retired: u64,
    /// Does the rest of the address space raise the exception?
    shared: bool,
}

impl Row {
    fn machine(&self, image: bool) -> Machine {
        let mut bytes = vec![0; SIZE as usize];
        let code = self.code.iter().flat_map(|parcel| parcel.to_le_bytes());
        bytes.iter_mut().skip((self.at - BASE) as usize).zip(code).for_each(|(byte, value)| *byte = value);
        for (addr, word) in [(HANDLER, WFI), (HANDLER + 4, MRET), (RESUME, WFI)] {
            bytes[(addr - BASE) as usize..][..4].copy_from_slice(&word.to_le_bytes());
        }
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
        let mut machine = Machine::new(self.isa, &words, &(), image, &[]);
        machine.hart.pc = self.at;
        for &(number, value) in self.x {
            machine.hart.set_x(number, value);
        }
        machine
    }

    fn trap(&self) -> Trap {
        Trap { cause: self.cause, tval: self.tval }
    }

    /// The end of a run if the program has no trap vector.
    fn is_expected(&self, exit: Exit) -> bool {
        match (self.cause, exit) {
            (cause::MACHINE_ECALL, Exit::Ecall) | (cause::BREAKPOINT, Exit::Ebreak) => true,
            (_, Exit::Shared(access)) => self.shared && access.addr == self.tval,
            (_, exit) => !self.shared && exit == Exit::Trap(self.trap()),
        }
    }
}

fn run(machine: &mut Machine) -> Exit {
    machine.run(&mut (), &mut (), 1000)
}

/// A CSR as an address: RV32 keeps register values sign-extended.
fn read(machine: &Machine, number: u16) -> u64 {
    let value = machine.hart.read_csr(number).expect("a register of every hart");
    if machine.hart.xlen() == rankine_isa::Xlen::Rv32 { value & 0xffff_ffff } else { value }
}

fn memory(machine: &Machine) -> Vec<u8> {
    machine.ram.slice(BASE, SIZE as usize).expect("all of memory").to_vec()
}

/// Without a trap vector, the run returns the exception.
fn check_exit(row: &Row, image: bool) {
    let mut machine = row.machine(image);
    let (x, before) = (machine.hart.x, memory(&machine));
    let exit = run(&mut machine);
    assert!(row.is_expected(exit), "{} ({}): {exit:x?}", row.assembly, row.isa);
    assert_eq!((machine.hart.pc, machine.hart.instret), (row.epc, row.retired), "{} ({})", row.assembly, row.isa);
    assert_eq!(machine.hart.x[..32], x[..32], "{} ({})", row.assembly, row.isa);
    assert!(memory(&machine) == before, "{} ({}): memory has changed", row.assembly, row.isa);
}

/// With a trap vector, direct or vectored, the program gets the exception.
fn check_trap(row: &Row, image: bool, vectored: u64) {
    let place = format!("{} ({})", row.assembly, row.isa);
    let mut machine = row.machine(image);
    let mstatus = read(&machine, csr::MSTATUS) | MIE;
    assert!(machine.hart.write_csr(csr::MTVEC, HANDLER | vectored) && machine.hart.write_csr(csr::MSTATUS, mstatus));
    let (x, before) = (machine.hart.x, memory(&machine));
    let mut exit = run(&mut machine);
    if row.shared {
        assert!(row.is_expected(exit), "{place}: {exit:x?}");
        assert!(machine.hart.raise(row.trap()));
        exit = run(&mut machine);
    }
    assert_eq!((exit, machine.hart.pc), (Exit::Wfi, HANDLER + 4), "{place}");
    let trap = [csr::MCAUSE, csr::MEPC, csr::MTVAL].map(|number| read(&machine, number));
    assert_eq!(trap, [row.cause, row.epc, row.tval], "{place}: cause, epc, tval {trap:x?}");
    assert_eq!(read(&machine, csr::MSTATUS) & (MIE | MPIE | MPP), MPIE | MPP, "{place}");
    assert_eq!((machine.hart.instret, machine.hart.x[..32] == x[..32]), (row.retired + 1, true), "{place}");
    assert!(memory(&machine) == before, "{place}: memory has changed");
    // Goes on.
    assert!(machine.hart.write_csr(csr::MEPC, RESUME));
    assert_eq!((run(&mut machine), machine.hart.pc), (Exit::Wfi, RESUME + 4), "{place}");
    assert_eq!(read(&machine, csr::MSTATUS) & (MIE | MPIE | MPP), MIE | MPIE | MPP, "{place}");
}

#[test]
fn rows() {
    for row in ROWS {
        for image in [true, false] {
            check_exit(row, image);
            for vectored in [0, 1] {
                check_trap(row, image, vectored);
            }
        }
    }
}

/// The handler repairs the instruction and returns to it.
#[test]
fn an_instruction_is_tried_again() {
    // la t0,1f; csrw mtvec,t0; .word 0xffffffff; wfi
    // 1: csrr t1,mepc; lui t2,0x00500; addi t2,t2,0x513; sw t2,0(t1); fence.i; mret
    let words = [
        0x0000_0297,
        0x0142_8293,
        0x3052_9073,
        0xffff_ffff,
        WFI,
        0x3410_2373,
        0x0050_03b7,
        0x5133_8393,
        0x0073_2023,
        0x0000_100f,
        MRET,
    ];
    for image in [true, false] {
        let mut machine = Machine::new("rv64gc", &words, &(), image, &[]);
        assert_eq!(run(&mut machine), Exit::Wfi);
        // The handler has put `li a0,5` there.
        assert_eq!((machine.hart.pc, machine.hart.x[10], machine.hart.instret), (BASE + 20, 5, 3 + 6 + 2));
        assert_eq!(read(&machine, csr::MEPC), BASE + 12);
    }
}

/// The upper half of `lui a0,0x45050` is `c.li a0,1`: jumping into the middle of an instruction is
/// legal.
#[test]
fn the_middle_of_an_instruction() {
    // j .+6; lui a0,0x45050; wfi
    let mut machine = Machine::new("rv64gc", &[0x0060_006f, 0x4505_0537, WFI], &(), true, &[]);
    assert_eq!(run(&mut machine), Exit::Wfi);
    assert_eq!((machine.hart.pc, machine.hart.x[10], machine.hart.instret), (BASE + 12, 1, 3));
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Uncompressed code is aligned to four bytes. The jump faults and does not link.
    Row { assembly: "jal a0,.+6", isa: "rv32im", at: BASE, code: &[0x056f, 0x0060], x: &[], cause: cause::MISALIGNED_FETCH, epc: BASE, tval: BASE + 0x6, retired: 0, shared: false },
    Row { assembly: "jalr a0,6(a1)", isa: "rv64ima", at: BASE, code: &[0x8567, 0x0065], x: &[(11, BASE)], cause: cause::MISALIGNED_FETCH, epc: BASE, tval: BASE + 0x6, retired: 0, shared: false },
    Row { assembly: "jalr a0,7(a1)", isa: "rv64ima", at: BASE, code: &[0x8567, 0x0075], x: &[(11, BASE)], cause: cause::MISALIGNED_FETCH, epc: BASE, tval: BASE + 0x6, retired: 0, shared: false },
    Row { assembly: "beq a0,a1,.+10", isa: "rv32i", at: BASE, code: &[0x0563, 0x00b5], x: &[], cause: cause::MISALIGNED_FETCH, epc: BASE, tval: BASE + 0xa, retired: 0, shared: false },
    Row { assembly: "bgeu a0,a1,.-6", isa: "rv64i", at: BASE + 0x100, code: &[0x7de3, 0xfeb5], x: &[], cause: cause::MISALIGNED_FETCH, epc: BASE + 0x100, tval: BASE + 0xfa, retired: 0, shared: false },
    // Jumps to addresses without memory: the jump retires, and the missing instruction faults.
    Row { assembly: "jr 0(a1)", isa: "rv64gc", at: BASE, code: &[0x8067, 0x0005], x: &[], cause: cause::FETCH_ACCESS, epc: 0x0, tval: 0x0, retired: 1, shared: false },
    Row { assembly: "jr 0(a1)", isa: "rv64gc", at: BASE, code: &[0x8067, 0x0005], x: &[(11, END)], cause: cause::FETCH_ACCESS, epc: END, tval: END, retired: 1, shared: false },
    Row { assembly: "jr -1(a1)", isa: "rv64gc", at: BASE, code: &[0x8067, 0xfff5], x: &[], cause: cause::FETCH_ACCESS, epc: 0xfffffffffffffffe, tval: 0xfffffffffffffffe, retired: 1, shared: false },
    Row { assembly: "jr -1(a1)", isa: "rv32gc", at: BASE, code: &[0x8067, 0xfff5], x: &[], cause: cause::FETCH_ACCESS, epc: 0xfffffffe, tval: 0xfffffffe, retired: 1, shared: false },
    Row { assembly: "jr -2(a1)", isa: "rv64gc", at: BASE, code: &[0x8067, 0xffe5], x: &[(11, BASE)], cause: cause::FETCH_ACCESS, epc: BASE - 0x2, tval: BASE - 0x2, retired: 1, shared: false },
    Row { assembly: "j .+0x100", isa: "rv64i", at: END - 0xc0, code: &[0x006f, 0x1000], x: &[], cause: cause::FETCH_ACCESS, epc: END + 0x40, tval: END + 0x40, retired: 1, shared: false },
    Row { assembly: "beq x0,x0,.-8", isa: "rv32ic", at: BASE, code: &[0x0ce3, 0xfe00], x: &[], cause: cause::FETCH_ACCESS, epc: BASE - 0x8, tval: BASE - 0x8, retired: 1, shared: false },
    // Off the end of memory.
    Row { assembly: "nop", isa: "rv64i", at: END - 0x4, code: &[0x0013, 0x0000], x: &[], cause: cause::FETCH_ACCESS, epc: END, tval: END, retired: 1, shared: false },
    Row { assembly: "c.nop", isa: "rv32ic", at: END - 0x2, code: &[0x0001], x: &[], cause: cause::FETCH_ACCESS, epc: END, tval: END, retired: 1, shared: false },
    // The second half is missing.
    Row { assembly: "nop", isa: "rv64gc", at: END - 0x2, code: &[0x0013, 0x0000], x: &[], cause: cause::FETCH_ACCESS, epc: END - 0x2, tval: END, retired: 0, shared: false },
    Row { assembly: "c.nop; nop", isa: "rv32gc", at: END - 0x4, code: &[0x0001, 0x0013, 0x0000], x: &[], cause: cause::FETCH_ACCESS, epc: END - 0x2, tval: END, retired: 1, shared: false },
    // tval is the instruction.
    Row { assembly: ".2byte 0", isa: "rv64gc", at: BASE, code: &[0x0000], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x0, retired: 0, shared: false },
    Row { assembly: ".4byte 0", isa: "rv32i", at: BASE, code: &[0x0000, 0x0000], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x0, retired: 0, shared: false },
    Row { assembly: ".4byte 0xffffffff", isa: "rv64gc", at: BASE, code: &[0xffff, 0xffff], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0xffffffff, retired: 0, shared: false },
    Row { assembly: ".4byte 0xffffffff", isa: "rv32gc", at: BASE, code: &[0xffff, 0xffff], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0xffffffff, retired: 0, shared: false },
    Row { assembly: ".4byte 0xffff8002", isa: "rv64gc", at: BASE, code: &[0x8002, 0xffff], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x8002, retired: 0, shared: false },
    // Data: the lower half is c.slli s1,20 by chance, the upper half is no instruction.
    Row { assembly: ".4byte 1234", isa: "rv64gc", at: BASE, code: &[0x04d2, 0x0000], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE + 0x2, tval: 0x0, retired: 1, shared: false },
    Row { assembly: ".8byte 0x3ff0000000000000", isa: "rv32i", at: BASE, code: &[0x0000, 0x0000, 0x0000, 0x3ff0], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x0, retired: 0, shared: false },
    // The middle of an instruction: the upper half of addi is no instruction.
    Row { assembly: "j .+6; addi a0,x0,1", isa: "rv64gc", at: BASE, code: &[0x006f, 0x0060, 0x0513, 0x0010], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE + 0x6, tval: 0x10, retired: 1, shared: false },
    // An instruction that spans two pages of predecoded code.
    Row { assembly: "nop; .2byte 0", isa: "rv64gc", at: BASE + 0xffe, code: &[0x0013, 0x0000, 0x0000], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE + 0x1002, tval: 0x0, retired: 1, shared: false },
    Row { assembly: "nop; .2byte 0", isa: "rv32ic", at: BASE + 0xffc, code: &[0x0013, 0x0000, 0x0000], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE + 0x1000, tval: 0x0, retired: 1, shared: false },
    Row { assembly: "sret", isa: "rv64gc", at: BASE, code: &[0x0073, 0x1020], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x10200073, retired: 0, shared: false },
    Row { assembly: "mul a0,a0,a0", isa: "rv64iafdc", at: BASE, code: &[0x0533, 0x02a5], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x2a50533, retired: 0, shared: false },
    Row { assembly: "csrrw a0,0x5c0,a1", isa: "rv64gc", at: BASE, code: &[0x9573, 0x5c05], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x5c059573, retired: 0, shared: false },
    Row { assembly: "csrrw a0,mhartid,a1", isa: "rv32i", at: BASE, code: &[0x9573, 0xf145], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0xf1459573, retired: 0, shared: false },
    Row { assembly: "csrrs a0,cycle,a1", isa: "rv32i", at: BASE, code: &[0xa573, 0xc005], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0xc005a573, retired: 0, shared: false },
    Row { assembly: "addw a0,a1,a2", isa: "rv32gc", at: BASE, code: &[0x853b, 0x00c5], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0xc5853b, retired: 0, shared: false },
    Row { assembly: "clz a0,a1", isa: "rv64gc", at: BASE, code: &[0x9513, 0x6005], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0x60059513, retired: 0, shared: false },
    Row { assembly: "fadd.s fa0,fa0,fa0", isa: "rv64imac", at: BASE, code: &[0x7553, 0x00a5], x: &[], cause: cause::ILLEGAL_INSTRUCTION, epc: BASE, tval: 0xa57553, retired: 0, shared: false },
    Row { assembly: "ebreak", isa: "rv64i", at: BASE, code: &[0x0073, 0x0010], x: &[], cause: cause::BREAKPOINT, epc: BASE, tval: BASE, retired: 0, shared: false },
    Row { assembly: "c.nop; c.ebreak", isa: "rv32gc", at: BASE, code: &[0x0001, 0x9002], x: &[], cause: cause::BREAKPOINT, epc: BASE + 0x2, tval: BASE + 0x2, retired: 1, shared: false },
    // Outside memory, accesses must be aligned.
    Row { assembly: "ld a0,0(a1)", isa: "rv64gc", at: BASE, code: &[0xb503, 0x0005], x: &[(11, 0x3001)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: 0x3001, retired: 0, shared: false },
    Row { assembly: "lw a0,0(a1)", isa: "rv32gc", at: BASE, code: &[0xa503, 0x0005], x: &[(11, 0x3001)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: 0x3001, retired: 0, shared: false },
    Row { assembly: "lhu a0,0(a1)", isa: "rv64gc", at: BASE, code: &[0xd503, 0x0005], x: &[(11, 0x3001)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: 0x3001, retired: 0, shared: false },
    Row { assembly: "lr.w a0,(a1)", isa: "rv64gc", at: BASE, code: &[0xa52f, 0x1005], x: &[(11, BASE + 0x102)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: BASE + 0x102, retired: 0, shared: false },
    Row { assembly: "lr.d a0,(a1)", isa: "rv64gc", at: BASE, code: &[0xb52f, 0x1005], x: &[(11, BASE + 0x104)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: BASE + 0x104, retired: 0, shared: false },
    Row { assembly: "flw fa0,2(a1)", isa: "rv64gc", at: BASE, code: &[0xa507, 0x0025], x: &[(11, 0x3000)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: 0x3002, retired: 0, shared: false },
    // Across the start of memory.
    Row { assembly: "ld a0,0(a1)", isa: "rv64gc", at: BASE, code: &[0xb503, 0x0005], x: &[(11, BASE - 0x4)], cause: cause::MISALIGNED_LOAD, epc: BASE, tval: BASE - 0x4, retired: 0, shared: false },
    // Across the end of memory. Privileged specification, "Machine Trap Value Register": of a misaligned access, mtval is
    // the address of the portion that caused the fault.
    Row { assembly: "ld a0,-4(a1)", isa: "rv64gc", at: BASE, code: &[0xb503, 0xffc5], x: &[(11, END)], cause: cause::LOAD_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "ld a0,-1(a1)", isa: "rv64gc", at: BASE, code: &[0xb503, 0xfff5], x: &[(11, END)], cause: cause::LOAD_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "lw a0,-3(a1)", isa: "rv32gc", at: BASE, code: &[0xa503, 0xffd5], x: &[(11, END)], cause: cause::LOAD_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "lh a0,-1(a1)", isa: "rv32gc", at: BASE, code: &[0x9503, 0xfff5], x: &[(11, END)], cause: cause::LOAD_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "fld fa0,-2(a1)", isa: "rv32gc", at: BASE, code: &[0xb507, 0xffe5], x: &[(11, END)], cause: cause::LOAD_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    // Refused by the owner of the rest of the address space.
    Row { assembly: "lb a0,0(a1)", isa: "rv64gc", at: BASE, code: &[0x8503, 0x0005], x: &[(11, END)], cause: cause::LOAD_ACCESS, epc: BASE, tval: END, retired: 0, shared: true },
    Row { assembly: "ld a0,-8(x0)", isa: "rv64gc", at: BASE, code: &[0x3503, 0xff80], x: &[], cause: cause::LOAD_ACCESS, epc: BASE, tval: 0xfffffffffffffff8, retired: 0, shared: true },
    Row { assembly: "lw a0,-4(x0)", isa: "rv32gc", at: BASE, code: &[0x2503, 0xffc0], x: &[], cause: cause::LOAD_ACCESS, epc: BASE, tval: 0xfffffffc, retired: 0, shared: true },
    Row { assembly: "sh a0,1(a1)", isa: "rv64gc", at: BASE, code: &[0x90a3, 0x00a5], x: &[(11, 0x3000)], cause: cause::MISALIGNED_STORE, epc: BASE, tval: 0x3001, retired: 0, shared: false },
    Row { assembly: "sw a0,0(a1)", isa: "rv32gc", at: BASE, code: &[0xa023, 0x00a5], x: &[(11, BASE - 0x2)], cause: cause::MISALIGNED_STORE, epc: BASE, tval: BASE - 0x2, retired: 0, shared: false },
    Row { assembly: "sc.w a0,a0,(a1)", isa: "rv64gc", at: BASE, code: &[0xa52f, 0x18a5], x: &[(11, BASE + 0x101)], cause: cause::MISALIGNED_STORE, epc: BASE, tval: BASE + 0x101, retired: 0, shared: false },
    Row { assembly: "sc.d a0,a0,(a1)", isa: "rv64gc", at: BASE, code: &[0xb52f, 0x18a5], x: &[(11, BASE + 0x104)], cause: cause::MISALIGNED_STORE, epc: BASE, tval: BASE + 0x104, retired: 0, shared: false },
    Row { assembly: "amoadd.w a0,a0,(a1)", isa: "rv32gc", at: BASE, code: &[0xa52f, 0x00a5], x: &[(11, BASE + 0x102)], cause: cause::MISALIGNED_STORE, epc: BASE, tval: BASE + 0x102, retired: 0, shared: false },
    Row { assembly: "amomaxu.d a0,a0,(a1)", isa: "rv64gc", at: BASE, code: &[0xb52f, 0xe0a5], x: &[(11, END - 0x4)], cause: cause::MISALIGNED_STORE, epc: BASE, tval: END - 0x4, retired: 0, shared: false },
    // No byte is stored on this side of the end either.
    Row { assembly: "sd a0,-4(a1)", isa: "rv64gc", at: BASE, code: &[0xbe23, 0xfea5], x: &[(10, 0xffffffffffffffff), (11, END)], cause: cause::STORE_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "sw a0,-1(a1)", isa: "rv32gc", at: BASE, code: &[0xafa3, 0xfea5], x: &[(10, 0xffffffffffffffff), (11, END)], cause: cause::STORE_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "fsd fa0,-7(a1)", isa: "rv64gc", at: BASE, code: &[0xbca7, 0xfea5], x: &[(11, END)], cause: cause::STORE_ACCESS, epc: BASE, tval: END, retired: 0, shared: false },
    Row { assembly: "sb a0,0(a1)", isa: "rv64gc", at: BASE, code: &[0x8023, 0x00a5], x: &[(11, END)], cause: cause::STORE_ACCESS, epc: BASE, tval: END, retired: 0, shared: true },
    Row { assembly: "amoswap.w a0,a0,(a1)", isa: "rv64gc", at: BASE, code: &[0xa52f, 0x08a5], x: &[(11, END)], cause: cause::STORE_ACCESS, epc: BASE, tval: END, retired: 0, shared: true },
    Row { assembly: "sc.w a0,a0,(a1)", isa: "rv32gc", at: BASE, code: &[0xa52f, 0x18a5], x: &[(11, END)], cause: cause::STORE_ACCESS, epc: BASE, tval: END, retired: 0, shared: true },
    Row { assembly: "ecall", isa: "rv64gc", at: BASE, code: &[0x0073, 0x0000], x: &[], cause: cause::MACHINE_ECALL, epc: BASE, tval: 0x0, retired: 0, shared: false },
    Row { assembly: "ecall", isa: "rv32i", at: END - 0x4, code: &[0x0073, 0x0000], x: &[], cause: cause::MACHINE_ECALL, epc: END - 0x4, tval: 0x0, retired: 0, shared: false },
];
