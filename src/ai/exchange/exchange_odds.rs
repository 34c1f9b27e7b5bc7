//! Odds of the attacks of an expected exchange, by attacker, target and their cells.

use rustc_hash::FxHashMap;

use super::combatant::Combatant;
use crate::planning::line_of_fire_cache::PlacedBody;
use crate::planning::odds_cache::{AiOddsCache, OddsEstimate, TargetPosture, WeaponUse};
use field::{Body, TargetExposure};
use model::{Cell, UnitId};
use rules::WeaponReach;

/// An attacker and its cell, a target, its cell and what protects it there.
type PairKey = (u8, Cell, u8, Cell, Shelter);

/// What protects a target on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shelter {
    /// What is in the way, without cover that it has taken.
    Found,
    /// The same, in cover that it has taken.
    Taken,
    /// Nothing: it is attacked as if nothing hid it.
    Ignored,
}

impl Shelter {
    /// Shelter of a unit that has taken cover, or has not.
    pub const fn of(is_covered: bool) -> Self {
        if is_covered { Self::Taken } else { Self::Found }
    }
}

/// Lines of fire and odds of single attacks.
pub(super) trait AttackOdds {
    /// Exposure of a target to a shooter; `None` if there is no line of sight.
    fn exposure(&mut self, from: PlacedBody, to: PlacedBody) -> Option<TargetExposure>;

    /// Odds of an attack on a target in a posture; `None` if it is not allowed.
    fn estimate_posture(
        &mut self,
        attack: (UnitId, WeaponUse, Cell),
        target: (UnitId, Cell),
        exposure: TargetExposure,
        posture: TargetPosture,
    ) -> Option<OddsEstimate>;

    /// Whether an attack crosses something beside its target: only then taking cover there keeps it off.
    fn crosses_cover(&mut self, from: PlacedBody, to: PlacedBody) -> bool;

    /// Whether no more odds can be computed.
    fn is_spent(&self) -> bool {
        false
    }
}

impl AttackOdds for AiOddsCache<'_> {
    fn exposure(&mut self, from: PlacedBody, to: PlacedBody) -> Option<TargetExposure> {
        AiOddsCache::exposure(self, from, to)
    }

    fn estimate_posture(
        &mut self,
        attack: (UnitId, WeaponUse, Cell),
        target: (UnitId, Cell),
        exposure: TargetExposure,
        posture: TargetPosture,
    ) -> Option<OddsEstimate> {
        AiOddsCache::estimate_posture(self, attack, target, exposure, posture)
    }

    fn crosses_cover(&mut self, from: PlacedBody, to: PlacedBody) -> bool {
        AiOddsCache::crosses_cover(self, from, to)
    }

    fn is_spent(&self) -> bool {
        AiOddsCache::is_spent(self)
    }
}

/// Odds of the attacks of each pair, with each of the attacker's methods.
pub(super) struct ExchangeOdds<'a, O> {
    attack_odds: &'a mut O,
    /// Where the odds of a pair begin.
    known: FxHashMap<PairKey, usize>,
    odds: Vec<Option<OddsEstimate>>,
}

impl<'a, O: AttackOdds> ExchangeOdds<'a, O> {
    pub fn new(attack_odds: &'a mut O) -> Self {
        Self { attack_odds, known: FxHashMap::default(), odds: Vec::new() }
    }

    /// Whether no more odds can be computed: attacks that are not known yet then count as impossible.
    pub fn is_spent(&self) -> bool {
        self.attack_odds.is_spent()
    }

    /// Odds of the attacks of a unit on a cell on another one, in the order of its methods; `None` for those that are not
    /// possible.
    pub fn of_pair(
        &mut self,
        units: &[Combatant],
        (attacker, from): (usize, Cell),
        (target, at, shelter): (usize, Cell, Shelter),
    ) -> &[Option<OddsEstimate>] {
        let key = (attacker as u8, from, target as u8, at, shelter);
        let count = units[attacker].methods.len();
        let start = match self.known.get(&key) {
            Some(start) => *start,
            None => {
                let start = self.odds.len();
                self.add_pair((&units[attacker], from), (&units[target], at, shelter));
                self.known.insert(key, start);
                start
            }
        };
        &self.odds[start..start + count]
    }

    fn add_pair(
        &mut self,
        (attacker, from): (&Combatant, Cell),
        (target, at, shelter): (&Combatant, Cell, Shelter),
    ) {
        let distance = from.chebyshev_distance(at);
        let body = |unit: &Combatant, cell| if unit.cell == cell { unit.body } else { Body::STANDING };
        let bodies = ((from, body(attacker, from)), (at, body(target, at)));
        let is_reached = attacker.methods.iter().any(|method| is_in_reach(method.reach, distance));
        let posture = match (shelter, target.is_covered && target.cell == at) {
            (Shelter::Ignored, _) | (Shelter::Found, true) => TargetPosture::Exposed,
            // Cover that an attack does not cross keeps nothing off.
            (Shelter::Taken, false) if is_reached && self.attack_odds.crosses_cover(bodies.0, bodies.1) => {
                TargetPosture::Covered
            }
            _ => TargetPosture::Current,
        };
        let mut line = None;
        for method in &attacker.methods {
            let estimate = if is_in_reach(method.reach, distance) {
                let line = line.get_or_insert_with(|| self.attack_odds.exposure(bodies.0, bodies.1));
                let attack = (attacker.id, method.weapon_use, from);
                line.and_then(|line| {
                    let posture = posture_of_blow(method.reach, line).unwrap_or(posture);
                    self.attack_odds.estimate_posture(attack, (target.id, at), line, posture)
                })
            } else {
                None
            };
            self.odds.push(estimate);
        }
    }

    /// Odds of one weapon use from the acting unit's plan.
    pub fn attack_with(
        &mut self,
        (attacker, weapon_use, from): (&Combatant, WeaponUse, Cell),
        target: &Combatant,
    ) -> Option<OddsEstimate> {
        // A unit that lies crawls.
        let line = self.attack_odds.exposure((from, attacker.body), (target.cell, target.body))?;
        let (attack, at) = ((attacker.id, weapon_use, from), (target.id, target.cell));
        self.attack_odds.estimate_posture(attack, at, line, TargetPosture::Current)
    }
}

/// The posture of the target of a blow at which glass is in the way, whatever cover it has; `None` for other attacks.
fn posture_of_blow(reach: WeaponReach, line: TargetExposure) -> Option<TargetPosture> {
    let is_stopped = matches!(reach, WeaponReach::Melee { .. }) && line.pierces.is_some();
    is_stopped.then_some(TargetPosture::Current)
}

/// Whether a weapon may reach over this many cells; the rules decide how far a shot carries.
pub(super) const fn is_in_reach(reach: WeaponReach, distance: u32) -> bool {
    match reach {
        WeaponReach::Melee { beyond } => distance <= beyond + 1,
        WeaponReach::Ranged { .. } => true,
    }
}

#[cfg(test)]
mod tests;
