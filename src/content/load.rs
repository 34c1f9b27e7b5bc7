//! Reads content folders: the shipped one first, then the user's, whose entries replace those with the same id.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::check::{self, Entry};
use super::kinds::{Armour, Material, Terrain};
use super::lab::{self, LabScene};
use super::library::Content;
use super::problem::{Problem, Severity};
use super::raw::{RawArchetype, RawBarrierKind};
use super::resolve;
use super::shelf::{self, Aberrant, AttacksAndDamage, Circumstances, CombatChecks};
use super::skirmish::Skirmish;
use super::source::Source;
use super::tree::Node;
use rules::swan_song::Weapon;

/// Most entries of one table.
const MOST_ENTRIES: usize = 10_000;
/// Most files of one folder of skirmishes or scenes.
const MOST_FILES: usize = 1000;
/// Longest id, in characters.
const LONGEST_ID: usize = 64;
/// File of the sorts of fighters.
pub(super) const ARCHETYPES: &str = "books/swan_song/archetypes.ron";
/// Files of a content folder, skirmishes and the shelves of the other books apart.
const FILES: [&str; 5] =
    ["books/swan_song/weapons.ron", "books/swan_song/armour.ron", ARCHETYPES, "barriers.ron", "terrain.ron"];

/// What came of loading.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// All that is valid.
    pub content: Content,
    /// All that is not, and what looks odd.
    pub problems: Vec<Problem>,
}

impl Loaded {
    /// Whether anything had to be left out.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }
}

/// Loads content folders; a later folder's entries replace those of an earlier one with the same id.
///
/// Whatever is wrong is reported and left out. The first folder must have every file, the others may have any.
pub fn load(dirs: &[PathBuf]) -> Loaded {
    let mut loader = Loader::default();
    let sources = loader.read(dirs);
    let [weapons, armour, archetypes, barriers, terrain] = FILES;
    sources.each(weapons).for_each(|(_, source)| loader.weapons(source));
    sources.each(armour).for_each(|(_, source)| loader.armour(source));
    sources.each(archetypes).for_each(|(_, source)| loader.archetypes(source));
    sources.each(barriers).for_each(|(_, source)| loader.materials(source));
    sources.each(barriers).for_each(|(_, source)| loader.barrier_kinds(source));
    sources.each(terrain).for_each(|(_, source)| loader.terrains(source));
    loader.shelf::<Aberrant>(&sources);
    loader.shelf::<AttacksAndDamage>(&sources);
    loader.shelf::<Circumstances>(&sources);
    loader.shelf::<CombatChecks>(&sources);
    for (number, dir) in dirs.iter().enumerate() {
        loader.skirmishes(&dir.join("skirmishes"), number > 0);
        loader.labs(&dir.join("lab"));
    }
    Loaded { content: loader.content, problems: loader.problems }
}

/// The tables of all folders, by file and number of the folder.
#[derive(Default)]
pub(super) struct Sources(BTreeMap<(&'static str, usize), Source>);

impl Sources {
    /// One file of every folder that has it, with the folder's number.
    pub fn each(&self, file: &'static str) -> impl Iterator<Item = (usize, &Source)> {
        self.0.range((file, 0)..=(file, usize::MAX)).map(|(&(_, number), source)| (number, source))
    }

    /// A file of one folder.
    pub fn get(&self, file: &'static str, number: usize) -> Option<&Source> {
        self.0.get(&(file, number))
    }
}

/// Loads one skirmish file, wherever it lies, with the rest of the content at hand. `None` if it is broken.
pub fn load_skirmish(content: &Content, path: &Path) -> (Option<Skirmish>, Vec<Problem>) {
    match Source::read(path) {
        Ok(source) => resolve::skirmish(content, &source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Reads a skirmish from a text; `name` stands for the file in what is reported.
pub fn parse_skirmish(content: &Content, name: &Path, text: &str) -> (Option<Skirmish>, Vec<Problem>) {
    match Source::new(name, text.to_owned()) {
        Ok(source) => resolve::skirmish(content, &source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Loads one scene of the Lab, wherever it lies, with the rest of the content at hand. `None` if it is broken.
pub fn load_lab(content: &Content, path: &Path) -> (Option<LabScene>, Vec<Problem>) {
    match Source::read(path) {
        Ok(source) => lab::lab(content, &source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Reads a scene of the Lab from a text; `name` stands for the file in what is reported.
pub fn parse_lab(content: &Content, name: &Path, text: &str) -> (Option<LabScene>, Vec<Problem>) {
    match Source::new(name, text.to_owned()) {
        Ok(source) => lab::lab(content, &source),
        Err(problem) => (None, vec![problem]),
    }
}

#[derive(Default)]
pub(super) struct Loader {
    pub content: Content,
    pub problems: Vec<Problem>,
}

impl Loader {
    fn read(&mut self, dirs: &[PathBuf]) -> Sources {
        let mut sources = Sources::default();
        for (number, dir) in dirs.iter().enumerate() {
            for file in FILES.into_iter().chain(shelf::files()) {
                let path = dir.join(file);
                if number > 0 && !path.exists() {
                    continue;
                }
                match Source::read(&path) {
                    Ok(source) => {
                        sources.0.insert((file, number), source);
                    }
                    Err(problem) => self.problems.push(problem),
                }
            }
        }
        sources
    }

    fn weapons(&mut self, source: &Source) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(weapon) = self.parse::<Weapon>(source, node) else { continue };
            if judged(&mut self.problems, source, node, |entry| check::weapon(entry, &weapon)).is_some() {
                self.content.weapons.insert(id, Arc::new(weapon));
            }
        }
    }

    fn armour(&mut self, source: &Source) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(armour) = self.parse::<Armour>(source, node) else { continue };
            if judged(&mut self.problems, source, node, |entry| check::armour(entry, &armour)).is_some() {
                self.content.armours.insert(id, armour);
            }
        }
    }

    fn archetypes(&mut self, source: &Source) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(raw) = self.parse::<RawArchetype>(source, node) else { continue };
            let Content { weapons, armours, .. } = &self.content;
            let archetype = judged(&mut self.problems, source, node, |entry| {
                check::archetype(entry, raw, weapons, armours)
            });
            if let Some(archetype) = archetype {
                self.content.archetypes.insert(id, archetype);
            }
        }
    }

    fn materials(&mut self, source: &Source) {
        for child in &source.root.children {
            if child.label != "materials" && child.label != "kinds" {
                let problem = source.problem(child.label_at, format!("unknown field `{}`", child.label));
                self.problems.push(problem.hint(&child.label, ["materials", "kinds"]));
            }
        }
        let Some(table) = source.root.get("materials") else { return };
        for (id, node) in self.entries(source, table) {
            let Some(material) = self.parse::<Material>(source, node) else { continue };
            if judged(&mut self.problems, source, node, |entry| check::material(entry, &id, &material))
                .is_some()
            {
                self.content.materials.insert(id, material);
            }
        }
    }

    fn barrier_kinds(&mut self, source: &Source) {
        let Some(table) = source.root.get("kinds") else { return };
        for (id, node) in self.entries(source, table) {
            let Some(raw) = self.parse::<RawBarrierKind>(source, node) else { continue };
            let materials = &self.content.materials;
            let kind =
                judged(&mut self.problems, source, node, |entry| check::barrier_kind(entry, raw, materials));
            if let Some(kind) = kind.flatten() {
                self.content.barrier_kinds.insert(id, kind);
            }
        }
    }

    fn terrains(&mut self, source: &Source) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(terrain) = self.parse::<Terrain>(source, node) else { continue };
            if judged(&mut self.problems, source, node, |entry| check::terrain(entry, &terrain)).is_some() {
                self.content.terrains.insert(id, terrain);
            }
        }
    }

    fn skirmishes(&mut self, dir: &Path, optional: bool) {
        if optional && !dir.exists() {
            return;
        }
        for (stem, path) in self.files(dir) {
            let (skirmish, problems) = load_skirmish(&self.content, &path);
            self.problems.extend(problems);
            if let Some(skirmish) = skirmish {
                self.content.skirmishes.insert(stem, skirmish);
            }
        }
    }

    fn labs(&mut self, dir: &Path) {
        if !dir.exists() {
            return;
        }
        for (stem, path) in self.files(dir) {
            let (scene, problems) = load_lab(&self.content, &path);
            self.problems.extend(problems);
            if let Some(scene) = scene {
                self.content.labs.insert(stem, scene);
            }
        }
    }

    /// The files of a folder that holds one thing each, with their ids.
    fn files(&mut self, dir: &Path) -> Vec<(String, PathBuf)> {
        let mut files: Vec<PathBuf> = match std::fs::read_dir(dir) {
            Ok(listing) => listing.filter_map(|file| file.ok().map(|file| file.path())).collect(),
            Err(error) => {
                self.problems.push(Problem::of_file(dir, format!("cannot be read: {error}")));
                return Vec::new();
            }
        };
        files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
        files.sort();
        if files.len() > MOST_FILES {
            let what = format!("only the first {MOST_FILES} files of this folder are read");
            self.problems.push(Problem::of_file(dir, what));
        }
        let mut named = Vec::new();
        for path in files.into_iter().take(MOST_FILES) {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !is_id(stem) {
                self.problems.push(Problem::of_file(&path, "this file name is no id").expecting(ID_SHAPE));
                continue;
            }
            named.push((stem.to_owned(), path));
        }
        named
    }

    /// Ids and values of a table, each id once.
    pub fn entries<'s>(&mut self, source: &Source, table: &'s Node) -> Vec<(String, &'s Node)> {
        if !table.is_map {
            let problem = source.problem(table.span.start, "this is no table");
            self.problems.push(problem.expecting("{ \"id\": (...), ... }"));
            return Vec::new();
        }
        let mut seen = BTreeSet::new();
        let mut entries = Vec::new();
        for child in &table.children {
            let id = &child.label;
            if !is_id(id) {
                let problem = source.problem(child.label_at, format!("{id:?} is no id"));
                self.problems.push(problem.expecting(ID_SHAPE));
            } else if !seen.insert(id) {
                self.problems.push(source.problem(child.label_at, format!("`{id}` stands here twice")));
            } else if entries.len() == MOST_ENTRIES {
                let what = format!("only the first {MOST_ENTRIES} entries are read");
                self.problems.push(source.problem(child.label_at, what));
                break;
            } else {
                entries.push((id.clone(), &child.node));
            }
        }
        entries
    }

    pub fn parse<T: DeserializeOwned>(&mut self, source: &Source, node: &Node) -> Option<T> {
        source.parse(node).map_err(|problem| self.problems.push(problem)).ok()
    }
}

/// The answer of a check that found no error; what it found is kept.
pub(super) fn judged<T>(
    problems: &mut Vec<Problem>,
    source: &Source,
    node: &Node,
    check: impl FnOnce(&mut Entry<'_>) -> T,
) -> Option<T> {
    let mut entry = Entry::new(source, node);
    let answer = check(&mut entry);
    let broken = entry.problems.iter().any(|problem| problem.severity == Severity::Error);
    problems.extend(entry.problems);
    (!broken).then_some(answer)
}

pub(super) const ID_SHAPE: &str = "small letters, digits and underscores";

/// Whether a text can be an id.
pub(super) fn is_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
