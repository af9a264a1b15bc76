//! Measures Jacobi: the experiments on one FPGA, and the speed-up on five FPGAs.

use super::printed::EXPERIMENTS;
use super::runs::{BOARD_NODES, BOARDS, FIVE, NINE, by_ranks, each, run, sweep};
use crate::repro::bench::{Run, Series, Workshop};
use crate::repro::options::Options;

const JACOBI: &str = include_str!("../../../../../apps/tmdjacobi.c");
/// Stands in front of the program: floating point in software as it was at the time of the thesis.
const SOFTFLOAT: &str = include_str!("softfloat.c");

const SWEEPS: &str = "--mhz 40 --eps 0 --sweeps";

/// Numbers of ranks on five FPGAs, if only changes of rows are looked for: ends of boards, and
/// those around the highest speed-up.
const FEW_RANKS: [u32; 14] = [1, 9, 18, 27, 34, 35, 36, 37, 38, 39, 40, 41, 44, 45];

/// Cycles of a sweep with one rank and floating point in software.
pub struct Alone {
    pub microblaze: f64,
    /// On a MicroBlaze with a multiplier.
    pub multiplier: f64,
    pub ppc: f64,
}

/// Cycles of a sweep, on one FPGA.
pub struct Jacobi {
    /// For each experiment, cycles by number of ranks.
    pub experiments: Vec<Series>,
    /// 1uB_FPU_8HW, if the MicroBlaze has no rows of the matrix, by number of ranks. None in a
    /// quick run.
    pub master: Option<Series>,
    /// With the floating point of the thesis's time, and with today's.
    pub then: Alone,
    pub today: Alone,
}

/// Cycles of a sweep by number of ranks: on five FPGAs, and as if all nodes were on one.
pub struct Scaling {
    pub five: Series,
    pub one: Series,
}

/// Name of a reproduction's method: floating point in software as it is today.
pub const TODAY: &str = "today's floating point in software";

/// The program, with the chosen floating point.
fn source(options: &Options) -> String {
    if options.has_method(TODAY) { JACOBI.to_owned() } else { format!("{SOFTFLOAT}{JACOBI}") }
}

const MISSING: &str = "a measurement is missing";

pub fn measure(options: &Options) -> Result<Jacobi, String> {
    let jacobi = Workshop::new("tmdjacobi.c", &source(options), options)?;
    let today = Workshop::new("tmdjacobi-today.c", JACOBI, options)?;
    let curve =
        |experiment: &&'static str| (1..=BOARD_NODES).map(|ranks| sweeps(experiment, ranks)).collect::<Vec<_>>();
    let master = |ranks| {
        let run = sweeps("1uB_FPU_8HW", ranks);
        Run { arguments: format!("{} --master", run.arguments), ..run }
    };
    let mut runs: Vec<Run> = EXPERIMENTS.iter().flat_map(curve).collect();
    if !options.is_quick {
        runs.extend((2..=BOARD_NODES).map(master));
    }
    let mut experiments = by_ranks(&jacobi, &runs, sweep)?;
    let master = if options.is_quick { None } else { experiments.pop() };
    Ok(Jacobi { experiments, master, then: alone(&jacobi)?, today: alone(&today)? })
}

fn sweeps(configuration: &str, ranks: u32) -> Run {
    run(&format!("{NINE}:{configuration}"), ranks, format!("{SWEEPS} 4"))
}

fn alone(workshop: &Workshop) -> Result<Alone, String> {
    let multiplier = r#"tmd.mb={ isa = "rv32im", profile = "mb3", fsl_extra_cycles = 0 }"#;
    let runs = [sweeps("9uB", 1), Run { settings: vec![multiplier.to_owned()], ..sweeps("9uB", 1) }, sweeps("9PPC", 1)];
    let [microblaze, multiplier, ppc] = each(workshop, &runs, sweep)?.try_into().map_err(|_| MISSING)?;
    Ok(Alone { microblaze, multiplier, ppc })
}

/// Measures Fig. 5.6, and the same nodes with all NetIfs on one board.
pub fn measure_scaling(options: &Options) -> Result<Scaling, String> {
    let jacobi = Workshop::new("tmdjacobi-scaling.c", &source(options), options)?;
    let all = BOARDS * BOARD_NODES;
    let ranks = if options.is_quick { FEW_RANKS.to_vec() } else { (1..=all).collect() };
    let curve = |settings: Vec<String>| {
        let arguments = format!("{SWEEPS} 3 --rows 240 --columns 16");
        ranks
            .clone()
            .into_iter()
            .map(move |ranks| Run { settings: settings.clone(), ..run(FIVE, ranks, arguments.clone()) })
    };
    let kind = |node| if node % BOARD_NODES < 7 { "mb" } else { "ppc" };
    let nodes: Vec<String> =
        (0..all).map(|node| format!(r#"{{ board = 0, kind = "{}", mpe = false }}"#, kind(node))).collect();
    let on_one = vec!["tmd.boards=1".to_owned(), format!("tmd.nodes=[{}]", nodes.join(", "))];
    let runs: Vec<Run> = curve(Vec::new()).chain(curve(on_one)).collect();
    let [five, one] = by_ranks(&jacobi, &runs, sweep)?.try_into().map_err(|_| MISSING)?;
    Ok(Scaling { five, one })
}
