//! Runs programs in a whole machine in this process: the first cycles of a loaded machine, and its end.

use rankine_host::HostOptions;
use rankine_isa::Xlen;
use rankine_machine::{Limits, Look, Options};
use rankine_platform::{DEFAULT_PLATFORM, Platform};
use rankine_program::Program;
use rankine_session::WatchRequest;
use rankine_session::launch::{Loaded, load_programs};
use rankine_session::request::Launch;
use rankine_session::{report, signature};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum number of code bytes in an input.
const CODE_BYTES: usize = 0x1000;
const CYCLES: u64 = 20_000;
const RANKS: u32 = 2;

/// Puts addresses into registers for random instructions to use: x8 scratchpad, x9 registers of the
/// network interface, x18 tags, x20 simulation control, x21 memory, x19 and x22 scratchpad and
/// memory of rank 1.
const PREAMBLE: [u32; 10] = [
    0x0800_0437, // lui x8,0x8000
    0x0200_04b7, // lui x9,0x2000
    0x0400_0937, // lui x18,0x4000
    0x0100_0a37, // lui x20,0x1000
    0x1080_1ab7, // lui x21,0x10801
    0x0020_0993, // li x19,2
    0x0209_9993, // slli x19,x19,32
    0x0159_8b33, // add x22,x19,x21
    0x0089_89b3, // add x19,x19,x8
    0x0000_0013, // nop
];

/// Runs the bytes as code on all nodes of the default platform.
pub fn check(code: &[u8]) {
    static PLATFORM: OnceLock<Platform> = OnceLock::new();
    let platform = PLATFORM.get_or_init(|| Platform::resolve(DEFAULT_PLATFORM, &[]).expect("a preset"));
    check_both_ways(platform, &program(platform, &code[..code.len().min(CODE_BYTES)]), CYCLES);
}

/// Runs a program on two nodes, if the platform has them, with rounds of polling skipped and with
/// rounds performed. The results must be the same. Ranks that poll for ever end as a deadlock only
/// when rounds are skipped; otherwise they run up to the limit.
pub fn check_both_ways(platform: &Platform, program: &[u8], cycles: u64) {
    let outcomes = [true, false].map(|elide| {
        let program = Program::from_bytes(Path::new("program"), program.into()).expect("a good program");
        let mut loaded = match load(platform.clone(), program, RANKS.min(platform.platform.nodes_max)) {
            Ok(loaded) => loaded,
            Err(message) => return ((message, report::EXIT_TOOL), Vec::new()),
        };
        let told = run(&mut loaded, elide, cycles);
        let harts = loaded.machine.processors().map(|processor| {
            let hart = &processor.hart;
            (hart.pc, hart.cycles, hart.instret, hart.x[..32].to_vec(), hart.f, hart.csr.clone())
        });
        (told, harts.collect::<Vec<_>>())
    });
    let [elided, performed] = outcomes;
    if elided.0.1 == report::EXIT_DEADLOCK {
        assert!([report::EXIT_DEADLOCK, report::EXIT_LIMIT].contains(&performed.0.1), "{elided:?} {performed:?}");
    } else {
        assert_eq!(elided, performed);
    }
}

/// A program with this code, for the register width and link address of the platform.
pub fn program(platform: &Platform, code: &[u8]) -> Vec<u8> {
    let mut text: Vec<u8> = PREAMBLE.iter().flat_map(|word| word.to_le_bytes()).collect();
    text.extend_from_slice(code);
    let xlen = if platform.hart.isa.to_ascii_lowercase().starts_with("rv32") { Xlen::Rv32 } else { Xlen::Rv64 };
    let base = if platform.memory.base == 0 { 0x8000_0000 } else { platform.memory.base };
    crate::elf::executable(xlen, (base, &text), (base.saturating_add(0x2000), &[0; 64]))
}

/// Loads a program. The directory that it may use no longer exists, so the program cannot make, change or find files.
pub fn load(platform: Platform, program: Program, ranks: u32) -> Result<Loaded, String> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let directory = std::env::temp_dir().join(format!("rankine-fuzz-{}-{number}", std::process::id()));
    std::fs::create_dir(&directory).expect("temporary directory");
    let host = HostOptions {
        stdin: Box::new(std::io::empty()),
        stdout: Box::new(std::io::sink()),
        stderr: Box::new(std::io::sink()),
        ..HostOptions::new(directory.clone())
    };
    let launch = Launch { path: program.path.clone(), name: "program".into(), ranks, ..Launch::default() };
    // Messages are observed so that the section of marks is read, too.
    let watching = WatchRequest { messages: true, ..WatchRequest::default() };
    let loaded = load_programs(platform, &[launch], vec![program], host, watching);
    std::fs::remove_dir(&directory).expect("an empty directory");
    loaded.map_err(|e| e.to_string())
}

/// Runs for some cycles. Returns the end in words, and the exit code.
pub fn run(loaded: &mut Loaded, elide: bool, cycles: u64) -> (String, i32) {
    let limits = Limits { max_cycles: Some(cycles), timeout: None };
    let end = loaded.machine.run(&Options { limits, threads: 1, elide }, &mut |_| Look::GoOn);
    loaded.machine.host.finish();
    let report = report::report(loaded, &end);
    // An error is allowed here: most programs have no signature.
    let _ = signature::signature(loaded);
    (report.message, report.exit_code)
}
