//! Widgets shared by the panels: panel context, fact lines, modifier tables, bars and marks.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, FontId, Frame, Margin, Painter, Pos2, Rect, RectAlign, Response,
    Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use crate::accessibility::Accessible;
use crate::ai_players::AiController;
use crate::attack_ranking::AttackRanking;
use crate::battle_revision::BattleRevision;
use crate::board::BoardViewport;
use crate::board::atlas::BoardAtlas;
use crate::board::interaction::melee_approach::MeleeApproach;
use crate::input::{InputAction, binding_text};
use crate::settings::Settings;
use crate::theme::{Palette, ROUNDING, scaled};
use crate::undo::JointOrders;
use battle::{BattleView, History, UNSEEN_UNIT_NAME, UnitDataItem};
use battle_log::clauses;
use content::{Arrival, side_sentence};
use dice::Modifier;
use model::{Side, UnitId};
use rules::{DownState, play};

/// Everything that a panel reads.
pub(crate) struct PanelContext<'a, 'w, 's> {
    /// The battle.
    pub view: &'a BattleView<'w, 's>,
    /// Its revision, for caches.
    pub revision: BattleRevision,
    /// Orders and events so far.
    pub history: &'a History,
    /// The orders that one click each gave together.
    pub joint: &'a JointOrders,
    /// Settings, with keys and palette.
    pub settings: &'a Settings,
    /// Who plays the sides.
    pub opponents: &'a AiController,
    /// Colours of the UI.
    pub palette: &'static Palette,
    /// Where the board shows its squares.
    pub lens: BoardViewport,
    /// Glyphs; `None` without a window.
    pub art: Option<&'a BoardAtlas>,
    /// A replay is watched.
    pub watching: bool,
    /// The attacks of the acting unit, the best first; `None` if it is no human's turn.
    pub attacks: Option<&'a AttackRanking>,
    /// The walk and the blow that a click on the hovered enemy orders, if it is out of melee reach.
    pub approach: Option<&'a MeleeApproach>,
    /// An open question gives the keyboard focus to its default answer.
    pub focuses_answers: bool,
    /// Seconds since the program started.
    pub now: f64,
}

impl PanelContext<'_, '_, '_> {
    /// The AI side that acts or answers next; `None` if a human does or the battle is over.
    pub fn ai_side_to_act(&self) -> Option<Side> {
        self.opponents.ai_side_to_act().filter(|_| self.view.round().outcome().is_none())
    }

    /// Why the current viewer cannot give orders to a side; `None` if they can.
    pub fn control_refusal(&self, side: Side) -> Option<String> {
        let name = self.view.side_name(side);
        if self.opponents.player(side).is_ai() {
            return Some(side_sentence(name, ("is", "are"), " played by the AI."));
        }
        let eyes = self.view.viewer().filter(|eyes| *eyes != side);
        eyes.map(|_| format!("Only {name} can give this order."))
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

    /// Name of a unit, or a placeholder if the viewer cannot see it.
    pub fn unit_name(&self, id: UnitId) -> String {
        self.view.unit(id).map_or_else(|| UNSEEN_UNIT_NAME.to_owned(), |unit| unit.identity.name().to_owned())
    }

    /// Label of a command's key, as shown on buttons.
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

/// Formats a number with its sign: "+2", "-3", "0".
pub(crate) fn signed_text(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// Formats a number of dice: "1 die", "8 dice".
pub(crate) fn dice_text(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// Lays out one line of text, truncated with an ellipsis.
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

/// Shortens a text until it fits, with an ellipsis in the place of its middle: the beginning and the end of names tell more
/// than the middle.
pub(crate) fn shorten_middle(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    for kept in (2..letters.len()).rev() {
        let tail = kept * 2 / 5;
        let (head, tail) = (&letters[..kept - tail], &letters[letters.len() - tail..]);
        let part = |letters: &[char]| letters.iter().collect::<String>();
        let shorter = format!("{}\u{2026}{}", part(head).trim_end(), part(tail).trim_start());
        if fits(&shorter) {
            return shorter;
        }
    }
    "\u{2026}".to_owned()
}

/// Least space between a label and its figure, in points.
const BETWEEN: f32 = 8.0;
/// Share of a line that a long label keeps beside a long figure.
const LABEL: f32 = 0.4;

/// Returns when a unit in reserve arrives.
pub(super) fn arrival_text(arrival: Arrival) -> String {
    match arrival.pass {
        1 => format!("in reserve: arrives in round {}", arrival.round),
        pass => format!("in reserve: arrives in round {}, pass {pass}", arrival.round),
    }
}

/// State of a unit that is out of action; `None` if it is not.
pub(crate) fn out_of_action_text(unit: &UnitDataItem) -> Option<&'static str> {
    Some(match (unit.out_of_action.down()?, unit.is_machine()) {
        (DownState::Dead, false) => "dead",
        (DownState::Unconscious, false) => "unconscious",
        (DownState::Dead, true) => "destroyed",
        (DownState::Unconscious, true) => "wrecked",
        (DownState::Surrendered, _) => "surrendered",
        (DownState::Fled, _) => "fled",
    })
}

/// Says how an unconscious unit may come round; `None` if it cannot.
pub(crate) fn revival_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    if unit.is_machine() || unit.out_of_action.down() != Some(DownState::Unconscious) {
        return None;
    }
    play::revival(unit.sheet.get(), unit.health.condition(), view.rules()).map(|revival| revival.text)
}

/// Keeps a number and its percent sign in one line: "70 %".
pub(crate) fn keep_percents(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// Lays out a label and a figure in a width; both wrap if one line is too short.
fn layout_label_and_figure(
    ui: &Ui,
    left: (&str, Color32),
    right: (&str, Color32),
    width: f32,
) -> [std::sync::Arc<egui::Galley>; 2] {
    let font = body_font(ui);
    let (left, right) = ((keep_percents(left.0), left.1), (keep_percents(right.0), right.1));
    let natural = ui.painter().layout_no_wrap(left.0.clone(), font.clone(), left.1).size().x;
    let mut job = LayoutJob::simple(
        right.0,
        font.clone(),
        right.1,
        (width - natural.min(width * LABEL) - BETWEEN).max(40.0),
    );
    job.halign = Align::RIGHT;
    let figure = ui.painter().layout_job(job);
    let room = (width - figure.size().x - BETWEEN).max(40.0);
    [ui.painter().layout(left.0, font, left.1, room), figure]
}

/// Draws a label at the left and a figure at the right; both wrap.
pub(crate) fn show_fact_line(ui: &mut Ui, left: (&str, Color32), right: (&str, Color32)) -> Response {
    let width = ui.available_width();
    let [label, figure] = layout_label_and_figure(ui, left, right, width);
    let height = label.size().y.max(figure.size().y);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    ui.painter().galley(rect.left_top(), label, left.1);
    ui.painter().galley(rect.right_top(), figure, right.1);
    response.named_text(|| format!("{}: {}", left.0, right.0))
}

/// Draws a fact with an explanation, as a tooltip or, if `unfolded`, below it.
pub(crate) fn show_fact(
    ui: &mut Ui,
    context: &PanelContext,
    unfolded: bool,
    label: &str,
    value: &str,
    explain: impl FnOnce(&mut Ui),
) {
    let response = show_fact_line(ui, (label, context.palette.dim), (value, context.palette.text));
    show_explanation(ui, response, unfolded, explain);
}

/// Draws an explanation as a tooltip of `response` or, if `unfolded`, below it.
pub(crate) fn show_explanation(
    ui: &mut Ui,
    response: Response,
    unfolded: bool,
    explain: impl FnOnce(&mut Ui),
) {
    if unfolded {
        let before = shows_clauses(ui);
        set_clauses_shown(ui.ctx(), true);
        ui.indent(response.id.with("why"), explain);
        set_clauses_shown(ui.ctx(), before);
    } else {
        response.on_hover_ui(|ui| {
            ui.set_max_width(320.0);
            explain(ui);
        });
    }
}

/// Whether the ids of clauses are drawn in tooltips and panels: while details are shown, and where numbers are explained
/// below themselves.
pub(crate) fn shows_clauses(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(clauses_shown_id())).unwrap_or(false)
}

/// Says whether the ids of clauses are drawn from now on.
pub(super) fn set_clauses_shown(ctx: &egui::Context, are_shown: bool) {
    ctx.data_mut(|data| data.insert_temp(clauses_shown_id(), are_shown));
}

fn clauses_shown_id() -> egui::Id {
    egui::Id::new("clauses are shown")
}

/// Draws a description: prose in lines that wrap, the clauses that it names small and faint while details are shown.
pub(crate) fn show_description(ui: &mut Ui, palette: &Palette, text: &str) -> Response {
    if !shows_clauses(ui) {
        return ui.colored_label(palette.dim, clauses::without_clauses(text));
    }
    let (prose, clause) = (body_font(ui), TextStyle::Monospace.resolve(ui.style()));
    let mut job = LayoutJob::default();
    for (words, is_clause) in split_at_clauses(text) {
        let (font, colour) =
            if is_clause { (clause.clone(), palette.faint) } else { (prose.clone(), palette.dim) };
        job.append(words, 0.0, egui::TextFormat::simple(font, colour));
    }
    ui.label(job)
}

/// Splits a text into prose and ids of clauses, with `true` for an id.
fn split_at_clauses(text: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    for word in text.split_inclusive([' ', '\n']) {
        let id = word.trim_end().trim_end_matches(['.', ',', ';']);
        if clauses::is_clause_id(id) {
            pieces.extend((start < at).then(|| (&text[start..at], false)));
            pieces.push((&text[at..at + id.len()], true));
            start = at + id.len();
        }
        at += word.len();
    }
    pieces.extend((start < text.len()).then(|| (&text[start..], false)));
    pieces
}

/// Draws the id of a clause that a text is based on, if the rules of the battle cite it.
pub(crate) fn show_clause(ui: &mut Ui, context: &PanelContext, clause: &str) {
    if context.view.rules().cites(clause) {
        ui.colored_label(context.palette.faint, egui::RichText::new(clause).monospace());
    }
}

/// Draws the id of a clause that a text is based on while details are shown, if the rules of the battle cite it.
pub(crate) fn show_clause_detail(ui: &mut Ui, context: &PanelContext, clause: &str) {
    if shows_clauses(ui) {
        show_clause(ui, context, clause);
    }
}

/// Returns a text of the panels with the clauses that the rules of the battle cite while details are shown, else without any.
pub(crate) fn with_cited_clauses(ui: &Ui, context: &PanelContext, text: &str) -> String {
    match shows_clauses(ui) {
        true => clauses::keep_cited_clauses(context.view.rules(), text),
        false => clauses::without_clauses(text),
    }
}

/// Draws why something is refused, and while details are shown the clause that refuses it.
pub(crate) fn show_refusal(ui: &mut Ui, palette: &Palette, (why, clause): &(String, &'static str)) {
    ui.colored_label(palette.harm, why);
    if !clause.is_empty() && shows_clauses(ui) {
        ui.colored_label(palette.faint, egui::RichText::new(*clause).monospace());
    }
}

/// Space between a widget and a tooltip beside it, in points: wider than the margins of its panel.
const BESIDE: f32 = 20.0;

/// Shows a tooltip beside a widget: below it, it would cover the next one.
pub(crate) fn show_tooltip_beside(response: &Response, content: impl FnOnce(&mut Ui)) {
    const OTHERS: &[RectAlign] = &[RectAlign::LEFT_START, RectAlign::RIGHT_END, RectAlign::LEFT_END];
    let mut tooltip = egui::Tooltip::for_enabled(response);
    tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START).align_alternatives(OTHERS).gap(BESIDE);
    tooltip.show(content);
}

/// Colour of a modifier: good above 0, bad below.
pub(crate) fn modifier_colour(palette: &Palette, value: i32) -> Color32 {
    match value {
        0 => palette.dim,
        value if value > 0 => palette.good,
        _ => palette.harm,
    }
}

/// Draws reason, value and, while details are shown, clause in three columns.
pub(crate) fn show_reason_line(
    ui: &mut Ui,
    palette: &Palette,
    reason: &str,
    value: (&str, Color32),
    clause: &str,
) {
    let width = ui.available_width();
    let mono = TextStyle::Monospace.resolve(ui.style());
    let clause = if shows_clauses(ui) { clause } else { "" };
    let none = clause.is_empty();
    let words = format!("{reason}: {} {clause}", value.0);
    let clause = ui.painter().layout_no_wrap(clause.to_owned(), mono, palette.faint);
    let column = if none { 0.0 } else { clause.size().x.max(86.0) + 8.0 };
    let [label, figure] = layout_label_and_figure(ui, (reason, palette.text), value, width - column);
    let height = label.size().y.max(figure.size().y);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let painter = ui.painter();
    painter.galley(rect.left_top(), label, palette.text);
    painter.galley(pos2(rect.right() - column, rect.top()), figure, value.1);
    painter.galley(pos2(rect.right() - clause.size().x, rect.top() + 2.0), clause, palette.faint);
    response.named_text(|| words.clone());
}

/// Draws a heading with a sum, then each modifier with its clause.
pub(crate) fn show_modifiers(ui: &mut Ui, palette: &Palette, title: &str, sum: &str, parts: &[Modifier]) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if !title.is_empty() {
        show_fact_line(ui, (title, palette.dim), (sum, palette.text));
    }
    for part in parts {
        let value = signed_text(part.value);
        show_reason_line(
            ui,
            palette,
            &part.reason,
            (&value, modifier_colour(palette, part.value)),
            part.clause,
        );
    }
    if parts.is_empty() {
        ui.colored_label(palette.dim, "no modifiers");
    }
}

/// Draws a bar of which a share is filled, with a tick at half.
pub(crate) fn show_bar(
    ui: &mut Ui,
    palette: &Palette,
    (label, value): (&str, &str),
    (share, colour): (f32, Color32),
) -> Response {
    let line = show_fact_line(ui, (label, palette.dim), (value, palette.text));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(2), palette.ink);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0));
    painter.rect_filled(filled, CornerRadius::same(2), colour);
    let middle = rect.center().x.round();
    painter.vline(middle, (rect.top() - 1.0)..=(rect.bottom() + 1.0), Stroke::new(1.5, palette.dim));
    line.union(response)
}

/// Draws a side's mark; sides also differ by shape: solid, double, dashed, notched.
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

/// Draws a shield: empty, half or fully filled.
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

/// Draws the faces of a roll as small squares, wrapped, with hits highlighted.
pub(crate) fn show_dice_faces(
    ui: &mut Ui,
    palette: &Palette,
    faces: &[u8],
    hits_from: Option<u8>,
    result: &str,
) -> Response {
    let (size, step) = (scaled(ui, 17.0), scaled(ui, 20.0));
    let width = ui.available_width();
    let font = body_font(ui);
    let figure = ui.painter().layout_no_wrap(result.to_owned(), font.clone(), palette.text);
    let per_line = (((width - figure.size().x - 8.0) / step) as usize).max(1);
    let lines = faces.len().div_ceil(per_line).max(1);
    let (rect, response) = ui.allocate_exact_size(vec2(width, step * lines as f32), Sense::hover());
    let painter = ui.painter();
    for (at, face) in faces.iter().enumerate() {
        let corner = rect.min + vec2((at % per_line) as f32 * step, (at / per_line) as f32 * step + 1.0);
        let square = Rect::from_min_size(corner, egui::Vec2::splat(size));
        let hit = hits_from.is_some_and(|least| *face >= least);
        let (fill, edge, text) = if hit {
            (palette.good.gamma_multiply(0.28), palette.good, palette.text)
        } else {
            (palette.raised, palette.line, palette.dim)
        };
        painter.rect(square, CornerRadius::same(3), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        painter.text(square.center(), egui::Align2::CENTER_CENTER, face, font.clone(), text);
    }
    let top = rect.bottom() - step + (step - figure.size().y) / 2.0;
    painter.galley(pos2(rect.right() - figure.size().x, top), figure, palette.text);
    response.named_text(|| {
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        format!("Dice {}: {result}", faces.join(", "))
    })
}

/// Frame of cards and floating boxes.
pub(crate) fn card_frame(palette: &Palette, edge: Color32) -> Frame {
    Frame::new()
        .fill(palette.ink)
        .stroke(Stroke::new(1.5, edge))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(14, 10))
        .shadow(egui::Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(120) })
}

/// Frame of rows and groups in a panel.
pub(crate) fn row_frame(palette: &Palette) -> Frame {
    Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(CornerRadius::same(ROUNDING))
        .inner_margin(Margin::symmetric(10, 6))
}

/// Draws a heading inside a panel.
pub(crate) fn show_heading(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.add_space(4.0);
    ui.colored_label(palette.dim, egui::RichText::new(text).strong());
}
