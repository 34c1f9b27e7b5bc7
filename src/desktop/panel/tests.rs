//! The panels over a real fight, without a window.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::system::SystemState;
use bevy::prelude::World;
use bevy_egui::egui::{Context, Pos2, RawInput, Rect, vec2};

use super::widgets::PanelContext;
use super::{PanelState, show_frame};
use crate::ai_players::AiController;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::input::InputAction;
use crate::panel::action_bar::choices;
use crate::panel::action_bar::choices::ChoiceAction;
use crate::panel::action_bar::karma;
use crate::panel::combat_log::export;
use crate::panel::combat_log::log_text::{LogCategory, LogEntry, LogWriter, entry_ranges, plain_text};
use crate::session::{OpenMenu, Session};
use crate::settings::Settings;
use crate::theme;
use battle::journal;
use battle::validate_order;
use battle::{BattleView, History, OpenPrompt, Order, Side, Target, UnitId};
use content::SkirmishOverrides;
use rules::{DownState, Favours, FireMode};

/// The warehouse, every side ready.
fn begun() -> World {
    fight_of("warehouse")
}

/// A shipped skirmish, every side ready.
fn fight_of(skirmish: &str) -> World {
    let assets = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let bundle = content::bundle_skirmish(&loaded.content, skirmish, &SkirmishOverrides::default())
        .expect("a shipped skirmish");
    let sides = bundle.skirmish.sides.len() as u8;
    let mut world = World::new();
    battle::prepare_world(&mut world);
    journal::begin_battle(&mut world, Arc::new(bundle), 11);
    for side in 0..sides {
        journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("nobody is ready yet");
    }
    world
}

/// Everybody shoots at whom they can, in so many orders.
fn played(orders: usize) -> World {
    let mut world = begun();
    for _ in 0..orders {
        let order = battle::with_view(&mut world, next);
        let Some(order) = order else { break };
        journal::submit_order(&mut world, order).expect("it was checked");
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
            manner: None,
        });
    let attack = wanted.find(|order| validate_order(view, order).is_ok());
    Some(attack.unwrap_or(Order::EndPhase { unit: *unit.id }))
}

fn modes(view: &BattleView, unit: UnitId) -> impl Iterator<Item = (usize, Option<FireMode>)> + use<> {
    let carried: Vec<_> = view.unit(unit).map(|unit| unit.inventory.items().to_vec()).unwrap_or_default();
    carried.into_iter().enumerate().filter(|(_, carried)| carried.in_hand()).flat_map(|(number, carried)| {
        match carried.modes() {
            [] => vec![(number, None)],
            modes => modes.iter().map(|mode| (number, Some(*mode))).collect::<Vec<_>>(),
        }
    })
}

/// Looks at a fight the way the panels do.
fn look<T>(world: &mut World, read: impl FnOnce(&PanelContext) -> T) -> T {
    let settings = Settings::default();
    let history = world.resource::<History>().clone();
    let mut state: SystemState<BattleView> = SystemState::new(world);
    let view = state.get(world).expect("a fight is on");
    let opponents = AiController::default();
    let see = PanelContext {
        view: &view,
        history: &history,
        settings: &settings,
        opponents: &opponents,
        palette: settings.palette(),
        now: 0.0,
    };
    read(&see)
}

fn entries(see: &PanelContext) -> Vec<LogEntry> {
    let teller = LogWriter::new(see.view);
    let chapters = see.history.records();
    entry_ranges(chapters).into_iter().filter_map(|range| teller.write_entry(chapters, range)).collect()
}

#[test]
fn the_odds_of_the_card_add_up() {
    let mut world = begun();
    look(&mut world, |see| {
        let mut odds = ForecastCache::default();
        let mut seen = 0;
        for unit in see.view.units() {
            for other in see.view.units().filter(|other| other.side != unit.side) {
                for (weapon, mode) in modes(see.view, *unit.id) {
                    let question =
                        AttackQuery::from_current_position(&unit, Target::Unit(*other.id), weapon, mode);
                    let forecast = odds.forecast(see.view, &question).expect("units of the fight");
                    let all = &forecast.odds;
                    let near = |one: f64, two: f64| (one - two).abs() < 1e-9;
                    assert!(near(all.bars.iter().map(|bar| bar.share).sum(), 1.0), "{question:?}");
                    let mean: f64 = all.bars.iter().map(|bar| f64::from(bar.damage) * bar.share).sum();
                    assert!(near(mean, all.mean), "{question:?}");
                    let none: f64 = all.bars.iter().filter(|bar| bar.damage == 0).map(|bar| bar.share).sum();
                    assert!(near(none, 1.0 - all.harm), "{question:?}");
                    assert!(all.harm <= all.hit + 1e-9 && all.kill <= all.out + 1e-9, "{question:?}");
                    assert!(
                        forecast.best_defence().is_none_or(|best| best.odds.mean < all.mean),
                        "{question:?}"
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 20, "{seen}");
    });
}

#[test]
fn the_log_tells_the_fight_in_text_and_in_json() {
    let mut world = played(60);
    look(&mut world, |see| {
        let entries = entries(see);
        let attacks: Vec<_> = entries.iter().filter(|entry| entry.kind == LogCategory::Attack).collect();
        assert!(attacks.len() > 3, "{}", attacks.len());
        assert!(attacks[..attacks.len() - 1].iter().all(|entry| entry.head.figure.is_some() && entry.more));
        let all: Vec<&LogEntry> = entries.iter().collect();
        let text = export::export_text(see, &all);
        for part in ["Round 1 · pass 1", "Attack ", "Defence ", "[SS-ATK-08]", "hits"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let json = export::export_json(see, &all);
        assert_eq!(json.lines().count(), entries.len());
        for line in json.lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(value["text"].as_str().is_some_and(|text| !text.is_empty()), "{line}");
        }
    });
}

#[test]
fn the_board_keeps_its_place_in_every_window() {
    let mut world = played(25);
    look(&mut world, |see| {
        for (width, height) in
            [(512.0, 320.0), (1024.0, 640.0), (1365.0, 853.0), (1440.0, 900.0), (3413.0, 1920.0)]
        {
            let ctx = Context::default();
            theme::style_egui(&ctx, see.palette, true);
            let window = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            let (mut session, mut state, mut odds) = (
                Session::default(),
                PanelState { unfolded: true, ..PanelState::default() },
                ForecastCache::default(),
            );
            let mut board = Rect::NOTHING;
            for _ in 0..3 {
                let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
                ctx.run_ui(input, |ui| {
                    board = show_frame(ui, see, &mut session, &mut state, &mut odds, window);
                })
                .drop_without_applying_deltas();
            }
            assert!(window.contains_rect(board), "{board} in {window}");
            assert!(board.width() >= 400.0 && board.height() >= 160.0, "{board} in {window}");
            assert!(session.orders.is_empty(), "looking gives no orders");
        }
    });
}

#[test]
fn karma_stands_beside_the_attacks_and_counts_on_the_card() {
    let mut world = begun();
    let id = world.resource::<battle::RoundState>().acting().expect("somebody acts");
    let session = Session::default();
    let bar = |see: &PanelContext| choices::all_choices(see.view, &session, Ok(()));
    let plan = look(&mut world, |see| {
        let (mut bar, unit) = (bar(see), see.view.unit(id).expect("it acts"));
        assert!(unit.karma.left() > 0, "{} has Karma", unit.identity.name());
        let choice = bar.iter_mut().find(|choice| choice.command == Some(InputAction::KarmaDice));
        let choice = choice.expect("there are points left");
        assert!(!choice.chosen && choice.refusal.is_none());
        match &choice.action {
            ChoiceAction::GiveOrder(order) => order.clone(),
            other => panic!("{other:?}"),
        }
    });
    // The attack with the best odds there is.
    let best = |see: &PanelContext| {
        let unit = see.view.unit(id).expect("it acts");
        let mut cache = ForecastCache::default();
        let enemies: Vec<_> =
            see.view.units().filter(|other| other.side != unit.side).map(|other| *other.id).collect();
        let mut odds = Vec::new();
        for (weapon, mode) in modes(see.view, id) {
            for enemy in &enemies {
                let question = AttackQuery::from_current_position(&unit, Target::Unit(*enemy), weapon, mode);
                let forecast = cache.forecast(see.view, &question).expect("units of the fight");
                let attack = forecast.totals.iter().find(|sum| sum.favours == Favours::Attacker);
                odds.push((forecast.odds.hit, attack.expect("an attack has a pool").parts.pool()));
            }
        }
        odds.into_iter().max_by(|one, other| one.0.total_cmp(&other.0)).expect("it is armed")
    };
    let before = look(&mut world, best);
    journal::submit_order(&mut world, plan).expect("it was checked");
    look(&mut world, |see| {
        let after = best(see);
        assert!(after.0 > before.0 && after.1 > before.1, "{before:?} {after:?}");
        let dice = bar(see).into_iter().find(|choice| choice.command == Some(InputAction::KarmaDice));
        assert!(dice.is_some_and(|choice| choice.chosen));
        let unit = see.view.unit(id).expect("it acts");
        let standing = karma::standing_choices(see.view, &unit);
        let keys: Vec<_> = standing.iter().filter_map(|choice| choice.command).collect();
        assert_eq!(keys, [InputAction::KarmaInitiative, InputAction::KarmaAsk]);
        let told = entries(see).last().expect("an order was given").search_text();
        assert!(told.contains("means Karma for more dice"), "{told}");
    });
}

#[test]
fn the_bar_is_worked_out_once_for_a_state() {
    let mut world = begun();
    let mut bar = crate::panel::action_bar::choice_cache::ChoiceCache::default();
    let mut session = Session { open_menu: Some(OpenMenu::Search), ..Session::default() };
    let first = look(&mut world, |see| bar.choices(see, &session));
    let again = look(&mut world, |see| bar.choices(see, &session));
    assert!(Arc::ptr_eq(&first, &again), "nothing has happened");
    session.open_menu = None;
    let folded = look(&mut world, |see| bar.choices(see, &session));
    assert!(!Arc::ptr_eq(&first, &folded));
    let unit = world.resource::<battle::RoundState>().acting().expect("somebody acts");
    journal::submit_order(&mut world, Order::EndPhase { unit }).expect("it acts");
    let next = look(&mut world, |see| bar.choices(see, &session));
    assert!(!Arc::ptr_eq(&folded, &next));
}

#[test]
fn vehicles_drive_and_are_wrecked_in_words() {
    let mut world = fight_of("convoy");
    let driver =
        look(&mut world, |see| see.view.driver(UnitId(1)).map(|unit| *unit.id)).expect("Rasp drives");
    while world.resource::<battle::RoundState>().acting() != Some(driver) {
        let unit = world.resource::<battle::RoundState>().acting().expect("somebody acts");
        journal::submit_order(&mut world, Order::EndPhase { unit }).expect("it acts");
    }
    let path = vec![field::Cell::new(10, 5)];
    let order = Order::Move { unit: driver, path, pace: battle::Pace::Walk, evade: false };
    journal::submit_order(&mut world, order.clone()).expect("the road is clear");
    look(&mut world, |see| {
        let told = entries(see).last().expect("an order was given").search_text();
        assert!(told.starts_with("Rasp drives Grey van"), "{told}");
        let teller = LogWriter::new(see.view);
        let fell = |unit, down| {
            let event = battle::BattleEvent::WentDown { unit, by: None, down };
            plain_text(&teller.event_line(&order, &event).expect("it is told"))
        };
        assert_eq!(fell(UnitId(1), DownState::Unconscious), "Grey van is wrecked");
        assert_eq!(fell(UnitId(1), DownState::Dead), "Grey van is destroyed");
        assert_eq!(fell(driver, DownState::Unconscious), "Rasp falls unconscious");
        let goal = &see.view.setup().bundle().skirmish.objectives[0];
        let told = super::objectives::objective_status(see, 0, goal);
        assert_eq!(told, "get 2 units away by the toll gate (0 away, 2 to go)");
    });
}
