//! Transfers between memory and link 0: words, times, accesses of the hart meanwhile, mistakes.

use crate::world::*;
use rankine_bus::{Device, Fault, Memory, Reply, Width};
use rankine_devices::fsl::{Fsl, MoverParams};
use rankine_devices::regs::fsl as link;
use rankine_devices::regs::mover as regs;

const MOVER: u64 = 0x0310_0000;

fn mover() -> MoverParams {
    MoverParams { base: MOVER, access_cycles: 3, out_cycles: 1, in_cycles: 1, is_full_duplex: false }
}

impl World {
    fn mover(&mut self, register: u64, value: u64) -> Reply {
        self.bus.store(0, MOVER + register, Width::B4, value)
    }

    fn status(&mut self) -> Reply {
        self.bus.load(0, MOVER + regs::REG_STATUS, Width::B4)
    }

    /// Words of the first node's memory.
    fn word(&self, index: u64) -> u32 {
        let mut bytes = [0; 4];
        assert!(self.bus.memories[0].read(MEMORY + 4 * index, &mut bytes));
        u32::from_le_bytes(bytes)
    }

    fn fill_memory(&mut self, words: u32) {
        (0..words).for_each(|word| {
            assert!(self.bus.memories[0].write(MEMORY + 4 * u64::from(word), &(100 + word).to_le_bytes()));
        });
    }
}

fn done(value: u64) -> Reply {
    Reply::Done { value, latency: 3 }
}

/// A transfer that begins in cycle 0 puts its first word in cycle 1 and then one word every
/// `cycles` cycles. The hart's puts find no place until the last word is out.
#[test]
fn out() {
    for cycles in [1, 5] {
        let mut world = World::with_mover(MoverParams { out_cycles: cycles as u32, ..mover() });
        world.fill_memory(10);
        assert_eq!(
            (world.mover(regs::REG_OUT_ADDRESS, MEMORY), world.mover(regs::REG_OUT_WORDS, 10)),
            (done(0), done(0))
        );
        assert_eq!(world.status(), done(regs::STATUS_OUT));
        assert_eq!(world.store(0, 0, link::REG_PUT, 7), Reply::Stall);
        for word in 0..10 {
            let visible = 2 + cycles * word;
            world.at(visible - 1);
            assert_eq!(world.fill(1, 0), 0, "{word}");
            world.at(visible);
            assert_eq!(world.get(1, 0, link::REG_GET), 100 + word);
        }
        assert_eq!((world.status(), world.bus.woken.last()), (done(0), Some(&0)));
        assert_eq!(world.store(0, 0, link::REG_PUT, 7), Reply::Done { value: 0, latency: 3 });
        assert!(world.bus.devices[0].statistics().contains(&("words put by transfers", 10)));
    }
}

/// A transfer waits for words and for places, and says so. The hart does not get the words of an
/// inward transfer, but it gets the words behind them.
#[test]
fn waits() {
    let mut world = World::with_mover(mover());
    world.fill_memory(20);
    world.mover(regs::REG_OUT_ADDRESS, MEMORY);
    world.mover(regs::REG_OUT_WORDS, 20);
    world.mover(regs::REG_IN_ADDRESS, MEMORY + 200);
    world.mover(regs::REG_IN_WORDS, 2);
    assert_eq!(world.load(0, 0, link::REG_GET), Reply::Stall);
    world.at(100);
    let expected = [
        "hart waits for a word in FSL 0 (empty)",
        "transfer to FSL 0 waits for a place (16 of 16 words): 4 words left",
        "transfer from FSL 0 waits for a word (empty): 2 words left",
    ];
    assert_eq!(world.bus.devices[0].waiting(), expected);
    for word in 0..20 {
        world.at(101 + 2 * word);
        assert_eq!(world.get(1, 0, link::REG_GET), 100 + word);
    }
    for word in [5, 6, 7] {
        world.store(1, 0, link::REG_PUT, word);
    }
    world.at(200);
    assert_eq!((world.word(50), world.word(51), world.status()), (5, 6, done(0)));
    assert_eq!(world.load(0, 0, link::REG_GET), Reply::Done { value: 7, latency: 2 });
    assert_eq!(world.bus.devices[0].waiting(), [""; 0]);
}

/// (do both directions have their own path to memory, instead of sharing one; the cycle in which
/// the last of ten words each way has moved).
#[test]
fn both_ways() {
    for (is_full_duplex, ended) in [(false, 20), (true, 10)] {
        let mut world = World::with_mover(MoverParams { is_full_duplex, ..mover() });
        (0..10).for_each(|word| assert!(matches!(world.store(1, 0, link::REG_PUT, word), Reply::Done { .. })));
        world.at(1);
        for (register, value) in [
            (regs::REG_IN_ADDRESS, MEMORY),
            (regs::REG_OUT_ADDRESS, MEMORY + 400),
            (regs::REG_IN_WORDS, 10),
            (regs::REG_OUT_WORDS, 10),
        ] {
            assert_eq!(world.mover(register, value), done(0));
        }
        world.at(ended);
        assert_ne!(world.status(), done(0), "{is_full_duplex}");
        world.at(ended + 1);
        assert_eq!(world.status(), done(0), "{is_full_duplex}");
        (0..10).for_each(|word| assert_eq!(world.word(word), word as u32));
    }
}

/// Mistakes while two words go out: (register, value), and the reason for the refusal. A transfer
/// of no words does nothing.
#[test]
fn mistakes() {
    let refused = |why: &str| Reply::Fault(Fault::Refused(why.into()));
    for (register, value, expected) in [
        (regs::REG_OUT_ADDRESS, MEMORY, refused("a transfer is under way, with 2 words left")),
        (regs::REG_OUT_WORDS, 1, refused("a transfer is under way, with 2 words left")),
        (regs::REG_IN_ADDRESS, MEMORY + 2, refused("0x1002 is no multiple of 4")),
        (regs::REG_IN_WORDS, 1, refused("1 words from 0x0 are not in ordinary memory")),
        (regs::REG_IN_WORDS, 0, done(0)),
        (regs::REG_STATUS, 0, Reply::Fault(Fault::Direction)),
        (0x14, 0, Reply::Fault(Fault::Unmapped)),
        (2, 0, Reply::Fault(Fault::Width)),
    ] {
        let mut world = World::with_mover(mover());
        world.mover(regs::REG_OUT_ADDRESS, MEMORY);
        world.mover(regs::REG_OUT_WORDS, 2);
        assert_eq!(world.mover(register, value), expected, "{register:#x} {value:#x}");
        assert_eq!(world.status(), done(regs::STATUS_OUT));
    }
    let mut world = World::with_mover(mover());
    world.mover(regs::REG_OUT_ADDRESS, MEMORY);
    let expected = refused("1025 words from 0x1000 are not in ordinary memory");
    assert_eq!(world.mover(regs::REG_OUT_WORDS, 1025), expected);
    let odd = Fsl::new(params()).unwrap().with_mover(MoverParams { base: 2, ..mover() });
    assert_eq!(odd.err().as_deref(), Some("base = 0x2: must be a multiple of 4"));
}
