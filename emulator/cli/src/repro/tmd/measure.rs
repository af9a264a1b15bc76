//! What is run, and what is read from its output.

use super::{EXPERIMENTS, LATENCY};
use crate::repro::bench::{Run, Series, Workshop, in_parallel};
use crate::repro::options::Options;

const BENCH: &str = include_str!("../../../../../apps/tmdbench.c");
const JACOBI: &str = include_str!("../../../../../apps/tmdjacobi.c");
/// Stands in front of it: floating point in software as it was then.
const SOFTFLOAT: &str = include_str!("softfloat.c");

/// TMD-MPI as the thesis has it (§4.3); with messages that do not wait for a clear-to-send, as it proposes (§6).
const SUBSET: &str = "MPI_SUBSET=1";
const EAGER: &str = "SUBSET_EAGER=1";

/// One FPGA with three nodes, three with three each, one with nine, five with nine each.
pub const SIMPLE: &str = "tmd-simple";
pub const THREE: &str = "tmd-3x3";
pub const NINE: &str = "tmd-9";
pub const FIVE: &str = "tmd-45";

/// Nodes of an FPGA of the large machines, and how many there are of them.
const BOARD_NODES: u32 = 9;
const BOARDS: u32 = 5;

/// 200 KB (§5.1.1).
pub const LONG_WORDS: u32 = 50_000;

/// As printed (App. C): messages of a size, and barriers. When one rank is just too late for another depends on what was before,
/// so that a few say less.
const SAMPLES: &str = "--mhz 40 --samples 100 --barriers 100";
const SWEEPS: &str = "--mhz 40 --eps 0 --sweeps";

/// What one run of TMD-MPIbench tells of a machine of three nodes on one FPGA.
pub struct Bench {
    /// Half a round trip by words.
    pub latency: Series,
    /// A call of MPI_Wtime, and a barrier of three.
    pub clock: f64,
    pub barrier: f64,
}

/// All that is measured, in cycles.
pub struct Measured {
    pub simple: Bench,
    /// With the full library.
    pub full: Bench,
    /// Barrier of three with eager messages.
    pub eager_barrier: f64,
    /// Half a round trip of 200 KB in local and in external memory.
    pub local: f64,
    pub external: f64,
    /// Half a round trip by words, on a board and between boards.
    pub on_board: Series,
    pub off_board: Series,
    /// The slowest link, pairs one by one and all at once, by words.
    pub alone: Series,
    pub together: Series,
    /// Barriers by ranks, on one FPGA and on three of three nodes.
    pub barriers: Series,
    pub barriers_between: Series,
    /// A sweep by ranks, for each experiment; and of one PPC405.
    pub jacobi: Vec<Series>,
    pub ppc: f64,
    /// A sweep of one MicroBlaze without floating-point unit and of one PPC405 with today's floating point in software.
    pub plain_today: f64,
    pub ppc_today: f64,
    /// A sweep by ranks on five FPGAs, and as if all nodes were on one.
    pub scaling: Series,
    pub scaling_on_one: Series,
}

/// Jobs whose results come in the order in which they were added.
type Job<'a> = Box<dyn FnOnce() -> Result<String, String> + Send + 'a>;

pub fn measure(options: &Options) -> Result<Measured, String> {
    let bench = Workshop::new("tmdbench.c", BENCH, options)?;
    let jacobi = Workshop::new("tmdjacobi.c", &format!("{SOFTFLOAT}{JACOBI}"), options)?;
    let today = Workshop::new("tmdjacobi-today.c", JACOBI, options)?;
    let runs = [bench_runs(), barrier_runs(), jacobi_runs(), scaling_runs(), today_runs()];
    let [benches, barriers, sweeps, scalings, todays] = &runs;
    let job = |workshop, run| Box::new(move || Workshop::run(workshop, run)) as Job;
    let mut jobs: Vec<Job> = benches.iter().chain(barriers).map(|run| job(&bench, run)).collect();
    jobs.extend(sweeps.iter().chain(scalings).map(|run| job(&jacobi, run)));
    jobs.extend(todays.iter().map(|run| job(&today, run)));
    let outputs = in_parallel(jobs).into_iter().collect::<Result<Vec<String>, String>>()?;
    let (first, rest) = outputs.split_at(benches.len());
    let (second, rest) = rest.split_at(barriers.len());
    let (third, rest) = rest.split_at(sweeps.len());
    let (fourth, last) = rest.split_at(scalings.len());
    let [plain_today, ppc_today] = last else { return Err(MISSING.into()) };
    let [simple, full, eager, local, external, three, contention] = first else { return Err(MISSING.into()) };
    let [one, between] = by_ranks(barriers, second, barrier)?.try_into().map_err(|_| MISSING)?;
    let mut curves = by_ranks(sweeps, third, sweep)?;
    let ppc = curves.pop().and_then(|curve| curve.first().map(|(_, cycles)| *cycles)).ok_or(MISSING)?;
    let [scaling, scaling_on_one] = by_ranks(scalings, fourth, sweep)?.try_into().map_err(|_| MISSING)?;
    Ok(Measured {
        simple: told(simple)?,
        full: told(full)?,
        eager_barrier: barrier(eager)?,
        local: long(local)?,
        external: long(external)?,
        on_board: table(three, "latency: ranks 0 and 1")?,
        off_board: table(three, "latency: ranks 0 and 3")?,
        alone: table(contention, "contention: the same pairs")?,
        together: table(contention, "contention: half of the ranks")?,
        barriers: one,
        barriers_between: between,
        jacobi: curves,
        ppc,
        plain_today: sweep(plain_today)?,
        ppc_today: sweep(ppc_today)?,
        scaling,
        scaling_on_one,
    })
}

const MISSING: &str = "a measurement is missing";

fn run(platform: &str, ranks: u32, arguments: String) -> Run {
    Run { platform: platform.into(), ranks, library: vec![SUBSET], settings: Vec::new(), arguments }
}

/// The parts of TMD-MPIbench that are run once.
fn bench_runs() -> Vec<Run> {
    let sizes: Vec<String> = LATENCY.iter().map(|(words, _)| words.to_string()).collect();
    let simple = run(SIMPLE, 3, format!("{SAMPLES} --sizes 0,{} clock latency barrier", sizes.join(",")));
    let long = run(SIMPLE, 2, format!("--mhz 40 --samples 1 --sizes {LONG_WORDS} latency"));
    let nodes = [r#"{ board = 0, kind = "mb", mpe = false, memory = "external" }"#; 3].join(", ");
    let three = format!("{SAMPLES} --sizes 0,1000 --pair 0:1 --pair 0:3 latency");
    let contention = format!("{SAMPLES} --sizes 1000 contention");
    vec![
        simple.clone(),
        Run { library: Vec::new(), ..simple },
        Run { library: vec![SUBSET, EAGER], ..run(SIMPLE, 3, format!("{SAMPLES} barrier")) },
        long.clone(),
        Run { settings: vec![format!("tmd.nodes=[{nodes}]")], ..long },
        run(THREE, 9, three),
        run(THREE, 9, contention),
    ]
}

fn barrier_runs() -> Vec<Run> {
    let of = |platform| (2..=BOARD_NODES).map(move |ranks| run(platform, ranks, format!("{SAMPLES} barrier")));
    of(NINE).chain(of(THREE)).collect()
}

/// Of Jacobi on one FPGA.
fn sweeps(configuration: &str, ranks: u32) -> Run {
    run(&format!("{NINE}:{configuration}"), ranks, format!("{SWEEPS} 4"))
}

fn today_runs() -> Vec<Run> {
    vec![sweeps("9uB", 1), sweeps("9PPC", 1)]
}

/// Each experiment with one rank and more, then one PPC405 alone.
fn jacobi_runs() -> Vec<Run> {
    let curve = |experiment: &&'static str| {
        let experiment = *experiment;
        (1..=BOARD_NODES).map(move |ranks| sweeps(experiment, ranks))
    };
    EXPERIMENTS.iter().flat_map(curve).chain([sweeps("9PPC", 1)]).collect()
}

/// Fig. 5.6, and the same nodes with all NetIfs on one board.
fn scaling_runs() -> Vec<Run> {
    let all = BOARDS * BOARD_NODES;
    let curve = |settings: Vec<String>| {
        let arguments = format!("{SWEEPS} 3 --rows 240 --columns 16");
        (1..=all).map(move |ranks| Run { settings: settings.clone(), ..run(FIVE, ranks, arguments.clone()) })
    };
    let kind = |node| if node % BOARD_NODES < 7 { "mb" } else { "ppc" };
    let nodes: Vec<String> =
        (0..all).map(|node| format!(r#"{{ board = 0, kind = "{}", mpe = false }}"#, kind(node))).collect();
    let on_one = vec!["tmd.boards=1".to_owned(), format!("tmd.nodes=[{}]", nodes.join(", "))];
    curve(Vec::new()).chain(curve(on_one)).collect()
}

/// A series for each stretch of runs whose numbers of ranks grow.
fn by_ranks(runs: &[Run], outputs: &[String], value: fn(&str) -> Result<f64, String>) -> Result<Vec<Series>, String> {
    let mut all: Vec<Series> = Vec::new();
    for (run, output) in runs.iter().zip(outputs) {
        let point = (run.ranks, value(output)?);
        match all.last_mut() {
            Some(series) if series.last().is_some_and(|(ranks, _)| *ranks < run.ranks) => series.push(point),
            _ => all.push(vec![point]),
        }
    }
    Ok(all)
}

fn told(output: &str) -> Result<Bench, String> {
    let clock = before(output, "# a call of MPI_Wtime", " cycles")?;
    Ok(Bench { latency: table(output, "latency: ranks 0 and 1")?, clock, barrier: barrier(output)? })
}

fn long(output: &str) -> Result<f64, String> {
    let series = table(output, "latency: ranks 0 and 1")?;
    crate::repro::bench::at(&series, LONG_WORDS)
}

fn barrier(output: &str) -> Result<f64, String> {
    before(output, "# barrier of", " cycles")
}

fn sweep(output: &str) -> Result<f64, String> {
    before(output, "tmdjacobi:", " cycles a sweep")
}

/// The number before `unit` in a line that begins so and has that unit.
fn before(output: &str, beginning: &str, unit: &str) -> Result<f64, String> {
    let lines = output.lines().filter(|line| line.starts_with(beginning));
    let mut words = lines.filter_map(|line| line.strip_suffix(unit)?.rsplit(' ').next()?.parse().ok());
    words.next().ok_or_else(|| format!("no line `{beginning} …{unit}` in: {output}"))
}

/// The table below this title: words, and cycles, which are the last column.
fn table(output: &str, title: &str) -> Result<Series, String> {
    let is_title = |line: &&str| line.strip_prefix("# ").is_some_and(|rest| rest.starts_with(title));
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.parse().ok()?, words.next_back()?.parse().ok()?))
    };
    let rows = output.lines().skip_while(|line| !is_title(line)).skip(2);
    let series: Series = rows.map_while(line).collect();
    if series.is_empty() { Err(format!("no table `{title}` in: {output}")) } else { Ok(series) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "# a call of MPI_Wtime: 82 us, 82.514 us, 3300 cycles\n\
        # latency: ranks 0 and 1; half a round trip\n   words  us  B/s  us  cycles\n   0  22  0  22.262  890\n\
        1000  384  10391175  384.942  15397\n# barrier of 3 ranks, mean of 10: 76 us, 76.014 us, 3040 cycles\n\
        # barriers a second: 13155\ntmdjacobi: 9 us, 3.1 us a sweep, 124 cycles a sweep\n";

    #[test]
    fn output_of_the_programs() {
        let bench = told(OUTPUT).unwrap();
        assert_eq!((bench.clock, bench.barrier), (3300.0, 3040.0));
        assert_eq!(bench.latency, [(0, 890.0), (1000, 15397.0)]);
        assert_eq!(sweep(OUTPUT), Ok(124.0));
        assert!(table(OUTPUT, "ring").is_err() && sweep("tmdjacobi: OK").is_err());
    }

    #[test]
    fn runs_become_curves() {
        let runs: Vec<Run> = [1, 2, 1, 2, 3, 1].map(|ranks| run(NINE, ranks, String::new())).into();
        let outputs = vec!["tmdjacobi: 7 cycles a sweep".to_owned(); runs.len()];
        let lengths: Vec<usize> = by_ranks(&runs, &outputs, sweep).unwrap().iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 3, 1]);
    }
}
