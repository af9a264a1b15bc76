//! Reproduces measurements of Underwood's network interface with associative list processing units
//! (Underwood et al., IPDPS 2005): latencies with long queues of posted receives and of unexpected
//! messages, without units, with units of 128 and of 256 entries.
//!
//! The publication's curves are pictures; its text gives the numbers of the rows. `rows` says how
//! each row is read off our curves. That was fixed before there were any curves.

mod choices;
mod measure;
mod rows;

use super::options::{Machine, Options};
use super::page::{Figure, PRINTED, Results, Scale};
use measure::{ALL, FRACTIONS, Measured};

pub const MACHINE: Machine = Machine {
    name: "alpu",
    platforms: &[measure::PLATFORM],
    rows: &[
        ("A1", "§VI-B"),
        ("A2", "§VI-B"),
        ("A3", "§VI-B"),
        ("A4", "§VI-B"),
        ("A5", "§VI-B"),
        ("A6", "§VI-B"),
        ("A7", "§VI-B"),
        ("A8", "§VI-B"),
        ("A9", "§VI-B"),
        ("A10", "§VI-B"),
        ("A11", "§VI-B"),
        ("A12", "§VI-C"),
        ("A13", "§VI-C"),
        ("A14", "§VI-C"),
        ("A15", "§V-D, §VI-A, Tables IV and V"),
        ("A16", "§VI-B"),
    ],
    constructed: choices::CONSTRUCTED,
    choices: choices::CHOICES,
    reproduce,
};

fn reproduce(options: &Options) -> Result<Results, String> {
    let measured = measure::measure(options)?;
    Ok(Results {
        machine: "ALPU",
        title: "Underwood's network interface with associative list processing units",
        about: measure::about(),
        rows: rows::rows(&measured, options)?,
        figures: if options.wants_all() && !options.is_quick { figures(&measured) } else { Vec::new() },
        prints_figures: true,
    })
}

/// The longest queue in the figures of short queues.
const SHORT: u32 = 20;
const SHORT_UNEXPECTED: u32 = 125;

/// Names of the curves, in the order of `measure::UNITS`.
const NAMES: [&str; 3] = ["no ALPU", "128 entries", "256 entries"];
const PREPOSTED: [&str; 3] = [
    "Posted receives, no ALPU: ns by length, for each fraction before the matching one",
    "Posted receives, ALPUs of 128 entries: ns by length, for each fraction before the matching one",
    "Posted receives, ALPUs of 256 entries: ns by length, for each fraction before the matching one",
];
const FRACTION_NAMES: [&str; FRACTIONS.len()] = ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"];

fn figures(measured: &Measured) -> Vec<Figure> {
    let linear = |title, curves| Figure { title, scale: Scale::Linear, curves };
    let fractions = |(title, variant): (&'static str, &measure::Curves)| {
        let curve = |(name, fraction): (&&'static str, &u32)| Some((*name, variant.preposted.get(fraction)?.clone()));
        linear(title, FRACTION_NAMES.iter().zip(&FRACTIONS).filter_map(curve).collect())
    };
    let posted = measured.variants.iter().filter_map(|variant| variant.preposted.get(&ALL));
    let unexpected = measured.variants.iter().map(|variant| &variant.unexpected);
    let upto = |most: u32, series: &super::bench::Series| series.iter().filter(|(x, _)| *x <= most).copied().collect();
    let printed = |points: &[(u32, f64)]| (PRINTED, points.to_vec());
    let mut figures: Vec<Figure> = PREPOSTED.into_iter().zip(&measured.variants).map(fractions).collect();
    if let Some(without_units) = figures.first_mut() {
        without_units.curves.push(printed(&[rows::ALL_IN_FRONT, rows::PART_IN_FRONT]));
    }
    let in_front = NAMES.into_iter().zip(posted.clone().cloned()).chain([printed(&[rows::ALL_IN_FRONT])]);
    figures.extend([
        linear("Posted receives, all before the matching one: ns by length", in_front.collect()),
        linear("The same, short queues", NAMES.into_iter().zip(posted.map(|series| upto(SHORT, series))).collect()),
        linear("Unexpected messages: ns by length", NAMES.into_iter().zip(unexpected.clone().cloned()).collect()),
        linear(
            "The same, short queues of messages",
            NAMES.into_iter().zip(unexpected.map(|series| upto(SHORT_UNEXPECTED, series))).collect(),
        ),
    ]);
    figures
}
