//! Which lessons are done: a small file of the player. And the lesson after the one that is played.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::ai_players;
use crate::ai_players::SidePlayer;
use crate::app_commands;
use crate::content_library::ContentLibrary;
use crate::own_file::OwnFileKind;
use crate::replay::ReplayPlayback;
use crate::session::Screen;
use battle::{BattleSetup, RoundState};
use content::paths;
use content::{Content, ContentError, LessonOpponent, Skirmish, SkirmishBundle, SkirmishOverrides};
use rules::Book;

/// The file.
const FINISHED_LESSONS: OwnFileKind = OwnFileKind {
    name: "the list of finished lessons",
    instead: "no lesson counts as finished",
    max_bytes: 64 * 1024,
};

/// The lessons that are done.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct LessonProgress {
    done: BTreeSet<String>,
}

/// What follows the current battle in its list, by id and name.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NextFight {
    /// The next lesson.
    pub lesson: Option<(String, String)>,
    /// The next map.
    pub map: Option<(String, String)>,
    /// Name of the rulebook that the next map was made for; `None` if it is the one that was played.
    pub made_for: Option<&'static str>,
    /// Whether the next map is set up under the rulebook that was played, and not under its own one.
    pub keeps_book: bool,
}

/// Returns the rulebook under which the next map is set up after a battle on a map; `None` for its own one. A rulebook that
/// was chosen for the battle stays, that of the map does not: only choosing a rulebook pins it.
pub(crate) fn kept_book(content: &Content, (map, played): (&str, Book), next: &str) -> Option<Book> {
    let own = |map: &str| content.skirmishes.get(map).map(|skirmish| skirmish.rules.book());
    let is_chosen = own(map).is_some_and(|own| own != played);
    Some(played).filter(|_| is_chosen && own(next) != Some(played))
}

impl NextFight {
    /// Finds what follows the battle with this id under a rulebook: the next map that was made for it, else the next one of all.
    /// After the last map comes the first one.
    fn find(content: &Content, current: &str, book: Option<Book>) -> Self {
        let listed = content.listed_lessons();
        let at = listed.iter().position(|(id, _)| *id == current);
        let lesson = at.and_then(|at| listed.get(at + 1));
        let lesson = lesson.map(|(id, scene)| ((*id).to_owned(), scene.skirmish.name.clone()));
        let maps = &content.skirmishes;
        let after: (Bound<&str>, Bound<&str>) = (Bound::Excluded(current), Bound::Unbounded);
        let before: (Bound<&str>, Bound<&str>) = (Bound::Unbounded, Bound::Excluded(current));
        let others = || maps.range::<str, _>(after).chain(maps.range::<str, _>(before));
        let suits = |(_, skirmish): &(&String, &Skirmish)| Some(skirmish.rules.book()) == book;
        let map = others().find(suits).or_else(|| others().next());
        let map = map.filter(|_| maps.contains_key(current));
        let made_for =
            map.map(|(_, skirmish)| skirmish.rules.book()).filter(|made_for| Some(*made_for) != book);
        let kept = map.zip(book).and_then(|((id, _), book)| kept_book(content, (current, book), id));
        Self {
            lesson,
            keeps_book: kept.is_some(),
            map: map.map(|(id, skirmish)| (id.clone(), skirmish.name.clone())),
            made_for: made_for.map(Book::name),
        }
    }
}

impl LessonProgress {
    /// Reads the file; without one, nothing is done. A file that cannot be read is kept under another name, and the second value
    /// says so.
    fn read(file: &Path) -> (Self, Option<String>) {
        match FINISHED_LESSONS.read::<Self>(file) {
            Ok(progress) => (progress.unwrap_or_default(), None),
            Err(damaged) => (Self::default(), Some(damaged.keep())),
        }
    }

    /// Writes the file.
    fn write(&self, file: &Path) -> Result<(), String> {
        let text = ron::to_string(self).map_err(|error| error.to_string())?;
        storage::replace_file(file, text).map_err(|error| error.to_string())
    }

    /// Whether a lesson is done.
    pub fn is_done(&self, id: &str) -> bool {
        self.done.contains(id)
    }

    /// Number of the lessons of the content that are done.
    pub fn count(&self, content: &Content) -> usize {
        content.lessons.keys().filter(|id| self.is_done(id)).count()
    }

    /// The first lesson that is not done; the first of all once every lesson is.
    pub fn next<'c>(&self, content: &'c Content) -> Option<&'c str> {
        let listed = content.listed_lessons();
        let open = listed.iter().find(|(id, _)| !self.is_done(id));
        open.or(listed.first()).map(|(id, _)| *id)
    }
}

/// Marks lessons as done.
pub(crate) struct LessonProgressPlugin;

impl Plugin for LessonProgressPlugin {
    fn build(&self, app: &mut App) {
        let (progress, problem) = LessonProgress::read(&paths::lessons_file());
        let report = move |world: &mut World| {
            problem.iter().for_each(|problem| app_commands::report_problem(world, problem));
        };
        app.insert_resource(progress)
            .init_resource::<NextFight>()
            .add_systems(Startup, report)
            .add_systems(OnEnter(Screen::Battle), find_next_fight)
            .add_systems(Update, mark_done.run_if(in_state(Screen::Battle)));
    }
}

/// Finds what follows the current battle.
fn find_next_fight(
    setup: Option<Res<BattleSetup>>,
    library: Res<ContentLibrary>,
    mut next: ResMut<NextFight>,
) {
    let book = setup.as_ref().map(|setup| setup.bundle().skirmish.rules.book());
    let current = setup.map(|setup| setup.bundle().id.clone()).unwrap_or_default();
    *next = NextFight::find(&library.loaded.content, &current, book);
}

/// Marks the lesson as done once the player has won it, and saves the list.
fn mark_done(
    setup: Option<Res<BattleSetup>>,
    round: Option<Res<RoundState>>,
    replay: Option<Res<ReplayPlayback>>,
    mut progress: ResMut<LessonProgress>,
) {
    let (Some(setup), Some(round), None) = (setup, round, replay) else { return };
    let bundle = setup.bundle();
    let (Some(lesson), Some(outcome)) = (&bundle.skirmish.lesson, round.outcome()) else { return };
    let has_won = outcome.winner.is_some_and(|side| side.0 == lesson.player_side());
    let counts = has_won || lesson.opponent == LessonOpponent::Human;
    if !counts || progress.is_done(&bundle.id) {
        return;
    }
    progress.done.insert(bundle.id.clone());
    // A folder that cannot be written is reported with the journal.
    if let Err(error) = progress.write(&paths::lessons_file()) {
        warn!("the list of finished lessons cannot be saved: {error}");
    }
}

/// A lesson with its own dice and players, ready to start.
pub(crate) struct PreparedLesson {
    pub bundle: Arc<SkirmishBundle>,
    pub seed: u64,
    pub seats: Vec<SidePlayer>,
}

/// Prepares a lesson.
///
/// # Errors
/// The lesson is unknown or uses missing content.
pub(crate) fn prepare_lesson(content: &Content, id: &str) -> Result<PreparedLesson, ContentError> {
    let bundle = content::bundle_skirmish(content, id, &SkirmishOverrides::default())?;
    let (seed, seats) = (app_commands::battle_seed(&bundle), ai_players::usual_players(&bundle));
    Ok(PreparedLesson { bundle: bundle.into(), seed, seats })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content() -> Content {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        content::load_content(&[assets]).content
    }

    #[test]
    fn the_first_lesson_that_is_not_done_comes_next() {
        let content = content();
        let listed: Vec<_> = content.listed_lessons().into_iter().map(|(id, _)| id.to_owned()).collect();
        let mut progress = LessonProgress::default();
        assert_eq!(progress.next(&content), Some(listed[0].as_str()));
        progress.done.extend([listed[0].clone(), listed[2].clone(), "gone".to_owned()]);
        assert_eq!(progress.next(&content), Some(listed[1].as_str()));
        assert_eq!(progress.count(&content), 2, "a lesson that is gone does not count");
        progress.done.extend(listed.clone());
        assert_eq!(progress.next(&content), Some(listed[0].as_str()));
    }

    #[test]
    fn the_list_survives_a_file_and_a_damaged_file_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("lessons.ron");
        assert_eq!(LessonProgress::read(&file), (LessonProgress::default(), None));
        let progress = LessonProgress { done: ["moving".to_owned()].into() };
        progress.write(&file).expect("written");
        assert_eq!(LessonProgress::read(&file), (progress.clone(), None));
        let damage = "(done: [\"mov";
        std::fs::write(&file, damage).expect("written");
        let (read, problem) = LessonProgress::read(&file);
        assert_eq!(read, LessonProgress::default());
        let kept = folder.path().join("lessons damaged 1.ron");
        let said = format!("; no lesson counts as finished; the file is kept as {}", kept.display());
        assert!(problem.is_some_and(|problem| problem.ends_with(&said)));
        progress.write(&file).expect("written");
        assert_eq!(std::fs::read_to_string(&kept).expect("kept"), damage);
    }

    #[test]
    fn lessons_and_maps_follow_each_other() {
        let content = content();
        let name = |next: Option<(String, String)>| next.map(|(id, _)| id);
        let find = |id: &str| {
            let book = content.skirmishes.get(id).map(|skirmish| skirmish.rules.book());
            NextFight::find(&content, id, book)
        };
        let next = find("moving");
        assert_eq!((name(next.lesson).as_deref(), next.map), (Some("shooting"), None));
        assert_eq!(find("combat_checks"), NextFight::default(), "the last lesson");
        assert_eq!(name(find("street").map).as_deref(), Some("warehouse"));
        assert_eq!(name(find("warehouse").map).as_deref(), Some("bunker"), "around");
        assert_eq!(find("own_file"), NextFight::default());
    }

    #[test]
    fn the_next_map_was_made_for_the_rulebook_that_was_played_if_there_is_another_such_map() {
        let content = content();
        let next = |id: &str, book| {
            let next = NextFight::find(&content, id, Some(book));
            (next.map.map(|(id, _)| id).unwrap_or_default(), next.made_for)
        };
        let book = |id: &str| content.skirmishes[id].rules.book();
        let (own, other, sole) = (book("warehouse"), book("docks"), book("derelict"));
        assert_eq!(next("street", own), ("warehouse".to_owned(), None));
        assert_eq!(next("docks", other), ("observatory".to_owned(), None), "not the foundry between them");
        assert_eq!(next("parade", other), ("docks".to_owned(), None), "around");
        assert_eq!(
            next("street", sole),
            ("derelict".to_owned(), None),
            "a map of another rulebook was played"
        );
        let name = other.name();
        assert_eq!(next("derelict", sole), ("docks".to_owned(), Some(name)), "there is no other one");
    }

    #[test]
    fn only_a_rulebook_that_was_chosen_stays_for_the_next_map() {
        let content = content();
        let book = |id: &str| content.skirmishes[id].rules.book();
        let sole = book("derelict");
        assert_eq!(kept_book(&content, ("derelict", sole), "docks"), None, "that of the map");
        assert_eq!(kept_book(&content, ("street", sole), "docks"), Some(sole), "it was chosen");
        assert_eq!(kept_book(&content, ("street", sole), "derelict"), None, "the own one needs no choice");
        assert!(!NextFight::find(&content, "derelict", Some(sole)).keeps_book);
    }

    #[test]
    fn every_lesson_starts_with_its_players_and_its_dice() {
        let content = content();
        for (id, scene) in content.listed_lessons() {
            let PreparedLesson { bundle, seed, seats } = prepare_lesson(&content, id).expect("it starts");
            let lesson = scene.skirmish.lesson.as_ref().expect("a lesson");
            assert_eq!((Some(seed), seats.len()), (lesson.seed, bundle.skirmish.sides.len()), "{id}");
            let is_human = seats.iter().all(|seat| !seat.is_ai());
            assert_eq!(is_human, lesson.opponent == LessonOpponent::Human, "{id}");
        }
    }
}
