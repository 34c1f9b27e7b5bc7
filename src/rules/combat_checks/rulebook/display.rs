//! Display of a unit and its weapons in this book's terms.

use super::attacks::knockdown_limit;
use super::special_actions::bought_maneuvers;
use super::weapon_words::plain_line;
use super::{CombatChecksRulebook, switches};
use crate::combat_checks::checks::pool::Check;
use crate::combat_checks::checks::range::band_metres;
use crate::combat_checks::checks::{check, defence};
use crate::combat_checks::critical_injuries::{self, chart::InjuryEffect};
use crate::combat_checks::health::lasting_effects::{LastingEffect, lasting_effects};
use crate::combat_checks::health::{damage, thresholds};
use crate::combat_checks::turns::action_economy::{
    ACTION_POINTS, EconomyError, MANEUVER_POINTS, MAX_MANEUVERS, Maneuver, TurnPayment, may_perform,
    move_squares,
};
use crate::combat_checks::turns::initiative;
use crate::combat_checks::{
    self, Characteristic, CheckKind, DamageRating, Fighter, Limb, LimbState, RangeBand, Skill, Switches,
    WeaponClass,
};
use crate::knockdown;
use crate::lines::CountOf;
use crate::rulebook::UnitDisplay;
use crate::turn_engine::PhaseTiming;
use crate::{
    DeadlyHarm, DerivedStat, Gauge, GaugeShape, GaugeTone, HealthState, HeldWeapon, NamedInjury, RuleSet,
    Sheet, Stat, TargetSight, TurnAllowance, TurnBudget, UnitSnapshot, Weapon, WeaponMalfunction,
};
use dice::{Clause, Modifiers};
use model::UnitId;

impl UnitDisplay for CombatChecksRulebook {
    /// Wounds above twice the Wound Threshold. `CC-THR-07`.
    fn deadly_harm(_: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DeadlyHarm> {
        let kills = |more| thresholds::kills_unconscious(health.combat_checks(), more, switches(rules));
        DeadlyHarm::find(("Wound", "Wounds"), "CC-THR-07", kills)
    }

    /// `SS-KNOCK-01`, `SS-BASE-20`.
    fn least_knockdown(target: &UnitSnapshot, _: &Weapon, rules: &RuleSet) -> Option<u32> {
        let limit = knockdown_limit(&Fighter::from_snapshot(target, rules), rules);
        knockdown::least_damage(|points| !target.prone && damage::is_knocked_down(points, limit))
    }

    /// Wounds, Strain, injuries, limbs and temporary effects.
    fn gauges(sheet: &Sheet, health: &HealthState, _: &RuleSet) -> Vec<Gauge> {
        let (sheet, condition) = (sheet.combat_checks(), health.combat_checks());
        let rising = |label: &'static str, tone: GaugeTone, (now, max): (u32, u32), clause: Clause| Gauge {
            label: label.into(),
            shape: GaugeShape::Rising { now: now.cast_signed(), max: max.cast_signed(), falls_beyond: true },
            tone,
            note: if now > max { "unconscious".into() } else { String::new() },
            clause,
        };
        let mut gauges = vec![
            rising("Wounds", GaugeTone::Body, (condition.wounds, condition.wound_threshold), "CC-THR-01"),
            rising("Strain", GaugeTone::Strain, (condition.strain, condition.strain_threshold), "CC-THR-02"),
        ];
        let mut add_words = |label: &'static str, words: Vec<String>, note: String, clause: Clause| {
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
        add_words("Critical Injuries", injuries.collect(), bonus, "CC-CRIT-07");
        let limbs = Limb::ALL.into_iter().filter_map(|limb| match condition.limb_state(limb) {
            LimbState::Whole => None,
            LimbState::Crippled => Some(format!("{} crippled", limb.name())),
            LimbState::Lost => Some(format!("{} lost", limb.name())),
        });
        add_words("Limbs", limbs.collect(), String::new(), "CC-CHART-20");
        let lowered = Characteristic::ALL.into_iter().filter_map(|which| {
            let (whole, now) = (sheet.characteristics.get(which), condition.characteristic(sheet, which));
            (now < whole).then(|| format!("{} {now} of {whole}", which.name()))
        });
        add_words("Lowered", lowered.collect(), String::new(), "CC-CHART-22");
        let lasting = lasting_effects(condition).iter().map(LastingEffect::to_string).collect();
        add_words("Temporary", lasting, String::new(), "CC-ECON-09");
        gauges
    }

    /// Action, maneuvers, and maneuvers paid but not performed. `CC-ECON-03` to `CC-ECON-07`, `CC-ECON-14`.
    fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
        let budget = unit.budget.combat_checks();
        let mut reserves = Vec::new();
        if budget.turn == PhaseTiming::Now {
            let fighter = Fighter::from_snapshot(unit, rules);
            let use_label = |name: &str, used: bool| format!("{name}{}", if used { " used" } else { "" });
            reserves.push(match budget.pay(TurnPayment::Action, &fighter) {
                Err(EconomyError::Injured { injury, .. }) => format!("No action: {injury}"),
                _ => use_label("Action", budget.economy.action),
            });
            reserves.push(match budget.pay(TurnPayment::FreeManeuver, &fighter) {
                Err(EconomyError::Injured { injury, .. }) => format!("No free manoeuvre: {injury}"),
                _ => use_label("Free manoeuvre", budget.economy.free_maneuver),
            });
            // Paid ones that are still to be performed are listed by themselves.
            let performed = budget.economy.maneuvers.saturating_sub(budget.credit);
            reserves.push(format!("Manoeuvres {performed}/{MAX_MANEUVERS} used"));
            reserves.push(use_label("Free act", budget.economy.free_act));
            if budget.credit > 0 {
                reserves.push(format!("{} paid", format_maneuvers(budget.credit)));
            }
        }
        match budget.chosen_targets.count() {
            0 => {}
            1 => reserves.push("1 further target chosen".to_owned()),
            several => reserves.push(format!("{several} further targets chosen")),
        }
        if budget.owed > 0 {
            reserves.push(format!("{} now", format_maneuvers(budget.owed)));
        }
        reserves
    }

    /// Action, manoeuvre and free act. `CC-ECON-03`, `CC-ECON-04`, `CC-ECON-14`.
    fn turn_allowances(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TurnAllowance> {
        let budget = unit.budget.combat_checks();
        if budget.turn != PhaseTiming::Now {
            return Vec::new();
        }
        let fighter = Fighter::from_snapshot(unit, rules);
        let has_action = budget.pay(TurnPayment::Action, &fighter).is_ok();
        let has_maneuver = budget.pay(TurnPayment::FreeManeuver, &fighter).is_ok();
        let action = "One in a turn. It buys an attack or the treatment of an injury. Given up, it buys one more manoeuvre: \
                      see More.";
        let maneuver = "One in a turn. It buys one of these: move, aim, take cover, reload, ready or pick up an item, open \
                        a door, stand up. A second one costs 2 Strain or the action: see More.";
        let free = "Once in a turn, at no cost: drop an item or say a word.";
        vec![
            TurnAllowance::once("Action", has_action, action, "CC-ECON-03").main(),
            TurnAllowance {
                left: u8::from(has_maneuver) + budget.credit,
                more: bought_maneuvers(),
                ..TurnAllowance::once("Manoeuvre", true, maneuver, "CC-ECON-04").main()
            },
            TurnAllowance::once("Free act", !budget.economy.free_act, free, "CC-ECON-14"),
        ]
    }

    /// The points behind action and manoeuvre are never chosen. `CC-ECON-03`, `CC-ECON-04`.
    fn counts_action_points() -> bool {
        false
    }

    /// Action and manoeuvre stand for the points behind them. `CC-ECON-03`, `CC-ECON-04`.
    fn points_text(points: u8) -> String {
        match points {
            0 => "free".to_owned(),
            MANEUVER_POINTS => "manoeuvre".to_owned(),
            ACTION_POINTS => "action".to_owned(),
            _ => "action and manoeuvre".to_owned(),
        }
    }

    /// `CC-ECON-03`, `CC-ECON-04`, `CC-ECON-06`.
    fn budget_left_text(budget: &TurnBudget) -> String {
        let budget = budget.combat_checks();
        let action = !budget.economy.action && budget.economy.points >= ACTION_POINTS;
        let own = !budget.economy.free_maneuver && budget.economy.points >= MANEUVER_POINTS;
        let maneuvers = u8::from(own && budget.economy.maneuvers < MAX_MANEUVERS) + budget.credit;
        match (action, maneuvers) {
            (false, 0) => "nothing left".to_owned(),
            (true, 0) => "action left".to_owned(),
            (false, count) => format!("{} left", format_maneuvers(count)),
            (true, count) => format!("action and {} left", format_maneuvers(count)),
        }
    }

    /// `CC-THR-01`, `CC-THR-02`.
    fn damage_words() -> &'static str {
        "Wounds and Strain"
    }

    /// `CC-DMG-05`, `CC-DMG-06`.
    fn weapon_damage_words(weapon: &Weapon) -> &'static str {
        if weapon.combat_checks().inflicts_strain() { "Strain" } else { "Wounds" }
    }

    /// Strain, the second gauge. `CC-DMG-06`.
    fn gauge_beside_health(weapon: &Weapon) -> Option<usize> {
        weapon.combat_checks().inflicts_strain().then_some(1)
    }

    /// `CC-CRIT-07`.
    fn critical_injuries(health: &HealthState) -> usize {
        health.combat_checks().injuries.len()
    }

    /// Rows of the chart. Table CC-T8.
    fn added_injuries(_: UnitId, before: &HealthState, after: &HealthState, _: &RuleSet) -> Vec<NamedInjury> {
        critical_injuries::added_injuries(before.combat_checks(), after.combat_checks())
    }

    /// Cover has one grade. `CC-DEF-05`.
    fn cover_name(hidden: u8) -> &'static str {
        if Self::is_cover(hidden) { "cover" } else { "none" }
    }

    /// `CC-DEF-05`.
    fn is_cover(hidden: u8) -> bool {
        hidden > 0
    }

    /// A setback die. `SS-DELAY-09`.
    fn delay_penalty() -> (&'static str, &'static str) {
        ("1 setback die", "one setback die")
    }

    /// `CC-ECON-03` to `CC-ECON-07`, `CC-DICE-12`, `CC-ADV-01`, `CC-THT-01`.
    fn turn_guide() -> &'static str {
        "A turn holds one action and one manoeuvre, in any order. The action is for the attack. A manoeuvre is \
         something smaller: move, aim, take cover, reload, open a door. A second manoeuvre costs 2 Strain, or the \
         action. What is left stands beside the buttons below.\n\
         A round has several passes: initiative falls by 10 after each, and units that are still above 0 act again.\n\
         An attack rolls dice with symbols. Successes left after failures hit and add damage. Advantages left buy extra \
         effects for the attacker; threats left buy some for the enemy. A triumph is a success that also buys the attacker an \
         extra effect; a despair is a failure that also buys the enemy one. Point at rolled dice to see what each symbol means."
    }

    /// Characteristics, skills and defence.
    fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
        let sheet = sheet.combat_checks();
        let characteristics = Characteristic::ALL.into_iter().map(|which| {
            stat("Characteristics", which.name(), sheet.characteristics.get(which), "CC-POOL-02")
        });
        let skills = sheet
            .skills
            .iter()
            .filter(|(_, ranks)| **ranks > 0)
            .map(|(skill, ranks)| stat("Skills", Skill::name(*skill), ranks, "CC-POOL-01"));
        let with_armour = |own: u8, armour: u8| u32::from(own) + u32::from(armour);
        let soak = with_armour(sheet.characteristics.toughness, sheet.armour.soak);
        let defences = [
            stat("Defence", "Soak", soak, "CC-DMG-08"),
            stat(
                "Defence",
                "Melee",
                with_armour(sheet.melee_defence, sheet.armour.melee_defence),
                "CC-DEF-02",
            ),
            stat(
                "Defence",
                "Ranged",
                with_armour(sheet.ranged_defence, sheet.armour.ranged_defence),
                "CC-DEF-03",
            ),
        ];
        characteristics.chain(skills).chain(defences).collect()
    }

    /// Initiative, Soak, defences, and the squares of a Move.
    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        let fighter = Fighter::from_snapshot(unit, rules);
        let switches = switches(rules);
        let initiative = initiative::initiative_modifiers(&fighter.sheet, &fighter.condition);
        let soak = damage::soak(&fighter, switches);
        // Cover counts if the line of attack crosses its edge.
        let sight = TargetSight {
            hidden: u8::from(unit.in_cover),
            took_cover: unit.in_cover,
            ..TargetSight::in_the_open(1)
        };
        let defence_against = |kind| defence::defence_dice(&fighter, &sight, kind, switches);
        let (melee, ranged) = (defence_against(CheckKind::Melee), defence_against(CheckKind::Ranged));
        let ranged_hint = match unit.in_cover {
            true => {
                "Each point is a setback die for ranged attackers; that of cover only if they shoot through it."
            }
            false => "Each point is a setback die for ranged attackers.",
        };
        let squares = if may_perform(Maneuver::Move, &fighter, switches).is_ok() {
            CountOf(move_squares(&fighter.sheet, &fighter.condition, switches), "square").to_string()
        } else {
            "none".to_owned()
        };
        vec![
            DerivedStat::new(
                "Initiative",
                format!("{} + 1d6", initiative.sum()),
                initiative,
                "Rolled every round; each pass reduces the score by 10.",
                "SS-INIT-01",
            ),
            DerivedStat::new(
                "Soak",
                soak.pool().to_string(),
                soak,
                "Subtracted from the damage of every hit.",
                "CC-DMG-04",
            ),
            DerivedStat::new(
                "Melee defence",
                melee.pool().to_string(),
                melee,
                "Each point is a setback die for melee attackers.",
                "CC-DEF-02",
            ),
            DerivedStat::new("Ranged defence", ranged.pool().to_string(), ranged, ranged_hint, "CC-DEF-03"),
            DerivedStat::plain("Move", squares, "Distance of one Move manoeuvre.", "CC-ECON-08"),
        ]
    }

    /// Pool, damage, Critical Rating, range and state.
    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        let (fighter, weapon) = (Fighter::from_snapshot(unit, rules), held.weapon.combat_checks());
        let switches = switches(rules);
        let (skill, characteristic) = weapon.skill_and_characteristic(switches);
        let build = check::assemble_pool(
            &fighter,
            Check { skill: Some(skill), characteristic, kind: weapon.check_kind() },
            0,
        );
        let rating = damage::damage_rating(&fighter, weapon);
        let harm = if weapon.inflicts_strain() { "Strain" } else { "Wounds" };
        let mut stats = vec![
            DerivedStat::new(
                "Combat check",
                build.build(switches).to_string(),
                Modifiers(build.modifiers()),
                "Plus difficulty by range and the target's defence.",
                "CC-POOL-02",
            ),
            DerivedStat::new(
                "Damage",
                format!("{} {harm}", rating.pool()),
                rating,
                "Plus net successes, minus Soak.",
                "CC-DMG-01",
            ),
            DerivedStat::plain(
                "Critical Rating",
                weapon.critical.to_string(),
                "Advantages that a Critical Injury costs.",
                "CC-CRIT-01",
            ),
            DerivedStat::plain("Range", range_text(weapon, switches), "", "CC-RNG-11"),
        ];
        if weapon.targets > 1 {
            let most = weapon.targets.to_string();
            stats.push(DerivedStat::plain("Targets", most, "Most targets of one attack.", "CC-CHK-04"));
        }
        let state = match held.fault {
            WeaponMalfunction::None => None,
            WeaponMalfunction::Empty => Some(("empty", "CC-THT-10")),
            WeaponMalfunction::Disabled | WeaponMalfunction::DisabledInTurn => {
                Some(("disabled", "CC-ADV-21"))
            }
            WeaponMalfunction::Broken
            | WeaponMalfunction::Jammed
            | WeaponMalfunction::Cleared
            | WeaponMalfunction::Worn { .. } => Some(("broken", "CC-THT-12")),
        };
        stats.extend(state.map(|(word, clause)| DerivedStat::plain("State", word.to_owned(), "", clause)));
        stats
    }

    fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
        let weapon = weapon.combat_checks();
        let rating = match weapon.damage {
            DamageRating::Fixed(rating) => rating.to_string(),
            DamageRating::StrengthPlus(more) => format!("Strength {more:+}"),
        };
        let (skill, characteristic) = weapon.skill_and_characteristic(&Switches::default());
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
            value: CountOf(quality.cost.into(), "advantage").to_string(),
            clause: "CC-ADV-10",
        }));
        if weapon.limited_ammo {
            stats.push(stat("Qualities", "Limited Ammo", "cannot be emptied by threats", "CC-THT-11"));
        }
        stats
    }

    /// Weapon line: "Damage 7 · Critical Rating 3 · Long, 60 m".
    fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        let weapon = weapon.combat_checks();
        let rating = rating_of_unit(unit, weapon);
        let harm = if weapon.inflicts_strain() { " Strain" } else { "" };
        format!(
            "Damage {rating}{harm} · Critical Rating {} · {}",
            weapon.critical,
            range_text(weapon, switches(rules))
        )
    }

    fn plain_weapon_line(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        let weapon = weapon.combat_checks();
        plain_line(weapon, rating_of_unit(unit, weapon), switches(rules))
    }
}

/// Damage rating of a weapon in the hands of a unit. `CC-DMG-02`.
fn rating_of_unit(unit: &UnitSnapshot, weapon: &combat_checks::Weapon) -> u32 {
    match weapon.damage {
        DamageRating::Fixed(rating) => rating,
        DamageRating::StrengthPlus(more) => {
            let (sheet, condition) = (unit.sheet.combat_checks(), unit.condition.combat_checks());
            let strength = condition.characteristic(sheet, Characteristic::Strength);
            (i32::from(strength) + more).max(0).unsigned_abs()
        }
    }
}

fn stat(group: &'static str, name: &'static str, value: impl ToString, clause: Clause) -> Stat {
    Stat { group, name: name.into(), value: value.to_string(), clause }
}

fn format_maneuvers(count: u8) -> String {
    if count == 1 { "1 manoeuvre".to_owned() } else { format!("{count} manoeuvres") }
}

/// Names the longest range band of a weapon, with its metres: "Long, 60 m". `CC-RNG-10`, `CC-RNG-13`.
fn range_text(weapon: &combat_checks::Weapon, switches: &Switches) -> String {
    let band = longest_band(weapon);
    format!("{}, {} m", band.name(), band_metres(band, switches))
}

/// The longest range band of a weapon. `CC-RNG-13`.
const fn longest_band(weapon: &combat_checks::Weapon) -> RangeBand {
    match weapon.class {
        WeaponClass::Unarmed | WeaponClass::Melee => RangeBand::Engaged,
        WeaponClass::Pistol | WeaponClass::Thrown | WeaponClass::Heavy => weapon.range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Book;
    use crate::combat_checks::test_support::{condition, rifle, sheet};
    use std::sync::Arc;

    #[test]
    fn cc_dmg_06_the_gauge_of_a_weapon_is_that_of_its_damage() {
        let rules = RuleSet::new(Book::CombatChecks);
        let health = HealthState::CombatChecks(condition());
        let gauges = CombatChecksRulebook::gauges(&Sheet::CombatChecks(Arc::new(sheet())), &health, &rules);
        let mut weapon = rifle();
        let gauge = |weapon: &combat_checks::Weapon| {
            let weapon = Weapon::CombatChecks(Arc::new(weapon.clone()));
            let place = CombatChecksRulebook::gauge_beside_health(&weapon).unwrap_or(0);
            (gauges[place].label.to_string(), CombatChecksRulebook::weapon_damage_words(&weapon))
        };
        assert_eq!(gauge(&weapon), ("Wounds".to_owned(), "Wounds"));
        weapon.non_lethal = true;
        assert_eq!(gauge(&weapon), ("Strain".to_owned(), "Strain"));
    }

    #[test]
    fn stats_are_the_books_own() {
        let stats =
            |sheet| CombatChecksRulebook::sheet_stats(&Sheet::CombatChecks(Arc::new(sheet))).into_iter();
        let mut armoured = sheet();
        (armoured.armour.soak, armoured.armour.ranged_defence, armoured.ranged_defence) =
            (u8::MAX, u8::MAX, 1);
        let number =
            |name: &str| stats(armoured.clone()).find(|stat| stat.name == name).map(|stat| stat.value);
        assert_eq!([number("Soak"), number("Ranged")].map(Option::unwrap_or_default), ["258", "256"]);
        assert!(stats(sheet()).any(|stat| (stat.name.as_ref(), stat.value.as_str()) == ("Soak", "3")));
        let weapon = CombatChecksRulebook::weapon_stats(&Weapon::CombatChecks(Arc::new(rifle())));
        assert!(weapon.iter().any(|stat| (stat.name.as_ref(), stat.value.as_str()) == ("Range", "Extreme")));
    }
}
