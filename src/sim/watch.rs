//! What the history of a fight does not tell: who began it with what, and who stood behind something when shot at.

use std::collections::BTreeMap;

use battle::{BattleView, Order, Side, Target, UnitId};

/// Somebody as the fight began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Its side.
    pub side: Side,
    /// It is a vehicle that somebody drives: no loss of people.
    pub driven: bool,
    /// It began in cover.
    pub in_cover: bool,
    /// What it carries, by the numbers of orders: name, and whether it strikes hand to hand.
    pub weapons: Vec<(String, bool)>,
}

/// An attack as its order was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
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
pub struct Watch {
    /// Sides of the skirmish.
    pub sides: usize,
    /// Everybody, by number.
    pub fighters: BTreeMap<UnitId, Fighter>,
    /// Attacks, in the order of their orders.
    pub aims: Vec<Aim>,
}

impl Watch {
    /// Of a fight that is about to begin.
    pub fn of(view: &BattleView) -> Self {
        let fighter = |unit: battle::UnitDataItem| {
            let weapons = unit.arsenal.carried().iter();
            let fighter = Fighter {
                side: *unit.side,
                driven: unit.is_driven(),
                in_cover: unit.cover.taken(),
                weapons: weapons.map(|carried| (carried.name().to_string(), carried.is_melee())).collect(),
            };
            (*unit.id, fighter)
        };
        Self {
            sides: view.setup().bundle().skirmish.sides.len(),
            fighters: view.units().map(fighter).collect(),
            aims: Vec::new(),
        }
    }

    /// An order is about to be given, as so many were before it.
    pub fn before(&mut self, view: &BattleView, order: &Order, chapter: usize) {
        match order {
            Order::Attack { unit, target: Target::Unit(target), .. } => {
                self.aim(view, chapter, (*unit, *target));
            }
            Order::Multiple { unit, attacks } => {
                attacks.iter().for_each(|blow| self.aim(view, chapter, (*unit, blow.target)));
            }
            _ => {}
        }
    }

    fn aim(&mut self, view: &BattleView, chapter: usize, (unit, target): (UnitId, UnitId)) {
        let (Some(one), Some(other)) = (view.unit(unit), view.unit(target)) else { return };
        let hidden = view.line_of_fire(one.cell(), one.body(), &other).hidden > 0;
        self.aims.push(Aim { chapter, unit, target, hidden });
    }
}
