//! Who plays a side: a person at the screen, or the machine. No part of the fight: a journal holds orders only.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use ai::{AiPlayer, Difficulty, Personality};
use battle::Side;
use content::SkirmishBundle;

/// Who plays a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SidePlayer {
    /// Somebody at the screen.
    #[default]
    Person,
    /// The machine.
    #[serde(alias = "machine")]
    Ai {
        /// How well it judges.
        level: Difficulty,
        /// What it likes; without one each unit has the temper of its archetype.
        #[serde(default)]
        temper: Option<Personality>,
    },
}

impl SidePlayer {
    /// The levels that can be chosen in the window.
    pub const LEVELS: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal];

    /// Whether it is the machine.
    pub const fn is_ai(self) -> bool {
        matches!(self, Self::Ai { .. })
    }

    /// The mind of a side in a fight, if the machine plays it.
    pub fn ai_player(self, fight: u64, side: Side) -> Option<AiPlayer> {
        match self {
            Self::Person => None,
            Self::Ai { level, temper } => {
                Some(AiPlayer { difficulty: level, personality: temper, seed: ai_seed(fight, side) })
            }
        }
    }
}

impl fmt::Display for SidePlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => formatter.write_str("person"),
            Self::Ai { level, temper: None } => write!(formatter, "machine, {level}"),
            Self::Ai { level, temper: Some(temper) } => write!(formatter, "machine, {level}, {temper}"),
        }
    }
}

/// Seed of what a side's mind leaves to chance: it follows from the seed of the fight, and differs from side to side.
pub fn ai_seed(fight: u64, side: Side) -> u64 {
    let mut value = fight ^ (u64::from(side.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// How long the machine waits after the board has shown an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AiPace {
    /// Time to look at everything.
    Slow,
    /// A breath.
    #[default]
    Normal,
    /// Just enough to follow.
    Fast,
    /// Not at all.
    AtOnce,
}

impl AiPace {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Slow, "Slow"), (Self::Normal, "Normal"), (Self::Fast, "Fast"), (Self::AtOnce, "At once")];

    /// Seconds.
    pub const fn seconds(self) -> f64 {
        match self {
            Self::Slow => 1.6,
            Self::Normal => 0.7,
            Self::Fast => 0.2,
            Self::AtOnce => 0.0,
        }
    }
}

/// A side that a skirmish does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{wanted}\" is no side of this skirmish; its sides are {known}")]
pub struct UnknownSide {
    wanted: String,
    known: String,
}

/// Who plays which side, by number of the side: persons, but for those that are named. A side is named by its name or
/// by its number, counted from 1.
///
/// # Errors
/// The skirmish has no such side.
pub fn assign_players<'a>(
    bundle: &SkirmishBundle,
    named: impl IntoIterator<Item = (&'a str, SidePlayer)>,
) -> Result<Vec<SidePlayer>, UnknownSide> {
    let sides = &bundle.skirmish.sides;
    let mut seats = vec![SidePlayer::Person; sides.len()];
    for (wanted, player) in named {
        let by_name = sides.iter().position(|side| side.name.to_lowercase() == wanted.trim().to_lowercase());
        let number = || wanted.trim().parse::<usize>().ok()?.checked_sub(1);
        let seat = by_name.or_else(number).and_then(|at| seats.get_mut(at));
        *seat.ok_or_else(|| unknown_side(bundle, wanted))? = player;
    }
    Ok(seats)
}

fn unknown_side(bundle: &SkirmishBundle, wanted: &str) -> UnknownSide {
    let known = (1..).zip(&bundle.skirmish.sides).map(|(number, side)| format!("{number} {}", side.name));
    UnknownSide { wanted: wanted.to_owned(), known: known.collect::<Vec<_>>().join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::SkirmishOverrides;

    fn warehouse() -> SkirmishBundle {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default())
            .expect("it is shipped")
    }

    const SHARP: SidePlayer = SidePlayer::Ai { level: Difficulty::Hard, temper: None };

    #[test]
    fn a_side_is_named_by_name_or_number() {
        let bundle = warehouse();
        let names: Vec<_> = bundle.skirmish.sides.iter().map(|side| side.name.clone()).collect();
        let second = [SidePlayer::Person, SHARP];
        assert_eq!(
            assign_players(&bundle, [(names[1].to_uppercase().as_str(), SHARP)]).expect("a side"),
            second
        );
        assert_eq!(assign_players(&bundle, [("2", SHARP)]).expect("a side"), second);
        assert_eq!(assign_players(&bundle, []).expect("nobody is named"), [SidePlayer::Person; 2]);
        for wrong in ["0", "3", "Nobody", ""] {
            let message = assign_players(&bundle, [(wrong, SHARP)]).expect_err("no side").to_string();
            assert!(message.contains(&names[0]), "{message}");
        }
    }

    #[test]
    fn every_side_of_every_fight_has_a_seed_of_its_own() {
        let seeds = [(7, 0), (7, 1), (8, 0), (8, 1)].map(|(fight, side)| ai_seed(fight, Side(side)));
        for (at, one) in seeds.iter().enumerate() {
            assert!(!seeds[..at].contains(one));
        }
        assert_eq!(SHARP.ai_player(7, Side(1)).map(|mind| mind.seed), Some(seeds[1]));
        assert_eq!(SidePlayer::Person.ai_player(7, Side(1)), None);
    }

    #[test]
    fn players_survive_a_file() {
        for player in [
            SidePlayer::Person,
            SHARP,
            SidePlayer::Ai { level: Difficulty::Normal, temper: Some(Personality::Flanker) },
        ] {
            let text = ron::to_string(&player).expect("plain data");
            assert_eq!(ron::from_str::<SidePlayer>(&text).expect("what was written"), player, "{text}");
        }
    }
}
