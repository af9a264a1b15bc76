//! Rows G1 to G10. The publication gives times in µs at 100 MHz; here they are in cycles.

use super::measure::{Barrier, Barriers, ByHarts, Latencies, Measured, Pairs, hops};
use crate::repro::bench::{Series, at};
use crate::repro::table::{Criterion, Row, number, statement};

/// Bytes of a long write (G9), and the share of the links' 400 MB/s that it must reach.
const LONG: u32 = 4096;
const LINK_RATE: f64 = 400.0;
const SHARE: f64 = 0.95;

pub fn rows(m: &Measured) -> Result<Vec<Row>, String> {
    let groups = [
        m.latencies.as_ref().map(latencies),
        m.barriers.as_ref().map(barriers),
        m.bandwidth.as_deref().map(bandwidths).transpose()?,
        m.harts.as_ref().map(by_harts),
    ];
    let mut rows: Vec<Row> = groups.into_iter().flatten().flatten().collect();
    rows.sort_by_key(|row| row.id[1..].parse::<u32>().ok());
    Ok(rows)
}

/// Cycles for 0, 1 and 2 hops; each is the largest of the pairs.
fn by_hops(pairs: &Pairs) -> Vec<f64> {
    let most = |hop| pairs.iter().filter(|((a, b), _)| hops(*a, *b) == hop).map(|(_, cycles)| *cycles).max();
    (0..3).map(|hop| most(hop).unwrap_or_default() as f64).collect()
}

fn is_alike(pairs: &Pairs) -> bool {
    let of = by_hops(pairs);
    pairs.iter().all(|((a, b), cycles)| *cycles as f64 == of[hops(*a, *b) as usize])
}

fn latencies(m: &Latencies) -> Vec<Row> {
    let row = |id, quantity, printed: [f64; 3], pairs| {
        number(id, quantity, printed.to_vec(), Criterion::Exactly, by_hops(pairs))
    };
    let all = [&m.short, &m.two_way, &m.write, &m.read];
    let alike = all.iter().filter(|pairs| is_alike(pairs)).count();
    vec![
        row("G1", "short message, one way: 0, 1, 2 hops, cycles", [17.0, 24.0, 31.0], &m.short),
        row("G2", "short message and reply: 0, 1, 2 hops, cycles", [35.0, 49.0, 63.0], &m.two_way),
        row("G3", "remote write of a word: 0, 1, 2 hops, cycles", [29.0, 36.0, 43.0], &m.write),
        row("G4", "remote read of a word: 0, 1, 2 hops, cycles", [47.0, 61.0, 75.0], &m.read),
        statement(
            "G10",
            "latencies of G1 to G4, each for all 240 pairs of nodes",
            "equal for the same number of hops",
            "all four equal for the same number of hops",
            (format!("{alike} of 4 are equal"), alike == all.len()),
        ),
    ]
}

fn both(barrier: Barrier) -> Vec<f64> {
    vec![barrier.root as f64, barrier.all as f64]
}

fn barriers(m: &Barriers) -> Vec<Row> {
    let shown =
        |quantity, printed: [f64; 2], barrier| number("G5", quantity, printed.to_vec(), Criterion::None, both(barrier));
    let (simple, staggered) = (both(m.simple), both(m.staggered));
    let faster: Vec<f64> = simple.iter().zip(&staggered).map(|(simple, staggered)| simple / staggered).collect();
    vec![
        number(
            "G5",
            "simple barrier: until node 0 has all messages, until all nodes have left, cycles",
            vec![87.0, 196.0],
            Criterion::Within(10.0),
            simple,
        ),
        shown(
            "the same with slow links (gas.link_packet_cycles=5) and fast GAScores (gascore.am_rx_interval=1)",
            [87.0, 196.0],
            m.slow_links,
        ),
        number(
            "G6",
            "staggered barrier: the two times of G5, cycles",
            vec![62.0, 148.0],
            Criterion::Within(10.0),
            staggered,
        ),
        Row {
            id: "G6",
            ..shown("the same, if node 0 replies to its own FPGA first", [62.0, 148.0], m.staggered_near_first)
        },
        number(
            "G7",
            "G5 divided by G6: until node 0 has all messages, until all nodes have left",
            vec![1.40, 1.32],
            Criterion::Within(15.0),
            faster,
        )
        .derived("G5 by G6"),
    ]
}

/// Rows of the times that harts take for the same. The printed values are those of sequencers.
fn by_harts(harts: &ByHarts) -> Vec<Row> {
    let shown = |id, quantity, printed: &[f64], ours: &[f64]| {
        number(id, quantity, printed.to_vec(), Criterion::None, ours.to_vec())
    };
    vec![
        shown("G2", "the same, but harts run C code in place of sequencers", &[35.0, 49.0, 63.0], &harts.two_way),
        shown(
            "G3",
            "the same, but harts run C code, and the time ends when the reply arrives",
            &[29.0, 36.0, 43.0],
            &harts.write,
        ),
        shown("G4", "the same, but harts run C code", &[47.0, 61.0, 75.0], &harts.read),
        shown(
            "G5",
            "the same, but harts run C code: until all nodes have left, cycles",
            &[196.0],
            harts.barrier.get(..1).unwrap_or_default(),
        ),
    ]
}

/// The size at which a write has half of the links' rate, interpolated linearly between the
/// measured sizes.
fn half(series: &Series) -> Option<f64> {
    let wanted = LINK_RATE / 2.0;
    let pairs = series.iter().zip(series.iter().skip(1));
    let mut found = pairs.filter(|((_, before), (_, behind))| *before < wanted && wanted <= *behind);
    found.next().map(|((x, y), (x2, y2))| f64::from(*x) + f64::from(x2 - x) * (wanted - y) / (y2 - y))
}

fn bandwidths(curves: &[Series]) -> Result<Vec<Row>, String> {
    let halves: Vec<Option<f64>> = curves.iter().map(half).collect();
    let text = |half: &Option<f64>| half.map_or("none".into(), |bytes| format!("{bytes:.0}"));
    let rates: Vec<f64> = curves.iter().map(|series| at(series, LONG)).collect::<Result<_, _>>()?;
    let shown: Vec<String> = rates.iter().map(|rate| format!("{rate:.1}")).collect();
    Ok(vec![
        statement(
            "G8",
            "size of a write that reaches half of a link's 400 MB/s: 0, 1, 2 hops, bytes",
            "between 64 and 256",
            "64 to 256",
            (
                halves.iter().map(text).collect::<Vec<_>>().join(" "),
                halves.iter().all(|half| half.is_some_and(|bytes| (64.0..=256.0).contains(&bytes))),
            ),
        ),
        statement(
            "G9",
            "bandwidth of writes of 4096 bytes: 0, 1, 2 hops, MB/s",
            "near 400",
            "above 380",
            (shown.join(" "), rates.iter().all(|rate| *rate > SHARE * LINK_RATE)),
        )
        .derived("links carry a word a cycle, 400 MB/s (§5.1); the curves' values are not printed"),
    ])
}
