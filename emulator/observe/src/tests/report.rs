//! Tests of the report's page: the contents of its tables and data, the escaping of hostile names,
//! and its size.

use super::*;
use crate::recording::{
    Counts, Lane, LaneState, Message, MpiCall, MpiFunctionName, Path, ProcessorRecording, Profile, ProgramRecording,
    Protocol, RankRecording,
};
use crate::testing::{Source, compile, source_dir};
use rankine_bus::{NetworkMap, Time};
use rankine_machine::ProcessorId;
use rankine_program::mpi::{Kind, Transfer};
use serde_json::Value;

const HOSTILE: &str = "</script><img src=x onerror=\"alert('1')\">\u{2028}\u{202e}\u{1b}[0m&amp;";

fn page(recording: &Recording, debug: &[&Debug]) -> String {
    let view = MpiView::of(recording, &|_, address| format!("{HOSTILE}:{address}"));
    let disassemble = |_, pc: u64| pc.is_multiple_of(4).then(|| format!("add {HOSTILE}"));
    let mut out = Vec::new();
    write(recording, debug, &view, &Asked::default(), &disassemble, &mut out).expect("writing to memory");
    String::from_utf8(out).expect("UTF-8")
}

/// Checks that tags are closed in order and that attributes are quoted. Returns the text of each
/// row, paragraph and the like.
fn parsed(page: &str) -> Vec<String> {
    const VOID: [&str; 3] = ["meta", "img", "input"];
    const RAW: [&str; 2] = ["script", "style"];
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("document type");
    let (mut open, mut rows, mut row): (Vec<&str>, Vec<String>, String) = Default::default();
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        assert!(!text.contains('>'), "{text}");
        row += text;
        let end = tag.find('>').expect("end of tag");
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        let name = inside.trim_start_matches('/').split_whitespace().next().expect("name of tag");
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{inside}");
        } else if !VOID.contains(&name) {
            open.push(name);
        }
        assert!(!["img", "link", "iframe", "object", "base"].contains(&name), "{inside}");
        // Between quoted values there are only names, and `=` in front of the next value.
        let mut between = inside.split('"').step_by(2).skip(1);
        let is_plain = |c: char| c.is_ascii_alphabetic() || c == '-' || c == ' ';
        assert!(between.all(|part| part.strip_suffix('=').unwrap_or(part).chars().all(is_plain)), "{inside}");
        assert!(!inside.contains("src=") && !inside.contains("href="), "{inside}");
        if RAW.contains(&name) && !inside.starts_with('/') {
            let end = rest.find(&format!("</{name}>")).expect("end of raw text");
            assert!(!rest[..end].contains("http:") && !rest[..end].contains("https:") && !rest[..end].contains("url("));
            rest = &rest[end..];
        }
        match inside {
            "/tr" | "/summary" | "/li" | "/p" | "/h1" | "/h2" | "/dd" => {
                rows.push(std::mem::take(&mut row).trim().into())
            }
            "/td" | "/th" | "/dt" => row.push('|'),
            _ => {}
        }
    }
    assert_eq!((open, rest.trim()), (vec![], ""));
    rows
}

fn data(page: &str) -> Value {
    let (_, from) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = from.split_once("</script>").expect("end of data");
    assert!(!json.contains(['<', '>', '&', '\u{2028}']));
    serde_json::from_str(json).expect("JSON")
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

fn functions() -> Vec<MpiFunctionName> {
    [("MPI_Isend", Kind::Send), ("MPI_Bcast", Kind::Collective), ("MPI_Test", Kind::Wait), (HOSTILE, Kind::Other)]
        .map(|(name, kind)| MpiFunctionName { name: name.into(), kind })
        .into()
}

fn message(source: u32, destination: u32, sent: u64, received: Option<u64>) -> Message {
    Message {
        source,
        destination,
        tag: -3,
        bytes: 1000,
        protocol: Protocol::Eager,
        is_collective: source > destination,
        sent,
        arrived: received,
        matched: received,
        received,
        is_unexpected: received.is_none(),
        place: 0,
    }
}

fn lane(states: &[(u64, u64, bool)]) -> Lane {
    let states = states.iter().map(|&(begin, end, is_polling)| LaneState { begin, end, is_polling });
    Lane { name: HOSTILE.into(), states: states.collect() }
}

fn small() -> Recording {
    let send = Transfer { peer: Some(1), tag: Some(7), bytes: Some(1000) };
    let calls = vec![
        MpiCall { entered: 100, left: 160, send: Some(send), bytes: Some(1000), ..MpiCall::default() },
        MpiCall {
            function: 2,
            entered: 200,
            left: 210,
            repeats: 4,
            repeated_until: 300,
            wait_cycles: 15,
            ..MpiCall::default()
        },
        MpiCall { function: 3, entered: 300, left: 1_234_567, is_under_way: true, ..MpiCall::default() },
    ];
    let rank = RankRecording {
        cycles: 1_234_567,
        calls: calls.into(),
        processors: vec![
            ProcessorRecording { caches: [(HOSTILE.to_owned(), 4321)].into(), ..ProcessorRecording::default() },
            ProcessorRecording {
                id: ProcessorId { node: 0, index: 1 },
                cycles: 777,
                instructions: 333,
                lane: Some(lane(&[(0, 10, false), (10, 40, true), (40, 90, false), (90, 1_234_567, true)])),
                ..ProcessorRecording::default()
            },
        ],
        ..RankRecording::default()
    };
    let other = RankRecording { rank: 1, cycles: 2000, exit_status: Some(3), ..RankRecording::default() };
    Recording {
        clock_hz: 1_000_000_000,
        platform: HOSTILE.into(),
        platform_text: format!("[memory]\nbase = 0x1080_0000 # address: {HOSTILE} [ours]\nbytes = 5 # bytes: x\n"),
        command: vec!["-n".into(), "2".into(), HOSTILE.into()],
        warnings: vec![HOSTILE.into()],
        programs: vec![ProgramRecording { path: HOSTILE.into(), functions: functions() }],
        ranks: vec![rank, other],
        messages: vec![message(0, 1, 150, Some(400)), message(1, 0, 170, None)].into(),
        ..Recording::default()
    }
}

#[test]
fn lanes() {
    let mut recording = small();
    recording.messages.push(Message { place: 1, ..message(1, 0, 180, Some(500)) });
    let page = page(&recording, &[]);
    assert!(page.contains("polling, of further processors"));
    let data = data(&page);
    assert_eq!(data["lanes"].as_array().map(Vec::len), Some(1));
    let lane_data = &data["lanes"][0];
    assert_eq!((&lane_data["rank"], &lane_data["place"], &lane_data["name"]), (&0.into(), &1.into(), &HOSTILE.into()));
    assert_eq!(integers(&lane_data["polling"]), [10, 30, 30, 50, 1_234_477, 1_234_477]);
    // Eager (1), in a collective (4), received at place 1 (16).
    assert_eq!(integers(&data["messages"])[16..], [10, 320, 1, 0, 1000, -3, 21, 1]);
    recording.ranks[0].processors[1].lane = None;
    assert!(!self::page(&recording, &[]).contains("polling, of further processors"));
    // There are too many states to draw each. Their sums must stay the same.
    let states: Vec<(u64, u64, bool)> = (0..50_000).map(|at| (30 * at, 30 * (at + 1), at % 3 > 0)).collect();
    recording.ranks[0].processors[1].lane = Some(lane(&states));
    let spans = integers(&self::data(&self::page(&recording, &[]))["lanes"][0]["polling"]);
    assert!((3000..3 * 20_000).contains(&spans.len()), "{}", spans.len());
    assert_eq!(spans.iter().skip(2).step_by(3).sum::<i64>(), 30 * 33_333);
}

#[test]
fn tables_and_hostile_names() {
    let page = page(&small(), &[]);
    let rows = parsed(&page);
    let shown =
        "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;\u{2028}\u{fffd}\u{fffd}[0m&amp;amp;";
    for expected in [
        format!("rankine run -n 2 {shown}"),
        shown.to_owned(),
        "Cycles|1 234 567".into(),
        "Simulated time|1.235 ms".into(),
        "Bytes in messages|2 000".into(),
        "End|rank 0: had not ended; rank 1: exit status 3".into(),
        "0|had not ended|1 234 567|0|100.0 %|0.0 %||4 321|".into(),
        "0.1||777|333|–|–||–|".into(),
        "MPI_Test||5|0|50|15|0.0 %|".into(),
        "MPI_Isend||1|1 000|60|0|0.0 %|".into(),
        format!("{shown}||1|0|1 234 267|0|99.8 %|"),
        format!("MPI_Isend|{shown}:0|1|1 000|60|0|0.0 %|60|60|60|"),
        "eager|2|2 000|250|250|250|250|250|".into(),
        "0|1|1|1 000|point-to-point|".into(),
        "1|0|1|1 000|in collectives|".into(),
        format!("memory.base|0x10800000|{shown}|"),
    ] {
        assert!(
            rows.iter().any(|row| *row == expected || row.ends_with(&format!("|{expected}"))),
            "{expected}\n{rows:#?}"
        );
    }
}

/// Places and lanes may have any names. Only links that carried something are in the table.
#[test]
fn links() {
    let mut network = NetworkMap::default();
    let ends = (network.place(HOSTILE.into(), true, (0.0, 1.005)), network.place("hub".into(), false, (2.0, 0.0)));
    network.link(ends, String::new(), 64, Time(4000));
    network.link((ends.1, ends.0), HOSTILE.into(), 128, Time(8000));
    network.link(ends, "idle".into(), 0, Time::ZERO);
    let page = page(&Recording { network, ..small() }, &[]);
    let rows = parsed(&page);
    assert!(rows.iter().any(|row| row.ends_with("||128|8|0.0 %|")), "{rows:#?}");
    assert!(rows.iter().any(|row| row.contains("2 of 2 with traffic; the network has 3 links")), "{rows:#?}");
    let network = &data(&page)["network"];
    assert_eq!(integers(&network["links"]), [[1, 0, 1, 128, 8], [0, 1, 0, 64, 4], [0, 1, 2, 0, 0]].concat());
    assert_eq!(network["places"][1], serde_json::json!(["hub", false, 2.0, 0.0]));
}

#[test]
fn data_of_the_script() {
    let data = data(&page(&small(), &[]));
    assert_eq!((&data["clock_hz"], &data["cycles"]), (&1_000_000_000.into(), &1_234_567.into()));
    let calls = &data["ranks"][0];
    assert_eq!(
        integers(&calls["calls"]),
        [[100, 60, 0, 0, 1, 0], [40, 10, 1, 15, 5, 1], [90, 1_234_267, 2, 0, 1, 1],].concat()
    );
    assert_eq!((&calls["is_in_call"], &data["ranks"][1]["is_in_call"]), (&true.into(), &false.into()));
    assert_eq!(data["arguments"], serde_json::json!(["dest 1, tag 7, 1 000 bytes", ""]));
    assert_eq!(data["functions"], serde_json::json!([["MPI_Isend", 0], ["MPI_Test", 2], [HOSTILE, 3]]));
    assert_eq!(data["sites"], serde_json::json!([[0, 0], [1, 0], [2, 0]]));
    // Eager is 1. The second message is collective (4) and unexpected (8), too.
    assert_eq!(
        integers(&data["messages"]),
        [[150, 250, 0, 1, 1000, -3, 1, 1], [20, -1, 1, 0, 1000, -3, 13, 1]].concat()
    );
    assert_eq!(integers(&data["heat"]["own"]), [0, 1, 1, 1000]);
    assert_eq!(integers(&data["heat"]["collective"]), [1, 0, 1, 1000]);
}

/// Thinning does not change sums.
#[test]
fn large_runs_are_thinned() {
    let ranks = 16;
    let rank = |rank: u32| {
        let call = |index: u64| {
            let entered = 1000 * index + u64::from(rank) + index % 7 * 30;
            let send = Transfer { peer: Some(1), tag: Some(index as i32), bytes: Some(index) };
            let (function, left) = ((index % 4) as u32, entered + 200 + index % 500);
            MpiCall {
                function,
                entered,
                left,
                wait_cycles: 100,
                send: Some(send),
                return_address: 4 * (index % 50),
                ..MpiCall::default()
            }
        };
        RankRecording { rank, cycles: 2_510_000, calls: (0..2500).map(call).collect(), ..RankRecording::default() }
    };
    let message = |index: u64| {
        let (source, step) = ((index % ranks) as u32, index / ranks);
        let destination = (source + 1 + (step % 15) as u32) % ranks as u32;
        message(source, destination, 1000 * step, Some(1000 * step + 321))
    };
    let recording = Recording {
        programs: vec![ProgramRecording { path: "a".into(), functions: functions() }],
        ranks: (0..ranks as u32).map(rank).collect(),
        messages: (0..40_000).map(message).collect(),
        ..Recording::default()
    };
    let page = page(&recording, &[]);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    let rows = parsed(&page);
    assert_eq!(rows.iter().filter(|row| row.contains("Simplified: ")).count(), 2, "{rows:#?}");
    let data = data(&page);
    let (mut made, mut waited, mut blocks) = (0, 0, 0);
    for line in data["ranks"].as_array().expect("ranks") {
        for item in integers(&line["calls"]).chunks(6) {
            (made, waited, blocks) = (made + item[4], waited + item[3], blocks + 1);
        }
    }
    assert_eq!((made, waited), (40_000, 4_000_000));
    assert!((5_000..=thinning::ITEMS_MAX).contains(&blocks), "{blocks}");
    let arrows = integers(&data["messages"]);
    assert_eq!(arrows.chunks(8).map(|arrow| arrow[7]).sum::<i64>(), 40_000);
    assert_eq!(arrows.chunks(8).map(|arrow| arrow[4]).sum::<i64>(), 40_000_000);
    assert!((5_000..=thinning::ITEMS_MAX).contains(&(arrows.len() / 8)), "{}", arrows.len() / 8);
}

const PROGRAM: &str = "__attribute__((noinline)) static int leaf(int n) {
    __asm__ volatile (\"hot: nop\");
    return n + 1;
}
__attribute__((noinline)) int recurse(int n) { return n ? recurse(n - 1) + leaf(n) : 0; }
int main(void) {
    return recurse(3);
}
";

#[test]
fn profiles() {
    let dir = source_dir("report");
    let debug = Debug::load(compile("report", &[Source::C(PROGRAM)], &["-O1"]), dir);
    let address = |name| debug.symbols.address(name).expect(name);
    let counts = |cycles| Counts { instructions: 1, cycles, wait_cycles: cycles / 10, ..Counts::default() };
    let path =
        |parent, name, cycles| Path { parent, call_site: 0, function: address(name), calls: 2, own: counts(cycles) };
    let profile = Profile {
        instructions: [("main", 100), ("recurse", 300), ("hot", 600)]
            .map(|(name, cycles)| (address(name), counts(cycles)))
            .into(),
        // The second `recurse` is below the first, so its cycles are included in those of the
        // first.
        paths: vec![path(0, "main", 100), path(0, "recurse", 200), path(1, "recurse", 100), path(2, "hot", 600)],
    };
    // The second profile has invalid paths: their parents come later, or do not exist.
    let broken = Profile { paths: vec![path(9, "main", 0), path(1, "main", 0)], ..Profile::default() };
    let processor = |profile| ProcessorRecording { profile: Some(profile), ..ProcessorRecording::default() };
    let rank = |profile| RankRecording { processors: vec![processor(profile)], ..RankRecording::default() };
    let recording = Recording {
        programs: vec![ProgramRecording { path: "a.elf".into(), ..ProgramRecording::default() }],
        ranks: vec![rank(profile), rank(broken)],
        ..Recording::default()
    };
    let page = page(&recording, &[&debug]);
    let rows = parsed(&page);
    for expected in [
        "leaf||60.0 %|60.0 %|600|600|2|1|60|0|0|0|",
        "recurse||30.0 %|90.0 %|300|900|4|1|30|0|0|0|",
        "main||10.0 %|100.0 %|100|1 000|6|1|10|0|0|0|",
        "60.0 % 0.c:2 leaf",
        "30.0 % 0.c:5 recurse",
    ] {
        assert!(rows.iter().any(|row| row.ends_with(expected)), "{expected}\n{rows:#?}");
    }
    let hot = format!("{:#x}|", address("hot"));
    let row = rows.iter().find(|row| row.starts_with(&hot)).expect("instruction");
    assert!(row.ends_with("|60.0 %|600|1|60|0|0|0|"), "{row}");
}

/// Recordings with nothing in them, with invalid indices, with times that run backwards, and with
/// the largest values.
#[test]
fn odd_recordings() {
    let call = MpiCall {
        function: 9,
        entered: u64::MAX,
        left: 3,
        repeats: u64::MAX,
        wait_cycles: u64::MAX,
        ..MpiCall::default()
    };
    let backwards = MpiCall { entered: 5, left: u64::MAX, ..call };
    let rank = RankRecording {
        program: 4,
        cycles: u64::MAX,
        calls: vec![call, backwards, call].into(),
        ..RankRecording::default()
    };
    let many =
        RankRecording { calls: vec![call; 2 * thinning::ITEMS_MAX].into(), cycles: 1, ..RankRecording::default() };
    let far = Message { bytes: u64::MAX, ..message(u32::MAX, 0, u64::MAX, Some(1)) };
    for (ranks, messages) in
        [(vec![], vec![]), (vec![rank; 3], vec![far; 2]), (vec![many], vec![far; 2 * thinning::ITEMS_MAX])]
    {
        let is_empty = ranks.is_empty();
        let page = page(&Recording { ranks, messages: messages.into(), ..Recording::default() }, &[]);
        let rows = parsed(&page);
        assert_eq!(rows.iter().any(|row| row == "No MPI calls."), is_empty, "{rows:#?}");
        assert!(data(&page)["messages"].is_array());
    }
}
