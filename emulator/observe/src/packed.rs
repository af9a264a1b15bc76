//! Lists of records in little memory. Observers keep a run as bytes: each record is written as its
//! difference from the one before. The order of records stays. A record is assembled when it is
//! read.

use crate::coding::{Coder, Decoder, Encoder};
use std::borrow::Cow;

/// A record whose fields can be written as bytes and read again.
pub trait Record: Clone + Default {
    /// Passes each field through `coder`, and stores the value that it returns. For equal values,
    /// the fields and their order must be the same. `before` is the record in front of this one, or
    /// the default record.
    fn code(&mut self, before: &Self, coder: &mut impl Coder);
}

/// The number of records that are written together. To read a record, the ones in front of it in
/// its chunk are read, too.
const CHUNK: usize = 64;

/// Records in order. The newest are not packed, so changing them costs nothing.
#[derive(Clone)]
pub struct Packed<T> {
    /// Packed chunks, each with `CHUNK` records.
    chunks: Vec<Box<[u8]>>,
    /// The newest records, fewer than two chunks.
    tail: Vec<T>,
    /// The index and records of the chunk that was changed last. `chunks` still has its old bytes.
    changed: Option<(usize, Vec<T>)>,
    /// The bytes of all chunks.
    bytes: usize,
}

impl<T> Default for Packed<T> {
    fn default() -> Packed<T> {
        Packed { chunks: Vec::new(), tail: Vec::new(), changed: None, bytes: 0 }
    }
}

impl<T> Packed<T> {
    pub fn len(&self) -> usize {
        self.chunks.len() * CHUNK + self.tail.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory of the packed records. The newest records, fewer than two chunks, do not count.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<T: Record> Packed<T> {
    pub fn push(&mut self, record: T) {
        self.tail.push(record);
        if self.tail.len() == 2 * CHUNK {
            let chunk = encoded(&self.tail[..CHUNK]);
            self.bytes += size_of_chunk(&chunk);
            self.chunks.push(chunk);
            self.tail.drain(..CHUNK);
        }
    }

    /// The record with this index.
    pub fn get(&self, index: usize) -> Option<T> {
        let (chunk, place) = (index / CHUNK, index % CHUNK);
        match self.plain(chunk) {
            Some(records) => records.get(index - chunk.min(self.chunks.len()) * CHUNK).cloned(),
            None => decoded(&self.chunks[chunk]).nth(place),
        }
    }

    pub fn last(&self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Changes the record with this index, if there is one. A change near the last changed record
    /// is cheap.
    pub fn update(&mut self, index: usize, change: impl FnOnce(&mut T)) {
        let chunk = index / CHUNK;
        if chunk >= self.chunks.len() {
            return self.tail.get_mut(index - self.chunks.len() * CHUNK).map_or((), change);
        }
        if self.changed.as_ref().is_none_or(|(known, _)| *known != chunk) {
            if let Some((before, records)) = self.changed.take() {
                let chunk = encoded(&records);
                self.bytes = self.bytes + size_of_chunk(&chunk) - size_of_chunk(&self.chunks[before]);
                self.chunks[before] = chunk;
            }
            self.changed = Some((chunk, decoded(&self.chunks[chunk]).collect()));
        }
        if let Some((_, records)) = &mut self.changed {
            change(&mut records[index % CHUNK]);
        }
    }

    /// The record with this index, if it is one of the newest, which are not packed.
    pub fn newest(&self, index: usize) -> Option<&T> {
        self.tail.get(index.checked_sub(self.chunks.len() * CHUNK)?)
    }

    pub fn iter(&self) -> Records<'_, T> {
        self.iter_from(0)
    }

    /// The records from this index on.
    pub fn iter_from(&self, index: usize) -> Records<'_, T> {
        let chunk = (index / CHUNK).min(self.chunks.len());
        let mut chunk_records = self.records(chunk).into_iter();
        if let Some(skipped) = (index - chunk * CHUNK).checked_sub(1) {
            chunk_records.nth(skipped);
        }
        Records { list: self, chunk, records: chunk_records }
    }

    /// Reads records in any order. Reading a record near the last one is cheap.
    pub fn cursor(&self) -> Cursor<'_, T> {
        Cursor { list: self, chunk: 0, records: Cow::default() }
    }

    /// The records of a chunk, if they are at hand unpacked. The tail counts as the chunk behind
    /// the last one.
    fn plain(&self, chunk: usize) -> Option<&[T]> {
        if chunk >= self.chunks.len() {
            return Some(&self.tail);
        }
        self.changed.as_ref().filter(|(known, _)| *known == chunk).map(|(_, records)| records.as_slice())
    }

    fn records(&self, chunk: usize) -> Vec<T> {
        self.plain(chunk).map_or_else(|| decoded(&self.chunks[chunk]).collect(), <[T]>::to_vec)
    }

    /// The first record of a chunk.
    fn first(&self, chunk: usize) -> Option<T> {
        match self.plain(chunk) {
            Some(records) => records.first().cloned(),
            None => decoded(&self.chunks[chunk]).next(),
        }
    }
}

/// The bytes of a chunk, and of the pointer to it.
fn size_of_chunk(chunk: &[u8]) -> usize {
    chunk.len() + size_of::<Box<[u8]>>()
}

fn encoded<T: Record>(records: &[T]) -> Box<[u8]> {
    let (mut encoder, mut before) = (Encoder::default(), T::default());
    for record in records {
        let mut record = record.clone();
        record.code(&before, &mut encoder);
        before = record;
    }
    encoder.finish()
}

fn decoded<T: Record>(bytes: &[u8]) -> impl Iterator<Item = T> {
    let (mut decoder, mut before) = (Decoder::new(bytes), T::default());
    (0..CHUNK).map(move |_| {
        let mut record = T::default();
        record.code(&before, &mut decoder);
        before.clone_from(&record);
        record
    })
}

/// An iterator over a list.
#[derive(Clone)]
pub struct Records<'a, T> {
    list: &'a Packed<T>,
    /// The chunk to which the remaining `records` belong.
    chunk: usize,
    records: std::vec::IntoIter<T>,
}

impl<T: Record> Iterator for Records<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.records.len() == 0 && self.chunk < self.list.chunks.len() {
            self.chunk += 1;
            self.records = self.list.records(self.chunk).into_iter();
        }
        self.records.next()
    }
}

/// Reads records of a list. It remembers the unpacked records of one chunk.
pub struct Cursor<'a, T: Clone> {
    list: &'a Packed<T>,
    /// The chunk of `records`, unless `records` is empty.
    chunk: usize,
    records: Cow<'a, [T]>,
}

impl<T: Record> Cursor<'_, T> {
    /// The record with this index.
    pub fn get(&mut self, index: usize) -> Option<&T> {
        let chunk = (index / CHUNK).min(self.list.chunks.len());
        self.load(chunk);
        self.records.get(index - chunk * CHUNK)
    }

    /// The number of records in front of the first one for which `is_before` does not hold. It must
    /// not hold for any later one.
    pub fn partition_point(&mut self, is_before: impl Fn(&T) -> bool) -> usize {
        let begins_before = |chunk: usize| self.list.first(chunk).is_some_and(|first| is_before(&first));
        let is_here = self.records.first().is_some_and(&is_before)
            && (self.chunk >= self.list.chunks.len() || !begins_before(self.chunk + 1));
        if !is_here {
            // Finds the last chunk that begins in front of the place.
            let (mut low, mut high) = (0, self.list.chunks.len() + 1);
            while low < high {
                let middle = low + (high - low) / 2;
                if begins_before(middle) { low = middle + 1 } else { high = middle }
            }
            self.load(low.saturating_sub(1));
        }
        self.chunk * CHUNK + self.records.partition_point(is_before)
    }

    fn load(&mut self, chunk: usize) {
        if self.records.is_empty() || self.chunk != chunk {
            let decode = || Cow::Owned(decoded(&self.list.chunks[chunk]).collect());
            (self.chunk, self.records) = (chunk, self.list.plain(chunk).map_or_else(decode, Cow::Borrowed));
        }
    }
}

impl<T: Record> Extend<T> for Packed<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, records: I) {
        records.into_iter().for_each(|record| self.push(record));
    }
}

impl<T: Record> FromIterator<T> for Packed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(records: I) -> Packed<T> {
        let mut list = Packed::default();
        list.extend(records);
        list
    }
}

impl<T: Record> From<Vec<T>> for Packed<T> {
    fn from(records: Vec<T>) -> Packed<T> {
        records.into_iter().collect()
    }
}

impl<T: Record + PartialEq> PartialEq for Packed<T> {
    fn eq(&self, other: &Packed<T>) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Record + std::fmt::Debug> std::fmt::Debug for Packed<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Joins two lists that are in order of time. At equal times, records of the first list come first.
pub(crate) fn merged<T: Record>(
    one: impl Iterator<Item = T>,
    other: impl Iterator<Item = T>,
    time: impl Fn(&T) -> u64,
) -> Packed<T> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let next = || match (one.peek(), other.peek()) {
        (Some(first), Some(second)) if time(second) < time(first) => other.next(),
        (None, _) => other.next(),
        _ => one.next(),
    };
    std::iter::from_fn(next).collect()
}

/// A cycle, and the number of items from that cycle on.
impl Record for (u64, u32) {
    fn code(&mut self, before: &(u64, u32), coder: &mut impl Coder) {
        *self = (coder.near(self.0, before.0), coder.small(self.1));
    }
}

#[cfg(test)]
#[path = "tests/packed.rs"]
mod tests;
