//! Sentences of checks and attacks: notes, causes of Strain, and outcomes for the targets.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::Fall;
use crate::combat_checks::health::lasting_effects::LastingEffect;
use crate::lines::{CountOf, rule_lines};
use dice::{NoteSubject, RuleLine, RuleText};

/// A note about a check, its damage, or what it changed.
#[derive(Clone, Debug, strum::Display)]
pub enum CheckNote {
    #[strum(to_string = "no net success: the check fails")]
    Fails,
    #[strum(to_string = "{unit}: damage {raw} - Soak {soak} = {damage}")]
    Soaked { unit: Arc<str>, raw: u32, soak: u32, damage: u32 },
    #[strum(to_string = "Fall: damage {raw} - Soak {soak} = {damage}")]
    FallSoaked { raw: u32, soak: u32, damage: u32 },
    #[strum(to_string = "{fall}: {wounds}")]
    Fall { fall: Fall, wounds: CountOf },
    #[strum(to_string = "Burning: {wounds}, ignoring Soak")]
    Burning { wounds: CountOf },
    /// `sum` is three times the limit before it is rounded up. `SS-KNOCK-01`, `SS-BASE-20`.
    #[strum(
        to_string = "{unit}: {damage} damage is more than the knockdown limit of {limit}, a third of {sum} rounded up"
    )]
    KnockedDown { unit: Arc<str>, damage: u32, limit: u32, sum: u32 },
    #[strum(to_string = "{unit}: {least} damage or more always knocks down")]
    AlwaysKnockedDown { unit: Arc<str>, least: u32 },
    #[strum(to_string = "Overpowered: the free second attack is not possible")]
    NoFurtherAttack,
    #[strum(
        to_string = "{unit} is Overpowered: a free second attack follows, with the same dice; its advantages and triumphs buy \
                     nothing"
    )]
    SecondAttack { unit: Arc<str> },
    #[strum(to_string = "{gear} is disabled until the end of its owner's next turn")]
    GearDisabled { gear: String },
    #[strum(to_string = "{gear} is broken for the rest of the battle")]
    GearBroken { gear: String },
    #[strum(to_string = "{gear} is destroyed")]
    GearDestroyed { gear: String },
    #[strum(
        to_string = "notices the values of {unit}: Soak {soak}, defence {melee} against melee and {ranged} against ranged attacks, \
                         {wounds} of {wound_threshold} Wounds, {strain} of {strain_threshold} Strain"
    )]
    Noticed {
        unit: Arc<str>,
        soak: u32,
        melee: i32,
        ranged: i32,
        wounds: u32,
        wound_threshold: u32,
        strain: u32,
        strain_threshold: u32,
    },
    #[strum(to_string = "has a free manoeuvre until their next turn: {maneuver}")]
    ManeuverOwed { maneuver: &'static str },
    #[strum(to_string = "cannot make the free Move: knocked down")]
    MovePrevented,
    #[strum(to_string = "adds {unit} to the targets of the next attack")]
    FurtherTarget { unit: Arc<str> },
    #[strum(to_string = "removes {unit} from the targets of the next attack")]
    NoFurtherTarget { unit: Arc<str> },
}

/// The prompt for the free attack of Overpowered. `CC-CHART-16`.
#[derive(Clone, Debug, strum::Display)]
pub enum OverpoweredLine {
    /// The target is in action, and no single threat puts the attacker out of action: an attack that costs nothing.
    #[strum(to_string = "{target} is Overpowered by a Critical Injury: attack again at once, at no cost?")]
    Ask { target: Arc<str> },
    /// Another attack may gain little or cost much.
    #[strum(to_string = "{target} is Overpowered by a Critical Injury: attack again at once, at no cost?")]
    AskInDoubt { target: Arc<str> },
    #[strum(to_string = "Attack again, free")]
    Attack,
    #[strum(to_string = "No second attack")]
    Stop,
}

/// One part of the outcome of an attack for a target.
#[derive(Clone, Debug, strum::Display)]
pub enum HarmPart {
    #[strum(to_string = "{0} Strain")]
    Strain(u32),
    #[strum(to_string = "1 Wound")]
    OneWound,
    #[strum(to_string = "{0} Wounds")]
    Wounds(u32),
    #[strum(to_string = "{0}")]
    Injury(&'static str),
    #[strum(to_string = "disabled")]
    Disabled,
    #[strum(to_string = "{0} damage")]
    BarrierDamage(u32),
}

/// Outcome of an attack for a target, with its name unless it is the first one.
#[derive(Clone, Debug)]
pub struct TargetOutcome {
    /// Name of the target.
    pub unit: Option<Arc<str>>,
    /// The parts, at least one.
    pub parts: Vec<HarmPart>,
}

/// Outcome of an attack for all targets that it harmed: "5 Wounds, Stunned; Cal: 2 Wounds".
#[derive(Clone, Debug)]
pub struct TargetOutcomes(pub Vec<TargetOutcome>);

/// What inflicts Strain besides the damage.
#[derive(Clone, Debug, strum::Display)]
pub enum StrainCause {
    /// The only quality of the weapon that does so, by its name.
    #[strum(to_string = "{0} of the weapon")]
    Quality(String),
    /// One of several qualities of the weapon.
    #[strum(to_string = "the weapon")]
    Weapon,
    /// A Critical Injury.
    #[strum(to_string = "the Critical Injury")]
    Injury,
}

/// Changes to the next checks of a target and other lasting effects: "suffers 3 Strain from the Critical Injury, has 1
/// setback die for the next check".
#[derive(Clone, Debug)]
pub struct LastingChanges {
    /// The effects.
    pub effects: Vec<LastingEffect>,
    /// Strain besides the damage, each part with where it comes from.
    pub strain: Vec<(u32, StrainCause)>,
}

impl Display for TargetOutcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(unit) = &self.unit {
            write!(f, "{unit}: ")?;
        }
        write_list(f, &self.parts, ", ")
    }
}

impl Display for TargetOutcomes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0, "; ")
    }
}

impl Display for LastingChanges {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let strain: Vec<_> =
            self.strain.iter().map(|(points, cause)| format!("{points} Strain from {cause}")).collect();
        let strain = (!strain.is_empty()).then(|| format!("suffers {}", strain.join(" and ")));
        let parts: Vec<_> =
            strain.into_iter().chain(self.effects.iter().map(|effect| effect.predicate())).collect();
        write_list(f, &parts, ", ")
    }
}

fn write_list<T: Display>(f: &mut Formatter<'_>, parts: &[T], separator: &str) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        write!(f, "{}{part}", if at > 0 { separator } else { "" })?;
    }
    Ok(())
}

impl RuleLine for TargetOutcomes {
    fn without_units(&self, is_hidden: &dyn Fn(&str) -> bool) -> Option<RuleText> {
        let mut seen = self.clone();
        seen.0.retain(|outcome| outcome.unit.as_deref().is_none_or(|unit| !is_hidden(unit)));
        Some(seen.into())
    }
}

impl RuleLine for CheckNote {
    fn note_subject(&self) -> NoteSubject {
        match self {
            Self::GearDisabled { .. } | Self::GearBroken { .. } | Self::GearDestroyed { .. } => {
                NoteSubject::Item
            }
            _ => NoteSubject::Unit,
        }
    }
}

rule_lines!(OverpoweredLine, HarmPart, LastingChanges);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_adv_10_each_part_of_the_strain_names_what_inflicts_it() {
        let text = |strain: &[(u32, StrainCause)]| {
            LastingChanges { effects: Vec::new(), strain: strain.to_vec() }.to_string()
        };
        let stun = || StrainCause::Quality("Stun".to_owned());
        assert_eq!(text(&[(3, stun())]), "suffers 3 Strain from Stun of the weapon");
        assert_eq!(
            text(&[(3, stun()), (1, StrainCause::Injury)]),
            "suffers 3 Strain from Stun of the weapon and 1 Strain from the Critical Injury"
        );
        assert_eq!(text(&[]), "");
    }
}
