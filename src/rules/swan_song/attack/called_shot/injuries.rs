//! Injuries of damaging called shots and their tests. `SS-CALL-08` to `SS-CALL-62`.

use serde::{Deserialize, Serialize};

use super::{CalledShot, Location, LocationInjury, StunTest, VehiclePart};
use crate::Book;
use crate::status::{
    self, ActiveAilment, Ailment, AilmentCause, BodySide, StatusDuration, TestKind, TestTrait,
};
use crate::swan_song::damage::armour;
use crate::swan_song::damage::armour::add_attribute;
use crate::swan_song::damage::{health, last_stand, wounds};
use crate::swan_song::lines::attacks::{DamageLine, LocationInjuryLine, VehiclePartLine};
use crate::swan_song::options::switches::SlowedUntil;
use crate::swan_song::{AttackContext, AttackResult, Attribute, DamageType, DownState, Fighter, PoolKind};
use dice::{Clause, Dice, Modifiers, Note, Purpose, RuleResult, Table};

/// Effect of a called shot besides damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CalledShotEffect {
    /// The target's Initiative Score drops at once. `SS-CALL-35`.
    Score(i32),
    /// The target falls prone. `SS-CALL-44`, `SS-CALL-51`.
    Prone,
    /// The target drops what it holds in this hand. `SS-CALL-37`.
    Drops(BodySide),
    /// A lasting ailment.
    Lasting(AilmentCause),
}

impl CalledShotEffect {
    /// Display name and clause. The once-per-round marker of a stun has the same name as the stun.
    pub const fn name_and_clause(self) -> (&'static str, Clause) {
        match self {
            Self::Score(_) => ("Stunned", "SS-CALL-35"),
            Self::Lasting(AilmentCause { ailment: Ailment::Reeling, .. }) => ("Stunned", "SS-CALL-35"),
            Self::Prone => ("Falls prone", "SS-CALL-51"),
            Self::Drops(_) => ("Drops held item", "SS-CALL-37"),
            Self::Lasting(cause) => (cause.ailment.name(), cause.ailment.rule().clause),
        }
    }
}

/// A damaging hit on a location.
struct LocationHit<'a> {
    context: &'a AttackContext,
    /// The side, if the location is paired.
    part: Option<BodySide>,
    /// The location and its side as a number; further hits on it extend durations. `SS-CALL-14`.
    area: u16,
    /// Modified DV before soak and damage limit. `SS-CALL-09`.
    original: u32,
    /// Damage applied. `SS-CALL-09`.
    applied: u32,
}

/// Returns a number for a location and its side, from 1 up.
pub const fn location_number(location: Location, part: Option<BodySide>) -> u16 {
    let side = match part {
        None => 0,
        Some(BodySide::Left) => 1,
        Some(BodySide::Right) => 2,
    };
    location as u16 * 3 + side + 1
}

/// Resolves every effect of a hit besides damage, in row order; `left` is the damage before the limit.
pub fn resolve_injuries(
    table: &mut impl Table,
    context: &AttackContext,
    original: u32,
    left: u32,
    mut result: AttackResult,
) -> RuleResult<AttackResult> {
    let Some(shot) = context.called_shot.filter(|_| left > 0 && result.down != Some(DownState::Dead)) else {
        return Ok(result);
    };
    match shot {
        CalledShot::Knockdown => {}
        CalledShot::Vehicle(part) => disable_vehicle_part(table, part, &mut result),
        CalledShot::Location(location, part) => {
            let row = location.stats(&context.switches);
            let area = location_number(location, part);
            let hit = |original, result: &AttackResult| LocationHit {
                context,
                part,
                area,
                original,
                applied: result.damage,
            };
            if hit(original, &result).is_disabled(location) {
                let clause = if location == Location::Ear { "SS-CALL-28" } else { "SS-CALL-34" };
                table.note(|| Note::new(clause, DamageLine::AlreadyDisabled));
                return Ok(result);
            }
            let mut state = (original, result);
            for injury in row.injuries {
                let (original, result) = state;
                let hurt = hit(original, &result).resolve_injury(table, *injury, row.stun, result)?;
                state = table.merge_branches((original, hurt))?;
            }
            result = state.1;
        }
    }
    Ok(result)
}

/// Adds the effects of a hit on a vehicle part. `SS-CALL-106`, `SS-CALL-108` to `SS-CALL-115`.
fn disable_vehicle_part(table: &mut impl Table, part: VehiclePart, result: &mut AttackResult) {
    let ailments: &[Ailment] = match part {
        VehiclePart::EngineBlock => &[Ailment::Disabled],
        VehiclePart::FuelTank => &[Ailment::Disabled, Ailment::Leaking],
        VehiclePart::Axle => &[Ailment::BrokenAxle],
        VehiclePart::Antenna => &[Ailment::CutOff],
        VehiclePart::DoorLock => &[Ailment::JammedDoor],
        VehiclePart::WindowMotor => &[Ailment::JammedWindow],
    };
    table.note(|| Note::new(part.clause(), VehiclePartLine(part)));
    result
        .called_shot_effects
        .extend(ailments.iter().map(|ailment| CalledShotEffect::Lasting(AilmentCause::new(*ailment, None))));
}

impl LocationHit<'_> {
    fn target(&self) -> &Fighter {
        &self.context.defender
    }

    fn ailments(&self) -> &[ActiveAilment] {
        &self.target().ailments
    }

    /// Whether the ear or eye is already disabled. `SS-CALL-27`, `SS-CALL-28`, `SS-CALL-33`, `SS-CALL-34`.
    fn is_disabled(&self, location: Location) -> bool {
        let ailment = match location {
            Location::Ear => Ailment::DeafEar,
            Location::Eye => Ailment::BlindEye,
            _ => return false,
        };
        status::has_in(self.ailments(), ailment, self.part)
    }

    /// Whether this ailment applies: it is new, or comes from the same area. `SS-CALL-12` to `SS-CALL-14`.
    fn may_apply(&self, ailment: Ailment, part: Option<BodySide>) -> bool {
        let old = self.ailments().iter().find(|one| one.ailment == ailment && one.part == part);
        old.is_none_or(|old| old.strength == self.area)
    }

    fn lasting_effect(
        &self,
        ailment: Ailment,
        part: Option<BodySide>,
        span: StatusDuration,
    ) -> CalledShotEffect {
        let span = Some(span);
        CalledShotEffect::Lasting(AilmentCause {
            ailment,
            span,
            part,
            by: Some(self.context.attacker.id),
            strength: self.area,
        })
    }

    /// Resolves one injury, with its test if it has one.
    fn resolve_injury(
        &self,
        table: &mut impl Table,
        injury: LocationInjury,
        stun: Option<StunTest>,
        mut result: AttackResult,
    ) -> RuleResult<AttackResult> {
        if injury == LocationInjury::Fatigued {
            return self.resolve_fatigue(table, result);
        }
        let effects = self.injury_effects(table, injury, stun, &result)?;
        if !effects.is_empty() {
            table.note(|| Note::new(injury.clause(), LocationInjuryLine(injury)));
        }
        result.called_shot_effects.extend(effects);
        Ok(result)
    }

    /// Returns the effects of an injury, with its test if it has one.
    fn injury_effects(
        &self,
        table: &mut impl Table,
        injury: LocationInjury,
        stun: Option<StunTest>,
        result: &AttackResult,
    ) -> RuleResult<Vec<CalledShotEffect>> {
        let rounds = |damage| StatusDuration::Rounds(duration_rounds(damage).into());
        let (original, applied) = (rounds(self.original), rounds(self.applied));
        let without_test = |ailment, part, span| self.effects_without_test(ailment, part, span);
        Ok(match injury {
            LocationInjury::Stunned => match stun {
                Some(stun) => self.resolve_stun(table, stun, result)?,
                None => Vec::new(),
            },
            LocationInjury::Slowed => match self.context.switches.slowed_until {
                SlowedUntil::Healed => without_test(Ailment::Slowed, None, StatusDuration::Open),
                SlowedUntil::Rounds => without_test(Ailment::Slowed, None, original),
            },
            LocationInjury::Winded => without_test(Ailment::Winded, None, original),
            LocationInjury::Deafened => without_test(Ailment::DeafEar, self.part, original),
            LocationInjury::Blinded => without_test(Ailment::BlindEye, self.part, original),
            LocationInjury::BrokenGrip => {
                let mut effects = without_test(Ailment::BrokenGrip, self.part, applied);
                effects.extend(self.part.map(CalledShotEffect::Drops));
                effects
            }
            LocationInjury::Nauseous => self.resolve_nausea(table, result)?,
            LocationInjury::Buckled => self.resolve_buckle(table, result)?,
            LocationInjury::SlowDeath if !self.pierces_health() => Vec::new(),
            LocationInjury::SlowDeath => without_test(Ailment::SlowDeath, None, StatusDuration::Open),
            LocationInjury::Knockdown => self.resolve_knockdown(table, result)?,
            LocationInjury::UnableToSpeak => without_test(Ailment::Speechless, None, StatusDuration::Open),
            LocationInjury::Bleedout if self.target().vitals.flesh.max <= 0 => Vec::new(),
            LocationInjury::Bleedout => without_test(Ailment::Bleedout, None, StatusDuration::Open),
            LocationInjury::OneArmed => {
                let mut effects = without_test(Ailment::UselessArm, self.part, applied);
                effects.extend(without_test(Ailment::HurtArm, self.part, StatusDuration::Open));
                effects
            }
            LocationInjury::Fatigued => Vec::new(), // costs Strain instead
        })
    }

    /// Whether the weapon goes through flesh: piercing or penetrating, with damage to health.
    fn pierces_health(&self) -> bool {
        let weapon = &self.context.weapon;
        (weapon.piercing || weapon.penetrating) && health::pool_kind(weapon) == PoolKind::Health
    }

    /// Returns the effects of an injury that needs no test.
    fn effects_without_test(
        &self,
        ailment: Ailment,
        part: Option<BodySide>,
        span: StatusDuration,
    ) -> Vec<CalledShotEffect> {
        if self.may_apply(ailment, part) {
            vec![self.lasting_effect(ailment, part, span)]
        } else {
            Vec::new()
        }
    }

    /// Rolls against being stunned. `SS-CALL-35`, `SS-CALL-36`, table SS-T14.
    fn resolve_stun(
        &self,
        table: &mut impl Table,
        stun: StunTest,
        result: &AttackResult,
    ) -> RuleResult<Vec<CalledShotEffect>> {
        if status::has(self.ailments(), Ailment::Reeling) {
            table.note(|| Note::new("SS-CALL-13", DamageLine::AlreadyStunned));
            return Ok(Vec::new());
        }
        let (first, second) = stun.attributes;
        let kind = if first == Attribute::Charisma { TestTrait::Willpower } else { TestTrait::Toughness };
        let hits =
            self.roll_resistance(table, "stun resistance", "SS-CALL-35", (&[first, second], kind), result)?;
        if hits >= stun.threshold {
            return Ok(Vec::new());
        }
        Ok(vec![
            CalledShotEffect::Score(-stun.loss),
            self.lasting_effect(Ailment::Reeling, None, StatusDuration::Rounds(0)),
        ])
    }

    /// Rolls against nausea. `SS-CALL-42`, `SS-CALL-43`.
    fn resolve_nausea(
        &self,
        table: &mut impl Table,
        result: &AttackResult,
    ) -> RuleResult<Vec<CalledShotEffect>> {
        if !self.may_apply(Ailment::Nauseous, None) {
            return Ok(Vec::new());
        }
        let attributes = &[Attribute::Body, Attribute::Willpower];
        let hits = self.roll_resistance(
            table,
            "nausea resistance",
            "SS-CALL-42",
            (attributes, TestTrait::Toughness),
            result,
        )?;
        let rounds = duration_rounds(4u32.saturating_sub(hits));
        let lasting = || self.lasting_effect(Ailment::Nauseous, None, StatusDuration::Rounds(rounds.into()));
        Ok((rounds > 0).then(lasting).into_iter().collect())
    }

    /// Rolls against buckling. `SS-CALL-44`, `SS-CALL-45`.
    fn resolve_buckle(
        &self,
        table: &mut impl Table,
        result: &AttackResult,
    ) -> RuleResult<Vec<CalledShotEffect>> {
        if !self.may_apply(Ailment::Buckled, None) {
            return Ok(Vec::new());
        }
        let attributes = &[Attribute::Body];
        let hits = self.roll_resistance(
            table,
            "buckling resistance",
            "SS-CALL-44",
            (attributes, TestTrait::Endurance),
            result,
        )?;
        let rounds = duration_rounds(self.applied.saturating_sub(hits));
        let effects = || {
            vec![
                CalledShotEffect::Prone,
                self.lasting_effect(Ailment::Buckled, None, StatusDuration::Rounds(rounds.into())),
            ]
        };
        Ok(if rounds > 0 { effects() } else { Vec::new() })
    }

    /// Rolls against being knocked down. `SS-CALL-51`, `SS-KNOCK-09`.
    fn resolve_knockdown(
        &self,
        table: &mut impl Table,
        result: &AttackResult,
    ) -> RuleResult<Vec<CalledShotEffect>> {
        if self.target().prone || result.knocked_down {
            return Ok(Vec::new());
        }
        let attributes = &[Attribute::Strength, Attribute::Agility];
        let hits = self.roll_resistance(
            table,
            "knockdown resistance",
            "SS-CALL-51",
            (attributes, TestTrait::Athletics),
            result,
        )?;
        Ok(if hits < self.applied + 3 { vec![CalledShotEffect::Prone] } else { Vec::new() })
    }

    /// Rolls a second resistance test, against Strain. `SS-CALL-62`, `SS-WND-09`.
    fn resolve_fatigue(&self, table: &mut impl Table, mut result: AttackResult) -> RuleResult<AttackResult> {
        let strain = self.original / 2;
        let sheet = &self.target().sheet;
        let mut parts = armour::effective_attribute_parts(sheet, Attribute::Body, "SS-CALL-62");
        last_stand::halve_pool(&mut parts, &self.target().vitals);
        let hits = self.roll_test(table, "fatigue resistance", "SS-CALL-62", &parts)?;
        let left = strain.saturating_sub(hits);
        let switches = &self.context.switches;
        let kind = DamageType::Kinetic;
        let applied = health::apply_damage(result.vitals, left, PoolKind::Strain, kind, switches);
        table.note(|| Note::new("SS-CALL-62", DamageLine::Fatigued { left, strain }));
        result.vitals = applied.vitals;
        result.down = health::down_state(&applied.vitals, sheet.attributes.body).max(result.down);
        Ok(result)
    }

    /// Rolls an attribute test with current wound modifiers and the ailments that affect this kind of test.
    /// `SS-WND-09`, `SS-FFYL-09`, `CS-DAZE-02`.
    fn roll_resistance(
        &self,
        table: &mut impl Table,
        why: &'static str,
        clause: Clause,
        (attributes, kind): (&[Attribute], TestTrait),
        result: &AttackResult,
    ) -> RuleResult<u32> {
        let mut parts = Modifiers::new();
        for attribute in attributes {
            add_attribute(&mut parts, &self.target().sheet, *attribute, clause);
        }
        last_stand::halve_pool(&mut parts, &self.target().vitals);
        parts.0.extend(wounds::wound_parts(&result.vitals).0);
        status::add_test_modifiers(&mut parts, self.ailments(), TestKind::Trait(kind), Book::SwanSong);
        self.roll_test(table, why, clause, &parts)
    }

    fn roll_test(
        &self,
        table: &mut impl Table,
        why: &'static str,
        clause: Clause,
        parts: &Modifiers,
    ) -> RuleResult<u32> {
        let purpose = Purpose { who: Some(self.target().id), why, clause, parts: &parts.0, limit: None };
        Ok(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value)
    }
}

/// Converts a number of rounds to a duration.
fn duration_rounds(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
