//! Checks bundles that were read from a file, with the limits of content files, before anything is built from them.

mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use thiserror::Error;

use self::places::{check_map, is_on};
use super::bundle::{BattleStart, SkirmishBundle};
use super::lesson::validate_lesson;
use super::skirmish::{CampaignUnit, Objective, SkirmishUnit, TimeUp, UnitLink};
use crate::books::book_kind::{BookKind, for_book};
use crate::books::unit_template::UnitTemplate;
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::definitions::validate::{MAX_KARMA, MAX_SEATS, validate_resolved_barrier_kind, validate_terrain};
use crate::diagnostic::{Severity, nearest_name};
use crate::files::source::SourceFile;
use crate::lab::named_numbers;
use crate::scene::battlefield::{MAX_OBJECTIVES, MAX_SKIRMISH_ROUNDS, MAX_UNITS};
use crate::scene::links::wrong_grip;
use crate::scene::map_drawing::MAX_BARRIERS;
use crate::scene::placed_units::MAX_PASSES;
use crate::scene::sides::{MAX_COLOUR, SIDES};
use crate::scene::unit_state::{MAX_DAMAGE, MAX_WEAPONS};
use crate::visible_text::{escape_invisible, is_visible};
use model::{Cell, ObstaclePosition};
use rules::{Gauge, GaugeShape, HealthState, RuleSet, Sheet, Weapon, play};

/// Most weapons, templates, kinds of barriers or terrains of a bundle.
const MAX_ENTRIES: usize = 10_000;
/// Most items on the ground.
const MAX_ITEMS: usize = 10_000;

/// Why a bundle cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{subject}: {what}")]
pub struct BundleError {
    /// The part that is wrong.
    pub subject: String,
    /// What is wrong with it, and what is expected.
    pub what: String,
}

type Checked = Result<(), BundleError>;

fn error(subject: impl Into<String>, what: impl Into<String>) -> BundleError {
    BundleError { subject: subject.into(), what: what.into() }
}

/// Reports a condition that does not hold.
fn require(holds: bool, subject: &str, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(error(subject, what())) }
}

/// Reports an id that is not among the known ones.
fn require_known<T>(known: &BTreeMap<String, T>, subject: &str, what: &str, id: &str) -> Checked {
    require(known.contains_key(id), subject, || {
        let nearest = nearest_name(id, known.keys().map(String::as_str));
        let hint = nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"));
        format!("unknown {what} `{id}`{hint}")
    })
}

/// Applies a check of content files; the first error is returned.
fn inspect(subject: &str, judge: impl FnOnce(&mut EntryValidator<'_>)) -> Checked {
    let source = SourceFile::new(Path::new(""), "()".to_owned()).expect("invariant: the text is valid");
    let mut entry = EntryValidator::new(&source, &source.root);
    judge(&mut entry);
    match entry.diagnostics.iter().find(|problem| problem.severity == Severity::Error) {
        Some(problem) => Err(error(subject, problem.sentence())),
        None => Ok(()),
    }
}

/// Returns a gauge of a unit that is above its maximum, or counts damage below 0; `None` if its health fits its sheet.
pub fn find_wrong_gauge(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<Gauge> {
    play::gauges(sheet, health, rules).into_iter().find(|gauge| match gauge.shape {
        GaugeShape::Bar { now, max } => now > max,
        GaugeShape::Rising { now, .. } => now < 0,
        GaugeShape::Boxes(_) | GaugeShape::Words(_) => false,
    })
}

impl SkirmishBundle {
    /// Checks everything that setting up the battle relies on.
    ///
    /// # Errors
    /// The first part that is missing, contradicts another one, or is outside the limits of content files.
    pub fn check(&self) -> Result<(), BundleError> {
        self.check_match()?;
        check_texts(self)?;
        check_map(&self.skirmish.map)?;
        check_catalogue(&self.barrier_kinds, &self.terrains)?;
        self.check_places()?;
        check_weapons(&self.weapons)?;
        for (id, template) in &self.unit_templates {
            check_template(id, template, &self.weapons)?;
        }
        self.check_units()?;
        self.check_objectives()?;
        self.check_lesson()?;
        self.start.as_ref().map_or(Ok(()), |start| self.check_start(start))
    }

    /// Checks names, sides and rounds.
    fn check_match(&self) -> Checked {
        let skirmish = &self.skirmish;
        inspect("skirmish", |entry| {
            entry.require_title(&["name"], &skirmish.name);
            if !skirmish.description.is_empty() {
                entry.require_text(&["description"], &skirmish.description);
            }
            entry.require_range(&["sides"], skirmish.sides.len(), SIDES);
            entry.require_range(&["units"], skirmish.units.len(), 1..=MAX_UNITS);
            entry.require_range(&["objectives"], skirmish.objectives.len(), 0..=MAX_OBJECTIVES);
            entry.require_range(&["rounds"], skirmish.rounds, 1..=MAX_SKIRMISH_ROUNDS);
            for (what, entries) in [
                ("weapons", self.weapons.len()),
                ("unit_templates", self.unit_templates.len()),
                ("barrier_kinds", self.barrier_kinds.len()),
                ("terrains", self.terrains.len()),
            ] {
                entry.require_range(&[what], entries, 0..=MAX_ENTRIES);
            }
        })?;
        for side in &skirmish.sides {
            let subject = format!("side `{}`", side.name);
            inspect(&subject, |entry| {
                entry.require_title(&["name"], &side.name);
                entry.require_range(&["colour"], side.colour, 0..=MAX_COLOUR);
            })?;
            if let Some(zone) = &side.deployment {
                require_known(&skirmish.map.zones, &subject, "zone", zone)?;
            }
        }
        Ok(())
    }

    fn check_units(&self) -> Checked {
        let units = &self.skirmish.units;
        let mut names = BTreeSet::new();
        for unit in units {
            let subject = format!("unit `{}`", unit.name);
            inspect(&subject, |entry| {
                entry.require_title(&["name"], &unit.name);
                if let Some(group) = &unit.group {
                    entry.require_title(&["group"], group);
                }
                if let Some(arrival) = unit.arrives {
                    entry.require_range(&["arrives", "round"], arrival.round, 1..=MAX_SKIRMISH_ROUNDS);
                    entry.require_range(&["arrives", "pass"], arrival.pass, 1..=MAX_PASSES);
                }
            })?;
            require(names.insert(&unit.name), &subject, || "two units have this name".to_owned())?;
            require_known(&self.unit_templates, &subject, "archetype", &unit.archetype)?;
            require(usize::from(unit.side) < self.skirmish.sides.len(), &subject, || {
                format!("there is no side {}", unit.side)
            })?;
            let cell = unit.cell;
            require(is_on(&self.skirmish.map, cell), &subject, || {
                format!("the square ({}, {}) is not on the map", cell.x, cell.y)
            })?;
            if let Some(state) = &unit.campaign_unit {
                self.check_campaign_unit(&subject, unit, state)?;
            }
            if let Some(link) = &unit.link {
                self.check_link(&subject, unit, link)?;
            }
        }
        self.check_unit_squares()?;
        self.check_template_book()
    }

    /// Checks that sheets and weapons of the units are of the skirmish's book.
    fn check_template_book(&self) -> Checked {
        let book = self.skirmish.rules.book();
        for unit in &self.skirmish.units {
            let template = &self.unit_templates[&unit.archetype];
            let own = template.sheet.book() == book
                && template.weapons.iter().all(|id| self.weapons[id].book() == book);
            require(own, &format!("unit `{}`", unit.name), || {
                format!("its sheet or a weapon is not of {}", book.name())
            })?;
        }
        Ok(())
    }

    /// Checks the states that units bring from earlier battles or scenes, and their grips. A bundle that is assembled from
    /// content has no other part that content files do not check.
    ///
    /// # Errors
    /// The first state that the sheet of its unit does not allow, or a grip over a distance.
    pub(crate) fn check_start_of_units(&self) -> Checked {
        let book = self.skirmish.rules.book();
        for unit in &self.skirmish.units {
            let state = unit.campaign_unit.as_ref().filter(|state| state.condition.book() == book);
            if let Some(state) = state {
                self.check_campaign_unit(&format!("unit `{}`", unit.name), unit, state)?;
            }
            if let Some(link @ UnitLink::Holds(_)) = &unit.link {
                self.check_link(&format!("unit `{}`", unit.name), unit, link)?;
            }
        }
        Ok(())
    }

    fn check_campaign_unit(&self, subject: &str, unit: &SkirmishUnit, state: &CampaignUnit) -> Checked {
        let book = self.skirmish.rules.book();
        require(state.condition.book() == book, subject, || format!("its health is not of {}", book.name()))?;
        check_numbers(subject, &state.condition)?;
        check_numbers(subject, &state.ailments)?;
        let template = self.unit_templates.get(&unit.archetype);
        let sheet = template.map(|template| unit.sheet(&template.sheet));
        if let Some(sheet) = sheet.filter(|sheet| sheet.book() == book) {
            let wrong = find_wrong_gauge(&sheet, &state.condition, &self.skirmish.rules);
            require(wrong.is_none(), subject, || {
                let gauge = wrong.as_ref().map(|gauge| format!("{} at {}", gauge.label, gauge.value()));
                format!("its health does not fit its sheet: {}", gauge.unwrap_or_default())
            })?;
            let most = play::starting_karma(&sheet);
            require(state.karma <= most, subject, || format!("it has {} of {most} Karma", state.karma))?;
        }
        inspect(subject, |entry| {
            entry.require_range(&["karma"], state.karma, 0..=MAX_KARMA);
            entry.require_ailments(&["ailments"], &state.ailments);
            let carried = state.loadout.as_ref().map_or(0, Vec::len);
            entry.require_range(&["loadout"], carried, 0..=MAX_WEAPONS + 1);
        })
    }

    /// Checks that a vehicle has a seat and no second driver, and that no unit holds itself.
    fn check_link(&self, subject: &str, unit: &SkirmishUnit, link: &UnitLink) -> Checked {
        let units = &self.skirmish.units;
        let Some(other) = units.iter().find(|other| other.name == link.other()) else {
            return Err(error(subject, format!("unknown unit `{}`", link.other())));
        };
        require(other.name != unit.name, subject, || "it is linked to itself".to_owned())?;
        if let UnitLink::Holds(held) = link {
            let wrong = wrong_grip(unit, held, units);
            return require(wrong.is_none(), subject, || wrong.clone().unwrap_or_default());
        }
        let seats = self.unit_templates.get(&other.archetype).and_then(|template| template.vehicle);
        let Some(vehicle) = seats else {
            return Err(error(subject, format!("`{}` has no seats", other.name)));
        };
        require(unit.cell == other.cell, subject, || format!("it is not on the square of `{}`", other.name))?;
        let aboard = units.iter().filter_map(|unit| unit.link.as_ref());
        let aboard: Vec<_> =
            aboard.filter(|link| !matches!(link, UnitLink::Holds(_)) && link.other() == other.name).collect();
        let drivers = aboard.iter().filter(|link| matches!(link, UnitLink::Drives(_))).count();
        require(aboard.len() <= usize::from(vehicle.seats) && drivers <= 1, subject, || {
            format!("`{}` has {} seats and one driver", other.name, vehicle.seats)
        })
    }

    fn check_objectives(&self) -> Checked {
        let skirmish = &self.skirmish;
        let side_exists = |side: u8| {
            require(usize::from(side) < skirmish.sides.len(), "objectives", || {
                format!("there is no side {side}")
            })
        };
        if let TimeUp::Wins(side) = skirmish.then {
            side_exists(side)?;
        }
        for objective in &skirmish.objectives {
            side_exists(objective.side())?;
            if let Some(zone) = objective.zone() {
                require_known(&skirmish.map.zones, "objectives", "zone", zone)?;
            }
            if let Some(name) = objective.unit() {
                let is_known = skirmish.units.iter().any(|unit| unit.name == name);
                require(is_known, "objectives", || format!("unknown unit `{name}`"))?;
            }
            inspect("objectives", |entry| match objective {
                Objective::Hold { rounds, .. } => {
                    entry.require_range(&["rounds"], *rounds, 1..=MAX_SKIRMISH_ROUNDS)
                }
                Objective::Escape { units, .. } => {
                    entry.require_range(&["units"], *units as usize, 1..=MAX_UNITS);
                }
                _ => {}
            })?;
        }
        Ok(())
    }

    fn check_lesson(&self) -> Checked {
        let skirmish = &self.skirmish;
        let Some(lesson) = &skirmish.lesson else { return Ok(()) };
        let side = lesson.player_side();
        require(usize::from(side) < skirmish.sides.len(), "lesson", || format!("there is no side {side}"))?;
        let units: Vec<&str> = skirmish.units.iter().map(|unit| unit.name.as_str()).collect();
        inspect("lesson", |entry| validate_lesson(entry, lesson, &units, &skirmish.map))
    }

    fn check_start(&self, start: &BattleStart) -> Checked {
        let map = &self.skirmish.map;
        let subject = "state at the start";
        check_catalogue(&start.kinds, &start.grounds)?;
        check_weapons(&start.weapons)?;
        for (id, template) in &start.templates {
            let mut known = self.weapons.clone();
            known.extend(start.weapons.clone());
            check_template(id, template, &known)?;
        }
        inspect(subject, |entry| {
            entry.require_range(&["unit_states"], start.unit_states.len(), 0..=self.skirmish.units.len());
            entry.require_range(&["items"], start.items.len(), 0..=MAX_ITEMS);
            entry.require_range(&["damaged"], start.damaged.len(), 0..=MAX_BARRIERS);
            for (_, wear) in &start.damaged {
                entry.require_range(&["damage"], wear.damage, 0..=MAX_DAMAGE);
            }
        })?;
        let places: BTreeSet<ObstaclePosition> = map.barriers.iter().map(|barrier| barrier.place).collect();
        for (place, _) in &start.damaged {
            require(places.contains(place), subject, || format!("there is no barrier at {place:?}"))?;
        }
        for item in &start.items {
            let Cell { x, y } = item.cell;
            require(is_on(map, item.cell), subject, || format!("the square ({x}, {y}) is not on the map"))?;
        }
        Ok(())
    }
}

/// Checks that every text of a bundle, ids and names included, can be displayed.
fn check_texts(bundle: &SkirmishBundle) -> Checked {
    let bundle = serde_json::to_value(bundle).map_err(|problem| error("skirmish", problem.to_string()))?;
    let hidden = find_hidden_text(&bundle);
    require(hidden.is_none(), "skirmish", || {
        format!("the text `{}` cannot be displayed", escape_invisible(hidden.unwrap_or_default()))
    })
}

/// Returns a text with a character that cannot be seen; keys of fields and tables count.
fn find_hidden_text(value: &Value) -> Option<&str> {
    let is_hidden = |text: &&str| !text.chars().all(is_visible);
    match value {
        Value::String(text) => Some(text.as_str()).filter(is_hidden),
        Value::Array(items) => items.iter().find_map(find_hidden_text),
        Value::Object(fields) => fields.iter().find_map(|(key, value)| {
            Some(key.as_str()).filter(is_hidden).or_else(|| find_hidden_text(value))
        }),
        _ => None,
    }
}

/// Checks that all numbers of a unit's state are of a size that rules can add to.
fn check_numbers<T: serde::Serialize>(subject: &str, state: &T) -> Checked {
    let limit = i64::from(MAX_DAMAGE);
    let found = named_numbers(state).into_iter().find(|(_, value)| !(-limit..=limit).contains(value));
    match found {
        Some((name, value)) => {
            Err(error(subject, format!("{name} is {value}; expected {} to {limit}", -limit)))
        }
        None => Ok(()),
    }
}

fn check_catalogue(kinds: &BTreeMap<String, BarrierKind>, terrains: &BTreeMap<String, Terrain>) -> Checked {
    for (id, kind) in kinds {
        let subject = format!("kind of barrier `{id}`");
        inspect(&subject, |entry| validate_resolved_barrier_kind(entry, kind))?;
        if let Some(hides) = &kind.hides {
            require_known(kinds, &subject, "kind of barrier", hides)?;
        }
    }
    for (id, terrain) in terrains {
        inspect(&format!("terrain `{id}`"), |entry| validate_terrain(entry, terrain))?;
    }
    Ok(())
}

fn check_weapons(weapons: &BTreeMap<String, Weapon>) -> Checked {
    for (id, weapon) in weapons {
        for_book!(weapon.book(), B => {
            let values = B::weapon_values(weapon).expect("invariant: the weapon is of its book");
            inspect(&format!("weapon `{id}`"), |entry| B::validate_weapon(entry, values))?;
        });
    }
    Ok(())
}

/// Checks the sheet, the weapons and the seats of a template.
fn check_template(id: &str, template: &UnitTemplate, weapons: &BTreeMap<String, Weapon>) -> Checked {
    let subject = format!("archetype `{id}`");
    for weapon in &template.weapons {
        require_known(weapons, &subject, "weapon", weapon)?;
    }
    for_book!(template.sheet.book(), B => {
        let sheet = B::sheet_values(&template.sheet).expect("invariant: the sheet is of its book");
        inspect(&subject, |entry| {
            entry.require_title(&["name"], &template.name);
            if !template.role.is_empty() {
                entry.require_text(&["role"], &template.role);
            }
            entry.require_range(&["weapons"], template.weapons.len(), 0..=MAX_WEAPONS + 1);
            if let Some(vehicle) = template.vehicle {
                entry.require_range(&["vehicle", "seats"], vehicle.seats, 1..=MAX_SEATS);
            }
            B::validate_sheet(entry, sheet);
        })
    })
}
