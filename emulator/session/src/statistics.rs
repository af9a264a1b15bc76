//! The figures of a run, gathered for `--stats` and for the summary.

use crate::launch::{Launch, Loaded, name_of};
use crate::node::{Node, State};
use rankine_observe::phases::{CallsByPhase, PhaseLabels, phases_of};
use rankine_observe::stats::{
    FunctionCalls, HostCost, Network, Platform, Program, Rank, RunTotals, SCHEMA, Stats, counters,
};
use rankine_timing::CacheCounts;
use std::time::Instant;

/// Gathers everything; `command` are the words behind `rankine run`, `threads` the host threads that ran harts.
pub fn collect(loaded: &Loaded, launches: &[Launch], command: &[String], threads: u32, started: Instant) -> Stats {
    let ranks: Vec<Rank> = loaded.machine.nodes.iter().map(|node| rank(loaded, node)).collect();
    let totals = RunTotals::of(&ranks);
    let skipped: u64 = loaded.machine.nodes.iter().map(|node| node.skipped_instructions).sum();
    let executed = totals.instructions - skipped;
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
            .map(|program| Program { path: name_of(launches, program), sha256: program.sha256() })
            .collect(),
        ranks,
        network: loaded.machine.network.as_ref().map_or_else(
            || Network { name: "none".into(), counters: counters(Vec::new()) },
            |network| Network { name: network.name().into(), counters: counters(network.statistics()) },
        ),
        totals,
        mpi: None,
        check: None,
        phases: loaded.machine.phases().map(|labels| phases(loaded, labels)),
        host: Some(HostCost {
            seconds,
            user_cpu_seconds: usage.ru_utime.tv_sec as f64 + usage.ru_utime.tv_usec as f64 / 1e6,
            threads,
            instructions_executed: executed,
            instructions_per_second: executed as f64 / seconds.max(1e-9),
            peak_memory_bytes: usage.ru_maxrss as u64 * 1024,
            guest_memory_bytes: loaded.machine.nodes.iter().map(|node| node.ram.touched_bytes()).sum(),
        }),
    }
}

fn phases(loaded: &Loaded, labels: &[PhaseLabels]) -> Vec<CallsByPhase> {
    let of_rank = |node: &Node| {
        let calls = &loaded.machine.mpi_calls()[node.program];
        let name = |function| calls.function(function).name.clone();
        let labels = &labels[node.program];
        node.phases.as_ref().map_or_else(Vec::new, |recorder| phases_of(node.id, recorder, labels, &name))
    };
    loaded.machine.nodes.iter().flat_map(of_rank).collect()
}

fn rank(loaded: &Loaded, node: &Node) -> Rank {
    let calls = &loaded.machine.mpi_calls()[node.program];
    let now = node.hart.cycles;
    let sends = node.calls.sends();
    Rank {
        rank: node.id,
        exit_status: match node.state {
            State::Exited(status) => Some(status),
            _ => None,
        },
        cycles: now,
        instructions: node.hart.instret,
        mpi_cycles: node.calls.mpi_cycles(now),
        mpi_calls: node
            .calls
            .by_function(calls, now)
            .into_iter()
            .map(|(name, totals)| (name, FunctionCalls::from(totals)))
            .collect(),
        sent_messages: sends.messages,
        sent_payload_bytes: sends.payload_bytes,
        caches: counters(caches(node)),
        devices: node.devices.iter().map(|device| (device.name().to_string(), counters(device.statistics()))).collect(),
    }
}

/// What the caches have counted.
pub(crate) fn caches(node: &Node) -> Vec<(&'static str, u64)> {
    let Some(cached) = node.timing.cached().filter(|cached| cached.has_any()) else { return Vec::new() };
    let CacheCounts { l1i_misses, l1d_misses, l2_misses, write_backs } = cached.counts();
    let counts = [
        ("l1i_misses", l1i_misses),
        ("l1d_misses", l1d_misses),
        ("l2_misses", l2_misses),
        ("write_backs", write_backs),
    ];
    counts.into_iter().chain(cached.waited().map(|cycles| ("memory_wait_cycles", cycles))).collect()
}

/// What the host says this process has used so far.
fn usage() -> libc::rusage {
    // SAFETY: `getrusage` fills the structure it is given; all zeros are a value of it.
    unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    }
}
