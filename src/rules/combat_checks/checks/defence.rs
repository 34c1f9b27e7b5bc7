//! Defence: setback dice for attackers. Chapter DEF.

use crate::TargetSight;
use crate::combat_checks::{CheckKind, Fighter, Switches, TimedEffectKind};
use dice::Modifiers;

/// Defence of a target against one attack: a setback die per point. `CC-DEF-01` to `CC-DEF-06`.
///
/// Cover counts if it was taken and the line of attack crosses its edge.
pub fn defence_dice(
    target: &Fighter,
    sight: &TargetSight,
    kind: CheckKind,
    switches: &Switches,
) -> Modifiers {
    let mut points = Modifiers::new();
    let (sheet, condition) = (&target.sheet, &target.condition);
    if condition.has_timed(TimedEffectKind::DefenceNegated) {
        return points;
    }
    let (own, armour, gained) = match kind {
        CheckKind::Ranged => {
            (sheet.ranged_defence, sheet.armour.ranged_defence, TimedEffectKind::RangedDefence)
        }
        _ => (sheet.melee_defence, sheet.armour.melee_defence, TimedEffectKind::MeleeDefence),
    };
    points.add(i32::from(armour), "armour", "CC-DEF-04");
    points.add(i32::from(own), "equipment", "CC-DEF-04");
    points.add(condition.count_timed(gained), "defence from an advantage", "CC-ADV-17");
    match kind {
        CheckKind::Ranged if sight.took_cover && sight.hidden > 0 => {
            points.add(i32::from(switches.cover_defence), "cover", "CC-DEF-05");
        }
        CheckKind::Melee if condition.has_timed(TimedEffectKind::GuardedStance) => {
            points.add(i32::from(switches.guarded_defence), "Guarded Stance", "CC-DEF-06");
        }
        _ => (),
    }
    points
}
