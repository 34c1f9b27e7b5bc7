//! What the sides of a skirmish are there for, in words.

use content::{Objective, Skirmish, TimeUp};

/// "hold the vault for 3 rounds in a row".
pub(super) fn objective_words(objective: &Objective) -> String {
    let place = |zone: &str| zone.replace('_', " ");
    match objective {
        Objective::Eliminate { .. } => "put everybody else out of the fight".to_owned(),
        Objective::Hold { zone, rounds, .. } => {
            format!("hold the {} for {rounds} rounds in a row", place(zone))
        }
        Objective::Escape { zone, units: 1, .. } => format!("get one unit away by the {}", place(zone)),
        Objective::Escape { zone, units, .. } => format!("get {units} units away by the {}", place(zone)),
        Objective::Reach { zone, .. } => format!("stand in the {} at the end of a round", place(zone)),
        Objective::Clear { zone, .. } => format!("leave nobody else up in the {}", place(zone)),
        Objective::Stop { unit, .. } => format!("stop {unit}, or whoever drives it"),
        Objective::Rescue { unit, .. } => format!("get {unit} free and alive"),
        Objective::Slay { unit, .. } => format!("kill {unit}"),
    }
}

/// "Wardens: hold the vault for 3 rounds in a row."
pub(super) fn objective_sentence(skirmish: &Skirmish, objective: &Objective) -> String {
    let side = skirmish.sides.get(usize::from(objective.side())).map_or("Nobody", |side| side.name.as_str());
    format!("{side}: {}.", objective_words(objective))
}

/// What happens when the rounds are over: "it is a draw".
pub(super) fn time_limit_words(skirmish: &Skirmish) -> String {
    match skirmish.then {
        TimeUp::Draw => "it is a draw".to_owned(),
        TimeUp::MostStanding => "the side with most units standing wins".to_owned(),
        TimeUp::Wins(side) => {
            let name = skirmish.sides.get(usize::from(side)).map_or("nobody", |side| side.name.as_str());
            format!("the victory goes to {name}")
        }
    }
}
