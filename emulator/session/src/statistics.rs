//! Collects the figures of a run, for `--stats` and for the summary.

use crate::keeping::recorded_until;
use crate::launch::Loaded;
use rankine_machine::{Node, Processor};
use rankine_observe::CallCounts;
use rankine_observe::phases::{
    CallsByPhase, FirmwarePhases, FunctionPhases, PhaseObserver, PhaseSums, Recorded, StayObserver, firmware_phases,
};
use rankine_observe::stats::{
    HostCost, Network, Platform, ProcessorStats, Program, Rank, RunTotals, SCHEMA, Stats, counters,
};
use rankine_program::sha256;
use rankine_timing::CacheCounts;
use std::time::Instant;

/// Collects all figures. `command` holds the words behind `rankine run`, and `threads` is the
/// number of host threads that ran harts.
pub fn collect(loaded: &Loaded, command: &[String], threads: u32, started: Instant) -> Stats {
    let begun = loaded.machine.nodes.iter().filter(|node| !loaded.machine.host.is_idle(node.id));
    let ranks: Vec<Rank> = begun.map(|node| rank(loaded, node)).collect();
    let totals = RunTotals::of(&ranks);
    let begun = loaded.machine.nodes.iter().filter(|node| !loaded.machine.host.is_idle(node.id));
    let processors = begun.flat_map(|node| &node.processors);
    let skipped: u64 = processors.map(|processor| processor.skipped_instructions).sum();
    let executed = totals.instructions - skipped;
    let recorded_until = recorded_until(loaded);
    let (phases, phases_of_all) = phases(loaded, recorded_until.unwrap_or(u64::MAX)).unzip();
    let phases_of_all = phases_of_all.unwrap_or_default();
    let (seconds, usage) = (started.elapsed().as_secs_f64(), usage());
    Stats {
        schema: SCHEMA.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        command: command.to_vec(),
        platform: Platform {
            name: loaded.platform.platform.name.clone(),
            sha256: sha256(loaded.platform.text.as_bytes()),
            resolved: loaded.platform.text.clone(),
        },
        programs: loaded
            .programs
            .iter()
            .zip(&loaded.names)
            .map(|(program, name)| Program { path: name.clone(), sha256: program.sha256() })
            .collect(),
        ranks,
        network: loaded.machine.network.as_ref().map_or_else(
            || Network { name: "none".into(), counters: counters(Vec::new()) },
            |network| Network { name: network.name().into(), counters: counters(network.statistics()) },
        ),
        totals,
        recorded_until,
        mpi: None,
        gasnet: None,
        check: None,
        phases,
        phases_of_all,
        firmware_phases: phases_of_firmware(loaded),
        host: Some(HostCost {
            seconds,
            user_cpu_seconds: usage.ru_utime.tv_sec as f64 + usage.ru_utime.tv_usec as f64 / 1e6,
            threads,
            instructions_executed: executed,
            instructions_per_second: executed as f64 / seconds.max(1e-9),
            peak_memory_bytes: usage.ru_maxrss as u64 * 1024,
            guest_memory_bytes: loaded.machine.processors().map(|processor| processor.ram.touched_bytes()).sum(),
        }),
    }
}

/// The phases of all calls that were left before cycle `until`, by rank and of all ranks together.
/// None if they were not recorded.
fn phases(loaded: &Loaded, until: u64) -> Option<(Vec<CallsByPhase>, Vec<FunctionPhases>)> {
    let processors = loaded.machine.processors();
    let recorded = processors.filter_map(|processor| Some((processor, processor.observer::<PhaseObserver>()?)));
    let (mut by_rank, mut all, mut is_recorded) = (Vec::new(), PhaseSums::default(), false);
    for (processor, observer) in recorded {
        let calls = &loaded.machine.points()[processor.program()].calls;
        let name = |function| calls.function(function).name.clone();
        let recorded = Recorded { recorder: &observer.recorder, until, labels: observer.labels(), name: &name };
        let mut of_rank = PhaseSums::default();
        of_rank.add(&recorded);
        all.add(&recorded);
        by_rank.extend(of_rank.finish().into_iter().map(|of| CallsByPhase { rank: processor.id.node, of }));
        is_recorded = true;
    }
    is_recorded.then(|| (by_rank, all.finish()))
}

/// The phases of firmware. None if they were not recorded.
fn phases_of_firmware(loaded: &Loaded) -> Option<Vec<FirmwarePhases>> {
    let of_processor = |processor: &Processor| {
        let observer = processor.observer::<StayObserver>()?;
        let kind = loaded.platform.further().get(processor.id.index.checked_sub(1)? as usize)?.name;
        Some(firmware_phases((processor.id, kind), &observer.recorder, observer.labels(), processor.hart.cycles))
    };
    let all: Vec<FirmwarePhases> = loaded.machine.processors().filter_map(of_processor).collect();
    (!all.is_empty()).then_some(all)
}

fn rank(loaded: &Loaded, node: &Node) -> Rank {
    let devices = node.devices.iter().map(|device| (device.name().to_string(), counters(device.statistics())));
    let processors: Vec<ProcessorStats> = node.processors.iter().map(processor).collect();
    let rank = Rank {
        rank: node.id,
        instructions: processors.iter().map(|processor| processor.instructions).sum(),
        processors,
        devices: devices.collect(),
        ..Rank::default()
    };
    let Some(program) = node.processors.first() else { return rank };
    let (now, none) = (program.hart.cycles, CallCounts::default());
    let counts: &CallCounts = program.observer().unwrap_or(&none);
    let calls = counts.by_function(loaded.mpi_calls(node.id), program.current_call(), now);
    Rank {
        exit_status: program.exit_status(),
        cycles: now,
        mpi_cycles: calls.values().map(|calls| calls.cycles).sum(),
        mpi_calls: calls,
        sent_messages: counts.sent_messages(),
        sent_payload_bytes: counts.sent_payload_bytes(),
        ..rank
    }
}

fn processor(processor: &Processor) -> ProcessorStats {
    ProcessorStats {
        cycles: processor.hart.cycles,
        instructions: processor.hart.instret,
        caches: counters(caches(processor)),
    }
}

/// The counters of the caches.
pub(crate) fn caches(processor: &Processor) -> Vec<(&'static str, u64)> {
    let Some(cached) = processor.engine.caches().filter(|cached| cached.has_any()) else { return Vec::new() };
    let CacheCounts { l1i_misses, l1d_misses, l2_misses, write_backs } = cached.counts();
    let counts = [
        ("l1i_misses", l1i_misses),
        ("l1d_misses", l1d_misses),
        ("l2_misses", l2_misses),
        ("write_backs", write_backs),
    ];
    counts.into_iter().chain(cached.waited().map(|cycles| ("memory_wait_cycles", cycles))).collect()
}

/// The host's record of what this process has used so far.
fn usage() -> libc::rusage {
    // SAFETY: `getrusage` fills the structure it is given; all zeros are a value of it.
    unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    }
}
