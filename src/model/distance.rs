//! Distances between squares, as all texts give them.

use std::fmt;

/// A straight distance, held as its square so that comparing it stays exact.
///
/// Texts give it in metres with one decimal, rounded up, so that what is beyond a range never reads as within it; whole metres have
/// no decimal: "4.5", "6".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance {
    /// Square of the distance, in square metres.
    pub squared: u32,
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In tenths of a metre.
        let squared = 100 * u64::from(self.squared);
        let root = squared.isqrt();
        let tenths = root + u64::from(root * root < squared);
        match tenths % 10 {
            0 => write!(f, "{}", tenths / 10),
            tenth => write!(f, "{}.{tenth}", tenths / 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_have_one_decimal_and_are_rounded_up() {
        let text = |squared| Distance { squared }.to_string();
        assert_eq!([0, 1, 36].map(text), ["0", "1", "6"]);
        assert_eq!([20, 32].map(text), ["4.5", "5.7"], "2 by 4 and 4 by 4 squares");
        assert_eq!(text(901), "30.1", "beyond 30 m");
        assert_eq!(text(899), "30", "within 30 m");
        assert_eq!(text(u32::MAX), "65536");
    }
}
