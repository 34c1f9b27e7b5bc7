//! What a unit holds back or is busy with, and what its player answers without being asked.

use bevy_egui::egui::{self, RichText, Ui};

use super::kit::{See, fact_line};
use crate::session::Session;
use battle::{BattleView, Order, UnitDataItem, Work};
use dice::Prompt;
use rules::play;

/// What a unit is busy with: "treating Moss".
pub(super) fn busy(view: &BattleView, work: &Work) -> String {
    let patient = match work {
        Work::Deed { target: Some(other), .. } => view.unit(*other),
        _ => None,
    };
    match patient {
        Some(patient) => format!("treating {}", patient.identity.name()),
        None => work.words().to_owned(),
    }
}

/// In the inspector: the table of standing answers, every line of which can be changed at any time.
pub(super) fn show(ui: &mut Ui, see: &See, unit: &UnitDataItem, session: &mut Session) {
    let look = see.look;
    if unit.held.is_held() {
        fact_line(ui, ("Holds its phase back", look.caution), ("-1 die", look.text))
            .on_hover_text("Asked at every later score. SS-DELAY-05");
    }
    if let Some((work, progress)) = unit.undertaking.get() {
        let (busy, state) =
            (format!("Busy {}", busy(see.view, work)), work.state(progress, see.view.round().number()));
        fact_line(ui, (&busy, look.caution), (&state, look.text))
            .on_hover_text("Any other action with a price cancels it. SS-ACT-20");
    }
    // What another player's units answer is their secret.
    let open = unit.fighting() && see.view.round().outcome().is_none();
    if !open || see.out_of_hand(*unit.side).is_some() {
        return;
    }
    let habits = play::habits(see.view.rules().book());
    let standing = unit.standing.iter().count();
    let title =
        if standing == 0 { "Standing answers".to_owned() } else { format!("Standing answers ({standing})") };
    egui::CollapsingHeader::new(title).id_salt("standing_answers").show(ui, |ui| {
        ui.colored_label(look.dim, "What is answered without asking, for the rest of the fight.");
        for habit in habits {
            ui.colored_label(look.text, habit.when)
                .on_hover_ui(|ui| _ = ui.colored_label(look.faint, RichText::new(habit.clause).monospace()));
            let now = unit.standing.get(habit.clause);
            ui.horizontal_wrapped(|ui| {
                let mut turn = |ui: &mut Ui, label: &str, answer: Option<&str>| {
                    if ui.selectable_label(now == answer, label).clicked() && now != answer {
                        session.orders.push(order(unit, habit.clause, answer));
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

fn order(unit: &UnitDataItem, clause: &str, answer: Option<&str>) -> Order {
    Order::Standing { unit: *unit.id, clause: clause.to_owned(), answer: answer.map(str::to_owned) }
}

/// Below an open question: the same answer for the rest of the fight.
pub(super) fn always(ui: &mut Ui, see: &See, unit: &UnitDataItem, prompt: &Prompt, session: &mut Session) {
    let habits = play::habits(see.view.rules().book());
    if habits.into_iter().all(|habit| habit.clause != prompt.clause) {
        return;
    }
    ui.colored_label(see.look.dim, "Unasked, for the rest of the fight:");
    ui.horizontal_wrapped(|ui| {
        for answer in &prompt.answers {
            let label = see.view.discreet(&answer.label);
            let button = ui.small_button(format!("always: {label}"));
            if button.on_hover_text("Can be changed in the unit's panel.").clicked() {
                session.orders.push(order(unit, prompt.clause, Some(&answer.key)));
                session.orders.push(Order::Decide { answer: answer.key.clone() });
            }
        }
    });
}
