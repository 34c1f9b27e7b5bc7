//! The move that the player is planning: the range, and the path over the waypoints to the pointer.

use super::move_range::MoveRange;
use super::route::Route;
use crate::board::interaction::attack_approach::AttackApproach;
use crate::board::interaction::board_actions::is_move_click;
use crate::board::interaction::treatment_click::TreatmentClick;
use crate::session::{Hover, Intent, Session};
use battle::{BattleView, UnitDataItem};
use model::{Cell, UnitId};

/// The move that the player is planning.
#[derive(Default)]
pub(crate) struct MovePlan {
    /// Where the acting unit can move, after the waypoints.
    pub range: Option<MoveRange>,
    /// The path to the marked or hovered square, or to where a click walks to strike.
    pub route: Option<Route>,
    /// Whether an attack follows the path.
    pub strikes: bool,
}

impl MovePlan {
    /// Whether the path ends in a square.
    pub(super) fn reaches(&self, cell: Cell) -> bool {
        self.route.as_ref().is_some_and(|route| route.end() == cell)
    }

    /// Computes where the unit can move; `None` while no unit is to be moved. While a unit may move outside of its turn, it is
    /// that one alone.
    pub(super) fn update_range(
        &mut self,
        view: &BattleView,
        session: &Session,
        (unit, free_mover): (Option<&UnitDataItem>, Option<UnitId>),
    ) {
        self.range = unit.and_then(|unit| match free_mover {
            Some(mover) if mover == *unit.id => MoveRange::in_any_turn(view, unit, &session.waypoints),
            Some(_) => None,
            None => MoveRange::over_waypoints(view, unit, &session.waypoints),
        });
    }

    /// Returns the path to a square: the one that is shown, else another within the range, where another square is marked or
    /// the pointer has only just got there; `None` if the unit cannot get there.
    pub(super) fn route_to(&self, view: &BattleView, cell: Cell, evade: bool) -> Option<Route> {
        match &self.route {
            Some(route) if route.end() == cell => Some(route.clone()),
            _ => self.new_route(view, cell, evade),
        }
    }

    fn new_route(&self, view: &BattleView, cell: Cell, evade: bool) -> Option<Route> {
        let range = self.range.as_ref()?;
        Route::plan(view, range, cell, evade).or_else(|| Route::plan_bought(view, range, cell, evade))
    }

    /// Plans the path of the walk and the blow that a click orders, else to the marked square, else to the hovered one, else
    /// to the last waypoint. None leads to where the pointer only rests: a click or Enter there moves no unit.
    pub(super) fn update_route(
        &mut self,
        view: &BattleView,
        session: &Session,
        approach: Option<&AttackApproach>,
    ) {
        self.strikes = approach.is_some() && self.range.is_some();
        if let Some(approach) = approach.filter(|_| self.strikes) {
            self.route = Some(approach.route().clone());
            return;
        }
        let hovered = session.hover.filter(|_| !session.rests);
        let planned = match (session.intent, session.marked) {
            (Intent::Move, Some(marked)) => Some(marked),
            // A click on an ally that can be treated is about the treatment.
            (Intent::Move, None) => {
                let moves = |hover: &Hover| TreatmentClick::find(view, session, *hover).is_none();
                hovered.filter(moves).map(|hover| hover.cell)
            }
            // While aiming, a click where nothing can be attacked moves.
            (Intent::Attack { .. }, _) => {
                hovered.filter(|hover| is_move_click(view, session, *hover)).map(|hover| hover.cell)
            }
            _ => None,
        };
        let last = session.waypoints.last().copied().filter(|_| session.intent == Intent::Move);
        let plan = |cell| self.new_route(view, cell, session.evade);
        let route = planned.and_then(plan).or_else(|| last.and_then(plan));
        self.route = route;
    }
}
