//! Fuzz target: any bytes as an ELF file. Reads it, loads it, runs it for a while, and makes all
//! queries to its debug information.

use super::machine;
use rankine_platform::{DEFAULT_PLATFORM, Platform};
use rankine_program::Program;
use rankine_program::{Debug, Registers};
use rankine_session::launch::platform_of;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const CYCLES: u64 = 3000;
/// Functions whose addresses are looked up.
const FUNCTIONS: usize = 16;

pub fn check(input: &[u8]) {
    let bytes: Arc<[u8]> = input.into();
    debug(&Debug::load(bytes.clone(), PathBuf::from("/")));
    let Ok(program) = Program::from_bytes(Path::new("program"), bytes.clone()) else { return };
    let name = platform_of(&program).unwrap_or_else(|_| DEFAULT_PLATFORM.to_string());
    let platform = Platform::resolve(&name, &[]).expect("a preset");
    match machine::load(platform, program, 1) {
        Ok(mut loaded) => {
            machine::run(&mut loaded, true, CYCLES);
        }
        Err(message) => assert!(!message.is_empty()),
    }
}

fn debug(debug: &Debug) {
    let functions = debug.symbols.functions();
    let ends = functions.iter().take(FUNCTIONS).flat_map(|f| [f.address, f.address.wrapping_add(2), f.end]);
    for pc in ends.chain([0, 1, 0x1000, 1 << 31, u64::MAX - 1, u64::MAX]) {
        let _ = debug.symbols.at(pc);
        let _ = (debug.place(pc), debug.caller(pc));
        let mut x = [0x8000; 32];
        x[1] = pc.wrapping_add(8);
        let mut asked = 0_u64;
        let told = debug.backtrace(&Registers { x, pc }, &mut |addr, into: &mut [u8]| {
            asked += 1;
            into.fill(addr as u8 ^ pc as u8);
            !asked.is_multiple_of(16)
        });
        assert!(!told.to_string().is_empty());
    }
    for name in ["main", "tohost", "begin_signature"] {
        let _ = debug.symbols.address(name);
    }
    assert_eq!(debug.symbols.is_empty(), debug.symbols.problem().is_some());
}
