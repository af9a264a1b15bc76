//! The numbers of the Jacobi engine: rows of a grid in single precision, and a sweep over them
//! (Saldaña 2006 §5.2).

/// The bits of a result that is not a number: those of RISC-V, on every host.
const NOT_A_NUMBER: u32 = 0x7fc0_0000;

/// Own rows, with one row above and one below.
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<u32>,
    next: Vec<u32>,
}

fn bits(value: f32) -> u32 {
    if value.is_nan() { NOT_A_NUMBER } else { value.to_bits() }
}

impl Grid {
    /// `cells` are `rows + 2` rows of `columns` values as bits.
    pub fn new(rows: usize, columns: usize, cells: Vec<u32>) -> Grid {
        Grid { rows, columns, next: cells.clone(), cells }
    }

    /// Cells that a sweep computes.
    pub fn inner_cells(&self) -> u64 {
        self.rows as u64 * (self.columns as u64 - 2)
    }

    /// Row 0 is the one above the own rows, `rows + 1` the one below.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.cells[row * self.columns..][..self.columns]
    }

    pub fn set_row(&mut self, row: usize, values: &[u32]) {
        let columns = self.columns;
        for cells in [&mut self.cells, &mut self.next] {
            cells[row * columns..][..columns].copy_from_slice(values);
        }
    }

    pub fn last_row(&self) -> usize {
        self.rows
    }

    /// All own rows.
    pub fn own(&self) -> &[u32] {
        &self.cells[self.columns..][..self.rows * self.columns]
    }

    /// Puts the mean of its four neighbours into each inner cell. Returns the sum of the squares of
    /// the differences, as bits.
    ///
    /// In C, for each row and in it for each column from the second to the last but one, without
    /// fused operations:
    /// `t = up + down; t = t + left; t = t + right; v = 0.25f * t; d = v - u; sum = sum + d * d;`
    pub fn sweep(&mut self) -> u32 {
        let mut sum = 0.0_f32;
        for row in 1..=self.rows {
            for column in 1..self.columns - 1 {
                let at = row * self.columns + column;
                let cell = |index: usize| f32::from_bits(self.cells[index]);
                let total = cell(at - self.columns) + cell(at + self.columns) + cell(at - 1) + cell(at + 1);
                let mean = 0.25 * total;
                let difference = mean - cell(at);
                sum += difference * difference;
                self.next[at] = bits(mean);
            }
        }
        std::mem::swap(&mut self.cells, &mut self.next);
        bits(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweeps() {
        let f = |value: f32| value.to_bits();
        let row = |values: [f32; 4]| values.map(f32::to_bits).to_vec();
        let rows = [row([1.0; 4]), row([0.0, 2.0, 4.0, 8.0]), row([0.5; 4])];
        let mut grid = Grid::new(1, 4, rows.concat());
        // (1 + 0.5 + 0 + 4) / 4 and (1 + 0.5 + 2 + 8) / 4
        let (first, second) = (1.375_f32, 2.875_f32);
        let sum = (first - 2.0) * (first - 2.0) + (second - 4.0) * (second - 4.0);
        assert_eq!((grid.sweep(), grid.inner_cells()), (f(sum), 2));
        assert_eq!(grid.own(), [f(0.0), f(first), f(second), f(8.0)]);
        assert_eq!(grid.row(0), row([1.0; 4]));
        grid.set_row(2, &row([f32::NAN; 4]));
        assert_eq!(grid.sweep(), NOT_A_NUMBER);
        assert_eq!(grid.own(), [f(0.0), NOT_A_NUMBER, NOT_A_NUMBER, f(8.0)]);
    }
}
