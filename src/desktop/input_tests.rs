//! Keys and clicks on a real battle, through the systems that read them, without a window.

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
use crate::redraw::{NextFrame, WindowWaker};
use crate::rulebook::OpenRulebook;
use crate::session::{Hover, Intent, Screen, Session};
use crate::settings::Settings;
use battle::journal;
use battle::{BattleView, History, Order, Target, UnitDataItem, validate_order};
use content::SkirmishOverrides;
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
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let overrides =
            SkirmishOverrides { book: Some(book), free_undo: Some(true), ..SkirmishOverrides::default() };
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &overrides).expect("shipped");
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

    /// Whether the attack on the enemy on a square cannot harm it.
    fn is_harmless(&mut self, cell: Cell) -> bool {
        self.hover(cell);
        let is_harmless = self.app.world().resource::<hovered_attack::HoveredAttack>().harmless().is_some();
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

/// A battle in which an attacked unit is asked for its defence; returns the unit and the keys of the answers.
fn desk_with_question_of_defence() -> (TestDesk, UnitId, Vec<String>) {
    let mut desk = TestDesk::open(Book::SwanSong);
    for _ in 0..30 {
        let (unit, _, cell) = desk.go_to_attacker();
        desk.click(cell);
        desk.click(cell);
        let asked = desk.read(|view| {
            let prompt = view.open_prompt()?.prompt();
            let keys = prompt.answers.iter().map(|answer| answer.key.clone()).collect();
            (prompt.clause == DEFENCE && prompt.answers.len() > 1).then_some((prompt.who, keys))
        });
        if let Some((who, keys)) = asked {
            return (desk, who, keys);
        }
        while desk.read(|view| view.open_prompt().is_some()) {
            desk.key("Enter");
        }
        if desk.read(|view| view.round().acting()) == Some(unit) {
            journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit }).expect("it acts");
        }
    }
    panic!("no unit is asked for a defence");
}

/// Clause of the question for a defence in Swan Song.
const DEFENCE: &str = "SS-ATK-07";

#[test]
fn a_defence_is_given_from_an_expected_damage_on_and_the_log_says_why() {
    let (mut desk, who, keys) = desk_with_question_of_defence();
    let (standard, better) = (keys[0].clone(), keys[1].clone());
    let before = desk.orders().len();
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), (&better, 990, None));
    desk.frame();
    assert_eq!(desk.orders().len(), before, "less damage is expected: the player is asked");
    let below = (better.as_str(), 990, Some(standard.as_str()));
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), below);
    desk.frame();
    assert_eq!(desk.orders().get(before), Some(&Order::Decide { answer: standard }), "the answer below");
    let lines = panel::automatic_answers_for_tests(desk.app.world_mut(), None);
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(
        line.contains(" automatically answers ")
            && line.contains("expected damage ")
            && line.ends_with(", less than 99.0"),
        "{line}"
    );
    let side = desk.read(|view| *view.unit(who).expect("it is there").side);
    assert_eq!(panel::automatic_answers_for_tests(desk.app.world_mut(), Some(side)).len(), 1);
    let other = Side(1 - side.0);
    let seen = panel::automatic_answers_for_tests(desk.app.world_mut(), Some(other));
    assert!(seen.is_empty(), "the other side does not know it: {seen:?}");
    desk.key("U");
    assert!(desk.read(|view| view.open_prompt().is_some()), "after an undo the player is asked");
    assert!(panel::automatic_answers_for_tests(desk.app.world_mut(), None).is_empty());

    let (mut desk, who, keys) = desk_with_question_of_defence();
    let (before, better) = (desk.orders().len(), keys[1].clone());
    panel::set_condition_for_tests(desk.app.world_mut(), (who, DEFENCE), (&better, 1, None));
    desk.frame();
    assert_eq!(
        desk.orders().get(before),
        Some(&Order::Decide { answer: better }),
        "the journal has the answer"
    );
    let lines = panel::automatic_answers_for_tests(desk.app.world_mut(), None);
    assert!(lines.len() == 1 && lines[0].ends_with(", at least 0.1"), "{lines:?}");
}

#[test]
fn a_move_and_a_shot_take_three_clicks() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, _, cell) = desk.go_to_attacker();
    let here = desk.read(|view| view.unit(unit).expect("it acts").cell());
    let to = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let paths = battle::SafePaths::from_unit(view, &unit, 2);
        let mut cells: Vec<Cell> = paths.cells().map(|(cell, _)| cell).filter(|cell| *cell != here).collect();
        cells.sort();
        cells.into_iter().find(|cell| view.unit_at(*cell).is_none())
    });
    let before = desk.orders().len();
    let to = to.expect("there is room beside it");
    desk.click(to);
    assert_eq!(desk.read(|view| view.unit(unit).expect("it acts").cell()), to, "the first click moves");
    desk.key("U");
    assert_eq!(desk.orders().len(), before, "and can be undone");
    desk.key("Ctrl+Y");
    assert_eq!(desk.orders().len(), before + 1, "and done again");
    desk.click(cell);
    desk.click(cell);
    assert!(desk.orders().len() > before + 1, "two more clicks attack");
}

#[test]
fn escape_is_not_spent_on_a_card_that_is_not_shown() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    desk.app.world_mut().resource_mut::<AiController>().explain_for_tests();
    desk.key("Esc");
    assert!(desk.session().paused, "fog hides the reasons");
    desk.key("Esc");
    desk.app.world_mut().insert_resource(DecisionCardShown(true));
    desk.key("Esc");
    assert!(!desk.session().paused, "the first Esc closes the card");
    desk.key("Esc");
    assert!(desk.session().paused);
}

#[test]
fn enter_answers_the_open_prompt_and_escape_steps_back() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, _, cell) = desk.go_to_attacker();
    // The question whether the turn ends: Esc closes it, Enter confirms it.
    desk.key("Backspace");
    assert_eq!(desk.session().ending, Some(unit));
    desk.key("Esc");
    assert!(desk.session().ending.is_none() && !desk.session().paused);
    // Esc drops the mark, then the aim, then opens the menu.
    desk.click(cell);
    desk.key("Esc");
    assert!(desk.session().marked.is_none() && matches!(desk.session().intent, Intent::Attack { .. }));
    desk.key("Esc");
    assert_eq!(desk.session().intent, Intent::Move);
    desk.key("Esc");
    assert!(desk.session().paused);
    desk.key("Esc");
    assert!(!desk.session().paused);
    // An attack asks for a defence: Enter takes the default.
    desk.click(cell);
    desk.click(cell);
    if desk.read(|view| view.open_prompt().is_some()) {
        let before = desk.orders().len();
        desk.key("Enter");
        assert!(
            matches!(desk.orders().get(before), Some(Order::Decide { .. })),
            "{:?}",
            desk.orders().last()
        );
    }
    while desk.read(|view| view.open_prompt().is_some()) {
        desk.key("Enter");
    }
    // With nothing hovered but the own square, Enter confirms the end of the turn.
    let acting = desk.acting();
    desk.key("Backspace");
    if desk.session().ending.is_some() {
        desk.key("Enter");
    }
    assert!(desk.orders().contains(&Order::EndPhase { unit: acting }));
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
fn waiting_is_asked_once_and_not_before_each_later_unit() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    desk.key("H");
    let asked = |desk: &mut TestDesk| {
        desk.read(|view| view.open_prompt().is_some_and(|open| open.prompt().who == unit))
    };
    let mut questions = 0;
    let pass = desk.read(|view| view.round().pass());
    for _ in 0..40 {
        if desk.read(|view| view.round().pass() != pass || view.round().number() != 1) {
            break;
        }
        if asked(&mut desk) {
            let clause = desk.read(|view| view.open_prompt().map(|open| open.prompt().clause));
            if clause != Some("SS-DELAY-05") {
                break; // the end of the pass
            }
            questions += 1;
            desk.key("Enter");
            continue;
        }
        let acting = desk.acting();
        journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: acting }).expect("it acts");
        desk.frame();
    }
    assert_eq!(questions, 1);
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

#[test]
fn a_click_that_comes_too_late_for_a_target_is_no_move() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.read(|view| view.round().acting()).expect("a unit acts");
    let cell = near_cell(&mut desk, unit);
    desk.app.world_mut().resource_mut::<Session>().attacked = Some(cell);
    let given = desk.orders().len();
    for _ in 0..2 {
        desk.click(cell);
        assert_eq!(
            desk.orders().len(),
            given,
            "the target has fallen, and the pointer still rests on its square"
        );
    }
    let notice = desk.session().notice.clone().expect("it says why").0;
    assert!(notice.contains("no longer there"), "{notice}");
    desk.app.world_mut().resource_mut::<Session>().attacked = None;
    desk.click(cell);
    assert_eq!(desk.orders().len(), given + 1, "after the pointer was elsewhere it is a move");
}

#[test]
fn a_click_on_the_floor_while_aiming_moves_in_every_book() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, ..) = desk.go_to_attacker();
        let to = near_cell(&mut desk, unit);
        desk.key("2");
        desk.key("Esc");
        assert!(matches!(desk.session().intent, Intent::Attack { .. }), "{book:?}: Esc closed the list");
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
fn a_click_that_does_nothing_says_why() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, ..) = desk.go_to_attacker();
        let (far, own) = desk.read(|view| {
            let (grid, unit) = (view.field().grid(), view.unit(unit).expect("it acts"));
            let cells = (0..i32::from(grid.width()))
                .flat_map(|x| (0..i32::from(grid.height())).map(move |y| Cell::new(x, y)))
                .filter(|cell| grid.can_enter(*cell) && view.unit_at(*cell).is_none());
            let far = cells.max_by_key(|cell| (cell.distance_squared(unit.cell()), *cell));
            (far.expect("the map has squares"), unit.cell())
        });
        for aims in [false, true] {
            if aims {
                desk.key("2");
            }
            desk.app.world_mut().resource_mut::<Session>().notice = None;
            desk.click(far);
            let notice = desk.session().notice.clone().map(|(text, _)| text).unwrap_or_default();
            assert!(!notice.is_empty(), "{book:?}: {aims}");
        }
        // A click on the unit itself ends the aim.
        desk.key("2");
        desk.click(own);
        assert_eq!(desk.session().intent, Intent::Move, "{book:?}");
        let other = desk.read(|view| view.units().map(|unit| *unit.id).find(|id| *id != unit));
        desk.app.world_mut().resource_mut::<Session>().selected = other;
        desk.app.world_mut().resource_mut::<Session>().notice = None;
        desk.click(far);
        let notice = desk.session().notice.clone().map(|(text, _)| text).unwrap_or_default();
        assert!(notice.contains("turn, not"), "{book:?}: {notice}");
    }
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
fn a_key_pressed_as_a_prompt_appears_does_not_answer_it() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    desk.app.insert_resource(panel::AnswerKeyDelay::default());
    desk.app.insert_resource(NextFrame::new(WindowWaker::default()));
    // A unit that waits is asked before the next one acts.
    desk.key("H");
    for _ in 0..10 {
        if desk.read(|view| view.open_prompt().is_some()) {
            break;
        }
        let acting = desk.acting();
        journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: acting }).expect("it acts");
        desk.frame();
    }
    assert!(desk.read(|view| view.open_prompt().is_some()), "the waiting unit is asked");
    let before = desk.orders().len();
    for key in ["Enter", "Y", "1"] {
        desk.key(key);
        assert_eq!(desk.orders().len(), before, "{key} came too soon");
    }
    assert!(
        desk.app.world().resource::<NextFrame>().is_requested(),
        "an idle window has a frame when keys count"
    );
    let mut time = desk.app.world_mut().resource_mut::<Time<Real>>();
    let later = time.startup() + std::time::Duration::from_secs(1);
    time.update_with_instant(later);
    time.update_with_instant(later + std::time::Duration::from_secs(1));
    desk.key("Enter");
    assert!(desk.orders().len() > before, "a moment later it answers");
}

#[test]
fn the_card_of_a_square_names_the_enemies_that_can_attack_it_in_their_next_turn() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let (unit, enemy, at) = desk.go_to_attacker();
    let (own, here, moved) = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
        let (mut here, mut moved) = (Vec::new(), Vec::new());
        for reach in enemies.map(|other| ::lab::overlay::UnitReach::complete(view, &other)) {
            match (reach.attacks_without_moving(unit.cell()), reach.attacks(unit.cell())) {
                (true, _) => here.push(reach.name),
                (false, true) => moved.push(reach.name),
                (false, false) => {}
            }
        }
        (unit.cell(), here.join(", "), moved.join(", "))
    });
    desk.hover(own);
    assert!(desk.facts(own).is_empty(), "the overlay is off");
    desk.key("T");
    for _ in 0..1000 {
        if !desk.facts(own).is_empty() {
            break;
        }
        desk.frame();
    }
    let facts = desk.facts(own);
    let value = |label: &str| {
        let fact = facts.iter().find(|fact| fact.label == label);
        fact.map(|fact| fact.value.clone()).unwrap_or_default()
    };
    assert!(!here.is_empty(), "the enemy that it can shoot at can shoot back");
    assert_eq!(value("Can attack here without moving"), here);
    assert_eq!(value("Can attack here after moving"), moved);
    desk.hover(at);
    let alone = desk.facts(at);
    let turn = desk.read(|view| view.next_turn(&view.unit(enemy).expect("it is in view")));
    let metres = battle::format_metres(turn.max_move);
    assert_eq!(alone.len(), 1);
    assert!(alone[0].value.starts_with(&format!("moves up to {metres} m")), "{alone:?}");
    desk.key("T");
    assert!(desk.facts(own).is_empty());
}

#[test]
fn the_card_of_a_dark_square_names_what_hides_it() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let acting = desk.acting();
    let (name, dark, seen) = desk.read(|view| {
        let unit = view.unit(acting).expect("it acts");
        let from = unit.cell();
        let cells = || view.field().grid().cells();
        let is_hidden = |cell: &Cell| {
            matches!(view.sight_obstacle(&unit, from, *cell), Some(battle::SightObstacle::Barrier(..)))
        };
        let dark = cells().find(is_hidden).expect("the warehouse has walls");
        let seen = cells().find(|cell| view.sight_obstacle(&unit, from, *cell).is_none());
        (unit.identity.name().to_owned(), dark, seen.expect("it sees something"))
    });
    desk.app.world_mut().resource_mut::<Session>().selected = Some(acting);
    desk.hover(dark);
    assert!(desk.facts(dark).is_empty(), "the overlay is off");
    desk.key("V");
    let facts = desk.facts(dark);
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].label, format!("Not seen by {name}"));
    assert!(facts[0].value.ends_with(" in the way"), "{facts:?}");
    assert_eq!(facts[0].clause, "SS-COVER-05");
    assert!(desk.facts(seen).is_empty());
}
