//! The map of a skirmish file: text rows at double resolution, where squares and the edges between them alternate.

use std::collections::{BTreeMap, BTreeSet};

use super::check::Entry;
use super::kinds::Footing;
use super::library::Content;
use super::raw::{RawMeaning, RawSkirmish};
use super::skirmish::{MapBarrier, SkirmishMap};
use field::{Cell, Edge, Place, Side};

/// Longest side of a map, in squares.
pub const MAX_MAP_SIDE: usize = 500;
/// Most named zones of a map.
const MOST_ZONES: usize = 64;
/// Most rectangles that zones are put together from.
const MOST_AREAS: usize = 256;

/// A map, and where its unit letters stand.
pub(super) struct Drawing {
    pub map: SkirmishMap,
    /// First square of each letter, and how often it occurs.
    pub letters: BTreeMap<char, (Cell, usize)>,
}

/// The square in a column and row.
fn cell(column: usize, row: usize) -> Cell {
    let signed =
        |value: usize| i32::try_from(value).expect("invariant: columns and rows are at most MAX_MAP_SIDE");
    Cell::new(signed(column), signed(row))
}

struct Pen<'a, 'e, 's> {
    entry: &'e mut Entry<'s>,
    raw: &'a RawSkirmish,
    meanings: BTreeMap<char, &'a RawMeaning>,
    unit_letters: BTreeSet<char>,
    complained: BTreeSet<(char, bool)>,
}

/// Reads the drawing; complaints go to the entry.
pub(super) fn read(entry: &mut Entry<'_>, content: &Content, raw: &RawSkirmish) -> Option<Drawing> {
    let widest = raw.map.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let (width, height) = (widest / 2, raw.map.len() / 2);
    if !(1..=MAX_MAP_SIDE).contains(&width) || !(1..=MAX_MAP_SIDE).contains(&height) {
        let problem = entry.problem(&["map"], format!("the map is {width} x {height} squares"));
        entry.problems.push(problem.expecting(format!("1 to {MAX_MAP_SIDE} each way")));
        return None;
    }
    let meanings = legend(entry, content, raw);
    let unit_letters = raw.units.iter().filter_map(|unit| unit.at).collect();
    let mut pen = Pen { entry, raw, meanings, unit_letters, complained: BTreeSet::new() };
    let mut drawing = pen.draw(width, height)?;
    zones(entry, raw, &mut drawing.map);
    Some(drawing)
}

/// What each character means.
fn legend<'a>(
    entry: &mut Entry<'_>,
    content: &Content,
    raw: &'a RawSkirmish,
) -> BTreeMap<char, &'a RawMeaning> {
    let mut meanings = BTreeMap::new();
    for (key, meaning) in &raw.legend {
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
            entry.error(
                &["legend", key, "edge"],
                "a character stands for an edge or for a square, not for both",
            );
        }
        for (label, id, wrong) in
            [("edge", &meaning.edge, Footing::Square), ("object", &meaning.object, Footing::Edge)]
        {
            let Some(id) = id else { continue };
            match content.barrier_kinds.get(id) {
                Some(kind) if kind.footing == wrong => {
                    let place = if wrong == Footing::Square { "on an edge" } else { "in a square" };
                    entry.error(&["legend", key, label], format!("`{id}` cannot stand {place}"));
                }
                Some(_) => {}
                None => {
                    let known = content.barrier_kinds.keys().map(String::as_str);
                    entry.unknown(&["legend", key, label], "barrier", id, known);
                }
            }
        }
        if let Some(id) = &meaning.terrain {
            check_terrain(entry, content, &["legend", key, "terrain"], id);
        }
    }
    check_terrain(entry, content, &["ground"], &raw.ground);
    meanings
}

fn check_terrain(entry: &mut Entry<'_>, content: &Content, labels: &[&str], id: &str) {
    if !content.terrains.contains_key(id) {
        entry.unknown(labels, "terrain", id, content.terrains.keys().map(String::as_str));
    }
}

impl Pen<'_, '_, '_> {
    fn draw(&mut self, width: usize, height: usize) -> Option<Drawing> {
        let mut palette: Vec<String> = vec![self.raw.ground.clone()];
        palette.extend(self.raw.legend.values().filter_map(|meaning| meaning.terrain.clone()));
        palette.sort();
        palette.dedup();
        let numbers: BTreeMap<&str, u16> = palette.iter().map(String::as_str).zip(0u16..).collect();
        let ground = *numbers.get(self.raw.ground.as_str())?;
        let mut terrain = vec![ground; width * height];
        let mut barriers: BTreeMap<Place, String> = BTreeMap::new();
        let mut zones: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        let mut letters: BTreeMap<char, (Cell, usize)> = BTreeMap::new();
        let raw = self.raw;
        for (line, text) in raw.map.iter().enumerate() {
            for (column, c) in text.chars().enumerate() {
                if c == ' ' {
                    continue;
                }
                if column.is_multiple_of(2) || line.is_multiple_of(2) {
                    if let Some(kind) = self.edge(line, column, c) {
                        let edge = edge(line, column, width, height);
                        barriers.insert(Place::Edge(edge), kind);
                    }
                    continue;
                }
                let (x, y) = (column / 2, line / 2);
                let here = cell(x, y);
                if self.unit_letters.contains(&c) {
                    letters.entry(c).and_modify(|(_, count)| *count += 1).or_insert((here, 1));
                }
                let Some(meaning) = self.square(line, column, c) else { continue };
                if let Some(&number) = meaning.terrain.as_deref().and_then(|id| numbers.get(id)) {
                    terrain[y * width + x] = number;
                }
                if let Some(kind) = &meaning.object {
                    barriers.insert(Place::Square(here), kind.clone());
                }
                for zone in &meaning.zones {
                    zones.entry(zone.clone()).or_default().push(here);
                }
            }
        }
        let barriers = barriers.into_iter().map(|(place, kind)| MapBarrier { place, kind }).collect();
        let short = |side: usize| u16::try_from(side).ok();
        let map =
            SkirmishMap { width: short(width)?, height: short(height)?, palette, terrain, barriers, zones };
        Some(Drawing { map, letters })
    }

    /// The barrier that a character puts on an edge; corners are only for looks.
    fn edge(&mut self, line: usize, column: usize, c: char) -> Option<String> {
        let corner = column.is_multiple_of(2) && line.is_multiple_of(2);
        let kind = self.meanings.get(&c).and_then(|meaning| meaning.edge.as_ref());
        match kind {
            Some(kind) => (!corner).then(|| kind.clone()),
            None if corner && c == '+' => None,
            None => {
                let place = if corner { "a corner" } else { "an edge" };
                self.complain(line, column, c, place, "edge", true);
                None
            }
        }
    }

    fn square(&mut self, line: usize, column: usize, c: char) -> Option<&RawMeaning> {
        match self.meanings.get(&c).copied() {
            Some(meaning) if meaning.edge.is_none() => Some(meaning),
            None if self.unit_letters.contains(&c) => None,
            _ => {
                self.complain(line, column, c, "a square", "square", false);
                None
            }
        }
    }

    fn complain(&mut self, line: usize, column: usize, c: char, place: &str, wanted: &str, edge: bool) {
        if !self.complained.insert((c, edge)) {
            return;
        }
        let row = self.entry.node.locate(&["map", &line.to_string()]);
        let before: usize = self.raw.map[line].chars().take(column).map(char::len_utf8).sum();
        let known = if self.meanings.contains_key(&c) {
            format!("the legend's {c:?} does not belong on {place}")
        } else {
            format!("{c:?} on {place} is not in the legend")
        };
        let problem = self.entry.source.problem(row + 1 + before, known);
        let fitting: Vec<String> = self
            .meanings
            .iter()
            .filter(|(_, meaning)| meaning.edge.is_some() == edge)
            .map(|(c, _)| c.to_string())
            .take(12)
            .collect();
        let fitting: Vec<&str> = fitting.iter().map(String::as_str).collect();
        let expected =
            format!("a blank or a character for an {wanted} such as {}", super::source::one_of(&fitting));
        let expected = if edge { expected } else { expected.replace("an square", "a square") };
        self.entry.problems.push(problem.expecting(expected));
    }
}

/// The edge at a place of the drawing where exactly one of line and column is even.
fn edge(line: usize, column: usize, width: usize, height: usize) -> Edge {
    if column.is_multiple_of(2) {
        let y = line / 2;
        if column / 2 < width {
            Edge::new(cell(column / 2, y), Side::West)
        } else {
            Edge::new(cell(width - 1, y), Side::East)
        }
    } else {
        let x = column / 2;
        if line / 2 < height {
            Edge::new(cell(x, line / 2), Side::North)
        } else {
            Edge::new(cell(x, height - 1), Side::South)
        }
    }
}

/// Adds the rectangles to the zones of the drawing, and puts every zone in order.
fn zones(entry: &mut Entry<'_>, raw: &RawSkirmish, map: &mut SkirmishMap) {
    let (width, height) = (u32::from(map.width), u32::from(map.height));
    if raw.zones.values().map(Vec::len).sum::<usize>() > MOST_AREAS || raw.zones.len() > MOST_ZONES {
        entry.error(
            &["zones"],
            format!("expected at most {MOST_ZONES} zones of at most {MOST_AREAS} rectangles"),
        );
        return;
    }
    for (name, areas) in &raw.zones {
        let mut squares = vec![false; map.terrain.len()];
        for (index, area) in areas.iter().enumerate() {
            let inside = |from: u32, length: u32, side: u32| {
                length > 0 && from.checked_add(length).is_some_and(|end| end <= side)
            };
            if !inside(area.x, area.width, width) || !inside(area.y, area.height, height) {
                let what = format!(
                    "this part of zone `{name}` is empty or leaves the map of {width} x {height} squares"
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
        let cells = cells.map(|index| cell(index % usize::from(map.width), index / usize::from(map.width)));
        map.zones.entry(name.clone()).or_default().extend(cells);
    }
    if map.zones.len() > MOST_ZONES {
        entry.error(&["legend"], format!("expected at most {MOST_ZONES} zones"));
    }
    for cells in map.zones.values_mut() {
        cells.sort_unstable();
        cells.dedup();
    }
}
