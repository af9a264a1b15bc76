//! `docs/mpi-support.md`: every function of the standard, chapter by chapter, and whether it is
//! supported.

use super::catalogue::{Chapter, Function, Support};
use std::fmt::Write;

const HEAD: &str = "\
# Functions of MPI

This page lists all functions of MPI, and whether Rankine's library has them. A program links with every function below. If a program
calls a function that the library does not have yet, the call raises the error `MPI_ERR_UNSUPPORTED_OPERATION` with the function's
name. `rankine check FILE…` says beforehand which of these functions a program uses. (`rankine check --functions` writes this page from
the library's sources; do not edit it.)

The tier of a function says how often programs need it, measured with the C programs of 135 public projects (each project has the same
weight). With the functions of T1 alone, 80 % of the programs link; with T2 also 94 %, with T3 97 %, with MPI-4 97 %, with MPI-IO 99 %.
None of these programs uses a function without a tier.
";

/// The tiers, in the order in which they are counted.
const TIERS: &[&str] = &["T1", "T2", "T3", "MPI-4", "MPI-IO", ""];

pub fn page(chapters: &[Chapter]) -> String {
    let mut text = format!("{HEAD}\n| tier | functions | there |\n|---|---|---|\n");
    let all: Vec<&Function> = chapters.iter().flat_map(|chapter| &chapter.functions).collect();
    for tier in TIERS {
        row(&mut text, if tier.is_empty() { "none" } else { tier }, all.iter().copied().filter(|f| f.tier == *tier));
    }
    row(&mut text, "all", all.iter().copied());
    for chapter in chapters {
        let there = chapter.functions.iter().filter(|function| function.support == Support::There).count();
        let _ = write!(text, "\n## {}\n\n{there} of {}.\n\n", chapter.title, chapter.functions.len());
        text.push_str("| function | there | tier |\n|---|---|---|\n");
        for function in &chapter.functions {
            let there = if function.support == Support::There { "yes" } else { "no" };
            let _ = writeln!(text, "| `MPI_{}` | {there} | {} |", function.name, function.tier);
        }
    }
    text
}

fn row<'a>(text: &mut String, tier: &str, functions: impl Iterator<Item = &'a Function>) {
    let (mut count, mut there) = (0, 0);
    for function in functions {
        count += 1;
        there += usize::from(function.support == Support::There);
    }
    let _ = writeln!(text, "| {tier} | {count} | {there} |");
}
