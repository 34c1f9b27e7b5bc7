//! House rules table: each rule option with its description, value, file name and clause.

use crate::accessibility::Accessible;
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

use super::{MenuContext, rulebooks, widgets};
use content::SkirmishBundle;
use rules::rule_option_names;
use rules::rule_options::SwitchInfo;
use rules::{Book, RuleSet};

/// Draws all rule options of the book and the engine; also without a valid skirmish, so that bad options can be fixed.
pub(super) fn show_rule_options(ui: &mut Ui, menu: &mut MenuContext, bundle: Option<&SkirmishBundle>) {
    let of_book = || RuleSet::new(rulebooks::chosen_book(menu));
    let in_use = bundle.map_or_else(of_book, |bundle| bundle.skirmish.rules.clone());
    let list = in_use.list();
    let changed = in_use.changed().len();
    let title = match changed {
        0 => format!("House rules ({})", list.len()),
        _ => format!("House rules ({}, {changed} other than usual)", list.len()),
    };
    if let Some(Err(problem)) = &menu.state.bundle {
        widgets::show_warning(ui, menu.palette, problem);
    }
    egui::CollapsingHeader::new(title).id_salt("switches").show(ui, |ui| {
        if !menu.state.overrides.switches.is_empty() && ui.button("Reset to the skirmish's rules").clicked() {
            menu.state.overrides.switches.clear();
            menu.state.rebuild_bundle();
        }
        let mut group = String::new();
        for info in &list {
            let heading = option_heading(info.name, in_use.book());
            if group != heading {
                widgets::section_heading(ui, menu.palette, &heading);
                group = heading;
            }
            let value = menu.state.overrides.switches.get(info.name).cloned();
            let value = value.unwrap_or_else(|| in_use.get(info.name).unwrap_or_default());
            if let Some(value) = show_rule_option(ui, menu, &in_use, info, value) {
                menu.state.overrides.switches.insert(info.name.to_owned(), value);
                menu.state.rebuild_bundle();
            }
        }
    });
}

/// Heading of a rule option, from the prefix of its name: a book's clause prefix, or the battlefield's.
fn option_heading(name: &str, played: Book) -> String {
    let letters = name.split('.').next().unwrap_or_default();
    let book = Book::ALL.into_iter().find(|book| book.prefix().eq_ignore_ascii_case(letters));
    match book {
        Some(book) if book == played => book.name().to_owned(),
        Some(book) => format!("{} (shared rules)", book.name()),
        None => "Battlefield".to_owned(),
    }
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
    fn options_are_listed_under_their_book() {
        assert_eq!(option_heading("ss.ap.dodge", Book::SwanSong), "Swan Song");
        assert_eq!(option_heading("ss.ap.dodge", Book::Aberrant), "Swan Song (shared rules)");
        assert_eq!(option_heading("cc.death", Book::CombatChecks), "Combat Checks");
        assert_eq!(option_heading("field.diagonal_step", Book::Aberrant), "Battlefield");
    }
}
