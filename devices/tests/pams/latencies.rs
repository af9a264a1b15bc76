//! The latency programs of `apps/pams`, on a network of a fixed latency.

use crate::world::{Sent, World, app, params};

/// Two sequencers with programs that begin in cycle 100.
fn run(first: &str, second: &str, defines: &[(&str, i64)], latency: u64) -> Vec<Sent> {
    let mut world = World::new(2, &params(&[]), latency);
    world.load(0, &app(first, defines), 100);
    world.load(1, &app(second, &[]), 100);
    world.settle();
    let sent = std::mem::take(&mut world.sent);
    sent.into_iter().filter(|sent| sent.words[1] == 16).collect()
}

/// Cycles from the first cycle of AM (START + 1) on. Words of the request are put in the cycles
/// behind it and taken a cycle later. Then comes the latency of the network. Words of the call come
/// one a cycle and are taken a cycle later. After another cycle the call counts.
fn one_way(latency: u64, request: u64, call: u64) -> u64 {
    request + 1 + latency + call - 1 + 1 + 1
}

#[test]
fn short_messages_writes_and_reads() {
    for latency in [3, 10, 17] {
        let short = one_way(latency, 2, 2);
        let write = one_way(latency, 5, 4);
        // The WAIT sees the message in the cycle in which it counts, and the next instruction
        // begins a cycle later.
        let turn = 1;
        for (first, second, reporter, expected) in [
            ("short_send.pams", "short_receive.pams", 1, short),
            ("ping.pams", "pong.pams", 0, 2 * short + turn),
            ("write_send.pams", "write_receive.pams", 1, write),
            ("read_request.pams", "read_serve.pams", 0, short + turn + write),
        ] {
            let reports = run(first, second, &[("START", 1000)], latency);
            assert_eq!(reports.len(), 1, "{first}");
            assert_eq!((reports[0].source, u64::from(reports[0].words[2])), (reporter, 1001 + expected), "{first}");
        }
    }
}
