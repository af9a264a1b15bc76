//! A guest that makes any accesses: no panic, every packet accounted for, and the machine comes to
//! rest.

use crate::world::*;
use proptest::prelude::*;
use rankine_bus::{Access, Kind, Reply, Width};
use rankine_devices::regs::ni as regs;

const NODES: u32 = 3;

#[derive(Clone, Debug)]
enum Act {
    Access {
        node: u32,
        access: Access,
    },
    Command {
        node: u32,
        line: u64,
        words: [u64; 8],
    },
    /// Makes a line a working queue of this type.
    Queue {
        node: u32,
        line: u64,
        tag: u64,
        config: u64,
    },
    /// A command in a line that is a command buffer.
    Meeting {
        node: u32,
        line: u64,
        words: [u64; 8],
    },
    Steps(u32),
}

fn address() -> impl Strategy<Value = u64> {
    let local = prop_oneof![
        8 => (0u64..16, 0u64..8).prop_map(|(index, w)| line(index) + 8 * w),
        2 => (0u64..16, 0u64..64).prop_map(|(index, byte)| line(index) + byte),
        2 => (0u64..0x2000).prop_map(|offset| MEMORY + offset),
        1 => (0u64..64).prop_map(|offset| MEMORY + MEMORY_BYTES - offset),
        1 => (0u64..64).prop_map(|offset| PAD + 0x1_0000 - offset),
        1 => (0u64..0x24).prop_map(|offset| REGISTERS + offset),
        2 => (0u64..16).prop_map(|index| TAGS + 4 * index),
        1 => any::<u64>(),
        1 => Just(0),
    ];
    (local, 0..=NODES + 1)
        .prop_map(|(local, node)| if node > NODES { local } else { global(node, local & 0xffff_ffff) })
}

fn value() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => address(),
        2 => (0u64..6, 0u64..0x120).prop_map(|(opcode, size)| opcode << regs::CMD_OPCODE_SHIFT | size),
        2 => 0u64..6,
        1 => (1i64..300).prop_map(|n| -n as u64),
        1 => (0u64..4, 0u64..40).prop_map(|(log2, slot)| log2 | slot << regs::QUEUE_SLOT_WORDS_SHIFT),
        1 => (0u64..3, 1u64..4).prop_map(|(log2, words)| log2 | words << regs::MRQUEUE_ITEM_WORDS_SHIFT),
        1 => any::<u64>(),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let width = prop_oneof![1 => Just(Width::B1), 1 => Just(Width::B2), 2 => Just(Width::B4), 6 => Just(Width::B8)];
    let kind = prop_oneof![
        6 => value().prop_map(Kind::Store),
        3 => Just(Kind::Load),
        1 => Just(Kind::Fence),
        1 => Just(Kind::Atomic)
    ];
    let access = (0..NODES, address(), width, kind)
        .prop_map(|(node, addr, width, kind)| Act::Access { node, access: Access { addr, width, kind } });
    let tag = (0..NODES, 0u64..16, 0u64..7).prop_map(|(node, index, tag)| Act::Access {
        node,
        access: Access { addr: TAGS + 4 * index, width: Width::B4, kind: Kind::Store(tag) },
    });
    let head = (1u64..5, prop_oneof![1u64..600, (1u64..6).prop_map(|n| 8 * n)])
        .prop_map(|(opcode, size)| opcode << regs::CMD_OPCODE_SHIFT | size);
    let command = (0..NODES, 0u64..8, head, prop::array::uniform7(address())).prop_map(|(node, line, head, w)| {
        Act::Command { node, line, words: [head, w[0], w[1], w[2] & !63, w[3], w[4], w[5], w[6]] }
    });
    let queue = (0..NODES, 8u64..12, 0u64..3, 1u64..4).prop_map(|(node, line, log2, words)| {
        let tag = if line < 11 { regs::TAG_MRQUEUE } else { regs::TAG_QUEUE };
        Act::Queue { node, line, tag, config: log2 | words << regs::MRQUEUE_ITEM_WORDS_SHIFT }
    });
    let meeting = (0..NODES, 0u64..8, any::<bool>(), 0..NODES, 8u64..11, 1u64..4, address(), address()).prop_map(
        |(node, index, is_reader, owner, queue, words, response, ack)| {
            let queue = global(owner, line(queue));
            let (opcode, second) = if is_reader { (regs::OP_DEQUEUE, response) } else { (regs::OP_MESSAGE, ack & !63) };
            let head = opcode << regs::CMD_OPCODE_SHIFT | (8 * words);
            Act::Meeting { node, line: index, words: [head, queue, second, ack & !63, 1, 2, 3, 4] }
        },
    );
    prop_oneof![4 => access, 2 => tag, 3 => command, 1 => queue, 3 => meeting, 2 => (1u32..60).prop_map(Act::Steps)]
}

fn perform(world: &mut World, act: Act) {
    match act {
        Act::Access { node, access } => {
            // A stalled access may be given up here: an interface must not rely on its repetition.
            world.bus.access(node, access);
        }
        Act::Command { node, line: index, words } => {
            for (at, &value) in words.iter().enumerate().rev() {
                if world.bus.store(node, word(line(index), at), Width::B8, value) == Reply::Stall {
                    return;
                }
            }
        }
        Act::Meeting { node, line, words } => {
            world.bus.store(node, TAGS + 4 * line, Width::B4, regs::TAG_COMMAND);
            perform(world, Act::Command { node, line, words });
        }
        Act::Queue { node, line: index, tag, config } => {
            for (addr, width, value) in [
                (TAGS + 4 * index, Width::B4, tag),
                (word(line(index), regs::MRQUEUE_CONFIG), Width::B8, config),
                (word(line(index), regs::MRQUEUE_BODY), Width::B8, MEMORY + 0x400 * index),
            ] {
                world.bus.store(node, addr, width, value);
            }
        }
        Act::Steps(count) => {
            for _ in 0..count {
                world.bus.step();
            }
        }
    }
}

/// Number of cases: 256, or the value of PROPTEST_CASES.
fn cases() -> u32 {
    ProptestConfig::default().cases
}

fn sum(world: &World, name: &str) -> u64 {
    (0..NODES).map(|node| world.statistic(node, name)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6 * cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_breaks(
        acts in prop::collection::vec(act(), 1..200),
        types in prop::collection::vec(1u64..6, 16),
        shuffle_packets in any::<bool>(),
        small in any::<bool>(),
        queues in any::<bool>(),
    ) {
        let mut world = World::with(NODES, |params| {
            (params.shuffle_packets, params.shuffle_cycles) = (shuffle_packets, 50);
            if small {
                (params.command_fifo, params.store_fifo, params.outstanding) = (1, 1, 1);
                (params.source_buffers, params.read_requests, params.response_fifo) = (1, 1, 1);
            }
        });
        for (node, index) in (0..NODES).flat_map(|node| (0..16).map(move |index| (node, index))) {
            world.tag(node, index, types[(index as usize + node as usize) % 16]);
        }
        for (node, line) in (0..NODES).flat_map(|node| (8..11).map(move |line| (node, line))).filter(|_| queues) {
            perform(&mut world, Act::Queue { node, line, tag: regs::TAG_MRQUEUE, config: (line - 7) << 8 | 1 });
        }
        for act in acts {
            perform(&mut world, act);
        }
        let mut events = 0;
        while world.bus.step() {
            events += 1;
            prop_assert!(events < 1_000_000, "the machine does not come to rest");
        }
        // Every packet that was sent, through the network or to the own node, was received.
        let (sent, network) = (sum(&world, "packets sent"), rankine_bus::Network::statistics(&world.bus.network));
        prop_assert_eq!(("packets", sent), network[0]);
        prop_assert_eq!(sum(&world, "packets received"), sent + sum(&world, "packets to the own node"));
        for node in 0..NODES {
            prop_assert_eq!(world.register(node, regs::REG_STORES_PENDING), 0);
            for index in 0..16 {
                // At rest no buffer is busy: any tag may be written.
                world.tag(node, index, regs::TAG_SCRATCHPAD);
            }
            world.fence(node);
        }
    }
}
