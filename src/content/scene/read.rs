//! Reads a scene file: resolves its names and validates it.

use std::sync::Arc;

use super::actions::SceneContents;
use super::barriers::SceneBarriers;
use super::book_fields::{BookFields, SwanSong};
use super::raw::{RawRuleScene, RawSceneHeader};
use super::rule_scene::{RuleScene, SceneAction};
use super::units::SceneUnits;
use super::{SCENE_FORMAT, has_errors};
use crate::books::book_content::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks};
use crate::definitions::validate::EntryValidator;
use crate::diagnostic::Diagnostic;
use crate::files::source::SourceFile;
use crate::library::Content;
use crate::skirmishes::resolve;
use model::Cell;
use rules::Book;

/// Most units and most barriers of a scene.
pub(super) const MAX_LISTED: usize = 20;
/// Most actions of a sequence.
const MAX_ACTIONS: usize = 50;
/// Highest column or row of a square.
pub(super) const MAX_COORDINATE: u16 = 199;

/// Reads the scene of a file; `None` if it has errors.
pub(super) fn read_scene(content: &Content, source: SourceFile) -> (Option<RuleScene>, Vec<Diagnostic>) {
    let head = source.parse(&source.root).unwrap_or_default();
    let RawSceneHeader { format, book } = head;
    if format != SCENE_FORMAT {
        let what = format!("unsupported scene format {format}; expected {SCENE_FORMAT}");
        return (None, vec![source.diagnostic_at(source.root.locate(&["format"]), what)]);
    }
    let source = Arc::new(source);
    match book {
        Book::SwanSong => read_book_scene::<SwanSong>(content, &source),
        Book::Aberrant => read_book_scene::<Aberrant>(content, &source),
        Book::AttacksAndDamage => read_book_scene::<AttacksAndDamage>(content, &source),
        Book::Circumstances => read_book_scene::<Circumstances>(content, &source),
        Book::CombatChecks => read_book_scene::<CombatChecks>(content, &source),
    }
}

/// Parses and validates a file.
fn read_book_scene<B: BookFields>(
    content: &Content,
    source: &Arc<SourceFile>,
) -> (Option<RuleScene>, Vec<Diagnostic>) {
    let raw: RawRuleScene<B> = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut entry = EntryValidator::new(source, &source.root);
    let scene = resolve_scene(&mut entry, content, source, raw);
    let broken = has_errors(&entry.diagnostics);
    (scene.filter(|_| !broken), entry.diagnostics)
}

fn resolve_scene<B: BookFields>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    source: &Arc<SourceFile>,
    raw: RawRuleScene<B>,
) -> Option<RuleScene> {
    entry.require_title(&["name"], &raw.name);
    if !raw.description.is_empty() {
        entry.require_text(&["description"], &raw.description);
    }
    let rules = resolve::resolve_rules(entry, raw.book, &raw.switches);
    let barriers = SceneBarriers::read(entry, content, &raw.barriers, &rules);
    let scene_units = SceneUnits::read(entry, content, &rules, &raw);
    let is_course = !raw.sequence.is_empty();
    if is_course == raw.action.is_some() {
        entry.error(&[], "a scene has either an `action` or a `course`");
    }
    entry.require_range(&["course"], raw.sequence.len(), 0..=MAX_ACTIONS);
    if has_errors(&entry.diagnostics) {
        return None;
    }
    let (fired, boosts, refused) = (vec![0; scene_units.units.len()], Vec::new(), Vec::new());
    let set = SceneContents {
        rules,
        units: scene_units,
        barriers,
        weather: raw.weather,
        zero_gravity: raw.zero_gravity,
        fired,
        boosts,
        is_sequence: is_course,
        refused,
    };
    let act = |raw: super::raw_action::RawAction, path: Vec<String>| SceneAction {
        answers: raw.answers(),
        raw,
        path,
    };
    let single = raw.action.map(|action| act(action, vec!["action".to_owned()]));
    let course = raw.sequence.into_iter().enumerate();
    let course = course.map(|(place, action)| act(action, vec!["course".to_owned(), place.to_string()]));
    let acts: Vec<SceneAction> = single.into_iter().chain(course).collect();
    for (number, act) in acts.iter().enumerate() {
        // Later actions are checked when they are reached.
        let problems = if number == 0 {
            set.clone().validate_action(source, act).1
        } else {
            set.clone().find_errors(source, act)
        };
        entry.diagnostics.extend(problems);
    }
    let (name, description, source) = (raw.name, raw.description, source.clone());
    Some(RuleScene { name, description, actions: acts, contents: set, source })
}

pub(super) fn to_cell((x, y): (u16, u16)) -> Cell {
    Cell::new(i32::from(x), i32::from(y))
}

/// Validates a nested value of the file.
pub(super) fn validate_nested(
    entry: &mut EntryValidator<'_>,
    labels: &[&str],
    judge: impl FnOnce(&mut EntryValidator<'_>),
) {
    let mut node = entry.node;
    for label in labels {
        match node.get(label) {
            Some(child) => node = child,
            None => break,
        }
    }
    let mut inner = EntryValidator::new(entry.source, node);
    judge(&mut inner);
    entry.diagnostics.append(&mut inner.diagnostics);
}
