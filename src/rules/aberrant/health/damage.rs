//! Damage types, damage adds and ping damage. Chapters TYPE, ADDS and PING.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::aberrant::checks::dice_pool;
use crate::aberrant::lines::{DamageNote, KindLevels, LevelKind};
use dice::{Dice, Note, Purpose, RuleResult, Table};
use model::UnitId;

/// Damage types: four for living targets in rising severity, and EMP. `AB-TYPE-01`, `AB-TYPE-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DamageType {
    /// Impairs briefly. `AB-TYPE-03`.
    Stun,
    /// Superficial. `AB-TYPE-04`.
    Bashing,
    /// Damages vital parts. `AB-TYPE-05`.
    Lethal,
    /// Destroys the body permanently. `AB-TYPE-07`.
    Aggravated,
    /// Affects electronics only. `AB-TYPE-02`.
    #[strum(serialize = "EMP")]
    Emp,
}

impl DamageType {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Its letter in damage notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Stun => 'S',
            Self::Bashing => 'B',
            Self::Lethal => 'L',
            Self::Aggravated => 'A',
            Self::Emp => 'E',
        }
    }

    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The type of ping damage of a soaked attack; `None` if it deals none. `AB-PING-02`, `AB-PING-03`,
    /// `AB-PING-05`.
    pub const fn ping_type(self) -> Option<Self> {
        match self {
            Self::Aggravated => Some(Self::Lethal),
            Self::Lethal => Some(Self::Bashing),
            Self::Bashing => Some(Self::Stun),
            Self::Stun | Self::Emp => None,
        }
    }
}

/// Damage of a weapon, such as `10L [4]`: dice, type, automatic levels. `AB-ADDS-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct Damage {
    /// Dice before soak and successes.
    pub dice: u32,
    /// Its type.
    pub kind: DamageType,
    /// Levels added if any die gets past soak. `AB-ADDS-01`.
    pub adds: u32,
}

/// The error of parsing damage.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is not damage; expected dice, a letter (S, B, L, A, E) and optional adds, such as \"10L [4]\""
)]
pub struct ParseDamageError(String);

impl FromStr for Damage {
    type Err = ParseDamageError;

    fn from_str(text: &str) -> Result<Self, ParseDamageError> {
        let error = || ParseDamageError(text.to_owned());
        let (main, adds) = match text.split_once('[') {
            Some((main, rest)) => {
                let adds = rest.trim_end().strip_suffix(']').ok_or_else(error)?;
                (main.trim(), adds.trim().parse().map_err(|_| error())?)
            }
            None => (text.trim(), 0),
        };
        let letter = main.chars().next_back().ok_or_else(error)?;
        let kind = DamageType::ALL.into_iter().find(|kind| kind.letter() == letter).ok_or_else(error)?;
        let dice = main[..main.len() - 1].trim().parse().map_err(|_| error())?;
        Ok(Self { dice, kind, adds })
    }
}

impl Damage {
    /// The notation of the rulebook and of files: `10L [4]`.
    pub fn notation(self) -> String {
        let adds = if self.adds > 0 { format!(" [{}]", self.adds) } else { String::new() };
        format!("{}{}{adds}", self.dice, self.kind.letter())
    }
}

impl fmt::Display for Damage {
    /// Writes it in words: "10 lethal + 4 automatic".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dice, self.kind)?;
        if self.adds > 0 { write!(f, " + {} automatic", self.adds) } else { Ok(()) }
    }
}

impl TryFrom<String> for Damage {
    type Error = ParseDamageError;

    fn try_from(text: String) -> Result<Self, ParseDamageError> {
        text.parse()
    }
}

impl From<Damage> for String {
    fn from(damage: Damage) -> Self {
        damage.notation()
    }
}

/// The damage roll after soak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DamageRoll {
    /// Dice rolled; each success is a level. `AB-BASE-05`.
    pub dice: u32,
    /// Type of the marked levels.
    pub kind: DamageType,
    /// Automatic levels added to the roll.
    pub adds: u32,
    /// The attack was fully soaked: the dice are ping damage. `AB-PING-01`.
    pub ping: bool,
}

/// The damage roll for raw damage against soak; `None` if nothing is rolled.
///
/// Adds require a die that gets past soak, not a success. `AB-ADDS-01`, `AB-ADDS-03`, `AB-ADDS-04`,
/// `AB-PING-01` to `AB-PING-05`.
pub fn damage_roll(raw: u32, kind: DamageType, adds: u32, soak: u32) -> Option<DamageRoll> {
    if raw > soak {
        return Some(DamageRoll { dice: raw - soak, kind, adds, ping: false });
    }
    kind.ping_type().map(|kind| DamageRoll { dice: 1, kind, adds: 0, ping: true })
}

/// Rolls damage and returns dice and adds as levels. `AB-BASE-05`, `AB-ADDS-01`.
pub fn roll_levels(table: &mut impl Table, who: UnitId, roll: DamageRoll) -> RuleResult<u32> {
    roll_levels_of(table, who, roll, LevelKind::Health(roll.kind))
}

/// Rolls damage to an object and returns levels of its structure. `AB-OBJ-09`, `AB-BASE-05`, `AB-ADDS-01`.
pub fn roll_structure_levels(table: &mut impl Table, who: UnitId, roll: DamageRoll) -> RuleResult<u32> {
    roll_levels_of(table, who, roll, LevelKind::Structure)
}

/// Dice of a damage roll. `AB-BASE-05`, `AB-PING-01`.
pub fn damage_dice(who: UnitId, roll: DamageRoll) -> (Dice, Purpose<'static>) {
    let clause = if roll.ping { "AB-PING-01" } else { "AB-BASE-05" };
    let purpose = Purpose { who: Some(who), why: "damage", clause, parts: &[], limit: None };
    (dice_pool::success_pool(roll.dice), purpose)
}

fn roll_levels_of(table: &mut impl Table, who: UnitId, roll: DamageRoll, kind: LevelKind) -> RuleResult<u32> {
    let (dice, purpose) = damage_dice(who, roll);
    let rolled = table.roll(dice, purpose)?.value;
    let levels = rolled + roll.adds;
    table.note(|| {
        let total = KindLevels { levels, kind };
        match roll.adds {
            0 => Note::new("AB-BASE-05", DamageNote::Rolled(total)),
            adds => Note::new("AB-ADDS-01", DamageNote::RolledWithAdds { rolled, adds, total }),
        }
    });
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use DamageType::{Aggravated, Bashing, Emp, Lethal, Stun};
    use rstest::rstest;

    use super::*;

    #[test]
    fn ab_type_01_rising_severity() {
        assert_eq!([Stun, Bashing, Lethal, Aggravated].map(|kind| kind as usize), [0, 1, 2, 3]);
        assert!(Stun < Bashing && Bashing < Lethal && Lethal < Aggravated);
    }

    #[rstest]
    #[case::ab_adds_02_with_adds("10L [4]", 10, Lethal, 4)]
    #[case::ab_adds_02_without("6B", 6, Bashing, 0)]
    #[case::ab_type_02_emp("10E", 10, Emp, 0)]
    fn notation(#[case] text: &str, #[case] dice: u32, #[case] kind: DamageType, #[case] adds: u32) {
        let damage = Damage { dice, kind, adds };
        assert_eq!(text.parse(), Ok(damage));
        assert_eq!(damage.notation(), text);
        assert_eq!(ron::from_str(&format!("\"{text}\"")), Ok(damage));
    }

    #[rstest]
    #[case("10")]
    #[case("L")]
    #[case("10X")]
    #[case("10L [4")]
    #[case("10L [x]")]
    #[case("")]
    #[case("3ß")]
    fn what_is_no_damage_is_refused(#[case] text: &str) {
        assert_eq!(text.parse::<Damage>(), Err(ParseDamageError(text.to_owned())));
    }

    fn damage(raw: u32, kind: DamageType, adds: u32, soak: u32) -> Option<(u32, DamageType, u32, bool)> {
        damage_roll(raw, kind, adds, soak).map(|roll| (roll.dice, roll.kind, roll.adds, roll.ping))
    }

    #[rstest]
    #[case::ab_ping_01_equal(5, Lethal, 5, Some((1, Bashing, 0, true)))]
    #[case::ab_ping_01_far_below(5, Lethal, 12, Some((1, Bashing, 0, true)))]
    #[case::ab_ping_01_one_gets_through(5, Lethal, 4, Some((1, Lethal, 0, false)))]
    #[case::ab_ping_02_aggravated(5, Aggravated, 5, Some((1, Lethal, 0, true)))]
    #[case::ab_ping_02_bashing(4, Bashing, 4, Some((1, Stun, 0, true)))]
    #[case::ab_ping_03_stun(4, Stun, 4, None)]
    #[case::ab_ping_05_emp(4, Emp, 4, None)]
    fn against_soak(
        #[case] raw: u32,
        #[case] kind: DamageType,
        #[case] soak: u32,
        #[case] expected: Option<(u32, DamageType, u32, bool)>,
    ) {
        assert_eq!(damage(raw, kind, 0, soak), expected);
    }

    #[test]
    fn ab_adds_03_none_with_ping() {
        assert_eq!(damage(6, Lethal, 4, 6), Some((1, Bashing, 0, true)));
        assert_eq!(damage(7, Lethal, 4, 6), Some((1, Lethal, 4, false)));
    }
}
