//! Units as an expected exchange sees them.

use crate::planning::odds_cache::WeaponUse;
use crate::planning::positions::CandidatePositions;
use crate::planning::situation::{
    KnownUnit, Situation, affordable_attacks, after_paying, health_points_left, likely_weapon_use,
    weapon_uses_of,
};
use crate::win_chance::health_left;
use battle::{BattleView, SafePaths, UnitDataItem};
use field::Body;
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, RuleSet, UnitSnapshot, WeaponReach, play};

/// Maximum cells that a unit may move to.
const MAX_SPOTS: usize = 28;
/// Maximum cells among them with something to take cover behind.
const MAX_COVER_SPOTS: usize = 14;

/// What a unit can do in a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PhaseActions {
    /// Attacks.
    pub attacks: u32,
    /// Attacks besides taking cover; `None` if it cannot do so.
    pub attacks_with_cover: Option<u32>,
}

/// A unit of an expected exchange.
#[derive(Clone, Debug)]
pub(super) struct Combatant {
    pub id: UnitId,
    /// Whether it belongs to the side that decides.
    pub is_own: bool,
    pub cell: Cell,
    pub body: Body,
    /// Whether it has taken cover.
    pub is_covered: bool,
    pub weapon_uses: Vec<(WeaponUse, WeaponReach)>,
    /// What it can do in a phase without walking, and after a walk.
    pub standing: PhaseActions,
    pub walked: Option<PhaseActions>,
    /// Cells that it may move to, and how far it walks in a phase, in cells.
    pub spots: Vec<Cell>,
    pub stride: u32,
    /// Cells among them, and its own, with something to take cover behind.
    pub cover_cells: Vec<Cell>,
    /// Damage it can still take, and the share of its health that this is.
    pub points: f64,
    pub share: f64,
    /// Value of putting it out of action.
    pub value: f64,
    /// Whether its phase in this pass is still to come.
    pub is_waiting: bool,
    /// Whether it holds its phase of this pass, and may still use it after any other one.
    pub is_holding: bool,
    /// Place in the order of phases, the first one lowest.
    pub order: (i32, UnitId),
}

impl Combatant {
    /// All units of a situation; the first is the acting one.
    pub fn collect(situation: &Situation, positions: &CandidatePositions) -> Vec<Self> {
        let view = situation.view;
        let me = &situation.me;
        let opponents: Vec<Cell> = situation.enemies.iter().map(|enemy| enemy.cell).collect();
        let mut own_cells = vec![me.cell()];
        own_cells.extend(situation.friends.iter().map(|friend| friend.cell));
        let mut reached: Vec<(Cell, u32)> =
            positions.positions.iter().skip(1).map(|position| (position.cell, position.cost)).collect();
        reached.sort_unstable_by_key(|(cell, _)| *cell);
        let mut all = Vec::new();
        let own_uses: Vec<WeaponUse> = situation
            .weapon_uses()
            .into_iter()
            .filter(|weapon_use| !me.inventory[weapon_use.weapon].needs_bystanders())
            .collect();
        all.push(Self::new(view, me, (true, 1.0), own_uses, (reached, &opponents)));
        let mut push = |known: &KnownUnit, is_own: bool, targets: &[Cell]| {
            let Some(unit) = view.unit(known.id) else { return };
            let reached = reachable_cells(view, &unit);
            let uses = likely_uses(&unit);
            all.push(Self::new(view, &unit, (is_own, known.value), uses, (reached, targets)));
        };
        for friend in &situation.friends {
            push(friend, true, &opponents);
        }
        for enemy in &situation.enemies {
            push(enemy, false, &own_cells);
        }
        all
    }

    fn new(
        view: &BattleView,
        unit: &UnitDataItem,
        (is_own, value): (bool, f64),
        uses: Vec<WeaponUse>,
        (reached, targets): (Vec<(Cell, u32)>, &[Cell]),
    ) -> Self {
        let rules = view.rules();
        // A unit that loses its next phase does nothing in it.
        let next = view.snapshot_at_coming_phase(unit);
        let is_waiting = view.awaits_phase(unit);
        let is_holding = !is_waiting && next.is_some() && view.can_step_in(unit);
        let first = uses.first().copied();
        let actions = |state: &UnitSnapshot| phase_actions(state, first, rules);
        let after_walk =
            |state: &UnitSnapshot| after_paying(state, ActionRequest::for_action(Action::Walk), rules);
        let walked = next.as_ref().and_then(after_walk);
        let entry = view.turn_order_entry(unit);
        let stride = next.as_ref().map_or(0, |state| play::move_budget(state, rules).walk_left / 2);
        let spots = select_spots(view, reached, targets);
        let grid = view.field().grid();
        let has_cover = |cell: &Cell| field::can_take_cover(grid, *cell);
        let cover_cells = spots.iter().copied().chain([unit.cell()]).filter(has_cover).collect();
        let reach = |weapon_use: &WeaponUse| unit.inventory[weapon_use.weapon].reach();
        Self {
            id: *unit.id,
            is_own,
            cell: unit.cell(),
            body: unit.body(),
            is_covered: unit.cover.is_taken(),
            weapon_uses: uses.iter().map(|weapon_use| (*weapon_use, reach(weapon_use))).collect(),
            standing: next.as_ref().map(actions).unwrap_or_default(),
            walked: walked.as_ref().map(actions),
            spots,
            cover_cells,
            stride,
            points: health_points_left(view, unit),
            share: health_left(view, unit).0,
            value,
            is_waiting,
            is_holding,
            order: (-entry.score, *unit.id),
        }
    }
}

/// The weapon that another unit is likely to use, in all of its modes.
fn likely_uses(unit: &UnitDataItem) -> Vec<WeaponUse> {
    let Some((likely, _)) = likely_weapon_use(unit) else { return Vec::new() };
    let mut uses = weapon_uses_of(likely.weapon, &unit.inventory[likely.weapon]);
    // An empty weapon is reloaded.
    if uses.is_empty() {
        uses.push(likely);
    }
    uses.truncate(3);
    uses
}

fn phase_actions(snapshot: &UnitSnapshot, weapon_use: Option<WeaponUse>, rules: &RuleSet) -> PhaseActions {
    let attacks = |state: &UnitSnapshot| {
        weapon_use.map_or(0, |weapon_use| affordable_attacks(state, weapon_use, rules))
    };
    let covered = after_paying(snapshot, ActionRequest::for_action(Action::TakeCover), rules);
    PhaseActions { attacks: attacks(snapshot), attacks_with_cover: covered.map(|covered| attacks(&covered)) }
}

/// Cells that a unit reaches with a walk, with their costs.
fn reachable_cells(view: &BattleView, unit: &UnitDataItem) -> Vec<(Cell, u32)> {
    let next = view.snapshot_at_coming_phase(unit);
    let walk = next.map_or(0, |state| play::move_budget(&state, view.rules()).walk_left);
    if walk == 0 {
        return Vec::new();
    }
    let paths = SafePaths::from_unit(view, unit, walk);
    paths.cells().filter(|(cell, _)| *cell != unit.cell()).collect()
}

/// The cells that matter: the nearest to each opponent, those with something to take cover behind, and some others.
fn select_spots(view: &BattleView, reached: Vec<(Cell, u32)>, targets: &[Cell]) -> Vec<Cell> {
    let grid = view.field().grid();
    let mut spots: Vec<Cell> = Vec::new();
    for target in targets {
        let nearest =
            reached.iter().min_by_key(|(cell, cost)| (cell.distance_squared(*target), *cost, *cell));
        spots.extend(nearest.map(|(cell, _)| *cell));
    }
    let (cover, open): (Vec<_>, Vec<_>) =
        reached.into_iter().partition(|(cell, _)| field::can_take_cover(grid, *cell));
    let mut spread = |cells: Vec<(Cell, u32)>, most: usize| {
        let every = cells.len().div_ceil(most.max(1)).max(1);
        spots.extend(cells.into_iter().step_by(every).map(|(cell, _)| cell));
    };
    spread(cover, MAX_COVER_SPOTS);
    let left = MAX_SPOTS - MAX_COVER_SPOTS;
    spread(open, left);
    spots.sort_unstable();
    spots.dedup();
    spots
}
