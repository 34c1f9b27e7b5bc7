//! Unexpected attacks, hiding and noticing. Chapter UNA.

use thiserror::Error;

use super::{difficult_terrain, fog, light};
use crate::circumstances::attacks::target_number;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt, TestOutcome};
use crate::circumstances::{Characteristic, Fighter, GroundConditions, Light, Skill, Switches};
use crate::status;
use dice::{Modifiers, RuleResult, Table};

/// Metres within which somebody who hides is heard. `CS-UNA-06`.
pub const HEARING: u32 = 10;

/// Whether an attack comes unexpected: from somebody concealed, or one the target knows nothing of. `CS-UNA-04`.
pub fn is_unaware(attacker: &Fighter, knows: bool, switches: &Switches) -> bool {
    switches.unaware && (attacker.concealed || !knows)
}

/// What attacking an Unaware target gives. `CS-UNA-01`.
pub fn add_target(unaware: bool, parts: &mut Modifiers) {
    if unaware {
        parts.add(30, "unaware target", "CS-UNA-01");
    }
}

/// Why a unit cannot hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum HideError {
    /// The skirmish has no hiding. `CS-UNA-05`.
    #[error("nobody hides in this skirmish")]
    Off,
    /// In plain sight, without fog, shadow or darkness. `CS-UNA-05`.
    #[error("in plain sight of an enemy, with nothing to hide in")]
    PlainSight,
}

/// Whether a square hides: fog, smoke, mist, deep shadow, low light or darkness, or nobody sees it. `CS-UNA-05`.
///
/// Where this ends for a concealed unit, so does its concealment.
pub fn can_hide_at(own: GroundConditions, seen_by_enemy: bool) -> bool {
    own.obscured || own.light != Light::Normal || !seen_by_enemy
}

/// Somebody about to hide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HideContext<'a> {
    /// Who hides.
    pub fighter: &'a Fighter,
    /// Its square.
    pub ground: GroundConditions,
    /// An enemy has it in sight.
    pub seen_by_enemy: bool,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// Whether the unit may try. `CS-UNA-05`.
///
/// # Errors
/// What forbids it.
pub fn may_hide(scene: &HideContext<'_>) -> Result<(), HideError> {
    if !scene.switches.hiding {
        Err(HideError::Off)
    } else if !can_hide_at(scene.ground, scene.seen_by_enemy) {
        Err(HideError::PlainSight)
    } else {
        Ok(())
    }
}

/// The target number of a Concealment test. `CS-FOG-03`, `CS-LOW-04`, `CS-DRK-04`, `CS-BASE-09`.
pub fn concealment_target(scene: &HideContext<'_>) -> TargetNumber {
    let mut parts = difficult_terrain::agility_parts(scene.fighter, scene.ground);
    fog::add_concealment(scene.ground, &mut parts);
    light::add_concealment(scene.ground, &mut parts);
    TargetNumber::for_skill(&scene.fighter.sheet, Skill::Concealment, parts, scene.switches)
}

/// Tries to hide; a pass conceals. `CS-UNA-05`.
///
/// # Errors
/// As the table.
pub fn roll_hide(table: &mut impl Table, scene: &HideContext<'_>) -> RuleResult<TestOutcome> {
    let target = concealment_target(scene);
    let HideContext { fighter, switches, .. } = *scene;
    TestAttempt { fighter, why: "hide", clause: "CS-UNA-05", target: &target, switches }.roll_pass(table)
}

/// How somebody who hides may be noticed. `CS-UNA-06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoticeSense {
    /// By sight.
    Sight,
    /// By hearing.
    Hearing,
}

/// Somebody at the start of its turn, and an enemy who hides from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeContext<'a> {
    /// Who may notice.
    pub observer: &'a Fighter,
    /// Its square.
    pub observer_ground: GroundConditions,
    /// The square of the one who hides.
    pub hidden_ground: GroundConditions,
    /// A line of sight leads there.
    pub line_of_sight: bool,
    /// Square of the distance, in square metres.
    pub distance_squared: u32,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// The sense that serves, if one does. `CS-UNA-06`.
pub fn usable_sense(scene: &NoticeContext<'_>) -> Option<NoticeSense> {
    let able = |test| status::failing_ailment(&scene.observer.ailments, test).is_none();
    if scene.line_of_sight && able(status::TestKind::Look) {
        Some(NoticeSense::Sight)
    } else if scene.distance_squared <= HEARING * HEARING && able(status::TestKind::Listen) {
        Some(NoticeSense::Hearing)
    } else {
        None
    }
}

/// The target number of a Perception test. `CS-FOG-02`, `CS-LOW-03`, `CS-DRK-03`, `CS-DAZE-02`.
pub fn perception_target(scene: &NoticeContext<'_>, sense: NoticeSense) -> TargetNumber {
    let mut parts = Modifiers::new();
    if sense == NoticeSense::Sight {
        fog::add_sight(scene.observer_ground, scene.hidden_ground, &mut parts);
        light::add_sight(scene.hidden_ground, &mut parts);
    }
    let test = if sense == NoticeSense::Sight { status::TestKind::Look } else { status::TestKind::Listen };
    target_number::add_own_modifiers(scene.observer, test, &mut parts);
    TargetNumber::for_characteristic(&scene.observer.sheet, Characteristic::Perception, parts, scene.switches)
}

/// Tests whether the observer notices; a pass ends the concealment. `None`: there is nothing to test. `CS-UNA-06`.
///
/// # Errors
/// As the table.
pub fn roll_notice(table: &mut impl Table, scene: &NoticeContext<'_>) -> RuleResult<Option<TestOutcome>> {
    let usable = scene.switches.noticing && !scene.observer.is_helpless();
    let Some(sense) = usable_sense(scene).filter(|_| usable) else { return Ok(None) };
    let target = perception_target(scene, sense);
    let NoticeContext { observer: fighter, switches, .. } = *scene;
    let why = if sense == NoticeSense::Sight { "notice by sight" } else { "notice by hearing" };
    let test = TestAttempt { fighter, why, clause: "CS-UNA-06", target: &target, switches };
    test.roll_pass(table).map(Some)
}

#[cfg(test)]
mod tests;
