//! Present values of a unit and its weapons, with their parts.

use super::fighter;
use super::forecast::dice_text;
use crate::aberrant::attacks::defence;
use crate::aberrant::attacks::defence::DefenceKind;
use crate::aberrant::attacks::held_items::{IMPAIRED_MODIFIER, is_impaired};
use crate::aberrant::attacks::pool::{add_henchmen_damage, add_henchmen_dice, pool_parts};
use crate::aberrant::attacks::range;
use crate::aberrant::attacks::range::RangeBracket;
use crate::aberrant::bands::bonuses;
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::extras::{self, gritty};
use crate::aberrant::lines::Counted;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::bonus_stacking;
use crate::aberrant::protection::bonus_stacking::DefenceBonusKind;
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::aberrant::protection::stacking::SoakCategory;
use crate::aberrant::turn::actions;
use crate::aberrant::turn::initiative_and_movement;
use crate::aberrant::{Ability, Damage, Fighter, Switches, WeaponClass};
use crate::{DerivedStat, HeldWeapon, RuleSet, UnitRole, UnitSnapshot, status};
use dice::Modifiers;

/// Name of the actions taken in a round. `AB-LIMIT-01`.
pub(super) const ACTION_COUNT: &str = "Actions";

/// Initiative, actions, soak, defences and wounds.
pub fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    let fighter = fighter(unit);
    let (sheet, condition) = (&fighter.sheet, &fighter.condition);
    let switches = rules.book.aberrant();
    if let Some(building) = &sheet.building {
        return vec![armour_stat(building)];
    }
    let initiative = initiative_and_movement::initiative_parts(sheet);
    let wounds = condition.wound_penalty(sheet);
    let mut stats = role_stats(&fighter, switches);
    stats.extend([
        DerivedStat::new(
            "Initiative",
            match sheet.role {
                UnitRole::Named => format!("d10 + {}", initiative.sum()),
                UnitRole::GrittyExtra => (gritty::INITIATIVE_FACE + initiative.sum()).to_string(),
                UnitRole::CinematicExtra => "last of the first pass".to_owned(),
            },
            initiative,
            "Rolled every round; each pass lowers the score by 10.",
            "AB-BASE-11",
        ),
        DerivedStat::new(
            ACTION_COUNT,
            format!("{} of {} taken", fighter.effort.actions, actions::action_cap_now(&fighter)),
            action_cap_parts(&fighter),
            "Taken in this round, of the most that the unit may take in one, whatever its action points: attacks, sprints, other \
             actions, dodges and parries.",
            "AB-LIMIT-01",
        ),
    ]);
    stats.extend(soak_stats(&fighter));
    stats.extend(defence_stats(&fighter, switches));
    let hit_difficulty = bonus_stacking::total_bonus(sheet, DefenceBonusKind::HitDifficulty);
    if hit_difficulty > 0 {
        let hint = "Difficulty added to every attack on the unit.";
        stats.push(DerivedStat::plain("Hard to hit", format!("+{hit_difficulty}"), hint, "AB-NONSOAK-01"));
    }
    let armour = armour_layers::mobility_penalty(sheet, condition);
    if armour > 0 {
        let hint = "Reduces dodging and sprinting; in layers, all physical actions.";
        stats.push(DerivedStat::plain("Armour penalty", format!("-{armour}"), hint, "AB-ARMOR-02"));
    }
    if sheet.role.is_named() {
        stats.extend(wound_stats(wounds, u32::from(sheet.stamina)));
    }
    stats
}

/// Soak against each kind of damage. `AB-STACK-11`.
fn soak_stats(unit: &Fighter) -> [DerivedStat; 3] {
    let columns = [
        (SoakColumn::Bashing, "Soak, bashing", "Reduces bashing and stun damage dice before the roll."),
        (SoakColumn::Lethal, "Soak, lethal", "Reduces lethal damage dice before the roll."),
        (SoakColumn::Aggravated, "Soak, aggravated", "Reduces aggravated damage dice before the roll."),
    ];
    columns.map(|(column, name, hint)| {
        let parts = soak_parts(unit, column);
        DerivedStat::new(name, parts.pool().to_string(), parts, hint, "AB-STACK-11")
    })
}

/// Dice to dodge and to parry, with those of defending henchmen.
fn defence_stats(unit: &Fighter, switches: &Switches) -> [DerivedStat; 2] {
    let hint = "Needs a reserved defence, full defence, or an action of its turn that is given up for Willpower. No use against attacks from unseen enemies.";
    let kinds = [(DefenceKind::Dodge, hint), (DefenceKind::Parry, "The same, against melee attacks.")];
    let maimed = unit.condition.immobilising_flaw();
    kinds.map(|(kind, hint)| {
        if let Some(flaw) = maimed {
            let value = format!("not possible ({flaw})");
            return DerivedStat::plain(kind.label(), value, flaw.effect(1), flaw.clause());
        }
        let mut parts = defence::defence_parts(unit, kind);
        defence::add_defending_henchmen(&mut parts, unit, kind, switches);
        DerivedStat::new(kind.label(), dice_text(parts.pool()), parts, hint, kind.clause())
    })
}

/// The wound penalty of a named unit, and the levels in one round that daze and stun it. `AB-TRACK-06`, `AB-DAZE-01`.
fn wound_stats(wounds: i32, stamina: u32) -> [DerivedStat; 4] {
    let mut parts = Modifiers::new();
    parts.add(wounds, "wounds", "AB-TRACK-06");
    let penalty = match wounds {
        0 => "no penalty".to_owned(),
        _ => format!("-{}", dice_text(wounds.unsigned_abs())),
    };
    let impact = |name, times: u32, hint, clause| {
        let levels = format!("above {} in one round", Counted::Levels(times * stamina));
        DerivedStat::plain(name, levels, hint, clause)
    };
    [
        DerivedStat::new(
            "Wounds",
            penalty,
            parts,
            "Fewer dice in every roll except damage and Willpower.",
            "AB-TRACK-06",
        ),
        impact(
            "Dazed",
            1,
            "The levels of one round are added up. A dazed unit has one action in its next round, at +2 difficulty.",
            "AB-DAZE-01",
        ),
        impact(
            "Stunned",
            2,
            "The levels of one round are added up. A stunned unit loses its next round instead of being dazed.",
            "AB-DAZE-02",
        ),
        impact(
            "Stunned, two rounds",
            3,
            "The levels of one round are added up. The unit loses its next two rounds.",
            "AB-DAZE-07",
        ),
    ]
}

/// The armour of a building. `AB-OBJ-09`.
fn armour_stat(building: &Building) -> DerivedStat {
    let object = building.object();
    let mut parts = Modifiers::new();
    parts.add(object.armour.cast_signed(), object.name, object.clause);
    let hint = "Reduces damage dice of every type before the roll; armour piercing lowers it.";
    DerivedStat::new("Armour", object.armour.to_string(), parts, hint, "AB-OBJ-09")
}

/// The role of an extra, and the henchmen of a leader with what they add. `AB-EXTRA-01`, chapter MASS.
fn role_stats(unit: &Fighter, switches: &Switches) -> Vec<DerivedStat> {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut stats = Vec::new();
    if let Some(levels) = extras::out_level(sheet) {
        let hint = "A nameless opponent: it has few health levels, and wounds neither hinder nor daze it.";
        let value = format!("{}, out at {}", sheet.role.name(), Counted::Levels(levels));
        stats.push(DerivedStat::plain("Role", value, hint, "AB-EXTRA-01"));
    }
    let Some(band) = &sheet.band else { return stats };
    let mut parts = Modifiers::new();
    parts.add(2 * i32::from(sheet.charisma), "Charisma, doubled", "AB-MASS-02");
    parts.add(2 * i32::from(sheet.ability(Ability::Command)), "Command, doubled", "AB-MASS-02");
    let usable = bonuses::usable_henchmen(sheet, switches).cast_signed();
    parts.add(usable - parts.sum(), "room on this map", "AB-MASS-03");
    let left = condition.band.left(band);
    let helping = bonuses::henchmen_at_hand(sheet, condition, switches);
    let value = format!("{left} of {}, {helping} can help at a time", band.full_count());
    let hint = "Each adds dice to attacks and defences, and one to the damage of weapons.";
    stats.push(DerivedStat::new("Henchmen", value, parts, hint, "AB-MASS-02"));
    stats.extend(band_losses(unit, switches));
    stats
}

/// What became of the henchmen that a band has lost, by type. `AB-MASS-24`.
pub(super) fn band_losses(unit: &Fighter, switches: &Switches) -> Vec<DerivedStat> {
    let fates = unit.sheet.band.iter().flat_map(|band| unit.condition.band.fates(band, switches));
    let losses = fates.map(|fate| {
        let value = format!("{}: {}", fate.name, fate.text(", "));
        DerivedStat::plain("Lost", value, "", "AB-MASS-24")
    });
    losses.collect()
}

/// Parts of the action cap, without Mega-attributes. `AB-LIMIT-01`.
fn action_cap_parts(unit: &Fighter) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(unit.sheet.dexterity), "Dexterity", "AB-LIMIT-01");
    parts.add(i32::from(unit.sheet.wits), "Wits", "AB-LIMIT-01");
    if unit.is_dazed() {
        let lost = actions::action_cap(&unit.sheet) - actions::action_cap_now(unit);
        parts.add(-lost.cast_signed(), "dazed", "AB-DAZE-05");
    }
    parts
}

/// Parts of one soak column, before armour piercing. `AB-STACK-11`.
fn soak_parts(unit: &Fighter, column: SoakColumn) -> Modifiers {
    let mut parts = Modifiers::new();
    for (category, reason, clause) in [
        (SoakCategory::Natural, "natural soak", "AB-SOAK-08"),
        (SoakCategory::Armored, "armour", "AB-STACK-03"),
        (SoakCategory::Power, "powers", "AB-STACK-02"),
    ] {
        let soak = stacking::category_soak(&unit.sheet, &unit.condition, category).soak.get(column);
        parts.add(soak.cast_signed(), reason, clause);
    }
    let ablative: u32 = stacking::ablative_soaks(&unit.sheet, &unit.condition, column).sum();
    parts.add(ablative.cast_signed(), "ablative defences", "AB-NONSOAK-05");
    parts
}

/// Attack pool, damage, penetration and range.
pub fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
    let (fighter, weapon) = (fighter(unit), held.weapon.aberrant());
    let mut pool = pool_parts(&fighter, weapon);
    add_henchmen_dice(&mut pool, &fighter, weapon, rules.book.aberrant());
    if is_impaired(held.fault, rules.book.aberrant()) {
        pool.add(IMPAIRED_MODIFIER, "damaged weapon", "AB-OBJ-10");
    }
    let mut damage = Modifiers::new();
    damage.add(weapon.damage.dice.cast_signed(), "weapon", "AB-ADDS-02");
    if weapon.class == WeaponClass::Melee {
        status::add_strength(&mut damage, &fighter.ailments);
    }
    add_henchmen_damage(&mut damage, &fighter, weapon, rules.book.aberrant());
    let total = Damage { dice: damage.pool(), ..weapon.damage };
    if total == weapon.damage {
        damage = Modifiers::new(); // nothing is added to the weapon's own
    }
    let hint = "Dice and type of the damage, and automatic levels, which are added to those rolled. A margin above 1 adds dice.";
    let mut stats = vec![
        DerivedStat::new(
            "Attack pool",
            dice_text(pool.pool()),
            pool,
            "Each 7 or more is a success.",
            "AB-BASE-03",
        ),
        DerivedStat::new("Damage", total.to_string(), damage, hint, "AB-BASE-04"),
    ];
    if weapon.ap > 0 {
        let hint = "Reduces soak from armour and powers, not natural soak.";
        stats.push(DerivedStat::plain("Armour piercing", weapon.ap.to_string(), hint, "AB-AP-01"));
    }
    let increment = range::increment_m(weapon, &fighter.sheet, rules.book.aberrant());
    match (weapon.class, increment) {
        (WeaponClass::Melee, _) => {}
        (_, None) => stats.push(DerivedStat::plain("Range", "too heavy".into(), "", "AB-THROW-02")),
        (_, Some(metres)) => {
            for (bracket, name) in RangeBracket::ALL.into_iter().zip(["Short", "Medium", "Long", "Extreme"]) {
                let reach = metres.saturating_mul(bracket.increments());
                let value = format!("{reach} m, +{}", bracket.difficulty());
                stats.push(DerivedStat::plain(name, value, "Difficulty up to this range.", bracket.clause()));
            }
        }
    }
    if weapon.is_high_velocity() {
        let hint = "Cannot be dodged without higher initiative, except on a sprint from or to cover.";
        stats.push(DerivedStat::plain("Speed", "high velocity".into(), hint, "AB-DODGE-05"));
    }
    stats
}
