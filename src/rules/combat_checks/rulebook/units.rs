//! Units and their weapons at the start of a battle, and when they are out of action.

use std::sync::Arc;

use super::{CombatChecksRulebook, switches};
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::health::{damage, thresholds};
use crate::combat_checks::{self, RangeBand};
use crate::rulebook::UnitRules;
use crate::{DownState, HealthState, RuleSet, Sheet, TurnBudget, Weapon, WeaponReach, WeaponTraits};

/// This book does not count rounds: threats empty weapons. `CC-THT-10`.
impl UnitRules for CombatChecksRulebook {
    /// `CC-RNG-10`, `CC-RNG-13`; every attack depends on the allies and enemies nearby. `CC-ADV-08`.
    fn weapon_traits<'a>(weapon: &'a Weapon, _: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.combat_checks();
        let [short, medium, long, extreme] = switches(rules).move_range.0.map(u32::from);
        let metres = match weapon.range {
            RangeBand::Engaged => 1,
            RangeBand::Short => short,
            RangeBand::Medium => medium,
            RangeBand::Long => long,
            RangeBand::Extreme => extreme,
        };
        let melee = weapon.class.is_melee();
        WeaponTraits {
            name: &weapon.name,
            reach: if melee { WeaponReach::Melee { beyond: 0 } } else { WeaponReach::Ranged { metres } },
            hands: weapon.hands,
            magazine: 0,
            modes: &[],
            needs_bystanders: true,
            aims_at_squares: false,
        }
    }

    /// Fists and feet. `CC-DMG-02`.
    fn unarmed_weapon(_: &Sheet) -> Option<Weapon> {
        Some(Weapon::CombatChecks(Arc::new(combat_checks::Weapon::unarmed())))
    }

    /// `CC-THR-05`.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        HealthState::CombatChecks(combat_checks::HealthState::new(sheet.combat_checks(), switches(rules)))
    }

    /// Nothing before the first pass.
    fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
        TurnBudget::CombatChecks(combat_checks::TurnBudget::default())
    }

    /// `CC-DMG-08`.
    fn soak(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> u32 {
        damage::sheet_soak(sheet.combat_checks(), health.combat_checks(), switches(rules)).pool()
    }

    /// As its sheet says; lost arms are part of its health. `CC-CHART-33`.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.combat_checks().hands
    }

    /// `CC-THR-01` to `CC-THR-03`, `CC-THR-07`.
    fn down_state(_: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DownState> {
        thresholds::down_state(health.combat_checks(), switches(rules))
    }

    /// Bleeds at the start of its turns until healed. `CC-CHART-26`, `CC-CHART-27`.
    fn is_dying(health: &HealthState) -> bool {
        health.combat_checks().injury_effects().any(|effect| matches!(effect, InjuryEffect::Bleeding { .. }))
    }
}
