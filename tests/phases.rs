//! Tests of the phases of MPI calls: labels change neither the code nor the cycles, each call goes
//! through the right phases, and the phases add up to the call.

use rankine_tests::exact::statistics;
use rankine_tests::{check_rows, rankine, root, run, scratch};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The library parameter for the protocol as the thesis prints it.
const PRINTED: &str = "RINGS_AS_PRINTED=1";

/// Rows: platform, library parameters, and arguments of the ping-pong of `rankine repro`.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("sarc", "", "-n40 0 20 100 -s 200"),
    ("sarc", PRINTED, "-n40 0 20 100 -s 200"),
    ("manycore", "", "-n40 0 20 5000"),
];

/// Rows: library parameters, arguments, function, the phases that every call goes through, and the
/// phases that some calls go through.
const PHASES: &[(&str, &str, &str, &str, &str)] = &[
    ("", "-n40 0", "MPI_Send", "enter,issue,sent", ""),
    (PRINTED, "-n40 0", "MPI_Send", "enter,issue,sent,notified", ""),
    ("", "-n40 0", "MPI_Recv", "enter,await,match", ""),
    ("", "-n40 -s 64", "MPI_Send", "enter,issue,sent,await clear", ""),
    (PRINTED, "-n40 -s 64", "MPI_Send", "enter,issue,sent,notified,await clear,prepare,transfer,transferred", ""),
    ("", "-n40 -s 64", "MPI_Recv", "enter,await,match", "read,await read,finish"),
    (PRINTED, "-n40 -s 64", "MPI_Recv", "enter,await,match", "issue,sent,notified,await message,finish"),
];

fn compile(directory: &Path, platform: &str, parameters: &str, program: &str) -> Result<(), String> {
    let source = root().join("apps/repro/sarc/pingpong.c").to_string_lossy().into_owned();
    let mut words = vec!["cc", "--platform", platform, "-O2", "-o", program, &source];
    parameters.split_whitespace().for_each(|parameter| words.extend(["--library", parameter]));
    let output = rankine(directory, &words);
    if output.code == 0 { Ok(()) } else { Err(output.stderr) }
}

fn text(directory: &Path, program: &str) -> Result<Vec<u8>, String> {
    let raw = format!("{program}.text");
    let mut objcopy = Command::new("riscv64-unknown-elf-objcopy");
    let output = run(objcopy.current_dir(directory).args(["-O", "binary", "-j", ".text", program, &raw]), "");
    if output.code != 0 {
        return Err(output.stderr);
    }
    std::fs::read(directory.join(raw)).map_err(|error| error.to_string())
}

/// The statistics and the standard output of a run, and separately the phases.
fn figures(directory: &Path, options: &[&str], program: &str, arguments: &str) -> Result<(Value, Value), String> {
    let file = format!("{program}{}.json", options.len());
    let mut words = vec!["run", "-q", "-n", "3", "--stats", &file];
    words.extend(options);
    words.push(program);
    words.extend(arguments.split(' '));
    let output = rankine(directory, &words);
    if output.code != 0 {
        return Err(output.stderr);
    }
    let mut all = statistics(&directory.join(&file))?;
    let phases = all["phases"].take();
    Ok((serde_json::json!([all["ranks"], all["totals"], all["network"], output.stdout]), phases))
}

#[test]
fn cost_nothing() {
    let directory = scratch("phases-cost");
    check_rows(PROGRAMS, |(platform, parameters, arguments)| {
        let name = |phases| format!("{platform}{}{phases}", parameters.len());
        for phases in [0, 1] {
            compile(&directory, platform, &format!("{parameters} PHASES={phases}"), &name(phases))?;
        }
        let (without, with) = (text(&directory, &name(0))?, text(&directory, &name(1))?);
        if without.len() < 10_000 || without != with {
            return Err(format!(
                "{platform} {parameters}: the code differs, {} and {} bytes",
                without.len(),
                with.len()
            ));
        }
        let (plain, none) = figures(&directory, &[], &name(0), arguments)?;
        let (watched, phases) = figures(&directory, &["--phases"], &name(1), arguments)?;
        if plain != watched || !none.is_null() || !adds_up(&phases, &watched[0]) {
            return Err(format!("{platform} {parameters}: {plain}\n{watched}\n{phases}"));
        }
        Ok(())
    });
}

/// The sum of all values of a distribution, in cycles.
fn sum(of: &Value) -> f64 {
    of["mean_cycles"].as_f64().unwrap_or(f64::NAN) * of["count"].as_f64().unwrap_or(f64::NAN)
}

/// Do the phases of each function add up to its calls, and do these agree with the ranks' statistics?
fn adds_up(phases: &Value, ranks: &Value) -> bool {
    let close = |one: f64, other: f64| (one - other).abs() < 1e-6 * other.max(1.0);
    let all = phases.as_array().map_or(&[][..], Vec::as_slice);
    all.len() > 6
        && all.iter().all(|of| {
            let parts: f64 = of["phases"].as_array().into_iter().flatten().map(|phase| sum(&phase["each"])).sum();
            let rank = of["rank"].as_u64().map_or(usize::MAX, |rank| rank as usize);
            let told = &ranks[rank]["mpi_calls"][of["function"].as_str().unwrap_or("")];
            close(parts, sum(&of["calls"]))
                && told["calls"] == of["calls"]["count"]
                && close(parts, told["cycles"].as_f64().unwrap_or(f64::NAN))
        })
}

#[test]
fn of_calls() {
    let directory = scratch("phases-calls");
    check_rows(PHASES, |(parameters, arguments, function, always, sometimes)| {
        let program = format!("{}{}{function}", parameters.len(), arguments.len());
        compile(&directory, "sarc", parameters, &program)?;
        let mut seen = Vec::new();
        for options in [&["--phases"][..], &["--phases", "--no-elision"], &["--phases", "--threads", "1", "--mpi"]] {
            seen.push(figures(&directory, options, &program, arguments)?);
        }
        if seen.iter().any(|figures| figures != &seen[0]) {
            return Err(format!("{function} {parameters}: {seen:?}"));
        }
        let found =
            seen[0].1.as_array().into_iter().flatten().find(|of| of["rank"] == 0 && of["function"] == *function);
        let found = found.ok_or_else(|| format!("{function} {parameters}: nothing of it in {}", seen[0].1))?;
        let has = |name: &str, all: bool| {
            let mut phases = found["phases"].as_array().into_iter().flatten();
            let phase = phases.find(|phase| phase["name"] == name);
            phase.is_some_and(|phase| !all || phase["each"]["count"] == found["calls"]["count"])
        };
        let holds = always.split(',').all(|name| has(name, true))
            && sometimes.split(',').filter(|name| !name.is_empty()).all(|name| has(name, false));
        if holds { Ok(()) } else { Err(format!("{function} {parameters} {arguments}: {found}")) }
    });
}
