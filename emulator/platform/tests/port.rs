//! The memory port, with the parameters of a platform: how long nodes wait, and which parameters
//! are refused.

use rankine_platform::Platform;
use rankine_timing::Port;

fn port(settings: &[&str]) -> Result<Port, String> {
    let settings: Vec<String> = settings.iter().map(|setting| setting.to_string()).collect();
    let platform = Platform::resolve("sarc", &settings).map_err(|e| e.0)?;
    Port::new(platform.ddr.ok_or("sarc has a port")?, &platform.caches, 4)
}

/// Requests with node and cycle: a read `r`, with the cycles that it waits beyond its own time, or
/// a buffered line `b`. A line occupies the port for 24 cycles, beginning 10 cycles after the miss.
#[test]
fn turns() {
    for (requests, why) in [
        ("r0@0:0 r0@40:0 r0@80:0", "alone, nothing is waited for"),
        ("r0@0:0 r1@0:24 r2@0:48 r3@0:72 r0@24:72", "one behind the other"),
        ("r0@0:0 r1@10:14 r2@34:14 r3@72:0", "each for the rest of those before"),
        ("r0@0:0 b0@0 r0@40:0 b0@40 r0@80:0 b0@80 b0@80 r0@120:0", "no hart waits for its buffer"),
        ("b0@0 r1@0:24", "others do"),
        ("b0@0 b0@0 b0@0 r1@0:24 r2@20:28 r3@90:6", "for a line at a time"),
        ("b0@0 r0@0:0 r1@0:48", "of what a node asks at once, the read comes first"),
        ("b0@0 r0@1:0 r1@1:24 r2@24:25 r3@40:57", "a line that gave way arrives again when the read is done"),
        ("b0@0 r0@1:0 r1@1:24 r0@26:47", "and does not do so again when another node was there"),
        ("b0@0 b0@0 r0@30:0 r1@40:14 r2@55:47", "one that was under way, too"),
        ("b0@0 b0@0 r0@48:0 r1@48:24 r2@48:48", "but not what was done"),
        ("b0@0 r1@0:24 r0@1:47", "nor what somebody waits behind"),
        ("b0@0 b1@0 r0@1:47", "be it another buffer"),
        ("b0@0 b0@100 r1@101:23", "a buffer that was empty meanwhile"),
    ] {
        let mut port = port(&[]).unwrap();
        for request in requests.split(' ') {
            let (node, cycle) = request[1..].split_once('@').unwrap();
            let (node, (cycle, waits)) = (node.parse().unwrap(), cycle.split_once(':').unwrap_or((cycle, "")));
            match &request[..1] {
                "r" => {
                    assert_eq!(port.read(node, cycle.parse().unwrap(), 32).to_string(), waits, "{why}: {request}")
                }
                _ => port.post(node, cycle.parse().unwrap(), 32),
            }
        }
    }
}

#[test]
fn parameters() {
    for (settings, message) in [
        (&["ddr.request_cycles=0", "ddr.access_cycles=0", "ddr.bytes_per_cycle=4096"][..], ""),
        (&["ddr.access_cycles=26"], ""),
        (&["ddr.access_cycles=27"], "ddr.access_cycles = 27"),
        (&["ddr.request_cycles=9223372036854775807"], "ddr.request_cycles = 9223372036854775807"),
        (&["ddr.access_cycles=9223372036854775807"], "caches.memory_read_cycles = 40"),
        (&["ddr.bytes_per_cycle=0"], "ddr.bytes_per_cycle = 0"),
        (&["ddr.bytes_per_cycle=4097"], "ddr.bytes_per_cycle = 4097"),
        (&["ddr.bytes_per_cycle=-1"], "bytes_per_cycle"),
        (&["ddr.contention=1"], "contention"),
        (&["ddr.bytes_per_cycle=1"], "ddr.bytes_per_cycle = 1"),
        (&["ddr.access_cycles=9223372036854775807", "hart.profile=untimed"], ""),
        (&["caches.l2_bytes=0", "caches.l1d_line_bytes=128"], "128 bytes"),
    ] {
        let error = port(settings).err().unwrap_or_default();
        assert!(error.contains(message) && error.is_empty() == message.is_empty(), "{settings:?}: {error}");
    }
}
