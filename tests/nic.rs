//! Tests of platform `nic`: parameters that it refuses, and messages about firmware that breaks the protocol.

use rankine_session::report::EXIT_DEADLOCK;
use rankine_tests::{built, check_rows, root, run, scratch};
use std::process::Command;

/// Exit code of a command that cannot begin.
const EXIT_USAGE: i32 = 125;
/// Exit code if a hart accesses an address where nothing is.
const EXIT_FAULT: i32 = 139;
/// MPI_ERR_NO_MEM.
const EXIT_NO_MEMORY: i32 = 39;

/// Rows: options with which two ranks run `apps/queues.c`; firmware in place of the platform's own,
/// if any; the exit code; and words of the messages.
type Row = (&'static str, &'static str, i32, &'static [&'static str]);

const ROWS: &[Row] = &[
    ("--set nic.alpu=0", "", EXIT_USAGE, &["nic.alpu = 0: alpu.cells = 0", "2 to"]),
    ("--set nic.alpu=7", "", EXIT_USAGE, &["nic.alpu = 7: alpu.cells = 7", "alpu.block_cells"]),
    ("--set nic.alpu=1000000", "", EXIT_USAGE, &["alpu.cells = 1000000"]),
    ("--set nic.alpu=-3", "", EXIT_USAGE, &["nic.alpu = \"-3\"", "write none"]),
    ("--set nic.alpu=1.5", "", EXIT_USAGE, &["nic.alpu = \"1.5\"", "write none"]),
    ("--set nic.alpu=128 --set nic.firmware=hash", "", EXIT_USAGE, &["no associative units", "nic.alpu=none"]),
    ("--set nic.firmware=magic", "", EXIT_USAGE, &["`list` and `hash`", "--firmware FILE"]),
    ("--set nic.memory_bytes=4096", "", EXIT_USAGE, &["nic.memory_bytes = 4096"]),
    ("--set nic.alpu=128 --set nic.memory_bytes=0x2000000", "", EXIT_USAGE, &["alpu.tag_bits = 20"]),
    ("--set nic.isa=rv64im", "", EXIT_USAGE, &["nic.isa", "rv32"]),
    ("--set hart.isa=rv32im", "", EXIT_USAGE, &["hart.isa", "rv64"]),
    ("--set interface.host_base=0x10800000", "", EXIT_USAGE, &["overlap", "interface.host_base"]),
    ("--set interface.credits=0", "", EXIT_USAGE, &["interface.credits = 0"]),
    (
        "--set nic.memory_bytes=0x10000",
        "",
        EXIT_NO_MEMORY,
        &["processor 1 at cycle", "no memory left", "nic.memory_bytes", "exit code 39 (MPI_ERR_NO_MEM)"],
    ),
    (
        "",
        "forgets",
        EXIT_DEADLOCK,
        &[
            "rank 0 waits in MPI_",
            "each processor 1 waits in nic_read",
            "forgets.c",
            "rank 1: the NIC processor took a receive of tag 32000 from rank 0 at cycle",
            "rank 0: the host waits for the NIC processor to complete a request; there is no header and no request",
        ],
    ),
    (
        "--set nic.silent_cycles=1000000",
        "busy",
        EXIT_DEADLOCK,
        &[
            "rank 0 waits in MPI_",
            "processor 1 has changed nothing outside its memory for",
            "busy.c:",
            "raise nic.silent_cycles",
        ],
    ),
    (
        "--set nic.silent_cycles=1000000",
        "counts",
        EXIT_DEADLOCK,
        &["rank 0 waits in MPI_", "processor 1 has changed nothing outside its memory for", "counts.c:"],
    ),
    (
        "--set nic.silent_cycles=1000000 --no-elision --threads 4",
        "counts",
        EXIT_DEADLOCK,
        &["processor 1 has changed nothing outside its memory for", "raise nic.silent_cycles"],
    ),
    (
        "",
        "twice",
        EXIT_FAULT,
        &["there is no open request with the cookie 0x", "completed before", "at cycle", "twice.c:15"],
    ),
    ("", "stranger", EXIT_FAULT, &["there is no open request with the cookie 0x1234", "stranger.c:7"]),
    ("", "never", EXIT_DEADLOCK, &["loops for ever in main at", "never.c", "has not enabled its interface"]),
    ("", "disabled", EXIT_DEADLOCK, &["disabled.c", "has not enabled its interface", "requests wait"]),
    (
        "--set nic.alpu=128",
        "overfills",
        EXIT_DEADLOCK,
        &["rank 0: nic: posted alpu: entries lost, unit full: 72; the first at cycle", "overfills.c:8"],
    ),
    (
        "--set nic.alpu=128",
        "undrained",
        EXIT_DEADLOCK,
        &["undrained.c", "waits for the processor to read results (32 of 32)"],
    ),
    ("", "walks", EXIT_FAULT, &["rank 0 processor 1: segmentation fault: load from 0x0", "walks.c:11"]),
    (
        "",
        "recurses",
        EXIT_FAULT,
        &[
            "processor 1: stack overflow: store to 0x",
            "in depth at",
            "recurses.c:8 (",
            "enlarge nic.stack_bytes with --set",
        ],
    ),
    (
        "--set nic.memory_bytes=0x100000",
        "grows",
        EXIT_FAULT,
        &["store to 0x0, a null pointer", "grows.c:8", "nic.memory_bytes is 1.0 MiB; enlarge nic.memory_bytes"],
    ),
    (
        "--set nic.silent_cycles=1000000",
        "circles",
        EXIT_DEADLOCK,
        &["processor 1 has changed nothing outside its memory for", "circles.c:14", "requests wait"],
    ),
    ("", "wild", EXIT_FAULT, &["processor 1", "no memory of the NIC at 0x12345678", "at cycle", "wild.c:8"]),
];

/// Checks that a run ends with this exit code and says all of this.
fn ends(command: &mut Command, code: i32, told: &[&str]) -> Result<(), String> {
    let output = run(command, "");
    let lacks = told.iter().find(|words| !output.stderr.contains(**words));
    match (output.code == code, lacks) {
        (true, None) => Ok(()),
        (_, lacks) => Err(format!("exit code {code}? {lacks:?}? {output:?}")),
    }
}

#[test]
fn what_is_refused_and_told() {
    let directory = scratch("nic");
    check_rows(ROWS, |(options, firmware, code, told)| {
        let mut command = Command::new(built("rankine"));
        command.current_dir(&directory).args(["run", "-n", "2", "--platform", "nic"]).args(options.split_whitespace());
        if !firmware.is_empty() {
            command.arg("--firmware").arg(root().join("tests/nic").join(firmware).with_extension("c"));
        }
        ends(command.arg(root().join("apps/queues.c")), *code, told)
            .map_err(|wrong| format!("{options} {firmware}: {wrong}"))
    });
}

/// Rows: a line of firmware, the exit code of a run with it, and words of the messages. The line is
/// number 4 of `line.c`.
type Line = (&'static str, i32, &'static [&'static str]);

const EXIT_ILLEGAL: i32 = 132;
const EXIT_BREAKPOINT: i32 = 133;
const EXIT_ABORT: i32 = 134;
const EXIT_SYSTEM_CALL: i32 = 159;

const LINES: &[Line] = &[
    (
        "__asm__ volatile(\".word 0xffffffff\");",
        EXIT_ILLEGAL,
        &["illegal instruction 0xffffffff", "line.c:4", "next step"],
    ),
    (
        "__asm__ volatile(\".word 0x00000053\"); // fadd.s",
        EXIT_ILLEGAL,
        &["illegal instruction 0x00000053", "next step"],
    ),
    (
        "__asm__ volatile(\".word 0x0805252f\"); // amoswap.w",
        EXIT_ILLEGAL,
        &["illegal instruction 0x0805252f", "next step"],
    ),
    (
        "__asm__ volatile(\".word 0x7ff02573\"); // a CSR that there is not",
        EXIT_ILLEGAL,
        &["0x7ff02573", "line.c:4", "next step"],
    ),
    ("__asm__ volatile(\"ebreak\");", EXIT_BREAKPOINT, &["processor 1: breakpoint (ebreak)", "line.c:4"]),
    ("__asm__ volatile(\"ecall\");", EXIT_SYSTEM_CALL, &["processor 1: unknown system call", "line.c:4"]),
    (
        "__asm__ volatile(\"wfi\");",
        EXIT_DEADLOCK,
        &["processor 1 waits for an interrupt, which no device raises", "line.c:5", "poll in place of wfi"],
    ),
    ("__asm__ volatile(\"mret\");", EXIT_FAULT, &["processor 1: jump to 0x0, where there is no code"]),
    ("abort();", EXIT_ABORT, &["processor 1: aborted (SIGABRT)", "line.c:4"]),
    (
        "exit(0);",
        EXIT_DEADLOCK,
        &["each processor 1 has ended with status 0", "must not return from main or call exit"],
    ),
    (
        "return 3;",
        EXIT_DEADLOCK,
        &["each processor 1 has ended with status 3", "must not return from main or call exit"],
    ),
    ("go(0);", EXIT_FAULT, &["processor 1: jump to 0x0, where there is no code", "line.c:4", "next step"]),
    ("go(0xc0000102);", EXIT_FAULT, &["jump to 0xc0000102, where there is no code", "line.c:4", "next step"]),
    ("go(0x90000000);", EXIT_FAULT, &["jump to 0x90000000, where there is no code", "line.c:4", "next step"]),
    (
        "go(0xc0800000);",
        EXIT_ILLEGAL,
        &["illegal instruction 0x00000000 at 0xc0800000", "line.c:4", "a jump into data"],
    ),
    (
        "*(volatile char *)0xa0000000 = 1;",
        EXIT_FAULT,
        &["store to 0xa0000000, which is not memory", "line.c:4", "next step"],
    ),
    (
        "*(volatile char *)main = 1;",
        EXIT_DEADLOCK,
        &["the code of rank 0 processor 1 has been written over", "in main", "fence.i", "watch"],
    ),
    (
        "*(volatile char *)(NIC_REGISTERS_BASE + 4);",
        EXIT_FAULT,
        &["with this width or alignment", "line.c:4", "next step"],
    ),
    (
        "*(volatile uint32_t *)(NIC_REGISTERS_BASE + 6);",
        EXIT_FAULT,
        &["with this width or alignment", "line.c:4", "next step"],
    ),
    ("nic_write(NIC_REG_STATUS, 3);", EXIT_FAULT, &["cannot be accessed in this direction", "line.c:4", "next step"]),
    ("nic_write(0x800, 3);", EXIT_FAULT, &["0xb0002800, which is not memory", "line.c:4", "next step"]),
    (
        "nic_write(NIC_REG_ENTRY, 0x12345670);",
        EXIT_FAULT,
        &["no memory of the NIC for an entry at 0x12345670", "line.c:4", "next step"],
    ),
    ("nic_write(NIC_REG_ENTRY, 0xc0100004);", EXIT_DEADLOCK, &["ENTRY refused: 1; the first at cycle", "line.c:4"]),
    (
        "nic_write(NIC_REG_HEADER_POP, 0);",
        EXIT_DEADLOCK,
        &["HEADER_POP without a header: 1; the first at cycle", "line.c:4"],
    ),
    (
        "copy(0xc0100000, 0x10800000, ~0u);",
        EXIT_FAULT,
        &["no memory of the NIC at 0xc0100000 to copy 4294967295 bytes from", "line.c:4"],
    ),
    (
        "copy(0xc0100000, 0x80, 64);",
        EXIT_FAULT,
        &["there is no memory at 0x80 to copy 64 bytes to", "line.c:4", "next step"],
    ),
    (
        "copy(0xc0100000, (uintptr_t)main, 64);",
        EXIT_DEADLOCK,
        &["the code of rank 0 processor 1 has been written over", "fence.i"],
    ),
    (
        "transmit(0x80, 64, 1);",
        EXIT_FAULT,
        &["there is no memory at 0x80 to transmit 64 bytes from", "line.c:4", "next step"],
    ),
    (
        "transmit(0xc0000000, ~0u, 1);",
        EXIT_FAULT,
        &["carries 1024 bytes at most, not 4294967295", "line.c:4", "next step"],
    ),
    ("transmit(0, 0, 77);", EXIT_FAULT, &["there is no node 77 to transmit to, of 2 nodes", "line.c:4", "next step"]),
];

/// Functions that the lines call. They stand on one line, so that the tried line has number 4 in every file.
const HELPERS: &str = "static inline void go(uintptr_t to) { ((void (*)(void))to)(); } static inline void copy(uint32_t from, uint32_t to, \
     uint32_t bytes) { nic_write(NIC_REG_COPY_FROM, from); nic_write(NIC_REG_COPY_TO_LOW, to); nic_write(NIC_REG_COPY_TO_HIGH, 0); \
     nic_write(NIC_REG_COPY, bytes); } static inline void transmit(uint32_t from, uint32_t bytes, uint32_t node) { \
     nic_write(NIC_REG_TRANSMIT_ADDRESS_LOW, from); nic_write(NIC_REG_TRANSMIT_ADDRESS_HIGH, 0); nic_write(NIC_REG_TRANSMIT_BYTES, \
     bytes); nic_write(NIC_REG_TRANSMIT, node); }";

/// Firmware that makes a mistake in the first line of `main`, and then waits for ever.
#[test]
fn what_a_line_leads_to() {
    let directory = scratch("nic-lines");
    let rows: Vec<(usize, &Line)> = LINES.iter().enumerate().collect();
    check_rows(&rows, |(number, (line, code, told))| {
        let directory = directory.join(number.to_string());
        std::fs::create_dir_all(&directory).expect("scratch is writable");
        let text = format!(
            "#include <stdlib.h>\n#include \"firmware/registers.h\"\n{HELPERS}\nint main(void) {{ {line}\nfor (;;) {{}} }}\n"
        );
        std::fs::write(directory.join("line.c"), text).expect("scratch is writable");
        let words =
            ["run", "-n", "2", "--platform", "nic", "--set", "nic.silent_cycles=1000000", "--firmware", "line.c"];
        let mut command = Command::new(built("rankine"));
        command.current_dir(&directory).args(words).arg(root().join("apps/ring.c"));
        ends(&mut command, *code, told).map_err(|wrong| format!("{line}: {wrong}"))
    });
}

/// The number of guest instructions that the emulator executes in a run of `computes.c`.
fn executed(ranks: &str, alpu: &str) -> u64 {
    let directory = scratch(&format!("nic-{ranks}-{alpu}"));
    let mut command = Command::new(built("rankine"));
    command.current_dir(&directory).args([
        "run",
        "-n",
        ranks,
        "--platform",
        "nic",
        "--set",
        alpu,
        "--stats",
        "stats.json",
    ]);
    let output = run(command.arg(root().join("tests/nic/computes.c")), "");
    assert_eq!(output.code, 0, "{output:?}");
    let text = std::fs::read_to_string(directory.join("stats.json")).expect("statistics");
    let statistics: serde_json::Value = serde_json::from_str(&text).expect("statistics are JSON");
    statistics["host"]["instructions_executed"].as_u64().expect("a number")
}

/// 63 hosts and 64 NIC processors that wait add at most 30 % to the instructions of the rank that computes.
#[test]
fn waiting_costs_little() {
    for alpu in ["nic.alpu=none", "nic.alpu=128"] {
        let (alone, all) = (executed("1", alpu), executed("64", alpu));
        assert!(all * 10 <= alone * 13, "{alpu}: {all} instructions for 64 ranks, {alone} for one");
    }
}
