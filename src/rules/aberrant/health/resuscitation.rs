//! Dying units, their revival windows, and resuscitation. Chapter RESUS.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::extras::DamageRule;
use crate::aberrant::health::dazing::DAZED_PENALTY;
use crate::aberrant::lines::{RollNote, RollVerdict};
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::turn::initiative_and_movement::ROUNDS_PER_MINUTE;
use crate::aberrant::{Ability, Fighter, HealthState, Sheet, Switches};
use dice::{Clause, Modifiers, Note, RuleResult, Table};

/// Base difficulty. `AB-RESUS-03`.
const BASE_DIFFICULTY: u32 = 1;
/// Iatrosis dots that can revive any unit. `AB-RESUS-13`.
const REVIVING_IATROSIS: u8 = 5;

/// How and since when a unit is dying.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct DyingState {
    /// The round in which it began. `AB-RESUS-01`.
    #[serde(rename = "since")]
    pub since_round: u32,
    /// Further rounds that passed after the battle.
    #[serde(rename = "more")]
    pub extra_rounds: u32,
    /// Caused by aggravated damage. `AB-RESUS-12`.
    pub aggravated: bool,
    /// Dying was prolonged once. `AB-RESUS-12`.
    pub prolonged: bool,
    /// Stabilised. `AB-RESUS-06`.
    pub stable: bool,
}

/// The properties of a fatal blow that matter for dying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FatalBlow {
    /// It hit a vital organ. `AB-RESUS-08`.
    pub vital: bool,
    /// It dealt aggravated damage. `AB-RESUS-12`.
    pub aggravated: bool,
}

impl DyingState {
    /// Rounds since it began.
    pub const fn rounds_dying(self, now: u32) -> u32 {
        now.saturating_sub(self.since_round).saturating_add(self.extra_rounds)
    }
}

/// Rounds in which a dying unit can be revived. `AB-RESUS-01`.
pub fn revival_window(sheet: &Sheet) -> u32 {
    u32::from(sheet.stamina) * ROUNDS_PER_MINUTE
}

/// Updates whether a unit is dying after a change of its health; a blow to a vital organ kills at once.
/// `AB-RESUS-08`, `AB-RESUS-15`.
pub fn update_dying(condition: &mut HealthState, sheet: &Sheet, blow: FatalBlow, now: u32) {
    if DamageRule::of_unit(sheet, condition) != DamageRule::Rolled {
        return; // extras are out of the fight, or dead: `AB-GRITTY-03`
    }
    let dying =
        condition.marks.body_status(sheet, condition.burnt_out) == super::health_track::LifeStatus::Dying;
    match condition.dying {
        None if dying => {
            condition.dying =
                Some(DyingState { since_round: now, aggravated: blow.aggravated, ..DyingState::default() });
            condition.dead |= blow.vital;
        }
        Some(_) if !dying => condition.dying = None,
        _ => {}
    }
}

/// Kills a dying unit whose revival window has ended, at the end of a round or of a rest. `AB-RESUS-01`,
/// `AB-RESUS-15`.
pub fn expire_dying(condition: &mut HealthState, sheet: &Sheet, now: u32) {
    let is_over = |dying: DyingState| !dying.stable && dying.rounds_dying(now) > revival_window(sheet);
    condition.dead |= condition.dying.is_some_and(is_over);
}

/// Why a unit cannot be revived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReviveError {
    /// It is not dying.
    #[error("only dying units can be resuscitated, and this one is not dying")]
    NotDying,
    /// Its revival window has ended, or a vital organ was hit. `AB-RESUS-01`, `AB-RESUS-08`.
    #[error("it is too late to revive the unit")]
    Dead,
    /// Its body is destroyed. `AB-RESUS-09`.
    #[error("too little of the body is left to revive it")]
    Destroyed,
    /// Its location makes treatment impossible. `AB-RESUS-14`.
    #[error("treatment is impossible where the unit lies")]
    Place,
}

impl ReviveError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NotDying => "AB-RESUS-06",
            Self::Dead => "AB-RESUS-15",
            Self::Destroyed => "AB-RESUS-09",
            Self::Place => "AB-RESUS-14",
        }
    }
}

/// Whether this unit has powers that can revive beyond medicine. `AB-RESUS-13`.
pub const fn has_healing_power(helper: &Sheet) -> bool {
    helper.healing || helper.iatrosis >= REVIVING_IATROSIS
}

/// Checks whether a unit can try to revive another one; `untreatable_place` means that the location makes
/// treatment impossible. `AB-RESUS-01`, `AB-RESUS-08`, `AB-RESUS-09`, `AB-RESUS-13`, `AB-RESUS-14`.
///
/// # Errors
/// Returns `ReviveError` if it cannot.
pub fn may_revive(
    helper: &Sheet,
    patient: (&Sheet, &HealthState),
    untreatable_place: bool,
    switches: &Switches,
) -> Result<(), ReviveError> {
    let (sheet, condition) = patient;
    match condition.dying {
        _ if condition.marks.levels_past_track() >= super::health_track::corpse_levels(sheet) => {
            Err(ReviveError::Destroyed)
        }
        None => Err(ReviveError::NotDying),
        Some(dying) if dying.stable => Err(ReviveError::NotDying),
        Some(_) if switches.resus_circumstances && untreatable_place => Err(ReviveError::Place),
        Some(_) if condition.dead && !has_healing_power(helper) => Err(ReviveError::Dead),
        Some(_) => Ok(()),
    }
}

/// Parts of a resuscitation pool. `AB-RESUS-02`.
fn revive_parts(helper: &Fighter) -> Modifiers {
    let sheet = &helper.sheet;
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.dexterity), "Dexterity", "AB-RESUS-02");
    parts.add(i32::from(sheet.ability(Ability::Medicine)), "Medicine", "AB-RESUS-02");
    parts.add(helper.condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, sheet, &helper.condition, RollPurpose::Physical);
    parts
}

/// Difficulty of a resuscitation. `AB-RESUS-03` to `AB-RESUS-05`.
pub fn revive_difficulty(condition: &HealthState, now: u32) -> u32 {
    let minutes = condition.dying.map_or(0, |dying| dying.rounds_dying(now) / ROUNDS_PER_MINUTE);
    BASE_DIFFICULTY + minutes + condition.marks.levels_past_track()
}

/// Resolves a resuscitation attempt: the patient's state and whether it succeeded. It heals no damage.
/// `AB-DAZE-04`, `AB-RESUS-02` to `AB-RESUS-07`, `AB-RESUS-12`, `AB-RESUS-13`.
pub fn roll_resuscitation(
    table: &mut impl Table,
    helper: &Fighter,
    patient: &HealthState,
    switches: &Switches,
) -> RuleResult<(HealthState, bool)> {
    let now = helper.round;
    let dazed = if helper.is_dazed() { DAZED_PENALTY.unsigned_abs() } else { 0 };
    let difficulty = revive_difficulty(patient, now) + dazed;
    let (why, clause, mega) = ("resuscitation", "AB-RESUS-02", helper.sheet.mega_dexterity);
    let rolling = PoolRoll { who: helper.id, why, clause, parts: &revive_parts(helper), mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let succeeded = dice_pool::extra_successes(successes, difficulty).is_some();
    table.note(|| {
        let verdict = if succeeded { RollVerdict::Success } else { RollVerdict::Failure };
        Note::new("AB-RESUS-03", RollNote { successes, difficulty, verdict })
    });
    let mut after = patient.clone();
    let Some(dying) = after.dying.as_mut().filter(|_| succeeded) else { return Ok((after, false)) };
    if dying.aggravated && !has_healing_power(&helper.sheet) {
        // Mundane medicine prolongs dying, once.
        if !dying.prolonged {
            (dying.since_round, dying.extra_rounds, dying.prolonged) = (now, 0, true);
        }
        return Ok((after, false));
    }
    dying.stable = true;
    after.dead = false;
    Ok((after, true))
}

#[cfg(test)]
mod tests;
