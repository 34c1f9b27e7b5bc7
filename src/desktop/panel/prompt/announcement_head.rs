//! What stands above the attacks that a unit may announce: two short lines. The rest is behind a question mark, and shown with the
//! details.

use bevy_egui::egui::Ui;

use super::PromptEdits;
use crate::accessibility::announce;
use crate::panel::announcement::{BINDING_WORDS, ORDER_WORDS, announced_before, scarce_shots};
use crate::panel::cards::shows_details;
use crate::panel::open_ties::tie_text;
use crate::panel::prompt_status::{first_sentence, prompt_text, unit_status_text, walk_text};
use crate::panel::widgets::{PanelContext, keep_units};
use crate::theme::scaled;
use battle::{OpenPrompt, UnitDataItem};

/// What a click on the board is for while attacks are announced.
const CLICK_WORDS: &str = "Click an enemy on the board to list its attacks first, again to announce.";
/// Width of the hover text of the question mark, in points.
const NOTES_WIDTH: f32 = 380.0;

/// Draws the question and what a click on the board does, then what was announced before and whether shots are scarce. With the
/// details everything else follows, if there is room for it.
pub(super) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    (open_prompt, title): (&OpenPrompt, &str),
    (unit, explains): (&UnitDataItem, bool),
    edits: &mut PromptEdits,
) {
    let palette = context.palette;
    let question = prompt_text(context, open_prompt.prompt(), None);
    announce(ui.ctx(), "prompt", true, &format!("{title}. {question}"));
    let asked = first_sentence(&question);
    let scarce = scarce_shots(unit);
    let notes = list_notes(context, unit, (&question[asked.len()..], scarce.as_deref()));
    ui.horizontal_wrapped(|ui| {
        ui.label(keep_units(asked));
        let mark = ui.colored_label(palette.dim, "(?)");
        mark.on_hover_ui(|ui| {
            ui.set_max_width(scaled(ui, NOTES_WIDTH));
            notes.iter().for_each(|note| _ = ui.label(keep_units(note)));
        });
    });
    let aims = edits.odds.answer_aims(context.view);
    // The list says the same of a target that is chosen.
    let has_chosen = edits.player.session.selected.is_some_and(|unit| aims.aims_at(unit));
    if !has_chosen {
        ui.colored_label(palette.dim, CLICK_WORDS);
    }
    let before = announced_before(context, edits.odds);
    if !before.is_empty() {
        ui.label(format!("Announced so far: {}.", before.join("; ")));
    }
    if let Some(scarce) = &scarce {
        ui.colored_label(palette.caution, first_sentence(scarce));
    }
    if explains && shows_details(ui, context) {
        notes.iter().for_each(|note| _ = ui.colored_label(palette.dim, keep_units(note)));
    }
}

/// Lists what else is to be known: when the attacks are made, what the unit has left, how far it gets, a tie, what few shots mean,
/// what an announcement binds it to, and the order of the answers.
fn list_notes(
    context: &PanelContext,
    unit: &UnitDataItem,
    (rest, scarce): (&str, Option<&str>),
) -> Vec<String> {
    let ties = context.view.open_ties();
    let tie = tie_text(context, &ties, *unit.id);
    let tie = tie.map(|tie| format!("{} {tie}.", context.unit_name(*unit.id)));
    let known = [
        Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty()),
        Some(unit_status_text(context, unit, false)),
        Some(walk_text(context, unit)),
        tie,
        scarce.map(str::to_owned),
        Some(BINDING_WORDS.to_owned()),
        Some(ORDER_WORDS.to_owned()),
    ];
    known.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{battle_in, with_context};
    use rules::Book;

    #[test]
    fn what_an_announcement_means_stands_behind_the_question_mark() {
        let mut world = battle_in(Some(Book::Aberrant), "warehouse");
        with_context(&mut world, |context| {
            let open = context.view.open_prompt().expect("attacks are announced");
            let unit = context.view.unit(open.prompt().who).expect("it is in sight");
            let question = prompt_text(context, open.prompt(), None);
            let asked = first_sentence(&question);
            assert!(asked.ends_with("attack, and whom?"), "{asked}");
            let notes = list_notes(context, &unit, (&question[asked.len()..], None));
            assert!(notes[0].starts_with("It announces this now, before any unit acts"), "{notes:?}");
            assert!(notes.contains(&walk_text(context, &unit)), "{notes:?}");
            assert_eq!(notes[notes.len() - 2..], [BINDING_WORDS, ORDER_WORDS]);
        });
    }
}
