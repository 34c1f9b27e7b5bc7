//! Cover levels. `AB-BASE-16`.

use strum::IntoStaticStr;

use crate::aberrant::AttackContext;

/// How much of a target is covered. `AB-BASE-16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
pub enum AberrantCoverLevel {
    /// Up to 25 %.
    #[strum(serialize = "no cover")]
    None,
    /// Above 25 % to 50 %.
    #[strum(serialize = "partial cover")]
    Partial,
    /// Above 50 % to 75 %.
    #[strum(serialize = "good cover")]
    Good,
    /// Above 75 %.
    #[strum(serialize = "superior cover")]
    Superior,
}

impl AberrantCoverLevel {
    /// The level for a hidden share of the body, in percent.
    pub const fn from_percent_hidden(hidden: u8) -> Self {
        match hidden {
            0..=25 => Self::None,
            26..=50 => Self::Partial,
            51..=75 => Self::Good,
            _ => Self::Superior,
        }
    }

    /// Difficulty it adds to hitting. `AB-BASE-16`.
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::None => 0,
            Self::Partial => 1,
            Self::Good => 2,
            Self::Superior => 3,
        }
    }

    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Whether the target cannot be seen at all.
pub fn is_hidden(context: &AttackContext) -> bool {
    context.sight.hidden >= 100
}

/// The target's cover against this attack: what it took cover behind, or what hides a helpless or invisible
/// target. In melee, only an obstacle between the two counts.
pub fn cover_level(context: &AttackContext) -> AberrantCoverLevel {
    let sight = &context.sight;
    let cover_between = !context.weapon.is_melee() || sight.across_obstacle;
    let is_covered = sight.took_cover || context.defender.down().is_some() || is_hidden(context);
    if cover_between && is_covered {
        AberrantCoverLevel::from_percent_hidden(sight.hidden)
    } else {
        AberrantCoverLevel::None
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::{blade, duel, rifle};

    #[rstest]
    #[case(25, AberrantCoverLevel::None)]
    #[case(26, AberrantCoverLevel::Partial)]
    #[case(50, AberrantCoverLevel::Partial)]
    #[case(51, AberrantCoverLevel::Good)]
    #[case(75, AberrantCoverLevel::Good)]
    #[case(76, AberrantCoverLevel::Superior)]
    #[case(100, AberrantCoverLevel::Superior)]
    fn ab_base_16_shares(#[case] hidden: u8, #[case] cover: AberrantCoverLevel) {
        assert_eq!(AberrantCoverLevel::from_percent_hidden(hidden), cover);
    }

    #[test]
    fn ab_base_16_who_has_cover() {
        let mut context = duel(rifle("7L"));
        context.sight.hidden = 60;
        assert_eq!(cover_level(&context), AberrantCoverLevel::None, "standing in the open beside it");
        context.sight.took_cover = true;
        assert_eq!(cover_level(&context), AberrantCoverLevel::Good);
        let mut melee = duel(blade("6L"));
        (melee.sight.hidden, melee.sight.took_cover) = (60, true);
        assert_eq!(cover_level(&melee), AberrantCoverLevel::None);
        melee.sight.across_obstacle = true;
        assert_eq!(cover_level(&melee), AberrantCoverLevel::Good);
    }
}
