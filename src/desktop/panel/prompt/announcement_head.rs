//! What stands above the attacks that a unit may announce: two short lines. The rest is behind a question mark, and shown with the
//! details.

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Color32, FontId, Ui, WidgetText};

use super::PromptEdits;
use crate::accessibility::announce;
use crate::panel::announced_shots::scarce_shots;
use crate::panel::announcement::{BINDING_WORDS, ORDER_WORDS, announced_before};
use crate::panel::cards::shows_details;
use crate::panel::open_ties::tie_text;
use crate::panel::prompt_status::{first_sentence, prompt_text, unit_status_text, walk_text};
use crate::panel::widgets::{PanelContext, body_font, keep_units};
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
    let line = with_question_mark(asked, (palette.text, palette.dim), body_font(ui));
    ui.label(WidgetText::from(line)).on_hover_ui(|ui| {
        ui.set_max_width(scaled(ui, NOTES_WIDTH));
        notes.iter().for_each(|note| _ = ui.label(keep_units(note)));
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

/// Puts the question mark behind a question, on the line of its last word.
fn with_question_mark(asked: &str, (text, mark): (Color32, Color32), font: FontId) -> LayoutJob {
    let mut line = LayoutJob::default();
    line.append(&keep_units(asked), 0.0, TextFormat::simple(font.clone(), text));
    line.append("\u{a0}(?)", 0.0, TextFormat::simple(font, mark));
    line
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
    use bevy_egui::egui::{Context, RawInput};
    use rules::Book;

    #[test]
    fn the_question_mark_never_stands_alone_on_a_line() {
        let ctx = Context::default();
        let mut rows = Vec::new();
        let output = ctx.run_ui(RawInput::default(), |ui| {
            for width in 90..240 {
                let colours = (Color32::WHITE, Color32::GRAY);
                let mut job =
                    with_question_mark("With which weapon does Moss attack?", colours, body_font(ui));
                job.wrap.max_width = width as f32;
                let galley = ui.painter().layout_job(job);
                let last = galley.rows.last().map(|row| row.text()).unwrap_or_default();
                rows.push((galley.rows.len(), last));
            }
        });
        output.drop_without_applying_deltas();
        assert!(rows.iter().any(|(count, _)| *count > 1), "some widths break the line: {rows:?}");
        assert!(rows.iter().all(|(_, last)| last.ends_with("attack?\u{a0}(?)")), "{rows:?}");
    }

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
            assert!(notes[0].starts_with("Announced now, before any unit acts"), "{notes:?}");
            assert!(notes.contains(&walk_text(context, &unit)), "{notes:?}");
            assert_eq!(notes[notes.len() - 2..], [BINDING_WORDS, ORDER_WORDS]);
        });
    }
}
