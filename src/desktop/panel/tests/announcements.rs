//! Tests of questions about attacks, and of what squares list as targets.

use super::*;
use crate::attack_forecast::key_chance_text;
use crate::attack_ranking::targets_from;
use crate::drawn_texts::drawn_texts;
use crate::panel::announcement::chance_left;
use crate::panel::prompt::{PromptHeight, rarer_answers_id};
use crate::planned_move::PlannedMove;
use battle::Pace;
use rules::MovementMode;

/// Draws the open prompt with all its answers; returns its texts.
fn prompt_texts(context: &PanelContext) -> Vec<String> {
    let ctx = Context::default();
    let who = context.view.open_prompt().expect("attacks are announced").prompt().who;
    let unfolded = rarer_answers_id(who, context.history.records().len());
    ctx.data_mut(|data| data.insert_temp(unfolded, true));
    theme::style_egui(&ctx, context.palette, 1.0);
    let mut inputs = panel_inputs();
    let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
    let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
    let window = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 1200.0));
    let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
    let output = ctx.run_ui(input, |ui| {
        crate::panel::prompt::show(ui, context, edits.prompt_edits(), PromptHeight::AtMost(1200.0));
    });
    let texts = drawn_texts(&output);
    output.drop_without_applying_deltas();
    texts
}

#[test]
fn an_announcement_asks_in_two_lines_and_shows_the_odds_of_the_card() {
    let mut world = battle_in(Some(Book::Aberrant), "warehouse");
    let (attacks, texts) = with_context(&mut world, |context| {
        let mut cache = ForecastCache::default();
        let aims = cache.answer_aims(context.view);
        let mut attacks = Vec::new();
        for aim in aims.by_key.values() {
            let Some(query) = &aim.attack else { continue };
            let announced = cache.announced_odds(context.view, aim).expect("it is possible");
            let card = cache.forecast(context.view, query).expect("it is possible");
            assert_eq!(announced.hit.to_bits(), card.odds.hit.to_bits(), "{query:?}");
            assert!((announced.mean - card.odds.mean).abs() < 1e-9, "{query:?}");
            attacks.push(match (announced.hit, announced.is_harmless()) {
                (hit, _) if hit <= 0.0 => "cannot hit now".to_owned(),
                (_, true) => "cannot harm".to_owned(),
                (_, false) => key_chance_text(&announced),
            });
        }
        (attacks, prompt_texts(context))
    });
    assert!(!attacks.is_empty(), "an enemy can be attacked at once: {texts:?}");
    let has = |words: &str| texts.iter().any(|text| text.contains(words));
    assert!(has("With which weapon does ") && has("Click an enemy on the board"), "{texts:?}");
    assert!(has("(?)"), "what it means is behind this: {texts:?}");
    let details = ["Announced now", "The unit has to make the announced attack", "Sorted by the share"];
    assert!(!details.into_iter().any(has), "{texts:?}");
    for figure in &attacks {
        assert!(texts.contains(figure), "{figure} in {texts:?}");
    }
    assert!(texts.iter().all(|text| !text.contains("AB-CANCEL") && !text.starts_with("Always")), "{texts:?}");
    assert_eq!(texts.iter().filter(|text| text.contains("Don't ask again")).count(), 1, "{texts:?}");
}

#[test]
fn a_target_that_an_attack_before_may_take_out_counts_less() {
    let mut world = battle_in(Some(Book::Aberrant), "warehouse");
    let keys = |world: &mut World| {
        battle::with_view(world, |view| {
            let answers = view.open_prompt().map(|open| open.prompt().answers.clone()).unwrap_or_default();
            answers.into_iter().map(|answer| answer.key).collect::<Vec<_>>()
        })
    };
    let answer = |world: &mut World, key: &str| {
        let answer = key.to_owned();
        journal::submit_order(world, Order::Decide { answer }).expect("an answer of the prompt");
    };
    for _ in 0..30 {
        if keys(&mut world).iter().any(|key| key == "several") {
            break;
        }
        answer(&mut world, "none");
    }
    answer(&mut world, "several");
    let (key, target, out) = with_context(&mut world, |context| {
        let mut cache = ForecastCache::default();
        let aims = cache.answer_aims(context.view);
        let possible = aims.by_key.iter().find(|(_, aim)| aim.attack.is_some());
        let (key, aim) = possible.expect("an attack is possible");
        let odds = cache.announced_odds(context.view, aim).expect("it is possible");
        assert_eq!(chance_left(context, &mut cache, &aims, aim.target).to_bits(), 1.0_f64.to_bits());
        (key.clone(), aim.target, odds.out)
    });
    answer(&mut world, &key);
    with_context(&mut world, |context| {
        let mut cache = ForecastCache::default();
        let aims = cache.answer_aims(context.view);
        assert!(aims.aims_at(target), "it can be attacked once more");
        for other in aims.by_key.values().map(|aim| aim.target) {
            let left = chance_left(context, &mut cache, &aims, other);
            let expected = if other == target { 1.0 - out } else { 1.0 };
            assert!((left - expected).abs() < 1e-9, "{other:?}: {left}");
        }
    });
}

#[test]
fn the_bar_says_whose_decision_is_open_and_offers_no_action() {
    let mut world = battle_in(Some(Book::Aberrant), "warehouse");
    let frame_texts = |world: &mut World| {
        with_context(world, |context| {
            let ctx = Context::default();
            theme::style_egui(&ctx, context.palette, 1.0);
            let mut inputs = panel_inputs();
            let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
            let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
            let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0));
            let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| _ = show_frame(ui, context, &mut edits, window));
            let texts = drawn_texts(&output);
            output.drop_without_applying_deltas();
            texts
        })
    };
    let has = |texts: &[String], text: &str| texts.iter().any(|one| one.contains(text));
    let asked = battle::with_view(&mut world, |view| {
        let open = view.open_prompt().expect("attacks are announced");
        view.unit(open.prompt().who).map(|unit| unit.identity.name().to_owned()).expect("it is in sight")
    });
    let texts = frame_texts(&mut world);
    assert!(has(&texts, &format!(" for {asked}.")) && has(&texts, "No other action"), "{texts:?}");
    assert!(!has(&texts, "End turn") && !has(&texts, "all actions"), "{texts:?}");
    answer_prompts(&mut world);
    let texts = frame_texts(&mut world);
    assert!(has(&texts, "End turn") && !has(&texts, "No other action"), "{texts:?}");
}

#[test]
fn what_a_square_lists_as_targets_can_be_ordered_there() {
    let mut listed = 0;
    for book in Book::ALL {
        let mut world = battle_in(Some(book), "warehouse");
        for _ in 0..12 {
            let order = battle::with_view(&mut world, |view| {
                if let Some(open) = view.open_prompt() {
                    return Some(Order::Decide { answer: open.prompt().answers[0].key.clone() });
                }
                let unit = view.unit(view.round().acting()?)?;
                let mut cache = ForecastCache::default();
                let at = (unit.cell(), unit.movement.gait());
                for target in targets_from(&mut cache, view, *unit.id, at, None) {
                    let order = |(weapon, mode)| Order::Attack {
                        unit: *unit.id,
                        target: Target::Unit(target.enemy),
                        weapon,
                        mode,
                        option: None,
                    };
                    let is_valid =
                        modes(view, *unit.id).any(|choice| validate_order(view, &order(choice)).is_ok());
                    assert!(is_valid, "{book:?}: {} at {}", unit.identity.name(), target.enemy);
                    listed += 1;
                }
                Some(Order::EndPhase { unit: *unit.id })
            });
            let Some(order) = order else { break };
            journal::submit_order(&mut world, order).expect("the order is valid");
        }
    }
    assert!(listed > 10, "{listed}");
}

#[test]
fn ss_move_14_the_targets_of_a_square_count_the_run_there() {
    // Blue starts in the open: some squares to run to see an enemy.
    let mut world = battle_in(Some(Book::SwanSong), "lane");
    let listed = battle::with_view(&mut world, |view| {
        let unit = view.unit(view.round().acting()?)?;
        let here = unit.cell();
        let reach = 14;
        let mut cells = (0..=2 * reach).flat_map(|across| (0..=2 * reach).map(move |down| (across, down)));
        cells.find_map(|(across, down)| {
            let cell = model::Cell::new(here.x + across - reach, here.y + down - reach);
            let planned = PlannedMove::plan(view, &unit, &[], (cell, false))?;
            let plan = planned.result.ok().filter(|_| planned.pace == Pace::Run)?;
            let mut cache = ForecastCache::default();
            let at = (cell, MovementMode::Running);
            let targets = targets_from(&mut cache, view, *unit.id, at, Some(&plan));
            let order =
                Order::Move { unit: *unit.id, path: planned.path.cells, pace: Pace::Run, evade: false };
            (!targets.is_empty()).then_some((order, targets))
        })
    });
    let (order, listed) = listed.expect("a run leads to where an enemy can be shot");
    let Order::Move { unit, .. } = order else { unreachable!("invariant: the order above") };
    journal::submit_order(&mut world, order).expect("the order is valid");
    battle::with_view(&mut world, |view| {
        let me = view.unit(unit).expect("it fights on");
        assert_eq!(me.movement.gait(), MovementMode::Running, "it has run");
        let mut cache = ForecastCache::default();
        let there = targets_from(&mut cache, view, unit, (me.cell(), MovementMode::Running), None);
        for target in &listed {
            let same = there.iter().find(|other| other.enemy == target.enemy);
            assert_eq!(same, Some(target), "the figures before and after the run");
        }
    });
}

#[test]
fn while_a_unit_is_asked_the_bar_is_about_it() {
    let mut world = battle_in(Some(Book::Aberrant), "warehouse");
    with_context(&mut world, |context| {
        let asked = context.view.open_prompt().expect("attacks are announced").prompt().who;
        let other = context.view.units().map(|unit| *unit.id).find(|id| *id != asked);
        let session = Session { selected: other, ..Session::default() };
        assert_eq!(choices::unit_to_order(context.view, &session), Some(asked));
    });
}
