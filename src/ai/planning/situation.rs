//! What a thought starts from: who acts, against whom, with what.

use super::odds_cache::WeaponUse;
use crate::AiWeights;
use battle::{BattleView, Order, Target, UnitDataItem, UnitId};
use content::Objective;
use field::{Body, Cell, TargetExposure, line_of_fire};
use rules::turn_engine::Action;
use rules::{ActionRequest, GaugeTone, UnitSnapshot, WeaponReach, play};

/// How far an enemy is taken to come before it strikes, in half metres: what most people walk in a phase.
const ASSUMED_ENEMY_MOVE: u32 = 16;
/// Enemies looked at, the nearest first.
const MAX_UNITS_CONSIDERED: usize = 12;

/// Somebody else on the field.
#[derive(Clone, Debug)]
pub(crate) struct KnownUnit {
    /// Who.
    pub id: UnitId,
    /// Where.
    pub cell: Cell,
    /// How tall it stands or lies.
    pub body: Body,
    /// Points of harm it can still take, in the book's measure.
    pub health_left: f64,
    /// What it is worth to have it out of the fight.
    pub value: f64,
    /// With what it strikes, if with anything.
    pub weapon_use: Option<(WeaponUse, WeaponReach)>,
    /// How far it is taken to come before it strikes, in half metres.
    pub assumed_move: u32,
}

/// Whoever acts, and everybody it knows of.
pub(crate) struct Situation<'v> {
    pub view: &'v BattleView<'v, 'v>,
    pub me: UnitDataItem<'v, 'v>,
    pub unit: UnitId,
    /// The same as rules see it.
    pub fighter: UnitSnapshot,
    pub weights: AiWeights,
    /// Enemies that can be attacked, the nearest first.
    pub enemies: Vec<KnownUnit>,
    /// Others of its side who are up.
    pub friends: Vec<KnownUnit>,
    /// Points of harm it can still take.
    pub health_left: f64,
}

impl<'v> Situation<'v> {
    /// Of a unit that is on the field.
    pub fn assess(view: &'v BattleView<'v, 'v>, unit: UnitId, bent: AiWeights) -> Option<Self> {
        let me = view.unit(unit)?;
        let mut foes: Vec<UnitDataItem> = view
            .units()
            .filter(|other| other.is_fighting() && other.side != me.side && other.vehicle().is_none())
            .collect();
        foes.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
        foes.truncate(MAX_UNITS_CONSIDERED);
        let foes = foes.iter().map(|other| KnownUnit::observe(view, other, &me)).collect();
        let friends =
            view.units().filter(|other| other.is_fighting() && other.side == me.side && other.id != me.id);
        let mut friends: Vec<UnitDataItem> = friends.collect();
        friends.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
        friends.truncate(MAX_UNITS_CONSIDERED);
        let friends = friends.iter().map(|other| KnownUnit::observe(view, other, &me)).collect();
        let (fighter, left) = (view.unit_snapshot(&me), health_points_left(view, &me));
        Some(Self { view, unit, fighter, weights: bent, enemies: foes, friends, health_left: left, me })
    }

    /// How somebody, seen or not, is exposed to the unit from where it stands.
    pub fn exposure(&self, other: &KnownUnit) -> TargetExposure {
        let grid = self.view.field().grid();
        line_of_fire(grid, self.me.cell(), self.me.body(), other.cell, other.body).target_exposure()
    }

    /// Ways to attack with what it holds that it could use now, as far as its weapons go.
    pub fn weapon_uses(&self) -> Vec<WeaponUse> {
        self.me.inventory.held_items().flat_map(|(weapon, carried)| weapon_uses_of(weapon, carried)).collect()
    }

    /// The unit after paying for an action; nothing if it cannot.
    pub fn after_paying(&self, me: &UnitSnapshot, act: ActionRequest<'_>) -> Option<UnitSnapshot> {
        let paid = play::pay(me, act, self.view.rules()).ok()?;
        let mut after = me.clone();
        after.purse = paid.purse;
        if let Some(condition) = paid.condition {
            after.condition = condition;
        }
        Some(after)
    }

    /// The order for an attack on somebody.
    pub fn attack_order(&self, target: UnitId, arm: WeaponUse) -> Order {
        let WeaponUse { weapon, mode, option: manner } = arm;
        let manner = manner.map(str::to_owned);
        Order::Attack { unit: self.unit, target: Target::Unit(target), weapon, mode, manner }
    }

    /// The unit after an attack; nothing if it cannot pay for it.
    pub fn after_attack(&self, me: &UnitSnapshot, arm: WeaponUse) -> Option<UnitSnapshot> {
        let held = me.held_weapon(arm.weapon)?;
        let action = play::attack_action(&held.weapon, arm.mode);
        self.after_paying(me, ActionRequest { action, with: Some(held), option: arm.option })
    }

    /// How many such attacks it can still pay for, up to three.
    pub fn affordable_attacks(&self, me: &UnitSnapshot, arm: WeaponUse) -> u32 {
        let mut left = me.clone();
        for made in 0..3 {
            match self.after_attack(&left, arm) {
                Some(after) => left = after,
                None => return made,
            }
        }
        3
    }

    /// The unit after a walk or a run; nothing if it cannot pay for it.
    pub fn after_move(&self, action: Action) -> Option<UnitSnapshot> {
        self.after_paying(&self.fighter, ActionRequest::for_action(action))
    }

    /// The fight's last round is so near, from 0 at its beginning to 1.
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
        let arm = likely_weapon_use(other);
        Self {
            id: *other.id,
            cell: other.cell(),
            body: other.body(),
            health_left: health_points_left(view, other),
            value: if wanted {
                3.0
            } else if arm.is_some() {
                1.0
            } else {
                0.5
            },
            weapon_use: arm,
            assumed_move: ASSUMED_ENEMY_MOVE,
        }
    }
}

/// Every way to use a weapon that is at hand and ready.
pub(crate) fn weapon_uses_of(weapon: usize, carried: &battle::CarriedItem) -> Vec<WeaponUse> {
    if carried.magazine() > 0 && carried.loaded() == 0 {
        return Vec::new();
    }
    let arm = |mode| WeaponUse { weapon, mode, option: None };
    if carried.modes().is_empty() {
        return vec![arm(None)];
    }
    carried.modes().iter().map(|mode| arm(Some(*mode))).collect()
}

/// What somebody has in hand, as an enemy may see it: what reaches furthest.
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

/// Points of harm somebody can still take, in the book's measure.
pub(crate) fn health_points_left(view: &BattleView, unit: &UnitDataItem) -> f64 {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let body = gauges.iter().filter(|gauge| gauge.tone == GaugeTone::Body).filter_map(|gauge| gauge.points());
    f64::from(body.map(|(now, _)| now).max().unwrap_or(1).max(1))
}
