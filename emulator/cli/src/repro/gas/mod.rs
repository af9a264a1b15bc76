//! The ring of GAScores and sequencers (Willenberg and Chow, FPGA 2013): latencies of active messages and remote writes between all
//! pairs of nodes, two barriers, and the bandwidth of remote writes. Programs of the sequencers do it, as in the publication.

mod measure;
mod rows;

use super::options::{Machine, Options};
use super::page::{Figure, Results, Scale};

pub const MACHINE: Machine = Machine {
    name: "gas",
    platforms: &[measure::PLATFORM, measure::PLATFORM_OF_HARTS],
    rows: &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10"],
    reproduce,
};

fn reproduce(options: &Options) -> Result<Results, String> {
    let measured = measure::measure(options)?;
    let names = ["same FPGA", "next FPGA", "opposite FPGA"];
    Ok(Results {
        machine: "GAScore",
        title: "Willenberg and Chow's remote memory access infrastructure on a ring of FPGAs",
        about: measure::about(),
        rows: rows::rows(&measured)?,
        figures: vec![Figure {
            title: "Remote writes: MB/s by bytes, with everything that a write takes (Figure 10)",
            scale: Scale::Linear,
            curves: names.into_iter().zip(measured.bandwidth).collect(),
        }],
        prints_figures: true,
    })
}
