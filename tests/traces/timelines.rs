//! Timelines: each file is well-formed, they agree with each other and with the statistics.

use super::perfetto;
use super::runs::{Ran, ran};
use rankine_tests::check_rows;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Source, options and arguments: a ring, wildcards and unexpected messages, collectives, polling.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("apps/ring.c", "-n 3", "--rounds 2 --words 20"),
    ("apps/masterworker.c", "-n 4", "--tasks 20"),
    ("apps/life.c", "-n 3", "--width 20 --height 12 --gens 5"),
    ("tests/repeat/polls.c", "-n 3", "well"),
    ("apps/hello.c", "-n 1", ""),
];

/// A call or a message as a viewer shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slice {
    pub process: u64,
    pub category: String,
    /// In nanoseconds.
    pub begin: u64,
    pub end: u64,
    pub name: String,
    pub notes: BTreeMap<String, String>,
    /// Numbers of the arrows that leave and arrive.
    pub out: Vec<u64>,
    pub into: Vec<u64>,
}

/// What a file shows.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    pub slices: Vec<Slice>,
    /// By process and name: nanoseconds and values.
    pub counters: BTreeMap<(u64, String), Vec<(u64, u64)>>,
}

impl Shown {
    fn of(&self, category: &str) -> impl Iterator<Item = &Slice> {
        self.slices.iter().filter(move |slice| slice.category == category)
    }

    /// Arrows with the processes that they leave and come to.
    fn arrows(&self) -> [BTreeMap<u64, u64>; 2] {
        [|slice: &Slice| slice.out.clone(), |slice: &Slice| slice.into.clone()].map(|ends| {
            let arrows = self.slices.iter().flat_map(|slice| ends(slice).into_iter().map(|id| (id, slice.process)));
            arrows.collect()
        })
    }
}

#[test]
fn timelines() {
    let rows: Vec<_> = PROGRAMS.iter().enumerate().collect();
    check_rows(&rows, |(number, (source, options, arguments))| {
        let formats = ["perfetto=run.pftrace", "chrome=run.json", "paraver=run.prv", "simgrid=run.ti"];
        let traces = formats.map(|format| format!(" --trace {format}")).concat();
        let ran = ran(&format!("timelines-{number}"), source, &format!("{options}{traces}"), arguments);
        let bytes = std::fs::read(ran.directory.join("run.pftrace")).map_err(|e| e.to_string())?;
        for (format, checked) in [
            ("perfetto", perfetto::read(&bytes).and_then(|shown| check_shown(&ran, &shown))),
            ("chrome", chrome(&ran.read("run.json")).and_then(|shown| check_shown(&ran, &shown))),
            (
                "perfetto and chrome",
                perfetto::read(&bytes).and_then(|shown| same(shown, chrome(&ran.read("run.json"))?)),
            ),
            ("paraver", paraver(&ran)),
            ("simgrid", simgrid(&ran)),
        ] {
            checked.map_err(|e| format!("{source}: {format}: {e}"))?;
        }
        Ok(())
    });
}

/// Slices, arrows and counters of a run whose messages were all received.
fn check_shown(ran: &Ran, shown: &Shown) -> Result<(), String> {
    let mpi = &ran.statistics["mpi"];
    let mut calls: BTreeMap<&str, u64> = BTreeMap::new();
    for slice in shown.of("mpi") {
        let repeats = slice.notes.get("repeats").map_or(0, |repeats| repeats.parse().expect("a number"));
        *calls.entry(slice.name.as_str()).or_default() += 1 + repeats;
    }
    let functions = mpi["functions"].as_object().ok_or("no functions in the statistics")?;
    let told = functions.iter().map(|(name, costs)| (name.as_str(), costs["calls"].as_u64().unwrap_or(0)));
    if calls.is_empty() || calls != told.collect() {
        return Err(format!("{calls:?} are not the calls in {functions:?}"));
    }
    let messages = mpi["messages"]["messages"].as_u64().ok_or("no messages in the statistics")?;
    let unreceived = mpi["messages"]["unreceived"].as_u64();
    let [out, into] = shown.arrows();
    let ids: Vec<u64> = (0..messages).collect();
    if unreceived != Some(0) || !out.keys().eq(ids.iter()) || !into.keys().eq(ids.iter()) {
        return Err(format!("{messages} messages, {unreceived:?} unreceived; arrows {out:?} {into:?}"));
    }
    if shown.of("message").count() as u64 != messages {
        return Err(format!("{} slices of {messages} messages", shown.of("message").count()));
    }
    for message in shown.of("message") {
        let ranks = ["source", "destination"].map(|end| message.notes.get(end).cloned().unwrap_or_default());
        let places = [message.process - 1, message.name.trim_start_matches("to rank ").parse().unwrap_or(u64::MAX)];
        if ranks != places.map(|rank| rank.to_string()) || message.end < message.begin {
            return Err(format!("{message:?} is in the wrong place"));
        }
    }
    let mut hart: Vec<&Slice> = shown.of("mpi").collect();
    hart.sort_by_key(|slice| (slice.process, slice.begin, slice.end));
    if let Some(pair) = hart.windows(2).find(|pair| pair[0].process == pair[1].process && pair[0].end > pair[1].begin) {
        return Err(format!("calls overlap: {pair:?}"));
    }
    let ranks = ran.of_ranks("rank").len();
    let is_sorted = shown.counters.values().all(|values| values.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    let is_over = shown.counters.values().all(|values| values.last().is_some_and(|last| last.1 == 0));
    match shown.counters.len() == ranks + 1 && is_sorted && is_over {
        true => Ok(()),
        false => {
            let last = shown.counters.iter().map(|(counter, values)| (counter, values.last()));
            Err(format!("counters of {ranks} ranks that end with {:?}", last.collect::<Vec<_>>()))
        }
    }
}

/// Both have the same contents.
fn same(mut one: Shown, mut other: Shown) -> Result<(), String> {
    if one.arrows() != other.arrows() {
        return Err(format!("arrows {:?} and {:?}", one.arrows(), other.arrows()));
    }
    for shown in [&mut one, &mut other] {
        for slice in &mut shown.slices {
            (slice.out, slice.into) = (Vec::new(), Vec::new());
        }
        shown.slices.sort();
    }
    if let Some((one, other)) = one.slices.iter().zip(&other.slices).find(|(one, other)| one != other) {
        return Err(format!("{one:?} and {other:?}"));
    }
    let values = |shown: &Shown| shown.counters.values().cloned().collect::<BTreeSet<_>>();
    match one.slices.len() == other.slices.len() && values(&one) == values(&other) {
        true => Ok(()),
        false => Err(format!("{:?} and {:?}", one.counters, other.counters)),
    }
}

/// Reads Chrome's format.
fn chrome(text: &str) -> Result<Shown, String> {
    let json: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let mut shown = Shown::default();
    let mut messages: BTreeMap<(String, u64), Slice> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for event in json["traceEvents"].as_array().ok_or("no events")? {
        let failed = || format!("not an event: {event}");
        let text = |name: &str| event[name].as_str().map(str::to_string).ok_or_else(failed);
        // Nanoseconds as microseconds with three decimals.
        let ns = |name: &str| event[name].as_f64().map(|us| (us * 1000.0).round() as u64).ok_or_else(failed);
        let process = event["pid"].as_u64().ok_or_else(failed)?;
        let id = || text("id").and_then(|id| id.parse::<u64>().map_err(|e| e.to_string()));
        if event["tid"].as_u64() != Some(process) {
            return Err(failed());
        }
        let slice = || -> Result<Slice, String> {
            let notes = event["args"].as_object().into_iter().flatten();
            let notes =
                notes.map(|(name, value)| (name.clone(), value.as_str().map_or(value.to_string(), str::to_string)));
            let (name, begin) = (text("name")?, ns("ts")?);
            Ok(Slice { process, begin, name, notes: notes.collect(), ..Slice::default() })
        };
        match text("ph")?.as_str() {
            "M" => drop(names.insert((process, text("name")?), event["args"].clone())),
            "X" if text("cat")? == "mpi" => {
                let slice = slice()?;
                let end = slice.begin + ns("dur")?;
                shown.slices.push(Slice { category: text("cat")?, end, ..slice });
            }
            "C" => {
                let value = event["args"]["messages"].as_u64().ok_or_else(failed)?;
                shown.counters.entry((process, text("name")?)).or_default().push((ns("ts")?, value));
            }
            "b" if text("cat")? == "messages sent" => {
                let message = Slice { category: "message".into(), ..slice()? };
                if messages.insert((text("cat")?, id()?), message).is_some() {
                    return Err(failed());
                }
            }
            "e" => {
                let begun = messages.remove(&(text("cat")?, id()?)).ok_or_else(failed)?;
                if (begun.process, &begun.name) != (process, &text("name")?) {
                    return Err(failed());
                }
                shown.slices.push(Slice { end: ns("ts")?, ..begun });
            }
            // An arrow stands behind the call that it leaves or comes to, at a time within it.
            end @ ("s" | "f") if text("cat")? == "message" && (end == "s" || event["bp"] == "e") => {
                let time = ns("ts")?;
                let call = shown.slices.last_mut().filter(|call| call.category == "mpi" && call.process == process);
                let call = call.filter(|call| call.begin <= time && time <= call.end).ok_or_else(failed)?;
                if end == "s" { &mut call.out } else { &mut call.into }.push(id()?);
            }
            _ => return Err(failed()),
        }
    }
    let is_named = |process: &u64| names.contains_key(&(*process, "process_name".to_string()));
    match messages.is_empty() && shown.counters.keys().all(|(process, _)| is_named(process)) {
        true => Ok(shown),
        false => Err(format!("messages without an end: {messages:?}, or processes without a name: {names:?}")),
    }
}

/// What a `.pcf` file names.
#[derive(Default)]
struct Meanings {
    states: BTreeSet<u64>,
    colours: BTreeSet<u64>,
    /// By event type: its values; none where every number is one.
    types: BTreeMap<u64, BTreeSet<u64>>,
}

fn meanings(text: &str) -> Result<Meanings, String> {
    let mut meanings = Meanings::default();
    let (mut section, mut event_type) = ("", 0);
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number =
            |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok()).ok_or(format!("{section}: {line}"));
        match (section, words[0]) {
            (_, "STATES" | "STATES_COLOR" | "EVENT_TYPE" | "VALUES" | "DEFAULT_OPTIONS" | "DEFAULT_SEMANTIC") => {
                section = words[0];
            }
            ("STATES", _) => drop(meanings.states.insert(number(0)?)),
            ("STATES_COLOR", _) => drop(meanings.colours.insert(number(0)?)),
            ("EVENT_TYPE", _) => {
                event_type = number(1)?;
                meanings.types.insert(event_type, BTreeSet::new());
            }
            ("VALUES", _) => drop(meanings.types.entry(event_type).or_default().insert(number(0)?)),
            _ => {}
        }
    }
    Ok(meanings)
}

/// Records in order of time, of types and values that the other files name.
fn paraver(ran: &Ran) -> Result<(), String> {
    let ranks = ran.of_ranks("rank").len() as u64;
    let meanings = meanings(&ran.read("run.pcf"))?;
    if meanings.states != BTreeSet::from([0, 1, 3, 4, 6, 8, 10, 11, 13, 15, 16]) || meanings.states != meanings.colours
    {
        return Err(format!("states {:?}, colours {:?}", meanings.states, meanings.colours));
    }
    let names: String = (0..ranks).map(|rank| format!("rank {rank}\n")).collect();
    let rows: String =
        ["CPU", "NODE", "TASK", "THREAD"].map(|level| format!("LEVEL {level} SIZE {ranks}\n{names}\n")).concat();
    if ran.read("run.row") != rows {
        return Err(format!("{} are not the rows {rows}", ran.read("run.row")));
    }
    let text = ran.read("run.prv");
    let mut lines = text.lines();
    let head = lines.next().and_then(|head| head.strip_prefix("#Paraver (01/01/2000 at 00:00):")).ok_or("no head")?;
    let (end, shape) = head.split_once("_ns:").ok_or(head)?;
    let end: u64 = end.parse().map_err(|_| head)?;
    let list = |of: &dyn Fn(u64) -> String, by: &str| (1..=ranks).map(of).collect::<Vec<_>>().join(by);
    let nodes = list(&|_| "1".into(), ",");
    let tasks = list(&|task| format!("1:{task}"), ",");
    if shape != format!("{ranks}({nodes}):1:{ranks}({tasks}),1") {
        return Err(format!("head {head}"));
    }
    if lines.next() != Some(&format!("c:1:1:{ranks}:{}", list(&|task| task.to_string(), ":"))) {
        return Err("no communicator".into());
    }
    records(ran, lines, &meanings, end, ranks)
}

fn records<'a>(
    ran: &Ran,
    lines: impl Iterator<Item = &'a str>,
    meanings: &Meanings,
    end: u64,
    ranks: u64,
) -> Result<(), String> {
    // By rank: until when its states are known, and the event that has not ended.
    let mut states = vec![0; ranks as usize];
    let mut under_way: Vec<Option<u64>> = vec![None; ranks as usize];
    let (mut before, mut messages, mut bytes) = (0, 0, 0);
    for line in lines {
        let failed = || format!("not a record: {line}");
        let numbers: Vec<i64> =
            line.split(':').map(|word| word.parse().map_err(|_| failed())).collect::<Result<_, _>>()?;
        let index = |place: &[i64]| match *place {
            [cpu, 1, task, 1] if cpu == task && (1..=ranks as i64).contains(&cpu) => Ok(cpu as usize - 1),
            _ => Err(failed()),
        };
        let rank = index(numbers.get(1..5).ok_or_else(failed)?)?;
        let known = |value: &i64| u64::try_from(*value).ok();
        let time = numbers.get(5).and_then(known).filter(|time| *time >= before && *time <= end).ok_or_else(failed)?;
        before = time;
        match (numbers[0], &numbers[6..]) {
            (1, [until, state]) => {
                let (until, state) = known(until).zip(known(state)).ok_or_else(failed)?;
                if states[rank] != time || until <= time || !meanings.states.contains(&state) {
                    return Err(failed());
                }
                states[rank] = until;
            }
            (2, [event_type, value]) => {
                let (event_type, value) = known(event_type).zip(known(value)).ok_or_else(failed)?;
                let values = meanings.types.get(&event_type).ok_or_else(failed)?;
                if !values.is_empty() {
                    let begins = under_way[rank].is_none();
                    if !values.contains(&value)
                        || begins != (value > 0)
                        || !begins && under_way[rank] != Some(event_type)
                    {
                        return Err(failed());
                    }
                    under_way[rank] = begins.then_some(event_type);
                }
            }
            (3, [sent, to @ .., matched, received, size, _tag]) => {
                index(to)?;
                let (matched, received) = known(matched).zip(known(received)).ok_or_else(failed)?;
                if known(sent) != Some(time) || received < matched || received < time || received > end {
                    return Err(failed());
                }
                messages += 1;
                bytes += known(size).ok_or_else(failed)?;
            }
            _ => return Err(failed()),
        }
    }
    let told = &ran.statistics["mpi"]["messages"];
    let is_whole = states.iter().all(|until| *until == end) && under_way.iter().all(Option::is_none);
    match is_whole && told["messages"] == messages && told["bytes"] == bytes {
        true => Ok(()),
        false => {
            Err(format!("states until {states:?} of {end}; {messages} messages, {bytes} bytes, not those in {told}"))
        }
    }
}

/// Actions and how many numbers stand behind each.
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

/// A file a rank, of known actions; what is sent is received.
fn simgrid(ran: &Ran) -> Result<(), String> {
    let list = ran.read("run.ti");
    let names: Vec<&str> = list.lines().collect();
    let ranks = ran.of_ranks("rank");
    let expected: Vec<String> = ranks.iter().map(|rank| format!("run.ti_files/{rank}")).collect();
    if names != expected {
        return Err(format!("{names:?} are not {expected:?}"));
    }
    // By source, destination and tag: sizes sent and received.
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

/// Of a part of a run: its source, options, arguments, the part and its ranks and cycles.
type Part = (&'static str, &'static str, &'static str, &'static str, [u64; 2], [u64; 2]);

/// The clock has a cycle a nanosecond.
const PARTS: &[Part] = &[
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",rank=0-3", [0, 3], [0, u64::MAX]),
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",rank=0-1", [0, 1], [0, u64::MAX]),
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",from=50_000,to=100_000", [0, 3], [50_000, 100_000]),
    ("apps/ring.c", "-n 3", "--rounds 2 --words 20", ",rank=0,to=20_000", [0, 0], [0, 20_000]),
];

/// A timeline of some ranks and cycles has the calls and messages of the whole one that lie there.
#[test]
fn parts() {
    let rows: Vec<_> = PARTS.iter().enumerate().collect();
    check_rows(&rows, |(number, (source, options, arguments, part, ranks, cycles))| {
        let files = ["perfetto=run.pftrace", "chrome=run.json"];
        let traces = files.map(|file| format!(" --trace {file} --trace {}{part}", file.replace("run", "part")));
        let ran = ran(&format!("parts-{number}"), source, &format!("{options}{}", traces.concat()), arguments);
        let bytes = |name: &str| std::fs::read(ran.directory.join(name)).map_err(|e| e.to_string());
        let is_in = |rank: u64| (ranks[0]..=ranks[1]).contains(&rank);
        let is_wanted = |slice: &Slice| {
            let to = slice.notes.get("destination").and_then(|rank| rank.parse().ok());
            let is_there = slice.begin <= cycles[1] && slice.end >= cycles[0];
            is_there && is_in(slice.process - 1) && to.is_none_or(is_in)
        };
        for (format, whole, part_of_it) in [
            ("perfetto", perfetto::read(&bytes("run.pftrace")?)?, perfetto::read(&bytes("part.pftrace")?)?),
            ("chrome", chrome(&ran.read("run.json"))?, chrome(&ran.read("part.json"))?),
        ] {
            // Arrows are counted from the first message of the part.
            let slices = |shown: &Shown, is_wanted: &dyn Fn(&Slice) -> bool| {
                let alone = |slice: &Slice| Slice { out: Vec::new(), into: Vec::new(), ..slice.clone() };
                shown.slices.iter().filter(|slice| is_wanted(slice)).map(alone).collect::<BTreeSet<_>>()
            };
            let (expected, found) = (slices(&whole, &is_wanted), slices(&part_of_it, &|_| true));
            if found.is_empty() || expected != found {
                let (lost, new): (Vec<_>, Vec<_>) =
                    (expected.difference(&found).take(2).collect(), found.difference(&expected).take(2).collect());
                return Err(format!("{source} {part}: {format}: without {lost:?}, but with {new:?}"));
            }
        }
        Ok(())
    });
}
