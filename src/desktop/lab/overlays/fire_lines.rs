//! Fire lines overlay: lines from the attacker to all units, with what each crosses and the hidden share.

use bevy_egui::egui::{Align2, Color32, RichText, Shape, Stroke, Ui, Vec2, vec2};

use super::tab::{MAX_TABLE_UNITS, unit_name};
use super::{LabCanvas, LabOverlay, LabOverlayInputs, LabTabContext};
use crate::board::brush::{Brush, SHADE, draw_number, draw_plate};
use crate::board::overlay::cell_fill;
use crate::board::viewport;
use crate::input::InputAction;
use crate::panel::widgets;
use crate::theme::{Palette, with_alpha};
use battle::{BattleSnapshot, BattleView, Occupant, Target};
use content::LabOverlayKind;
use field::CoverDegree;
use lab::overlay::{self, SightLine};
use model::{Direction, UnitId};
use rules::MovementMode;

/// Distance from the centre of a square to the rim of its token, in squares.
const TOKEN_RIM: f32 = 0.44;

/// Lines of sight and fire from the attacker.
#[derive(Default)]
pub(super) struct FireLinesOverlay(Vec<SightLine>);

impl LabOverlay for FireLinesOverlay {
    fn name(&self) -> &'static str {
        "Lines of sight and fire"
    }

    fn kind(&self) -> LabOverlayKind {
        LabOverlayKind::FireLines
    }

    fn action(&self) -> InputAction {
        InputAction::OverlayLines
    }

    fn update(&mut self, inputs: &LabOverlayInputs) {
        let lines = |attacker: UnitId| overlay::sight_lines(inputs.snapshot, attacker);
        self.0 = inputs.attacker.map(lines).unwrap_or_default();
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn paint_above_tokens(&self, canvas: &LabCanvas) {
        let target = match canvas.subject.target {
            Some(Target::Unit(id)) => Some(id),
            _ => None,
        };
        paint(canvas.brush, &self.0, target, canvas.snapshot, canvas.palette);
    }

    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool {
        let target = context.subject.and_then(|subject| subject.target);
        show_fire_lines(ui, context.view, (&self.0, target), context.palette);
        false
    }
}

/// Returns the colour of a line, by the share that is not hidden.
fn line_colour(line: &SightLine, palette: &Palette) -> Color32 {
    match CoverDegree::from_hidden_percent(line.fire.hidden) {
        CoverDegree::None => palette.harm,
        CoverDegree::Partial => palette.caution,
        CoverDegree::Good => palette.good,
        CoverDegree::Total => palette.dim,
    }
}

/// Draws all lines. The target's line also shows its squares and numbered barriers, as in the tab.
fn paint(
    brush: &Brush,
    lines: &[SightLine],
    target: Option<UnitId>,
    snapshot: &BattleSnapshot,
    palette: &Palette,
) {
    let aimed = |line: &&SightLine| Some(line.to) == target;
    for line in lines.iter().filter(|line| !aimed(line)).chain(lines.iter().filter(aimed)) {
        let (Some(one), Some(other)) = (snapshot.unit(line.from), snapshot.unit(line.to)) else { continue };
        let (from, to) = (viewport::cell_centre(one.cell), viewport::cell_centre(other.cell));
        let main = aimed(&line);
        if main {
            let between =
                line.squares.iter().copied().filter(|cell| *cell != one.cell && *cell != other.cell);
            cell_fill::fill_plain(brush, between, with_alpha(palette.text, 22));
        }
        draw_fire_line(brush, line, (from, to, label_height(snapshot, other)), main, palette);
    }
}

/// Returns the height of a token's label above its centre, in points: clear of the icons over it.
fn label_height(snapshot: &BattleSnapshot, unit: &Occupant) -> f32 {
    let snapshot_unit = &unit.unit;
    let signs = snapshot_unit.prone
        || snapshot_unit.in_cover
        || snapshot_unit.full_defense
        || snapshot_unit.grip.is_some()
        || snapshot_unit.gait != MovementMode::Steady;
    // With a unit in the square above, the icons are beside the token.
    let north = unit.cell.step(Direction::North);
    let crowded = snapshot.units().iter().any(|other| other.cell == north);
    if signs && !crowded { 40.0 } else { 20.0 }
}

fn draw_fire_line(
    brush: &Brush,
    line: &SightLine,
    (from, to, label_height): (Vec2, Vec2, f32),
    main: bool,
    palette: &Palette,
) {
    let (lens, painter, line_colour) = (brush.lens, brush.painter, line_colour(line, palette));
    let way = to - from;
    let rim = way.normalized() * TOKEN_RIM.min(way.length() * 0.3);
    let ends = [lens.to_screen(from + rim), lens.to_screen(to - rim)];
    let width = if main { lens.scaled_points_min(2.4, 1.8) } else { lens.scaled_points_min(1.3, 1.0) };
    painter.line_segment(ends, Stroke::new(width + 2.0, with_alpha(SHADE, 150)));
    let stroke = Stroke::new(width, with_alpha(line_colour, if main { 255 } else { 190 }));
    if line.fire.seen {
        painter.line_segment(ends, stroke);
    } else {
        painter.extend(Shape::dashed_line(&ends, stroke, 7.0, 5.0));
    }
    for (number, crossed) in (1..).zip(&line.crossed) {
        let share = (viewport::place_middle(crossed.place) - from).dot(way) / way.length_sq().max(1e-6);
        let at = lens.to_screen(from + way * share.clamp(0.0, 1.0));
        if main {
            let ring = if crossed.barrier.transparent { palette.glass } else { palette.caution };
            let radius = lens.scaled_points(8.0).clamp(7.5, 15.0);
            draw_number(painter, at, radius, &i32::to_string(&number), ring, palette.text);
        } else {
            painter.circle_filled(at, lens.scaled_points_min(3.0, 2.4), line_colour);
        }
    }
    let words = match (line.fire.seen, line.fire.hidden) {
        (false, _) => "not seen".to_owned(),
        (true, 0) => "open".to_owned(),
        (true, hidden) => format!("{hidden} %"),
    };
    if main || lens.unit >= 20.0 {
        let at = lens.to_screen(to) - vec2(0.0, lens.scaled_points(label_height));
        let size = if main { 12.5 } else { 11.0 };
        draw_plate(
            painter,
            at,
            Align2::CENTER_BOTTOM,
            &words,
            size,
            palette.text,
            with_alpha(line_colour, 190),
        );
    }
}

/// Draws a summary of every line, and for the target's line everything it crosses.
fn show_fire_lines(
    ui: &mut Ui,
    view: &BattleView,
    (lines, target): (&[SightLine], Option<Target>),
    palette: &Palette,
) {
    let aimed = |line: &&SightLine| target == Some(Target::Unit(line.to));
    for line in
        lines.iter().filter(aimed).chain(lines.iter().filter(|line| !aimed(line)).take(MAX_TABLE_UNITS))
    {
        let value = match line.fire.seen {
            true => format!("{} % hidden", line.fire.hidden),
            false => "not seen".to_owned(),
        };
        widgets::show_fact_line(
            ui,
            (&unit_name(view, line.to), palette.text),
            (&value, line_colour(line, palette)),
        );
        if !aimed(&line) {
            continue;
        }
        for (number, crossed) in (1..).zip(&line.crossed) {
            let always = if crossed.clear { ", hit even by a clean shot" } else { "" };
            let text = format!("{number}  {}{always}", crossed.barrier.name);
            let value = format!(
                "hides {} %, armour {}, structure {} left",
                crossed.hides, crossed.barrier.armor, crossed.structure_left
            );
            widgets::show_fact_line(ui, (&text, palette.dim), (&value, palette.caution));
        }
    }
    let others = lines.iter().filter(|line| !aimed(line)).count();
    if let Some(more) = others.checked_sub(MAX_TABLE_UNITS).filter(|more| *more > 0) {
        ui.label(
            RichText::new(format!("and {more} more on the board"))
                .color(palette.dim)
                .font(widgets::small_font(ui)),
        );
    }
}
