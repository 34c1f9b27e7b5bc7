//! Units and odds for tests of exchanges.

use super::combatant::{AttackMethod, Combatant, PhaseActions};
use super::exchange_odds::AttackOdds;
use crate::planning::line_of_fire_cache::PlacedBody;
use crate::planning::odds_cache::{OddsEstimate, TargetPosture, WeaponUse};
use field::{Body, TargetExposure};
use model::{BarrierId, Cell, UnitId};
use rules::WeaponReach;

/// A weapon by its slot.
pub(super) const fn slot(weapon: usize) -> WeaponUse {
    WeaponUse { weapon, mode: None, option: None }
}

/// An estimate without knockdown, with the spread of a d6.
pub(super) const fn odds(out: f64, harm: f64, mean: f64) -> OddsEstimate {
    OddsEstimate { out, harm, mean, knockdown: 0.0, spread: 3.0 }
}

/// One attack per phase with a weapon, standing; none after a move.
pub(super) const fn method(weapon_use: WeaponUse, reach: WeaponReach) -> AttackMethod {
    let standing = PhaseActions { attacks: 1, attacks_with_cover: None };
    let walked = PhaseActions { attacks: 0, attacks_with_cover: None };
    AttackMethod { weapon_use, reach, standing, walked, max_move: 0 }
}

/// The same unit, with these attacks after a walk to one of these cells.
pub(super) fn walking(unit: Combatant, walked: PhaseActions, cells: &[i32]) -> Combatant {
    let methods = unit.methods.iter().map(|method| AttackMethod { walked, ..*method }).collect();
    Combatant { methods, spots: cells.iter().map(|x| Cell::new(*x, 0)).collect(), ..unit }
}

/// A unit with 10 points left of its full health that has one attack per phase with a ranged weapon and does not walk.
pub(super) fn combatant(id: u32, is_own: bool, x: i32) -> Combatant {
    Combatant {
        id: UnitId(id),
        is_own,
        cell: Cell::new(x, 0),
        body: Body::STANDING,
        is_covered: false,
        methods: vec![method(slot(0), WeaponReach::Ranged { metres: 60 })],
        spots: Vec::new(),
        stride: 4,
        far_spots: Vec::new(),
        cover_cells: Vec::new(),
        points: 10.0,
        share: 1.0,
        value: 1.0,
        is_decisive: false,
        is_waiting: false,
        is_holding: false,
        is_doomed: false,
        order: (1, false, UnitId(id)),
    }
}

/// The same without a weapon.
pub(super) fn unarmed(id: u32, is_own: bool, x: i32) -> Combatant {
    Combatant { methods: Vec::new(), ..combatant(id, is_own, x) }
}

/// An attack that odds are asked for: attacker, weapon, cell of the attacker, target, its cell and posture.
pub(super) type AskedAttack = (UnitId, usize, Cell, UnitId, Cell, TargetPosture);

/// Odds by a function, which notes what it is asked.
pub(super) struct TableOdds<F> {
    pub estimate: F,
    pub asked: Vec<AskedAttack>,
    /// Squares east of this one are out of sight of those west of it.
    pub wall_x: Option<i32>,
    /// Glass to the east of this column.
    pub pane_x: Option<i32>,
    /// Whether attacks pass beside the cover of their targets.
    pub is_cover_passed: bool,
}

impl<F: Fn(AskedAttack) -> Option<OddsEstimate>> TableOdds<F> {
    pub const fn new(estimate: F) -> Self {
        Self { estimate, asked: Vec::new(), wall_x: None, pane_x: None, is_cover_passed: false }
    }
}

impl<F: Fn(AskedAttack) -> Option<OddsEstimate>> AttackOdds for TableOdds<F> {
    fn exposure(&mut self, (from, _): PlacedBody, (to, _): PlacedBody) -> Option<TargetExposure> {
        let parts = |column: Option<i32>| column.is_some_and(|x| (from.x > x) != (to.x > x));
        let pierces = parts(self.pane_x).then_some(BarrierId(0));
        (!parts(self.wall_x)).then_some(TargetExposure { hidden: 0, pierces })
    }

    fn crosses_cover(&mut self, _: PlacedBody, _: PlacedBody) -> bool {
        !self.is_cover_passed
    }

    fn estimate_posture(
        &mut self,
        (attacker, weapon_use, from): (UnitId, WeaponUse, Cell),
        (target, at): (UnitId, Cell),
        _: TargetExposure,
        posture: TargetPosture,
    ) -> Option<OddsEstimate> {
        let attack = (attacker, weapon_use.weapon, from, target, at, posture);
        self.asked.push(attack);
        (self.estimate)(attack)
    }
}
