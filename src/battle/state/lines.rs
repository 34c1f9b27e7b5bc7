//! Sentences of the battle itself: notes, prompts and refusals that no rulebook makes.

use std::fmt;

use strum::Display;

use dice::{NoteSubject, RuleLine, RuleText};
use rules::{Forecast, PoolShare, label_in_sentence};

/// Notes for the log.
#[derive(Clone, Debug, Display)]
pub(crate) enum BattleNote {
    #[strum(to_string = "{item} goes off as the battle ends")]
    ExplodesAtEnd { item: String },
    #[strum(to_string = "acts at the same time and goes down afterwards")]
    ActsAtTheSameTime,
    #[strum(to_string = "defends without interrupting the extended action")]
    DefendsMeanwhile,
    #[strum(to_string = "is surprised during the round and loses {points} initiative at once")]
    LosesScoreNow { points: i32 },
    #[strum(to_string = "leaves the area")]
    LeavesArea,
    #[strum(to_string = "rolls to stay standing")]
    Shaken,
    #[strum(to_string = "is not thrown back")]
    NotThrown,
    #[strum(to_string = "cannot be pulled out of the vehicle")]
    StaysInVehicle,
    #[strum(to_string = "is engaged in melee and cannot be Pinned")]
    NotPinnedInMelee,
    #[strum(to_string = "climbs down {metres} m unhurt")]
    ClimbsDown { metres: u32 },
    #[strum(to_string = "cannot do what {ailment} demands; the duty lapses")]
    DutyLapsed { ailment: &'static str },
    #[strum(to_string = "no longer suffers {ailment}, because the battle is over")]
    EndsWithBattle { ailment: String },
    #[strum(to_string = "{first} takes precedence over {then}")]
    DutyOrder { first: &'static str, then: String },
    #[strum(to_string = "lies in the {ground}")]
    LiesIn { ground: String },
    #[strum(to_string = "stands in the {ground}")]
    StandsIn { ground: String },
    #[strum(to_string = "takes a {harm}")]
    Falls { harm: RuleText },
    #[strum(to_string = "makes a {harm}")]
    Jumps { harm: RuleText },
    #[strum(to_string = "is exposed to {harm}")]
    Exposed { harm: RuleText },
}

/// Why a unit does not carry out an action that it has paid for.
#[derive(Clone, Debug, Display)]
pub(crate) enum NotCarriedOut {
    #[strum(to_string = "cannot act any more: {0}")]
    Forbidden(RuleText),
    #[strum(to_string = "no longer has the weapon in hand")]
    WeaponGone,
    #[strum(to_string = "the target is gone")]
    TargetGone,
    #[strum(to_string = "cannot reach the target: {0}")]
    OutOfReach(RuleText),
    #[strum(to_string = "does not see the target")]
    OutOfSight,
}

/// An attack of a multi-attack that is not made: "does not make attack 2 of 2 (5 of 9 dice): the target is gone".
#[derive(Clone, Debug)]
pub(crate) struct AttackNotMade(pub PoolShare, pub NotCarriedOut);

impl fmt::Display for AttackNotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PoolShare { nth, attacks, dice, of, .. } = self.0;
        write!(f, "does not make attack {nth} of {attacks} ({dice} of {of} dice): {}", self.1)
    }
}

/// Action that a compulsion demands of a unit.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq)]
pub enum Demand {
    /// The command is carried out.
    #[strum(to_string = "has carried out the command and can only end the turn")]
    EndPhase,
    /// Carry out the controller's command.
    #[strum(to_string = "must obey the controller")]
    Obey,
    /// Run away from the threat.
    #[strum(to_string = "must run away")]
    RunAway,
    /// Attack the nearest ally.
    #[strum(to_string = "must attack the nearest ally")]
    AttackAlly,
    /// Approach the nearest ally.
    #[strum(to_string = "must move toward the nearest ally")]
    ApproachAlly,
    /// Move to cover, or away from the threat.
    #[strum(to_string = "must move to cover or away")]
    SeekCover,
    /// Attack in melee.
    #[strum(to_string = "must attack in melee")]
    AttackInMelee,
    /// Nothing but attacks in melee.
    #[strum(to_string = "can only attack in melee")]
    MeleeOnly,
    /// Charge an enemy.
    #[strum(to_string = "must charge")]
    Charge,
    /// Approach the nearest enemy.
    #[strum(to_string = "must move toward the nearest enemy")]
    ApproachEnemy,
    /// Stand up before the move that it owes.
    #[strum(to_string = "must stand up and move")]
    StandUp,
}

/// Reasons why a rule forbids an order.
#[derive(Clone, Debug, Display)]
pub(crate) enum BattleRefusal {
    #[strum(to_string = "{ailment}: {demand}")]
    Forced { ailment: &'static str, demand: Demand },
    #[strum(to_string = "Pinned: may only retreat while in cover")]
    RetreatOnly,
    #[strum(to_string = "Pinned: must stay in cover while retreating")]
    StayInCover,
    #[strum(to_string = "needs {needed} AP; only {left} left this round")]
    TooFewPoints { needed: u8, left: u32 },
    #[strum(
        to_string = "takes all AP of {rounds} rounds; begin it in the first turn of a round, before any other action"
    )]
    WholeRounds { rounds: u32 },
    #[strum(to_string = "a radio detonation takes the whole turn; an action was already taken")]
    WholePhase,
}

/// Questions to players.
#[derive(Clone, Debug, Display)]
pub(crate) enum BattleQuestion {
    #[strum(to_string = "{mover} moves past. Intercept?")]
    Intercept { mover: String },
    #[strum(to_string = "Which opponent does it evade? {left} left.")]
    Evade { left: usize },
    #[strum(to_string = "Command for {unit}")]
    Command { unit: String },
}

/// Labels and details of answers.
#[derive(Clone, Debug, Display)]
pub(crate) enum BattleAnswer {
    #[strum(to_string = "Let pass")]
    LetPass,
    #[strum(to_string = "no cost")]
    NoCost,
    #[strum(to_string = "cannot intercept this move")]
    CannotIntercept,
    #[strum(to_string = "Attack {unit}")]
    Attack { unit: String },
    #[strum(to_string = "Heal {unit}")]
    Heal { unit: String },
    #[strum(to_string = "Strengthen {unit}")]
    Strengthen { unit: String },
    #[strum(to_string = "Do nothing")]
    DoNothing,
    #[strum(to_string = "{ailment}: obey")]
    ObeyAilment { ailment: &'static str },
}

/// A strike against a passing unit, with its chance of damage if it is known.
#[derive(Clone, Debug)]
pub(crate) struct StrikeDetail {
    pub strike: RuleText,
    pub chance: Option<StrikeChance>,
}

/// Chances of damage of a strike, from 0 to 1, as the card of an attack gives them.
#[derive(Clone, Debug)]
pub(crate) struct StrikeChance {
    /// Against the answer that the target gives by default.
    pub harm: f64,
    /// Against its best answer, with the name of that, if it is better.
    pub best_answer: Option<(String, f64)>,
    /// If it does not defend, where it would by default.
    pub undefended: Option<f64>,
}

impl StrikeChance {
    /// Takes the chances from the forecast of the strike.
    pub fn from_forecast(forecast: &Forecast) -> Self {
        let best = forecast.best_defence();
        let none = forecast.defences.iter().find(|defence| defence.key == UNDEFENDED);
        Self {
            harm: forecast.odds.harm,
            best_answer: best.map(|best| (label_in_sentence(&best.label), best.odds.harm)),
            undefended: none.map(|none| none.odds.harm).filter(|harm| *harm > forecast.odds.harm),
        }
    }
}

/// Key of the answer that is no defence, where it is not the default.
const UNDEFENDED: &str = "none";

impl fmt::Display for StrikeDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.strike)?;
        let Some(StrikeChance { harm, best_answer, undefended }) = &self.chance else { return Ok(()) };
        write!(f, "; {:.0} % damage chance", 100.0 * harm)?;
        if let Some((answer, harm)) = best_answer {
            write!(f, ", {:.0} % if answered with {answer}", 100.0 * harm)?;
        }
        undefended.map_or(Ok(()), |harm| write!(f, ", {:.0} % without a defence", 100.0 * harm))
    }
}

impl RuleLine for AttackNotMade {}
impl RuleLine for BattleAnswer {
    fn is_free(&self) -> bool {
        matches!(self, Self::NoCost)
    }
}

impl RuleLine for BattleNote {
    fn note_subject(&self) -> NoteSubject {
        match self {
            Self::ExplodesAtEnd { .. } => NoteSubject::Projectile,
            _ => NoteSubject::Unit,
        }
    }
}

impl RuleLine for NotCarriedOut {}
impl RuleLine for BattleQuestion {}
impl RuleLine for BattleRefusal {}
impl RuleLine for StrikeDetail {}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::GivenText;

    #[test]
    fn ss_intc_06_a_strike_names_the_chance_against_the_best_answer() {
        let told = |best_answer: Option<(&str, f64)>, undefended| {
            let best_answer = best_answer.map(|(answer, harm)| (answer.to_owned(), harm));
            let chance = Some(StrikeChance { harm: 0.87, best_answer, undefended });
            StrikeDetail { strike: GivenText("1 AP".to_owned()).into(), chance }.to_string()
        };
        assert_eq!(told(None, None), "1 AP; 87 % damage chance");
        let parry = told(Some(("parry", 0.412)), None);
        assert_eq!(parry, "1 AP; 87 % damage chance, 41 % if answered with parry");
        assert_eq!(told(None, Some(0.95)), "1 AP; 87 % damage chance, 95 % without a defence");
    }
}
