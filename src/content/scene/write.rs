//! Writes a scene as file text that reads back as the same scene.

use model::{Cell, CellSide, ObstaclePosition};
use std::collections::{BTreeMap, BTreeSet};

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;

use super::raw::{
    RawAim, RawAimTarget, RawBarrierWear, RawItem, RawLegendEntry, RawLimit, RawNumberOverride, RawScene,
    RawSide, RawSideName, RawUnit, name_place,
};
use crate::books::book_kind::{BookKind, for_book};
use crate::definitions::kinds::BarrierKind;
use crate::definitions::raw::{RawBarrierKind, RawSwitch};
use crate::lab::{LabScene, LabTarget};
use crate::skirmishes::skirmish::{Skirmish, TimeUp, UnitLink, UsedWeapon};

/// Nesting depth of fields on separate lines.
const PRETTY_DEPTH: usize = 2;

impl LabScene {
    /// Formats a scene file.
    ///
    /// # Errors
    /// A unit with a sheet of its own has it in another book than the scene.
    pub fn to_text(&self) -> Result<String, ron::Error> {
        let scene = self.clone().normalised();
        let config = PrettyConfig::new()
            .depth_limit(PRETTY_DEPTH)
            .extensions(Extensions::IMPLICIT_SOME)
            .escape_strings(true)
            .new_line("\n");
        let text = for_book!(scene.skirmish.rules.book(), B => {
            ron::ser::to_string_pretty(&to_raw::<B>(&scene)?, config)?
        });
        // Readers enable the extension by default.
        let body = text.split_once(")]").map_or(text.as_str(), |(_, body)| body);
        Ok(format!("{}\n", body.trim_start()))
    }
}

fn to_raw<B: BookKind>(scene: &LabScene) -> Result<RawScene<B>, ron::Error> {
    let skirmish = &scene.skirmish;
    let drawn = DrawnMap::from_scene(scene);
    let sides = skirmish.sides.iter().map(|side| RawSide {
        name: side.name.clone(),
        colour: side.colour,
        deployment: side.deployment.clone(),
    });
    let units: Result<Vec<_>, _> = (0..skirmish.units.len()).map(|number| raw_unit(scene, number)).collect();
    let switches = skirmish.rules.changed().into_iter().map(|(name, value)| (name, RawSwitch::Word(value)));
    let weapon = |(id, weapon)| Some((String::clone(id), B::weapon_values(weapon)?.clone()));
    Ok(RawScene {
        _format: Default::default(),
        name: skirmish.name.clone(),
        description: skirmish.description.clone(),
        book: skirmish.rules.book(),
        switches: switches.collect(),
        weather: skirmish.weather,
        zero_gravity: skirmish.zero_gravity,
        options: skirmish.options,
        sides: sides.collect(),
        units: units?,
        weapons: scene.weapons.iter().filter_map(weapon).collect(),
        kinds: scene.kinds.iter().map(|(id, kind)| (id.clone(), raw_barrier_kind(kind))).collect(),
        grounds: scene.grounds.clone(),
        ground: drawn.ground,
        legend: drawn.legend,
        map: drawn.rows,
        zones: BTreeMap::new(),
        barriers: Vec::new(),
        objectives: skirmish
            .objectives
            .iter()
            .map(|one| one.with_side(side_name(skirmish, one.side())))
            .collect(),
        limit: Some(RawLimit { rounds: skirmish.rounds, then: raw_time_up(skirmish) }),
        lesson: skirmish
            .lesson
            .as_ref()
            .and_then(|lesson| lesson.try_with_side(|side| Some(side_name(skirmish, *side)))),
        damaged: raw_damage(scene),
        items: raw_items(scene),
        orders: scene.script.orders.clone(),
        start: scene.script.start,
        seed: scene.script.seed,
        shows: scene.script.shows.clone(),
        unit_states: BTreeMap::new(),
        overrides: BTreeMap::new(),
        aim: raw_aim(scene),
        overlays: scene.overlays.clone(),
        action: None,
        sequence: Vec::new(),
    })
}

fn raw_damage(scene: &LabScene) -> Vec<RawBarrierWear> {
    let size = (scene.skirmish.map.width, scene.skirmish.map.height);
    let raw = scene.damaged.iter().map(|(&place, wear)| {
        let (cell, side) = name_place(place, size);
        RawBarrierWear { cell, side, damage: wear.damage, holed: wear.holed, open: wear.open }
    });
    raw.collect()
}

fn raw_items(scene: &LabScene) -> Vec<RawItem> {
    let raw = scene.items.iter().map(|item| {
        let UsedWeapon { weapon, loaded, mode, fault, .. } = item.thing.clone();
        RawItem { cell: (item.cell.x, item.cell.y), book: item.book, weapon, loaded, mode, fault }
    });
    raw.collect()
}

fn raw_aim(scene: &LabScene) -> Option<RawAim> {
    let aim = scene.aim.as_ref()?;
    let name_of = |number: usize| scene.skirmish.units[number].name.clone();
    Some(RawAim {
        attacker: name_of(aim.attacker),
        at: match aim.at {
            LabTarget::Unit(number) => RawAimTarget::Unit(name_of(number)),
            LabTarget::Square(cell) => RawAimTarget::Square((cell.x, cell.y)),
            LabTarget::Barrier(place) => {
                let (cell, side) = name_place(place, (scene.skirmish.map.width, scene.skirmish.map.height));
                RawAimTarget::Barrier { cell, side }
            }
        },
        weapon: aim.weapon,
        mode: aim.mode,
        option: aim.option.clone(),
    })
}

fn side_name(skirmish: &Skirmish, side: u8) -> String {
    skirmish.sides[usize::from(side)].name.clone()
}

fn raw_unit<B: BookKind>(scene: &LabScene, number: usize) -> Result<RawUnit<B>, ron::Error> {
    let unit = &scene.skirmish.units[number];
    let stance = scene.unit_states[number];
    let template = scene.templates.get(&unit.archetype);
    let sheet = template.map(|template| B::sheet_values(&template.sheet).cloned());
    if matches!(sheet, Some(None)) {
        let what = format!("the sheet of {} is of another book than the scene", unit.name);
        return Err(ron::Error::Message(what));
    }
    let campaign_unit = unit.campaign_unit.as_ref();
    let ailments = campaign_unit.map_or_else(Vec::new, |state| state.ailments.clone());
    let numbers = scene.overrides[number].iter().map(|(key, &is)| RawNumberOverride {
        book: key.book,
        of: key.of,
        number: key.number.clone(),
        is,
    });
    let blank: RawUnit<B> = ron::from_str("(name: \"\")").map_err(|error| error.code)?;
    let mut raw = RawUnit {
        name: unit.name.clone(),
        archetype: template.is_none().then(|| unit.archetype.clone()),
        sheet: sheet.flatten(),
        side: Some(RawSideName::Name(side_name(&scene.skirmish, unit.side))),
        cell: Some((unit.cell.x.unsigned_abs(), unit.cell.y.unsigned_abs())),
        role: unit.role,
        group: unit.group.clone(),
        concealed: unit.concealed,
        in_cover: unit.in_cover,
        lurking: unit.lurking,
        arrives: unit.arrives,
        prone: stance.prone,
        gait: stance.gait,
        health: campaign_unit.map(|state| state.condition.clone()),
        karma: campaign_unit.map(|state| state.karma),
        ailments: ailments.iter().map(|suffered| suffered.ailment).collect(),
        carries: campaign_unit.and_then(|state| state.loadout.clone()),
        held: template.map(|template| template.weapons.clone()).filter(|held| !held.is_empty()),
        numbers: numbers.collect(),
        ..blank
    };
    match &unit.link {
        Some(UnitLink::Drives(vehicle)) => (raw.drives, raw.cell) = (Some(vehicle.clone()), None),
        Some(UnitLink::Rides(vehicle)) => (raw.rides, raw.cell) = (Some(vehicle.clone()), None),
        Some(UnitLink::Holds(other)) => raw.holds = Some(other.clone()),
        None => {}
    }
    Ok(raw)
}

fn raw_barrier_kind(kind: &BarrierKind) -> RawBarrierKind {
    RawBarrierKind {
        name: kind.name.clone(),
        material: kind.material.clone(),
        structure: Some(kind.structure),
        armor: Some(kind.armor),
        height_cm: kind.height_cm,
        thickness_cm: kind.thickness_cm,
        transparent: kind.transparent,
        blocks_move: kind.blocks_move,
        width_pct: kind.width_pct,
        style: kind.style,
        openable: kind.openable,
        sharp: kind.sharp,
        hides: kind.hides.clone(),
        glow: kind.glow,
        footing: kind.footing,
    }
}

fn raw_time_up(skirmish: &Skirmish) -> TimeUp<String> {
    match skirmish.then {
        TimeUp::Draw => TimeUp::Draw,
        TimeUp::MostStanding => TimeUp::MostStanding,
        TimeUp::Wins(side) => TimeUp::Wins(side_name(skirmish, side)),
    }
}

/// A map as rows of letters with their legend.
struct DrawnMap {
    ground: String,
    legend: BTreeMap<String, RawLegendEntry>,
    rows: Vec<String>,
}

/// Meaning of a letter: a barrier on an edge, or terrain, barrier and zones of a square.
type LetterMeaning<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>, Vec<&'a str>);

impl DrawnMap {
    fn from_scene(scene: &LabScene) -> Self {
        let map = &scene.skirmish.map;
        let (width, height) = (usize::from(map.width), usize::from(map.height));
        let mut counts = vec![0usize; map.palette.len()];
        map.terrain.iter().for_each(|&number| counts[usize::from(number)] += 1);
        let usual =
            (0..counts.len()).max_by_key(|&number| (counts[number], usize::MAX - number)).unwrap_or(0);
        let mut zones: BTreeMap<Cell, Vec<&str>> = BTreeMap::new();
        for (name, cells) in &map.zones {
            cells.iter().for_each(|&cell| zones.entry(cell).or_default().push(name));
        }
        let barriers: BTreeMap<ObstaclePosition, &str> =
            map.barriers.iter().map(|barrier| (barrier.place, barrier.kind.as_str())).collect();
        let mut marks: Vec<(usize, usize, LetterMeaning<'_>)> = Vec::new();
        for (&place, &kind) in &barriers {
            let ObstaclePosition::Edge(edge) = place else { continue };
            let (x, y) = (edge.cell().x.unsigned_abs() as usize, edge.cell().y.unsigned_abs() as usize);
            let (line, column) =
                if edge.side() == CellSide::North { (2 * y, 2 * x + 1) } else { (2 * y + 1, 2 * x) };
            marks.push((line, column, (Some(kind), None, None, Vec::new())));
        }
        for (number, &terrain) in map.terrain.iter().enumerate() {
            let cell = Cell::new((number % width) as i32, (number / width) as i32);
            let object = barriers.get(&ObstaclePosition::Square(cell)).copied();
            let terrain = usize::from(terrain);
            let named = (terrain != usual).then(|| map.palette[terrain].as_str());
            let zones = zones.remove(&cell).unwrap_or_default();
            if named.is_some() || object.is_some() || !zones.is_empty() {
                let (x, y) = (number % width, number / width);
                marks.push((2 * y + 1, 2 * x + 1, (None, named, object, zones)));
            }
        }
        let meanings: BTreeSet<&LetterMeaning<'_>> = marks.iter().map(|(_, _, meaning)| meaning).collect();
        let letters: BTreeMap<&LetterMeaning<'_>, char> =
            meanings.into_iter().zip(legend_letters()).collect();
        let mut rows = vec![vec![' '; 2 * width + 1]; 2 * height + 1];
        for (line, column, meaning) in &marks {
            if let Some(&letter) = letters.get(meaning) {
                rows[*line][*column] = letter;
            }
        }
        let legend = letters.into_iter().map(|((edge, terrain, object, zones), letter)| {
            let owned = |text: &Option<&str>| text.map(str::to_owned);
            let zones = zones.iter().map(|&zone| zone.to_owned()).collect();
            let meaning =
                RawLegendEntry { edge: owned(edge), terrain: owned(terrain), object: owned(object), zones };
            (letter.to_string(), meaning)
        });
        // The first row sets the width.
        let rows = rows.into_iter().enumerate().map(|(line, row)| {
            let row: String = row.into_iter().collect();
            if line == 0 { row } else { row.trim_end().to_owned() }
        });
        Self { ground: map.palette[usual].clone(), legend: legend.collect(), rows: rows.collect() }
    }
}

/// Letters to draw with: ASCII letters first, then all other printable characters.
fn legend_letters() -> impl Iterator<Item = char> {
    let plain = "|-=#%&*.:,;~^oxabcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?@$_<>[]{}()/";
    let more = ('\u{c0}'..='\u{24f}').chain('\u{370}'..='\u{4ff}').chain('\u{4e00}'..='\u{9fff}');
    plain.chars().chain(more.filter(|letter| letter.is_alphabetic()))
}
