//! Attacks that AI players announce before a pass. `AB-CANCEL-01`.

mod allies;
mod bare_hands;
mod harm;
mod prospects;

pub(crate) use self::allies::AllyAttacks;
use self::bare_hands::{AttackMeans, lower_bare_attacks};
use self::harm::{JudgedShares, rate_harm};
use self::prospects::Prospects;
use crate::ai_rng::AiRng;
use crate::difficulty::Difficulty;
use crate::planning::odds_cache::{OddsEstimate, WeaponUse};
use crate::planning::unit_estimate::{
    affordable_attacks, health_points, is_blocked, is_captive_of, uses_left,
};
use crate::planning::{finishing, lost_weapons};
use crate::reactions::SCORE_TOLERANCE;
use crate::weights::AiWeights;
use battle::{AttackChoice, BattleView, OpenPrompt, UnitDataItem};
use content::Personality;
use model::{Cell, UnitId};
use rules::{AttackCandidate, CandidateTarget, ImpossibleAttack, QueuedAttack, play};

/// Share of its value that an attack counts that is not possible yet, and one that the unit has to move for.
const NOT_YET_POSSIBLE_SHARE: f64 = 0.25;
const AFTER_APPROACH_SHARE: f64 = 0.6;
/// Chance, as an adviser judges it, that a target that acts before the unit is still where it can be walked up to.
const TARGET_STAYS_CHANCE: f64 = 0.6;
/// Chance that a target is still there that acts before the unit and reaches an objective of its side with a move.
const STAYS_AT_GOAL_CHANCE: f64 = 0.1;
/// Minimum value of an attack for which an adviser rates those lower than it that need a run, while it needs none, or that are
/// not possible yet, and the share of its value that the best of them then counts.
const MIN_VALUE_AT_HAND: f64 = 0.02;
const NEEDS_RUN_SHARE: f64 = 0.95;
/// Share of the value of the best target that a ranged weapon counts whose target is chosen when one appears.
const ANY_TARGET_SHARE: f64 = 0.35;
/// Minimum value of such a weapon: the unit may still shoot.
const MIN_VALUE_WITHOUT_TARGET: f64 = 0.002;
/// Least share of what the best attack to announce does that the chosen one does.
const LEAST_ANNOUNCED_CHOICE: f64 = 0.3;
/// Chance of damage below which an attack is not announced on a target that is about to meet no objective, by a unit that can
/// move: it would bind the unit for its whole turn.
const MIN_ANNOUNCED_CHANCE: f64 = 0.1;
/// Chance of damage below which an attack is announced in no case.
const MIN_CHANCE: f64 = 0.01;
/// Share of its value that an attack without a weapon counts for which the unit has to walk, or to run, while it holds a weapon that
/// can be fired at an enemy.
const BARE_AFTER_WALK_SHARE: f64 = 0.35;
const BARE_AFTER_RUN_SHARE: f64 = 0.1;
/// Value of a weapon whose target is chosen when one appears, as a multiple of that of its best shot after a walk: it is bound to no
/// target.
const FREE_CHOICE: f64 = 1.05;
/// Key of the answer that announces nothing.
const NO_ATTACK: &str = "none";

/// Chooses the attack to announce: the one that does most, as the player judges it. Returns the key of its answer, or the one
/// that announces nothing if no attack does anything, except to a captive that is worth more alive, or none is likely enough to
/// do anything for a unit that could come to a better place instead; `None` if the prompt asks for something else.
pub(crate) fn choose_announcement(
    view: &BattleView,
    prompt: &OpenPrompt,
    (weights, rng): (&AiWeights, &AiRng),
) -> Option<String> {
    let answers = &prompt.prompt().answers;
    // What binds for a whole pass is chosen with more care.
    let least_choice = weights.least_choice.max(LEAST_ANNOUNCED_CHOICE);
    let careful = AiWeights { least_choice, ..*weights };
    let judge = (&careful, rng);
    let is_offered = |key: &String| answers.iter().any(|answer| answer.key == *key);
    let has_choice = is_offered(&NO_ATTACK.to_owned());
    let can_wait = has_choice && can_move(view, prompt);
    let mut best: Option<(f64, String)> = None;
    for rated in rate_candidates(view, judge)? {
        let is_wasted = rated.is_hopeless() && (can_wait || (has_choice && rated.does_nothing()));
        let RatedAnnouncement { key, value, .. } = rated;
        if !is_wasted
            && is_offered(&key)
            && best.as_ref().is_none_or(|(known, _)| value > known + SCORE_TOLERANCE)
        {
            best = Some((value, key));
        }
    }
    best.map(|(_, key)| key).or_else(|| Some(NO_ATTACK.to_owned()).filter(is_offered))
}

/// Whether the unit that is asked can move in its turn.
fn can_move(view: &BattleView, prompt: &OpenPrompt) -> bool {
    let budget = view.unit(prompt.prompt().who).and_then(|unit| view.snapshot_at_next_phase(&unit));
    budget.is_some_and(|start| play::move_budget(&start, view.rules()).walk_left > 0)
}

/// Rates the attacks that the open prompt asks to announce as [`crate::advise`] does. What is worth nothing is left out; empty
/// if the prompt asks for something else.
pub fn rate_announcements(view: &BattleView) -> Vec<RatedAnnouncement> {
    let weights = AiWeights::new(Difficulty::Brutal, Personality::Even).for_advice();
    rate_candidates(view, (&weights, &AiRng::new(0, 0, 0))).unwrap_or_default()
}

/// Rates the attacks that the open prompt asks to announce, without those that are worth nothing.
fn rate_candidates(
    view: &BattleView,
    (weights, rng): (&AiWeights, &AiRng),
) -> Option<Vec<RatedAnnouncement>> {
    let (unit, candidates) = view.queue_candidates()?;
    let own = view.unit(unit)?;
    let prospects = Prospects::find(view, &own, &candidates);
    let estimate = |one: &AttackCandidate| estimate_candidate(view, &own, one, (weights, &prospects));
    let estimates: Vec<Option<OddsEstimate>> = candidates.iter().map(estimate).collect();
    let judgement = Judgement {
        weights,
        rng,
        nearest: nearest_target(&candidates),
        prospects: &prospects,
        shares: &JudgedShares::of_candidates(view, (&candidates, &estimates), weights),
        allies: &AllyAttacks::of_unit(view, &own, weights),
    };
    let walk = play::move_budget(&view.unit_snapshot(&own), view.rules()).walk_left;
    let (mut rated, mut means): (Vec<RatedAnnouncement>, Vec<AttackMeans>) = (Vec::new(), Vec::new());
    for (number, (candidate, estimate)) in candidates.iter().zip(estimates).enumerate() {
        let rating = match &candidate.target {
            Some(target) if !finishing::may_announce(view, &own, target.unit) => None,
            Some(target) => {
                let attack = (candidate, target, target.approach > walk);
                rate_attack(view, &own, (attack, estimate), judgement)
            }
            None => value_without_target(view, &own, candidate, judgement).map(|value| {
                RatedAnnouncement::of_value(value * uses_share(view, &own, candidate.slot, weights))
            }),
        };
        let Some(rating) = rating.filter(|rating| rating.value > 0.0) else { continue };
        let needs_run = candidate.target.as_ref().is_some_and(|target| target.approach > walk);
        rated.push(RatedAnnouncement { key: candidate.answer_key(number), needs_run, ..rating });
        means.push(AttackMeans::of_candidate(&own, candidate));
    }
    if weights.attack_margin > 0.0 {
        lower_bare_attacks(&mut rated, &means);
        prefer_attacks_at_hand(&mut rated);
        prefer_possible_attacks(&mut rated);
    }
    Some(rated)
}

/// An attack that can be announced, with its worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatedAnnouncement {
    /// Key of its answer.
    pub key: String,
    /// What it is worth: 1 is a target surely out of action.
    pub value: f64,
    /// `value` as a share of what its odds alone are worth: below 1 for an attack that may come to nothing, above 1 for an
    /// urgent target. `None` without odds.
    pub share: Option<f64>,
    /// Chance that it does any damage; `None` without odds.
    pub chance: Option<f64>,
    /// What changes that share.
    pub reasons: Vec<RatingReason>,
    /// Damage that the target can still take; `None` without a target.
    pub health_left: Option<f64>,
    /// The unit gets there only with more than a walk.
    pub needs_run: bool,
}

impl RatedAnnouncement {
    /// The rating of a weapon without a target.
    fn of_value(value: f64) -> Self {
        Self { value, ..Self::default() }
    }

    /// Whether it can be made from here, or once the unit has moved: its odds are known, and nothing is in its way.
    fn is_possible(&self) -> bool {
        let is_obstacle =
            |reason: &RatingReason| matches!(reason, RatingReason::NotYet | RatingReason::Blind);
        self.share.is_some() && !self.reasons.iter().any(is_obstacle)
    }

    /// Whether it is too unlikely to do anything to be announced.
    fn is_hopeless(&self) -> bool {
        let matters =
            |reason: &RatingReason| matches!(reason, RatingReason::Urgent | RatingReason::ReachesGoalFirst);
        self.chance.is_some_and(|chance| chance < MIN_ANNOUNCED_CHANCE) && !self.reasons.iter().any(matters)
    }

    /// Whether it is as good as sure to do nothing.
    fn does_nothing(&self) -> bool {
        self.chance.is_some_and(|chance| chance < MIN_CHANCE)
    }

    /// Counts for a share of what it did.
    fn lower(&mut self, share: f64) {
        self.value *= share;
        self.share = self.share.map(|known| known * share);
    }
}

/// Why an announced attack counts for less, or for more, than its odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingReason {
    /// It is not possible yet.
    NotYet,
    /// The target is not seen: until it is, the shot is a blind one.
    Blind,
    /// The unit has to move first.
    AfterMove,
    /// The unit has to move first, and the target may act before it and leave.
    TargetMayLeave,
    /// Allies may have put the target out of action before.
    AllyFirst,
    /// Allies that act later have announced attacks that are likely to put the target out of action.
    AllyToo,
    /// The weapon can be used for fewer attacks than the unit can make.
    FewUses,
    /// Interceptions may end the move to it.
    MayBeStopped,
    /// It needs more than a walk and stands below what needs none.
    NeedsRun,
    /// The target is close to an objective of its side.
    Urgent,
    /// The target is close to an objective of its side and acts before the unit, or may do so.
    ReachesGoalFirst,
    /// It is made without a weapon and does next to nothing.
    LastResort,
    /// It is made without a weapon after a move, and the unit holds one that it can fire.
    BareHands,
}

impl RatingReason {
    /// Why an attack counts for less that something is in the way of. A shot at a target that its side knows, but that the unit
    /// does not see, can be made anyway.
    fn of_obstacle(obstacle: Option<ImpossibleAttack>) -> Self {
        if obstacle == Some(ImpossibleAttack::OutOfSight) { Self::Blind } else { Self::NotYet }
    }
}

/// Minimum chance that is named as a reason.
const MIN_REASON_CHANCE: f64 = 0.01;

/// Rates attacks that need more than a walk below the best one that does not, if that does anything worth mentioning: much
/// happens on a long way, and the announcement binds.
fn prefer_attacks_at_hand(rated: &mut [RatedAnnouncement]) {
    let at_hand = rated.iter().filter(|one| !one.needs_run && one.is_possible());
    let at_hand = at_hand.map(|one| one.value).fold(0.0, f64::max);
    if at_hand < MIN_VALUE_AT_HAND {
        return;
    }
    let farthest = rated.iter().filter(|one| one.needs_run).map(|one| one.value).fold(0.0, f64::max);
    if farthest >= at_hand {
        let share = NEEDS_RUN_SHARE * at_hand / farthest;
        for one in rated.iter_mut().filter(|one| one.needs_run) {
            one.lower(share);
            one.reasons.push(RatingReason::NeedsRun);
        }
    }
}

/// Rates attacks that are not possible yet below all that are and do anything worth mentioning: whether they ever become
/// possible is unknown, and their odds leave out what will cover the target then.
fn prefer_possible_attacks(rated: &mut [RatedAnnouncement]) {
    let possible = rated.iter().filter(|one| one.is_possible() && one.value >= MIN_VALUE_AT_HAND);
    let Some(least) = possible.map(|one| one.value).reduce(f64::min) else { return };
    let most = rated.iter().filter(|one| !one.is_possible()).map(|one| one.value).fold(0.0, f64::max);
    if most >= least {
        let share = NEEDS_RUN_SHARE * least / most;
        rated.iter_mut().filter(|one| !one.is_possible()).for_each(|one| one.lower(share));
    }
}

/// The nearest target of an attack that is possible, or else of any.
fn nearest_target(candidates: &[AttackCandidate]) -> Option<UnitId> {
    let targets = candidates.iter().filter_map(|candidate| candidate.target.as_ref());
    let nearest = targets
        .min_by_key(|target| (target.obstacle.is_some(), target.distance.squared.isqrt(), target.unit));
    nearest.map(|target| target.unit)
}

/// The value of the attack worth least among those that a unit has announced and not made yet; 0 without one.
pub(crate) fn least_announced_value(view: &BattleView, own: &UnitDataItem) -> f64 {
    let announced = view.queued_attacks(own).into_iter();
    let value = |(attack, obstacle): (QueuedAttack, Option<_>)| {
        let QueuedAttack::Unit { slot, target } = attack else { return 0.0 };
        let (Some(other), None) = (view.unit(target), obstacle) else { return 0.0 };
        let estimate = estimate_announced(view, own, (usize::from(slot), own.cell()), (&other, true));
        estimate.map_or(0.0, |estimate| estimate.score(health_points(view, &other).0))
    };
    announced.map(value).reduce(f64::min).unwrap_or(0.0)
}

/// How a player judges targets: its weights, its errors, the nearest target, what walks lead to, which weapons fell their target,
/// and what allies have announced.
#[derive(Clone, Copy)]
struct Judgement<'a> {
    weights: &'a AiWeights,
    rng: &'a AiRng,
    nearest: Option<UnitId>,
    prospects: &'a Prospects,
    shares: &'a JudgedShares,
    allies: &'a AllyAttacks,
}

/// Odds of an attack that can be announced from where it would be made; `None` without a target, and for a captive.
fn estimate_candidate(
    view: &BattleView,
    own: &UnitDataItem,
    candidate: &AttackCandidate,
    (weights, prospects): (&AiWeights, &Prospects),
) -> Option<OddsEstimate> {
    let target = candidate.target.as_ref()?;
    let other = view.unit(target.unit).filter(|other| !is_captive_of(view, other, *own.side))?;
    if !finishing::may_announce(view, own, target.unit) {
        return None;
    }
    let (is_possible, from) = prospects.place(candidate, target);
    // What hides the target now does not when the attack becomes possible.
    let sees_cover = is_possible && (weights.sees_target_cover || is_behind(view, own, (from, &other)));
    estimate_announced(view, own, (candidate.slot, from), (&other, sees_cover))
}

/// Rates an attack on a target, which may need a run, by its odds. `None` for a captive, and for an area attack that its own side
/// would suffer from.
fn rate_attack(
    view: &BattleView,
    own: &UnitDataItem,
    ((candidate, target, needs_run), estimate): (
        (&AttackCandidate, &CandidateTarget, bool),
        Option<OddsEstimate>,
    ),
    judgement: Judgement,
) -> Option<RatedAnnouncement> {
    let weights = judgement.weights;
    let other = view.unit(target.unit).filter(|other| !is_captive_of(view, other, *own.side))?;
    let (is_possible, from) = judgement.prospects.place(candidate, target);
    let harm = rate_harm(view, (own, candidate.slot), (&other, estimate), judgement);
    let attack = (candidate.slot, from, harm.value);
    let area =
        if estimate.is_some() { prospects::area_worth(view, own, attack, (&other, weights))? } else { 0.0 };
    let (before, gone) = judgement.allies.chances_out(target.unit, health_points(view, &other).0);
    let needs_move = target.approach > 0 || judgement.prospects.square(candidate.slot, target.unit).is_some();
    let acts_first = other.is_fighting() && view.may_act_before(&other, own);
    let (share, reason) = match is_possible {
        true => move_share(needs_move, acts_first, weights),
        false => (NOT_YET_POSSIBLE_SHARE, Some(RatingReason::of_obstacle(target.obstacle))),
    };
    let share = share * bare_share(own, candidate.slot, (needs_move, needs_run), judgement.prospects);
    let unused = 1.0 - uses_share(view, own, candidate.slot, weights);
    let stopped = if weights.attack_margin > 0.0 { chance_stopped(view, own, from) } else { 0.0 };
    let chances = [
        (before, RatingReason::AllyFirst),
        (if before < MIN_REASON_CHANCE { gone } else { 0.0 }, RatingReason::AllyToo),
        (stopped, RatingReason::MayBeStopped),
        (unused, RatingReason::FewUses),
    ];
    let chances =
        chances.into_iter().filter(|(chance, _)| *chance >= MIN_REASON_CHANCE).map(|(_, reason)| reason);
    // What gets to its goal first is not there any more.
    let escapes = harm.may_be_gone(acts_first);
    let stays = if escapes { STAYS_AT_GOAL_CHANCE / harm.urgency } else { 1.0 };
    let value = share * (1.0 - gone) * (1.0 - stopped) * (1.0 - unused) * stays * (harm.value + area);
    let of_odds = harm.of_odds + area;
    Some(RatedAnnouncement {
        value,
        chance: estimate.map(|estimate| estimate.harm),
        share: (of_odds > 0.0).then(|| value / of_odds),
        reasons: reason.into_iter().chain(chances).chain(harm.reasons(escapes)).collect(),
        health_left: Some(health_points(view, &other).0),
        ..RatedAnnouncement::default()
    })
}

/// Share of its value that a possible attack counts, at once or after a move, and why.
fn move_share(needs_move: bool, acts_first: bool, weights: &AiWeights) -> (f64, Option<RatingReason>) {
    match needs_move {
        false => (1.0, None),
        true if weights.attack_margin > 0.0 && acts_first => {
            (AFTER_APPROACH_SHARE * TARGET_STAYS_CHANCE, Some(RatingReason::TargetMayLeave))
        }
        true => (AFTER_APPROACH_SHARE, Some(RatingReason::AfterMove)),
    }
}

/// Share of the attacks of a unit's next turn that it can make with a weapon: what it announces binds all of them.
fn uses_share(view: &BattleView, own: &UnitDataItem, slot: usize, weights: &AiWeights) -> f64 {
    let Some((carried, next)) = own.inventory.get(slot).zip(view.snapshot_at_next_phase(own)) else {
        return 1.0;
    };
    let weapon_use = WeaponUse { weapon: slot, mode: carried.mode(), option: None };
    let attacks = affordable_attacks(&next, weapon_use, view.rules()).max(1);
    share_of_attacks(uses_left(&next, carried).max(1), attacks, weights.single_attacks)
}

/// Share of some attacks that can be made, for a unit that makes only one in a share of its turns.
fn share_of_attacks(uses: u32, attacks: u32, single: f64) -> f64 {
    let expected = |attacks: u32| single + (1.0 - single) * f64::from(attacks);
    expected(uses.min(attacks)) / expected(attacks)
}

/// Share of its value that an attack with a weapon, after a move or a run, counts beside those with a weapon that can be fired.
fn bare_share(
    own: &UnitDataItem,
    slot: usize,
    (needs_move, needs_run): (bool, bool),
    prospects: &Prospects,
) -> f64 {
    let is_body = own.inventory.get(slot).is_some_and(lost_weapons::is_body);
    match (is_body && needs_move && prospects.can_fire, needs_run) {
        (false, _) => 1.0,
        (true, false) => BARE_AFTER_WALK_SHARE,
        (true, true) => BARE_AFTER_RUN_SHARE,
    }
}

/// Chance that opponents stop a unit on its way to the square of its attack, if all of them intercept it that may: harm ends
/// a move.
fn chance_stopped(view: &BattleView, own: &UnitDataItem, from: Cell) -> f64 {
    let strikes = view.interceptions_before_attack(own, from);
    let passes = strikes.iter().map(|(_, odds)| 1.0 - odds.as_ref().map_or(0.0, |odds| odds.harm));
    1.0 - passes.product::<f64>()
}

/// Rates a weapon that has no possible target: by the best one that may appear. `None` if there is no enemy but captives.
fn value_without_target(
    view: &BattleView,
    own: &UnitDataItem,
    candidate: &AttackCandidate,
    judgement: Judgement,
) -> Option<f64> {
    let others = view.units().filter(|other| other.side != own.side && other.is_fighting());
    let others = others.filter(|other| !is_captive_of(view, other, *own.side));
    let is_far = own.inventory.get(candidate.slot).is_some_and(|carried| !carried.is_melee());
    let score = |other: &UnitDataItem, (from, sees_cover): (Cell, bool)| {
        let estimate = estimate_announced(view, own, (candidate.slot, from), (other, sees_cover));
        rate_harm(view, (own, candidate.slot), (other, estimate), judgement).value
    };
    let scores = others.map(|other| {
        let square = judgement.prospects.square(candidate.slot, *other.id);
        let sees_cover = judgement.weights.sees_target_cover;
        let after_walk = square.map_or(0.0, |from| score(&other, (from, sees_cover)));
        (score(&other, (own.cell(), false)), after_walk)
    });
    let (best, after_walk) = scores.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))?;
    Some(if is_far {
        let after_walk = FREE_CHOICE * AFTER_APPROACH_SHARE * after_walk;
        (ANY_TARGET_SHARE * best).max(after_walk).max(MIN_VALUE_WITHOUT_TARGET)
    } else {
        NOT_YET_POSSIBLE_SHARE * best
    })
}

/// Whether an attack from a cell has to pass something to reach a unit: every player knows that it is in the way.
fn is_behind(view: &BattleView, own: &UnitDataItem, (from, other): (Cell, &UnitDataItem)) -> bool {
    let line = field::line_of_fire(view.field().grid(), from, own.body(), other.cell(), other.body());
    is_blocked(line.target_exposure())
}

/// Odds of an attack with a weapon from a cell, or as if nothing covered the target.
fn estimate_announced(
    view: &BattleView,
    unit: &UnitDataItem,
    (weapon, from): (usize, Cell),
    (other, sees_cover): (&UnitDataItem, bool),
) -> Option<OddsEstimate> {
    let mode = unit.inventory.get(weapon)?.mode();
    let choice = AttackChoice { unit: *unit.id, weapon, mode, option: None };
    let request = view.attack_request_between((choice, from), (*other.id, other.cell()))?;
    let request = if sees_cover { request } else { request.without_cover() };
    Some(OddsEstimate::from_odds(&play::preview(&request)?))
}

#[cfg(test)]
mod tests;
