//! Tests: packed lists return the records that were added, in whatever order records are read and
//! changed.

use super::*;

/// Pseudo-random numbers (xorshift64) that depend only on the seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // Short and long numbers are equally frequent.
        self.0 >> (self.0 % 64)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Every {
    plain: u64,
    near: u64,
    some: Option<u64>,
    small: u32,
    is_set: bool,
}

impl Record for Every {
    fn code(&mut self, before: &Every, coder: &mut impl Coder) {
        let near = coder.near(self.near, before.near);
        *self = Every {
            plain: coder.unsigned(self.plain),
            near,
            some: coder.some_near(self.some, near),
            small: coder.small(self.small),
            is_set: coder.flag(self.is_set),
        };
    }
}

fn records(count: usize) -> Vec<Every> {
    let mut random = Random(count as u64 + 1);
    let mut record = || {
        let (plain, near, some) = (random.next(), random.next(), random.next());
        Every {
            plain,
            near,
            some: Some(some).filter(|_| !plain.is_multiple_of(3)),
            small: near as u32,
            is_set: some.is_multiple_of(2),
        }
    };
    let edge = |value: u64| Every { plain: value, near: value, some: Some(value), small: value as u32, is_set: true };
    let edges = [0, u64::MAX, 0, 1, i64::MAX as u64, i64::MIN as u64, 127, 128].map(edge);
    edges.into_iter().chain((0..count).map(|_| record())).take(count).collect()
}

const LENGTHS: [usize; 9] = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 3 * CHUNK, 10 * CHUNK + 7];

#[test]
fn records_come_back() {
    for count in LENGTHS {
        let records = records(count);
        let list = Packed::from(records.clone());
        assert_eq!((list.len(), list.is_empty(), list.last()), (count, count == 0, records.last().copied()));
        assert_eq!(list.iter().collect::<Vec<_>>(), records, "{count}");
        for first in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, count, count + 1, 20 * CHUNK] {
            assert_eq!(
                list.iter_from(first).collect::<Vec<_>>(),
                records.get(first..).unwrap_or_default(),
                "{count} {first}"
            );
        }
        let (mut cursor, mut random) = (list.cursor(), Random(7));
        for index in (0..count + 2).chain((0..200).map(|_| random.next() as usize % (count + 2))) {
            assert_eq!(list.get(index), records.get(index).copied(), "{count} {index}");
            assert_eq!(cursor.get(index), records.get(index), "{count} {index}");
        }
        assert_eq!((list.get(usize::MAX), list == Packed::from(records)), (None, true));
    }
}

#[test]
fn records_change() {
    for count in LENGTHS {
        let mut records = records(count);
        let mut list = Packed::from(records.clone());
        let mut random = Random(9);
        for round in 0..500 {
            let index = random.next() as usize % (count + 1);
            let changed = Every { near: random.next(), ..Every::default() };
            list.update(index, |record| *record = changed);
            records.get_mut(index).into_iter().for_each(|record| *record = changed);
            assert_eq!(list.get(index), records.get(index).copied(), "{count} {round}");
            // Records are changed while the list grows.
            list.push(changed);
            records.push(changed);
        }
        assert_eq!(list.iter().collect::<Vec<_>>(), records, "{count}");
    }
}

#[test]
fn places_are_found() {
    for count in LENGTHS {
        let list: Packed<(u64, u32)> = (0..count as u64).map(|at| (10 * at, 0)).collect();
        let mut cursor = list.cursor();
        let ends = [0, 10 * count as u64, u64::MAX];
        for time in (0..count as u64).flat_map(|at| [10 * at, 10 * at + 5]).chain(ends) {
            let expected = count.min((time / 10) as usize + 1);
            assert_eq!(cursor.partition_point(|record| record.0 <= time), expected, "{count} {time}");
            assert_eq!(list.cursor().partition_point(|record| record.0 <= time), expected, "{count} {time}");
        }
    }
}

/// If neighbouring records are similar, the list takes much less memory than the records.
#[test]
fn neighbours_are_short() {
    let list: Packed<(u64, u32)> = (0..1000).map(|at| ((1 << 40) + 50 * at, 1)).collect();
    let bytes: usize = list.chunks.iter().map(|chunk| chunk.len()).sum();
    assert!(bytes / list.chunks.len() < 4 * CHUNK, "{bytes} bytes in {} chunks", list.chunks.len());
}
