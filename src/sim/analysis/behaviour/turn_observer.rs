//! Observes the turns of a fight, order by order.

use std::collections::{BTreeMap, BTreeSet};

use super::cover_effect::{self, CoverBudget, CoverEffect, RangedEnemy};
use super::unused_actions::UnusedActions;
use super::{BehaviourCounts, BehaviourGroup, BehaviourReport};
use ai::Difficulty;
use battle::{
    AttackChoice, BattleEvent, BattleView, CarriedItem, Order, OrderRecord, SafePaths, Target, UnitDataItem,
};
use content::Objective;
use field::Body;
use model::{Cell, UnitId};
use rules::{WeaponReach, play};

/// Distance within which a unit with a ranged weapon is beside an enemy, in squares.
const BESIDE_SQUARES: u32 = 2;
/// Distance within which an ally is near, in squares.
const ALLY_SQUARES: u32 = 10;
/// Maximum moves of a turn without stutter.
const MAX_SMOOTH_MOVES: u32 = 2;
/// Keys of the special actions of full defence.
const FULL_DEFENCES: [&str; 3] = ["full_defense", "full_defence", "total_defence"];

/// A turn in progress.
struct Turn {
    unit: UnitId,
    moves: u32,
    has_attacked: bool,
    began_prone: bool,
    /// Squares in reach when it began, and what could be paid for there.
    reach: Vec<Cell>,
    budget: CoverBudget,
    start: Cell,
    /// Reach of its weapon, and the enemies when it began.
    weapon_reach: Option<WeaponReach>,
    enemies: Vec<(Cell, Body)>,
    has_explosive_target: bool,
    used_explosive: bool,
    /// Distance to the place of the side's objective, in squares.
    objective_distance: Option<u32>,
}

/// Observes a fight between AI players.
#[derive(Default)]
pub(crate) struct BehaviourObserver {
    difficulties: Vec<Difficulty>,
    turn: Option<Turn>,
    report: BehaviourReport,
    groups: BTreeMap<UnitId, BehaviourGroup>,
    /// Units that went down: an unconscious one may still be killed.
    lost: BTreeSet<UnitId>,
    /// The shot whose order was given last: attacker, target, and whether the target was in effective cover.
    shot: Option<(UnitId, UnitId, bool)>,
}

impl BehaviourObserver {
    /// Starts observing a fight between AI players of these difficulties, one per side.
    pub fn new(difficulties: Vec<Difficulty>) -> Self {
        Self { difficulties, ..Self::default() }
    }

    /// Observes an order about to be given.
    pub fn before_order(&mut self, view: &BattleView, order: &Order) {
        let acting = view.round().acting();
        if self.turn.as_ref().is_some_and(|turn| acting != Some(turn.unit)) {
            self.end_turn(view);
        }
        if let Some(unit) = acting
            && self.turn.is_none()
            && order.unit() == Some(unit)
        {
            self.turn = self.begin_turn(view, unit);
        }
        self.observe_order(view, order);
        if matches!(order, Order::EndPhase { .. }) {
            self.count_unused_actions(view);
            self.end_turn(view);
        }
    }

    /// Counts what the unit that ends its turn could still have done.
    fn count_unused_actions(&mut self, view: &BattleView) {
        let me = self.turn.as_ref().and_then(|turn| view.unit(turn.unit));
        let Some(me) = me.filter(UnitDataItem::is_fighting) else { return };
        let unused = UnusedActions::find(view, &me);
        let counts = self.counts(view, *me.id);
        counts.unused_attacks += u64::from(unused.attack);
        counts.unused_reloads += u64::from(unused.reload);
        counts.unused_cover += u64::from(unused.cover);
        counts.turns_cut_short += u64::from(unused != UnusedActions::default());
    }

    /// Counts the results of an order.
    pub fn after_order(&mut self, view: &BattleView, record: &OrderRecord) {
        // The answers to an attack's prompts are part of it.
        let shot = self.shot;
        for event in &record.events {
            match &event.event {
                BattleEvent::Harmed { unit, by: Some(by), damage, .. } => {
                    let damage = u64::from(*damage);
                    if let Some((_, _, at_cover)) = shot.filter(|(one, other, _)| (by, unit) == (one, other))
                    {
                        let counts = self.counts(view, *by);
                        *if at_cover { &mut counts.damage_at_cover } else { &mut counts.damage_in_open } +=
                            damage;
                    }
                    let side = |unit| view.unit(unit).map(|unit| *unit.side);
                    if side(*unit) == side(*by) {
                        self.counts(view, *by).friendly_damage += damage;
                    }
                }
                BattleEvent::WentDown { unit, .. } => self.count_loss(view, *unit),
                _ => {}
            }
        }
    }

    /// The report of the fight.
    pub fn into_report(self) -> BehaviourReport {
        self.report
    }

    fn counts(&mut self, view: &BattleView, unit: UnitId) -> &mut BehaviourCounts {
        let difficulties = &self.difficulties;
        let group = self.groups.entry(unit).or_insert_with(|| {
            let side = view.unit(unit).map_or(0, |unit| usize::from(unit.side.0));
            let units = &view.setup().bundle().skirmish.units;
            let number = usize::try_from(unit.0).ok().and_then(|id| id.checked_sub(1));
            let archetype = number.and_then(|number| units.get(number)).map(|unit| unit.archetype.clone());
            BehaviourGroup {
                difficulty: difficulties.get(side).copied().unwrap_or(Difficulty::Random),
                archetype: archetype.unwrap_or_default(),
            }
        });
        self.report.0.entry(group.clone()).or_default()
    }

    fn begin_turn(&self, view: &BattleView, unit: UnitId) -> Option<Turn> {
        let me = view.unit(unit)?;
        let main_attack = cover_effect::main_attack(&me);
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
        Some(Turn {
            unit,
            moves: 0,
            has_attacked: false,
            began_prone: me.is_prone(),
            reach: cells_in_reach(view, &me),
            budget: CoverBudget::new(view, &me, main_attack.map(|(choice, _)| choice)),
            start: me.cell(),
            weapon_reach: main_attack.map(|(_, reach)| reach),
            enemies: enemies.map(|enemy| (enemy.cell(), enemy.body())).collect(),
            has_explosive_target: cover_effect::has_explosive_target(view, &me),
            used_explosive: false,
            objective_distance: objective_distance(view, &me),
        })
    }

    fn observe_order(&mut self, view: &BattleView, order: &Order) {
        if !matches!(order, Order::Decide { .. }) {
            self.shot = None;
        }
        let Some(unit) = order.unit() else { return };
        match order {
            Order::Move { .. } => {
                if let Some(turn) = self.turn.as_mut().filter(|turn| turn.unit == unit) {
                    turn.moves += 1;
                }
            }
            Order::Attack { target, weapon, mode, option, .. } => {
                let Some(me) = view.unit(unit) else { return };
                let option = option.as_deref();
                let is_explosive = cover_effect::is_explosive(&me, *weapon);
                if let Some(turn) = self.turn.as_mut() {
                    turn.used_explosive |= is_explosive;
                    turn.has_attacked = true;
                }
                if option.is_some_and(play::option_pins) {
                    self.counts(view, unit).suppressions += 1;
                }
                if let Target::Unit(target) = target {
                    let choice = AttackChoice { unit, weapon: *weapon, mode: *mode, option };
                    self.counts(view, unit).attacks += 1;
                    if !is_explosive {
                        self.observe_shot(view, &me, (choice, *target));
                    }
                }
            }
            Order::Delay { .. } => self.counts(view, unit).delays += 1,
            Order::SpecialAction { action, .. } if FULL_DEFENCES.contains(&action.as_str()) => {
                self.counts(view, unit).full_defences += 1;
            }
            _ => {}
        }
    }

    fn observe_shot(
        &mut self,
        view: &BattleView,
        me: &UnitDataItem,
        (choice, target): (AttackChoice, UnitId),
    ) {
        let reach = me.inventory.get(choice.weapon).map(CarriedItem::reach);
        let Some(other) = view.unit(target).filter(|_| matches!(reach, Some(WeaponReach::Ranged { .. })))
        else {
            return;
        };
        let request = view.attack_request_between((choice, me.cell()), (target, other.cell()));
        let effect = request.and_then(CoverEffect::of).filter(|effect| effect.is_effective());
        self.shot = Some((*me.id, target, effect.is_some()));
        let counts = self.counts(view, *me.id);
        counts.shots += 1;
        if let Some(CoverEffect { covered, open }) = effect {
            counts.shots_at_cover += 1;
            counts.expected_at_cover += (1000.0 * covered) as u64;
            counts.expected_without_cover += (1000.0 * open) as u64;
        }
    }

    fn end_turn(&mut self, view: &BattleView) {
        let Some(turn) = self.turn.take() else { return };
        let Some(me) = view.unit(turn.unit).filter(UnitDataItem::is_fighting) else { return };
        let shooters = cover_effect::shooters_at(view, &me);
        let covered = |shooter: &RangedEnemy| cover_effect::is_in_effective_cover(view, shooter, &me);
        let shooter = nearest(&me, &shooters);
        let in_cover = shooter.is_some_and(covered);
        let is_ranged = cover_effect::ranged_attack(&me).is_some();
        let has_choice = is_ranged
            && !turn.began_prone
            && (in_cover || shooter.is_some_and(|shooter| had_cover_in_reach(view, &turn, &me, shooter)));
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
        let seen = enemies.filter(|enemy| view.sees(&me, enemy));
        let distance = seen.map(|enemy| enemy.cell().chebyshev_distance(me.cell())).min();
        let objective = turn.objective_distance.zip(objective_distance(view, &me));
        let counts = self.counts(view, turn.unit);
        counts.turns += 1;
        counts.cover_choices += u64::from(has_choice);
        counts.cover_taken += u64::from(has_choice && in_cover);
        counts.explosive_choices += u64::from(turn.has_explosive_target);
        counts.explosives_used += u64::from(turn.has_explosive_target && turn.used_explosive);
        counts.turns_of_many_moves += u64::from(turn.moves > MAX_SMOOTH_MOVES);
        if let Some(distance) = distance.filter(|_| is_ranged) {
            counts.ranged_turns += 1;
            counts.ranged_distance += u64::from(distance);
            counts.ranged_turns_beside_enemy += u64::from(distance <= BESIDE_SQUARES);
        }
        if let Some((before, after)) = objective {
            counts.objective_nearer += u64::from(after < before);
            counts.objective_farther += u64::from(after > before);
        }
    }

    fn count_loss(&mut self, view: &BattleView, unit: UnitId) {
        let Some(lost) = view.unit(unit).filter(|_| self.lost.insert(unit)) else { return };
        let near = |other: &UnitDataItem| other.cell().chebyshev_distance(lost.cell()) <= ALLY_SQUARES;
        let is_alone = !view.units().any(|other| {
            other.is_fighting() && other.side == lost.side && other.id != lost.id && near(&other)
        });
        let counts = self.counts(view, unit);
        counts.units_lost += 1;
        counts.units_lost_alone += u64::from(is_alone);
    }
}

/// The shooter nearest to a unit, by distance and id.
fn nearest<'s, 'v>(me: &UnitDataItem, shooters: &'s [RangedEnemy<'v>]) -> Option<&'s RangedEnemy<'v>> {
    shooters.iter().min_by_key(|shooter| (shooter.unit.cell().distance_squared(me.cell()), *shooter.unit.id))
}

/// Squares where a unit can end a walk, with its own.
fn cells_in_reach(view: &BattleView, me: &UnitDataItem) -> Vec<Cell> {
    let budget = play::move_budget(&view.unit_snapshot(me), view.rules());
    let paths = SafePaths::from_unit(view, me, budget.walk_left);
    let cells = paths.cells().map(|(cell, _)| cell).filter(|cell| *cell != me.cell());
    std::iter::once(me.cell()).chain(cells.filter(|cell| view.unit_at(*cell).is_none())).collect()
}

/// Whether a unit could have ended its turn in effective cover from a shooter. If it attacked, an attack must have been
/// possible from there as well; if it came nearer to the shooter instead, the square must be half as far on the way.
fn had_cover_in_reach(view: &BattleView, turn: &Turn, me: &UnitDataItem, shooter: &RangedEnemy) -> bool {
    let distance = |cell: Cell| shooter.unit.cell().chebyshev_distance(cell);
    let (before, after) = (distance(turn.start), distance(me.cell()));
    let keeps_up = |cell: Cell| turn.has_attacked || 2 * distance(cell) <= before + before.min(after);
    let could_attack = |cell: Cell| {
        turn.weapon_reach.is_some_and(|reach| {
            turn.enemies.iter().any(|enemy| cover_effect::reaches(view, reach, cell, *enemy))
        })
    };
    turn.reach.iter().any(|cell| {
        let can_take_cover = turn.budget.can_take_cover(*cell != turn.start, turn.has_attacked);
        cover_effect::offers_effective_cover(view, shooter, (turn.unit, *cell), can_take_cover)
            && (!turn.has_attacked || could_attack(*cell))
            && keeps_up(*cell)
    })
}

/// Distance of a unit to the nearest square of its side's objectives, in squares; `None` without such a place.
fn objective_distance(view: &BattleView, me: &UnitDataItem) -> Option<u32> {
    let skirmish = &view.setup().bundle().skirmish;
    let own = skirmish.objectives.iter().filter(|objective| objective.side() == me.side.0);
    let zones = own.filter_map(|objective| match objective {
        Objective::Hold { zone, .. }
        | Objective::Escape { zone, .. }
        | Objective::Reach { zone, .. }
        | Objective::Clear { zone, .. } => skirmish.map.zones.get(zone),
        _ => None,
    });
    zones.flatten().map(|cell| cell.chebyshev_distance(me.cell())).min()
}
