//! Sentences for the results of attacks and special actions: "3 levels of lethal damage, dazed", and the damage of a
//! blast unit by unit.

use std::fmt;

use strum::Display;

use super::{Counted, KindLevels, LevelKind};
use crate::aberrant::DamageType;
use crate::aberrant::health::dazing::DazeLevel;
use crate::lines::rule_lines;
use dice::{NoteTopic, RuleLine, RuleText};

/// Results of attacks and special actions.
#[derive(Clone, Debug, Display)]
pub(crate) enum ResultWords {
    #[strum(to_string = "seized")]
    Seized,
    #[strum(to_string = "no damage")]
    NoDamage,
    #[strum(to_string = "{levels} to the {item}")]
    ItemDamaged { levels: Counted, item: String },
    #[strum(to_string = "{0}")]
    BarrierDamaged(KindLevels),
    #[strum(to_string = "recovers {levels} of stun")]
    StunHealed { levels: Counted },
    #[strum(to_string = "is stabilised")]
    Stabilised,
    #[strum(to_string = "is still dying")]
    StillDying,
    #[strum(to_string = "is still held")]
    StillHeld,
    #[strum(to_string = "breaks free")]
    BreaksFree,
    #[strum(to_string = "takes control")]
    TakesControl,
    #[strum(to_string = "keeps the announced attacks")]
    KeepsAttacks,
    #[strum(to_string = "gives up an attack and reserves a defence")]
    CancelsAttack,
    #[strum(to_string = "may make the next attack on any target, at +{difficulty} difficulty")]
    NewTarget { difficulty: i32 },
    #[strum(to_string = "loses the announced attack")]
    ActionLost,
}

/// Damage to a unit: "3 levels of lethal damage, dazed", "8 levels of structure", "1 level of bashing damage (lethal before
/// soak)".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Harm {
    pub levels: u32,
    pub kind: LevelKind,
    /// The kind that the weapon does, if soak has made it milder; `None` if it has not. `AB-PING-02`.
    pub soaked: Option<DamageType>,
    /// How far it worsens the unit's next turn; `None` if it does not.
    pub impact: Option<DazeLevel>,
}

impl fmt::Display for Harm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", Counted::Levels(self.levels), self.kind)?;
        if let Some(kind) = self.soaked {
            write!(f, " ({kind} before soak)")?;
        }
        self.impact.map_or(Ok(()), |impact| write!(f, ", {impact}"))
    }
}

/// Damage of a blast: to its target, then to other units by name.
#[derive(Clone, Debug)]
pub(crate) struct BlastHarm {
    pub target: Option<Harm>,
    pub others: Vec<(String, Harm)>,
}

impl fmt::Display for BlastHarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.others.iter().map(|(unit, harm)| format!("{unit}: {harm}"));
        let parts: Vec<_> = self.target.iter().map(Harm::to_string).chain(others).collect();
        f.write_str(&parts.join("; "))
    }
}

impl RuleLine for BlastHarm {
    fn without_units(&self, is_hidden: &dyn Fn(&str) -> bool) -> Option<RuleText> {
        let mut seen = self.clone();
        seen.others.retain(|(unit, _)| !is_hidden(unit));
        Some(seen.into())
    }
}

impl RuleLine for ResultWords {
    fn note_topic(&self) -> NoteTopic {
        match self {
            Self::StunHealed { .. } => NoteTopic::Recovery,
            _ => NoteTopic::Other,
        }
    }
}

rule_lines!(Harm);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ab_ping_02_milder_damage_says_what_it_was() {
        let (kind, soaked) = (LevelKind::Health(DamageType::Bashing), Some(DamageType::Lethal));
        let harm = Harm { levels: 1, kind, soaked, impact: None };
        assert_eq!(harm.to_string(), "1 level of bashing damage (lethal before soak)");
        let dazed = Harm { impact: Some(DazeLevel::Dazed), ..harm };
        assert_eq!(dazed.to_string(), "1 level of bashing damage (lethal before soak), dazed");
    }

    #[test]
    fn what_a_unit_recovers_is_a_topic_of_its_own() {
        let topic = |words: ResultWords| RuleText::from(words).note_topic();
        let healed = ResultWords::StunHealed { levels: Counted::Levels(2) };
        assert_eq!((topic(healed), topic(ResultWords::Stabilised)), (NoteTopic::Recovery, NoteTopic::Other));
    }

    #[test]
    fn hidden_units_are_left_out_of_a_blast() {
        let kind = LevelKind::Health(DamageType::Lethal);
        let harm = |impact| Harm { levels: 3, kind, soaked: None, impact };
        let dazed = Some(DazeLevel::Dazed);
        let others = vec![("Ann".to_owned(), harm(dazed)), ("Bob".to_owned(), harm(None))];
        let words = RuleText::from(BlastHarm { target: Some(harm(dazed)), others });
        assert_eq!(
            words,
            "3 levels of lethal damage, dazed; Ann: 3 levels of lethal damage, dazed; Bob: 3 levels of lethal damage"
        );
        let seen = words.without_units(&|unit| unit == "Ann").expect("it names units");
        assert_eq!(seen, "3 levels of lethal damage, dazed; Bob: 3 levels of lethal damage");
    }
}
