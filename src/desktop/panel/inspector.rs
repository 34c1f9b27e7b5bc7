//! The left panel: everything about the selected unit, every number with its reasons.

use bevy_egui::egui::{
    self, CornerRadius, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::kit::{See, body, explained, fact, fact_line, fate, fitted, modifiers, side_mark, title_font};
use super::log_text::capital;
use super::{PanelState, arsenal, effects, gauges, karma, shields, standing};
use crate::session::Session;
use battle::{StatusKind, UnitDataItem, metres, move_budget, price};
use rules::engine::{Action, after_pass};
use rules::riding::Cabin;
use rules::{Combatant, Figure, play};

/// Draws the panel.
pub(super) fn show(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState) {
    let shown = session.selected.or(see.view.round().acting());
    let Some(unit) = shown.and_then(|id| see.view.unit(id)) else {
        ui.colored_label(see.look.dim, "Click a unit to see everything about it.");
        return;
    };
    let me = see.view.combatant(&unit);
    ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        name(ui, see, &unit);
        ui.add_space(4.0);
        gauges::show(ui, see, &unit, state.unfolded);
        // What somebody drives has no phase, and nobody is asked for it.
        if !unit.is_driven() {
            points(ui, see, &unit, &me, state.unfolded);
            walk(ui, see, &unit, state.unfolded);
            karma::show(ui, see, &unit, session, state.unfolded);
            standing::show(ui, see, &unit, session);
        }
        ui.separator();
        if !unit.is_driven() {
            initiative(ui, see, &unit, state.unfolded);
        }
        for figure in play::figures(&me, see.view.rules()) {
            number(ui, see, &figure, state.unfolded);
        }
        ui.separator();
        effects::show(ui, see, &unit);
        ui.separator();
        if let Some(cabin) = me.cabin {
            seats(ui, see, &unit, cabin, session);
            ui.separator();
        }
        if !unit.arsenal.carried().is_empty() {
            arsenal::show(ui, see, &unit, session, state);
            ui.separator();
        }
        shields::cover_here(ui, see, &unit);
        ui.add_space(4.0);
        sheet(ui, see, &unit);
        ui.add_space(4.0);
        ui.checkbox(&mut state.unfolded, "Explain every number").on_hover_text(
            "Shows below each number what hovering it shows: what it is made of, and the clauses.",
        );
    });
}

/// Name, side, role, and whether it is still in the fight.
fn name(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    let side = see.view.side_name(*unit.side);
    let colour = see.side_colour(*unit.side);
    let font = title_font(ui);
    let width = ui.available_width();
    let tag = ui.painter().layout_no_wrap(side.to_owned(), body(ui), colour);
    let room = width - tag.size().x - 18.0;
    let title = fitted(ui.painter(), unit.identity.name(), font, see.look.text, room);
    let (rect, response) = ui.allocate_exact_size(vec2(width, title.size().y), Sense::hover());
    let baseline = rect.bottom() - tag.size().y - 3.0;
    let left = rect.right() - tag.size().x;
    ui.painter().galley(rect.left_top(), title, see.look.text);
    let mark = Rect::from_min_size(pos2(left - 9.0, baseline + 2.0), vec2(5.0, tag.size().y - 4.0));
    side_mark(ui.painter(), mark, see.hue(*unit.side), colour);
    ui.painter().galley(pos2(left, baseline), tag, colour);
    response.on_hover_text(unit.identity.name());
    ui.colored_label(see.look.dim, unit.identity.role());
    if let Some(why) = see.out_of_hand(*unit.side).filter(|_| see.opponents.player(*unit.side).is_machine()) {
        ui.colored_label(see.look.dim, why);
    }
    let gone = unit.casualty.escaped().then_some("has left the field");
    if let Some(state) = fate(unit).or(gone) {
        ui.colored_label(see.look.harm, capital(state));
    }
}

/// Who sits where in a vehicle, and how fast it goes; a click on somebody shows them.
fn seats(ui: &mut Ui, see: &See, unit: &UnitDataItem, cabin: Cabin, session: &mut Session) {
    let look = see.look;
    super::kit::heading(ui, look, "Seats");
    for inside in see.view.aboard(*unit.id) {
        let drives = inside.status.has(StatusKind::Drives(*unit.id));
        let seat = if drives { "At the wheel" } else { "Passenger" };
        let colour = see.unit_colour(*inside.id);
        let row = fact_line(ui, (seat, look.dim), (inside.identity.name(), colour));
        if row.interact(Sense::click()).on_hover_text("Click to see all about it.").clicked() {
            session.selected = Some(*inside.id);
        }
    }
    let free = cabin.seats.saturating_sub(cabin.taken);
    fact_line(ui, ("Free", look.dim), (&format!("{free} of {}", cabin.seats), look.text));
    let windows = if cabin.open { "down" } else { "up" };
    fact_line(ui, ("Windows", look.dim), (windows, look.text))
        .on_hover_text("Whoever sits inside can shoot out while they are down. SS-CALL-115");
    fact_line(ui, ("Speed", look.dim), (&format!("{} m a round", cabin.speed), look.text));
}

/// Most points that the unit can have now: what a round or a pass brings it.
fn most_points(see: &See, me: &Combatant) -> u8 {
    let rules = see.view.rules();
    let whole = Combatant { initiative: me.initiative.max(1), ..me.clone() };
    let brought = play::round_begins(&whole, rules).points().max(play::pass_begins(&whole, rules).points());
    brought.max(me.purse.points())
}

/// Action points, and what else the turn still holds.
fn points(ui: &mut Ui, see: &See, unit: &UnitDataItem, me: &Combatant, unfolded: bool) {
    let look = see.look;
    let left = unit.points.left();
    let most = most_points(see, me);
    if most > 0 {
        let width = ui.available_width();
        let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
        let painter = ui.painter();
        let label = painter.layout_no_wrap("Action points".to_owned(), body(ui), look.dim);
        painter.galley(pos2(rect.left(), rect.center().y - label.size().y / 2.0), label, look.dim);
        let pip = ((width * 0.55) / f32::from(most) - 5.0).clamp(6.0, 36.0);
        let total = f32::from(most) * (pip + 5.0) - 5.0;
        for at in 0..most {
            let x = rect.right() - total + f32::from(at) * (pip + 5.0);
            let square = Rect::from_min_size(pos2(x, rect.center().y - 6.0), vec2(pip, 12.0));
            let fill = if at < left { look.side(1) } else { look.raised };
            let edge = Stroke::new(1.0, look.line);
            painter.rect(square, CornerRadius::same(3), fill, edge, StrokeKind::Inside);
        }
        explained(ui, response, unfolded, |ui| {
            ui.label(format!("{left} of {most} left. {}", super::choices::left_over(see.view)));
            clauses(ui, see, "action", &["SS-ACT-07"]);
        });
    }
    let mut pledges = play::pledges(me, see.view.rules());
    pledges.retain(|pledge| *pledge != format!("{left} AP"));
    if !pledges.is_empty() {
        fact_line(ui, ("Besides points", look.dim), (&pledges.join(", "), look.text));
    }
}

/// How far it can still walk, run and sprint.
fn walk(ui: &mut Ui, see: &See, unit: &UnitDataItem, unfolded: bool) {
    let budget = move_budget(see.view, unit);
    let rate = budget.walk_left + unit.movement.walked();
    let value = format!("{} of {} m", metres(budget.walk_left), metres(rate));
    fact(ui, see, unfolded, "Walk left", &value, |ui| {
        if budget.run > 0 {
            let cost = price(see.view, unit, Action::Run, None);
            let cost = if cost.is_empty() { cost } else { format!(" for {cost}") };
            ui.label(format!("A run adds {} m{cost}.", metres(budget.run)));
        }
        let further = if budget.sprint > 0 { " A further one is a sprint." } else { "" };
        ui.label(format!("Runs taken in this round: {}.{further}", budget.runs));
        clauses(ui, see, "movement", &["SS-MOVE-02", "SS-MOVE-07", "SS-MOVE-08"]);
    });
}

/// The score by which the unit stands in the order, once it has been rolled.
fn initiative(ui: &mut Ui, see: &See, unit: &UnitDataItem, unfolded: bool) {
    if see.view.round().deploying() {
        return;
    }
    let passes = i32::try_from(see.view.round().pass().saturating_sub(1)).unwrap_or(0);
    let (score, attribute) = (unit.initiative.score(), unit.initiative.attribute());
    let lost = -passes * after_pass(0);
    let rolled = score + lost - attribute;
    let sign = if rolled < 0 { '-' } else { '+' };
    let value = format!("{score} ({attribute} {sign} {})", rolled.abs());
    fact(ui, see, unfolded, "Initiative now", &value, |ui| {
        let dice = super::kit::dice(u32::from(unit.initiative.dice()));
        ui.label(format!("{attribute} of the unit's own, {rolled} by {dice} and what came since."));
        if lost > 0 {
            ui.label(format!("{lost} less for the passes that are over. SS-ROUND-12"));
        }
        if unit.karma.initiative() {
            ui.label("Karma is paid: five dice in the next Initiative Test. SS-INIT-07");
        }
    });
}

/// Clauses of a chapter, as far as they rule in this fight.
fn clauses(ui: &mut Ui, see: &See, chapter: &str, clauses: &[&'static str]) {
    let rule = clauses.iter().map(|clause| see.view.rules().ruling(chapter, clause));
    let rule: Vec<_> = rule.filter(|clause| !clause.is_empty()).collect();
    if !rule.is_empty() {
        ui.colored_label(see.look.faint, RichText::new(rule.join(", ")).monospace());
    }
}

/// A number of the book with what it is made of.
fn number(ui: &mut Ui, see: &See, figure: &Figure, unfolded: bool) {
    fact(ui, see, unfolded, &figure.name, &figure.value, |ui| {
        if !figure.parts.0.is_empty() {
            modifiers(ui, see.look, "", "", &figure.parts.0);
        }
        if !figure.hint.is_empty() {
            ui.label(figure.hint);
        }
        ui.colored_label(see.look.faint, RichText::new(figure.clause).monospace());
    });
}

/// The sheet as the book prints it, folded away.
fn sheet(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    let look = see.look;
    egui::CollapsingHeader::new("Sheet").id_salt("sheet").show(ui, |ui| {
        let mut group = "";
        for stat in play::stats(unit.sheet.get()) {
            if stat.group != group {
                group = stat.group;
                super::kit::heading(ui, look, group);
            }
            fact_line(ui, (&stat.name, look.dim), (&stat.value, look.text)).on_hover_text(stat.clause);
        }
    });
}
