//! Words for the chances of an attack: the same wherever odds are shown.

use rules::Odds;

/// Words for the chance that an attack does damage: the same wherever odds are shown.
pub(crate) const DAMAGE_CHANCE: &str = "damage chance";
/// What a card calls the chance that a unit goes out of action, and that a machine does.
pub(crate) const KNOCK_OUT: &str = "knock-out";
pub(crate) const TO_WRECK: &str = "to wreck it";
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
/// Words for the chance that an attack takes its target out of action, as on its card: "knock-out 39 %", "39 % to wreck it".
pub(crate) fn out_text(chance: f64, is_machine: bool) -> String {
    let chance = percent_text(chance);
    if is_machine { format!("{chance} {TO_WRECK}") } else { format!("{KNOCK_OUT} {chance}") }
}
