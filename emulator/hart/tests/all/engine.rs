//! Tests of a run beside executing instructions: stopping, completing, hooks, observers, costs.

use crate::common::{BASE, Machine};
use rankine_bus::{Access, Kind, Width};
use rankine_hart::{Exit, Hart, Retired, Trap, Watch, cause};
use rankine_isa::Xlen;
use std::ops::ControlFlow;

const ECALL: u32 = 0x0000_0073;
const NOP: u32 = 0x0000_0013;
const FENCE_I: u32 = 0x0000_100f;
/// li a0,3; 1: addi a0,a0,-1; bnez a0,1b; ecall
const COUNTDOWN: &[u32] = &[0x0030_0513, 0xfff5_0513, 0xfe05_1ee3, ECALL];
/// 1: addi a0,a0,1; fence.i; j 1b
const FLUSHING: &[u32] = &[0x0015_0513, FENCE_I, 0xff9f_f06f];

fn untimed(words: &[u32]) -> Machine {
    Machine::new("rv64gc", words, &(), true, &[])
}

fn run(machine: &mut Machine) -> Exit {
    machine.run(&mut (), &mut (), 1000)
}

#[test]
fn hooks_stop_once_each_time() {
    for image in [true, false] {
        let mut machine = Machine::new("rv64gc", COUNTDOWN, &(), image, &[BASE, BASE + 4]);
        for (pc, a0) in [(BASE, 0), (BASE + 4, 3), (BASE + 4, 2), (BASE + 4, 1)] {
            assert_eq!(run(&mut machine), Exit::Hook);
            assert_eq!((machine.hart.pc, machine.hart.x[10]), (pc, a0));
        }
        assert_eq!(run(&mut machine), Exit::Ecall);
        assert_eq!((machine.hart.cycles, machine.hart.instret), (7, 7));
    }
}

#[test]
fn hooks_on_a_jump_to_itself_and_after_a_flush() {
    // 1: j 1b
    let mut machine = Machine::new("rv64gc", &[0x0000_006f], &(), true, &[BASE]);
    for instret in 0..5 {
        assert_eq!(run(&mut machine), Exit::Hook);
        assert_eq!(machine.hart.instret, instret);
    }
    let mut machine = Machine::new("rv64gc", FLUSHING, &(), true, &[BASE]);
    for round in 0..5 {
        assert_eq!(run(&mut machine), Exit::Hook);
        assert_eq!(machine.hart.x[10], round);
    }
}

#[test]
fn hook_on_a_shared_access_is_reported_once() {
    // lw a0,0(x0)
    let mut machine = Machine::new("rv64gc", &[0x0000_2503, ECALL], &(), true, &[BASE, BASE + 4]);
    let load = Exit::Shared(Access { addr: 0, width: Width::B4, kind: Kind::Load });
    for expected in [Exit::Hook, load, load] {
        assert_eq!(run(&mut machine), expected);
    }
    machine.hart.finish_load(1, 1);
    assert_eq!(run(&mut machine), Exit::Hook);
    machine.hart.pc = BASE;
    assert_eq!(run(&mut machine), Exit::Hook);
}

#[test]
fn returns_to_the_watched_address() {
    // jal ra,1f; ecall; 1: ret
    let mut machine = untimed(&[0x0080_00ef, ECALL, 0x0000_8067]);
    machine.hart.watch_return = BASE + 4;
    assert_eq!(run(&mut machine), Exit::Returned);
    assert_eq!((machine.hart.pc, machine.hart.instret), (BASE + 4, 2));
    assert_eq!(run(&mut machine), Exit::Ecall);
}

#[test]
fn budget_is_looked_at_where_control_transfers() {
    let mut machine = untimed(COUNTDOWN);
    for (until, cycles) in [(0, 0), (1, 3), (3, 3), (4, 5)] {
        assert_eq!(machine.run(&mut (), &mut (), until), Exit::Budget);
        assert_eq!(machine.hart.cycles, cycles);
    }
}

/// A trap vector that only traps again still takes time.
#[test]
fn traps_without_end_use_up_the_budget() {
    for vector in [4, BASE + 0x100] {
        let mut machine = untimed(&[ECALL]);
        assert!(machine.hart.write_csr(rankine_isa::csr::MTVEC, vector));
        assert_eq!(run(&mut machine), Exit::Budget);
        assert_eq!((machine.hart.cycles, machine.hart.instret), (1000, 0));
    }
}

#[test]
fn completing_loads() {
    const SIGNED: u64 = 0xffff_ffff_ffff_ff80;
    for (word, width, value, result) in [
        (0x0000_0503, Width::B1, 0x80, SIGNED),
        (0x0000_4503, Width::B1, 0x80, 0x80),
        (0x0000_1503, Width::B2, 0xff80, SIGNED),
        (0x0000_5503, Width::B2, 0xff80, 0xff80),
        (0x0000_2503, Width::B4, 0xffff_ff80, SIGNED),
        (0x0000_6503, Width::B4, 0xffff_ff80, 0xffff_ff80),
        (0x0000_3503, Width::B8, SIGNED, SIGNED),
    ] {
        let mut machine = untimed(&[word, ECALL]);
        assert_eq!(run(&mut machine), Exit::Shared(Access { addr: 0, width, kind: Kind::Load }));
        assert_eq!((machine.hart.pc, machine.hart.instret, machine.hart.cycles), (BASE, 0, 0));
        machine.hart.finish_load(value, 7);
        assert_eq!(machine.hart.x[10], result, "{word:08x}");
        assert_eq!((machine.hart.pc, machine.hart.instret, machine.hart.cycles), (BASE + 4, 1, 7));
        assert_eq!(run(&mut machine), Exit::Ecall);
    }
    for (word, value, result) in
        [(0x0000_2507, 0x3f80_0000, 0xffff_ffff_3f80_0000), (0x0000_3507, 0x3ff0_0000_0000_0000, 0x3ff0_0000_0000_0000)]
    {
        let mut machine = untimed(&[word]);
        assert!(matches!(run(&mut machine), Exit::Shared(_)));
        machine.hart.finish_load(value, 1);
        assert_eq!(machine.hart.f[10], result, "{word:08x}");
    }
}

#[test]
fn completing_the_others() {
    let done = |hart: &Hart| (hart.pc, hart.instret, hart.cycles);
    // sw a0,0(x0)
    let mut machine = untimed(&[0x00a0_2023]);
    assert!(matches!(run(&mut machine), Exit::Shared(Access { kind: Kind::Store(0), .. })));
    machine.hart.finish_store(3);
    assert_eq!(done(&machine.hart), (BASE + 4, 1, 3));
    // fence
    let mut machine = untimed(&[0x0ff0_000f]);
    assert!(matches!(run(&mut machine), Exit::Shared(Access { kind: Kind::Fence, .. })));
    machine.hart.finish_fence(2);
    assert_eq!(done(&machine.hart), (BASE + 4, 1, 2));
    let mut machine = untimed(&[ECALL]);
    assert_eq!(run(&mut machine), Exit::Ecall);
    machine.hart.finish_call(Some(5), 9);
    assert_eq!((done(&machine.hart), machine.hart.x[10]), ((BASE + 4, 1, 9), 5));
    // c.ebreak is 2 bytes long.
    let mut machine = untimed(&[0x0000_9002]);
    assert_eq!(run(&mut machine), Exit::Ebreak);
    machine.hart.finish_call(None, 0);
    assert_eq!(done(&machine.hart), (BASE + 2, 1, 0));
}

#[test]
fn faults_of_shared_accesses() {
    let trap = Trap { cause: cause::LOAD_ACCESS, tval: 0 };
    let mut machine = untimed(&[0x0000_2503, NOP, ECALL]);
    assert!(matches!(run(&mut machine), Exit::Shared(_)));
    let before = machine.hart.clone();
    assert!(!machine.hart.raise(trap));
    assert!(machine.hart.same_state(&before));
    machine.hart.csr.mtvec = BASE + 8;
    assert!(machine.hart.raise(trap));
    assert_eq!((machine.hart.pc, machine.hart.csr.mepc, machine.hart.csr.mcause), (BASE + 8, BASE, 5));
}

#[test]
fn impure_instructions() {
    for (word, impure) in [
        (0xc000_2573, true),  // csrr a0,cycle
        (0xb020_2573, true),  // csrr a0,minstret
        (0x3400_2573, false), // csrr a0,mscratch
        (0x3405_1073, true),  // csrw mscratch,a0
        (0x3400_6073, false), // csrsi mscratch,0
        (0x0020_2573, false), // csrr a0,frm
        (FENCE_I, true),
        (NOP, false),
    ] {
        let mut machine = untimed(&[word, ECALL]);
        assert_eq!(run(&mut machine), Exit::Ecall);
        assert_eq!(machine.hart.impure, impure, "{word:08x}");
    }
}

#[derive(Default)]
struct Log {
    stores: Vec<(u64, u64, u64)>,
    retired: Vec<u64>,
    stop: bool,
}

impl Watch for Log {
    fn watches_stores(&self) -> bool {
        true
    }

    fn watches_instructions(&self) -> bool {
        true
    }

    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        self.stores.push((addr, bytes, old_value));
        if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn retire(&mut self, _: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        self.retired.push(retired.pc - BASE);
        ControlFlow::Continue(())
    }
}

#[test]
fn observed_stores() {
    // lui a1,0x11; li a0,7; sw a0,0(a1); sb a0,1(a1); amoadd.w a2,a0,(a1); ecall
    let words = [0x0001_15b7, 0x0070_0513, 0x00a5_a023, 0x00a5_80a3, 0x00a5_a62f, ECALL];
    let stores = [(0x1_1000, 4, 0), (0x1_1001, 1, 0), (0x1_1000, 4, 0x0707)];
    let mut log = Log::default();
    assert_eq!(untimed(&words).run(&mut (), &mut log, 1000), Exit::Ecall);
    assert_eq!(log.stores, stores);
    assert_eq!(log.retired, [0, 4, 8, 12, 16]);

    let mut log = Log { stop: true, ..Log::default() };
    let mut machine = untimed(&words);
    for pc in [12, 16, 20] {
        assert_eq!(machine.run(&mut (), &mut log, 1000), Exit::Watched);
        assert_eq!((machine.hart.pc - BASE, machine.hart.instret), (pc, pc / 4));
    }
    assert_eq!(machine.run(&mut (), &mut log, 1000), Exit::Ecall);
    assert_eq!(log.stores, stores);
    assert_eq!(log.retired, [0, 4, 8, 12, 16]);
}

#[test]
fn costs() {
    for (words, cycles) in [
        // Three rounds, two taken branches.
        (COUNTDOWN, 100 + 1 + 3 + 3 + 3 + 1),
        // lui a0,0x11; lw a1,0(a0); lw a1,0(a0); mv a1,a1; ecall: the second load stalls its reader.
        (&[0x0001_1537, 0x0005_2583, 0x0005_2583, 0x0005_8593, ECALL], 100 + 1 + 101 + 1 + 2 + 1),
        // lui a1,0x11; sb a0,1(a1); amoadd.w a2,a0,(a1); ecall
        (&[0x0001_15b7, 0x00a5_80a3, 0x00a5_a62f, ECALL], 100 + 1 + 101 + 5),
        // lui a0,0x11; fence.i; nop; ecall: fetched twice.
        (&[0x0001_1537, FENCE_I, NOP, ECALL], 100 + 1 + 10 + 100 + 1),
        // Nine nops; ecall: two lines.
        (&[NOP, NOP, NOP, NOP, NOP, NOP, NOP, NOP, NOP, ECALL], 100 + 8 + 100 + 1),
    ] {
        for (image, hooks) in [(true, &[][..]), (false, &[]), (true, &[BASE, BASE + 4, BASE + 8])] {
            let mut timing = crate::timed::cached(Xlen::Rv64, |_, _| {});
            let mut machine = Machine::new("rv64gc", words, &timing, image, hooks);
            while machine.run(&mut timing, &mut (), 1_000_000) == Exit::Hook {}
            assert_eq!(machine.hart.cycles, cycles, "{words:x?}");
        }
    }
}

#[test]
fn a_store_from_outside_is_seen_by_the_next_fetch_after_a_flush_only() {
    let mut machine = untimed(FLUSHING);
    assert_eq!(machine.run(&mut (), &mut (), 2), Exit::Budget);
    assert_eq!(machine.hart.x[10], 1);
    // 1: addi a0,a0,1 becomes ecall; the flushed engine decodes it afresh, once.
    machine.ram.slice_mut(BASE, 4).unwrap().copy_from_slice(&ECALL.to_le_bytes());
    assert_eq!(run(&mut machine), Exit::Ecall);
    assert_eq!(machine.hart.x[10], 1);
}
