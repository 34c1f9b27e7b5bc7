//! Knockback lines of a card: chance, distance, barriers broken and collisions.

use bevy_egui::egui::Ui;

use crate::attack_forecast::percent_text;
use crate::knockback_preview::KnockbackStatus;
use crate::panel::widgets::{PanelContext, show_reason_line};
use battle::{BattleView, Target};
use battle_log::posture_words::posture_words;
use lab::overlay::{KnockbackStop, KnockbackTrajectory};
use model::{ObstaclePosition, UnitId};

/// Most paths listed per unit.
const MAX_PATHS: usize = 4;
/// Chance of a harmful crash below which a card does not mention it.
const LEAST_CRASH: f64 = 0.005;

/// Draws the lines; returns their number.
pub(crate) fn show_knockback(ui: &mut Ui, context: &PanelContext, status: &KnockbackStatus<'_>) -> usize {
    let field = match status {
        KnockbackStatus::Pending => {
            ui.colored_label(context.palette.faint, "Knockback: calculating\u{2026}");
            return 1;
        }
        KnockbackStatus::Failed => {
            ui.colored_label(context.palette.faint, "Knockback: it could not be computed.");
            return 1;
        }
        KnockbackStatus::TooMany => {
            ui.colored_label(context.palette.faint, "Knockback: too many paths to calculate.");
            return 1;
        }
        KnockbackStatus::Known(field) => field,
    };
    let mut count = 0;
    for unit in field.units() {
        let name = context.unit_name(unit);
        let value = percent_text(field.knockback_chance(unit));
        show_reason_line(
            ui,
            context.palette,
            &format!("Throws {name} back"),
            (&value, context.palette.forced),
            "AB-KNOCK-01",
        );
        count += 1;
        let mut own: Vec<_> = field.trajectories.iter().filter(|flight| flight.unit == unit).collect();
        own.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        for flight in own.iter().take(MAX_PATHS) {
            let value = percent_text(flight.probability);
            show_reason_line(
                ui,
                context.palette,
                &format!("   {}", flight_text(context.view, flight)),
                (&value, context.palette.dim),
                "",
            );
            count += 1;
        }
    }
    count
}

/// Says that the odds of an attack leave out the crash or fall of a unit that it throws back, with the chance and the average damage
/// of that where they are known; `None` if nothing can hurt it. Of an attack on no unit, all that are thrown count.
pub(super) fn crash_text(status: &KnockbackStatus<'_>, target: Target) -> Option<String> {
    let field = match status {
        KnockbackStatus::Pending | KnockbackStatus::Failed => return None,
        KnockbackStatus::TooMany => {
            return Some(
                "Not in the figures: a crash, if the target is thrown against something.".to_owned(),
            );
        }
        KnockbackStatus::Known(field) => field,
    };
    let is_meant = |unit: UnitId| !matches!(target, Target::Unit(id) if id != unit);
    let harmful = field.trajectories.iter().filter(|flight| is_meant(flight.unit) && flight.damage >= 0.05);
    let (mut chance, mut damage) = (0.0, 0.0);
    for flight in harmful {
        chance += flight.probability;
        damage += flight.probability * flight.damage;
    }
    if chance < LEAST_CRASH {
        return None;
    }
    let (share, mean) = (percent_text(chance.min(1.0)), damage / chance);
    Some(format!(
        "Not in the figures: plus a crash or fall, if thrown back, {share}, average damage {mean:.1}."
    ))
}

/// Describes a path: "3 m, through the drywall, into Ann (damage 1.2), falls 3 m, damage 2.0; lands prone 91 %".
pub(crate) fn flight_text(view: &BattleView, flight: &KnockbackTrajectory) -> String {
    let barrier = |place: &ObstaclePosition| {
        let data = view.barrier_at(*place);
        data.map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
    };
    let unit = |id: UnitId| {
        let data = view.unit_ignoring_fog(id);
        data.map_or_else(|| "a unit".to_owned(), |data| data.identity.name().to_owned())
    };
    let mut words = format!("{} m", flight.metres);
    for place in &flight.broken {
        words.push_str(&format!(", through the {}", barrier(place)));
    }
    match &flight.halt {
        Some(KnockbackStop::Barrier(place)) => words.push_str(&format!(", into the {}", barrier(place))),
        Some(KnockbackStop::Ground(_)) => words.push_str(", into impassable ground"),
        Some(KnockbackStop::Unit(id, _)) => {
            words.push_str(&format!(", into {}", unit(*id)));
            // Damage of the collision to the other unit.
            if let Some(collision) = flight.collision.filter(|collision| collision.damage >= 0.05) {
                words.push_str(&format!(" (damage {:.1})", collision.damage));
            }
        }
        None => {}
    }
    if flight.fell_cm > 0 {
        words.push_str(&format!(", falls {} m", flight.fell_cm / 100));
    }
    if flight.damage >= 0.05 {
        words.push_str(&format!(", damage {:.1}", flight.damage));
    }
    words.push_str(&format!("; {} {}", posture_words(view).lands, percent_text(flight.prone)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::overlay::KnockbackForecast;
    use model::Cell;

    fn flight(unit: u32, probability: f64, damage: f64) -> KnockbackTrajectory {
        KnockbackTrajectory {
            unit: UnitId(unit),
            metres: 3,
            probability,
            from: Cell::new(4, 4),
            squares: Vec::new(),
            broken: Vec::new(),
            halt: None,
            fell_cm: 0,
            damage,
            prone: 0.0,
            out: 0.0,
            collision: None,
            onward: Vec::new(),
        }
    }

    #[test]
    fn whoever_is_thrown_back_lands_prone_only_with_gravity() {
        for (skirmish, words) in
            [("warehouse", "3 m; lands prone 0 %"), ("derelict", "3 m; ends up flat 0 %")]
        {
            let mut world = crate::panel::tests::shipped_battle(skirmish);
            battle::with_view(&mut world, |view| assert_eq!(flight_text(view, &flight(1, 1.0, 0.0)), words));
        }
    }

    #[test]
    fn the_crash_after_a_throw_is_told_beside_the_odds_that_leave_it_out() {
        let trajectories =
            vec![flight(2, 0.4, 0.0), flight(2, 0.1, 1.0), flight(2, 0.3, 3.0), flight(3, 0.5, 8.0)];
        let field = KnockbackForecast { trajectories };
        let text = crash_text(&KnockbackStatus::Known(&field), Target::Unit(UnitId(2)));
        let told = "Not in the figures: plus a crash or fall, if thrown back, 40 %, average damage 2.5.";
        assert_eq!(text.as_deref(), Some(told));
        assert_eq!(crash_text(&KnockbackStatus::Known(&field), Target::Unit(UnitId(4))), None);
        assert_eq!(crash_text(&KnockbackStatus::Pending, Target::Unit(UnitId(2))), None);
        let unknown = crash_text(&KnockbackStatus::TooMany, Target::Unit(UnitId(2)));
        assert!(unknown.is_some_and(|text| text.contains("thrown against something")));
    }
}
