//! Rows A1 to A16, and how each is read off the curves. Unless a fraction is named, "posted" is the
//! curve of posted receives with all of them in front (100 %). Messages have 0 bytes. Slopes are
//! those of least squares. All this was fixed before there were curves.

use super::measure::{ALL, Curves, Measured, STEP, UNITS};
use crate::repro::bench::{Series, at, line_through};
use crate::repro::options::Options;
use crate::repro::table::{Criterion, Row, number, statement};

/// The lengths over which the slope in the cache and the slope out of it are taken (A1, A2): "up to
/// 250", "500 and beyond".
const IN_CACHE: [u32; 11] = [0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250];
const OUT_OF_CACHE: [u32; 6] = [500, 525, 550, 600, 700, 800];

/// A knee is searched behind this length; without units, up to the second length.
const KNEE_FROM: u32 = 250;
const KNEE_TO: u32 = 550;
/// With units, a knee is searched up to this length.
const KNEE_TO_WITH_UNIT: u32 = 800;

/// The slope of A8 is taken so many receives behind a unit's last entry.
const BEHIND_UNIT: std::ops::RangeInclusive<u32> = 50..=150;

/// A8 holds if the slope differs from that of A1 by at most this share.
const SAME_SLOPE: f64 = 0.2;

/// Printed values without units (A3, A4): number of receives, and ns, with all receives in front
/// and with 80 %.
pub const ALL_IN_FRONT: (u32, f64) = (400, 13_000.0);
pub const PART_IN_FRONT: (u32, f64) = (500, 24_000.0);

/// The longest queue of A12.
const SHORT_MESSAGES: u32 = 10;

/// The rows that are asked for, and all others that the same curves give.
pub fn rows(measured: &Measured, options: &Options) -> Result<Vec<Row>, String> {
    type Group = (&'static [&'static str], fn(&Reading) -> Result<Vec<Row>, String>);
    const GROUPS: [Group; 6] = [
        (&["A1", "A2", "A3", "A6"], baseline_rows),
        (&["A4", "A5"], split_rows),
        (&["A7"], spread_row),
        (&["A8", "A9", "A10", "A11"], unit_rows),
        (&["A12", "A13", "A14"], message_rows),
        (&["A16"], other_network_row),
    ];
    let wanted = GROUPS.iter().filter(|(ids, _)| options.wants(ids));
    let groups = wanted.map(|(_, rows)| rows(&Reading::of(measured)?)).collect::<Result<Vec<_>, String>>()?;
    let mut rows = [groups.concat(), vec![built_in_row(measured)]].concat();
    rows.sort_by_key(|row| row.id[1..].parse::<u32>().ok());
    Ok(rows)
}

/// The curves from which rows are read, and the two slopes of the baseline.
struct Reading<'a> {
    baseline: &'a Curves,
    /// The curves with units, with the units' numbers of entries.
    units: Vec<(u32, &'a Curves)>,
    in_cache: f64,
    out_of_cache: f64,
}

impl Reading<'_> {
    fn of(measured: &Measured) -> Result<Reading<'_>, String> {
        let mut variants = UNITS.into_iter().zip(&measured.variants);
        let (_, baseline) = variants.next().ok_or("nothing was measured")?;
        let posted = posted(baseline)?;
        let (in_cache, out_of_cache) = (slope(posted, &IN_CACHE)?, slope(posted, &OUT_OF_CACHE)?);
        Ok(Reading { baseline, units: variants.collect(), in_cache, out_of_cache })
    }
}

fn posted_at(curves: &Curves, fraction: u32) -> Result<&Series, String> {
    curves.preposted.get(&fraction).ok_or_else(|| format!("{fraction} % in front were not measured"))
}

fn posted(curves: &Curves) -> Result<&Series, String> {
    posted_at(curves, ALL)
}

/// ns for each additional entry, by least squares over these lengths.
fn slope(series: &Series, lengths: &[u32]) -> Result<f64, String> {
    let points = lengths.iter().map(|length| Ok((*length, at(series, *length)?)));
    Ok(line_through(&points.collect::<Result<Vec<_>, String>>()?).0)
}

/// The knee of a curve: the first length at which, since the length before it, an entry costs more
/// than the mean of the slopes in the cache and out of it. Lengths are tested behind KNEE_FROM, in
/// steps of STEP, up to `last`.
fn knee(series: &Series, last: u32, slopes: (f64, f64)) -> Result<Option<u32>, String> {
    let most = (slopes.0 + slopes.1) / 2.0;
    for length in (KNEE_FROM + STEP..=last).step_by(STEP as usize) {
        if (at(series, length)? - at(series, length - STEP)?) / f64::from(STEP) > most {
            return Ok(Some(length));
        }
    }
    Ok(None)
}

fn length_text(length: Option<u32>) -> String {
    length.map_or_else(|| "none".to_owned(), |length| length.to_string())
}

/// One text for each unit, with its number of entries in front.
fn by_unit<T>(units: &[(u32, T)], text: impl Fn(&T) -> String) -> String {
    units.iter().map(|(entries, of)| format!("{entries}: {}", text(of))).collect::<Vec<_>>().join("; ")
}

/// The results of a function for each unit.
fn each_unit<T>(r: &Reading, of: impl Fn(u32, &Curves) -> Result<T, String>) -> Result<Vec<(u32, T)>, String> {
    r.units.iter().map(|(entries, curves)| Ok((*entries, of(*entries, curves)?))).collect()
}

fn microseconds(ns: f64) -> f64 {
    ns / 1000.0
}

/// A1, A2, A3 and A6.
fn baseline_rows(r: &Reading) -> Result<Vec<Row>, String> {
    let all = at(posted(r.baseline)?, ALL_IN_FRONT.0)?;
    let knee = knee(posted(r.baseline)?, KNEE_TO, (r.in_cache, r.out_of_cache))?;
    Ok(vec![
        number(
            "A1",
            "no ALPU, 0 to 250 posted receives: ns per receive",
            vec![15.0],
            Criterion::Within(20.0),
            vec![r.in_cache],
        ),
        number(
            "A2",
            "no ALPU, 500 to 800 posted receives: ns per receive",
            vec![64.0],
            Criterion::Within(20.0),
            vec![r.out_of_cache],
        ),
        number(
            "A3",
            "no ALPU, 400 posted receives, all before the matching one: latency, µs",
            vec![microseconds(ALL_IN_FRONT.1)],
            Criterion::Within(30.0),
            vec![microseconds(all)],
        ),
        statement(
            "A6",
            "no ALPU: knee, the number of posted receives from which one more costs more than the mean of A1 and A2",
            "between 300 and 450",
            "300 to 450",
            (length_text(knee), knee.is_some_and(|knee| (300..=450).contains(&knee))),
        )
        .derived("a queue of 400 takes 13 µs (A3): more than 15 ns for each, and less than 64"),
    ])
}

/// A4 and A5.
fn split_rows(r: &Reading) -> Result<Vec<Row>, String> {
    let all = at(posted(r.baseline)?, ALL_IN_FRONT.0)?;
    let part = at(posted_at(r.baseline, 80)?, PART_IN_FRONT.0)?;
    Ok(vec![
        number(
            "A4",
            "no ALPU, 500 posted receives, 80 % before the matching one: latency, µs",
            vec![microseconds(PART_IN_FRONT.1)],
            Criterion::Within(30.0),
            vec![microseconds(part)],
        ),
        statement(
            "A5",
            "A4 divided by A3; both searches pass 400 receives",
            "24 µs and 13 µs",
            "above 1.5",
            (format!("{:.2}", part / all), part > 1.5 * all),
        ),
    ])
}

/// A7.
fn spread_row(r: &Reading) -> Result<Vec<Row>, String> {
    let spreads = each_unit(r, |entries, curves| Ok(spread(entries, curves)))?;
    let found = (by_unit(&spreads, |ns| format!("{ns:.1}")), spreads.iter().all(|(_, ns)| *ns <= 20.0));
    let quantity = "largest minus smallest latency with ALPUs, up to 128 and up to 256 posted receives, any fraction before the matching one, ns";
    Ok(vec![statement("A7", quantity, "flat", "at most 20", found)])
}

/// A8 to A11.
fn unit_rows(r: &Reading) -> Result<Vec<Row>, String> {
    let (baseline, slopes) = (posted(r.baseline)?, (r.in_cache, r.out_of_cache));
    let behind = each_unit(r, |entries, curves| {
        let lengths = (0..=KNEE_TO_WITH_UNIT).step_by(STEP as usize);
        let lengths: Vec<u32> =
            lengths.filter(|length| BEHIND_UNIT.contains(&length.saturating_sub(entries))).collect();
        slope(posted(curves)?, &lengths)
    })?;
    let empty = each_unit(r, |_, curves| Ok(at(posted(curves)?, 0)? - at(baseline, 0)?))?;
    let even = each_unit(r, |_, curves| Ok(first_as_fast(posted(curves)?, baseline)))?;
    let knee_baseline = knee(baseline, KNEE_TO, slopes)?;
    let knees = each_unit(r, |_, curves| knee(posted(curves)?, KNEE_TO_WITH_UNIT, slopes))?;
    let is_later = |entries: u32, later: Option<u32>| {
        knee_baseline.zip(later).is_some_and(|(knee, later)| later >= knee + entries / 2)
    };
    Ok(vec![
        statement(
            "A8",
            "with ALPUs, 50 to 150 receives more than an ALPU holds: ns per receive",
            "as without ALPUs",
            "A1 ± 20 %",
            (
                format!("{}; A1: {:.1}", by_unit(&behind, |ns| format!("{ns:.1}")), r.in_cache),
                behind.iter().all(|(_, ns)| (ns - r.in_cache).abs() <= SAME_SLOPE * r.in_cache),
            ),
        ),
        number(
            "A9",
            "latency that ALPUs of 256 entries add if no other receive is posted, ns",
            vec![80.0],
            Criterion::Within(40.0),
            empty.iter().filter(|(entries, _)| *entries == 256).map(|(_, ns)| *ns).collect(),
        ),
        statement(
            "A10",
            "smallest number of posted receives at which ALPUs are at least as fast",
            "5",
            "3 to 8",
            (
                by_unit(&even, |length| length_text(*length)),
                even.iter().all(|(_, length)| length.is_some_and(|length| (3..=8).contains(&length))),
            ),
        ),
        statement(
            "A11",
            "knee (as in A6) with ALPUs",
            "later",
            "later than A6 by at least half of an ALPU's entries",
            (
                format!("{}; no ALPU: {}", by_unit(&knees, |knee| length_text(*knee)), length_text(knee_baseline)),
                knees.iter().all(|(entries, knee)| is_later(*entries, *knee)),
            ),
        ),
    ])
}

/// The difference between the largest and the smallest latency, over all fractions and over all
/// lengths up to the unit's entries.
fn spread(entries: u32, curves: &Curves) -> f64 {
    let points = curves.preposted.values().flatten().filter(|(length, _)| *length <= entries);
    let (least, most) = points.fold((f64::MAX, f64::MIN), |(least, most), (_, ns)| (least.min(*ns), most.max(*ns)));
    most - least
}

/// The shortest queue at which the first curve is at least as fast as the other. Both curves must
/// have the length.
fn first_as_fast(series: &Series, other: &Series) -> Option<u32> {
    let is_as_fast = |(length, ns): &&(u32, f64)| at(other, *length).is_ok_and(|other| *ns <= other);
    series.iter().find(is_as_fast).map(|(length, _)| *length)
}

/// The shortest queue from which on the first curve is below the other, at every length that both
/// have.
fn faster_from(series: &Series, other: &Series) -> Option<u32> {
    let both = series.iter().rev().filter_map(|(length, ns)| Some((*length, *ns, at(other, *length).ok()?)));
    both.take_while(|(_, ns, other)| ns < other).last().map(|(length, ..)| length)
}

/// A12 to A14.
fn message_rows(r: &Reading) -> Result<Vec<Row>, String> {
    let baseline = &r.baseline.unexpected;
    let slower = each_unit(r, |_, curves| {
        let of = |length| Ok(at(&curves.unexpected, length)? - at(baseline, length)?);
        (0..=SHORT_MESSAGES).map(of).collect::<Result<Vec<f64>, String>>()
    })?;
    let range = |ns: &Vec<f64>| {
        let (least, most) = ns.iter().fold((f64::MAX, f64::MIN), |(least, most), ns| (least.min(*ns), most.max(*ns)));
        format!("{least:.1} to {most:.1}")
    };
    let from = each_unit(r, |_, curves| Ok(faster_from(&curves.unexpected, baseline)))?;
    let slopes = (slope(baseline, &IN_CACHE)?, slope(baseline, &OUT_OF_CACHE)?);
    let first = knee(baseline, KNEE_TO, slopes)?;
    let knees = each_unit(r, |_, curves| knee(&curves.unexpected, KNEE_TO_WITH_UNIT, slopes))?;
    let order: Vec<Option<u32>> = std::iter::once(first).chain(knees.iter().map(|(_, knee)| *knee)).collect();
    let in_order = order.windows(2).all(|pair| pair[0].zip(pair[1]).is_some_and(|(one, next)| one < next));
    Ok(vec![
        statement(
            "A12",
            "latency that ALPUs add with 0 to 10 unexpected messages, ns",
            "a few tens",
            "10 to 80",
            (by_unit(&slower, range), slower.iter().all(|(_, ns)| ns.iter().all(|ns| (10.0..=80.0).contains(ns)))),
        ),
        statement(
            "A13",
            "number of unexpected messages from which ALPUs are always faster",
            "a clear advantage from 70",
            "40 to 110",
            (
                by_unit(&from, |length| length_text(*length)),
                from.iter().all(|(_, length)| length.is_some_and(|length| (40..=110).contains(&length))),
            ),
        ),
        statement(
            "A14",
            "knee with unexpected messages",
            "in every curve, later with ALPUs",
            "in every curve; the more an ALPU holds, the later",
            (format!("{}; no ALPU: {}", by_unit(&knees, |knee| length_text(*knee)), length_text(first)), in_order),
        ),
    ])
}

/// A15.
fn built_in_row(measured: &Measured) -> Row {
    number(
        "A15",
        "time of a match, time between two insertions, ns",
        vec![14.0, 4.0],
        Criterion::Exactly,
        vec![measured.match_ns, measured.insert_ns],
    )
    .derived("7 and 2 cycles of 500 MHz")
}

/// A16.
fn other_network_row(r: &Reading) -> Result<Vec<Row>, String> {
    let row = statement(
        "A16",
        "another network: ns per queue entry",
        "Elan4: 150",
        "",
        (format!("not emulated; A1: {:.1}", r.in_cache), true),
    );
    Ok(vec![row.without_criterion()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A line of slope `slope` that begins at `base`; from length `from` on it has the slope
    /// `steep`.
    fn bent(base: f64, slope: f64, from: u32, steep: f64) -> Series {
        let y = |x: u32| base + slope * f64::from(x.min(from)) + steep * f64::from(x.saturating_sub(from));
        (0..=800).map(|x| (x, y(x))).collect()
    }

    /// A curve that stays at `base` for so many entries and then continues like `line`.
    fn behind(entries: u32, base: f64, line: &Series) -> Series {
        let y = |x: u32| base + line[x.saturating_sub(entries) as usize].1 - line[0].1;
        line.iter().map(|(x, _)| (*x, y(*x))).collect()
    }

    #[test]
    fn knees_and_crossings() {
        let curve = bent(100.0, 10.0, 380, 50.0);
        // Between 375 and 400 there are 20 steep entries: 42 ns on average.
        for (last, slopes, found) in
            [(550, (10.0, 50.0), Some(400)), (550, (10.0, 90.0), None), (375, (10.0, 50.0), None)]
        {
            assert_eq!(knee(&curve, last, slopes), Ok(found), "{last} {slopes:?}");
        }
        assert!(knee(&curve, 900, (10.0, 90.0)).is_err());
        let flat = bent(155.0, 0.0, 800, 0.0);
        assert_eq!(first_as_fast(&flat, &curve), Some(6));
        assert_eq!(faster_from(&flat, &curve), Some(6));
        assert_eq!((first_as_fast(&curve, &flat), faster_from(&curve, &flat)), (Some(0), None));
        assert!((slope(&curve, &IN_CACHE).unwrap() - 10.0).abs() < 1e-9);
        assert!((slope(&curve, &OUT_OF_CACHE).unwrap() - 50.0).abs() < 1e-9);
        assert!(slope(&curve, &[0, 3000]).is_err());
    }

    /// Curves that match the publication's text give rows that are within their criteria.
    #[test]
    fn rows_of_an_ideal_machine() {
        let line = bent(1000.0, 15.0, 370, 64.0);
        let messages = bent(1000.0, 0.5, 370, 60.0);
        let variant = |entries: u32| {
            let posted = if entries == 0 { line.clone() } else { behind(entries, 1080.0, &line) };
            let preposted: BTreeMap<u32, Series> =
                [0, 20, 40, 60].map(|fraction| (fraction, vec![(0, posted[0].1)])).into();
            let part = (80, vec![(500, 24_000.0)]);
            let all = (
                ALL,
                posted.into_iter().map(|(x, y)| (x, if x == 400 && entries == 0 { 13_000.0 } else { y })).collect(),
            );
            let unexpected = if entries == 0 { messages.clone() } else { behind(entries, 1040.0, &messages) };
            Curves { preposted: preposted.into_iter().chain([part, all]).collect(), unexpected }
        };
        let variants = UNITS.map(variant).into_iter().collect();
        let rows = rows(&Measured { variants, match_ns: 14.0, insert_ns: 4.0 }, &Options::default()).unwrap();
        assert_eq!(rows.len(), 16);
        let outside: Vec<String> = rows
            .iter()
            .filter(|row| row.verdict() == "outside")
            .map(|row| format!("{} {}", row.id, row.ours_text()))
            .collect();
        assert!(outside.is_empty(), "{outside:?}");
    }
}
