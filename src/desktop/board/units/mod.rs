//! Units on the board: tokens, health and passengers.

pub mod health_display;
pub mod passenger_icons;
pub mod tokens;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::{BoardAnimation, BoardPainter, PaintSystems};
use crate::board::atlas::BoardAtlas;
use crate::session::Session;
use crate::settings::Settings;
use battle::BattleView;

/// Draws the tokens of units.
pub(super) struct UnitsPlugin;

impl Plugin for UnitsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, paint_tokens.in_set(PaintSystems::Tokens));
    }
}

fn paint_tokens(
    mut board: BoardPainter,
    view: BattleView,
    stage: Res<BoardAnimation>,
    session: Res<Session>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
) -> Result {
    let palette = settings.palette();
    board.paint(|brush| {
        tokens::TokenPainter { brush, view: &view, stage: &stage, session: &session, art: &art, palette }
            .paint();
    })
}
