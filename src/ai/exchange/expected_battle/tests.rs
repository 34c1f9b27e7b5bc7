use super::*;
use crate::exchange::combatant::PhaseActions;
use crate::exchange::plan_intent::IntendedAttack;
use crate::exchange::test_support::{
    AskedAttack, TableOdds, combatant, method, odds, slot, unarmed, walking,
};
use crate::planning::odds_cache::TargetPosture;
use model::UnitId;
use rules::WeaponReach;

const ONE_ATTACK: PhaseActions = PhaseActions { attacks: 1, attacks_with_cover: None };

/// Ends the phase where the first unit stands.
fn stay(units: &[Combatant]) -> IntendedEnd {
    IntendedEnd { cell: units[0].cell, is_covered: false }
}

fn attack_on(target: u32, times: u32) -> PlanIntent {
    let attack = IntendedAttack {
        target: UnitId(target),
        weapon_use: slot(0),
        times,
        from: Cell::new(0, 0),
        factor: 1.0,
    };
    PlanIntent { attack: Some(attack), ..PlanIntent::default() }
}

/// What is left of both sides after a plan, the rest of the pass and some more passes.
fn left_after(
    units: &[Combatant],
    plan: &PlanIntent,
    passes: u32,
    estimate: impl Fn(AskedAttack) -> Option<OddsEstimate>,
) -> [SideStrength; 2] {
    let mut table = TableOdds::new(estimate);
    let mut exchange = ExchangeOdds::new(&mut table);
    ExpectedBattle::begin(units).play_out(&mut exchange, plan, stay(units), passes).sides
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
}

#[test]
fn an_attack_lowers_the_chance_to_be_in_action_and_the_points_left() {
    let units = [combatant(1, true, 0), unarmed(2, false, 5)];
    let [own, others] = left_after(&units, &attack_on(2, 1), 0, |_| Some(odds(0.2, 0.8, 4.0)));
    assert_near(own.units, 1.0);
    assert_near(others.units, 0.8);
    // 2 of the 4 points are those of hits that take all 10; if it stays in action, it suffers 2 / 0.8.
    assert_near(others.points, 0.8 * 7.5);
    assert_near(others.health, 0.8 * 0.75);
}

/// Hits do 5 on average, 2.5 to 7.5 as a d6 from there: of 7.5 points left they take all in a sixth of the hits.
#[test]
fn a_second_attack_finishes_what_the_first_one_wounded() {
    let units = [combatant(1, true, 0), unarmed(2, false, 5)];
    let [_, others] = left_after(&units, &attack_on(2, 2), 0, |_| Some(odds(0.2, 0.8, 4.0)));
    let out = 0.2 + 0.8 / 6.0;
    assert_near(others.units, 0.8 * (1.0 - out));
    assert_near(others.points, others.units * (7.5 - (4.0 - 7.5 * out) / (1.0 - out)));
}

/// Where the first of two attacks puts the target out of action, in six of ten cases, the second one is for the other enemy.
#[test]
fn a_further_attack_goes_to_the_next_target_where_the_first_one_is_down() {
    let sure = |_: AskedAttack| Some(odds(0.6, 0.6, 0.0));
    let others = |times, plan: PlanIntent, estimate: fn(AskedAttack) -> Option<OddsEstimate>| {
        let units = [combatant(1, true, 0), unarmed(2, false, 5), unarmed(3, false, 6)];
        let plan = PlanIntent { area: plan.area, ..attack_on(2, times) };
        left_after(&units, &plan, 0, estimate)[1].units
    };
    assert_near(others(1, PlanIntent::default(), sure), 0.4 + 1.0);
    assert_near(others(2, PlanIntent::default(), sure), 0.4 * 0.4 + (1.0 - 0.6 * 0.6));
    let behind_a_wall = |(_, _, _, target, ..): AskedAttack| {
        if target == UnitId(2) { Some(odds(0.6, 0.6, 0.0)) } else { None }
    };
    assert_near(others(2, PlanIntent::default(), behind_a_wall), 0.4 * 0.4 + 1.0);
    // A blast is aimed at one place; it does nothing to the third unit here.
    let area = vec![(UnitId(3), OddsEstimate::default())];
    let blast = PlanIntent { area, ..PlanIntent::default() };
    assert_near(others(2, blast, sure), 0.4 * 0.4 + 1.0);
}

#[test]
fn a_further_blow_is_for_a_neighbour() {
    let fighter = Combatant { methods: vec![method(slot(0), BLADE)], ..combatant(1, true, 0) };
    let left = |x| {
        let units = [fighter.clone(), unarmed(2, false, 1), unarmed(3, false, x)];
        left_after(&units, &attack_on(2, 2), 0, |_| Some(odds(0.5, 0.5, 0.0)))[1].units
    };
    assert_near(left(2), 0.25 + 1.0);
    assert_near(left(-1), 0.25 + 0.75);
}

#[test]
fn an_area_attack_counts_for_all_it_catches() {
    let units = [combatant(1, true, 0), unarmed(2, false, 5), unarmed(3, false, 6), unarmed(4, true, 7)];
    let area = vec![(UnitId(3), odds(0.25, 0.5, 2.0)), (UnitId(4), odds(0.125, 0.5, 1.0))];
    let plan = PlanIntent { area, ..attack_on(2, 1) };
    let [own, others] = left_after(&units, &plan, 0, |_| Some(odds(0.5, 0.8, 4.0)));
    assert_near(others.units, 0.5 + 0.75);
    assert_near(own.units, 1.0 + 0.875);
}

#[test]
fn a_defence_prevents_its_share_until_the_next_phase() {
    let enemy = Combatant { is_waiting: true, ..combatant(2, false, 5) };
    let units = [unarmed(1, true, 0), enemy];
    let sure = |_| Some(odds(0.4, 0.4, 4.0));
    let [own, _] = left_after(&units, &PlanIntent::default(), 0, sure);
    assert_near(own.units, 0.6);
    let guarded = PlanIntent { guard: 0.5, ..PlanIntent::default() };
    let [own, _] = left_after(&units, &guarded, 0, sure);
    assert_near(own.units, 0.8);
}

/// Both units are as good a target; the one that defends itself is left alone.
#[test]
fn a_defence_turns_attacks_on_others() {
    let enemy = Combatant { is_waiting: true, ..combatant(3, false, 5) };
    let units = [unarmed(1, true, 0), unarmed(2, true, 1), enemy];
    let guarded = PlanIntent { guard: 0.5, ..PlanIntent::default() };
    let [own, _] = left_after(&units, &guarded, 0, |_| Some(odds(0.4, 0.4, 4.0)));
    assert_near(own.units, 1.0 + 0.6);
}

/// What falls at the end of the round is no strength of its side.
#[test]
fn units_that_fall_anyway_are_not_left() {
    let doomed = Combatant { is_doomed: true, ..unarmed(2, false, 5) };
    let units = [combatant(1, true, 0), doomed, unarmed(3, false, 6)];
    let [own, others] = left_after(&units, &PlanIntent::default(), 0, |_| None);
    assert_near(own.units, 1.0);
    assert_near(others.units, 1.0);
    assert_near(others.points, 10.0);
}

/// The enemy attacks in the rest of the pass only if its phase is still to come, and with the chance that it is in action.
#[test]
fn enemies_answer_in_turn_order_if_they_are_still_in_action() {
    let sure = |_| Some(odds(0.5, 0.5, 0.0));
    let enemy = |is_waiting| Combatant { is_waiting, ..combatant(2, false, 5) };
    let own_left = |is_waiting, passes| {
        let units = [combatant(1, true, 0), enemy(is_waiting)];
        left_after(&units, &attack_on(2, 1), passes, sure)[0].units
    };
    assert_near(own_left(false, 0), 1.0);
    assert_near(own_left(true, 0), 1.0 - 0.5 * 0.5);
    // In the next pass the first unit attacks before the enemy: 0.25 of it is left to answer.
    assert_near(own_left(false, 1), 1.0 - 0.25 * 0.5);
    // With the higher score the enemy comes first, in the next pass as well.
    let quick = Combatant { order: (0, false, UnitId(2)), ..enemy(false) };
    let [own, _] = left_after(&[combatant(1, true, 0), quick], &attack_on(2, 1), 0, sure);
    assert_near(own.units, 1.0 - 0.5 * 0.5);
}

#[test]
fn the_target_is_the_one_with_the_most_to_gain() {
    let plan = PlanIntent::default();
    let of_target = |(_, _, _, target, ..): AskedAttack| {
        Some(if target == UnitId(2) { odds(0.2, 0.2, 1.0) } else { odds(0.3, 0.3, 1.0) })
    };
    let units = |value| {
        let wanted = Combatant { value, ..unarmed(2, false, 5) };
        [combatant(1, true, 0), wanted, unarmed(3, false, 6)]
    };
    // 0.2 + 0.8 * (0.5 * 0.1 + 0.03 * 0.2) = 0.245; 0.3 + 0.7 * (0.5 * 0.1 + 0.03 * 0.3) = 0.341.
    assert_near(left_after(&units(1.0), &plan, 1, of_target)[1].units, 1.0 + 0.7);
    assert_near(left_after(&units(3.0), &plan, 1, of_target)[1].units, 0.8 + 1.0);
}

/// From the square at x = 2 attacks are better by this factor.
#[test]
fn a_unit_walks_for_attacks_that_are_better_by_a_tenth() {
    let walker = walking(combatant(1, true, 0), ONE_ATTACK, &[2]);
    let units = [walker, unarmed(2, false, 9)];
    let others_left = |factor: f64| {
        let estimate = |(_, _, from, ..): AskedAttack| {
            Some(odds(if from.x == 2 { 0.2 * factor } else { 0.2 }, 0.2, 0.0))
        };
        left_after(&units, &PlanIntent::default(), 1, estimate)[1].units
    };
    assert_near(others_left(1.05), 0.8);
    assert_near(others_left(2.0), 0.6);
}

#[test]
fn a_unit_without_a_target_comes_nearer_and_takes_cover_on_the_way() {
    let walker = |attacks_with_cover| Combatant {
        cover_cells: vec![Cell::new(3, 0)],
        ..walking(combatant(1, true, 0), PhaseActions { attacks: 1, attacks_with_cover }, &[3, 4])
    };
    let end_of = |attacks_with_cover| {
        let units = [walker(attacks_with_cover), unarmed(2, false, 20)];
        let mut table = TableOdds::new(|_| None);
        let mut exchange = ExchangeOdds::new(&mut table);
        let mut battle = ExpectedBattle::begin(&units);
        battle.play_phase(&mut exchange, 0);
        (battle.states[0].cell, battle.states[0].is_covered)
    };
    assert_eq!(end_of(Some(0)), (Cell::new(3, 0), true));
    assert_eq!(end_of(None), (Cell::new(3, 0), false));
}

/// An enemy walks into sight and attacks; the unit that holds its phase attacks after it, another one not before the next pass.
#[test]
fn a_held_phase_is_used_once_an_enemy_comes_into_reach() {
    let enemy = Combatant { is_waiting: true, ..walking(combatant(2, false, 8), ONE_ATTACK, &[4]) };
    let units = [combatant(1, true, 0), enemy];
    let near = |(_, _, from, _, at, _): AskedAttack| {
        (from.chebyshev_distance(at) <= 4).then_some(odds(0.5, 0.5, 0.0))
    };
    let hold = PlanIntent { holds: true, ..PlanIntent::default() };
    let [own, others] = left_after(&units, &hold, 0, near);
    assert_near(own.units, 0.5);
    assert_near(others.units, 1.0 - 0.5 * 0.5);
    let [_, others] = left_after(&units, &PlanIntent::default(), 0, near);
    assert_near(others.units, 1.0);
}

/// Half of the attacks on a unit behind something are kept off; without it, all of them count. The other unit is out of reach.
#[test]
fn what_is_left_of_the_acting_unit_is_told_with_its_shelter_and_without() {
    let enemy = Combatant { is_waiting: true, ..combatant(3, false, 5) };
    let units = [unarmed(1, true, 0), unarmed(2, true, 1), enemy];
    let at_first = |(_, _, _, target, _, posture): AskedAttack| {
        let out = if posture == TargetPosture::Exposed { 0.4 } else { 0.2 };
        (target == UnitId(1)).then_some(odds(out, out, 0.0))
    };
    let acting = |is_bare: bool| {
        let mut table = TableOdds::new(at_first);
        let mut exchange = ExchangeOdds::new(&mut table);
        let begun = ExpectedBattle::begin(&units);
        let begun = if is_bare { begun.without_shelter() } else { begun };
        let left = begun.play_out(&mut exchange, &PlanIntent::default(), stay(&units), 0);
        assert_near(left.sides[0].units, left.acting.units + 1.0);
        left.acting.units
    };
    assert_near(acting(false), 0.8);
    assert_near(acting(true), 0.6);
}

/// An enemy that holds its phase has no further one in this pass, but uses that one at once.
#[test]
fn an_enemy_with_a_held_phase_attacks_after_the_plan() {
    let own_left = |is_holding| {
        let enemy = Combatant { is_holding, ..combatant(2, false, 5) };
        let units = [unarmed(1, true, 0), enemy];
        left_after(&units, &PlanIntent::default(), 0, |_| Some(odds(0.5, 0.5, 0.0)))[0].units
    };
    assert_near(own_left(false), 1.0);
    assert_near(own_left(true), 0.5);
}

/// Out of reach of all others, the holder waits for the unit that walks up to it, or walks to its own target in the end.
#[test]
fn a_holder_without_a_target_acts_later_in_the_pass() {
    let holder =
        |cells: &[i32]| Combatant { is_holding: true, ..walking(combatant(2, false, 8), ONE_ATTACK, cells) };
    let friend = Combatant { is_waiting: true, ..walking(combatant(3, true, 16), ONE_ATTACK, &[12]) };
    let near = |(_, _, from, _, at, _): AskedAttack| {
        (from.chebyshev_distance(at) <= 4).then_some(odds(0.5, 0.5, 0.0))
    };
    let units = [unarmed(1, true, 0), holder(&[]), friend];
    let [own, others] = left_after(&units, &PlanIntent::default(), 0, near);
    assert_near(others.units, 0.5);
    assert_near(own.units, 1.0 + 1.0 - 0.5 * 0.5);
    // With a square from which it reaches the first unit, it does not wait.
    let units = [unarmed(1, true, 0), holder(&[4])];
    assert_near(left_after(&units, &PlanIntent::default(), 0, near)[0].units, 0.5);
}

const GUN: WeaponReach = WeaponReach::Ranged { metres: 60 };
const BLADE: WeaponReach = WeaponReach::Melee { beyond: 0 };

/// An enemy with these methods, whose phase is still to come, and how many of two units it leaves after that.
fn left_by(enemy: Combatant, estimate: impl Fn(AskedAttack) -> Option<OddsEstimate>) -> f64 {
    let enemy = Combatant { is_waiting: true, ..enemy };
    let units = [unarmed(1, true, 0), enemy];
    left_after(&units, &PlanIntent::default(), 0, estimate)[0].units
}

/// Two shots of 0.2 are worth more than a burst of 0.3: 1 - 0.8 * 0.8 = 0.36. A burst of 0.5 is worth more than they are.
#[test]
fn a_unit_chooses_among_its_methods_by_all_attacks_of_the_phase() {
    let shots = AttackMethod {
        standing: PhaseActions { attacks: 2, attacks_with_cover: None },
        ..method(slot(0), GUN)
    };
    let enemy = || Combatant { methods: vec![shots, method(slot(1), GUN)], ..combatant(2, false, 5) };
    let left = |burst: f64| {
        left_by(enemy(), |(_, weapon, ..)| {
            let out = if weapon == 1 { burst } else { 0.2 };
            Some(odds(out, out, 0.0))
        })
    };
    assert_near(left(0.3), 0.64);
    assert_near(left(0.5), 0.5);
}

/// A blade reaches only neighbours. The enemy at x = 9 walks 4 squares and charges 8: one square short of x = 1 or there.
#[test]
fn a_charge_brings_one_attack_to_a_cell_beyond_a_walk() {
    let charge = |max_move| AttackMethod {
        walked: PhaseActions { attacks: 2, attacks_with_cover: None },
        max_move,
        ..method(slot(0), BLADE)
    };
    let enemy = |max_move| Combatant {
        methods: vec![charge(max_move)],
        far_spots: vec![(Cell::new(1, 0), 8)],
        ..combatant(2, false, 9)
    };
    let blow = |_| Some(odds(0.4, 0.4, 0.0));
    assert_near(left_by(enemy(8), blow), 0.6);
    assert_near(left_by(enemy(7), blow), 1.0);
    let near = walking(Combatant { far_spots: Vec::new(), ..enemy(8) }, charge(8).walked, &[1]);
    let near = Combatant { cell: Cell::new(5, 0), ..near };
    assert_near(left_by(near, blow), 0.6 * 0.6);
}

/// Next to the target the sidearm is the better weapon, elsewhere the gun.
#[test]
fn a_unit_uses_its_other_weapon_where_that_is_better() {
    let armed = |x| Combatant {
        methods: vec![method(slot(0), GUN), method(slot(1), BLADE)],
        ..combatant(2, false, x)
    };
    let estimate = |(_, weapon, ..): AskedAttack| {
        let out = if weapon == 1 { 0.5 } else { 0.25 };
        Some(odds(out, out, 0.0))
    };
    assert_near(left_by(armed(1), estimate), 0.5);
    assert_near(left_by(armed(5), estimate), 0.75);
}

/// A unit that may decide the battle by its move makes it in nine of ten cases in which it is in action then, once, and attacks
/// no unit instead.
#[test]
fn an_enemy_about_to_win_decides_the_battle_unless_it_is_stopped_before() {
    let sure = |_: AskedAttack| Some(odds(0.4, 0.4, 0.0));
    let after = |is_decisive, is_waiting, plan: &PlanIntent, passes| {
        let enemy = Combatant { is_decisive, is_waiting, ..combatant(2, false, 5) };
        left_after(&[combatant(1, true, 0), enemy], plan, passes, sure)
    };
    let stays = PlanIntent::default();
    for is_waiting in [true, false] {
        let [own, others] = after(true, is_waiting, &stays, 0);
        assert_near(others.wins, 0.9);
        assert_near(own.units, 1.0);
        assert_near(after(true, is_waiting, &attack_on(2, 1), 0)[1].wins, 0.9 * 0.6);
        assert_near(after(false, is_waiting, &stays, 0)[1].wins, 0.0);
    }
    // The attack of the next pass comes before the move of a unit that is not to act in this one.
    assert_near(after(true, true, &stays, 1)[1].wins, 0.9);
    assert_near(after(true, false, &stays, 1)[1].wins, 0.9 * 0.6);
}
