//! Exact odds of what a click would do, kept until something happens.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use battle::{
    self, AttackChoice, BattleView, History, Order, PromptContext, Side, Target, UnitDataItem, UnitId,
};
use field::Cell;
use rules::play::{self, Chances};
use rules::{AttackRequest, FireMode, Forecast, MovementMode, Odds, PoolShare, WeaponReach};

/// Forecasts kept before the memory is emptied.
const MAX_FORECASTS: usize = 512;
/// Runs of a rule for the odds of one answer.
const SAMPLE_RUNS: u64 = 60_000;

/// An attack to look at: by whom, from where, at what, how.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttackQuery {
    /// Who attacks.
    pub attacker: UnitId,
    /// Where the attacker stands.
    pub from: Cell,
    /// What is attacked.
    pub target: Target,
    /// Where a unit that is attacked stands, if it is not where it is now, and how it came there.
    pub target_at: Option<(Cell, MovementMode)>,
    /// Number of the weapon.
    pub weapon: usize,
    /// How it is fired.
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    pub manner: Option<String>,
    /// It is under way and waits for an answer: its rounds are spent.
    pub declared: bool,
    /// Its part of the dice of several attacks. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
}

impl AttackQuery {
    /// An attack from where the attacker stands on a target where it is.
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
            manner: None,
            declared: false,
            share: None,
        }
    }

    /// The attack that the open question is about, if it is about one.
    pub fn for_open_prompt(view: &BattleView, history: &History) -> Option<Self> {
        view.open_prompt()?;
        let mut orders = history.records().iter().rev().map(|chapter| &chapter.order);
        let order = orders.find(|order| !matches!(order, Order::Decide { .. }))?;
        let Order::Attack { unit, target, weapon, mode, manner } = order else { return None };
        let now = Self::from_current_position(&view.unit(*unit)?, *target, *weapon, *mode);
        Some(Self { manner: manner.clone(), declared: true, ..now })
    }

    /// As far as its attacker goes.
    pub fn aimed_attack(&self) -> AttackChoice<'_> {
        let (weapon, mode) = (self.weapon, self.mode);
        AttackChoice { unit: self.attacker, weapon, mode, manner: self.manner.as_deref() }
    }
}

/// Forecasts of the state that is on screen.
#[derive(Resource, Debug, Default)]
pub struct ForecastCache {
    revision: (usize, u32, Option<Side>),
    known: HashMap<AttackQuery, Option<Arc<Forecast>>>,
    /// Odds alone, and how much of the target is hidden.
    quick_odds: HashMap<AttackQuery, Option<(Odds, u8)>>,
    /// What the answers to the open question are worth, by their keys.
    answer_odds: HashMap<String, Option<Odds>>,
    /// What may come of deeds done to somebody.
    special_action_odds: HashMap<(UnitId, &'static str, UnitId), Chances>,
}

impl ForecastCache {
    /// Forgets everything that is no longer true.
    pub fn invalidate_if_stale(&mut self, history: &History, viewer: Option<Side>) {
        let revision = (history.records().len(), history.rewinds(), viewer);
        if self.revision != revision || self.known.len().max(self.quick_odds.len()) > MAX_FORECASTS {
            self.known.clear();
            self.quick_odds.clear();
            self.answer_odds.clear();
            self.special_action_odds.clear();
            self.revision = revision;
        }
    }

    /// The forecast of an attack; nothing where there is no such attack.
    pub fn forecast(&mut self, view: &BattleView, question: &AttackQuery) -> Option<Arc<Forecast>> {
        if let Some(known) = self.known.get(question) {
            return known.clone();
        }
        let forecast = match question.target {
            Target::Unit(target) => {
                attack_request(view, question, target).and_then(|all| play::forecast(&all))
            }
            Target::Barrier(target) => view
                .barrier_attack_request(question.aimed_attack(), target)
                .and_then(|engagement| play::forecast_barrier(&engagement)),
            Target::Square(target) => view
                .cell_attack_request(question.aimed_attack(), target)
                .and_then(|engagement| play::forecast_square(&engagement)),
        };
        let forecast = forecast.map(Arc::new);
        self.known.insert(question.clone(), forecast.clone());
        forecast
    }
}

impl ForecastCache {
    /// What an answer to the open question is worth, after what was rolled before it; nothing where it decides nobody's
    /// fate, or too much may follow.
    pub fn answer_odds(&mut self, affair: &PromptContext, key: &str) -> Option<Odds> {
        if let Some(known) = self.answer_odds.get(key) {
            return known.clone();
        }
        let odds = affair.answer_odds(key, SAMPLE_RUNS);
        self.answer_odds.insert(key.to_owned(), odds.clone());
        odds
    }

    /// What may come of a deed done to somebody; nothing where nothing is left to chance.
    pub fn special_action_odds(
        &mut self,
        view: &BattleView,
        (unit, key): (UnitId, &'static str),
        target: UnitId,
    ) -> &[(String, f64)] {
        let chances = || battle::special_action_odds(view, (unit, key, None), Some(target));
        self.special_action_odds.entry((unit, key, target)).or_insert_with(chances)
    }

    /// The odds of an attack on a unit with the defence that a hurried player takes, and how much of it is hidden.
    fn quick_odds(
        &mut self,
        view: &BattleView,
        question: &AttackQuery,
        target: UnitId,
    ) -> Option<(Odds, u8)> {
        if let Some(known) = self.quick_odds.get(question) {
            return known.clone();
        }
        let all = attack_request(view, question, target);
        let glance = all.and_then(|all| Some((play::preview(&all)?, all.sight.hidden)));
        self.quick_odds.insert(question.clone(), glance.clone());
        glance
    }
}

/// The attack as the rules see it.
pub(super) fn attack_request(
    view: &BattleView,
    question: &AttackQuery,
    target: UnitId,
) -> Option<AttackRequest> {
    let (at, gait) = match question.target_at {
        None => (view.unit(target)?.cell(), MovementMode::Steady),
        Some((at, gait)) => (at, gait),
    };
    let mut engagement =
        view.attack_request_between((question.aimed_attack(), question.from), (target, at))?;
    engagement.defender.gait = engagement.defender.gait.max(gait);
    engagement.share = question.share;
    if question.declared {
        let spent = play::rounds(&engagement.weapon, question.mode);
        engagement.rounds_fired = engagement.rounds_fired.saturating_sub(spent);
    }
    Some(engagement)
}

/// What one enemy could do to a unit on a square with the weapon in hand.
#[derive(Clone, Debug)]
pub struct EnemyThreat {
    /// The enemy.
    pub enemy: UnitId,
    /// With what.
    pub weapon: String,
    /// How likely it does harm.
    pub harm: f64,
    /// Mean damage.
    pub mean: f64,
    /// How much of the unit is hidden from it.
    pub cover: field::Cover,
}

/// Everybody who could attack a unit on a square from where they stand now, the worst first.
pub fn threats_at(
    cache: &mut ForecastCache,
    view: &BattleView,
    unit: UnitId,
    at: Cell,
    gait: MovementMode,
) -> Vec<EnemyThreat> {
    let Some(own) = view.unit(unit) else { return Vec::new() };
    let mut threats: Vec<EnemyThreat> = view
        .units()
        .filter(|enemy| enemy.is_fighting() && enemy.side != own.side)
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
            let (odds, hidden) = near.then(|| cache.quick_odds(view, &question, unit)).flatten()?;
            if odds.hit <= 0.0 && odds.harm <= 0.0 {
                return None;
            }
            Some(EnemyThreat {
                enemy: *enemy.id,
                weapon: carried.name().to_string(),
                harm: odds.harm,
                mean: odds.mean,
                cover: field::Cover::from_hidden_percent(hidden),
            })
        })
        .collect();
    threats.sort_by(|one, other| other.mean.total_cmp(&one.mean).then(one.enemy.cmp(&other.enemy)));
    threats
}

/// A probability as it stands on a card: "71 %", never 0 or 100 for what is neither.
pub fn percent_text(share: f64) -> String {
    match share {
        share if share <= 0.0 => "0 %".to_owned(),
        share if share < 0.005 => "<1 %".to_owned(),
        share if share >= 1.0 - 1e-12 => "100 %".to_owned(),
        share if share > 0.995 => ">99 %".to_owned(),
        share => format!("{:.0} %", 100.0 * share),
    }
}
