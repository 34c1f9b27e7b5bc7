//! Healing, repair and rest, in battle and after it. Chapter HEAL of the catalogue, with `SS-ARM-06` to
//! `SS-ARM-08` and `SS-DMG-25`.

use thiserror::Error;

use crate::lines::{CountOf, HitCount};
use crate::status::{self, TestKind};
use crate::swan_song::attack::called_shot;
use crate::swan_song::checks::base;
use crate::swan_song::checks::base::mental_limit;
use crate::swan_song::checks::extended_check;
use crate::swan_song::checks::extended_check::ExtendedCheckProgress;
use crate::swan_song::damage::health;
use crate::swan_song::damage::health::down_state;
use crate::swan_song::damage::last_stand;
use crate::swan_song::damage::last_stand::LastStand;
use crate::swan_song::damage::wounds;
use crate::swan_song::lines::recovery::{ProgressLine, TreatmentLine};
use crate::swan_song::movement::gaits;
use crate::swan_song::options::switches::Formula;
use crate::swan_song::{Attribute, DownState, Fighter, PointPool, Sheet, Skill, Switches, Vitals};
use crate::turn_engine::delay;
use crate::{Book, MINUTES_PER_DAY, Rest};
use dice::{Clause, Dice, Modifiers, Note, Purpose, RuleResult, Table};

/// Minutes of rest that remove all Strain. `SS-HEAL-08`.
pub const STRAIN_REST_MINUTES: u32 = 60;
/// Minutes of a day of rest. `SS-HEAL-05`.
pub const DAY_MINUTES: u32 = MINUTES_PER_DAY;
/// Minutes of a Mechanics test. `SS-HEAL-04`, `SS-ARM-08`.
pub const REPAIR_MINUTES: u32 = 60;
/// Multiplier of Flesh recovery under medical care. `SS-HEAL-06`.
const MEDICAL_CARE_FACTOR: u32 = 2;

/// Reasons why a unit cannot be treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum TreatmentError {
    /// No flesh. `SS-ARM-07`.
    #[error("medicine does not work on armour or machines")]
    NotFlesh,
    /// Not bleeding. `SS-HEAL-07`.
    #[error("the target is not bleeding")]
    NotDying,
    /// Dead. `SS-DMG-22`.
    #[error("the target is dead")]
    Dead,
    /// No injury. `SS-HEAL-09`.
    #[error("the target has no Critical Injury")]
    NoInjury,
    /// The switch is off. `SS-HEAL-09`.
    #[error("curing Critical Injuries is disabled by the house rules")]
    CureDisabled,
    /// Armour at maximum. `SS-ARM-08`.
    #[error("the target's armour is undamaged")]
    NothingToRepair,
    /// Flesh at maximum. `SS-HEAL-10`.
    #[error("the target's Flesh is full")]
    FullHealth,
    /// No Slow Death. `SS-CALL-48`.
    #[error("the target has no internal bleeding")]
    NoSlowDeath,
}

impl TreatmentError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NotFlesh => "SS-ARM-07",
            Self::NotDying => "SS-HEAL-07",
            Self::Dead => "SS-DMG-22",
            Self::NoInjury | Self::CureDisabled => "SS-HEAL-09",
            Self::NothingToRepair => "SS-ARM-08",
            Self::FullHealth => "SS-HEAL-10",
            Self::NoSlowDeath => "SS-CALL-48",
        }
    }
}

/// Restores points of Flesh, up to the maximum; injuries remain. `SS-HEAL-10`, `SS-CRIT-03`.
///
/// The first point saves a unit that fights for its life. Once up again it can do so again. `SS-FFYL-13`.
pub fn heal_flesh(vitals: Vitals, points: u32) -> Vitals {
    if vitals.flesh.max <= 0 {
        return vitals;
    }
    let points = i32::try_from(points).unwrap_or(i32::MAX);
    let now = vitals.flesh.now.saturating_add(points).min(vitals.flesh.max.max(vitals.flesh.now));
    update_last_stand(vitals, Vitals { flesh: PointPool { now, ..vitals.flesh }, ..vitals })
}

/// Updates a last stand after a gain in the pool that decides it. `SS-FFYL-13`.
fn update_last_stand(before: Vitals, mut after: Vitals) -> Vitals {
    let health = |vitals: &Vitals| health::last_pool(vitals).map_or(0, |pool| pool.now);
    if health(&after) > health(&before) {
        after = last_stand::win_last_stand(after);
    }
    if health(&after) > 0 {
        after.stable = false;
        if after.stand == LastStand::Lost && (after.strain < after.strain_threshold || after.strain == 0) {
            after.stand = LastStand::None;
        }
    }
    after
}

/// Checks that a Heal power has an effect on a unit. `SS-HEAL-10`.
///
/// # Errors
/// Returns why it has none.
pub fn may_heal(vitals: &Vitals, down: Option<DownState>) -> Result<(), TreatmentError> {
    match vitals {
        _ if down == Some(DownState::Dead) => Err(TreatmentError::Dead),
        Vitals { flesh, .. } if flesh.max <= 0 => Err(TreatmentError::NotFlesh),
        Vitals { flesh, .. } if flesh.now >= flesh.max => Err(TreatmentError::FullHealth),
        _ => Ok(()),
    }
}

/// Refills the Shield. `SS-HEAL-01`, `SS-HEAL-02`.
pub fn recharge_shield(vitals: Vitals) -> Vitals {
    Vitals { shield: PointPool::full(vitals.shield.max), ..vitals }
}

/// Checks that medical attention can stop a unit's bleeding. `SS-HEAL-07`, `SS-ARM-07`, `SS-DMG-25`.
///
/// # Errors
/// Returns why it cannot.
pub fn may_stabilise(vitals: &Vitals, down: Option<DownState>) -> Result<(), TreatmentError> {
    match down {
        Some(DownState::Dead) => Err(TreatmentError::Dead),
        _ if vitals.flesh.max <= 0 => Err(TreatmentError::NotFlesh),
        _ if !health::is_dying(vitals) => Err(TreatmentError::NotDying),
        _ => Ok(()),
    }
}

/// Parts of a test with Logic: skill, wounds, running and ailments. `SS-HEAL-07`, `SS-WND-07`,
/// `SS-CALL-43`, `SS-DELAY-09`.
pub(crate) fn logic_test_parts(who: &Fighter, skill: Skill, switches: &Switches) -> Modifiers {
    let mut parts = base::skill_pool(&who.sheet, skill, Attribute::Logic, switches);
    last_stand::halve_pool(&mut parts, &who.vitals);
    parts.0.extend(wounds::wound_parts(&who.vitals).0);
    parts.0.extend(gaits::running_unit_parts(who).0);
    parts.0.extend(delay::delayed_action_parts(who.phase_delayed).0);
    called_shot::add_hurt_arm(who, None, switches, &mut parts);
    status::add_test_modifiers(&mut parts, &who.ailments, TestKind::Other, Book::SwanSong);
    parts
}

/// The better skill of First Aid and Medicine. `SS-HEAL-07`.
pub(crate) fn medical_skill(sheet: &Sheet) -> Skill {
    let better = sheet.skill(Skill::Medicine) > sheet.skill(Skill::FirstAid);
    if better { Skill::Medicine } else { Skill::FirstAid }
}

/// Parts of the pool to stop bleeding. `SS-HEAL-07`.
pub fn first_aid_parts(medic: &Fighter, switches: &Switches) -> Modifiers {
    logic_test_parts(medic, medical_skill(&medic.sheet), switches)
}

/// Rolls First Aid with this skill and clause; returns the hits. `SS-HEAL-07`, `SS-CALL-57`.
pub(crate) fn roll_first_aid(
    table: &mut impl Table,
    medic: &Fighter,
    (skill, clause): (Skill, Clause),
    switches: &Switches,
) -> RuleResult<u32> {
    let parts = logic_test_parts(medic, skill, switches);
    let limit = Some(mental_limit(&medic.sheet));
    let purpose = Purpose { who: Some(medic.id), why: "first aid", clause, parts: &parts.0, limit };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    Ok(base::limit_hits(hits, limit))
}

/// Stops a unit's bleeding. `SS-DMG-25`.
pub fn stabilise(vitals: Vitals) -> Vitals {
    Vitals { stable: true, ..vitals }
}

/// Checks that a mechanic can repair a unit. `SS-ARM-08`.
///
/// # Errors
/// Returns why they cannot.
pub fn may_repair(vitals: &Vitals, down: Option<DownState>) -> Result<(), TreatmentError> {
    if down == Some(DownState::Dead) {
        return Err(TreatmentError::Dead);
    }
    if vitals.armored.now >= vitals.armored.max { Err(TreatmentError::NothingToRepair) } else { Ok(()) }
}

/// Repairs armour for an hour: a Mechanics test, with points per hit. `SS-HEAL-04`, `SS-ARM-08`.
pub fn repair_armour(
    table: &mut impl Table,
    mechanic: &Fighter,
    patient: Vitals,
    switches: &Switches,
) -> RuleResult<Vitals> {
    let parts = logic_test_parts(mechanic, Skill::Mechanics, switches);
    let limit = Some(mental_limit(&mechanic.sheet));
    let why = "repair";
    let purpose = Purpose { who: Some(mechanic.id), why, clause: "SS-HEAL-04", parts: &parts.0, limit };
    let hits = base::limit_hits(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value, limit);
    let points = (hits * u32::from(switches.repair_rate)).cast_signed();
    let now = (patient.armored.now + points).min(patient.armored.max);
    let points = CountOf((now - patient.armored.now).unsigned_abs(), "point");
    let line = TreatmentLine::Repaired { hits: HitCount(hits), points };
    table.note(|| Note::new("SS-HEAL-04", line));
    Ok(update_last_stand(patient, Vitals { armored: PointPool { now, ..patient.armored }, ..patient }))
}

/// Checks that a unit has an injury that can be cured. `SS-HEAL-09`.
///
/// # Errors
/// Returns why it cannot be cured.
pub fn may_cure(
    vitals: &Vitals,
    down: Option<DownState>,
    switches: &Switches,
) -> Result<u32, TreatmentError> {
    match (down, vitals.injuries, switches.injury_cure.0) {
        (Some(DownState::Dead), ..) => Err(TreatmentError::Dead),
        (_, 0, _) => Err(TreatmentError::NoInjury),
        (.., None) => Err(TreatmentError::CureDisabled),
        (.., Some(needed)) => Ok(u32::from(needed)),
    }
}

/// Rolls a day of the Extended Test that cures an injury. `SS-HEAL-09`, `SS-BASE-07`.
pub fn roll_cure(
    table: &mut impl Table,
    medic: &Fighter,
    patient: Vitals,
    needed: u32,
    switches: &Switches,
) -> RuleResult<Vitals> {
    let parts = logic_test_parts(medic, Skill::Medicine, switches);
    let test = extended_check::ExtendedCheck {
        needed,
        parts,
        limit: mental_limit(&medic.sheet),
        clause: "SS-HEAL-09",
    };
    let progress = extended_check::roll_interval(table, medic.id, &test, patient.cure, switches)?;
    let is_cured = progress.is_done(needed);
    table.note(|| {
        if is_cured {
            Note::new("SS-HEAL-09", TreatmentLine::InjuryCured)
        } else {
            Note::new("SS-HEAL-09", ProgressLine { progress, needed })
        }
    });
    Ok(if is_cured {
        Vitals {
            injuries: patient.injuries.saturating_sub(1),
            cure: ExtendedCheckProgress::default(),
            ..patient
        }
    } else {
        Vitals { cure: progress, ..patient }
    })
}

/// Flesh restored by a day of rest. `SS-HEAL-06`.
pub fn flesh_per_day(body: u8, care: bool, switches: &Switches) -> u32 {
    let unaided = match switches.flesh_per_day.0 {
        Formula::Book => base::half(u32::from(body)).max(1),
        Formula::Fixed(points) => u32::from(points),
    };
    if care { unaided * MEDICAL_CARE_FACTOR } else { unaided }
}

/// Applies a period of rest: removes Strain, restores Flesh per day, not armour; bleeding continues, injuries remain.
///
/// `SS-HEAL-03`, `SS-HEAL-05`, `SS-HEAL-06`, `SS-HEAL-08`, `SS-ARM-06`, `SS-DMG-23`.
pub fn apply_rest(vitals: Vitals, body: u8, rest: Rest, care: bool, switches: &Switches) -> Vitals {
    if down_state(&vitals, body) == Some(DownState::Dead) {
        return vitals;
    }
    if health::is_dying(&vitals) {
        let points_lost = rest.times(u32::from(body));
        let now = vitals.flesh.now.saturating_sub_unsigned(points_lost).max(-i32::from(body) - 1);
        return Vitals { flesh: PointPool { now, ..vitals.flesh }, ..vitals };
    }
    let strain = if rest.until() >= STRAIN_REST_MINUTES { 0 } else { vitals.strain };
    let days = rest.times(DAY_MINUTES);
    heal_flesh(Vitals { strain, ..vitals }, days.saturating_mul(flesh_per_day(body, care, switches)))
}

/// Applies the end of an encounter: shields refill, last stands end. `SS-HEAL-01`,
/// `SS-FFYL-16`.
pub fn end_encounter(vitals: Vitals) -> Vitals {
    let after_last_stand = last_stand::end_round(vitals);
    Vitals { stand: LastStand::None, ..recharge_shield(after_last_stand) }
}

#[cfg(test)]
mod tests;
