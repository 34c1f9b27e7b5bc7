//! The one way to read a fight: systems, panels, opponents and checks gather through it.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::arsenal::{Arsenal, Dropped, ItemId};
use super::components::*;
use super::covering::Coverings;
use super::engage::ground_of;
use super::holding::{Armed, ArmedItem, HeldPhase, StandingAnswers, Undertaking};
use super::knowledge::{Knowledge, Known, Viewer};
use super::order::Target;
use super::riding::Seating;
use super::state::*;
use content::Terrain;
use field::{Body, Cell, DiagonalStep, LineOfFire, Place};
use rules::engine::{self, acts, after_pass, turn_order};
use rules::swan_song::setting;
use rules::{Combatant, Down, FireMode, Gait, Grip, Ground, Held, Melee, Reach, RuleSet, play};

/// An attack as far as its attacker goes: with what, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed<'a> {
    /// Who attacks.
    pub unit: UnitId,
    /// Number of the weapon in its arsenal.
    pub weapon: usize,
    /// How a firearm is fired.
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    pub manner: Option<&'a str>,
}

/// Everything about a unit.
#[derive(QueryData)]
pub struct UnitData {
    /// Its number.
    pub id: &'static UnitId,
    /// Its side.
    pub side: &'static Side,
    /// Its name.
    pub identity: &'static Identity,
    /// Its sheet.
    pub sheet: &'static CharacterSheet,
    /// Where it is.
    pub position: &'static GridPosition,
    /// Health and strain.
    pub health: &'static Health,
    /// Dice against damage.
    pub soak: &'static Soak,
    /// Place in the round.
    pub initiative: &'static Initiative,
    /// Points.
    pub points: &'static ActionPoints,
    /// How it moved.
    pub movement: &'static Movement,
    /// What it did in its phase.
    pub turn: &'static Turn,
    /// Cover taken.
    pub cover: &'static Cover,
    /// Statuses.
    pub status: &'static StatusEffects,
    /// Weapons.
    pub arsenal: &'static Arsenal,
    /// Defences rolled.
    pub guard: &'static Guard,
    /// Out of the fight.
    pub casualty: &'static Casualty,
    /// Karma left.
    pub karma: &'static KarmaPoints,
    /// A phase it holds back.
    pub held: &'static HeldPhase,
    /// What its player answers without being asked.
    pub standing: &'static StandingAnswers,
    /// An Extended Action it is busy with.
    pub undertaking: &'static Undertaking,
    /// Its seats, if it is a vehicle that carries people.
    pub seating: &'static Seating,
}

impl UnitDataItem<'_, '_> {
    /// On the field and conscious.
    pub fn fighting(&self) -> bool {
        self.casualty.fighting()
    }
    /// On the field and alive: something that goes off may catch it.
    pub fn catchable(&self) -> bool {
        !self.casualty.escaped() && self.casualty.down() != Some(Down::Dead)
    }
    /// Square it stands on.
    pub fn cell(&self) -> Cell {
        self.position.cell()
    }
    /// Lies on the ground.
    pub fn prone(&self) -> bool {
        self.status.has(StatusKind::Prone)
    }
    /// How tall it stands or lies.
    pub fn body(&self) -> Body {
        if self.prone() { Body::PRONE } else { Body::STANDING }
    }
}

/// Everything about a barrier segment.
#[derive(QueryData)]
pub struct BarrierData {
    /// Its number.
    pub id: &'static BarrierId,
    /// What it is made of.
    pub barrier: &'static Barrier,
    /// Where it stands.
    pub place: &'static BarrierPlace,
    /// What has become of it.
    pub state: &'static BarrierState,
}

/// Reads a fight.
#[derive(SystemParam)]
pub struct BattleView<'w, 's> {
    units: Query<'w, 's, UnitData>,
    pub(super) barriers: Query<'w, 's, BarrierData>,
    pub(super) items: Query<'w, 's, (&'static ItemId, &'static Dropped)>,
    pub(super) armed: Query<'w, 's, (&'static ItemId, &'static Armed)>,
    pub(super) index: Res<'w, UnitIndex>,
    pub(super) field: Res<'w, Battlefield>,
    round: Res<'w, Round>,
    setup: Res<'w, Setup>,
    pending: Res<'w, Pending>,
    pub(super) knowledge: Res<'w, Knowledge>,
    pub(super) viewer: Option<Res<'w, Viewer>>,
}

impl BattleView<'_, '_> {
    /// A unit by its number; with a viewer, if that side knows where it is.
    pub fn unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.recalled(id).filter(|unit| self.shows(unit))
    }

    /// All units, by number; with a viewer, those of which that side knows where they are.
    pub fn units(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.everybody().filter(|unit| self.shows(unit))
    }

    /// A unit by its number, whoever reads: for stories about times when it was seen.
    pub fn recalled(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.units.get(self.index.get(id)?).ok()
    }

    /// All units, by number, whoever reads.
    pub(super) fn everybody(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        // Units are spawned by number, and none is taken away before all are: their table is in order.
        debug_assert!(self.units.iter().map(|unit| *unit.id).eq(self.index.iter().map(|(id, _)| id)));
        self.units.iter()
    }

    /// The unit on a square that still takes up room there: conscious ones, and bodies do not.
    pub fn unit_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        let here = || self.standing_on(cell).filter(UnitDataItem::fighting);
        // Whoever rides is met where the vehicle is, unless it is a wreck.
        here().find(|unit| unit.rides().is_none()).or_else(|| here().next())
    }

    /// A fallen unit on a square.
    pub fn body_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        self.standing_on(cell).find(|unit| unit.casualty.down().is_some() && !unit.casualty.escaped())
    }

    /// Everybody whose place a square is, by number.
    fn standing_on(&self, cell: Cell) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.index.on(cell).iter().filter_map(|id| self.unit(*id))
    }

    /// A barrier segment by its number.
    pub fn barrier(&self, id: BarrierId) -> Option<BarrierDataItem<'_, '_>> {
        let data = self.barriers.get(self.field.barrier(id)?.0).ok()?;
        let Some(known) = self.known() else { return Some(data) };
        Some(BarrierDataItem { state: known.state_of(id), ..data })
    }

    /// The barrier segment at a place.
    pub fn barrier_at(&self, place: Place) -> Option<BarrierDataItem<'_, '_>> {
        self.barrier(self.field.barrier_at(place)?)
    }

    /// Things on the ground, by number.
    pub fn items(&self) -> Vec<(ItemId, &Dropped)> {
        let mut items: Vec<_> = self.items.iter().map(|(id, item)| (*id, item)).collect();
        items.retain(|(id, _)| self.known().is_none_or(|known| known.item(*id)));
        items.sort_by_key(|(id, _)| *id);
        items
    }

    /// Activated items, by number. Chapter TIMED.
    pub fn armed(&self) -> Vec<ArmedItem<'_>> {
        let mut armed: Vec<_> = self.armed.iter().map(|(id, item)| (*id, item)).collect();
        armed.retain(|(id, _)| self.known().is_none_or(|known| known.item(*id)));
        armed.sort_by_key(|(id, _)| *id);
        armed
    }

    /// The map; with a viewer, as that side has seen its walls and doors.
    pub fn field(&self) -> &Battlefield {
        self.known().map_or(&self.field, Known::field)
    }

    /// Round, pass and phase.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// The skirmish.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The open question.
    pub fn decision(&self) -> Option<&Decision> {
        self.pending.decision()
    }

    /// Name of a side.
    pub fn side_name(&self, side: Side) -> &str {
        self.setup
            .bundle()
            .skirmish
            .sides
            .get(usize::from(side.0))
            .map_or("nobody", |side| side.name.as_str())
    }

    /// The unit as rules see it.
    pub fn combatant(&self, unit: &UnitDataItem) -> Combatant {
        let score = if unit.initiative.out() { 0 } else { unit.initiative.score() };
        let waits = unit.points.turn() == engine::Turn::Before && score > 0;
        let held = unit.arsenal.held().map(|(slot, carried)| Held {
            weapon: carried.weapon().clone(),
            slot,
            loaded: carried.loaded(),
            fault: carried.fault(),
            hand: carried.hand(),
        });
        // Everybody is looked at all the time, and few of them are tied to anybody.
        let on = unit.status.glance();
        let (carried, held_before) = match on.grip {
            Some(Grip::Holding(_)) => (self.carried_body(unit), self.held_by(unit)),
            _ => (None, None),
        };
        let terrain = self.terrain_at(unit.cell());
        Combatant {
            id: unit.id.0,
            name: unit.identity.shared_name(),
            side: unit.side.0,
            sheet: unit.sheet.get().clone(),
            condition: unit.health.condition().clone(),
            purse: unit.points.purse(),
            initiative: score,
            round: self.round.number(),
            acted: unit.turn.acted(),
            late: unit.turn.late(),
            turn_left: waits || acts(after_pass(score)),
            gait: if on.sits { Gait::Steady } else { unit.movement.gait() },
            walked: unit.movement.walked(),
            runs: unit.movement.runs(),
            prone: on.prone,
            in_cover: unit.cover.taken(),
            full_defense: on.full_defense,
            defences: unit.guard.defences(),
            in_melee: on.melee && self.is_busy_in_melee(unit),
            melee: if on.melee { super::melee::of(self, unit) } else { Melee::default() },
            grip: on.grip,
            concealed: on.concealed,
            surprised_by: match on.surprised {
                true => unit.status.surprised_by().map(|by| by.0).collect(),
                false => Vec::new(),
            },
            startled: on.startled,
            indoors: terrain.is_some_and(|terrain| terrain.indoors),
            ground: terrain.map_or_else(Ground::default, ground_of),
            weather: self.setup.bundle().skirmish.weather,
            down: unit.casualty.down(),
            dying_since: on.dying_since,
            held: held.collect(),
            karma: unit.karma.karma(),
            ailments: unit.status.ailments().to_vec(),
            carries: carried.map(|body| Box::new(self.combatant(&body))),
            behind: None,
            ride: if on.sits { self.ride(unit) } else { None },
            cabin: self.cabin(unit),
            holds: held_before.map(|held| {
                let (here, there) = (unit.cell(), held.cell());
                (Box::new(self.combatant(&held)), (there.x - here.x, there.y - here.y))
            }),
            spent: unit.turn.spent(),
            shaken: unit.status.bounds().shaken,
        }
    }

    /// The body that a unit carries. `SS-BARR-44`.
    pub fn carried_body(&self, unit: &UnitDataItem) -> Option<UnitDataItem<'_, '_>> {
        let Some(Grip::Holding(other)) = unit.status.grip() else { return None };
        self.unit(UnitId(other)).filter(|body| body.casualty.down().is_some())
    }

    /// Whom a unit holds in a grapple, if that one is still up. `AB-SHIELD-01`.
    fn held_by(&self, unit: &UnitDataItem) -> Option<UnitDataItem<'_, '_>> {
        let Some(Grip::Holding(other)) = unit.status.grip() else { return None };
        self.unit(UnitId(other)).filter(UnitDataItem::fighting)
    }

    /// Exchanged blows lately with an enemy that could strike it again, or is engaged. `SS-DEF-39`, `CS-MEL-01`.
    fn is_busy_in_melee(&self, unit: &UnitDataItem) -> bool {
        let fences = unit.status.fencing().any(|other| {
            self.unit(other).is_some_and(|other| {
                other.side != unit.side && other.fighting() && in_melee_reach(&other, unit.cell())
            })
        });
        fences || unit.status.in_melee_with().next().is_some()
    }

    /// A weapon that a unit carries can be aimed at a square where nobody stands. `CS-BASE-35`.
    pub fn aims_at_squares(&self, unit: &UnitDataItem, weapon: usize) -> bool {
        let carried = unit.arsenal.carried().get(weapon);
        carried.is_some_and(|it| play::arm(it.weapon(), unit.sheet.get(), self.rules()).aims_at_squares)
    }

    /// Smoke, flames and what they have left on the ground. Everybody sees them.
    pub fn coverings(&self) -> &Coverings {
        &self.field.coverings
    }

    /// The ground of a square as content has it, with what lies on it now.
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.field.coverings.terrain(cell).or_else(|| self.setup.terrain_at(cell))
    }

    /// The line of fire from a square to a unit.
    pub fn line_of_fire(&self, from: Cell, body: Body, target: &UnitDataItem) -> LineOfFire {
        field::line_of_fire(self.field.grid(), from, body, target.cell(), target.body())
    }

    /// Whether one unit sees another: both ways or not at all.
    pub fn sees(&self, one: &UnitDataItem, other: &UnitDataItem) -> bool {
        field::line_of_sight(self.field.grid(), one.cell(), one.body(), other.cell(), other.body())
    }

    /// Whether a unit still has a phase of its own in this pass; a held one is none. `SS-DELAY-04`.
    pub fn waits(&self, unit: &UnitDataItem) -> bool {
        unit.fighting()
            && !unit.is_driven()
            && unit.points.turn() == engine::Turn::Before
            && unit.held.pass() != Some(self.round.passes())
            && !unit.initiative.out()
            && acts(unit.initiative.score())
    }

    /// Everybody who still has a phase of its own in this pass. `SS-DELAY-04`.
    pub fn waiting_entries(&self) -> Vec<turn_order::Entry> {
        self.units().filter(|unit| self.waits(unit)).map(|unit| self.entry(&unit)).collect()
    }

    /// What places a unit in the order.
    pub fn entry(&self, unit: &UnitDataItem) -> turn_order::Entry {
        let (reaction, intuition) = play::tie_breaks(unit.sheet.get());
        turn_order::Entry { id: unit.id.0, score: unit.initiative.score(), reaction, intuition }
    }
}

/// Whether a unit could strike a square with something it holds.
fn in_melee_reach(unit: &UnitDataItem, cell: Cell) -> bool {
    let rings = unit.cell().rings(cell);
    unit.arsenal
        .held()
        .any(|(_, carried)| matches!(carried.reach(), Reach::Melee { beyond } if rings <= beyond + 1))
}

/// What a diagonal step costs under the switches of a skirmish. `SS-BASE-16`.
pub fn diagonal_step(rules: &RuleSet) -> DiagonalStep {
    match rules.engine.diagonal_step {
        setting::DiagonalStep::OneAndAHalf => DiagonalStep::OneAndAHalf,
        setting::DiagonalStep::One => DiagonalStep::One,
    }
}

/// A target's square, for distances and lines.
pub fn target_cell(view: &BattleView, from: Cell, target: Target) -> Option<Cell> {
    match target {
        Target::Unit(id) => view.unit(id).map(|unit| unit.cell()),
        Target::Barrier(id) => view.barrier(id).map(|data| match data.place.place() {
            Place::Square(cell) => cell,
            Place::Edge(edge) => {
                let [one, other] = edge.cells();
                if from.distance_squared(one) <= from.distance_squared(other) { one } else { other }
            }
        }),
        Target::Square(cell) => Some(cell),
    }
}
