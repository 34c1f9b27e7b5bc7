//! House rules: each rule option with its description, value, file name and clause; the changed ones first, then all by
//! chapter.

use crate::accessibility::Accessible;
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

use super::{MenuContext, rulebooks, widgets};
use battle_log::log_text::capitalise;
use content::{SkirmishBundle, catalogue};
use rules::rule_option_names;
use rules::rule_options::SwitchInfo;
use rules::{Book, RuleSet};

/// Prefix of the names of options of the battlefield.
const FIELD: &str = "field.";
/// Part of the names of prices of actions, of which there are many.
const PRICE: &str = ".ap.";

/// Draws all rule options of the book and the engine; also without a valid skirmish, so that bad options can be fixed.
pub(super) fn show_rule_options(ui: &mut Ui, menu: &mut MenuContext, bundle: Option<&SkirmishBundle>) {
    let of_book = || RuleSet::new(rulebooks::chosen_book(menu));
    let in_use = bundle.map_or_else(of_book, |bundle| bundle.skirmish.rules.clone());
    let list = in_use.list();
    let changed = in_use.changed().len();
    let title = match changed {
        0 => format!("House rules ({})", list.len()),
        _ => format!("House rules ({}, {changed} changed)", list.len()),
    };
    if let Some(Err(problem)) = &menu.state.bundle {
        widgets::show_warning(ui, menu.palette, problem);
    }
    egui::CollapsingHeader::new(title).id_salt("switches").show(ui, |ui| {
        ui.horizontal(|ui| {
            let search = widgets::text_field(&mut menu.state.rule_search, "search", 180.0);
            ui.add(search).named("Search the house rules");
            let is_changed = !menu.state.overrides.switches.is_empty();
            if is_changed && ui.button("Reset to the skirmish's rules").clicked() {
                menu.state.overrides.switches.clear();
                menu.state.rebuild_bundle();
            }
        });
        let search = menu.state.rule_search.trim().to_lowercase();
        match search.is_empty() {
            true => show_by_chapter(ui, menu, &in_use, &list),
            false => show_matches(ui, menu, &in_use, (&list, &search)),
        }
    });
}

/// Draws the options that were changed, then all of them, folded away by chapter.
fn show_by_chapter(ui: &mut Ui, menu: &mut MenuContext, rules: &RuleSet, list: &[SwitchInfo]) {
    let other = rules.changed();
    // What was changed here stays listed while it is edited, even with its usual value.
    let is_changed = |menu: &MenuContext, info: &SwitchInfo| {
        other.contains_key(info.name) || menu.state.overrides.switches.contains_key(info.name)
    };
    let changed: Vec<&SwitchInfo> = list.iter().filter(|info| is_changed(menu, info)).collect();
    if !changed.is_empty() {
        widgets::section_heading(ui, menu.palette, "Changed");
        ui.push_id("changed", |ui| edit_options(ui, menu, rules, &changed));
        ui.add_space(8.0);
    }
    for (heading, options) in options_by_chapter(list, rules.book()) {
        let changed = options.iter().filter(|info| is_changed(menu, info)).count();
        let title = chapter_title(&heading, options.len(), changed);
        egui::CollapsingHeader::new(title).id_salt(&heading).show(ui, |ui| {
            edit_options(ui, menu, rules, &options);
        });
    }
}

/// Draws the options in whose words the search text occurs, by chapter.
fn show_matches(ui: &mut Ui, menu: &mut MenuContext, rules: &RuleSet, (list, search): (&[SwitchInfo], &str)) {
    let found: Vec<SwitchInfo> = list.iter().filter(|info| matches_search(info, search)).cloned().collect();
    if found.is_empty() {
        ui.label(RichText::new("No house rule has these words.").color(menu.palette.dim));
    }
    for (heading, options) in options_by_chapter(&found, rules.book()) {
        widgets::section_heading(ui, menu.palette, &heading);
        ui.push_id(&heading, |ui| edit_options(ui, menu, rules, &options));
    }
}

/// Draws options, and keeps what is changed.
fn edit_options(ui: &mut Ui, menu: &mut MenuContext, rules: &RuleSet, options: &[&SwitchInfo]) {
    for info in options {
        let value = menu.state.overrides.switches.get(info.name).cloned();
        let value = value.unwrap_or_else(|| rules.get(info.name).unwrap_or_default());
        if let Some(value) = show_rule_option(ui, menu, rules, info, value) {
            menu.state.overrides.switches.insert(info.name.to_owned(), value);
            menu.state.rebuild_bundle();
        }
    }
}

/// Title of a chapter with the number of its options: "Actions (12, 1 changed)".
fn chapter_title(heading: &str, options: usize, changed: usize) -> String {
    match changed {
        0 => format!("{heading} ({options})"),
        _ => format!("{heading} ({options}, {changed} changed)"),
    }
}

/// Whether every word of a search text in small letters occurs in the title, the description, the name or the clause of an
/// option.
fn matches_search(info: &SwitchInfo, search: &str) -> bool {
    let label = rule_option_names::switch_label(info);
    let words = [&label.title, label.about, info.name, info.clause].join(" ").to_lowercase();
    search.split_whitespace().all(|word| words.contains(word))
}

/// Groups options by the chapter of their clauses, in the order in which the chapters come first: those of the played book,
/// then those that it shares with others.
fn options_by_chapter(list: &[SwitchInfo], played: Book) -> Vec<(String, Vec<&SwitchInfo>)> {
    let mut groups: Vec<(String, Vec<&SwitchInfo>)> = Vec::new();
    let (own, shared): (Vec<&SwitchInfo>, Vec<&SwitchInfo>) =
        list.iter().partition(|info| chapter_of(info).is_some_and(|(book, _)| book == played));
    for info in own.into_iter().chain(shared) {
        let heading = option_heading(info, played);
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, options)) => options.push(info),
            None => groups.push((heading, vec![info])),
        }
    }
    groups
}

/// Heading of a rule option: the chapter of its clause, with the book if that is another one, or the battlefield.
fn option_heading(info: &SwitchInfo, played: Book) -> String {
    let Some((book, title)) = chapter_of(info) else { return "Battlefield".to_owned() };
    let prices = if info.name.contains(PRICE) { ": prices" } else { "" };
    let shared = if book == played { String::new() } else { format!(" (shared rules of {})", book.name()) };
    format!("{}{prices}{shared}", capitalise(title))
}

/// The book and the title of the chapter to which the clause of an option belongs; `None` for the battlefield.
fn chapter_of(info: &SwitchInfo) -> Option<(Book, &'static str)> {
    if info.name.starts_with(FIELD) {
        return None;
    }
    let (prefix, rest) = info.clause.split_once('-')?;
    let id = rest.split('-').next()?;
    let catalogue = catalogue::catalogues().iter().find(|known| known.book.prefix() == prefix)?;
    let chapter = catalogue.chapters.iter().find(|chapter| chapter.id == id)?;
    Some((catalogue.book, chapter.title.as_str()))
}

fn show_rule_option(
    ui: &mut Ui,
    menu: &MenuContext,
    rules: &RuleSet,
    info: &SwitchInfo,
    mut value: String,
) -> Option<String> {
    let palette = menu.palette;
    let before = value.clone();
    let wrong = rules.clone().set(info.name, &value).err();
    let usual = value == info.default;
    let names = rule_option_names::switch_label(info);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let id = RichText::new(info.name).monospace().color(palette.faint);
            ui.label(id).on_hover_text(format!("{}: accepts {}. {}", info.name, info.expected, info.clause));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title =
                    RichText::new(&names.title).color(if usual { palette.text } else { palette.caution });
                ui.add(egui::Label::new(title.strong()).truncate());
            });
        });
    });
    ui.spacing_mut().item_spacing.y = 3.0;
    if !names.about.is_empty() {
        ui.add(egui::Label::new(RichText::new(names.about).color(palette.dim)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        match option_values(info.expected) {
            Some(words) => {
                for word in words {
                    ui.selectable_value(&mut value, word.to_owned(), rule_option_names::value_label(word));
                }
            }
            None => {
                let edit = widgets::text_field(&mut value, "", 96.0);
                ui.add(edit).named(&names.title).on_hover_text(info.expected);
            }
        }
        if !usual {
            let back = ui.button("\u{21BA}");
            let text = format!("Reset to {}", rule_option_names::value_label(&info.default));
            if back.named(&format!("{text}: {}", names.title)).on_hover_text(text).clicked() {
                value = info.default.clone();
            }
        }
    });
    if let Some(wrong) = wrong {
        widgets::show_warning(ui, palette, &wrong.to_string());
    }
    (value != before).then_some(value)
}

/// Accepted words of a rule option; `None` if it also accepts other values.
fn option_values(expected: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = expected.split(", ").flat_map(|part| part.split(" or ")).collect();
    (words.len() > 1 && words.iter().all(|word| !word.contains(' '))).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_offered_and_numbers_typed() {
        assert_eq!(option_values("on or off"), Some(vec!["on", "off"]));
        assert_eq!(option_values("half, full or none"), Some(vec!["half", "full", "none"]));
        assert_eq!(option_values("free, or a number of action points from 1 to 9"), None);
        assert_eq!(option_values("a number from 0 to 99"), None);
    }

    #[test]
    fn every_offered_word_is_accepted() {
        for rules in Book::ALL.map(RuleSet::new) {
            for info in rules.list() {
                for word in option_values(info.expected).into_iter().flatten() {
                    assert_eq!(rules.clone().set(info.name, word), Ok(()), "{}", info.name);
                }
            }
        }
    }

    #[test]
    fn every_option_of_a_book_is_in_one_chapter() {
        for book in Book::ALL {
            let list = RuleSet::new(book).list();
            let groups = options_by_chapter(&list, book);
            assert_eq!(groups.iter().map(|(_, options)| options.len()).sum::<usize>(), list.len());
            let mut headings: Vec<_> = groups.iter().map(|(heading, _)| heading).collect();
            headings.sort();
            headings.dedup();
            assert_eq!(headings.len(), groups.len(), "no heading twice");
            let largest = groups.iter().map(|(_, options)| options.len()).max();
            assert!(groups.len() > 5 && largest < Some(list.len() / 2), "{}: {headings:?}", book.name());
        }
    }

    #[test]
    fn options_are_listed_under_their_chapter() {
        let list = RuleSet::new(Book::SwanSong).list();
        let find = |name: &str| list.iter().find(|info| info.name == name).expect("it is known");
        let heading = option_heading(find("ss.ap.dodge"), Book::SwanSong);
        assert_eq!(heading, "Actions and Action Points: prices");
        let shared = option_heading(find("ss.ap.dodge"), Book::Aberrant);
        assert_eq!(shared, format!("{heading} (shared rules of Swan Song)"));
        assert_eq!(option_heading(find("field.diagonal_step"), Book::SwanSong), "Battlefield");
        assert_eq!(chapter_title("Actions", 12, 0), "Actions (12)");
        assert_eq!(chapter_title("Actions", 12, 1), "Actions (12, 1 changed)");
    }

    #[test]
    fn options_are_found_by_their_words_name_and_clause() {
        let list = RuleSet::new(Book::SwanSong).list();
        let dodge = list.iter().find(|info| info.name == "ss.ap.dodge").expect("it is known");
        assert!(["dodging", "price dodg", "ss.ap", "ss-act"].iter().all(|text| matches_search(dodge, text)));
        assert!(!matches_search(dodge, "dodging karma"));
    }
}
