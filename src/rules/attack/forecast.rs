//! Forecasts: the exact odds and numbers shown before an attack, for every book.

use serde::Serialize;

use crate::{BarrierHarm, BarrierOnLine, DownState, HitResult};
use dice::{Clause, Distribution, Modifiers, SymbolPool};
use model::BarrierSource;

/// One damage value and its probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DamageBar {
    /// Damage after all reductions.
    pub damage: u32,
    /// Probability, from 0 to 1.
    pub share: f64,
    /// Probability that it also puts the target out of action.
    pub out: f64,
}

/// Exact odds of an attack.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Odds {
    /// Probability of reaching the target or its cover: no miss, and no tie without effect.
    pub hit: f64,
    /// Probability of damage.
    pub harm: f64,
    /// Probability of being stopped by a barrier.
    pub stopped: f64,
    /// Part of [`Self::hit`]: probability of a hit that a barrier stops. A tie that it stops is none.
    #[serde(skip)]
    pub stopped_hits: f64,
    /// Mean damage.
    pub mean: f64,
    /// Probability that the target dies.
    pub kill: f64,
    /// Probability that the target goes out of action, dead or not.
    pub out: f64,
    /// Probability that the target is knocked down.
    pub knockdown: f64,
    /// Damage values in ascending order.
    pub bars: Vec<DamageBar>,
    /// Damage to the barriers on the line: number, mean damage, chance of a hole.
    pub barriers: Vec<(BarrierSource, f64, f64)>,
    /// Probability that a unit between attacker and target, such as a hostage, is hurt; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shield: Option<f64>,
}

/// The part of an outcome that odds need; small, so that similar outcomes merge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OutcomeSummary {
    /// How it hit the target.
    pub contact: HitResult,
    /// Above 0 if the attack was better than the defence.
    pub net: i32,
    /// Damage in the book's unit.
    pub damage: u32,
    /// Whether the target falls prone.
    pub knocked_down: bool,
    /// How the target went out of action, if it newly did.
    pub down: Option<DownState>,
    /// Damage to the barriers on the line, in their order.
    pub barriers: Vec<u32>,
}

impl Odds {
    /// Whether they are better for the target than others in any respect.
    pub fn is_better_for_target(&self, other: &Self) -> bool {
        let less = |one: f64, other: f64| one < other - 1e-9;
        less(self.harm, other.harm)
            || less(self.mean, other.mean)
            || less(self.hit, other.hit)
            || less(self.out, other.out)
            || less(self.knockdown, other.knockdown)
    }

    /// Computes the odds from all outcomes of an attack with these barriers on its line.
    pub fn from_distribution(all: &Distribution<OutcomeSummary>, barriers: &[BarrierOnLine]) -> Self {
        let harm = |gist: &OutcomeSummary, at: usize| gist.barriers.get(at).copied().unwrap_or(0);
        let is_body = |barrier: &BarrierOnLine| barrier.id.unit().is_some();
        let body = barriers.iter().position(is_body);
        let shield = body.map(|at| all.probability(|gist| harm(gist, at) > 0));
        let barriers = barriers.iter().enumerate();
        let barriers = barriers.map(|(at, barrier)| barrier_odds(barrier, all, |gist| harm(gist, at)));
        let [hit, harm, stopped, stopped_hits, kill, out, knockdown] = all.probabilities(|gist| {
            [
                gist.contact == HitResult::Hit || gist.net > 0,
                gist.damage > 0,
                gist.contact == HitResult::Blocked,
                gist.contact == HitResult::Blocked && gist.net > 0,
                gist.down == Some(DownState::Dead),
                gist.down.is_some(),
                gist.knocked_down,
            ]
        });
        Self {
            hit,
            harm,
            stopped,
            stopped_hits,
            mean: all.mean(|gist| i64::from(gist.damage)),
            kill,
            out,
            knockdown,
            bars: damage_bars(all),
            barriers: barriers.collect(),
            shield,
        }
    }

    /// Whether the attack can neither damage the target, nor knock it down, nor put it out of action.
    pub fn is_harmless(&self) -> bool {
        let chances = [self.harm, self.mean, self.kill, self.out, self.knockdown];
        chances.into_iter().all(|chance| chance <= 0.0)
    }

    /// Returns the least and the greatest damage between two quantiles, from 0 to 1: 0.1 and 0.9 leave out a tenth of the
    /// outcomes at either end. `None` without any outcome.
    pub fn damage_between(&self, low: f64, high: f64) -> Option<(u32, u32)> {
        // Shares are rounded: a tenth is reached if a little less is.
        const ROUNDING: f64 = 1e-9;
        let first_beyond = |share: f64| {
            let mut sum = 0.0;
            let is_beyond = |bar: &&DamageBar| {
                sum += bar.share;
                sum > share
            };
            self.bars.iter().find(is_beyond).or(self.bars.last()).map(|bar| bar.damage)
        };
        first_beyond(low + ROUNDING).zip(first_beyond(high - ROUNDING))
    }

    /// Whether barriers on the line stop every hit.
    pub fn is_stopped_on_the_way(&self) -> bool {
        self.stopped_hits > 0.0 && self.stopped_hits >= self.hit - 1e-9 && self.harm <= 0.0
    }

    /// Share of the hits that barriers on the line stop, from 0 to 1.
    pub fn stopped_share(&self) -> f64 {
        if self.hit > 0.0 { (self.stopped_hits / self.hit).min(1.0) } else { 0.0 }
    }
}

/// Damage to a barrier on the line: number, mean damage, chance of a hole.
pub fn barrier_odds<R: Ord>(
    barrier: &BarrierOnLine,
    all: &Distribution<R>,
    harm: impl Fn(&R) -> u32,
) -> (BarrierSource, f64, f64) {
    let left = barrier.hit_points_left();
    let mean = all.mean(|outcome| i64::from(harm(outcome)));
    (barrier.id, mean, all.probability(|outcome| left > 0 && harm(outcome) >= left))
}

/// Damage values, split by whether they put the target out of action.
fn damage_bars(all: &Distribution<OutcomeSummary>) -> Vec<DamageBar> {
    let by_damage = all.map(|gist| (gist.damage, gist.down.is_some()));
    let mut bars: Vec<DamageBar> = Vec::with_capacity(by_damage.len());
    for (&(damage, out), share) in by_damage.iter() {
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

/// A number on a forecast card and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastTotal {
    /// "Attack", "Soak", "Target number".
    pub name: &'static str,
    /// Value in the book's terms: "12 dice", "54", "6L".
    pub value: String,
    /// Whom parts above 0 favour; `None` if neither side.
    pub favours: Favours,
    /// Parts of the number; may be empty.
    pub parts: Modifiers,
    /// Clause that defines it.
    pub clause: Clause,
}

impl ForecastTotal {
    /// A number with its parts, or a copy of them.
    pub fn new(
        name: &'static str,
        value: impl ToString,
        favours: Favours,
        parts: impl Into<Modifiers>,
        clause: Clause,
    ) -> Self {
        Self { name, value: value.to_string(), favours, parts: parts.into(), clause }
    }
}

/// The side that a higher number favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favours {
    /// The attacker.
    Attacker,
    /// The target.
    Target,
}

/// A line of a card without parts: "Dodge costs its Reaction".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForecastNote {
    /// Text.
    pub text: String,
    /// Number, or empty.
    pub value: String,
    /// Clause.
    pub clause: Clause,
}

impl ForecastNote {
    /// The line about units in an area; `besides` if it is aimed at a target of its own.
    pub fn for_reached_units(names: &[String], besides: bool, metres: u32, clause: Clause) -> Self {
        let text = match (names, besides) {
            ([], true) => "No other units in the area".to_owned(),
            ([], false) => "No units in the area".to_owned(),
            (names, true) => format!("Also in the area: {}", names.join(", ")),
            (names, false) => format!("In the area: {}", names.join(", ")),
        };
        Self { text, value: format!("{metres} m"), clause }
    }
}

/// A defence option with its odds.
#[derive(Clone, Debug, PartialEq)]
pub struct DefenceForecast {
    /// Stable key of the answer.
    pub key: String,
    /// "Dodge".
    pub label: String,
    /// Price as text: "1 AP", "its Reaction"; may be empty.
    pub price: String,
    /// Parts of its pool.
    pub parts: Modifiers,
    /// The odds against it.
    pub odds: Odds,
    /// Whether it also helps against later attacks.
    pub lasts: bool,
}

impl DefenceForecast {
    /// Whether it costs nothing.
    pub fn is_free(&self) -> bool {
        self.payments().is_empty()
    }

    /// Whether another defence is cheaper, lasts as long and leaves the attacker odds that are at most as good. Prices in
    /// different things, such as Karma and action points, are not compared.
    pub fn is_dominated_by(&self, other: &Self) -> bool {
        let (own, others) = (self.payments(), other.payments());
        let amount = |all: &[(String, u32)], what: &str| {
            all.iter().find(|(kind, _)| kind == what).map_or(0, |(_, amount)| *amount)
        };
        let is_cheaper = own != others && others.iter().all(|(kind, price)| amount(&own, kind) >= *price);
        is_cheaper && (other.lasts || !self.lasts) && !self.odds.is_better_for_target(&other.odds)
    }

    /// What the price names, with the amount of each: AP and 2, Karma and 1.
    fn payments(&self) -> Vec<(String, u32)> {
        let parts = self.price.split(", ").filter(|part| !part.is_empty() && !part.starts_with("free"));
        let payment = |part: &str| {
            let counted = part.split_once(' ').and_then(|(amount, kind)| Some((kind, amount.parse().ok()?)));
            let (kind, amount) = counted.unwrap_or((part, 1));
            (kind.to_owned(), amount)
        };
        parts.map(payment).filter(|(_, amount)| *amount > 0).collect()
    }
}

/// Content of an attack's forecast card.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The roll in one line: `12 dice [8] vs 7 dice`, `54 or less`, `3 ability, 1 proficiency vs 2 difficulty`.
    pub roll: String,
    /// The pool of narrative dice, drawn as glyphs; `None` in other books.
    pub symbols: Option<SymbolPool>,
    /// Net successes and net advantages with their probability; empty in other books.
    pub joint: Vec<((i16, i16), f64)>,
    /// Attack, defence, damage and its reductions, in the order of the rule.
    pub totals: Vec<ForecastTotal>,
    /// Further lines.
    pub notes: Vec<ForecastNote>,
    /// The odds against the default defence.
    pub odds: Odds,
    /// All other defence options.
    pub defences: Vec<DefenceForecast>,
    /// The barriers on the line, and whether even a clean hit crosses them.
    pub barriers: Vec<(BarrierOnLine, bool)>,
    /// Hidden share of the target, in percent.
    pub hidden: u8,
    /// What symbols buy that may put the target out of action besides the damage: "Stun, 3 Strain, for 2 advantages"; `None` in
    /// other books.
    pub knock_out_purchase: Option<String>,
    /// Name of a point of damage: "damage", "boxes", "levels", "wounds".
    pub unit: &'static str,
}

/// All barriers on a line of attack, with whether even a clean hit crosses them, see [`BarrierOnLine::is_crossed`].
pub(crate) fn mark_crossed(barriers: &[BarrierOnLine], hidden: u8) -> Vec<(BarrierOnLine, bool)> {
    barriers.iter().map(|barrier| (barrier.clone(), barrier.is_crossed(hidden))).collect()
}

/// Damage to each barrier on a line of attack, in order.
pub(crate) fn damage_by_barrier(barriers: &[BarrierOnLine], harms: &[BarrierHarm]) -> Vec<u32> {
    let damage = |barrier: &BarrierOnLine| {
        harms.iter().filter(|harm| harm.id == barrier.id).map(|harm| harm.damage).sum()
    };
    barriers.iter().map(damage).collect()
}

impl Forecast {
    /// A forecast without a roll, lines and effects; `unit` names a point of damage.
    pub fn empty(unit: &'static str) -> Self {
        Self {
            roll: String::new(),
            symbols: None,
            joint: Vec::new(),
            totals: Vec::new(),
            notes: Vec::new(),
            odds: Odds::default(),
            defences: Vec::new(),
            barriers: Vec::new(),
            hidden: 0,
            knock_out_purchase: None,
            unit,
        }
    }

    /// The defence with the least mean damage, if it is better than the default.
    pub fn best_defence(&self) -> Option<&DefenceForecast> {
        let best = self.defences.iter().min_by(|one, other| one.odds.mean.total_cmp(&other.odds.mean))?;
        (best.odds.mean < self.odds.mean).then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_barriers::intact_wall;

    #[test]
    fn only_transparent_barriers_are_crossed_unless_nothing_is_exposed() {
        let barrier =
            |transparent| BarrierOnLine { thickness_cm: 1, transparent, ..intact_wall(1, "window", (2, 1)) };
        let crossed = |hidden| {
            let marked = mark_crossed(&[barrier(true), barrier(false)], hidden);
            marked.into_iter().map(|(_, is_crossed)| is_crossed).collect::<Vec<_>>()
        };
        assert_eq!(crossed(99), [true, false]);
        assert_eq!(crossed(100), [true, true]);
    }

    #[test]
    fn a_defence_that_costs_more_and_helps_no_more_is_dominated() {
        let defence = |price: &str, harm: f64, lasts| DefenceForecast {
            key: String::new(),
            label: String::new(),
            price: price.to_owned(),
            parts: Modifiers::default(),
            odds: Odds { hit: harm, harm, mean: 6.0 * harm, ..Odds::default() },
            lasts,
        };
        let full = defence("2 AP", 0.41, true);
        assert!(defence("3 AP", 0.42, true).is_dominated_by(&full));
        assert!(defence("3 AP", 0.41, true).is_dominated_by(&full), "it helps as much");
        assert!(!defence("3 AP", 0.40, true).is_dominated_by(&full), "it helps more");
        assert!(!defence("2 AP", 0.42, true).is_dominated_by(&full), "it costs as much");
        assert!(!defence("1 AP", 0.42, true).is_dominated_by(&full), "it is cheaper");
        assert!(defence("2 AP, 1 Karma", 0.41, true).is_dominated_by(&full));
        assert!(!defence("1 Karma", 0.42, false).is_dominated_by(&full), "Karma is no AP");
        assert!(!full.is_dominated_by(&defence("1 AP", 0.40, false)), "it lasts longer");
        assert!(
            defence("0 AP", 0.5, false).is_free() && defence("free under full defence", 0.5, false).is_free()
        );
        assert!(!full.is_free() && !defence("its Reaction", 0.5, false).is_free());
    }

    #[test]
    fn a_tie_that_a_barrier_stops_is_no_hit_that_it_stops() {
        let gist = |net, contact, damage| OutcomeSummary {
            contact,
            net,
            damage,
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        };
        let odds = Odds { hit: 0.15, stopped: 0.45, stopped_hits: 0.12, ..Odds::default() };
        assert!((odds.stopped_share() - 0.8).abs() < 1e-9 && !odds.is_stopped_on_the_way());
        assert!(Odds { stopped_hits: 0.15, ..odds }.is_stopped_on_the_way());
        assert!(Odds::default().stopped_share() <= 0.0, "without a hit none is stopped");
        let tie = Distribution::from_weighted(vec![(gist(0, HitResult::Blocked, 0), 1)]);
        let tie = Odds::from_distribution(&tie, &[]);
        assert_eq!((tie.hit, tie.stopped, tie.stopped_hits), (0.0, 1.0, 0.0));
        let hit = Distribution::from_weighted(vec![(gist(2, HitResult::Blocked, 0), 1)]);
        let hit = Odds::from_distribution(&hit, &[]);
        assert_eq!((hit.hit, hit.stopped, hit.stopped_hits), (1.0, 1.0, 1.0));
    }

    #[test]
    fn the_usual_damage_leaves_out_a_tenth_at_either_end() {
        let odds = |shares: &[(u32, f64)]| {
            let bars = shares.iter().map(|&(damage, share)| DamageBar { damage, share, out: 0.0 });
            Odds { bars: bars.collect(), ..Odds::default() }
        };
        let even = odds(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|damage| (damage, 0.1)));
        assert_eq!(even.damage_between(0.1, 0.9), Some((1, 8)), "a tenth is left out at either end");
        let rare = odds(&[(0, 0.05), (4, 0.55), (6, 0.35), (20, 0.05)]);
        assert_eq!(rare.damage_between(0.1, 0.9), Some((4, 6)));
        assert_eq!(rare.damage_between(0.0, 1.0), Some((0, 20)));
        assert_eq!(odds(&[(0, 0.95), (8, 0.05)]).damage_between(0.1, 0.9), Some((0, 0)));
        assert_eq!(Odds::default().damage_between(0.1, 0.9), None);
    }
}
