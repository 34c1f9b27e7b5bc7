use super::super::fixtures::*;
use super::super::legality::{Unable, may_attack};
use super::super::{Ailment, Manner, Skill, Weapon};
use super::*;

fn attempt() -> AttackScene {
    scene_with(Weapon::unarmed(), |scene| {
        scene.manner = Manner::Grapple;
        edit(&mut scene.defender, |sheet| {
            sheet.characteristics.strength = 35;
            sheet.skills.insert(Skill::Dodge, 45);
        });
    })
}

fn grappled(scene: &AttackScene, faces: &[u8], answers: &[&str]) -> Grappled {
    scripted(faces, answers, |table| grapple(table, scene)).0
}

#[test]
fn cs_base_37_a_grapple_holds() {
    assert!(grappled(&attempt(), &[40], &[]).held);
    assert!(!grappled(&attempt(), &[41], &[]).held);
}

#[test]
fn cs_base_37_it_may_be_evaded() {
    let mut scene = attempt();
    scene.defender.reaction = true;
    let evaded = grappled(&scene, &[40, 45], &["dodge"]);
    assert_eq!((evaded.held, evaded.evasion), (false, Some(Way::Dodge)));
    let caught = grappled(&scene, &[40, 41], &["parry"]);
    assert_eq!((caught.held, caught.evasion), (true, Some(Way::Parry)));
}

#[test]
fn cs_base_37_breaking_free() {
    let held = attempt().defender;
    let free = |roll| scripted(&[roll], &[], |table| break_hold(table, &held, &Switches::default())).0.passed;
    assert!(free(35) && !free(36));
}

#[test]
fn cs_base_37_how_a_hold_ends() {
    let mut holder = attempt().attacker;
    assert!(lasts(&holder, 1));
    assert!(!lasts(&holder, 2), "no longer adjacent");
    holder.suffer(Ailment::Stunned);
    assert!(!lasts(&holder, 1), "a Stunned holder can make no actions");
    holder.ailments.clear();
    holder.condition.wounds = 0;
    assert!(!lasts(&holder, 1), "nor can one who is out of action");
}

#[test]
fn cs_base_37_the_switch() {
    let mut scene = attempt();
    assert_eq!(may_attack(&scene.attempt(), scene.loaded), Ok(()));
    with_switch(&mut scene, "cs.grapple", "off");
    assert_eq!(may_attack(&scene.attempt(), scene.loaded), Err(Unable::NoGrapples));
}

#[test]
fn cs_prn_02_twenty_in_total() {
    let mut scene = attempt();
    scene.defender.prone = true;
    assert!(grappled(&scene, &[60], &[]).held && !grappled(&scene, &[61], &[]).held);
}
