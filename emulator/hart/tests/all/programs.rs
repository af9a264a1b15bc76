//! Small programs: how they end, and the registers they leave. Each runs from an image and from
//! privately decoded code, in one run and in many short ones.

use crate::common::Machine;
use rankine_bus::{Access, Kind, Width};
use rankine_hart::{Exit, Trap, cause};

struct Row {
    /// Assembly text of the words, assembled at 0x10000.
    assembly: &'static str,
    isa: &'static str,
    code: &'static [u32],
    exit: Exit,
    x: &'static [(usize, u64)],
}

fn check(row: &Row) {
    let mut whole = Machine::new(row.isa, row.code, &(), true, &[]);
    assert_eq!(whole.run(&mut (), &mut (), 10_000), row.exit, "{}", row.assembly);
    for &(number, value) in row.x {
        assert_eq!(whole.hart.get_x(number), value, "x{number} after {}", row.assembly);
    }
    for image in [true, false] {
        let mut parts = Machine::new(row.isa, row.code, &(), image, &[]);
        let exit = loop {
            let until = parts.hart.cycles + 1;
            match parts.run(&mut (), &mut (), until) {
                Exit::Budget => assert!(parts.hart.cycles < 10_000),
                exit => break exit,
            }
        };
        assert_eq!(exit, row.exit, "{}", row.assembly);
        assert!(parts.hart.same_state(&whole.hart), "{}", row.assembly);
        assert_eq!(
            (parts.hart.cycles, parts.hart.instret),
            (whole.hart.cycles, whole.hart.instret),
            "{}",
            row.assembly
        );
    }
}

#[test]
fn rows() {
    for row in ROWS {
        check(row);
    }
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row {
        assembly: "li x0,5; mv a0,x0; ecall",
        isa: "rv64gc",
        code: &[0x0050_0013, 0x0000_0513, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0)],
    },
    Row {
        assembly: "lui a0,0x80000; auipc a1,0xfffff; ecall",
        isa: "rv64gc",
        code: &[0x8000_0537, 0xffff_f597, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0xffff_ffff_8000_0000), (11, 0xf004)],
    },
    Row {
        assembly: "lui a0,0x80000; srli a1,a0,31; srai a2,a0,31; slli a3,a0,1; sltu a4,x0,a0; slt a5,a0,x0; ecall",
        isa: "rv32i",
        code: &[0x8000_0537, 0x01f5_5593, 0x41f5_5613, 0x0015_1693, 0x00a0_3733, 0x0005_27b3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0xffff_ffff_8000_0000), (11, 1), (12, 0xffff_ffff_ffff_ffff), (13, 0), (14, 1), (15, 1)],
    },
    Row {
        assembly: "li a0,-1; slli a1,a0,63; srli a2,a0,63; srliw a3,a0,31; sraiw a4,a0,31; addiw a5,a1,-1; ecall",
        isa: "rv64gc",
        code: &[0xfff0_0513, 0x03f5_1593, 0x03f5_5613, 0x01f5_569b, 0x41f5_571b, 0xfff5_879b, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 0x8000_0000_0000_0000), (12, 1), (13, 1), (14, 0xffff_ffff_ffff_ffff), (15, 0xffff_ffff_ffff_ffff)],
    },
    Row {
        assembly: "jal a0,1f; ebreak; 1: la a1,2f; jalr a1,0(a1); ebreak; 2: ecall",
        isa: "rv64i",
        code: &[0x0080_056f, 0x0010_0073, 0x0000_0597, 0x0105_8593, 0x0005_85e7, 0x0010_0073, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0x0001_0004), (11, 0x0001_0014)],
    },
    Row {
        assembly: "li a0,7; li a1,0; div a2,a0,a1; rem a3,a0,a1; divu a4,a0,a1; remu a5,a0,a1; ecall",
        isa: "rv64gc",
        code: &[0x0070_0513, 0x0000_0593, 0x02b5_4633, 0x02b5_66b3, 0x02b5_5733, 0x02b5_77b3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(12, 0xffff_ffff_ffff_ffff), (13, 7), (14, 0xffff_ffff_ffff_ffff), (15, 7)],
    },
    Row {
        assembly: "li a0,1; slli a0,a0,63; li a1,-1; div a2,a0,a1; rem a3,a0,a1; divw a4,a0,x0; mulh a5,a0,a0; mulhu a6,a0,a0; mulhsu a7,a0,a0; ecall",
        isa: "rv64gc",
        code: &[0x0010_0513, 0x03f5_1513, 0xfff0_0593, 0x02b5_4633, 0x02b5_66b3, 0x0205_473b, 0x02a5_17b3, 0x02a5_3833, 0x02a5_28b3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(12, 0x8000_0000_0000_0000), (13, 0), (14, 0xffff_ffff_ffff_ffff), (15, 0x4000_0000_0000_0000), (16, 0x4000_0000_0000_0000), (17, 0xc000_0000_0000_0000)],
    },
    Row {
        assembly: "lui a0,0x80000; li a1,-1; div a2,a0,a1; rem a3,a0,a1; divu a4,a0,a1; mulhu a5,a0,a1; mulhsu a6,a1,a1; mul a7,a0,a1; ecall",
        isa: "rv32imac",
        code: &[0x8000_0537, 0xfff0_0593, 0x02b5_4633, 0x02b5_66b3, 0x02b5_5733, 0x02b5_37b3, 0x02b5_a833, 0x02b5_08b3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(12, 0xffff_ffff_8000_0000), (13, 0), (14, 0), (15, 0x7fff_ffff), (16, 0xffff_ffff_ffff_ffff), (17, 0xffff_ffff_8000_0000)],
    },
    Row {
        assembly: "li a0,-2; la a1,0x10100; sd a0,0(a1); lb a2,0(a1); lbu a3,0(a1); lh a4,0(a1); lhu a5,0(a1); lw a6,0(a1); lwu a7,0(a1); ecall",
        isa: "rv64gc",
        code: &[0xffe0_0513, 0x0001_05b7, 0x1005_8593, 0x00a5_b023, 0x0005_8603, 0x0005_c683, 0x0005_9703, 0x0005_d783, 0x0005_a803, 0x0005_e883, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(12, 0xffff_ffff_ffff_fffe), (13, 0xfe), (14, 0xffff_ffff_ffff_fffe), (15, 0xfffe), (16, 0xffff_ffff_ffff_fffe), (17, 0xffff_fffe)],
    },
    Row {
        assembly: "li a0,0x1234567; lui a1,0x11; sw a0,1(a1); lw a2,1(a1); lhu a3,3(a1); lw a4,-1(a1); ecall",
        isa: "rv64gc",
        code: &[0x0123_4537, 0x5675_051b, 0x0001_15b7, 0x00a5_a0a3, 0x0015_a603, 0x0035_d683, 0xfff5_a703, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(12, 0x0123_4567), (13, 0x123), (14, 0x4567_0000)],
    },
    Row {
        assembly: "lui a1,0x20; lbu a0,-1(a1); lhu a0,-2(a1); lw a0,-4(a1); ld a0,-8(a1); ecall",
        isa: "rv64gc",
        code: &[0x0002_05b7, 0xfff5_c503, 0xffe5_d503, 0xffc5_a503, 0xff85_b503, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0)],
    },
    Row {
        assembly: "lui a1,0x20; lw a0,-3(a1)",
        isa: "rv64gc",
        code: &[0x0002_05b7, 0xffd5_a503],
        exit: Exit::Trap(Trap { cause: cause::LOAD_ACCESS, tval: 0x20000 }),
        x: &[(10, 0)],
    },
    Row {
        assembly: "lui a1,0x20; sd a0,-4(a1)",
        isa: "rv64gc",
        code: &[0x0002_05b7, 0xfea5_be23],
        exit: Exit::Trap(Trap { cause: cause::STORE_ACCESS, tval: 0x20000 }),
        x: &[],
    },
    Row {
        assembly: "lui a1,0x20; lh a0,1(a1)",
        isa: "rv64gc",
        code: &[0x0002_05b7, 0x0015_9503],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_LOAD, tval: 0x20001 }),
        x: &[],
    },
    Row {
        assembly: "lui a1,0x20; sh a0,1(a1)",
        isa: "rv64gc",
        code: &[0x0002_05b7, 0x00a5_90a3],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_STORE, tval: 0x20001 }),
        x: &[],
    },
    Row {
        assembly: "lui a1,0x20; ld a0,8(a1)",
        isa: "rv64gc",
        code: &[0x0002_05b7, 0x0085_b503],
        exit: Exit::Shared(Access { addr: 0x20008, width: Width::B8, kind: Kind::Load }),
        x: &[],
    },
    Row {
        assembly: "li a0,-1; sw a0,4(x0)",
        isa: "rv64gc",
        code: &[0xfff0_0513, 0x00a0_2223],
        exit: Exit::Shared(Access { addr: 0x4, width: Width::B4, kind: Kind::Store(0xffff_ffff) }),
        x: &[],
    },
    Row {
        assembly: "lw a0,-4(x0)",
        isa: "rv32i",
        code: &[0xffc0_2503],
        exit: Exit::Shared(Access { addr: 0xfffffffc, width: Width::B4, kind: Kind::Load }),
        x: &[],
    },
    Row {
        assembly: "flw fa0,4(x0)",
        isa: "rv64gc",
        code: &[0x0040_2507],
        exit: Exit::Shared(Access { addr: 0x4, width: Width::B4, kind: Kind::Load }),
        x: &[],
    },
    Row {
        assembly: "fence rw,rw",
        isa: "rv64gc",
        code: &[0x0330_000f],
        exit: Exit::Shared(Access { addr: 0x0, width: Width::B1, kind: Kind::Fence }),
        x: &[],
    },
    Row {
        assembly: ".word 0x0100000f; ecall",
        isa: "rv64gc",
        code: &[0x0100_000f, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[],
    },
    Row {
        assembly: "lui a1,0x11; li a0,5; sw a0,0(a1); lr.w a2,(a1); sc.w a3,a1,(a1); sc.w a4,a0,(a1); lw a5,0(a1); ecall",
        isa: "rv64gc",
        code: &[0x0001_15b7, 0x0050_0513, 0x00a5_a023, 0x1005_a62f, 0x18b5_a6af, 0x18a5_a72f, 0x0005_a783, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(12, 5), (13, 0), (14, 1), (15, 0x0001_1000)],
    },
    Row {
        assembly: "lui a1,0x11; li a0,-3; sd a0,0(a1); li a2,2; amomaxu.w a3,a2,(a1); amomin.d a4,a2,(a1); amoadd.d a5,a2,(a1); ld a6,0(a1); ecall",
        isa: "rv64gc",
        code: &[0x0001_15b7, 0xffd0_0513, 0x00a5_b023, 0x0020_0613, 0xe0c5_a6af, 0x80c5_b72f, 0x00c5_b7af, 0x0005_b803, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(13, 0xffff_ffff_ffff_fffd), (14, 0xffff_ffff_ffff_fffd), (15, 0xffff_ffff_ffff_fffd), (16, 0xffff_ffff_ffff_ffff)],
    },
    Row {
        assembly: "lui a1,0x11; addi a1,a1,2; amoadd.w a0,a0,(a1)",
        isa: "rv64gc",
        code: &[0x0001_15b7, 0x0025_8593, 0x00a5_a52f],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_STORE, tval: 0x11002 }),
        x: &[],
    },
    Row {
        assembly: "lui a1,0x11; addi a1,a1,2; lr.w a0,(a1)",
        isa: "rv64gc",
        code: &[0x0001_15b7, 0x0025_8593, 0x1005_a52f],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_LOAD, tval: 0x11002 }),
        x: &[],
    },
    Row {
        assembly: "li a1,8; amoswap.d a0,a0,(a1)",
        isa: "rv64gc",
        code: &[0x0080_0593, 0x08a5_b52f],
        exit: Exit::Shared(Access { addr: 0x8, width: Width::B8, kind: Kind::Atomic }),
        x: &[],
    },
    Row {
        assembly: "li a1,8; lr.w a0,(a1)",
        isa: "rv64gc",
        code: &[0x0080_0593, 0x1005_a52f],
        exit: Exit::Shared(Access { addr: 0x8, width: Width::B4, kind: Kind::Atomic }),
        x: &[],
    },
    Row {
        assembly: "ebreak",
        isa: "rv64gc",
        code: &[0x0010_0073],
        exit: Exit::Ebreak,
        x: &[],
    },
    Row {
        assembly: ".word 0",
        isa: "rv64gc",
        code: &[0x0000_0000],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x0 }),
        x: &[],
    },
    Row {
        assembly: ".word 0xffffffff",
        isa: "rv64gc",
        code: &[0xffff_ffff],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0xffffffff }),
        x: &[],
    },
    Row {
        assembly: "mul a0,a0,a0",
        isa: "rv64i",
        code: &[0x02a5_0533],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x2a50533 }),
        x: &[],
    },
    Row {
        assembly: "csrr a0,0x5c0",
        isa: "rv64gc",
        code: &[0x5c00_2573],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x5c002573 }),
        x: &[],
    },
    Row {
        assembly: "csrw mhartid,x0",
        isa: "rv64gc",
        code: &[0xf140_1073],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0xf1401073 }),
        x: &[],
    },
    Row {
        assembly: "csrr a0,mhartid; csrrsi a1,misa,0; ecall",
        isa: "rv64gc",
        code: &[0xf140_2573, 0x3010_65f3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 3), (11, 0x8000_0000_0000_112d)],
    },
    Row {
        assembly: "csrr a1,misa; ecall",
        isa: "rv32imac",
        code: &[0x3010_25f3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 0x4000_1105)],
    },
    Row {
        assembly: "jr x0",
        isa: "rv64gc",
        code: &[0x0000_0067],
        exit: Exit::Trap(Trap { cause: cause::FETCH_ACCESS, tval: 0x0 }),
        x: &[],
    },
    Row {
        assembly: "lui a0,0x20; jr -2(a0)",
        isa: "rv64gc",
        code: &[0x0002_0537, 0xffe5_0067],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x0 }),
        x: &[],
    },
    Row {
        assembly: "lui a0,0x20; li a1,0x13; sh a1,-2(a0); jr -2(a0)",
        isa: "rv64gc",
        code: &[0x0002_0537, 0x0130_0593, 0xfeb5_1f23, 0xffe5_0067],
        exit: Exit::Trap(Trap { cause: cause::FETCH_ACCESS, tval: 0x20000 }),
        x: &[],
    },
    Row {
        assembly: "j .+6",
        isa: "rv64i",
        code: &[0x0060_006f],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_FETCH, tval: 0x10006 }),
        x: &[],
    },
    Row {
        assembly: "li a0,2; jalr a0,0(a0)",
        isa: "rv64i",
        code: &[0x0020_0513, 0x0005_0567],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_FETCH, tval: 0x2 }),
        x: &[(10, 2)],
    },
    Row {
        assembly: "beq x0,x0,.+6",
        isa: "rv64i",
        code: &[0x0000_0363],
        exit: Exit::Trap(Trap { cause: cause::MISALIGNED_FETCH, tval: 0x10006 }),
        x: &[],
    },
    Row {
        assembly: "bne x0,x0,.+6; ecall",
        isa: "rv64i",
        code: &[0x0000_1363, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[],
    },
    Row {
        assembly: "wfi",
        isa: "rv64gc",
        code: &[0x1050_0073],
        exit: Exit::Wfi,
        x: &[],
    },
    Row {
        assembly: "la t0,1f; csrw mtvec,t0; csrsi mstatus,8; li a0,1; ecall; li a0,2; 2: j 2f; 1: csrr a1,mcause; csrr a2,mepc; csrr a3,mstatus; addi a2,a2,4; csrw mepc,a2; mret; 2: csrr a4,mstatus; csrw mtvec,x0; ecall",
        isa: "rv64gc",
        code: &[0x0000_0297, 0x0202_8293, 0x3052_9073, 0x3004_6073, 0x0010_0513, 0x0000_0073, 0x0020_0513, 0x01c0_006f, 0x3420_25f3, 0x3410_2673, 0x3000_26f3, 0x0046_0613, 0x3416_1073, 0x3020_0073, 0x3000_2773, 0x3050_1073, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 2), (11, 0xb), (13, 0x8000_0000_0000_7880), (14, 0x8000_0000_0000_7888)],
    },
    Row {
        assembly: "la t0,1f; csrw mtvec,t0; .word 0xffffffff; 1: csrr a1,mcause; csrr a2,mtval; csrw mtvec,x0; ecall",
        isa: "rv64gc",
        code: &[0x0000_0297, 0x0102_8293, 0x3052_9073, 0xffff_ffff, 0x3420_25f3, 0x3430_2673, 0x3050_1073, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 2), (12, 0xffff_ffff)],
    },
    Row {
        assembly: "la t0,1f; csrw mtvec,t0; lw a0,-3(t1); 1: csrr a1,mcause; csrr a2,mtval; csrw mtvec,x0; ecall",
        isa: "rv64gc",
        code: &[0x0000_0297, 0x0102_8293, 0x3052_9073, 0xffd3_2503, 0x3420_25f3, 0x3430_2673, 0x3050_1073, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 4), (12, 0xffff_ffff_ffff_fffd)],
    },
    Row {
        assembly: "nop; nop; csrr a0,minstret; csrr a1,mcycle; csrr a2,time; rdinstret a3; ecall",
        isa: "rv64i",
        code: &[0x0000_0013, 0x0000_0013, 0xb020_2573, 0xb000_25f3, 0xc010_2673, 0xc020_26f3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 2), (11, 3), (12, 4), (13, 5)],
    },
    Row {
        assembly: "li a0,100; csrw minstret,a0; csrr a1,minstret; csrr a2,minstret; ecall",
        isa: "rv64i",
        code: &[0x0640_0513, 0xb025_1073, 0xb020_25f3, 0xb020_2673, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 0x64), (12, 0x65)],
    },
    Row {
        assembly: "csrr a0,cycleh; csrr a1,instreth; li a2,-1; csrw mcycleh,a2; csrr a3,cycleh; ecall",
        isa: "rv32i",
        code: &[0xc800_2573, 0xc820_25f3, 0xfff0_0613, 0xb806_1073, 0xc800_26f3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0), (11, 0), (13, 0xffff_ffff_ffff_ffff)],
    },
    Row {
        assembly: "csrw satp,x0",
        isa: "rv64gc",
        code: &[0x1800_1073],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x18001073 }),
        x: &[],
    },
    Row {
        assembly: "csrr a0,mcounteren",
        isa: "rv64gc",
        code: &[0x3060_2573],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x30602573 }),
        x: &[],
    },
    Row {
        assembly: "csrwi pmpaddr0,5",
        isa: "rv64gc",
        code: &[0x3b02_d073],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x3b02d073 }),
        x: &[],
    },
    Row {
        assembly: "csrr a3,pmpcfg0",
        isa: "rv32i",
        code: &[0x3a00_26f3],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x3a0026f3 }),
        x: &[],
    },
    Row {
        assembly: "li a0,-1; csrw mstatus,a0; csrr a1,mstatus; csrw mie,a0; csrr a2,mie; csrw mip,a0; csrr a3,mip; ecall",
        isa: "rv32i",
        code: &[0xfff0_0513, 0x3005_1073, 0x3000_25f3, 0x3045_1073, 0x3040_2673, 0x3445_1073, 0x3440_26f3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 0x1888), (12, 0x888), (13, 0)],
    },
    Row {
        assembly: "la t0,1f; lw t1,2f; sw t1,0(t0); fence.i; 1: li a0,1; ecall; 2: li a0,2",
        isa: "rv64i",
        code: &[0x0000_0297, 0x0182_8293, 0x0000_0317, 0x0183_2303, 0x0062_a023, 0x0000_100f, 0x0010_0513, 0x0000_0073, 0x0020_0513],
        exit: Exit::Ecall,
        x: &[(10, 2)],
    },
    Row {
        assembly: "csrwi frm,5; fadd.s fa0,fa0,fa0",
        isa: "rv64gc",
        code: &[0x0022_d073, 0x00a5_7553],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0xa57553 }),
        x: &[],
    },
    Row {
        assembly: "csrwi frm,5; fadd.s fa0,fa0,fa0,rtz; csrr a0,fcsr; ecall",
        isa: "rv64gc",
        code: &[0x0022_d073, 0x00a5_1553, 0x0030_2573, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 0xa0)],
    },
    Row {
        assembly: "lui a0,6; csrc mstatus,a0; fsw fa0,0(x0)",
        isa: "rv64gc",
        code: &[0x0000_6537, 0x3005_3073, 0x00a0_2027],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0xa02027 }),
        x: &[],
    },
    Row {
        assembly: "lui a0,6; csrc mstatus,a0; csrr a1,fcsr",
        isa: "rv64gc",
        code: &[0x0000_6537, 0x3005_3073, 0x0030_25f3],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x3025f3 }),
        x: &[],
    },
    Row {
        assembly: "fcvt.s.w fa0,x0; li a0,1; fcvt.s.w fa1,a0; fdiv.s fa2,fa1,fa0; frflags a1; fmv.x.d a2,fa2; fdiv.s fa2,fa0,fa0; frflags a3; fmv.x.w a4,fa2; fclass.s a5,fa2; ecall",
        isa: "rv64gc",
        code: &[0xd000_7553, 0x0010_0513, 0xd005_75d3, 0x18a5_f653, 0x0010_25f3, 0xe206_0653, 0x18a5_7653, 0x0010_26f3, 0xe006_0753, 0xe006_17d3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 8), (12, 0xffff_ffff_7f80_0000), (13, 0x18), (14, 0x7fc0_0000), (15, 0x200)],
    },
    Row {
        assembly: "li a0,1; fcvt.d.w fa0,a0; fadd.s fa1,fa0,fa0; fmv.x.d a1,fa1; ecall",
        isa: "rv64gc",
        code: &[0x0010_0513, 0xd205_0553, 0x00a5_75d3, 0xe205_85d3, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 0xffff_ffff_7fc0_0000)],
    },
    Row {
        assembly: "csrr a0,fcsr",
        isa: "rv64imac",
        code: &[0x0030_2573],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x302573 }),
        x: &[],
    },
    Row {
        assembly: "c.li a0,-1; c.addiw a0,2; c.mv a1,a0; c.add a1,a0; c.slli a1,4; c.lui a2,0x1f; c.addi4spn a3,sp,16; c.addi16sp sp,-32; ecall",
        isa: "rv64gc",
        code: &[0x2509_557d, 0x95aa_85aa, 0x667d_0592, 0x713d_0814, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(10, 1), (11, 0x20), (12, 0x0001_f000), (13, 0x10), (2, 0xffff_ffff_ffff_ffe0)],
    },
    Row {
        assembly: "c.li a0,3; 1: c.addi a0,-1; c.bnez a0,1b; c.jal 2f; ecall; 2: c.jr ra",
        isa: "rv32imac",
        code: &[0x157d_450d, 0x2019_fd7d, 0x0000_0073, 0x0000_8082],
        exit: Exit::Ecall,
        x: &[(10, 0), (1, 0x0001_0008)],
    },
    Row {
        assembly: "c.ebreak",
        isa: "rv64gc",
        code: &[0x0000_9002],
        exit: Exit::Ebreak,
        x: &[],
    },
    // QEMU up to 7.2 gives 64 if the low word is zero and the upper is not: it masks a copy and counts in
    // the original. Unprivileged specification, "ctzw": 32 when there is no 1 in the least-significant word.
    Row {
        assembly: "li a0,1; slli a0,a0,35; ctzw a1,a0; ctzw a2,x0; lui a3,0x80000; ctzw a3,a3; clzw a4,a0; cpopw a5,a0; clz a6,x0; ctz a7,x0; orc.b s2,a0; rev8 s3,a0; ecall",
        isa: "rv64i_zbb",
        code: &[0x0010_0513, 0x0235_1513, 0x6015_159b, 0x6010_161b, 0x8000_06b7, 0x6016_969b, 0x6005_171b, 0x6025_179b, 0x6000_1813, 0x6010_1893, 0x2875_5913, 0x6b85_5993, 0x0000_0073],
        exit: Exit::Ecall,
        x: &[(11, 32), (12, 32), (13, 31), (14, 32), (15, 0), (16, 64), (17, 64), (18, 0xff_0000_0000), (19, 0x0800_0000)],
    },
    Row {
        assembly: "clz a0,a0",
        isa: "rv64gc",
        code: &[0x6005_1513],
        exit: Exit::Trap(Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: 0x6005_1513 }),
        x: &[],
    },
];
