//! Fuzz targets, one function each. Whatever bytes they get, nothing may panic, hang or take memory
//! without bound. `make fuzz` looks for inputs that break this; a test puts the inputs kept in
//! `tests/fuzz/seeds` through the same functions.

mod code;
mod decode;
mod devices;
mod elf;
mod gdb;
mod lab;
mod machine;
pub mod mutate;
mod pams;
mod platform;
mod profile;

/// The name of a target, and the function that takes an input.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: &[Target] = &[
    ("decode", decode::check),
    ("elf", elf::check),
    ("platform", platform::check),
    ("code", code::check),
    ("devices", devices::check),
    ("gdb", gdb::check),
    ("profile", profile::check),
    ("pams", pams::check),
    ("lab", lab::check),
];

/// Puts an input through the target of this name.
pub fn check(name: &str, input: &[u8]) {
    let (_, check) = TARGETS.iter().find(|(target, _)| *target == name).expect("a target's name");
    check(input);
}

/// Reads numbers from the front of an input. After its end all bytes are zero.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn word(&mut self) -> u64 {
        u64::from_le_bytes([(); 8].map(|()| self.byte()))
    }
}
