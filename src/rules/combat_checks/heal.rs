//! Medicae checks on Critical Injuries. Chapter HEAL.

use thiserror::Error;

use super::chart::RowEffect;
use super::check::{self, succeeds};
use super::critical;
use super::pool::Check;
use super::{Condition, Fighter, Skill, Switches};
use crate::Sight;
use dice::{Clause, Note, Step, Table};

/// Why an injury cannot be treated now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum NoHealing {
    /// There is no such injury.
    #[error("there is no such injury")]
    None,
    /// The row prints no difficulty. `CC-HEAL-05`, `CC-RULING-09`.
    #[error("{0} cannot be healed")]
    Incurable(&'static str),
    /// `CC-HEAL-04`, `CC-RULING-08`.
    #[error("{0} needs a cybernetic replacement")]
    NeedsReplacement(&'static str),
    /// `CC-HEAL-03`.
    #[error("this injury was treated already")]
    Tried,
    /// `CC-HEAL-01`.
    #[error("only on oneself or somebody adjacent")]
    TooFar,
}

impl NoHealing {
    /// The clause that says so.
    pub const fn clause(self) -> Clause {
        match self {
            Self::None | Self::TooFar => "CC-HEAL-01",
            Self::Incurable(_) => "CC-RULING-09",
            Self::NeedsReplacement(_) => "CC-HEAL-04",
            Self::Tried => "CC-HEAL-03",
        }
    }
}

/// Difficulty dice of treating an injury now. `CC-HEAL-02` to `CC-HEAL-05`.
///
/// # Errors
/// Why it cannot be treated.
pub fn difficulty(
    patient: &Condition,
    injury: usize,
    replacement: bool,
    switches: &Switches,
) -> Result<u8, NoHealing> {
    let injury = patient.injuries.get(injury).ok_or(NoHealing::None)?;
    let row = injury.chart();
    let difficulty = row.difficulty.ok_or(NoHealing::Incurable(row.name))?;
    if row.effect == RowEffect::Maimed && !replacement {
        return Err(NoHealing::NeedsReplacement(row.name));
    }
    if injury.attempts >= switches.medicae_attempts {
        return Err(NoHealing::Tried);
    }
    Ok(difficulty)
}

/// One treatment, complete.
#[derive(Clone, Copy, Debug)]
pub struct Treatment<'a> {
    /// Who treats.
    pub healer: &'a Fighter,
    /// Who is treated; may be the healer.
    pub patient: &'a Fighter,
    /// How they see each other; `None` for oneself.
    pub sight: Option<&'a Sight>,
    /// Place of the injury among the patient's.
    pub injury: usize,
    /// A cybernetic replacement is at hand. `CC-HEAL-04`.
    pub replacement: bool,
    /// Boost dice that the check claims from the healer's side. `CC-ADV-08`.
    pub side_boosts: u8,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// What came of a treatment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Treated {
    /// The injury is gone.
    pub healed: bool,
    /// The patient afterwards.
    pub patient: Condition,
    /// The healer afterwards, if it is somebody else: what waited for its check is used up.
    pub healer: Option<Condition>,
}

impl Treatment<'_> {
    /// Difficulty dice, if it may be tried. `CC-HEAL-01` to `CC-HEAL-05`.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<u8, NoHealing> {
        if self.sight.is_some_and(|sight| sight.rings > 1) {
            return Err(NoHealing::TooFar);
        }
        difficulty(&self.patient.condition, self.injury, self.replacement, self.switches)
    }
}

/// A Medicae check on one injury, which has passed `Treatment::check`. `CC-HEAL-01`.
///
/// # Errors
/// As the table.
pub fn treat(table: &mut impl Table, treatment: &Treatment<'_>) -> Step<Treated> {
    const CHECK: Check = Check::of_skill(Skill::Medicae);
    let Treatment { healer, patient, .. } = treatment;
    let mut build = check::build(healer, CHECK, treatment.side_boosts);
    let dice = treatment.check().unwrap_or(0);
    build.difficulty.add(i32::from(dice), "the injury", "CC-HEAL-02");
    let pool = build.pool(treatment.switches);
    let symbols = check::roll(table, pool, healer.id, "Medicae", "CC-HEAL-01", &build.parts())?;
    let healed = table.settle(succeeds(symbols))?;
    let mut condition = patient.condition.clone();
    let mut own = None;
    if treatment.sight.is_none() {
        condition.used(CHECK);
    } else {
        let mut after = healer.condition.clone();
        after.used(CHECK);
        own = Some(after);
    }
    if healed {
        let name = condition.injuries[treatment.injury].chart().name;
        table.note(|| Note { clause: "CC-HEAL-01", text: format!("{name} is healed"), parts: Vec::new() });
        end(table, patient, &mut condition, treatment.injury)?;
    } else {
        condition.injuries[treatment.injury].attempts += 1;
    }
    Ok(Treated { healed, patient: condition, healer: own })
}

/// An injury is gone, and its effect with it; a survivor of bleeding suffers for it. `CC-CHART-26`, `CC-CHART-27`.
fn end(table: &mut impl Table, patient: &Fighter, condition: &mut Condition, at: usize) -> Step<()> {
    let injury = condition.injuries.remove(at);
    if let Some(RowEffect::Bleeding { survivor, .. }) = injury.effect() {
        critical::survivor(table, patient.id, &patient.sheet, condition, survivor)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
