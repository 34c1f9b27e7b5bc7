//! Lines of the card about terrain, light and hazards of a square.

use bevy_egui::egui::Ui;

use crate::panel::widgets::{PanelContext, show_fact_line};
use battle::format_metres;
use model::Cell;
use rules::{ForecastNote, Light, play};

/// Note about the hazard of a square; `None` without a hazard or without a rule for it.
fn hazard_note(context: &PanelContext, cell: Cell) -> Option<ForecastNote> {
    let hazard = context.view.terrain_at(cell)?.hazard?;
    play::hazard_note(hazard, context.view.rules())
}

/// Note that a hazard has no effect in this book.
fn harmless_note(context: &PanelContext, cell: Cell) -> Option<String> {
    let hazard = context.view.terrain_at(cell)?.hazard?;
    let name = hazard.peril.name();
    hazard_note(context, cell).is_none().then(|| format!("{name}: no effect in this rulebook"))
}

/// Draws terrain, light and hazards of a square, if there are any.
pub(super) fn show_ground_hazard(ui: &mut Ui, context: &PanelContext, cell: Cell) {
    let Some(terrain) = context.view.terrain_at(cell) else { return };
    let light = match terrain.light {
        Light::Normal => None,
        Light::Low => Some("low light".to_owned()),
        Light::Dark => Some("dark".to_owned()),
    };
    let slow = u32::from(terrain.extra_half_metres);
    let facts = [
        light,
        terrain.obscured.then(|| "hard to see through".to_owned()),
        (terrain.difficulty > 0).then(|| format!("difficult ground ({})", terrain.difficulty)),
        terrain.ladder.then(|| "a ladder leads up".to_owned()),
        (slow > 0).then(|| format!("{} m more to enter", format_metres(slow))),
        harmless_note(context, cell),
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    if !facts.is_empty() {
        let name = terrain.name.chars().next().map(|first| first.to_uppercase().to_string());
        let rest = terrain.name.chars().skip(1).collect::<String>();
        let name = name.unwrap_or_default() + &rest;
        // Only some books count light, fog and difficult ground.
        let counts = context.view.rules().book().counts_difficult_ground();
        let colour = if counts || slow > 0 { context.palette.caution } else { context.palette.dim };
        show_fact_line(ui, (&name, context.palette.text), (&facts.join(", "), colour));
    }
}
