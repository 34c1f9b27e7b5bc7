use bevy::ecs::system::RunSystemOnce;

use super::*;
use crate::theme::Palette;
use battle::{Order, Pace, RoundState, journal};
use bevy_egui::egui::vec2;
use field::Grid;
use model::Cell;

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
        AnimationStep::ChangePosture { unit: UnitId(1), prone: true, knocked: true },
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
    world.init_resource::<BoardAnimation>();
    world.init_resource::<Settings>();
    world.init_resource::<WeaponSounds>();
    world.init_resource::<AiController>();
    world
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
