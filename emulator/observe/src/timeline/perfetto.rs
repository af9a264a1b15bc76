//! A timeline in Perfetto's own format: `Trace` of perfetto/trace/trace.proto, with a packet for
//! each event.

use super::arrows::{arrows, under_way};
use super::contents::{
    Clock, DeviceTracks, HANDLERS, Lanes, Note, Sites, Value, by_source, lane_thread, message_notes, part_name, run_end,
};
use super::protobuf::Fields;
use super::spans::{self, Span};
use crate::recording::{DeviceRecording, RankRecording, Recording};
use rankine_program::Debug;
use std::io::{self, Write};

/// A field of `Trace`.
const PACKET: u32 = 1;

/// Fields of `TracePacket`.
mod packet {
    pub const TIMESTAMP: u32 = 8;
    pub const SEQUENCE_ID: u32 = 10;
    pub const TRACK_EVENT: u32 = 11;
    pub const SEQUENCE_FLAGS: u32 = 13;
    pub const TRACK_DESCRIPTOR: u32 = 60;
    /// The value of SEQUENCE_FLAGS in the first packet: no packet came before it.
    pub const STATE_CLEARED: u64 = 1;
}

/// Fields of `TrackDescriptor` and of the messages in it.
mod track {
    pub const UUID: u32 = 1;
    pub const NAME: u32 = 2;
    pub const PROCESS: u32 = 3;
    pub const PROCESS_PID: u32 = 1;
    pub const PROCESS_NAME: u32 = 6;
    pub const THREAD: u32 = 4;
    pub const THREAD_PID: u32 = 1;
    pub const THREAD_TID: u32 = 2;
    pub const THREAD_NAME: u32 = 5;
    pub const PARENT: u32 = 5;
    pub const COUNTER: u32 = 8;
    pub const COUNTER_UNIT: u32 = 3;
    pub const UNIT_COUNT: u64 = 2;
    pub const ORDER_RANK: u32 = 12;
    pub const DESCRIPTION: u32 = 14;
    pub const PROCESS_ORDERING: u32 = 19;
    pub const EXPLICIT: u64 = 1;
}

/// Fields of `TrackEvent` and of `DebugAnnotation`.
mod event {
    pub const ANNOTATION: u32 = 4;
    pub const TYPE: u32 = 9;
    pub const TRACK: u32 = 11;
    pub const CATEGORY: u32 = 22;
    pub const NAME: u32 = 23;
    pub const COUNTER_VALUE: u32 = 30;
    pub const FLOW: u32 = 47;
    pub const LAST_FLOW: u32 = 48;
    pub const SLICE_BEGIN: u64 = 1;
    pub const SLICE_END: u64 = 2;
    pub const COUNTER: u64 = 4;
    pub const ANNOTATION_BOOL: u32 = 2;
    pub const ANNOTATION_UINT: u32 = 3;
    pub const ANNOTATION_INT: u32 = 4;
    pub const ANNOTATION_TEXT: u32 = 6;
    pub const ANNOTATION_NAME: u32 = 10;
}

/// Identifiers of tracks. They consist of the rank plus one, and the number of the track in the
/// rank.
mod uuid {
    /// The parent of all tracks. It has no events.
    pub const ROOT: u64 = 0;
    pub const UNDER_WAY: u64 = 1;

    fn of_rank(rank: u32, which: u64) -> u64 {
        (u64::from(rank) + 1) << 32 | which
    }

    pub fn process(rank: u32) -> u64 {
        of_rank(rank, 0)
    }

    pub fn hart(rank: u32) -> u64 {
        of_rank(rank, 1)
    }

    pub fn unexpected(rank: u32) -> u64 {
        of_rank(rank, 2)
    }

    pub fn lane(rank: u32, lane: u64) -> u64 {
        of_rank(rank, 3 + lane)
    }

    /// The track of the further processor at a place.
    pub fn processor(rank: u32, place: u32) -> u64 {
        of_rank(rank, 1 << 30 | u64::from(place))
    }

    /// The track of a device with this number.
    pub fn of_device(rank: u32, device: u64, number: u64) -> u64 {
        of_rank(rank, 1 << 31 | (device & 0x7f) << 24 | number & 0xff_ffff)
    }
}

/// Writes `recording` as a Perfetto trace. `debug` has an element for each program.
pub fn perfetto(recording: &Recording, debug: &[&Debug], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer { out, clock: Clock::new(recording), run_end: run_end(recording), is_first: true };
    writer.descriptor(uuid::ROOT, |track| track.varint(track::PROCESS_ORDERING, track::EXPLICIT))?;
    writer.counter_track(uuid::UNDER_WAY, uuid::ROOT, "messages under way")?;
    for (cycle, count) in under_way(recording) {
        writer.counter(uuid::UNDER_WAY, cycle, count)?;
    }
    let mut sites = Sites::new(debug);
    for ((rank, arrows), messages) in recording.ranks.iter().zip(&arrows(recording)).zip(&by_source(recording)) {
        writer.rank_tracks(recording, rank)?;
        writer.spans(uuid::hart(rank.rank), spans::calls(recording, rank, arrows, &mut sites))?;
        for (place, lane) in rank.lanes() {
            let track = uuid::processor(rank.rank, place);
            writer.thread_track(track, rank.rank, lane_thread(rank.rank, place), &lane.name)?;
            writer.spans(track, spans::states(lane, place, arrows))?;
        }
        if !rank.handlers.is_empty() {
            let (track, run_end) = (uuid::processor(rank.rank, HANDLERS), writer.run_end);
            writer.thread_track(track, rank.rank, lane_thread(rank.rank, HANDLERS), "handlers")?;
            writer.spans(track, spans::handlers(rank, arrows, &mut sites, run_end))?;
        }
        writer.counter(uuid::unexpected(rank.rank), 0, 0)?;
        for (cycle, count) in rank.unexpected.iter() {
            writer.counter(uuid::unexpected(rank.rank), cycle, count.into())?;
        }
        writer.messages(recording, rank.rank, messages)?;
        for (index, device) in rank.devices.iter().enumerate() {
            writer.device(rank, index as u64, device)?;
        }
    }
    Ok(())
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    clock: Clock,
    run_end: u64,
    is_first: bool,
}

impl Writer<'_> {
    fn packet(&mut self, fill: impl FnOnce(&mut Fields)) -> io::Result<()> {
        let is_first = std::mem::take(&mut self.is_first);
        let mut trace = Fields::default();
        trace.message(PACKET, |packet| {
            packet.varint(packet::SEQUENCE_ID, 1);
            if is_first {
                packet.varint(packet::SEQUENCE_FLAGS, packet::STATE_CLEARED);
            }
            fill(packet);
        });
        self.out.write_all(trace.bytes())
    }

    fn descriptor(&mut self, uuid: u64, fill: impl FnOnce(&mut Fields)) -> io::Result<()> {
        self.packet(|packet| {
            packet.message(packet::TRACK_DESCRIPTOR, |track| {
                track.varint(track::UUID, uuid);
                fill(track);
            });
        })
    }

    fn counter_track(&mut self, uuid: u64, parent: u64, name: &str) -> io::Result<()> {
        self.descriptor(uuid, |track| {
            if parent != uuid::ROOT {
                track.varint(track::PARENT, parent);
            }
            track.text(track::NAME, name);
            track.message(track::COUNTER, |counter| counter.varint(track::COUNTER_UNIT, track::UNIT_COUNT));
        })
    }

    fn rank_tracks(&mut self, recording: &Recording, rank: &RankRecording) -> io::Result<()> {
        // Process 0 would be the idle process.
        let (number, pid) = (rank.rank, u64::from(rank.rank) + 1);
        self.descriptor(uuid::process(number), |track| {
            track.message(track::PROCESS, |process| {
                process.varint(track::PROCESS_PID, pid);
                process.text(track::PROCESS_NAME, &format!("rank {number}"));
            });
            track.varint(track::ORDER_RANK, number.into());
            if let Some(program) = recording.programs.get(rank.program) {
                track.text(track::DESCRIPTION, &program.path);
            }
        })?;
        if rank.has_hart() {
            self.thread_track(uuid::hart(number), number, pid, "hart")?;
        }
        self.counter_track(uuid::unexpected(number), uuid::process(number), "unexpected messages")
    }

    fn thread_track(&mut self, uuid: u64, rank: u32, tid: u64, name: &str) -> io::Result<()> {
        self.descriptor(uuid, |track| {
            track.varint(track::PARENT, uuid::process(rank));
            track.message(track::THREAD, |thread| {
                thread.varint(track::THREAD_PID, u64::from(rank) + 1);
                thread.varint(track::THREAD_TID, tid);
                thread.text(track::THREAD_NAME, name);
            });
        })
    }

    fn event(&mut self, uuid: u64, cycle: u64, event_type: u64, fill: impl FnOnce(&mut Fields)) -> io::Result<()> {
        let timestamp = self.clock.ns(cycle);
        self.packet(|packet| {
            packet.varint(packet::TIMESTAMP, timestamp);
            packet.message(packet::TRACK_EVENT, |event| {
                event.varint(event::TYPE, event_type);
                event.varint(event::TRACK, uuid);
                fill(event);
            });
        })
    }

    fn counter(&mut self, uuid: u64, cycle: u64, value: u64) -> io::Result<()> {
        self.event(uuid, cycle, event::COUNTER, |event| event.varint(event::COUNTER_VALUE, value))
    }

    /// Writes the slices of one track. An arrow leaves at the begin of its sender's slice and
    /// arrives at the end of its receiver's slice, because readers want an arrow's first end before
    /// the second.
    fn spans<'a>(&mut self, track: u64, spans: impl Iterator<Item = Span<'a>>) -> io::Result<()> {
        for Span { category, name, begin, end, notes, out, into } in spans {
            self.event(track, begin, event::SLICE_BEGIN, |event| {
                label(event, category, &name, &notes);
                out.iter().for_each(|arrow| event.fixed64(event::FLOW, *arrow));
            })?;
            self.event(track, end, event::SLICE_END, |event| {
                into.iter().for_each(|arrow| event.fixed64(event::LAST_FLOW, *arrow));
            })?;
        }
        Ok(())
    }

    /// Writes the messages that `rank` sent, each from sending to reception or the end of the run.
    fn messages(&mut self, recording: &Recording, rank: u32, messages: &[u32]) -> io::Result<()> {
        let mut lanes = Lanes::default();
        let mut all = recording.messages.cursor();
        for &index in messages {
            let Some(message) = all.get(index as usize) else { continue };
            let end = message.received.unwrap_or(self.run_end).max(message.sent);
            let (lane, is_new) = lanes.place(message.sent, end);
            let track = uuid::lane(rank, lane);
            if is_new {
                self.descriptor(track, |descriptor| {
                    descriptor.varint(track::PARENT, uuid::process(rank));
                    descriptor.text(track::NAME, "messages sent");
                })?;
            }
            let notes = message_notes(message, self.clock);
            self.event(track, message.sent, event::SLICE_BEGIN, |event| {
                label(event, "message", &format!("to rank {}", message.destination), &notes);
            })?;
            self.event(track, end, event::SLICE_END, |_| {})?;
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// Writes the tracks of a device: one for each part, and a counter for each queue.
    fn device(&mut self, rank: &RankRecording, index: u64, device: &DeviceRecording) -> io::Result<()> {
        let parent = uuid::of_device(rank.rank, index, 0);
        self.descriptor(parent, |track| {
            track.varint(track::PARENT, uuid::process(rank.rank));
            track.text(track::NAME, &device.name);
        })?;
        let tracks = DeviceTracks::new(device);
        for (number, name) in (1..).zip(&tracks.parts) {
            self.descriptor(uuid::of_device(rank.rank, index, number), |track| {
                track.varint(track::PARENT, parent);
                track.text(track::NAME, &part_name(*name));
            })?;
        }
        let first_queue = 1 + tracks.parts.len() as u64;
        for (number, name) in (first_queue..).zip(&tracks.queues) {
            let track = uuid::of_device(rank.rank, index, number);
            self.counter_track(track, parent, &part_name(*name))?;
            self.counter(track, 0, 0)?;
        }
        for job in device.jobs() {
            let track = uuid::of_device(rank.rank, index, 1 + tracks.part(job.part));
            self.spans(track, std::iter::once(spans::job(&job, self.run_end)))?;
        }
        for level in device.levels() {
            let track = uuid::of_device(rank.rank, index, first_queue + tracks.queue(level.queue));
            self.counter(track, level.cycle, level.items)?;
        }
        Ok(())
    }
}

fn label(event: &mut Fields, category: &str, name: &str, notes: &[Note]) {
    event.text(event::CATEGORY, category);
    event.text(event::NAME, name);
    for (name, value) in notes {
        event.message(event::ANNOTATION, |annotation| {
            annotation.text(event::ANNOTATION_NAME, name);
            match value {
                Value::Flag(flag) => annotation.varint(event::ANNOTATION_BOOL, u64::from(*flag)),
                Value::Unsigned(number) => annotation.varint(event::ANNOTATION_UINT, *number),
                Value::Signed(number) => annotation.varint(event::ANNOTATION_INT, *number as u64),
                Value::Text(text) => annotation.text(event::ANNOTATION_TEXT, text),
            }
        });
    }
}
