//! The weapons with which a unit attacks, from its own cell and from others.

use super::area_weapon::AreaWeapon;
use super::candidate_position::CandidatePosition;
use super::lost_weapons;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::situation::{ActionsLeft, Situation};
use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::{QueuedAttack, UnitSnapshot, WeaponReach, play};

/// What a unit can still do in its phase, with the weapons for near and for far, and with an area weapon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnLeft {
    pub near: ActionsLeft,
    pub far: ActionsLeft,
    pub area: ActionsLeft,
}

/// The weapons with which a unit attacks.
pub(super) struct AttackMethods {
    /// The most promising weapon use against each enemy from the unit's cell, by enemy index.
    pub near: Vec<Option<WeaponUse>>,
    /// What the attack with it is worth to the unit as a multiple of what it seems to be, by enemy index: more where another weapon
    /// seems to do more, and it is the likeliest to fell the enemy.
    pub near_factors: Vec<f64>,
    /// What reaches far, for other cells, if the unit would strike at an enemy from its own.
    pub far: Option<WeaponUse>,
    /// An area weapon in hand besides others, for the unit's cell and for those with something to take cover behind.
    pub area: Option<AreaWeapon>,
    /// Whether the unit strikes at some enemy.
    pub has_melee: bool,
}

impl AttackMethods {
    /// Chooses the weapons by what they do from the unit's cell.
    pub fn choose(situation: &Situation, odds_cache: &mut AiOddsCache) -> Self {
        let (mut near, mut near_factors): (Vec<_>, Vec<_>) =
            best_weapon_uses(situation, odds_cache).into_iter().unzip();
        let is_struck = |target: UnitId| situation.enemies.iter().position(|enemy| enemy.id == target);
        if let Some((target, weapon_use)) = situation.blow
            && let Some(number) = is_struck(target)
        {
            (near[number], near_factors[number]) = (Some(weapon_use), 1.0);
        }
        let has_melee =
            near.iter().flatten().any(|weapon_use| range_half_metres(situation, *weapon_use) == 0);
        let far = has_melee.then(|| longest_reach(situation)).flatten();
        Self { near, near_factors, far, area: AreaWeapon::find(situation), has_melee }
    }

    /// What a unit in this state can still do.
    pub fn turn_left(&self, situation: &Situation, fighter: &UnitSnapshot) -> TurnLeft {
        let near = situation.actions_left(fighter, self.near.iter().flatten().next().copied());
        let far = self.far.map_or(near, |weapon_use| situation.actions_left(fighter, Some(weapon_use)));
        let area = self.area.map(|area| area.limit(situation.actions_left(fighter, Some(area.weapon_use))));
        TurnLeft { near, far, area: area.unwrap_or_default() }
    }

    /// Whether the unit would better attack from elsewhere: at its position it uses its body, while it has a weapon in hand that
    /// reaches far.
    pub fn prefers_distance(&self, position: &CandidatePosition, situation: &Situation) -> bool {
        let uses_body = |(_, weapon_use, _): (usize, WeaponUse, f64)| {
            situation.me.inventory.get(weapon_use.weapon).is_some_and(lost_weapons::is_body)
        };
        self.far.is_some() && position.attack.is_some_and(uses_body)
    }

    /// Whether the attack from a position is one with the area weapon.
    pub fn uses_area(&self, position: &CandidatePosition) -> bool {
        let both = self.area.zip(position.attack);
        both.is_some_and(|(area, (_, weapon_use, _))| area.weapon_use == weapon_use)
    }

    /// Whether one of the weapons reaches far.
    pub fn has_ranged(&self, situation: &Situation) -> bool {
        let mut uses = self.near.iter().flatten().chain(&self.far);
        self.area.is_some() || uses.any(|weapon_use| range_half_metres(situation, *weapon_use) > 0)
    }
}

/// The use of a weapon in hand with the longest reach, if it reaches far; explosives are scored elsewhere.
fn longest_reach(situation: &Situation) -> Option<WeaponUse> {
    let explodes = |weapon: usize| {
        let weapon = situation.me.inventory[weapon].weapon();
        play::blast_profile(&situation.fighter, weapon, situation.view.rules()).is_some()
    };
    let uses = situation.weapon_uses().into_iter().filter(|weapon_use| {
        range_half_metres(situation, *weapon_use) > 0
            && !explodes(weapon_use.weapon)
            && is_announced(situation, weapon_use.weapon)
    });
    uses.max_by_key(|weapon_use| rank_weapon_use(situation, *weapon_use))
}

/// Whether a weapon can be used on a known enemy by what the unit has announced: where it has announced attacks, no other weapon
/// can be used.
pub(super) fn is_announced(situation: &Situation, weapon: usize) -> bool {
    let announced = situation.view.queued_attacks(&situation.me);
    let mut attacks = situation.enemies.iter().map(|enemy| QueuedAttack::on_unit(weapon, enemy.id));
    announced.is_empty() || attacks.any(|attack| announced.iter().any(|(queued, _)| queued.includes(attack)))
}

/// The targets of the attacks that a unit has announced and not made yet.
pub(super) fn announced_targets(view: &BattleView, me: &UnitDataItem) -> Vec<UnitId> {
    let announced = view.queued_attacks(me).into_iter();
    let targets = announced.filter_map(|(attack, _)| match attack {
        QueuedAttack::Unit { target, .. } => Some(target),
        QueuedAttack::Weapon { .. } | QueuedAttack::Place => None,
    });
    targets.collect()
}

/// The most promising weapon use against each enemy from the current cell, by enemy index, with the factor for what it is worth.
fn best_weapon_uses(situation: &Situation, odds_cache: &mut AiOddsCache) -> Vec<(Option<WeaponUse>, f64)> {
    let weapon_uses = situation.weapon_uses();
    let me = &situation.me;
    let mut fallback_use: Option<WeaponUse> = None;
    let mut best_uses: Vec<(Option<WeaponUse>, f64)> = Vec::new();
    let announced = situation.view.queued_attacks(me);
    // Area attacks are scored elsewhere, unless the unit has no other: some books treat all weapons alike.
    let is_area = |weapon_use: &WeaponUse| me.inventory[weapon_use.weapon].needs_bystanders();
    let has_plain_use = weapon_uses.iter().any(|weapon_use| !is_area(weapon_use));
    for enemy in &situation.enemies {
        let line = situation.exposure(enemy);
        let mut best: Option<(f64, WeaponUse, f64)> = None;
        let mut seems_best: f64 = 0.0;
        for weapon_use in &weapon_uses {
            if (has_plain_use && is_area(weapon_use)) || !situation.considers(*weapon_use, enemy) {
                continue;
            }
            let from = (situation.unit, *weapon_use, me.cell());
            let Some(estimate) = odds_cache.estimate(from, (enemy.id, enemy.cell), line) else { continue };
            let count = situation.affordable_attacks(&situation.fighter, *weapon_use).max(1);
            let attacks = f64::from(count);
            // All players know which of their weapons fells a target.
            let score = estimate.score(enemy.health_left) * attacks;
            let felled = situation.felling_chance(estimate.out, count);
            let finishing = situation.finishing_weight(enemy, felled);
            let seems = estimate.score_with(enemy.health_left, finishing) * attacks;
            seems_best = seems_best.max(seems);
            if best.is_none_or(|(known, ..)| score > known) {
                best = Some((score, *weapon_use, seems));
            }
        }
        // Out of reach of what was announced against it, the unit has to come near enough for that.
        let announced_use = || {
            let is_announced = |weapon: usize| {
                let attack = QueuedAttack::on_unit(weapon, enemy.id);
                announced.iter().any(|(queued, _)| queued.includes(attack))
            };
            weapon_uses.iter().find(|weapon_use| is_announced(weapon_use.weapon)).copied()
        };
        let best_use = best.map(|(_, weapon_use, _)| weapon_use).or_else(announced_use);
        fallback_use = fallback_use.or(best_use);
        let factor = best.filter(|(.., seems)| *seems > 0.0).map_or(1.0, |(.., seems)| seems_best / seems);
        best_uses.push((best_use, factor));
    }
    // Against enemies out of reach: the use that serves against others, or the one with the longest reach.
    let fallback = fallback_use.or_else(|| {
        weapon_uses.iter().max_by_key(|weapon_use| rank_weapon_use(situation, **weapon_use)).copied()
    });
    best_uses.into_iter().map(|(best_use, factor)| (best_use.or(fallback), factor)).collect()
}

/// Range of a weapon in half metres; 0 in melee.
pub(super) fn range_half_metres(situation: &Situation, weapon_use: WeaponUse) -> u32 {
    match situation.me.inventory[weapon_use.weapon].reach() {
        WeaponReach::Melee { .. } => 0,
        WeaponReach::Ranged { metres } => 2 * metres,
    }
}

/// Ranks by reach, then by lower index.
pub(super) fn rank_weapon_use(situation: &Situation, weapon_use: WeaponUse) -> (u32, usize) {
    let carried = &situation.me.inventory[weapon_use.weapon];
    let reach = match carried.reach() {
        WeaponReach::Melee { beyond } => beyond,
        WeaponReach::Ranged { metres } => 1000 + metres,
    };
    (reach, usize::MAX - weapon_use.weapon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_rng::AiRng;
    use crate::memory::PhaseMemory;
    use crate::planning::line_of_fire_cache::LineOfFireCache;
    use crate::planning::situation::tests::for_each_unit;
    use crate::{AiWeights, Difficulty, Personality};
    use rules::Book;

    /// Several attacks with one weapon against one with another.
    #[test]
    fn attacks_are_worth_what_they_do_to_players_that_count_chances_to_finish() {
        for book in Book::ALL {
            for_each_unit(book, |view, unit| {
                let weights = AiWeights::new(Difficulty::Master, Personality::Even);
                let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
                let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
                let mut situation = situation.expect("it is on the map");
                situation.fighter = view.snapshot_at_next_phase(unit).expect("no phase is lost");
                let mut lines = LineOfFireCache::default();
                let mut odds_cache = AiOddsCache::new(view, &mut lines, 1000);
                let factors = AttackMethods::choose(&situation, &mut odds_cache).near_factors;
                assert!(factors.iter().all(|factor| (factor - 1.0).abs() < 1e-9), "{book:?}: {factors:?}");
            });
        }
    }
}
