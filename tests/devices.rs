//! Programs on bare devices of platform `sarc`: caches that give up ways, every mistake that the register page names,
//! and what the switches of the network mean. None of them calls MPI.

use rankine_tests::{Output, check_rows, rankine, root, scratch};

fn start(directory: &std::path::Path, program: &str, options: &[&str]) -> Output {
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

/// Each checks itself, ends with exit code 0 and leaves no error behind that the run would tell of.
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

/// `narrow32` is what its three keys say one by one, and not what was measured.
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
