//! Tests of the slots of the action bar.

use super::*;
use model::UnitId;

fn choice(group: ChoiceGroup, action: ChoiceAction) -> ActionChoice {
    ActionChoice {
        group,
        label: "Choice".to_owned(),
        cost: "1 AP".to_owned(),
        action,
        refusal: None,
        description: String::new(),
        command: None,
        chosen: false,
        mark: None,
    }
}

fn attack(mode: usize) -> ActionChoice {
    let intent = Intent::Attack { weapon: mode, mode: None, option: None };
    choice(ChoiceGroup::Attacks, ChoiceAction::Aim(intent))
}

#[test]
fn a_slot_counts_the_open_choices_among_those_that_it_lists() {
    let refused = ActionChoice { refusal: Some(("no".to_owned(), "")), ..attack(2) };
    assert_eq!(open_choices_text(&[attack(0), attack(1)]), "2 choices");
    assert_eq!(open_choices_text(&[attack(0), attack(1), refused]), "2 of 3 choices");
}

#[test]
fn every_slot_has_its_place_whatever_the_unit_can_do() {
    let nothing = slot_choices(&[], false, (&[], None));
    let some = slot_choices(&[attack(0), attack(1)], true, (&[], None));
    let places = |slots: &[(ActionSlot, ActionChoice)]| -> Vec<_> {
        slots.iter().map(|(slot, choice)| (*slot, choice.command)).collect()
    };
    assert_eq!(places(&nothing), places(&some));
    assert_eq!(nothing.len(), 9);
    let refused = nothing.iter().filter(|(_, choice)| choice.refusal.is_some()).count();
    assert_eq!(refused, 8, "all but More say why");
}

#[test]
fn special_actions_of_the_books_go_into_their_slots() {
    let special = |key: &str| {
        let order = Order::SpecialAction { unit: UnitId(1), action: key.into(), target: None, weapon: None };
        ActionSlot::of_choice(&choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order)))
    };
    assert_eq!(special("cover"), Some(ActionSlot::TakeCover));
    assert_eq!(special("full_defence"), Some(ActionSlot::Defend));
    for treatment in ["first_aid", "heal", "heal_self", "treat", "treat_self", "revive"] {
        assert_eq!(special(treatment), Some(ActionSlot::Item), "{treatment}");
    }
    let on_another = |key: &'static str, refusal: Option<(String, &'static str)>| {
        let aim = choice(ChoiceGroup::SpecialActions, ChoiceAction::Aim(Intent::SpecialAction { key }));
        ActionSlot::of_choice(&ActionChoice { refusal, ..aim })
    };
    assert_eq!(on_another("heal", None), Some(ActionSlot::Item), "treatment of another unit");
    assert_eq!(
        on_another("heal", Some(("too far".to_owned(), "SS-HEAL-10"))),
        None,
        "there is no unit for it"
    );
    assert_eq!(
        on_another("heal", Some(("Needs 2 AP, Vex has 1.".to_owned(), "SS-ACT-17"))),
        Some(ActionSlot::Item),
        "there is a unit for it, and it says what is missing"
    );
    assert_eq!(on_another("grapple", None), None);
    assert_eq!(special("grapple"), None);
    assert_eq!(special("replace"), Some(ActionSlot::Attack), "in place of the attacks that are refused");
    let cover = ChoiceAction::GiveOrder(Order::TakeCover { unit: UnitId(1) });
    let slots = slot_choices(&[choice(ChoiceGroup::Stance, cover)], true, (&[], None));
    assert!(slots[2].1.cost.ends_with("useful"), "{:?}", slots[2]);
    assert_eq!(slots[2].1.mark, Some(ChoiceMark::Advised));
}

#[test]
fn an_announced_attack_that_can_be_replaced_is_named_on_the_button_and_first_in_the_list() {
    let order =
        Order::SpecialAction { unit: UnitId(1), action: "replace".to_owned(), target: None, weapon: None };
    let replace = choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order));
    let bolt = ActionChoice { label: "Force bolt".to_owned(), ..attack(0) };
    let (_, slot) = slot_choices(&[bolt.clone(), replace.clone()], false, (&[], None)).swap_remove(1);
    assert_eq!(slot.cost, "1 AP \u{b7} Force bolt, or replace");
    assert_eq!(slot.action, ChoiceAction::CycleAttacks(vec![replace, bolt.clone()]));
    let (_, slot) = slot_choices(&[bolt.clone(), attack(1)], false, (&[], None)).swap_remove(1);
    assert_eq!(slot.cost, "1 AP \u{b7} Force bolt", "nothing is to be replaced");
}

#[test]
fn a_grenade_in_hand_is_thrown_by_the_attack_button() {
    let throw = Intent::PlaceItem { weapon: 2, timer: None };
    let only = choice(ChoiceGroup::Timing, ChoiceAction::Aim(throw));
    let slots = slot_choices(std::slice::from_ref(&only), false, (&[], None));
    let attack = slots.iter().find(|(slot, _)| *slot == ActionSlot::Attack);
    assert_eq!(attack.and_then(|(_, choice)| choice.refusal.clone()), None);
    assert_eq!(next_attack(&[only]), Some(throw));
}

#[test]
fn the_key_for_defences_opens_a_list_even_of_one() {
    let action = "full_defence".to_owned();
    let order = Order::SpecialAction { unit: UnitId(1), action, target: None, weapon: None };
    let only = choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order));
    let slots = slot_choices(std::slice::from_ref(&only), true, (&[], None));
    let defend = slots.iter().find(|(slot, _)| *slot == ActionSlot::Defend);
    let (_, defend) = defend.expect("the slot is always there");
    assert_eq!(defend.action, ChoiceAction::OpenMenu(vec![only]));
    assert_eq!(defend.cost, "Choice \u{b7} 1 AP", "and the button names it with its price");
}

#[test]
fn what_ends_a_fire_or_a_grip_has_a_button_of_its_own() {
    let put_out = |target| {
        let action = "put_out".to_owned();
        let order = Order::SpecialAction { unit: UnitId(1), action, target, weapon: None };
        let fire = choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order));
        ActionChoice { label: "Put out fire".to_owned(), ..fire }
    };
    let free = Intent::SpecialAction { key: "break_free" };
    let free = choice(ChoiceGroup::SpecialActions, ChoiceAction::Aim(free));
    let relief = |all: &[ActionChoice]| {
        let slots = slot_choices(all, false, (&[], None));
        slots.into_iter().find(|(slot, _)| *slot == ActionSlot::Relief).map(|(_, choice)| choice)
    };
    assert_eq!(relief(&[attack(0)]), None, "nothing is to be ended");
    let own = relief(&[put_out(None)]).expect("it burns");
    assert_eq!((own.label.as_str(), own.mark), ("Put out fire", Some(ChoiceMark::Advised)));
    assert_eq!(own.action, put_out(None).action, "a click does it");
    assert_eq!(own.command, Some(InputAction::Action9));
    let refused = ActionChoice { refusal: Some(("no".to_owned(), POINTS_CLAUSE)), ..put_out(None) };
    assert_eq!(
        relief(&[refused]).map(|choice| choice.mark),
        Some(None),
        "what cannot be done is not advised"
    );
    let both = relief(&[put_out(None), free.clone()]).expect("it burns and is held");
    assert_eq!(both.action, ChoiceAction::OpenMenu(vec![put_out(None), free]));
    assert_eq!(slot_of_special_action("break_hold"), Some(ActionSlot::Relief), "the grip of Circumstances");
    let aim =
        choice(ChoiceGroup::SpecialActions, ChoiceAction::Aim(Intent::SpecialAction { key: PUT_OUT_KEY }));
    assert!(relief(std::slice::from_ref(&aim)).is_some(), "a friend beside it burns");
    let of_enemy = ActionChoice { mark: Some(ChoiceMark::AidsEnemy), ..aim };
    assert_eq!(relief(&[of_enemy]), None, "nothing proposes to help an enemy");
}

#[test]
fn a_slot_that_comes_and_goes_leaves_the_others_in_their_order() {
    let order =
        Order::SpecialAction { unit: UnitId(1), action: PUT_OUT_KEY.to_owned(), target: None, weapon: None };
    let fire = choice(ChoiceGroup::SpecialActions, ChoiceAction::GiveOrder(order));
    let slots = |all: &[ActionChoice]| -> Vec<ActionSlot> {
        slot_choices(all, false, (&[], None)).into_iter().map(|(slot, _)| slot).collect()
    };
    let (usual, burning) = (slots(&[attack(0)]), slots(&[attack(0), fire]));
    assert_eq!(burning[..8], usual[..8], "the numbers from 1 to 8");
    assert_eq!(burning[8..], [ActionSlot::Relief, ActionSlot::EndTurn]);
}

#[test]
fn an_empty_weapon_marks_the_slot_for_reloading() {
    let reload = |mark| {
        let order = Order::Reload { unit: UnitId(1), weapon: 0 };
        ActionChoice { mark, ..choice(ChoiceGroup::Gear, ChoiceAction::GiveOrder(order)) }
    };
    let slot = |all: &[ActionChoice]| {
        let slots = slot_choices(all, false, (&[], None));
        let found = slots.into_iter().find(|(slot, _)| *slot == ActionSlot::Reload);
        found.map(|(_, choice)| (choice.cost, choice.mark)).expect("the slot is always there")
    };
    let empty = Some(ChoiceMark::Advised);
    assert_eq!(slot(&[reload(None)]), ("1 AP".to_owned(), None));
    assert_eq!(slot(&[reload(empty)]), ("1 AP \u{b7} empty".to_owned(), empty));
    assert_eq!(slot(&[reload(None), reload(empty)]).1, empty, "one of two weapons");
    let advice = [ActionSlot::TakeCover, ActionSlot::Relief, ActionSlot::Reload].map(ActionSlot::advice);
    assert!(advice.iter().all(|text| !text.is_empty()));
}

#[test]
fn the_item_slot_never_stands_for_dropping() {
    let drop = ChoiceAction::GiveOrder(Order::Drop { unit: UnitId(1), weapon: 0 });
    let only = choice(ChoiceGroup::Gear, drop);
    let slots = slot_choices(std::slice::from_ref(&only), false, (&[], None));
    let item = slots.iter().find(|(slot, _)| *slot == ActionSlot::Item);
    let (_, item) = item.expect("the slot is always there");
    assert_eq!(item.action, ChoiceAction::OpenMenu(vec![only.clone()]), "a click opens the list");
    assert_eq!(item.cost, "only to drop");
    assert!(only_drops(item), "it is as dim as that says");
    let heal = choice(ChoiceGroup::Gear, ChoiceAction::OpenSearch);
    let both = ActionChoice { action: ChoiceAction::OpenMenu(vec![only, heal]), ..item.clone() };
    assert!(!only_drops(&both), "something can be used");
}

#[test]
fn attacks_are_cycled_without_the_refused_ones() {
    let mut attacks = vec![attack(0), attack(1), attack(2)];
    attacks[1].refusal = Some(("no".to_owned(), ""));
    let weapon = |intent| match intent {
        Some(Intent::Attack { weapon, .. }) => weapon,
        other => panic!("{other:?}"),
    };
    assert_eq!(weapon(next_attack(&attacks)), 0);
    attacks[0].chosen = true;
    assert_eq!(weapon(next_attack(&attacks)), 2);
    (attacks[0].chosen, attacks[2].chosen) = (false, true);
    assert_eq!(weapon(next_attack(&attacks)), 0);
    assert_eq!(next_attack(&[]), None);
}

#[test]
fn the_attack_button_names_what_it_aims() {
    let mut attacks = vec![attack(0), attack(1), attack(2)];
    for (number, choice) in attacks.iter_mut().enumerate() {
        choice.label = format!("Attack {number}");
    }
    attacks[1].cost = "2 AP: 1 for the fire mode, 1 to shoot \u{b7} 3 shots".to_owned();
    let aimed = |attacks: &[ActionChoice], ranked: &[WeaponChoice]| {
        let (_, slot) = slot_choices(attacks, false, (ranked, None)).swap_remove(1);
        let ChoiceAction::CycleAttacks(listed) = slot.action else { panic!("{:?}", slot.action) };
        (slot.cost, next_attack(&listed))
    };
    let intent = |weapon| Intent::Attack { weapon, mode: None, option: None };
    let best = [(1, None), (2, None), (0, None)];
    assert_eq!(aimed(&attacks, &[]), ("1 AP \u{b7} Attack 0".to_owned(), Some(intent(0))));
    let text = "2 AP \u{b7} Attack 1".to_owned();
    assert_eq!(aimed(&attacks, &best), (text, Some(intent(1))), "the button aims what it names");
    // What the player chose last stays chosen while it can be made.
    let (_, slot) = slot_choices(&attacks, false, (&best, Some((2, None)))).swap_remove(1);
    assert_eq!(slot.cost, "1 AP \u{b7} Attack 2", "the chosen weapon, not the best one");
    let ChoiceAction::CycleAttacks(listed) = slot.action else { panic!("{:?}", slot.action) };
    let kept = attack_to_aim(&listed, Some((2, None))).map(|choice| choice.action.clone());
    assert_eq!(kept, Some(ChoiceAction::Aim(intent(2))), "which the button aims too");
    let (_, slot) = slot_choices(&attacks, false, (&best, Some((7, None)))).swap_remove(1);
    assert_eq!(slot.cost, "2 AP \u{b7} Attack 1", "a weapon that is gone is no choice");
    // The best attack gives way to one that can be made.
    attacks[1].refusal = Some(("no".to_owned(), ""));
    let text = "1 AP \u{b7} Attack 2".to_owned();
    assert_eq!(aimed(&attacks, &best), (text, Some(intent(2))), "and why not another weapon");
    attacks[0].chosen = true;
    let text = "1 AP \u{b7} Attack 0".to_owned();
    assert_eq!(aimed(&attacks, &best), (text, Some(intent(2))), "pressed again, it goes on");
    // With nothing left to make, the button says why the best one is refused.
    for choice in &mut attacks {
        choice.chosen = false;
        choice.refusal = Some((choice.label.clone(), ""));
    }
    let refusal = slot_choices(&attacks, false, (&[(2, None)], None))[1].1.refusal.clone();
    assert_eq!(refusal, Some(("Attack 2".to_owned(), "")));
}

#[test]
fn a_weapon_is_thrown_only_on_purpose() {
    let throw = Intent::Attack { weapon: 0, mode: None, option: Some("throw") };
    let seize = Intent::Attack { weapon: 1, mode: None, option: Some("seize") };
    let option = |intent| choice(ChoiceGroup::Attacks, ChoiceAction::Aim(intent));
    let mut attacks = vec![attack(0), option(throw), attack(1), option(seize)];
    for at in [0, 2] {
        attacks[at].refusal = Some(("out of reach".to_owned(), ""));
    }
    let listed = rank_choices(&attacks, &[(0, None), (1, None)]);
    let places: Vec<_> = listed.iter().map(|one| attacks.iter().position(|other| other == one)).collect();
    assert_eq!(places, [3, 1, 0, 2].map(Some));
    let aimed = attack_to_aim(&listed, None).map(|choice| choice.action.clone());
    assert_eq!(aimed, Some(ChoiceAction::Aim(seize)));
    attacks[3].refusal = attacks[0].refusal.clone();
    let mut slots = slot_choices(&attacks, false, (&[(0, None)], None));
    let (_, slot) = slots.swap_remove(1);
    assert_eq!((slot.cost.as_str(), &slot.refusal), ("by throwing", &None));
    // What the button does counts, and not what it says.
    let reworded = ActionChoice { cost: "thrown".to_owned(), ..slot.clone() };
    let aims = ActionChoice { action: ChoiceAction::CycleAttacks(vec![attack(0)]), ..slot.clone() };
    let mut walking = [slot.clone(), reworded, aims].map(|choice| (ActionSlot::Attack, choice));
    name_walk(&mut walking, "Sledgehammer");
    let costs = walking.map(|(_, choice)| choice.cost);
    assert_eq!(costs[..2], ["Sledgehammer: walk up"; 2], "a click walks up and strikes");
    assert_eq!(costs[2], "by throwing", "it can be made from the square");
    let ChoiceAction::CycleAttacks(listed) = slot.action else { panic!("{:?}", slot.action) };
    assert!(attack_to_aim(&listed, None).is_none(), "the button opens the list and aims nothing");
    assert_eq!(next_attack(&listed), None, "nor does pressing it again");
}

#[test]
fn attacks_are_listed_by_worth_and_refused_ones_last() {
    let option = Intent::Attack { weapon: 0, mode: None, option: Some("vital") };
    let mut attacks = vec![attack(0), choice(ChoiceGroup::Attacks, ChoiceAction::Aim(option))];
    attacks.extend([attack(1), attack(2), attack(3)]);
    attacks[2].refusal = Some(("no".to_owned(), ""));
    let listed = rank_choices(&attacks, &[(3, None), (1, None), (0, None), (2, None)]);
    let places: Vec<_> = listed.iter().map(|one| attacks.iter().position(|other| other == one)).collect();
    assert_eq!(places, [4, 0, 3, 1, 2].map(Some));
}

#[test]
fn the_slot_for_aiming_is_there_where_the_book_aims_with_the_key_of_the_action() {
    let mut books = 0;
    for book in rules::Book::ALL.iter().copied() {
        let numbered = rules::play::numbered_actions(book);
        let Some(place) = numbered.iter().position(|key| *key == AIM_KEY) else { continue };
        assert_eq!(InputAction::for_special_action(place), Some(ActionSlot::Aim.command()), "{book:?}");
        books += 1;
    }
    assert!(books > 0);
    let aim = Order::SpecialAction { unit: UnitId(1), action: AIM_KEY.into(), target: None, weapon: None };
    let buy = Order::SpecialAction { unit: UnitId(1), action: "buy".into(), target: None, weapon: None };
    let action = ChoiceAction::GiveBoth(buy, aim);
    let bought = choice(ChoiceGroup::SpecialActions, action.clone());
    let slots = slot_choices(&[attack(0), bought], false, (&[], None));
    assert_eq!(slots.len(), 10);
    let (slot, aims) = &slots[2];
    assert_eq!((*slot, &aims.action), (ActionSlot::Aim, &action), "beside the attacks, in one click");
}

#[test]
fn a_prone_unit_that_can_crawl_stands_up_by_a_button_of_its_own() {
    for book in rules::Book::ALL.iter().copied() {
        let numbered = rules::play::numbered_actions(book).len();
        let is_free = (0..numbered)
            .all(|place| InputAction::for_special_action(place) != Some(ActionSlot::StandUp.command()));
        assert!(is_free, "{book:?} has an action of that key");
    }
    let stand = choice(ChoiceGroup::Movement, ChoiceAction::GiveOrder(Order::StandUp { unit: UnitId(1) }));
    let crawl = ActionChoice {
        cost: "3 m".to_owned(),
        ..choice(ChoiceGroup::Movement, ChoiceAction::Aim(Intent::Move))
    };
    let slots = slot_choices(&[crawl.clone(), stand.clone()], false, (&[], None));
    let first = |at: usize| (slots[at].0, slots[at].1.label.as_str(), slots[at].1.cost.as_str());
    assert_eq!(first(0), (ActionSlot::Move, "Move", "3 m"));
    assert_eq!(first(1), (ActionSlot::StandUp, "Stand up", "1 AP"));
    assert_eq!(slots[1].1.action, stand.action, "in one click");
    let slots = slot_choices(std::slice::from_ref(&stand), false, (&[], None));
    assert_eq!((slots[0].0, &slots[0].1.action), (ActionSlot::Move, &stand.action), "in place of moving");
    assert!(slots.iter().all(|(slot, _)| *slot != ActionSlot::StandUp), "but not twice");
    let slots = slot_choices(std::slice::from_ref(&crawl), false, (&[], None));
    assert!(slots.iter().all(|(slot, _)| *slot != ActionSlot::StandUp));
}

#[test]
fn a_walk_to_a_door_is_no_item() {
    let door = choice(ChoiceGroup::Surroundings, ChoiceAction::Aim(Intent::Door));
    assert_eq!(ActionSlot::of_choice(&door), Some(ActionSlot::Item), "one beside the unit is in reach");
    let walk = ActionChoice { mark: Some(ChoiceMark::GoesToDoor), ..door };
    assert_eq!(ActionSlot::of_choice(&walk), None, "it is among all actions");
}
