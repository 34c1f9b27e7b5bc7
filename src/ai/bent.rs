//! What a unit's level and temper make of it: how much it minds what, and how far it thinks.

use super::{Level, Temper};

/// How a unit weighs things. 1 is an enemy out of the fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bent {
    /// What being put out of the fight itself is worth to it.
    pub danger: f64,
    /// Share of an enemy's danger that ends with it.
    pub relief: f64,
    /// What an attack from where it ends is worth, once its next phase comes.
    pub future: f64,
    /// Share of the danger that being on its guard keeps away.
    pub guard: f64,
    /// Share of the danger that taking cover keeps away.
    pub shelter: f64,
    /// What a walk's way towards the objective is worth.
    pub goal: f64,
    /// What being nearer to the enemy by a walk is worth, whatever the objective.
    pub near: f64,
    /// What a target without cover is worth beyond the odds.
    pub flank: f64,
    /// Harm done to friends counts so many times.
    pub friends: f64,
    /// How far it misjudges plans, as a share of their worth.
    pub error: f64,
    /// Looks for the places from which it acts.
    pub places: bool,
    /// Thinks of where enemies can go before they strike.
    pub foresight: bool,
    /// Knows the rarer means: areas, smoke, called shots, pushing, breaching, delaying, full defence.
    pub craft: bool,
    /// Answers questions by their odds.
    pub answers: bool,
    /// Odds that one thought may ask for.
    pub questions: u32,
}

impl Bent {
    /// Of a level and a temper.
    pub fn of(level: Level, temper: Temper) -> Self {
        let plain = Self {
            danger: 0.0,
            relief: 0.0,
            future: 0.0,
            guard: 0.35,
            shelter: 0.25,
            goal: 0.1,
            near: 0.02,
            flank: 0.0,
            friends: 0.0,
            error: 0.0,
            places: false,
            foresight: false,
            craft: false,
            answers: false,
            questions: 60,
        };
        let own = match level {
            Level::Random | Level::Careless => plain,
            Level::Steady => Self { friends: 1.0, error: 3.5, ..plain },
            Level::Sharp => Self {
                danger: 0.35,
                goal: 0.15,
                friends: 1.5,
                error: 1.2,
                places: true,
                questions: 250,
                ..plain
            },
            Level::Ruthless => Self {
                danger: 0.5,
                relief: 1.0,
                future: 0.3,
                goal: 0.15,
                friends: 1.5,
                places: true,
                foresight: true,
                craft: true,
                answers: true,
                questions: 600,
                ..plain
            },
        };
        own.tempered(temper)
    }

    fn tempered(self, temper: Temper) -> Self {
        match temper {
            Temper::Even => self,
            Temper::Aggressive => Self { danger: 0.7 * self.danger, near: self.near + 0.04, ..self },
            Temper::Careful => Self { danger: 1.4 * self.danger, near: self.near - 0.02, ..self },
            Temper::Flanker => Self { flank: 0.15, ..self },
        }
    }
}
