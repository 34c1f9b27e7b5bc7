//! What a damaging hit on a location or a part does, test by test. `SS-CALL-08` to `SS-CALL-62`.

use serde::{Deserialize, Serialize};

use super::super::armour::{self, add_attribute};
use super::super::switches::SlowedUntil;
use super::super::{
    AttackResult, AttackScene, Attribute, DamageType, Down, Fighter, PoolKind, damage, last_stand, wound,
};
use super::{CalledShot, Injury, Location, Stun, VehiclePart};
use crate::Book;
use crate::status::{self, Ailment, Cause, Part, Span, Suffered, Test, Trait};
use dice::{Clause, Dice, Modifiers, Note, Purpose, Step, Table};

/// What came of a Called Shot besides damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Came {
    /// The target's Initiative Score drops at once. `SS-CALL-35`.
    Score(i32),
    /// The target falls prone. `SS-CALL-44`, `SS-CALL-51`.
    Prone,
    /// What a hand holds falls. `SS-CALL-37`.
    Drops(Part),
    /// Something that lasts.
    Lasting(Cause),
}

impl Came {
    /// What a card calls it, with its clause. The mark against a second stun goes with the stun.
    pub const fn told(self) -> (&'static str, Clause) {
        match self {
            Self::Score(_) => ("Stunned", "SS-CALL-35"),
            Self::Lasting(Cause { ailment: Ailment::Reeling, .. }) => ("Stunned", "SS-CALL-35"),
            Self::Prone => ("Falls", "SS-CALL-51"),
            Self::Drops(_) => ("Drops what it holds", "SS-CALL-37"),
            Self::Lasting(cause) => (cause.ailment.name(), cause.ailment.rule().clause),
        }
    }
}

/// The hit as its injuries see it.
struct Hit<'a> {
    scene: &'a AttackScene,
    /// The one of a pair.
    part: Option<Part>,
    /// The location with its side as a number: further hits on it make durations longer. `SS-CALL-14`.
    area: u16,
    /// Modified DV before soak and limit. `SS-CALL-09`.
    original: u32,
    /// Damage applied. `SS-CALL-09`.
    applied: u32,
}

/// A location with its side as a number, 1 and more.
pub const fn area_of(location: Location, part: Option<Part>) -> u16 {
    let side = match part {
        None => 0,
        Some(Part::Left) => 1,
        Some(Part::Right) => 2,
    };
    location as u16 * 3 + side + 1
}

/// Everything that a hit does besides its damage, in the order of its row; `left` is the damage before the limit.
///
/// # Errors
/// As the table.
pub fn injure(
    table: &mut impl Table,
    scene: &AttackScene,
    original: u32,
    left: u32,
    mut result: AttackResult,
) -> Step<AttackResult> {
    let Some(shot) = scene.called.filter(|_| left > 0 && result.down != Some(Down::Dead)) else {
        return Ok(result);
    };
    match shot {
        CalledShot::Knockdown => {}
        CalledShot::Vehicle(part) => break_part(table, part, &mut result),
        CalledShot::Location(location, part) => {
            let row = location.row(&scene.switches);
            let area = area_of(location, part);
            let hit =
                |original, result: &AttackResult| Hit { scene, part, area, original, applied: result.damage };
            if hit(original, &result).is_gone(location) {
                let clause = if location == Location::Ear { "SS-CALL-28" } else { "SS-CALL-34" };
                table.note(|| note(clause, "Nothing more can be done to it".into()));
                return Ok(result);
            }
            let mut state = (original, result);
            for injury in row.injuries {
                let (original, result) = state;
                let hurt = hit(original, &result).suffer(table, *injury, row.stun, result)?;
                state = table.settle((original, hurt))?;
            }
            result = state.1;
        }
    }
    Ok(result)
}

/// What becomes of a vehicle. `SS-CALL-106`, `SS-CALL-108` to `SS-CALL-115`.
fn break_part(table: &mut impl Table, part: VehiclePart, result: &mut AttackResult) {
    let ailments: &[Ailment] = match part {
        VehiclePart::EngineBlock => &[Ailment::Disabled],
        VehiclePart::FuelTank => &[Ailment::Disabled, Ailment::Leaking],
        VehiclePart::Axle => &[Ailment::BrokenAxle],
        VehiclePart::Antenna => &[Ailment::CutOff],
        VehiclePart::DoorLock => &[Ailment::JammedDoor],
        VehiclePart::WindowMotor => &[Ailment::JammedWindow],
    };
    table.note(|| note(part.clause(), format!("{}: {}", CalledShot::Vehicle(part).label(), part.brief())));
    result.called.extend(ailments.iter().map(|ailment| Came::Lasting(Cause::of(*ailment, None))));
}

impl Hit<'_> {
    fn target(&self) -> &Fighter {
        &self.scene.defender
    }

    fn suffered(&self) -> &[Suffered] {
        &self.target().ailments
    }

    /// An ear or eye that is out of order already. `SS-CALL-27`, `SS-CALL-28`, `SS-CALL-33`, `SS-CALL-34`.
    fn is_gone(&self, location: Location) -> bool {
        let ailment = match location {
            Location::Ear => Ailment::DeafEar,
            Location::Eye => Ailment::BlindEye,
            _ => return false,
        };
        status::has_in(self.suffered(), ailment, self.part)
    }

    /// Whether this ailment takes hold: new, or of this very area. `SS-CALL-12` to `SS-CALL-14`.
    fn takes(&self, ailment: Ailment, part: Option<Part>) -> bool {
        let old = self.suffered().iter().find(|one| one.ailment == ailment && one.part == part);
        old.is_none_or(|old| old.strength == self.area)
    }

    fn lasting(&self, ailment: Ailment, part: Option<Part>, span: Span) -> Came {
        let span = Some(span);
        Came::Lasting(Cause { ailment, span, part, by: Some(self.scene.attacker.id), strength: self.area })
    }

    /// One injury with its test, if it has one.
    fn suffer(
        &self,
        table: &mut impl Table,
        injury: Injury,
        stun: Option<Stun>,
        mut result: AttackResult,
    ) -> Step<AttackResult> {
        let (original, applied) = (rounds(self.original), rounds(self.applied));
        let mut came = Vec::new();
        match injury {
            Injury::Stunned => {
                if let Some(stun) = stun {
                    came = self.stun(table, stun, &result)?;
                }
            }
            Injury::Slowed => {
                let span = match self.scene.switches.slowed_until {
                    SlowedUntil::Healed => Span::Open,
                    SlowedUntil::Rounds => Span::Rounds(original.into()),
                };
                came = self.plain(Ailment::Slowed, None, span);
            }
            Injury::Winded => came = self.plain(Ailment::Winded, None, Span::Rounds(original.into())),
            Injury::Deafened => came = self.plain(Ailment::DeafEar, self.part, Span::Rounds(original.into())),
            Injury::Blinded => came = self.plain(Ailment::BlindEye, self.part, Span::Rounds(original.into())),
            Injury::BrokenGrip => {
                came = self.plain(Ailment::BrokenGrip, self.part, Span::Rounds(applied.into()));
                came.extend(self.part.map(Came::Drops));
            }
            Injury::Nauseous => came = self.nausea(table, &result)?,
            Injury::Buckled => came = self.buckle(table, &result)?,
            Injury::SlowDeath => {
                let weapon = &self.scene.weapon;
                let pierced =
                    (weapon.piercing || weapon.penetrating) && damage::pool_kind(weapon) == PoolKind::Health;
                if pierced {
                    came = self.plain(Ailment::SlowDeath, None, Span::Open);
                }
            }
            Injury::Knockdown => came = self.knock_down(table, &result)?,
            Injury::UnableToSpeak => came = self.plain(Ailment::Speechless, None, Span::Open),
            Injury::Bleedout => {
                if self.target().vitals.flesh.max > 0 {
                    came = self.plain(Ailment::Bleedout, None, Span::Open);
                }
            }
            Injury::OneArmed => {
                came = self.plain(Ailment::UselessArm, self.part, Span::Rounds(applied.into()));
                came.extend(self.plain(Ailment::HurtArm, self.part, Span::Open));
            }
            Injury::Fatigued => return self.tire(table, result),
        }
        if !came.is_empty() {
            table.note(|| note(injury.clause(), injury.name().to_owned()));
        }
        result.called.extend(came);
        Ok(result)
    }

    /// What needs no test.
    fn plain(&self, ailment: Ailment, part: Option<Part>, span: Span) -> Vec<Came> {
        if self.takes(ailment, part) { vec![self.lasting(ailment, part, span)] } else { Vec::new() }
    }

    /// `SS-CALL-35`, `SS-CALL-36`, table SS-T14.
    fn stun(&self, table: &mut impl Table, stun: Stun, result: &AttackResult) -> Step<Vec<Came>> {
        if status::has(self.suffered(), Ailment::Reeling) {
            table.note(|| note("SS-CALL-13", "Stunned already in this round".into()));
            return Ok(Vec::new());
        }
        let (first, second) = stun.of;
        let kind = if first == Attribute::Charisma { Trait::Willpower } else { Trait::Toughness };
        let hits = self.resist(table, "stun resistance", "SS-CALL-35", (&[first, second], kind), result)?;
        if hits >= stun.threshold {
            return Ok(Vec::new());
        }
        Ok(vec![Came::Score(-stun.loss), self.lasting(Ailment::Reeling, None, Span::Rounds(0))])
    }

    /// `SS-CALL-42`, `SS-CALL-43`.
    fn nausea(&self, table: &mut impl Table, result: &AttackResult) -> Step<Vec<Came>> {
        if !self.takes(Ailment::Nauseous, None) {
            return Ok(Vec::new());
        }
        let of = &[Attribute::Body, Attribute::Willpower];
        let hits = self.resist(table, "nausea resistance", "SS-CALL-42", (of, Trait::Toughness), result)?;
        let sick = rounds(4u32.saturating_sub(hits));
        let lasting = || self.lasting(Ailment::Nauseous, None, Span::Rounds(sick.into()));
        Ok((sick > 0).then(lasting).into_iter().collect())
    }

    /// `SS-CALL-44`, `SS-CALL-45`.
    fn buckle(&self, table: &mut impl Table, result: &AttackResult) -> Step<Vec<Came>> {
        if !self.takes(Ailment::Buckled, None) {
            return Ok(Vec::new());
        }
        let of = &[Attribute::Body];
        let hits = self.resist(table, "buckling resistance", "SS-CALL-44", (of, Trait::Endurance), result)?;
        let lies = rounds(self.applied.saturating_sub(hits));
        let came = || vec![Came::Prone, self.lasting(Ailment::Buckled, None, Span::Rounds(lies.into()))];
        Ok(if lies > 0 { came() } else { Vec::new() })
    }

    /// `SS-CALL-51`, `SS-KNOCK-09`.
    fn knock_down(&self, table: &mut impl Table, result: &AttackResult) -> Step<Vec<Came>> {
        if self.target().prone || result.knocked_down {
            return Ok(Vec::new());
        }
        let of = &[Attribute::Strength, Attribute::Agility];
        let hits =
            self.resist(table, "knockdown resistance", "SS-CALL-51", (of, Trait::Athletics), result)?;
        Ok(if hits < self.applied + 3 { vec![Came::Prone] } else { Vec::new() })
    }

    /// A second resistance test, against Strain. `SS-CALL-62`, `SS-WND-09`.
    fn tire(&self, table: &mut impl Table, mut result: AttackResult) -> Step<AttackResult> {
        let strain = self.original / 2;
        let sheet = &self.target().sheet;
        let mut parts = armour::attribute_parts(sheet, Attribute::Body, "SS-CALL-62");
        last_stand::halve(&mut parts, &self.target().vitals);
        let hits = self.roll(table, "fatigue resistance", "SS-CALL-62", &parts)?;
        let left = strain.saturating_sub(hits);
        let switches = &self.scene.switches;
        let kind = DamageType::Kinetic;
        let tired = damage::apply_damage(result.vitals, left, PoolKind::Strain, kind, switches);
        table.note(|| note("SS-CALL-62", format!("Fatigued: {left} of {strain} strain")));
        result.vitals = tired.vitals;
        result.down = damage::state_of(&tired.vitals, sheet.attributes.body).max(result.down);
        Ok(result)
    }

    /// A test of attributes with the wounds of this moment, and with what ailments do to a test of this kind.
    /// `SS-WND-09`, `SS-FFYL-09`, `CS-DAZE-02`.
    fn resist(
        &self,
        table: &mut impl Table,
        why: &'static str,
        clause: Clause,
        (of, kind): (&[Attribute], Trait),
        result: &AttackResult,
    ) -> Step<u32> {
        let mut parts = Modifiers::new();
        for attribute in of {
            add_attribute(&mut parts, &self.target().sheet, *attribute, clause);
        }
        last_stand::halve(&mut parts, &self.target().vitals);
        parts.0.extend(wound::wound_parts(&result.vitals).0);
        status::add_changes(&mut parts, self.suffered(), Test::Of(kind), Book::SwanSong);
        self.roll(table, why, clause, &parts)
    }

    fn roll(
        &self,
        table: &mut impl Table,
        why: &'static str,
        clause: Clause,
        parts: &Modifiers,
    ) -> Step<u32> {
        let purpose = Purpose { who: Some(self.target().id), why, clause, parts: &parts.0, limit: None };
        Ok(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value)
    }
}

/// Rounds as durations count them.
fn rounds(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn note(clause: Clause, text: String) -> Note {
    Note { clause, text, parts: Vec::new() }
}
