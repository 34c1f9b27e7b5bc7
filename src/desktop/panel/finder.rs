//! All actions in one list, with a field to search them.

use bevy_egui::egui::{self, Align2, Key, Modifiers, RichText, ScrollArea, Sense, Ui, pos2, vec2};

use super::choices::{Choice, Deed, Group};
use super::kit::{See, body, card_frame, fitted, heading, small};
use super::usage::Usage;
use crate::session::{Session, Unfolded};

/// Most height of the list.
const HEIGHT: f32 = 380.0;

/// What was typed, and which of what was found is marked.
#[derive(Debug, Default)]
pub(super) struct Finder {
    text: String,
    marked: usize,
    /// Put the keyboard into the field.
    focus: bool,
}

/// Shows the list, or puts it away.
pub(super) fn toggle(session: &mut Session, finder: &mut Finder) {
    if session.unfolded == Some(Unfolded::Search) {
        session.unfolded = None;
        return;
    }
    session.unfolded = Some(Unfolded::Search);
    *finder = Finder { focus: true, ..Finder::default() };
}

/// Shows the list with what stands in a menu, for which the bar has no room.
pub(super) fn look_for(session: &mut Session, finder: &mut Finder, menu: &str) {
    session.unfolded = Some(Unfolded::Search);
    *finder = Finder { text: menu.to_owned(), focus: true, ..Finder::default() };
}

/// An action of the list, with the menu it stands in.
struct Found<'a> {
    menu: Option<&'a str>,
    choice: &'a Choice,
}

impl Found<'_> {
    fn name(&self) -> String {
        match self.menu {
            Some(menu) => format!("{menu}: {}", self.choice.label),
            None => self.choice.label.clone(),
        }
    }

    /// Whether every word that was typed is somewhere in it.
    fn fits(&self, typed: &str) -> bool {
        let text = format!("{} {} {}", self.name(), self.choice.about, self.choice.group.title());
        has_all(&text, typed)
    }
}

/// Whether every word that was typed is somewhere in a text.
fn has_all(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// What Enter takes at first: what is called so goes before what is only explained so.
fn first(found: &[Found], typed: &str) -> usize {
    found.iter().position(|one| has_all(&one.name(), typed)).unwrap_or(0)
}

/// What fits what was typed: group by group, in a group the most used first. What stands in menus is listed once
/// something is looked for.
fn found<'a>(bar: &'a [Choice], typed: &str, usage: &Usage) -> Vec<Found<'a>> {
    let mut found: Vec<Found> = Vec::new();
    for choice in bar {
        match &choice.deed {
            Deed::Menu(entries) if !typed.trim().is_empty() => {
                let entries = entries.iter().map(|entry| Found { menu: Some(&choice.label), choice: entry });
                found.extend(entries);
            }
            _ => found.push(Found { menu: None, choice }),
        }
    }
    found.retain(|one| one.fits(typed));
    found.sort_by_key(|one| (one.choice.group, std::cmp::Reverse(usage.count(one.choice))));
    found
}

/// Draws the list above the bar, where it is unfolded; gives what was chosen.
pub(super) fn show<'a>(
    ui: &Ui,
    see: &See,
    bar: &'a [Choice],
    usage: &Usage,
    session: &mut Session,
    finder: &mut Finder,
) -> Option<&'a Choice> {
    if session.unfolded != Some(Unfolded::Search) {
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
        card_frame(see.look, see.look.line).show(ui, |ui| {
            ui.set_width(430.0);
            chosen = list(ui, see, bar, usage, finder);
        });
    });
    let left = ui.ctx().input(|input| input.key_pressed(Key::Escape));
    // The press that opened it lies before its first frame.
    let away = !finder.focus && response.response.clicked_elsewhere();
    finder.focus = false;
    if chosen.is_some() || left || away {
        session.unfolded = None;
    }
    chosen
}

/// The field, and below it what fits.
fn list<'a>(
    ui: &mut Ui,
    see: &See,
    bar: &'a [Choice],
    usage: &Usage,
    finder: &mut Finder,
) -> Option<&'a Choice> {
    let turned = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (down, up, enter) = (turned(Key::ArrowDown), turned(Key::ArrowUp), turned(Key::Enter));
    let field =
        egui::TextEdit::singleline(&mut finder.text).hint_text("Find an action").desired_width(f32::INFINITY);
    let response = ui.add(field);
    if finder.focus {
        response.request_focus();
    }
    let found = found(bar, &finder.text, usage);
    if response.changed() {
        finder.marked = first(&found, &finder.text);
    }
    let last = found.len().saturating_sub(1);
    finder.marked = match (down, up) {
        (true, _) => finder.marked + 1,
        (_, true) => finder.marked.saturating_sub(1),
        _ => finder.marked,
    }
    .min(last);
    if found.is_empty() {
        ui.colored_label(see.look.dim, "No action is called that.");
        return None;
    }
    let mut chosen = enter.then(|| found[finder.marked].choice);
    ui.add_space(4.0);
    // Without a least height a list that was short once stays short.
    ScrollArea::vertical().max_height(HEIGHT).min_scrolled_height(HEIGHT).show(ui, |ui| {
        let mut group: Option<Group> = None;
        for (at, one) in found.iter().enumerate() {
            if group != Some(one.choice.group) {
                group = Some(one.choice.group);
                heading(ui, see.look, one.choice.group.title());
            }
            let row = row(ui, see, one, at == finder.marked);
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
fn row(ui: &mut Ui, see: &See, one: &Found, marked: bool) -> egui::Response {
    let (look, choice) = (see.look, one.choice);
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
            see.key(command),
            small(ui),
            look.dim,
        );
    }
    let cost = fitted(painter, &choice.cost, small(ui), dim, 110.0);
    let right = rect.right() - 6.0 - cost.size().x;
    let room = right - rect.left() - 46.0;
    let label = fitted(painter, &one.name(), body(ui), name, room);
    painter.galley(pos2(right, rect.center().y - cost.size().y / 2.0), cost, dim);
    painter.galley(pos2(rect.left() + 40.0, rect.center().y - label.size().y / 2.0), label, name);
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(one.name());
        ui.colored_label(look.dim, &choice.about);
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

    fn choice(group: Group, label: &str) -> Choice {
        Choice {
            group,
            label: label.to_owned(),
            cost: String::new(),
            deed: Deed::Give(Order::Delay { unit: UnitId(1) }),
            refusal: None,
            about: String::new(),
            command: None,
            chosen: false,
        }
    }

    #[test]
    fn words_find_what_stands_in_menus_as_well() {
        let parts = vec![choice(Group::Attacks, "Left foot"), choice(Group::Attacks, "Head")];
        let menu = Choice { deed: Deed::Menu(parts), ..choice(Group::Attacks, "Called shot") };
        let bar = [choice(Group::Gear, "Reload"), menu, choice(Group::Movement, "Move")];
        let names = |typed| -> Vec<String> {
            found(&bar, typed, &Usage::default()).iter().map(Found::name).collect()
        };
        assert_eq!(names("foot SHOT"), ["Called shot: Left foot"]);
        assert_eq!(names("gear"), ["Reload"]);
        assert_eq!(names(""), ["Move", "Called shot", "Reload"]);
        assert_eq!(names("called shot"), ["Called shot: Left foot", "Called shot: Head"]);
        assert!(names("fly").is_empty());
    }
}
