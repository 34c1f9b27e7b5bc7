//! Attacks on barriers: the roll is this book's, what it does to the wall is Swan Song's chapter BARR.

use super::super::attack_pool::{flurry_parts, pool_parts};
use super::super::base::{self, Rolling};
use super::super::cover::Cover;
use super::super::daze::DAZED;
use super::super::weapon::HarmSource;
use super::super::{DamageType, Fighter, Weapon, WeaponClass, range};
use super::combat::{flown, may_use};
use super::forecast::{dice, difficulty_text, sum};
use super::{fighter, left};
use crate::dice::{Modifiers, Note, Policy, Step, Table, enumerate};
use crate::rules::swan_song::{self, barrier};
use crate::rules::{
    BarrierEngagement, BarrierHarm, Contact, Down, Effect, Forecast, Gist, Helps, Odds, Outcome, Refused,
    Remark,
};

/// Rounds of one attack, as walls count them. `SS-BARR-37`.
const ROUNDS: u32 = 1;

/// Range and the weapon's state. `AB-RANGE-05`, `AB-THROW-02`.
///
/// # Errors
/// Why not; a skirmish may do without the chapter.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    let BarrierEngagement { attacker, weapon, slot, mode, sight, rules, .. } = engagement;
    if !rules.borrows("barriers") {
        return Err(Refused::new("this skirmish does without damage to barriers", "SS-BARR-19"));
    }
    may_use(attacker, weapon, *slot, *mode)?;
    range::of(weapon.aberrant(), attacker.sheet.aberrant(), sight, rules.book.aberrant())
        .map(|_| ())
        .map_err(|why| Refused::new(why.to_string(), why.clause()))
}

/// Everything that no die decides.
struct Plan<'a> {
    engagement: &'a BarrierEngagement,
    unit: Fighter,
    weapon: &'a Weapon,
    attack: Modifiers,
    difficulty: Modifiers,
    translated: swan_song::Weapon,
}

/// What came of the dice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Struck {
    hit: bool,
    damage: u32,
    on_the_way: Vec<BarrierHarm>,
}

impl<'a> Plan<'a> {
    fn new(engagement: &'a BarrierEngagement) -> Self {
        let (weapon, unit) = (&**engagement.weapon.aberrant(), fighter(&engagement.attacker));
        let (switches, purse) = (engagement.rules.book.aberrant(), engagement.attacker.purse.aberrant());
        let mut attack = pool_parts(&unit, weapon);
        if switches.flurry_penalty {
            attack.0.extend(flurry_parts(purse.flurry()).0);
        }
        let mut difficulty = Modifiers::new();
        if let Ok(Some(bracket)) = range::of(weapon, &unit.sheet, &engagement.sight, switches) {
            difficulty.add(bracket.difficulty(), bracket.name(), bracket.clause());
        }
        let cover = Cover::of(engagement.sight.hidden);
        difficulty.add(cover.difficulty(), cover.name(), "AB-BASE-16");
        if unit.is_dazed() {
            difficulty.add(DAZED, "dazed", "AB-DAZE-04");
        }
        Self { engagement, weapon, attack, difficulty, translated: translated(weapon), unit }
    }

    /// Damage value of so many net successes. `AB-BASE-04`, `AB-ADDS-01`, `SS-BARR-20`.
    const fn value(&self, net: u32) -> u32 {
        self.weapon.damage.dice + self.weapon.damage.adds + base::extra_dice(net)
    }

    fn resolve(&self, table: &mut impl Table) -> Step<Struck> {
        let engagement = self.engagement;
        let mega = self.unit.sheet.mega_dexterity;
        let (why, clause, parts) = ("attack", "SS-BARR-19", &self.attack);
        let rolling = Rolling { who: self.unit.id, why, clause, parts, mega };
        let ((), successes) = rolling.roll(table, (), engagement.rules.book.aberrant())?;
        let net = table.settle(base::net(successes, self.difficulty.pool()))?;
        table.note(|| {
            let parts = self.difficulty.0.clone();
            let text = format!("difficulty +{}: {net} net successes", self.difficulty.pool());
            Note { clause: "AB-BASE-02", text, parts }
        });
        if net == 0 {
            return Ok(Struck { hit: false, damage: 0, on_the_way: Vec::new() });
        }
        let dv = self.value(net);
        table.note(|| {
            let text = format!("{} and {net} net successes: damage value {dv}", self.weapon.damage);
            Note { clause: "SS-BARR-20", text, parts: Vec::new() }
        });
        let stuns = matches!(self.weapon.damage.kind, DamageType::Stun | DamageType::Emp);
        let force = barrier::Force {
            weapon: &self.translated,
            pool: if stuns { swan_song::PoolKind::Strain } else { swan_song::PoolKind::Health },
            rounds: ROUNDS,
            extra: 0,
            switches: &engagement.rules.engine,
        };
        let all = engagement.sight.hidden >= 100;
        let crossed =
            |barrier: &&crate::rules::BarrierOnLine| (all || barrier.transparent) && !barrier.is_open();
        let on_the_way = || engagement.barriers.iter().filter(crossed);
        let ((), dv, harms) = barrier::cross(table, &force, (), dv, on_the_way())?;
        if dv == 0 && on_the_way().next().is_some() {
            return Ok(Struck { hit: false, damage: 0, on_the_way: harms });
        }
        let damage = barrier::strike(table, &force, dv, &engagement.barrier)?;
        Ok(Struck { hit: true, damage, on_the_way: harms })
    }
}

/// The weapon as Swan Song's walls see it: its damage value is known, what is left is penetration and whether it
/// makes holes or breaks pieces off. `SS-BARR-12`, `SS-BARR-37`.
fn translated(weapon: &Weapon) -> swan_song::Weapon {
    swan_song::Weapon {
        name: weapon.name.clone(),
        class: match weapon.class {
            WeaponClass::Melee => swan_song::WeaponClass::Melee,
            WeaponClass::Ranged | WeaponClass::Thrown => swan_song::WeaponClass::Ranged,
        },
        skill: swan_song::Skill::Throwing,
        attribute: swan_song::Attribute::Agility,
        accuracy: None,
        build: swan_song::weapon::WeaponBuild::Standard,
        condition: swan_song::weapon::WeaponCondition::Sound,
        damage: swan_song::DamageValue::Fixed(weapon.damage.dice),
        pool: None,
        damage_type: match weapon.source {
            Some(HarmSource::Fire) => swan_song::DamageType::Fire,
            Some(HarmSource::Shock | HarmSource::Electricity) => swan_song::DamageType::Shock,
            Some(HarmSource::Chemical) => swan_song::DamageType::Corrosive,
            Some(HarmSource::SoftRadiation | HarmSource::HardRadiation) => swan_song::DamageType::Radiation,
            _ => swan_song::DamageType::Kinetic,
        },
        arp: i32::try_from(weapon.ap).unwrap_or(i32::MAX),
        reach: weapon.reach,
        hands: weapon.hands(),
        range: 0,
        penetrating: weapon.source == Some(HarmSource::Penetrating),
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: weapon.source == Some(HarmSource::Blunt),
        gel: false,
        contact_only: false,
        modes: Vec::new(),
        magazine: weapon.magazine,
        recoil_compensation: 0,
        trigger: None,
        strike: crate::rules::status::Strike::PLAIN,
    }
}

/// The attack roll without defence, then chapter BARR. `SS-BARR-19` to `SS-BARR-33`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    let struck = Plan::new(engagement).resolve(table)?;
    let mut effects: Vec<_> = struck.on_the_way.iter().copied().map(Effect::Barrier).collect();
    if struck.damage > 0 {
        let harm = BarrierHarm { id: engagement.barrier.id, damage: struck.damage };
        effects.push(Effect::Barrier(harm));
    }
    let weapon = engagement.weapon.aberrant();
    if weapon.class == WeaponClass::Thrown && weapon.hands() > 0 {
        let to = engagement.spot.as_ref().map(|spot| spot.target);
        effects.push(flown(engagement.attacker.id, engagement.slot, &engagement.weapon, to));
    }
    let mut purse = *engagement.attacker.purse.aberrant();
    if purse.phase.under_way {
        purse.phase.under_way = false;
        effects.push(left(engagement.attacker.id, purse));
    }
    let words = if struck.damage > 0 { format!("{} damage", struck.damage) } else { String::new() };
    let contact = if struck.hit { Contact::Hit } else { Contact::Miss };
    Ok(Outcome { contact, net: 0, damage: struck.damage, words, effects })
}

/// Chapter BARR.
pub fn forecast_barrier(engagement: &BarrierEngagement) -> Option<Forecast> {
    let plan = Plan::new(engagement);
    let all = enumerate(Policy::first(), |table| plan.resolve(table)).ok()?;
    let hit_points = engagement.barrier.hit_points_left();
    let gist = |struck: &Struck| Gist {
        contact: if struck.hit { Contact::Hit } else { Contact::Miss },
        net: 0,
        damage: struck.damage,
        knocked_down: false,
        down: (hit_points > 0 && struck.damage >= hit_points).then_some(Down::Unconscious),
        barriers: Vec::new(),
    };
    let armor = barrier::armor_parts(&engagement.barrier, &plan.translated);
    let value = format!("{} + net successes - 1", plan.value(1));
    let none = Modifiers::new();
    let sums = vec![
        sum("Attack", dice(plan.attack.pool()), Helps::Attacker, &plan.attack, "SS-BARR-19"),
        sum(
            "Difficulty",
            format!("+{}", plan.difficulty.pool()),
            Helps::Target,
            &plan.difficulty,
            "AB-BASE-02",
        ),
        sum("Damage", value, Helps::Attacker, &none, "SS-BARR-20"),
        sum("Armor", armor.pool().to_string(), Helps::Target, &armor, "SS-BARR-29"),
    ];
    let barriers: Vec<_> = engagement.barriers.iter().map(|one| (one.clone(), one.transparent)).collect();
    let remark = Remark {
        text: "Damage is compared with the wall's Armor".to_owned(),
        value: format!("{hit_points} left"),
        clause: "SS-BARR-11",
    };
    Some(Forecast {
        roll: format!("{}{} vs nobody", dice(plan.attack.pool()), difficulty_text(&plan.difficulty)),
        symbols: None,
        joint: Vec::new(),
        sums,
        remarks: vec![remark],
        odds: Odds::of(&all.map(gist), &[]),
        answers: Vec::new(),
        barriers,
        hidden: engagement.sight.hidden,
        unit: "damage",
    })
}
