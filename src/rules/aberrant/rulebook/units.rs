//! Weapons in use, health and turn budgets at the start of a battle, and when a unit is out of action.

use std::sync::Arc;

use super::{AberrantRulebook, fighter};
use crate::aberrant::attacks::range::RangeBracket;
use crate::aberrant::attacks::{grapple, range};
use crate::aberrant::lines::AberrantRefusal;
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::rulebook::UnitRules;
use crate::{
    DownState, FireMode, HealthState, RuleSet, RuleViolation, Sheet, TurnBudget, UnitRole, UnitSnapshot,
    Weapon, WeaponReach, WeaponTraits,
};

/// Rounds of one attack with a weapon that has a magazine.
const ROUNDS_PER_ATTACK: u32 = 1;

impl UnitRules for AberrantRulebook {
    /// `AB-RANGE-04`, `AB-THROW-01`, `SS-BASE-16`.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.aberrant();
        let reach = if weapon.is_melee() {
            WeaponReach::Melee { beyond: u32::from(weapon.reach) }
        } else {
            let increment = range::increment_m(weapon, sheet.aberrant(), rules.book.aberrant()).unwrap_or(0);
            WeaponReach::Ranged { metres: increment.saturating_mul(RangeBracket::Extreme.increments()) }
        };
        let (name, hands, magazine) = (weapon.name.as_str(), weapon.hands_needed(), weapon.magazine);
        let explodes = weapon.area > 0;
        WeaponTraits {
            name,
            reach,
            hands,
            magazine,
            modes: &[],
            needs_bystanders: explodes,
            aims_at_squares: explodes,
        }
    }

    /// One for each attack; none without a magazine.
    fn rounds_per_attack(weapon: &Weapon, _: Option<FireMode>) -> u32 {
        ROUNDS_PER_ATTACK.min(weapon.aberrant().magazine)
    }

    /// Strength dice of bashing damage; none of a building. `AB-BASE-10`, `AB-OBJ-09`.
    fn unarmed_weapon(sheet: &Sheet) -> Option<Weapon> {
        let own = sheet.aberrant();
        own.building.is_none().then(|| Weapon::Aberrant(Arc::new(grapple::bare_hands(own))))
    }

    /// A machine that a pulse has shut down. `AB-EMP-07`, `AB-EMP-08`.
    fn idle_reason(unit: &UnitSnapshot) -> Option<RuleViolation> {
        if unit.sheet.aberrant().building.is_some() {
            return Some(RuleViolation::new(AberrantRefusal::Building, "AB-OBJ-09"));
        }
        let machine = unit.sheet.aberrant().machine?;
        let clause = if machine.is_hardened() { "AB-EMP-08" } else { "AB-EMP-07" };
        fighter(unit).is_stunned().then(|| RuleViolation::new(AberrantRefusal::ShutDown, clause))
    }

    /// `AB-TRACK-01`, `AB-BASE-14`.
    fn starting_health(sheet: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::Aberrant(crate::aberrant::HealthState::unhurt(sheet.aberrant()))
    }

    /// An empty budget before the first pass.
    fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
        TurnBudget::Aberrant(crate::aberrant::TurnBudget::default())
    }

    /// Lethal soak of all three categories. `AB-STACK-11`.
    fn soak(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> u32 {
        stacking::total_soak(sheet.aberrant(), condition.aberrant(), SoakColumn::Lethal)
    }

    /// `AB-EXTRA-02`.
    fn assign_role(sheet: &Sheet, role: UnitRole, group: Option<&str>) -> Sheet {
        let own = sheet.aberrant();
        let group = group.map(str::to_owned).or_else(|| own.group.clone());
        Sheet::Aberrant(Arc::new(crate::aberrant::Sheet { role, group, ..(**own).clone() }))
    }

    fn role(sheet: &Sheet) -> UnitRole {
        sheet.aberrant().role
    }

    /// Henchmen of a band; the leader is counted only in an all-henchmen band. `AB-MASS-01`, `AB-MASS-22`.
    fn member_count(sheet: &Sheet, condition: &HealthState) -> Option<(u32, u32)> {
        let band = sheet.aberrant().band.as_ref()?;
        Some((condition.aberrant().band.left(band), band.full_count()))
    }

    /// Machines and buildings. `AB-EMP-09`, `AB-OBJ-09`.
    fn is_inanimate(sheet: &Sheet) -> bool {
        let sheet = sheet.aberrant();
        sheet.machine.is_some() || sheet.building.is_some()
    }

    fn is_building(sheet: &Sheet) -> bool {
        sheet.aberrant().building.is_some()
    }

    /// A skyscraper. `AB-OBJ-19`.
    fn ruin(sheet: &Sheet) -> Option<[u32; 2]> {
        let building =
            sheet.aberrant().building.as_ref().filter(|building| building.object().leaves_frame)?;
        let [length, width, _] = building.dims_m;
        Some([length, width])
    }

    /// As its sheet says.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.aberrant().hands
    }

    /// `AB-TRACK-07`, `AB-STUN-06`, `AB-TYPE-06`.
    fn down_state(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
        condition.aberrant().life_status(sheet.aberrant()).down()
    }
}
