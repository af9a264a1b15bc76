//! Lists of what Rankine supports, by name: MPI functions, from the library's own sources, and
//! differences of the C library from others.

use crate::cc;
use std::collections::{BTreeMap, BTreeSet};

const TIERS: &str = include_str!("tiers.txt");
const C_LIBRARY: &str = include_str!("c_library.txt");
const C_USAGE: &str = include_str!("c_usage.txt");

/// Does a function do what the standard says?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    There,
    /// It links, and reports an error with its name when it is called.
    FailsByName,
}

/// A function of the standard; the name is without `MPI_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub support: Support,
    pub tier: &'static str,
}

/// The functions of one section of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    pub functions: Vec<Function>,
}

/// All functions of `mpi.h`, by chapter.
pub fn chapters() -> Result<Vec<Chapter>, String> {
    let sources = cc::library_texts().map_err(|error| error.to_string())?;
    let text = |name: &str| {
        let found = sources.iter().find(|(path, _)| path == name);
        found.map(|(_, text)| text.as_str()).ok_or_else(|| format!("the library's sources have no {name}"))
    };
    Ok(read_header(text("libmpi-c/include/mpi_functions.h")?, &unsupported(text("libmpi-c/api/unsupported.c")?)))
}

/// The functions that only report an error with their name. All others are implemented: else no
/// program that uses them would link (`tests/support.rs` links one that uses all).
fn unsupported(text: &str) -> BTreeSet<&str> {
    text.lines().filter_map(|line| line.strip_prefix("UNSUPPORTED(")?.strip_suffix(')')).collect()
}

/// Reads the chapters: a comment on a line of its own begins a chapter, and each declaration begins
/// a line with its type.
fn read_header(header: &str, unsupported: &BTreeSet<&str>) -> Vec<Chapter> {
    let tiers = tiers();
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in header.lines() {
        if let Some(title) = line.strip_prefix("/* ").and_then(|rest| rest.strip_suffix(". */")) {
            chapters.push(Chapter { title: title.to_owned(), functions: Vec::new() });
        } else if let (Some(name), Some(chapter)) = (declared(line), chapters.last_mut()) {
            let support = if unsupported.contains(name) { Support::FailsByName } else { Support::There };
            let tier = tiers.get(name).or_else(|| tiers.get("*_c").filter(|_| name.ends_with("_c")));
            chapter.functions.push(Function { name: name.to_owned(), support, tier: tier.copied().unwrap_or("") });
        }
    }
    chapters.retain(|chapter| !chapter.functions.is_empty());
    chapters
}

/// The name in `int MPI_Name(...`.
fn declared(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("MPI_")?;
    let (name, _) = rest.split_once('(')?;
    let is_type = before.chars().next().is_some_and(char::is_alphabetic) && before.ends_with([' ', '*']);
    // In `MPI_Aint MPI_Aint_add(`, the name comes last.
    let name = name.rsplit_once("MPI_").map_or(name, |(_, last)| last);
    (is_type || line.starts_with("MPI_")).then_some(name)
}

fn tiers() -> BTreeMap<&'static str, &'static str> {
    let lines = TIERS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    lines.flat_map(|(tier, names)| names.split_whitespace().map(move |name| (name, tier))).collect()
}

/// How a header or function of the C library differs from that of other systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// A program with it does not even link, or there is no such header.
    Missing,
    /// It links, but fails when it is called.
    Fails,
    /// It works, with a difference.
    Differs,
}

/// A difference of the C library, or the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    pub how: Otherwise,
    pub text: &'static str,
}

/// The differences of the C library, by name of header or function.
pub fn c_library() -> BTreeMap<&'static str, Remark> {
    let mut all = BTreeMap::new();
    for (key, names, text) in rows(C_LIBRARY) {
        let how = match key {
            "missing" => Otherwise::Missing,
            "fails" => Otherwise::Fails,
            _ => Otherwise::Differs,
        };
        all.extend(names.split(' ').map(|name| (name, Remark { how, text })));
    }
    all
}

/// Headers and functions that public programs use, the most used first: kind (header or function),
/// number of projects, and names.
pub fn c_usage() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    rows(C_USAGE).into_iter()
}

/// Lines of the form `key words: text`, without comments.
fn rows(list: &'static str) -> Vec<(&'static str, &'static str, &'static str)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let split = lines.filter_map(|line| {
        let (names, text) = line.split_once(": ")?;
        let (key, words) = names.split_once(' ')?;
        Some((key, words, text))
    });
    split.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> BTreeMap<String, Function> {
        let functions = chapters().unwrap().into_iter().flat_map(|chapter| chapter.functions);
        functions.map(|function| (function.name.clone(), function)).collect()
    }

    #[test]
    fn the_header_is_read() {
        let names = names();
        assert!(names.len() > 600, "{}", names.len());
        for (name, tier) in
            [("Send", "T1"), ("Wtime", "T1"), ("Aint_add", "T3"), ("Send_c", "MPI-4"), ("Comm_spawn", "")]
        {
            assert_eq!(names.get(name).map(|function| function.tier), Some(tier), "{name}");
        }
        assert_eq!(names["Send"].support, Support::There);
    }

    #[test]
    fn tiers_name_functions_once() {
        let (names, mut seen) = (names(), BTreeSet::new());
        for line in TIERS.lines().filter(|line| !line.starts_with('#')) {
            let (_, functions) = line.split_once(": ").unwrap();
            for name in functions.split_whitespace() {
                assert!(name == "*_c" || names.contains_key(name), "{name} is not in the header");
                assert!(seen.insert(name), "{name} is there twice");
            }
        }
    }

    #[test]
    fn what_fails_is_in_the_header() {
        let sources = cc::library_texts().unwrap();
        let (_, text) = sources.iter().find(|(path, _)| path == "libmpi-c/api/unsupported.c").unwrap();
        let names = names();
        for found in unsupported(text) {
            assert!(names.contains_key(found), "MPI_{found} is not in the header");
        }
        assert_eq!(names["Comm_join"].support, Support::FailsByName);
    }
}
