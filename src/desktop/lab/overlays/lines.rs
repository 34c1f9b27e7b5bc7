//! Lines from the attacker to everybody: what each crosses, and how much of the target is hidden.

use bevy_egui::egui::{Align2, Color32, Shape, Stroke, Vec2, vec2};

use crate::board::lens;
use crate::board::overlay::tint;
use crate::board::strokes::{Brush, SHADE, numbered, plate};
use crate::theme::{Palette, faded};
use battle::{Occupant, Snapshot};
use field::{Cover, Direction};
use lab::overlay::Line;
use rules::Gait;

/// Between the middle of a square and the rim of its token, in squares.
const RIM: f32 = 0.44;

/// Colour of a line: by how much it leaves to be hit.
pub(super) fn colour(line: &Line, palette: &Palette) -> Color32 {
    match Cover::of_hidden(line.fire.hidden) {
        Cover::None => palette.harm,
        Cover::Partial => palette.caution,
        Cover::Good => palette.good,
        Cover::Total => palette.dim,
    }
}

/// Draws all lines; that to the target has its squares, and the barriers on it are numbered as in the tab.
pub(super) fn paint(
    brush: &Brush,
    lines: &[Line],
    target: Option<u32>,
    snapshot: Option<&Snapshot>,
    palette: &Palette,
) {
    let Some(snapshot) = snapshot else { return };
    let aimed = |line: &&Line| Some(line.to) == target;
    for line in lines.iter().filter(|line| !aimed(line)).chain(lines.iter().filter(aimed)) {
        let (Some(one), Some(other)) = (snapshot.unit(line.from), snapshot.unit(line.to)) else { continue };
        let (from, to) = (lens::centre(one.cell), lens::centre(other.cell));
        let main = aimed(&line);
        if main {
            let between =
                line.squares.iter().copied().filter(|cell| *cell != one.cell && *cell != other.cell);
            tint::plain(brush, between, faded(palette.text, 22));
        }
        stroke(brush, line, (from, to, above(snapshot, other)), main, palette);
    }
}

/// How far above the middle of a token its label begins, in points of a board of usual size: clear of the signs over it.
fn above(snapshot: &Snapshot, unit: &Occupant) -> f32 {
    let who = &unit.unit;
    let signs =
        who.prone || who.in_cover || who.full_defense || who.grip.is_some() || who.gait != Gait::Steady;
    // Where somebody stands above, the signs are beside the token.
    let north = unit.cell.step(Direction::North);
    let crowded = snapshot.units().iter().any(|other| other.cell == north);
    if signs && !crowded { 40.0 } else { 20.0 }
}

fn stroke(brush: &Brush, line: &Line, (from, to, above): (Vec2, Vec2, f32), main: bool, palette: &Palette) {
    let (lens, painter, colour) = (brush.lens, brush.painter, colour(line, palette));
    let way = to - from;
    let rim = way.normalized() * RIM.min(way.length() * 0.3);
    let ends = [lens.at(from + rim), lens.at(to - rim)];
    let width = if main { lens.px_min(2.4, 1.8) } else { lens.px_min(1.3, 1.0) };
    painter.line_segment(ends, Stroke::new(width + 2.0, faded(SHADE, 150)));
    let stroke = Stroke::new(width, faded(colour, if main { 255 } else { 190 }));
    if line.fire.seen {
        painter.line_segment(ends, stroke);
    } else {
        painter.extend(Shape::dashed_line(&ends, stroke, 7.0, 5.0));
    }
    for (number, crossed) in (1..).zip(&line.crossed) {
        let share = (lens::middle(crossed.crossing.place) - from).dot(way) / way.length_sq().max(1e-6);
        let at = lens.at(from + way * share.clamp(0.0, 1.0));
        if main {
            let ring = if crossed.barrier.transparent { palette.glass } else { palette.caution };
            let radius = lens.px(8.0).clamp(7.5, 15.0);
            numbered(painter, at, radius, &i32::to_string(&number), ring, palette.text);
        } else {
            painter.circle_filled(at, lens.px_min(3.0, 2.4), colour);
        }
    }
    let words = match (line.fire.seen, line.fire.hidden) {
        (false, _) => "not seen".to_owned(),
        (true, 0) => "open".to_owned(),
        (true, hidden) => format!("{hidden} %"),
    };
    if main || lens.unit >= 20.0 {
        let at = lens.at(to) - vec2(0.0, lens.px(above));
        let size = if main { 12.5 } else { 11.0 };
        plate(painter, at, Align2::CENTER_BOTTOM, &words, size, palette.text, faded(colour, 190));
    }
}
