//! Measuring messages: TMD-MPIbench on one FPGA and on three.

use super::printed::LATENCY;
use super::runs::{BOARD_NODES, NINE, SIMPLE, SUBSET, THREE, barrier, before, by_ranks, each, run, table};
use crate::repro::bench::{Run, Series, Workshop, at};
use crate::repro::options::Options;

const BENCH: &str = include_str!("../../../../../apps/tmdbench.c");

/// The NetIf of the measurements of messages (ch. 5), and the other one.
const BROADCAST: &str = "tmd.netif=broadcast";
const SELECTIVE: &str = "tmd.netif=selective";

/// As printed (App. C): messages of a size, and barriers. When one rank is just too late for another depends on what was before,
/// so that a few say less.
const SAMPLES: &str = "--mhz 40 --samples 100 --barriers 100";
/// Where only changes are looked for.
const FEW_SAMPLES: &str = "--mhz 40 --samples 20 --barriers 20";

fn samples(options: &Options) -> &'static str {
    if options.is_quick { FEW_SAMPLES } else { SAMPLES }
}

/// 200 KB (§5.1.1).
pub const LONG_WORDS: u32 = 50_000;

/// Sizes of Fig. 5.2, and of contention.
const SWEEP: &str = "1,10,100,500,1000,2000,5000,10000,50000";
const FEW_OF_SWEEP: &str = "1000,5000,10000,50000";
const CONTENTION: &str = "1,10,50,100,500,1000";
/// Further sizes of contention: close to each other around 1000 words, and long ones.
const FURTHER_CONTENTION: &str = "100,500,900,950,1000,1050,1100,2000,5000";

/// A way of building TMD-MPI, or of running it.
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

/// The first one is ours: `-O2` as in App. C, a core without barrel shifter and multiplier. Of the others each is a hypothesis of what
/// was different, but for the last, which is the full library.
pub const WAYS: &[Way] = &[
    Way { label: "", library: &[SUBSET], settings: &[] },
    Way { label: "-Os, shifts as loops", library: &[SUBSET, SMALL, LOOPS, FEWEST], settings: &[] },
    Way { label: "shifts as loops", library: &[SUBSET, LOOPS, FEWEST], settings: &[] },
    Way { label: "headers by fewest places", library: &[SUBSET, FEWEST], settings: &[] },
    Way { label: "packets by division", library: &[SUBSET, DIVIDE], settings: &[] },
    Way { label: "loops and division", library: &[SUBSET, LOOPS, FEWEST, DIVIDE], settings: &[] },
    // A shift to the left is a multiplication with a prefixed constant; to the right it is too quick so.
    Way { label: "multiplier", library: &[SUBSET], settings: &["timing.shift=4", "timing.shift_per_bit=0"] },
    Way {
        label: "barrel shifter",
        library: &[SUBSET],
        settings: &["timing.shift=2", "timing.shift_per_bit=0", "timing.shift_register_per_bit=0"],
    },
    Way { label: "full library", library: &[], settings: &[] },
];

/// What comes out in one of these ways.
pub struct Bench {
    /// Half a round trip by words, on one FPGA of three nodes.
    pub latency: Series,
    /// A call of MPI_Wtime, and a barrier of three; and that with eager messages, but for the full library.
    pub clock: f64,
    pub barrier: f64,
    pub eager_barrier: Option<f64>,
    /// Half a round trip without words on three FPGAs: between nodes of one, and of two.
    pub on_board: f64,
    pub off_board: f64,
}

/// Half a round trip by words, between nodes of an FPGA and of two.
pub struct Sweep {
    pub on_board: Series,
    pub off_board: Series,
}

/// The slowest link by words: pairs one by one, and all at once.
pub struct Contention {
    pub alone: Series,
    pub together: Series,
}

/// Barriers by ranks, and messages without words between ranks 0 and 1 of that machine.
pub struct Barriers {
    pub barriers: Series,
    pub message: f64,
}

/// On three FPGAs with data in local memory and in external memory.
pub struct Sweeps {
    pub local: Sweep,
    pub external: Sweep,
    /// Locally with packets that wait at both ends of a line, and with a receiver that knows beforehand that they are good; not if it is
    /// to be quick.
    pub both: Option<Sweep>,
    pub oracle: Option<Sweep>,
}

/// With broadcast NetIfs; not if it is to be quick, with selective ones, too, and with broadcast ones at further sizes.
pub struct Contentions {
    pub broadcast: Contention,
    pub selective: Option<Contention>,
    pub further: Option<Contention>,
}

/// On one FPGA, and on three of three nodes.
pub struct BarriersByBoards {
    pub one: Barriers,
    pub three: Barriers,
}

/// In cycles; what was not asked for is not there.
pub struct Messages {
    /// In the order of `WAYS`; only the first if it is to be quick.
    pub ways: Vec<Bench>,
    pub sweeps: Option<Sweeps>,
    pub contentions: Option<Contentions>,
    pub barriers: Option<BarriersByBoards>,
}

/// Rows that need each of these.
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

/// Three runs for each way, in the order of `Bench`.
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
