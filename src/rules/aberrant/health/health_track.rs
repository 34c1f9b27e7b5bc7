//! The health track. Chapter TRACK, with the clauses of TYPE and STUN about a full track.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::DownState;

use crate::aberrant::extras;
use crate::aberrant::rule_options::BashingOverflow;
use crate::aberrant::{DamageType, Sheet};

/// Wound penalties by box category, up to Incapacitated. `AB-TRACK-06`.
pub const WOUND_PENALTIES: [i32; 4] = [0, -1, -2, -4];
/// Boxes at Stamina 1 or 2. `AB-TRACK-01`.
const BASE_BOXES: [u32; 4] = [1, 2, 2, 1];

/// Boxes in each category; Incapacitated adds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HealthTrack(pub [u32; 4]);

impl HealthTrack {
    /// The track of a sheet; extras have one without categories. `AB-TRACK-01` to `AB-TRACK-05`,
    /// `AB-GRITTY-03`, `AB-CINE-04`.
    pub fn from_sheet(sheet: &Sheet) -> Self {
        if let Some(building) = &sheet.building {
            // Structure has no penalties. `AB-OBJ-08`
            return Self([building.structure().saturating_sub(1), 0, 0, 0]);
        }
        match extras::track_levels(sheet) {
            Some(levels) => Self([levels.saturating_sub(1), 0, 0, 0]),
            None => Self::of_body(sheet),
        }
    }

    /// The track of Stamina and Quantum, whatever the role. `AB-TRACK-01` to `AB-TRACK-05`.
    pub(crate) fn of_body(sheet: &Sheet) -> Self {
        let mut boxes = BASE_BOXES;
        let extra = u32::from(sheet.stamina.max(1) - 1) / 2;
        for (at, count) in (0..).zip(&mut boxes) {
            *count += (extra + 3 - at) / 4;
        }
        boxes[0] += u32::from(sheet.quantum);
        Self(boxes)
    }

    /// All boxes, including Incapacitated.
    pub fn boxes(&self) -> u32 {
        self.0.iter().sum::<u32>() + 1
    }

    /// The category of the deepest marked box; 4 for the last one. `AB-HEAL-03`.
    pub fn box_category(&self, marked: u32) -> usize {
        let mut boxes_so_far = 0;
        let category = self.0.iter().position(|count| {
            boxes_so_far += count;
            marked <= boxes_so_far
        });
        category.unwrap_or(self.0.len())
    }

    /// The wound penalty of the deepest marked box. `AB-TRACK-06`.
    fn penalty(&self, marked: u32) -> i32 {
        let mut boxes_so_far = 0;
        for (count, penalty) in self.0.iter().zip(WOUND_PENALTIES) {
            boxes_so_far += count;
            if marked <= boxes_so_far {
                return penalty;
            }
        }
        WOUND_PENALTIES[3]
    }
}

/// Levels past Incapacitated at which a body is destroyed. `AB-RESUS-10`, `AB-RESUS-11`.
pub fn corpse_levels(sheet: &Sheet) -> u32 {
    let mega = u32::from(sheet.mega_strength) + u32::from(sheet.mega_stamina);
    u32::from(sheet.strength) + u32::from(sheet.stamina) + 2 * mega
}

/// How severe a unit's condition is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LifeStatus {
    /// Not out of action.
    #[default]
    #[strum(serialize = "in the fight")]
    Fighting,
    /// The track is full and includes stun. `AB-STUN-06`.
    Unconscious,
    /// The last box is marked. `AB-TRACK-07`.
    Incapacitated,
    /// The track is full of lethal or worse damage. `AB-TYPE-06`, `AB-RULING-09`.
    Dying,
    /// Died of its wounds. `AB-RESUS-01`, `AB-RESUS-08`.
    Dead,
    /// Destroyed beyond help. `AB-RESUS-09`, `AB-EMP-09`.
    Destroyed,
    /// Has given up. `AB-GRITTY-08`.
    Surrendered,
    /// Has run away. `AB-GRITTY-08`, `AB-CINE-17`.
    Fled,
}

impl LifeStatus {
    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// How the unit is out of action; `None` if it is not.
    pub const fn down(self) -> Option<DownState> {
        match self {
            Self::Fighting => None,
            Self::Unconscious | Self::Incapacitated | Self::Dying => Some(DownState::Unconscious),
            Self::Dead | Self::Destroyed => Some(DownState::Dead),
            Self::Surrendered => Some(DownState::Surrendered),
            Self::Fled => Some(DownState::Fled),
        }
    }
}

/// Marked levels, and levels past Incapacitated.
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
#[serde(deny_unknown_fields, default)]
pub struct DamageMarks {
    /// Boxes with aggravated damage, the leftmost.
    pub aggravated: u32,
    /// Boxes with lethal damage.
    pub lethal: u32,
    /// Boxes with bashing damage.
    pub bashing: u32,
    /// Boxes with stun, the rightmost.
    pub stun: u32,
    /// Aggravated levels past Incapacitated. `AB-TRACK-09`.
    pub past_aggravated: u32,
    /// Lethal levels past Incapacitated.
    pub past_lethal: u32,
    /// Bashing levels past Incapacitated.
    pub past_bashing: u32,
}

impl DamageMarks {
    /// Boxes marked with damage other than stun.
    pub const fn wounds(&self) -> u32 {
        self.aggravated + self.lethal + self.bashing
    }

    /// All marked boxes.
    pub const fn filled(&self) -> u32 {
        self.wounds() + self.stun
    }

    /// Levels past Incapacitated. `AB-TRACK-09`.
    pub const fn levels_past_track(&self) -> u32 {
        self.past_aggravated + self.past_lethal + self.past_bashing
    }

    /// Marks levels of damage and returns how many fit on the track; EMP marks none.
    ///
    /// `AB-TRACK-08`, `AB-TRACK-09`, `AB-STUN-07`, `AB-TYPE-02`, `AB-RULING-28`.
    pub fn mark_levels(
        &mut self,
        levels: u32,
        kind: DamageType,
        track: HealthTrack,
        overflow: BashingOverflow,
    ) -> u32 {
        let boxes = track.boxes();
        match kind {
            DamageType::Emp => 0,
            DamageType::Stun => {
                let marked = levels.min(boxes.saturating_sub(self.filled()));
                self.stun += marked;
                marked
            }
            DamageType::Bashing | DamageType::Lethal | DamageType::Aggravated => {
                let marked = self.mark_wounds(levels, kind, boxes, overflow);
                self.stun = self.stun.min(boxes.saturating_sub(self.wounds()));
                marked
            }
        }
    }

    /// Marks levels other than stun: free boxes first, then boxes with bashing damage, which becomes worse.
    fn mark_wounds(&mut self, levels: u32, kind: DamageType, boxes: u32, overflow: BashingOverflow) -> u32 {
        let in_free_boxes = levels.min(boxes.saturating_sub(self.wounds()));
        let rest = levels - in_free_boxes;
        if kind == DamageType::Bashing {
            self.bashing += in_free_boxes;
            if overflow == BashingOverflow::Stop {
                return in_free_boxes;
            }
        }
        let over_bashing = rest.min(self.bashing);
        self.bashing -= over_bashing;
        let past = rest - over_bashing;
        match kind {
            DamageType::Bashing => {
                self.lethal += over_bashing;
                self.past_bashing += past;
            }
            DamageType::Lethal => {
                self.lethal += in_free_boxes + over_bashing;
                self.past_lethal += past;
            }
            _ => {
                self.aggravated += in_free_boxes + over_bashing;
                self.past_aggravated += past;
            }
        }
        levels
    }

    /// The wound penalty, 0 or less; stun causes none. `AB-TRACK-06`, `AB-STUN-04`.
    pub fn penalty(&self, track: HealthTrack) -> i32 {
        track.penalty(self.wounds())
    }

    /// The severity for a body with these attributes, or for a machine that may be burnt out.
    /// `AB-RESUS-09`, `AB-EMP-09`.
    pub fn body_status(&self, sheet: &Sheet, burnt_out: bool) -> LifeStatus {
        self.body_status_on(HealthTrack::from_sheet(sheet), sheet, burnt_out)
    }

    /// As `body_status`, with the track of the sheet.
    pub fn body_status_on(&self, track: HealthTrack, sheet: &Sheet, burnt_out: bool) -> LifeStatus {
        let life_status = self.life_status(track);
        let destroyed = self.filled() > 0
            && life_status.down().is_some()
            && self.levels_past_track() >= corpse_levels(sheet);
        let collapsed = sheet.building.is_some() && life_status.down().is_some();
        if burnt_out || destroyed || collapsed { LifeStatus::Destroyed } else { life_status }
    }

    /// The severity of these marks. `AB-TRACK-07`, `AB-TYPE-06`, `AB-STUN-06`, `AB-RULING-09`,
    /// `AB-RULING-29`.
    pub fn life_status(&self, track: HealthTrack) -> LifeStatus {
        let boxes = track.boxes();
        if self.aggravated + self.lethal >= boxes {
            LifeStatus::Dying
        } else if self.wounds() >= boxes {
            LifeStatus::Incapacitated
        } else if self.filled() >= boxes {
            LifeStatus::Unconscious
        } else {
            LifeStatus::Fighting
        }
    }
}

#[cfg(test)]
mod tests {
    use DamageType::{Aggravated, Bashing, Lethal, Stun};
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::sheet;

    fn track(stamina: u8, quantum: u8, mega: u8) -> HealthTrack {
        HealthTrack::from_sheet(&sheet(|sheet| {
            (sheet.stamina, sheet.quantum, sheet.mega_stamina) = (stamina, quantum, mega);
        }))
    }

    #[rstest]
    #[case::ab_track_01_one(1, 0, [1, 2, 2, 1], 7)]
    #[case::ab_track_01_two(2, 0, [1, 2, 2, 1], 7)]
    #[case::ab_track_02_three(3, 0, [2, 2, 2, 1], 8)]
    #[case::ab_track_03_four(4, 0, [2, 2, 2, 1], 8)]
    #[case::ab_track_03_five(5, 0, [2, 3, 2, 1], 9)]
    #[case::ab_track_03_seven(7, 0, [2, 3, 3, 1], 10)]
    #[case::ab_track_03_nine(9, 0, [2, 3, 3, 2], 11)]
    #[case::ab_track_03_eleven(11, 0, [3, 3, 3, 2], 12)]
    #[case::ab_track_04_nova(3, 4, [6, 2, 2, 1], 12)]
    #[case::ab_track_05_no_stamina(0, 0, [1, 2, 2, 1], 7)]
    fn boxes(#[case] stamina: u8, #[case] quantum: u8, #[case] rows: [u32; 4], #[case] all: u32) {
        let track = track(stamina, quantum, 0);
        assert_eq!((track.0, track.boxes()), (rows, all));
    }

    #[test]
    fn ab_track_05_mega_stamina_adds_none() {
        assert_eq!(track(2, 0, 5).boxes(), 7);
    }

    /// The marks of Stamina 2 after these hits, in order.
    fn marks(damage: &[(u32, DamageType)]) -> DamageMarks {
        let mut marks = DamageMarks::default();
        for &(levels, kind) in damage {
            marks.mark_levels(levels, kind, track(2, 0, 0), BashingOverflow::Upgrade);
        }
        marks
    }

    fn boxes_of(damage: &[(u32, DamageType)]) -> [u32; 5] {
        let marks = marks(damage);
        [marks.aggravated, marks.lethal, marks.bashing, marks.stun, marks.levels_past_track()]
    }

    #[rstest]
    #[case(0, 0)]
    #[case(1, 0)]
    #[case(2, -1)]
    #[case(4, -2)]
    #[case(6, -4)]
    #[case(7, -4)]
    fn ab_track_06_wound_penalties(#[case] lethal: u32, #[case] penalty: i32) {
        assert_eq!(marks(&[(lethal, Lethal)]).penalty(track(2, 0, 0)), penalty);
    }

    #[test]
    fn ab_stun_04_stun_causes_none() {
        assert_eq!(marks(&[(6, Stun)]).penalty(track(2, 0, 0)), 0);
        assert_eq!(marks(&[(2, Bashing), (4, Stun)]).penalty(track(2, 0, 0)), -1, "of the bashing levels");
    }

    #[rstest]
    #[case::ab_track_07_incapacitated(&[(7, Bashing)], LifeStatus::Incapacitated)]
    #[case::ab_type_06_dying(&[(7, Lethal)], LifeStatus::Dying)]
    #[case::ab_type_06_or_worse(&[(6, Lethal), (1, Aggravated)], LifeStatus::Dying)]
    #[case::ab_type_06_one_bashing(&[(6, Lethal), (1, Bashing)], LifeStatus::Incapacitated)]
    #[case::ab_stun_06_stun_alone(&[(7, Stun)], LifeStatus::Unconscious)]
    #[case::ab_stun_06_behind_lethal(&[(3, Lethal), (4, Stun)], LifeStatus::Unconscious)]
    #[case::ab_stun_06_one_box_left(&[(3, Lethal), (3, Stun)], LifeStatus::Fighting)]
    fn fates(#[case] damage: &[(u32, DamageType)], #[case] life_status: LifeStatus) {
        assert_eq!(marks(damage).life_status(track(2, 0, 0)), life_status);
        assert_eq!(life_status.down().is_some(), life_status != LifeStatus::Fighting);
    }

    #[rstest]
    #[case::ab_track_08_stun_is_pushed_out(&[(5, Stun), (4, Lethal)], [0, 4, 0, 3, 0])]
    #[case::ab_track_08_no_room_for_stun(&[(5, Lethal), (4, Stun)], [0, 5, 0, 2, 0])]
    #[case::ab_stun_07_no_carry_over(&[(7, Stun), (3, Stun)], [0, 0, 0, 7, 0])]
    #[case::ab_track_09_bashing_upgrades(&[(7, Bashing), (2, Bashing)], [0, 2, 5, 0, 0])]
    #[case::ab_track_09_lethal_replaces(&[(7, Bashing), (1, Lethal)], [0, 1, 6, 0, 0])]
    #[case::ab_track_09_lethal_past(&[(7, Lethal), (2, Lethal)], [0, 7, 0, 0, 2])]
    #[case::ab_track_09_bashing_past(&[(7, Lethal), (1, Bashing)], [0, 7, 0, 0, 1])]
    #[case::ab_track_09_bashing_over_stun(&[(7, Stun), (2, Bashing)], [0, 0, 2, 5, 0])]
    #[case::ab_track_09_aggravated_replaces(&[(5, Lethal), (2, Bashing), (3, Aggravated)], [2, 5, 0, 0, 1])]
    fn marking(#[case] damage: &[(u32, DamageType)], #[case] boxes: [u32; 5]) {
        assert_eq!(boxes_of(damage), boxes);
    }

    #[rstest]
    #[case::ab_resus_10_strength_and_stamina(3, 2, 0, 0, 5)]
    #[case::ab_resus_11_mega_attributes(3, 2, 2, 1, 11)]
    fn corpses(
        #[case] strength: u8,
        #[case] stamina: u8,
        #[case] mega_strength: u8,
        #[case] mega_stamina: u8,
        #[case] levels: u32,
    ) {
        let sheet = sheet(|sheet| {
            (sheet.strength, sheet.stamina) = (strength, stamina);
            (sheet.mega_strength, sheet.mega_stamina) = (mega_strength, mega_stamina);
        });
        assert_eq!(corpse_levels(&sheet), levels);
    }

    #[rstest]
    #[case::ab_resus_09_destroyed(5, LifeStatus::Destroyed, DownState::Dead)]
    #[case::ab_resus_09_not_yet(4, LifeStatus::Dying, DownState::Unconscious)]
    fn bodies(#[case] past: u32, #[case] life_status: LifeStatus, #[case] down: DownState) {
        let sheet = sheet(|sheet| (sheet.strength, sheet.stamina) = (3, 2));
        let marks = DamageMarks { lethal: 7, past_lethal: past, ..DamageMarks::default() };
        assert_eq!(marks.body_status(&sheet, false), life_status);
        assert_eq!(life_status.down(), Some(down));
    }

    #[test]
    fn ab_track_09_past_incapacitated_by_type() {
        assert_eq!(marks(&[(7, Lethal), (1, Bashing)]).past_bashing, 1);
        assert_eq!(marks(&[(7, Lethal), (2, Lethal)]).past_lethal, 2);
    }

    #[test]
    fn ab_track_09_bashing_damage_can_stop_at_a_full_track() {
        let mut marks = marks(&[(6, Bashing)]);
        assert_eq!(marks.mark_levels(3, Bashing, track(2, 0, 0), BashingOverflow::Stop), 1);
        assert_eq!((marks.lethal, marks.bashing, marks.levels_past_track()), (0, 7, 0));
        assert_eq!(
            marks.mark_levels(8, Lethal, track(2, 0, 0), BashingOverflow::Stop),
            8,
            "only bashing stops"
        );
        assert_eq!((marks.lethal, marks.bashing, marks.past_lethal), (7, 0, 1));
        assert_eq!(marks.mark_levels(1, Bashing, track(2, 0, 0), BashingOverflow::Stop), 0);
        assert_eq!(marks.past_bashing, 0);
    }

    #[test]
    fn levels_that_found_room_are_counted() {
        let mut marks = marks(&[(5, Stun)]);
        let mut take =
            |levels, kind| marks.mark_levels(levels, kind, track(2, 0, 0), BashingOverflow::Upgrade);
        assert_eq!([take(4, Stun), take(4, Lethal), take(9, Lethal)], [2, 4, 9]);
    }
}
