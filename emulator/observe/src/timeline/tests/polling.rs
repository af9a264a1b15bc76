//! Tests of lanes: the states that follow from rounds of polling loops.

use crate::timeline::PollingSpans;

#[test]
fn states() {
    // The cycle at which the watched round began, its cycles, and the cycle up to which the
    // processor polled.
    type Polled = (u64, u64, u64);
    let rows: [(&str, &[Polled], u64, &str); 5] = [
        ("nothing", &[], 30, "0-30c"),
        ("the round before the watched one counts", &[(20, 5, 60)], 100, "0-15c 15-60p 60-100c"),
        ("from the start", &[(3, 5, 60)], 60, "0-60p"),
        (
            "spans that meet are one",
            &[(20, 5, 60), (66, 6, 90), (97, 6, 110)],
            120,
            "0-15c 15-90p 90-91c 91-110p 110-120c",
        ),
        ("up to the end of the run", &[(20, 5, 60), (80, 5, 90)], 50, "0-15c 15-50p"),
    ];
    for (what, polled, end, expected) in rows {
        for scale in [1, 4] {
            let mut spans = PollingSpans::default();
            for &(began, cycles, until) in polled {
                spans.add(began, until, cycles);
            }
            let states = spans.states(end * scale, &|cycle| cycle * scale);
            let told: Vec<String> = states
                .iter()
                .map(|one| format!("{}-{}{}", one.begin / scale, one.end / scale, &one.name()[..1]))
                .collect();
            assert_eq!(told.join(" "), expected, "{what}");
        }
    }
}
