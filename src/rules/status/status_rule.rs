//! `StatusRule`: one column of the ailment table, with the duration, modifiers, forbidden actions and end of an
//! ailment.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::{Element, PerceptionSense, TestKind};

/// The rule of an ailment.
#[derive(Clone, Copy, Debug)]
pub struct StatusRule {
    /// "Stunned".
    pub name: &'static str,
    /// Name of its icon.
    pub sign: &'static str,
    /// Effect in a few words, for the tooltip.
    pub brief: &'static str,
    /// Clause that defines it.
    pub clause: &'static str,
    /// Default duration. `CS-AIL-01`.
    pub duration: StatusDuration,
    /// Effect of a repetition.
    pub stacking: Stacking,
    /// Modifiers to the unit's tests.
    pub modifiers: &'static [StatusModifier],
    /// Modifiers if both parts of a pair are affected; `None` if they do not differ. `SS-CALL-24`.
    pub modifiers_if_both: Option<&'static [StatusModifier]>,
    /// Tests that fail regardless of the dice.
    pub fails: &'static [AppliesTo],
    /// Tests that fail if both parts of a pair are affected. `SS-CALL-25`.
    pub fails_if_both: &'static [AppliesTo],
    /// Actions that it forbids.
    pub forbids: &'static [Forbids],
    /// What attackers gain.
    pub attacker_bonuses: &'static [AttackerBonus],
    /// Events that end it early.
    pub end_conditions: &'static [EndCondition],
    /// A test at the end of each own phase that ends it.
    pub recovery: Option<RecoveryTest>,
    /// What the unit must do in its phase.
    pub compulsion: Option<Compulsion>,
    /// The element whose immunity prevents it.
    pub element: Option<Element>,
    /// Bonus to Strength in terms of Circumstances; other books use their column of the ailment table. `CS-ENRA-02`.
    pub strength: u8,
    /// Whether the unit is helpless. `CS-BASE-27`.
    pub helpless: bool,
    /// Whether it stays after the battle. `CS-AIL-07`.
    pub lasting: bool,
}

/// Duration of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusDuration {
    /// Own phases that began with it. `CS-AIL-03`.
    Turns(u8),
    /// Rounds after the present one. `SS-BASE-15`.
    Rounds(u16),
    /// Until an event ends it.
    Open,
}

/// Effect of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// The longer duration counts. `CS-AIL-04`.
    Longer,
    /// The new duration is added to what is left. `SS-CALL-14`.
    Extends,
}

/// A modifier to a kind of test.
#[derive(Clone, Copy, Debug)]
pub struct StatusModifier {
    /// Tests affected.
    pub applies_to: AppliesTo,
    /// Amount.
    pub amount: Amount,
    /// Clause.
    pub clause: &'static str,
}

/// Size of a modifier, in the terms of the book it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// Percentage points; other books count one die, or its equivalent, for every ten.
    Points(i32),
    /// Dice.
    Dice(i32),
}

/// Tests to which an effect applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppliesTo {
    /// Every test.
    All,
    /// Melee attacks and parries.
    Melee,
    /// Melee attacks alone.
    MeleeAttack,
    /// Ranged attacks.
    Shot,
    /// Agility, including dodging.
    Agility,
    /// Willpower.
    Willpower,
    /// Tests that rely on sight alone.
    Sight,
    /// Tests that rely on hearing alone.
    Hearing,
    /// Attacks and all other tests that need eyes.
    Seeing,
    /// Melee defence.
    MeleeDefence,
    /// Every test of an action, including interrupts; not free defences and resistance. `SS-BASE-17`.
    Actions,
}

impl AppliesTo {
    /// Whether it applies to a test.
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

/// Something that a status forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbids {
    /// All actions and interrupts. `CS-AIL-06`.
    Everything,
    /// Actions that take a whole phase. `CS-DAZE-01`.
    WholePhase,
    /// Actions that cost more than one point at once, except interrupts. `SS-CALL-20`, `SS-CALL-21`.
    Complex,
    /// More than half a phase in total. `CS-PIN-01`.
    SecondHalf,
    /// Movement.
    Movement,
    /// Sprinting. `SS-CALL-18`.
    Sprint,
    /// Standing up.
    StandingUp,
    /// Dodging and parrying. `CS-ENRA-03`.
    Evasion,
    /// Attacks on true enemies. `CS-CONF-02`.
    Enemies,
    /// Everything except melee attacks on enemies. `CS-ENRA-04`.
    AllButBlows,
    /// Starting a melee. `CS-PIN-14`.
    StartingMelee,
    /// Spells, which are wasted. `CS-SEAL-01`.
    Spells,
    /// Speaking. `SS-CALL-53`.
    Speech,
    /// Transmissions: radio signals and programs. `SS-CALL-112`, `SS-CALL-113`.
    Wireless,
}

/// What attackers gain from a status of their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackerBonus {
    /// A bonus to hit, in percentage points.
    ToHit(i32),
    /// Special Damage for attacks with this element; for all attacks if `None`. `CS-WET-01`.
    SpecialDamage(Option<Element>),
    /// Special Damage for attacks without an element. `CS-FROZ-04`.
    SpecialPhysical,
}

impl AttackerBonus {
    /// Whether an attack with this element gains Special Damage.
    pub fn is_special(self, element: Option<Element>) -> bool {
        match self {
            Self::ToHit(_) => false,
            Self::SpecialDamage(of) => of.is_none() || of == element,
            Self::SpecialPhysical => element.is_none(),
        }
    }
}

/// An event that ends an ailment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// Damage of any kind.
    Harm,
    /// Damage, unless the duration was stated. `CS-UNCO-04`.
    HarmUnlessStated,
    /// A hit with this element.
    Element(Element),
    /// Being engaged in melee. `CS-PIN-13`.
    Melee,
    /// A neighbour wakes the unit. `CS-UNCO-05`.
    Waking,
    /// A successful treatment. `SS-CALL-19`.
    Treatment,
}

/// A test at the end of the unit's phase.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryTest {
    /// Traits, one of which is tested; automatic play uses the best.
    pub of: &'static [TestTrait],
    /// Additional percentage points.
    pub points: i32,
    /// Clause.
    pub clause: &'static str,
}

/// Trait of an ailment's test; each book maps it to its own values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
pub enum TestTrait {
    /// Strength.
    Strength,
    /// Toughness, Body, Stamina.
    Toughness,
    /// Agility, Dexterity.
    Agility,
    /// Willpower.
    Willpower,
    /// Climbing, swimming, breaking free.
    Athletics,
    /// Stamina over time.
    Endurance,
}

impl TestTrait {
    /// All traits.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// "Willpower".
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a unit must do in its phase; the first one that applies takes precedence. `CS-AIL-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Compulsion {
    /// Obeys one order of its controller. Chapter BRWA.
    Obey,
    /// Flees from the cause of its panic. `CS-PANI-03`.
    Flee,
    /// Attacks its nearest friend. `CS-CONF-04`.
    AttackFriend,
    /// Moves toward cover. `CS-PIN-05`.
    SeekCover,
    /// Attacks enemies in melee. `CS-ENRA-04`.
    Rage,
}
