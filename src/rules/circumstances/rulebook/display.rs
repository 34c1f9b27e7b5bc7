//! Units and weapons as panels show them, in the terms of this book.

use std::borrow::Cow;

use super::CircumstancesRulebook;
use super::attacks::is_knocked_down;
use super::units::{fighter, shielded_locations, switches};
use crate::circumstances::attacks::{evasion, jamming, target_number};
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::damage::resolution::AttackDamage;
use crate::circumstances::health::{fatigue, health_state};
use crate::circumstances::lines::CoverChoiceLine;
use crate::circumstances::sheet::AVERAGE_SIZE;
use crate::circumstances::situational_modifiers::weather;
use crate::circumstances::turn::initiative_and_movement;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::weapon::DEFAULT_JAM_THRESHOLD;
use crate::circumstances::{
    AttackMode, Characteristic, CombatAction, Fighter, HitLocation, Switches, Weapon as OwnWeapon,
    WeaponClass,
};
use crate::knockdown;
use crate::rulebook::UnitDisplay;
use crate::status::{self, TestKind};
use crate::turn_engine::PhaseTiming;
use crate::unit::turn_allowance::FREE_ACTION;
use crate::{
    DerivedStat, DownState, Gauge, GaugeShape, GaugeTone, GroundConditions, HealthState, HeldWeapon, Revival,
    RuleSet, Sheet, Stat, Surroundings, TurnAllowance, UnitSnapshot, Weapon,
};
use dice::{Clause, Modifiers, capitalise};

impl UnitDisplay for CircumstancesRulebook {
    /// Fate Points re-roll tests. `CS-BASE-28`.
    fn payment_reason(before: &HealthState, after: &HealthState, _: bool) -> String {
        let spends = after.circumstances().fate < before.circumstances().fate;
        if spends { "to re-roll a test".to_owned() } else { String::new() }
    }

    /// Healed above 0 Wounds by a Spell or an item. `CS-BASE-13`.
    fn revival(_: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<Revival> {
        let down = health_state::down_state(health.circumstances(), switches(rules));
        (down == Some(DownState::Unconscious)).then(|| Revival {
            text: "wakes up if it is healed: Wounds of 1 or more".to_owned(),
            alone: false,
            clause: "CS-BASE-13",
        })
    }

    /// Strength and Toughness bonuses are the limit. `SS-KNOCK-01`.
    fn least_knockdown(target: &UnitSnapshot, _: &Weapon, rules: &RuleSet) -> Option<u32> {
        knockdown::least_damage(|wounds| is_knocked_down(target, wounds, rules))
    }

    /// Wounds, Fate Points, and fatigue if there is any. `CS-FATG-01`.
    fn gauges(sheet: &Sheet, health: &HealthState, _: &RuleSet) -> Vec<Gauge> {
        let (sheet, condition) = (sheet.circumstances(), health.circumstances());
        let note = if condition.has_no_wounds_left() { "helpless" } else { "" };
        let mut gauges = vec![Gauge {
            label: "Wounds".into(),
            shape: GaugeShape::Bar { now: condition.wounds, max: i32::from(sheet.wounds) },
            tone: GaugeTone::Body,
            note: note.to_owned(),
            clause: "CS-BASE-13",
        }];
        if sheet.fate_points > 0 {
            gauges.push(Gauge {
                label: "Fate Points".into(),
                shape: GaugeShape::Bar { now: i32::from(condition.fate), max: i32::from(sheet.fate_points) },
                tone: GaugeTone::Reserve,
                note: "spend one to re-roll a failed test".to_owned(),
                clause: "CS-BASE-28",
            });
        }
        if condition.fatigue > 0 {
            let threshold = fatigue::fatigue_threshold(sheet);
            gauges.push(Gauge {
                label: "Fatigue".into(),
                shape: GaugeShape::Rising {
                    now: condition.fatigue.into(),
                    max: threshold.cast_signed(),
                    falls_beyond: false,
                },
                tone: GaugeTone::Strain,
                note: format!("above {threshold}: every test -20; at {}: collapse", 2 * threshold),
                clause: "CS-FATG-01",
            });
        }
        gauges
    }

    /// Fatigue gets less by rest alone. `CS-FATG-12`.
    fn health_change_clause(before: &HealthState, after: &HealthState) -> Clause {
        let (before, after) = (before.circumstances().fatigue, after.circumstances().fatigue);
        if after < before { "CS-FATG-12" } else { "" }
    }

    /// Action points, Free Action, Reaction, cover, and an unfinished move. `CS-BASE-17` to `CS-BASE-19`, `CS-COV-03`.
    fn turn_reserves(unit: &UnitSnapshot, _: &RuleSet) -> Vec<String> {
        let budget = unit.budget.circumstances();
        let mut reserves = Vec::new();
        if budget.turn == PhaseTiming::Now {
            reserves.push(format!("{} AP", budget.phase.points_left()));
            reserves.push(if budget.phase.free_used { "Free Action used" } else { "Free Action" }.to_owned());
        }
        reserves.push(if budget.phase.reaction { "Reaction" } else { "Reaction used" }.to_owned());
        let left = budget.paid_move.half_metres_left(unit.walked);
        if left > 0 {
            let name = if budget.charge == ChargeState::No { "move" } else { "Charge" };
            reserves.push(format!("{} m of {name} left", f64::from(left) / 2.0));
        }
        let shielded = shielded_locations(unit);
        if !shielded.is_empty() {
            reserves.push(CoverChoiceLine::Chosen(shielded).to_string());
        }
        reserves
    }

    /// Action points, Reaction and Free Action. `CS-BASE-17` to `CS-BASE-19`.
    fn turn_allowances(unit: &UnitSnapshot, _: &RuleSet) -> Vec<TurnAllowance> {
        let budget = unit.budget.circumstances();
        let points = "Action points. A Half Action costs one, a Full Action both: an attack, moving, aiming. Each button \
                      says its price.";
        let reaction =
            "One until the unit's next turn: it dodges or parries a hit, when it is not the unit's turn.";
        let reaction = TurnAllowance::once("Reaction", budget.phase.reaction, reaction, "CS-BASE-18");
        if budget.turn != PhaseTiming::Now {
            return vec![reaction];
        }
        vec![
            TurnAllowance::points(budget.phase.points_left(), points, "CS-BASE-17"),
            reaction,
            TurnAllowance::once("Free Action", !budget.phase.free_used, FREE_ACTION, "CS-BASE-19"),
        ]
    }

    /// `CS-BASE-17`, `CS-BASE-18`.
    fn unspent_points() -> Option<(&'static str, Clause)> {
        Some(("Unspent AP are lost; the Reaction stays.", "CS-BASE-18"))
    }

    /// Ten points of the target number of attacks. `SS-DELAY-09`.
    fn delay_penalty() -> (&'static str, &'static str) {
        ("-10 on attacks", "10 less on attacks")
    }

    /// `CS-BASE-17` to `CS-BASE-19`, `CS-BASE-21`, `CS-BASE-22`.
    fn turn_guide() -> &'static str {
        "In its turn a unit spends two action points (AP): moving, aiming or a shot cost one or both, and each button says \
         its price. It attacks once per turn, unless the weapon allows more. Besides, it has one Reaction, which dodges or \
         parries a hit while others act.\n\
         A round has several passes: initiative falls by 10 after each, and units that are still above 0 act again."
    }

    fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
        let sheet = sheet.circumstances();
        let mut stats: Vec<Stat> = Characteristic::ALL
            .into_iter()
            .map(|tested| {
                stat("Characteristics", tested.name(), sheet.value(tested).to_string(), "CS-BASE-01")
            })
            .collect();
        let skills = sheet.skills.iter();
        stats.extend(
            skills.map(|(skill, value)| stat("Skills", skill.name(), value.to_string(), "CS-BASE-01")),
        );
        let bonuses = [
            ("Strength bonus", sheet.strength_bonus(), "CS-BASE-12"),
            ("Toughness bonus", sheet.bonus(Characteristic::Toughness), "CS-BASE-30"),
            ("Agility bonus", sheet.bonus(Characteristic::Agility), "CS-BASE-20"),
        ];
        stats.extend(bonuses.map(|(name, value, clause)| stat("Bonuses", name, value.to_string(), clause)));
        if !sheet.vehicle {
            let threshold = fatigue::fatigue_threshold(sheet).to_string();
            stats.push(stat("Bonuses", "Fatigue Threshold", threshold, "CS-FATG-02"));
        }
        let armour = HitLocation::ALL.into_iter().filter(|&location| sheet.armour.ap_at(location) > 0);
        stats.extend(armour.map(|location| {
            let value = sheet.armour.ap_at(location).to_string();
            stat("Armour", capitalise(location.name()), value, "CS-BASE-30")
        }));
        if let Some(deflector) = &sheet.deflector {
            stats.push(stat("Defence", "Deflect", deflector.value.to_string(), "CS-BASE-29"));
        }
        if sheet.size != AVERAGE_SIZE {
            stats.push(stat("Body", "Size", sheet.size.to_string(), "CS-SIZ-01"));
        }
        let talents = &sheet.talents;
        if talents.hard_target {
            stats.push(stat("Talents", "Hard Target", "when running".into(), "CS-RUN-04"));
        }
        let join_names =
            |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        if !talents.specialised.is_empty() {
            stats.push(stat("Talents", "Specialised", join_names(&talents.specialised), "CS-JAM-06"));
        }
        if !talents.mastery.is_empty() {
            stats.push(stat("Talents", "Mastery", join_names(&talents.mastery), "CS-JAM-07"));
        }
        stats
    }

    /// Initiative, evasion, protection and movement.
    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        let fighter = fighter(unit, rules);
        let (sheet, switches) = (&*fighter.sheet, switches(rules));
        let initiative = initiative_and_movement::initiative_parts(sheet);
        let mut body_protection = Modifiers::new();
        body_protection.add(
            sheet.bonus(Characteristic::Toughness).cast_signed(),
            "Toughness bonus",
            "CS-BASE-30",
        );
        let armour = &sheet.armour;
        body_protection.add(i32::from(armour.ap_at(HitLocation::Body)), "body armour", "CS-BASE-30");
        let armour_by_location: Vec<_> = HitLocation::ALL
            .into_iter()
            .map(|location| format!("{} {}", location.name(), armour.ap_at(location)))
            .collect();
        let metres = |action: CombatAction| {
            action.move_metres(&fighter, switches).map_or("-".to_owned(), |metres| metres.to_string())
        };
        let moves = [CombatAction::Move, CombatAction::FullMove, CombatAction::Charge, CombatAction::Run]
            .map(metres)
            .join(" / ");
        let mut stats = vec![DerivedStat::new(
            "Initiative",
            format!("{} + {}d6", initiative.sum(), initiative_and_movement::INITIATIVE_DICE),
            initiative,
            "Rolled every round; each pass lowers the score by 10.",
            "SS-INIT-01",
        )];
        stats.extend(evasion_stats(unit, &fighter, rules));
        stats.extend([
            DerivedStat::new(
                "Body protection",
                body_protection.pool().to_string(),
                body_protection,
                "Reduces the damage of every hit; Penetration lowers the armour.",
                "CS-BASE-30",
            ),
            DerivedStat::plain("Armour", armour_by_location.join(", "), "By hit location.", "CS-BASE-11"),
            DerivedStat::plain(
                "Movement",
                format!("{moves} m"),
                "Move for 1 AP; Full Move, Charge and Run for 2 AP.",
                "CS-BASE-20",
            ),
        ]);
        stats
    }

    /// Target number, damage, range and jams.
    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        let (fighter, weapon) = (fighter(unit, rules), &**held.weapon.circumstances());
        let switches = switches(rules);
        let damage = AttackDamage::new(&fighter, weapon, None, switches);
        let target = if weapon.is_melee() {
            weapon_skill_target(unit, &fighter, TestKind::Strike, rules)
        } else {
            shot_target(unit, &fighter, rules)
        };
        let target_stat = match target_number::certain_miss(&fighter, weapon) {
            Some(ailment) => {
                let value = format!("{}: always misses", ailment.name());
                DerivedStat::new("Target number", value, target.parts, "", "CS-BLND-05")
            }
            None => target_number_stat(
                "Target number",
                target,
                "Before distance, light and target.",
                "CS-BASE-08",
            ),
        };
        let mut stats = vec![
            target_stat,
            DerivedStat::new("Damage", damage.dice().to_string(), damage.bonus.clone(), "", "CS-BASE-12"),
            DerivedStat::plain(
                "Penetration",
                weapon.penetration.to_string(),
                "Lowers armour and cover.",
                "CS-BASE-30",
            ),
        ];
        if !weapon.is_melee() {
            stats.extend(shot_stats(weapon, switches));
        }
        if weapon.blast > 0 {
            let hint = "Radius; hits allies and enemies alike.";
            stats.push(DerivedStat::plain("Blast", format!("{} m", weapon.blast), hint, "CS-BASE-35"));
        }
        if let (Some(burst), false) = (weapon.burst, weapon.is_melee()) {
            let threshold = jamming::misfire_threshold(weapon, AttackMode::Burst, switches)
                .unwrap_or(u32::from(DEFAULT_JAM_THRESHOLD));
            let value = format!("{} rounds, jams on {threshold} or more", burst.rounds);
            stats.push(DerivedStat::plain(
                "Burst",
                value,
                "2 AP, +10, one more hit per 2 degrees.",
                "CS-BASE-36",
            ));
        }
        stats
    }

    /// "1d10+3 · Pen 2 · R 60 m".
    fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        let weapon = weapon.circumstances();
        let damage = AttackDamage::new(&fighter(unit, rules), weapon, None, switches(rules));
        let mut parts = vec![damage.dice().to_string(), format!("penetration {}", weapon.penetration)];
        if weapon.class != WeaponClass::Melee {
            parts.push(format!("{} m", weapon.range));
        }
        if weapon.blast > 0 {
            parts.push(format!("blast {} m", weapon.blast));
        }
        parts.join(" · ")
    }

    fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
        let weapon = weapon.circumstances();
        const GROUP: &str = "Weapon";
        let damage = match weapon.is_melee() && weapon.adds_strength {
            true => format!("{} + Strength bonus", weapon.damage),
            false => weapon.damage.to_string(),
        };
        let mut stats = vec![stat(GROUP, "Damage", damage, "CS-BASE-12")];
        let numbers = [
            ("Penetration", weapon.penetration, "CS-BASE-30"),
            ("Blast", weapon.blast, "CS-BASE-35"),
            ("Cracking", weapon.cracking, "CS-COV-11"),
        ];
        let nonzero = numbers.into_iter().filter(|(_, value, _)| *value > 0);
        stats.extend(nonzero.map(|(name, value, clause)| stat(GROUP, name, value.to_string(), clause)));
        if weapon.special_damage {
            stats.push(stat(GROUP, "Special Damage", "dice rolled twice".into(), "CS-BASE-26"));
        }
        if weapon.is_melee() {
            return stats;
        }
        stats.push(stat(GROUP, "Range", format!("{} m", weapon.range), "CS-RNG-03"));
        if let Some(burst) = weapon.burst {
            stats.push(stat(GROUP, "Burst", format!("{} rounds", burst.rounds), "CS-BASE-36"));
        }
        if weapon.magazine > 0 {
            let name = if weapon.class == WeaponClass::Thrown { "Pieces" } else { "Magazine" };
            stats.push(stat(GROUP, name, weapon.magazine.to_string(), "CS-JAM-11"));
        }
        if weapon.pistol {
            stats.push(stat(GROUP, "Pistol", "may shoot in melee".into(), "CS-GUN-01"));
        }
        stats
    }
}

fn stat(group: &'static str, name: impl Into<Cow<'static, str>>, value: String, clause: Clause) -> Stat {
    Stat { group, name: name.into(), value, clause }
}

fn target_number_stat(
    name: &'static str,
    target: TargetNumber,
    hint: &'static str,
    clause: Clause,
) -> DerivedStat {
    DerivedStat::new(name, format!("{} or less", target.number), target.parts, hint, clause)
}

/// Conditions at its square, without an opponent.
fn own_surroundings(unit: &UnitSnapshot) -> Surroundings {
    Surroundings { attacker: unit.ground, target: unit.ground, weather: unit.weather, ..Default::default() }
}

/// Dodge and Parry, or that the unit cannot evade. `CS-BASE-14`, `CS-BASE-31`, `CS-ENRA-03`.
fn evasion_stats(unit: &UnitSnapshot, fighter: &Fighter, rules: &RuleSet) -> Vec<DerivedStat> {
    if let Some((ailment, clause)) = status::evasion_bar(&fighter.ailments) {
        let value = format!("none ({})", ailment.name());
        return vec![DerivedStat::plain("Evasion", value, "Neither Dodge nor Parry.", clause)];
    }
    let dodge = evasion::dodge_target(fighter, unit.ground, switches(rules));
    let parry = weapon_skill_target(unit, fighter, TestKind::Parry, rules);
    vec![
        target_number_stat("Dodge", dodge, "Costs the Reaction; a pass negates the hit.", "CS-BASE-14"),
        target_number_stat("Parry", parry, "Costs the Reaction; melee attacks only.", "CS-BASE-31"),
    ]
}

/// The unit's WS test at its square, against an opponent on level ground. `CS-AIL-05`.
fn weapon_skill_target(
    unit: &UnitSnapshot,
    fighter: &Fighter,
    test: TestKind,
    rules: &RuleSet,
) -> TargetNumber {
    let (surroundings, switches) = (own_surroundings(unit), switches(rules));
    let opponent = GroundConditions { height_cm: unit.ground.height_cm, ..GroundConditions::default() };
    let mut parts =
        target_number::weapon_skill_parts(fighter, unit.ground, opponent, (test, &surroundings), switches);
    target_number::add_own_modifiers(fighter, test, &mut parts);
    TargetNumber::for_characteristic(&fighter.sheet, Characteristic::WeaponSkill, parts, switches)
}

/// The unit's BS test in this weather. `CS-AIL-05`.
fn shot_target(unit: &UnitSnapshot, fighter: &Fighter, rules: &RuleSet) -> TargetNumber {
    let (mut parts, switches) = (Modifiers::new(), switches(rules));
    weather::add_weather_penalty(fighter, unit.weather, switches, false, &mut parts);
    target_number::add_own_modifiers(fighter, TestKind::Shot, &mut parts);
    TargetNumber::for_characteristic(&fighter.sheet, Characteristic::BallisticSkill, parts, switches)
}

/// Range and misfires of a weapon that shoots or is thrown.
fn shot_stats(weapon: &OwnWeapon, switches: &Switches) -> [DerivedStat; 2] {
    let threshold = jamming::misfire_threshold(weapon, AttackMode::Standard, switches)
        .unwrap_or(u32::from(DEFAULT_JAM_THRESHOLD));
    let (hint, clause) = match jamming::misfire_effect(weapon) {
        jamming::MisfireEffect::Jams => ("The weapon jams and must be cleared.", "CS-JAM-01"),
        jamming::MisfireEffect::Slips => ("The attack misses.", "CS-JAM-15"),
        jamming::MisfireEffect::Fizzles => ("A dud; 1 in 10 goes off in the hand.", "CS-GRN-01"),
    };
    [
        DerivedStat::plain(
            "Range",
            range_bands_text(weapon.range),
            "Point blank +30, short +10, normal 0, long -10, extreme -30.",
            "CS-RNG-01",
        ),
        DerivedStat::plain("Misfire", format!("{threshold} or more"), hint, clause),
    ]
}

/// The end of each range band. Table CS-T6.
fn range_bands_text(range: u32) -> String {
    let extreme = (3 * range).div_ceil(2);
    format!("3 / {} / {range} / {} / {} m", range.div_ceil(2), extreme.saturating_sub(1), 3 * range)
}
