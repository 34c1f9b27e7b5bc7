//! Assesses the situation of a unit that decides: whom it knows, its condition, and its mood in the phase.

use std::cell::OnceCell;

use super::{MAX_ATTACKS_PLANNED, Situation};
use crate::AiWeights;
use crate::ai_rng::AiRng;
use crate::memory::PhaseMemory;
use crate::planning::announced_elsewhere::enemies_bound_elsewhere;
use crate::planning::attack_methods::announced_targets;
use crate::planning::crowd::largest_area;
use crate::planning::expected_blasts::find_expected_blasts;
use crate::planning::guarded_zone::GuardedZone;
use crate::planning::known_unit::{KnownUnit, Senses, observe_nearest};
use crate::planning::objective_threat::{is_wanted, is_wanted_by};
use crate::planning::remembered::recall_enemies;
use crate::planning::unit_estimate::{
    health_points_left, is_badly_hurt, is_blocked, is_captive_of, is_leader, likely_weapon_use,
    wins_by_waiting,
};
use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::WeaponReach;
use rules::status::{self, Ailment};

/// What a unit's state says about how careful it has to be.
struct UnitCondition {
    /// Whether another side has to stop or to slay it.
    is_wanted: bool,
    /// Whether it commands others that fight as one unit with it.
    is_leader: bool,
    /// Whether it has a ranged weapon in hand.
    is_shooter: bool,
    /// Whether it has little of its health left.
    is_badly_hurt: bool,
    /// Whether wounds or fear leave it little but its safety.
    is_broken: bool,
}

impl UnitCondition {
    /// Reads the condition of a unit.
    fn of_unit(view: &BattleView, me: &UnitDataItem) -> Self {
        let has_ailment = |ailment| status::has(me.status.ailments(), ailment);
        let is_afraid = [Ailment::Panicked, Ailment::Pinned].into_iter().any(has_ailment);
        let is_badly_hurt = is_badly_hurt(view, me);
        let weapon_use = likely_weapon_use(me);
        Self {
            is_wanted: is_wanted(view, me),
            is_leader: is_leader(me),
            is_shooter: weapon_use.is_some_and(|(_, reach)| matches!(reach, WeaponReach::Ranged { .. })),
            is_badly_hurt,
            is_broken: is_badly_hurt || is_afraid,
        }
    }

    /// Adapts the weights of a player to the unit. A unit that has to walk up to its enemies gains nothing by waiting for a
    /// charge, and nothing by a step back from an enemy that it has struck.
    fn adapt_weights(&self, weights: AiWeights, has_attacked: bool) -> AiWeights {
        let weights = if self.is_wanted { weights.for_wanted_unit() } else { weights };
        if self.is_shooter {
            return weights;
        }
        AiWeights { charges: if has_attacked { 1.0 } else { 0.0 }, ..weights }
    }
}

/// What chance decides about the behaviour of a unit, the same throughout a phase.
struct PhaseMood {
    /// Whether the unit thinks of its safety first.
    is_wary: bool,
    /// Whether it acts without a plan.
    is_reckless: bool,
    /// Whether it attacks only once.
    attacks_once: bool,
    /// Whether it stays where it is as long as it can attack from there.
    stays: bool,
}

impl PhaseMood {
    /// Draws the mood of a unit. `may_hesitate` is whether it may be wary in this round without being wanted, `is_steady` whether
    /// it is never reckless.
    fn draw(
        judgement: &AiRng,
        weights: &AiWeights,
        condition: &UnitCondition,
        (may_hesitate, is_steady): (bool, bool),
    ) -> Self {
        let is_likely = |subject: u64, share: f64| judgement.fork(subject << 60).fraction() < share;
        // A unit without a ranged weapon that keeps away does nothing.
        let may_be_wary = condition.is_shooter && (may_hesitate || condition.is_wanted);
        Self {
            is_wary: may_be_wary && is_likely(5, weights.wariness),
            is_reckless: !is_steady && is_likely(6, weights.recklessness),
            attacks_once: is_likely(8, weights.single_attacks),
            stays: condition.is_shooter && is_likely(7, weights.steadiness),
        }
    }
}

impl<'v> Situation<'v> {
    /// Assesses the situation of a unit; `None` if it is not on the map. `rng` gives its errors of judgement, `memory`
    /// what it has done in its phase.
    pub fn assess(
        view: &'v BattleView<'v, 'v>,
        unit: UnitId,
        weights: AiWeights,
        (rng, memory): (&AiRng, &PhaseMemory),
    ) -> Option<Self> {
        let me = view.unit(unit)?;
        let condition = UnitCondition::of_unit(view, &me);
        let weights = condition.adapt_weights(weights, memory.has_attacked);
        let fighter = view.unit_snapshot(&me);
        let announced = announced_targets(view, &me);
        let enemies = observe_enemies(view, &me, &weights, &announced);
        let guarded = GuardedZone::find(view, &me, &enemies);
        let judgement = rng.fork(0);
        // Not in two rounds in a row: a unit that only waits is no opponent.
        let may_hesitate = (u64::from(view.round().number()) + u64::from(unit.0)).is_multiple_of(2);
        // Guards and leaders are never reckless, nor are units that are badly hurt, frightened or knocked down, nor those in cover
        // whose side wins by waiting.
        let waits_in_cover = me.cover.is_taken() && wins_by_waiting(view, *me.side);
        let is_steady = guarded.is_some()
            || condition.is_broken
            || condition.is_leader
            || me.is_prone()
            || waits_in_cover;
        let mood = PhaseMood::draw(&judgement, &weights, &condition, (may_hesitate, is_steady));
        let only_attack = u32::from(!memory.has_attacked);
        let mut situation = Self {
            view,
            unit,
            weights,
            remembered: recall_enemies(view, &me),
            friends: observe_friends(view, &me),
            health_left: health_points_left(view, &me),
            area_radius: largest_area(view, &enemies),
            blasts: find_expected_blasts(view, (&me, &fighter)),
            bound_elsewhere: enemies_bound_elsewhere(view, &me),
            attackers: memory.attackers.clone(),
            ally_attacks: OnceCell::new(),
            exposed_friends: None,
            // The places where passing enemies decide the battle, and an exit that the unit guards.
            keeps_post: guarded.as_ref().is_some_and(GuardedZone::has_to_be_kept),
            is_wary: mood.is_wary,
            is_reckless: mood.is_reckless,
            attacks_once: mood.attacks_once,
            most_attacks: if mood.attacks_once { only_attack } else { MAX_ATTACKS_PLANNED },
            stays: mood.stays,
            has_shot: condition.is_shooter && memory.has_attacked,
            has_moved: memory.moves > 0,
            is_wanted: condition.is_wanted,
            is_leader: condition.is_leader,
            is_badly_hurt: condition.is_badly_hurt,
            is_broken: condition.is_broken,
            blow: None,
            strikes: !condition.is_shooter,
            idle_phases: memory.idle_phases,
            withdraws: false,
            has_zone: false,
            mean_harm_factors: (1.0, 1.0),
            sees_unhurt: false,
            nearest: None,
            me,
            fighter,
            announced,
            enemies,
            guarded,
            judgement,
        };
        situation.judge_enemies();
        Some(situation)
    }

    /// Sets what the unit makes of its enemies as a whole: the averages of its errors, the nearest target, and whether one is
    /// unhurt.
    fn judge_enemies(&mut self) {
        self.mean_harm_factors = self.average_harm_factors();
        self.nearest = self.nearest_target();
        let mut unhurt = self.enemies.iter().filter(|enemy| !enemy.is_hurt);
        self.sees_unhurt = unhurt.any(|enemy| !is_blocked(self.exposure(enemy)));
    }
}

/// Observes the enemies of a unit, nearest first, without vehicles and its captives.
fn observe_enemies(
    view: &BattleView,
    me: &UnitDataItem,
    weights: &AiWeights,
    announced: &[UnitId],
) -> Vec<KnownUnit> {
    let senses = Senses {
        wounds: weights.sees_wounds,
        charges: weights.charges > 0.0,
        walks: weights.walks_into_view > 0.0,
    };
    observe_nearest(
        view,
        me,
        senses,
        |other| other.side != me.side && other.vehicle().is_none() && !is_captive_of(view, other, *me.side),
        |other| announced.contains(other.id) || is_wanted_by(view, other, *me.side),
    )
}

/// Observes the allies of a unit, nearest first.
fn observe_friends(view: &BattleView, me: &UnitDataItem) -> Vec<KnownUnit> {
    let senses = Senses { wounds: true, ..Senses::default() };
    observe_nearest(view, me, senses, |other| other.side == me.side && other.id != me.id, |_| false)
}
