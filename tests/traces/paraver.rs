//! Checks the three files of a Paraver trace.

use super::runs::Ran;
use std::collections::{BTreeMap, BTreeSet};

/// The names in a `.pcf` file.
#[derive(Default)]
struct Meanings {
    states: BTreeSet<u64>,
    colours: BTreeSet<u64>,
    /// The values of each event type; none if any number is a value.
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

/// Checks that records are in order of time, and that the other files name their types and values.
pub fn paraver(ran: &Ran) -> Result<(), String> {
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
    let mut seen = Seen { end, meanings, ranks: vec![Rank::default(); ranks as usize], now: 0, messages: 0, bytes: 0 };
    for line in lines {
        seen.record(line).ok_or_else(|| format!("not a record, or not here: {line}"))?;
    }
    let told = &ran.statistics["mpi"]["messages"];
    let is_whole = seen.ranks.iter().all(|rank| rank.until == end && rank.under_way.is_none());
    match is_whole && told["messages"] == seen.messages && told["bytes"] == seen.bytes {
        true => Ok(()),
        false => Err(format!(
            "{:?} of {end}; {} messages, {} bytes, not those in {told}",
            seen.ranks, seen.messages, seen.bytes
        )),
    }
}

/// What the records read so far contain.
struct Seen {
    end: u64,
    meanings: Meanings,
    ranks: Vec<Rank>,
    now: u64,
    messages: u64,
    bytes: u64,
}

#[derive(Clone, Debug, Default)]
struct Rank {
    /// The end of the last state.
    until: u64,
    /// The type of the event that has not ended.
    under_way: Option<u64>,
}

impl Seen {
    fn record(&mut self, line: &str) -> Option<()> {
        let numbers: Vec<i64> = line.split(':').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let rank = self.rank(numbers.get(1..5)?)?;
        let time = u64::try_from(*numbers.get(5)?).ok().filter(|time| (self.now..=self.end).contains(time))?;
        self.now = time;
        let known = |value: i64| u64::try_from(value).ok();
        match (numbers[0], &numbers[6..]) {
            (1, &[until, state]) => self.state(rank, time, known(until)?, known(state)?),
            (2, &[event_type, value]) => self.event(rank, known(event_type)?, known(value)?),
            (3, &[sent, ref to @ .., matched, received, bytes, _tag]) => {
                self.rank(to)?;
                self.messages += 1;
                self.bytes += known(bytes)?;
                let is_in_order = known(sent)? == time && time <= known(received)? && matched <= received;
                (is_in_order && known(received)? <= self.end).then_some(())
            }
            _ => None,
        }
    }

    /// The rank of a place. Each rank is the only thread of the only task of a node.
    fn rank(&self, place: &[i64]) -> Option<usize> {
        match *place {
            [cpu, 1, task, 1] if cpu == task => usize::try_from(cpu - 1).ok().filter(|rank| *rank < self.ranks.len()),
            _ => None,
        }
    }

    /// A state. It must begin where the state before it ends.
    fn state(&mut self, rank: usize, from: u64, until: u64, state: u64) -> Option<()> {
        let before = std::mem::replace(&mut self.ranks[rank].until, until);
        (before == from && from < until && self.meanings.states.contains(&state)).then_some(())
    }

    /// An event. If its type has named values, it must end before another such event begins.
    fn event(&mut self, rank: usize, event_type: u64, value: u64) -> Option<()> {
        let values = self.meanings.types.get(&event_type)?;
        if values.is_empty() {
            return Some(());
        }
        let begun = std::mem::replace(&mut self.ranks[rank].under_way, (value > 0).then_some(event_type));
        let is_expected = if value > 0 { begun.is_none() } else { begun == Some(event_type) };
        (is_expected && values.contains(&value)).then_some(())
    }
}
