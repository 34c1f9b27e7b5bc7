//! Knockback lines of a card: chance, distance, barriers broken and collisions.

use bevy_egui::egui::Ui;

use crate::attack_forecast::percent_text;
use crate::knockback_preview::KnockbackStatus;
use crate::panel::widgets::{PanelContext, show_reason_line};
use battle::BattleView;
use lab::overlay::{KnockbackStop, KnockbackTrajectory};
use model::{ObstaclePosition, UnitId};

/// Most paths listed per unit.
const MAX_PATHS: usize = 4;

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
        Some(KnockbackStop::Ground(_)) => words.push_str(", into solid ground"),
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
    words.push_str(&format!("; lands prone {}", percent_text(flight.prone)));
    words
}
