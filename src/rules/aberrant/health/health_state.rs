//! Health of a unit that persists between attacks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dazing::{RoundRange, TurnDamage};
use super::grievous_injury::LastingFlaw;
use super::health_track::{DamageMarks, HealthTrack, LifeStatus};
use super::resuscitation::DyingState;
use crate::aberrant::bands::band_state::BandState;
use crate::aberrant::extras::extra_state::ExtraState;
use crate::aberrant::extras::{self, DamageRule, cinematic, gritty};
use crate::aberrant::{Armour, DamageType, Sheet, Switches};

/// Damage and lasting conditions of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HealthState {
    /// The health track. `AB-TRACK-08`.
    pub marks: DamageMarks,
    /// Damage in the current turn. `AB-DAZE-03`.
    pub turn: TurnDamage,
    /// Rounds in which it is dazed. `AB-DAZE-04`.
    pub dazed: Option<RoundRange>,
    /// Rounds lost to stunning. `AB-DAZE-06`.
    #[serde(rename = "lost")]
    pub lost_rounds: Option<RoundRange>,
    /// The round since which it has had stun damage. `AB-STUN-02`.
    pub stun_since: Option<u32>,
    /// Willpower points left. `AB-BASE-14`.
    pub willpower: u8,
    /// Indexes of destroyed pieces in the sheet's armour list, ascending. `AB-ARMOR-01`.
    pub destroyed: Vec<u8>,
    /// Dice that each ablative source has lost. `AB-NONSOAK-05`.
    pub ablative_lost: Vec<u32>,
    /// A machine destroyed by an EMP. `AB-EMP-09`.
    pub burnt_out: bool,
    /// It is dying, or was revived from dying. Chapter RESUS.
    pub dying: Option<DyingState>,
    /// It died of its wounds. `AB-RESUS-01`, `AB-RESUS-08`.
    pub dead: bool,
    /// Minutes of rest that count towards the next level. `AB-HEAL-03`.
    pub healing: u32,
    /// Lasting flaws, in the order in which they were suffered. Chapter GRIEV.
    pub flaws: Vec<LastingFlaw>,
    /// Minutes of rest that count towards the regrowth of the first flaw. `AB-GRIEV-11`.
    pub regrowth: u32,
    /// State of extras, and of units that extras attack. Chapters GRITTY and CINE.
    #[serde(skip_serializing_if = "ExtraState::is_default")]
    pub extra: ExtraState,
    /// Henchmen lost. Chapter MASS.
    #[serde(skip_serializing_if = "BandState::is_default")]
    pub band: BandState,
}

impl HealthState {
    /// Full health and Willpower.
    pub fn unhurt(sheet: &Sheet) -> Self {
        Self { willpower: sheet.willpower_points(), ..Self::default() }
    }

    /// Intact pieces of armour, with their indexes in the sheet's list. `AB-ARMOR-01`.
    pub fn intact_armour<'a>(&'a self, sheet: &'a Sheet) -> impl Iterator<Item = (u8, &'a Armour)> {
        (0..).zip(&sheet.armour).filter(|(place, _)| !self.destroyed.contains(place))
    }

    /// How severe its condition is. `AB-TRACK-07`, `AB-TYPE-06`, `AB-STUN-06`, `AB-EMP-09`, `AB-RESUS-01`,
    /// `AB-RESUS-08`, `AB-RESUS-09`.
    pub fn life_status(&self, sheet: &Sheet) -> LifeStatus {
        if let Some(status) = extras::life_status(sheet, self).or_else(|| self.band.life_status(sheet)) {
            return status;
        }
        match self.marks.body_status(sheet, self.burnt_out) {
            LifeStatus::Dying if self.dead => LifeStatus::Dead,
            status => status,
        }
    }

    /// The wound penalty, 0 or less. `AB-TRACK-06`.
    pub fn wound_penalty(&self, sheet: &Sheet) -> i32 {
        if !sheet.role.is_named() {
            return 0; // `AB-GRITTY-02`
        }
        self.marks.penalty(HealthTrack::from_sheet(sheet))
    }

    /// Marks levels that no attack rolls for, such as those of a fire: on henchmen before their leader.
    /// `CS-BURN-01`, `AB-CINE-05`, `AB-MASS-20`.
    pub fn take_levels(&mut self, sheet: &Sheet, levels: u32, kind: DamageType, switches: &Switches) {
        match (DamageRule::of_unit(sheet, self), &sheet.band) {
            (DamageRule::Henchmen, Some(band)) => {
                self.band.take_levels(band, levels, false, switches);
            }
            (DamageRule::AnyHitFells, _) => cinematic::fell(self, kind, cinematic::is_deadly(kind)),
            (DamageRule::Converted, _) => gritty::mark_levels(self, sheet, levels, kind, switches),
            (DamageRule::Rolled | DamageRule::Henchmen, _) => {
                let track = HealthTrack::from_sheet(sheet);
                self.marks.mark_levels(levels, kind, track, switches.bashing_overflow);
            }
        }
    }

    /// Removes the dice that ablative sources stopped, in their order. `AB-NONSOAK-05`.
    pub fn reduce_ablative(&mut self, soaks: impl Iterator<Item = u32>, stopped: u32) {
        let mut rest = stopped;
        for (place, soak) in soaks.enumerate() {
            let lost = rest.min(soak);
            if lost > 0 {
                if self.ablative_lost.len() <= place {
                    self.ablative_lost.resize(place + 1, 0);
                }
                self.ablative_lost[place] += lost;
                rest -= lost;
            }
        }
    }

    /// The state after the scene: stun heals, ablative defences are restored, effects of single turns end.
    /// `AB-STUN-01`, `AB-NONSOAK-05`.
    pub fn after_scene(self) -> Self {
        Self {
            marks: DamageMarks { stun: 0, ..self.marks },
            turn: TurnDamage::default(),
            dazed: None,
            lost_rounds: None,
            stun_since: None,
            ablative_lost: Vec::new(),
            extra: ExtraState::default(),
            band: self.band.after_scene(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aberrant::test_fixtures::sheet;

    #[test]
    fn ab_stun_01_gone_after_the_scene() {
        let marks = DamageMarks { stun: 5, lethal: 1, ..DamageMarks::default() };
        let after = HealthState { marks, stun_since: Some(2), ..HealthState::default() }.after_scene();
        assert_eq!((after.marks.stun, after.marks.lethal, after.stun_since), (0, 1, None));
    }

    #[test]
    fn ab_nonsoak_05_wear_and_renewal() {
        let mut condition = HealthState::default();
        condition.reduce_ablative([3, 4].into_iter(), 5);
        assert_eq!(condition.ablative_lost, [3, 2]);
        condition.reduce_ablative([0, 2].into_iter(), 1);
        assert_eq!(condition.ablative_lost, [3, 3]);
        assert!(condition.after_scene().ablative_lost.is_empty());
    }

    #[test]
    fn a_fresh_condition_has_all_willpower() {
        let sheet = sheet(|sheet| sheet.willpower = 4);
        assert_eq!(HealthState::unhurt(&sheet), HealthState { willpower: 4, ..HealthState::default() });
    }
}
