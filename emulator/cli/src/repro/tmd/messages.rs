//! Measures messages: TMD-MPIbench on one FPGA and on three.

use super::printed::LATENCY;
use super::runs::{BOARD_NODES, NINE, SIMPLE, SUBSET, THREE, barrier, before, by_ranks, each, run, table};
use crate::repro::bench::{Run, Series, Workshop, at};
use crate::repro::options::Options;

const BENCH: &str = include_str!("../../../../../apps/tmdbench.c");

/// The NetIf with which messages were measured (ch. 5), and the other one.
const BROADCAST: &str = "tmd.netif=broadcast";
const SELECTIVE: &str = "tmd.netif=selective";

/// Samples as printed (App. C), for each message size and for barriers. Earlier events decide
/// whether one rank is just too late for another, so a few samples would say less.
const SAMPLES: &str = "--mhz 40 --samples 100 --barriers 100";
/// The same, if only changes of rows are looked for.
const FEW_SAMPLES: &str = "--mhz 40 --samples 20 --barriers 20";

fn samples(options: &Options) -> &'static str {
    if options.is_quick { FEW_SAMPLES } else { SAMPLES }
}

/// Words of a message of 200 KB (§5.1.1).
pub const LONG_WORDS: u32 = 50_000;

/// Sizes of Fig. 5.2 in words, and sizes for contention.
const SWEEP: &str = "1,10,100,500,1000,2000,5000,10000,50000";
const FEW_OF_SWEEP: &str = "1000,5000,10000,50000";
const CONTENTION: &str = "1,10,50,100,500,1000";
/// Further sizes for contention: close to each other around 1000 words, and long ones.
const FURTHER_CONTENTION: &str = "100,500,900,950,1000,1050,1100,2000,5000";

/// A way of building or running TMD-MPI.
pub struct Way {
    /// Heading of its column.
    pub label: &'static str,
    library: &'static [&'static str],
    settings: &'static [&'static str],
}

const SMALL: &str = "SUBSET_SMALL=1";
const LOOPS: &str = "SUBSET_SHIFT_LOOPS=1";
const FEWEST: &str = "SUBSET_FEWEST_PLACES=1";
const DIVIDE: &str = "SUBSET_DIVIDE=1";

/// The first way is ours: `-O2` as in App. C, on a core without barrel shifter and multiplier. The
/// last way is the full library. Each of the others is a hypothesis of what was different in the
/// thesis.
pub const WAYS: &[Way] = &[
    Way { label: "", library: &[SUBSET], settings: &[] },
    Way { label: "-Os, shifts as loops", library: &[SUBSET, SMALL, LOOPS, FEWEST], settings: &[] },
    Way { label: "shifts as loops", library: &[SUBSET, LOOPS, FEWEST], settings: &[] },
    Way { label: "headers by fewest places", library: &[SUBSET, FEWEST], settings: &[] },
    Way { label: "packets by division", library: &[SUBSET, DIVIDE], settings: &[] },
    Way { label: "loops and division", library: &[SUBSET, LOOPS, FEWEST, DIVIDE], settings: &[] },
    // A shift to the left is a multiplication by a constant, which needs a prefix. Shifts to the
    // right are too quick with this setting.
    Way { label: "multiplier", library: &[SUBSET], settings: &["timing.shift=4", "timing.shift_per_bit=0"] },
    Way {
        label: "barrel shifter",
        library: &[SUBSET],
        settings: &["timing.shift=2", "timing.shift_per_bit=0", "timing.shift_register_per_bit=0"],
    },
    Way { label: "full library", library: &[], settings: &[] },
];

/// The results of one of these ways, in cycles.
pub struct Bench {
    /// Half a round trip by number of words, on one FPGA with three nodes.
    pub latency: Series,
    /// A call of MPI_Wtime; a barrier of three ranks; the same barrier with eager messages, which
    /// the full library does not have.
    pub clock: f64,
    pub barrier: f64,
    pub eager_barrier: Option<f64>,
    /// Half a round trip without words on three FPGAs: between nodes of one FPGA, and of two.
    pub on_board: f64,
    pub off_board: f64,
}

/// Half a round trip by number of words: between nodes of one FPGA, and of two.
pub struct Sweep {
    pub on_board: Series,
    pub off_board: Series,
}

/// Cycles on the slowest link by number of words: pairs one at a time, and all pairs at once.
pub struct Contention {
    pub alone: Series,
    pub together: Series,
}

/// Cycles of barriers by number of ranks, and of messages without words between ranks 0 and 1 of
/// the same machine.
pub struct Barriers {
    pub barriers: Series,
    pub message: f64,
}

/// Sweeps on three FPGAs, with data in local memory and in external memory.
pub struct Sweeps {
    pub local: Sweep,
    pub external: Sweep,
    /// With data in local memory: if packets wait at both ends of a line (`both`), and if the
    /// receiver knows beforehand that packets are good (`oracle`). None in a quick run.
    pub both: Option<Sweep>,
    pub oracle: Option<Sweep>,
}

/// With broadcast NetIfs; also with selective ones, and with broadcast ones at further sizes. The
/// last two are None in a quick run.
pub struct Contentions {
    pub broadcast: Contention,
    pub selective: Option<Contention>,
    pub further: Option<Contention>,
}

/// Barriers on one FPGA, and on three FPGAs with three nodes each.
pub struct BarriersByBoards {
    pub one: Barriers,
    pub three: Barriers,
}

/// The measurements that were asked for, in cycles.
pub struct Messages {
    /// In the order of `WAYS`. A quick run measures only the first.
    pub ways: Vec<Bench>,
    pub sweeps: Option<Sweeps>,
    pub contentions: Option<Contentions>,
    pub barriers: Option<BarriersByBoards>,
}

/// The rows that need each of these measurements.
const OF_WAYS: &[&str] = &["T1", "T2", "T3", "T4", "T5", "T6", "T9", "T10", "T12"];
const OF_SWEEPS: &[&str] = &["T7", "T8", "T22"];
const OF_CONTENTIONS: &[&str] = &["T13"];
const OF_BARRIERS: &[&str] = &["T11"];

pub fn measure(options: &Options) -> Result<Messages, String> {
    let bench = Workshop::new("tmdbench.c", BENCH, options)?;
    let wanted = |rows: &[&str]| options.wants(rows);
    Ok(Messages {
        sweeps: wanted(OF_SWEEPS).then(|| sweeps(&bench, options)).transpose()?,
        contentions: wanted(OF_CONTENTIONS).then(|| contentions(&bench, options)).transpose()?,
        barriers: wanted(OF_BARRIERS).then(|| barriers(&bench, options)).transpose()?,
        ways: if wanted(OF_WAYS) { ways(&bench, options)? } else { Vec::new() },
    })
}

const MISSING: &str = "a measurement is missing";

fn with(settings: &[&str], run: Run) -> Run {
    Run { settings: settings.iter().map(|setting| (*setting).to_owned()).collect(), ..run }
}

/// Makes three runs for each way; the results are in the order of `WAYS`.
fn ways(bench: &Workshop, options: &Options) -> Result<Vec<Bench>, String> {
    let samples = samples(options);
    let ways = if options.is_quick { &WAYS[..1] } else { WAYS };
    let sizes: Vec<String> = LATENCY.iter().map(|(words, _)| words.to_string()).collect();
    let simple = run(SIMPLE, 3, format!("{samples} --sizes 0,{} clock latency barrier", sizes.join(",")));
    let eager = run(SIMPLE, 3, format!("{samples} barrier"));
    let three = run(THREE, 9, format!("{samples} --sizes 0 --pair 0:1 --pair 0:3 latency"));
    let of = |way: &Way| {
        let library = way.library.to_vec();
        let eager_library = if library.is_empty() { Vec::new() } else { [&library[..], &["SUBSET_EAGER=1"]].concat() };
        [
            with(way.settings, Run { library: library.clone(), ..simple.clone() }),
            with(way.settings, Run { library: eager_library, ..eager.clone() }),
            with(&[way.settings, &[BROADCAST]].concat(), Run { library, ..three.clone() }),
        ]
    };
    let outputs = each(bench, &ways.iter().flat_map(of).collect::<Vec<_>>(), |output| Ok(output.to_owned()))?;
    ways.iter().zip(outputs.chunks_exact(3)).map(|(way, outputs)| told(way, outputs)).collect()
}

fn told(way: &Way, outputs: &[String]) -> Result<Bench, String> {
    let [simple, eager, three] = outputs else { return Err(MISSING.into()) };
    Ok(Bench {
        latency: table(simple, "latency: ranks 0 and 1")?,
        clock: before(simple, "# a call of MPI_Wtime", " cycles")?,
        barrier: barrier(simple)?,
        eager_barrier: if way.library.is_empty() { None } else { Some(barrier(eager)?) },
        on_board: at(&table(three, "latency: ranks 0 and 1")?, 0)?,
        off_board: at(&table(three, "latency: ranks 0 and 3")?, 0)?,
    })
}

fn sweeps(bench: &Workshop, options: &Options) -> Result<Sweeps, String> {
    let sizes = if options.is_quick { FEW_OF_SWEEP } else { SWEEP };
    let sweep = run(THREE, 4, format!("--mhz 40 --samples 2 --sizes {sizes} --pair 0:1 --pair 0:3 latency"));
    let node = |rank: u32| format!(r#"{{ board = {}, kind = "mb", mpe = false, memory = "external" }}"#, rank / 3);
    let external = format!("tmd.nodes=[{}]", (0..9).map(node).collect::<Vec<_>>().join(", "));
    let runs = [
        &[BROADCAST][..],
        &[BROADCAST, &external],
        &[BROADCAST, "tmd.occc_store=both"],
        &[BROADCAST, "tmd.occc_store=oracle"],
    ]
    .map(|settings| with(settings, sweep.clone()));
    let runs = if options.is_quick { &runs[..2] } else { &runs };
    let read = |output: &str| {
        let on_board = table(output, "latency: ranks 0 and 1")?;
        Ok(Sweep { on_board, off_board: table(output, "latency: ranks 0 and 3")? })
    };
    let mut sweeps = each(bench, runs, read)?.into_iter();
    let (local, external) = (sweeps.next().ok_or(MISSING)?, sweeps.next().ok_or(MISSING)?);
    Ok(Sweeps { local, external, both: sweeps.next(), oracle: sweeps.next() })
}

fn contentions(bench: &Workshop, options: &Options) -> Result<Contentions, String> {
    let sizes = if options.is_quick { "1000" } else { CONTENTION };
    let contention = run(THREE, BOARD_NODES, format!("{} --sizes {sizes} contention", samples(options)));
    let further = run(THREE, BOARD_NODES, format!("{FEW_SAMPLES} --sizes {FURTHER_CONTENTION} contention"));
    let runs = [(BROADCAST, &contention), (SELECTIVE, &contention), (BROADCAST, &further)];
    let runs = runs.map(|(netif, run)| with(&[netif], run.clone()));
    let runs = if options.is_quick { &runs[..1] } else { &runs };
    let read = |output: &str| {
        let alone = table(output, "contention: the same pairs")?;
        Ok(Contention { alone, together: table(output, "contention: half of the ranks")? })
    };
    let mut contentions = each(bench, runs, read)?.into_iter();
    let broadcast = contentions.next().ok_or(MISSING)?;
    Ok(Contentions { broadcast, selective: contentions.next(), further: contentions.next() })
}

fn barriers(bench: &Workshop, options: &Options) -> Result<BarriersByBoards, String> {
    let nine = format!("{NINE}:9uB");
    let arguments = || format!("{} --sizes 0 latency barrier", samples(options));
    let of = |platform: &str| {
        let of_ranks = |ranks| with(&[BROADCAST], run(platform, ranks, arguments()));
        (2..=BOARD_NODES).map(of_ranks).collect::<Vec<_>>()
    };
    let read = |output: &str| Ok((barrier(output)?, at(&table(output, "latency: ranks 0 and 1")?, 0)?));
    let all = by_ranks(bench, &[of(&nine), of(THREE)].concat(), read)?;
    let curve = |series: Vec<(u32, (f64, f64))>| {
        let message = series.first().map(|(_, (_, message))| *message).unwrap_or_default();
        Barriers { barriers: series.into_iter().map(|(ranks, (barrier, _))| (ranks, barrier)).collect(), message }
    };
    let [one, three] = all.try_into().map_err(|_| MISSING)?;
    Ok(BarriersByBoards { one: curve(one), three: curve(three) })
}
