//! What announced attacks lead to besides the harm to their target: shots after a walk, and what an area catches.

use crate::planning::objective_threat::{WANTED_VALUE, is_wanted_by};
use crate::planning::odds_cache::WeaponUse;
use crate::planning::special_tactics::{Collateral, HELPLESS_ALLY_HARM, SELF_HARM_FACTOR, area_effects};
use crate::planning::unit_estimate::{
    affordable_attacks, after_paying, health_points_left, is_blocked, is_captive_of,
};
use crate::weights::AiWeights;
use battle::{AttackChoice, BattleView, SafePaths, UnitDataItem};
use field::Body;
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, AttackCandidate, CandidateTarget, UnitSnapshot, WeaponReach, play};

/// The shots of a unit on targets that it cannot shoot at from where it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    /// The nearest square in reach of a walk with a clear line, by the slot of the weapon and the target.
    squares: Vec<((usize, UnitId), Cell)>,
    /// Whether a weapon that reaches far can be fired at an enemy, now or after a walk.
    pub can_fire: bool,
}

impl Prospects {
    /// Looks for a square for each shot that is not possible yet.
    pub fn find(view: &BattleView, own: &UnitDataItem, candidates: &[AttackCandidate]) -> Self {
        let reaches_far = |candidate: &AttackCandidate| {
            own.inventory.get(candidate.slot).is_some_and(|carried| !carried.is_melee())
        };
        let can_fire_now = candidates.iter().any(|one| one.is_possible() && reaches_far(one));
        let walked = walked_unit(view, own);
        let is_payable = |one: &AttackCandidate| {
            walked.as_ref().is_some_and(|walked| can_pay(view, own, walked, one.slot))
        };
        let later = candidates.iter().filter(|one| !one.is_possible() && reaches_far(one) && is_payable(one));
        let later: Vec<(usize, UnitId)> =
            later.filter_map(|one| Some((one.slot, one.target.as_ref()?.unit))).collect();
        let reach = if later.is_empty() { Vec::new() } else { cells_in_walk(view, own) };
        let square = |attack: (usize, UnitId)| Some((attack, clear_square(view, own, attack, &reach)?));
        let squares: Vec<_> = later.into_iter().filter_map(square).collect();
        let can_fire = can_fire_now || !squares.is_empty();
        Self { squares, can_fire }
    }

    /// The square from which a weapon can be fired at a target after a walk; `None` if that is possible at once, or from none.
    pub fn square(&self, slot: usize, target: UnitId) -> Option<Cell> {
        self.squares.iter().find(|(attack, _)| *attack == (slot, target)).map(|(_, cell)| *cell)
    }

    /// Whether an attack on a target can be made, at once or after a walk, and the cell from which it would be made.
    pub fn place(&self, candidate: &AttackCandidate, target: &CandidateTarget) -> (bool, Cell) {
        let square = self.square(candidate.slot, target.unit);
        (candidate.is_possible() || square.is_some(), square.unwrap_or(target.from))
    }
}

/// A unit in its next phase after a walk; `None` if it cannot walk.
fn walked_unit(view: &BattleView, own: &UnitDataItem) -> Option<UnitSnapshot> {
    let start = view.snapshot_at_next_phase(own)?;
    after_paying(&start, ActionRequest::for_action(Action::Walk), view.rules())
}

/// Whether a unit in a state can pay for an attack with a weapon in hand.
fn can_pay(view: &BattleView, own: &UnitDataItem, state: &UnitSnapshot, slot: usize) -> bool {
    let mode = own.inventory.get(slot).and_then(|carried| carried.mode());
    affordable_attacks(state, WeaponUse { weapon: slot, mode, option: None }, view.rules()) > 0
}

/// The squares that a unit reaches with a walk in its next phase, the nearest first.
fn cells_in_walk(view: &BattleView, own: &UnitDataItem) -> Vec<Cell> {
    let Some(start) = view.snapshot_at_next_phase(own) else { return Vec::new() };
    let walk = play::move_budget(&start, view.rules()).walk_left;
    if walk == 0 {
        return Vec::new();
    }
    let paths = SafePaths::from_unit(view, own, walk);
    let mut cells: Vec<(u32, Cell)> = paths.cells().map(|(cell, cost)| (cost, cell)).collect();
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).filter(|cell| *cell != own.cell()).collect()
}

/// The first of some squares from which nothing is in the way of a shot at a target in range, and the weapon can be used.
fn clear_square(
    view: &BattleView,
    own: &UnitDataItem,
    (slot, target): (usize, UnitId),
    cells: &[Cell],
) -> Option<Cell> {
    let carried = own.inventory.get(slot)?;
    let WeaponReach::Ranged { metres } = carried.reach() else { return None };
    let other = view.unit(target)?;
    let (grid, at) = (view.field().grid(), other.cell());
    let choice = AttackChoice { unit: *own.id, weapon: slot, mode: carried.mode(), option: None };
    let is_usable = |cell: Cell| {
        let request = view.attack_request_between((choice, cell), (target, at));
        request.is_some_and(|request| play::impossible_attack(&request).is_none())
    };
    let is_clear = |cell: &Cell| {
        let line = || field::line_of_fire(grid, *cell, Body::STANDING, at, other.body());
        cell.chebyshev_distance(at) <= metres
            && !is_blocked(line().target_exposure())
            && view.sight_obstacle(own, *cell, at).is_none()
            && is_usable(*cell)
    };
    cells.iter().copied().find(is_clear)
}

/// What an attack with a weapon from a cell does to others near its target, whose harm has a value; 0 without an area. `None` if it is
/// likely to catch its own side for too little.
pub(super) fn area_worth(
    view: &BattleView,
    own: &UnitDataItem,
    (slot, from, harm): (usize, Cell, f64),
    (target, weights): (&UnitDataItem, &AiWeights),
) -> Option<f64> {
    let Some(carried) = own.inventory.get(slot).filter(|carried| carried.needs_bystanders()) else {
        return Some(0.0);
    };
    let choice = AttackChoice { unit: *own.id, weapon: slot, mode: carried.mode(), option: None };
    let request = view.attack_request_between((choice, from), (*target.id, target.cell()));
    let (Some(request), true) = (request, weights.friendly_fire > 0.0) else { return Some(0.0) };
    let mut others = Collateral::default();
    for (unit, estimate) in area_effects(&request, *target.id) {
        let Some(other) = view.unit(unit) else { continue };
        let effect = estimate.score(health_points_left(view, &other));
        let is_attacker = other.id == own.id;
        if other.side == own.side || is_captive_of(view, &other, *own.side) {
            let loss = match (is_attacker, other.is_fighting()) {
                (true, _) => SELF_HARM_FACTOR * effect,
                (false, true) => effect,
                (false, false) => HELPLESS_ALLY_HARM * estimate.harm,
            };
            others.add_own(&estimate, (loss, weights.friendly_fire), is_attacker);
        } else if view.is_target(own, &other) {
            let wanted = if is_wanted_by(view, &other, *own.side) { WANTED_VALUE } else { 1.0 };
            others.add_enemy(&estimate, wanted * effect);
        }
    }
    (!others.is_reckless(harm)).then(|| others.enemies_with_bonus() + others.friends)
}
