//! The assembler and the disassembler.

use crate::world::words;
use proptest::prelude::*;
use rankine_devices::gas::pams::{AssemblyError, Options, assemble, disassemble};

fn options(later: bool) -> Options {
    Options { code_words: 1024, later, defines: Vec::new() }
}

fn errors(text: &str, options: &Options) -> Vec<AssemblyError> {
    assemble(text, options).expect_err(text)
}

/// Golden words, written by hand.
#[test]
fn statements() {
    for (text, expected) in [
        ("WAIT code", &[0x0000_0001][..]),
        ("wait none", &[0]),
        ("WAIT sent, t0, t1, x0, x3, m0, m3, i0, i3", &[0x0000_999e]),
        ("WAIT t0|m1", &[0x0000_0204]),
        ("TIMER_THR t1, 2_000", &[0x2c00_0002, 2000]),
        ("TRANSFER_THR x2, 130, 300", &[0x3400_0824, 300]),
        ("MSG_THR m0|m1, 0x82, 15", &[0x3c00_0823, 15]),
        ("CORRECT_TIMER -1", &[0x2400_0000, 0xffff_ffff]),
        ("CTRL_OUT o0, o3", &[0x4000_0009]),
        ("AM short 130 -> 5 (7)", &[0x0b00_0003, 0x0101_0082, 5, 7]),
        ("AM long 131 -> 5, bytes 4, from 0x100, to 0x200", &[0x0b00_0005, 0x0400_0083, 5, 4, 0x100, 0x200]),
        ("AM medium async 131 -> 5, bytes 8, from 4", &[0x0b00_0004, 0x2200_0083, 5, 8, 4]),
        ("AM short reply 131 -> 3", &[0x0b00_0002, 0x4100_0083, 3]),
        (
            "AM short 1 -> 2 (arrival, 3, timer, timer)",
            &[0x0a00_0002, 0x0104_0001, 2, 0x0a20_0001, 0x0a00_0001, 3, 0x0b10_0002],
        ),
        ("REQUEST (1, 2) end", &[0x0b00_0002, 1, 2]),
        ("REQUEST timer * 3", &[0x0a10_0003]),
        ("CORE (1) end", &[0x4b00_0001, 1]),
        ("ACC sub c, arrival", &[0x5220_a001]),
        ("RESET_FLAGS i1", &[0x5800_2000]),
        ("NODE_ID 16", &[0x1800_0010]),
        (".word 0xdeadbeef # with a comment; WAIT code", &[0xdead_beef]),
        ("top: WAIT none; BRANCH top, zero ; .word top", &[0, 0x1000_2000, 0]),
        ("BRANCH end_of_it\nWAIT none\n\nend_of_it:\n WAIT code", &[0x1000_0002, 0, 1]),
        (".equ A0, 3\n.equ B0, A0 + 0x10 - 1\nTIMER_THR t0, B0-A0", &[0x2c00_0001, 15]),
        ("", &[]),
    ] {
        assert_eq!(words(text, &[]), expected, "{text}");
    }
    assert_eq!(words(".equ A0, 3\n.word A0", &[("A0", -2)]), [0xffff_fffe]);
}

#[test]
fn mistakes() {
    for (text, line, column, message) in [
        ("WAIT code\n  WIAT t0", 2, 3, "unknown mnemonic `WIAT`"),
        ("WAIT q0", 1, 6, "unknown flag `q0`"),
        ("WAIT t2", 1, 6, "unknown flag `t2`"),
        ("WAIT", 1, 1, "flags are missing"),
        ("WAIT t0,", 1, 9, "a number or a name is missing"),
        ("WAIT t0 m0", 1, 9, "the end of the statement is expected here"),
        ("WAIT 5", 1, 6, "a name is expected here"),
        ("MSG_THR x0, 1, 2", 1, 9, "unknown flag `x0`"),
        ("MSG_THR m0, 256, 2", 1, 13, "256 is a counter's handler code beyond 0 to 255"),
        ("MSG_THR m0, 1, 4294967296", 1, 16, "4294967296 does not fit into 32 bits"),
        ("MSG_THR m0, 1, -2147483649", 1, 16, "does not fit into 32 bits"),
        ("MSG_THR m0, 1", 1, 1, "other operands are expected: MSG_THR m0, HANDLER, MESSAGES"),
        ("MSG_THR m0, 1, 99999999999999999999", 1, 16, "`99999999999999999999` is no number"),
        ("MSG_THR m0, 1, 2 end", 1, 1, "MSG_THR has no `end`"),
        ("TIMER_THR t0, 12ab", 1, 15, "`12ab` is no number"),
        ("BRANCH tpo\ntop: WAIT code", 1, 8, "unknown label or constant `tpo`"),
        ("BRANCH 1024", 1, 8, "1024 is an address beyond 0 to 1023"),
        ("BRANCH 0, big", 1, 11, "unknown condition `big`"),
        ("AM short 1", 1, 11, "`->` is missing"),
        ("AM 1 -> 2", 1, 1, "a message is one of short, medium and long"),
        ("AM short long 1 -> 2", 1, 1, "a message is one of short, medium and long"),
        ("AM short 1 -> 2, bytes 4", 1, 1, "needs none of bytes, from, to behind"),
        ("AM long 1 -> 2, bytes 4, to 4", 1, 1, "needs bytes, then from, then to behind"),
        ("AM short 65536 -> 2", 1, 10, "65536 is a handler code beyond 0 to 65535"),
        ("AM short 1 -> 65536", 1, 15, "65536 is a node beyond"),
        ("AM short 1 -> 2 (1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)", 1, 1, "17 arguments: a message has at most 16"),
        ("AM short 1 -> 2 (1", 1, 19, "`)` is missing"),
        ("REQUEST 5", 1, 9, "words of code stand between ( and )"),
        ("REQUEST ()", 1, 9, "0 words: must be 1 to 4095"),
        ("REQUEST timer * 5000", 1, 17, "a number from 1 to 4095"),
        ("REQUEST tmier", 1, 9, "unknown source `tmier`"),
        ("ACC mul a, (5)", 1, 5, "unknown operation `mul`"),
        ("ACC add e, (5)", 1, 9, "an accumulator is expected"),
        (".equ t0, 5", 1, 1, "`t0` means something else"),
        (".equ A0, 5\n.equ A0, 6", 2, 1, "`A0` is defined twice"),
        (".equ A0, B0\n.equ B0, 1", 1, 10, "unknown label or constant `B0`"),
        (".equ A0 5", 1, 9, "`,` is missing"),
        (".equ A0, 9223372036854775807 + 1", 1, 10, "the sum is too large"),
        ("WAIT \u{1f980}", 1, 6, "unexpected character"),
        ("WAIT code; \u{e9} WAIT", 1, 12, "unexpected character"),
        (": WAIT", 1, 1, "a mnemonic is missing"),
    ] {
        let found = errors(text, &options(true));
        let error = &found[0];
        assert!(error.message.contains(message), "{text}: {error:?}");
        assert_eq!((error.at.line, error.at.column, found.len()), (line, column, 1), "{text}: {found:?}");
    }
}

/// Errors on unknown words suggest known ones.
#[test]
fn unknown_words_come_with_known_ones() {
    let found = errors("WIAT t0\nWAIT n0\n.equ START, 5\nTIMER_THR t0, STRAT", &options(false));
    let known: Vec<(&str, bool)> = found
        .iter()
        .zip(["WAIT", "m0", "START"])
        .map(|(error, meant)| {
            let (word, known) = error.unknown.as_ref().expect("an unknown word");
            (word.as_str(), known.iter().any(|name| name == meant))
        })
        .collect();
    assert_eq!(known, [("WIAT", true), ("n0", true), ("STRAT", true)]);
}

#[test]
fn what_the_paper_has_not() {
    for (text, message) in [
        ("BRANCH 0", "BRANCH: only the later design has this instruction; give --later"),
        ("AM short 1 -> 2 (node)", "REQUEST: only the later design has this source; give --later"),
    ] {
        assert_eq!(errors(text, &options(false))[0].message, message);
    }
}

#[test]
fn limits() {
    let small = Options { code_words: 4, ..options(false) };
    assert!(assemble("WAIT code\nREQUEST (1, 2)", &small).is_ok());
    let found = errors("WAIT code\nREQUEST (1, 2, 3)\nWAIT code", &small);
    assert_eq!((found.len(), found[0].at.line), (1, 2));
    assert_eq!(found[0].message, "the program is longer than the instruction memory, 4 words");
    // No more than 20 errors are reported.
    assert_eq!(errors(&"WIAT\n".repeat(100), &options(false)).len(), 20);
    let undefined = Options { defines: vec![("STRAT".to_string(), 1)], ..options(false) };
    assert_eq!(errors(".equ START, 1", &undefined)[0].message, "unknown constant in --define `STRAT`");
}

#[test]
fn readable_text_comes_back() {
    let text = [
        "TIMER_THR t0, 2000",
        "WAIT t0",
        "AM short 130 -> 5 (7, timer, arrival)",
        "AM long async 131 -> 5, bytes 4, from 256, to 512",
        "MSG_THR m0, 131, 15",
        "WAIT code, sent, x1, m0, i3",
        "ACC add b, (5, 0x00012345)",
        "BRANCH 7, zero, positive",
        "REQUEST timer * 2",
        ".word 0xffffffff",
    ];
    let back = disassemble(&words(&text.join("\n"), &[]));
    let lines: Vec<&str> = back.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).collect();
    assert_eq!(lines, text);
}

/// Words that are often instructions.
fn word() -> impl Strategy<Value = u32> {
    let opcode = (0_u32..14, any::<u32>()).prop_map(|(opcode, bits)| opcode << 27 | bits & 0x0000_0fff);
    let moving = (0_u32..2, 0_u32..13, 0_u32..6)
        .prop_map(|(end, source, count)| 1 << 27 | 1 << 25 | end << 24 | source << 20 | count);
    let parameter = (4_u32..8, 0_u32..0x1000).prop_map(|(opcode, bits)| opcode << 27 | 1 << 26 | bits);
    let head = (0_u32..8, 0_u32..4, any::<u16>())
        .prop_map(|(kind, arguments, handler)| kind << 24 | arguments << 16 | u32::from(handler));
    prop_oneof![any::<u32>(), opcode, moving, parameter, head, 0_u32..20]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn disassembled_text_assembles_to_the_same_words(code in prop::collection::vec(word(), 0..60)) {
        let text = disassemble(&code);
        let back = assemble(&text, &options(true));
        prop_assert_eq!(back.map(|assembly| assembly.words()), Ok(code), "{}", text);
    }

    #[test]
    fn no_text_panics(text in "[-A-Z0-9a-z_.,:;()|+*># \n\u{e9}]{0,200}") {
        let _ = assemble(&text, &options(true));
    }
}
