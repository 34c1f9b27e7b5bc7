//! What comes after the battle: the next lesson or map, or the campaign.

use bevy_egui::egui::{Label, Ui};

use super::question::{AfterBattleStep, leave_by};
use crate::app_commands::AppCommand;
use crate::campaign_battle::StageBattle;
use crate::lesson_progress::NextFight;
use crate::player_input::PlayerInput;
use model::Side;

/// What comes after the battle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sequel<'a> {
    /// The next lesson or map.
    pub next: Option<&'a NextFight>,
    /// The stage of a campaign that the battle is.
    pub stage: Option<&'a StageBattle>,
}

impl Sequel<'_> {
    /// Whether the battle is a stage of a campaign.
    pub fn is_stage(self) -> bool {
        self.stage.is_some()
    }

    /// Draws what the campaign says about the result.
    pub fn show_words(self, ui: &mut Ui, winner: Option<Side>) {
        let Some(battle) = self.stage else { return };
        let text = battle.end_text(winner == Some(battle.side));
        if !text.is_empty() {
            ui.add(Label::new(text).wrap());
        }
    }

    /// Draws the buttons that go on, the same before and after rest and treatment. `losses` is what is lost if the battle is
    /// left now.
    pub fn show_buttons(
        self,
        ui: &mut Ui,
        (winner, losses): (Option<Side>, &[String]),
        player: &mut PlayerInput,
    ) {
        let next = self.next.filter(|_| !self.is_stage());
        if let Some((id, name)) = next.and_then(|next| next.lesson.as_ref())
            && ui.button(format!("Next lesson: {name}")).clicked()
        {
            leave_by(player, losses, AppCommand::StartLesson(id.clone()));
        }
        if let Some((id, name)) = next.and_then(|next| next.map.as_ref()) {
            let hover = format!(
                "Goes to the set-up of the next map, under the same rulebook: {name}. A button there leads back \
                 to this result."
            );
            if ui.button("Next map").on_hover_text(hover).clicked() {
                leave_by(player, losses, AppCommand::ChooseMap(id.clone()));
            }
        }
        let Some(battle) = self.stage else { return };
        if battle.is_repeated(winner == Some(battle.side)) {
            let hover = "Starts this battle again, with the squad as it was before.";
            if ui.button("Try again").on_hover_text(hover).clicked() {
                player.send_command(AppCommand::StartStage(battle.link.clone()));
            }
        }
        let records = battle.is_recorded_by_leaving(winner == Some(battle.side));
        let hover = match records {
            true => {
                "Records the result, after a question, and goes back to the map. Rest and treat the wounded \
                 before, if you want to."
            }
            false => "Goes back to the map, and records nothing.",
        };
        if ui.button("Campaign map").on_hover_text(hover).clicked() {
            match records {
                true => player.session.after_battle = Some(AfterBattleStep::FinishStage),
                false => player.send_command(AppCommand::FinishStage),
            }
        }
    }
}
