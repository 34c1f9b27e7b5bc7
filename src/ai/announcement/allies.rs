//! Attacks that allies have announced, what they leave of their targets, and whether they are made at all.

use super::estimate_announced;
use crate::planning::odds_cache::OddsEstimate;
use crate::weights::AiWeights;
use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::QueuedAttack;

/// Share of the health of a target from which the damage of several attacks together may put it out of action, though none of them
/// does so alone.
const WORN_DOWN_SHARE: f64 = 0.5;

/// The announced attacks of a unit that are possible: their targets and odds.
type Announced = Vec<(UnitId, OddsEstimate)>;

/// An attack that an ally has announced and that is possible.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AllyAttack {
    target: UnitId,
    /// Whether the ally acts before the unit, or may do so.
    is_before: bool,
    /// Chance that no announced attack puts the ally out of action before its turn.
    comes: f64,
    estimate: OddsEstimate,
}

/// The attacks that the allies of a unit have announced.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllyAttacks(Vec<AllyAttack>);

impl AllyAttacks {
    /// Collects them; none for players that do not look at them.
    pub fn of_unit(view: &BattleView, own: &UnitDataItem, weights: &AiWeights) -> Self {
        Self::collect(view, own, weights, |_| true)
    }

    /// Collects those of allies whose turn in this pass is still to come.
    pub fn still_to_come(view: &BattleView, own: &UnitDataItem, weights: &AiWeights) -> Self {
        Self::collect(view, own, weights, |unit| view.awaits_phase(unit))
    }

    /// Collects the announced attacks of the allies that `acts` chooses, with those on them of the enemies that it chooses.
    fn collect(
        view: &BattleView,
        own: &UnitDataItem,
        weights: &AiWeights,
        acts: impl Fn(&UnitDataItem) -> bool,
    ) -> Self {
        if !weights.coordinates {
            return Self::default();
        }
        let others = view.units().filter(|other| other.id != own.id && other.is_fighting() && acts(other));
        let (allies, enemies): (Vec<UnitDataItem>, Vec<UnitDataItem>) =
            others.partition(|other| other.side == own.side);
        let announced = allies.iter().map(|ally| (ally, announced_attacks(view, ally, |_| true)));
        let announced: Vec<_> = announced.filter(|(_, attacks)| !attacks.is_empty()).collect();
        if announced.is_empty() {
            return Self::default();
        }
        // Odds take time: only those of attacks on these allies are of use.
        let is_ally = |target: UnitId| announced.iter().any(|(ally, _)| *ally.id == target);
        let strikes = enemies.iter().map(|enemy| (enemy, announced_attacks(view, enemy, is_ally)));
        let strikes: Vec<_> = strikes.collect();
        let mut all = Vec::new();
        for (ally, attacks) in announced {
            let earlier = strikes.iter().filter(|(enemy, _)| view.may_act_before(enemy, ally));
            let on_it = earlier.flat_map(|(_, strikes)| strikes).filter(|(target, _)| target == ally.id);
            let comes: f64 = on_it.map(|(_, estimate)| 1.0 - estimate.out).product();
            let is_before = view.may_act_before(ally, own);
            let of_ally = |(target, estimate)| AllyAttack { target, is_before, comes, estimate };
            all.extend(attacks.into_iter().map(of_ally));
        }
        Self(all)
    }

    /// Chances that allies put a target with `left` health out of action: those that act before the unit, and all of them. An attack
    /// on what an ally fells later is wasted as well, since the other one is then. What an ally does counts only as far as it is
    /// likely to act: enemies may put it out of action first.
    pub fn chances_out(&self, target: UnitId, left: f64) -> (f64, f64) {
        let on_target = || self.0.iter().filter(move |attack| attack.target == target);
        let odds = |attack: &AllyAttack| (attack.comes, attack.estimate);
        let before = on_target().filter(|attack| attack.is_before);
        (chance_out(before.map(odds), left), chance_out(on_target().map(odds), left))
    }
}

/// The announced attacks of a unit that are possible as things are, on the targets that `counts` chooses, with their odds.
fn announced_attacks(view: &BattleView, unit: &UnitDataItem, counts: impl Fn(UnitId) -> bool) -> Announced {
    let mut attacks = Announced::new();
    for (attack, obstacle) in view.queued_attacks(unit) {
        let QueuedAttack::Unit { slot, target } = attack else { continue };
        let (Some(other), None) = (view.unit(target).filter(|_| counts(target)), obstacle) else { continue };
        let from = (usize::from(slot), unit.cell());
        let estimate = estimate_announced(view, unit, from, (&other, true));
        attacks.extend(estimate.map(|estimate| (target, estimate)));
    }
    attacks
}

/// Chance that some attacks put a target with `left` health out of action, each alone or all together; each is made with a chance of
/// its own.
fn chance_out(attacks: impl Iterator<Item = (f64, OddsEstimate)>, left: f64) -> f64 {
    let (stands, damage) = attacks.fold((1.0, 0.0), |(stands, damage), (comes, estimate)| {
        (stands * (1.0 - comes * estimate.out), damage + comes * estimate.mean)
    });
    let worn_down = (damage / left.max(1.0) - WORN_DOWN_SHARE).clamp(0.0, 1.0);
    1.0 - stands * (1.0 - worn_down)
}

#[cfg(test)]
impl AllyAttacks {
    /// Attacks that put a target out of action with a chance, each made with another one by an ally that acts later.
    pub fn for_test(attacks: &[(UnitId, f64, f64)]) -> Self {
        let attack = |&(target, out, comes): &(UnitId, f64, f64)| AllyAttack {
            target,
            is_before: false,
            comes,
            estimate: OddsEstimate { out, ..OddsEstimate::default() },
        };
        Self(attacks.iter().map(attack).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_of_all_allies_count_alone_and_together() {
        let attack = |target, is_before, out, mean| AllyAttack {
            target: UnitId(target),
            is_before,
            comes: 1.0,
            estimate: OddsEstimate { out, mean, ..OddsEstimate::default() },
        };
        let allies = AllyAttacks(vec![
            attack(1, true, 0.5, 0.0),
            attack(1, false, 0.8, 0.0),
            attack(2, false, 0.0, 5.0),
            attack(2, false, 0.0, 5.0),
            attack(3, false, 0.0, 3.0),
        ]);
        let assert_chances = |target, wanted: (f64, f64)| {
            let (before, all) = allies.chances_out(UnitId(target), 10.0);
            assert!((before - wanted.0).abs() < 1e-9 && (all - wanted.1).abs() < 1e-9, "{before} {all}");
        };
        assert_chances(1, (0.5, 0.9));
        assert_chances(2, (0.0, 0.5));
        assert_chances(3, (0.0, 0.0));
        assert_chances(4, (0.0, 0.0));
    }

    /// An enemy that acts before the ally puts it out of action in four of ten cases.
    #[test]
    fn ab_cancel_01_an_attack_of_an_ally_that_may_fall_first_counts_for_less() {
        let chances = |comes| AllyAttacks::for_test(&[(UnitId(1), 0.5, comes)]).chances_out(UnitId(1), 10.0);
        let (sure, doubtful) = (chances(1.0), chances(0.6));
        assert!((sure.1 - 0.5).abs() < 1e-9 && (doubtful.1 - 0.3).abs() < 1e-9, "{sure:?} {doubtful:?}");
        assert!(doubtful.0.abs() < 1e-9, "it acts later");
        let worn_down = [1.0, 0.75].map(|comes| {
            let wound = OddsEstimate { mean: 8.0, ..OddsEstimate::default() };
            chance_out(std::iter::once((comes, wound)), 10.0)
        });
        assert!((worn_down[0] - 0.3).abs() < 1e-9 && (worn_down[1] - 0.1).abs() < 1e-9, "{worn_down:?}");
    }
}
