//! The cells of a unit one by one, as the hardware has them (Underwood et al. 2005 §III): entries
//! come in at index 0, and the oldest entry has the highest index. In each clock, enables select
//! the cells that take the value of their lower neighbour.

use rankine_devices::alpu::list::{Entry, Probe};

pub struct Cells {
    cells: Vec<Option<Entry>>,
    block: usize,
}

impl Cells {
    pub fn new(cells: usize, block: usize) -> Cells {
        Cells { cells: vec![None; cells], block }
    }

    /// Valid entries.
    pub fn valid(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    pub fn clear(&mut self) {
        self.cells.fill(None);
    }

    /// The location of the matching entry with the highest priority: a tree of 2-to-1 multiplexers
    /// in each block, then one over the blocks, the upper input first.
    pub fn locate(&self, probe: Probe) -> Option<usize> {
        let matches: Vec<bool> = self.cells.iter().map(|cell| cell.is_some_and(|entry| entry.matches(probe))).collect();
        let inside = |block: &[bool]| tree(&(0..block.len()).map(|at| block[at].then_some(at)).collect::<Vec<_>>());
        let blocks: Vec<Option<usize>> = matches
            .chunks(self.block)
            .enumerate()
            .map(|(number, block)| inside(block).map(|at| number * self.block + at))
            .collect();
        tree(&blocks)
    }

    /// Delete on match: the cells at the location and below take their lower neighbours' values,
    /// and the lowest becomes invalid.
    pub fn delete(&mut self, location: usize) -> Option<Entry> {
        let deleted = self.cells[location];
        for at in (1..=location).rev() {
            self.cells[at] = self.cells[at - 1];
        }
        self.cells[0] = None;
        deleted
    }

    /// Does the cell have space above it? That is an empty cell above it in its block, or an empty
    /// lowest cell of the next block.
    fn has_space(&self, at: usize) -> bool {
        let next_block = (at / self.block + 1) * self.block;
        self.cells[at + 1..next_block].iter().any(Option::is_none)
            || self.cells.get(next_block).is_some_and(Option::is_none)
    }

    /// One clock: every cell with space above it hands its value to its upper neighbour, and
    /// `entry` goes into the lowest cell.
    ///
    /// # Panics
    /// If the lowest cell is taken and stays so.
    pub fn shift(&mut self, entry: Option<Entry>) {
        let enables: Vec<bool> = (0..self.cells.len()).map(|at| self.has_space(at)).collect();
        let old = self.cells.clone();
        for at in 0..old.len() {
            let below = if at > 0 { enables[at - 1].then(|| old[at - 1]) } else { None };
            self.cells[at] = match below {
                Some(value) => value,
                None if enables[at] => None,
                None => old[at],
            };
        }
        if entry.is_some() {
            assert!(self.cells[0].is_none(), "the lowest cell is taken: {:?}", self.cells);
            self.cells[0] = entry;
        }
    }
}

/// Multiplexers from two inputs to one, the upper first.
fn tree(inputs: &[Option<usize>]) -> Option<usize> {
    match inputs {
        [] => None,
        [only] => *only,
        _ => {
            let (lower, upper) = inputs.split_at(inputs.len() / 2);
            tree(upper).or_else(|| tree(lower))
        }
    }
}
