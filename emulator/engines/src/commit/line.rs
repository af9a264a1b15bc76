//! Ready-made lines: for an instruction with its usual cost, only the numbers change.

use super::buffer::WINDOW;
use super::step::{Known, Plain, Step};
use super::text::{Text, digits_of};

/// Most bytes of a line in front of its first number.
const MOST: usize = 160;

/// Bytes that are copied at once.
const PIECE: usize = 32;

/// Numbers of a line: the value written to a register, the address of a memory access, the stored
/// value.
const NUMBERS: usize = 3;

/// Most bytes of texts that are kept. A larger program has its texts made again and again.
const TEXTS_MOST: usize = 1 << 22;

/// Entries of the table of lines. An entry is selected by the low bits of an instruction's address.
const PLACES: usize = 1 << 13;

/// Lines of plain instructions, with holes for their numbers. Each part of a line is copied at full
/// length, even if it is shorter, so that the same steps work for all lines. Most lines have at
/// most `USUAL` bytes in front of their first number; these are copied without a check.
#[derive(Debug)]
pub struct Lines<const USUAL: usize> {
    /// For each entry: the line if control goes on to the next instruction, and the line if it goes
    /// elsewhere.
    lines: Vec<[Line; 2]>,
    /// The texts in front of the first numbers, followed by free room.
    texts: Vec<u8>,
}

/// A line. It fits in one line of the host's caches.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line {
    /// Address of the instruction; all ones for no line.
    pc: u64,
    /// Where its text begins, and the length of the text.
    begin: u32,
    len: u8,
    /// Length of the whole line.
    end: u8,
    /// Cost of the instruction.
    cost: i32,
    numbers: [Number; NUMBERS],
}

impl Line {
    const NONE: Line = Line { pc: u64::MAX, begin: 0, len: 0, end: 0, cost: 0, numbers: [Number::NONE; NUMBERS] };
}

/// A hexadecimal number, and the text behind it. A number that a line does not have is placed
/// behind the line's end.
#[derive(Clone, Copy, Debug)]
struct Number {
    /// Left shift of the value that brings its digits to the front.
    shift: u8,
    /// Position of the number in the line, and position of its text.
    at: u8,
    text_at: u8,
    text: [u8; 8],
}

impl Number {
    const NONE: Number = Number { shift: 0, at: 0, text_at: 0, text: [0; 8] };
}

impl<const USUAL: usize> Default for Lines<USUAL> {
    fn default() -> Self {
        Lines { lines: vec![[Line::NONE; 2]; PLACES], texts: Vec::new() }
    }
}

impl<const USUAL: usize> Lines<USUAL> {
    /// Writes the line of the instruction at `pc`, if it is ready. `front` writes the columns in
    /// front of it and returns their end in the window. Returns where the line ends, and the cost
    /// of the instruction.
    #[inline(always)]
    pub fn put(
        &self,
        pc: u64,
        plain: &Plain,
        window: &mut [u8; WINDOW],
        front: impl FnOnce(&mut [u8; WINDOW]) -> usize,
    ) -> Option<(usize, i64)> {
        // Not copied: the host would wait, because a copy is read in other pieces than it was
        // written in.
        let line = &self.lines.get((pc / 2) as usize % PLACES)?[usize::from(plain.taken)];
        if line.pc != pc {
            return None;
        }
        let text = self.texts.get(line.begin as usize..)?.first_chunk::<MOST>()?;
        let at = front(window);
        Some((line.put::<USUAL>(text, window, at, plain.value, plain.addr), i64::from(line.cost)))
    }

    /// Prepares a line, if it fits. `write` writes it and returns false if it is too long.
    pub fn make(&mut self, known: &Known, plain: &Plain, write: impl FnOnce(&Step, &mut Text) -> bool) {
        let at = (known.pc / 2) as usize % PLACES;
        if self.lines[at][usize::from(plain.taken)].pc == known.pc {
            return;
        }
        let mut text = Text::new();
        if !write(&plain.step(known), &mut text) {
            return;
        }
        let written = known.destination.map(|_| 0);
        let accessed = known.accesses.map(|_| 1);
        let stored = known.accesses.filter(|(_, is_store)| *is_store).map(|_| 2);
        let which: Vec<usize> = [written, accessed, stored].into_iter().flatten().collect();
        let cost = known.costs[usize::from(plain.taken)].total();
        if self.texts.len() > TEXTS_MOST {
            self.clear();
        }
        if let (Some(line), Ok(cost)) = (self.line(&text, &which), i32::try_from(cost)) {
            self.lines[at][usize::from(plain.taken)] = Line { pc: known.pc, cost, ..line };
        }
    }

    /// Discards all lines.
    pub fn clear(&mut self) {
        self.lines.fill([Line::NONE; 2]);
        self.texts.clear();
    }

    /// The line of a text with holes for its numbers. `which` says for each hole, in order, which
    /// number it is. Returns none if the text does not fit the limits of a line.
    fn line(&mut self, text: &Text, which: &[usize]) -> Option<Line> {
        let (bytes, holes) = (text.as_bytes(), text.holes());
        let first = holes.first().map_or(bytes.len(), |hole| hole.at);
        if holes.len() != which.len() || first > MOST {
            return None;
        }
        let end = u8::try_from(bytes.len()).ok()?;
        let mut numbers = [Number { at: end, text_at: end, ..Number::NONE }; NUMBERS];
        for (index, (hole, which)) in holes.iter().zip(which).enumerate() {
            let begin = hole.at + hole.digits;
            let between = &bytes[begin..holes.get(index + 1).map_or(bytes.len(), |next| next.at)];
            let number = numbers.get_mut(*which)?;
            number.shift = (64 - 4 * hole.digits.clamp(1, 16)) as u8;
            (number.at, number.text_at) = (hole.at as u8, begin as u8);
            number.text.get_mut(..between.len())?.copy_from_slice(between);
        }
        // The last text is always followed by as many bytes as a line can have.
        let begin = self.texts.len().saturating_sub(MOST);
        self.texts.truncate(begin);
        self.texts.extend_from_slice(&bytes[..first]);
        self.texts.resize(begin + first + MOST, 0);
        Some(Line { begin: u32::try_from(begin).ok()?, len: first as u8, end, numbers, ..Line::NONE })
    }
}

impl Line {
    /// Writes the line at `at` in the window. Returns where it ends.
    #[inline(always)]
    fn put<const USUAL: usize>(
        &self,
        text: &[u8; MOST],
        window: &mut [u8; WINDOW],
        at: usize,
        value: u64,
        addr: u64,
    ) -> usize {
        const { assert!(63 + u8::MAX as usize + 16 <= WINDOW && 63 + MOST <= WINDOW) };
        // The mask changes nothing, but it tells the compiler the limit.
        let at = at & 63;
        // In pieces that the host copies at once.
        for (index, piece) in text.as_chunks::<PIECE>().0.iter().enumerate() {
            if index * PIECE >= USUAL && usize::from(self.len) <= index * PIECE {
                break;
            }
            window[at + index * PIECE..][..PIECE].copy_from_slice(piece);
        }
        // An instruction either writes its value to a register or stores it.
        let shift = self.numbers[0].shift | self.numbers[2].shift;
        let value = digits_of(value << (shift & 63));
        let addr = digits_of(addr << (self.numbers[1].shift & 63));
        // In order: the excess bytes of one are overwritten by the next.
        for (number, digits) in self.numbers.iter().zip([value, addr, value]) {
            window[at + usize::from(number.at)..][..16].copy_from_slice(&digits);
            window[at + usize::from(number.text_at)..][..8].copy_from_slice(&number.text);
        }
        at + usize::from(self.end)
    }
}
