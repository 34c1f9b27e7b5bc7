//! Severe weather. Chapter WEA.

use crate::circumstances::rule_options::options::Severity;
use crate::circumstances::{Fighter, Switches, Weather};
use dice::Modifiers;

/// Penalty and name of the weather: the map's or the battle's, whichever is worse. `CS-WEA-03`, table
/// CS-T4.
fn weather_penalty(map: Weather, switches: &Switches) -> (i32, &'static str) {
    let map = match map {
        Weather::Calm => 0,
        Weather::Light => 1,
        Weather::Heavy => 2,
        Weather::Extreme => 3,
    };
    let battle = match switches.weather {
        Severity::None => 0,
        Severity::Light => 1,
        Severity::Heavy => 2,
        Severity::Extreme => 3,
    };
    match map.max(battle) {
        0 => (0, "clear weather"),
        1 => (-10, "rain"),
        2 => (-20, "storm"),
        _ => (-30, "blizzard"),
    }
}

/// Whether a roof keeps bad weather off a unit. `CS-WEA-03`.
pub fn is_kept_off(fighter: &Fighter, map: Weather, switches: &Switches) -> bool {
    fighter.indoors && weather_penalty(map, switches).0 < 0
}

/// Adds the weather penalty to WS and BS tests of a unit without a roof. `CS-WEA-01` to `CS-WEA-03`.
pub fn add_weather_penalty(
    fighter: &Fighter,
    map: Weather,
    switches: &Switches,
    is_melee: bool,
    parts: &mut Modifiers,
) {
    if !fighter.indoors {
        let (value, name) = weather_penalty(map, switches);
        parts.add(value, name, if is_melee { "CS-WEA-01" } else { "CS-WEA-02" });
    }
}
