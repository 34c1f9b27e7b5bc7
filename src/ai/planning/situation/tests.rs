use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::memory::PhaseMemory;
use crate::planning::line_of_fire_cache::LineOfFireCache;
use crate::planning::odds_cache::AiOddsCache;
use crate::planning::unit_estimate::likely_weapon_use;
use crate::{Difficulty, Personality};
use content::{SkirmishBundle, SkirmishOverrides, TimeUp};
use model::{Direction, Side};
use rules::status::Ailment;
use rules::{Book, FireMode};

/// Calls a function with each unit of a duel that has just begun, and the view of it.
pub(crate) fn for_each_unit(book: Book, visit: impl FnMut(&BattleView, &UnitDataItem)) {
    for_each_unit_of(book, |_| {}, visit);
}

/// The same for the duel after a change.
pub(crate) fn for_each_unit_of(
    book: Book,
    change: impl FnOnce(&mut SkirmishBundle),
    mut visit: impl FnMut(&BattleView, &UnitDataItem),
) {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut bundle = content::bundle_skirmish(&loaded.content, "lane", &overrides).expect("a skirmish");
    change(&mut bundle);
    let mut world = battle::new_battle_world();
    battle::spawn_battle(&mut world, Arc::new(bundle), 1);
    for side in [0, 1] {
        battle::submit(&mut world, &Order::Begin { side: Side(side) }).expect("a valid order");
    }
    battle::with_view(&mut world, |view| view.units().for_each(|unit| visit(view, &unit)));
}

/// Normal players prefer the nearest enemy as well: without that, the errors of judgement even out.
#[test]
fn misjudged_attacks_are_worth_on_average_what_they_are() {
    let even = AiWeights {
        harm_error: 3.0,
        least_choice: 0.65,
        beyond_nearest: 1.0,
        ..AiWeights::new(Difficulty::Normal, Personality::Even)
    };
    let mut spread = 0;
    for_each_unit(Book::Circumstances, |view, unit| {
        for seed in 0..20 {
            let rng = AiRng::new(seed, 1, 1);
            let situation = Situation::assess(view, *unit.id, even, (&rng, &PhaseMemory::default()))
                .expect("it is on the map");
            let factors: Vec<f64> =
                situation.enemies.iter().map(|enemy| situation.harm_factor(enemy.id, 0.0)).collect();
            let mean = factors.iter().sum::<f64>() / factors.len() as f64;
            assert!((mean - 1.0).abs() < 1e-9, "{factors:?}");
            let (least, most) =
                (factors.iter().copied().reduce(f64::min), factors.iter().copied().reduce(f64::max));
            let share = least.expect("an enemy") / most.expect("an enemy");
            assert!(share > 0.65 - 1e-9, "{factors:?}");
            spread += usize::from(share < 0.651);
        }
    });
    assert!(spread > 0, "the limits are reached");
}

/// Nothing is won by waiting in this duel.
#[test]
fn units_that_strike_or_have_a_place_to_go_to_lose_their_patience() {
    let (mut strike, mut shoot) = (0, 0);
    for_each_unit(Book::Circumstances, |view, unit| {
        let impatience = |idle, has_zone| {
            let mut memory = PhaseMemory::default();
            memory.idle_phases = idle;
            let weights = AiWeights::new(Difficulty::Hard, Personality::Even);
            let rng = AiRng::new(1, 1, 1);
            let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
            situation.expect("it is on the map").impatience(has_zone)
        };
        let (_, reach) = likely_weapon_use(unit).expect("a weapon in hand");
        let is_melee = matches!(reach, WeaponReach::Melee { .. });
        strike += usize::from(is_melee);
        shoot += usize::from(!is_melee);
        let waits = if is_melee { 3.0 } else { 1.0 };
        let found = [impatience(0, true), impatience(2, true), impatience(2, false)];
        let wanted = [1.0, 3.0, waits];
        assert!(found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{found:?}");
    });
    assert!(strike > 0 && shoot > 0, "{strike} and {shoot}");
}

/// The second side wins when the time is up, and its raider stands beside a pistoleer.
#[test]
fn who_can_only_strike_does_not_wait_under_fire_for_the_end_of_the_battle() {
    let stand_near = |bundle: &mut SkirmishBundle| {
        bundle.skirmish.then = TimeUp::Wins(1);
        let mut units = bundle.skirmish.units.iter_mut();
        units.find(|unit| unit.name == "Atlas").expect("a raider").cell = Cell::new(3, 6);
    };
    let mut waiting = Vec::new();
    for_each_unit_of(Book::Circumstances, stand_near, |view, unit| {
        let weights = AiWeights::new(Difficulty::Hard, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory)).expect("it is there");
        if situation.can_wait() {
            waiting.push(unit.identity.name().to_owned());
        }
    });
    assert!(
        waiting.iter().any(|name| name == "Emperor"),
        "a gunner of the side that wins by waiting: {waiting:?}"
    );
    assert!(waiting.iter().all(|name| ["Luna", "Emperor"].contains(&name.as_str())), "{waiting:?}");
}

/// A unit whose turn is not now has no points; in its own it can attack.
#[test]
fn units_can_attack_in_their_next_turn_in_every_book() {
    for book in Book::ALL {
        for_each_unit(book, |view, unit| {
            let (weapon_use, _) = likely_weapon_use(unit).expect("a weapon in hand");
            let next = view.snapshot_at_next_phase(unit).expect("no phase is lost");
            let attacks = affordable_attacks(&next, weapon_use, view.rules());
            assert!(attacks > 0, "{book:?}: {}", unit.identity.name());
        });
    }
}

/// A walk and an attack take half a phase each.
#[test]
fn cs_pin_01_a_pinned_unit_walks_or_attacks() {
    let mut shooters = 0;
    for_each_unit(Book::Circumstances, |view, unit| {
        let (likely, reach) = likely_weapon_use(unit).expect("a weapon in hand");
        // It starts no melee either. `CS-PIN-14`.
        if matches!(reach, WeaponReach::Melee { .. }) {
            return;
        }
        shooters += 1;
        let weapon_use = WeaponUse { mode: likely.mode.map(|_| FireMode::Single), ..likely };
        let free = view.snapshot_at_next_phase(unit).expect("no phase is lost");
        let mut pinned = free.clone();
        pinned.add_ailment(Ailment::Pinned);
        let walk = ActionRequest::for_action(Action::Walk);
        let attacks = [&free, &pinned].map(|state| {
            let walked = after_paying(state, walk, view.rules()).expect("half a phase");
            [state, &walked].map(|state| affordable_attacks(state, weapon_use, view.rules()))
        });
        assert_eq!(attacks, [[1, 1], [1, 0]], "{}", unit.identity.name());
    });
    assert!(shooters > 1, "{shooters} shooters");
}

/// No enemy is beside a unit at the start, and no unit has taken cover.
#[test]
fn a_wary_unit_takes_a_step_into_cover_to_attack_from_there() {
    let (mut steps, mut others) = (0, 0);
    for_each_unit(Book::Circumstances, |view, unit| {
        let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
        let situation = Situation { is_wary: true, ..situation.expect("it is on the map") };
        let enemy = situation.enemies.first().expect("an enemy");
        for cell in Direction::ALL.map(|direction| unit.cell().step(direction)) {
            let covers = field::can_take_cover(view.field().grid(), cell);
            let (factor, wanted) =
                (situation.attack_factor(cell, enemy), if covers { 1.0 } else { WARY_ATTACKS });
            assert!((factor - wanted).abs() < 1e-9, "{}: {cell:?}: {factor}", unit.identity.name());
            *if covers { &mut steps } else { &mut others } += 1;
        }
    });
    assert!(steps > 0 && others > 0, "{steps} and {others}");
}

/// Nothing is planned with attacks that are not made.
#[test]
fn a_unit_that_attacks_once_plans_no_attack_after_it() {
    for_each_unit(Book::SwanSong, |view, unit| {
        let most = |single_attacks, has_attacked| {
            let weights =
                AiWeights { single_attacks, ..AiWeights::new(Difficulty::Normal, Personality::Even) };
            let mut memory = PhaseMemory::default();
            memory.has_attacked = has_attacked;
            let rng = AiRng::new(1, 1, 1);
            let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
            let situation = situation.expect("it is on the map");
            let (weapon_use, _) = likely_weapon_use(unit).expect("a weapon in hand");
            let next = view.snapshot_at_next_phase(unit).expect("no phase is lost");
            (situation.most_attacks, situation.actions_left(&next, Some(weapon_use)).attacks)
        };
        assert_eq!([most(1.0, false), most(1.0, true)], [(1, 1), (0, 0)]);
        assert_eq!(most(0.0, true).0, MAX_ATTACKS_PLANNED);
    });
}

/// What is left is for its safety, so that it is kept under any threat, also behind cover that keeps off most of it.
#[test]
fn a_unit_that_attacks_once_attacks_on_where_nothing_threatens_it() {
    for_each_unit(Book::AttacksAndDamage, |view, unit| {
        let most = |reach: Option<WeaponReach>, blasts: Vec<ExpectedBlast>| {
            let weights =
                AiWeights { single_attacks: 1.0, ..AiWeights::new(Difficulty::Normal, Personality::Even) };
            let mut memory = PhaseMemory::default();
            memory.has_attacked = true;
            let rng = AiRng::new(1, 1, 1);
            let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
            let mut situation = situation.expect("it is on the map");
            assert_eq!(situation.most_attacks, 0);
            situation.remembered.clear();
            situation.enemies.truncate(1);
            let enemy = situation.enemies.first_mut().expect("an enemy");
            (enemy.cell, enemy.charge) = (unit.cell().step(Direction::ALL[0]), None);
            enemy.weapon_use = reach.map(|reach| (WeaponUse { weapon: 0, mode: None, option: None }, reach));
            situation.blasts = blasts;
            let mut lines = LineOfFireCache::default();
            situation.note_safety(&mut AiOddsCache::new(view, &mut lines, 100));
            situation.most_attacks
        };
        let blast = ExpectedBlast { centre: unit.cell(), radius: 3, danger: 0.5 };
        assert_eq!(most(None, Vec::new()), 1, "an enemy without a weapon");
        assert_eq!(most(Some(WeaponReach::Melee { beyond: 0 }), Vec::new()), 0, "a blade beside it");
        assert_eq!(most(None, vec![blast]), 0, "an explosion is announced");
    });
}

/// A blade two squares away, which cannot charge.
#[test]
fn an_enemy_reaches_only_the_squares_that_it_can_attack() {
    for_each_unit(Book::AttacksAndDamage, |view, unit| {
        let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
        let mut situation = situation.expect("it is on the map");
        situation.enemies.truncate(1);
        let (here, next) = (unit.cell(), unit.cell().step(Direction::East));
        let enemy = situation.enemies.first_mut().expect("an enemy");
        (enemy.cell, enemy.charge) = (next.step(Direction::East), None);
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        enemy.weapon_use = Some((weapon_use, WeaponReach::Melee { beyond: 0 }));
        assert_eq!([here, next].map(|cell| situation.is_reached_at(cell)), [false, true]);
        assert!(!situation.is_in_reach_of_enemies());
    });
}

/// A weapon without fire modes has one use.
#[test]
fn a_normal_player_chooses_among_fire_modes_at_near_enemies() {
    let mut several = 0;
    for book in Book::ALL {
        for_each_unit(book, |view, unit| {
            let uses = |modes_within| {
                let weights =
                    AiWeights { modes_within, ..AiWeights::new(Difficulty::Normal, Personality::Even) };
                let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
                let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
                let situation = situation.expect("it is on the map");
                let all = situation.weapon_uses();
                let enemy = situation.enemies.first().expect("an enemy");
                let considered = all.iter().filter(|one| situation.considers(**one, enemy)).count();
                assert_eq!(all.len(), considered, "the nearest enemy decides");
                considered
            };
            let held = unit.inventory.held_items();
            let modes: Vec<usize> = held.map(|(slot, carried)| weapon_uses_of(slot, carried).len()).collect();
            let weapons = modes.iter().filter(|count| **count > 0).count();
            let modes = modes.iter().sum::<usize>();
            assert_eq!([uses(u32::MAX), uses(0)], [modes, weapons], "{book:?}");
            several += usize::from(modes > weapons);
        });
    }
    assert!(several > 0, "some weapon has several fire modes");
}

/// A unit spares hurt enemies for unhurt ones, but it can attack only the target that it has announced.
#[test]
fn ab_cancel_01_an_announced_attack_is_worth_what_it_is() {
    for_each_unit(Book::Circumstances, |view, unit| {
        let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
        let mut situation = situation.expect("it is on the map");
        situation.sees_unhurt = true;
        let target = situation.enemies.last_mut().expect("an enemy");
        (target.is_hurt, target.is_urgent) = (true, false);
        let target = target.id;
        let spared = situation.harm_factor(target, 0.0);
        situation.announced = vec![target];
        let announced = situation.harm_factor(target, 0.0);
        assert!((announced - 1.0).abs() < 1e-9, "{announced}");
        // Who strikes cannot pass over an enemy that is in the way.
        assert!(situation.strikes || spared < announced, "{spared}");
    });
}

#[test]
fn ab_cancel_01_squares_that_an_announced_explosion_may_reach_are_dangerous() {
    for_each_unit(Book::Circumstances, |view, unit| {
        let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
        let mut situation = situation.expect("it is on the map");
        let dangers = |situation: &Situation| {
            [unit.cell(), Cell::new(unit.cell().x + 9, unit.cell().y)]
                .map(|cell| (10.0 * situation.blast_danger(cell)).round() as i32)
        };
        assert_eq!(dangers(&situation), [0, 0]);
        situation.blasts = vec![ExpectedBlast { centre: unit.cell(), radius: 3, danger: 0.5 }];
        assert_eq!(dangers(&situation), [5, 0]);
    });
}

#[test]
fn ab_cancel_01_an_enemy_that_has_announced_its_attacks_on_others_threatens_less() {
    for_each_unit(Book::Circumstances, |view, unit| {
        let weights = AiWeights::new(Difficulty::Hard, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
        let mut situation = situation.expect("it is on the map");
        let enemy = situation.enemies.first().expect("an enemy").id;
        let before = situation.threat_share(enemy);
        situation.bound_elsewhere = vec![enemy];
        let bound = situation.threat_share(enemy);
        assert!((before - 1.0).abs() < 1e-9 && (bound - BOUND_THREAT).abs() < 1e-9, "{before} and {bound}");
    });
}

/// Each of two allies fells the enemy in half of all cases, and one of them may be gone before.
#[test]
fn ab_cancel_01_what_allies_have_announced_leaves_a_chance_to_meet_the_target() {
    for_each_unit(Book::Circumstances, |view, unit| {
        let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
        let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
        let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
        let situation = situation.expect("it is on the map");
        let enemy = situation.enemies.first().expect("an enemy").id;
        let announced = AllyAttacks::for_test(&[(enemy, 0.5, 1.0), (enemy, 0.5, 0.4)]);
        let situation = Situation { ally_attacks: OnceCell::from(announced), ..situation };
        let left = [enemy, *unit.id].map(|unit| situation.chance_left_by_allies(unit));
        assert!((left[0] - 0.4).abs() < 1e-9 && (left[1] - 1.0).abs() < 1e-9, "{left:?}");
    });
}

/// Without a known enemy, none can attack a friend.
#[test]
fn from_hard_on_players_rely_on_friends_only_that_enemies_can_attack() {
    for_each_unit(Book::SwanSong, |view, unit| {
        let friends = |level| {
            let weights = AiWeights::new(level, Personality::Even);
            let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
            let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
            let mut situation = situation.expect("it is on the map");
            situation.enemies.clear();
            let mut lines = LineOfFireCache::default();
            let mut odds_cache = AiOddsCache::new(view, &mut lines, 100);
            situation.note_exposed_friends(&mut odds_cache);
            (situation.decoys(), situation.supporters())
        };
        assert_eq!([Difficulty::Normal, Difficulty::Hard].map(friends), [(2, 2), (0, 2)]);
    });
}
