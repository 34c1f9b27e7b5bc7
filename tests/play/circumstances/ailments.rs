//! Ailments in play: effects on tests and attacks, how they begin and end. Chapters AIL to WET.

mod burning;

use breachline::battle::{BattleEvent, Order, Pace, StatusKind};
use breachline::model::UnitId;
use breachline::rules::FireMode;
use breachline::rules::circumstances::Sheet;
use breachline::rules::status::{
    Ailment, AttackProperties, Element, Infliction, StatusDuration, StatusEnd, has,
};
use rstest::rstest;

use super::{Recruits, Weapon, clause, grenade, rifle, setup, sword};
use crate::common::{Fight, Setup};

/// A blade whose hits inflict ailments, without an element and without damage after Toughness.
pub(super) fn hexed(ailments: &[Ailment]) -> Weapon {
    let inflicts = ailments.iter().map(|ailment| Infliction::without_test(*ailment)).collect();
    let strike = AttackProperties { inflicts, ..AttackProperties::PLAIN };
    let mut blade = Weapon { strike, ..sword() };
    (blade.damage.bonus, blade.adds_strength) = (-9, false);
    blade
}

/// A weapon of this element that inflicts no ailments.
fn made_of(element: Element, weapon: Weapon) -> Weapon {
    Weapon { strike: AttackProperties { element: Some(element), ..AttackProperties::PLAIN }, ..weapon }
}

impl Fight {
    /// Whether a unit suffers from an ailment.
    pub(super) fn has(&mut self, unit: u32, ailment: Ailment) -> bool {
        self.unit(unit, |unit| has(unit.status.ailments(), ailment))
    }

    /// Unit 1 hits unit 2 with its hexed blade, and its phase ends.
    #[track_caller]
    pub(super) fn hex(&mut self) {
        self.hexes(1, 2);
        self.end();
    }

    /// An attack with a hexed blade that hits and does no damage.
    #[track_caller]
    pub(super) fn hexes(&mut self, unit: u32, target: u32) {
        let events = self.blow(unit, target, &[35, 1]);
        let hexed =
            |event: &BattleEvent| matches!(event, BattleEvent::Afflicted { unit, .. } if unit.0 == target);
        assert!(events.iter().any(hexed), "{events:?}");
    }

    fn lasts(&mut self, unit: u32, ailment: Ailment) -> StatusEnd {
        let found = self.unit(unit, |unit| {
            unit.status.ailments().iter().find(|one| one.ailment == ailment).map(|one| one.until)
        });
        found.expect("it suffers from it")
    }
}

/// A unit with a hexed blade beside a rifleman with a sword.
fn duel(ailments: &[Ailment]) -> Setup {
    setup().add(0, (5, 5), &[hexed(ailments)]).add(1, (6, 5), &[sword(), rifle()])
}

/// The duel after the first attack, in unit 2's phase or after unit 2 has lost it.
fn hexed_duel(ailments: &[Ailment]) -> Fight {
    let mut fight = duel(ailments).start_battle(&[6, 1]);
    fight.hex();
    fight
}

#[test]
fn cs_ail_01_the_default_duration() {
    let mut fight = duel(&[Ailment::Dazed]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    assert_eq!(fight.lasts(2, Ailment::Dazed), StatusEnd::Turns { left: 3, begun: false });
}

#[test]
fn cs_ail_02_a_stated_duration() {
    let mut blade = hexed(&[]);
    blade.strike.inflicts = vec![Infliction {
        span: Some(StatusDuration::Turns(3)),
        ..Infliction::without_test(Ailment::Stunned)
    }];
    let mut fight = setup().add(0, (5, 5), &[blade]).add(1, (6, 5), &[sword()]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    assert_eq!(fight.lasts(2, Ailment::Stunned), StatusEnd::Turns { left: 3, begun: false });
}

#[test]
fn cs_ail_03_stunned_loses_the_next_phase_and_is_free_at_its_end() {
    let mut fight = duel(&[Ailment::Stunned]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    let events = fight.end();
    let lost = events.iter().any(|event| matches!(event, BattleEvent::PhaseLost { unit, .. } if unit.0 == 2));
    assert!(lost && !fight.has(2, Ailment::Stunned));
}

#[test]
fn cs_ail_06_no_actions_no_reactions() {
    let mut fight = duel(&[Ailment::Stunned]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    fight.turn_of(1);
    fight.hexes(1, 2);
    // In the other unit's phase it neither acts nor evades.
    let order = Order::DropProne { unit: UnitId(2) };
    assert_eq!(clause(fight.submit_error(order)), "CS-STUN-01");
    assert_eq!(fight.aim(1, 2).0, 60, "and is easier to hit");
}

#[rstest]
#[case::a_reaction_is_offered(&[], true)]
#[case::stunned(&[Ailment::Stunned], false)]
#[case::frozen(&[Ailment::Frozen], false)]
#[case::shocked(&[Ailment::Shocked], false)]
#[case::unconscious(&[Ailment::Unconscious], false)]
fn cs_ail_06_no_dodge_and_no_parry(#[case] ailments: &[Ailment], #[case] offered: bool) {
    let mut fight = duel(ailments).add(0, (7, 5), &[sword()]).start_battle(&[6, 1, 5]);
    if ailments.is_empty() {
        fight.blow(1, 2, &[90]);
    } else {
        fight.hexes(1, 2);
    }
    fight.end();
    // 10 hits with any modifier of the ailment; besides, only the location and the damage are rolled.
    fight.queue_dice(&[10]);
    fight.queue_dice(if offered { &[] } else { &[1, 1] });
    fight.attack(3, 2, 0, None).expect("a blow");
    assert_eq!(!fight.asked().is_empty(), offered, "{:?}", fight.asked());
}

#[test]
fn cs_ail_06_frozen_units_still_test_at_the_end_of_their_phase() {
    let mut fight = duel(&[Ailment::Frozen]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(&[40]);
    let events = fight.end();
    assert!(events.iter().any(|event| matches!(event, BattleEvent::PhaseLost { unit, .. } if unit.0 == 2)));
    assert_eq!((fight.dice_left(), fight.has(2, Ailment::Frozen)), (0, false));
}

#[test]
fn cs_ail_06_a_lost_phase_still_ends_with_its_tests() {
    let mut fight = duel(&[Ailment::Stunned, Ailment::Panicked]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(&[40]);
    fight.end();
    assert!(!fight.has(2, Ailment::Panicked) && !fight.has(2, Ailment::Stunned));
    assert_eq!(fight.dice_left(), 0);
}

#[rstest]
#[case::cs_ail_07_clear("clear", &[Ailment::Unconscious])]
#[case::cs_ail_07_keep("keep", &[Ailment::Burning, Ailment::Dazed, Ailment::Unconscious])]
fn the_battle_is_over(#[case] switch: &str, #[case] left: &[Ailment]) {
    let ailments = [Ailment::Burning, Ailment::Dazed, Ailment::Unconscious];
    let mut fight = duel(&ailments).switch("cs.ailments_after", switch).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    fight.submit(Order::Surrender { side: breachline::model::Side(1) });
    let found: Vec<_> = fight.unit(2, |unit| unit.status.ailments().iter().map(|one| one.ailment).collect());
    assert_eq!(found, left);
}

#[test]
fn cs_blnd_02_blows_suffer_and_05_shots_miss() {
    let mut fight = hexed_duel(&[Ailment::Blinded]);
    let (number, clauses) = fight.aim(2, 1);
    assert!(number == 10 && clauses.contains(&"CS-BLND-02"), "{number} {clauses:?}");
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Blinded])])
        .add(1, (6, 5), &[rifle()])
        .add(0, (16, 5), &[sword()])
        .start_battle(&[6, 1, 2]);
    fight.hexes(1, 2);
    fight.end();
    while fight.acting() != Some(2) {
        fight.end();
    }
    fight.walk(2, &[(7, 5)]).expect("away from the blade");
    fight.let_pass();
    fight.queue_dice(&[1]);
    fight.attack(2, 3, 0, Some(FireMode::Single)).expect("the attack is allowed");
    assert_eq!((fight.wounds(3), fight.dice_left()), (12, 0), "rolled 1, and missed");
}

#[test]
fn cs_daze_01_half_actions_only_and_02_every_test_is_harder() {
    let mut fight = hexed_duel(&[Ailment::Dazed]);
    assert_eq!(fight.aim(2, 1), (30, vec!["CS-DAZE-02"]));
    let run: Vec<_> = (7..12).map(|x| (x, 5)).collect();
    assert_eq!(clause(fight.move_unit(2, &run, Pace::Run).expect_err("a Full Action")), "CS-DAZE-01");
    fight.walk(2, &[(6, 6)]).expect("a Half Action");
    fight.blow(2, 1, &[90]);
}

#[test]
fn cs_froz_02_strength_breaks_the_ice() {
    let mut fight = duel(&[Ailment::Frozen]).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    fight.queue_dice(&[41]);
    fight.end();
    assert!(fight.has(2, Ailment::Frozen), "`CS-FROZ-01`: its phase was lost");
    fight.turn_of(1);
    fight.queue_dice(&[40]);
    fight.end();
    assert!(!fight.has(2, Ailment::Frozen));
}

#[test]
fn cs_froz_04_blows_bite_twice_and_05_harm_frees() {
    let mut fight = duel(&[Ailment::Frozen]).add(0, (6, 6), &[sword()]).start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    // Two dice, 1 and SB 4, less TB 3.
    fight.blow(3, 2, &[35, 4, 3]);
    assert_eq!(fight.wounds(2), 12 - (4 + 3 + 1 + 4 - 3));
    assert!(!fight.has(2, Ailment::Frozen));
}

#[rstest]
#[case::cs_froz_05_a_wound(8, 11, false)]
#[case::cs_froz_05_stopped_by_armour(9, 12, true)]
fn harm_to_the_frozen(#[case] armour: u8, #[case] wounds: i32, #[case] frozen: bool) {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Frozen])])
        .with(1, (6, 5), |sheet| sheet.armour.body = armour, &[sword()])
        .add(0, (6, 6), &[sword()])
        .start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    // Two dice, 1 and SB 4: 12, less TB 3 and the armour of the body.
    fight.blow(3, 2, &[35, 4, 3]);
    assert_eq!((fight.wounds(2), fight.has(2, Ailment::Frozen)), (wounds, frozen));
}

#[test]
fn cs_immo_01_no_move_actions() {
    let mut fight = hexed_duel(&[Ailment::Immobilised]);
    assert_eq!(clause(fight.walk(2, &[(7, 5)]).expect_err("no step")), "CS-IMMO-01");
    fight.blow(2, 1, &[90]);
}

#[rstest]
#[case::cs_shck_02_shocked(41, true)]
#[case::cs_shck_02_clear(40, false)]
fn a_hit_on_a_shocked_unit(#[case] roll: u8, #[case] shocked: bool) {
    let mut fight = duel(&[Ailment::Shocked]).add(0, (6, 6), &[sword()]).start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    fight.blow(3, 2, &[90, roll]);
    assert_eq!(fight.has(3, Ailment::Shocked), shocked, "even if the attack misses");
}

#[test]
fn cs_shck_03_the_immune_are_not_shocked() {
    let immune = |sheet: &mut Sheet| sheet.immunities = vec![Element::Electricity];
    let mut fight = duel(&[Ailment::Shocked]).with(0, (6, 6), immune, &[sword()]).start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    fight.blow(3, 2, &[90]);
    assert!(!fight.has(3, Ailment::Shocked));
}

#[test]
fn cs_unco_02_easier_to_hit_03_special_damage_04_harm_wakes() {
    let mut fight = duel(&[Ailment::Unconscious]).add(0, (6, 6), &[sword()]).start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    assert_eq!(fight.aim(3, 2), (70, vec!["CS-UNCO-02"]));
    fight.blow(3, 2, &[70, 2, 3]);
    assert_eq!(fight.wounds(2), 12 - (2 + 3 + 1 + 4 - 3));
    assert!(!fight.has(2, Ailment::Unconscious));
}

#[test]
fn cs_unco_04_a_stated_time_outlasts_harm() {
    let mut blade = hexed(&[]);
    let span = Some(StatusDuration::Turns(5));
    blade.strike.inflicts = vec![Infliction { span, ..Infliction::without_test(Ailment::Unconscious) }];
    let mut fight = setup()
        .add(0, (5, 5), &[blade])
        .add(1, (6, 5), &[sword()])
        .add(0, (6, 6), &[sword()])
        .start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    fight.blow(3, 2, &[70, 1, 2]);
    assert!(fight.has(2, Ailment::Unconscious));
}

#[test]
fn cs_unco_05_a_friend_wakes_it() {
    let sleepers = |switch: &str| {
        let mut fight = duel(&[Ailment::Unconscious])
            .add(1, (7, 5), &[sword()])
            .switch("cs.wake", switch)
            .start_battle(&[6, 1, 4]);
        fight.hexes(1, 2);
        fight.end();
        fight
    };
    let wake = Order::SpecialAction {
        unit: UnitId(3),
        action: "wake".into(),
        target: Some(UnitId(2)),
        weapon: None,
    };
    let mut fight = sleepers("on");
    fight.submit(wake.clone());
    assert!(!fight.has(2, Ailment::Unconscious));
    assert_eq!(fight.points(3), 1);
    assert_eq!(clause(sleepers("off").submit_error(wake)), "CS-UNCO-05");
}

#[rstest]
#[case::off("off", 70)]
#[case::on("on", 80)]
fn cs_unco_06_falling_down(#[case] switch: &str, #[case] number: i32) {
    let mut fight =
        duel(&[Ailment::Unconscious]).switch("cs.unconscious_prone", switch).start_battle(&[6, 1]);
    fight.hexes(1, 2);
    assert_eq!(fight.is(2, StatusKind::Prone), switch == "on");
    assert_eq!(fight.aim(1, 2).0, number);
}

#[test]
fn cs_wet_01_electricity_bites_twice_and_02_dries() {
    let spark = made_of(Element::Electricity, Weapon { adds_strength: false, ..sword() });
    let mut fight = duel(&[Ailment::Wet]).add(0, (6, 6), &[spark]).start_battle(&[6, 1, 4]);
    fight.hexes(1, 2);
    fight.end();
    fight.blow(3, 2, &[35, 3, 8]);
    assert_eq!(fight.wounds(2), 12 - (3 + 8 + 1 - 3));
    assert!(!fight.has(2, Ailment::Wet));
    fight.turn_of(3);
    fight.blow(3, 2, &[35, 5]);
    assert_eq!(fight.wounds(2), 3 - (5 + 1 - 3), "dry, one die");
}

#[test]
fn cs_base_35_a_blast_brings_its_ailments_to_all_it_catches() {
    let flash = Weapon { strike: hexed(&[Ailment::Deafened]).strike, ..grenade() };
    let mut fight = setup()
        .add(0, (1, 5), &[flash])
        .add(1, (8, 5), &[sword()])
        .add(1, (9, 5), &[sword()])
        .add(1, (12, 5), &[sword()])
        .start_battle(&[6, 1, 1, 1]);
    // 40 hits the square; then location and damage for each of the two units in the area.
    fight.blow(1, 2, &[40, 50, 1, 50, 1]);
    assert_eq!([2, 3, 4].map(|unit| fight.has(unit, Ailment::Deafened)), [true, true, false]);
}

#[test]
fn cs_ruling_06_stun_and_stunned_are_one_ailment() {
    assert_eq!(ron::from_str::<Ailment>("stun"), Ok(Ailment::Stunned));
}

#[rstest]
#[case::dazed(Ailment::Dazed, 20)]
#[case::cs_ruling_13_pinned_keeps_reactions(Ailment::Pinned, 30)]
fn cs_ruling_13_reactions_stay(#[case] ailment: Ailment, #[case] dodge: u8) {
    // Dodge 30, less 10 for the Dazed; a hit rolls 8 on 1d10 + 3, less TB 3.
    for (faces, wounds) in [(&[dodge][..], 12), (&[dodge + 1, 8], 4)] {
        let mut fight = setup()
            .add(0, (1, 5), &[rifle()])
            .add(1, (14, 5), &[sword()])
            .ailing(&[ailment])
            .start_battle(&[6, 1]);
        fight.queue_dice(&[23]);
        fight.attack(1, 2, 0, Some(FireMode::Single)).expect("a shot");
        assert_eq!(fight.asked(), ["dodge", "none"]);
        fight.queue_dice(faces);
        fight.answer("dodge");
        assert_eq!((fight.wounds(2), fight.dice_left()), (wounds, 0), "{faces:?}");
    }
}
