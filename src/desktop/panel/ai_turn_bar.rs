//! Bottom bar during an AI turn: who acts, what the AI does, how fast, and undo.

use bevy_egui::egui::{self, Align, Button, Label, Layout, Response, RichText, Ui};

use super::prompt_status::first_sentence;
use super::widgets::PanelContext;
use crate::accessibility::Accessible;
use crate::fast_forward::{FACTOR, FastForward, FastForwardRequest};
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use crate::settings::{HeldKeys, Settings};
use crate::theme::scaled;
use content::side_sentence;
use model::Side;

/// Size of a button, in points; wide for the longer labels.
const BUTTON: egui::Vec2 = egui::vec2(110.0, 40.0);
const WIDE_BUTTON: f32 = 150.0;

/// What skipping does.
const SKIP_HINT: &str = "Shows the rest of the AI's turn at once, until you have to decide or act. Where the AI plays every \
                         side, until another unit acts.";

/// Describes what an AI side that acts or answers does. In the turn of another side it answers, and does not act.
fn ai_activity_text(context: &PanelContext, side: Side) -> String {
    let acting = context.view.round().acting().filter(|_| !context.view.round().is_deploying());
    let unit = acting.and_then(|unit| context.view.unit_ignoring_fog(unit));
    let is_foreign_turn = unit.is_some_and(|unit| *unit.side != side);
    let who = acting.and_then(|unit| context.view.unit(unit)).map(|unit| unit.identity.name().to_owned());
    let answers = |to: &str| side_sentence(context.view.side_name(side), ("answers", "answer"), to);
    match context.view.open_prompt().map(|open| context.view.unit(open.prompt().who)) {
        Some(Some(asked)) if is_foreign_turn => answers(&format!(" for {}.", asked.identity.name())),
        Some(Some(asked)) => {
            let open = context.view.open_prompt();
            let question = open.map(|open| context.view.hide_unseen_names(&open.prompt().question));
            answering_text(asked.identity.name(), &question.unwrap_or_default())
        }
        _ if is_foreign_turn => answers("."),
        Some(None) => "Answering a question.".to_owned(),
        None => match who {
            Some(who) => format!("{who} acts."),
            // The name of an unseen unit stays hidden.
            None if acting.is_some() => "An unseen unit acts.".to_owned(),
            None => "Deploying units.".to_owned(),
        },
    }
}

/// Describes what the AI is doing, and whether it is still deciding.
fn ai_status_text(context: &PanelContext, side: Side) -> String {
    let opponents = context.opponents;
    let what = ai_activity_text(context, side);
    match (opponents.is_paused(), opponents.is_thinking()) {
        (true, _) => {
            format!("{what} Paused: press {} to continue.", context.key_label(InputAction::HoldMachine))
        }
        (_, true) => format!("{what} Thinking\u{2026}"),
        _ => what,
    }
}

/// Returns the sentence of a question that asks; the first one if none does.
fn asked_sentence(text: &str) -> &str {
    let mut sentences = text.split_inclusive(". ").flat_map(|part| part.split_inclusive("? ")).map(str::trim);
    sentences.find(|sentence| sentence.ends_with('?')).unwrap_or_else(|| first_sentence(text))
}

/// Says which question a unit decides, without what is known before it and what explains it: "Ortho decides: Spend 1 advantage?"
fn answering_text(name: &str, question: &str) -> String {
    let question = asked_sentence(question.trim());
    let stop = if question.ends_with(['.', '?', '!']) { "" } else { "." };
    match question {
        "" => format!("{name} answers a question."),
        question => format!("{name} decides: {question}{stop}"),
    }
}

/// Describes how fast the AI's turn is shown: "Speed: animations 2x, AI normal."
fn speed_text(settings: &Settings, fast_forward: FastForward) -> String {
    if fast_forward.is_skipping() && settings.skip_ai_turns {
        return "Speed: turns of the AI are skipped until you have to decide or act.".to_owned();
    }
    if fast_forward.is_skipping() {
        return "Speed: skipping to the end of the turn.".to_owned();
    }
    let animations = match settings.animation_seconds(1.0) {
        Some(_) => settings.animation_speed.name().to_lowercase(),
        None => "off".to_owned(),
    };
    let usual = format!("animations {animations}, AI {}", settings.ai_pace.name().to_lowercase());
    match fast_forward.is_on() {
        true => format!("Speed: {usual}; {FACTOR} times as fast now."),
        false => format!("Speed: {usual}."),
    }
}

/// Says what the key of fast forward does.
fn fast_forward_hint(settings: &Settings, key: &str) -> String {
    let press = match settings.held_keys {
        HeldKeys::Hold => "Hold",
        HeldKeys::Toggle => "Press",
    };
    format!(
        "Shows the turns of the AI {FACTOR} times as fast, with shorter pauses, until it is clicked again. {press} {key} for \
         the same. The usual speed is in the settings."
    )
}

/// Says what skipping does, and which key skips all turns; `key` is empty where none is bound.
fn skip_hint(key: &str) -> String {
    match key {
        "" => SKIP_HINT.to_owned(),
        key => format!("{SKIP_HINT} {key} skips all turns of the AI, until it is pressed again."),
    }
}

/// Draws a button with its key; returns its response.
fn key_button(
    ui: &mut Ui,
    context: &PanelContext,
    (command, label): (InputAction, &str),
    on: bool,
) -> Response {
    let text = format!("{}  {label}", context.key_label(command));
    let width = if command == InputAction::Undo { BUTTON.x } else { WIDE_BUTTON };
    let size = egui::vec2(scaled(ui, width), BUTTON.y);
    let text = RichText::new(text).color(context.palette.text);
    ui.add(Button::new(text).selected(on).min_size(size)).named(label)
}

/// Draws the bar.
pub(super) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    (side, fast_forward): (Side, FastForward),
) {
    let name = context.view.side_name(side);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let refusal = super::undo_allowed(context).err();
        let undo = ui.add_enabled_ui(refusal.is_none(), |ui| {
            key_button(ui, context, (InputAction::Undo, "Undo"), false)
        });
        let undo = undo.inner.on_disabled_hover_text(refusal.unwrap_or_default());
        if undo.on_hover_text("Goes back to the last decision of a person.").clicked() {
            player.undo_order();
        }
        let skips = fast_forward.is_skipping();
        let skip = key_button(ui, context, (InputAction::SkipAiTurn, "Skip turn"), skips);
        if skip.on_hover_text(skip_hint(&context.key_label(InputAction::SkipAllAiTurns))).clicked() {
            player.fast_forward(FastForwardRequest::Skip);
        }
        let is_on = fast_forward.is_on();
        let fast = key_button(ui, context, (InputAction::FastForward, "Fast forward"), is_on);
        let hint = fast_forward_hint(context.settings, &context.key_label(InputAction::FastForward));
        if fast.on_hover_text(hint).clicked() {
            player.fast_forward(FastForwardRequest::Toggle);
        }
        ui.add_space(8.0);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let lines = 3.0 * ui.text_style_height(&egui::TextStyle::Body) + 2.0;
            ui.add_space(((ui.available_height() - lines) / 2.0).max(0.0));
            let player = format!("{name}: {}", context.opponents.player(side));
            ui.add(Label::new(RichText::new(player).color(context.side_colour(side))).truncate());
            ui.add(
                Label::new(RichText::new(ai_status_text(context, side)).color(context.palette.dim))
                    .truncate(),
            );
            let speed = RichText::new(speed_text(context.settings, fast_forward)).color(context.palette.dim);
            ui.add(Label::new(speed).truncate());
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_players::AiPace;
    use crate::settings::AnimationSpeed;

    #[test]
    fn the_bar_says_how_fast_the_turn_is_shown() {
        let mut settings = Settings::default();
        let usual = FastForward::default();
        assert_eq!(speed_text(&settings, usual), "Speed: animations 1x, AI normal.");
        settings.ai_pace = AiPace::Fast;
        settings.animation_speed = AnimationSpeed::Double;
        assert_eq!(speed_text(&settings, usual), "Speed: animations 2x, AI fast.");
        let fast = FastForward::held_for_tests();
        assert_eq!(speed_text(&settings, fast), "Speed: animations 2x, AI fast; 6 times as fast now.");
        settings.reduced_motion = true;
        assert_eq!(speed_text(&settings, usual), "Speed: animations off, AI fast.");
    }

    #[test]
    fn in_the_turn_of_another_side_the_ai_answers_and_does_not_act() {
        let mut world = crate::panel::tests::shipped_battle("warehouse");
        crate::panel::tests::with_context(&mut world, |context| {
            let view = context.view;
            let acting = view.round().acting().and_then(|unit| view.unit(unit)).expect("a unit acts");
            assert!(view.open_prompt().is_none(), "nothing is asked");
            let (own, other) = (*acting.side, Side(1 - acting.side.0));
            assert_eq!(ai_activity_text(context, own), format!("{} acts.", acting.identity.name()));
            let answers = side_sentence(view.side_name(other), ("answers", "answer"), ".");
            assert_eq!(ai_activity_text(context, other), answers);
        });
    }

    #[test]
    fn the_bar_says_which_question_is_answered() {
        let asked = answering_text("Ortho", "Defend against the shot?");
        assert_eq!(asked, "Ortho decides: Defend against the shot?");
        assert_eq!(answering_text("Ortho", "Which way to fall"), "Ortho decides: Which way to fall.");
        let own = answering_text("Ortho", "The attack has 3 successes. Spend a triumph?");
        assert_eq!(own, "Ortho decides: Spend a triumph?", "the result of its own attack is shown");
        let long = "With which weapon does Ortho attack, and whom? Announced now, before any unit acts.";
        let short = "Ortho decides: With which weapon does Ortho attack, and whom?";
        assert_eq!(answering_text("Ortho", long), short, "what explains it would be cut");
        assert_eq!(answering_text("Ortho", ""), "Ortho answers a question.");
    }

    #[test]
    fn the_hint_of_skipping_names_the_key_for_all_turns_where_one_is_bound() {
        assert!(
            skip_hint("Ctrl+F").ends_with(" Ctrl+F skips all turns of the AI, until it is pressed again.")
        );
        assert_eq!(skip_hint(""), SKIP_HINT);
    }

    #[test]
    fn the_hint_names_how_the_key_acts() {
        let mut settings = Settings::default();
        assert!(fast_forward_hint(&settings, "F").contains("Hold F"));
        settings.held_keys = HeldKeys::Toggle;
        assert!(fast_forward_hint(&settings, "F").contains("Press F"));
    }
}
