//! Tests of Chrome traces, which are read back as JSON.

use super::perfetto;
use super::reading::{Rank, Slice, Timeline, check};
use super::samples;
use crate::timeline;
use serde_json::Value;
use std::collections::BTreeMap;

/// A time in nanoseconds, from microseconds with at most three decimals.
fn ns(value: &Value) -> u64 {
    let ns = value.as_f64().expect("a time") * 1000.0;
    assert!((ns - ns.round()).abs() < 1e-3, "{value}");
    ns.round() as u64
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn notes(event: &Value) -> BTreeMap<String, Value> {
    let args = event["args"].as_object().cloned().unwrap_or_default();
    args.into_iter().collect()
}

/// The slice around `at`: the last one that begins by then.
fn around(slices: &mut [Slice], at: u64) -> &mut Slice {
    let slice = slices.iter_mut().rev().find(|slice| slice.begin <= at).expect("a slice");
    assert!(at <= slice.end);
    slice
}

/// Is the event in the thread of a further processor, at place 1?
fn is_lane(event: &Value) -> bool {
    let (pid, tid) = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
    assert!(tid == pid || tid == (1 << 20) + pid, "thread {tid} of process {pid}");
    tid != pid
}

fn metadata(event: &Value, rank: &mut Rank) {
    match event["name"].as_str() {
        Some("process_name") => rank.name = text(&event["args"]["name"]),
        Some("thread_name") => {
            assert_eq!(event["args"]["name"], if is_lane(event) { "nic" } else { "hart" });
            rank.has_hart |= !is_lane(event);
        }
        Some("process_sort_index") => assert_eq!(event["args"]["sort_index"], event["pid"]),
        Some("process_labels") => rank.program = Some(text(&event["args"]["labels"])),
        other => panic!("{other:?}"),
    }
}

fn of_rank(event: &Value, rank: &mut Rank, open: &mut BTreeMap<String, Slice>) {
    let at = event.get("ts").map_or(0, ns);
    match event["ph"].as_str() {
        Some("M") => metadata(event, rank),
        Some("X") => {
            let (category, slices) =
                if is_lane(event) { ("processor", &mut rank.lane) } else { ("mpi", &mut rank.calls) };
            assert_eq!(event["cat"], category);
            let end = at + ns(&event["dur"]);
            let name = text(&event["name"]);
            slices.push(Slice { name, begin: at, end, notes: notes(event), ..Slice::default() });
        }
        Some("s") => assert!(around(&mut rank.calls, at).out.insert(text(&event["id"]).parse().unwrap())),
        Some("f") => {
            assert_eq!(event["bp"], "e");
            let slices = if is_lane(event) { &mut rank.lane } else { &mut rank.calls };
            assert!(around(slices, at).into.insert(text(&event["id"]).parse().unwrap()));
        }
        Some("C") => {
            assert_eq!(event["name"], "unexpected messages");
            rank.unexpected.push((at, event["args"]["messages"].as_u64().unwrap()));
        }
        Some("b") => {
            let begun = Slice { name: text(&event["name"]), begin: at, notes: notes(event), ..Slice::default() };
            assert_eq!(open.insert(text(&event["id"]), begun), None);
        }
        Some("e") => {
            let begun = open.remove(&text(&event["id"])).expect("a begin");
            assert_eq!(event["name"], begun.name.as_str());
            rank.messages.push(Slice { end: at, ..begun });
        }
        other => panic!("{other:?}"),
    }
}

pub fn read(bytes: &[u8]) -> Timeline {
    let document: Value = serde_json::from_slice(bytes).expect("JSON");
    assert_eq!(document["displayTimeUnit"], "ns");
    let events = document["traceEvents"].as_array().expect("events");
    let mut timeline = Timeline::default();
    let mut open = BTreeMap::new();
    for event in events {
        let pid = event["pid"].as_u64().unwrap();
        match event["name"].as_str() {
            Some("messages under way") => {
                timeline.under_way.push((ns(&event["ts"]), event["args"]["messages"].as_u64().unwrap()));
            }
            _ if event["args"]["name"] == "whole run" || event["args"]["sort_index"] == 0 => {}
            name => {
                let index = pid as usize - 1;
                if name == Some("process_name") {
                    assert_eq!(index, timeline.ranks.len());
                    timeline.ranks.push(Rank::default());
                }
                of_rank(event, &mut timeline.ranks[index], &mut open);
            }
        }
    }
    assert!(open.is_empty(), "each begin has an end");
    timeline
}

#[test]
fn says_what_was_recorded_and_the_same_as_perfetto() {
    for recording in samples::all() {
        let mut file = Vec::new();
        timeline::chrome(&recording, &[], &mut file).unwrap();
        let timeline = read(&file);
        check(&recording, &timeline);
        assert_eq!(timeline, perfetto::written_and_read(&recording));
    }
}
