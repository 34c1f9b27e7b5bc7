//! The rulebooks: which one a skirmish is played by, and what it takes from the others.

use bevy_egui::egui::{Align, Label, Layout, RichText, Ui};

use super::{MenuContext, widgets};
use crate::theme::Palette;
use rules::status::translation;
use rules::{Book, RuleSet, borrow_switch};

/// The book that the chosen skirmish is to be played by.
pub(super) fn chosen_book(desk: &MenuContext) -> Book {
    let skirmishes = &desk.library.loaded.content.skirmishes;
    let own = desk.state.chosen.as_ref().and_then(|id| skirmishes.get(id));
    let own = own.map_or(Book::ALL[0], |skirmish| skirmish.rules.book());
    desk.state.overrides.book.unwrap_or(own)
}

/// All books, each with a line about it.
pub(super) fn show_book_choice(ui: &mut Ui, desk: &mut MenuContext) {
    ui.add_space(6.0);
    widgets::section_heading(ui, desk.palette, "Rulebook");
    let chosen = chosen_book(desk);
    for book in Book::ALL {
        let row = widgets::described_choice(ui, desk.palette, book.name(), book.blurb(), book == chosen);
        if row.clicked() && book != chosen {
            choose_book(desk, book);
        }
    }
}

/// Switches that the new book does not know are forgotten.
fn choose_book(desk: &mut MenuContext, book: Book) {
    let known = RuleSet::new(book).names();
    desk.state.overrides.book = Some(book);
    desk.state.overrides.switches.retain(|name, _| known.contains(name));
    desk.state.bundle = None;
}

/// The borrowed chapters of the fight that is being set up; some of them can be left out.
pub(super) fn show_optional_chapters(ui: &mut Ui, desk: &mut MenuContext, rules: &RuleSet) {
    if let Some((chapter, on)) = show_borrowed_chapters(ui, desk.palette, rules, true) {
        let value = if on { "on" } else { "off" };
        desk.state.overrides.switches.insert(borrow_switch(chapter), value.to_owned());
        desk.state.bundle = None;
    }
}

/// What the book takes from other books, chapter by chapter: whose it is, why, and by which clause. Gives the chapter
/// that was turned on or off, where that is allowed.
pub(super) fn show_borrowed_chapters(
    ui: &mut Ui,
    palette: &Palette,
    rules: &RuleSet,
    may_change: bool,
) -> Option<(&'static str, bool)> {
    let lines = rules.book().borrowed_chapters();
    widgets::section_heading(ui, palette, "Borrowed chapters");
    if lines.is_empty() {
        ui.label(RichText::new("None: this book has all its chapters itself.").color(palette.dim));
    }
    let mut turned = None;
    for line in lines {
        let mut on = !line.optional || rules.borrows(line.chapter);
        ui.horizontal(|ui| {
            let name = RichText::new(line.chapter).strong();
            if line.optional {
                let hover = "Without it the fight simply does without these rules";
                let allowed = ui.add_enabled_ui(may_change, |ui| ui.checkbox(&mut on, name)).inner;
                if allowed.on_hover_text(hover).changed() {
                    turned = Some((line.chapter, on));
                }
            } else {
                ui.label(name);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(line.clause).monospace().color(palette.faint));
                ui.label(RichText::new(format!("from {}", line.from)).color(palette.dim));
            });
        });
        let why = if on { line.why.to_owned() } else { format!("left out: {}", line.why) };
        ui.add(Label::new(RichText::new(why).small().color(palette.dim)).wrap());
        if on && line.chapter == translation::BORROWED.chapter {
            ui.collapsing("Their translation", |ui| {
                for (name, words) in translation::for_book(rules.book()).rows() {
                    let line = format!("{name}: {words}");
                    ui.add(Label::new(RichText::new(line).small().color(palette.dim)).wrap());
                }
            });
        }
    }
    turned
}
