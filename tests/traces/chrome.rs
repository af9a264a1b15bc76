//! Reads the part of Chrome's trace event format that docs/traces.md describes.

use super::timelines::{Shown, Slice};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Threads from this number on are parts of devices.
const DEVICE_THREADS: u64 = 1 << 24;
/// The thread of a further processor has the number of the hart's thread plus a multiple of this.
/// The thread of a rank's GASNet handlers has that number plus [`HANDLERS`] times this.
const PROCESSOR_THREADS: u64 = 1 << 20;
const HANDLERS: u64 = 15;

/// Reads a whole trace.
pub fn chrome(text: &str) -> Result<Shown, String> {
    let json: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let mut reader = Reader::default();
    for event in json["traceEvents"].as_array().ok_or("no events")? {
        reader.event(&Event(event)).ok_or_else(|| format!("not an event, or not here: {event}"))?;
    }
    let are_named = reader.shown.counters.keys().all(|(process, _)| reader.named.contains(process));
    match reader.messages.is_empty() && are_named {
        true => Ok(reader.shown),
        false => {
            Err(format!("messages without an end: {:?}; processes with a name: {:?}", reader.messages, reader.named))
        }
    }
}

struct Event<'a>(&'a Value);

impl Event<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.0[name].as_str()
    }

    fn is_of(&self, category: &str) -> bool {
        self.text("cat") == Some(category)
    }

    /// A time: nanoseconds are written as microseconds with three decimals.
    fn ns(&self, name: &str) -> Option<u64> {
        self.0[name].as_f64().map(|us| (us * 1000.0).round() as u64)
    }

    fn id(&self) -> Option<u64> {
        self.text("id")?.parse().ok()
    }

    fn slice(&self, process: u64, category: &str) -> Option<Slice> {
        let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_string);
        let notes = self.0["args"].as_object().into_iter().flatten().map(|(name, value)| (name.clone(), text(value)));
        let (name, category, begin) = (self.text("name")?.to_string(), category.to_string(), self.ns("ts")?);
        Some(Slice { process, category, begin, name, notes: notes.collect(), ..Slice::default() })
    }
}

#[derive(Default)]
struct Reader {
    shown: Shown,
    /// Messages that have begun, by number.
    messages: BTreeMap<u64, Slice>,
    /// Parts of devices, and the end of the last slice of each.
    parts: BTreeMap<(u64, u64), u64>,
    /// Processes that have a name.
    named: BTreeSet<u64>,
}

impl Reader {
    fn event(&mut self, event: &Event<'_>) -> Option<()> {
        let process = event.0["pid"].as_u64()?;
        let thread = event.0["tid"].as_u64()?;
        let kind = event.text("ph")?;
        if thread >= DEVICE_THREADS {
            return self.device(event, kind, (process, thread));
        }
        let lane = thread.checked_sub(process)?;
        if lane > 0 {
            let category = if lane == HANDLERS * PROCESSOR_THREADS { "handler" } else { "processor" };
            return if lane.is_multiple_of(PROCESSOR_THREADS) {
                self.lane(event, kind, (process, category))
            } else {
                None
            };
        }
        match kind {
            "M" if event.text("name")? == "process_name" => drop(self.named.insert(process)),
            "M" => {}
            "X" if event.is_of("mpi") => {
                let slice = event.slice(process, "mpi")?;
                self.shown.slices.push(Slice { end: slice.begin + event.ns("dur")?, ..slice });
            }
            "C" => {
                let counter = (process, event.text("name")?.to_string());
                let args = &event.0["args"];
                let value = (event.ns("ts")?, args["messages"].as_u64().or(args["items"].as_u64())?);
                self.shown.counters.entry(counter).or_default().push(value);
            }
            "b" if event.is_of("messages sent") => {
                let begun = self.messages.insert(event.id()?, event.slice(process, "message")?);
                return begun.is_none().then_some(());
            }
            "e" if event.is_of("messages sent") => {
                let begun = self.messages.remove(&event.id()?)?;
                let is_same = begun.process == process && event.text("name") == Some(&begun.name);
                self.shown.slices.push(Slice { end: event.ns("ts")?, ..begun });
                return is_same.then_some(());
            }
            "s" | "f" => self.arrow(event, kind, (process, "mpi"))?,
            _ => return None,
        }
        Some(())
    }

    /// Adds an arrow to the slice before it. The arrow's time must lie within that slice.
    fn arrow(&mut self, event: &Event<'_>, kind: &str, (process, category): (u64, &str)) -> Option<()> {
        let is_arrow = event.is_of("message") && (kind == "s" || event.text("bp") == Some("e"));
        let time = event.ns("ts").filter(|_| is_arrow)?;
        let slice = self.shown.slices.last_mut()?;
        let is_there = slice.category == category && slice.process == process;
        let ends = if kind == "s" { &mut slice.out } else { &mut slice.into };
        ends.push(event.id()?);
        (is_there && slice.begin <= time && time <= slice.end).then_some(())
    }

    /// A thread other than the hart's: a further processor computes and polls, and messages arrive
    /// at it; or handlers run, and messages arrive at and leave them.
    fn lane(&mut self, event: &Event<'_>, kind: &str, (process, category): (u64, &str)) -> Option<()> {
        match kind {
            "M" => (event.text("name")? == "thread_name").then_some(()),
            "X" if event.is_of(category) => {
                let slice = event.slice(process, category)?;
                self.shown.slices.push(Slice { end: slice.begin + event.ns("dur")?, ..slice });
                Some(())
            }
            "f" => self.arrow(event, kind, (process, category)),
            "s" if category == "handler" => self.arrow(event, kind, (process, category)),
            _ => None,
        }
    }

    /// A part of a device is a thread. It has a name before its first slice, and its slices do not overlap.
    fn device(&mut self, event: &Event<'_>, kind: &str, thread: (u64, u64)) -> Option<()> {
        if kind == "M" {
            return (event.text("name")? == "thread_name" && self.parts.insert(thread, 0).is_none()).then_some(());
        }
        let slice = event.slice(thread.0, "device").filter(|_| kind == "X" && event.is_of("device"))?;
        let end = slice.begin + event.ns("dur")?;
        let before = self.parts.insert(thread, end)?;
        let follows = before <= slice.begin;
        self.shown.slices.push(Slice { end, ..slice });
        follows.then_some(())
    }
}
