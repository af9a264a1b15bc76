//! Random numbers, and random values that instructions find difficult.

/// Random numbers by splitmix64. The seed determines all of them.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `count`.
    pub fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }

    /// A number between `least` and `most`, both included.
    pub fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1) as u64) as i32
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }

    /// A register value: an integer, a double, or a NaN-boxed single.
    pub fn value(&mut self) -> u64 {
        match self.below(3) {
            0 => self.integer(),
            1 => self.float(11, 52),
            // One single in eight is not properly NaN-boxed.
            _ if self.once_in(8) => self.bits() << 32 | self.float(8, 23),
            _ => 0xffff_ffff << 32 | self.float(8, 23),
        }
    }

    fn integer(&mut self) -> u64 {
        match self.below(4) {
            0 => self.pick(&[0, 1, u64::MAX, 1 << 31, 1 << 63, !0 >> 1, 0x7fff_ffff, 0xffff_ffff, !0 << 31]),
            1 => self.below(64),
            2 => (1 << self.below(64) as u32) + self.below(3) - 1,
            _ => self.bits() >> self.below(64),
        }
    }

    /// A binary floating-point number with so many bits of exponent and fraction: any bits, a
    /// number at the ends of the range, one near the ends of integer types, or one of moderate
    /// size. Fractions are often short, so that sums and products are exact or halfway between two
    /// numbers.
    fn float(&mut self, exponent_bits: u32, fraction_bits: u32) -> u64 {
        let bias = (1 << (exponent_bits - 1)) - 1;
        let most = (1 << exponent_bits) - 1;
        let exponent = match self.below(8) {
            0 => self.pick(&[0, most]),
            1 => self.pick(&[0, 1, 2, most - 1, most - 2, bias / 2, bias / 2 + bias]),
            2 => bias + self.pick(&[30, 31, 32, 62, 63, 64]),
            3 => self.below(most + 1),
            _ => bias - 12 + self.below(25),
        };
        let ones = (1 << fraction_bits) - 1;
        let fraction = match self.below(6) {
            0 => 0,
            1 => ones,
            2 => 1 << self.below(u64::from(fraction_bits)),
            3 => ones & !(ones >> self.below(8)),
            4 => ones & !((1 << self.below(u64::from(fraction_bits))) - 1),
            _ => self.bits() & ones,
        };
        self.below(2) << (exponent_bits + fraction_bits) | exponent << fraction_bits | fraction
    }

    /// Three operands for which arithmetic is difficult.
    pub fn corner(&mut self, exponent_bits: u32, fraction_bits: u32) -> [u64; 3] {
        let sign = 1 << (exponent_bits + fraction_bits);
        let infinity = ((1 << exponent_bits) - 1) << fraction_bits;
        let one = (infinity / 2) & !((1 << fraction_bits) - 1);
        let least = 1 << fraction_bits;
        let quiet = infinity | 1 << (fraction_bits - 1);
        let any = |random: &mut Random| random.float(exponent_bits, fraction_bits);
        let signs = [0, 1, 2].map(|_| self.below(2) * sign);
        let [a, b, c] = match self.below(4) {
            // Combinations of zeros, infinities, NaNs and the ends of the range.
            0 => [0, 1, 2]
                .map(|_| self.pick(&[0, infinity, quiet, quiet + 1, infinity + 1, 1, least, infinity - 1, one])),
            // A product, quotient or sum just below the least normal number.
            1 => {
                [self.pick(&[least, least + 1, least - 1]), self.pick(&[one, one - 1, one + 1]), self.pick(&[0, 1, 2])]
            }
            // Exponents that add up to about the least or the greatest one.
            2 => {
                let (a, half) = (any(self) & !sign, one - self.below(3) * least);
                let b = self.pick(&[half.wrapping_sub(a), infinity.wrapping_add(half).wrapping_sub(a)]) & !sign;
                [a, b, any(self) & !sign]
            }
            // Sums that cancel.
            _ => {
                let a = any(self) & !sign;
                [a, self.pick(&[one, a]), a.wrapping_add(self.below(3)).wrapping_sub(1) & !sign]
            }
        };
        [a | signs[0], b | signs[1], c | signs[2]]
    }
}
