//! Tests of `--keep-max`: when observers have used up their memory, the beginning of the run remains, and it is the same for
//! any number of host threads.

use super::chrome::chrome;
use super::page::open;
use super::paraver::paraver;
use super::perfetto;
use super::runs::{Ran, read};
use super::simgrid::simgrid;
use rankine_tests::exact::{Start, statistics};
use rankine_tests::{check_rows, rankine, root, scratch};
use std::path::Path;

/// Ways of running that must give the same bytes. They are equally long, because some files contain
/// the command line.
const WAYS: [&str; 3] = ["--threads=01", "--threads=02", "--no-elision"];

/// Rows: a program with many messages, its options and arguments, the observers, and the files that
/// they write.
const OBSERVED: &[(&str, &str, &str, &[&str])] = &[
    (MESSAGES, "5000", "--mpi", &[]),
    (MESSAGES, "20000 stream", "--mpi --phases", &[]),
    (MESSAGES, "5000", "--phases", &[]),
    (MESSAGES, "5000", "--check", &[]),
    (MESSAGES, "5000", "--check --mpi --trace perfetto=run.pftrace", &["run.pftrace"]),
    (MESSAGES, "5000", "--report run.html", &["run.html"]),
    (MESSAGES, "5000", "--trace chrome=run.json", &["run.json"]),
    (MESSAGES, "5000", "--trace paraver=run.prv", &["run.prv", "run.pcf", "run.row"]),
    (MESSAGES, "5000", "--trace simgrid=run.ti", &["run.ti", "run.ti_files/0", "run.ti_files/1"]),
    ("tests/gasnet/arguments.c", "", "--gasnet --trace chrome=run.json", &["run.json"]),
];
const MESSAGES: &str = "tests/host/messages.c";

/// Each observer tells that its memory is used up, and its files are well-formed.
#[test]
fn beginnings() {
    let directory = scratch("traces-kept");
    for source in [MESSAGES, "tests/gasnet/arguments.c"] {
        let name = Path::new(source).file_stem().expect("a name");
        Start::compile(&root().join(source), "manycore", &directory.join(name)).expect(source);
    }
    let numbered: Vec<_> = OBSERVED.iter().enumerate().collect();
    check_rows(&numbered, |(number, (source, arguments, options, files))| {
        let name = Path::new(source).file_stem().expect("a name").display().to_string();
        let own = directory.join(number.to_string());
        let shown = WAYS.map(|way| {
            let _ = std::fs::remove_dir_all(&own);
            std::fs::create_dir_all(&own).map_err(|e| e.to_string())?;
            shown(&own, way, &format!("{options} ../{name} {arguments}"), files)
        });
        let [first, others @ ..] = shown;
        let first = first.map_err(|e| format!("{options} {arguments}: {e}"))?;
        for (way, other) in WAYS[1..].iter().zip(others) {
            let other = other.map_err(|e| format!("{options} {arguments}, {way}: {e}"))?;
            // Profiles count skipped rounds as waiting, and the report has the profile.
            let is_promised = |name: &str| *way != "--no-elision" || name != "run.html";
            let differing = first.iter().zip(&other).find(|(one, other)| one != other && is_promised(&one.0));
            if let Some(((what, _), _)) = differing {
                return Err(format!("{options} {arguments}: {way} gives another {what}"));
            }
        }
        Ok(())
    });
}

/// Everything that a run shows, by name.
type Shown = Vec<(String, Vec<u8>)>;

fn shown(directory: &Path, way: &str, line: &str, files: &[&str]) -> Result<Shown, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let fixed = ["run", "-q", "-n", "2", "--keep-max", "16KiB", "--stats", "stats.json", way];
    let output = rankine(directory, &[&fixed, &words[..]].concat());
    let kept = "warning: records of calls and messages have reached their limit of 16 KiB";
    if output.code != 0 || output.stderr.matches(kept).count() != 1 {
        return Err(format!("exit code {}: {}", output.code, output.stderr));
    }
    let statistics = statistics(&directory.join("stats.json"))?;
    let until = statistics["recorded_until"].as_u64().ok_or("no cycle in the statistics")?;
    if until == 0 || statistics["totals"]["cycles"].as_u64().is_none_or(|cycles| until >= cycles) {
        return Err(format!("recorded until {until} of {}", statistics["totals"]));
    }
    let has_check = line.contains("--check");
    if has_check != output.stderr.contains("check: no mistakes found before cycle") {
        return Err(format!("no word of the check: {}", output.stderr));
    }
    let ran = Ran { directory: directory.to_path_buf(), statistics };
    files.iter().try_for_each(|name| check_file(&ran, name, kept))?;
    let texts = [("statistics", ran.statistics.to_string()), ("text", output.stderr), ("output", output.stdout)];
    let texts = texts.into_iter().map(|(what, text)| (what.to_owned(), text.into_bytes()));
    let bytes = |name: &&str| {
        let bytes = std::fs::read(directory.join(name)).map_err(|e| format!("{name}: {e}"))?;
        Ok(((*name).to_owned(), without(&bytes, way)))
    };
    texts.map(Ok).chain(files.iter().map(bytes)).collect()
}

fn check_file(ran: &Ran, name: &str, warning: &str) -> Result<(), String> {
    match name {
        "run.pftrace" => {
            let bytes = std::fs::read(ran.directory.join(name)).map_err(|e| e.to_string())?;
            perfetto::read(&bytes).map(drop)
        }
        "run.json" => chrome(&ran.read(name)).map(drop),
        // The last messages have been sent, but not received, so their counts differ.
        "run.prv" => paraver(ran).or_else(|e| if e.contains("not those in") { Ok(()) } else { Err(e) }),
        "run.ti" => simgrid(ran).or_else(|e| if e.starts_with("source, destination, tag") { Ok(()) } else { Err(e) }),
        "run.html" => {
            let page = open(&ran.directory, name);
            let is_told = page.dom.contains(warning.trim_start_matches("warning: "));
            if is_told && page.complaints.is_empty() { Ok(()) } else { Err(format!("{:?}", page.complaints)) }
        }
        _ => Some(read(&ran.directory, name)).filter(|text| !text.is_empty()).map(drop).ok_or(name.to_owned()),
    }
}

/// The bytes with a word blanked out.
fn without(bytes: &[u8], word: &str) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let places: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place..].starts_with(word.as_bytes())).collect();
    places.into_iter().for_each(|place| bytes[place..place + word.len()].fill(b' '));
    bytes
}
