//! Makes every clause id on the screen a link to the rulebook: in log, cards, inspector, prompts, tooltips and help.
//!
//! The ids are found in the texts that were drawn, so no panel needs to know of it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::epaint::text::cursor::CCursor;
use bevy_egui::egui::{
    self, Context, CursorIcon, Id, LayerId, Order, Pos2, Rect, Sense, Shape, Stroke, UiBuilder,
};

use super::OpenRulebook;
use crate::settings::Settings;
use battle_log::clauses;
use content::catalogue;

/// The clause under the pointer, or that of the open tooltip; for the key of the rulebook.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HoveredClause(pub Option<String>);

/// A clause id on the screen.
struct ClauseOnScreen {
    layer: LayerId,
    id: String,
    rect: Rect,
}

/// Underlines the clause under the pointer and opens the rulebook when it is clicked.
pub(super) fn show(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut requests: MessageWriter<OpenRulebook>,
    mut commands: Commands,
    mut hovered: Local<Option<String>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let Some(pointer) = context.pointer_latest_pos() else { return Ok(()) };
    let on_screen = clauses_on_screen(&context);
    let top = context.layer_id_at(pointer);
    let here = on_screen.iter().find(|link| {
        link.rect.contains(pointer) && (top == Some(link.layer) || link.layer.order == Order::Background)
    });
    if let Some(link) = here {
        let area = UiBuilder::new().layer_id(link.layer).max_rect(link.rect);
        let ui = egui::Ui::new(context.clone(), Id::new("clause link"), area);
        let response = ui.interact(link.rect, Id::new(("clause link", &link.id)), Sense::click());
        if response.hovered() {
            context.set_cursor_icon(CursorIcon::PointingHand);
            let line = Stroke::new(1.0, settings.palette().text);
            ui.painter().hline(link.rect.x_range(), link.rect.bottom() - 1.0, line);
        }
        if response.clicked() {
            requests.write(OpenRulebook(Some(link.id.clone())));
        }
    }
    let in_tooltip = || on_screen.iter().find(|link| link.layer.order == Order::Tooltip);
    let now = here.or_else(in_tooltip).map(|link| link.id.clone());
    if *hovered != now {
        hovered.clone_from(&now);
        commands.insert_resource(HoveredClause(now));
    }
    Ok(())
}

/// Finds the clause ids in the texts of this frame, from the topmost layer down.
fn clauses_on_screen(context: &Context) -> Vec<ClauseOnScreen> {
    let layers: Vec<LayerId> = context.memory(|memory| memory.layer_ids().collect());
    let mut found = Vec::new();
    context.graphics(|graphics| {
        for &layer in layers.iter().rev() {
            for clipped in graphics.get(layer).into_iter().flat_map(|list| list.all_entries()) {
                collect_clauses(layer, &clipped.shape, clipped.clip_rect, &mut found);
            }
        }
    });
    found
}

fn collect_clauses(layer: LayerId, shape: &Shape, clip: Rect, found: &mut Vec<ClauseOnScreen>) {
    match shape {
        Shape::Text(text) => {
            let words = clause_words(text.galley.text());
            found.extend(words.filter_map(|(first, word)| {
                let rect = word_rect(text, first, word.len())?.intersect(clip);
                rect.is_positive().then(|| ClauseOnScreen { layer, id: word.to_owned(), rect })
            }));
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect_clauses(layer, shape, clip, found)),
        _ => {}
    }
}

/// Clause ids in a text, with the index of their first character.
fn clause_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-';
    let words = text.split(move |letter| !is_part(letter)).filter(|word| word.len() > 6);
    words.filter(|word| clauses::is_clause_id(word) && catalogue::find_clause(word).is_ok()).map(
        move |word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (text[..start].chars().count(), word)
        },
    )
}

/// Area of a word on the screen; `None` if it is broken over two lines.
fn word_rect(text: &TextShape, first: usize, length: usize) -> Option<Rect> {
    let place = |index: usize| text.galley.pos_from_cursor(CCursor::new(index));
    let (start, end) = (place(first), place(first + length));
    let origin: Pos2 = text.pos;
    ((start.top() - end.top()).abs() < 1.0)
        .then(|| Rect::from_min_max(start.left_top(), end.right_bottom()).translate(origin.to_vec2()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_a_text_are_found_with_their_place() {
        let words: Vec<_> = clause_words("cover 4 (SS-DEF-41), SS-COVER-07; – CC-XX-99").collect();
        assert_eq!(words, [(9, "SS-DEF-41"), (21, "SS-COVER-07")]);
    }
}
