//! Crushing and breaking free. `AB-BASE-10`; a seizing attack is one with a weapon that grapples.

use std::sync::Arc;

use crate::Sight;
use dice::{Clause, Modifiers, Step, Table};

use super::attack::{AttackPlan, Outline};
use super::base::{self, Rolling};
use super::daze::DAZED;
use super::layers::{self, Effort};
use super::scene::{Exposure, Flurry};
use super::{
    Ability, AttackResult, AttackScene, Damage, DamageType, Fighter, Sheet, Switches, Weapon, WeaponClass,
    engine,
};

const CLAUSE: Clause = "AB-BASE-10";

/// The scene of a crush: Strength dice of bashing damage, by hand. `AB-BASE-10`.
pub fn crush_scene(controller: Fighter, held: Fighter, switches: Arc<Switches>) -> AttackScene {
    let weapon = Weapon { name: "crush".into(), ..bare_hands(&controller.sheet) };
    let sight = Sight {
        distance_squared: 1,
        rings: 1,
        hidden: 0,
        took_cover: false,
        across_obstacle: false,
        aware: true,
    };
    AttackScene {
        attacker: controller,
        defender: held,
        weapon: Arc::new(weapon),
        called_vital: false,
        replacement: false,
        flurry: Flurry::default(),
        sight,
        exposure: Exposure::default(),
        barriers: Vec::new(),
        crushing: true,
        aimed_into: None,
        thing: None,
        impaired: false,
        burst: None,
        shield: None,
        switches,
    }
}

/// Hands and feet of a unit: Strength dice of bashing damage, as in a crush. `AB-BASE-10`.
pub fn bare_hands(sheet: &Sheet) -> Weapon {
    let damage = Damage { dice: u32::from(sheet.strength), kind: DamageType::Bashing, adds: 0 };
    Weapon { name: "bare hands".into(), ..Weapon::plain(WeaponClass::Melee, Ability::Brawl, damage) }
}

/// The controller of a grapple crushes the one it holds: opposed Strength + Brawl, one action. `AB-BASE-10`.
///
/// # Errors
/// As the table.
pub fn crush(table: &mut impl Table, scene: &AttackScene) -> Step<AttackResult> {
    let margin = opposed(table, &scene.attacker, &scene.defender, Ability::Brawl, &scene.switches)?;
    AttackPlan::new(scene).opposed(table, margin)
}

/// As `crush`, with nothing told but what odds ask for.
///
/// # Errors
/// As the table.
pub fn crush_outline(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<Outline> {
    let AttackScene { attacker, defender, switches, .. } = plan.scene;
    let margin = opposed(table, attacker, defender, Ability::Brawl, switches)?;
    plan.outline_of(table, margin)
}

/// The one who is held tries to break free or to take control: opposed Strength + Might, one action. `AB-BASE-10`.
///
/// # Errors
/// As the table.
pub fn struggle(
    table: &mut impl Table,
    held: &Fighter,
    controller: &Fighter,
    switches: &Switches,
) -> Step<bool> {
    Ok(opposed(table, held, controller, Ability::Might, switches)? >= 1)
}

/// Metres that the controller drags the other one in a walk. `AB-BASE-10`, `AB-BASE-13`.
pub fn drag_m(controller: &Sheet) -> u32 {
    engine::walk_m(controller) / 2
}

/// What a pool of strength is made of. `AB-BASE-10`, `AB-TRACK-06`, `AB-ARMOR-10`.
pub fn parts(unit: &Fighter, ability: Ability) -> Modifiers {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.strength), "Strength", CLAUSE);
    parts.add(i32::from(sheet.ability(ability)), ability.name(), CLAUSE);
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    layers::add_dice(&mut parts, sheet, condition, Effort::Physical);
    parts
}

/// The margin of who acts over who resists; the helpless resist with nothing. `AB-BASE-03`, `AB-DAZE-04`.
fn opposed(
    table: &mut impl Table,
    acts: &Fighter,
    resists: &Fighter,
    ability: Ability,
    switches: &Switches,
) -> Step<i32> {
    let rolling = |unit: &Fighter, why, parts| Rolling {
        who: unit.id,
        why,
        clause: CLAUSE,
        parts,
        mega: unit.sheet.mega_strength,
    };
    let own = parts(acts, ability);
    let ((), successes) = rolling(acts, "strength", &own).roll(table, (), switches)?;
    let difficulty = if acts.is_dazed() { DAZED.unsigned_abs() } else { 0 };
    let net = base::net(successes, difficulty);
    if resists.is_helpless() {
        return Ok(base::margin(net, 0));
    }
    let other = parts(resists, ability);
    let (net, resistance) = rolling(resists, "resistance", &other).roll(table, net, switches)?;
    Ok(base::margin(net, resistance))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::fixtures::{blade, change, duel, fighter, hits, play, rolled, scripted, source};
    use super::super::track::Marks;
    use super::super::{Category, Soak};
    use super::*;
    use crate::Contact;
    use dice::{Policy, enumerate, enumerate_unmerged};

    fn strong(id: u32, strength: u8) -> Fighter {
        fighter(id, |sheet| {
            sheet.strength = strength;
            sheet.abilities.extend([(Ability::Brawl, 1), (Ability::Might, 2)]);
        })
    }

    #[test]
    fn ab_base_10_seizing() {
        let grab = Weapon { skill: Ability::Brawl, grapple: true, ..blade("0B") };
        let scene = duel(grab);
        let (result, traces) = play(&scene, &[hits(1, 6)], &[]);
        assert_eq!((result.contact, result.seized, result.levels), (Contact::Hit, true, 0));
        assert_eq!(rolled(&traces), [("attack", 6)]);
        assert!(!play(&scene, &[hits(0, 6)], &[]).0.seized);
    }

    #[test]
    fn ab_base_10_crush() {
        let mut held = strong(2, 2);
        change(&mut held, |sheet| sheet.stamina = 0);
        let scene = crush_scene(strong(1, 4), held, Arc::default());
        let rolls = [hits(3, 5), hits(1, 3), hits(1, 5)];
        let (result, traces) = scripted(&rolls, &[], |table| crush(table, &scene));
        assert_eq!(rolled(&traces), [("strength", 5), ("resistance", 3), ("damage", 5)]);
        assert_eq!((result.margin, result.raw, result.condition.marks.bashing), (2, 5, 1));
        let (result, _) = scripted(&[hits(1, 5), hits(1, 3)], &[], |table| crush(table, &scene));
        assert_eq!(result.contact, Contact::Miss);
    }

    #[test]
    fn ab_base_10_breaking_free() {
        let (held, controller) = (strong(2, 2), strong(1, 4));
        let free = |own, other| {
            let rule = |table: &mut dice::Scripted| struggle(table, &held, &controller, &Switches::default());
            scripted(&[hits(own, 4), hits(other, 6)], &[], rule).0
        };
        assert_eq!((free(2, 1), free(2, 2)), (true, false));
    }

    #[test]
    fn ab_base_10_the_helpless_do_not_resist() {
        let mut held = strong(2, 2);
        held.condition.marks = Marks { stun: 7, ..Marks::default() };
        let scene = crush_scene(strong(1, 4), held, Arc::default());
        let (_, traces) = scripted(&[hits(1, 5), hits(0, 2)], &[], |table| crush(table, &scene));
        assert_eq!(rolled(&traces), [("strength", 5), ("damage", 2)], "4 dice against 2 of soak");
    }

    /// What meets lethal damage of somebody who soaks 3 by nature.
    fn soaked(armored: u32, power: u32, crushing: bool) -> u32 {
        let mut scene = duel(blade("6L"));
        change(&mut scene.defender, |sheet| {
            (sheet.soak_enhancement, sheet.psi) = (Soak::new(0, 3, 0), true);
            sheet.sources = vec![
                source(Category::Armored, Soak::new(0, armored, 0)),
                source(Category::Power, Soak::new(0, power, 0)),
            ];
        });
        scene.crushing = crushing;
        super::super::attack_pool::soak_plan(&scene).total
    }

    #[rstest]
    #[case::ab_grap_01_armour_and_powers_are_halved(8, 4, 3 + 4 + 2)]
    #[case::ab_grap_02_armour_rounded_down(9, 0, 3 + 4)]
    #[case::ab_grap_02_powers_rounded_down(0, 5, 3 + 2)]
    #[case::ab_grap_03_natural_soak_stays(0, 0, 3)]
    fn soak_in_a_grapple(#[case] armored: u32, #[case] power: u32, #[case] soak: u32) {
        assert_eq!(soaked(armored, power, true), soak);
    }

    #[test]
    fn ab_grap_04_only_for_the_one_in_control() {
        assert_eq!(soaked(8, 0, false), 3 + 8);
        let scene = crush_scene(strong(1, 4), strong(2, 2), Arc::default());
        assert!(scene.crushing);
        assert!(!duel(blade("6L")).crushing, "the held one strikes back");
    }

    #[test]
    fn ab_base_10_dragging() {
        assert_eq!(drag_m(&strong(1, 2).sheet), 2);
    }

    #[test]
    fn merged_odds_of_a_crush() {
        for switch in ["off", "on"] {
            let mut switches = Switches::default();
            switches.set("ab.mega_dice", switch).expect("a switch");
            let mut held = strong(2, 2);
            change(&mut held, |sheet| sheet.mega_strength = 1);
            let scene = crush_scene(strong(1, 3), held, Arc::new(switches));
            let merged = enumerate(Policy::first(), |table| crush(table, &scene)).expect("odds");
            let unmerged = enumerate_unmerged(Policy::first(), |table| crush(table, &scene)).expect("odds");
            assert!(merged == unmerged, "mega dice {switch}");
        }
    }
}
