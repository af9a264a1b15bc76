//! Fast conversion of numbers to text, because a line is written for each instruction.

use super::buffer::{Buffer, WINDOW};

/// A part of a line. It is reused for each line, so that nothing has to be cleared.
pub struct Text {
    bytes: Box<[u8; Text::MOST]>,
    len: usize,
    /// The places of hexadecimal numbers.
    holes: [Hole; Text::HOLES],
    numbers: usize,
}

/// The place of a hexadecimal number's digits, and their number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hole {
    pub at: usize,
    pub digits: usize,
}

impl Text {
    /// More bytes than the parts of a line behind its instruction can have.
    const MOST: usize = 512;
    const HOLES: usize = 4;

    pub fn new() -> Text {
        Text { bytes: Box::new([0; Text::MOST]), len: 0, holes: Default::default(), numbers: 0 }
    }

    pub fn clear(&mut self) {
        (self.len, self.numbers) = (0, 0);
    }

    /// The hexadecimal numbers in it.
    pub fn holes(&self) -> &[Hole] {
        &self.holes[..self.numbers]
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.bytes[self.len..][..N].copy_from_slice(bytes);
        self.len += N;
    }

    /// Writes a text of up to eight bytes. All eight are copied.
    #[inline(always)]
    pub fn put_short(&mut self, short: &Short) {
        self.bytes[self.len..][..8].copy_from_slice(&short.bytes);
        self.len += short.len;
    }

    /// Writes a text that may be too long. If it is, returns false and writes nothing.
    pub fn put_if_short(&mut self, text: &[u8]) -> bool {
        let fits = self.len + text.len() <= Text::MOST / 2;
        if fits {
            self.bytes[self.len..][..text.len()].copy_from_slice(text);
            self.len += text.len();
        }
        fits
    }

    /// Writes a text of unknown length.
    #[inline(always)]
    pub fn put_str(&mut self, text: &str) {
        for byte in text.bytes() {
            self.put(&[byte]);
        }
    }

    /// Writes `0x` and `digits` hexadecimal digits, at most sixteen.
    #[inline(always)]
    pub fn put_hex(&mut self, value: u64, digits: usize) {
        self.put(b"0x");
        let digits = digits.min(16);
        if let Some(hole) = self.holes.get_mut(self.numbers) {
            *hole = Hole { at: self.len, digits };
            self.numbers += 1;
        }
        // Excess digits are overwritten later.
        self.bytes[self.len..][..16].copy_from_slice(&digits_of(value << (64 - 4 * digits.max(1))));
        self.len += digits;
    }

    /// Writes decimal digits.
    #[inline(always)]
    pub fn put_number(&mut self, value: u64) {
        if value < 10_000 {
            let digits = four_digits(value as u32);
            let unused = [1000, 100, 10].iter().filter(|least| value < **least).count();
            self.bytes[self.len..][..4].copy_from_slice(&(u32::from_le_bytes(digits) >> (8 * unused)).to_le_bytes());
            self.len += 4 - unused;
            return;
        }
        let (text, at) = decimal(value);
        text[at..].iter().for_each(|digit| self.put(&[*digit]));
    }
}

/// A text of up to eight bytes that can be written quickly.
#[derive(Clone, Copy)]
pub struct Short {
    bytes: [u8; 8],
    len: usize,
}

impl Short {
    /// A longer text is cut.
    pub fn new(text: &str) -> Short {
        let (mut bytes, len) = ([0; 8], text.len().min(8));
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Short { bytes, len }
    }
}

/// The sixteen hexadecimal digits of a number.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn digits_of(value: u64) -> [u8; 16] {
    use std::arch::x86_64::*;
    let mut digits = [0; 16];
    // SAFETY: every x86-64 has SSE2; `digits` has the room that is stored to.
    unsafe {
        let bytes = _mm_cvtsi64_si128(value.swap_bytes() as i64);
        let low = _mm_set1_epi8(15);
        let nibbles = _mm_unpacklo_epi8(_mm_and_si128(_mm_srli_epi16::<4>(bytes), low), _mm_and_si128(bytes, low));
        let is_letter = _mm_cmpgt_epi8(nibbles, _mm_set1_epi8(9));
        let letters = _mm_and_si128(is_letter, _mm_set1_epi8((b'a' - b'9' - 1) as i8));
        let text = _mm_add_epi8(_mm_add_epi8(nibbles, _mm_set1_epi8(b'0' as i8)), letters);
        _mm_storeu_si128(digits.as_mut_ptr().cast(), text);
    }
    digits
}

/// The sixteen hexadecimal digits of a number.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn digits_of(value: u64) -> [u8; 16] {
    let mut text = [0; 16];
    let halves = [value >> 32, value & 0xffff_ffff].map(|half| {
        // One digit in each byte, the lowest digit in the lowest byte.
        let mut digits = (half | half << 16) & 0x0000_ffff_0000_ffff;
        digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
        digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        let is_letter = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
        let letters = u64::from(b'a' - b'9' - 1) * is_letter;
        (digits + 0x3030_3030_3030_3030 + letters).to_be_bytes()
    });
    text.copy_from_slice(halves.as_flattened());
    text
}

/// Decimal digits with leading blanks, and the position of the first digit.
fn decimal(mut value: u64) -> ([u8; 20], usize) {
    let (mut text, mut at) = ([b' '; 20], 20);
    loop {
        at -= 1;
        text[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            return (text, at);
        }
    }
}

/// Writes decimal digits in a column of at least this width.
pub fn put_number(out: &mut Buffer, value: u64, width: usize) {
    let (text, at) = decimal(value);
    out.put(&text[at.min(text.len() - width.min(text.len()))..]);
}

/// A column of numbers that grow, usually by little.
pub struct Column {
    width: usize,
    /// The last number rounded down to a multiple of [`Column::STEP`].
    round: u64,
    /// The text in front of its last four digits, and the length of that text.
    front: [u8; Column::FRONT],
    len: usize,
}

impl Column {
    /// The last four digits are made anew each time.
    const STEP: u64 = 10_000;
    /// Digits of the largest number without the last four.
    const FRONT: usize = 16;

    pub fn new(width: usize) -> Column {
        let mut column = Column { width, round: 0, front: [b' '; Column::FRONT], len: 0 };
        // Far from all first numbers, in both directions.
        column.turn(u64::MAX / 2);
        column
    }

    /// Writes the number at `at` in the window. Returns where the column ends.
    #[inline(always)]
    pub fn put(&mut self, value: u64, window: &mut [u8; WINDOW], at: usize) -> usize {
        let at = at & 63;
        let above = value.wrapping_sub(self.round);
        if above >= Column::STEP {
            return self.put_anew(value, window, at);
        }
        window[at..][..Column::FRONT].copy_from_slice(&self.front);
        let end = at + (self.len & (2 * Column::FRONT - 1));
        window[end..][..4].copy_from_slice(&four_digits(above as u32));
        end + 4
    }

    #[inline(never)]
    fn put_anew(&mut self, value: u64, window: &mut [u8; WINDOW], at: usize) -> usize {
        // Small numbers have no digits in front of the last four, so they are made anew each time.
        if value >= Column::STEP {
            self.turn(value);
        }
        let (digits, begin) = decimal(value);
        let text = &digits[begin.min(digits.len() - self.width)..];
        window[at..][..text.len()].copy_from_slice(text);
        at + text.len()
    }

    /// Prepares the text for numbers with the same front digits as `value`, which has more than
    /// four digits.
    fn turn(&mut self, value: u64) {
        let (digits, begin) = decimal(value);
        let front = &digits[begin.min(digits.len() - self.width)..digits.len() - 4];
        (self.round, self.len) = (value - value % Column::STEP, front.len());
        self.front[..front.len()].copy_from_slice(front);
    }
}

/// The digits of the numbers below 100.
const PAIRS: [[u8; 2]; 128] = {
    let (mut pairs, mut number) = ([[0; 2]; 128], 0);
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// The digits of a number below 10 000.
#[inline(always)]
fn four_digits(value: u32) -> [u8; 4] {
    // The mask tells the compiler that the first index is in range: numbers below 10 000 are below
    // 128 times 100.
    let ([a, b], [c, d]) = (PAIRS[(value / 100) as usize & 127], PAIRS[(value % 100) as usize]);
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(put: impl Fn(&mut Text)) -> String {
        let mut text = Text::new();
        put(&mut text);
        String::from_utf8(text.as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn numbers_are_as_the_standard_library_writes_them() {
        let mut column = Column::new(9);
        let mut state = 1_u64;
        for i in 0..100_000_u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = state >> (i % 64);
            for digits in [2, 4, 8, 16] {
                let part = if digits == 16 { value } else { value & ((1 << (4 * digits)) - 1) };
                assert_eq!(text(|text| text.put_hex(value, digits)), format!("{part:#0width$x}", width = digits + 2));
            }
            assert_eq!(text(|text| text.put_number(value)), value.to_string());
            for value in [value, value.saturating_add(i % 20_000)] {
                let mut window = [0; WINDOW];
                let end = column.put(value, &mut window, 5);
                assert_eq!(&window[5..end], format!("{value:>9}").as_bytes());
            }
        }
    }
}
