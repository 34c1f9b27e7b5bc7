//! What the history of a fight does not tell: who began it with what, and who stood behind something when shot at.

use std::collections::BTreeMap;

use battle::{BattleView, Order, Side, Target, UnitId};

/// Somebody as the fight began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingUnit {
    /// Its side.
    pub side: Side,
    /// It is a vehicle that somebody drives: no loss of people.
    pub is_vehicle: bool,
    /// It began in cover.
    pub in_cover: bool,
    /// What it carries, by the numbers of orders: name, and whether it strikes hand to hand.
    pub weapons: Vec<(String, bool)>,
}

/// An attack as its order was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedAttack {
    /// Number of the chapter, counted from 0.
    pub chapter: usize,
    /// Who attacks.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Something on the line of fire hides some of the target.
    pub hidden: bool,
}

/// Notes taken while a fight goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightObserver {
    /// Sides of the skirmish.
    pub sides: usize,
    /// Everybody, by number.
    pub units: BTreeMap<UnitId, StartingUnit>,
    /// Attacks, in the order of their orders.
    pub attacks: Vec<ObservedAttack>,
}

impl FightObserver {
    /// Of a fight that is about to begin.
    pub fn at_start(view: &BattleView) -> Self {
        let fighter = |unit: battle::UnitDataItem| {
            let weapons = unit.inventory.items().iter();
            let fighter = StartingUnit {
                side: *unit.side,
                is_vehicle: unit.is_driven(),
                in_cover: unit.taking_cover.is_taken(),
                weapons: weapons.map(|carried| (carried.name().to_string(), carried.is_melee())).collect(),
            };
            (*unit.id, fighter)
        };
        Self {
            sides: view.setup().bundle().skirmish.sides.len(),
            units: view.units().map(fighter).collect(),
            attacks: Vec::new(),
        }
    }

    /// An order is about to be given, as so many were before it.
    pub fn before_order(&mut self, view: &BattleView, order: &Order, chapter: usize) {
        match order {
            Order::Attack { unit, target: Target::Unit(target), .. } => {
                self.record_attack(view, chapter, (*unit, *target));
            }
            Order::Multiple { unit, attacks } => {
                attacks.iter().for_each(|blow| self.record_attack(view, chapter, (*unit, blow.target)));
            }
            _ => {}
        }
    }

    fn record_attack(&mut self, view: &BattleView, chapter: usize, (unit, target): (UnitId, UnitId)) {
        let (Some(one), Some(other)) = (view.unit(unit), view.unit(target)) else { return };
        let hidden = view.line_of_fire(one.cell(), one.body(), &other).hidden > 0;
        self.attacks.push(ObservedAttack { chapter, unit, target, hidden });
    }
}
