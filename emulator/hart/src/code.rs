//! Predecoded code: an image shared by all harts that run the same text, and a hart's own pages for
//! everything else.

use crate::context::View;
use crate::entry::{ENTRY_BYTES, Entry, Handler};
use rankine_bus::Ram;
use rankine_isa::{Extensions, Instr, Xlen, decode};
use rankine_timing::Timing;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Bytes of code that a private page stands for.
const PAGE: u64 = 4096;

/// Private pages a hart keeps before it starts anew: 32 MiB of entries.
const MOST_PAGES: usize = 1024;

/// Predecoded entries for every 2-byte parcel from `pc` on, and two [`Handler::End`] behind them:
/// a 4-byte instruction in the last parcel steps over the first.
struct Segment {
    pc: u64,
    entries: Box<[Entry]>,
}

impl Segment {
    fn new(pc: u64, mut entries: Vec<Entry>) -> Segment {
        entries.extend([Entry::bare(Handler::End); 2]);
        Segment { pc, entries: entries.into_boxed_slice() }
    }

    fn undecoded(pc: u64, bytes: u64) -> Segment {
        Segment::new(pc, vec![Entry::bare(Handler::Undecoded); bytes as usize / 2])
    }

    fn bytes(&self) -> u64 {
        (self.entries.len() as u64 - 2) * 2
    }

    fn span(&self) -> Span {
        Span { start: self.entries.as_ptr(), size: self.bytes() / 2 * ENTRY_BYTES, pc: self.pc }
    }

    /// Index of the entry for `pc`.
    fn index(&self, pc: u64) -> Option<usize> {
        let offset = pc.wrapping_sub(self.pc);
        (offset < self.bytes()).then_some((offset / 2) as usize)
    }
}

/// A stretch of entries for the engine to run in, valid until its [`Code`] is next changed.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub start: *const Entry,
    /// Host bytes of entries, the two at the end not counted.
    pub size: u64,
    pub pc: u64,
}

/// What decoding is done for.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    pub view: View,
    pub xlen: Xlen,
    pub ext: Extensions,
}

/// What stands at an address.
enum Found {
    Instr(Instr),
    Illegal,
    NoMemory,
}

impl Source {
    fn find(&self, pc: u64) -> Found {
        let Some(low) = self.view.read::<u16>(pc) else { return Found::NoMemory };
        let mut word = low as u32;
        if low & 3 == 3 {
            let Some(high) = self.view.read::<u16>(pc.wrapping_add(2)) else { return Found::NoMemory };
            word |= (high as u32) << 16;
        }
        decode(word, self.xlen, &self.ext).map_or(Found::Illegal, Found::Instr)
    }

    fn instr(&self, pc: u64) -> Option<Instr> {
        match self.find(pc) {
            Found::Instr(instr) => Some(instr),
            Found::Illegal | Found::NoMemory => None,
        }
    }

    /// The entry for what memory holds at `pc`.
    pub fn entry<T: Timing>(&self, pc: u64, timing: &T) -> Entry {
        match self.find(pc) {
            Found::Instr(instr) => {
                let behind = pc.wrapping_add(u64::from(instr.len));
                let next = self.instr(behind);
                let second = next.and_then(|next| self.instr(behind.wrapping_add(u64::from(next.len))));
                Entry::new(&instr, timing.cost(&instr, [next.as_ref(), second.as_ref()]))
            }
            Found::Illegal => Entry::bare(Handler::Illegal),
            Found::NoMemory => Entry::bare(Handler::NoMemory),
        }
    }
}

/// Predecoded code that harts share. Built once from the memory of one of them.
pub struct Image {
    segments: Vec<Segment>,
    /// The entry that each hook stands in for; none where the image has no code.
    hooks: HashMap<u64, Option<Entry>>,
}

impl Image {
    /// Puts a hook on each of `pcs`: a run stops before it executes the instruction there.
    pub fn set_hooks(&mut self, pcs: impl IntoIterator<Item = u64>) {
        for pc in pcs {
            let place = self.segments.iter_mut().find_map(|s| s.index(pc).map(|i| &mut s.entries[i]));
            let hook = Entry::bare(Handler::Hook);
            let hooked = place.map(|entry| std::mem::replace(entry, hook));
            self.hooks.entry(pc).or_insert(hooked);
        }
    }
}

/// The code that one hart runs.
pub struct Code {
    image: Arc<Image>,
    /// Cleared by the hart's first `fence.i`: its text may have changed, the others' has not.
    image_is_valid: bool,
    pages: HashMap<u64, Segment>,
    /// A single instruction to execute although it carries a hook.
    passing: Segment,
}

impl Code {
    /// Decodes the instructions in `ranges` of `ram`, for all harts that will have the same text.
    pub fn image<T: Timing>(
        ranges: &[Range<u64>],
        ram: &mut Ram,
        xlen: Xlen,
        ext: &Extensions,
        timing: &T,
    ) -> Arc<Image> {
        let source = Source { view: View::new(ram), xlen, ext: *ext };
        let segments = ranges
            .iter()
            .map(|range| {
                let pc = range.start & !1;
                Segment::new(pc, (pc..range.end).step_by(2).map(|pc| source.entry(pc, timing)).collect())
            })
            .collect();
        Arc::new(Image { segments, hooks: HashMap::new() })
    }

    pub fn new(image: Arc<Image>) -> Code {
        Code { image, image_is_valid: true, pages: HashMap::new(), passing: Segment::undecoded(0, 2) }
    }

    /// Forgets what has been decoded of this hart's own memory: `fence.i`.
    pub(crate) fn flush(&mut self) {
        self.image_is_valid = false;
        self.pages.clear();
    }

    /// The entries around `pc`, or none when there is no memory.
    pub(crate) fn locate(&mut self, pc: u64, source: Source) -> Option<Span> {
        if self.image_is_valid
            && let Some(segment) = self.image.segments.iter().find(|s| s.index(pc).is_some())
        {
            return Some(segment.span());
        }
        if !source.view.contains(pc) {
            return None;
        }
        let start = pc & !(PAGE - 1);
        if self.pages.len() >= MOST_PAGES && !self.pages.contains_key(&start) {
            self.pages.clear();
        }
        Some(self.pages.entry(start).or_insert_with(|| Segment::undecoded(start, PAGE)).span())
    }

    /// Decodes the entry for `pc`, which is in a private page.
    pub(crate) fn fill<T: Timing>(&mut self, pc: u64, source: Source, timing: &T) {
        let hooked = self.image.hooks.contains_key(&pc);
        let entry = if hooked { Entry::bare(Handler::Hook) } else { source.entry(pc, timing) };
        if let Some(segment) = self.pages.get_mut(&(pc & !(PAGE - 1)))
            && let Some(index) = segment.index(pc)
        {
            segment.entries[index] = entry;
        }
    }

    /// A span with nothing but the instruction that the hook at `pc` stands for.
    pub(crate) fn pass_hook<T: Timing>(&mut self, pc: u64, source: Source, timing: &T) -> Span {
        let kept = self.image.hooks.get(&pc).copied().flatten().filter(|_| self.image_is_valid);
        self.passing.pc = pc;
        self.passing.entries[0] = kept.unwrap_or_else(|| source.entry(pc, timing));
        // No jump may stay in this span: it would miss the hook.
        Span { size: 0, ..self.passing.span() }
    }
}
