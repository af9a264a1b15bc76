//! Points, exact to a hundredth, so that a sum does not depend on the order of checks.

use std::fmt;
use std::iter::Sum;

/// Hundredths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u32);

impl Points {
    /// The most points of one check.
    pub const MAX: f64 = 10_000.0;

    /// None if there are too many points, or fractions of a hundredth.
    pub fn new(number: f64) -> Option<Points> {
        let hundredths = (number * 100.0).round();
        let is_exact = (hundredths - number * 100.0).abs() < 1e-6;
        (is_exact && (0.0..=Points::MAX).contains(&number)).then_some(Points(hundredths as u32))
    }

    pub fn as_number(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_number().fmt(f)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        Points(points.map(|points| points.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::Points;

    #[test]
    fn exact_and_shown() {
        for (number, shown) in [(0.0, Some("0")), (0.5, Some("0.5")), (0.07, Some("0.07")), (12.0, Some("12"))] {
            assert_eq!(Points::new(number).map(|points| points.to_string()).as_deref(), shown);
        }
        assert_eq!([0.005, -1.0, 1e9].map(Points::new), [None, None, None]);
        let tenth = Points::new(0.1).unwrap();
        assert_eq!(vec![tenth; 10].into_iter().sum::<Points>().to_string(), "1");
    }
}
