//! Ambush. Chapter AMB of the catalogue.

use dice::Modifiers;
use model::UnitId;

/// Bonus of an ambusher on its Surprise Test. `SS-AMB-01`.
pub const AMBUSH_BONUS: i32 = 6;

/// Adds the ambusher's bonus, instead of that of an alerted unit. `SS-AMB-01`, `SS-AMB-06`.
pub fn add_ambush_bonus(parts: &mut Modifiers) {
    parts.add(AMBUSH_BONUS, "ambush", "SS-AMB-01");
}

/// Returns the enemies that can surprise a unit: those that appear and are not in its sight. An ambusher is not
/// surprised by targets it can see. `SS-SURP-05`, `SS-AMB-02`, `SS-AMB-03`.
pub fn unperceived_enemies(appearing: &[UnitId], in_sight: &[UnitId]) -> Vec<UnitId> {
    appearing.iter().copied().filter(|enemy| !in_sight.contains(enemy)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::attack::pool::attack_parts;
    use crate::swan_song::test_support::attacks::worked_example;
    use crate::swan_song::test_support::units::{fighter, on_faces, sheet_with};
    use crate::swan_song::turns::surprise::{Readiness, resolve_surprise, surprise_test_parts};
    use crate::swan_song::{Fighter, Switches};
    use crate::turn_engine::{initiative, turn_order};
    use rstest::rstest;

    /// REA 4, INT 3.
    fn unit() -> Fighter {
        fighter(sheet_with(|sheet| sheet.attributes.reaction = 4))
    }

    #[rstest]
    #[case::ss_amb_01_planned(Readiness::Ambush, 13)]
    #[case::ss_amb_06_not_both(Readiness::Ambush, 13)]
    #[case::ss_surp_07_only_alerted(Readiness::Alerted, 10)]
    fn pools(#[case] readiness: Readiness, #[case] pool: u32) {
        assert_eq!(surprise_test_parts(&unit(), readiness).pool(), pool);
    }

    #[test]
    fn ss_amb_02_watched_prey_does_not_surprise() {
        assert!(unperceived_enemies(&[UnitId(2), UnitId(3)], &[UnitId(2), UnitId(3)]).is_empty());
        assert_eq!(unperceived_enemies(&[UnitId(2), UnitId(3)], &[UnitId(2)]), [UnitId(3)]);
    }

    #[test]
    fn ss_amb_03_unseen_prey() {
        let faces = [6, 5, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3];
        let (startled, rolls) =
            on_faces(&faces, |table| resolve_surprise(table, &unit(), true, &Switches::default()));
        assert!(startled.surprised);
        assert_eq!(rolls.len(), 1, "no Perception Test: the ambush is the alert");
    }

    #[test]
    fn ss_amb_04_quicker_prey_acts_first() {
        let entry =
            |id, score| turn_order::InitiativeEntry { id, score, reaction: 3, intuition: 3, last: false };
        let order = on_faces(&[], |table| {
            let coins = turn_order::CoinTosses::default();
            let tie = crate::turn_engine::switches::TieMode::Ric;
            turn_order::resolve_turn_order(table, &[entry(UnitId(1), 14), entry(UnitId(2), 18)], &coins, tie)
        });
        assert_eq!(order.0.ranks.concat(), [2, 1].map(UnitId));
        assert!(initiative::has_phase(14));
    }

    #[test]
    fn ss_amb_05_waiting_costs_no_die() {
        let mut context = worked_example();
        assert_eq!(attack_parts(&context).pool(), 7);
        context.attacker.phase_delayed = true;
        assert_eq!(attack_parts(&context).pool(), 6, "a delayed phase costs one");
    }
}
