//! Dice pools, difficulties and soak of an attack.

use dice::Modifiers;

use super::context::FlurryPosition;
use super::cover;
use super::held_items::IMPAIRED_MODIFIER;
use super::range::RangeBracket;
use crate::Book;
use crate::aberrant::bands::band::SupportWeapon;
use crate::aberrant::bands::bonuses;
use crate::aberrant::environment::objects;
use crate::aberrant::extras::{self, DamageRule, cinematic};
use crate::aberrant::health::dazing::DAZED_PENALTY;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::protection::armour_piercing::{SoakLayers, apply_piercing};
use crate::aberrant::protection::bonus_stacking;
use crate::aberrant::protection::bonus_stacking::DefenceBonusKind;
use crate::aberrant::protection::soak;
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::aberrant::protection::stacking::{CategorySoak, SoakCategory};
use crate::aberrant::turn::actions::flurry_penalty;
use crate::aberrant::turn::cancelling::REPLACEMENT_DIFFICULTY;
use crate::aberrant::weapon::PowerKind;
use crate::aberrant::{AttackContext, Fighter, Switches, Weapon, WeaponClass};
use crate::knockback::objects::ObjectProfile;
use crate::status::{self, TestKind};

/// Difficulty of a called shot at a vital organ. `AB-BASE-17`.
const VITAL_DIFFICULTY: i32 = 3;

/// Parts of the attacker's pool. `AB-BASE-03`, `AB-TRACK-06`, `AB-ARMOR-05`, `AB-ARMOR-10`, `AB-BASE-19`,
/// `AB-OBJ-10`.
pub fn attack_parts(context: &AttackContext) -> Modifiers {
    if extras::is_cinematic_person(&context.attacker.sheet) {
        return volley_parts(context);
    }
    let mut parts = pool_parts(&context.attacker, &context.weapon);
    add_henchmen_dice(&mut parts, &context.attacker, &context.weapon, &context.switches);
    status::add_attacker_bonuses(&mut parts, &context.defender.ailments, Book::Aberrant);
    if context.impaired {
        parts.add(IMPAIRED_MODIFIER, "damaged weapon", "AB-OBJ-10");
    }
    if context.switches.flurry_penalty {
        parts.0.extend(flurry_parts(context.flurry).0);
    }
    parts
}

/// The dice of cinematic extras: one each. `AB-CINE-11`, `AB-CINE-12`.
fn volley_parts(context: &AttackContext) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(cinematic::ATTACK_DICE.cast_signed(), "cinematic extra", "AB-CINE-11");
    let joining = cinematic::ATTACK_DICE * context.group.joining;
    parts.add(joining.cast_signed(), "others who join in", "AB-CINE-12");
    parts
}

/// Adds the dice of henchmen who help with an attack, and those of the burst of a support weapon. `AB-MASS-05`,
/// `AB-MASS-07` to `AB-MASS-09`, `AB-MASS-13`, `AB-MASS-15`.
pub(crate) fn add_henchmen_dice(
    parts: &mut Modifiers,
    attacker: &Fighter,
    weapon: &Weapon,
    switches: &Switches,
) {
    let Fighter { sheet, condition, .. } = attacker;
    let helpers = bonuses::attack_helpers(sheet, condition, weapon, switches);
    helpers.add_dice(parts, bonuses::attack_clause(weapon));
    let burst = bonuses::support_entry(sheet, &weapon.name).and_then(SupportWeapon::largest_burst);
    parts.add(burst.map_or(0, |burst| burst.attack.cast_signed()), "largest burst", "AB-MASS-15");
}

/// Adds the dice of damage of henchmen, and those of the burst of a support weapon. `AB-MASS-10`, `AB-MASS-14`,
/// `AB-MASS-15`.
pub(crate) fn add_henchmen_damage(
    parts: &mut Modifiers,
    attacker: &Fighter,
    weapon: &Weapon,
    switches: &Switches,
) {
    let Fighter { sheet, condition, .. } = attacker;
    if weapon.power.is_none() {
        let helpers = bonuses::attack_helpers(sheet, condition, weapon, switches);
        parts.add(helpers.count().cast_signed(), "henchmen", "AB-MASS-10");
    }
    let burst = bonuses::support_entry(sheet, &weapon.name).and_then(SupportWeapon::largest_burst);
    parts.add(burst.map_or(0, |burst| burst.damage.cast_signed()), "largest burst", "AB-MASS-15");
}

/// Dice lost to multiple actions in the same phase. `AB-BASE-19`.
pub fn flurry_parts(flurry: FlurryPosition) -> Modifiers {
    let mut parts = Modifiers::new();
    let lost_dice = flurry_penalty(flurry.actions, flurry.nth);
    parts.add(-lost_dice.cast_signed(), "multiple actions in one turn", "AB-BASE-19");
    parts
}

/// Raw damage dice before the margin: the weapon's, and those that ailments add. `AB-BASE-04`,
/// `CS-ENRA-02`, `CS-BASE-26`.
pub fn damage_parts(context: &AttackContext) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(context.weapon.damage.dice.cast_signed(), "weapon", "AB-ADDS-02");
    if context.weapon.class == WeaponClass::Melee {
        status::add_strength(&mut parts, &context.attacker.ailments);
    }
    if !context.crushing {
        add_henchmen_damage(&mut parts, &context.attacker, &context.weapon, &context.switches);
    }
    status::add_special_damage(&mut parts, &context.defender.ailments, context.weapon.strike.element);
    parts
}

/// Parts of a unit's attack pool in any phase: attribute, ability, wounds, armour.
pub fn pool_parts(unit: &Fighter, weapon: &Weapon) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(unit.sheet.dexterity), "Dexterity", "AB-BASE-03");
    parts.add(i32::from(unit.sheet.ability(weapon.skill)), weapon.skill.name(), "AB-BASE-03");
    parts.add(unit.condition.wound_penalty(&unit.sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, &unit.sheet, &unit.condition, RollPurpose::Physical);
    let test = if weapon.class == WeaponClass::Melee { TestKind::Strike } else { TestKind::Shot };
    status::add_test_modifiers(&mut parts, &unit.ailments, test, Book::Aberrant);
    status::add_late_penalty(&mut parts, unit.late, Book::Aberrant);
    parts
}

/// Parts of the difficulty of hitting. `AB-OBJ-02`, `AB-OBJ-03`, `AB-RANGE-02` to `AB-RANGE-04`,
/// `AB-BASE-16`, `AB-BASE-17`, `AB-NONSOAK-01`, `AB-DAZE-04`, `AB-CANCEL-02`.
pub fn difficulty_parts(context: &AttackContext, bracket: Option<RangeBracket>) -> Modifiers {
    let mut parts = Modifiers::new();
    if let Some(bracket) = bracket {
        parts.add(bracket.difficulty(), bracket.name(), bracket.clause());
    }
    let cover = cover::cover_level(context);
    parts.add(cover.difficulty(), cover.name(), "AB-BASE-16");
    if context.called_vital {
        parts.add(VITAL_DIFFICULTY, "called shot: vital organ", "AB-BASE-17");
    }
    if let Some(aim) = context.aimed_into {
        parts.add(aim.difficulty(), aim.name(), aim.clause());
    }
    if let Some(size_difficulty) = context.held_item.and_then(|item| item.object.small) {
        parts.add(i32::from(size_difficulty), "very small", "AB-OBJ-02");
    }
    let hit_difficulty =
        bonus_stacking::total_bonus(&context.defender.sheet, DefenceBonusKind::HitDifficulty);
    parts.add(hit_difficulty.cast_signed(), "hard to hit", "AB-NONSOAK-01");
    if let Some(power) = context.weapon.power {
        let resistance = bonus_stacking::total_bonus(&context.defender.sheet, power.resisted_by());
        let reason = match power {
            PowerKind::Quantum => "resists quantum powers",
            PowerKind::Mental => "resists mental powers",
        };
        parts.add(resistance.cast_signed(), reason, "AB-NONSOAK-01");
    }
    if context.attacker.is_dazed() {
        parts.add(DAZED_PENALTY, "dazed", "AB-DAZE-04");
    }
    if context.weapon.grapple {
        let difficulty = context.attacker.condition.grapple_difficulty();
        parts.add(difficulty.cast_signed(), "arm useless", "AB-GRIEV-05");
    }
    if context.replacement {
        parts.add(REPLACEMENT_DIFFICULTY, "replaces a cancelled action", "AB-CANCEL-02");
    }
    parts
}

/// The soak against an attack. `AB-BASE-18` step 6.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoakPlan {
    /// The column of the attack's damage type; `None` if no soak applies.
    pub column: Option<SoakColumn>,
    /// Its parts.
    pub parts: Modifiers,
    /// Its dice.
    pub total: u32,
    /// The part from ablative sources, which is used first. `AB-NONSOAK-05`.
    pub ablative: u32,
}

/// Armour of the barriers that a hit crosses: the transparent ones, or all of them if the target is wholly
/// hidden, except those already broken. `AB-OBJ-15`.
pub(crate) fn crossed_barrier_armour(context: &AttackContext) -> u32 {
    let whole = context.barriers.iter().filter(|barrier| !objects::is_open(barrier));
    let crossed = whole.filter(|barrier| barrier.is_crossed(context.sight.hidden));
    crossed.map(objects::barrier_armour).sum()
}

/// Damage dice that throw a target back: under `barriers_stop_knockback`, those that the barriers on the line of fire leave.
/// `AB-KNOCK-01`, `AB-OBJ-15`.
pub(crate) fn knockback_dice(context: &AttackContext, raw: u32) -> u32 {
    if !context.switches.barriers_stop_knockback {
        return raw;
    }
    dice_behind_barriers(raw, crossed_barrier_armour(context), context.weapon.ap)
}

/// Damage dice left behind barriers of this armour, of which armour piercing ignores a part.
const fn dice_behind_barriers(raw: u32, armour: u32, piercing: u32) -> u32 {
    raw.saturating_sub(armour.saturating_sub(piercing))
}

/// The soak of a band: that of its most frequent henchmen, and of barriers on the line. `AB-MASS-19`, `AB-AP-01`,
/// `AB-OBJ-15`.
fn band_soak_plan(context: &AttackContext, column: SoakColumn) -> SoakPlan {
    let unit = &context.defender;
    let (body, armour) =
        unit.sheet.band.as_ref().map_or_else(Default::default, |band| unit.condition.band.soak(band));
    let (barriers, armour) = (crossed_barrier_armour(context), armour.get(column));
    let left = apply_piercing(
        SoakLayers { barriers, armored: armour, power: 0, ablative: 0 },
        context.weapon.ap,
        &CategorySoak::default(),
        &CategorySoak::default(),
    );
    let mut parts = Modifiers::new();
    parts.add(body.get(column).cast_signed(), "most frequent henchmen", "AB-MASS-19");
    parts.add(barriers.cast_signed(), "barriers on the line of fire", "AB-OBJ-15");
    parts.add(armour.cast_signed(), "henchmen's armour", "AB-MASS-19");
    parts.add(left.total().cast_signed() - (barriers + armour).cast_signed(), "armour piercing", "AB-AP-01");
    let total = parts.pool();
    SoakPlan { column: Some(column), parts, total, ablative: 0 }
}

/// The armour of a building, and of the barriers before it. `AB-OBJ-09`, `AB-AP-01`.
fn building_soak(object: &ObjectProfile, context: &AttackContext) -> SoakPlan {
    let barriers = crossed_barrier_armour(context);
    let mut parts = Modifiers::new();
    parts.add(object.armour.cast_signed(), object.name, object.clause);
    parts.add(barriers.cast_signed(), "barriers on the line of fire", "AB-OBJ-15");
    let pierced = context.weapon.ap.min(object.armour + barriers);
    parts.add(-pierced.cast_signed(), "armour piercing", "AB-AP-01");
    let total = parts.pool();
    SoakPlan { column: None, parts, total, ablative: 0 }
}

/// The soak against an attack: natural soak in full, the rest after armour piercing. `AB-BASE-18`,
/// `AB-STACK-11`, `AB-AP-01` to `AB-AP-04`, `AB-STUN-08`, `AB-STUN-09`, `AB-TYPE-08`. In a crush, all but
/// natural soak is halved: `AB-GRAP-01` to `AB-GRAP-04`.
pub fn soak_plan(context: &AttackContext) -> SoakPlan {
    let (unit, weapon) = (&context.defender, &context.weapon);
    if let Some(building) = &unit.sheet.building {
        return building_soak(building.object(), context);
    }
    let Some(column) = soak::soak_column(weapon) else { return SoakPlan::default() };
    match DamageRule::of_unit(&unit.sheet, &unit.condition) {
        DamageRule::AnyHitFells => return SoakPlan::default(), // `AB-CINE-03`
        DamageRule::Henchmen => return band_soak_plan(context, column),
        DamageRule::Rolled | DamageRule::Converted => {}
    }
    let of = |category| stacking::category_soak(&unit.sheet, &unit.condition, category);
    let (natural, armored, power) =
        (of(SoakCategory::Natural), of(SoakCategory::Armored), of(SoakCategory::Power));
    // Each category is halved separately. `AB-GRAP-02`, `AB-RULING-18`
    let soak_share = |soak: u32| if context.crushing { soak / 2 } else { soak };
    let whole = SoakLayers {
        barriers: crossed_barrier_armour(context),
        armored: soak_share(armored.soak.get(column)),
        power: soak_share(power.soak.get(column)),
        ablative: soak_share(stacking::ablative_soaks(&unit.sheet, &unit.condition, column).sum()),
    };
    let left = apply_piercing(whole, weapon.ap, &armored, &power);
    let mut parts = Modifiers::new();
    parts.add(natural.soak.get(column).cast_signed(), "natural soak", "AB-SOAK-08");
    parts.add(whole.barriers.cast_signed(), "barriers on the line of fire", "AB-OBJ-15");
    let reasons = [("armour", "AB-STACK-03"), ("powers", "AB-STACK-02")];
    let halved = [("half of armour", "AB-GRAP-01"), ("half of powers", "AB-GRAP-01")];
    let [(armour, by_armour), (powers, by_powers)] = if context.crushing { halved } else { reasons };
    parts.add(whole.armored.cast_signed(), armour, by_armour);
    parts.add(whole.power.cast_signed(), powers, by_powers);
    parts.add(whole.ablative.cast_signed(), "ablative defences", "AB-NONSOAK-05");
    parts.add(left.total().cast_signed() - whole.total().cast_signed(), "armour piercing", "AB-AP-01");
    let total = parts.pool();
    SoakPlan { column: Some(column), parts, total, ablative: left.ablative }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ab_knock_01_what_a_wall_takes_throws_nobody_back() {
        assert_eq!(dice_behind_barriers(23, 12, 0), 11);
        assert_eq!(dice_behind_barriers(23, 12, 2), 13, "armour piercing");
        assert_eq!(dice_behind_barriers(23, 40, 0), 0, "a wall, two containers and a crate");
        assert_eq!(dice_behind_barriers(8, 2, 5), 8, "it adds nothing");
    }
}
