//! How the unit judges its targets: errors of judgement, and hurt enemies that it passes over or finishes.

use super::Situation;
use crate::announcement::AllyAttacks;
use crate::planning::known_unit::KnownUnit;
use crate::planning::misjudgement::judge_factor;
use crate::planning::unit_estimate::is_blocked;
use model::UnitId;

impl Situation<'_> {
    /// Factor by which the unit misjudges the effect of its attacks on a target, which put it out of action in this phase with a
    /// chance: some targets look better than they are, others worse, within limits, while attacks as a whole are worth what they
    /// are, and weapons are compared as they are. A hurt target that is likely to go down, or that is in the way, looks no worse
    /// than it is. An attack that the unit has announced is worth what it is: it would be lost for no other one.
    pub fn harm_factor(&self, target: UnitId, felled: f64) -> f64 {
        if self.announced.contains(&target) {
            return 1.0;
        }
        let is_nearest = self.nearest.is_none_or(|nearest| nearest == target) || self.is_urgent(target);
        let (mean, mean_within_limits) = self.mean_harm_factors;
        let judged = self.weights.target_factor(self.misjudged_harm(target) / mean, is_nearest);
        let is_spared = felled < self.weights.sure_finish && !self.is_in_the_way(target);
        let judged = if !is_spared && self.is_hurt(target) {
            judged.max(1.0)
        } else if self.is_passed_over(target) {
            self.weights.hurt_targets * judged
        } else {
            judged
        };
        judged / mean_within_limits
    }

    /// Chance that the attacks of the phase put a target out of action, of which each does so with a chance: of at most as many as
    /// the unit plans, and of one at least.
    pub fn felling_chance(&self, out: f64, attacks: u32) -> f64 {
        felling_chance(out, attacks.clamp(1, self.most_attacks.max(1)))
    }

    /// Weight of the chance that a target goes out of action, besides the damage to it: every player knows a hurt enemy that is likely
    /// to go down.
    pub fn finishing_weight(&self, target: &KnownUnit, felled: f64) -> f64 {
        if target.is_hurt && felled >= self.weights.sure_finish {
            self.weights.finishing.max(1.0)
        } else {
            self.weights.finishing
        }
    }

    /// Chance that an enemy is still in action after the attacks that allies have announced and not made yet.
    pub fn chance_left_by_allies(&self, enemy: UnitId) -> f64 {
        let Some(known) = self.enemies.iter().find(|known| known.id == enemy) else { return 1.0 };
        let announced = || AllyAttacks::still_to_come(self.view, &self.me, &self.weights);
        let (_, out) = self.ally_attacks.get_or_init(announced).chances_out(enemy, known.health_left);
        1.0 - out
    }

    fn is_hurt(&self, target: UnitId) -> bool {
        self.enemies.iter().any(|enemy| enemy.id == target && enemy.is_hurt)
    }

    /// Whether an enemy is beside the unit, or is the nearest one of a unit that strikes: to go for others, it would have to pass it.
    fn is_in_the_way(&self, target: UnitId) -> bool {
        let is_beside = |enemy: &KnownUnit| enemy.cell.chebyshev_distance(self.me.cell()) <= 1;
        let mut enemies = self.enemies.iter();
        (self.strikes && self.nearest == Some(target))
            || enemies.any(|enemy| enemy.id == target && is_beside(enemy))
    }

    /// Whether an enemy is hurt, not about to meet an objective, and there is an unhurt one in sight.
    fn is_passed_over(&self, target: UnitId) -> bool {
        self.sees_unhurt
            && self.enemies.iter().any(|enemy| enemy.id == target && enemy.is_hurt && !enemy.is_urgent)
    }

    pub(super) fn nearest_target(&self) -> Option<UnitId> {
        let mut visible = self.enemies.iter().filter(|enemy| !is_blocked(self.exposure(enemy)));
        let first = visible.next();
        let lasting =
            first.filter(|enemy| !enemy.is_doomed).or_else(|| visible.find(|enemy| !enemy.is_doomed));
        lasting.or(first).or(self.enemies.first()).map(|enemy| enemy.id)
    }

    fn is_urgent(&self, target: UnitId) -> bool {
        self.enemies.iter().any(|enemy| enemy.id == target && enemy.is_urgent)
    }

    fn misjudged_harm(&self, target: UnitId) -> f64 {
        judge_factor(self.weights.harm_error, &self.judgement, target)
    }

    /// Averages of the factors of all targets: as they are, and of their shares in that average within limits.
    pub(super) fn average_harm_factors(&self) -> (f64, f64) {
        if self.enemies.is_empty() {
            return (1.0, 1.0);
        }
        let average = |factor: &dyn Fn(f64) -> f64| {
            let factors = self.enemies.iter().map(|enemy| factor(self.misjudged_harm(enemy.id)));
            factors.sum::<f64>() / self.enemies.len() as f64
        };
        let mean = average(&|misjudged| misjudged);
        (mean, average(&|misjudged| self.weights.target_factor(misjudged / mean, true)))
    }
}

/// Chance that one of some attacks puts their target out of action, without what the others wear it down.
fn felling_chance(out: f64, attacks: u32) -> f64 {
    1.0 - (1.0 - out.clamp(0.0, 1.0)).powf(f64::from(attacks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_attacks_are_likelier_to_fell_a_target() {
        let chances =
            [(0.0, 3), (0.25, 1), (0.25, 2), (1.0, 1)].map(|(out, count)| felling_chance(out, count));
        let wanted = [0.0, 0.25, 0.4375, 1.0];
        assert!(chances.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{chances:?}");
    }
}
