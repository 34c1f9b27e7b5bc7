//! What the numbers of an attack are made of.

use dice::Modifiers;

use super::actions::flurry_penalty;
use super::cancel::REPLACEMENT;
use super::daze::DAZED;
use super::held::IMPAIRED;
use super::layers::{self, Effort};
use super::nonsoak::{self, BonusKind};
use super::pierce::{Layers, pierced};
use super::range::Bracket;
use super::scene::Flurry;
use super::soak::{self, Column};
use super::stack::{self, Category};
use super::weapon::Power;
use super::{AttackScene, Fighter, Weapon, WeaponClass, cover, object};
use crate::Book;
use crate::status::{self, Test};

/// Difficulty of aiming at a vital organ. `AB-BASE-17`.
const VITAL: i32 = 3;

/// What the attacker's pool is made of. `AB-BASE-03`, `AB-TRACK-06`, `AB-ARMOR-05`, `AB-ARMOR-10`, `AB-BASE-19`,
/// `AB-OBJ-10`.
pub fn attack_parts(scene: &AttackScene) -> Modifiers {
    let mut parts = pool_parts(&scene.attacker, &scene.weapon);
    status::add_exposures(&mut parts, &scene.defender.ailments, Book::Aberrant);
    if scene.impaired {
        parts.add(IMPAIRED, "damaged weapon", "AB-OBJ-10");
    }
    if scene.switches.flurry_penalty {
        parts.0.extend(flurry_parts(scene.flurry).0);
    }
    parts
}

/// Dice lost to further actions in the same phase. `AB-BASE-19`.
pub fn flurry_parts(flurry: Flurry) -> Modifiers {
    let mut parts = Modifiers::new();
    let lost = flurry_penalty(flurry.actions, flurry.nth);
    parts.add(-lost.cast_signed(), "several actions in one phase", "AB-BASE-19");
    parts
}

/// Raw damage dice before the margin: the weapon's, and what ailments add. `AB-BASE-04`, `CS-ENRA-02`, `CS-BASE-26`.
pub fn damage_parts(scene: &AttackScene) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(scene.weapon.damage.dice.cast_signed(), "weapon", "AB-ADDS-02");
    if scene.weapon.class == WeaponClass::Melee {
        status::add_strength(&mut parts, &scene.attacker.ailments);
    }
    status::add_special_damage(&mut parts, &scene.defender.ailments, scene.weapon.strike.element);
    parts
}

/// What a unit attacks with in any phase: attribute, ability, wounds, armour.
pub fn pool_parts(unit: &Fighter, weapon: &Weapon) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(unit.sheet.dexterity), "Dexterity", "AB-BASE-03");
    parts.add(i32::from(unit.sheet.ability(weapon.skill)), weapon.skill.name(), "AB-BASE-03");
    parts.add(unit.condition.wound_penalty(&unit.sheet), "wounds", "AB-TRACK-06");
    layers::add_dice(&mut parts, &unit.sheet, &unit.condition, Effort::Physical);
    let test = if weapon.class == WeaponClass::Melee { Test::Strike } else { Test::Shot };
    status::add_changes(&mut parts, &unit.ailments, test, Book::Aberrant);
    status::add_late(&mut parts, unit.late, Book::Aberrant);
    parts
}

/// What the difficulty of hitting is made of. `AB-OBJ-02`, `AB-OBJ-03`, `AB-RANGE-02` to `AB-RANGE-04`, `AB-BASE-16`, `AB-BASE-17`,
/// `AB-NONSOAK-01`, `AB-DAZE-04`, `AB-CANCEL-02`.
pub fn difficulty_parts(scene: &AttackScene, bracket: Option<Bracket>) -> Modifiers {
    let mut parts = Modifiers::new();
    if let Some(bracket) = bracket {
        parts.add(bracket.difficulty(), bracket.name(), bracket.clause());
    }
    let cover = cover::cover(scene);
    parts.add(cover.difficulty(), cover.name(), "AB-BASE-16");
    if scene.called_vital {
        parts.add(VITAL, "aimed at a vital organ", "AB-BASE-17");
    }
    if let Some(into) = scene.aimed_into {
        parts.add(into.difficulty(), into.name(), into.clause());
    }
    if let Some(small) = scene.thing.and_then(|thing| thing.object.small) {
        parts.add(i32::from(small), "very small", "AB-OBJ-02");
    }
    let elusive = nonsoak::bonus(&scene.defender.sheet, BonusKind::HitDifficulty);
    parts.add(elusive.cast_signed(), "hard to hit", "AB-NONSOAK-01");
    if let Some(power) = scene.weapon.power {
        let resistance = nonsoak::bonus(&scene.defender.sheet, power.resisted_by());
        let reason = match power {
            Power::Quantum => "resists quantum powers",
            Power::Mental => "resists mental powers",
        };
        parts.add(resistance.cast_signed(), reason, "AB-NONSOAK-01");
    }
    if scene.attacker.is_dazed() {
        parts.add(DAZED, "dazed", "AB-DAZE-04");
    }
    if scene.replacement {
        parts.add(REPLACEMENT, "replaces a cancelled action", "AB-CANCEL-02");
    }
    parts
}

/// The soak that meets an attack. `AB-BASE-18` step 6.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoakPlan {
    /// The soak of the attack's type, `None` where none counts.
    pub column: Option<Column>,
    /// What it is made of.
    pub parts: Modifiers,
    /// Its dice.
    pub total: u32,
    /// Of them, those of ablative sources, which work first. `AB-NONSOAK-05`.
    pub ablative: u32,
}

/// Armour of the barriers that a hit crosses: those one sees through, and all where nothing of the target is seen; none
/// of those that are broken already. `AB-OBJ-15`.
pub(super) fn barrier_armour(scene: &AttackScene) -> u32 {
    let hidden = cover::is_hidden(scene);
    let whole = scene.barriers.iter().filter(|barrier| !object::is_open(barrier));
    let crossed = whole.filter(|barrier| hidden || barrier.transparent);
    crossed.map(object::armour).sum()
}

/// The soak that meets an attack: what is natural, and the rest after armour piercing. `AB-BASE-18`, `AB-STACK-11`,
/// `AB-AP-01` to `AB-AP-04`, `AB-STUN-08`, `AB-STUN-09`, `AB-TYPE-08`; who holds it in a grapple meets half of what is not natural:
/// `AB-GRAP-01` to `AB-GRAP-04`.
pub fn soak_plan(scene: &AttackScene) -> SoakPlan {
    let (unit, weapon) = (&scene.defender, &scene.weapon);
    let Some(column) = soak::column(weapon) else { return SoakPlan::default() };
    let of = |category| stack::category(&unit.sheet, &unit.condition, category);
    let (natural, armored, power) = (of(Category::Natural), of(Category::Armored), of(Category::Power));
    // Each category by itself. `AB-GRAP-02`, `AB-RULING-18`
    let share = |soak: u32| if scene.crushing { soak / 2 } else { soak };
    let whole = Layers {
        barriers: barrier_armour(scene),
        armored: share(armored.soak.get(column)),
        power: share(power.soak.get(column)),
        ablative: share(stack::ablative(&unit.sheet, &unit.condition, column).sum()),
    };
    let left = pierced(whole, weapon.ap, &armored, &power);
    let mut parts = Modifiers::new();
    parts.add(natural.soak.get(column).cast_signed(), "natural soak", "AB-SOAK-08");
    parts.add(whole.barriers.cast_signed(), "barriers on the way", "AB-OBJ-15");
    let reasons = [("armour", "AB-STACK-03"), ("powers", "AB-STACK-02")];
    let halved = [("half of armour", "AB-GRAP-01"), ("half of powers", "AB-GRAP-01")];
    let [(armour, by_armour), (powers, by_powers)] = if scene.crushing { halved } else { reasons };
    parts.add(whole.armored.cast_signed(), armour, by_armour);
    parts.add(whole.power.cast_signed(), powers, by_powers);
    parts.add(whole.ablative.cast_signed(), "ablative defences", "AB-NONSOAK-05");
    parts.add(left.sum().cast_signed() - whole.sum().cast_signed(), "armour piercing", "AB-AP-01");
    let total = parts.pool();
    SoakPlan { column: Some(column), parts, total, ablative: left.ablative }
}
