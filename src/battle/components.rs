//! The state of a fight. Fields are written by `apply` and `setup` alone; everybody reads.

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::arsenal::Arsenal;
use super::holding::{HeldPhase, StandingAnswers, Undertaking};
use super::riding::Seating;
use crate::content::{BarrierKind, Glyph};
use crate::field::{Cell, Place};
use crate::rules::engine;
pub use crate::rules::status::Until;
use crate::rules::status::{Ailment, Bounds, Part, Suffered};
use crate::rules::{Condition, Down, Gait, Grip, Karma, Purse, Sheet};

/// Stable number of a unit; saved, ordered, never reused in a fight.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[require(
    Side,
    GridPosition,
    Soak,
    Initiative,
    Movement,
    Turn,
    Cover,
    StatusEffects,
    Arsenal,
    Guard,
    Casualty,
    KarmaPoints,
    HeldPhase,
    StandingAnswers,
    Undertaking,
    Seating
)]
pub struct UnitId(pub u32);

/// The side a unit fights for, counted from 0.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
pub struct Side(pub u8);

/// How a unit is called and drawn.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    pub(in crate::battle) name: Arc<str>,
    pub(in crate::battle) role: Arc<str>,
    pub(in crate::battle) glyph: Glyph,
}

/// The unit's sheet in the book of the skirmish.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CharacterSheet(pub(in crate::battle) Sheet);

/// The square the unit stands on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct GridPosition(pub(in crate::battle) Cell);

/// Harm in the book's measure: pools, tracks, wounds and strain.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Health(pub(in crate::battle) Condition);

/// What stands between a plain blow and a unit's health, in the book's measure. `SS-ATK-20`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Soak(pub(in crate::battle) u32);

/// Place in the order of a round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Initiative {
    pub(in crate::battle) score: i32,
    /// Initiative attribute when the score was last brought up to date. `SS-INIT-15`.
    pub(in crate::battle) attribute: i32,
    pub(in crate::battle) dice: u8,
    /// Was driven to 0 or less: no further phase in this round. `SS-INIT-13`.
    pub(in crate::battle) out: bool,
}

/// Points for actions, and whatever else the book lets a unit spend.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionPoints(pub(in crate::battle) Purse);

/// Metres walked and runs taken.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Movement {
    /// Half metres walked in this round. `SS-MOVE-03`.
    pub(in crate::battle) walked: u32,
    /// Run actions taken in this round. `SS-MOVE-08`.
    pub(in crate::battle) runs: u8,
    pub(in crate::battle) gait: Gait,
    /// Where the last run of this phase began. `SS-MOVE-18`.
    pub(in crate::battle) run_from: Option<Cell>,
    /// A run was announced before anything else in this phase. `SS-MOVE-17`.
    pub(in crate::battle) announced: bool,
    /// Its last move was stopped before its end. `SS-INTC-11`.
    pub(in crate::battle) halted: bool,
}

/// What the unit did in its current action phase.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Turn {
    pub(in crate::battle) rounds_fired: u32,
    /// It has begun or lost a phase in this round. `AB-BASE-06`.
    pub(in crate::battle) acted: bool,
    /// Its phase is a delayed one. `SS-DELAY-09`.
    pub(in crate::battle) late: bool,
    /// Its own phase of this pass is still to come. `SS-DELAY-17`.
    pub(in crate::battle) early: bool,
    /// An action with a price was taken in it. `SS-DELAY-03`.
    pub(in crate::battle) paid: bool,
    /// Karma rolled the misses of its last attack again. `SS-MULTI-11`.
    pub(in crate::battle) rerolled: bool,
    /// Points paid in this phase. `CS-PIN-01`.
    pub(in crate::battle) spent: u8,
}

/// The unit took cover on its square. `SS-ACT-49`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Cover(pub(in crate::battle) bool);

/// What a unit suffers or enjoys for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StatusKind {
    /// Lies on the ground. `SS-DEF-19`.
    Prone,
    /// Adds Willpower to defences. `SS-DEF-05`.
    FullDefense,
    /// Takes part in the fight: cannot be caught unaware in the open. `SS-DEF-23`.
    Engaged,
    /// Exchanged melee attacks with this unit. `SS-DEF-39`.
    Fencing(UnitId),
    /// Is engaged in melee with this unit. `CS-MEL-01`.
    InMelee(UnitId),
    /// Holds this unit. `CS-BASE-37`, `AB-BASE-10`.
    Holding(UnitId),
    /// Is held by this unit.
    HeldBy(UnitId),
    /// Hides from its enemies. `CS-UNA-05`.
    Concealed,
    /// Bleeds to death, since this round. `SS-DMG-23`.
    Dying(u32),
    /// Acts in the next pass, at this score. `SS-FFYL-07`.
    PhaseOwed(i32),
    /// Is busy up to this minute after the fight: treats somebody, or is treated.
    Busy(u32),
    /// Was surprised by this unit: no defence against it. `SS-SURP-15`.
    SurprisedBy(UnitId),
    /// Loses its next phase. `SS-SURP-20`.
    Startled,
    /// Loses so many points when initiative is rolled. `SS-SURP-13`.
    ScoreLost(i32),
    /// Sits behind the wheel of this vehicle. `SS-DEF-18`.
    Drives(UnitId),
    /// Sits in this vehicle.
    RidesIn(UnitId),
    /// A vehicle that changed its square since its driver's last phase began. `SS-DEF-18`.
    Rolling,
    /// The windows of a vehicle are down. `SS-CALL-115`.
    WindowsDown,
}

/// One status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Status {
    /// What it is.
    pub kind: StatusKind,
    /// When it ends.
    pub until: Until,
}

/// Everything the unit suffers or enjoys, sorted.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct StatusEffects {
    pub(in crate::battle) statuses: Vec<Status>,
    pub(in crate::battle) ailments: Vec<Suffered>,
    /// What they make of the phase that goes on.
    pub(in crate::battle) bounds: Bounds,
}

/// Defence rolls since the unit's last action phase. `SS-DEF-28`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Guard {
    pub(in crate::battle) defences: u8,
}

/// Whether the unit is out of the fight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Casualty {
    pub(in crate::battle) down: Option<Down>,
    /// Left the field by an exit.
    pub(in crate::battle) escaped: bool,
}

/// Karma left, and what it is meant for. `SS-BASE-25`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct KarmaPoints {
    pub(in crate::battle) karma: Karma,
    /// Five dice are paid for the next Initiative Test. `SS-INIT-07`.
    pub(in crate::battle) initiative: bool,
}

/// Stable number of a barrier segment.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[require(BarrierState)]
pub struct BarrierId(pub u32);

/// What a barrier segment is made of. `SS-BARR-01`.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    pub(in crate::battle) id: Arc<str>,
    pub(in crate::battle) kind: Arc<BarrierKind>,
}

/// Where a barrier segment stands.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BarrierPlace(pub(in crate::battle) Place);

/// What has become of a barrier segment.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BarrierState {
    /// Damage so far. `SS-BARR-33`.
    pub(in crate::battle) damage: u32,
    /// Has a hole to walk through. `SS-BARR-34`.
    pub(in crate::battle) holed: bool,
    /// A door that stands open.
    pub(in crate::battle) open: bool,
}

impl Identity {
    /// The unit's name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The same, to keep.
    pub fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }
    /// What it does, in two or three words.
    pub fn role(&self) -> &str {
        &self.role
    }
    /// Sign on its token.
    pub fn glyph(&self) -> Glyph {
        self.glyph
    }
}

impl CharacterSheet {
    /// The sheet.
    pub fn get(&self) -> &Sheet {
        &self.0
    }
}

impl GridPosition {
    /// The square.
    pub fn cell(&self) -> Cell {
        self.0
    }
}

impl Health {
    /// All of it.
    pub fn condition(&self) -> &Condition {
        &self.0
    }
}

impl Soak {
    /// Dice, levels or points, as the book has it.
    pub fn value(&self) -> u32 {
        self.0
    }
}

impl Initiative {
    /// Score now.
    pub fn score(&self) -> i32 {
        self.score
    }
    /// Attribute part of the score.
    pub fn attribute(&self) -> i32 {
        self.attribute
    }
    /// Dice rolled this round.
    pub fn dice(&self) -> u8 {
        self.dice
    }
    /// Gets no further phase in this round.
    pub fn out(&self) -> bool {
        self.out
    }
}

impl ActionPoints {
    /// Points left in this pass.
    pub fn left(&self) -> u8 {
        self.0.points()
    }
    /// Everything the unit can still pay.
    pub fn purse(&self) -> Purse {
        self.0
    }
    /// Where the unit stands in the order of the pass.
    pub fn turn(&self) -> engine::Turn {
        self.0.turn()
    }
    /// Its phase of this pass is over or lost.
    pub fn acted(&self) -> bool {
        self.turn() == engine::Turn::After
    }
}

impl Movement {
    /// Half metres walked in this round.
    pub fn walked(&self) -> u32 {
        self.walked
    }
    /// Run actions in this round.
    pub fn runs(&self) -> u8 {
        self.runs
    }
    /// How it moved since its last phase began.
    pub fn gait(&self) -> Gait {
        self.gait
    }
    /// Its last move was stopped before its end.
    pub fn halted(&self) -> bool {
        self.halted
    }
    /// A run was announced in this phase.
    pub fn announced(&self) -> bool {
        self.announced
    }
    /// Where the run of this phase began.
    pub fn run_from(&self) -> Option<Cell> {
        self.run_from
    }
}

impl Turn {
    /// Rounds fired in this phase.
    pub fn rounds_fired(&self) -> u32 {
        self.rounds_fired
    }
    /// Points paid in this phase.
    pub fn spent(&self) -> u8 {
        self.spent
    }
    /// It has begun or lost a phase in this round.
    pub fn acted(&self) -> bool {
        self.acted
    }
    /// Its phase is a delayed one. `SS-DELAY-09`.
    pub fn late(&self) -> bool {
        self.late
    }
    /// It acts early in a pass whose own phase is still to come. `SS-DELAY-17`.
    pub fn early(&self) -> bool {
        self.early
    }
    /// An action with a price was taken in it. `SS-DELAY-03`.
    pub fn paid(&self) -> bool {
        self.paid
    }
}

impl Cover {
    /// The unit took cover on its square.
    pub fn taken(&self) -> bool {
        self.0
    }
}

impl StatusEffects {
    /// What it suffers by the table of ailments, sorted.
    pub fn ailments(&self) -> &[Suffered] {
        &self.ailments
    }
    /// What they make of the phase that goes on.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }
    /// Everything else, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &Status> {
        self.statuses.iter()
    }
    /// Whether one of this kind is on.
    pub fn has(&self, kind: StatusKind) -> bool {
        self.statuses.iter().any(|status| status.kind == kind)
    }
    /// The units it exchanged melee attacks with lately.
    pub fn fencing(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::Fencing(other) => Some(other),
            _ => None,
        })
    }
    /// The units it is engaged with in melee.
    pub fn in_melee_with(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::InMelee(other) => Some(other),
            _ => None,
        })
    }
    /// Whom it holds, or who holds it.
    pub fn grip(&self) -> Option<Grip> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Holding(other) => Some(Grip::Holding(other.0)),
            StatusKind::HeldBy(other) => Some(Grip::HeldBy(other.0)),
            _ => None,
        })
    }
    /// The vehicle it sits in, and whether it drives. `SS-DEF-18`.
    pub fn seat(&self) -> Option<(UnitId, bool)> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Drives(vehicle) => Some((vehicle, true)),
            StatusKind::RidesIn(vehicle) => Some((vehicle, false)),
            _ => None,
        })
    }
    /// The round since which it bleeds to death.
    pub fn dying_since(&self) -> Option<u32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Dying(since) => Some(since),
            _ => None,
        })
    }
    /// The minute after the fight up to which it is busy.
    pub fn busy_until(&self) -> Option<u32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Busy(until) => Some(until),
            _ => None,
        })
    }
    /// The units that have surprised it. `SS-SURP-02`.
    pub fn surprised_by(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::SurprisedBy(other) => Some(other),
            _ => None,
        })
    }
    /// Points that its next roll of initiative loses. `SS-SURP-13`.
    pub fn score_lost(&self) -> Option<i32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::ScoreLost(points) => Some(points),
            _ => None,
        })
    }
    /// The score at which it acts in the next pass, whatever its own. `SS-FFYL-07`.
    pub fn owed(&self) -> Option<i32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::PhaseOwed(score) => Some(score),
            _ => None,
        })
    }
    pub(in crate::battle) fn set(&mut self, status: Status) {
        self.statuses.retain(|old| old.kind != status.kind);
        let place = self.statuses.partition_point(|old| *old < status);
        self.statuses.insert(place, status);
    }
    pub(in crate::battle) fn afflict(&mut self, suffered: Suffered) {
        self.relieve(suffered.ailment, suffered.part);
        let place = self.ailments.partition_point(|old| *old < suffered);
        self.ailments.insert(place, suffered);
    }
    pub(in crate::battle) fn relieve(&mut self, ailment: Ailment, part: Option<Part>) {
        self.ailments.retain(|old| (old.ailment, old.part) != (ailment, part));
    }
    pub(in crate::battle) fn remove(&mut self, kind: StatusKind) {
        self.statuses.retain(|status| status.kind != kind);
    }
}

impl Guard {
    /// Defence rolls since its last action phase.
    pub fn defences(&self) -> u8 {
        self.defences
    }
}

impl Casualty {
    /// Out of the fight, if it is.
    pub fn down(&self) -> Option<Down> {
        self.down
    }
    /// Left the field.
    pub fn escaped(&self) -> bool {
        self.escaped
    }
    /// Still on the field and conscious.
    pub fn fighting(&self) -> bool {
        self.down.is_none() && !self.escaped
    }
}

impl KarmaPoints {
    /// Points left.
    pub fn left(&self) -> u8 {
        self.karma.left
    }
    /// Points left and what they are meant for.
    pub fn karma(&self) -> Karma {
        self.karma
    }
    /// Five dice are paid for the next Initiative Test.
    pub fn initiative(&self) -> bool {
        self.initiative
    }
    /// Most points that the unit's next attack or sprint takes.
    pub fn for_test(&self) -> u8 {
        self.karma.plan.within(self.karma.left).of_test().needs()
    }
}

impl Barrier {
    /// Id of its kind in the content.
    pub fn id(&self) -> &str {
        &self.id
    }
    /// Its kind: name, ratings, height, how it is drawn.
    pub fn kind(&self) -> &BarrierKind {
        &self.kind
    }
}

impl BarrierPlace {
    /// Where it stands.
    pub fn place(&self) -> Place {
        self.0
    }
}

impl BarrierState {
    /// Damage so far.
    pub fn damage(&self) -> u32 {
        self.damage
    }
    /// Has a hole.
    pub fn holed(&self) -> bool {
        self.holed
    }
    /// Stands open.
    pub fn open(&self) -> bool {
        self.open
    }
}
