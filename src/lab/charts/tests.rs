use std::path::PathBuf;
use std::sync::Arc;

use super::*;
use battle::AttackChoice;
use content::SkirmishOverrides;
use model::UnitId;
use rules::Book;

fn shipped_content() -> content::Content {
    content::load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content
}

/// The first weapon of the first unit of the street against the nearest enemy in the open.
fn attack(book: Book) -> AttackRequest {
    let content = shipped_content();
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let bundle = content::bundle_skirmish(&content, "street", &overrides).expect("shipped");
    let mut world = battle::new_battle_world();
    battle::spawn_battle(&mut world, Arc::new(bundle), 1);
    battle::with_view(&mut world, |view| {
        let unit = view.unit(UnitId(1)).expect("first");
        let mode = unit.inventory[0].mode();
        let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode, option: None };
        let enemies = view.units().filter(|other| *other.side != *unit.side);
        let mut attacks: Vec<_> = enemies.filter_map(|other| view.attack_request(aimed, *other.id)).collect();
        attacks.sort_by_key(|attack| (attack.sight.hidden, attack.sight.distance_squared));
        Arc::unwrap_or_clone(attacks.remove(0))
    })
}

#[test]
fn curves_contain_the_current_value() {
    for book in Book::ALL {
        let attack = attack(book);
        let odds = play::preview(&attack).expect("odds");
        let mut axes = vec![ChartAxis::Cover];
        axes.extend(compute_influences(&attack).into_iter().map(|found| found.axis()));
        assert!(axes.len() > 4, "{book:?}");
        for axis in axes {
            let curve = AttackCurve::compute(&attack, &axis);
            let here = curve.points.iter().find(|(value, _)| *value == curve.current_value);
            if axis == ChartAxis::Cover && !attack.sight.hidden.is_multiple_of(5) {
                continue;
            }
            let (_, here) = here.unwrap_or_else(|| panic!("{book:?}, {}", axis.name()));
            assert_eq!(here.as_ref(), Some(&odds), "{book:?}, {}", axis.name());
        }
    }
}

#[test]
fn blows_are_charted_by_the_number_that_matters_most() {
    let scene_attack = |id: &str| {
        let content = shipped_content();
        let scene = content.labs[id].clone();
        let aim = scene.aim.clone().expect("aimed");
        let mut world = battle::new_battle_world();
        crate::set_up_scene(&mut world, &scene, &content, scene.skirmish.rules.book()).expect("valid scene");
        let content::LabTarget::Unit(target) = aim.at else { panic!("{id} has a unit as target") };
        battle::with_view(&mut world, |view| {
            let [unit, target] = [aim.attacker, target].map(|number| UnitId(number as u32 + 1));
            let choice = AttackChoice { unit, weapon: aim.weapon, mode: aim.mode, option: None };
            Arc::unwrap_or_clone(view.attack_request(choice, target).expect("an attack"))
        })
    };
    let hammer = scene_attack("through_a_wall");
    let influences = compute_influences(&hammer);
    assert_eq!(ChartAxis::default_for(&hammer, &influences), influences[0].axis());
    let rifle = attack(Book::SwanSong);
    assert_eq!(ChartAxis::default_for(&rifle, &compute_influences(&rifle)), ChartAxis::Distance);
}

#[test]
fn the_hit_chance_is_zero_beyond_the_weapons_range() {
    for book in Book::ALL {
        let mut attack = attack(book);
        attack.sight.distance_squared = 40_000;
        let curve = AttackCurve::compute(&attack, &ChartAxis::Distance);
        assert_eq!((curve.current_value, curve.points.first().map(|point| point.0)), (200, Some(1)));
        assert_eq!(curve.points.last().map(|point| point.0), Some(399), "every seventh metre of 400");
        let hits: Vec<(i64, f64)> = curve.values(ChartMeasure::Hit).collect();
        assert!(hits[0].1 > hits[hits.len() - 1].1 || hits.len() < curve.points.len(), "{book:?}: {hits:?}");
    }
}

#[test]
fn better_armour_and_skill_change_the_odds() {
    for book in Book::ALL {
        let all = compute_influences(&attack(book));
        let raises = |whose, up: bool| {
            all.iter()
                .any(|found| found.owner == whose && if up { found.mean > 0.0 } else { found.mean < 0.0 })
        };
        assert!(raises(NumberOwner::Attacker, true) || raises(NumberOwner::Weapon, true), "{book:?}");
        assert!(raises(NumberOwner::Target, false), "{book:?}: {all:?}");
    }
}

#[test]
fn tables_have_a_row_for_each_value() {
    let attack = attack(Book::SwanSong);
    let curve = AttackCurve::compute(&attack, &ChartAxis::Cover);
    let table = curves_to_csv(
        &ChartAxis::Cover,
        &[("here, now".to_owned(), curve.clone()), ("there".to_owned(), curve)],
    );
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 22);
    assert!(lines[0].starts_with("\"hidden share of the target, %\",\"here, now: chance to hit, %\","));
    assert!(
        lines.iter().all(|line| !line.is_empty())
            && lines[1].starts_with("0,")
            && lines[21].starts_with("100,")
    );
}

/// Only numbers with an effect are listed: not the radius of a single-target weapon.
#[test]
fn a_radius_matters_only_to_area_weapons() {
    for book in Book::ALL {
        let attack = attack(book);
        if play::blast_profile(&attack.attacker, &attack.weapon, &attack.rules).is_some() {
            continue;
        }
        let radius = |found: &Influence| matches!(found.number.name.as_str(), "blast" | "area");
        assert!(!compute_influences(&attack).iter().any(radius), "{book:?}");
        for found in compute_influences(&attack) {
            assert!(found.hit != 0.0 || found.mean != 0.0 || found.out != 0.0, "{book:?}: {}", found.label());
        }
    }
}
