//! A pipeline with caches: two of the first level and one of the second.
//!
//! Caches hold tags only: they decide only how long an access takes. The order of events in an
//! access is that of a hart that waits for its misses. Lines that leave a cache go through a buffer
//! that is never full. If a window lets the hart go on, accesses still reach the caches in program
//! order.

use crate::asked::{Asked, Asking};
use crate::cache::{Cache, LONGEST_LINE};
use crate::marks::{
    DIRTY_DATA, DIRTY_SECOND, FREE_FETCH, FREE_LOAD, FREE_STORE, GRANULE, IN_CODE, IN_DATA, IN_SECOND, Marks,
    USUAL_LINE, both,
};
use crate::rows::Rows;
use crate::window::Window;
use crate::{CacheCounts, CacheParams, Cost, Paid, Pipeline, Quickly, Timing};
use rankine_isa::Instr;
use std::cell::Cell;
use std::ops::Range;

/// The data that must be brought from memory if an access misses in the second level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    /// The line. The hart waits for it, because it reads.
    Awaited,
    /// The line, through the buffer: the hart does not wait.
    Behind,
    /// Nothing, because all of the line is written.
    Nothing,
}

/// A pipeline with caches described by [`CacheParams`].
#[derive(Clone, Debug)]
pub struct Cached {
    pipeline: Pipeline,
    params: CacheParams,
    /// Address of the start of memory. All other addresses are offsets from there.
    base: u64,
    bytes: u64,
    marks: Marks,
    code: Option<Cache>,
    data: Option<Cache>,
    second: Option<Cache>,
    /// Open rows of memory, if they are modelled.
    rows: Option<Rows>,
    /// Instructions and data misses under way, if the hart has a window. The window does not change
    /// the effect of accesses on the caches.
    window: Option<Window>,
    /// Are all caches of the usual kind, is the first-level data cache write-back and
    /// write-allocate, and are there no rows?
    is_usual: bool,
    counts: CacheCounts,
    /// The part of the counts that writes from outside have caused.
    counts_outside: CacheCounts,
    asking: Asking,
}

impl Cached {
    /// For a hart with private memory at the addresses `memory`, which begins and ends at multiples
    /// of 4096. The error names the wrong key.
    pub fn new(pipeline: Pipeline, params: CacheParams, memory: &Range<u64>) -> Result<Cached, String> {
        let p = &params;
        let code = [p.l1i_bytes, p.l1i_ways, p.l1i_line_bytes];
        let code = Cache::new("l1i", code, p.l1i_replacement, memory)?;
        let data = [p.l1d_bytes, p.l1d_ways, p.l1d_line_bytes];
        let data = Cache::new("l1d", data, p.l1d_replacement, memory)?;
        let second = [p.l2_bytes, p.l2_ways, p.l2_line_bytes];
        let second = Cache::new("l2", second, p.l2_replacement, memory)?;
        let rows = Rows::new(p)?;
        if !(1..=64).contains(&p.misses_outstanding) {
            return Err(format!("caches.misses_outstanding = {} is outside 1 to 64", p.misses_outstanding));
        }
        let line_bytes = data.as_ref().map_or(GRANULE, Cache::line_bytes);
        let window = (pipeline.window() > 1).then(|| Window::new(&pipeline, p.misses_outstanding as usize, line_bytes));
        for (key, cycles) in [
            ("memory_open_row_cycles", p.memory_open_row_cycles),
            ("l2_hit_cycles", p.l2_hit_cycles),
            ("memory_read_cycles", p.memory_read_cycles),
            ("memory_write_cycles", p.memory_write_cycles),
        ] {
            if cycles > 1 << 32 {
                return Err(format!("caches.{key} = {cycles} is above 2^32"));
            }
        }
        let bytes = memory.end - memory.start;
        if !memory.start.is_multiple_of(LONGEST_LINE) || !bytes.is_multiple_of(LONGEST_LINE) || bytes > 1 << 36 {
            return Err(format!(
                "memory at {:#x} to {:#x}, {bytes} bytes, must begin and end at multiples of {LONGEST_LINE} and have at most \
                 2^36 bytes, for the caches; write sizes in KiB, MiB or GiB (powers of 1024): kB, MB and GB are powers of 1000",
                memory.start, memory.end
            ));
        }
        let is_usual = [&code, &data, &second].into_iter().all(|cache| cache.as_ref().is_some_and(Cache::is_usual))
            && params.l1d_write_back
            && params.l1d_write_allocate
            && rows.is_none();
        let (base, marks, counts) = (memory.start, Marks::new(bytes), CacheCounts::default());
        Ok(Cached {
            pipeline,
            params,
            base,
            bytes,
            marks,
            code,
            data,
            second,
            rows,
            window,
            is_usual,
            counts,
            counts_outside: CacheCounts::default(),
            asking: Asking::default(),
        })
    }

    /// From now on [`Cached::take_asked`] must take the requests of accesses to memory. The error
    /// is a sentence: the port of a shared memory models neither rows nor harts that go on behind a
    /// miss.
    pub fn share_memory(&mut self) -> Result<(), String> {
        let key = match (&self.window, &self.rows) {
            (Some(_), _) => "timing.window=1",
            (_, Some(_)) => "caches.memory_banks=0",
            _ => {
                (self.asking.is_shared, self.is_usual) = (true, false);
                return Ok(());
            }
        };
        Err(format!(
            "ddr.contention = true: that port has no rows, and serves harts that wait for each miss; give --set {key} or --set \
             ddr.contention=false"
        ))
    }

    /// Returns the requests to memory in order, and the cycles of their access without waiting for
    /// others.
    pub fn take_asked(&mut self) -> (Vec<Asked>, u64) {
        self.asking.take()
    }

    /// The hart has waited `cycles` cycles for others at the memory.
    pub fn wait(&mut self, cycles: u64) {
        self.asking.wait(cycles);
    }

    /// Cycles waited for others since the start; none if memory is not shared.
    pub fn waited(&self) -> Option<u64> {
        self.asking.waited()
    }

    /// Do accesses with these misses ask anything of a shared memory?
    pub fn asks_memory(&self, misses: &CacheCounts) -> bool {
        let CacheCounts { l1i_misses, l1d_misses, l2_misses, write_backs } = *misses;
        let (has_second, for_code) = (self.second.is_some(), self.params.l2_holds_code);
        let first = if has_second && for_code { 0 } else { l1i_misses } + if has_second { 0 } else { l1d_misses };
        self.asking.is_shared && first + l2_misses + write_backs > 0
    }

    /// Is there any cache, or any other cost that depends on the execution?
    pub fn has_any(&self) -> bool {
        self.code.is_some() || self.data.is_some() || !self.pipeline.is_static()
    }

    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// The part of the counts that the hart's own accesses have caused.
    pub fn counts_of_hart(&self) -> CacheCounts {
        self.counts.since(&self.counts_outside)
    }

    /// If the same sequence of accesses is made twice, are the first-level caches in the same state
    /// as after making it once? This holds if lines are replaced in order of use: after the
    /// sequence its lines are in front, in the order of their last use, and lines that it has
    /// displaced are not displaced again. It does not hold if lines are replaced in turn, because
    /// each miss moves the turn on. Nor does it hold if memory has rows, because the time of a miss
    /// then depends on earlier ones.
    pub fn settles(&self) -> bool {
        self.rows.is_none()
            && [&self.code, &self.data].into_iter().all(|cache| cache.as_ref().is_none_or(Cache::is_by_use))
    }

    /// Does a store to the first level use the second one, too?
    pub fn writes_through(&self) -> bool {
        !self.params.l1d_write_back
    }

    /// Adds the counts of a sequence of accesses that is repeated `times` times without being
    /// performed. `more` are the counts of one repetition.
    pub fn repeat_counts(&mut self, more: &CacheCounts, times: u64) {
        self.counts = self.counts.and_times(more, times);
    }

    /// As [`Cached::written_from_outside`], for the bytes of several packets of `packet_bytes` bytes
    /// each, which follow each other in memory.
    pub fn packets_written_from_outside(&mut self, addr: u64, bytes: u64, packet_bytes: u64) {
        let offset = addr.wrapping_sub(self.base);
        if self.is_usual && (offset | bytes | packet_bytes).is_multiple_of(USUAL_LINE) {
            return self.usual_lines_written(offset, bytes);
        }
        for addr in (addr..addr + bytes).step_by(packet_bytes.max(1) as usize) {
            self.written_from_outside(addr, packet_bytes);
        }
    }

    /// The hart's memory is written to from outside. The bytes go into the second level, or to
    /// memory if there is none. A copy in the first level is removed, because it is stale.
    pub fn written_from_outside(&mut self, addr: u64, bytes: u64) {
        let offset = addr.wrapping_sub(self.base);
        if self.is_usual && (offset | bytes).is_multiple_of(USUAL_LINE) {
            return self.usual_lines_written(offset, bytes);
        }
        let before = self.counts;
        for line in self.lines(offset, bytes, self.data.as_ref()) {
            if let Some(data) = self.data.as_mut().filter(|_| self.marks.get(line) & IN_DATA != 0) {
                data.forget(line);
                self.marks.remove(line, data.line_bytes(), IN_DATA | DIRTY_DATA | FREE_LOAD | FREE_STORE);
            }
        }
        if self.second.is_some() {
            for line in self.lines(offset, bytes, self.second.as_ref()) {
                let length = self.second.as_ref().map_or(0, Cache::line_bytes);
                let is_whole = line.wrapping_sub(offset).wrapping_add(length) <= bytes && line >= offset;
                self.use_second(line, true, if is_whole { Fill::Nothing } else { Fill::Behind });
            }
        }
        self.counts_outside = self.counts_outside.and_times(&self.counts.since(&before), 1);
    }

    /// The same for whole lines, if all caches are of the usual kind.
    fn usual_lines_written(&mut self, offset: u64, bytes: u64) {
        let (Some(data), Some(second)) = (&mut self.data, &mut self.second) else { return };
        assert!(offset + bytes <= self.bytes, "devices write to memory only");
        // SAFETY: the lines are those that were written, and those that the cache gives. All lie in memory.
        let (of_line, set_line) =
            (|line| unsafe { self.marks.of_line(line) }, |line, marks| unsafe { self.marks.set_line(line, marks) });
        let stale = both(IN_DATA | DIRTY_DATA | FREE_LOAD | FREE_STORE);
        let mut counts = CacheCounts::default();
        for line in (offset / USUAL_LINE) as i64..((offset + bytes) / USUAL_LINE) as i64 {
            let marks = of_line(line);
            if marks & both(IN_DATA) != 0 {
                data.forget(line as u64 * USUAL_LINE);
            }
            if marks & both(IN_SECOND) == 0 {
                counts.l2_misses += 1;
                let gone = second.fill_usual(line);
                let old = of_line(gone);
                set_line(gone, old & !both(IN_SECOND | DIRTY_SECOND));
                counts.write_backs += u64::from(old & both(DIRTY_SECOND) != 0);
            }
            set_line(line, marks & !stale | both(IN_SECOND | DIRTY_SECOND));
        }
        self.counts = self.counts.and_times(&counts, 1);
        self.counts_outside = self.counts_outside.and_times(&counts, 1);
    }

    /// From now on a set of the second level has `ways` ways: software has turned the others into
    /// scratchpad, or has given ways back. No effect if the cache has another shape, because then
    /// the scratchpad is not part of it.
    pub fn use_second_ways(&mut self, shape: (usize, usize), set: usize, ways: usize) {
        let lost = if self.params.l1d_write_back { 0 } else { FREE_STORE };
        let Some(second) = self.second.as_mut().filter(|second| second.shape() == shape) else { return };
        self.is_usual = false;
        let bytes = second.line_bytes();
        for line in second.use_ways(set, ways) {
            if self.marks.remove(line, bytes, IN_SECOND | DIRTY_SECOND | lost) & DIRTY_SECOND != 0 {
                self.counts.write_backs += 1;
                self.open_row(line);
                self.asking.ask(bytes, false);
            }
        }
    }

    /// Cycles to read a line of `bytes` bytes that missed in the first level.
    fn read_behind(&mut self, offset: u64, bytes: u64) -> u64 {
        if self.second.is_none() {
            self.asking.ask(bytes, true);
            return self.read_memory(offset);
        }
        self.asking.elapsed += self.params.l2_hit_cycles;
        let cycles = self.use_second(offset, false, Fill::Awaited);
        self.params.l2_hit_cycles + cycles
    }

    /// Cycles to read a line of memory. Leaves its row open.
    fn read_memory(&mut self, offset: u64) -> u64 {
        let addr = self.base.wrapping_add(offset);
        let is_open = self.rows.as_mut().is_some_and(|rows| rows.open(addr));
        if is_open { self.params.memory_open_row_cycles } else { self.params.memory_read_cycles }
    }

    /// A line moves between caches and memory without the hart waiting for it. Leaves its row open.
    fn open_row(&mut self, offset: u64) {
        let addr = self.base.wrapping_add(offset);
        if let Some(rows) = &mut self.rows {
            rows.open(addr);
        }
    }

    /// Cycles to write a changed line out of the first level.
    fn write_behind(&mut self, offset: u64) -> u64 {
        let bytes = self.data.as_ref().map_or(0, Cache::line_bytes);
        let Some(second) = &self.second else {
            self.counts.write_backs += 1;
            self.open_row(offset);
            self.asking.ask(bytes, false);
            return self.params.memory_write_cycles;
        };
        let is_whole = second.line_bytes() <= bytes;
        self.use_second(offset, true, if is_whole { Fill::Nothing } else { Fill::Behind })
    }

    /// Uses a line of the second level. Returns the cycles that the hart waits: for memory to bring
    /// the line, and to write back the line that it replaces.
    fn use_second(&mut self, offset: u64, is_write: bool, fill: Fill) -> u64 {
        let write_back = self.params.l1d_write_back;
        let Some(second) = &mut self.second else { return 0 };
        let (bytes, mark) = (second.line_bytes(), self.marks.get(offset));
        // If the first level writes through, a store is free only while its line is changed and
        // most recently used here, too.
        let lost = if write_back { 0 } else { FREE_STORE };
        if lost != 0
            && let Some(front) = second.front(offset)
        {
            self.marks.remove(front, bytes, lost);
        }
        let hit = mark & IN_SECOND != 0;
        let mut cycles = 0;
        if hit {
            second.touch(offset);
        } else {
            self.counts.l2_misses += 1;
            let gone = second.fill(offset);
            match fill {
                Fill::Awaited => cycles += self.read_memory(offset),
                Fill::Behind => self.open_row(offset),
                Fill::Nothing => {}
            }
            if fill != Fill::Nothing {
                self.asking.ask(bytes, fill == Fill::Awaited);
            }
            if let Some(gone) = gone {
                let mark = self.marks.remove(gone, bytes, IN_SECOND | DIRTY_SECOND | lost);
                if mark & DIRTY_SECOND != 0 {
                    self.counts.write_backs += 1;
                    self.open_row(gone);
                    self.asking.ask(bytes, false);
                    cycles += self.params.memory_write_cycles;
                }
            }
        }
        let bits = if is_write { IN_SECOND | DIRTY_SECOND } else { IN_SECOND };
        if mark & bits != bits {
            self.marks.add(offset & !(bytes - 1), bytes, bits);
        }
        cycles
    }

    /// A fast version of [`Cached::use_data`] without calls, for an access that is not free, if all
    /// caches are of the usual kind.
    ///
    /// # Safety
    /// The caches are of the usual kind, and the offset lies in memory.
    #[inline(always)]
    unsafe fn use_usual(&mut self, offset: u64, is_store: bool) -> Quickly {
        debug_assert!(self.is_usual && offset < self.bytes);
        // SAFETY: caches of the usual kind are there.
        let (data, second) =
            unsafe { (self.data.as_mut().unwrap_unchecked(), self.second.as_mut().unwrap_unchecked()) };
        // SAFETY: the lines are that of the access and those that caches give, which lie in memory.
        let (of_line, set_line) =
            (|line| unsafe { self.marks.of_line(line) }, |line, marks| unsafe { self.marks.set_line(line, marks) });
        let line = (offset / USUAL_LINE) as i64;
        let marks = of_line(line);
        let bits = both(IN_DATA | FREE_LOAD | if is_store { FREE_STORE | DIRTY_DATA } else { 0 });
        if marks & both(IN_DATA) != 0 {
            set_line(line, marks | bits);
            return Quickly::Free(0);
        }
        self.counts.l1d_misses += 1;
        let mut cycles = self.params.l2_hit_cycles;
        if marks & both(IN_SECOND) == 0 {
            self.counts.l2_misses += 1;
            cycles += self.params.memory_read_cycles;
            let gone = second.fill_usual(line);
            let marks = of_line(gone);
            set_line(gone, marks & !both(IN_SECOND | DIRTY_SECOND));
            // No branch here: the host cannot predict which lines are changed.
            let dirty = u64::from(marks & both(DIRTY_SECOND) != 0);
            self.counts.write_backs += dirty;
            cycles += self.params.memory_write_cycles & dirty.wrapping_neg();
        }
        set_line(line, marks | bits | both(IN_SECOND));
        let gone = data.fill_usual(line);
        let marks = of_line(gone);
        let left = marks & !both(IN_DATA | DIRTY_DATA | FREE_LOAD | FREE_STORE);
        let dirty = marks & both(DIRTY_DATA);
        if dirty != 0 && marks & both(IN_SECOND) == 0 {
            set_line(gone, left);
            return Quickly::Leaves(gone as u64 * USUAL_LINE, cycles);
        }
        set_line(gone, left | (dirty * u16::from(DIRTY_SECOND / DIRTY_DATA)));
        Quickly::Free(cycles)
    }

    fn fetch_line(&mut self, offset: u64) -> u64 {
        let Some(code) = &mut self.code else {
            self.marks.add(offset, GRANULE, FREE_FETCH);
            return 0;
        };
        let bytes = code.line_bytes();
        if let Some(front) = code.front(offset) {
            self.marks.remove(front, bytes, FREE_FETCH);
        }
        let hit = self.marks.get(offset) & IN_CODE != 0;
        if hit {
            code.touch(offset);
        } else if let Some(gone) = code.fill(offset) {
            self.marks.remove(gone, bytes, IN_CODE | FREE_FETCH);
        }
        self.marks.add(offset & !(bytes - 1), bytes, IN_CODE | FREE_FETCH);
        if hit {
            return 0;
        }
        self.counts.l1i_misses += 1;
        if self.params.l2_holds_code {
            return self.read_behind(offset, bytes);
        }
        self.asking.ask(bytes, true);
        self.read_memory(offset)
    }

    /// A load, or a store that allocates its line or hits.
    fn use_data(&mut self, offset: u64, is_store: bool) -> u64 {
        let Some(data) = &mut self.data else {
            self.marks.add(offset, GRANULE, FREE_LOAD | FREE_STORE);
            return 0;
        };
        let (bytes, write_back) = (data.line_bytes(), self.params.l1d_write_back);
        if let Some(front) = data.front(offset) {
            self.marks.remove(front, bytes, FREE_LOAD | FREE_STORE);
        }
        let mut cycles = 0;
        if self.marks.get(offset) & IN_DATA != 0 {
            data.touch(offset);
        } else {
            self.counts.l1d_misses += 1;
            let gone = data.fill(offset);
            cycles += self.read_behind(offset, bytes);
            if let Some(gone) = gone {
                let bits = IN_DATA | DIRTY_DATA | FREE_LOAD | FREE_STORE;
                let mark = self.marks.remove(gone, bytes, bits);
                if mark & DIRTY_DATA != 0 {
                    cycles += self.write_behind(gone);
                }
            }
        }
        let mut bits = IN_DATA | FREE_LOAD;
        if is_store {
            bits |= FREE_STORE | if write_back { DIRTY_DATA } else { 0 };
            if !write_back {
                self.use_second(offset, true, Fill::Behind);
            }
        }
        self.marks.add(offset & !(bytes - 1), bytes, bits);
        cycles
    }

    /// A load or store that may span several lines.
    fn use_lines(&mut self, offset: u64, bytes: u64, is_store: bool) -> u64 {
        let lines = self.lines(offset, bytes, self.data.as_ref());
        self.one_by_one(lines, |this, line| if is_store { this.store_line(line) } else { this.use_data(line, false) })
    }

    /// All lines of `cache` that lie in memory and have a byte of this range. Without a cache,
    /// lines have the shortest length.
    fn lines(&self, offset: u64, bytes: u64, cache: Option<&Cache>) -> impl Iterator<Item = u64> + use<> {
        let (line_bytes, memory) = (cache.map_or(GRANULE, Cache::line_bytes), self.bytes);
        let first = offset & !(line_bytes - 1);
        let last = offset.wrapping_add(bytes.max(1) - 1) & !(line_bytes - 1);
        let lines = (0..=last.wrapping_sub(first) >> line_bytes.trailing_zeros())
            .map(move |i| first.wrapping_add(i * line_bytes));
        lines.filter(move |&line| line < memory)
    }

    fn store_line(&mut self, offset: u64) -> u64 {
        let is_there = self.data.is_none() || self.marks.get(offset) & IN_DATA != 0;
        if self.params.l1d_write_allocate || is_there {
            return self.use_data(offset, true);
        }
        self.counts.l1d_misses += 1;
        self.use_second(offset, true, Fill::Behind);
        0
    }

    /// Cost of the accesses to some lines, one after the other.
    fn one_by_one(&mut self, lines: impl Iterator<Item = u64>, mut access: impl FnMut(&mut Cached, u64) -> u64) -> u64 {
        let mut cycles = 0;
        self.asking.elapsed = 0;
        for line in lines {
            cycles += access(self, line);
            self.asking.elapsed = cycles;
        }
        cycles
    }
}

// SAFETY: the marks are allocated once and never replaced.
unsafe impl Timing for Cached {
    const DYNAMIC: bool = true;

    fn costs(&self, code: &[Instr], entered: &[bool]) -> Vec<Cost> {
        self.pipeline.costs(code, entered)
    }

    fn code_line_bytes(&self) -> u64 {
        self.code.as_ref().map_or(64, Cache::line_bytes)
    }

    fn marks(&self) -> &[Cell<u8>] {
        self.marks.as_slice()
    }

    fn fetch(&mut self, pc: u64, bytes: u64) -> u64 {
        let offset = pc.wrapping_sub(self.base);
        if self.marks.get(offset) & self.marks.get(offset.wrapping_add(bytes - 1)) & FREE_FETCH != 0 {
            return 0;
        }
        let lines = self.lines(offset, bytes, self.code.as_ref());
        self.one_by_one(lines, Cached::fetch_line)
    }

    fn access(&mut self, addr: u64, bytes: u64, is_store: bool) -> Paid {
        let offset = addr.wrapping_sub(self.base);
        // SAFETY: offset and alignment have just been checked.
        let quickly = if offset < self.bytes && offset & (bytes - 1) == 0 {
            unsafe { self.access_quickly(offset, is_store) }
        } else {
            Quickly::No
        };
        match quickly {
            Quickly::Free(cycles) => Paid { cycles, is_free: true },
            Quickly::Leaves(line, cycles) => Paid { cycles: cycles + self.write_behind(line), is_free: true },
            Quickly::No => {
                let cycles = self.use_lines(offset, bytes, is_store);
                let kind = if is_store { FREE_STORE } else { FREE_LOAD };
                Paid { cycles, is_free: offset & (bytes - 1) == 0 && self.marks.get(offset) & kind != 0 }
            }
        }
    }

    // SAFETY: what the trait asks of callers.
    #[inline(always)]
    unsafe fn access_quickly(&mut self, offset: u64, is_store: bool) -> Quickly {
        if !self.is_usual {
            return Quickly::No;
        }
        // SAFETY: the caller's.
        unsafe { self.use_usual(offset, is_store) }
    }

    fn write_back(&mut self, line: u64) -> u64 {
        self.write_behind(line)
    }

    fn asks(&self) -> bool {
        self.asking.asks()
    }

    fn shift(&self, amount: u64) -> u64 {
        self.pipeline.shift(amount)
    }

    #[inline(always)]
    fn is_windowed(&self) -> bool {
        self.window.is_some()
    }

    #[inline(always)]
    fn window(&mut self) -> Option<&mut Window> {
        self.window.as_mut()
    }

    fn flush_code(&mut self) {
        if let Some(code) = &mut self.code {
            let bytes = code.line_bytes();
            for line in code.clear() {
                self.marks.remove(line, bytes, IN_CODE | FREE_FETCH);
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/cached.rs"]
mod tests;
