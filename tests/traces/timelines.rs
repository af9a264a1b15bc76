//! Tests of timelines: each file is well-formed, and the files agree with each other and with the statistics.

use super::chrome::chrome;
use super::paraver::paraver;
use super::perfetto;
use super::runs::{Ran, ran, run_in};
use super::simgrid::simgrid;
use rankine_tests::{check_rows, root, scratch};
use std::collections::{BTreeMap, BTreeSet};

/// Rows: source, options and arguments. The programs are a ring, wildcards and unexpected messages,
/// collectives, polling.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("apps/ring.c", "-n 3", "--rounds 2 --words 20"),
    ("apps/ring.c", "-n 3", "--rounds 2 --words 2000"),
    ("apps/heat2d.c", "-n 4", "--nx 16 --ny 16 --iters 10"),
    ("apps/pingpong.c", "-n 2", "--iters 3 --max 8192"),
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
    /// Numbers of the arrows that leave, and of those that arrive.
    pub out: Vec<u64>,
    pub into: Vec<u64>,
}

/// The contents of a file.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    pub slices: Vec<Slice>,
    /// Times in nanoseconds and values of each counter, by process and name.
    pub counters: BTreeMap<(u64, String), Vec<(u64, u64)>>,
}

impl Shown {
    fn of(&self, category: &str) -> impl Iterator<Item = &Slice> {
        self.slices.iter().filter(move |slice| slice.category == category)
    }

    /// The arrows, with the processes that they leave and those at which they arrive.
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

/// Each rank has a lane of its NIC processor. The lane is the same in every way of running, and messages end there.
#[test]
fn lanes() {
    let directory = scratch("traces-lanes");
    let source = root().join("apps/masterworker.c").display().to_string();
    let mut first: Option<Shown> = None;
    for way in ["--threads 1", "--threads 8", "--no-elision"] {
        let options = format!("{way} -n 3 --platform nic --trace perfetto=run.pftrace --trace chrome=run.json");
        let ran = run_in(&directory, &source, &options, "--tasks 20");
        let chrome = chrome(&ran.read("run.json")).unwrap();
        let perfetto = perfetto::read(&std::fs::read(directory.join("run.pftrace")).unwrap()).unwrap();
        same(perfetto.clone(), chrome).unwrap();
        for process in 1..=3 {
            let lane: Vec<&Slice> = perfetto.of("processor").filter(|slice| slice.process == process).collect();
            assert!(lane.len() > 20, "{lane:?}");
            assert!(
                lane.windows(2).all(|pair| pair[0].end == pair[1].begin && pair[0].name != pair[1].name),
                "{lane:?}"
            );
            assert!(lane.iter().all(|slice| ["computing", "polling"].contains(&slice.name.as_str())), "{lane:?}");
        }
        let messages = ran.statistics["mpi"]["messages"]["messages"].as_u64().unwrap();
        let into: Vec<u64> = perfetto.of("processor").flat_map(|slice| slice.into.clone()).collect();
        assert_eq!(into.len() as u64, messages, "{way}: {into:?}");
        let first = first.get_or_insert_with(|| perfetto.clone());
        same(first.clone(), perfetto).unwrap();
    }
}

/// The timelines of a run. Perfetto's and Chrome's must agree.
fn shown(ran: &Ran) -> Result<Shown, String> {
    let bytes = std::fs::read(ran.directory.join("run.pftrace")).map_err(|e| e.to_string())?;
    let perfetto = perfetto::read(&bytes)?;
    same(perfetto.clone(), chrome(&ran.read("run.json"))?).map(|()| perfetto)
}

/// Each run of a handler is a slice. The arrow of its message comes from the call or the handler that sent it.
#[test]
fn handlers() {
    let source = root().join("tests/gasnet/cost.c").display().to_string();
    check_rows(&["manycore", "gas-c"], |platform| {
        let directory = scratch(&format!("traces-handlers-{platform}"));
        let files = "--trace perfetto=run.pftrace --trace chrome=run.json --trace paraver=run.prv";
        let ran = run_in(&directory, &source, &format!("-n 2 --platform {platform} {files}"), "");
        let shown = shown(&ran)?;
        check_handlers(&ran, &shown)?;
        check_answers(&shown)?;
        check_paraver_handlers(&ran)
    });
}

/// The runs of each handler and their cycles agree with the statistics.
fn check_handlers(ran: &Ran, shown: &Shown) -> Result<(), String> {
    for told in ran.statistics["gasnet"]["handlers"].as_array().ok_or("no handlers in the statistics")? {
        let begin = format!("handler {} from rank ", told["handler"]);
        for of_rank in told["by_rank"].as_array().ok_or("no ranks")? {
            let process = of_rank["rank"].as_u64().ok_or("a rank")? + 1;
            let is_it = |slice: &&Slice| slice.process == process && slice.name.starts_with(&begin);
            let runs: Vec<&Slice> = shown.of("handler").filter(is_it).collect();
            let cycles = |slice: &&Slice| slice.notes.get("cycles").and_then(|cycles| cycles.parse::<u64>().ok());
            let sum: u64 = runs.iter().filter_map(cycles).sum();
            if (of_rank["runs"].as_u64(), of_rank["cycles"].as_u64()) != (Some(runs.len() as u64), Some(sum)) {
                return Err(format!("{begin}: {} runs with {sum} cycles are not {of_rank}", runs.len()));
            }
            let is_named = |slice: &&Slice| told["function"] == slice.notes.get("function").map_or("", String::as_str);
            if let Some(odd) = runs.iter().find(|slice| !is_named(slice)) {
                return Err(format!("{odd:?} is not {}", told["function"]));
            }
        }
    }
    Ok(())
}

/// A request leaves a call of rank 0 and arrives at `ping` on rank 1. Its reply leaves there and
/// arrives at `pong` on rank 0.
fn check_answers(shown: &Shown) -> Result<(), String> {
    let of = |function: &str| -> Vec<&Slice> {
        let is_it = |slice: &&Slice| slice.notes.get("function").is_some_and(|name| name == function);
        shown.of("handler").filter(is_it).collect()
    };
    let leaves = |id: &u64| shown.slices.iter().find(|slice| slice.out.contains(id));
    let (pings, pongs) = (of("ping"), of("pong"));
    for (ping, pong) in pings.iter().zip(&pongs) {
        let [request, reply] = [ping, pong].map(|slice| slice.into.first().and_then(leaves));
        let is_request = request.is_some_and(|from| (from.process, from.name.as_str()) == (1, "gasnet_request_short"));
        let are_there = (ping.process, pong.process) == (2, 1) && ping.end <= pong.begin;
        if !is_request || reply != Some(*ping) || !are_there || ping.into.len() != 1 || pong.into.len() != 1 {
            return Err(format!("{request:?} → {ping:?}, {reply:?} → {pong:?}"));
        }
    }
    match (pings.len(), pongs.len()) {
        (200, 200) => Ok(()),
        other => Err(format!("{other:?} pings and pongs")),
    }
}

/// Paraver's files have two events for each run of a handler, and the handler's name.
fn check_paraver_handlers(ran: &Ran) -> Result<(), String> {
    let (records, names) = (ran.read("run.prv"), ran.read("run.pcf"));
    for told in ran.statistics["gasnet"]["handlers"].as_array().ok_or("no handlers in the statistics")? {
        let (end, name) =
            (format!(":77000003:{}", told["handler"]), format!("\n{0}    handler {0}\n", told["handler"]));
        let begun = records.lines().filter(|line| line.starts_with("2:") && line.ends_with(&end)).count() as u64;
        if told["runs"].as_u64() != Some(begun) || !names.contains(&name) {
            return Err(format!("{begun} events of {told}"));
        }
    }
    let runs =
        ran.statistics["gasnet"]["handlers"].as_array().into_iter().flatten().filter_map(|one| one["runs"].as_u64());
    match records.lines().filter(|line| line.ends_with(":77000003:0")).count() as u64 == runs.sum::<u64>() {
        true => Ok(()),
        false => Err("handlers without an end".into()),
    }
}

/// Rows for a short message from sequencer 0 to sequencer 1 that sequencer 1 reports to the hart:
/// process, name, begin and end in nanoseconds. A cycle has ten nanoseconds. None stands for the
/// end of the run.
const SEQUENCERS: &[(u64, &str, u64, Option<u64>)] = &[
    (1, "TIMER_THR t0, 20000", 0, Some(20)),
    (1, "WAIT t0", 20, Some(200_010)),
    (1, "REQUEST (0x01000082, 1) end", 200_010, Some(200_040)),
    (1, "WAIT code", 200_040, None),
    (1, "short message", 200_040, Some(200_070)),
    (2, "MSG_THR m0, 130, 1", 0, Some(20)),
    (2, "WAIT m0", 20, Some(200_190)),
    (2, "REQUEST (0x0101008c, 16)", 200_190, Some(200_220)),
    (2, "REQUEST arrival end", 200_220, Some(200_240)),
    (2, "WAIT code", 200_240, None),
    (2, "short message", 200_220, Some(200_260)),
];

/// Sequencers have a lane of instructions, and their GAScores two lanes of messages, in both
/// formats and in a trace of one rank. Only one node has a hart and a thread for it.
#[test]
fn sequencers() {
    let directory = scratch("traces-sequencers");
    let program = |name: &str| root().join(name).display().to_string();
    let (send, receive) = (program("apps/pams/short_send.pams"), program("apps/pams/short_receive.pams"));
    let files = "--trace perfetto=run.pftrace --trace chrome=run.json --trace chrome=part.json,rank=1";
    let arguments = format!("1 : {send} : {receive}");
    let options = format!("--platform gas {files}");
    let ran = run_in(&directory, &program("apps/repro/gas/collect.c"), &options, &arguments);
    let shown = shown(&ran).unwrap();
    let part = chrome(&ran.read("part.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&ran.read("run.json")).unwrap();
    let events = document["traceEvents"].as_array().unwrap().iter();
    let harts = events.filter(|event| event["name"] == "thread_name" && event["args"]["name"] == "hart");
    assert_eq!(harts.map(|event| event["pid"].as_u64().unwrap()).collect::<Vec<_>>(), [17]);
    check_rows(SEQUENCERS, |(process, name, begin, end)| {
        let is_it = |slice: &&Slice| slice.process == *process && slice.name == *name && slice.begin == *begin;
        let found = shown.of("device").find(is_it).ok_or(format!("no {name} from {begin} ns on"))?;
        let is_in_part = part.of("device").any(|slice| is_it(&slice)) == (*process == 2);
        match end.is_none_or(|end| end == found.end) && is_in_part {
            true => Ok(()),
            false => Err(format!("{found:?}, in the part: {is_in_part}")),
        }
    });
}

/// Checks slices, arrows and counters of a run that received all messages.
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
    check_devices(ran, shown)?;
    let ranks = ran.of_ranks("rank").len();
    let is_sorted = shown.counters.values().all(|values| values.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    // Software takes items out of a queue by advancing a count, and need not take the last ones.
    let ends = shown.counters.iter().filter(|((_, name), _)| !name.contains("items in queue"));
    let is_over = ends.clone().all(|(_, values)| values.last().is_some_and(|last| last.1 == 0));
    let of_messages = shown.counters.keys().filter(|(_, name)| name.contains("messages")).count();
    match of_messages == ranks + 1 && is_sorted && is_over {
        true => Ok(()),
        false => {
            let last = ends.map(|(counter, values)| (counter, values.last()));
            Err(format!("counters of {ranks} ranks that end with {:?}", last.collect::<Vec<_>>()))
        }
    }
}

/// Checks the commands of network interfaces, and the counters of their queues if commands waited.
fn check_devices(ran: &Ran, shown: &Shown) -> Result<(), String> {
    let ranks = ran.statistics["ranks"].as_array().ok_or("no ranks in the statistics")?;
    for (rank, told) in (0..).zip(ranks) {
        let commands: Vec<&Slice> = shown.of("device").filter(|slice| slice.process == rank + 1).collect();
        let expected = told["devices"]["ni"]["commands"].as_u64();
        if expected != Some(commands.len() as u64) {
            return Err(format!("rank {rank}: {} of {expected:?} commands", commands.len()));
        }
        let is_known = |slice: &&&Slice| {
            let node = slice.notes.get("node").and_then(|node| node.parse::<usize>().ok());
            let is_named = ["message", "RDMA write", "RDMA read"].contains(&slice.name.as_str());
            is_named && node.is_some_and(|node| node < ranks.len()) && slice.begin < slice.end
        };
        if let Some(odd) = commands.iter().find(|slice| !is_known(slice)) {
            return Err(format!("rank {rank}: {odd:?}"));
        }
        let counters = shown.counters.keys().filter(|(process, _)| *process == rank + 1);
        let waiting = counters.filter(|(_, name)| name.ends_with("commands waiting 0")).count();
        if waiting != usize::from(!commands.is_empty()) {
            return Err(format!("rank {rank}: {waiting} counters of waiting commands"));
        }
    }
    Ok(())
}

/// Checks that both have the same contents.
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

/// Rows for a part of a run: source, options, arguments, the part, and its ranks and cycles.
type Part = (&'static str, &'static str, &'static str, &'static str, [u64; 2], [u64; 2]);

/// The clock has one cycle per nanosecond.
const PARTS: &[Part] = &[
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",rank=0-3", [0, 3], [0, u64::MAX]),
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",rank=0-1", [0, 1], [0, u64::MAX]),
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",from=50_000,to=100_000", [0, 3], [50_000, 100_000]),
    ("tests/repeat/polls.c", "-n 3", "well", ",from=10_000,to=20_000", [0, 2], [10_000, 20_000]),
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",rank=2-3", [2, 3], [0, u64::MAX]),
    ("apps/masterworker.c", "-n 4", "--tasks 20", ",rank=1", [1, 1], [0, u64::MAX]),
    ("apps/ring.c", "-n 3", "--rounds 2 --words 20", ",rank=0,to=20_000", [0, 0], [0, 20_000]),
];

/// A timeline of some ranks and cycles has the same calls and messages there as the timeline of the whole run.
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
            // Numbers of arrows begin at the first message of the part, so they are not compared.
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
