//! Tests of `rankine cc`: command lines are parsed and gcc's command lines are built. Compiling is
//! tested with the whole program.

use std::ffi::OsString;
use std::path::Path;

use super::arguments::{Arguments, split};
use super::command;
use super::flags;
use super::language::Language;
use super::target::{Target, march_and_mabi};
use rankine_platform::{DEFAULT_PLATFORM, EXAMPLE_CONFIGURATION, PLATFORM_OF_OTHERS, Platform, presets};

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn parse(line: &str) -> Result<Arguments, String> {
    Arguments::parse(&words(line)).map_err(|error| error.to_string())
}

#[test]
fn what_gcc_is_asked_to_do() {
    // command line, is it a question, does it link, arguments that reach gcc
    let rows = [
        ("a.c", false, true, "a.c"),
        ("-c a.c -o a.o", false, false, "-c a.c -o a.o"),
        ("-E -", false, false, "-E -"),
        ("-v", true, true, "-v"),
        ("--version", true, true, "--version"),
        ("-print-libgcc-file-name", true, true, "-print-libgcc-file-name"),
        ("-MM a.c", false, false, "-MM a.c"),
        ("-MMD -MF a.d a.c", false, true, "-MMD -MF a.d a.c"),
        ("-o a.c", true, true, "-o a.c"),
        ("-pthread -march=native -O3 a.c -lm", false, true, "-O3 a.c -lm"),
        ("-m64 -mtune=generic -fcf-protection=full -fuse-ld=gold a.c", false, true, "a.c"),
        ("-msse2 -mavx512f -mfma -march=haswell -mtune=znver3 -march=rv64gc a.c", false, true, "-march=rv64gc a.c"),
        ("a.c -Wl,--enable-new-dtags -Wl,-rpath=x", false, true, "a.c -Wl,-rpath=x"),
        ("a.c -Wl,-z,now,--hash-style=gnu,--exclude-libs,ALL,-O1", false, true, "a.c -Wl,-z,now,-O1"),
        ("a.c -Wl,--hash-style -Wl,-Map,--hash", false, true, "a.c -Wl,-Map,--hash"),
        ("-fopenmp a.c", false, true, "-Wno-unknown-pragmas a.c"),
        ("a.c -Wl,--whole-archive -lmpi -lm", false, true, "a.c -Wl,--whole-archive -lm"),
        ("-nostdlib a.c -lmpi", false, true, "-nostdlib a.c -lmpi"),
        ("--platform any a.c", false, true, "a.c"),
        ("--platform=any -show a.c", false, true, "a.c"),
        ("-platform=any -show a.c", false, true, "a.c"),
        ("-platform any -show a.c", false, true, "a.c"),
        ("--node 3 --node=4 a.c", false, true, "a.c"),
        ("", true, true, ""),
    ];
    for (line, question, links, user) in rows {
        let parsed = parse(line).unwrap();
        assert_eq!((parsed.is_question(), parsed.links()), (question, links), "{line}");
        assert_eq!(parsed.user, words(user), "{line}");
    }
}

/// Command lines of `mpifort`, and arguments that reach gfortran. Is `-fallow-argument-mismatch` for them?
#[test]
fn what_gfortran_is_asked_to_do() {
    for (line, user, takes_fortran) in [
        ("a.f90", "a.f90", true),
        ("a.F b.c", "a.F b.c", true),
        ("-c b.c", "-c b.c", false),
        ("a.o", "a.o", true),
        ("-J modules -fopenmp -fbacktrace a.f", "-J modules a.f", true),
    ] {
        let parsed = Arguments::parse_for(Language::Fortran, &words(line)).unwrap();
        assert_eq!((parsed.user.clone(), parsed.takes_fortran()), (words(user), takes_fortran), "{line}");
    }
}

#[test]
fn what_is_refused() {
    let rows = [
        ("a.cpp", "a.cpp: this command compiles C; compile C++ with 'mpicxx'"),
        ("-c a.cc", "a.cc: this command compiles C"),
        ("-x c++ a.c", "-x c++: this command compiles C"),
        ("a.f90", "a.f90: this command compiles C; compile Fortran with 'mpifort' (rankine fortran)"),
        ("-x f95-cpp-input a", "-x f95-cpp-input: this command compiles C"),
        ("-shared a.o", "-shared: a Rankine program is one static file"),
        ("--platform", "--platform needs the name"),
        ("--node", "--node needs a rank"),
    ];
    for (line, message) in rows {
        let error = parse(line).expect_err(line);
        assert!(error.starts_with(message), "{line}: {error}");
    }
}

fn target(name: &str) -> Result<Target, String> {
    Target::of(&Platform::resolve(name, &[]).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn platforms() {
    let default = target(DEFAULT_PLATFORM).unwrap();
    assert_eq!((default.march.as_str(), default.mabi, default.channel.as_str()), ("rv64imafdc", "lp64d", "rdma"));
    assert_eq!(default.text_address, 0x1080_0000);
    let error = target(PLATFORM_OF_OTHERS).expect_err("no MPI there");
    assert!(error.starts_with(&format!("platform '{PLATFORM_OF_OTHERS}' has no MPI library")), "{error}");
}

/// Platform, rank, and the target of a program for its node, or the error message.
#[test]
fn targets_of_nodes() {
    let rows = [
        (EXAMPLE_CONFIGURATION, "3", "rv32if ilp32f fsl"),
        (EXAMPLE_CONFIGURATION, "8", "rv32im ilp32 fsl"),
        (EXAMPLE_CONFIGURATION, "4", "--node 4: that rank of platform NAME is an engine"),
        (EXAMPLE_CONFIGURATION, "9", "--node 9: platform NAME has ranks 0 to 8"),
        (EXAMPLE_CONFIGURATION, "one", "--node one: platform NAME has ranks 0 to 8"),
        (DEFAULT_PLATFORM, "1000", "rv64imafdc lp64d rdma"),
    ];
    for (name, rank, expected) in rows {
        let expected = expected.replace("NAME", name);
        let platform = Platform::resolve(name, &[]).unwrap();
        let found = match Target::of_node(&platform, rank) {
            Ok(target) => format!("{} {} {}", target.march, target.mabi, target.channel),
            Err(error) => error.to_string(),
        };
        assert!(found.starts_with(&expected), "{name} {rank}: {found}");
    }
}

/// Given parameters of a library with channel `rings`, and those of them that differ from the
/// default.
#[test]
fn library_parameters() {
    let plain = presets().filter_map(|name| target(name).ok()).find(|target| target.channel == "rings").unwrap();
    for (given, expected) in [
        ("RINGS_SLOTS=8 PHASES=1", ""),
        ("RINGS_SLOTS=4 PHASES=1 RINGS_READ=0", "-DRINGS_SLOTS=4 -DRINGS_READ=0"),
        ("RINGS_SLOTS=4 RINGS_SLOTS=16", "-DRINGS_SLOTS=16"),
        ("RINGS_SLOTS=4 RINGS_SLOTS=8", ""),
        ("RINGS_SLOTS=008 RINGS_DIRECT_LIMIT=064", "-DRINGS_DIRECT_LIMIT=64"),
        ("RINGS_DIRECT_LIMIT=1k", "-DRINGS_DIRECT_LIMIT=1000"),
        ("RINGS_DIRECT_LIMIT=1KiB", "-DRINGS_DIRECT_LIMIT=1024"),
    ] {
        let mut target = plain.clone();
        let given: Vec<String> = given.split(' ').map(str::to_owned).collect();
        target.set(&given).unwrap();
        assert_eq!(target.defines[plain.defines.len()..].join(" "), expected, "{given:?}");
    }
    for (given, matching, expected) in [
        ("MATCH=list RINGS_SLOTS=4", "list", "-DRINGS_SLOTS=4"),
        ("MATCH_HASH_BITS=3 MATCH=hash", "hash", "-DMATCH_HASH_BITS=3"),
        ("MATCH=hash MATCH=list", "list", ""),
    ] {
        let mut target = plain.clone();
        let given: Vec<String> = given.split(' ').map(str::to_owned).collect();
        target.set(&given).unwrap();
        let defines = target.defines[plain.defines.len()..].join(" ");
        assert_eq!((target.matching.as_str(), defines.as_str()), (matching, expected), "{given:?}");
    }
}

#[test]
fn instruction_sets() {
    let rows = [
        ("rv64gc", Some(("rv64imafdc", "lp64d"))),
        ("rv64gc_zba_zbb", Some(("rv64imafdc", "lp64d"))),
        ("rv32imc", Some(("rv32imc", "ilp32"))),
        ("rv32imafc", Some(("rv32imafc", "ilp32f"))),
        ("rv32gc", Some(("rv32imafdc", "ilp32d"))),
        ("rv64i", Some(("rv64i", "lp64"))),
        ("rv16i", None),
        ("rv", None),
        ("elf", None),
        ("rv64x", None),
    ];
    for (isa, expected) in rows {
        let found = march_and_mabi(isa);
        assert_eq!(found.as_ref().map(|(march, mabi)| (march.as_str(), *mabi)), expected, "{isa}");
    }
}

#[test]
fn response_files_split_as_gcc_splits_them() {
    let rows: [(&str, &[&str]); 5] = [
        ("a b\n c\t", &["a", "b", "c"]),
        ("'a b' \"c d\"e", &["a b", "c de"]),
        (r"a\ b \\ \'", &["a b", r"\", "'"]),
        ("'' \"\"", &["", ""]),
        ("", &[]),
    ];
    for (text, expected) in rows {
        assert_eq!(split(text), expected.iter().map(OsString::from).collect::<Vec<_>>(), "{text:?}");
    }
}

#[test]
fn own_options_inside_response_files() {
    let path = std::env::temp_dir().join(format!("rankine-cc-test-{}", std::process::id()));
    std::fs::write(&path, "-c 'x y.c' -pthread --platform any").unwrap();
    let parsed = Arguments::parse(&[format!("@{}", path.display()).into()]).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(parsed.user, ["-c", "x y.c"].map(OsString::from));
    assert_eq!((parsed.platform.as_deref(), parsed.links()), (Some("any"), false));
}

#[test]
fn user_flags_follow_ours() {
    let base = flags::base(&target(DEFAULT_PLATFORM).unwrap());
    assert!(base.contains(&"-g".into()) && base.contains(&"-march=rv64imafdc".into()));
    let line = command::shell_line(&["gcc".into(), "a b".into(), Path::new("it's").into(), "".into()]);
    assert_eq!(line, r"gcc 'a b' 'it'\''s' ''");
}
