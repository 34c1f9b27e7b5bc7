//! Map drawings: text rows at double resolution, where squares and the edges between them alternate.

use model::{Cell, CellSide, Edge, ObstaclePosition};
use std::collections::{BTreeMap, BTreeSet};

use super::raw::{RawArea, RawLegendEntry};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::BarrierPlacement;
use crate::library::Content;
use crate::skirmishes::skirmish::{MapBarrier, SkirmishMap};

/// Longest side of a map, in squares.
pub const MAX_MAP_SIDE: usize = 500;
/// Most zones of a map.
pub(crate) const MAX_ZONES: usize = 64;
/// Most barrier segments of a map.
pub(crate) const MAX_BARRIERS: usize = 50_000;
/// Most rectangles of all zones.
const MAX_AREAS: usize = 256;

/// The map of a file as written.
pub(super) struct RawMap<'a> {
    pub rows: &'a [String],
    pub ground: &'a str,
    pub legend: &'a BTreeMap<String, RawLegendEntry>,
    pub zones: &'a BTreeMap<String, Vec<RawArea>>,
    /// Characters that mark the square of a unit.
    pub unit_letters: BTreeSet<char>,
}

/// A map with the positions of its unit letters.
pub(super) struct MapDrawing {
    pub map: SkirmishMap,
    /// First square of each letter, and its number of occurrences.
    pub letters: BTreeMap<char, (Cell, usize)>,
}

/// The square at a column and row.
fn cell_at(column: usize, row: usize) -> Cell {
    let signed =
        |value: usize| i32::try_from(value).expect("invariant: columns and rows are at most MAX_MAP_SIDE");
    Cell::new(signed(column), signed(row))
}

struct MapReader<'a, 'e, 's> {
    entry: &'e mut EntryValidator<'s>,
    raw: &'a RawMap<'a>,
    meanings: BTreeMap<char, &'a RawLegendEntry>,
    reported: BTreeSet<(char, bool)>,
}

/// Reads the drawing; reports problems to the entry.
pub(super) fn read_map(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &RawMap<'_>,
) -> Option<MapDrawing> {
    let widest = raw.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let (width, height) = (widest / 2, raw.rows.len() / 2);
    if !(1..=MAX_MAP_SIDE).contains(&width) || !(1..=MAX_MAP_SIDE).contains(&height) {
        let problem = entry.diagnostic_at(&["map"], format!("the map is {width} x {height} squares"));
        entry.diagnostics.push(problem.with_expected(format!("1 to {MAX_MAP_SIDE} each way")));
        return None;
    }
    let meanings = read_legend(entry, content, raw);
    let mut pen = MapReader { entry, raw, meanings, reported: BTreeSet::new() };
    let mut drawing = pen.read(width, height)?;
    add_zones(entry, raw, &mut drawing.map);
    Some(drawing)
}

/// Reads the meaning of each character.
fn read_legend<'a>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &'a RawMap<'a>,
) -> BTreeMap<char, &'a RawLegendEntry> {
    let mut meanings = BTreeMap::new();
    for (key, meaning) in raw.legend {
        if key.is_empty() {
            entry.error(&["legend", key], "a legend entry needs at least one character");
        }
        for c in key.chars() {
            if meanings.insert(c, meaning).is_some() {
                entry.error(&["legend", key], format!("the character {c:?} has two meanings"));
            }
        }
        let square = meaning.terrain.is_some() || meaning.object.is_some() || !meaning.zones.is_empty();
        if meaning.edge.is_some() && square {
            entry.error(&["legend", key, "edge"], "a character means either an edge or a square");
        }
        for (label, id, wrong) in [
            ("edge", &meaning.edge, BarrierPlacement::Square),
            ("object", &meaning.object, BarrierPlacement::Edge),
        ] {
            let Some(id) = id else { continue };
            match content.barrier_kinds.get(id) {
                Some(kind) if kind.footing == wrong => {
                    let place = if wrong == BarrierPlacement::Square { "on an edge" } else { "in a square" };
                    entry.error(&["legend", key, label], format!("`{id}` cannot be placed {place}"));
                }
                Some(_) => {}
                None => {
                    let known = content.barrier_kinds.keys().map(String::as_str);
                    entry.require_known(&["legend", key, label], "barrier", id, known);
                }
            }
        }
        if let Some(id) = &meaning.terrain {
            check_terrain(entry, content, &["legend", key, "terrain"], id);
        }
    }
    check_terrain(entry, content, &["ground"], raw.ground);
    meanings
}

fn check_terrain(entry: &mut EntryValidator<'_>, content: &Content, labels: &[&str], id: &str) {
    entry.find_known(labels, ("terrain", id), &content.terrains);
}

impl MapReader<'_, '_, '_> {
    fn read(&mut self, width: usize, height: usize) -> Option<MapDrawing> {
        let mut palette: Vec<String> = vec![self.raw.ground.to_owned()];
        palette.extend(self.raw.legend.values().filter_map(|meaning| meaning.terrain.clone()));
        palette.sort();
        palette.dedup();
        let numbers: BTreeMap<&str, u16> = palette.iter().map(String::as_str).zip(0u16..).collect();
        let ground = *numbers.get(self.raw.ground)?;
        let mut terrain = vec![ground; width * height];
        let mut barriers: BTreeMap<ObstaclePosition, String> = BTreeMap::new();
        let mut zones: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        let mut letters: BTreeMap<char, (Cell, usize)> = BTreeMap::new();
        let raw = self.raw;
        for (line, text) in raw.rows.iter().enumerate() {
            for (column, c) in text.chars().enumerate() {
                if c == ' ' {
                    continue;
                }
                if column.is_multiple_of(2) || line.is_multiple_of(2) {
                    if let Some(kind) = self.edge_barrier(line, column, c) {
                        let edge = edge_at(line, column, width, height);
                        barriers.insert(ObstaclePosition::Edge(edge), kind);
                    }
                    continue;
                }
                let (x, y) = (column / 2, line / 2);
                let here = cell_at(x, y);
                if self.raw.unit_letters.contains(&c) {
                    letters.entry(c).and_modify(|(_, count)| *count += 1).or_insert((here, 1));
                }
                let Some(meaning) = self.square_meaning(line, column, c) else { continue };
                if let Some(&number) = meaning.terrain.as_deref().and_then(|id| numbers.get(id)) {
                    terrain[y * width + x] = number;
                }
                if let Some(kind) = &meaning.object {
                    barriers.insert(ObstaclePosition::Square(here), kind.clone());
                }
                for zone in &meaning.zones {
                    zones.entry(zone.clone()).or_default().push(here);
                }
            }
        }
        self.entry.require_range(&["map"], barriers.len(), 0..=MAX_BARRIERS);
        let barriers = barriers.into_iter().map(|(place, kind)| MapBarrier { place, kind }).collect();
        let short = |side: usize| u16::try_from(side).ok();
        let map =
            SkirmishMap { width: short(width)?, height: short(height)?, palette, terrain, barriers, zones };
        Some(MapDrawing { map, letters })
    }

    /// The barrier of a character on an edge; characters on corners are decoration.
    fn edge_barrier(&mut self, line: usize, column: usize, c: char) -> Option<String> {
        let corner = column.is_multiple_of(2) && line.is_multiple_of(2);
        let kind = self.meanings.get(&c).and_then(|meaning| meaning.edge.as_ref());
        match kind {
            Some(kind) => (!corner).then(|| kind.clone()),
            None if corner && c == '+' => None,
            None => {
                let place = if corner { "a corner" } else { "an edge" };
                self.report_character(line, column, c, place, "edge", true);
                None
            }
        }
    }

    fn square_meaning(&mut self, line: usize, column: usize, c: char) -> Option<&RawLegendEntry> {
        match self.meanings.get(&c).copied() {
            Some(meaning) if meaning.edge.is_none() => Some(meaning),
            None if self.raw.unit_letters.contains(&c) => None,
            _ => {
                self.report_character(line, column, c, "a square", "square", false);
                None
            }
        }
    }

    fn report_character(
        &mut self,
        line: usize,
        column: usize,
        c: char,
        place: &str,
        wanted: &str,
        edge: bool,
    ) {
        if !self.reported.insert((c, edge)) {
            return;
        }
        let row = self.entry.node.locate(&["map", &line.to_string()]);
        let before: usize = self.raw.rows[line].chars().take(column).map(char::len_utf8).sum();
        let known = if self.meanings.contains_key(&c) {
            format!("the legend's {c:?} cannot be used on {place}")
        } else {
            format!("{c:?} on {place} is not in the legend")
        };
        let problem = self.entry.source.diagnostic_at(row + 1 + before, known);
        let fitting: Vec<String> = self
            .meanings
            .iter()
            .filter(|(_, meaning)| meaning.edge.is_some() == edge)
            .map(|(c, _)| c.to_string())
            .take(12)
            .collect();
        let fitting: Vec<&str> = fitting.iter().map(String::as_str).collect();
        let expected = format!(
            "a blank or a character for an {wanted} such as {}",
            crate::files::source::join_with_or(&fitting)
        );
        let expected = if edge { expected } else { expected.replace("an square", "a square") };
        self.entry.diagnostics.push(problem.with_expected(expected));
    }
}

/// The edge at a position where exactly one of line and column is even.
fn edge_at(line: usize, column: usize, width: usize, height: usize) -> Edge {
    if column.is_multiple_of(2) {
        let y = line / 2;
        if column / 2 < width {
            Edge::new(cell_at(column / 2, y), CellSide::West)
        } else {
            Edge::new(cell_at(width - 1, y), CellSide::East)
        }
    } else {
        let x = column / 2;
        if line / 2 < height {
            Edge::new(cell_at(x, line / 2), CellSide::North)
        } else {
            Edge::new(cell_at(x, height - 1), CellSide::South)
        }
    }
}

/// Adds the rectangles to the zones of the drawing, and sorts every zone.
fn add_zones(entry: &mut EntryValidator<'_>, raw: &RawMap<'_>, map: &mut SkirmishMap) {
    let (width, height) = (u32::from(map.width), u32::from(map.height));
    if raw.zones.values().map(Vec::len).sum::<usize>() > MAX_AREAS || raw.zones.len() > MAX_ZONES {
        entry.error(
            &["zones"],
            format!("expected at most {MAX_ZONES} zones of at most {MAX_AREAS} rectangles"),
        );
        return;
    }
    for (name, areas) in raw.zones {
        let mut squares = vec![false; map.terrain.len()];
        for (index, area) in areas.iter().enumerate() {
            let inside = |from: u32, length: u32, side: u32| {
                length > 0 && from.checked_add(length).is_some_and(|end| end <= side)
            };
            if !inside(area.x, area.width, width) || !inside(area.y, area.height, height) {
                let what = format!(
                    "this part of zone `{name}` is empty or exceeds the map of {width} x {height} squares"
                );
                entry.error(&["zones", name, &index.to_string()], what);
                continue;
            }
            for y in area.y..area.y + area.height {
                let row = (y * width) as usize;
                squares[row + area.x as usize..row + (area.x + area.width) as usize].fill(true);
            }
        }
        let cells = (0..squares.len()).filter(|&index| squares[index]);
        let cells =
            cells.map(|index| cell_at(index % usize::from(map.width), index / usize::from(map.width)));
        map.zones.entry(name.clone()).or_default().extend(cells);
    }
    if map.zones.len() > MAX_ZONES {
        entry.error(&["legend"], format!("expected at most {MAX_ZONES} zones"));
    }
    for cells in map.zones.values_mut() {
        cells.sort_unstable();
        cells.dedup();
    }
}
