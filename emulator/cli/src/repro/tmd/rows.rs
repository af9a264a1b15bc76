//! Rows T1 to T22.

use super::measure::{LONG_WORDS, Measured};
use super::{EXPERIMENTS, LATENCY, MHZ};
use crate::repro::bench::{Series, at, line_through};
use crate::repro::table::{Criterion, Row, Variant, number, statement};

/// Printed: 15 µs on one FPGA; with three FPGAs 17 µs on one, 22 µs between them (§5.1.1).
const ZERO: f64 = 600.0;
const ON_BOARD: f64 = 680.0;
const OFF_BOARD: f64 = 880.0;

/// Bytes a second of a message of 1000 words (App. C), and of one in external memory, by what it is compared with (§5.1.1).
const BANDWIDTH: f64 = 9_148_903.0;
const EXTERNAL_BANDWIDTH: f64 = 6.2e6;

/// Columns beside ours: the library unrestricted; today's floating point in software.
const FULL: &str = "full library";
const TODAY: &str = "today's floating point";

const WORD_BYTES: f64 = 4.0;

pub fn rows(m: &Measured) -> Result<Vec<Row>, String> {
    let mut rows = [latency_rows(m)?, bandwidth_rows(m)?, barrier_rows(m)?, jacobi_rows(m)?, scaling_rows(m)?].concat();
    rows.sort_by_key(|row| row.id[1..].parse::<u32>().ok());
    Ok(rows)
}

/// Bytes a second.
fn bandwidth(words: u32, cycles: f64) -> f64 {
    WORD_BYTES * f64::from(words) * MHZ * 1e6 / cycles
}

fn within(value: f64, printed: f64, percent: f64) -> bool {
    100.0 * (value - printed).abs() <= percent * printed
}

fn microseconds(latency: &Series) -> Result<Vec<f64>, String> {
    LATENCY.iter().map(|(words, _)| Ok(at(latency, *words)? / MHZ)).collect()
}

fn slope(latency: &Series) -> Result<f64, String> {
    Ok((at(latency, 1000)? - at(latency, 10)?) / 990.0)
}

fn latency_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let (ours, full) = (&m.simple.latency, &m.full.latency);
    let step = |latency: &Series| Ok::<f64, String>(at(latency, 1)? - at(latency, 0)?);
    let (on, off) = (at(&m.on_board, 0)?, at(&m.off_board, 0)?);
    let difference = off - on;
    let holds = within(on, ON_BOARD, 20.0) && within(off, OFF_BOARD, 20.0);
    Ok(vec![
        number(
            "T1",
            "zero-length message on one FPGA, cycles",
            vec![ZERO],
            Criterion::Within(20.0),
            vec![at(ours, 0)?],
        )
        .beside(Variant::values(FULL, vec![at(full, 0)?])),
        Row {
            printed: vec![ON_BOARD, OFF_BOARD],
            ..statement(
                "T2",
                "the same with three FPGAs, on one and between two, cycles",
                "",
                "± 20 %, their difference of 200 ± 10 %",
                (
                    format!("{on:.0} {off:.0}: difference {difference:.0}"),
                    holds && within(difference, OFF_BOARD - ON_BOARD, 10.0),
                ),
            )
        },
        number(
            "T3",
            "1, 5, 10, 50, 100, 500, 1000 words, µs",
            LATENCY.iter().map(|(_, us)| *us).collect(),
            Criterion::Within(15.0),
            microseconds(ours)?,
        )
        .beside(Variant::values(FULL, microseconds(full)?)),
        number(
            "T4",
            "slope from 10 to 1000 words, cycles a word",
            vec![16.3],
            Criterion::Within(10.0),
            vec![slope(ours)?],
        )
        .beside(Variant::values(FULL, vec![slope(full)?])),
        number("T5", "step from 0 to 1 word, cycles", vec![560.0], Criterion::Within(40.0), vec![step(ours)?])
            .beside(Variant::values(FULL, vec![step(full)?])),
    ])
}

fn bandwidth_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let of = |latency: &Series| Ok::<f64, String>(bandwidth(1000, at(latency, 1000)?));
    let ratio = at(&m.on_board, 1000)? / at(&m.off_board, 1000)?;
    let loss = at(&m.alone, 1000)? / at(&m.together, 1000)?;
    let external = bandwidth(LONG_WORDS, m.external);
    let megabytes = |bytes: f64| bytes / 1e6;
    Ok(vec![
        number(
            "T6",
            "bandwidth of 1000 words, B/s",
            vec![BANDWIDTH],
            Criterion::Within(10.0),
            vec![of(&m.simple.latency)?],
        )
        .beside(Variant::values(FULL, vec![of(&m.full.latency)?])),
        number(
            "T7",
            "200 KB: local memory's bandwidth against external memory's",
            vec![1.6],
            Criterion::Within(15.0),
            vec![m.external / m.local],
        ),
        statement(
            "T8",
            "1000 words: bandwidth between FPGAs against that on one",
            "nearly the same",
            "0.95 or more",
            (format!("{ratio:.3}"), ratio >= 0.95),
        ),
        statement(
            "T13",
            "1000 words: bandwidth of the slowest link, half of the ranks sending to the other half",
            "about half of a link alone",
            "0.4 to 0.65",
            (format!("{loss:.3}"), (0.4..=0.65).contains(&loss)),
        ),
        Row {
            criterion: Criterion::Told,
            ..statement(
                "T22",
                "bandwidth of 200 KB in external memory, MB/s; of P3-NOW and P4 clusters",
                "6.2; 1.8 and 12.38 times as much (11.1 and 76)",
                "",
                (
                    format!(
                        "{:.1}; as many times as much: {:.1} and {:.1}",
                        megabytes(external),
                        megabytes(1.8 * external),
                        megabytes(12.38 * external)
                    ),
                    within(external, EXTERNAL_BANDWIDTH, 20.0),
                ),
            )
        },
    ])
}

/// How much longer a barrier takes with each rank more; ranks, cycles.
fn steps(barriers: &Series) -> Series {
    barriers.windows(2).map(|pair| (pair[1].0, pair[1].1 - pair[0].1)).collect()
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

fn barrier_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let clock = m.simple.clock / MHZ;
    let gain = m.simple.barrier / m.eager_barrier;
    let (slope, fit) = line_through(&m.barriers);
    let crossing = |rank: u32| rank % 3 == 1;
    let steps = steps(&m.barriers_between);
    let of = |crosses: bool| mean(steps.iter().filter(|(ranks, _)| crossing(*ranks) == crosses).map(|(_, step)| *step));
    let (across, inside) = (of(true), of(false));
    Ok(vec![
        statement(
            "T9",
            "a call of MPI_Wtime, µs",
            "96",
            "40 to 200",
            (format!("{clock:.1}"), (40.0..=200.0).contains(&clock)),
        ),
        number("T10", "barrier of three, cycles", vec![2428.0], Criterion::Within(20.0), vec![m.simple.barrier])
            .beside(Variant::values(FULL, vec![m.full.barrier])),
        statement(
            "T11",
            "barriers of 2 to 9 ranks: cycles for each rank more",
            "about two zero-length messages, more where it is the first on an FPGA",
            "R² > 0.98 on one FPGA, more at 4 and 7 ranks on three",
            (
                format!(
                    "{slope:.0} on one FPGA (R² {fit:.4}); on three {across:.0} at 4 and 7 ranks, else {inside:.0}"
                ),
                fit > 0.98 && across > inside,
            ),
        ),
        statement(
            "T12",
            "barriers a second with eager messages against rendezvous",
            "almost twice as many",
            "1.6 to 2.1 times",
            (format!("{gain:.2}"), (1.6..=2.1).contains(&gain)),
        ),
    ])
}

/// The curve of an experiment.
fn curve<'a>(m: &'a Measured, experiment: &str) -> Result<&'a Series, String> {
    let place = EXPERIMENTS.iter().position(|name| *name == experiment);
    place.and_then(|place| m.jacobi.get(place)).ok_or_else(|| format!("{experiment} was not measured"))
}

fn jacobi_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let (plain, fpu) = (curve(m, "9uB")?, curve(m, "9uB_FPU")?);
    let (mixed, ppcs, engines) = (curve(m, "4uB_FPU_2PPC_3HW")?, curve(m, "7uB_FPU_2PPC")?, curve(m, "1uB_FPU_8HW")?);
    let alone = at(fpu, 1)?;
    let (unit, ppc) = (at(plain, 1)? / alone, m.ppc / alone);
    let faster = m.jacobi[1..].iter().all(|other| other.iter().zip(plain).all(|(other, plain)| other.1 < plain.1));
    let apart = mixed.iter().zip(ppcs).map(|(mixed, ppcs)| 100.0 * (ppcs.1 / mixed.1 - 1.0));
    let apart = apart.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or_default();
    let gain = 100.0 * (1.0 - at(engines, 9)? / at(fpu, 9)?);
    Ok(vec![
        statement(
            "T14",
            "floating-point unit: how many times as fast, one MicroBlaze",
            "60",
            "30 to 90",
            (format!("{unit:.1}"), (30.0..=90.0).contains(&unit)),
        )
        .beside(Variant::values(TODAY, vec![m.plain_today / alone])),
        statement(
            "T15",
            "MicroBlaze with floating-point unit against PPC405: how many times as fast",
            "20",
            "10 to 30",
            (format!("{ppc:.1}"), (10.0..=30.0).contains(&ppc)),
        )
        .beside(Variant::values(TODAY, vec![m.ppc_today / alone])),
        statement(
            "T16",
            "9uB, the slowest of all for any number of ranks",
            "slowest",
            "at every number of ranks",
            ((if faster { "slowest" } else { "not slowest" }).to_owned(), faster),
        ),
        shape(mixed)?,
        statement(
            "T18",
            "7uB_FPU_2PPC against 4uB_FPU_2PPC_3HW",
            "nearly identical",
            "± 20 % at every number of ranks",
            (format!("at most {apart:+.1} %"), apart.abs() <= 20.0),
        ),
        statement(
            "T19",
            "1uB_FPU_8HW against 9uB_FPU with nine ranks: % faster",
            "marginal",
            "0 to 30",
            (format!("{gain:.1}"), (0.0..=30.0).contains(&gain)),
        ),
    ])
}

/// Falls while MicroBlazes are added, is flat with engines, jumps with the first PPC405.
fn shape(mixed: &Series) -> Result<Row, String> {
    let falls = (1..4).map(|ranks| Ok(at(mixed, ranks + 1)? < at(mixed, ranks)?));
    let falls = falls.collect::<Result<Vec<bool>, String>>()?.into_iter().all(|falls| falls);
    let flat = [at(mixed, 5)?, at(mixed, 6)?, at(mixed, 7)?];
    let (least, most) = flat.iter().fold((f64::MAX, 0.0_f64), |(least, most), &t| (least.min(t), most.max(t)));
    let (spread, jump) = (most / least, at(mixed, 8)? / flat[2]);
    let cycles: Vec<String> = mixed.iter().map(|(_, cycles)| format!("{cycles:.0}")).collect();
    Ok(statement(
        "T17",
        "4uB_FPU_2PPC_3HW with 1 to 9 ranks: cycles of a sweep",
        "falls to 4 ranks, flat from 5 to 7, jumps up at 8",
        "falls to 4; 5 to 7 differ by at most 20 %; 8 at least 1.5 times 7",
        (format!("{} (5 to 7: {spread:.2}, jump {jump:.2})", cycles.join(" ")), falls && spread <= 1.2 && jump >= 1.5),
    ))
}

fn scaling_rows(m: &Measured) -> Result<Vec<Row>, String> {
    let first = at(&m.scaling, 1)?;
    let best = m.scaling.iter().min_by(|a, b| a.1.total_cmp(&b.1)).ok_or("nothing was measured")?;
    let rising = at(&m.scaling, 35)? < at(&m.scaling, 34)?;
    let last = m.scaling.last().ok_or("nothing was measured")?;
    Ok(vec![
        statement(
            "T20",
            "speed-up on 45 nodes",
            "rises to 35, is highest near 40, then falls",
            "highest at 36 to 44, still rising at 35",
            (
                format!(
                    "highest at {}: {:.1}; {:.1} at {}; {} at 35",
                    best.0,
                    first / best.1,
                    first / last.1,
                    last.0,
                    if rising { "rising" } else { "not rising" }
                ),
                (36..=44).contains(&best.0) && rising,
            ),
        ),
        boards(m)?,
    ])
}

/// What the boards cost: the difference to the machine with all nodes on one, which begins with the second board and grows faster
/// with each one more.
fn boards(m: &Measured) -> Result<Row, String> {
    let extra = |ranks: u32| Ok::<f64, String>(at(&m.scaling, ranks)? - at(&m.scaling_on_one, ranks)?);
    let ends = [9, 18, 27, 36, 45].map(extra).into_iter().collect::<Result<Vec<f64>, String>>()?;
    let slopes: Vec<f64> = ends.windows(2).map(|pair| (pair[1] - pair[0]) / 9.0).collect();
    let holds = ends[0] == 0.0 && slopes[0] > 0.0;
    let text: Vec<String> = slopes.iter().map(|slope| format!("{slope:.0}")).collect();
    Ok(statement(
        "T21",
        "what each node on the second to fifth board adds to a sweep beyond a node on the first, cycles",
        "the slope changes slightly at 10, 19, 28 and 37 nodes",
        "none on the first board, some from the second on",
        (text.join(" "), holds),
    ))
}
