//! Texts of objectives and time limits.

use battle::{BattleView, UnitDataItem};
use battle_log::log_text::count_text;
use content::{Objective, Skirmish, TimeUp, side_sentence};
use model::Side;

/// Describes an objective and how it is reached: "escape with 3 units through the road: each leaves when its turn ends there".
pub(super) fn objective_words(objective: &Objective) -> String {
    let words = short_objective_words(objective);
    match objective {
        Objective::Escape { units: 1, .. } => format!("{words}: it leaves when its turn ends there"),
        Objective::Escape { .. } => format!("{words}: each leaves when its turn ends there"),
        Objective::Rescue { unit, .. } => {
            format!("{words}: defeat every enemy while {unit} lives and is not held")
        }
        _ => words,
    }
}

/// Names an objective: "hold the vault for 3 rounds in a row".
pub(super) fn short_objective_words(objective: &Objective) -> String {
    match objective {
        Objective::Eliminate { .. } => "defeat all enemies".to_owned(),
        Objective::Hold { zone, rounds, .. } => {
            format!("hold the {} for {}", place_name(zone), rounds_in_a_row(*rounds))
        }
        Objective::Escape { zone, units, .. } => {
            format!("escape with {} through the {}", units_words(*units), place_name(zone))
        }
        Objective::Reach { zone, .. } => {
            format!("have a unit in the {} at the end of a round", place_name(zone))
        }
        Objective::Clear { zone, .. } => format!("clear the {} of enemies", place_name(zone)),
        Objective::Stop { unit, .. } => format!("stop {unit} or its driver"),
        Objective::Rescue { unit, .. } => format!("rescue {unit}"),
        Objective::Slay { unit, .. } => format!("kill {unit}"),
    }
}

/// Whether an objective of any side names a unit.
pub(super) fn is_named_by_objective(view: &BattleView, unit: &UnitDataItem) -> bool {
    names_unit(&view.setup().bundle().skirmish, unit.identity.name())
}

fn names_unit(skirmish: &Skirmish, unit: &str) -> bool {
    skirmish.objectives.iter().any(|objective| objective.unit() == Some(unit))
}

/// Says what the objectives that name a unit want of it: "objective of Blue: kill"; `None` if none names it.
pub(super) fn unit_objective_words(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    named_objective_words(&view.setup().bundle().skirmish, unit.identity.name())
}

fn named_objective_words(skirmish: &Skirmish, unit: &str) -> Option<String> {
    let words = skirmish.objectives.iter().filter(|objective| objective.unit() == Some(unit));
    let words = words.filter_map(|objective| {
        let side = skirmish.sides.get(usize::from(objective.side()));
        let side = side.map_or_else(String::new, |side| format!(" of {}", side.name));
        Some(format!("objective{side}: {}", unit_task(objective)?))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Says what an objective of a side wants of an opponent: "objective: kill"; `None` if it neither has to be killed nor stopped.
pub(super) fn wanted_words(view: &BattleView, unit: &UnitDataItem, side: Side) -> Option<String> {
    wanted_of_side(&view.setup().bundle().skirmish, unit.identity.name(), side)
}

fn wanted_of_side(skirmish: &Skirmish, unit: &str, side: Side) -> Option<String> {
    let mut objectives = skirmish.objectives.iter().filter(|objective| objective.side() == side.0);
    let wanted = objectives.find(|objective| {
        matches!(objective, Objective::Stop { unit: name, .. } | Objective::Slay { unit: name, .. } if name == unit)
    })?;
    Some(format!("objective: {}", unit_task(wanted)?))
}

/// What an objective wants of the unit that it names.
fn unit_task(objective: &Objective) -> Option<&'static str> {
    match objective {
        Objective::Stop { .. } => Some("stop"),
        Objective::Rescue { .. } => Some("rescue"),
        Objective::Slay { .. } => Some("kill"),
        Objective::Eliminate { .. }
        | Objective::Hold { .. }
        | Objective::Escape { .. }
        | Objective::Reach { .. }
        | Objective::Clear { .. } => None,
    }
}

/// Says how and when an objective was reached, after its side: "held the vault for 3 rounds in a row, until round 6".
pub(super) fn reached_words(objective: &Objective, round: u32) -> String {
    match objective {
        Objective::Eliminate { .. } => format!("defeated all enemies in round {round}"),
        Objective::Hold { zone, rounds, .. } => {
            let rounds = rounds_in_a_row(*rounds);
            format!("held the {} for {rounds}, until round {round}", place_name(zone))
        }
        Objective::Escape { zone, units, .. } => {
            format!("escaped with {} through the {} by round {round}", units_words(*units), place_name(zone))
        }
        Objective::Reach { zone, .. } => {
            format!("had a unit in the {} at the end of round {round}", place_name(zone))
        }
        Objective::Clear { zone, .. } => {
            format!("cleared the {} of enemies in round {round}", place_name(zone))
        }
        Objective::Stop { unit, .. } => format!("stopped {unit} in round {round}"),
        Objective::Rescue { unit, .. } => format!("rescued {unit} in round {round}"),
        Objective::Slay { unit, .. } => format!("killed {unit} in round {round}"),
    }
}

/// Adds how far a counted objective has come to its words: "hold the vault for 3 rounds in a row (held for 1, 2 to go)".
pub(super) fn with_progress(objective: &Objective, words: String, progress: Option<(u32, u32)>) -> String {
    let Some((done, wanted)) = progress else { return words };
    let left = wanted.saturating_sub(done);
    match objective {
        Objective::Hold { .. } => format!("{words} (held for {done}, {left} to go)"),
        _ => format!("{words} ({done} escaped, {left} to go)"),
    }
}

/// Says that the target of an objective is out of action, but not dead: "Mako is unconscious, not dead: attack again to kill
/// Mako".
pub(super) fn unfinished_words(unit: &str) -> String {
    format!("{unit} is unconscious, not dead: attack again to kill {unit}")
}

/// Names a zone: "old vault".
fn place_name(zone: &str) -> String {
    zone.replace('_', " ")
}

/// Names a number of units that escape: "one unit", "3 units".
fn units_words(units: u32) -> String {
    if units == 1 { "one unit".to_owned() } else { format!("{units} units") }
}

/// Names a number of rounds without a break: "1 round", "3 rounds in a row".
pub(super) fn rounds_in_a_row(rounds: u32) -> String {
    count_text(rounds, "round", "rounds in a row")
}

/// Explains how an objective is reached, where its words do not say it all; `None` for the others.
pub(super) fn objective_explanation(objective: &Objective) -> Option<&'static str> {
    matches!(objective, Objective::Escape { .. }).then_some(
        "A unit that ends its turn on an exit square of its side leaves the battlefield. It counts as escaped and does not \
         come back.",
    )
}

/// Lists the numbers of the objectives of each side that has any, in the order of its first one.
pub(super) fn objectives_by_side(skirmish: &Skirmish) -> Vec<(u8, Vec<usize>)> {
    let mut all: Vec<(u8, Vec<usize>)> = Vec::new();
    for (number, objective) in skirmish.objectives.iter().enumerate() {
        match all.iter_mut().find(|(side, _)| *side == objective.side()) {
            Some((_, known)) => known.push(number),
            None => all.push((objective.side(), vec![number])),
        }
    }
    all
}

/// Describes the objectives of each side, one of which is enough: "Wardens: hold the vault for 3 rounds in a row, or defeat
/// all enemies."
pub(super) fn objective_sentences(skirmish: &Skirmish) -> Vec<(u8, String)> {
    let sentence = |(side, numbers): (u8, Vec<usize>)| {
        let name = skirmish.sides.get(usize::from(side)).map_or("No side", |side| side.name.as_str());
        let words = numbers.iter().map(|number| objective_words(&skirmish.objectives[*number]));
        (side, format!("{name}: {}.", words.collect::<Vec<_>>().join(", or ")))
    };
    objectives_by_side(skirmish).into_iter().map(sentence).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_round_is_no_row() {
        assert_eq!(rounds_in_a_row(1), "1 round");
        assert_eq!(rounds_in_a_row(3), "3 rounds in a row");
        let hold = Objective::Hold { side: 0, zone: "old_vault".to_owned(), rounds: 1 };
        assert_eq!(objective_words(&hold), "hold the old vault for 1 round");
    }

    #[test]
    fn an_unconscious_target_is_not_dead() {
        let words = "Mako is unconscious, not dead: attack again to kill Mako";
        assert_eq!(unfinished_words("Mako"), words);
    }

    #[test]
    fn a_unit_says_which_objectives_name_it() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "observatory", &Default::default());
        let mut skirmish = bundle.expect("shipped").skirmish;
        let sides: Vec<String> = skirmish.sides.iter().map(|side| side.name.clone()).collect();
        let unit = "Mako".to_owned();
        skirmish.objectives = vec![
            Objective::Slay { side: 0, unit: unit.clone() },
            Objective::Eliminate { side: 0 },
            Objective::Rescue { side: 1, unit },
        ];
        let words = format!("objective of {}: kill; objective of {}: rescue", sides[0], sides[1]);
        assert_eq!(named_objective_words(&skirmish, "Mako"), Some(words));
        assert_eq!(named_objective_words(&skirmish, "Hale"), None);
        assert!(names_unit(&skirmish, "Mako") && !names_unit(&skirmish, "Hale"));
        let wanted = |unit, side| wanted_of_side(&skirmish, unit, Side(side));
        assert_eq!(wanted("Mako", 0).as_deref(), Some("objective: kill"));
        assert_eq!((wanted("Mako", 1), wanted("Hale", 0)), (None, None), "a rescue is no attack");
    }

    #[test]
    fn objectives_of_a_side_are_joined_by_or() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "observatory", &Default::default());
        let bundle = bundle.expect("shipped");
        let sentences: Vec<String> =
            objective_sentences(&bundle.skirmish).into_iter().map(|(_, text)| text).collect();
        let gifted = sentences.iter().filter(|text| text.starts_with("Gifted: ")).collect::<Vec<_>>();
        assert_eq!(
            gifted,
            [
                "Gifted: escape with 3 units through the road: each leaves when its turn ends there, or defeat all enemies."
            ]
        );
    }
}
