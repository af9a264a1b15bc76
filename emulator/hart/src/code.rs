//! Predecoded code: an image shared by all harts that run the same text, and a hart's own pages for
//! everything else.

use crate::context::View;
use crate::entry::{Account, ENTRY_BYTES, Entry, Handler, Parcel, Pick};
use crate::pairs;
use crate::quick::{self, TAIL_CALLS};
use rankine_bus::Ram;
use rankine_isa::{Extensions, Instr, Xlen, decode};
use rankine_timing::Timing;
use std::any::TypeId;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Bytes of code that a private page stands for.
const PAGE: u64 = 4096;

/// Private pages a hart keeps before it starts anew: 32 MiB of entries.
const MOST_PAGES: usize = 1024;

/// Predecoded entries for every 2-byte parcel from `pc` on, and two [`Handler::End`] behind them:
/// a 4-byte instruction in the last parcel steps over the first. Beside each its account.
struct Segment {
    pc: u64,
    entries: Box<[Entry]>,
    accounts: Box<[Account]>,
    pick: Pick,
}

impl Segment {
    fn undecoded(pc: u64, bytes: u64, pick: Pick) -> Segment {
        let (parcel, end) = (Parcel::bare(Handler::Undecoded, pick), Parcel::bare(Handler::End, pick));
        let parcels = bytes as usize / 2;
        let mut entries = vec![parcel.entry; parcels];
        entries.extend([end.entry; 2]);
        let mut accounts = vec![parcel.account; parcels];
        accounts.extend([end.account; 2]);
        Segment { pc, entries: entries.into_boxed_slice(), accounts: accounts.into_boxed_slice(), pick }
    }

    fn bytes(&self) -> u64 {
        (self.entries.len() as u64 - 2) * 2
    }

    fn span(&self) -> Span {
        let (start, accounts) = (self.entries.as_ptr(), self.accounts.as_ptr());
        Span { start, accounts, size: self.bytes() / 2 * ENTRY_BYTES, pc: self.pc }
    }

    /// Index of the entry for `pc`.
    fn index(&self, pc: u64) -> Option<usize> {
        let offset = pc.wrapping_sub(self.pc);
        (offset < self.bytes()).then_some((offset / 2) as usize)
    }

    /// Puts an instruction or an entry of the engine at `index`. What follows must have been put first.
    fn put(&mut self, index: usize, mut parcel: Parcel) {
        let behind = index + usize::from(parcel.entry.len) / 2;
        if behind != index {
            let second = Parcel { entry: self.entries[behind], account: self.accounts[behind] };
            parcel.account.chain(&second.account);
            let operation = |parcel: &Parcel| (parcel.account.handler, parcel.account.quick_len);
            if let Some(quick) = (self.pick.pair)(operation(&parcel), operation(&second), parcel.feeds(&second)) {
                parcel.entry.quick = quick;
            }
        }
        self.entries[index] = parcel.entry;
        self.accounts[index] = parcel.account;
    }

    /// Puts an entry of the engine in the place of the one at `index`, to keep counters as that does.
    fn cover(&mut self, index: usize, with: Parcel) -> Parcel {
        let covered = Parcel { entry: self.entries[index], account: self.accounts[index] };
        self.entries[index] = with.entry;
        self.accounts[index].handler = with.account.handler;
        self.accounts[index].quick_len = 0;
        // No pair may execute what is covered now.
        for before in [index.checked_sub(1), index.checked_sub(2)].into_iter().flatten() {
            let Account { handler, quick_len, .. } = self.accounts[before];
            self.entries[before].quick = (self.pick.one)(handler, quick_len);
        }
        covered
    }
}

/// A stretch of entries for the engine to run in, valid until its [`Code`] is next changed.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub start: *const Entry,
    pub accounts: *const Account,
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
    pub pick: Pick,
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

    /// What memory holds at `pc`, for a segment of which `is_near` tells whether an address lies in it.
    fn parcel<T: Timing>(&self, pc: u64, timing: &T, is_near: impl Fn(u64) -> bool) -> Parcel {
        match self.find(pc) {
            Found::Instr(instr) => {
                let behind = pc.wrapping_add(u64::from(instr.len));
                let next = self.instr(behind);
                let second = next.and_then(|next| self.instr(behind.wrapping_add(u64::from(next.len))));
                let target = pc.wrapping_add(instr.imm as i64 as u64);
                let near = is_near(target) && (self.ext.c || target.is_multiple_of(4));
                Parcel::new(&instr, timing.cost(&instr, [next.as_ref(), second.as_ref()]), near, self.pick)
            }
            Found::Illegal => Parcel::bare(Handler::Illegal, self.pick),
            Found::NoMemory => Parcel::bare(Handler::NoMemory, self.pick),
        }
    }
}

/// Predecoded code that harts share. Built once from the memory of one of them.
pub struct Image {
    segments: Vec<Segment>,
    /// The entry that each hook stands in for; none where the image has no code.
    hooks: HashMap<u64, Option<Parcel>>,
    /// The tail-called handlers that the entries of this image and of the pages beside it name, and the
    /// timing and register width that they are compiled for.
    pick: Pick,
    handlers_for: (TypeId, Xlen),
}

impl Image {
    /// Puts a hook on each of `pcs`: a run stops before it executes the instruction there.
    pub fn set_hooks(&mut self, pcs: impl IntoIterator<Item = u64>) {
        for pc in pcs {
            let hook = Parcel::bare(Handler::Hook, self.pick);
            let hooked = self.segments.iter_mut().find_map(|s| s.index(pc).map(|i| s.cover(i, hook)));
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
    pub fn image<T: Timing + 'static>(
        ranges: &[Range<u64>],
        ram: &mut Ram,
        xlen: Xlen,
        ext: &Extensions,
        timing: &T,
    ) -> Arc<Image> {
        let pick = match xlen {
            // Handlers that are not used need not even be compiled.
            _ if !TAIL_CALLS => Pick { one: |_, _| quick::unused, pair: |_, _, _| None },
            Xlen::Rv32 => Pick { one: quick::pick::<false, T>, pair: pairs::pick_pair::<false, T> },
            Xlen::Rv64 => Pick { one: quick::pick::<true, T>, pair: pairs::pick_pair::<true, T> },
        };
        let source = Source { view: View::new(ram), xlen, ext: *ext, pick };
        let segments = ranges
            .iter()
            .map(|range| {
                let pc = range.start & !1;
                let bytes = range.end.saturating_sub(pc).next_multiple_of(2);
                let mut segment = Segment::undecoded(pc, bytes, pick);
                for index in (0..bytes as usize / 2).rev() {
                    let is_near = |target| segment.index(target).is_some();
                    segment.put(index, source.parcel(pc + 2 * index as u64, timing, is_near));
                }
                segment
            })
            .collect();
        Arc::new(Image { segments, hooks: HashMap::new(), pick, handlers_for: (TypeId::of::<T>(), xlen) })
    }

    pub fn new(image: Arc<Image>) -> Code {
        let passing = Segment::undecoded(0, 2, image.pick);
        Code { image, image_is_valid: true, pages: HashMap::new(), passing }
    }

    /// Are the tail-called handlers that entries name those for this timing and register width?
    pub(crate) fn has_handlers_for<T: 'static>(&self, xlen: Xlen) -> bool {
        self.image.handlers_for == (TypeId::of::<T>(), xlen)
    }

    pub(crate) fn pick(&self) -> Pick {
        self.image.pick
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
        Some(self.pages.entry(start).or_insert_with(|| Segment::undecoded(start, PAGE, source.pick)).span())
    }

    /// Decodes the straight stretch of code at `pc`, which is in a private page.
    pub(crate) fn fill<T: Timing>(&mut self, pc: u64, source: Source, timing: &T) {
        let Some(segment) = self.pages.get_mut(&(pc & !(PAGE - 1))) else { return };
        let mut stretch = Vec::new();
        let mut next = pc;
        while let Some(index) = segment.index(next)
            && segment.accounts[index].handler == Handler::Undecoded
        {
            let parcel = if self.image.hooks.contains_key(&next) {
                Parcel::bare(Handler::Hook, source.pick)
            } else {
                source.parcel(next, timing, |target| segment.index(target).is_some())
            };
            stretch.push((index, parcel));
            if parcel.instr().is_none_or(|instr| instr.ends_sequence()) {
                break;
            }
            next = next.wrapping_add(u64::from(parcel.entry.len));
        }
        for (index, parcel) in stretch.into_iter().rev() {
            segment.put(index, parcel);
        }
    }

    /// A span with nothing but the instruction that the hook at `pc` stands for.
    pub(crate) fn pass_hook<T: Timing>(&mut self, pc: u64, source: Source, timing: &T) -> Span {
        let kept = self.image.hooks.get(&pc).copied().flatten().filter(|_| self.image_is_valid);
        let mut parcel = kept.unwrap_or_else(|| source.parcel(pc, timing, |_| false));
        // No jump may stay in this span: it would miss the hook.
        parcel.account.quick_len = 0;
        parcel.entry.quick = (source.pick.one)(parcel.account.handler, 0);
        self.passing.pc = pc;
        self.passing.put(0, parcel);
        Span { size: 0, ..self.passing.span() }
    }
}
