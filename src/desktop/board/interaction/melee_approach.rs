//! A click on an enemy out of reach of a melee weapon: the unit walks up and strikes, if it can pay both.

use crate::attack_forecast::AttackQuery;
use crate::board::overlay::gait_of;
use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use battle::{AttackChoice, BattleView, Order, Pace, Target, action_price, check_attack_from};
use model::Cell;
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
    /// Plans the shortest way to a square from which an attack that is out of melee reach now could be made and paid, by a move
    /// that is bought if no other gets there; `None` if there is none, or for other attacks.
    pub fn plan(view: &BattleView, query: &AttackQuery) -> Option<Self> {
        let Target::Unit(target) = query.target else { return None };
        let (unit, other) = (view.unit(query.attacker)?, view.unit(target)?);
        let carried = unit.inventory.get(query.weapon).filter(|_| query.option.is_none())?;
        let WeaponReach::Melee { beyond } = carried.reach() else { return None };
        if unit.cell().chebyshev_distance(other.cell()) <= beyond + 1 {
            return None;
        }
        let range = MoveRange::for_unit(view, &unit)?;
        let (weapon, mode) = (query.weapon, query.mode);
        let choice = AttackChoice { unit: query.attacker, weapon, mode, option: None };
        let is_beside = |cell: &Cell| cell.chebyshev_distance(other.cell()) <= beyond + 1;
        let strikes = |route: &Route| {
            // A sprint needs a test, which may fail.
            let walk = (route.pace() != Pace::Sprint).then(|| route.validate(view).ok()).flatten();
            walk.is_some_and(|walk| {
                check_attack_from(view, (choice, route.end()), target, Some(&walk)).is_ok()
            })
        };
        let near = range.cells().filter(is_beside).filter_map(|cell| Some((range.reach.cost(cell)?, cell)));
        let route = nearest(near).find_map(|cell| Route::plan(view, &range, cell, false).filter(strikes));
        // What the turn does not hold any more may be bought.
        let bought = range.bought().into_iter().flat_map(|bought| bought.cells());
        let bought = bought.filter(|(_, cell)| is_beside(cell));
        let route = route.or_else(|| {
            nearest(bought).find_map(|cell| Route::plan_bought(view, &range, cell, false).filter(strikes))
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

    /// Returns the attack that follows the way, from its last square, for the odds.
    pub fn query_after(&self, query: &AttackQuery) -> AttackQuery {
        let attacker_gait = gait_of(self.route.pace()).max(query.attacker_gait);
        AttackQuery { from: self.route.end(), attacker_gait, ..query.clone() }
    }

    /// Returns the attack.
    pub fn attack(&self) -> &Order {
        &self.attack
    }

    /// Returns the orders: what buys the move if anything does, the move, then the attack.
    pub fn orders(&self) -> Vec<Order> {
        let bought = self.route.purchase_order();
        bought.into_iter().chain([self.route.order(), self.attack.clone()]).collect()
    }

    /// Says what is done and what it costs, without a full stop.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Returns the nearest of some squares with the costs of their paths, at most as many as are tried.
fn nearest(squares: impl Iterator<Item = (u32, Cell)>) -> impl Iterator<Item = Cell> {
    let mut squares: Vec<_> = squares.collect();
    squares.sort_unstable();
    squares.into_iter().take(MAX_TRIED).map(|(_, cell)| cell)
}
