//! Keys and clicks on a real battle, through the systems that read them, without a window.

mod aiming;
mod announced_ways;
mod free_moves;
mod moving;
mod near_enemies;
mod prompts;
mod resting_pointer;
mod results;
mod side_panels;
mod square_aims;
mod square_cards;
mod treating;
mod waypoints;

use std::sync::Arc;

use bevy::ecs::system::{RunSystemOnce, SystemId};
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::pos2;

use crate::ai_players::{AiController, DecisionCardShown, SidePlayer};
use crate::app_commands::{self, AppCommand};
use crate::attack_forecast::ForecastCache;
use crate::board::BoardAnimation;
use crate::board::interaction::picking::BoardPointer;
use crate::board::interaction::{keyboard, mouse};
use crate::board::{BoardViewport, CameraView, overlay};
use crate::hovered_attack;
use crate::input;
use crate::key_chord::KeyChord;
use crate::knockback_preview::KnockbackPreview;
use crate::menu;
use crate::panel;
use crate::player_input::PlayerInputPlugin;
use crate::rulebook::OpenRulebook;
use crate::session::{Hover, Screen, Session};
use crate::settings::Settings;
use battle::journal;
use battle::{BattleView, History, Order, Target, UnitDataItem, validate_order};
use content::{SkirmishBundle, SkirmishOverrides};
use model::{Cell, Side, UnitId};
use rules::Book;

/// A battle between two humans with everything that reads keys and clicks.
struct TestDesk {
    app: App,
    systems: Vec<SystemId>,
}

impl TestDesk {
    /// Opens the warehouse under a book, in round 1.
    fn open(book: Book) -> Self {
        Self::open_changed(book, |_| {})
    }

    /// Opens the warehouse under a book after a change, in round 1.
    fn open_changed(book: Book, change: impl FnOnce(&mut SkirmishBundle)) -> Self {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let overrides =
            SkirmishOverrides { book: Some(book), free_undo: Some(true), ..SkirmishOverrides::default() };
        let mut bundle = content::bundle_skirmish(&loaded.content, "warehouse", &overrides).expect("shipped");
        change(&mut bundle);
        let mut app = App::new();
        app.add_plugins((battle::BattlePlugin, PlayerInputPlugin))
            .add_message::<AppCommand>()
            .add_message::<OpenRulebook>()
            .add_message::<RequestRedraw>()
            .init_resource::<Time<Real>>()
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<input::AnswerFocusRequest>()
            .init_resource::<crate::input::AnswerFocusRequest>()
            .init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<Settings>()
            .init_resource::<ForecastCache>()
            .init_resource::<hovered_attack::HoveredAttack>()
            .init_resource::<BoardAnimation>()
            .init_resource::<BoardViewport>()
            .init_resource::<KnockbackPreview>()
            .init_resource::<CameraView>()
            .init_resource::<menu::MenuState>()
            .init_resource::<DecisionCardShown>()
            .insert_resource(State::new(Screen::Battle))
            .insert_resource(BoardPointer { on_board: Some(pos2(1.0, 1.0)), ..BoardPointer::default() });
        panel::init_for_tests(&mut app);
        overlay::init_for_tests(&mut app);
        let world = app.world_mut();
        input::spawn_keys_for_tests(world);
        journal::begin_battle(world, Arc::new(bundle), 11);
        let mut opponents = AiController::default();
        opponents.assign_players(vec![SidePlayer::Person, SidePlayer::Person]);
        world.insert_resource(opponents);
        for side in 0..2 {
            journal::submit_order(world, Order::Begin { side: Side(side) }).expect("not ready yet");
        }
        let mut systems = vec![
            world.register_system(app_commands::give_orders),
            world.register_system(menu::step_back),
            world.register_system(hovered_attack::update_hovered_attack),
            world.register_system(keyboard::handle_board_keys),
            world.register_system(mouse::handle_mouse),
        ];
        systems.extend(panel::register_key_systems(world));
        systems.push(world.register_system(overlay::toggle_overlays));
        systems.push(world.register_system(overlay::update_overlays));
        let mut desk = Self { app, systems };
        desk.frame();
        desk
    }

    /// Runs the systems of a frame, then those of the next one, which give the orders.
    fn frame(&mut self) {
        for _ in 0..2 {
            for system in &self.systems {
                self.app.world_mut().run_system(*system).expect("the system runs");
            }
            self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().clear();
            self.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().clear();
        }
    }

    /// Presses and releases a key.
    fn key(&mut self, chord: &str) {
        let chord: KeyChord = chord.parse().expect("a key");
        let mut keys = self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        let held: Vec<KeyCode> = chord.modifiers().map(|modifier| modifier.left()).collect();
        held.iter().for_each(|key| keys.press(*key));
        keys.press(chord.key());
        self.frame();
        self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
    }

    /// Moves the pointer to a square.
    fn hover(&mut self, cell: Cell) {
        let unit = self.read(|view| view.unit_at(cell).map(|unit| *unit.id));
        let mut session = self.app.world_mut().resource_mut::<Session>();
        (session.hover, session.cursor) = (Some(Hover { cell, unit, barrier: None }), None);
        session.rests = false;
        self.frame();
    }

    /// Clicks on a square.
    fn click(&mut self, cell: Cell) {
        self.hover(cell);
        self.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        self.frame();
        self.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().reset_all();
    }

    fn read<T>(&mut self, read: impl FnOnce(&BattleView) -> T) -> T {
        battle::with_view(self.app.world_mut(), read)
    }

    /// What overlays say about a square.
    fn facts(&mut self, cell: Cell) -> Vec<overlay::SquareFact> {
        let read =
            move |view: BattleView, overlays: Res<overlay::BoardOverlays>| overlays.square_facts(&view, cell);
        self.app.world_mut().run_system_once(read).expect("the system runs")
    }

    fn session(&self) -> &Session {
        self.app.world().resource::<Session>()
    }

    fn orders(&self) -> Vec<Order> {
        self.app.world().resource::<History>().records().iter().map(|record| record.order.clone()).collect()
    }

    fn acting(&mut self) -> UnitId {
        self.read(|view| view.round().acting()).expect("a unit acts")
    }

    /// Whether the attack on the enemy on a square cannot harm it, or hardly ever does.
    fn is_harmless(&mut self, cell: Cell) -> bool {
        self.hover(cell);
        let is_harmless = self.app.world().resource::<hovered_attack::HoveredAttack>().doubt().is_some();
        self.app.world_mut().resource_mut::<Session>().hover = None;
        self.frame();
        is_harmless
    }

    /// Ends phases until a unit can harm an enemy; returns the two and the enemy's square.
    fn go_to_attacker(&mut self) -> (UnitId, UnitId, Cell) {
        for _ in 0..400 {
            if self.read(|view| view.open_prompt().is_some()) {
                let answer =
                    self.read(|view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()));
                let order = Order::Decide { answer: answer.expect("a prompt is open") };
                journal::submit_order(self.app.world_mut(), order).expect("an answer of the prompt");
                continue;
            }
            let unit = self.acting();
            let target = self.read(|view| {
                let unit = view.unit(unit).expect("it acts");
                first_target(view, &unit)
            });
            if let Some((target, cell)) = target
                && !self.is_harmless(cell)
            {
                return (unit, target, cell);
            }
            let order = self.read(|view| step_towards_enemy(view, unit)).unwrap_or(Order::EndPhase { unit });
            if journal::submit_order(self.app.world_mut(), order).is_err() {
                journal::submit_order(self.app.world_mut(), Order::EndPhase { unit }).expect("it acts");
            }
        }
        panic!("no unit can attack");
    }
}

fn first_target(view: &BattleView, unit: &UnitDataItem) -> Option<(UnitId, Cell)> {
    let attacks = |target: UnitId| {
        crate::attack_forecast::attack_modes(unit).into_iter().any(|(weapon, mode)| {
            let target = Target::Unit(target);
            validate_order(view, &Order::Attack { unit: *unit.id, target, weapon, mode, option: None })
                .is_ok()
        })
    };
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    enemies.map(|other| (*other.id, other.cell())).find(|(id, _)| attacks(*id))
}

/// A walk to the square in reach that is nearest to an enemy.
fn step_towards_enemy(view: &BattleView, id: UnitId) -> Option<Order> {
    let unit = view.unit(id)?;
    let enemy = view.units().find(|other| other.side != unit.side && other.is_fighting())?.cell();
    let budget = battle::move_budget(view, &unit);
    let paths = battle::SafePaths::from_unit(view, &unit, budget.walk_left);
    let nearest = paths
        .cells()
        .filter(|(cell, cost)| *cost > 0 && *cost <= budget.walk_left && *cell != unit.cell())
        .min_by_key(|(cell, _)| (cell.distance_squared(enemy), *cell))?;
    if nearest.0.distance_squared(enemy) >= unit.cell().distance_squared(enemy) {
        return None;
    }
    let order =
        Order::Move { unit: id, path: paths.path_to(nearest.0)?, pace: battle::Pace::Walk, evade: false };
    validate_order(view, &order).is_ok().then_some(order)
}

/// A square that the acting unit reaches by a short walk without risk.
fn near_cell(desk: &mut TestDesk, unit: UnitId) -> Cell {
    let cell = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let paths = battle::SafePaths::from_unit(view, &unit, 2);
        let mut cells: Vec<Cell> =
            paths.cells().map(|(cell, _)| cell).filter(|cell| *cell != unit.cell()).collect();
        cells.sort();
        cells.into_iter().find(|cell| view.unit_at(*cell).is_none())
    });
    cell.expect("there is room beside it")
}
