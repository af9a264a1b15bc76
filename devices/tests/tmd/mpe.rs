//! TMD-MPEs: the protocol on both sides, unexpected envelopes, long messages, mistakes, reports of
//! deadlocks.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{MpeDuplex, NodeParams};

/// Nodes with TMD-MPEs, three a board.
fn nodes_with_mpe(nodes: u32) -> Vec<NodeParams> {
    (0..nodes).map(|node| with_mpe(node / 3)).collect()
}

fn all_mpe(nodes: u32) -> World {
    World::new(&params(nodes_with_mpe(nodes)))
}

fn data(words: usize, seed: u32) -> Vec<u32> {
    (0..words as u32).map(|word| word ^ seed << 20).collect()
}

/// A TMD-MPE sends the words that software would send: at the other end is a hart without a
/// TMD-MPE.
#[test]
fn the_protocol_in_words() {
    let mut world = World::new(&params(vec![with_mpe(0), hart(0), with_mpe(0)]));
    world.script(0, [mpe_send(0, 1, 5, &[0x11, 0x22, 0x33]), mpe_receive(0, 1, 6, 2)].concat());
    world.script(1, [take(1), packet(1, 0, &[CLEAR]), take(3)].concat());
    world.script(1, [packet(1, 0, &[6]), take(1), packet(1, 0, &[0x44]), packet(1, 0, &[0x55])].concat());
    world.finish();
    let expected = [header(0, 1, 1), 5, header(0, 1, 3), 0x11, 0x22, 0x33, header(0, 1, 1), CLEAR];
    assert_eq!((world.got(1), world.got(0)), (&expected[..], &[0x44, 0x55][..]));
    // Five words from cycle 0 on reach the TMD-MPE in cycles 1 to 5. The header goes out after that
    // and four more cycles. Each of the two FIFOs takes a cycle, and the NetIf between them two.
    assert_eq!(world.times(1)[0], 5 + 1 + 4 + 1 + 2 + 1);
    world.assert_clean();
}

/// Messages around the packet length, on a board and between boards, received after and before they
/// were announced, by half-duplex and full-duplex TMD-MPEs.
#[test]
fn long_messages() {
    for (words, to) in [0, 1, 506, 507, 508, 1014, 1015].into_iter().flat_map(|words| [1, 4].map(|to| (words, to))) {
        for (late, mpe_duplex) in
            [true, false].into_iter().flat_map(|late| [MpeDuplex::Half, MpeDuplex::Full].map(|duplex| (late, duplex)))
        {
            let mut world = World::new(&TmdParams { mpe_duplex, ..params(nodes_with_mpe(6)) });
            let rest = |is_late: bool| if is_late { vec![Op::Rest(1000)] } else { Vec::new() };
            world.script(0, [rest(!late), mpe_send(0, to, 3, &data(words, 1))].concat());
            world.script(to, [rest(late), mpe_receive(to, 0, 3, words)].concat());
            world.finish();
            let expected = if words == 0 { vec![0] } else { data(words, 1) };
            assert!(world.got(to) == expected, "{words} words to {to}, late {late}, {mpe_duplex:?}");
            assert_eq!(world.statistic("envelopes stored"), u64::from(late));
            let packets = 2 + words.div_ceil(507) as u64;
            let hops = if to == 4 { 2 } else { 1 };
            assert_eq!(world.statistic("packets through NetIfs"), packets * hops, "{words} words to {to}");
            world.assert_clean();
        }
    }
}

/// All other ranks send to one rank. It receives in reverse order of ranks, then in reverse order
/// of tags. All envelopes are stored and matched.
#[test]
fn unexpected_messages() {
    let nodes = 9;
    let mut world = all_mpe(nodes);
    for from in 1..nodes {
        world.script(from, mpe_send(from, 0, 7, &data(3, from)));
    }
    world.script(0, vec![Op::Rest(2000)]);
    (1..nodes).rev().for_each(|from| world.script(0, mpe_receive(0, from, 7, 3)));
    world.finish();
    let expected: Vec<u32> = (1..nodes).rev().flat_map(|from| data(3, from)).collect();
    assert_eq!(world.got(0), expected);
    assert_eq!(world.statistic("envelopes stored"), 8);
    assert_eq!(world.statistic("envelope memory high water, envelopes"), 8);
    world.assert_clean();
}

/// Each envelope that is looked at takes two cycles: the eighth is found fourteen later than the
/// first.
#[test]
fn the_search_takes_its_time() {
    let found = |wanted: u32| {
        let mut world = World::new(&params(vec![with_mpe(0); 9]));
        for from in 1..9 {
            world.script(from, [vec![Op::Rest(u64::from(100 * from))], mpe_send(from, 0, 7, &[from])].concat());
        }
        world.script(0, [vec![Op::Rest(2000)], mpe_receive(0, wanted, 7, 1)].concat());
        world.run();
        assert_eq!(world.got(0), [wanted]);
        world.times(0).last().copied().unwrap_or(0)
    };
    for wanted in 1..9 {
        assert_eq!(found(wanted) - found(1), 2 * (u64::from(wanted) - 1));
    }
}

/// A receive with another tag leaves an envelope where it is; each rank's messages are matched by
/// tag.
#[test]
fn tags() {
    let mut world = all_mpe(3);
    world.script(0, mpe_send(0, 2, 1, &data(2, 1)));
    world.script(1, mpe_send(1, 2, 2, &data(2, 2)));
    world.script(2, [mpe_receive(2, 1, 2, 2), mpe_receive(2, 0, 1, 2)].concat());
    world.script(0, mpe_send(0, 2, 9, &[4]));
    world.script(2, mpe_receive(2, 0, 8, 1));
    assert!(!world.run());
    assert_eq!(world.got(2), [data(2, 2), data(2, 1)].concat());
    let waiting = world.bus.network.waiting();
    assert_eq!(
        waiting,
        [
            "TMD-MPE of node 0 waits for rank 2 to receive a message with tag 9",
            "TMD-MPE of node 2 waits for rank 0 to send a message with tag 8",
        ]
    );
}

/// A TMD-MPE that waits for its clear-to-send stores the envelopes of others.
#[test]
fn envelopes_during_a_send() {
    let mut world = all_mpe(4);
    world.script(0, mpe_send(0, 3, 1, &data(40, 0)));
    world.script(1, [vec![Op::Rest(50)], mpe_send(1, 0, 2, &data(5, 1))].concat());
    world.script(2, [vec![Op::Rest(60)], mpe_send(2, 0, 2, &data(5, 2))].concat());
    world.script(3, [vec![Op::Rest(500)], mpe_receive(3, 0, 1, 40)].concat());
    world.script(0, [mpe_receive(0, 2, 2, 5), mpe_receive(0, 1, 2, 5)].concat());
    world.finish();
    assert_eq!((world.got(3), world.got(0)), (&data(40, 0)[..], &[data(5, 2), data(5, 1)].concat()[..]));
    world.assert_clean();
}

/// A full envelope memory leaves the next envelope in the network until a receive makes room. With
/// fewer places than there are ranks that can send, data may stand behind an envelope for ever, and
/// the report says why.
#[test]
fn a_full_envelope_memory() {
    for (envelopes, ends) in [(4, true), (2, false)] {
        let mut world = World::new(&TmdParams { mpe_envelopes: envelopes, ..params(nodes_with_mpe(6)) });
        (1..6).for_each(|from| world.script(from, mpe_send(from, 0, 7, &[from])));
        world.finish();
        let waiting = world.bus.network.waiting().join("\n");
        let full = "TMD-MPE of node 0 leaves packets in the network; its envelope memory is full";
        assert!(waiting.contains(full), "{waiting}");
        assert_eq!(world.statistic("envelope memory high water, envelopes"), u64::from(envelopes));
        (1..6).for_each(|from| world.script(0, mpe_receive(0, from, 7, 1)));
        assert_eq!(world.run(), ends);
        let waiting = world.bus.network.waiting().join("\n");
        let told = "TMD-MPE of node 0 waits for 1 of 1 words of a message of rank 1; its envelope memory is full";
        assert_eq!(waiting.contains(told), !ends, "{waiting}");
        assert_eq!(world.got(0), if ends { &[1, 2, 3, 4, 5][..] } else { &[] });
        let warnings = &world.bus.network.plan().warnings;
        assert!(warnings.iter().all(|warning| warning.contains(&format!("tmd.mpe_envelopes = {envelopes}"))));
        assert_eq!(warnings.len(), 1);
    }
}

/// Exchanges without a possible deadlock end: a ring in even and odd order, neighbours in pairs,
/// all to one and back.
#[test]
fn exchanges_end() {
    let nodes = 6;
    let mut world = all_mpe(nodes);
    for node in 0..nodes {
        let (next, before) = ((node + 1) % nodes, (node + nodes - 1) % nodes);
        let (send, receive) = (mpe_send(node, next, 1, &data(600, node)), mpe_receive(node, before, 1, 600));
        world.script(node, if node % 2 == 0 { [send, receive] } else { [receive, send] }.concat());
        if node > 0 {
            world.script(node, [mpe_send(node, 0, 2, &[node]), mpe_receive(node, 0, 3, 0)].concat());
        }
    }
    (1..nodes).for_each(|node| world.script(0, mpe_receive(0, node, 2, 1)));
    (1..nodes).for_each(|node| world.script(0, mpe_send(0, node, 3, &[])));
    world.finish();
    for node in 0..nodes {
        assert_eq!(world.got(node)[..600], data(600, (node + nodes - 1) % nodes));
    }
    assert_eq!(world.got(0)[600..], [1, 2, 3, 4, 5]);
    world.assert_clean();
}

/// Two ranks that both send to each other first wait for ever: no event is left, and the report
/// says which rank waits for which.
#[test]
fn a_deadlock_is_told() {
    let mut world = all_mpe(2);
    for (own, other) in [(0, 1), (1, 0)] {
        world.script(own, [mpe_send(own, other, 1, &data(20, own)), mpe_receive(own, other, 1, 20)].concat());
    }
    assert!(!world.run());
    assert_eq!(world.bus.next(), None);
    assert_eq!(
        world.bus.network.waiting(),
        [
            "TMD-MPE of node 0 waits for rank 1 to receive a message with tag 1",
            "TMD-MPE of node 1 waits for rank 0 to receive a message with tag 1",
        ]
    );
}

/// Mistakes: the words of a hart, the count that rises, the report. Afterwards a good message comes
/// through.
#[test]
fn mistakes() {
    let refused = "commands refused by TMD-MPEs";
    let unexpected = "packets unexpected at TMD-MPEs";
    let words = |words: &[u32]| words.iter().map(|&word| Op::Put(word)).collect::<Vec<_>>();
    for (script, raw, name, story) in [
        (
            words(&[7, 1, 0, 1, 5]),
            vec![],
            refused,
            "command 0x7 1 0 1 0x5 is refused: opcode is neither send, receive nor open",
        ),
        (words(&[1, 0, 2, 1, 5]), vec![], refused, "local rank is another"),
        (words(&[3, 0, 2, 0, 0]), vec![], refused, "local rank is another"),
        (words(&[3, 1, 0, 0, 0]), vec![], refused, "size of an open is not 0"),
        (words(&[2, 0, 0, 256, 5]), vec![], refused, "remote rank is beyond 255"),
        (words(&[1, 0, 0, 1, CLEAR]), vec![], refused, "tag is that of a clear-to-send"),
        (vec![], packet(2, 0, &[1, 2]), unexpected, "a packet that is no envelope of rank 2 with NDW = 2"),
        (vec![], packet(2, 0, &[]), unexpected, "a packet that is no envelope of rank 2 with NDW = 0"),
        (vec![], packet(2, 0, &[CLEAR]), unexpected, "a clear-to-send of rank 2 with NDW = 1"),
    ] {
        let mut world = World::new(&params(vec![with_mpe(0), with_mpe(0), hart(0)]));
        world.script(0, [script, vec![Op::Rest(200)], mpe_receive(0, 1, 4, 3)].concat());
        world.script(2, raw);
        world.script(1, [vec![Op::Rest(200)], mpe_send(1, 0, 4, &[1, 2, 3])].concat());
        world.finish();
        assert_eq!((world.got(0), world.statistic(name)), (&[1, 2, 3][..], 1), "{story}");
        let complaint = world.bus.network.complaint().unwrap_or_default();
        assert!(complaint.contains("first: TMD-MPE of node 0, cycle ") && complaint.contains(story), "{complaint}");
    }
}

/// A message longer than its receive: the rest of its packet is dropped, counted; a shorter one
/// leaves the receiver waiting.
#[test]
fn lengths_that_differ() {
    let mut world = all_mpe(2);
    world.script(0, [mpe_send(0, 1, 1, &data(9, 0)), mpe_send(0, 1, 2, &data(3, 0))].concat());
    world.script(1, [mpe_receive(1, 0, 1, 5), mpe_receive(1, 0, 2, 4)].concat());
    assert!(!world.run());
    assert_eq!(world.got(1), [&data(9, 0)[..5], &data(3, 0)].concat());
    assert_eq!(world.statistic("messages longer than expected"), 1);
    let complaint = world.bus.network.complaint().unwrap_or_default();
    assert!(complaint.contains("has 4 words or more beyond the 5 expected"), "{complaint}");
    let waiting = world.bus.network.waiting();
    assert_eq!(waiting, ["TMD-MPE of node 1 waits for 1 of 4 words of a message of rank 0"]);
}

/// An open TMD-MPE passes words both ways, with their control bits: whole packets of any length,
/// and words that are no packet for the other end. Envelopes that came before it was opened come
/// out first; until then, other packets wait in the network.
#[test]
fn an_open_one_passes_everything() {
    let open = |node: u32| [3, 0, node, 0, 0].map(Op::Put).to_vec();
    for (rest, stored) in [(0, 0), (1000, 2)] {
        let mut world = World::new(&params(vec![with_mpe(0), hart(0), with_mpe(0), hart(0)]));
        let envelopes = [packet(1, 0, &[8]), packet(1, 0, &[9])].concat();
        world.script(1, [envelopes, take(3), packet(1, 0, &data(600, 1)), take(600)].concat());
        world.script(3, [vec![Op::Rest(500)], packet(3, 0, &[1, 2, 3])].concat());
        world.script(2, [open(2), take(1), packet(2, 0, &[7])].concat());
        let before = [open(0), take(1), take(1), take(3), packet(0, 1, &[1, 2, 3]), take(600)].concat();
        world.script(0, [vec![Op::Rest(rest)], before].concat());
        world.script(0, [packet(0, 1, &data(600, 2)), packet(0, 2, &[6]), take(1)].concat());
        world.finish();
        let first = [header(1, 0, 1), 8, header(1, 0, 1), 9, header(3, 0, 3), 1, 2, 3, header(1, 0, 600)];
        assert_eq!(world.got(0)[..9], first, "{rest}");
        assert_eq!(world.got(0)[9..], [data(600, 1), vec![header(2, 0, 1), 7]].concat(), "{rest}");
        assert_eq!(world.got(1)[4..], [vec![header(0, 1, 600)], data(600, 2)].concat());
        assert_eq!(world.statistic("envelopes stored"), stored);
        assert_eq!(world.statistic("TMD-MPEs opened"), 2);
        world.assert_clean();
    }
}

/// If a sender stalls at an open TMD-MPE, words still come in: neither direction waits for the
/// other.
#[test]
fn an_open_one_is_not_half_duplex() {
    let open = |node: u32| [3, 0, node, 0, 0].map(Op::Put).to_vec();
    let mut world = all_mpe(2);
    for (own, other) in [(0, 1), (1, 0)] {
        world.script(own, [open(own), packet(own, other, &data(20, own)), take(20)].concat());
    }
    world.finish();
    assert_eq!(world.got(0)[1..], data(20, 1));
    world.assert_clean();
}
