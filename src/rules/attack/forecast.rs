//! What a click would do, exactly: the data behind a card, whatever the book.

use serde::Serialize;

use crate::{BarrierOnLine, DownState, HitResult};
use dice::{Clause, Distribution, Modifiers, SymbolPool};

/// One value of damage and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DamageBar {
    /// Damage left after everything.
    pub damage: u32,
    /// How likely it is, from 0 to 1.
    pub share: f64,
    /// How much of that puts the target out of the fight.
    pub out: f64,
}

/// What the dice can do, exactly.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    pub bars: Vec<DamageBar>,
    /// What the barriers on the way suffer: number, mean damage, chance of a hole.
    pub barriers: Vec<(u32, f64, f64)>,
}

/// What of an outcome odds ask for: small, so that outcomes that look alike are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OutcomeSummary {
    /// How it met the target.
    pub contact: HitResult,
    /// Above 0 where the attack was better than the defence.
    pub net: i32,
    /// Damage in the book's measure.
    pub damage: u32,
    /// The target falls to the ground.
    pub knocked_down: bool,
    /// The target is newly out of the fight.
    pub down: Option<DownState>,
    /// Damage of the barriers on the way, in their order.
    pub barriers: Vec<u32>,
}

impl Odds {
    /// Reads the odds off all outcomes of an attack with these barriers on its way.
    pub fn from_distribution(all: &Distribution<OutcomeSummary>, barriers: &[BarrierOnLine]) -> Self {
        let harm = |gist: &OutcomeSummary, at: usize| gist.barriers.get(at).copied().unwrap_or(0);
        let barriers = barriers.iter().enumerate();
        let barriers = barriers.map(|(at, barrier)| barrier_odds(barrier, all, |gist| harm(gist, at)));
        Self {
            hit: all.probability(|gist| gist.contact == HitResult::Hit || gist.net > 0),
            harm: all.probability(|gist| gist.damage > 0),
            stopped: all.probability(|gist| gist.contact == HitResult::Blocked),
            mean: all.mean(|gist| i64::from(gist.damage)),
            kill: all.probability(|gist| gist.down == Some(DownState::Dead)),
            out: all.probability(|gist| gist.down.is_some()),
            knockdown: all.probability(|gist| gist.knocked_down),
            bars: damage_bars(all),
            barriers: barriers.collect(),
        }
    }
}

/// What a barrier on the way suffers: number, mean damage, chance of a hole.
pub fn barrier_odds<R: Ord>(
    barrier: &BarrierOnLine,
    all: &Distribution<R>,
    harm: impl Fn(&R) -> u32,
) -> (u32, f64, f64) {
    let left = barrier.hit_points_left();
    let mean = all.mean(|outcome| i64::from(harm(outcome)));
    (barrier.id, mean, all.probability(|outcome| left > 0 && harm(outcome) >= left))
}

/// Damage values, the share of those that put the target out told apart.
fn damage_bars(all: &Distribution<OutcomeSummary>) -> Vec<DamageBar> {
    let mut bars: Vec<DamageBar> = Vec::new();
    for (&(damage, out), share) in all.map(|gist| (gist.damage, gist.down.is_some())).iter() {
        match bars.last_mut() {
            Some(bar) if bar.damage == damage => {
                bar.share += share;
                bar.out += if out { share } else { 0.0 };
            }
            _ => bars.push(DamageBar { damage, share, out: if out { share } else { 0.0 } }),
        }
    }
    bars
}

/// A number of a card with the parts it is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastTotal {
    /// "Attack", "Soak", "Target number".
    pub name: &'static str,
    /// As the book writes it: "12 dice", "54", "6L".
    pub value: String,
    /// Parts that are above 0 help the attacker, the target, or neither of them in particular.
    pub favours: Favours,
    /// What it is made of; may be empty.
    pub parts: Modifiers,
    /// The clause that makes it.
    pub clause: Clause,
}

/// Whom a sum helps when it grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favours {
    /// The attacker.
    Attacker,
    /// The target.
    Target,
}

/// A line of a card that is no sum: "Dodge costs its Reaction".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForecastNote {
    /// What.
    pub text: String,
    /// Its number, or nothing.
    pub value: String,
    /// Its clause.
    pub clause: Clause,
}

impl ForecastNote {
    /// Whom something with an area reaches; `besides` whom or what it is aimed at.
    pub fn for_reached_units(names: &[String], besides: bool, metres: u32, clause: Clause) -> Self {
        let text = match (names, besides) {
            ([], true) => "Reaches nobody else".to_owned(),
            ([], false) => "Reaches nobody".to_owned(),
            (names, true) => format!("Reaches {} too", names.join(", ")),
            (names, false) => format!("Reaches {}", names.join(", ")),
        };
        Self { text, value: format!("{metres} m"), clause }
    }
}

/// A way to defend, and what comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct DefenceForecast {
    /// Stable key of the answer.
    pub key: String,
    /// "Dodge".
    pub label: String,
    /// What it costs, in words: "1 AP", "its Reaction", or nothing.
    pub price: String,
    /// What its pool is made of.
    pub parts: Modifiers,
    /// The odds against it.
    pub odds: Odds,
}

/// Everything the card of an attack shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The roll in one line: `12 dice [8] vs 7 dice`, `54 or less`, `3 ability, 1 proficiency vs 2 difficulty`.
    pub roll: String,
    /// The narrative pool, drawn as glyphs, in a book that has one.
    pub symbols: Option<SymbolPool>,
    /// Net successes and net advantages with their probability, in a book that has them.
    pub joint: Vec<((i16, i16), f64)>,
    /// Attack, defence, damage and what reduces it, in the order of the rule.
    pub totals: Vec<ForecastTotal>,
    /// What else there is to say.
    pub notes: Vec<ForecastNote>,
    /// The odds with the defence a hurried player takes.
    pub odds: Odds,
    /// Every other way to defend.
    pub defences: Vec<DefenceForecast>,
    /// The barriers on the way, and whether even a clean hit goes through them.
    pub barriers: Vec<(BarrierOnLine, bool)>,
    /// Share of the target that is hidden, in percent.
    pub hidden: u8,
    /// What a point of damage is called: "damage", "boxes", "levels", "wounds".
    pub unit: &'static str,
}

impl Forecast {
    /// The way to defend with the least mean damage, where one is better than the hurried one.
    pub fn best_defence(&self) -> Option<&DefenceForecast> {
        let best = self.defences.iter().min_by(|one, other| one.odds.mean.total_cmp(&other.odds.mean))?;
        (best.odds.mean < self.odds.mean).then_some(best)
    }
}
