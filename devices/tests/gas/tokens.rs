//! Tokens: exhaustion and recovery, reuse, replies.

use crate::world::*;
use rankine_bus::Device;
use rankine_devices::regs::gascore;

/// 17 requests whose tokens are not returned: after 16 calls the receive unit stalls, and goes on
/// when a token is back.
#[test]
fn exhaustion() {
    let mut world = World::new();
    world.agents[5].returns = false;
    (0..17).for_each(|k| world.agents[0].ask(short(5, 130, &[k])));
    world.run();
    let tokens = |world: &World| world.agents[5].calls.iter().map(|call| call.token()).collect::<Vec<_>>();
    assert_eq!(tokens(&world), (0..16).collect::<Vec<_>>());
    assert_eq!(world.load(5, gascore::REG_TOKENS_USED), 16);
    let waiting = world.bus.devices[5].waiting();
    assert_eq!(waiting[0], "receive unit waits for a token, all 16 are in use: 2 more words of a packet of node 0");
    assert!(
        waiting[1].starts_with("tokens that the node has not returned, 16 of 16: 0 (node 0), 1 (node 0)"),
        "{waiting:?}"
    );
    world.agents[5].give_back(11);
    world.run();
    assert_eq!(tokens(&world)[16..], [11], "the lowest free one");
    assert_eq!(world.agents[5].calls[16].words[2], 16);
    assert_eq!(world.statistic(5, "most tokens in use"), 16);
}

/// The lowest free token is taken, and a reply goes to the node that sent the request of its token
/// last.
#[test]
fn reuse() {
    let mut world = World::new();
    world.agents[5].returns = false;
    world.agents[0].ask(short(5, 130, &[]));
    world.agents[9].start = 200;
    world.agents[9].ask(short(5, 130, &[]));
    world.run();
    assert_eq!(world.agents[5].calls.iter().map(|call| call.token()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!([0, 1, 2].map(|token| world.load(5, gascore::REG_SOURCE + 4 * token)), [0, 9, u32::MAX]);
    world.agents[5].give_back(0);
    world.run();
    world.agents[18].ask(short(5, 130, &[]));
    world.run();
    assert_eq!(world.agents[5].calls[2].token(), 0);
    world.agents[5].ask(reply(0, short(0, 131, &[1])));
    world.agents[5].ask(reply(1, short(0, 131, &[2])));
    world.run();
    let got = |node: usize| world.agents[node].calls.iter().map(|call| call.words[2]).collect::<Vec<_>>();
    assert_eq!((got(0), got(18), got(9)), (vec![], vec![1], vec![2]), "the node never names a receiver");
    assert!(world.agents[18].calls[0].has(gascore::TYPE_REPLY));
}

/// A reply with a returned token is dropped, counted and reported. So is a free token that is
/// returned.
#[test]
fn free_tokens() {
    let mut world = World::new();
    world.agents[5].handler = |_| None;
    world.agents[0].ask(short(5, 130, &[]));
    world.run();
    world.agents[5].ask(reply(0, short(0, 131, &[1, 2])));
    world.agents[5].ask(reply(0x3ff, short(0, 131, &[])));
    world.agents[5].give_back(3);
    world.finish();
    assert_eq!((world.load(5, gascore::REG_BAD_REPLY), world.load(5, gascore::REG_BAD_TOKEN)), (2, 1));
    assert_eq!(world.agents[5].completions.iter().map(|(_, word)| *word).collect::<Vec<_>>(), [0, 0]);
    assert!(world.agents[0].calls.is_empty());
    let complaint = world.bus.devices[5].complaint().unwrap();
    assert!(
        complaint.starts_with("2 replies with a free token, 1 free tokens returned; first: GAScore of node 5, cycle"),
        "{complaint}"
    );
}
