//! Datatypes as MPI describes them: signature, extent, and the bytes that they occupy (MPI 4.1
//! §5.1).

use super::signature::{Run, Signature, append};
use std::sync::Arc;

/// The most runs of a signature, and segments of a layout. Larger datatypes are not compared.
const PARTS_MAX: usize = 1 << 16;

/// One datatype.
#[derive(Clone, Debug)]
pub(super) struct Datatype {
    /// The number of bytes of data.
    pub size: u64,
    pub lower: i64,
    pub upper: i64,
    /// The alignment of its most strictly aligned part.
    pub align: u64,
    /// Its signature: these runs, repeated. None if there are too many parts.
    pub runs: Option<Arc<[Run]>>,
    pub repeat: u64,
    /// The layout of its bytes: pairs of distance from the start and length, ascending and not
    /// adjacent. None if there are too many.
    pub segments: Option<Arc<[(i64, u64)]>>,
}

/// A block: distance in bytes, number of elements, and their type.
pub(super) type Block<'a> = (i64, u64, &'a Datatype);

impl Datatype {
    pub fn extent(&self) -> i64 {
        self.upper.saturating_sub(self.lower)
    }

    /// Are its elements adjacent, without gaps?
    fn is_dense(&self) -> bool {
        self.lower == 0
            && self.upper == self.size as i64
            && matches!(self.segments.as_deref(), Some([(0, length)]) if *length == self.size)
    }

    /// The type of these blocks, in order.
    pub fn of_blocks(blocks: &[Block<'_>]) -> Datatype {
        let mut made = Datatype {
            size: blocks.iter().fold(0, |sum: u64, (_, count, of)| sum.saturating_add(count.saturating_mul(of.size))),
            lower: i64::MAX,
            upper: i64::MIN,
            align: 1,
            runs: None,
            repeat: 1,
            segments: segments_of(blocks),
        };
        for &(at, count, of) in blocks.iter().filter(|(_, count, _)| *count > 0) {
            let last = at.saturating_add(of.extent().saturating_mul(count as i64 - 1));
            made.lower = made.lower.min(at.min(last).saturating_add(of.lower));
            made.upper = made.upper.max(at.max(last).saturating_add(of.upper));
            made.align = made.align.max(of.align);
        }
        if made.lower > made.upper {
            (made.lower, made.upper) = (0, 0);
        }
        (made.runs, made.repeat) = runs_of(blocks);
        made
    }

    /// The type of a C structure: its extent is padded, so that the next structure is aligned.
    pub fn of_struct(blocks: &[Block<'_>]) -> Datatype {
        let made = Datatype::of_blocks(blocks);
        let extent = made.extent().max(0) as u64;
        Datatype { upper: made.lower.saturating_add(extent.next_multiple_of(made.align) as i64), ..made }
    }

    /// The signature of `count` elements.
    pub fn signature(&self, count: u64) -> Option<Signature> {
        Some(Signature::new(self.runs.as_ref()?, self.repeat.checked_mul(count)?))
    }

    /// The bytes that `count` elements occupy from an address on, as ascending ranges that are not
    /// adjacent. None if they are not known.
    pub fn ranges(&self, address: u64, count: u64) -> Option<Vec<(u64, u64)>> {
        let whole = Datatype::of_blocks(&[(0, count, self)]);
        let segments = whole.segments?;
        let range = |&(at, length): &(i64, u64)| {
            let start = address.wrapping_add_signed(at);
            (start, start.wrapping_add(length))
        };
        Some(segments.iter().map(range).collect())
    }
}

/// The signature of blocks.
fn runs_of(blocks: &[Block<'_>]) -> (Option<Arc<[Run]>>, u64) {
    let full = || blocks.iter().filter(|(_, count, of)| *count > 0 && of.size > 0);
    let Some((_, _, first)) = full().next() else { return (Some([].into()), 1) };
    let is_one_type = |of: &Datatype| match (&of.runs, &first.runs) {
        (Some(one), Some(other)) => of.repeat == first.repeat && Arc::ptr_eq(one, other),
        _ => false,
    };
    if full().all(|(_, _, of)| is_one_type(of)) {
        let count = full().fold(0, |sum: u64, (_, count, _)| sum.saturating_add(*count));
        return (first.runs.clone(), first.repeat.saturating_mul(count));
    }
    let mut runs: Vec<Run> = Vec::new();
    for (_, count, of) in full() {
        let Some(own) = &of.runs else { return (None, 1) };
        let rounds = of.repeat.saturating_mul(*count);
        if let [run] = **own {
            append(&mut runs, &[Run { count: run.count.saturating_mul(rounds), ..run }]);
            continue;
        }
        if rounds.saturating_mul(own.len() as u64).saturating_add(runs.len() as u64) > PARTS_MAX as u64 {
            return (None, 1);
        }
        (0..rounds).for_each(|_| append(&mut runs, own));
    }
    (Some(runs.into()), 1)
}

/// The layout of blocks.
fn segments_of(blocks: &[Block<'_>]) -> Option<Arc<[(i64, u64)]>> {
    let mut segments: Vec<(i64, u64)> = Vec::new();
    for &(at, count, of) in blocks.iter().filter(|(_, count, of)| *count > 0 && of.size > 0) {
        if of.is_dense() {
            segments.push((at, count.checked_mul(of.size)?));
        } else {
            let own = of.segments.as_deref()?;
            if count.saturating_mul(own.len() as u64).saturating_add(segments.len() as u64) > PARTS_MAX as u64 {
                return None;
            }
            for element in 0..count as i64 {
                let begin = at.checked_add(of.extent().checked_mul(element)?)?;
                segments.extend(own.iter().map(|(offset, length)| (begin.saturating_add(*offset), *length)));
            }
        }
        if segments.len() > PARTS_MAX {
            return None;
        }
    }
    segments.sort_unstable();
    let mut joined: Vec<(i64, u64)> = Vec::new();
    for (at, length) in segments {
        match joined.last_mut() {
            Some((last, bytes)) if last.saturating_add(*bytes as i64) >= at => {
                *bytes = (*bytes).max((at.saturating_add(length as i64).saturating_sub(*last)) as u64);
            }
            _ => joined.push((at, length)),
        }
    }
    Some(joined.into())
}
