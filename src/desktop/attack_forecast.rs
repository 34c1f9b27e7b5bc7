//! Cache of exact attack odds, valid until the battle changes.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use crate::answer_aims::{AnswerAim, AnswerAims};
use crate::attack_ranking::{PossibleTarget, nearest_targets};
use crate::battle_revision::battle_changed;
use crate::board::BoardSystems;
use battle::{
    self, AttackChoice, BattleView, History, Order, PromptContext, Target, UnitDataItem, ValidatedOrder,
    validate_order,
};
use model::{Cell, UnitId};
use rules::play::{self, Chances};
use rules::{
    AreaAnswers, AreaHarm, AttackRequest, FireMode, Forecast, MovementMode, Odds, PoolShare, WeaponReach,
};

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
/// Limit of enumerated runs for the odds of one answer.
const SAMPLE_RUNS: u64 = 60_000;

/// An attack to forecast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttackQuery {
    /// The attacker.
    pub attacker: UnitId,
    /// Where the attacker stands.
    pub from: Cell,
    /// The target.
    pub target: Target,
    /// Where the target unit stands, if not where it is now, and how it moved there.
    pub target_at: Option<(Cell, MovementMode)>,
    /// Index of the weapon.
    pub weapon: usize,
    /// Fire mode.
    pub mode: Option<FireMode>,
    /// Attack type; `None` for a normal attack.
    pub option: Option<String>,
    /// The attack is pending and waits for an answer: its ammunition is already spent.
    pub declared: bool,
    /// Its share of the dice pool in a multi-attack. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// As if the target had taken cover. `SS-ACT-49`.
    pub cover_taken: bool,
    /// As if nothing hid a part of the target; one that is wholly hidden would see the attack coming.
    pub cover_ignored: bool,
    /// How fast the attacker moves before the attack, if that is faster than it has moved. `SS-MOVE-14`.
    pub attacker_gait: MovementMode,
}

impl AttackQuery {
    /// Builds the query for an attack from the attacker's position on the target's position.
    pub fn from_current_position(
        unit: &UnitDataItem,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Self {
        let (attacker, from) = (*unit.id, unit.cell());
        Self {
            attacker,
            from,
            target,
            target_at: None,
            weapon,
            mode,
            option: None,
            declared: false,
            share: None,
            cover_taken: false,
            cover_ignored: false,
            attacker_gait: MovementMode::Steady,
        }
    }

    /// Returns the attack that the open prompt is about, if any.
    pub fn for_open_prompt(view: &BattleView, history: &History) -> Option<Self> {
        view.open_prompt()?;
        let mut orders = history.records().iter().rev().map(|record| &record.order);
        let order = orders.find(|order| !matches!(order, Order::Decide { .. }))?;
        let Order::Attack { unit, target, weapon, mode, option } = order else { return None };
        let now = Self::from_current_position(&view.unit(*unit)?, *target, *weapon, *mode);
        Some(Self { option: option.clone(), declared: true, ..now })
    }

    /// Returns the choices of the attacker.
    pub fn aimed_attack(&self) -> AttackChoice<'_> {
        let (weapon, mode) = (self.weapon, self.mode);
        AttackChoice { unit: self.attacker, weapon, mode, option: self.option.as_deref() }
    }
}

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
    /// Odds of what each answer to the open prompt buys, by key.
    purchase_odds: HashMap<String, Option<Odds>>,
    /// The attacks that the answers to the open prompt announce.
    answer_aims: Option<Arc<AnswerAims>>,
    /// Outcomes of special actions on a unit.
    special_action_odds: HashMap<(UnitId, &'static str, UnitId), Chances>,
    /// The attacks of a unit on another, the best first.
    ranked_attacks: HashMap<(UnitId, UnitId), Arc<Vec<WeaponChoice>>>,
    /// The enemies that a unit could attack from where it stands.
    targets_here: HashMap<UnitId, Arc<Vec<PossibleTarget>>>,
    /// Why attacks are refused, with the clause.
    refusals: HashMap<AttackQuery, Option<(String, &'static str)>>,
}

/// Index of a weapon and its fire mode.
pub type WeaponChoice = (usize, Option<FireMode>);

impl ForecastCache {
    /// Returns the forecast of an attack; `None` if the attack is not possible.
    pub fn forecast(&mut self, view: &BattleView, query: &AttackQuery) -> Option<Arc<Forecast>> {
        if let Some(known) = self.known.get(query) {
            return known.clone();
        }
        let forecast = attack_request(view, query).and_then(|request| play::forecast(&request)).map(Arc::new);
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
        let harm = attack_request(view, query).and_then(|request| play::area_harm(&request, answers));
        let harm = harm.map(Arc::new);
        self.area_harm.insert(key, harm.clone());
        harm
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
        let odds = prompt.answer_odds(key, SAMPLE_RUNS);
        self.answer_odds.insert(key.to_owned(), odds.clone());
        odds
    }

    /// Returns the odds of an answer that buys something, if nothing more is bought: what it changes by itself.
    pub fn purchase_odds(&mut self, prompt: &PromptContext, key: &str) -> Option<Odds> {
        if let Some(known) = self.purchase_odds.get(key) {
            return known.clone();
        }
        let odds = prompt.purchase_odds(key, SAMPLE_RUNS);
        self.purchase_odds.insert(key.to_owned(), odds.clone());
        odds
    }

    /// Returns the attacks that the answers to the open prompt announce.
    pub fn answer_aims(&mut self, view: &BattleView) -> Arc<AnswerAims> {
        self.answer_aims.get_or_insert_with(|| Arc::new(AnswerAims::of_open_prompt(view))).clone()
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
        let chances = || battle::special_action_odds(view, (unit, key, None), Some(target));
        self.special_action_odds.entry((unit, key, target)).or_insert_with(chances)
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
        // Stable: the first of several that are worth as much stays first.
        allowed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let is_set = |&(weapon, mode): &WeaponChoice| {
            let carried = unit.inventory.get(weapon);
            carried.is_some_and(|carried| carried.hands() > 0 && carried.mode() == mode)
        };
        if let Some(at) = refused.iter().position(is_set) {
            refused[..=at].rotate_right(1);
        }
        let ranked = allowed.into_iter().map(|(_, choice)| choice).chain(refused);
        let ranked = Arc::new(ranked.collect::<Vec<_>>());
        self.ranked_attacks.insert((*unit.id, target), ranked.clone());
        ranked
    }

    /// Returns what an attack is worth: 1 is a target surely out of action. Of attacks that do nothing, one that hits is
    /// worth a little more.
    pub fn attack_worth(&mut self, view: &BattleView, query: &AttackQuery) -> f64 {
        let Some((odds, _)) = self.quick_odds(view, query) else { return 0.0 };
        odds_worth(view, &odds, query.target)
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
        let refusal = validate_order(view, &order).err();
        let refusal = refusal.map(|why| (why.to_string(), why.clause().unwrap_or_default()));
        self.refusals.insert(query.clone(), refusal.clone());
        refusal
    }

    /// Returns the odds of an attack on a unit with the default defence, and the percentage of it that is hidden.
    pub fn quick_odds(&mut self, view: &BattleView, query: &AttackQuery) -> Option<(Odds, u8)> {
        if let Some(known) = self.quick_odds.get(query) {
            return known.clone();
        }
        let all = attack_request(view, query);
        let glance = all.and_then(|all| Some((play::preview(&all)?, all.sight.hidden)));
        self.quick_odds.insert(query.clone(), glance.clone());
        glance
    }
}

/// Words for the chance that an attack does damage: the same wherever odds are shown.
pub(crate) const DAMAGE_CHANCE: &str = "damage chance";
/// Words for the chance to hit.
pub(crate) const TO_HIT: &str = "to hit";

/// Returns the chance of an attack that stands first wherever odds are shown, with its words: that it does damage. An attack
/// that is not for damage, such as a hold, has the chance to hit instead.
pub(crate) fn key_chance(odds: &Odds) -> (f64, &'static str) {
    match odds.harm > 0.0 || odds.hit <= 0.0 {
        true => (odds.harm, DAMAGE_CHANCE),
        false => (odds.hit, TO_HIT),
    }
}

/// Formats the chance that stands first: "40 % damage chance", "63 % to hit".
pub(crate) fn key_chance_text(odds: &Odds) -> String {
    let (chance, words) = key_chance(odds);
    format!("{} {words}", percent_text(chance))
}

/// Whether the chance of damage differs from the chance to hit by more than a point, so that a list names both. An attack
/// that is not for damage has no such chance.
pub(crate) fn differs_from_hit(odds: &Odds) -> bool {
    odds.harm > 0.0 && (odds.hit - odds.harm).abs() > 0.01
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

/// Returns the attack request for the rules: that of the battle if attacker and target are where the query has them.
pub(super) fn attack_request(view: &BattleView, query: &AttackQuery) -> Option<Arc<AttackRequest>> {
    let (choice, from) = (query.aimed_attack(), query.from);
    let Target::Unit(target) = query.target else { return view.attack_request(choice, query.target) };
    let here = view.unit(target)?.cell();
    let (at, gait) = query.target_at.unwrap_or((here, MovementMode::Steady));
    let mut request = if at == here && view.unit(query.attacker)?.cell() == from {
        view.attack_request(choice, target)?
    } else {
        Arc::new(view.attack_request_between((choice, from), (target, at))?)
    };
    let runs = gait.max(query.attacker_gait) > MovementMode::Steady;
    let is_supposed = query.cover_taken || query.cover_ignored;
    if runs || query.share.is_some() || query.declared || is_supposed {
        let changed = Arc::make_mut(&mut request);
        changed.attacker.gait = changed.attacker.gait.max(query.attacker_gait);
        changed.sight.took_cover |= query.cover_taken;
        if query.cover_ignored {
            changed.sight.aware |= changed.sight.hidden >= 100;
            changed.sight.hidden = 0;
        }
        if let Some(target) = changed.unit_target_mut() {
            target.defender.gait = target.defender.gait.max(gait);
            target.share = query.share;
        }
        if query.declared {
            let spent = play::rounds_per_attack(&changed.weapon, query.mode);
            changed.rounds_fired = changed.rounds_fired.saturating_sub(spent);
        }
    }
    Some(request)
}

/// What one enemy could do to a unit in a square with the weapon in hand.
#[derive(Clone, Debug)]
pub struct EnemyThreat {
    /// The enemy.
    pub enemy: UnitId,
    /// The weapon.
    pub weapon: String,
    /// Chance of damage, see [`key_chance`].
    pub chance: f64,
    /// Average damage.
    pub mean: f64,
    /// Share of the unit that is hidden from this enemy, in percent.
    pub hidden: u8,
    /// The enemy would shoot through a wall at what it does not see.
    pub is_blind: bool,
}

/// Returns every enemy that could attack a unit in a square from their current position, the most dangerous first, after
/// them those that would shoot through walls.
pub fn threats_at(
    cache: &mut ForecastCache,
    view: &BattleView,
    unit: UnitId,
    at: Cell,
    gait: MovementMode,
) -> Vec<EnemyThreat> {
    let Some(own_unit) = view.unit(unit) else { return Vec::new() };
    let mut threats: Vec<EnemyThreat> = view
        .units()
        .filter(|enemy| enemy.is_fighting() && enemy.side != own_unit.side)
        .filter_map(|enemy| {
            let (weapon, carried) = enemy.inventory.held_items().next()?;
            let from = enemy.cell();
            let near = match carried.reach() {
                WeaponReach::Ranged { metres } => from.distance_squared(at) <= metres * metres,
                WeaponReach::Melee { beyond } => from.chebyshev_distance(at) <= beyond + 1,
            };
            let mode = carried.mode().or_else(|| carried.modes().first().copied());
            let question = AttackQuery {
                target_at: Some((at, gait)),
                ..AttackQuery::from_current_position(&enemy, Target::Unit(unit), weapon, mode)
            };
            let (odds, hidden) = near.then(|| cache.quick_odds(view, &question)).flatten()?;
            let is_blind = hidden >= 100 && !carried.is_melee();
            // Of shots through walls only those count that get through.
            let is_none = if is_blind { odds.mean < LEAST_MEAN } else { odds.hit <= 0.0 && odds.harm <= 0.0 };
            if is_none {
                return None;
            }
            Some(EnemyThreat {
                enemy: *enemy.id,
                weapon: carried.name().to_string(),
                chance: key_chance(&odds).0,
                mean: odds.mean,
                hidden,
                is_blind,
            })
        })
        .collect();
    threats.sort_by(|one, other| {
        let by_mean = other.mean.total_cmp(&one.mean);
        one.is_blind.cmp(&other.is_blind).then(by_mean).then(one.enemy.cmp(&other.enemy))
    });
    threats
}

/// Formats a probability: "71 %", and 0 % or 100 % only if exact.
pub fn percent_text(share: f64) -> String {
    match share {
        share if share <= 0.0 => "0 %".to_owned(),
        share if share < 0.005 => "<1 %".to_owned(),
        share if share >= 1.0 - 1e-12 => "100 %".to_owned(),
        share if share > 0.995 => ">99 %".to_owned(),
        share => format!("{:.0} %", 100.0 * share),
    }
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
