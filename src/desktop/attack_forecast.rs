//! Cache of exact attack odds, valid until the battle changes.

mod area_worth;
mod attack_query;
mod chance_text;
mod enemy_threats;

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use crate::answer_aims::{AnswerAim, AnswerAims};
use crate::attack_ranking::{PossibleTarget, nearest_targets};
use crate::battle_revision::battle_changed;
use crate::board::BoardSystems;
use crate::fault_guard::guard_computation;
use crate::replaced_attack::ReplacedAttack;
use battle::{self, BattleView, Order, PromptContext, Target, UnitDataItem, ValidatedOrder, validate_order};
use content::computation::ComputationFault;
use model::UnitId;
use rules::play::{self, Chances};
use rules::{AreaAnswers, AreaHarm, FireMode, Forecast, Odds, QueuedAttack};

use self::area_worth::AttackArea;
pub use self::area_worth::CaughtUnits;
pub(crate) use self::area_worth::whole_worth;
pub use self::attack_query::AttackQuery;
pub(crate) use self::attack_query::attack_request;
pub use self::chance_text::percent_text;
pub(crate) use self::chance_text::{
    DAMAGE_CHANCE, OutKind, TO_HIT, differs_from_hit, key_chance, key_chance_text, out_text,
};
pub use self::enemy_threats::{EnemyThreat, threats_at};
pub(crate) use self::enemy_threats::{expected_damage_at, heavy_stowed_weapons, stowed_attack_odds};

/// Maximum number of forecasts before the cache is cleared.
const MAX_FORECASTS: usize = 512;
/// Least average damage of an attack that is listed.
pub(crate) const LEAST_MEAN: f64 = 0.05;
/// What a sure hit that does nothing is worth: less than the least damage.
const HIT_WORTH: f64 = 1e-6;
/// How much more an attack has to be worth for each point that is paid to change the fire mode.
const MODE_POINT: f64 = 0.25;
/// The same for each further point beyond the first: it could pay for a defence or a move.
const FURTHER_POINT: f64 = 0.1;
/// What the cache computes, in the sentence about a fault.
const ODDS: &str = "Some odds";
/// Limit of enumerated runs for the odds of one answer.
const SAMPLE_RUNS: u64 = 60_000;

/// Forecasts for the position on screen.
#[derive(Resource, Debug, Default)]
pub struct ForecastCache {
    known: HashMap<AttackQuery, Option<Arc<Forecast>>>,
    /// Odds alone, with the percentage of the target that is hidden.
    quick_odds: HashMap<AttackQuery, Option<(Odds, u8)>>,
    /// Odds that an area attack harms at least one unit, by the answer of its target; empty for the default.
    area_harm: HashMap<(AttackQuery, String), Option<Arc<AreaHarm>>>,
    /// Odds after each answer to the open prompt, by key.
    answer_odds: HashMap<String, Option<Odds>>,
    /// Odds of what answers to the open prompt buy together, by their keys.
    purchase_odds: HashMap<String, Option<Odds>>,
    /// The attacks that the answers to the open prompt announce.
    answer_aims: Option<Arc<AnswerAims>>,
    /// What these attacks are worth, by the keys of the answers.
    rated_announcements: Option<Arc<HashMap<String, ai::RatedAnnouncement>>>,
    /// Outcomes of special actions on a unit.
    special_action_odds: HashMap<(UnitId, &'static str, UnitId), Chances>,
    /// The attacks of a unit on another, the best first.
    ranked_attacks: HashMap<(UnitId, UnitId), Arc<Vec<WeaponChoice>>>,
    /// The enemies that a unit could attack from where it stands.
    targets_here: HashMap<UnitId, Arc<Vec<PossibleTarget>>>,
    /// What a unit could do from where it stands if it replaced an announced attack.
    replaced_attacks: HashMap<UnitId, Option<Arc<ReplacedAttack>>>,
    /// The areas of attacks, by attacker, weapon and target.
    areas: HashMap<(UnitId, usize, UnitId), Option<Arc<AttackArea>>>,
    /// Why attacks are refused, with the clause.
    refusals: HashMap<AttackQuery, Option<(String, &'static str)>>,
    /// Why some odds of this position are missing, if the program has failed at them.
    fault: Option<ComputationFault>,
    /// Every computation of odds fails.
    #[cfg(test)]
    pub(crate) fails_for_tests: bool,
}

/// Index of a weapon and its fire mode.
pub type WeaponChoice = (usize, Option<FireMode>);

impl ForecastCache {
    /// Returns the forecast of an attack; `None` if the attack is not possible.
    pub fn forecast(&mut self, view: &BattleView, query: &AttackQuery) -> Option<Arc<Forecast>> {
        if let Some(known) = self.known.get(query) {
            return known.clone();
        }
        let compute = || attack_request(view, query).and_then(|request| play::forecast(&request));
        let forecast = self.compute_odds(compute).map(Arc::new);
        self.known.insert(query.clone(), forecast.clone());
        forecast
    }

    /// Returns the odds that an area attack harms at least one enemy, or one unit of its own side, against default defences;
    /// `None` if it has no area or they cannot be calculated.
    pub fn area_harm(&mut self, view: &BattleView, query: &AttackQuery) -> Option<Arc<AreaHarm>> {
        self.area_harm_after(view, query, "")
    }

    /// Returns the same if the target gives this answer and all others the default one.
    pub fn area_harm_after(
        &mut self,
        view: &BattleView,
        query: &AttackQuery,
        answer: &str,
    ) -> Option<Arc<AreaHarm>> {
        let key = (query.clone(), answer.to_owned());
        if let Some(known) = self.area_harm.get(&key) {
            return known.clone();
        }
        let answers: Vec<String> =
            Some(answer.to_owned()).filter(|key| !key.is_empty()).into_iter().collect();
        let answers = AreaAnswers { target: &answers, others: &[] };
        let compute = || attack_request(view, query).and_then(|request| play::area_harm(&request, answers));
        let harm = self.compute_odds(compute).map(Arc::new);
        self.area_harm.insert(key, harm.clone());
        harm
    }

    /// Returns why some odds of this position are missing; `None` unless the program has failed at them.
    pub fn fault(&self) -> Option<&ComputationFault> {
        self.fault.as_ref()
    }

    /// Computes odds; none if the program fails at it.
    fn compute_odds<T: Default>(&mut self, work: impl FnOnce() -> T) -> T {
        #[cfg(test)]
        let (fails, intact_work) = (self.fails_for_tests, work);
        #[cfg(test)]
        let work = move || {
            assert!(!fails, "a fault on purpose");
            intact_work()
        };
        guard_computation(ODDS, work).unwrap_or_else(|fault| {
            self.fault = Some(fault);
            T::default()
        })
    }
}

/// Keeps forecasts until the battle changes.
pub(crate) struct ForecastPlugin;

impl Plugin for ForecastPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ForecastCache>().add_systems(
            Update,
            // The board asks for odds while it reads input.
            clear_forecasts.before(BoardSystems::Input).run_if(battle_changed.or_else(are_forecasts_full)),
        );
    }
}

/// Run condition: the cache is full.
fn are_forecasts_full(cache: Res<ForecastCache>) -> bool {
    cache.known.len().max(cache.quick_odds.len()).max(cache.area_harm.len()) > MAX_FORECASTS
}

/// Clears the cache; runs when the battle or the viewer has changed.
fn clear_forecasts(mut cache: ResMut<ForecastCache>) {
    *cache = ForecastCache::default();
}

impl ForecastCache {
    /// Returns the odds after an answer to the open prompt, given the rolls before it; `None` if the answer decides no
    /// attack or has too many outcomes.
    pub fn answer_odds(&mut self, prompt: &PromptContext, key: &str) -> Option<Odds> {
        if let Some(known) = self.answer_odds.get(key) {
            return known.clone();
        }
        let odds = self.compute_odds(|| prompt.answer_odds(key, SAMPLE_RUNS));
        self.answer_odds.insert(key.to_owned(), odds.clone());
        odds
    }

    /// Returns the odds after answers that buy something, if nothing more is bought: what they change together.
    pub fn purchase_odds(&mut self, prompt: &PromptContext, keys: &[&str]) -> Option<Odds> {
        let together = keys.join(" ");
        if let Some(known) = self.purchase_odds.get(&together) {
            return known.clone();
        }
        let odds = self.compute_odds(|| prompt.purchase_odds(keys, SAMPLE_RUNS));
        self.purchase_odds.insert(together, odds.clone());
        odds
    }

    /// Returns the attacks that the answers to the open prompt announce.
    pub fn answer_aims(&mut self, view: &BattleView) -> Arc<AnswerAims> {
        if let Some(known) = &self.answer_aims {
            return known.clone();
        }
        let aims = Arc::new(self.compute_odds(|| AnswerAims::of_open_prompt(view)));
        self.answer_aims = Some(aims.clone());
        aims
    }

    /// Returns what the attacks are worth that the answers to the open prompt announce, as advice rates them, by the keys of
    /// the answers; what is worth nothing is left out.
    pub fn rated_announcements(&mut self, view: &BattleView) -> Arc<HashMap<String, ai::RatedAnnouncement>> {
        if let Some(known) = &self.rated_announcements {
            return known.clone();
        }
        let by_key = |rated: ai::RatedAnnouncement| (rated.key.clone(), rated);
        let rate = || ai::rate_announcements(view).into_iter().map(by_key).collect::<HashMap<_, _>>();
        let rated = Arc::new(self.compute_odds(rate));
        self.rated_announcements = Some(rated.clone());
        rated
    }

    /// Returns the odds of an announced attack, from where it would be made; `None` if it is not possible yet.
    pub fn announced_odds(&mut self, view: &BattleView, aim: &AnswerAim) -> Option<Odds> {
        self.quick_odds(view, aim.attack.as_ref()?).map(|(odds, _)| odds)
    }

    /// Returns the outcomes of a special action on a unit, one if it is certain; empty if it has no words for them.
    pub fn special_action_odds(
        &mut self,
        view: &BattleView,
        (unit, key): (UnitId, &'static str),
        target: UnitId,
    ) -> &[(String, f64)] {
        let asked = (unit, key, target);
        let compute = || battle::special_action_odds(view, (unit, key, None), Some(target));
        let known = self.special_action_odds.remove(&asked);
        let chances = known.unwrap_or_else(|| self.compute_odds(compute));
        self.special_action_odds.entry(asked).or_insert(chances)
    }

    /// Returns the attack of a unit on another that is worth most now; if none is allowed, the first one whose fire mode
    /// is set, and `None` if it has no attack.
    pub fn best_attack(
        &mut self,
        view: &BattleView,
        unit: &UnitDataItem,
        target: UnitId,
    ) -> Option<WeaponChoice> {
        self.ranked_attacks(view, unit, target).first().copied()
    }

    /// Returns the attacks with the weapons of a unit on another: those that are allowed now, the most valuable first,
    /// then the others, the one whose fire mode is set first.
    pub fn ranked_attacks(
        &mut self,
        view: &BattleView,
        unit: &UnitDataItem,
        target: UnitId,
    ) -> Arc<Vec<WeaponChoice>> {
        if let Some(known) = self.ranked_attacks.get(&(*unit.id, target)) {
            return known.clone();
        }
        let (mut allowed, mut refused) = (Vec::new(), Vec::new());
        for (weapon, mode) in attack_modes(unit) {
            let order =
                Order::Attack { unit: *unit.id, target: Target::Unit(target), weapon, mode, option: None };
            if let Ok(plan) = validate_order(view, &order) {
                let query = AttackQuery::from_current_position(unit, Target::Unit(target), weapon, mode);
                let worth = worth_for_price(self.attack_worth(view, &query), &plan);
                allowed.push((worth, (weapon, mode)));
            } else {
                refused.push((weapon, mode));
            }
        }
        // Fists are named only by a unit that holds nothing else.
        let is_body_part =
            |weapon: usize| unit.inventory.get(weapon).is_some_and(|carried| carried.hands() == 0);
        refused.sort_by_key(|(weapon, _)| is_body_part(*weapon));
        // A bare blow that does nothing is no better than a shot that does nothing, however often it hits.
        let is_idle_blow =
            |(worth, (weapon, _)): &(f64, WeaponChoice)| *worth <= HIT_WORTH && is_body_part(*weapon);
        // Stable: the first of several that are worth as much stays first.
        allowed.sort_by(|one, other| {
            is_idle_blow(one).cmp(&is_idle_blow(other)).then(other.0.total_cmp(&one.0))
        });
        let is_set = |&(weapon, mode): &WeaponChoice| {
            let carried = unit.inventory.get(weapon);
            carried.is_some_and(|carried| carried.hands() > 0 && carried.mode() == mode)
        };
        if let Some(at) = refused.iter().position(is_set) {
            refused[..=at].rotate_right(1);
        }
        // What is bound to another target is refused for that.
        let bound = view.queued_attacks(unit).into_iter().find_map(|(attack, _)| match attack {
            QueuedAttack::Unit { slot, .. } | QueuedAttack::Weapon { slot } => Some(usize::from(slot)),
            QueuedAttack::Place => None,
        });
        if let Some(at) = refused.iter().position(|(weapon, _)| Some(*weapon) == bound) {
            refused[..=at].rotate_right(1);
        }
        let ranked = allowed.into_iter().map(|(_, choice)| choice).chain(refused);
        let ranked = Arc::new(ranked.collect::<Vec<_>>());
        self.ranked_attacks.insert((*unit.id, target), ranked.clone());
        ranked
    }

    /// Returns what an attack is worth: 1 is a target surely out of action. Of attacks that do nothing, one that hits is
    /// worth a little more. An attack with an area counts all that it catches.
    pub fn attack_worth(&mut self, view: &BattleView, query: &AttackQuery) -> f64 {
        let Some((odds, _)) = self.quick_odds(view, query) else { return 0.0 };
        self.worth_with_area(view, query, &odds)
    }

    /// Returns those of the nearest enemies that a unit can attack from where it stands, the best target first.
    pub fn targets_here(&mut self, view: &BattleView, unit: &UnitDataItem) -> Arc<Vec<PossibleTarget>> {
        if let Some(known) = self.targets_here.get(unit.id) {
            return known.clone();
        }
        let targets = Arc::new(nearest_targets(self, view, unit));
        self.targets_here.insert(*unit.id, targets.clone());
        targets
    }

    /// Returns what a unit could do from where it stands if it replaced an announced attack that has become impossible.
    pub(crate) fn replaced_attack(
        &mut self,
        view: &BattleView,
        unit: &UnitDataItem,
    ) -> Option<Arc<ReplacedAttack>> {
        let here = (unit.cell(), unit.movement.gait());
        let compute = || ReplacedAttack::from_square(view, *unit.id, here, None).map(Arc::new);
        self.replaced_attacks.entry(*unit.id).or_insert_with(compute).clone()
    }

    /// Returns why an attack is refused now, with the clause; `None` if it is allowed.
    pub fn attack_refusal(
        &mut self,
        view: &BattleView,
        query: &AttackQuery,
    ) -> Option<(String, &'static str)> {
        if let Some(known) = self.refusals.get(query) {
            return known.clone();
        }
        let AttackQuery { attacker: unit, target, weapon, mode, .. } = *query;
        let order = Order::Attack { unit, target, weapon, mode, option: query.option.clone() };
        // What cannot be checked is not ordered.
        let refusal = match guard_computation("Whether the rules allow it", || validate_order(view, &order)) {
            Ok(checked) => checked.err().map(|why| (why.to_string(), why.clause().unwrap_or_default())),
            Err(fault) => Some((fault.to_string(), "")),
        };
        self.refusals.insert(query.clone(), refusal.clone());
        refusal
    }

    /// Returns the odds of an attack on a unit with the default defence, and the percentage of it that is hidden.
    pub fn quick_odds(&mut self, view: &BattleView, query: &AttackQuery) -> Option<(Odds, u8)> {
        if let Some(known) = self.quick_odds.get(query) {
            return known.clone();
        }
        let compute = || {
            let all = attack_request(view, query)?;
            Some((play::preview(&all)?, all.sight.hidden))
        };
        let glance = self.compute_odds(compute);
        self.quick_odds.insert(query.clone(), glance.clone());
        glance
    }
}

/// Returns the worth of an attack by which it stands among others of the unit: points paid to change the fire mode count
/// against it, and less so all others beyond the first. `SS-ACT-61`.
pub(crate) fn worth_for_price(worth: f64, plan: &ValidatedOrder) -> f64 {
    let further = plan.points.saturating_sub(plan.mode_points.saturating_add(1));
    worth / (1.0 + MODE_POINT * f64::from(plan.mode_points) + FURTHER_POINT * f64::from(further))
}

/// Returns what odds are worth against a target, see [`ForecastCache::attack_worth`].
pub(crate) fn odds_worth(view: &BattleView, odds: &Odds, target: Target) -> f64 {
    let score = match target {
        Target::Unit(id) => view.unit(id).map(|target| ai::attack_score(view, odds, &target)),
        Target::Barrier(_) | Target::Square(_) => Some(odds.mean),
    };
    score.unwrap_or(0.0) + HIT_WORTH * odds.hit
}

/// Returns the weapons in hand that attack, with each of their fire modes.
pub(crate) fn attack_modes(unit: &UnitDataItem) -> Vec<WeaponChoice> {
    let mut all = Vec::new();
    for (slot, carried) in unit.inventory.held_items() {
        if play::detonation_trigger(carried.weapon()).is_some() {
            continue; // activated, not fired
        }
        match carried.modes() {
            [] => all.push((slot, None)),
            modes => all.extend(modes.iter().map(|mode| (slot, Some(*mode)))),
        }
    }
    all
}

/// Returns the attacks with what is in hand, those with the bare body last, and of each weapon the set fire mode first.
pub(crate) fn attacks_in_hand(unit: &UnitDataItem) -> Vec<WeaponChoice> {
    let mut all = attack_modes(unit);
    all.sort_by_key(|(slot, mode)| {
        let carried = unit.inventory.get(*slot);
        let is_body_part = carried.is_some_and(|carried| carried.hands() == 0);
        (is_body_part, carried.is_some_and(|carried| carried.mode() != *mode))
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_act_61_an_attack_in_another_fire_mode_has_to_be_worth_the_point_for_it() {
        let plan = |mode_points| {
            let mut plan = ValidatedOrder::default();
            plan.mode_points = mode_points;
            plan
        };
        let (set, other) = (plan(0), plan(1));
        assert!(worth_for_price(0.10, &set) > worth_for_price(0.12, &other), "little more for a point");
        assert!(worth_for_price(0.10, &set) < worth_for_price(0.13, &other));
        assert!((worth_for_price(0.5, &set) - 0.5).abs() < 1e-12);
        let mut dear = plan(0);
        dear.points = 2;
        assert!((worth_for_price(0.55, &dear) - 0.5).abs() < 1e-12, "a burst for a second point");
        dear.mode_points = 1;
        assert!((worth_for_price(0.5, &dear) - 0.4).abs() < 1e-12, "the point for the mode counts once");
    }
}
