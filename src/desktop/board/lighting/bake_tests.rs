use std::sync::Arc;

use field::{Grid, Obstacle};
use model::BarrierId;
use rules::Light;

use super::super::light_scene::LitCell;
use super::*;

fn wall(transparent: bool) -> Obstacle {
    Obstacle { id: BarrierId(1), height_cm: 300, transparent, blocks_move: true, width_pct: 100 }
}

fn east_of(x: i32, y: i32) -> ObstaclePosition {
    ObstaclePosition::Edge(Edge::new(Cell::new(x, y), CellSide::East))
}

fn lamp(x: i32, y: i32) -> Emitter {
    Emitter {
        at: LightPoint::centre(Cell::new(x, y)),
        reach: 5.0,
        colour: [1.0, 0.7, 0.4],
        size: 9,
        indoors_only: false,
    }
}

/// A dark hall of 20 x 9 squares with a wall east of column 9 and lamps on both sides.
fn hall(wall_at: impl Fn(i32) -> Option<Obstacle>) -> LightScene {
    let mut grid = Grid::new(20, 9);
    for y in 0..9 {
        grid.set_obstacle(east_of(9, y), wall_at(y));
    }
    let cell = LitCell { indoors: true, level: Light::Normal, ..LitCell::default() };
    LightScene {
        grid: Arc::new(grid),
        cells: vec![cell; 180],
        emitters: vec![lamp(7, 4), lamp(2, 4), lamp(17, 4)],
    }
}

/// What lamps add in the middle of a square.
fn lamp_light(baker: &LightBaker, scene: &LightScene, x: i32, y: i32) -> f32 {
    let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
    baker.light_at(x, y)[0] - shade::ambient_at(scene, x, y)[0]
}

#[test]
fn walls_stop_light_and_windows_and_holes_do_not() {
    let behind = |scene: &LightScene| {
        let mut baker = LightBaker::default();
        baker.update(scene);
        lamp_light(&baker, scene, 10, 4)
    };
    assert!(behind(&hall(|_| Some(wall(false)))) < 0.001);
    let open = behind(&hall(|_| None));
    assert!(open > 0.05, "{open}");
    assert!((behind(&hall(|_| Some(wall(true)))) - open).abs() < 0.001);
    let holed = behind(&hall(|y| (y != 4).then(|| wall(false))));
    assert!(holed > 0.5 * open, "{holed} of {open}");
}

#[test]
fn only_lights_near_a_change_are_followed_again() {
    let mut baker = LightBaker::default();
    let shut = hall(|_| Some(wall(false)));
    assert_eq!(baker.update(&shut), BakeReport { lights: 3, squares: 180 });
    assert!(!baker.update(&shut).is_changed());
    // A hole in the wall: in reach of the first lamp, not of the others.
    let holed = hall(|y| (y != 4).then(|| wall(false)));
    let report = baker.update(&holed);
    assert_eq!(report.lights, 1);
    assert!((1..=42).contains(&report.squares), "{report:?}");
    let mut fresh = LightBaker::default();
    fresh.update(&holed);
    assert_eq!(baker.picture(), fresh.picture());
}

#[test]
fn a_lamp_that_goes_out_leaves_no_light() {
    let mut baker = LightBaker::default();
    let mut scene = hall(|_| None);
    baker.update(&scene);
    scene.emitters.pop();
    let report = baker.update(&scene);
    assert!(report.is_changed() && report.lights == 0);
    assert!(lamp_light(&baker, &scene, 17, 4) < 0.001);
}

#[test]
fn what_the_rules_call_dark_is_darker_even_below_a_lamp() {
    let mut scene = hall(|_| None);
    let light = |scene: &LightScene| {
        let mut baker = LightBaker::default();
        baker.update(scene);
        baker.light_at(7.5, 4.5).iter().sum::<f32>()
    };
    let mut by_level = Vec::new();
    for level in [Light::Normal, Light::Low, Light::Dark] {
        scene.cells.iter_mut().for_each(|cell| cell.level = level);
        by_level.push(light(&scene));
    }
    assert!(by_level[0] > 1.4 * by_level[1] && by_level[1] > 1.4 * by_level[2], "{by_level:?}");
}

#[test]
fn walls_drop_shadows_away_from_the_sun() {
    let mut scene = hall(|_| Some(wall(false)));
    scene.emitters.clear();
    scene.cells.iter_mut().for_each(|cell| cell.indoors = false);
    let mut baker = LightBaker::default();
    baker.update(&scene);
    let [west, east, far] = [9.4, 10.6, 14.5].map(|x| baker.light_at(x, 4.5)[1]);
    assert!(east < 0.8 * far && (west - far).abs() < 0.01, "{west} {east} {far}");
}

#[test]
fn a_full_light_changes_nothing_and_the_picture_has_four_bytes_a_texel() {
    let mut baker = LightBaker::default();
    baker.update(&hall(|_| None));
    assert_eq!(baker.texel_size(), (160, 72));
    assert_eq!(baker.picture().len(), 160 * 72 * 4);
    // Half of the light, as sRGB: multiplied and doubled it is 1.
    assert_eq!(srgb_byte(0.5), 188);
    assert_eq!((soften(0.6), falloff(0.0), falloff(1.0)), (0.6, 1.0, 0.0));
    assert!(soften(50.0) <= BRIGHTEST);
}
