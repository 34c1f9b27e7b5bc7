//! The way to the target of an announced attack, and who may intercept the unit on it.

use super::TestDesk;
use crate::answer_aims::{AnswerAim, AnswerAims};
use battle::{BattleView, Order, journal};
use model::{Cell, UnitId};
use rules::Book;

/// The unit that announces a blow, its target, and an opponent beside its way.
const STRIKER: UnitId = UnitId(7);
const TARGET: UnitId = UnitId(1);
const OPPONENT: UnitId = UnitId(3);
/// Squares of the opponent: it is passed, or it is as near and not passed.
const BESIDE: Cell = Cell::new(0, 9);
const BEHIND: Cell = Cell::new(1, 6);
/// A square of the opponent on the straight line to the target.
const BETWEEN: Cell = Cell::new(1, 10);

/// Opens a battle in which a unit that is asked what it announces has to walk up to its target.
fn asked_striker(opponent: Cell) -> TestDesk {
    let mut desk = TestDesk::open_changed(Book::Aberrant, |bundle| {
        let places = [(STRIKER, Cell::new(1, 8)), (TARGET, Cell::new(1, 12)), (OPPONENT, opponent)];
        for (id, cell) in places {
            bundle.skirmish.units[id.0 as usize - 1].cell = cell;
        }
    });
    for _ in 0..60 {
        let asked = desk.read(|view| view.queue_candidates().map(|(unit, _)| unit));
        if asked == Some(STRIKER) {
            break;
        }
        let answer = desk.read(|view| {
            let answers = view.open_prompt().map(|open| open.prompt().answers.clone())?;
            let none = answers.iter().find(|answer| answer.key == "none");
            Some(none.or(answers.first())?.key.clone())
        });
        let order = match answer {
            Some(answer) => Order::Decide { answer },
            None => Order::EndPhase { unit: desk.acting() },
        };
        journal::submit_order(desk.app.world_mut(), order).expect("an answer, or the end of a turn");
    }
    desk
}

/// Returns the answer that announces a blow on the target, with its key.
fn blow_on_target(view: &BattleView) -> (String, AnswerAim) {
    let here = view.unit(STRIKER).expect("it is there").cell();
    let is_blow = |aim: &AnswerAim| {
        aim.target == TARGET && aim.attack.as_ref().is_some_and(|attack| attack.from != here)
    };
    let aims = AnswerAims::of_open_prompt(view);
    aims.by_key.into_iter().find(|(_, aim)| is_blow(aim)).expect("it can walk up")
}

/// Returns what a blow on the target announces, as advice rates it.
fn announced_blow(opponent: Cell) -> (AnswerAim, ai::RatedAnnouncement) {
    asked_striker(opponent).read(|view| {
        let (key, aim) = blow_on_target(view);
        let rated = ai::rate_announcements(view);
        let rated = rated.into_iter().find(|rated| rated.key == key).expect("it is worth something");
        (aim, rated)
    })
}

#[test]
fn the_way_to_an_announced_blow_leads_around_opponents_to_the_square_of_the_blow() {
    for (opponent, is_straight) in [(BEHIND, true), (BETWEEN, false)] {
        asked_striker(opponent).read(|view| {
            let unit = view.unit(STRIKER).expect("it is there");
            let from = blow_on_target(view).1.attack.expect("it is possible").from;
            let way = view.way_before_attack(&unit, from).expect("it can walk up");
            assert_eq!((way.last(), way.contains(&opponent)), (Some(&from), false), "{way:?}");
            assert_eq!(way.contains(&BETWEEN), is_straight, "{way:?}");
            let squares = [unit.cell()].into_iter().chain(way.iter().copied());
            let mut steps = squares.zip(&way).map(|(one, other)| one.chebyshev_distance(*other));
            assert!(steps.all(|step| step == 1), "{way:?}");
            assert_eq!(view.way_before_attack(&unit, unit.cell()), Some(Vec::new()));
        });
    }
}

#[test]
fn an_announcement_names_who_may_intercept_on_the_way_and_advice_counts_it() {
    let (passing, passing_rated) = announced_blow(BESIDE);
    let [(by, Some(chance))] = passing.interceptions[..] else { panic!("{:?}", passing.interceptions) };
    assert_eq!(by, OPPONENT);
    assert!(chance > 0.0 && chance < 1.0, "{chance}");
    let text = passing.way_text(|_| "Bulwark".to_owned());
    assert!(text.starts_with("Bulwark (") && text.ends_with(" %) may intercept on the way"), "{text}");
    let (free, free_rated) = announced_blow(BEHIND);
    assert_eq!((free.interceptions.len(), free.way_text(|_| String::new())), (0, String::new()));
    let (passing, free) = (passing_rated.value, free_rated.value);
    assert!((passing - (1.0 - chance) * free).abs() < 1e-9, "{passing} of {free}");
    let stops = |rated: &ai::RatedAnnouncement| rated.reasons.contains(&ai::RatingReason::MayBeStopped);
    assert!(stops(&passing_rated) && !stops(&free_rated), "only the way that is watched says so");
}
