//! A click on an enemy that a unit cannot attack from where it stands: it walks up and strikes, or to where it can shoot, if it can
//! pay both.

use crate::attack_forecast::{AttackQuery, attack_request};
use crate::board::overlay::gait_of;
use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use crate::session::ClickWarning;
use battle::{
    AttackChoice, BattleView, CarriedItem, Order, Pace, Target, UnitDataItem, action_price,
    check_attack_from, check_attack_price, validate_order,
};
use model::Cell;
use rules::{MovementMode, WeaponReach, play};

/// Squares from which the target is in reach that are tried, the nearest ones first.
const MAX_TRIED: usize = 12;
/// By how much the way to a safer square may be longer than the shortest one, in half metres.
const MAX_DETOUR: u32 = 4;
/// Least difference of two dangers that counts, in average damage.
const SAME_DANGER: f64 = 0.05;

/// A walk or run to a square from which an enemy can be attacked, and the attack that follows it.
#[derive(Clone, Debug)]
pub(crate) struct AttackApproach {
    route: Route,
    attack: Order,
    /// "Walk 2 m there and strike Gant with Sledgehammer (Free Action, then 1 AP)".
    text: String,
}

impl AttackApproach {
    /// Plans the shortest way to a square from which an attack that is not possible now could be made and paid, by a move
    /// that is bought if no other gets there; `None` if there is none, or for other attacks.
    pub fn plan(view: &BattleView, query: &AttackQuery) -> Option<Self> {
        Self::plan_safest(view, query, |_, _| 0.0)
    }

    /// Plans such a way as [`Self::plan`] does, to the square with the least danger among those that cost about as much as the
    /// nearest one. `danger` says how dangerous it is to arrive on a square in this way.
    pub fn plan_safest(
        view: &BattleView,
        query: &AttackQuery,
        danger: impl FnMut(Cell, MovementMode) -> f64,
    ) -> Option<Self> {
        let Target::Unit(target) = query.target else { return None };
        let (unit, other) = (view.unit(query.attacker)?, view.unit(target)?);
        let carried = unit.inventory.get(query.weapon).filter(|_| query.option.is_none())?;
        if !needs_walk(view, query, (&unit, &other), carried) {
            return None;
        }
        let range = MoveRange::for_unit(view, &unit)?;
        let (weapon, mode) = (query.weapon, query.mode);
        let choice = AttackChoice { unit: query.attacker, weapon, mode, option: None };
        let reaches =
            |cell: &Cell| *cell != unit.cell() && is_in_reach(view, carried.reach(), (&unit, *cell), &other);
        let strikes = |route: &Route| {
            // A sprint needs a test, which may fail.
            let walk = (route.pace() != Pace::Sprint).then(|| route.validate(view).ok()).flatten();
            walk.is_some_and(|walk| {
                check_attack_from(view, (choice, route.end()), target, Some(&walk)).is_ok()
            })
        };
        let near = range.cells().filter(reaches).filter_map(|cell| Some((range.reach.cost(cell)?, cell)));
        let near = nearest(near);
        let mut routes: Vec<Route> =
            near.filter_map(|cell| Route::plan(view, &range, cell, false).filter(strikes)).collect();
        if routes.is_empty() {
            // What the turn does not hold any more may be bought.
            let bought = range.bought().into_iter().flat_map(|bought| bought.cells());
            let bought = nearest(bought.filter(|(_, cell)| reaches(cell)));
            routes = bought
                .filter_map(|cell| Route::plan_bought(view, &range, cell, false).filter(strikes))
                .collect();
        }
        let route = safest(routes, danger)?;
        let attack = Order::Attack { unit: query.attacker, target: query.target, weapon, mode, option: None };
        let price = action_price(view, &unit, play::attack_action(carried.weapon(), mode), Some(weapon));
        let way = if route.price().is_empty() { String::new() } else { format!("{}, then ", route.price()) };
        let risk = if route.is_risky() { "; enemies may strike, or the ground is dangerous" } else { "" };
        let verb = if carried.is_melee() { "strike" } else { "attack" };
        let text = format!(
            "{} and {verb} {} with {} ({way}{price}{risk})",
            route.summary(),
            other.identity.name(),
            carried.name()
        );
        let approach = Self { route, attack, text };
        (carried.is_melee() || approach.can_hit(view, query)).then_some(approach)
    }

    /// Whether the attack may hit from where the way ends.
    fn can_hit(&self, view: &BattleView, query: &AttackQuery) -> bool {
        let odds = attack_request(view, &self.query_after(query)).and_then(|request| play::preview(&request));
        odds.is_some_and(|odds| odds.hit > 0.0)
    }

    /// Returns the attack that follows the way, from its last square, for the odds.
    pub fn query_after(&self, query: &AttackQuery) -> AttackQuery {
        let attacker_gait = gait_of(self.route.pace()).max(query.attacker_gait);
        AttackQuery { from: self.route.end(), attacker_gait, ..query.clone() }
    }

    /// Returns the way.
    pub fn route(&self) -> &Route {
        &self.route
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

/// Builds what the first click on an enemy says that can be attacked after a walk: what one more click does, and what it costs.
pub(crate) fn offer_both(cell: Cell, text: &str) -> ClickWarning {
    ClickWarning { cell, text: format!("{text}. Click once more to do both.") }
}

/// Whether an attack is out of reach from where its unit stands, and a walk may change that: a blow by the distance and what is
/// in its way, a shot that could be paid and is refused.
fn needs_walk(
    view: &BattleView,
    query: &AttackQuery,
    (unit, other): (&UnitDataItem, &UnitDataItem),
    carried: &CarriedItem,
) -> bool {
    let AttackQuery { attacker, target, weapon, mode, .. } = *query;
    match carried.reach() {
        reach @ WeaponReach::Melee { .. } => !is_in_reach(view, reach, (unit, unit.cell()), other),
        WeaponReach::Ranged { .. } => {
            let attack = Order::Attack { unit: attacker, target, weapon, mode, option: None };
            check_attack_price(view, attacker, (weapon, mode), None).is_ok()
                && validate_order(view, &attack).is_err()
        }
    }
}

/// Whether a weapon reaches a target from a square: a blow by the distance with nothing in its way, a shot where the target is in
/// sight.
fn is_in_reach(
    view: &BattleView,
    reach: WeaponReach,
    (unit, from): (&UnitDataItem, Cell),
    other: &UnitDataItem,
) -> bool {
    let to = other.cell();
    match reach {
        WeaponReach::Melee { beyond } => {
            from.chebyshev_distance(to) <= beyond + 1
                && view.obstacle_to_blow((from, unit.body()), (to, other.body())).is_none()
        }
        WeaponReach::Ranged { metres } => {
            from.distance_squared(to) <= metres.saturating_mul(metres)
                && field::line_of_sight(view.field().grid(), from, unit.body(), to, other.body())
        }
    }
}

/// Returns the nearest of some squares with the costs of their paths, at most as many as are tried.
fn nearest(squares: impl Iterator<Item = (u32, Cell)>) -> impl Iterator<Item = Cell> {
    let mut squares: Vec<_> = squares.collect();
    squares.sort_unstable();
    squares.into_iter().take(MAX_TRIED).map(|(_, cell)| cell)
}

/// What decides between two ways to attack a target.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WayCost {
    /// Length in half metres.
    length: u32,
    /// Whether it costs as much as the nearest one, at the same pace, and is no riskier.
    is_alike: bool,
}

/// Returns the way to the least dangerous square among those that cost about as much as the first one.
fn safest(routes: Vec<Route>, mut danger: impl FnMut(Cell, MovementMode) -> f64) -> Option<Route> {
    let first = routes.first()?;
    let costs: Vec<WayCost> = routes
        .iter()
        .map(|route| WayCost {
            length: route.length(),
            is_alike: (route.pace(), route.price(), route.has_side_price())
                == (first.pace(), first.price(), first.has_side_price())
                && (!route.is_risky() || first.is_risky()),
        })
        .collect();
    let at = safest_at(&costs, |at| danger(routes[at].end(), gait_of(routes[at].pace())));
    routes.into_iter().nth(at)
}

/// Returns the place of the least dangerous of some ways, of which the first is the shortest: among those that are alike and
/// not much longer; of several that are as dangerous, the first one.
fn safest_at(ways: &[WayCost], danger: impl FnMut(usize) -> f64) -> usize {
    let Some(first) = ways.first() else { return 0 };
    let longest = first.length + MAX_DETOUR;
    let is_near = |at: &usize| ways[*at].is_alike && ways[*at].length <= longest;
    let alike: Vec<usize> = (0..ways.len()).filter(is_near).collect();
    if alike.len() < 2 {
        return 0;
    }
    let rated: Vec<f64> = alike.iter().copied().map(danger).collect();
    let least = rated.iter().copied().fold(f64::INFINITY, f64::min);
    let best = rated.iter().position(|danger| *danger <= least + SAME_DANGER);
    best.map_or(0, |at| alike[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(length: u32) -> WayCost {
        WayCost { length, is_alike: true }
    }

    #[test]
    fn a_slightly_longer_way_to_a_safe_square_is_preferred() {
        let ways = [way(8), way(11), way(20)];
        assert_eq!(safest_at(&ways, |at| [2.0, 0.0, 0.0][at]), 1, "5.5 m instead of 4 m");
        assert_eq!(safest_at(&ways, |at| [2.0, 2.0, 0.0][at]), 0, "10 m are too far a detour");
        assert_eq!(safest_at(&ways, |_| 1.0), 0, "the shortest of those that are as dangerous");
    }

    #[test]
    fn a_way_that_costs_more_is_no_alternative() {
        let dear = WayCost { is_alike: false, ..way(9) };
        assert_eq!(safest_at(&[way(8), dear], |at| [2.0, 0.0][at]), 0);
        assert_eq!(safest_at(&[way(8)], |_| 2.0), 0, "there is no other");
        assert_eq!(safest_at(&[], |_| 2.0), 0);
    }
}
