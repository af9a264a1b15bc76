//! Tests of the rules of this repository that no compiler checks.

use rankine_platform::presets;
use rankine_tests::imports::Imports;
use rankine_tests::{picture, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// For each layer of the C library, the layers that it may include.
const LAYERS: &[(&str, &[&str])] = &[
    ("include", &[]),
    ("api", &["include", "coll", "type", "rma", "p2p", "transport", "match", "channel", "hal", "mark"]),
    ("coll", &["include", "p2p", "transport", "mark"]),
    ("type", &["include", "p2p"]),
    // The API of windows and the layer below it include each other, and so do the two halves of
    // point-to-point communication.
    ("rma", &["include", "api", "coll", "type", "p2p", "channel", "hal", "mark"]),
    ("io", &["include", "api", "type", "p2p"]),
    ("p2p", &["include", "transport", "match", "channel", "hal", "mark"]),
    ("transport", &["include", "p2p", "match", "channel", "hal", "mark"]),
    ("match", &["include", "hal", "mark"]),
    ("channel", &["include", "hal", "mark"]),
    ("subset", &["include", "channel", "hal", "mark"]),
    ("gasnet", &["include", "api", "p2p", "transport", "channel", "hal", "mark"]),
    ("dynamic", &["include", "api", "coll", "p2p", "hal"]),
    ("firmware", &["hal", "mark"]),
    ("hal", &["mark"]),
    ("mark", &[]),
    ("fortran", &["include", "api"]),
];

fn files(directory: &Path, endings: &[&str], into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    for entry in entries.map(|entry| entry.expect("readable directory")) {
        let path = entry.path();
        if path.is_dir() {
            if !["target", ".git"].iter().any(|skip| entry.file_name() == *skip) {
                files(&path, endings, into);
            }
        } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
            into.push(path);
        }
    }
}

fn sources(directory: &str, endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    files(&root().join(directory), endings, &mut paths);
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            (path, text)
        })
        .collect()
}

/// The layer of a header, from the name in an `#include` line: `p2p/request.h`, or a name that the
/// include path resolves.
fn layer_of_include<'a>(name: &'a str, own: &'a str) -> &'a str {
    match name.split_once('/') {
        Some((first, _)) => first,
        None if name == "mpi.h" || name.starts_with("gasnet") => "include",
        None if name == "transfers.h" => "gasnet",
        None if name == "channel.h" || name == "channel_kind.h" => "channel",
        None if name == "matching.h" => "match",
        None if name == "rma_kind.h" => "rma",
        None if ["transport_kind.h", "fast.h", "packet.h", "rendezvous.h", "engines.h"].contains(&name) => "transport",
        None => own,
    }
}

#[test]
fn the_c_library_includes_downwards_only() {
    let allowed: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (path, text) in sources("libmpi-c", &["c", "h"]) {
        let relative = path.strip_prefix(root().join("libmpi-c")).expect("below libmpi-c");
        let own = relative.iter().next().and_then(|part| part.to_str()).expect("a layer");
        let Some(may) = allowed.get(own) else {
            wrong.push(format!("{}: no such layer", relative.display()));
            continue;
        };
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("#include \"")) {
            let name = line.split('"').next().unwrap_or_default();
            let layer = layer_of_include(name, own);
            if layer != own && !may.contains(&layer) {
                wrong.push(format!("{} includes {name}: {own} may not use {layer}", relative.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The include path selects what differs between channels. So only channels, and the layers that
/// belong to them, may test which channel is in use.
#[test]
fn no_layer_asks_which_channel_there_is() {
    let mut wrong = Vec::new();
    for (path, text) in sources("libmpi-c", &["c", "h"]) {
        let relative = path.strip_prefix(root().join("libmpi-c")).expect("below libmpi-c");
        if relative.starts_with("channel") || relative.starts_with("subset") {
            continue;
        }
        let asks = |line: &&str| line.starts_with("#if") || line.starts_with("#elif");
        for line in text.lines().filter(asks).filter(|line| line.contains("CHAN")) {
            wrong.push(format!("{}: {line}", relative.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files of the upper layers that use the channel directly, and so depend on its build parameters.
const ON_THE_CHANNEL: &[&str] =
    &["api/memory.c", "api/receive.c", "api/send.c", "coll/allreduce_cells.c", "rma/transfers/transfer.c"];

#[test]
fn a_variant_of_the_library_compiles_little() {
    let all: BTreeMap<String, String> = sources("libmpi-c", &["c", "h"])
        .into_iter()
        .map(|(path, text)| (path.strip_prefix(root().join("libmpi-c")).expect("below").display().to_string(), text))
        .collect();
    let includes = |path: &str| {
        let names = all.get(path).into_iter().flat_map(|text| text.lines());
        names.filter_map(|line| line.strip_prefix("#include \"")?.split('"').next()).map(str::to_owned)
    };
    let reaches = |path: &str| {
        let (mut found, mut open) = (BTreeSet::new(), vec![path.to_owned()]);
        while let Some(path) = open.pop() {
            open.extend(includes(&path).filter(|name| found.insert(name.clone())));
        }
        found.contains("channel.h")
    };
    let upper = |path: &&String| ["api/", "coll/", "type/", "rma/"].iter().any(|layer| path.starts_with(layer));
    let found: Vec<&String> = all.keys().filter(upper).filter(|path| path.ends_with(".c") && reaches(path)).collect();
    assert_eq!(found, ON_THE_CHANNEL, "who includes channel.h: channel_kind.h may do");
}

#[test]
fn every_source_says_what_it_is_for_in_its_first_line() {
    let mut wrong = Vec::new();
    for directory in ["emulator", "devices", "libmpi-c", "apps", "toolchain", "tests"] {
        for (path, text) in sources(directory, &["rs", "c", "h", "S", "f", "f90"]) {
            let first = text.lines().next().unwrap_or_default();
            if !["//", "/*", "# ", "! "].iter().any(|comment| first.starts_with(comment)) || first.len() < 12 {
                wrong.push(format!("{}: {first}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_left_rough() {
    // Joined here from halves, so that this file does not contain the words.
    let words = [["TO", "DO"], ["FIX", "ME"], ["todo", "!("], ["unimplemented", "!("], ["allow(dead", "_code)"]];
    let mut wrong = Vec::new();
    for directory in ["emulator", "devices", "libmpi-c", "apps", "toolchain", "tests"] {
        for (path, text) in sources(directory, &["rs", "c", "h", "S", "sh", "toml"]) {
            for word in words.map(|halves| halves.concat()) {
                if text.contains(&word) {
                    wrong.push(format!("{}: {word}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Number of lines above an `unsafe`, without an empty one between, in which its reason may stand.
const REASON_LINES: usize = 8;

/// The numbers of the lines with an `unsafe` block, function, trait or implementation; and for
/// each, whether a reason stands above it or in it.
fn unsafe_lines(text: &str) -> Vec<(usize, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_code = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split(|letter: char| !(letter.is_alphanumeric() || ['_', '-'].contains(&letter)));
        words.any(|word| word == concat!("un", "safe")) && !code.trim_start().starts_with("pub type")
    };
    let has_reason = |number: usize| {
        let above = lines[..number].iter().rev().take(REASON_LINES).take_while(|line| !line.trim().is_empty());
        above.chain([&lines[number]]).any(|line| line.contains("// SAFETY: ") || line.contains("/// # Safety"))
    };
    (0..lines.len()).filter(|&number| is_code(lines[number])).map(|number| (number + 1, has_reason(number))).collect()
}

#[test]
fn all_that_is_unsafe_has_its_reason_and_is_counted() {
    let (mut wrong, mut counts) = (Vec::new(), BTreeMap::<String, usize>::new());
    for directory in ["emulator", "devices", "tests"] {
        for (path, text) in sources(directory, &["rs"]) {
            let place = path.strip_prefix(root()).expect("below the repository").display().to_string();
            let name = place.split("/src/").next().and_then(|before| before.split("/tests/").next());
            let name = if directory == "tests" { directory } else { name.expect("a crate") };
            for (line, has_reason) in unsafe_lines(&text) {
                *counts.entry(name.to_owned()).or_default() += 1;
                if !has_reason {
                    wrong.push(format!("{place}:{line}: no reason (`// SAFETY: …`, or `# Safety` of a function)"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let all = format!("\n| all | {} |", counts.values().sum::<usize>());
    let rows = counts.iter().map(|(name, count)| format!("\n| `{name}` | {count} |")).chain([all]);
    let missing: Vec<String> = rows.filter(|row| !page.contains(row)).collect();
    assert_eq!(missing, [""; 0], "ARCHITECTURE.md, \"Unsafe code\", has other rows");
}

#[test]
fn the_picture_of_the_crates_is_fresh() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    assert_eq!(page, picture::page(), "the crates use others now: {}", picture::COMMAND);
}

#[test]
fn what_the_architecture_names_exists() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let mut known = BTreeSet::new();
    for directory in ["emulator", "devices", "libmpi-c", "tests", "toolchain"] {
        for (_, text) in sources(directory, &["rs", "c", "h", "toml"]) {
            known.extend(words(&text));
        }
    }
    let is_there = |path: &str| {
        ["", "emulator/", "libmpi-c/", "emulator/machine/src/"].iter().any(|at| root().join(at).join(path).exists())
    };
    let mut wrong = Vec::new();
    for quoted in page.split('`').skip(1).step_by(2).filter(|quoted| !quoted.contains([' ', '\n', '…', '-', '*'])) {
        // Words in capitals are placeholders.
        let stands_for =
            quoted.split(['/', '.']).any(|part| part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase()));
        if stands_for {
            continue;
        }
        if quoted.contains('/') {
            if !is_there(quoted) {
                wrong.push(quoted.to_owned());
            }
        } else if quoted.chars().all(|c| c.is_alphanumeric() || "_:()".contains(c)) && quoted.contains(['_', ':']) {
            wrong.extend(words(quoted).into_iter().filter(|word| !known.contains(word)));
        }
    }
    assert_eq!(wrong, [""; 0], "ARCHITECTURE.md names what is not there");
}

#[test]
fn directories_do_not_use_each_other_in_circles() {
    let crates = std::fs::read_dir(root().join("emulator")).expect("emulator");
    let crates = crates.map(|entry| format!("emulator/{}", entry.expect("readable").file_name().display()));
    for package in crates.chain(["devices".to_owned()]) {
        let directory = root().join(&package).join("src");
        let below = |path: PathBuf| path.strip_prefix(&directory).expect("below src").to_owned();
        let files = sources(&format!("{package}/src"), &["rs"]).into_iter().map(|(path, text)| (below(path), text));
        assert_eq!(Imports::of(files).circles(), [], "{package}: give what they share a file of its own");
    }
}

#[test]
fn circles_are_found() {
    let files =
        |texts: &[(&str, &str)]| texts.iter().map(|(path, text)| (path.into(), text.to_string())).collect::<Vec<_>>();
    // Rows: the files, and the number of them that are in a circle.
    for (texts, count) in [
        (&[("lib.rs", "mod a;\nmod b;"), ("a/mod.rs", "use crate::b::B;"), ("b/mod.rs", "pub struct B;")][..], 0),
        (&[("lib.rs", ""), ("a/mod.rs", "use crate::b::B;"), ("b/mod.rs", "use crate::a::A;")], 2),
        (&[("lib.rs", ""), ("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a::A;")], 0),
        (
            &[
                ("a/mod.rs", "mod x;\npub use x::X;"),
                ("a/x.rs", "use crate::b::{Y, c::Z};"),
                ("b/c.rs", "use crate::a::X;"),
            ],
            2,
        ),
        (&[("a/mod.rs", "mod x;\npub use x::X;"), ("a/x.rs", "fn f() {}"), ("b/c.rs", "use crate::a::X;")], 0),
        (
            &[("a/x.rs", "fn f() { crate::b::y::g() }"), ("b/y.rs", "use super::super::a::x;"), ("b/mod.rs", "mod y;")],
            2,
        ),
        (&[("a/x.rs", "// crate::b::y::g()"), ("b/y.rs", "use crate::a::x;")], 0),
        (&[("lib.rs", "mod a; fn f() { a::g() }"), ("a/mod.rs", "use crate::X;")], 2),
    ] {
        let found = Imports::of(files(texts)).circles();
        assert_eq!(found.iter().map(|circle| circle.len()).sum::<usize>(), count, "{texts:?}: {found:?}");
    }
}

/// The directory of the families of platforms.
const FAMILIES: &str = "emulator/platform/src/families";

/// Other places where families may be named: the code that reproduces measurements of published
/// machines, and tests in directories of their own, which use presets as users do.
const NAMES_FAMILIES: [&str; 2] = ["emulator/cli/src/repro/", "/tests/"];

/// Names that are also words of English or of the field. They count as the name of a preset only between quotes.
const WORDS: [&str; 2] = ["bare", "nic"];

/// The names of families and presets: the names of their directories and files.
fn family_names() -> BTreeSet<String> {
    let mut paths = Vec::new();
    files(&root().join(FAMILIES), &["toml"], &mut paths);
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let presets = paths.iter().filter(|path| path.parent().is_some_and(|parent| parent.ends_with("presets")));
    let entries = std::fs::read_dir(root().join(FAMILIES)).expect("the families' directory");
    let directories = entries.map(|entry| entry.expect("readable directory").path()).filter(|path| path.is_dir());
    presets.filter_map(|path| stem(path)).chain(directories.filter_map(|path| stem(&path))).collect()
}

/// Does this line contain `name`, in upper or lower case, as a whole word or a part of one between `_`, `-` or `:`?
fn has_name(line: &str, name: &str) -> bool {
    if WORDS.contains(&name) {
        return ["\"", "`"].iter().any(|quote| line.contains(&format!("{quote}{name}{quote}")));
    }
    let line = line.to_lowercase();
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + name.len()..].chars().next());
        ![before, after].iter().flatten().any(|letter| letter.is_alphanumeric())
    })
}

/// May this line name the machine? A device may name the publication that it follows; such a line
/// has the year. A device of one published machine may have the machine's name:
/// `devices/src/NAME.rs`, and the files in `devices/src/NAME`.
fn is_published(place: &str, line: &str, name: &str) -> bool {
    let Some(file) = place.strip_prefix("devices/src/") else { return false };
    let mut words = line.split(|letter: char| !letter.is_alphanumeric());
    let has_year = words.any(|word| word.len() == 4 && word.parse().is_ok_and(|year| (1980..2100).contains(&year)));
    has_year || file.split(['/', '.']).next() == Some(name) || line == format!("pub mod {name};")
}

#[test]
fn no_other_place_names_a_family() {
    let names = family_names();
    assert!(presets().all(|preset| names.contains(preset)), "presets are files below {FAMILIES}");
    let mut wrong = Vec::new();
    for (path, text) in ["emulator", "devices/src"].iter().flat_map(|directory| sources(directory, &["rs", "toml"])) {
        let place = path.strip_prefix(root()).expect("below the root").display().to_string();
        if place.starts_with(FAMILIES) || NAMES_FAMILIES.iter().any(|exempt| place.contains(exempt)) {
            continue;
        }
        for line in text.lines() {
            if names.iter().any(|name| has_name(line, name) && !is_published(&place, line, name)) {
                wrong.push(format!("{place}: a family is named outside its directory: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
