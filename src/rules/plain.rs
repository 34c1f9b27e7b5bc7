//! What a book answers that has no rule of its own for something: adapters pass these on.

use super::engine::Action;
use super::{
    BarrierOnLine, Combatant, Condition, Deed, Down, Effect, Ground, Meeting, Outcome, Refused, Rest,
    RuleSet, Sight, Treatment,
};
use crate::dice::{Step, Table};

/// Hit points of a segment. `SS-BARR-01`.
pub fn wall_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
    barrier.hit_points()
}

/// The whole way, whatever the ground.
///
/// # Errors
/// Never.
pub fn footing(
    _: &mut impl Table,
    _: &Combatant,
    _: Action,
    path: &[Ground],
    _: &RuleSet,
) -> Step<(usize, Vec<Effect>)> {
    Ok((path.len(), Vec::new()))
}

/// Nobody has to look for anybody.
///
/// # Errors
/// Never.
pub fn notice(
    _: &mut impl Table,
    _: &Combatant,
    _: &Combatant,
    _: &Sight,
    _: bool,
    _: &RuleSet,
) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// Whoever has to fall falls.
///
/// # Errors
/// Never.
pub fn about_to_fall(_: &mut impl Table, _: &Combatant, _: Down, _: &RuleSet) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// Hidden units surprise nobody by appearing.
pub fn surprises() -> bool {
    false
}

/// Nobody is surprised.
///
/// # Errors
/// Never.
pub fn meet(_: &mut impl Table, _: &Combatant, _: &Meeting<'_>, _: &RuleSet) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// A fight leaves everybody as it is.
///
/// # Errors
/// Never.
pub fn encounter_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Condition> {
    Ok(unit.condition.clone())
}

/// Everybody enters a fight as it left the last one.
pub fn encounter_begins(condition: &Condition) -> Condition {
    condition.clone()
}

/// Rest heals nothing.
pub fn rest(unit: &Combatant, _: Rest, _: &RuleSet) -> Condition {
    unit.condition.clone()
}

/// Nobody can do anything for the wounded.
pub fn treatments(_: &Combatant, _: &RuleSet) -> Vec<Treatment> {
    Vec::new()
}

/// # Errors
/// Always.
pub fn may_treat(deed: &Deed<'_>, rules: &RuleSet) -> Result<(), Refused> {
    let book = rules.book().name();
    Err(Refused::new(format!("{book} knows no `{}` after a fight.", deed.key), ""))
}

/// Nothing happens.
///
/// # Errors
/// Never.
pub fn treat(_: &mut impl Table, _: &Deed<'_>, _: &RuleSet) -> Step<Outcome> {
    Ok(Outcome::of(Vec::new()))
}

/// Nobody hides.
pub fn stays_concealed(_: &Combatant, _: bool, _: &RuleSet) -> bool {
    false
}
