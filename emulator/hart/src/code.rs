//! Predecoded code: an image that all harts with the same text share, and a hart's own pages for
//! all other code.

use crate::context::View;
use crate::entry::{Account, ENTRY_BYTES, Entry, Erased, GRANULE_BYTES, Handler, Parcel, Pick};
use crate::pick::pick_for;
use crate::windowed::{Windowed, has_windowed};
use rankine_bus::Ram;
use rankine_isa::{Class, Extensions, Instr, Xlen, decode};
use rankine_timing::{CodeCost, Cost, Executed, Timing};
use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Bytes of code of a private page.
const PAGE: u64 = 4096;

/// Most private pages of a hart, 32 MiB of entries. If it needs more, all are discarded.
const MOST_PAGES: usize = 1024;

/// Predecoded entries for every 2-byte parcel from `pc` on, followed by two [`Handler::End`],
/// because a 4-byte instruction in the last parcel steps over the first of them. Each entry has an
/// account.
struct Segment {
    pc: u64,
    entries: Entries,
    accounts: Box<[Account]>,
    pick: Pick,
    /// The bytes that were decoded, for each entry, if records are taken: memory may have changed
    /// when they are.
    bits: Vec<u32>,
}

/// Entries with the same alignment as their code: the entries of a granule lie between two
/// multiples of [`GRANULE_BYTES`]. So an entry's address gives its granule.
struct Entries {
    all: Box<[Entry]>,
    /// Number of unused entries in front of the first used one.
    unused: usize,
}

impl Entries {
    fn new(pc: u64, parcels: usize, parcel: Entry, end: Entry) -> Entries {
        let most = (GRANULE_BYTES / ENTRY_BYTES) as usize - 1;
        let mut all = vec![end; most + parcels + 2].into_boxed_slice();
        let wanted = (pc / 2).wrapping_mul(ENTRY_BYTES).wrapping_sub(all.as_ptr() as u64) % GRANULE_BYTES;
        let unused = (wanted / ENTRY_BYTES) as usize;
        all[unused..unused + parcels].fill(parcel);
        Entries { all, unused }
    }
}

impl std::ops::Deref for Entries {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.all[self.unused..]
    }
}

impl std::ops::DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut [Entry] {
        &mut self.all[self.unused..]
    }
}

impl Segment {
    fn undecoded(pc: u64, bytes: u64, pick: Pick) -> Segment {
        let (parcel, end) = (Parcel::bare(Handler::Undecoded, pick), Parcel::bare(Handler::End, pick));
        let parcels = bytes as usize / 2;
        let entries = Entries::new(pc, parcels, parcel.entry, end.entry);
        let mut accounts = vec![parcel.account; parcels];
        accounts.extend([end.account; 2]);
        Segment { pc, entries, accounts: accounts.into(), pick, bits: Vec::new() }
    }

    fn bytes(&self) -> u64 {
        (self.accounts.len() as u64 - 2) * 2
    }

    fn span(&self) -> Span {
        let (start, accounts) = (self.entries.as_ptr(), self.accounts.as_ptr());
        Span { start, accounts, size: self.bytes() / 2 * ENTRY_BYTES, pc: self.pc }
    }

    /// Index of the entry for `pc`; none for an odd address, at which no instruction can begin.
    fn index(&self, pc: u64) -> Option<usize> {
        let offset = pc.wrapping_sub(self.pc);
        (offset < self.bytes() && offset.is_multiple_of(2)).then_some((offset / 2) as usize)
    }

    /// Does a line of code begin in the instruction of `len` bytes at `index`? False if fetching is
    /// free.
    fn enters_line(&self, index: usize, len: u8) -> bool {
        let pc = self.pc.wrapping_add(2 * index as u64);
        self.pick.line_bytes.is_some_and(|bytes| {
            let at = pc & (bytes - 1);
            at == 0 || at + u64::from(len) > bytes
        })
    }

    /// The handler for the single instruction at `index`.
    fn one(&self, index: usize) -> Erased {
        (self.pick.one)(self.accounts[index].operation(), self.enters_line(index, self.entries[index].len))
    }

    /// The handler for the pair of instructions at `index`, if there is one. Pairs do not check
    /// lines, so no line may begin in either instruction.
    fn pair(&self, index: usize) -> Option<Erased> {
        let at = |index: usize| {
            let parcel = Parcel { entry: self.entries[index], account: self.accounts[index] };
            (!self.enters_line(index, parcel.entry.len)).then_some(parcel)
        };
        let (one, two) = (at(index)?, at(index + usize::from(self.entries[index].len) / 2)?);
        (self.pick.pair)(one.account.operation(), two.account.operation(), one.feeds(&two))
    }

    /// Puts an instruction or an entry of the engine at `index`. The entries that follow must have
    /// been put before.
    fn put(&mut self, index: usize, mut parcel: Parcel) {
        let behind = index + usize::from(parcel.entry.len) / 2;
        if behind != index {
            parcel.account.chain(&self.accounts[behind]);
        }
        (self.entries[index], self.accounts[index]) = (parcel.entry, parcel.account);
        if behind != index {
            self.entries[index].quick = self.pair(index).unwrap_or_else(|| self.one(index));
        }
    }

    fn keep_bits(&mut self, index: usize, bits: u32) {
        self.bits.resize(self.accounts.len(), 0);
        self.bits[index] = bits;
    }

    /// Replaces the entry at `index` by an entry of the engine, which has the same account. Returns
    /// the replaced entry.
    fn cover(&mut self, index: usize, with: Parcel) -> Parcel {
        let covered = Parcel { entry: self.entries[index], account: self.accounts[index] };
        self.entries[index] = with.entry;
        self.accounts[index].handler = with.account.handler;
        self.accounts[index].quick_len = 0;
        // No pair may execute the covered instruction.
        for before in [index.checked_sub(1), index.checked_sub(2)].into_iter().flatten() {
            if self.accounts[before].handler.op().is_some() {
                self.entries[before].quick = self.one(before);
            }
        }
        covered
    }

    /// Puts the covered entry back.
    fn uncover(&mut self, index: usize, covered: Parcel) {
        self.entries[index] = covered.entry;
        self.accounts[index].handler = covered.account.handler;
        self.accounts[index].quick_len = covered.account.quick_len;
        for before in [index.checked_sub(1), index.checked_sub(2)].into_iter().flatten() {
            if self.accounts[before].handler.op().is_some() {
                self.entries[before].quick = self.pair(before).unwrap_or_else(|| self.one(before));
            }
        }
    }
}

/// A range of entries in which the engine runs. Valid until its [`Code`] changes.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub start: *const Entry,
    pub accounts: *const Account,
    /// Host bytes of the entries, without the two at the end.
    pub size: u64,
    pub pc: u64,
}

/// The memory, and the hart's properties, from which code is decoded.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    pub view: View,
    pub xlen: Xlen,
    pub ext: Extensions,
    pub pick: Pick,
}

/// The result of decoding an address.
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

    /// The bytes of an instruction, little-endian; zero for bytes outside memory.
    fn bits(&self, pc: u64) -> u32 {
        let half = |pc: u64| self.view.read::<u16>(pc).unwrap_or(0) as u32;
        let low = half(pc);
        low | if low & 3 == 3 { half(pc.wrapping_add(2)) << 16 } else { 0 }
    }

    /// The instructions from `pc` to `end`, each with its address. Parcels that are no instruction
    /// are skipped.
    fn sweep(&self, pc: u64, end: u64) -> Vec<Placed> {
        let mut code = Vec::new();
        let mut next = pc;
        while next < end {
            match self.find(next) {
                Found::Instr(instr) => {
                    code.push(Placed { pc: next, instr });
                    next = next.wrapping_add(u64::from(instr.len));
                }
                Found::Illegal | Found::NoMemory => next = next.wrapping_add(2),
            }
        }
        code
    }

    /// The entry for the contents of memory at `pc`. `is_near` tells whether an address lies in the
    /// same segment. `cost` returns the cost of an instruction.
    fn parcel(&self, pc: u64, cost: impl FnOnce(&Instr) -> Cost, is_near: impl Fn(u64) -> bool) -> Parcel {
        match self.find(pc) {
            Found::Instr(instr) => {
                let target = Placed { pc, instr }.target();
                let near = is_near(target) && (self.ext.c || target.is_multiple_of(4));
                let last = pc.wrapping_add(u64::from(instr.len) - 1);
                let stays = self.pick.line_bytes.is_some_and(|bytes| (target ^ last) & !(bytes - 1) == 0);
                Parcel::new(&instr, cost(&instr), near, stays, self.pick)
            }
            Found::Illegal => Parcel::bare(Handler::Illegal, self.pick),
            Found::NoMemory => Parcel::bare(Handler::NoMemory, self.pick),
        }
    }
}

/// An instruction at its address.
#[derive(Clone, Copy)]
struct Placed {
    pc: u64,
    instr: Instr,
}

impl Placed {
    fn behind(&self) -> u64 {
        self.pc.wrapping_add(u64::from(self.instr.len))
    }

    /// The target if it is a branch or a direct jump.
    fn target(&self) -> u64 {
        self.pc.wrapping_add(self.instr.imm as i64 as u64)
    }
}

/// Static costs of code, by address.
fn costs<T: Timing>(code: &[Placed], timing: &T) -> HashMap<u64, Cost> {
    let jumps = code.iter().filter(|placed| matches!(placed.instr.class(), Class::Branch | Class::Jump));
    let targets: HashSet<u64> = jumps.map(Placed::target).collect();
    let mut costs = HashMap::with_capacity(code.len());
    for straight in code.chunk_by(|one, next| one.behind() == next.pc) {
        let instrs: Vec<Instr> = straight.iter().map(|placed| placed.instr).collect();
        let entered: Vec<bool> = straight.iter().map(|placed| targets.contains(&placed.pc)).collect();
        costs.extend(straight.iter().map(|placed| placed.pc).zip(timing.costs(&instrs, &entered)));
    }
    costs
}

/// Static cost of an instruction whose neighbours are unknown.
fn cost_alone<T: Timing>(instr: &Instr, timing: &T) -> Cost {
    timing.costs(std::slice::from_ref(instr), &[true])[0]
}

/// Predecoded code that harts share. Built once, from the memory of one of them.
pub struct Image {
    segments: Vec<Segment>,
    /// The entry that each hook covers; none if the image has no code at that address.
    hooks: HashMap<u64, Option<Parcel>>,
    /// Chooses the tail-called handlers of the entries of this image and of private pages; and the
    /// timing and register width for which they are compiled.
    pick: Pick,
    handlers_for: (TypeId, Xlen),
}

impl Image {
    /// Sets a hook at each of `pcs`: a run stops before it executes the instruction there.
    pub fn set_hooks(&mut self, pcs: impl IntoIterator<Item = u64>) {
        for pc in pcs {
            let hook = Parcel::bare(Handler::Hook, self.pick);
            let hooked = self.segments.iter_mut().find_map(|s| s.index(pc).map(|i| s.cover(i, hook)));
            self.hooks.entry(pc).or_insert(hooked);
        }
    }

    /// Clears hooks.
    fn clear_hooks(&mut self, pcs: &[u64]) {
        for pc in pcs {
            if let Some(Some(covered)) = self.hooks.remove(pc)
                && let Some(segment) = self.segments.iter_mut().find(|segment| segment.index(*pc).is_some())
                && let Some(index) = segment.index(*pc)
            {
                segment.uncover(index, covered);
            }
        }
    }

    /// An image without code, for the same harts.
    fn empty(&self) -> Image {
        let Image { pick, handlers_for, .. } = *self;
        Image { segments: Vec::new(), hooks: HashMap::new(), pick, handlers_for }
    }
}

/// The code that one hart runs.
pub struct Code {
    image: Arc<Image>,
    /// Cleared by the hart's first `fence.i`: its text may have changed, while that of other harts
    /// has not.
    image_is_valid: bool,
    /// Has something other than the hart written to its code? If so, the next run first discards
    /// all decoded code.
    pub(crate) is_stale: bool,
    pages: HashMap<u64, Segment>,
    /// The entries that hooks cover in those pages.
    covered: HashMap<u64, Parcel>,
    /// The segment for a single instruction that is executed although it carries a hook.
    passing: Segment,
}

impl Code {
    /// Decodes the instructions in `ranges` of `ram`, for all harts with the same text.
    pub fn image<T: Timing + 'static>(
        ranges: &[Range<u64>],
        ram: &mut Ram,
        xlen: Xlen,
        ext: &Extensions,
        timing: &T,
    ) -> Arc<Image> {
        let line_bytes = timing.code_line_bytes();
        let (pick, handlers_for) = if timing.is_windowed() && const { has_windowed::<T>() } {
            (pick_for::<Windowed<T>>(xlen, line_bytes), TypeId::of::<Windowed<T>>())
        } else {
            (pick_for::<T>(xlen, line_bytes), TypeId::of::<T>())
        };
        let ram_bytes = ram.len();
        let source = Source { view: View::new(ram), xlen, ext: *ext, pick };
        let segments = ranges
            .iter()
            .map(|range| {
                let (memory, memory_end) = (source.view.base, source.view.base + ram_bytes);
                let pc = (range.start & !1).clamp(memory, memory_end);
                let bytes = range.end.min(memory_end).saturating_sub(pc).next_multiple_of(2);
                let mut segment = Segment::undecoded(pc, bytes, pick);
                let costs = costs(&source.sweep(pc, pc.saturating_add(bytes)), timing);
                for index in (0..bytes as usize / 2).rev() {
                    let is_near = |target| segment.index(target).is_some();
                    let at = pc + 2 * index as u64;
                    let cost = |instr: &Instr| costs.get(&at).copied().unwrap_or_else(|| cost_alone(instr, timing));
                    segment.put(index, source.parcel(at, cost, is_near));
                    if T::RECORDED {
                        segment.keep_bits(index, source.bits(at));
                    }
                }
                segment
            })
            .collect();
        Arc::new(Image { segments, hooks: HashMap::new(), pick, handlers_for: (handlers_for, xlen) })
    }

    pub fn new(image: Arc<Image>) -> Code {
        // Its entry is not aligned like its code. It leaves all fetching to the careful form.
        let passing = Segment::undecoded(0, 2, Pick { line_bytes: None, ..image.pick });
        Code { image, image_is_valid: true, is_stale: false, pages: HashMap::new(), covered: HashMap::new(), passing }
    }

    /// Are the handlers of the entries those for this timing and register width?
    pub(crate) fn has_handlers_for<T: 'static>(&self, xlen: Xlen) -> bool {
        self.image.handlers_for == (TypeId::of::<T>(), xlen)
    }

    pub(crate) fn pick(&self) -> Pick {
        self.image.pick
    }

    /// Something other than the hart has written these bytes of its memory, which may be code.
    pub fn changed(&mut self, addr: u64, bytes: u64) {
        let is_code = |segment: &Segment| {
            addr.wrapping_sub(segment.pc) < segment.bytes() || segment.pc.wrapping_sub(addr) < bytes
        };
        if self.image.segments.iter().chain(self.pages.values()).any(is_code) {
            self.is_stale = true;
        }
    }

    /// Does the hart still use the code that it was loaded with, whatever its memory contains now?
    pub fn is_as_loaded(&self) -> bool {
        self.image_is_valid
    }

    /// Discards the decoded code of this hart: `fence.i`.
    pub(crate) fn flush(&mut self) {
        (self.image_is_valid, self.is_stale) = (false, false);
        self.forget_pages();
    }

    fn forget_pages(&mut self) {
        self.pages.clear();
        self.covered.clear();
    }

    /// Is there a hook at `pc`?
    pub fn is_hooked(&self, pc: u64) -> bool {
        self.image.hooks.contains_key(&pc)
    }

    /// Sets and clears hooks for harts that share an image that no other hart uses. The harts must
    /// be between two calls of [`crate::run`].
    pub fn change_hooks<'a>(codes: impl IntoIterator<Item = &'a mut Code>, set: &[u64], clear: &[u64]) {
        let mut codes: Vec<&mut Code> = codes.into_iter().collect();
        let Some(image) = codes.first().map(|code| code.image.clone()) else { return };
        let empty = Arc::new(image.empty());
        codes.iter_mut().for_each(|code| code.image = empty.clone());
        let mut image = image;
        // If others use the image, it is not changed.
        debug_assert!(Arc::get_mut(&mut image).is_some(), "an image that only these harts share");
        if let Some(image) = Arc::get_mut(&mut image) {
            image.clear_hooks(clear);
            image.set_hooks(set.iter().copied());
        }
        for code in codes {
            code.image = image.clone();
            code.clear_hooks(clear);
            set.iter().for_each(|pc| code.cover(*pc));
        }
    }

    fn clear_hooks(&mut self, pcs: &[u64]) {
        for pc in pcs {
            if let Some(covered) = self.covered.remove(pc)
                && let Some(segment) = self.pages.get_mut(&(pc & !(PAGE - 1)))
                && let Some(index) = segment.index(*pc)
            {
                segment.uncover(index, covered);
            }
        }
    }

    /// Sets a hook at `pc` in a private page, if the page has decoded code there.
    fn cover(&mut self, pc: u64) {
        if let Some(segment) = self.pages.get_mut(&(pc & !(PAGE - 1)))
            && let Some(index) = segment.index(pc)
            && !matches!(segment.accounts[index].handler, Handler::Undecoded | Handler::Hook)
        {
            let covered = segment.cover(index, Parcel::bare(Handler::Hook, segment.pick));
            self.covered.insert(pc, covered);
        }
    }

    /// The entries of the image around `pc`, if the image has any there.
    pub(crate) fn image_at(&self, pc: u64) -> Option<Span> {
        let segments = if self.image_is_valid { self.image.segments.as_slice() } else { &[] };
        segments.iter().find(|segment| segment.index(pc).is_some()).map(Segment::span)
    }

    /// The entries of the private page around `pc`; none if there is no memory.
    pub(crate) fn page_at(&mut self, pc: u64, source: Source) -> Option<Span> {
        if !source.view.contains(pc) {
            return None;
        }
        let start = pc & !(PAGE - 1);
        if self.must_forget(pc) {
            self.forget_pages();
        }
        Some(self.pages.entry(start).or_insert_with(|| Segment::undecoded(start, PAGE, source.pick)).span())
    }

    /// The instruction executed at `pc` since code was last discarded; none if there cannot have
    /// been one.
    pub(crate) fn executed(&self, pc: u64, source: Source) -> Option<Executed> {
        let decoded = |segment: &Segment| segment.bits.get(segment.index(pc)?).copied().filter(|bits| *bits != 0);
        self.decoded(pc)?.executed(self.segments(pc).find_map(decoded).unwrap_or_else(|| source.bits(pc)))
    }

    /// The length and static cost of that instruction.
    pub fn cost(&self, pc: u64) -> Option<CodeCost> {
        let Parcel { entry, account } = self.decoded(pc)?;
        Some(CodeCost { bytes: entry.len.into(), cycles: account.cost.into(), taken: account.taken.into() })
    }

    /// The segments in which `pc` may lie.
    fn segments(&self, pc: u64) -> impl Iterator<Item = &Segment> {
        let of_image = self.image.segments.iter().filter(|_| self.image_is_valid);
        of_image.chain(self.pages.get(&(pc & !(PAGE - 1))))
    }

    /// The instruction decoded at `pc`, whether or not it carries a hook.
    fn decoded(&self, pc: u64) -> Option<Parcel> {
        let is_code = |parcel: &Parcel| parcel.account.handler.op().is_some();
        let at = |segment: &Segment| {
            let index = segment.index(pc)?;
            Some(Parcel { entry: segment.entries[index], account: segment.accounts[index] }).filter(is_code)
        };
        self.segments(pc).find_map(at).or_else(|| self.covered_at(pc).filter(is_code)).or_else(|| at(&self.passing))
    }

    /// The entry that a hook at `pc` covers, if any.
    fn covered_at(&self, pc: u64) -> Option<Parcel> {
        let of_image = self.image.hooks.get(&pc).copied().flatten().filter(|_| self.image_is_valid);
        of_image.or_else(|| self.covered.get(&pc).copied())
    }

    /// Would entering the code at `pc` make this hart discard its private pages, because they are
    /// too many for another one?
    pub(crate) fn must_forget(&self, pc: u64) -> bool {
        let is_of_image =
            |pc| self.image_is_valid && self.image.segments.iter().any(|segment| segment.index(pc).is_some());
        self.pages.len() >= MOST_PAGES && !self.pages.contains_key(&(pc & !(PAGE - 1))) && !is_of_image(pc)
    }

    /// Decodes the straight stretch of code at `pc`, which is in a private page.
    pub(crate) fn fill<T: Timing>(&mut self, pc: u64, source: Source, timing: &T) {
        let Some(segment) = self.pages.get_mut(&(pc & !(PAGE - 1))) else { return };
        let mut places = Vec::new();
        let mut code = Vec::new();
        let mut next = pc;
        while let Some(index) = segment.index(next)
            && segment.accounts[index].handler == Handler::Undecoded
        {
            places.push((index, next));
            let Found::Instr(instr) = source.find(next) else { break };
            code.push(Placed { pc: next, instr });
            if instr.ends_sequence() {
                break;
            }
            next = next.wrapping_add(u64::from(instr.len));
        }
        let costs = costs(&code, timing);
        for &(index, pc) in places.iter().rev() {
            let parcel = source.parcel(pc, |_| costs[&pc], |target| segment.index(target).is_some());
            segment.put(index, parcel);
            if timing.is_recorded() {
                segment.keep_bits(index, source.bits(pc));
            }
        }
        // Hooks are set last, so that watched code costs the same.
        for (_, pc) in places {
            if self.image.hooks.contains_key(&pc) {
                self.cover(pc);
            }
        }
    }

    /// A span that consists of the instruction that the hook at `pc` covers.
    pub(crate) fn pass_hook<T: Timing>(&mut self, pc: u64, source: Source, timing: &T) -> Span {
        let mut parcel =
            self.covered_at(pc).unwrap_or_else(|| source.parcel(pc, |instr| cost_alone(instr, timing), |_| false));
        // No jump may stay in this span, because it would miss the hook.
        parcel.account.quick_len = 0;
        parcel.entry.quick = (source.pick.one)(parcel.account.operation(), false);
        self.passing.pc = pc;
        self.passing.put(0, parcel);
        Span { size: 0, ..self.passing.span() }
    }
}
