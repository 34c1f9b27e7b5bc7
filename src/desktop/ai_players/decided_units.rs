//! The other units whose last decision can be explained, as buttons below the reasons.

use bevy_egui::egui::{Button, RichText, Ui};

use super::ai_requests::AiRequest;
use super::{AiController, DecisionRecord};
use crate::accessibility::Accessible;
use crate::panel::widgets::PanelContext;
use model::UnitId;

/// Most units with a button; others are asked about on the board.
const MAX_BUTTONS: usize = 8;

impl AiController {
    /// Opens the reasons for the last decision of a unit. The card stays with that unit when another one decides.
    pub(super) fn explain_unit(&mut self, unit: UnitId) {
        self.advice = None;
        self.explaining = true;
        (self.explained_unit, self.asked_unit) = (Some(unit), Some(unit));
    }

    /// Returns the units whose decisions can be explained, each once, those that decided last first.
    pub(super) fn decided_units(&self) -> Vec<UnitId> {
        let mut units = Vec::new();
        for unit in self.decisions.iter().rev().filter_map(|record| record.unit) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }
}

/// Draws a button for each unit besides that of a decision, which asks for the reasons of that unit.
pub(super) fn show_other_units(
    ui: &mut Ui,
    see: &PanelContext,
    record: &DecisionRecord,
) -> Option<AiRequest> {
    let mut others = see.opponents.decided_units();
    others.retain(|unit| Some(*unit) != record.unit);
    others.truncate(MAX_BUTTONS);
    if others.is_empty() {
        return None;
    }
    ui.separator();
    ui.label(RichText::new("Last decision of another unit:").small().color(see.palette.dim));
    let mut request = None;
    ui.horizontal_wrapped(|ui| {
        for unit in others {
            let Some(shown) = see.view.unit_ignoring_fog(unit) else { continue };
            let name = shown.identity.name();
            let label = RichText::new(name).small().color(see.side_colour(*shown.side));
            let button = ui.add(Button::new(label)).named(&format!("Last decision of {name}"));
            if button.clicked() {
                request = Some(AiRequest::ExplainUnit(unit));
            }
        }
    });
    request
}
