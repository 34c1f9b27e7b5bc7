//! Treatment of called-shot injuries: First Aid, Medicine and Heal powers. `SS-CALL-19`, `SS-CALL-48` to
//! `SS-CALL-50`, `SS-CALL-57`, `SS-CALL-58`, `SS-CALL-60`, `SS-ACT-58`.

use super::healing;
use super::healing::TreatmentError;
use crate::lines::HitCount;
use crate::status::{self, ActiveAilment, Ailment, EndCondition};
use crate::swan_song::checks::base::{ROUNDS_PER_MINUTE, is_success, mental_limit};
use crate::swan_song::checks::extended_check;
use crate::swan_song::damage::health;
use crate::swan_song::lines::recovery::{FirstAidResult, ProgressLine, TreatmentLine};
use crate::swan_song::{DownState, Fighter, Skill, Switches, Vitals};
use dice::{Clause, Note, RuleResult, Table};

/// Hits needed to stop a Bleedout. `SS-CALL-57`.
pub const BLEEDOUT_HITS: u32 = 4;
/// Total hits needed to end a Slow Death. `SS-CALL-48`, `SS-CALL-49`.
pub const SLOW_DEATH_HITS: u32 = 16;
/// Rounds per roll of that treatment. `SS-ACT-58`.
pub const TREATMENT_ROUNDS: u32 = ROUNDS_PER_MINUTE;

/// An ailment that ends, and the clause responsible.
pub type EndedAilment = (ActiveAilment, Clause);

/// Effect of a treatment on a patient.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreatmentResult {
    /// Health after the treatment.
    pub vitals: Vitals,
    /// Ailments that end.
    pub ended: Vec<EndedAilment>,
}

impl TreatmentResult {
    /// A treatment without effect.
    pub const fn unchanged(vitals: Vitals) -> Self {
        Self { vitals, ended: Vec::new() }
    }
}

/// Ailments ended by any successful First Aid, Medicine or Heal power. `SS-CALL-19`, `SS-CALL-60`, `SS-RULING-13`.
fn list_ailments_ended_by_treatment(ailments: &[ActiveAilment]) -> impl Iterator<Item = EndedAilment> {
    status::relieved_by(ailments, EndCondition::Treatment).map(|one| {
        let clause = if one.ailment == Ailment::Slowed { "SS-CALL-19" } else { one.ailment.rule().clause };
        (one, clause)
    })
}

/// Ends every instance of one ailment, under a clause.
fn list_ended_ailments(
    ailments: &[ActiveAilment],
    ailment: Ailment,
    clause: Clause,
) -> impl Iterator<Item = EndedAilment> {
    ailments.iter().filter(move |one| one.ailment == ailment).map(move |one| (*one, clause))
}

/// Checks that First Aid would help: bleeding, a Bleedout or an injured arm. `SS-HEAL-07`, `SS-CALL-57`,
/// `SS-ARM-07`.
///
/// # Errors
/// Returns why it would not.
pub fn may_give_first_aid(
    vitals: &Vitals,
    down: Option<DownState>,
    ailments: &[ActiveAilment],
) -> Result<(), TreatmentError> {
    let is_treatable = status::has(ailments, Ailment::Bleedout)
        || list_ailments_ended_by_treatment(ailments).next().is_some();
    match healing::may_stabilise(vitals, down) {
        Err(TreatmentError::NotDying) if is_treatable => Ok(()),
        other => other,
    }
}

/// Whether First Aid on its own wounds would help a unit; not while it is dying. `SS-CALL-55`,
/// `SS-CALL-57`.
pub fn may_give_first_aid_to_self(vitals: &Vitals, ailments: &[ActiveAilment]) -> bool {
    !health::is_dying(vitals) && may_give_first_aid(vitals, None, ailments).is_ok()
}

/// Rolls First Aid: stops bleeding and a Bleedout, and ends ailments that any treatment ends.
/// `SS-HEAL-07`, `SS-CALL-57`, `SS-CALL-60`.
pub fn give_first_aid(
    table: &mut impl Table,
    medic: &Fighter,
    (vitals, ailments): (Vitals, &[ActiveAilment]),
    switches: &Switches,
) -> RuleResult<TreatmentResult> {
    let dying = health::is_dying(&vitals);
    let bleeds = status::has(ailments, Ailment::Bleedout);
    let only_bleeds = bleeds && !dying;
    let (skill, clause) = if only_bleeds {
        (Skill::FirstAid, "SS-CALL-57")
    } else {
        (healing::medical_skill(&medic.sheet), "SS-HEAL-07")
    };
    let hits = healing::roll_first_aid(table, medic, (skill, clause), switches)?;
    let threshold = if only_bleeds { BLEEDOUT_HITS } else { u32::from(switches.stabilise_threshold) };
    let treated = is_success(hits, threshold);
    table.note(|| {
        let result = match (treated, dying || bleeds) {
            (true, true) => FirstAidResult::BleedingStops,
            (true, false) => FirstAidResult::WoundTreated,
            (false, true) => FirstAidResult::StillBleeding,
            (false, false) => FirstAidResult::NoEffect,
        };
        Note::new(clause, TreatmentLine::FirstAid { hits, threshold: HitCount(threshold), result })
    });
    let mut ended = Vec::new();
    if bleeds && is_success(hits, BLEEDOUT_HITS) {
        ended.extend(list_ended_ailments(ailments, Ailment::Bleedout, "SS-CALL-57"));
    }
    if treated {
        ended.extend(list_ailments_ended_by_treatment(ailments));
    }
    let vitals = if treated && dying { healing::stabilise(vitals) } else { vitals };
    Ok(TreatmentResult { vitals, ended })
}

/// Checks that a Slow Death can be treated. `SS-CALL-48`, `SS-CALL-49`.
///
/// # Errors
/// Returns why it cannot.
pub fn may_treat_slow_death(
    down: Option<DownState>,
    ailments: &[ActiveAilment],
) -> Result<(), TreatmentError> {
    match down {
        Some(DownState::Dead) => Err(TreatmentError::Dead),
        _ if status::has(ailments, Ailment::SlowDeath) => Ok(()),
        _ => Err(TreatmentError::NoSlowDeath),
    }
}

/// Rolls a minute of the Extended Test against a Slow Death, with the better of Medicine and First Aid. `SS-CALL-48`,
/// `SS-CALL-49`, `SS-BASE-07`.
pub fn treat_slow_death(
    table: &mut impl Table,
    medic: &Fighter,
    (vitals, ailments): (Vitals, &[ActiveAilment]),
    switches: &Switches,
) -> RuleResult<TreatmentResult> {
    let skill = healing::medical_skill(&medic.sheet);
    let clause = if skill == Skill::Medicine { "SS-CALL-48" } else { "SS-CALL-49" };
    let parts = healing::logic_test_parts(medic, skill, switches);
    let test = extended_check::ExtendedCheck {
        needed: SLOW_DEATH_HITS,
        parts,
        limit: mental_limit(&medic.sheet),
        clause,
    };
    let progress = extended_check::roll_interval(table, medic.id, &test, vitals.treated, switches)?;
    let is_done = progress.is_done(SLOW_DEATH_HITS);
    table.note(|| {
        if is_done {
            Note::new(clause, TreatmentLine::SlowDeathEnds)
        } else {
            Note::new(clause, ProgressLine { progress, needed: SLOW_DEATH_HITS })
        }
    });
    if !is_done {
        return Ok(TreatmentResult { vitals: Vitals { treated: progress, ..vitals }, ended: Vec::new() });
    }
    let ended = list_ended_ailments(ailments, Ailment::SlowDeath, clause)
        .chain(list_ailments_ended_by_treatment(ailments))
        .collect();
    Ok(TreatmentResult {
        vitals: Vitals { treated: extended_check::ExtendedCheckProgress::default(), ..vitals },
        ended,
    })
}

/// Applies a Heal power; if it restores a point, ailments end too. `SS-HEAL-10`, `SS-CALL-50`,
/// `SS-CALL-58`, `SS-CALL-60`.
pub fn use_heal_power(vitals: Vitals, ailments: &[ActiveAilment], points: u32) -> TreatmentResult {
    let mut after = healing::heal_flesh(vitals, points);
    let mut ended = Vec::new();
    if after.flesh.now > vitals.flesh.now {
        ended.extend(list_ended_ailments(ailments, Ailment::SlowDeath, "SS-CALL-50"));
        ended.extend(list_ended_ailments(ailments, Ailment::Bleedout, "SS-CALL-58"));
        ended.extend(list_ailments_ended_by_treatment(ailments));
        after.treated = extended_check::ExtendedCheckProgress::default();
    }
    TreatmentResult { vitals: after, ended }
}

#[cfg(test)]
mod tests;
