//! The area and damage of an explosion, before it happens.

/// The damage of an area attack by distance, before dodging and soak. `SS-RULING-60`, `CS-BASE-35`, `AB-AREA-02`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastProfile {
    /// Radius in metres.
    pub radius_m: u32,
    /// Damage in the book's terms by full metres from the centre, up to the radius: "14", "3d10+2", "10L".
    damage: Vec<String>,
}

impl BlastProfile {
    /// Creates a profile with a damage for each full metre from the centre.
    pub fn new(radius_m: u32, damage: impl Fn(u32) -> String) -> Self {
        Self { radius_m, damage: (0..=radius_m).map(damage).collect() }
    }

    /// Damage at a distance from the centre, given by its square in square metres; `None` beyond the radius.
    pub fn damage_at(&self, distance_squared: u32) -> Option<&str> {
        if u64::from(distance_squared) > u64::from(self.radius_m) * u64::from(self.radius_m) {
            return None;
        }
        self.damage.get(distance_squared.isqrt() as usize).map(String::as_str)
    }

    /// Whether the damage is the same everywhere.
    pub fn is_even(&self) -> bool {
        self.damage.windows(2).all(|pair| pair[0] == pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_by_whole_metres() {
        let burst = BlastProfile::new(2, |metres| (8 - metres).to_string());
        assert_eq!(burst.damage_at(0), Some("8"));
        assert_eq!(burst.damage_at(2), Some("7"), "1.41 m");
        assert_eq!(burst.damage_at(4), Some("6"));
        assert_eq!(burst.damage_at(5), None, "2.24 m");
        assert!(!burst.is_even() && BlastProfile::new(3, |_| "10L".into()).is_even());
    }
}
