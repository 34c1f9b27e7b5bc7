//! Draws the board in layers, from the ground up.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use super::super::session::Session;
use super::super::settings::Settings;
use super::animation::BoardAnimation;
use super::atlas::BoardAtlas;
use super::brush::Brush;
use super::fog_overlay::FogOverlay;
use super::overlay::{self, BoardOverlays};
use super::viewport::BoardViewport;
use crate::board::terrain::objects;
use crate::board::terrain::objects::CarFootprints;
use crate::board::terrain::{ground_markings, lighting_overlay, walls};
use crate::board::units::tokens::TokenPainter;
use crate::knockback_preview::KnockbackPreview;
use battle::BattleView;

/// Draws ground, grid, and the overlays on them.
#[expect(clippy::too_many_arguments, reason = "draws every ground layer")]
pub(super) fn paint_ground(
    mut contexts: EguiContexts,
    lens: Res<BoardViewport>,
    view: BattleView,
    overlays: Res<BoardOverlays>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
    fog: Res<FogOverlay>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let palette = settings.palette();
    let painter = egui::Painter::new(context.clone(), egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    lighting_overlay::paint(&brush, &view, palette);
    ground_markings::paint_grid(&brush, &view);
    ground_markings::paint_heights(&brush, &view, palette);
    fog.paint(&brush, &view);
    overlay::paint_below_pieces(&brush, &overlays, &art, palette);
    Ok(())
}

/// Draws objects, walls and tokens. Changes nothing: egui may run it twice a frame.
#[expect(clippy::too_many_arguments, reason = "draws every piece")]
pub(super) fn paint_pieces(
    mut contexts: EguiContexts,
    lens: Res<BoardViewport>,
    view: BattleView,
    session: Res<Session>,
    stage: Res<BoardAnimation>,
    overlays: Res<BoardOverlays>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
    flights: Res<KnockbackPreview>,
    mut pieces: Local<CarFootprints>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let palette = settings.palette();
    CarFootprints::update_cars(&mut pieces, &view);
    let painter = egui::Painter::new(context.clone(), egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    objects::paint(&brush, &view, &art, palette, &pieces);
    ground_markings::paint_items(&brush, &view, &art, palette);
    walls::paint(&brush, &view, palette);
    overlay::paint_below_tokens(&brush, &overlays, &view, &art, palette);
    TokenPainter { brush: &brush, view: &view, stage: &stage, session: &session, art: &art, palette }.paint();
    overlay::paint_above_tokens(&brush, &overlays, flights.knockback_field(), &view, &session, &art, palette);
    for spark in stage.particles() {
        spark.draw(&painter, &lens, palette);
    }
    overlay::legend::paint(&brush, &overlays, &settings, &art, palette);
    Ok(())
}
