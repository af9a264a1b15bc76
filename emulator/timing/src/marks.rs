//! Marks: a byte for every 32 bytes of memory that says which accesses are free there and which
//! caches hold the line. The engine reads the mark before it asks the caches.

use std::cell::Cell;

/// Bytes of memory of one mark. No cache line is shorter.
pub const GRANULE: u64 = 32;

/// Bytes of the usual line.
pub(crate) const USUAL_LINE: u64 = 2 * GRANULE;

/// Bits of a mark: an access of this kind that does not cross into the next granule costs nothing
/// and changes nothing.
pub const FREE_FETCH: u8 = 1;
pub const FREE_LOAD: u8 = 2;
pub const FREE_STORE: u8 = 4;
/// More bits: the line is in the first-level instruction cache; in the data cache; changed there;
/// in the second level; changed there.
pub(crate) const IN_CODE: u8 = 8;
pub(crate) const IN_DATA: u8 = 16;
pub(crate) const DIRTY_DATA: u8 = 32;
pub(crate) const IN_SECOND: u8 = 64;
pub(crate) const DIRTY_SECOND: u8 = 128;

/// The marks of a line of the usual length with these bits. Its two marks are always equal.
pub(crate) const fn both(bits: u8) -> u16 {
    bits as u16 * 0x101
}

/// Number of marks of a line of the usual length.
const OF_LINE: usize = (USUAL_LINE / GRANULE) as usize;

/// The marks of a memory, by offset from its start.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// The marks of line -1, which stands for no line and stays zero, followed by those of memory.
    all: Box<[Cell<u8>]>,
}

impl Marks {
    pub fn new(bytes: u64) -> Marks {
        // The host allocates zero pages lazily, when they are written to.
        let zeros = vec![0_u8; OF_LINE + bytes.div_ceil(GRANULE) as usize].into_boxed_slice();
        // SAFETY: `Cell<u8>` has the layout of `u8`, and this is the only pointer.
        let all = unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [Cell<u8>]) };
        Marks { all }
    }

    pub fn as_slice(&self) -> &[Cell<u8>] {
        &self.all[OF_LINE..]
    }

    /// The mark at `offset`; zero outside memory.
    pub fn get(&self, offset: u64) -> u8 {
        self.as_slice().get((offset / GRANULE) as usize).map_or(0, Cell::get)
    }

    /// Sets bits of all granules of a line.
    pub fn add(&self, line: u64, bytes: u64, bits: u8) {
        self.change(line, bytes, |mark| mark | bits);
    }

    /// Clears bits of all granules of a line. Returns the previous mark of the first granule.
    pub fn remove(&self, line: u64, bytes: u64, bits: u8) -> u8 {
        let mark = self.get(line);
        self.change(line, bytes, |mark| mark & !bits);
        mark
    }

    fn change(&self, line: u64, bytes: u64, change: impl Fn(u8) -> u8) {
        let first = (line / GRANULE) as usize;
        let marks = self.as_slice().get(first..first + (bytes / GRANULE) as usize).unwrap_or_default();
        marks.iter().for_each(|mark| mark.set(change(mark.get())));
    }

    /// The marks of a line by its number from the start of memory, if all lines have the usual
    /// length; zero for line -1, which stands for no line.
    ///
    /// # Safety
    /// The line lies in memory, or is -1.
    #[inline(always)]
    pub unsafe fn of_line(&self, line: i64) -> u16 {
        // SAFETY: the caller's.
        unsafe { self.line(line).read_unaligned() }
    }

    /// Sets the marks of such a line. For line -1, `marks` must be zero.
    ///
    /// # Safety
    /// The line lies in memory, or is -1.
    #[inline(always)]
    pub unsafe fn set_line(&self, line: i64, marks: u16) {
        debug_assert!(line >= 0 || marks == 0);
        // SAFETY: the caller's; a `Cell` may be written to through a shared reference.
        unsafe { self.line(line).cast_mut().write_unaligned(marks) }
    }

    /// Address of the marks of such a line.
    ///
    /// # Safety
    /// The line lies in memory, or is -1.
    #[inline(always)]
    unsafe fn line(&self, line: i64) -> *const u16 {
        let first = OF_LINE as isize * (line as isize + 1);
        debug_assert!(first >= 0 && first as usize + OF_LINE <= self.all.len());
        // SAFETY: the caller's.
        unsafe { self.all.as_ptr().offset(first).cast() }
    }
}
