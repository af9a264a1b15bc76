//! Tests of phases: what a recorder makes of the calls and labels of a rank, with skipped rounds.

use super::*;
use rankine_program::PhaseId;
use rankine_program::mpi::FunctionId;

/// An event for a recorder.
enum Step {
    Enter(u64),
    Begin(u16, u64),
    Leave(u64),
    /// Remembers the position.
    Mark(u64),
    /// Repeats the round since that position: number of rounds, and cycles of each.
    Repeat(u64, u64),
}
use Step::*;

/// The finished calls of function 7: cycles before the call, cycles by phase, and how often the
/// call was made.
type Calls = Vec<(Option<u64>, Vec<(u16, u64)>, u64)>;

fn record(steps: &[Step]) -> Calls {
    let mut recorder = PhaseRecorder::default();
    let mut position = recorder.position(0);
    for step in steps {
        match *step {
            Enter(cycle) => recorder.enter(FunctionId(7), cycle),
            Begin(phase, cycle) => recorder.begin(PhaseId(phase), cycle),
            Leave(cycle) => recorder.leave(cycle),
            Mark(cycle) => position = recorder.position(cycle),
            Repeat(rounds, cycles) => recorder.repeat(position, rounds, cycles),
        }
    }
    let parts = |call: &CallPhases| call.parts.iter().map(|part| (part.0.0, part.1)).collect();
    recorder.calls().map(|call| (call.before, parts(&call), call.times)).collect()
}

#[test]
fn recording() {
    for (what, steps, expected) in [
        ("no phases", vec![Enter(10), Leave(15)], vec![(None, vec![(0, 5)], 1)]),
        ("labels outside calls", vec![Begin(1, 5), Enter(10), Leave(15), Begin(2, 20)], vec![(None, vec![(0, 5)], 1)]),
        (
            "two calls",
            vec![Enter(10), Begin(1, 12), Begin(2, 15), Leave(19), Enter(26), Begin(2, 27), Leave(30)],
            vec![(None, vec![(0, 2), (1, 3), (2, 4)], 1), (Some(7), vec![(0, 1), (2, 3)], 1)],
        ),
        (
            "a phase that comes again",
            vec![Enter(0), Begin(1, 2), Begin(2, 5), Begin(1, 6), Begin(1, 7), Leave(10)],
            vec![(None, vec![(0, 2), (1, 7), (2, 1)], 1)],
        ),
        (
            "polling within a phase",
            vec![Enter(0), Begin(1, 2), Mark(5), Repeat(100, 4), Begin(2, 410), Leave(411)],
            vec![(None, vec![(0, 2), (1, 408), (2, 1)], 1)],
        ),
        (
            // A round from 5 to 15: in phase 1 up to 8, in phase 2 up to 14, then in phase 1.
            "polling through phases",
            vec![Enter(0), Begin(1, 2), Mark(5), Begin(2, 8), Begin(1, 14), Repeat(10, 10), Leave(120)],
            vec![(None, vec![(0, 2), (1, 6 + 1 + 10 * 4 + 5), (2, 6 + 10 * 6)], 1)],
        ),
        (
            // Rounds of 10 cycles. In each, a call that tests is left in the 4th cycle, and 3
            // cycles pass outside of calls.
            "calls again and again",
            vec![
                Enter(3),
                Begin(1, 5),
                Mark(6),
                Leave(10),
                Enter(13),
                Begin(1, 15),
                Repeat(50, 10),
                Leave(520),
                Enter(523),
                Leave(525),
            ],
            vec![(None, vec![(0, 2), (1, 5)], 51), (Some(3), vec![(0, 2), (1, 5)], 1), (Some(3), vec![(0, 2)], 1)],
        ),
    ] {
        assert_eq!(record(&steps), expected, "{what}");
    }
}

/// The events of a further processor, in order. Phase 0 lasts from the start on.
#[test]
fn stays() {
    enum Step {
        Begin(u16, u64),
        Round(u64),
        Repeat(u64, u64),
    }
    use Step::*;
    // Phase, cycles of a stay, and number of such stays.
    type Expected = &'static [(u16, u64, u64)];
    let rows: [(&str, &[Step], u64, Expected); 5] = [
        ("no labels", &[], 10, &[(0, 10, 1)]),
        (
            "phases, some again",
            &[Begin(1, 3), Begin(1, 4), Begin(2, 9), Begin(1, 11), Begin(2, 17), Begin(3, 19)],
            20,
            &[(0, 3, 1), (1, 6, 2), (2, 2, 2), (3, 1, 1)],
        ),
        (
            "polling within a phase",
            &[Begin(1, 3), Round(5), Repeat(100, 4), Begin(2, 411)],
            412,
            &[(0, 3, 1), (1, 408, 1), (2, 1, 1)],
        ),
        (
            // Rounds of 10 cycles from 5 on: in phase 1 up to the 3rd cycle, in phase 2 up to the
            // 9th, then in phase 1.
            "polling through phases",
            &[Begin(1, 2), Round(5), Begin(2, 8), Begin(1, 14), Repeat(10, 10), Begin(3, 117)],
            120,
            &[(0, 2, 1), (1, 3, 1), (1, 4, 10), (1, 6, 1), (2, 6, 11), (3, 3, 1)],
        ),
        (
            // The same with one more phase, and after an earlier round.
            "other rounds",
            &[Round(1), Begin(1, 2), Round(5), Begin(2, 8), Begin(3, 10), Begin(1, 14), Repeat(10, 10)],
            115,
            &[(0, 2, 1), (1, 1, 1), (1, 4, 10), (1, 6, 1), (2, 2, 11), (3, 4, 11)],
        ),
    ];
    for (what, steps, now, expected) in rows {
        let mut recorder = StayRecorder::default();
        for step in steps {
            match *step {
                Begin(phase, cycle) => recorder.begin(PhaseId(phase), cycle),
                Round(cycle) => recorder.begin_round(cycle),
                Repeat(rounds, cycles) => recorder.repeat(rounds, cycles),
            }
        }
        let stays: Vec<(u16, u64, u64)> =
            recorder.stays(now).into_iter().map(|((phase, cycles), times)| (phase.0, cycles, times)).collect();
        assert_eq!(stays, expected, "{what}");
        assert_eq!(stays.iter().map(|(_, cycles, times)| cycles * times).sum::<u64>(), now, "{what}");
    }
}
