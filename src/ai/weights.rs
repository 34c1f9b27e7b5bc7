//! What a unit's level and temper make of it: how much it minds what, and how far it thinks.

use super::{Difficulty, Personality};

/// How a unit weighs things. 1 is an enemy out of the fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AiWeights {
    /// What being put out of the fight itself is worth to it.
    pub danger: f64,
    /// Share of an enemy's danger that ends with it.
    pub threat_removed: f64,
    /// What an attack from where it ends is worth, once its next phase comes.
    pub future: f64,
    /// Share of the danger that being on its guard keeps away.
    pub guard: f64,
    /// Share of the danger that taking cover keeps away.
    pub shelter: f64,
    /// What a walk's way towards the objective is worth.
    pub objective: f64,
    /// What being nearer to the enemy by a walk is worth, whatever the objective.
    pub close_in: f64,
    /// What a target without cover is worth beyond the odds.
    pub flank: f64,
    /// Harm done to friends counts so many times.
    pub friendly_fire: f64,
    /// How far it misjudges plans, as a share of their worth.
    pub misjudgement: f64,
    /// Looks for the places from which it acts.
    pub scores_positions: bool,
    /// Thinks of where enemies can go before they strike.
    pub foresight: bool,
    /// Knows the rarer means: areas, smoke, called shots, pushing, breaching, delaying, full defence.
    pub special_tactics: bool,
    /// Answers questions by their odds.
    pub weighs_answers: bool,
    /// Odds that one thought may ask for.
    pub odds_budget: u32,
}

impl AiWeights {
    /// Of a level and a temper.
    pub fn new(level: Difficulty, temper: Personality) -> Self {
        let plain = Self {
            danger: 0.0,
            threat_removed: 0.0,
            future: 0.0,
            guard: 0.35,
            shelter: 0.25,
            objective: 0.1,
            close_in: 0.02,
            flank: 0.0,
            friendly_fire: 0.0,
            misjudgement: 0.0,
            scores_positions: false,
            foresight: false,
            special_tactics: false,
            weighs_answers: false,
            odds_budget: 60,
        };
        let own = match level {
            Difficulty::Random | Difficulty::Easy => plain,
            Difficulty::Normal => Self { friendly_fire: 1.0, misjudgement: 3.5, ..plain },
            Difficulty::Hard => Self {
                danger: 0.35,
                objective: 0.15,
                friendly_fire: 1.5,
                misjudgement: 1.2,
                scores_positions: true,
                odds_budget: 250,
                ..plain
            },
            Difficulty::Brutal => Self {
                danger: 0.5,
                threat_removed: 1.0,
                future: 0.3,
                objective: 0.15,
                friendly_fire: 1.5,
                scores_positions: true,
                foresight: true,
                special_tactics: true,
                weighs_answers: true,
                odds_budget: 600,
                ..plain
            },
        };
        own.with_personality(temper)
    }

    fn with_personality(self, temper: Personality) -> Self {
        match temper {
            Personality::Even => self,
            Personality::Aggressive => {
                Self { danger: 0.7 * self.danger, close_in: self.close_in + 0.04, ..self }
            }
            Personality::Careful => {
                Self { danger: 1.4 * self.danger, close_in: self.close_in - 0.02, ..self }
            }
            Personality::Flanker => Self { flank: 0.15, ..self },
        }
    }
}
