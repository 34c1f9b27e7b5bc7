//! Exact odds of what a click would do: the same rule as in play, enumerated, and kept until something happens.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use crate::battle::{BattleView, History, Target, UnitId};
use crate::dice::{Distribution, Modifiers, Policy, enumerate};
use crate::field::{self, Cell};
use crate::rules::swan_song::attack::{self, AttackPlan};
use crate::rules::swan_song::defence::Defence;
use crate::rules::swan_song::{
    AttackResult, AttackScene, BarrierOnLine, BarrierResult, BarrierScene, Contact, Down, FireMode, Gait,
    WeaponClass, attack_pool, barrier, barrier_attack, karma,
};

/// Forecasts kept before the memory is emptied.
const REMEMBERED: usize = 512;

/// An attack to look at: by whom, from where, at what, how.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Who attacks.
    pub attacker: UnitId,
    /// Where the attacker stands.
    pub from: Cell,
    /// What is attacked.
    pub target: Target,
    /// Where a unit that is attacked stands, if it is not where it is now, and how it came there.
    pub target_at: Option<(Cell, Gait)>,
    /// Number of the weapon.
    pub weapon: usize,
    /// How it is fired.
    pub mode: Option<FireMode>,
    /// It is under way and waits for an answer: its rounds are spent.
    pub declared: bool,
}

/// One value of damage and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Damage left after everything.
    pub damage: u32,
    /// How likely it is, from 0 to 1.
    pub share: f64,
    /// How much of that puts the target out of the fight.
    pub out: f64,
}

/// What the dice can do, exactly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Odds {
    /// Reaches the target or what it hides behind: not a miss, not a tie without effect.
    pub hit: f64,
    /// Does damage.
    pub harm: f64,
    /// Is stopped by a barrier.
    pub stopped: f64,
    /// Mean damage.
    pub mean: f64,
    /// The target dies.
    pub kill: f64,
    /// The target is out of the fight, dead or not.
    pub out: f64,
    /// The target is knocked down.
    pub knockdown: f64,
    /// Damage values in rising order.
    pub bars: Vec<Bar>,
    /// What the barriers on the way suffer: number, mean damage, chance of a hole.
    pub barriers: Vec<(u32, f64, f64)>,
}

/// A way to defend, and what comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// Stable key of the answer.
    pub key: String,
    /// "Dodge".
    pub label: String,
    /// Points it costs.
    pub cost: u8,
    /// It takes a point of Karma as well. `SS-BASE-26`.
    pub karma: bool,
    /// What its pool is made of.
    pub parts: Modifiers,
    /// The odds against it.
    pub odds: Odds,
}

/// Everything the card of an attack shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// What the attack pool is made of.
    pub attack: Modifiers,
    /// Hits above this are lost.
    pub limit: u32,
    /// Who rolls against it, in words, and with what.
    pub defender: &'static str,
    /// What the pool against it is made of.
    pub defence: Modifiers,
    /// Damage value before net hits.
    pub damage: Modifiers,
    /// Armour after penetration.
    pub armour: Modifiers,
    /// Soak pool.
    pub soak: Modifiers,
    /// The odds if the defence is the free one.
    pub odds: Odds,
    /// Every other way to defend.
    pub answers: Vec<Answered>,
    /// The barriers on the way, and whether even a clean hit goes through them.
    pub barriers: Vec<(BarrierOnLine, bool)>,
    /// Share of the target that is hidden, in percent.
    pub hidden: u8,
    /// The attacker may roll its misses again; the odds are those of doing so. `SS-BASE-27`.
    pub reroll: bool,
}

impl Forecast {
    /// The way to defend with the least mean damage, where one is better than the free one.
    pub fn best(&self) -> Option<&Answered> {
        let best = self.answers.iter().min_by(|one, other| one.odds.mean.total_cmp(&other.odds.mean))?;
        (best.odds.mean < self.odds.mean).then_some(best)
    }
}

/// Forecasts of the state that is on screen.
#[derive(Resource, Debug, Default)]
pub struct OddsCache {
    revision: (usize, u32),
    known: HashMap<Question, Option<Arc<Forecast>>>,
}

impl OddsCache {
    /// Forgets everything that is no longer true.
    pub fn renew(&mut self, history: &History) {
        let revision = (history.chapters().len(), history.rewinds());
        if self.revision != revision || self.known.len() > REMEMBERED {
            self.known.clear();
            self.revision = revision;
        }
    }

    /// The forecast of an attack; nothing where there is no such attack.
    pub fn ask(&mut self, view: &BattleView, question: &Question) -> Option<Arc<Forecast>> {
        if let Some(known) = self.known.get(question) {
            return known.clone();
        }
        let forecast = match question.target {
            Target::Unit(target) => scene(view, question, target).and_then(|scene| forecast(&scene)),
            Target::Barrier(target) => view
                .barrier_scene(question.attacker, target, question.weapon, question.mode)
                .and_then(|scene| barrier_forecast(&scene)),
        };
        let forecast = forecast.map(Arc::new);
        self.known.insert(question.clone(), forecast.clone());
        forecast
    }
}

/// The attack as the rules see it.
fn scene(view: &BattleView, question: &Question, target: UnitId) -> Option<AttackScene> {
    let mut scene = scene_now(view, question, target)?;
    if question.declared {
        scene.rounds_fired = scene.rounds_fired.saturating_sub(attack_pool::rounds(question.mode));
    }
    Some(scene)
}

fn scene_now(view: &BattleView, question: &Question, target: UnitId) -> Option<AttackScene> {
    match question.target_at {
        None => {
            view.attack_scene_from(question.attacker, question.from, target, question.weapon, question.mode)
        }
        Some((at, gait)) => {
            let mut scene =
                view.attack_scene_at(question.attacker, target, at, question.weapon, question.mode)?;
            scene.defender.gait = scene.defender.gait.max(gait);
            Some(scene)
        }
    }
}

/// The exact odds of an attack on a unit with everything that goes into them.
pub fn forecast(scene: &AttackScene) -> Option<Forecast> {
    let plan = AttackPlan::new(scene);
    let odds = odds_of(&plan, Policy::first())?;
    let (defender, defence, answers) = match &plan.defence {
        Defence::Nobody => ("no defence", Modifiers::new(), Vec::new()),
        Defence::Cover(parts) => ("cover alone", parts.clone(), Vec::new()),
        Defence::Own(options) => {
            let others = options.iter().skip(1).filter_map(|option| {
                let key = option.key();
                Some(Answered {
                    key: key.clone(),
                    label: option.label(),
                    cost: option.cost,
                    karma: option.karma,
                    parts: option.parts.clone(),
                    odds: odds_of(&plan, Policy::keys([key]))?,
                })
            });
            let free = options.first().map(|option| option.parts.clone()).unwrap_or_default();
            ("standard defence", free, others.collect())
        }
    };
    let all = scene.sight.hidden >= 100;
    let barriers =
        scene.barriers.iter().map(|barrier| (barrier.clone(), all || barrier.transparent)).collect();
    Some(Forecast {
        attack: plan.attack.clone(),
        limit: plan.limit,
        defender,
        defence,
        damage: plan.damage.clone(),
        armour: plan.armour.clone(),
        soak: plan.soak.clone(),
        odds,
        answers,
        barriers,
        hidden: scene.sight.hidden,
        reroll: karma::wants_reroll(&scene.attacker, &scene.switches),
    })
}

fn odds_of(plan: &AttackPlan<'_>, policy: Policy) -> Option<Odds> {
    let all = enumerate(policy, |table| attack::resolve(table, plan)).ok()?;
    let before = plan.scene.defender.down;
    let falls = |result: &AttackResult| result.down.is_some() && result.down != before;
    let barriers = plan.scene.barriers.iter().map(|barrier| {
        let harm = |result: &AttackResult| {
            result.barriers.iter().filter(|harm| harm.id == barrier.id).map(|harm| harm.damage).sum::<u32>()
        };
        let left = barrier.hit_points_left();
        (
            barrier.id,
            all.mean(|result| i64::from(harm(result))),
            all.probability(|result| left > 0 && harm(result) >= left),
        )
    });
    Some(Odds {
        hit: all.probability(|result| result.contact == Contact::Hit || (result.net_hits > 0)),
        harm: all.probability(|result| result.damage > 0),
        stopped: all.probability(|result| result.contact == Contact::Blocked),
        mean: all.mean(|result| i64::from(result.damage)),
        kill: all.probability(|result| falls(result) && result.down == Some(Down::Dead)),
        out: all.probability(falls),
        knockdown: all.probability(|result| result.knocked_down),
        bars: bars(&all, falls),
        barriers: barriers.collect(),
    })
}

/// Damage values, the share of those that put the target out told apart.
fn bars(all: &Distribution<AttackResult>, falls: impl Fn(&AttackResult) -> bool) -> Vec<Bar> {
    let mut bars: Vec<Bar> = Vec::new();
    for (&(damage, out), share) in all.map(|result| (result.damage, falls(result))).iter() {
        match bars.last_mut() {
            Some(bar) if bar.damage == damage => {
                bar.share += share;
                bar.out += if out { share } else { 0.0 };
            }
            _ => bars.push(Bar { damage, share, out: if out { share } else { 0.0 } }),
        }
    }
    bars
}

/// The same for an attack on a barrier segment: damage is damage to the segment, out means a hole.
pub fn barrier_forecast(scene: &BarrierScene) -> Option<Forecast> {
    let all = enumerate(Policy::first(), |table| barrier_attack::attack_barrier(table, scene)).ok()?;
    let left = scene.barrier.hit_points_left();
    let holes = |result: &BarrierResult| left > 0 && result.damage >= left;
    let bars = all
        .map(|result| result.damage)
        .iter()
        .map(|(&damage, share)| Bar {
            damage,
            share,
            out: if left > 0 && damage >= left { share } else { 0.0 },
        })
        .collect();
    let odds = Odds {
        hit: all.probability(|result| result.hit),
        harm: all.probability(|result| result.damage > 0),
        mean: all.mean(|result| i64::from(result.damage)),
        out: all.probability(holes),
        bars,
        ..Odds::default()
    };
    Some(Forecast {
        attack: attack_pool::barrier_attack_parts(scene),
        limit: crate::rules::swan_song::accuracy::limit(&scene.weapon, &scene.attacker),
        defender: "nobody defends it",
        defence: Modifiers::new(),
        damage: attack_pool::damage_parts(&scene.attacker, &scene.weapon),
        armour: barrier::armor_parts(&scene.barrier, &scene.weapon),
        soak: Modifiers::new(),
        odds,
        answers: Vec::new(),
        barriers: scene.barriers.iter().map(|other| (other.clone(), other.transparent)).collect(),
        hidden: scene.hidden,
        reroll: karma::wants_reroll(&scene.attacker, &scene.switches),
    })
}

/// What one enemy could do to a unit on a square with the weapon in hand.
#[derive(Clone, Debug)]
pub struct Threat {
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
pub fn threats(cache: &mut OddsCache, view: &BattleView, unit: UnitId, at: Cell, gait: Gait) -> Vec<Threat> {
    let Some(own) = view.unit(unit) else { return Vec::new() };
    let mut threats: Vec<Threat> = view
        .units()
        .filter(|enemy| enemy.fighting() && enemy.side != own.side)
        .filter_map(|enemy| {
            let (weapon, carried) =
                enemy.arsenal.carried().iter().enumerate().find(|(_, carried)| carried.in_hand())?;
            let arm = carried.weapon();
            let ranged = arm.class == WeaponClass::Ranged;
            let from = enemy.cell();
            let reach = u32::from(arm.reach) + u32::from(enemy.sheet.get().reach) + 1;
            let near = if ranged {
                from.distance_squared(at) <= arm.range * arm.range
            } else {
                from.rings(at) <= reach
            };
            let mode = carried.mode().or_else(|| arm.modes.first().copied()).filter(|_| ranged);
            let target = Target::Unit(unit);
            let question = Question {
                attacker: *enemy.id,
                from,
                target,
                target_at: Some((at, gait)),
                weapon,
                mode,
                declared: false,
            };
            let forecast = near.then(|| cache.ask(view, &question)).flatten()?;
            Some(Threat {
                enemy: *enemy.id,
                weapon: arm.name.clone(),
                harm: forecast.odds.harm,
                mean: forecast.odds.mean,
                cover: field::Cover::of_hidden(forecast.hidden),
            })
        })
        .collect();
    threats.sort_by(|one, other| other.mean.total_cmp(&one.mean).then(one.enemy.cmp(&other.enemy)));
    threats
}

/// A probability as it stands on a card: "71 %", never 0 or 100 for what is neither.
pub fn percent(share: f64) -> String {
    match share {
        share if share <= 0.0 => "0 %".to_owned(),
        share if share < 0.005 => "<1 %".to_owned(),
        share if share >= 1.0 - 1e-12 => "100 %".to_owned(),
        share if share > 0.995 => ">99 %".to_owned(),
        share => format!("{:.0} %", 100.0 * share),
    }
}
