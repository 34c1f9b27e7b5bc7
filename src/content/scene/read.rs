//! Reads a scene file: resolves its names and validates it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::actions::SceneContents;
use super::barriers::SceneBarriers;
use super::battlefield::BattlefieldHead;
use super::raw::{OLD_FIELDS, RawScene, RawSceneHeader};
use super::rule_scene::{RuleScene, SceneAction, SceneActions};
use super::sides::named_sides;
use super::units::SceneUnits;
use super::{SCENE_FORMAT, Scene, ScenePurpose, battlefield, default_map, has_errors, unit_state};
use crate::books::book_kind::{BookKind, for_book};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::definitions::validate;
use crate::diagnostic::Diagnostic;
use crate::files::load::{ID_SHAPE, is_id};
use crate::files::source::SourceFile;
use crate::lab::LabScene;
use crate::library::Content;
use crate::skirmishes::skirmish::Skirmish;
use model::Cell;
use rules::{RuleSet, Weapon};

/// Most units of a scene without a map, and most barriers beside the map.
pub(super) const MAX_LISTED: usize = 20;
/// Most actions of a sequence.
const MAX_ACTIONS: usize = 50;
/// Highest column or row of a square in a scene without a map.
pub(super) const MAX_COORDINATE: u16 = 199;

/// Reads the scene of a file; `None` if it has errors.
pub(super) fn read_scene(
    content: &Content,
    mut source: SourceFile,
    purpose: ScenePurpose,
) -> (Option<Scene>, Vec<Diagnostic>) {
    let RawSceneHeader { format, book } = source.parse(&source.root).unwrap_or_default();
    if format != SCENE_FORMAT {
        let what = format!("unsupported scene format {format}; expected {SCENE_FORMAT}");
        return (None, vec![source.diagnostic_at(source.root.locate(&["format"]), what)]);
    }
    source.root.rename_children(&OLD_FIELDS);
    let source = Arc::new(source);
    for_book!(book, B => read_book_scene::<B>(content, &source, purpose))
}

/// Parses and validates a file.
fn read_book_scene<B: BookKind>(
    content: &Content,
    source: &Arc<SourceFile>,
    purpose: ScenePurpose,
) -> (Option<Scene>, Vec<Diagnostic>) {
    let raw: RawScene<B> = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut entry = EntryValidator::new(source, &source.root);
    let scene = resolve_scene(&mut entry, content, (source, purpose), raw);
    let broken = has_errors(&entry.diagnostics);
    (scene.filter(|_| !broken), entry.diagnostics)
}

/// Content that only the scene has.
struct OwnContent<B: BookKind> {
    kinds: BTreeMap<String, BarrierKind>,
    grounds: BTreeMap<String, Terrain>,
    /// Weapons of the book, with those of the scene.
    weapons: BTreeMap<String, Arc<B::Weapon>>,
}

impl<B: BookKind> OwnContent<B> {
    fn read(entry: &mut EntryValidator<'_>, content: &Content, raw: &mut RawScene<B>) -> Self {
        let (mut kinds, mut grounds) = (BTreeMap::new(), BTreeMap::new());
        let known = raw.kinds.keys().chain(content.barrier_kinds.keys()).cloned().collect();
        for (id, kind) in std::mem::take(&mut raw.kinds) {
            let check = |entry: &mut EntryValidator<'_>| {
                validate::validate_barrier_kind(entry, kind, &content.materials, &known)
            };
            let kind = check_id(entry, "kinds", &id).then(|| validate_nested(entry, &["kinds", &id], check));
            kinds.extend(kind.flatten().map(|kind| (id, kind)));
        }
        for (id, terrain) in std::mem::take(&mut raw.grounds) {
            if check_id(entry, "grounds", &id) {
                validate_nested(entry, &["grounds", &id], |entry| {
                    validate::validate_terrain(entry, &terrain);
                });
                grounds.insert(id, terrain);
            }
        }
        let mut weapons = B::weapons(content).clone();
        for (id, weapon) in &raw.weapons {
            validate_nested(entry, &["weapons", id], |entry| B::validate_weapon(entry, weapon));
            weapons.insert(id.clone(), Arc::new(weapon.clone()));
        }
        for (number, unit) in raw.units.iter().enumerate() {
            if let Some(sheet) = &unit.sheet {
                validate_nested(entry, &["units", &number.to_string()], |entry| {
                    B::validate_sheet(entry, sheet);
                    B::validate_named_weapons(entry, sheet, &weapons);
                });
            }
        }
        Self { kinds, grounds, weapons }
    }

    /// The content with the barriers and the terrain of the scene.
    fn extend<'c>(&self, content: &'c Content) -> Cow<'c, Content> {
        if self.kinds.is_empty() && self.grounds.is_empty() {
            return Cow::Borrowed(content);
        }
        let mut extended = content.clone();
        extended.barrier_kinds.extend(self.kinds.clone());
        extended.terrains.extend(self.grounds.clone());
        Cow::Owned(extended)
    }

    /// Adds what the scene has of its own to a scene for the Lab.
    fn complete(self, skirmish: Skirmish, raw: &RawScene<B>) -> LabScene {
        let mut scene = LabScene::new(skirmish);
        scene.kinds.extend(self.kinds);
        scene.grounds.extend(self.grounds);
        let own = self.weapons.into_iter().filter(|(id, _)| raw.weapons.contains_key(id));
        scene.weapons = own.map(|(id, weapon)| (id, B::to_weapon(weapon))).collect();
        for (unit, raw) in scene.skirmish.units.iter().zip(&raw.units) {
            if let Some(sheet) = &raw.sheet {
                let weapons = raw.held.clone().unwrap_or_default();
                let template = unit_state::own_template(&raw.name, B::to_sheet(sheet.clone()), weapons);
                scene.templates.insert(unit.archetype.clone(), template);
            }
        }
        scene
    }
}

/// Checks an id that the scene defines.
fn check_id(entry: &mut EntryValidator<'_>, table: &str, id: &str) -> bool {
    if !is_id(id) {
        let problem = entry.diagnostic_at(&[table, id], format!("{id:?} is not a valid id"));
        entry.diagnostics.push(problem.with_expected(ID_SHAPE));
    }
    is_id(id)
}

fn resolve_scene<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    (source, purpose): (&Arc<SourceFile>, ScenePurpose),
    mut raw: RawScene<B>,
) -> Option<Scene> {
    entry.require_title(&["name"], &raw.name);
    if !raw.description.is_empty() {
        entry.require_text(&["description"], &raw.description);
    }
    let rules = battlefield::resolve_rules(entry, raw.book, &raw.switches);
    let own = OwnContent::read(entry, content, &mut raw);
    let content = &*own.extend(content);
    unit_state::merge_old_states(entry, &mut raw);
    let sides = named_sides(&raw);
    let head = BattlefieldHead { rules: &rules, sides: &sides, purpose };
    let has_map = !raw.map.is_empty();
    let skirmish = if has_map { battlefield::resolve_battlefield(entry, content, &raw, &head) } else { None };
    let weapons = own.weapons.iter().map(|(id, weapon)| (id.clone(), B::to_weapon(weapon.clone())));
    let contents = read_contents(entry, content, &raw, (&rules, weapons.collect(), skirmish.as_ref()));
    if has_errors(&entry.diagnostics) {
        return None;
    }
    let actions = read_actions(&mut raw);
    check_actions(entry, source, &contents, &actions);
    if has_errors(&entry.diagnostics) {
        return None;
    }
    let has_tests = !actions.is_empty();
    let is_editable = has_map && !has_tests && raw.barriers.is_empty();
    let tests = has_tests.then(|| RuleScene {
        name: raw.name.clone(),
        description: raw.description.clone(),
        actions: SceneActions::Listed(actions.clone(), source.clone()),
        contents: contents.clone(),
    });
    let battlefield = match skirmish {
        Some(skirmish) => Ok(own.complete(skirmish, &raw)),
        None => default_map::lay_out(entry, content, (&raw, &head), (&contents, &actions)).map(|plain| {
            let mut scene = own.complete(plain.skirmish, &raw);
            scene.kinds.extend(plain.kinds);
            scene.grounds.extend(plain.grounds);
            scene.damaged.extend(plain.damaged);
            scene
        }),
    };
    let battlefield = battlefield.map(|mut scene| {
        unit_state::apply_state(entry, content, &mut scene, raw);
        if scene.aim.is_none() {
            scene.aim = default_map::aim_of(&scene, content, &actions);
        }
        if purpose == ScenePurpose::Fight { scene } else { scene.normalised() }
    });
    Some(Scene { battlefield, tests, is_editable })
}

/// Units and barriers for actions. A scene with a map needs them only for its actions.
fn read_contents<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &RawScene<B>,
    (rules, weapons, skirmish): (&RuleSet, BTreeMap<String, Weapon>, Option<&Skirmish>),
) -> SceneContents {
    let mut barriers = SceneBarriers::read(entry, content, &raw.barriers, rules);
    let mut units = SceneUnits::new(rules, weapons);
    let is_sequence = !raw.sequence.is_empty();
    let is_needed = match skirmish {
        None => raw.map.is_empty(),
        Some(_) => (raw.action.is_some() || is_sequence) && !has_errors(&entry.diagnostics),
    };
    if is_needed {
        if let Some(skirmish) = skirmish {
            barriers.add_map(content, &skirmish.map, rules);
        }
        units.read(entry, content, raw, skirmish);
    }
    if is_sequence && raw.action.is_some() {
        entry.error(&[], "a scene has either an `action` or a `sequence`");
    }
    entry.require_range(&["sequence"], raw.sequence.len(), 0..=MAX_ACTIONS);
    SceneContents {
        rules: rules.clone(),
        fired: vec![0; units.units.len()],
        units,
        barriers,
        weather: raw.weather,
        zero_gravity: raw.zero_gravity,
        boosts: Vec::new(),
        is_sequence,
        refused: Vec::new(),
    }
}

/// Takes the actions out of a file.
fn read_actions<B: BookKind>(raw: &mut RawScene<B>) -> Vec<SceneAction> {
    let act = |raw: super::raw_action::RawAction, path: Vec<String>| SceneAction {
        answers: raw.answers(),
        raw,
        path,
    };
    let single = raw.action.take().map(|action| act(action, vec!["action".to_owned()]));
    let sequence = std::mem::take(&mut raw.sequence).into_iter().enumerate();
    let sequence =
        sequence.map(|(place, action)| act(action, vec!["sequence".to_owned(), place.to_string()]));
    single.into_iter().chain(sequence).collect()
}

/// Validates the actions; later ones are checked in full when they are reached.
fn check_actions(
    entry: &mut EntryValidator<'_>,
    source: &SourceFile,
    contents: &SceneContents,
    actions: &[SceneAction],
) {
    for (number, action) in actions.iter().enumerate() {
        let problems = if number == 0 {
            contents.clone().validate_action(source, action).1
        } else {
            contents.clone().find_errors(source, action)
        };
        entry.diagnostics.extend(problems);
    }
}

pub(super) fn to_cell((x, y): (u32, u32)) -> Cell {
    let signed = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    Cell::new(signed(x), signed(y))
}

/// Validates a nested value of the file.
pub(super) fn validate_nested<T>(
    entry: &mut EntryValidator<'_>,
    labels: &[&str],
    judge: impl FnOnce(&mut EntryValidator<'_>) -> T,
) -> T {
    let mut node = entry.node;
    for label in labels {
        match node.get(label) {
            Some(child) => node = child,
            None => break,
        }
    }
    let mut inner = EntryValidator::new(entry.source, node);
    let answer = judge(&mut inner);
    entry.diagnostics.append(&mut inner.diagnostics);
    answer
}
