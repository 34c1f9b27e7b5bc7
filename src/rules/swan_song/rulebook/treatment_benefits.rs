//! What a treatment that succeeds does for its patient, in words. `SS-HEAL-07`, `SS-HEAL-10`, `SS-FFYL-13`.

use crate::swan_song::Vitals;
use crate::swan_song::damage::health::is_dying;
use crate::swan_song::damage::last_stand::LastStand;
use crate::swan_song::recovery::healing::{heal_flesh, stabilise};

/// Says what First Aid that succeeds does. `SS-HEAL-07`, `SS-FFYL-16`.
pub(super) fn first_aid_benefit(patient: &Vitals) -> &'static str {
    let after = stabilise(*patient);
    let stops_dying = is_dying(patient) && !is_dying(&after);
    match (patient.stand, stops_dying) {
        (LastStand::Fighting, true) => {
            "Stops the bleeding, restores no Flesh: it still falls at the end of the round unless it is healed."
        }
        (_, true) => "Stops it dying, restores no Flesh.",
        (_, false) => "Treats its injuries, restores no Flesh.",
    }
}

/// Says what a Heal power of this many points does. `SS-HEAL-10`, `SS-FFYL-13`.
pub(super) fn heal_benefit(patient: &Vitals, points: u32) -> String {
    let after = heal_flesh(*patient, points);
    let restored = after.flesh.now - patient.flesh.now;
    let more = match (saves_last_stand(patient, points), is_dying(patient), is_dying(&after)) {
        (true, ..) => " and saves it: it no longer falls at the end of the round",
        (_, true, false) => " and stops it dying",
        (_, true, true) => ", too little to stop it dying",
        (_, false, _) => "",
    };
    format!("Restores {restored} Flesh{more}.")
}

/// Whether a Heal power of this many points saves a unit that clings to life. `SS-FFYL-13`.
pub(super) fn saves_last_stand(patient: &Vitals, points: u32) -> bool {
    patient.stand == LastStand::Fighting && heal_flesh(*patient, points).stand == LastStand::Won
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::PointPool;

    fn flesh_at(now: i32, stand: LastStand) -> Vitals {
        Vitals { flesh: PointPool { now, max: 10 }, strain_threshold: 10, stand, ..Vitals::default() }
    }

    #[test]
    fn ss_heal_07_first_aid_says_whether_the_patient_still_falls() {
        let text = |now, stand| first_aid_benefit(&flesh_at(now, stand));
        assert_eq!(text(-2, LastStand::Lost), "Stops it dying, restores no Flesh.");
        assert!(
            text(-2, LastStand::Fighting).ends_with("falls at the end of the round unless it is healed.")
        );
        assert_eq!(text(4, LastStand::None), "Treats its injuries, restores no Flesh.");
    }

    #[test]
    fn ss_ffyl_13_healing_says_that_the_first_point_saves_a_unit_that_clings_to_life() {
        let text = |now, stand| heal_benefit(&flesh_at(now, stand), 3);
        let saved = "Restores 3 Flesh and saves it: it no longer falls at the end of the round.";
        assert_eq!(text(-6, LastStand::Fighting), saved);
        assert_eq!(text(-1, LastStand::Lost), "Restores 3 Flesh and stops it dying.");
        assert_eq!(text(-6, LastStand::Lost), "Restores 3 Flesh, too little to stop it dying.");
        assert_eq!(text(9, LastStand::None), "Restores 1 Flesh.", "up to the most");
        let saves = |stand, points| saves_last_stand(&flesh_at(-6, stand), points);
        let cases =
            [(LastStand::Fighting, 3), (LastStand::Fighting, 0), (LastStand::Won, 3), (LastStand::Lost, 3)];
        assert_eq!(cases.map(|(stand, points)| saves(stand, points)), [true, false, false, false]);
    }
}
