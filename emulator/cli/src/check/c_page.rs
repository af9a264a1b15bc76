//! `docs/c-library.md`: the headers and functions of the C library that public programs use most,
//! and whether they work here.

use super::catalogue::{self, Otherwise};
use std::fmt::Write;

const HEAD: &str = "\
# Functions of the C library

This page lists headers and functions of the C library, and whether they work here. The C library is picolibc; files, clocks, heap,
output and some headers are Rankine's own. The tables have the headers and functions that at least two of 23 public projects of MPI programs
in C use (benchmarks, solvers, I/O libraries, course code, MPICH's tests), and the number of these projects. `rankine check FILE…` names those
that a program uses and that fail or are missing here. (`rankine check --c-library` writes this page; do not edit it.)

A function that fails returns its usual value for failure and sets `errno`, mostly to `ENOSYS`.
";

pub fn page() -> String {
    let (mut text, remarks) = (HEAD.to_owned(), catalogue::c_library());
    for (kind, title) in [("headers", "Headers"), ("functions", "Functions")] {
        let _ = write!(text, "\n## {title}\n\n| name | projects | here |\n|---|---|---|\n");
        for (_, projects, names) in catalogue::c_usage().filter(|(key, _, _)| *key == kind) {
            for name in names.split(' ') {
                let here = match remarks.get(name) {
                    None => "yes".to_owned(),
                    Some(remark) => match remark.how {
                        Otherwise::Missing => format!("missing: {}", remark.text),
                        Otherwise::Fails => format!("fails: {}", remark.text),
                        Otherwise::Differs => format!("yes: {}", remark.text),
                    },
                };
                let _ = writeln!(text, "| `{name}` | {projects} | {here} |");
            }
        }
    }
    text
}
