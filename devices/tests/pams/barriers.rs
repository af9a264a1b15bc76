//! The barriers of `apps/pams` among sixteen sequencers, round after round.

use crate::world::{HOST, World, app, params};

const NODES: usize = 16;

/// The latency of the network. Skews are larger, so that entries and calls of different nodes
/// overlap.
const LATENCY: u64 = 20;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Simple,
    Staggered,
}

/// The node that `node` calls. Its counter must be armed before.
fn hub(kind: Kind, node: usize) -> usize {
    match kind {
        Kind::Staggered if !node.is_multiple_of(4) => node / 4 * 4,
        _ => 0,
    }
}

fn program(kind: Kind, node: usize, start: u64, skew: i64) -> Vec<u32> {
    let common = [("START", start as i64), ("SKEW", skew)];
    let with = |others: &[(&'static str, usize)]| -> Vec<(&str, i64)> {
        common.into_iter().chain(others.iter().map(|(name, value)| (*name, *value as i64))).collect()
    };
    match (kind, node) {
        (Kind::Simple, 0) => app("barrier_simple_root.pams", &common),
        (Kind::Simple, _) => app("barrier_simple_node.pams", &with(&[("NODE", node)])),
        (Kind::Staggered, 0) => app("barrier_staggered_root.pams", &common),
        (Kind::Staggered, _) if node.is_multiple_of(4) => app("barrier_staggered_hub.pams", &with(&[("NODE", node)])),
        (Kind::Staggered, _) => app("barrier_staggered_leaf.pams", &with(&[("NODE", node), ("HUB", hub(kind, node))])),
    }
}

/// A random number below `bound`.
fn random(seed: &mut u64, bound: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % bound
}

/// Puts programs into all nodes, with each timer `ahead` of the clock, and runs them. Returns the
/// reports of a complete round.
fn round(world: &mut World, kind: Kind, before: &[i64], ahead: &[i64]) -> usize {
    // No timer is corrected to below 0.
    world.run(world.cycle + 400);
    let start = world.cycle + 1000;
    for node in 0..NODES {
        let code = program(kind, node, start, ahead[node] - before[node]);
        world.load(node, &code, world.cycle + 200);
    }
    world.sent.clear();
    world.settle();
    world.sent.iter().filter(|sent| sent.words[1] as usize == HOST).count()
}

/// Checks that no node leaves before all have entered. Entries are in the logs; a node reports its
/// timer when it leaves.
fn assert_separated(world: &mut World, round: usize) {
    // WAIT t0 is at address 4 in all programs; the instruction behind it is at 5.
    let (mut last_entry, mut first_exit) = (0, u64::MAX);
    for node in 0..NODES {
        let trace = world.trace(node);
        let entry =
            trace.iter().find(|(_, address)| *address == 5).unwrap_or_else(|| panic!("node {node} {trace:?}")).0;
        let mut reports = world.sent.iter().filter(|sent| sent.source == node && sent.words[1] as usize == HOST);
        let report = reports.next().expect("a report");
        let exit = u64::from(report.words[3]) + world.cycle - world.register(node, "timer");
        (last_entry, first_exit) = (last_entry.max(entry), first_exit.min(exit));
    }
    assert!(first_exit > last_entry, "round {round}: a node left in {first_exit}, the last entered in {last_entry}");
}

/// Number of rounds of each barrier with random skew: more with RANKINE_LONG (`make test-long`).
fn rounds() -> usize {
    if std::env::var_os("RANKINE_LONG").is_some() { 10_000 } else { 1000 }
}

fn rounds_with_skew(kind: Kind) {
    let mut world = World::new(NODES, &params(&[]), LATENCY);
    let (mut seed, mut before) = (7, vec![0; NODES]);
    for number in 0..rounds() {
        // A hub enters first. The nodes that call it enter up to 300 cycles later, none earlier.
        let mut ahead = vec![0; NODES];
        for node in 1..NODES {
            let hub = hub(kind, node);
            ahead[node] = ahead[hub] - random(&mut seed, 300) as i64;
        }
        assert_eq!(round(&mut world, kind, &before, &ahead), NODES, "round {number}");
        assert_separated(&mut world, number);
        before = ahead;
    }
    for node in 0..NODES {
        assert_eq!(
            world.pams(node).waiting(),
            [format!("PAMS of node {node} waits since cycle {} for code", since(&world, node))]
        );
        assert_eq!(world.count(node, "handler calls that no counter was armed for"), 0);
        assert_eq!(world.count(node, "messages beyond the threshold of their counter"), 0);
    }
}

/// The cycle since which the sequencer waits, from its report.
fn since(world: &World, node: usize) -> u64 {
    let told = &world.pams(node).waiting()[0];
    told.split(' ').nth(7).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{told}"))
}

#[test]
fn simple() {
    rounds_with_skew(Kind::Simple);
}

#[test]
fn staggered() {
    rounds_with_skew(Kind::Staggered);
}

/// If a call reaches the root before the root has entered, the call is lost and no node leaves.
#[test]
fn a_late_root_loses_calls() {
    for kind in [Kind::Simple, Kind::Staggered] {
        let mut world = World::new(NODES, &params(&[]), LATENCY);
        let mut ahead = vec![0; NODES];
        // Node 3 enters so early that its call has come before node 0's counter is armed; the
        // others do not.
        ahead[3] = 40;
        assert_eq!(round(&mut world, kind, &[0; NODES], &ahead), 0, "{kind:?}");
        let count = if matches!(kind, Kind::Simple) { "14 of 15" } else { "5 of 6" };
        let told = format!(
            "PAMS of node 0 waits since cycle 1403 for message counter 0: {count} messages of handler 130; 1 message of \
             handler 130 came, at cycle 1387, while no counter was armed for it"
        );
        assert_eq!(world.pams(0).waiting(), [told]);
    }
}
