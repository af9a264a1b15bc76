//! Tests of the statistics: sums, reading back, and description.

use super::*;

fn sample() -> Stats {
    let rank = |rank: u32, cycles| Rank {
        rank,
        exit_status: (rank == 0).then_some(0),
        cycles,
        instructions: 100,
        mpi_cycles: 40,
        mpi_calls: [("MPI_Send".to_owned(), FunctionCalls { calls: 1, cycles: 40 })].into(),
        sent_messages: 1,
        sent_payload_bytes: 4,
        processors: vec![ProcessorStats { cycles, instructions: 100, caches: Counters::new() }],
        devices: [("ni".to_owned(), counters(vec![("packets_sent", 2), ("bytes_sent", 9)]))].into(),
    };
    let ranks = vec![rank(0, 500), rank(1, 700)];
    Stats {
        schema: SCHEMA.into(),
        version: "0.1.0".into(),
        command: vec!["rankine".into(), "run".into()],
        platform: Platform { name: "manycore".into(), sha256: "00".into(), resolved: "[ni]\n".into() },
        programs: vec![Program { path: "a.elf".into(), sha256: "11".into() }],
        totals: RunTotals::of(&ranks),
        ranks,
        network: Network { name: "mesh".into(), counters: counters(vec![("packets", 4)]) },
        recorded_until: None,
        mpi: None,
        gasnet: None,
        check: None,
        phases: None,
        phases_of_all: Vec::new(),
        firmware_phases: None,
        host: None,
    }
}

#[test]
fn totals() {
    let totals = sample().totals;
    assert_eq!((totals.cycles, totals.instructions, totals.mpi_cycles), (700, 200, 80));
    assert_eq!((totals.sent_messages, totals.sent_payload_bytes), (2, 8));
    assert_eq!(RunTotals::of(&[]), RunTotals::default());
}

#[test]
fn reads_back_and_keeps_the_host_apart() {
    let stats = sample();
    let text = stats.to_json().unwrap();
    assert!(!text.contains("\"host\"") && text.ends_with("}\n"));
    assert_eq!(serde_json::from_str::<Stats>(&text).unwrap(), stats);
    let host = HostCost {
        seconds: 0.5,
        user_cpu_seconds: 0.25,
        threads: 2,
        instructions_executed: 200,
        instructions_per_second: 400.0,
        peak_memory_bytes: 4096,
        guest_memory_bytes: 4096,
    };
    let measured = Stats { host: Some(host), ..stats.clone() }.to_json().unwrap();
    let deterministic = measured.split(",\n  \"host\"").next().unwrap();
    assert!(text.starts_with(deterministic));
}

/// The description must name every member of the document.
#[test]
fn described() {
    let text = include_str!("../../../../docs/stats.md");
    let host = HostCost {
        seconds: 0.5,
        user_cpu_seconds: 0.25,
        threads: 2,
        instructions_executed: 200,
        instructions_per_second: 400.0,
        peak_memory_bytes: 4096,
        guest_memory_bytes: 4096,
    };
    let document = serde_json::to_value(Stats { host: Some(host), ..sample() }).unwrap();
    let mut pending = vec![document];
    while let Some(value) = pending.pop() {
        match value {
            serde_json::Value::Object(members) => {
                for (name, member) in members {
                    let is_sample_key =
                        ["MPI_Send", "ni", "packets_sent", "bytes_sent", "packets"].contains(&name.as_str());
                    assert!(is_sample_key || text.contains(&format!("`{name}`")), "docs/stats.md lacks {name}");
                    pending.push(member);
                }
            }
            serde_json::Value::Array(elements) => pending.extend(elements),
            _ => {}
        }
    }
}
