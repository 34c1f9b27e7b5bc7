//! A scene file read, its names looked up and its sense judged.

use std::sync::Arc;

use super::barriers::Barriers;
use super::cast::{Cast, SwanSong};
use super::encounter::{Act, Encounter};
use super::muster::Muster;
use super::plays::Set;
use super::raw::{RawEncounter, RawHead};
use super::{SCENE_FORMAT, has_errors};
use crate::check::Entry;
use crate::library::Content;
use crate::problem::Problem;
use crate::resolve;
use crate::shelf::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks};
use crate::source::Source;
use field::Cell;
use rules::Book;

/// Most units and most barriers of a scene.
pub(super) const MOST: usize = 20;
/// Most actions of a course.
const MOST_ACTIONS: usize = 50;
/// Highest column or row of a square.
pub(super) const FARTHEST: u16 = 199;

/// The scene of a file, if nothing is wrong with it that matters.
pub(super) fn scene(content: &Content, source: Source) -> (Option<Encounter>, Vec<Problem>) {
    let head = source.parse(&source.root).unwrap_or_default();
    let RawHead { format, book } = head;
    if format != SCENE_FORMAT {
        let what = format!("this is a scene of format {format}; this program reads format {SCENE_FORMAT}");
        return (None, vec![source.problem(source.root.locate(&["format"]), what)]);
    }
    let source = Arc::new(source);
    match book {
        Book::SwanSong => read::<SwanSong>(content, &source),
        Book::Aberrant => read::<Aberrant>(content, &source),
        Book::AttacksAndDamage => read::<AttacksAndDamage>(content, &source),
        Book::Circumstances => read::<Circumstances>(content, &source),
        Book::CombatChecks => read::<CombatChecks>(content, &source),
    }
}

/// Parses a file and judges it.
fn read<B: Cast>(content: &Content, source: &Arc<Source>) -> (Option<Encounter>, Vec<Problem>) {
    let raw: RawEncounter<B> = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut entry = Entry::new(source, &source.root);
    let scene = encounter(&mut entry, content, source, raw);
    let broken = has_errors(&entry.problems);
    (scene.filter(|_| !broken), entry.problems)
}

fn encounter<B: Cast>(
    entry: &mut Entry<'_>,
    content: &Content,
    source: &Arc<Source>,
    raw: RawEncounter<B>,
) -> Option<Encounter> {
    entry.title(&["name"], &raw.name);
    if !raw.description.is_empty() {
        entry.text(&["description"], &raw.description);
    }
    let rules = resolve::rules(entry, raw.book, &raw.switches);
    let barriers = Barriers::read(entry, content, &raw.barriers, &rules);
    let muster = Muster::read(entry, content, &rules, &raw);
    let is_course = !raw.course.is_empty();
    if is_course == raw.action.is_some() {
        entry.error(&[], "a scene has either an `action` or a `course` of them");
    }
    entry.range(&["course"], raw.course.len(), 0..=MOST_ACTIONS);
    if has_errors(&entry.problems) {
        return None;
    }
    let (fired, boosts, refused) = (vec![0; muster.units.len()], Vec::new(), Vec::new());
    let set = Set {
        rules,
        muster,
        barriers,
        weather: raw.weather,
        zero_gravity: raw.zero_gravity,
        fired,
        boosts,
        is_course,
        refused,
    };
    let act = |raw: super::raw_play::RawPlay, path: Vec<String>| Act { answers: raw.answers(), raw, path };
    let single = raw.action.map(|play| act(play, vec!["action".to_owned()]));
    let course = raw.course.into_iter().enumerate();
    let course = course.map(|(place, play)| act(play, vec!["course".to_owned(), place.to_string()]));
    let acts: Vec<Act> = single.into_iter().chain(course).collect();
    for (number, act) in acts.iter().enumerate() {
        // What a later action may not do shows when its turn comes.
        let problems =
            if number == 0 { set.clone().judge(source, act).1 } else { set.clone().nonsense(source, act) };
        entry.problems.extend(problems);
    }
    let (name, description, source) = (raw.name, raw.description, source.clone());
    Some(Encounter { name, description, acts, set, source })
}

pub(super) fn cell((x, y): (u16, u16)) -> Cell {
    Cell::new(i32::from(x), i32::from(y))
}

/// Judges something that stands deeper in the file.
pub(super) fn at(entry: &mut Entry<'_>, labels: &[&str], judge: impl FnOnce(&mut Entry<'_>)) {
    let mut node = entry.node;
    for label in labels {
        match node.get(label) {
            Some(child) => node = child,
            None => break,
        }
    }
    let mut inner = Entry::new(entry.source, node);
    judge(&mut inner);
    entry.problems.append(&mut inner.problems);
}
