//! Tests of places, inlined functions and damaged programs.

use super::*;
use crate::testing::{Source, WORK, compile, source_dir};

fn shown(frames: &[StackFrame]) -> String {
    frames.iter().map(StackFrame::to_string).collect::<Vec<_>>().join(", ")
}

#[test]
fn places_with_inlined_functions() {
    let dir = source_dir("debug");
    let program = compile("debug", &[Source::C(WORK)], &[]);
    for (current_dir, file) in
        [(dir.clone(), "0.c".to_owned()), ("/somewhere".into(), format!("{}/0.c", dir.display()))]
    {
        let debug = Debug::load(program.clone(), current_dir);
        for (label, expected) in
            [("here", "inner at F:2, work at F:5"), ("there", "work at F:6"), ("after", "main at F:10")]
        {
            let pc = debug.symbols.address(label).expect(label);
            assert_eq!(shown(&debug.place(pc)), expected.replace('F', &file));
        }
        let after = debug.symbols.address("after").unwrap();
        assert_eq!(shown(&debug.caller(after)), format!("main at {file}:9"));
        assert_eq!(shown(&debug.place(0x10)), "0x10");
    }
}

/// Compiled functions. Every word of `work`'s frame, wherever GCC has put it, is an address in
/// `main`.
#[test]
fn a_stack_of_compiled_code() {
    let source = r#"int leaf(int x);
static inline int twice(int x) {
    int y = leaf(x);
    __asm__ volatile ("in_work: nop");
    return 2 * y;
}
__attribute__((noinline)) int work(int x) {
    return twice(x) + 1;
}
int main(void) {
    int y = work(1);
    __asm__ volatile ("in_main: nop");
    return y;
}
__attribute__((noinline)) int leaf(int x) {
    __asm__ volatile ("in_leaf: nop");
    return x;
}
"#;
    let dir = source_dir("stack");
    let debug = Debug::load(compile("stack", &[Source::C(source)], &[]), dir);
    let label = |name: &str| debug.symbols.address(name).expect(name);
    let mut registers = Registers { x: [0x8000; 32], pc: label("in_leaf") };
    registers.x[1] = label("in_work");
    let in_main = label("in_main").to_le_bytes();
    let mut memory = |addr: u64, into: &mut [u8]| {
        into.copy_from_slice(&in_main[..into.len()]);
        (0x8000..0x9000).contains(&addr)
    };
    let expected = "#0 leaf at 0.c:16\n#1 twice at 0.c:3\n#2 work at 0.c:8\n#3 main at 0.c:11";
    assert_eq!(debug.backtrace(&registers, &mut memory).to_string(), expected);
}

#[test]
fn without_line_tables() {
    let program = compile("bare", &[Source::C(WORK)], &["-g0"]);
    let debug = Debug::load(program, "/".into());
    let pc = debug.symbols.address("work").unwrap() + 2;
    assert_eq!(shown(&debug.place(pc)), format!("work+0x2 at {pc:#x}"));
}

/// A generator of random numbers that is the same every time (xorshift64, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Damaged programs must give answers, even useless ones: no panic, no endless loop, no huge
/// allocation.
#[test]
fn damaged_programs() {
    let program = compile("damaged", &[Source::C(WORK)], &[]);
    let main = Symbols::load(&program).address("main").unwrap();
    let mut numbers = Numbers(0x5eed);
    for round in 0..20000 {
        let mut bytes = program.to_vec();
        if round % 8 == 0 {
            bytes.truncate(numbers.below(program.len()));
        }
        for _ in 0..1 + numbers.below(8) {
            if bytes.is_empty() {
                break;
            }
            // Headers, symbols and debug sections are at both ends of the file, code is in between.
            let at = if round % 2 == 0 { numbers.below(bytes.len()) } else { numbers.below(bytes.len().min(512)) };
            bytes[at] = if round % 3 == 0 { 0xff } else { numbers.below(256) as u8 };
        }
        let debug = Debug::load(bytes.into(), "/".into());
        let mut registers = Registers { x: [0x1000; 32], pc: main };
        registers.x[1] = main + 4;
        let mut memory = |addr: u64, into: &mut [u8]| {
            into.fill(addr as u8);
            addr < 0x10_0000
        };
        for pc in [main, 0, numbers.below(0x2_0000) as u64, u64::MAX] {
            registers.pc = pc;
            assert!(!debug.backtrace(&registers, &mut memory).0.is_empty());
            let _ = debug.symbols.at(pc);
        }
        let _ = debug.symbols.functions_with_prefix("").count();
    }
}
