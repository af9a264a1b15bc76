//! Tests of `rankine check`: the functions of MPI and of the C library that programs use, found in
//! sources, objects, archives and programs.

use rankine_tests::{Output, built, check_rows, rankine, root, run, scratch};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const GOOD: &str = "// All there.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    printf(\"%f MPI_Comm_spawn(\\n\", MPI_Wtime()); // MPI_Comm_join(
    return MPI_Finalize();
}
";

const BAD: &str = "// Not all there.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int MPI_Nonsense(void);
int main(void)
{
    MPI_Comm joined;
    PMPI_Init(NULL, NULL);
    MPI_Comm_join(0, &joined);
    return MPI_Nonsense() + (popen(\"ls\", \"r\") != NULL) + system(\"ls\");
}
";

/// A tool with an MPI_Init of its own, as tools that intercept calls have.
const TOOL: &str = "// A tool.
#include <mpi.h>
int MPI_Init(int *argc, char ***argv) { return PMPI_Init(argc, argv); }
";

fn write(directory: &Path, name: &str, text: &str) {
    std::fs::write(directory.join(name), text).expect("scratch is writable");
}

fn make(directory: &Path, line: &str) {
    let mut words = line.split_whitespace();
    let output = run(Command::new(words.next().expect("a program")).args(words).current_dir(directory), "");
    assert_eq!(output.code, 0, "{line}: {output:?}");
}

fn files(directory: &Path) {
    write(directory, "good.c", GOOD);
    write(directory, "bad.c", BAD);
    write(directory, "tool.c", TOOL);
    write(directory, "broken.c", &format!("#include <no_such_header.h>\n{BAD}"));
    write(directory, "needs.c", "// Needs a macro.\n#include <mpi.h>\nint f(void) { return VALUE(MPI_Wtime()); }\n");
    write(directory, "empty.c", "// Nothing.\nint nothing;\n");
    write(directory, "text.o", "no object\n");
    let mpicc = built("mpicc").display().to_string();
    for name in ["good", "tool", "bad"] {
        make(directory, &format!("{mpicc} -O2 -c {name}.c"));
        make(directory, &format!("mpicc.mpich -O2 -fPIC -c {name}.c -o {name}-host.o"));
    }
    make(directory, &format!("{mpicc} -o good good.o"));
    make(directory, "mpicc.mpich -o good-host good-host.o");
    make(directory, "ar rcs lib.a good.o bad.o");
}

fn expect(output: &Output, code: i32, words: &str) -> Result<(), String> {
    let said = format!("{}{}", output.stdout, output.stderr);
    let missing: Vec<&str> = words.split(" | ").filter(|word| !said.contains(word)).collect();
    match output.code == code && missing.is_empty() {
        true => Ok(()),
        false => Err(format!("expected exit {code}, missing {missing:?}: {output:?}")),
    }
}

#[test]
fn programs() {
    let directory = scratch("support");
    files(&directory);
    const ALL_THERE: &str = "3 MPI functions: 3 there | MPI_Init | MPI_Wtime | MPI_Finalize";
    const NOT: &str = "3 MPI functions: 1 there, 1 not there, 1 unknown | MPI_Init | MPI_Comm_join | MPI_Nonsense | \
                       popen fails | system fails";
    let rows: &[(&str, i32, &str)] = &[
        ("good.c", 0, ALL_THERE),
        ("good.c --platform sarc", 0, ALL_THERE),
        ("good.o", 0, ALL_THERE),
        ("good-host.o", 0, ALL_THERE),
        ("good-host", 0, ALL_THERE),
        ("good", 0, "there | MPI_Wtime"),
        ("bad.c", 1, NOT),
        ("bad.o", 1, NOT),
        ("bad-host.o", 1, NOT),
        ("lib.a", 1, "5 MPI functions: 3 there, 1 not there, 1 unknown"),
        ("good.c bad.o", 1, "good.c: 3 MPI functions: 3 there | bad.o: 3 MPI functions"),
        ("tool.c", 0, "tool.c: 1 MPI function: 1 there"),
        ("broken.c", 1, "does not compile here | no_such_header.h | 1 not there | MPI_Comm_join | popen fails"),
        ("-DVALUE(x)=0 needs.c", 0, "needs.c: 0 MPI functions"),
        ("needs.c -D VALUE(x)=(x)", 0, "needs.c: 1 MPI function: 1 there"),
        ("empty.c", 0, "empty.c: 0 MPI functions"),
        ("text.o", 125, "text.o: neither C source, object, archive nor ELF file"),
        ("nothing.c", 125, "nothing.c: cannot be read: No such file"),
        ("good.c --platform moon", 125, "moon"),
        ("", 125, "FILES"),
    ];
    check_rows(rows, |(line, code, words)| {
        let words_of_line: Vec<&str> = ["check"].into_iter().chain(line.split_whitespace()).collect();
        expect(&rankine(&directory, &words_of_line), *code, words).map_err(|error| format!("{line}: {error}"))
    });
}

/// The pages agree with the sources.
#[test]
fn the_pages_are_fresh() {
    check_rows(&[("--functions", "docs/mpi-support.md"), ("--c-library", "docs/c-library.md")], |(option, page)| {
        let output = rankine(&root(), &["check", option]);
        match std::fs::read_to_string(root().join(page)).unwrap_or_default() == output.stdout {
            true => Ok(()),
            false => Err(format!("{page} is stale; run: rankine check {option} > {page}")),
        }
    });
}

/// Every function of the page links under both names, whether it works or ends with an error that names it.
#[test]
fn every_function_links() {
    let directory = scratch("support-links");
    let page = std::fs::read_to_string(root().join("docs/mpi-support.md")).expect("the page");
    let functions = page.lines().filter_map(|line| line.strip_prefix("| `MPI_")?.split('`').next());
    let entries: String = functions.map(|name| format!("    (any)MPI_{name}, (any)PMPI_{name},\n")).collect();
    let program = format!(
        "// All functions.\n#include <mpi.h>\ntypedef void (*any)(void);\nvolatile any all[] = {{\n{entries}}};\n\
         int main(void) {{ return all[0] == 0; }}\n"
    );
    write(&directory, "all.c", &program);
    let output = rankine(&directory, &["cc", "-Wno-deprecated-declarations", "-o", "all", "all.c"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(rankine(&directory, &["run", "-q", "all"]).code, 0);
}

/// The rows of a list: key, names, text.
fn list(name: &str) -> Vec<(String, Vec<String>, String)> {
    let path = root().join("emulator/cli/src/check").join(name);
    let text = std::fs::read_to_string(&path).expect("the list");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (names, text) = line.split_once(": ").expect("names: text");
        let mut words = names.split(' ').map(str::to_owned);
        (words.next().expect("a key"), words.collect(), text.to_owned())
    });
    rows.collect()
}

/// Names that the list calls missing do not link; all others link.
#[test]
fn the_c_library_is_as_the_list_says() {
    /// Names that are macros or compiler built-ins.
    const MACROS: &[&str] = &["assert", "va_start", "WEXITSTATUS"];
    let directory = scratch("support-c-library");
    let mut missing = BTreeMap::new();
    for (key, _, names) in list("c_usage.txt") {
        let is_function = key == "functions";
        missing.extend(names.split(' ').filter(|_| is_function).map(|name| (name.to_owned(), false)));
    }
    for (how, names, _) in list("c_library.txt") {
        missing.extend(names.into_iter().map(|name| (name, how == "missing")));
    }
    missing.retain(|name, _| !MACROS.contains(&name.as_str()) && !name.ends_with(".h"));
    let declared: String = missing.keys().map(|name| format!("void {name}(void);\n")).collect();
    let names = missing.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let program = format!(
        "// All names.\n{declared}void (*volatile all[])(void) = {{{names}}};\nint main(void) {{ return all[0] == 0; }}\n"
    );
    write(&directory, "all.c", &program);
    let output = rankine(&directory, &["cc", "-w", "-fno-builtin", "-o", "all", "all.c"]);
    for (name, is_missing) in missing {
        let undefined = output.stderr.contains(&format!("undefined reference to `{name}'"));
        assert_eq!(undefined, is_missing, "{name}: {}", output.stderr);
    }
}

/// Every header that programs use exists, or the list calls it missing.
#[test]
fn the_headers_are_as_the_list_says() {
    let directory = scratch("support-headers");
    let missing: Vec<String> = list("c_library.txt")
        .into_iter()
        .filter(|(how, ..)| how == "missing")
        .flat_map(|(_, names, _)| names)
        .collect();
    let used = list("c_usage.txt").into_iter().filter(|(key, ..)| key == "headers");
    let used: Vec<String> =
        used.flat_map(|(_, _, names)| names.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    check_rows(&used, |header| {
        let source = format!("{}.c", header.replace(['/', '.'], "_"));
        write(&directory, &source, &format!("// One header.\n#include <{header}>\nint nothing;\n"));
        let output = rankine(&directory, &["cc", "-c", &source]);
        match (output.code == 0) != missing.contains(header) {
            true => Ok(()),
            false => Err(format!("{header}: {}", output.stderr)),
        }
    });
}
