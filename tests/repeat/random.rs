//! Tests of random message passing (`random.c`) and of long messages only (`long.c`). The programs
//! give the same bits in all ways of running them, on machines of random settings, too. Their
//! results do not depend on settings, and native MPICH computes the same. If a seed fails, the
//! report gives the smallest number of phases with which it still fails.

use rankine_tests::exact::{CUT_WAYS, Start, WAYS, sorted_lines};
use rankine_tests::{check_rows, is_long, native, root, scratch};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Settings that make one thing late, scarce, slow or fast; and other lengths of stretches and clocks.
const SETTINGS: &[(&str, &[&str])] = &[
    ("hart.clock_hz", &["333333333", "1700000000"]),
    ("host.call_cycles", &["1", "5000"]),
    ("host.first_stretch_cycles", &["1", "100", "100000"]),
    ("host.stretch_cycles", &["5000", "10000000"]),
    ("ni.command_cycles", &["0", "100"]),
    ("ni.command_fifo", &["1", "2", "3"]),
    ("ni.counter_update_cycles", &["0", "60"]),
    ("ni.loopback_cycles", &["0", "500"]),
    ("ni.notify_local_cycles", &["0", "40"]),
    ("ni.notify_remote_cycles", &["0", "70"]),
    ("ni.outstanding", &["1", "5"]),
    ("ni.packet_bytes", &["512", "4096"]),
    ("ni.packet_gap_thirds", &["1", "16"]),
    ("ni.partial_word_penalty", &["7"]),
    ("ni.read_requests", &["1", "2"]),
    ("ni.scratchpad_load_cycles", &["1", "30"]),
    ("ni.shuffle_cycles", &["1", "50", "500", "5000"]),
    ("ni.source_buffers", &["1", "2"]),
    ("ni.source_bytes_per_cycle", &["1", "256"]),
    ("ni.source_memory_cycles", &["0", "300"]),
    ("ni.store_and_forward", &["true"]),
    ("ni.store_fifo", &["1", "2"]),
    ("ni.write_bytes_per_cycle", &["1", "256"]),
    ("ni.write_memory_cycles", &["0", "400"]),
    ("noc.buffer_packets", &["1", "2"]),
    ("noc.flit_bytes", &["4", "64"]),
    ("noc.header_bytes", &["8", "64"]),
    ("noc.link_cycles", &["1", "7"]),
    ("noc.router_cycles", &["0", "9"]),
    ("noc.width", &["1", "2"]),
    ("caches.l1d_bytes", &["0", "256", "4096"]),
    ("caches.l1d_replacement", &["lru"]),
    ("caches.l1d_write_back", &["false"]),
    ("caches.l1d_write_allocate", &["false"]),
    ("caches.l1i_bytes", &["0", "512", "2048"]),
    ("caches.l2_bytes", &["0", "4096"]),
    ("caches.l2_replacement", &["lru"]),
    ("ddr.access_cycles", &["0", "56"]),
    ("ddr.bytes_per_cycle", &["8", "4096"]),
    ("ddr.request_cycles", &["0", "30"]),
    ("hart.profile", &["untimed", "host"]),
    ("timing.issue_width", &["2"]),
    ("timing.load_use", &["0", "5"]),
    ("timing.branch_taken", &["1", "7"]),
];

/// Number of seeds in `make test`. Seeds from this number on make longer programs.
const SHORT_SEEDS: u64 = 16;
/// Number of seeds for long messages in `make test`, and the most phases. A few phases of long
/// messages take longer than all those of a random program.
const LONG_MESSAGE_SEEDS: u64 = 6;
const LONG_MESSAGE_PHASES: u64 = 3;

/// MPICH's header declares the parameter as an array, so gcc warns that `MPI_STATUSES_IGNORE` is too short.
const NATIVE_FLAGS: [&str; 6] = ["-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-stringop-overflow"];

/// After so many seconds of host time, a run counts as a hang.
const HANG_SECONDS: &str = "800";

/// A program and a machine. The seed determines both.
#[derive(Clone, Debug)]
struct Case {
    seed: u64,
    ranks: u64,
    phases: u64,
    settings: Vec<String>,
}

/// Random numbers of a seed, by SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) % limit
    }
}

impl Case {
    fn of(seed: u64) -> Case {
        let dice = &mut Dice(seed);
        let crowd = seed % 40 == 7;
        let settings = (0..1 + dice.below(4)).map(|_| {
            let (key, values) = SETTINGS[dice.below(SETTINGS.len() as u64) as usize];
            format!("{key}={}", values[dice.below(values.len() as u64) as usize])
        });
        let mut settings: Vec<String> = settings.collect();
        if settings.iter().any(|setting| setting.starts_with("ni.shuffle_cycles")) {
            settings.push("ni.shuffle_packets=true".into());
        }
        if seed % 3 == 1 {
            settings.push("ddr.contention=true".into());
        }
        let phases = if crowd { 5 } else { 4 + dice.below(if seed < SHORT_SEEDS { 10 } else { 30 }) };
        let ranks = if crowd { 33 } else { 2 + dice.below(8) };
        Case { seed, ranks, phases, settings }
    }

    /// The same machine, with fewer ranks and phases, for long messages.
    fn of_long_messages(seed: u64) -> Case {
        let case = Case::of(seed);
        Case { phases: 1 + case.phases % LONG_MESSAGE_PHASES, ranks: case.ranks.min(10), ..case }
    }

    fn start(&self, program: &Path) -> Start {
        let words = |text: String| text.split_whitespace().map(str::to_string).collect();
        Start {
            program: program.into(),
            directory: program.with_file_name(format!("seed-{}", self.seed)),
            options: words(format!("-n {} --timeout {HANG_SECONDS}", self.ranks)),
            arguments: words(format!("{} {}", self.seed, self.phases)),
            input: "",
        }
    }

    fn check(&self, program: &Path) -> Result<(), String> {
        let start = self.start(program);
        let whole = start.always_same(&WAYS)?;
        if whole.code != 0 {
            return Err(format!("{}: exit code {}: {:?}", start.describe(), whole.code, whole.stderr));
        }
        start.always_cut_same(&whole)?;
        let settings: Vec<String> = self.settings.iter().flat_map(|text| ["--set".into(), text.clone()]).collect();
        let other = start.with(&settings);
        let set = other.always_same(&CUT_WAYS)?;
        if set.code != 0 || sorted_lines(&set.stdout) != sorted_lines(&whole.stdout) {
            let describe = other.describe();
            return Err(format!("{describe}: not the output without the settings:\n{:?}\n{set:?}", whole.stdout));
        }
        other.always_cut_same(&set)
    }

    /// Looks for the smallest number of phases that fails. Returns its case and complaint.
    fn shrunk(&self, program: &Path, complaint: String) -> String {
        let fewer = (1..self.phases).map(|phases| Case { phases, ..self.clone() });
        let failing = fewer.filter_map(|case| Some((case.check(program).err()?, case))).next();
        let (complaint, case) = failing.unwrap_or((complaint, self.clone()));
        format!("{case:?}\n{complaint}")
    }
}

/// Seeds to check: `few`, or 1000 with RANKINE_LONG (`make test-long`). RANKINE_SEED is the first seed, 0 if not set.
fn seeds(few: u64) -> Range<u64> {
    let first = std::env::var("RANKINE_SEED").map_or(0, |seed| seed.parse().expect("RANKINE_SEED is a number"));
    first..first + if is_long() { 1000 } else { few }
}

fn source(name: &str) -> PathBuf {
    root().join(format!("tests/repeat/{name}.c"))
}

fn check_same_bits(name: &str, few: u64, case_of: impl Fn(u64) -> Case + Sync) {
    let program = scratch(name).join(name);
    Start::compile(&source(name), "manycore", &program).unwrap();
    let seeds: Vec<u64> = seeds(few).collect();
    check_rows(&seeds, |seed| {
        let case = case_of(*seed);
        case.check(&program).map_err(|complaint| case.shrunk(&program, complaint))
    });
}

#[test]
fn same_bits() {
    check_same_bits("random", SHORT_SEEDS, Case::of);
}

#[test]
fn same_bits_of_long_messages() {
    check_same_bits("long", LONG_MESSAGE_SEEDS, Case::of_long_messages);
}

#[test]
fn same_as_native_mpich() {
    for (name, arguments) in [("random", &["sums"][..]), ("long", &[])] {
        let directory = scratch(&format!("{name}-native"));
        let program = directory.join(name);
        Start::compile(&source(name), "manycore", &program).unwrap();
        check_rows(&[1, 2, 3, 4, 5, 6], |seed| {
            let case = Case { ranks: 1 + seed % 4, ..Case::of(*seed) };
            let mut start = case.start(&program);
            start.arguments.extend(arguments.iter().map(|argument| argument.to_string()));
            let ours = start.always_same(&[])?;
            let binary = directory.join(format!("native-{seed}"));
            let theirs = native(&source(name), &binary, &NATIVE_FLAGS, case.ranks as u32, &start.arguments.join(" "))?;
            match theirs.code == 0 && theirs.stdout == ours.stdout {
                true => Ok(()),
                false => Err(format!("{case:?}: ours {ours:?}\nnative {theirs:?}")),
            }
        });
    }
}
