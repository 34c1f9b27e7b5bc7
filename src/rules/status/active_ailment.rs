//! One ailment of one unit, and the effects of a unit's ailments on tests and actions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ailment, Amount, AttackerBonus, BodySide, Forbids, StatusDuration, TestTrait, ailment_terms};
use crate::Book;
use crate::turn_engine::delay;
use dice::{Clause, Modifiers};
use model::UnitId;

/// When a status ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusEnd {
    /// When it is removed.
    Removed,
    /// At the end of this round. `SS-BASE-15`.
    EndOfRound(u32),
    /// At the end of this pass, counted over the whole battle.
    EndOfPass(u32),
    /// After this many own phases that began with it. `CS-AIL-03`.
    Turns {
        /// Number of phases.
        left: u8,
        /// Whether the present phase began with it.
        begun: bool,
    },
}

/// One ailment of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ActiveAilment {
    /// The ailment.
    pub ailment: Ailment,
    /// Side of the body, for ailments of paired parts.
    pub part: Option<BodySide>,
    /// Id of the unit that caused it.
    pub by: Option<UnitId>,
    /// A number whose meaning depends on the ailment: severity, location or start; otherwise 0.
    pub strength: u16,
    /// When it ends.
    pub until: StatusEnd,
}

/// Kind of a test, as far as ailments distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestKind {
    /// A melee attack.
    Strike,
    /// A ranged attack.
    Shot,
    /// A dodge.
    Dodge,
    /// A parry.
    Parry,
    /// Any other defence in melee.
    DefendMelee,
    /// A free defence against a ranged attack.
    DefendShot,
    /// Perception by sight.
    Look,
    /// Perception by hearing.
    Listen,
    /// A test of a trait alone.
    Trait(TestTrait),
    /// A passive test that is no action: against surprise.
    Passive,
    /// A passive test of sight or hearing, to stay alert.
    Notice(PerceptionSense),
    /// Any other test.
    Other,
}

/// Sense used to notice something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerceptionSense {
    /// Sight.
    Sight,
    /// Hearing.
    Hearing,
}

/// One modifier with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestModifier {
    /// Amount.
    pub amount: Amount,
    /// "Dazed".
    pub reason: &'static str,
    /// Clause.
    pub clause: &'static str,
}

impl Amount {
    /// In dice: one for every ten percentage points, rounded towards 0.
    pub const fn dice(self) -> i32 {
        match self {
            Self::Points(points) => points / 10,
            Self::Dice(dice) => dice,
        }
    }

    /// In percentage points.
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
    /// The end of a duration that begins in this round; neither the round nor a running phase counts. `CS-AIL-03`,
    /// `SS-BASE-15`.
    /// `CS-AIL-03`, `SS-BASE-15`.
    pub const fn ends_from(self, round: u32) -> StatusEnd {
        match self {
            Self::Turns(left) => StatusEnd::Turns { left, begun: false },
            Self::Rounds(rounds) => StatusEnd::EndOfRound(round + rounds as u32),
            Self::Open => StatusEnd::Removed,
        }
    }
}

/// Whether a unit has this ailment, in any part.
pub fn has(suffered: &[ActiveAilment], ailment: Ailment) -> bool {
    suffered.iter().any(|one| one.ailment == ailment)
}

/// Whether a unit has this ailment on this side. `SS-CALL-27`.
pub fn has_in(suffered: &[ActiveAilment], ailment: Ailment, part: Option<BodySide>) -> bool {
    suffered.iter().any(|one| one.ailment == ailment && one.part == part)
}

/// Whether both parts of a pair have the ailment. `SS-CALL-24`.
fn in_both(suffered: &[ActiveAilment], ailment: Ailment) -> bool {
    [BodySide::Left, BodySide::Right].into_iter().all(|part| has_in(suffered, ailment, Some(part)))
}

/// The modifiers of a unit's ailments on a test; different ailments add up. `CS-AIL-05`.
pub fn test_modifiers(suffered: &[ActiveAilment], test: TestKind) -> impl Iterator<Item = TestModifier> {
    suffered.iter().flat_map(move |one| {
        let rule = one.ailment.rule();
        let modifiers = match rule.modifiers_if_both.filter(|_| in_both(suffered, one.ailment)) {
            None => rule.modifiers,
            Some(both) if one.part == Some(BodySide::Left) => both,
            Some(_) => &[], // counted with the left side
        };
        let on = modifiers.iter().filter(move |modifier| modifier.applies_to.covers(test));
        on.map(move |modifier| TestModifier {
            amount: modifier.amount,
            reason: rule.name,
            clause: modifier.clause,
        })
    })
}

/// The ailment that makes a test fail regardless of the dice; `None` if there is none. `CS-BLND-04`, `CS-BLND-05`.
pub fn failing_ailment(suffered: &[ActiveAilment], test: TestKind) -> Option<Ailment> {
    let blind = |one: &&ActiveAilment| {
        let rule = one.ailment.rule();
        let both = rule.fails_if_both.iter().filter(|_| in_both(suffered, one.ailment));
        rule.fails.iter().chain(both).any(|on| on.covers(test))
    };
    suffered.iter().find(blind).map(|one| one.ailment)
}

/// The ailment that forbids something; `None` if there is none.
pub fn forbidding_ailment(suffered: &[ActiveAilment], bar: Forbids) -> Option<Ailment> {
    suffered.iter().find(|one| one.ailment.rule().forbids.contains(&bar)).map(|one| one.ailment)
}

/// Whether a unit takes its enemies for friends and its friends for enemies. `CS-CONF-01`.
pub fn mistakes_sides(suffered: &[ActiveAilment]) -> bool {
    forbidding_ailment(suffered, Forbids::Enemies).is_some()
}

/// What attackers gain from a unit's ailments, with the ailment.
pub fn attacker_bonuses(suffered: &[ActiveAilment]) -> impl Iterator<Item = (Ailment, AttackerBonus)> {
    suffered.iter().flat_map(|one| {
        one.ailment.rule().attacker_bonuses.iter().map(move |exposure| (one.ailment, *exposure))
    })
}

/// Unnatural Strength from ailments, in terms of Circumstances. `CS-ENRA-02`.
pub fn strength_bonus(suffered: &[ActiveAilment]) -> u8 {
    suffered.iter().map(|one| one.ailment.rule().strength).sum()
}

/// Percentage points that a curse takes from the first attack of a round, in books without rerolls. `CS-CURS-01`.
const CURSE_PENALTY: i32 = -20;

/// Adds the modifiers of a unit's ailments to a test, in the book's terms. `CS-AIL-05`.
pub fn add_test_modifiers(parts: &mut Modifiers, suffered: &[ActiveAilment], test: TestKind, book: Book) {
    let table = ailment_terms::for_book(book);
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

/// Adds the penalty of a delayed phase to a test, in the book's terms: one die. `SS-DELAY-09`.
pub fn add_late_penalty(parts: &mut Modifiers, late: bool, book: Book) {
    if late {
        let (by, reason, clause) =
            (Amount::Dice(delay::DELAYED_ACTION_MODIFIER), "delayed turn", "SS-DELAY-09");
        ailment_terms::for_book(book).add_modifier(parts, TestModifier { amount: by, reason, clause });
    }
}

/// Adds what attackers gain to hit from their target's ailments, in the book's terms. `CS-STUN-02`, `CS-UNCO-02`.
pub fn add_attacker_bonuses(parts: &mut Modifiers, suffered: &[ActiveAilment], book: Book) {
    for (ailment, exposure) in attacker_bonuses(suffered) {
        if let AttackerBonus::ToHit(points) = exposure {
            let (reason, clause) = match ailment {
                Ailment::Stunned => ("stunned target", "CS-STUN-02"),
                Ailment::Unconscious => ("unconscious target", "CS-UNCO-02"),
                other => (other.name(), other.rule().clause),
            };
            ailment_terms::for_book(book)
                .add_modifier(parts, TestModifier { amount: Amount::Points(points), reason, clause });
        }
    }
}

/// The ailment that keeps a unit from evading, with the clause; `None` if it can evade. `CS-AIL-06`, `CS-ENRA-03`.
pub fn evasion_bar(suffered: &[ActiveAilment]) -> Option<(Ailment, Clause)> {
    let barred = |bar, clause| forbidding_ailment(suffered, bar).map(|ailment| (ailment, clause));
    barred(Forbids::Everything, "CS-AIL-06").or_else(|| barred(Forbids::Evasion, "CS-ENRA-03"))
}

/// Whether a unit can dodge, parry and use other interrupts. `CS-AIL-06`, `CS-ENRA-03`.
pub fn may_evade(suffered: &[ActiveAilment]) -> bool {
    evasion_bar(suffered).is_none()
}
