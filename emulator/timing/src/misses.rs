//! Data misses under way, in a hart whose window lets it go on behind them.
//!
//! A miss begins when its address is ready and one of the slots for outstanding misses is free; slots are given in program
//! order. A load that finds its line on the way has its data when the line is there.

/// Groups of lines. Stores that miss faster than memory brings lines can have any number of lines under way.
const GROUPS: usize = 64;

/// A line by its number, and the cycle at which it is there.
type OnTheWay = (u64, u64);

/// The slots for outstanding misses, and the lines on the way. All times are cycles of the hart.
#[derive(Clone, Debug)]
pub(crate) struct Misses {
    /// When each slot is free.
    slots: Box<[u64]>,
    /// Lines that may be on the way, by their number modulo [`GROUPS`].
    lines: Box<[Vec<OnTheWay>]>,
    /// When the last of all lines so far is there.
    last: u64,
    line_shift: u32,
}

impl Misses {
    /// Room for so many outstanding misses, at least one, of lines of `line_bytes`, a power of two.
    pub fn new(slots: usize, line_bytes: u64) -> Misses {
        let lines = vec![Vec::new(); GROUPS].into();
        Misses { slots: vec![0; slots].into(), lines, last: 0, line_shift: line_bytes.trailing_zeros() }
    }

    /// From which cycle on no line is on the way.
    #[inline(always)]
    pub fn last(&self) -> u64 {
        self.last
    }

    /// The instruction that begins at `begins`, not earlier than those before it, accesses `bytes` bytes at `addr`, in at most
    /// two lines. It has its address at `operands`, and misses for so many cycles, zero for a hit. Returns when the data is
    /// there: `operands` if it is there already.
    pub fn access(&mut self, addr: u64, bytes: u64, begins: u64, operands: u64, cycles: u64) -> u64 {
        let (first, last) = (addr >> self.line_shift, (addr + (bytes - 1)) >> self.line_shift);
        let mut there = operands.max(self.arrival(first, begins));
        if last != first {
            there = there.max(self.arrival(last, begins));
        }
        if cycles > 0 {
            there = there.max(self.begin(operands, cycles));
            self.group(first).push((first, there));
            if last != first {
                self.group(last).push((last, there));
            }
            self.last = self.last.max(there);
        }
        there
    }

    fn group(&mut self, line: u64) -> &mut Vec<OnTheWay> {
        &mut self.lines[line as usize % GROUPS]
    }

    /// When a line on the way is there, zero for one that is not on the way at this cycle. Forgets others of its group that are
    /// there.
    fn arrival(&mut self, line: u64, cycle: u64) -> u64 {
        let (group, mut arrival) = (self.group(line), 0);
        let mut index = 0;
        while let Some(&(other, there)) = group.get(index) {
            if there <= cycle {
                group.swap_remove(index);
                continue;
            }
            if other == line {
                arrival = arrival.max(there);
            }
            index += 1;
        }
        arrival
    }

    /// Gives the slot that is free first to a miss whose address is ready at this cycle. Returns when it ends.
    fn begin(&mut self, ready: u64, cycles: u64) -> u64 {
        let slot = self.slots.iter_mut().min().expect("at least one slot");
        *slot = ready.max(*slot) + cycles;
        *slot
    }
}
