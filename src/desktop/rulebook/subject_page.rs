//! The same subject in five books, side by side.

use crate::accessibility::Accessible;
use crate::open_lists::keep_list_in_front;
use crate::theme::scaled;
use bevy_egui::egui::{Align, ComboBox, Layout, RichText, ScrollArea, Ui};

use super::{PageContext, PageRequests, RulebookState};
use content::catalogue::{self, Catalogue};

/// Draws the page.
pub(super) fn show(
    ui: &mut Ui,
    page: &PageContext<'_>,
    state: &mut RulebookState,
    requests: &mut PageRequests,
) {
    let subjects = catalogue::subjects();
    let Some(subject) = subjects.get(state.subject).or(subjects.first()) else { return };
    ui.horizontal(|ui| {
        ui.label("Subject");
        let shown = ComboBox::from_id_salt("subject")
            .selected_text(&subject.name)
            .width(scaled(ui, 280.0))
            .height(500.0)
            .show_ui(ui, |ui| {
                for (at, subject) in subjects.iter().enumerate() {
                    ui.selectable_value(&mut state.subject, at, &subject.name);
                }
            })
            .response
            .named("Subject");
        keep_list_in_front(&shown);
    });
    ui.add_space(4.0);
    ScrollArea::vertical().id_salt(("subject", state.subject)).auto_shrink(false).show(ui, |ui| {
        ui.columns(catalogue::catalogues().len(), |columns| {
            let books = catalogue::catalogues().iter().zip(&subject.chapters);
            for (ui, (book, chapters)) in columns.iter_mut().zip(books) {
                let text = Layout::top_down(Align::Min);
                ui.with_layout(text, |ui| show_book(ui, page, (book, chapters), requests));
            }
        });
    });
}

fn show_book(
    ui: &mut Ui,
    page: &PageContext<'_>,
    (book, chapters): (&Catalogue, &[String]),
    requests: &mut PageRequests,
) {
    let palette = page.palette;
    ui.label(RichText::new(book.book.name()).strong().color(palette.text));
    if chapters.is_empty() {
        ui.label(RichText::new("nothing on this").color(palette.faint));
    }
    for chapter in book.chapters.iter().filter(|chapter| chapters.contains(&chapter.id)) {
        ui.add_space(6.0);
        ui.label(RichText::new(format!("{}: {}", chapter.id, chapter.title)).color(palette.caution));
        for clause in &chapter.clauses {
            let title = RichText::new(&clause.title).strong().small().color(palette.text);
            if ui.link(title).on_hover_text(&clause.id).clicked() {
                requests.clause = Some(clause.id.clone());
            }
            ui.label(RichText::new(clause.plain_text()).small().color(palette.dim));
        }
    }
}
