//! Writes a Lab scene as file text that reads back as the same scene.

use std::collections::{BTreeMap, BTreeSet};

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;

use super::raw::{
    RawBarrierWear, RawLab, RawLabAction, RawLabItem, RawLabTarget, RawLabUnitState, RawNumberOverride,
    name_place,
};
use super::{LabScene, LabTarget};
use crate::definitions::kinds::BarrierKind;
use crate::definitions::raw::{
    RawBarrierKind, RawLegendEntry, RawLimit, RawObjective, RawSide, RawSwitch, RawTimeUp, RawUnit,
};
use crate::skirmishes::skirmish::{Objective, Skirmish, SkirmishUnit, TimeUp, UnitLink, UsedWeapon};
use model::{Cell, CellSide, ObstaclePosition};

/// Nesting depth of fields on separate lines.
const PRETTY_DEPTH: usize = 2;

impl LabScene {
    /// Formats a scene file.
    ///
    /// # Errors
    /// The scene has more different squares than there are letters to draw them.
    pub fn to_text(&self) -> Result<String, ron::Error> {
        let scene = self.clone().normalised();
        let config = PrettyConfig::new()
            .depth_limit(PRETTY_DEPTH)
            .extensions(Extensions::IMPLICIT_SOME)
            .escape_strings(true)
            .new_line("\n");
        let text = ron::ser::to_string_pretty(&to_raw(&scene), config)?;
        // Readers enable the extension by default.
        let body = text.split_once(")]").map_or(text.as_str(), |(_, body)| body);
        Ok(format!("{}\n", body.trim_start()))
    }
}

fn to_raw(scene: &LabScene) -> RawLab {
    let skirmish = &scene.skirmish;
    let drawn = DrawnMap::from_scene(scene);
    let size = (skirmish.map.width, skirmish.map.height);
    let name_of = |number: usize| skirmish.units[number].name.clone();
    let poses = skirmish.units.iter().zip(&scene.unit_states).filter_map(|(unit, pose)| {
        let veteran = unit.campaign_unit.as_ref();
        let raw = RawLabUnitState {
            prone: pose.prone,
            in_cover: false,
            gait: pose.gait,
            condition: veteran.map(|veteran| veteran.condition.clone()),
            karma: veteran.map_or(0, |veteran| veteran.karma),
            carries: veteran.and_then(|veteran| veteran.loadout.clone()),
        };
        let plain = !raw.prone && raw.gait == Default::default() && raw.condition.is_none();
        (!plain).then(|| (unit.name.clone(), raw))
    });
    let worn = scene.damaged.iter().map(|(&place, wear)| {
        let (cell, side) = name_place(place, size);
        RawBarrierWear { cell, side, damage: wear.damage, holed: wear.holed, open: wear.open }
    });
    let lying = scene.items.iter().map(|lying| {
        let UsedWeapon { weapon, loaded, mode, fault, .. } = lying.thing.clone();
        RawLabItem { cell: (lying.cell.x, lying.cell.y), book: lying.book, weapon, loaded, mode, fault }
    });
    let tuned =
        scene.overrides.iter().enumerate().filter(|(_, dials)| !dials.is_empty()).map(|(number, dials)| {
            let dials = dials.iter().map(|(dial, &is)| RawNumberOverride {
                book: dial.book,
                of: dial.of,
                number: dial.number.clone(),
                is,
            });
            (name_of(number), dials.collect())
        });
    let aim = scene.aim.as_ref().map(|aim| RawLabAction {
        attacker: name_of(aim.attacker),
        at: match aim.at {
            LabTarget::Unit(number) => RawLabTarget::Unit(name_of(number)),
            LabTarget::Square(cell) => RawLabTarget::Square((cell.x, cell.y)),
            LabTarget::Barrier(place) => {
                let (cell, side) = name_place(place, size);
                RawLabTarget::Barrier { cell, side }
            }
        },
        weapon: aim.weapon,
        mode: aim.mode,
        manner: aim.manner.clone(),
    });
    let sides = skirmish.sides.iter().map(|side| RawSide {
        name: side.name.clone(),
        colour: side.colour,
        deployment: side.deployment.clone(),
    });
    let switches = skirmish.rules.changed().into_iter().map(|(name, value)| (name, RawSwitch::Word(value)));
    RawLab {
        name: skirmish.name.clone(),
        description: skirmish.description.clone(),
        book: skirmish.rules.book(),
        switches: switches.collect(),
        weather: skirmish.weather,
        zero_gravity: skirmish.zero_gravity,
        options: skirmish.options,
        sides: sides.collect(),
        units: skirmish.units.iter().map(|one| raw_unit(skirmish, one)).collect(),
        kinds: scene.kinds.iter().map(|(id, kind)| (id.clone(), raw_barrier_kind(kind))).collect(),
        grounds: scene.grounds.clone(),
        ground: drawn.ground,
        legend: drawn.legend,
        map: drawn.rows,
        zones: BTreeMap::new(),
        objectives: skirmish.objectives.iter().map(|one| raw_objective(skirmish, one)).collect(),
        limit: Some(RawLimit { rounds: skirmish.rounds, then: raw_time_up(skirmish) }),
        unit_states: poses.collect(),
        damaged: worn.collect(),
        items: lying.collect(),
        overrides: tuned.collect(),
        aim,
    }
}

fn side_name(skirmish: &Skirmish, side: u8) -> String {
    skirmish.sides[usize::from(side)].name.clone()
}

fn raw_unit(skirmish: &Skirmish, unit: &SkirmishUnit) -> RawUnit {
    let mut raw = RawUnit {
        name: unit.name.clone(),
        archetype: unit.archetype.clone(),
        side: side_name(skirmish, unit.side),
        cell: Some((unit.cell.x.unsigned_abs(), unit.cell.y.unsigned_abs())),
        concealed: unit.concealed,
        in_cover: unit.in_cover,
        lurking: unit.lurking,
        ..RawUnit::default()
    };
    match &unit.link {
        Some(UnitLink::Drives(vehicle)) => (raw.drives, raw.cell) = (Some(vehicle.clone()), None),
        Some(UnitLink::Rides(vehicle)) => (raw.rides, raw.cell) = (Some(vehicle.clone()), None),
        Some(UnitLink::Holds(other)) => raw.holds = Some(other.clone()),
        None => {}
    }
    raw
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
        footing: kind.footing,
    }
}

fn raw_objective(skirmish: &Skirmish, objective: &Objective) -> RawObjective {
    let side = side_name(skirmish, objective.side());
    match objective {
        Objective::Eliminate { .. } => RawObjective::Eliminate { side },
        Objective::Hold { zone, rounds, .. } => {
            RawObjective::Hold { side, zone: zone.clone(), rounds: *rounds }
        }
        Objective::Escape { zone, units, .. } => {
            RawObjective::Escape { side, zone: zone.clone(), units: *units }
        }
        Objective::Reach { zone, .. } => RawObjective::Reach { side, zone: zone.clone() },
        Objective::Clear { zone, .. } => RawObjective::Clear { side, zone: zone.clone() },
        Objective::Stop { unit, .. } => RawObjective::Stop { side, unit: unit.clone() },
        Objective::Rescue { unit, .. } => RawObjective::Rescue { side, unit: unit.clone() },
        Objective::Slay { unit, .. } => RawObjective::Slay { side, unit: unit.clone() },
    }
}

fn raw_time_up(skirmish: &Skirmish) -> RawTimeUp {
    match skirmish.then {
        TimeUp::Draw => RawTimeUp::Draw,
        TimeUp::MostStanding => RawTimeUp::MostStanding,
        TimeUp::Wins(side) => RawTimeUp::Wins(side_name(skirmish, side)),
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
