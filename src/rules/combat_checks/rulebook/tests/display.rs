//! Tests of what is told of a unit's health.

use super::*;
use crate::NamedInjury;
use crate::combat_checks::Characteristic;
use crate::combat_checks::critical_injuries::injury::InjuryDetail;
use crate::combat_checks::test_support::{add_injury, condition, sheet};

#[test]
fn gauges_name_everything_suffered() {
    let rules = RuleSet::new(Book::CombatChecks);
    let gauges = |condition: &OwnHealth| {
        let health = HealthState::CombatChecks(condition.clone());
        CombatChecksRulebook::gauges(&Sheet::CombatChecks(Arc::new(sheet())), &health, &rules)
    };
    let mut condition = condition();
    assert_eq!(gauges(&condition).len(), 2);
    add_injury(&mut condition, 60);
    condition.lower_characteristic(&sheet(), Characteristic::Agility, 1);
    condition.aim = true;
    let labels: Vec<_> = gauges(&condition).into_iter().map(|gauge| gauge.label).collect();
    assert_eq!(labels, ["Wounds", "Strain", "Critical Injuries", "Lowered", "Temporary"]);
}

#[test]
fn cc_chart_07_an_added_injury_is_named_with_its_effect() {
    let added = |before: &OwnHealth, after: &OwnHealth| -> Vec<String> {
        let [before, after] = [before, after].map(|health| HealthState::CombatChecks(health.clone()));
        let named = CombatChecksRulebook::added_injuries(UnitId(1), &before, &after, &rules());
        named.iter().map(NamedInjury::sentence).collect()
    };
    let mut before = condition();
    add_injury(&mut before, 33);
    let mut after = before.clone();
    assert!(added(&before, &after).is_empty(), "nothing new");
    add_injury(&mut after, 33);
    add_injury(&mut after, 98);
    after.injuries.last_mut().expect("two were added").mark = InjuryDetail::Limb(Limb::LeftArm);
    assert_eq!(
        added(&before, &after),
        [
            "Stunned: no action until the end of their next turn.",
            "Crippled (left arm): a limb out of use and 1 setback die on every check until it is healed."
        ]
    );
    assert!(added(&after, &before).is_empty(), "they are healed");
}
