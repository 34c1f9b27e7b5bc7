//! Ambient motion: water, fire, smoke, fog, the lamps of decks, and dust in space.

use bevy::prelude::{Local, Res, ResMut};
use bevy_egui::egui::{Vec2, vec2};

use super::ambient_clock::AmbientClock;
use super::effect_brush::EffectColour;
use super::scatter::VisualScatter;
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::layers::{BoardLayer, LayerPainter};
use crate::board::mesh_brush::MeshBrush;
use crate::board::terrain::space;
use crate::board::viewport;
use crate::board::viewport::BoardViewport;
use crate::redraw::NextFrame;
use battle::BattleView;
use content::{Hue, Terrain, Tile};
use model::Cell;
use rules::HazardKind;

/// How far dust drifts around a ship, in squares, and the share of squares in which some does.
const DUST_MARGIN: i32 = 12;
const DUST: f32 = 0.4;

/// Colours in linear light.
const RIPPLE: [f32; 3] = [0.16, 0.34, 0.44];
const FLAMES: [[f32; 3]; 3] = [[0.75, 0.16, 0.02], [0.95, 0.38, 0.06], [1.0, 0.72, 0.25]];
const HAZE: [f32; 3] = [0.28, 0.3, 0.32];
const MOTE: [f32; 3] = [0.5, 0.56, 0.64];
const LAMP: [f32; 3] = [0.72, 0.86, 1.0];
const EMERGENCY_LAMP: [f32; 3] = [1.0, 0.16, 0.1];

/// What moves in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ambience {
    /// Water.
    Ripples,
    /// Fire.
    Flames,
    /// Smoke or fog.
    Haze,
    /// A lamp in the deck that fails now and then, or one for emergencies, which pulses.
    Lamp { is_emergency: bool },
    /// Dust in space.
    Dust,
}

impl Ambience {
    /// Returns what moves above a terrain, from the ground up.
    fn of(terrain: &Terrain) -> impl Iterator<Item = Self> {
        let burns = terrain.hazard.is_some_and(|hazard| hazard.peril == HazardKind::Fire);
        let water = (terrain.tile == Tile::Water).then_some(Self::Ripples);
        let glow = terrain.glow.filter(|_| terrain.tile == Tile::Deck);
        let lamp = glow.map(|glow| Self::Lamp { is_emergency: glow.hue == Hue::Red });
        let rest = [burns.then_some(Self::Flames), terrain.obscured.then_some(Self::Haze), lamp];
        water.into_iter().chain(rest.into_iter().flatten())
    }
}

/// The squares in which something moves.
#[derive(Default)]
pub(super) struct AmbientSquares {
    known: Option<BattleRevision>,
    squares: Vec<(Cell, Ambience)>,
    /// The part of the map in view when it was drawn.
    drawn: Option<BoardViewport>,
}

/// Draws what moves in the squares in view.
pub(super) fn draw_ambient(
    (view, revision): (BattleView, RevisionReader),
    (clock, lens): (Res<AmbientClock>, Res<BoardViewport>),
    mut painter: LayerPainter,
    mut next: ResMut<NextFrame>,
    mut ambient: Local<AmbientSquares>,
) {
    let current = revision.current();
    let changed = ambient.known != Some(current);
    if changed {
        ambient.known = Some(current);
        ambient.squares = squares_of(&view);
    }
    let moves = clock.moves();
    let same_view = ambient.drawn == Some(*lens);
    if ambient.squares.is_empty() && !changed || !moves && same_view && !changed {
        return;
    }
    ambient.drawn = Some(*lens);
    let mut mesh = MeshBrush::default();
    let mut visible = false;
    for (cell, kind) in &ambient.squares {
        if lens.is_visible(viewport::cell_centre(*cell)) {
            visible = true;
            draw_square(&mut mesh, *cell, *kind, clock.phase());
        }
    }
    painter.show(BoardLayer::Ambient, mesh);
    if visible {
        clock.request_frame(&mut next);
    }
}

fn squares_of(view: &BattleView) -> Vec<(Cell, Ambience)> {
    let cells = view.field().grid().cells();
    let of = |cell| {
        let kinds = view.terrain_at(cell).into_iter().flat_map(Ambience::of);
        kinds.map(move |kind| (cell, kind)).collect::<Vec<_>>()
    };
    cells.flat_map(of).chain(dusty_squares(view)).collect()
}

/// Returns the squares in which dust drifts: some of those around a ship, and of the holes in its hull.
fn dusty_squares(view: &BattleView) -> Vec<(Cell, Ambience)> {
    if !space::is_in_space(view) {
        return Vec::new();
    }
    let grid = view.field().grid();
    let (right, bottom) = (i32::from(grid.width()) + DUST_MARGIN, i32::from(grid.height()) + DUST_MARGIN);
    let around = (-DUST_MARGIN..bottom).flat_map(|y| (-DUST_MARGIN..right).map(move |x| Cell::new(x, y)));
    let is_outside = |cell: &Cell| !grid.contains(*cell) || space::is_breach(view, *cell);
    let is_dusty = |cell: &Cell| viewport::cell_fraction(*cell, 81) < DUST;
    around.filter(is_outside).filter(is_dusty).map(|cell| (cell, Ambience::Dust)).collect()
}

fn draw_square(mesh: &mut MeshBrush, cell: Cell, kind: Ambience, phase: f32) {
    let (centre, mut scatter) =
        (viewport::cell_centre(cell), VisualScatter::new(viewport::cell_centre(cell), 5));
    match kind {
        Ambience::Ripples => draw_ripples(mesh, centre, phase, &mut scatter),
        Ambience::Flames => draw_flames(mesh, centre, phase, &mut scatter),
        Ambience::Haze => draw_haze(mesh, centre, phase, &mut scatter),
        Ambience::Lamp { is_emergency } => draw_lamp(mesh, centre, phase, (is_emergency, &mut scatter)),
        Ambience::Dust => draw_dust(mesh, centre, phase, &mut scatter),
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

/// Draws a lamp in the deck: one for emergencies pulses, another one goes out for moments.
fn draw_lamp(
    mesh: &mut MeshBrush,
    centre: Vec2,
    phase: f32,
    (is_emergency, scatter): (bool, &mut VisualScatter),
) {
    let (rgb, strength) = if is_emergency {
        (EMERGENCY_LAMP, 0.6 + 0.3 * (phase * 1.9 + scatter.angle()).sin())
    } else {
        (LAMP, lamp_strength(cycle(phase, 6.5, scatter.fraction())))
    };
    mesh.soft_disc(centre, 0.9, EffectColour::light(rgb, 0.22 * strength));
    mesh.soft_disc(centre, 0.2, EffectColour::light(rgb, 0.9 * strength));
}

/// Returns how bright a failing lamp is at a share of its cycle: out for two moments, the second one a longer one.
fn lamp_strength(share: f32) -> f32 {
    match share {
        _ if (0.62..0.64).contains(&share) => 0.25,
        _ if (0.67..0.73).contains(&share) => 0.12,
        _ => 0.9,
    }
}

/// Draws motes that drift through a square, and fade at both ends of their way.
fn draw_dust(mesh: &mut MeshBrush, centre: Vec2, phase: f32, scatter: &mut VisualScatter) {
    let at = centre + vec2(scatter.between(-0.5, 0.5), scatter.between(-0.5, 0.5));
    let way = Vec2::angled(scatter.between(0.2, 0.8)) * scatter.between(0.5, 1.1);
    let share = cycle(phase, scatter.between(14.0, 24.0), scatter.fraction());
    let strength = (share * std::f32::consts::PI).sin();
    let radius = scatter.between(0.025, 0.06);
    mesh.soft_disc(at + way * (share - 0.5), radius, EffectColour::light(MOTE, 0.55 * strength));
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

    #[test]
    fn dust_drifts_outside_of_a_ship_and_in_its_holes_only() {
        let dust_of = |skirmish: &str| {
            let mut world = crate::panel::tests::shipped_battle(skirmish);
            battle::with_view(&mut world, |view| {
                let squares = squares_of(view).into_iter();
                let dusty = squares.filter(|(_, kind)| *kind == Ambience::Dust).map(|(cell, _)| cell);
                let dusty: Vec<Cell> = dusty.collect();
                let is_indoors =
                    |cell: &&Cell| view.field().grid().contains(**cell) && !space::is_breach(view, **cell);
                (dusty.len(), dusty.iter().filter(is_indoors).count())
            })
        };
        assert_eq!(dust_of("warehouse"), (0, 0));
        let (outside, inside) = dust_of("derelict");
        assert!(outside > 100 && inside == 0, "{outside}, {inside}");
    }

    #[test]
    fn a_failing_lamp_goes_out_for_less_than_a_tenth_of_the_time() {
        let shares = (0..1000).map(|step| lamp_strength(step as f32 / 1000.0));
        let out = shares.filter(|strength| *strength < 0.3).count();
        assert!((60..100).contains(&out), "{out} of 1000");
    }
}
