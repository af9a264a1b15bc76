//! Tests of programs in Fortran: compiled by `mpifort`, linked with libgfortran and the GNU C library, run on the emulator.

use rankine_tests::{Output, built, check_rows, root, run, scratch};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Sources in `tests/fortran`, options of the compiler, words for `mpirun`, standard input, exit code, all of standard
/// output, and a part of standard error.
type Row = (&'static str, &'static str, &'static str, &'static str, i32, &'static str, &'static str);

const STRICT: &str = "-O2 -Wall -Werror";

const ROWS: &[Row] = &[
    ("checks.f90 messages.f90", STRICT, "-n 4 program", "", 0, "ok\n", ""),
    ("checks.f90 messages.f90", "-O0 -w -fcheck=all --platform nic", "-n 3 --platform nic program", "", 0, "ok\n", ""),
    ("checks.f90 collectives.f90", STRICT, "-n 4 program", "", 0, "ok\n", ""),
    ("checks.f90 types.f90", STRICT, "-n 3 program", "", 0, "ok\n", ""),
    ("checks.f90 groups.f90", STRICT, "-n 4 program", "", 0, "ok\n", ""),
    ("checks.f90 windows.f90", STRICT, "-n 4 program", "", 0, "ok\n", ""),
    ("checks.f90 files.f90", STRICT, "-n 4 program", "", 0, "ok\n", ""),
    ("checks.f90 texts.f90", STRICT, "-n 2 program word", "", 0, "ok\n", ""),
    ("checks.f90 profiling.f90", STRICT, "-n 2 program", "", 0, "ok\n", ""),
    ("checks.f90 mixed.f90 mixed.o", STRICT, "-n 3 program", "", 0, "ok\n", ""),
    ("checks.f90 spawn.f90", STRICT, "-n 1 --spawnable 2 program", "", 0, "ok\n", ""),
    ("checks.f90 f08.f90", STRICT, "-n 4 program", "", 0, "ok\n", ""),
    ("checks.f90 f08.f90", "-O0 -fcheck=all", "-n 3 program", "", 0, "ok\n", ""),
    ("checks.f90 nested.f90", "-O0", "-n 2 program", "", 0, "ok\n", ""),
    ("fixed.f", "-O2 -w", "-n 4 program", "", 0, "ok\n", ""),
    ("fixed.f", "-O2 -w -fopenmp -fbacktrace -pthread", "-n 1 program", "", 0, "ok\n", ""),
    ("stops.f90", STRICT, "-n 1 program", "12\n", 7, " read          12\n", "ERROR STOP 7"),
    ("stops.f90", STRICT, "-n 1 program", "none\n", 2, "", "stops.f90"),
];

fn mpifort(directory: &Path, options: &str, sources: &str) -> Output {
    let words = sources.split(' ').map(|source| match source.ends_with(".o") {
        true => source.into(),
        false => root().join("tests/fortran").join(source),
    });
    let mut command = Command::new(built("mpifort"));
    run(command.args(options.split(' ')).args(words).current_dir(directory), "")
}

#[test]
fn programs() {
    let directory = scratch("fortran");
    check_rows(ROWS, |row @ (sources, options, words, input, code, stdout, stderr)| {
        let own = directory.join(format!("{}-{}", sources.replace(' ', "-"), options.len() + input.len()));
        std::fs::create_dir_all(&own).map_err(|e| e.to_string())?;
        // A part in C is compiled for the same C library by the same command.
        if sources.contains("mixed.o") {
            let compiled = mpifort(&own, &format!("{options} -c"), "mixed.c");
            if compiled.code != 0 || !compiled.stderr.is_empty() {
                return Err(format!("mixed.c: {compiled:?}"));
            }
        }
        let compiled = mpifort(&own, &format!("{options} -o program"), sources);
        if compiled.code != 0 {
            return Err(format!("{row:?}: {compiled:?}"));
        }
        let output = run(Command::new(built("mpirun")).arg("-q").args(words.split(' ')).current_dir(&own), input);
        match output.code == *code && output.stdout == *stdout && output.stderr.contains(stderr) {
            true => Ok(()),
            false => Err(format!("{row:?}: {output:?}")),
        }
    });
}

/// Names and values that one of the two headers declares; values as the text behind the name.
fn constants<'a>(text: &'a str, before: &str, between: &str) -> BTreeMap<&'a str, &'a str> {
    let pair = |line: &'a str| line.trim().strip_prefix(before)?.split_once(between);
    text.lines().filter_map(pair).filter(|(name, _)| name.starts_with("MPI_")).collect()
}

/// Constants of one header that the other does not have: kinds and places in Fortran, the tool interface and others in C.
const FORTRAN_ONLY: &[&str] = &["MPI_INTEGER_KIND", "MPI_ADDRESS_KIND", "MPI_OFFSET_KIND", "MPI_COUNT_KIND"];
/// Fortran's name of a constant that C has under another one, and what its value exceeds C's by.
const RENAMED: &[(&str, &str, i32)] = &[
    ("MPI_STATUS_SIZE", "MPI_F_STATUS_SIZE", 0),
    ("MPI_SOURCE", "MPI_F_SOURCE", 1),
    ("MPI_TAG", "MPI_F_TAG", 1),
    ("MPI_ERROR", "MPI_F_ERROR", 1),
];

/// Every constant of `mpif.h` has the value that it has in C, and none is missing: two programs print them.
#[test]
fn constants_are_those_of_c() {
    let read = |path: &str| std::fs::read_to_string(root().join("libmpi-c").join(path)).expect(path);
    let (fortran, c) = (read("fortran/mpif.h"), read("include/mpi.h"));
    let names: Vec<&str> = constants(&fortran, "INTEGER, PARAMETER :: ", " = ").into_keys().collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !FORTRAN_ONLY.contains(name)).collect();
    let of_c = constants(&c, "", " = ").into_iter().chain(constants(&c, "#define ", " "));
    let is_handle = |value: &str| value.starts_with("((MPI_") && value.contains("0x") && !value.starts_with("((MPI_T_");
    let is_number = |value: &str| value.trim_end_matches(',').parse::<i32>().is_ok();
    let wanted = of_c.filter(|(name, value)| {
        !["MPI_T_", "MPI_F_"].iter().any(|prefix| name.starts_with(prefix)) && (is_handle(value) || is_number(value))
    });
    let missing: Vec<&str> = wanted.map(|(name, _)| name).filter(|name| !names.contains(name)).collect();
    assert_eq!(missing, [""; 0], "libmpi-c/fortran/mpif.h lacks constants of mpi.h");

    let in_c = |name: &str| {
        let (name, more) =
            RENAMED.iter().find(|(here, ..)| *here == name).map_or((name, 0), |(_, there, more)| (*there, *more));
        // Lengths of texts do not count the zero at their end.
        let more = if name.starts_with("MPI_MAX_") { -1 } else { more };
        format!("    printf(\"%ld\\n\", (long)(intptr_t){name} + {more});\n")
    };
    let directory = scratch("fortran-constants");
    let write = |name: &str, text: String| std::fs::write(directory.join(name), text).expect(name);
    let lines: String = names.iter().map(|name| in_c(name)).collect();
    write("c.c", format!("#include <mpi.h>\n#include <stdio.h>\nint main(void)\n{{\n{lines}}}\n"));
    let lines: String = names.iter().map(|name| format!("print '(i0)', {name}\n")).collect();
    write("fortran.f90", format!("program all\nuse mpi\nimplicit none\n{lines}end program all\n"));
    // In mpi_f08, handles have a component, and other constants have none.
    let is_of_handle = |name: &str| {
        let value = constants(&c, "#define ", " ").remove(name).unwrap_or_default();
        is_handle(value) || value.starts_with("MPI_LONG_LONG")
    };
    let component = |name: &str| if is_of_handle(name) { "%MPI_VAL" } else { "" };
    let lines: String = names.iter().map(|name| format!("print '(i0)', {name}{}\n", component(name))).collect();
    write("f08.f90", format!("program all\nuse mpi_f08\nimplicit none\n{lines}end program all\n"));
    let printed = |command: &str, source: &str| {
        let compiled = run(Command::new(built(command)).args([source, "-o", "program"]).current_dir(&directory), "");
        assert_eq!(compiled.code, 0, "{source}: {compiled:?}");
        run(Command::new(built("mpirun")).args(["-q", "-n", "1", "program"]).current_dir(&directory), "").stdout
    };
    let (c, fortran) = (printed("mpicc", "c.c"), printed("mpifort", "fortran.f90"));
    assert_eq!(fortran, printed("mpifort", "f08.f90"), "modules mpi and mpi_f08");
    let pairs = names.iter().zip(c.lines().zip(fortran.lines()));
    let wrong: Vec<_> = pairs.filter(|(_, (c, fortran))| c != fortran).collect();
    assert!(wrong.is_empty() && fortran.lines().count() == names.len(), "name, value in C and in Fortran: {wrong:?}");
}

/// Tables and reports name the program's lines, not those of the functions between Fortran and C.
#[test]
fn calls_have_the_lines_of_the_program() {
    let directory = scratch("fortran-calls");
    let compiled = mpifort(&directory, "-O2 -o program", "checks.f90 messages.f90");
    assert_eq!(compiled.code, 0, "{compiled:?}");
    let text = std::fs::read_to_string(root().join("tests/fortran/messages.f90")).expect("messages.f90");
    let line = |call: &str| text.lines().position(|line| line.contains(call)).map(|at| at + 1).expect(call);
    let words = ["run", "-q", "-n", "4", "--stats", "stats.json", "program"];
    let output = run(Command::new(built("rankine")).args(words).current_dir(&directory), "");
    assert_eq!(output.code, 0, "{output:?}");
    let stats = std::fs::read_to_string(directory.join("stats.json")).expect("stats.json");
    for call in ["mpi_waitall(2 * most", "mpi_ssend(", "mpi_comm_rank(", "mpi_comm_size("] {
        let site = format!("messages.f90:{} ", line(call));
        assert!(stats.contains(&site), "{call} at {site}");
    }
    assert!(!stats.contains("libmpi-c/fortran"), "sites in functions between Fortran and C");
}

/// A module, a text for a source, and a part of what the compiler says of it.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("mpi_f08", "call mpi_comm_rank(0, rank)", "Type mismatch in argument"),
    ("mpi_f08", "call mpi_send(x, 1, MPI_REAL, 0, MPI_COMM_WORLD)", "Type mismatch in argument"),
    ("mpi_f08", "call mpi_barrier()", "Missing actual argument"),
    ("mpi", "call mpi_init()", "Missing actual argument for argument 'ierror'"),
    ("mpi", "call mpi_comm_rank(MPI_COMM_WORLD, rank)", "Missing actual argument for argument 'ierror'"),
    ("mpi", "call mpi_send(x, 1, MPI_REAL, 0, MPI_COMM_WORLD, rank)", "Missing actual argument for argument 'ierror'"),
    ("mpi", "call mpi_send(x, 1., MPI_REAL, 0, 0, MPI_COMM_WORLD, rank)", "Type mismatch in argument"),
    ("mpi", "call mpi_type_create_hvector(1, 1, 4, MPI_REAL, rank, rank)", "Type mismatch in argument"),
];

#[test]
fn the_module_checks_arguments() {
    let directory = scratch("fortran-mistakes");
    check_rows(MISTAKES, |(module, statement, message)| {
        let source = directory.join(format!("{}.f90", statement.len()));
        let text = format!("program p\nuse {module}\ninteger :: rank\nreal :: x\n{statement}\nend program p\n");
        std::fs::write(&source, text).map_err(|e| e.to_string())?;
        let mut command = Command::new(built("mpifort"));
        let output =
            run(command.args(["-c", "-o", "/dev/null"]).arg(&source).current_dir(&directory).env("LC_ALL", "C"), "");
        match output.code == 1 && output.stderr.contains(message) {
            true => Ok(()),
            false => Err(format!("{statement}: {output:?}")),
        }
    });
}

/// A program, a variable of the environment with its value, arguments, exit code, and the beginning of standard error.
const REFUSALS: &[(&str, &str, &str, &str, i32, &str)] = &[
    (
        "mpifort",
        "RANKINE_GFORTRAN",
        "riscv64-none-gfortran",
        "a.f90",
        125,
        "rankine: Fortran needs the compiler 'riscv64-none-gfortran', which is not installed: on Debian, 'apt-get install \
         gfortran-riscv64-linux-gnu'",
    ),
    (
        "mpifort",
        "UNUSED",
        "",
        "--platform sarc a.f90",
        125,
        "rankine: platform 'sarc' runs no Fortran: the Fortran library is there for rv64imafdc/lp64d only",
    ),
    (
        "mpifort",
        "UNUSED",
        "",
        "a.cc",
        125,
        "rankine: a.cc: this command compiles Fortran; compile C++ with 'mpicxx' (rankine cxx)",
    ),
    (
        "mpicc",
        "UNUSED",
        "",
        "a.f90",
        125,
        "rankine: a.f90: this command compiles C; compile Fortran with 'mpifort' (rankine fortran)",
    ),
    ("mpicxx", "UNUSED", "", "a.f", 125, "rankine: a.f: this command compiles C++; compile Fortran with 'mpifort'"),
    (
        "mpicc",
        "UNUSED",
        "",
        "-x f95 a",
        125,
        "rankine: -x f95: this command compiles C; compile Fortran with 'mpifort'",
    ),
    (
        "mpifort",
        "UNUSED",
        "",
        "-fdefault-integer-8 a.f",
        125,
        "rankine: -fdefault-integer-8: INTEGER has 4 bytes in this MPI library",
    ),
    ("mpifort", "UNUSED", "", "-shared a.f", 125, "rankine: -shared: a Rankine program is one static file"),
];

#[test]
fn refusals() {
    let directory = scratch("fortran-refusals");
    check_rows(REFUSALS, |(program, variable, value, arguments, code, message)| {
        let mut command = Command::new(built(program));
        let output = run(command.args(arguments.split(' ')).env(variable, value).current_dir(&directory), "");
        match output.code == *code && output.stderr.starts_with(message) {
            true => Ok(()),
            false => Err(format!("{arguments}: {output:?}")),
        }
    });
}
