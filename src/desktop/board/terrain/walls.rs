//! Barriers on edges: walls, panes, doors, fences, drawn as thick strokes with a dark under-stroke.

use bevy_egui::egui::{Color32, Vec2, vec2};

use crate::board::brush::{Brush, SHADE, mix_colours, scale_brightness};
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use crate::theme::{Palette, with_alpha};
use battle::{BarrierDataItem, BattleView};
use content::{BarrierKind, BarrierStyle};
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::play;

/// Walls lower than this can be seen over and are drawn with a light ridge.
const LOW_WALL_CM: u16 = 130;
/// Angle of an open door, in radians.
const DOOR_SWING: f32 = 1.35;

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

/// Draws the barriers on edges that are in view.
pub(crate) fn paint(brush: &Brush, view: &BattleView, palette: &Palette) {
    let mut seen = Vec::new();
    for (id, place) in view.field().barriers() {
        let ObstaclePosition::Edge(edge) = place else { continue };
        if brush.lens.is_visible(viewport::place_middle(place))
            && let Some(data) = view.barrier(id)
        {
            let stretch = wall_segment(view, edge, data.barrier.kind());
            seen.push((edge, stretch, data));
        }
    }
    for (_, stretch, data) in &seen {
        if !data.state.holed() && !data.state.open() {
            draw_wall_rim(brush, stretch);
        }
    }
    for (edge, stretch, data) in &seen {
        let kind = data.barrier.kind();
        let colour = wall_colour(kind.style, palette);
        if data.state.holed() {
            draw_gap(brush, edge.cell(), stretch, colour);
        } else if data.state.open() {
            draw_open_door(brush, stretch, colour);
        } else {
            draw_wall(brush, edge.cell(), stretch, kind, colour, palette);
            draw_cracks((brush, view), edge.cell(), stretch, data);
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
fn draw_wall_rim(brush: &Brush, stretch: &WallSegment) {
    let rim = 1.4 / CELL_SIZE;
    let [from, to] = stretch.drawn;
    let pixels = (2.0 * stretch.half) * CELL_SIZE;
    brush.draw_bar(
        from - stretch.along * rim,
        to + stretch.along * rim,
        pixels + 3.4,
        with_alpha(SHADE, 215),
    );
    let shadow = vec2(1.5, 2.0) / CELL_SIZE;
    brush.draw_bar(from + shadow, to + shadow, pixels + 3.0, with_alpha(SHADE, 70));
}

fn draw_wall(
    brush: &Brush,
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
        BarrierStyle::Sandbags => return draw_lumps(brush, cell, stretch, 3, pixels * 0.6, colour),
        _ => {}
    }
    brush.draw_bar(from, to, pixels, colour);
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

/// Draws short marks along the middle, starting at the given fractions.
fn draw_dashes(
    brush: &Brush,
    stretch: &WallSegment,
    starts: &[f32],
    length: f32,
    pixels: f32,
    colour: Color32,
) {
    for start in starts {
        let from = stretch.from + stretch.along * *start;
        brush.draw_bar(from, from + stretch.along * length, pixels, colour);
    }
}

/// Draws two bright lines, more and darker for armoured glass, with a frame at both ends.
fn draw_pane(
    brush: &Brush,
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

fn draw_shut_door(brush: &Brush, stretch: &WallSegment, pixels: f32, colour: Color32) {
    brush.draw_bar(stretch.from, stretch.to, pixels, colour);
    let post = stretch.along * (3.0 / CELL_SIZE);
    for end in [stretch.from, stretch.to - post] {
        brush.draw_bar(end, end + post, pixels + 3.0, scale_brightness(colour, 0.55));
    }
    brush.draw_stone(stretch.from + stretch.along * 0.8, 3.0, 0.0, scale_brightness(colour, 0.45));
}

/// Draws the leaf swung around its hinge, with its arc.
fn draw_open_door(brush: &Brush, stretch: &WallSegment, colour: Color32) {
    let pixels = 2.0 * stretch.half * CELL_SIZE;
    let hinge = stretch.from + stretch.along * (2.0 / CELL_SIZE);
    let leaf = |angle: f32| hinge + (stretch.along * angle.cos() + stretch.across * angle.sin()) * 0.88;
    let steps = 8;
    for step in 0..steps {
        let turn = |step: i32| leaf(DOOR_SWING * step as f32 / steps as f32);
        if step % 2 == 0 {
            brush.draw_bar(turn(step), turn(step + 1), 1.2, with_alpha(colour, 120));
        }
    }
    brush.draw_bar(hinge, leaf(DOOR_SWING), pixels + 2.6, with_alpha(SHADE, 215));
    brush.draw_bar(hinge, leaf(DOOR_SWING), pixels * 0.85, colour);
    let post = stretch.along * (4.0 / CELL_SIZE);
    for end in [stretch.from, stretch.to - post] {
        brush.draw_bar(end, end + post, pixels + 5.0, SHADE);
        brush.draw_bar(end, end + post, pixels + 2.5, scale_brightness(colour, 0.6));
    }
}

fn draw_fence(brush: &Brush, stretch: &WallSegment, colour: Color32) {
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

fn draw_lumps(brush: &Brush, cell: Cell, stretch: &WallSegment, count: u32, pixels: f32, colour: Color32) {
    let radius = brush.lens.scaled_points(pixels);
    for number in 0..count {
        let share = (number as f32 + 0.5) / count as f32;
        let at = brush.lens.to_screen(stretch.from + stretch.along * share);
        brush.painter.circle_filled(at, radius + brush.lens.scaled_points(1.4), with_alpha(SHADE, 180));
    }
    for number in 0..count {
        let share = (number as f32 + 0.5) / count as f32;
        let at = brush.lens.to_screen(stretch.from + stretch.along * share);
        let tone = 0.72 + 0.25 * viewport::cell_fraction(cell, number);
        brush.painter.circle_filled(at, radius, scale_brightness(colour, tone));
        brush.painter.circle_filled(
            at - Vec2::splat(radius * 0.25),
            radius * 0.5,
            scale_brightness(colour, tone * 1.15),
        );
    }
}

/// Draws zigzag lines across a wall that has lost half of its structure, more from three quarters.
fn draw_cracks(
    (brush, view): (&Brush, &BattleView),
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
fn draw_gap(brush: &Brush, cell: Cell, stretch: &WallSegment, colour: Color32) {
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
