//! Programs for nodes without a hart: each is read from its file and given to such a node.

use super::arguments::Arguments;
use super::compiling::is_source;
use crate::text;
use rankine_bus::counted;
use rankine_platform::{Platform, presets};
use rankine_session::request::Launch;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

/// Programs that wait for nodes, in the order of the command line.
struct Waiting {
    /// Programs for nodes without a hart.
    hardware: VecDeque<Arc<[u32]>>,
    /// Launches for nodes with a hart; `ranks` counts the nodes that each still needs.
    programs: VecDeque<Launch>,
}

/// Gives the programs for nodes without a hart to the first such nodes, in their order, and the
/// other launches to the first nodes with a hart. All nodes up to the last one used take part. Only
/// the launches of programs for harts remain. Each counts the nodes without a hart that follow its
/// own nodes, and the first launch also counts those before its nodes.
pub fn place(arguments: &mut Arguments, platform: &Platform) -> Result<(), String> {
    let is_hardware = |launch: &Launch| runner(platform, &launch.path).is_some();
    if let Some(refusal) = arguments.launches.iter().find_map(|launch| refusal(launch, platform)) {
        return Err(refusal);
    }
    // A launch with no ranks is refused later, by an error for all kinds of programs.
    if !arguments.launches.iter().any(is_hardware) || arguments.launches.iter().any(|launch| launch.ranks == 0) {
        return Ok(());
    }
    let mut waiting = Waiting { hardware: VecDeque::new(), programs: VecDeque::new() };
    for launch in arguments.launches.drain(..) {
        if is_hardware(&launch) {
            let program = read(&launch, platform)?;
            waiting.hardware.extend((0..launch.ranks).map(|_| program.clone()));
        } else {
            waiting.programs.push_back(launch);
        }
    }
    arguments.launches = placed(waiting, platform)?;
    Ok(())
}

/// The kind of node without a hart that runs such a file on this platform, in words. None if there
/// is no such node.
fn runner(platform: &Platform, file: &Path) -> Option<&'static str> {
    if !platform.is_hardware_program(file) {
        return None;
    }
    let node = (0..platform.platform.nodes_max).find(|node| platform.like(*node).is_none())?;
    Some(platform.hardware(node).one)
}

/// The presets that have nodes without a hart for such a file, each with the kind of node, in
/// words.
fn runners(file: &Path) -> Vec<(&'static str, &'static str)> {
    let platforms = presets().filter_map(|name| Some((name, Platform::resolve(name, &[]).ok()?)));
    platforms.filter_map(|(name, platform)| Some((name, runner(&platform, file)?))).collect()
}

/// Is this the file of a program for nodes without a hart, on any preset?
pub fn is_program(file: &Path) -> bool {
    file.extension().is_some() && !is_source(file) && !runners(file).is_empty()
}

/// The error for a program for nodes without a hart if this platform has no such nodes; none for other programs.
fn refusal(launch: &Launch, platform: &Platform) -> Option<String> {
    if runner(platform, &launch.path).is_some() || !is_program(&launch.path) {
        return None;
    }
    let runners = runners(&launch.path);
    let (_, one) = runners.first()?;
    let names: Vec<&str> = runners.iter().map(|(name, _)| *name).collect();
    let (file, name) = (&launch.name, &platform.platform.name);
    let names = names.join(", ");
    Some(format!("{file}: is a program for {one}, and platform {name} has none; give --platform {names}"))
}

fn read(launch: &Launch, platform: &Platform) -> Result<Arc<[u32]>, String> {
    let most = platform.platform.nodes_max;
    if launch.ranks > most {
        let name = &platform.platform.name;
        return Err(format!("-n {}: platform {name} has {}", launch.ranks, counted(most.into(), "node")));
    }
    if !launch.arguments.is_empty() {
        return Err(format!("{}: takes no arguments: its node has no hart", launch.name));
    }
    let text = text::read(&launch.path)?;
    let located = |errors: String| errors.lines().map(|line| format!("{}:{line}", launch.name)).collect::<Vec<_>>();
    let words = platform.hardware_program(&text).map_err(|errors| located(errors).join("\n"))?;
    Ok(words.into())
}

fn placed(waiting: Waiting, platform: &Platform) -> Result<Vec<Launch>, String> {
    let Waiting { mut hardware, mut programs } = waiting;
    let mut launches: Vec<Launch> = Vec::new();
    let mut before: BTreeMap<u32, Arc<[u32]>> = BTreeMap::new();
    let mut leading = 0;
    // Is the next rank of a program the first one of its launch?
    let mut begins = true;
    for node in 0..platform.platform.nodes_max {
        if hardware.is_empty() && programs.is_empty() {
            break;
        }
        if platform.like(node).is_none() {
            let program = hardware.pop_front().map(|program| (node, program));
            match launches.last_mut() {
                Some(launch) => {
                    launch.ranks += 1;
                    launch.hardware.extend(program);
                }
                None => {
                    leading += 1;
                    before.extend(program);
                }
            }
        } else if let Some(next) = programs.front_mut() {
            let is_last = next.ranks <= 1;
            next.ranks = next.ranks.saturating_sub(1);
            match launches.last_mut().filter(|_| !begins) {
                Some(last) => last.ranks += 1,
                None => launches.push(Launch { ranks: 1, ..next.clone() }),
            }
            begins = is_last;
            if is_last {
                programs.pop_front();
            }
        } else {
            let name = &platform.platform.name;
            return Err(format!(
                "node {node} of platform {name} has a hart and no program, and there are programs for nodes behind it; \
                 give one more program for a hart"
            ));
        }
    }
    complete(&hardware, &programs, platform)?;
    let Some(first) = launches.first_mut() else {
        return Err("no program for a node with a hart: the run ends with the last of those, so give one".into());
    };
    first.ranks += leading;
    first.hardware.append(&mut before);
    Ok(launches)
}

/// Fails if a program is left without a node.
fn complete(hardware: &VecDeque<Arc<[u32]>>, programs: &VecDeque<Launch>, platform: &Platform) -> Result<(), String> {
    let nodes = platform.platform.nodes_max;
    let without = (0..nodes).filter(|node| platform.like(*node).is_none()).count();
    let harts: u64 = programs.iter().map(|launch| u64::from(launch.ranks)).sum();
    let (left, kind, have) = match (hardware.len() as u64, harts) {
        (0, 0) => return Ok(()),
        (0, left) => (left, "with a hart", nodes as usize - without),
        (left, _) => (left, "without a hart", without),
    };
    let (name, advice) = (&platform.platform.name, platform.more_ranks_advice());
    Err(format!("nodes {kind} of platform {name}: there are {have}, {left} too few for these programs; {advice}"))
}
