//! All actions in one list, with a field to search them.

use bevy_egui::egui::{self, Align2, Key, Modifiers, RichText, ScrollArea, Sense, Ui, pos2, vec2};

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup};
use super::usage::ActionUsage;
use crate::panel::widgets::{
    PanelContext, body_font, card_frame, layout_truncated, show_heading, small_font,
};
use crate::session::{OpenMenu, Session};

/// Most height of the list.
const HEIGHT: f32 = 380.0;

/// What was typed, and which of what was found is marked.
#[derive(Debug, Default)]
pub(crate) struct ActionSearch {
    text: String,
    marked: usize,
    /// Put the keyboard into the field.
    focus: bool,
}

/// Shows the list, or puts it away.
pub(crate) fn toggle_search(session: &mut Session, finder: &mut ActionSearch) {
    if session.open_menu == Some(OpenMenu::Search) {
        session.open_menu = None;
        return;
    }
    session.open_menu = Some(OpenMenu::Search);
    *finder = ActionSearch { focus: true, ..ActionSearch::default() };
}

/// Shows the list with what stands in a menu, for which the bar has no room.
pub(crate) fn search_menu(session: &mut Session, finder: &mut ActionSearch, menu: &str) {
    session.open_menu = Some(OpenMenu::Search);
    *finder = ActionSearch { text: menu.to_owned(), focus: true, ..ActionSearch::default() };
}

/// An action of the list, with the menu it stands in.
struct SearchHit<'a> {
    menu: Option<&'a str>,
    choice: &'a ActionChoice,
}

impl SearchHit<'_> {
    fn name(&self) -> String {
        match self.menu {
            Some(menu) => format!("{menu}: {}", self.choice.label),
            None => self.choice.label.clone(),
        }
    }

    /// Whether every word that was typed is somewhere in it.
    fn matches(&self, typed: &str) -> bool {
        let text = format!("{} {} {}", self.name(), self.choice.description, self.choice.group.title());
        matches_words(&text, typed)
    }
}

/// Whether every word that was typed is somewhere in a text.
fn matches_words(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// What Enter takes at first: what is called so goes before what is only explained so.
fn first_match(found: &[SearchHit], typed: &str) -> usize {
    found.iter().position(|one| matches_words(&one.name(), typed)).unwrap_or(0)
}

/// What fits what was typed: group by group, in a group the most used first. What stands in menus is listed once
/// something is looked for.
fn search_choices<'a>(bar: &'a [ActionChoice], typed: &str, usage: &ActionUsage) -> Vec<SearchHit<'a>> {
    let mut found: Vec<SearchHit> = Vec::new();
    for choice in bar {
        match &choice.action {
            ChoiceAction::OpenMenu(entries) if !typed.trim().is_empty() => {
                let entries =
                    entries.iter().map(|entry| SearchHit { menu: Some(&choice.label), choice: entry });
                found.extend(entries);
            }
            _ => found.push(SearchHit { menu: None, choice }),
        }
    }
    found.retain(|one| one.matches(typed));
    found.sort_by_key(|one| (one.choice.group, std::cmp::Reverse(usage.count(one.choice))));
    found
}

/// Draws the list above the bar, where it is unfolded; gives what was chosen.
pub(crate) fn show<'a>(
    ui: &Ui,
    see: &PanelContext,
    bar: &'a [ActionChoice],
    usage: &ActionUsage,
    session: &mut Session,
    finder: &mut ActionSearch,
) -> Option<&'a ActionChoice> {
    if session.open_menu != Some(OpenMenu::Search) {
        return None;
    }
    let anchor = pos2(ui.max_rect().left(), ui.max_rect().top() - 10.0);
    let area = egui::Area::new(egui::Id::new("finder"))
        .order(egui::Order::Foreground)
        .pivot(Align2::LEFT_BOTTOM)
        .constrain(true)
        .fixed_pos(anchor);
    let mut chosen = None;
    let response = area.show(ui.ctx(), |ui| {
        card_frame(see.palette, see.palette.line).show(ui, |ui| {
            ui.set_width(430.0);
            chosen = show_search_results(ui, see, bar, usage, finder);
        });
    });
    let left = ui.ctx().input(|input| input.key_pressed(Key::Escape));
    // The press that opened it lies before its first frame.
    let away = !finder.focus && response.response.clicked_elsewhere();
    finder.focus = false;
    if chosen.is_some() || left || away {
        session.open_menu = None;
    }
    chosen
}

/// The field, and below it what fits.
fn show_search_results<'a>(
    ui: &mut Ui,
    see: &PanelContext,
    bar: &'a [ActionChoice],
    usage: &ActionUsage,
    finder: &mut ActionSearch,
) -> Option<&'a ActionChoice> {
    let turned = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (down, up, enter) = (turned(Key::ArrowDown), turned(Key::ArrowUp), turned(Key::Enter));
    let field =
        egui::TextEdit::singleline(&mut finder.text).hint_text("Find an action").desired_width(f32::INFINITY);
    let response = ui.add(field);
    if finder.focus {
        response.request_focus();
    }
    let found = search_choices(bar, &finder.text, usage);
    if response.changed() {
        finder.marked = first_match(&found, &finder.text);
    }
    let last = found.len().saturating_sub(1);
    finder.marked = match (down, up) {
        (true, _) => finder.marked + 1,
        (_, true) => finder.marked.saturating_sub(1),
        _ => finder.marked,
    }
    .min(last);
    if found.is_empty() {
        ui.colored_label(see.palette.dim, "No action is called that.");
        return None;
    }
    let mut chosen = enter.then(|| found[finder.marked].choice);
    ui.add_space(4.0);
    // Without a least height a list that was short once stays short.
    ScrollArea::vertical().max_height(HEIGHT).min_scrolled_height(HEIGHT).show(ui, |ui| {
        let mut group: Option<ChoiceGroup> = None;
        for (at, one) in found.iter().enumerate() {
            if group != Some(one.choice.group) {
                group = Some(one.choice.group);
                show_heading(ui, see.palette, one.choice.group.title());
            }
            let row = show_search_row(ui, see, one, at == finder.marked);
            if row.clicked() {
                chosen = Some(one.choice);
            }
            if (down || up || response.changed()) && at == finder.marked {
                row.scroll_to_me(None);
            }
        }
    });
    chosen
}

/// Key, name and price; why not, where it cannot be done now.
fn show_search_row(ui: &mut Ui, see: &PanelContext, one: &SearchHit, marked: bool) -> egui::Response {
    let (look, choice) = (see.palette, one.choice);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
    if marked || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if marked { look.line } else { look.raised });
    }
    let (name, dim) = if choice.refusal.is_some() { (look.faint, look.faint) } else { (look.text, look.dim) };
    let painter = ui.painter();
    if let Some(command) = choice.command {
        painter.text(
            rect.left_center() + vec2(6.0, 0.0),
            Align2::LEFT_CENTER,
            see.key_label(command),
            small_font(ui),
            look.dim,
        );
    }
    let cost = layout_truncated(painter, &choice.cost, small_font(ui), dim, 110.0);
    let right = rect.right() - 6.0 - cost.size().x;
    let room = right - rect.left() - 46.0;
    let label = layout_truncated(painter, &one.name(), body_font(ui), name, room);
    painter.galley(pos2(right, rect.center().y - cost.size().y / 2.0), cost, dim);
    painter.galley(pos2(rect.left() + 40.0, rect.center().y - label.size().y / 2.0), label, name);
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(one.name());
        ui.colored_label(look.dim, &choice.description);
        if let Some((why, clause)) = &choice.refusal {
            ui.colored_label(look.harm, why);
            ui.colored_label(look.faint, RichText::new(*clause).monospace());
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{Order, UnitId};

    fn choice(group: ChoiceGroup, label: &str) -> ActionChoice {
        ActionChoice {
            group,
            label: label.to_owned(),
            cost: String::new(),
            action: ChoiceAction::GiveOrder(Order::Delay { unit: UnitId(1) }),
            refusal: None,
            description: String::new(),
            command: None,
            chosen: false,
        }
    }

    #[test]
    fn words_find_what_stands_in_menus_as_well() {
        let parts = vec![choice(ChoiceGroup::Attacks, "Left foot"), choice(ChoiceGroup::Attacks, "Head")];
        let menu = ActionChoice {
            action: ChoiceAction::OpenMenu(parts),
            ..choice(ChoiceGroup::Attacks, "Called shot")
        };
        let bar = [choice(ChoiceGroup::Gear, "Reload"), menu, choice(ChoiceGroup::Movement, "Move")];
        let names = |typed| -> Vec<String> {
            search_choices(&bar, typed, &ActionUsage::default()).iter().map(SearchHit::name).collect()
        };
        assert_eq!(names("foot SHOT"), ["Called shot: Left foot"]);
        assert_eq!(names("gear"), ["Reload"]);
        assert_eq!(names(""), ["Move", "Called shot", "Reload"]);
        assert_eq!(names("called shot"), ["Called shot: Left foot", "Called shot: Head"]);
        assert!(names("fly").is_empty());
    }
}
