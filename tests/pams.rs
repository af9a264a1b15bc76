//! Tests of `rankine pams`: programs of active-message sequencers as words, as C and back, messages
//! about bad programs, and the manual's tables.

use rankine_devices::pams::code::{LAYOUTS, SOURCES};
use rankine_tests::{check_rows, rankine, root, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("apps/pams")).expect("apps/pams");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    all.sort();
    all
}

fn pams(directory: &Path, words: &[&str]) -> String {
    let output = rankine(directory, &[&["pams"], words].concat());
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{words:?}");
    output.stdout
}

/// Each program in `apps/pams` assembles. The disassembler's text assembles to the same words.
#[test]
fn programs_and_back() {
    let directory = scratch("pams-programs");
    for program in programs() {
        let program = program.display().to_string();
        let hex = pams(&directory, &[&program]);
        std::fs::write(directory.join("x.hex"), &hex).expect("scratch is writable");
        std::fs::write(directory.join("x.pams"), pams(&directory, &["--disassemble", "x.hex"])).expect("writable");
        assert_eq!(pams(&directory, &["x.pams"]), hex, "{program}");
    }
}

#[test]
fn formats() {
    let directory = scratch("pams-formats");
    let text = ".equ NODE, 1 # a comment\nMSG_THR m0, 130, 2 ; WAIT m0\n\n  AM short 140 -> NODE + 1 (arrival)\n";
    std::fs::write(directory.join("a-b.pams"), text).expect("writable");
    assert_eq!(
        pams(&directory, &["a-b.pams"]),
        "3c000821\n00000002\n00000100\n0a000002\n0101008c\n00000002\n0b200001\n"
    );
    let listing = "   0  3c000821  MSG_THR m0, 130, 2\n   1  00000002\n   2  00000100  WAIT m0\n   3  0a000002  AM short \
                   140 -> NODE + 1 (arrival)\n   4  0101008c\n   5  0000000b\n   6  0b200001\n";
    assert_eq!(pams(&directory, &["a-b.pams", "--format", "listing", "--define", "NODE=0xa"]), listing);
    pams(&directory, &["a-b.pams", "--format", "c", "-o", "code.h"]);
    // A C program includes the words.
    let main = "#include <stdio.h>\n#include \"code.h\"\nint main(void) {\n    for (unsigned i = 0; i < sizeof pams_a_b / 4; \
                i++)\n        printf(\"%08x\\n\", (unsigned)pams_a_b[i]);\n}\n";
    std::fs::write(directory.join("main.c"), main).expect("writable");
    let built = run(
        Command::new("cc").current_dir(&directory).args("-std=c11 -Wall -Wextra -Werror -o main main.c".split(' ')),
        "",
    );
    assert_eq!(built.code, 0, "{}", built.stderr);
    let printed = run(&mut Command::new(directory.join("main")), "");
    assert_eq!(printed.stdout, pams(&directory, &["a-b.pams"]));
}

/// Rows: words of the command line, and words on standard error.
const BAD: &[(&str, &[&str])] = &[
    ("mnemonic.pams", &["mnemonic.pams:2:3: unknown mnemonic `WIAT` (did you mean `WAIT`?)"]),
    ("mnemonic.pams -o /nowhere/x", &["mnemonic.pams:2:3: unknown mnemonic"]),
    ("many.pams", &["many.pams:1:13: 256 is a counter's handler code", "many.pams:2:16: 4294967296 does not fit"]),
    ("label.pams --later", &["label.pams:1:8: unknown label or constant `strat` (did you mean `start`?)"]),
    ("label.pams", &["unknown label or constant `strat`"]),
    ("later.pams", &["later.pams:1:1: BRANCH: only the later design has this instruction; give --later"]),
    ("long.pams", &["long.pams:1025:1: the program is longer than the instruction memory, 1024 words"]),
    ("good.pams --words 3", &["good.pams:2:31: the program is longer than the instruction memory, 3 words"]),
    ("good.pams --words 0", &["0 is not in 1..=1024"]),
    ("good.pams --words 1025", &["1025 is not in 1..=1024"]),
    ("good.pams -o /nowhere/x", &["cannot write /nowhere/x"]),
    ("good.pams --format xml", &["xml", "listing"]),
    ("good.pams --define STRAT=5", &["unknown constant in --define `STRAT` (did you mean `START`?)"]),
    ("good.pams --define START", &["--define START: write NAME=NUMBER"]),
    ("good.pams --define START=many", &["--define START=many: write NAME=NUMBER"]),
    ("good.pams --disassemble good.hex", &["cannot be used with"]),
    ("nothing.pams", &["nothing.pams cannot be read"]),
    ("empty.pams", &["empty.pams has no instruction"]),
    ("comment.pams", &["comment.pams has no instruction"]),
    (".", &[". is a directory"]),
    ("binary.pams", &["binary.pams is not text"]),
    ("zeros.pams", &["zeros.pams:1:1: unexpected character"]),
    ("/dev/zero", &["/dev/zero is not a regular file"]),
    ("", &["required"]),
    ("--disassemble nothing.hex", &["nothing.hex cannot be read"]),
    ("--disassemble .", &[". is a directory"]),
    ("--disassemble empty.pams", &["empty.pams has no words"]),
    ("--disassemble binary.pams", &["binary.pams is not text"]),
    ("--disassemble good.pams", &["good.pams:1: `.equ` is no word of up to eight hexadecimal digits"]),
    ("--disassemble long.hex", &["long.hex has 1025 words, more than an instruction memory (1024)"]),
    ("--disassemble /dev/zero", &["/dev/zero is not a regular file"]),
];

#[test]
fn bad_input() {
    let directory = scratch("pams-bad");
    let write = |name: &str, bytes: &[u8]| std::fs::write(directory.join(name), bytes).expect("scratch is writable");
    write("good.pams", b".equ START, 5\nTIMER_THR t0, START; WAIT t0; WAIT code\n");
    write("mnemonic.pams", b"WAIT code\n  WIAT t0\n");
    write("many.pams", b"MSG_THR m0, 256, 2\nMSG_THR m0, 1, 4294967296\n");
    write("label.pams", b"BRANCH strat\nstart: WAIT code\n");
    write("later.pams", b"BRANCH 0\n");
    write("long.pams", "WAIT code\n".repeat(1025).as_bytes());
    write("long.hex", "1\n".repeat(1025).as_bytes());
    write("empty.pams", b"");
    write("comment.pams", b"# nothing\n");
    write("binary.pams", &[0x7f, b'E', b'L', b'F', 0xff, 0xfe, 0x80]);
    write("zeros.pams", &[0; 100]);
    check_rows(BAD, |(line, expected)| {
        let words: Vec<&str> = ["pams"].into_iter().chain(line.split_whitespace()).collect();
        let output = rankine(&directory, &words);
        let missing: Vec<_> = expected.iter().filter(|text| !output.stderr.contains(**text)).collect();
        match output.code == 125 && missing.is_empty() && output.stdout.is_empty() {
            true => Ok(()),
            false => Err(format!("pams {line}: exit {}, missing {missing:?}: {}", output.code, output.stderr)),
        }
    });
}

/// The manual's tables list all instructions and sources with their meanings.
#[test]
fn manual() {
    let page = std::fs::read_to_string(root().join("docs/pams.md")).expect("docs/pams.md");
    for layout in &LAYOUTS {
        let later = if layout.later { " ▲" } else { "" };
        let fields = layout.fields.iter().map(|field| match field.high == field.low {
            true => format!("[{}] {}", field.low, field.name),
            false => format!("[{}:{}] {}", field.high, field.low, field.name),
        });
        let fixed = (24..=26).filter(|bit| layout.fixed >> bit & 1 != 0).map(|bit| format!("[{bit}] = 1"));
        let bits: Vec<String> = fixed.chain(fields).collect();
        let bits = if bits.is_empty() { "–".to_string() } else { bits.join(", ") };
        let row = format!("| {} | `{}`{later} | {bits} | {} |", layout.opcode, layout.mnemonic, layout.meaning);
        assert!(page.contains(&row), "docs/pams.md needs the row\n{row}");
    }
    for (number, (_, name)) in SOURCES.iter().enumerate() {
        assert!(
            page.contains(&format!("| {number} | `{name}`")),
            "docs/pams.md needs a row for source {number}, `{name}`"
        );
    }
}
