//! Rulebook choice of the skirmish page and the list of rules added from other books.

use bevy_egui::egui::{Align, Label, Layout, RichText, Ui};

use super::{MenuContext, widgets};
use crate::theme::Palette;
use rules::status::ailment_terms;
use rules::{Book, RuleSet, borrow_switch};

/// Rulebook that the chosen skirmish names.
fn own_book(menu: &MenuContext) -> Book {
    let skirmishes = &menu.library.loaded.content.skirmishes;
    let own = menu.state.chosen.as_ref().and_then(|id| skirmishes.get(id));
    own.map_or(Book::ALL[0], |skirmish| skirmish.rules.book())
}

/// Rulebook of the chosen skirmish: the override, else the skirmish's own book.
pub(super) fn chosen_book(menu: &MenuContext) -> Book {
    menu.state.overrides.book.unwrap_or_else(|| own_book(menu))
}

/// Draws all books, with the description of the chosen one.
pub(super) fn show_book_choice(ui: &mut Ui, menu: &mut MenuContext) {
    widgets::section_heading(ui, menu.palette, "Rules");
    let (chosen, own) = (chosen_book(menu), own_book(menu));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for book in Book::ALL {
            // Every map is played under every book; its own one is a suggestion.
            let hint = if book == own && book != chosen { "suggested for this map" } else { "" };
            let row = widgets::list_choice(ui, menu.palette, book.name(), hint, book == chosen);
            if row.on_hover_text(book.blurb()).clicked() && book != chosen {
                choose_book(menu, book);
            }
        }
    });
    ui.add(Label::new(RichText::new(chosen.blurb()).small().color(menu.palette.dim)).wrap());
}

/// Switches to another book and drops the rule options that it does not have.
pub(super) fn choose_book(menu: &mut MenuContext, book: Book) {
    let known = RuleSet::new(book).names();
    menu.state.overrides.book = Some(book);
    menu.state.overrides.switches.retain(|name, _| known.contains(name));
    menu.state.rebuild_bundle();
}

/// Draws the borrowed chapters of the skirmish; optional ones can be switched off.
pub(super) fn show_optional_chapters(ui: &mut Ui, menu: &mut MenuContext, rules: &RuleSet) {
    if let Some((chapter, on)) = show_borrowed_chapters(ui, menu.palette, rules, true) {
        let value = if on { "on" } else { "off" };
        menu.state.overrides.switches.insert(borrow_switch(chapter), value.to_owned());
        menu.state.rebuild_bundle();
    }
}

/// Draws the chapters borrowed from other books with source, reason and clause. Returns the optional chapter that
/// was switched on or off, if `may_change` allows it.
pub(super) fn show_borrowed_chapters(
    ui: &mut Ui,
    palette: &Palette,
    rules: &RuleSet,
    may_change: bool,
) -> Option<(&'static str, bool)> {
    let lines = rules.book().borrowed_chapters();
    if lines.is_empty() {
        ui.label(RichText::new("None: this book is complete.").color(palette.dim));
    }
    let mut changed = None;
    for line in lines {
        let mut on = !line.optional || rules.borrows(line.chapter);
        ui.horizontal(|ui| {
            let name = RichText::new(line.chapter).strong();
            if line.optional {
                let hover = "Switch off to play without these rules";
                let allowed = ui.add_enabled_ui(may_change, |ui| ui.checkbox(&mut on, name)).inner;
                if allowed.on_hover_text(hover).changed() {
                    changed = Some((line.chapter, on));
                }
            } else {
                ui.label(name);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(line.clause).monospace().color(palette.faint));
                ui.label(RichText::new(format!("from {}", line.from)).color(palette.dim));
            });
        });
        let why = if on { line.why.to_owned() } else { format!("off: {}", line.why) };
        ui.add(Label::new(RichText::new(why).small().color(palette.dim)).wrap());
        if on && line.chapter == ailment_terms::BORROWED.chapter {
            ui.collapsing("Conversion table", |ui| {
                for (name, words) in ailment_terms::for_book(rules.book()).rows() {
                    let line = format!("{name}: {words}");
                    ui.add(Label::new(RichText::new(line).small().color(palette.dim)).wrap());
                }
            });
        }
    }
    changed
}
