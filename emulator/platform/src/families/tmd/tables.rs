//! What the library must know of boards, to load the tables of NetIfs.

use rankine_devices::tmd::TmdParams;

/// The number of boards whose first ranks fit into one value, a byte for each.
const BOARDS_A_VALUE: usize = 8;

/// Names and values for `libmpi-c/channel/fsl/tables.h`: the number of boards with nodes; the first
/// rank of each board, a byte for each, with the first board's in the lowest byte, in two values;
/// the number of nodes; and the number of channels of a link.
pub(super) fn defines(tmd: &TmdParams) -> Vec<(&'static str, u64)> {
    let is_first = |rank: &usize| *rank == 0 || tmd.nodes[rank - 1].board != tmd.nodes[*rank].board;
    let firsts: Vec<u64> = (0..tmd.nodes.len()).filter(is_first).map(|rank| rank as u64).collect();
    let value =
        |from: usize| firsts.iter().skip(from).take(BOARDS_A_VALUE).rev().fold(0, |value, first| value << 8 | first);
    vec![
        ("FSL_TABLE_BOARDS", firsts.len() as u64),
        ("FSL_TABLE_FIRSTS", value(0)),
        ("FSL_TABLE_FURTHER_FIRSTS", value(BOARDS_A_VALUE)),
        ("FSL_TABLE_NODES", tmd.nodes.len() as u64),
        ("FSL_TABLE_LANES", u64::from(tmd.link_channels)),
    ]
}

#[cfg(test)]
mod tests {
    use super::defines;
    use crate::Platform;
    use crate::families::tmd::Machine;

    /// Platform, number of boards, and the first ranks of its boards.
    #[test]
    fn first_ranks() {
        for (name, boards, firsts) in [("tmd-9", 1, 0), ("tmd-3x3", 3, 0x06_03_00), ("tmd-45", 5, 0x24_1b_12_09_00)] {
            let platform = Platform::resolve(name, &[]).unwrap_or_else(|e| panic!("{e}"));
            let tmd = toml::from_str::<Machine>(&platform.text).unwrap().tmd;
            assert_eq!(
                defines(&tmd)[..3].iter().map(|(_, value)| *value).collect::<Vec<_>>(),
                [boards, firsts, 0],
                "{name}"
            );
        }
    }
}
