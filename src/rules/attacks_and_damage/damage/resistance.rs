//! Damage to a target: armour, resistance, boxes. Steps 3 to 6 of table AD-T3.

use super::{armour, health};
use crate::DownState;
use crate::attacks_and_damage::lines::DamageLine;
use crate::attacks_and_damage::options::switches::Conversion;
use crate::attacks_and_damage::{
    DamageTaken, DamageType, DamageValue, Fighter, HealthState, Switches, Track,
};
use dice::{Dice, Modifiers, Note, Purpose, RuleResult, Table};

/// Damage of one type to a target: every number that does not depend on dice.
#[derive(Clone, Debug)]
pub struct DamagePlan<'a> {
    target: &'a Fighter,
    switches: &'a Switches,
    /// The track of the damage.
    pub track: Track,
    /// The modified AV. `AD-RES-06`.
    pub armour: Modifiers,
    /// The resistance pool. `AD-RES-09`.
    pub resistance: Modifiers,
    av: u32,
    dice: Dice,
}

impl<'a> DamagePlan<'a> {
    /// Prepares damage of this type, track and armour penetration against a target.
    pub fn new(
        target: &'a Fighter,
        kind: Option<DamageType>,
        damage: DamageValue,
        ap: i32,
        switches: &'a Switches,
    ) -> Self {
        let armour = armour::modified_armour_parts(target, kind, ap, switches);
        let resistance = resistance_parts(target);
        Self {
            av: armour.pool(),
            dice: Dice::d6_hits(resistance.pool()),
            target,
            switches,
            track: damage.track,
            armour,
            resistance,
        }
    }

    /// Resolves steps 3 to 5, and splits the rest between the tracks. `AD-RES-06` to `AD-RES-14`.
    pub fn resist(&self, table: &mut impl Table, dv: u32) -> RuleResult<DamageTaken> {
        let av = self.av;
        table.note(|| Note::new("AD-RES-06", DamageLine::Armour { av }).with_parts(&self.armour.0));
        let left = self.damage_after_armour(dv);
        if left == 0 {
            table.note(|| Note::new("AD-RES-08", DamageLine::StoppedByArmour { dv, av }));
            return Ok(DamageTaken::default());
        }
        table.note(|| Note::new("AD-RES-07", DamageLine::AfterArmour { dv, av, left }));
        self.resist_after_armour(table, left)
    }

    /// Damage after armour. `AD-RES-07`, `AD-RES-08`.
    pub(crate) fn damage_after_armour(&self, dv: u32) -> u32 {
        dv.saturating_sub(self.av)
    }

    /// Resolves steps 4 and 5 against damage after armour. `AD-RES-09` to `AD-RES-14`.
    fn resist_after_armour(&self, table: &mut impl Table, left: u32) -> RuleResult<DamageTaken> {
        let (dice, purpose) = self.resistance_test();
        let hits = table.roll(dice, purpose)?.value;
        table.note(|| match left.saturating_sub(hits) {
            0 => Note::new("AD-RES-12", DamageLine::AllResisted { damage: left, hits }),
            rest => Note::new("AD-RES-11", DamageLine::Resisted { damage: left, hits, rest }),
        });
        Ok(self.damage_taken(left, hits))
    }

    /// Dice of the resistance test. `AD-RES-09`.
    pub(crate) fn resistance_test(&self) -> (Dice, Purpose<'_>) {
        let (who, parts) = (Some(self.target.id), &self.resistance.0[..]);
        (self.dice, Purpose { who, why: "resistance", clause: "AD-RES-09", parts, limit: None })
    }

    /// What these hits of the resistance test leave of damage after armour. `AD-RES-10` to `AD-RES-14`.
    pub(crate) fn damage_taken(&self, left: u32, hits: u32) -> DamageTaken {
        match left.saturating_sub(hits) {
            0 => DamageTaken::default(),
            rest => split_between_tracks(rest, hits, self.track, self.switches),
        }
    }

    /// Step 6: marks boxes; also returns how the target is out of action. `AD-RES-15`, `AD-BASE-13` to `AD-BASE-16`.
    pub fn mark_boxes(&self, table: &mut impl Table, taken: DamageTaken) -> (HealthState, Option<DownState>) {
        let target = self.target;
        let after = health::mark_boxes(&target.condition, taken, &target.sheet, self.switches);
        table.note(|| {
            let DamageTaken { light, critical } = taken;
            let clause = match self.track {
                Track::Light => "AD-RES-13",
                Track::Critical => "AD-RES-14",
            };
            Note::new(clause, DamageLine::Taken { light, critical })
        });
        table.note(|| {
            let light_boxes = health::light_boxes(&target.sheet, self.switches);
            let critical_boxes = health::critical_boxes(&target.sheet, self.switches);
            let HealthState { light, critical, .. } = after;
            Note::new("AD-RES-15", DamageLine::Marked { light, light_boxes, critical, critical_boxes })
        });
        let down = health::down_state(&after, &target.sheet, self.switches).max(target.down);
        if down != target.down {
            table.note(|| match health::life_state(&after, &target.sheet, self.switches) {
                health::LifeState::Dead => Note::new("AD-BASE-16", DamageLine::Dead),
                health::LifeState::Dying => Note::new("AD-BASE-14", DamageLine::Dying),
                health::LifeState::Able | health::LifeState::Unconscious => {
                    Note::new("AD-BASE-13", DamageLine::Unconscious)
                }
            });
        }
        (after, down)
    }
}

/// Parts of a damage resistance pool: only Body. `AD-RES-09`, `AD-RES-10`, `AD-FREQ-07`.
pub fn resistance_parts(target: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(target.sheet.attributes.body), "Body", "AD-RES-09");
    parts
}

/// Splits unresisted damage between the tracks; armour has no influence. `AD-RES-13`, `AD-RES-14`,
/// `AD-ARM-08`, `AD-RULING-04`, `AD-RULING-10`.
pub fn split_between_tracks(rest: u32, hits: u32, track: Track, switches: &Switches) -> DamageTaken {
    let light = match (track, switches.critical_conversion) {
        (Track::Light, _) => rest,
        (Track::Critical, Conversion::FromRemaining) => hits.min(rest),
        (Track::Critical, Conversion::Off) => 0,
    };
    DamageTaken { light, critical: rest - light }
}
