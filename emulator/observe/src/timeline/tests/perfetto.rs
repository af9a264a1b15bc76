//! Tests of Perfetto traces, which are read back by a decoder of their wire format.

use super::reading::{Rank, Slice, Timeline, check};
use super::samples;
use crate::recording::{MpiCall, Recording};
use crate::testing::{Source, compile, source_dir};
use crate::timeline;
use rankine_program::Debug;
use serde_json::Value;
use std::collections::BTreeMap;

/// A field's value on the wire.
#[derive(Clone, Debug, PartialEq)]
enum Wire {
    Number(u64),
    Fixed(u64),
    Bytes(Vec<u8>),
}

/// The fields of a message by number.
struct Decoded(BTreeMap<u64, Vec<Wire>>);

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().expect("a number goes on");
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return value;
        }
    }
    panic!("a number of more than 64 bits");
}

fn decode(mut bytes: &[u8]) -> Decoded {
    let mut fields: BTreeMap<u64, Vec<Wire>> = BTreeMap::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let value = match key & 7 {
            0 => Wire::Number(varint(&mut bytes)),
            1 => {
                let (number, rest) = bytes.split_at(8);
                bytes = rest;
                Wire::Fixed(u64::from_le_bytes(number.try_into().unwrap()))
            }
            2 => {
                let length = varint(&mut bytes) as usize;
                let (content, rest) = bytes.split_at(length);
                bytes = rest;
                Wire::Bytes(content.to_vec())
            }
            other => panic!("wire type {other}"),
        };
        fields.entry(key >> 3).or_default().push(value);
    }
    Decoded(fields)
}

impl Decoded {
    fn all(&self, field: u64) -> &[Wire] {
        self.0.get(&field).map_or(&[], |values| values)
    }

    fn number(&self, field: u64) -> Option<u64> {
        self.all(field).first().map(|value| if let Wire::Number(number) = value { *number } else { panic!("{field}") })
    }

    fn bytes(&self, field: u64) -> Option<&[u8]> {
        self.all(field).first().map(|value| if let Wire::Bytes(bytes) = value { &bytes[..] } else { panic!("{field}") })
    }

    fn text(&self, field: u64) -> Option<String> {
        self.bytes(field).map(|bytes| String::from_utf8(bytes.to_vec()).expect("UTF-8"))
    }

    fn message(&self, field: u64) -> Option<Decoded> {
        self.bytes(field).map(decode)
    }

    fn fixed(&self, field: u64) -> impl Iterator<Item = u64> {
        self.all(field).iter().map(move |value| if let Wire::Fixed(id) = value { *id } else { panic!("{field}") })
    }
}

fn notes(event: &Decoded) -> BTreeMap<String, Value> {
    let one = |annotation: &Wire| {
        let Wire::Bytes(bytes) = annotation else { panic!("an annotation is a message") };
        let annotation = decode(bytes);
        let value = match (annotation.number(2), annotation.number(3), annotation.number(4)) {
            (Some(flag), None, None) => Value::Bool(flag == 1),
            (None, Some(number), None) => number.into(),
            (None, None, Some(number)) => (number as i64).into(),
            _ => annotation.text(6).expect("a text").into(),
        };
        (annotation.text(10).expect("a name"), value)
    };
    event.all(4).iter().map(one).collect()
}

/// What a track is.
#[derive(Clone, Debug, PartialEq)]
enum Track {
    Process(u64),
    Hart(u64),
    Processor(u64),
    Lane(u64),
    Unexpected(u64),
    UnderWay,
}

/// Events of one track, in the order of the file.
type Events = Vec<(u64, Decoded)>;

fn read_descriptor(track: &Decoded, tracks: &BTreeMap<u64, Track>, timeline: &mut Timeline) -> Track {
    let parent = track.number(5).map(|parent| match tracks.get(&parent) {
        Some(Track::Process(rank)) => *rank,
        other => panic!("{other:?} as a parent"),
    });
    match (track.message(3), track.message(4), track.message(8), parent) {
        (Some(process), None, None, None) => {
            let rank = timeline.ranks.len() as u64;
            assert_eq!((process.number(1), track.number(12)), (Some(rank + 1), Some(rank)));
            let name = process.text(6).expect("a name");
            timeline.ranks.push(Rank { name, program: track.text(14), ..Rank::default() });
            Track::Process(rank)
        }
        (None, Some(thread), None, Some(rank)) => {
            assert_eq!(thread.number(1), Some(rank + 1));
            match (thread.text(5).as_deref(), thread.number(2).expect("a number") - rank - 1) {
                (Some("hart"), 0) => {
                    timeline.ranks[rank as usize].has_hart = true;
                    Track::Hart(rank)
                }
                (Some("nic"), 0x10_0000) => Track::Processor(rank),
                other => panic!("a thread {other:?}"),
            }
        }
        (None, None, Some(counter), parent) => {
            assert_eq!(counter.number(3), Some(2), "counts");
            let name = if parent.is_some() { "unexpected messages" } else { "messages under way" };
            assert_eq!(track.text(2).as_deref(), Some(name));
            parent.map_or(Track::UnderWay, Track::Unexpected)
        }
        (None, None, None, Some(rank)) => {
            assert_eq!(track.text(2).as_deref(), Some("messages sent"));
            Track::Lane(rank)
        }
        _ => panic!("a track of no known kind"),
    }
}

/// Reads the slices of one track. Each begin must be followed by its end, in order of time.
fn read_slices(events: &Events, category: &str) -> Vec<Slice> {
    assert!(events.windows(2).all(|pair| pair[0].0 <= pair[1].0), "slices of a track follow each other");
    let slice = |pair: &[(u64, Decoded)]| {
        let [(begin, first), (end, last)] = pair else { panic!("a begin without an end") };
        assert_eq!((first.number(9), last.number(9)), (Some(1), Some(2)));
        assert_eq!(first.text(22).as_deref(), Some(category));
        let (out, into) = (first.fixed(47).collect(), last.fixed(48).collect());
        Slice { name: first.text(23).expect("a name"), begin: *begin, end: *end, notes: notes(first), out, into }
    };
    events.chunks(2).map(slice).collect()
}

fn read(bytes: &[u8]) -> Timeline {
    let trace = decode(bytes);
    let mut timeline = Timeline::default();
    let mut tracks: BTreeMap<u64, Track> = BTreeMap::new();
    let mut events: BTreeMap<u64, Events> = BTreeMap::new();
    for (index, packet) in trace.all(1).iter().enumerate() {
        let Wire::Bytes(packet) = packet else { panic!("a packet is a message") };
        let packet = decode(packet);
        assert_eq!(packet.number(10), Some(1));
        assert_eq!(packet.number(13), (index == 0).then_some(1));
        if let Some(track) = packet.message(60) {
            let uuid = track.number(1).expect("a track has a number");
            if uuid == 0 {
                assert_eq!(track.number(19), Some(1));
                continue;
            }
            let kind = read_descriptor(&track, &tracks, &mut timeline);
            assert_eq!(tracks.insert(uuid, kind), None);
        } else {
            let event = packet.message(11).expect("an event");
            let track = event.number(11).expect("a track");
            assert!(tracks.contains_key(&track), "tracks come before their events");
            events.entry(track).or_default().push((packet.number(8).expect("a time"), event));
        }
    }
    for (uuid, events) in &events {
        let counter = || events.iter().map(|(at, event)| (*at, event.number(30).expect("a value"))).collect();
        match tracks[uuid] {
            Track::Process(_) => panic!("nothing happens to a process itself"),
            Track::Hart(rank) => timeline.ranks[rank as usize].calls = read_slices(events, "mpi"),
            Track::Processor(rank) => timeline.ranks[rank as usize].lane = read_slices(events, "processor"),
            Track::Lane(rank) => timeline.ranks[rank as usize].messages.extend(read_slices(events, "message")),
            Track::Unexpected(rank) => timeline.ranks[rank as usize].unexpected = counter(),
            Track::UnderWay => timeline.under_way = counter(),
        }
    }
    for rank in &mut timeline.ranks {
        rank.messages.sort_by_key(|slice| slice.begin);
    }
    timeline
}

/// Writes a Perfetto trace of `recording` and reads it back.
pub fn written_and_read(recording: &Recording) -> Timeline {
    let mut file = Vec::new();
    timeline::perfetto(recording, &[], &mut file).unwrap();
    read(&file)
}

#[test]
fn says_what_was_recorded() {
    for recording in samples::all() {
        check(&recording, &written_and_read(&recording));
    }
}

#[test]
fn times_are_rounded_down() {
    let timeline = written_and_read(&samples::send_receive());
    let times: Vec<(u64, u64)> = timeline.ranks[0].calls.iter().map(|slice| (slice.begin, slice.end)).collect();
    assert_eq!(times, [(6, 26), (66, 86), (133, 466), (533, 600)]);
    assert_eq!(timeline.under_way, [(0, 0), (80, 1), (140, 2), (420, 1), (438, 0)]);
}

#[test]
fn messages_of_a_rank_at_the_same_time_have_lanes() {
    let mut file = Vec::new();
    timeline::perfetto(&samples::send_receive(), &[], &mut file).unwrap();
    let is_lane = |packet: &&Wire| {
        let Wire::Bytes(packet) = packet else { return false };
        decode(packet).message(60).is_some_and(|track| track.text(2).as_deref() == Some("messages sent"))
    };
    assert_eq!(decode(&file).all(1).iter().filter(is_lane).count(), 2);
}

#[test]
fn call_sites() {
    let source = "__attribute__((noinline)) void MPI_Send(void) { __asm__ volatile (\"\"); }
int main(void) {
    MPI_Send();
    __asm__ volatile (\"after: nop\");
    return 0;
}
";
    let dir = source_dir("timeline");
    let debug = Debug::load(compile("timeline", &[Source::C(source)], &[]), dir);
    let mut recording = samples::send_receive();
    let return_address = debug.symbols.address("after").unwrap();
    for calls in recording.ranks.iter_mut().map(|rank| &mut rank.calls) {
        *calls = calls.iter().map(|call| MpiCall { return_address, ..call }).collect();
    }
    let (mut with, mut json) = (Vec::new(), Vec::new());
    timeline::perfetto(&recording, &[&debug], &mut with).unwrap();
    timeline::chrome(&recording, &[&debug], &mut json).unwrap();
    for timeline in [read(&with), super::chrome::read(&json)] {
        for slice in timeline.ranks.iter().flat_map(|rank| &rank.calls) {
            assert_eq!(slice.notes["call site"], "main at 0.c:3");
        }
    }
}
