//! Folded stacks: a line for each path of calls, such as `rank3;main;MPI_Send;chan_send 120`, in
//! cycles.

use super::functions::Functions;
use super::{parent, profile_of};
use crate::recording::ProcessorRecording;
use rankine_program::Debug;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The most functions in a stack. Deeper functions count for the last one; else deep recursion
/// would make a file of quadratic size.
const DEPTH_MAX: usize = 256;

/// All paths with the same names.
#[derive(Default)]
struct Node {
    children: BTreeMap<String, usize>,
    depth: usize,
    cycles: u64,
}

/// Writes the stacks of `processors`. The stacks of each processor are in order of name; callers
/// come before their callees. Stacks without cycles of their own are left out. `debug` gives the
/// debug information of a program by its index. An error if a processor has no profile.
pub fn folded<'a>(
    processors: &[&ProcessorRecording],
    debug: &dyn Fn(usize) -> &'a Debug,
    out: &mut dyn Write,
) -> io::Result<()> {
    for processor in processors {
        let nodes = merged(processor, debug(processor.program))?;
        // The names of the functions above, and the nodes that are still to be written.
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

/// The tree of names. Its root is the processor.
fn merged(processor: &ProcessorRecording, debug: &Debug) -> io::Result<Vec<Node>> {
    let profile = profile_of(processor)?;
    let functions = Functions::new(&debug.symbols, std::iter::once(profile));
    let mut nodes = vec![Node::default()];
    // The node of each path.
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

/// A name without the characters that have a meaning in a folded stack.
pub(super) fn plain(name: &str) -> String {
    name.replace(';', ":").replace(|c: char| c.is_whitespace() || c.is_control(), "_")
}
