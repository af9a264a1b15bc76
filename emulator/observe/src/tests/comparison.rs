//! Rows of two runs: which are shown, in which order, and how a difference is written.

use super::pairs::{Pairs, Words};

fn values(list: &[(&str, u64)]) -> Vec<(String, u64)> {
    list.iter().map(|(name, value)| (name.to_string(), *value)).collect()
}

#[test]
fn greatest_difference_first() {
    let pairs = Pairs::of([
        values(&[("same", 5), ("less", 100), ("gone", 7), ("many", 2), ("twice", 1), ("twice", 2)]),
        values(&[("same", 5), ("less", 50), ("new", 12_345), ("many", 25), ("twice", 4)]),
    ]);
    let mut out = String::new();
    pairs.write(&mut out, "Title", 10);
    let expected = "\
Title
         A       B    B - A      %
new      0  12 345  +12 345    new
less   100      50      -50  -50.0
many     2      25      +23  ×12.5
gone     7       0       -7   gone
twice    3       4       +1  +33.3
";
    assert_eq!(out, expected);
    out.clear();
    pairs.write(&mut out, "Title", 1);
    assert!(out.starts_with("Title: 1 of 5 that differ\n"), "{out}");
    out.clear();
    Pairs::of([values(&[("same", 5)]), values(&[("same", 5)])]).write(&mut out, "Title", 10);
    assert_eq!(out, "");
}

#[test]
fn keys_that_differ() {
    let words = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    };
    let mut out = String::new();
    Words::of([words(&[("a", "1"), ("b", "2")]), words(&[("a", "1"), ("b", "3"), ("c", "x")])]).write(
        &mut out,
        "Keys",
        usize::MAX,
    );
    assert_eq!(out, "Keys\n   A  B\nb  2  3\nc  -  x\n");
}
