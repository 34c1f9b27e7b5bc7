use rstest::rstest;

use super::*;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::turn::phase;
use crate::circumstances::{Ailment, GrappleHold};
use model::UnitId;

#[test]
fn cs_base_20_prices_of_the_table() {
    let switches = Switches::default();
    let table = [
        (CombatActionCost::Half, "standard_attack move stand_up grapple reload break_hold hide spell"),
        (CombatActionCost::Full, "burst full_move run charge clear_jam"),
        (CombatActionCost::Free, "drop_item drop_prone let_go speak"),
        (CombatActionCost::None, "use_cover"),
        (CombatActionCost::Reaction, "dodge parry"),
    ];
    let mut known = 0;
    for (cost, names) in table {
        for name in names.split(' ') {
            let action =
                CombatAction::VARIANTS.iter().find(|action| action.key() == name).expect("an action");
            assert_eq!(action.cost(&switches), cost, "{name}");
            known += 1;
        }
    }
    assert_eq!(known, CombatAction::VARIANTS.len());
}

#[test]
fn cs_base_20_the_switch_changes_prices() {
    let switches = switches(&[("cs.action_costs", "run half, hide full")]);
    assert_eq!(CombatAction::Run.cost(&switches), CombatActionCost::Half);
    assert_eq!(CombatAction::Hide.cost(&switches), CombatActionCost::Full);
    assert_eq!(CombatAction::Charge.cost(&switches), CombatActionCost::Full);
}

#[rstest]
#[case(CombatAction::Move, Some(3))]
#[case(CombatAction::FullMove, Some(6))]
#[case(CombatAction::Charge, Some(9))]
#[case(CombatAction::Run, Some(18))]
#[case(CombatAction::StandardAttack, None)]
fn cs_base_20_how_far_actions_carry(#[case] action: CombatAction, #[case] metres: Option<u32>) {
    let unit = fighter(1, |sheet| sheet.characteristics.agility = 38);
    assert_eq!(action.move_metres(&unit, &Switches::default()), metres);
}

#[test]
fn cs_base_37_neither_of_the_two_moves() {
    for hold in [GrappleHold::Holding(UnitId(2)), GrappleHold::HeldBy(UnitId(2))] {
        let mut unit = fighter(1, |_| {});
        unit.hold = Some(hold);
        for action in [
            CombatAction::Move,
            CombatAction::FullMove,
            CombatAction::Run,
            CombatAction::Charge,
            CombatAction::StandUp,
        ] {
            assert_eq!(
                phase::check_action(&unit, action, &Switches::default()),
                Err(phase::ActionError::Held)
            );
        }
        assert_eq!(phase::check_action(&unit, CombatAction::StandardAttack, &Switches::default()), Ok(()));
    }
}

#[test]
fn cs_immo_01_no_move_actions() {
    let mut unit = fighter(1, |_| {});
    add_ailment(&mut unit, Ailment::Immobilised);
    for action in [CombatAction::Move, CombatAction::FullMove, CombatAction::Run, CombatAction::Charge] {
        let refused = phase::check_action(&unit, action, &Switches::default());
        assert_eq!(refused.map_err(phase::ActionError::clause), Err("CS-IMMO-01"));
    }
    assert_eq!(phase::check_action(&unit, CombatAction::StandardAttack, &Switches::default()), Ok(()));
}

#[test]
fn cs_prn_08_standing_up_is_a_half_action_that_moves() {
    let mut unit = fighter(1, |_| {});
    let mut switches = Switches::default();
    assert_eq!(
        phase::check_action(&unit, CombatAction::StandUp, &switches),
        Err(phase::ActionError::Standing)
    );
    unit.prone = true;
    assert_eq!(phase::check_action(&unit, CombatAction::StandUp, &switches), Ok(()));
    assert_eq!(CombatAction::StandUp.cost(&switches).points(), 1);
    add_ailment(&mut unit, Ailment::Immobilised);
    let refused = phase::ActionError::CannotMove(Ailment::Immobilised);
    assert_eq!(phase::check_action(&unit, CombatAction::StandUp, &switches), Err(refused));
    switches.set("cs.stand_ap", "2").expect("a value");
    assert_eq!(CombatAction::StandUp.cost(&switches), CombatActionCost::Full);
}

#[test]
fn cs_prn_09_prone_units_crawl_at_half_their_move() {
    let mut unit = fighter(1, |sheet| sheet.characteristics.agility = 39);
    unit.prone = true;
    let on = Switches::default();
    assert_eq!(CombatAction::Move.move_metres(&unit, &on), Some(2));
    edit_sheet(&mut unit, |sheet| sheet.characteristics.agility = 50);
    assert_eq!(CombatAction::Move.move_metres(&unit, &on), Some(3), "half of 5, rounded up");
    assert_eq!(phase::check_action(&unit, CombatAction::Move, &on), Ok(()));
    for action in [CombatAction::FullMove, CombatAction::Run, CombatAction::Charge] {
        assert_eq!(phase::check_action(&unit, action, &on), Err(phase::ActionError::Prone));
    }
    let off = switches(&[("cs.crawl", "off")]);
    assert_eq!(phase::check_action(&unit, CombatAction::Move, &off), Err(phase::ActionError::Prone));
    assert_eq!(phase::check_action(&unit, CombatAction::StandUp, &off), Ok(()));
}
