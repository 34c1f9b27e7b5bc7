use super::*;
use crate::attacks_and_damage::test_support::*;

fn resolve_fire(dv: &str, av: &str, body: u8, faces: &[u8]) -> (HazardResult, Vec<dice::Trace>) {
    let mut target = unit(2, |sheet| {
        sheet.armour = vec![armour_item("coat", av)];
        sheet.attributes.body = body;
        sheet.attributes.willpower = 3;
    });
    target.condition.frequency.penalty = -2;
    let fire = HazardDamage {
        name: "fire".to_owned(),
        damage: dv.parse().expect("a damage value"),
        nature: None,
        ap: 0,
    };
    scripted(&[faces.to_vec()], &[], |table| resolve_hazard(table, &fire, &target, &Switches::default()))
}

#[test]
fn ad_spec_01_damage_without_an_attack() {
    let (result, traces) = resolve_fire("5EL", "9/9/1", 3, &[5, 1, 1]);
    assert_eq!(result.taken, DamageTaken { light: 3, critical: 0 });
    assert_eq!((result.condition.light, result.down), (3, None));
    assert_eq!(roll_sizes(&traces), [("resistance", 3)]);
    assert_eq!(result.condition.frequency.penalty, -2);
}

#[test]
fn ad_spec_01_armour_may_stop_it() {
    let (result, traces) = resolve_fire("5EL", "0/0/5", 3, &[]);
    assert_eq!((result.taken, result.condition.light), (DamageTaken::default(), 0));
    assert_eq!(roll_sizes(&traces), []);
}

#[test]
fn ad_kd_06_hazards_do_not_knock_down() {
    let (result, traces) = resolve_fire("5EL", "0/0/0", 3, &[1, 1, 1]);
    assert_eq!(result.taken.total(), 5, "above the limit of 3");
    assert!(!note_clauses(&traces).contains(&"AD-KD-01"));
}

#[test]
fn ad_spec_03_a_point_per_metre() {
    let target = unit(2, |sheet| sheet.armour = vec![armour_item("coat", "2/0/0")]);
    let switches = Switches::default();
    let fall = fall_damage(600, &switches).expect("it hurts");
    assert_eq!(fall.damage.notation(), "6IC");
    let (result, _) =
        scripted(&[vec![5, 1, 1]], &[], |table| resolve_hazard(table, &fall, &target, &switches));
    assert_eq!(result.taken, DamageTaken { light: 1, critical: 2 });
}

#[test]
fn ad_spec_03_falls_are_a_switch() {
    assert_eq!(fall_damage(600, &switches_with("ad.fall_dv", "0")), None);
    assert_eq!(fall_damage(350, &switches_with("ad.fall_dv", "2")).map(|fall| fall.damage.number), Some(6));
    assert_eq!(fall_damage(99, &Switches::default()), None, "less than a metre");
}
