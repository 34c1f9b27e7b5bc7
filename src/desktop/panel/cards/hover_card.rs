//! Hover card: what a click on the hovered square would do, with exact odds.

use std::cell::Cell;

use bevy_egui::egui::{self, Area, Id, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::attack_card;
use super::attack_card::AttackCard;
use super::card_layout::CardSurroundings;
use super::move_card;
use super::move_card::MovePreview;
use super::timed_item_card;
use crate::accessibility::Accessible;
use crate::ai_players;
use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::board::BoardViewport;
use crate::board::interaction::board_actions::is_move_click;
use crate::board::interaction::door_click::{DoorClick, clicked_door};
use crate::board::overlay::{BoardOverlays, SquareFact};
use crate::hovered_attack::HoveredAttack;
use crate::input::InputAction;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::action_bar::attack_menu;
use crate::panel::action_bar::choices::plan_cost_text;
use crate::panel::floating_areas::{discard_pass, shown_area};
use crate::panel::unit_inspector::status_effects::effect_summaries;
use crate::panel::unit_inspector::weapons::{explosive_text, reach_text};
use crate::panel::widgets::{
    PanelContext, body_font, card_frame, keep_percents, out_of_action_text, revival_text, show_clause_detail,
    show_fact_line,
};
use crate::panel::{prompt, recap};
use crate::session::{Hover, Intent, OpenMenu, Session};
use crate::theme::scaled_in;
use crate::turn_status::TurnStatus;
use battle::validate_order;
use battle::{CarriedItem, Order, StatusKind, SubAttack, Target, UnitDataItem, action_price};
use battle_log::log_text::capitalise;
use model::{BarrierId, ItemId, UnitId};
use rules::turn_engine::Action;
use rules::{FireMode, play};

/// Width of a card, in points.
const WIDTH: f32 = 312.0;
/// Width that the frame adds, in points.
const PADDING: f32 = 32.0;
/// Size of the labels above a square, in points.
pub(crate) const LABELS: Vec2 = vec2(120.0, 52.0);
/// Size of the pointer, in points.
const POINTER: f32 = 26.0;

/// Name of the area of the card.
const AREA: &str = "hover_card";

/// Returns where the card is, if it was shown in this frame or the last one.
pub(crate) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, egui::Order::Tooltip, Id::new(AREA))
}

/// Where the card of the hovered square goes.
struct HoverCard<'a, 'w, 's> {
    ctx: &'a egui::Context,
    context: &'a PanelContext<'a, 'w, 's>,
    session: &'a Session,
    viewport: &'a BoardViewport,
    /// What overlays say about the hovered square.
    facts: Vec<SquareFact>,
    /// Whether a card was drawn.
    is_placed: Cell<bool>,
}

/// Draws the card of the hovered square.
pub(crate) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    session: &Session,
    (odds, knockback): (&mut ForecastCache, &KnockbackPreview),
    (hovered, overlays): (&HoveredAttack, Option<&BoardOverlays>),
    move_preview: &mut Option<MovePreview>,
    (viewport, is_animated): (&BoardViewport, bool),
) {
    // The list of all actions covers the board.
    let Some(hover) = session.hover.filter(|_| session.open_menu != Some(OpenMenu::Search)) else { return };
    if session.paused || session.help || context.view.round().outcome().is_some() {
        return;
    }
    // While the board shows what was ordered, the figures of the next attack would seem to be those of this one.
    let is_attack_shown = is_animated && session.attacked == Some(hover.cell);
    if session.closed_card == Some(hover) || is_attack_shown {
        return;
    }
    let facts = overlays.map(|overlays| overlays.square_facts(context.view, hover.cell)).unwrap_or_default();
    let card = HoverCard { ctx, context, session, viewport, facts, is_placed: Cell::new(false) };
    card.show_click(hover, (odds, knockback), (hovered, overlays), move_preview);
    // Where a click does nothing, the overlays have something to say all the same.
    if !card.is_placed.get() && !card.facts.is_empty() {
        card.place(|_, _| {});
    }
}

impl HoverCard<'_, '_, '_> {
    /// Draws what a click on the hovered square would do; nothing if it would do nothing.
    fn show_click(
        &self,
        hover: Hover,
        (odds, knockback): (&mut ForecastCache, &KnockbackPreview),
        (hovered, overlays): (&HoveredAttack, Option<&BoardOverlays>),
        move_preview: &mut Option<MovePreview>,
    ) {
        let Self { context, session, .. } = *self;
        let card = self;
        if context.view.open_prompt().is_some() {
            return card.show_unit(hover.unit);
        }
        let ordered = crate::panel::action_bar::choices::unit_to_order(context.view, session);
        // During deployment no unit acts, and none need be selected.
        let Some(unit) = ordered.filter(|_| !context.view.round().is_deploying()) else {
            return card.show_unit(hover.unit.filter(|_| session.dragged_unit.is_none()));
        };
        let other = hover.unit.filter(|id| *id != unit);
        if context.ai_side_to_act().is_some() {
            return card.show_unit(other);
        }
        if let (Intent::Move, Some(query)) = (session.intent, hovered.query()) {
            return card.show_attack(query.clone(), odds, knockback);
        }
        let moves = is_move_click(context.view, session, hover);
        if let Some(door) = clicked_door(context.view, session, hover)
            && let Some(own) = context.view.unit(unit)
        {
            let click = overlays.map(|overlays| overlays.door_click(context.view, &own, door));
            let is_marked = session.marked == Some(hover.cell);
            return card.place(|ui, _| show_door_click(ui, context, &own, (door, is_marked), click));
        }
        match session.intent {
            Intent::Attack { weapon, mode, option } if !moves => {
                card.show_aimed_attack((unit, hover), (weapon, mode, option), odds, knockback);
            }
            _ if moves && hover.unit == Some(unit) && session.waypoints.is_empty() => {
                // Aiming and lists are about other squares, which the card would cover.
                if session.intent == Intent::Move && session.open_menu.is_none() {
                    card.place(|ui, _| move_card::show_here(ui, context, odds, unit));
                }
            }
            _ if moves && other.is_none() => {
                let way = (session.waypoints.as_slice(), hover.cell, session.evade);
                move_card::update_move_preview(move_preview, context, odds, unit, way);
                if let Some(move_preview) = move_preview {
                    card.place(|ui, _| move_card::show(ui, context, move_preview));
                }
            }
            Intent::PlaceItem { weapon, timer } => {
                let order = Order::Activate { unit, weapon, timer, to: hover.cell };
                let marked = session.marked == Some(hover.cell);
                card.place(|ui, _| timed_item_card::show(ui, context, &order, marked));
            }
            Intent::SpecialAction { key } => {
                let Some(other) = other else { return };
                card.show_aimed_action((unit, key), other, odds);
            }
            Intent::Door => {
                let Some(barrier) = hover.barrier else { return };
                card.place(|ui, _| show_door(ui, context, unit, barrier));
            }
            Intent::PickUp => {
                let items = context.view.items();
                let lying = items.iter().find(|(_, item)| item.cell() == hover.cell).map(|(item, _)| *item);
                let Some(item) = lying else { return card.show_unit(other) };
                card.place(|ui, _| show_pick_up(ui, context, unit, item));
            }
            _ => card.show_unit(other),
        }
    }

    /// Draws a special action on another unit, and the summary of that unit.
    fn show_aimed_action(
        &self,
        (unit, key): (UnitId, &'static str),
        other: UnitId,
        odds: &mut ForecastCache,
    ) {
        let Self { context, session, .. } = *self;
        let chances = odds.special_action_odds(context.view, (unit, key), other);
        let is_marked = session.hover.is_some_and(|hover| session.marked == Some(hover.cell));
        self.place(|ui, _| {
            show_special_action(ui, context, (unit, key, chances), (other, is_marked));
            ui.separator();
            show_unit_summary(ui, context, session, other);
        });
    }

    /// Draws the summary of a unit, if there is one.
    fn show_unit(&self, unit: Option<UnitId>) {
        let Some(unit) = unit else { return };
        self.place(|ui, _| show_unit_summary(ui, self.context, self.session, unit));
    }

    /// Draws the aimed attack on what is hovered; the summary of a friend.
    fn show_aimed_attack(
        &self,
        (unit, hover): (UnitId, Hover),
        (weapon, mode, option): (usize, Option<FireMode>, Option<&'static str>),
        odds: &mut ForecastCache,
        knockback: &KnockbackPreview,
    ) {
        let view = self.context.view;
        let side = |id| view.unit(id).filter(|unit| unit.is_fighting()).map(|unit| *unit.side);
        let is_friend = |id| side(id).is_some_and(|own| side(unit) == Some(own));
        let Some(own) = view.unit(unit) else { return };
        let target = match (hover.unit, hover.barrier) {
            (Some(id), _) if id != unit && is_friend(id) => return self.show_unit(Some(id)),
            (Some(id), _) if id != unit => Target::Unit(id),
            (None, Some(id)) => Target::Barrier(id),
            (None, None) if view.can_target_cells(&own, weapon) => Target::Square(hover.cell),
            _ => return,
        };
        let option = option.map(str::to_owned);
        let mut query =
            AttackQuery { option, ..AttackQuery::from_current_position(&own, target, weapon, mode) };
        if let (Some(chosen), Target::Unit(target)) = (&self.session.multiple_attacks, target) {
            query.share = attack_card::dice_share(view, unit, chosen, SubAttack { target, weapon, mode });
        }
        self.show_attack(query, odds, knockback);
    }

    /// Draws the odds of an attack on what is hovered.
    fn show_attack(&self, query: AttackQuery, odds: &mut ForecastCache, knockback: &KnockbackPreview) {
        let attack = AttackCard::new(self.context, odds, query);
        let Some(hover) = self.session.hover else { return };
        if self.session.attacked == Some(hover.cell) && attack.is_refused() {
            // The attack was made, and there is no other: only its target is left to be looked at.
            return self.show_unit(hover.unit);
        }
        let marked = self.session.marked == Some(hover.cell);
        self.place(|ui, room| attack_card::show(ui, self.context, &attack, knockback, (room, marked)));
    }

    /// Places a card beside the hovered square where it hides least, inside the window. `content` gets the available
    /// height in points.
    fn place(&self, content: impl FnOnce(&mut Ui, f32)) {
        let Self { ctx, context, session, viewport, .. } = *self;
        self.is_placed.set(true);
        let Some(hover) = session.hover else { return };
        let id = Id::new(AREA);
        let (window, board) = (ctx.viewport_rect().shrink(6.0), viewport.clip.shrink(4.0));
        let own = session.selected.and_then(|id| context.view.unit(id)).map(|unit| unit.cell());
        let mut aim = viewport.cell_rect(hover.cell);
        let labels = Rect::from_center_size(aim.center_top() - vec2(0.0, LABELS.y / 2.0), LABELS);
        aim = aim.union(labels.intersect(board));
        if let Some(pointer) = ctx.pointer_latest_pos().filter(|_| session.cursor.is_none()) {
            aim = aim.union(Rect::from_center_size(pointer, Vec2::splat(POINTER)));
        }
        let asked = context.view.open_prompt().and_then(|_| prompt::rect(ctx));
        let list = match &session.open_menu {
            Some(OpenMenu::Group(label)) => attack_menu::list_rect(ctx, label),
            _ => None,
        };
        let covers = [
            ai_players::buttons_rect(ctx, context.opponents),
            ai_players::card_rect(ctx),
            recap::rect(ctx),
            asked,
            list,
        ];
        let fighters = context.view.units().filter(|unit| unit.is_fighting() && unit.cell() != hover.cell);
        let fighters = fighters.map(|unit| viewport.cell_rect(unit.cell()));
        let covers = covers.into_iter().flatten().chain(fighters).collect();
        let width = scaled_in(ctx, WIDTH).min(window.width() - PADDING);
        let known = egui::AreaState::load(ctx, id).and_then(|state| state.size);
        let size = known.unwrap_or(vec2(width + PADDING, 260.0));
        let corner = CardSurroundings {
            aim,
            own: own.map(|own| viewport.cell_rect(own)),
            end: viewport.cell_centre(hover.cell),
            covers,
            board,
            window,
        }
        .best_corner(size);
        let shown = Area::new(id)
            .order(egui::Order::Tooltip)
            .interactable(false)
            .fixed_pos(corner)
            .constrain_to(window)
            .show(ctx, |ui| {
                card_frame(context.palette, context.palette.line).show(ui, |ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 4.0;
                    content(ui, board.height() - 20.0);
                    show_square_facts(ui, context, &self.facts);
                });
            });
        if (shown.response.rect.size() - size).length() > 1.0 {
            discard_pass(ctx, None, "the card has another size than the last one");
        }
    }
}

/// Draws what overlays say about the square, below what else the card has.
fn show_square_facts(ui: &mut Ui, context: &PanelContext, facts: &[SquareFact]) {
    let palette = context.palette;
    if !facts.is_empty() && ui.min_rect().height() > 1.0 {
        ui.separator();
    }
    for SquareFact { label, value, clause } in facts {
        show_fact_line(ui, (label, palette.dim), (value, palette.text));
        show_clause_detail(ui, context, clause);
    }
}

/// Share of a title's line that its text keeps beside the figure; with less, the figure stands below it.
const TITLE_SHARE: f32 = 0.55;

/// Draws a title in lines that wrap, with a dim figure at the right, or below a title that is too long for that.
pub(crate) fn show_title(ui: &mut Ui, context: &PanelContext, text: &str, figure: &str) {
    let width = ui.available_width();
    let (colour, dim) = (context.palette.text, context.palette.dim);
    let words = format!("{text} {figure}");
    let (text, figure) = (keep_percents(text), keep_percents(figure));
    let font = body_font(ui);
    let natural = ui.painter().layout_no_wrap(text.clone(), font.clone(), colour).size().x;
    let figure = ui.painter().layout(figure, font.clone(), dim, width);
    let beside = width - figure.size().x - 10.0;
    let is_beside = natural <= beside || beside >= width * TITLE_SHARE;
    let text = ui.painter().layout(text, font, colour, if is_beside { beside } else { width });
    let below = if is_beside { 0.0 } else { figure.size().y };
    let height = text.size().y + below;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.named_heading(&words);
    let at = match is_beside {
        true => pos2(rect.right() - figure.size().x, rect.top()),
        false => pos2(rect.left(), rect.bottom() - figure.size().y),
    };
    ui.painter().galley(rect.min, text, colour);
    ui.painter().galley(at, figure, dim);
}

/// Draws the card of a door.
fn show_door(ui: &mut Ui, context: &PanelContext, unit: UnitId, barrier: BarrierId) {
    let Some(data) = context.view.barrier(barrier) else { return };
    let verb = if data.state.open() { "Close" } else { "Open" };
    let result = validate_order(context.view, &Order::Door { unit, barrier });
    let own = context.view.unit(unit).map(|unit| action_price(context.view, &unit, Action::Door, None));
    let price = match &result {
        Ok(plan) => plan_cost_text(context.view.rules().book(), plan, &own.unwrap_or_default()),
        Err(_) => String::new(),
    };
    show_title(ui, context, &format!("{verb} {}", data.barrier.kind().name), &price);
    if let Err(refusal) = result {
        ui.colored_label(context.palette.harm, refusal.to_string());
    }
}

/// Draws the card of an item on the ground: what picking it up costs, or why not.
fn show_pick_up(ui: &mut Ui, context: &PanelContext, unit: UnitId, item: ItemId) {
    let items = context.view.items();
    let Some((_, lying)) = items.iter().find(|(known, _)| *known == item) else { return };
    let result = validate_order(context.view, &Order::PickUp { unit, item });
    let own = context.view.unit(unit).map(|unit| action_price(context.view, &unit, Action::PickUp, None));
    let price = match &result {
        Ok(plan) => plan_cost_text(context.view.rules().book(), plan, &own.unwrap_or_default()),
        Err(_) => String::new(),
    };
    show_title(ui, context, &format!("Pick up {}", lying.item().name()), &price);
    if let Err(refusal) = result {
        ui.colored_label(context.palette.harm, refusal.to_string());
    }
}

/// Draws the card of a door: what a click does, after the way to it if there is one, or why not.
fn show_door_click(
    ui: &mut Ui,
    context: &PanelContext,
    unit: &UnitDataItem,
    (door, is_marked): (BarrierId, bool),
    click: Option<DoorClick>,
) {
    let Some(data) = context.view.barrier(door) else { return };
    let palette = context.palette;
    let usual = action_price(context.view, unit, Action::Door, None);
    let price = match (&click, validate_order(context.view, &Order::Door { unit: *unit.id, barrier: door })) {
        (Some(DoorClick::Here(_)), Ok(plan)) => plan_cost_text(context.view.rules().book(), &plan, &usual),
        _ if usual.is_empty() => "free".to_owned(),
        _ => usual,
    };
    let (title, verb) = if data.state.open() { ("Close", "close") } else { ("Open", "open") };
    show_title(ui, context, &format!("{title} {}", data.barrier.kind().name), &price);
    if let Some(DoorClick::After(route, _)) = &click {
        show_fact_line(ui, (&route.summary(), palette.dim), (route.price(), palette.text));
    }
    match click {
        Some(DoorClick::Here(Ok(()))) => ui.colored_label(palette.good, format!("Click to {verb} it.")),
        Some(DoorClick::After(_, Ok(()))) if is_marked => {
            ui.colored_label(palette.good, format!("Click again to go there and {verb} it."))
        }
        Some(DoorClick::After(_, Ok(()))) => {
            ui.colored_label(palette.good, format!("Click to go there and {verb} it."))
        }
        Some(DoorClick::Here(Err(why))) => ui.colored_label(palette.harm, why.to_string()),
        Some(DoorClick::After(_, Err(why))) => {
            ui.colored_label(palette.harm, format!("Not possible after the way to it. {why}"))
        }
        Some(DoorClick::TooFar) | None => ui.colored_label(
            palette.harm,
            format!("Out of reach in this turn: stand next to it to {verb} it."),
        ),
    };
}

/// Draws the summary of a unit: health, weapons and status.
fn show_unit_summary(ui: &mut Ui, context: &PanelContext, session: &Session, id: UnitId) {
    let Some(unit) = context.view.unit(id) else { return };
    let palette = context.palette;
    show_title(ui, context, unit.identity.name(), context.view.side_name(*unit.side));
    ui.colored_label(palette.dim, unit.identity.role());
    if let Some(state) = out_of_action_text(&unit) {
        ui.colored_label(palette.harm, capitalise(state));
    }
    if let Some(text) = revival_text(context.view, &unit) {
        ui.colored_label(palette.caution, capitalise(&text) + ".");
    }
    if let Some(status) = TurnStatus::of_unit(context.view, &unit).filter(|status| status.is_done()) {
        ui.colored_label(palette.dim, format!("Tick: {}.", status.words()));
    }
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules()) {
        show_fact_line(ui, (&gauge.label, palette.dim), (&gauge.text(), palette.text));
    }
    for line in carried_lines(context, &unit) {
        let colour = if line.is_explosive { palette.caution } else { palette.text };
        show_fact_line(ui, (line.place, palette.dim), (&line.text, colour));
    }
    for inside in context.view.occupants(id) {
        let seat = if inside.status.has(StatusKind::Drives(id)) { "Driver" } else { "Passenger" };
        show_fact_line(ui, (seat, palette.dim), (inside.identity.name(), palette.text));
    }
    for effect in effect_summaries(context, &unit) {
        let colour = if effect.is_bad { palette.caution } else { palette.good };
        show_fact_line(ui, (&effect.name, colour), (&effect.until, palette.dim));
        ui.colored_label(palette.dim, effect.text);
    }
    if let Some(text) = watcher_text(context, session, &unit) {
        ui.colored_label(palette.dim, text);
    }
}

/// What a unit carries, as its summary names it.
struct CarriedLine {
    /// Where it is: "In hand".
    place: &'static str,
    text: String,
    is_explosive: bool,
}

/// Lists weapons of a unit: those in hand with their reach, and the explosives and two-handed weapons that it carries
/// besides; explosives with radius and damage.
fn carried_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<CarriedLine> {
    let (view, rules) = (context.view, context.view.rules());
    let me = view.unit_snapshot(unit);
    let line = |(_, carried): (usize, &CarriedItem)| {
        let (place, reach) = match carried.in_hand() {
            true => ("In hand", reach_text(rules.book(), carried.reach())),
            false => ("Carries", None),
        };
        let explosive = explosive_text(&me, carried, rules);
        let is_explosive = explosive.is_some();
        let more = explosive.or(reach);
        let text = match more {
            Some(more) => format!("{}, {more}", carried.name()),
            None => carried.name().to_string(),
        };
        CarriedLine { place, text, is_explosive }
    };
    let is_named = |(_, carried): &(usize, &CarriedItem)| carried.in_hand() || carried.hands() >= 2;
    let lines = unit.inventory.slots().filter(|(_, carried)| carried.hands() > 0);
    lines
        .map(|slot| (is_named(&slot), line(slot)))
        .filter_map(|(is_named, line)| (is_named || line.is_explosive).then_some(line))
        .collect()
}

/// Says what the eye at a unit means: that it sees the selected one. `None` if it has none.
fn watcher_text(context: &PanelContext, session: &Session, watcher: &UnitDataItem) -> Option<String> {
    let watched = context.view.unit(session.selected?).filter(|unit| unit.is_fighting())?;
    let is_open = context.view.open_prompt().is_some() || context.view.round().is_deploying();
    if is_open
        || watched.side == watcher.side
        || !watcher.is_fighting()
        || !context.view.sees(watcher, &watched)
    {
        return None;
    }
    Some(format!("The eye: {} sees {}.", watcher.identity.name(), watched.identity.name()))
}

/// Draws the card of a special action on a unit: cost and odds, or why not.
fn show_special_action(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, key, chances): (UnitId, &str, &[(String, f64)]),
    (other, is_marked): (UnitId, bool),
) {
    let Some(data) = context.view.unit(unit) else { return };
    let actions = battle::available_actions(context.view, &data);
    let Some(action) = actions.iter().find(|action| action.key == key) else { return };
    let order = Order::SpecialAction { unit, action: key.to_owned(), target: Some(other), weapon: None };
    show_title(ui, context, &format!("{}: {}", action.label, context.unit_name(other)), &action.price);
    match validate_order(context.view, &order) {
        Ok(_) => {
            let key = context.key_label(InputAction::Confirm);
            let (colour, text) = match is_marked {
                true => (context.palette.good, format!("Click again or press {key} to do it.")),
                false => (context.palette.dim, "Click to choose it as the target.".to_owned()),
            };
            ui.colored_label(colour, text);
            ui.colored_label(context.palette.dim, &action.detail)
        }
        Err(refusal) => ui.colored_label(context.palette.harm, refusal.to_string()),
    };
    if let [(certain, _)] = chances {
        ui.label(format!("{}.", capitalise(certain)));
        return;
    }
    for (words, share) in chances {
        show_fact_line(ui, (words, context.palette.dim), (&percent_text(*share), context.palette.text));
    }
}
