//! Everything behind the end of a run: exit code, warnings, files and tables.

use super::arguments::Arguments;
use super::outputs::Outputs;
use super::summary;
use crate::signals;
use crate::tell::tell;
use rankine_machine::End;
use rankine_observe::check;
use rankine_observe::gasnet::{self, GasnetView};
use rankine_observe::mpi_view::{self, MpiView, grouped, place_of_call};
use rankine_observe::phases;
use rankine_observe::stats::Stats;
use rankine_session::checking::{self, EXIT_MISTAKES};
use rankine_session::launch::Loaded;
use rankine_session::recording::Recorded;
use rankine_session::report::{self, EXIT_SIGNAL, EXIT_TOOL, Report};
use rankine_session::{keeping, overwritten, recording, statistics};
use std::time::Instant;

/// The most call sites in the table of `--mpi`.
const SITES_SHOWN: usize = 20;

/// A run that has ended.
pub struct Ended<'a> {
    pub arguments: &'a Arguments,
    /// The command line.
    pub words: &'a [String],
    pub threads: usize,
    pub started: Instant,
    pub end: End,
}

/// Writes all files and prints all tables that the user asked for. Returns the exit code and the
/// records of the run.
pub fn finish(loaded: &mut Loaded, ended: &Ended<'_>, outputs: Outputs) -> (i32, Recorded) {
    let mut report = report::report(loaded, &ended.end);
    if let Some(signal) = signals::ending().filter(|_| ended.end == End::Interrupted) {
        report.exit_code = EXIT_SIGNAL + signal;
    }
    let mut known = warnings(loaded);
    if report.exit_code != 0 && !matches!(ended.end, End::Fault { .. }) {
        known.extend(report::full_heaps(loaded));
    }
    if ended.end == End::Finished && !ended.arguments.check {
        let told = "`rankine run --check` shows the places";
        known.extend(checking::disagreement(loaded).map(|what| format!("collective mismatch: {what}; {told}")));
    }
    known.extend(keeping::recorded_until(loaded).map(|cycle| left_out(loaded, ended.arguments, cycle)));
    let mut lost = loaded.machine.host.take_lost();
    for ended in loaded.machine.nodes.iter_mut().flat_map(rankine_engines::take_ended) {
        lost.extend(ended.lost);
        known.extend(ended.never_begun);
    }
    let (statistics, recorded) = collect(loaded, ended, &outputs, &known, &report);
    let mistakes = statistics.check.as_deref().unwrap_or_default();
    if !mistakes.is_empty() && report.exit_code == 0 {
        report.exit_code = EXIT_MISTAKES;
    }
    let (unwritten, news) = outputs.write(loaded, &statistics, &recorded);
    lost.extend(unwritten);
    for warning in known.iter().chain(&news) {
        tell!("rankine: warning: {warning}");
    }
    if !report.message.is_empty() {
        tell!("rankine: {}", report.message);
    }
    if let Some(mistakes) = &statistics.check {
        tell!("rankine: {}", check::table(mistakes, statistics.recorded_until));
    }
    for lost in &lost {
        tell!("rankine: {lost}");
        report.exit_code = EXIT_TOOL;
    }
    if let Some(view) = statistics.mpi.as_ref().filter(|_| ended.arguments.mpi) {
        tell!("{}", mpi_view::table(view, SITES_SHOWN));
    }
    if ended.arguments.gasnet {
        let table = statistics.gasnet.as_ref().map(gasnet::table);
        tell!("{}", table.as_deref().unwrap_or("no GASNet calls\n"));
    }
    if let Some(shown) = &ended.arguments.phases {
        tell!("{}", phases::table(&statistics, shown));
    }
    if let Some(phases) = &statistics.firmware_phases {
        tell!("{}", phases::firmware_table(phases));
    }
    if !ended.arguments.quiet {
        tell!("{}", summary::text(&statistics, loaded.platform.hart.clock_hz));
    }
    (report.exit_code, recorded)
}

/// Collects statistics and records. The recording gets the warnings in `known` and the message of
/// `report`, too.
fn collect(
    loaded: &mut Loaded,
    ended: &Ended<'_>,
    outputs: &Outputs,
    known: &[String],
    report: &Report,
) -> (Stats, Recorded) {
    let Ended { arguments, words, threads, started, .. } = *ended;
    let mut statistics = statistics::collect(loaded, words, threads as u32, started);
    statistics.check = checking::findings(loaded, &ended.end, statistics.recorded_until);
    let told = known.iter().chain((!report.message.is_empty()).then_some(&report.message)).cloned().collect();
    let recorded = recording::collect(loaded, words, told, statistics.recorded_until);
    let recording = &recorded.recording;
    if arguments.gasnet || outputs.want_messages() {
        let name = |program: usize, at| {
            let function = loaded.debug[program].symbols.at(at);
            function.map_or_else(|| format!("{at:#x}"), |(name, _)| name.to_owned())
        };
        statistics.gasnet = GasnetView::of(recording, &name);
    }
    if arguments.mpi || outputs.want_messages() {
        statistics.mpi = Some(MpiView::of(recording, &|program, at| place_of_call(&loaded.debug[program], at)));
    }
    (statistics, recorded)
}

/// A sentence about records that are missing from this cycle on.
fn left_out(loaded: &Loaded, arguments: &Arguments, cycle: u64) -> String {
    format!(
        "records of calls and messages have reached their limit of {}: tables, report, traces and checks end at cycle \
         {} of {}; --keep-max raises the limit",
        arguments.keep_max.unwrap_or_default(),
        grouped(cycle),
        grouped(loaded.machine.cycle())
    )
}

/// The time of the first software mistake that a device survived, and the places in the program of
/// the processors that made it.
fn first_mistake(loaded: &Loaded, node: u32, device: usize) -> String {
    let machine = &loaded.machine;
    let Some(mistake) = machine.mistakes.get(&(node, device)) else { return String::new() };
    let stood = mistake.places.iter().filter_map(|(processor, pc)| {
        let program = machine.nodes[node as usize].processors.get(processor.index as usize)?.program();
        let frames: Vec<String> = loaded.debug[program].place(*pc).iter().map(ToString::to_string).collect();
        Some(format!(", while {processor} was in {}", frames.join(", called from ")))
    });
    format!("; the first at cycle {}{}", machine.clock.cycle(mistake.time), stood.collect::<String>())
}

/// Warnings for the user, although the run went on.
fn warnings(loaded: &mut Loaded) -> Vec<String> {
    let refused = loaded.machine.host.take_warnings();
    let mut warnings: Vec<String> = refused.into_iter().map(|warning| warning.message).collect();
    for (program, debug) in loaded.programs.iter().zip(&loaded.debug) {
        if debug.symbols.is_empty() {
            warnings.push(format!(
                "{}: has no symbols: Rankine sees no MPI calls, and shows addresses in place of functions",
                program.path.display()
            ));
        }
    }
    for node in &loaded.machine.nodes {
        warnings.extend(node.devices.iter().enumerate().filter_map(|(number, device)| {
            let (complaint, place) = (device.complaint()?, first_mistake(loaded, node.id, number));
            Some(format!("rank {}: {}: {complaint}{place}", node.id, device.name()))
        }));
    }
    if let Some(network) = &loaded.machine.network
        && let Some(complaint) = network.complaint()
    {
        warnings.push(format!("network {}: {complaint}", network.name()));
    }
    warnings.extend(overwritten::overwritten(loaded));
    warnings
}
