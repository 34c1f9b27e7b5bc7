//! The units of an encounter: names looked up, and everything that a file leaves out filled in.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::book_fields::BookFields;
use super::raw::{RawGrip, RawRuleScene, RawSceneUnit};
use super::raw_action::RawAction;
use super::read::{MAX_COORDINATE, MAX_LISTED, to_cell, validate_nested};
use crate::definitions::validate::EntryValidator;
use crate::library::Content;
use dice::ScriptedTable;
use field::Cell;
use rules::turn_engine::PhaseTiming;
use rules::{
    Effect, Grip, HeldWeapon, Karma, KarmaPlan, MeleeCounts, RuleSet, Sheet, TurnBudget, UnitSnapshot,
    Weapon, play, status,
};

/// Hands that a unit has.
const HANDS: u8 = 2;

/// Most points of Karma. `SS-BASE-25`.
const MAX_KARMA: u8 = 20;

/// Everybody in an encounter.
#[derive(Clone, Debug)]
pub(super) struct SceneUnits {
    rules: RuleSet,
    /// Weapons by id, those of the file among them.
    pub weapons: BTreeMap<String, Weapon>,
    /// In the order of the file.
    pub units: Vec<UnitSnapshot>,
    /// Their squares.
    pub cells: Vec<Option<Cell>>,
    /// Ids of what each of them holds, in the order of its hands.
    pub held: Vec<Vec<String>>,
}

impl SceneUnits {
    pub fn read<B: BookFields>(
        entry: &mut EntryValidator<'_>,
        content: &Content,
        rules: &RuleSet,
        raw: &RawRuleScene<B>,
    ) -> Self {
        entry.require_range(&["units"], raw.units.len(), 0..=MAX_LISTED);
        let mut known = B::weapons(content).clone();
        for (id, weapon) in &raw.weapons {
            validate_nested(entry, &["weapons", id], |entry| B::validate_weapon(entry, weapon));
            known.insert(id.clone(), Arc::new(weapon.clone()));
        }
        for (number, unit) in raw.units.iter().enumerate() {
            if let Some(sheet) = &unit.sheet {
                validate_nested(entry, &["units", &number.to_string()], |entry| {
                    B::validate_values(entry, sheet, &known)
                });
            }
        }
        let weapons = known.into_iter().map(|(id, weapon)| (id, B::to_weapon(weapon))).collect();
        let (units, cells, held) = (Vec::new(), Vec::new(), Vec::new());
        let mut muster = Self { rules: rules.clone(), weapons, units, cells, held };
        let plays: Vec<&RawAction> = raw.action.iter().chain(&raw.sequence).collect();
        for (number, unit) in (0..).zip(&raw.units) {
            let turn = unit.turn.unwrap_or(if acts_at_once(&plays, &unit.name) {
                PhaseTiming::Now
            } else {
                PhaseTiming::Before
            });
            muster.add_unit(entry, content, number, (unit, turn));
        }
        for (number, unit) in raw.units.iter().enumerate().take(muster.units.len()) {
            muster.units[number].weather = raw.weather;
            muster.units[number].grip = muster.resolve_grip(entry, &number.to_string(), unit);
        }
        muster
    }

    fn add_unit<B: BookFields>(
        &mut self,
        entry: &mut EntryValidator<'_>,
        content: &Content,
        number: u32,
        (raw, turn): (&RawSceneUnit<B>, PhaseTiming),
    ) {
        let rules = self.rules.clone();
        let rules = &rules;
        let index = number.to_string();
        let at_field = |label| ["units", index.as_str(), label];
        entry.require_title(&at_field("name"), &raw.name);
        if self.units.iter().any(|unit| *unit.name == *raw.name) {
            entry.error(&at_field("name"), format!("two units are called `{}`", raw.name));
        }
        if let Some((x, y)) = raw.cell {
            entry.require_range(&at_field("cell"), x.max(y), 0..=MAX_COORDINATE);
        }
        let Some((sheet, usual)) = self.resolve_sheet(entry, content, &index, raw) else { return };
        let fresh = play::fresh(&sheet, rules);
        let condition = B::apply_health(fresh, &raw.condition, (raw.round, raw.turn_left));
        let purse = play::purse(&sheet, rules);
        let mut unit = UnitSnapshot::fresh(number + 1, &raw.name, sheet, condition, purse);
        unit.side = raw.side.unwrap_or(u8::from(number > 0));
        unit.ailments = status::inflict_all(&raw.ailments);
        (unit.initiative, unit.round, unit.acted) = (raw.initiative, raw.round, raw.acted);
        (unit.turn_left, unit.gait, unit.walked, unit.runs) = (raw.turn_left, raw.gait, raw.walked, raw.runs);
        (unit.prone, unit.in_cover, unit.in_melee) = (raw.prone, raw.in_cover, raw.in_melee);
        (unit.concealed, unit.indoors, unit.ground) = (raw.concealed, raw.indoors, raw.ground);
        let usual_melee = raw.in_melee.then_some(MeleeCounts { friends: 1, foes: 1, opponents: 1, inert: 0 });
        let said_melee = raw.melee.map(|melee| MeleeCounts {
            friends: melee.friends,
            foes: melee.foes,
            opponents: melee.opponents,
            inert: melee.inert,
        });
        unit.melee = said_melee.or(usual_melee).unwrap_or_default();
        unit.down = raw.down.max(play::down(&unit.sheet, &unit.condition, rules));
        let held = self.fill_hands(entry, &index, raw, usual, &mut unit);
        unit.purse = play::pass_begins(&unit, rules);
        unit.purse = budget_in_turn(&unit, turn, rules);
        unit.purse = B::apply_turn(unit.purse, &raw.purse);
        self.set_swan_song_fields(entry, &index, raw, &mut unit);
        self.units.push(unit);
        self.cells.push(raw.cell.map(to_cell));
        self.held.push(held);
    }

    /// What only Swan Song knows of a unit: points for its interrupts, defences, Karma. `SS-DEF-28`, `SS-BASE-25`.
    fn set_swan_song_fields<B: BookFields>(
        &self,
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawSceneUnit<B>,
        unit: &mut UnitSnapshot,
    ) {
        let at_field = |label| ["units", index, label];
        let karma = Karma { left: raw.karma.unwrap_or(play::karma(&unit.sheet)), plan: raw.karma_plan };
        let TurnBudget::SwanSong(budget) = &mut unit.purse else {
            let said = [
                ("action_points", raw.action_points.is_some()),
                ("full_defense", raw.full_defense),
                ("defences", raw.defences > 0),
                ("may_interrupt", !raw.may_interrupt),
                ("karma", raw.karma.is_some()),
                ("karma_plan", raw.karma_plan != KarmaPlan::default()),
            ];
            for (label, _) in said.into_iter().filter(|(_, said)| *said) {
                let what = format!("{} has no `{label}` of a unit", self.rules.book().name());
                entry.error(&at_field(label), what);
            }
            return;
        };
        budget.points = raw.action_points.unwrap_or(budget.points);
        if !raw.may_interrupt {
            budget.points = 0;
        }
        (unit.full_defense, unit.defences) = (raw.full_defense, raw.defences);
        entry.require_range(&at_field("karma"), karma.left, 0..=MAX_KARMA);
        if karma.plan.points_needed() > karma.left {
            let what = format!("{} Karma are too few for this (SS-BASE-25)", karma.left);
            entry.error(&at_field("karma_plan"), what);
        }
        unit.karma = karma;
    }

    /// The unit's sheet, and the weapons that its sort carries.
    fn resolve_sheet<B: BookFields>(
        &self,
        entry: &mut EntryValidator<'_>,
        content: &Content,
        index: &str,
        raw: &RawSceneUnit<B>,
    ) -> Option<(Sheet, Vec<String>)> {
        match (&raw.archetype, &raw.sheet) {
            (None, Some(sheet)) => Some((B::to_sheet(sheet.clone()), Vec::new())),
            (Some(id), None) => {
                let recruit = content.unit_template(self.rules.book(), id);
                if recruit.is_none() {
                    let known = content.archetypes.keys().map(String::as_str);
                    entry.require_known(&["units", index, "archetype"], "archetype", id, known);
                }
                recruit.map(|recruit| (recruit.sheet, recruit.weapons))
            }
            _ => {
                entry.error(&["units", index], "say what a unit is with either `archetype` or `sheet`");
                None
            }
        }
    }

    /// Fills the unit's hands: with what the file says, or with what fits of what its sort carries.
    fn fill_hands<B: BookFields>(
        &self,
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawSceneUnit<B>,
        usual: Vec<String>,
        unit: &mut UnitSnapshot,
    ) -> Vec<String> {
        let mut hands = HANDS;
        let mut ids = Vec::new();
        for (place, id) in raw.held.as_ref().unwrap_or(&usual).iter().enumerate() {
            let Some(weapon) = self.weapons.get(id) else {
                let known = self.weapons.keys().map(String::as_str);
                entry.require_known(&["units", index, "held", &place.to_string()], "weapon", id, known);
                continue;
            };
            let arm = play::arm(weapon, &unit.sheet, &self.rules);
            let fits = arm.hands <= hands && (raw.held.is_some() || arm.hands == 0 || hands == HANDS);
            if !fits {
                if raw.held.is_some() {
                    entry.error(&["units", index, "held"], "two hands do not hold all this");
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

    fn resolve_grip<B: BookFields>(
        &self,
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawSceneUnit<B>,
    ) -> Option<Grip> {
        let label = ["units", index, "grip"];
        match raw.grip.as_ref()? {
            RawGrip::Holding(name) => self.find_unit(entry, &label, name).map(|unit| Grip::Holding(unit.id)),
            RawGrip::HeldBy(name) => self.find_unit(entry, &label, name).map(|unit| Grip::HeldBy(unit.id)),
        }
    }

    /// A unit by its name.
    pub fn find_unit(
        &self,
        entry: &mut EntryValidator<'_>,
        labels: &[&str],
        name: &str,
    ) -> Option<&UnitSnapshot> {
        self.find_index(entry, labels, name).map(|place| &self.units[place])
    }

    /// The place of a unit in the file by its name.
    pub fn find_index(&self, entry: &mut EntryValidator<'_>, labels: &[&str], name: &str) -> Option<usize> {
        let found = self.units.iter().position(|unit| *unit.name == *name);
        if found.is_none() {
            entry.require_known(labels, "unit", name, self.units.iter().map(|unit| &*unit.name));
        }
        found
    }
}

/// Whether a unit acts before any action lets its phase begin.
fn acts_at_once(plays: &[&RawAction], name: &str) -> bool {
    let first =
        plays.iter().find(|play| play.acting_unit() == Some(name) || play.starting_unit() == Some(name));
    first.is_some_and(|play| play.acting_unit() == Some(name))
}

/// What a unit can pay before, in or after its phase; a phase that is lost or asks something leaves it as it was.
fn budget_in_turn(unit: &UnitSnapshot, turn: PhaseTiming, rules: &RuleSet) -> TurnBudget {
    let table = &mut ScriptedTable::new([], Vec::new());
    let mut unit = unit.clone();
    let take = |unit: &mut UnitSnapshot, effects: Vec<Effect>| {
        for effect in effects {
            match effect {
                Effect::TurnBudget { unit: who, after, .. } if who == unit.id => unit.purse = after,
                _ => (),
            }
        }
    };
    if turn != PhaseTiming::Before
        && let Ok(start) = play::phase_begins(table, &unit, rules)
    {
        take(&mut unit, start.effects);
    }
    if turn == PhaseTiming::After
        && let Ok(effects) = play::phase_ends(table, &unit, rules)
    {
        take(&mut unit, effects);
    }
    unit.purse
}
