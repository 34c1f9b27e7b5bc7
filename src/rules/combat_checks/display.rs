//! Gauges and statistics of units and weapons.

use super::{
    Characteristic, DamageRating, HealthState, Limb, LimbState, RangeBand, Sheet, Skill, Switches,
    TimedEffectKind, Weapon,
};
use crate::combat_checks::checks::pool::NextCheck;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::{Gauge, GaugeShape, GaugeTone, Stat};
use dice::Clause;

/// Gauges: Wounds, Strain, injuries, limbs and temporary effects.
pub fn gauges(sheet: &Sheet, condition: &HealthState) -> Vec<Gauge> {
    let rising = |label: &'static str, tone: GaugeTone, (now, max): (u32, u32), clause: Clause| Gauge {
        label: label.into(),
        shape: GaugeShape::Rising { now: now.cast_signed(), max: max.cast_signed() },
        tone,
        note: if now > max { "unconscious".into() } else { String::new() },
        clause,
    };
    let mut gauges = vec![
        rising("Wounds", GaugeTone::Body, (condition.wounds, condition.wound_threshold), "CC-THR-01"),
        rising("Strain", GaugeTone::Strain, (condition.strain, condition.strain_threshold), "CC-THR-02"),
    ];
    let mut words = |label: &'static str, words: Vec<String>, note: String, clause: Clause| {
        if !words.is_empty() {
            gauges.push(Gauge {
                label: label.into(),
                shape: GaugeShape::Words(words),
                tone: GaugeTone::Body,
                note,
                clause,
            });
        }
    };
    let injuries = condition.injuries.iter().map(|injury| {
        let lasts = matches!(injury.chart_row().effect, InjuryEffect::Loss { curable: false, .. });
        let over = injury.effect().is_none() && !lasts;
        format!("{}{}", injury.chart_row().name, if over { " (effect over)" } else { "" })
    });
    let bonus = format!("+{} to the next Critical Injury roll", condition.ongoing_bonus());
    words("Critical Injuries", injuries.collect(), bonus, "CC-CRIT-07");
    let limbs = Limb::ALL.into_iter().filter_map(|limb| match condition.limb_state(limb) {
        LimbState::Whole => None,
        LimbState::Crippled => Some(format!("{} crippled", limb.name())),
        LimbState::Lost => Some(format!("{} lost", limb.name())),
    });
    words("Limbs", limbs.collect(), String::new(), "CC-CHART-20");
    let lowered = Characteristic::ALL.into_iter().filter_map(|which| {
        let (whole, now) = (sheet.characteristics.get(which), condition.characteristic(sheet, which));
        (now < whole).then(|| format!("{} {now} of {whole}", which.name()))
    });
    words("Lowered", lowered.collect(), String::new(), "CC-CHART-22");
    let lasting = lasting_effects(condition).iter().map(LastingEffect::to_string).collect();
    words("Temporary", lasting, String::new(), "CC-ECON-09");
    gauges
}

/// A pending change or temporary effect, in a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum LastingEffect {
    /// An effect with an end.
    #[strum(to_string = "{0}")]
    Timed(TimedEffectKind),
    /// Aimed. Table CC-T2.
    #[strum(to_string = "aimed")]
    Aimed,
    /// A change to the next check of a kind. `CC-ECON-09`.
    #[strum(to_string = "{next}: {count} {change}")]
    Pending {
        /// The check.
        next: NextCheck,
        /// Number of dice, upgrades or downgrades.
        count: u8,
        /// Their name: "setback".
        change: &'static str,
    },
    /// Staggered. `CC-CHART-07`.
    #[strum(to_string = "staggered")]
    Staggered,
}

/// Pending changes and temporary effects.
pub fn lasting_effects(condition: &HealthState) -> Vec<LastingEffect> {
    let mut effects: Vec<_> = condition.timed.iter().map(|timed| LastingEffect::Timed(timed.kind)).collect();
    if condition.aim {
        effects.push(LastingEffect::Aimed);
    }
    let waits = [
        (NextCheck::Check, condition.waiting.check),
        (NextCheck::SkillCheck, condition.waiting.skill_check),
        (NextCheck::Attack, condition.waiting.attack),
    ];
    for (next, change) in waits {
        let parts = [
            (change.boost, "boost"),
            (change.setback, "setback"),
            (change.difficulty, "difficulty"),
            (change.upgrade, "upgrade"),
            (change.downgrade, "downgrade"),
        ];
        let named = parts.into_iter().filter(|part| part.0 > 0);
        effects.extend(named.map(|(count, change)| LastingEffect::Pending { next, count, change }));
    }
    if condition.has_injury_effect(InjuryEffect::Staggered) {
        effects.push(LastingEffect::Staggered);
    }
    effects
}

fn stat(group: &'static str, name: &'static str, value: impl ToString, clause: Clause) -> Stat {
    Stat { group, name: name.into(), value: value.to_string(), clause }
}

/// Characteristics, skills and defence of a sheet.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    let characteristics = Characteristic::ALL
        .into_iter()
        .map(|which| stat("Characteristics", which.name(), sheet.characteristics.get(which), "CC-POOL-02"));
    let skills = sheet
        .skills
        .iter()
        .filter(|(_, ranks)| **ranks > 0)
        .map(|(skill, ranks)| stat("Skills", Skill::name(*skill), ranks, "CC-POOL-01"));
    let sum = |own: u8, armour: u8| u32::from(own) + u32::from(armour);
    let soak = sum(sheet.characteristics.toughness, sheet.armour.soak);
    let defences = [
        stat("Defence", "Soak", soak, "CC-DMG-08"),
        stat("Defence", "Melee", sum(sheet.melee_defence, sheet.armour.melee_defence), "CC-DEF-02"),
        stat("Defence", "Ranged", sum(sheet.ranged_defence, sheet.armour.ranged_defence), "CC-DEF-03"),
    ];
    characteristics.chain(skills).chain(defences).collect()
}

/// Statistics of a weapon.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    let rating = match weapon.damage {
        DamageRating::Fixed(rating) => rating.to_string(),
        DamageRating::StrengthPlus(more) => format!("Strength {more:+}"),
    };
    let (skill, characteristic) = weapon.link(&Switches::default());
    let range = if weapon.class.is_melee() { RangeBand::Engaged } else { weapon.range };
    let harm = if weapon.inflicts_strain() { "Strain" } else { "Wounds" };
    let mut stats = vec![
        stat("Weapon", "Skill", format!("{} + {}", skill.name(), characteristic.name()), "CC-POOL-03"),
        stat("Weapon", "Damage", rating, "CC-DMG-01"),
        stat("Weapon", "Inflicts", harm, "CC-DMG-06"),
        stat("Weapon", "Critical Rating", weapon.critical, "CC-CRIT-01"),
        stat("Weapon", "Range", range.name(), "CC-RNG-11"),
    ];
    stats.extend(weapon.qualities.iter().map(|quality| Stat {
        group: "Qualities",
        name: quality.name.clone().into(),
        value: format!("{} advantages", quality.cost),
        clause: "CC-ADV-10",
    }));
    if weapon.limited_ammo {
        stats.push(stat("Qualities", "Limited Ammo", "cannot be emptied by threats", "CC-THT-11"));
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::{add_injury, condition, rifle, sheet};

    #[test]
    fn gauges_name_everything_suffered() {
        let mut condition = condition();
        assert_eq!(gauges(&sheet(), &condition).len(), 2);
        add_injury(&mut condition, 60);
        condition.lower_characteristic(&sheet(), Characteristic::Agility, 1);
        condition.aim = true;
        let labels: Vec<_> = gauges(&sheet(), &condition).into_iter().map(|gauge| gauge.label).collect();
        assert_eq!(labels, ["Wounds", "Strain", "Critical Injuries", "Lowered", "Temporary"]);
    }

    #[test]
    fn stats_are_the_books_own() {
        let mut armoured = sheet();
        (armoured.armour.soak, armoured.armour.ranged_defence, armoured.ranged_defence) =
            (u8::MAX, u8::MAX, 1);
        let numbers = |name: &str| {
            sheet_stats(&armoured).into_iter().find(|stat| stat.name == name).map(|stat| stat.value)
        };
        assert_eq!([numbers("Soak"), numbers("Ranged")].map(Option::unwrap_or_default), ["258", "256"]);
        let stats = sheet_stats(&sheet());
        assert!(stats.iter().any(|stat| (stat.name.as_ref(), stat.value.as_str()) == ("Soak", "3")));
        let weapon = weapon_stats(&rifle());
        assert!(weapon.iter().any(|stat| (stat.name.as_ref(), stat.value.as_str()) == ("Range", "Extreme")));
    }
}
