//! Observes the turns of a fight, order by order.

use std::collections::BTreeMap;

use super::cover_effect::{self, Shooter};
use super::{BehaviourCounts, BehaviourGroup, BehaviourReport};
use ai::Difficulty;
use battle::{BattleEvent, BattleView, Order, OrderRecord, SafePaths, Target, UnitDataItem};
use content::Objective;
use model::{Cell, UnitId};
use rules::play;

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
    /// Whether effective cover was in reach when it began, or held.
    cover_in_reach: bool,
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
    /// The attack whose order was given last: attacker, target, and whether the target was in effective cover.
    attack: Option<(UnitId, UnitId, bool)>,
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
            self.end_turn(view);
        }
    }

    /// Counts the results of an order.
    pub fn after_order(&mut self, view: &BattleView, record: &OrderRecord) {
        // The answers to an attack's prompts are part of it.
        let attack = self.attack;
        for event in &record.events {
            match &event.event {
                BattleEvent::Harmed { unit, by: Some(by), damage, .. } => {
                    let damage = u64::from(*damage);
                    if let Some((_, _, at_cover)) =
                        attack.filter(|(one, other, _)| (by, unit) == (one, other))
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
        Some(Turn {
            unit,
            moves: 0,
            cover_in_reach: has_cover_in_reach(view, &me),
            has_explosive_target: cover_effect::has_explosive_target(view, &me),
            used_explosive: false,
            objective_distance: objective_distance(view, &me),
        })
    }

    fn observe_order(&mut self, view: &BattleView, order: &Order) {
        if !matches!(order, Order::Decide { .. }) {
            self.attack = None;
        }
        let Some(unit) = order.unit() else { return };
        match order {
            Order::Move { .. } => {
                if let Some(turn) = self.turn.as_mut().filter(|turn| turn.unit == unit) {
                    turn.moves += 1;
                }
            }
            Order::Attack { target, weapon, option, .. } => {
                let Some(me) = view.unit(unit) else { return };
                let is_explosive =
                    me.inventory.get(*weapon).is_some_and(battle::CarriedItem::needs_bystanders);
                if let Some(turn) = self.turn.as_mut() {
                    turn.used_explosive |= is_explosive;
                }
                if option.as_deref().is_some_and(play::option_pins) {
                    self.counts(view, unit).suppressions += 1;
                }
                if let Target::Unit(target) = target {
                    self.observe_attack(view, &me, *target);
                }
            }
            Order::Delay { .. } => self.counts(view, unit).delays += 1,
            Order::SpecialAction { action, .. } if FULL_DEFENCES.contains(&action.as_str()) => {
                self.counts(view, unit).full_defences += 1;
            }
            _ => {}
        }
    }

    fn observe_attack(&mut self, view: &BattleView, me: &UnitDataItem, target: UnitId) {
        let Some(other) = view.unit(target) else { return };
        let shooters = cover_effect::shooters_at(view, &other);
        let shooter = shooters.iter().find(|shooter| shooter.unit.id == me.id);
        let at_cover =
            shooter.is_some_and(|shooter| cover_effect::is_in_effective_cover(view, shooter, &other));
        self.attack = Some((*me.id, target, at_cover));
        let counts = self.counts(view, *me.id);
        counts.attacks += 1;
        counts.attacks_at_cover += u64::from(at_cover);
    }

    fn end_turn(&mut self, view: &BattleView) {
        let Some(turn) = self.turn.take() else { return };
        let Some(me) = view.unit(turn.unit).filter(UnitDataItem::is_fighting) else { return };
        let shooters = cover_effect::shooters_at(view, &me);
        let covered = |shooter: &Shooter| cover_effect::is_in_effective_cover(view, shooter, &me);
        let in_cover = !shooters.is_empty() && nearest(&me, &shooters).is_some_and(covered);
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
        let seen = enemies.filter(|enemy| view.sees(&me, enemy));
        let distance = seen.map(|enemy| enemy.cell().chebyshev_distance(me.cell())).min();
        let is_ranged = cover_effect::ranged_attack(&me).is_some();
        let objective = turn.objective_distance.zip(objective_distance(view, &me));
        let counts = self.counts(view, turn.unit);
        counts.turns += 1;
        if !shooters.is_empty() && (turn.cover_in_reach || in_cover) {
            counts.cover_choices += 1;
            counts.cover_taken += u64::from(in_cover);
        }
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
        let Some(lost) = view.unit(unit) else { return };
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
fn nearest<'s, 'v>(me: &UnitDataItem, shooters: &'s [Shooter<'v>]) -> Option<&'s Shooter<'v>> {
    shooters.iter().min_by_key(|shooter| (shooter.unit.cell().distance_squared(me.cell()), *shooter.unit.id))
}

/// Whether a unit can reach effective cover from the nearest enemy that has it in view.
fn has_cover_in_reach(view: &BattleView, me: &UnitDataItem) -> bool {
    let shooters = cover_effect::shooters_at(view, me);
    let Some(shooter) = nearest(me, &shooters) else { return false };
    let snapshot = view.unit_snapshot(me);
    let can_pay = cover_effect::can_pay_for_cover(&snapshot, view);
    let budget = play::move_budget(&snapshot, view.rules());
    let paths = SafePaths::from_unit(view, me, budget.walk_left);
    let free = |cell: Cell| cell == me.cell() || view.unit_at(cell).is_none();
    paths
        .cells()
        .filter(|(cell, _)| free(*cell))
        .any(|(cell, _)| cover_effect::offers_effective_cover(view, shooter, (*me.id, cell), can_pay))
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
