use std::path::{Path, PathBuf};

use super::*;
use crate::scene_setup::set_up_scene;
use battle::with_view;
use content::with_number;
use content::{Content, Diagnostic, load_content, parse_scene};
use model::{CellSide, Edge, ObstaclePosition};
use rules::{Book, play};

#[test]
fn a_position_keeps_wounds_states_walls_and_doors() {
    let content = load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content;
    let mut scene = content.labs["full_cover"].clone();
    let wall = ObstaclePosition::Edge(Edge::new(Cell::new(9, 4), CellSide::West));
    scene.damaged.insert(wall, BarrierWear { damage: 5, holed: true, open: false });
    scene.unit_states[0] = LabUnitState { prone: true, in_cover: false, gait: rules::MovementMode::Running };
    let template = content.unit_template(Book::SwanSong, "officer").expect("a sheet");
    let fresh = play::starting_health(&template.sheet, &scene.skirmish.rules);
    let (name, is) = content::named_numbers(&fresh).into_iter().next().expect("a number");
    let hurt = with_number(&fresh, &name, is.max(2) - 1).expect("less of it");
    assert_ne!(hurt, fresh);
    scene.skirmish.units[1].campaign_unit = Some(CampaignUnit::new(hurt.clone(), 1));
    let mut world = battle::new_battle_world();
    set_up_scene(&mut world, &scene, &content, Book::SwanSong).expect("valid scene");
    let again = with_view(&mut world, scene_from_battle);
    assert_eq!((&again.damaged, &again.unit_states), (&scene.damaged, &scene.unit_states));
    assert_eq!(again.skirmish.units[1].campaign_unit, scene.skirmish.units[1].campaign_unit);
    assert_eq!(again.aim.as_ref().map(|aim| (aim.attacker, aim.at)), Some((0, LabTarget::Unit(1))));
    let before = battle::battle_hash(&mut world);
    set_up_scene(&mut world, &again, &content, Book::SwanSong).expect("valid scene");
    assert_eq!(battle::battle_hash(&mut world), before);
    reads_as_written(&content, again);
}

fn reads_as_written(content: &content::Content, again: LabScene) {
    let text = again.to_text().expect("serializable");
    let (read, problems) = parse_lab(content, Path::new("again.ron"), &text);
    assert_eq!((read, problems), (Some(again.normalised()), Vec::new()), "{text}");
}

/// Ammunition, items put away, malfunctions and dropped items are preserved.
#[test]
fn ammunition_hands_and_dropped_items_are_kept() {
    let content = load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content;
    let mut scene = content.labs["full_cover"].clone();
    scene.aim = None;
    scene.overrides.iter_mut().for_each(|own| own.clear());
    let book = Book::SwanSong;
    let sort = scene.skirmish.units[0].archetype.clone();
    let template = content.unit_template(book, &sort).expect("a sheet");
    let rifle = template.weapons[0].clone();
    let fresh = play::starting_health(&template.sheet, &scene.skirmish.rules);
    let fired =
        UsedWeapon { loaded: Some(1), fault: rules::WeaponMalfunction::Jammed, ..UsedWeapon::new(&rifle) };
    let loadout = vec![UsedWeapon { in_hand: true, ..UsedWeapon::new("combat_knife") }, fired.clone()];
    scene.skirmish.units[0].campaign_unit =
        Some(CampaignUnit { loadout: Some(loadout.clone()), ..CampaignUnit::new(fresh, 0) });
    let cell = Cell::new(3, 3);
    scene.items =
        vec![LabItem { cell, book, thing: UsedWeapon { loaded: Some(2), ..UsedWeapon::new(&rifle) } }];
    let mut world = battle::new_battle_world();
    set_up_scene(&mut world, &scene, &content, book).expect("valid scene");
    let (carried, lying) = with_view(&mut world, |view| {
        let unit = view.units().next().expect("a unit");
        let carried: Vec<_> = unit.inventory.items().map(|own| (own.loaded(), own.in_hand())).collect();
        let lying: Vec<_> =
            view.items().iter().map(|(_, item)| (item.cell(), item.item().loaded())).collect();
        (carried, lying)
    });
    assert_eq!((carried[0].1, carried[1], carried.len()), (true, (1, false), 2));
    assert_eq!(lying, [(cell, 2)]);
    let again = with_view(&mut world, scene_from_battle);
    assert_eq!(
        again.skirmish.units[0].campaign_unit.as_ref().and_then(|one| one.loadout.clone()),
        Some(loadout)
    );
    assert_eq!(
        again.skirmish.units[1].campaign_unit.as_ref().and_then(|one| one.loadout.clone()),
        None,
        "initial loadout"
    );
    assert_eq!(again.items, scene.items);
    let before = battle::battle_hash(&mut world);
    let mut other = battle::new_battle_world();
    set_up_scene(&mut other, &LabScene { aim: None, ..again.clone() }, &content, book).expect("valid scene");
    assert_eq!(battle::battle_hash(&mut other), before);
    reads_as_written(&content, again.clone());
    // Another rulebook shows the default loadout, and the items on the ground undamaged and fully loaded.
    set_up_scene(&mut world, &again, &content, Book::Aberrant).expect("valid scene");
    let full = with_view(&mut world, |view| {
        let whole = |own: &battle::CarriedItem| own.loaded() == own.magazine();
        view.items().iter().all(|(_, item)| whole(item.item()))
            && view.units().all(|unit| unit.inventory.items().all(whole))
    });
    assert!(full);
}

#[test]
fn unknown_weapons_in_a_file_are_reported() {
    let content = load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content;
    let mut scene = content.labs["full_cover"].clone();
    let book = Book::SwanSong;
    let thing = UsedWeapon { loaded: Some(2), ..UsedWeapon::new("blunderbuss") };
    scene.items = vec![LabItem { cell: Cell::new(3, 3), book, thing }];
    let text = scene.to_text().expect("serializable");
    let (read, problems) = parse_lab(&content, Path::new("own.ron"), &text);
    assert!(
        read.is_none() && problems.iter().any(|problem| problem.what.contains("blunderbuss")),
        "{problems:?}"
    );
}

fn parse_lab(content: &Content, name: &Path, text: &str) -> (Option<LabScene>, Vec<Diagnostic>) {
    let (scene, problems) = parse_scene(content, name, text);
    (scene.and_then(|scene| scene.battlefield.ok()), problems)
}
