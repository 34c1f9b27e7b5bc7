//! Forced actions: the phases of Brainwashed, Confused, Panicked and Sealed units.

use breachline::battle::{BattleEvent, Order, OrderError};
use breachline::model::{Cell, UnitId};
use breachline::rules::circumstances::{CombatActionCost, Sheet, Spell, SpellKind};
use breachline::rules::status::{Ailment, Infliction};
use rstest::rstest;

use super::ailments::hexed;
use super::squares::at;
use super::{Recruits, Weapon, clause, grenade, rifle, setup, special_action, sword};
use crate::common::{Fight, Setup};

/// Unit 1 with a hexed blade, unit 2 beside it, and a friend of unit 2 on its other side.
pub(super) fn three(ailment: Ailment, change: impl Fn(&mut Sheet)) -> Setup {
    setup().add(0, (5, 5), &[hexed(&[ailment])]).with(1, (6, 5), change, &[sword(), rifle()]).add(
        1,
        (7, 5),
        &[sword()],
    )
}

/// The battle after the attack and the phase of unit 1; the rolls at the start of unit 2's phase have these faces.
pub(super) fn under(ailment: Ailment, faces: &[u8]) -> Fight {
    under_with(ailment, |_| {}, faces)
}

pub(super) fn under_with(ailment: Ailment, change: impl Fn(&mut Sheet), faces: &[u8]) -> Fight {
    let mut fight = three(ailment, change).start_battle(&[6, 5, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(faces);
    fight.end();
    assert_eq!(fight.dice_left(), 0);
    fight
}

pub(super) fn spell(kind: SpellKind, ailments: &[Ailment]) -> Spell {
    Spell {
        name: "Spell".to_owned(),
        kind,
        item: false,
        cost: CombatActionCost::Half,
        reach: 20,
        heals: if kind == SpellKind::Heal { 4 } else { 0 },
        inflicts: ailments.iter().map(|ailment| Infliction::without_test(*ailment)).collect(),
    }
}

pub(super) fn cast(unit: u32, target: u32) -> Order {
    Order::SpecialAction {
        unit: UnitId(unit),
        action: "spell_0".into(),
        target: Some(UnitId(target)),
        weapon: None,
    }
}

#[test]
fn cs_brwa_01_the_controller_is_asked() {
    let mut fight = under(Ailment::Brainwashed, &[]);
    let asked = fight.asked();
    assert_eq!(
        asked.first().map(String::as_str),
        Some("attack:3"),
        "the nearest of the controller's enemies"
    );
    assert!(
        asked.contains(&"nothing".to_owned()) && !asked.iter().any(|key| key.starts_with("heal")),
        "{asked:?}"
    );
    assert!(asked.contains(&"attack:2".to_owned()), "itself");
    fight.answer("attack:3");
    fight.blow(2, 3, &[90]);
}

#[test]
fn cs_brwa_04_one_attack_and_one_ap() {
    let mut fight = under(Ailment::Brainwashed, &[]);
    fight.answer("attack:3");
    assert_eq!(clause(fight.walk(2, &[(6, 6)]).expect_err("nothing else")), "CS-BRWA-04");
    fight.blow(2, 3, &[90]);
    assert_eq!(fight.points(2), 1);
}

#[test]
fn cs_brwa_06_a_brainwashed_unit_does_only_what_it_was_ordered() {
    let mut fight = under(Ailment::Brainwashed, &[]);
    fight.answer("attack:3");
    fight.blow(2, 3, &[90]);
    assert_eq!(clause(fight.submit_error(special_action(2, "hide", None))), "CS-BRWA-04");
    fight.end();
}

#[test]
fn cs_brwa_02_healing_is_offered_to_those_who_can() {
    let heals = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Heal, &[])];
    let fight = under_with(Ailment::Brainwashed, heals, &[]);
    assert!(fight.asked().contains(&"heal:3".to_owned()), "{:?}", fight.asked());
}

#[rstest]
#[case::cs_brwa_02_heal(SpellKind::Heal, "heal")]
#[case::cs_brwa_03_augment(SpellKind::Augment, "augment")]
fn commanded_aid(#[case] kind: SpellKind, #[case] key: &str) {
    let aids = |sheet: &mut Sheet| sheet.spells = vec![spell(kind, &[Ailment::Wet])];
    let mut fight = under_with(Ailment::Brainwashed, aids, &[]);
    let asked = fight.asked();
    for target in [1, 2, 3] {
        assert!(asked.contains(&format!("{key}:{target}")), "{target}, of either side: {asked:?}");
    }
    fight.answer(&format!("{key}:1"));
    fight.does(2, "duty");
    assert!(fight.has(1, Ailment::Wet), "the controller itself");
}

#[test]
fn cs_brwa_03_so_is_an_augment() {
    let augments = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Augment, &[Ailment::Enraged])];
    let mut fight = under_with(Ailment::Brainwashed, augments, &[]);
    fight.answer("augment:3");
    fight.does(2, "duty");
    assert!(fight.has(3, Ailment::Enraged));
}

#[test]
fn cs_brwa_05_nothing_is_nothing() {
    let mut fight = under(Ailment::Brainwashed, &[]);
    fight.answer("nothing");
    assert_eq!(clause(fight.attack(2, 3, 0, None).expect_err("nothing")), "CS-BRWA-06");
    fight.end();
}

#[test]
fn cs_brwa_07_no_dodging_the_controllers_side() {
    let mut fight =
        three(Ailment::Brainwashed, |_| {}).add(0, (6, 6), &[sword()]).start_battle(&[6, 1, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    fight.queue_dice(&[35]);
    fight.attack(4, 2, 0, None).expect("a blow");
    assert_eq!(fight.asked(), ["parry", "none"]);
}

#[rstest]
#[case::cs_brwa_10_defied(60, true)]
#[case::cs_brwa_11_obeyed(61, false)]
fn cs_brwa_08_a_suicidal_order(#[case] roll: u8, #[case] free: bool) {
    let mut fight = under(Ailment::Brainwashed, &[]);
    fight.queue_dice(&[roll]);
    fight.answer("attack:2");
    assert_eq!(fight.has(2, Ailment::Brainwashed), !free);
    if free {
        fight.walk(2, &[(6, 6)]).expect("its own phase");
    } else {
        fight.queue_dice(&[35, 5]);
        let events = fight.does(2, "duty");
        fight.take(events);
        assert_eq!(fight.wounds(2), 12 - (5 + 1 + 4 - 3));
    }
}

#[rstest]
#[case::bonded(true, "on", &[60])]
#[case::unbonded(false, "on", &[])]
#[case::off(true, "off", &[])]
fn cs_brwa_09_values(#[case] bond: bool, #[case] switch: &str, #[case] faces: &[u8]) {
    let mut fight = three(Ailment::Brainwashed, |_| {}).switch("cs.values", switch).start_battle(&[6, 5, 1]);
    let name = fight.unit(3, |unit| unit.identity.name().to_owned());
    let bonds = |sheet: &mut Sheet| {
        if bond {
            sheet.bonds.insert(name.clone());
        }
    };
    fight = three(Ailment::Brainwashed, bonds).switch("cs.values", switch).start_battle(&[6, 5, 1]);
    fight.hexes(1, 2);
    fight.end();
    fight.queue_dice(faces);
    fight.answer("attack:3");
    assert_eq!((fight.dice_left(), fight.has(2, Ailment::Brainwashed)), (0, faces.is_empty()));
}

#[test]
fn cs_conf_02_no_attack_on_enemies() {
    let mut fight = under(Ailment::Confused, &[40]);
    assert_eq!(
        clause(fight.attack(2, 1, 0, None).expect_err("it takes an enemy for a friend")),
        "CS-CONF-02"
    );
}

/// A Confused grenadier of side 1 at (6, 5), in its own phase; an enemy at (5, 5), a friend at (16, 5).
fn confused_grenadier(weapon: Weapon) -> Fight {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Confused])])
        .add(1, (6, 5), &[weapon])
        .add(1, (16, 5), &[sword()])
        .add(0, (18, 7), &[sword()])
        .start_battle(&[6, 5, 1, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(&[40]);
    fight.end();
    fight
}

#[rstest]
#[case::its_square(5, 5, false)]
#[case::a_square_beside_it(5, 7, false)]
#[case::out_of_the_blast(16, 5, true)]
#[case::in_the_blast_of_another(17, 6, false)]
fn cs_conf_02_no_grenade_at_squares_of_enemies(#[case] x: i32, #[case] y: i32, #[case] allowed: bool) {
    let mut fight = confused_grenadier(grenade());
    match fight.try_submit(at(2, x, y)) {
        Ok(_) => assert!(allowed),
        Err(why) => assert_eq!((clause(why), allowed), ("CS-CONF-02", false)),
    }
}

#[test]
fn cs_conf_02_no_grenade_at_a_friend_beside_enemies() {
    let mut wide = grenade();
    wide.blast = 3;
    let mut fight = confused_grenadier(wide);
    assert_eq!(clause(fight.attack(2, 3, 0, None).expect_err("an enemy 2.8 m away")), "CS-CONF-02");
}

#[test]
fn cs_conf_02_no_timed_grenade_either() {
    use breachline::rules::turn_engine::timed_items::DetonationTrigger;
    let timed = Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() };
    let mut fight = confused_grenadier(timed);
    let activate = |x, y| Order::Activate { unit: UnitId(2), weapon: 0, timer: None, to: Cell::new(x, y) };
    assert_eq!(clause(fight.submit_error(activate(5, 7))), "CS-CONF-02");
    fight.submit(activate(12, 5));
}

#[test]
fn cs_conf_03_who_keeps_its_head_acts() {
    let mut fight = under(Ailment::Confused, &[40]);
    fight.walk(2, &[(6, 6)]).expect("free to act");
    assert!(fight.has(2, Ailment::Confused));
}

#[test]
fn cs_conf_04_failing_attacks_the_nearest_friend() {
    let mut fight = under(Ailment::Confused, &[41]);
    assert_eq!(clause(fight.walk(2, &[(6, 6)]).expect_err("first it attacks the friend")), "CS-CONF-04");
    assert_eq!(clause(fight.submit_error(Order::EndPhase { unit: UnitId(2) })), "CS-CONF-04");
    fight.queue_dice(&[35, 5]);
    let events = fight.does(2, "duty");
    fight.take(events);
    assert_eq!(fight.wounds(3), 12 - (5 + 1 + 4 - 3));
    fight.walk(2, &[(6, 6)]).expect("then it is free");
}

#[rstest]
#[case::cs_conf_04_the_nearest([(7, 6, 4), (7, 5, 12)], [4, 5])]
#[case::cs_conf_04_at_equal_distance_the_weakest([(7, 4, 12), (7, 6, 11)], [12, 4])]
#[case::cs_conf_04_then_the_first([(7, 4, 12), (7, 6, 12)], [5, 12])]
fn the_friend_that_is_struck(#[case] friends: [(i32, i32, u16); 2], #[case] left: [i32; 2]) {
    let mut setup = setup().add(0, (5, 5), &[hexed(&[Ailment::Confused])]).add(1, (6, 5), &[sword()]);
    for (x, y, wounds) in friends {
        setup = setup.with(1, (x, y), |sheet| sheet.wounds = wounds, &[sword()]);
    }
    let mut fight = setup.start_battle(&[6, 5, 1, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(&[41]);
    fight.end();
    fight.queue_dice(&[35, 5]);
    let events = fight.does(2, "duty");
    fight.take(events);
    assert_eq!([3, 4].map(|unit| fight.wounds(unit)), left);
}

#[test]
fn cs_conf_04_moves_toward_a_friend_out_of_reach_and_attacks() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Confused])])
        .add(1, (6, 5), &[sword()])
        .add(1, (6, 10), &[sword()])
        .add(1, (9, 5), &[sword()])
        .start_battle(&[6, 5, 1, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(&[41]);
    fight.end();
    fight.does(2, "duty");
    fight.let_pass();
    assert_eq!(fight.cell(2), (8, 5), "toward the one at 3 m, not the one at 5");
    fight.queue_dice(&[35, 5]);
    let events = fight.does(2, "duty");
    fight.take(events);
    assert_eq!([3, 4].map(|unit| fight.wounds(unit)), [12, 5]);
}

#[test]
fn cs_conf_01_an_augment_goes_to_enemies() {
    let augments = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Augment, &[Ailment::Enraged])];
    let mut fight = under_with(Ailment::Confused, augments, &[40]);
    assert_eq!(clause(fight.submit_error(cast(2, 3))), "CS-CONF-01");
    fight.submit(cast(2, 1));
    assert!(fight.has(1, Ailment::Enraged));
}

#[rstest]
#[case::cs_pani_01_acts(40, None)]
#[case::cs_pani_02_shaken(69, Some("CS-PANI-02"))]
fn panic(#[case] roll: u8, #[case] spell_refused: Option<&str>) {
    let casts = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Attack, &[Ailment::Dazed])];
    let mut fight = under_with(Ailment::Panicked, casts, &[roll]);
    match spell_refused {
        Some(why) => assert_eq!(clause(fight.submit_error(cast(2, 1))), why),
        None => {
            fight.submit(cast(2, 1));
            assert!(fight.has(1, Ailment::Dazed));
        }
    }
    if spell_refused.is_some() {
        fight.blow(2, 1, &[90]);
    }
    fight.queue_dice(&[41]);
    fight.end();
    assert!(fight.has(2, Ailment::Panicked));
}

#[test]
fn cs_pani_05_the_first_test_does_not_cure() {
    let mut fight = under(Ailment::Panicked, &[40]);
    assert!(fight.has(2, Ailment::Panicked));
    fight.queue_dice(&[41]);
    fight.end();
    assert!(fight.has(2, Ailment::Panicked));
}

#[test]
fn cs_pani_03_panicked_units_run_straight_away() {
    let mut fight = Setup::with_size(60, 11)
        .with_book(breachline::rules::Book::Circumstances)
        .add(0, (5, 5), &[hexed(&[Ailment::Panicked])])
        .add(1, (6, 5), &[sword()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    fight.queue_dice(&[70]);
    fight.end();
    assert_eq!(clause(fight.attack(2, 1, 0, None).expect_err("it runs")), "CS-PANI-03");
    fight.does(2, "duty");
    fight.let_pass();
    assert_eq!(fight.cell(2), (30, 5), "a Run of 24 m straight away");
    fight.queue_dice(&[40]);
    fight.end();
    assert!(!fight.has(2, Ailment::Panicked), "`CS-PANI-04`");
}

#[test]
fn cs_ail_08_a_duty_that_cannot_be_done_lapses() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Panicked, Ailment::Immobilised])])
        .add(1, (6, 5), &[sword()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    fight.queue_dice(&[70]);
    fight.end();
    fight.blow(2, 1, &[90]);
}

#[test]
fn cs_ail_08_brainwashed_rules_the_enraged() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Brainwashed, Ailment::Enraged])])
        .add(1, (6, 5), &[sword()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    fight.end();
    fight.answer("nothing");
    fight.end();
}

#[test]
fn cs_seal_02_a_spell_is_wasted() {
    let casts = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Attack, &[Ailment::Dazed])];
    let mut fight = under_with(Ailment::Sealed, casts, &[]);
    fight.submit(cast(2, 1));
    assert_eq!((fight.points(2), fight.has(1, Ailment::Dazed)), (1, false));
}

#[test]
fn a_refusal_names_the_ailment() {
    let mut fight = under(Ailment::Enraged, &[]);
    let why = fight.submit_error(Order::EndPhase { unit: UnitId(2) });
    assert!(
        matches!(&why, OrderError::ForbiddenByBook { why, .. } if why.text.to_string().starts_with("Enraged")),
        "{why}"
    );
    let events = fight.submit(Order::Surrender { side: breachline::model::Side(0) });
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Ended(_))));
}
