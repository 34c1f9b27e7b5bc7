//! Tallies of fights with given dice.

use breachline::battle::{History, Order, Target};
use breachline::model::CellSide as EdgeSide;
use breachline::model::{Side, UnitId};
use breachline::rules::Book;
use breachline::rules::aberrant;
use breachline::rules::swan_song::{Sheet, Skill, Weapon};
use breachline::sim::{CasualtyCause, FightObserver, FightTally, WeaponTally};

use crate::common::books::d10_faces;
use crate::common::{Fight, SHOT, Setup, edge, gun, knife, sheet, slow_sheet};

/// A fight with an observer.
struct ObservedFight {
    fight: Fight,
    observer: FightObserver,
}

impl ObservedFight {
    fn new(mut fight: Fight) -> Self {
        let watch = fight.view(FightObserver::at_start);
        Self { fight, observer: watch }
    }

    /// Shows an attack to the observer before it is ordered.
    fn observe_attack(&mut self, unit: u32, target: u32, weapon: usize) {
        let at = self.fight.world.resource::<History>().records().len();
        let order = Order::attack(UnitId(unit), Target::Unit(UnitId(target)), weapon, SHOT);
        self.fight.view(|view| self.observer.before_order(view, &order, at));
    }

    fn tally(&self) -> FightTally {
        FightTally::from_history(&self.observer, self.fight.world.resource::<History>().records())
    }
}

fn shooter() -> Sheet {
    Sheet { skills: [(Skill::Automatics, 6)].into(), ..sheet() }
}

#[test]
fn a_shot_at_cover_counts_as_such() {
    let fight = Setup::new()
        .barrier(edge(10, 5, EdgeSide::West), |kind| kind.width_pct = 60)
        .unit(0, (5, 5), shooter(), &[Weapon { range: 100, ..gun(9) }])
        .unit(1, (10, 5), Sheet { action_points: 1, ..sheet() }, &[knife()])
        .start_battle(&[1, 6]);
    let mut noted = ObservedFight::new(fight);
    noted.fight.submit(Order::TakeCover { unit: UnitId(2) });
    noted.fight.end();
    noted.fight.rolls(&[(3, 10), (2, 10), (0, 1)]);
    noted.observe_attack(1, 2, 0);
    noted.fight.attack(1, 2, 0, SHOT).expect("a shot");
    let tally = noted.tally();
    let [one, other] = [&tally.sides[0], &tally.sides[1]];
    assert_eq!((one.attacks, one.hits, one.shots), (1, 1, 1));
    assert_eq!((one.from_cover, one.at_cover, one.at_cover_hits, one.in_open), (0, 1, 1, 0));
    assert_eq!((one.dealt, other.taken, other.friendly), (9, 9, 0));
    assert_eq!((other.units, other.standing, other.lost()), (1, 1, 0));
    let wanted = WeaponTally { attacks: 1, hits: 1, damage: 9, out: 0 };
    assert_eq!(tally.weapons[&(Side(0), "gun9".to_owned())], wanted);
}

#[test]
fn a_unit_behind_an_obstacle_is_at_cover_without_taking_it() {
    let fight = Setup::new()
        .barrier(edge(10, 5, EdgeSide::West), |kind| kind.width_pct = 60)
        .unit(0, (5, 5), shooter(), &[Weapon { range: 100, ..gun(9) }])
        .unit(1, (10, 5), slow_sheet(), &[knife()])
        .unit(1, (5, 10), slow_sheet(), &[knife()])
        .start_battle(&[6, 1, 1]);
    let mut noted = ObservedFight::new(fight);
    for target in [2, 3] {
        noted.observe_attack(1, target, 0);
        noted.fight.attack(1, target, 0, SHOT).expect("a shot");
        noted.fight.end();
    }
    let tally = noted.tally();
    assert_eq!((tally.sides[0].shots, tally.sides[0].at_cover, tally.sides[0].in_open), (2, 1, 1));
}

#[test]
fn a_casualty_has_a_cause_and_a_weapon() {
    let fight = Setup::new()
        .unit(0, (5, 5), shooter(), &[gun(60)])
        .unit(1, (10, 5), slow_sheet(), &[knife()])
        .unit(1, (20, 5), slow_sheet(), &[knife()])
        .start_battle(&[6, 1, 1]);
    let mut noted = ObservedFight::new(fight);
    noted.observe_attack(1, 2, 0);
    noted.fight.land(1, 2, 0, SHOT, [6, 0, 0]);
    let tally = noted.tally();
    assert_eq!(tally.sides[1].lost(), 1);
    assert_eq!(tally.sides[1].causes.iter().collect::<Vec<_>>(), [(&CasualtyCause::Shot, &1)]);
    assert_eq!((tally.sides[1].units, tally.sides[1].standing), (2, 1));
    assert_eq!(tally.weapons[&(Side(0), "gun60".to_owned())].out, 1);
    assert!((tally.sides[1].share_lost() - 0.5).abs() < 1e-9);
}

/// Ten dice of bashing throw two light units apart.
#[test]
fn units_that_are_thrown_are_counted() {
    let maul: aberrant::Weapon =
        ron::from_str(r#"(name: "maul", class: melee, skill: melee, damage: "10B", mass_g: 900)"#)
            .expect("one");
    let light: aberrant::Sheet = ron::from_str(
        "(strength: 2, dexterity: 3, stamina: 2, wits: 2, willpower: 0, density: 0,
        abilities: {athletics: 2, brawl: 3, melee: 3, firearms: 3, throwing: 3})",
    )
    .expect("a sheet");
    let setup = Setup::new().with_book(Book::Aberrant).switch("ab.declare_mode", "attack");
    let fight =
        setup.nova(0, (5, 5), light.clone(), &[maul]).nova(1, (6, 5), light, &[]).start_battle(&[6, 1]);
    let mut noted = ObservedFight::new(fight);
    noted.fight.queue_dice(&d10_faces(&[(1, 6), (0, 8), (0, 5)]));
    noted.fight.attack_with(1, 2, 0, None);
    let tally = noted.tally();
    assert_eq!((tally.sides[1].thrown, tally.sides[0].thrown), (1, 0));
    // None of the ten dice did damage: it was a graze.
    assert_eq!((tally.sides[0].attacks, tally.sides[0].hits, tally.sides[0].shots), (1, 0, 0));
    assert_eq!(tally.weapons.keys().collect::<Vec<_>>(), [&(Side(0), "maul".to_owned())]);
}
