//! Rows of Jacobi: T14 to T21.

use crate::repro::bench::{Series, at};
use crate::repro::table::{Row, Variant, statement};
use crate::repro::tmd::jacobi::{Jacobi, Scaling};
use crate::repro::tmd::printed::EXPERIMENTS;

/// Headings of the columns beside ours.
const TODAY: &str = "today's floating point";
const MULTIPLIER: &str = "multiplier";
const MASTER: &str = "master without rows";

/// The curve of an experiment.
fn curve<'a>(jacobi: &'a Jacobi, experiment: &str) -> Result<&'a Series, String> {
    let place = EXPERIMENTS.iter().position(|name| *name == experiment);
    place.and_then(|place| jacobi.experiments.get(place)).ok_or_else(|| format!("{experiment} was not measured"))
}

pub fn rows(m: &Jacobi) -> Result<Vec<Row>, String> {
    let (plain, fpu) = (curve(m, "9uB")?, curve(m, "9uB_FPU")?);
    let (mixed, ppcs, engines) = (curve(m, "4uB_FPU_2PPC_3HW")?, curve(m, "7uB_FPU_2PPC")?, curve(m, "1uB_FPU_8HW")?);
    let alone = at(fpu, 1)?;
    let times =
        m.experiments[1..].iter().flat_map(|other| plain.iter().zip(other).map(|(plain, other)| plain.1 / other.1));
    let times = times.fold(f64::MAX, f64::min);
    let apart = mixed.iter().zip(ppcs).map(|(mixed, ppcs)| 100.0 * (ppcs.1 / mixed.1 - 1.0));
    let apart = apart.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or_default();
    Ok([
        alone_rows(m, alone),
        vec![
            statement(
                "T16",
                "9uB compared with all other experiments, for each number of ranks",
                "slow",
                "slowest at every number of ranks",
                (format!("at least {times:.1} times as slow"), times > 1.0),
            ),
            shape(mixed)?,
            statement(
                "T18",
                "7uB_FPU_2PPC compared with 4uB_FPU_2PPC_3HW: largest difference of cycles per sweep",
                "nearly identical",
                "± 20 % at every number of ranks",
                (format!("{apart:+.1} %"), apart.abs() <= 20.0),
            ),
            engines_row(at(engines, 9)?, m.master.as_ref().map(|of| at(of, 9)).transpose()?, at(fpu, 9)?),
        ],
    ]
    .concat())
}

/// Rows of one rank: the cost of floating point without a floating-point unit.
fn alone_rows(m: &Jacobi, unit: f64) -> Vec<Row> {
    let row = |(id, quantity, printed), criterion, cycles: f64, (least, most): (f64, f64)| {
        let times = cycles / unit;
        statement(id, quantity, printed, criterion, (format!("{times:.1}"), (least..=most).contains(&times)))
    };
    let microblaze = ("T14", "one MicroBlaze: speed-up by the floating-point unit", "60");
    let ppc = ("T15", "speed-up of a MicroBlaze with floating-point unit over a PPC405", "20");
    vec![
        row(microblaze, "30 to 90", m.then.microblaze, (30.0, 90.0))
            .beside(Variant::values(MULTIPLIER, vec![m.then.multiplier / unit]))
            .beside(Variant::values(TODAY, vec![m.today.microblaze / unit])),
        row(ppc, "10 to 30", m.then.ppc, (10.0, 30.0)).beside(Variant::values(TODAY, vec![m.today.ppc / unit])),
    ]
}

/// The row of a curve that falls with each rank up to the seventh and jumps at the first PPC405.
fn shape(mixed: &Series) -> Result<Row, String> {
    let falls = mixed.windows(2).take(6).all(|pair| pair[1].1 < pair[0].1);
    let jump = at(mixed, 8)? / at(mixed, 7)?;
    let cycles: Vec<String> = mixed.iter().map(|(_, cycles)| format!("{cycles:.0}")).collect();
    Ok(statement(
        "T17",
        "4uB_FPU_2PPC_3HW with 1 to 9 ranks: cycles per sweep",
        "decreases gradually for the first seven nodes, then jumps up",
        "falls with each rank up to the seventh; with eight ranks at least 1.5 times as much as with seven",
        (format!("{} (jump {jump:.2})", cycles.join(" ")), falls && jump >= 1.5),
    ))
}

fn engines_row(engines: f64, master: Option<f64>, fpu: f64) -> Row {
    let of = |cycles: f64| 100.0 * (1.0 - cycles / fpu);
    let gain = of(engines);
    let row = statement(
        "T19",
        "1uB_FPU_8HW compared with 9uB_FPU, nine ranks: % faster",
        "marginal",
        "0 to 30",
        (format!("{gain:.1}"), (0.0..=30.0).contains(&gain)),
    );
    match master {
        Some(master) => row.beside(Variant::values(MASTER, vec![of(master)])),
        None => row,
    }
}

pub fn scaling_rows(m: &Scaling) -> Result<Vec<Row>, String> {
    let first = at(&m.five, 1)?;
    let best = m.five.iter().min_by(|a, b| a.1.total_cmp(&b.1)).ok_or("nothing was measured")?;
    let rising = at(&m.five, 35)? < at(&m.five, 34)?;
    let last = m.five.last().ok_or("nothing was measured")?;
    let text = format!(
        "highest at {} nodes: {:.1}; {:.1} at {}; {} at 35",
        best.0,
        first / best.1,
        first / last.1,
        last.0,
        if rising { "rising" } else { "not rising" }
    );
    let speed_up = statement(
        "T20",
        "speed-up on 45 nodes",
        "rises to 35, is highest near 40, then falls",
        "highest at 36 to 44 nodes, still rising at 35",
        (text, (36..=44).contains(&best.0) && rising),
    );
    Ok(vec![speed_up, boards(m)?])
}

/// The row of the additional cycles of a sweep that nodes on other boards cause. It has a slope for
/// each of the five boards; the slope changes where the next board begins.
fn boards(m: &Scaling) -> Result<Row, String> {
    let extra = |ranks: u32| Ok::<f64, String>(at(&m.five, ranks)? - at(&m.one, ranks)?);
    let ends = [1, 9, 18, 27, 36, 45].map(extra).into_iter().collect::<Result<Vec<f64>, String>>()?;
    let slopes: Vec<f64> = ends.windows(2).map(|pair| (pair[1] - pair[0]) / 9.0).collect();
    let changes = slopes.windows(2).map(|pair| (pair[1] - pair[0]).abs() > 0.1 * pair[0].abs().max(pair[1].abs()));
    let changed: Vec<bool> = changes.collect();
    let at_nodes: Vec<String> = [10, 19, 28, 37]
        .iter()
        .zip(&changed)
        .filter(|(_, changed)| **changed)
        .map(|(node, _)| node.to_string())
        .collect();
    let text: Vec<String> = slopes.iter().map(|slope| format!("{slope:.0}")).collect();
    Ok(statement(
        "T21",
        "cycles per sweep that a node adds on each of five boards, less those that it adds if all nodes are on one board",
        "the slope changes slightly at 10, 19, 28 and 37 nodes",
        "changes by more than 10 % at each of the four",
        (format!("{}: changes at {} nodes", text.join(" "), at_nodes.join(", ")), changed.iter().all(|changed| *changed)),
    )
    .derived("the thesis has a change where a board is added; boards are filled in order, with nine nodes each"))
}
