//! The layout of a program in its processor's memory, and the initial contents of its stack.

use rankine_bus::{Memory, Ram};
use rankine_platform::Platform;
use rankine_program::Program;
use std::ops::Range;

/// The addresses of a program's memory, stack and heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub ram_base: u64,
    pub ram_bytes: u64,
    pub stack_bottom: u64,
    pub stack_top: u64,
    pub heap_start: u64,
    pub heap_end: u64,
}

impl Layout {
    /// The whole range of its memory.
    pub fn memory(&self) -> Range<u64> {
        self.ram_base..self.ram_base + self.ram_bytes
    }

    /// If the platform has a link base, the stack lies below it. If not, memory begins at the
    /// program, and the stack is at the end of memory.
    pub fn of(platform: &Platform, program: &Program) -> Layout {
        let memory = &platform.memory;
        let extent = program.extent();
        let heap_start = extent.end.checked_next_multiple_of(16).unwrap_or(extent.end);
        if memory.base != 0 {
            let end = memory.base + memory.bytes;
            Layout {
                ram_base: memory.base - memory.stack_bytes,
                ram_bytes: memory.stack_bytes + memory.bytes,
                stack_bottom: memory.base - memory.stack_bytes,
                stack_top: memory.base,
                heap_start,
                heap_end: end,
            }
        } else {
            let base = extent.start & !0xfff;
            let end = base.saturating_add(memory.bytes);
            let stack_bottom = end.saturating_sub(memory.stack_bytes);
            Layout {
                ram_base: base,
                ram_bytes: memory.bytes,
                stack_bottom,
                stack_top: end & !0xf,
                heap_start,
                heap_end: stack_bottom.max(heap_start),
            }
        }
    }
}

/// The size in bytes to a multiple of which arguments and environment are rounded up, at most.
const ARGUMENTS_ROUND: u64 = 4096;

/// The auxiliary vector of programs for GNU/Linux: types (linux/auxvec.h) and values. `RANDOM` is the
/// address of [`RANDOM_BYTES`].
const AT_NULL: u64 = 0;
const AT_PAGESZ: u64 = 6;
const AT_RANDOM: u64 = 25;
const PAGE_BYTES: u64 = 4096;
/// What the program takes for random; the same in each run.
const RANDOM_BYTES: [u8; 16] = *b"Rankine, no dice";

/// Writes argc, argv, environment and the auxiliary vector in Linux's order, with the strings
/// behind them. Returns the stack pointer. The vector is empty, except for programs for GNU/Linux.
///
/// The size of the block is rounded up to a multiple of a page, or of less if the stack is small.
/// So the length of a program's path or arguments does not change the stack's address, on which the
/// sets of the caches depend. The program's path is the first argument, but its string comes last.
/// So its length does not move the other strings, whose alignment costs cycles, too.
pub fn initial_stack(
    ram: &mut Ram,
    layout: Layout,
    program: &Program,
    arguments: &[String],
    environment: &[String],
) -> Result<u64, String> {
    let word = if program.is_64 { 8 } else { 4 };
    let strings: usize = arguments.iter().chain(environment).map(|s| s.len() + 1).sum();
    let (more_words, more_bytes) = if program.is_gnu_linux { (4, RANDOM_BYTES.len()) } else { (0, 0) };
    let words = (1 + arguments.len() + 1 + environment.len() + 1 + more_words + 2) * word + more_bytes;
    let stack_bytes = layout.stack_top - layout.stack_bottom;
    let round = (1u64 << (stack_bytes / 16).max(16).ilog2()).min(ARGUMENTS_ROUND);
    let bytes = ((strings + words) as u64).next_multiple_of(round);
    if bytes > stack_bytes / 2 {
        return Err(format!("arguments and environment need {bytes} bytes; enlarge memory.stack_bytes"));
    }
    let sp = (layout.stack_top & !(round - 1)) - bytes;
    let others: usize = arguments.iter().skip(1).chain(environment).map(|s| s.len() + 1).sum();
    let mut others_at = sp + words as u64;
    let mut path_at = others_at + others as u64;
    let mut pointers = vec![arguments.len() as u64];
    for (list, paths) in [(arguments, 1), (environment, 0)] {
        for (index, string) in list.iter().enumerate() {
            let at = if index < paths { &mut path_at } else { &mut others_at };
            pointers.push(*at);
            put(ram, *at, string.as_bytes())?;
            *at += string.len() as u64 + 1;
        }
        pointers.push(0);
    }
    if program.is_gnu_linux {
        let random = sp + (words - RANDOM_BYTES.len()) as u64;
        put(ram, random, &RANDOM_BYTES)?;
        pointers.extend([AT_PAGESZ, PAGE_BYTES, AT_RANDOM, random]);
    }
    pointers.extend([AT_NULL, 0]);
    for (i, pointer) in pointers.iter().enumerate() {
        put(ram, sp + (i * word) as u64, &pointer.to_le_bytes()[..word])?;
    }
    Ok(sp)
}

fn put(ram: &mut Ram, addr: u64, bytes: &[u8]) -> Result<(), String> {
    if ram.write(addr, bytes) { Ok(()) } else { Err("the stack lies outside memory; check memory.bytes".into()) }
}
