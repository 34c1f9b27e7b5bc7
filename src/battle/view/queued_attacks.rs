//! Attacks that units queue: which they could make now, and which have become impossible. `AB-CANCEL-01`.

use std::sync::Arc;

use super::battle_view::{AttackChoice, BattleView, UnitDataItem, diagonal_step};
use super::safe_paths::SafePaths;
use crate::state::components::inventory::CarriedItem;
use crate::state::resources::ResolutionStep;
use field::MovementRange;
use model::{Cell, Direction, Distance, Target, UnitId};
use rules::{
    AnnouncedAttack, AttackCandidate, AttackRequest, CandidateTarget, ImpossibleAttack, MovementMode,
    QueuedAttack, RuleViolation, WeaponReach, play,
};

/// Half metres of a way that is longer than any that a unit walks around an obstacle.
const LONG_WAY: u32 = 400;

/// From where an attack is made: the square, and the length of the way to it in half metres.
type Approach = (Cell, u32);

impl BattleView<'_, '_> {
    /// Returns the unit that is asked which attacks it queues, with its candidates in the order of the answers; `None` if
    /// the open prompt is another one. `AB-CANCEL-01`.
    pub fn queue_candidates(&self) -> Option<(UnitId, Vec<AttackCandidate>)> {
        let Some(ResolutionStep::QueueAttacks { unit }) = &self.open_prompt()?.step else { return None };
        Some((*unit, attack_candidates(self, &self.unit(*unit)?)))
    }

    /// Returns the attacks that a unit has queued and not made yet, each with the reason why it cannot be made now, without
    /// the one that the next attack replaces. `AB-CANCEL-01`, `AB-CANCEL-02`.
    pub fn queued_attacks(&self, unit: &UnitDataItem) -> Vec<(QueuedAttack, Option<ImpossibleAttack>)> {
        let me = self.unit_snapshot(unit);
        let mut queued: Vec<_> = play::queued_attacks(&me)
            .into_iter()
            .map(|attack| (attack, impossible_attack(self, unit, attack)))
            .collect();
        let replaced = queued.iter().position(|(_, why)| why.is_some());
        if let Some(replaced) = replaced.filter(|_| play::has_replacement(&me)) {
            queued.remove(replaced);
        }
        queued
    }

    /// Returns the queued attacks of a unit in words, and whether they are possible. `AB-CANCEL-01`.
    pub fn announced_attacks(&self, unit: &UnitDataItem) -> Vec<AnnouncedAttack> {
        let weapon = |slot: u8| {
            let carried = unit.inventory.get(usize::from(slot));
            carried.map_or_else(String::new, |carried| carried.name().to_string())
        };
        let words = |attack: QueuedAttack| match attack {
            QueuedAttack::Unit { slot, target } => {
                let target = self.unit(target);
                let name = target.as_ref().map_or("a unit out of sight", |target| target.identity.name());
                format!("{} at {name}", weapon(slot))
            }
            QueuedAttack::Weapon { slot } => weapon(slot),
            QueuedAttack::Place => "one at a wall or a square".to_owned(),
        };
        let announced = |(attack, obstacle): (QueuedAttack, Option<ImpossibleAttack>)| AnnouncedAttack {
            words: words(attack),
            slays: obstacle.is_some() && self.slays_unconscious(unit, attack),
            obstacle: obstacle.map(|why| self.told_obstacle(unit, attack, why)),
        };
        self.queued_attacks(unit).into_iter().map(announced).collect()
    }

    /// Whether a queued attack can be made on a target that lies unconscious and that the side of its unit still has to slay. It
    /// counts as impossible, so that it can be replaced.
    pub fn slays_unconscious(&self, unit: &UnitDataItem, attack: QueuedAttack) -> bool {
        let QueuedAttack::Unit { slot, target } = attack else { return false };
        self.unit(target).is_some_and(|other| self.is_unfinished(*unit.side, &other))
            && self.way_to_attack(unit, usize::from(slot), target).is_ok()
    }

    /// Returns why a queued attack cannot be made, as a player is told: of a target that lies unconscious and that the side of the
    /// unit still has to slay, what keeps the unit from it, and not that the target is out of the fight.
    pub fn told_obstacle(
        &self,
        unit: &UnitDataItem,
        attack: QueuedAttack,
        why: ImpossibleAttack,
    ) -> ImpossibleAttack {
        let QueuedAttack::Unit { slot, target } = attack else { return why };
        if !self.unit(target).is_some_and(|other| self.is_unfinished(*unit.side, &other)) {
            return why;
        }
        self.way_to_attack(unit, usize::from(slot), target).err().unwrap_or(why)
    }

    /// Returns the way of a unit to the square from which it makes an attack with a held weapon on an enemy, around opponents as
    /// an ordinary move leads it, without the square where the unit is; empty if it attacks from there. `AB-CANCEL-01`.
    ///
    /// # Errors
    /// Returns the reason if the attack cannot be made in this phase.
    pub fn way_to_attack(
        &self,
        unit: &UnitDataItem,
        slot: usize,
        target: UnitId,
    ) -> Result<Vec<Cell>, ImpossibleAttack> {
        let held = unit.inventory.held_items().find(|(number, _)| *number == slot);
        let (from, _) = approach(self, unit, held.ok_or(ImpossibleAttack::NoWeapon)?, target)?;
        self.way_before_attack(unit, from).ok_or(ImpossibleAttack::PathBlocked)
    }

    /// Returns the way of a unit to the square from which it makes an announced attack, as [`Self::way_to_attack`] does; `None` if
    /// no walk and run leads there.
    pub fn way_before_attack(&self, unit: &UnitDataItem, from: Cell) -> Option<Vec<Cell>> {
        if from == unit.cell() { Some(Vec::new()) } else { Some(walk_before_attack(self, unit, from)?.0) }
    }

    /// Returns the weapons in the hands of a unit, by slot, that it could use on no enemy, wherever it stands, and why.
    pub fn unusable_weapons(&self, unit: &UnitDataItem) -> Vec<(usize, RuleViolation)> {
        let held = unit.inventory.held_items();
        held.filter_map(|(slot, carried)| Some((slot, weapon_refusal(self, unit, (slot, carried))?)))
            .collect()
    }
}

/// Returns the attacks with held weapons that a unit can queue: those that nothing prevents now, or once the unit has
/// walked up, with the first weapon on the nearest enemy first; then shots that nothing but sight, distance or an obstacle
/// prevents; then weapons without a possible target; last of all, attacks on those that lie unconscious and still have to be
/// slain.
pub(crate) fn attack_candidates(view: &BattleView, unit: &UnitDataItem) -> Vec<AttackCandidate> {
    let mut enemies: Vec<_> = view
        .units()
        .filter(|other| other.side != unit.side && other.is_fighting() && view.perceives(*unit.side, other))
        .map(|other| (unit.cell().distance_squared(other.cell()), *other.id))
        .collect();
    enemies.sort_unstable();
    let (mut possible, mut later, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for (slot, carried) in unit.inventory.held_items() {
        let candidate = |target| AttackCandidate { slot, weapon: carried.name().to_string(), target };
        let known = possible.len();
        for (squared, target) in &enemies {
            let attack = approach(view, unit, (slot, carried), *target);
            let (approach, obstacle) = match attack {
                Ok(approach) => (approach, None),
                Err(ImpossibleAttack::TargetGone | ImpossibleAttack::NoWeapon) => continue,
                Err(_) if carried.is_melee() => continue,
                Err(why) => ((unit.cell(), 0), Some(why)),
            };
            let Some(name) = view.unit(*target).map(|other| other.identity.name().to_owned()) else {
                continue;
            };
            let target = CandidateTarget {
                unit: *target,
                name,
                distance: Distance { squared: *squared },
                from: approach.0,
                approach: approach.1,
                obstacle,
            };
            let list = if obstacle.is_none() { &mut possible } else { &mut later };
            list.push(candidate(Some(target)));
        }
        if possible.len() == known && is_usable(view, unit, (slot, carried)) {
            open.push(candidate(None));
        }
    }
    let mut candidates: Vec<_> = possible.into_iter().chain(later).chain(open).collect();
    // Whether there is a question, and what its first answer means, does not depend on them. Without a question the first
    // attack of the turn decides.
    if candidates.iter().any(AttackCandidate::is_possible) {
        candidates.extend(attacks_on_unfinished(view, unit));
    }
    candidates
}

/// Returns the attacks that a unit can queue on units that lie unconscious and that its side still has to slay.
fn attacks_on_unfinished(view: &BattleView, unit: &UnitDataItem) -> Vec<AttackCandidate> {
    let is_lying =
        |other: &UnitDataItem| view.is_unfinished(*unit.side, other) && view.perceives(*unit.side, other);
    let mut attacks = Vec::new();
    for other in view.units().filter(is_lying) {
        for (slot, carried) in unit.inventory.held_items() {
            let Ok((from, approach)) = approach(view, unit, (slot, carried), *other.id) else { continue };
            let target = CandidateTarget {
                unit: *other.id,
                name: other.identity.name().to_owned(),
                distance: Distance { squared: unit.cell().distance_squared(other.cell()) },
                from,
                approach,
                obstacle: None,
            };
            attacks.push(AttackCandidate { slot, weapon: carried.name().to_string(), target: Some(target) });
        }
    }
    attacks
}

/// Whether a weapon could be used on a target, if there were one in reach.
fn is_usable(view: &BattleView, unit: &UnitDataItem, held: (usize, &CarriedItem)) -> bool {
    let request = request_on_any(view, unit, held);
    request.is_some_and(|request| play::impossible_attack(&request) != Some(ImpossibleAttack::NoWeapon))
}

/// Returns why a weapon can be used on no enemy, not even from the square beside it; `None` if it can, or if there is no
/// enemy.
fn weapon_refusal(
    view: &BattleView,
    unit: &UnitDataItem,
    (slot, carried): (usize, &CarriedItem),
) -> Option<RuleViolation> {
    let request = request_on_any(view, unit, (slot, carried))?;
    let why = play::may_attack(&request).err()?;
    if play::impossible_attack(&request) == Some(ImpossibleAttack::NoWeapon) {
        return Some(why);
    }
    let me = view.unit_snapshot(unit);
    let choice = plain_attack(unit, (slot, carried));
    let grid = view.field().grid();
    let mut enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    let is_same_everywhere = enemies.all(|other| {
        // What is queued is no property of the weapon.
        let attack = QueuedAttack::on_unit(slot, *other.id);
        let beside = Direction::ALL.into_iter().map(|direction| other.cell().step(direction));
        play::queue_refusal(&me, attack, &[]).as_ref() != Some(&why)
            && beside.filter(|cell| grid.contains(*cell)).all(|cell| {
                let request = view.attack_request_between((choice, cell), (*other.id, other.cell()));
                request.and_then(|request| play::may_attack(&request).err()).as_ref() == Some(&why)
            })
    });
    is_same_everywhere.then_some(why)
}

/// An attack with a weapon in the fire mode that is set, else in its first one: without a mode a weapon that needs one is
/// refused for that alone.
fn plain_attack<'a>(unit: &UnitDataItem, (slot, carried): (usize, &CarriedItem)) -> AttackChoice<'a> {
    let modes = carried.modes();
    let set = carried.mode().filter(|mode| modes.contains(mode));
    AttackChoice { unit: *unit.id, weapon: slot, mode: set.or(modes.first().copied()), option: None }
}

/// Assembles an attack on an enemy: whether its weapon can be used does not depend on which. `None` without enemies, and for
/// items that are activated, not fired.
fn request_on_any(
    view: &BattleView,
    unit: &UnitDataItem,
    (slot, carried): (usize, &CarriedItem),
) -> Option<Arc<AttackRequest>> {
    if play::detonation_trigger(carried.weapon()).is_some() {
        return None;
    }
    let mut others = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    let choice = plain_attack(unit, (slot, carried));
    others.next().and_then(|other| view.attack_request(choice, Target::Unit(*other.id)))
}

/// Returns the queued attacks of a unit that have become impossible, in their order, and why. `AB-CANCEL-01`.
pub(crate) fn impossible_attacks(
    view: &BattleView,
    unit: &UnitDataItem,
) -> Vec<(QueuedAttack, ImpossibleAttack)> {
    view.queued_attacks(unit).into_iter().filter_map(|(attack, why)| Some((attack, why?))).collect()
}

/// Returns why a queued attack cannot be made, even after walking up in melee; `None` if it can.
fn impossible_attack(
    view: &BattleView,
    unit: &UnitDataItem,
    attack: QueuedAttack,
) -> Option<ImpossibleAttack> {
    let (QueuedAttack::Unit { slot, .. } | QueuedAttack::Weapon { slot }) = attack else { return None };
    let slot = usize::from(slot);
    if let QueuedAttack::Unit { target, .. } = attack {
        match target_in_view(view, target) {
            Err(why) => return Some(why),
            Ok(other) if !other.is_fighting() => return Some(ImpossibleAttack::TargetGone),
            Ok(_) => {}
        }
    }
    let Some((_, carried)) = unit.inventory.held_items().find(|(number, _)| *number == slot) else {
        return Some(ImpossibleAttack::NoWeapon);
    };
    if let QueuedAttack::Unit { target, .. } = attack {
        return approach(view, unit, (slot, carried), target).err();
    }
    if !is_usable(view, unit, (slot, carried)) {
        return Some(ImpossibleAttack::NoWeapon);
    }
    let mut enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    let has_target = enemies.any(|other| approach(view, unit, (slot, carried), *other.id).is_ok());
    (!has_target).then_some(ImpossibleAttack::NoTarget)
}

/// Returns a target that the viewer sees.
///
/// # Errors
/// Returns that it is out of sight if the viewer does not see it, and so cannot know what has become of it.
fn target_in_view<'v>(
    view: &'v BattleView,
    target: UnitId,
) -> Result<UnitDataItem<'v, 'v>, ImpossibleAttack> {
    let hidden = || match view.unit_ignoring_fog(target) {
        Some(_) => ImpossibleAttack::OutOfSight,
        None => ImpossibleAttack::TargetGone,
    };
    view.unit(target).ok_or_else(hidden)
}

/// Returns from where a unit can attack an enemy in this phase: with a melee weapon after walking up.
///
/// # Errors
/// Returns the reason if it cannot.
fn approach(
    view: &BattleView,
    unit: &UnitDataItem,
    (slot, carried): (usize, &CarriedItem),
    target: UnitId,
) -> Result<Approach, ImpossibleAttack> {
    let other = target_in_view(view, target)?;
    if !other.is_fighting() && !view.is_unfinished(*unit.side, &other) {
        return Err(ImpossibleAttack::TargetGone);
    }
    if !view.perceives(*unit.side, &other) {
        return Err(ImpossibleAttack::OutOfSight);
    }
    let here = (unit.cell(), 0);
    let choice = plain_attack(unit, (slot, carried));
    let Some(request) = view.attack_request(choice, Target::Unit(target)) else { return Ok(here) };
    match (carried.reach(), play::impossible_attack(&request)) {
        (WeaponReach::Melee { beyond }, None | Some(ImpossibleAttack::OutOfReach)) => {
            let target = (other.cell(), other.body());
            let at = |cell: Cell| {
                cell.chebyshev_distance(other.cell()) <= beyond + 1
                    && view.obstacle_to_blow((cell, unit.body()), target).is_none()
            };
            melee_approach(view, unit, at)
        }
        (WeaponReach::Ranged { .. }, None) if !view.sees(unit, &other) => Err(ImpossibleAttack::OutOfSight),
        (_, Some(impossible)) => Err(impossible),
        (WeaponReach::Ranged { .. }, None) => Ok(here),
    }
}

/// Returns how far a unit gets with a walk, and with a walk and a run, in half metres.
fn walk_and_run(view: &BattleView, unit: &UnitDataItem) -> (u32, u32) {
    let budget = play::move_budget(&view.unit_snapshot(unit), view.rules());
    (budget.walk_left, budget.walk_left + if budget.runs == 0 { budget.run } else { 0 })
}

/// Returns the way of a unit to another square as an ordinary move leads it, and how the unit moves; `None` if it does not get
/// there with a walk and a run.
pub(crate) fn walk_before_attack(
    view: &BattleView,
    unit: &UnitDataItem,
    from: Cell,
) -> Option<(Vec<Cell>, MovementMode)> {
    let (walk, farthest) = walk_and_run(view, unit);
    let paths = SafePaths::from_unit(view, unit, farthest);
    let (path, length) = paths.path_to(from).zip(paths.cost(from))?;
    let gait = if length > walk { MovementMode::Running } else { MovementMode::Steady };
    Some((path, gait))
}

/// Returns the nearest of some squares that a unit gets to with a walk and a run.
///
/// # Errors
/// Returns the reason if it gets to none.
fn melee_approach(
    view: &BattleView,
    unit: &UnitDataItem,
    reaches: impl Fn(Cell) -> bool,
) -> Result<Approach, ImpossibleAttack> {
    if reaches(unit.cell()) {
        return Ok((unit.cell(), 0));
    }
    let (_, half_metres) = walk_and_run(view, unit);
    let taken = |cell: Cell| view.unit_at(cell).is_some_and(|other| other.id != unit.id);
    let grid = view.field().grid();
    let step = diagonal_step(view.rules());
    let range = MovementRange::compute(grid, unit.cell(), half_metres, step, taken, |_| false);
    let near = range.cells().filter(|(cell, _)| reaches(*cell)).map(|(cell, cost)| (cost, cell)).min();
    if let Some((cost, cell)) = near {
        return Ok((cell, cost));
    }
    let straight = |cell: Cell| {
        u64::from(unit.cell().distance_squared(cell)) * 4 <= u64::from(half_metres) * u64::from(half_metres)
    };
    let is_near = grid.cells().any(|cell| reaches(cell) && straight(cell));
    // A way that is only too long, around something or through water, is not blocked.
    let has_way = || {
        let far = MovementRange::compute(grid, unit.cell(), LONG_WAY, step, taken, |_| false);
        far.cells().any(|(cell, _)| reaches(cell))
    };
    let is_blocked = is_near && !has_way();
    Err(if is_blocked { ImpossibleAttack::PathBlocked } else { ImpossibleAttack::OutOfReach })
}
