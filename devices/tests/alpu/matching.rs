//! Matching: which entries match, and which of them wins.

use crate::world::*;
use rankine_devices::alpu::Flavour;
use rankine_devices::alpu::control::Response::{Failure, Success};
use rankine_devices::alpu::list::{Entry, Probe};

/// Entries in order (source, tag, mask, name), headers (source, tag), the answer to each.
#[test]
fn wildcards_in_posted_receives() {
    let both = ANY_SOURCE | ANY_TAG;
    for (entries, headers, expected) in [
        (&[(0, 5, ANY_SOURCE, 1), (3, 5, 0, 2)][..], &[(3, 5), (3, 5)][..], &[Success(1), Success(2)][..]),
        (&[(3, 5, 0, 2), (0, 5, ANY_SOURCE, 1)], &[(3, 5), (3, 5)], &[Success(2), Success(1)]),
        (&[(3, 5, 0, 2), (0, 5, ANY_SOURCE, 1)], &[(4, 5), (3, 5)], &[Success(1), Success(2)]),
        // The source is in the middle of the word: tags below and contexts above it still count.
        (&[(0, 5, ANY_SOURCE, 1)], &[(7, 6), (7, 5)], &[Failure, Success(1)]),
        (&[(7, 0, ANY_TAG, 1)], &[(6, 5), (7, 5)], &[Failure, Success(1)]),
        (&[(0, 0, both, 1), (0, 0, both, 2)], &[(7, 9), (0, 0), (1, 1)], &[Success(1), Success(2), Failure]),
        (&[], &[(0, 0)], &[Failure]),
        (&[(0x7fff, 0xffff, 0, 0xf_ffff)], &[(0x7ffe, 0xffff), (0x7fff, 0xffff)], &[Failure, Success(0xf_ffff)]),
    ] {
        let mut alone = Alone::posted(16, 8);
        alone.fill(entries.iter().map(|&(source, tag, mask, name)| entry(source, tag, mask, name)));
        let results: Vec<_> = headers.iter().flat_map(|&(source, tag)| alone.ask(header(source, tag))).collect();
        assert_eq!(results, expected, "{entries:?} {headers:?}");
    }
}

/// Each of the 42 bits counts, and can be masked.
#[test]
fn every_bit() {
    for bit in 0..42 {
        let [plain, masked] = [0, 1 << bit].map(|mask| Entry { bits: 0, mask, tag: 1 });
        let probe = Probe { bits: 1 << bit, mask: 0 };
        assert!(!plain.matches(probe) && masked.matches(probe), "bit {bit}");
        assert!(plain.matches(Probe { mask: 1 << bit, ..probe }), "bit {bit}");
    }
}

/// Contexts differ in bits of both halves of the word.
#[test]
fn contexts() {
    let mut alone = Alone::posted(16, 8);
    let everything = ANY_SOURCE | ANY_TAG;
    alone.fill([2, 1, 1024].map(|context| Entry { bits: word(context, 0, 0), mask: everything, tag: context as u32 }));
    for context in [1u32, 3, 1024, 2] {
        let expected = if context == 3 { Failure } else { Success(context) };
        assert_eq!(alone.ask(Probe { bits: word(context.into(), 9, 9), mask: 0 }), [expected]);
    }
}

/// The unit for unexpected messages stores explicit headers; the mask comes with the request. Masks
/// of the other side are ignored.
#[test]
fn who_brings_the_mask() {
    for (flavour, expected) in
        [(Flavour::Unexpected, [Success(1), Failure, Success(2)]), (Flavour::Posted, [Failure, Success(1), Success(2)])]
    {
        let mut alone = Alone::new(&params(16, 8), flavour);
        alone.fill([entry(4, 5, ANY_TAG, 1), entry(3, 5, 0, 2)]);
        let requests = [Probe { mask: ANY_SOURCE, ..header(0, 5) }, header(4, 6), header(3, 5)];
        let results: Vec<_> = requests.into_iter().flat_map(|request| alone.ask(request)).collect();
        assert_eq!(results, expected, "{flavour:?}");
    }
}

/// A request from any source gets the oldest message.
#[test]
fn the_oldest_unexpected_message() {
    let mut alone = Alone::new(&params(16, 8), Flavour::Unexpected);
    alone.fill(
        [(9, 4), (7, 5), (8, 5), (7, 5)].into_iter().zip(1..).map(|((source, tag), name)| entry(source, tag, 0, name)),
    );
    let request = Probe { mask: ANY_SOURCE, ..header(0, 5) };
    let results: Vec<_> = (0..4).flat_map(|_| alone.ask(request)).collect();
    assert_eq!(results, [Success(2), Success(3), Success(4), Failure]);
}

/// Tags are cut to their width.
#[test]
fn width_of_tags() {
    for (tag_bits, expected) in [(1, 1), (16, 0xffff), (20, 0xf_ffff)] {
        let mut alone = Alone::new(&rankine_devices::alpu::AlpuParams { tag_bits, ..params(16, 8) }, Flavour::Posted);
        alone.fill([entry(0, 0, 0, u32::MAX)]);
        assert_eq!(alone.ask(header(0, 0)), [Success(expected)], "{tag_bits} bits");
    }
}

/// A full unit finds the newest entry as fast as the oldest, in the cycles that its number of
/// blocks gives.
#[test]
fn a_full_unit() {
    for (cells, block, cycles) in
        [(256, 8, 7), (256, 16, 7), (256, 32, 6), (128, 8, 7), (128, 16, 6), (128, 32, 6), (16, 8, 6)]
    {
        for wanted in [0, cells - 1] {
            let mut alone = Alone::posted(cells, block);
            alone.fill((0..cells).map(|number| entry(u64::from(number), 0, 0, number)));
            let begin = alone.cycle;
            assert_eq!(alone.ask(header(u64::from(wanted), 0)), [Success(wanted)]);
            // It sees the input of a cycle in the next one.
            assert_eq!(alone.cycle - begin, 1 + cycles, "{cells} cells in blocks of {block}");
        }
    }
}
