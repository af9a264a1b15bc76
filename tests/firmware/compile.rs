//! Compiles the firmware of platform `nic` as the platform does, unchanged or with changes.

use rankine_program::Program;
use rankine_tests::{built, root, run, scratch};
use std::path::Path;
use std::process::Command;

/// A change at one place of the firmware: the file, the old text, which must occur once, and the new text.
#[derive(Clone, Copy, Debug)]
pub struct Patch(pub &'static str, pub &'static str, pub &'static str);

/// The compiled firmware, and the command line that defined its addresses.
pub struct Firmware {
    pub program: Program,
    line: String,
}

impl Firmware {
    pub fn address(&self, name: &str) -> u64 {
        define(&self.line, name)
    }
}

fn copy(to: &Path, patches: &[Patch]) {
    std::fs::create_dir_all(to).expect("scratch is writable");
    for entry in std::fs::read_dir(root().join("libmpi-c/firmware")).expect("the firmware's directory") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file");
        let mut text = std::fs::read_to_string(&path).expect("readable");
        for Patch(_, from, into) in patches.iter().filter(|Patch(file, ..)| name == *file) {
            assert_eq!(text.matches(from).count(), 1, "{name:?} has once: {from}");
            text = text.replace(from, into);
        }
        std::fs::write(to.join(name), text).expect("scratch is writable");
    }
}

/// A small memory makes keeping states fast. This size is enough for the program and a few messages.
const MEMORY_END: &str = "0xc0008000";

/// The address that the command defines for a name.
fn define(line: &str, name: &str) -> u64 {
    let start = format!("-D{name}=0x");
    let digits = line.split(' ').find_map(|word| word.strip_prefix(&start)).map(|digits| digits.trim_end_matches('u'));
    let value = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    value.unwrap_or_else(|| panic!("{line} does not define {name}"))
}

/// The default firmware with these changes, compiled by the command that `mpicc -show` prints for it.
pub fn compile(name: &str, patches: &[Patch]) -> Firmware {
    let directory = scratch(&format!("nic-orders-{name}"));
    copy(&directory.join("firmware"), patches);
    let shown = run(Command::new(built("mpicc")).args(["--platform=nic", "-show", "program.c"]), "");
    assert_eq!(shown.code, 0, "{shown:?}");
    let line = shown.stdout.lines().nth(1).expect("a second line, which compiles the firmware");
    let is_source = |word: &&str| word.ends_with("/firmware/list.c");
    let source = line.split(' ').find(is_source).expect("the source of the firmware");
    let line = line.replacen(source, "-I . firmware/list.c -o list.elf", 1);
    let line = line.replace(&format!("{:#x}", define(&line, "NIC_MEMORY_END")), MEMORY_END);
    let output = run(Command::new("sh").current_dir(&directory).args(["-c", &line]), "");
    assert_eq!(output.code, 0, "{line}: {output:?}");
    let program = Program::read(&directory.join("list.elf")).unwrap_or_else(|error| panic!("{error:?}"));
    Firmware { program, line }
}
