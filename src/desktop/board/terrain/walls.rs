//! Barriers on edges: walls, panes, doors, fences, drawn as thick strokes with a dark under-stroke and their own light.

use bevy_egui::egui::{Color32, Vec2, vec2};

use crate::board::animation::BoardAnimation;
use crate::board::brush::{SHADE, mix_colours, scale_brightness};
use crate::board::lighting::BoardLight;
use crate::board::mesh_brush::MeshBrush;
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use crate::theme::{Palette, with_alpha};
use battle::{BarrierDataItem, BattleView};
use content::{BarrierKind, BarrierStyle};
use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};
use rules::play;

/// Walls lower than this can be seen over and are drawn with a light ridge.
const LOW_WALL_CM: u16 = 130;
/// Angle of an open door, in radians.
const DOOR_SWING: f32 = 1.35;
/// Parts of a wall that have a light of their own.
const LIT_PARTS: i32 = 4;

/// A wall on one edge.
struct WallSegment {
    from: Vec2,
    to: Vec2,
    /// Unit vectors along and across the wall.
    along: Vec2,
    across: Vec2,
    /// Half of the thickness, in squares.
    half: f32,
    /// Ends of the drawn wall, extended to close corners.
    drawn: [Vec2; 2],
}

/// Draws walls in their light.
struct WallBrush<'a> {
    mesh: &'a mut MeshBrush,
    light: &'a BoardLight,
}

impl WallBrush<'_> {
    /// Returns a colour in the light of a place: that of the brighter side of the wall.
    fn lit(&self, at: Vec2, across: Vec2, colour: Color32) -> Color32 {
        self.light.tint_wall(at, across, colour)
    }

    fn draw_bar(&mut self, from: Vec2, to: Vec2, pixels: f32, colour: Color32) {
        let across = (to - from).normalized().rot90();
        let point = |part: i32| from + (to - from) * (part as f32 / LIT_PARTS as f32);
        for part in 0..LIT_PARTS {
            let ends = (point(part), point(part + 1));
            let colours = [self.lit(ends.0, across, colour), self.lit(ends.1, across, colour)];
            self.mesh.shaded_bar(ends, pixels, colours);
        }
    }

    fn draw_short(&mut self, from: Vec2, to: Vec2, pixels: f32, colour: Color32) {
        let across = (to - from).normalized().rot90();
        let colour = self.lit((from + to) * 0.5, across, colour);
        self.mesh.bar(from, to, pixels, colour);
    }

    fn draw_stone(&mut self, at: Vec2, pixels: f32, angle: f32, colour: Color32) {
        let colour = self.lit(at, Vec2::ZERO, colour);
        self.mesh.stone(at, pixels, angle, colour);
    }

    fn draw_disc(&mut self, at: Vec2, pixels: f32, colour: Color32) {
        let colour = self.lit(at, Vec2::ZERO, colour);
        self.mesh.circle(at, pixels, colour);
    }
}

/// How a barrier stands on the screen, where the battle may be ahead.
#[derive(Clone, Copy, PartialEq)]
enum WallState {
    Whole,
    Broken,
    /// Open to a share of its swing.
    Open(f32),
}

impl WallState {
    fn of(data: &BarrierDataItem, id: BarrierId, stage: &BoardAnimation) -> Self {
        let open = if data.state.open() { 1.0 } else { 0.0 };
        match stage.door_share(id).unwrap_or(open) {
            _ if data.state.holed() && !stage.is_still_whole(id) => Self::Broken,
            share if share > 0.0 => Self::Open(share),
            _ => Self::Whole,
        }
    }
}

/// Draws the barriers on edges.
pub(in crate::board) fn draw(
    mesh: &mut MeshBrush,
    view: &BattleView,
    light: &BoardLight,
    stage: &BoardAnimation,
    palette: &Palette,
) {
    let mut brush = WallBrush { mesh, light };
    let mut seen = Vec::new();
    for (id, place) in view.field().barriers() {
        let ObstaclePosition::Edge(edge) = place else { continue };
        if let Some(data) = view.barrier(id) {
            let stretch = wall_segment(view, edge, data.barrier.kind());
            let state = WallState::of(&data, id, stage);
            seen.push((edge, stretch, data, state));
        }
    }
    for (_, stretch, data, state) in &seen {
        // Bags and leaves have outlines of their own.
        let is_soft = matches!(data.barrier.kind().style, BarrierStyle::Hedge | BarrierStyle::Sandbags);
        if *state == WallState::Whole && !is_soft {
            draw_wall_rim(&mut brush, stretch);
        }
    }
    for (edge, stretch, data, state) in &seen {
        let kind = data.barrier.kind();
        let colour = wall_colour(kind.style, palette);
        match state {
            WallState::Broken if kind.style == BarrierStyle::Glass => {
                draw_broken_pane(&mut brush, stretch, colour, palette);
            }
            WallState::Broken => draw_gap(&mut brush, edge.cell(), stretch, colour),
            WallState::Open(share) => draw_open_door(&mut brush, stretch, colour, DOOR_SWING * share),
            WallState::Whole => {
                draw_wall(&mut brush, edge.cell(), stretch, kind, colour, palette);
                if !data.state.holed() {
                    draw_cracks((&mut brush, view), edge.cell(), stretch, data);
                }
            }
        }
    }
}

/// Returns the thickness in pixels at zoom 1, by structure.
fn wall_thickness(kind: &BarrierKind) -> f32 {
    let soft = matches!(kind.style, BarrierStyle::Hedge | BarrierStyle::Sandbags | BarrierStyle::Counter);
    if soft { 13.0 } else { 4.2 + 0.42 * kind.structure.min(16) as f32 }
}

fn wall_segment(view: &BattleView, edge: Edge, kind: &BarrierKind) -> WallSegment {
    let [from, to] = viewport::edge_ends(edge);
    let along = to - from;
    let half = wall_thickness(kind) / (2.0 * CELL_SIZE);
    let solid = !kind.transparent;
    let drawn = [
        if solid && is_corner(view, edge, from) { from - along * half } else { from },
        if solid && is_corner(view, edge, to) { to + along * half } else { to },
    ];
    WallSegment { from, to, along, across: vec2(-along.y, along.x), half, drawn }
}

/// Whether a perpendicular wall meets the edge at one of its ends.
fn is_corner(view: &BattleView, edge: Edge, end: Vec2) -> bool {
    let corner = Cell::new(end.x as i32, end.y as i32);
    let (near, far) = match edge.side() {
        CellSide::North | CellSide::South => {
            (Edge::new(corner, CellSide::West), Edge::new(corner.neighbour(CellSide::North), CellSide::West))
        }
        CellSide::West | CellSide::East => {
            (Edge::new(corner, CellSide::North), Edge::new(corner.neighbour(CellSide::West), CellSide::North))
        }
    };
    [near, far].into_iter().any(|other| {
        view.field()
            .grid()
            .obstacle(ObstaclePosition::Edge(other))
            .is_some_and(|obstacle| !obstacle.transparent)
    })
}

fn wall_colour(style: BarrierStyle, palette: &Palette) -> Color32 {
    match style {
        BarrierStyle::Brick => palette.brick,
        BarrierStyle::Concrete | BarrierStyle::Pillar => palette.concrete,
        BarrierStyle::Drywall | BarrierStyle::Sandbags => palette.drywall,
        BarrierStyle::Glass => palette.glass,
        BarrierStyle::Door => palette.door,
        BarrierStyle::Wood | BarrierStyle::Crate | BarrierStyle::Counter | BarrierStyle::Furniture => {
            palette.wood
        }
        BarrierStyle::Metal | BarrierStyle::Fence | BarrierStyle::Car => Color32::from_rgb(0x71, 0x88, 0x9A),
        BarrierStyle::Hedge | BarrierStyle::Tree => Color32::from_rgb(0x4A, 0x7D, 0x52),
    }
}

/// Draws the dark rim, before any wall so that walls meet without seams.
fn draw_wall_rim(brush: &mut WallBrush, stretch: &WallSegment) {
    let rim = 1.4 / CELL_SIZE;
    let [from, to] = stretch.drawn;
    let pixels = (2.0 * stretch.half) * CELL_SIZE;
    let shadow = vec2(1.8, 2.6) / CELL_SIZE;
    brush.mesh.bar(from + shadow, to + shadow, pixels + 3.4, with_alpha(SHADE, 110));
    let ends = (from - stretch.along * rim, to + stretch.along * rim);
    brush.mesh.bar(ends.0, ends.1, pixels + 3.2, with_alpha(SHADE, 225));
}

fn draw_wall(
    brush: &mut WallBrush,
    cell: Cell,
    stretch: &WallSegment,
    kind: &BarrierKind,
    colour: Color32,
    palette: &Palette,
) {
    let [from, to] = stretch.drawn;
    let pixels = 2.0 * stretch.half * CELL_SIZE;
    match kind.style {
        BarrierStyle::Glass => return draw_pane(brush, stretch, pixels, kind, colour, palette),
        BarrierStyle::Door => return draw_shut_door(brush, stretch, pixels, colour),
        BarrierStyle::Fence => return draw_fence(brush, stretch, colour),
        BarrierStyle::Hedge => return draw_lumps(brush, cell, stretch, 5, pixels * 0.62, colour),
        BarrierStyle::Sandbags => return draw_sandbags(brush, cell, stretch, pixels, colour),
        _ => {}
    }
    brush.draw_bar(from, to, pixels, colour);
    draw_relief(brush, stretch, pixels, colour);
    match kind.style {
        BarrierStyle::Brick => {
            draw_dashes(brush, stretch, &[0.04, 0.29, 0.54, 0.79], 0.14, 1.6, scale_brightness(colour, 0.68))
        }
        BarrierStyle::Wood | BarrierStyle::Counter => {
            draw_dashes(brush, stretch, &[0.0, 0.26, 0.5, 0.76], 0.2, 1.2, scale_brightness(colour, 0.7));
        }
        BarrierStyle::Concrete => brush.draw_bar(from, to, pixels * 0.3, scale_brightness(colour, 1.12)),
        BarrierStyle::Metal => {
            draw_dashes(brush, stretch, &[0.1, 0.4, 0.7], 0.06, pixels * 0.7, scale_brightness(colour, 0.7))
        }
        _ => {}
    }
    if kind.height_cm < LOW_WALL_CM {
        let ridge = stretch.across * (stretch.half * 0.55);
        brush.draw_bar(from + ridge, to + ridge, 1.3, with_alpha(Color32::WHITE, 110));
        brush.draw_bar(from - ridge, to - ridge, 1.3, with_alpha(Color32::WHITE, 110));
    }
}

/// Draws a bright edge towards the light of the sky and a dark one away from it, so that the wall has height.
fn draw_relief(brush: &mut WallBrush, stretch: &WallSegment, pixels: f32, colour: Color32) {
    let [from, to] = stretch.drawn;
    let towards_sky = if stretch.across.x + stretch.across.y < 0.0 { 1.0 } else { -1.0 };
    let edge = stretch.across * (towards_sky * (pixels * 0.5 - 0.8) / CELL_SIZE);
    brush.draw_bar(from + edge, to + edge, 1.5, scale_brightness(colour, 1.35));
    brush.draw_bar(from - edge, to - edge, 1.8, scale_brightness(colour, 0.6));
}

/// Draws short marks along the middle, starting at the given fractions.
fn draw_dashes(
    brush: &mut WallBrush,
    stretch: &WallSegment,
    starts: &[f32],
    length: f32,
    pixels: f32,
    colour: Color32,
) {
    for start in starts {
        let from = stretch.from + stretch.along * *start;
        brush.draw_short(from, from + stretch.along * length, pixels, colour);
    }
}

/// Draws two bright lines, more and darker for armoured glass, with a frame at both ends.
fn draw_pane(
    brush: &mut WallBrush,
    stretch: &WallSegment,
    pixels: f32,
    kind: &BarrierKind,
    colour: Color32,
    palette: &Palette,
) {
    let (from, to) = (stretch.from, stretch.to);
    brush.draw_bar(from, to, pixels, mix_colours(palette.inside, colour, 0.42));
    let off = stretch.across * (stretch.half * 0.72);
    for side in [-1.0, 1.0] {
        brush.draw_bar(from + off * side, to + off * side, 1.7, mix_colours(colour, Color32::WHITE, 0.25));
    }
    if kind.structure > 2 {
        brush.draw_bar(from, to, 1.5, scale_brightness(colour, 0.75));
    }
    let post = stretch.along * (1.2 / CELL_SIZE);
    for end in [from, to - post] {
        brush.draw_bar(end, end + post, pixels + 2.0, palette.concrete);
    }
}

fn draw_shut_door(brush: &mut WallBrush, stretch: &WallSegment, pixels: f32, colour: Color32) {
    brush.draw_bar(stretch.from, stretch.to, pixels, colour);
    let post = stretch.along * (3.0 / CELL_SIZE);
    for end in [stretch.from, stretch.to - post] {
        brush.draw_bar(end, end + post, pixels + 3.0, scale_brightness(colour, 0.55));
    }
    brush.draw_stone(stretch.from + stretch.along * 0.8, 3.0, 0.0, scale_brightness(colour, 0.45));
}

/// Draws the leaf swung around its hinge by an angle, with its arc.
fn draw_open_door(brush: &mut WallBrush, stretch: &WallSegment, colour: Color32, swing: f32) {
    let pixels = 2.0 * stretch.half * CELL_SIZE;
    let hinge = stretch.from + stretch.along * (2.0 / CELL_SIZE);
    let leaf = |angle: f32| hinge + (stretch.along * angle.cos() + stretch.across * angle.sin()) * 0.88;
    let steps = 8;
    for step in 0..steps {
        let turn = |step: i32| leaf(swing * step as f32 / steps as f32);
        if step % 2 == 0 {
            brush.draw_short(turn(step), turn(step + 1), 1.2, with_alpha(colour, 90));
        }
    }
    let shadow = vec2(0.05, 0.07);
    brush.mesh.bar(hinge + shadow, leaf(swing) + shadow, pixels + 2.0, with_alpha(SHADE, 90));
    brush.draw_short(hinge, leaf(swing), pixels + 2.6, with_alpha(SHADE, 215));
    brush.draw_bar(hinge, leaf(swing), pixels * 0.85, colour);
    let post = stretch.along * (4.0 / CELL_SIZE);
    for end in [stretch.from, stretch.to - post] {
        brush.draw_short(end, end + post, pixels + 5.0, SHADE);
        brush.draw_short(end, end + post, pixels + 2.5, scale_brightness(colour, 0.6));
    }
}

/// Draws the frame of a pane, with teeth of glass at its ends.
fn draw_broken_pane(brush: &mut WallBrush, stretch: &WallSegment, colour: Color32, palette: &Palette) {
    let pixels = 2.0 * stretch.half * CELL_SIZE;
    let post = stretch.along * (3.0 / CELL_SIZE);
    let tooth = stretch.across * stretch.half;
    for (end, way) in [(stretch.from, stretch.along), (stretch.to, -stretch.along)] {
        for (reach, side) in [(0.24, 0.7), (0.13, -0.6), (0.18, 0.1)] {
            let foot = end + tooth * side;
            let width = stretch.across * (1.4 / CELL_SIZE);
            let bright = brush.lit(end, stretch.across, mix_colours(colour, Color32::WHITE, 0.3));
            brush.mesh.polygon(&[foot - width, foot + way * reach, foot + width], with_alpha(bright, 190));
        }
    }
    for end in [stretch.from, stretch.to - post] {
        brush.draw_short(end, end + post, pixels + 2.0, palette.concrete);
    }
}

fn draw_fence(brush: &mut WallBrush, stretch: &WallSegment, colour: Color32) {
    brush.draw_bar(stretch.from, stretch.to, 2.0, colour);
    draw_dashes(
        brush,
        stretch,
        &[0.0, 0.235, 0.48, 0.725, 0.955],
        0.045,
        6.0,
        scale_brightness(colour, 1.15),
    );
}

/// Draws two rows of bags with round ends, the upper one between those below.
fn draw_sandbags(brush: &mut WallBrush, cell: Cell, stretch: &WallSegment, pixels: f32, colour: Color32) {
    let half = 0.135;
    let (below, above) = ([0.17, 0.5, 0.83], [0.335, 0.665]);
    let shadow = vec2(1.8, 2.6) / CELL_SIZE;
    brush.mesh.bar(stretch.from + shadow, stretch.to + shadow, pixels, with_alpha(SHADE, 110));
    for (row, places, width) in [(0, &below[..], pixels * 0.95), (1, &above[..], pixels * 0.62)] {
        for (number, share) in (0..).zip(places) {
            let middle = stretch.from + stretch.along * *share;
            let ends = [middle - stretch.along * half, middle + stretch.along * half];
            let tone = 0.6 + 0.1 * row as f32 + 0.16 * viewport::cell_fraction(cell, number + 7 * row);
            let parts = [(2.4, with_alpha(SHADE, 190)), (0.0, scale_brightness(colour, tone))];
            for (rim, tint) in parts {
                let inner = stretch.along * (half * 0.45);
                brush.draw_short(ends[0] + inner, ends[1] - inner, width + rim, tint);
                for (end, way) in [(ends[0], inner), (ends[1], -inner)] {
                    brush.draw_disc(end + way, (width + rim) * 0.5, tint);
                }
            }
            let light = -stretch.across * (width * 0.16 / CELL_SIZE);
            let glint = scale_brightness(colour, tone * 1.18);
            brush.draw_short(
                ends[0] * 0.7 + ends[1] * 0.3 + light,
                ends[0] * 0.3 + ends[1] * 0.7 + light,
                2.2,
                glint,
            );
        }
    }
}

fn draw_lumps(
    brush: &mut WallBrush,
    cell: Cell,
    stretch: &WallSegment,
    count: u32,
    pixels: f32,
    colour: Color32,
) {
    let place = |number: u32| stretch.from + stretch.along * ((number as f32 + 0.5) / count as f32);
    for number in 0..count {
        brush.draw_disc(place(number), pixels + 1.4, with_alpha(SHADE, 180));
    }
    for number in 0..count {
        let tone = 0.72 + 0.25 * viewport::cell_fraction(cell, number);
        brush.draw_disc(place(number), pixels, scale_brightness(colour, tone));
        let top = place(number) - Vec2::splat(pixels * 0.25 / CELL_SIZE);
        brush.draw_disc(top, pixels * 0.5, scale_brightness(colour, tone * 1.15));
    }
}

/// Draws zigzag lines across a wall that has lost half of its structure, more from three quarters.
fn draw_cracks(
    (brush, view): (&mut WallBrush, &BattleView),
    cell: Cell,
    stretch: &WallSegment,
    data: &BarrierDataItem,
) {
    let damage = data.state.damage();
    if damage == 0 {
        return;
    }
    let whole = play::barrier_hit_points(&view.barrier_on_line(data), view.rules());
    if whole == 0 || 2 * damage < whole {
        return;
    }
    let cracks: &[f32] = if 4 * damage < 3 * whole { &[0.35, 0.68] } else { &[0.16, 0.38, 0.6, 0.82] };
    for (number, share) in (0..).zip(cracks) {
        let lean = (viewport::cell_fraction(cell, number) - 0.5) * 0.16;
        let middle = stretch.from + stretch.along * *share;
        let out = stretch.across * (stretch.half * 1.25);
        let knee = middle + stretch.along * lean;
        brush.draw_bar(middle - out - stretch.along * lean, knee, 1.7, SHADE);
        brush.draw_bar(knee, middle + out, 1.7, SHADE);
    }
}

/// Draws two stubs and rubble on both sides of a breach.
fn draw_gap(brush: &mut WallBrush, cell: Cell, stretch: &WallSegment, colour: Color32) {
    let pixels = 2.0 * stretch.half * CELL_SIZE;
    let stub = stretch.along * 0.1;
    for end in [stretch.from, stretch.to - stub] {
        brush.draw_bar(end, end + stub, pixels + 3.0, with_alpha(SHADE, 215));
        brush.draw_bar(end, end + stub, pixels, scale_brightness(colour, 0.9));
    }
    let salt = if stretch.along.x > 0.5 { 11 } else { 31 };
    for number in 0..14 {
        let share = 0.08 + 0.84 * viewport::cell_fraction(cell, salt + number);
        let away = viewport::cell_fraction(cell, salt + 100 + number) - 0.5;
        let at = stretch.from + stretch.along * share + stretch.across * (away * (0.3 + away.abs()));
        let size = 2.0 + 3.6 * viewport::cell_fraction(cell, salt + 200 + number);
        let angle = viewport::cell_fraction(cell, salt + 300 + number) * 1.5;
        brush.draw_stone(at + vec2(0.02, 0.03), size, angle, with_alpha(SHADE, 150));
        brush.draw_stone(
            at,
            size,
            angle,
            scale_brightness(colour, 0.7 + 0.25 * viewport::cell_fraction(cell, salt + 400 + number)),
        );
    }
}
