use bevy::ecs::system::RunSystemOnce;

use super::*;
use crate::theme::Palette;
use battle::{Order, Pace, RoundState, Target, journal, validate_order};
use bevy_egui::egui::vec2;
use field::Grid;
use model::Cell;
use rules::{Book, NamedInjury, play};

fn figure(at: Vec2) -> AnimatedUnit {
    AnimatedUnit { at, facing: 0.0, health: HealthDisplay::default(), down: None, prone: false, gone: false }
}

fn scene(grid: &Grid) -> StepStage<'_> {
    let limits = EffectLimits { motion: true, flashes: true, blood: false };
    StepStage { grid, palette: Palette::by_name(Default::default()), limits, hit_pause: true }
}

fn moment(event: usize) -> Moment {
    Moment { record: 0, event }
}

#[test]
fn skipping_shows_the_end_of_every_step() {
    let mut stage = BoardAnimation::default();
    stage.units.insert(UnitId(1), figure(vec2(0.5, 0.5)));
    stage.whole.insert(BarrierId(3));
    let way = vec![vec2(0.5, 0.5), vec2(0.5, 1.5)];
    let debris = (crate::board::effects::Debris::Glass, bevy_egui::egui::Color32::WHITE);
    let steps = [
        AnimationStep::Walk { unit: UnitId(1), way, tiles: vec![None] },
        AnimationStep::ChangePosture { unit: UnitId(1), prone: true, knocked: Some("knocked down") },
        AnimationStep::BreakBarrier { barrier: BarrierId(3), at: vec2(1.0, 0.5), debris, from: None },
        AnimationStep::SwingDoor { barrier: BarrierId(4), at: vec2(1.0, 0.5), open: true },
    ];
    stage.steps.extend(steps.into_iter().enumerate().map(|(event, step)| (moment(event), step)));
    stage.finish_all(&scene(&Grid::new(3, 3)));
    assert!(!stage.is_busy());
    let shown = stage.figure(UnitId(1)).expect("shown");
    assert_eq!((shown.at, shown.prone), (vec2(0.5, 1.5), true));
    assert!(!stage.is_still_whole(BarrierId(3)));
    assert_eq!(stage.door_share(BarrierId(4)), None);
}

#[test]
fn a_mark_waits_for_its_event() {
    let mut stage = BoardAnimation::default();
    assert!(stage.has_shown(moment(7)), "nothing is left to be shown");
    stage.steps.push_back((moment(4), AnimationStep::Leave { unit: UnitId(1) }));
    assert_eq!([3, 4, 5].map(|event| stage.has_shown(moment(event))), [true, false, false]);
    stage.begun = true;
    assert_eq!([3, 4, 5].map(|event| stage.has_shown(moment(event))), [true, true, false]);
}

#[test]
fn a_scorch_waits_for_the_explosion_of_what_is_thrown() {
    let mut stage = BoardAnimation::default();
    let to = vec2(4.5, 0.5);
    stage.steps.push_back((
        moment(4),
        AnimationStep::Lob { unit: UnitId(1), to, sound: content::WeaponSound::Thrown },
    ));
    stage.steps.push_back((moment(4), AnimationStep::Explode { at: to, radius: 3.0, smoke: false }));
    stage.begun = true;
    assert!(!stage.has_shown(moment(4)));
    stage.steps.pop_front();
    assert!(stage.has_shown(moment(4)));
}

#[test]
fn a_door_is_open_half_way_in_the_middle_of_its_swing() {
    let mut stage = BoardAnimation::default();
    let grid = Grid::new(3, 3);
    for (open, expected) in [(true, 0.02), (false, 0.98)] {
        let step = AnimationStep::SwingDoor { barrier: BarrierId(4), at: vec2(1.0, 0.5), open };
        stage.show_step(&step, 0.1, true, &scene(&grid));
        let share = stage.door_share(BarrierId(4)).expect("it swings");
        assert!((share - expected).abs() < 1e-4, "{share}");
        stage.show_step(&step, 0.5, false, &scene(&grid));
        assert_eq!(stage.door_share(BarrierId(4)), Some(0.5));
        stage.show_step(&step, 1.0, false, &scene(&grid));
        assert_eq!(stage.door_share(BarrierId(4)), None);
    }
}

#[test]
fn a_hit_stands_still_before_time_goes_on() {
    let mut stage = BoardAnimation::default();
    stage.units.insert(UnitId(1), figure(vec2(1.5, 1.5)));
    let hurt = step::Hurt {
        unit: UnitId(1),
        damage: 9,
        after: HealthDisplay::default(),
        tone: crate::board::effects::FloatingTone::Body,
        numbers: vec![("\u{2212}9".to_owned(), crate::board::effects::FloatingTone::Body)],
        bleeds: true,
        critical: true,
        injuries: vec![NamedInjury { name: "Stunned".to_owned(), effect: "no action".to_owned() }],
        from: Some(vec2(0.5, 1.5)),
        together: false,
    };
    let grid = Grid::new(3, 3);
    stage.show_step(&AnimationStep::TakeDamage(hurt), 0.0, true, &scene(&grid));
    let stood = stage.effects.advance(0.05);
    let moved = stage.effects.advance(0.05);
    assert_eq!(stood, 0.0);
    assert!((moved - 0.03).abs() < 1e-5, "{moved}");
}

#[test]
fn every_second_square_of_a_path_is_a_footstep_on_its_ground() {
    use ::sound::SoundEffect;
    use content::Tile;
    let mut stage = BoardAnimation::default();
    stage.units.insert(UnitId(1), figure(vec2(0.5, 0.5)));
    let way = (0..=5).map(|column| vec2(0.5 + column as f32, 0.5)).collect();
    let tiles = [Tile::Grass, Tile::Grass, Tile::Water, Tile::Wood, Tile::Metal].map(Some).to_vec();
    let step = AnimationStep::Walk { unit: UnitId(1), way, tiles };
    let grid = Grid::new(7, 3);
    let mut heard = Vec::new();
    for (share, begins) in [(0.0, true), (0.2, false), (0.5, false), (0.7, false), (1.0, false)] {
        stage.show_step(&step, share, begins, &scene(&grid));
        heard.push(stage.sounds.drain(..).map(|sound| (sound.effect, sound.at)).collect::<Vec<_>>());
    }
    let at = |column: f32| Some(vec2(column, 0.5));
    assert_eq!(
        heard,
        [
            vec![(SoundEffect::StepGrass, at(1.5))],
            vec![],
            vec![(SoundEffect::StepWater, at(3.5))],
            vec![(SoundEffect::StepMetal, at(5.5))],
            vec![],
        ]
    );
}

#[test]
fn a_wait_lasts_as_long_on_a_slow_computer() {
    assert_eq!(frame_seconds(0.8, true), 0.8, "a frame of a slow computer");
    assert_eq!(frame_seconds(0.8, false), MAX_FRAME_SECONDS, "what moves does not jump");
    assert_eq!(frame_seconds(0.02, false), 0.02);
}

#[test]
fn what_follows_a_wait_does_not_jump_on_a_slow_computer() {
    let most = MAX_FRAME_SECONDS;
    assert_eq!(seconds_after_step(1.5, 1.0, (true, most)), most, "a long frame at the end of a wait");
    assert_eq!(seconds_after_step(1.0625, 1.0, (true, most)), 0.0625);
    assert_eq!(seconds_after_step(1.5, 1.0, (false, most)), 0.5, "no time is lost between other steps");
}

/// The warehouse in round 1, with what the animation reads.
fn shown_battle() -> World {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let overrides =
        content::SkirmishOverrides { free_undo: Some(true), ..content::SkirmishOverrides::default() };
    let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &overrides).expect("shipped");
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, std::sync::Arc::new(bundle), 7);
    for side in 0..2 {
        journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("not ready yet");
    }
    add_animation(&mut world);
    world
}

/// Adds what the animation of a battle reads.
fn add_animation(world: &mut World) {
    world.init_resource::<BoardAnimation>();
    world.init_resource::<Settings>();
    world.init_resource::<WeaponSounds>();
    world.init_resource::<AiController>();
}

#[test]
fn an_undo_ends_the_animation_and_shows_the_units_where_they_are() {
    let mut world = shown_battle();
    let sync = |world: &mut World| world.run_system_once(sync_animation).expect("it runs");
    sync(&mut world);
    let unit = world.resource::<RoundState>().acting().expect("a unit acts");
    let from = battle::with_view(&mut world, |view| view.unit(unit).expect("on the map").cell());
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| Cell::new(from.x + x, from.y + y));
    let to = beside.into_iter().find(|cell| {
        let order = Order::Move { unit, path: vec![*cell], pace: Pace::Walk, evade: false };
        journal::submit_order(&mut world, order).is_ok()
    });
    let to = to.expect("a free square");
    sync(&mut world);
    let (start, end) = (viewport::cell_centre(from), viewport::cell_centre(to));
    let mut stage = world.resource_mut::<BoardAnimation>();
    assert!(stage.is_busy(), "it is still to walk on the screen");
    stage.units.get_mut(&unit).expect("shown").at = start + (end - start) / 2.0;
    journal::undo_last_order(&mut world).expect("free undo");
    sync(&mut world);
    let stage = world.resource::<BoardAnimation>();
    assert!(stage.has_been_seen(), "nothing of the walk is left");
    assert_eq!(stage.figure(unit).expect("shown").at, start);
}

/// The first possible order: an answer, an attack with what is in hand, or the end of the turn.
fn next_order(view: &BattleView) -> Order {
    if let Some(open) = view.open_prompt() {
        return Order::Decide { answer: open.prompt().answers[0].key.clone() };
    }
    let unit = view.round().acting().and_then(|id| view.unit(id)).expect("a unit acts");
    let own = *unit.id;
    let mut attacks = Vec::new();
    for enemy in view.units().filter(|other| other.side != unit.side && other.is_fighting()) {
        let target = Target::Unit(*enemy.id);
        let held = unit.inventory.held_items();
        attacks.extend(held.map(|(weapon, carried)| Order::attack(own, target, weapon, carried.mode())));
    }
    let attack = attacks.into_iter().find(|order| validate_order(view, order).is_ok());
    attack.unwrap_or(Order::EndPhase { unit: own })
}

/// The answer to the open question that buys nothing, or its first answer; `None` without a question.
fn idle_answer(view: &BattleView) -> Option<Order> {
    let prompt = view.open_prompt()?.prompt();
    let offer = play::spending_offer(prompt, view.rules());
    let stop = offer.and_then(|offer| offer.purchases.iter().position(Option::is_none)).unwrap_or(0);
    Some(Order::Decide { answer: prompt.answers[stop].key.clone() })
}

#[test]
fn the_dice_of_an_attack_are_shown_with_it() {
    let mut world = shown_battle();
    let sync = |world: &mut World| world.run_system_once(sync_animation).expect("it runs");
    sync(&mut world);
    for _ in 0..200 {
        if count_attacks(&world) != (0, 0) {
            break;
        }
        world.resource_mut::<BoardAnimation>().steps.clear();
        let order = battle::with_view(&mut world, next_order);
        journal::submit_order(&mut world, order).expect("it is allowed");
        sync(&mut world);
    }
    let steps = &world.resource::<BoardAnimation>().steps;
    let attack = steps.iter().position(|(_, step)| matches!(step, AnimationStep::Attack { .. }));
    let attack = attack.expect("a unit has attacked");
    let (AnimationStep::Attack { unit, .. }, Some((_, AnimationStep::RollDice(rolls)))) =
        (&steps[attack].1, attack.checked_sub(1).map(|before| &steps[before]))
    else {
        panic!("no dice before the attack: {steps:?}")
    };
    assert!(rolls.iter().any(|roll| roll.unit == *unit), "those of the attacker: {rolls:?}");
}

/// Counts the queued attacks, and the results of attacks that were shown before.
fn count_attacks(world: &World) -> (usize, usize) {
    let steps = &world.resource::<BoardAnimation>().steps;
    let count = |fits: fn(&AnimationStep) -> bool| steps.iter().filter(|(_, step)| fits(step)).count();
    let attacks = count(|step| matches!(step, AnimationStep::Attack { .. }));
    (attacks, count(|step| matches!(step, AnimationStep::TellResult { .. })))
}

#[test]
fn cc_adv_01_a_shot_is_shown_before_the_question_what_its_roll_buys_and_not_again_with_its_result() {
    let mut world = crate::panel::tests::battle_in(Some(Book::CombatChecks), "warehouse");
    add_animation(&mut world);
    let sync = |world: &mut World| world.run_system_once(sync_animation).expect("it runs");
    sync(&mut world);
    for _ in 0..200 {
        if world.resource::<BoardAnimation>().early_shot.is_some() {
            break;
        }
        world.resource_mut::<BoardAnimation>().steps.clear();
        let order = battle::with_view(&mut world, next_order);
        journal::submit_order(&mut world, order).expect("it is allowed");
        sync(&mut world);
    }
    assert_eq!(count_attacks(&world), (1, 0), "the shot of the open question");
    assert!(world.resource::<BoardAnimation>().holds_question(), "which waits for it");
    world.resource_mut::<BoardAnimation>().steps.clear();
    assert!(!world.resource::<BoardAnimation>().holds_question(), "all of it was seen");
    let mut later = (0, 0);
    while let Some(answer) = battle::with_view(&mut world, idle_answer) {
        journal::submit_order(&mut world, answer).expect("an answer of the question");
        sync(&mut world);
        let (attacks, results) = count_attacks(&world);
        later = (later.0 + attacks, later.1 + results);
        world.resource_mut::<BoardAnimation>().steps.clear();
    }
    assert_eq!(later, (0, 1), "its result is told, and the shot is not repeated");
    assert!(world.resource::<BoardAnimation>().early_shot.is_none());
}
