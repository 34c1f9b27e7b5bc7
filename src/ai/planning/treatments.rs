//! Treatments: of allies that are dying, fall at the end of the round or are badly hurt, and of the unit itself.

use super::preparation::special_action;
use super::situation::Situation;
use super::unit_estimate::{is_badly_hurt, is_doomed};
use battle::{Order, StatusKind, UnitDataItem, keeps_patient_up, validate_order};
use model::UnitId;
use rules::{AvailableAction, play};

/// Special actions that save an ally beside the unit, the score of trying it, and that of helping one that stays out of action
/// while an enemy can attack the unit.
pub(super) const TREATMENT_ACTIONS: [&str; 2] = ["heal", "first_aid"];
const TREATMENT_SCORE: f64 = 0.5;
const EXPOSED_TREATMENT_SCORE: f64 = 0.2;
/// The one that restores health, so that an unconscious ally may wake and a badly hurt one is hurt less.
pub(super) const REVIVAL_ACTION: &str = "heal";

/// Special actions by which a badly hurt unit treats itself, and the score of doing so out of reach of all enemies and within it, as
/// of a badly hurt ally.
const SELF_TREATMENT_ACTIONS: [&str; 2] = ["heal_self", "first_aid_self"];
const SELF_TREATMENT_SCORE: f64 = 0.2;
const EXPOSED_SELF_TREATMENT_SCORE: f64 = 0.1;
/// The same of a treatment without which the unit falls at the end of the round.
const SELF_RESCUE_SCORE: f64 = 1.0;

/// An ally that needs a treatment.
pub(super) struct Patient {
    pub id: UnitId,
    /// It fights until the end of the round, and falls then.
    pub is_doomed: bool,
    /// It bleeds to death without help.
    is_dying: bool,
    /// It fights on, with little of its health left.
    is_hurt: bool,
}

/// Orders that treat an ally beside the unit that is dying, or falls at the end of the round if it is not healed, with their
/// scores. As long as one of them keeps an ally up, those that do not are left out.
pub(super) fn treat_allies(situation: &Situation, actions: &[AvailableAction]) -> Vec<(Order, f64)> {
    let patients = find_patients(situation, |distance| distance <= 1);
    if patients.is_empty() {
        return Vec::new();
    }
    let (is_exposed, is_last) = (situation.is_in_reach_of_enemies(), situation.friends.is_empty());
    let mut rated: Vec<(Order, f64, bool)> = Vec::new();
    for action in actions.iter().filter(|action| TREATMENT_ACTIONS.contains(&action.key)) {
        for patient in &patients {
            let order = special_action(situation, action, Some(patient.id), None);
            let saves =
                saves(situation, patient, action.key) && validate_order(situation.view, &order).is_ok();
            let score = patient_score(patient, (saves, action.key), (is_exposed, is_last));
            rated.extend(score.map(|score| (order, score, saves)));
        }
    }
    let saves_any = rated.iter().any(|(.., saves)| *saves);
    rated.retain(|(.., saves)| *saves || !saves_any);
    rated.into_iter().map(|(order, score, _)| (order, score)).collect()
}

/// Whether a treatment by the special action of this key keeps a patient up that falls at the end of the round otherwise.
pub(super) fn saves(situation: &Situation, patient: &Patient, key: &str) -> bool {
    patient.is_doomed && keeps_patient_up(situation.view, (situation.unit, key), Some(patient.id))
}

/// The allies at distances, in squares, that need a treatment.
pub(super) fn find_patients(situation: &Situation, is_at: impl Fn(u32) -> bool) -> Vec<Patient> {
    let (view, me, unit) = (situation.view, &situation.me, situation.unit);
    let has_dying_status =
        |other: &UnitDataItem| other.status.iter().any(|status| matches!(status.kind, StatusKind::Dying(_)));
    let allies = view.units().filter(|other| {
        other.side == me.side && *other.id != unit && is_at(other.cell().chebyshev_distance(me.cell()))
    });
    let patients = allies.filter_map(|other| {
        let is_doomed = other.is_fighting() && is_doomed(&other);
        let needs_rescue = is_doomed || has_dying_status(&other);
        let is_hurt = !needs_rescue && other.is_fighting() && is_badly_hurt(view, &other);
        (needs_rescue || is_hurt).then(|| Patient {
            id: *other.id,
            is_doomed,
            is_dying: play::is_dying(other.health.condition()),
            is_hurt,
        })
    });
    patients.collect()
}

/// Score of a treatment of a patient by the special action of this key; `None` if it is useless: one that falls at the end of the
/// round is saved, or else it has to bleed, and one that is only hurt needs health.
pub(super) fn patient_score(
    patient: &Patient,
    (saves, key): (bool, &str),
    (is_exposed, is_last): (bool, bool),
) -> Option<f64> {
    if patient.is_hurt {
        let score = if is_exposed { EXPOSED_SELF_TREATMENT_SCORE } else { SELF_TREATMENT_SCORE };
        return (key == REVIVAL_ACTION).then_some(score);
    }
    if !patient.is_doomed {
        return treatment_score(key == REVIVAL_ACTION, is_exposed, is_last);
    }
    if saves || patient.is_dying { treatment_score(saves, true, is_last) } else { None }
}

/// Score of a treatment; `None` if it is useless. A patient that stays out of action does nothing about an enemy that can attack
/// the unit, and is lost with the last unit of its side.
fn treatment_score(returns: bool, is_exposed: bool, is_last: bool) -> Option<f64> {
    match (returns || !is_exposed, is_last) {
        (true, _) => Some(TREATMENT_SCORE),
        (false, false) => Some(EXPOSED_TREATMENT_SCORE),
        (false, true) => None,
    }
}

/// Whether a unit treats itself with this special action.
pub fn treats_itself(action: &str) -> bool {
    SELF_TREATMENT_ACTIONS.contains(&action)
}

/// Orders by which the unit treats itself while it is badly hurt, with their scores. One that falls at the end of the round only
/// does what saves it.
pub(super) fn treat_itself(situation: &Situation, actions: &[AvailableAction]) -> Vec<(Order, f64)> {
    let (view, unit) = (situation.view, situation.unit);
    let is_doomed = is_doomed(&situation.me);
    if !is_doomed && !is_badly_hurt(view, &situation.me) {
        return Vec::new();
    }
    let score = match (is_doomed, situation.is_in_reach_of_enemies()) {
        (true, _) => SELF_RESCUE_SCORE,
        (false, true) => EXPOSED_SELF_TREATMENT_SCORE,
        (false, false) => SELF_TREATMENT_SCORE,
    };
    let helps = |action: &&AvailableAction| {
        treats_itself(action.key) && (!is_doomed || keeps_patient_up(view, (unit, action.key), None))
    };
    let orders = actions.iter().filter(helps).map(|action| special_action(situation, action, None, None));
    let possible = orders.filter(|order| validate_order(view, order).is_ok());
    possible.map(|order| (order, score)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_unit_treats_nobody_under_fire_who_stays_out_of_action() {
        assert_eq!(treatment_score(false, true, true), None);
        assert_eq!(treatment_score(false, false, true), Some(TREATMENT_SCORE), "no enemy can attack it");
        assert_eq!(treatment_score(false, true, false), Some(EXPOSED_TREATMENT_SCORE), "others stand");
        assert_eq!(treatment_score(true, true, true), Some(TREATMENT_SCORE), "the patient fights on");
    }

    #[test]
    fn a_treatment_that_does_not_keep_a_falling_unit_up_is_worth_less_or_nothing() {
        let score = |is_dying: bool, saves: bool, key: &str| {
            let patient = Patient { id: UnitId(2), is_doomed: true, is_dying, is_hurt: false };
            patient_score(&patient, (saves, key), (false, false))
        };
        assert_eq!(score(true, true, "heal"), Some(TREATMENT_SCORE));
        assert_eq!(score(true, false, "first_aid"), Some(EXPOSED_TREATMENT_SCORE), "it only stops bleeding");
        assert_eq!(score(false, false, "first_aid"), None, "it does nothing");
    }

    #[test]
    fn a_badly_hurt_ally_needs_health() {
        let patient = Patient { id: UnitId(2), is_doomed: false, is_dying: false, is_hurt: true };
        let score = |key, is_exposed| patient_score(&patient, (false, key), (is_exposed, false));
        assert_eq!(score("heal", false), Some(SELF_TREATMENT_SCORE));
        assert_eq!(score("heal", true), Some(EXPOSED_SELF_TREATMENT_SCORE));
        assert_eq!(score("first_aid", false), None);
    }
}
