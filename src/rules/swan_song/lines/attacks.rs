//! Sentences of attacks, damage, barriers and explosions. Chapters ATK, DEF, ARM, DMG, BARR, CALL and TIMED.

use std::fmt;

use crate::lines::{DiceCount, HitCount, SquareCount, rule_lines};
use crate::swan_song::CalledShot;
use crate::swan_song::attack::called_shot::{LocationInjury, VehiclePart};
use crate::swan_song::damage::health::AppliedDamage;
use crate::swan_song::defence::methods::DefenceMethod;
use dice::{NoteSubject, RuleLine, RuleText};
use model::Distance;

/// Meaning of net hits. `SS-ATK-02` to `SS-ATK-04`, `SS-COVER-01`.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum NetHits {
    #[strum(to_string = "a miss")]
    Miss,
    #[strum(to_string = "a hit through the cover")]
    ThroughCover,
    #[strum(to_string = "a tie")]
    Tie,
    #[strum(to_string = "a hit")]
    Hit,
}

/// Notes of attacks on units, and of explosions.
#[derive(Clone, Debug, strum::Display)]
pub enum AttackLine {
    #[strum(to_string = "No active defence: cover dice only")]
    CoverOnly,
    #[strum(to_string = "No defence: all hits are net hits")]
    Undefended,
    #[strum(to_string = "Net hits {net}: {means}")]
    Net { net: i32, means: NetHits },
    #[strum(to_string = "Glitch: weapon dropped")]
    WeaponDropped,
    #[strum(to_string = "Damage {damage} + {net} net = {dv}")]
    Damage { damage: u32, net: i32, dv: u32 },
    #[strum(to_string = "Stopped before it reaches the target")]
    Blocked,
    #[strum(to_string = "A graze: contact, no damage")]
    Graze,
    #[strum(to_string = "A graze: reached by the explosion, but not harmed")]
    GrazedByBlast,
    #[strum(to_string = "Contact: the weapon still takes effect")]
    ContactEffect,
    #[strum(to_string = "Contact is enough for this attack: 0 net hits")]
    ContactOnly,
    #[strum(to_string = "Damage value {dv} is below armour {av}: a graze, no damage")]
    StoppedByArmour { dv: u32, av: u32 },
    #[strum(to_string = "Damage value {dv} is not below armour {av}")]
    ThroughArmour { dv: u32, av: u32 },
    #[strum(to_string = "Armour does not stop Strain")]
    StrainIgnoresArmour,
    #[strum(to_string = "{dv} after soak: {left}")]
    Soaked { dv: u32, left: u32 },
    #[strum(to_string = "Stopped by armour: a graze, no damage")]
    AllSoaked,
    #[strum(to_string = "{hits}, 1 needed: on target")]
    OnTarget { hits: HitCount },
    #[strum(to_string = "{hits}, 1 needed: off target")]
    OffTarget { hits: HitCount },
    #[strum(to_string = "{item} goes off")]
    Explodes { item: String },
    #[strum(to_string = "lands a killing blow and survives")]
    KillingBlow,
    #[strum(to_string = "kills an enemy, which counts as a killing blow")]
    KillsEnemy,
    #[strum(to_string = "takes the last health of an enemy, which counts as a killing blow")]
    DownsEnemy,
    #[strum(to_string = "Good cover does not count in melee")]
    NoCoverInMelee,
    #[strum(to_string = "Wholly hidden: the attack goes through what hides the target")]
    WhollyHidden,
}

/// Notes of damage to units.
#[derive(Clone, Debug, strum::Display)]
pub enum DamageLine {
    #[strum(to_string = "Strength {strength} + {net} net, Physical Limit {limit}: knocked down")]
    KnockdownShot { strength: u8, net: i32, limit: u32 },
    #[strum(to_string = "Strength {strength} + {net} net, Physical Limit {limit}: stays up")]
    KnockdownShotFails { strength: u8, net: i32, limit: u32 },
    #[strum(to_string = "At most {left} of the {damage} damage count at this location")]
    LocationLimit { left: u32, damage: u32 },
    #[strum(to_string = "Dead")]
    Dead,
    #[strum(to_string = "Destroyed")]
    Destroyed,
    #[strum(to_string = "Falls unconscious")]
    Unconscious,
    #[strum(to_string = "Wrecked")]
    Wrecked,
    #[strum(to_string = "Knocked down: {damage} damage, Physical Limit {limit}")]
    KnockedDown { damage: u32, limit: u32 },
    #[strum(to_string = "Fall: {dv} damage, {left} after soak")]
    Fall { dv: u32, left: u32 },
    #[strum(to_string = "No further effect: already disabled")]
    AlreadyDisabled,
    #[strum(to_string = "Already stunned this round")]
    AlreadyStunned,
    #[strum(to_string = "It looks like {name}")]
    Injury { name: &'static str },
    #[strum(to_string = "This type of damage does {percent} % to flesh and shields")]
    TypeFactor { percent: u32 },
    #[strum(to_string = "Fatigued: takes {left} of {strain} Strain")]
    Fatigued { left: u32, strain: u32 },
}

/// Losses of health by pool: "4 damage: 1 shield, 3 flesh". `SS-DMG-05`.
#[derive(Clone, Copy, Debug)]
pub struct LossesLine {
    pub damage: u32,
    pub applied: AppliedDamage,
}

impl fmt::Display for LossesLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { damage, applied } = self;
        write!(f, "{damage} damage")?;
        let losses = [
            (applied.shield_lost, "shield"),
            (applied.armored_lost, "armoured"),
            (applied.flesh_lost, "flesh"),
            (applied.strain_gained, "strain"),
        ];
        let mut separator = ": ";
        for (points, pool) in losses.into_iter().filter(|(points, _)| *points != 0) {
            write!(f, "{separator}{points} {pool}")?;
            separator = ", ";
        }
        if separator == ": " { f.write_str(", nothing lost") } else { Ok(()) }
    }
}

/// A Critical Injury. `SS-CRIT-05`, `SS-CRIT-07`.
#[derive(Clone, Copy, Debug)]
pub struct InjuryLine {
    /// Caused by damage above twice Body; otherwise the unit goes down.
    pub massive: bool,
}

impl fmt::Display for InjuryLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Critical Injury ({})", if self.massive { "massive" } else { "goes down" })
    }
}

/// An effect of a hit on a body location. `SS-CALL-11`.
#[derive(Clone, Copy, Debug)]
pub struct LocationInjuryLine(pub LocationInjury);

impl fmt::Display for LocationInjuryLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// The effect of a hit on a part of a vehicle. `SS-CALL-104`.
#[derive(Clone, Copy, Debug)]
pub struct VehiclePartLine(pub VehiclePart);

impl fmt::Display for VehiclePartLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", CalledShot::Vehicle(self.0).label(), self.0.effect_text())
    }
}

/// The choice of a defence. `SS-ATK-07`.
#[derive(Clone, Debug, strum::Display)]
pub enum DefencePrompt {
    #[strum(to_string = "Attacked with {weapon}. Choose a defence.")]
    Question { weapon: String },
}

/// Label of a defence, such as "Dodge" or "Dodge + Karma".
#[derive(Clone, Copy, Debug)]
pub struct DefenceLabel {
    pub method: DefenceMethod,
    pub karma: bool,
}

impl fmt::Display for DefenceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method.label())?;
        f.write_str(if self.karma { " + Karma" } else { "" })
    }
}

impl DefenceLabel {
    /// Says how long a defence helps, if that is longer than against this attack; else empty. `SS-DEF-05`.
    pub const fn effect(self) -> &'static str {
        if self.method.full_defense { "lasts until the end of the round" } else { "" }
    }
}

/// Price, dice and limit of a defence, such as "1 AP, 11 dice, limit 4".
#[derive(Clone, Copy, Debug)]
pub struct DefenceDetail {
    /// Action points.
    pub cost: u8,
    /// Whether it costs a point of Karma.
    pub karma: bool,
    pub pool: u32,
    pub limit: Option<u32>,
}

impl fmt::Display for DefenceDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.cost, self.karma) {
            (0, false) => f.write_str("free")?,
            (0, true) => f.write_str("1 Karma")?,
            (cost, false) => write!(f, "{cost} AP")?,
            (cost, true) => write!(f, "{cost} AP, 1 Karma")?,
        }
        write!(f, ", {}", DiceCount(self.pool))?;
        self.limit.map_or(Ok(()), |limit| write!(f, ", limit {limit}"))
    }
}

/// Place of a detonation.
#[derive(Clone, Debug)]
pub enum DetonationSite {
    Unit(String),
    Barrier(String),
    Square { on_target: bool },
}

/// Detonation of an explosive, `metres` from its aim.
#[derive(Clone, Debug)]
pub struct DetonationLine {
    pub weapon: String,
    pub site: DetonationSite,
    pub metres: u32,
}

impl fmt::Display for DetonationLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} goes off ", self.weapon)?;
        match (self.metres, &self.site) {
            (0, DetonationSite::Square { on_target: true }) => return f.write_str("on target"),
            (0, _) => f.write_str("at ")?,
            (metres, _) => write!(f, "{metres} m from ")?,
        }
        match &self.site {
            DetonationSite::Unit(unit) => f.write_str(unit),
            DetonationSite::Barrier(barrier) => write!(f, "the {barrier}"),
            DetonationSite::Square { .. } => f.write_str("the target square"),
        }
    }
}

/// Damage to a unit or a barrier; the target's name is left out: "3 damage", "Ann: 2 damage".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlastDamage {
    /// Name of the target; `None` for the target of the attack.
    pub target: Option<String>,
    pub damage: u32,
}

impl fmt::Display for BlastDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(target) = &self.target {
            write!(f, "{target}: ")?;
        }
        write!(f, "{} damage", self.damage)
    }
}

/// Damage of an explosion: "3 damage, Ann: 2 damage".
#[derive(Clone, Debug)]
pub struct BlastSummary(pub Vec<BlastDamage>);

impl fmt::Display for BlastSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, damage) in self.0.iter().enumerate() {
            write!(f, "{}{damage}", if nth == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Why an explosion does not hurt a unit within its radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum SparedLine {
    /// Its defence was good enough, wherever the blast goes off.
    #[strum(to_string = "evades the blast")]
    Evades,
    /// Barriers take all damage.
    #[strum(to_string = "is in the blast, but what stands between stops it")]
    Blocked,
    /// Armour and soak take all damage.
    #[strum(to_string = "is in the blast, but takes no damage")]
    Unhurt,
    /// No way leads from the detonation to it.
    #[strum(to_string = "is within the radius, but a wall keeps the blast away")]
    Shielded,
}

/// Refusals of attacks.
#[derive(Clone, Debug, strum::Display)]
pub enum AttackRefusal {
    #[strum(to_string = "{weapon} must be placed first")]
    NotPlaced { weapon: String },
    #[strum(to_string = "{weapon} is activated, not fired")]
    NotFired { weapon: String },
    #[strum(to_string = "{weapon} does not have this fire mode")]
    NoSuchMode { weapon: String },
    #[strum(to_string = "the reach of {weapon} is {reach} m, the target is {distance} m away")]
    OutOfRange { weapon: String, reach: u32, distance: Distance },
    /// Reach counts squares, diagonal ones too. `SS-BASE-16`.
    #[strum(to_string = "the reach of {weapon} is {reach}, the target is {away} away")]
    OutOfReach { weapon: String, reach: SquareCount, away: SquareCount },
    #[strum(to_string = "{weapon}: the arm holding it is useless")]
    UselessArm { weapon: String },
    #[strum(to_string = "{shot}: disabled by the house rules")]
    ShotDisabled { shot: &'static str },
    #[strum(to_string = "{shot}: not possible with {weapon}")]
    ShotImpossible { shot: &'static str, weapon: String },
}

/// A called shot at a part that the target does not have. `SS-CALL-118`.
#[derive(Clone, Copy, Debug)]
pub struct NoSuchPart(pub CalledShot);

impl fmt::Display for NoSuchPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the target has no {}", self.0.label().to_lowercase())
    }
}

impl RuleLine for BlastSummary {
    fn without_units(&self, is_hidden: &dyn Fn(&str) -> bool) -> Option<RuleText> {
        let mut seen = self.clone();
        seen.0.retain(|damage| damage.target.as_deref().is_none_or(|unit| !is_hidden(unit)));
        Some(seen.into())
    }
}

impl RuleLine for DetonationLine {
    fn note_subject(&self) -> NoteSubject {
        NoteSubject::Projectile
    }
}

impl RuleLine for AttackLine {
    fn note_subject(&self) -> NoteSubject {
        if matches!(self, Self::Explodes { .. }) { NoteSubject::Projectile } else { NoteSubject::Unit }
    }
}

rule_lines!(
    DamageLine,
    LossesLine,
    InjuryLine,
    LocationInjuryLine,
    VehiclePartLine,
    DefencePrompt,
    DefenceLabel,
    DefenceDetail,
    SparedLine,
    AttackRefusal,
    NoSuchPart,
);
