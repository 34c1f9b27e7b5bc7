//! Damage values, types and tracks. Chapter TYPE, tables AD-T1.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

/// Damage type; decides which number of the armour counts. Table AD-T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
pub enum DamageType {
    /// I: blunt force over an area. `AD-TYPE-04`.
    Impact,
    /// P: force on a small area. `AD-TYPE-05`.
    Piercing,
    /// E: chemistry, heat, light. `AD-TYPE-03`.
    Energy,
}

impl DamageType {
    /// The letter in a damage value. `AD-TYPE-02`.
    pub const fn letter(self) -> char {
        match self {
            Self::Impact => 'I',
            Self::Piercing => 'P',
            Self::Energy => 'E',
        }
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Track of boxes that unresisted damage marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
pub enum Track {
    /// L. `AD-TYPE-06`.
    Light,
    /// C. `AD-TYPE-07`.
    Critical,
}

impl Track {
    /// The letter in a damage value. `AD-TYPE-02`.
    pub const fn letter(self) -> char {
        match self {
            Self::Light => 'L',
            Self::Critical => 'C',
        }
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Nature of an attack; gives the damage type if the damage value states none. Table AD-T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum DamageNature {
    Flame,
    Cold,
    Acid,
    Electricity,
    Radiation,
    Light,
    Blunt,
    /// Axes and cleavers. `AD-RULING-07`.
    Hacking,
    /// Solid rounds of most firearms.
    Slug,
    Fall,
    /// Swords and knives. `AD-RULING-07`.
    Slashing,
    Puncturing,
    Shrapnel,
}

impl DamageNature {
    /// Damage type of the nature. `AD-TYPE-03` to `AD-TYPE-05`, `AD-RULING-07`.
    pub const fn damage_type(self) -> DamageType {
        match self {
            Self::Flame | Self::Cold | Self::Acid | Self::Electricity | Self::Radiation | Self::Light => {
                DamageType::Energy
            }
            Self::Blunt | Self::Hacking | Self::Slug | Self::Fall => DamageType::Impact,
            Self::Slashing | Self::Puncturing | Self::Shrapnel => DamageType::Piercing,
        }
    }
}

/// Damage before net hits, armour and resistance. `AD-TYPE-01`.
///
/// Written as number, type letter and track letter: "6PC". Without a type letter, "6C", the attack's nature decides the
/// type. `AD-TYPE-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct DamageValue {
    /// DV.
    pub number: u32,
    /// The type; `None` if not stated.
    pub kind: Option<DamageType>,
    /// The track.
    pub track: Track,
}

/// Error: a text is not a damage value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a damage value; expected a number, I, P or E, and L or C, such as \"6PC\"")]
pub struct DamageValueError(pub String);

impl FromStr for DamageValue {
    type Err = DamageValueError;

    fn from_str(text: &str) -> Result<Self, DamageValueError> {
        let error = || DamageValueError(text.to_owned());
        let end = text.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(error)?;
        let (number, letters) = text.split_at(end);
        let (kind, track) = match letters.as_bytes() {
            [track] => (None, track),
            [kind, track] => {
                let kind = match kind {
                    b'I' => DamageType::Impact,
                    b'P' => DamageType::Piercing,
                    b'E' => DamageType::Energy,
                    _ => return Err(error()),
                };
                (Some(kind), track)
            }
            _ => return Err(error()),
        };
        let track = match track {
            b'L' => Track::Light,
            b'C' => Track::Critical,
            _ => return Err(error()),
        };
        let number = number.parse::<u16>().map_err(|_| error())?;
        Ok(Self { number: number.into(), kind, track })
    }
}

impl DamageValue {
    /// The notation of the rulebook and of files: `5IL`.
    pub fn notation(self) -> String {
        let kind = self.kind.map(|kind| kind.letter().to_string()).unwrap_or_default();
        format!("{}{kind}{}", self.number, self.track.letter())
    }
}

impl fmt::Display for DamageValue {
    /// Writes it in words: "5 Light (Impact)".
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.number, self.track.name())?;
        self.kind.map_or(Ok(()), |kind| write!(formatter, " ({})", kind.name()))
    }
}

impl TryFrom<String> for DamageValue {
    type Error = DamageValueError;

    fn try_from(text: String) -> Result<Self, DamageValueError> {
        text.parse()
    }
}

impl From<DamageValue> for String {
    fn from(value: DamageValue) -> Self {
        value.notation()
    }
}

/// Damage after resistance, before full tracks overflow. `AD-KD-04`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DamageTaken {
    /// Points for the Light track.
    pub light: u32,
    /// Points for the Critical track.
    pub critical: u32,
}

impl DamageTaken {
    /// Sum of both tracks. `AD-KD-04`.
    pub const fn total(self) -> u32 {
        self.light + self.critical
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::ad_type_02_piercing_critical("6PC", 6, DamageType::Piercing, Track::Critical)]
    #[case::ad_type_02_piercing_light("6PL", 6, DamageType::Piercing, Track::Light)]
    #[case::ad_type_02_energy_light("4EL", 4, DamageType::Energy, Track::Light)]
    #[case::ad_type_02_energy_critical("10EC", 10, DamageType::Energy, Track::Critical)]
    #[case::ad_type_02_impact_light("1IL", 1, DamageType::Impact, Track::Light)]
    #[case::ad_type_02_impact_critical("0IC", 0, DamageType::Impact, Track::Critical)]
    fn notation(#[case] text: &str, #[case] number: u32, #[case] kind: DamageType, #[case] track: Track) {
        let value = DamageValue { number, kind: Some(kind), track };
        assert_eq!(text.parse(), Ok(value));
        assert_eq!(value.notation(), text);
        assert_eq!(ron::from_str::<DamageValue>(&format!("{text:?}")), Ok(value));
    }

    #[rstest]
    #[case::letters_the_other_way_round("5LP")]
    #[case::no_track("5P")]
    #[case::no_number("PC")]
    #[case::nothing_but_a_number("5")]
    #[case::three_letters("5PCL")]
    #[case::small_letters("5pc")]
    #[case::empty("")]
    #[case::too_much("4000000000PC")]
    fn ad_type_02_rejected(#[case] text: &str) {
        assert_eq!(text.parse::<DamageValue>(), Err(DamageValueError(text.to_owned())));
    }

    #[test]
    fn ad_arm_09_a_value_without_a_type() {
        let value: DamageValue = "5C".parse().expect("untyped");
        assert_eq!(value, DamageValue { number: 5, kind: None, track: Track::Critical });
        assert_eq!(value.notation(), "5C");
    }

    #[rstest]
    #[case::ad_type_03_flame(DamageNature::Flame, DamageType::Energy)]
    #[case::ad_type_03_cold(DamageNature::Cold, DamageType::Energy)]
    #[case::ad_type_03_acid(DamageNature::Acid, DamageType::Energy)]
    #[case::ad_type_03_electricity(DamageNature::Electricity, DamageType::Energy)]
    #[case::ad_type_03_radiation(DamageNature::Radiation, DamageType::Energy)]
    #[case::ad_type_03_light(DamageNature::Light, DamageType::Energy)]
    #[case::ad_type_04_blunt(DamageNature::Blunt, DamageType::Impact)]
    #[case::ad_type_04_fall(DamageNature::Fall, DamageType::Impact)]
    #[case::ad_type_04_slug(DamageNature::Slug, DamageType::Impact)]
    #[case::ad_ruling_07_axe(DamageNature::Hacking, DamageType::Impact)]
    #[case::ad_ruling_07_sword(DamageNature::Slashing, DamageType::Piercing)]
    #[case::ad_type_05_spear(DamageNature::Puncturing, DamageType::Piercing)]
    #[case::ad_type_05_shrapnel(DamageNature::Shrapnel, DamageType::Piercing)]
    fn natures(#[case] nature: DamageNature, #[case] kind: DamageType) {
        assert_eq!(nature.damage_type(), kind);
    }
}
