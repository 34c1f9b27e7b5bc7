//! Pieces that all panels are made of: what they read, rows of facts, tables of modifiers, bars, marks.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, FontId, Frame, Margin, Painter, Pos2, Rect, Response, Sense, Shape,
    Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use crate::ai_players::AiController;
use crate::input::{InputAction, binding_text};
use crate::settings::Settings;
use crate::theme::{Palette, ROUNDING};
use battle::{BattleView, History, Side, UNSEEN_UNIT_NAME, UnitDataItem, UnitId};
use dice::Modifier;
use rules::DownState;

/// What every panel reads.
pub(crate) struct PanelContext<'a, 'w, 's> {
    /// The fight.
    pub view: &'a BattleView<'w, 's>,
    /// What has happened.
    pub history: &'a History,
    /// Settings: keys and palette.
    pub settings: &'a Settings,
    /// Who plays the sides.
    pub opponents: &'a AiController,
    /// Colours.
    pub palette: &'static Palette,
    /// Seconds since the program began.
    pub now: f64,
}

impl PanelContext<'_, '_, '_> {
    /// The side whose word is next, if the machine plays it: nobody at the screen gives orders then.
    pub fn ai_side_to_act(&self) -> Option<Side> {
        self.opponents.ai_side_to_act().filter(|_| self.view.round().outcome().is_none())
    }

    /// Why nobody who looks at the screen now gives orders to the units of a side; nothing if somebody does.
    pub fn control_refusal(&self, side: Side) -> Option<String> {
        let name = self.view.side_name(side);
        if self.opponents.player(side).is_ai() {
            return Some(format!("The machine plays {name}."));
        }
        let eyes = self.view.viewer().filter(|eyes| *eyes != side);
        eyes.map(|_| format!("{name} decides that."))
    }

    /// Number of a side's colour.
    pub fn side_colour_number(&self, side: Side) -> u8 {
        let sides = &self.view.setup().bundle().skirmish.sides;
        sides.get(usize::from(side.0)).map_or(side.0, |side| side.colour)
    }

    /// Colour of a side.
    pub fn side_colour(&self, side: Side) -> Color32 {
        self.palette.side_colour(self.side_colour_number(side))
    }

    /// Colour of a unit's side.
    pub fn unit_colour(&self, id: UnitId) -> Color32 {
        self.view.unit_ignoring_fog(id).map_or(self.palette.text, |unit| self.side_colour(*unit.side))
    }

    /// Name of a unit.
    pub fn unit_name(&self, id: UnitId) -> String {
        self.view.unit(id).map_or_else(|| UNSEEN_UNIT_NAME.to_owned(), |unit| unit.identity.name().to_owned())
    }

    /// The key of a command as buttons show it.
    pub fn key_label(&self, command: InputAction) -> String {
        binding_text(command, self.settings)
    }
}

pub(crate) fn body_font(ui: &Ui) -> FontId {
    TextStyle::Body.resolve(ui.style())
}

pub(crate) fn small_font(ui: &Ui) -> FontId {
    TextStyle::Small.resolve(ui.style())
}

pub(crate) fn title_font(ui: &Ui) -> FontId {
    TextStyle::Heading.resolve(ui.style())
}

/// "+2", "-3", "0".
pub(crate) fn signed_text(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// "1 die", "8 dice".
pub(crate) fn dice_text(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// Lays text out in one line that ends in dots where it is too long.
pub(crate) fn layout_truncated(
    painter: &Painter,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(width.max(8.0));
    painter.layout_job(job)
}

/// Least space between a label and its figure.
const BETWEEN: f32 = 8.0;
/// Share of a line that a long label leaves to no figure.
const LABEL: f32 = 0.4;

/// What became of a unit that is out of the fight.
pub(super) fn out_of_action_text(unit: &UnitDataItem) -> Option<&'static str> {
    Some(match (unit.out_of_action.down()?, unit.is_driven()) {
        (DownState::Dead, false) => "dead",
        (DownState::Unconscious, false) => "unconscious",
        (DownState::Dead, true) => "destroyed",
        (DownState::Unconscious, true) => "wrecked",
    })
}

/// A label at the left and a figure at the right, within a width: where one line does not hold both, both wrap.
fn layout_label_and_figure(
    ui: &Ui,
    left: (&str, Color32),
    right: (&str, Color32),
    width: f32,
) -> [std::sync::Arc<egui::Galley>; 2] {
    let font = body_font(ui);
    let natural = ui.painter().layout_no_wrap(left.0.to_owned(), font.clone(), left.1).size().x;
    let mut job = LayoutJob::simple(
        right.0.to_owned(),
        font.clone(),
        right.1,
        (width - natural.min(width * LABEL) - BETWEEN).max(40.0),
    );
    job.halign = Align::RIGHT;
    let figure = ui.painter().layout_job(job);
    let room = (width - figure.size().x - BETWEEN).max(40.0);
    [ui.painter().layout(left.0.to_owned(), font, left.1, room), figure]
}

/// A dim label at the left that wraps, and a figure at the right.
pub(crate) fn show_fact_line(ui: &mut Ui, left: (&str, Color32), right: (&str, Color32)) -> Response {
    let width = ui.available_width();
    let [label, figure] = layout_label_and_figure(ui, left, right, width);
    let height = label.size().y.max(figure.size().y);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    ui.painter().galley(rect.left_top(), label, left.1);
    ui.painter().galley(rect.right_top(), figure, right.1);
    response
}

/// A fact with the explanation that hovering it opens; `unfolded` shows the explanation below instead.
pub(crate) fn show_fact(
    ui: &mut Ui,
    see: &PanelContext,
    unfolded: bool,
    label: &str,
    value: &str,
    explain: impl FnOnce(&mut Ui),
) {
    let response = show_fact_line(ui, (label, see.palette.dim), (value, see.palette.text));
    show_explanation(ui, response, unfolded, explain);
}

/// Explains what was just drawn: on hover, or below it where everything is unfolded.
pub(crate) fn show_explanation(
    ui: &mut Ui,
    response: Response,
    unfolded: bool,
    explain: impl FnOnce(&mut Ui),
) {
    if unfolded {
        ui.indent(response.id.with("why"), explain);
    } else {
        response.on_hover_ui(|ui| {
            ui.set_max_width(320.0);
            explain(ui);
        });
    }
}

/// Colour of a number that helps or harms.
pub(crate) fn modifier_colour(look: &Palette, value: i32) -> Color32 {
    match value {
        0 => look.dim,
        value if value > 0 => look.good,
        _ => look.harm,
    }
}

/// Reason, value and clause in three columns.
pub(crate) fn show_reason_line(
    ui: &mut Ui,
    look: &Palette,
    reason: &str,
    value: (&str, Color32),
    clause: &str,
) {
    let width = ui.available_width();
    let mono = TextStyle::Monospace.resolve(ui.style());
    let none = clause.is_empty();
    let clause = ui.painter().layout_no_wrap(clause.to_owned(), mono, look.faint);
    let column = if none { 0.0 } else { clause.size().x.max(86.0) + 8.0 };
    let [label, figure] = layout_label_and_figure(ui, (reason, look.text), value, width - column);
    let height = label.size().y.max(figure.size().y);
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let painter = ui.painter();
    painter.galley(rect.left_top(), label, look.text);
    painter.galley(pos2(rect.right() - column, rect.top()), figure, value.1);
    painter.galley(pos2(rect.right() - clause.size().x, rect.top() + 2.0), clause, look.faint);
}

/// What a number is made of: a heading with the sum, then every modifier with its clause.
pub(crate) fn show_modifiers(ui: &mut Ui, look: &Palette, title: &str, sum: &str, parts: &[Modifier]) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if !title.is_empty() {
        show_fact_line(ui, (title, look.dim), (sum, look.text));
    }
    for part in parts {
        let value = signed_text(part.value);
        show_reason_line(ui, look, &part.reason, (&value, modifier_colour(look, part.value)), part.clause);
    }
    if parts.is_empty() {
        ui.colored_label(look.dim, "nothing changes it");
    }
}

/// A bar that counts to `max`, ticked where wounds begin to count.
pub(crate) fn show_bar(
    ui: &mut Ui,
    look: &Palette,
    label: &str,
    (now, max): (i32, i32),
    colour: Color32,
) -> Response {
    let line = show_fact_line(ui, (label, look.dim), (&format!("{now} / {max}"), look.text));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(2), look.ink);
    let share = if max > 0 { (now as f32 / max as f32).clamp(0.0, 1.0) } else { 0.0 };
    let mut filled = rect;
    filled.set_width(rect.width() * share);
    painter.rect_filled(filled, CornerRadius::same(2), colour);
    let middle = rect.center().x.round();
    painter.vline(middle, (rect.top() - 1.0)..=(rect.bottom() + 1.0), Stroke::new(1.5, look.dim));
    line.union(response)
}

/// A side's mark, told apart by shape as well: solid, double, dashed, notched.
pub(crate) fn draw_side_mark(painter: &Painter, rect: Rect, hue: u8, colour: Color32) {
    let round = CornerRadius::same(1);
    let third = rect.width() / 3.0;
    match hue % 4 {
        0 => {
            painter.rect_filled(rect, round, colour);
        }
        1 => {
            let mut left = rect;
            left.set_width(third.max(1.5));
            painter.rect_filled(left, round, colour);
            painter.rect_filled(left.translate(vec2(rect.width() - left.width(), 0.0)), round, colour);
        }
        2 => {
            let part = rect.height() / 5.0;
            for step in [0.0, 2.0, 4.0] {
                let top = rect.top() + step * part;
                let dash = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), part));
                painter.rect_filled(dash, round, colour);
            }
        }
        _ => {
            let middle = rect.center().y;
            let gap = 2.0;
            painter.rect_filled(rect.with_max_y(middle - gap), round, colour);
            painter.rect_filled(rect.with_min_y(middle + gap), round, colour);
            painter.rect_filled(rect.shrink2(vec2(third, 0.0)), round, colour);
        }
    }
}

/// A shield, empty, half or wholly filled.
pub(crate) fn draw_shield(painter: &Painter, centre: Pos2, size: f32, filled: f32, colour: Color32) {
    let (w, h) = (size * 0.5, size * 0.58);
    let at = |x: f32, y: f32| pos2(centre.x + x * w, centre.y + y * h);
    let whole = vec![
        at(-1.0, -0.9),
        at(1.0, -0.9),
        at(1.0, 0.1),
        at(0.55, 0.65),
        at(0.0, 1.0),
        at(-0.55, 0.65),
        at(-1.0, 0.1),
    ];
    let half = vec![at(-1.0, -0.9), at(0.0, -0.9), at(0.0, 1.0), at(-0.55, 0.65), at(-1.0, 0.1)];
    if filled >= 1.0 {
        painter.add(Shape::convex_polygon(whole, colour, Stroke::new(1.2, colour)));
    } else {
        if filled > 0.0 {
            painter.add(Shape::convex_polygon(half, colour, Stroke::NONE));
        }
        painter.add(Shape::closed_line(whole, Stroke::new(1.2, colour)));
    }
}

/// The faces of a roll as small squares, in as many lines as they need; hits stand out by fill and frame.
pub(crate) fn show_dice_faces(
    ui: &mut Ui,
    look: &Palette,
    faces: &[u8],
    hits_from: Option<u8>,
    figure: &str,
) -> Response {
    const SIZE: f32 = 17.0;
    const STEP: f32 = 20.0;
    let width = ui.available_width();
    let font = body_font(ui);
    let figure = ui.painter().layout_no_wrap(figure.to_owned(), font.clone(), look.text);
    let per_line = (((width - figure.size().x - 8.0) / STEP) as usize).max(1);
    let lines = faces.len().div_ceil(per_line).max(1);
    let (rect, response) = ui.allocate_exact_size(vec2(width, STEP * lines as f32), Sense::hover());
    let painter = ui.painter();
    for (at, face) in faces.iter().enumerate() {
        let corner = rect.min + vec2((at % per_line) as f32 * STEP, (at / per_line) as f32 * STEP + 1.0);
        let square = Rect::from_min_size(corner, egui::Vec2::splat(SIZE));
        let hit = hits_from.is_some_and(|least| *face >= least);
        let (fill, edge, text) = if hit {
            (look.good.gamma_multiply(0.28), look.good, look.text)
        } else {
            (look.raised, look.line, look.dim)
        };
        painter.rect(square, CornerRadius::same(3), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        painter.text(square.center(), egui::Align2::CENTER_CENTER, face, font.clone(), text);
    }
    let top = rect.bottom() - STEP + (STEP - figure.size().y) / 2.0;
    painter.galley(pos2(rect.right() - figure.size().x, top), figure, look.text);
    response
}

/// The frame of cards and floating boxes.
pub(crate) fn card_frame(look: &Palette, edge: Color32) -> Frame {
    Frame::new()
        .fill(look.ink)
        .stroke(Stroke::new(1.5, edge))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(14, 10))
        .shadow(egui::Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(120) })
}

/// The frame of rows in a panel that can be clicked or that group something.
pub(crate) fn row_frame(look: &Palette) -> Frame {
    Frame::new()
        .fill(look.raised)
        .stroke(Stroke::new(1.0, look.line))
        .corner_radius(CornerRadius::same(ROUNDING))
        .inner_margin(Margin::symmetric(10, 6))
}

/// A heading inside a panel.
pub(crate) fn show_heading(ui: &mut Ui, look: &Palette, text: &str) {
    ui.add_space(4.0);
    ui.colored_label(look.dim, egui::RichText::new(text).strong());
}
