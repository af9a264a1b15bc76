//! Tests of the compiler wrapper and the launcher, called as build systems and users call them.

use rankine_tests::{Output, built, check_rows, rankine, root, run, scratch};
use std::path::Path;
use std::process::Command;

const ECHO: &str = r#"// Says who and where it is, and repeats its input.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, c;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (turn != rank)
            continue;
        printf("%s %s %s\n", argc > 1 ? argv[1] : "-", getenv("A") ? getenv("A") : "-", getenv("B") ? getenv("B") : "-");
        while ((c = getchar()) != EOF)
            putchar(c);
        fflush(stdout);
        fprintf(stderr, "e%d\n", rank);
    }
    MPI_Finalize();
    return argc > 2 ? atoi(argv[2]) + rank : 0;
}
"#;

fn write(directory: &Path, name: &str, text: &str) {
    std::fs::write(directory.join(name), text).expect("scratch is writable");
}

fn expect(what: &str, output: &Output, code: i32, stdout: &str) -> Result<(), String> {
    match output.code == code && output.stdout == stdout {
        true => Ok(()),
        false => Err(format!("{what}: expected exit {code} and {stdout:?}: {output:?}")),
    }
}

const APPNUM: &str = r#"// Says which program of the command line it is.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int *number, there, rank, most;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &there);
    MPI_Reduce(number, &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d, most %d\n", there, *number, most);
    MPI_Finalize();
    return 0;
}
"#;

#[test]
fn launcher() {
    let directory = scratch("launcher");
    write(&directory, "echo.c", ECHO);
    let compiled = rankine(&directory, &["cc", "-O2", "-o", "echo", "echo.c"]);
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
    write(&directory, "appnum.c", APPNUM);
    let compiled = rankine(&directory, &["cc", "-O2", "-o", "appnum", "appnum.c"]);
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
    let rows: &[(&str, &str, i32, &str)] = &[
        ("-n 2 appnum", "", 0, "1 0, most 0\n"),
        ("-n 1 appnum : -n 2 appnum : -n 1 appnum", "", 0, "1 0, most 2\n"),
        ("-n 1 echo x", "", 0, "x - -\n"),
        ("-np 2 echo x", "in\nput\n", 0, "x - -\nin\nput\nx - -\n"),
        ("-l -n 2 echo y", "in\n", 0, "[0] y - -\n[0] in\n[1] y - -\n"),
        ("-genv A 1 -n 1 -env B 2 echo p : -n 2 echo q", "", 0, "p 1 2\nq 1 -\nq 1 -\n"),
        ("-n 3 echo x 5", "", 5, "x - -\nx - -\nx - -\n"),
        ("-n 2 echo x 0", "", 1, "x - -\nx - -\n"),
        (
            "--allow-run-as-root --mca btl self -hostfile none -x A=1 -ppn 2 --bind-to core -n 2 echo p",
            "",
            0,
            "p 1 -\np 1 -\n",
        ),
        ("-envlist B,NOBODY -n 1 echo p : -n 1 echo q", "", 0, "p - host\nq - -\n"),
        ("-genvlist B -n 1 echo p : -n 1 echo q", "", 0, "p - host\nq - host\n"),
        ("-envall -n 1 -- echo p", "", 0, "p - host\n"),
        ("-genv A 1 -configfile programs", "", 0, "p 1 -\nq 1 2\nq 1 2\n"),
        ("-configfile quoted", "", 0, "p q x y -\nr - 2\n"),
        ("-genv A=1 -n 1 -env B=2 echo p", "", 0, "p 1 2\n"),
        (
            "--display-map --report-bindings --timestamp-output --rank-by slot --display-allocation --quiet -print-rank-map \
             -verbose -n 1 echo p",
            "",
            0,
            "p - -\n",
        ),
        ("-n=1 -x=A=1 -ppn=2 -bind-to=core echo p", "", 0, "p 1 -\n"),
        ("-tag-output -n 1 echo p", "", 0, "[0] p - -\n"),
        ("--version", "", 0, concat!("rankine ", env!("CARGO_PKG_VERSION"), "\n")),
    ];
    write(&directory, "programs", "# Two programs.\n-n 1 echo p\n\n-env B 2 -n 2 echo q\n");
    write(&directory, "quoted", "-n 1 -env A 'x y' echo \"p q\" :  # the first\n-env B=2 \\\n  -n 1 echo r\n");
    check_rows(rows, |(line, input, code, stdout)| {
        let mut command = Command::new(built("mpiexec"));
        let command = command.args(line.split_whitespace()).env("B", "host").current_dir(&directory);
        expect(line, &run(command, input), *code, stdout)
    });
    let output = rankine(&directory, &["run", "-v", "-hosts", "a,b", "-ppn", "4", "-wdir", "/", "echo", "w"]);
    assert!(output.stderr.contains("rankine: ignored options: -hosts, -ppn; each rank"), "{output:?}");
    let output = rankine(&directory, &["run", "-wdir", "no/such", "echo", "w"]);
    assert!(output.code == 125 && output.stderr.contains("-wdir no/such: there is no such directory"), "{output:?}");
    let output = rankine(
        &directory,
        &["run", "-outfile-pattern", "out-%r", "-errfile-pattern", "err-%r", "-n", "2", "echo", "z"],
    );
    expect("patterns", &output, 0, "").unwrap();
    let output = rankine(&directory, &["run", "-q", "--output-filename", "outs", "-n", "2", "echo", "z"]);
    expect("directories", &output, 0, "").unwrap();
    for (file, text) in [
        ("out-0", "z - -\n"),
        ("out-1", "z - -\n"),
        ("err-0", "e0\n"),
        ("err-1", "e1\n"),
        ("outs/1/rank.0/stdout", "z - -\n"),
        ("outs/1/rank.1/stderr", "e1\n"),
    ] {
        assert_eq!(std::fs::read_to_string(directory.join(file)).expect(file), text);
    }
}

const SAY: &str = r#"// Says what it was compiled with.
#include "word.h"
#include <stdio.h>
int main(void)
{
#if __has_include("flag")
    puts(WORD " flag");
#else
    puts(WORD);
#endif
    MORE
}
"#;

/// `rankine run FILE.c` compiles again if the source or a file that it includes has changed, and
/// also if gcc has complained.
#[test]
fn run_compiles_what_has_changed() {
    let directory = scratch("kept");
    let steps: &[(&str, &str, &str, bool)] = &[
        ("word.h", "#define WORD \"one\"\n#define MORE\n", "one\n", false),
        ("other.h", "", "one\n", false),
        ("word.h", "#define WORD \"two\"\n#define MORE\n", "two\n", false),
        ("flag", "", "two flag\n", false),
        ("word.h", "#define WORD \"three\"\n#define MORE int unused = 1 / 0;\n", "three flag\n", true),
        ("other.h", "", "three flag\n", true),
        ("word.h", "#define WORD \"four\"\n#define MORE\n", "four flag\n", false),
    ];
    write(&directory, "say.c", SAY);
    for (number, (name, text, stdout, complains)) in steps.iter().enumerate() {
        write(&directory, name, text);
        let output = rankine(&directory, &["run", "-q", "say.c"]);
        expect(&format!("step {number}"), &output, 0, stdout).unwrap_or_else(|complaint| panic!("{complaint}"));
        assert_eq!(output.stderr.contains("warning"), *complains, "step {number}: {output:?}");
    }
}

/// Files that gcc includes because of the environment count as inputs of a program. So runs of one
/// source at the same time each execute their own program.
#[test]
fn runs_at_once_execute_their_own_program() {
    let directory = scratch("kept-at-once");
    write(&directory, "say.c", SAY);
    let words = ["one", "two", "three"];
    for word in words {
        std::fs::create_dir(directory.join(word)).expect("scratch is writable");
        write(&directory.join(word), "word.h", &format!("#define WORD \"{word}\"\n#define MORE\n"));
    }
    let runs: Vec<&str> = words.into_iter().cycle().take(12).collect();
    check_rows(&runs, |word| {
        let mut command = Command::new(built("rankine"));
        let output = run(command.args(["run", "-q", "say.c"]).env("CPATH", word).current_dir(&directory), "");
        expect(word, &output, 0, &format!("{word}\n"))
    });
}

/// When files of the cache are cut to half their length, they are made again.
#[test]
fn damaged_files_of_the_cache_are_made_anew() {
    let directory = scratch("kept-damaged");
    let cache = directory.join("cache");
    let say = |more: &str| {
        write(
            &directory,
            "say.c",
            &format!("#include <mpi.h>\n#include <stdio.h>\n{more}int main(void) {{ puts(\"said\"); }}\n"),
        );
        let mut command = Command::new(built("rankine"));
        let output = run(command.args(["run", "-q", "say.c"]).env("RANKINE_CACHE", &cache).current_dir(&directory), "");
        expect(more, &output, 0, "said\n").unwrap_or_else(|complaint| panic!("{complaint}"));
    };
    say("");
    for (kind, more) in [("programs", ""), ("libraries", "int two;\n"), ("libraries", "int three;\n")] {
        let cut = cut_all(&cache.join(kind));
        assert!(cut > 1, "{kind}: {cut} files");
        // The second time, the library's objects are damaged as well.
        if more.contains("three") {
            assert!(cut_all(&cache.join("objects")) > 10, "few objects");
        }
        say(more);
    }
}

/// Cuts every file below a directory to half its length. Returns the number of files.
fn cut_all(directory: &Path) -> usize {
    let mut count = 0;
    for entry in std::fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display())) {
        let path = entry.expect("readable directory").path();
        if path.is_dir() {
            count += cut_all(&path);
        } else {
            let file = std::fs::File::options().write(true).open(&path).expect("ours");
            let half = file.metadata().and_then(|of| file.set_len(of.len() / 2));
            half.expect("ours");
            count += 1;
        }
    }
    count
}

#[test]
fn summary_and_statistics() {
    let directory = scratch("summary");
    write(&directory, "echo.c", ECHO);
    let output = rankine(&directory, &["run", "-n", "2", "--stats", "stats.json", "echo.c"]);
    expect("run", &output, 0, "- - -\n- - -\n").unwrap();
    for word in ["cycles", "instructions", "messages", "bytes", "in MPI"] {
        assert!(output.stderr.contains(word), "no `{word}` in the summary: {}", output.stderr);
    }
    let quiet = rankine(&directory, &["run", "-q", "-n", "2", "echo.c"]);
    assert_eq!(quiet.stderr, "e0\ne1\n");
    let text = std::fs::read_to_string(directory.join("stats.json")).expect("stats.json");
    let stats: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(stats["ranks"].as_array().map(Vec::len), Some(2));
    assert!(stats["totals"]["cycles"].as_u64() > Some(0), "{text}");
}

#[test]
fn limits() {
    let directory = scratch("limits");
    write(&directory, "busy.c", "// Never ends.\nint main(void) { for (volatile long i = 0;; i++) {} }\n");
    for options in [&["--max-cycles", "3000000"][..], &["--timeout", "1"]] {
        let mut words = vec!["run"];
        words.extend(options);
        words.push("busy.c");
        let output = rankine(&directory, &words);
        assert_eq!(output.code, 124, "{output:?}");
        assert!(output.stderr.contains("busy.c:2") && output.stderr.contains("main"), "{}", output.stderr);
    }
}

/// The time limit also ends a run whose rank waits for input.
#[test]
fn limit_while_reading() {
    let directory = scratch("reading");
    write(&directory, "read.c", "// Reads.\n#include <stdio.h>\nint main(void) { return getchar() == 0; }\n");
    let script =
        format!("sleep 20 | {{ {} run --timeout 1 read.c; echo $?; pkill -P $$ sleep; }}", built("rankine").display());
    let output = run(Command::new("bash").args(["-c", &script]).current_dir(&directory), "");
    assert!(output.stdout.trim() == "124" && output.stderr.contains("read.c:3"), "{output:?}");
}

/// The signals that a batch system sends end the run in good order.
#[test]
fn signals() {
    let directory = scratch("signals");
    // The program says when it has begun, because the time for compiling depends on the computer.
    let text = "// Never ends.\nint puts(const char *); int main(void) { puts(\"begun\"); for (volatile long i = 0;; i++) {} }\n";
    write(&directory, "busy.c", text);
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let script = format!(
            "{} run --stats s.json busy.c >said & until grep -q begun said; do sleep 0.1; done; kill -{signal} $!; wait $!; \
             code=$?; rm said; echo $code",
            built("rankine").display()
        );
        let output = run(Command::new("bash").args(["-c", &script]).current_dir(&directory), "");
        assert!(output.stdout.trim() == code.to_string() && output.stderr.contains("busy.c:2"), "{signal}: {output:?}");
        let stats = std::fs::read_to_string(directory.join("s.json")).expect("statistics");
        assert!(stats.contains("rankine-stats-2"));
    }
}

#[test]
fn wrapper_options() {
    let directory = scratch("wrapper");
    write(&directory, "one.c", "// Half.\nint two(void);\nint main(void) { return two() - VALUE; }\n");
    write(&directory, "two.c", "// Other half.\nint two(void) { return 2; }\n");
    let rows: &[(&[&str], i32)] = &[
        (&["-DVALUE=2", "-O2", "-Wall", "-Werror", "-c", "one.c", "-o", "one.o"], 0),
        (&["-c", "two.c"], 0),
        (&["one.o", "two.o", "-lm", "-o", "both"], 0),
        (&["-DVALUE=2", "-I.", "-L.", "one.c", "two.c"], 0),
        (&["-E", "two.c", "-o", "two.i"], 0),
        (&["-S", "two.c"], 0),
        (&["-MMD", "-c", "two.c"], 0),
        (&["-show", "one.c"], 0),
        (&["--version"], 0),
        (&["-c", "nothing.c"], 1),
        (&["one.o", "-o", "incomplete"], 1),
    ];
    for (words, code) in rows {
        let output = run(Command::new(built("mpicc")).args(*words).current_dir(&directory), "");
        assert_eq!(output.code, *code, "{words:?}: {output:?}");
    }
    for file in ["both", "a.out", "two.i", "two.s", "two.d"] {
        assert!(directory.join(file).exists(), "{file} is missing");
    }
    for program in ["both", "a.out"] {
        assert_eq!(rankine(&directory, &["run", "-q", program]).code, 0);
    }
}

/// Many programs keep all of their code in an archive, `main` too.
#[test]
fn main_in_an_archive() {
    let directory = scratch("archived");
    write(&directory, "one.c", "// A whole program.\nint main(void) { return 3; }\n");
    let script =
        "mpicc -c one.c && riscv64-unknown-elf-ar rcs libone.a one.o && mpicc -o one -L. -lone && mpirun -n 1 one";
    let output = run(Command::new("bash").args(["-c", script]).env("PATH", path()).current_dir(&directory), "");
    assert_eq!(output.code, 3, "{output:?}");
}

/// Each of our headers compiles by itself as old and as new C, and with pedantic warnings.
#[test]
fn headers_compile_as_every_standard() {
    let directory = scratch("headers");
    let headers = [
        "mpi.h",
        "gasnet.h",
        "gasnet_tools.h",
        "dirent.h",
        "err.h",
        "error.h",
        "execinfo.h",
        "features.h",
        "linux/limits.h",
        "netdb.h",
        "netinet/in.h",
        "omp.h",
        "pthread.h",
        "sched.h",
        "stdio.h",
        "stdlib.h",
        "sys/ioctl.h",
        "sys/mman.h",
        "sys/resource.h",
        "sys/statfs.h",
        "sys/syslimits.h",
        "sys/statvfs.h",
        "sys/syscall.h",
        "sys/sysinfo.h",
        "sys/types.h",
        "sys/uio.h",
        "sys/utsname.h",
        "sys/vfs.h",
        "time.h",
        "values.h",
    ];
    for header in headers {
        write(
            &directory,
            &header.replace('/', "_").replace(".h", ".c"),
            &format!("#include <{header}>\nint nothing;\n"),
        );
    }
    for standard in ["-ansi", "-std=c89", "-std=gnu89", "-std=c99", "-std=gnu99", "-std=c11", "-std=c17", "-std=gnu17"]
    {
        let script = format!("mpicc -c {standard} -pedantic-errors -Wall -Werror *.c");
        let output = run(Command::new("bash").args(["-c", &script]).env("PATH", path()).current_dir(&directory), "");
        assert_eq!(output.code, 0, "{standard}: {output:?}");
    }
}

#[test]
fn a_makefile_with_cc_mpicc() {
    let directory = scratch("makefile");
    write(&directory, "Makefile", "CFLAGS = -O2 -Wall\nLDLIBS = -lm\nring: ring.o\nring.o: ring.c\n");
    std::fs::copy(root().join("apps/ring.c"), directory.join("ring.c")).expect("apps/ring.c");
    let mpicc = built("mpicc");
    let output = run(Command::new("make").arg(format!("CC={}", mpicc.display())).current_dir(&directory), "");
    assert_eq!(output.code, 0, "{output:?}");
    assert_eq!(rankine(&directory, &["run", "-n", "3", "ring"]).code, 0);
}

/// `PATH` with the wrapper and the launcher first, as a user sets it.
fn path() -> String {
    let here = built("mpicc").parent().expect("a directory").display().to_string();
    format!("{here}:{}", std::env::var("PATH").unwrap_or_default())
}

/// Runs a program of a build system in this directory. The program must succeed. Returns its output.
fn build(directory: &Path, program: &str, words: &[&str]) -> String {
    let output = run(Command::new(program).args(words).env("PATH", path()).current_dir(directory), "");
    assert_eq!(output.code, 0, "{program} {words:?}: {output:?}");
    output.stdout
}

const CMAKE: &str = r#"cmake_minimum_required(VERSION 3.13)
project(ring C)
include(CheckCSourceRuns)
include(CheckFunctionExists)
include(CheckTypeSize)
find_package(MPI REQUIRED COMPONENTS C)
find_package(Threads REQUIRED)
check_function_exists(gettimeofday HAVE_GETTIMEOFDAY)
check_function_exists(no_such_function HAVE_NO_SUCH_FUNCTION)
check_type_size(long SIZEOF_LONG)
if(CMAKE_CROSSCOMPILING_EMULATOR)
    check_c_source_runs("int main(void) { return 0; }" RUNS)
    check_c_source_runs("int main(void) { return 1; }" FAILS)
endif()
message(STATUS "found ${HAVE_GETTIMEOFDAY} ${SIZEOF_LONG} ${MPI_C_VERSION} '${HAVE_NO_SUCH_FUNCTION}' '${RUNS}' '${FAILS}'")
add_executable(ring ring.c)
target_link_libraries(ring PRIVATE MPI::MPI_C m)
enable_testing()
add_test(NAME ring COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 3 $<TARGET_FILE:ring>)
"#;

/// A CMake project of a user who sets only the compiler, and of one who uses our toolchain file,
/// with which CMake's checks can run programs.
#[test]
fn a_cmake_project() {
    let toolchain = root().join("toolchain/rankine.cmake").display().to_string();
    let rows = [
        ("compiler", "-DCMAKE_C_COMPILER=mpicc".to_string(), "found 1 8 3.1 '' '' ''"),
        ("toolchain", format!("-DCMAKE_TOOLCHAIN_FILE={toolchain}"), "found 1 8 3.1 '' '1' ''"),
    ];
    check_rows(&rows, |(name, option, found)| {
        let directory = scratch(&format!("cmake-{name}"));
        write(&directory, "CMakeLists.txt", CMAKE);
        std::fs::copy(root().join("apps/ring.c"), directory.join("ring.c")).expect("apps/ring.c");
        let said = build(&directory, "cmake", &["-S", ".", "-B", "build", option]);
        build(&directory, "cmake", &["--build", "build"]);
        let tested = build(&directory.join("build"), "ctest", &["-V"]);
        match said.contains(found) && tested.contains("3 ranks") {
            true => Ok(()),
            false => Err(format!("{name}: no {found:?} in {said}, or no ring in {tested}")),
        }
    });
}

const CONFIGURE: &str = "AC_INIT([ring], [1])
AC_CONFIG_SRCDIR([ring.c])
AC_PROG_CC
AC_SEARCH_LIBS([sqrt], [m])
AC_CHECK_HEADERS([mpi.h dirent.h no_such_header.h])
AC_CHECK_FUNCS([MPI_Init getline no_such_function])
AC_CHECK_SIZEOF([long])
AC_DEFUN([RUNS], [AC_MSG_CHECKING([whether it $1])
AC_RUN_IFELSE([AC_LANG_SOURCE([int main(void) { return $2; }])], [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])], [AC_MSG_RESULT([cross])])])
RUNS([runs], [0])
RUNS([fails], [1])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
";

/// Rows: name, command, and answers of the configure script. On its own the script assumes cross
/// compilation; under `rankine configure` its checks run.
const CONFIGURED: &[(&str, &str, &[&str])] = &[
    ("by_hand", "sh ./configure CC=mpicc --host=riscv64-unknown-elf", &["cross compiling... yes", "runs... cross"]),
    ("rankine", "rankine configure", &["cross compiling... no", "runs... yes", "fails... no"]),
    ("elsewhere", "rankine configure ./configure CC=mpicc", &["cross compiling... no", "runs... yes", "fails... no"]),
];

#[test]
fn a_configure_script() {
    let all = [
        "mpi.h... yes",
        "dirent.h... yes",
        "no_such_header.h... no",
        "MPI_Init... yes",
        "getline... yes",
        "no_such_function... no",
        "size of long... 8",
    ];
    check_rows(CONFIGURED, |(name, line, answers)| {
        let directory = scratch(&format!("configure-{name}"));
        write(&directory, "configure.ac", CONFIGURE);
        write(
            &directory,
            "Makefile.in",
            "CC = @CC@\nCFLAGS = @CFLAGS@ @DEFS@\nring: ring.c\n\t$(CC) $(CFLAGS) -o ring ring.c @LIBS@\n",
        );
        std::fs::copy(root().join("apps/ring.c"), directory.join("ring.c")).expect("apps/ring.c");
        build(&directory, "autoconf", &[]);
        let words: Vec<&str> = line.split(' ').collect();
        let said = build(&directory, words[0], &words[1..]);
        if let Some(answer) = all.iter().chain(*answers).find(|answer| !said.contains(**answer)) {
            return Err(format!("{name}: no `{answer}` in {said}"));
        }
        let left = std::fs::read_dir(&directory).expect("the directory").flatten();
        if let Some(file) = left.map(|entry| entry.file_name()).find(|file| file.to_string_lossy().ends_with(".riscv"))
        {
            return Err(format!("{name}: {file:?} is left"));
        }
        build(&directory, "make", &[]);
        match rankine(&directory, &["run", "-n", "3", "ring"]) {
            output if output.code == 0 => Ok(()),
            output => Err(format!("{name}: {output:?}")),
        }
    });
}

#[test]
fn no_configure_script() {
    let output = rankine(&scratch("configure-none"), &["configure", "--prefix=/tmp"]);
    assert!(output.code == 125 && output.stderr.contains("no ./configure here; go to"), "{output:?}");
}

/// gcc for RISC-V rounds a * b + c once. With the option it rounds twice, as on plain x86-64.
#[test]
fn like_x86() {
    let directory = scratch("like-x86");
    write(
        &directory,
        "rounding.c",
        "#include <stdio.h>\nvolatile double a = 1 + 0x1p-30, c = -1 - 0x1p-29;\n\
         int main(void) { double b = a; printf(\"%a\\n\", a * b + c); return 0; }\n",
    );
    check_rows(&[("-O2", "0x1p-60"), ("-O2 --like-x86", "0x0p+0")], |(options, result)| {
        // Rows run at the same time, so each has a program of its own.
        let program = format!("rounding{}", options.replace(' ', ""));
        let words: Vec<&str> = ["cc", "-o", &program, "rounding.c"].into_iter().chain(options.split(' ')).collect();
        assert_eq!(rankine(&directory, &words).code, 0);
        let output = rankine(&directory, &["run", "-q", &program]);
        match output.stdout.trim() == *result {
            true => Ok(()),
            false => Err(format!("{options}: {output:?}")),
        }
    });
}

/// The reader of a pipe may close it early. The tool must end without a panic.
#[test]
fn closed_pipes() {
    let directory = scratch("pipes");
    let hello = root().join("apps/hello.c").display().to_string();
    for line in [
        "describe | true".to_string(),
        "describe --toml | true".into(),
        "run --help | true".into(),
        "doctor | true".into(),
        "nonsense 2>&1 | true".into(),
        format!("cc -show {hello} | true"),
        format!("run -n 4 {hello} 2>&1 | true"),
        format!("run -n 4 --max-cycles 100 {hello} 2>&1 | true"),
    ] {
        let script = format!("{} {line}; echo ${{PIPESTATUS[0]}}", built("rankine").display());
        let output = run(Command::new("bash").args(["-c", &script]).current_dir(&directory), "");
        assert!(!output.stderr.contains("panicked") && output.stdout.trim() != "101", "{line}: {output:?}");
    }
}
