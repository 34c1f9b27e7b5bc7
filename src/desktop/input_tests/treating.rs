//! Clicks on allies that the acting unit can treat.

use super::TestDesk;
use crate::session::{Intent, Session};
use battle::{Order, is_offered_on, journal};
use content::CampaignUnit;
use model::{Cell, UnitId};
use rules::combat_checks::Injury;
use rules::{Book, HealthState};

/// The ally that may be hurt, and the unit that can treat it.
const ALLY: UnitId = UnitId(1);
const MEDIC: UnitId = UnitId(2);
/// A square beside the medic, and one that is not.
const BESIDE: Cell = Cell::new(5, 7);
const FAR: Cell = Cell::new(4, 10);

/// Opens a battle with an ally on a square, with a Critical Injury or without, in the turn of the medic.
fn open_in_turn_of_medic(at: Cell, is_hurt: bool) -> TestDesk {
    open_with_hurt(at, is_hurt.then_some(ALLY))
}

/// Opens a battle with an ally on a square, in the turn of the medic; one of them may have a Critical Injury.
fn open_with_hurt(at: Cell, hurt: Option<UnitId>) -> TestDesk {
    let health = |unit: UnitId| {
        let fresh = TestDesk::open(Book::CombatChecks)
            .read(|view| view.unit(unit).expect("it is there").health.condition().clone());
        let HealthState::CombatChecks(mut health) = fresh else { panic!("another book") };
        if hurt == Some(unit) {
            health.injuries.push(Injury::new(0, 0, (false, false)));
        }
        Some(CampaignUnit::new(HealthState::CombatChecks(health), 0))
    };
    let [ally, medic] = [ALLY, MEDIC].map(health);
    let mut desk = TestDesk::open_changed(Book::CombatChecks, |bundle| {
        bundle.skirmish.units[0].cell = at;
        bundle.skirmish.units[0].campaign_unit = ally;
        bundle.skirmish.units[1].campaign_unit = medic;
    });
    for _ in 0..60 {
        let answer = desk.read(|view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()));
        let order = match answer {
            Some(answer) => Order::Decide { answer },
            None if desk.acting() == MEDIC => break,
            None => Order::EndPhase { unit: desk.acting() },
        };
        journal::submit_order(desk.app.world_mut(), order).expect("an answer, or the end of a turn");
    }
    assert_eq!(desk.acting(), MEDIC);
    desk.app.world_mut().resource_mut::<Session>().selected = Some(MEDIC);
    desk.frame();
    let cells = desk.read(|view| [MEDIC, ALLY].map(|id| view.unit(id).expect("it is there").cell()));
    assert_eq!((cells[1], cells[0].chebyshev_distance(at) == 1), (at, at == BESIDE));
    desk
}

fn treatments(desk: &TestDesk) -> usize {
    let is_treatment = |order: &Order| {
        let Order::SpecialAction { unit, action, target, .. } = order else { return false };
        (*unit, action.as_str(), *target) == (MEDIC, "treat", Some(ALLY))
    };
    desk.orders().iter().filter(|order| is_treatment(order)).count()
}

#[test]
fn a_click_on_a_hurt_ally_offers_its_treatment_and_a_second_one_orders_it() {
    let mut desk = open_in_turn_of_medic(BESIDE, true);
    desk.click(BESIDE);
    let offer = desk.session().warned.clone().expect("an offer").text;
    assert_eq!(offer, "Treat an injury: Vex (action). Click once more to do it.");
    assert_eq!((desk.session().selected, treatments(&desk)), (Some(MEDIC), 0));
    desk.click(BESIDE);
    assert_eq!(treatments(&desk), 1);
    assert_eq!(desk.session().warned, None);
}

#[test]
fn an_offer_of_a_treatment_ends_with_esc_and_with_a_click_elsewhere() {
    let mut desk = open_in_turn_of_medic(BESIDE, true);
    desk.click(BESIDE);
    desk.key("Esc");
    assert_eq!((desk.session().warned.clone(), desk.session().paused), (None, false));
    desk.click(BESIDE);
    desk.click(Cell::new(0, 0));
    desk.click(BESIDE);
    assert_eq!(treatments(&desk), 0, "the two clicks did not follow each other");
    assert_eq!(desk.session().intent, Intent::Move);
}

#[test]
fn a_click_on_an_ally_that_needs_nothing_or_is_out_of_reach_selects_it() {
    for (at, is_hurt) in [(BESIDE, false), (FAR, true)] {
        let mut desk = open_in_turn_of_medic(at, is_hurt);
        desk.click(at);
        assert_eq!((desk.session().selected, desk.session().warned.clone()), (Some(ALLY), None), "{at:?}");
        assert_eq!(treatments(&desk), 0);
    }
}

#[test]
fn cc_heal_01_a_click_on_the_acting_unit_treats_its_own_injury() {
    let treat = Intent::SpecialAction { key: "treat" };
    let own =
        Order::SpecialAction { unit: MEDIC, action: "treat_self".to_owned(), target: None, weapon: None };
    let own_orders = |desk: &TestDesk| desk.orders().iter().filter(|order| **order == own).count();
    let mut desk = open_with_hurt(FAR, Some(MEDIC));
    let here = desk.read(|view| view.unit(MEDIC).expect("it is there").cell());
    desk.app.world_mut().resource_mut::<Session>().choose_intent(treat);
    desk.click(here);
    let offer = desk.session().warned.clone().expect("an offer").text;
    assert_eq!(offer, "Treat self: Minor Nick (action). Click once more to do it.");
    assert_eq!(own_orders(&desk), 0);
    desk.click(here);
    assert_eq!((own_orders(&desk), desk.session().intent), (1, Intent::Move));
    let mut sound = open_with_hurt(FAR, None);
    sound.app.world_mut().resource_mut::<Session>().choose_intent(treat);
    sound.click(here);
    let (why, _) = sound.session().notice.clone().expect("it says why not");
    assert!(why.contains("no Critical Injury to treat"), "{why}");
}

#[test]
fn treatments_are_offered_on_allies_and_other_actions_on_enemies_too() {
    let mut desk = open_in_turn_of_medic(BESIDE, true);
    desk.read(|view| {
        let [medic, ally] = [MEDIC, ALLY].map(|id| view.unit(id).expect("it is there"));
        let enemy = view.units().find(|other| other.side != medic.side).expect("there are enemies");
        assert!(is_offered_on(view, &medic, "treat", &ally));
        assert!(!is_offered_on(view, &medic, "treat", &enemy), "the rules allow it, but nothing proposes it");
        assert!(is_offered_on(view, &medic, "grapple", &enemy));
    });
}
