//! Draws the board, from the ground up.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use super::super::flights::Flights;
use super::super::session::Session;
use super::super::settings::Settings;
use super::art::Art;
use super::lens::Lens;
use super::objects::{self, Pieces};
use super::overlay::{self, Overlays};
use super::stage::Stage;
use super::strokes::Brush;
use super::tokens::Tokens;
use super::veil::Veil;
use super::{gloom, places, walls};
use battle::{BattleView, History};

/// Ground, grid, and what overlays lay on them.
#[expect(clippy::too_many_arguments, reason = "everything that lies on the ground meets here")]
pub(super) fn ground(
    mut contexts: EguiContexts,
    lens: Res<Lens>,
    view: BattleView,
    overlays: Res<Overlays>,
    art: Res<Art>,
    settings: Res<Settings>,
    history: Res<History>,
    mut veil: Local<Veil>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let palette = settings.palette();
    veil.renew(&view, &history);
    let painter = egui::Painter::new(context.clone(), egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    gloom::paint(&brush, &view, palette);
    places::grid(&brush, &view);
    places::heights(&brush, &view, palette);
    veil.paint(&brush, &view);
    overlay::under(&brush, &overlays, &art, palette);
    Ok(())
}

/// Reads everything, changes nothing: egui may run it twice a frame.
#[expect(clippy::too_many_arguments, reason = "everything that is shown meets here")]
pub(super) fn pieces(
    mut contexts: EguiContexts,
    lens: Res<Lens>,
    view: BattleView,
    session: Res<Session>,
    stage: Res<Stage>,
    overlays: Res<Overlays>,
    art: Res<Art>,
    settings: Res<Settings>,
    flights: Res<Flights>,
    mut pieces: Local<Pieces>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let palette = settings.palette();
    Pieces::renew(&mut pieces, &view);
    let painter = egui::Painter::new(context.clone(), egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    objects::paint(&brush, &view, &art, palette, &pieces);
    places::items(&brush, &view, &art, palette);
    walls::paint(&brush, &view, palette);
    overlay::between(&brush, &overlays, &view, &art, palette);
    Tokens { brush: &brush, view: &view, stage: &stage, session: &session, art: &art, palette }.paint();
    overlay::over(&brush, &overlays, flights.shown(), &view, &session, &art, palette);
    for spark in stage.sparks() {
        spark.draw(&painter, &lens, palette);
    }
    overlay::legend::paint(&brush, &overlays, &settings, &art, palette);
    Ok(())
}
