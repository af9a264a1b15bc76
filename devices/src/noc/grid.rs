//! The mesh's geometry: routers in rows, five ports each, and the XY route from one to another.

/// Ports of a router, as inputs and as outputs. `LOCAL` is the node's.
pub const LOCAL: usize = 0;
pub const EAST: usize = 1;
pub const WEST: usize = 2;
pub const NORTH: usize = 3;
pub const SOUTH: usize = 4;
pub const PORTS: usize = 5;

/// Router r stands at column r % width, row r / width; node r is attached to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub width: usize,
    pub height: usize,
}

impl Grid {
    /// The most nearly square grid without an empty place, if its sides differ at most by a factor
    /// of four; else the smallest square with the last rows cut off.
    pub fn for_nodes(nodes: usize) -> Grid {
        let side = (1..).find(|side| side * side >= nodes).unwrap_or(nodes);
        let width = (side..=2 * side).find(|&width| nodes.is_multiple_of(width)).unwrap_or(side);
        Grid { width, height: nodes.div_ceil(width) }
    }

    pub fn routers(&self) -> usize {
        self.width * self.height
    }

    /// The output port towards `to`: along the row first, then along the column.
    pub fn route(&self, at: usize, to: usize) -> usize {
        let (column, target_column) = (at % self.width, to % self.width);
        let (row, target_row) = (at / self.width, to / self.width);
        match (column.cmp(&target_column), row.cmp(&target_row)) {
            (std::cmp::Ordering::Less, _) => EAST,
            (std::cmp::Ordering::Greater, _) => WEST,
            (_, std::cmp::Ordering::Less) => SOUTH,
            (_, std::cmp::Ordering::Greater) => NORTH,
            _ => LOCAL,
        }
    }

    /// The router behind an output port, and the input port at which it is entered; none at the
    /// edge.
    pub fn neighbour(&self, router: usize, port: usize) -> Option<(usize, usize)> {
        let (column, row) = (router % self.width, router / self.width);
        match port {
            EAST if column + 1 < self.width => Some((router + 1, WEST)),
            WEST if column > 0 => Some((router - 1, EAST)),
            SOUTH if row + 1 < self.height => Some((router + self.width, NORTH)),
            NORTH if row > 0 => Some((router - self.width, SOUTH)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(grid: Grid, a: usize, b: usize) -> usize {
        (a % grid.width).abs_diff(b % grid.width) + (a / grid.width).abs_diff(b / grid.width)
    }

    #[test]
    fn shapes() {
        for (nodes, width, height) in
            [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (6, 3, 2), (7, 3, 3), (8, 4, 2), (32, 8, 4), (1024, 32, 32)]
        {
            assert_eq!(Grid::for_nodes(nodes), Grid { width, height }, "{nodes} nodes");
        }
    }

    #[test]
    fn every_route_ends_at_its_target_in_the_shortest_way() {
        let grid = Grid { width: 5, height: 3 };
        for (from, to) in (0..15).flat_map(|from| (0..15).map(move |to| (from, to))) {
            let mut at = from;
            for left in (0..distance(grid, from, to)).rev() {
                let (next, entered) = grid.neighbour(at, grid.route(at, to)).unwrap();
                assert_eq!(grid.neighbour(next, entered).unwrap().0, at, "the port leads back");
                at = next;
                assert_eq!(distance(grid, at, to), left);
            }
            assert_eq!(grid.route(at, to), LOCAL);
        }
    }
}
