//! What differs between the statistics of two runs.

use super::Two;
use super::pairs::Pairs;
use crate::mpi_view::{Cost, MpiView};
use crate::stats::{Counters, Stats};

/// Tables of what differs, `shown` rows each at most; the whole run's figures are there whether they differ or not. The
/// second value says whether all figures agree that a repeated run must have again.
pub fn statistics(runs: Two<&Stats>, shown: usize) -> (String, bool) {
    let mut out = String::new();
    Pairs::of(runs.map(whole)).write_all(&mut out, "Whole run", WHOLE);
    for (title, values) in TABLES {
        Pairs::of(runs.map(values)).write(&mut out, title, shown);
    }
    (out, is_same(runs))
}

/// The rows of the first table, in their order.
const WHOLE: &[&str] = &[
    "cycles of the longest rank",
    "cycles of all ranks in MPI",
    "of these, waiting",
    "instructions of all ranks",
    "point-to-point messages",
    "their bytes",
    "all messages",
    "ranks",
];

/// Takes values by name out of the statistics of one run.
type Values = fn(&Stats) -> Vec<(String, u64)>;

/// The tables of what differs, and their values.
const TABLES: &[(&str, Values)] = &[
    ("MPI functions, calls", |stats| of_functions(stats, |cost| cost.calls)),
    ("MPI functions, cycles of all ranks", |stats| of_functions(stats, |cost| cost.cycles)),
    ("MPI functions, of these cycles waiting", |stats| of_functions(stats, |cost| cost.wait_cycles)),
    ("MPI call sites, cycles of all ranks", call_sites),
    ("Phases of MPI calls, cycles of all ranks", phases),
    ("GASNet functions, cycles of all ranks", gasnet),
    ("Messages by protocol", protocols),
    ("Cycles by rank", ranks),
    ("Counters of processors and devices, all ranks", devices),
    ("Counters of the network", |stats| named(&stats.network.name, &stats.network.counters).collect()),
    ("Mistakes (--check)", mistakes),
    ("Records of calls and messages end early (--keep-max)", recorded_until),
];

fn whole(stats: &Stats) -> Vec<(String, u64)> {
    let totals = &stats.totals;
    let mpi = stats.mpi.as_ref();
    let values = [
        totals.cycles,
        totals.mpi_cycles,
        mpi.map_or(0, |view| view.total.wait_cycles),
        totals.instructions,
        totals.sent_messages,
        totals.sent_payload_bytes,
        mpi.map_or(0, |view| view.messages.messages),
        stats.ranks.len() as u64,
    ];
    WHOLE.iter().map(|name| name.to_string()).zip(values).collect()
}

fn of_functions(stats: &Stats, value: fn(&Cost) -> u64) -> Vec<(String, u64)> {
    let functions = stats.mpi.iter().flat_map(|view: &MpiView| &view.functions);
    functions.map(|(name, spent)| (name.clone(), value(&spent.total))).collect()
}

fn call_sites(stats: &Stats) -> Vec<(String, u64)> {
    let sites = stats.mpi.iter().flat_map(|view| &view.call_sites);
    sites.map(|site| (format!("{} {}", site.function, site.place), site.spent.total.cycles)).collect()
}

fn phases(stats: &Stats) -> Vec<(String, u64)> {
    let functions = stats.phases.iter().flatten().map(|calls| &calls.of);
    functions
        .flat_map(|of| {
            of.phases
                .iter()
                .map(|phase| (format!("{}: {}", of.function, phase.name), phase.each.total().round() as u64))
        })
        .collect()
}

fn gasnet(stats: &Stats) -> Vec<(String, u64)> {
    let functions = stats.gasnet.iter().flat_map(|view| &view.functions);
    functions.map(|(name, spent)| (name.clone(), spent.total.cycles)).collect()
}

fn protocols(stats: &Stats) -> Vec<(String, u64)> {
    let protocols = stats.mpi.iter().flat_map(|view| &view.messages.by_protocol);
    protocols.map(|(name, of)| (name.clone(), of.messages)).collect()
}

fn ranks(stats: &Stats) -> Vec<(String, u64)> {
    stats.ranks.iter().map(|rank| (format!("rank {}", rank.rank), rank.cycles)).collect()
}

fn devices(stats: &Stats) -> Vec<(String, u64)> {
    let mut values = Vec::new();
    for rank in &stats.ranks {
        for (place, processor) in rank.processors.iter().enumerate() {
            let name = if place == 0 { "processor".to_owned() } else { format!("processor {place}") };
            values.push((format!("{name}: instructions"), processor.instructions));
            values.extend(named(&name, &processor.caches));
        }
        for (device, counters) in &rank.devices {
            values.extend(named(device, counters));
        }
    }
    values
}

fn mistakes(stats: &Stats) -> Vec<(String, u64)> {
    stats.check.iter().flatten().map(|finding| (finding.kind.clone(), 1)).collect()
}

/// The cycle at which records end, if that is not the end of the run.
fn recorded_until(stats: &Stats) -> Vec<(String, u64)> {
    stats.recorded_until.iter().map(|cycle| ("at cycle".to_owned(), *cycle)).collect()
}

fn named(owner: &str, counters: &Counters) -> impl Iterator<Item = (String, u64)> {
    counters.iter().map(move |(name, value)| (format!("{owner}: {name}"), *value))
}

/// Without what the host spent and what differs by the command line alone.
fn is_same([a, b]: Two<&Stats>) -> bool {
    let figures = |stats: &Stats| Stats { host: None, command: Vec::new(), programs: Vec::new(), ..stats.clone() };
    figures(a) == figures(b)
}
