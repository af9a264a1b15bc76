//! The floating-point formats: single and double precision.

/// A binary interchange format of at most 64 bits.
pub trait Format: Copy {
    /// Width in bits: total, exponent field, fraction field.
    const BITS: u32;
    const EXPONENT: u32;
    const FRACTION: u32 = Self::BITS - Self::EXPONENT - 1;

    const BIAS: i32 = (1 << (Self::EXPONENT - 1)) - 1;
    /// Exponent of the smallest normal number.
    const LEAST: i32 = 1 - Self::BIAS;
    const SIGN: u64 = 1 << (Self::BITS - 1);
    const INFINITY: u64 = ((1 << Self::EXPONENT) - 1) << Self::FRACTION;
    /// The canonical NaN: positive, quiet, no payload.
    const NAN: u64 = Self::INFINITY | Self::QUIET;
    const QUIET: u64 = 1 << (Self::FRACTION - 1);

    /// The value in a floating-point register. The canonical NaN if it is not NaN-boxed correctly.
    fn unbox(register: u64) -> u64;
    /// The register value for `bits`.
    fn boxed(bits: u64) -> u64;

    fn host_add(a: u64, b: u64) -> u64;
    fn host_sub(a: u64, b: u64) -> u64;
    fn host_mul(a: u64, b: u64) -> u64;
    fn host_div(a: u64, b: u64) -> u64;
    fn host_sqrt(a: u64) -> u64;
    fn host_fma(a: u64, b: u64, c: u64) -> u64;
    fn host_from(value: i64) -> u64;
    /// The number without its fraction, as an integer. Its magnitude must be below 2^31.
    fn host_truncated(a: u64) -> u64;

    /// Is the magnitude below 2^31?
    #[inline(always)]
    fn is_below_2_to_31(bits: u64) -> bool {
        bits & !Self::SIGN < ((31 + Self::BIAS) as u64) << Self::FRACTION
    }

    #[inline(always)]
    fn is_nan(bits: u64) -> bool {
        bits & !Self::SIGN > Self::INFINITY
    }

    #[inline(always)]
    fn is_signaling(bits: u64) -> bool {
        Self::is_nan(bits) && bits & Self::QUIET == 0
    }

    #[inline(always)]
    fn is_negative(bits: u64) -> bool {
        bits & Self::SIGN != 0
    }

    #[inline(always)]
    fn is_zero(bits: u64) -> bool {
        bits & !Self::SIGN == 0
    }

    #[inline(always)]
    fn is_infinite(bits: u64) -> bool {
        bits & !Self::SIGN == Self::INFINITY
    }

    /// Is it finite, and so far above the smallest normal number that it cannot have been rounded
    /// up from below that?
    #[inline(always)]
    fn is_plainly_normal(bits: u64) -> bool {
        let exponent = bits & Self::INFINITY;
        exponent > 1 << Self::FRACTION && exponent != Self::INFINITY
    }

    #[inline(always)]
    fn sign(negative: bool) -> u64 {
        if negative { Self::SIGN } else { 0 }
    }
}

#[derive(Clone, Copy)]
pub struct F32;

#[derive(Clone, Copy)]
pub struct F64;

macro_rules! host {
    ($float:ty, $int:ty) => {
        #[inline(always)]
        fn host_add(a: u64, b: u64) -> u64 {
            u64::from((<$float>::from_bits(a as $int) + <$float>::from_bits(b as $int)).to_bits())
        }

        #[inline(always)]
        fn host_sub(a: u64, b: u64) -> u64 {
            u64::from((<$float>::from_bits(a as $int) - <$float>::from_bits(b as $int)).to_bits())
        }

        #[inline(always)]
        fn host_mul(a: u64, b: u64) -> u64 {
            u64::from((<$float>::from_bits(a as $int) * <$float>::from_bits(b as $int)).to_bits())
        }

        #[inline(always)]
        fn host_div(a: u64, b: u64) -> u64 {
            u64::from((<$float>::from_bits(a as $int) / <$float>::from_bits(b as $int)).to_bits())
        }

        #[inline(always)]
        fn host_sqrt(a: u64) -> u64 {
            u64::from(<$float>::from_bits(a as $int).sqrt().to_bits())
        }

        #[inline(always)]
        fn host_fma(a: u64, b: u64, c: u64) -> u64 {
            let [a, b, c] = [a, b, c].map(|bits| <$float>::from_bits(bits as $int));
            u64::from(a.mul_add(b, c).to_bits())
        }

        #[inline(always)]
        fn host_from(value: i64) -> u64 {
            u64::from((value as $float).to_bits())
        }

        #[inline(always)]
        fn host_truncated(a: u64) -> u64 {
            <$float>::from_bits(a as $int) as i64 as u64
        }
    };
}

impl Format for F32 {
    const BITS: u32 = 32;
    const EXPONENT: u32 = 8;

    // Unprivileged specification, "NaN Boxing of Narrower Values".
    #[inline(always)]
    fn unbox(register: u64) -> u64 {
        if register >> 32 == 0xffff_ffff { register & 0xffff_ffff } else { Self::NAN }
    }

    #[inline(always)]
    fn boxed(bits: u64) -> u64 {
        bits | 0xffff_ffff_0000_0000
    }

    host!(f32, u32);
}

impl Format for F64 {
    const BITS: u32 = 64;
    const EXPONENT: u32 = 11;

    #[inline(always)]
    fn unbox(register: u64) -> u64 {
        register
    }

    #[inline(always)]
    fn boxed(bits: u64) -> u64 {
        bits
    }

    host!(f64, u64);
}
