//! Bodies used as barriers, and the penalty for carrying one. `SS-BARR-44` to `SS-BARR-51`.

pub use crate::attack::body_shield::HIDDEN_PERCENT;

/// Agility and Reaction lost by carrying a body. `SS-BARR-48`, `SS-BARR-49`.
pub const fn carrying_burden(body: u8, strength: u8) -> u8 {
    body.saturating_sub(strength)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::attack::body_shield;
    use crate::barriers::{PenetrationResult, penetrate_barrier};
    use crate::rulebook::{BarrierRules, UnitRules};
    use crate::swan_song::barriers::impact::barrier_impact;
    use crate::swan_song::damage::armour::{effective_agility, effective_reaction};
    use crate::swan_song::rulebook::SwanSongRulebook;
    use crate::swan_song::test_support::attacks::{faces_with_hits, rifle, scripted, weapon};
    use crate::swan_song::test_support::units::{fighter, sheet_with};
    use crate::swan_song::turns::initiative::initiative_attribute;
    use crate::swan_song::{BarrierOnLine, Sheet};
    use crate::swan_song::{PoolKind, Skill, Weapon, WeaponClass};
    use crate::{Book, RuleSet};
    use model::{BarrierSource, UnitId};

    /// Returns a body as a barrier, with BOD as Structure and AV as Armor.
    fn body_barrier(unit: UnitId, name: &str, sheet: &Sheet) -> BarrierOnLine {
        let sheet = crate::Sheet::SwanSong(sheet.clone().into());
        let armor =
            SwanSongRulebook::soak(&sheet, &SwanSongRulebook::starting_health(&sheet, &rules()), &rules());
        body_shield::body_barrier(unit, name, (SwanSongRulebook::structure_as_barrier(&sheet), armor))
    }

    fn rules() -> RuleSet {
        RuleSet::new(Book::SwanSong)
    }

    fn shield(body: u8, av: u8) -> BarrierOnLine {
        let sheet = sheet_with(|sheet| {
            sheet.attributes.body = body;
            sheet.armour = vec![av];
        });
        body_barrier(UnitId(7), "Vargas", &sheet)
    }

    fn pass(weapon: &Weapon, dv: u32, body: &BarrierOnLine, faces: Vec<u8>) -> PenetrationResult {
        let switches = crate::turn_engine::EngineSwitches::default();
        let force = barrier_impact(weapon, PoolKind::Health, &switches);
        scripted(&[faces], &[], |table| penetrate_barrier(table, &force, dv, body)).0
    }

    #[test]
    fn ss_barr_45_bod_for_structure() {
        let axe = weapon(WeaponClass::Melee, Skill::Blades, 12);
        // Ten dice resist 12; BOD takes 4 of what is left.
        assert_eq!(
            pass(&axe, 12, &shield(4, 6), faces_with_hits(3, 10)),
            PenetrationResult { dv: 5, damage: 9 }
        );
    }

    #[test]
    fn ss_barr_46_armour_as_usual() {
        assert_eq!(pass(&rifle(6), 6, &shield(4, 6), Vec::new()), PenetrationResult { dv: 0, damage: 0 });
        let piercing = Weapon { arp: 2, ..rifle(6) };
        assert_eq!(pass(&piercing, 6, &shield(4, 6), Vec::new()), PenetrationResult { dv: 5, damage: 1 });
    }

    #[test]
    fn ss_barr_47_the_body_is_hurt_first() {
        let body = shield(4, 6);
        assert_eq!(pass(&rifle(10), 10, &body, Vec::new()), PenetrationResult { dv: 9, damage: 1 });
        assert_eq!(body.id, BarrierSource::Unit { unit: UnitId(7) });
    }

    #[rstest]
    #[case::ss_barr_48_too_heavy(5, 3, 2)]
    #[case::ss_barr_48_never_a_bonus(4, 5, 0)]
    fn awkward(#[case] body: u8, #[case] strength: u8, #[case] points: u8) {
        assert_eq!(carrying_burden(body, strength), points);
    }

    #[test]
    fn ss_barr_49_reaction_and_initiative_too() {
        let mut carrier = fighter(sheet_with(|sheet| sheet.attributes.reaction = 4));
        let before = initiative_attribute(&carrier.sheet, &carrier.vitals);
        std::sync::Arc::make_mut(&mut carrier.sheet).carried = carrying_burden(5, 3);
        assert_eq!((effective_agility(&carrier.sheet), effective_reaction(&carrier.sheet)), (1, 2));
        assert_eq!(initiative_attribute(&carrier.sheet, &carrier.vitals), before - 2);
    }
}
