use super::*;
use crate::circumstances::attacks::legality::{AttackError, may_attack};
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{AttackMode, Skill, Weapon};

fn attempt() -> AttackContext {
    attack_context_with(Weapon::unarmed(), |context| {
        context.mode = AttackMode::Grapple;
        edit_sheet(&mut context.defender, |sheet| {
            sheet.characteristics.strength = 35;
            sheet.skills.insert(Skill::Dodge, 45);
        });
    })
}

fn grappled(context: &AttackContext, faces: &[u8], answers: &[&str]) -> GrappleResult {
    play_script(faces, answers, |table| resolve_grapple(table, context)).0
}

#[test]
fn cs_base_37_a_grapple_holds() {
    assert!(grappled(&attempt(), &[40], &[]).held);
    assert!(!grappled(&attempt(), &[41], &[]).held);
}

#[test]
fn cs_base_37_it_may_be_evaded() {
    let mut context = attempt();
    context.defender.reaction = true;
    let evaded = grappled(&context, &[40, 45], &["dodge"]);
    assert_eq!((evaded.held, evaded.evasion), (false, Some(EvasiveAction::Dodge)));
    let caught = grappled(&context, &[40, 41], &["parry"]);
    assert_eq!((caught.held, caught.evasion), (true, Some(EvasiveAction::Parry)));
}

#[test]
fn cs_base_37_breaking_free() {
    let held = attempt().defender;
    let free = |roll| {
        play_script(&[roll], &[], |table| roll_break_hold(table, &held, &Switches::default())).0.passed
    };
    assert!(free(35) && !free(36));
}

#[test]
fn cs_base_37_the_switch() {
    let mut context = attempt();
    assert_eq!(may_attack(&context.attempt(), context.loaded), Ok(()));
    with_switch(&mut context, "cs.grapple", "off");
    assert_eq!(may_attack(&context.attempt(), context.loaded), Err(AttackError::NoGrapples));
}

#[test]
fn cs_prn_02_twenty_in_total() {
    let mut context = attempt();
    context.defender.prone = true;
    assert!(grappled(&context, &[60], &[]).held && !grappled(&context, &[61], &[]).held);
}
