//! The card beside the cursor: what a click would do, with its exact odds, before the click.

use bevy_egui::egui::{self, Area, Id, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::beside::Scene;
use super::kit::{See, body, card_frame, fact_line, fitted, title_font};
use super::moving::{self, Trip};
use super::reasons::reasons;
use super::{chart, glyphs, put, thrown};
use crate::board::Lens;
use crate::flights::Flights;
use crate::input::Command;
use crate::odds::{OddsCache, Question, percent};
use crate::session::{Intent, Session};
use battle::{
    Aimed, BarrierId, BattleView, Blow, Order, Plan, StatusKind, Target, UnitDataItem, UnitId, check,
};
use rules::{Act, Forecast, Share, play};

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
pub(super) fn show(
    ctx: &egui::Context,
    see: &See,
    session: &Session,
    (odds, flights): (&mut OddsCache, &Flights),
    trip: &mut Option<Trip>,
    lens: &Lens,
) {
    // A list of actions lies over the board, and over what the pointer was on.
    let Some(hover) = session.hover.filter(|_| session.unfolded.is_none()) else { return };
    if session.paused || session.help || see.view.decision().is_some() || see.view.round().outcome().is_some()
    {
        return;
    }
    let Some(unit) = super::choices::ordered(see.view, session) else { return };
    let other = hover.unit.filter(|id| *id != unit);
    if see.machine().is_some() {
        let Some(other) = other else { return };
        return floating(ctx, see, session, lens, |ui, _| brief(ui, see, other));
    }
    match session.intent {
        Intent::Attack { weapon, mode, manner } => {
            let friend = |id| {
                let side = |id| see.view.unit(id).filter(|unit| unit.fighting()).map(|unit| *unit.side);
                side(id).is_some_and(|own| side(unit) == Some(own))
            };
            let Some(own) = see.view.unit(unit) else { return };
            let target = match (hover.unit, hover.barrier) {
                (Some(id), _) if id != unit && friend(id) => {
                    return floating(ctx, see, session, lens, |ui, _| brief(ui, see, id));
                }
                (Some(id), _) if id != unit => Target::Unit(id),
                (None, Some(id)) => Target::Barrier(id),
                (None, None) if see.view.aims_at_squares(&own, weapon) => Target::Square(hover.cell),
                _ => return,
            };
            let manner = manner.map(str::to_owned);
            let mut question = Question { manner, ..Question::now(&own, target, weapon, mode) };
            if let (Some(chosen), Target::Unit(target)) = (&session.several, target) {
                let blow = Blow { target, weapon, mode };
                question.share = share_of(see.view, unit, chosen, blow);
            }
            let forecast = odds.ask(see.view, &question);
            let marked = session.marked == Some(hover.cell);
            floating(ctx, see, session, lens, |ui, room| {
                if marked {
                    let key = see.key(Command::Confirm);
                    ui.colored_label(see.look.good, format!("Click again, or {key}, to attack."));
                }
                attack(ui, see, &question, (forecast.as_deref(), flights), room);
            });
        }
        Intent::Move if other.is_none() && !see.view.round().deploying() => {
            moving::renew(trip, see, odds, unit, (hover.cell, session.evade));
            if let Some(trip) = trip {
                floating(ctx, see, session, lens, |ui, _| moving::show(ui, see, trip));
            }
        }
        Intent::Put { weapon, timer } => {
            let order = Order::Activate { unit, weapon, timer, to: hover.cell };
            let marked = session.marked == Some(hover.cell);
            floating(ctx, see, session, lens, |ui, _| put::show(ui, see, &order, marked));
        }
        Intent::Deed { key } => {
            let Some(other) = other else { return };
            let chances = odds.deed(see.view, (unit, key), other);
            floating(ctx, see, session, lens, |ui, _| deed(ui, see, (unit, key, chances), other));
        }
        Intent::Door => {
            let Some(barrier) = hover.barrier else { return };
            floating(ctx, see, session, lens, |ui, _| door(ui, see, unit, barrier));
        }
        _ => {
            let Some(other) = other else { return };
            floating(ctx, see, session, lens, |ui, _| brief(ui, see, other));
        }
    }
}

/// Puts a card beside the hovered square where it hides least, and never beyond the window. Tells the content how
/// much height there is.
fn floating(
    ctx: &egui::Context,
    see: &See,
    session: &Session,
    lens: &Lens,
    content: impl FnOnce(&mut Ui, f32),
) {
    let Some(hover) = session.hover else { return };
    let id = Id::new("hover_card");
    let (window, board) = (ctx.viewport_rect().shrink(6.0), lens.clip.shrink(4.0));
    let own = session.selected.and_then(|id| see.view.unit(id)).map(|unit| unit.cell());
    let mut aim = lens.rect(hover.cell);
    let labels = Rect::from_center_size(aim.center_top() - vec2(0.0, LABELS.y / 2.0), LABELS);
    aim = aim.union(labels.intersect(board));
    if let Some(pointer) = ctx.pointer_latest_pos().filter(|_| session.cursor.is_none()) {
        aim = aim.union(Rect::from_center_size(pointer, Vec2::splat(POINTER)));
    }
    let width = WIDTH.min(window.width() - PADDING);
    let known = egui::AreaState::load(ctx, id).and_then(|state| state.size);
    let size = known.unwrap_or(vec2(width + PADDING, 260.0));
    let corner =
        Scene { aim, own: own.map(|own| lens.rect(own)), end: lens.centre(hover.cell), board, window }
            .place(size);
    let shown = Area::new(id)
        .order(egui::Order::Tooltip)
        .interactable(false)
        .fixed_pos(corner)
        .constrain_to(window)
        .show(ctx, |ui| {
            card_frame(see.look, see.look.line).show(ui, |ui| {
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
pub(super) fn title(ui: &mut Ui, see: &See, text: &str, figure: &str) {
    let width = ui.available_width();
    let figure = ui.painter().layout_no_wrap(figure.to_owned(), body(ui), see.look.dim);
    let text = fitted(ui.painter(), text, body(ui), see.look.text, width - figure.size().x - 10.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, text.size().y), Sense::hover());
    ui.painter().galley(rect.min, text, see.look.text);
    ui.painter().galley(pos2(rect.right() - figure.size().x, rect.top()), figure, see.look.dim);
}

/// Title, price, and why not; then the odds, where they can be told.
fn attack(
    ui: &mut Ui,
    see: &See,
    question: &Question,
    (forecast, flights): (Option<&Forecast>, &Flights),
    room: f32,
) {
    let look = see.look;
    let Question { attacker, target, weapon, mode, .. } = *question;
    let order = Order::Attack { unit: attacker, target, weapon, mode, manner: question.manner.clone() };
    let result = check(see.view, &order);
    let aim = match target {
        Target::Unit(id) => see.name(id),
        Target::Barrier(id) => barrier_name(see, id),
        Target::Square(_) => "a square".to_owned(),
    };
    let Some(unit) = see.view.unit(attacker) else { return };
    let Some(what) = named(see, &unit, question) else { return };
    title(ui, see, &format!("{what} at {aim}"), &costs(see, &unit, question, result.as_ref().ok()));
    if let Err(refusal) = &result {
        ui.colored_label(look.harm, refusal.to_string());
    }
    let Some(forecast) = forecast else {
        ui.colored_label(look.dim, "Nobody can tell the odds of this.");
        return;
    };
    big_figures(ui, see, forecast, target);
    let tall = room >= LOW;
    let mut used: f32 = if tall { 225.0 } else { 130.0 };
    if let Some(pool) = forecast.symbols {
        used += glyphs::pool(ui, look, pool).rect.height() + 4.0;
    }
    if tall {
        if !forecast.joint.is_empty() {
            glyphs::joint(ui, look, &forecast.joint);
            used += 61.0;
        }
        chart::show(ui, look, &forecast.odds.bars, forecast.unit);
    }
    if let Some(best) = forecast.best() {
        let price = if best.price.is_empty() { String::new() } else { format!(" ({})", best.price) };
        let text = format!(
            "If it takes {}{price}: {} harm, mean {:.1}",
            best.label.to_lowercase(),
            percent(best.odds.harm),
            best.odds.mean
        );
        ui.colored_label(look.caution, text);
    }
    let thrown = thrown::lines(ui, see, &flights.of(question));
    let lines = ((room - used) / 21.0).max(2.0) as usize;
    let lines = lines.saturating_sub(thrown).max(2);
    reasons(ui, see, forecast, lines);
}

/// The part that an attack would have in the dice of those that are chosen already. `SS-MULTI-07`.
fn share_of(view: &BattleView, unit: UnitId, chosen: &[Blow], next: Blow) -> Option<Share> {
    let all = chosen.iter().copied().chain([next]);
    let engagements: Option<Vec<_>> = all
        .map(|Blow { target, weapon, mode }| {
            view.engagement(Aimed { unit, weapon, mode, manner: None }, target)
        })
        .collect();
    play::shares(&engagements?).ok()?.pop()
}

/// What the attack is called: its manner, its mode, or the weapon.
fn named(see: &See, unit: &UnitDataItem, question: &Question) -> Option<String> {
    let carried = unit.arsenal.carried().get(question.weapon)?;
    if let Some(key) = &question.manner {
        return Some(manner_name(see.view, unit, question.weapon, key));
    }
    Some(question.mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned()))
}

/// What a manner of attack is called; its key, where the book does not know it for this weapon any more.
pub(super) fn manner_name(view: &BattleView, unit: &UnitDataItem, weapon: usize, key: &str) -> String {
    let me = view.combatant(unit);
    let manners = me.held_at(weapon).map(|held| play::manners(&me, held, view.rules()));
    let known = manners.into_iter().flatten().find(|manner| manner.key == key);
    known.map_or_else(|| key.replace('_', " "), |manner| manner.label.to_owned())
}

/// "2 AP · 3 rounds · 1 Karma"; only rounds, where the attack is refused.
fn costs(see: &See, unit: &UnitDataItem, question: &Question, plan: Option<&Plan>) -> String {
    let Some(carried) = unit.arsenal.carried().get(question.weapon) else { return String::new() };
    let rounds = if carried.magazine() > 0 { play::rounds(carried.weapon(), question.mode) } else { 0 };
    let points = match plan {
        Some(plan) if plan.points > 0 => format!("{} AP", plan.points),
        Some(_) => {
            let me = see.view.combatant(unit);
            let action = play::attack_action(carried.weapon(), question.mode);
            let act = Act { action, with: me.held_at(question.weapon), manner: question.manner.as_deref() };
            play::price(&me, act, see.view.rules())
        }
        None => String::new(),
    };
    price(points, rounds, plan.map_or(0, |plan| plan.karma))
}

fn price(points: String, rounds: u32, karma: u8) -> String {
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
fn big_figures(ui: &mut Ui, see: &See, forecast: &Forecast, target: Target) {
    let look = see.look;
    let width = ui.available_width();
    let mut font = title_font(ui);
    font.size *= 1.45;
    let colour = if forecast.odds.harm > 0.0 { look.text } else { look.dim };
    let harm = ui.painter().layout_no_wrap(percent(forecast.odds.harm), font, colour);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 38.0), Sense::hover());
    let painter = ui.painter();
    let left = rect.left() + harm.size().x + 9.0;
    painter.galley(pos2(rect.left(), rect.center().y - harm.size().y / 2.0), harm, colour);
    let out = percent(forecast.odds.out);
    let out = match target {
        Target::Unit(_) => format!("takes out {out}"),
        Target::Barrier(_) => format!("holes it {out}"),
        Target::Square(_) => String::new(),
    };
    let mean = format!("mean {:.1}", forecast.odds.mean);
    let mean = if forecast.unit == "damage" { mean } else { format!("{mean} {}", forecast.unit) };
    let mean = painter.layout_no_wrap(mean, body(ui), look.text);
    let kills = painter.layout_no_wrap(out, body(ui), look.harm);
    let room = rect.right() - left - mean.size().x.max(kills.size().x) - 8.0;
    let hit = percent(forecast.odds.hit);
    let (named, roll) = match target {
        Target::Square(_) => {
            ("to catch anybody".to_owned(), format!("{} · {hit} on the square", forecast.roll))
        }
        _ => (format!("to harm · {hit} to hit"), forecast.roll.clone()),
    };
    let top = fitted(painter, &named, body(ui), look.dim, room);
    let below = painter.layout_no_wrap(roll.clone(), body(ui), look.text);
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

fn barrier_name(see: &See, id: BarrierId) -> String {
    see.view.barrier(id).map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
}

/// A door: what a click does and costs.
fn door(ui: &mut Ui, see: &See, unit: UnitId, barrier: BarrierId) {
    let Some(data) = see.view.barrier(barrier) else { return };
    let verb = if data.state.open() { "Close" } else { "Open" };
    let result = check(see.view, &Order::Door { unit, barrier });
    let price = result.as_ref().map_or(0, |plan| plan.points);
    title(ui, see, &format!("{verb} {}", data.barrier.kind().name), &format!("{price} AP"));
    if let Err(refusal) = result {
        ui.colored_label(see.look.harm, refusal.to_string());
    }
}

/// A unit in short: health and state.
fn brief(ui: &mut Ui, see: &See, id: UnitId) {
    let Some(unit) = see.view.unit(id) else { return };
    let look = see.look;
    title(ui, see, unit.identity.name(), see.view.side_name(*unit.side));
    ui.colored_label(look.dim, unit.identity.role());
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), see.view.rules()) {
        fact_line(ui, (&gauge.label, look.dim), (&super::gauges::told(&gauge), look.text));
    }
    for (_, carried) in unit.arsenal.held().filter(|(_, carried)| carried.hands() > 0) {
        fact_line(ui, ("In hand", look.dim), (carried.name(), look.text));
    }
    for inside in see.view.aboard(id) {
        let seat = if inside.status.has(StatusKind::Drives(id)) { "drives" } else { "rides" };
        fact_line(ui, (seat, look.dim), (inside.identity.name(), look.text));
    }
    for (name, until, bad) in super::effects::in_short(see, &unit) {
        fact_line(ui, (&name, if bad { look.caution } else { look.good }), (&until, look.dim));
    }
}

/// Something only the book knows, done to somebody: what it costs and how likely it works, or why not.
fn deed(ui: &mut Ui, see: &See, (unit, key, chances): (UnitId, &str, &[(String, f64)]), other: UnitId) {
    let Some(data) = see.view.unit(unit) else { return };
    let offers = battle::offers(see.view, &data);
    let Some(offer) = offers.iter().find(|offer| offer.key == key) else { return };
    let order = Order::Deed { unit, deed: key.to_owned(), target: Some(other), weapon: None };
    title(ui, see, &format!("{}: {}", offer.label, see.name(other)), &offer.price);
    match check(see.view, &order) {
        Ok(_) => ui.colored_label(see.look.dim, &offer.detail),
        Err(refusal) => ui.colored_label(see.look.harm, refusal.to_string()),
    };
    for (words, share) in chances {
        fact_line(ui, (words, see.look.dim), (&percent(*share), see.look.text));
    }
    ui.separator();
    brief(ui, see, other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_name_points_and_rounds() {
        assert_eq!(price("2 AP".to_owned(), 3, 0), "2 AP · 3 rounds");
        assert_eq!(price("1 AP".to_owned(), 1, 1), "1 AP · 1 round · 1 Karma");
        assert_eq!(price("1 AP".to_owned(), 0, 0), "1 AP");
        assert_eq!(price(String::new(), 3, 0), "3 rounds");
    }
}
