//! Saldaña's TMD-MPI on many FPGAs (Toronto, 2006): TMD-MPIbench, the Jacobi experiments on one FPGA, and its speed-up on five.
//!
//! The rows are measured with the library restricted as there (`MPI_SUBSET=1`) and compiled as there, and Jacobi with floating point in
//! software as it was then (`softfloat.c`). Columns beside ours: other ways of building it, the full library, today's floating point.

mod jacobi;
mod messages;
mod printed;
mod rows;
mod runs;

use super::bench::Series;
use super::options::{Machine, Options};
use super::page::{Figure, Results, Scale};
use jacobi::{Jacobi, Scaling};
use messages::{Messages, Sweep};
use printed::{EXPERIMENTS, LATENCY, MHZ};

pub const MACHINE: Machine = Machine {
    name: "tmd",
    platforms: &[runs::SIMPLE, runs::THREE, runs::NINE, runs::FIVE],
    rows: rows::NAMES,
    reproduce,
};

fn reproduce(options: &Options) -> Result<Results, String> {
    let wanted = |rows: &[&str]| options.wants(rows);
    let messages = wanted(rows::OF_MESSAGES).then(|| messages::measure(options)).transpose()?;
    let jacobi = wanted(rows::OF_JACOBI).then(|| jacobi::measure(options)).transpose()?;
    let scaling = wanted(rows::OF_SCALING).then(|| jacobi::measure_scaling(options)).transpose()?;
    let rows = rows::rows(messages.as_ref(), jacobi.as_ref(), scaling.as_ref())?;
    let figures = [
        messages.as_ref().map(message_figures).transpose()?.unwrap_or_default(),
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

fn message_figures(m: &Messages) -> Result<Vec<Figure>, String> {
    let printed: Series = LATENCY.iter().map(|(words, us)| (*words, us * MHZ)).collect();
    let ways = messages::WAYS.iter().zip(&m.ways);
    let label = |label: &'static str| if label.is_empty() { "ours" } else { label };
    let latencies = ways.map(|(way, bench)| (label(way.label), bench.latency.clone()));
    let contention = &m.contention;
    Ok(vec![
        linear(
            "Half a round trip on one FPGA: cycles by words",
            std::iter::once(("printed", printed)).chain(latencies).collect(),
        ),
        linear("Bandwidth (Fig. 5.2): B/s by words", bandwidths(m)),
        linear(
            "Contention on three FPGAs, slowest link: cycles of a message by words",
            vec![
                ("one pair at a time", contention.alone.clone()),
                ("all at once", contention.together.clone()),
                ("all at once, selective NetIfs", m.contention_selective.together.clone()),
            ],
        ),
        linear(
            "Barrier: cycles by ranks",
            vec![
                ("one FPGA", m.barriers.barriers.clone()),
                ("2(P-1) messages", messages_of(&m.barriers)),
                ("three FPGAs of three", m.barriers_between.barriers.clone()),
            ],
        ),
    ])
}

/// Twice the ranks but one, in messages without words.
fn messages_of(of: &messages::Barriers) -> Series {
    of.barriers.iter().map(|(ranks, _)| (*ranks, 2.0 * f64::from(ranks - 1) * of.message)).collect()
}

fn bandwidths(m: &Messages) -> Vec<(&'static str, Series)> {
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
    Figure {
        title: "Jacobi, 60 x 60 on one FPGA (Fig. 5.5): cycles of a sweep by ranks",
        scale: Scale::Logarithmic,
        curves: experiments.chain([("1uB_FPU_8HW, master without rows", m.master.clone())]).collect(),
    }
}

fn scaling_figure(m: &Scaling) -> Figure {
    let speed_up = |curve: &Series| curve.iter().map(|(ranks, cycles)| (*ranks, curve[0].1 / cycles)).collect();
    linear(
        "Jacobi, 240 x 16 on five FPGAs (Fig. 5.6): speed-up by ranks",
        vec![("five FPGAs", speed_up(&m.five)), ("all nodes on one", speed_up(&m.one))],
    )
}
