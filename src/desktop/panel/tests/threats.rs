//! Tests of what enemies are said to do to a unit in a square.

use super::*;
use crate::attack_forecast::threats_at;
use battle::AttackChoice;
use field::Body;
use rules::{MovementMode, WeaponReach};

/// Compares what a unit that lies is said to do to a square that it sees only once it stands, with the attack from there; returns
/// the number of such squares.
fn threats_once_it_stands(view: &BattleView, lying: UnitId) -> usize {
    let Some(enemy) = view.unit(lying) else { return 0 };
    let usable = enemy.inventory.held_items().find(|held| view.can_attack_next_turn(&enemy, *held));
    let Some((weapon, carried)) = usable else { return 0 };
    let WeaponReach::Ranged { metres } = carried.reach() else { return 0 };
    let mut others = view.units().filter(|other| other.side != enemy.side && other.is_fighting());
    let (Some(other), true) = (others.next(), view.can_stand_and_attack(&enemy, (weapon, carried))) else {
        return 0;
    };
    let (grid, from) = (view.field().grid(), enemy.cell());
    let sees = |own: Body, cell| field::line_of_sight(grid, from, own, cell, other.body());
    let mode = carried.mode().or_else(|| carried.modes().first().copied());
    let choice = AttackChoice { unit: lying, weapon, mode, option: None };
    let in_reach = grid.cells().filter(|cell| from.distance_squared(*cell) <= metres * metres);
    let hidden = in_reach.filter(|cell| sees(Body::STANDING, *cell) && !sees(Body::PRONE, *cell));
    let (mut odds, mut named) = (ForecastCache::default(), 0);
    for cell in hidden.take(4) {
        let stood = view.attack_request_standing((choice, from), (*other.id, cell), lying);
        let stood = stood.and_then(|request| play::preview(&request)).filter(|odds| odds.harm > 0.0);
        let Some(stood) = stood else { continue };
        let threats = threats_at(&mut odds, view, *other.id, cell, MovementMode::Steady);
        let threat = threats.iter().find(|threat| threat.enemy == lying).expect("it stands up and shoots");
        assert!(threat.stands && !threat.is_blind, "{threat:?}");
        assert!((threat.mean - stood.mean).abs() < 1e-9, "{threat:?}, {stood:?}");
        named += 1;
    }
    named
}

#[test]
fn a_square_is_not_safe_from_an_enemy_that_only_has_to_stand_up() {
    let loaded = shipped_content();
    let mut squares = 0;
    for skirmish in ["bunker", "street", "foundry", "derelict"] {
        let mut world = begin_skirmish(&loaded, skirmish, Book::CombatChecks);
        for _ in 0..12 {
            answer_prompts(&mut world);
            let Some(acting) = world.resource::<battle::RoundState>().acting() else { break };
            if journal::submit_order(&mut world, Order::DropProne { unit: acting }).is_ok() {
                answer_prompts(&mut world);
                squares += with_context(&mut world, |context| threats_once_it_stands(context.view, acting));
            }
            if journal::submit_order(&mut world, Order::EndPhase { unit: acting }).is_err() {
                break;
            }
        }
    }
    assert!(squares > 0, "a manoeuvre stands up, and the action shoots");
}
