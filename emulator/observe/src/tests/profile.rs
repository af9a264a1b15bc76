//! Tests of profiles of a small program: each format is read back and compared with the recording.

mod saved;

use super::*;
use crate::recording::{Counts, Path, ProgramRecording};
use crate::testing::{Source, WORK, compile, source_dir};
use rankine_machine::ProcessorId;
use rankine_program::Debug;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

/// `again` calls itself and jumps to `leaf`. Behind `leaf` there is code without a symbol.
const ASSEMBLY: &str = r#"    .globl again
    .type again, @function
again:
    jal again
    j leaf
    .size again, .-again
    .globl leaf
    .type leaf, @function
leaf:
    mv a0, a1
    jalr a0
    ret
    .size leaf, .-leaf
    nop
    nop
    ret
"#;

/// The program, and addresses in it.
struct Program {
    bytes: Arc<[u8]>,
    debug: Debug,
    main: u64,
    work: u64,
    here: u64,
    there: u64,
    again: u64,
    leaf: u64,
    /// An address that no symbol covers.
    nameless: u64,
}

fn program(name: &str, options: &[&str]) -> Program {
    let bytes = compile(name, &[Source::C(WORK), Source::Assembly(ASSEMBLY)], options);
    let debug = Debug::load(bytes.clone(), source_dir(name));
    let label = |name: &str| debug.symbols.address(name).expect(name);
    let (main, work, here, there) = (label("main"), label("work"), label("here"), label("there"));
    let (again, leaf) = (label("again"), label("leaf"));
    let nameless = debug.symbols.function_at(leaf).expect("leaf").end;
    Program { bytes, main, work, here, there, again, leaf, nameless, debug }
}

impl Program {
    fn call_of_work(&self) -> u64 {
        self.debug.symbols.address("after").expect("after") - 4
    }
}

/// Counts that differ in every member, all derived from one number.
fn counts(cycles: u64) -> Counts {
    let of = |divisor| cycles / divisor;
    Counts {
        instructions: of(2).max(1),
        cycles,
        l1i_misses: of(5),
        l1d_misses: of(7),
        l2_misses: of(11),
        wait_cycles: of(3),
    }
}

/// A node: parent, call site, function, calls, and cycles by address.
type Node<'a> = (usize, u64, u64, u64, &'a [(u64, u64)]);

/// A processor whose instructions have the costs of these nodes.
fn rank(number: u32, nodes: &[Node<'_>]) -> ProcessorRecording {
    let mut profile = Profile::default();
    for &(parent, call_site, function, calls, costs) in nodes {
        let mut own = Counts::default();
        for &(address, cycles) in costs {
            own.add(&counts(cycles));
            profile.instructions.entry(address).or_default().add(&counts(cycles));
        }
        profile.paths.push(Path { parent, call_site, function, calls, own });
    }
    let sum = |value: fn(&Counts) -> u64| {
        profile.instructions.values().fold(0, |sum: u64, counts| sum.saturating_add(value(counts)))
    };
    ProcessorRecording {
        id: ProcessorId::of_rank(number),
        cycles: sum(|counts| counts.cycles),
        instructions: sum(|counts| counts.instructions),
        profile: Some(profile),
        ..ProcessorRecording::default()
    }
}

/// A profile with recursion, a tail call, inlined code, code without a symbol, and an instruction
/// without cycles.
fn everything(p: &Program) -> ProcessorRecording {
    let (again, jump) = (p.again, p.again + 4);
    rank(
        3,
        &[
            (0, 0, p.main, 1, &[(p.main, 10), (p.call_of_work(), 20)]),
            (0, p.call_of_work(), p.work, 4, &[(p.here, 400), (p.there, 100), (p.there + 2, 0)]),
            (0, p.call_of_work() + 4, again, 1, &[(again, 7), (jump, 5)]),
            (2, again, again, 1, &[(again, 9)]),
            (3, again, again, 2, &[(again, 11), (jump, 3)]),
            (4, jump, p.leaf, 2, &[(p.leaf, 30), (p.leaf + 4, 60)]),
            (5, p.leaf + 2, p.nameless, 2, &[(p.nameless, 40), (p.nameless + 2, 50)]),
            (6, p.nameless + 2, again, 1, &[(again, 13)]),
            (2, jump, p.leaf, 1, &[(p.leaf, 70)]),
            (0, p.call_of_work() + 4, p.nameless, 1, &[(p.nameless, 8), (0x10, 6)]),
        ],
    )
}

/// A profile whose sums overflow.
fn huge(p: &Program) -> ProcessorRecording {
    let half = 1 << 63;
    let main = (0, 0, p.main, u64::MAX, &[(p.main, half), (p.main + 4, half)][..]);
    let work = (0, p.call_of_work(), p.work, u64::MAX, &[(p.here, half), (p.there, half)][..]);
    let again = (0, p.call_of_work(), p.work, u64::MAX, &[(p.here, u64::MAX)][..]);
    rank(0, &[main, work, again])
}

fn callgrind_text(p: &Program, rank: &ProcessorRecording) -> String {
    let mut out = Vec::new();
    let recording = ProgramRecording { path: "dir/ring.elf".into(), functions: Vec::new() };
    callgrind(rank, &recording, &p.debug, "ring.elf -n 4", &mut out).expect("callgrind");
    String::from_utf8(out).expect("text")
}

/// The place of a line of costs: function, file, address, line.
type At = (String, String, u64, u32);

/// The contents of a callgrind file.
#[derive(Default)]
struct Callgrind {
    header: BTreeMap<String, String>,
    own: Vec<(At, Vec<u64>)>,
    /// Place of the call, callee, the callee's file, called address, number of calls, inclusive
    /// costs.
    calls: Vec<(At, String, String, u64, u64, Vec<u64>)>,
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text.strip_prefix("0x").expect("hexadecimal"), 16).expect("address")
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(|number| number.parse().expect("number")).collect()
}

/// The name behind `(id) name` or `(id)`.
fn named(names: &mut BTreeMap<String, String>, text: &str) -> String {
    let (id, name) = text.split_once(' ').unwrap_or((text, ""));
    if !name.is_empty() {
        assert_eq!(names.insert(id.to_owned(), name.to_owned()), None, "{id} defined twice");
    }
    names[id].clone()
}

fn parse(text: &str) -> Callgrind {
    let mut parsed = Callgrind::default();
    let (mut files, mut functions) = (BTreeMap::new(), BTreeMap::new());
    let (mut file, mut function, mut callee_file, mut callee) = Default::default();
    let mut call: Option<(u64, u64)> = None;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((key, value)) = line.split_once(": ") {
            parsed.header.entry(key.to_owned()).or_default().push_str(value);
        } else if let Some((key, value)) = line.split_once('=') {
            match key {
                "ob" => {}
                "fl" | "fi" | "fe" => file = named(&mut files, value),
                "fn" => function = named(&mut functions, value),
                "cfi" => callee_file = named(&mut files, value),
                "cfn" => callee = named(&mut functions, value),
                "calls" => {
                    let words: Vec<&str> = value.split(' ').collect();
                    call = Some((words[0].parse().expect("calls"), hex(words[1])));
                }
                other => panic!("{other}"),
            }
        } else {
            let mut words = line.splitn(3, ' ');
            let address = hex(words.next().expect("address"));
            let number = words.next().expect("line").parse().expect("line");
            let costs = numbers(words.next().expect("costs"));
            let at: At = (String::clone(&function), String::clone(&file), address, number);
            match call.take() {
                Some((calls, target)) => {
                    let callee = (String::clone(&callee), String::clone(&callee_file));
                    parsed.calls.push((at, callee.0, callee.1, target, calls, costs));
                }
                None => parsed.own.push((at, costs)),
            }
        }
    }
    parsed
}

fn events(counts: &Counts) -> Vec<u64> {
    let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = *counts;
    vec![cycles, instructions, l1i_misses, l1d_misses, l2_misses, wait_cycles]
}

#[test]
fn callgrind_has_every_instruction_and_the_sums() {
    let p = program("profile-own", &[]);
    let rank = everything(&p);
    let text = callgrind_text(&p, &rank);
    let parsed = parse(&text);
    let profile = rank.profile.as_ref().expect("profile");
    let own: Vec<(u64, Vec<u64>)> = parsed.own.iter().map(|(at, costs)| (at.2, costs.clone())).collect();
    let expected: Vec<_> = profile.instructions.iter().map(|(&at, counts)| (at, events(counts))).collect();
    assert_eq!(own, expected);
    let mut total = Counts::default();
    profile.paths.iter().for_each(|path| total.add(&path.own));
    for key in ["summary", "totals"] {
        assert_eq!(numbers(&parsed.header[key]), events(&total), "{key}");
    }
    for (key, expected) in [
        ("version", "1"),
        ("events", "Cycles Ir I1mr D1mr L2mr Wait"),
        ("positions", "instr line"),
        ("thread", "3"),
        ("cmd", "ring.elf -n 4"),
    ] {
        assert_eq!(parsed.header[key], expected);
    }
    let nameless = format!("{:#x}", p.nameless);
    for (address, function, file, line) in [
        (p.main, "main", "0.c", None),
        (p.call_of_work(), "main", "0.c", Some(9)),
        (p.here, "work", "0.c", Some(2)),
        (p.there, "work", "0.c", Some(6)),
        (p.again, "again", "1.s", Some(4)),
        (p.leaf, "leaf", "1.s", Some(10)),
        (p.nameless, nameless.as_str(), "1.s", Some(14)),
        (0x10, "???", "???", Some(0)),
    ] {
        let (at, _) = parsed.own.iter().find(|(at, _)| at.2 == address).expect(function);
        assert_eq!((at.0.as_str(), at.1.as_str()), (function, file));
        assert!(line.is_none_or(|line| at.3 == line), "{function} in line {}", at.3);
    }
}

/// For each call site and callee, the inclusive costs are the own costs of all nodes with such a
/// call on their path.
#[test]
fn callgrind_counts_recursion_once() {
    let p = program("profile-calls", &[]);
    let rank = everything(&p);
    let profile = rank.profile.as_ref().expect("profile");
    let mut expected: BTreeMap<(u64, u64), (u64, Counts)> = BTreeMap::new();
    for index in 0..profile.paths.len() {
        let mut arcs = BTreeSet::new();
        let mut node = index;
        while node != 0 {
            arcs.insert((profile.paths[node].call_site, profile.paths[node].function));
            node = profile.paths[node].parent;
        }
        for arc in arcs {
            expected.entry(arc).or_default().1.add(&profile.paths[index].own);
        }
        if index > 0 {
            let path = &profile.paths[index];
            expected.entry((path.call_site, path.function)).or_default().0 += path.calls;
        }
    }
    let parsed = parse(&callgrind_text(&p, &rank));
    let calls = parsed.calls.iter();
    let actual: BTreeMap<(u64, u64), (u64, Vec<u64>)> =
        calls.map(|(at, _, _, target, calls, costs)| ((at.2, *target), (*calls, costs.clone()))).collect();
    assert_eq!(actual.len(), parsed.calls.len());
    let expected: BTreeMap<_, _> =
        expected.iter().map(|(arc, (calls, counts))| (*arc, (*calls, events(counts)))).collect();
    assert_eq!(actual, expected);
    // `again` called by itself: 9 + 11 + 3, and the costs of all nodes below, each counted once.
    let below = 9 + 11 + 3 + (30 + 60) + (40 + 50) + 13;
    assert_eq!(actual[&(p.again, p.again)].1[0], below);
    let (at, callee, file, _, calls, _) =
        parsed.calls.iter().find(|call| call.0.2 == p.again + 4).expect("the tail call");
    assert_eq!((at.0.as_str(), callee.as_str(), file.as_str(), *calls), ("again", "leaf", "1.s", 3));
    // The costs of main and of its calls are the costs of the whole program.
    let own: u64 = parsed.own.iter().filter(|(at, _)| at.0 == "main").map(|(_, costs)| costs[0]).sum();
    let called: u64 = parsed.calls.iter().filter(|call| call.0.0 == "main").map(|call| call.5[0]).sum();
    assert_eq!(own + called, rank.cycles);
}

/// Tests a second file: inlined code from a header keeps its function, and after it the first file
/// is named again.
#[test]
fn callgrind_names_the_file_of_inlined_code() {
    let dir = source_dir("profile-header");
    std::fs::create_dir_all(&dir).expect("directory");
    let header =
        "static inline __attribute__((always_inline)) void inner(void) { __asm__ volatile (\"here: nop\"); }\n";
    let source = format!(
        "# 1 \"inner.h\"\n{header}# 1 \"0.c\"\nvoid main(void) {{\n    __asm__ volatile (\"before: nop\");\n    inner();\n    __asm__ volatile (\"after: nop\");\n}}\n"
    );
    let debug = Debug::load(compile("profile-header", &[Source::C(&source)], &[]), dir);
    let label = |name: &str| debug.symbols.address(name).expect(name);
    let (before, here, after) = (label("before"), label("here"), label("after"));
    let rank = rank(0, &[(0, 0, before, 1, &[(before, 1), (here, 2), (after, 3)])]);
    let mut out = Vec::new();
    callgrind(&rank, &ProgramRecording::default(), &debug, "", &mut out).expect("callgrind");
    let text = String::from_utf8(out).expect("text");
    let files: Vec<&str> = text.lines().filter(|line| line.starts_with('f')).collect();
    assert_eq!(files[..], ["fl=(1) 0.c", "fn=(1) main", "fi=(2) inner.h", "fe=(1)"]);
    let parsed = parse(&text);
    let own: Vec<(&str, &str, u32)> = parsed.own.iter().map(|(at, _)| (&*at.0, &*at.1, at.3)).collect();
    assert_eq!(own, [("main", "0.c", 2), ("main", "inner.h", 1), ("main", "0.c", 4)]);
}

fn folded_text(p: &Program, ranks: &[&ProcessorRecording]) -> String {
    let mut out = Vec::new();
    folded(ranks, &|_| &p.debug, &mut out).expect("folded");
    String::from_utf8(out).expect("text")
}

fn folded_sum(text: &str) -> u64 {
    text.lines().map(|line| line.rsplit_once(' ').expect("count").1.parse::<u64>().expect("count")).sum()
}

#[test]
fn folded_stacks() {
    let p = program("profile-folded", &[]);
    let (first, second) = (everything(&p), rank(12, &[(0, 0, p.main, 1, &[(p.main, 5)])]));
    let text = folded_text(&p, &[&first, &second]);
    let nameless = format!("{:#x}", p.nameless);
    // The address 0x10 is outside of all functions. Its cycles count for the node in which they
    // were spent.
    let expected = "rank3;main 30
rank3;main;N 14
rank3;main;again 12
rank3;main;again;again 9
rank3;main;again;again;again 14
rank3;main;again;again;again;leaf 90
rank3;main;again;again;again;leaf;N 90
rank3;main;again;again;again;leaf;N;again 13
rank3;main;again;leaf 70
rank3;main;work 500
rank12;main 5
";
    assert_eq!(text, expected.replace('N', &nameless));
    assert_eq!(folded_sum(&text), first.cycles + second.cycles);
}

/// Names that would break a line are changed, also those of C++.
#[test]
fn folded_names() {
    for (name, expected) in [("a;b", "a:b"), ("f(int, char)", "f(int,_char)"), ("x\n1", "x_1"), ("main", "main")] {
        assert_eq!(super::folded::plain(name), expected);
    }
}

/// Deep recursion needs neither the host's stack nor quadratic space.
#[test]
fn deep_recursion() {
    let p = program("profile-deep", &[]);
    let again = [(p.again, 2)];
    let mut nodes: Vec<Node<'_>> = vec![(0, 0, p.again, 1, &again)];
    nodes.extend((0..200_000).map(|parent| (parent, p.again, p.again, 1, &again[..])));
    let rank = rank(0, &nodes);
    let text = folded_text(&p, &[&rank]);
    assert_eq!((folded_sum(&text), text.lines().count()), (400_002, 256));
    let parsed = parse(&callgrind_text(&p, &rank));
    let (_, _, _, _, calls, costs) = &parsed.calls[0];
    assert_eq!((parsed.calls.len(), *calls, costs[0]), (1, 200_000, 400_000));
}

#[test]
fn flame_graphs_repeat() {
    let p = program("profile-flame", &[]);
    let text = folded_text(&p, &[&everything(&p)]) + "rank3;work 1\nrank3;work;x 9\nrank3;work.part;x 9\n";
    let draw = |text: &str| {
        let mut out = Vec::new();
        flamegraph(text, "ring & <co>", &mut out).map(|()| String::from_utf8(out).expect("text"))
    };
    let svg = draw(&text).expect("flame graph");
    assert_eq!(svg, draw(&text).expect("flame graph"));
    assert!(svg.contains("ring &amp; &lt;co&gt;"));
    for title in ["<title>again (298 cycles, 34.61%)</title>", "<title>work (10 cycles, 1.16%)</title>"] {
        assert_eq!(svg.matches(title).count(), 1, "{title}");
    }
    for text in ["", "main 0\n", &format!("a {}\nb 1\n", u64::MAX)] {
        assert!(draw(text).is_err(), "{text}");
    }
}

fn sources(file: &str) -> Option<String> {
    match file {
        "0.c" => Some(WORK.to_owned()),
        "1.s" => Some(ASSEMBLY.to_owned()),
        _ => None,
    }
}

/// The listing without indentation, with single spaces between columns.
fn squeezed(text: &str) -> String {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
    text.lines().map(line).collect()
}

fn annotated(p: &Program, ranks: &[&ProcessorRecording], query: &str) -> String {
    annotate(ranks, &p.debug, &p.bytes, Some(query), &sources).expect(query)
}

#[test]
fn annotated_function() {
    let p = program("profile-function", &[]);
    let rank = rank(0, &[(0, 0, p.work, 1, &[(p.here, 990), (p.there, 9), (p.main, 1001)])]);
    let text = annotated(&p, &[&rank, &rank], "work");
    let (here, there, end) = (p.here, p.there, p.there + 2);
    let expected = format!(
        "2 ranks: 4000 cycles, 1998 instructions

cycles   share  executions  L1I-miss  L1D-miss  L2-miss  wait

  1998  50.0 %         998       398       284      180   666  work  (0.c)
  1980  49.5 %         990       396       282      180   660  2     [inner]     __asm__ volatile (\"here: nop\");
  1980  49.5 %         990       396       282      180   660          {here:#x}  c.addi       zero,0
    18   0.5 %           8         2         2        0     6  6         __asm__ volatile (\"there: nop\");
    18   0.5 %           8         2         2        0     6          {there:#x}  c.addi       zero,0
     .       .           .         .         .        .     .  7     }}
     .       .           .         .         .        .     .          {end:#x}  c.jr         ra
"
    );
    assert_eq!(text, expected);
    // If the inlined function is named, only the code inlined from it is shown, with the function
    // that contains it.
    let text = squeezed(&annotated(&p, &[&rank], "inner"));
    let rows: Vec<&str> = text.lines().skip(4).collect();
    let row = "990 49.5 % 495 198 141 90 330";
    let expected = [
        format!("{row} inner, inlined"),
        "0.c".to_owned(),
        format!("{row} 2 [inner in work] __asm__ volatile (\"here: nop\");"),
        format!("{row} {here:#x} c.addi zero,0"),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn annotated_file_and_assembly() {
    let p = program("profile-file", &[]);
    let rank = everything(&p);
    let text = squeezed(&annotated(&p, &[&rank], "1.s"));
    let (again, jump, leaf, end) = (p.again, p.again + 4, p.leaf, p.nameless);
    let row = |address: u64, line: &str| {
        let all = rank.profile.as_ref().expect("profile").instructions[&address];
        let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = all;
        let share = super::table::share(cycles, rank.cycles);
        format!("{cycles} {share} {instructions} {l1i_misses} {l1d_misses} {l2_misses} {wait_cycles} {line}")
    };
    let mut expected = Vec::new();
    for (address, line, assembly) in [
        (again, "4 jal again", format!("jal ra,{again:#x} <again>")),
        (jump, "5 j leaf", format!("c.j {leaf:#x} <leaf>")),
        (leaf, "10 mv a0, a1", "c.mv a0,a1".to_owned()),
        (leaf + 4, "12 ret", "c.jr ra".to_owned()),
        (end, "14 nop", "c.addi zero,0".to_owned()),
        (end + 2, "15 nop", "c.addi zero,0".to_owned()),
    ] {
        expected.push(row(address, line));
        expected.push(row(address, &format!("{address:#x} {assembly}")));
    }
    assert_eq!(text.lines().skip(5).collect::<Vec<_>>(), expected);
    // A function without a symbol is found by the address that was called.
    let text = squeezed(&annotated(&p, &[&rank], &format!("{end:#x}")));
    assert_eq!(text.lines().count(), 4 + 1 + 4, "{text}");
    // A function that was not executed, and an address about which nothing is known.
    let idle = rank_of_one_instruction(&p, 0x10);
    assert!(annotated(&p, &[&idle], "leaf").contains("leaf  (1.s)  never executed"));
    assert!(annotated(&p, &[&idle], "???").contains("0x10  not in the file"));
}

fn rank_of_one_instruction(p: &Program, address: u64) -> ProcessorRecording {
    rank(0, &[(0, 0, p.main, 1, &[(address, 100)])])
}

/// An overview shows the hottest functions first, until 95 % of the cycles are shown.
#[test]
fn overview() {
    let p = program("profile-overview", &[]);
    let costs = [(p.here, 700), (p.there, 30), (p.again, 240), (p.leaf, 30)];
    let rank = rank(0, &[(0, 0, p.main, 1, &costs)]);
    let text = annotate(&[&rank], &p.debug, &p.bytes, None, &sources).expect("overview");
    let rows: Vec<String> = squeezed(&text).lines().map(str::to_owned).collect();
    let expected = [
        "1 rank: 1000 cycles, 500 instructions",
        "",
        "cycles share executions L1I-miss L1D-miss L2-miss wait",
        "",
        "730 73.0 % 365 146 104 65 243 work (0.c)",
        "700 70.0 % 350 140 100 63 233 2 [inner] __asm__ volatile (\"here: nop\");",
        "",
        "240 24.0 % 120 48 34 21 80 again (1.s)",
        "240 24.0 % 120 48 34 21 80 4 jal again",
        "",
        "1 more function: 30 cycles, 3.0 %",
    ];
    assert_eq!(rows, expected);
}

/// An overview shows at most ten functions, and at most twenty lines (or instructions without
/// lines) of each.
#[test]
fn overview_of_much() {
    let p = program("profile-much", &[]);
    let costs: Vec<(u64, u64)> = (0..25).map(|index| (0x100 + 2 * index, 10)).collect();
    let mut nodes: Vec<Node<'_>> = vec![(0, 0, 0x100, 1, &costs)];
    let others: Vec<[(u64, u64); 1]> = (1..12).map(|index| [(0x100 * (index + 1), 100 + index)]).collect();
    nodes.extend(others.iter().map(|costs| (0, 0x100, costs[0].0, 1, &costs[..])));
    let rank = rank(0, &nodes);
    let text = annotate(&[&rank], &p.debug, &p.bytes, None, &sources).expect("overview");
    let text = squeezed(&text);
    let blocks: Vec<Vec<&str>> = text.split("\n\n").map(|block| block.lines().collect()).collect();
    let lines: Vec<usize> = blocks.iter().map(Vec::len).collect();
    assert_eq!(lines, [1, 1, 1 + 20, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1]);
    assert_eq!(blocks[2][0], "250 17.7 % 125 50 25 0 75 0x100");
    assert_eq!(blocks[3][0], "111 7.8 % 55 22 15 10 37 0xc00");
    assert_eq!(blocks[12], ["2 more functions: 203 cycles, 14.3 %"]);
}

/// The text says if lines, sources or names are missing.
#[test]
fn what_is_missing_is_said() {
    let p = program("profile-missing", &[]);
    let rank = everything(&p);
    let none = |_: &str| None;
    for query in [None, Some("work")] {
        let text = annotate(&[&rank], &p.debug, &p.bytes, query, &none).expect("annotated");
        assert!(text.contains("\nSource not found, lines by number only: 0.c"), "{text}");
    }
    for (query, nearest) in
        [("wrok", "work"), ("iner", "inner"), ("2.c", "0.c"), ("x/0.c", "0.c"), ("zzzz", ""), ("", "")]
    {
        let error = annotate(&[&rank], &p.debug, &p.bytes, Some(query), &none).expect_err(query);
        assert!(error.starts_with(&format!("no function or executed source file is called {query}")), "{error}");
        assert_eq!(error.contains("(nearest: "), !nearest.is_empty(), "{error}");
        assert!(error.contains(nearest), "{error}");
    }
    let bare = program("profile-bare", &["-g0"]);
    let rank = everything(&bare);
    let text = annotated(&bare, &[&rank], "work");
    assert!(text.ends_with("\nNo line information (compile with -g): assembly only.\n"), "{text}");
    let (here, there) = (bare.here, bare.there);
    for row in [
        format!("400 47.5 % 200 80 57 36 133 {here:#x} c.addi zero,0"),
        format!("100 11.9 % 50 20 14 9 33 {there:#x} c.addi zero,0"),
    ] {
        assert!(squeezed(&text).contains(&row), "{row} in {text}");
    }
    let parsed = parse(&callgrind_text(&bare, &rank));
    assert!(parsed.own.iter().all(|(at, _)| at.1 == "???" && at.3 == 0));
    let second = ProcessorRecording { id: ProcessorId { node: 3, index: 1 }, ..rank.clone() };
    assert!(folded_text(&bare, &[&second]).starts_with("rank3.1;"));
    let header = parse(&callgrind_text(&bare, &second)).header;
    assert_eq!([&header["pid"], &header["thread"], &header["desc"]], ["2", "3", "Rank: 3.1"]);
    assert!(annotated(&bare, &[&rank, &second], "work").starts_with("2 processors: "));
    let nothing = ProcessorRecording { id: ProcessorId::of_rank(7), ..ProcessorRecording::default() };
    let error = annotate(&[&nothing], &p.debug, &p.bytes, None, &none).expect_err("no profile");
    assert_eq!(error, "rank 7 has no profile");
    assert!(folded(&[&nothing], &|_| &p.debug, &mut Vec::new()).is_err());
    let program = ProgramRecording::default();
    assert!(callgrind(&nothing, &program, &p.debug, "", &mut Vec::new()).is_err());
}

#[test]
fn sums_saturate() {
    let p = program("profile-huge", &[]);
    let rank = huge(&p);
    let parsed = parse(&callgrind_text(&p, &rank));
    assert_eq!(numbers(&parsed.header["totals"])[0], u64::MAX);
    assert_eq!((parsed.calls[0].4, parsed.calls[0].5[0]), (u64::MAX, u64::MAX));
    let text = folded_text(&p, &[&rank, &rank]);
    assert_eq!(text.lines().next(), Some(&*format!("rank0;main {}", u64::MAX)));
    assert!(flamegraph(&text, "", &mut Vec::new()).is_err());
    for query in [None, Some("work"), Some("0.c")] {
        let text = annotate(&[&rank, &rank], &p.debug, &p.bytes, query, &sources).expect("annotated");
        assert!(text.contains(&u64::MAX.to_string()), "{text}");
    }
}

/// Invalid profiles and programs give some result, and no panic.
#[test]
fn damage() {
    let p = program("profile-damage", &[]);
    let mut rank = everything(&p);
    let profile = rank.profile.as_mut().expect("profile");
    for (node, (parent, call_site)) in [(5, 0), (usize::MAX, 1), (3, u64::MAX), (0, 0)].into_iter().enumerate() {
        (profile.paths[node].parent, profile.paths[node].call_site) = (parent, call_site);
    }
    profile.paths[4].function = u64::MAX;
    profile.instructions.insert(u64::MAX, counts(1));
    let cycles: u64 = profile.paths.iter().map(|path| path.own.cycles).sum();
    assert_eq!(folded_sum(&folded_text(&p, &[&rank])), cycles);
    let parsed = parse(&callgrind_text(&p, &rank));
    let own: u64 = parsed.own.iter().map(|(_, costs)| costs[0]).sum();
    assert_eq!(own, rank.cycles + 1);
    for bytes in [&[][..], &p.bytes[..p.bytes.len() / 2], &p.bytes[..0x40]] {
        let mut text = String::new();
        for query in [None, Some("work"), Some("???"), Some("1.s")] {
            let listing = annotate(&[&rank], &p.debug, bytes, query, &sources).expect("annotated");
            write!(text, "{listing}").expect("text");
        }
        assert!(!text.is_empty());
    }
    let empty = ProcessorRecording { profile: Some(Profile::default()), ..ProcessorRecording::default() };
    assert_eq!(parse(&callgrind_text(&p, &empty)).header["totals"], "0 0 0 0 0 0");
    assert_eq!(folded_text(&p, &[&empty]), "");
    assert!(annotate(&[&empty], &p.debug, &p.bytes, None, &sources).is_ok());
    assert!(annotate(&[], &p.debug, &p.bytes, None, &sources).is_ok());
}
