//! Predefined datatypes: the parts that they consist of, and the places of these (RISC-V psABI,
//! "C/C++ type representations").

use super::datatype::Datatype;
use super::signature::{Basic, Run};
use rankine_program::mpi::datatype_bytes;

const DATATYPE_NULL: u64 = 0x200;

/// Types that are pairs of a value and an index: their handles, and those of both parts.
const PAIRS: &[(u64, u64, u64)] = &[
    (0x228, 0x210, 0x209),
    (0x229, 0x214, 0x209),
    (0x22a, 0x20a, 0x209),
    (0x22b, 0x209, 0x209),
    (0x22c, 0x208, 0x209),
    (0x22d, 0x220, 0x209),
    (0x230, 0x21a, 0x21a),
    (0x231, 0x21c, 0x21c),
    (0x232, 0x219, 0x219),
];

/// Complex types. They are aligned like their parts, not to their size.
const COMPLEX: &[u64] = &[0x212, 0x213, 0x216, 0x217, 0x21b, 0x21d, 0x224, 0x225, 0x2d3, 0x2db, 0x2e3, 0x2eb];

/// The predefined datatype with this handle, if there is one.
pub(super) fn predefined(handle: u64, word_bytes: u64) -> Option<Datatype> {
    if handle == DATATYPE_NULL {
        return None;
    }
    if let Some(&(_, first, second)) = PAIRS.iter().find(|row| row.0 == handle) {
        let (first, second) = (scalar(first, word_bytes)?, scalar(second, word_bytes)?);
        let at = first.size.next_multiple_of(second.align) as i64;
        return Some(Datatype::of_struct(&[(0, 1, &first), (at, 1, &second)]));
    }
    scalar(handle, word_bytes)
}

fn scalar(handle: u64, word_bytes: u64) -> Option<Datatype> {
    let size = datatype_bytes(handle, word_bytes)?;
    let align = if COMPLEX.contains(&handle) { size / 2 } else { size };
    Some(Datatype {
        size,
        lower: 0,
        upper: size as i64,
        align: align.clamp(1, 16),
        runs: Some([Run { basic: handle as Basic, count: 1 }].into()),
        repeat: 1,
        segments: Some([(0, size)].into()),
    })
}
