//! Full-duplex TMD-MPEs: messages in both directions at once, clear-to-sends that look like
//! messages, nodes without a TMD-MPE.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{MpeDuplex, NodeParams};

fn full(nodes: Vec<NodeParams>) -> TmdParams {
    TmdParams { mpe_duplex: MpeDuplex::Full, ..params(nodes) }
}

fn data(words: usize, seed: u32) -> Vec<u32> {
    (0..words as u32).map(|word| word ^ seed << 20).collect()
}

/// A receive, as its command and the gets of its words, which come later.
fn receive_first(own: u32, remote: u32, tag: u32, size: usize) -> (Vec<Op>, Vec<Op>) {
    let mut all = mpe_receive(own, remote, tag, size);
    let words = all.split_off(5);
    (all, words)
}

/// Two nodes that receive from and send to each other at the same time, with words that look like a
/// clear-to-send, and with either node first. With half-duplex TMD-MPEs that is a deadlock, because
/// each waits for its receive first.
#[test]
fn both_ways_at_once() {
    for (duplex, words, pause) in [
        (MpeDuplex::Full, vec![CLEAR], 0),
        (MpeDuplex::Full, vec![CLEAR], 300),
        (MpeDuplex::Full, data(11, 3), 0),
        (MpeDuplex::Full, [data(507, 3), vec![CLEAR]].concat()[..14].to_vec(), 50),
        (MpeDuplex::Half, vec![CLEAR], 0),
    ] {
        let mut world = World::new(&TmdParams { mpe_duplex: duplex, ..params(vec![with_mpe(0); 2]) });
        for (own, other) in [(0, 1), (1, 0)] {
            let (command, take) = receive_first(own, other, 9, words.len());
            let rest = Op::Rest(pause * u64::from(own));
            world.script(own, [vec![rest], command, mpe_send(own, other, 9, &words), take].concat());
        }
        let ended = world.run();
        assert_eq!(ended, duplex == MpeDuplex::Full, "{words:?} {:?}", world.bus.network.waiting());
        if ended {
            assert_eq!((world.got(0), world.got(1)), (&words[..], &words[..]));
            world.assert_clean();
        }
    }
}

/// To send a long message and receive another one at the same time takes hardly longer than one of
/// the two.
#[test]
fn it_does_two_things_at_once() {
    let cycles = |send: bool, receive: bool| {
        let mut world = World::new(&full(vec![with_mpe(0); 3]));
        let (command, take) = receive_first(0, 1, 1, 14);
        if receive {
            world.script(0, command);
            world.script(1, mpe_send(1, 0, 1, &data(14, 1)));
        }
        if send {
            world.script(0, mpe_send(0, 2, 2, &data(14, 2)));
            world.script(2, mpe_receive(2, 0, 2, 14));
        }
        if receive {
            world.script(0, take);
        }
        world.finish();
        world.assert_clean();
        [0, 2].iter().filter_map(|node| world.times(*node).last().copied()).max().unwrap_or(0)
    };
    let (send, receive, both) = (cycles(true, false), cycles(false, true), cycles(true, true));
    assert!(both < send.max(receive) + 20 && both < send + receive, "{send} {receive} {both}");
}

/// A node without a TMD-MPE sends and gets clear-to-sends of two words.
#[test]
fn nodes_without_one() {
    let mut world = World::new(&full(vec![with_mpe(0), hart(0)]));
    world.script(0, [mpe_send(0, 1, 5, &[1, 2]), mpe_receive(0, 1, 6, 1)].concat());
    world.script(
        1,
        [take(1), packet(1, 0, &[CLEAR]), take(2), packet(1, 0, &[6]), take(1), packet(1, 0, &[CLEAR])].concat(),
    );
    world.finish();
    let expected = [header(0, 1, 1), 5, header(0, 1, 2), 1, 2, header(0, 1, 1), CLEAR];
    assert_eq!((world.got(1), world.got(0)), (&expected[..], &[CLEAR][..]));
    world.assert_clean();
}

/// An opened TMD-MPE passes words both ways. Envelopes that came before come out first.
#[test]
fn open() {
    for rest in [0, 1000] {
        let mut world = World::new(&full(vec![with_mpe(0), hart(0)]));
        world.script(1, [packet(1, 0, &[8]), packet(1, 0, &data(600, 1)), take(600), take(1)].concat());
        let open = [3, 0, 0, 0, 0].map(Op::Put).to_vec();
        let exchange = [take(1), take(600), packet(0, 1, &data(600, 2)), packet(0, 1, &[CLEAR])].concat();
        world.script(0, [vec![Op::Rest(rest)], open, exchange].concat());
        world.finish();
        assert_eq!(world.got(0), [vec![header(1, 0, 1), 8, header(1, 0, 600)], data(600, 1)].concat(), "{rest}");
        assert_eq!(world.got(1)[601..], [header(0, 1, 1), CLEAR]);
        world.assert_clean();
    }
}

/// Sends and receives without a counterpart are reported, each half for itself.
#[test]
fn what_it_waits_for() {
    let mut world = World::new(&full(vec![with_mpe(0); 2]));
    let (command, _) = receive_first(0, 1, 8, 1);
    world.script(0, [command, mpe_send(0, 1, 9, &[4])].concat());
    world.run();
    let told = "sending half of the TMD-MPE of node 0 waits for rank 1 to receive a message with tag 9; receiving half of the TMD-MPE of node 0 \
                waits for rank 1 to send a message with tag 8";
    assert_eq!(world.bus.network.waiting(), [told]);
}
