//! Grapples: crushing and breaking free. `AB-BASE-10`. A seizing attack is an ordinary attack with a
//! grappling weapon.

use std::sync::Arc;

use crate::TargetSight;
use dice::{Clause, Modifiers, RuleResult, Table};

use super::resolution::{AttackPlan, OddsOutcome};
use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::health::dazing::DAZED_PENALTY;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::{
    Ability, AttackContext, AttackResult, Damage, DamageType, Fighter, Sheet, Switches, Weapon, WeaponClass,
};

const CLAUSE: Clause = "AB-BASE-10";

/// The context of a crush: unarmed, Strength dice of bashing damage. `AB-BASE-10`.
pub fn crush_context(controller: Fighter, held: Fighter, switches: Arc<Switches>) -> AttackContext {
    let weapon = Weapon { name: "crush".into(), ..bare_hands(&controller.sheet) };
    let plain =
        AttackContext::plain((controller, held), Arc::new(weapon), TargetSight::in_the_open(1), switches);
    AttackContext { crushing: true, ..plain }
}

/// The unarmed attack of a unit: Strength dice of bashing damage, as in a crush. `AB-BASE-10`.
pub fn bare_hands(sheet: &Sheet) -> Weapon {
    let damage = Damage { dice: u32::from(sheet.strength), kind: DamageType::Bashing, adds: 0 };
    Weapon { name: "bare hands".into(), ..Weapon::plain(WeaponClass::Melee, Ability::Brawl, damage) }
}

/// Resolves a crush by the controller of a grapple: opposed Strength + Brawl, one action. `AB-BASE-10`.
pub fn resolve_crush(table: &mut impl Table, context: &AttackContext) -> RuleResult<AttackResult> {
    let margin =
        opposed_margin(table, &context.attacker, &context.defender, Ability::Brawl, &context.switches)?;
    AttackPlan::new(context).resolve_opposed(table, margin)
}

/// As `resolve_crush`, without notes, for odds.
pub fn crush_odds_outcome(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<OddsOutcome> {
    let AttackContext { attacker, defender, switches, .. } = plan.context;
    let margin = opposed_margin(table, attacker, defender, Ability::Brawl, switches)?;
    plan.margin_odds_outcome(table, margin)
}

/// Resolves an attempt to break free or to take control: opposed Strength + Might, one action.
/// `AB-BASE-10`.
pub fn resolve_struggle(
    table: &mut impl Table,
    held: &Fighter,
    controller: &Fighter,
    switches: &Switches,
) -> RuleResult<bool> {
    Ok(opposed_margin(table, held, controller, Ability::Might, switches)? >= 1)
}

/// Parts of a Strength pool. `AB-BASE-10`, `AB-TRACK-06`, `AB-ARMOR-10`.
pub fn grapple_parts(unit: &Fighter, ability: Ability) -> Modifiers {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.strength), "Strength", CLAUSE);
    parts.add(i32::from(sheet.ability(ability)), ability.name(), CLAUSE);
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, sheet, condition, RollPurpose::Physical);
    parts
}

/// Net successes of the acting unit over the resisting one; the helpless resist with nothing. `AB-BASE-03`,
/// `AB-DAZE-04`.
fn opposed_margin(
    table: &mut impl Table,
    actor: &Fighter,
    resister: &Fighter,
    ability: Ability,
    switches: &Switches,
) -> RuleResult<i32> {
    let rolling = |unit: &Fighter, why, parts| PoolRoll {
        who: unit.id,
        why,
        clause: CLAUSE,
        parts,
        mega: unit.sheet.mega_strength,
    };
    let own = grapple_parts(actor, ability);
    let ((), successes) = rolling(actor, "strength", &own).roll(table, (), switches)?;
    let dazed = if actor.is_dazed() { DAZED_PENALTY.unsigned_abs() } else { 0 };
    let net = dice_pool::net_successes(successes, dazed + actor.condition.grapple_difficulty());
    if resister.is_helpless() {
        return Ok(dice_pool::attack_margin(net, 0));
    }
    let other = grapple_parts(resister, ability);
    let (net, resistance) = rolling(resister, "resistance", &other).roll(table, net, switches)?;
    let resistance = dice_pool::net_successes(resistance, resister.condition.grapple_difficulty());
    Ok(dice_pool::attack_margin(net, resistance))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::HitResult;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::test_fixtures::{
        armour, blade, duel, edit_sheet, fighter, hit_faces, play_attack, roll_sizes, scripted, source,
    };
    use crate::aberrant::{Soak, SoakCategory};
    use dice::{AnswerPolicy, enumerate, enumerate_unmerged};

    fn strong(id: u32, strength: u8) -> Fighter {
        fighter(id, |sheet| {
            sheet.strength = strength;
            sheet.abilities.extend([(Ability::Brawl, 1), (Ability::Might, 2)]);
        })
    }

    #[test]
    fn ab_base_10_a_grapple_that_hits_seizes_without_damage() {
        let grab = Weapon { skill: Ability::Brawl, grapple: true, ..blade("0B") };
        let context = duel(grab);
        let (result, traces) = play_attack(&context, &[hit_faces(1, 6)], &[]);
        assert_eq!((result.contact, result.seized, result.levels), (HitResult::Hit, true, 0));
        assert_eq!(roll_sizes(&traces), [("attack", 6)]);
        assert!(!play_attack(&context, &[hit_faces(0, 6)], &[]).0.seized);
    }

    #[test]
    fn ab_base_10_a_crush_is_resisted_with_strength() {
        let mut held = strong(2, 2);
        edit_sheet(&mut held, |sheet| sheet.stamina = 0);
        let context = crush_context(strong(1, 4), held, Arc::default());
        let rolls = [hit_faces(3, 5), hit_faces(1, 3), hit_faces(1, 5)];
        let (result, traces) = scripted(&rolls, &[], |table| resolve_crush(table, &context));
        assert_eq!(roll_sizes(&traces), [("strength", 5), ("resistance", 3), ("damage", 5)]);
        assert_eq!((result.margin, result.raw, result.condition.marks.bashing), (2, 5, 1));
        let (result, _) =
            scripted(&[hit_faces(1, 5), hit_faces(1, 3)], &[], |table| resolve_crush(table, &context));
        assert_eq!(result.contact, HitResult::Miss);
    }

    #[test]
    fn ab_base_10_breaking_free() {
        let (held, controller) = (strong(2, 2), strong(1, 4));
        let free = |own, other| {
            let rule = |table: &mut dice::ScriptedTable| {
                resolve_struggle(table, &held, &controller, &Switches::default())
            };
            scripted(&[hit_faces(own, 4), hit_faces(other, 6)], &[], rule).0
        };
        assert_eq!((free(2, 1), free(2, 2)), (true, false));
    }

    #[test]
    fn ab_base_10_the_helpless_do_not_resist() {
        let mut held = strong(2, 2);
        held.condition.marks = DamageMarks { stun: 7, ..DamageMarks::default() };
        let context = crush_context(strong(1, 4), held, Arc::default());
        let (_, traces) =
            scripted(&[hit_faces(1, 5), hit_faces(0, 2)], &[], |table| resolve_crush(table, &context));
        assert_eq!(roll_sizes(&traces), [("strength", 5), ("damage", 2)], "4 dice against 2 of soak");
    }

    /// Soak against lethal damage of a target with natural soak 3.
    fn soaked(armored: u32, power: u32, crushing: bool) -> u32 {
        let mut context = duel(blade("6L"));
        edit_sheet(&mut context.defender, |sheet| {
            (sheet.soak_enhancement, sheet.psi) = (Soak::new(0, 3, 0), true);
            sheet.sources = vec![
                source(SoakCategory::Armored, Soak::new(0, armored, 0)),
                source(SoakCategory::Power, Soak::new(0, power, 0)),
            ];
        });
        context.crushing = crushing;
        crate::aberrant::attacks::pool::soak_plan(&context).total
    }

    #[rstest]
    #[case::ab_grap_01_armour_and_powers_are_halved(8, 4, 3 + 4 + 2)]
    #[case::ab_grap_02_armour_rounded_down(9, 0, 3 + 4)]
    #[case::ab_grap_02_powers_rounded_down(0, 5, 3 + 2)]
    #[case::ab_grap_03_natural_soak_stays(0, 0, 3)]
    fn soak_in_a_grapple(#[case] armored: u32, #[case] power: u32, #[case] soak: u32) {
        assert_eq!(soaked(armored, power, true), soak);
    }

    #[test]
    fn ab_grap_04_only_for_the_one_in_control() {
        assert_eq!(soaked(8, 0, false), 3 + 8);
        let armoured = |id, strength| {
            let mut unit = strong(id, strength);
            edit_sheet(&mut unit, |sheet| sheet.armour = vec![armour("plate", Soak::new(8, 0, 0))]);
            unit
        };
        let soak = |context: &AttackContext| crate::aberrant::attacks::pool::soak_plan(context).total;
        let crush = crush_context(armoured(1, 4), armoured(2, 2), Arc::default());
        assert_eq!(soak(&crush), 2 + 4);
        let blow = AttackContext { attacker: armoured(2, 2), defender: armoured(1, 4), ..duel(blade("6B")) };
        assert_eq!(soak(&blow), 2 + 8, "the held one strikes back");
    }

    #[test]
    fn merged_odds_of_a_crush() {
        for switch in ["off", "on"] {
            let mut switches = Switches::default();
            switches.set("ab.mega_dice", switch).expect("a switch");
            let mut held = strong(2, 2);
            edit_sheet(&mut held, |sheet| sheet.mega_strength = 1);
            let context = crush_context(strong(1, 3), held, Arc::new(switches));
            let merged =
                enumerate(AnswerPolicy::first(), |table| resolve_crush(table, &context)).expect("odds");
            let unmerged = enumerate_unmerged(AnswerPolicy::first(), |table| resolve_crush(table, &context))
                .expect("odds");
            assert!(merged == unmerged, "mega dice {switch}");
        }
    }
}
