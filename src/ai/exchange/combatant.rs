//! Units of an expected exchange: their methods of attack, how often they can attack, and the cells from which they do
//! so.

use crate::planning::known_unit::KnownUnit;
use crate::planning::odds_cache::WeaponUse;
use crate::planning::positions::CandidatePositions;
use crate::planning::situation::Situation;
use crate::planning::unit_estimate::{affordable_attacks, after_paying, health_points_left, is_doomed};
use crate::win_chance::health_left;
use battle::{BattleView, CarriedItem, NextTurn, SafePaths, UnitDataItem};
use field::Body;
use model::{Cell, UnitId};
use rules::turn_engine::{Action, turn_order};
use rules::{ActionRequest, UnitSnapshot, WeaponReach, play};

/// Maximum cells that a unit may walk to.
const MAX_SPOTS: usize = 28;
/// Maximum cells among them with something to take cover behind.
const MAX_COVER_SPOTS: usize = 14;
/// Maximum methods of attack of a unit.
pub(super) const MAX_METHODS: usize = 6;

/// Cells that a unit reaches, with their costs.
type ReachedCells = Vec<(Cell, u32)>;

/// What a unit can do in a phase with one of its methods of attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PhaseActions {
    /// Attacks.
    pub attacks: u32,
    /// Attacks besides taking cover; `None` if it cannot do so.
    pub attacks_with_cover: Option<u32>,
}

/// A weapon with a fire mode, and how often a unit attacks with it. What it takes to reload the weapon and to change its
/// mode is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttackMethod {
    pub weapon_use: WeaponUse,
    pub reach: WeaponReach,
    /// In a phase without walking.
    pub standing: PhaseActions,
    /// After a walk; nothing for a unit that cannot walk.
    pub walked: PhaseActions,
    /// How far the unit may move before one attack, in cells: with a run or a charge farther than it walks.
    pub max_move: u32,
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
    /// Its methods of attack, at most [`MAX_METHODS`].
    pub methods: Vec<AttackMethod>,
    /// Cells that it may walk to, and how far it walks in a phase, in cells.
    pub spots: Vec<Cell>,
    pub stride: u32,
    /// Cells near opponents that are too far to walk to, with the length of the way in cells.
    pub far_spots: ReachedCells,
    /// Cells that it may walk to, and its own, with something to take cover behind.
    pub cover_cells: Vec<Cell>,
    /// Damage it can still take, and the share of its health that this is.
    pub points: f64,
    pub share: f64,
    /// Value of putting it out of action.
    pub value: f64,
    /// Whether its next move may decide the battle: it then makes that move.
    pub is_decisive: bool,
    /// Whether its phase in this pass is still to come.
    pub is_waiting: bool,
    /// Whether it holds its phase of this pass, and may still use it after any other one.
    pub is_holding: bool,
    /// Whether it goes down at the end of the round anyway.
    pub is_doomed: bool,
    /// Place in the order of phases, the first one lowest: the number of units that surely act before it, and, where nothing has
    /// decided a tie yet, opponents of the side that decides first.
    pub order: (usize, bool, UnitId),
}

impl Combatant {
    /// All units of a situation; the first is the acting one.
    pub fn collect(situation: &Situation, positions: &CandidatePositions) -> Vec<Self> {
        let view = situation.view;
        let me = &situation.me;
        let opponents: Vec<Cell> = situation.enemies.iter().map(|enemy| enemy.cell).collect();
        let mut own_cells = vec![me.cell()];
        own_cells.extend(situation.friends.iter().map(|friend| friend.cell));
        let mut reached: ReachedCells =
            positions.positions.iter().skip(1).map(|position| (position.cell, position.cost)).collect();
        reached.sort_unstable_by_key(|(cell, _)| *cell);
        let own_uses: Vec<WeaponUse> = situation
            .weapon_uses()
            .into_iter()
            .filter(|weapon_use| !me.inventory[weapon_use.weapon].needs_bystanders())
            .collect();
        let phase = ComingPhase::of_unit(view, me);
        let methods = own_uses.into_iter().filter_map(|weapon_use| phase.method(view, me, weapon_use, 0));
        let methods = methods.take(MAX_METHODS).collect();
        let mut all =
            vec![Self::new((view, me), (true, None), &phase, methods, (reached, Vec::new()), &opponents)];
        let mut push = |known: &KnownUnit, is_own: bool, targets: &[Cell]| {
            let Some(unit) = view.unit(known.id) else { return };
            let phase = ComingPhase::of_unit(view, &unit);
            let methods = phase.all_methods(view, &unit);
            let (reached, far) = phase.reachable_cells(view, &unit, &methods, targets);
            all.push(Self::new(
                (view, &unit),
                (is_own, Some(known)),
                &phase,
                methods,
                (reached, far),
                targets,
            ));
        };
        for friend in &situation.friends {
            push(friend, true, &opponents);
        }
        for enemy in &situation.enemies {
            push(enemy, false, &own_cells);
        }
        place_in_order(view, &mut all);
        all
    }

    fn new(
        (view, unit): (&BattleView, &UnitDataItem),
        (is_own, known): (bool, Option<&KnownUnit>),
        phase: &ComingPhase,
        methods: Vec<AttackMethod>,
        (reached, far): (ReachedCells, ReachedCells),
        targets: &[Cell],
    ) -> Self {
        let is_waiting = view.awaits_phase(unit);
        let is_holding = !is_waiting && phase.start.is_some() && view.can_step_in(unit);
        let spots = select_spots(view, reached, targets);
        let far_spots = select_far_spots(&spots, &far, targets);
        let grid = view.field().grid();
        let has_cover = |cell: &Cell| field::can_take_cover(grid, *cell);
        let cover_cells = spots.iter().copied().chain([unit.cell()]).filter(has_cover).collect();
        Self {
            id: *unit.id,
            is_own,
            cell: unit.cell(),
            body: unit.body(),
            is_covered: unit.cover.is_taken(),
            methods,
            spots,
            stride: phase.walk / 2,
            far_spots,
            cover_cells,
            points: health_points_left(view, unit),
            share: health_left(view, unit).0,
            value: known.map_or(1.0, |known| known.value),
            is_decisive: known.is_some_and(|known| known.is_decisive),
            is_waiting,
            is_holding,
            is_doomed: is_doomed(unit),
            order: (0, is_own, *unit.id),
        }
    }

    /// Whether it can take cover in its phase without walking, or after a walk.
    pub fn can_take_cover(&self, walks: bool) -> bool {
        self.methods.iter().any(|method| {
            let actions = if walks { method.walked } else { method.standing };
            actions.attacks_with_cover.is_some()
        })
    }
}

/// Gives units their places in the order of phases.
fn place_in_order(view: &BattleView, units: &mut [Combatant]) {
    let entry = |unit: &Combatant| Some(view.turn_order_entry(&view.unit(unit.id)?));
    let entries: Vec<turn_order::InitiativeEntry> = units.iter().filter_map(entry).collect();
    let (coins, mode) = (view.round().coins(), view.rules().engine.tie_mode);
    for unit in units {
        let Some(own) = entries.iter().find(|entry| entry.id == unit.id) else { continue };
        let earlier = entries.iter().filter(|other| !turn_order::may_act_before(own, other, coins, mode));
        unit.order.0 = earlier.count();
    }
}

/// The phase that a unit has next, as far as its budget decides.
struct ComingPhase {
    /// The unit at its beginning; `None` if it loses that phase, and does nothing in it.
    start: Option<UnitSnapshot>,
    /// The unit after a walk; `None` if it cannot walk.
    walked: Option<UnitSnapshot>,
    /// How far it walks, in half metres.
    walk: u32,
}

impl ComingPhase {
    fn of_unit(view: &BattleView, unit: &UnitDataItem) -> Self {
        let start = view.snapshot_at_coming_phase(unit);
        let rules = view.rules();
        let walk = ActionRequest::for_action(Action::Walk);
        let walked = start.as_ref().and_then(|start| after_paying(start, walk, rules));
        let walk = start.as_ref().map_or(0, |start| play::move_budget(start, rules).walk_left);
        Self { start, walked, walk }
    }

    /// All methods of attack with the weapons in hand.
    fn all_methods(&self, view: &BattleView, unit: &UnitDataItem) -> Vec<AttackMethod> {
        let turn = self.start.clone().map(|start| view.turn_from(unit, start));
        let NextTurn { attacks, .. } = turn.unwrap_or_default();
        let methods = attacks.iter().flat_map(|attack| {
            let modes = unit.inventory[attack.weapon].modes();
            let modes = modes.iter().map(|mode| Some(*mode)).chain(modes.is_empty().then_some(None));
            modes.filter_map(move |mode| {
                let weapon_use = WeaponUse { weapon: attack.weapon, mode, option: None };
                self.method(view, unit, weapon_use, attack.max_move)
            })
        });
        methods.take(MAX_METHODS).collect()
    }

    /// A method of attack, after moves of at most this many half metres; `None` if the unit cannot attack with it.
    fn method(
        &self,
        view: &BattleView,
        unit: &UnitDataItem,
        weapon_use: WeaponUse,
        max_move: u32,
    ) -> Option<AttackMethod> {
        let carried = unit.inventory.get(weapon_use.weapon)?;
        let actions = |state: &Option<UnitSnapshot>| {
            state.as_ref().map(|state| phase_actions(view, state, weapon_use, carried)).unwrap_or_default()
        };
        let (standing, walked) = (actions(&self.start), actions(&self.walked));
        let reach = carried.reach();
        // A mode that leaves no time for a walk leaves none for a longer way.
        let can_charge = walked.attacks > 0 || matches!(reach, WeaponReach::Melee { .. });
        let max_move = if can_charge { max_move / 2 } else { 0 };
        let attacks = standing.attacks > 0 || walked.attacks > 0 || max_move > 0;
        attacks.then_some(AttackMethod { weapon_use, reach, standing, walked, max_move })
    }

    /// Cells that the unit walks to, and those that it reaches for an attack in another way, with their costs in half metres.
    fn reachable_cells(
        &self,
        view: &BattleView,
        unit: &UnitDataItem,
        methods: &[AttackMethod],
        targets: &[Cell],
    ) -> (ReachedCells, ReachedCells) {
        let (grid, from) = (view.field().grid(), unit.cell());
        let sees = |target: &Cell| field::line_of_sight(grid, from, unit.body(), *target, Body::STANDING);
        let is_wanted = |method: &&AttackMethod| {
            let within = |cells: u32| targets.iter().any(|target| from.chebyshev_distance(*target) <= cells);
            2 * method.max_move > self.walk
                && match method.reach {
                    WeaponReach::Melee { beyond } => within(method.max_move + beyond + 1),
                    WeaponReach::Ranged { .. } => within(2 * method.max_move) && !targets.iter().any(sees),
                }
        };
        let far = methods.iter().filter(is_wanted).map(|method| 2 * method.max_move).max();
        let budget = far.map_or(self.walk, |far| far.max(self.walk));
        if budget == 0 {
            return (Vec::new(), Vec::new());
        }
        let paths = SafePaths::from_unit(view, unit, budget);
        paths.cells().filter(|(cell, _)| *cell != from).partition(|(_, cost)| *cost <= self.walk)
    }
}

fn phase_actions(
    view: &BattleView,
    state: &UnitSnapshot,
    weapon_use: WeaponUse,
    carried: &CarriedItem,
) -> PhaseActions {
    let attacks = |state: &UnitSnapshot| {
        let ready = view.ready_to_attack(state, (weapon_use.weapon, carried), weapon_use.mode);
        ready.map_or(0, |ready| affordable_attacks(&ready, weapon_use, view.rules()))
    };
    let covered = after_paying(state, ActionRequest::for_action(Action::TakeCover), view.rules());
    PhaseActions { attacks: attacks(state), attacks_with_cover: covered.map(|covered| attacks(&covered)) }
}

/// The cells that matter: the nearest to each opponent, those with something to take cover behind, and some others.
fn select_spots(view: &BattleView, reached: ReachedCells, targets: &[Cell]) -> Vec<Cell> {
    let grid = view.field().grid();
    let mut spots: Vec<Cell> = Vec::new();
    for target in targets {
        let nearest =
            reached.iter().min_by_key(|(cell, cost)| (cell.distance_squared(*target), *cost, *cell));
        spots.extend(nearest.map(|(cell, _)| *cell));
    }
    let (cover, open): (Vec<_>, Vec<_>) =
        reached.into_iter().partition(|(cell, _)| field::can_take_cover(grid, *cell));
    let mut spread = |cells: ReachedCells, most: usize| {
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

/// The cells that a walk does not reach and that are nearer to an opponent than those that it does, one for each opponent.
fn select_far_spots(spots: &[Cell], far: &[(Cell, u32)], targets: &[Cell]) -> ReachedCells {
    let nearest_far = |target: &Cell| {
        let walked = spots.iter().map(|cell| cell.distance_squared(*target)).min().unwrap_or(u32::MAX);
        let nearer = far.iter().filter(|(cell, _)| cell.distance_squared(*target) < walked);
        let nearest = nearer.min_by_key(|(cell, cost)| (cell.distance_squared(*target), *cost, *cell));
        nearest.map(|(cell, cost)| (*cell, cost.div_ceil(2)))
    };
    let mut chosen: Vec<_> = targets.iter().filter_map(nearest_far).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::situation::tests::for_each_unit;
    use rules::Book;

    #[test]
    fn units_have_methods_of_attack_in_every_book() {
        for book in Book::ALL {
            for_each_unit(book, |view, unit| {
                let phase = ComingPhase::of_unit(view, unit);
                let methods = phase.all_methods(view, unit);
                let name = unit.identity.name();
                assert!(methods.len() <= MAX_METHODS, "{book:?} {name}");
                assert!(
                    methods.iter().any(|method| method.standing.attacks > 0),
                    "{book:?} {name}: {methods:?}"
                );
                let walks = methods.iter().filter(|method| method.walked.attacks > 0);
                let shorter = walks.filter(|method| method.max_move < phase.walk / 2).count();
                assert_eq!(shorter, 0, "{book:?} {name} walks {}: {methods:?}", phase.walk);
            });
        }
    }

    /// A Move leaves time for a shot, a Run does not; a Charge is longer than a Move and ends in a melee attack.
    #[test]
    fn cs_base_20_a_charge_is_a_way_to_attack() {
        let (mut shots, mut charges) = (0, 0);
        for_each_unit(Book::Circumstances, |view, unit| {
            let phase = ComingPhase::of_unit(view, unit);
            for method in phase.all_methods(view, unit) {
                match method.reach {
                    WeaponReach::Melee { .. } => {
                        charges += 1;
                        assert!(2 * method.max_move > phase.walk, "{method:?} beyond {}", phase.walk);
                    }
                    WeaponReach::Ranged { .. } => {
                        shots += 1;
                        assert!(2 * method.max_move <= phase.walk, "{method:?} within {}", phase.walk);
                    }
                }
            }
        });
        assert!(shots > 0 && charges > 0, "{shots} and {charges}");
    }

    /// Nothing has decided yet which of several units with the same score acts first.
    #[test]
    fn a_tied_opponent_comes_first_and_a_lower_score_later() {
        for_each_unit(Book::Circumstances, |view, unit| {
            let combatant = |other: &UnitDataItem| {
                let phase = ComingPhase::of_unit(view, other);
                let cells = || (Vec::new(), Vec::new());
                Combatant::new(
                    (view, other),
                    (other.side == unit.side, None),
                    &phase,
                    Vec::new(),
                    cells(),
                    &[],
                )
            };
            let mut units: Vec<Combatant> = view.units().map(|other| combatant(&other)).collect();
            place_in_order(view, &mut units);
            for (one, other) in units.iter().flat_map(|one| units.iter().map(move |other| (one, other))) {
                let [score, others] = [one, other]
                    .map(|unit| view.turn_order_entry(&view.unit(unit.id).expect("it is on the map")).score);
                assert!(score <= others || one.order < other.order, "{one:?} {other:?}");
                let ties = one.order.0 == other.order.0;
                assert!(!ties || one.is_own || !other.is_own || one.order < other.order, "{one:?} {other:?}");
            }
        });
    }

    #[test]
    fn far_cells_are_those_nearer_to_an_opponent_than_a_walk() {
        let cell = |x| Cell::new(x, 0);
        let far = [(cell(5), 10), (cell(6), 13), (cell(7), 14)];
        let chosen = |targets: &[Cell]| select_far_spots(&[cell(3), cell(4)], &far, targets);
        assert_eq!(chosen(&[cell(8), cell(9)]), [(cell(7), 7)]);
        assert_eq!(chosen(&[cell(6)]), [(cell(6), 7)]);
        assert!(chosen(&[cell(0)]).is_empty());
    }
}
