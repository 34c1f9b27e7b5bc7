//! Lessons: each is played to its end by the orders of a player in `tests/lessons/<lesson>.ron`, and shows its hints one
//! after the other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy_ecs::prelude::World;
use breachline::ai;
use breachline::battle::{self, BattleSetup, History, Order, RoundState, journal};
use breachline::content::{self, Content, LessonOpponent, SceneOrder, SkirmishOverrides};
use breachline::lab;
use breachline::lesson::{TrainingOpponent, current_hint, training_order};
use breachline::model::Side;
use ron::extensions::Extensions;

/// More orders than any lesson needs.
const MAX_ORDERS: usize = 200;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn content() -> Content {
    let loaded = content::load_content(&[root().join("assets")]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.content
}

fn solution_file(id: &str) -> PathBuf {
    root().join("tests/lessons").join(format!("{id}.ron"))
}

/// The orders of the player.
fn solution(id: &str) -> Vec<SceneOrder> {
    let text = fs::read_to_string(solution_file(id)).expect("every lesson has a solution");
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(&text).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// A lesson that is played, with the hints that were shown.
struct PlayedLesson {
    world: World,
    opponent: LessonOpponent,
    player: Side,
    continued: BTreeSet<usize>,
    shown: Vec<usize>,
    transcript: Vec<String>,
}

impl PlayedLesson {
    fn begin(content: &Content, id: &str) -> Self {
        let bundle =
            content::bundle_skirmish(content, id, &SkirmishOverrides::default()).expect("it can be played");
        let lesson = bundle.skirmish.lesson.clone().expect("a lesson");
        let mut world = battle::new_battle_world();
        journal::begin_battle(
            &mut world,
            Arc::new(bundle),
            lesson.seed.expect("shipped lessons have their dice"),
        );
        let player = Side(lesson.player_side());
        let (continued, shown, transcript) = (BTreeSet::new(), Vec::new(), Vec::new());
        Self { world, opponent: lesson.opponent, player, continued, shown, transcript }
    }

    fn hint(&self) -> usize {
        let skirmish = &self.world.resource::<BattleSetup>().bundle().skirmish;
        current_hint(skirmish, self.world.resource::<History>().records(), &self.continued)
    }

    /// Notes the hints that are shown now, and continues past those that wait for nothing else.
    fn follow_hints(&mut self) {
        loop {
            let now = self.hint();
            if self.shown.last() != Some(&now) {
                self.shown.push(now);
                self.transcript.push(format!("    hint {now}"));
            }
            let skirmish = &self.world.resource::<BattleSetup>().bundle().skirmish;
            let hints = &skirmish.lesson.as_ref().expect("a lesson").hints;
            if hints.get(now).is_none_or(|hint| !hint.until.is_empty()) {
                return;
            }
            self.continued.insert(now);
        }
    }

    /// The order of an opponent; `None` if the player has to act.
    fn opponent_order(&mut self, side: Side) -> Option<Order> {
        if side == self.player || self.opponent == LessonOpponent::Human {
            return None;
        }
        let opponent =
            TrainingOpponent::of_lesson(self.opponent).expect("shipped lessons do not depend on the AI");
        training_order(&mut self.world, side, opponent)
    }

    fn submit(&mut self, id: &str, order: Order) {
        self.transcript.push(format!("{order:?}"));
        if let Err(refusal) = journal::submit_order(&mut self.world, order) {
            panic!("{id}: refused: {refusal}\n{}", self.transcript.join("\n"));
        }
    }

    fn describe_state(&mut self) -> String {
        let prompt = self.world.resource::<battle::PendingPrompt>().open_prompt().map(|open| {
            let prompt = open.prompt();
            let keys: Vec<_> = prompt.answers.iter().map(|answer| answer.key.clone()).collect();
            format!("asked {}: {}", prompt.clause, keys.join(", "))
        });
        let units = battle::with_view(&mut self.world, |view| {
            let lines = view.units().map(|unit| {
                format!("{} at {:?}, fighting {}", unit.identity.name(), unit.cell(), unit.is_fighting())
            });
            lines.collect::<Vec<_>>().join("\n")
        });
        let round = self.world.resource::<RoundState>();
        format!("round {}, acting {:?}, {prompt:?}\n{units}", round.number(), round.acting())
    }

    /// Plays to the end of the battle.
    fn play(&mut self, id: &str, mut orders: impl Iterator<Item = SceneOrder>) {
        for _ in 0..MAX_ORDERS {
            self.follow_hints();
            let Some(side) = ai::side_to_act(&mut self.world) else { break };
            if let Some(order) = self.opponent_order(side) {
                self.submit(id, order);
                continue;
            }
            let Some(scripted) = orders.next() else {
                let state = self.describe_state();
                panic!("{id}: the player has no more orders\n{}\n{state}", self.transcript.join("\n"));
            };
            let order = match scripted {
                SceneOrder::Begin => Order::Begin { side },
                order => battle::with_view(&mut self.world, |view| lab::scene_orders::to_order(view, &order))
                    .unwrap_or_else(|error| panic!("{id}: {error}"))
                    .unwrap_or_else(|| panic!("{id}: {order:?} is not an order of a player")),
            };
            self.submit(id, order);
        }
        let left: Vec<_> = orders.collect();
        assert!(left.is_empty(), "{id}: the battle is over before {left:?}\n{}", self.transcript.join("\n"));
    }
}

#[test]
fn every_lesson_can_be_completed_and_shows_its_hints_in_order() {
    let content = content();
    assert_eq!(content.lessons.len(), 10);
    for (id, scene) in content.listed_lessons() {
        let mut played = PlayedLesson::begin(&content, id);
        played.play(id, solution(id).into_iter());
        let lesson = scene.skirmish.lesson.as_ref().expect("a lesson");
        let transcript = played.transcript.join("\n");
        let all: Vec<usize> = (0..=lesson.hints.len()).collect();
        assert_eq!(played.shown, all, "{id} shows its hints one after the other\n{transcript}");
        let outcome = played.world.resource::<RoundState>().outcome().expect("the battle is over");
        let has_won = outcome.winner == Some(played.player);
        assert!(has_won || lesson.opponent == LessonOpponent::Human, "{id} is won\n{transcript}");
    }
}

#[test]
fn hints_survive_undo_and_resuming() {
    let content = content();
    for (id, _) in content.listed_lessons() {
        let mut played = PlayedLesson::begin(&content, id);
        played.play(id, solution(id).into_iter());
        let last = played.hint();
        let skirmish = played.world.resource::<BattleSetup>().bundle().skirmish.clone();
        let records = played.world.resource::<History>().records().to_vec();
        // A player who resumes has not pressed Continue in this run of the program: the events since then are enough.
        let resumed = current_hint(&skirmish, &records, &BTreeSet::new());
        assert_eq!(resumed, last, "{id}");
        // An undo returns to the hint that was shown before, and not further.
        let mut shown = Vec::new();
        for count in 0..=records.len() {
            shown.push(current_hint(&skirmish, &records[..count], &played.continued));
        }
        assert!(shown.is_sorted(), "{id}: {shown:?}");
    }
}

#[test]
fn hints_change_neither_journal_nor_hash() {
    let content = content();
    let id = "shooting";
    let mut played = PlayedLesson::begin(&content, id);
    played.play(id, solution(id).into_iter());
    let orders: Vec<Order> =
        played.world.resource::<History>().records().iter().map(|record| record.order.clone()).collect();
    let setup = played.world.resource::<BattleSetup>();
    let (mut bundle, seed) = ((**setup.bundle()).clone(), setup.seed());
    bundle.skirmish.lesson = None;
    let mut plain = battle::new_battle_world();
    journal::begin_battle(&mut plain, Arc::new(bundle), seed);
    for order in orders {
        journal::submit_order(&mut plain, order).expect("the same battle");
    }
    assert_eq!(battle::battle_hash(&mut plain), battle::battle_hash(&mut played.world));
}

#[test]
fn every_lesson_says_what_it_is_about() {
    let content = content();
    let mut numbers = BTreeSet::new();
    for (id, scene) in content.listed_lessons() {
        let lesson = scene.skirmish.lesson.as_ref().expect("a lesson");
        assert!(scene.skirmish.description.ends_with('.'), "{id}");
        assert!(
            numbers.insert(lesson.number.expect("shipped lessons are numbered")),
            "{id} has its own number"
        );
        for hint in &lesson.hints {
            assert!(hint.text.ends_with('.') && hint.text.len() <= 320, "{id}: {}", hint.text);
        }
    }
}
