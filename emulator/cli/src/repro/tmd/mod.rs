//! Saldaña's TMD-MPI on many FPGAs (Toronto, 2006): TMD-MPIbench, the Jacobi experiments on one FPGA, and its speed-up on five.
//!
//! The rows are measured with the library restricted as there (`MPI_SUBSET=1`), and Jacobi with floating point in software as it was then
//! (`softfloat.c`); the last column is the full library, and today's floating point.

mod measure;
mod rows;

use super::bench::Series;
use super::options::{Machine, Options};
use super::page::{Figure, Results, Scale};
use measure::Measured;

pub const MACHINE: Machine = Machine {
    name: "tmd",
    platforms: &[measure::SIMPLE, measure::THREE, measure::NINE, measure::FIVE],
    rows: &[
        "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17",
        "T18", "T19", "T20", "T21", "T22",
    ],
    reproduce,
};

/// Clock of all nodes (§3.1).
const MHZ: f64 = 40.0;

/// App. C, a machine of three nodes on one FPGA: words of a message and µs, worked out from the bandwidth, as the time is printed in whole
/// µs.
const LATENCY: [(u32, f64); 7] =
    [(1, 29.19), (5, 31.49), (10, 33.75), (50, 49.56), (100, 68.71), (500, 234.29), (1000, 437.21)];

/// Table 5.1: nodes of one FPGA.
const EXPERIMENTS: [&str; 5] = ["9uB", "9uB_FPU", "7uB_FPU_2PPC", "1uB_FPU_8HW", "4uB_FPU_2PPC_3HW"];

fn reproduce(options: &Options) -> Result<Results, String> {
    let measured = measure::measure(options)?;
    let rows = rows::rows(&measured)?;
    Ok(Results {
        machine: "TMD",
        title: "Saldaña's TMD-MPI on many FPGAs",
        about: Vec::new(),
        rows,
        figures: figures(&measured),
        prints_figures: false,
    })
}

fn figures(m: &Measured) -> Vec<Figure> {
    let printed: Series = LATENCY.iter().map(|(words, us)| (*words, us * MHZ)).collect();
    let speed_up = |curve: &Series| curve.iter().map(|(ranks, cycles)| (*ranks, curve[0].1 / cycles)).collect();
    let linear = |title, curves| Figure { title, scale: Scale::Linear, curves };
    let jacobi = EXPERIMENTS.iter().zip(&m.jacobi).map(|(name, curve)| (*name, curve.clone())).collect();
    vec![
        linear(
            "Half a round trip on one FPGA: cycles by words",
            vec![("printed", printed), ("ours", m.simple.latency.clone()), ("full library", m.full.latency.clone())],
        ),
        linear(
            "Barrier: cycles by ranks",
            vec![("one FPGA", m.barriers.clone()), ("three FPGAs of three", m.barriers_between.clone())],
        ),
        Figure {
            title: "Jacobi, 60 x 60 on one FPGA (Fig. 5.5): cycles of a sweep by ranks",
            scale: Scale::Logarithmic,
            curves: jacobi,
        },
        linear(
            "Jacobi, 240 x 16 on five FPGAs (Fig. 5.6): speed-up by ranks",
            vec![("five FPGAs", speed_up(&m.scaling)), ("all nodes on one", speed_up(&m.scaling_on_one))],
        ),
    ]
}
