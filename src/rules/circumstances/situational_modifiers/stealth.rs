//! Surprise attacks, hiding and noticing. Chapter UNA.

use thiserror::Error;

use super::{difficult_terrain, fog, light};
use crate::circumstances::attacks::target_number;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt, TestOutcome};
use crate::circumstances::{Characteristic, Fighter, GroundConditions, Light, Skill, Switches};
use crate::{TargetSight, status};
use dice::{Modifiers, RuleLine, RuleResult, Table};

/// Metres within which a hidden unit is heard. `CS-UNA-06`.
pub const HEARING: u32 = 10;

/// Whether the target is Unaware of an attack: its attacker is concealed, or attacks it by surprise. `CS-UNA-04`.
///
/// Walls between them do not make it Unaware: a target that cannot be seen is not easier to hit.
pub fn is_unaware(is_attacker_concealed: bool, sight: &TargetSight, switches: &Switches) -> bool {
    switches.unaware && (is_attacker_concealed || sight.takes_unawares())
}

/// Adds the bonus of attacks on an Unaware target. `CS-UNA-01`.
pub fn add_unaware_bonus(unaware: bool, parts: &mut Modifiers) {
    if unaware {
        parts.add(30, "unaware target", "CS-UNA-01");
    }
}

/// Why a unit cannot hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum HideError {
    /// Hiding is off in this battle. `CS-UNA-05`.
    #[error("hiding is off in this battle")]
    Off,
    /// In plain sight, without fog, shadow or darkness. `CS-UNA-05`.
    #[error("in plain sight of an enemy, with no concealment")]
    PlainSight,
}

impl RuleLine for HideError {}

/// Whether a square offers concealment: fog, smoke, mist, deep shadow, low light or darkness, or no enemy
/// sees it. `CS-UNA-05`.
///
/// A concealed unit that loses this also loses its concealment.
pub fn can_hide_at(own: GroundConditions, seen_by_enemy: bool) -> bool {
    own.obscured || own.light != Light::Normal || !seen_by_enemy
}

/// A unit about to hide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HideContext<'a> {
    /// The hiding unit.
    pub fighter: &'a Fighter,
    /// Its square.
    pub ground: GroundConditions,
    /// An enemy has it in sight.
    pub seen_by_enemy: bool,
    /// The battle's rule options.
    pub switches: &'a Switches,
}

/// Checks whether the unit may try to hide. `CS-UNA-05`.
///
/// # Errors
/// Returns `HideError` if it may not.
pub fn may_hide(context: &HideContext<'_>) -> Result<(), HideError> {
    if !context.switches.hiding {
        Err(HideError::Off)
    } else if !can_hide_at(context.ground, context.seen_by_enemy) {
        Err(HideError::PlainSight)
    } else {
        Ok(())
    }
}

/// The target number of a Concealment test. `CS-FOG-03`, `CS-LOW-04`, `CS-DRK-04`, `CS-BASE-09`.
pub fn concealment_target(context: &HideContext<'_>) -> TargetNumber {
    let mut parts = difficult_terrain::agility_parts(context.fighter, context.ground);
    fog::add_concealment_bonus(context.ground, &mut parts);
    light::add_concealment_bonus(context.ground, &mut parts);
    TargetNumber::for_skill(&context.fighter.sheet, Skill::Concealment, parts, context.switches)
}

/// Rolls an attempt to hide; a pass conceals the unit. `CS-UNA-05`.
pub fn roll_hide(table: &mut impl Table, context: &HideContext<'_>) -> RuleResult<TestOutcome> {
    let target = concealment_target(context);
    let HideContext { fighter, switches, .. } = *context;
    TestAttempt { fighter, why: "hide", clause: "CS-UNA-05", target: &target, switches }.roll_pass(table)
}

/// The sense by which a hidden unit may be noticed. `CS-UNA-06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoticeSense {
    /// By sight.
    Sight,
    /// By hearing.
    Hearing,
}

/// An observer at the start of its turn, and an enemy hidden from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeContext<'a> {
    /// The observer.
    pub observer: &'a Fighter,
    /// Its square.
    pub observer_ground: GroundConditions,
    /// The square of the hidden unit.
    pub hidden_ground: GroundConditions,
    /// Whether there is a line of sight.
    pub line_of_sight: bool,
    /// Squared distance in square metres.
    pub distance_squared: u32,
    /// The battle's rule options.
    pub switches: &'a Switches,
}

/// The sense that the observer can use; `None` if there is none. `CS-UNA-06`.
pub fn usable_sense(context: &NoticeContext<'_>) -> Option<NoticeSense> {
    let can_pass = |test| status::failing_ailment(&context.observer.ailments, test).is_none();
    if context.line_of_sight && can_pass(status::TestKind::Look) {
        Some(NoticeSense::Sight)
    } else if context.distance_squared <= HEARING * HEARING && can_pass(status::TestKind::Listen) {
        Some(NoticeSense::Hearing)
    } else {
        None
    }
}

/// The target number of a Perception test. `CS-FOG-02`, `CS-LOW-03`, `CS-DRK-03`, `CS-DAZE-02`.
pub fn perception_target(context: &NoticeContext<'_>, sense: NoticeSense) -> TargetNumber {
    let mut parts = Modifiers::new();
    if sense == NoticeSense::Sight {
        fog::add_sight_penalty(context.observer_ground, context.hidden_ground, &mut parts);
        light::add_sight_penalty(context.hidden_ground, &mut parts);
    }
    let test = if sense == NoticeSense::Sight { status::TestKind::Look } else { status::TestKind::Listen };
    target_number::add_own_modifiers(context.observer, test, &mut parts);
    TargetNumber::for_characteristic(
        &context.observer.sheet,
        Characteristic::Perception,
        parts,
        context.switches,
    )
}

/// Rolls whether the observer notices the hidden unit; a pass ends the concealment. `None` if no test is
/// possible. `CS-UNA-06`.
pub fn roll_notice(table: &mut impl Table, context: &NoticeContext<'_>) -> RuleResult<Option<TestOutcome>> {
    let usable = context.switches.noticing && !context.observer.is_helpless();
    let Some(sense) = usable_sense(context).filter(|_| usable) else { return Ok(None) };
    let target = perception_target(context, sense);
    let NoticeContext { observer: fighter, switches, .. } = *context;
    let why = if sense == NoticeSense::Sight { "notice by sight" } else { "notice by hearing" };
    let test = TestAttempt { fighter, why, clause: "CS-UNA-06", target: &target, switches };
    test.roll_pass(table).map(Some)
}

#[cfg(test)]
mod tests;
