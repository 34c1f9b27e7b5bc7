//! Observations that the history does not hold: starting equipment, and cover of targets when attacked.

use std::collections::BTreeMap;

use battle::{BattleView, Order, Target};
use model::{Side, UnitId};

/// A unit at the start of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingUnit {
    /// Side.
    pub side: Side,
    /// Whether it is a driven vehicle; vehicles do not count as casualties.
    pub is_vehicle: bool,
    /// Whether it started in cover.
    pub in_cover: bool,
    /// Carried weapons by index: name, and whether it is a melee weapon.
    pub weapons: Vec<(String, bool)>,
}

/// An attack when its order was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedAttack {
    /// Index of the order record.
    pub chapter: usize,
    /// The attacker.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// Whether an obstacle on the line of fire hides part of the target.
    pub hidden: bool,
}

/// Observations collected during a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightObserver {
    /// Number of sides.
    pub sides: usize,
    /// All units, by id.
    pub units: BTreeMap<UnitId, StartingUnit>,
    /// Attacks in order.
    pub attacks: Vec<ObservedAttack>,
}

impl FightObserver {
    /// Starts observing a fight before its first order.
    pub fn at_start(view: &BattleView) -> Self {
        let start = |unit: battle::UnitDataItem| {
            let weapons = unit.inventory.items();
            let starting = StartingUnit {
                side: *unit.side,
                is_vehicle: unit.is_driven(),
                in_cover: unit.cover.is_taken(),
                weapons: weapons.map(|carried| (carried.name().to_string(), carried.is_melee())).collect(),
            };
            (*unit.id, starting)
        };
        Self {
            sides: view.setup().bundle().skirmish.sides.len(),
            units: view.units().map(start).collect(),
            attacks: Vec::new(),
        }
    }

    /// Records an order about to be given; `chapter` is the number of orders before it.
    pub fn before_order(&mut self, view: &BattleView, order: &Order, chapter: usize) {
        match order {
            Order::Attack { unit, target: Target::Unit(target), .. } => {
                self.record_attack(view, chapter, (*unit, *target));
            }
            Order::Multiple { unit, attacks } => {
                attacks.iter().for_each(|attack| self.record_attack(view, chapter, (*unit, attack.target)));
            }
            _ => {}
        }
    }

    fn record_attack(&mut self, view: &BattleView, chapter: usize, (unit, target): (UnitId, UnitId)) {
        let (Some(attacker), Some(other)) = (view.unit(unit), view.unit(target)) else { return };
        let hidden = view.line_of_fire(attacker.cell(), attacker.body(), &other).hidden > 0;
        self.attacks.push(ObservedAttack { chapter, unit, target, hidden });
    }
}
