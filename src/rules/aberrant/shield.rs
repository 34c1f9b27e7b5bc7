//! People held as shields: from where they guard, and whom a shot strikes. Chapter SHIELD.

/// Difficulty that the shield adds: superior cover. `AB-SHIELD-02`.
pub const COVER: u32 = 3;
/// Dice that stay in the shield beyond its soak. `AB-SHIELD-04`.
const STOPPED: u32 = 1;

/// Whether a shield stands between its holder and an attacker; both are squares seen from the holder. `AB-SHIELD-01`.
pub const fn guards(shield: (i32, i32), attacker: (i32, i32)) -> bool {
    shield.0 * attacker.0 + shield.1 * attacker.1 > 0
}

/// Whom an attack strikes whose target holds a shield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Struck {
    /// Nobody. `AB-SHIELD-03`.
    Nobody,
    /// The person held. `AB-SHIELD-03`.
    Shield,
    /// The holder, past the shield, with so many net successes. `AB-SHIELD-02`.
    Holder(u32),
}

/// Whom an attack strikes that has so many successes beyond all other difficulty. `AB-SHIELD-02`, `AB-SHIELD-03`.
pub const fn struck(net: u32) -> Struck {
    match net {
        0 => Struck::Nobody,
        1..=COVER => Struck::Shield,
        _ => Struck::Holder(net - COVER),
    }
}

/// What of an attack goes through a shield of such soak into its holder, `None` where it stays in the shield.
/// `AB-SHIELD-04`, `AB-SHIELD-05`.
pub fn through(dice: u32, soak: u32) -> Option<u32> {
    dice.checked_sub(soak + STOPPED).filter(|&left| left > 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::fixtures::{blade, change, defending, duel, fighter, hits, play, rifle, rolled};
    use super::super::{Ability, AttackScene, Soak, Weapon};
    use super::*;
    use crate::Contact;

    #[rstest]
    #[case::ab_shield_01_in_front((10, 3), true)]
    #[case::ab_shield_01_behind((-5, -5), false)]
    #[case::ab_shield_01_beside((0, 10), false)]
    fn half_plane(#[case] attacker: (i32, i32), #[case] guarded: bool) {
        assert_eq!(guards((1, 0), attacker), guarded);
    }

    /// The holder with soak 2L holds somebody of soak 3L.
    fn held(weapon: Weapon) -> AttackScene {
        let mut scene = duel(weapon);
        change(&mut scene.defender, |sheet| sheet.soak_enhancement = Soak::new(2, 2, 0));
        let shield = fighter(3, |sheet| {
            sheet.stamina = 0;
            sheet.soak_enhancement = Soak::new(3, 3, 0);
        });
        scene.shield = Some(Box::new(shield));
        scene
    }

    #[rstest]
    #[case::ab_shield_02_too_few(3, Struck::Shield)]
    #[case::ab_shield_02_enough(4, Struck::Holder(1))]
    #[case::ab_shield_03_one(1, Struck::Shield)]
    #[case::ab_shield_03_two(2, Struck::Shield)]
    #[case::ab_shield_03_none(0, Struck::Nobody)]
    fn whom(#[case] net: u32, #[case] expected: Struck) {
        assert_eq!(struck(net), expected);
    }

    #[test]
    fn ab_shield_02_the_holder_is_struck_alone() {
        let (result, traces) = play(&held(rifle("10L")), &[hits(4, 6), hits(2, 8)], &[]);
        assert_eq!(rolled(&traces), [("attack", 6), ("damage", 8)]);
        assert_eq!((result.levels, result.shield), (2, None));
    }

    #[test]
    fn ab_shield_03_a_clean_miss() {
        let (result, traces) = play(&held(rifle("10L")), &[hits(0, 6)], &[]);
        assert_eq!((result.contact, result.shield, traces.len() > 1), (Contact::Miss, None, true));
    }

    #[test]
    fn ab_shield_04_the_rest_goes_through() {
        assert_eq!(through(10, 3), Some(6));
        let (result, traces) = play(&held(rifle("10L")), &[hits(2, 6), hits(2, 7), hits(1, 4)], &[]);
        assert_eq!(rolled(&traces), [("attack", 6), ("damage", 7), ("damage", 4)]);
        assert_eq!(result.levels, 1);
    }

    #[test]
    fn ab_shield_05_nothing_is_left() {
        assert_eq!(through(4, 3), None);
        let (result, traces) = play(&held(rifle("4L")), &[hits(3, 6), hits(1, 1)], &[]);
        assert_eq!(rolled(&traces), [("attack", 6), ("damage", 1)], "the shield alone");
        assert_eq!((result.levels, result.raw), (0, 0));
    }

    #[test]
    fn ab_shield_06_both_roll() {
        let (result, _) = play(&held(rifle("10L")), &[hits(1, 6), hits(3, 7), hits(2, 4)], &[]);
        let shield = result.shield.expect("it is hit");
        assert_eq!((shield.levels, result.levels), (3, 2));
        assert_eq!((shield.condition.marks.lethal, result.condition.marks.lethal), (3, 2));
    }

    /// A thrown axe whose net successes past the shield are 2, against a holder who parries with the shield.
    fn parrying() -> AttackScene {
        let axe = Weapon { class: super::super::WeaponClass::Thrown, mass_g: 500, ..blade("6L") };
        let mut scene = defending(held(axe));
        change(&mut scene.defender, |sheet| {
            (sheet.dexterity, sheet.strength) = (2, 4);
            sheet.abilities = [(Ability::Brawl, 3)].into();
        });
        scene
    }

    #[test]
    fn ab_shield_07_parrying_with_the_shield() {
        let scene = parrying();
        let (result, traces) = play(&scene, &[hits(5, 6), hits(2, 5), hits(1, 4)], &["parry_with_shield"]);
        assert_eq!(rolled(&traces)[1], ("defence", 5));
        assert_eq!(result.contact, Contact::Miss);
    }

    #[test]
    fn ab_shield_08_a_parry_negates_it_for_the_holder() {
        let (result, _) = play(&parrying(), &[hits(5, 6), hits(3, 5), hits(1, 4)], &["parry_with_shield"]);
        assert_eq!((result.levels, result.raw), (0, 0));
    }

    #[test]
    fn ab_shield_09_the_shield_takes_the_full_force() {
        let (result, traces) =
            play(&parrying(), &[hits(5, 6), hits(2, 5), hits(4, 4)], &["parry_with_shield"]);
        let shield = result.shield.expect("it is struck");
        assert_eq!((shield.raw, shield.levels), (7, 4));
        assert_eq!(rolled(&traces)[2], ("damage", 4), "7 dice against 3 of soak");
    }

    #[test]
    fn ab_shield_07_no_shield_no_such_parry() {
        let mut scene = parrying();
        scene.shield = None;
        let options = super::super::defence::defence_options(&scene);
        assert!(options.iter().all(|option| option.way.label() != "Parry with the shield"));
    }
}
