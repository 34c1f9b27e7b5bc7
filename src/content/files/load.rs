//! Loads content folders: the shipped one first, then the user's, whose entries replace those with the same id.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::content_folder::{ContentFile, ContentFolder};
use super::source::SourceFile;
use super::syntax_tree::SyntaxNode;
use crate::balance;
use crate::balance::SkirmishBalance;
use crate::books::book_kind::{BookKind, for_book};
use crate::campaigns;
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::{ArmourPiece, MaterialKind, Terrain, WeaponSound};
use crate::definitions::raw::{RawArchetype, RawBarrierKind};
use crate::definitions::validate;
use crate::diagnostic::{Diagnostic, Severity};
use crate::lab::LabScene;
use crate::library::Content;
use crate::scene;
use crate::scene::ScenePurpose;
use crate::schema;
use rules::Book;
use rules::swan_song::Weapon;

/// Most entries of one table.
const MAX_ENTRIES: usize = 10_000;
/// Most wrong names of a table that are reported: finding the line of each takes time.
const MAX_WRONG_NAMES: usize = 500;
/// Most files of one folder of skirmishes or scenes.
const MAX_FILES: usize = 1000;
/// Folder of the skirmishes.
const SKIRMISHES: &str = "skirmishes";
/// Folder of the scenes of the Lab.
const LAB: &str = "lab";
/// Folder of the lessons.
const LESSONS: &str = "lessons";
/// Folder of the campaigns.
const CAMPAIGNS: &str = "campaigns";
/// Longest id, in characters.
const MAX_ID_CHARS: usize = 64;
/// File of the archetypes.
pub(crate) const ARCHETYPES_FILE: &str = "books/swan_song/archetypes.ron";
/// Files of a content folder, except skirmishes and the content of the other books.
pub(crate) const CONTENT_FILES: [&str; 7] = [
    "books/swan_song/weapons.ron",
    "books/swan_song/armour.ron",
    ARCHETYPES_FILE,
    "barriers.ron",
    "terrain.ron",
    WEAPON_SOUNDS_FILE,
    BALANCE_FILE,
];
/// File of what weapons sound like. No folder needs it.
pub(crate) const WEAPON_SOUNDS_FILE: &str = "weapon_sounds.ron";
/// File of the measured balance of skirmishes. No folder needs it.
const BALANCE_FILE: &str = "balance.ron";

/// The result of loading.
#[derive(Clone, Debug, Default)]
pub struct LoadedContent {
    /// All valid entries.
    pub content: Content,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadedContent {
    /// Whether anything was skipped.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|problem| problem.severity == Severity::Error)
    }
}

/// Loads content folders; entries of later folders replace those of earlier ones with the same id.
///
/// Invalid entries are reported and skipped. The first folder must have every file, the others may have any.
pub fn load_content<F: Clone + Into<ContentFolder>>(folders: &[F]) -> LoadedContent {
    load_folders(&folders.iter().cloned().map(Into::into).collect::<Vec<_>>())
}

fn load_folders(dirs: &[ContentFolder]) -> LoadedContent {
    let mut loader = ContentLoader::default();
    let sources = loader.read_sources(dirs);
    let [weapons, armour, archetypes, barriers, terrain, sounds, balance] = CONTENT_FILES;
    sources.in_all_folders(weapons).for_each(|(_, source)| loader.load_weapons(source));
    sources.in_all_folders(armour).for_each(|(_, source)| loader.load_armour(source));
    sources.in_all_folders(archetypes).for_each(|(_, source)| loader.load_archetypes(source));
    sources.in_all_folders(barriers).for_each(|(_, source)| loader.load_materials(source));
    sources.in_all_folders(barriers).for_each(|(_, source)| loader.load_barrier_kinds(source));
    sources.in_all_folders(terrain).for_each(|(_, source)| loader.load_terrains(source));
    for book in Book::ALL {
        for_book!(book, B => B::load_files(&mut loader, &sources));
    }
    sources.in_all_folders(sounds).for_each(|(_, source)| loader.load_weapon_sounds(source));
    for (number, dir) in dirs.iter().enumerate() {
        loader.load_skirmishes(dir, number > 0);
        loader.load_lab_scenes(dir);
        loader.load_lessons(dir);
        // A skirmish of a later folder may replace one of a stage; then the first of its sides is played.
        loader.load_campaigns(dir);
        // A skirmish of a later folder may replace one that was measured; then nothing is said about it.
        sources.get(balance, number).into_iter().for_each(|source| loader.load_balance(source));
    }
    LoadedContent { content: loader.content, diagnostics: loader.diagnostics }
}

/// The tables of all folders, by file name and folder index.
#[derive(Default)]
pub(crate) struct SourceFiles(BTreeMap<(&'static str, usize), SourceFile>);

impl SourceFiles {
    /// Iterates over the folders that have this file, with their index.
    pub fn in_all_folders(&self, file: &'static str) -> impl Iterator<Item = (usize, &SourceFile)> {
        self.0.range((file, 0)..=(file, usize::MAX)).map(|(&(_, number), source)| (number, source))
    }

    /// The file of one folder.
    pub fn get(&self, file: &'static str, number: usize) -> Option<&SourceFile> {
        self.0.get(&(file, number))
    }
}

#[derive(Default)]
pub(crate) struct ContentLoader {
    pub content: Content,
    pub diagnostics: Vec<Diagnostic>,
}

impl ContentLoader {
    fn read_sources(&mut self, dirs: &[ContentFolder]) -> SourceFiles {
        let mut sources = SourceFiles::default();
        for (number, dir) in dirs.iter().enumerate() {
            for file in schema::table_files() {
                let is_optional = number > 0 || [WEAPON_SOUNDS_FILE, BALANCE_FILE].contains(&file);
                if is_optional && !dir.has(file) {
                    continue;
                }
                match SourceFile::read(&dir.file(file)) {
                    Ok(source) => {
                        sources.0.insert((file, number), source);
                    }
                    Err(problem) => self.diagnostics.push(problem),
                }
            }
        }
        sources
    }

    fn load_weapons(&mut self, source: &SourceFile) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(weapon) = self.parse_entry::<Weapon>(source, node) else { continue };
            if validated_entry(&mut self.diagnostics, source, node, |entry| {
                validate::validate_weapon(entry, &weapon)
            })
            .is_some()
            {
                self.content.weapons.insert(id, Arc::new(weapon));
            }
        }
    }

    fn load_armour(&mut self, source: &SourceFile) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(armour) = self.parse_entry::<ArmourPiece>(source, node) else { continue };
            if validated_entry(&mut self.diagnostics, source, node, |entry| {
                validate::validate_armour(entry, &armour)
            })
            .is_some()
            {
                self.content.armours.insert(id, armour);
            }
        }
    }

    fn load_archetypes(&mut self, source: &SourceFile) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(raw) = self.parse_entry::<RawArchetype>(source, node) else { continue };
            let Content { weapons, armours, .. } = &self.content;
            let archetype = validated_entry(&mut self.diagnostics, source, node, |entry| {
                validate::validate_archetype(entry, raw, weapons, armours)
            });
            if let Some(archetype) = archetype {
                self.content.archetypes.insert(id, archetype);
            }
        }
    }

    fn load_materials(&mut self, source: &SourceFile) {
        let fields = ["materials", "kinds"];
        let unknown = source.root.children.iter().filter(|child| !fields.contains(&child.label.as_str()));
        for child in unknown.take(MAX_WRONG_NAMES) {
            let problem = source.diagnostic_at(child.label_at, format!("unknown field `{}`", child.label));
            self.diagnostics.push(problem.with_hint(&child.label, fields));
        }
        let Some(table) = source.root.get("materials") else { return };
        for (id, node) in self.entries(source, table) {
            let Some(material) = self.parse_entry::<MaterialKind>(source, node) else { continue };
            if validated_entry(&mut self.diagnostics, source, node, |entry| {
                validate::validate_material(entry, &id, &material)
            })
            .is_some()
            {
                self.content.materials.insert(id, material);
            }
        }
    }

    fn load_barrier_kinds(&mut self, source: &SourceFile) {
        let Some(table) = source.root.get("kinds") else { return };
        let entries = self.entries(source, table);
        let ids = entries.iter().map(|(id, _)| id);
        let known = ids.chain(self.content.barrier_kinds.keys()).cloned().collect();
        for (id, node) in entries {
            let Some(raw) = self.parse_entry::<RawBarrierKind>(source, node) else { continue };
            let materials = &self.content.materials;
            let kind = validated_entry(&mut self.diagnostics, source, node, |entry| {
                validate::validate_barrier_kind(entry, raw, materials, &known)
            });
            if let Some(kind) = kind.flatten() {
                self.content.barrier_kinds.insert(id, kind);
            }
        }
    }

    fn load_terrains(&mut self, source: &SourceFile) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(terrain) = self.parse_entry::<Terrain>(source, node) else { continue };
            if validated_entry(&mut self.diagnostics, source, node, |entry| {
                validate::validate_terrain(entry, &terrain)
            })
            .is_some()
            {
                self.content.terrains.insert(id, terrain);
            }
        }
    }

    /// Reads what weapons sound like, after the weapons of all books.
    fn load_weapon_sounds(&mut self, source: &SourceFile) {
        let known: BTreeSet<String> =
            Book::ALL.into_iter().flat_map(|book| self.content.weapon_ids(book)).map(str::to_owned).collect();
        for (id, node) in self.entries(source, &source.root) {
            let Some(sound) = self.parse_entry::<WeaponSound>(source, node) else { continue };
            if known.contains(&id) {
                self.content.weapon_sounds.insert(id, sound);
                continue;
            }
            let child = source.root.children.iter().find(|child| child.label == id);
            let at = child.map_or(node.span.start, |child| child.label_at);
            let problem = source.diagnostic_at(at, format!("no book has a weapon `{id}`"));
            self.diagnostics.push(problem.with_hint(&id, known.iter().map(String::as_str)));
        }
    }

    /// Reads the measured balance of skirmishes, after the skirmishes of its folder.
    fn load_balance(&mut self, source: &SourceFile) {
        for (id, node) in self.entries(source, &source.root) {
            let Some(measured) = self.parse_entry::<SkirmishBalance>(source, node) else { continue };
            let Some(skirmish) = self.content.skirmishes.get(&id) else {
                let child = source.root.children.iter().find(|child| child.label == id);
                let at = child.map_or(node.span.start, |child| child.label_at);
                let known = self.content.skirmishes.keys().map(String::as_str);
                let problem = source.diagnostic_at(at, format!("unknown skirmish `{id}`"));
                self.diagnostics.push(problem.with_hint(&id, known));
                continue;
            };
            let sides = skirmish.sides.len();
            let validated = validated_entry(&mut self.diagnostics, source, node, |entry| {
                balance::validate_balance(entry, &measured, sides)
            });
            if validated.is_some() {
                self.content.balance.insert(id, measured);
            }
        }
    }

    fn load_skirmishes(&mut self, root: &ContentFolder, optional: bool) {
        if optional && !root.has(SKIRMISHES) {
            return;
        }
        for (stem, file) in self.content_files(root, SKIRMISHES) {
            if let Some(scene) = self.load_battlefield(&file, ScenePurpose::Fight) {
                self.content.skirmishes.insert(stem, scene.skirmish);
            }
        }
    }

    fn load_lab_scenes(&mut self, root: &ContentFolder) {
        if !root.has(LAB) {
            return;
        }
        for (stem, file) in self.content_files(root, LAB) {
            if let Some(scene) = self.load_battlefield(&file, ScenePurpose::Any) {
                self.content.labs.insert(stem, scene);
            }
        }
    }

    fn load_lessons(&mut self, root: &ContentFolder) {
        if !root.has(LESSONS) {
            return;
        }
        for (stem, file) in self.content_files(root, LESSONS) {
            let Some(scene) = self.load_battlefield(&file, ScenePurpose::Fight) else { continue };
            if scene.skirmish.lesson.is_some() {
                self.content.lessons.insert(stem, scene);
            } else {
                let what =
                    "a lesson needs the field `lesson`; a battle without hints belongs in `skirmishes`";
                self.diagnostics.push(Diagnostic::for_file(&file.path(), what));
            }
        }
    }

    fn load_campaigns(&mut self, root: &ContentFolder) {
        if !root.has(CAMPAIGNS) {
            return;
        }
        for (stem, file) in self.content_files(root, CAMPAIGNS) {
            let (campaign, problems) = campaigns::read_campaign(&self.content, SourceFile::read(&file));
            self.diagnostics.extend(problems);
            self.content.campaigns.extend(campaign.map(|campaign| (stem, campaign)));
        }
    }

    fn load_battlefield(&mut self, file: &ContentFile, purpose: ScenePurpose) -> Option<LabScene> {
        let (scene, problems) = scene::read_source(&self.content, SourceFile::read(file), purpose);
        self.diagnostics.extend(problems);
        let battlefield = scene?.battlefield;
        let problem = |error: scene::LayoutError| Diagnostic::for_file(&file.path(), error.to_string());
        battlefield.map_err(|error| self.diagnostics.push(problem(error))).ok()
    }

    /// Lists the files of a folder with one entry per file, with their ids.
    fn content_files(&mut self, root: &ContentFolder, folder: &str) -> Vec<(String, ContentFile)> {
        let path = root.file(folder).path();
        let files = match root.list(folder) {
            Ok(files) => files,
            Err(error) => {
                self.diagnostics.push(Diagnostic::for_file(&path, format!("cannot be read: {error}")));
                return Vec::new();
            }
        };
        if files.len() > MAX_FILES {
            let what = format!("only the first {MAX_FILES} files of this folder are read");
            self.diagnostics.push(Diagnostic::for_file(&path, what));
        }
        let mut named = Vec::new();
        for file in files.into_iter().take(MAX_FILES) {
            let path = file.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !is_id(stem) {
                self.diagnostics.push(
                    Diagnostic::for_file(&path, "this file name is not a valid id").with_expected(ID_SHAPE),
                );
                continue;
            }
            named.push((stem.to_owned(), file));
        }
        named
    }

    /// Iterates over the ids and values of a table, skipping duplicates.
    pub fn entries<'s>(
        &mut self,
        source: &SourceFile,
        table: &'s SyntaxNode,
    ) -> Vec<(String, &'s SyntaxNode)> {
        if !table.is_map {
            let problem = source.diagnostic_at(table.span.start, "not a table");
            self.diagnostics.push(problem.with_expected("{ \"id\": (...), ... }"));
            return Vec::new();
        }
        let mut seen: BTreeSet<&String> = BTreeSet::new();
        let (mut entries, mut wrong_names) = (Vec::new(), 0);
        for child in &table.children {
            let id = &child.label;
            let is_wrong = !is_id(id) || seen.contains(id);
            wrong_names += usize::from(is_wrong);
            if is_wrong && wrong_names > MAX_WRONG_NAMES {
                let what =
                    format!("more than {MAX_WRONG_NAMES} wrong names; the rest of the table is not read");
                self.diagnostics.push(source.diagnostic_at(child.label_at, what));
                break;
            }
            if !is_id(id) {
                let problem = source.diagnostic_at(child.label_at, format!("{id:?} is not a valid id"));
                self.diagnostics.push(problem.with_expected(ID_SHAPE));
            } else if !seen.insert(id) {
                self.diagnostics.push(source.diagnostic_at(child.label_at, format!("duplicate id `{id}`")));
            } else if entries.len() == MAX_ENTRIES {
                let what = format!("only the first {MAX_ENTRIES} entries are read");
                self.diagnostics.push(source.diagnostic_at(child.label_at, what));
                break;
            } else {
                entries.push((id.clone(), &child.node));
            }
        }
        entries
    }

    pub fn parse_entry<T: DeserializeOwned>(&mut self, source: &SourceFile, node: &SyntaxNode) -> Option<T> {
        source.parse(node).map_err(|problem| self.diagnostics.push(problem)).ok()
    }
}

/// Returns the value of an entry without errors; keeps its diagnostics.
pub(crate) fn validated_entry<T>(
    problems: &mut Vec<Diagnostic>,
    source: &SourceFile,
    node: &SyntaxNode,
    check: impl FnOnce(&mut EntryValidator<'_>) -> T,
) -> Option<T> {
    let mut entry = EntryValidator::new(source, node);
    let answer = check(&mut entry);
    let broken = entry.diagnostics.iter().any(|problem| problem.severity == Severity::Error);
    problems.extend(entry.diagnostics);
    (!broken).then_some(answer)
}

pub(crate) const ID_SHAPE: &str = "lower-case letters, digits and underscores";

/// Whether a text is a valid id.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=MAX_ID_CHARS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
