//! The one way to read a fight: systems, panels, opponents and checks gather through it.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::components::*;
use super::order::Target;
use super::state::*;
use crate::field::{self, Body, Cell, DiagonalStep, LineOfFire, Place};
use crate::rules::swan_song::budget;
use crate::rules::swan_song::setting;
use crate::rules::swan_song::{
    AttackScene, BarrierOnLine, BarrierScene, Fighter, FireMode, Sight, Switches, WeaponClass, armour,
    initiative, turn_order,
};

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
}

impl UnitDataItem<'_, '_> {
    /// On the field and conscious.
    pub fn fighting(&self) -> bool {
        self.casualty.fighting()
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
    barriers: Query<'w, 's, BarrierData>,
    items: Query<'w, 's, (&'static ItemId, &'static Dropped)>,
    index: Res<'w, UnitIndex>,
    field: Res<'w, Battlefield>,
    round: Res<'w, Round>,
    setup: Res<'w, Setup>,
    pending: Res<'w, Pending>,
}

impl BattleView<'_, '_> {
    /// A unit by its number.
    pub fn unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.units.get(self.index.get(id)?).ok()
    }

    /// All units, by number.
    pub fn units(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.index.iter().filter_map(|(_, entity)| self.units.get(entity).ok())
    }

    /// The unit on a square that still takes up room there: conscious ones, and bodies do not.
    pub fn unit_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        self.units().find(|unit| unit.fighting() && unit.cell() == cell)
    }

    /// A fallen unit on a square.
    pub fn body_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        self.units()
            .find(|unit| unit.casualty.down().is_some() && !unit.casualty.escaped() && unit.cell() == cell)
    }

    /// A barrier segment by its number.
    pub fn barrier(&self, id: BarrierId) -> Option<BarrierDataItem<'_, '_>> {
        self.barriers.get(self.field.barrier(id)?.0).ok()
    }

    /// The barrier segment at a place.
    pub fn barrier_at(&self, place: Place) -> Option<BarrierDataItem<'_, '_>> {
        let (id, _) = self.field.barriers().find(|(_, at)| *at == place)?;
        self.barrier(id)
    }

    /// Things on the ground, by number.
    pub fn items(&self) -> Vec<(ItemId, &Dropped)> {
        let mut items: Vec<_> = self.items.iter().map(|(id, item)| (*id, item)).collect();
        items.sort_by_key(|(id, _)| *id);
        items
    }

    /// The map.
    pub fn field(&self) -> &Battlefield {
        &self.field
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
    pub fn fighter(&self, unit: &UnitDataItem) -> Fighter {
        let busy = unit.status.fencing().any(|other| {
            self.unit(other).is_some_and(|other| {
                other.side != unit.side && other.fighting() && in_melee_reach(&other, unit.cell())
            })
        });
        Fighter {
            id: unit.id.0,
            sheet: unit.sheet.get().clone(),
            vitals: unit.health.vitals(),
            action_points: unit.points.left(),
            gait: unit.movement.gait(),
            prone: unit.prone(),
            full_defense: unit.status.has(StatusKind::FullDefense),
            defences: unit.guard.defences(),
            in_melee: busy,
            down: unit.casualty.down(),
            held: unit.arsenal.held().cloned().collect(),
            may_interrupt: unit.fighting(),
            karma: unit.karma.karma(),
        }
    }

    /// The line of fire from a square to a unit.
    pub fn line_of_fire(&self, from: Cell, body: Body, target: &UnitDataItem) -> LineOfFire {
        field::line_of_fire(self.field.grid(), from, body, target.cell(), target.body())
    }

    /// Whether one unit sees another: both ways or not at all.
    pub fn sees(&self, one: &UnitDataItem, other: &UnitDataItem) -> bool {
        field::line_of_sight(self.field.grid(), one.cell(), one.body(), other.cell(), other.body())
    }

    /// A segment as rules see it.
    pub fn on_line(&self, data: &BarrierDataItem) -> BarrierOnLine {
        let kind = data.barrier.kind();
        BarrierOnLine {
            id: data.id.0,
            name: kind.name.clone(),
            structure: kind.structure,
            armor: kind.armor,
            thickness_cm: kind.thickness_cm,
            damage: data.state.damage(),
            transparent: kind.transparent,
        }
    }

    /// What a clean hit crosses, and what the target hides behind, as rules see it.
    fn on_the_way(&self, fire: &LineOfFire) -> Vec<BarrierOnLine> {
        let only_clear =
            fire.clear.iter().filter(|clear| fire.cover.iter().all(|cover| cover.id != clear.id));
        only_clear
            .chain(&fire.cover)
            .filter_map(|crossing| self.barrier(BarrierId(crossing.id)))
            .map(|data| self.on_line(&data))
            .collect()
    }

    /// Everything an attack on a unit needs to know, from the square where the attacker stands.
    pub fn attack_scene(
        &self,
        attacker: UnitId,
        target: UnitId,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Option<AttackScene> {
        let from = self.unit(attacker)?.cell();
        self.attack_scene_from(attacker, from, target, weapon, mode)
    }

    /// The same from another square: "what if I stood there?".
    pub fn attack_scene_from(
        &self,
        attacker: UnitId,
        from: Cell,
        target: UnitId,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Option<AttackScene> {
        let at = self.unit(target)?.cell();
        self.scene_between((attacker, from), (target, at), weapon, mode)
    }

    /// The same at a target that has moved to another square: "what if I went there?".
    pub fn attack_scene_at(
        &self,
        attacker: UnitId,
        target: UnitId,
        at: Cell,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Option<AttackScene> {
        let from = self.unit(attacker)?.cell();
        self.scene_between((attacker, from), (target, at), weapon, mode)
    }

    fn scene_between(
        &self,
        (attacker, from): (UnitId, Cell),
        (target, at): (UnitId, Cell),
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Option<AttackScene> {
        let unit = self.unit(attacker)?;
        let other = self.unit(target)?;
        let carried = unit.arsenal.carried().get(weapon)?;
        let fire = field::line_of_fire(self.field.grid(), from, unit.body(), at, other.body());
        let melee = carried.weapon().class != WeaponClass::Ranged;
        let rings = from.rings(at);
        let reach = u32::from(carried.weapon().reach) + u32::from(unit.sheet.get().reach) + 1;
        let charge =
            melee && unit.movement.run_from().is_some_and(|start| start.rings(at) > reach) && rings <= reach;
        Some(AttackScene {
            attacker: self.fighter(&unit),
            defender: self.fighter(&other),
            weapon: carried.weapon().clone(),
            mode,
            sight: Sight {
                distance_squared: from.distance_squared(at),
                rings,
                hidden: fire.hidden,
                took_cover: other.cover.taken() && at == other.cell(),
                across_obstacle: fire.hidden > 0,
                aware: fire.seen || other.status.has(StatusKind::Engaged),
            },
            barriers: self.on_the_way(&fire),
            charge,
            rounds_fired: unit.turn.rounds_fired(),
            switches: self.setup.switches().clone(),
        })
    }

    /// Everything an attack on a barrier segment needs to know.
    pub fn barrier_scene(
        &self,
        attacker: UnitId,
        target: BarrierId,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Option<BarrierScene> {
        let unit = self.unit(attacker)?;
        let data = self.barrier(target)?;
        let carried = unit.arsenal.carried().get(weapon)?;
        let near = target_cell(self, unit.cell(), Target::Barrier(target))?;
        let fire = field::line_of_fire(self.field.grid(), unit.cell(), unit.body(), near, Body::STANDING);
        let mut barriers = self.on_the_way(&fire);
        barriers.retain(|barrier| barrier.id != target.0);
        Some(BarrierScene {
            attacker: self.fighter(&unit),
            weapon: carried.weapon().clone(),
            mode,
            barrier: self.on_line(&data),
            hidden: fire.hidden,
            barriers,
            rounds_fired: unit.turn.rounds_fired(),
            switches: self.setup.switches().clone(),
        })
    }

    /// Everybody who still has a phase in this pass.
    pub fn waiting_entries(&self) -> Vec<turn_order::Entry> {
        self.units()
            .filter(|unit| unit.fighting() && unit.points.budget().turn == budget::Turn::Before)
            .filter(|unit| !unit.initiative.out() && initiative::acts(unit.initiative.score()))
            .map(|unit| self.entry(&unit))
            .collect()
    }

    /// What places a unit in the order.
    pub fn entry(&self, unit: &UnitDataItem) -> turn_order::Entry {
        let sheet = unit.sheet.get();
        turn_order::Entry {
            id: unit.id.0,
            score: unit.initiative.score(),
            reaction: armour::reaction(sheet),
            intuition: sheet.attributes.intuition,
        }
    }
}

/// Whether a unit could strike a square with something it holds.
fn in_melee_reach(unit: &UnitDataItem, cell: Cell) -> bool {
    let held =
        unit.arsenal.held().filter(|weapon| weapon.class != WeaponClass::Ranged).map(|weapon| weapon.reach);
    let reach = u32::from(held.max().unwrap_or(0)) + u32::from(unit.sheet.get().reach) + 1;
    unit.cell().rings(cell) <= reach
}

/// What a diagonal step costs under the switches of a skirmish. `SS-BASE-16`.
pub fn diagonal_step(switches: &Switches) -> DiagonalStep {
    match switches.diagonal_step {
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
    }
}
