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

/// Says what difficult ground does: what each of its squares costs more, in half metres, and the penalty to the `tests` that
/// it makes harder by its value.
fn difficulty_text((value, slow): (u8, u32), tests: &str) -> Option<String> {
    let penalty = (value > 0 && !tests.is_empty()).then(|| format!("-{value} to {tests} there"));
    let way = (slow > 0).then(|| format!("each square costs {} m more", format_metres(slow)));
    let effects: Vec<_> = [way, penalty].into_iter().flatten().collect();
    (!effects.is_empty()).then(|| format!("difficult ground: {}", effects.join(", ")))
}

/// Says that the lack of air on a square has no effect; `None` with air, and where units can suffocate, which is told as a danger
/// of the path.
fn air_text(is_airless: bool, suffocates: bool) -> Option<&'static str> {
    (is_airless && !suffocates).then_some("no air: no effect in this rulebook")
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
        difficulty_text((terrain.difficulty, slow), context.view.rules().book().difficult_ground_tests()),
        terrain.ladder.then(|| "a ladder leads up".to_owned()),
        air_text(terrain.airless, play::has_suffocation(context.view.rules())).map(str::to_owned),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cs_suff_01_the_lack_of_air_says_where_it_does_not_matter() {
        let said = [(true, false), (true, true), (false, false)]
            .map(|(airless, suffocates)| air_text(airless, suffocates));
        assert_eq!(said, [Some("no air: no effect in this rulebook"), None, None]);
    }

    #[test]
    fn cs_ter_01_difficult_ground_says_what_its_value_is_of() {
        let text = |ground, tests| difficulty_text(ground, tests).unwrap_or_default();
        let both = "difficult ground: each square costs 1 m more, -20 to melee tests there";
        assert_eq!(text((20, 2), "melee tests"), both);
        assert_eq!(text((20, 2), ""), "difficult ground: each square costs 1 m more");
        assert_eq!(text((0, 1), "melee tests"), "difficult ground: each square costs 0.5 m more");
        assert_eq!(difficulty_text((20, 0), ""), None, "it changes nothing");
    }
}
