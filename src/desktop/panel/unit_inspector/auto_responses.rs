//! Auto-responses of a unit, its delayed phase and its extended action.

use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

use crate::panel::answer_plans::AnswerPlans;
use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::player_input::PlayerInput;
use battle::{Order, UnitDataItem};
use battle_log::names::work_text;
use dice::Prompt;
use rules::play;

/// Label of the menu that repeats an answer.
pub(crate) const NOT_AGAIN: &str = "Don't ask again \u{2026}";
/// Width of that menu, in points.
pub(crate) const MENU: f32 = 300.0;

/// Draws the inspector's table of auto-responses, which can be changed at any time.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
) {
    let palette = context.palette;
    if unit.held_phase.is_held() {
        show_fact_line(ui, ("Waits", palette.caution), ("-1 die", palette.text))
            .on_hover_text("It may act before or after any later unit. SS-DELAY-05");
        if plans.waiting.is_waiting(*unit.id, context.view.round())
            && context.control_refusal(*unit.side).is_none()
        {
            let button = ui.small_button("Ask before the next unit");
            if button.on_hover_text("It waits until the end of the pass without questions.").clicked() {
                plans.waiting.ask_again(*unit.id);
            }
        }
    }
    if let Some((work, progress)) = unit.extended_action.get() {
        let (work_text, state) = (
            format!("Busy {}", work_text(context.view, work)),
            work.progress_text(progress, context.view.round().number()),
        );
        show_fact_line(ui, (&work_text, palette.caution), (&state, palette.text))
            .on_hover_text("Any other action with a price cancels it. SS-ACT-20");
    }
    // Auto-responses of other players' units stay hidden.
    let open = unit.is_fighting() && context.view.round().outcome().is_none();
    if !open || context.control_refusal(*unit.side).is_some() {
        return;
    }
    let reactions = play::reaction_prompts(context.view.rules().book());
    let count = unit.auto_responses.iter().count();
    let title = if count == 0 { "Auto-responses".to_owned() } else { format!("Auto-responses ({count})") };
    egui::CollapsingHeader::new(title).id_salt("standing_answers").show(ui, |ui| {
        let text = "Answers this unit's questions without asking until the battle ends; Ask takes that back.";
        ui.colored_label(palette.dim, text);
        plans.show_remembered(ui, context, *unit.side);
        for reaction in reactions {
            ui.colored_label(palette.text, reaction.when).on_hover_ui(|ui| {
                _ = ui.colored_label(palette.faint, RichText::new(reaction.clause).monospace())
            });
            let now = unit.auto_responses.get(reaction.clause);
            ui.horizontal_wrapped(|ui| {
                let mut choose = |ui: &mut Ui, label: &str, answer: Option<&str>| {
                    if ui.selectable_label(now == answer, label).clicked() && now != answer {
                        player.give_order(auto_response_order(unit, reaction.clause, answer));
                    }
                };
                choose(ui, "Ask", None);
                for (key, label) in reaction.answers {
                    choose(ui, label, Some(key));
                }
            });
        }
    });
}

fn auto_response_order(unit: &UnitDataItem, clause: &str, answer: Option<&str>) -> Order {
    Order::SetAutoResponse { unit: *unit.id, clause: clause.to_owned(), answer: answer.map(str::to_owned) }
}

/// Draws a menu below a prompt with answers that are repeated for the rest of the battle. Of announcements only those are
/// offered that name no target.
pub(crate) fn show_always_answer(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, is_announcement): (&UnitDataItem, bool),
    prompt: &Prompt,
    player: &mut PlayerInput,
) {
    let mut reactions = play::reaction_prompts(context.view.rules().book()).into_iter();
    let Some(reaction) = reactions.find(|reaction| reaction.clause == prompt.clause) else { return };
    let answers: Vec<(&str, String)> = prompt
        .answers
        .iter()
        .filter_map(|answer| {
            let known = reaction.answers.iter().find(|(key, _)| *key == answer.key);
            let label = match known {
                Some((_, label)) => (*label).to_owned(),
                None if is_announcement => return None,
                None => context.view.hide_unseen_names(&answer.label),
            };
            Some((answer.key.as_str(), label))
        })
        .collect();
    if answers.is_empty() {
        return;
    }
    ui.menu_button(NOT_AGAIN, |ui| {
        ui.set_max_width(MENU);
        let scope = scope_text(unit.identity.name(), reaction.when);
        // The layout of menus would spread the words over the width.
        ui.with_layout(Layout::top_down(Align::Min), |ui| ui.colored_label(context.palette.dim, scope));
        for (key, label) in answers {
            if ui.button(format!("Always: {label}")).clicked() {
                player.give_order(auto_response_order(unit, prompt.clause, Some(key)));
                player.give_order(Order::Decide { answer: key.to_owned() });
                ui.close();
            }
        }
    });
}

/// Says for whom, when and for how long an answer is repeated, and where that is taken back.
fn scope_text(unit: &str, when: &str) -> String {
    format!(
        "Answers for {unit} alone, {when}, until the battle ends. To be asked again, choose Ask under Auto-responses in \
         the unit panel of {unit}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_answer_says_its_scope() {
        let text = scope_text("Moss", "when attacked");
        for part in ["for Moss alone", "when attacked", "until the battle ends", "Auto-responses"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
