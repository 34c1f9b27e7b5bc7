//! The situation of a decision: the acting unit, its enemies and its weapons.

use super::odds_cache::WeaponUse;
use crate::AiWeights;
use battle::{BattleView, Order, Target, UnitDataItem};
use content::Objective;
use field::{Body, TargetExposure, line_of_fire};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, GaugeTone, UnitSnapshot, WeaponReach, play};

/// Assumed move of an enemy before it attacks, in half metres: a typical walk.
const ASSUMED_ENEMY_MOVE: u32 = 16;
/// Maximum enemies and allies considered, nearest first.
const MAX_UNITS_CONSIDERED: usize = 12;

/// Another unit on the map.
#[derive(Clone, Debug)]
pub(crate) struct KnownUnit {
    /// Id.
    pub id: UnitId,
    /// Cell.
    pub cell: Cell,
    /// Height, standing or prone.
    pub body: Body,
    /// Damage it can still take, in the book's measure.
    pub health_left: f64,
    /// Value of putting it out of action.
    pub value: f64,
    /// Its likely weapon; `None` if it has none.
    pub weapon_use: Option<(WeaponUse, WeaponReach)>,
    /// Assumed move before it attacks, in half metres.
    pub assumed_move: u32,
}

/// The acting unit and all units it knows of.
pub(crate) struct Situation<'v> {
    pub view: &'v BattleView<'v, 'v>,
    pub me: UnitDataItem<'v, 'v>,
    pub unit: UnitId,
    /// The unit's state for the rules.
    pub fighter: UnitSnapshot,
    pub weights: AiWeights,
    /// Enemies, nearest first.
    pub enemies: Vec<KnownUnit>,
    /// Conscious allies, nearest first.
    pub friends: Vec<KnownUnit>,
    /// Damage the unit can still take.
    pub health_left: f64,
}

impl<'v> Situation<'v> {
    /// Assesses the situation of a unit; `None` if it is not on the map.
    pub fn assess(view: &'v BattleView<'v, 'v>, unit: UnitId, weights: AiWeights) -> Option<Self> {
        let me = view.unit(unit)?;
        let mut enemies: Vec<UnitDataItem> = view
            .units()
            .filter(|other| other.is_fighting() && other.side != me.side && other.vehicle().is_none())
            .collect();
        enemies.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
        enemies.truncate(MAX_UNITS_CONSIDERED);
        let enemies = enemies.iter().map(|other| KnownUnit::observe(view, other, &me)).collect();
        let friends =
            view.units().filter(|other| other.is_fighting() && other.side == me.side && other.id != me.id);
        let mut friends: Vec<UnitDataItem> = friends.collect();
        friends.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
        friends.truncate(MAX_UNITS_CONSIDERED);
        let friends = friends.iter().map(|other| KnownUnit::observe(view, other, &me)).collect();
        let (fighter, left) = (view.unit_snapshot(&me), health_points_left(view, &me));
        Some(Self { view, unit, fighter, weights, enemies, friends, health_left: left, me })
    }

    /// Exposure of another unit, seen or not, to the acting unit.
    pub fn exposure(&self, other: &KnownUnit) -> TargetExposure {
        let grid = self.view.field().grid();
        line_of_fire(grid, self.me.cell(), self.me.body(), other.cell, other.body).target_exposure()
    }

    /// Usable attacks with the weapons in hand.
    pub fn weapon_uses(&self) -> Vec<WeaponUse> {
        self.me.inventory.held_items().flat_map(|(weapon, carried)| weapon_uses_of(weapon, carried)).collect()
    }

    /// The unit after paying for an action; `None` if it cannot.
    pub fn after_paying(&self, me: &UnitSnapshot, request: ActionRequest<'_>) -> Option<UnitSnapshot> {
        let paid = play::pay_action(me, request, self.view.rules()).ok()?;
        let mut after = me.clone();
        after.budget = paid.budget;
        if let Some(condition) = paid.condition {
            after.condition = condition;
        }
        Some(after)
    }

    /// The order for an attack on a unit.
    pub fn attack_order(&self, target: UnitId, weapon_use: WeaponUse) -> Order {
        let WeaponUse { weapon, mode, option } = weapon_use;
        let option = option.map(str::to_owned);
        Order::Attack { unit: self.unit, target: Target::Unit(target), weapon, mode, option }
    }

    /// The unit after an attack; `None` if it cannot pay for it.
    pub fn after_attack(&self, me: &UnitSnapshot, weapon_use: WeaponUse) -> Option<UnitSnapshot> {
        let held = me.held_weapon(weapon_use.weapon)?;
        let action = play::attack_action(&held.weapon, weapon_use.mode);
        self.after_paying(me, ActionRequest { action, with: Some(held), option: weapon_use.option })
    }

    /// Number of such attacks it can pay for, at most three.
    pub fn affordable_attacks(&self, me: &UnitSnapshot, weapon_use: WeaponUse) -> u32 {
        let mut left = me.clone();
        for count in 0..3 {
            match self.after_attack(&left, weapon_use) {
                Some(after) => left = after,
                None => return count,
            }
        }
        3
    }

    /// The unit after a walk or a run; `None` if it cannot pay for it.
    pub fn after_move(&self, action: Action) -> Option<UnitSnapshot> {
        self.after_paying(&self.fighter, ActionRequest::for_action(action))
    }

    /// Progress of the battle, from 0 at its start to 1 in its last round.
    pub fn battle_progress(&self) -> f64 {
        let rounds = self.view.setup().bundle().skirmish.rounds.max(1);
        (f64::from(self.view.round().number()) / f64::from(rounds)).min(1.0)
    }
}

impl KnownUnit {
    fn observe(view: &BattleView, other: &UnitDataItem, me: &UnitDataItem) -> Self {
        let skirmish = &view.setup().bundle().skirmish;
        let wanted = skirmish.objectives.iter().any(|objective| {
            let (side, name) = match objective {
                Objective::Stop { side, unit } | Objective::Slay { side, unit } => (side, unit),
                _ => return false,
            };
            *side == me.side.0 && name == other.identity.name()
        });
        let weapon_use = likely_weapon_use(other);
        Self {
            id: *other.id,
            cell: other.cell(),
            body: other.body(),
            health_left: health_points_left(view, other),
            value: if wanted {
                3.0
            } else if weapon_use.is_some() {
                1.0
            } else {
                0.5
            },
            weapon_use,
            assumed_move: ASSUMED_ENEMY_MOVE,
        }
    }
}

/// All uses of a weapon with its current ammunition.
pub(crate) fn weapon_uses_of(weapon: usize, carried: &battle::CarriedItem) -> Vec<WeaponUse> {
    if carried.magazine() > 0 && carried.loaded() == 0 {
        return Vec::new();
    }
    let weapon_use = |mode| WeaponUse { weapon, mode, option: None };
    if carried.modes().is_empty() {
        return vec![weapon_use(None)];
    }
    carried.modes().iter().map(|mode| weapon_use(Some(*mode))).collect()
}

/// The weapon another unit is likely to use: the one in hand with the longest reach.
fn likely_weapon_use(other: &UnitDataItem) -> Option<(WeaponUse, WeaponReach)> {
    let reach_of = |reach| match reach {
        WeaponReach::Melee { beyond } => beyond,
        WeaponReach::Ranged { metres } => 1000 + metres,
    };
    let held = other
        .inventory
        .held_items()
        .max_by_key(|(slot, carried)| (reach_of(carried.reach()), usize::MAX - slot));
    let (weapon, carried) = held?;
    let mode = carried.mode().or_else(|| carried.modes().last().copied());
    Some((WeaponUse { weapon, mode, option: None }, carried.reach()))
}

/// Damage a unit can still take, in the book's measure.
pub(crate) fn health_points_left(view: &BattleView, unit: &UnitDataItem) -> f64 {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let body = gauges.iter().filter(|gauge| gauge.tone == GaugeTone::Body).filter_map(|gauge| gauge.points());
    f64::from(body.map(|(now, _)| now).max().unwrap_or(1).max(1))
}
