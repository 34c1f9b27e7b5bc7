//! Aims, the list of attacks and the keys that go through targets.

use super::{TestDesk, near_cell, step_towards_enemy};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::interaction::attack_approach::offer_both;
use crate::hovered_attack::HoveredAttack;
use crate::kept_weapon::{gives_way, kept_attack};
use crate::player_input::GiveOrder;
use crate::session::{ClickWarning, Intent, OpenMenu, Session};
use battle::journal;
use battle::{BattleView, Order, Target};
use model::Cell;
use rules::Book;

#[test]
fn a_click_on_an_enemy_aims_and_a_second_one_attacks_in_every_book() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, target, cell) = desk.go_to_attacker();
        assert_eq!(desk.session().intent, Intent::Move, "{book:?}");
        desk.click(cell);
        assert_eq!(desk.session().selected, Some(unit), "{book:?}: the own unit stays selected");
        assert!(matches!(desk.session().intent, Intent::Attack { .. }), "{book:?}: aimed");
        let before = desk.orders().len();
        desk.click(cell);
        let orders = desk.orders();
        assert!(orders.len() > before, "{book:?}: the attack was ordered");
        let attack = matches!(&orders[before], Order::Attack { unit: by, target: Target::Unit(on), .. } if (*by, *on) == (unit, target));
        assert!(attack, "{book:?}: {:?}", orders[before]);
    }
}

/// Hovers the target of the unit that acts after each of its attacks was its last one. Returns how often one was kept although
/// another one is listed first.
fn count_kept_attacks(desk: &mut TestDesk) -> usize {
    let mut kept_others = 0;
    let (unit, target, cell) = desk.go_to_attacker();
    // Orders that are given without the window leave what it has computed.
    desk.app.insert_resource(ForecastCache::default());
    let ranked = desk.read(|view| {
        let own = view.unit(unit).expect("it acts");
        ForecastCache::default().ranked_attacks(view, &own, target)
    });
    for last in ranked.iter().copied() {
        desk.app.world_mut().resource_mut::<Session>().last_attacks.insert(unit, last);
        desk.hover(cell);
        let kept = desk.read(|view| {
            let own = view.unit(unit).expect("it acts");
            kept_attack(view, &mut ForecastCache::default(), &own, (target, Some(last)))
        });
        let hovered = desk.app.world().resource::<HoveredAttack>();
        let shown = hovered.query().map(|query| (query.weapon, query.mode));
        assert_eq!(shown, Some(kept.unwrap_or(ranked[0])), "{last:?}");
        assert!(kept.is_none_or(|kept| kept == last), "{last:?}");
        let says_why = hovered.weapon_change().is_some();
        let (is_other, is_bare) = desk.read(|view| {
            let own = view.unit(unit).expect("it acts");
            let is_other = shown.filter(|(weapon, _)| *weapon != last.0);
            (is_other.is_some(), is_other.is_some_and(|(weapon, _)| gives_way(&own, last.0, weapon)))
        });
        assert_eq!(says_why, is_other && !is_bare, "{last:?}: a blow with the bare body was no choice");
        kept_others += usize::from(kept.is_some_and(|kept| kept != ranked[0]));
    }
    kept_others
}

#[test]
fn an_attack_that_was_chosen_for_other_targets_gives_way_where_it_is_clearly_worse() {
    let mut compared = 0;
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, target, cell) = desk.go_to_attacker();
        desk.app.insert_resource(ForecastCache::default());
        let (ranked, best_harms) = desk.read(|view| {
            let (own, mut odds) = (view.unit(unit).expect("it acts"), ForecastCache::default());
            let ranked = odds.ranked_attacks(view, &own, target);
            let (weapon, mode) = ranked[0];
            let query = AttackQuery::from_current_position(&own, Target::Unit(target), weapon, mode);
            let best_harms = odds.quick_odds(view, &query).is_some_and(|(odds, _)| !odds.is_harmless());
            (ranked, best_harms)
        });
        if !best_harms {
            continue; // what was chosen is kept
        }
        for chosen in ranked.iter().copied() {
            desk.app.world_mut().resource_mut::<Session>().preferred_attacks.insert(unit, chosen);
            desk.hover(cell);
            let kept = desk.read(|view| {
                let own = view.unit(unit).expect("it acts");
                kept_attack(view, &mut ForecastCache::default(), &own, (target, Some(chosen)))
            });
            let hovered = desk.app.world().resource::<HoveredAttack>();
            let shown = hovered.query().map(|query| (query.weapon, query.mode));
            assert_eq!(shown, Some(kept.unwrap_or(ranked[0])), "{book:?}: {chosen:?}");
            let says_why = hovered.weapon_change().is_some();
            assert_eq!(says_why, shown != Some(chosen), "{book:?}: {chosen:?}");
            let of_button = hovered.ranking().and_then(|ranking| ranking.kept);
            assert_eq!(of_button, kept, "{book:?}: the button aims it as well");
            compared += 1;
        }
    }
    assert!(compared >= Book::ALL.len(), "{compared}");
}

/// Lets units take their second weapon in hand in the first turns of a battle.
fn ready_second_weapons(desk: &mut TestDesk) {
    for _ in 0..60 {
        let answer = desk.read(|view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()));
        let order = match answer {
            Some(answer) => Order::Decide { answer },
            None => Order::Ready { unit: desk.acting(), weapon: 1 },
        };
        if journal::submit_order(desk.app.world_mut(), order).is_err() {
            let unit = desk.acting();
            journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit }).expect("it acts");
        }
    }
}

#[test]
fn the_weapon_of_the_last_attack_is_kept_unless_another_one_does_much_more() {
    let mut kept_others = 0;
    for book in Book::ALL.iter().copied() {
        kept_others += count_kept_attacks(&mut TestDesk::open(book));
        // With a pistol in either hand, both are worth as much.
        let mut desk = TestDesk::open_changed(book, |bundle| {
            let is_pistol = |id: &&String| id.as_str() == "heavy_pistol" || id.as_str() == "light_pistol";
            let pistol = bundle.weapons.keys().find(is_pistol).expect("carried in the warehouse").clone();
            for template in bundle.unit_templates.values_mut() {
                template.weapons = vec![pistol.clone(), pistol.clone()];
            }
        });
        ready_second_weapons(&mut desk);
        kept_others += count_kept_attacks(&mut desk);
    }
    assert!(kept_others >= Book::ALL.len(), "the pistol of the last attack is kept: {kept_others}");
}

#[test]
fn tab_cycles_targets_while_aiming_and_z_jumps_to_enemies() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, ..) = desk.go_to_attacker();
    let side = desk.read(|view| *view.unit(unit).expect("it acts").side);
    let is_enemy = move |view: &BattleView, cell: Option<Cell>| {
        cell.and_then(|cell| view.unit_at(cell)).is_some_and(|other| *other.side != side)
    };
    desk.key("Z");
    let cursor = desk.session().cursor;
    assert!(desk.read(|view| is_enemy(view, cursor)), "{cursor:?}");
    assert_eq!((desk.session().marked, desk.session().intent), (None, Intent::Move));
    desk.key("2");
    assert!(matches!(desk.session().intent, Intent::Attack { .. }));
    desk.key("Tab");
    let marked = desk.session().marked;
    assert!(marked.is_some() && marked == desk.session().cursor);
    assert!(desk.read(|view| is_enemy(view, marked)));
    assert_eq!(desk.session().selected, Some(unit), "Tab selects no other unit while aiming");
}

#[test]
fn a_number_with_ctrl_jumps_to_a_visible_enemy() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, ..) = desk.go_to_attacker();
    let side = desk.read(|view| *view.unit(unit).expect("it acts").side);
    let mut in_order = Vec::new();
    for _ in 0..2 {
        desk.key("Z");
        in_order.push(desk.session().cursor);
    }
    assert_ne!(in_order[0], in_order[1], "two enemies are visible");
    let given = desk.orders().len();
    for (key, cell) in [("Ctrl+2", in_order[1]), ("Ctrl+1", in_order[0])] {
        desk.key(key);
        assert_eq!((desk.session().cursor, desk.session().marked), (cell, None), "{key}");
    }
    assert_eq!(desk.session().intent, Intent::Move, "Ctrl+2 is not the slot of attacks");
    assert_eq!(desk.orders().len(), given);
    let count = desk.read(|view| {
        let enemies = view.units().filter(|other| *other.side != side && other.is_fighting());
        enemies.count()
    });
    assert!(count < 9);
    desk.key("Ctrl+9");
    let notice = desk.session().notice.clone().expect("it says why").0;
    assert_eq!(notice, format!("Only {count} enemies are visible."));
    assert_eq!(desk.session().cursor, in_order[0], "the cursor stays");
}

/// Compares a row of the list of attacks that offers a walk with the card and the first click on its enemy; returns whether
/// there is such a row.
fn compare_row_with_click(desk: &mut TestDesk) -> bool {
    desk.app.insert_resource(ForecastCache::default());
    let mut session = desk.app.world_mut().resource_mut::<Session>();
    (session.intent, session.marked, session.hover, session.cursor) = (Intent::Move, None, None, None);
    desk.frame();
    let list = Some(OpenMenu::Group("Attack".to_owned()));
    desk.app.world_mut().resource_mut::<Session>().open_menu = list;
    desk.frame();
    let ranking = desk.app.world().resource::<HoveredAttack>().ranking().cloned();
    let targets = ranking.map(|ranking| ranking.targets).unwrap_or_default();
    let mut walks = targets.into_iter().filter_map(|target| Some((target.enemy, target.walk?)));
    let Some((enemy, offer)) = walks.next() else { return false };
    let cell = desk.read(|view| view.unit(enemy).expect("it is listed").cell());
    desk.app.world_mut().resource_mut::<Session>().open_menu = None;
    desk.hover(cell);
    let hovered = desk.app.world().resource::<HoveredAttack>();
    let approach = hovered.approach().expect("a click walks");
    assert_eq!(approach.text(), offer.text, "the words of the card");
    let query = hovered.query().expect("an enemy is hovered");
    assert_eq!(approach.query_after(query), offer.query, "the odds from the same square");
    desk.click(cell);
    assert_eq!(
        desk.session().warned,
        Some(offer_both(cell, &offer.text)),
        "the row says what the click does"
    );
    true
}

#[test]
fn a_row_of_the_list_offers_the_walk_and_the_attack_of_a_click() {
    let mut compared = 0;
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        for _ in 0..60 {
            let answer =
                desk.read(|view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()));
            if let Some(answer) = answer {
                let order = Order::Decide { answer };
                journal::submit_order(desk.app.world_mut(), order).expect("an answer of the prompt");
                continue;
            }
            if compare_row_with_click(&mut desk) {
                compared += 1;
                break;
            }
            let unit = desk.acting();
            let step = desk.read(|view| step_towards_enemy(view, unit));
            let order = step.unwrap_or(Order::EndPhase { unit });
            if journal::submit_order(desk.app.world_mut(), order).is_err() {
                journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit }).expect("it acts");
            }
        }
    }
    assert!(compared > 0, "some unit walks up to an enemy in some book");
}

#[test]
fn another_action_closes_the_list_of_attacks() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    desk.go_to_attacker();
    desk.key("2");
    assert!(desk.session().open_menu.is_some());
    desk.key("1");
    assert!(desk.session().open_menu.is_none());
    assert_eq!(desk.session().intent, Intent::Move);
}

#[test]
fn the_list_of_another_slot_ends_the_aim_that_the_list_of_attacks_began() {
    let mut desk = TestDesk::open(Book::Aberrant);
    desk.go_to_attacker();
    for (key, list) in [("5", OpenMenu::Group("Defend".to_owned())), ("8", OpenMenu::Search)] {
        desk.key("2");
        assert!(matches!(desk.session().intent, Intent::Attack { .. }), "{list:?}");
        desk.key(key);
        assert_eq!(desk.session().open_menu, Some(list));
        assert_eq!(desk.session().intent, Intent::Move, "{key}");
        desk.key("Esc");
    }
}

#[test]
fn the_number_keys_of_other_actions_do_nothing_while_a_list_is_open() {
    let mut desk = TestDesk::open(Book::Aberrant);
    desk.go_to_attacker();
    desk.key("5");
    let list = Some(OpenMenu::Group("Defend".to_owned()));
    assert_eq!(desk.session().open_menu, list);
    let given = desk.orders().len();
    // Its rows have the first numbers.
    for key in ["6", "7"] {
        desk.key(key);
        assert_eq!((&desk.session().open_menu, desk.session().intent), (&list, Intent::Move), "{key}");
        assert_eq!(desk.orders().len(), given, "{key}");
        let notice = desk.session().notice.clone().expect("it says why").0;
        assert!(
            notice.contains("\u{201c}Defend\u{201d} is open") && notice.ends_with("(5 or Esc)."),
            "{notice}"
        );
    }
    desk.key("5");
    assert_eq!(desk.session().open_menu, None, "its own key closes it");
    desk.key("2");
    assert!(matches!(desk.session().intent, Intent::Attack { .. }));
}

#[test]
fn the_number_key_of_another_list_opens_it_in_place_of_the_open_one() {
    let mut desk = TestDesk::open(Book::Aberrant);
    desk.go_to_attacker();
    desk.key("5");
    assert_eq!(desk.session().open_menu, Some(OpenMenu::Group("Defend".to_owned())));
    let given = desk.orders().len();
    desk.key("8");
    assert_eq!(desk.session().open_menu, Some(OpenMenu::Search), "the list of all actions");
    assert_eq!(desk.orders().len(), given);
}

#[test]
fn a_number_key_takes_the_row_of_the_open_list() {
    let mut desk = TestDesk::open(Book::Aberrant);
    desk.go_to_attacker();
    desk.key("5");
    assert_eq!(desk.session().open_menu, Some(OpenMenu::Group("Defend".to_owned())));
    let given = desk.orders().len();
    // A row that cannot be taken says why, and the list stays open.
    let taken = ["1", "2", "3", "4"].into_iter().find(|key| {
        desk.key(key);
        desk.session().open_menu.is_none()
    });
    let key = taken.expect("a defence can be prepared");
    let order = desk.orders().get(given).cloned();
    let is_given = matches!(order, Some(Order::DropProne { .. } | Order::SpecialAction { .. }));
    let is_chosen = matches!(desk.session().intent, Intent::SpecialAction { .. });
    assert!(is_given || is_chosen, "{key}: {order:?}");
}

#[test]
fn enter_takes_the_first_row_of_the_open_list_that_can_be_taken() {
    let mut desk = TestDesk::open(Book::Aberrant);
    let (unit, ..) = desk.go_to_attacker();
    let floor = near_cell(&mut desk, unit);
    let here = desk.read(|view| view.unit(unit).expect("it acts").cell());
    desk.hover(floor);
    desk.key("5");
    assert_eq!(desk.session().open_menu, Some(OpenMenu::Group("Defend".to_owned())));
    let given = desk.orders().len();
    desk.key("Enter");
    assert_eq!(desk.session().open_menu, None, "the row was taken");
    let order = desk.orders().get(given).cloned();
    let is_given = matches!(order, Some(Order::DropProne { .. } | Order::SpecialAction { .. }));
    let is_chosen = matches!(desk.session().intent, Intent::SpecialAction { .. });
    assert!(is_given || is_chosen, "{order:?}");
    assert_eq!(desk.read(|view| view.unit(unit).expect("it acts").cell()), here, "no move behind the list");
}

#[test]
fn a_click_on_the_floor_while_aiming_moves_in_every_book() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, ..) = desk.go_to_attacker();
        let to = near_cell(&mut desk, unit);
        desk.key("2");
        let aim = desk.session().intent;
        assert!(matches!(aim, Intent::Attack { .. }), "{book:?}");
        desk.key("Esc");
        let (list, intent) = (desk.session().open_menu.clone(), desk.session().intent);
        assert_eq!((list, intent), (None, Intent::Move), "{book:?}: one Esc ends the list and its aim");
        desk.app.world_mut().resource_mut::<Session>().intent = aim;
        desk.click(to);
        if desk.session().marked == Some(to) {
            desk.click(to); // a move with a risk asks
        }
        let moved = desk.read(|view| view.unit(unit).is_none_or(|unit| unit.cell() == to));
        let asked = desk.read(|view| view.open_prompt().is_some());
        assert!(moved || asked, "{book:?}: {:?} {:?}", desk.session().notice, desk.orders().last());
        assert_eq!(desk.session().intent, Intent::Move, "{book:?}");
    }
}

#[test]
fn enter_on_the_floor_while_aiming_aims_at_the_listed_enemy_in_every_book() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, ..) = desk.go_to_attacker();
        let floor = near_cell(&mut desk, unit);
        desk.key("2");
        desk.hover(floor);
        let given = desk.orders().len();
        desk.key("Enter");
        assert_eq!(desk.orders().len(), given, "{book:?}: no move");
        assert!(matches!(desk.session().intent, Intent::Attack { .. }), "{book:?}");
        let target = desk.session().marked.expect("the listed enemy is aimed at");
        let is_enemy = desk.read(|view| {
            let own = view.unit(unit).map(|unit| *unit.side);
            view.unit_at(target).is_some_and(|other| Some(*other.side) != own)
        });
        assert!(is_enemy, "{book:?}: {target:?}");
    }
}

#[test]
fn enter_attacks_the_marked_target_wherever_the_pointer_is_in_every_book() {
    let places = Book::ALL.iter().copied().flat_map(|book| [(book, false), (book, true)]);
    for (book, is_on_itself) in places {
        let mut desk = TestDesk::open(book);
        let (unit, target, cell) = desk.go_to_attacker();
        let own = desk.read(|view| view.unit(unit).expect("it acts").cell());
        let pointed = if is_on_itself { own } else { near_cell(&mut desk, unit) };
        desk.click(cell);
        desk.hover(pointed);
        assert_eq!(desk.session().marked, Some(cell), "{book:?}: the ring stays");
        let given = desk.orders().len();
        desk.key("Enter");
        let order = desk.orders().get(given).cloned();
        let attacks = matches!(&order, Some(Order::Attack { unit: by, target: Target::Unit(on), .. }) if (*by, *on) == (unit, target));
        assert!(attacks, "{book:?}: {order:?}");
        assert_eq!(desk.session().marked, None, "{book:?}: nothing is left of the aim");
        assert_eq!(desk.session().intent, Intent::Move, "{book:?}");
    }
}

#[test]
fn another_order_leaves_no_offer_behind() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let (unit, _, cell) = desk.go_to_attacker();
    let given = desk.orders().len();
    let mut session = desk.app.world_mut().resource_mut::<Session>();
    session.warned = Some(ClickWarning { cell, text: "Click once more.".to_owned() });
    desk.app.world_mut().write_message(GiveOrder(Order::DropProne { unit }));
    desk.frame();
    assert_eq!(desk.orders().len(), given + 1, "{:?}", desk.session().notice);
    assert_eq!(desk.session().warned.clone(), None, "the next click was meant for the position before");
}

#[test]
fn escape_from_the_list_of_attacks_leaves_no_aim_behind() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (.., cell) = desk.go_to_attacker();
    desk.click(cell);
    desk.key("2");
    assert_eq!(desk.session().marked, Some(cell));
    desk.key("Esc");
    assert_eq!(desk.session().marked, None);
    let given = desk.orders().len();
    desk.click(cell);
    assert_eq!(
        (desk.orders().len(), desk.session().marked),
        (given, Some(cell)),
        "the first click aims again"
    );
}

#[test]
fn the_list_of_attacks_keeps_the_aim_in_every_book() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (.., cell) = desk.go_to_attacker();
        // The button aims what a click on the hovered enemy would.
        desk.hover(cell);
        desk.key("2");
        let of_button = desk.session().intent;
        desk.key("1");
        desk.click(cell);
        assert_eq!(desk.session().intent, of_button, "{book:?}");
        assert_eq!(desk.session().marked, Some(cell), "{book:?}");
        // Opening the list changes nothing; pressed again, the button goes on and keeps the target.
        desk.key("2");
        assert_eq!((desk.session().intent, desk.session().marked), (of_button, Some(cell)), "{book:?}");
        desk.key("2");
        assert_eq!(desk.session().marked, Some(cell), "{book:?}: the target stays aimed");
        assert!(matches!(desk.session().intent, Intent::Attack { .. }), "{book:?}");
    }
}

#[test]
fn karma_for_an_aimed_attack_keeps_the_aim() {
    let mut desk = TestDesk::open(Book::SwanSong);
    for _ in 0..12 {
        let (unit, _, cell) = desk.go_to_attacker();
        desk.click(cell);
        let given = desk.orders().len();
        desk.key("K");
        if !matches!(desk.orders().get(given), Some(Order::Karma { .. })) {
            let end = Order::EndPhase { unit };
            journal::submit_order(desk.app.world_mut(), end).expect("it acts");
            continue;
        }
        assert_eq!(desk.session().marked, Some(cell));
        desk.key("Enter");
        let attack = desk.orders().get(given + 1).cloned();
        assert!(matches!(attack, Some(Order::Attack { unit: by, .. }) if by == unit), "{attack:?}");
        return;
    }
    panic!("no unit has Karma");
}
