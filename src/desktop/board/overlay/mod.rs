//! What lies over the board to help decide: reach, path, cover, lines of fire, fields of view.
//!
//! All of it is a function of the fight and the session, worked out anew only when one of them changes.

pub(super) mod bands;
mod barred;
pub(crate) mod blast;
mod eyes;
pub(crate) mod fire;
pub(crate) mod flights;
pub(super) mod legend;
mod route;
mod shelter;
mod sight;
pub(crate) mod tint;
mod zones;

use bevy::prelude::*;
use bevy_egui::egui;

use super::super::input::{Command, Keys};
use super::super::odds::Question;
use super::super::opponents::Opponents;
use super::super::session::{Hover, Intent, Session};
use super::super::theme::Palette;
use super::art::Art;
use super::stage::Stage;
use super::strokes::Brush;
use battle::{BattleView, History, UnitId};
use field::Cell;
use lab::overlay::{Blast, KnockField};

/// Overlays that stay until they are switched off.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Toggles {
    /// What can be seen.
    pub sight: bool,
    /// What the other sides can shoot at.
    pub threat: bool,
}

/// What overlays depend on besides the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    story: (u32, usize),
    revision: u32,
    fight: usize,
    selected: Option<UnitId>,
    toggles: Toggles,
    quiet: bool,
}

/// What they depend on with it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Aim {
    hover: Option<Hover>,
    intent: Intent,
    marked: Option<Cell>,
    evade: bool,
}

/// Everything that is laid over the board now.
#[derive(Resource, Default)]
pub(super) struct Overlays {
    known: Option<(State, Aim)>,
    /// Where the acting unit can go.
    pub bands: Option<bands::Bands>,
    /// The way to the marked or hovered square.
    pub route: Option<route::Route>,
    barred: Option<barred::Barred>,
    blast: Option<Blast>,
    zones: Vec<zones::Zone>,
    eyes: eyes::Eyes,
    sight: Option<sight::Sight>,
    threat: Option<sight::Threat>,
    shelter: Option<shelter::Shelter>,
    fire: Option<fire::Fire>,
    hints: Vec<fire::Hint>,
    hover: Option<Cell>,
    /// The keyboard cursor shows where it is.
    cursor: bool,
}

/// Nothing is laid over the board any more.
pub(super) fn forget(mut overlays: ResMut<Overlays>) {
    *overlays = Overlays::default();
}

/// Switches overlays and works out what has to be shown.
#[expect(clippy::too_many_arguments, reason = "overlays depend on all of it")]
pub(super) fn prepare(
    mut overlays: ResMut<Overlays>,
    mut toggles: ResMut<Toggles>,
    view: BattleView,
    session: Res<Session>,
    history: Res<History>,
    stage: Res<Stage>,
    opponents: Res<Opponents>,
    keys: Keys,
) {
    if keys.just(Command::LineOfSight) {
        toggles.sight = !toggles.sight;
    }
    if keys.just(Command::Threat) {
        toggles.threat = !toggles.threat;
    }
    let state = State {
        story: (history.rewinds(), history.chapters().len()),
        revision: view.field().revision(),
        fight: std::sync::Arc::as_ptr(view.setup().bundle()) as usize,
        selected: session.selected,
        toggles: *toggles,
        quiet: !stage.busy() && opponents.turn().is_none(),
    };
    let Session { hover, intent, marked, evade, .. } = *session;
    let aim = Aim { hover, intent, marked, evade };
    let (same_state, same_aim) = match &overlays.known {
        Some((old, aimed)) => (*old == state, *aimed == aim),
        None => (false, false),
    };
    if same_state && same_aim {
        return;
    }
    let overlays = overlays.as_mut();
    if !same_state {
        follow_state(overlays, &view, &session, *toggles, state.quiet);
    }
    follow_aim(overlays, &view, &session, *toggles, state.quiet);
    if opponents.turn().is_none()
        && let Some(question) = Question::open(&view, &history)
    {
        overlays.fire = fire::Fire::in_question(&view, &question);
    }
    overlays.known = Some((state, aim));
}

fn follow_state(
    overlays: &mut Overlays,
    view: &BattleView,
    session: &Session,
    toggles: Toggles,
    quiet: bool,
) {
    let selected = session.selected.and_then(|id| view.unit(id));
    overlays.zones = zones::of(view);
    overlays.bands = selected.as_ref().filter(|_| quiet).and_then(|unit| bands::Bands::of(view, unit));
    let watched = selected.as_ref().filter(|_| quiet && !view.round().deploying());
    overlays.eyes.renew(view, watched);
    overlays.threat = match &selected {
        Some(unit) if toggles.threat => Some(sight::threat(view, *unit.side)),
        _ => None,
    };
}

fn follow_aim(overlays: &mut Overlays, view: &BattleView, session: &Session, toggles: Toggles, quiet: bool) {
    let selected = session.selected.and_then(|id| view.unit(id));
    let cell = session.hover.map(|hover| hover.cell);
    (overlays.hover, overlays.cursor) = (cell, session.cursor.is_some());
    (overlays.route, overlays.shelter, overlays.fire) = (None, None, None);
    overlays.hints.clear();
    (overlays.barred, overlays.blast) = (None, None);
    overlays.sight = None;
    let Some(unit) = selected.filter(|_| quiet) else { return };
    let planned = match (session.intent, session.marked, cell) {
        (Intent::Move, Some(marked), _) => Some(marked),
        (Intent::Move, None, hovered) => hovered,
        _ => None,
    };
    if let (Some(bands), Some(planned)) = (&overlays.bands, planned) {
        overlays.route = route::Route::plan(view, bands, planned, session.evade);
    }
    if let (Some(bands), Intent::Move, Some(cell)) = (&overlays.bands, session.intent, cell) {
        overlays.barred = barred::Barred::at(view, &unit, bands, cell);
    }
    let stands = overlays.route.as_ref().map_or(unit.cell(), route::Route::end);
    if toggles.sight {
        overlays.sight = Some(sight::of(view, &unit, stands));
    }
    let open = session.intent == Intent::Move && view.round().outcome().is_none();
    if let Some(cell) = cell.filter(|_| open) {
        let reachable = overlays.route.as_ref().is_some_and(|route| route.end() == cell);
        overlays.shelter = shelter::Shelter::at(view, &unit, cell, reachable);
    }
    let fighting = unit.fighting() && !view.round().deploying();
    if let Some(hover) = session.hover.filter(|_| fighting) {
        overlays.blast = blast::aimed(view, &unit, session.intent, hover);
    }
    match session.intent {
        Intent::Attack { weapon, .. } if fighting => {
            overlays.fire = fire::Fire::at(view, &unit, session.hover, weapon);
            overlays.hints = fire::melee_reach(&unit, weapon);
        }
        Intent::Deed { key } if fighting => overlays.hints = fire::neighbours(view, &unit, key),
        Intent::Door if fighting => overlays.hints = fire::doors(view, &unit),
        Intent::PickUp if fighting => overlays.hints = fire::items(view, &unit),
        _ => {}
    }
}

/// Beneath everything that stands: tints of squares.
pub(super) fn under(brush: &Brush, overlays: &Overlays, art: &Art, palette: &Palette) {
    for zone in &overlays.zones {
        zone.paint(brush, art, palette);
    }
    if let Some(bands) = &overlays.bands {
        bands.paint(brush, art, palette);
    }
    if let Some(threat) = &overlays.threat {
        threat.paint(brush, art, palette);
    }
    if let Some(blast) = &overlays.blast {
        blast::paint(brush, blast, art, palette);
    }
}

/// Above walls, beneath tokens: what is out of sight, hovered square, path.
pub(super) fn between(brush: &Brush, overlays: &Overlays, view: &BattleView, art: &Art, palette: &Palette) {
    if let Some(sight) = &overlays.sight {
        sight.paint(brush, view);
    }
    if let Some(shelter) = &overlays.shelter {
        shelter.paint_lines(brush, palette);
    }
    if let Some(cell) = overlays.hover {
        cursor(brush, cell, overlays, palette);
    }
    if let Some(route) = &overlays.route {
        route.paint(brush, art, palette);
    }
}

/// Above the tokens: lines of fire, shields, labels.
pub(super) fn over(
    brush: &Brush,
    overlays: &Overlays,
    thrown: Option<&KnockField>,
    view: &BattleView,
    session: &Session,
    art: &Art,
    palette: &Palette,
) {
    if let Some(thrown) = thrown {
        flights::paint(brush, thrown, palette);
    }
    overlays.eyes.paint(brush, art, palette);
    if let Some(shelter) = &overlays.shelter {
        shelter.paint_shields(brush, art, palette);
    }
    for hint in &overlays.hints {
        hint.paint(brush, palette);
    }
    if let Some(blast) = &overlays.blast {
        blast::paint_centre(brush, blast, palette);
    }
    if let Some(fire) = &overlays.fire {
        fire.paint(brush, palette);
    }
    if let Some(route) = &overlays.route {
        route.paint_label(brush, palette, session.marked == Some(route.end()));
    }
    if let Some(barred) = &overlays.barred {
        barred.paint(brush, palette);
    }
    zones::paint_names(brush, overlays.zones.iter(), view, art, palette);
}

fn cursor(brush: &Brush, cell: Cell, overlays: &Overlays, palette: &Palette) {
    let rect = brush.lens.rect(cell).shrink(brush.lens.px(1.5));
    let reachable = overlays.route.as_ref().is_some_and(|route| route.end() == cell);
    let strong = reachable || overlays.cursor;
    let colour = if strong { egui::Color32::WHITE } else { super::super::theme::faded(palette.text, 90) };
    let width = brush.lens.px_min(if strong { 2.0 } else { 1.2 }, 1.0);
    let round = brush.lens.px(4.0);
    brush.painter.rect_stroke(rect, round, egui::Stroke::new(width, colour), egui::StrokeKind::Inside);
    if overlays.cursor {
        let arm = brush.lens.px(7.0);
        let stroke = egui::Stroke::new(brush.lens.px_min(3.0, 2.0), palette.caution);
        super::strokes::brackets(brush.painter, rect.expand(brush.lens.px(3.0)), arm, stroke);
    }
}
