//! What a battle of a campaign has changed, in sentences for the map of the campaign.

use std::collections::BTreeMap;

use crate::panel::end_screen::after_battle::duration_text;
use battle::{BattleEvent, BattleView, EventRecord, UnitDataItem};
use battle_log::health_sentence::change_sentence;
use content::{Campaign, CampaignProgress, StageState};
use model::{Side, UnitId};
use rules::{DownState, HealthState, list_words, play};

/// What is said of equipment: squads carry none from battle to battle.
const EQUIPMENT: &str = "Nothing that was picked up is kept: everyone has the usual equipment again.";

/// Returns the health that units had before it first changed in the battle.
pub(crate) fn first_conditions<'e>(
    events: impl Iterator<Item = &'e EventRecord>,
) -> BTreeMap<UnitId, HealthState> {
    let mut first = BTreeMap::new();
    for record in events {
        if let BattleEvent::Harmed { unit, before, .. } = &record.event {
            first.entry(*unit).or_insert_with(|| HealthState::clone(before));
        }
    }
    first
}

/// Lists what the battle has changed for the squad of a side, which has left the battlefield, and how long it has rested.
/// `first` is the health of its units before the battle, where it changed.
pub(crate) fn squad_sentences(
    view: &BattleView,
    first: &BTreeMap<UnitId, HealthState>,
    side: Side,
) -> Vec<String> {
    let squad = view.units().filter(|unit| *unit.side == side && !unit.is_driven());
    let mut sentences: Vec<String> =
        squad.filter_map(|unit| unit_sentence(view, &unit, first.get(unit.id))).collect();
    if sentences.is_empty() {
        sentences.push("No one in the squad was hurt.".to_owned());
    }
    if let Some(minutes) = view.round().after().filter(|minutes| *minutes > 0) {
        sentences.push(format!("Time for rest and treatment: {}.", duration_text(minutes)));
    }
    sentences.push(EQUIPMENT.to_owned());
    sentences
}

/// Says what became of a unit: "Vex loses 6 flesh, and is unfit until rested."; `None` if nothing has changed.
fn unit_sentence(view: &BattleView, unit: &UnitDataItem, before: Option<&HealthState>) -> Option<String> {
    let gauges = |condition: &HealthState| play::gauges(unit.sheet.get(), condition, view.rules());
    let change = before.map(|before| change_sentence(&gauges(before), &gauges(unit.health.condition())));
    fate_sentence(unit.identity.name(), unit.out_of_action.down(), &change.unwrap_or_default())
}

/// Words the change of a unit's health and its state.
fn fate_sentence(name: &str, down: Option<DownState>, change: &str) -> Option<String> {
    match (down, change) {
        (Some(DownState::Dead), _) => Some(format!("{name} is dead.")),
        (Some(_), "") => Some(format!("{name} is unfit until rested.")),
        (Some(_), change) => Some(format!("{name} {change}, and is unfit until rested.")),
        (None, "") => None,
        (None, change) => Some(format!("{name} {change}.")),
    }
}

/// Says which stages the result has opened: "Now open: Marrow Lane and Pier."; `None` without any.
pub(crate) fn opened_sentence(
    campaign: &Campaign,
    before: &CampaignProgress,
    after: &CampaignProgress,
) -> Option<String> {
    let opened = campaign.stages.iter().filter(|stage| {
        before.stage_state(stage) == StageState::Locked && after.stage_state(stage) == StageState::Open
    });
    let names: Vec<&str> = opened.map(|stage| stage.name.as_str()).collect();
    (!names.is_empty()).then(|| format!("Now open: {}.", list_words(&names)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::shipped_battle;
    use battle::{Order, journal};
    use rules::{Book, MedicalCare};

    #[test]
    fn each_fate_has_its_sentence() {
        let text = |down, change| fate_sentence("Vex", down, change);
        assert_eq!(text(None, ""), None);
        assert_eq!(text(None, "loses 6 flesh").as_deref(), Some("Vex loses 6 flesh."));
        let unfit = text(Some(DownState::Unconscious), "loses 6 flesh");
        assert_eq!(unfit.as_deref(), Some("Vex loses 6 flesh, and is unfit until rested."));
        assert_eq!(text(Some(DownState::Fled), "").as_deref(), Some("Vex is unfit until rested."));
        assert_eq!(text(Some(DownState::Dead), "loses 6 flesh").as_deref(), Some("Vex is dead."));
    }

    #[test]
    fn a_battle_without_wounds_says_so_and_how_long_the_squad_rested() {
        let mut world = shipped_battle("warehouse");
        for order in [
            Order::Surrender { side: Side(1) },
            Order::LeaveField,
            Order::Rest { minutes: 60, care: MedicalCare::None },
        ] {
            journal::submit_order(&mut world, order).expect("allowed");
        }
        let report = battle::with_view(&mut world, |view| squad_sentences(view, &BTreeMap::new(), Side(0)));
        assert_eq!(
            report,
            ["No one in the squad was hurt.", "Time for rest and treatment: 1 hour.", EQUIPMENT]
        );
    }

    #[test]
    fn stages_that_the_result_opens_are_named() {
        let stage = |id: &str, after: &str| {
            format!(
                "(id: \"{id}\", name: \"{id}\", at: (1, 1), intro: \"i\", skirmish: \"warehouse\", after: [{after}])"
            )
        };
        let text = format!(
            "(name: \"Test\", description: \"d\", stages: [{}, {}, {}])",
            stage("pier", ""),
            stage("lane", "\"pier\""),
            stage("yard", "\"lane\"")
        );
        let campaign: Campaign = ron::from_str(&text).expect("a campaign");
        let before = CampaignProgress::new("test", Book::default(), "normal");
        let mut after = before.clone();
        assert_eq!(opened_sentence(&campaign, &before, &after), None);
        assert!(after.record(&campaign.stages[0], true, None));
        assert_eq!(opened_sentence(&campaign, &before, &after).as_deref(), Some("Now open: lane."));
    }
}
