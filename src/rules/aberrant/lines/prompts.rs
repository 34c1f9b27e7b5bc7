//! Prompts: questions, labels of answers and their details.

use std::fmt;

use strum::Display;

use super::{Counted, OneOf};
use crate::ImpossibleAttack;
use crate::aberrant::DamageType;
use crate::aberrant::attacks::defence::DefenceKind;
use crate::aberrant::health::dazing::DazeLevel;
use crate::aberrant::health::grievous_injury::Flaw;
use crate::aberrant::rule_options::DeclareMode;
use crate::lines::rule_lines;
use dice::RuleLine;
use model::Distance;

/// Questions to players.
#[derive(Clone, Debug, Display)]
pub(crate) enum Question {
    #[strum(to_string = "Attacked with {weapon}: {attack} makes it miss. Choose a defence")]
    ChooseDefence { weapon: String, attack: AttackSuccesses },
    #[strum(
        to_string = "{levels} in this round, more than {limit}, leave the unit {impact} ({effect}). Resist with Willpower?"
    )]
    PowerThrough { levels: Counted, limit: u32, impact: DazeLevel, effect: &'static str },
    #[strum(to_string = "The Willpower roll failed. Pay 1 Willpower instead?")]
    PayAfterRoll,
    #[strum(to_string = "With which weapon does {name} attack, and whom? Announced now, {time}.")]
    QueueAttacks { name: String, time: AnnouncementTime },
    #[strum(
        to_string = "Attack {number} of at most {actions} that {name} announces: with which weapon, at whom?"
    )]
    QueueNextAttack { name: String, number: u8, actions: u8 },
    #[strum(
        to_string = "Pay Willpower to put another attack, on any target and at +1 difficulty, in place of the announced one?"
    )]
    ReplaceAction,
    #[strum(to_string = "Pay Willpower to give up an announced attack and reserve a defence with its AP?")]
    CancelAction,
    #[strum(
        to_string = "The hit deals {levels} of {kind} damage. Take a grievous injury and 1 level instead?"
    )]
    TakeGrievousInjury { levels: Counted, kind: DamageType },
    #[strum(to_string = "Which injury of {patient}?")]
    ChooseFlaw { patient: String },
    #[strum(to_string = "{unit} is unconscious from stun. Roll Willpower to recover?")]
    Rally { unit: String },
    #[strum(to_string = "Which item of {holder} is attacked?")]
    ChooseItem { holder: String },
    #[strum(to_string = "The hit takes the extra out of action. Does it kill?")]
    KillExtra,
    #[strum(to_string = "Knock {target} into what?")]
    ChooseObstacle { target: String },
    #[strum(to_string = "{net} net successes: how many of them count against the unit behind?")]
    SplitSuccesses { net: u32 },
}

/// The successes of an attack as its target sees them, with those that the difficulty takes: "11 successes, 1 of them for the
/// difficulty, and a defence with 10". `AB-BASE-02`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackSuccesses {
    pub net: u32,
    /// The difficulty that the net successes are beyond; 0 also where the roll is shared or split.
    pub difficulty: u32,
}

impl fmt::Display for AttackSuccesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { net, difficulty } = *self;
        if difficulty == 0 {
            return write!(f, "{}, and a defence with as many", Counted::NetSuccesses(net));
        }
        let rolled = Counted::Successes(net + difficulty);
        write!(f, "{rolled}, {difficulty} of them for the difficulty, and a defence with {net}")
    }
}

/// Labels of answers.
#[derive(Clone, Debug, Display)]
pub(crate) enum AnswerLabel {
    #[strum(to_string = "No defence")]
    NoDefence,
    #[strum(to_string = "{0}")]
    Defence(DefenceKind),
    #[strum(to_string = "{0} after a Willpower roll")]
    DefenceByRoll(DefenceKind),
    #[strum(to_string = "{0} for 1 Willpower")]
    DefenceByPoint(DefenceKind),
    #[strum(to_string = "Resist with Willpower")]
    PowerThrough,
    #[strum(to_string = "Do not resist")]
    AcceptDaze,
    #[strum(to_string = "Roll Willpower")]
    RollWillpower,
    #[strum(to_string = "Pay 1 Willpower")]
    PayWillpower,
    #[strum(to_string = "Don't pay")]
    PayNothing,
    #[strum(to_string = "Keep the announced attack")]
    KeepAction,
    #[strum(to_string = "Lose the announced attack")]
    LoseAction,
    #[strum(to_string = "Stay down")]
    StayDown,
    #[strum(to_string = "Knock out")]
    Incapacitate,
    #[strum(to_string = "Kill")]
    Kill,
    #[strum(to_string = "{0}")]
    Successes(u32),
    #[strum(to_string = "Grievous injury: {0}")]
    TakeFlaw(Flaw),
    #[strum(to_string = "Take {levels} of {kind} damage")]
    TakeLevels { levels: Counted, kind: DamageType },
    #[strum(to_string = "{0}")]
    Flaw(Flaw),
    #[strum(to_string = "Resuscitate")]
    Resuscitate,
    #[strum(to_string = "Heal an injury")]
    HealFlaw,
    #[strum(to_string = "Fit a replacement")]
    ReplaceFlaw,
    #[strum(to_string = "{weapon}: {target}")]
    QueuedAttack { weapon: String, target: String },
    #[strum(to_string = "{weapon}: target chosen later")]
    QueuedWeapon { weapon: String },
    #[strum(to_string = "A wall or a square")]
    QueuedPlace,
    #[strum(to_string = "Different targets")]
    SeveralTargets,
    #[strum(to_string = "No attack")]
    NoAttack,
    #[strum(to_string = "No further attack")]
    NoFurtherAttack,
    #[strum(to_string = "Back")]
    Back,
}

impl AnswerLabel {
    /// What an answer means for the unit, beyond its detail.
    pub const fn effect(&self) -> &'static str {
        match self {
            Self::NoDefence => "rolls nothing against the attack",
            Self::PowerThrough => {
                "lessens only the dazing or stunning, not the damage; once per round, and more damage in this round may still daze or stun the unit"
            }
            Self::PayNothing => "the failed roll stands",
            Self::KeepAction => "does not defend",
            Self::StayDown => "stays unconscious in this turn",
            Self::Incapacitate => "out of action, but alive",
            Self::Kill => "dead for good",
            _ => "",
        }
    }
}

/// Details of answers, such as their costs.
#[derive(Clone, Debug, Display)]
pub(crate) enum AnswerDetail {
    #[strum(to_string = "free")]
    Free,
    #[strum(to_string = "rolls Willpower ({dice}): {percent} % to pay nothing, else {if_failed}")]
    WillpowerRoll { dice: Counted, percent: u32, if_failed: &'static str },
    #[strum(to_string = "and the AP that it would have cost")]
    LosesPoint,
    #[strum(to_string = "{0}")]
    WillpowerPoint(OneOf),
    /// A point beside a roll, after which it could still be paid: never better than the roll. `AB-BASE-14`.
    #[strum(to_string = "{0}")]
    PointBesideRoll(OneOf),
    #[strum(to_string = "{points}: {impact}")]
    PowerThrough { points: OneOf, impact: DazeLevel },
    #[strum(to_string = "{points}: {impact}, but unconscious from stun all the same")]
    PowerThroughUnconscious { points: OneOf, impact: DazeLevel },
    #[strum(to_string = "free: {0}")]
    AcceptDaze(DazeLevel),
    #[strum(to_string = "{points}: {dice}, each success heals a level of stun")]
    Rally { points: OneOf, dice: Counted },
    #[strum(to_string = "counts as {object}, {left} left")]
    Item { object: String, left: Counted },
    #[strum(to_string = "flies past")]
    FliesPast,
    #[strum(to_string = "{0}")]
    QueuedDistance(QueuedDistance),
    /// `AB-MASS-12`, `AB-MASS-16`.
    #[strum(
        to_string = "{0}; a henchman fires this weapon in place of the leader's own, and each henchman who has one can fire it once in the battle"
    )]
    QueuedSupport(QueuedDistance),
    #[strum(
        to_string = "no target for this weapon now: one is chosen in the unit's turn, for all attacks of that turn, and no other weapon can be used"
    )]
    TargetLater,
    #[strum(to_string = "which one is chosen when the attack is made")]
    PlaceLater,
    #[strum(to_string = "up to {0} attacks, announced one after the other")]
    OneByOne(u8),
    #[strum(to_string = "cannot attack when the turn comes, but can move, defend or do something else")]
    MoveOrDefend,
    #[strum(to_string = "makes only the attacks announced so far")]
    OnlyThose,
    #[strum(to_string = "{0}")]
    StepBack(&'static str),
    #[strum(to_string = "1 level of damage. {0}")]
    FlawEffect(&'static str),
    #[strum(to_string = "free; ends: {0}")]
    EndsFlaw(&'static str),
    #[strum(to_string = "the other {0} against the target")]
    SuccessesOnTarget(u32),
}

/// When attacks are announced and made: "before any unit acts in this pass; attacks follow in the unit's turn". `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnnouncementTime(pub DeclareMode);

impl fmt::Display for AnnouncementTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            DeclareMode::Pass | DeclareMode::Attack => {
                "before any unit acts in this pass; attacks follow in the unit's turn"
            }
            DeclareMode::Phase => "as the turn begins, before any move or attack",
        })
    }
}

/// How far away the target of a queued attack is, and from where it would be made: "6 m away, from where it stands", "moves
/// 11 m to get there, 8 m in a straight line", "9 m away, out of sight now".
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueuedDistance {
    pub distance: Distance,
    /// Half metres to the square from which the attack is made.
    pub approach: u32,
    pub obstacle: Option<ImpossibleAttack>,
}

impl fmt::Display for QueuedDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.obstacle.is_none() && self.approach > 0 {
            let (way, straight) = (self.approach.div_ceil(2), self.distance);
            return write!(f, "moves {way} m to get there, {straight} m in a straight line");
        }
        write!(f, "{} m away", self.distance)?;
        match self.obstacle {
            None => f.write_str(", from the present square"),
            Some(ImpossibleAttack::OutOfSight) => f.write_str(", out of sight now"),
            Some(ImpossibleAttack::OutOfReach) => f.write_str(", out of range now"),
            Some(ImpossibleAttack::PathBlocked) => f.write_str(", behind an obstacle now"),
            Some(ImpossibleAttack::TargetGone | ImpossibleAttack::NoWeapon | ImpossibleAttack::NoTarget) => {
                f.write_str(", impossible now")
            }
        }
    }
}

/// Price and dice of a defence: "1 of 2 reserved defences; rolls 5 dice".
#[derive(Clone, Debug)]
pub(crate) struct DefenceOffer {
    pub price: DefencePrice,
    pub pool: DicePool,
}

impl fmt::Display for DefenceOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; rolls {}", self.price, self.pool)
    }
}

/// Price of a defence.
#[derive(Clone, Debug, Display)]
pub(crate) enum DefencePrice {
    #[strum(to_string = "free under full defence")]
    FullDefence,
    #[strum(to_string = "{0}")]
    Reserved(OneOf),
    #[strum(to_string = "gives up one action of the turn (1 AP), {0}")]
    Abort(AnswerDetail),
}

/// "5 dice, difficulty +1".
#[derive(Clone, Copy, Debug)]
pub(crate) struct DicePool {
    pub dice: u32,
    pub difficulty: i32,
}

impl fmt::Display for DicePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Counted::Dice(self.dice))?;
        if self.difficulty == 0 { Ok(()) } else { write!(f, ", difficulty +{}", self.difficulty) }
    }
}

/// The way to an obstacle in squares: "3 east, 1 north".
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObstacleOffset {
    pub east: i32,
    pub south: i32,
}

impl fmt::Display for ObstacleOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [(self.east, "east", "west"), (self.south, "south", "north")];
        let parts = parts.into_iter().filter(|(steps, ..)| *steps != 0).map(|(steps, plus, minus)| {
            format!("{} {}", steps.unsigned_abs(), if steps > 0 { plus } else { minus })
        });
        f.write_str(&parts.collect::<Vec<_>>().join(", "))
    }
}

impl RuleLine for AnswerDetail {
    fn is_free(&self) -> bool {
        matches!(
            self,
            Self::Free
                | Self::AcceptDaze(_)
                | Self::EndsFlaw(_)
                | Self::QueuedDistance(_)
                | Self::QueuedSupport(_)
                | Self::TargetLater
                | Self::PlaceLater
                | Self::OneByOne(_)
                | Self::MoveOrDefend
                | Self::OnlyThose
                | Self::StepBack(_)
        )
    }

    fn is_dominated(&self) -> bool {
        matches!(self, Self::PointBesideRoll(_))
    }
}

impl RuleLine for DefenceOffer {
    fn is_free(&self) -> bool {
        matches!(self.price, DefencePrice::FullDefence)
    }

    fn is_dominated(&self) -> bool {
        matches!(&self.price, DefencePrice::Abort(detail) if detail.is_dominated())
    }
}

rule_lines!(AnswerLabel, ObstacleOffset, Question);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ab_cancel_03_a_defence_says_what_is_given_up_and_paid_for_it() {
        let pool = DicePool { dice: 5, difficulty: 1 };
        let price = DefencePrice::Abort(AnswerDetail::WillpowerPoint(OneOf::WillpowerPoints(3)));
        assert_eq!(
            DefenceOffer { price, pool }.to_string(),
            "gives up one action of the turn (1 AP), 1 of 3 Willpower points; rolls 5 dice, difficulty +1"
        );
    }

    #[test]
    fn ab_cancel_03_a_defence_for_a_point_beside_the_roll_is_never_better() {
        let points = OneOf::WillpowerPoints(3);
        let is_dominated = |detail| {
            let (price, pool) = (DefencePrice::Abort(detail), DicePool { dice: 5, difficulty: 1 });
            DefenceOffer { price, pool }.is_dominated()
        };
        assert!(is_dominated(AnswerDetail::PointBesideRoll(points)));
        assert!(!is_dominated(AnswerDetail::WillpowerPoint(points)), "it cannot roll");
    }

    #[test]
    fn ab_base_02_a_defender_is_told_what_the_difficulty_takes() {
        let question = |net, difficulty| {
            let attack = AttackSuccesses { net, difficulty };
            Question::ChooseDefence { weapon: "Sword".to_owned(), attack }.to_string()
        };
        assert_eq!(
            question(10, 1),
            "Attacked with Sword: 11 successes, 1 of them for the difficulty, and a defence with 10 makes it miss. Choose a \
             defence"
        );
        assert_eq!(
            question(2, 0),
            "Attacked with Sword: 2 net successes, and a defence with as many makes it miss. Choose a defence"
        );
    }

    #[test]
    fn a_question_has_one_colon_at_most() {
        let levels = Counted::Levels(5);
        let questions = [
            Question::PowerThrough {
                levels,
                limit: 3,
                impact: DazeLevel::Dazed,
                effect: DazeLevel::Dazed.effect(),
            },
            Question::ReplaceAction,
            Question::CancelAction,
            Question::TakeGrievousInjury { levels, kind: DamageType::Lethal },
            Question::KillExtra,
            Question::SplitSuccesses { net: 3 },
            Question::ChooseDefence {
                weapon: "Sword".to_owned(),
                attack: AttackSuccesses { net: 2, difficulty: 1 },
            },
        ];
        for question in questions.map(|question| question.to_string()) {
            assert!(question.matches(':').count() <= 1, "{question}");
        }
    }

    #[test]
    fn ab_daze_08_the_question_and_its_answers_say_what_willpower_is_spent_on() {
        let (levels, impact) = (Counted::Levels(5), DazeLevel::Dazed);
        let question =
            Question::PowerThrough { levels, limit: 3, impact, effect: impact.effect() }.to_string();
        assert!(
            question.starts_with("5 levels in this round, more than 3, leave the unit dazed ("),
            "{question}"
        );
        assert!(question.ends_with("). Resist with Willpower?"), "{question}");
        assert_eq!(AnswerLabel::PowerThrough.to_string(), "Resist with Willpower");
        assert_eq!(AnswerLabel::AcceptDaze.to_string(), "Do not resist");
    }

    #[test]
    fn ab_mass_12_a_support_weapon_says_who_fires_it_and_how_often() {
        let distance = Distance { squared: 36 };
        let support =
            AnswerDetail::QueuedSupport(QueuedDistance { distance, approach: 0, obstacle: None }).to_string();
        assert!(
            support.starts_with("6 m away, from the present square; a henchman fires this weapon"),
            "{support}"
        );
        assert!(support.ends_with("can fire it once in the battle"), "{support}");
    }

    #[test]
    fn the_way_to_a_queued_attack_is_told_from_the_distance() {
        let text = |metres: u32, approach, obstacle| {
            let distance = Distance { squared: metres * metres };
            QueuedDistance { distance, approach, obstacle }.to_string()
        };
        assert_eq!(text(8, 22, None), "moves 11 m to get there, 8 m in a straight line");
        assert_eq!(text(6, 0, None), "6 m away, from the present square");
        assert_eq!(text(9, 0, Some(ImpossibleAttack::OutOfSight)), "9 m away, out of sight now");
    }
}
