//! Events of a battle and the steps of rules that lead to them.
//!
//! A rule returns [`RuleStep`]s. A step that is a fact already records a [`BattleEvent`]; the battle resolves all others,
//! because their events depend on the battlefield.

mod battle_event;
mod battle_outcome;
mod health_cause;
mod rule_step;

pub use battle_event::{BattleEvent, EventKind};
pub use battle_outcome::{BattleOutcome, EndReason};
pub use health_cause::HealthCause;
pub use rule_step::RuleStep;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_stays_small() {
        let size = size_of::<BattleEvent>();
        assert!(size <= 72, "box the data of rare events: {size} bytes");
    }
}
