//! Medicae checks on Critical Injuries. Chapter HEAL.

use thiserror::Error;

use super::chart::InjuryEffect;
use super::infliction;
use super::injury::InjuryDetail;
use crate::combat_checks::checks::check;
use crate::combat_checks::checks::check::is_success;
use crate::combat_checks::checks::pool::Check;
use crate::combat_checks::lines::CriticalInjuryLine;
use crate::combat_checks::{Fighter, HealthState, Skill, Switches};
use crate::{RuleViolation, TargetSight};
use dice::{Clause, Note, RuleLine, RuleResult, Table};

/// Why an injury cannot be treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum HealingError {
    /// The injury does not exist.
    #[error("no Critical Injury to treat")]
    NoSuchInjury,
    /// The row has no difficulty. `CC-HEAL-05`, `CC-RULING-09`.
    #[error("{0} cannot be healed")]
    Incurable(&'static str),
    /// `CC-HEAL-04`, `CC-RULING-08`.
    #[error("{0} needs a cybernetic replacement in the gear of the patient")]
    NeedsReplacement(&'static str),
    /// `CC-HEAL-03`.
    #[error("this injury was already treated, and no further attempt is allowed now")]
    AlreadyTreated,
    /// `CC-HEAL-01`.
    #[error("only on oneself or an adjacent unit")]
    TooFar,
}

impl HealingError {
    /// The clause behind the error.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NoSuchInjury | Self::TooFar => "CC-HEAL-01",
            Self::Incurable(_) => "CC-RULING-09",
            Self::NeedsReplacement(_) => "CC-HEAL-04",
            Self::AlreadyTreated => "CC-HEAL-03",
        }
    }
}

impl RuleLine for HealingError {}

impl From<HealingError> for RuleViolation {
    fn from(why: HealingError) -> Self {
        Self::new(why, why.clause())
    }
}

/// Difficulty dice of treating an injury. `CC-HEAL-02` to `CC-HEAL-05`.
///
/// # Errors
/// Returns a `HealingError` if the injury cannot be treated.
pub fn healing_difficulty(
    patient: &HealthState,
    injury: usize,
    replacement: bool,
    switches: &Switches,
) -> Result<u8, HealingError> {
    let injury = patient.injuries.get(injury).ok_or(HealingError::NoSuchInjury)?;
    let row = injury.chart_row();
    let difficulty = row.difficulty.ok_or(HealingError::Incurable(row.name))?;
    if row.effect == InjuryEffect::Maimed && !replacement {
        return Err(HealingError::NeedsReplacement(row.name));
    }
    if injury.attempts >= switches.medicae_attempts {
        return Err(HealingError::AlreadyTreated);
    }
    Ok(difficulty)
}

/// Whether a unit has a cybernetic replacement that is not fitted yet. `CC-HEAL-04`.
pub fn has_replacement(patient: &Fighter) -> bool {
    patient.gear().filter(|(_, gear)| gear.replacement).count() > patient.condition.replaced.0.len()
}

/// A treatment.
#[derive(Clone, Copy, Debug)]
pub struct MedicaeTreatment<'a> {
    /// The healer.
    pub healer: &'a Fighter,
    /// The patient; may be the healer.
    pub patient: &'a Fighter,
    /// Sight between them; `None` for oneself.
    pub sight: Option<&'a TargetSight>,
    /// Index of the patient's injury.
    pub injury: usize,
    /// Whether a cybernetic replacement is at hand. `CC-HEAL-04`.
    pub replacement: bool,
    /// Boost dice that the check claims from the healer's side. `CC-ADV-08`.
    pub side_boosts: u8,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// The result of a treatment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MedicaeResult {
    /// Whether the injury is healed.
    pub healed: bool,
    /// The patient afterwards.
    pub patient: HealthState,
    /// The healer afterwards, with pending changes used up; `None` if the patient is the healer.
    pub healer: Option<HealthState>,
}

impl MedicaeTreatment<'_> {
    /// Returns the difficulty dice of an allowed treatment. `CC-HEAL-01` to `CC-HEAL-05`.
    ///
    /// # Errors
    /// Returns a `HealingError` if the treatment is not allowed.
    pub fn validate(&self) -> Result<u8, HealingError> {
        if self.sight.is_some_and(|sight| sight.chebyshev_distance > 1) {
            return Err(HealingError::TooFar);
        }
        healing_difficulty(&self.patient.condition, self.injury, self.replacement, self.switches)
    }
}

/// Resolves a Medicae check on one injury; it must have passed `MedicaeTreatment::validate`. `CC-HEAL-01`.
pub fn resolve_medicae_check(
    table: &mut impl Table,
    treatment: &MedicaeTreatment<'_>,
) -> RuleResult<MedicaeResult> {
    const CHECK: Check = Check::from_skill(Skill::Medicae);
    let MedicaeTreatment { healer, patient, .. } = treatment;
    let mut build = check::assemble_pool(healer, CHECK, treatment.side_boosts);
    let dice = treatment.validate().unwrap_or(0);
    build.difficulty.add(i32::from(dice), "the injury", "CC-HEAL-02");
    let pool = build.build(treatment.switches);
    let symbols = check::roll_check(table, pool, healer.id, "Medicae", "CC-HEAL-01", &build.modifiers())?;
    let healed = table.merge_branches(is_success(symbols))?;
    let mut condition = patient.condition.clone();
    let mut own = None;
    if treatment.sight.is_none() {
        condition.use_up_pending(CHECK);
    } else {
        let mut after = healer.condition.clone();
        after.use_up_pending(CHECK);
        own = Some(after);
    }
    if healed {
        let injury = condition.injuries[treatment.injury].chart_row().name;
        table.note(|| Note::new("CC-HEAL-01", CriticalInjuryLine::IsHealed { injury }));
        remove_injury(table, patient, &mut condition, treatment.injury)?;
    } else {
        condition.injuries[treatment.injury].attempts += 1;
    }
    Ok(MedicaeResult { healed, patient: condition, healer: own })
}

/// Removes an injury and its effect; a survivor of bleeding is injured again. `CC-CHART-26`, `CC-CHART-27`.
fn remove_injury(
    table: &mut impl Table,
    patient: &Fighter,
    condition: &mut HealthState,
    at: usize,
) -> RuleResult<()> {
    let injury = condition.injuries.remove(at);
    // Only a replacement heals it. `CC-HEAL-04`
    if let (InjuryEffect::Maimed, InjuryDetail::Limb(limb)) = (injury.chart_row().effect, injury.mark) {
        condition.replaced.0.push(limb);
    }
    if let Some(InjuryEffect::Bleeding { survivor, .. }) = injury.effect() {
        infliction::injure_survivor(table, patient.id, &patient.sheet, condition, survivor)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
