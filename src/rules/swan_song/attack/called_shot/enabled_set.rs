//! The set of called shots enabled in a battle. `SS-CALL-03`.

use super::{Location, VehiclePart};
use crate::rule_options::SwitchValue;

/// Set of locations and vehicle parts. Switch `ss.called_shots`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CalledShotSet(u32);

/// Names of all locations and parts, each with its bit.
fn switch_names() -> impl Iterator<Item = (&'static str, u32)> {
    let locations = Location::ALL.into_iter().map(Location::name);
    let parts = VehiclePart::ALL.into_iter().map(VehiclePart::name);
    locations.chain(parts).enumerate().map(|(at, name)| (name, 1 << at))
}

impl CalledShotSet {
    /// All locations and parts.
    pub const ALL: Self = Self((1 << (Location::ALL.len() + VehiclePart::ALL.len())) - 1);

    /// Whether attacks may target this location.
    pub const fn allows_location(self, location: Location) -> bool {
        self.0 & (1 << location as u32) != 0
    }

    /// Whether attacks may target this vehicle part.
    pub const fn allows_vehicle_part(self, part: VehiclePart) -> bool {
        self.0 & (1 << (Location::ALL.len() as u32 + part as u32)) != 0
    }
}

impl SwitchValue for CalledShotSet {
    const EXPECTED: &'static str = "all, none, or a list such as \"eye, knee, engine_block\"";
    fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => return Some(Self::ALL),
            "none" => return Some(Self(0)),
            _ => {}
        }
        let bit = |entry: &str| switch_names().find(|(name, _)| *name == entry.trim()).map(|(_, bit)| bit);
        text.split(',').try_fold(0, |set, entry| Some(set | bit(entry)?)).map(Self)
    }
    fn show(&self) -> String {
        match *self {
            Self::ALL => "all".to_owned(),
            Self(0) => "none".to_owned(),
            Self(set) => {
                let listed: Vec<_> =
                    switch_names().filter(|(_, bit)| set & bit != 0).map(|(name, _)| name).collect();
                listed.join(", ")
            }
        }
    }
}
