//! Who plays a side: a human or the AI. Not part of the battle: a journal holds orders only.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use ai::{AiPlayer, Difficulty, Personality};
use content::{LessonOpponent, SkirmishBundle};
use lesson::TrainingOpponent;
use model::Side;

/// The player of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SidePlayer {
    /// A human player.
    #[default]
    Person,
    /// An AI player.
    #[serde(alias = "machine")]
    Ai {
        /// Its difficulty.
        #[serde(alias = "level")]
        difficulty: Difficulty,
        /// Its personality; `None` for the per-unit behaviour of the archetypes.
        #[serde(default, alias = "temper")]
        personality: Option<Personality>,
    },
    /// The opponent of a lesson.
    Training(TrainingOpponent),
}

impl SidePlayer {
    /// Difficulties offered in the window.
    pub const LEVELS: [Difficulty; 5] =
        [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master];

    /// Whether the program plays.
    pub const fn is_ai(self) -> bool {
        matches!(self, Self::Ai { .. } | Self::Training(_))
    }

    /// Returns the AI player of a side in a battle with this seed; `None` for a human and for
    /// the opponent of a lesson.
    pub fn ai_player(self, fight: u64, side: Side) -> Option<AiPlayer> {
        match self {
            Self::Person | Self::Training(_) => None,
            Self::Ai { difficulty, personality } => {
                Some(AiPlayer { difficulty, personality, seed: ai_seed(fight, side) })
            }
        }
    }
}

impl fmt::Display for SidePlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => formatter.write_str("human"),
            Self::Training(opponent) => write!(formatter, "training, {}", opponent.name()),
            Self::Ai { difficulty, personality: None } => write!(formatter, "AI, {difficulty}"),
            Self::Ai { difficulty, personality: Some(personality) } => {
                write!(formatter, "AI, {difficulty}, {personality}")
            }
        }
    }
}

/// Derives the seed of a side's AI from the seed of the battle; it differs between sides.
pub fn ai_seed(fight: u64, side: Side) -> u64 {
    let mut value = fight ^ (u64::from(side.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// How long the AI waits after the board has shown an order, and how fast the board shows what touches no unit of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum AiPace {
    /// Time to look at everything.
    #[strum(serialize = "Slow")]
    Slow,
    /// A short pause.
    #[default]
    #[strum(serialize = "Normal")]
    Normal,
    /// Just enough to follow.
    #[strum(serialize = "Fast")]
    Fast,
    /// No pause.
    #[strum(serialize = "Instant")]
    AtOnce,
}

impl AiPace {
    /// All speeds.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name for players.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the pause in seconds.
    pub const fn seconds(self) -> f64 {
        match self {
            Self::Slow => 1.6,
            Self::Normal => 0.7,
            Self::Fast => 0.2,
            Self::AtOnce => 0.0,
        }
    }

    /// Returns the seconds in which the board shows all orders between two decisions of a person that touch no unit of a person;
    /// `None` if each of them is shown at the usual speed, with its pause.
    pub const fn plain_seconds(self) -> Option<f32> {
        match self {
            Self::Slow => None,
            Self::Normal => Some(3.0),
            Self::Fast => Some(2.0),
            Self::AtOnce => Some(1.0),
        }
    }
}

/// A side that a skirmish does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{wanted}\" is not a side of this skirmish; its sides are {known}")]
pub struct UnknownSide {
    wanted: String,
    known: String,
}

/// Returns the players of a skirmish: those of its lesson, else humans.
pub fn usual_players(bundle: &SkirmishBundle) -> Vec<SidePlayer> {
    let skirmish = &bundle.skirmish;
    let Some(lesson) = &skirmish.lesson else { return vec![SidePlayer::Person; skirmish.sides.len()] };
    let ai = |difficulty| SidePlayer::Ai { difficulty, personality: None };
    let opponent = match (TrainingOpponent::of_lesson(lesson.opponent), lesson.opponent) {
        (Some(opponent), _) => SidePlayer::Training(opponent),
        (None, LessonOpponent::Easy) => ai(Difficulty::Easy),
        (None, LessonOpponent::Normal) => ai(Difficulty::Normal),
        (None, LessonOpponent::Hard) => ai(Difficulty::Hard),
        (None, _) => SidePlayer::Person,
    };
    let own = usize::from(lesson.player_side());
    let player = |side| if side == own { SidePlayer::Person } else { opponent };
    (0..skirmish.sides.len()).map(player).collect()
}

/// Returns the player of each side: the usual one unless named. A side is named by its name or by its number, counted from 1.
///
/// # Errors
/// Returns `UnknownSide` if the skirmish has no such side.
pub fn assign_players<'a>(
    bundle: &SkirmishBundle,
    named: impl IntoIterator<Item = (&'a str, SidePlayer)>,
) -> Result<Vec<SidePlayer>, UnknownSide> {
    let sides = &bundle.skirmish.sides;
    let mut seats = usual_players(bundle);
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
            .expect("shipped")
    }

    const HARD: SidePlayer = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };

    #[test]
    fn a_side_is_named_by_name_or_number() {
        let bundle = warehouse();
        let names: Vec<_> = bundle.skirmish.sides.iter().map(|side| side.name.clone()).collect();
        let second = [SidePlayer::Person, HARD];
        assert_eq!(
            assign_players(&bundle, [(names[1].to_uppercase().as_str(), HARD)]).expect("a side"),
            second
        );
        assert_eq!(assign_players(&bundle, [("2", HARD)]).expect("a side"), second);
        assert_eq!(assign_players(&bundle, []).expect("no side named"), [SidePlayer::Person; 2]);
        for wrong in ["0", "3", "Bystanders", ""] {
            let message = assign_players(&bundle, [(wrong, HARD)]).expect_err("no side").to_string();
            assert!(message.contains(&names[0]), "{message}");
        }
    }

    #[test]
    fn every_side_of_every_battle_has_its_own_seed() {
        let seeds = [(7, 0), (7, 1), (8, 0), (8, 1)].map(|(fight, side)| ai_seed(fight, Side(side)));
        for (at, one) in seeds.iter().enumerate() {
            assert!(!seeds[..at].contains(one));
        }
        assert_eq!(HARD.ai_player(7, Side(1)).map(|ai_player| ai_player.seed), Some(seeds[1]));
        assert_eq!(SidePlayer::Person.ai_player(7, Side(1)), None);
    }

    #[test]
    fn players_survive_a_file() {
        for player in [
            SidePlayer::Person,
            HARD,
            SidePlayer::Ai { difficulty: Difficulty::Normal, personality: Some(Personality::Flanker) },
        ] {
            let text = ron::to_string(&player).expect("plain data");
            assert_eq!(ron::from_str::<SidePlayer>(&text).expect("readable"), player, "{text}");
        }
    }
}
