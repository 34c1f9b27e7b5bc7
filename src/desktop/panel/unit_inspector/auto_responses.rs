//! Auto-responses of a unit, its delayed phase and its extended action.

use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, DragValue, PopupCloseBehavior, Ui};

use crate::accessibility::Accessible;
use crate::panel::answer_plans::AnswerPlans;
use crate::panel::conditional_answers::{AnswerCondition, Tenths};
use crate::panel::widgets::{
    PanelContext, show_clause, show_fact_line, show_menu_content, show_menu_text, shows_clauses,
    with_cited_clauses,
};
use crate::player_input::PlayerInput;
use battle::{Order, UnitDataItem};
use battle_log::names::work_text;
use dice::Prompt;
use rules::{ReactionPrompt, play};

/// Label of the menu that repeats an answer.
pub(crate) const NOT_AGAIN: &str = "Don't ask again\u{2026}";
/// Label of the choice to answer by the damage to expect.
const BY_DAMAGE: &str = "By damage";
/// Label of the choice to announce the attack that is worth most.
const BEST_ATTACK: &str = "The best attack";
/// What that choice means.
const BEST_ATTACK_HINT: &str = "Announces what Enter would: the attack that is worth most. If none can do anything now, it is one that may become \
     possible, a weapon whose target is chosen later, or no attack.";
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
        let (penalty, _) = play::delay_penalty(context.view.rules().book());
        let about = with_cited_clauses(ui, context, "May act before or after any later unit. SS-DELAY-05");
        show_fact_line(ui, ("Waits", palette.caution), (penalty, palette.text)).on_hover_text(about);
        let asks = player.session.asks_while_waiting == Some(*unit.id);
        let about = match plans.waiting.is_waiting(*unit.id, context.view.round()) {
            true => Some("Waits until the end of the pass without questions."),
            false => Some("Acts after the next enemy.").filter(|_| !asks),
        };
        if let Some(about) = about.filter(|_| context.control_refusal(*unit.side).is_none())
            && ui.small_button("Ask before the next unit").on_hover_text(about).clicked()
        {
            plans.waiting.ask_again(*unit.id);
            player.session.asks_while_waiting = Some(*unit.id);
        }
    }
    if let Some((work, progress)) = unit.extended_action.get() {
        let (work_text, state) = (
            format!("Busy {}", work_text(context.view, work)),
            work.progress_text(progress, context.view.round().number()),
        );
        let about = with_cited_clauses(ui, context, "Any other action with a price cancels it. SS-ACT-20");
        show_fact_line(ui, (&work_text, palette.caution), (&state, palette.text)).on_hover_text(about);
    }
    // Auto-responses of other players' units stay hidden.
    let open = unit.is_fighting() && context.view.round().outcome().is_none();
    if !open || context.control_refusal(*unit.side).is_some() {
        return;
    }
    let reactions = play::reaction_prompts(context.view.rules().book());
    let count = unit.auto_responses.iter().count() + plans.conditions.count(*unit.id);
    let title = if count == 0 { "Auto-responses".to_owned() } else { format!("Auto-responses ({count})") };
    egui::CollapsingHeader::new(title).id_salt("standing_answers").show(ui, |ui| {
        let text = "Answers this unit's questions without asking until the battle ends; Ask takes that back. By damage: the \
                    answer is given only if the average damage of the attack is at least what you set.";
        ui.colored_label(palette.dim, text);
        plans.show_remembered(ui, context, *unit.side);
        for reaction in reactions {
            let occasion = ui.colored_label(palette.text, reaction.when);
            if shows_clauses(ui) && context.view.rules().cites(reaction.clause) {
                occasion.on_hover_ui(|ui| show_clause(ui, context, reaction.clause));
            }
            show_choice(ui, context, unit, &reaction, (&mut *player, &mut *plans));
        }
    });
}

/// Draws the choice among asking, an answer, and an answer by the damage to expect.
fn show_choice(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    reaction: &ReactionPrompt,
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
) {
    let (id, clause) = (*unit.id, reaction.clause);
    let now = unit.auto_responses.get(clause);
    let condition = plans.conditions.get(id, clause).filter(|_| now.is_none()).cloned();
    let mut chosen = condition.clone();
    let announces_best = reaction.is_announcement && now.is_none() && plans.conditions.announces_best(id);
    ui.horizontal_wrapped(|ui| {
        let mut choose = |ui: &mut Ui, label: &str, answer: Option<&str>| {
            let is_chosen = now == answer && condition.is_none() && !announces_best;
            if ui.selectable_label(is_chosen, label).clicked() && !is_chosen {
                chosen = None;
                if reaction.is_announcement {
                    plans.conditions.announce_best(id, false);
                }
                if now != answer {
                    player.give_order(auto_response_order(unit, clause, answer));
                }
            }
        };
        choose(ui, "Ask", None);
        for (key, label) in reaction.answers {
            choose(ui, label, Some(key));
        }
        if reaction.is_announcement {
            let label = ui.selectable_label(announces_best, BEST_ATTACK);
            if label.on_hover_text(BEST_ATTACK_HINT).clicked() && !announces_best {
                plans.conditions.announce_best(id, true);
                if now.is_some() {
                    player.give_order(auto_response_order(unit, clause, None));
                }
            }
        }
        if reaction.is_defence {
            let label = ui.selectable_label(condition.is_some(), BY_DAMAGE);
            if label.on_hover_text(by_damage_hint(context)).clicked() && condition.is_none() {
                chosen = usual_condition(context, reaction);
                if now.is_some() {
                    player.give_order(auto_response_order(unit, clause, None));
                }
            }
        }
    });
    if let Some(condition) = &mut chosen {
        show_condition(ui, context, reaction, condition);
    }
    if chosen.as_ref() != plans.conditions.get(id, clause) {
        plans.conditions.set(id, clause, chosen);
    }
}

/// The condition that is proposed first: the first defence from a damage on that hurts, else the player is asked.
fn usual_condition(context: &PanelContext, reaction: &ReactionPrompt) -> Option<AnswerCondition> {
    let (answer, _) = reaction.answers.get(1)?;
    let is_fine = play::damage_words(context.view.rules().book()) == "damage";
    let least = if is_fine { Tenths(40) } else { Tenths(20) };
    Some(AnswerCondition { answer: (*answer).to_owned(), least, otherwise: None })
}

/// Draws a condition: "Average damage 4.0", "From there on: Full Defence", "Below: Ask".
fn show_condition(
    ui: &mut Ui,
    context: &PanelContext,
    reaction: &ReactionPrompt,
    condition: &mut AnswerCondition,
) {
    let palette = context.palette;
    let label = |key: &str| reaction.label(key).unwrap_or_default();
    ui.indent(("condition", reaction.clause), |ui| {
        ui.horizontal(|ui| show_least(ui, context, &mut condition.least));
        ui.horizontal(|ui| {
            ui.colored_label(palette.dim, "From there on:");
            let from = egui::ComboBox::from_id_salt(("from", reaction.clause));
            let from = from.selected_text(label(&condition.answer)).show_ui(ui, |ui| {
                for (key, label) in reaction.answers {
                    ui.selectable_value(&mut condition.answer, (*key).to_owned(), *label);
                }
            });
            from.response.named("Answer from there on");
        });
        ui.horizontal(|ui| {
            ui.colored_label(palette.dim, "Below:");
            let below = egui::ComboBox::from_id_salt(("below", reaction.clause));
            let shown = condition.otherwise.as_deref().map_or("Ask", label);
            let below = below.selected_text(shown).show_ui(ui, |ui| {
                ui.selectable_value(&mut condition.otherwise, None, "Ask");
                for (key, label) in reaction.answers {
                    ui.selectable_value(&mut condition.otherwise, Some((*key).to_owned()), *label);
                }
            });
            below.response.named("Answer below");
        });
    });
}

/// Draws the field for the least damage to expect.
fn show_least(ui: &mut Ui, context: &PanelContext, least: &mut Tenths) {
    ui.colored_label(context.palette.dim, "Average damage");
    let mut value = least.value();
    let range = Tenths::MIN_LEAST.value()..=Tenths::MAX_LEAST.value();
    let field = DragValue::new(&mut value).range(range).speed(0.1).fixed_decimals(1);
    if ui.add(field).on_hover_text(by_damage_hint(context)).named("Least average damage").changed() {
        *least = Tenths::from_mean(value);
    }
}

/// Explains answers by the damage to expect.
fn by_damage_hint(context: &PanelContext) -> String {
    let words = play::damage_words(context.view.rules().book());
    let unit = if words == "damage" { String::new() } else { format!(", in {words}") };
    format!(
        "Answers by the average damage of the attack before the defence{unit}, as the attack's card shows it. If the answer \
         cannot be given or would change nothing, you are asked. The log says what was answered and why."
    )
}

fn auto_response_order(unit: &UnitDataItem, clause: &str, answer: Option<&str>) -> Order {
    Order::SetAutoResponse { unit: *unit.id, clause: clause.to_owned(), answer: answer.map(str::to_owned) }
}

/// Draws a menu below a prompt with answers that are repeated for the rest of the battle. Of announcements only those are
/// offered that name no target.
pub(crate) fn show_always_answer(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, is_announcement, expected): (&UnitDataItem, bool, Option<Tenths>),
    prompt: &Prompt,
    (player, plans): (&mut PlayerInput, &mut AnswerPlans),
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
    if answers.is_empty() && !is_announcement {
        return;
    }
    // A click into the field for the damage leaves the menu open.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(NOT_AGAIN).config(config).ui(ui, |ui| {
        ui.set_max_width(MENU);
        show_menu_content(ui, |ui| {
            let scope = scope_text(unit.identity.name(), reaction.when);
            show_menu_text(ui, context.palette.dim, &scope);
            if is_announcement {
                let button = ui.button(format!("Always: {}", BEST_ATTACK.to_lowercase()));
                if button.on_hover_text(BEST_ATTACK_HINT).clicked() {
                    // The open prompt is answered the same way.
                    plans.conditions.announce_best(*unit.id, true);
                    ui.close();
                }
            }
            for (key, label) in &answers {
                if ui.button(format!("Always: {label}")).clicked() {
                    plans.conditions.set(*unit.id, prompt.clause, None);
                    if reaction.is_announcement {
                        plans.conditions.announce_best(*unit.id, false);
                    }
                    player.give_order(auto_response_order(unit, prompt.clause, Some(key)));
                    player.give_order(Order::Decide { answer: (*key).to_owned() });
                    ui.close();
                }
            }
            if let Some(expected) = expected {
                show_damage_answers(ui, context, (unit, prompt, expected), &answers, plans);
            }
        });
    });
}

/// Draws the answers that are repeated from a damage to expect on; below it the player is asked. The open prompt is answered
/// the same way.
fn show_damage_answers(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, prompt, expected): (&UnitDataItem, &Prompt, Tenths),
    answers: &[(&str, String)],
    plans: &mut AnswerPlans,
) {
    let records = context.history.records().len();
    let known = plans.least.filter(|(who, at, _)| (*who, *at) == (*unit.id, records));
    let mut least = known.map_or(expected.max(Tenths::MIN_LEAST), |(_, _, least)| least);
    ui.separator();
    ui.horizontal(|ui| {
        show_least(ui, context, &mut least);
        ui.colored_label(context.palette.dim, format!("or more (now {expected}):"));
    });
    plans.least = Some((*unit.id, records, least));
    for (key, label) in answers {
        let button = ui.button(format!("From there on: {label}"));
        if button.on_hover_text("With less average damage you are asked.").clicked() {
            let condition = AnswerCondition { answer: (*key).to_owned(), least, otherwise: None };
            plans.conditions.set(*unit.id, prompt.clause, Some(condition));
            ui.close();
        }
    }
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
