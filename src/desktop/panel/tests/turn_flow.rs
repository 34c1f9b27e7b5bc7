//! Tests of what the panels say in the course of a turn: exits, attacks that are used up, weapons that cannot be used.

use super::*;
use crate::attack_ranking::{targets_from, unpaid_attacks_text};
use crate::board::interaction::target_cycle::next_unit;
use crate::objective_text::objective_explanation;
use crate::panel::mode_text::mode_text;
use crate::session::Intent;
use crate::turn_status::TurnStatus;
use content::Objective;
use model::Cell;

#[test]
fn a_unit_without_an_attack_left_says_so_instead_of_seeing_no_enemy() {
    let mut used_up = 0;
    for (book, mut world) in warehouse_in_every_book() {
        for number in 0..60 {
            with_context(&mut world, |context| {
                let view = context.view;
                let Some(unit) = view.round().acting().and_then(|id| view.unit(id)) else { return };
                let Some(text) = unpaid_attacks_text(view, *unit.id, None) else { return };
                assert_eq!(text, "has no attack left this turn");
                let here = (unit.cell(), unit.movement.gait());
                let targets = targets_from(&mut ForecastCache::default(), view, *unit.id, here, None);
                assert!(targets.is_empty(), "{book:?}: {targets:?}");
                used_up += 1;
            });
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            journal::submit_order(&mut world, decision.order).expect("allowed");
        }
    }
    assert!(used_up > 0, "units attack");
}

#[test]
fn a_weapon_in_sound_hands_is_never_refused_for_its_target() {
    for (book, mut world) in warehouse_in_every_book() {
        for number in 0..20 {
            with_context(&mut world, |context| {
                for unit in context.view.units().filter(|unit| unit.is_fighting()) {
                    for (slot, why) in context.view.unusable_weapons(&unit) {
                        let orders = context.view.units().map(|other| Order::Attack {
                            unit: *unit.id,
                            target: Target::Unit(*other.id),
                            weapon: slot,
                            mode: None,
                            option: None,
                        });
                        let mut orders = orders.filter(|order| validate_order(context.view, order).is_ok());
                        assert!(orders.next().is_none(), "{book:?}: {why}");
                    }
                }
            });
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            journal::submit_order(&mut world, decision.order).expect("allowed");
        }
    }
}

#[test]
fn tab_goes_through_the_own_units_that_can_still_act() {
    let (mut done, mut acting_first) = (0, 0);
    for (book, mut world) in warehouse_in_every_book() {
        for number in 0..40 {
            with_context(&mut world, |context| {
                let view = context.view;
                let Some(acting) = view.round().acting().and_then(|id| view.unit(id)) else { return };
                let mut selected = Some(*acting.id);
                for _ in 0..view.units().count() {
                    selected = next_unit(view, selected, false).map(|(id, _)| id);
                    let unit = selected.and_then(|id| view.unit(id)).expect("the acting unit at least");
                    assert_eq!(unit.side, acting.side, "{book:?}");
                    let status = TurnStatus::of_unit(view, &unit).expect("in action");
                    assert!(!status.is_done(), "{book:?}: {}", unit.identity.name());
                }
                let own = view.units().filter(|unit| unit.side == acting.side);
                let own: Vec<_> = own
                    .filter(|unit| TurnStatus::of_unit(view, unit).is_some_and(TurnStatus::is_done))
                    .map(|unit| *unit.id)
                    .collect();
                done += own.len();
                for unit in own {
                    let next = next_unit(view, Some(unit), true).map(|(id, _)| id);
                    assert_eq!(next, Some(*acting.id), "{book:?}");
                    acting_first += 1;
                }
            });
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            journal::submit_order(&mut world, decision.order).expect("allowed");
        }
    }
    assert!(done > 0 && done == acting_first, "{done} units were passed over");
}

#[test]
fn exits_belong_to_the_side_that_escapes_by_them() {
    let mut world = shipped_battle("convoy");
    with_context(&mut world, |context| {
        let skirmish = &context.view.setup().bundle().skirmish;
        let escape = skirmish.objectives.iter().find_map(|objective| match objective {
            Objective::Escape { side, zone, .. } => Some((objective, Side(*side), zone)),
            _ => None,
        });
        let (objective, side, zone) = escape.expect("the crew escapes");
        let cells = &skirmish.map.zones[zone];
        assert!(cells.iter().all(|cell| context.view.exit_sides(*cell) == [side]));
        let inside = context.view.units().map(|unit| unit.cell()).find(|cell| !cells.contains(cell));
        assert_eq!(context.view.exit_sides(inside.unwrap_or(Cell::new(0, 0))), []);
        assert!(objective_explanation(objective).is_some_and(|text| text.contains("ends its turn")));
        let others = skirmish.objectives.iter().filter(|other| !matches!(other, Objective::Escape { .. }));
        assert!(others.into_iter().all(|other| objective_explanation(other).is_none()));
    });
}

#[test]
fn standing_up_is_offered_once_and_beside_the_move() {
    let mut offered = 0;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        let unit = world.resource::<battle::RoundState>().acting().expect("a unit acts");
        if journal::submit_order(&mut world, Order::DropProne { unit }).is_err() {
            continue;
        }
        with_context(&mut world, |context| {
            let stand_up = Order::StandUp { unit };
            let may_stand = validate_order(context.view, &stand_up).is_ok();
            let action = ChoiceAction::GiveOrder(stand_up);
            let bar = choices::all_choices(context.view, &Session::default(), Ok(()));
            let places: Vec<usize> = (0..bar.len()).filter(|at| bar[*at].action == action).collect();
            if may_stand {
                assert!(places == [0] || places == [1], "{book:?}: {places:?}");
                offered += 1;
            }
        });
    }
    assert!(offered > 0, "a unit stands up in the turn in which it dropped");
}

#[test]
fn a_unit_whose_turn_was_still_to_come_is_not_marked_as_done_after_the_battle() {
    let mut counted = 0;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        let waiting: Vec<UnitId> = with_context(&mut world, |context| {
            let waits = |unit: &battle::UnitDataItem| {
                TurnStatus::of_unit(context.view, unit) == Some(TurnStatus::Waiting)
            };
            context.view.units().filter(waits).map(|unit| *unit.id).collect()
        });
        journal::submit_order(&mut world, Order::Surrender { side: Side(1) }).expect("it may surrender");
        with_context(&mut world, |context| {
            assert!(context.view.round().outcome().is_some(), "{book:?}: the battle is over");
            let units = waiting.iter().filter_map(|id| context.view.unit(*id));
            for unit in units.filter(|unit| unit.is_fighting()) {
                let status = TurnStatus::in_turn_order(context.view, &unit);
                assert_eq!(status, TurnStatus::Unused, "{book:?}: {}", unit.identity.name());
                assert!(!status.is_done());
                counted += 1;
            }
        });
    }
    assert!(counted > 0, "units were still to act");
}

#[test]
fn a_unit_is_marked_as_done_once_its_turn_is_over() {
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        let unit = world.resource::<battle::RoundState>().acting().expect("a unit acts");
        let status = |world: &mut World, unit| {
            with_context(world, |context| TurnStatus::of_unit(context.view, &context.view.unit(unit)?))
        };
        assert_eq!(status(&mut world, unit), Some(TurnStatus::Acting), "{book:?}");
        journal::submit_order(&mut world, Order::EndPhase { unit }).expect("a turn may end");
        answer_prompts(&mut world);
        assert_eq!(status(&mut world, unit), Some(TurnStatus::Acted), "{book:?}");
        let next = world.resource::<battle::RoundState>().acting().expect("another unit acts");
        assert_eq!(status(&mut world, next), Some(TurnStatus::Acting), "{book:?}");
    }
}

#[test]
fn an_action_on_a_unit_says_what_it_waits_for_until_it_is_given_up() {
    let mut aimed = 0;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            let mut session = Session::default();
            assert_eq!(mode_text(context, &session), None, "{book:?}: a click moves");
            session.waypoints = vec![Cell::new(1, 1), Cell::new(2, 1)];
            let text = mode_text(context, &session).expect("the path is being chosen");
            let expected = "Path over 2 waypoints: a click moves along it, Shift+click or Shift+Enter leads it on. Esc or Backspace removes \
                            the last one.";
            assert_eq!(text, expected, "{book:?}");
            session.waypoints.clear();
            let bar = choices::all_choices(context.view, &session, Ok(()));
            let aims = bar.iter().find_map(|choice| match choice.action {
                ChoiceAction::Aim(intent @ Intent::SpecialAction { .. }) => Some((&choice.label, intent)),
                _ => None,
            });
            let Some((label, intent)) = aims else { return };
            session.choose_intent(intent);
            let text = mode_text(context, &session).expect("the action waits for a unit");
            assert!(text.starts_with(&format!("{label}: choose a unit.")), "{book:?}: {text}");
            session.marked = Some(Cell::new(0, 0));
            let text = mode_text(context, &session).expect("it waits for the second click");
            assert!(text.starts_with(&format!("{label}: click the unit once more")), "{book:?}: {text}");
            session.marked = None;
            session.cancel_last_choice();
            assert_eq!(mode_text(context, &session), None, "{book:?}: given up");
            aimed += 1;
        });
    }
    assert!(aimed > 0, "a book has an action on another unit");
}
