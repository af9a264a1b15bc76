//! Runs the programs and reads their output.

use crate::repro::bench::{Run, Series, Workshop, in_parallel};

/// TMD-MPI as it is in the thesis (§4.3).
pub const SUBSET: &str = "MPI_SUBSET=1";

/// Presets: one FPGA with three nodes, three FPGAs with three nodes each, one with nine nodes, five
/// with nine nodes each.
pub const SIMPLE: &str = "tmd-simple";
pub const THREE: &str = "tmd-3x3";
pub const NINE: &str = "tmd-9";
pub const FIVE: &str = "tmd-45";

/// The number of nodes on an FPGA of the large machines, and the number of FPGAs.
pub const BOARD_NODES: u32 = 9;
pub const BOARDS: u32 = 5;

/// A run with TMD-MPI.
pub fn run(platform: &str, ranks: u32, arguments: String) -> Run {
    Run { platform: platform.into(), ranks, library: vec![SUBSET], settings: Vec::new(), arguments }
}

/// Makes all runs, and applies `read` to their outputs; the results are in order.
pub fn each<T: Send>(
    workshop: &Workshop,
    runs: &[Run],
    read: impl Fn(&str) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let read = &read;
    let job = |run| Box::new(move || read(&workshop.run(run)?)) as Box<dyn FnOnce() -> Result<T, String> + Send + '_>;
    in_parallel(runs.iter().map(job).collect()).into_iter().collect()
}

/// As [`each`]. Consecutive runs with growing numbers of ranks become one series.
pub fn by_ranks<T: Send>(
    workshop: &Workshop,
    runs: &[Run],
    read: impl Fn(&str) -> Result<T, String> + Sync,
) -> Result<Vec<Vec<(u32, T)>>, String> {
    let mut all: Vec<Vec<(u32, T)>> = Vec::new();
    for (run, value) in runs.iter().zip(each(workshop, runs, read)?) {
        match all.last_mut() {
            Some(series) if series.last().is_some_and(|(ranks, _)| *ranks < run.ranks) => {
                series.push((run.ranks, value))
            }
            _ => all.push(vec![(run.ranks, value)]),
        }
    }
    Ok(all)
}

/// Cycles of a barrier.
pub fn barrier(output: &str) -> Result<f64, String> {
    before(output, "# barrier of", " cycles")
}

/// Cycles of a sweep of Jacobi.
pub fn sweep(output: &str) -> Result<f64, String> {
    before(output, "tmdjacobi:", " cycles a sweep")
}

/// The number in front of `unit`, in the first line that begins with `beginning` and ends with
/// `unit`.
pub fn before(output: &str, beginning: &str, unit: &str) -> Result<f64, String> {
    let lines = output.lines().filter(|line| line.starts_with(beginning));
    let mut words = lines.filter_map(|line| line.strip_suffix(unit)?.rsplit(' ').next()?.parse().ok());
    words.next().ok_or_else(|| format!("no line `{beginning} …{unit}` in: {output}"))
}

/// The table below this title: words, and the last column, which has cycles.
pub fn table(output: &str, title: &str) -> Result<Series, String> {
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
        assert_eq!(before(OUTPUT, "# a call of MPI_Wtime", " cycles"), Ok(3300.0));
        assert_eq!((barrier(OUTPUT), sweep(OUTPUT)), (Ok(3040.0), Ok(124.0)));
        assert_eq!(table(OUTPUT, "latency: ranks 0 and 1"), Ok(vec![(0, 890.0), (1000, 15397.0)]));
        assert!(table(OUTPUT, "ring").is_err() && sweep("tmdjacobi: OK").is_err());
    }
}
