//! Text of numbers, made fast: a line is written for each instruction.

/// Part of a line, which is kept from one to the next so that nothing is cleared.
pub struct Text {
    bytes: Box<[u8; Text::MOST]>,
    len: usize,
}

impl Text {
    /// More than a line's parts behind its instruction can have.
    const MOST: usize = 512;

    pub fn new() -> Text {
        Text { bytes: Box::new([0; Text::MOST]), len: 0 }
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    #[inline(always)]
    pub fn put<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.bytes[self.len..][..N].copy_from_slice(bytes);
        self.len += N;
    }

    /// Up to eight bytes, of which some are not meant.
    #[inline(always)]
    pub fn put_short(&mut self, short: &Short) {
        self.bytes[self.len..][..8].copy_from_slice(&short.bytes);
        self.len += short.len;
    }

    /// For what is not of a known length.
    #[inline(always)]
    pub fn put_str(&mut self, text: &str) {
        for byte in text.bytes() {
            self.put(&[byte]);
        }
    }

    /// `0x` and so many hexadecimal digits, sixteen at most.
    #[inline(always)]
    pub fn put_hex(&mut self, value: u64, digits: usize) {
        self.put(b"0x");
        let ([high, low], digits) = (hex(value), digits.min(16));
        match digits {
            16 => {
                self.put(&high);
                self.put(&low);
            }
            8 => self.put(&low),
            _ => [high, low].as_flattened()[16 - digits..].iter().for_each(|digit| self.put(&[*digit])),
        }
    }

    /// Decimal digits.
    #[inline(always)]
    pub fn put_number(&mut self, value: u64) {
        if value < 10 {
            return self.put(&[b'0' + value as u8]);
        }
        let (text, at) = decimal(value);
        text[at..].iter().for_each(|digit| self.put(&[*digit]));
    }
}

/// Text of up to eight bytes, as it is put fastest.
#[derive(Clone, Copy)]
pub struct Short {
    bytes: [u8; 8],
    len: usize,
}

impl Short {
    /// What is longer is cut.
    pub fn new(text: &str) -> Short {
        let (mut bytes, len) = ([0; 8], text.len().min(8));
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Short { bytes, len }
    }
}

/// Hexadecimal digits of the upper and of the lower half.
fn hex(value: u64) -> [[u8; 8]; 2] {
    [value >> 32, value & 0xffff_ffff].map(|half| {
        // A digit a byte, the lowest in the lowest.
        let mut digits = (half | half << 16) & 0x0000_ffff_0000_ffff;
        digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
        digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        let is_letter = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
        let letters = u64::from(b'a' - b'9' - 1) * is_letter;
        (digits + 0x3030_3030_3030_3030 + letters).to_be_bytes()
    })
}

/// Decimal digits, and where they begin, behind blanks.
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

/// Decimal digits, in a column of this width or more.
pub fn put_number(out: &mut Vec<u8>, value: u64, width: usize) {
    let (text, at) = decimal(value);
    out.extend_from_slice(&text[at.min(text.len() - width.min(text.len()))..]);
}

/// A column of numbers that grow, most of them by little.
pub struct Column {
    width: usize,
    /// The last number rounded down to a multiple of [`Column::STEP`], its digits, and where the column begins there.
    round: u64,
    text: [u8; 20],
    begin: usize,
}

impl Column {
    /// Of which the digits are made anew each time: four of them.
    const STEP: u64 = 10_000;

    pub fn new(width: usize) -> Column {
        Column { width, round: 0, text: [b' '; 20], begin: 0 }
    }

    #[inline(always)]
    pub fn put(&mut self, value: u64, out: &mut Text) {
        let above = value.wrapping_sub(self.round);
        if above >= Column::STEP || self.round < Column::STEP {
            self.anew(value);
        } else {
            // The two digits of a number below 100, in one step.
            let digits = |pair: u32| [b'0' + (pair / 10) as u8, b'0' + (pair % 10) as u8];
            let ([a, b], [c, d]) = (digits(above as u32 / 100), digits(above as u32 % 100));
            self.text[16..].copy_from_slice(&[a, b, c, d]);
        }
        match 20 - self.begin {
            9 => out.put::<9>(self.text[11..].try_into().unwrap_or(&[b' '; 9])),
            10 => out.put::<10>(self.text[10..].try_into().unwrap_or(&[b' '; 10])),
            _ => self.text[self.begin..].iter().for_each(|digit| out.put(&[*digit])),
        }
    }

    fn anew(&mut self, value: u64) {
        self.round = value - value % Column::STEP;
        let at;
        (self.text, at) = decimal(value);
        self.begin = at.min(20 - self.width);
    }
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
            let mut out = Text::new();
            column.put(value, &mut out);
            assert_eq!(out.as_bytes(), format!("{value:>9}").as_bytes());
            let mut out = Text::new();
            column.put(value.saturating_add(i % 20_000), &mut out);
            assert_eq!(out.as_bytes(), format!("{:>9}", value.saturating_add(i % 20_000)).as_bytes());
        }
    }
}
