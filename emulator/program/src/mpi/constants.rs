//! Handles and constants of the MPI 5.0 standard ABI (MPI 5.0, chapter 20 and annex A), by value.

pub const ANY_SOURCE: i32 = -1;
pub const ANY_TAG: i32 = -2;
pub const PROC_NULL: i32 = -3;
/// Stands for the root in an inter-communicator's collective: "I am the root".
pub const ROOT: i32 = -4;
pub const COMM_WORLD: u64 = 0x101;
/// Stands for a send or receive buffer.
pub const IN_PLACE: u64 = 1;

/// Predefined communicators.
const COMMUNICATORS: &[(u64, &str)] =
    &[(0x100, "MPI_COMM_NULL"), (COMM_WORLD, "MPI_COMM_WORLD"), (0x102, "MPI_COMM_SELF")];

/// Predefined reduction operations.
const OPERATIONS: &[(u64, &str)] = &[
    (0x20, "MPI_OP_NULL"),
    (0x21, "MPI_SUM"),
    (0x22, "MPI_MIN"),
    (0x23, "MPI_MAX"),
    (0x24, "MPI_PROD"),
    (0x28, "MPI_BAND"),
    (0x29, "MPI_BOR"),
    (0x2a, "MPI_BXOR"),
    (0x30, "MPI_LAND"),
    (0x31, "MPI_LOR"),
    (0x32, "MPI_LXOR"),
    (0x38, "MPI_MINLOC"),
    (0x39, "MPI_MAXLOC"),
    (0x3c, "MPI_REPLACE"),
    (0x3d, "MPI_NO_OP"),
];

/// Size of a predefined type in bytes.
#[derive(Clone, Copy)]
enum Size {
    /// The null handle has no size.
    None,
    Fixed(u64),
    /// The size of a C `long` or pointer, plus this many bytes.
    Long(u64),
}
use Size::{Fixed, Long};

/// Predefined datatypes with the sizes of the RISC-V C ABI (psABI, "C/C++ type representations"): `long` and
/// pointers have the width of a register, `long double` has 16 bytes. Fortran types have GCC's default sizes.
const TYPES: &[(u64, &str, Size)] = &[
    (0x200, "MPI_DATATYPE_NULL", Size::None),
    (0x201, "MPI_AINT", Long(0)),
    (0x202, "MPI_COUNT", Fixed(8)),
    (0x203, "MPI_OFFSET", Fixed(8)),
    (0x207, "MPI_PACKED", Fixed(1)),
    (0x208, "MPI_SHORT", Fixed(2)),
    (0x209, "MPI_INT", Fixed(4)),
    (0x20a, "MPI_LONG", Long(0)),
    (0x20b, "MPI_LONG_LONG", Fixed(8)),
    (0x20c, "MPI_UNSIGNED_SHORT", Fixed(2)),
    (0x20d, "MPI_UNSIGNED", Fixed(4)),
    (0x20e, "MPI_UNSIGNED_LONG", Long(0)),
    (0x20f, "MPI_UNSIGNED_LONG_LONG", Fixed(8)),
    (0x210, "MPI_FLOAT", Fixed(4)),
    (0x212, "MPI_C_FLOAT_COMPLEX", Fixed(8)),
    (0x213, "MPI_CXX_FLOAT_COMPLEX", Fixed(8)),
    (0x214, "MPI_DOUBLE", Fixed(8)),
    (0x216, "MPI_C_DOUBLE_COMPLEX", Fixed(16)),
    (0x217, "MPI_CXX_DOUBLE_COMPLEX", Fixed(16)),
    (0x218, "MPI_LOGICAL", Fixed(4)),
    (0x219, "MPI_INTEGER", Fixed(4)),
    (0x21a, "MPI_REAL", Fixed(4)),
    (0x21b, "MPI_COMPLEX", Fixed(8)),
    (0x21c, "MPI_DOUBLE_PRECISION", Fixed(8)),
    (0x21d, "MPI_DOUBLE_COMPLEX", Fixed(16)),
    (0x21e, "MPI_CHARACTER", Fixed(1)),
    (0x220, "MPI_LONG_DOUBLE", Fixed(16)),
    (0x224, "MPI_C_LONG_DOUBLE_COMPLEX", Fixed(32)),
    (0x225, "MPI_CXX_LONG_DOUBLE_COMPLEX", Fixed(32)),
    (0x228, "MPI_FLOAT_INT", Fixed(8)),
    (0x229, "MPI_DOUBLE_INT", Fixed(12)),
    (0x22a, "MPI_LONG_INT", Long(4)),
    (0x22b, "MPI_2INT", Fixed(8)),
    (0x22c, "MPI_SHORT_INT", Fixed(6)),
    (0x22d, "MPI_LONG_DOUBLE_INT", Fixed(20)),
    (0x230, "MPI_2REAL", Fixed(8)),
    (0x231, "MPI_2DOUBLE_PRECISION", Fixed(16)),
    (0x232, "MPI_2INTEGER", Fixed(8)),
    (0x238, "MPI_C_BOOL", Fixed(1)),
    (0x239, "MPI_CXX_BOOL", Fixed(1)),
    (0x23c, "MPI_WCHAR", Fixed(4)),
    (0x240, "MPI_INT8_T", Fixed(1)),
    (0x241, "MPI_UINT8_T", Fixed(1)),
    (0x243, "MPI_CHAR", Fixed(1)),
    (0x244, "MPI_SIGNED_CHAR", Fixed(1)),
    (0x245, "MPI_UNSIGNED_CHAR", Fixed(1)),
    (0x247, "MPI_BYTE", Fixed(1)),
    (0x248, "MPI_INT16_T", Fixed(2)),
    (0x249, "MPI_UINT16_T", Fixed(2)),
    (0x250, "MPI_INT32_T", Fixed(4)),
    (0x251, "MPI_UINT32_T", Fixed(4)),
    (0x258, "MPI_INT64_T", Fixed(8)),
    (0x259, "MPI_UINT64_T", Fixed(8)),
    (0x2c0, "MPI_LOGICAL1", Fixed(1)),
    (0x2c1, "MPI_INTEGER1", Fixed(1)),
    (0x2c8, "MPI_LOGICAL2", Fixed(2)),
    (0x2c9, "MPI_INTEGER2", Fixed(2)),
    (0x2ca, "MPI_REAL2", Fixed(2)),
    (0x2d0, "MPI_LOGICAL4", Fixed(4)),
    (0x2d1, "MPI_INTEGER4", Fixed(4)),
    (0x2d2, "MPI_REAL4", Fixed(4)),
    (0x2d3, "MPI_COMPLEX4", Fixed(4)),
    (0x2d8, "MPI_LOGICAL8", Fixed(8)),
    (0x2d9, "MPI_INTEGER8", Fixed(8)),
    (0x2da, "MPI_REAL8", Fixed(8)),
    (0x2db, "MPI_COMPLEX8", Fixed(8)),
    (0x2e0, "MPI_LOGICAL16", Fixed(16)),
    (0x2e1, "MPI_INTEGER16", Fixed(16)),
    (0x2e2, "MPI_REAL16", Fixed(16)),
    (0x2e3, "MPI_COMPLEX16", Fixed(16)),
    (0x2eb, "MPI_COMPLEX32", Fixed(32)),
];

fn name(table: &'static [(u64, &'static str)], handle: u64) -> Option<&'static str> {
    table.iter().find(|row| row.0 == handle).map(|row| row.1)
}

pub(super) fn communicator(handle: u64) -> Option<&'static str> {
    name(COMMUNICATORS, handle)
}

pub fn operation(handle: u64) -> Option<&'static str> {
    name(OPERATIONS, handle)
}

pub fn datatype(handle: u64) -> Option<&'static str> {
    TYPES.iter().find(|row| row.0 == handle).map(|row| row.1)
}

/// Size of a predefined datatype if registers have `word_bytes`.
pub fn datatype_bytes(handle: u64, word_bytes: u64) -> Option<u64> {
    match TYPES.iter().find(|row| row.0 == handle)?.2 {
        Size::None => None,
        Fixed(bytes) => Some(bytes),
        Long(more) => Some(word_bytes + more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_each_value_and_name_once() {
        let all: Vec<(u64, &str)> =
            COMMUNICATORS.iter().chain(OPERATIONS).copied().chain(TYPES.iter().map(|row| (row.0, row.1))).collect();
        for (index, row) in all.iter().enumerate() {
            assert!(all[index + 1..].iter().all(|other| other.0 != row.0 && other.1 != row.1), "{row:?}");
        }
    }

    #[test]
    fn fixed_size_types_carry_their_size_in_the_handle() {
        // MPI 5.0 §20: bits 5..3 of the handle of a type of known size are the binary logarithm of its size.
        for &(handle, name, size) in TYPES.iter().filter(|row| row.0 >= 0x240) {
            let Fixed(bytes) = size else { panic!("{name}") };
            assert_eq!(bytes, 1 << (handle >> 3 & 7), "{name}");
        }
    }

    #[test]
    fn sizes() {
        for (handle, name, rv64, rv32) in [
            (0x209, "MPI_INT", Some(4), Some(4)),
            (0x20a, "MPI_LONG", Some(8), Some(4)),
            (0x22a, "MPI_LONG_INT", Some(12), Some(8)),
            (0x200, "MPI_DATATYPE_NULL", None, None),
        ] {
            assert_eq!(datatype(handle), Some(name));
            assert_eq!((datatype_bytes(handle, 8), datatype_bytes(handle, 4)), (rv64, rv32), "{name}");
        }
        assert_eq!(datatype(0x1080_0000), None);
    }
}
