//! Texts of objectives and time limits.

use content::{Objective, Skirmish, TimeUp, side_sentence};

/// Describes an objective: "hold the vault for 3 rounds in a row".
pub(super) fn objective_words(objective: &Objective) -> String {
    let place = |zone: &str| zone.replace('_', " ");
    match objective {
        Objective::Eliminate { .. } => "defeat all enemies".to_owned(),
        Objective::Hold { zone, rounds, .. } => {
            format!("hold the {} for {rounds} rounds in a row", place(zone))
        }
        Objective::Escape { zone, units: 1, .. } => {
            format!("escape with one unit through the {}: it leaves when its turn ends there", place(zone))
        }
        Objective::Escape { zone, units, .. } => {
            format!(
                "escape with {units} units through the {}: each leaves when its turn ends there",
                place(zone)
            )
        }
        Objective::Reach { zone, .. } => format!("have a unit in the {} at the end of a round", place(zone)),
        Objective::Clear { zone, .. } => format!("clear the {} of enemies", place(zone)),
        Objective::Stop { unit, .. } => format!("stop {unit} or its driver"),
        Objective::Rescue { unit, .. } => {
            format!("rescue {unit}: defeat every enemy while {unit} lives and is held by no one")
        }
        Objective::Slay { unit, .. } => format!("kill {unit}"),
    }
}

/// Explains how an objective is reached, where its words do not say it all; `None` for the others.
pub(super) fn objective_explanation(objective: &Objective) -> Option<&'static str> {
    matches!(objective, Objective::Escape { .. }).then_some(
        "A unit that ends its turn on an exit square of its side leaves the battlefield. It counts as escaped and does not \
         come back.",
    )
}

/// Describes an objective with its side: "Wardens: hold the vault for 3 rounds in a row."
pub(super) fn objective_sentence(skirmish: &Skirmish, objective: &Objective) -> String {
    let side = skirmish.sides.get(usize::from(objective.side())).map_or("No side", |side| side.name.as_str());
    format!("{side}: {}.", objective_words(objective))
}

/// Describes what happens when the rounds are over: "it is a draw".
pub(super) fn time_limit_words(skirmish: &Skirmish) -> String {
    match skirmish.then {
        TimeUp::Draw => "it is a draw".to_owned(),
        TimeUp::MostStanding => "the side with most units standing wins".to_owned(),
        TimeUp::Wins(side) => {
            let name = skirmish.sides.get(usize::from(side)).map_or("no side", |side| side.name.as_str());
            side_sentence(name, ("wins", "win"), "")
        }
    }
}
