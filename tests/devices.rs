//! Tests of programs on bare devices of platform `sarc`: caches that give up ways, every mistake
//! that the register page names, and the meaning of the network's switches. Also GAScores and
//! sequencers without MPI, and an MPI program on nodes with a device beside the network's.

use rankine_bus::{Access, Cx, Device, Kind, Reply, Width};
use rankine_host::HostOptions;
use rankine_machine::{Limits, Look, Options};
use rankine_platform::Platform;
use rankine_session::WatchRequest;
use rankine_session::launch::load;
use rankine_session::report;
use rankine_session::request::Launch;
use rankine_tests::{Output, check_rows, rankine, root, run, scratch};
use std::path::Path;
use std::process::Command;

fn start(directory: &Path, program: &str, options: &[&str]) -> Output {
    let source = root().join("tests/devices").join(program).display().to_string();
    rankine(directory, &[&["run", "--platform", "sarc"], options, &[&source]].concat())
}

/// Program, and options of its run.
const ROWS: &[(&str, &[&str])] = &[
    ("ways.c", &["-n", "1"]),
    ("mistakes.c", &["-n", "2"]),
    ("mistakes.c", &["-n", "2", "--set", "ni.shuffle_packets=true"]),
    ("mistakes.c", &["-n", "2", "--set", "ni.noc_mode=narrow32"]),
    ("mistakes.c", &["-n", "2", "--no-elision"]),
];

/// Each program checks itself, ends with exit code 0, and leaves no error in a device for the run to report.
#[test]
fn programs() {
    let directory = scratch("devices");
    check_rows(ROWS, |(program, options)| {
        let output = start(&directory, program, options);
        match output.code == 0 && output.stdout == "ok\n" && !output.stderr.contains("NI_ERR") {
            true => Ok(()),
            false => Err(format!("{program} {options:?}: {output:?}")),
        }
    });
}

/// Compiles a program for the harts of platforms gas-c and gas, without the C MPI library, as the picolibc manual says.
fn compile_for_gas(directory: &Path, program: &str, define: &str) {
    let source = root().join("tests/devices").join(program).display().to_string();
    let mut command = Command::new("riscv64-unknown-elf-gcc");
    command.current_dir(directory).args(["--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", "-O2"]);
    command.args([
        "-march=rv32i",
        "-mabi=ilp32",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-I.",
        define,
        "-o",
        "program",
        &source,
    ]);
    command.args(["-Wl,--defsym=__flash=0x80100000", "-Wl,--defsym=__flash_size=0x80000"]);
    command.args(["-Wl,--defsym=__ram=0x80200000", "-Wl,--defsym=__ram_size=0x700000"]);
    let compiled = run(&mut command, "");
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
}

/// Harts with GAScores send long requests to all nodes and reply. Skipping polling rounds changes
/// no figure. The run reports mistakes.
#[test]
fn gascores() {
    let directory = scratch("devices-gascore");
    let run =
        |options: &[&str]| rankine(&directory, &[&["run", "--platform", "gas-c"], options, &["program"]].concat());
    compile_for_gas(&directory, "gascore.c", "-DMISTAKES=0");
    for ranks in ["1", "2", "20"] {
        let [stepped, skipped] = [&["-n", ranks, "--no-elision"][..], &["-n", ranks]].map(run);
        for output in [&stepped, &skipped] {
            assert!(output.code == 0 && output.stdout == "ok\n" && !output.stderr.contains("warning"), "{output:?}");
        }
        let cycles = |output: &Output| output.stderr.lines().find(|line| line.contains(" cycles (")).map(str::to_owned);
        assert_eq!(cycles(&stepped), cycles(&skipped));
    }
    compile_for_gas(&directory, "gascore.c", "-DMISTAKES=1");
    let output = run(&["-n", "2"]);
    let told = "1 messages of an unknown type, 1 messages to a node that is not there, 1 replies with a free token; first: GAScore of \
                node 1";
    assert!(output.code == 0 && output.stderr.contains(told), "{output:?}");
}

/// The machine as published: a hart loads programs into two of 16 sequencers. They measure the
/// round trip of a short message over one hop: 0.49 µs (Willenberg and Chow 2013 §5.2).
#[test]
fn sequencers() {
    let directory = scratch("devices-sequencers");
    for (program, defines) in [("ping", &["--define", "PEER=5", "--define", "START=200000"][..]), ("pong", &[])] {
        let source = root().join(format!("apps/pams/{program}.pams")).display().to_string();
        let output = format!("{program}.inc");
        let output = rankine(&directory, &[&["pams", &source, "--format", "c", "-o", &output], defines].concat());
        assert_eq!(output.code, 0, "{output:?}");
    }
    compile_for_gas(&directory, "sequencers.c", "-DSTART=200000");
    for elision in [&[][..], &["--no-elision"]] {
        let output =
            rankine(&directory, &[&["run", "-q", "--platform", "gas", "-n", "17"], elision, &["program"]].concat());
        assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (0, "49 cycles\n", ""));
    }
}

/// `narrow32` is the same as its three keys set one by one, and differs from the default.
#[test]
fn narrow32_rules_three_keys() {
    let directory = scratch("devices-narrow");
    let keys = ["ni.source_bytes_per_cycle=4", "ni.write_bytes_per_cycle=4", "crossbar.flit_bytes=4"];
    let one_by_one = keys.map(|key| ["--set", key]).concat();
    let [narrow, keys, measured] = [&["--set", "ni.noc_mode=narrow32"][..], &one_by_one, &[]].map(|settings| {
        let output = start(&directory, "mistakes.c", &[&["-n", "2"], settings].concat());
        let cycles = output.stderr.lines().find(|line| line.contains(" cycles (")).map(str::to_string);
        cycles.unwrap_or_else(|| panic!("{settings:?}: {output:?}"))
    });
    assert_eq!(narrow, keys);
    assert_ne!(narrow, measured);
}

/// An address where no platform has anything.
const ADDER: u64 = 0xa000_0000;

/// A register of one word. `ADDER_CYCLES` after a store, a timer adds the stored value to it.
#[derive(Default)]
struct Adder(u64);

const ADDER_CYCLES: u64 = 2000;

impl Device for Adder {
    fn name(&self) -> &'static str {
        "adder"
    }

    fn answers(&self, addr: u64) -> bool {
        addr == ADDER
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        if let Kind::Store(value) = access.kind {
            cx.after(cx.clock.span(ADDER_CYCLES), value);
        }
        Reply::Done { value: self.0 & Width::B4.mask(), latency: 2 }
    }

    fn is_pure(&self, access: &Access) -> bool {
        matches!(access.kind, Kind::Load | Kind::Fence)
    }

    fn event(&mut self, _: &mut Cx<'_>, value: u64) {
        self.0 += value;
    }
}

/// In every way of running it, the program ends well and takes the same number of cycles.
#[test]
fn a_device_beside_the_network_interface() {
    let directory = scratch("devices-adder");
    check_rows(&["manycore", "sarc", "tmd-9"], |preset| {
        let source = root().join("tests/devices/adder.c").display().to_string();
        let program = directory.join(preset);
        let path = program.display().to_string();
        let compiled = rankine(&directory, &["cc", "--platform", preset, "-O2", &source, "-o", &path]);
        let mut cycles = None;
        for (elide, threads, messages) in [(true, 1, false), (true, 2, true), (false, 1, true), (false, 2, false)] {
            let how = format!("{preset}, elide {elide}, threads {threads}, messages {messages}: {compiled:?}");
            let platform = Platform::resolve(preset, &[]).map_err(|e| e.to_string())?;
            let host = HostOptions { stdin: Box::new(std::io::empty()), ..HostOptions::new(directory.clone()) };
            let arguments = vec![format!("{ADDER:#x}")];
            let launch = Launch { path: program.clone(), name: path.clone(), arguments, ranks: 3, ..Launch::default() };
            let watching = WatchRequest { messages, ..WatchRequest::default() };
            let mut loaded = load(platform, &[launch], host, watching).map_err(|e| format!("{how}: {e}"))?;
            loaded.machine.nodes.iter_mut().for_each(|node| node.devices.push(Box::<Adder>::default()));
            let limits = Limits { max_cycles: Some(100_000_000), timeout: None };
            let end = loaded.machine.run(&Options { limits, threads, elide }, &mut |_| Look::GoOn);
            let report = report::report(&loaded, &end);
            let taken = loaded.machine.processors().map(|processor| processor.hart.cycles).max();
            if report.exit_code != 0 || *cycles.get_or_insert(taken) != taken {
                return Err(format!("{how}: {} {taken:?} {cycles:?}", report.message));
            }
        }
        Ok(())
    });
}
