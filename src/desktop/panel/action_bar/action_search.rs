//! Action search: all actions of the unit in one list with a search field.

use bevy_egui::egui::{self, Align2, Key, Modifiers, Pos2, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup};
use super::search_words::search_words;
use super::slots::ActionSlot;
use super::usage::ActionUsage;
use crate::accessibility::Accessible;
use crate::panel::cards::show_brief_description;
use crate::panel::floating_areas::shown_area;
use crate::panel::widgets::{
    PanelContext, body_font, card_frame, layout_truncated, show_beside_bar, show_heading, show_refusal,
    small_font,
};
use crate::session::{OpenMenu, Session};
use crate::theme::scaled;

/// Id of the list.
const FINDER: &str = "finder";
/// Greatest height of the list, in points.
const HEIGHT: f32 = 380.0;
/// Height of what stands above the list, with the frame and the space to the edge of the window, in points.
const ABOVE: f32 = 84.0;
/// Least height of the list, in points.
const LEAST_HEIGHT: f32 = 90.0;

/// Width of the numbers and keys before the names, in points.
const KEY_WIDTH: f32 = 86.0;
/// Greatest width of a price, with the chance beside it, in points.
const COST_WIDTH: f32 = 170.0;
/// Space between a name and the reason beside it, and the least width of a reason, in points.
const REASON_GAP: f32 = 12.0;
const LEAST_REASON: f32 = 60.0;
/// Width of the number in it, in points.
const NUMBER_WIDTH: f32 = 18.0;

/// State of the search: text and marked result.
#[derive(Debug, Default)]
pub(crate) struct ActionSearch {
    text: String,
    marked: usize,
    /// Focus the text field in the next frame.
    focus: bool,
}

/// Returns where the list is, if it was shown in this frame or the last one.
pub(in crate::panel) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, egui::Order::Foreground, egui::Id::new(FINDER))
}

/// Opens or closes the search. In place of the list of attacks, it ends the aim that began with that list.
pub(crate) fn toggle_search(session: &mut Session, search: &mut ActionSearch) {
    if session.open_menu == Some(OpenMenu::Search) {
        session.open_menu = None;
        return;
    }
    session.leave_listed_aim();
    session.open_menu = Some(OpenMenu::Search);
    *search = ActionSearch { focus: true, ..ActionSearch::default() };
}

/// A search result with the menu that contains it, if any.
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

    /// Its name, with the plain words for what it does.
    fn name_in_words(&self) -> String {
        format!("{} {}", self.name(), search_words(self.choice))
    }

    /// Whether name, words, description or group contain every typed word.
    fn matches(&self, typed: &str) -> bool {
        let (name, group) = (self.name_in_words(), self.choice.group.title());
        matches_words(&format!("{name} {} {group}", self.choice.description), typed)
    }
}

/// Whether a text contains every typed word, ignoring case.
fn matches_words(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Index of the result that Enter takes at first: a match in the name goes before one in the words for what it does, and that before
/// one in the description.
fn first_match(found: &[SearchHit], typed: &str) -> usize {
    let named = found.iter().position(|one| matches_words(&one.name(), typed));
    let meant = || found.iter().position(|one| matches_words(&one.name_in_words(), typed));
    named.or_else(meant).unwrap_or(0)
}

/// Results for the typed text by group, the most used first. Menu entries are listed only if the text is not empty.
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

/// Returns the number of a row, counted from 0, of the whole list; `None` beyond the numbers.
fn row_number(row: usize) -> Option<char> {
    ('1'..='9').nth(row)
}

/// Returns the action of the row whose number is typed into the empty field.
fn numbered_choice<'a>(
    (bar, usage): (&'a [ActionChoice], &ActionUsage),
    typed: &str,
) -> Option<&'a ActionChoice> {
    let is_typed = |row: &usize| row_number(*row).is_some_and(|number| typed.chars().eq([number]));
    let row = (0..9).find(is_typed)?;
    search_choices(bar, "", usage).get(row).map(|hit| hit.choice)
}

/// Whether a key is a number that none of so many rows has.
fn is_free_number(key: &str, rows: usize) -> bool {
    let has_key = |row| row_number(row).is_some_and(|number| key.chars().eq([number]));
    matches!(key.as_bytes(), [b'1'..=b'9']) && !(0..rows).any(has_key)
}

/// Whether the number of the list itself is typed into the field that was empty: it closes the list, unless a row has it.
fn types_own_number(was_empty: bool, typed: &str, own: &str, rows: usize) -> bool {
    was_empty && typed == own && is_free_number(own, rows)
}

/// What stands in the empty field: what it is for, and which number closes the list of so many rows.
fn field_hint(own: &str, rows: usize) -> String {
    let closes = if is_free_number(own, rows) { format!(" ({own} closes the list)") } else { String::new() };
    format!("\u{a0}Find an action{closes}")
}

/// Identifier of where the button of the search is.
fn button_id() -> egui::Id {
    egui::Id::new("button of the action search")
}

/// Notes where the button of the search is, above which the list opens.
pub(super) fn note_button(ctx: &egui::Context, button: Rect) {
    ctx.data_mut(|data| data.insert_temp(button_id(), button));
}

/// Returns the lower left corner of the list: above its button, or at the left end of the bar before the button was drawn.
fn list_anchor(bar: Rect, button: Option<Rect>) -> Pos2 {
    let left = button.map_or(bar.left(), |button| button.left());
    pos2(left, bar.top() - 10.0)
}

/// Returns the height of the list below the upper edge of the window, with its lower left corner there; `scale` is that of texts.
fn list_height(anchor: Pos2, window: Rect, scale: f32) -> f32 {
    let room = anchor.y - window.top() - ABOVE * scale.max(1.0);
    (HEIGHT * scale).min(room).max(LEAST_HEIGHT)
}

/// Draws the search above its button if it is open; returns the chosen action.
pub(crate) fn show<'a>(
    ui: &Ui,
    context: &PanelContext,
    bar: &'a [ActionChoice],
    usage: &ActionUsage,
    session: &mut Session,
    search: &mut ActionSearch,
) -> Option<&'a ActionChoice> {
    if session.open_menu != Some(OpenMenu::Search) {
        return None;
    }
    let button = ui.ctx().data(|data| data.get_temp::<Rect>(button_id()));
    let anchor = list_anchor(ui.max_rect(), button);
    let area = egui::Area::new(egui::Id::new(FINDER))
        .order(egui::Order::Foreground)
        .pivot(Align2::LEFT_BOTTOM)
        .constrain(true)
        .fixed_pos(anchor);
    let mut chosen = None;
    let was_empty = search.text.is_empty();
    let window = ui.ctx().viewport_rect();
    let height = list_height(anchor, window, scaled(ui, 1.0));
    let response = area.show(ui.ctx(), |ui| {
        card_frame(context.palette, context.palette.line).show(ui, |ui| {
            ui.set_width(scaled(ui, 430.0).min(window.width() - 60.0));
            chosen = show_search_results(ui, context, (bar, usage), search, height);
        });
    });
    let left = ui.ctx().input(|input| input.key_pressed(Key::Escape));
    // In the first frame the click that opened the search still counts as a click elsewhere.
    let away = !search.focus && response.response.clicked_elsewhere();
    search.focus = false;
    let own = context.key_label(ActionSlot::More.command());
    let rows = search_choices(bar, "", usage).len();
    let is_closed = types_own_number(was_empty, &search.text, &own, rows);
    if chosen.is_some() || left || away || is_closed {
        session.open_menu = None;
    }
    chosen
}

/// Draws the text field and the results.
fn show_search_results<'a>(
    ui: &mut Ui,
    context: &PanelContext,
    (bar, usage): (&'a [ActionChoice], &ActionUsage),
    search: &mut ActionSearch,
    height: f32,
) -> Option<&'a ActionChoice> {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (down, up, enter) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp), pressed(Key::Enter));
    let was_empty = search.text.is_empty();
    let own = context.key_label(ActionSlot::More.command());
    let hint = field_hint(&own, search_choices(bar, "", usage).len());
    let field = egui::TextEdit::singleline(&mut search.text).hint_text(hint).desired_width(f32::INFINITY);
    let response = ui.add(field).named("Find an action");
    if search.focus {
        response.request_focus();
    }
    let numbered = numbered_choice((bar, usage), &search.text).filter(|_| was_empty && response.changed());
    if numbered.is_some() {
        return numbered;
    }
    let found = search_choices(bar, &search.text, usage);
    if response.changed() {
        search.marked = first_match(&found, &search.text);
    }
    let last = found.len().saturating_sub(1);
    search.marked = match (down, up) {
        (true, _) => search.marked + 1,
        (_, true) => search.marked.saturating_sub(1),
        _ => search.marked,
    }
    .min(last);
    let mut chosen = found.get(search.marked).filter(|_| enter).map(|hit| hit.choice);
    ui.add_space(4.0);
    // The list has the same height for every text, so that neither the field nor a row moves.
    let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    show_beside_bar(ui, area.auto_shrink([true, false]), |ui| {
        if found.is_empty() {
            ui.colored_label(context.palette.dim, "No matching action.");
        }
        let mut group: Option<ChoiceGroup> = None;
        for (at, one) in found.iter().enumerate() {
            if group != Some(one.choice.group) {
                group = Some(one.choice.group);
                show_heading(ui, context.palette, one.choice.group.title());
            }
            let number = row_number(at).filter(|_| search.text.is_empty());
            let row = show_search_row(ui, context, one, (number, at == search.marked));
            if row.clicked() {
                chosen = Some(one.choice);
            }
            if (down || up || response.changed()) && at == search.marked {
                row.scroll_to_me(None);
            }
        }
    });
    chosen
}

/// Draws a result with its number, key, name and cost; the tooltip says why it is unavailable.
fn show_search_row(
    ui: &mut Ui,
    context: &PanelContext,
    one: &SearchHit,
    (number, marked): (Option<char>, bool),
) -> egui::Response {
    let (palette, choice) = (context.palette, one.choice);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), scaled(ui, 24.0)), Sense::click());
    if marked || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if marked { palette.lit } else { palette.raised });
    }
    let refused = choice.refusal.is_some();
    let (name, dim) = if refused { (palette.faint, palette.faint) } else { (palette.text, palette.dim) };
    let painter = ui.painter();
    let write = |left: f32, text: String| {
        painter.text(
            rect.left_center() + vec2(left, 0.0),
            Align2::LEFT_CENTER,
            text,
            small_font(ui),
            palette.dim,
        );
    };
    if let Some(number) = number {
        write(6.0, number.to_string());
    }
    if let Some(command) = choice.command {
        write(6.0 + scaled(ui, NUMBER_WIDTH), context.key_label(command));
    }
    let cost = layout_truncated(painter, &choice.cost, small_font(ui), dim, scaled(ui, COST_WIDTH));
    let right = rect.right() - 6.0 - cost.size().x;
    let keys = scaled(ui, KEY_WIDTH);
    let room = right - rect.left() - keys - 6.0;
    let label = layout_truncated(painter, &one.name(), body_font(ui), name, room);
    painter.galley(pos2(right, rect.center().y - cost.size().y / 2.0), cost, dim);
    let left = rect.left() + keys + label.size().x + REASON_GAP;
    let reason_room = right - 6.0 - left;
    if let Some(reason) = row_reason(choice).filter(|_| reason_room >= scaled(ui, LEAST_REASON)) {
        let reason = layout_truncated(painter, reason, small_font(ui), palette.dim, reason_room);
        painter.galley(pos2(left, rect.center().y - reason.size().y / 2.0), reason, palette.dim);
    }
    painter.galley(pos2(rect.left() + keys, rect.center().y - label.size().y / 2.0), label, name);
    let response =
        response.named_toggle((!refused, marked), || one.name()).described(|| choice.spoken_description());
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(one.name());
        show_brief_description(ui, context, &choice.description_beside_label());
        if let Some(refusal) = &choice.refusal {
            show_refusal(ui, palette, refusal);
        }
    })
}

/// Returns why a result cannot be chosen, to stand beside its name: the first line of the reasons; `None` for what can be chosen, and
/// where the reason stands in the place of the price.
fn row_reason(choice: &ActionChoice) -> Option<&str> {
    let (why, _) = choice.refusal.as_ref().filter(|_| !choice.shows_reason())?;
    why.lines().next().filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::Order;
    use model::UnitId;

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
            mark: None,
        }
    }

    #[test]
    fn a_refused_result_says_why_in_its_row() {
        let open = choice(ChoiceGroup::Gear, "Resuscitate");
        assert_eq!(row_reason(&open), None);
        let why = "Ann: only the dying.\nBob: only the dying.".to_owned();
        let refused = ActionChoice { cost: "1 AP".to_owned(), refusal: Some((why, "")), ..open };
        assert_eq!(row_reason(&refused), Some("Ann: only the dying."));
        let free = ActionChoice {
            cost: "too far".to_owned(),
            refusal: Some(("too far.".to_owned(), "")),
            ..refused
        };
        assert_eq!(row_reason(&free), None, "it stands in the place of the price");
    }

    #[test]
    fn the_list_opens_above_its_button() {
        let bar = Rect::from_min_max(pos2(0.0, 820.0), pos2(1440.0, 900.0));
        let button = Rect::from_min_size(pos2(900.0, 824.0), vec2(90.0, 72.0));
        assert_eq!(list_anchor(bar, Some(button)), pos2(900.0, 810.0));
        assert_eq!(list_anchor(bar, None), pos2(0.0, 810.0));
    }

    #[test]
    fn the_list_stays_in_the_window_with_any_size_of_texts() {
        for (window, scale) in [(900.0, 1.0), (900.0, 1.5), (600.0, 1.5), (450.0, 1.0)] {
            let bar = 84.0 * scale;
            let anchor = pos2(900.0, window - bar - 10.0);
            let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1440.0, window));
            let height = list_height(anchor, window, scale);
            assert!(anchor.y - height >= 80.0, "{window} {scale}: {height}");
            assert!(height >= 200.0, "{window} {scale}: {height}");
        }
        let low = Rect::from_min_max(pos2(0.0, 0.0), pos2(640.0, 200.0));
        assert_eq!(list_height(pos2(0.0, 120.0), low, 1.0), LEAST_HEIGHT);
    }

    #[test]
    fn the_name_is_not_repeated_below_the_label() {
        let mut cover = choice(ChoiceGroup::Movement, "Take cover");
        cover.description = "Half cover to the north.\nTake cover. SS-ACT-49".to_owned();
        assert_eq!(cover.description_beside_label(), "Half cover to the north.\nSS-ACT-49");
        cover.description = "Take coverage.".to_owned();
        assert_eq!(cover.description_beside_label(), "Take coverage.");
    }

    #[test]
    fn a_number_in_the_empty_field_chooses_a_row_of_the_whole_list() {
        let bar: Vec<ActionChoice> =
            (1..=9).map(|number| choice(ChoiceGroup::Gear, &format!("Action of row {number}"))).collect();
        let chosen = |typed| {
            numbered_choice((bar.as_slice(), &ActionUsage::default()), typed)
                .map(|choice| choice.label.as_str())
        };
        assert_eq!(chosen("1"), Some("Action of row 1"));
        assert_eq!(chosen("8"), Some("Action of row 8"), "also where this number opens the list");
        assert_eq!(chosen("9"), Some("Action of row 9"));
        assert_eq!([chosen("0"), chosen(""), chosen("12"), chosen("row 1")], [None; 4]);
        assert_eq!(row_number(9), None);
    }

    #[test]
    fn the_number_of_the_list_closes_it_from_the_empty_field() {
        assert!(types_own_number(true, "8", "8", 7));
        assert!(!types_own_number(true, "8", "8", 8), "a row has it");
        assert!(!types_own_number(false, "8", "8", 7) && !types_own_number(true, "7", "8", 7));
        assert!(!types_own_number(true, "o", "o", 7), "a letter begins a search");
        assert_eq!(field_hint("8", 7), "\u{a0}Find an action (8 closes the list)");
        assert_eq!(field_hint("8", 8), "\u{a0}Find an action");
        assert_eq!(field_hint("o", 7), "\u{a0}Find an action");
    }

    #[test]
    fn an_action_is_found_by_plain_words_that_its_book_does_not_use() {
        let unit = UnitId(1);
        let order =
            |action: &str| Order::SpecialAction { unit, action: action.into(), target: None, weapon: None };
        let given = |group, label, order| ActionChoice {
            action: ChoiceAction::GiveOrder(order),
            description: "Restores what the fire took.".to_owned(),
            ..choice(group, label)
        };
        let bar = [
            given(ChoiceGroup::SpecialActions, "Resuscitate", order("revive")),
            given(ChoiceGroup::Stance, "Drop prone", Order::DropProne { unit }),
            given(ChoiceGroup::SpecialActions, "Smother", order("put_out")),
        ];
        let found = |typed| search_choices(&bar, typed, &ActionUsage::default());
        let names = |typed| found(typed).iter().map(SearchHit::name).collect::<Vec<_>>();
        assert_eq!(names("medic"), ["Resuscitate"]);
        assert_eq!(names("crouch"), ["Drop prone"]);
        let fire = found("fire");
        assert_eq!(
            fire[first_match(&fire, "fire")].name(),
            "Smother",
            "not one that only its description names"
        );
    }

    #[test]
    fn search_includes_menu_entries() {
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
