//! What the card of a term or a clause shows.

use bevy_egui::egui::{Align, Context, Frame, Label, Layout, Margin, RichText, Stroke, Ui};

use super::screen_links::Topic;
use crate::theme::Palette;
use crate::theme::scaled;
use content::{catalogue, terms};
use rules::{Book, BorrowedChapter, RuleSet};

/// Width of a card, in points.
pub(super) const WIDTH: f32 = 330.0;
/// Most clauses of a term that a card lists.
pub(super) const MAX_CLAUSES: usize = 4;

/// What a card is drawn with.
pub(super) struct CardPage<'a> {
    pub context: &'a Context,
    pub palette: &'a Palette,
    pub book: Option<Book>,
    /// The rules of the battle, if it is played by that book.
    pub rules: Option<&'a RuleSet>,
    /// Label of the key that pins.
    pub key: String,
}

impl CardPage<'_> {
    /// Returns the chapter that the book borrows and that a clause of another book belongs to.
    fn borrowed_chapter_of(&self, clause: &str) -> Option<&'static BorrowedChapter> {
        match (self.rules, self.book) {
            (Some(rules), _) => rules.borrowed_chapter_of(clause),
            (None, book) => RuleSet::new(book?).borrowed_chapter_of(clause),
        }
    }
}

/// What was pressed in a card.
pub(super) enum CardRequest {
    /// Close the card.
    Close,
    /// Pin a card that explains this.
    Open(Topic),
    /// Open the rulebook at this clause.
    Rulebook(String),
}

/// Draws a card, pinned or not; its first button takes the keyboard focus if `focus` is set. Returns what was pressed.
pub(super) fn show_card(
    ui: &mut Ui,
    page: &CardPage,
    (topic, pinned): (&Topic, bool),
    focus: bool,
) -> Option<CardRequest> {
    let palette = page.palette;
    let edge = if pinned { Stroke::new(1.5, palette.good) } else { Stroke::new(1.0, palette.line) };
    let frame =
        Frame::new().fill(palette.panel).stroke(edge).corner_radius(8).inner_margin(Margin::symmetric(12, 9));
    frame
        .show(ui, |ui| {
            ui.set_width(scaled(ui, WIDTH).min(page.context.viewport_rect().width() - 40.0));
            ui.spacing_mut().item_spacing.y = 5.0;
            let named = if pinned { named_topics(page, topic) } else { Vec::new() };
            let mut request = show_title(ui, page, (topic, pinned), focus && named.is_empty());
            show_text(ui, page, topic);
            if pinned {
                request = show_buttons(ui, page, (topic, &named), focus).or(request);
            }
            request
        })
        .inner
}

/// Draws the title with the button that closes the card, or how to pin it.
fn show_title(
    ui: &mut Ui,
    page: &CardPage,
    (topic, pinned): (&Topic, bool),
    focus: bool,
) -> Option<CardRequest> {
    let palette = page.palette;
    let mut request = None;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if pinned {
                let close = ui.small_button("\u{00D7}").on_hover_text("Close (Esc)");
                if focus {
                    close.request_focus();
                }
                if close.clicked() {
                    request = Some(CardRequest::Close);
                }
            } else if !page.key.is_empty() {
                ui.label(RichText::new(format!("{} pins", page.key)).small().color(palette.faint));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(topic_title(topic)).strong().color(palette.text);
                ui.add(Label::new(title).wrap());
            });
        });
    });
    request
}

fn topic_title(topic: &Topic) -> String {
    match topic {
        Topic::Clause(id) => {
            catalogue::find_clause(id).map_or_else(|_| id.clone(), |clause| clause.title.clone())
        }
        Topic::Term(name) => battle_log::log_text::capitalise(name),
        Topic::List(_) => "Words on the screen".to_owned(),
    }
}

/// Draws what the card says.
fn show_text(ui: &mut Ui, page: &CardPage, topic: &Topic) {
    let palette = page.palette;
    match topic {
        Topic::Clause(id) => {
            let Ok(clause) = catalogue::find_clause(id) else { return };
            if let Some(text) = lent_text(page, id) {
                ui.add(Label::new(RichText::new(text).color(palette.caution)).wrap());
            }
            ui.add(Label::new(RichText::new(clause.plain_text()).color(palette.text)).wrap());
            if let Some(ruling) = clause.plain_ruling() {
                let text = RichText::new(format!("Ruling: {ruling}")).italics().color(palette.dim);
                ui.add(Label::new(text).wrap());
            }
            let source = format!("{} {}", super::book_of(clause).name(), clause.id);
            ui.label(RichText::new(source).small().color(palette.faint));
        }
        Topic::Term(name) => {
            let Some(term) = terms::find_term(name, page.book) else { return };
            ui.add(Label::new(RichText::new(&term.text).color(palette.text)).wrap());
            if let Some(chapter) = borrowed_for_term(page, term) {
                ui.add(Label::new(RichText::new(borrowed_text(chapter)).color(palette.dim)).wrap());
            }
            for id in term_clauses(term, page.book) {
                let Ok(clause) = catalogue::find_clause(id) else { continue };
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().interact_size.y = 0.0;
                    ui.label(RichText::new(&clause.id).small().monospace().color(palette.dim));
                    ui.label(RichText::new(&clause.title).small().color(palette.dim));
                });
            }
        }
        Topic::List(_) => {}
    }
}

/// The clauses that a card lists: those of the book, or of all books where none is played.
pub(super) fn term_clauses(term: &terms::Term, book: Option<Book>) -> Vec<&str> {
    let mut clauses: Vec<&str> = match book {
        Some(book) => term.clauses_of(book).collect(),
        None => term.clauses.iter().map(String::as_str).collect(),
    };
    clauses.truncate(MAX_CLAUSES);
    clauses
}

/// The borrowed chapter that rules a term in a book without clauses of its own for it.
pub(super) fn borrowed_for_term(page: &CardPage, term: &terms::Term) -> Option<&'static BorrowedChapter> {
    let book = page.book?;
    if term.clauses_of(book).next().is_some() {
        return None;
    }
    let mut lent = term.clauses.iter().filter_map(|id| page.borrowed_chapter_of(id));
    // The first clause of a chapter stands for it: others may only touch the term.
    lent.find(|chapter| term.clauses.iter().any(|id| id == chapter.clause))
}

/// Says from which book a chapter comes, and how it is read: "From Swan Song: This book has no turn order. ..."
pub(crate) fn borrowed_text(chapter: &BorrowedChapter) -> String {
    format!("From {}: {}", chapter.from, chapter.why)
}

/// Says of a clause that the book borrows it from another one, and how; `None` for other clauses.
fn lent_text(page: &CardPage, id: &str) -> Option<String> {
    let chapter = page.borrowed_chapter_of(id)?;
    Some(format!("{} borrows this chapter. {}", page.book?.name(), chapter.why))
}

/// The topics that a pinned card has a button for: what its text names.
fn named_topics(page: &CardPage, topic: &Topic) -> Vec<Topic> {
    let text = match topic {
        Topic::Clause(id) => catalogue::find_clause(id).map(|clause| clause.plain_text()).unwrap_or_default(),
        Topic::Term(name) => terms::find_term(name, page.book).map_or_else(String::new, |term| {
            format!("{} {}", term.text, term_clauses(term, page.book).join(" "))
        }),
        Topic::List(topics) => return topics.clone(),
    };
    let mut named = Topic::named_in(&text, page.book);
    named.retain(|other| other != topic);
    named
}

/// Draws the buttons of a pinned card: what it names, for the keyboard, and the rulebook.
fn show_buttons(
    ui: &mut Ui,
    page: &CardPage,
    (topic, named): (&Topic, &[Topic]),
    focus: bool,
) -> Option<CardRequest> {
    let mut request = None;
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        for (number, other) in named.iter().enumerate() {
            let name = match other {
                Topic::Clause(id) => id.clone(),
                other => topic_title(other),
            };
            let button = ui.small_button(name);
            if focus && number == 0 {
                button.request_focus();
            }
            if button.clicked() {
                request = Some(CardRequest::Open(other.clone()));
            }
        }
    });
    let clause = match topic {
        Topic::Clause(id) => Some(id.clone()),
        Topic::Term(name) => {
            let term = terms::find_term(name, page.book)?;
            term_clauses(term, page.book).first().map(|id| (*id).to_owned())
        }
        Topic::List(_) => None,
    };
    if let Some(id) = clause.filter(|_| ui.small_button("Open in the rulebook").clicked()) {
        request = Some(CardRequest::Rulebook(id));
    }
    request
}
