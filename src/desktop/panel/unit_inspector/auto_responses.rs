//! What a unit holds back or is busy with, and what its player answers without being asked.

use bevy_egui::egui::{self, RichText, Ui};

use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::session::Session;
use battle::{BattleView, ExtendedActionKind, Order, UnitDataItem};
use dice::Prompt;
use rules::play;

/// What a unit is busy with: "treating Moss".
pub(crate) fn work_text(view: &BattleView, work: &ExtendedActionKind) -> String {
    let patient = match work {
        ExtendedActionKind::Deed { target: Some(other), .. } => view.unit(*other),
        _ => None,
    };
    match patient {
        Some(patient) => format!("treating {}", patient.identity.name()),
        None => work.description().to_owned(),
    }
}

/// In the inspector: the table of standing answers, every line of which can be changed at any time.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem, session: &mut Session) {
    let look = see.palette;
    if unit.held_phase.is_held() {
        show_fact_line(ui, ("Holds its phase back", look.caution), ("-1 die", look.text))
            .on_hover_text("Asked at every later score. SS-DELAY-05");
    }
    if let Some((work, progress)) = unit.extended_action.get() {
        let (work_text, state) = (
            format!("Busy {}", work_text(see.view, work)),
            work.progress_text(progress, see.view.round().number()),
        );
        show_fact_line(ui, (&work_text, look.caution), (&state, look.text))
            .on_hover_text("Any other action with a price cancels it. SS-ACT-20");
    }
    // What another player's units answer is their secret.
    let open = unit.is_fighting() && see.view.round().outcome().is_none();
    if !open || see.control_refusal(*unit.side).is_some() {
        return;
    }
    let habits = play::habits(see.view.rules().book());
    let standing = unit.auto_responses.iter().count();
    let title =
        if standing == 0 { "Standing answers".to_owned() } else { format!("Standing answers ({standing})") };
    egui::CollapsingHeader::new(title).id_salt("standing_answers").show(ui, |ui| {
        ui.colored_label(look.dim, "What is answered without asking, for the rest of the fight.");
        for habit in habits {
            ui.colored_label(look.text, habit.when)
                .on_hover_ui(|ui| _ = ui.colored_label(look.faint, RichText::new(habit.clause).monospace()));
            let now = unit.auto_responses.get(habit.clause);
            ui.horizontal_wrapped(|ui| {
                let mut turn = |ui: &mut Ui, label: &str, answer: Option<&str>| {
                    if ui.selectable_label(now == answer, label).clicked() && now != answer {
                        session.orders.push(auto_response_order(unit, habit.clause, answer));
                    }
                };
                turn(ui, "Ask", None);
                for (key, label) in habit.answers {
                    turn(ui, label, Some(key));
                }
            });
        }
    });
}

fn auto_response_order(unit: &UnitDataItem, clause: &str, answer: Option<&str>) -> Order {
    Order::SetAutoResponse { unit: *unit.id, clause: clause.to_owned(), answer: answer.map(str::to_owned) }
}

/// Below an open question: the same answer for the rest of the fight.
pub(crate) fn show_always_answer(
    ui: &mut Ui,
    see: &PanelContext,
    unit: &UnitDataItem,
    prompt: &Prompt,
    session: &mut Session,
) {
    let habits = play::habits(see.view.rules().book());
    if habits.into_iter().all(|habit| habit.clause != prompt.clause) {
        return;
    }
    ui.colored_label(see.palette.dim, "Unasked, for the rest of the fight:");
    ui.horizontal_wrapped(|ui| {
        for answer in &prompt.answers {
            let label = see.view.hide_unseen_names(&answer.label);
            let button = ui.small_button(format!("always: {label}"));
            if button.on_hover_text("Can be changed in the unit's panel.").clicked() {
                session.orders.push(auto_response_order(unit, prompt.clause, Some(&answer.key)));
                session.orders.push(Order::Decide { answer: answer.key.clone() });
            }
        }
    });
}
