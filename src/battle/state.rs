//! What a fight knows besides its units: round, map, dice, open questions, history.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use bevy::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::arsenal::ItemId;
use super::components::{BarrierId, Side, UnitId};
use super::covering::Coverings;
use super::event::{Event, Happening, Outcome};
use super::order::{Order, Target};
use super::victory;
use super::view::BattleView;
use crate::content::{SkirmishBundle, Terrain};
use crate::dice::{Dice, DiceState, Played, Prompt, Roll, Stop, Trace};
use crate::field::{Cell, Grid, Place};
use crate::rules::engine::Action;
use crate::rules::engine::turn_order::Coins;
use crate::rules::knockback::Force;
use crate::rules::swan_song::base;
use crate::rules::{Care, Effect, Fall, FireMode, KarmaUse, RuleSet, Share};

/// The skirmish that is fought: never changes.
#[derive(Resource, Clone, Debug)]
pub struct Setup {
    pub(in crate::battle) bundle: Arc<SkirmishBundle>,
    pub(in crate::battle) seed: u64,
    /// The sorts of its ground, in the order of the map's palette.
    palette: Vec<Option<Terrain>>,
}

impl Setup {
    /// Of a skirmish, with the seed of its dice.
    pub(in crate::battle) fn new(bundle: Arc<SkirmishBundle>, seed: u64) -> Self {
        let ids = bundle.skirmish.map.palette.iter();
        let palette = ids.map(|id| bundle.terrains.get(id).cloned()).collect();
        Self { bundle, seed, palette }
    }
    /// The ground of a square before anything came to lie on it.
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.palette.get(usize::from(self.bundle.skirmish.map.number_at(cell)?))?.as_ref()
    }
    /// Skirmish and everything of the content it uses.
    pub fn bundle(&self) -> &Arc<SkirmishBundle> {
        &self.bundle
    }
    /// The book and its switches.
    pub fn rules(&self) -> &RuleSet {
        &self.bundle.skirmish.rules
    }
    /// Seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

/// Round, pass and phase.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Round {
    pub(in crate::battle) number: u32,
    pub(in crate::battle) pass: u32,
    /// Passes begun in the whole fight.
    pub(in crate::battle) passes: u32,
    pub(in crate::battle) acting: Option<UnitId>,
    pub(in crate::battle) ready: BTreeSet<Side>,
    /// Rounds in a row for which a place was held, by the number of the objective.
    pub(in crate::battle) held: BTreeMap<usize, u32>,
    pub(in crate::battle) outcome: Option<Outcome>,
    pub(in crate::battle) next_item: u32,
    /// Tosses of this round. `SS-INIT-10`.
    pub(in crate::battle) coins: Coins,
    /// Boost dice that wait for a side, by who gave them. `CC-ADV-08`.
    pub(in crate::battle) boosts: BTreeMap<Side, Vec<u32>>,
    /// Phases that come next, out of the usual order. Chapter DELAY.
    pub(in crate::battle) lineup: Vec<UnitId>,
    /// Units that act at the same time. `SS-DELAY-08`.
    pub(in crate::battle) together: Vec<UnitId>,
    pub(in crate::battle) stage: Stage,
    /// Minutes since the field was left, once it was.
    pub(in crate::battle) after: Option<u32>,
}

/// How far a pass has come, as far as held phases go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Stage {
    /// Nobody was asked to open it. `SS-DELAY-16`.
    #[default]
    Opening,
    /// Phases in their order.
    Course,
    /// Whoever wanted to be last has said so. `SS-DELAY-13`.
    Closing,
}

impl Round {
    /// Round, counted from 1; 0 while units are placed.
    pub fn number(&self) -> u32 {
        self.number
    }
    /// Pass of the round, counted from 1.
    pub fn pass(&self) -> u32 {
        self.pass
    }
    /// Passes begun in the whole fight.
    pub fn passes(&self) -> u32 {
        self.passes
    }
    /// Whose action phase it is.
    pub fn acting(&self) -> Option<UnitId> {
        self.acting
    }
    /// Units are still being placed.
    pub fn deploying(&self) -> bool {
        self.number == 0 && self.outcome.is_none()
    }
    /// Sides that said they are ready.
    pub fn is_ready(&self, side: Side) -> bool {
        self.ready.contains(&side)
    }
    /// Rounds in a row for which a place was held; the most of all objectives.
    pub fn held(&self) -> u32 {
        self.held.values().copied().max().unwrap_or(0)
    }
    /// Rounds in a row for which the place of one objective was held.
    pub fn held_for(&self, objective: usize) -> u32 {
        self.held.get(&objective).copied().unwrap_or(0)
    }
    /// Number of the next thing that comes to lie on the field.
    pub fn next_item(&self) -> u32 {
        self.next_item
    }
    /// Phases that come next, out of the usual order. Chapter DELAY.
    pub fn lineup(&self) -> &[UnitId] {
        &self.lineup
    }
    /// Units that act at the same time. `SS-DELAY-08`.
    pub fn together(&self) -> &[UnitId] {
        &self.together
    }
    /// How far the pass has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }
    /// How the skirmish ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
    /// Tosses of this round.
    pub fn coins(&self) -> &Coins {
        &self.coins
    }
    /// Who gave the boost dice that wait for a side. `CC-ADV-08`.
    pub fn boosts(&self, side: Side) -> &[u32] {
        self.boosts.get(&side).map_or(&[], Vec::as_slice)
    }
    /// Minutes since the field was left after the fight, once it was.
    pub fn after(&self) -> Option<u32> {
        self.after
    }
    /// Seconds since the fight began: 5 to the round. `SS-ROUND-01`.
    pub fn clock(&self) -> u32 {
        5 * self.number.saturating_sub(1)
    }
}

/// Where the segments of barriers are: never changes in a fight.
#[derive(Clone, Debug, Default)]
pub(in crate::battle) struct Segments {
    all: BTreeMap<BarrierId, (Entity, Place)>,
    by_place: FxHashMap<Place, BarrierId>,
}

impl Segments {
    /// One more segment; where two stand at one place, the first is the one that is found there.
    pub fn add(&mut self, id: BarrierId, entity: Entity, place: Place) {
        self.all.insert(id, (entity, place));
        self.by_place.entry(place).or_insert(id);
    }
    /// Takes a segment away; gives its entity.
    pub fn remove(&mut self, id: BarrierId) -> Option<Entity> {
        let (entity, place) = self.all.remove(&id)?;
        if self.by_place.get(&place) == Some(&id) {
            self.by_place.remove(&place);
        }
        Some(entity)
    }
    /// Entity and place of every segment, by number.
    pub fn iter(&self) -> impl Iterator<Item = (BarrierId, Entity, Place)> {
        self.all.iter().map(|(id, (entity, place))| (*id, *entity, *place))
    }
}

/// The map with its barriers.
#[derive(Resource, Clone, Debug)]
pub struct Battlefield {
    pub(in crate::battle) grid: Arc<Grid>,
    pub(in crate::battle) barriers: Arc<Segments>,
    pub(in crate::battle) revision: u32,
    /// Smoke, flames and what they leave: of the field as it is, whatever a side knows of it.
    pub(in crate::battle) coverings: Coverings,
}

impl Battlefield {
    /// Geometry of the field as it stands.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
    /// The same, to keep.
    pub fn shared_grid(&self) -> Arc<Grid> {
        self.grid.clone()
    }
    /// Counts changes of the grid.
    pub fn revision(&self) -> u32 {
        self.revision
    }
    /// Entity and place of a barrier segment.
    pub fn barrier(&self, id: BarrierId) -> Option<(Entity, Place)> {
        self.barriers.all.get(&id).copied()
    }
    /// All segments, by number.
    pub fn barriers(&self) -> impl Iterator<Item = (BarrierId, Place)> {
        self.barriers.iter().map(|(id, _, place)| (id, place))
    }
    /// The segment at a place.
    pub fn barrier_at(&self, place: Place) -> Option<BarrierId> {
        self.barriers.by_place.get(&place).copied()
    }
}

/// Units by number, which counts from 1, and by square.
#[derive(Resource, Clone, Debug, Default)]
pub struct UnitIndex {
    entities: Vec<Entity>,
    /// Everybody whose place is a square, by number, wherever the fight has taken it.
    places: FxHashMap<Cell, Vec<UnitId>>,
}

impl UnitIndex {
    /// How many units there are.
    pub fn len(&self) -> usize {
        self.entities.len()
    }
    /// There is nobody.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }
    /// Entity of a unit.
    pub fn get(&self, id: UnitId) -> Option<Entity> {
        self.entities.get((id.0 as usize).checked_sub(1)?).copied()
    }
    /// All units, by number.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, Entity)> {
        (1..).map(UnitId).zip(self.entities.iter().copied())
    }
    /// Units whose place is a square, by number: the fallen and those who are gone among them.
    pub fn on(&self, cell: Cell) -> &[UnitId] {
        self.places.get(&cell).map_or(&[], Vec::as_slice)
    }
    /// The next unit. Gives its number.
    pub(in crate::battle) fn add(&mut self, entity: Entity, cell: Cell) -> UnitId {
        self.entities.push(entity);
        let id = UnitId(self.entities.len() as u32);
        self.places.entry(cell).or_default().push(id);
        id
    }
    /// A unit has another place.
    pub(in crate::battle) fn moved(&mut self, id: UnitId, from: Cell, to: Cell) {
        if let Some(there) = self.places.get_mut(&from) {
            there.retain(|other| *other != id);
        }
        let here = self.places.entry(to).or_default();
        let place = here.partition_point(|other| *other < id);
        here.insert(place, id);
    }
}

/// Where the dice stand.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct DiceSeat {
    pub(in crate::battle) state: DiceState,
    /// Faces rolled by hand that are not used yet.
    pub(in crate::battle) given: Vec<u8>,
    /// Players are asked for the faces of their rolls.
    pub(in crate::battle) by_hand: bool,
}

/// Who throws the dice is a matter of the table, not of the state of the fight.
impl std::hash::Hash for DiceSeat {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.state, &self.given).hash(hasher);
    }
}

impl DiceSeat {
    /// Where the dice stand.
    pub fn state(&self) -> DiceState {
        self.state
    }
    /// Faces rolled by hand that are not used yet.
    pub fn given(&self) -> &[u8] {
        &self.given
    }
    /// A table with these dice.
    pub(in crate::battle) fn table(&self, answers: &[String]) -> Played {
        Played::new(self.state, answers.to_vec(), true)
            .with_given(self.given.iter().copied())
            .by_hand(self.by_hand)
    }
    /// The seat after a table is left, and what happened there.
    pub(in crate::battle) fn after(&self, table: Played) -> (Self, Vec<Trace>) {
        let given = self.given[self.given.len() - table.given_left()..].to_vec();
        let (state, trace, _) = table.finish();
        (Self { state, given, by_hand: self.by_hand }, trace)
    }
}

/// A way that a unit goes for sure, and what comes of it at its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    pub(in crate::battle) unit: UnitId,
    pub(in crate::battle) path: Vec<Cell>,
    /// What comes at its end.
    pub(in crate::battle) ends: LegEnd,
    /// What the ground under way does to the unit.
    pub(in crate::battle) effects: Vec<Effect>,
    /// It was begun on one's feet: whoever is thrown down under way goes no further.
    pub(in crate::battle) upright: bool,
}

/// How a leg of a way ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LegEnd {
    /// Where it was to end.
    There,
    /// Before that.
    Stopped {
        /// Why.
        reason: &'static str,
        /// Half metres that were declared and not gone.
        unused: u32,
    },
    /// Where opponents may strike: that, and the rest of the way.
    Met(Vec<Task>),
}

/// How far a move has come, as far as opponents on its way go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Way {
    /// It has begun: whoever is stopped now goes no further.
    pub(in crate::battle) begun: bool,
    /// Opponents that had their chance, or were slipped past. `SS-INTC-17`.
    pub(in crate::battle) met: Vec<UnitId>,
}

/// A piece of an order that is still to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Next round: initiative for everybody.
    BeginRound,
    /// Next pass of the round.
    BeginPass,
    /// The round is over: timers, bleeding.
    EndRound,
    /// Who is next?
    NextPhase,
    /// The rest of a declared path, and the action it is part of.
    Walk { unit: UnitId, path: Vec<Cell>, action: Action, way: Way },
    /// An opponent may strike at whoever passes by. `SS-INTC-06`.
    Intercept { unit: UnitId, mover: UnitId },
    /// Slipping past opponents: test first, then the path. `SS-INTC-14`.
    Evade { unit: UnitId, path: Vec<Cell>, action: Action },
    /// Whoever hides where it can be seen hides no longer. `CS-UNA-05`.
    Look,
    /// Hidden units appear before whoever has not perceived them. `SS-SURP-04`, `SS-SURP-22`.
    Appear { units: Vec<UnitId> },
    /// A sprint: test first, then the path as far as it goes.
    Sprint { unit: UnitId, path: Vec<Cell>, evade: bool },
    /// An attack that is paid.
    Attack {
        unit: UnitId,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        manner: Option<String>,
        rounds_before: u32,
        share: Option<Share>,
    },
    /// An item goes off. Chapter TIMED.
    GoOff { item: ItemId },
    /// Something of the book's own that is paid.
    Deed { unit: UnitId, deed: String, target: Option<UnitId>, weapon: Option<usize> },
    /// What ailments make of the phase that has begun. `CS-AIL-08`.
    Bind { unit: UnitId },
    /// A unit's phase is over.
    EndPhase { unit: UnitId },
    /// Damage of a barrier that may open holes.
    Breach { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// The skirmish is over: what ends with it ends.
    LeaveField,
    /// Rest after the fight.
    Rest { minutes: u32, care: Care },
    /// A treatment after the fight.
    Treat { unit: UnitId, treatment: String, target: Option<UnitId> },
    /// Someone's health changed: falling, initiative.
    Consequences { unit: UnitId, by: Option<UnitId> },
    /// A blow throws a unit away from a square. Chapter KNOCK.
    Fly { unit: UnitId, force: Force, from: Cell },
    /// The rest of a walk that went through ground that harms.
    GoOn(Leg),
    /// What the ground does to the unit on it. `AD-SPEC-01`.
    Exposure { unit: UnitId },
    /// A unit that came to its square by a fall lands there. `CS-FALL-03`.
    Fall { unit: UnitId, fall: Fall },
}

/// What is still to be resolved, in order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tasks(pub(in crate::battle) VecDeque<Task>);

impl Tasks {
    /// The task at the front is done; these come next.
    pub(in crate::battle) fn next(&mut self, then: &mut Vec<Task>) {
        self.0.pop_front();
        self.put_first(then);
    }
    /// These come before all others.
    pub(in crate::battle) fn put_first(&mut self, tasks: &mut Vec<Task>) {
        for task in tasks.drain(..).rev() {
            self.0.push_front(task);
        }
    }
}

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    pub(in crate::battle) prompt: Prompt,
    pub(in crate::battle) side: Side,
    /// Keys of the answers given so far to the rule that asks.
    pub(in crate::battle) answers: Vec<String>,
    /// The dice that are rolled by hand, if it asks for their faces.
    pub(in crate::battle) dice: Option<Dice>,
    /// What was rolled before the rule asked.
    pub(in crate::battle) rolls: Vec<Roll>,
    /// What waits for the answer.
    #[serde(skip)]
    pub(in crate::battle) task: Option<Task>,
}

impl Decision {
    /// The question.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }
    /// The side that is asked.
    pub fn side(&self) -> Side {
        self.side
    }
    /// The dice that are rolled by hand, if it asks for their faces: an answer may be the faces, in their order.
    pub fn dice(&self) -> Option<Dice> {
        self.dice
    }
    /// What the rule that asks has rolled so far: what could be told of it before holds no more.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }
    /// Keys of the answers given so far to the rule that asks.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }
}

/// The open question, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending(pub(in crate::battle) Option<Decision>);

impl Pending {
    /// The open question.
    pub fn decision(&self) -> Option<&Decision> {
        self.0.as_ref()
    }
}

/// Answers for the rule that runs now.
#[derive(Resource, Clone, Debug, Default)]
pub(in crate::battle) struct Answers(pub Vec<String>);

/// What the task that runs now leads to. Systems write it, `apply` turns it into state.
#[derive(Resource, Clone, Debug, Default)]
pub(in crate::battle) struct Outbox {
    pub events: Vec<Happening>,
    /// Tasks to run next, before all others.
    pub then: Vec<Task>,
    /// Where the dice stand now, if some were rolled.
    pub dice: Option<DiceSeat>,
    /// The task waits for the answer to this question, or for the faces of these dice.
    pub asked: Option<(Prompt, Option<Dice>)>,
    /// What the rule that asks has rolled before.
    pub rolls: Vec<Roll>,
}

impl Outbox {
    /// The rule was left early: the task waits. Whatever it said so far is forgotten.
    pub fn wait(&mut self, stop: Stop) {
        self.asked = Some(match stop {
            Stop::Asked(prompt) => (*prompt, None),
            Stop::Faces(prompt, dice) => (*prompt, Some(dice)),
            Stop::Merged | Stop::Script(_) => unreachable!("a fight is played with played dice"),
        });
        self.events.clear();
        self.then.clear();
    }

    /// As `wait`, with what was rolled before: odds of the answers begin there.
    pub fn wait_midway(&mut self, stop: Stop, (dice, table): (&DiceSeat, Played)) {
        let (_, trace) = dice.after(table);
        let rolled = |step: &Trace| if let Trace::Rolled(record) = step { Some(record.roll) } else { None };
        self.rolls = trace.iter().filter_map(rolled).collect();
        self.wait(stop);
    }

    /// Nothing of what it says changes the state, unless it is what is still to be resolved.
    pub fn is_quiet(&self) -> bool {
        self.events.is_empty() && self.dice.is_none() && self.asked.is_none()
    }

    /// Something happened.
    pub fn push(&mut self, event: Event) {
        self.events.push(Happening::new(event));
    }

    /// A test took Karma, a point for every use. `SS-BASE-25`.
    pub fn spend_karma(&mut self, view: &BattleView, unit: UnitId, uses: impl IntoIterator<Item = KarmaUse>) {
        let mut left = view.unit(unit).map_or(0, |unit| unit.karma.left());
        for on in uses {
            left = base::spend_karma(left).expect("broken invariant: a rule spends what is there");
            self.push(Event::KarmaSpent { unit, on, left });
        }
    }

    /// Something happened, and this led to it.
    pub fn push_traced(&mut self, event: Event, trace: Vec<Trace>) {
        self.events.push(Happening { trace, ..Happening::new(event) });
    }
}

/// An order with all it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The order.
    pub order: Order,
    /// Round and pass in which it was given.
    pub round: u32,
    /// Pass of the round.
    pub pass: u32,
    /// What happened.
    pub happenings: Vec<Happening>,
    /// Whether dice fell or something hidden came to light: fair undo stops here.
    pub revealed: bool,
}

/// The story of the fight so far: the log, statistics and animations read it.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    pub(in crate::battle) chapters: Vec<Chapter>,
    /// Counts rewinds, so that readers know that what they have shown is no longer true.
    pub(in crate::battle) rewinds: u32,
    /// Counts events that objectives look at.
    pub(in crate::battle) weighty: u64,
    /// A round's end and its consequences are the latest thing that happened in this chapter.
    pub(in crate::battle) round_over: bool,
}

impl History {
    /// An order begins.
    pub(in crate::battle) fn open(&mut self, chapter: Chapter) {
        self.chapters.push(chapter);
        self.round_over = false;
    }
    /// Something happened.
    pub(in crate::battle) fn note(&mut self, happening: Happening) {
        self.weighty += u64::from(victory::weighs(&happening.event));
        match happening.event {
            Event::RoundEnded { .. } => self.round_over = true,
            Event::RoundBegan { .. } | Event::HoldCounted { .. } => self.round_over = false,
            _ => {}
        }
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.happenings.push(happening);
        }
    }
    /// All orders with what they led to.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }
    /// Counts rewinds.
    pub fn rewinds(&self) -> u32 {
        self.rewinds
    }
}
