//! What a book answers that has no rule of its own for something: adapters pass these on.

use super::engine::Action;
use super::{
    BarrierOnLine, Combatant, Effect, Engagement, Exposure, Forecast, Gist, Ground, Hazard, Outcome, Refused,
    Remark, RuleSet, Sight, SquareEngagement,
};
use crate::dice::{Distribution, Step, Table};

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

/// Every attack needs somebody or something to be aimed at. `SS-ATK-06`.
///
/// # Errors
/// Always.
pub fn may_attack_square(engagement: &SquareEngagement) -> Result<(), Refused> {
    let text = format!("{} needs somebody or something to aim at", engagement.weapon.name());
    Err(Refused::new(text, "SS-ATK-06"))
}

/// Nothing comes of what is never allowed.
///
/// # Errors
/// Never.
pub fn attack_square(_: &mut impl Table, _: &SquareEngagement) -> Step<Outcome> {
    Ok(Outcome::of(Vec::new()))
}

/// There are no odds to tell.
pub fn forecast_square(_: &SquareEngagement) -> Option<Forecast> {
    None
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

/// Nothing is said at the end of a phase.
///
/// # Errors
/// Never.
pub fn closing(_: &mut impl Table, _: &Combatant, _: &[Combatant], _: &RuleSet) -> Step<Vec<Effect>> {
    Ok(Vec::new())
}

/// In cover like anybody who takes it.
pub fn begins_in_cover(unit: &Combatant, _: u16, _: &RuleSet) -> Vec<Effect> {
    vec![Effect::CoverTaken { unit: unit.id }]
}

/// Nothing is done before the fight.
pub fn at_deployment(_: &str, _: &RuleSet) -> bool {
    false
}

/// Nobody hides.
pub fn stays_concealed(_: &Combatant, _: bool, _: &RuleSet) -> bool {
    false
}

/// No ground does harm.
///
/// # Errors
/// Never.
pub fn hazard(_: &mut impl Table, _: &Combatant, _: Hazard, _: &RuleSet) -> Step<Option<Exposure>> {
    Ok(None)
}

/// No ground does harm.
pub fn hazard_remark(_: Hazard, _: &RuleSet) -> Option<Remark> {
    None
}

/// Attacks meet one target.
pub fn spread(_: &Engagement, _: &[String]) -> Vec<(u32, Distribution<Gist>)> {
    Vec::new()
}
