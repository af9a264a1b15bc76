//! Katsamani's MPI on the SARC chip multiprocessor (FORTH-ICS, 2010): its ping-pong, in its sizes, and what it left open.
//!
//! Its library had a counter at the sender, waited there for each transfer, sent as many bytes as it was asked to, copied by a call
//! of the C library's memcpy, and did one thing after the other; that is what the rows are measured with. The last column is the
//! library as it comes with the platform.
//!
//! memcpy lies apart from the library, nobody knows where; the instruction cache is direct-mapped, so that decides which lines are
//! missed, every time. So messages that are copied are measured with memcpy at places all over it, and what counts is the mean:
//! unlike any one place, it does not depend on how the rest is linked.

use super::bench::{Phases, Series, Workshop, at, in_parallel, line_through};
use super::options::{Machine, Options};
use super::page::{Figure, Results, Scale};
use super::table::{Criterion, Row, Variant, number, statement};
use serde_json::Value;

const PLATFORM: &str = "sarc";
/// The column of the library as it comes with the platform.
const BEST: &str = "best library";
const PINGPONG: &str = include_str!("../../../../apps/repro/sarc/pingpong.c");

/// The library as it was measured (§4.2, §4.4.2).
const AS_PRINTED: [&str; 1] = ["RINGS_AS_PRINTED=1"];
/// Eager buffers of 512 bytes; four of them, as more would not have fitted the way (§4.3.1).
const LONG_BUFFERS: [&str; 2] = ["RINGS_SLOT_BYTES=512", "RINGS_SLOTS=4"];
/// The threshold that the rendezvous table was taken with (§4.4.3), and a word below it, so that 32 bytes are measured, too.
const THRESHOLD: &str = "RINGS_DIRECT_LIMIT=32";
const BELOW_THRESHOLD: &str = "RINGS_DIRECT_LIMIT=28";
/// Sizes where rendezvous becomes faster than eager messages: if it is at the first, that may be below.
const AROUND: &str = "32-56:4";
/// The same of the best library, and its threshold.
const BEST_AROUND: &str = "52-96:4";
const BEST_THRESHOLD: u32 = 48;
/// Where the printed curves cross (Tables 4.1 and 4.4): bytes, and cycles on a line from 16 to 48 bytes of eager messages.
const CROSSING: (u32, f64) = (40, 714.0);

/// Table 4.1 and its text: eager messages, cached buffers.
const EAGER: [(u32, f64); 5] = [(16, 644.0), (48, 737.0), (112, 924.0), (240, 1297.0), (496, 2065.0)];
/// Table 4.4: rendezvous, buffers in scratchpad.
const RENDEZVOUS: [(u32, f64); 8] =
    [(48, 716.0), (64, 718.0), (128, 731.0), (256, 761.0), (512, 817.0), (1024, 923.0), (2048, 1139.0), (4096, 1561.0)];
/// A zero-byte message, and one of 4 bytes (§4.4.2, read from the text).
const ZERO: f64 = 217.0;
const FOUR: f64 = 501.0;

const ROUND_TRIPS: &str = "-n10000";
/// Runs are exact and repeat themselves every few messages: where there are many sizes or places, fewer round trips say the same.
const FEW_ROUND_TRIPS: &str = "-n200";
/// A multiple of the slots of a ring; they take up to two cycles more, for what comes once in a measurement.
const FEWER_ROUND_TRIPS: &str = "-n48";
/// Before these: both sides begin at once, and may fetch lines from memory at the same time, and wait for each other, for some 80
/// round trips, until they have drifted apart.
const DRIFT: [&str; 3] = ["-n100", "0", "4"];
/// Lines from one place of memcpy to the next. It takes eight.
const PLACE_LINES: usize = 2;
const RANKS: u32 = 4;
/// Longer buffers leave no room in the way for rings to four.
const RANKS_WITH_LONG_BUFFERS: u32 = 2;

/// All that is measured.
struct Measured {
    transfers: Vec<f64>,
    zero: f64,
    eager: Spread,
    sweep: Series,
    rendezvous: Series,
    around: Series,
    at_receiver: f64,
    credit_every_4: f64,
    slots: Vec<(u32, f64)>,
    best_zero: f64,
    best_eager: Series,
    best_rendezvous: Series,
    /// Of zero-byte messages, and of rendezvous of 64 bytes.
    zero_phases: Phases,
    rendezvous_phases: Phases,
}

/// Cycles of each size, over places of memcpy all over the instruction cache.
struct Spread {
    mean: Series,
    least: Series,
    most: Series,
}

impl Spread {
    /// Of series of the same sizes, of which there is one.
    fn over(places: &[Series]) -> Spread {
        let by = |fold: fn(&[f64]) -> f64| {
            let sizes = places[0].iter().enumerate();
            let of = |index: usize| places.iter().map(|place| place[index].1).collect::<Vec<_>>();
            sizes.map(|(index, (size, _))| (*size, fold(&of(index)))).collect::<Series>()
        };
        Spread {
            mean: by(|of| of.iter().sum::<f64>() / of.len() as f64),
            least: by(|of| of.iter().copied().fold(f64::MAX, f64::min)),
            most: by(|of| of.iter().copied().fold(f64::MIN, f64::max)),
        }
    }
}

fn with<'a>(parameters: &[&[&'a str]]) -> Vec<&'a str> {
    parameters.concat()
}

fn sizes(of: &[(u32, f64)]) -> Vec<String> {
    of.iter().map(|(size, _)| size.to_string()).collect()
}

pub const MACHINE: Machine = Machine {
    name: "sarc",
    platforms: &[PLATFORM],
    rows: &[
        "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17",
        "K18", "K19", "K20", "K21",
    ],
    reproduce,
};

fn reproduce(options: &Options) -> Result<Results, String> {
    let workshop = Workshop::new("pingpong.c", PINGPONG, options)?;
    let measured = measure(&workshop)?;
    let rows = rows(&measured)?;
    let printed = |of: &[(u32, f64)]| of.to_vec();
    let figure = |title, curves| Figure { title, scale: Scale::Linear, curves };
    let figures = vec![
        figure(
            "Eager messages, buffers in cached memory: cycles by bytes",
            vec![
                ("printed", printed(&EAGER)),
                ("ours, mean", measured.eager.mean.clone()),
                ("ours, best place of memcpy", measured.eager.least.clone()),
                ("ours, worst place", measured.eager.most.clone()),
                ("best library", measured.best_eager.clone()),
            ],
        ),
        figure(
            "Rendezvous, buffers in scratchpad: cycles by bytes",
            vec![
                ("printed", printed(&RENDEZVOUS)),
                ("ours", measured.rendezvous.clone()),
                ("best library", measured.best_rendezvous.clone()),
            ],
        ),
        figure("Eager messages in steps of 2 bytes: cycles by bytes", vec![("ours", measured.sweep.clone())]),
    ];
    Ok(Results {
        machine: "SARC",
        title: "Katsamani's MPI on the SARC chip multiprocessor",
        about: Vec::new(),
        rows,
        figures,
        prints_figures: false,
    })
}

fn series(workshop: &Workshop, parameters: &[&str], ranks: u32, arguments: &[String]) -> Result<Series, String> {
    workshop.build(PLATFORM, parameters)?.series(ranks, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// With memcpy, as the program brings it along, so many bytes from the first place.
fn series_at(workshop: &Workshop, parameters: &[&str], place: u64, arguments: &[&str]) -> Result<Series, String> {
    let flags = [format!("-DMEMCPY_PLACE={place}")];
    workshop.build_with(PLATFORM, parameters, &flags)?.series(RANKS_WITH_LONG_BUFFERS, arguments)
}

/// Messages that are copied, with memcpy at places all over the instruction cache.
fn eager_at_all_places(workshop: &Workshop, parameters: &[&str]) -> Result<Spread, String> {
    let caches = workshop.platform(PLATFORM, &[])?.caches;
    let lines = caches.l1i_bytes / caches.l1i_line_bytes;
    let sizes = sizes(&EAGER);
    let mut arguments = [&DRIFT[..], &[FEWER_ROUND_TRIPS, "0", "4"]].concat();
    arguments.extend(sizes.iter().map(String::as_str));
    arguments.push(AROUND);
    let arguments = &arguments;
    let job = |line: u64| {
        Box::new(move || series_at(workshop, parameters, line * caches.l1i_line_bytes, arguments))
            as Box<dyn FnOnce() -> _ + Send>
    };
    let places = in_parallel((0..lines).step_by(PLACE_LINES).map(job).collect())
        .into_iter()
        .collect::<Result<Vec<_>, String>>()?;
    Ok(Spread::over(&places))
}

fn measure(workshop: &Workshop) -> Result<Measured, String> {
    let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let few = |texts: &[&str]| [words(&DRIFT), words(&[FEW_ROUND_TRIPS]), words(texts)].concat();
    let best_eager = [few(&["0", "4", BEST_AROUND]), sizes(&EAGER)].concat();
    let best_rendezvous = [few(&["-s", BEST_AROUND]), sizes(&RENDEZVOUS)].concat();
    let rendezvous = [words(&[ROUND_TRIPS, "-s"]), sizes(&RENDEZVOUS)].concat();
    let around = few(&["-s", AROUND]);
    let printed_long = with(&[&AS_PRINTED, &LONG_BUFFERS]);
    let printed_threshold = with(&[&AS_PRINTED, &[THRESHOLD]]);
    let below_threshold = with(&[&AS_PRINTED, &[BELOW_THRESHOLD]]);
    let sweep = [&DRIFT[..], &[FEWER_ROUND_TRIPS, "2-496:2"]].concat();
    let receiver = with(&[&AS_PRINTED, &["RINGS_COUNTER_AT_RECEIVER=1"]]);
    let credit = with(&[&AS_PRINTED, &["RINGS_CREDIT_EVERY=4"]]);
    // The first build of the library is not raced by the others.
    workshop.build(PLATFORM, &[])?;
    let many = |parameters: Vec<&'static str>, ranks: u32, arguments: Vec<String>| {
        Box::new(move || series(workshop, &parameters, ranks, &arguments)) as Box<dyn FnOnce() -> _ + Send>
    };
    let one = |parameters: Vec<&'static str>| many(parameters, RANKS, words(&[ROUND_TRIPS, "0"]));
    let jobs = vec![
        one(AS_PRINTED.to_vec()),
        Box::new(|| series_at(workshop, &printed_long, 0, &sweep)),
        many(printed_threshold, RANKS, rendezvous),
        many(below_threshold, RANKS, around),
        many(LONG_BUFFERS.to_vec(), RANKS_WITH_LONG_BUFFERS, best_eager),
        many(Vec::new(), RANKS, best_rendezvous),
        one(receiver),
        one(credit),
        one(Vec::new()),
        one(with(&[&AS_PRINTED, &["RINGS_SLOTS=2"]])),
        one(with(&[&AS_PRINTED, &["RINGS_SLOTS=4"]])),
    ];
    let mut results = in_parallel(jobs).into_iter();
    let mut next = || results.next().unwrap_or_else(|| Err("a measurement is missing".into()));
    let zero = at(&next()?, 0)?;
    Ok(Measured {
        sweep: next()?,
        rendezvous: next()?,
        around: next()?,
        best_eager: next()?,
        best_rendezvous: next()?,
        zero,
        at_receiver: at(&next()?, 0)?,
        credit_every_4: at(&next()?, 0)?,
        best_zero: at(&next()?, 0)?,
        slots: vec![(2, at(&next()?, 0)?), (4, at(&next()?, 0)?), (8, zero)],
        eager: eager_at_all_places(workshop, &printed_long)?,
        transfers: transfers(workshop)?,
        zero_phases: workshop.build(PLATFORM, &AS_PRINTED)?.phases(RANKS, &[ROUND_TRIPS, "0"])?,
        rendezvous_phases: workshop.build(PLATFORM, &AS_PRINTED)?.phases(RANKS, &[ROUND_TRIPS, "-s", "64"])?,
    })
}

/// Cycles of RDMA writes of 16 and of 64 bytes on an idle machine, from the command's last word to the last byte in place: the
/// counter, which lies there, triggers `ni.counter_update_cycles` later.
fn transfers(workshop: &Workshop) -> Result<Vec<f64>, String> {
    let platform = workshop.platform(PLATFORM, &[])?;
    let period = 1e12 / platform.hart.clock_hz as f64;
    let counter_update = platform.number("ni.counter_update_cycles").unwrap_or(0) as f64;
    // A head alone, and a full buffer.
    let told = workshop.build(PLATFORM, &[])?.diagnostics(2, &["-n4", "0", "48"])?;
    [16, 64]
        .into_iter()
        .map(|bytes| {
            let time = |event: &Value| event["time"].as_f64().unwrap_or(0.0);
            let is_command = |event: &Value| event["node"] == 0 && event["peer"] == 1 && event["bytes"] == bytes;
            let from = told.iter().rposition(is_command).ok_or("the network interface told of no transfer")?;
            let is_end = |event: &&Value| event["node"] == 1 && event["message"] == "counter triggers";
            let end = told[from..].iter().find(is_end).ok_or("the network interface told of no counter")?;
            Ok(((time(end) - time(&told[from])) / period).round() - counter_update)
        })
        .collect()
}

/// Share of k for which 4k + 2 bytes take longer than 4k + 4.
fn tremor(sweep: &Series) -> Result<(usize, usize), String> {
    let ks = 0..123;
    let is_slower = |k: u32| Ok(at(sweep, 4 * k + 2)? > at(sweep, 4 * k + 4)?);
    let slower = ks.clone().map(is_slower).collect::<Result<Vec<bool>, String>>()?;
    Ok((slower.into_iter().filter(|slower| *slower).count(), ks.len()))
}

/// The first size measured both ways above so many bytes for which rendezvous is faster than eager, and what that takes.
fn crossing(above: u32, eager: &Series, rendezvous: &Series) -> Option<(u32, f64)> {
    let is_faster = |(size, cycles): &&(u32, f64)| at(eager, *size).is_ok_and(|eager| *cycles < eager);
    rendezvous.iter().filter(|(size, _)| *size > above).find(is_faster).copied()
}

fn values(series: &Series, of: &[(u32, f64)]) -> Result<Vec<f64>, String> {
    of.iter().map(|(size, _)| at(series, *size)).collect()
}

fn printed(of: &[(u32, f64)]) -> Vec<f64> {
    of.iter().map(|(_, cycles)| *cycles).collect()
}

/// Where the thesis prints a row.
const SOURCES: [(&str, &str); 21] = [
    ("K1", "§4.4.2, §4.4.5"),
    ("K2", "§4.4.2"),
    ("K3", "§4.4.5"),
    ("K4", "Table 4.1"),
    ("K5", "Table 4.1"),
    ("K6", "Table 4.1, §4.4.2"),
    ("K7", "§4.4.1, Figures 4.5 and 4.6"),
    ("K8", "Table 4.4"),
    ("K9", "Table 4.4"),
    ("K10", "§4.4.3"),
    ("K11", "Tables 4.1 and 4.4"),
    ("K12", "Table 4.2"),
    ("K13", "Table 4.3"),
    ("K14", "Figure 4.7"),
    ("K15", "§4.4.2"),
    ("K16", "§4.4.2"),
    ("K17", "Figure 4.10"),
    ("K18", "Figure 4.10"),
    ("K19", "§4.4.2"),
    ("K20", "§3.1.3"),
    ("K21", "§4.3.1"),
];

/// The row, with its place in the source.
fn cited(row: Row) -> Row {
    let source = SOURCES.iter().find(|(id, _)| *id == row.id).map_or("", |(_, source)| source);
    row.cited(source)
}

fn rows(m: &Measured) -> Result<Vec<Row>, String> {
    let parts =
        [latency_rows(m)?, rendezvous_rows(m)?, zero_phase_rows(m)?, rendezvous_phase_rows(m)?, ablation_rows(m)];
    Ok(parts.into_iter().flatten().map(cited).collect())
}

/// The sizes of Table 4.1 in words.
fn listed(series: &Series) -> Result<String, String> {
    let cycles = values(series, &EAGER)?;
    Ok(cycles.iter().map(|cycles| format!("{cycles:.0}")).collect::<Vec<_>>().join(" "))
}

fn latency_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let eager = &m.eager.mean;
    let (four, sixteen) = (at(eager, 4)?, at(eager, 16)?);
    let measured = values(eager, &EAGER)?;
    let points: Series = EAGER.iter().map(|(size, _)| *size).zip(measured.iter().copied()).collect();
    let (slope, fit) = line_through(&points);
    let best_points: Series = EAGER.iter().map(|(size, _)| *size).zip(values(&m.best_eager, &EAGER)?).collect();
    let (slower, of) = tremor(&m.sweep)?;
    let share = slower as f64 / of as f64;
    let zero = at(eager, 0)?;
    Ok(vec![
        number(
            "K1",
            "RDMA of 16 and 64 bytes, end to end, cycles",
            vec![34.0, 52.0],
            Criterion::Exactly,
            m.transfers.clone(),
        ),
        number("K2", "zero-byte message, one way, cycles", vec![ZERO], Criterion::Within(10.0), vec![m.zero])
            .beside(Variant::values(BEST, vec![m.best_zero])),
        Row {
            printed: vec![FOUR],
            variants: vec![Variant::values(BEST, vec![at(&m.best_eager, 4)?])],
            ..statement(
                "K3",
                "eager message of 4 bytes, cycles",
                "",
                "between K2 + 100 and eager 16",
                (format!("{four:.1}"), four > m.zero + 100.0 && four < sixteen),
            )
        },
        number("K4", "eager 16, 48, 112, 240, 496 bytes, cycles", printed(&EAGER), Criterion::Within(15.0), measured)
            .beside(Variant::values(BEST, values(&m.best_eager, &EAGER)?)),
        number(
            "K5",
            "eager slope from 16 to 496 bytes, cycles a byte",
            vec![2.96],
            Criterion::Within(10.0),
            vec![slope],
        )
        .derived("(2065 - 644) / 480")
        .beside(Variant::values(BEST, vec![line_through(&best_points).0])),
        Row {
            criterion: Criterion::Told,
            ..statement(
                "K4",
                "the same with memcpy at its best and at its worst place, cycles",
                "",
                "",
                (format!("{} and {}", listed(&m.eager.least)?, listed(&m.eager.most)?), true),
            )
        },
        number("K6", "jump from 0 to 16 bytes, cycles", vec![427.0], Criterion::Within(30.0), vec![sixteen - zero])
            .derived("644 less 217"),
        statement(
            "K7",
            "4k + 2 bytes take longer than 4k + 4",
            "for every k",
            "for 95 % of k",
            (format!("for {slower} of {of} (R² of K5: {fit:.5})"), share >= 0.95),
        ),
    ])
}

fn rendezvous_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let ours = values(&m.rendezvous, &RENDEZVOUS)?;
    let slope = |series: &Series| Ok::<f64, String>((at(series, 4096)? - at(series, 64)?) / 4032.0);
    let crosses = crossing(0, &m.eager.mean, &m.around);
    let best_crosses = crossing(BEST_THRESHOLD, &m.best_eager, &m.best_rendezvous);
    let (eager, rendezvous) = (at(&m.eager.mean, 496)?, at(&m.rendezvous, 4096)?);
    Ok(vec![
        number(
            "K8",
            "rendezvous 48, 64, 128, 256, 512, 1024, 2048, 4096 bytes, cycles",
            printed(&RENDEZVOUS),
            Criterion::Within(10.0),
            ours,
        )
        .beside(Variant::values(BEST, values(&m.best_rendezvous, &RENDEZVOUS)?)),
        number(
            "K9",
            "rendezvous slope from 64 to 4096 bytes, cycles a byte",
            vec![0.209],
            Criterion::Within(5.0),
            vec![slope(&m.rendezvous)?],
        )
        .derived("(1561 - 718) / 4032")
        .beside(Variant::values(BEST, vec![slope(&m.best_rendezvous)?])),
        statement(
            "K10",
            "size from which rendezvous is faster, bytes",
            "between 32 and 48",
            "in [32, 48]",
            match crosses {
                Some((size, _)) if size == m.around[0].0 => (format!("{size} or less"), false),
                Some((size, _)) => (format!("{size}"), (32..=48).contains(&size)),
                None => ("none up to 56".to_owned(), false),
            },
        ),
        Row {
            criterion: Criterion::Told,
            printed: vec![f64::from(CROSSING.0), CROSSING.1],
            derived: Some("where a line from 16 to 48 bytes of Table 4.1 meets Table 4.4"),
            ..statement(
                "K10",
                "the same with the best library, and what a message of that size takes",
                "",
                "",
                match best_crosses {
                    Some((size, cycles)) => (format!("{size} {cycles:.1}"), cycles < CROSSING.1),
                    None => ("none up to 96".to_owned(), false),
                },
            )
        },
        statement(
            "K11",
            "eager 496 bytes against rendezvous 4096, cycles",
            "2065 > 1561",
            "eager is slower",
            (format!("{eager:.1} and {rendezvous:.1}"), eager > rendezvous),
        ),
    ])
}

const SEND: &str = "MPI_Send";
const RECEIVE: &str = "MPI_Recv";

/// What the thesis took apart by reading its timer inside the library: zero-byte messages.
fn zero_phase_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let send = |names: &[&str]| m.zero_phases.phases(0, SEND, names);
    let receive = |names: &[&str]| m.zero_phases.phases(0, RECEIVE, names);
    let (before, transfer, after) = (send(&["enter"])?, send(&["issue", "sent"])?, send(&["notified"])?);
    let total = before + transfer + after;
    let printed_parts = vec![62.0, 78.0, 25.0];
    let printed_total: f64 = printed_parts.iter().sum();
    let received = [receive(&["enter"])?, receive(&["await"])?, receive(&["match"])?];
    // Send, receive and gap make up a round trip, as the printed ones do: so the gap is both.
    let gap = m.zero_phases.before(0, RECEIVE)? + m.zero_phases.before(0, SEND)?;
    let calls = [total, received.iter().sum(), gap];
    let shares = [100.0 * received[1] / calls[1], 100.0 * transfer / total];
    // What is left of half a round trip when the receiver's part behind the notification and its send are taken off.
    let answer = received[2] + m.zero_phases.before(1, SEND)? + m.zero_phases.call(1, SEND)? - after;
    Ok(vec![
        Row {
            printed: printed_parts,
            ..statement(
                "K12",
                "zero-byte send: before RDMA, issue and poll, after, cycles",
                "",
                "the sum ± 20 %",
                (
                    format!("{before:.1} {transfer:.1} {after:.1}: {total:.1} for {printed_total}"),
                    (total - printed_total).abs() <= 0.2 * printed_total,
                ),
            )
        },
        number(
            "K13",
            "zero-byte receive: before poll, poll, after, cycles",
            vec![43.0, 166.0, 59.0],
            Criterion::Within(20.0),
            received.to_vec(),
        ),
        number(
            "K14",
            "single trace (ours: averages): send, receive, gaps between the calls, cycles",
            vec![144.0, 237.0, 62.0],
            Criterion::Within(20.0),
            calls.to_vec(),
        ),
        Row {
            printed: vec![74.0, 50.0],
            ..statement(
                "K15",
                "share of polling in a receive, of RDMA in a send, %",
                "",
                "± 10 points",
                (
                    format!("{:.1} {:.1}", shares[0], shares[1]),
                    (shares[0] - 74.0).abs() <= 10.0 && (shares[1] - 50.0).abs() <= 10.0,
                ),
            )
        },
        number(
            "K16",
            "remote notification behind the local one, as the programs see them, cycles",
            vec![33.0],
            Criterion::Within(20.0),
            vec![m.zero - answer],
        ),
    ])
}

/// The same of rendezvous of 64 bytes.
fn rendezvous_phase_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let send = |names: &[&str]| m.rendezvous_phases.phases(0, SEND, names);
    let parts = vec![
        send(&["enter", "issue", "sent", "notified"])?,
        send(&["await clear"])?,
        send(&["prepare"])?,
        send(&["transfer"])?,
        send(&["transferred"])?,
        m.rendezvous_phases.phases(0, RECEIVE, &["await message"])?,
    ];
    let call = |rank, function| m.rendezvous_phases.call(rank, function);
    Ok(vec![
        number(
            "K17",
            "rendezvous of 64 bytes: RTS, CTS, prepare, RDMA and poll, tail, wait for FIN, cycles",
            vec![212.0, 249.0, 80.0, 93.0, 25.0, 186.0],
            Criterion::Within(25.0),
            parts,
        ),
        number(
            "K18",
            "send and receive of CPU 1, send and receive of CPU 0, averages, cycles",
            vec![735.0, 664.0, 687.0, 689.0],
            Criterion::Within(15.0),
            vec![call(1, SEND)?, call(1, RECEIVE)?, call(0, SEND)?, call(0, RECEIVE)?],
        ),
    ])
}

fn ablation_rows(m: &Measured) -> Vec<Row> {
    let gain = m.zero - m.at_receiver;
    let difference = m.credit_every_4 - m.zero;
    let (least, most) =
        m.slots.iter().fold((f64::MAX, f64::MIN), |(least, most), (_, cycles)| (least.min(*cycles), most.max(*cycles)));
    let slots: Vec<String> = m.slots.iter().map(|(slots, cycles)| format!("{slots}: {cycles:.1}")).collect();
    vec![
        statement(
            "K19",
            "counter at the receiver: cycles that a zero-byte message gains",
            "not measured; a gain is predicted",
            "20 to 35",
            (format!("{gain:.1}"), (20.0..=35.0).contains(&gain)),
        ),
        statement(
            "K20",
            "head told every 4 messages in place of every one, cycles",
            "every message was not slower",
            "not below 0",
            (format!("{difference:+.1}"), difference >= 0.0),
        ),
        statement(
            "K21",
            "slots of a ring: zero-byte message, cycles",
            "no effect while the sender waits",
            "± 1 %",
            (slots.join(", "), most <= 1.01 * least),
        ),
    ]
}
