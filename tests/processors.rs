//! Tests of nodes with two processors on a whole machine: a host and firmware talk through a
//! device, and every way of running gives the same bits. The outputs of `rankine run` include the
//! second processor.

use rankine_bus::{Access, Cx, Device, Kind, Reply};
use rankine_host::HostOptions;
use rankine_machine::{End, Limits, Look, Machine, Options};
use rankine_platform::Platform;
use rankine_session::WatchRequest;
use rankine_session::launch::load;
use rankine_session::report::{self, EXIT_DEADLOCK, EXIT_LIMIT};
use rankine_session::request::{Firmware, Launch};
use rankine_session::statistics;
use rankine_tests::{Output, check_rows, rankine, root, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// An address where platform `bare` has nothing; the same as in `processors/mailbox.h`.
const MAILBOX: u64 = 0x7000_0000;
/// Settings for two processors with different instruction sets, clocks and costs.
const SETTINGS: [&str; 4] =
    ["second.isa=rv32im", "second.profile=nic", "second.clock_hz=300000000", "platform.nodes_max=3"];

/// Two words, one for each direction. A store sets a word, a load returns it.
#[derive(Default)]
struct Mailbox([u64; 2]);

impl Device for Mailbox {
    fn name(&self) -> &'static str {
        "mailbox"
    }

    fn answers(&self, addr: u64) -> bool {
        addr & !7 == MAILBOX
    }

    fn access(&mut self, _: &mut Cx<'_>, access: Access) -> Reply {
        let word = &mut self.0[(access.addr >> 2 & 1) as usize];
        if let Kind::Store(value) = access.kind {
            *word = value;
        }
        Reply::Done { value: *word, latency: 5 }
    }

    fn is_pure(&self, access: &Access) -> bool {
        matches!(access.kind, Kind::Load | Kind::Fence)
    }
}

/// Compiles a program without any library.
fn compile(directory: &Path, source: &str, march: &str, mabi: &str, address: u64) -> PathBuf {
    let program = directory.join(source).with_extension("elf");
    let output = run(
        Command::new("riscv64-unknown-elf-gcc")
            .args(["-O2", "-g", "-nostdlib", "-ffreestanding", "-mcmodel=medany"])
            .args([
                format!("-march={march}"),
                format!("-mabi={mabi}"),
                format!("-Wl,-Ttext={address:#x},--no-relax,-n,--build-id=none"),
                format!("-o{}", program.display()),
                root().join("tests/processors").join(source).display().to_string(),
            ]),
        "",
    );
    assert_eq!(output.code, 0, "{source}: {}", output.stderr);
    program
}

fn programs(directory: &Path) -> (PathBuf, PathBuf) {
    let host = compile(directory, "host.c", "rv64imac", "lp64", 0x8000_0000);
    (host, compile(directory, "firmware.c", "rv32im", "ilp32", 0xc000_0000))
}

/// Cycles, instructions and exit status of every processor.
fn figures(machine: &Machine) -> Vec<(u64, u64, Option<i32>)> {
    machine.processors().map(|one| (one.hart.cycles, one.hart.instret, one.exit_status())).collect()
}

#[test]
fn same_bits_in_every_way() {
    let directory = scratch("processors");
    let (host, firmware) = programs(&directory);
    let (mut expected, mut expected_phases) = (None, None);
    for (elide, threads, is_watched) in
        [(true, 1, false), (true, 2, true), (true, 8, false), (false, 1, true), (false, 2, false), (false, 8, true)]
    {
        let how = format!("elide {elide}, {threads} threads, watched {is_watched}");
        let platform = Platform::resolve("bare", &SETTINGS.map(str::to_owned)).unwrap();
        let options = HostOptions { stdin: Box::new(std::io::empty()), ..HostOptions::new(directory.clone()) };
        let second =
            Firmware { processor: "second".into(), path: firmware.clone(), image: None, name: "firmware".into() };
        let launch =
            Launch { path: host.clone(), name: "host".into(), ranks: 3, firmware: vec![second], ..Launch::default() };
        let watching =
            WatchRequest { messages: is_watched, profile: is_watched, phases: is_watched, ..WatchRequest::default() };
        let mut loaded = load(platform, &[launch], options, watching).unwrap();
        loaded.machine.nodes.iter_mut().for_each(|node| node.devices.push(Box::<Mailbox>::default()));
        let limits = Limits { max_cycles: Some(50_000_000), timeout: None };
        let end = loaded.machine.run(&Options { limits, threads, elide }, &mut |_| Look::GoOn);
        let report = report::report(&loaded, &end);
        assert_eq!((&end, report.exit_code), (&End::Finished, 0), "{how}: {}", report.message);
        let figures = figures(&loaded.machine);
        assert_eq!(figures.len(), 6, "{how}");
        assert!(figures.chunks(2).all(|node| node[0].2 == Some(0) && node[1].2.is_none()), "{how}: {figures:?}");
        assert_eq!(*expected.get_or_insert(figures.clone()), figures, "{how}");
        let phases = statistics::collect(&loaded, &[], 1, Instant::now()).firmware_phases;
        assert_eq!(phases.is_some(), is_watched, "{how}");
        let Some(phases) = phases else { continue };
        for (of, node) in phases.iter().zip(figures.chunks(2)) {
            let names: Vec<&str> = of.phases.iter().map(|phase| phase.name.as_str()).collect();
            let cycles: f64 = of.phases.iter().map(|phase| phase.each.mean_cycles * phase.each.count as f64).sum();
            assert!((cycles - node[1].0 as f64).abs() < 1e-3, "{how}: {cycles} of {node:?}: {of:?}");
            assert!(["look", "looked", "square", "enter"].iter().all(|name| names.contains(name)), "{how}: {of:?}");
        }
        assert_eq!(*expected_phases.get_or_insert(phases.clone()), phases, "{how}");
    }
}

/// The host waits for an answer that never comes. The report names both processors and their places.
#[test]
fn a_deadlock_tells_of_both() {
    let directory = scratch("processors-deadlock");
    let (_, firmware) = programs(&directory);
    let host = compile(&directory, "waits.c", "rv64imac", "lp64", 0x8000_0000);
    let platform = Platform::resolve("bare", &SETTINGS.map(str::to_owned)).unwrap();
    let options = HostOptions { stdin: Box::new(std::io::empty()), ..HostOptions::new(directory.clone()) };
    let second = Firmware { processor: "second".into(), path: firmware, image: None, name: "firmware".into() };
    let launch = Launch { path: host, name: "host".into(), ranks: 1, firmware: vec![second], ..Launch::default() };
    let mut loaded = load(platform, &[launch], options, WatchRequest::default()).unwrap();
    loaded.machine.nodes.iter_mut().for_each(|node| node.devices.push(Box::<Mailbox>::default()));
    let limits = Limits { max_cycles: Some(50_000_000), timeout: None };
    let end = loaded.machine.run(&Options { limits, threads: 1, elide: true }, &mut |_| Look::GoOn);
    let report = report::report(&loaded, &end);
    assert_eq!(report.exit_code, EXIT_DEADLOCK, "{}", report.message);
    for words in ["rank 0 waits in wait_for at", "rank 0 processor 1 waits in serve at", "firmware.c"] {
        assert!(report.message.contains(words), "no {words:?} in {}", report.message);
    }
}

fn start(directory: &Path, words: &[&str]) -> Output {
    let firmware = root().join("tests/processors/prints.c").display().to_string();
    let settings: Vec<&str> = SETTINGS.iter().flat_map(|setting| ["--set", setting]).collect();
    let with = ["run", "--platform", "bare", "--max-cycles", "400000", "--firmware", &firmware];
    rankine(directory, &[&with[..], &settings, words].concat())
}

/// Firmware compiled from a C file has the C library and a heap of its own. Each output has a part for its processor.
#[test]
fn outputs() {
    let directory = scratch("processors-outputs");
    let options = ["--stats", "stats.json", "--profile=profile", "--report", "report.html", "--trace", "commit=log%r"];
    compile(&directory, "spins.c", "rv64imac", "lp64", 0x8000_0000);
    let output = start(&directory, &[&options[..], &["spins.elf"]].concat());
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (EXIT_LIMIT, "firmware: 1000 numbers make 499500\n"),
        "{output:?}"
    );
    assert!(output.stderr.contains("rank 0 processor 1 is in count at"), "{output:?}");
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let stats: serde_json::Value = serde_json::from_str(&read("stats.json")).unwrap();
    let second = &stats["ranks"][0]["processors"][1];
    // 400 000 cycles of 1 ns are 120 000 cycles of its clock, whose period is 3333 ps.
    let cycles = second["cycles"].as_u64().unwrap();
    assert!((120_000..120_100).contains(&cycles), "{second}");
    assert!(stats["programs"][1]["path"].as_str().unwrap().ends_with("prints.c"), "{}", stats["programs"]);
    assert!(read("profile/callgrind.out.0.1").contains("fn=") && read("profile/folded.txt").contains("count"));
    assert!(read("log0.1").contains("count") && !read("log0").contains("count"));
    assert!(read("report.html").contains("0.1"));
}

/// Rows: settings and words of a command line, and words of the message. The exit code is 125.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&["--set", "second.isa=rv32im", "--firmware", "none.elf"], &["none.elf", "cannot be read"]),
    (&["--set", "second.isa=rv64gc", "--firmware", "mpi.elf"], &["mpi.elf", "MPI library", "first processor"]),
    (&["--set", "second.isa=rv31x"], &["second.isa", "rv31x"]),
    (&["--set", "second.isa=rv32im", "--set", "second.profile=fast"], &["second.profile", "fast"]),
    (&["--set", "second.isa=rv32im", "--set", "second.clock_hz=0"], &["second.clock_hz", "outside"]),
    (
        &["--set", "second.isa=rv32im", "--firmware", "firmware.elf", "--firmware", "firmware.elf"],
        &["has firmware.elf already"],
    ),
    (
        &["--set", "second.isa=rv32im", "--set", "second.memory_base=0x80010000", "--firmware", "low.elf"],
        &["addresses overlap", "second"],
    ),
    (
        &["--set", "second.isa=rv32im", "--firmware", "firmware.elf", "--trace", "spike=x"],
        &["processors of rank 0", "%r", "0.1"],
    ),
];

#[test]
fn what_is_refused() {
    let directory = scratch("processors-refused");
    programs(&directory);
    compile(&directory, "spins.c", "rv64imac", "lp64", 0x8000_0000);
    let low = compile(&directory, "firmware.c", "rv32im", "ilp32", 0x8001_0000);
    std::fs::rename(low, directory.join("low.elf")).unwrap();
    compile(&directory, "firmware.c", "rv32im", "ilp32", 0xc000_0000);
    let hello = root().join("apps/hello.c").display().to_string();
    let output = rankine(&directory, &["cc", "-o", "mpi.elf", &hello]);
    assert_eq!(output.code, 0, "{output:?}");
    check_rows(REFUSED, |(words, expected)| {
        let output = rankine(&directory, &[&["run", "--platform", "bare"], *words, &["spins.elf"]].concat());
        let missing: Vec<&&str> = expected.iter().filter(|words| !output.stderr.contains(**words)).collect();
        match output.code == 125 && missing.is_empty() {
            true => Ok(()),
            false => Err(format!("{words:?}: missing {missing:?}: {output:?}")),
        }
    });
}
