//! Programs for tests, compiled by the RISC-V GCC that the project needs anyway.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

/// A source file.
pub enum Source<'a> {
    C(&'a str),
    Assembly(&'a str),
}

/// `main` calls `work`, into which `inner` is inlined. The labels are the addresses that tests look
/// up.
pub const WORK: &str = r#"static inline __attribute__((always_inline)) void inner(void) {
    __asm__ volatile ("here: nop");
}
__attribute__((noinline)) void work(void) {
    inner();
    __asm__ volatile ("there: nop");
}
int main(void) {
    work();
    __asm__ volatile ("after: nop");
    return 0;
}
"#;

/// Directory with the sources of the program `name` of [`compile`].
pub fn source_dir(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("rankine-program-{}-{name}", std::process::id()))
}

/// Compiles and links `sources` (`0.c`, `1.s`, …) to an RV64 program without a C library.
pub fn compile(name: &str, sources: &[Source<'_>], options: &[&str]) -> Arc<[u8]> {
    let dir = source_dir(name);
    std::fs::create_dir_all(&dir).expect("temporary directory");
    let mut command = Command::new("riscv64-unknown-elf-gcc");
    command.current_dir(&dir).args(["-g", "-O2", "-nostdlib", "-mcmodel=medany", "-Wl,--entry=main", "-o", "program"]);
    for (number, source) in sources.iter().enumerate() {
        let (file, text) = match source {
            Source::C(text) => (format!("{number}.c"), text),
            Source::Assembly(text) => (format!("{number}.s"), text),
        };
        std::fs::write(dir.join(&file), text).expect("source file");
        command.arg(dir.join(file));
    }
    let status = command.args(options).status().expect("riscv64-unknown-elf-gcc must be installed to test this crate");
    assert!(status.success(), "{name}: {status}");
    let program = std::fs::read(dir.join("program")).expect("program");
    std::fs::remove_dir_all(dir).expect("temporary directory");
    program.into()
}
