//! Knockdown by damage. Chapter KNOCK without called knockdowns.

/// Damage of a single attack that always knocks down. `SS-KNOCK-05`.
pub const ALWAYS_KNOCKDOWN_DAMAGE: u32 = 10;

/// Reduction of the Physical Limit against gel rounds. `SS-KNOCK-06`.
pub const GEL_LIMIT_REDUCTION: u32 = 2;

/// Whether the damage of a single attack knocks a standing target down.
///
/// `damage` is Health or Strain after soak, before the pools' percentages. `SS-KNOCK-01`,
/// `SS-KNOCK-03` to `SS-KNOCK-07`.
pub fn knocks_down(damage: u32, physical_limit: u32, gel: bool) -> bool {
    let limit = physical_limit.saturating_sub(if gel { GEL_LIMIT_REDUCTION } else { 0 });
    damage > limit || damage >= ALWAYS_KNOCKDOWN_DAMAGE
}

/// Returns the least damage of one attack that knocks a target down, by what tells whether so much does; `None` if not even the damage
/// does that always knocks down. `SS-KNOCK-05`.
pub fn least_damage(knocks_down: impl Fn(u32) -> bool) -> Option<u32> {
    (1..=ALWAYS_KNOCKDOWN_DAMAGE).find(|damage| knocks_down(*damage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_knock_01_the_least_damage_that_knocks_down() {
        assert_eq!(least_damage(|damage| knocks_down(damage, 4, false)), Some(5));
        assert_eq!(least_damage(|damage| knocks_down(damage, 4, true)), Some(3), "gel rounds");
        assert_eq!(least_damage(|damage| knocks_down(damage, 12, false)), Some(10), "always");
        assert_eq!(least_damage(|_| false), None, "it lies");
    }

    #[test]
    fn ss_knock_01_more_than_the_physical_limit() {
        assert!(!knocks_down(4, 4, false));
        assert!(knocks_down(5, 4, false));
    }

    #[test]
    fn ss_knock_04_attacks_are_not_added() {
        assert!(!knocks_down(3, 4, false));
        assert!(knocks_down(3 + 3, 4, false), "one attack of 6 would");
    }

    #[test]
    fn ss_knock_05_ten_always() {
        assert!(!knocks_down(9, 12, false));
        assert!(knocks_down(10, 12, false));
    }

    #[test]
    fn ss_knock_06_gel_rounds() {
        assert!(!knocks_down(2, 4, true));
        assert!(knocks_down(3, 4, true));
        assert!(!knocks_down(0, 1, true), "no damage, no fall");
    }
}
