//! Tests of bare-metal programs that know nothing of Rankine: `tohost`, semihosting, traps, simulation control.

use rankine_tests::{check_rows, rankine, run, scratch};
use std::process::Command;

/// Ends a program through `tohost`: `TOHOST(value)`.
const HEAD: &str = "
#define TOHOST(value) li t0, value; la t1, tohost; sw t0, 0(t1); 1: j 1b
#define SEMIHOST .balign 16; .option push; .option norvc; slli x0, x0, 31; ebreak; srai x0, x0, 7; .option pop
.globl _start, tohost, fromhost
.pushsection .data; .balign 64; tohost: .dword 0; fromhost: .dword 0; .popsection
_start:
";

/// Rows: what the program does, its assembly, exit code, standard output, and words on standard error.
const ROWS: &[(&str, &str, i32, &str, &str)] = &[
    ("tohost-pass", "TOHOST(1)", 0, "", ""),
    ("tohost-fail-5", "TOHOST(11)", 5, "", ""),
    (
        "tohost-console",
        "li t0, 0x0101; slli t0, t0, 24; slli t0, t0, 24; ori t0, t0, 'x'; la t1, tohost; sd t0, 0(t1)
         la t2, fromhost; 2: lw t3, 0(t2); beqz t3, 2b; TOHOST(1)",
        0,
        "x",
        "",
    ),
    (
        "tohost-write-call",
        "la t0, block; la t1, tohost; sd t0, 0(t1); la t2, fromhost; 2: lw t3, 0(t2); beqz t3, 2b
         ld t4, block; li t5, 3; bne t4, t5, 3f; TOHOST(1); 3: TOHOST(3)
         .data; .balign 64; text: .ascii \"hi\\n\"; .balign 64; block: .dword 64, 1, text, 3; .text",
        0,
        "hi\n",
        "",
    ),
    (
        "semihosting-write0-exit",
        "li a0, 4; la a1, text; SEMIHOST; li a0, 0x18; la a1, args; SEMIHOST; 1: j 1b
         .data; text: .asciz \"hello\\n\"; .balign 8; args: .dword 0x20026, 0; .text",
        0,
        "hello\n",
        "",
    ),
    (
        "semihosting-exit-extended",
        "li a0, 0x20; la a1, args; SEMIHOST; 1: j 1b; .data; .balign 8; args: .dword 0x20026, 7; .text",
        7,
        "",
        "",
    ),
    (
        "semihosting-with-a-trap-vector",
        "la t0, handler; csrw mtvec, t0; li a0, 0x20; la a1, args; SEMIHOST; 1: j 1b; .balign 4; handler: TOHOST(3)
         .data; .balign 8; args: .dword 0x20026, 7; .text",
        7,
        "",
        "",
    ),
    (
        "trap-handler-sees-illegal",
        "la t0, handler; csrw mtvec, t0; .word 0xffffffff; TOHOST(3)
         .balign 4; handler: csrr t0, mcause; li t1, 2; bne t0, t1, 2f; TOHOST(1); 2: TOHOST(5)",
        0,
        "",
        "",
    ),
    (
        "trap-handler-sees-own-ecall",
        "la t0, handler; csrw mtvec, t0; li a7, 93; li a0, 9; ecall; TOHOST(3)
         .balign 4; handler: csrr t0, mcause; li t1, 11; bne t0, t1, 2f; TOHOST(1); 2: TOHOST(5)",
        0,
        "",
        "",
    ),
    (
        "trap-handler-sees-bad-address",
        "la t0, handler; csrw mtvec, t0; li t2, 64; lw t3, 0(t2); TOHOST(3)
         .balign 4; handler: csrr t0, mtval; li t1, 64; bne t0, t1, 2f; csrr t0, mcause; li t1, 5; bne t0, t1, 2f
         TOHOST(1); 2: TOHOST(5)",
        0,
        "",
        "",
    ),
    (
        "trap-handler-sees-reservation-of-a-bad-address",
        "la t0, handler; csrw mtvec, t0; li t2, 64; lr.w t3, (t2); TOHOST(3)
         .balign 4; handler: csrr t0, mcause; li t1, 5; bne t0, t1, 2f; TOHOST(1); 2: TOHOST(5)",
        0,
        "",
        "",
    ),
    (
        "trap-handler-sees-atomic-of-a-bad-address",
        "la t0, handler; csrw mtvec, t0; li t2, 64; amoadd.w t3, t3, (t2); TOHOST(3)
         .balign 4; handler: csrr t0, mcause; li t1, 7; bne t0, t1, 2f; TOHOST(1); 2: TOHOST(5)",
        0,
        "",
        "",
    ),
    ("no-address-translation", "csrw satp, zero; TOHOST(1)", 132, "", "satp"),
    ("no-memory-protection", "csrwi pmpaddr0, 5; TOHOST(1)", 132, "", "pmpaddr0"),
    ("null-reservation", "lr.w a0, (x0)", 139, "", "load from 0x0"),
    ("exit-call", "li a7, 93; li a0, 6; ecall", 6, "", ""),
    ("simulation-control-exit", "li t0, 0x1000000; li t1, 4; sw t1, 0(t0)", 4, "", ""),
    (
        "self-modifying-code",
        "la t0, patch; li t1, 0x00100513; sw t1, 0(t0); fence.i; li a0, 0; .option norvc; patch: li a0, 5; 2: li a7, 93; ecall",
        1,
        "",
        "",
    ),
    (
        "note-that-names-a-file",
        "TOHOST(1); .pushsection .note.rankine, \"a\", @note; .word 8, 19, 1; .asciz \"Rankine\"
         .asciz \"platform=/dev/zero\"; .balign 4; .popsection",
        125,
        "",
        "\"/dev/zero\", which is no preset",
    ),
    ("breakpoint", "ebreak", 133, "", "breakpoint"),
    ("illegal", ".word 0xffffffff", 132, "", "illegal instruction 0xffffffff"),
    ("off-the-end", "li t0, 0x7fff0000; jr t0", 139, "", "jump to 0x7fff0000"),
    ("null-load", "lw a0, 0(x0)", 139, "", "null pointer"),
    ("no-interrupt-ever", "wfi; TOHOST(1)", 86, "", "poll in place of wfi"),
    ("jump-to-self", "2: j 2b", 86, "", "loops for ever"),
];

#[test]
fn programs() {
    let directory = scratch("bare");
    check_rows(ROWS, |(name, text, code, stdout, stderr)| {
        std::fs::write(directory.join(format!("{name}.S")), format!("{HEAD}{}\n", text.replace("; ", "\n")))
            .map_err(|e| e.to_string())?;
        let flags = ["-march=rv64imac_zicsr_zifencei", "-mabi=lp64", "-mcmodel=medany", "-nostdlib", "-Wl,--no-relax"];
        let mut command = Command::new("riscv64-unknown-elf-gcc");
        command.current_dir(&directory).args(flags).args(["-Wl,-Ttext=0x80000000", "-o", name, &format!("{name}.S")]);
        let compiled = run(&mut command, "");
        if compiled.code != 0 {
            return Err(format!("{name}: {}", compiled.stderr));
        }
        let output = rankine(&directory, &["run", "-q", name]);
        match output.code == *code && output.stdout == *stdout && output.stderr.contains(stderr) {
            true => Ok(()),
            false => Err(format!("{name}: expected exit {code}: {output:?}")),
        }
    });
}

#[test]
fn signature() {
    let directory = scratch("signature");
    let text = "la t0, begin_signature; li t1, 0x1234567890; sd t1, 8(t0); TOHOST(1)
         .globl begin_signature, end_signature
         .data; .balign 16; begin_signature: .word 0xdeadbeef, 1, 0, 0; end_signature: .text";
    std::fs::write(directory.join("signature.S"), format!("{HEAD}{}\n", text.replace("; ", "\n")))
        .expect("scratch is writable");
    let mut command = Command::new("riscv64-unknown-elf-gcc");
    let flags = ["-march=rv64imac", "-mabi=lp64", "-mcmodel=medany", "-nostdlib", "-Wl,-Ttext=0x80000000"];
    let compiled =
        run(command.current_dir(&directory).args(flags).args(["-Wl,--no-relax", "-o", "s", "signature.S"]), "");
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
    let output = rankine(&directory, &["run", "-q", "--signature", "out", "s"]);
    assert_eq!(output.code, 0, "{output:?}");
    let written = std::fs::read_to_string(directory.join("out")).expect("written");
    assert_eq!(written, "deadbeef\n00000001\n34567890\n00000012\n");
}

/// A C program with picolibc's start-up code and semihosting, built as the picolibc manual says.
#[test]
fn picolibc_with_semihosting() {
    let directory = scratch("semihosting");
    let source =
        "// Hello.\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf(\"%d\\n\", 42); exit(3); }\n";
    std::fs::write(directory.join("hello.c"), source).expect("scratch is writable");
    for (march, mabi, start) in
        [("rv64imac", "lp64", "hosted"), ("rv32imac", "ilp32", "hosted"), ("rv64imac", "lp64", "semihost")]
    {
        let mut command = Command::new("riscv64-unknown-elf-gcc");
        command.current_dir(&directory).args([
            "--specs=picolibc.specs",
            "--oslib=semihost",
            &format!("--crt0={start}"),
        ]);
        command.args([&format!("-march={march}"), &format!("-mabi={mabi}"), "-mcmodel=medany"]);
        command.args(["-Wl,--defsym=__flash=0x80000000", "-Wl,--defsym=__flash_size=0x200000"]);
        command.args(["-Wl,--defsym=__ram=0x80200000", "-Wl,--defsym=__ram_size=0x200000", "-o", "hello", "hello.c"]);
        let compiled = run(&mut command, "");
        assert_eq!(compiled.code, 0, "{}", compiled.stderr);
        let output = rankine(&directory, &["run", "-q", "hello"]);
        assert_eq!((output.code, output.stdout.as_str()), (3, "42\n"), "{march}: {output:?}");
    }
}
