//! Tests of timing profiles, as tables: a piece of assembly, the cycles that it takes, and the
//! reason. The program itself reads `mcycle`. It executes each piece twice; the second time counts,
//! because code and data are then in the caches.

use rankine_tests::{built, check_rows, run, scratch};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Assembly that loads from `$count` lines, `$stride` bytes apart.
macro_rules! lines {
    ($count:literal, $stride:literal) => {
        concat!("li a6,", $stride, "; mv a5,a0; .rept ", $count, "; lw a4,0(a5); add a5,a5,a6; .endr")
    };
}
/// A hart (profile, ISA, ABI, further settings), and rows that run on it: assembly, cycles, reason.
/// `a0` points to memory at the start of a page; `a1`, `a2`, `a3` hold 3, 5, 7.
struct Table {
    profile: &'static str,
    isa: &'static str,
    abi: &'static str,
    settings: &'static [&'static str],
    rows: &'static [(&'static str, u32, &'static str)],
}

const TABLES: [Table; 10] = [
    Table {
        profile: "inorder64",
        isa: "rv64gc",
        abi: "lp64d",
        settings: &[],
        rows: &[
            ("nop", 1, "an instruction a cycle"),
            ("lw a4,0(a0); add a5,a4,a4", 3, "load-use stall"),
            ("lw a4,0(a0); nop; add a5,a4,a4", 3, "forwarded in time"),
            ("lw a4,0(a0); bnez a1,1f; 1: add a5,a4,a4", 5, "what is in flight at a jump has arrived behind it"),
            ("lw a4,0(a0); beqz a1,1f; add a5,a4,a4; 1:", 3, "not taken: the branch fills the slot"),
            ("mul a4,a1,a2; add a5,a4,a4", 4, "two stalls"),
            ("mul a4,a1,a2; nop; add a5,a4,a4", 4, "one stall left"),
            ("mul a4,a1,a2; nop; nop; add a5,a4,a4", 4, "none left"),
            ("mul a4,a1,a2; 1: nop; add a5,a4,a4; beqz a1,1b", 5, "a loop's entry does not hide a stall"),
            ("divw a4,a1,a2", 20, "iterates"),
            ("div a4,a1,a2", 36, "iterates longer"),
            ("remu a4,a1,a2; remuw a4,a1,a2", 56, "remainders as divisions"),
            ("beq a1,a2,1f; nop; 1: nop", 3, "not taken"),
            ("bne a1,a2,1f; nop; 1: nop", 4, "taken: two bubbles"),
            ("j 1f; nop; 1: nop", 3, "direct jump: a bubble"),
            ("lla a4,1f; jr a4; nop; 1:", 5, "two to make the address, indirect jump: two bubbles"),
            ("call 1f; j 2f; .balign 4; 1: ret; 2:", 1 + 3 + 3 + 2, "auipc and jalr there, ret back, jump over"),
            ("fadd.d fa0,fa1,fa2; fadd.d fa3,fa0,fa0", 5, "three stalls"),
            ("fadd.d fa0,fa1,fa2; nop; nop; fadd.d fa3,fa0,fa0", 5, "one stall left"),
            ("fadd.d fa0,fa1,fa2; fadd.d fa3,fa1,fa2", 2, "pipelined"),
            ("fmadd.d fa0,fa1,fa2,fa3; fsd fa0,0(a0)", 5, "a store waits for what it stores"),
            ("fld fa0,0(a0); fadd.d fa1,fa0,fa0", 3, "load-use stall"),
            ("fdiv.d fa0,fa1,fa2", 30, "iterates"),
            ("fdiv.s fa0,fa1,fa2; fsqrt.s fa0,fa1; fsqrt.d fa0,fa1", 60, "iterate"),
            ("fmv.x.d a4,fa0; add a5,a4,a4", 3, "crosses register files"),
            ("feq.d a4,fa0,fa1; add a5,a4,a4", 3, "crosses register files"),
            ("fcvt.d.w fa0,a1; fadd.d fa1,fa0,fa0", 4, "two stalls"),
            ("amoadd.w a4,a1,(a0)", 2, "read, then write"),
            ("amoadd.w a4,a1,(a0); add a5,a4,a4", 4, "then as a load"),
            ("sd a1,0(a0); ld a4,0(a0)", 2, "store buffer forwards"),
            ("csrr a4,minstret", 3, "drains"),
            ("fence", 1, "nothing to wait for"),
            ("fence.i", 6 + 12, "drains; the next instruction comes from the second level"),
            (lines!(4, 8192), 1 + 4 * 2 + 1, "four lines in four ways"),
            (lines!(5, 8192), 1 + 5 * (2 + 12) + 1, "the fifth replaces the one that is next"),
            (lines!(9, 32768), 1 + 9 * (2 + 12 + 80) + 1, "nine lines in eight ways of the second level"),
            ("ld a4,60(a0)", 1, "a load across lines that are both there"),
        ],
    },
    Table {
        profile: "untimed",
        isa: "rv64gc",
        abi: "lp64d",
        settings: &[],
        rows: &[
            ("nop; nop", 2, "a cycle each"),
            ("lw a4,0(a0); add a5,a4,a4", 2, "no stalls"),
            ("div a4,a1,a2; fdiv.d fa0,fa1,fa2", 2, "all alike"),
            ("bne a1,a2,1f; nop; 1: nop", 2, "all alike"),
            ("fence.i", 1, "all alike"),
            (lines!(9, 32768), 1 + 9 * 2 + 1, "no caches"),
        ],
    },
    Table {
        profile: "mb5",
        isa: "rv32i",
        abi: "ilp32",
        settings: &[],
        rows: &[
            ("nop", 1, "an instruction a cycle"),
            ("slli a4,a1,5; sll a4,a1,a2", 2, "barrel shifter"),
            ("lw a4,0(a0); add a5,a4,a4", 4, "two stalls"),
            ("lw a4,0(a0); nop; add a5,a4,a4", 4, "one stall left"),
            ("lw a4,0(a0); nop; nop; add a5,a4,a4", 4, "none left"),
            ("beq a1,a2,1f; nop; 1: nop", 3, "not taken"),
            ("bne a1,a2,1f; nop; 1: nop", 3, "taken, delay slot filled"),
            ("j 1f; nop; 1: nop", 4, "jump"),
            ("sw a1,0(a0)", 1, "into the write buffer"),
            ("sw a1,1024(a0); sw a1,1024(a0)", 2, "a store that misses brings nothing and waits for nothing"),
            ("csrr a4,mcycle", 1, "counters are read at no extra cost"),
            (lines!(2, 4096), 1 + 2 * (2 + 4) + 1, "direct-mapped, 4 KiB"),
            (lines!(2, 1024), 1 + 2 * 2 + 1, "two places"),
            (lines!(4, 16384), 1 + 4 * (2 + 4) + 1, "four ways in the second level"),
            (lines!(5, 16384), 1 + 5 * (2 + 4 + 40) + 1, "the fifth replaces the one used longest ago"),
        ],
    },
    Table {
        profile: "mb5",
        isa: "rv32imf",
        abi: "ilp32f",
        settings: &[],
        rows: &[
            ("mul a4,a1,a2; add a5,a4,a4", 4, "two stalls"),
            ("div a4,a1,a2", 34, "iterates"),
            ("fadd.s fa0,fa1,fa2; fmul.s fa3,fa1,fa2", 8, "the unit is not pipelined"),
            ("fadd.s fa0,fa1,fa2; fmul.s fa3,fa0,fa2", 9, "and its result a cycle late"),
            ("fdiv.s fa0,fa1,fa2; fcvt.s.w fa0,a1", 33, "iterates; conversion"),
        ],
    },
    Table {
        profile: "mb3",
        isa: "rv32if",
        abi: "ilp32f",
        settings: &[],
        rows: &[
            ("nop", 1, "an instruction a cycle"),
            ("lw a4,0(a0); add a5,a4,a4", 3, "loads take two, no stall"),
            ("sw a1,0(a0)", 2, "stores take two"),
            ("slli a4,a1,5; slli a4,a1,1", 8, "a place a cycle"),
            ("beq a1,a2,1f; nop; 1: nop", 3, "not taken"),
            ("bne a1,a2,1f; nop; 1: nop", 4, "taken"),
            ("j 1f; nop; 1: nop", 4, "jump"),
            ("fadd.s fa0,fa1,fa2; fmul.s fa0,fa0,fa2", 12, "not pipelined"),
            ("fdiv.s fa0,fa1,fa2; fcvt.s.w fa0,a1", 37, "iterates; conversion"),
            (lines!(9, 32768), 1 + 9 * 3 + 1, "local memory"),
        ],
    },
    Table {
        profile: "mb3",
        isa: "rv32i",
        abi: "ilp32",
        settings: &[],
        rows: &[
            ("srai a4,a1,0", 1, "no place"),
            ("sll a4,a2,a3", 29, "as many as the register says, in a loop"),
            ("li a4,0x23; nop; srl a5,a2,a4", 1 + 1 + 13, "of which five bits count"),
        ],
    },
    Table {
        profile: "mb3",
        isa: "rv32i",
        abi: "ilp32",
        settings: &["timing.shift=2", "timing.shift_per_bit=0", "timing.shift_register_per_bit=0"],
        rows: &[("slli a4,a1,5; sll a4,a1,a2", 4, "barrel shifter")],
    },
    Table {
        profile: "ppc405",
        isa: "rv32im",
        abi: "ilp32",
        settings: &[],
        rows: &[
            ("lw a4,0(a0); add a5,a4,a4", 3, "load-use stall"),
            ("mul a4,a1,a2", 4, "blocks"),
            ("div a4,a1,a2", 35, "iterates"),
            ("j 1f; nop; 1: nop", 3, "jump"),
            ("bne a1,a2,1f; nop; 1: nop", 4, "forward, taken: predicted wrong"),
            ("beq a1,a2,1f; nop; 1: nop", 3, "forward, not taken: predicted right"),
            ("li a4,3; 1: addi a4,a4,-1; bnez a4,1b", 1 + 3 + 1 + 1 + 3, "backward: the last one is predicted wrong"),
        ],
    },
    Table {
        profile: "nic",
        isa: "rv32im",
        abi: "ilp32",
        settings: &[],
        rows: &[
            ("nop; nop", 1, "two a cycle"),
            ("nop; nop; nop", 2, "the third is alone"),
            ("lw a4,0(a0); addi a5,a1,1", 2, "an access and another; the counter is read when the value is there"),
            ("lw a4,0(a0); addi a5,a1,1; nop; nop", 2, "both hide it"),
            ("lw a4,0(a0); lw a5,4(a0)", 3, "one port, and the second value"),
            ("sw a1,0(a0); lw a5,4(a0)", 3, "one port, and the value"),
            ("add a4,a1,a1; add a5,a4,a4", 2, "the second reads the first, and the counter is read behind both"),
            ("add a4,a1,a1; add a4,a2,a2", 1, "both write the same: registers are renamed"),
            ("add a4,a1,a1; add a5,a4,a4; nop; nop", 2, "others go on beside a chain"),
            ("lw a4,0(a0); add a5,a4,a4", 3, "load-use stall"),
            ("lw a4,0(a0); add a5,a4,a4; nop; nop; nop; nop", 3, "the load-use stall is hidden"),
            ("mv a4,a0; .rept 20; addi a4,a4,1; .endr", 21, "a chain that is longer than the window"),
            ("nop; beq a1,a2,1f; 1: nop", 2, "a branch ends its group"),
            ("nop; bnez a1,1f; nop; 1: nop", 7, "forward, taken: predicted wrong"),
            ("lw a4,0(a0); bnez a4,1f; nop; 1: nop", 9, "predicted wrong, which the loaded value tells"),
            (
                "li a4,3; 1: addi a4,a4,-1; bnez a4,1b",
                1 + 1 + 1 + 1 + 6,
                "a loop's start begins a group; the last of three additions is awaited",
            ),
            ("mul a4,a1,a2; nop", 5, "blocks"),
            ("csrr a4,mcycle; nop", 2, "alone"),
            (lines!(64, 512), 1 + 64 + 1, "64 ways"),
            (
                lines!(65, 512),
                523,
                "the 65th replaces the one that is next; four misses at once, four lines a row, the first of which is open: its \
                 changed line has left last",
            ),
        ],
    },
    Table {
        profile: "host",
        isa: "rv32imf",
        abi: "ilp32f",
        settings: &[],
        rows: &[
            ("nop; nop; nop; nop", 1, "four a cycle"),
            ("nop; nop; nop; nop; nop", 2, "the fifth is alone"),
            ("lw a4,0(a0); lw a5,4(a0); lw a6,8(a0)", 2, "two ports"),
            ("lw a4,0(a0); add a5,a4,a4", 2, "loads are overlapped"),
            ("mul a4,a1,a2; add a5,a4,a4", 4, "two stalls"),
            ("fadd.s fa0,fa1,fa2; fadd.s fa3,fa1,fa2", 1, "both at once"),
            ("bnez a1,1f; nop; 1: nop", 11, "forward, taken: predicted wrong"),
            (lines!(2, 32768), 1 + 2, "two ways"),
            (lines!(3, 32768), 1 + 3 * (1 + 12), "the third replaces the one used longest ago"),
            (lines!(9, 65536), 1 + 9 * (1 + 12 + 88), "nine lines in eight ways of the second level"),
        ],
    },
];

/// The program that measures all rows. Its signature holds the cycles of each row, then the final
/// `mcycle`, `minstret` and `time`.
fn program(table: &Table) -> String {
    let mut text = String::from(
        ".option norelax\n.option norvc\n.global _start, begin_signature, end_signature\n.text\n_start:\n\
         la s0, begin_signature\n",
    );
    for (row, (code, ..)) in table.rows.iter().enumerate() {
        let code = code.replace("; ", "\n");
        let _ = writeln!(
            text,
            "li s3, 2\nj row{row}\n.balign 64\nrow{row}:\nla a0, data\nli a1, 3\nli a2, 5\nli a3, 7\n.balign 64\n\
             csrr s1, mcycle\n{code}\ncsrr s2, mcycle\naddi s3, s3, -1\nbnez s3, row{row}\n\
             sub s2, s2, s1\nsw s2, {}(s0)",
            4 * row
        );
    }
    let _ = writeln!(
        text,
        "csrr a0, mcycle\ncsrr a1, minstret\ncsrr a2, time\nla s0, counters\n\
         sw a0, 0(s0)\nsw a1, 4(s0)\nsw a2, 8(s0)\nli a0, 0\nli a7, 93\necall\n\
         .bss\n.balign 65536\ndata: .skip 1 << 20\n.balign 16\nbegin_signature: .skip {}\ncounters: .skip 16\nend_signature:",
        4 * table.rows.len()
    );
    text
}

fn words(path: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| u32::from_str_radix(line.trim(), 16).ok()).collect()
}

fn check(table: &Table, directory: &Path) -> Result<(), String> {
    let name = format!("{}-{}-{}", table.profile, table.isa, table.settings.len());
    let [source, elf, signature, stats] =
        ["S", "elf", "signature", "json"].map(|extension| directory.join(format!("{name}.{extension}")));
    std::fs::write(&source, program(table)).map_err(|e| e.to_string())?;
    let march = format!("-march={}{}", table.isa, if table.isa.ends_with("gc") { "" } else { "_zicsr" });
    let mut gcc = Command::new("riscv64-unknown-elf-gcc");
    gcc.args([&march, &format!("-mabi={}", table.abi), "-mcmodel=medany", "-nostdlib", "-Wl,-Ttext=0x80000000"]);
    let output = run(gcc.arg("-o").arg(&elf).arg(&source), "");
    if output.code != 0 {
        return Err(output.stderr);
    }
    let mut rankine = Command::new(built("rankine"));
    rankine.args(["run", "-q", "--platform", "bare", "--set", &format!("hart.profile={}", table.profile)]);
    rankine.args(["--set", &format!("hart.isa={}", table.isa)]);
    for setting in table.settings {
        rankine.args(["--set", setting]);
    }
    let output = run(rankine.arg("--signature").arg(&signature).arg("--stats").arg(&stats).arg(&elf), "");
    if output.code != 0 {
        return Err(format!("{name}: {}", output.stderr));
    }
    let words = words(&signature);
    let csr = if table.profile == "inorder64" { 3 } else { 1 };
    let mut wrong = String::new();
    for ((code, cycles, reason), measured) in table.rows.iter().zip(&words) {
        // The measured time includes the first read of the counter.
        if measured - csr != *cycles {
            let _ = writeln!(wrong, "{name}: {code}: {} cycles, not {cycles} ({reason})", measured - csr);
        }
    }
    wrong += &check_counters(table, &words[table.rows.len()..], csr, &stats);
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Compares the counters that the program reads with one another and with the statistics of the
/// run. Returns what is wrong.
fn check_counters(table: &Table, counters: &[u32], csr: u32, stats: &Path) -> String {
    let text = std::fs::read_to_string(stats).unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let total = |name: &str| value["totals"][name].as_u64().unwrap_or(0);
    let mut wrong = String::new();
    // Two csrr, la (two instructions), three stores, two li. The ecall never retires.
    let instructions = u64::from(counters[1]) + 9;
    if total("instructions") != instructions {
        let _ =
            writeln!(wrong, "{}: {} instructions, minstret says {instructions}", table.profile, total("instructions"));
    }
    if table.profile == "untimed" && total("cycles") != total("instructions") {
        let _ = writeln!(wrong, "untimed: {} cycles, {} instructions", total("cycles"), total("instructions"));
    }
    if counters[2] - counters[0] != 2 * csr {
        let _ = writeln!(wrong, "{}: time {} and mcycle {} differ", table.profile, counters[2], counters[0]);
    }
    wrong
}

#[test]
fn profiles() {
    let directory = scratch("timing");
    check_rows(&TABLES, |table| check(table, &directory));
}
