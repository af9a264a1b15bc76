//! Rows of messages and barriers: T1 to T13 and T22.

use super::within;
use crate::repro::bench::{Series, at, line_through};
use crate::repro::table::{Criterion, Outcome, Row, Variant, number, statement};
use crate::repro::tmd::messages::{
    Barriers, BarriersByBoards, Bench, Contention, Contentions, LONG_WORDS, Messages, Sweep, Sweeps, WAYS,
};
use crate::repro::tmd::printed::{LATENCY, MHZ};

/// Cycles; printed are 15 µs on one FPGA, and with three FPGAs 17 µs on one and 22 µs between them
/// (§5.1.1).
const ZERO: f64 = 600.0;
const ON_BOARD: f64 = 680.0;
const OFF_BOARD: f64 = 880.0;

/// Bytes a second of a message of 1000 words (App. C), and of a message in external memory,
/// computed from its comparison with clusters (§5.1.1).
const BANDWIDTH: f64 = 9_148_903.0;
const EXTERNAL_BANDWIDTH: f64 = 6.2e6;

const WORD_BYTES: f64 = 4.0;

pub fn rows(m: &Messages) -> Result<Vec<Row>, String> {
    let groups = [
        m.ways.first().map(|ours| latency_rows(m, ours)),
        m.ways.first().map(|ours| barrier_rows(m, ours)),
        m.sweeps.as_ref().map(sweep_rows),
        m.contentions.as_ref().map(contention),
        m.barriers.as_ref().map(|of| Ok(vec![by_ranks(of)])),
    ];
    let groups = groups.into_iter().flatten().collect::<Result<Vec<_>, String>>()?;
    Ok(groups.concat())
}

/// The bandwidth in bytes a second.
pub fn bandwidth(words: u32, cycles: f64) -> f64 {
    WORD_BYTES * f64::from(words) * MHZ * 1e6 / cycles
}

/// Adds a column to the row for each other way of building or running.
fn beside_ways(row: Row, m: &Messages, of: impl Fn(&Bench) -> Result<Vec<f64>, String>) -> Result<Row, String> {
    let others = WAYS.iter().zip(&m.ways).skip(1);
    others.into_iter().try_fold(row, |row, (way, bench)| {
        let values = of(bench)?;
        Ok(if values.is_empty() { row } else { row.beside(Variant::values(way.label, values)) })
    })
}

/// A row of numbers, with a column for each way.
fn numbers(
    (id, quantity): (&'static str, &'static str),
    printed: Vec<f64>,
    percent: f64,
    m: &Messages,
    of: impl Fn(&Bench) -> Result<Vec<f64>, String>,
) -> Result<Row, String> {
    let ours = of(m.ways.first().ok_or("nothing was measured")?)?;
    beside_ways(number(id, quantity, printed, Criterion::Within(percent), ours), m, of)
}

fn microseconds(bench: &Bench) -> Result<Vec<f64>, String> {
    LATENCY.iter().map(|(words, _)| Ok(at(&bench.latency, *words)? / MHZ)).collect()
}

fn slope(bench: &Bench) -> Result<Vec<f64>, String> {
    Ok(vec![(at(&bench.latency, 1000)? - at(&bench.latency, 10)?) / 990.0])
}

fn step(bench: &Bench) -> Result<Vec<f64>, String> {
    Ok(vec![at(&bench.latency, 1)? - at(&bench.latency, 0)?])
}

fn latency_rows(m: &Messages, ours: &Bench) -> Result<Vec<Row>, String> {
    let printed = LATENCY.iter().map(|(_, us)| *us).collect();
    let zero = ("T1", "zero-length message on one FPGA, cycles");
    let words = ("T3", "messages of 1, 5, 10, 50, 100, 500, 1000 words, µs");
    let rate = |bench: &Bench| Ok(vec![bandwidth(1000, at(&bench.latency, 1000)?)]);
    Ok(vec![
        numbers(("T6", "bandwidth of 1000 words, B/s"), vec![BANDWIDTH], 10.0, m, rate)?,
        numbers(zero, vec![ZERO], 20.0, m, |bench| Ok(vec![at(&bench.latency, 0)?]))?,
        off_board(m, ours)?,
        numbers(words, printed, 15.0, m, microseconds)?
            .derived("4 bytes a word by the printed bandwidth, as times are in whole µs"),
        numbers(("T4", "slope from 10 to 1000 words, cycles per word"), vec![16.3], 10.0, m, slope)?
            .derived("from the values of T3"),
        numbers(("T5", "step from 0 to 1 word, cycles"), vec![560.0], 40.0, m, step)?.derived("T3 less T1, 14 µs"),
    ])
}

fn off_board(m: &Messages, ours: &Bench) -> Result<Row, String> {
    let (on, off) = (ours.on_board, ours.off_board);
    let difference = off - on;
    let near = within(on, ON_BOARD, 20.0) && within(off, OFF_BOARD, 20.0);
    let holds = near && within(difference, OFF_BOARD - ON_BOARD, 10.0);
    let row = statement(
        "T2",
        "the same with three FPGAs: on one FPGA, between two FPGAs, cycles",
        "",
        "± 20 %; their difference 200 ± 10 %",
        (format!("{on:.0} {off:.0}: difference {difference:.0}"), holds),
    );
    let row = Row { printed: vec![ON_BOARD, OFF_BOARD], ..row };
    beside_ways(row, m, |bench| Ok(vec![bench.on_board, bench.off_board]))
}

/// Bandwidth between FPGAs divided by that on one FPGA, at these sizes.
fn ratios(sweep: &Sweep, sizes: &[u32]) -> Result<Vec<f64>, String> {
    sizes.iter().map(|words| Ok(at(&sweep.on_board, *words)? / at(&sweep.off_board, *words)?)).collect()
}

fn sweep_rows(m: &Sweeps) -> Result<Vec<Row>, String> {
    let (local, external) = (at(&m.local.on_board, LONG_WORDS)?, at(&m.external.on_board, LONG_WORDS)?);
    Ok(vec![
        number(
            "T7",
            "200 KB: bandwidth in local memory divided by bandwidth in external memory",
            vec![1.6],
            Criterion::Within(15.0),
            vec![external / local],
        ),
        between_boards(m)?,
        clusters(bandwidth(LONG_WORDS, external)),
    ])
}

fn between_boards(m: &Sweeps) -> Result<Row, String> {
    const SIZES: [u32; 4] = [1000, 5000, 10_000, LONG_WORDS];
    let text = |values: &[f64]| values.iter().map(|value| format!("{value:.3}")).collect::<Vec<_>>().join(" ");
    let ours = ratios(&m.local, &SIZES)?;
    let holds = ours.last().is_some_and(|ratio| *ratio >= 0.95);
    let row = statement(
        "T8",
        "1000, 5000, 10 000, 50 000 words: bandwidth between FPGAs divided by bandwidth on one FPGA",
        "nearly the same for larger messages",
        "0.95 or more at 50 000 words",
        (text(&ours), holds),
    );
    let variants = [("packets wait at both ends", &m.both), ("good before the CRC (oracle)", &m.oracle)];
    let mut variants = variants.into_iter().filter_map(|(label, sweep)| Some((label, sweep.as_ref()?)));
    variants.try_fold(row, |row, (label, sweep)| {
        let outcome = Outcome::Statement(text(&ratios(sweep, &SIZES)?), false);
        Ok(row.beside(Variant { label, outcome }))
    })
}

/// A link's bandwidth while the others are busy, divided by that of the link alone, by number of
/// words.
fn shares(m: &Contention) -> Series {
    m.alone.iter().zip(&m.together).map(|(alone, together)| (alone.0, alone.1 / together.1)).collect()
}

fn contention(m: &Contentions) -> Result<Vec<Row>, String> {
    let share = |of: &Contention| at(&shares(of), 1000);
    let ours = share(&m.broadcast)?;
    let row = statement(
        "T13",
        "1000 words, half of the ranks send to the other half: bandwidth of the slowest link divided by that of a link alone",
        "about half",
        "0.4 to 0.65",
        (format!("{ours:.3}"), (0.4..=0.65).contains(&ours)),
    );
    let row = match &m.selective {
        Some(selective) => row.beside(Variant::values("selective NetIfs", vec![share(selective)?])),
        None => row,
    };
    Ok(std::iter::once(row).chain(m.further.as_ref().map(by_size)).collect())
}

fn by_size(further: &Contention) -> Row {
    let text: Vec<String> = shares(further).iter().map(|(words, share)| format!("{words}: {share:.2}")).collect();
    statement("T13", "the same for other lengths, in words", "about half", "", (text.join(", "), true))
        .without_criterion()
}

/// The row of clusters, which are not emulated.
fn clusters(external: f64) -> Row {
    let megabytes = |bytes: f64| bytes / 1e6;
    let text = format!(
        "{:.1}; 1.8 and 12.38 times as much: {:.1} and {:.1}",
        megabytes(external),
        megabytes(1.8 * external),
        megabytes(12.38 * external)
    );
    let row = statement(
        "T22",
        "bandwidth of 200 KB in external memory, and of the clusters P3-NOW and P4, MB/s",
        "6.2; 1.8 and 12.38 times as much (11.1 and 76)",
        "",
        (text, within(external, EXTERNAL_BANDWIDTH, 20.0)),
    );
    row.without_criterion().derived("11.1 and 76 MB/s are 1.8 and 12.38 times 6.2")
}

fn barrier_rows(m: &Messages, ours: &Bench) -> Result<Vec<Row>, String> {
    let clock = ours.clock / MHZ;
    let gain = |bench: &Bench| bench.eager_barrier.map(|eager| bench.barrier / eager);
    let gained = gain(ours).ok_or("nothing was measured")?;
    let call = statement(
        "T9",
        "a call of MPI_Wtime, µs",
        "96",
        "40 to 200",
        (format!("{clock:.1}"), (40.0..=200.0).contains(&clock)),
    );
    let eager = statement(
        "T12",
        "barriers per second with eager messages divided by those with rendezvous",
        "almost twice as many",
        "1.6 to 2.1",
        (format!("{gained:.2}"), (1.6..=2.1).contains(&gained)),
    );
    Ok(vec![
        beside_ways(call, m, |bench| Ok(vec![bench.clock / MHZ]))?,
        numbers(("T10", "barrier of three ranks, cycles"), vec![2428.0], 20.0, m, |bench| Ok(vec![bench.barrier]))?
            .derived("40 MHz by 16 474 barriers a second"),
        beside_ways(eager, m, |bench| Ok(gain(bench).into_iter().collect()))?,
    ])
}

/// The additional cycles of a barrier for each additional rank, by number of ranks.
fn steps(barriers: &Series) -> Series {
    barriers.windows(2).map(|pair| (pair[1].0, pair[1].1 - pair[0].1)).collect()
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

/// The cycles of barriers of P ranks on one FPGA, divided by those of 2(P − 1) messages without
/// words.
fn in_messages(of: &Barriers) -> Vec<f64> {
    of.barriers.iter().map(|(ranks, cycles)| cycles / (2.0 * f64::from(ranks - 1) * of.message)).collect()
}

fn by_ranks(m: &BarriersByBoards) -> Row {
    let (slope, fit) = line_through(&m.one.barriers);
    let steps = steps(&m.three.barriers);
    let crossing = |rank: u32| rank % 3 == 1;
    let of = |crosses: bool| mean(steps.iter().filter(|(ranks, _)| crossing(*ranks) == crosses).map(|(_, step)| *step));
    let (across, inside) = (of(true), of(false));
    let parts = in_messages(&m.one);
    let (least, most) =
        parts.iter().fold((f64::MAX, f64::MIN), |(least, most), &part| (least.min(part), most.max(part)));
    let text = format!(
        "one FPGA: {slope:.0} cycles per rank (R² {fit:.4}), {least:.2} to {most:.2} times 2(P−1) messages of {:.0} cycles; \
         three FPGAs: the 4th and 7th rank add {across:.0} cycles each, the others {inside:.0}",
        m.one.message
    );
    let holds = fit > 0.98 && across > inside && least >= 0.8 && most <= 1.2;
    statement(
        "T11",
        "barriers of 2 to 9 ranks",
        "about 2(P−1) zero-length messages, more if a rank is the first on an FPGA",
        "one FPGA: R² > 0.98, and 0.8 to 1.2 times 2(P−1) messages; three FPGAs: the 4th and 7th rank add more than the others",
        (text, holds),
    )
}
