//! Panel tests on a real battle, without a window.

mod announcements;
mod attacks;
mod clauses;
mod every_book;
mod faults;
mod layout;
mod threats;
mod turn_flow;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::system::{RunSystemOnce, SystemState};
use bevy::prelude::{App, World};
use bevy_egui::egui::{Context, Pos2, RawInput, Rect, vec2};

use super::panel_layout::show_frame;
use super::panel_params::PanelEdits;
use super::widgets::PanelContext;
use super::{PanelState, forget_result};
use crate::ai_players::AiController;
use crate::app_commands::AppCommand;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::battle_revision::BattleRevision;
use crate::input::InputAction;
use crate::panel::action_bar::choices;
use crate::panel::action_bar::choices::ChoiceAction;
use crate::panel::action_bar::karma;
use crate::panel::action_bar::karma_offer::KarmaOffer;
use crate::panel::combat_log::export;
use crate::panel::combat_log::log_panel::LogState;
use crate::player_input::{GiveOrder, PlayerInputPlugin, take_messages};
use crate::rulebook::OpenRulebook;
use crate::session::{OpenMenu, Session};
use crate::settings::Settings;
use crate::theme;
use battle::journal;
use battle::validate_order;
use battle::{BattleView, History, OpenPrompt, Order, Target};
use battle_log::event_lines::EventContext;
use battle_log::log_text::{LogCategory, LogEntry, LogWriter, entry_ranges, plain_text};
use content::SkirmishOverrides;
use model::{Side, UnitId};
use rules::{Book, DownState, Favours, FireMode, play};

/// The warehouse skirmish with every side ready.
fn warehouse_battle() -> World {
    shipped_battle("warehouse")
}

/// A shipped skirmish with every side ready.
pub(crate) fn shipped_battle(skirmish: &str) -> World {
    battle_in(None, skirmish)
}

/// A shipped skirmish with fog of war, with every side ready.
fn battle_in_fog(skirmish: &str) -> World {
    begun_battle(skirmish, &SkirmishOverrides { fog_of_war: Some(true), ..SkirmishOverrides::default() })
}

/// A shipped skirmish in a rulebook, with every side ready.
pub(crate) fn battle_in(book: Option<Book>, skirmish: &str) -> World {
    begun_battle(skirmish, &SkirmishOverrides { book, ..SkirmishOverrides::default() })
}

fn begun_battle(skirmish: &str, overrides: &SkirmishOverrides) -> World {
    let assets = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let bundle = content::bundle_skirmish(&loaded.content, skirmish, overrides).expect("a shipped skirmish");
    let sides = bundle.skirmish.sides.len() as u8;
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle), 11);
    for side in 0..sides {
        journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("no side is ready yet");
    }
    world
}

/// The warehouse after `orders` orders: each unit attacks the first legal target.
fn battle_after(orders: usize) -> World {
    let mut world = warehouse_battle();
    for _ in 0..orders {
        let order = battle::with_view(&mut world, next);
        let Some(order) = order else { break };
        journal::submit_order(&mut world, order).expect("the order is valid");
    }
    world
}

fn next(view: &BattleView) -> Option<Order> {
    if let Some(answer) = view.open_prompt().map(OpenPrompt::prompt).and_then(|prompt| prompt.answers.last())
    {
        return Some(Order::Decide { answer: answer.key.clone() });
    }
    let unit = view.unit(view.round().acting()?)?;
    let attacks = view.units().flat_map(|other| {
        modes(view, *unit.id).map(move |(weapon, mode)| (*other.id, weapon, mode)).collect::<Vec<_>>()
    });
    let mut wanted = attacks
        .filter(|(other, ..)| {
            view.unit(*other).is_some_and(|other| other.side != unit.side && other.is_fighting())
        })
        .map(|(other, weapon, mode)| Order::Attack {
            unit: *unit.id,
            target: Target::Unit(other),
            weapon,
            mode,
            option: None,
        });
    let attack = wanted.find(|order| validate_order(view, order).is_ok());
    Some(attack.unwrap_or(Order::EndPhase { unit: *unit.id }))
}

fn modes(view: &BattleView, unit: UnitId) -> impl Iterator<Item = (usize, Option<FireMode>)> + use<> {
    let held = |unit: battle::UnitDataItem| {
        unit.inventory.held_items().map(|(slot, it)| (slot, it.clone())).collect()
    };
    let held: Vec<_> = view.unit(unit).map(held).unwrap_or_default();
    held.into_iter().flat_map(|(number, carried)| match carried.modes() {
        [] => vec![(number, None)],
        modes => modes.iter().map(|mode| (number, Some(*mode))).collect::<Vec<_>>(),
    })
}

/// Calls `read` with a panel context for the battle.
pub(crate) fn with_context<T>(world: &mut World, read: impl FnOnce(&PanelContext) -> T) -> T {
    let settings = Settings::default();
    let history = world.resource::<History>().clone();
    let revision = BattleRevision::without_viewer(world);
    let mut state: SystemState<BattleView> = SystemState::new(world);
    let view = state.get(world).expect("a battle is loaded");
    let (opponents, joint) = (AiController::default(), crate::undo::JointOrders::default());
    let context = PanelContext {
        view: &view,
        revision,
        history: &history,
        joint: &joint,
        settings: &settings,
        opponents: &opponents,
        palette: settings.palette(),
        lens: crate::board::BoardViewport::default(),
        art: None,
        watching: false,
        attacks: None,
        approach: None,
        weapon_change: None,
        focuses_answers: false,
        now: 0.0,
    };
    read(&context)
}

fn entries(context: &PanelContext) -> Vec<LogEntry> {
    let writer = LogWriter::new(context.view);
    let records = context.history.records();
    entry_ranges(records).into_iter().filter_map(|range| writer.write_entry(records, range)).collect()
}

/// An app with what the panels read and change besides the battle.
pub(crate) fn panel_inputs() -> App {
    let mut app = App::new();
    app.add_plugins(PlayerInputPlugin)
        .add_message::<AppCommand>()
        .add_message::<OpenRulebook>()
        .init_resource::<PanelState>()
        .init_resource::<LogState>()
        .init_resource::<ForecastCache>()
        .init_resource::<crate::panel::answer_plans::AnswerPlans>();
    app
}

#[test]
fn the_odds_of_the_card_add_up() {
    let mut world = warehouse_battle();
    with_context(&mut world, |context| {
        let mut odds = ForecastCache::default();
        let mut checked = 0;
        for unit in context.view.units() {
            for other in context.view.units().filter(|other| other.side != unit.side) {
                for (weapon, mode) in modes(context.view, *unit.id) {
                    let query =
                        AttackQuery::from_current_position(&unit, Target::Unit(*other.id), weapon, mode);
                    let forecast = odds.forecast(context.view, &query).expect("units of the battle");
                    let all = &forecast.odds;
                    let near = |one: f64, two: f64| (one - two).abs() < 1e-9;
                    assert!(near(all.bars.iter().map(|bar| bar.share).sum(), 1.0), "{query:?}");
                    let mean: f64 = all.bars.iter().map(|bar| f64::from(bar.damage) * bar.share).sum();
                    assert!(near(mean, all.mean), "{query:?}");
                    let none: f64 = all.bars.iter().filter(|bar| bar.damage == 0).map(|bar| bar.share).sum();
                    assert!(near(none, 1.0 - all.harm), "{query:?}");
                    assert!(all.harm <= all.hit + 1e-9 && all.kill <= all.out + 1e-9, "{query:?}");
                    assert!(
                        forecast.best_defence().is_none_or(|best| best.odds.mean < all.mean),
                        "{query:?}"
                    );
                    checked += 1;
                }
            }
        }
        assert!(checked > 20, "{checked}");
    });
}

#[test]
fn the_log_exports_text_and_json() {
    let mut world = battle_after(60);
    with_context(&mut world, |context| {
        let entries = entries(context);
        let attacks: Vec<_> = entries.iter().filter(|entry| entry.kind == LogCategory::Attack).collect();
        assert!(attacks.len() > 3, "{}", attacks.len());
        assert!(attacks[..attacks.len() - 1].iter().all(|entry| entry.head.figure.is_some() && entry.more));
        let all: Vec<&LogEntry> = entries.iter().collect();
        let text = export::export_text(context.view, context.history.records(), &all);
        for part in ["Round 1 · pass 1", ", attack: ", ", defence: ", "[SS-ATK-08]", "hits"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let json = export::export_json(context.view, context.history.records(), &all);
        assert_eq!(json.lines().count(), entries.len());
        for line in json.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(value["text"].as_str().is_some_and(|text| !text.is_empty()), "{line}");
        }
    });
}

#[test]
fn the_board_keeps_enough_space_at_every_window_size() {
    let mut world = battle_after(25);
    with_context(&mut world, |context| {
        for (width, height) in
            [(512.0, 320.0), (1024.0, 640.0), (1365.0, 853.0), (1440.0, 900.0), (3413.0, 1920.0)]
        {
            let ctx = Context::default();
            theme::style_egui(&ctx, context.palette, 1.0);
            let window = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            let mut inputs = panel_inputs();
            inputs.insert_resource(PanelState { unfolded: true, ..PanelState::default() });
            let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
            let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
            let mut board = Rect::NOTHING;
            for _ in 0..3 {
                let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
                ctx.run_ui(input, |ui| {
                    board = show_frame(ui, context, &mut edits, window);
                })
                .drop_without_applying_deltas();
            }
            assert!(window.contains_rect(board), "{board} in {window}");
            assert!(board.width() >= 400.0 && board.height() >= 160.0, "{board} in {window}");
            assert!(take_messages::<GiveOrder>(inputs.world_mut()).is_empty(), "drawing gives no orders");
        }
    });
}

#[test]
fn karma_choices_follow_the_attacks_and_change_the_forecast() {
    let mut world = warehouse_battle();
    let id = world.resource::<battle::RoundState>().acting().expect("a unit acts");
    let session = Session::default();
    let bar = |context: &PanelContext| choices::all_choices(context.view, &session, Ok(()));
    let plan = with_context(&mut world, |context| {
        let (mut bar, unit) = (bar(context), context.view.unit(id).expect("the unit acts"));
        assert!(unit.karma.left() > 0, "{} has Karma", unit.identity.name());
        let choice = bar.iter_mut().find(|choice| choice.command == Some(InputAction::KarmaDice));
        let choice = choice.expect("there are points left");
        assert!(!choice.chosen && choice.refusal.is_none());
        match &choice.action {
            ChoiceAction::GiveOrder(order) => order.clone(),
            other => panic!("{other:?}"),
        }
    });
    // The attack with the best odds.
    let best = |context: &PanelContext| {
        let unit = context.view.unit(id).expect("the unit acts");
        let mut cache = ForecastCache::default();
        let enemies: Vec<_> =
            context.view.units().filter(|other| other.side != unit.side).map(|other| *other.id).collect();
        let mut odds = Vec::new();
        for (weapon, mode) in modes(context.view, id) {
            for enemy in &enemies {
                let query = AttackQuery::from_current_position(&unit, Target::Unit(*enemy), weapon, mode);
                let forecast = cache.forecast(context.view, &query).expect("units of the battle");
                let attack = forecast.totals.iter().find(|sum| sum.favours == Favours::Attacker);
                odds.push((forecast.odds.hit, attack.expect("an attack has a pool").parts.pool()));
            }
        }
        odds.into_iter().max_by(|one, other| one.0.total_cmp(&other.0)).expect("it is armed")
    };
    let offered = |context: &PanelContext| {
        let unit = context.view.unit(id).expect("the unit acts");
        let enemies = context.view.units().filter(|other| other.side != unit.side).map(|other| *other.id);
        let queries = enemies.flat_map(|enemy| {
            let attacks = modes(context.view, id);
            attacks.map(move |(weapon, mode)| (enemy, weapon, mode))
        });
        let mut cache = ForecastCache::default();
        let offers = queries.filter_map(|(enemy, weapon, mode)| {
            let query = AttackQuery::from_current_position(&unit, Target::Unit(enemy), weapon, mode);
            KarmaOffer::for_attack(context.view, &mut cache, (&query, false))
        });
        offers.filter(|offer| offer.dice.is_some()).count()
    };
    assert!(with_context(&mut world, offered) > 0, "ss_base_26: the cards offer more dice");
    let before = with_context(&mut world, best);
    journal::submit_order(&mut world, plan).expect("the order is valid");
    assert_eq!(with_context(&mut world, offered), 0, "they are planned already");
    with_context(&mut world, |context| {
        let after = best(context);
        assert!(after.0 > before.0 && after.1 > before.1, "{before:?} {after:?}");
        let dice = bar(context).into_iter().find(|choice| choice.command == Some(InputAction::KarmaDice));
        assert!(dice.is_some_and(|choice| choice.chosen));
        let unit = context.view.unit(id).expect("the unit acts");
        let standing = karma::standing_choices(context.view, &unit);
        let keys: Vec<_> = standing.iter().filter_map(|choice| choice.command).collect();
        assert_eq!(keys, [InputAction::KarmaInitiative, InputAction::KarmaAsk]);
        let text = entries(context).last().expect("an order was given").search_text();
        assert!(text.contains("will spend Karma on extra dice"), "{text}");
    });
}

#[test]
fn choices_are_computed_once_per_state() {
    let mut world = warehouse_battle();
    let mut bar = crate::panel::action_bar::choice_cache::ChoiceCache::default();
    let mut session = Session { open_menu: Some(OpenMenu::Search), ..Session::default() };
    let first = with_context(&mut world, |context| bar.choices(context, &session));
    let again = with_context(&mut world, |context| bar.choices(context, &session));
    assert!(Arc::ptr_eq(&first, &again), "nothing has changed");
    session.open_menu = None;
    let folded = with_context(&mut world, |context| bar.choices(context, &session));
    assert!(!Arc::ptr_eq(&first, &folded));
    let unit = world.resource::<battle::RoundState>().acting().expect("a unit acts");
    journal::submit_order(&mut world, Order::EndPhase { unit }).expect("the unit acts");
    let next = with_context(&mut world, |context| bar.choices(context, &session));
    assert!(!Arc::ptr_eq(&folded, &next));
}

#[test]
fn the_log_describes_driving_and_wrecks() {
    let mut world = shipped_battle("convoy");
    let driver = with_context(&mut world, |context| context.view.driver(UnitId(1)).map(|unit| *unit.id))
        .expect("Rasp drives");
    while world.resource::<battle::RoundState>().acting() != Some(driver) {
        let unit = world.resource::<battle::RoundState>().acting().expect("a unit acts");
        journal::submit_order(&mut world, Order::EndPhase { unit }).expect("the unit acts");
    }
    let path = vec![model::Cell::new(10, 5)];
    let order = Order::Move { unit: driver, path, pace: battle::Pace::Walk, evade: false };
    journal::submit_order(&mut world, order.clone()).expect("the road is clear");
    with_context(&mut world, |context| {
        let text = entries(context).last().expect("an order was given").search_text();
        assert!(text.starts_with("Rasp drives Grey van"), "{text}");
        let writer = LogWriter::new(context.view);
        let fell = |unit, down| {
            let event = battle::BattleEvent::WentDown { unit, by: None, down };
            plain_text(
                &writer
                    .event_line(EventContext { order: &order, earlier: &[] }, &event)
                    .expect("the event has a line"),
            )
        };
        assert_eq!(fell(UnitId(1), DownState::Unconscious), "Grey van is wrecked");
        assert_eq!(fell(UnitId(1), DownState::Dead), "Grey van is destroyed");
        assert_eq!(fell(driver, DownState::Unconscious), "Rasp falls unconscious");
        let goal = &context.view.setup().bundle().skirmish.objectives[0];
        let text = super::objectives::objective_status(context, 0, goal);
        let words = "escape with 3 units through the toll gate: each leaves when its turn ends there";
        assert_eq!(text, format!("{words} (0 escaped, 3 to go)"));
    });
}

/// The warehouse under each rulebook, in its first round.
pub(crate) fn warehouse_in_every_book() -> impl Iterator<Item = (rules::Book, World)> {
    let loaded = shipped_content();
    rules::Book::ALL.iter().copied().map(move |book| (book, begin_skirmish(&loaded, "warehouse", book)))
}

/// The content that the program ships.
fn shipped_content() -> content::LoadedContent {
    let assets = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    content::load_content(&[assets])
}

/// A shipped skirmish under a rulebook, in its first round.
fn begin_skirmish(loaded: &content::LoadedContent, skirmish: &str, book: rules::Book) -> World {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let bundle = content::bundle_skirmish(&loaded.content, skirmish, &overrides).expect("shipped");
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle), 11);
    for side in 0..2 {
        journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("not ready yet");
    }
    world
}

/// Gives the first answer to every prompt.
fn answer_prompts(world: &mut World) {
    while let Some(answer) =
        battle::with_view(world, |view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()))
    {
        journal::submit_order(world, Order::Decide { answer }).expect("an answer of the prompt");
    }
}

#[test]
fn the_end_screen_opens_a_moment_after_the_last_step_has_been_shown() {
    let mut state = PanelState::default();
    assert_eq!(state.follow_end(false, true, 9.0), None, "the battle goes on");
    assert_eq!(state.follow_end(true, false, 10.0), None, "an explosion is on the board");
    assert!(state.follow_end(true, true, 11.0).is_some());
    assert_eq!(state.follow_end(true, false, 11.2), None, "something more happens");
    let left = state.follow_end(true, true, 12.0).expect("it still waits");
    assert!(!state.is_end_screen_open() && (1.0..2.0).contains(&left), "{left} s");
    assert_eq!(state.follow_end(true, true, 12.1 + left), None);
    assert!(state.is_end_screen_open());
    let opened = 12.1 + left;
    assert!(state.has_just_opened_end(opened + 0.4) && !state.has_just_opened_end(opened + 0.6));
    assert_eq!(state.follow_end(true, false, 20.0), None, "it stays open while smoke drifts");
    assert!(state.is_end_screen_open());
    state.follow_end(false, true, 21.0);
    assert!(!state.is_end_screen_open(), "an undo plays on");
}

#[test]
fn the_end_screen_has_unfolded_what_it_had_before_a_watched_moment() {
    let unfolded = |is_end_unfolded| PanelState { is_end_unfolded, ..PanelState::default() };
    for before in [true, false] {
        let mut replay = unfolded(before).for_next_battle(true);
        replay.follow_end(false, true, 1.0);
        assert!(!replay.is_end_unfolded);
        let mut result = replay.for_next_battle(false);
        result.follow_end(true, true, 2.0);
        assert_eq!(result.is_end_unfolded, before);
    }
    assert!(!unfolded(true).for_next_battle(false).is_end_unfolded, "another battle");
}

#[test]
fn a_replay_that_is_left_for_the_menu_unfolds_nothing_in_another_result() {
    let mut world = World::new();
    world
        .insert_resource(PanelState { is_end_unfolded: true, ..PanelState::default() }.for_next_battle(true));
    world.run_system_once(forget_result).expect("it runs");
    assert!(!world.resource::<PanelState>().for_next_battle(false).is_end_unfolded);
}

#[test]
fn the_end_screen_of_a_battle_that_is_opened_over_is_there_at_once() {
    let mut state = PanelState::default();
    assert_eq!(state.follow_end(true, true, 10.0), None);
    assert!(state.is_end_screen_open());
    assert!(state.has_just_opened_end(11.0), "a key for the replay that led here does not leave the result");
    state.follow_end(true, true, 11.0);
    assert!(!state.has_just_opened_end(12.0));
}
