//! Folded stacks: one line a path of calls, `rank3;main;MPI_Send;chan_send 120`, in cycles.

use super::functions::Functions;
use super::{parent, profile_of};
use crate::recording::ProcessorRecording;
use rankine_program::Debug;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most functions of a stack: what is deeper counts for the last one, or deep recursion would make a file of
/// quadratic size.
const DEPTH_MAX: usize = 256;

/// Paths that look the same, together.
#[derive(Default)]
struct Node {
    children: BTreeMap<String, usize>,
    depth: usize,
    cycles: u64,
}

/// Writes the stacks of `processors`, of each in order of name; callers come before what they call, and stacks without cycles
/// of their own are left out. `debug` gives the debug information of a program by its index. An error if one
/// has no profile.
pub fn folded<'a>(
    processors: &[&ProcessorRecording],
    debug: &dyn Fn(usize) -> &'a Debug,
    out: &mut dyn Write,
) -> io::Result<()> {
    for processor in processors {
        let nodes = merged(processor, debug(processor.program))?;
        // Names of the functions above, and the nodes still to write.
        let mut stack = String::new();
        let mut rest = vec![(0, 0, format!("rank{}", processor.id.short()))];
        while let Some((index, caller_bytes, name)) = rest.pop() {
            stack.truncate(caller_bytes);
            if !stack.is_empty() {
                stack.push(';');
            }
            stack.push_str(&name);
            let node: &Node = &nodes[index];
            if node.cycles > 0 {
                writeln!(out, "{stack} {}", node.cycles)?;
            }
            rest.extend(node.children.iter().rev().map(|(name, &child)| (child, stack.len(), name.clone())));
        }
    }
    Ok(())
}

/// The tree of names, its root the processor.
fn merged(processor: &ProcessorRecording, debug: &Debug) -> io::Result<Vec<Node>> {
    let profile = profile_of(processor)?;
    let functions = Functions::new(&debug.symbols, std::iter::once(profile));
    let mut nodes = vec![Node::default()];
    // Of each path its node.
    let mut places: Vec<usize> = Vec::with_capacity(profile.paths.len());
    for (index, path) in profile.paths.iter().enumerate() {
        let above = parent(profile, index).map_or(0, |parent| places[parent]);
        let place = if nodes[above].depth == DEPTH_MAX {
            above
        } else {
            let new = nodes.len();
            let depth = nodes[above].depth + 1;
            let name = plain(&functions.at(path.function).name);
            let place = *nodes[above].children.entry(name).or_insert(new);
            if place == new {
                nodes.push(Node { depth, ..Node::default() });
            }
            place
        };
        nodes[place].cycles = nodes[place].cycles.saturating_add(path.own.cycles);
        places.push(place);
    }
    Ok(nodes)
}

/// A name without the characters that mean something in a folded stack.
pub(super) fn plain(name: &str) -> String {
    name.replace(';', ":").replace(|c: char| c.is_whitespace() || c.is_control(), "_")
}
