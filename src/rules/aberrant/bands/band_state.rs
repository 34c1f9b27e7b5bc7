//! Losses of a band, and what happens to its henchmen.

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::band::{Band, HenchmanType};
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::{Sheet, Soak, Switches};

/// Losses of one type of henchmen.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TypeLosses {
    /// Eliminated by attacks on one target.
    pub direct: u32,
    /// Eliminated by area attacks. `AB-MASS-23`.
    pub by_area: u32,
    /// Surrendered from shock. `AB-MASS-26`.
    pub shocked: u32,
    /// Heavy weapons used in this combat, by their place in the type's list. `AB-MASS-16`.
    pub fired: Vec<u32>,
}

impl TypeLosses {
    /// All that are out.
    pub const fn total(&self) -> u32 {
        self.direct + self.by_area + self.shocked
    }
}

/// Losses of a band, by type. The default adds nothing to a state hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BandState {
    /// Losses, by the type's place in the list; missing ones have none.
    pub losses: Vec<TypeLosses>,
}

impl Hash for BandState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_default() {
            self.losses.hash(state);
        }
    }
}

/// Henchmen of one type that an attack takes out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Casualties {
    /// Name of the type.
    pub name: String,
    /// Eliminated.
    pub eliminated: u32,
    /// Surrendered besides. `AB-MASS-26`.
    pub shocked: u32,
}

/// What became of the eliminated henchmen of one type. `AB-MASS-23`, `AB-MASS-24`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HenchmenFate {
    /// Name of the type.
    pub name: String,
    /// Killed or incapacitated.
    pub hurt: u32,
    /// Surrendered, hiding or in shock.
    pub surrendered: u32,
}

impl HenchmenFate {
    /// "1 killed or hurt and 9 surrendered", with what joins the two, and without the one that is 0.
    pub(crate) fn text(&self, joint: &str) -> String {
        match (self.hurt, self.surrendered) {
            (0, surrendered) => format!("{surrendered} surrendered"),
            (hurt, 0) => format!("{hurt} killed or hurt"),
            (hurt, surrendered) => format!("{hurt} killed or hurt{joint}{surrendered} surrendered"),
        }
    }
}

impl BandState {
    /// Whether nothing has been lost or fired.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Losses of a type.
    fn of_type(&self, place: usize) -> Option<&TypeLosses> {
        self.losses.get(place)
    }

    /// Losses of a type, to change them.
    fn of_type_mut(&mut self, place: usize) -> &mut TypeLosses {
        if self.losses.len() <= place {
            self.losses.resize(place + 1, TypeLosses::default());
        }
        &mut self.losses[place]
    }

    /// Henchmen of a type that are left.
    fn left_of(&self, place: usize, henchmen: &HenchmanType) -> u32 {
        henchmen.count.saturating_sub(self.of_type(place).map_or(0, TypeLosses::total))
    }

    /// Types with henchmen left, with their places and numbers.
    pub fn remaining<'a>(&'a self, band: &'a Band) -> impl Iterator<Item = (usize, &'a HenchmanType, u32)> {
        let with_count = band.henchmen.iter().enumerate();
        with_count
            .map(|(place, henchmen)| (place, henchmen, self.left_of(place, henchmen)))
            .filter(|(.., left)| *left > 0)
    }

    /// Henchmen left, the commander of an all-henchmen band included.
    pub fn left(&self, band: &Band) -> u32 {
        self.remaining(band).map(|(.., left)| left).sum()
    }

    /// Levels that take out all henchmen left.
    pub fn levels_left(&self, band: &Band) -> u32 {
        self.remaining(band).map(|(_, henchmen, left)| left * henchmen.quality.levels()).sum()
    }

    /// Whether henchmen stand between the leader and attacks. `AB-MASS-18`.
    pub fn is_shielding(&self, sheet: &Sheet) -> bool {
        sheet.band.as_ref().is_some_and(|band| self.left(band) > 0)
    }

    /// The most frequent type left; of equal numbers the better one. `AB-MASS-19`.
    pub fn most_frequent<'a>(&'a self, band: &'a Band) -> Option<&'a HenchmanType> {
        self.by_frequency(band).first().map(|(_, henchmen, _)| *henchmen)
    }

    /// Types left, in the order in which they lose henchmen. `AB-MASS-19`.
    fn by_frequency<'a>(&'a self, band: &'a Band) -> Vec<(usize, &'a HenchmanType, u32)> {
        let mut types: Vec<_> = self.remaining(band).collect();
        types.sort_by_key(|(place, henchmen, left)| {
            (std::cmp::Reverse(*left), std::cmp::Reverse(henchmen.quality), *place)
        });
        types
    }

    /// Soak of the band: of bodies, and of armour. `AB-MASS-19`.
    pub fn soak(&self, band: &Band) -> (Soak, Soak) {
        self.most_frequent(band)
            .map_or_else(Default::default, |henchmen| (henchmen.natural_soak, henchmen.armour_soak))
    }

    /// Henchmen that this many levels take out, before they are known to be there. `AB-MASS-20`, `AB-MASS-21`.
    pub fn eliminated_by(&self, band: &Band, levels: u32) -> u32 {
        self.most_frequent(band).map_or(0, |henchmen| levels.div_ceil(henchmen.quality.levels()))
    }

    /// Takes out henchmen by these levels, the most frequent type first; surplus is lost. `AB-MASS-18` to
    /// `AB-MASS-21`, `AB-MASS-26`.
    pub fn take_levels(
        &mut self,
        band: &Band,
        levels: u32,
        by_area: bool,
        switches: &Switches,
    ) -> Vec<Casualties> {
        let eliminated = self.eliminated_by(band, levels);
        let scared = by_area
            && switches.area_shock_surrender
            && self.most_frequent(band).is_some_and(|henchmen| henchmen.quality.is_poorly_trained());
        let mut casualties = self.remove(
            band,
            eliminated,
            |_| true,
            |losses, lost| {
                *(if by_area { &mut losses.by_area } else { &mut losses.direct }) += lost;
            },
        );
        let gone = casualties.iter().map(|lost| lost.eliminated).sum();
        if scared {
            let poorly_trained = |henchmen: &HenchmanType| henchmen.quality.is_poorly_trained();
            let shocked = self.remove(band, gone, poorly_trained, |losses, lost| losses.shocked += lost);
            let as_shocked =
                |lost: Casualties| Casualties { shocked: lost.eliminated, eliminated: 0, name: lost.name };
            casualties.extend(shocked.into_iter().map(as_shocked));
        }
        casualties
    }

    /// Removes up to `count` henchmen of the types that `can_go` names, the most frequent type first.
    fn remove(
        &mut self,
        band: &Band,
        count: u32,
        can_go: impl Fn(&HenchmanType) -> bool,
        enter: impl Fn(&mut TypeLosses, u32),
    ) -> Vec<Casualties> {
        let order: Vec<_> = self
            .by_frequency(band)
            .into_iter()
            .filter(|(_, henchmen, _)| can_go(henchmen))
            .map(|(place, henchmen, left)| (place, henchmen.name.clone(), left))
            .collect();
        let mut to_go = count;
        let mut removed = Vec::new();
        for (place, name, left) in order {
            let lost = to_go.min(left);
            if lost > 0 {
                to_go -= lost;
                enter(self.of_type_mut(place), lost);
                self.lose_support(place, &band.henchmen[place]);
                removed.push(Casualties { name, eliminated: lost, shocked: 0 });
            }
        }
        removed
    }

    /// Uses up the heavy weapons that went out with their henchmen. `AB-MASS-16`.
    fn lose_support(&mut self, place: usize, henchmen: &HenchmanType) {
        let mut standing = self.left_of(place, henchmen);
        let losses = self.of_type_mut(place);
        for (number, support) in henchmen.support.iter().enumerate() {
            let fired = losses.fired.get(number).copied().unwrap_or(0);
            let unfired = support.carriers.saturating_sub(fired);
            if unfired > standing {
                if losses.fired.len() <= number {
                    losses.fired.resize(number + 1, 0);
                }
                losses.fired[number] = support.carriers - standing;
            }
            standing -= unfired.min(standing);
        }
    }

    /// What became of the henchmen lost so far, by type. Area attacks hurt all that they eliminate. `AB-MASS-23`,
    /// `AB-MASS-24`, `AB-MASS-26`.
    pub fn fates(&self, band: &Band, switches: &Switches) -> Vec<HenchmenFate> {
        let lost = band.henchmen.iter().enumerate().filter_map(|(place, henchmen)| {
            let losses = self.of_type(place).filter(|losses| losses.total() > 0)?;
            let hurt = losses.direct * henchmen.quality.hurt_percent(switches) / 100 + losses.by_area;
            let hurt = hurt.min(losses.total());
            Some(HenchmenFate { name: henchmen.name.clone(), hurt, surrendered: losses.total() - hurt })
        });
        lost.collect()
    }

    /// Unfired heavy weapons of this name; their carriers go out last. `AB-MASS-16`.
    pub fn support_left(&self, band: &Band, weapon: &str) -> u32 {
        self.remaining(band).map(|(place, henchmen, left)| self.unfired(place, henchmen, left, weapon)).sum()
    }

    /// Unfired heavy weapons of this name in a type of which this many are left. The henchmen with unfired ones go
    /// out last, those of the weapons at the front of the list at the very end.
    fn unfired(&self, place: usize, henchmen: &HenchmanType, left: u32, weapon: &str) -> u32 {
        let mut standing = left;
        for (number, support) in henchmen.support.iter().enumerate() {
            let fired = self.of_type(place).and_then(|losses| losses.fired.get(number)).copied().unwrap_or(0);
            let unfired = support.carriers.saturating_sub(fired).min(standing);
            if support.weapon == weapon {
                return unfired;
            }
            standing -= unfired;
        }
        0
    }

    /// Uses up one heavy weapon of this name. `AB-MASS-16`.
    pub fn fire_support(&mut self, band: &Band, weapon: &str) {
        let carriers: Vec<_> =
            self.remaining(band).map(|(place, henchmen, left)| (place, henchmen.clone(), left)).collect();
        let ready =
            carriers.iter().find(|(place, henchmen, left)| self.unfired(*place, henchmen, *left, weapon) > 0);
        let Some((place, henchmen, _)) = ready else { return };
        let Some(number) = henchmen.support.iter().position(|support| support.weapon == weapon) else {
            return;
        };
        let fired = &mut self.of_type_mut(*place).fired;
        if fired.len() <= number {
            fired.resize(number + 1, 0);
        }
        fired[number] += 1;
    }

    /// Condition of a band whose commander is one of the henchmen; `None` for others, and while some are left. Most of
    /// the eliminated give up, except after area attacks. `AB-MASS-22`, `AB-MASS-23`.
    pub fn life_status(&self, sheet: &Sheet) -> Option<LifeStatus> {
        sheet.band.as_ref().filter(|band| band.all_henchmen && self.left(band) == 0)?;
        let all_by_area = self.losses.iter().all(|losses| losses.total() == losses.by_area);
        Some(if all_by_area { LifeStatus::Incapacitated } else { LifeStatus::Surrendered })
    }

    /// The state after the scene: heavy weapons are ready again. `AB-MASS-16`.
    #[must_use]
    pub fn after_scene(mut self) -> Self {
        self.losses.iter_mut().for_each(|losses| losses.fired.clear());
        if self.losses.iter().all(|losses| *losses == TypeLosses::default()) {
            self.losses.clear();
        }
        self
    }
}
