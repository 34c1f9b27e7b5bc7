//! The card beside the cursor: what a click would do, with its exact odds, before the click.

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
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{
    AttackChoice, BarrierId, BattleView, Order, StatusKind, SubAttack, Target, UnitDataItem, UnitId,
    ValidatedOrder,
};
use rules::{ActionRequest, Forecast, PoolShare, play};

/// Width of a card.
const WIDTH: f32 = 312.0;
/// What its frame adds.
const PADDING: f32 = 32.0;
/// Height of a window, in points, below which the chart is left out.
const LOW: f32 = 340.0;
/// Size of the labels above a square.
const LABELS: Vec2 = vec2(120.0, 52.0);
/// What the pointer takes up.
const POINTER: f32 = 26.0;

/// Draws the card that belongs to what is hovered.
pub(crate) fn show(
    ctx: &egui::Context,
    see: &PanelContext,
    session: &Session,
    (odds, flights): (&mut ForecastCache, &KnockbackPreview),
    trip: &mut Option<MovePreview>,
    lens: &BoardViewport,
) {
    // A list of actions lies over the board, and over what the pointer was on.
    let Some(hover) = session.hover.filter(|_| session.open_menu.is_none()) else { return };
    if session.paused
        || session.help
        || see.view.open_prompt().is_some()
        || see.view.round().outcome().is_some()
    {
        return;
    }
    let Some(unit) = crate::panel::action_bar::choices::unit_to_order(see.view, session) else { return };
    let other = hover.unit.filter(|id| *id != unit);
    if see.ai_side_to_act().is_some() {
        let Some(other) = other else { return };
        return place_card(ctx, see, session, lens, |ui, _| show_unit_summary(ui, see, other));
    }
    match session.intent {
        Intent::Attack { weapon, mode, manner } => {
            let friend = |id| {
                let side = |id| see.view.unit(id).filter(|unit| unit.is_fighting()).map(|unit| *unit.side);
                side(id).is_some_and(|own| side(unit) == Some(own))
            };
            let Some(own) = see.view.unit(unit) else { return };
            let target = match (hover.unit, hover.barrier) {
                (Some(id), _) if id != unit && friend(id) => {
                    return place_card(ctx, see, session, lens, |ui, _| show_unit_summary(ui, see, id));
                }
                (Some(id), _) if id != unit => Target::Unit(id),
                (None, Some(id)) => Target::Barrier(id),
                (None, None) if see.view.can_target_cells(&own, weapon) => Target::Square(hover.cell),
                _ => return,
            };
            let manner = manner.map(str::to_owned);
            let mut question =
                AttackQuery { manner, ..AttackQuery::from_current_position(&own, target, weapon, mode) };
            if let (Some(chosen), Target::Unit(target)) = (&session.multiple_attacks, target) {
                let blow = SubAttack { target, weapon, mode };
                question.share = dice_share(see.view, unit, chosen, blow);
            }
            let forecast = odds.forecast(see.view, &question);
            let marked = session.marked == Some(hover.cell);
            place_card(ctx, see, session, lens, |ui, room| {
                if marked {
                    let key = see.key_label(InputAction::Confirm);
                    ui.colored_label(see.palette.good, format!("Click again, or {key}, to attack."));
                }
                show_attack(ui, see, &question, (forecast.as_deref(), flights), room);
            });
        }
        Intent::Move if other.is_none() && !see.view.round().is_deploying() => {
            move_card::update_move_preview(trip, see, odds, unit, (hover.cell, session.evade));
            if let Some(trip) = trip {
                place_card(ctx, see, session, lens, |ui, _| move_card::show(ui, see, trip));
            }
        }
        Intent::PlaceItem { weapon, timer } => {
            let order = Order::Activate { unit, weapon, timer, to: hover.cell };
            let marked = session.marked == Some(hover.cell);
            place_card(ctx, see, session, lens, |ui, _| timed_item_card::show(ui, see, &order, marked));
        }
        Intent::SpecialAction { key } => {
            let Some(other) = other else { return };
            let chances = odds.special_action_odds(see.view, (unit, key), other);
            place_card(ctx, see, session, lens, |ui, _| {
                show_special_action(ui, see, (unit, key, chances), other)
            });
        }
        Intent::Door => {
            let Some(barrier) = hover.barrier else { return };
            place_card(ctx, see, session, lens, |ui, _| show_door(ui, see, unit, barrier));
        }
        _ => {
            let Some(other) = other else { return };
            place_card(ctx, see, session, lens, |ui, _| show_unit_summary(ui, see, other));
        }
    }
}

/// Puts a card beside the hovered square where it hides least, and never beyond the window. Tells the content how
/// much height there is.
fn place_card(
    ctx: &egui::Context,
    see: &PanelContext,
    session: &Session,
    lens: &BoardViewport,
    content: impl FnOnce(&mut Ui, f32),
) {
    let Some(hover) = session.hover else { return };
    let id = Id::new("hover_card");
    let (window, board) = (ctx.viewport_rect().shrink(6.0), lens.clip.shrink(4.0));
    let own = session.selected.and_then(|id| see.view.unit(id)).map(|unit| unit.cell());
    let mut aim = lens.cell_rect(hover.cell);
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
        own: own.map(|own| lens.cell_rect(own)),
        end: lens.cell_centre(hover.cell),
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
            card_frame(see.palette, see.palette.line).show(ui, |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 4.0;
                content(ui, board.height() - 20.0);
            });
        });
    if (shown.response.rect.size() - size).length() > 1.0 {
        ctx.request_discard("the card has another size than the last one");
    }
}

/// A title with a dim figure at the right.
pub(crate) fn show_title(ui: &mut Ui, see: &PanelContext, text: &str, figure: &str) {
    let width = ui.available_width();
    let figure = ui.painter().layout_no_wrap(figure.to_owned(), body_font(ui), see.palette.dim);
    let text =
        layout_truncated(ui.painter(), text, body_font(ui), see.palette.text, width - figure.size().x - 10.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, text.size().y), Sense::hover());
    ui.painter().galley(rect.min, text, see.palette.text);
    ui.painter().galley(pos2(rect.right() - figure.size().x, rect.top()), figure, see.palette.dim);
}

/// Title, price, and why not; then the odds, where they can be told.
fn show_attack(
    ui: &mut Ui,
    see: &PanelContext,
    question: &AttackQuery,
    (forecast, flights): (Option<&Forecast>, &KnockbackPreview),
    room: f32,
) {
    let look = see.palette;
    let AttackQuery { attacker, target, weapon, mode, .. } = *question;
    let order = Order::Attack { unit: attacker, target, weapon, mode, manner: question.manner.clone() };
    let result = validate_order(see.view, &order);
    let aim = match target {
        Target::Unit(id) => see.unit_name(id),
        Target::Barrier(id) => barrier_name(see, id),
        Target::Square(_) => "a square".to_owned(),
    };
    let Some(unit) = see.view.unit(attacker) else { return };
    let Some(what) = attack_name(see, &unit, question) else { return };
    show_title(
        ui,
        see,
        &format!("{what} at {aim}"),
        &attack_cost_text(see, &unit, question, result.as_ref().ok()),
    );
    if let Err(refusal) = &result {
        ui.colored_label(look.harm, refusal.to_string());
    }
    let Some(forecast) = forecast else {
        ui.colored_label(look.dim, "Nobody can tell the odds of this.");
        return;
    };
    show_key_odds(ui, see, forecast, target);
    let tall = room >= LOW;
    let mut used: f32 = if tall { 225.0 } else { 130.0 };
    if let Some(pool) = forecast.symbols {
        used += dice_glyphs::show_dice_pool(ui, look, pool).rect.height() + 4.0;
    }
    if tall {
        if !forecast.joint.is_empty() {
            dice_glyphs::show_symbol_odds(ui, look, &forecast.joint);
            used += 61.0;
        }
        damage_chart::show(ui, look, &forecast.odds.bars, forecast.unit);
    }
    if let Some(best) = forecast.best_defence() {
        let price = if best.price.is_empty() { String::new() } else { format!(" ({})", best.price) };
        let text = format!(
            "If it takes {}{price}: {} harm, mean {:.1}",
            best.label.to_lowercase(),
            percent_text(best.odds.harm),
            best.odds.mean
        );
        ui.colored_label(look.caution, text);
    }
    let thrown = knockback_card::show_knockback(ui, see, &flights.status_for(question));
    let lines = ((room - used) / 21.0).max(2.0) as usize;
    let lines = lines.saturating_sub(thrown).max(2);
    show_forecast_details(ui, see, forecast, lines);
}

/// The part that an attack would have in the dice of those that are chosen already. `SS-MULTI-07`.
fn dice_share(view: &BattleView, unit: UnitId, chosen: &[SubAttack], next: SubAttack) -> Option<PoolShare> {
    let all = chosen.iter().copied().chain([next]);
    let engagements: Option<Vec<_>> = all
        .map(|SubAttack { target, weapon, mode }| {
            view.attack_request(AttackChoice { unit, weapon, mode, manner: None }, target)
        })
        .collect();
    play::shares(&engagements?).ok()?.pop()
}

/// What the attack is called: its manner, its mode, or the weapon.
fn attack_name(see: &PanelContext, unit: &UnitDataItem, question: &AttackQuery) -> Option<String> {
    let carried = unit.inventory.items().get(question.weapon)?;
    if let Some(key) = &question.manner {
        return Some(manner_name(see.view, unit, question.weapon, key));
    }
    Some(question.mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned()))
}

/// What a manner of attack is called; its key, where the book does not know it for this weapon any more.
pub(crate) fn manner_name(view: &BattleView, unit: &UnitDataItem, weapon: usize, key: &str) -> String {
    let me = view.unit_snapshot(unit);
    let manners = me.held_weapon(weapon).map(|held| play::manners(&me, held, view.rules()));
    let known = manners.into_iter().flatten().find(|manner| manner.key == key);
    known.map_or_else(|| key.replace('_', " "), |manner| manner.label.to_owned())
}

/// "2 AP · 3 rounds · 1 Karma"; only rounds, where the attack is refused.
fn attack_cost_text(
    see: &PanelContext,
    unit: &UnitDataItem,
    question: &AttackQuery,
    plan: Option<&ValidatedOrder>,
) -> String {
    let Some(carried) = unit.inventory.items().get(question.weapon) else { return String::new() };
    let rounds = if carried.magazine() > 0 { play::rounds(carried.weapon(), question.mode) } else { 0 };
    let points = match plan {
        Some(plan) if plan.points > 0 => format!("{} AP", plan.points),
        Some(_) => {
            let me = see.view.unit_snapshot(unit);
            let action = play::attack_action(carried.weapon(), question.mode);
            let act = ActionRequest {
                action,
                with: me.held_weapon(question.weapon),
                option: question.manner.as_deref(),
            };
            play::price(&me, act, see.view.rules())
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

/// Chance to do harm, chance to hit, the roll, mean damage and how likely the target falls.
fn show_key_odds(ui: &mut Ui, see: &PanelContext, forecast: &Forecast, target: Target) {
    let look = see.palette;
    let width = ui.available_width();
    let mut font = title_font(ui);
    font.size *= 1.45;
    let colour = if forecast.odds.harm > 0.0 { look.text } else { look.dim };
    let harm = ui.painter().layout_no_wrap(percent_text(forecast.odds.harm), font, colour);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 38.0), Sense::hover());
    let painter = ui.painter();
    let left = rect.left() + harm.size().x + 9.0;
    painter.galley(pos2(rect.left(), rect.center().y - harm.size().y / 2.0), harm, colour);
    let out = percent_text(forecast.odds.out);
    let out = match target {
        Target::Unit(_) => format!("takes out {out}"),
        Target::Barrier(_) => format!("holes it {out}"),
        Target::Square(_) => String::new(),
    };
    let mean = format!("mean {:.1}", forecast.odds.mean);
    let mean = if forecast.unit == "damage" { mean } else { format!("{mean} {}", forecast.unit) };
    let mean = painter.layout_no_wrap(mean, body_font(ui), look.text);
    let kills = painter.layout_no_wrap(out, body_font(ui), look.harm);
    let room = rect.right() - left - mean.size().x.max(kills.size().x) - 8.0;
    let hit = percent_text(forecast.odds.hit);
    let (attack_name, roll) = match target {
        Target::Square(_) => {
            ("to catch anybody".to_owned(), format!("{} · {hit} on the square", forecast.roll))
        }
        _ => (format!("to harm · {hit} to hit"), forecast.roll.clone()),
    };
    let top = layout_truncated(painter, &attack_name, body_font(ui), look.dim, room);
    let below = painter.layout_no_wrap(roll.clone(), body_font(ui), look.text);
    let fits = below.size().x <= room;
    painter.galley(pos2(left, rect.center().y - top.size().y), top, look.dim);
    if fits {
        painter.galley(pos2(left, rect.center().y), below, look.text);
    }
    painter.galley(pos2(rect.right() - mean.size().x, rect.center().y - mean.size().y), mean, look.text);
    painter.galley(pos2(rect.right() - kills.size().x, rect.center().y), kills, look.harm);
    // A pool that is drawn need not be told as well.
    if !fits && forecast.symbols.is_none() {
        ui.add(egui::Label::new(roll).wrap());
    }
}

fn barrier_name(see: &PanelContext, id: BarrierId) -> String {
    see.view.barrier(id).map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
}

/// A door: what a click does and costs.
fn show_door(ui: &mut Ui, see: &PanelContext, unit: UnitId, barrier: BarrierId) {
    let Some(data) = see.view.barrier(barrier) else { return };
    let verb = if data.state.open() { "Close" } else { "Open" };
    let result = validate_order(see.view, &Order::Door { unit, barrier });
    let price = result.as_ref().map_or(0, |plan| plan.points);
    show_title(ui, see, &format!("{verb} {}", data.barrier.kind().name), &format!("{price} AP"));
    if let Err(refusal) = result {
        ui.colored_label(see.palette.harm, refusal.to_string());
    }
}

/// A unit in short: health and state.
fn show_unit_summary(ui: &mut Ui, see: &PanelContext, id: UnitId) {
    let Some(unit) = see.view.unit(id) else { return };
    let look = see.palette;
    show_title(ui, see, unit.identity.name(), see.view.side_name(*unit.side));
    ui.colored_label(look.dim, unit.identity.role());
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), see.view.rules()) {
        show_fact_line(
            ui,
            (&gauge.label, look.dim),
            (&crate::panel::unit_inspector::health_gauges::gauge_text(&gauge), look.text),
        );
    }
    for (_, carried) in unit.inventory.held_items().filter(|(_, carried)| carried.hands() > 0) {
        show_fact_line(ui, ("In hand", look.dim), (carried.name(), look.text));
    }
    for inside in see.view.occupants(id) {
        let seat = if inside.status.has(StatusKind::Drives(id)) { "drives" } else { "rides" };
        show_fact_line(ui, (seat, look.dim), (inside.identity.name(), look.text));
    }
    for (name, until, bad) in crate::panel::unit_inspector::status_effects::effect_summaries(see, &unit) {
        show_fact_line(ui, (&name, if bad { look.caution } else { look.good }), (&until, look.dim));
    }
}

/// Something only the book knows, done to somebody: what it costs and how likely it works, or why not.
fn show_special_action(
    ui: &mut Ui,
    see: &PanelContext,
    (unit, key, chances): (UnitId, &str, &[(String, f64)]),
    other: UnitId,
) {
    let Some(data) = see.view.unit(unit) else { return };
    let offers = battle::available_actions(see.view, &data);
    let Some(offer) = offers.iter().find(|offer| offer.key == key) else { return };
    let order = Order::SpecialAction { unit, deed: key.to_owned(), target: Some(other), weapon: None };
    show_title(ui, see, &format!("{}: {}", offer.label, see.unit_name(other)), &offer.price);
    match validate_order(see.view, &order) {
        Ok(_) => ui.colored_label(see.palette.dim, &offer.detail),
        Err(refusal) => ui.colored_label(see.palette.harm, refusal.to_string()),
    };
    for (words, share) in chances {
        show_fact_line(ui, (words, see.palette.dim), (&percent_text(*share), see.palette.text));
    }
    ui.separator();
    show_unit_summary(ui, see, other);
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
