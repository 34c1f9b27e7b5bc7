//! Ambient motion: water, fire, smoke and fog. It runs while frames are drawn and for a short time after, so that
//! an idle window draws nothing; with reduced motion it stands still.

use std::time::Duration;

use bevy::prelude::{Local, Res, ResMut, Time};
use bevy::time::Real;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Vec2, vec2};

use super::effect_brush::EffectColour;
use super::scatter::VisualScatter;
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::animation::BoardAnimation;
use crate::board::layers::{BoardLayer, LayerPainter};
use crate::board::mesh_brush::MeshBrush;
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::redraw::NextFrame;
use crate::settings::Settings;
use battle::BattleView;
use content::{Terrain, Tile};
use model::Cell;
use rules::HazardKind;

/// Seconds that things go on moving after the last input or event.
const AFTER_SECONDS: f32 = 2.0;
/// Seconds between two frames that are drawn for nothing else.
const FRAME_SECONDS: f32 = 0.09;

/// Colours in linear light.
const RIPPLE: [f32; 3] = [0.16, 0.34, 0.44];
const FLAMES: [[f32; 3]; 3] = [[0.75, 0.16, 0.02], [0.95, 0.38, 0.06], [1.0, 0.72, 0.25]];
const HAZE: [f32; 3] = [0.28, 0.3, 0.32];

/// What moves in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ambience {
    /// Water.
    Ripples,
    /// Fire.
    Flames,
    /// Smoke or fog.
    Haze,
}

impl Ambience {
    /// Returns what moves above a terrain, from the ground up.
    fn of(terrain: &Terrain) -> impl Iterator<Item = Self> {
        let burns = terrain.hazard.is_some_and(|hazard| hazard.peril == HazardKind::Fire);
        let water = (terrain.tile == Tile::Water).then_some(Self::Ripples);
        water.into_iter().chain(burns.then_some(Self::Flames)).chain(terrain.obscured.then_some(Self::Haze))
    }
}

/// The squares in which something moves.
#[derive(Default)]
pub(super) struct AmbientSquares {
    known: Option<BattleRevision>,
    squares: Vec<(Cell, Ambience)>,
    /// Time of what is shown, in seconds.
    phase: f32,
    /// When something else last happened.
    last_activity: f32,
    /// The part of the map in view when it was drawn.
    drawn: Option<BoardViewport>,
}

/// Draws what moves in the squares in view.
pub(super) fn draw_ambient(
    (view, revision): (BattleView, RevisionReader),
    (stage, settings, time): (Res<BoardAnimation>, Res<Settings>, Res<Time<Real>>),
    lens: Res<BoardViewport>,
    mut contexts: EguiContexts,
    mut painter: LayerPainter,
    mut next: ResMut<NextFrame>,
    mut ambient: Local<AmbientSquares>,
) {
    let now = time.elapsed_secs();
    let current = revision.current();
    let changed = ambient.known != Some(current);
    if changed {
        ambient.known = Some(current);
        ambient.squares = squares_of(&view);
    }
    let input = contexts.ctx_mut().is_ok_and(|context| context.input(|input| !input.events.is_empty()));
    if changed || input || stage.is_busy() || !stage.effects().is_empty() {
        ambient.last_activity = now;
    }
    let moves = !settings.reduced_motion && now - ambient.last_activity < AFTER_SECONDS;
    let same_view = ambient.drawn == Some(*lens);
    if ambient.squares.is_empty() && !changed || !moves && same_view && !changed {
        return;
    }
    if moves {
        ambient.phase = now;
    }
    ambient.drawn = Some(*lens);
    let mut mesh = MeshBrush::default();
    let (mut visible, phase) = (false, ambient.phase);
    for (cell, kind) in &ambient.squares {
        if lens.is_visible(viewport::cell_centre(*cell)) {
            visible = true;
            draw_square(&mut mesh, *cell, *kind, phase);
        }
    }
    painter.show(BoardLayer::Ambient, mesh);
    if moves && visible {
        next.within(Duration::from_secs_f32(FRAME_SECONDS));
    }
}

fn squares_of(view: &BattleView) -> Vec<(Cell, Ambience)> {
    let cells = view.field().grid().cells();
    let of = |cell| {
        let kinds = view.terrain_at(cell).into_iter().flat_map(Ambience::of);
        kinds.map(move |kind| (cell, kind)).collect::<Vec<_>>()
    };
    cells.flat_map(of).collect()
}

fn draw_square(mesh: &mut MeshBrush, cell: Cell, kind: Ambience, phase: f32) {
    let (centre, mut scatter) =
        (viewport::cell_centre(cell), VisualScatter::new(viewport::cell_centre(cell), 5));
    match kind {
        Ambience::Ripples => draw_ripples(mesh, centre, phase, &mut scatter),
        Ambience::Flames => draw_flames(mesh, centre, phase, &mut scatter),
        Ambience::Haze => draw_haze(mesh, centre, phase, &mut scatter),
    }
}

/// Returns the place in a cycle of so many seconds, from 0 to 1.
fn cycle(phase: f32, seconds: f32, offset: f32) -> f32 {
    (phase / seconds + offset).rem_euclid(1.0)
}

/// Draws glints that drift and fade.
fn draw_ripples(mesh: &mut MeshBrush, centre: Vec2, phase: f32, scatter: &mut VisualScatter) {
    for _ in 0..3 {
        let at = centre + vec2(scatter.between(-0.4, 0.4), scatter.between(-0.45, 0.45));
        let share = cycle(phase, scatter.between(2.6, 4.4), scatter.fraction());
        let strength = (share * std::f32::consts::PI).sin();
        let middle = at + vec2(0.22 * (share - 0.5), 0.03 * (phase * 0.9 + at.x).sin());
        let half = vec2(0.1 + 0.16 * strength, 0.0);
        let colour = EffectColour::light(RIPPLE, 0.75 * strength);
        mesh.soft_line([middle - half, middle], 0.07, [colour.scaled(0.0), colour]);
        mesh.soft_line([middle, middle + half], 0.07, [colour, colour.scaled(0.0)]);
    }
}

/// Draws tongues that rise, flicker and shrink.
fn draw_flames(mesh: &mut MeshBrush, centre: Vec2, phase: f32, scatter: &mut VisualScatter) {
    for (number, rgb) in FLAMES.iter().cycle().take(7).enumerate() {
        let foot = centre + vec2(scatter.between(-0.32, 0.32), scatter.between(-0.05, 0.38));
        let share = cycle(phase, scatter.between(0.55, 1.0), scatter.fraction());
        let sway = 0.07 * (phase * 7.0 + number as f32 * 2.1).sin();
        let at = foot + vec2(sway * share, -0.5 * share);
        let radius = 0.24 * (1.0 - 0.75 * share);
        mesh.soft_disc(
            at,
            radius,
            EffectColour { cover: 0.25, ..EffectColour::light(*rgb, 0.9 * (1.0 - share)) },
        );
    }
    let flicker = 0.5 + 0.12 * (phase * 11.0 + centre.x).sin() + 0.1 * (phase * 17.0 + centre.y).cos();
    mesh.soft_disc(centre, 0.8, EffectColour::light(FLAMES[1], 0.3 * flicker));
}

/// Draws clouds that drift across the square and fade at both ends of their way.
fn draw_haze(mesh: &mut MeshBrush, centre: Vec2, phase: f32, scatter: &mut VisualScatter) {
    for _ in 0..3 {
        let at = centre + vec2(scatter.between(-0.35, 0.35), scatter.between(-0.4, 0.4));
        let share = cycle(phase, scatter.between(5.0, 8.0), scatter.fraction());
        let strength = (share * std::f32::consts::PI).sin();
        let drift = vec2(0.5, -0.16) * (share - 0.5);
        mesh.soft_disc(at + drift, scatter.between(0.55, 0.8), EffectColour::matter(HAZE, 0.22 * strength));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_repeats_after_its_period() {
        assert_eq!(cycle(1.0, 4.0, 0.0), 0.25);
        assert!((cycle(9.0, 4.0, 0.25) - cycle(1.0, 4.0, 0.25)).abs() < 1e-6);
    }

    #[test]
    fn the_same_time_draws_the_same_water() {
        let draw = |phase| {
            let mut mesh = MeshBrush::default();
            draw_square(&mut mesh, Cell::new(3, 4), Ambience::Ripples, phase);
            mesh
        };
        assert_eq!(draw(1.5), draw(1.5));
        assert_ne!(draw(1.5), draw(1.9));
    }
}
