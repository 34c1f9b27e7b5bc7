//! Says that a battle is being prepared, in a frame before the work that takes seconds on slow computers.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, FontId, Id, LayerId, Order, Painter, Rect, Stroke, StrokeKind};

use super::AppCommand;
use crate::accessibility::announce;
use crate::settings::Settings;
use crate::theme::{TITLE_SIZE, scaled_in};

/// What is said.
const WORDS: &str = "Preparing the battle\u{2026}";
/// Space around the words, in points.
const MARGIN: egui::Vec2 = egui::vec2(28.0, 18.0);

/// Commands that wait until a frame has said that a battle is being prepared.
#[derive(Resource, Debug, Default)]
pub(super) struct BattlePreparation {
    waiting: Vec<AppCommand>,
}

impl BattlePreparation {
    /// Takes the commands of a frame; returns those that are run in it. One that begins or opens a battle, and what comes after
    /// it, is run in the next frame.
    pub fn due_commands(&mut self, mut commands: Vec<AppCommand>) -> Vec<AppCommand> {
        if !self.waiting.is_empty() {
            let mut due = std::mem::take(&mut self.waiting);
            // A second start was meant for the screen that is being left.
            due.extend(commands.into_iter().filter(|command| !prepares_battle(command)));
            return due;
        }
        if let Some(first) = commands.iter().position(prepares_battle) {
            self.waiting = commands.split_off(first);
        }
        commands
    }

    fn is_announced(&self) -> bool {
        !self.waiting.is_empty()
    }
}

/// Whether a command begins or opens a battle.
fn prepares_battle(command: &AppCommand) -> bool {
    matches!(
        command,
        AppCommand::Start { .. }
            | AppCommand::StartLesson(_)
            | AppCommand::StartStage(_)
            | AppCommand::Rematch
            | AppCommand::RematchWith(_)
            | AppCommand::Open(_)
    )
}

/// Run condition: a battle is being prepared.
pub(super) fn is_preparing(preparation: Res<BattlePreparation>) -> bool {
    preparation.is_announced()
}

/// Says above everything that a battle is being prepared. Drawn by the painter: a new window of egui is invisible in its first
/// frame.
pub(super) fn show_preparation(mut contexts: EguiContexts, settings: Res<Settings>) -> Result {
    let context = contexts.ctx_mut()?;
    let (palette, window) = (settings.palette(), context.viewport_rect());
    let painter = Painter::new(context.clone(), LayerId::new(Order::Tooltip, Id::new("preparing")), window);
    painter.rect_filled(window, 0.0, Color32::from_black_alpha(150));
    let font = FontId::proportional(scaled_in(context, TITLE_SIZE));
    let words = painter.layout_no_wrap(WORDS.to_owned(), font, palette.text);
    let card = Rect::from_center_size(window.center(), words.size() + 2.0 * MARGIN);
    painter.rect(card, 8.0, palette.ink, Stroke::new(1.5, palette.line), StrokeKind::Inside);
    let place = Align2::CENTER_CENTER.anchor_size(card.center(), words.size());
    painter.galley(place.min, words, palette.text);
    announce(context, "preparation", false, WORDS);
    context.request_repaint();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(commands: &[AppCommand]) -> Vec<&'static str> {
        let name = |command: &AppCommand| match command {
            AppCommand::Rematch | AppCommand::RematchWith(_) => "rematch",
            AppCommand::QuickSave => "save",
            AppCommand::Leave => "leave",
            _ => "other",
        };
        commands.iter().map(name).collect()
    }

    #[test]
    fn a_battle_begins_in_the_frame_after_the_one_that_says_so() {
        let mut preparation = BattlePreparation::default();
        assert_eq!(names(&preparation.due_commands(vec![AppCommand::QuickSave])), ["save"]);
        assert!(!preparation.is_announced());
        let clicked = vec![AppCommand::QuickSave, AppCommand::Rematch, AppCommand::Leave];
        assert_eq!(names(&preparation.due_commands(clicked)), ["save"]);
        assert!(preparation.is_announced());
        let swapped = vec![AppCommand::RematchWith(Vec::new())];
        assert!(BattlePreparation::default().due_commands(swapped).is_empty(), "it says so first");
        let next = preparation.due_commands(vec![AppCommand::Rematch, AppCommand::QuickSave]);
        assert_eq!(names(&next), ["rematch", "leave", "save"], "in their order, and one battle only");
        assert!(!preparation.is_announced());
    }
}
