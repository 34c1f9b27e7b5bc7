//! A click on an enemy out of reach of a melee weapon: the unit walks up and strikes, if it can pay both.

use crate::attack_forecast::AttackQuery;
use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use battle::{
    AttackChoice, BattleView, Order, Pace, Target, action_price, check_attack_from, validate_order,
};
use rules::{WeaponReach, play};

/// Squares beside the target that are tried, the nearest ones first.
const MAX_TRIED: usize = 12;

/// A walk or run to an enemy, and the blow that follows it.
#[derive(Clone, Debug)]
pub(crate) struct MeleeApproach {
    route: Route,
    attack: Order,
    /// "Walk 2 m there and strike Gant with Sledgehammer (Free Action, then 1 AP)".
    text: String,
}

impl MeleeApproach {
    /// Plans the shortest way to a square from which an attack that is out of melee reach now could be made and paid; `None`
    /// if there is none, or for other attacks.
    pub fn plan(view: &BattleView, query: &AttackQuery) -> Option<Self> {
        let Target::Unit(target) = query.target else { return None };
        let (unit, other) = (view.unit(query.attacker)?, view.unit(target)?);
        let carried = unit.inventory.get(query.weapon).filter(|_| query.option.is_none())?;
        let WeaponReach::Melee { beyond } = carried.reach() else { return None };
        if unit.cell().chebyshev_distance(other.cell()) <= beyond + 1 {
            return None;
        }
        let range = MoveRange::for_unit(view, &unit)?;
        let near = range.cells().filter(|cell| cell.chebyshev_distance(other.cell()) <= beyond + 1);
        let mut squares: Vec<_> = near.filter_map(|cell| Some((range.reach.cost(cell)?, cell))).collect();
        squares.sort_unstable();
        let (weapon, mode) = (query.weapon, query.mode);
        let choice = AttackChoice { unit: query.attacker, weapon, mode, option: None };
        let route = squares.into_iter().take(MAX_TRIED).find_map(|(_, cell)| {
            let route = Route::plan(view, &range, cell, false)?;
            let order = route.order();
            // A sprint needs a test, which may fail.
            if matches!(order, Order::Move { pace: Pace::Sprint, .. }) {
                return None;
            }
            let walk = validate_order(view, &order).ok()?;
            check_attack_from(view, (choice, cell), target, Some(&walk)).is_ok().then_some(route)
        })?;
        let attack = Order::Attack { unit: query.attacker, target: query.target, weapon, mode, option: None };
        let price = action_price(view, &unit, play::attack_action(carried.weapon(), mode), Some(weapon));
        let way = if route.price().is_empty() { String::new() } else { format!("{}, then ", route.price()) };
        let risk = if route.is_risky() { "; enemies may strike, or the ground is dangerous" } else { "" };
        let text = format!(
            "{} and strike {} with {} ({way}{price}{risk})",
            route.summary(),
            other.identity.name(),
            carried.name()
        );
        Some(Self { route, attack, text })
    }

    /// Returns the attack.
    pub fn attack(&self) -> &Order {
        &self.attack
    }

    /// Returns the orders: the move, then the attack.
    pub fn orders(&self) -> [Order; 2] {
        [self.route.order(), self.attack.clone()]
    }

    /// Says what is done and what it costs, without a full stop.
    pub fn text(&self) -> &str {
        &self.text
    }
}
