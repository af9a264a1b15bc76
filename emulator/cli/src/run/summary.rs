//! The summary at the end of a run.

use rankine_observe::stats::Stats;

/// Two lines: what was simulated, and how fast.
pub fn text(stats: &Stats, clock_hz: u64) -> String {
    let totals = &stats.totals;
    let spent: u64 = stats.ranks.iter().map(|rank| rank.cycles).sum();
    let share = 100.0 * totals.mpi_cycles as f64 / spent.max(1) as f64;
    let mut text = format!(
        "rankine: {} on {}: {} cycles ({}), {} instructions; {} messages, {} bytes; {share:.1} % of time in MPI",
        if stats.ranks.len() == 1 { "1 rank".into() } else { format!("{} ranks", stats.ranks.len()) },
        stats.platform.name,
        grouped(totals.cycles),
        simulated(totals.cycles as f64 / clock_hz as f64),
        grouped(totals.instructions),
        grouped(totals.sent_messages),
        grouped(totals.sent_payload_bytes),
    );
    if let Some(host) = &stats.host {
        text += &format!(
            "\nrankine: {:.2} s on the host, {} instructions executed, {:.1} million a second",
            host.seconds,
            grouped(host.instructions_executed),
            host.instructions_per_second / 1e6
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

/// `1 234 567`.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn groups() {
        for (value, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567")] {
            assert_eq!(super::grouped(value), text);
        }
    }
}
