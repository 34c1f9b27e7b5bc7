//! Knockback overlay: where the aimed attack may knock units to.

use std::sync::Arc;

use bevy_egui::egui::{RichText, Ui};

use super::tab::unit_name;
use super::{LabCanvas, LabOverlay, LabOverlayInputs, LabTabContext, OverlaySubject};
use crate::attack_forecast::percent_text;
use crate::background_task::BackgroundTask;
use crate::board::overlay::knockback_paths;
use crate::input::InputAction;
use crate::panel::cards::knockback_card;
use crate::panel::widgets;
use crate::theme::Palette;
use battle::{BattleSnapshot, BattleView, Target};
use content::LabOverlayKind;
use lab::overlay::{self, KnockbackForecast};

/// Knockback of the aimed attack.
#[derive(Default)]
pub(super) struct AimedKnockbackOverlay {
    /// The attack that is aimed.
    pub subject: Option<OverlaySubject>,
    pub forecasts: BackgroundTask<OverlaySubject, Option<KnockbackForecast>>,
}

impl AimedKnockbackOverlay {
    /// Returns the forecast: `None` while it is computed, `Some(None)` for too many outcomes.
    pub fn forecast(&self) -> Option<Option<&KnockbackForecast>> {
        let found = self.forecasts.get(self.subject.as_ref()?)?;
        Some(found.as_ref().as_ref())
    }
}

impl LabOverlay for AimedKnockbackOverlay {
    fn name(&self) -> &'static str {
        "Knockback"
    }

    fn kind(&self) -> LabOverlayKind {
        LabOverlayKind::Knockback
    }

    fn action(&self) -> InputAction {
        InputAction::OverlayFlights
    }

    fn update(&mut self, inputs: &LabOverlayInputs) {
        self.subject = Some(inputs.subject.clone());
        if let Some(work) = knockback_task(inputs.view, inputs.snapshot, inputs.subject) {
            self.forecasts.request(inputs.subject.clone(), inputs.waker, work);
        }
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn poll(&mut self) {
        self.forecasts.poll();
    }

    fn pending_name(&self) -> Option<&'static str> {
        self.forecasts.is_working().then_some("knockback")
    }

    fn paint_above_tokens(&self, canvas: &LabCanvas) {
        if let Some(Some(forecast)) = self.forecast() {
            knockback_paths::paint(canvas.brush, forecast, canvas.palette);
        }
    }

    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool {
        show_knockback(ui, context.view, self, context.palette);
        false
    }
}

type KnockbackTask = Box<dyn FnOnce() -> Option<KnockbackForecast> + Send>;

fn knockback_task(
    view: &BattleView,
    snapshot: &Arc<BattleSnapshot>,
    subject: &OverlaySubject,
) -> Option<KnockbackTask> {
    let snapshot = Arc::clone(snapshot);
    let target = subject.target.filter(|target| !matches!(target, Target::Barrier(_)))?;
    let request = view.attack_request(subject.aimed_attack()?, target)?;
    Some(Box::new(move || overlay::forecast_knockback(&snapshot, &request, &[])))
}

fn show_knockback(ui: &mut Ui, view: &BattleView, overlay: &AimedKnockbackOverlay, palette: &Palette) {
    let field = match overlay.forecast() {
        None if overlay.forecasts.is_working() => {
            ui.label(RichText::new("calculating\u{2026}").color(palette.caution));
            return;
        }
        None => {
            ui.label(RichText::new("Aim an attack at a unit or a square.").color(palette.dim));
            return;
        }
        Some(None) => {
            ui.label(RichText::new("Too many outcomes to calculate.").color(palette.dim));
            return;
        }
        Some(Some(field)) => field,
    };
    if field.trajectories.is_empty() {
        ui.label(RichText::new("No knockback.").color(palette.dim));
    }
    for unit in field.units() {
        let value = percent_text(field.knockback_chance(unit));
        widgets::show_fact_line(
            ui,
            (&format!("Knocks back {}", unit_name(view, unit)), palette.text),
            (&value, palette.forced),
        );
        for flight in field.trajectories.iter().filter(|flight| flight.unit == unit) {
            let (text, value) = (knockback_card::flight_text(view, flight), percent_text(flight.probability));
            widgets::show_fact_line(ui, (&text, palette.dim), (&value, palette.text));
            for on in &flight.onward {
                let text =
                    format!("   {}: {}", unit_name(view, on.unit), knockback_card::flight_text(view, on));
                widgets::show_fact_line(
                    ui,
                    (&text, palette.dim),
                    (&percent_text(on.probability), palette.text),
                );
            }
        }
    }
}
