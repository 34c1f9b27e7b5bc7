//! Table of the end screen: statistics per unit, and what became of bands.

use bevy_egui::egui::{self, Label, RichText, Sense, TextStyle, Ui, pos2, vec2};

use super::counted_damage::health_left_of;
use super::highlights::BattleHighlights;
use super::statistics::{UnitStatistics, are_enemies_by, count_statistics};
use crate::accessibility::Accessible;
use crate::panel::widgets::{PanelContext, draw_side_mark, layout_truncated, out_of_action_text};
use crate::rulebook::offer_terms;
use crate::theme::scaled;
use battle::UnitDataItem;
use rules::{HealthState, play};

/// Least width of the table, in points: where it has less room, it scrolls.
const LEAST_WIDTH: f32 = 560.0;
/// Height of a row of the table, in points.
const ROW_HEIGHT: f32 = 24.0;
/// Height of the headings of the table, in points.
const HEADING_HEIGHT: f32 = 38.0;

/// Least and greatest width of the column of names, as shares of the table.
const NAME_SHARES: [f32; 2] = [0.26, 0.36];
/// Space beside a name in its column, in points.
const NAME_MARGIN: f32 = 18.0;

/// Headings of the columns in one or two lines, and what they count.
const COLUMNS: [(&str, &str); 7] = [
    ("Attacks", "Attacks on units and on walls or objects; a burst or a blast is one attack."),
    (
        "Attacks\nthat hit",
        "Attacks that hit a unit, however many units or how often, even if they did no damage. An attack that a wall or an object stops is no hit.",
    ),
    (
        "Shots\nfired",
        "Shots from magazines, and attacks at range that use no ammunition, such as bolts of powers and throws.",
    ),
    (
        "Damage\ndealt",
        "Damage to enemies that their armour and toughness did not stop, up to what they had left. Point at a number to see damage to allies.",
    ),
    ("Damage\ntaken", "Damage that armour and toughness did not stop, up to what the unit had left."),
    (
        "Enemies\ntaken out",
        "Enemies that the unit took out of action and that were still out at the end, each once. One that fought on and fell later counts for the unit that was first to take them out.",
    ),
    ("Luck", LUCK_LEGEND),
];

/// Number of the column of shots fired.
const SHOTS_COLUMN: usize = 2;
/// Number of the column of damage dealt.
const DEALT_COLUMN: usize = 3;
/// Number of the column of luck.
const LUCK_COLUMN: usize = 6;
/// What the column of luck means.
const LUCK_LEGEND: &str = "Luck: the damage that the unit's attacks did beyond what their exact odds expected, plus what attacks of enemies on the unit fell short of theirs; +2.0 is two points more in all. Counted are the attacks whose odds cards show, with all damage that armour and toughness did not stop. Point at a number to see both, and how rare the dice were.";

/// Draws the statistics of the battle by unit, and what they count.
pub(super) fn show_statistics_page(
    ui: &mut Ui,
    context: &PanelContext,
    highlights: Option<&BattleHighlights>,
) {
    show_statistics(ui, context, highlights);
    ui.add_space(4.0);
    let dealt = format!(
        "Attacks that hit include those that did no damage. Damage dealt and taken: the {} that armour and toughness did not stop, up to what the unit that was hit had left. {LUCK_LEGEND}",
        damage_words(context)
    );
    ui.add(Label::new(RichText::new(dealt).small().color(context.palette.dim)).wrap());
    offer_terms(ui);
    show_band_losses(ui, context);
}

/// Names the damage that the statistics add up.
pub(super) fn damage_words(context: &PanelContext) -> &'static str {
    play::damage_words(context.view.rules().book())
}

/// Returns the numbers of the columns that mean something: shots only where a weapon has a magazine.
fn shown_columns(counts_shots: bool) -> Vec<usize> {
    (0..COLUMNS.len()).filter(|at| counts_shots || *at != SHOTS_COLUMN).collect()
}

/// Where the columns of the table are, in points from the left.
struct TableLayout {
    /// The columns that are shown.
    columns: Vec<usize>,
    /// Width of the whole table, of the names and of each column.
    width: f32,
    name_width: f32,
    step: f32,
}

impl TableLayout {
    /// Lays the columns out; `widest` is the width of the longest name, in points.
    fn new(ui: &Ui, columns: Vec<usize>, widest: f32) -> Self {
        let bar = ui.spacing().scroll.allocated_width();
        let width = table_width(ui.available_width(), scaled(ui, LEAST_WIDTH), bar);
        let name_width = name_width(width, widest);
        let step = (width - name_width) / columns.len() as f32;
        Self { columns, width, name_width, step }
    }

    /// The cell of the shown column with this number in a row.
    fn cell(&self, row: egui::Rect, at: usize) -> egui::Rect {
        let right = row.left() + self.name_width + self.step * (at + 1) as f32;
        egui::Rect::from_min_max(pos2(right - self.step, row.top()), pos2(right, row.bottom()))
    }
}

/// Returns the width of a table beside a scroll bar: that of its room, unless the room and the bar together have less than the least
/// width; all in points. With a part of the bar more than its room, it would be cut without being scrolled.
fn table_width(room: f32, least: f32, bar: f32) -> f32 {
    if room + bar >= least { room } else { least }
}

/// Returns the width of the column of names in a table of this width, both in points: what the longest name takes, within limits.
fn name_width(table: f32, widest: f32) -> f32 {
    let [least, most] = NAME_SHARES.map(|share| (share * table).max(120.0));
    (widest + NAME_MARGIN).clamp(least, most)
}

/// The name of a unit with what became of it.
fn unit_text(unit: &UnitDataItem) -> String {
    format!("{}{}", unit.identity.name(), fate_text(unit))
}

/// Draws the statistics, a row per unit.
fn show_statistics(ui: &mut Ui, context: &PanelContext, highlights: Option<&BattleHighlights>) {
    let side_of = |unit| context.view.unit_ignoring_fog(unit).map(|unit| *unit.side);
    let left = |id, health: &HealthState| health_left_of(context.view, id, health);
    let all = count_statistics(context.history.records(), &are_enemies_by(side_of), &left);
    let counts_shots =
        context.view.units().any(|unit| unit.inventory.slots().any(|(_, carried)| carried.magazine() > 0));
    let font = TextStyle::Body.resolve(ui.style());
    let painter = ui.painter();
    let text_width = |unit: UnitDataItem| {
        painter.layout_no_wrap(unit_text(&unit), font.clone(), context.palette.text).size().x
    };
    let widest = context.view.units().map(text_width).fold(0.0, f32::max);
    let layout = TableLayout::new(ui, shown_columns(counts_shots), widest);
    ui.spacing_mut().item_spacing.y = 0.0;
    let heading_height = scaled(ui, HEADING_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(vec2(layout.width, heading_height), Sense::hover());
    for (at, (name, about)) in layout.columns.iter().map(|column| COLUMNS[*column]).enumerate() {
        let cell = layout.cell(rect, at);
        show_heading(ui, cell, name, context.palette.dim);
        ui.interact(cell, ui.id().with(("column", at)), Sense::hover()).on_hover_text(about);
    }
    for unit in context.view.units() {
        let tally = all.get(unit.id).cloned().unwrap_or_default();
        let luck = UnitLuck::of(&unit, &tally, highlights, damage_words(context));
        show_unit_row(ui, context, &layout, (&unit, &tally, &luck));
    }
}

/// Draws the row of a unit.
fn show_unit_row(
    ui: &mut Ui,
    context: &PanelContext,
    layout: &TableLayout,
    (unit, tally, luck): (&UnitDataItem, &UnitStatistics, &UnitLuck),
) {
    let palette = context.palette;
    let row_height = scaled(ui, ROW_HEIGHT);
    let font = TextStyle::Body.resolve(ui.style());
    let (rect, response) = ui.allocate_exact_size(vec2(layout.width, row_height), Sense::hover());
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.top(), egui::Stroke::new(1.0, palette.line));
    let colour = context.side_colour(*unit.side);
    let mark = egui::Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(5.0, row_height - 8.0));
    draw_side_mark(painter, mark, context.side_colour_number(*unit.side), colour);
    let text = unit_text(unit);
    let ink = if unit.is_fighting() { palette.text } else { palette.faint };
    let name = layout_truncated(painter, &text, font.clone(), ink, layout.name_width - 16.0);
    painter.galley(pos2(rect.left() + 12.0, rect.center().y - name.size().y / 2.0), name, ink);
    let is_ranged = |slot| unit.inventory.get(slot).is_some_and(|carried| !carried.is_melee());
    let cells = statistics_cells(tally, tally.shots(is_ranged), &luck.figure);
    response.named_text(|| {
        let figures =
            layout.columns.iter().map(|column| format!("{} {}", spoken_heading(*column), cells[*column]));
        let figures = figures.collect::<Vec<_>>().join(", ");
        let friendly = if tally.friendly > 0 { friendly_damage_text(tally) + " " } else { String::new() };
        format!("{text}: {figures}. {friendly}{}", luck.explanation)
    });
    for (at, column) in layout.columns.iter().copied().enumerate() {
        let cell = layout.cell(rect, at);
        if column == LUCK_COLUMN {
            let hovered = ui.interact(cell, ui.id().with(("luck", unit.id)), Sense::hover());
            hovered.on_hover_text(&luck.explanation);
        }
        if column == DEALT_COLUMN && tally.friendly > 0 {
            let friendly = ui.interact(cell, ui.id().with(("dealt", unit.id)), Sense::hover());
            friendly.on_hover_text(friendly_damage_text(tally));
        }
        let text = cells[column].as_str();
        ui.painter().text(cell.right_center(), egui::Align2::RIGHT_CENTER, text, font.clone(), palette.text);
    }
}

/// Draws the heading of a column, the last line at the bottom.
fn show_heading(ui: &Ui, column: egui::Rect, name: &str, ink: egui::Color32) {
    let font = TextStyle::Body.resolve(ui.style());
    let mut bottom = column.right_bottom();
    for (at, line) in name.lines().rev().enumerate() {
        let drawn = ui.painter().text(bottom, egui::Align2::RIGHT_BOTTOM, line, font.clone(), ink);
        if at == 0 {
            // Underlined like everything that is explained.
            let stroke = egui::Stroke::new(1.0, ink.gamma_multiply(0.55));
            ui.painter().hline(drawn.x_range(), drawn.bottom() - 1.0, stroke);
        }
        bottom.y = drawn.top();
    }
}

/// What became of a unit, in brackets: " (dead)"; empty for a unit that is still fighting.
fn fate_text(unit: &UnitDataItem) -> String {
    match (unit.is_fighting(), unit.out_of_action.arrival(), out_of_action_text(unit)) {
        (true, ..) => String::new(),
        (false, Some(_), _) => " (reserve)".to_owned(),
        (false, None, state) => format!(" ({})", state.unwrap_or("left the map")),
    }
}

/// Draws what became of the henchmen of each band. `AB-MASS-24`.
fn show_band_losses(ui: &mut Ui, context: &PanelContext) {
    for unit in context.view.units() {
        let losses = play::band_losses(&context.view.unit_snapshot(&unit), context.view.rules());
        if losses.is_empty() {
            continue;
        }
        ui.add_space(6.0);
        ui.label(RichText::new(unit.identity.name()).color(context.side_colour(*unit.side)));
        for losses in losses {
            ui.label(losses.value);
        }
    }
}

/// The heading of a column in one line.
fn spoken_heading(column: usize) -> String {
    COLUMNS[column].0.replace('\n', " ")
}

/// The luck of a unit as the table shows it.
struct UnitLuck {
    /// Points of damage: "+3.2"; a dash where no odds are known, an ellipsis until they are.
    figure: String,
    /// Its parts, and its dice.
    explanation: String,
}

impl UnitLuck {
    /// Reads the luck of a unit in attacks whose odds are known, in the words of the book for damage.
    fn of(
        unit: &UnitDataItem,
        tally: &UnitStatistics,
        highlights: Option<&BattleHighlights>,
        damage_words: &str,
    ) -> Self {
        let harm = highlights.and_then(|found| found.harm_luck(*unit.id));
        let is_looking = highlights.is_some_and(BattleHighlights::is_looking);
        let figure = match harm {
            Some(harm) => format!("{:+.1}", harm.surplus()),
            None if is_looking => "\u{2026}".to_owned(),
            None => "\u{2013}".to_owned(),
        };
        let attacks = harm.map(|harm| harm.describe(damage_words));
        let missing = || match is_looking {
            true => "The odds of all attacks are being computed.",
            false => "No attack by or on this unit has known odds.",
        };
        let attacks = attacks.unwrap_or_else(|| missing().to_owned());
        Self { figure, explanation: format!("{attacks} Dice: {}", tally.luck.describe()) }
    }
}

fn statistics_cells(tally: &UnitStatistics, shots: u32, luck: &str) -> [String; 7] {
    [
        tally.attacks.to_string(),
        tally.hits.to_string(),
        shots.to_string(),
        tally.dealt.to_string(),
        tally.taken.to_string(),
        tally.downed.to_string(),
        luck.to_owned(),
    ]
}

/// Says what a unit did to its own side.
fn friendly_damage_text(tally: &UnitStatistics) -> String {
    format!("{} to enemies, and {} to allies.", tally.dealt, tally.friendly)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_of_names_grows_for_a_long_name_and_leaves_room_for_figures() {
        assert!((name_width(800.0, 100.0) - 208.0).abs() < 0.01, "the least width");
        assert!((name_width(800.0, 230.0) - 248.0).abs() < 0.01, "what the name takes");
        assert!((name_width(800.0, 900.0) - 288.0).abs() < 0.01, "no more than this");
    }

    #[test]
    fn a_table_is_as_wide_as_its_room_beside_the_scroll_bar_or_scrolls() {
        assert_eq!(table_width(700.0, 560.0, 12.0), 700.0);
        assert_eq!(table_width(550.0, 560.0, 12.0), 550.0, "the bar covers no figures");
        assert_eq!(table_width(547.0, 560.0, 12.0), 560.0, "more than the bar is missing: it scrolls");
    }

    #[test]
    fn shots_are_listed_only_where_they_are_counted() {
        let names = |counts| shown_columns(counts).into_iter().map(|at| COLUMNS[at].0).collect::<Vec<_>>();
        assert_eq!(names(true)[SHOTS_COLUMN], "Shots\nfired");
        assert!(!names(false).contains(&"Shots\nfired") && names(false).len() == 6);
    }

    #[test]
    fn the_headings_say_what_is_counted_without_words_of_a_rulebook() {
        let spoken: Vec<String> = (0..COLUMNS.len()).map(spoken_heading).collect();
        assert_eq!(
            spoken,
            [
                "Attacks",
                "Attacks that hit",
                "Shots fired",
                "Damage dealt",
                "Damage taken",
                "Enemies taken out",
                "Luck"
            ]
        );
        for (_, about) in COLUMNS {
            assert!(!about.contains("soak") && !about.contains("barrier"), "{about}");
        }
    }
}
