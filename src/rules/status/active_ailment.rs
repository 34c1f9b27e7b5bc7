//! One ailment of one unit, and what a unit's ailments do to a test or an action.

use serde::{Deserialize, Serialize};

use super::{Ailment, Amount, AttackerBonus, BodySide, Forbids, StatusDuration, TestTrait, translation};
use crate::Book;
use crate::turn_engine::delay;
use dice::Modifiers;

/// When a status ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatusEnd {
    /// Something removes it.
    Removed,
    /// The end of this round. `SS-BASE-15`.
    EndOfRound(u32),
    /// The end of this pass, counted over the whole fight.
    EndOfPass(u32),
    /// The end of so many own phases that began with it. `CS-AIL-03`.
    Turns {
        /// How many.
        left: u8,
        /// The phase that is going on began with it.
        begun: bool,
    },
}

/// One ailment of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActiveAilment {
    /// Which.
    pub ailment: Ailment,
    /// The one of a pair it sits in.
    pub part: Option<BodySide>,
    /// Who brought it about.
    pub by: Option<u32>,
    /// A number that its row remembers: how hard or where it hit, or since when it lasts; else 0.
    pub strength: u16,
    /// When it ends.
    pub until: StatusEnd,
}

/// What a test is, as far as ailments care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestKind {
    /// A blow.
    Strike,
    /// A shot or a throw.
    Shot,
    /// Getting out of the way.
    Dodge,
    /// Turning a blow aside.
    Parry,
    /// Any other defence against a blow.
    DefendMelee,
    /// A free defence against a shot.
    DefendShot,
    /// Perception by sight.
    Look,
    /// Perception by hearing.
    Listen,
    /// A test of a value alone.
    Trait(TestTrait),
    /// A test that nobody decides to make, and no action: against surprise.
    Passive,
    /// The same with eyes or ears: to be on one's guard.
    Notice(PerceptionSense),
    /// Anything else.
    Other,
}

/// What something is noticed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerceptionSense {
    /// Eyes.
    Sight,
    /// Ears.
    Hearing,
}

/// One modifier with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestModifier {
    /// By how much.
    pub amount: Amount,
    /// "Dazed".
    pub reason: &'static str,
    /// The clause.
    pub clause: &'static str,
}

impl Amount {
    /// In dice: one for every ten points, what is less than that falls away.
    pub const fn dice(self) -> i32 {
        match self {
            Self::Points(points) => points / 10,
            Self::Dice(dice) => dice,
        }
    }

    /// In points of a hundred.
    pub const fn points(self) -> i32 {
        match self {
            Self::Points(points) => points,
            Self::Dice(dice) => dice * 10,
        }
    }
}

impl ActiveAilment {
    /// "Stunned", "Broken grip, left".
    pub fn title(&self) -> String {
        match self.part {
            None => self.ailment.name().to_owned(),
            Some(part) => format!("{}, {}", self.ailment.name(), part.name()),
        }
    }
}

impl StatusDuration {
    /// The end of something that begins in this round: neither the round nor a phase that is going on counts.
    /// `CS-AIL-03`, `SS-BASE-15`.
    pub const fn ends_from(self, round: u32) -> StatusEnd {
        match self {
            Self::Turns(left) => StatusEnd::Turns { left, begun: false },
            Self::Rounds(rounds) => StatusEnd::EndOfRound(round + rounds as u32),
            Self::Open => StatusEnd::Removed,
        }
    }
}

/// Whether a unit has this ailment, in whatever part.
pub fn has(suffered: &[ActiveAilment], ailment: Ailment) -> bool {
    suffered.iter().any(|one| one.ailment == ailment)
}

/// Whether a unit has this ailment in this one of a pair. `SS-CALL-27`.
pub fn has_in(suffered: &[ActiveAilment], ailment: Ailment, part: Option<BodySide>) -> bool {
    suffered.iter().any(|one| one.ailment == ailment && one.part == part)
}

/// Whether both of a pair suffer. `SS-CALL-24`.
fn in_both(suffered: &[ActiveAilment], ailment: Ailment) -> bool {
    [BodySide::Left, BodySide::Right].into_iter().all(|part| has_in(suffered, ailment, Some(part)))
}

/// What a unit's ailments do to a test, one by one; different ailments add up. `CS-AIL-05`.
pub fn test_modifiers(suffered: &[ActiveAilment], test: TestKind) -> impl Iterator<Item = TestModifier> {
    suffered.iter().flat_map(move |one| {
        let rule = one.ailment.rule();
        let modifiers = match rule.modifiers_if_both.filter(|_| in_both(suffered, one.ailment)) {
            None => rule.modifiers,
            Some(both) if one.part == Some(BodySide::Left) => both,
            Some(_) => &[], // counted with the left one
        };
        let on = modifiers.iter().filter(move |modifier| modifier.applies_to.covers(test));
        on.map(move |modifier| TestModifier {
            amount: modifier.amount,
            reason: rule.name,
            clause: modifier.clause,
        })
    })
}

/// The ailment that makes a test fail whatever the dice say. `CS-BLND-04`, `CS-BLND-05`.
pub fn failing_ailment(suffered: &[ActiveAilment], test: TestKind) -> Option<Ailment> {
    let blind = |one: &&ActiveAilment| {
        let rule = one.ailment.rule();
        let both = rule.fails_if_both.iter().filter(|_| in_both(suffered, one.ailment));
        rule.fails.iter().chain(both).any(|on| on.covers(test))
    };
    suffered.iter().find(blind).map(|one| one.ailment)
}

/// The ailment that forbids something.
pub fn forbidding_ailment(suffered: &[ActiveAilment], bar: Forbids) -> Option<Ailment> {
    suffered.iter().find(|one| one.ailment.rule().forbids.contains(&bar)).map(|one| one.ailment)
}

/// What attackers gain by a unit's ailments, with the ailment that gives it.
pub fn attacker_bonuses(suffered: &[ActiveAilment]) -> impl Iterator<Item = (Ailment, AttackerBonus)> {
    suffered.iter().flat_map(|one| {
        one.ailment.rule().attacker_bonuses.iter().map(move |exposure| (one.ailment, *exposure))
    })
}

/// Unnatural Strength by ailments, as Circumstances counts it. `CS-ENRA-02`.
pub fn strength_bonus(suffered: &[ActiveAilment]) -> u8 {
    suffered.iter().map(|one| one.ailment.rule().strength).sum()
}

/// Points of a hundred that the first attack of a round lacks under a curse, in books that do not roll again.
/// `CS-CURS-01`.
const CURSE_PENALTY: i32 = -20;

/// Adds what a unit's ailments do to a test, in the measure of a book. `CS-AIL-05`.
pub fn add_test_modifiers(parts: &mut Modifiers, suffered: &[ActiveAilment], test: TestKind, book: Book) {
    let table = translation::for_book(book);
    for change in test_modifiers(suffered, test) {
        table.add_modifier(parts, change);
    }
    let attacks = matches!(test, TestKind::Strike | TestKind::Shot);
    if attacks && !table.is_home() && has(suffered, Ailment::Cursed) {
        let rule = Ailment::Cursed.rule();
        table.add_modifier(
            parts,
            TestModifier { amount: Amount::Points(CURSE_PENALTY), reason: rule.name, clause: rule.clause },
        );
    }
}

/// Adds what acting late does to a test, in the measure of a book: what is done in a phase that was put off has a die
/// less. `SS-DELAY-09`.
pub fn add_late_penalty(parts: &mut Modifiers, late: bool, book: Book) {
    if late {
        let (by, reason, clause) =
            (Amount::Dice(delay::DELAYED_ACTION_MODIFIER), "delayed phase", "SS-DELAY-09");
        translation::for_book(book).add_modifier(parts, TestModifier { amount: by, reason, clause });
    }
}

/// Adds what attackers gain to hit by the ailments of their target, in the measure of a book. `CS-STUN-02`,
/// `CS-UNCO-02`.
pub fn add_attacker_bonuses(parts: &mut Modifiers, suffered: &[ActiveAilment], book: Book) {
    for (ailment, exposure) in attacker_bonuses(suffered) {
        if let AttackerBonus::ToHit(points) = exposure {
            let (reason, clause) = match ailment {
                Ailment::Stunned => ("stunned target", "CS-STUN-02"),
                Ailment::Unconscious => ("unconscious target", "CS-UNCO-02"),
                other => (other.name(), other.rule().clause),
            };
            translation::for_book(book)
                .add_modifier(parts, TestModifier { amount: Amount::Points(points), reason, clause });
        }
    }
}

/// Dodges, parries and other interrupts are open to a unit. `CS-AIL-06`, `CS-ENRA-03`.
pub fn may_evade(suffered: &[ActiveAilment]) -> bool {
    forbidding_ailment(suffered, Forbids::Everything).is_none()
        && forbidding_ailment(suffered, Forbids::Evasion).is_none()
}
