//! Menus above the slots of the action bar; attacks with their odds against the target.

use bevy_egui::egui::{self, Align2, ScrollArea, Sense, Ui, pos2, vec2};

use super::choices::{ActionChoice, ChoiceAction, unit_to_order};
use crate::accessibility::Accessible;
use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::board::interaction::board_actions::enemy_cells;
use crate::harmless_attack::harmless_reason;
use crate::panel::floating_areas::shown_area;
use crate::panel::widgets::{
    PanelContext, body_font, card_frame, layout_truncated, show_description, show_refusal, small_font,
};
use crate::session::{Intent, OpenMenu, Session};
use crate::theme::scaled;
use battle::{Target, UnitDataItem};
use model::UnitId;
use rules::Odds;

/// Width of a menu, in points.
const WIDTH: f32 = 330.0;
/// Height of an entry, in points.
const ROW: f32 = 24.0;
/// Greatest height of the list, in points.
const HEIGHT: f32 = 312.0;

/// Draws the menu of a slot above its button if it is open; returns the clicked entry.
pub(super) fn show<'a>(
    ui: &Ui,
    context: &PanelContext,
    slot: &'a ActionChoice,
    (session, odds): (&mut Session, &mut ForecastCache),
    near: &egui::Response,
) -> Option<&'a ActionChoice> {
    let (ChoiceAction::OpenMenu(own) | ChoiceAction::CycleAttacks(own)) = &slot.action else { return None };
    let Some(OpenMenu::Group(open)) = session.open_menu.clone() else { return None };
    let inner = own.iter().find_map(|choice| match &choice.action {
        ChoiceAction::OpenMenu(entries) if choice.label == open => Some(entries),
        _ => None,
    });
    let entries = if slot.label == open { own } else { inner? };
    let target = entries.iter().find_map(attack_of).and_then(|_| reference_target(context, session));
    let area = egui::Area::new(list_id(&slot.label))
        .order(egui::Order::Foreground)
        .pivot(Align2::LEFT_BOTTOM)
        .constrain(true)
        .fixed_pos(near.rect.left_top() - vec2(0.0, 10.0));
    let mut clicked = None;
    area.show(ui.ctx(), |ui| {
        card_frame(context.palette, context.palette.line).show(ui, |ui| {
            ui.set_width(scaled(ui, WIDTH));
            let title = match target {
                Some(target) => format!("{open} · {}", context.unit_name(target)),
                None => open.clone(),
            };
            ui.colored_label(context.palette.dim, title);
            ui.spacing_mut().item_spacing.y = 2.0;
            let row = scaled(ui, ROW);
            let area = ScrollArea::vertical().id_salt(&open).max_height(HEIGHT).min_scrolled_height(HEIGHT);
            area.show_rows(ui, row, entries.len(), |ui, shown| {
                for entry in &entries[shown] {
                    let figures =
                        target.and_then(|target| attack_figures(context, session, odds, entry, target));
                    if show_entry(ui, context, entry, figures.as_ref()).clicked() {
                        clicked = Some(entry);
                    }
                }
            });
        });
    });
    clicked.filter(|entry| entry.refusal.is_none())
}

fn attack_of(choice: &ActionChoice) -> Option<Intent> {
    match choice.action {
        ChoiceAction::Aim(intent @ Intent::Attack { .. }) => Some(intent),
        _ => None,
    }
}

/// Returns the enemy whose odds the entries show: the marked or hovered one, else the nearest.
fn reference_target(context: &PanelContext, session: &Session) -> Option<UnitId> {
    let unit = acting_unit(context, session)?;
    let is_enemy = |id: &UnitId| {
        context.view.unit(*id).is_some_and(|other| other.side != unit.side && other.is_fighting())
    };
    let at = |cell| context.view.unit_at(cell).map(|unit| *unit.id);
    let marked = session.marked.and_then(at).filter(is_enemy);
    let hovered = session.hover.and_then(|hover| hover.unit).filter(is_enemy);
    let nearest = || enemy_cells(context.view, &unit, Intent::Move).first().copied().and_then(at);
    marked.or(hovered).or_else(nearest)
}

fn acting_unit<'v>(context: &'v PanelContext, session: &Session) -> Option<UnitDataItem<'v, 'v>> {
    unit_to_order(context.view, session).and_then(|id| context.view.unit(id))
}

/// Identifier of the list of a slot.
fn list_id(slot: &str) -> egui::Id {
    egui::Id::new(("menu of actions", slot))
}

/// Returns where the list of a slot is, if it was shown in this frame or the last one.
pub(crate) fn list_rect(ctx: &egui::Context, slot: &str) -> Option<egui::Rect> {
    shown_area(ctx, egui::Order::Foreground, list_id(slot))
}

/// Figures of an attack in the list.
#[derive(Clone, Debug, PartialEq)]
struct AttackFigures {
    /// Hit chance and average damage, or that it cannot harm.
    text: String,
    /// Why it cannot harm; `None` if it can.
    harmless: Option<String>,
}

impl AttackFigures {
    fn new(odds: &Odds, harmless: Option<String>) -> Self {
        let text = match harmless {
            Some(_) => "cannot harm".to_owned(),
            None => format!("{} \u{00b7} average {:.1}", percent_text(odds.hit), odds.mean),
        };
        Self { text, harmless }
    }
}

/// Hit chance and average damage of an attack on a target.
fn attack_figures(
    context: &PanelContext,
    session: &Session,
    odds: &mut ForecastCache,
    entry: &ActionChoice,
    target: UnitId,
) -> Option<AttackFigures> {
    let Some(Intent::Attack { weapon, mode, option }) = attack_of(entry) else { return None };
    if entry.refusal.is_some() {
        return None;
    }
    let unit = acting_unit(context, session)?;
    let query = AttackQuery {
        option: option.map(str::to_owned),
        ..AttackQuery::from_current_position(&unit, Target::Unit(target), weapon, mode)
    };
    let (quick, _) = odds.quick_odds(context.view, &query)?;
    let forecast = quick.is_harmless().then(|| odds.forecast(context.view, &query)).flatten();
    let harmless = forecast.and_then(|forecast| harmless_reason(context.view, &query, &forecast));
    Some(AttackFigures::new(&quick, harmless))
}

/// Draws an entry with its cost and figures; the tooltip says why it is refused.
fn show_entry(
    ui: &mut Ui,
    context: &PanelContext,
    entry: &ActionChoice,
    figures: Option<&AttackFigures>,
) -> egui::Response {
    let palette = context.palette;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), scaled(ui, ROW)), Sense::click());
    if entry.chosen || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if entry.chosen { palette.lit } else { palette.raised });
    }
    let refused = entry.refusal.is_some();
    let (name, dim) = if refused { (palette.faint, palette.faint) } else { (palette.text, palette.dim) };
    let painter = ui.painter();
    let right = figures.map_or(entry.cost.as_str(), |figures| figures.text.as_str());
    let harmless = figures.and_then(|figures| figures.harmless.as_deref());
    let colour = match figures {
        Some(_) if harmless.is_some() => palette.caution,
        Some(_) => palette.text,
        None => dim,
    };
    let right = layout_truncated(painter, right, small_font(ui), colour, scaled(ui, 150.0));
    let submenu = matches!(entry.action, ChoiceAction::OpenMenu(_));
    let label = match figures {
        Some(_) if !entry.cost.is_empty() => format!("{} ({})", entry.label, entry.cost),
        _ if submenu => format!("{} \u{2026}", entry.label),
        _ => entry.label.clone(),
    };
    let room = rect.width() - right.size().x - 20.0;
    let label = layout_truncated(painter, &label, body_font(ui), name, room);
    painter.galley(pos2(rect.left() + 6.0, rect.center().y - label.size().y / 2.0), label, name);
    let at = pos2(rect.right() - 6.0 - right.size().x, rect.center().y - right.size().y / 2.0);
    painter.galley(at, right, colour);
    let response = response.named_toggle((!refused, entry.chosen), || entry.label.clone()).described(|| {
        let figures = figures.map_or(entry.cost.as_str(), |figures| figures.text.as_str());
        format!("{figures} {}", entry.description)
    });
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(&entry.label);
        show_description(ui, palette, &entry.description);
        if let Some(why) = harmless {
            ui.colored_label(palette.caution, why);
        }
        if let Some(refusal) = &entry.refusal {
            show_refusal(ui, palette, refusal);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_says_which_attack_cannot_harm() {
        let odds = Odds { hit: 0.7, stopped: 0.7, ..Odds::default() };
        let reason = Some("Cannot get through brick wall.".to_owned());
        assert_eq!(AttackFigures::new(&odds, reason).text, "cannot harm");
        let odds = Odds { hit: 0.7, mean: 3.25, ..Odds::default() };
        assert_eq!(AttackFigures::new(&odds, None).text, "70 % \u{00b7} average 3.2");
    }
}
