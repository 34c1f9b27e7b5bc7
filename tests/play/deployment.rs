//! Where the units of shipped skirmishes stand before a battle.

use std::path::Path;

use breachline::ai::{self, AiPlayer, Difficulty};
use breachline::battle::{BattleView, Order, UnitDataItem, validate_order};
use breachline::content::{self, SkirmishOverrides};
use breachline::field::{Body, CoverDegree, hidden_share};
use breachline::model::{Cell, Side, UnitId};
use breachline::rules::WeaponReach;

use crate::common::Fight;
use crate::skirmish::{load, shipped};

/// How far an AI player moves a unit before a battle, in squares.
const MOVED_SQUARES: u32 = 4;
/// Distance up to which the places in the files give cover, in squares: over the length of a street, shots are worse.
const NEAR_SQUARES: u32 = 13;

/// Whether an enemy that a side sees can shoot at a unit on a square without anything in the way, from this far at most.
fn is_exposed(view: &BattleView, side: Side, cell: Cell, most: u32) -> bool {
    let shoots = |enemy: &UnitDataItem| {
        let far = enemy.cell().chebyshev_distance(cell);
        let mut reaches = enemy.inventory.held_items().map(|(_, carried)| carried.reach());
        far <= most && reaches.any(|reach| matches!(reach, WeaponReach::Ranged { metres } if far <= metres))
    };
    let enemies = view.units().filter(|unit| *unit.side != side && unit.is_fighting());
    enemies.filter(shoots).any(|enemy| {
        let grid = view.field().grid();
        let hidden = hidden_share(grid, enemy.cell(), Body::STANDING, cell, Body::STANDING);
        CoverDegree::from_hidden_percent(hidden) == CoverDegree::None
    })
}

/// The units of a side that stand in view of an enemy without cover, although a free square near them is out of it.
fn needlessly_exposed(fight: &mut Fight, side: Side, most: u32) -> Vec<String> {
    breachline::battle::with_side_view(&mut fight.world, side, |view| {
        let skirmish = &view.setup().bundle().skirmish;
        let zone = skirmish.sides[usize::from(side.0)].deployment.as_ref();
        let Some(cells) = zone.and_then(|zone| skirmish.map.zones.get(zone)) else { return Vec::new() };
        let is_better = |unit: UnitId, from: Cell, to: Cell| {
            to != from
                && to.chebyshev_distance(from) <= MOVED_SQUARES
                && view.unit_at(to).is_none()
                && !is_exposed(view, side, to, most)
                && validate_order(view, &Order::Deploy { unit, to }).is_ok()
        };
        let own = view.units().filter(|unit| *unit.side == side && unit.is_fighting());
        let exposed = own.filter(|unit| {
            let from = unit.cell();
            is_exposed(view, side, from, most) && cells.iter().any(|to| is_better(*unit.id, from, *to))
        });
        exposed.map(|unit| unit.identity.name().to_owned()).collect()
    })
}

/// The ids of the shipped skirmishes.
fn skirmish_ids() -> Vec<String> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    content::load_content(&[assets]).content.skirmishes.into_keys().collect()
}

/// The first side is the one that a person plays if nothing else is chosen.
#[test]
fn no_place_of_a_shipped_skirmish_leaves_a_person_s_unit_in_the_open_near_an_enemy_that_shoots() {
    for id in skirmish_ids() {
        let mut fight = load(shipped(&id, &SkirmishOverrides::default()), 7);
        let exposed = needlessly_exposed(&mut fight, Side(0), NEAR_SQUARES);
        assert!(exposed.is_empty(), "{id}: {exposed:?}");
    }
}

/// The medic of the docks acts late.
#[test]
fn nobody_sees_the_medic_of_the_docks_before_she_acts() {
    let mut fight = load(shipped("docks", &SkirmishOverrides::default()), 7);
    fight.view(|view| {
        let medic = view.units().find(|unit| unit.identity.name() == "Pell").expect("she is there");
        let enemies = view.units().filter(|unit| unit.side != medic.side && unit.is_fighting());
        for enemy in enemies {
            let (from, to) = (enemy.cell(), medic.cell());
            let hidden = hidden_share(view.field().grid(), from, Body::STANDING, to, Body::STANDING);
            assert_eq!(hidden, 100, "{}", enemy.identity.name());
        }
    });
}

#[test]
fn ai_players_leave_no_unit_in_the_open_before_a_battle() {
    for id in skirmish_ids() {
        let bundle = shipped(&id, &SkirmishOverrides::default());
        for side in (0..bundle.skirmish.sides.len() as u8).map(Side) {
            let mut fight = load(bundle.clone(), 7);
            for ready in (0..side.0).map(Side) {
                fight.submit(Order::Begin { side: ready });
            }
            let player = AiPlayer::new(Difficulty::Hard, 1);
            let is_ready = (0..200).any(|_| {
                let order = ai::decide(&mut fight.world, &player).expect("it deploys").order;
                let begins = matches!(order, Order::Begin { .. });
                if !begins {
                    fight.submit(order);
                }
                begins
            });
            assert!(is_ready, "{id}, {side:?}: it moves its units for ever");
            let exposed = needlessly_exposed(&mut fight, side, u32::MAX);
            assert!(exposed.is_empty(), "{id}, {side:?}: {exposed:?}");
        }
    }
}
