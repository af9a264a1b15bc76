//! A timeline in Chrome's trace event format: JSON, with a line for each event.

use super::arrows::{ArrowCycles, arrows, under_way};
use super::contents::{
    Clock, DeviceTracks, HANDLERS, Note, Sites, Value, by_source, lane_thread, message_notes, part_name, run_end,
};
use super::spans::{self, Span};
use crate::recording::{DeviceRecording, Recording};
use rankine_program::Debug;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// From this number on, threads of a process are parts of devices. Each device has this many
/// numbers.
const DEVICE_THREADS: u64 = 1 << 24;

/// An event. The names of its members are those of the format.
#[derive(Default, Serialize)]
struct Event<'a> {
    name: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cat: Option<&'a str>,
    ph: &'a str,
    /// In microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<f64>,
    pid: u64,
    tid: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bp: Option<&'a str>,
    #[serde(serialize_with = "as_map", skip_serializing_if = "<[Note]>::is_empty")]
    args: &'a [Note],
}

fn as_map<S: Serializer>(notes: &&[Note], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(notes.iter().map(|(name, value)| (name, value)))
}

/// Writes `recording` as Chrome trace events. `debug` has an element for each program.
pub fn chrome(recording: &Recording, debug: &[&Debug], out: &mut dyn Write) -> io::Result<()> {
    let (clock, run_end) = (Clock::new(recording), run_end(recording));
    let mut writer = Writer { out, clock, run_end, arrows: ArrowCycles::new(recording), is_first: true };
    writer.out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
    let run = recording.ranks.len() as u64 + 1;
    writer.process(run, "whole run", 0)?;
    for (cycle, count) in under_way(recording) {
        writer.counter("messages under way", run, cycle, count)?;
    }
    let mut sites = Sites::new(debug);
    for ((rank, arrows), messages) in recording.ranks.iter().zip(&arrows(recording)).zip(&by_source(recording)) {
        let pid = process(rank.rank);
        writer.process(pid, &format!("rank {}", rank.rank), pid)?;
        if rank.has_hart() {
            writer.metadata("thread_name", pid, "name", Value::Text("hart".to_owned()))?;
        }
        if let Some(program) = recording.programs.get(rank.program) {
            writer.metadata("process_labels", pid, "labels", Value::Text(program.path.clone()))?;
        }
        writer.spans((pid, pid), spans::calls(recording, rank, arrows, &mut sites))?;
        for (place, lane) in rank.lanes() {
            let tid = lane_thread(rank.rank, place);
            writer.thread(pid, tid, lane.name.clone())?;
            writer.spans((pid, tid), spans::states(lane, place, arrows))?;
        }
        if !rank.handlers.is_empty() {
            let (tid, run_end) = (lane_thread(rank.rank, HANDLERS), writer.run_end);
            writer.thread(pid, tid, "handlers".to_owned())?;
            writer.spans((pid, tid), spans::handlers(rank, arrows, &mut sites, run_end))?;
        }
        writer.counter("unexpected messages", pid, 0, 0)?;
        for (cycle, count) in rank.unexpected.iter() {
            writer.counter("unexpected messages", pid, cycle, count.into())?;
        }
        writer.messages(recording, pid, messages)?;
        for (index, device) in (1..).zip(&rank.devices) {
            writer.device(pid, index, device)?;
        }
    }
    writer.out.write_all(b"\n]}\n")
}

/// The process number of a rank. It is not 0, which would be the idle process. The hart's thread
/// has the same number.
fn process(rank: u32) -> u64 {
    u64::from(rank) + 1
}

/// Nanoseconds as microseconds. Exact to the nanosecond below 2^53 ns, that is 104 days.
fn microseconds(ns: u64) -> f64 {
    ns as f64 / 1000.0
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    clock: Clock,
    run_end: u64,
    arrows: ArrowCycles<'a>,
    is_first: bool,
}

impl Writer<'_> {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        let separator: &[u8] = if std::mem::take(&mut self.is_first) { b"\n" } else { b",\n" };
        self.out.write_all(separator)?;
        serde_json::to_writer(&mut *self.out, event)?;
        Ok(())
    }

    fn at(&self, cycle: u64) -> Option<f64> {
        Some(microseconds(self.clock.ns(cycle)))
    }

    fn process(&mut self, pid: u64, name: &str, order: u64) -> io::Result<()> {
        self.metadata("process_name", pid, "name", Value::Text(name.to_owned()))?;
        self.metadata("process_sort_index", pid, "sort_index", Value::Unsigned(order))
    }

    fn metadata(&mut self, what: &'static str, pid: u64, name: &'static str, value: Value) -> io::Result<()> {
        let args = [(name.into(), value)];
        self.event(&Event { name: what.into(), ph: "M", pid, tid: pid, args: &args, ..Event::default() })
    }

    fn counter(&mut self, name: &'static str, pid: u64, cycle: u64, count: u64) -> io::Result<()> {
        self.level(name, pid, cycle, ("messages", count))
    }

    fn level(&mut self, name: &str, pid: u64, cycle: u64, (what, count): (&'static str, u64)) -> io::Result<()> {
        let args = [(what.into(), Value::Unsigned(count))];
        let ts = self.at(cycle);
        self.event(&Event { name: name.into(), ph: "C", ts, pid, tid: pid, args: &args, ..Event::default() })
    }

    /// Writes the jobs of a device's parts, each part as a thread beside the hart, and the levels
    /// of its queues.
    fn device(&mut self, pid: u64, index: u64, device: &DeviceRecording) -> io::Result<()> {
        let tracks = DeviceTracks::new(device);
        let thread = |part| DEVICE_THREADS * index + tracks.part(part);
        for part in &tracks.parts {
            self.thread(pid, thread(*part), format!("{} {}", device.name, part_name(*part)))?;
        }
        for job in device.jobs() {
            self.spans((pid, thread(job.part)), std::iter::once(spans::job(&job, self.run_end)))?;
        }
        for queue in &tracks.queues {
            self.level(&format!("{} {}", device.name, part_name(*queue)), pid, 0, ("items", 0))?;
        }
        for level in device.levels() {
            let name = format!("{} {}", device.name, part_name(level.queue));
            self.level(&name, pid, level.cycle, ("items", level.items))?;
        }
        Ok(())
    }

    fn thread(&mut self, pid: u64, tid: u64, name: String) -> io::Result<()> {
        let args = [("name".into(), Value::Text(name))];
        self.event(&Event { name: "thread_name".into(), ph: "M", pid, tid, args: &args, ..Event::default() })
    }

    /// Writes the slices of one thread, each followed by the ends of its arrows.
    fn spans<'s>(&mut self, (pid, tid): (u64, u64), spans: impl Iterator<Item = Span<'s>>) -> io::Result<()> {
        for Span { category, name, begin, end, notes, out, into } in spans {
            let (from, to) = (self.clock.ns(begin), self.clock.ns(end));
            self.event(&Event {
                name,
                cat: Some(category),
                ph: "X",
                ts: Some(microseconds(from)),
                dur: Some(microseconds(to.saturating_sub(from))),
                pid,
                tid,
                args: &notes,
                ..Event::default()
            })?;
            for (arrows, ph) in [(out, "s"), (into, "f")] {
                arrows.into_iter().try_for_each(|arrow| self.arrow_end((pid, tid), arrow, ph))?;
            }
        }
        Ok(())
    }

    /// Writes the start (`s`) or finish (`f`) of the arrow of message `index`, in the slice around
    /// that time.
    fn arrow_end(&mut self, (pid, tid): (u64, u64), index: u64, ph: &'static str) -> io::Result<()> {
        let Some((sent, received)) = self.arrows.of(index) else { return Ok(()) };
        let is_finish = ph == "f";
        let cycle = if is_finish { received } else { sent };
        self.event(&Event {
            name: "message".into(),
            cat: Some("message"),
            ph,
            ts: self.at(cycle),
            pid,
            tid,
            id: Some(index.to_string()),
            bp: is_finish.then_some("e"),
            ..Event::default()
        })
    }

    /// Writes the messages that one rank sent, each from sending to reception or the end of the
    /// run.
    fn messages(&mut self, recording: &Recording, pid: u64, messages: &[u32]) -> io::Result<()> {
        let mut all = recording.messages.cursor();
        for &index in messages {
            let Some(message) = all.get(index as usize) else { continue };
            let notes = message_notes(message, self.clock);
            let end = message.received.unwrap_or(self.run_end).max(message.sent);
            for (ph, cycle, args) in [("b", message.sent, &notes[..]), ("e", end, &[][..])] {
                self.event(&Event {
                    name: format!("to rank {}", message.destination).into(),
                    cat: Some("messages sent"),
                    ph,
                    ts: self.at(cycle),
                    pid,
                    tid: pid,
                    id: Some(index.to_string()),
                    args,
                    ..Event::default()
                })?;
            }
        }
        Ok(())
    }
}
