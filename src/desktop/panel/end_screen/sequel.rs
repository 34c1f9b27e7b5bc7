//! What comes after the battle: the next lesson or map, or the campaign.

use bevy_egui::egui::{Button, Label, Stroke, Ui};

use super::question::{AfterBattleStep, leave_by};
use crate::app_commands::AppCommand;
use crate::campaign_battle::StageBattle;
use crate::lesson_progress::NextFight;
use crate::player_input::PlayerInput;
use crate::theme::Palette;
use model::Side;

/// What comes after the battle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sequel<'a> {
    /// The next lesson or map.
    pub next: Option<&'a NextFight>,
    /// The stage of a campaign that the battle is.
    pub stage: Option<&'a StageBattle>,
    /// Whether the players have lost: to play again is the main step then.
    pub is_lost: bool,
}

impl Sequel<'_> {
    /// Whether the battle is a stage of a campaign.
    pub fn is_stage(self) -> bool {
        self.stage.is_some()
    }

    /// Whether a next lesson or map can be chosen.
    pub fn has_next(self) -> bool {
        self.next.is_some_and(|next| next.lesson.is_some() || next.map.is_some())
    }

    /// Whether the next lesson or map is the main step.
    pub fn leads_on(self) -> bool {
        self.has_next() && !self.is_lost
    }

    /// Draws what the campaign says about the result.
    pub fn show_words(self, ui: &mut Ui, winner: Option<Side>) {
        let Some(battle) = self.stage else { return };
        let text = battle.end_text(winner == Some(battle.side));
        if !text.is_empty() {
            ui.add(Label::new(text).wrap());
        }
    }

    /// Draws the buttons that go on, the same before and after rest and treatment; the main one stands out. `losses` is what
    /// is lost if the battle is left now.
    pub fn show_buttons(
        self,
        ui: &mut Ui,
        palette: &Palette,
        (winner, losses): (Option<Side>, &[String]),
        player: &mut PlayerInput,
    ) {
        if let Some(next) = self.next.filter(|_| !self.is_stage()) {
            self.show_next_buttons(ui, palette, next, losses, player);
        }
        if let Some(battle) = self.stage {
            show_stage_buttons(ui, palette, (battle, winner == Some(battle.side)), player);
        }
    }

    /// Draws the buttons of the next lesson and the next map.
    fn show_next_buttons(
        self,
        ui: &mut Ui,
        palette: &Palette,
        next: &NextFight,
        losses: &[String],
        player: &mut PlayerInput,
    ) {
        let step = |label: &str, is_main: bool| match is_main {
            true => main_button(palette, label),
            false => Button::new(label.to_owned()),
        };
        if let Some((id, name)) = &next.lesson
            && ui.add(step(&format!("Next lesson: {name}"), self.leads_on())).clicked()
        {
            leave_by(player, losses, AppCommand::StartLesson(id.clone()));
        }
        let Some((id, name)) = &next.map else { return };
        let which = match next.made_for {
            Some(_) if next.keeps_book => "the next map, under the same rulebook",
            Some(_) => "the next map, under its own rulebook",
            None => "the next map that was made for this rulebook",
        };
        let hover =
            format!("Goes to the set-up of {which}: {name}. A button there leads back to this result.");
        let is_main = self.leads_on() && next.lesson.is_none();
        let label = next_map_label(name, next.made_for);
        if ui.add(step(&label, is_main)).on_hover_text(hover).clicked() {
            leave_by(player, losses, AppCommand::ChooseMap(id.clone()));
        }
    }
}

/// Names the next map, and the rulebook that it was made for if that is another one: "Next map: Raid on the Docks (made for
/// Aberrant)".
fn next_map_label(name: &str, made_for: Option<&str>) -> String {
    let made_for = made_for.map(|book| format!(" (made for {book})")).unwrap_or_default();
    format!("Next map: {name}{made_for}")
}

/// Draws the buttons that start the stage of a campaign again and go back to its map.
fn show_stage_buttons(
    ui: &mut Ui,
    palette: &Palette,
    (battle, has_won): (&StageBattle, bool),
    player: &mut PlayerInput,
) {
    let is_repeated = battle.is_repeated(has_won);
    if is_repeated {
        let hover = "Starts this battle again, with the squad as it was before.";
        if ui.add(main_button(palette, "Try again")).on_hover_text(hover).clicked() {
            player.send_command(AppCommand::StartStage(battle.link.clone()));
        }
    }
    let records = battle.is_recorded_by_leaving(has_won);
    let hover = match records {
        true => {
            "Records the result, after a question, and goes back to the map. Rest and treat the wounded before, if \
             you want to."
        }
        false => "Goes back to the map, and records nothing.",
    };
    let label = "Campaign map";
    let button = if is_repeated { Button::new(label) } else { main_button(palette, label) };
    if ui.add(button).on_hover_text(hover).clicked() {
        match records {
            true => player.session.after_battle = Some(AfterBattleStep::FinishStage),
            false => player.send_command(AppCommand::FinishStage),
        }
    }
}

/// Returns the button of the main next step, which stands out from the others.
pub(super) fn main_button(palette: &Palette, label: &str) -> Button<'static> {
    let colour = palette.side_colour(1);
    Button::new(label.to_owned()).stroke(Stroke::new(1.5, colour)).fill(colour.gamma_multiply(0.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_of_the_next_map_names_it() {
        assert_eq!(next_map_label("The Lane", None), "Next map: The Lane");
        let other = next_map_label("Raid on the Docks", Some("Aberrant"));
        assert_eq!(other, "Next map: Raid on the Docks (made for Aberrant)");
    }

    #[test]
    fn after_a_defeat_the_next_map_is_not_the_main_step() {
        let next = NextFight { map: Some(("dock".to_owned(), "Dock".to_owned())), ..NextFight::default() };
        let sequel = Sequel { next: Some(&next), ..Sequel::default() };
        assert!(sequel.leads_on());
        assert!(!Sequel { is_lost: true, ..sequel }.leads_on());
        assert!(!Sequel::default().leads_on(), "there is none");
    }
}
