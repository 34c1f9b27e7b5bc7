//! Levels of cover, and the defence dice that they give.

/// Level of cover, by hidden share of the body. `SS-COVER-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoverLevel {
    /// Up to 25 %.
    None,
    /// Above 25 % to 50 %.
    Partial,
    /// Above 50 %.
    Good,
    /// 100 %: good cover, and the target cannot be seen.
    Total,
}

impl CoverLevel {
    /// Returns the level for a hidden share in percent. `SS-COVER-07`.
    pub const fn from_hidden_percent(hidden: u8) -> Self {
        match hidden {
            0..=25 => Self::None,
            26..=50 => Self::Partial,
            51..=99 => Self::Good,
            _ => Self::Total,
        }
    }

    /// Defence dice. `SS-DEF-41`, `SS-DEF-46`.
    pub const fn dice(self) -> i32 {
        match self {
            Self::None => 0,
            Self::Partial => 2,
            Self::Good | Self::Total => 4,
        }
    }
}
