//! Rulebook choice of the skirmish page and the list of rules added from other books.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, Ui};

use super::{MenuContext, widgets};
use crate::theme::Palette;
use content::SkirmishOverrides;
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
            let hint = book_hint(book == chosen, book == own);
            let row = widgets::list_choice(ui, menu.palette, book.name(), hint, book == chosen);
            if row.on_hover_text(book.blurb()).clicked() && book != chosen {
                choose_book(menu, book);
            }
        }
    });
    ui.add(Label::new(RichText::new(chosen.blurb()).small().color(menu.palette.dim)).wrap());
    show_own_book(ui, menu);
}

/// Name of a book in a drop-down list: that for which the chosen map was made is marked.
pub(super) fn name_for_map(menu: &MenuContext, book: Book) -> String {
    let mark = if book == own_book(menu) { ", made for this map" } else { "" };
    format!("{}{mark}", book.name())
}

/// What the list says beside a book: every map is played under every book, and made for one.
const fn book_hint(is_chosen: bool, is_own: bool) -> &'static str {
    match (is_chosen, is_own) {
        (true, true) => "chosen, made for this map",
        (true, false) => "chosen",
        (false, true) => "made for this map",
        (false, false) => "",
    }
}

/// Says for which rulebook the map was made, with a button that takes it if another one is chosen.
pub(super) fn show_own_book(ui: &mut Ui, menu: &mut MenuContext) {
    let (chosen, own) = (chosen_book(menu), own_book(menu));
    let palette = menu.palette;
    let colour = if chosen == own { palette.dim } else { palette.caution };
    ui.add(Label::new(RichText::new(own_book_text(chosen, own)).color(colour)).wrap());
    // What stands below keeps its place, whichever book is chosen.
    let button = Button::new(format!("Play with {}", own.name()));
    if ui.add_visible(chosen != own, button).clicked() {
        choose_book(menu, own);
    }
}

/// Describes the choice of a rulebook for a map that was made for one.
fn own_book_text(chosen: Book, own: Book) -> String {
    match chosen == own {
        true => format!("You play with {}, for which this map was made.", chosen.name()),
        false => {
            format!("{} stays chosen on every map. This one was made for {}.", chosen.name(), own.name())
        }
    }
}

/// Switches to another book and drops the rule options that it does not have.
pub(super) fn choose_book(menu: &mut MenuContext, book: Book) {
    let own = own_book(menu);
    take_book(&mut menu.state.overrides, book, own);
    menu.state.rebuild_bundle();
}

/// Takes a book for this map and those that are chosen later; the own one of this map leaves later maps theirs.
fn take_book(overrides: &mut SkirmishOverrides, book: Book, own: Book) {
    let known = RuleSet::new(book).names();
    overrides.book = (book != own).then_some(book);
    overrides.switches.retain(|name, _| known.contains(name));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_rulebook_stays_until_the_own_one_of_a_map_is_chosen() {
        let mut overrides = SkirmishOverrides::default();
        let known = RuleSet::new(Book::Aberrant).names();
        let mut names = RuleSet::new(Book::SwanSong).names().into_iter();
        let foreign = names.find(|name| !known.contains(name)).expect("an option of one book only");
        overrides.switches.insert(foreign, "2".to_owned());
        take_book(&mut overrides, Book::SwanSong, Book::Aberrant);
        assert_eq!((overrides.book, overrides.switches.len()), (Some(Book::SwanSong), 1));
        take_book(&mut overrides, Book::Aberrant, Book::Aberrant);
        assert_eq!((overrides.book, overrides.switches.len()), (None, 0), "later maps have their own");
    }

    #[test]
    fn the_setup_says_which_rulebook_is_chosen_and_which_the_map_was_made_for() {
        let (chosen, own) = (Book::CombatChecks, Book::SwanSong);
        let text = "Combat Checks stays chosen on every map. This one was made for Swan Song.";
        assert_eq!(own_book_text(chosen, own), text);
        assert_eq!(own_book_text(own, own), "You play with Swan Song, for which this map was made.");
        let hints = [(true, true), (true, false), (false, true), (false, false)];
        let hints = hints.map(|(is_chosen, is_own)| book_hint(is_chosen, is_own));
        assert_eq!(hints, ["chosen, made for this map", "chosen", "made for this map", ""]);
    }
}
