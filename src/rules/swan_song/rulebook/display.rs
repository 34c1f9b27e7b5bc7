//! Gauges and statistics of units and weapons for the screen.

use super::{SwanSongRulebook, fighter, switches};
use crate::attack::fire_mode;
use crate::knockdown;
use crate::lines::{CountOf, DiceCount, SquareCount};
use crate::rulebook::UnitDisplay;
use crate::swan_song::attack::{accuracy, pool};
use crate::swan_song::checks::base;
use crate::swan_song::damage::{armour, critical_injuries, health, last_stand, wounds};
use crate::swan_song::sheet::{Attribute, Sheet as SwanSongSheet};
use crate::swan_song::turns::initiative::initiative_attribute_parts;
use crate::swan_song::{DamageType, DamageValue, PoolKind, UnitKind, Vitals, WeaponClass};
use crate::turn_engine::initiative::initiative_dice;
use crate::unit::turn_allowance::FREE_ACTION;
use crate::{
    DeadlyHarm, DerivedStat, DownState, Gauge, GaugeShape, GaugeTone, HealthState, HeldWeapon, NamedInjury,
    Revival, RuleSet, Sheet, Stat, TurnAllowance, TurnBudget, UnitSnapshot, Weapon,
};
use dice::{Clause, Modifiers};
use model::UnitId;

impl UnitDisplay for SwanSongRulebook {
    /// Healed above 0 Health, and below its Strain threshold. `SS-HEAL-11`.
    fn revival(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<Revival> {
        let vitals = condition.swan_song();
        if health::down_state(vitals, sheet.swan_song().attributes.body) != Some(DownState::Unconscious) {
            return None;
        }
        let mut needs = Vec::new();
        if let Some(layer) = health::last_layer(vitals).filter(|layer| layer.pool(vitals).now <= 0) {
            needs.push(format!("{} of 1 or more", layer.name()));
        }
        if vitals.strain_threshold > 0 && vitals.strain >= vitals.strain_threshold {
            needs.push(format!("Strain below {}", vitals.strain_threshold));
        }
        let text = format!("wakes up if it is healed: {}", needs.join(" and "));
        Some(Revival { text, alone: false, clause: "SS-HEAL-11" })
    }

    /// Points until the overflow is above Body. `SS-DMG-22`.
    fn deadly_harm(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DeadlyHarm> {
        health::deadly_points(condition.swan_song(), sheet.swan_song().attributes.body)
    }

    /// A point buys it, or a switch allows it. `SS-ACT-12`, `SS-ACT-13`.
    fn further_free_action(points: u8, budget: &TurnBudget) -> Option<Clause> {
        match (points, budget.swan_song().free_used) {
            (1.., _) => Some("SS-ACT-13"),
            (0, 2..) => Some("SS-ACT-12"),
            (0, _) => None,
        }
    }

    /// Falling costs nothing. `SS-KNOCK-02`.
    fn knockdown_clause(_: &RuleSet) -> Clause {
        "SS-KNOCK-02"
    }

    /// More than the Physical Limit, which gel rounds count lower; vehicles do not fall. `SS-KNOCK-01`, `SS-KNOCK-05`, `SS-KNOCK-06`.
    fn least_knockdown(target: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> Option<u32> {
        let (target, gel) = (fighter(target), weapon.swan_song().gel);
        let stands = !target.prone && target.sheet.kind != UnitKind::Vehicle;
        let limit = base::physical_limit(&target.sheet);
        knockdown::least_damage(|damage| stands && knockdown::knocks_down(damage, limit, gel))
    }

    /// Shield, Armored, Flesh, Strain, and lasting states.
    fn gauges(_: &Sheet, condition: &HealthState, _: &RuleSet) -> Vec<Gauge> {
        let vitals = condition.swan_song();
        let pools = [
            ("Shield", GaugeTone::Shield, vitals.shield, "lost before anything else", "SS-DMG-05"),
            ("Armoured", GaugeTone::Plating, vitals.armored, "lost after the shield", "SS-DMG-05"),
            ("Flesh", GaugeTone::Body, vitals.flesh, "-2 dice for each full half lost", "SS-WND-01"),
        ];
        let gauge = |label: &'static str, tone, shape, note: &str, clause: Clause| Gauge {
            label: label.into(),
            shape,
            tone,
            note: note.to_owned(),
            clause,
        };
        let mut gauges: Vec<_> = pools
            .into_iter()
            .filter(|(_, _, pool, ..)| pool.max > 0)
            .map(|(label, tone, pool, note, clause)| {
                gauge(label, tone, GaugeShape::Bar { now: pool.now, max: pool.max }, note, clause)
            })
            .collect();
        // Vehicles have no Strain.
        if vitals.strain_threshold > 0 {
            let strain =
                GaugeShape::Rising { now: vitals.strain, max: vitals.strain_threshold, falls_beyond: false };
            let note = "-1 die for each full half; unconscious when full";
            gauges.push(gauge("Strain", GaugeTone::Strain, strain, note, "SS-WND-02"));
        }
        let states = lasting_states(vitals);
        if !states.is_empty() {
            let words = GaugeShape::Words(states);
            gauges.push(gauge(
                "State",
                GaugeTone::Body,
                words,
                "-1 die for each Critical Injury until cured",
                "SS-CRIT-01",
            ));
        }
        gauges
    }

    /// `SS-CRIT-01`.
    fn critical_injuries(health: &HealthState) -> usize {
        usize::from(health.swan_song().injuries)
    }

    /// What an injury looks like, if the log describes it. `SS-CRIT-01`, `SS-CRIT-04`.
    fn added_injuries(
        unit: UnitId,
        before: &HealthState,
        after: &HealthState,
        rules: &RuleSet,
    ) -> Vec<NamedInjury> {
        if !switches(rules).injury_names {
            return Vec::new();
        }
        let [old, new] = [before, after].map(|health| health.swan_song().injuries);
        let named = |nth: u8| {
            let look = critical_injuries::injury_name(unit, nth);
            let name = look.split_once(' ').map_or(look, |(_, name)| name).to_owned();
            NamedInjury { name, effect: "1 die less on what it does until it is cured".to_owned() }
        };
        (old..new).map(|known| named(known.saturating_add(1))).collect()
    }

    /// The Free Action. `SS-ACT-10`.
    fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
        let used = unit.budget.swan_song().free_used;
        let has_free_action = used < rules.engine.free_actions_per_pass;
        vec![if has_free_action { "Free Action" } else { "Free Action used" }.to_owned()]
    }

    /// Action points and the Free Action. `SS-ACT-07`, `SS-ACT-10`, `SS-ACT-23`.
    fn turn_allowances(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TurnAllowance> {
        let has_free_action = unit.budget.swan_song().free_used < rules.engine.free_actions_per_pass;
        let points = "Action points. They pay for shots, reloading, a sprint and the like; each button says its price. \
                      Points that you keep pay for defences in the same pass; at its end they are lost.";
        vec![
            TurnAllowance::points(unit.budget.points(), points, "SS-ACT-07"),
            TurnAllowance::once("Free Action", has_free_action, FREE_ACTION, "SS-ACT-10"),
        ]
    }

    /// `SS-ACT-23`.
    fn unspent_points() -> Option<(&'static str, Clause)> {
        Some(("Unspent AP pay for defences until this pass ends, then they are lost.", "SS-ACT-23"))
    }

    /// `SS-ROUND-03`, `SS-ACT-02`, `SS-ACT-07`, `SS-ACT-23`.
    fn turn_guide() -> &'static str {
        "In its turn a unit spends action points (AP) and has one Free Action for something small; each button says \
         its price. It attacks once per turn. AP that you keep pay for defences in the same pass.\n\
         A round has several passes: initiative falls by 10 after each, and units that are still above 0 act again."
    }

    /// `SS-DMG-05`, `SS-DMG-07`.
    fn takes_points_of_damage(weapon: &Weapon, health: &HealthState, rules: &RuleSet) -> bool {
        health::takes_points_of_damage(weapon.swan_song(), health.swan_song(), switches(rules))
    }

    /// Attributes and skills.
    fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
        let sheet = sheet.swan_song();
        let attributes = Attribute::ALL.into_iter().map(|attribute| Stat {
            group: "Attributes",
            name: base::attribute_name(attribute).into(),
            value: sheet.attributes.get(attribute).to_string(),
            clause: "SS-BASE-02",
        });
        let skills = sheet.skills.iter().map(|(skill, rating)| Stat {
            group: "Skills",
            name: base::skill_name(*skill).into(),
            value: rating.to_string(),
            clause: "SS-BASE-02",
        });
        attributes.chain(skills).collect()
    }

    /// Initiative, soak, limit and wounds.
    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        let fighter = fighter(unit);
        let (sheet, vitals) = (&fighter.sheet, &fighter.vitals);
        let attribute = initiative_attribute_parts(sheet, vitals);
        let soak = armour::soak_parts(&fighter, 0);
        let wounds = wounds::wound_parts(vitals);
        let armour_value = armour::armour_value(sheet);
        let mut stats = vec![
            DerivedStat::new(
                "Initiative attribute",
                format!("{} + {}d6", attribute.sum(), initiative_dice(sheet.initiative_dice, 0, false)),
                attribute,
                "Re-rolled every round; each pass takes 10 from the score.",
                "SS-INIT-01",
            ),
            DerivedStat::new(
                "Soak",
                format!("{armour_value} armour + {} body", soak.pool().saturating_sub(armour_value)),
                soak,
                "Dice against damage, before penetration. Damage below the remaining armour only grazes.",
                "SS-ATK-20",
            ),
            DerivedStat::plain(
                "Physical Limit",
                base::physical_limit(sheet).to_string(),
                "Maximum hits of active defences; more damage than this knocks the unit down.",
                "SS-BASE-20",
            ),
            DerivedStat::new(
                "Wounds",
                wounds_text(&wounds),
                wounds,
                "Applies to every test and to initiative.",
                "SS-WND-04",
            ),
        ];
        stats.extend(health_limits(sheet, rules));
        stats
    }

    /// Attack pool, damage value, penetration and accuracy.
    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        let (fighter, weapon) = (fighter(unit), held.weapon.swan_song());
        let mut pool = base::skill_pool(&fighter.sheet, weapon.skill, weapon.attribute, switches(rules));
        last_stand::halve_pool(&mut pool, &fighter.vitals);
        let dv = pool::damage_parts(&fighter, weapon);
        let limit = accuracy::attack_limit(weapon, &fighter).to_string();
        let mut stats = vec![
            DerivedStat::new("Attack pool", DiceCount(pool.pool()).to_string(), pool, "", "SS-ATK-08"),
            DerivedStat::new("Damage value", dv.pool().to_string(), dv, "Net hits are added.", "SS-ATK-17"),
            DerivedStat::plain("Armour penetration", weapon.arp.to_string(), "", "SS-ARM-21"),
            DerivedStat::plain("Accuracy", limit, "Maximum hits.", "SS-ACC-01"),
        ];
        for mode in &weapon.modes {
            let mode_stats = fire_mode::fire_mode_stats(*mode);
            let value = format!("{}, {} defence", CountOf(mode_stats.rounds, "round"), mode_stats.defence);
            stats.push(DerivedStat::plain(mode_stats.name, value, "", "SS-ACT-43"));
        }
        stats
    }

    /// "Damage 9 · pierces 2 · accuracy 5"; after Strain damage the word.
    fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> String {
        let (fighter, weapon) = (fighter(unit), weapon.swan_song());
        let dv = pool::damage_parts(&fighter, weapon).pool();
        let strain = if health::pool_kind(weapon) == PoolKind::Strain { " Strain" } else { "" };
        let pierces = if weapon.arp > 0 { format!(" · pierces {}", weapon.arp) } else { String::new() };
        format!("Damage {dv}{strain}{pierces} · accuracy {}", accuracy::attack_limit(weapon, &fighter))
    }

    fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
        let weapon = weapon.swan_song();
        let damage = match weapon.damage {
            DamageValue::Fixed(points) => points.to_string(),
            DamageValue::StrengthPlus(points) => format!("Strength {points:+}"),
        };
        let damage_type = match weapon.damage_type {
            DamageType::Kinetic => "kinetic",
            DamageType::Shock => "shock",
            DamageType::Fire => "fire",
            DamageType::Corrosive => "corrosive",
            DamageType::Cryo => "cryo",
            DamageType::Radiation => "radiation",
        };
        let stat = |name: &'static str, value: String, clause| Stat {
            group: "Weapon",
            name: name.into(),
            value,
            clause,
        };
        let mut stats = vec![
            stat("Damage", damage, "SS-ATK-17"),
            stat("Damage type", damage_type.to_owned(), "SS-DMG-03"),
            stat("Armour penetration", weapon.arp.to_string(), "SS-ARM-21"),
        ];
        match weapon.class {
            WeaponClass::Ranged | WeaponClass::Thrown => {
                stats.push(stat("Range", format!("{} m", weapon.range), "SS-BASE-30"))
            }
            _ => {
                let reach = SquareCount(u32::from(weapon.reach) + 1);
                stats.push(stat("Reach", reach.to_string(), "SS-BASE-16"));
            }
        }
        if weapon.magazine > 0 {
            stats.push(stat("Magazine", weapon.magazine.to_string(), "SS-ACT-45"));
            stats.push(stat("Recoil compensation", weapon.recoil_compensation.to_string(), "SS-BASE-28"));
        }
        stats
    }
}

/// Lists the maximum of flesh and the Strain that knocks the unit out, if it has them. `SS-BASE-23`, `SS-BASE-24`.
fn health_limits(sheet: &SwanSongSheet, rules: &RuleSet) -> impl Iterator<Item = DerivedStat> {
    let switches = switches(rules);
    let (flesh, strain) = (base::flesh_max(sheet, switches), base::strain_threshold(sheet, switches));
    let limits = [
        (
            "Flesh maximum",
            flesh,
            "8 plus half of Body, rounded up, unless the sheet or a house rule says otherwise.",
            "SS-BASE-23",
        ),
        (
            "Strain threshold",
            strain,
            "8 plus half of Willpower, rounded up, unless the sheet or a house rule says otherwise.",
            "SS-BASE-24",
        ),
    ];
    let present = limits.into_iter().filter(|(_, points, ..)| *points > 0);
    present.map(|(name, points, hint, clause)| DerivedStat::plain(name, points.to_string(), hint, clause))
}

/// Lists injuries and other lasting states as words.
fn lasting_states(vitals: &Vitals) -> Vec<String> {
    let injuries = std::iter::repeat_n("Critical Injury".to_owned(), usize::from(vitals.injuries));
    let last_stand = vitals.stand.keeps_standing().then(|| "Clinging to life".to_owned());
    let stable = vitals.stable.then(|| "Stabilised".to_owned());
    injuries.chain(last_stand).chain(stable).collect()
}

/// The wound modifier, with its parts where there are several, as they stand among the parts of a pool:
/// "-6 dice (flesh wounds -4, critical injuries -2)".
fn wounds_text(wounds: &Modifiers) -> String {
    let sum = match wounds.sum() {
        0 => return "no penalty".to_owned(),
        -1 => "-1 die".to_owned(),
        sum => format!("{sum} dice"),
    };
    let parts: Vec<String> = wounds.0.iter().map(|part| format!("{} {}", part.reason, part.value)).collect();
    if parts.len() > 1 { format!("{sum} ({})", parts.join(", ")) } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Book;
    use crate::swan_song::PointPool;
    use crate::swan_song::test_support::units::sheet;

    #[test]
    fn ss_act_25_no_text_promises_points_beyond_the_pass() {
        let (unspent, _) = SwanSongRulebook::unspent_points().expect("points are kept for defences");
        for text in [unspent, SwanSongRulebook::turn_guide()] {
            let kept = text.split('.').find(|sentence| sentence.contains("defences"));
            assert!(kept.is_some_and(|sentence| sentence.contains("pass")), "{text}");
        }
    }

    #[rstest::rstest]
    #[case::ss_wnd_04_none(10, 0, "no penalty")]
    #[case::ss_wnd_04_flesh_alone(0, 0, "-4 dice")]
    #[case::ss_wnd_04_one_injury(10, 1, "-1 die")]
    #[case::ss_wnd_04_several(-8, 2, "-6 dice (flesh wounds -4, critical injuries -2)")]
    fn wounds_name_their_parts(#[case] flesh: i32, #[case] injuries: u8, #[case] expected: &str) {
        let flesh = PointPool { now: flesh, max: 10 };
        let vitals = Vitals { flesh, injuries, strain_threshold: 10, ..Vitals::default() };
        assert_eq!(wounds_text(&wounds::wound_parts(&vitals)), expected);
    }

    #[test]
    fn ss_crit_01_each_critical_injury_counts() {
        let count = |injuries| {
            let vitals = Vitals { injuries, ..Vitals::default() };
            SwanSongRulebook::critical_injuries(&HealthState::SwanSong(vitals))
        };
        assert_eq!([0, 1, 2].map(count), [0, 1, 2]);
    }

    #[test]
    fn ss_crit_04_each_added_injury_has_the_name_of_the_log() {
        let health = |injuries| HealthState::SwanSong(Vitals { injuries, ..Vitals::default() });
        let added = |rules: &RuleSet, old, new| {
            SwanSongRulebook::added_injuries(UnitId(0), &health(old), &health(new), rules)
        };
        let mut rules = RuleSet::new(Book::SwanSong);
        let names: Vec<String> = added(&rules, 0, 2).iter().map(NamedInjury::sentence).collect();
        let effect = "1 die less on what it does until it is cured.";
        assert_eq!(names, [format!("deep gash: {effect}"), format!("torn shoulder: {effect}")]);
        assert!(added(&rules, 2, 1).is_empty(), "one is cured");
        rules.set("ss.injury_names", "off").expect("a known switch");
        assert!(added(&rules, 0, 2).is_empty());
    }

    #[rstest::rstest]
    #[case::ss_heal_11_flesh(0, 9, Some("wakes up if it is healed: Flesh of 1 or more"))]
    #[case::ss_heal_11_strain(5, 10, Some("wakes up if it is healed: Strain below 10"))]
    #[case::ss_heal_11_both(-1, 10, Some("wakes up if it is healed: Flesh of 1 or more and Strain below 10"))]
    #[case::ss_heal_11_awake(5, 9, None)]
    #[case::ss_heal_11_dead(-9, 0, None)]
    fn waking_up(#[case] flesh: i32, #[case] strain: i32, #[case] expected: Option<&str>) {
        let pool = PointPool { now: flesh, max: 10 };
        let vitals = Vitals { flesh: pool, strain, strain_threshold: 10, ..Vitals::default() };
        let sheet = Sheet::SwanSong(std::sync::Arc::new(sheet()));
        let revival =
            SwanSongRulebook::revival(&sheet, &HealthState::SwanSong(vitals), &RuleSet::new(Book::SwanSong));
        assert_eq!(revival.as_ref().map(|revival| revival.text.as_str()), expected);
        assert!(revival.is_none_or(|revival| !revival.alone && revival.label().is_none()), "others heal it");
    }
}
