//! Unexpected attacks, hiding and noticing. Chapter UNA.

use thiserror::Error;

use super::check::{Target, Test, Verdict};
use super::{Characteristic, Fighter, Ground, Light, Skill, Switches, attempt, fog, light, terrain};
use crate::status;
use dice::{Modifiers, Step, Table};

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
pub enum CannotHide {
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
pub fn hides(own: Ground, seen_by_enemy: bool) -> bool {
    own.obscured || own.light != Light::Normal || !seen_by_enemy
}

/// Somebody about to hide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HideScene<'a> {
    /// Who hides.
    pub fighter: &'a Fighter,
    /// Its square.
    pub ground: Ground,
    /// An enemy has it in sight.
    pub seen_by_enemy: bool,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// Whether the unit may try. `CS-UNA-05`.
///
/// # Errors
/// What forbids it.
pub fn may_hide(scene: &HideScene<'_>) -> Result<(), CannotHide> {
    if !scene.switches.hiding {
        Err(CannotHide::Off)
    } else if !hides(scene.ground, scene.seen_by_enemy) {
        Err(CannotHide::PlainSight)
    } else {
        Ok(())
    }
}

/// The target number of a Concealment test. `CS-FOG-03`, `CS-LOW-04`, `CS-DRK-04`, `CS-BASE-09`.
pub fn concealment(scene: &HideScene<'_>) -> Target {
    let mut parts = terrain::agility_parts(scene.fighter, scene.ground);
    fog::add_concealment(scene.ground, &mut parts);
    light::add_concealment(scene.ground, &mut parts);
    Target::of_skill(&scene.fighter.sheet, Skill::Concealment, parts, scene.switches)
}

/// Tries to hide; a pass conceals. `CS-UNA-05`.
///
/// # Errors
/// As the table.
pub fn hide(table: &mut impl Table, scene: &HideScene<'_>) -> Step<Verdict> {
    let target = concealment(scene);
    let HideScene { fighter, switches, .. } = *scene;
    Test { fighter, why: "hide", clause: "CS-UNA-05", target: &target, switches }.pass(table)
}

/// How somebody who hides may be noticed. `CS-UNA-06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sense {
    /// By sight.
    Sight,
    /// By hearing.
    Hearing,
}

/// Somebody at the start of its turn, and an enemy who hides from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeScene<'a> {
    /// Who may notice.
    pub observer: &'a Fighter,
    /// Its square.
    pub observer_ground: Ground,
    /// The square of the one who hides.
    pub hidden_ground: Ground,
    /// A line of sight leads there.
    pub line_of_sight: bool,
    /// Square of the distance, in square metres.
    pub distance_squared: u32,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// The sense that serves, if one does. `CS-UNA-06`.
pub fn sense(scene: &NoticeScene<'_>) -> Option<Sense> {
    let able = |test| status::fails(&scene.observer.ailments, test).is_none();
    if scene.line_of_sight && able(status::Test::Look) {
        Some(Sense::Sight)
    } else if scene.distance_squared <= HEARING * HEARING && able(status::Test::Listen) {
        Some(Sense::Hearing)
    } else {
        None
    }
}

/// The target number of a Perception test. `CS-FOG-02`, `CS-LOW-03`, `CS-DRK-03`, `CS-DAZE-02`.
pub fn perception(scene: &NoticeScene<'_>, sense: Sense) -> Target {
    let mut parts = Modifiers::new();
    if sense == Sense::Sight {
        fog::add_sight(scene.observer_ground, scene.hidden_ground, &mut parts);
        light::add_sight(scene.hidden_ground, &mut parts);
    }
    let test = if sense == Sense::Sight { status::Test::Look } else { status::Test::Listen };
    attempt::add_own(scene.observer, test, &mut parts);
    Target::of(&scene.observer.sheet, Characteristic::Perception, parts, scene.switches)
}

/// Tests whether the observer notices; a pass ends the concealment. `None`: there is nothing to test. `CS-UNA-06`.
///
/// # Errors
/// As the table.
pub fn notice(table: &mut impl Table, scene: &NoticeScene<'_>) -> Step<Option<Verdict>> {
    let usable = scene.switches.noticing && !scene.observer.is_helpless();
    let Some(sense) = sense(scene).filter(|_| usable) else { return Ok(None) };
    let target = perception(scene, sense);
    let NoticeScene { observer: fighter, switches, .. } = *scene;
    let why = if sense == Sense::Sight { "notice by sight" } else { "notice by hearing" };
    let test = Test { fighter, why, clause: "CS-UNA-06", target: &target, switches };
    test.pass(table).map(Some)
}

#[cfg(test)]
mod tests;
