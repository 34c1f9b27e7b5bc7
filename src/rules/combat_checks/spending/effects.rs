//! What the options for advantages and threats do, in a sentence each. Tables CC-T6 and CC-T7.

use dice::Clause;

/// Describes what the option of a clause does; empty if its label says it all, and for other clauses.
pub fn option_effect(clause: Clause) -> &'static str {
    match clause {
        "CC-CRIT-01" => "a lasting injury besides the damage; a d100 roll says which, the higher the graver",
        "CC-CRIT-03" => "10 more on the roll for the injury that is already paid for; no second injury",
        "CC-ADV-08" => "a boost die, which can only help; the attacker's own checks do not use it",
        "CC-ADV-09" => {
            "shows a hidden feature in sight; if there is none, the target's Soak, defences and thresholds, which its card says too"
        }
        "CC-ADV-11" => "one manoeuvre right now, at no Strain; a turn has two at most",
        "CC-ADV-13" | "CC-THT-08" => "a die that can only hinder, in its next check",
        "CC-ADV-14" | "CC-THT-07" => "a die that can only help, in its next check",
        "CC-ADV-15" => {
            "no attack on it has setback dice for its cover, equipment or Guarded Stance until the end of the round"
        }
        "CC-ADV-16" => {
            "darkness, smoke and weather add no setback dice to the attacker's checks until the end of their next turn"
        }
        "CC-ADV-17" => {
            "one more setback die for such attacks on the attacker, until the end of the attacker's next turn"
        }
        "CC-ADV-18" => "the weapon falls on the target's square; picking it up takes a manoeuvre",
        "CC-ADV-19" => "at once, at no other cost",
        "CC-ADV-20" => {
            "no damage, but a setback die on all their checks and no Move until the end of their next turn"
        }
        "CC-ADV-21" => "no damage, but the item is unusable until the end of the target's next turn",
        "CC-ADV-23" => "one of its dice becomes a worse one",
        "CC-ADV-24" => "an ability die becomes a better one, a proficiency die",
        "CC-ADV-25" => "the item is gone for the rest of the battle",
        "CC-THT-05" => "until it performs the manoeuvre again",
        "CC-THT-06" => "one manoeuvre right now, also outside of its turn",
        "CC-THT-09" => "easier to strike, harder to shoot; to stand up takes a manoeuvre",
        "CC-THT-10" => "it has to be reloaded before the next shot, which takes a manoeuvre",
        "CC-THT-12" => "unusable for the rest of the battle",
        "CC-THT-13" => "an ability die becomes a better one, a proficiency die",
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
        assert_eq!(silent, ["Remove 1 Strain from", "Activate", "Suffers 1 Strain"]);
        assert_eq!(option_effect("CC-ADV-05"), "", "to stop needs no explanation");
        let defence = option_effect("CC-ADV-17");
        assert!(defence.ends_with("until the end of the attacker's next turn"), "not of those who attack it");
    }
}
