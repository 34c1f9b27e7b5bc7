//! The card beside the cursor: what a click would do, with its exact odds, before the click.

use bevy_egui::egui::{self, Area, Id, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::beside::Scene;
use super::chart;
use super::kit::{See, body, card_frame, dice, fact_line, fitted, reason_line, signed, title_font, tone};
use super::moving::{self, Trip};
use crate::battle::{BarrierId, Order, Target, UnitId, check};
use crate::desktop::board::Lens;
use crate::desktop::input::Command;
use crate::desktop::odds::{Forecast, OddsCache, Question, percent};
use crate::desktop::session::{Intent, Session};
use crate::dice::Modifiers;
use crate::rules::swan_song::actions::fire_row;
use crate::rules::swan_song::{FireMode, armour};

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
    odds: &mut OddsCache,
    trip: &mut Option<Trip>,
    lens: &Lens,
) {
    let Some(hover) = session.hover else { return };
    if session.paused || session.help || see.view.decision().is_some() || see.view.round().outcome().is_some()
    {
        return;
    }
    let Some(unit) = super::choices::ordered(see.view, session) else { return };
    let other = hover.unit.filter(|id| *id != unit);
    match session.intent {
        Intent::Attack { weapon, mode } => {
            let friend = |id| {
                let side = |id| see.view.unit(id).filter(|unit| unit.fighting()).map(|unit| *unit.side);
                side(id).is_some_and(|own| side(unit) == Some(own))
            };
            let target = match (hover.unit, hover.barrier) {
                (Some(id), _) if id != unit && friend(id) => {
                    return floating(ctx, see, session, lens, |ui, _| brief(ui, see, id));
                }
                (Some(id), _) if id != unit => Target::Unit(id),
                (None, Some(id)) => Target::Barrier(id),
                _ => return,
            };
            let Some(own) = see.view.unit(unit) else { return };
            let question = Question {
                attacker: unit,
                from: own.cell(),
                target,
                target_at: None,
                weapon,
                mode,
                declared: false,
            };
            let Some(forecast) = odds.ask(see.view, &question) else { return };
            let marked = session.marked == Some(hover.cell);
            floating(ctx, see, session, lens, |ui, room| {
                if marked {
                    let key = see.key(Command::Confirm);
                    ui.colored_label(see.look.good, format!("Click again, or {key}, to attack."));
                }
                attack(ui, see, &question, &forecast, room);
            });
        }
        Intent::Move if other.is_none() && !see.view.round().deploying() => {
            moving::renew(trip, see, odds, unit, hover.cell);
            if let Some(trip) = trip {
                floating(ctx, see, session, lens, |ui, _| moving::show(ui, see, trip));
            }
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

/// Title, price, and why not.
fn attack(ui: &mut Ui, see: &See, question: &Question, forecast: &Forecast, room: f32) {
    let look = see.look;
    let Question { attacker, target, weapon, mode, .. } = *question;
    let order = Order::Attack { unit: attacker, target, weapon, mode };
    let result = check(see.view, &order);
    let aim = match target {
        Target::Unit(id) => see.name(id),
        Target::Barrier(id) => barrier_name(see, id),
    };
    let arm =
        see.view.unit(attacker).and_then(|unit| Some(unit.arsenal.carried().get(weapon)?.weapon().clone()));
    let what = match (mode, &arm) {
        (Some(mode), _) => fire_row(mode).name.to_owned(),
        (None, Some(arm)) => arm.name.clone(),
        _ => return,
    };
    let price = match (&result, mode) {
        (Ok(plan), mode) if plan.karma > 0 => format!("{} · {} Karma", price(plan.points, mode), plan.karma),
        (Ok(plan), mode) => price(plan.points, mode),
        (Err(_), mode) => price(0, mode),
    };
    title(ui, see, &format!("{what} at {aim}"), &price);
    if let Err(refusal) = &result {
        ui.colored_label(look.harm, refusal.to_string());
    }
    big_figures(ui, see, forecast, matches!(target, Target::Barrier(_)));
    let tall = room >= LOW;
    if tall {
        chart::show(ui, look, &forecast.odds.bars);
    }
    if let Some(best) = forecast.best() {
        let text = format!(
            "If it takes {} ({} AP{}): {} harm, mean {:.1}",
            best.label.to_lowercase(),
            best.cost,
            if best.karma { ", 1 Karma" } else { "" },
            percent(best.odds.harm),
            best.odds.mean
        );
        ui.colored_label(look.caution, text);
    }
    let lines = ((room - if tall { 225.0 } else { 130.0 }) / 21.0).max(2.0) as usize;
    reasons(ui, see, question, forecast, lines);
}

fn price(points: u8, mode: Option<FireMode>) -> String {
    let rounds = mode.map_or(0, |mode| fire_row(mode).rounds);
    let points = if points > 0 { format!("{points} AP") } else { String::new() };
    match (points.is_empty(), rounds) {
        (_, 0) => points,
        (true, 1) => "1 round".to_owned(),
        (true, rounds) => format!("{rounds} rounds"),
        (false, 1) => format!("{points} · 1 round"),
        (false, rounds) => format!("{points} · {rounds} rounds"),
    }
}

/// Chance to do harm, chance to hit, the pools, mean damage and how likely the target falls.
fn big_figures(ui: &mut Ui, see: &See, forecast: &Forecast, barrier: bool) {
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
    let out = if barrier { "holes it" } else { "takes out" };
    let mean = painter.layout_no_wrap(format!("mean {:.1}", forecast.odds.mean), body(ui), look.text);
    let kills = painter.layout_no_wrap(format!("{out} {}", percent(forecast.odds.out)), body(ui), look.harm);
    let room = rect.right() - left - mean.size().x.max(kills.size().x) - 8.0;
    let against = match forecast.defence.0.is_empty() {
        true => format!("vs {}", forecast.defender),
        false => format!("vs {}", dice(forecast.defence.pool())),
    };
    let pools = format!("{} [{}] {against}", dice(forecast.attack.pool()), forecast.limit);
    let named = format!("to harm · {} to hit", percent(forecast.odds.hit));
    let top = fitted(painter, &named, body(ui), look.dim, room);
    let below = fitted(painter, &pools, body(ui), look.text, room);
    painter.galley(pos2(left, rect.center().y - top.size().y), top, look.dim);
    painter.galley(pos2(left, rect.center().y), below, look.text);
    painter.galley(pos2(rect.right() - mean.size().x, rect.center().y - mean.size().y), mean, look.text);
    painter.galley(pos2(rect.right() - kills.size().x, rect.center().y), kills, look.harm);
}

/// A line of the lower part of the card.
struct Reason {
    text: String,
    value: String,
    colour: egui::Color32,
    clause: &'static str,
}

/// What is crossed and rolled, with every modifier and clause on a whole card; as many lines as there is room for.
fn reasons(ui: &mut Ui, see: &See, question: &Question, forecast: &Forecast, room: usize) {
    let look = see.look;
    let whole = see.settings.whole_cards;
    let mut lines = Vec::new();
    if forecast.odds.stopped > 0.0 {
        let value = percent(forecast.odds.stopped);
        lines.push(Reason {
            text: "Stopped on the way".to_owned(),
            value,
            colour: look.dim,
            clause: "SS-COVER-06",
        });
    }
    if forecast.odds.knockdown > 0.0 {
        let value = percent(forecast.odds.knockdown);
        lines.push(Reason {
            text: "Knocked down".to_owned(),
            value,
            colour: look.forced,
            clause: "SS-KNOCK-01",
        });
    }
    if forecast.odds.kill > 0.0 {
        let value = percent(forecast.odds.kill);
        lines.push(Reason { text: "Killed".to_owned(), value, colour: look.harm, clause: "SS-DMG-22" });
    }
    if forecast.reroll {
        let (text, value) = ("Misses rolled again".to_owned(), "1 Karma".to_owned());
        lines.push(Reason { text, value, colour: look.good, clause: "SS-BASE-27" });
    }
    if forecast.hidden > 0 {
        let value = format!("{} %", forecast.hidden);
        lines.push(Reason { text: "Hidden".to_owned(), value, colour: look.caution, clause: "SS-COVER-07" });
    }
    barriers(see, question, forecast, &mut lines);
    let mut pool = |name: &str, sum: String, parts: &Modifiers, helps: i32| {
        if parts.0.is_empty() {
            return;
        }
        lines.push(Reason { text: name.to_owned(), value: sum, colour: look.dim, clause: "" });
        for part in parts.0.iter().filter(|_| whole) {
            lines.push(Reason {
                text: format!("  {}", part.reason),
                value: signed(part.value),
                colour: tone(look, part.value * helps),
                clause: part.clause,
            });
        }
    };
    pool("Attack", dice(forecast.attack.pool()), &forecast.attack, 1);
    pool("Defence", dice(forecast.defence.pool()), &forecast.defence, -1);
    let dv = format!("{} + net hits", forecast.damage.pool());
    lines.push(Reason { text: "Damage".to_owned(), value: dv, colour: look.text, clause: "SS-ATK-17" });
    if !forecast.soak.0.is_empty() {
        let text = format!("Soak (armour {})", forecast.armour.pool());
        let value = dice(forecast.soak.pool());
        lines.push(Reason { text, value, colour: look.text, clause: "SS-ATK-20" });
    }
    let left_out = lines.len().saturating_sub(room);
    // What is crossed and what follows matters more than the parts of a pool.
    if left_out > 0 {
        let mut drop = left_out;
        lines.retain(|line| {
            let goes = drop > 0 && line.text.starts_with("  ");
            drop -= usize::from(goes);
            !goes
        });
    }
    lines.truncate(room.max(4));
    for line in &lines {
        let clause = if whole { line.clause } else { "" };
        reason_line(ui, look, line.text.trim_start(), (&line.value, line.colour), clause);
    }
    if !whole {
        let key = see.key(Command::WholeCards);
        let text = if key.is_empty() {
            "Settings: whole cards".to_owned()
        } else {
            format!("{key}: every modifier and clause")
        };
        ui.label(egui::RichText::new(text).color(look.faint).small());
    }
}

/// Every barrier on the way, numbered as on the board, with what it stands and what it suffers.
fn barriers(see: &See, question: &Question, forecast: &Forecast, lines: &mut Vec<Reason>) {
    let look = see.look;
    let arp = see
        .view
        .unit(question.attacker)
        .and_then(|unit| Some(unit.arsenal.carried().get(question.weapon)?.weapon().arp))
        .unwrap_or(0);
    for (number, (barrier, always)) in (1..).zip(&forecast.barriers) {
        let when = if *always { "" } else { " on a tie" };
        let armor = armour::modified_armour(barrier.armor, arp);
        let harm = forecast.odds.barriers.iter().find(|(id, ..)| *id == barrier.id);
        let value = harm.map_or_else(String::new, |(_, mean, hole)| match (*hole > 0.0, *mean < 0.05) {
            (true, _) => format!("hole {}", percent(*hole)),
            (_, true) => "holds".to_owned(),
            _ => format!("-{mean:.1}"),
        });
        lines.push(Reason {
            text: format!(
                "{number}  {}{when}: armour {armor}, {} left",
                barrier.name,
                barrier.hit_points_left()
            ),
            value,
            colour: look.caution,
            clause: if *always { "SS-BARR-10" } else { "SS-COVER-01" },
        });
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
    let vitals = unit.health.vitals();
    for (label, pool) in [("Shield", vitals.shield), ("Armoured", vitals.armored), ("Flesh", vitals.flesh)] {
        if pool.max > 0 {
            fact_line(ui, (label, look.dim), (&format!("{} / {}", pool.now, pool.max), look.text));
        }
    }
    let strain = format!("{} / {}", vitals.strain, vitals.strain_threshold);
    fact_line(ui, ("Strain", look.dim), (&strain, look.text));
    for carried in
        unit.arsenal.carried().iter().filter(|carried| carried.in_hand() && carried.weapon().hands > 0)
    {
        fact_line(ui, ("In hand", look.dim), (&carried.weapon().name, look.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_name_points_and_rounds() {
        assert_eq!(price(2, Some(FireMode::Burst)), "2 AP · 3 rounds");
        assert_eq!(price(1, Some(FireMode::Single)), "1 AP · 1 round");
        assert_eq!(price(1, None), "1 AP");
        assert_eq!(price(0, Some(FireMode::Burst)), "3 rounds");
    }
}
