//! Calls by call site and callee, with the cost of the callee and of all that it called.

use super::functions::Functions;
use super::parent;
use crate::recording::{Counts, Profile};
use std::collections::{BTreeMap, BTreeSet};

/// All calls of one function from one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arc {
    /// The address that was called. If addresses differ, that of the first call.
    pub(super) target: u64,
    pub(super) calls: u64,
    /// The cost of the time in which at least one of these calls is in progress. So a call inside
    /// another call of the same arc adds nothing.
    pub(super) inclusive: Counts,
}

/// Call site, and start of the callee.
type Key = (u64, Option<u64>);

enum Step {
    Enter(usize),
    Leave(Key),
}

/// The arcs of a profile, in order of call site.
pub(super) fn arcs(profile: &Profile, functions: &Functions<'_>) -> BTreeMap<Key, Arc> {
    let inclusive = inclusive(profile);
    let mut children = vec![Vec::new(); profile.paths.len()];
    let mut steps = Vec::new();
    for node in (0..profile.paths.len()).rev() {
        match parent(profile, node) {
            Some(parent) => children[parent].push(node),
            None => steps.push(Step::Enter(node)),
        }
    }
    let mut arcs: BTreeMap<Key, Arc> = BTreeMap::new();
    let mut under_way = BTreeSet::new();
    // This is no recursive function, because the program's recursion may be deeper than the host's
    // stack.
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(key) => {
                under_way.remove(&key);
                continue;
            }
        };
        if let Some(parent) = parent(profile, node) {
            let path = &profile.paths[node];
            let site = if path.call_site == 0 { profile.paths[parent].function } else { path.call_site };
            let key = (site, functions.at(path.function).start);
            let arc = arcs.entry(key).or_insert(Arc { target: path.function, ..Arc::default() });
            arc.calls = arc.calls.saturating_add(path.calls);
            if under_way.insert(key) {
                arc.inclusive.add(&inclusive[node]);
                steps.push(Step::Leave(key));
            }
        }
        steps.extend(children[node].iter().map(|&child| Step::Enter(child)));
    }
    arcs
}

/// The costs of each node together with those below it.
fn inclusive(profile: &Profile) -> Vec<Counts> {
    let mut costs: Vec<Counts> = profile.paths.iter().map(|path| path.own).collect();
    for node in (0..costs.len()).rev() {
        if let Some(parent) = parent(profile, node) {
            let below = costs[node];
            costs[parent].add(&below);
        }
    }
    costs
}
