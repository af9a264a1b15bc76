//! Runs a program on the hart in this process, and under QEMU.

use crate::generate::{CODE, DATA, Program};
use rankine_bus::{Kind, Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Retired, Watch, run};
use rankine_isa::{Op, Xlen};
use rankine_tests::elf;
use std::collections::HashSet;
use std::fs::Permissions;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// After this many instructions the run is stopped.
const LIMIT: u64 = 50_000_000;

/// Numbers of Linux system calls.
const WRITE: u64 = 64;
const EXIT: u64 = 93;

/// What a program wrote, and how it ended.
#[derive(PartialEq, Eq)]
pub struct Outcome {
    pub output: Vec<u8>,
    pub end: String,
}

/// The operations that were executed.
#[derive(Default)]
pub struct Seen(pub HashSet<Op>);

impl Watch for Seen {
    fn watches_instructions(&self) -> bool {
        true
    }

    fn retire(&mut self, _: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        if let Some(instr) = retired.instr() {
            self.0.insert(instr.op);
        }
        ControlFlow::Continue(())
    }
}

/// Runs on the hart, with the code decoded ahead or on demand. Also returns the number of instructions.
pub fn on_hart(program: &Program, image: bool, watch: &mut impl Watch) -> (Outcome, u64) {
    let mut ram = Ram::new(CODE, DATA - CODE + program.data.len() as u64).expect("memory of the host");
    assert!(ram.write(CODE, &program.code) && ram.write(DATA, &program.data));
    let text = CODE..CODE + if image { program.code.len() as u64 } else { 0 };
    let image = Code::image(std::slice::from_ref(&text), &mut ram, program.xlen, &program.ext, &());
    let mut code = Code::new(image);
    let mut hart = Hart::new(program.xlen, program.ext, 0);
    hart.pc = CODE;
    let mut output = Vec::new();
    let end = loop {
        let exit = run(&mut hart, &mut ram, &mut code, &mut (), watch, LIMIT);
        match exit {
            Exit::Shared(access) if matches!(access.kind, Kind::Fence) => hart.finish_fence(1),
            Exit::Ecall if hart.get_x(17) == WRITE => {
                let (from, len) = (hart.get_x(11), hart.get_x(12));
                let Some(bytes) = ram.slice(from, len as usize) else { break format!("write from {from:#x}") };
                output.extend_from_slice(bytes);
                hart.finish_call(Some(len), 1);
            }
            Exit::Ecall if hart.get_x(17) == EXIT => break format!("exit code {}", hart.get_x(10)),
            other => break format!("{other:x?} at {:#x}", hart.pc),
        }
    };
    (Outcome { output, end }, hart.instret)
}

/// Runs under QEMU's user-mode emulation.
pub fn on_qemu(program: &Program, name: &str) -> Outcome {
    let bits = program.xlen.bits();
    let path = std::env::temp_dir().join(format!("rankine-lockstep-{}-{bits}-{name}", std::process::id()));
    std::fs::write(&path, elf::executable(program.xlen, (CODE, &program.code), (DATA, &program.data)))
        .expect("temporary file");
    std::fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("temporary file");
    let mut command = Command::new(if program.xlen == Xlen::Rv64 { "qemu-riscv64" } else { "qemu-riscv32" });
    let qemu = command.args(["-cpu", if program.xlen == Xlen::Rv64 { "rv64" } else { "rv32" }]).arg(&path);
    let output = qemu.output().unwrap_or_else(|e| panic!("{qemu:?} (package qemu-user): {e}"));
    std::fs::remove_file(&path).expect("temporary file");
    let end = output.status.code().map_or_else(|| output.status.to_string(), |code| format!("exit code {code}"));
    Outcome { output: output.stdout, end }
}
