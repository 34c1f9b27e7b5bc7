//! Advice on the card of a square: whether the unit can take cover there, and what it has to buy first.

use crate::attack_forecast::EnemyThreat;
use crate::square_cover::has_shared_cover;
use battle::{
    BattleView, Order, OrderError, TurnPurchase, UnitDataItem, ValidatedOrder, check_cover_price,
    validate_order,
};
use field::Grid;
use model::{Cell, UnitId};
use rules::{Book, BoughtAllowance, play};

/// How taking cover is advised on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CoverAdvice {
    /// The unit is in cover already, or its rules have no action for it: nothing.
    Needless,
    /// It can take cover where it stands.
    Here,
    /// It can take cover on another square, once it is there.
    There,
    /// It has to buy what taking cover costs first, here or there.
    Bought(BoughtAllowance),
    /// It has nothing left to pay for it, here or there, for this reason.
    Unpaid(String),
}

impl CoverAdvice {
    /// The advice for the square of a unit.
    pub(super) fn here(view: &BattleView, unit: &UnitDataItem) -> Self {
        if unit.cover.is_taken() {
            return Self::Needless;
        }
        let id = *unit.id;
        let order = match play::cover_action(view.rules().book()) {
            Some(action) => {
                Order::SpecialAction { unit: id, action: action.to_owned(), target: None, weapon: None }
            }
            None => Order::TakeCover { unit: id },
        };
        match validate_order(view, &order) {
            Ok(_) => Self::Here,
            Err(_) if !has_shared_cover(view, unit) => Self::Needless,
            Err(_) => match check_cover_price(view, id, None) {
                Ok(()) => Self::Needless,
                Err(why) => Self::with_purchase(view, unit, (None, &why)),
            },
        }
    }

    /// The advice for another square, after a move.
    pub(super) fn there(view: &BattleView, unit: UnitId, plan: Option<&ValidatedOrder>) -> Self {
        match view.unit(unit) {
            Some(unit) if has_shared_cover(view, &unit) => match check_cover_price(view, *unit.id, plan) {
                Ok(()) => Self::There,
                Err(why) => Self::with_purchase(view, &unit, (plan, &why)),
            },
            _ if play::cover_action(view.rules().book()).is_some() => Self::There,
            _ => Self::Needless,
        }
    }

    /// The advice for a unit that cannot pay for taking cover with what it has left.
    fn with_purchase(
        view: &BattleView,
        unit: &UnitDataItem,
        (plan, why): (Option<&ValidatedOrder>, &OrderError),
    ) -> Self {
        let mut purchases = TurnPurchase::list(view, unit, plan).into_iter();
        purchases
            .find(|purchase| purchase.pays_cover(view))
            .map_or_else(|| Self::Unpaid(why.to_string()), |purchase| Self::Bought(purchase.bought))
    }

    /// Words the advice; `None` if there is none.
    pub(super) fn text(self) -> Option<String> {
        match self {
            Self::Needless => None,
            Self::Here => Some("Use Take cover to gain the cover.".to_owned()),
            Self::There => Some("Use Take cover there to gain the cover.".to_owned()),
            Self::Bought(bought) => Some(format!("Taking cover costs a {}.", bought.text())),
            Self::Unpaid(why) => Some(format!("Cannot take cover as well. {why}")),
        }
    }
}

/// Whether taking cover on a square is possible and would count against an enemy: what hides the unit from afar is no
/// cover to take.
pub(super) fn gains_cover((book, grid): (Book, &Grid), threats: &[EnemyThreat], cell: Cell) -> bool {
    let is_cover = |threat: &EnemyThreat| !threat.is_blind && play::is_cover(book, threat.hidden);
    field::can_take_cover(grid, cell) && threats.iter().any(is_cover)
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Obstacle;
    use model::{BarrierId, ObstaclePosition};

    #[test]
    fn advice_against_cover_gives_the_reason_of_the_refusal() {
        let advice = CoverAdvice::Unpaid("Ember: all 2 manoeuvres of this turn are used.".to_owned());
        let text = "Cannot take cover as well. Ember: all 2 manoeuvres of this turn are used.";
        assert_eq!(advice.text().as_deref(), Some(text));
    }

    #[test]
    fn cover_is_advised_only_where_it_can_be_taken() {
        let threat = |hidden| EnemyThreat {
            enemy: UnitId(1),
            weapon: "Rifle".to_owned(),
            chance: 0.5,
            mean: 2.0,
            unit: "damage",
            hidden,
            is_blind: false,
            stands: false,
        };
        let hidden = [threat(0), threat(40)];
        let mut grid = Grid::new(9, 9);
        let crate_at = ObstaclePosition::Square(Cell::new(4, 4));
        let obstacle = Obstacle {
            id: BarrierId(1),
            height_cm: 100,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        grid.set_obstacle(crate_at, Some(obstacle));
        let gains =
            |threats: &[EnemyThreat], x| gains_cover((Book::SwanSong, &grid), threats, Cell::new(x, 4));
        assert!(gains(&hidden, 3), "beside the crate");
        assert!(!gains(&hidden, 1), "the crate is too far away");
        assert!(!gains(&[threat(0)], 3), "it would not count");
        let little = [threat(10)];
        assert!(!gains(&little, 3), "too little is hidden");
        let place = Cell::new(3, 4);
        assert!(gains_cover((Book::CombatChecks, &grid), &little, place), "any part counts. CC-DEF-05");
    }
}
