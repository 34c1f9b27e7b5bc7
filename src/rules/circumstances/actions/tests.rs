use rstest::rstest;

use super::super::fixtures::*;
use super::super::{Hold, phase};
use super::*;

#[test]
fn cs_base_20_prices_of_the_table() {
    let switches = Switches::default();
    let table = [
        (Cost::Half, "standard_attack move stand_up grapple reload break_hold hide spell"),
        (Cost::Full, "burst full_move run charge clear_jam"),
        (Cost::Free, "drop_item drop_prone let_go speak"),
        (Cost::None, "use_cover"),
        (Cost::Reaction, "dodge parry"),
    ];
    let mut known = 0;
    for (cost, names) in table {
        for name in names.split(' ') {
            let action = Action::ALL.into_iter().find(|action| action.key() == name).expect("an action");
            assert_eq!(action.cost(&switches), cost, "{name}");
            known += 1;
        }
    }
    assert_eq!(known, Action::ALL.len());
}

#[test]
fn cs_base_20_the_switch_changes_prices() {
    let switches = switches(&[("cs.action_costs", "run half, hide full")]);
    assert_eq!(Action::Run.cost(&switches), Cost::Half);
    assert_eq!(Action::Hide.cost(&switches), Cost::Full);
    assert_eq!(Action::Charge.cost(&switches), Cost::Full);
}

#[rstest]
#[case(Action::Move, Some(3))]
#[case(Action::FullMove, Some(6))]
#[case(Action::Charge, Some(9))]
#[case(Action::Run, Some(18))]
#[case(Action::StandardAttack, None)]
fn cs_base_20_how_far_actions_carry(#[case] action: Action, #[case] metres: Option<u32>) {
    let unit = fighter(1, |sheet| sheet.characteristics.agility = 38);
    assert_eq!(action.metres(&unit, &Switches::default()), metres);
}

#[rstest]
#[case::beside_the_target_already(1, 2, false)]
#[case::up_to_three_times_ab(5, 12, true)]
#[case::farther(5, 13, false)]
#[case::at_least_a_metre(2, 0, false)]
fn cs_base_20_a_charge_needs_a_run_up(#[case] rings: u32, #[case] metres: u32, #[case] legal: bool) {
    assert_eq!(may_charge(&fighter(1, |_| {}), rings, metres, &Switches::default()), legal);
}

#[test]
fn cs_base_37_neither_of_the_two_moves() {
    for hold in [Hold::Holding(2), Hold::HeldBy(2)] {
        let mut unit = fighter(1, |_| {});
        unit.hold = Some(hold);
        for action in [Action::Move, Action::FullMove, Action::Run, Action::Charge] {
            assert_eq!(phase::allows(&unit, action, &Switches::default()), Err(phase::Unpaid::Held));
        }
        assert_eq!(phase::allows(&unit, Action::StandardAttack, &Switches::default()), Ok(()));
    }
}

#[test]
fn cs_prn_08_standing_up_is_a_half_action_that_moves() {
    let mut unit = fighter(1, |_| {});
    let mut switches = Switches::default();
    assert_eq!(phase::allows(&unit, Action::StandUp, &switches), Err(phase::Unpaid::Standing));
    unit.prone = true;
    assert_eq!(phase::allows(&unit, Action::StandUp, &switches), Ok(()));
    assert_eq!(Action::StandUp.cost(&switches).points(), 1);
    unit.suffer(super::super::Ailment::Immobilised);
    assert_eq!(phase::allows(&unit, Action::StandUp, &switches), Err(phase::Unpaid::Held));
    switches.set("cs.stand_ap", "2").expect("a value");
    assert_eq!(Action::StandUp.cost(&switches), Cost::Full);
}

#[test]
fn cs_prn_09_crawling() {
    let mut unit = fighter(1, |sheet| sheet.characteristics.agility = 39);
    unit.prone = true;
    let on = Switches::default();
    assert_eq!(Action::Move.metres(&unit, &on), Some(2));
    assert_eq!(phase::allows(&unit, Action::Move, &on), Ok(()));
    for action in [Action::FullMove, Action::Run, Action::Charge] {
        assert_eq!(phase::allows(&unit, action, &on), Err(phase::Unpaid::Prone));
    }
    let off = switches(&[("cs.crawl", "off")]);
    assert_eq!(phase::allows(&unit, Action::Move, &off), Err(phase::Unpaid::Prone));
    assert_eq!(phase::allows(&unit, Action::StandUp, &off), Ok(()));
}

#[rstest]
#[case(Action::StandardAttack, true)]
#[case(Action::Charge, true)]
#[case(Action::Run, true)]
#[case(Action::Move, false)]
fn cs_una_05_what_ends_concealment(#[case] action: Action, #[case] ends: bool) {
    assert_eq!(action.ends_concealment(), ends);
}
