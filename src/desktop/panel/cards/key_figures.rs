//! The figures of an attack card's first layer: chance of damage, chance to hit, average damage and knock-out.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Color32, Galley, Sense, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::attack_forecast::{DAMAGE_CHANCE, OutKind, TO_HIT, key_chance, percent_text};
use crate::hovered_attack::USUAL;
use crate::panel::widgets::{PanelContext, body_font, layout_truncated, title_font};
use crate::theme::scaled;
use battle::Target;
use rules::{Forecast, Odds};

/// A figure of the first layer with its label.
#[derive(Clone, Debug, PartialEq)]
struct KeyFigure {
    label: String,
    value: String,
}

impl KeyFigure {
    fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into() }
    }
}

/// The figures of the first layer: one that is drawn large, and rows beside it, the last of them coloured.
#[derive(Clone, Debug, PartialEq)]
struct KeyFigures {
    large: KeyFigure,
    rows: Vec<KeyFigure>,
}

impl KeyFigures {
    /// The figures of an attack on a unit, a barrier, or the units near a square, with the chance that it harms an enemy
    /// there.
    fn new(context: &PanelContext, forecast: &Forecast, (target, enemy_harm): (Target, Option<f64>)) -> Self {
        let odds = &forecast.odds;
        let unit = match forecast.unit {
            "damage" => String::new(),
            unit => format!(" {unit}"),
        };
        // The value says what is counted, or the label does.
        let average = if unit.is_empty() { "average damage" } else { "average" };
        let average = KeyFigure::new(average, format!("{:.1}{unit}", odds.mean));
        let out = match target {
            Target::Unit(id) => {
                context.view.unit(id).map_or_else(OutKind::default, |unit| OutKind::of_unit(&unit)).label()
            }
            Target::Barrier(_) => "breach",
            Target::Square(_) => {
                let rows = vec![
                    KeyFigure::new("units caught", format!("about {:.1}", odds.mean)),
                    KeyFigure::new("lands there", percent_text(odds.hit)),
                ];
                // Own units and those out of action may be caught too: what counts is an enemy.
                let large = match enemy_harm {
                    Some(chance) => KeyFigure::new("to harm an enemy", percent_text(chance)),
                    None => KeyFigure::new("to catch any", percent_text(odds.harm)),
                };
                return Self { large, rows };
            }
        };
        let out = KeyFigure::new(out, percent_text(odds.out));
        Self::of_damage(odds, average, out)
    }

    /// The figures of an attack on a unit or a barrier: the chance of damage large, the chance to hit beside it. An attack
    /// that is not for damage has only the chance to hit.
    fn of_damage(odds: &Odds, average: KeyFigure, out: KeyFigure) -> Self {
        let (chance, words) = key_chance(odds);
        let hit = (words != TO_HIT).then(|| KeyFigure::new(TO_HIT, percent_text(odds.hit)));
        let rows = hit.into_iter().chain([average]).chain(usual_damage(odds)).chain([out]);
        Self { large: KeyFigure::new(words, percent_text(chance)), rows: rows.collect() }
    }

    /// The figures of an attack that cannot harm: only a chance of damage of 0, as how often it hits is no matter.
    fn without_harm() -> Self {
        Self { large: KeyFigure::new(DAMAGE_CHANCE, percent_text(0.0)), rows: Vec::new() }
    }

    /// All figures in words, for screen readers.
    fn spoken(&self) -> String {
        let all = std::iter::once(&self.large).chain(&self.rows);
        all.map(|figure| format!("{} {}", figure.value, figure.label)).collect::<Vec<_>>().join(", ")
    }
}

/// The damage of eight of ten attacks: "0 to 7"; `None` if all of them do the same.
fn usual_damage(odds: &Odds) -> Option<KeyFigure> {
    let (least, most) = odds.damage_between(USUAL.0, USUAL.1)?;
    (least < most).then(|| KeyFigure::new("usual damage", format!("{least} to {most}")))
}

/// Where the rows beside the large figure begin, as a share of the width.
const COLUMN: f32 = 0.52;
/// Space before and after the label of the large figure, in points.
const LABEL_GAPS: f32 = 14.0;
/// Size of the large figure, in sizes of titles.
const LARGE: f32 = 1.9;
/// Least size of the large figure, as a share of its usual one.
const LEAST_LARGE: f32 = 0.5;

/// Returns the size of the large figure, as a share of its usual one, at which its label fits in two rows: in a room of so many
/// points for a figure that is this wide.
fn large_scale(room: f32, natural: f32) -> f32 {
    // Glyphs are placed on whole points.
    if natural <= room { 1.0 } else { ((room - 1.0) / natural).clamp(LEAST_LARGE, 1.0) }
}

/// Returns the least width in which a text fits in two rows, broken between words.
fn two_row_width(text: &str, width: impl Fn(&str) -> f32) -> f32 {
    let breaks = text.match_indices(' ').map(|(at, _)| width(&text[..at]).max(width(&text[at + 1..])));
    breaks.fold(width(text), f32::min)
}

/// Lays out the large figure, smaller where it has too little room.
fn layout_large(ui: &Ui, value: String, room: f32, colour: Color32) -> Arc<Galley> {
    let mut font = title_font(ui);
    font.size *= LARGE;
    let natural = ui.painter().layout_no_wrap(value.clone(), font.clone(), colour).size().x;
    font.size *= large_scale(room, natural);
    ui.painter().layout_no_wrap(value, font, colour)
}

/// Draws the first figure large, with the others at its right.
pub(super) fn show_key_odds(
    ui: &mut Ui,
    context: &PanelContext,
    (forecast, is_harmless): (&Forecast, bool),
    aim: (Target, Option<f64>),
) {
    let palette = context.palette;
    let figures =
        if is_harmless { KeyFigures::without_harm() } else { KeyFigures::new(context, forecast, aim) };
    let words = figures.spoken();
    let KeyFigures { large: first, rows } = figures;
    let width = ui.available_width();
    let colour = match () {
        () if is_harmless => palette.caution,
        () if forecast.odds.hit > 0.0 => palette.text,
        () => palette.dim,
    };
    let line = body_font(ui).size * 1.25 + 2.0;
    let name_width = two_row_width(&first.label, |text| {
        ui.painter().layout_no_wrap(text.to_owned(), body_font(ui), colour).size().x
    });
    let large = layout_large(ui, first.value, width * COLUMN - LABEL_GAPS - name_width, colour);
    let height = scaled(ui, 44.0).max(rows.len() as f32 * line + 6.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.named_text(|| words.clone());
    let painter = ui.painter();
    let middle = rect.center().y;
    painter.galley(pos2(rect.left(), middle - large.size().y / 2.0), large.clone(), colour);
    let left = rect.left() + large.size().x + LABEL_GAPS / 2.0;
    let column = rect.left() + width * COLUMN;
    let room = (column - left - LABEL_GAPS / 2.0).max(name_width + 1.0);
    let mut name = LayoutJob::simple(first.label, body_font(ui), palette.dim, room);
    name.wrap.max_rows = 2;
    let name = painter.layout_job(name);
    painter.galley(
        pos2(left, middle - name.size().y / 2.0 + if name.rows.len() == 1 { 4.0 } else { 0.0 }),
        name,
        palette.dim,
    );
    let is_area = matches!(aim.0, Target::Square(_));
    let last_colour = match (is_harmless || (!is_area && forecast.odds.out <= 0.0), is_area) {
        (true, _) => palette.dim,
        (false, true) => palette.text,
        (false, false) => palette.harm,
    };
    let last = rows.len().saturating_sub(1);
    let top = middle - rows.len() as f32 * line / 2.0;
    for (row, KeyFigure { label, value }) in rows.into_iter().enumerate() {
        let colour = if row == last { last_colour } else { palette.text };
        let value = painter.layout_no_wrap(value, body_font(ui), colour);
        let room = rect.right() - column - value.size().x - 8.0;
        let label = layout_truncated(painter, &label, body_font(ui), palette.dim, room);
        let top = top + row as f32 * line;
        painter.galley(pos2(column, top), label, palette.dim);
        painter.galley(pos2(rect.right() - value.size().x, top), value, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::DamageBar;

    #[test]
    fn an_attack_that_cannot_harm_is_headed_by_zero() {
        assert_eq!(KeyFigures::without_harm().spoken(), "0 % damage chance");
    }

    #[test]
    fn the_damage_of_most_attacks_stands_after_the_average() {
        let bars = [(0, 0.3), (3, 0.4), (6, 0.25), (14, 0.05)];
        let bars = bars.map(|(damage, share)| DamageBar { damage, share, out: 0.0 }).to_vec();
        let odds = Odds { hit: 0.7, harm: 0.7, bars, ..Odds::default() };
        let figures = [KeyFigure::new("average damage", "3.4"), KeyFigure::new("knock-out", "2 %")];
        let [average, out] = figures;
        let spoken = KeyFigures::of_damage(&odds, average, out).spoken();
        let expected =
            "70 % damage chance, 70 % to hit, 3.4 average damage, 0 to 6 usual damage, 2 % knock-out";
        assert_eq!(spoken, expected);
    }

    #[test]
    fn a_wide_figure_is_drawn_smaller_so_that_its_label_keeps_whole_words() {
        assert_eq!(large_scale(100.0, 90.0), 1.0, "there is room");
        assert_eq!(large_scale(91.0, 120.0), 0.75);
        assert_eq!(large_scale(10.0, 120.0), LEAST_LARGE, "it stays the largest text of the card");
    }

    #[test]
    fn a_label_of_several_words_has_room_for_all_of_them_in_two_rows() {
        let width = |text: &str| text.len() as f32;
        assert_eq!(two_row_width("to harm an enemy", width), 8.0, "the second row is the longer one");
        assert_eq!(two_row_width("damage chance", width), 6.0);
        assert_eq!(two_row_width("breach", width), 6.0);
    }

    #[test]
    fn the_large_figure_is_the_chance_of_damage() {
        let shown = |hit, harm| {
            let odds = Odds { hit, harm, ..Odds::default() };
            let figures = [KeyFigure::new("average damage", "0.4"), KeyFigure::new("knock-out", "2 %")];
            let [average, out] = figures;
            KeyFigures::of_damage(&odds, average, out).spoken()
        };
        assert_eq!(shown(0.63, 0.14), "14 % damage chance, 63 % to hit, 0.4 average damage, 2 % knock-out");
        let all = "63 % damage chance, 63 % to hit, 0.4 average damage, 2 % knock-out";
        assert_eq!(shown(0.63, 0.63), all, "every hit does damage");
        let hit = "63 % to hit, 0.4 average damage, 2 % knock-out";
        assert_eq!(shown(0.63, 0.0), hit, "a hold, a flash: damage is not what it is for");
        assert_eq!(shown(0.0, 0.0), "0 % damage chance, 0 % to hit, 0.4 average damage, 2 % knock-out");
    }
}
