use bevy_egui::egui::{RawInput, pos2};

use super::super::explanation_card::{MAX_CLAUSES, borrowed_for_term, borrowed_text, term_clauses};
use super::*;
use crate::drawn_texts::drawn_texts;
use content::terms;
use rules::Book;

fn rect(x: f32, y: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), vec2(40.0, 14.0))
}

/// A term's card at a word, and the card of a word in it.
fn two_cards(pinned: bool) -> Explanations {
    let mut cards = Explanations::default();
    let first = cards.open(Topic::Term("cover"), rect(100.0, 100.0), None, pinned);
    cards.cards[0].rect = Rect::from_min_size(pos2(100.0, 120.0), vec2(300.0, 100.0));
    cards.open(Topic::Term("line of fire"), rect(150.0, 150.0), Some(first), false);
    cards.cards[1].rect = Rect::from_min_size(pos2(150.0, 170.0), vec2(300.0, 100.0));
    cards
}

fn topics(cards: &Explanations) -> Vec<&str> {
    let name = |card: &OpenCard| match card.topic {
        Topic::Term(name) => name,
        _ => "other",
    };
    // Names of terms live as long as the program.
    cards.cards.iter().map(name).collect()
}

#[test]
fn cards_stay_while_the_pointer_is_on_their_word_or_on_them() {
    for (x, y) in [(110.0, 105.0), (120.0, 130.0)] {
        let mut cards = two_cards(false);
        cards.close_left(Some(pos2(x, y)));
        assert_eq!(topics(&cards), ["cover"], "{x} {y}");
    }
    // On the second card, whose word is in the first one.
    let mut cards = two_cards(false);
    cards.close_left(Some(pos2(400.0, 250.0)));
    assert_eq!(topics(&cards), ["cover", "line of fire"]);
    cards.close_left(Some(pos2(700.0, 500.0)));
    assert!(cards.cards.is_empty());
}

#[test]
fn a_card_closes_when_its_word_goes_or_something_beside_it_is_clicked() {
    let word = rect(100.0, 100.0);
    let open = || {
        let mut cards = two_cards(false);
        cards.cards.truncate(1);
        cards.cards[0].is_in_panel = true;
        cards
    };
    let (on_word, on_card) = (pos2(110.0, 105.0), pos2(300.0, 150.0));
    let after = |pointer: Pos2, drawn: Option<Rect>| {
        let mut cards = open();
        cards.close_orphans(Some(pointer), |topic, at| {
            let is_at = |drawn: Rect| at.is_none_or(|at| at.intersects(drawn));
            *topic == Topic::Term("cover") && drawn.is_some_and(is_at)
        });
        cards.cards.len()
    };
    let scrolled = rect(100.0, 300.0);
    assert_eq!([Some(word), Some(scrolled), None].map(|drawn| after(on_word, drawn)), [1, 0, 0]);
    assert_eq!([Some(word), Some(scrolled), None].map(|drawn| after(on_card, drawn)), [1, 1, 0]);
    let clicked = |pointer: Pos2, pinned: bool| {
        let mut cards = open();
        cards.cards[0].pinned = pinned;
        cards.close_beside_click(pointer);
        cards.cards.len()
    };
    assert_eq!([on_word, on_card, pos2(600.0, 105.0)].map(|at| clicked(at, false)), [1, 1, 0]);
    assert_eq!(clicked(pos2(600.0, 105.0), true), 1);
}

#[test]
fn pinned_cards_stay_until_they_are_closed() {
    let mut cards = two_cards(true);
    cards.close_left(None);
    assert_eq!(topics(&cards), ["cover"]);
    assert!(cards.has_pinned());
    cards.open(Topic::Term("prone"), rect(0.0, 0.0), None, true);
    cards.close_last();
    assert_eq!((topics(&cards), cards.focus), (vec!["cover"], Some(1)));
    cards.close_last();
    assert!(cards.cards.is_empty() && !cards.has_pinned());
    // Its card does not open again at once below the pointer.
    assert_eq!(cards.dismissed, Some(Topic::Term("cover")));
}

#[test]
fn a_word_that_scrolls_under_a_still_pointer_opens_nothing() {
    let mut cards = Explanations::default();
    let at = Some(pos2(300.0, 400.0));
    cards.pointer = at;
    let word = Topic::Term("cover");
    assert_eq!(cards.rest_on(&word, at, 1.0), None, "only the text has moved");
    assert_eq!(cards.rest_on(&word, at, 9.0), None, "still so, however long");
    assert_eq!(cards.rest_on(&word, Some(pos2(301.0, 400.0)), 10.0), Some(10.0), "the pointer moves");
    cards.pointer = Some(pos2(301.0, 400.0));
    assert_eq!(cards.rest_on(&word, cards.pointer, 11.0), Some(10.0));
    assert_eq!(cards.rest_on(&Topic::Term("prone"), cards.pointer, 12.0), None);
}

#[test]
fn a_new_card_closes_those_that_did_not_lead_to_it() {
    let mut cards = two_cards(false);
    let parent = cards.cards[1].number;
    cards.close_others(Some(parent));
    assert_eq!(topics(&cards), ["cover", "line of fire"], "the chain stays");
    cards.close_others(None);
    assert!(cards.cards.is_empty(), "a word elsewhere begins another chain");
}

#[test]
fn the_same_word_has_one_card() {
    let mut cards = two_cards(false);
    let number = cards.open(Topic::Term("cover"), rect(500.0, 500.0), None, true);
    assert_eq!((number, cards.cards.len(), cards.cards[0].pinned), (1, 2, true));
}

#[test]
fn the_number_of_cards_is_limited() {
    let mut cards = Explanations::default();
    for term in terms::terms() {
        cards.open(Topic::Term(&term.name), rect(0.0, 0.0), None, true);
    }
    assert_eq!(cards.cards.len(), MAX_CARDS);
}

#[test]
fn a_term_lists_the_clauses_of_the_book_in_play() {
    let cover = terms::find_term("cover", None).expect("a term");
    assert_eq!(term_clauses(cover, Some(Book::Aberrant)), ["AB-BASE-16"]);
    assert_eq!(term_clauses(cover, None).len(), MAX_CLAUSES);
    for term in terms::terms() {
        for book in Book::ALL {
            let own = |id: &&str| id.starts_with(book.prefix());
            assert!(term_clauses(term, Some(book)).iter().all(own), "{} in {}", term.name, book.name());
        }
    }
}

#[test]
fn a_term_that_the_book_borrows_says_from_where_and_how_it_is_read() {
    let context = Context::default();
    let palette = Palette::by_name(default());
    let lent = |name, book, rules| {
        let page = CardPage { context: &context, palette, book: Some(book), rules, key: String::new() };
        let term = terms::find_term(name, Some(book)).expect("a term");
        borrowed_for_term(&page, term).map(borrowed_text)
    };
    let initiative = lent("initiative", Book::CombatChecks, None).expect("borrowed");
    assert_eq!(initiative, "From Swan Song: This book has no turn order. Score: Agility + Perception + 1d6.");
    assert!(lent("knockback", Book::SwanSong, None).is_some_and(|text| text.starts_with("From Aberrant: ")));
    assert_eq!(lent("initiative", Book::Aberrant, None), None, "it has a clause of its own");
    let mut rules = RuleSet::new(Book::CombatChecks);
    rules.set("borrow.knockdown", "off").expect("optional");
    assert_eq!(lent("knockdown", Book::CombatChecks, Some(&rules)), None, "the battle does without it");
}

/// The texts of a card.
fn card_texts(topic: Topic, pinned: bool) -> Vec<String> {
    let context = Context::default();
    let palette = Palette::by_name(default());
    let mut cards = Explanations::default();
    cards.open(topic, rect(50.0, 50.0), None, pinned);
    let (book, key) = (Some(Book::SwanSong), "F10".to_owned());
    let page = CardPage { context: &context, palette, book, rules: None, key };
    let mut texts = Vec::new();
    for _ in 0..2 {
        let output = context.run_ui(RawInput::default(), |_| {
            assert!(show_cards(&page, &mut cards).is_none());
        });
        texts = drawn_texts(&output);
        output.drop_without_applying_deltas();
    }
    texts
}

#[test]
fn a_card_says_what_a_term_means_and_how_to_pin_it() {
    let texts = card_texts(Topic::Term("cover"), false);
    assert!(texts.iter().any(|text| text == "F10 pins"), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("Something between attacker")), "{texts:?}");
    assert!(texts.iter().any(|text| text == "SS-DEF-41"), "{texts:?}");
}

#[test]
fn a_pinned_card_has_a_button_for_each_word_that_it_names() {
    let texts = card_texts(Topic::Clause("SS-DEF-48".to_owned()), true);
    for wanted in ["Cover requires Take Cover", "Cover", "SS-DEF-02", "Open in the rulebook"] {
        assert!(texts.iter().any(|text| text == wanted), "{wanted}: {texts:?}");
    }
    assert!(!texts.iter().any(|text| text.ends_with(" pins")));
}
