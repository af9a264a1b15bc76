//! C files of a command line: each is compiled, once for each kind of node among its ranks, and becomes launches of programs.

use super::arguments::Arguments;
use crate::cc;
use rankine_platform::Platform;
use rankine_session::request::Launch;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

/// Compiles every launch that names a C file; launches of its programs take its place.
pub fn compile(arguments: &mut Arguments, platform: &Platform) -> Result<(), String> {
    let Arguments { launches, library, .. } = arguments;
    let mut compiled = Vec::new();
    let mut first = 0_u32;
    for launch in launches.drain(..) {
        let ranks = first..first.saturating_add(launch.ranks);
        first = ranks.end;
        if is_source(&launch.path) {
            let parts = parts(platform, ranks);
            compiled.extend(programs(launch, &parts, platform, library)?);
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

/// Ranks in a row that can run one program, and a rank for whose node it is compiled.
struct Part {
    node: u32,
    ranks: u32,
}

/// The parts of these ranks. Engines run no program: each is in the part of a rank near it.
fn parts(platform: &Platform, ranks: Range<u32>) -> Vec<Part> {
    let start = platform.like(ranks.start).unwrap_or(ranks.start);
    let mut parts = vec![Part { node: start, ranks: 0 }];
    if !platform.has_kinds() {
        parts[0].ranks = ranks.len() as u32;
        return parts;
    }
    for rank in ranks {
        match (platform.like(rank), parts.last_mut()) {
            (Some(like), Some(last)) if last.node != like => {
                // Engines before the first hart are with it.
                match platform.like(last.node) {
                    Some(_) => parts.push(Part { node: like, ranks: 1 }),
                    None => *last = Part { node: like, ranks: last.ranks + 1 },
                }
            }
            (_, Some(last)) => last.ranks += 1,
            (_, None) => {}
        }
    }
    parts
}

/// A launch for each part.
fn programs(launch: Launch, parts: &[Part], platform: &Platform, library: &[String]) -> Result<Vec<Launch>, String> {
    let mut paths: BTreeMap<u32, PathBuf> = BTreeMap::new();
    let mut launches = Vec::new();
    for Part { node, ranks } in parts {
        let path = match paths.get(node) {
            Some(path) => path.clone(),
            None => cc::build_for_run(&launch.path, &platform.of_node(*node), library)?,
        };
        paths.insert(*node, path.clone());
        launches.push(Launch { path, ranks: *ranks, ..launch.clone() });
    }
    Ok(launches)
}

#[cfg(test)]
mod tests {
    use super::parts;
    use rankine_platform::Platform;

    /// Platform, ranks, and its parts: for which node a program is, and how many ranks run it.
    #[test]
    fn parts_of_launches() {
        for (platform, ranks, expected) in [
            ("manycore", 0..4_000_000_000, "0*4000000000"),
            ("tmd-9", 3..9, "0*6"),
            ("tmd-9", 0..12, "0*12"),
            ("tmd-45", 0..20, "0*7 7*2 0*7 7*2 0*2"),
            ("tmd-45", 8..10, "7*1 0*1"),
            ("tmd-9:4uB_FPU_2PPC_3HW", 0..9, "0*7 7*2"),
            ("tmd-9:4uB_FPU_2PPC_3HW", 5..8, "7*3"),
            ("tmd-9:1uB_FPU_8HW", 0..3, "0*3"),
        ] {
            let platform = Platform::resolve(platform, &[]).unwrap();
            let found: Vec<String> =
                parts(&platform, ranks).iter().map(|part| format!("{}*{}", part.node, part.ranks)).collect();
            assert_eq!(found.join(" "), expected, "{}", platform.platform.name);
        }
    }
}
