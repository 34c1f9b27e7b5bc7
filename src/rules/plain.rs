//! What a book answers that has no rule of its own for something: adapters pass these on.

use super::engine::Action;
use super::{BarrierOnLine, Combatant, Effect, Engagement, Gist, Ground, RuleSet, Sight};
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

/// Nobody hides.
pub fn stays_concealed(_: &Combatant, _: bool, _: &RuleSet) -> bool {
    false
}

/// Attacks meet one target.
pub fn spread(_: &Engagement, _: &[String]) -> Vec<(u32, Distribution<Gist>)> {
    Vec::new()
}
