//! Reproduces measurements of Saldaña's TMD-MPI on many FPGAs (Toronto, 2006): TMD-MPIbench, the
//! Jacobi experiments on one FPGA, and Jacobi's speed-up on five.
//!
//! The rows are measured with a library that is restricted (`MPI_SUBSET=1`) and compiled as in the
//! thesis. Jacobi uses floating point in software as it was at that time (`softfloat.c`). Columns
//! beside ours show other ways of building the library, the full library, and today's floating
//! point.

mod choices;
mod jacobi;
mod messages;
mod printed;
mod rows;
mod runs;

use super::bench::Series;
use super::options::{Machine, Options};
use super::page::{DERIVED, Figure, Results, Scale};
use jacobi::{Jacobi, Scaling};
use messages::{BarriersByBoards, Contentions, Messages, Sweep, Sweeps};
use printed::{EXPERIMENTS, LATENCY, MHZ};

pub const MACHINE: Machine = Machine {
    name: "tmd",
    platforms: &[runs::SIMPLE, runs::THREE, runs::NINE, runs::FIVE],
    rows: rows::SOURCES,
    constructed: choices::CONSTRUCTED,
    choices: choices::CHOICES,
    reproduce,
};

fn reproduce(options: &Options) -> Result<Results, String> {
    let wanted = |rows: &[&str]| options.wants(rows);
    let messages = wanted(rows::OF_MESSAGES).then(|| messages::measure(options)).transpose()?;
    let jacobi = wanted(rows::OF_JACOBI).then(|| jacobi::measure(options)).transpose()?;
    let scaling = wanted(rows::OF_SCALING).then(|| jacobi::measure_scaling(options)).transpose()?;
    let rows = rows::rows(messages.as_ref(), jacobi.as_ref(), scaling.as_ref())?;
    let figures = [
        messages.as_ref().map(message_figures).unwrap_or_default(),
        jacobi.as_ref().map(jacobi_figure).into_iter().collect(),
        scaling.as_ref().map(scaling_figure).into_iter().collect(),
    ];
    Ok(Results {
        machine: "TMD",
        title: "Saldaña's TMD-MPI on many FPGAs",
        about: Vec::new(),
        rows,
        figures: figures.into_iter().flatten().collect(),
        prints_figures: false,
    })
}

fn linear(title: &'static str, curves: Vec<(&'static str, Series)>) -> Figure {
    Figure { title, scale: Scale::Linear, curves }
}

/// A figure for each group of measurements.
fn message_figures(m: &Messages) -> Vec<Figure> {
    let figures = [
        (!m.ways.is_empty()).then(|| latency_figure(m)),
        m.sweeps.as_ref().map(|sweeps| linear("Bandwidth (Fig. 5.2): B/s by words", bandwidths(sweeps))),
        m.contentions.as_ref().map(contention_figure),
        m.barriers.as_ref().map(barrier_figure),
    ];
    figures.into_iter().flatten().collect()
}

fn latency_figure(m: &Messages) -> Figure {
    let derived: Series = LATENCY.iter().map(|(words, us)| (*words, us * MHZ)).collect();
    let ways = messages::WAYS.iter().zip(&m.ways);
    let label = |label: &'static str| if label.is_empty() { "ours" } else { label };
    let latencies = ways.map(|(way, bench)| (label(way.label), bench.latency.clone()));
    let curves = std::iter::once((DERIVED, derived)).chain(latencies).collect();
    linear("Half a round trip on one FPGA: cycles by words", curves)
}

fn contention_figure(m: &Contentions) -> Figure {
    let selective = m.selective.as_ref().map(|of| ("all at once, selective NetIfs", of.together.clone()));
    let broadcast = [("one pair at a time", m.broadcast.alone.clone()), ("all at once", m.broadcast.together.clone())];
    linear(
        "Contention on three FPGAs, slowest link: cycles per message by words",
        broadcast.into_iter().chain(selective).collect(),
    )
}

fn barrier_figure(m: &BarriersByBoards) -> Figure {
    linear(
        "Barrier: cycles by ranks",
        vec![
            ("one FPGA", m.one.barriers.clone()),
            ("2(P-1) messages", messages_of(&m.one)),
            ("three FPGAs of three nodes", m.three.barriers.clone()),
        ],
    )
}

/// For each number of ranks P, the cycles of 2(P − 1) messages without words.
fn messages_of(of: &messages::Barriers) -> Series {
    of.barriers.iter().map(|(ranks, _)| (*ranks, 2.0 * f64::from(ranks - 1) * of.message)).collect()
}

fn bandwidths(m: &Sweeps) -> Vec<(&'static str, Series)> {
    let of =
        |latency: &Series| latency.iter().map(|(words, cycles)| (*words, rows::bandwidth(*words, *cycles))).collect();
    let pair = |[on, off]: [&'static str; 2], sweep: &Sweep| [(on, of(&sweep.on_board)), (off, of(&sweep.off_board))];
    [
        pair(["local memory, on an FPGA", "local memory, between FPGAs"], &m.local),
        pair(["external memory, on an FPGA", "external memory, between FPGAs"], &m.external),
    ]
    .concat()
}

fn jacobi_figure(m: &Jacobi) -> Figure {
    let experiments = EXPERIMENTS.iter().zip(&m.experiments).map(|(name, curve)| (*name, curve.clone()));
    let master = m.master.as_ref().map(|curve| ("1uB_FPU_8HW, master without rows", curve.clone()));
    Figure {
        title: "Jacobi, 60 x 60 on one FPGA (Fig. 5.5): cycles per sweep by ranks",
        scale: Scale::Logarithmic,
        curves: experiments.chain(master).collect(),
    }
}

fn scaling_figure(m: &Scaling) -> Figure {
    let speed_up = |curve: &Series| curve.iter().map(|(ranks, cycles)| (*ranks, curve[0].1 / cycles)).collect();
    linear(
        "Jacobi, 240 x 16 on five FPGAs (Fig. 5.6): speed-up by ranks",
        vec![("five FPGAs", speed_up(&m.five)), ("all nodes on one FPGA", speed_up(&m.one))],
    )
}
