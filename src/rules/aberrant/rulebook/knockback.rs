//! Knockback: profiles, crashes and staying upright. Chapter KNOCK.

use super::hazards::apply_hazard_damage;
use super::{AberrantRulebook, fighter};
use crate::aberrant::environment::knockback as rule;
use crate::aberrant::lines::ResultWords;
use crate::aberrant::{Ability, Damage, Weapon, WeaponClass};
use crate::knockback::profile;
use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::lines::NamedLine;
use crate::rulebook::KnockbackRules;
use crate::{HazardExposure, RuleSet, RuleStep, UnitSnapshot};
use dice::{Clause, RuleResult, Table};

const CLAUSE: Clause = "AB-KNOCK-18";

impl KnockbackRules for AberrantRulebook {
    /// `AB-KNOCK-01`, `AB-KNOCK-05` to `AB-KNOCK-09`, `AB-KNOCK-11`.
    fn knockback_profile(unit: &UnitSnapshot, rules: &RuleSet) -> KnockbackProfile {
        if unit.condition.aberrant().band.is_shielding(unit.sheet.aberrant()) {
            return KnockbackProfile::IMMOVABLE; // `AB-MASS-01`
        }
        rule::knockback_profile(unit.sheet.aberrant(), rules.book.aberrant())
    }

    /// `AB-KNOCK-18`, `AB-KNOCK-20` to `AB-KNOCK-24`.
    fn resolve_collision(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        surface: ImpactSurface,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        let dice = profile::collision_dice(metres);
        if dice == 0 {
            let words = NamedLine::new("crash", ResultWords::NoDamage).into();
            return Ok(HazardExposure { words, clause: CLAUSE, effects: Vec::new() });
        }
        let (kind, clause) = rule::collision_damage_type(
            Self::knockback_profile(unit, rules),
            dice,
            surface,
            rules.book.aberrant(),
        );
        let damage = Damage { dice, kind, adds: 0 };
        let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, damage);
        apply_hazard_damage(table, unit, (Weapon { name: "crash".to_owned(), ..plain }, clause), rules)
    }

    /// `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-KNOCK-09`.
    fn roll_footing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<RuleStep>)> {
        let stands = rule::roll_footing(table, &fighter(unit), metres, rules.book.aberrant())?;
        Ok((stands, Vec::new()))
    }
}
