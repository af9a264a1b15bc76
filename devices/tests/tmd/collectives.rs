//! Collectives in TMD-MPEs: the words that harts get, numbers of ranks, messages in between,
//! refusals and reports.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;

/// The root of a broadcast or a reduction of so many ranks.
#[derive(Clone, Copy)]
struct Group {
    root: u32,
    ranks: u32,
}

fn all(ranks: u32, boards: u32) -> TmdParams {
    let nodes = (0..ranks).map(|node| with_mpe(node * boards / ranks)).collect();
    TmdParams { mpe_collectives: true, mpe_piece_words: 16, ..params(nodes) }
}

fn command(opcode: u32, size: usize, own: u32, root: u32, what: u32) -> Vec<Op> {
    [opcode, size as u32, own, root, what].map(Op::Put).to_vec()
}

fn get(words: usize) -> Vec<Op> {
    if words == 0 { Vec::new() } else { [vec![Op::ControlGet], vec![Op::Get; words - 1]].concat() }
}

fn put(data: &[u32]) -> Vec<Op> {
    data.iter().map(|word| Op::Put(*word)).collect()
}

fn barrier(own: u32, ranks: u32) -> Vec<Op> {
    [command(4, 0, own, 0, ranks), get(1)].concat()
}

fn broadcast(own: u32, Group { root, ranks }: Group, data: &[u32]) -> Vec<Op> {
    let words = if own == root { put(data) } else { get(data.len()) };
    [command(5, data.len(), own, root, ranks), words].concat()
}

fn reduce(own: u32, Group { root, ranks }: Group, operation: u32, data: &[u32]) -> Vec<Op> {
    let result = if own == root { get(data.len()) } else { Vec::new() };
    [command(6, data.len(), own, root, ranks | operation << 16), put(data), result].concat()
}

/// Barriers, broadcasts and reductions of any size to and from each root, one after the other, by
/// one to nine ranks on one to three boards. One rank comes late.
#[test]
fn what_harts_get() {
    for (ranks, boards) in [(1, 1), (2, 1), (3, 1), (4, 2), (6, 3), (7, 1), (9, 3)] {
        let mut world = World::new(&all(ranks, boards));
        let mut expected = vec![Vec::new(); ranks as usize];
        for root in 0..ranks {
            let group = Group { root, ranks };
            for size in [1, 15, 16, 17, 40] {
                let data: Vec<u32> = (0..size).map(|word| root << 8 | word).collect();
                let part = &data[..data.len().min(16)];
                for own in 0..ranks {
                    let mine: Vec<u32> = part.iter().map(|word| word.wrapping_sub(own << 30)).collect();
                    let late = if own == (root + size) % ranks { vec![Op::Rest(700)] } else { Vec::new() };
                    let operation = size % 3;
                    world.script(
                        own,
                        [late, broadcast(own, group, &data), reduce(own, group, operation, &mine)].concat(),
                    );
                    world.script(own, barrier(own, ranks));
                    let own = own as usize;
                    if own != root as usize {
                        expected[own].extend(&data);
                    } else {
                        let all = |word: u32| (0..ranks).map(move |rank| word.wrapping_sub(rank << 30));
                        expected[own].extend(part.iter().map(|&word| match operation {
                            0 => all(word).fold(0, u32::wrapping_add),
                            1 => all(word).map(|word| word as i32).max().unwrap() as u32,
                            _ => all(word).max().unwrap(),
                        }));
                    }
                    expected[own].push(0);
                }
            }
        }
        world.finish();
        (0..ranks).for_each(|node| assert_eq!(world.got(node), expected[node as usize], "{node} of {ranks}"));
        assert_eq!(world.statistic("TMD-MPE collectives"), u64::from(3 * 5 * ranks * ranks));
        world.assert_clean();
    }
}

/// No rank leaves a barrier before the last one has come.
#[test]
fn nobody_leaves_early() {
    let mut world = World::new(&all(5, 1));
    for node in 0..5 {
        world.script(node, [vec![Op::Rest(100 * u64::from(node))], barrier(node, 5)].concat());
    }
    world.finish();
    for node in 0..5 {
        let left = world.times(node)[5];
        assert!((405..500).contains(&left), "{node} left in cycle {left}");
    }
}

/// Messages whose envelopes come while their receiver is in a barrier, and messages of one word
/// after the barrier.
#[test]
fn messages_between() {
    let mut world = World::new(&all(3, 1));
    world.script(1, [mpe_send(1, 0, 5, &[8]), barrier(1, 3), mpe_send(1, 0, 6, &[9])].concat());
    world.script(2, [vec![Op::Rest(300)], barrier(2, 3), mpe_receive(2, 0, 1, 2)].concat());
    world.script(
        0,
        [mpe_receive(0, 1, 5, 1), barrier(0, 3), mpe_send(0, 2, 1, &[3, 4]), mpe_receive(0, 1, 6, 1)].concat(),
    );
    world.finish();
    assert_eq!((world.got(0), world.got(2)), (&[8, 0, 9][..], &[0, 3, 4][..]));
    world.assert_clean();
}

/// Open TMD-MPEs: a barrier is a packet to the own rank. Packets of any length pass at the same
/// time.
#[test]
fn open_ones() {
    let ranks = 4;
    let mut world = World::new(&all(ranks, 2));
    for own in 0..ranks {
        let next = (own + 1) % ranks;
        let open = [3, 0, own, 0, 0].map(Op::Put).to_vec();
        let rest = vec![Op::Rest(u64::from(own) * 90)];
        let order = packet(own, own, &[ranks]);
        world.script(own, [rest, open, order, packet(own, next, &[7, 8]), take(2)].concat());
        world.script(own, vec![Op::Get; 2]);
    }
    // The barrier may pass before the packet comes, or after it.
    world.finish();
    for own in 0..ranks {
        let mut got = world.got(own).to_vec();
        got.sort_unstable();
        let mut expected = vec![header((own + ranks - 1) % ranks, own, 2), 7, 8, header(own, own, 1), 0];
        expected.sort_unstable();
        assert_eq!(got, expected, "{own}");
    }
    assert_eq!(world.statistic("TMD-MPE collectives"), 4);
    assert_eq!(world.bus.network.complaint(), None);
}

/// Refused commands and the reasons. Afterwards a barrier works.
#[test]
fn mistakes() {
    for (words, told) in [
        ([4, 1, 0, 0, 2], "size and root of a barrier are not 0"),
        ([4, 0, 0, 0, 0], "number of ranks is not above the ranks"),
        ([4, 0, 0, 0, 257], "number of ranks is not above the ranks"),
        ([5, 1, 0, 2, 2], "number of ranks is not above the ranks"),
        ([5, 1, 1, 0, 2], "local rank is another"),
        ([6, 0, 0, 0, 2], "size of a reduction is 0 or above mpe_piece_words"),
        ([6, 17, 0, 0, 2], "size of a reduction is 0 or above mpe_piece_words"),
        ([6, 1, 0, 0, 2 | 3 << 16], "operation is not 0 to 2"),
        ([7, 0, 0, 0, 2], "opcode is neither send, receive nor open"),
    ] {
        let mut world = World::new(&all(2, 1));
        world.script(0, [words.map(Op::Put).to_vec(), barrier(0, 2)].concat());
        world.script(1, barrier(1, 2));
        world.finish();
        let complaint = world.bus.network.complaint().unwrap_or_default();
        assert!(complaint.contains(told), "{complaint}");
        assert_eq!(world.statistic("commands refused by TMD-MPEs"), 1);
    }
    let mut world = World::new(&all(2, 1));
    world.script(0, [[3, 0, 0, 0, 0].map(Op::Put).to_vec(), packet(0, 0, &[2]), packet(0, 0, &[2])].concat());
    world.finish();
    let complaint = world.bus.network.complaint().unwrap_or_default();
    assert!(complaint.contains("a barrier of 2 ranks is refused: one is under way"), "{complaint}");
}

/// Reports name the ranks that others wait for, in each kind of collective.
#[test]
fn what_it_waits_for() {
    let group = Group { root: 0, ranks: 2 };
    for (script, told) in [
        (barrier(0, 2), "TMD-MPE of node 0 waits in a barrier for rank 1"),
        (broadcast(0, group, &[1, 2]), "TMD-MPE of node 0 waits in a broadcast for rank 1"),
        (reduce(0, group, 0, &[1]), "TMD-MPE of node 0 waits in a reduction for words of rank 1"),
    ] {
        let mut world = World::new(&all(2, 1));
        world.script(0, script);
        world.run();
        assert_eq!(world.bus.network.waiting(), [told]);
    }
}
