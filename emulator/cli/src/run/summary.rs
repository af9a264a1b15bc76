//! The summary at the end of a run.

use rankine_observe::mpi_view::{counted, grouped};
use rankine_observe::stats::Stats;

/// The summary in two lines: what was simulated, and how fast.
pub fn text(stats: &Stats, clock_hz: u64) -> String {
    let totals = &stats.totals;
    let spent: u64 = stats.ranks.iter().map(|rank| rank.cycles).sum();
    let share = 100.0 * totals.mpi_cycles as f64 / spent.max(1) as f64;
    let mut text = format!(
        "rankine: {} on {}: {} ({}), {}; {}, {}; {share:.1} % of time in MPI",
        counted(stats.ranks.len() as u64, "rank"),
        stats.platform.name,
        counted(totals.cycles, "cycle"),
        simulated(totals.cycles as f64 / clock_hz as f64),
        counted(totals.instructions, "instruction"),
        counted(totals.sent_messages, "point-to-point message"),
        counted(totals.sent_payload_bytes, "byte"),
    );
    if let Some(host) = &stats.host {
        text += &format!(
            "\nrankine: {:.2} s on the host, {} instructions executed, {:.1} million per second; {:.1} MB of memory touched",
            host.seconds,
            grouped(host.instructions_executed),
            host.instructions_per_second / 1e6,
            host.guest_memory_bytes as f64 / 1e6
        );
    }
    text
}

/// A span of simulated time in a unit that suits it.
fn simulated(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s if s < 1.0 => format!("{:.3} ms", s * 1e3),
        s => format!("{s:.3} s"),
    }
}
