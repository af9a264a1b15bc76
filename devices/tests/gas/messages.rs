//! Words of messages: golden vectors, numbers of arguments, payloads, the node itself.

use crate::world::*;
use rankine_devices::regs::gascore;

/// Requests and the handler calls that follow from them.
#[test]
fn golden() {
    let mut world = World::new();
    world.agents[0].ask(vec![0x0101_0082, 0x0000_0005, 0x0000_0007]);
    world.finish();
    assert_eq!(world.agents[5].calls[0].words, [0x0101_0082, 0, 7]);
    assert_eq!(world.agents[0].completions.iter().map(|(_, word)| *word).collect::<Vec<_>>(), [3]);

    let mut world = World::new();
    let (source, destination) = (MEMORY as u32 + 0x100, MEMORY as u32 + 0x200);
    world.fill(0, source, &[0x78, 0x56, 0x34, 0x12]);
    world.agents[0].ask(vec![0x0400_0083, 0x0000_0005, 0x0000_0004, source, destination]);
    world.finish();
    assert_eq!(world.agents[5].calls[0].words, [0x0400_0083, 0, 4, destination]);
    assert_eq!(world.memory(5, destination, 4), [0x78, 0x56, 0x34, 0x12]);
    assert_eq!(world.agents[0].completions[0].1, 5);
}

/// All numbers of arguments of all kinds, to a node on each FPGA and to the node itself; payloads
/// of all lengths modulo 4.
#[test]
fn arguments_and_payloads() {
    for (dest, count) in [0, 1, 5, 8, 16].into_iter().flat_map(|dest| (0..=16).map(move |count| (dest, count))) {
        let arguments: Vec<u32> = (0..count).map(|k| 0xa000_0000 + k).collect();
        let bytes = 10 + count;
        let payload: Vec<u8> = (0..bytes as u8).map(|k| k + 1).collect();
        let (source, destination) = (MEMORY as u32 + 0x100, MEMORY as u32 + 0x200);
        let mut world = World::new();
        world.fill(0, source, &payload);
        world.agents[0].ask(short(dest, 128, &arguments));
        world.agents[0].ask(medium(dest, 129, (bytes, source), &arguments));
        world.agents[0].ask(long(dest, 130, (bytes, source, destination), &arguments));
        world.finish();
        let calls = &world.agents[dest as usize].calls;
        assert_eq!(calls.len(), 3, "{dest} {count}");
        assert_eq!((&calls[0].words[..1], &calls[0].words[2..]), (&[0x0100_0080 | count << 16][..], &arguments[..]));
        let words: Vec<u8> = calls[1].words[3 + count as usize..].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!((calls[1].words[2], &calls[1].words[3..][..count as usize]), (bytes, &arguments[..]));
        assert_eq!(
            (&words[..payload.len()], &words[payload.len()..]),
            (&payload[..], &[0; 3][..words.len() - payload.len()])
        );
        assert_eq!((&calls[2].words[2..4], &calls[2].words[4..]), (&[bytes, destination][..], &arguments[..]));
        assert_eq!(world.memory(dest, destination, payload.len()), payload);
        assert_eq!(world.memory(dest, destination + bytes, 4), [0; 4], "nothing behind it");
        let completions: Vec<_> = world.agents[0].completions.iter().map(|(_, word)| *word).collect();
        assert_eq!(completions, [2 + count, 4 + count, 5 + count]);
    }
}

/// A payload that comes on FSL 3 behind the arguments; an asynchronous request has no completion
/// word.
#[test]
fn flags() {
    let fifo = gascore::TYPE_FIFO as u32;
    let destination = MEMORY as u32;
    let mut world = World::new();
    world.agents[0].ask(vec![0x0201_0081 | fifo, 9, 6, 0xaaaa, 0x4433_2211, 0x6655]);
    world.agents[0].ask(vec![0x0401_0082 | fifo, 9, 6, destination, 0xbbbb, 0x4433_2211, 0x6655]);
    world.agents[0].ask(vec![0x2100_0083, 9]);
    world.finish();
    let calls: Vec<_> = world.agents[9].calls.iter().map(|call| call.words.clone()).collect();
    assert_eq!(calls[0], [0x1201_0081, 0, 6, 0xaaaa, 0x4433_2211, 0x6655]);
    assert_eq!((calls[1][0], &calls[1][2..]), (0x1401_0082, &[6, destination, 0xbbbb][..]));
    assert_eq!(world.memory(9, destination, 8), [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0, 0]);
    assert_eq!(calls[2][0], 0x2100_0083);
    assert_eq!(world.agents[0].completions.iter().map(|(_, word)| *word).collect::<Vec<_>>(), [6, 7]);
}

/// Messages without payload words: no memory is touched, wherever the addresses point.
#[test]
fn empty_payloads() {
    let mut world = World::new();
    world.agents[0].ask(medium(7, 129, (0, 0), &[1]));
    world.agents[0].ask(long(7, 130, (0, 0, 0), &[2]));
    world.finish();
    let calls: Vec<_> = world.agents[7].calls.iter().map(|call| call.words[2..].to_vec()).collect();
    assert_eq!(calls, [vec![0, 1], vec![0, 0, 2]]);
}

/// A long message is completely in memory when its handler is called, even if the transmit unit
/// uses the bus all the time. Each unit gets half of the bus.
#[test]
fn memory_before_the_call() {
    let mut world = World::new();
    let (bytes, source, destination) = (4096, MEMORY as u32, MEMORY as u32 + 0x4000);
    let payload: Vec<u8> = (0..bytes).map(|k| (k * 7 + 1) as u8).collect();
    for node in [0, 1] {
        world.fill(node, source, &payload);
        world.agents[node as usize].ask(long(1 - node, 131, (bytes, source, destination), &[]));
    }
    while world.agents.iter().all(|agent| agent.calls.is_empty()) {
        world.step();
    }
    let first = world.agents.iter().position(|agent| !agent.calls.is_empty()).unwrap() as u32;
    assert_eq!(world.memory(first, destination, payload.len()), payload);
    world.finish();
    for node in [0, 1] {
        assert_eq!(world.memory(node, destination, payload.len()), payload);
        assert!(world.statistic(node, "waiting for the memory bus, cycles") > 900, "one word of two each");
    }
    assert!(world.latency(0, 1) > 28 + 2 * 900);
}
