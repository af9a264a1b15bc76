//! Fuzz target: anything that a debugger may send to a small machine.

use super::machine;
use rankine_debug::{Hooks, Server};
use rankine_machine::{Limits, Look, Machine, Options};
use rankine_platform::{DEFAULT_PLATFORM, Platform};
use rankine_program::Program;
use rankine_session::launch::Loaded;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use std::path::Path;
use std::sync::OnceLock;

const CYCLES: u64 = 5000;
const RANKS: u32 = 2;
const LOOP: u32 = 0x0000_006f; // j .

/// Each line of the input becomes a packet with its checksum. A line that begins with `!` is sent
/// as it stands, without the `!`.
pub fn check(input: &[u8]) {
    static PLATFORM: OnceLock<Platform> = OnceLock::new();
    let platform = PLATFORM.get_or_init(|| Platform::resolve(DEFAULT_PLATFORM, &[]).expect("a preset"));
    let bytes = machine::program(platform, &LOOP.to_le_bytes());
    let program = Program::from_bytes(Path::new("program"), bytes.into()).expect("a good program");
    let mut loaded = machine::load(platform.clone(), program, RANKS).expect("it fits the platform");
    let server = Server::bind(0).expect("a free port");
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port())).expect("it listens");
    let said: Vec<u8> = input.split(|&byte| byte == b'\n').flat_map(said).collect();
    std::thread::scope(|scope| {
        scope.spawn(|| converse(stream, &said));
        let limits = Limits { max_cycles: Some(CYCLES), timeout: None };
        let options = Options { limits, threads: 1, elide: true };
        let (mut look, mut paused) = (|_: &Machine| Look::GoOn, |_: &Loaded| {});
        let mut hooks = Hooks { look: &mut look, paused: &mut paused, tell: &mut |news| assert!(!news.is_empty()) };
        rankine_debug::run(&mut loaded, &options, &server, true, &mut hooks);
    });
}

fn said(line: &[u8]) -> Vec<u8> {
    if let Some(plain) = line.strip_prefix(b"!") {
        return plain.to_vec();
    }
    let sum = line.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    [b"$".as_slice(), line, format!("#{sum:02x}").as_bytes()].concat()
}

/// Sends everything, reads all answers and disconnects. The server may disconnect before.
fn converse(mut stream: TcpStream, said: &[u8]) {
    let _ = stream.write_all(said);
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.read_to_end(&mut Vec::new());
}
