//! Damage of a hit, from weapon dice through cover, armour and Toughness to lost Wounds.

use super::cover::{self, CoverOnLine, LocationDamage, LocationProtection};
use crate::circumstances::attacks::evasion::DefenceOutcome;
use crate::circumstances::d100_test::{D10, d5};
use crate::circumstances::health::health_state;
use crate::circumstances::lines::{HitNote, WoundCount};
use crate::circumstances::rule_options::options::SpecialDamage;
use crate::circumstances::{
    Ailment, Characteristic, DamageDice, DamageResult, Fighter, HitLocation, HitResult, Switches, Weapon,
};
use crate::status;
use dice::{Clause, Dice, Modifiers, Note, Purpose, RollMode, RuleResult, Table};
use model::UnitId;

/// Damage values of a weapon in its user's hand.
#[derive(Clone, Debug)]
pub struct AttackDamage {
    /// Id of the attacker.
    who: UnitId,
    dice: DamageDice,
    /// Flat bonus, SB in melee, a flat Special Damage. `CS-BASE-12`, `CS-BASE-26`.
    pub bonus: Modifiers,
    flat: i32,
    /// Why the dice are rolled twice; `None` if they are not. `CS-BASE-26`.
    twice: Option<SpecialDamageCause>,
    penetration: u32,
}

/// Why an attack has Special Damage. `CS-BASE-26`, `CS-FROZ-04`, `CS-UNCO-03`, `CS-WET-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialDamageCause {
    /// The ailment of the target; `None` for the quality itself.
    pub ailment: Option<Ailment>,
    /// The clause.
    pub clause: Clause,
}

impl SpecialDamageCause {
    /// The quality of an attack. `CS-BASE-26`.
    const QUALITY: Self = Self { ailment: None, clause: "CS-BASE-26" };

    /// Returns why an attack has Special Damage: the quality of the weapon, or else an ailment of the target; `None` if
    /// it has none.
    fn of_attack(weapon: &Weapon, target: Option<&Fighter>) -> Option<Self> {
        if weapon.special_damage {
            return Some(Self::QUALITY);
        }
        let ailment = status::special_damage(&target?.ailments, weapon.strike.element)?;
        Some(Self { ailment: Some(ailment), clause: status::special_damage_clause(ailment) })
    }

    fn name(self) -> String {
        self.ailment.map_or_else(
            || "Special Damage".to_owned(),
            |ailment| format!("Special Damage, {} target", ailment.name()),
        )
    }
}

impl AttackDamage {
    /// The damage of this attacker with this weapon against a unit; `None` for a barrier or an unknown target.
    /// `CS-BASE-12`, `CS-BASE-26`, `CS-ENRA-02`.
    pub fn new(attacker: &Fighter, weapon: &Weapon, target: Option<&Fighter>, switches: &Switches) -> Self {
        let mut bonus = Modifiers::new();
        bonus.add(i32::from(weapon.damage.bonus), "weapon", "CS-BASE-12");
        if weapon.is_melee() && weapon.adds_strength {
            bonus.add(attacker.sheet.strength_bonus().cast_signed(), "Strength bonus", "CS-BASE-12");
            status::add_strength(&mut bonus, &attacker.ailments);
        }
        let mut twice = None;
        if let Some(cause) = SpecialDamageCause::of_attack(weapon, target) {
            match switches.special_damage {
                SpecialDamage::DoubleDice => twice = Some(cause),
                SpecialDamage::Flat(number) => bonus.add(i32::from(number), cause.name(), cause.clause),
            }
        }
        let flat = bonus.sum();
        let penetration = u32::from(weapon.penetration);
        Self { who: attacker.id, dice: weapon.damage, flat, bonus, twice, penetration }
    }

    /// Weapon dice with their bonus in the book's notation: "1d10+7".
    pub fn dice(&self) -> DamageDice {
        let count = self.dice.count * if self.twice.is_some() { 2 } else { 1 };
        let bonus = i16::try_from(self.flat).unwrap_or(i16::MAX);
        DamageDice { count, sides: self.dice.sides, bonus }
    }

    /// AP that the attack ignores.
    pub const fn penetration(&self) -> u32 {
        self.penetration
    }

    /// Number of ways of each damage of one hit, from the smallest dice sum on, as rolled by `roll_damage`.
    ///
    /// `None` if there are too many ways to count.
    pub fn damage_ways(&self) -> Option<Vec<(u32, u128)>> {
        let dice = self.dice();
        u128::from(dice.sides).checked_pow(u32::from(dice.count))?;
        let mut ways: Vec<u128> = vec![1];
        for _ in 0..dice.count {
            let mut more = vec![0; ways.len() + usize::from(dice.sides) - 1];
            for (at, &before) in ways.iter().enumerate() {
                more[at..at + usize::from(dice.sides)].iter_mut().for_each(|ways| *ways += before);
            }
            ways = more;
        }
        let least = u32::from(dice.count);
        Some((least..).zip(ways).map(|(sum, ways)| (self.damage_of_sum(sum), ways)).collect())
    }

    const fn damage_of_sum(&self, sum: u32) -> u32 {
        let damage = sum.cast_signed().saturating_add(self.flat);
        if damage < 0 { 0 } else { damage.unsigned_abs() }
    }

    /// Rolls the damage of one hit, never below 0. `CS-BASE-12`, `CS-BASE-25`, `CS-BASE-26`.
    pub fn roll_damage(&self, table: &mut impl Table) -> RuleResult<u32> {
        let mut sum = self.roll_dice_once(table)?;
        if let Some(cause) = self.twice {
            table.note(|| Note::new(cause.clause, HitNote::DiceTwice { cause: cause.name() }));
            sum += self.roll_dice_once(table)?;
        }
        let damage = self.damage_of_sum(sum);
        table.note(|| {
            let line = HitNote::Damage { sum, bonus: self.flat, damage };
            Note::new("CS-BASE-12", line).with_parts(&self.bonus.0)
        });
        Ok(damage)
    }

    fn roll_dice_once(&self, table: &mut impl Table) -> RuleResult<u32> {
        let who = Some(self.who);
        let purpose = Purpose { who, why: "damage", clause: "CS-BASE-12", parts: &self.bonus.0, limit: None };
        let count = u32::from(self.dice.count);
        if self.dice.sides != 5 {
            return Ok(table
                .roll(Dice { count, sides: self.dice.sides, read: RollMode::Sum }, purpose)?
                .value);
        }
        let mut sum = 0;
        for _ in 0..count {
            sum += d5(table.roll(D10, Purpose { clause: "CS-BASE-25", ..purpose })?.value);
        }
        Ok(sum)
    }
}

/// The total of several hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HitTally {
    /// Damage of the hardest hit.
    pub raw: u32,
    /// Wounds lost.
    pub wounds: u32,
    /// A hit got past the cover, or there was none.
    pub reached: bool,
    /// A hit got past the cover, which is worn down. `CS-COV-09`, `CS-COV-11`.
    pub wears: bool,
}

/// The protection of a unit against an attack.
#[derive(Clone, Debug)]
pub struct DefenderProtection<'a> {
    defender: &'a Fighter,
    /// The cover it uses against this attack.
    pub cover: Option<&'a CoverOnLine>,
    /// Protection of each location, in the order of `HitLocation::ALL`.
    pub by_location: [LocationProtection; 6],
    switches: &'a Switches,
}

impl<'a> DefenderProtection<'a> {
    /// The defender's protection against an attack along these covers. `CS-COV-04`, `CS-COV-05`,
    /// `CS-BASE-30`.
    pub fn new(defender: &'a Fighter, covers: &'a [CoverOnLine], switches: &'a Switches) -> Self {
        let cover = cover::intercepting_cover(defender, covers);
        let by_location = HitLocation::ALL.map(|location| LocationProtection {
            cover: cover.filter(|_| defender.shielded.contains(location)).map(CoverOnLine::ap_left),
            armour: u32::from(defender.sheet.armour.ap_at(location)),
            toughness: defender.sheet.bonus(Characteristic::Toughness),
        });
        Self { defender, cover, by_location, switches }
    }

    /// The first location with the same protection as this one; hits on either have the same result.
    pub fn equivalent_location(&self, location: HitLocation) -> HitLocation {
        let protection = self.by_location[location as usize];
        HitLocation::ALL
            .into_iter()
            .find(|&other| self.by_location[other as usize] == protection)
            .unwrap_or(location)
    }

    /// Damage at a location. `CS-COV-06` to `CS-COV-08`, `CS-BASE-30`.
    pub const fn location_damage(
        &self,
        damage: u32,
        attack_damage: &AttackDamage,
        location: HitLocation,
    ) -> LocationDamage {
        let protection = self.by_location[location as usize];
        cover::resolve_location_damage(damage, attack_damage.penetration, protection, self.switches.cover_pen)
    }

    /// Resolves one hit at a location; cover has the AP it had before the attack. `CS-COV-06` to
    /// `CS-COV-10`, `CS-COV-14`.
    pub fn resolve_hit(
        &self,
        table: &mut impl Table,
        attack_damage: &AttackDamage,
        location: HitLocation,
        tally: HitTally,
    ) -> RuleResult<HitTally> {
        let protection = self.by_location[location as usize];
        let damage = attack_damage.roll_damage(table)?;
        let effect = self.location_damage(damage, attack_damage, location);
        table.note(|| self.hit_note(damage, attack_damage.penetration, protection, effect));
        Ok(HitTally {
            raw: tally.raw.max(damage),
            wounds: tally.wounds + effect.wounds,
            reached: tally.reached || effect.reached,
            wears: tally.wears || (effect.reached && protection.cover.is_some()),
        })
    }

    /// The result of `hits` hits; `cover_wear` is the AP that an attack with excess takes from the cover.
    /// `CS-COV-09`, `CS-BASE-13`.
    pub fn damage_result(
        &self,
        defence_outcome: DefenceOutcome,
        hits: u8,
        location: Option<HitLocation>,
        tally: HitTally,
        cover_wear: u32,
    ) -> DamageResult {
        let contact = match tally {
            _ if hits == 0 => HitResult::Miss,
            HitTally { reached: false, .. } => HitResult::Blocked,
            HitTally { wounds: 0, .. } => HitResult::Graze,
            _ => HitResult::Hit,
        };
        let before = &self.defender.condition;
        let after =
            before.with_wounds_lost(tally.wounds).with_fate_spent(u8::from(defence_outcome.fate_spent));
        let worn_cover = self.cover.filter(|_| tally.wears && cover_wear > 0);
        DamageResult {
            contact,
            hits,
            location,
            raw: tally.raw,
            damage: tally.wounds,
            down: health_state::down_state(&after, self.switches),
            condition: after,
            barriers: worn_cover.map(|cover| cover.ap_loss(cover_wear)).into_iter().collect(),
            evasion: defence_outcome.evasion,
            deflected: defence_outcome.deflected,
            curse_spent: defence_outcome.curse_spent,
        }
    }

    /// The note of a hit, with every part as far as it counts: Penetration takes AP that are there, and armour matters
    /// only to damage that gets past the cover. `CS-BASE-30`, `CS-COV-06`, `CS-COV-07`.
    fn hit_note(
        &self,
        damage: u32,
        penetration: u32,
        protection: LocationProtection,
        effect: LocationDamage,
    ) -> Note {
        let LocationProtection { cover, armour, toughness } = protection;
        let through_cover = cover.filter(|_| self.switches.cover_pen).map_or(0, |ap| penetration.min(ap));
        let through_armour = (penetration - through_cover).min(armour);
        let mut parts = Modifiers::new();
        parts.add(damage.cast_signed(), "damage", "CS-BASE-12");
        parts.add(-cover.unwrap_or(0).cast_signed(), "cover", "CS-COV-06");
        parts.add(through_cover.cast_signed(), "penetration against cover", "CS-COV-07");
        if !effect.reached {
            return Note::new("CS-COV-08", HitNote::Stopped { damage }).with_parts(&parts.0);
        }
        parts.add(-armour.cast_signed(), "armour", "CS-BASE-30");
        parts.add(through_armour.cast_signed(), "penetration against armour", "CS-BASE-30");
        parts.add(-toughness.cast_signed(), "Toughness bonus", "CS-BASE-30");
        Note::new("CS-BASE-30", HitNote::Wounds { damage, wounds: WoundCount(effect.wounds) })
            .with_parts(&parts.0)
    }
}
