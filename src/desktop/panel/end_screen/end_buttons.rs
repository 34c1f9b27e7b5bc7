//! Buttons of the end screen: the main steps, the same battle with other players, and everything else under "More".

use std::path::Path;
use std::time::SystemTime;

use bevy_egui::egui::{Button, Color32, RichText, TextStyle, Ui};
use jiff::tz::TimeZone;

use super::outcome_sentences::BattleEnd;
use super::page_buttons::{RestPlace, show_rest_button};
use super::question::leave_by;
use super::rematch_offers::{LevelOffer, RematchOffers};
use super::sequel::{Sequel, main_button};
use crate::accessibility::Accessible;
use crate::ai_players::SidePlayer;
use crate::app_commands::AppCommand;
use crate::input::InputAction;
use crate::panel::PanelState;
use crate::panel::combat_log::export::LogFormat;
use crate::panel::widgets::PanelContext;
use crate::player_input::PlayerInput;
use crate::replay::WATCH_BATTLE;
use crate::saves::replay_name;

/// Label of the button that swaps the sides.
const SWAP_SIDES: &str = "Swap sides";
/// What the button does that shows the battle again.
const WATCH_HINT: &str = "Shows the whole battle from the start, order by order. \u{201c}Back to result\u{201d} there leads back here.";

/// What the buttons of the end screen depend on.
#[derive(Clone, Copy)]
pub(super) struct EndButtons<'a, 'c, 'w, 's> {
    /// The battle.
    pub context: &'a PanelContext<'c, 'w, 's>,
    /// How it has ended.
    pub end: &'a BattleEnd<'a>,
    /// What comes after it.
    pub sequel: Sequel<'a>,
    /// The file of the battle.
    pub journal: Option<&'a Path>,
    /// What is lost if the battle is left now.
    pub losses: &'a [String],
}

impl EndButtons<'_, '_, '_, '_> {
    fn is_lesson(&self) -> bool {
        self.end.skirmish.lesson.is_some()
    }

    /// Whether the units have left the battlefield.
    fn has_left(&self) -> bool {
        self.context.view.round().after().is_some()
    }

    /// Where the button of rest and treatment is.
    fn rest_place(&self) -> RestPlace {
        let (winner, watching) = (self.end.outcome.winner, self.context.watching);
        RestPlace::find(self.end.skirmish, self.sequel.stage, (winner, self.has_left(), watching))
    }

    /// Draws the main steps, at most three: on to what comes next, the same again, and the menu.
    pub fn show_main(&self, ui: &mut Ui, player: &mut PlayerInput, state: &mut PanelState, shows_rest: bool) {
        let Self { context, sequel, losses, .. } = *self;
        ui.horizontal_wrapped(|ui| {
            if context.watching {
                if ui.button("Exit replay").on_hover_text("Ends the replay.").clicked() {
                    player.send_command(AppCommand::ExitReplay);
                }
            } else {
                sequel.show_buttons(ui, context.palette, (self.end.outcome.winner, losses), player);
            }
            if !sequel.is_stage() {
                self.show_play_again(ui, player);
            }
            if self.rest_place() == RestPlace::Main {
                let page = (self.has_left(), shows_rest);
                show_rest_button(ui, player, state, (self.end.skirmish, sequel.stage), page);
            }
            let hover = "Leaves the battle. Its result stays under Load, with \u{201c}Results\u{201d}.";
            if ui.button("Main menu").on_hover_text(hover).clicked() {
                leave_by(player, losses, AppCommand::Leave);
            }
        });
    }

    fn show_play_again(&self, ui: &mut Ui, player: &mut PlayerInput) {
        let label = "Play again";
        let hover = match self.is_lesson() {
            true => "Starts this lesson again from the beginning.",
            false => {
                "Starts this battle again from the beginning, with the same players and other dice. Your units are \
                 placed as before."
            }
        };
        let is_main = !self.context.watching && !self.sequel.leads_on();
        let button = if is_main { main_button(self.context.palette, label) } else { Button::new(label) };
        if ui.add(button).on_hover_text(hover).clicked() {
            leave_by(player, self.losses, AppCommand::Rematch);
        }
    }

    /// Draws what starts the same battle at another difficulty or with the sides swapped, and below it everything else. Swapping the
    /// sides is no row of its own: it stands where there is room for it.
    pub fn show_again_and_more(
        &self,
        ui: &mut Ui,
        player: &mut PlayerInput,
        state: &mut PanelState,
        shows_rest: bool,
    ) {
        let RematchOffers { level, swap } = self.find_offers();
        let has_room = level.as_ref().is_some_and(|level| {
            row_width(ui, level.question, [level.label.as_str(), SWAP_SIDES]) <= ui.available_width()
        });
        let (beside_level, beside_more) = if has_room { (swap, None) } else { (None, swap) };
        if let Some(level) = level {
            ui.horizontal_wrapped(|ui| {
                self.show_level(ui, player, level);
                self.show_swap(ui, player, beside_level);
            });
        }
        ui.horizontal(|ui| {
            self.show_swap(ui, player, beside_more);
            show_more_button(ui, state);
            let hint = back_hint(&self.context.key_label(InputAction::Back), self.losses.is_empty());
            if let Some(hint) = hint.filter(|_| !self.context.watching && !shows_rest) {
                ui.label(RichText::new(hint).small().color(self.context.palette.dim));
            }
        });
        if state.is_end_unfolded {
            self.show_unfolded(ui, player, state, shows_rest);
        }
    }

    /// Finds the same battle with other players; nothing after a replay, a lesson and a stage of a campaign.
    fn find_offers(&self) -> RematchOffers {
        if self.context.watching || self.is_lesson() || self.sequel.is_stage() {
            return RematchOffers::default();
        }
        RematchOffers::find(self.end)
    }

    fn show_level(&self, ui: &mut Ui, player: &mut PlayerInput, offer: LevelOffer) {
        let LevelOffer { question, label, seats } = offer;
        ui.colored_label(self.context.palette.dim, question);
        let hover = "Starts this battle again with all AI players at this difficulty.";
        if ui.button(label).on_hover_text(hover).clicked() {
            leave_by(player, self.losses, AppCommand::RematchWith(seats));
        }
    }

    fn show_swap(&self, ui: &mut Ui, player: &mut PlayerInput, swap: Option<(String, Vec<SidePlayer>)>) {
        let Some((side, seats)) = swap else { return };
        let hover = format!("Starts this battle again: you play {side}, and the AI plays your side.");
        if ui.button(SWAP_SIDES).on_hover_text(hover).clicked() {
            leave_by(player, self.losses, AppCommand::RematchWith(seats));
        }
    }

    /// Draws what is unfolded but the statistics.
    fn show_unfolded(&self, ui: &mut Ui, player: &mut PlayerInput, state: &mut PanelState, shows_rest: bool) {
        ui.horizontal_wrapped(|ui| {
            self.show_replay_buttons(ui, player);
            let hover = "Closes this screen; the log stays open.";
            if ui.button("View battlefield").on_hover_text(hover).clicked() {
                state.looked_at_end = true;
            }
            let hover = "Opens the last position as a Lab scene; the battle is kept.";
            if ui.button("Open in Lab").on_hover_text(hover).clicked() {
                leave_by(player, self.losses, AppCommand::WhatIf);
            }
            if self.rest_place() == RestPlace::More {
                let page = (self.has_left(), shows_rest);
                show_rest_button(ui, player, state, (self.end.skirmish, self.sequel.stage), page);
            }
        });
    }

    /// Draws the buttons that show, keep and export the battle.
    fn show_replay_buttons(&self, ui: &mut Ui, player: &mut PlayerInput) {
        if let Some(path) = self.journal
            && ui.button(WATCH_BATTLE).on_hover_text(WATCH_HINT).clicked()
        {
            player.send_command(AppCommand::Watch(path.to_owned()));
        }
        let saves = "Saves the battle in a file of its own, to watch it later: it stays under Load.";
        if ui.button("Save as a replay").on_hover_text(saves).clicked() {
            let skirmish = self.end.skirmish;
            let book = skirmish.rules.book().name();
            let name = replay_name(&skirmish.name, book, SystemTime::now(), &TimeZone::system());
            player.send_command(AppCommand::SaveAs(name));
        }
        let export = ui.menu_button("Export log", |ui| {
            for format in LogFormat::ALL {
                if ui.button(format.label()).on_hover_text(format.explanation()).clicked() {
                    player.send_command(AppCommand::ExportLog(format));
                    ui.close();
                }
            }
        });
        let hover = "Saves the combat log in a file: as text, as JSON lines, or as a table.";
        export.response.on_hover_text(hover);
    }
}

/// Draws the button that unfolds everything else.
fn show_more_button(ui: &mut Ui, state: &mut PanelState) {
    let is_open = state.is_end_unfolded;
    // The fonts have no other triangle that points down.
    let mark = if is_open { "\u{23F7}" } else { "\u{23F5}" };
    let button = ui.add(Button::new(format!("{mark} More")).frame(false));
    let hover = "Replay, export, the battlefield, the Lab, and the statistics of all units.";
    let button = button.named_toggle((true, is_open), || "More".to_owned()).on_hover_text(hover);
    if button.clicked() {
        state.is_end_unfolded = !is_open;
    }
}

/// Says what the key does that goes back; `None` if no key is bound to it. Where something would be lost, it asks first.
fn back_hint(key: &str, keeps_all: bool) -> Option<String> {
    let place = match keeps_all {
        true => "main menu; the results stay under Load",
        false => "main menu, after a question",
    };
    (!key.is_empty()).then(|| format!("{key}: {place}"))
}

/// Returns the width of a row of a text and buttons with these labels.
fn row_width<const N: usize>(ui: &Ui, text: &str, labels: [&str; N]) -> f32 {
    let width = |text: &str, style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
    };
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let buttons: f32 = labels.iter().map(|label| width(label, TextStyle::Button) + around).sum();
    width(text, TextStyle::Body) + buttons
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;

    #[test]
    fn the_end_screen_says_where_the_key_back_leads() {
        let hint = |key, keeps_all| back_hint(key, keeps_all).unwrap_or_default();
        assert_eq!(hint("Esc", true), "Esc: main menu; the results stay under Load");
        assert_eq!(hint("Esc", false), "Esc: main menu, after a question");
        assert_eq!(back_hint("", true), None, "no key is bound to it");
    }

    #[test]
    fn a_row_is_as_wide_as_its_text_and_buttons() {
        let context = Context::default();
        for _ in 0..2 {
            let output = context.run_ui(RawInput::default(), |ui| {
                let labels = ["Play again at Master", SWAP_SIDES];
                let width = row_width(ui, "Too easy?", labels);
                let drawn = ui.horizontal(|ui| {
                    ui.label("Too easy?");
                    for label in labels {
                        _ = ui.button(label);
                    }
                });
                let shown = drawn.response.rect.width();
                assert!(width >= shown - 1.0 && width <= shown + 8.0, "{width} for {shown}");
            });
            output.drop_without_applying_deltas();
        }
    }
}
