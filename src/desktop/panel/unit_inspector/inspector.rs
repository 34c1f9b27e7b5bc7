//! The left panel: everything about the selected unit, every number with its reasons.

use bevy_egui::egui::{
    self, CornerRadius, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::{auto_responses, cover_shields, health_gauges, status_effects, weapons};
use crate::panel::PanelState;
use crate::panel::action_bar::karma;
use crate::panel::combat_log::log_text::capitalise;
use crate::panel::widgets::{
    PanelContext, body_font, draw_side_mark, layout_truncated, out_of_action_text, show_explanation,
    show_fact, show_fact_line, show_modifiers, title_font,
};
use crate::session::Session;
use battle::{StatusKind, UnitDataItem, action_price, format_metres, move_budget};
use rules::special_actions::vehicles::VehicleInterior;
use rules::turn_engine::{Action, score_after_pass};
use rules::{DerivedStat, UnitSnapshot, play};

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, session: &mut Session, state: &mut PanelState) {
    let shown = session.selected.or(see.view.round().acting());
    let Some(unit) = shown.and_then(|id| see.view.unit(id)) else {
        ui.colored_label(see.palette.dim, "Click a unit to see everything about it.");
        return;
    };
    let me = see.view.unit_snapshot(&unit);
    ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        show_unit_name(ui, see, &unit);
        ui.add_space(4.0);
        health_gauges::show(ui, see, &unit, state.unfolded);
        // What somebody drives has no phase, and nobody is asked for it.
        if !unit.is_driven() {
            show_action_points(ui, see, &unit, &me, state.unfolded);
            show_movement(ui, see, &unit, state.unfolded);
            karma::show(ui, see, &unit, session, state.unfolded);
            auto_responses::show(ui, see, &unit, session);
        }
        ui.separator();
        if !unit.is_driven() {
            show_initiative(ui, see, &unit, state.unfolded);
        }
        for figure in play::figures(&me, see.view.rules()) {
            show_figure(ui, see, &figure, state.unfolded);
        }
        ui.separator();
        status_effects::show(ui, see, &unit);
        ui.separator();
        if let Some(cabin) = me.cabin {
            show_seats(ui, see, &unit, cabin, session);
            ui.separator();
        }
        if !unit.inventory.items().is_empty() {
            weapons::show(ui, see, &unit, session, state);
            ui.separator();
        }
        cover_shields::show_cover_here(ui, see, &unit);
        ui.add_space(4.0);
        show_sheet(ui, see, &unit);
        ui.add_space(4.0);
        ui.checkbox(&mut state.unfolded, "Explain every number").on_hover_text(
            "Shows below each number what hovering it shows: what it is made of, and the clauses.",
        );
    });
}

/// Name, side, role, and whether it is still in the fight.
fn show_unit_name(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem) {
    let side = see.view.side_name(*unit.side);
    let colour = see.side_colour(*unit.side);
    let font = title_font(ui);
    let width = ui.available_width();
    let tag = ui.painter().layout_no_wrap(side.to_owned(), body_font(ui), colour);
    let room = width - tag.size().x - 18.0;
    let title = layout_truncated(ui.painter(), unit.identity.name(), font, see.palette.text, room);
    let (rect, response) = ui.allocate_exact_size(vec2(width, title.size().y), Sense::hover());
    let baseline = rect.bottom() - tag.size().y - 3.0;
    let left = rect.right() - tag.size().x;
    ui.painter().galley(rect.left_top(), title, see.palette.text);
    let mark = Rect::from_min_size(pos2(left - 9.0, baseline + 2.0), vec2(5.0, tag.size().y - 4.0));
    draw_side_mark(ui.painter(), mark, see.side_colour_number(*unit.side), colour);
    ui.painter().galley(pos2(left, baseline), tag, colour);
    response.on_hover_text(unit.identity.name());
    ui.colored_label(see.palette.dim, unit.identity.role());
    if let Some(why) = see.control_refusal(*unit.side).filter(|_| see.opponents.player(*unit.side).is_ai()) {
        ui.colored_label(see.palette.dim, why);
    }
    let gone = unit.out_of_action.escaped().then_some("has left the field");
    if let Some(state) = out_of_action_text(unit).or(gone) {
        ui.colored_label(see.palette.harm, capitalise(state));
    }
}

/// Who sits where in a vehicle, and how fast it goes; a click on somebody shows them.
fn show_seats(
    ui: &mut Ui,
    see: &PanelContext,
    unit: &UnitDataItem,
    cabin: VehicleInterior,
    session: &mut Session,
) {
    let look = see.palette;
    crate::panel::widgets::show_heading(ui, look, "Seats");
    for inside in see.view.occupants(*unit.id) {
        let drives = inside.status.has(StatusKind::Drives(*unit.id));
        let seat = if drives { "At the wheel" } else { "Passenger" };
        let colour = see.unit_colour(*inside.id);
        let row = show_fact_line(ui, (seat, look.dim), (inside.identity.name(), colour));
        if row.interact(Sense::click()).on_hover_text("Click to see all about it.").clicked() {
            session.selected = Some(*inside.id);
        }
    }
    let free = cabin.seats.saturating_sub(cabin.taken);
    show_fact_line(ui, ("Free", look.dim), (&format!("{free} of {}", cabin.seats), look.text));
    let windows = if cabin.open { "down" } else { "up" };
    show_fact_line(ui, ("Windows", look.dim), (windows, look.text))
        .on_hover_text("Whoever sits inside can shoot out while they are down. SS-CALL-115");
    show_fact_line(ui, ("Speed", look.dim), (&format!("{} m a round", cabin.speed), look.text));
}

/// Most points that the unit can have now: what a round or a pass brings it.
fn max_action_points(see: &PanelContext, me: &UnitSnapshot) -> u8 {
    let rules = see.view.rules();
    let whole = UnitSnapshot { initiative: me.initiative.max(1), ..me.clone() };
    let brought = play::round_begins(&whole, rules).points().max(play::pass_begins(&whole, rules).points());
    brought.max(me.purse.points())
}

/// Action points, and what else the turn still holds.
fn show_action_points(
    ui: &mut Ui,
    see: &PanelContext,
    unit: &UnitDataItem,
    me: &UnitSnapshot,
    unfolded: bool,
) {
    let look = see.palette;
    let left = unit.points.left();
    let most = max_action_points(see, me);
    if most > 0 {
        let width = ui.available_width();
        let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
        let painter = ui.painter();
        let label = painter.layout_no_wrap("Action points".to_owned(), body_font(ui), look.dim);
        painter.galley(pos2(rect.left(), rect.center().y - label.size().y / 2.0), label, look.dim);
        let pip = ((width * 0.55) / f32::from(most) - 5.0).clamp(6.0, 36.0);
        let total = f32::from(most) * (pip + 5.0) - 5.0;
        for at in 0..most {
            let x = rect.right() - total + f32::from(at) * (pip + 5.0);
            let square = Rect::from_min_size(pos2(x, rect.center().y - 6.0), vec2(pip, 12.0));
            let fill = if at < left { look.side_colour(1) } else { look.raised };
            let edge = Stroke::new(1.0, look.line);
            painter.rect(square, CornerRadius::same(3), fill, edge, StrokeKind::Inside);
        }
        show_explanation(ui, response, unfolded, |ui| {
            ui.label(format!(
                "{left} of {most} left. {}",
                crate::panel::action_bar::choices::unspent_points_text(see.view)
            ));
            show_clauses(ui, see, "action", &["SS-ACT-07"]);
        });
    }
    let mut pledges = play::pledges(me, see.view.rules());
    pledges.retain(|pledge| *pledge != format!("{left} AP"));
    if !pledges.is_empty() {
        show_fact_line(ui, ("Besides points", look.dim), (&pledges.join(", "), look.text));
    }
}

/// How far it can still walk, run and sprint.
fn show_movement(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    let budget = move_budget(see.view, unit);
    let rate = budget.walk_left + unit.movement.walked();
    let value = format!("{} of {} m", format_metres(budget.walk_left), format_metres(rate));
    show_fact(ui, see, unfolded, "Walk left", &value, |ui| {
        if budget.run > 0 {
            let cost = action_price(see.view, unit, Action::Run, None);
            let cost = if cost.is_empty() { cost } else { format!(" for {cost}") };
            ui.label(format!("A run adds {} m{cost}.", format_metres(budget.run)));
        }
        let further = if budget.sprint > 0 { " A further one is a sprint." } else { "" };
        ui.label(format!("Runs taken in this round: {}.{further}", budget.runs));
        show_clauses(ui, see, "movement", &["SS-MOVE-02", "SS-MOVE-07", "SS-MOVE-08"]);
    });
}

/// The score by which the unit stands in the order, once it has been rolled.
fn show_initiative(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    if see.view.round().is_deploying() {
        return;
    }
    let passes = i32::try_from(see.view.round().pass().saturating_sub(1)).unwrap_or(0);
    let (score, attribute) = (unit.initiative.score(), unit.initiative.attribute());
    let lost = -passes * score_after_pass(0);
    let rolled = score + lost - attribute;
    let sign = if rolled < 0 { '-' } else { '+' };
    let value = format!("{score} ({attribute} {sign} {})", rolled.abs());
    show_fact(ui, see, unfolded, "Initiative now", &value, |ui| {
        let dice = crate::panel::widgets::dice_text(u32::from(unit.initiative.dice()));
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
fn show_clauses(ui: &mut Ui, see: &PanelContext, chapter: &str, clauses: &[&'static str]) {
    let rule = clauses.iter().map(|clause| see.view.rules().ruling(chapter, clause));
    let rule: Vec<_> = rule.filter(|clause| !clause.is_empty()).collect();
    if !rule.is_empty() {
        ui.colored_label(see.palette.faint, RichText::new(rule.join(", ")).monospace());
    }
}

/// A number of the book with what it is made of.
fn show_figure(ui: &mut Ui, see: &PanelContext, figure: &DerivedStat, unfolded: bool) {
    show_fact(ui, see, unfolded, &figure.name, &figure.value, |ui| {
        if !figure.parts.0.is_empty() {
            show_modifiers(ui, see.palette, "", "", &figure.parts.0);
        }
        if !figure.hint.is_empty() {
            ui.label(figure.hint);
        }
        ui.colored_label(see.palette.faint, RichText::new(figure.clause).monospace());
    });
}

/// The sheet as the book prints it, folded away.
fn show_sheet(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem) {
    let look = see.palette;
    egui::CollapsingHeader::new("Sheet").id_salt("sheet").show(ui, |ui| {
        let mut group = "";
        for stat in play::stats(unit.sheet.get()) {
            if stat.group != group {
                group = stat.group;
                crate::panel::widgets::show_heading(ui, look, group);
            }
            show_fact_line(ui, (&stat.name, look.dim), (&stat.value, look.text)).on_hover_text(stat.clause);
        }
    });
}
