//! Hover card: what a click on the hovered square would do, with exact odds.

use bevy_egui::egui::{self, Area, Id, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::card_layout::CardSurroundings;
use super::forecast_details::show_forecast_details;
use super::move_card;
use super::move_card::MovePreview;
use super::{damage_chart, knockback_card, timed_item_card};
use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::board::BoardViewport;
use crate::input::InputAction;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::dice_glyphs;
use crate::panel::widgets::{
    PanelContext, body_font, card_frame, layout_truncated, show_fact_line, title_font,
};
use crate::session::{Hover, Intent, Session};
use battle::validate_order;
use battle::{AttackChoice, BattleView, Order, StatusKind, SubAttack, Target, UnitDataItem, ValidatedOrder};
use battle_log::names::option_name;
use model::{BarrierId, UnitId};
use rules::{ActionRequest, FireMode, Forecast, PoolShare, play};

/// Width of a card, in points.
const WIDTH: f32 = 312.0;
/// Width that the frame adds, in points.
const PADDING: f32 = 32.0;
/// Available height below which the chart is left out, in points.
const LOW: f32 = 340.0;
/// Size of the labels above a square, in points.
const LABELS: Vec2 = vec2(120.0, 52.0);
/// Size of the pointer, in points.
const POINTER: f32 = 26.0;

/// Where the card of the hovered square goes.
struct HoverCard<'a, 'w, 's> {
    ctx: &'a egui::Context,
    context: &'a PanelContext<'a, 'w, 's>,
    session: &'a Session,
    viewport: &'a BoardViewport,
}

/// Draws the card of the hovered square.
pub(crate) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    session: &Session,
    (odds, knockback): (&mut ForecastCache, &KnockbackPreview),
    move_preview: &mut Option<MovePreview>,
    viewport: &BoardViewport,
) {
    // An open action list covers the board.
    let Some(hover) = session.hover.filter(|_| session.open_menu.is_none()) else { return };
    if session.paused
        || session.help
        || context.view.open_prompt().is_some()
        || context.view.round().outcome().is_some()
    {
        return;
    }
    let Some(unit) = crate::panel::action_bar::choices::unit_to_order(context.view, session) else { return };
    let other = hover.unit.filter(|id| *id != unit);
    let card = HoverCard { ctx, context, session, viewport };
    if context.ai_side_to_act().is_some() {
        return card.show_unit(other);
    }
    match session.intent {
        Intent::Attack { weapon, mode, option } => {
            card.show_aimed_attack((unit, hover), (weapon, mode, option), odds, knockback);
        }
        Intent::Move if other.is_none() && !context.view.round().is_deploying() => {
            move_card::update_move_preview(move_preview, context, odds, unit, (hover.cell, session.evade));
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
            let chances = odds.special_action_odds(context.view, (unit, key), other);
            card.place(|ui, _| show_special_action(ui, context, (unit, key, chances), other));
        }
        Intent::Door => {
            let Some(barrier) = hover.barrier else { return };
            card.place(|ui, _| show_door(ui, context, unit, barrier));
        }
        _ => card.show_unit(other),
    }
}

impl HoverCard<'_, '_, '_> {
    /// Draws the summary of a unit, if there is one.
    fn show_unit(&self, unit: Option<UnitId>) {
        let Some(unit) = unit else { return };
        self.place(|ui, _| show_unit_summary(ui, self.context, unit));
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
            query.share = dice_share(view, unit, chosen, SubAttack { target, weapon, mode });
        }
        let forecast = odds.forecast(view, &query);
        let marked = self.session.marked == Some(hover.cell);
        self.place(|ui, room| {
            if marked {
                let key = self.context.key_label(InputAction::Confirm);
                let text = format!("Click again or press {key} to attack.");
                ui.colored_label(self.context.palette.good, text);
            }
            show_attack(ui, self.context, &query, (forecast.as_deref(), knockback), room);
        });
    }

    /// Places a card beside the hovered square where it hides least, inside the window. `content` gets the available
    /// height in points.
    fn place(&self, content: impl FnOnce(&mut Ui, f32)) {
        let Self { ctx, context, session, viewport } = *self;
        let Some(hover) = session.hover else { return };
        let id = Id::new("hover_card");
        let (window, board) = (ctx.viewport_rect().shrink(6.0), viewport.clip.shrink(4.0));
        let own = session.selected.and_then(|id| context.view.unit(id)).map(|unit| unit.cell());
        let mut aim = viewport.cell_rect(hover.cell);
        let labels = Rect::from_center_size(aim.center_top() - vec2(0.0, LABELS.y / 2.0), LABELS);
        aim = aim.union(labels.intersect(board));
        if let Some(pointer) = ctx.pointer_latest_pos().filter(|_| session.cursor.is_none()) {
            aim = aim.union(Rect::from_center_size(pointer, Vec2::splat(POINTER)));
        }
        let width = WIDTH.min(window.width() - PADDING);
        let known = egui::AreaState::load(ctx, id).and_then(|state| state.size);
        let size = known.unwrap_or(vec2(width + PADDING, 260.0));
        let corner = CardSurroundings {
            aim,
            own: own.map(|own| viewport.cell_rect(own)),
            end: viewport.cell_centre(hover.cell),
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
                });
            });
        if (shown.response.rect.size() - size).length() > 1.0 {
            ctx.request_discard("the card has another size than the last one");
        }
    }
}

/// Draws a title with a dim figure at the right.
pub(crate) fn show_title(ui: &mut Ui, context: &PanelContext, text: &str, figure: &str) {
    let width = ui.available_width();
    let figure = ui.painter().layout_no_wrap(figure.to_owned(), body_font(ui), context.palette.dim);
    let text = layout_truncated(
        ui.painter(),
        text,
        body_font(ui),
        context.palette.text,
        width - figure.size().x - 10.0,
    );
    let (rect, _) = ui.allocate_exact_size(vec2(width, text.size().y), Sense::hover());
    ui.painter().galley(rect.min, text, context.palette.text);
    ui.painter().galley(pos2(rect.right() - figure.size().x, rect.top()), figure, context.palette.dim);
}

/// Draws the title, cost and refusal of an attack, then its odds if they are known.
fn show_attack(
    ui: &mut Ui,
    context: &PanelContext,
    query: &AttackQuery,
    (forecast, knockback): (Option<&Forecast>, &KnockbackPreview),
    room: f32,
) {
    let palette = context.palette;
    let AttackQuery { attacker, target, weapon, mode, .. } = *query;
    let order = Order::Attack { unit: attacker, target, weapon, mode, option: query.option.clone() };
    let result = validate_order(context.view, &order);
    let aim = match target {
        Target::Unit(id) => context.unit_name(id),
        Target::Barrier(id) => barrier_name(context, id),
        Target::Square(_) => "a square".to_owned(),
    };
    let Some(unit) = context.view.unit(attacker) else { return };
    let Some(what) = attack_name(context, &unit, query) else { return };
    show_title(
        ui,
        context,
        &format!("{what} at {aim}"),
        &attack_cost_text(context, &unit, query, result.as_ref().ok()),
    );
    if let Err(refusal) = &result {
        ui.colored_label(palette.harm, refusal.to_string());
    }
    let Some(forecast) = forecast else {
        ui.colored_label(palette.dim, "The odds cannot be calculated.");
        return;
    };
    show_key_odds(ui, context, forecast, target);
    let tall = room >= LOW;
    let mut used: f32 = if tall { 225.0 } else { 130.0 };
    if let Some(pool) = forecast.symbols {
        used += dice_glyphs::show_dice_pool(ui, palette, pool).rect.height() + 4.0;
    }
    if tall {
        if !forecast.joint.is_empty() {
            dice_glyphs::show_symbol_odds(ui, palette, &forecast.joint);
            used += 61.0;
        }
        damage_chart::show(ui, palette, &forecast.odds.bars, forecast.unit);
    }
    if let Some(best) = forecast.best_defence() {
        let price = if best.price.is_empty() { String::new() } else { format!(" ({})", best.price) };
        let text = format!(
            "With {}{price}: damage chance {}, average {:.1}",
            best.label.to_lowercase(),
            percent_text(best.odds.harm),
            best.odds.mean
        );
        ui.colored_label(palette.caution, text);
    }
    let thrown = knockback_card::show_knockback(ui, context, &knockback.status_for(query));
    let lines = ((room - used) / 21.0).max(2.0) as usize;
    let lines = lines.saturating_sub(thrown).max(2);
    show_forecast_details(ui, context, forecast, lines);
}

/// Share of the dice pool that an attack would get beside the attacks already chosen. `SS-MULTI-07`.
fn dice_share(view: &BattleView, unit: UnitId, chosen: &[SubAttack], next: SubAttack) -> Option<PoolShare> {
    let all = chosen.iter().copied().chain([next]);
    let requests: Option<Vec<_>> = all
        .map(|SubAttack { target, weapon, mode }| {
            view.attack_request(AttackChoice { unit, weapon, mode, option: None }, target)
        })
        .collect();
    let requests = requests?;
    let on_units: Vec<_> = requests.iter().filter_map(|request| request.on_unit()).collect();
    play::split_pool(&on_units).ok()?.pop()
}

/// Name of the attack: its attack option, fire mode or weapon.
fn attack_name(context: &PanelContext, unit: &UnitDataItem, query: &AttackQuery) -> Option<String> {
    let carried = unit.inventory.get(query.weapon)?;
    if let Some(key) = &query.option {
        return Some(option_name(context.view, unit, query.weapon, key));
    }
    Some(query.mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned()))
}

/// Formats the cost of an attack: "2 AP · 3 rounds · 1 Karma"; only the rounds if it is refused.
fn attack_cost_text(
    context: &PanelContext,
    unit: &UnitDataItem,
    query: &AttackQuery,
    plan: Option<&ValidatedOrder>,
) -> String {
    let Some(carried) = unit.inventory.get(query.weapon) else { return String::new() };
    let rounds =
        if carried.magazine() > 0 { play::rounds_per_attack(carried.weapon(), query.mode) } else { 0 };
    let points = match plan {
        Some(plan) if plan.points > 0 => format!("{} AP", plan.points),
        Some(_) => {
            let me = context.view.unit_snapshot(unit);
            let action = play::attack_action(carried.weapon(), query.mode);
            let act =
                ActionRequest { action, with: me.held_weapon(query.weapon), option: query.option.as_deref() };
            play::price_label(&me, act, context.view.rules())
        }
        None => String::new(),
    };
    price_text(points, rounds, plan.map_or(0, |plan| plan.karma))
}

fn price_text(points: String, rounds: u32, karma: u8) -> String {
    let rounds = match rounds {
        0 => String::new(),
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let karma = if karma > 0 { format!("{karma} Karma") } else { String::new() };
    let parts = [points, rounds, karma];
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
}

/// Draws damage chance, hit chance, roll, average damage and kill/KO chance.
fn show_key_odds(ui: &mut Ui, context: &PanelContext, forecast: &Forecast, target: Target) {
    let palette = context.palette;
    let width = ui.available_width();
    let mut font = title_font(ui);
    font.size *= 1.45;
    let colour = if forecast.odds.harm > 0.0 { palette.text } else { palette.dim };
    let harm = ui.painter().layout_no_wrap(percent_text(forecast.odds.harm), font, colour);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 38.0), Sense::hover());
    let painter = ui.painter();
    let left = rect.left() + harm.size().x + 9.0;
    painter.galley(pos2(rect.left(), rect.center().y - harm.size().y / 2.0), harm, colour);
    let out = percent_text(forecast.odds.out);
    let out = match target {
        Target::Unit(_) => format!("kill/KO {out}"),
        Target::Barrier(_) => format!("breach {out}"),
        Target::Square(_) => String::new(),
    };
    let mean = format!("average {:.1}", forecast.odds.mean);
    let mean = if forecast.unit == "damage" { mean } else { format!("{mean} {}", forecast.unit) };
    let mean = painter.layout_no_wrap(mean, body_font(ui), palette.text);
    let kills = painter.layout_no_wrap(out, body_font(ui), palette.harm);
    let room = rect.right() - left - mean.size().x.max(kills.size().x) - 8.0;
    let hit = percent_text(forecast.odds.hit);
    let is_short =
        |text: &String| painter.layout_no_wrap(text.clone(), body_font(ui), palette.dim).size().x <= room;
    let (attack_name, roll) = match target {
        Target::Square(_) => {
            ("to hit any unit".to_owned(), format!("{} · {hit} on the square", forecast.roll))
        }
        _ => {
            let name = Some(format!("damage chance · {hit} to hit")).filter(is_short);
            (name.unwrap_or_else(|| format!("damage · {hit} hit")), forecast.roll.clone())
        }
    };
    let top = layout_truncated(painter, &attack_name, body_font(ui), palette.dim, room);
    let below = painter.layout_no_wrap(roll.clone(), body_font(ui), palette.text);
    let fits = below.size().x <= room;
    painter.galley(pos2(left, rect.center().y - top.size().y), top, palette.dim);
    if fits {
        painter.galley(pos2(left, rect.center().y), below, palette.text);
    }
    painter.galley(pos2(rect.right() - mean.size().x, rect.center().y - mean.size().y), mean, palette.text);
    painter.galley(pos2(rect.right() - kills.size().x, rect.center().y), kills, palette.harm);
    // A pool shown as dice needs no text.
    if !fits && forecast.symbols.is_none() {
        ui.add(egui::Label::new(roll).wrap());
    }
}

fn barrier_name(context: &PanelContext, id: BarrierId) -> String {
    context.view.barrier(id).map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
}

/// Draws the card of a door.
fn show_door(ui: &mut Ui, context: &PanelContext, unit: UnitId, barrier: BarrierId) {
    let Some(data) = context.view.barrier(barrier) else { return };
    let verb = if data.state.open() { "Close" } else { "Open" };
    let result = validate_order(context.view, &Order::Door { unit, barrier });
    let price = result.as_ref().map_or(0, |plan| plan.points);
    show_title(ui, context, &format!("{verb} {}", data.barrier.kind().name), &format!("{price} AP"));
    if let Err(refusal) = result {
        ui.colored_label(context.palette.harm, refusal.to_string());
    }
}

/// Draws the summary of a unit: health, weapons and status.
fn show_unit_summary(ui: &mut Ui, context: &PanelContext, id: UnitId) {
    let Some(unit) = context.view.unit(id) else { return };
    let palette = context.palette;
    show_title(ui, context, unit.identity.name(), context.view.side_name(*unit.side));
    ui.colored_label(palette.dim, unit.identity.role());
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules()) {
        show_fact_line(
            ui,
            (&gauge.label, palette.dim),
            (&crate::panel::unit_inspector::health_gauges::gauge_text(&gauge), palette.text),
        );
    }
    for (_, carried) in unit.inventory.held_items().filter(|(_, carried)| carried.hands() > 0) {
        show_fact_line(ui, ("In hand", palette.dim), (carried.name(), palette.text));
    }
    for inside in context.view.occupants(id) {
        let seat = if inside.status.has(StatusKind::Drives(id)) { "Driver" } else { "Passenger" };
        show_fact_line(ui, (seat, palette.dim), (inside.identity.name(), palette.text));
    }
    for (name, until, bad) in crate::panel::unit_inspector::status_effects::effect_summaries(context, &unit) {
        show_fact_line(ui, (&name, if bad { palette.caution } else { palette.good }), (&until, palette.dim));
    }
}

/// Draws the card of a special action on a unit: cost and odds, or why not.
fn show_special_action(
    ui: &mut Ui,
    context: &PanelContext,
    (unit, key, chances): (UnitId, &str, &[(String, f64)]),
    other: UnitId,
) {
    let Some(data) = context.view.unit(unit) else { return };
    let actions = battle::available_actions(context.view, &data);
    let Some(action) = actions.iter().find(|action| action.key == key) else { return };
    let order = Order::SpecialAction { unit, action: key.to_owned(), target: Some(other), weapon: None };
    show_title(ui, context, &format!("{}: {}", action.label, context.unit_name(other)), &action.price);
    match validate_order(context.view, &order) {
        Ok(_) => ui.colored_label(context.palette.dim, &action.detail),
        Err(refusal) => ui.colored_label(context.palette.harm, refusal.to_string()),
    };
    for (words, share) in chances {
        show_fact_line(ui, (words, context.palette.dim), (&percent_text(*share), context.palette.text));
    }
    ui.separator();
    show_unit_summary(ui, context, other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_name_points_and_rounds() {
        assert_eq!(price_text("2 AP".to_owned(), 3, 0), "2 AP · 3 rounds");
        assert_eq!(price_text("1 AP".to_owned(), 1, 1), "1 AP · 1 round · 1 Karma");
        assert_eq!(price_text("1 AP".to_owned(), 0, 0), "1 AP");
        assert_eq!(price_text(String::new(), 3, 0), "3 rounds");
    }
}
