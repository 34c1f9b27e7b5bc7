//! Explains the turns of a rulebook in a strip above the board, page by page, until the player has read it once.

use std::collections::BTreeSet;

use bevy::prelude::{App, Plugin, ResMut, Update};
use bevy_egui::egui::{Align, Button, Color32, Frame, Label, Layout, Margin, Panel, RichText, Stroke, Ui};
use serde::{Deserialize, Serialize};

use super::PanelState;
use super::widgets::{PanelContext, body_font};
use crate::rulebook::offer_terms;
use crate::settings::Settings;
use model::Side;
use rules::{Book, play};

/// Least height of the strip, in points.
const LEAST_HEIGHT: f32 = 54.0;
/// Space of the strip above and below its text, in points.
const MARGIN: f32 = 16.0;
/// Labels of the buttons.
const UNDERSTOOD: &str = "Understood";
const NO_MORE: &str = "No more of these";

/// Which rulebooks\u{2019} turns are explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TurnGuides {
    /// Whether turns are explained at all.
    pub are_shown: bool,
    /// The rulebooks whose turns the player knows.
    pub known: BTreeSet<Book>,
}

impl Default for TurnGuides {
    fn default() -> Self {
        Self { are_shown: true, known: BTreeSet::new() }
    }
}

impl TurnGuides {
    /// Whether the turns of a rulebook are explained.
    fn explains(&self, book: Book) -> bool {
        self.are_shown && !self.known.contains(&book)
    }

    /// Notes what the player answered.
    fn close(&mut self, (book, answer): (Book, GuideAnswer)) {
        self.known.insert(book);
        self.are_shown &= answer == GuideAnswer::Understood;
    }
}

/// How the player closes an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuideAnswer {
    /// The explanation of this rulebook was read.
    Understood,
    /// No rulebook is to be explained.
    NoMore,
}

/// Keeps what the player answered.
pub(super) struct TurnGuidePlugin;

impl Plugin for TurnGuidePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, keep_answer);
    }
}

fn keep_answer(mut state: ResMut<PanelState>, mut settings: ResMut<Settings>) {
    if state.guide_answer.is_some()
        && let Some(answer) = state.guide_answer.take()
    {
        settings.turn_guides.close(answer);
    }
}

/// Whether a human plays any side.
fn is_played(context: &PanelContext) -> bool {
    let sides = context.view.setup().bundle().skirmish.sides.len();
    (0..sides as u8).map(Side).any(|side| !context.opponents.player(side).is_ai())
}

/// Height at which the whole text fits beside the buttons, in points.
fn strip_height(ui: &Ui, text: &str) -> f32 {
    let width = |label: &str| {
        let label = ui.painter().layout_no_wrap(label.to_owned(), body_font(ui), Color32::PLACEHOLDER);
        label.size().x + 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x
    };
    let buttons = width(&go_on_label(0, 9)) + width(NO_MORE) + 50.0;
    let room = (ui.available_width() - buttons).max(100.0);
    let text = ui.painter().layout(text.to_owned(), body_font(ui), Color32::PLACEHOLDER, room);
    (text.size().y + MARGIN).max(LEAST_HEIGHT)
}

/// Label of the button that turns the page: "Next (1 of 3)", or "Understood" on the last one.
fn go_on_label(page: usize, count: usize) -> String {
    if page + 1 < count { format!("Next ({} of {count})", page + 1) } else { UNDERSTOOD.to_owned() }
}

/// Draws the strip. Lessons have hints of their own.
pub(super) fn show(root: &mut Ui, context: &PanelContext, state: &mut PanelState) {
    let book = context.view.rules().book();
    let has_hints = context.view.setup().bundle().skirmish.lesson.is_some();
    let is_over = context.view.round().outcome().is_some();
    let is_watched = context.watching || has_hints || is_over || !is_played(context);
    if is_watched || state.low || state.guide_answer.is_some() || !context.settings.turn_guides.explains(book)
    {
        return;
    }
    let palette = context.palette;
    let frame = Frame::new()
        .fill(palette.side_colour(1).gamma_multiply(0.10))
        .stroke(Stroke::new(1.0, palette.side_colour(1).gamma_multiply(0.5)))
        .inner_margin(Margin::symmetric(14, 5));
    let backdrop = Frame::new().fill(palette.panel);
    let pages: Vec<&str> = play::turn_guide(book).lines().collect();
    let page = state.guide_page.min(pages.len().saturating_sub(1));
    // As high with every page: the board below stays where it is.
    let height = pages.iter().map(|text| strip_height(root, text)).fold(LEAST_HEIGHT, f32::max);
    Panel::top("turn guide").exact_size(height).frame(backdrop).resizable(false).show(root, |ui| {
        frame.show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let later = "The settings bring the explanations back.";
                let none = Button::new(RichText::new(NO_MORE).small().color(palette.dim));
                if ui.add(none).on_hover_text(later).clicked() {
                    state.guide_answer = Some((book, GuideAnswer::NoMore));
                }
                let label = go_on_label(page, pages.len());
                let go_on = Button::new(&label).stroke(Stroke::new(1.5, palette.side_colour(1)));
                let hover =
                    if page + 1 < pages.len() { "Shows the next part of the explanation." } else { later };
                if ui.add(go_on).on_hover_text(hover).clicked() {
                    state.guide_page = page + 1;
                    if state.guide_page >= pages.len() {
                        state.guide_page = 0;
                        state.guide_answer = Some((book, GuideAnswer::Understood));
                    }
                }
                ui.add_space(10.0);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let text =
                        RichText::new(pages.get(page).copied().unwrap_or_default()).color(palette.text);
                    ui.add(Label::new(text).wrap());
                    offer_terms(ui);
                });
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rulebook_is_explained_until_it_is_known() {
        let mut guides = TurnGuides::default();
        let all = Book::ALL;
        guides.close((all[0], GuideAnswer::Understood));
        assert!(!guides.explains(all[0]) && guides.explains(all[1]));
        guides.close((all[1], GuideAnswer::NoMore));
        assert!(!guides.explains(all[2]));
    }

    #[test]
    fn an_explanation_is_read_page_by_page() {
        assert_eq!(
            [0, 1, 2].map(|page| go_on_label(page, 3)),
            ["Next (1 of 3)", "Next (2 of 3)", "Understood"]
        );
        let counts = Book::ALL.map(|book| play::turn_guide(book).lines().count());
        let pages = |book| if matches!(book, Book::Aberrant | Book::CombatChecks) { 3 } else { 2 };
        let what = "turns, passes, and where there are any, announced attacks that come to nothing or symbols of dice";
        assert_eq!(counts, Book::ALL.map(pages), "{what}");
    }
}
