//! What a card says of being thrown: how likely, how far, through and into what.

use bevy_egui::egui::Ui;

use super::kit::{See, reason_line};
use crate::flights::Told;
use crate::odds::percent;
use battle::{BattleView, UnitId};
use field::Place;
use lab::overlay::{Flight, Halt};

/// Paths that are told one by one.
const MOST: usize = 4;

/// Draws the lines; gives how many there are.
pub(crate) fn lines(ui: &mut Ui, see: &See, told: &Told<'_>) -> usize {
    let field = match told {
        Told::Working => {
            ui.colored_label(see.look.faint, "Flights: being worked out ...");
            return 1;
        }
        Told::TooMany => {
            ui.colored_label(see.look.faint, "Nobody can tell how far this throws.");
            return 1;
        }
        Told::Known(field) => field,
    };
    let mut count = 0;
    for unit in field.units() {
        let name = see.name(UnitId(unit));
        let value = percent(field.thrown(unit));
        let clause = if see.settings.whole_cards { "AB-KNOCK-01" } else { "" };
        reason_line(ui, see.look, &format!("Throws {name}"), (&value, see.look.forced), clause);
        count += 1;
        let mut own: Vec<_> = field.flights.iter().filter(|flight| flight.unit == unit).collect();
        own.sort_by(|one, other| other.share.total_cmp(&one.share));
        for flight in own.iter().take(MOST) {
            let value = percent(flight.share);
            reason_line(ui, see.look, &format!("   {}", words(see.view, flight)), (&value, see.look.dim), "");
            count += 1;
        }
    }
    count
}

/// "3 m, through the drywall, into Ann (harm 1.2), falls 3 m, harm 2.0; lies 91 %".
pub(crate) fn words(view: &BattleView, flight: &Flight) -> String {
    let barrier = |place: &Place| {
        let data = view.barrier_at(*place);
        data.map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
    };
    let unit = |id: u32| {
        let data = view.recalled(UnitId(id));
        data.map_or_else(|| "somebody".to_owned(), |data| data.identity.name().to_owned())
    };
    let mut words = format!("{} m", flight.metres);
    for place in &flight.broken {
        words.push_str(&format!(", through the {}", barrier(place)));
    }
    match &flight.halt {
        Some(Halt::Barrier(place)) => words.push_str(&format!(", into the {}", barrier(place))),
        Some(Halt::Ground(_)) => words.push_str(", into solid ground"),
        Some(Halt::Unit(id, _)) => {
            words.push_str(&format!(", into {}", unit(*id)));
            // What the crash does to whoever is struck.
            if let Some(met) = flight.strikes.filter(|met| met.damage >= 0.05) {
                words.push_str(&format!(" (harm {:.1})", met.damage));
            }
        }
        None => {}
    }
    if flight.fell_cm > 0 {
        words.push_str(&format!(", falls {} m", flight.fell_cm / 100));
    }
    if flight.damage >= 0.05 {
        words.push_str(&format!(", harm {:.1}", flight.damage));
    }
    words.push_str(&format!("; lies {}", percent(flight.lies)));
    words
}
