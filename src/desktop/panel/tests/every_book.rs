//! What the panels offer and say in every rulebook.

use super::*;
use battle_log::log_text::plain_line;

#[test]
fn every_slot_acts_or_says_why_not_in_every_book() {
    use crate::panel::action_bar::slots::{ActionSlot, slot_choices};
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            let all = choices::all_choices(context.view, &Session::default(), Ok(()));
            let slots = slot_choices(&all, false, (&[], None));
            for (slot, choice) in &slots {
                assert_eq!(choice.label, slot.label(), "{book:?}");
                let acts = choice.refusal.is_none();
                let says = choice.refusal.as_ref().is_some_and(|(why, _)| !why.is_empty());
                assert!(acts || says, "{book:?} {slot:?}");
            }
            let of = |wanted| &slots.iter().find(|(slot, _)| *slot == wanted).expect("every slot").1;
            for slot in [ActionSlot::Move, ActionSlot::More, ActionSlot::EndTurn] {
                assert!(of(slot).refusal.is_none(), "{book:?} {slot:?}: {:?}", of(slot).refusal);
            }
            assert!(matches!(of(ActionSlot::Attack).action, ChoiceAction::CycleAttacks(_)), "{book:?}");
        });
    }
}

#[test]
fn every_special_action_and_every_wait_has_a_price_in_every_book() {
    use crate::panel::action_bar::choices::ChoiceGroup;
    let mut checked = 0;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            // Also of units that cannot act now.
            for unit in context.view.units() {
                let session = Session { selected: Some(*unit.id), ..Session::default() };
                let all = choices::all_choices(context.view, &session, Ok(()));
                let is_wait = |choice: &choices::ActionChoice| {
                    matches!(choice.action.order(), Some(Order::Delay { .. }))
                };
                for choice in
                    all.iter().filter(|choice| choice.group == ChoiceGroup::SpecialActions || is_wait(choice))
                {
                    assert!(!choice.cost.is_empty(), "{book:?}: {}", choice.label);
                    checked += 1;
                }
            }
        });
    }
    assert!(checked > 50, "{checked} choices");
}

#[test]
fn plain_words_find_moves_and_ways_to_hide_in_every_book() {
    use crate::panel::action_bar::search_words::search_words;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            let all = choices::all_choices(context.view, &Session::default(), Ok(()));
            for word in ["run", "sprint", "hide", "crouch"] {
                let has_word = |choice| search_words(choice).split_whitespace().any(|own| own == word);
                assert!(all.iter().any(has_word), "{book:?}: {word}");
            }
        });
    }
}

#[test]
fn a_click_on_a_weapon_attacks_or_readies_it_in_every_book() {
    use crate::panel::unit_inspector::weapons::tests::weapon_clicks;
    for (book, mut world) in warehouse_in_every_book() {
        let (mut aimed, mut readied) = (0, 0);
        for _ in 0..12 {
            answer_prompts(&mut world);
            let acting = world.resource::<battle::RoundState>().acting().expect("a unit acts");
            with_context(&mut world, |context| {
                let unit = context.view.unit(acting).expect("it acts");
                // The list of items gives the same order.
                let all = choices::all_choices(context.view, &Session::default(), Ok(()));
                for (in_hand, text, order) in weapon_clicks(context, &unit) {
                    match (&order, in_hand) {
                        (Some(order), false) => {
                            assert!(text.contains("ready"), "{book:?}: {text}");
                            let given = ChoiceAction::GiveOrder(order.clone());
                            assert!(all.iter().any(|choice| choice.action == given), "{book:?}: {order:?}");
                            readied += 1;
                        }
                        (None, true) => aimed += usize::from(text.contains("attack with")),
                        (None, false) => assert!(text.starts_with("Click: not now. "), "{book:?}: {text}"),
                        (Some(_), true) => panic!("{book:?}: {text}"),
                    }
                }
                let other = context.view.units().find(|other| *other.id != acting).expect("several fight");
                for (in_hand, text, order) in weapon_clicks(context, &other) {
                    assert!(order.is_none() && text.contains("turn, not"), "{book:?} {in_hand}: {text}");
                }
            });
            journal::submit_order(&mut world, Order::EndPhase { unit: acting }).expect("it acts");
        }
        assert!(aimed > 0 && readied > 0, "{book:?}: {aimed} {readied}");
    }
}

#[test]
fn no_text_counts_points_in_a_book_without_them() {
    let names_points =
        |text: &str| text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "AP");
    let mut checked = 0;
    for (book, mut world) in warehouse_in_every_book().filter(|(book, _)| !play::counts_action_points(*book))
    {
        for number in 0..60 {
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            with_context(&mut world, |context| {
                for choice in choices::all_choices(context.view, &Session::default(), Ok(())) {
                    let refusal = choice.refusal.map(|(why, _)| why).unwrap_or_default();
                    for text in [choice.label, choice.cost, choice.description, refusal] {
                        assert!(!names_points(&text), "{book:?}: {text}");
                        checked += 1;
                    }
                }
            });
            journal::submit_order(&mut world, decision.order).expect("allowed");
        }
        with_context(&mut world, |context| {
            let writer = LogWriter::new(context.view);
            for entry in entries(context) {
                let details = writer.entry_details(context.history.records(), &entry);
                for line in entry.after.iter().chain(&details) {
                    let text = plain_line(line);
                    assert!(!names_points(&text), "{book:?}: {text}");
                    checked += 1;
                }
            }
        });
    }
    assert!(checked > 1000, "{checked} texts");
}

#[test]
fn ss_knock_01_a_hit_of_the_least_damage_that_knocks_down_may_do_so_in_every_book() {
    use crate::attack_forecast::attack_modes;
    let mut compared = 0;
    for (book, mut world) in warehouse_in_every_book() {
        with_context(&mut world, |context| {
            let (view, mut odds) = (context.view, ForecastCache::default());
            for unit in view.units() {
                let enemies = view.units().filter(|other| other.side != unit.side && !other.is_driven());
                for other in enemies.take(2) {
                    let target = view.unit_snapshot(&other);
                    for (slot, mode) in attack_modes(&unit) {
                        let weapon = unit.inventory.get(slot).expect("it is in hand").weapon();
                        let least = play::least_knockdown(&target, weapon, view.rules());
                        let aim = Target::Unit(*other.id);
                        let query = AttackQuery::from_current_position(&unit, aim, slot, mode);
                        let (Some(least), Some((odds, _))) = (least, odds.quick_odds(view, &query)) else {
                            continue;
                        };
                        let does_so = odds.bars.iter().any(|bar| bar.damage >= least && bar.share > 0.0);
                        assert!(!does_so || odds.knockdown > 0.0, "{book:?}: {least} by {}", weapon.name());
                        compared += usize::from(does_so);
                    }
                }
            }
        });
    }
    assert!(compared > 0, "some attack knocks down");
}
