//! Which status effects still matter for a unit that is out of action, and sentences for what ends an effect.

use rules::DownState;
use rules::status::{EndCondition, StatusKind, StatusRule};

/// Whether a status still means something for a unit: none does for one that is dead or gone; those of the body and of its
/// place do for one that lies unconscious or has surrendered.
pub(super) fn has_meaning(kind: StatusKind, down: Option<DownState>) -> bool {
    match down {
        None => true,
        Some(DownState::Dead | DownState::Fled) => false,
        Some(DownState::Unconscious | DownState::Surrendered) => matches!(
            kind,
            StatusKind::Dying(_)
                | StatusKind::PhaseOwed(_)
                | StatusKind::HeldBy(_)
                | StatusKind::Drives(_)
                | StatusKind::RidesIn(_)
                | StatusKind::WindowsDown
        ),
    }
}

/// Says what ends an ailment without a stated end: "until taking damage or passing a test of Strength".
pub(super) fn open_end_text(rule: &StatusRule) -> String {
    let mut ends: Vec<String> =
        rule.end_conditions.iter().map(|condition| condition_text(*condition)).collect();
    if let Some(test) = &rule.recovery {
        let traits: Vec<&str> = test.of.iter().map(|tested| tested.name()).collect();
        ends.push(format!("passing a test of {}", traits.join(" or ")));
    }
    ends.dedup();
    match ends.is_empty() {
        true => "no set end".to_owned(),
        false => format!("until {}", ends.join(" or ")),
    }
}

fn condition_text(condition: EndCondition) -> String {
    match condition {
        EndCondition::Harm | EndCondition::HarmUnlessStated => "taking damage".to_owned(),
        EndCondition::Element(element) => format!("hit by {}", element.name()),
        EndCondition::Melee => "in melee".to_owned(),
        EndCondition::Waking => "woken by a neighbour".to_owned(),
        EndCondition::Treatment => "treated".to_owned(),
    }
}

/// Says when a unit that is dying since a round loses points: every so many rounds, and next at the end of which one.
/// `None` if the battle is over before. `SS-DMG-23`.
pub(super) fn bleeding_text(interval: u32, since: u32, (round, last): (u32, u32)) -> Option<String> {
    let interval = interval.max(1);
    let passed = round.saturating_sub(since);
    // It bleeds at the end of a round; in the round in which it went down it does not.
    let next = since + passed.div_ceil(interval).max(1) * interval;
    (next <= last).then(|| {
        let every = if interval == 1 { "every round".to_owned() } else { format!("every {interval} rounds") };
        format!("Loses a point of Flesh {every} without treatment, next at the end of round {next}.")
    })
}

#[cfg(test)]
mod tests {
    use model::UnitId;
    use rules::status::Ailment;

    use super::*;

    #[test]
    fn the_dead_have_no_effects_and_the_unconscious_those_of_body_and_place() {
        let kinds = [
            StatusKind::Prone,
            StatusKind::FullDefense,
            StatusKind::Dying(2),
            StatusKind::HeldBy(UnitId(3)),
            StatusKind::RidesIn(UnitId(4)),
        ];
        let kept = |down| kinds.map(|kind| has_meaning(kind, down));
        assert_eq!(kept(None), [true; 5]);
        assert_eq!(kept(Some(DownState::Dead)), [false; 5]);
        assert_eq!(kept(Some(DownState::Unconscious)), [false, false, true, true, true]);
    }

    #[test]
    fn an_open_end_names_what_ends_it() {
        let end = |ailment: Ailment| open_end_text(ailment.rule());
        assert_eq!(end(Ailment::Slowed), "until treated");
        assert_eq!(end(Ailment::Burning), "until hit by water");
        assert!(end(Ailment::Frozen).starts_with("until taking damage or passing a test of Strength"));
        assert_eq!(end(Ailment::Exhausted), "no set end");
    }

    #[test]
    fn bleeding_names_its_interval_and_the_next_round() {
        let next = |round| bleeding_text(12, 3, (round, 40)).expect("it bleeds before the battle ends");
        assert_eq!(bleeding_text(48, 2, (5, 20)), None, "round 50 is never played");
        assert!(bleeding_text(18, 2, (5, 20)).is_some(), "the last round counts");
        assert_eq!(
            next(3),
            "Loses a point of Flesh every 12 rounds without treatment, next at the end of round 15."
        );
        let often = bleeding_text(1, 3, (5, 40)).expect("it bleeds before the battle ends");
        assert!(often.starts_with("Loses a point of Flesh every round without treatment"), "{often}");
        assert!(next(15).ends_with("round 15."), "it is not over yet: {}", next(15));
        assert!(next(16).ends_with("round 27."), "{}", next(16));
    }
}
