//! Odds that an attack on an area harms anyone, with walls and scatter.

use super::*;
use crate::test_barriers::intact_wall;
use crate::{AreaAnswers, AttackSite, AttackTarget, BarrierOnLine, Bystander, TerrainMap, UnitAttack};
use dice::Distribution;
use field::{Grid, Obstacle};
use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};

const TARGET: Cell = Cell::new(30, 30);
/// The place of a wall, two squares east of the target.
const WALL: Edge = Edge::new(Cell::new(32, 30), CellSide::East);

/// A bomb with a radius of 10 m at unit 2, which does not dodge. Unit 3 of its side is 4 m east of it, perhaps behind a wall,
/// and the attacker stands on the rim.
fn bombed(wall: Option<BarrierOnLine>) -> AttackRequest {
    let bomb = AberrantWeapon {
        class: crate::aberrant::WeaponClass::Thrown,
        skill: Ability::Throwing,
        mass_g: 500,
        area: 1,
        ..blade("4L")
    };
    let mut request = attack_request(bomb);
    request.aimed_unit().defender.side = 1;
    let unit = UnitSnapshot { id: UnitId(3), ..request.aimed_unit().defender.clone() };
    request.bystanders = vec![Bystander {
        unit,
        offset: (4, 0),
        sight: request.sight,
        surroundings: Default::default(),
        sees_target: true,
    }];
    let mut grid = Grid::new(60, 60);
    let place = ObstaclePosition::Edge(WALL);
    if wall.is_some() {
        let obstacle = Obstacle {
            id: BarrierId(3),
            height_cm: 300,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        grid.set_obstacle(place, Some(obstacle));
    }
    let standing = wall.into_iter().map(|wall| (wall, place)).collect();
    let terrain = Arc::new(TerrainMap { grid: Arc::new(grid), standing, taken: Vec::new() });
    request.site = Some(AttackSite { terrain, attacker: Cell::new(30, 40), target: TARGET });
    request
}

/// A wall that breaks if it takes one level more.
fn worn_drywall() -> BarrierOnLine {
    BarrierOnLine { damage: 14, ..intact_wall(3, "drywall", (2, 4)) }
}

/// Whether the whole attack harms at least one enemy, and at least one unit of the attacker's side.
fn played(request: &AttackRequest) -> [Distribution<bool>; 2] {
    let target = match &request.target {
        AttackTarget::Unit(target) => Some(&target.defender),
        _ => None,
    };
    let near = request.bystanders.iter().map(|near| &near.unit);
    let units: Vec<_> = target.into_iter().chain(near).chain([&*request.attacker]).collect();
    let all = enumerate(AnswerPolicy::first(), |table| {
        let steps = AberrantRulebook::attack(table, request)?.effects;
        let harmed = steps.into_iter().filter_map(|step| match step {
            RuleStep::ChangeHealth { unit, damage: 1.., .. } => Some(unit),
            _ => None,
        });
        let is_own =
            |id: UnitId| units.iter().any(|unit| unit.id == id && unit.side == request.attacker.side);
        let (own, enemies): (Vec<_>, Vec<_>) = harmed.partition(|id| is_own(*id));
        Ok((!enemies.is_empty(), !own.is_empty()))
    });
    let all = all.expect("odds");
    [all.map(|(enemies, _)| *enemies), all.map(|(_, own)| *own)]
}

fn at_the_square(mut request: AttackRequest) -> AttackRequest {
    let target = request.aimed_unit().defender.clone();
    let first = Bystander { unit: target, offset: (0, 0), ..request.bystanders[0].clone() };
    request.bystanders.insert(0, first);
    AttackRequest { target: AttackTarget::Cell, ..request }
}

#[rstest]
#[case::ab_area_04_at_a_unit(bombed(None))]
#[case::ab_area_01_a_wall_that_may_break(bombed(Some(worn_drywall())))]
#[case::ab_area_05_at_a_square(at_the_square(bombed(None)))]
#[case::ab_area_05_at_a_square_beside_a_wall(at_the_square(bombed(Some(worn_drywall()))))]
fn the_odds_of_harm_are_those_of_the_whole_attack(#[case] request: AttackRequest) {
    let harm = AberrantRulebook::area_harm(&request, AreaAnswers::default()).expect("an area");
    let [enemies, own] = played(&request);
    assert_eq!((harm.enemies, harm.own), (Some(enemies), Some(own)));
}

/// Six dice have no success in 729 of 15625 throws, and then the blast goes off at one of 80 places. Unit 2 is 14 m east of the
/// square, 4 m beyond the radius, and the attacker is out of reach.
#[test]
fn ab_area_05_the_whole_attack_knows_the_odds_of_a_scatter() {
    let mut request = at_the_square(bombed(None));
    request.rules = rules_with("ab.area_scatter", "on");
    request.bystanders.truncate(1);
    request.bystanders[0].offset = (14, 0);
    request.site.as_mut().expect("a map").attacker = Cell::new(0, 59);
    let [enemies, _] = played(&request);
    let harm = AberrantRulebook::area_harm(&request, AreaAnswers::default()).expect("an area");
    assert_eq!(harm.own, None);
    let harmed = enemies.probability(|harmed| *harmed);
    assert_eq!(harm.enemies, Some(enemies));
    // Thirteen: 4 to 10 m to the east, and 6 to 8 squares to the north-east or south-east.
    let reaches = |(east, south): (i32, i32)| (14 - east).pow(2) + south.pow(2) <= 100;
    let places = (1..=10).flat_map(|metres| [(metres, 0), (metres, metres), (metres, -metres)]);
    let in_reach = places.filter(|place| reaches(*place)).count() as f64 / 80.0;
    let goes_there = 729.0 / 15625.0 * in_reach;
    assert!((in_reach - 13.0 / 80.0).abs() < 1e-12, "{in_reach}");
    assert!(harmed > 0.25 * goes_there && harmed < goes_there, "{harmed} of {goes_there}");
}

/// Six dice have no success in 729 of 15625 throws; with one success, each enemy is harmed by itself.
#[test]
fn ab_area_04_without_a_success_none_is_harmed() {
    let request = bombed(None);
    let goes_off = 1.0 - 729.0 / 15625.0;
    let AttackTarget::Unit(target) = &request.target else { panic!("another target") };
    let outcomes = AberrantRulebook::area_outcomes(UnitAttack { request: &request, target }, &[]);
    let [first, second] = [2, 3].map(|id| {
        let (_, odds) = outcomes.iter().find(|(unit, _)| *unit == UnitId(id)).expect("its odds");
        odds.probability(|outcome| outcome.damage > 0)
    });
    let harm = AberrantRulebook::area_harm(&request, AreaAnswers::default()).expect("an area");
    let any = harm.enemies.expect("enemies in reach").probability(|harmed| *harmed);
    let unharmed = (1.0 - first / goes_off) * (1.0 - second / goes_off);
    assert!((any - goes_off * (1.0 - unharmed)).abs() < 1e-12, "{any} of {first} and {second}");
    assert!(any < goes_off && any > first.max(second), "{any} of {first} and {second}");
}

/// A blast in the open harms unit 3; behind an intact wall it cannot, and a worn one breaks in most throws.
#[test]
fn ab_area_01_a_wall_lowers_the_chance_as_far_as_it_stands() {
    let any = |wall| {
        let mut request = bombed(wall);
        request.aimed_unit().defender.side = 0;
        let harm = AberrantRulebook::area_harm(&request, AreaAnswers::default()).expect("an area");
        harm.enemies.map(|odds| odds.probability(|harmed| *harmed))
    };
    let intact = BarrierOnLine { damage: 0, ..worn_drywall() };
    let (open, worn) = (any(None).expect("in reach"), any(Some(worn_drywall())).expect("behind the wall"));
    // Two dice, one success of which breaks it: 1 - 0.6 squared.
    assert!((worn - 0.64 * open).abs() < 1e-12, "{worn} and {open}");
    let behind = any(Some(intact));
    assert!(behind.is_none_or(|chance| chance <= 0.0), "{behind:?}");
}

#[test]
fn ab_area_04_what_has_no_area_has_no_such_odds() {
    assert_eq!(AberrantRulebook::area_harm(&attack_request(rifle("7L")), AreaAnswers::default()), None);
}
