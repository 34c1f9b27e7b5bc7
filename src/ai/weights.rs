//! Weights of AI players: how difficulty and personality affect scores and search.

use super::{Difficulty, Personality};

/// Weights of the score terms. 1 is an enemy out of action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AiWeights {
    /// Danger to the unit itself.
    pub danger: f64,
    /// Share of an enemy's threat that ends when it is out of action.
    pub threat_removed: f64,
    /// Attacks from the end position in the next phase.
    pub future: f64,
    /// Share of the danger prevented by a defensive action.
    pub guard: f64,
    /// One walk's progress towards the objective.
    pub objective: f64,
    /// One walk's progress towards the enemy, beyond the objective.
    pub close_in: f64,
    /// Bonus for a target without cover.
    pub flank: f64,
    /// Factor for damage to allies.
    pub friendly_fire: f64,
    /// Score of the attacks of a phase from which a unit does not close in on the enemy any more.
    pub satisfying: f64,
    /// Random error of scores, as a share of the score.
    pub misjudgement: f64,
    /// Considers enemy moves before their attacks.
    pub foresight: bool,
    /// Uses special tactics: area attacks, smoke, called shots, pushes, breaches, delays, full defence.
    pub special_tactics: bool,
    /// Draws explosives to throw them.
    pub throws_explosives: bool,
    /// Answers prompts by their odds.
    pub weighs_answers: bool,
    /// Maximum attacks computed per decision.
    pub odds_budget: u32,
}

impl AiWeights {
    /// Weights of a difficulty and a personality.
    pub fn new(difficulty: Difficulty, personality: Personality) -> Self {
        let base = Self {
            danger: 0.0,
            threat_removed: 0.0,
            future: 0.0,
            guard: 0.35,
            objective: 0.1,
            close_in: 0.02,
            flank: 0.0,
            friendly_fire: 0.0,
            satisfying: 0.4,
            misjudgement: 0.0,
            foresight: false,
            special_tactics: false,
            throws_explosives: false,
            weighs_answers: false,
            odds_budget: 60,
        };
        let weights = match difficulty {
            Difficulty::Random | Difficulty::Easy => base,
            Difficulty::Normal => Self {
                danger: 0.45,
                future: 0.1,
                friendly_fire: 1.0,
                misjudgement: 2.5,
                throws_explosives: true,
                odds_budget: 600,
                ..base
            },
            Difficulty::Hard => Self {
                danger: 0.45,
                future: 0.1,
                objective: 0.15,
                friendly_fire: 1.5,
                misjudgement: 1.0,
                throws_explosives: true,
                odds_budget: 1000,
                ..base
            },
            Difficulty::Brutal => Self {
                danger: 0.5,
                threat_removed: 1.0,
                future: 0.3,
                objective: 0.15,
                friendly_fire: 1.5,
                foresight: true,
                special_tactics: true,
                throws_explosives: true,
                weighs_answers: true,
                odds_budget: 3000,
                ..base
            },
        };
        weights.with_personality(personality)
    }

    fn with_personality(self, personality: Personality) -> Self {
        match personality {
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
