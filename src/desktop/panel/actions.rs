//! The bar at the bottom: a button for everything the unit can do.

use bevy_egui::egui::{
    self, Align2, CornerRadius, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::PanelState;
use super::choices::{Choice, Deed, choices};
use super::kit::{See, body, fitted, small};
use crate::battle::Order;
use crate::desktop::input::Command;
use crate::desktop::session::Session;

/// Does what a button says; the key does the same.
pub(super) fn press(choice: &Choice, see: &See, session: &mut Session, state: &mut PanelState) {
    if let Some((why, _)) = &choice.refusal {
        session.notice = Some((why.clone(), see.now));
        return;
    }
    if !matches!(choice.deed, Deed::EndPhase(_)) {
        state.ending = None;
    }
    match &choice.deed {
        Deed::Aim(intent) => {
            session.intent = *intent;
            session.marked = None;
        }
        Deed::Give(order) => session.orders.push(order.clone()),
        Deed::Undo => session.undo = true,
        Deed::EndPhase(id) => {
            let left = see.view.unit(*id).map_or(0, |unit| unit.points.left());
            let asked = state.ending == Some(*id);
            if left > 0 && see.settings.confirm_end_phase && !asked {
                state.ending = Some(*id);
            } else {
                state.ending = None;
                session.orders.push(Order::EndPhase { unit: *id });
            }
        }
    }
}

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState) {
    let undo = super::may_undo(see);
    let bar = choices(see.view, session, undo);
    let height = if state.compact { 46.0 } else { 58.0 };
    let mut pressed = None;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (rest, last) = bar.split_at(bar.len().saturating_sub(1));
        let end_width = 68.0;
        let room = (ui.available_width() - end_width - 10.0).max(80.0);
        ui.allocate_ui_with_layout(
            vec2(room, ui.available_height()),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ScrollArea::horizontal().id_salt("actions").auto_shrink([false, false]).show(ui, |ui| {
                    ui.horizontal_centered(|ui| {
                        let width =
                            ((room - 5.0 * rest.len() as f32) / rest.len().max(1) as f32).clamp(62.0, 84.0);
                        for choice in rest {
                            if button(ui, see, choice, vec2(width, height), false).clicked() {
                                pressed = Some(choice);
                            }
                        }
                    });
                });
            },
        );
        for choice in last {
            let response = button(ui, see, choice, vec2(end_width, height), true);
            if response.clicked() {
                pressed = Some(choice);
            }
            confirm_end(ui, see, session, state, &response);
        }
    });
    if let Some(choice) = pressed {
        press(choice, see, session, state);
    }
}

/// A tile with its key in the corner, the name, and the price below.
fn button(ui: &mut Ui, see: &See, choice: &Choice, size: egui::Vec2, amber: bool) -> egui::Response {
    let look = see.look;
    let painter = ui.painter();
    let wanted = painter.layout_no_wrap(choice.label.clone(), body(ui), look.text).size().x;
    let price = painter.layout_no_wrap(choice.cost.clone(), small(ui), look.text).size().x;
    let width = size.x.max(wanted.max(price) + 16.0).min(150.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, size.y), Sense::click());
    let off = choice.refusal.is_some();
    let lit = response.hovered() || response.has_focus();
    let (fill, edge) = match (amber && !off, choice.chosen, lit && !off) {
        (true, _, lit) => {
            let fill = look.side(0).gamma_multiply(if lit { 0.34 } else { 0.2 });
            (fill, Stroke::new(1.5, look.side(0)))
        }
        (_, true, _) => (look.side(1).gamma_multiply(0.25), Stroke::new(1.5, look.text)),
        (_, _, true) => (look.line, Stroke::new(1.0, look.dim)),
        _ => (look.raised, Stroke::new(1.0, look.line)),
    };
    let (name, below) = if off { (look.faint, look.faint) } else { (look.text, look.dim) };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let key = choice.command.map(|command| see.key(command)).unwrap_or_default();
    let compact = size.y < 50.0;
    if !compact {
        painter.text(rect.left_top() + vec2(7.0, 3.0), Align2::LEFT_TOP, key, small(ui), below);
    }
    let label = fitted(painter, &choice.label, body(ui), name, width - 8.0);
    let cost = fitted(painter, &choice.cost, small(ui), below, width - 8.0);
    let bottom = rect.bottom() - if compact { 4.0 } else { 5.0 };
    let cost_top = bottom - cost.size().y;
    painter.galley(pos2(rect.center().x - cost.size().x / 2.0, cost_top), cost, below);
    let label_top = cost_top - label.size().y;
    painter.galley(pos2(rect.center().x - label.size().x / 2.0, label_top), label, name);
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(&choice.label);
        ui.colored_label(look.dim, &choice.about);
        if let Some((why, clause)) = &choice.refusal {
            ui.colored_label(look.harm, why);
            ui.colored_label(look.faint, RichText::new(*clause).monospace());
        }
    })
}

/// Asks once before points are given away.
fn confirm_end(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState, near: &egui::Response) {
    let Some(id) = state.ending else { return };
    let Some(unit) = see.view.unit(id).filter(|_| see.view.round().acting() == Some(id)) else {
        state.ending = None;
        return;
    };
    let area = egui::Area::new(egui::Id::new("end_phase"))
        .order(egui::Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(near.rect.right_top() - vec2(0.0, 12.0));
    area.show(ui.ctx(), |ui| {
        super::kit::card_frame(see.look, see.look.side(0)).show(ui, |ui| {
            ui.set_max_width(260.0);
            let points = unit.points.left();
            ui.label(format!("{} still has {points} AP. End the phase?", unit.identity.name()));
            ui.colored_label(see.look.dim, "They stay for defences in this pass.");
            ui.horizontal(|ui| {
                let key = see.key(Command::EndPhase);
                if ui.button(format!("End phase ({key})")).clicked() {
                    session.orders.push(Order::EndPhase { unit: id });
                    state.ending = None;
                }
                if ui.button("Keep going").clicked() {
                    state.ending = None;
                }
            });
        });
    });
}
