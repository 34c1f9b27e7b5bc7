//! The units of an encounter: names looked up, and everything that a file leaves out filled in.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cast::Cast;
use super::raw::{RawCombatant, RawEncounter, RawGrip};
use super::raw_play::RawPlay;
use super::stage::{FARTHEST, MOST, at, cell};
use crate::check::Entry;
use crate::library::Content;
use dice::Scripted;
use field::Cell;
use rules::engine::Turn;
use rules::{
    Combatant, Effect, Grip, Held, Karma, KarmaPlan, Melee, Purse, RuleSet, Sheet, Weapon, play, status,
};

/// Hands that a unit has.
const HANDS: u8 = 2;

/// Most points of Karma. `SS-BASE-25`.
const MOST_KARMA: u8 = 20;

/// Everybody in an encounter.
#[derive(Clone, Debug)]
pub(super) struct Muster {
    rules: RuleSet,
    /// Weapons by id, those of the file among them.
    pub weapons: BTreeMap<String, Weapon>,
    /// In the order of the file.
    pub units: Vec<Combatant>,
    /// Their squares.
    pub cells: Vec<Option<Cell>>,
    /// Ids of what each of them holds, in the order of its hands.
    pub held: Vec<Vec<String>>,
}

impl Muster {
    pub fn read<B: Cast>(
        entry: &mut Entry<'_>,
        content: &Content,
        rules: &RuleSet,
        raw: &RawEncounter<B>,
    ) -> Self {
        entry.range(&["units"], raw.units.len(), 0..=MOST);
        let mut known = B::weapons(content).clone();
        for (id, weapon) in &raw.weapons {
            at(entry, &["weapons", id], |entry| B::judge_arm(entry, weapon));
            known.insert(id.clone(), Arc::new(weapon.clone()));
        }
        for (number, unit) in raw.units.iter().enumerate() {
            if let Some(sheet) = &unit.sheet {
                at(entry, &["units", &number.to_string()], |entry| B::judge_values(entry, sheet, &known));
            }
        }
        let weapons = known.into_iter().map(|(id, weapon)| (id, B::weapon_of(weapon))).collect();
        let (units, cells, held) = (Vec::new(), Vec::new(), Vec::new());
        let mut muster = Self { rules: rules.clone(), weapons, units, cells, held };
        let plays: Vec<&RawPlay> = raw.action.iter().chain(&raw.course).collect();
        for (number, unit) in (0..).zip(&raw.units) {
            let turn =
                unit.turn.unwrap_or(if acts_at_once(&plays, &unit.name) { Turn::Now } else { Turn::Before });
            muster.add(entry, content, number, (unit, turn));
        }
        for (number, unit) in raw.units.iter().enumerate().take(muster.units.len()) {
            muster.units[number].weather = raw.weather;
            muster.units[number].grip = muster.grip(entry, &number.to_string(), unit);
        }
        muster
    }

    fn add<B: Cast>(
        &mut self,
        entry: &mut Entry<'_>,
        content: &Content,
        number: u32,
        (raw, turn): (&RawCombatant<B>, Turn),
    ) {
        let rules = self.rules.clone();
        let rules = &rules;
        let index = number.to_string();
        let at_field = |label| ["units", index.as_str(), label];
        entry.title(&at_field("name"), &raw.name);
        if self.units.iter().any(|unit| *unit.name == *raw.name) {
            entry.error(&at_field("name"), format!("two units are called `{}`", raw.name));
        }
        if let Some((x, y)) = raw.cell {
            entry.range(&at_field("cell"), x.max(y), 0..=FARTHEST);
        }
        let Some((sheet, usual)) = self.sheet(entry, content, &index, raw) else { return };
        let fresh = play::fresh(&sheet, rules);
        let condition = B::harm(fresh, &raw.condition, (raw.round, raw.turn_left));
        let purse = play::purse(&sheet, rules);
        let mut unit = Combatant::fresh(number + 1, &raw.name, sheet, condition, purse);
        unit.side = raw.side.unwrap_or(u8::from(number > 0));
        unit.ailments = status::together(&raw.ailments);
        (unit.initiative, unit.round, unit.acted) = (raw.initiative, raw.round, raw.acted);
        (unit.turn_left, unit.gait, unit.walked, unit.runs) = (raw.turn_left, raw.gait, raw.walked, raw.runs);
        (unit.prone, unit.in_cover, unit.in_melee) = (raw.prone, raw.in_cover, raw.in_melee);
        (unit.concealed, unit.indoors, unit.ground) = (raw.concealed, raw.indoors, raw.ground);
        let usual_melee = raw.in_melee.then_some(Melee { friends: 1, foes: 1, opponents: 1, inert: 0 });
        let said_melee = raw.melee.map(|melee| Melee {
            friends: melee.friends,
            foes: melee.foes,
            opponents: melee.opponents,
            inert: melee.inert,
        });
        unit.melee = said_melee.or(usual_melee).unwrap_or_default();
        unit.down = raw.down.max(play::down(&unit.sheet, &unit.condition, rules));
        let held = self.hold(entry, &index, raw, usual, &mut unit);
        unit.purse = play::pass_begins(&unit, rules);
        unit.purse = turned(&unit, turn, rules);
        unit.purse = B::pledge(unit.purse, &raw.purse);
        self.own(entry, &index, raw, &mut unit);
        self.units.push(unit);
        self.cells.push(raw.cell.map(cell));
        self.held.push(held);
    }

    /// What only Swan Song knows of a unit: points for its interrupts, defences, Karma. `SS-DEF-28`, `SS-BASE-25`.
    fn own<B: Cast>(&self, entry: &mut Entry<'_>, index: &str, raw: &RawCombatant<B>, unit: &mut Combatant) {
        let at_field = |label| ["units", index, label];
        let karma = Karma { left: raw.karma.unwrap_or(play::karma(&unit.sheet)), plan: raw.karma_plan };
        let Purse::SwanSong(budget) = &mut unit.purse else {
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
        entry.range(&at_field("karma"), karma.left, 0..=MOST_KARMA);
        if karma.plan.needs() > karma.left {
            let what = format!("{} Karma are too few for this (SS-BASE-25)", karma.left);
            entry.error(&at_field("karma_plan"), what);
        }
        unit.karma = karma;
    }

    /// The unit's sheet, and the weapons that its sort carries.
    fn sheet<B: Cast>(
        &self,
        entry: &mut Entry<'_>,
        content: &Content,
        index: &str,
        raw: &RawCombatant<B>,
    ) -> Option<(Sheet, Vec<String>)> {
        match (&raw.archetype, &raw.sheet) {
            (None, Some(sheet)) => Some((B::sheet_of(sheet.clone()), Vec::new())),
            (Some(id), None) => {
                let recruit = content.recruit(self.rules.book(), id);
                if recruit.is_none() {
                    let known = content.archetypes.keys().map(String::as_str);
                    entry.unknown(&["units", index, "archetype"], "archetype", id, known);
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
    fn hold<B: Cast>(
        &self,
        entry: &mut Entry<'_>,
        index: &str,
        raw: &RawCombatant<B>,
        usual: Vec<String>,
        unit: &mut Combatant,
    ) -> Vec<String> {
        let mut hands = HANDS;
        let mut ids = Vec::new();
        for (place, id) in raw.held.as_ref().unwrap_or(&usual).iter().enumerate() {
            let Some(weapon) = self.weapons.get(id) else {
                let known = self.weapons.keys().map(String::as_str);
                entry.unknown(&["units", index, "held", &place.to_string()], "weapon", id, known);
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
            entry.range(&["units", index, "loaded", id], loaded, 0..=arm.magazine);
            let fault = raw.faults.get(id).copied().unwrap_or_default();
            unit.held.push(Held { weapon: weapon.clone(), slot: ids.len(), loaded, fault, hand: None });
            ids.push(id.clone());
        }
        for (label, named) in
            [("loaded", raw.loaded.keys().next_back()), ("faults", raw.faults.keys().next_back())]
        {
            if let Some(id) = named.filter(|id| !ids.contains(id)) {
                entry.unknown(
                    &["units", index, label, id],
                    "weapon in hand",
                    id,
                    ids.iter().map(String::as_str),
                );
            }
        }
        ids
    }

    fn grip<B: Cast>(&self, entry: &mut Entry<'_>, index: &str, raw: &RawCombatant<B>) -> Option<Grip> {
        let label = ["units", index, "grip"];
        match raw.grip.as_ref()? {
            RawGrip::Holding(name) => self.unit(entry, &label, name).map(|unit| Grip::Holding(unit.id)),
            RawGrip::HeldBy(name) => self.unit(entry, &label, name).map(|unit| Grip::HeldBy(unit.id)),
        }
    }

    /// A unit by its name.
    pub fn unit(&self, entry: &mut Entry<'_>, labels: &[&str], name: &str) -> Option<&Combatant> {
        self.place(entry, labels, name).map(|place| &self.units[place])
    }

    /// The place of a unit in the file by its name.
    pub fn place(&self, entry: &mut Entry<'_>, labels: &[&str], name: &str) -> Option<usize> {
        let found = self.units.iter().position(|unit| *unit.name == *name);
        if found.is_none() {
            entry.unknown(labels, "unit", name, self.units.iter().map(|unit| &*unit.name));
        }
        found
    }
}

/// Whether a unit acts before any action lets its phase begin.
fn acts_at_once(plays: &[&RawPlay], name: &str) -> bool {
    let first = plays.iter().find(|play| play.acts() == Some(name) || play.begins() == Some(name));
    first.is_some_and(|play| play.acts() == Some(name))
}

/// What a unit can pay before, in or after its phase; a phase that is lost or asks something leaves it as it was.
fn turned(unit: &Combatant, turn: Turn, rules: &RuleSet) -> Purse {
    let table = &mut Scripted::new([], Vec::new());
    let mut unit = unit.clone();
    let take = |unit: &mut Combatant, effects: Vec<Effect>| {
        for effect in effects {
            match effect {
                Effect::Purse { unit: who, after, .. } if who == unit.id => unit.purse = after,
                _ => (),
            }
        }
    };
    if turn != Turn::Before
        && let Ok(start) = play::phase_begins(table, &unit, rules)
    {
        take(&mut unit, start.effects);
    }
    if turn == Turn::After
        && let Ok(effects) = play::phase_ends(table, &unit, rules)
    {
        take(&mut unit, effects);
    }
    unit.purse
}
