use std::path::PathBuf;

use bevy::prelude::World;

use super::*;
use crate::battle::{self, with_view};
use crate::content::{load, with_number};
use crate::field::{Edge, Place, Side};
use crate::lab::arrange;
use crate::rules::{Book, play};

#[test]
fn a_position_carries_wounds_poses_walls_and_doors_over() {
    let content = load(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets")]).content;
    let mut scene = content.labs["full_cover"].clone();
    let wall = Place::Edge(Edge::new(Cell::new(9, 4), Side::West));
    scene.worn.insert(wall, Wear { damage: 5, holed: true, open: false });
    scene.poses[0] = Pose { prone: true, in_cover: false, gait: crate::rules::Gait::Running };
    let recruit = content.recruit(Book::SwanSong, "officer").expect("a sheet");
    let fresh = play::fresh(&recruit.sheet, &scene.skirmish.rules);
    let (name, is) = crate::content::numbers(&fresh).into_iter().next().expect("a number");
    let hurt = with_number(&fresh, &name, is.max(2) - 1).expect("less of it");
    assert_ne!(hurt, fresh);
    scene.skirmish.units[1].veteran =
        Some(Veteran { condition: hurt.clone(), karma: 1, ailments: Vec::new() });
    let mut world = World::new();
    battle::install(&mut world);
    arrange(&mut world, &scene, &content, Book::SwanSong).expect("everything is there");
    let again = with_view(&mut world, what_if);
    assert_eq!((&again.worn, &again.poses), (&scene.worn, &scene.poses));
    assert_eq!(again.skirmish.units[1].veteran, scene.skirmish.units[1].veteran);
    assert_eq!(again.aim.as_ref().map(|aim| (aim.attacker, aim.at)), Some((0, AimAt::Unit(1))));
    let before = battle::hash(&mut world);
    arrange(&mut world, &again, &content, Book::SwanSong).expect("everything is there");
    assert_eq!(battle::hash(&mut world), before);
    let text = again.to_text().expect("letters enough");
    let (read, problems) = crate::content::parse_lab(&content, std::path::Path::new("again.ron"), &text);
    assert_eq!((read, problems), (Some(again.tidy()), Vec::new()), "{text}");
}
