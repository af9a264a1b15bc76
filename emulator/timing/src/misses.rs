//! Data misses under way in a hart with a window, which does not wait for them.
//!
//! A miss begins when its address is ready and one of the slots for outstanding misses is free.
//! Slots are given in program order. A load whose line is already on its way gets its data when the
//! line arrives.

/// Groups of lines, by line number. The number of lines on their way is not limited, because stores
/// can miss faster than memory delivers lines.
const GROUPS: usize = 64;

/// A line's number, and the cycle at which it arrives.
type OnTheWay = (u64, u64);

/// The slots for outstanding misses, and the lines on their way. All times are cycles of the hart.
#[derive(Clone, Debug)]
pub(crate) struct Misses {
    /// When each slot is free.
    slots: Box<[u64]>,
    /// Lines that may be on their way, by their number modulo [`GROUPS`].
    lines: Box<[Vec<OnTheWay>]>,
    /// When the last line arrives.
    last: u64,
    line_shift: u32,
}

impl Misses {
    /// For `slots` outstanding misses, at least one, and lines of `line_bytes`, a power of two.
    pub fn new(slots: usize, line_bytes: u64) -> Misses {
        let lines = vec![Vec::new(); GROUPS].into();
        Misses { slots: vec![0; slots].into(), lines, last: 0, line_shift: line_bytes.trailing_zeros() }
    }

    /// The cycle from which on no line is on its way.
    #[inline(always)]
    pub fn last(&self) -> u64 {
        self.last
    }

    /// An instruction accesses `bytes` bytes at `addr`, in at most two lines. It begins at
    /// `begins`, not earlier than the instructions before it, and its address is ready at
    /// `operands`. Its miss takes `cycles`, zero for a hit. Returns when the data is there:
    /// `operands` if no line has to arrive.
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

    /// Returns when a line arrives; zero if it is not on its way at this cycle. Removes lines of
    /// its group that have arrived.
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

    /// Gives the slot that is free first to a miss whose address is ready at `ready`. Returns when
    /// the miss ends.
    fn begin(&mut self, ready: u64, cycles: u64) -> u64 {
        let slot = self.slots.iter_mut().min().expect("at least one slot");
        *slot = ready.max(*slot) + cycles;
        *slot
    }
}
