//! Reproduces measurements of Katsamani's MPI on the SARC chip multiprocessor (FORTH-ICS, 2010):
//! the ping-pong at the thesis's message sizes, and questions that the thesis left open.
//!
//! The thesis's library had one counter and one command buffer at the sender, and waited there for
//! each transfer. It sent exactly as many bytes as it was asked to, copied by a call of the C
//! library's memcpy, and did one step after the other. The rows are measured with such a library. A
//! column beside them shows the library as it comes with the platform.
//!
//! memcpy lies apart from the library, at an unknown place. The instruction cache is direct-mapped,
//! so this place decides which lines are missed, in every message. Therefore messages that are
//! copied are measured with memcpy at places all over the cache, and the mean counts. Unlike the
//! result at any one place, the mean does not depend on how the other code is linked.

mod choices;
mod lab;
mod phase_rows;
mod rows;

use super::bench::{Series, in_parallel};
use super::options::{Machine, Options};
use super::page::{Figure, PRINTED, Results, Scale};
use super::table::Row;
use lab::{AS_PRINTED, BEST, Lab, least, mean, most};

/// Table 4.1 and its text: eager messages, cached buffers.
const EAGER: [(u32, f64); 5] = [(16, 644.0), (48, 737.0), (112, 924.0), (240, 1297.0), (496, 2065.0)];
/// Table 4.4: rendezvous, buffers in scratchpad.
const RENDEZVOUS: [(u32, f64); 8] =
    [(48, 716.0), (64, 718.0), (128, 731.0), (256, 761.0), (512, 817.0), (1024, 923.0), (2048, 1139.0), (4096, 1561.0)];

/// The threshold of the rendezvous table (§4.4.3).
const THRESHOLD: &str = "RINGS_DIRECT_LIMIT=32";
/// Sizes of the sweep (Figures 4.5 and 4.6), and of scratchpad buffers (Figures 4.8 and 4.9).
const SWEEP: &str = "2-496:2";
const SMALL: &str = "4-64:4";

pub const MACHINE: Machine = Machine {
    name: "sarc",
    platforms: &[lab::PLATFORM],
    rows: &[
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
        ("K12", "Table 4.2 and its text"),
        ("K13", "Table 4.3 and its text"),
        ("K14", "Figure 4.7"),
        ("K15", "§4.4.2"),
        ("K16", "§4.4.2"),
        ("K17", "Figure 4.10"),
        ("K18", "Figure 4.10"),
        ("K19", "§4.4.2"),
        ("K20", "§3.1.3"),
        ("K21", "§4.3.1"),
    ],
    constructed: choices::CONSTRUCTED,
    choices: choices::CHOICES,
    reproduce,
};

fn sizes(of: &[(u32, f64)]) -> Vec<String> {
    of.iter().map(|(size, _)| size.to_string()).collect()
}

/// Rows that share measurements, and the function that makes them.
struct Group {
    ids: &'static [&'static str],
    rows: fn(&Lab) -> Result<Vec<Row>, String>,
}

fn reproduce(options: &Options) -> Result<Results, String> {
    let lab = Lab::new(options)?;
    let wanted = rows::GROUPS.iter().chain(phase_rows::GROUPS).filter(|group| options.wants(group.ids));
    let jobs = wanted.map(|group| Box::new(|| (group.rows)(&lab)) as Box<dyn FnOnce() -> _ + Send>).collect();
    let parts = in_parallel(jobs).into_iter().collect::<Result<Vec<Vec<Row>>, String>>()?;
    let mut rows: Vec<Row> = parts.into_iter().flatten().collect();
    rows.sort_by_key(|row| row.id[1..].parse::<u32>().ok());
    let figures = if options.wants_all() && !options.is_quick { figures(&lab)? } else { Vec::new() };
    Ok(Results {
        machine: "SARC",
        title: "Katsamani's MPI on the SARC chip multiprocessor",
        about: Vec::new(),
        rows,
        figures,
        prints_figures: false,
    })
}

fn figures(lab: &Lab) -> Result<Vec<Figure>, String> {
    let figure = |title, curves| Figure { title, scale: Scale::Linear, curves };
    let places = lab.places(None, &rows::copied_sizes())?;
    let by_place = |size: u32| {
        let at = |(place, series): &(u64, Series)| Some((*place as u32, series.iter().find(|(of, _)| *of == size)?.1));
        places.iter().filter_map(at).collect::<Series>()
    };
    let only = |series: Series, of: &[(u32, f64)]| {
        series.into_iter().filter(|(size, _)| of.iter().any(|(known, _)| known == size)).collect::<Series>()
    };
    let small = |library: &[&'static str], limit| lab.in_scratchpad(&[library, limit], &[SMALL.to_owned()]);
    let whole = |library: &[&'static str]| lab.rendezvous(&[library, &[THRESHOLD]], &sizes(&RENDEZVOUS));
    Ok(vec![
        figure(
            "Eager messages, buffers in cached memory (Table 4.1): cycles by bytes",
            vec![
                (PRINTED, EAGER.to_vec()),
                ("ours, mean", only(mean(&places), &EAGER)),
                ("ours, best place of memcpy", only(least(&places), &EAGER)),
                ("ours, worst place", only(most(&places), &EAGER)),
                ("default library", only(lab.eager(BEST, &rows::best_sizes())?, &EAGER)),
            ],
        ),
        figure(
            "Eager messages of 16 and 48 bytes: cycles by memcpy's place in the instruction cache in bytes",
            vec![("16 bytes", by_place(16)), ("48 bytes", by_place(48))],
        ),
        figure(
            "Eager messages in steps of 2 bytes, mean over places (Figures 4.5 and 4.6): cycles by bytes",
            vec![(PRINTED, EAGER.to_vec()), ("ours", mean(&lab.few_places(&[SWEEP.to_owned()])?))],
        ),
        figure(
            "Buffers in scratchpad, small messages, threshold 32 (Figure 4.8): cycles by bytes",
            vec![
                (PRINTED, RENDEZVOUS[..2].to_vec()),
                ("ours", small(AS_PRINTED, &[THRESHOLD])?),
                ("default library", small(BEST, &[THRESHOLD])?),
            ],
        ),
        figure(
            "Buffers in scratchpad, rendezvous (Table 4.4, Figure 4.9): cycles by bytes",
            vec![(PRINTED, RENDEZVOUS.to_vec()), ("ours", whole(AS_PRINTED)?), ("default library", whole(BEST)?)],
        ),
        phase_rows::trace(
            "A zero-byte round trip with timer reads (Figure 4.7): cycles at the end of each step; send, receive: before, RDMA or poll, after; gaps",
            &phase_rows::zero_steps(lab)?,
        ),
        phase_rows::trace(
            "Rendezvous of 64 bytes, CPU 1 (Figure 4.10): cycles at the end of each step; RTS, CTS, prepare, RDMA and poll, tail, wait for FIN",
            &phase_rows::long_steps(lab, 1)?,
        ),
        phase_rows::trace(
            "Rendezvous of 64 bytes, CPU 0 (Figure 4.10): cycles at the end of each step; RTS, CTS, prepare",
            &phase_rows::long_steps(lab, 0)?,
        ),
    ])
}
