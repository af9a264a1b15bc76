//! Compiles the C files of a command line, each once for every kind of node among its ranks, and
//! makes launches of the programs.

use super::arguments::Arguments;
use crate::cc::{self, Built};
use rankine_platform::Platform;
use rankine_session::request::Launch;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

/// Compiles every launch that names a C file, and replaces it by launches of the compiled programs.
pub fn compile(arguments: &mut Arguments, platform: &Platform) -> Result<(), String> {
    let Arguments { launches, library, .. } = arguments;
    let is_dynamic = launches.iter().any(|launch| launch.is_aside);
    let mut compiled = Vec::new();
    let mut first = 0_u32;
    for launch in launches.drain(..) {
        let ranks = first..first.saturating_add(launch.ranks);
        first = ranks.end;
        if is_source(&launch.path) {
            let parts = parts(ranks, platform.has_kinds(), |rank| platform.like(rank));
            let build = |node| cc::build_for_run(&launch.path, &platform.of_node(node), library, is_dynamic);
            compiled.extend(programs(&launch, &parts, build)?);
        } else if let Some(parameter) = library.first() {
            let path = launch.path.display();
            return Err(format!("--library {parameter}: {path} has its library already; give it to `rankine cc`"));
        } else {
            compiled.push(launch);
        }
    }
    *launches = compiled;
    Ok(())
}

/// Consecutive ranks that can run the same program, and a rank for whose node it is compiled.
struct Part {
    node: u32,
    ranks: u32,
}

/// Splits ranks into parts. `has_kinds` says whether nodes differ; `like` is [`Platform::like`]. A
/// rank without a hart runs no program, so it joins the part of a rank near it.
fn parts(ranks: Range<u32>, has_kinds: bool, like: impl Fn(u32) -> Option<u32>) -> Vec<Part> {
    let start = like(ranks.start).unwrap_or(ranks.start);
    let mut parts = vec![Part { node: start, ranks: 0 }];
    if !has_kinds {
        parts[0].ranks = ranks.len() as u32;
        return parts;
    }
    for rank in ranks {
        match (like(rank), parts.last_mut()) {
            (Some(node), Some(last)) if last.node != node => {
                // Ranks without a hart that come before the first hart join that hart's part.
                match like(last.node) {
                    Some(_) => parts.push(Part { node, ranks: 1 }),
                    None => *last = Part { node, ranks: last.ranks + 1 },
                }
            }
            (_, Some(last)) => last.ranks += 1,
            (_, None) => {}
        }
    }
    parts
}

/// Makes a launch for each part. `build` compiles the program for a node.
fn programs(
    launch: &Launch,
    parts: &[Part],
    build: impl Fn(u32) -> Result<Built, String>,
) -> Result<Vec<Launch>, String> {
    let mut all: BTreeMap<u32, Built> = BTreeMap::new();
    let mut launches = Vec::new();
    for Part { node, ranks } in parts {
        if !all.contains_key(node) {
            all.insert(*node, build(*node)?);
        }
        let Built { path, bytes } = &all[node];
        launches.push(Launch { path: path.clone(), image: Some(bytes.clone()), ranks: *ranks, ..launch.clone() });
    }
    Ok(launches)
}

#[cfg(test)]
mod tests {
    use super::parts;

    /// Kinds of nodes (a letter for each, `.` for a node without a hart; empty if all nodes are the
    /// same); ranks; and their parts (the node that the program is compiled for, and the number of
    /// ranks).
    #[test]
    fn parts_of_launches() {
        for (kinds, ranks, expected) in [
            ("", 0..4_000_000_000, "0*4000000000"),
            ("mmmmmmmmm", 3..9, "0*6"),
            ("mmmmmmmmm", 0..12, "0*12"),
            ("mmmmmmmppmmmmmmmppmm", 0..20, "0*7 7*2 0*7 7*2 0*2"),
            ("mmmmmmmppmmmmmmmppmm", 8..10, "7*1 0*1"),
            ("mmmm...pp", 0..9, "0*7 7*2"),
            ("mmmm...pp", 5..8, "7*3"),
            ("m........", 0..3, "0*3"),
        ] {
            // A node beyond the list is like node 0; a run with such a rank is refused later.
            let like = |rank: u32| match kinds.chars().nth(rank as usize) {
                Some('.') => None,
                Some(kind) => kinds.find(kind).map(|first| first as u32),
                None => Some(0),
            };
            let parts = parts(ranks, !kinds.is_empty(), like);
            let found: Vec<String> = parts.iter().map(|part| format!("{}*{}", part.node, part.ranks)).collect();
            assert_eq!(found.join(" "), expected, "{kinds}");
        }
    }
}
