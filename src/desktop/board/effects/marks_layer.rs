//! Draws the marks on the ground, and the shards of broken panes.

use bevy::prelude::{Local, Res};
use bevy_egui::egui::{Vec2, vec2};

use super::effect_brush::EffectColour;
use super::lit_area::lit_area;
use super::marks::{Mark, MarkFacts, MarkKind, find_marks};
use super::scatter::VisualScatter;
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::animation::BoardAnimation;
use crate::board::backward_search::PastWeapon;
use crate::board::layers::{BoardLayer, LayerPainter};
use crate::board::mesh_brush::{MeshBrush, linear};
use crate::board::viewport;
use crate::settings::Settings;
use crate::theme::{Palette, PaletteName};
use battle::{BattleView, EventRecord, History};
use content::BarrierStyle;
use field::Grid;
use model::{BarrierId, Cell, ObstaclePosition, UnitId};
use rules::ground::ground_effect;
use rules::play;

/// Corners of a scorched area.
const SCORCH_CORNERS: usize = 72;

/// Colours of soot, blood, chalk and brass, in linear light.
const SOOT: [f32; 3] = [0.006, 0.006, 0.006];
const BLOOD: [f32; 3] = [0.16, 0.004, 0.006];
const CHALK: [f32; 3] = [0.75, 0.76, 0.74];
const BRASS: [f32; 3] = [0.62, 0.4, 0.11];

/// What marks were drawn for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MarksKey {
    revision: BattleRevision,
    palette: PaletteName,
    blood: bool,
    /// Version of what the animation has shown.
    shown: u32,
}

/// Reads from a battle what marks depend on.
struct ViewFacts<'a, 'w, 's>(&'a BattleView<'w, 's>);

impl MarkFacts for ViewFacts<'_, '_, '_> {
    fn cell(&self, unit: UnitId) -> Option<Cell> {
        self.0.unit(unit).map(|unit| unit.cell())
    }

    fn blast_radius(&self, unit: UnitId, weapon: PastWeapon) -> Option<f32> {
        let bearer = self.0.unit(unit)?;
        let item = weapon.item(bearer.inventory)?;
        if ground_effect::is_smoke(item.weapon()) {
            return None;
        }
        let attacker = self.0.unit_snapshot(&bearer);
        Some(play::blast_profile(&attacker, item.weapon(), self.0.rules())?.radius_m as f32)
    }

    fn bleeds(&self, unit: UnitId) -> bool {
        self.0.unit(unit).is_some_and(|unit| !unit.is_machine())
    }

    fn is_told(&self, event: &EventRecord) -> bool {
        self.0.is_told(event)
    }
}

/// Draws the marks when the battle, the settings or what the animation has shown have changed.
pub(super) fn draw_marks(
    view: BattleView,
    history: Res<History>,
    revision: RevisionReader,
    (stage, settings): (Res<BoardAnimation>, Res<Settings>),
    mut painter: LayerPainter,
    mut known: Local<Option<MarksKey>>,
    mut marks: Local<Vec<Mark>>,
) {
    let key = MarksKey {
        revision: revision.current(),
        palette: settings.palette,
        blood: settings.blood,
        shown: stage.marks_version(),
    };
    if known.as_ref() == Some(&key) {
        return;
    }
    if known.as_ref().is_none_or(|known| known.revision != key.revision) {
        *marks = find_marks(history.records(), &ViewFacts(&view));
    }
    *known = Some(key);
    let palette = settings.palette();
    let mut mesh = MeshBrush::default();
    for mark in marks.iter().filter(|mark| stage.has_shown(mark.moment)) {
        draw_mark(&mut mesh, view.field().grid(), mark, settings.blood);
    }
    draw_shards(&mut mesh, &view, palette, |barrier| stage.is_still_whole(barrier));
    painter.show(BoardLayer::Marks, mesh);
}

fn draw_mark(mesh: &mut MeshBrush, grid: &Grid, mark: &Mark, blood: bool) {
    let mut scatter = VisualScatter::new(mark.at(), (mark.moment.record * 31 + mark.moment.event) as u32);
    match mark.kind {
        MarkKind::Scorch { radius } => draw_scorch(mesh, grid, mark.at(), radius, &mut scatter),
        MarkKind::Wound { damage } if blood => draw_blood(mesh, mark.at(), damage, &mut scatter),
        MarkKind::Wound { .. } => draw_chalk(mesh, mark.at(), &mut scatter),
        MarkKind::Casings { shots } => {
            for _ in 0..shots.min(6) {
                let off = scatter.around(0.0, std::f32::consts::PI) * scatter.between(0.15, 0.48);
                let tone = scatter.between(0.6, 1.2);
                let colour = EffectColour::matter(BRASS.map(|part| part * tone), 1.0);
                mesh.chip(mark.at() + off, 0.075, scatter.angle(), colour);
            }
        }
    }
}

/// Draws soot that ends at walls, with streaks away from the centre.
fn draw_scorch(mesh: &mut MeshBrush, grid: &Grid, at: Vec2, radius: f32, scatter: &mut VisualScatter) {
    let reach = (radius * 0.75).clamp(1.0, 4.5);
    let area = lit_area(grid, at, reach, SCORCH_CORNERS);
    mesh.lit_area(at, &area.corners, reach, EffectColour::matter(SOOT, 0.9));
    mesh.lit_area(at, &area.corners, reach * 0.55, EffectColour::matter(SOOT, 0.85));
    mesh.soft_disc(at, reach * 0.4, EffectColour::matter(SOOT, 0.7));
    for _ in 0..26 {
        let corner = area.corners[(scatter.fraction() * (SCORCH_CORNERS - 1) as f32) as usize] - at;
        let (from, to) = (scatter.between(0.15, 0.4), scatter.between(0.5, 0.95));
        let colour = EffectColour::matter(SOOT, scatter.between(0.3, 0.65));
        mesh.soft_line(
            [at + corner * from, at + corner * to],
            scatter.between(0.1, 0.3),
            [colour, colour.scaled(0.0)],
        );
    }
    for _ in 0..9 {
        let off = scatter.around(0.0, std::f32::consts::PI) * scatter.between(0.0, 0.5);
        let ash = EffectColour::matter([0.09, 0.085, 0.08], scatter.between(0.2, 0.5));
        mesh.soft_disc(at + off, scatter.between(0.1, 0.25), ash);
    }
}

fn draw_blood(mesh: &mut MeshBrush, at: Vec2, damage: u32, scatter: &mut VisualScatter) {
    let size = 0.12 + 0.02 * damage.min(10) as f32;
    let middle = at + scatter.around(0.0, std::f32::consts::PI) * scatter.between(0.1, 0.3);
    for number in 0..(4 + damage.min(8)) {
        let reach = if number == 0 { 0.0 } else { scatter.between(0.05, 0.45) };
        let place = middle + scatter.around(0.0, std::f32::consts::PI) * reach;
        let radius = size * scatter.between(0.35, 1.0) * if number == 0 { 1.8 } else { 0.8 };
        let colour = EffectColour::matter(BLOOD, 0.85);
        mesh.soft_disc(place, radius, colour);
        mesh.soft_disc(place, radius * 0.7, colour);
    }
}

/// Draws a cross of chalk in a broken ring.
fn draw_chalk(mesh: &mut MeshBrush, at: Vec2, scatter: &mut VisualScatter) {
    let middle = at + scatter.around(0.0, std::f32::consts::PI) * scatter.between(0.2, 0.34);
    let turn = scatter.between(0.5, 1.0);
    let colour = EffectColour::matter(CHALK, 0.6);
    for angle in [turn, turn + std::f32::consts::FRAC_PI_2] {
        let arm = Vec2::angled(angle) * 0.1;
        mesh.soft_line([middle - arm, middle + arm], 0.055, [colour, colour.scaled(0.7)]);
    }
    for step in 0..7 {
        let [from, to] = [0.0, 0.55].map(|part| Vec2::angled(turn + step as f32 * 0.9 + part) * 0.17);
        mesh.soft_line([middle + from, middle + to], 0.045, [colour.scaled(0.9), colour.scaled(0.6)]);
    }
}

/// Draws the shards of panes that are broken and seen to be.
fn draw_shards(
    mesh: &mut MeshBrush,
    view: &BattleView,
    palette: &Palette,
    is_still_whole: impl Fn(BarrierId) -> bool,
) {
    let [red, green, blue, _] = linear(palette.glass);
    for (id, place) in view.field().barriers() {
        let Some(data) = view.barrier(id) else { continue };
        let broken = data.state.holed() && data.barrier.kind().style == BarrierStyle::Glass;
        if !broken || is_still_whole(id) {
            continue;
        }
        let (middle, along) = match place {
            ObstaclePosition::Edge(edge) => {
                let [from, to] = viewport::edge_ends(edge);
                ((from + to) * 0.5, to - from)
            }
            ObstaclePosition::Square(cell) => (viewport::cell_centre(cell), vec2(1.0, 0.0)),
        };
        let mut scatter = VisualScatter::new(middle, id.0);
        for _ in 0..30 {
            let (share, side) = (scatter.between(-0.5, 0.5), scatter.between(-1.0, 1.0));
            let off = along * share + along.rot90() * (side * side.abs() * 0.9);
            let tone = scatter.between(0.5, 1.5);
            let colour = EffectColour {
                cover: 0.8,
                ..EffectColour::light([red, green, blue].map(|part| part * tone), 0.85)
            };
            mesh.chip(middle + off, scatter.between(0.04, 0.11), scatter.angle(), colour);
        }
    }
}
