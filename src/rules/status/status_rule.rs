//! What there is to say about an ailment: the columns of its table.

use serde::{Deserialize, Serialize};

use super::{Element, PerceptionSense, TestKind};

/// One ailment, as data.
#[derive(Clone, Copy, Debug)]
pub struct StatusRule {
    /// "Stunned".
    pub name: &'static str,
    /// Name of the sign it is drawn with.
    pub sign: &'static str,
    /// What it does, in a few words, for whoever points at it.
    pub brief: &'static str,
    /// The clause that makes it what it is.
    pub clause: &'static str,
    /// How long it lasts if nobody says otherwise. `CS-AIL-01`.
    pub duration: StatusDuration,
    /// What happens when it comes a second time.
    pub stacking: Stacking,
    /// What falls on the sufferer's tests.
    pub modifiers: &'static [StatusModifier],
    /// The same where it sits in both parts of a pair; nothing if they do not add up to something else. `SS-CALL-24`.
    pub modifiers_if_both: Option<&'static [StatusModifier]>,
    /// Tests that fail whatever the dice say.
    pub fails: &'static [AppliesTo],
    /// Tests that fail where it sits in both parts of a pair. `SS-CALL-25`.
    pub fails_if_both: &'static [AppliesTo],
    /// What the sufferer may not do.
    pub forbids: &'static [Forbids],
    /// What attackers gain.
    pub attacker_bonuses: &'static [AttackerBonus],
    /// What takes it away before its time.
    pub end_conditions: &'static [EndCondition],
    /// A test at the end of each own phase that takes it away.
    pub recovery: Option<RecoveryTest>,
    /// What the sufferer must do with its phase.
    pub compulsion: Option<Compulsion>,
    /// Immunity to this element keeps it off.
    pub element: Option<Element>,
    /// Added to the Strength bonus of Circumstances; other books count as their column of the translation says.
    /// `CS-ENRA-02`.
    pub strength: u8,
    /// Leaves its sufferer helpless. `CS-BASE-27`.
    pub helpless: bool,
    /// Stays with a unit when the fight is over. `CS-AIL-07`.
    pub lasting: bool,
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatusDuration {
    /// So many own phases that began with it. `CS-AIL-03`.
    Turns(u8),
    /// So many rounds after the present one. `SS-BASE-15`.
    Rounds(u16),
    /// Until something ends it.
    Open,
}

/// What a repetition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// The longer duration counts. `CS-AIL-04`.
    Longer,
    /// The new duration is added to what is left. `SS-CALL-14`.
    Extends,
}

/// A modifier of a kind of test.
#[derive(Clone, Copy, Debug)]
pub struct StatusModifier {
    /// Which tests.
    pub applies_to: AppliesTo,
    /// By how much.
    pub amount: Amount,
    /// The clause.
    pub clause: &'static str,
}

/// The size of a modifier, in the measure of the book it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// Points of a hundred; other books count a die, or what stands for one, for every ten.
    Points(i32),
    /// Dice.
    Dice(i32),
}

/// Which tests something falls on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppliesTo {
    /// Every test.
    All,
    /// Melee attacks and parries.
    Melee,
    /// Melee attacks alone.
    MeleeAttack,
    /// Shots and throws.
    Shot,
    /// Agility, dodging included.
    Agility,
    /// Willpower.
    Willpower,
    /// What relies on sight alone.
    Sight,
    /// What relies on hearing alone.
    Hearing,
    /// Attacks and everything else that eyes are needed for.
    Seeing,
    /// Defence against blows.
    MeleeDefence,
    /// Every test of an action, interrupts included: no free defence, nothing that is resisted. `SS-BASE-17`.
    Actions,
}

impl AppliesTo {
    /// Whether a test is one of them.
    pub const fn covers(self, test: TestKind) -> bool {
        match self {
            Self::All => true,
            Self::Melee => matches!(test, TestKind::Strike | TestKind::Parry),
            Self::MeleeAttack => matches!(test, TestKind::Strike),
            Self::Shot => matches!(test, TestKind::Shot),
            Self::Agility => matches!(test, TestKind::Dodge | TestKind::Trait(TestTrait::Agility)),
            Self::Willpower => matches!(test, TestKind::Trait(TestTrait::Willpower)),
            Self::Sight => matches!(test, TestKind::Look | TestKind::Notice(PerceptionSense::Sight)),
            Self::Hearing => matches!(test, TestKind::Listen | TestKind::Notice(PerceptionSense::Hearing)),
            Self::Seeing => {
                matches!(
                    test,
                    TestKind::Strike
                        | TestKind::Shot
                        | TestKind::Look
                        | TestKind::Notice(PerceptionSense::Sight)
                )
            }
            Self::MeleeDefence => matches!(test, TestKind::Parry | TestKind::DefendMelee),
            Self::Actions => !matches!(
                test,
                TestKind::DefendMelee
                    | TestKind::DefendShot
                    | TestKind::Trait(_)
                    | TestKind::Passive
                    | TestKind::Notice(_)
            ),
        }
    }
}

/// Something that a unit may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbids {
    /// Anything that is an action or an interrupt. `CS-AIL-06`.
    Everything,
    /// What takes the whole of a phase. `CS-DAZE-01`.
    WholePhase,
    /// What costs more than one point at once, interrupts excepted. `SS-CALL-20`, `SS-CALL-21`.
    Complex,
    /// More than half of a phase in all. `CS-PIN-01`.
    SecondHalf,
    /// To move.
    Movement,
    /// To run faster than a run. `SS-CALL-18`.
    Sprint,
    /// To get up.
    StandingUp,
    /// To dodge or parry. `CS-ENRA-03`.
    Evasion,
    /// To attack true enemies. `CS-CONF-02`.
    Enemies,
    /// Anything but blows at enemies. `CS-ENRA-04`.
    AllButBlows,
    /// To begin a melee. `CS-PIN-14`.
    StartingMelee,
    /// Spells: they are wasted. `CS-SEAL-01`.
    Spells,
    /// To say a word. `SS-CALL-53`.
    Speech,
    /// To send anything: no signal by radio, no program. `SS-CALL-112`, `SS-CALL-113`.
    Wireless,
}

/// What attackers of the sufferer gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackerBonus {
    /// A bonus to hit, in points of a hundred.
    ToHit(i32),
    /// Special Damage of attacks with this element; of all where there is none. `CS-WET-01`.
    SpecialDamage(Option<Element>),
    /// Special Damage of attacks without an element. `CS-FROZ-04`.
    SpecialPhysical,
}

impl AttackerBonus {
    /// An attack of this element gains Special Damage by it.
    pub fn is_special(self, element: Option<Element>) -> bool {
        match self {
            Self::ToHit(_) => false,
            Self::SpecialDamage(of) => of.is_none() || of == element,
            Self::SpecialPhysical => element.is_none(),
        }
    }
}

/// What takes an ailment away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// Harm of any kind.
    Harm,
    /// The same, unless its duration was stated. `CS-UNCO-04`.
    HarmUnlessStated,
    /// A hit with this element.
    Element(Element),
    /// Being engaged in melee. `CS-PIN-13`.
    Melee,
    /// Somebody beside the sufferer wakes it. `CS-UNCO-05`.
    Waking,
    /// Treatment that succeeds. `SS-CALL-19`.
    Treatment,
}

/// A test at the end of the sufferer's phase.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryTest {
    /// Any one of these; automatic play takes the best.
    pub of: &'static [TestTrait],
    /// Points of a hundred on top.
    pub points: i32,
    /// The clause.
    pub clause: &'static str,
}

/// What a test that an ailment asks for is of; each book has its own value for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestTrait {
    /// Strength.
    Strength,
    /// Toughness, Body, Stamina.
    Toughness,
    /// Agility, Dexterity.
    Agility,
    /// Willpower.
    Willpower,
    /// Climbing, swimming, breaking loose.
    Athletics,
    /// Holding out.
    Endurance,
}

impl TestTrait {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Strength, Self::Toughness, Self::Agility, Self::Willpower, Self::Athletics, Self::Endurance];

    /// "Willpower".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Toughness => "Toughness",
            Self::Agility => "Agility",
            Self::Willpower => "Willpower",
            Self::Athletics => "Athletics",
            Self::Endurance => "Endurance",
        }
    }
}

/// What a unit must do with its phase; the first of these that it has rules it. `CS-AIL-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compulsion {
    /// One order of whoever controls it. Chapter BRWA.
    Obey,
    /// Runs from whatever caused the panic. `CS-PANI-03`.
    Flee,
    /// Attacks its nearest friend. `CS-CONF-04`.
    AttackFriend,
    /// Moves toward cover. `CS-PIN-05`.
    SeekCover,
    /// Attacks enemies in melee. `CS-ENRA-04`.
    Rage,
}
