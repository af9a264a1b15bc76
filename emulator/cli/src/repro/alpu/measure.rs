//! The runs, and the reading of their output.

use crate::repro::bench::{Run, Series, Workshop, in_parallel};
use crate::repro::options::Options;
use std::collections::BTreeMap;

const QUEUES: &str = include_str!("../../../../../apps/queues.c");
pub const PLATFORM: &str = "nic";
const RANKS: u32 = 2;

/// The values of `nic.alpu`: entries of a unit; 0 stands for none.
pub const UNITS: [u32; 3] = [0, 128, 256];

/// The publication simulates a match of 7 cycles for both sizes of units (§VI-A). By the rule of
/// `alpu.match_cycles` = 0, a match takes 6 in units of 128 entries.
const MATCH_CYCLES: &str = "alpu.match_cycles=7";

/// Repeats of each latency: for short queues, and for long ones (from `LONG_FROM` on), so that all
/// runs together take less than three minutes. The program discards the first 4.
const REPEATS: u32 = 20;
const REPEATS_OF_LONG: u32 = 10;
const DISCARDED: u32 = 4;
/// The same, if only changes of rows are looked for.
const QUICK_REPEATS: u32 = 8;
const QUICK_REPEATS_OF_LONG: u32 = 6;
const LONG_FROM: u32 = 258;

/// Bytes of a message.
const SIZE: u32 = 0;

/// Percentages of the dummies that are posted in front of the measured receive.
pub const FRACTIONS: [u32; 6] = [0, 20, 40, 60, 80, ALL];
pub const ALL: u32 = 100;

/// Most lengths are multiples of this.
pub const STEP: u32 = 25;
/// The longest queue that is measured in such steps: without units, and with units.
const LONGEST: u32 = 550;
const LONGEST_WITH_UNIT: u32 = 800;
/// Longer queues that are measured without units.
const BEYOND: [u32; 3] = [600, 700, 800];
/// Lengths around the ends of units.
const AROUND_UNITS: [u32; 6] = [127, 128, 129, 255, 256, 257];
/// Lengths for fractions below 100 %.
const LENGTHS_OF_FRACTIONS: [u32; 16] = [0, 5, 10, 20, 32, 48, 64, 100, 127, 128, 200, 255, 256, 350, 400, 500];
/// Short queues: of receives, in steps of one; of messages, up to 125 in steps of 5.
const SHORT: u32 = 20;
const SHORT_MESSAGES: u32 = 10;
const FINE_MESSAGES: u32 = 125;
const FINE_STEP: usize = 5;

/// Does a row that is asked for need this curve? All rows but A15 need the curve of A1 and A2.
fn is_needed(options: &Options, units: u32, queue: Queue) -> bool {
    const ALL_BUT_A15: [&str; 15] =
        ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A16"];
    match (queue, units) {
        (Queue::Posted(ALL), 0) => options.wants(&ALL_BUT_A15),
        (Queue::Posted(ALL), _) => options.wants(&["A7", "A8", "A9", "A10", "A11"]),
        (Queue::Posted(80), 0) => options.wants(&["A4", "A5"]),
        (Queue::Posted(_), 0) => options.wants_all() && !options.is_quick,
        (Queue::Posted(_), _) => options.wants(&["A7"]),
        (Queue::Unexpected, _) => options.wants(&["A12", "A13", "A14"]),
    }
}

/// Latencies in ns (half a round trip), by length of the queue.
#[derive(Default)]
pub struct Curves {
    /// The curves of posted receives, by percentage in front.
    pub preposted: BTreeMap<u32, Series>,
    pub unexpected: Series,
}

pub struct Measured {
    /// In the order of [`UNITS`].
    pub variants: Vec<Curves>,
    /// The time of a match, and from one insertion to the next, in ns, as the platform is set.
    pub match_ns: f64,
    pub insert_ns: f64,
}

/// The queue in which a message is searched: posted receives with this percentage in front, or
/// unexpected messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Queue {
    Posted(u32),
    Unexpected,
}

fn queues() -> impl Iterator<Item = Queue> {
    FRACTIONS.into_iter().map(Queue::Posted).chain([Queue::Unexpected])
}

/// The run's settings, for units with this number of entries.
fn settings(units: u32) -> Vec<String> {
    match units {
        0 => vec!["nic.alpu=none".to_owned()],
        entries => vec![format!("nic.alpu={entries}"), MATCH_CYCLES.to_owned()],
    }
}

/// The lengths of a curve, in ascending order without duplicates.
fn lengths(queue: Queue, units: u32) -> Vec<u32> {
    let longest = if units == 0 { LONGEST } else { LONGEST_WITH_UNIT };
    let steps = (STEP..=longest).step_by(STEP as usize).chain(BEYOND);
    let mut lengths: Vec<u32> = match queue {
        Queue::Posted(ALL) => (0..=SHORT).chain(steps).chain(AROUND_UNITS).collect(),
        Queue::Posted(_) => LENGTHS_OF_FRACTIONS.into(),
        Queue::Unexpected => {
            let fine = (SHORT_MESSAGES..=FINE_MESSAGES).step_by(FINE_STEP);
            (0..=SHORT_MESSAGES).chain(fine).chain(steps).collect()
        }
    };
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// The program's arguments for a run with these lengths, which are all long or all short.
fn arguments(queue: Queue, lengths: &[u32], is_quick: bool) -> String {
    let of = match queue {
        Queue::Posted(fraction) => format!("--preposted --fractions {fraction}"),
        Queue::Unexpected => "--unexpected".to_owned(),
    };
    let is_long = lengths.first().is_some_and(|length| *length >= LONG_FROM);
    let repeats = match (is_long, is_quick) {
        (false, false) => REPEATS,
        (false, true) => QUICK_REPEATS,
        (true, false) => REPEATS_OF_LONG,
        (true, true) => QUICK_REPEATS_OF_LONG,
    };
    format!("{of} --lengths {} --sizes {SIZE} --repeats {repeats} --csv", joined(lengths, ","))
}

fn joined(lengths: &[u32], by: &str) -> String {
    lengths.iter().map(u32::to_string).collect::<Vec<_>>().join(by)
}

/// Describes the runs.
pub fn about() -> Vec<String> {
    let list = |queue, units| joined(&lengths(queue, units), " ");
    let last = format!("{LONGEST} in steps of {STEP}, then {}", joined(&BEYOND, " "));
    vec![
        format!(
            "Runs: apps/queues.c, {RANKS} ranks of platform {PLATFORM}, nic.alpu = none, 128 and 256 ({MATCH_CYCLES}); messages of {SIZE} \
             bytes; {REPEATS} repeats, {REPEATS_OF_LONG} from length {LONG_FROM} on; the first {DISCARDED} do not count."
        ),
        format!(
            "Lengths, posted receives all before the matching one: {}; without ALPUs to {last}.",
            list(Queue::Posted(ALL), UNITS[2])
        ),
        format!("Lengths, posted receives with 0 to 80 % before the matching one: {}.", list(Queue::Posted(0), 0)),
        format!("Lengths, unexpected messages: {}; without ALPUs to {last}.", list(Queue::Unexpected, UNITS[2])),
    ]
}

type Job<'a> = Box<dyn FnOnce() -> Result<Series, String> + Send + 'a>;

pub fn measure(options: &Options) -> Result<Measured, String> {
    let workshop = Workshop::new("queues.c", QUEUES, options)?;
    // Build once before the runs, so that they do not all build the library at the same time.
    workshop.build(PLATFORM, &[])?;
    let run = |units, queue, lengths: &[u32]| Run {
        platform: PLATFORM.into(),
        ranks: RANKS,
        library: Vec::new(),
        settings: settings(units),
        arguments: arguments(queue, lengths, options.is_quick),
    };
    let parts = |(units, queue)| {
        let lengths = lengths(queue, units);
        let (short, long) = lengths.split_at(lengths.partition_point(|length| *length < LONG_FROM));
        [run(units, queue, short), run(units, queue, long)].map(|run| (run, queue))
    };
    let all = UNITS.into_iter().flat_map(|units| queues().map(move |queue| (units, queue)));
    let needed: Vec<(u32, Queue)> = all.filter(|(units, queue)| is_needed(options, *units, *queue)).collect();
    let workshop = &workshop;
    let job = |(run, queue): (Run, Queue)| Box::new(move || series(&workshop.run(&run)?, queue)) as Job;
    let results = in_parallel(needed.iter().copied().flat_map(parts).map(job).collect());
    let results = results.into_iter().collect::<Result<Vec<Series>, String>>()?;
    let mut variants: Vec<Curves> = UNITS.iter().map(|_| Curves::default()).collect();
    for ((units, queue), parts) in needed.into_iter().zip(results.chunks(2)) {
        let place = UNITS.iter().position(|of| *of == units).ok_or("there are no such units")?;
        match queue {
            Queue::Posted(fraction) => _ = variants[place].preposted.insert(fraction, parts.concat()),
            Queue::Unexpected => variants[place].unexpected = parts.concat(),
        }
    }
    let [match_ns, insert_ns] = unit_times(workshop)?;
    Ok(Measured { variants, match_ns, insert_ns })
}

/// The times of a match and of an insertion, as the unit is set for the runs.
fn unit_times(workshop: &Workshop) -> Result<[f64; 2], String> {
    let platform = workshop.platform(PLATFORM, &settings(UNITS[2]))?;
    let number = |key: &str| platform.number(key).ok_or_else(|| format!("platform {PLATFORM} has no {key}"));
    let period = 1e9 / number("alpu.clock_hz")? as f64;
    Ok([number("alpu.match_cycles")? as f64 * period, number("alpu.insert_cycles")? as f64 * period])
}

/// The latencies of a queue by its length, from the program's output.
fn series(output: &str, queue: Queue) -> Result<Series, String> {
    let (name, fraction) = match queue {
        Queue::Posted(fraction) => ("preposted", fraction.to_string()),
        Queue::Unexpected => ("unexpected", String::new()),
    };
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [of, length, of_fraction, _, ns] = cells[..] else { return None };
        let is_asked = of == name && of_fraction == fraction;
        is_asked.then_some((length.parse().ok()?, ns.parse().ok()?))
    };
    let lines = output.lines().skip(1);
    lines.map(|text| line(text).ok_or_else(|| format!("unexpected output: {text}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_the_program() {
        let head = "queue,length,fraction,size,ns\n";
        let posted = format!("{head}preposted,0,20,0,850.5\npreposted,500,20,0,12000.0\n");
        assert_eq!(series(&posted, Queue::Posted(20)), Ok(vec![(0, 850.5), (500, 12000.0)]));
        assert!(series(&posted, Queue::Posted(40)).is_err());
        let unexpected = format!("{head}unexpected,7,,0,1.5\n");
        assert_eq!(series(&unexpected, Queue::Unexpected), Ok(vec![(7, 1.5)]));
        assert!(series(&unexpected, Queue::Posted(0)).is_err());
    }

    /// The program accepts lists of at most 64 numbers.
    #[test]
    fn lists_of_lengths_fit_the_program() {
        for units in UNITS {
            for queue in queues() {
                let lengths = lengths(queue, units);
                assert!(lengths.len() <= 64 && lengths.is_sorted(), "{queue:?}, {units}: {lengths:?}");
            }
        }
    }
}
