//! Units on the board: tokens, health and passengers.

mod floating;
pub mod health_display;
pub mod passenger_icons;
mod token_brush;
mod token_labels;
pub(super) mod token_layout;
mod tokens;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Rect, Vec2};

use self::floating::Floating;
use self::token_brush::TokenBrush;
use self::token_labels::LabelPainter;
use self::tokens::TokenPainter;
use super::effects::AmbientClock;
use super::layers::{BoardLayer, LayerPainter};
use super::viewport::BoardViewport;
use super::{BoardAnimation, BoardPainter, PaintSystems, PrepareSystems};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::atlas::BoardAtlas;
use crate::redraw::NextFrame;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::PaletteName;
use battle::BattleView;
use model::{Cell, UnitId};

/// Draws the tokens of units.
pub(super) struct UnitsPlugin;

impl Plugin for UnitsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, draw_tokens.in_set(PrepareSystems::Camera))
            .add_systems(EguiPrimaryContextPass, paint_labels.in_set(PaintSystems::Tokens));
    }
}

/// What tokens were drawn for.
#[derive(Clone, Debug, PartialEq)]
struct TokensKey {
    revision: BattleRevision,
    palette: PaletteName,
    selected: Option<UnitId>,
    highlighted: Option<UnitId>,
    /// The dragged unit, and where it would be placed.
    dragged: Option<(UnitId, Option<Cell>)>,
    /// Side of a square.
    unit: f32,
    floating: Option<Floating>,
}

/// Draws the tokens while they move, and when something about them has changed.
fn draw_tokens(
    view: BattleView,
    revision: RevisionReader,
    (stage, session, settings): (Res<BoardAnimation>, Res<Session>, Res<Settings>),
    (art, lens): (Res<BoardAtlas>, Res<BoardViewport>),
    (clock, mut next): (Res<AmbientClock>, ResMut<NextFrame>),
    mut painter: LayerPainter,
    mut known: Local<Option<(TokensKey, bool)>>,
) {
    let hovered = session.hover.map(|hover| hover.cell);
    let floating = Floating::of(&view, &clock, settings.reduced_motion);
    if floating.is_some() {
        clock.request_frame(&mut next);
    }
    let key = TokensKey {
        revision: revision.current(),
        palette: settings.palette,
        selected: session.selected,
        highlighted: session.highlighted_unit,
        dragged: session.dragged_unit.map(|unit| (unit, hovered)),
        unit: lens.unit,
        floating,
    };
    let moving = stage.is_busy() || !stage.effects().is_empty();
    // The last frame of a movement shows its end.
    let still = known.as_ref().is_some_and(|(before, moved)| *before == key && !moved);
    if still && !moving {
        return;
    }
    *known = Some((key, moving));
    let brush = TokenBrush::new(&art, &lens);
    let palette = settings.palette();
    let mut tokens = TokenPainter { brush, view: &view, stage: &stage, session: &session, palette, floating };
    tokens.paint();
    painter.show(BoardLayer::Tokens, tokens.brush.into_mesh());
}

/// Share of a square that a token and its marks take.
const TOKEN_SHARE: f32 = 0.86;

/// Returns where the tokens on the board are, in points: also bodies, and those that share a square, but nothing that sits in
/// a vehicle. A token that shakes is where it rests.
pub(super) fn token_areas(
    view: &BattleView,
    stage: &BoardAnimation,
    lens: &BoardViewport,
) -> BTreeMap<UnitId, Rect> {
    let places = token_layout::token_places(view, stage);
    let area = |place: &token_layout::TokenPlace| {
        let centre = lens.to_screen(place.at - stage.shake_offset(*place.unit.id));
        (*place.unit.id, Rect::from_center_size(centre, Vec2::splat(TOKEN_SHARE * place.scale * lens.unit)))
    };
    places.iter().filter(|place| !place.seated).map(area).collect()
}

/// Draws the text at tokens.
fn paint_labels(
    mut board: BoardPainter,
    view: BattleView,
    stage: Res<BoardAnimation>,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
) -> Result {
    let palette = settings.palette();
    board.paint(|brush| LabelPainter { brush, view: &view, stage: &stage, art: &art, palette }.paint())
}
