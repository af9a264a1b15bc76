//! Tests of timelines: the recordings of `samples` are written in each format, read back and
//! compared.

mod chrome;
mod paraver;
mod perfetto;
mod polling;
mod reading;
mod samples;
mod simgrid;

use crate::recording::{Message, MpiCall, Recording};
use std::io::{self, Write};

type WriteFile = fn(&Recording, &mut dyn Write) -> io::Result<()>;

const WRITERS: [(&str, WriteFile); 6] = [
    ("perfetto", |recording, out| super::perfetto(recording, &[], out)),
    ("chrome", |recording, out| super::chrome(recording, &[], out)),
    ("prv", super::paraver_prv),
    ("pcf", super::paraver_pcf),
    ("row", super::paraver_row),
    ("simgrid", |recording, out| {
        let pairs = super::Pairs::new(recording);
        (0..recording.ranks.len()).try_for_each(|rank| super::simgrid_rank(recording, &pairs, rank, out).map(|_| ()))
    }),
];

/// A file that is full after a number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = bytes.len().min(self.0);
        self.0 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error() {
    for (name, write) in WRITERS {
        let mut whole = Vec::new();
        write(&samples::edges(), &mut whole).unwrap();
        for size in [0, 1, whole.len() / 2, whole.len() - 1] {
            assert!(write(&samples::edges(), &mut Full(size)).is_err(), "{name} {size}");
        }
    }
}

/// Invalid recordings: numbers beyond every list, times out of order. The files may be useless, but
/// they are written.
#[test]
fn nonsense() {
    let huge = [0, 1, u64::MAX, 5, u64::MAX - 1];
    let call = |index: usize| MpiCall {
        function: (index * 7 % 30) as u32,
        entered: huge[index % 5],
        left: huge[(index + 2) % 5],
        repeats: huge[(index + 1) % 5],
        wait_cycles: huge[index % 3],
        is_under_way: index % 4 == 3,
        ..samples::exchange([0, 0], index as i32 - 9, i32::MIN, -5, u64::MAX)
    };
    let message = |index: usize| Message {
        matched: Some(huge[index % 5]).filter(|_| index % 3 < 2),
        received: Some(huge[index % 4]).filter(|_| index % 5 < 4),
        ..samples::message([index as u32 % 3, u32::MAX * (index as u32 % 2)], i32::MIN, u64::MAX, [huge[index % 5]; 4])
    };
    for clock_hz in [0, 1, u64::MAX] {
        let mut ranks: Vec<_> = (0..2).map(|rank| samples::rank(rank, u64::MAX, (0..40).map(call).collect())).collect();
        ranks[1].unexpected = vec![(u64::MAX, u32::MAX), (0, 0)].into();
        ranks[1].rank = u32::MAX;
        let recording = Recording { clock_hz, ..samples::recording(ranks, (0..40).map(message).collect()) };
        for (name, write) in WRITERS {
            let mut file = Vec::new();
            write(&recording, &mut file).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!file.is_empty());
        }
    }
}

/// The legend must describe every note, event type, state and action.
#[test]
fn described() {
    let text = include_str!("../../../../../docs/traces.md");
    let mut words: Vec<String> = Vec::new();
    for recording in samples::all() {
        for rank in perfetto::written_and_read(&recording).ranks {
            let slices = rank.calls.iter().chain(&rank.messages);
            words.extend(slices.flat_map(|slice| slice.notes.keys().map(|name| format!("`{name}`"))));
        }
        for rank in 0..recording.ranks.len() {
            let mut file = Vec::new();
            super::simgrid_rank(&recording, &super::Pairs::new(&recording), rank, &mut file).unwrap();
            let lines = String::from_utf8(file).unwrap();
            words.extend(lines.lines().map(|line| format!("`{}", line.split(' ').nth(1).unwrap())));
        }
    }
    words.extend(super::extrae::STATES.iter().map(|(number, name, _)| format!("| {number} {name} |")));
    words.extend(super::extrae::TYPES.iter().map(|(number, name)| format!("| {number} {name} |")));
    for word in words {
        assert!(text.contains(&word), "docs/traces.md lacks {word}");
    }
}
