//! The row of units in turn order: as many as fit, and a count of the others.

use std::ops::Range;

use bevy_egui::egui::{self, Color32, RichText, Sense, Stroke, Ui, vec2};

use super::chips::{
    LARGE_CHIP_MARGINS, SMALL_CHIP_MARGINS, chip_height, done_mark_width, show_large_chip, show_small_chip,
};
use super::turn_order::{FURTHER_TURNS, TurnOrderChip};
use crate::accessibility::Accessible;
use crate::panel::PanelState;
use crate::panel::widgets::{
    PanelContext, arrival_label, arrival_text, body_font, small_font, with_cited_clauses,
};
use crate::player_input::PlayerInput;
use crate::theme::scaled;
use crate::turn_status::TurnStatus;
use battle::UnitDataItem;
use battle_log::log_text::capitalise;

/// Width of the start of a later pass, in points.
const DIVIDER: f32 = 52.0;

/// Width of the count of what has no room, in points.
const COUNT: f32 = 24.0;

/// An entry of the turn order.
enum TrackEntry<'a> {
    /// A unit in the current pass.
    Large(&'a TurnOrderChip),
    /// The start of a later pass.
    Divider(u32),
    /// A unit in a later pass.
    Small(&'a TurnOrderChip),
    /// A unit in reserve with the round of its arrival, and the tooltip. `SS-INIT-25`.
    Reserve { text: String, about: String, colour: Color32 },
}

impl TrackEntry<'_> {
    /// Its width in points.
    fn width(&self, ui: &Ui) -> f32 {
        let natural = |text: &str, font| {
            ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
        };
        match self {
            Self::Large(chip) => {
                let words = natural(&chip.name, body_font(ui)) + natural(&chip.score_text(), body_font(ui));
                words + done_mark_width(ui, chip.place) + LARGE_CHIP_MARGINS
            }
            Self::Divider(_) => scaled(ui, DIVIDER),
            Self::Small(chip) => natural(&chip.name_text(), small_font(ui)) + SMALL_CHIP_MARGINS,
            Self::Reserve { text, .. } => natural(text, small_font(ui)),
        }
    }

    /// What it says of a unit; `None` for a divider.
    fn words(&self) -> Option<String> {
        match self {
            Self::Large(chip) | Self::Small(chip) => {
                Some(format!("{}, pass {}, {}", chip.name, chip.pass, chip.score_text()))
            }
            Self::Reserve { text, .. } => Some(text.clone()),
            Self::Divider(_) => None,
        }
    }
}

/// Returns the entries that are shown whole: all of them, else as many as fit beside a count of the others, from the
/// first one on or, if the acting unit would be left out, from that one on. `gap` stands between two entries, and a count
/// takes `count` points.
fn visible_entries(widths: &[f32], acting: usize, room: f32, (gap, count): (f32, f32)) -> Range<usize> {
    let width = |range: Range<usize>| {
        let entries = &widths[range];
        entries.iter().sum::<f32>() + gap * entries.len().saturating_sub(1) as f32
    };
    if width(0..widths.len()) <= room {
        return 0..widths.len();
    }
    let counts = |range: &Range<usize>| {
        [range.start > 0, range.end < widths.len()].into_iter().filter(|left_out| *left_out).count() as f32
    };
    let fits = |range: &Range<usize>| width(range.clone()) + counts(range) * (count + gap) <= room;
    let from = |start: usize| {
        let ends = (start..=widths.len()).rev();
        ends.map(|end| start..end).find(fits).unwrap_or(start..start)
    };
    let whole = from(0);
    if acting < whole.end {
        return whole;
    }
    let rest = from(acting.min(widths.len()));
    // The acting unit is shown in any case.
    rest.start..rest.end.max((rest.start + 1).min(widths.len()))
}

/// Draws the chips of this pass and of the later ones, with dividers; what has no room is counted.
pub(super) fn show_turn_order(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
) {
    state.turn_order.update(context);
    if context.view.round().is_deploying() {
        let text = "Initiative is rolled when every side is ready.";
        ui.add(egui::Label::new(RichText::new(text).color(context.palette.dim)).truncate());
        return;
    }
    let Some((chips, coming)) = state.turn_order.passes.split_first().filter(|(chips, _)| !chips.is_empty())
    else {
        return;
    };
    let pass = context.view.round().pass();
    let mut entries: Vec<TrackEntry> = chips.iter().map(TrackEntry::Large).collect();
    for (ahead, coming) in (1..).zip(coming) {
        entries.push(TrackEntry::Divider(pass + ahead));
        entries.extend(coming.iter().map(TrackEntry::Small));
    }
    entries.extend(reserve_entries(ui, context));
    let widths: Vec<f32> = entries.iter().map(|entry| entry.width(ui)).collect();
    let acting = chips.iter().position(|chip| chip.place == TurnStatus::Acting).unwrap_or(0);
    let spaces = (ui.spacing().item_spacing.x, scaled(ui, COUNT));
    let mut visible = visible_entries(&widths, acting, ui.available_width(), spaces);
    // A pass without a unit says nothing.
    while visible.end < entries.len()
        && matches!(entries[visible.clone()].last(), Some(TrackEntry::Divider(_)))
    {
        visible.end -= 1;
    }
    show_left_out(ui, context, &entries[..visible.start]);
    for entry in &entries[visible.clone()] {
        match entry {
            TrackEntry::Large(chip) => show_large_chip(ui, context, player, chip),
            TrackEntry::Divider(pass) => show_pass_divider(ui, context, *pass),
            TrackEntry::Small(chip) => show_small_chip(ui, context, player, chip),
            TrackEntry::Reserve { text, about, colour } => {
                let label = egui::Label::new(RichText::new(text).font(small_font(ui)).color(*colour));
                ui.add(label.wrap_mode(egui::TextWrapMode::Extend)).on_hover_text(about);
            }
        }
    }
    show_left_out(ui, context, &entries[visible.end..]);
}

/// Counts the entries that have no room: "+3", with what they say as a tooltip.
fn show_left_out(ui: &mut Ui, context: &PanelContext, entries: &[TrackEntry]) {
    let words: Vec<String> = entries.iter().filter_map(TrackEntry::words).collect();
    if words.is_empty() {
        return;
    }
    let text = RichText::new(format!("+{}", words.len())).font(small_font(ui)).color(context.palette.dim);
    let label = egui::Label::new(text).wrap_mode(egui::TextWrapMode::Extend);
    ui.add(label).on_hover_text(words.join("\n"));
}

/// Draws the start of a later pass.
fn show_pass_divider(ui: &mut Ui, context: &PanelContext, pass: u32) {
    let (rect, response) = ui.allocate_exact_size(vec2(scaled(ui, DIVIDER), chip_height(ui)), Sense::hover());
    let dashes = egui::Shape::dashed_line(
        &[rect.left_top() + vec2(5.0, -4.0), rect.left_bottom() + vec2(5.0, 4.0)],
        Stroke::new(1.0, context.palette.faint),
        3.0,
        3.0,
    );
    ui.painter().extend(dashes);
    ui.painter().text(
        rect.left_center() + vec2(11.0, 0.0),
        egui::Align2::LEFT_CENTER,
        format!("pass {pass}"),
        small_font(ui),
        context.palette.dim,
    );
    response
        .named_text(|| format!("Pass {pass}"))
        .on_hover_text(format!("Pass {pass} of this round. {FURTHER_TURNS}"));
}

/// Where units in reserve arrive.
const ARRIVAL_PLACE: &str = "on its square with a dashed outline, or the nearest free one";

/// Lists the units in reserve with the round or the pass of their arrival. `SS-INIT-25`.
fn reserve_entries<'a>(ui: &Ui, context: &PanelContext) -> Vec<TrackEntry<'a>> {
    let waiting = context.view.units().filter(|unit| unit.out_of_action.down().is_none());
    let entry = |unit: UnitDataItem| {
        let arrival = unit.out_of_action.arrival()?;
        Some(TrackEntry::Reserve {
            text: format!("{}: {}", unit.identity.name(), arrival_label(context.view, arrival)),
            about: with_cited_clauses(
                ui,
                context,
                &format!("{}, {ARRIVAL_PLACE}. SS-INIT-25", capitalise(&arrival_text(context.view, &unit)?)),
            ),
            colour: context.side_colour(*unit.side).gamma_multiply(0.6),
        })
    };
    waiting.filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_shown_whole_or_counted() {
        let widths = [40.0; 5];
        let visible = |acting, room| visible_entries(&widths, acting, room, (5.0, 20.0));
        assert_eq!(visible(0, 220.0), 0..5);
        assert_eq!(visible(0, 219.0), 0..4, "four of them and a count");
        assert_eq!(visible(0, 150.0), 0..2);
        assert_eq!(visible(1, 150.0), 0..2);
        // The acting unit is shown, with a count on both sides.
        assert_eq!(visible(2, 150.0), 2..4);
        assert_eq!(visible(4, 10.0), 4..5);
    }
}
