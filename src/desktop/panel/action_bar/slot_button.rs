//! The button of a slot of the action bar: its colours, its texts and its tooltip.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Galley, Rect, Sense, Stroke, StrokeKind, Ui, Vec2,
    pos2, vec2,
};

use super::choices::{ActionChoice, ChoiceMark};
use super::slots::{ActionSlot, only_drops};
use crate::accessibility::Accessible;
use crate::panel::cards::show_brief_description;
use crate::panel::widgets::{PanelContext, body_font, shorten_middle, show_refusal, small_font};
use crate::theme::Palette;

/// Height of a button with two lines below its label, in sizes of the small font.
const TWO_LINES: f32 = 4.5;
/// Space between the lowest line of a button and its edge, in points: descenders stay off the edge.
const BOTTOM: f32 = 7.0;
/// What stands between the price and the name of an attack.
const PRICE_END: &str = " \u{b7} ";
/// Greatest width of a tooltip, and about the height of a high one, in points.
const TOOLTIP: Vec2 = vec2(300.0, 160.0);
/// Words that say nothing without the next one.
const LINKING_WORDS: [&str; 7] = ["the", "a", "an", "at", "to", "with", "\u{b7}"];

/// Leaves out words at the end of a text until it fits, with an ellipsis in their place; never small words before it.
pub(super) fn shorten_by_words(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    while words.len() > 1 {
        words.pop();
        while words.len() > 1 && words.last().is_some_and(|word| LINKING_WORDS.contains(word)) {
            words.pop();
        }
        let shorter = format!("{}\u{2026}", words.join(" "));
        if fits(&shorter) {
            return shorter;
        }
    }
    words.concat()
}

/// Leaves out words at the beginning of a name until it fits, with an ellipsis in their place: the last word says what kind of thing
/// it is. `None` if not even that fits, and for a single word.
fn shorten_to_kind(name: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let ends = (1..words.len()).filter(|from| !LINKING_WORDS.contains(&words[*from]));
    ends.map(|from| format!("\u{2026}{}", words[from..].join(" "))).find(|text| fits(text))
}

/// Lays out the label of a button, centred: in one line if it fits there, in the usual or the small font, else in at most
/// `rows` lines. A word that is too long is truncated rather than broken.
fn layout_label(ui: &Ui, text: &str, colour: Color32, width: f32, rows: usize) -> Arc<Galley> {
    let wide = |text: &str, font: &FontId| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), colour).size().x
    };
    let fonts = [body_font(ui), small_font(ui)];
    let line = fonts.iter().find(|font| wide(text, font) <= width);
    let words = || text.split_whitespace().all(|word| wide(word, &fonts[1]) <= width);
    let mut job = LayoutJob::simple(text.to_owned(), line.unwrap_or(&fonts[1]).clone(), colour, width);
    job.wrap.break_anywhere = line.is_none() && !words();
    job.wrap.max_rows = if line.is_some() || job.wrap.break_anywhere { 1 } else { rows };
    job.halign = Align::Center;
    ui.painter().layout_job(job)
}

/// Shortens what stands below the label of a button until it fits. It loses what follows a comma, then the price before the
/// name of an attack, a price behind the name of another action, then words at its end, and a single word its middle. An
/// attack loses what follows its name, and then words at the beginning: "…pistol" says more than "Heavy…".
fn fitted_cost(slot: ActionSlot, text: &str, fits: impl Fn(&str) -> bool) -> String {
    let first = text.split(", not ").next().unwrap_or(text);
    let name = match slot {
        ActionSlot::Attack => first.split_once(PRICE_END).map_or(first, |(_, name)| name),
        _ => first,
    };
    if let Some(whole) = [text, first, name].into_iter().find(|text| fits(text)) {
        return whole.to_owned();
    }
    if slot == ActionSlot::Attack {
        let weapon = name.split([',', ':', '(']).next().unwrap_or(name).trim();
        let whole = Some(weapon.to_owned()).filter(|weapon| fits(weapon));
        if let Some(shown) = whole.or_else(|| shorten_to_kind(weapon, &fits)) {
            return shown;
        }
    }
    let without_price = name.split_once(PRICE_END).map(|(action, _)| format!("{action}\u{2026}"));
    if let Some(shown) = without_price.filter(|text| slot != ActionSlot::Attack && fits(text)) {
        return shown;
    }
    let by_words = shorten_by_words(name, &fits);
    if fits(&by_words) { by_words } else { shorten_middle(name, fits) }
}

/// Lays out what stands below the label of a button, centred, in at most `rows` lines. Returns whether all of it is seen, too.
fn layout_cost(
    ui: &Ui,
    (slot, text): (ActionSlot, &str),
    colour: Color32,
    (width, rows): (f32, usize),
) -> (Arc<Galley>, bool) {
    let layout = |text: &str| {
        let mut job = LayoutJob::simple(text.to_owned(), small_font(ui), colour, width);
        job.wrap.max_rows = rows;
        job.halign = Align::Center;
        ui.painter().layout_job(job)
    };
    let fits = |text: &str| {
        let galley = layout(text);
        !galley.elided && galley.size().x <= width
    };
    let shown = fitted_cost(slot, text, fits);
    (layout(&shown), shown == text)
}

/// Whether a choice is worth taking now.
fn is_advised(choice: &ActionChoice) -> bool {
    choice.mark == Some(ChoiceMark::Advised)
}

/// Colours of the button of a slot.
struct SlotColours {
    fill: Color32,
    edge: Stroke,
    /// Its label.
    name: Color32,
    /// Its key and its cost.
    below: Color32,
}

impl SlotColours {
    /// The colours for what a choice is; `is_lit` under the pointer or with the keyboard focus.
    fn of_choice(palette: &Palette, (slot, choice): (ActionSlot, &ActionChoice), is_lit: bool) -> Self {
        let off = choice.refusal.is_some();
        let advised = is_advised(choice);
        let (fill, edge) = match (slot == ActionSlot::EndTurn && !off, choice.chosen, is_lit && !off) {
            (true, _, lit) => {
                let fill = palette.side_colour(0).gamma_multiply(if lit { 0.34 } else { 0.2 });
                (fill, Stroke::new(1.5, palette.side_colour(0)))
            }
            (_, true, _) if !off => {
                (palette.side_colour(1).gamma_multiply(0.25), Stroke::new(1.5, palette.text))
            }
            (_, _, true) => (palette.lit, Stroke::new(1.0, palette.dim)),
            _ if advised => (palette.good.gamma_multiply(0.18), Stroke::new(1.5, palette.good)),
            _ => (palette.raised, Stroke::new(1.0, palette.line)),
        };
        let is_tinted = (choice.chosen && !off) || slot == ActionSlot::EndTurn || advised;
        let (name, below) = match off {
            true => (palette.faint, palette.faint),
            // On a tinted ground, dim text would be too faint.
            false if is_tinted => (palette.text, palette.text),
            // It opens a list, but of nothing that is of use.
            false if only_drops(choice) => (palette.dim, palette.dim),
            false => (palette.text, palette.dim),
        };
        Self { fill, edge, name, below }
    }
}

/// Whether an open list stands where the tooltip of a button would be, which would cover it.
fn is_below_list(button: Rect, lists: &[Rect]) -> bool {
    let tooltip = Rect::from_min_max(
        pos2(button.left(), button.top() - TOOLTIP.y),
        pos2(button.left() + TOOLTIP.x, button.top()),
    );
    lists.iter().any(|list| list.intersects(tooltip))
}

/// Draws the button of a slot: its key in the corner, a glyph, the label, and the cost below. No tooltip covers an open list.
pub(super) fn slot_button(
    ui: &mut Ui,
    context: &PanelContext,
    (slot, choice): (ActionSlot, &ActionChoice),
    (size, lists): (Vec2, &[Rect]),
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let is_lit = response.hovered() || response.has_focus();
    let SlotColours { fill, edge, name, below } =
        SlotColours::of_choice(context.palette, (slot, choice), is_lit);
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let key = context.first_key_label([choice.command, slot.second_command()]);
    let key = painter.text(rect.left_top() + vec2(6.0, 3.0), Align2::LEFT_TOP, key, small_font(ui), below);
    let rows = if slot == ActionSlot::Attack && size.y >= TWO_LINES * small_font(ui).size { 2 } else { 1 };
    let (cost, is_whole) = layout_cost(ui, (slot, choice.cost.as_str()), below, (rect.width() - 8.0, rows));
    let cost_top = rect.bottom() - BOTTOM - cost.size().y;
    let below_key = cost_top - rect.top() - 3.0 - small_font(ui).size;
    let label_rows = if below_key >= 2.2 * small_font(ui).size { 2 } else { 1 };
    let label = layout_label(ui, &choice.label, name, rect.width() - 6.0, label_rows);
    let label_top = cost_top - label.size().y + 1.0;
    // Beside a long key the icon is smaller, or left out.
    let beside_key = rect.right() - key.right() - 10.0;
    let icon_room = (label_top - rect.top() - 5.0).min(beside_key);
    if let Some(art) = context.art.filter(|_| icon_room >= 14.0) {
        let side = icon_room.min(22.0);
        let place = Rect::from_center_size(
            pos2(rect.center().x.max(key.right() + 4.0 + side / 2.0), rect.top() + 5.0 + icon_room / 2.0),
            Vec2::splat(side),
        );
        let icon_colour = if is_advised(choice) { context.palette.good } else { name };
        painter.add(art.shape(slot.glyph(), place, 0.0, icon_colour));
    }
    painter.galley(pos2(rect.center().x, cost_top), cost, below);
    painter.galley(pos2(rect.center().x, label_top), label, name);
    let is_usable = choice.refusal.is_none();
    let response = response.named_toggle((is_usable, choice.chosen), || choice.label.clone());
    let response = response.described(|| choice.spoken_description());
    match is_below_list(rect, lists) {
        true => response,
        false => response.on_hover_ui(|ui| show_slot_tooltip(ui, context, (slot, choice), is_whole)),
    }
}

/// Draws what the tooltip of a slot says: the choice, what the button has no room for, its keys, and why it cannot be taken.
fn show_slot_tooltip(
    ui: &mut Ui,
    context: &PanelContext,
    (slot, choice): (ActionSlot, &ActionChoice),
    is_whole: bool,
) {
    let palette = context.palette;
    ui.set_max_width(TOOLTIP.x);
    match is_whole {
        true => ui.label(&choice.label),
        false => ui.label(format!("{}: {}", choice.label, choice.cost)),
    };
    show_brief_description(ui, context, &choice.description_beside_label());
    if is_advised(choice) {
        ui.colored_label(palette.good, slot.advice());
    }
    let keys = [Some(slot.command()), slot.second_command()].into_iter().flatten();
    let keys: Vec<String> =
        keys.map(|command| context.key_label(command)).filter(|key| !key.is_empty()).collect();
    ui.colored_label(palette.faint, format!("Keys: {}", keys.join(", ")));
    if let Some(refusal) = &choice.refusal {
        show_refusal(ui, palette, refusal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tooltip_of_a_button_covers_an_open_list() {
        let button = Rect::from_min_size(pos2(560.0, 820.0), vec2(110.0, 72.0));
        let list = Rect::from_min_max(pos2(562.0, 684.0), pos2(950.0, 785.0));
        assert!(is_below_list(button, &[list]), "above its button");
        assert!(is_below_list(button.translate(vec2(-110.0, 0.0)), &[list]), "the neighbour reaches there");
        assert!(!is_below_list(button, &[]), "no list is open");
        assert!(!is_below_list(button, &[list.translate(vec2(-500.0, -300.0))]), "the list stands elsewhere");
    }

    #[test]
    fn a_long_name_loses_its_middle() {
        let at_most = |length: usize| move |text: &str| text.chars().count() <= length;
        let text = "2 AP \u{b7} Light repeating blaster";
        assert_eq!(shorten_middle(text, at_most(40)), text);
        let short = shorten_middle(text, at_most(20));
        assert_eq!(short, "2 AP \u{b7} Light\u{2026}blaster");
        assert_eq!(shorten_middle(text, at_most(1)), "\u{2026}");
    }

    #[test]
    fn the_attack_button_names_the_weapon_before_its_price() {
        let at_most = |length: usize| move |text: &str| text.chars().count() <= length;
        let shown = |slot, text, length| fitted_cost(slot, text, at_most(length));
        let attack = "action \u{b7} Heavy pistol";
        assert_eq!(shown(ActionSlot::Attack, attack, 21), attack);
        assert_eq!(shown(ActionSlot::Attack, attack, 14), "Heavy pistol");
        assert_eq!(shown(ActionSlot::Attack, attack, 8), "\u{2026}pistol", "the kind of weapon");
        let further = "Light repeating blaster, or replace";
        assert_eq!(shown(ActionSlot::Attack, further, 25), "Light repeating blaster");
        assert_eq!(shown(ActionSlot::Attack, further, 20), "\u{2026}repeating blaster");
        assert_eq!(shown(ActionSlot::Attack, "Sledgehammer: walk up", 14), "Sledgehammer");
        assert_eq!(shown(ActionSlot::Attack, attack, 4), "He\u{2026}l", "the tooltip says it whole");
        assert_eq!(shown(ActionSlot::Attack, "2 AP, not now", 6), "2 AP");
        let defence = "Full Defence \u{b7} 2 AP";
        assert_eq!(shown(ActionSlot::Defend, defence, 14), "Full Defence\u{2026}");
        let drop = "Drop prone \u{b7} Free Action";
        assert_eq!(shown(ActionSlot::Defend, drop, 20), "Drop prone\u{2026}", "no half of a price");
    }

    #[test]
    fn a_long_text_loses_whole_words() {
        let at_most = |length: usize| move |text: &str| text.chars().count() <= length;
        let text = "Undo: Bulwark ends the turn";
        assert_eq!(shorten_by_words(text, at_most(40)), text);
        assert_eq!(shorten_by_words(text, at_most(24)), "Undo: Bulwark ends\u{2026}");
        assert_eq!(shorten_by_words(text, at_most(15)), "Undo: Bulwark\u{2026}");
        assert_eq!(shorten_by_words(text, at_most(2)), "Undo:", "the first word stays");
        let cost = "action \u{b7} Heavy pistol";
        assert_eq!(shorten_by_words(cost, at_most(16)), "action \u{b7} Heavy\u{2026}");
        assert_eq!(shorten_by_words(cost, at_most(12)), "action\u{2026}", "no point without a name");
    }
}
