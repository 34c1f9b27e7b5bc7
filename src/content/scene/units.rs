//! Resolves the units of a scene and fills in what the file omits.

use std::collections::BTreeMap;

use super::placed_units::unit_side;
use super::raw::{RawBarrier, RawGrip, RawScene, RawUnit};
use super::raw_action::RawAction;
use super::read::{MAX_COORDINATE, MAX_LISTED, to_cell};
use super::sides::named_sides;
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::library::Content;
use crate::skirmishes::skirmish::{Skirmish, SkirmishMap, sheet_in_role};
use dice::ScriptedTable;
use model::{Cell, UnitId};
use rules::turn_engine::PhaseTiming;
use rules::{
    Grip, HeldWeapon, MeleeCounts, RuleSet, RuleStep, Sheet, TurnBudget, UnitSnapshot, Weapon, play, status,
};

/// Number of hands.
const HANDS: u8 = 2;

/// All units of a scene.
#[derive(Clone, Debug)]
pub(crate) struct SceneUnits {
    rules: RuleSet,
    /// Weapons by id, including those of the file.
    pub weapons: BTreeMap<String, Weapon>,
    /// Units in file order.
    pub units: Vec<UnitSnapshot>,
    /// Their squares.
    pub cells: Vec<Option<Cell>>,
    /// Ids of the items that each of them holds, by hand.
    pub held: Vec<Vec<String>>,
}

impl SceneUnits {
    /// No units yet, with the weapons of the book and the scene.
    pub fn new(rules: &RuleSet, weapons: BTreeMap<String, Weapon>) -> Self {
        let (units, cells, held) = (Vec::new(), Vec::new(), Vec::new());
        Self { rules: rules.clone(), weapons, units, cells, held }
    }

    /// Units of a battle, without a file.
    pub fn of_battle(rules: &RuleSet, units: Vec<UnitSnapshot>) -> Self {
        let (cells, held) = (vec![None; units.len()], vec![Vec::new(); units.len()]);
        Self { units, cells, held, ..Self::new(rules, BTreeMap::new()) }
    }

    /// Reads the units of a file; those of a skirmish stand on its map.
    pub(super) fn read<B: BookKind>(
        &mut self,
        entry: &mut EntryValidator<'_>,
        content: &Content,
        raw: &RawScene<B>,
        skirmish: Option<&Skirmish>,
    ) {
        if skirmish.is_none() {
            entry.require_range(&["units"], raw.units.len(), 0..=MAX_LISTED);
        }
        let sides = named_sides(raw);
        let actions: Vec<&RawAction> = raw.action.iter().chain(&raw.sequence).collect();
        for (index, unit) in raw.units.iter().enumerate() {
            let turn = unit.turn.unwrap_or(if acts_at_once(&actions, &unit.name) {
                PhaseTiming::Now
            } else {
                PhaseTiming::Before
            });
            if let (Some((x, y)), None) = (unit.cell, skirmish) {
                let labels = ["units", &index.to_string(), "cell"];
                entry.require_range(&labels, x.max(y), 0..=u32::from(MAX_COORDINATE));
                if let Some(kind) = find_obstacle_on(content, &raw.barriers, (x, y)) {
                    entry.error(&labels, format!("unit `{}` is inside a `{kind}`", unit.name));
                }
            }
            let Some(side) = unit_side(entry, &sides, (index, unit)) else { continue };
            self.add_unit(entry, content, index, (unit, turn, side));
        }
        for (number, unit) in raw.units.iter().enumerate().take(self.units.len()) {
            self.units[number].weather = raw.weather;
            self.units[number].grip = self.resolve_grip(entry, &number.to_string(), unit);
            if let Some(begins) =
                skirmish.and_then(|skirmish| Some((skirmish.units.get(number)?, &skirmish.map)))
            {
                self.cells[number] = Some(begins.0.cell);
                self.set_ground(content, number, unit, begins.1);
            }
        }
    }

    /// Sets the ground under a unit on a map, unless the file states another.
    fn set_ground<B: BookKind>(
        &mut self,
        content: &Content,
        number: usize,
        raw: &RawUnit<B>,
        map: &SkirmishMap,
    ) {
        let terrain = self.cells[number].and_then(|cell| map.terrain_at(cell));
        let Some(terrain) = terrain.and_then(|id| content.terrains.get(id)) else { return };
        let unit = &mut self.units[number];
        unit.indoors = raw.indoors.unwrap_or(terrain.indoors);
        unit.ground = raw.ground.unwrap_or(terrain.conditions());
    }

    fn add_unit<B: BookKind>(
        &mut self,
        entry: &mut EntryValidator<'_>,
        content: &Content,
        number: usize,
        (raw, turn, side): (&RawUnit<B>, PhaseTiming, u8),
    ) {
        let rules = self.rules.clone();
        let rules = &rules;
        let index = number.to_string();
        let at_field = |label| ["units", index.as_str(), label];
        entry.require_title(&at_field("name"), &raw.name);
        if self.units.iter().any(|unit| *unit.name == *raw.name) {
            entry.error(&at_field("name"), format!("two units are called `{}`", raw.name));
        }
        let Some((sheet, usual)) = self.resolve_sheet(entry, content, &index, raw) else { return };
        let sheet = sheet_in_role(&sheet, raw.role, raw.group.as_deref());
        let fresh = play::starting_health(&sheet, rules);
        let condition = match (&raw.health, &raw.condition) {
            (Some(health), _) if health.book() == rules.book() => health.clone(),
            (_, Some(given)) => B::apply_health(fresh, given, (raw.round, raw.turn_left)),
            _ => fresh,
        };
        let budget = play::starting_budget(&sheet, rules);
        let mut unit = UnitSnapshot::fresh(UnitId(number as u32 + 1), &raw.name, sheet, condition, budget);
        unit.soak = play::soak(&unit.sheet, &unit.condition, rules);
        unit.side = side;
        unit.ailments = status::inflict_all(&raw.ailments);
        entry.require_ailments(&at_field("ailments"), &unit.ailments);
        (unit.initiative, unit.round, unit.acted) = (raw.initiative, raw.round, raw.acted);
        (unit.turn_left, unit.gait, unit.walked, unit.runs) = (raw.turn_left, raw.gait, raw.walked, raw.runs);
        (unit.prone, unit.in_cover, unit.in_melee) = (raw.prone, raw.in_cover, raw.in_melee);
        (unit.concealed, unit.indoors, unit.ground) =
            (raw.concealed, raw.indoors.unwrap_or(false), raw.ground.unwrap_or_default());
        let usual_melee = raw.in_melee.then_some(MeleeCounts { friends: 1, foes: 1, opponents: 1, inert: 0 });
        let said_melee = raw.melee.map(|melee| MeleeCounts {
            friends: melee.friends,
            foes: melee.foes,
            opponents: melee.opponents,
            inert: melee.inert,
        });
        unit.melee = said_melee.or(usual_melee).unwrap_or_default();
        unit.down = raw.down.max(play::down_state(&unit.sheet, &unit.condition, rules));
        let held = self.fill_hands(entry, &index, raw, usual, &mut unit);
        unit.budget = play::budget_at_pass_start(&unit, rules);
        unit.budget = budget_in_turn(&unit, turn, rules);
        unit.budget = B::apply_turn(unit.budget, &raw.budget);
        B::apply_own_fields(entry, &index, raw, &mut unit);
        self.units.push(unit);
        self.cells.push(raw.cell.map(to_cell));
        self.held.push(held);
    }

    /// The unit's sheet, and the weapons of its archetype.
    fn resolve_sheet<B: BookKind>(
        &self,
        entry: &mut EntryValidator<'_>,
        content: &Content,
        index: &str,
        raw: &RawUnit<B>,
    ) -> Option<(Sheet, Vec<String>)> {
        match (&raw.archetype, &raw.sheet) {
            (None, Some(sheet)) => Some((B::to_sheet(sheet.clone()), Vec::new())),
            (Some(id), None) => {
                let template = content.unit_template(self.rules.book(), id);
                if template.is_none() {
                    let known = content.archetypes.keys().map(String::as_str);
                    entry.require_known(&["units", index, "archetype"], "archetype", id, known);
                }
                template.map(|template| (template.sheet, template.weapons))
            }
            _ => {
                entry.error(&["units", index], "give either `archetype` or `sheet`");
                None
            }
        }
    }

    /// Fills the unit's hands from the file, or with fitting weapons of its archetype.
    fn fill_hands<B: BookKind>(
        &self,
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawUnit<B>,
        usual: Vec<String>,
        unit: &mut UnitSnapshot,
    ) -> Vec<String> {
        let mut hands = HANDS;
        let mut ids = Vec::new();
        for (place, id) in raw.held.as_ref().unwrap_or(&usual).iter().enumerate() {
            let place = place.to_string();
            let labels = ["units", index, "held", place.as_str()];
            let Some(weapon) = entry.find_known(&labels, ("weapon", id), &self.weapons) else { continue };
            let arm = play::weapon_traits(weapon, &unit.sheet, &self.rules);
            let fits = arm.hands <= hands && (raw.held.is_some() || arm.hands == 0 || hands == HANDS);
            if !fits {
                if raw.held.is_some() {
                    entry.error(&["units", index, "held"], "these need more than two hands");
                }
                continue;
            }
            hands -= arm.hands;
            let loaded = raw.loaded.get(id).copied().unwrap_or(arm.magazine);
            entry.require_range(&["units", index, "loaded", id], loaded, 0..=arm.magazine);
            let fault = raw.faults.get(id).copied().unwrap_or_default();
            unit.held.push(HeldWeapon { weapon: weapon.clone(), slot: ids.len(), loaded, fault, hand: None });
            ids.push(id.clone());
        }
        for (label, named) in
            [("loaded", raw.loaded.keys().next_back()), ("faults", raw.faults.keys().next_back())]
        {
            if let Some(id) = named.filter(|id| !ids.contains(id)) {
                entry.require_known(
                    &["units", index, label, id],
                    "weapon in hand",
                    id,
                    ids.iter().map(String::as_str),
                );
            }
        }
        ids
    }

    fn resolve_grip<B: BookKind>(
        &self,
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawUnit<B>,
    ) -> Option<Grip> {
        let label = ["units", index, "grip"];
        match raw.grip.as_ref()? {
            RawGrip::Holding(name) => self.find_unit(entry, &label, name).map(|unit| Grip::Holding(unit.id)),
            RawGrip::HeldBy(name) => self.find_unit(entry, &label, name).map(|unit| Grip::HeldBy(unit.id)),
        }
    }

    /// Finds a unit by name.
    pub fn find_unit(
        &self,
        entry: &mut EntryValidator<'_>,
        labels: &[&str],
        name: &str,
    ) -> Option<&UnitSnapshot> {
        self.find_index(entry, labels, name).map(|place| &self.units[place])
    }

    /// Finds the index of a unit by name.
    pub fn find_index(&self, entry: &mut EntryValidator<'_>, labels: &[&str], name: &str) -> Option<usize> {
        let found = self.units.iter().position(|unit| *unit.name == *name);
        if found.is_none() {
            entry.require_known(labels, "unit", name, self.units.iter().map(|unit| &*unit.name));
        }
        found
    }
}

/// Whether a unit acts before an action begins its phase.
fn acts_at_once(actions: &[&RawAction], name: &str) -> bool {
    let first = actions
        .iter()
        .find(|action| action.acting_unit() == Some(name) || action.starting_unit() == Some(name));
    first.is_some_and(|action| action.acting_unit() == Some(name))
}

/// The turn budget before, in or after the phase; unchanged if the phase is lost or needs an answer.
fn budget_in_turn(unit: &UnitSnapshot, turn: PhaseTiming, rules: &RuleSet) -> TurnBudget {
    let table = &mut ScriptedTable::new([], Vec::new());
    let mut unit = unit.clone();
    let take = |unit: &mut UnitSnapshot, effects: Vec<RuleStep>| {
        for effect in effects {
            match effect {
                RuleStep::SetTurnBudget { unit: who, after, .. } if who == unit.id => unit.budget = after,
                _ => (),
            }
        }
    };
    if turn != PhaseTiming::Before
        && let Ok(start) = play::start_phase(table, &unit, rules)
    {
        take(&mut unit, start.effects);
    }
    if turn == PhaseTiming::After
        && let Ok(effects) = play::end_phase(table, &unit, rules)
    {
        take(&mut unit, effects);
    }
    unit.budget
}

/// Returns the kind of a barrier on a square that no unit can enter; `None` without one.
fn find_obstacle_on<'a>(
    content: &Content,
    barriers: &'a [RawBarrier],
    (x, y): (u32, u32),
) -> Option<&'a str> {
    let on_square = |barrier: &&RawBarrier| {
        barrier.square.is_some_and(|(column, row)| (u32::from(column), u32::from(row)) == (x, y))
    };
    let kinds = barriers.iter().filter(on_square).map(|barrier| barrier.kind.as_deref());
    let mut stopping = kinds.filter(|kind| {
        kind.and_then(|kind| content.barrier_kinds.get(kind)).is_none_or(|kind| kind.blocks_move)
    });
    Some(stopping.next()?.unwrap_or("barrier"))
}
