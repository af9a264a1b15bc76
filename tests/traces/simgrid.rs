//! Checks a time-independent trace for replay by SimGrid.

use super::runs::Ran;
use std::collections::BTreeMap;

/// Actions, and the number of arguments of each.
const ACTIONS: &[(&str, usize)] = &[
    ("init", 0),
    ("finalize", 0),
    ("compute", 1),
    ("send", 4),
    ("isend", 4),
    ("recv", 4),
    ("irecv", 4),
    ("wait", 3),
    ("waitall", 0),
    ("test", 3),
    ("barrier", 0),
    ("comm_dup", 0),
    ("comm_split", 0),
    ("bcast", 3),
    ("reduce", 4),
    ("allreduce", 3),
    ("scan", 3),
    ("exscan", 3),
    ("gather", 5),
    ("scatter", 5),
    ("allgather", 4),
    ("alltoall", 4),
];

/// Checks that each rank has a file with known actions, and that every message sent is received.
pub fn simgrid(ran: &Ran) -> Result<(), String> {
    let list = ran.read("run.ti");
    let names: Vec<&str> = list.lines().collect();
    let ranks = ran.of_ranks("rank");
    let expected: Vec<String> = ranks.iter().map(|rank| format!("run.ti_files/{rank}")).collect();
    if names != expected {
        return Err(format!("{names:?} are not {expected:?}"));
    }
    // Sizes sent and received, by source, destination and tag.
    let mut messages: BTreeMap<[u64; 3], [Vec<u64>; 2]> = BTreeMap::new();
    for (rank, name) in ranks.iter().zip(names) {
        let text = ran.read(name);
        let mut actions = Vec::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [of, action, numbers @ ..] = &words[..] else { return Err(format!("not an action: {line}")) };
            let numbers: Vec<u64> = numbers.iter().filter_map(|word| word.parse().ok()).collect();
            let is_known = ACTIONS.contains(&(action, numbers.len()));
            if of.parse() != Ok(*rank) || numbers.len() + 2 != words.len() || !is_known {
                return Err(format!("not an action of rank {rank}: {line}"));
            }
            match (action.trim_start_matches('i'), &numbers[..]) {
                ("send", [to, tag, size, 6]) => messages.entry([*rank, *to, *tag]).or_default()[0].push(*size),
                ("recv", [from, tag, size, 6]) => messages.entry([*from, *rank, *tag]).or_default()[1].push(*size),
                _ => {}
            }
            actions.push(action.to_string());
        }
        let ends = [actions.first(), actions.last()].map(|action| action.map(String::as_str));
        if ends != [Some("init"), Some("finalize")] {
            return Err(format!("rank {rank} begins and ends with {ends:?}"));
        }
    }
    match messages.iter().find(|(_, [sent, received])| sent != received) {
        Some(message) => Err(format!("source, destination, tag; sent and received: {message:?}")),
        None => Ok(()),
    }
}
