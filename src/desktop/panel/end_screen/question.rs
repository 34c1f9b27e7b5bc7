//! Questions before steps after a battle that cannot be taken back, and before something of it is left behind.

use bevy_egui::egui::{self, Id, Label, Modal, RichText};

use super::after_battle::{care_words, duration_text};
use crate::accessibility::{Accessible, announce};
use crate::app_commands::AppCommand;
use crate::campaign_battle::StageBattle;
use crate::input::InputAction;
use crate::panel::PanelState;
use crate::panel::widgets::PanelContext;
use crate::player_input::PlayerInput;
use crate::theme::scaled;
use battle::{Journal, Order};
use content::LossRule;
use model::Side;
use rules::MedicalCare;

/// Width of a question, in points.
const WIDTH: f32 = 420.0;
/// What the question says of a step of the battle: after its end no control undoes orders, under any options.
const FINAL: &str = "This cannot be undone.";

/// A step after the battle that waits for an answer of the player.
#[derive(Clone, Debug)]
pub(crate) enum AfterBattleStep {
    /// Leave the battlefield, so that units can rest and be treated.
    LeaveField,
    /// Let time pass.
    Rest {
        /// How long.
        minutes: u32,
        /// Medical care during that time.
        care: MedicalCare,
    },
    /// Record the result in the campaign.
    FinishStage,
    /// Leave the battle by this command, although something of it is kept nowhere else.
    Leave(Box<AppCommand>),
}

/// What is asked before a step: what it does, and the button that takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StepQuestion {
    title: String,
    text: String,
    button: String,
}

/// What the words of a question depend on.
#[derive(Clone, Copy, Debug)]
struct QuestionContext<'a> {
    book: &'a str,
    stage: Option<&'a StageBattle>,
    winner: Option<Side>,
    losses: &'a [String],
}

impl AfterBattleStep {
    /// Words the question.
    fn question(&self, context: QuestionContext) -> StepQuestion {
        let book = context.book;
        let (title, text, button) = match self {
            Self::LeaveField => (
                "Rest and treatment".to_owned(),
                format!(
                    "The units of all sides leave the battlefield. Effects that last only as long as the battle are \
                     removed, with the rolls and costs that {book} has for it. Then units can be treated and rest. \
                     {FINAL}"
                ),
                "Leave the battlefield".to_owned(),
            ),
            Self::Rest { minutes, care } => {
                let time = duration_text(*minutes);
                let text = format!(
                    "The units of all sides rest for {time}, {}. They recover as {book} says, and treatments \
                     that end by then are completed. {FINAL}",
                    care_words(*care)
                );
                (format!("Rest for {time}"), text, "Rest".to_owned())
            }
            Self::FinishStage => {
                let text = stage_words(context.stage, context.winner);
                ("Campaign map".to_owned(), text, "Record and go on".to_owned())
            }
            Self::Leave(_) => {
                ("Leave this battle".to_owned(), context.losses.join(" "), "Leave anyway".to_owned())
            }
        };
        StepQuestion { title, text, button }
    }

    /// Takes the step.
    fn take(self, player: &mut PlayerInput, state: &mut PanelState) {
        match self {
            Self::LeaveField => {
                state.aftermath.shows_statistics = false;
                player.give_order(Order::LeaveField);
            }
            Self::Rest { minutes, care } => player.give_order(Order::Rest { minutes, care }),
            Self::FinishStage => player.send_command(AppCommand::FinishStage),
            Self::Leave(command) => player.send_command(*command),
        }
    }
}

/// Says what the campaign records.
fn stage_words(stage: Option<&StageBattle>, winner: Option<Side>) -> String {
    let Some(battle) = stage else { return String::new() };
    let has_won = winner == Some(battle.side);
    let result = match (has_won, battle.stage.on_loss) {
        (true, _) => "The campaign records your victory.",
        (false, LossRule::End) => "The campaign records your defeat, and ends with it.",
        (false, _) => "The campaign records that this place is lost.",
    };
    format!(
        "{result} Your squad goes on as it is now, with its wounds and without its dead: rest and treat it before, \
         if you want to. {FINAL}"
    )
}

/// Lists what of a finished battle is lost or left open if its screen is left now, a sentence each.
pub(crate) fn losses_on_leaving(
    stage: Option<&StageBattle>,
    winner: Option<Side>,
    journal: Option<&Journal>,
) -> Vec<String> {
    let unsaved = journal.and_then(Journal::write_error);
    let unsaved = unsaved.map(|problem| format!("This battle is not saved: {problem}."));
    let unrecorded = stage.filter(|battle| battle.is_recorded_by_leaving(winner == Some(battle.side)));
    let unrecorded = unrecorded.map(|_| {
        "The campaign has not recorded the result yet: \u{201c}Campaign map\u{201d} records it. You can open this \
         battle again under Load, with \u{201c}Results\u{201d}."
            .to_owned()
    });
    unsaved.into_iter().chain(unrecorded).collect()
}

/// Leaves the battle by a command, after a question if something is lost.
pub(super) fn leave_by(player: &mut PlayerInput, losses: &[String], command: AppCommand) {
    if losses.is_empty() {
        player.send_command(command);
    } else {
        player.session.after_battle = Some(AfterBattleStep::Leave(Box::new(command)));
    }
}

/// Draws the open question above the end screen.
pub(super) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    player: &mut PlayerInput,
    state: &mut PanelState,
    (stage, losses): (Option<&StageBattle>, &[String]),
) {
    let Some(step) = player.session.after_battle.clone() else { return };
    let skirmish = &context.view.setup().bundle().skirmish;
    let question = step.question(QuestionContext {
        book: skirmish.rules.book().name(),
        stage,
        winner: context.view.round().outcome().and_then(|outcome| outcome.winner),
        losses,
    });
    let modal = Modal::new(Id::new("after battle question")).show(ctx, |ui| {
        ui.set_width(scaled(ui, WIDTH).min(ctx.viewport_rect().width() - 80.0));
        announce(ctx, "after battle question", true, &question.text);
        ui.label(RichText::new(&question.title).heading()).named_heading(&question.title);
        ui.add(Label::new(&question.text).wrap());
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            let yes = ui.button(&question.button);
            let no = ui.button(format!("Cancel ({})", context.key_label(InputAction::Back)));
            // Enter, pressed for something else, takes no step that cannot be taken back.
            if ui.memory(|memory| memory.focused().is_none()) {
                no.request_focus();
            }
            (yes.clicked(), no.clicked())
        })
        .inner
    });
    let (is_taken, is_cancelled) = modal.inner;
    if is_taken || is_cancelled || modal.backdrop_response.clicked() {
        player.session.after_battle = None;
    }
    if is_taken {
        step.take(player, state);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::stage;
    use super::*;

    fn question(step: &AfterBattleStep) -> StepQuestion {
        step.question(QuestionContext { book: "Swan Song", stage: None, winner: None, losses: &[] })
    }

    #[test]
    fn a_rest_says_before_how_long_it_takes_and_what_it_does() {
        let step = AfterBattleStep::Rest { minutes: 1440, care: MedicalCare::Expert };
        let StepQuestion { title, text, button } = question(&step);
        assert_eq!((title.as_str(), button.as_str()), ("Rest for 1 day", "Rest"));
        assert_eq!(
            text,
            "The units of all sides rest for 1 day, in a hospital. They recover as Swan Song says, and treatments \
             that end by then are completed. This cannot be undone."
        );
    }

    #[test]
    fn leaving_asks_only_where_the_campaign_would_not_know_the_result() {
        let count = |stage: Option<&StageBattle>, winner| losses_on_leaving(stage, winner, None).len();
        assert_eq!(count(None, Some(Side(0))), 0, "no campaign");
        let (retry, end) = (stage("retry"), stage("end"));
        assert_eq!([Some(Side(0)), Some(Side(1)), None].map(|winner| count(Some(&end), winner)), [1; 3]);
        assert_eq!(count(Some(&retry), Some(Side(0))), 1);
        assert_eq!(
            count(Some(&retry), Some(Side(1))),
            0,
            "a lost stage that is played again records nothing"
        );
        let recorded = StageBattle { is_recorded: true, ..end };
        assert_eq!(count(Some(&recorded), Some(Side(0))), 0);
    }

    #[test]
    fn a_stage_says_what_the_campaign_records() {
        let words = |on_loss: &str, winner| stage_words(Some(&stage(on_loss)), Some(Side(winner)));
        assert!(words("end", 0).starts_with("The campaign records your victory. Your squad goes on"));
        assert!(words("end", 1).starts_with("The campaign records your defeat, and ends with it."));
        assert!(words("go_on", 1).starts_with("The campaign records that this place is lost."));
    }
}
