//! Rows K1 to K11 and K19 to K21: latencies.

use super::lab::{AS_PRINTED, BEST, Lab, Places, least, mean, most};
use super::{EAGER, Group, RENDEZVOUS, SWEEP, THRESHOLD, sizes};
use crate::repro::bench::{Series, at, line_through};
use crate::repro::table::{Criterion, Row, Variant, number, statement};

/// Headings of columns: the library as it comes with the platform, and other ways of measuring.
const BEST_LIBRARY: &str = "default library";
const LONG_BUFFERS: &str = "buffers of 512 bytes";
const CACHE: &str = "instruction cache of 8 KB";
const CACHE_BYTES: u64 = 8192;

/// A threshold one word below that of the rendezvous table, so that 32 bytes are measured, too.
const BELOW_THRESHOLD: &str = "RINGS_DIRECT_LIMIT=28";
/// Sizes around the one at which rendezvous becomes faster than eager messages, and the first of
/// them. If rendezvous is faster at the first size already, the crossing may be below.
const AROUND_FROM: u32 = 32;
const AROUND: &str = "32-56:4";
/// The same for the best library, and its threshold.
const BEST_AROUND: &str = "52-96:4";
const BEST_THRESHOLD: u32 = 48;
/// The crossing of the printed curves (Tables 4.1 and 4.4): bytes, and cycles on a line through
/// eager messages of 16 and 48 bytes.
const CROSSING: (u32, f64) = (40, 714.0);

/// A zero-byte message, and one of 4 bytes (§4.4.2, read from the text).
const ZERO: f64 = 217.0;
const FOUR: f64 = 501.0;

/// A size of Table 4.1 is near if it is within so many per cent of the printed value.
const NEAR: f64 = 15.0;

pub const GROUPS: &[Group] = &[
    Group { ids: &["K3", "K4", "K5", "K6"], rows: copied_rows },
    Group { ids: &["K7"], rows: tremor_row },
    Group { ids: &["K1"], rows: transfer_row },
    Group { ids: &["K2"], rows: zero_row },
    Group { ids: &["K8", "K9"], rows: rendezvous_rows },
    Group { ids: &["K10"], rows: crossing_rows },
    Group { ids: &["K11"], rows: longest_row },
    Group { ids: &["K19", "K20", "K21"], rows: ablation_rows },
];

fn values(series: &Series, of: &[(u32, f64)]) -> Result<Vec<f64>, String> {
    of.iter().map(|(size, _)| at(series, *size)).collect()
}

fn printed(of: &[(u32, f64)]) -> Vec<f64> {
    of.iter().map(|(_, cycles)| *cycles).collect()
}

/// Sizes that are measured with memcpy at all places: those of Table 4.1, and those around the
/// crossing with rendezvous.
pub fn copied_sizes() -> Vec<String> {
    [sizes(&EAGER), vec![AROUND.to_owned()]].concat()
}

/// The same with the best library.
pub fn best_sizes() -> Vec<String> {
    [vec![BEST_AROUND.to_owned()], sizes(&EAGER)].concat()
}

/// A line through the sizes of Table 4.1: cycles a byte, and the coefficient of determination.
fn slope(series: &Series) -> Result<(f64, f64), String> {
    let points: Series =
        EAGER.iter().map(|(size, _)| Ok((*size, at(series, *size)?))).collect::<Result<_, String>>()?;
    Ok(line_through(&points))
}

fn transfer_row(lab: &Lab) -> Result<Vec<Row>, String> {
    let quantity = "RDMA of 16 and 64 bytes, end to end, cycles";
    Ok(vec![number("K1", quantity, vec![34.0, 52.0], Criterion::Exactly, lab.transfers()?)])
}

fn zero_row(lab: &Lab) -> Result<Vec<Row>, String> {
    let ours = vec![lab.zero(AS_PRINTED, &[])?];
    let row = number("K2", "zero-byte message, one way, cycles", vec![ZERO], Criterion::Within(10.0), ours);
    Ok(vec![
        row.beside(Variant::values(LONG_BUFFERS, vec![lab.zero_with_long_buffers()?]))
            .beside(Variant::values(BEST_LIBRARY, vec![lab.zero(BEST, &[])?])),
    ])
}

fn copied_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let places = lab.places(None, &copied_sizes())?;
    let larger = lab.places(Some(CACHE_BYTES), &copied_sizes())?;
    let (eager, larger_eager) = (mean(&places), mean(&larger));
    let best = lab.eager(BEST, &best_sizes())?;
    let (zero, four, sixteen) = (lab.zero(AS_PRINTED, &[])?, at(&eager, 4)?, at(&eager, 16)?);
    let beside = |row: Row, of: &dyn Fn(&Series) -> Result<Vec<f64>, String>| {
        let larger = Variant::values(CACHE, of(&larger_eager)?);
        Ok::<Row, String>(row.beside(larger).beside(Variant::values(BEST_LIBRARY, of(&best)?)))
    };
    let four_row = statement(
        "K3",
        "eager message of 4 bytes, cycles",
        "",
        "more than K2 + 100, less than an eager message of 16 bytes",
        (format!("{four:.1}"), four > zero + 100.0 && four < sixteen),
    );
    let table = "eager messages of 16, 48, 112, 240, 496 bytes, mean over memcpy's places in the cache, cycles";
    let line = "eager messages: slope from 16 to 496 bytes, cycles per byte";
    let jump = "eager messages: step from 0 to 16 bytes, cycles";
    Ok(vec![
        beside(Row { printed: vec![FOUR], ..four_row }, &|series| Ok(vec![at(series, 4)?]))?,
        beside(number("K4", table, printed(&EAGER), Criterion::Within(NEAR), values(&eager, &EAGER)?), &|series| {
            values(series, &EAGER)
        })?,
        places_row(
            "the same at each place of memcpy: two groups of times of 48 bytes; places where all five sizes are within 15 %; shortest and longest times",
            &places,
        )?,
        places_row("the same with an instruction cache of 8 KB", &larger)?,
        beside(
            number("K5", line, vec![2.96], Criterion::Within(10.0), vec![slope(&eager)?.0])
                .derived("(2065 - 644) / 480"),
            &|series| Ok(vec![slope(series)?.0]),
        )?,
        number("K6", jump, vec![427.0], Criterion::Within(30.0), vec![sixteen - at(&eager, 0)?])
            .derived("644 less 217")
            .beside(Variant::values(CACHE, vec![at(&larger_eager, 16)? - at(&larger_eager, 0)?])),
    ])
}

/// How Table 4.1 depends on memcpy's place.
fn places_row(quantity: &'static str, places: &Places) -> Result<Row, String> {
    let mut cycles: Vec<f64> = places.iter().map(|(_, series)| at(series, 48)).collect::<Result<_, _>>()?;
    cycles.sort_by(f64::total_cmp);
    let is_near = |series: &Series| {
        Ok::<bool, String>(
            EAGER
                .iter()
                .zip(values(series, &EAGER)?)
                .all(|((_, printed), ours)| 100.0 * (ours - printed).abs() <= NEAR * printed),
        )
    };
    let near = places.iter().map(|(_, series)| is_near(series)).collect::<Result<Vec<bool>, String>>()?;
    let near = near.into_iter().filter(|near| *near).count();
    let (low, high) = modes(&cycles);
    let text = |mode: &[f64]| match mode {
        [] => "none".to_owned(),
        of => format!("{} places: {:.0} to {:.0}", of.len(), of[0], of[of.len() - 1]),
    };
    let listed = |series: Series| {
        Ok::<String, String>(values(&series, &EAGER)?.iter().map(|cycles| format!(" {cycles:.0}")).collect())
    };
    let found = format!(
        "{}; {}; {near} of {} places within {NEAR} %; shortest{}; longest{}",
        text(low),
        text(high),
        places.len(),
        listed(least(places))?,
        listed(most(places))?
    );
    Ok(statement("K4", quantity, "one place, not named", "", (found, true)).without_criterion())
}

/// Splits sorted values at the largest gap.
fn modes(sorted: &[f64]) -> (&[f64], &[f64]) {
    let gaps = sorted.windows(2).enumerate().map(|(index, pair)| (index + 1, pair[1] - pair[0]));
    let split = gaps.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(sorted.len(), |(index, _)| index);
    sorted.split_at(split)
}

/// The number of k for which 4k + 2 bytes take longer than 4k + 4 bytes, and the number of all k.
fn slower(sweep: &Series) -> Result<(usize, usize), String> {
    let is_slower = |k: u32| Ok(at(sweep, 4 * k + 2)? > at(sweep, 4 * k + 4)?);
    let slower = (0..123).map(is_slower).collect::<Result<Vec<bool>, String>>()?;
    Ok((slower.iter().filter(|slower| **slower).count(), slower.len()))
}

fn tremor_row(lab: &Lab) -> Result<Vec<Row>, String> {
    let places = lab.few_places(&[SWEEP.to_owned()])?;
    let sweep = mean(&places);
    let (many, of) = slower(&sweep)?;
    let each =
        places.iter().map(|(_, series)| Ok(slower(series)?.0.to_string())).collect::<Result<Vec<_>, String>>()?;
    let fit = slope(&sweep)?.1;
    Ok(vec![
        statement(
            "K7",
            "messages of 4k + 2 bytes take longer than messages of 4k + 4 bytes",
            "for every k",
            "for at least 95 % of all k, mean over memcpy's places",
            (
                format!("for {many} of {of} values of k (R² of the line of K5: {fit:.5})"),
                many as f64 >= 0.95 * of as f64,
            ),
        ),
        statement(
            "K7",
            "the same at each place of memcpy: number of such k, of 123",
            "for every k",
            "",
            (each.join(" "), true),
        )
        .without_criterion(),
    ])
}

fn rendezvous_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let ours = lab.rendezvous(&[AS_PRINTED, &[THRESHOLD]], &sizes(&RENDEZVOUS))?;
    let best = lab.rendezvous(&[BEST, &[THRESHOLD]], &sizes(&RENDEZVOUS))?;
    let slope = |series: &Series| Ok::<f64, String>((at(series, 4096)? - at(series, 64)?) / 4032.0);
    let table = "rendezvous of 48, 64, 128, 256, 512, 1024, 2048, 4096 bytes, cycles";
    let line = "rendezvous: slope from 64 to 4096 bytes, cycles per byte";
    Ok(vec![
        number("K8", table, printed(&RENDEZVOUS), Criterion::Within(10.0), values(&ours, &RENDEZVOUS)?)
            .beside(Variant::values(BEST_LIBRARY, values(&best, &RENDEZVOUS)?)),
        number("K9", line, vec![0.209], Criterion::Within(5.0), vec![slope(&ours)?])
            .derived("(1561 - 718) / 4032")
            .beside(Variant::values(BEST_LIBRARY, vec![slope(&best)?])),
    ])
}

/// The first size, from `from` bytes on, for which rendezvous is faster than eager, and the cycles
/// of rendezvous. Only sizes that were measured both ways count.
fn crossing(from: u32, eager: &Series, rendezvous: &Series) -> Option<(u32, f64)> {
    let is_faster = |(size, cycles): &&(u32, f64)| at(eager, *size).is_ok_and(|eager| *cycles < eager);
    rendezvous.iter().filter(|(size, _)| *size >= from).find(is_faster).copied()
}

fn crossing_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let around = lab.in_scratchpad(&[AS_PRINTED, &[BELOW_THRESHOLD]], &[AROUND.to_owned()])?;
    let crosses = crossing(AROUND_FROM, &mean(&lab.places(None, &copied_sizes())?), &around);
    let best = lab.in_scratchpad(&[BEST], &[BEST_AROUND.to_owned()])?;
    let best_crosses = crossing(BEST_THRESHOLD + 1, &lab.eager(BEST, &best_sizes())?, &best);
    let first = "smallest size at which rendezvous is faster than an eager message, bytes";
    let beside = "the same with the default library, bytes; time of a message of that size, cycles";
    let found = match crosses {
        Some((AROUND_FROM, _)) => (format!("{AROUND_FROM} or less"), false),
        Some((size, _)) => (format!("{size}"), (32..=48).contains(&size)),
        None => ("none up to 56".to_owned(), false),
    };
    let best_found = match best_crosses {
        Some((size, cycles)) => (format!("{size} {cycles:.1}"), cycles < CROSSING.1),
        None => ("none up to 96".to_owned(), false),
    };
    let row = statement("K10", beside, "", "", best_found)
        .without_criterion()
        .derived("where a line from 16 to 48 bytes of Table 4.1 meets Table 4.4");
    Ok(vec![
        statement("K10", first, "between 32 and 48", "32 to 48", found),
        Row { printed: vec![f64::from(CROSSING.0), CROSSING.1], ..row },
    ])
}

fn longest_row(lab: &Lab) -> Result<Vec<Row>, String> {
    let eager = at(&mean(&lab.places(None, &copied_sizes())?), 496)?;
    let rendezvous = at(&lab.rendezvous(&[AS_PRINTED, &[THRESHOLD]], &sizes(&RENDEZVOUS))?, 4096)?;
    let found = (format!("{eager:.1} and {rendezvous:.1}"), eager > rendezvous);
    let quantity = "eager message of 496 bytes, rendezvous of 4096 bytes, cycles";
    Ok(vec![statement("K11", quantity, "2065 > 1561", "eager is slower", found)])
}

fn ablation_rows(lab: &Lab) -> Result<Vec<Row>, String> {
    let zero = lab.zero(AS_PRINTED, &[])?;
    let gain = zero - lab.zero(AS_PRINTED, &["RINGS_COUNTER_AT_RECEIVER=1"])?;
    let stored =
        lab.zero(AS_PRINTED, &["RINGS_ONE_COUNTER=0"])? - lab.zero(AS_PRINTED, &["RINGS_COUNTER_AT_RECEIVER=1"])?;
    let difference = lab.zero(AS_PRINTED, &["RINGS_CREDIT_EVERY=4"])? - zero;
    let slots =
        [(2, lab.zero(AS_PRINTED, &["RINGS_SLOTS=2"])?), (4, lab.zero(AS_PRINTED, &["RINGS_SLOTS=4"])?), (8, zero)];
    let (shortest, longest) =
        slots.iter().fold((f64::MAX, f64::MIN), |(least, most), (_, cycles)| (least.min(*cycles), most.max(*cycles)));
    let listed: Vec<String> = slots.iter().map(|(slots, cycles)| format!("{slots}: {cycles:.1}")).collect();
    Ok(vec![
        statement(
            "K19",
            "cycles that a zero-byte message saves if the counter lies at the receiver, not at the sender",
            "not measured; a gain is predicted",
            "20 to 35",
            (format!("{gain:.1}"), (20.0..=35.0).contains(&gain)),
        ),
        statement(
            "K19",
            "the same, if the sender has a counter for each peer, and writes no notification addresses for each message",
            "not measured",
            "",
            (format!("{stored:.1}"), true),
        )
        .without_criterion(),
        statement(
            "K20",
            "zero-byte message: cycles added if the head at the sender is updated every 4 messages, not every message",
            "updates for every message were not slower",
            "0 or more",
            (format!("{difference:+.1}"), difference >= 0.0),
        ),
        statement(
            "K21",
            "zero-byte message with 2, 4, 8 buffers in a ring, cycles",
            "no effect while the sender waits",
            "± 1 %",
            (listed.join(", "), longest <= 1.01 * shortest),
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_and_modes() {
        let eager = vec![(0, 900.0), (4, 900.0), (32, 700.0), (36, 710.0), (40, 720.0)];
        let rendezvous = vec![(32, 705.0), (36, 705.0), (40, 706.0)];
        assert_eq!(crossing(AROUND_FROM, &eager, &rendezvous), Some((36, 705.0)));
        // The small sizes that warm up are no crossing, although they are fast.
        let warmed = [vec![(0, 1.0), (4, 1.0)], rendezvous].concat();
        assert_eq!(crossing(AROUND_FROM, &eager, &warmed), Some((36, 705.0)));
        assert_eq!(crossing(37, &eager, &[(36, 1.0)].to_vec()), None);
        assert_eq!(modes(&[1.0, 2.0, 9.0, 10.0]), (&[1.0, 2.0][..], &[9.0, 10.0][..]));
        assert_eq!(modes(&[1.0]), (&[1.0][..], &[][..]));
    }

    #[test]
    fn tremor_is_counted() {
        let rising: Series = (1..=248).map(|half| (2 * half, f64::from(half))).collect();
        assert_eq!(slower(&rising), Ok((0, 123)));
        let trembling: Series =
            rising.iter().map(|(size, y)| (*size, if size % 4 == 2 { y + 9.0 } else { *y })).collect();
        assert_eq!(slower(&trembling), Ok((123, 123)));
    }
}
