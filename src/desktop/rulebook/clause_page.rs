//! Clauses by book and chapter, with search.

use crate::accessibility::Accessible;
use crate::theme::scaled;
use bevy_egui::egui::{Align, Frame, Layout, Margin, RichText, ScrollArea, Stroke, TextEdit, Ui};

use super::{PageContext, PageRequests, RulebookState, book_of, first_chapter};
use content::catalogue::{self, ClauseChapter, ClauseText};
use rules::{Book, RuleSet, rule_option_names};

/// Width of the list of chapters, in points.
const LIST: f32 = 250.0;
/// Width of the line between list and clauses, with its margins.
const GAP: f32 = 40.0;
/// Least width of a clause.
const MIN_TEXT: f32 = 120.0;
/// Most scenes offered for a clause.
const MAX_SCENES: usize = 3;
/// Most clauses that a search shows.
const MAX_FOUND: usize = 200;

/// Draws the page.
pub(super) fn show(
    ui: &mut Ui,
    page: &PageContext<'_>,
    state: &mut RulebookState,
    requests: &mut PageRequests,
) {
    ui.horizontal_wrapped(|ui| {
        for book in Book::ALL {
            if ui.selectable_label(state.book == book, book.name()).clicked() {
                state.book = book;
                state.chapter = first_chapter(book);
                state.clause = None;
                state.search.clear();
            }
        }
        ui.add(TextEdit::singleline(&mut state.search).hint_text("search all books").desired_width(220.0))
            .named("Search all books");
    });
    ui.add_space(4.0);
    if !state.search.trim().is_empty() {
        show_found(ui, page, state, requests);
        return;
    }
    let chapters = catalogue::catalogues().iter().find(|known| known.book == state.book);
    let Some(chapters) = chapters.map(|known| &known.chapters) else { return };
    let room = ui.available_size();
    let rest = (room.x - LIST - GAP).max(LIST);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout([LIST, room.y].into(), Layout::top_down(Align::Min), |ui| {
            ui.set_width(scaled(ui, LIST));
            show_chapters(ui, page, state, chapters);
        });
        ui.separator();
        ui.allocate_ui_with_layout([rest, room.y].into(), Layout::top_down(Align::Min), |ui| {
            ui.set_width(rest);
            show_chapter(ui, page, state, (chapters, requests));
        });
    });
}

/// Draws the clauses of the open chapter.
fn show_chapter(
    ui: &mut Ui,
    page: &PageContext<'_>,
    state: &mut RulebookState,
    (chapters, requests): (&[ClauseChapter], &mut PageRequests),
) {
    let area = ScrollArea::vertical().id_salt(("clauses", state.book, &state.chapter)).auto_shrink(false);
    area.show(ui, |ui| {
        let chapter = chapters.iter().find(|chapter| chapter.id == state.chapter);
        for clause in chapter.into_iter().flat_map(|chapter| &chapter.clauses) {
            show_clause(ui, page, state, clause, requests);
        }
    });
}

fn show_chapters(ui: &mut Ui, page: &PageContext<'_>, state: &mut RulebookState, chapters: &[ClauseChapter]) {
    ScrollArea::vertical().id_salt("chapters").auto_shrink(false).show(ui, |ui| {
        for chapter in chapters.iter().filter(|chapter| !chapter.clauses.is_empty()) {
            let is_open = chapter.id == state.chapter;
            let text = RichText::new(format!("{}  {}", chapter.id, chapter.title)).color(page.palette.text);
            if ui.selectable_label(is_open, text).clicked() {
                state.chapter.clone_from(&chapter.id);
                state.clause = None;
            }
        }
    });
}

/// Draws the clauses of all books whose id, title or text contain every word of the search.
fn show_found(ui: &mut Ui, page: &PageContext<'_>, state: &mut RulebookState, requests: &mut PageRequests) {
    let words: Vec<String> = state.search.split_whitespace().map(str::to_lowercase).collect();
    let matches = |clause: &&ClauseText| {
        let ruling = clause.ruling.as_deref().unwrap_or_default();
        let text = format!("{} {} {} {ruling}", clause.id, clause.title, clause.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let found: Vec<&ClauseText> = catalogue::all_clauses().filter(matches).collect();
    let more = if found.len() > MAX_FOUND { format!(", the first {MAX_FOUND} shown") } else { String::new() };
    let noun = if found.len() == 1 { "clause" } else { "clauses" };
    ui.label(RichText::new(format!("{} {noun}{more}", found.len())).color(page.palette.dim));
    ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
        for clause in found.into_iter().take(MAX_FOUND) {
            show_clause(ui, page, state, clause, requests);
        }
    });
}

/// Draws a clause: id, title, text, ruling, switches, and the scenes that show it.
fn show_clause(
    ui: &mut Ui,
    page: &PageContext<'_>,
    state: &mut RulebookState,
    clause: &ClauseText,
    requests: &mut PageRequests,
) {
    let palette = page.palette;
    let is_selected = state.clause.as_deref() == Some(clause.id.as_str());
    let (fill, stroke) = match is_selected {
        true => (palette.raised, Stroke::new(1.5, palette.good)),
        false => (palette.panel, Stroke::NONE),
    };
    let frame = Frame::new().fill(fill).stroke(stroke).corner_radius(6).inner_margin(Margin::same(8));
    let response = frame.show(ui, |ui| {
        ui.set_width((ui.available_width() - 8.0).max(MIN_TEXT));
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&clause.id).monospace().color(palette.dim));
            ui.label(RichText::new(&clause.title).strong().color(palette.text));
            let tag = if clause.is_definition { "definition" } else { clause.tag.as_str() };
            ui.label(RichText::new(tag).small().color(palette.faint));
        });
        ui.label(RichText::new(clause.plain_text()).color(palette.text));
        if let Some(ruling) = clause.plain_ruling() {
            ui.label(RichText::new(format!("Ruling: {ruling}")).italics().color(palette.dim));
        }
        super::offer_terms(ui);
        show_switches(ui, page, clause);
        ui.horizontal_wrapped(|ui| {
            for scene in page.index.scenes(&clause.id).take(MAX_SCENES) {
                let button = ui.button(format!("Show me: {}", scene.name));
                if button.on_hover_text(&scene.description).clicked() {
                    requests.scene = Some(scene.id.clone());
                }
            }
        });
    });
    if is_selected && std::mem::take(&mut state.scroll) {
        response.response.scroll_to_me(Some(Align::Center));
    }
    ui.add_space(2.0);
}

/// Draws the switches of a clause with their value: that of the current battle under this book, else the default.
fn show_switches(ui: &mut Ui, page: &PageContext<'_>, clause: &ClauseText) {
    let book = book_of(clause);
    let usual = RuleSet::new(book);
    let current = page.rules.filter(|rules| rules.book() == book);
    for info in usual.list().into_iter().filter(|info| info.clause.contains(&clause.id)) {
        let names = rule_option_names::switch_label(&info);
        let value = current.and_then(|rules| rules.get(info.name).ok());
        let now = match value {
            Some(value) if value != info.default => {
                format!("{value} in this battle, usually {}", info.default)
            }
            _ => info.default.clone(),
        };
        let text = format!("Switch {}: {now}. {}", info.name, names.about);
        ui.label(RichText::new(text).small().color(page.palette.caution));
    }
}
