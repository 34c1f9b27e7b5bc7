//! Human shields: where they protect and who a shot hits. Chapter SHIELD.

/// Difficulty that a human shield adds: superior cover. `AB-SHIELD-02`.
pub const SHIELD_COVER: u32 = 3;
/// Dice that stay in the shield beyond its soak. `AB-SHIELD-04`.
const DICE_STOPPED: u32 = 1;

/// Whether the shield stands between its holder and the attacker; both squares relative to the holder.
/// `AB-SHIELD-01`.
pub const fn is_shielding(shield: (i32, i32), attacker: (i32, i32)) -> bool {
    shield.0 * attacker.0 + shield.1 * attacker.1 > 0
}

/// Who is hit by an attack on the holder of a human shield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShieldedHit {
    /// Neither of them. `AB-SHIELD-03`.
    Missed,
    /// The human shield. `AB-SHIELD-03`.
    Shield,
    /// The holder, past the shield, with these net successes. `AB-SHIELD-02`.
    Holder(u32),
}

/// Who is hit by an attack with `net` successes beyond all other difficulty. `AB-SHIELD-02`,
/// `AB-SHIELD-03`.
pub const fn shielded_hit(net: u32) -> ShieldedHit {
    match net {
        0 => ShieldedHit::Missed,
        1..=SHIELD_COVER => ShieldedHit::Shield,
        _ => ShieldedHit::Holder(net - SHIELD_COVER),
    }
}

/// Dice of an attack that pass through a shield into its holder; `None` if the shield stops all of them.
/// `AB-SHIELD-04`, `AB-SHIELD-05`.
pub fn pass_through_dice(dice: u32, soak: u32) -> Option<u32> {
    dice.checked_sub(soak + DICE_STOPPED).filter(|&left| left > 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::HitResult;
    use crate::aberrant::test_fixtures::{
        armour, blade, defending, duel, edit_sheet, fighter, hit_faces, play_attack, rifle, roll_sizes,
    };
    use crate::aberrant::{Ability, AttackContext, Fighter, Soak, Weapon};

    #[rstest]
    #[case::ab_shield_01_in_front((1, 0), (10, 3), true)]
    #[case::ab_shield_01_behind((1, 0), (-5, -5), false)]
    #[case::ab_shield_01_beside((1, 0), (0, 10), false)]
    #[case::ab_shield_01_aslant((1, -1), (10, 3), true)]
    #[case::ab_shield_01_too_far_round((1, -1), (3, 10), false)]
    fn half_plane(#[case] shield: (i32, i32), #[case] attacker: (i32, i32), #[case] guarded: bool) {
        assert_eq!(is_shielding(shield, attacker), guarded);
    }

    /// A holder with soak 2L and a shield with soak 3L.
    fn held(weapon: Weapon) -> AttackContext {
        let mut context = duel(weapon);
        edit_sheet(&mut context.defender, |sheet| sheet.soak_enhancement = Soak::new(2, 2, 0));
        let shield = fighter(3, |sheet| {
            sheet.stamina = 0;
            sheet.soak_enhancement = Soak::new(3, 3, 0);
        });
        context.shield = Some(Box::new(shield));
        context
    }

    #[rstest]
    #[case::ab_shield_02_too_few(3, ShieldedHit::Shield)]
    #[case::ab_shield_02_enough(4, ShieldedHit::Holder(1))]
    #[case::ab_shield_03_one(1, ShieldedHit::Shield)]
    #[case::ab_shield_03_two(2, ShieldedHit::Shield)]
    #[case::ab_shield_03_none(0, ShieldedHit::Missed)]
    fn whom(#[case] net: u32, #[case] expected: ShieldedHit) {
        assert_eq!(shielded_hit(net), expected);
    }

    #[test]
    fn ab_shield_02_the_holder_is_struck_alone() {
        let (result, traces) = play_attack(&held(rifle("10L")), &[hit_faces(4, 6), hit_faces(2, 8)], &[]);
        assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", 8)]);
        assert_eq!((result.levels, result.shield), (2, None));
    }

    #[test]
    fn ab_shield_03_a_clean_miss() {
        let (result, traces) = play_attack(&held(rifle("10L")), &[hit_faces(0, 6)], &[]);
        assert_eq!((result.contact, result.shield), (HitResult::Miss, None));
        assert_eq!(roll_sizes(&traces), [("attack", 6)]);
    }

    #[test]
    fn ab_shield_04_the_rest_goes_through() {
        assert_eq!(pass_through_dice(10, 3), Some(6));
        let (result, traces) =
            play_attack(&held(rifle("10L")), &[hit_faces(2, 6), hit_faces(2, 7), hit_faces(1, 4)], &[]);
        assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", 7), ("damage", 4)]);
        assert_eq!(result.levels, 1);
    }

    #[test]
    fn ab_ruling_31_armour_piercing_works_on_both() {
        let mut context = held(Weapon { ap: 2, ..rifle("10L") });
        let wear = |unit: &mut Fighter, lethal| {
            edit_sheet(unit, |sheet| {
                sheet.soak_enhancement = Soak::default();
                sheet.armour = vec![armour("vest", Soak::new(0, lethal, 0))];
            });
        };
        wear(&mut context.defender, 3);
        wear(context.shield.as_deref_mut().expect("a shield"), 4);
        let rolls = [hit_faces(1, 6), hit_faces(0, 8), hit_faces(0, 6)];
        let (_, traces) = play_attack(&context, &rolls, &[]);
        assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", 8), ("damage", 6)]);
    }

    #[test]
    fn ab_shield_05_nothing_is_left() {
        assert_eq!(pass_through_dice(5, 3), Some(1));
        assert_eq!(pass_through_dice(4, 3), None);
        let (result, traces) = play_attack(&held(rifle("4L")), &[hit_faces(3, 6), hit_faces(1, 1)], &[]);
        assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", 1)], "the shield alone");
        assert_eq!((result.levels, result.raw), (0, 0));
    }

    #[test]
    fn ab_shield_06_both_roll() {
        let (result, _) =
            play_attack(&held(rifle("10L")), &[hit_faces(1, 6), hit_faces(3, 7), hit_faces(2, 4)], &[]);
        let shield = result.shield.expect("it is hit");
        assert_eq!((shield.levels, result.levels), (3, 2));
        assert_eq!((shield.condition.marks.lethal, result.condition.marks.lethal), (3, 2));
    }

    /// A thrown axe with 2 net successes past the shield, against a holder who parries with the shield.
    fn parrying() -> AttackContext {
        let axe = Weapon { class: crate::aberrant::WeaponClass::Thrown, mass_g: 500, ..blade("6L") };
        let mut context = defending(held(axe));
        edit_sheet(&mut context.defender, |sheet| {
            (sheet.dexterity, sheet.strength) = (2, 4);
            sheet.abilities = [(Ability::Brawl, 3)].into();
        });
        context
    }

    #[test]
    fn ab_shield_07_parrying_with_the_shield() {
        let context = parrying();
        let (result, traces) = play_attack(
            &context,
            &[hit_faces(5, 6), hit_faces(2, 5), hit_faces(1, 4)],
            &["parry_with_shield"],
        );
        assert_eq!(roll_sizes(&traces)[1], ("defence", 5));
        assert_eq!(result.contact, HitResult::Miss);
    }

    #[test]
    fn ab_shield_07_a_success_too_few_lets_it_past() {
        let rolls = [hit_faces(5, 6), hit_faces(1, 5), hit_faces(3, 4)];
        let (result, traces) = play_attack(&parrying(), &rolls, &["parry_with_shield"]);
        assert_eq!((result.contact, result.margin, result.shield), (HitResult::Hit, 1, None));
        assert_eq!(roll_sizes(&traces)[2], ("damage", 4), "6 dice against 2 of soak: the holder's own");
    }

    #[test]
    fn ab_shield_07_with_bare_strength_even_if_armed() {
        let mut context = parrying();
        edit_sheet(&mut context.defender, |sheet| {
            sheet.abilities.insert(Ability::Melee, 5);
        });
        context.defender.held = vec![std::sync::Arc::new(blade("5L"))];
        let options = crate::aberrant::attacks::defence::defence_options(&context);
        let shield = options.iter().find(|option| option.kind.label() == "Parry with the shield");
        assert_eq!(shield.map(|option| option.parts.pool()), Some(5), "Dexterity 2 and Brawl 3");
    }

    #[test]
    fn ab_shield_07_a_bullet_asks_for_the_higher_initiative() {
        let mut context = parrying();
        context.weapon = std::sync::Arc::new(rifle("6L"));
        let may = |context: &AttackContext| {
            let options = crate::aberrant::attacks::defence::defence_options(context);
            options.iter().any(|option| option.kind.label() == "Parry with the shield")
        };
        context.defender.initiative = context.attacker.initiative;
        assert!(!may(&context));
        context.defender.initiative += 1;
        assert!(may(&context));
    }

    #[test]
    fn ab_shield_08_a_parry_negates_it_for_the_holder() {
        let (result, _) = play_attack(
            &parrying(),
            &[hit_faces(5, 6), hit_faces(3, 5), hit_faces(1, 4)],
            &["parry_with_shield"],
        );
        assert_eq!((result.levels, result.raw), (0, 0));
    }

    #[test]
    fn ab_shield_09_the_shield_takes_the_full_force() {
        let (result, traces) = play_attack(
            &parrying(),
            &[hit_faces(5, 6), hit_faces(2, 5), hit_faces(4, 4)],
            &["parry_with_shield"],
        );
        let shield = result.shield.expect("it is struck");
        assert_eq!((shield.raw, shield.levels), (7, 4));
        assert_eq!(roll_sizes(&traces)[2], ("damage", 4), "7 dice against 3 of soak");
    }

    #[test]
    fn ab_shield_07_no_shield_no_such_parry() {
        let mut context = parrying();
        context.shield = None;
        let options = crate::aberrant::attacks::defence::defence_options(&context);
        assert!(options.iter().all(|option| option.kind.label() != "Parry with the shield"));
    }
}
