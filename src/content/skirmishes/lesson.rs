//! Lessons: hints of a skirmish that wait for the player, with the dice and the opponent that make them work out.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::skirmish::SkirmishMap;
use crate::definitions::entry_validator::EntryValidator;
use crate::scene::battlefield::MAX_SKIRMISH_ROUNDS;
use model::Cell;

/// Most hints of a lesson.
pub(crate) const MAX_HINTS: usize = 60;
/// Most conditions of a hint.
pub(crate) const MAX_HINT_ENDS: usize = 8;

/// What a skirmish teaches. `S` is a side: its number, or its name in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lesson<S = u8> {
    /// Its place in the list of lessons, from 1; without a number it comes last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Seed of the dice; without it they differ every time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The side of the player; the first by default.
    #[serde(default = "none::<S>", skip_serializing_if = "Option::is_none")]
    pub player: Option<S>,
    /// Who plays the other sides.
    #[serde(default)]
    pub opponent: LessonOpponent,
    /// The hints, in the order in which they are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
}

fn none<S>() -> Option<S> {
    None
}

/// Who plays the sides that the player of a lesson does not play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonOpponent {
    /// Does nothing, and takes the first answer to every question.
    #[default]
    Passive,
    /// Stays where it is, and attacks the nearest enemy that it sees, once a turn.
    Guard,
    /// An easy AI.
    Easy,
    /// A normal AI.
    Normal,
    /// A hard AI.
    Hard,
    /// Another human at the same computer.
    Human,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// What it says.
    pub text: String,
    /// The place on the board that it marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HintPlace>,
    /// The control that it marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<HintControl>,
    /// It ends when one of these has happened; without any, when the player continues.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub until: Vec<HintEnd>,
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintPlace {
    /// The square of a unit, by name.
    Unit(String),
    /// A square: column and row, from 0.
    Square((i32, i32)),
    /// All squares of a zone.
    Zone(String),
}

/// A control of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintControl {
    /// The slot Move of the action bar.
    Move,
    /// The slot Attack.
    Attack,
    /// The slot Take cover.
    TakeCover,
    /// The slot Item.
    Item,
    /// The slot Defend.
    Defend,
    /// The slot Reload.
    Reload,
    /// The slot Wait.
    Wait,
    /// The slot More.
    More,
    /// The slot End turn.
    EndTurn,
    /// Undo, redo and reset.
    Undo,
    /// The button that ends the deployment.
    Ready,
    /// The answers of an open question.
    Answers,
    /// The turn order.
    TurnOrder,
    /// The line that says what wins the battle.
    Objective,
    /// The panel with the selected unit.
    UnitPanel,
    /// The log.
    Log,
}

/// Something that ends a hint. Units and zones are named; where a unit may be left out, any unit counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HintEnd {
    /// The player's side has deployed and is ready.
    Ready,
    /// A unit has moved, into the zone if one is named.
    Moved {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
        /// The zone in which it has to stop.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
    },
    /// A unit has taken cover.
    TookCover {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A unit was attacked.
    Attacked {
        /// Name of the target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
        /// Name of the attacker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A wall, a door or an object was attacked.
    Struck {
        /// Name of the attacker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A square was attacked, such as with a grenade.
    AttackedSquare {
        /// Name of the attacker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A unit was hurt.
    Hurt {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A unit is out of action, or has left the map. It counts whenever it has happened.
    Out {
        /// Name of the unit.
        unit: String,
    },
    /// A unit was knocked back.
    KnockedBack {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A unit fell prone.
    Prone {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A wall, a door or an object has a hole. It counts whenever it has happened.
    Holed {
        /// The zone that it is in or beside.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
    },
    /// A door was opened or closed.
    DoorMoved,
    /// A grenade or charge was thrown or placed.
    Activated {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A grenade or charge has exploded.
    Detonated,
    /// A weapon was reloaded.
    Reloaded {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A unit used an action of the rulebook.
    Used {
        /// Key of the action.
        action: String,
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A question was answered.
    Answered {
        /// Key of the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// A unit waits, to act later.
    Waited {
        /// Name of the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A unit's turn has begun.
    TurnBegan {
        /// Name of the unit.
        unit: String,
    },
    /// A unit's turn has ended.
    TurnEnded {
        /// Name of the unit.
        unit: String,
    },
    /// A side has seen a unit, in the fog of war.
    Spotted {
        /// Name of the unit.
        unit: String,
    },
    /// This round has begun. It counts whenever it has happened.
    Round(u32),
    /// The battle is over.
    Over,
}

impl<S> Lesson<S> {
    /// The same lesson with sides that are named in another way; `None` if the side of the player is unknown.
    pub fn try_with_side<T>(&self, convert: impl FnOnce(&S) -> Option<T>) -> Option<Lesson<T>> {
        let player = match &self.player {
            Some(side) => Some(convert(side)?),
            None => None,
        };
        Some(Lesson {
            number: self.number,
            seed: self.seed,
            player,
            opponent: self.opponent,
            hints: self.hints.clone(),
        })
    }
}

impl Lesson {
    /// The side of the player.
    pub fn player_side(&self) -> u8 {
        self.player.unwrap_or(0)
    }

    /// Renames a unit in all hints.
    pub fn rename_unit(&mut self, from: &str, to: &str) {
        for hint in &mut self.hints {
            let ends = hint.until.iter_mut().flat_map(HintEnd::units_mut);
            let place = match &mut hint.at {
                Some(HintPlace::Unit(name)) => Some(name),
                _ => None,
            };
            ends.chain(place).filter(|name| *name == from).for_each(|name| *name = to.to_owned());
        }
    }

    /// Removes hints on units or zones that are gone.
    pub(crate) fn retain_known(&mut self, is_unit: impl Fn(&str) -> bool, is_zone: impl Fn(&str) -> bool) {
        self.hints.retain(|hint| hint.units().all(&is_unit) && hint.zones().all(&is_zone));
    }
}

impl Hint {
    /// Names of the units that it mentions.
    pub fn units(&self) -> impl Iterator<Item = &str> {
        let place = match &self.at {
            Some(HintPlace::Unit(name)) => Some(name.as_str()),
            _ => None,
        };
        place.into_iter().chain(self.until.iter().flat_map(HintEnd::units))
    }

    /// Names of the zones that it mentions.
    pub fn zones(&self) -> impl Iterator<Item = &str> {
        let place = match &self.at {
            Some(HintPlace::Zone(name)) => Some(name.as_str()),
            _ => None,
        };
        place.into_iter().chain(self.until.iter().filter_map(HintEnd::zone))
    }
}

/// The names of units that the end of a hint mentions, borrowed by `as_ref` or `as_mut`.
macro_rules! units_of_end {
    ($end:expr, $borrow:ident) => {
        match $end {
            HintEnd::Attacked { unit, by } => [unit.$borrow(), by.$borrow()],
            HintEnd::Struck { by } | HintEnd::AttackedSquare { by } => [by.$borrow(), None],
            HintEnd::Moved { unit, .. }
            | HintEnd::TookCover { unit }
            | HintEnd::Hurt { unit }
            | HintEnd::KnockedBack { unit }
            | HintEnd::Prone { unit }
            | HintEnd::Activated { unit }
            | HintEnd::Reloaded { unit }
            | HintEnd::Waited { unit }
            | HintEnd::Used { unit, .. } => [unit.$borrow(), None],
            HintEnd::Out { unit }
            | HintEnd::TurnBegan { unit }
            | HintEnd::TurnEnded { unit }
            | HintEnd::Spotted { unit } => [Some(unit), None],
            HintEnd::Ready
            | HintEnd::Holed { .. }
            | HintEnd::DoorMoved
            | HintEnd::Detonated
            | HintEnd::Answered { .. }
            | HintEnd::Round(_)
            | HintEnd::Over => [None, None],
        }
    };
}

impl HintEnd {
    /// Names of the units that it mentions.
    pub fn units(&self) -> impl Iterator<Item = &str> {
        let names: [Option<&String>; 2] = units_of_end!(self, as_ref);
        names.into_iter().flatten().map(String::as_str)
    }

    fn units_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let names: [Option<&mut String>; 2] = units_of_end!(self, as_mut);
        names.into_iter().flatten()
    }

    /// The zone that it mentions.
    pub fn zone(&self) -> Option<&str> {
        match self {
            Self::Moved { zone, .. } | Self::Holed { zone } => zone.as_deref(),
            _ => None,
        }
    }

    /// Whether it counts whenever it has happened, also before the hint was shown.
    pub fn is_lasting(&self) -> bool {
        matches!(self, Self::Out { .. } | Self::Holed { .. } | Self::Round(_) | Self::Over)
    }
}

/// Reports what is wrong with a lesson whose side is known; `units` are the names of all units.
pub(crate) fn validate_lesson<S>(
    entry: &mut EntryValidator<'_>,
    lesson: &Lesson<S>,
    units: &[&str],
    map: &SkirmishMap,
) {
    entry.require_range(&["lesson", "hints"], lesson.hints.len(), 0..=MAX_HINTS);
    if let Some(number) = lesson.number {
        entry.require_range(&["lesson", "number"], number, 1..=u8::MAX);
    }
    let known: BTreeSet<&str> = units.iter().copied().collect();
    for (index, hint) in lesson.hints.iter().enumerate() {
        let number = index.to_string();
        let at = |label| ["lesson", "hints", number.as_str(), label];
        entry.require_text(&at("text"), &hint.text);
        entry.require_range(&at("until"), hint.until.len(), 0..=MAX_HINT_ENDS);
        for name in hint.units().filter(|name| !known.contains(name)).collect::<BTreeSet<_>>() {
            let label = if hint.until.iter().any(|end| end.units().any(|unit| unit == name)) {
                "until"
            } else {
                "at"
            };
            entry.require_known(&at(label), "unit", name, units.iter().copied());
        }
        for name in hint.zones().collect::<BTreeSet<_>>() {
            let label = if hint.until.iter().any(|end| end.zone() == Some(name)) { "until" } else { "at" };
            match map.zones.get(name) {
                None => entry.require_known(&at(label), "zone", name, map.zones.keys().map(String::as_str)),
                Some(cells) if cells.is_empty() => {
                    entry.error(&at(label), format!("zone `{name}` has no squares"));
                }
                Some(_) => {}
            }
        }
        if let Some(HintPlace::Square((x, y))) = hint.at
            && map.number_at(Cell::new(x, y)).is_none()
        {
            entry.error(&at("at"), format!("the square ({x}, {y}) is not on the map"));
        }
        for end in &hint.until {
            match end {
                HintEnd::Round(round) => {
                    entry.require_range(&at("until"), *round, 1..=MAX_SKIRMISH_ROUNDS);
                }
                HintEnd::Used { action: key, .. } | HintEnd::Answered { answer: Some(key) } => {
                    entry.require_title(&at("until"), key);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson() -> Lesson {
        let text = r#"(
            hints: [
                (text: "Shoot.", at: unit("Ann"), until: [attacked(unit: "Bob", by: "Ann"), out(unit: "Bob")]),
                (text: "Walk.", at: zone("goal"), until: [moved(zone: "goal")]),
                (text: "Good.", control: end_turn),
            ],
        )"#;
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str(text).expect("readable")
    }

    #[test]
    fn a_renamed_unit_is_renamed_in_places_and_conditions() {
        let mut lesson = lesson();
        lesson.rename_unit("Ann", "Eve");
        let names: Vec<_> = lesson.hints[0].units().collect();
        assert_eq!(names, ["Eve", "Bob", "Eve", "Bob"]);
    }

    #[test]
    fn hints_on_what_is_gone_are_removed() {
        let mut lesson = lesson();
        lesson.retain_known(|unit| unit == "Ann", |_| true);
        assert_eq!(lesson.hints.len(), 2);
        lesson.retain_known(|_| true, |_| false);
        assert_eq!(lesson.hints.iter().map(|hint| hint.text.as_str()).collect::<Vec<_>>(), ["Good."]);
    }
}
