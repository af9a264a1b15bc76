//! The measurements: sequencers run programs of `apps/pams` and report times to a hart, which
//! prints them.

use crate::repro::bench::{Run, Series, Workshop, in_parallel};
use crate::repro::options::Options;
use std::collections::BTreeMap;

/// The platform, the number of its nodes with sequencers, and how many of these an FPGA has.
pub const PLATFORM: &str = "gas";
pub const NODES: u32 = 16;
const NODES_AN_FPGA: u32 = 4;
const FPGAS: u32 = 4;

/// The time at which sequencers begin, by their timers: later than the start of the hart's program.
/// A sending instruction takes effect a cycle later.
const START: u64 = 20_000;

/// The programs of an experiment's first node and of its peer. One of the two reports the time.
struct Experiment {
    first: &'static str,
    peer: &'static str,
    /// Does the peer answer the first node? Then its program has to know that node.
    answers: bool,
}

macro_rules! program {
    ($name:literal) => {
        include_str!(concat!("../../../../../apps/pams/", $name, ".pams"))
    };
}

const HARTS: &str = include_str!("../../../../../apps/repro/gas/harts.c");
const COLLECT: &str = include_str!("../../../../../apps/repro/gas/collect.c");
const IDLE: &str = "WAIT code\n";

/// In the order of [`Latencies`].
const EXPERIMENTS: [Experiment; 4] = [
    Experiment { first: program!("short_send"), peer: program!("short_receive"), answers: false },
    Experiment { first: program!("ping"), peer: program!("pong"), answers: true },
    Experiment { first: program!("write_send"), peer: program!("write_receive"), answers: false },
    Experiment { first: program!("read_request"), peer: program!("read_serve"), answers: true },
];

/// The rows that need latencies, barriers, and bandwidths.
const OF_LATENCIES: &[&str] = &["G1", "G2", "G3", "G4", "G10"];
const OF_BARRIERS: &[&str] = &["G5", "G6", "G7"];
const OF_BANDWIDTH: &[&str] = &["G8", "G9"];

/// Sizes of Figure 10.
pub const SIZES: [u32; 13] = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];

/// Cycles by (sender, receiver).
pub type Pairs = BTreeMap<(u32, u32), u64>;

/// Cycles from the time when all nodes entered the barrier, until its last message reached node 0
/// (`root`) and the last node (`all`).
#[derive(Clone, Copy)]
pub struct Barrier {
    pub root: u64,
    pub all: u64,
}

/// The measurements that were asked for.
pub struct Measured {
    pub latencies: Option<Latencies>,
    pub barriers: Option<Barriers>,
    /// Cycles that harts take for the same with GASNet: means for peers that are 0, 1 and 2 hops
    /// away.
    pub harts: Option<ByHarts>,
    /// MB/s by size in bytes, for 0, 1 and 2 hops.
    pub bandwidth: Option<Vec<Series>>,
}

pub struct Latencies {
    pub short: Pairs,
    pub two_way: Pairs,
    pub write: Pairs,
    pub read: Pairs,
}

pub struct Barriers {
    pub simple: Barrier,
    pub staggered: Barrier,
    /// The staggered barrier, if node 0 notifies its own FPGA first.
    pub staggered_near_first: Barrier,
    /// The simple barrier, if GAScores take messages as fast as they arrive and the links are slow
    /// instead.
    pub slow_links: Barrier,
}

#[derive(Default)]
pub struct ByHarts {
    pub two_way: Vec<f64>,
    pub write: Vec<f64>,
    pub read: Vec<f64>,
    pub barrier: Vec<f64>,
}

/// The platform on which all nodes have harts, and peers of node 0 that are 0, 1 and 2 hops away
/// there.
pub const PLATFORM_OF_HARTS: &str = "gas-c";
const PEERS_OF_HARTS: [u32; 3] = [1, 5, 10];

pub fn about() -> Vec<String> {
    vec![format!(
        "Runs: the programs of apps/pams on {NODES} sequencers of platform {PLATFORM}, for all {} pairs of nodes; apps/repro/gas/collect.c on \
         node 16 collects the results. Rows with harts: apps/repro/gas/harts.c on {NODES} nodes of platform {PLATFORM_OF_HARTS}.",
        NODES * (NODES - 1)
    )]
}

/// The number of links that a packet between two nodes passes.
pub fn hops(a: u32, b: u32) -> u32 {
    let apart = (a / NODES_AN_FPGA).abs_diff(b / NODES_AN_FPGA);
    apart.min(FPGAS - apart)
}

/// A program's text with other values of these constants. An error if the program has no such
/// constant.
fn with(program: &str, constants: &[(&str, u32)]) -> Result<String, String> {
    let mut text = program.to_owned();
    for (name, value) in constants {
        let begin = format!(".equ {name},");
        let Some(line) = text.lines().find(|line| line.starts_with(&begin)) else {
            return Err(format!("a program has no constant {name}"));
        };
        text = text.replace(line, &format!("{begin} {value}"));
    }
    Ok(text)
}

/// Runs these programs by node, with settings of the platform. `reports` nodes report a time;
/// returns these times by node.
fn run(
    workshop: &Workshop,
    name: &str,
    programs: &BTreeMap<u32, String>,
    settings: &[&str],
    reports: usize,
) -> Result<BTreeMap<u32, u64>, String> {
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_owned()).collect();
    let mut words = vec![workshop.name(), reports.to_string()];
    for node in 0..NODES {
        let text = programs.get(&node).map_or(IDLE, String::as_str);
        let file = format!("{name}-{node}.pams");
        workshop.write(&file, text)?;
        words.extend([":".to_owned(), file]);
    }
    let out = workshop.rankine(PLATFORM, &settings, &words)?;
    let line = |line: &str| {
        let (node, time) = line.split_once(' ')?;
        // The sending instruction takes effect in the cycle after START.
        Some((node.parse().ok()?, time.parse::<u64>().ok()?.checked_sub(START + 1)?))
    };
    let times: Option<BTreeMap<u32, u64>> = out.lines().map(line).collect();
    let complete = times.filter(|times| times.len() == reports);
    complete.ok_or_else(|| format!("{name}: unexpected output: {out}"))
}

fn pair(workshop: &Workshop, index: usize, a: u32, b: u32, bytes: Option<u32>) -> Result<u64, String> {
    let Experiment { first, peer, answers } = &EXPERIMENTS[index];
    let size: Vec<(&str, u32)> = bytes.into_iter().map(|bytes| ("BYTES", bytes)).collect();
    let to_peer = [&[("PEER", b)], &size[..]].concat();
    let from_first = if *answers { vec![("PEER", a)] } else { size };
    let programs = BTreeMap::from([(a, with(first, &to_peer)?), (b, with(peer, &from_first)?)]);
    let name = format!("pair-{index}-{a}-{b}-{}", bytes.unwrap_or_default());
    let times = run(workshop, &name, &programs, &[], 1)?;
    times.into_values().next().ok_or_else(|| format!("{name}: no time"))
}

/// Measures all pairs of an experiment. A quick run measures only the pairs of node 0 with the
/// others.
fn pairs(workshop: &Workshop, index: usize, is_quick: bool) -> Result<Pairs, String> {
    let senders = if is_quick { 1 } else { NODES };
    let all = (0..senders).flat_map(|a| (0..NODES).map(move |b| (a, b))).filter(|(a, b)| a != b);
    let jobs = all.map(|(a, b)| Box::new(move || Ok(((a, b), pair(workshop, index, a, b, None)?))) as _).collect();
    in_parallel(jobs).into_iter().collect()
}

fn barrier(
    workshop: &Workshop,
    name: &str,
    settings: &[&str],
    program: impl Fn(u32) -> Result<String, String>,
) -> Result<Barrier, String> {
    let programs = (0..NODES).map(|node| Ok((node, program(node)?))).collect::<Result<BTreeMap<_, _>, String>>()?;
    let times = run(workshop, name, &programs, settings, NODES as usize)?;
    let all = times.values().copied().max().unwrap_or_default();
    Ok(Barrier { root: times.get(&0).copied().unwrap_or_default(), all })
}

fn simple(node: u32) -> Result<String, String> {
    match node {
        0 => Ok(program!("barrier_simple_root").to_owned()),
        _ => with(program!("barrier_simple_node"), &[("NODE", node)]),
    }
}

fn staggered(node: u32) -> Result<String, String> {
    let hub = node - node % NODES_AN_FPGA;
    match node {
        0 => Ok(program!("barrier_staggered_root").to_owned()),
        _ if node == hub => with(program!("barrier_staggered_hub"), &[("NODE", node)]),
        _ => with(program!("barrier_staggered_leaf"), &[("NODE", node), ("HUB", hub)]),
    }
}

/// As [`staggered`], but node 0 notifies the nodes of its own FPGA first.
fn staggered_near_first(node: u32) -> Result<String, String> {
    let text = staggered(node)?;
    if node != 0 {
        return Ok(text);
    }
    let (far, near): (Vec<&str>, Vec<&str>) = (vec!["4", "8", "12"], vec!["1", "2", "3"]);
    let swapped = |line: &str| {
        let to = line.split("->").nth(1).and_then(|rest| rest.split_whitespace().next())?;
        let other = far.iter().zip(&near).find_map(|(far, near)| match to {
            _ if to == *far => Some(near),
            _ if to == *near => Some(far),
            _ => None,
        })?;
        line.trim_start().starts_with("AM short DONE").then(|| format!("AM short DONE -> {other}"))
    };
    Ok(text.lines().map(|line| swapped(line).unwrap_or_else(|| line.to_owned()) + "\n").collect())
}

/// Measures the same experiments with harts.
fn harts(options: &Options) -> Result<ByHarts, String> {
    let workshop = Workshop::new("harts.c", HARTS, options)?;
    let mut all = ByHarts::default();
    for peer in PEERS_OF_HARTS {
        let run =
            Run { platform: PLATFORM_OF_HARTS.into(), ranks: NODES, arguments: peer.to_string(), ..Run::default() };
        for line in workshop.run(&run)?.lines() {
            let unexpected = || format!("unexpected output: {line}");
            let (name, cycles) = line.split_once(' ').ok_or_else(unexpected)?;
            let series = match name {
                "round-trip" => &mut all.two_way,
                "write" => &mut all.write,
                "read" => &mut all.read,
                "barrier" => &mut all.barrier,
                _ => return Err(unexpected()),
            };
            series.push(cycles.parse().map_err(|_| unexpected())?);
        }
    }
    Ok(all)
}

/// MB/s of writes from node 0, by size in bytes.
fn bandwidth(workshop: &Workshop, peer: u32) -> Result<Series, String> {
    let jobs = SIZES.iter().map(|&size| Box::new(move || pair(workshop, 2, 0, peer, Some(size))) as _).collect();
    let cycles: Vec<u64> = in_parallel(jobs).into_iter().collect::<Result<_, String>>()?;
    let rate = |(size, cycles): (&u32, u64)| (*size, f64::from(*size) * CLOCK_MHZ / cycles as f64);
    Ok(SIZES.iter().zip(cycles).map(rate).collect())
}

/// The clock of all nodes.
const CLOCK_MHZ: f64 = 100.0;

pub fn measure(options: &Options) -> Result<Measured, String> {
    let workshop = &Workshop::new("collect.c", COLLECT, options)?;
    // Build once before the runs, so that they do not all build the library at the same time.
    pair(workshop, 0, 0, 1, None)?;
    let wanted = |rows: &[&str]| options.wants(rows);
    let by_harts = !options.is_quick && wanted(&["G2", "G3", "G4", "G5"]);
    Ok(Measured {
        latencies: wanted(OF_LATENCIES).then(|| latencies(workshop, options.is_quick)).transpose()?,
        barriers: wanted(OF_BARRIERS).then(|| barriers(workshop)).transpose()?,
        harts: by_harts.then(|| harts(options)).transpose()?,
        bandwidth: wanted(OF_BANDWIDTH).then(|| bandwidths(workshop)).transpose()?,
    })
}

fn latencies(workshop: &Workshop, is_quick: bool) -> Result<Latencies, String> {
    let of = |index| pairs(workshop, index, is_quick);
    Ok(Latencies { short: of(0)?, two_way: of(1)?, write: of(2)?, read: of(3)? })
}

fn barriers(workshop: &Workshop) -> Result<Barriers, String> {
    let slow = ["gascore.am_rx_interval=1", "gas.link_packet_cycles=5"];
    Ok(Barriers {
        simple: barrier(workshop, "simple", &[], simple)?,
        staggered: barrier(workshop, "staggered", &[], staggered)?,
        staggered_near_first: barrier(workshop, "near", &[], staggered_near_first)?,
        slow_links: barrier(workshop, "slow", &slow, simple)?,
    })
}

/// Measures writes from node 0 to nodes that are 0, 1 and 2 hops away.
fn bandwidths(workshop: &Workshop) -> Result<Vec<Series>, String> {
    [1, 4, 8].into_iter().map(|peer| bandwidth(workshop, peer)).collect()
}
