//! Rows K12 to K18: parts of messages, which the thesis measured by reading a timer inside the
//! library.
//!
//! Tables 4.2 and 4.3 include the cost of these reads. So they are compared with a library that
//! reads its counter in the same places (`PHASES_TIMED`). The averages in the text behind the
//! tables are less disturbed by reads; they are compared with a library that reads no counter.

use super::Group;
use super::lab::{AS_PRINTED, Lab};
use crate::repro::bench::{Phases, Series};
use crate::repro::page::{Figure, PRINTED, Scale};
use crate::repro::table::{Criterion, Row, Variant, number, statement};

pub const GROUPS: &[Group] = &[
    Group { ids: &["K12", "K13", "K14"], rows: zero_rows },
    Group { ids: &["K15", "K16"], rows: share_rows },
    Group { ids: &["K17", "K18"], rows: long_rows },
];

/// With this parameter, the library reads its counter where a phase begins.
const TIMED: &[&str] = &["PHASES_TIMED=1"];
/// Heading of the column for the library that reads no counter.
const UNDISTURBED: &str = "no timer reads";

const SEND: &str = "MPI_Send";
const RECEIVE: &str = "MPI_Recv";
/// The phase from the notification to the end of a send. With `RINGS_OVERLAP=1` a request to send
/// has no such phase.
const NOTIFIED: &str = "notified";
/// The phase behind a rendezvous in which the ring's tail is updated. With `RINGS_FIN_IN_RING=0`
/// there is no such phase.
const TRANSFERRED: &str = "transferred";

/// Bytes of a rendezvous in Figure 4.10.
const LONG: u32 = 64;

/// Table 4.2: before RDMA, issue and poll, after; and the averages that are less disturbed.
const SEND_PARTS: [f64; 3] = [62.0, 78.0, 25.0];
const SEND_PARTS_UNDISTURBED: [f64; 3] = [53.0, 77.0, 17.0];
/// Table 4.3: before the poll, poll, after; and the averages that are less disturbed, without one
/// for the poll.
const RECEIVE_PARTS: [f64; 3] = [43.0, 166.0, 59.0];
const RECEIVE_PARTS_UNDISTURBED: [f64; 2] = [33.0, 45.0];

/// Figure 4.7: parts of a send and of a receive, and both gaps between calls, as one sum.
const TRACE: [f64; 7] = [56.0, 73.0, 15.0, 26.0, 176.0, 35.0, 62.0];
/// Figure 4.10: request to send, clear to send, preparation, RDMA and poll, tail, wait for the end;
/// and the first three on CPU 0.
const LONG_STEPS: [f64; 6] = [212.0, 249.0, 80.0, 93.0, 25.0, 186.0];
const LONG_STEPS_OF_CPU_0: [f64; 3] = [211.0, 252.0, 44.0];

/// Parts of the calls of an empty message on CPU 0, in cycles.
struct Parts {
    send: [f64; 3],
    receive: [f64; 3],
    /// Between the calls of a round trip. As timer reads see it, the gap includes entering and
    /// leaving the functions.
    gap: f64,
}

/// The parts in a library that reads a timer (`is_timed`), as the reads see them, or in one that
/// reads none.
fn parts(lab: &Lab, is_timed: bool) -> Result<Parts, String> {
    let phases = lab.phases(if is_timed { TIMED } else { &[] }, 0)?;
    let of = |function, names: &[&str]| phases.phases(0, function, names);
    let between = phases.before(0, RECEIVE)? + phases.before(0, SEND)?;
    let (first, edges): (_, &[&str]) = if is_timed { ("begin", &["enter", "end"]) } else { ("enter", &[]) };
    Ok(Parts {
        send: [of(SEND, &[first])?, of(SEND, &["issue", "sent"])?, phases.phase_if_any(0, SEND, NOTIFIED)?],
        receive: [of(RECEIVE, &[first])?, of(RECEIVE, &["await"])?, of(RECEIVE, &["match"])?],
        gap: between + of(SEND, edges)? + of(RECEIVE, edges)?,
    })
}

fn sum(parts: &[f64]) -> f64 {
    parts.iter().sum()
}

/// A row for the sum of a send's parts, with a criterion, and a row for the parts without one.
fn send_rows(quantity: &'static str, printed: [f64; 3], ours: [f64; 3]) -> [Row; 2] {
    let total = number("K12", quantity, vec![sum(&printed)], Criterion::Within(20.0), vec![sum(&ours)]);
    let parts = "its parts: before the RDMA, issue and poll, after the poll, cycles";
    [total, number("K12", parts, printed.to_vec(), Criterion::None, ours.to_vec())]
}

fn zero_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let (timed, free) = (parts(lab, true)?, parts(lab, false)?);
    let [total, parts_of_total] =
        send_rows("zero-byte send with timer reads (Table 4.2), cycles", SEND_PARTS, timed.send);
    let receive = |quantity, printed: &[f64], ours: &[f64]| {
        number("K13", quantity, printed.to_vec(), Criterion::Within(20.0), ours.to_vec())
    };
    let calls = |of: &Parts| vec![sum(&of.send), sum(&of.receive), of.gap];
    let trace = "one trace (ours: averages) with timer reads: send, receive, gaps between the calls, cycles";
    let steps =
        "its parts: send before the RDMA, RDMA, after it; receive before the poll, poll, after it; gaps; cycles";
    Ok([
        vec![total.derived("62 + 78 + 25"), parts_of_total],
        send_rows("zero-byte send, averages in the text (ours: no timer reads), cycles", SEND_PARTS_UNDISTURBED, free.send).into(),
        vec![
            receive(
                "zero-byte receive with timer reads (Table 4.3): before the poll, poll, after the poll, cycles",
                &RECEIVE_PARTS,
                &timed.receive,
            ),
            receive(
                "zero-byte receive, averages in the text (ours: no timer reads): before the poll, after the poll, cycles",
                &RECEIVE_PARTS_UNDISTURBED,
                &[free.receive[0], free.receive[2]],
            ),
            number("K14", trace, vec![144.0, 237.0, 62.0], Criterion::Within(20.0), calls(&timed))
                .beside(Variant::values(UNDISTURBED, calls(&free))),
            number("K14", steps, TRACE.to_vec(), Criterion::None, steps_of(&timed))
                .beside(Variant::values(UNDISTURBED, steps_of(&free))),
        ],
    ]
    .concat())
}

fn steps_of(parts: &Parts) -> Vec<f64> {
    [&parts.send[..], &parts.receive[..], &[parts.gap]].concat()
}

fn share_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let phases = lab.phases(&[], 0)?;
    let Parts { send, receive, .. } = parts(lab, false)?;
    let shares = [100.0 * receive[1] / sum(&receive), 100.0 * send[1] / sum(&send)];
    // Half a round trip is the lag, the receiver's part behind the notification, the time up to its
    // send, and that send up to its notification. These known parts are subtracted.
    let answer = receive[2] + phases.before(1, SEND)? + phases.call(1, SEND)? - send[2];
    let share = statement(
        "K15",
        "share of polling in a receive, of RDMA in a send, %",
        "",
        "± 10 points",
        (
            format!("{:.1} {:.1}", shares[0], shares[1]),
            (shares[0] - 74.0).abs() <= 10.0 && (shares[1] - 50.0).abs() <= 10.0,
        ),
    );
    let lag = "time from the local notification to the remote one, as the programs see them, cycles";
    Ok(vec![
        Row { printed: vec![74.0, 50.0], ..share },
        number("K16", lag, vec![33.0], Criterion::Within(20.0), vec![lab.zero(AS_PRINTED, &[])? - answer]),
    ])
}

/// The steps of a rendezvous on the CPU with this rank.
fn steps_of_rendezvous(phases: &Phases, rank: u32) -> Result<Vec<f64>, String> {
    let send = |names: &[&str]| phases.phases(rank, SEND, names);
    Ok(vec![
        send(&["enter", "issue", "sent"])? + phases.phase_if_any(rank, SEND, NOTIFIED)?,
        send(&["await clear"])?,
        send(&["prepare"])?,
        send(&["transfer"])?,
        phases.phase_if_any(rank, SEND, TRANSFERRED)?,
        phases.phases(rank, RECEIVE, &["await message"])?,
    ])
}

fn long_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let phases = lab.phases(&[], LONG)?;
    let call = |rank, function| phases.call(rank, function);
    let steps = "rendezvous of 64 bytes, CPU 1: RTS, CTS, prepare, RDMA and poll, tail, wait for FIN, cycles";
    let others = "the same on CPU 0: RTS, CTS, prepare, cycles";
    let calls = vec![call(1, SEND)?, call(1, RECEIVE)?, call(0, SEND)?, call(0, RECEIVE)?];
    let totals = vec![calls[0] + calls[1], calls[2] + calls[3]];
    let of_cpu_0 = steps_of_rendezvous(&phases, 0)?[..LONG_STEPS_OF_CPU_0.len()].to_vec();
    let averages = "send and receive on CPU 1, send and receive on CPU 0, averages, cycles";
    Ok(vec![
        number("K17", steps, LONG_STEPS.to_vec(), Criterion::Within(25.0), steps_of_rendezvous(&phases, 1)?),
        number("K17", others, LONG_STEPS_OF_CPU_0.to_vec(), Criterion::Within(25.0), of_cpu_0),
        number("K18", averages, vec![735.0, 664.0, 687.0, 689.0], Criterion::Within(15.0), calls),
        number("K18", "an iteration on CPU 1, on CPU 0, cycles", vec![1399.0, 1376.0], Criterion::Within(15.0), totals),
    ])
}

/// Pairs of printed and measured steps.
pub type Steps = Vec<(f64, f64)>;

pub fn zero_steps(lab: &Lab) -> Result<Steps, String> {
    Ok(TRACE.into_iter().zip(steps_of(&parts(lab, true)?)).collect())
}

/// The steps on CPU 1, or the steps on CPU 0 that are printed.
pub fn long_steps(lab: &Lab, rank: u32) -> Result<Steps, String> {
    let printed = if rank == 0 { &LONG_STEPS_OF_CPU_0[..] } else { &LONG_STEPS };
    Ok(printed.iter().copied().zip(steps_of_rendezvous(&*lab.phases(&[], LONG)?, rank)?).collect())
}

/// A figure of the time at which each step ends.
pub fn trace(title: &'static str, steps: &Steps) -> Figure {
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let mut end = 0.0;
        let step = |(index, step): (usize, &(f64, f64))| {
            end += of(step);
            (index as u32 + 1, end)
        };
        steps.iter().enumerate().map(step).collect::<Series>()
    };
    let curves = vec![(PRINTED, ends(|step| step.0)), ("ours", ends(|step| step.1))];
    Figure { title, scale: Scale::Linear, curves }
}
