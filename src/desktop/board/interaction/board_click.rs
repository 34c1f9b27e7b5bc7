//! Clicks on squares, by mouse, Enter and assistive technology. While the board still shows what has happened, a click
//! shows the rest of it at once, and acts in the next frame on what is seen then.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::board_actions::{ClickContext, activate_cell, add_waypoint, takes_waypoint};
use crate::ai_players::{AiController, DecisionCardShown};
use crate::board::animation::BoardAnimation;
use crate::board::overlay::BoardOverlays;
use crate::hovered_attack::HoveredAttack;
use crate::player_input::PlayerInput;
use crate::session::{AwaitedClick, Hover, Session};
use crate::settings::Settings;
use battle::{BattleView, Order};
use model::UnitId;

/// What a click on a square depends on.
#[derive(SystemParam)]
pub(crate) struct BoardClicks<'w, 's> {
    /// The battle.
    pub view: BattleView<'w, 's>,
    /// The attack on the hovered enemy.
    pub aimed: Res<'w, HoveredAttack>,
    /// What the board still shows.
    pub animation: ResMut<'w, BoardAnimation>,
    overlays: Res<'w, BoardOverlays>,
    opponents: Res<'w, AiController>,
    advice_card: Res<'w, DecisionCardShown>,
    settings: Res<'w, Settings>,
    time: Res<'w, Time<Real>>,
}

impl<'w, 's> BoardClicks<'w, 's> {
    /// Returns the seconds since the program started, for notices.
    pub fn now(&self) -> f64 {
        self.time.elapsed_secs_f64()
    }

    /// Returns the unit that may move now outside of its turn; `None` without one.
    pub fn free_mover(&self) -> Option<UnitId> {
        self.opponents.free_mover()
    }

    /// Returns the order of the advice that is shown; `None` without advice, and for advice that is no order.
    pub fn advised_order(&self) -> Option<Order> {
        self.opponents.advised_order().filter(|_| self.advice_card.0).cloned()
    }

    /// Clicks on a square. A click beside the question whether the turn ends only closes it.
    pub fn click(&mut self, player: &mut PlayerInput, hover: Hover) {
        self.click_or_pass(player, hover, false);
    }

    /// Whether a click on a square can add a waypoint.
    pub fn takes_waypoint(&self, session: &Session, hover: Hover) -> bool {
        takes_waypoint(session, &self.context(), hover)
    }

    /// Adds a waypoint on a square for the next move. Where that is not possible, it is a click as any other.
    pub fn click_waypoint(&mut self, player: &mut PlayerInput, hover: Hover) {
        self.click_or_pass(player, hover, true);
    }

    fn click_or_pass(&mut self, player: &mut PlayerInput, hover: Hover, adds_waypoint: bool) {
        if player.session.ending.take().is_some() {
            return;
        }
        let is_busy = self.show_rest();
        let waits = self.opponents.ai_side_to_act().is_none() && !self.view.round().is_deploying();
        if is_busy && waits {
            let acting = self.view.round().acting();
            player.session.awaited_click = Some(AwaitedClick { acting, hover, adds_waypoint });
        } else {
            self.act_on(player, hover, adds_waypoint);
        }
    }

    /// Shows at once what the board still shows; returns whether there was anything.
    pub fn show_rest(&mut self) -> bool {
        let is_busy = self.animation.is_busy();
        if is_busy {
            self.animation.request_skip();
        }
        is_busy
    }

    /// Acts on a click that came while the board was busy, once everything has been shown. If the turn has passed on in the
    /// meantime, it says so instead.
    pub fn act_on_awaited_click(&mut self, player: &mut PlayerInput) {
        let Some(AwaitedClick { acting, hover, adds_waypoint }) = player.session.awaited_click else {
            return;
        };
        if self.opponents.ai_side_to_act().is_none() && self.show_rest() {
            return;
        }
        player.session.awaited_click = None;
        if acting == self.view.round().acting() {
            self.act_on(player, hover, adds_waypoint);
        } else {
            player.session.notice = Some((TURN_HAS_PASSED.to_owned(), self.now()));
        }
    }

    fn context(&self) -> ClickContext<'_, 'w, 's> {
        ClickContext {
            view: &self.view,
            overlays: &self.overlays,
            aimed: &self.aimed,
            ai_side: self.opponents.ai_side_to_act(),
            free_mover: self.opponents.free_mover(),
            confirm_moves: self.settings.confirm_moves,
            now: self.now(),
        }
    }

    fn act_on(&self, player: &mut PlayerInput, hover: Hover, adds_waypoint: bool) {
        let context = self.context();
        if adds_waypoint && takes_waypoint(&player.session, &context, hover) {
            add_waypoint(player, &context, hover.cell);
        } else {
            activate_cell(player, &context, hover);
        }
    }
}

/// What a click says that came too late.
const TURN_HAS_PASSED: &str = "No order was given: another unit acts now.";
