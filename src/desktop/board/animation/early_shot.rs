//! The shot or blow of an attack whose roll is known while a question about it is open: it is shown before the question, and not
//! again with its result.

use super::BoardAnimation;
use super::event_steps::Listeners;
use super::places::{planned_place, word_subject};
use super::step::AnimationStep;
use crate::board::effects::marks::Moment;
use battle::{BattleView, Order, OrderRecord, PromptContext, Target};
use content::WeaponSound;
use model::UnitId;
use rules::{HitResult, PendingAttack, play};

/// Limit of enumerated runs to tell whether the attack hits: its roll is known, so that few are needed.
const MAX_RUNS: u64 = 60_000;
/// Seconds between the shot and the question.
const QUESTION_SECONDS: f32 = 0.35;

/// An attack that was shown before its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlyShot {
    /// Number of the record of its order.
    order: usize,
    unit: UnitId,
    target: UnitId,
    /// What its steps belong to.
    moment: Moment,
}

/// An attack about which a question is open that follows its roll.
struct AskedAttack {
    unit: UnitId,
    target: UnitId,
    weapon: usize,
    /// Key of the answer that changes nothing.
    stop: String,
}

impl BoardAnimation {
    /// Whether the open question waits for the board: for the shot that it is about, or for walks of the AI that came before.
    pub fn holds_question(&self) -> bool {
        let shows_shot =
            self.early_shot.is_some_and(|shot| self.steps.iter().any(|(moment, _)| *moment == shot.moment));
        shows_shot || self.awaits_plain_walks()
    }

    /// Returns whether an attack of an order was shown before its result, and forgets that.
    pub(super) fn take_early_shot(&mut self, order: usize, unit: UnitId, target: Target) -> bool {
        let is_shown = self
            .early_shot
            .is_some_and(|shot| (shot.order, shot.unit, Target::Unit(shot.target)) == (order, unit, target));
        if is_shown {
            self.early_shot = None;
        }
        is_shown
    }
}

/// Returns the number of the record of the order that a record goes on with: answers belong to the order before them.
pub(super) fn order_of(records: &[OrderRecord], number: usize) -> usize {
    let is_order = |record: &OrderRecord| !matches!(record.order, Order::Decide { .. } | Order::Dice { .. });
    records[..=number].iter().rposition(is_order).unwrap_or(number)
}

/// Queues the attack that the open question is about, if its roll is known and it was not shown yet.
pub(super) fn push_early_shot(
    animation: &mut BoardAnimation,
    (view, listeners): (&BattleView, &Listeners),
    records: &[OrderRecord],
) {
    let (Some(open), Some(known)) = (view.open_prompt(), view.prompt_context()) else { return };
    let (Some(last), Some(asked)) = (records.len().checked_sub(1), asked_attack(view, &known)) else {
        return;
    };
    let AskedAttack { unit, target, weapon, stop } = asked;
    let order = order_of(records, last);
    if animation.early_shot.is_some_and(|shot| (shot.order, shot.unit, shot.target) == (order, unit, target))
    {
        return;
    }
    let (Some(_), Some(at)) = (planned_place(animation, unit), planned_place(animation, target)) else {
        return;
    };
    let Some(contact) = rolled_contact(&known, &stop) else { return };
    let carried = view.unit(unit).and_then(|unit| unit.inventory.get(weapon).cloned());
    let is_shot = carried.as_ref().is_some_and(|carried| !carried.is_melee());
    let shots = if is_shot { animation.cause.shots.max(1) } else { 0 };
    let sound = carried.as_ref().map_or(WeaponSound::Blunt, |carried| listeners.weapons.of(carried));
    // Of what hits, the result tells more.
    let is_miss = contact == HitResult::Miss;
    let about = is_miss.then(|| word_subject(Target::Unit(target), Some(at), (contact, at)));
    let moment = Moment { record: last, event: records[last].events.len() };
    animation.steps.push_back((moment, AnimationStep::Attack { unit, at, about, shots, contact, sound }));
    if listeners.persons.contains(&open.side()) {
        animation.steps.push_back((moment, AnimationStep::Wait(QUESTION_SECONDS)));
    }
    animation.early_shot = Some(EarlyShot { order, unit, target, moment });
}

/// Returns the attack on a unit that the open question is about, if the question is what the symbols of its roll buy; `None` for
/// one that explodes.
fn asked_attack(view: &BattleView, known: &PromptContext) -> Option<AskedAttack> {
    let prompt = view.open_prompt()?.prompt();
    let stop = play::spending_offer(prompt, view.rules())?.purchases.iter().position(Option::is_none)?;
    let PendingAttack::Attack(attack) = known.pending_attack() else { return None };
    if play::blast_profile(&attack.attacker, &attack.weapon, view.rules()).is_some() {
        return None;
    }
    Some(AskedAttack {
        unit: attack.attacker.id,
        target: attack.defender()?.id,
        weapon: attack.slot,
        stop: prompt.answers.get(stop)?.key.clone(),
    })
}

/// Returns what the attack does to its target, as its roll decides; `None` if that is not decided, or if something stops it on the
/// way: where, its result tells.
fn rolled_contact(known: &PromptContext, stop: &str) -> Option<HitResult> {
    let odds = known.answer_odds(stop, MAX_RUNS)?;
    match odds.hit {
        _ if odds.stopped > 0.0 => None,
        hit if hit <= 0.0 => Some(HitResult::Miss),
        hit if hit < 1.0 - 1e-9 => None,
        _ if odds.is_harmless() => Some(HitResult::Graze),
        _ => Some(HitResult::Hit),
    }
}
