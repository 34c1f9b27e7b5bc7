//! Attacks that AI players announce before a pass. `AB-CANCEL-01`.

use crate::planning::objective_threat::objective_urgency;
use crate::planning::odds_cache::OddsEstimate;
use crate::planning::situation::{health_points_left, is_captive_of};
use battle::{AttackChoice, BattleView, OpenPrompt, UnitDataItem};
use rules::{AttackCandidate, play};

/// Value of an attack that is not possible yet, against one that is.
const NOT_YET: f64 = 0.25;
/// Key of the answer that announces nothing.
const NO_ATTACK: &str = "none";

/// Chooses the attack to announce: the one that does most, and none on a captive that is worth more alive; `None` if the
/// prompt asks for something else.
pub(crate) fn choose_announcement(view: &BattleView, prompt: &OpenPrompt) -> Option<String> {
    let (unit, candidates) = view.queue_candidates()?;
    let own = view.unit(unit)?;
    let answers = &prompt.prompt().answers;
    let is_offered = |key: &String| answers.iter().any(|answer| answer.key == *key);
    let mut best: Option<(f64, String)> = None;
    let mut spares_captives = false;
    for (number, candidate) in candidates.iter().enumerate() {
        let key = candidate.answer_key(number);
        let Some(value) = value_of(view, &own, candidate).filter(|_| is_offered(&key)) else {
            spares_captives |= candidate.target.is_some();
            continue;
        };
        if best.as_ref().is_none_or(|(known, _)| value > known + 1e-9) {
            best = Some((value, key));
        }
    }
    match best {
        Some((_, key)) => Some(key),
        None if spares_captives => Some(NO_ATTACK.to_owned()).filter(is_offered),
        None => None,
    }
}

/// Rates an attack: 1 is a target surely out of action. `None` without a target, and for a captive.
fn value_of(view: &BattleView, own: &UnitDataItem, candidate: &AttackCandidate) -> Option<f64> {
    let target = candidate.target.as_ref()?;
    let other = view.unit(target.unit).filter(|other| !is_captive_of(view, other, *own.side))?;
    let mode = own.inventory.get(candidate.slot)?.mode();
    let choice = AttackChoice { unit: *own.id, weapon: candidate.slot, mode, option: None };
    let request = view.attack_request_between((choice, target.from), (target.unit, other.cell()));
    let odds = request.and_then(|request| play::preview(&request));
    let score =
        odds.map_or(0.0, |odds| OddsEstimate::from_odds(&odds).score(health_points_left(view, &other)));
    let score = objective_urgency(view, &other, *own.side) * score;
    Some(if candidate.is_possible() { score } else { NOT_YET * score })
}
