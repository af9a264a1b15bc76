//! Tests of the compiled firmware of platform `nic` with associative units, in all orders of
//! events.
//!
//! Headers and requests arrive at any time, each unit takes any time for each step, and the NIC
//! processor takes any time between two accesses. Whenever no work is left, each receive must have
//! the data of the message that MPI's rules give it. Firmware that breaks a rule must be found.
//!
//! `node` is a node whose processor runs the compiled firmware, `interface` is the hardware around
//! it, `compile` makes the firmware. This file has the scripts, the reference and the search.

mod compile;
mod interface;
mod node;

use compile::{Firmware, Patch, compile};
use interface::{Asked, Interface, Number, Tag, Wanted, length};
use node::{Act, Node, Script, State};
use rankine_devices::alpu::AlpuParams;
use rankine_tests::{check_rows, is_long};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// The number of each receive, and of its message.
type Pairs = BTreeMap<Number, Number>;

/// The pairs that MPI demands. Taken in order, each message goes to the first free receive that
/// accepts it. Receives have an order, too, so the pairs do not depend on how messages and receives
/// interleave. A cancelled receive gets nothing, whenever it was cancelled.
fn reference(messages: &[Tag], receives: &[(Number, Wanted)]) -> Pairs {
    let mut pairs = Pairs::new();
    for (message, tag) in messages.iter().enumerate() {
        let accepts = |&&(receive, wanted): &&(Number, Wanted)| {
            !pairs.contains_key(&receive) && wanted.is_none_or(|wanted| wanted == *tag)
        };
        if let Some(&(receive, _)) = receives.iter().find(accepts) {
            pairs.insert(receive, message);
        }
    }
    pairs
}

/// The receives that the firmware reports as cancelled.
fn cancelled(interface: &Interface, script: &Script) -> Vec<Number> {
    let taken_back = |(number, asked): (Number, &Asked)| match asked {
        Asked::Cancel(receive) => interface.completions.get(&number).filter(|one| one.flag).map(|_| *receive),
        Asked::Receive(_) => None,
    };
    script.requests.iter().enumerate().filter_map(taken_back).collect()
}

/// Does each receive that has arrived have the data of its message, and did the host get the right
/// completions and no others?
fn is_right(interface: &Interface, script: &Script) -> bool {
    let [messages, requests] = interface.came;
    let cancelled = cancelled(interface, script);
    let mut receives = Vec::new();
    let mut are_told = true;
    for (number, asked) in script.requests[..requests].iter().enumerate() {
        let told = interface.completions.get(&number);
        match asked {
            // Cancelling fails only if the receive has met its message.
            Asked::Cancel(receive) => {
                are_told &= told.is_some_and(|told| told.flag != interface.completions.contains_key(receive));
            }
            Asked::Receive(wanted) => {
                let data = interface.buffers.get(&number).copied();
                let expected = data.map(|message| (length(message), script.messages[message]));
                are_told &= told.map(|told| (told.bytes, told.tag)) == expected;
                if !cancelled.contains(&number) {
                    receives.push((number, *wanted));
                }
            }
        }
    }
    are_told && !interface.has_work() && interface.buffers == reference(&script.messages[..messages], &receives)
}

/// Counts over all orders of events of some scripts.
#[derive(Debug, Default)]
struct Seen {
    states: usize,
    /// States in which no work is left and everything has arrived.
    ends: usize,
    /// States in which nothing happens any more although work is left, or with other pairs than the
    /// reference; and states after a mistake.
    wrong: usize,
    /// States from which the node reaches no state in which it waits for more.
    endless: usize,
    /// States in which a unit holds a header.
    held: usize,
    /// Receives that are cancelled, at the ends.
    cancelled: usize,
}

/// The graph of all states of a script.
#[derive(Default)]
struct Graph {
    numbers: HashMap<u128, u32>,
    /// Steps of the node itself, as pairs (to, from).
    steps: Vec<(u32, u32)>,
    settled: Vec<u32>,
}

impl Graph {
    /// The state's number, and whether it is new.
    fn number(&mut self, state: &State) -> (u32, bool) {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(state.fingerprint()).or_insert(next);
        (number, number == next)
    }

    /// The number of states from which no settled one can be reached.
    fn endless(mut self) -> usize {
        self.steps.sort_unstable();
        let mut reaches = vec![false; self.numbers.len()];
        let mut open = self.settled;
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut reaches[state as usize], true) {
                let first = self.steps.partition_point(|&(to, _)| to < state);
                open.extend(self.steps[first..].iter().take_while(|(to, _)| *to == state).map(|(_, from)| from));
            }
        }
        reaches.iter().filter(|reaches| !**reaches).count()
    }
}

impl Seen {
    /// Counts a state in which nothing happens until more messages or requests arrive.
    fn settled(&mut self, state: &State, script: &Script) {
        let [messages, requests] = state.interface.came;
        self.wrong += usize::from(!is_right(&state.interface, script));
        if messages == script.messages.len() && requests == script.requests.len() {
            self.ends += 1;
            self.cancelled += cancelled(&state.interface, script).len();
        }
    }

    /// Explores all states that can be reached.
    fn explore(&mut self, node: &mut Node, script: &Script) {
        let mut graph = Graph::default();
        let first = node.begin();
        graph.number(&first);
        let mut open = vec![(0, first)];
        while let Some((number, state)) = open.pop() {
            if state.interface.mistake().is_some() {
                self.wrong += 1;
                graph.settled.push(number);
                continue;
            }
            let mut is_settled = true;
            for act in Act::ALL {
                let Some(follower) = node.follow(&state, act, script) else { continue };
                let (to, is_new) = graph.number(&follower);
                if act.is_own() {
                    is_settled &= to == number;
                    graph.steps.push((to, number));
                }
                if is_new {
                    open.push((to, follower));
                }
            }
            if is_settled {
                graph.settled.push(number);
                self.settled(&state, script);
            }
            self.held += usize::from(state.interface.is_holding());
        }
        self.states += graph.numbers.len();
        self.endless += graph.endless();
    }

    fn is_wrong(&self) -> bool {
        self.wrong + self.endless > 0
    }

    fn add(&mut self, other: &Seen) {
        self.states += other.states;
        self.ends += other.ends;
        self.held += other.held;
        self.cancelled += other.cancelled;
    }
}

const WANTED: [Wanted; 3] = [Some(0), Some(1), None];

/// All scripts of so many messages with two tags, and so many receives that accept one of the tags
/// or any. The first message always has tag 0, because the tags are interchangeable. Shorter
/// scripts are beginnings of these, so they need no rows of their own.
fn scripts(messages: u32, receives: u32) -> Vec<Script> {
    let tags = 1..=1u64 << (messages - 1);
    let wanted = 0..WANTED.len().pow(receives);
    let both = tags.flat_map(|tags| wanted.clone().map(move |wanted| (2 * (tags - 1), wanted)));
    let script = |(tags, wanted): (u64, usize)| Script {
        messages: (0..messages).map(|at| tags >> at & 1).collect(),
        requests: (0..receives).map(|at| Asked::Receive(WANTED[wanted / 3usize.pow(at) % 3])).collect(),
    };
    both.map(script).collect()
}

/// The scripts of two messages and two receives, in which the host then cancels the first receive.
fn scripts_with_cancel() -> Vec<Script> {
    let mut scripts = scripts(2, 2);
    scripts.iter_mut().for_each(|script| script.requests.push(Asked::Cancel(0)));
    scripts
}

/// Cells per unit: enough for everything that can wait, and too few.
const CELLS: [u32; 2] = [4, 2];

/// The parameters of the platform's units, with another number of cells.
fn params(cells: u32) -> AlpuParams {
    let keys = AlpuParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default));
    let defaults = toml::from_str(&keys.collect::<String>()).expect("defaults are TOML");
    AlpuParams { cells, ..defaults }
}

fn seen(firmware: &Firmware, cells: u32, script: &Script) -> Seen {
    let mut seen = Seen::default();
    seen.explore(&mut Node::new(firmware, &params(cells)), script);
    seen
}

/// The firmware makes the pairs of MPI in every order of events. `make test` takes some of the
/// scripts of three messages and three receives, `make test-long` takes all.
#[test]
fn in_all_orders() {
    let firmware = compile("as-it-is", &[]);
    let step = if is_long() { 1 } else { 25 };
    let scripts: Vec<Script> =
        scripts(2, 2).into_iter().chain(scripts_with_cancel()).chain(scripts(3, 3).into_iter().step_by(step)).collect();
    let rows: Vec<(u32, &Script)> =
        CELLS.into_iter().flat_map(|cells| scripts.iter().map(move |one| (cells, one))).collect();
    let sum = Mutex::new(Seen::default());
    check_rows(&rows, |&(cells, script)| {
        let seen = seen(&firmware, cells, script);
        sum.lock().expect("no panic while held").add(&seen);
        let is_right = !seen.is_wrong() && seen.ends > 0;
        is_right.then_some(()).ok_or_else(|| format!("{cells} cells, {script:?}: {seen:?}"))
    });
    let sum = sum.into_inner().expect("no panic while held");
    assert!(sum.held > 0 && sum.cancelled > 0, "the interesting orders are among them: {sum:?}");
    println!("{} scripts: {sum:?}", rows.len());
}

/// Firmware with a fault, the scripts that find it, and the cells of the units.
struct Fault {
    name: &'static str,
    patches: &'static [Patch],
    scripts: fn() -> Vec<Script>,
    cells: &'static [u32],
}

const FAULTS: [Fault; 7] = [
    // The race of Underwood et al. 2005 §IV-C: a failure is in the FIFO when its receive is posted,
    // and the firmware reads it only after the insertion.
    Fault {
        name: "results-late",
        patches: &[
            Patch(
                "unit.h",
                "        unit->drained = result;\n        handle();\n",
                "        (void)handle;\n        unit_late[unit_late_count++] = result;\n",
            ),
            Patch(
                "unit.h",
                "// Enters insert mode.",
                "static uint32_t unit_late[64], unit_late_count;\n\n// Enters insert mode.",
            ),
            Patch(
                "list.c",
                "    list->outside = entry;\n    alpu_write(list->unit.base, ALPU_REG_COMMAND, ALPU_COMMAND_STOP_INSERT);\n",
                "    list->outside = entry;\n    alpu_write(list->unit.base, ALPU_REG_COMMAND, ALPU_COMMAND_STOP_INSERT);\n    \
                 for (uint32_t i = 0; i < unit_late_count; i++) {\n        list->unit.drained = unit_late[i];\n        \
                 list->handle();\n    }\n    unit_late_count = 0;\n",
            ),
        ],
        scripts: || scripts(2, 2),
        cells: &CELLS,
    },
    Fault {
        name: "failures-believed",
        patches: &[Patch(
            "list.c",
            "struct entry *entry = list_find_posted(posted.outside, match);",
            "struct entry *entry = posted.unit.cells != 0 ? NULL : list_find_posted(posted.outside, match);",
        )],
        scripts: || scripts(2, 2),
        cells: &CELLS,
    },
    Fault {
        name: "posting-in-two-steps",
        patches: &[Patch(
            "protocol.h",
            "struct entry *message = matching_take_message(entry_match(receive), entry_mask(receive));\n",
            "struct entry *message = matching_take_message(entry_match(receive), entry_mask(receive));\n    \
             if (message == NULL && (nic_read(NIC_REG_STATUS) & NIC_STATUS_HEADER) != 0)\n        protocol_header();\n",
        )],
        scripts: || scripts(2, 2),
        cells: &CELLS,
    },
    Fault {
        name: "free-cells-not-counted",
        patches: &[Patch("list.c", "entry != NULL && free != 0;", "entry != NULL;")],
        scripts: || scripts(3, 3),
        cells: &[2],
    },
    Fault {
        name: "cancelled-in-the-unit",
        patches: &[Patch(
            "list.c",
            "    if (entry->in_unit) {\n        list_leave(&posted, entry);",
            "    if (false) {",
        )],
        scripts: scripts_with_cancel,
        cells: &CELLS,
    },
    Fault {
        name: "nothing-is-cancelled",
        patches: &[Patch(
            "list.c",
            "    if (entry->in_unit) {\n        list_leave(&posted, entry);",
            "    return false;\n    if (entry->in_unit) {\n        list_leave(&posted, entry);",
        )],
        scripts: scripts_with_cancel,
        cells: &CELLS,
    },
    Fault {
        name: "behind-a-cancelled-one",
        patches: &[Patch("list.c", "return list_take_among_gone(list, next, match);", "(void)next;\n    return NULL;")],
        scripts: scripts_with_cancel,
        cells: &CELLS,
    },
];

/// Each fault in the firmware is found in some order of events.
#[test]
fn with_a_fault() {
    let rows: Vec<(&Fault, u32)> =
        FAULTS.iter().flat_map(|fault| fault.cells.iter().map(move |&cells| (fault, cells))).collect();
    check_rows(&rows, |&(fault, cells)| {
        let firmware = compile(&format!("{}-{cells}", fault.name), fault.patches);
        let is_found = (fault.scripts)().iter().any(|script| seen(&firmware, cells, script).is_wrong());
        is_found.then_some(()).ok_or_else(|| format!("{} is not found with {cells} cells", fault.name))
    });
}
