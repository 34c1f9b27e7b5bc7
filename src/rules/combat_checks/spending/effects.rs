//! What the options for advantages and threats do, in a sentence each. Tables CC-T6 and CC-T7.

use dice::Clause;

/// Describes what the option of a clause does; empty if its label says it all, and for other clauses.
pub fn option_effect(clause: Clause) -> &'static str {
    match clause {
        "CC-CRIT-01" => "a roll on the chart of Critical Injuries, besides the damage",
        "CC-CRIT-03" => "10 more on the roll for the injury that is already paid for; no second injury",
        "CC-ADV-08" => "a boost die, which can only help; not for the attacker's own next check",
        "CC-ADV-09" => {
            "shows a hidden feature in sight; if there is none, the target's Soak, defences and thresholds, as its card does"
        }
        "CC-ADV-11" => "one manoeuvre right now; a turn has two at most",
        "CC-ADV-13" | "CC-THT-08" => "a setback die, which can only hinder, in the next check",
        "CC-ADV-14" | "CC-THT-07" => "a boost die, which can only help, in the next check",
        "CC-ADV-15" => {
            "attacks on it ignore its cover, armour defence and Guarded Stance until the end of the round"
        }
        "CC-ADV-16" => "no penalties of the surroundings on own checks until the end of the next turn",
        "CC-ADV-17" => "until the end of the next turn",
        "CC-ADV-18" => "the weapon falls on the target's square",
        "CC-ADV-19" => "at once, without a manoeuvre",
        "CC-ADV-20" => "a setback die on all checks and no Move until the end of the target's next turn",
        "CC-ADV-21" => "the item is unusable until the end of the target's next turn",
        "CC-ADV-23" => "its next check is harder: one of the dice becomes a worse one",
        "CC-ADV-24" => "its next check is better: an ability die becomes a proficiency die",
        "CC-ADV-25" => "the item is gone for the rest of the battle",
        "CC-THT-05" => "until the manoeuvre is performed again",
        "CC-THT-06" => "one manoeuvre right now, out of turn",
        "CC-THT-09" => "lies down until it stands up",
        "CC-THT-10" => "it has to be reloaded before the next shot",
        "CC-THT-12" => "unusable for the rest of the battle",
        "CC-THT-13" => "changes an object in sight, or improves one die of the next check",
        "CC-THT-15" => "one of the dice becomes a worse one",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::*;
    use crate::combat_checks::spending::option_tables::{AdvantageOption, ThreatOption};

    #[test]
    fn every_option_whose_label_is_no_sentence_says_what_it_does() {
        let advantages = AdvantageOption::VARIANTS.iter().map(|option| option.option());
        let threats = ThreatOption::VARIANTS.iter().map(|option| option.option());
        let silent: Vec<&str> = advantages
            .chain(threats)
            .filter(|option| option_effect(option.clause).is_empty())
            .map(|option| option.label)
            .collect();
        assert_eq!(silent, ["Remove 1 Strain from", "Activate", "The attacker suffers 1 Strain"]);
        assert_eq!(option_effect("CC-ADV-05"), "", "to stop needs no explanation");
    }
}
