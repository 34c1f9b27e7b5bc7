//! Tests of displayed statistics.

use super::*;
use crate::attacks_and_damage::test_support::{armour_item, axe, sword, touch};
use crate::attacks_and_damage::{Attribute, Skill};
use crate::turn_engine::Action;
use crate::{ActionRequest, DerivedStat, DownState, Gauge, GaugeShape, Stat, TrackBox};

fn values(figures: &[DerivedStat]) -> Vec<(&str, &str)> {
    figures.iter().map(|figure| (figure.name.as_ref(), figure.value.as_str())).collect()
}

fn guard() -> UnitSnapshot {
    let mut unit = unit(
        1,
        |sheet| {
            sheet.attributes.willpower = 5;
            sheet.skills.insert(Skill::Blades, 4);
            sheet.skills.insert(Skill::Parry, 2);
            sheet.armour = vec![armour_item("mail", "4/3/1")];
            sheet.shield = Some(shield());
        },
        &[crate::attacks_and_damage::Weapon { ap: -2, ..sword("6C") }],
    );
    let frequency = DefenceFrequency { penalty: -1, tests: 1 };
    unit.condition = HealthState::AttacksAndDamage(Boxes { light: 4, critical: 0, overflow: 0, frequency });
    unit
}

#[test]
fn figures_are_the_unit_as_it_is_now() {
    let unit = guard();
    let figures = AttacksAndDamageRulebook::derived_stats(&unit, &defaults());
    assert_eq!(
        values(&figures),
        [
            ("Initiative", "6 + 1d6"),
            ("Defence, melee and thrown", "3 dice, Parry + Reaction"),
            ("Defence, projectiles", "4 dice, Agility + Edge"),
            ("Armour, Impact", "5"),
            ("Armour, Piercing", "5"),
            ("Armour, Energy", "1"),
            ("Resistance", "3 dice"),
            ("Knockdown limit", "5"),
            ("Wounds", "-1 die"),
            ("Price of a defence", "no AP"),
            ("Previous defences", "-1 die"),
        ]
    );
    assert_eq!(figures[7].parts.0[0].reason, Attribute::Willpower.name());
    for figure in &figures[3..8] {
        assert_eq!(figure.parts.sum().to_string(), figure.value.trim_end_matches(" dice"), "{figure:?}");
    }
    assert_eq!(AttacksAndDamageRulebook::soak(&unit.sheet, &unit.condition, &defaults()), 5);
}

#[test]
fn ad_arm_07_a_shield_without_a_hand_says_so() {
    let mut unit = guard();
    let mut both_hands = axe("6C");
    both_hands.hands = 2;
    unit.held = vec![held(0, &both_hands)].into();
    let figures = AttacksAndDamageRulebook::derived_stats(&unit, &defaults());
    assert_eq!((figures[3].value.as_str(), figures[3].hint.is_empty()), ("4", false));
}

#[test]
fn weapons_in_these_hands() {
    let unit = guard();
    let shown = AttacksAndDamageRulebook::derived_weapon_stats(&unit, &unit.held[0], &defaults());
    assert_eq!(
        values(&shown),
        [
            ("Weapon test", "6 dice"),
            ("Damage value", "6 Critical (Piercing)"),
            ("Armour penetration", "-2"),
            ("Class", "melee"),
        ]
    );
    assert_eq!(shown[0].parts.0.len(), 3, "skill, attribute, wounds");
    assert_eq!(
        AttacksAndDamageRulebook::weapon_summary(&unit, &unit.held[0].weapon, &defaults()),
        "6 dice · 6 Critical (Piercing) · armour -2"
    );
    let contact = held(1, &touch());
    assert_eq!(
        AttacksAndDamageRulebook::weapon_summary(&unit, &contact.weapon, &defaults()),
        "2 dice · contact"
    );
    assert_eq!(
        values(&AttacksAndDamageRulebook::derived_weapon_stats(&unit, &contact, &defaults()))[1],
        ("Damage value", "contact")
    );
}

#[test]
fn ad_base_19_pledges_count_attacks() {
    let mut unit = guard();
    assert_eq!(AttacksAndDamageRulebook::turn_reserves(&unit, &defaults()), ["Free Action", "1 attack"]);
    assert_eq!(
        AttacksAndDamageRulebook::turn_reserves(&unit, &rules_with("ad.attacks_per_phase", "3"))[1],
        "3 attacks"
    );
    for action in [Action::DropObject, Action::MeleeAttack] {
        unit.budget =
            AttacksAndDamageRulebook::pay_action(&unit, ActionRequest::for_action(action), &defaults())
                .expect("paid")
                .budget;
    }
    assert_eq!(
        AttacksAndDamageRulebook::turn_reserves(&unit, &defaults()),
        ["Free Action used", "no attacks left"]
    );
}

#[test]
fn gauges_and_sheet_are_the_books() {
    let unit = guard();
    let labels: Vec<_> = AttacksAndDamageRulebook::gauges(&unit.sheet, &unit.condition, &defaults())
        .into_iter()
        .map(|gauge| gauge.label)
        .collect();
    assert_eq!(labels, ["Light", "Critical", "Defence"]);
    assert!(
        AttacksAndDamageRulebook::sheet_stats(&unit.sheet)
            .iter()
            .any(|stat| stat.name == "Willpower" && stat.value == "5")
    );
    assert!(
        AttacksAndDamageRulebook::weapon_stats(&unit.held[0].weapon)
            .iter()
            .any(|stat| stat.value == "6 Critical (Piercing)")
    );
    assert_eq!(
        (
            AttacksAndDamageRulebook::starting_karma(&unit.sheet),
            AttacksAndDamageRulebook::has_hands(&unit.sheet)
        ),
        (0, true)
    );
}

#[test]
fn ad_base_14_the_dying_are_out_and_do_not_bleed() {
    let mut unit = guard();
    unit.condition = HealthState::AttacksAndDamage(Boxes { critical: 10, ..boxes(&unit) });
    assert_eq!(
        AttacksAndDamageRulebook::down_state(&unit.sheet, &unit.condition, &defaults()),
        Some(DownState::Unconscious)
    );
    assert!(!AttacksAndDamageRulebook::is_dying(&unit.condition));
    assert_eq!(
        AttacksAndDamageRulebook::starting_health(&unit.sheet, &defaults()),
        HealthState::AttacksAndDamage(Boxes::default())
    );
}

/// Gauges of a unit with these marked boxes.
fn gauges_of(health: Boxes, change: impl FnOnce(&mut Values)) -> Vec<Gauge> {
    let sheet = Sheet::AttacksAndDamage(crate::attacks_and_damage::test_support::unit(1, change).sheet);
    AttacksAndDamageRulebook::gauges(&sheet, &HealthState::AttacksAndDamage(health), &defaults())
}

#[test]
fn ad_res_15_boxes_of_both_tracks() {
    let frequency = DefenceFrequency { penalty: -2, tests: 2 };
    let health = Boxes { light: 4, critical: 7, overflow: 1, frequency };
    let gauges = gauges_of(health, |sheet| sheet.attributes.willpower = 5);
    let labels: Vec<_> = gauges.iter().map(|gauge| gauge.label.as_ref()).collect();
    assert_eq!(labels, ["Light", "Critical", "Overflow", "Defence"]);
    let marked = |gauge: &Gauge| match &gauge.shape {
        GaugeShape::Boxes(boxes) => {
            (boxes.iter().filter(|mark| **mark != TrackBox::Free).count(), boxes.len())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!((marked(&gauges[0]), gauges[0].note.as_str()), ((4, 11), "-1 to tests"));
    assert_eq!((marked(&gauges[1]), gauges[1].note.as_str()), ((7, 10), "-2 to tests"));
    assert_eq!(gauges[2].shape, GaugeShape::Rising { now: 1, max: 3, falls_beyond: false });
    assert_eq!(gauges[3].shape, GaugeShape::Words(vec!["-2 to defence tests".to_owned()]));
}

#[test]
fn a_whole_unit_shows_two_empty_tracks() {
    let gauges = gauges_of(Boxes::default(), |_| {});
    assert!(gauges.iter().all(|gauge| gauge.note.is_empty()));
    assert_eq!(gauges.len(), 2);
}

#[test]
fn a_full_track_says_what_it_does() {
    let note = |light, critical, overflow| {
        let gauges = gauges_of(Boxes { light, critical, overflow, ..Boxes::default() }, |_| {});
        (gauges[0].note.clone(), gauges[1].note.clone())
    };
    assert_eq!(note(10, 0, 0), ("unconscious, -3 to tests".into(), String::new()));
    assert_eq!(note(0, 10, 0), (String::new(), "dying, -3 to tests".into()));
    assert_eq!(note(0, 10, 4).1, "dead, -3 to tests");
}

fn stat_value(stats: &[Stat], name: &str) -> String {
    stats.iter().find(|stat| stat.name == name).map_or_else(String::new, |stat| stat.value.clone())
}

#[test]
fn stats_are_the_numbers_of_the_sheet() {
    let unit = unit(
        1,
        |sheet| {
            sheet.attributes.willpower = 5;
            sheet.skills.insert(Skill::Parry, 2);
            sheet.armour = vec![armour_item("mail", "4/3/1")];
        },
        &[crate::attacks_and_damage::Weapon { ap: -2, ..sword("6C") }],
    );
    let stats = AttacksAndDamageRulebook::sheet_stats(&unit.sheet);
    for (name, value) in [
        ("Willpower", "5"),
        ("Parry", "2"),
        ("Damage resistance", "3"),
        ("Knockdown limit", "5"),
        ("mail", "4/3/1"),
    ] {
        assert_eq!(stat_value(&stats, name), value, "{name}");
    }
    let weapon_stats = AttacksAndDamageRulebook::weapon_stats(&unit.held[0].weapon);
    for (name, value) in [
        ("Skill", "Blades"),
        ("Class", "melee"),
        ("Damage", "6 Critical (Piercing)"),
        ("Armour piercing", "-2"),
    ] {
        assert_eq!(stat_value(&weapon_stats, name), value, "{name}");
    }
}
