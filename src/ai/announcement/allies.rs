//! Attacks that allies have announced, and what they leave of their targets.

use super::estimate_announced;
use crate::planning::odds_cache::OddsEstimate;
use crate::weights::AiWeights;
use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::QueuedAttack;

/// Share of the health of a target from which the damage of several attacks together may put it out of action, though none of them
/// does so alone.
const WORN_DOWN_SHARE: f64 = 0.5;

/// An attack that an ally has announced and that is possible.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AllyAttack {
    target: UnitId,
    /// Whether the ally acts before the unit, or may do so.
    is_before: bool,
    estimate: OddsEstimate,
}

/// The attacks that the allies of a unit have announced.
#[derive(Clone, Debug, Default)]
pub(super) struct AllyAttacks(Vec<AllyAttack>);

impl AllyAttacks {
    /// Collects them; none for players that do not look at them.
    pub fn of_unit(view: &BattleView, own: &UnitDataItem, weights: &AiWeights) -> Self {
        if !weights.coordinates {
            return Self::default();
        }
        let allies = view.units().filter(|ally| ally.side == own.side && ally.is_fighting());
        let mut attacks = Vec::new();
        for ally in allies.filter(|ally| ally.id != own.id) {
            let is_before = view.may_act_before(&ally, own);
            for (attack, obstacle) in view.queued_attacks(&ally) {
                let QueuedAttack::Unit { slot, target } = attack else { continue };
                let (Some(other), None) = (view.unit(target), obstacle) else { continue };
                let from = (usize::from(slot), ally.cell());
                let estimate = estimate_announced(view, &ally, from, (&other, true));
                attacks.extend(estimate.map(|estimate| AllyAttack { target, is_before, estimate }));
            }
        }
        Self(attacks)
    }

    /// Chances that allies put a target with `left` health out of action: those that act before the unit, and all of them. An attack
    /// on what an ally fells later is wasted as well, since the other one is then.
    pub fn chances_out(&self, target: UnitId, left: f64) -> (f64, f64) {
        let on_target = || self.0.iter().filter(move |attack| attack.target == target);
        let before = on_target().filter(|attack| attack.is_before);
        (chance_out(before, left), chance_out(on_target(), left))
    }
}

/// Chance that some attacks put a target with `left` health out of action, each alone or all together.
fn chance_out<'a>(attacks: impl Iterator<Item = &'a AllyAttack>, left: f64) -> f64 {
    let (stands, damage) = attacks.fold((1.0, 0.0), |(stands, damage), attack| {
        (stands * (1.0 - attack.estimate.out), damage + attack.estimate.mean)
    });
    let worn_down = (damage / left.max(1.0) - WORN_DOWN_SHARE).clamp(0.0, 1.0);
    1.0 - stands * (1.0 - worn_down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_of_all_allies_count_alone_and_together() {
        let attack = |target, is_before, out, mean| AllyAttack {
            target: UnitId(target),
            is_before,
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
}
