//! What is laid over a battlefield in the Lab, beside the usual crates where they answer the same question, on the same maps,
//! in the same run.
//!
//! The cover map asks for more than any of them: a share for each square, not whether something of it is seen. The rivals' way to it
//! is a line to every square, which is what `bracket-geometry` is timed with.

mod common;

use std::sync::Arc;

use bracket_pathfinding::prelude::DijkstraMap;
use breachline::battle::{BattleSnapshot, Occupant};
use breachline::field::{self, Body, CoverMap, Grid, MovementRange, Obstacle};
use breachline::lab::overlay::{self, SightMatrix};
use breachline::model::{Cell, ObstaclePosition, UnitId};
use breachline::rules::aberrant;
use breachline::rules::{AttackRequest, Book, RuleSet, Sheet, TargetSight, UnitSnapshot, Weapon, play};
use criterion::Criterion;
use pathfinding::prelude::dijkstra_reach;

use common::rivals::{DIAGONAL, RivalMap, is_stopped, turns, view_jobs};
use common::{Job, Numbers, WALL, show_ratios};

const RANGE: u32 = 24;

/// A map with a hundred units: a fifth of its squares walled and crates on a tenth of the others, or all of it open.
struct Field {
    map: RivalMap,
    /// The same with one crate more in the middle, or one less.
    changed: Arc<Grid>,
    snapshot: BattleSnapshot,
}

impl Field {
    fn new(size: u16, open: bool) -> Self {
        let mut numbers = Numbers(u64::from(size));
        let mut grid = Grid::new(size, size);
        let mut walls = Vec::new();
        for cell in grid.cells() {
            let wall = !open && numbers.below(5) == 0;
            walls.push(wall);
            let low = Obstacle { height_cm: 100, ..WALL };
            let stands = if wall { Some(WALL) } else { (!open && numbers.below(10) == 0).then_some(low) };
            grid.set_obstacle(ObstaclePosition::Square(cell), stands);
        }
        let map = RivalMap::new(grid, walls, &mut numbers);
        let mut changed = Grid::clone(&map.grid);
        let middle = Cell::new(i32::from(size) / 2, i32::from(size) / 2);
        let other = changed.obstacle(ObstaclePosition::Square(middle)).is_none();
        changed.set_obstacle(
            ObstaclePosition::Square(middle),
            other.then_some(Obstacle { height_cm: 90, ..WALL }),
        );
        let units = (1..).zip(&map.places);
        let units = units.map(|(id, &cell)| Occupant { unit: nova(id), cell, is_blocking: true }).collect();
        let rules = RuleSet::new(Book::Aberrant);
        let snapshot = BattleSnapshot::new(Arc::clone(&map.grid), Vec::new(), units, rules);
        Self { map, changed: Arc::new(changed), snapshot }
    }
}

/// Strength 2, Might 1: a threshold of 6 dice.
fn nova(id: u32) -> UnitSnapshot {
    let text =
        "(strength: 2, dexterity: 3, stamina: 2, wits: 2, willpower: 0, abilities: {might: 1, melee: 3})";
    let own: aberrant::Sheet = ron::from_str(text).expect("a sheet");
    let (sheet, rules) = (Sheet::Aberrant(Arc::new(own)), RuleSet::new(Book::Aberrant));
    let (condition, budget) = (play::starting_health(&sheet, &rules), play::starting_budget(&sheet, &rules));
    UnitSnapshot::fresh(UnitId(id), "Target", sheet, condition, budget)
}

/// A blow of twenty dice on the second unit by a unit beside it.
fn blow(field: &Field) -> AttackRequest {
    let text = r#"(name: "ram", class: melee, skill: melee, damage: "20B", mass_g: 900)"#;
    let own: aberrant::Weapon = ron::from_str(text).expect("a weapon");
    let [attacker, defender] = [0, 1].map(|number| field.snapshot.units()[number].unit.clone());
    let sight = TargetSight::in_the_open(1);
    let weapon = Weapon::Aberrant(Arc::new(own));
    AttackRequest::new(attacker, (weapon, 0), defender, sight, field.snapshot.rules().clone())
}

fn cover_jobs(field: &Field) -> Vec<Job<'_>> {
    let (mut a, mut b) = (turns(&field.map), turns(&field.map));
    let mut ours = CoverMap::new();
    vec![
        (
            "breachline",
            Box::new(move || {
                ours.update(&field.map.grid, (a(), Body::STANDING), Body::STANDING, overlay::MAX_RANGE_M)
            }),
        ),
        (
            "bracket-geometry",
            Box::new(move || {
                let from = b();
                field.map.grid.cells().filter(|&cell| is_stopped(&field.map, from, cell)).count()
            }),
        ),
    ]
}

/// A crate is placed and removed. The overlay is mended or computed again; the compared library computes everything again.
fn change_jobs(field: &Field) -> Vec<Job<'_>> {
    let mut all = cover_jobs(field);
    let (mut ours, mut odd, from) = (CoverMap::new(), false, field.map.places[0]);
    all[0].1 = Box::new(move || {
        odd = !odd;
        let grid = if odd { &field.map.grid } else { &field.changed };
        ours.update(grid, (from, Body::STANDING), Body::STANDING, overlay::MAX_RANGE_M)
    });
    let mut other = false;
    let anew = move || {
        other = !other;
        let grid = if other { &field.map.grid } else { &field.changed };
        CoverMap::new().update(grid, (from, Body::STANDING), Body::STANDING, overlay::MAX_RANGE_M)
    };
    all.insert(1, ("breachline, all anew", Box::new(anew)));
    all
}

fn blast_jobs(field: &Field) -> Vec<Job<'_>> {
    const BLAST: u32 = 10;
    let (mut a, mut b) = (turns(&field.map), turns(&field.map));
    vec![
        ("breachline", Box::new(move || field::blast_cells(&field.map.grid, a(), BLAST).len())),
        (
            "bracket-geometry",
            Box::new(move || {
                let (from, reach) = (b(), BLAST as i32);
                let cells = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
                let inside = cells.filter(|(x, y)| x * x + y * y <= reach * reach);
                let cells = inside.map(|(x, y)| Cell::new(from.x + x, from.y + y));
                cells
                    .filter(|&cell| field.map.grid.contains(cell) && is_stopped(&field.map, from, cell))
                    .count()
            }),
        ),
    ]
}

fn reach_jobs(field: &Field) -> Vec<Job<'_>> {
    let (mut reach, from) = (MovementRange::default(), field.map.places[0]);
    vec![
        (
            "breachline",
            Box::new(move || {
                reach.update(&field.map.grid, from, RANGE, DIAGONAL, |_| false, |_| false);
                usize::from(reach.cost(from).is_some())
            }),
        ),
        (
            "bracket-pathfinding",
            Box::new(move || {
                let start = field.map.index(from);
                DijkstraMap::new(field.map.size, field.map.size, &[start], &field.map, RANGE as f32).map.len()
            }),
        ),
        (
            "pathfinding",
            Box::new(move || {
                let reached = dijkstra_reach(&from, |&cell: &Cell| field.map.steps(cell));
                reached.take_while(|reached| reached.total_cost <= RANGE).count()
            }),
        ),
    ]
}

/// What no crate answers.
fn own_jobs(field: &Field) -> Vec<(&'static str, Vec<Job<'_>>)> {
    let (engagement, mut sights) = (blow(field), SightMatrix::new());
    let knock = move || {
        let all = overlay::forecast_knockback(&field.snapshot, &engagement, &[]).expect("few branches");
        all.trajectories.len()
    };
    let lines = move || overlay::sight_lines(&field.snapshot, UnitId(1)).len();
    let mutual = move || {
        sights.update(&field.snapshot);
        sights.pairs().filter(|pair| pair.sees).count()
    };
    vec![
        ("knockback field of 20 dice", vec![("breachline", Box::new(knock) as Box<dyn FnMut() -> usize>)]),
        ("lines to 99 others with what they cross", vec![("breachline", Box::new(lines))]),
        ("who sees whom of 100, nothing changed", vec![("breachline", Box::new(mutual))]),
    ]
}

fn main() {
    let fields = [("100 x 100", Field::new(100, false)), ("500 x 500", Field::new(500, false))];
    let open = [("open 100 x 100", Field::new(100, true)), ("open 500 x 500", Field::new(500, true))];
    let mut all: Vec<(String, Vec<Job<'_>>)> = Vec::new();
    for (size, field) in &fields {
        let mut add = |what: &str, jobs| all.push((format!("{what}, {size}"), jobs));
        add("field of view r = 30", view_jobs(&field.map));
        add("cover of every square", cover_jobs(field));
        add("cover of every square, one crate changed", change_jobs(field));
        add("blast of 10 m", blast_jobs(field));
        add("reach of 12 m", reach_jobs(field));
        for (what, jobs) in own_jobs(field) {
            add(what, jobs);
        }
    }
    for (size, field) in &open {
        all.push((format!("cover of every square, {size}"), cover_jobs(field)));
        all.push((format!("cover of every square, one crate changed, {size}"), change_jobs(field)));
    }
    for (name, jobs) in &mut all {
        show_ratios(name, jobs);
    }
    let mut criterion = Criterion::default().configure_from_args();
    for (name, jobs) in all {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        for (who, mut job) in jobs {
            group.bench_function(who, |bencher| bencher.iter(&mut job));
        }
        group.finish();
    }
    criterion.final_summary();
}
