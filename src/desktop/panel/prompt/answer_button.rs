//! The button of an answer: its key, its details, and the two figures of its odds.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Galley, Painter, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::answer_row::{SEPARATOR, join_parts};
use crate::accessibility::Accessible;
use crate::attack_forecast::{
    DAMAGE_CHANCE, OutKind, TO_HIT, differs_from_hit, key_chance_text, out_text, percent_text,
};
use crate::input::InputAction;
use crate::panel::widgets::{PanelContext, body_font, keep_units, small_font};
use crate::theme::Palette;
use rules::Odds;

/// Least chance of a knock-out that is named.
const LEAST_OUT: f64 = 0.005;

/// The damage that is certain; `None` if something is still left to chance.
pub(super) fn certain_damage(odds: &Odds) -> Option<u32> {
    match odds.bars.as_slice() {
        [only] if percent_text(only.share) == percent_text(1.0) => Some(only.damage),
        _ => None,
    }
}

/// The two figures on the button of an answer: "71 % damage chance" and "average damage 1.2".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswerFigures {
    chance: String,
    mean: String,
    /// The attack is one of the unit's own, and not one on it.
    is_attack: bool,
}

impl AnswerFigures {
    /// The figures for screen readers, after the details: " 71 % damage chance, average damage 1.2".
    fn spoken(&self) -> String {
        let all = [self.chance.clone(), self.mean.replace('\n', ", ")];
        format!(" {}", all.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", "))
    }

    /// The chance of damage, with the chance to hit of an attack that is chosen where it is another one.
    pub fn new(odds: &Odds, (is_attack, kind): (bool, OutKind)) -> Self {
        let certain = certain_damage(odds).filter(|damage| *damage > 0);
        let mean = match certain {
            Some(damage) => format!("{damage} damage"),
            None => format!("average damage {:.1}", odds.mean),
        };
        // What decides between targets, and between defences.
        let out = (odds.out >= LEAST_OUT).then(|| out_text(odds.out, kind));
        let (chance, mean) = match is_attack {
            // A sum that is certain is no average.
            false if certain.is_some() => (mean, out.unwrap_or_default()),
            true if odds.hit <= 0.0 => ("cannot hit now".to_owned(), String::new()),
            true if odds.is_harmless() => {
                ("cannot harm".to_owned(), format!("{} {TO_HIT}", percent_text(odds.hit)))
            }
            true => {
                let hit = differs_from_hit(odds).then(|| format!("{} {TO_HIT}", percent_text(odds.hit)));
                let lines: Vec<String> = hit.into_iter().chain([mean]).chain(out).collect();
                (key_chance_text(odds), lines.join("\n"))
            }
            false => {
                let lines: Vec<String> = std::iter::once(mean).chain(out).collect();
                (format!("{} {DAMAGE_CHANCE}", percent_text(odds.harm)), lines.join("\n"))
            }
        };
        Self { chance, mean, is_attack }
    }
}

/// Moves the figures of an attack into its detail, but for the chance of damage: beside several lines of figures its texts would
/// stand in a narrow column.
fn with_figures_below(figures: Option<AnswerFigures>, detail: &str) -> (Option<AnswerFigures>, String) {
    match figures {
        Some(figures) if figures.is_attack => {
            let detail = join_parts(&[&figures.mean.replace('\n', SEPARATOR), detail]);
            (Some(AnswerFigures { mean: String::new(), ..figures }), detail)
        }
        figures => (figures, detail.to_owned()),
    }
}

/// Puts the parts of a detail into lines: a separator stands only between parts that fit into one line.
fn lines_of_parts(detail: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in detail.split(SEPARATOR) {
        let joined = lines.last().map(|line| format!("{line}{SEPARATOR}{part}"));
        match joined.filter(|joined| fits(joined)) {
            Some(joined) => {
                lines.pop();
                lines.push(joined);
            }
            None => lines.push(part.to_owned()),
        }
    }
    lines.join("\n")
}

/// Margin around the texts of the button, and its left one, where the key stands, in points.
const MARGIN: f32 = 7.0;
pub(super) const KEY_WIDTH: f32 = 26.0;
/// Space at the right of the texts and around their figures, in points.
const RIGHT_MARGIN: f32 = 10.0;
/// Minimum height of the button, in points.
const MIN_HEIGHT: f32 = 48.0;
/// Space between the name of an answer and its details, in points.
const NAME_GAP: f32 = 3.0;
/// Size of the details, in sizes of small texts.
const DETAIL_SIZE: f32 = 1.08;

/// Draws the button of an answer with its key, details and odds; `by_enter` is whether Enter gives it.
pub(super) fn answer_button(
    ui: &mut Ui,
    context: &PanelContext,
    (action, by_enter): (Option<InputAction>, bool),
    (label, detail): (&str, &str),
    (figures, is_wasted): (Option<AnswerFigures>, bool),
) -> egui::Response {
    let palette = context.palette;
    let (figures, detail) = with_figures_below(figures, detail);
    let layout = ButtonLayout::new(ui, palette, (label, &detail), figures.as_ref());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), layout.height), Sense::click());
    let fill = match () {
        () if !ui.is_enabled() => palette.panel,
        () if response.hovered() || response.has_focus() => palette.lit,
        () => palette.raised,
    };
    // Only the answer that Enter gives has the strong edge, so that the one under the pointer is not taken for it. It is a
    // mark without a judgement: the default is not advice.
    let edge = match by_enter || response.has_focus() {
        true => Stroke::new(1.5, palette.text),
        false => Stroke::new(1.0, palette.line),
    };
    let key = action.map(|action| context.key_label(action)).unwrap_or_default();
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let at = rect.left_center() + vec2(8.0, 0.0);
    painter.text(at, egui::Align2::LEFT_CENTER, key, small_font(ui), palette.dim);
    layout.paint(painter, rect, palette, is_wasted);
    let response = response.named_button(true, || label.to_owned());
    let words = figures.as_ref().map(AnswerFigures::spoken).unwrap_or_default();
    response.described(|| format!("{detail}{words}"))
}

/// Returns the colour of the name of an answer: one that cannot be given is dim, and can still be read.
pub(super) const fn name_colour(palette: &Palette, is_enabled: bool) -> Color32 {
    if is_enabled { palette.text } else { palette.dim }
}

/// The texts of the button of an answer, laid out in its width.
struct ButtonLayout {
    height: f32,
    /// Where the texts begin, from the left.
    left: f32,
    name: Arc<Galley>,
    details: Arc<Galley>,
    /// The chance and the average damage.
    figures: Option<[Arc<Galley>; 2]>,
    mean_colour: Color32,
    /// Whether the details take the whole width, below the figures.
    is_wide: bool,
    /// Whether the figures are a column beside the details.
    has_column: bool,
}

impl ButtonLayout {
    fn new(
        ui: &Ui,
        palette: &Palette,
        (label, detail): (&str, &str),
        figures: Option<&AnswerFigures>,
    ) -> Self {
        let (width, left) = (ui.available_width(), KEY_WIDTH);
        // Damage that the unit takes is bad for it, damage that it does is not.
        let is_attack = figures.is_some_and(|figures| figures.is_attack);
        let mean_colour = if is_attack { palette.dim } else { palette.harm };
        let name_colour = name_colour(palette, ui.is_enabled());
        let figures = figures.map(|AnswerFigures { chance, mean, .. }| {
            [(chance, body_font(ui), name_colour), (mean, small_font(ui), mean_colour)]
                .map(|(text, font, colour)| ui.painter().layout_no_wrap(text.clone(), font, colour))
        });
        let taken =
            figures.as_ref().map_or(0.0, |[chance, mean]| chance.size().x.max(mean.size().x) + RIGHT_MARGIN);
        let (whole_room, room) = (width - left - RIGHT_MARGIN, width - taken - left - RIGHT_MARGIN);
        let name = ui.painter().layout(label.to_owned(), body_font(ui), name_colour, room.max(8.0));
        let whole = layout_detail(ui, detail, whole_room);
        let column = layout_detail(ui, detail, if is_attack { whole_room } else { room });
        let beside = figures.as_ref().map_or(0.0, |[chance, mean]| chance.size().y + mean.size().y);
        let gap = if detail.is_empty() { 0.0 } else { NAME_GAP };
        let heights = DetailHeights { name: name.size().y + gap, figures: beside, column: column.size().y };
        let wide_height = heights.below_figures(whole.size().y).filter(|_| !is_attack);
        let is_wide = wide_height.is_some();
        let height = wide_height.unwrap_or_else(|| heights.of_column()) + 2.0 * MARGIN + 1.0;
        let details = if is_wide { whole } else { column };
        Self {
            height: height.max(MIN_HEIGHT),
            left,
            name,
            details,
            figures,
            mean_colour,
            is_wide,
            has_column: !is_wide && !is_attack,
        }
    }

    /// Draws the texts on the button.
    fn paint(self, painter: &Painter, rect: Rect, palette: &Palette, is_wasted: bool) {
        let top = rect.top() + MARGIN;
        if let Some([chance, mean]) = self.figures {
            let low = rect.bottom() - mean.size().y - MARGIN - 1.0;
            let mean_top = if self.is_wide { top + chance.size().y } else { low };
            let left_of = |text: &Galley| rect.right() - 8.0 - text.size().x;
            let (chance_at, mean_at) = (pos2(left_of(&chance), top), pos2(left_of(&mean), mean_top));
            if self.has_column {
                let x = rect.right() - 8.0 - chance.size().x.max(mean.size().x) - RIGHT_MARGIN / 2.0;
                painter.vline(x, rect.y_range().shrink(MARGIN), Stroke::new(1.0, palette.line));
            }
            painter.galley(chance_at, chance, palette.text);
            painter.galley(mean_at, mean, self.mean_colour);
        }
        let left = rect.left() + self.left;
        painter.galley(pos2(left, top), self.name, palette.text);
        let below = rect.bottom() - self.details.size().y - MARGIN - 1.0;
        let colour = if is_wasted { palette.caution } else { palette.dim };
        painter.galley(pos2(left, below), self.details, colour);
    }
}

/// Heights of what stands on the button of an answer.
#[derive(Clone, Copy, Debug)]
struct DetailHeights {
    name: f32,
    figures: f32,
    /// The details in the column beside the figures.
    column: f32,
}

impl DetailHeights {
    /// Height with the details in their column.
    fn of_column(self) -> f32 {
        (self.name + self.column).max(self.figures)
    }

    /// Height with the details below the figures, where they take the whole width and this height; `None` if they need no less
    /// space there.
    fn below_figures(self, whole: f32) -> Option<f32> {
        let height = self.name.max(self.figures) + whole;
        (height < self.of_column()).then_some(height)
    }
}

/// Lays out the details of an answer in as many lines as they need.
fn layout_detail(ui: &Ui, text: &str, width: f32) -> Arc<Galley> {
    let width = width.max(8.0);
    let colour = Color32::PLACEHOLDER;
    let small = small_font(ui);
    let font = FontId::new(small.size * DETAIL_SIZE, small.family);
    let text = lines_of_parts(&keep_units(text), |line| {
        ui.painter().layout_no_wrap(line.to_owned(), font.clone(), colour).size().x <= width
    });
    ui.painter().layout_job(egui::text::LayoutJob::simple(text, font, colour, width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::DamageBar;

    #[test]
    fn an_answer_with_certain_damage_says_so_alone() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let figures = |bars, is_attack| {
            let odds = Odds { hit: 1.0, harm: 1.0, mean: 4.0, bars, ..Odds::default() };
            let AnswerFigures { chance, mean, .. } =
                AnswerFigures::new(&odds, (is_attack, OutKind::KnockOut));
            (chance, mean)
        };
        assert_eq!(figures(vec![bar(4, 1.0)], false), ("4 damage".to_owned(), String::new()));
        let unsure = vec![bar(3, 0.5), bar(5, 0.5)];
        let average = "average damage 4.0".to_owned();
        assert_eq!(figures(unsure, false), (format!("{} damage chance", percent_text(1.0)), average));
        assert_eq!(figures(vec![bar(4, 1.0)], true).1, "4 damage");
    }

    #[test]
    fn details_stand_below_the_figures_where_a_column_beside_them_would_be_higher() {
        let heights = |column| DetailHeights { name: 17.0, figures: 31.0, column };
        assert_eq!(heights(42.0).below_figures(14.0), Some(45.0), "one line in place of three");
        assert_eq!(heights(28.0).below_figures(14.0), None, "two lines fit beside the figures");
        assert_eq!(Some(heights(0.0).of_column()), Some(31.0), "the figures are higher");
        let alone = DetailHeights { name: 17.0, figures: 0.0, column: 28.0 };
        assert_eq!(alone.below_figures(28.0), None, "without figures it is the same");
    }

    #[test]
    fn an_attack_to_choose_shows_the_chance_of_damage_and_then_the_one_to_hit() {
        let odds = Odds { hit: 0.61, harm: 0.31, mean: 1.9, out: 0.1, ..Odds::default() };
        let AnswerFigures { chance, mean, .. } = AnswerFigures::new(&odds, (true, OutKind::KnockOut));
        assert_eq!(chance, "31 % damage chance");
        assert_eq!(mean, "61 % to hit\naverage damage 1.9\nknock-out 10 %");
        let sure = AnswerFigures::new(&Odds { harm: 0.61, ..odds.clone() }, (true, OutKind::KnockOut));
        assert_eq!(sure.mean, "average damage 1.9\nknock-out 10 %", "every hit does damage");
        let stopped = AnswerFigures::new(&Odds { hit: 0.61, ..Odds::default() }, (true, OutKind::KnockOut));
        assert_eq!((stopped.chance.as_str(), stopped.mean.as_str()), ("cannot harm", "61 % to hit"));
    }

    #[test]
    fn no_line_of_a_detail_ends_with_a_separator() {
        let detail = "13 m away, from the present square \u{00b7} Hale can still take 7 \u{00b7} 1 Willpower";
        let lines = |most: usize| lines_of_parts(detail, |line| line.chars().count() <= most);
        assert_eq!(lines(80), detail);
        let two = "13 m away, from the present square\nHale can still take 7 \u{00b7} 1 Willpower";
        assert_eq!(lines(40), two);
        assert_eq!(lines(10).lines().count(), 3, "a part that is too long is wrapped later");
        assert_eq!(lines_of_parts("", |_| true), "");
    }

    #[test]
    fn the_figures_of_an_attack_stand_in_its_detail() {
        let odds = Odds { hit: 0.61, harm: 0.31, mean: 1.9, ..Odds::default() };
        let figures = |is_attack| Some(AnswerFigures::new(&odds, (is_attack, OutKind::KnockOut)));
        let (shown, detail) = with_figures_below(figures(true), "13 m away");
        let shown = shown.expect("an attack has figures");
        assert_eq!((shown.chance.as_str(), shown.mean.as_str()), ("31 % damage chance", ""));
        assert_eq!(detail, "61 % to hit \u{00b7} average damage 1.9 \u{00b7} 13 m away");
        assert_eq!(with_figures_below(figures(false), "1 AP"), (figures(false), "1 AP".to_owned()));
    }

    #[test]
    fn an_answer_that_may_not_save_the_unit_says_so() {
        let odds = Odds { hit: 0.8, harm: 0.7, mean: 3.0, out: 0.62, ..Odds::default() };
        assert_eq!(
            AnswerFigures::new(&odds, (false, OutKind::KnockOut)).mean,
            "average damage 3.0\nknock-out 62 %"
        );
        let bars = vec![DamageBar { damage: 5, share: 1.0, out: 1.0 }];
        let sure = Odds { hit: 1.0, harm: 1.0, mean: 5.0, out: 1.0, bars, ..Odds::default() };
        let AnswerFigures { chance, mean, .. } = AnswerFigures::new(&sure, (false, OutKind::KnockOut));
        assert_eq!((chance.as_str(), mean), ("5 damage", format!("knock-out {}", percent_text(1.0))));
    }
}
