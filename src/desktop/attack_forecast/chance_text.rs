//! Words for the chances of an attack: the same wherever odds are shown.

use battle::UnitDataItem;
use rules::{DownState, Odds};

/// Words for the chance that an attack does damage: the same wherever odds are shown.
pub(crate) const DAMAGE_CHANCE: &str = "damage chance";
/// Words for the chance to hit.
pub(crate) const TO_HIT: &str = "to hit";

/// Returns the chance of an attack that stands first wherever odds are shown, with its words: that it does damage. An attack
/// that is not for damage, such as a hold, has the chance to hit instead.
pub(crate) fn key_chance(odds: &Odds) -> (f64, &'static str) {
    match odds.harm > 0.0 || odds.hit <= 0.0 {
        true => (odds.harm, DAMAGE_CHANCE),
        false => (odds.hit, TO_HIT),
    }
}

/// Formats the chance that stands first: "40 % damage chance", "63 % to hit".
pub(crate) fn key_chance_text(odds: &Odds) -> String {
    let (chance, words) = key_chance(odds);
    format!("{} {words}", percent_text(chance))
}

/// Whether the chance of damage differs from the chance to hit by more than a point, so that a list names both. An attack
/// that is not for damage has no such chance.
pub(crate) fn differs_from_hit(odds: &Odds) -> bool {
    odds.harm > 0.0 && (odds.hit - odds.harm).abs() > 0.01
}

/// Formats a probability: "71 %", and 0 % or 100 % only if exact.
pub fn percent_text(share: f64) -> String {
    match share {
        share if share <= 0.0 => "0 %".to_owned(),
        share if share < 0.005 => "<1 %".to_owned(),
        share if share >= 1.0 - 1e-12 => "100 %".to_owned(),
        share if share > 0.995 => ">99 %".to_owned(),
        share => format!("{:.0} %", 100.0 * share),
    }
}

/// What an attack that takes its target out of action does to it: a unit that lies unconscious, and a wreck, have a graver state
/// before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OutKind {
    /// It knocks a unit out, or kills it at once.
    #[default]
    KnockOut,
    /// It wrecks a machine.
    Wreck,
    /// It kills a unit that lies unconscious.
    Kill,
    /// It destroys a machine that is wrecked.
    Destroy,
}

impl OutKind {
    /// The kind for a target that is a unit.
    pub fn of_unit(unit: &UnitDataItem) -> Self {
        Self::of_state(unit.out_of_action.down(), unit.is_machine())
    }

    fn of_state(down: Option<DownState>, is_machine: bool) -> Self {
        match (down == Some(DownState::Unconscious), is_machine) {
            (false, false) => Self::KnockOut,
            (false, true) => Self::Wreck,
            (true, false) => Self::Kill,
            (true, true) => Self::Destroy,
        }
    }

    /// What a card calls its chance.
    pub const fn label(self) -> &'static str {
        match self {
            Self::KnockOut => "knock-out",
            Self::Wreck => "to wreck it",
            Self::Kill => "to kill",
            Self::Destroy => "to destroy it",
        }
    }
}

/// Words for the chance that an attack takes its target out of action, as on its card: "knock-out 39 %", "39 % to wreck it",
/// "39 % to kill".
pub(crate) fn out_text(chance: f64, kind: OutKind) -> String {
    let (chance, label) = (percent_text(chance), kind.label());
    if kind == OutKind::KnockOut { format!("{label} {chance}") } else { format!("{chance} {label}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_on_an_unconscious_unit_has_a_chance_to_kill() {
        let text = |down, is_machine| out_text(0.39, OutKind::of_state(down, is_machine));
        assert_eq!(text(None, false), "knock-out 39 %");
        assert_eq!(text(None, true), "39 % to wreck it");
        assert_eq!(text(Some(DownState::Unconscious), false), "39 % to kill");
        assert_eq!(text(Some(DownState::Unconscious), true), "39 % to destroy it");
    }
}
