//! Overlays of the board: movement range, path, cover, lines of fire, vision.
//!
//! All of them follow from the battle and the session, and are recomputed only when one of them changes.

pub(crate) mod blast;
pub(crate) mod cell_fill;
mod cell_safety;
pub(crate) mod knockback_paths;
pub(super) mod legend;
pub(super) mod move_range;
mod route;
pub(crate) mod target_line;
mod unreachable_cell;
mod vision;
mod watchers;
mod zones;

use bevy::prelude::*;
use bevy_egui::egui;

use super::super::input::{ActionInput, InputAction};
use super::super::session::{Hover, Intent, Session};
use super::super::theme::Palette;
use super::animation::BoardAnimation;
use super::atlas::BoardAtlas;
use super::brush::Brush;
use crate::ai_players::AiController;
use crate::attack_forecast::AttackQuery;
use battle::{BattleView, History};
use lab::overlay::{BlastOverlay, KnockbackForecast};
use model::{Cell, UnitId};

/// Overlays that stay on until switched off.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OverlayToggles {
    /// What the unit can see.
    pub sight: bool,
    /// What the other sides can shoot at.
    pub threat: bool,
}

/// Inputs of the overlays besides the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OverlayInputs {
    story: (u32, usize),
    revision: u32,
    fight: usize,
    selected: Option<UnitId>,
    toggles: OverlayToggles,
    quiet: bool,
}

/// Inputs with the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OverlayPointer {
    hover: Option<Hover>,
    intent: Intent,
    marked: Option<Cell>,
    evade: bool,
}

/// Everything drawn over the board now.
#[derive(Resource, Default)]
pub(crate) struct BoardOverlays {
    known: Option<(OverlayInputs, OverlayPointer)>,
    /// Where the acting unit can move.
    pub(super) move_range: Option<self::move_range::MoveRange>,
    /// The path to the marked or hovered square.
    pub(super) route: Option<route::Route>,
    unreachable: Option<self::unreachable_cell::UnreachableCell>,
    blast: Option<BlastOverlay>,
    zones: Vec<zones::MapZone>,
    watchers: self::watchers::Watchers,
    sight: Option<self::vision::VisionOverlay>,
    threat: Option<self::vision::ThreatOverlay>,
    cell_safety: Option<self::cell_safety::CellSafety>,
    target_line: Option<self::target_line::TargetLine>,
    hints: Vec<self::target_line::TargetHint>,
    hover: Option<Cell>,
    /// The keyboard cursor is visible.
    cursor: bool,
}

/// Removes all overlays.
pub(super) fn clear_overlays(mut overlays: ResMut<BoardOverlays>) {
    *overlays = BoardOverlays::default();
}

/// Switches overlays and recomputes those whose inputs changed.
#[expect(clippy::too_many_arguments, reason = "overlays depend on all of it")]
pub(super) fn update_overlays(
    mut overlays: ResMut<BoardOverlays>,
    mut toggles: ResMut<OverlayToggles>,
    view: BattleView,
    session: Res<Session>,
    history: Res<History>,
    animation: Res<BoardAnimation>,
    opponents: Res<AiController>,
    keys: ActionInput,
) {
    if keys.just_pressed(InputAction::LineOfSight) {
        toggles.sight = !toggles.sight;
    }
    if keys.just_pressed(InputAction::Threat) {
        toggles.threat = !toggles.threat;
    }
    let state = OverlayInputs {
        story: (history.rewinds(), history.records().len()),
        revision: view.field().revision(),
        fight: std::sync::Arc::as_ptr(view.setup().bundle()) as usize,
        selected: session.selected,
        toggles: *toggles,
        quiet: !animation.is_busy() && opponents.ai_side_to_act().is_none(),
    };
    let Session { hover, intent, marked, evade, .. } = *session;
    let aim = OverlayPointer { hover, intent, marked, evade };
    let (same_state, same_aim) = match &overlays.known {
        Some((old, aimed)) => (*old == state, *aimed == aim),
        None => (false, false),
    };
    if same_state && same_aim {
        return;
    }
    let overlays = overlays.as_mut();
    if !same_state {
        update_state_overlays(overlays, &view, &session, *toggles, state.quiet);
    }
    update_pointer_overlays(overlays, &view, &session, *toggles, state.quiet);
    if opponents.ai_side_to_act().is_none()
        && let Some(question) = AttackQuery::for_open_prompt(&view, &history)
    {
        overlays.target_line = self::target_line::TargetLine::for_open_prompt(&view, &question);
    }
    overlays.known = Some((state, aim));
}

fn update_state_overlays(
    overlays: &mut BoardOverlays,
    view: &BattleView,
    session: &Session,
    toggles: OverlayToggles,
    quiet: bool,
) {
    let selected = session.selected.and_then(|id| view.unit(id));
    overlays.zones = zones::visible_zones(view);
    overlays.move_range = selected
        .as_ref()
        .filter(|_| quiet)
        .and_then(|unit| self::move_range::MoveRange::for_unit(view, unit));
    let watched = selected.as_ref().filter(|_| quiet && !view.round().is_deploying());
    overlays.watchers.update_watchers(view, watched);
    overlays.threat = match &selected {
        Some(unit) if toggles.threat => Some(self::vision::threatened_cells(view, *unit.side)),
        _ => None,
    };
}

fn update_pointer_overlays(
    overlays: &mut BoardOverlays,
    view: &BattleView,
    session: &Session,
    toggles: OverlayToggles,
    quiet: bool,
) {
    let selected = session.selected.and_then(|id| view.unit(id));
    let cell = session.hover.map(|hover| hover.cell);
    (overlays.hover, overlays.cursor) = (cell, session.cursor.is_some());
    (overlays.route, overlays.cell_safety, overlays.target_line) = (None, None, None);
    overlays.hints.clear();
    (overlays.unreachable, overlays.blast) = (None, None);
    overlays.sight = None;
    let Some(unit) = selected.filter(|_| quiet) else { return };
    let planned = match (session.intent, session.marked, cell) {
        (Intent::Move, Some(marked), _) => Some(marked),
        (Intent::Move, None, hovered) => hovered,
        _ => None,
    };
    if let (Some(bands), Some(planned)) = (&overlays.move_range, planned) {
        overlays.route = route::Route::plan(view, bands, planned, session.evade);
    }
    if let (Some(bands), Intent::Move, Some(cell)) = (&overlays.move_range, session.intent, cell) {
        overlays.unreachable = self::unreachable_cell::UnreachableCell::explain(view, &unit, bands, cell);
    }
    let origin = overlays.route.as_ref().map_or(unit.cell(), route::Route::end);
    if toggles.sight {
        overlays.sight = Some(self::vision::vision_from(view, &unit, origin));
    }
    let open = session.intent == Intent::Move && view.round().outcome().is_none();
    if let Some(cell) = cell.filter(|_| open) {
        let reachable = overlays.route.as_ref().is_some_and(|route| route.end() == cell);
        overlays.cell_safety = self::cell_safety::CellSafety::assess(view, &unit, cell, reachable);
    }
    let fighting = unit.is_fighting() && !view.round().is_deploying();
    if let Some(hover) = session.hover.filter(|_| fighting) {
        overlays.blast = blast::aimed_blast(view, &unit, session.intent, hover);
    }
    match session.intent {
        Intent::Attack { weapon, .. } if fighting => {
            overlays.target_line =
                self::target_line::TargetLine::from_hover(view, &unit, session.hover, weapon);
            overlays.hints = self::target_line::melee_reach_hints(&unit, weapon);
        }
        Intent::SpecialAction { key } if fighting => {
            overlays.hints = self::target_line::neighbour_hints(view, &unit, key)
        }
        Intent::Door if fighting => overlays.hints = self::target_line::door_hints(view, &unit),
        Intent::PickUp if fighting => overlays.hints = self::target_line::item_hints(view, &unit),
        _ => {}
    }
}

/// Draws beneath objects, walls and tokens: tints of squares.
pub(super) fn paint_below_pieces(
    brush: &Brush,
    overlays: &BoardOverlays,
    art: &BoardAtlas,
    palette: &Palette,
) {
    for zone in &overlays.zones {
        zone.paint(brush, art, palette);
    }
    if let Some(bands) = &overlays.move_range {
        bands.paint(brush, art, palette);
    }
    if let Some(threat) = &overlays.threat {
        threat.paint(brush, art, palette);
    }
    if let Some(blast) = &overlays.blast {
        blast::paint(brush, blast, art, palette);
    }
}

/// Draws above walls, beneath tokens: fog, hovered square, path.
pub(super) fn paint_below_tokens(
    brush: &Brush,
    overlays: &BoardOverlays,
    view: &BattleView,
    art: &BoardAtlas,
    palette: &Palette,
) {
    if let Some(sight) = &overlays.sight {
        sight.paint(brush, view);
    }
    if let Some(shelter) = &overlays.cell_safety {
        shelter.paint_lines(brush, palette);
    }
    if let Some(cell) = overlays.hover {
        paint_cursor(brush, cell, overlays, palette);
    }
    if let Some(route) = &overlays.route {
        route.paint(brush, art, palette);
    }
}

/// Draws above the tokens: lines of fire, shields, labels.
pub(super) fn paint_above_tokens(
    brush: &Brush,
    overlays: &BoardOverlays,
    thrown: Option<&KnockbackForecast>,
    view: &BattleView,
    session: &Session,
    art: &BoardAtlas,
    palette: &Palette,
) {
    if let Some(thrown) = thrown {
        self::knockback_paths::paint(brush, thrown, palette);
    }
    overlays.watchers.paint(brush, art, palette);
    if let Some(shelter) = &overlays.cell_safety {
        shelter.paint_shields(brush, art, palette);
    }
    for hint in &overlays.hints {
        hint.paint(brush, palette);
    }
    if let Some(blast) = &overlays.blast {
        blast::paint_blast_centre(brush, blast, palette);
    }
    if let Some(fire) = &overlays.target_line {
        fire.paint(brush, palette);
    }
    if let Some(route) = &overlays.route {
        route.paint_label(brush, palette, session.marked == Some(route.end()));
    }
    if let Some(barred) = &overlays.unreachable {
        barred.paint(brush, palette);
    }
    zones::paint_names(brush, overlays.zones.iter(), view, art, palette);
}

fn paint_cursor(brush: &Brush, cell: Cell, overlays: &BoardOverlays, palette: &Palette) {
    let rect = brush.lens.cell_rect(cell).shrink(brush.lens.scaled_points(1.5));
    let reachable = overlays.route.as_ref().is_some_and(|route| route.end() == cell);
    let strong = reachable || overlays.cursor;
    let colour =
        if strong { egui::Color32::WHITE } else { super::super::theme::with_alpha(palette.text, 90) };
    let width = brush.lens.scaled_points_min(if strong { 2.0 } else { 1.2 }, 1.0);
    let round = brush.lens.scaled_points(4.0);
    brush.painter.rect_stroke(rect, round, egui::Stroke::new(width, colour), egui::StrokeKind::Inside);
    if overlays.cursor {
        let arm = brush.lens.scaled_points(7.0);
        let stroke = egui::Stroke::new(brush.lens.scaled_points_min(3.0, 2.0), palette.caution);
        super::brush::draw_brackets(brush.painter, rect.expand(brush.lens.scaled_points(3.0)), arm, stroke);
    }
}
