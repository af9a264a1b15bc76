//! Rows of the memory behind all caches: in each bank, the row used last stays open.

use crate::CacheParams;

/// The open row of each bank. Consecutive rows are in consecutive banks.
#[derive(Clone, Debug)]
pub struct Rows {
    shift: u32,
    /// Number of the open row; none before the first use.
    open: Box<[Option<u64>]>,
}

impl Rows {
    /// None if rows are not modelled. The error names the wrong key.
    pub fn new(params: &CacheParams) -> Result<Option<Rows>, String> {
        let CacheParams { memory_banks: banks, memory_row_bytes: bytes, .. } = *params;
        if banks == 0 {
            return Ok(None);
        }
        if banks > 1024 {
            return Err(format!("caches.memory_banks = {banks} is above 1024"));
        }
        let lines = [
            ("l1i", params.l1i_bytes, params.l1i_line_bytes),
            ("l1d", params.l1d_bytes, params.l1d_line_bytes),
            ("l2", params.l2_bytes, params.l2_line_bytes),
        ];
        let longest = lines.into_iter().filter(|line| line.1 > 0).max_by_key(|line| line.2);
        if let Some((name, _, line_bytes)) = longest.filter(|line| bytes < line.2) {
            return Err(format!("caches.memory_row_bytes = {bytes} is below caches.{name}_line_bytes = {line_bytes}"));
        }
        if !bytes.is_power_of_two() {
            return Err(format!("caches.memory_row_bytes = {bytes} is no power of two"));
        }
        Ok(Some(Rows { shift: bytes.trailing_zeros(), open: vec![None; banks as usize].into() }))
    }

    /// Uses the row of an address and leaves it open. Returns whether it was open before.
    pub fn open(&mut self, addr: u64) -> bool {
        let row = addr >> self.shift;
        let bank = (row % self.open.len() as u64) as usize;
        self.open[bank].replace(row) == Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three banks of 1 KiB rows. Each row number is followed by `.` if the row was open, else by
    /// `?`.
    #[test]
    fn which_rows_are_open() {
        for accesses in ["0? 0. 1? 0. 3? 0? 1.", "0? 1? 2? 3? 2. 1. 0? 3?", "5? 2? 5? 4? 5."] {
            let mut rows = Rows { shift: 10, open: vec![None; 3].into() };
            for access in accesses.split(' ') {
                let (row, answer) = access.split_at(1);
                let addr = (row.parse::<u64>().unwrap() << 10) + 100;
                assert_eq!(rows.open(addr), answer == ".", "{accesses}: {access}");
            }
        }
    }
}
