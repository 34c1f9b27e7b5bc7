//! Explosions and throws among other units and walls.

use super::attacks::at_wall;
use super::*;
use crate::TargetSight;
use crate::circumstances::DamageDice;
use crate::circumstances::{CoverShape, HitLocations, Weapon as OwnWeapon};
use crate::rulebook::{AttackRules, ForecastRules, TurnRules};
use crate::status::Ailment;
use crate::{
    AreaAnswers, AttackSite, AttackTarget, BarrierHarm, Bystander, HitResult, OutcomeSummary, TerrainMap,
    UnitAttack,
};
use dice::Distribution;
use field::{Grid, Obstacle};
use model::{BarrierId, BarrierSource, Cell, CellSide, Edge, ObstaclePosition};
use rstest::rstest;

/// Ann throws at Bob from 10 m south; Cat stands 1 m east of him, Dan 3 m.
fn grenade_attack() -> AttackRequest {
    let mut thrown = attack_request(test_fixtures::grenade(2));
    thrown.sight = test_fixtures::sight(10);
    let near = |id, east: i32| {
        let mut unit = unit(id, test_fixtures::sword(), |_| {});
        unit.name = if id == 3 { "Cat".into() } else { "Dan".into() };
        use_up_reaction(&mut unit);
        let mut sight = test_fixtures::sight(10);
        sight.distance_squared = 100 + east.unsigned_abs().pow(2);
        Bystander { unit, offset: (east, 0), sight, surroundings: Default::default(), sees_target: true }
    };
    thrown.bystanders = vec![near(3, 1), near(4, 3)];
    thrown
}

#[test]
fn cs_base_35_all_units_in_the_area_are_hit() {
    let mut thrown = grenade_attack();
    own_budget(&mut thrown.bystanders[0].unit).phase.reaction = true;
    // Short range +10. Bob is hit in the body; Cat dodges separately.
    let (outcome, traces) = play(&thrown, &[50, 50, 8, 30], &["dodge"]);
    assert_eq!((wounds(&outcome, 2), wounds(&outcome, 3), wounds(&outcome, 4)), (Some(4), None, None));
    assert_eq!(outcome.words, "8 Wounds to the body, Cat: dodged");
    assert!(budget_after(&outcome.effects, 3).is_some_and(|own| !own.phase.reaction));
    let rolled: Vec<_> = traces.iter().filter(|trace| matches!(trace, Trace::Rolled(_))).collect();
    assert_eq!(rolled.len(), 4);
}

#[rstest]
#[case::of_the_controllers_side(1, &[50, 50, 8, 50, 8], &[])]
#[case::of_its_own_side(0, &[50, 50, 8, 30], &["dodge"])]
fn cs_brwa_07_no_dodging_the_blast(#[case] controller: u16, #[case] faces: &[u8], #[case] answers: &[&str]) {
    let mut thrown = grenade_attack();
    let cat = &mut thrown.bystanders[0].unit;
    own_budget(cat).phase.reaction = true;
    cat.add_ailment(Ailment::Brainwashed);
    cat.ailments[0].strength = controller;
    let (outcome, _) = play(&thrown, faces, answers);
    assert_eq!(wounds(&outcome, 3), answers.is_empty().then_some(4));
}

/// Bob is in cover of AP 8 on the line of the throw, his body and legs behind it.
fn at_cover(blast_cover: &str) -> AttackRequest {
    let grenade =
        OwnWeapon { penetration: 3, cracking: 2, damage: DamageDice::d10(1, 4), ..test_fixtures::grenade(1) };
    let mut thrown = attack_request(grenade);
    thrown.sight = TargetSight { hidden: 50, took_cover: true, ..test_fixtures::sight(10) };
    thrown.barriers = vec![wall(9)];
    let target = thrown.aimed_unit();
    (target.beside_target, target.heights_cm) = (vec![wall(9).id], vec![90]);
    target.defender.in_cover = true;
    let own = own_budget(&mut target.defender);
    (own.shielded, own.cover) = (HitLocations::BODY_AND_LEGS, CoverShape::Low);
    thrown.rules = rules_with("cs.blast_cover", blast_cover);
    thrown
}

#[rstest]
// 14 less 8 - 3 is an excess of 9, less Toughness bonus 3.
#[case::body("attacker", 50, Some(6), Some(6))]
#[case::head("attacker", 5, Some(1), None)]
// Nothing stands between the centre and Bob.
#[case::from_the_centre("centre", 50, Some(1), None)]
fn cs_base_35_the_target_is_behind_its_cover_from_the_attacker(
    #[case] switch: &str,
    #[case] location: u8,
    #[case] left: Option<i32>,
    #[case] wear: Option<u32>,
) {
    let thrown = at_cover(switch);
    let (outcome, _) = play(&thrown, &[50, location, 10], &[]);
    assert_eq!(wounds(&outcome, 2), left);
    let worn = outcome.effects.iter().find_map(|effect| match effect {
        RuleStep::DamageBarrier(harm) => Some(harm.damage),
        _ => None,
    });
    assert_eq!(worn, wear);
}

#[test]
fn cs_base_35_the_odds_know_the_cover_of_the_target() {
    let mean = |switch| CircumstancesRulebook::forecast(&at_cover(switch)).expect("a card").odds.mean;
    // A hit of 4 + 1d10 costs 6.5 Wounds in the open, without a dodge; two thirds of the locations are shielded.
    let [behind, open] = ["attacker", "centre"].map(mean);
    assert!(behind < 0.7 * open, "{behind} and {open}");
}

#[test]
fn cs_sca_06_a_miss_goes_off_where_it_lands() {
    // Ann is south of the two, so right of the line is Cat's side: 3 m east reach Cat and Dan.
    let (outcome, _) = play(&grenade_attack(), &[51, 5, 6, 50, 5, 50, 6], &[]);
    assert_eq!((wounds(&outcome, 2), wounds(&outcome, 3), wounds(&outcome, 4)), (None, Some(7), Some(6)));
    assert_eq!((outcome.contact, outcome.damage), (HitResult::Miss, 0));
}

/// The shares in which at least one enemy and one own unit are harmed, if none of them tries to evade.
fn harmed_shares(thrown: &AttackRequest) -> [(String, String); 2] {
    let harm = CircumstancesRulebook::area_harm(thrown, AreaAnswers::for_all(&["none".to_owned()]))
        .expect("an area");
    [harm.enemies, harm.own].map(|odds| odds.expect("units in reach").fraction(|harmed| *harmed))
}

/// Bob and Dan are Ann's enemies, Cat is of her side, and none can dodge.
///
/// On target, 50 of 100, Bob and Cat are hit. A miss, 45 of 100, scatters up to 5 m in eight directions: it harms Bob or Dan
/// in 34 of 100 ways and Cat in 18; chances of 62.6 % for Bob and 4.5 % for Dan, multiplied, would give 64.3 % for one of
/// them. A fizzle, 5 of 100, stays in Ann's hand in a tenth of its ways.
#[test]
fn cs_sca_03_at_least_one_unit_is_harmed_wherever_it_goes_off() {
    let shares: [(String, String); 2] = [("653".into(), "1000".into()), ("293".into(), "500".into())];
    let mut thrown = AttackRequest { site: Some(spot((10, 15), (10, 5), &[])), ..grenade_attack() };
    assert_eq!(harmed_shares(&thrown), shares);
    // At the square instead of Bob.
    let bob = Bystander {
        unit: thrown.aimed_unit().defender.clone(),
        offset: (0, 0),
        sight: test_fixtures::sight(10),
        surroundings: Default::default(),
        sees_target: true,
    };
    thrown.bystanders.insert(0, bob);
    thrown.target = AttackTarget::Cell;
    assert_eq!(harmed_shares(&thrown), shares);
    thrown.target = wall(9).into();
    assert_eq!(
        CircumstancesRulebook::area_harm(&thrown, AreaAnswers::default()),
        None,
        "a barrier is no area"
    );
    assert_eq!(
        CircumstancesRulebook::area_harm(&attack_request(test_fixtures::pistol()), AreaAnswers::default()),
        None
    );
}

/// With a Ballistic Skill of 100 nothing scatters, and 95 of 100 throws go off on target: the two dodge separately there.
#[test]
fn cs_base_35_each_unit_dodges_by_itself() {
    let mut thrown = grenade_attack();
    thrown.bystanders.retain(|near| near.unit.id == UnitId(4));
    thrown.bystanders[0].offset = (1, 0);
    let expert = unit(1, test_fixtures::grenade(2), |sheet| sheet.characteristics.ballistic_skill = 100);
    *thrown.attacker = expert;
    own_budget(&mut thrown.bystanders[0].unit).phase.reaction = true;
    own_budget(&mut thrown.aimed_unit().defender).phase.reaction = true;
    let outcomes = match &thrown.target {
        AttackTarget::Unit(target) => {
            CircumstancesRulebook::area_outcomes(UnitAttack { request: &thrown, target }, &[])
        }
        _ => Vec::new(),
    };
    let [bob, dan] = [2, 4].map(|id| {
        let (_, odds) = outcomes.iter().find(|(unit, _)| *unit == UnitId(id)).expect("its odds");
        odds.probability(|outcome| outcome.damage > 0)
    });
    assert!((bob - dan).abs() < 1e-12 && bob > 0.4 && bob < 0.9, "{bob} and {dan}");
    let harm = CircumstancesRulebook::area_harm(&thrown, AreaAnswers::default()).expect("an area");
    let any = harm.enemies.expect("enemies in reach").probability(|harmed| *harmed);
    let evades = 1.0 - bob / 0.95;
    assert!((any - 0.95 * (1.0 - evades * evades)).abs() < 1e-12, "{any} with {evades} each");
    assert!(any < 1.0 - (1.0 - bob) * (1.0 - dan), "both depend on the throw");
}

/// Ann throws with a Ballistic Skill of 100: nothing scatters, and 5 of 100 throws fizzle.
fn expert_throw() -> AttackRequest {
    let mut thrown = grenade_attack();
    thrown.attacker =
        Box::new(unit(1, test_fixtures::grenade(2), |sheet| sheet.characteristics.ballistic_skill = 100));
    thrown
}

fn outcomes_of(thrown: &AttackRequest, unit: u32) -> Distribution<OutcomeSummary> {
    let attack = thrown.on_unit().expect("an attack on a unit");
    let outcomes = CircumstancesRulebook::area_outcomes(attack, &[]);
    outcomes.into_iter().find(|(id, _)| *id == UnitId(unit)).expect("its odds").1
}

/// A hit costs 1d10 + 3 less Toughness bonus 3, twice the dice against an unconscious unit: 5.5 or 11 in 95 of 100 throws.
#[rstest]
#[case::the_first_target(2, [10.45, 5.225])]
#[case::another_unit(3, [5.225, 10.45])]
fn cs_unco_03_special_damage_is_that_of_each_unit(#[case] unconscious: u32, #[case] means: [f64; 2]) {
    let mut thrown = expert_throw();
    let unit = match unconscious {
        2 => &mut thrown.aimed_unit().defender,
        _ => &mut thrown.bystanders[0].unit,
    };
    unit.add_ailment(Ailment::Unconscious);
    let harm = [2, 3].map(|unit| outcomes_of(&thrown, unit).mean(|outcome| i64::from(outcome.damage)));
    assert!(
        harm.iter().zip(means).all(|(harm, mean)| (harm - mean).abs() < 1e-12),
        "{harm:?}, not {means:?}"
    );
}

/// Ann dodges 30 of 100 explosions. A throw that passes twice goes off at Bob, 0.9025, and a second roll that fizzles in her
/// hand in a tenth of 0.0475: both have spent her curse. A first roll that fizzles, 0.05, leaves it for her dodge.
#[test]
fn cs_curs_01_a_curse_spent_on_the_throw_does_not_hinder_the_dodge() {
    let mut thrown = expert_throw();
    thrown.sight = test_fixtures::sight(2);
    thrown.bystanders.clear();
    thrown.attacker.add_ailment(Ailment::Cursed);
    // 0.7 of 0.90725, and 0.91 of 0.005.
    let share = ("5117".into(), "8000".into());
    assert_eq!(outcomes_of(&thrown, 1).fraction(|outcome| outcome.damage > 0), share);
    let harm = CircumstancesRulebook::area_harm(&thrown, AreaAnswers::for_all(&["dodge".to_owned()]))
        .expect("an area");
    assert_eq!(harm.own.map(|own| own.fraction(|harmed| *harmed)), Some(share));
}

#[test]
fn cs_curs_01_the_card_of_a_square_knows_the_curse() {
    let mut thrown = AttackRequest { site: Some(spot((10, 15), (10, 5), &[])), ..expert_throw() };
    thrown.attacker.add_ailment(Ailment::Cursed);
    thrown.target = AttackTarget::Cell;
    let card = CircumstancesRulebook::forecast(&thrown).expect("a card");
    let cat = card.notes.iter().find(|note| note.text == "Hits Cat").expect("1 m from the square");
    // Two throws of which each passes in 95 of 100.
    assert_eq!((cat.value.as_str(), (10_000.0 * card.odds.hit).round()), ("90 %", 9025.0));
}

#[test]
fn cs_grn_03_it_goes_off_in_the_hand() {
    let (outcome, _) = play(&grenade_attack(), &[96, 10, 50, 5], &["none"]);
    assert_eq!((wounds(&outcome, 1), wounds(&outcome, 2)), (Some(7), None));
    let (outcome, _) = play(&grenade_attack(), &[96, 9], &[]);
    let dud = RuleStep::note(UnitId(1), dice::GivenText("Grenade does not go off".into()), "CS-GRN-02");
    let nowhere = RuleStep::Record(crate::BattleEvent::BlastAstray { unit: UnitId(1), cell: None });
    assert_eq!(outcome.effects, [dud, nowhere], "used up, and nothing else");
    let mut launcher = grenade_attack();
    launcher.weapon = wrapped(OwnWeapon {
        launcher: true,
        class: crate::circumstances::WeaponClass::Ranged,
        ..test_fixtures::grenade(2)
    });
    launcher.attacker.held[0].weapon = launcher.weapon.clone();
    let (outcome, _) = play(&launcher, &[96, 10, 50, 5], &["none"]);
    assert!(has_step(&outcome, &RuleStep::DestroyItem { unit: UnitId(1), slot: 0 }), "`CS-GRN-04`");
}

#[test]
fn a_grenade_at_a_wall_may_stay_in_the_hand() {
    let throw = at_wall(test_fixtures::grenade(2));
    let (outcome, _) = run(&[96, 10, 50, 5], &["none"], |table| CircumstancesRulebook::attack(table, &throw));
    assert_eq!(wounds(&outcome, 1), Some(7));
    let (outcome, _) = run(&[70, 50, 8, 9, 6, 6, 6, 6, 1, 1], &["none"], |table| {
        CircumstancesRulebook::attack(table, &throw)
    });
    assert_eq!((outcome.damage, wounds(&outcome, 1)), (12 - 4, Some(4)), "1 m away");
}

/// A map of 20 x 20 squares with walls of these heights on edges, numbered from 9 down.
pub(crate) fn spot(attacker: (i32, i32), target: (i32, i32), walls: &[(Edge, u16)]) -> AttackSite {
    let mut grid = Grid::new(20, 20);
    let mut standing = Vec::new();
    for (&(edge, height_cm), id) in walls.iter().zip((1..10).rev()) {
        let obstacle =
            Obstacle { id: BarrierId(id), height_cm, transparent: false, blocks_move: true, width_pct: 100 };
        grid.set_obstacle(ObstaclePosition::Edge(edge), Some(obstacle));
        standing.push((wall(id), ObstaclePosition::Edge(edge)));
    }
    let square = |(x, y)| Cell::new(x, y);
    let terrain = Arc::new(TerrainMap { grid: Arc::new(grid), standing, taken: Vec::new() });
    AttackSite { terrain, attacker: square(attacker), target: square(target) }
}

/// The same throw on a map: Ann at (5, 12), Bob at (5, 2), a wall on Bob's eastern edge, between him and
/// Cat.
fn beside_a_wall(height_cm: u16) -> AttackRequest {
    let east = (Edge::new(Cell::new(5, 2), CellSide::East), height_cm);
    AttackRequest { site: Some(spot((5, 12), (5, 2), &[east])), ..grenade_attack() }
}

#[test]
fn cs_ruling_18_walls_spare_those_behind_them() {
    let (outcome, _) = play(&beside_a_wall(300), &[50, 50, 8], &[]);
    assert_eq!((wounds(&outcome, 2), wounds(&outcome, 3)), (Some(4), None));
    let (outcome, _) = play(&beside_a_wall(90), &[50, 50, 8, 50, 8], &[]);
    assert_eq!((wounds(&outcome, 2), wounds(&outcome, 3)), (Some(4), Some(4)), "a low one does not");
}

#[test]
fn cs_base_35_cover_is_judged_from_the_centre() {
    let mut thrown = beside_a_wall(90);
    let cat = &mut thrown.bystanders[0].unit;
    cat.in_cover = true;
    let own = own_budget(cat);
    (own.shielded, own.cover) = (HitLocations::BODY_AND_LEGS, CoverShape::Low);
    // Cat's body: 11 damage against AP 8 and Toughness bonus 3. `CS-COV-11`: Blast 2 wears the wall.
    let (outcome, _) = play(&thrown, &[50, 50, 8, 50, 9], &[]);
    assert_eq!(wounds(&outcome, 3), Some(11));
    assert!(has_step(
        &outcome,
        &RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Segment(BarrierId(9)), damage: 2 })
    ));
    // Her head is exposed.
    let (outcome, _) = play(&thrown, &[50, 50, 8, 5, 8], &[]);
    assert_eq!(wounds(&outcome, 3), Some(4));
    assert!(!outcome.effects.iter().any(|effect| matches!(effect, RuleStep::DamageBarrier(_))));
    // It goes off on her own square with nothing between. The low wall stops it from flying 1 m to the
    // right.
    thrown.site = Some(spot((5, 12), (5, 2), &[]));
    let (outcome, _) = play(&thrown, &[51, 5, 2, 50, 8, 50, 8, 50, 8], &[]);
    assert_eq!((wounds(&outcome, 3), wounds(&outcome, 4)), (Some(4), Some(4)));
}

#[test]
fn cs_sca_08_walls_and_the_edge_of_the_map_stop_a_miss() {
    let told = |outcome: &ActionOutcome| {
        outcome.effects.iter().find_map(|effect| match effect {
            RuleStep::Record(BattleEvent::RuleNote { text, clause, .. }) => Some((text.to_string(), *clause)),
            _ => None,
        })
    };
    // It scatters 3 m to the right and is stopped by the wall: it stays with Bob.
    let (outcome, _) = play(&beside_a_wall(300), &[51, 5, 6, 50, 8], &[]);
    let text = "Grenade bounces off an obstacle and lands at the target".to_owned();
    assert_eq!(told(&outcome), Some((text, "CS-SCA-08")));
    assert_eq!((wounds(&outcome, 2), wounds(&outcome, 3)), (Some(4), None));
    // It scatters 4 m beyond: the map ends after 2, which is still within the blast.
    let (outcome, _) = play(&beside_a_wall(300), &[51, 2, 8, 50, 8], &[]);
    let text = "Grenade lands 2 m beyond the target, stopped by an obstacle".to_owned();
    assert_eq!(told(&outcome), Some((text, "CS-SCA-08")));
    assert_eq!(wounds(&outcome, 2), Some(4));
}

#[test]
fn cs_sca_08_nothing_flies_through_a_wall() {
    let mut barred = grenade_attack();
    let south = |height| (Edge::new(Cell::new(5, 5), CellSide::South), height);
    barred.site = Some(spot((5, 12), (5, 2), &[south(300)]));
    assert_eq!(CircumstancesRulebook::may_attack(&barred).expect_err("a wall").clause, "CS-SCA-08");
    barred.site = Some(spot((5, 12), (5, 2), &[south(100)]));
    assert_eq!(CircumstancesRulebook::may_attack(&barred), Ok(()), "over a low one it does");
}

#[test]
fn cs_sca_07_a_thrown_knife_lies_where_it_lands() {
    let mut throw = attack_request(OwnWeapon { magazine: 0, ..test_fixtures::knife() });
    throw.site = Some(spot((5, 15), (5, 5), &[]));
    // Far right, 3 m.
    let (outcome, _) = play(&throw, &[41, 3, 5], &[]);
    assert!(has_step(&outcome, &RuleStep::ThrowItem { unit: UnitId(1), slot: 0, to: Some(Cell::new(8, 2)) }));
    let (outcome, _) = play(&throw, &[23, 5], &[]);
    assert!(has_step(&outcome, &RuleStep::ThrowItem { unit: UnitId(1), slot: 0, to: Some(Cell::new(5, 5)) }));
    let flies = |outcome: &ActionOutcome| {
        outcome.effects.iter().any(|effect| matches!(effect, RuleStep::ThrowItem { .. }))
    };
    let mut bundle = attack_request(test_fixtures::knife());
    let (outcome, _) = play(&bundle, &[23, 5], &[]);
    assert!(!flies(&outcome), "one is left");
    assert!(has_step(&outcome, &RuleStep::ThrowOneOfStack { unit: UnitId(1), slot: 0, to: None }));
    bundle.attacker.held[0].loaded = 1;
    assert!(flies(&play(&bundle, &[23, 5], &[]).0));
}

#[test]
fn cs_grn_02_the_last_grenade_leaves_an_empty_hand() {
    let mut throw = grenade_attack();
    let gone = RuleStep::DestroyItem { unit: UnitId(1), slot: 0 };
    assert!(!has_step(&play(&throw, &[96, 9], &[]).0, &gone));
    throw.attacker.held[0].loaded = 1;
    assert!(has_step(&play(&throw, &[96, 9], &[]).0, &gone));
    throw.attacker.held[0].loaded = 0;
    let held = &throw.attacker.held[0];
    let reload = ActionRequest { action: Action::Reload, with: Some(held), option: None };
    let refused = CircumstancesRulebook::pay_action(&throw.attacker, reload, &rules());
    assert_eq!(clause(refused), "CS-GRN-02", "there is no magazine of grenades");
}

/// Ann, 4 m south of a wall, has Bob 1 m west of where it is hit, and Cat behind it.
fn blown_wall() -> AttackRequest {
    let mut throw = at_wall(test_fixtures::grenade(2));
    throw.sight = test_fixtures::sight(4);
    throw.site = Some(spot((5, 9), (5, 5), &[(Edge::new(Cell::new(5, 5), CellSide::North), 300)]));
    let near = |id, offset| {
        let mut unit = unit(id, test_fixtures::sword(), |_| {});
        unit.name = if id == 2 { "Bob".into() } else { "Cat".into() };
        use_up_reaction(&mut unit);
        Bystander {
            unit,
            offset,
            sight: test_fixtures::sight(4),
            surroundings: Default::default(),
            sees_target: true,
        }
    };
    throw.bystanders = vec![near(2, (-1, 0)), near(3, (0, 1))];
    throw
}

#[test]
fn cs_base_35_an_explosion_at_a_wall_harms_those_around_it() {
    // Short range: 40 + 10. Bob at the body; then the wall resists with Armor 4.
    let (outcome, _) = run(&[50, 50, 8, 9, 6, 6, 6, 6, 1, 1], &[], |table| {
        CircumstancesRulebook::attack(table, &blown_wall())
    });
    assert_eq!((wounds(&outcome, 2), wounds(&outcome, 3)), (Some(4), None), "the wall is between it and Cat");
    assert_eq!(outcome.contact, HitResult::Hit);
    assert_eq!(outcome.words, "8 damage, Bob: 8 Wounds to the body");
    // 2 m to the left, which is west: Bob is within 2 m of that, the wall is not hit.
    let (outcome, _) =
        run(&[51, 4, 4, 50, 8], &[], |table| CircumstancesRulebook::attack(table, &blown_wall()));
    assert_eq!((wounds(&outcome, 2), outcome.contact), (Some(4), HitResult::Miss));
    // In the hand: the attacker.
    let (outcome, _) =
        run(&[96, 10, 50, 8], &["none"], |table| CircumstancesRulebook::attack(table, &blown_wall()));
    assert_eq!((wounds(&outcome, 1), wounds(&outcome, 2)), (Some(4), None));
}

#[test]
fn a_card_names_whom_an_explosion_at_a_wall_reaches() {
    let card = CircumstancesRulebook::forecast(&blown_wall()).expect("a card");
    assert!(card.notes.iter().any(|remark| remark.text == "Also in the area: Bob"), "{:?}", card.notes);
}
