//! Hit locations, and sets of locations that a cover shields.

use std::fmt::{self, Display, Formatter};

use crate::lines::list_words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// One of the six hit locations. `CS-BASE-11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the places' own")]
pub enum HitLocation {
    #[strum(serialize = "head")]
    Head,
    #[strum(serialize = "right arm")]
    RightArm,
    #[strum(serialize = "left arm")]
    LeftArm,
    #[strum(serialize = "body")]
    Body,
    #[strum(serialize = "right leg")]
    RightLeg,
    #[strum(serialize = "left leg")]
    LeftLeg,
}

impl HitLocation {
    /// All six locations, in the order of the table of `CS-BASE-11`.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The location of a d100 roll read directly, 1 to 100. `CS-BASE-11`, `CS-BASE-32`.
    pub const fn from_random_roll(d100: u32) -> Self {
        match d100 {
            0..=10 => Self::Head,
            11..=20 => Self::RightArm,
            21..=30 => Self::LeftArm,
            31..=70 => Self::Body,
            71..=85 => Self::RightLeg,
            _ => Self::LeftLeg,
        }
    }

    /// The location hit by an attack with this natural roll: its digits swapped, "00" as 100 either way.
    /// `CS-BASE-11`.
    pub const fn from_attack_roll(d100: u32) -> Self {
        match d100 % 10 * 10 + d100 / 10 % 10 {
            0 => Self::from_random_roll(100),
            swapped => Self::from_random_roll(swapped),
        }
    }

    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A set of locations, such as those that a unit shields behind cover. `CS-COV-01`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(from = "Vec<HitLocation>", into = "Vec<HitLocation>")]
pub struct HitLocations(u8);

impl HitLocations {
    /// No location.
    pub const NONE: Self = Self(0);
    /// All six locations.
    pub const ALL: Self = Self(0b11_1111);

    /// Body and both legs, which any cover can shield and which leave arms and head free to shoot. Table
    /// CS-T3, `CS-COV-02`.
    pub const BODY_AND_LEGS: Self =
        Self::from_locations(&[HitLocation::Body, HitLocation::RightLeg, HitLocation::LeftLeg]);

    /// The set of these locations.
    pub const fn from_locations(locations: &[HitLocation]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < locations.len() {
            bits |= 1 << locations[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    /// Whether the set contains the location.
    pub const fn contains(self, location: HitLocation) -> bool {
        self.0 & (1 << location as u8) != 0
    }

    /// Whether the other set contains all locations of this one.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share a location.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Locations in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// This set with a location added.
    pub const fn with(self, location: HitLocation) -> Self {
        Self(self.0 | 1 << location as u8)
    }

    /// This set with a location removed.
    pub const fn without(self, location: HitLocation) -> Self {
        Self(self.0 & !(1 << location as u8))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The locations of the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = HitLocation> {
        HitLocation::ALL.into_iter().filter(move |&location| self.contains(location))
    }
}

impl Display for HitLocations {
    /// Writes the names within a sentence: "body, right leg and left leg"; "nothing" if empty.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(HitLocation::name).collect();
        match names.as_slice() {
            [] => f.write_str("nothing"),
            _ if *self == Self::ALL => f.write_str("everything"),
            names => f.write_str(&list_words(names)),
        }
    }
}

impl From<Vec<HitLocation>> for HitLocations {
    fn from(locations: Vec<HitLocation>) -> Self {
        Self::from_locations(&locations)
    }
}

impl From<HitLocations> for Vec<HitLocation> {
    fn from(locations: HitLocations) -> Self {
        locations.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::cs_base_11_23_is_the_body(23, HitLocation::Body)]
    #[case::cs_base_11_50_is_the_head(50, HitLocation::Head)]
    #[case::cs_base_11_double_zero_both_ways(100, HitLocation::LeftLeg)]
    #[case::cs_base_11_first_of_the_arms(11, HitLocation::RightArm)]
    #[case::cs_base_11_one_becomes_ten(1, HitLocation::Head)]
    #[case::cs_base_11_58_is_a_leg(58, HitLocation::RightLeg)]
    fn cs_base_11_swapped_digits(#[case] roll: u32, #[case] location: HitLocation) {
        assert_eq!(HitLocation::from_attack_roll(roll), location);
    }

    #[rstest]
    #[case(1, HitLocation::Head)]
    #[case(10, HitLocation::Head)]
    #[case(20, HitLocation::RightArm)]
    #[case(21, HitLocation::LeftArm)]
    #[case(30, HitLocation::LeftArm)]
    #[case(31, HitLocation::Body)]
    #[case(70, HitLocation::Body)]
    #[case(75, HitLocation::RightLeg)]
    #[case(85, HitLocation::RightLeg)]
    #[case(86, HitLocation::LeftLeg)]
    fn cs_base_32_a_random_location_is_read_directly(#[case] roll: u32, #[case] location: HitLocation) {
        assert_eq!(HitLocation::from_random_roll(roll), location);
    }

    #[test]
    fn sets_are_written_as_lists() {
        let set = HitLocations::from_locations(&[HitLocation::Body, HitLocation::Head]);
        assert_eq!(ron::to_string(&set).expect("plain data"), "[head,body]");
        assert_eq!(ron::from_str::<HitLocations>("[body, head]"), Ok(set));
        assert!(set.is_within(HitLocations::ALL) && !HitLocations::ALL.is_within(set));
    }
}
