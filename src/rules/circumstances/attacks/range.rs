//! Range bands. Chapter RNG. Distances are straight lines between squares, not rounded (`CS-BASE-24`).

use strum::IntoStaticStr;

use dice::Modifiers;

/// Maximum metres of point-blank range. `CS-RNG-01`, `CS-RULING-04`.
pub const POINT_BLANK: u32 = 3;

/// A range band. Table CS-T6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
pub enum RangeBand {
    /// Up to 3 m. `CS-RNG-01`.
    #[strum(serialize = "point blank")]
    PointBlank,
    /// Up to half of R. `CS-RNG-02`.
    #[strum(serialize = "short range")]
    Short,
    /// Up to R. `CS-RNG-03`.
    #[strum(serialize = "normal range")]
    Normal,
    /// Beyond R. `CS-RNG-04`.
    #[strum(serialize = "long range")]
    Long,
    /// From 1.5 x R. `CS-RNG-05`.
    #[strum(serialize = "extreme range")]
    Extreme,
}

impl RangeBand {
    /// The band of a distance; `None` beyond 3 x R. `CS-RNG-01` to `CS-RNG-08`, `CS-RULING-01`,
    /// `CS-RULING-05`.
    pub fn from_distance(distance_squared: u32, range: u32) -> Option<Self> {
        let distance = u64::from(distance_squared);
        let range = u64::from(range);
        let within = |metres: u64| distance <= metres.saturating_pow(2);
        let extreme = (3 * range).div_ceil(2);
        if !within(3 * range) {
            None
        } else if within(u64::from(POINT_BLANK)) {
            Some(Self::PointBlank)
        } else if distance >= extreme.saturating_pow(2) {
            Some(Self::Extreme)
        } else if within(range.div_ceil(2)) {
            Some(Self::Short)
        } else if within(range) {
            Some(Self::Normal)
        } else {
            Some(Self::Long)
        }
    }

    /// Modifier of BS tests in this band. `CS-RNG-07`.
    pub const fn modifier(self) -> i32 {
        match self {
            Self::PointBlank => 30,
            Self::Short => 10,
            Self::Normal => 0,
            Self::Long => -10,
            Self::Extreme => -30,
        }
    }

    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Adds the range modifier of a shot; in melee, only penalties apply. `CS-RNG-01` to `CS-RNG-05`,
/// `CS-GUN-02`.
pub fn add_range_modifier(band: Option<RangeBand>, is_in_melee: bool, parts: &mut Modifiers) {
    let Some(band) = band else { return };
    let clause = match band {
        RangeBand::PointBlank => "CS-RNG-01",
        RangeBand::Short => "CS-RNG-02",
        RangeBand::Normal => "CS-RNG-03",
        RangeBand::Long => "CS-RNG-04",
        RangeBand::Extreme => "CS-RNG-05",
    };
    if !is_in_melee || band.modifier() < 0 {
        parts.add(band.modifier(), band.name(), clause);
    }
}

#[cfg(test)]
mod tests;
