//! Defence: setback dice for whoever attacks. Chapter DEF.

use super::{Fighter, Kind, Switches, TimedKind};
use crate::Sight;
use dice::Modifiers;

/// Defence of a target against one attack: a setback die per point. `CC-DEF-01` to `CC-DEF-06`.
///
/// Cover counts where it was taken and the line of attack crosses its edge.
pub fn defence(target: &Fighter, sight: &Sight, kind: Kind, switches: &Switches) -> Modifiers {
    let mut points = Modifiers::new();
    let (sheet, condition) = (&target.sheet, &target.condition);
    if condition.has(TimedKind::DefenceNegated) {
        return points;
    }
    let (own, armour, gained) = match kind {
        Kind::Ranged => (sheet.ranged_defence, sheet.armour.ranged_defence, TimedKind::RangedDefence),
        _ => (sheet.melee_defence, sheet.armour.melee_defence, TimedKind::MeleeDefence),
    };
    points.add(i32::from(armour), "armour", "CC-DEF-04");
    points.add(i32::from(own), "equipment", "CC-DEF-04");
    points.add(condition.count(gained), "defence from an advantage", "CC-ADV-17");
    match kind {
        Kind::Ranged if sight.took_cover && sight.hidden > 0 => {
            points.add(i32::from(switches.cover_defence), "cover", "CC-DEF-05");
        }
        Kind::Melee if condition.has(TimedKind::GuardedStance) => {
            points.add(i32::from(switches.guarded_defence), "Guarded Stance", "CC-DEF-06");
        }
        _ => (),
    }
    points
}
