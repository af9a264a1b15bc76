//! Tests of profiles in a file: a saved profile is read back, and an invalid one is refused with a
//! reason.

use super::super::saved::{SCHEMA, Saved, SavedProcessor, SavedProgram};
use super::*;

fn programs(count: u64) -> Vec<SavedProgram> {
    let program = |number| SavedProgram {
        path: format!("/a \"b\"/é/{number}.elf"),
        named: format!("{number}.c"),
        sha256: format!("{number:064x}"),
    };
    (0..count).map(program).collect()
}

/// A processor that runs program `program`, with these costs of its instructions.
fn profiled(number: u32, program: usize, costs: &[(u64, u64)]) -> ProcessorRecording {
    ProcessorRecording { program, ..rank(number, &[(0, 0, 0x1000, 1, costs)]) }
}

#[test]
fn read_back() {
    let without = ProcessorRecording { id: ProcessorId::of_rank(1), ..ProcessorRecording::default() };
    let second = ProcessorRecording { id: ProcessorId { node: 0, index: 1 }, ..profiled(0, 0, &[(4, 9)]) };
    let empty = ProcessorRecording {
        id: ProcessorId::of_rank(2),
        profile: Some(Profile::default()),
        ..ProcessorRecording::default()
    };
    for (programs, processors) in [
        (programs(0), vec![]),
        (programs(1), vec![without.clone()]),
        (programs(1), vec![profiled(0, 0, &[(0, 1), (0x1000, 22), (u64::MAX, u64::MAX)])]),
        (programs(2), vec![profiled(0, 1, &[(4, 7)]), second, profiled(1, 1, &[(4, 8)])]),
        (programs(2), vec![profiled(0, 1, &[(4, 7)]), without, empty, profiled(u32::MAX, 0, &[(2, 0), (6, 1 << 63)])]),
    ] {
        let saved = Saved::of(programs.clone(), &processors);
        let read = Saved::from_json(&saved.to_json().expect("JSON")).expect("what was just saved");
        assert_eq!(read, saved);
        assert_eq!((read.schema.as_str(), &read.programs), (SCHEMA, &programs));
        // A file keeps of each processor its number, its program and the costs of its instructions.
        let kept = |one: &ProcessorRecording| {
            let instructions = one.profile.as_ref()?.instructions.clone();
            let profile = Profile { instructions, paths: Vec::new() };
            Some(ProcessorRecording { id: one.id, program: one.program, profile: Some(profile), ..Default::default() })
        };
        assert_eq!(read.processors(), processors.iter().filter_map(kept).collect::<Vec<_>>());
    }
}

#[test]
fn columns_of_an_instruction() {
    let saved = Saved::of(programs(1), &[profiled(5, 0, &[(0x40, 210)])]);
    let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = counts(210);
    let row = [0x40, instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles];
    assert_eq!(saved.processors, [SavedProcessor { rank: 5, processor: 0, program: 0, instructions: vec![row] }]);
    assert_eq!(row.iter().collect::<BTreeSet<_>>().len(), row.len(), "a column in another's place would be seen");
}

#[test]
fn what_is_no_profile() {
    let good = Saved::of(programs(2), &[profiled(3, 1, &[(2, 4)])]).to_json().expect("JSON");
    assert!(Saved::from_json(&good).is_ok());
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} in {good}");
        good.replacen(from, to, 1)
    };
    for (text, expected) in [
        (String::new(), "is no profile: "),
        ("[]".to_owned(), "is no profile: "),
        ("{}".to_owned(), "is no profile: missing field `schema`"),
        (good[..good.len() / 2].to_owned(), "is no profile: EOF while parsing"),
        (format!("{good}x"), "is no profile: trailing characters"),
        (changed("\"programs\"", "\"program\""), "is no profile: missing field `programs`"),
        (changed("\"processors\"", "\"ranks\""), "is no profile: missing field `processors`"),
        (changed(SCHEMA, "rankine-profile-0"), "has the form rankine-profile-0, this version reads rankine-profile-2"),
        (changed(SCHEMA, ""), "has the form , this version reads rankine-profile-2"),
        (changed("\"program\":1", "\"program\":2"), "is damaged: rank 3 runs a program that is not listed"),
        (changed("\"program\":1", "\"program\":-1"), "is no profile: invalid value: integer `-1`"),
        (changed("\"rank\":3", "\"rank\":4294967296"), "is no profile: invalid value: integer `4294967296`"),
        (changed("[2,2,4", "[2,2,-4"), "is no profile: invalid value: integer `-4`"),
        (changed("[2,2,4", "[2,2,4.5"), "is no profile: invalid type: floating point `4.5`"),
        (changed("[2,2,4", "[2,2,18446744073709551616"), "is no profile: "),
        (changed("[2,2,4", "[2,4"), "is no profile: invalid length 6"),
        (changed("[2,2,4", "[2,2,2,4"), "is no profile: "),
    ] {
        let message = Saved::from_json(&text).expect_err(&text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}
