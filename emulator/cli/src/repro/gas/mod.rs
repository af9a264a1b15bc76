//! Reproduces measurements of the ring of GAScores and sequencers (Willenberg and Chow, FPGA 2013):
//! latencies of active messages and remote writes between all pairs of nodes, two barriers, and the
//! bandwidth of remote writes. As in the publication, sequencers run the programs.

mod choices;
mod measure;
mod rows;

use super::bench::Series;
use super::options::{Machine, Options};
use super::page::{Figure, Results, Scale};

pub const MACHINE: Machine = Machine {
    name: "gas",
    platforms: &[measure::PLATFORM, measure::PLATFORM_OF_HARTS],
    rows: &[
        ("G1", "§5.2: 0.17, 0.24, 0.31 µs"),
        ("G2", "§5.2: 0.35, 0.49, 0.63 µs"),
        ("G3", "§5.2: 0.29, 0.36, 0.43 µs"),
        ("G4", "§5.2: 0.47, 0.61, 0.75 µs"),
        ("G5", "§5.2, Fig. 6: 0.87, 1.96 µs"),
        ("G6", "§5.2, Fig. 6: 0.62, 1.48 µs"),
        ("G7", "§5.2"),
        ("G8", "§5.3, Fig. 10"),
        ("G9", "§5.3, Fig. 10"),
        ("G10", "§5.2"),
    ],
    constructed: choices::CONSTRUCTED,
    choices: choices::CHOICES,
    reproduce,
};

fn reproduce(options: &Options) -> Result<Results, String> {
    let measured = measure::measure(options)?;
    Ok(Results {
        machine: "GAScore",
        title: "Willenberg and Chow's remote memory access infrastructure on a ring of FPGAs",
        about: measure::about(),
        rows: rows::rows(&measured)?,
        figures: measured.bandwidth.map(figure).into_iter().collect(),
        prints_figures: true,
    })
}

fn figure(bandwidth: Vec<Series>) -> Figure {
    Figure {
        title: "Remote writes, including set-up: MB/s by bytes (Figure 10)",
        scale: Scale::Linear,
        curves: ["same FPGA", "next FPGA", "opposite FPGA"].into_iter().zip(bandwidth).collect(),
    }
}
