use super::*;
use crate::test_prompt::prompt;
use crate::{GivenText, SymbolDie, SymbolPool};
use model::UnitId;
use rand::SeedableRng;

const PURPOSE: Purpose<'_> =
    Purpose { who: Some(UnitId(1)), why: "attack", clause: "SS-BASE-01", parts: &[], limit: Some(4) };

fn table(state: DiceState) -> PlayedTable {
    PlayedTable::new(state, Vec::new(), true)
}

fn faces<const N: usize>(table: &mut PlayedTable, sides: u8) -> [u8; N] {
    let mut faces = [0; N];
    table.roll_faces(sides, &mut faces);
    faces
}

/// Digit by digit, as the faces are defined.
fn slowly(word: u64, sides: u8, count: usize) -> Vec<u8> {
    let mut fraction = word;
    let mut digit = || {
        let wide = u128::from(fraction) * u128::from(sides);
        fraction = wide as u64;
        (wide >> 64) as u8 + 1
    };
    (0..count).map(|_| digit()).collect()
}

#[test]
fn faces_are_the_digits_of_the_number_drawn() {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    for sides in 2..=100 {
        let most = dice_per_draw(sides);
        assert!(u64::from(sides).pow(most as u32) <= 1 << 32);
        for count in 1..=most {
            let word = rng.next_u64();
            let mut faces = vec![0; count];
            spread_digits(word, u64::from(sides), &mut faces);
            assert_eq!(faces, slowly(word, sides, count), "{count}d{sides}");
        }
    }
    for _ in 0..1000 {
        let word = rng.next_u64();
        let mut faces = [0; 12];
        spread_twelve_d6(word, &mut faces);
        assert_eq!(faces.as_slice(), slowly(word, 6, 12));
    }
    assert_eq!((dice_per_draw(2), dice_per_draw(6), dice_per_draw(10), dice_per_draw(100)), (32, 12, 9, 4));
}

#[test]
fn the_first_faces_of_a_seed_are_the_same_everywhere() {
    let mut dice = table(DiceState::new(1));
    assert_eq!(
        faces::<24>(&mut dice, 6),
        [3, 3, 3, 6, 4, 5, 3, 2, 3, 1, 6, 6, 1, 3, 6, 3, 2, 1, 3, 2, 5, 4, 3, 6]
    );
    assert_eq!(faces::<12>(&mut dice, 10), [6, 10, 7, 6, 7, 1, 2, 9, 1, 3, 2, 10]);
    assert_eq!(faces::<6>(&mut dice, 100), [29, 37, 91, 60, 72, 7]);
    assert_eq!(dice.state, DiceState { seed: 1, drawn: 6 });
}

#[test]
fn faces_are_uniform_and_neighbours_independent() {
    for sides in [2, 3, 6, 8, 10, 12, 20, 100] {
        let cells = usize::from(sides);
        let mut single = vec![0_u32; cells];
        let mut pairs = vec![0_u32; cells * cells];
        let mut rolled = vec![0; 600_000];
        table(DiceState::new(u64::from(sides))).roll_faces(sides, &mut rolled);
        for face in &rolled {
            single[usize::from(*face) - 1] += 1;
        }
        for pair in rolled.chunks_exact(2) {
            pairs[usize::from(pair[0] - 1) * cells + usize::from(pair[1] - 1)] += 1;
        }
        for counts in [single, pairs] {
            let wanted = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
            let square: f64 = counts.iter().map(|&count| (f64::from(count) - wanted).powi(2) / wanted).sum();
            let freedom = (counts.len() - 1) as f64;
            let sigmas = (square - freedom) / (2.0 * freedom).sqrt();
            assert!(sigmas.abs() < 4.0, "d{sides}: {sigmas} sigmas off over {} cells", counts.len());
        }
    }
}

#[test]
fn a_state_saved_midway_goes_on_with_the_same_faces() {
    for already in [1, 5, 7, 8, 31, 32, 33, 40, 100] {
        let mut whole = table(DiceState::new(7));
        for _ in 0..already {
            whole.roll(Dice::d6_hits(3), PURPOSE).expect("seeded dice never stop");
        }
        let (state, traces, _) = whole.finish();
        assert_eq!((state.drawn, traces.len() as u64), (already, already));
        let saved = serde_json::to_string(&state).expect("plain data");
        let loaded = serde_json::from_str(&saved).expect("what was saved");
        let mut long = table(DiceState::new(7));
        for _ in 0..already {
            faces::<3>(&mut long, 6);
        }
        let mut short = table(loaded);
        assert_eq!(faces::<99>(&mut short, 6), faces::<99>(&mut long, 6), "after {already}");
        assert_eq!(short.finish().0, long.finish().0);
    }
}

#[test]
fn rolls_that_are_not_kept_are_the_same_rolls() {
    for sides in [2, 6, 10, 100] {
        for count in [0, 1, 11, 12, 13, 47, 48, 49, 200] {
            for read in [
                RollMode::Hits(5),
                RollMode::HitsAndGlitch(2),
                RollMode::AtMost(3),
                RollMode::Sum,
                RollMode::Bands(5),
            ] {
                let dice = Dice { count, sides, read };
                let (mut kept, mut loose) =
                    (table(DiceState::new(5)), PlayedTable::new(DiceState::new(5), Vec::new(), false));
                assert_eq!(kept.roll(dice, PURPOSE), loose.roll(dice, PURPOSE), "{dice:?}");
                let ((kept, traces, _), (loose, none, _)) = (kept.finish(), loose.finish());
                assert_eq!((kept, none), (loose, Vec::new()), "{dice:?}");
                let [Trace::Rolled(record)] = traces.as_slice() else { panic!("{traces:?}") };
                assert_eq!(record.faces.len(), count as usize);
                assert_eq!((record.roll, record.limit), (dice.read(&record.faces), Some(4)));
            }
        }
    }
}

fn mixed(counts: [u8; 6]) -> Dice {
    let mut pool = SymbolPool::default();
    for (die, count) in SymbolDie::ALL.into_iter().zip(counts) {
        *pool.get_mut(die) = count;
    }
    Dice::symbols(pool)
}

#[test]
fn mixed_rolls_that_are_not_kept_are_the_same_rolls() {
    for counts in [[0; 6], [1, 1, 1, 2, 2, 1], [0, 0, 30, 0, 0, 2], [255; 6]] {
        let dice = mixed(counts);
        let (mut kept, mut loose) =
            (table(DiceState::new(5)), PlayedTable::new(DiceState::new(5), Vec::new(), false));
        assert_eq!(kept.roll(dice, PURPOSE), loose.roll(dice, PURPOSE), "{dice:?}");
        let ((kept, traces, _), (loose, ..)) = (kept.finish(), loose.finish());
        assert_eq!(kept, loose, "{dice:?}");
        let [Trace::Rolled(record)] = traces.as_slice() else { panic!("{traces:?}") };
        assert_eq!(record.symbol_faces().count() as u32, dice.count);
        for shown in record.symbol_faces() {
            assert!((1..=shown.die.sides()).contains(&shown.face), "{shown:?}");
        }
        let mut symbols = Symbols::default();
        record.symbol_faces().for_each(|shown| symbols.add(shown.symbols));
        assert_eq!(record.roll.symbols, symbols);
    }
}

#[test]
fn the_first_mixed_faces_of_a_seed_are_the_same_everywhere() {
    let mut dice = table(DiceState::new(1));
    dice.roll(mixed([2, 1, 1, 2, 2, 1]), PURPOSE).expect("seeded dice never stop");
    let (state, traces, _) = dice.finish();
    let [Trace::Rolled(record)] = traces.as_slice() else { panic!("{traces:?}") };
    assert_eq!((record.faces.as_slice(), state.drawn), ([3, 3, 1, 5, 2, 7, 4, 5, 9].as_slice(), 6));
}

#[test]
fn faces_rolled_by_hand_fit_their_die() {
    // 9 is no face of a d6 or d8: it is passed over; the rest is seeded.
    let mut dice = table(DiceState::new(1)).with_faces([3, 9, 4, 8, 12]);
    dice.roll(mixed([1, 1, 1, 0, 1, 1]), PURPOSE).expect("seeded dice never stop");
    assert_eq!(dice.given_faces_left(), (Vec::new(), Vec::new()));
    let (state, traces, _) = dice.finish();
    let [Trace::Rolled(record)] = traces.as_slice() else { panic!("{traces:?}") };
    assert_eq!((&record.faces[..4], state.drawn), ([3, 4, 8, 12].as_slice(), 1));
}

#[test]
fn an_unanswered_question_leaves_no_trace() {
    let rule = |table: &mut PlayedTable| {
        let attack = table.roll(Dice::d6_sum(8), PURPOSE)?;
        let method = table.ask(|| prompt(&["dodge", "parry"]))?;
        let defence = table.roll(Dice::d6_sum(8), PURPOSE)?;
        Ok((attack, method, defence))
    };
    let before = DiceState { seed: 11, drawn: 4 };
    let mut first = table(before);
    assert_eq!(rule(&mut first), Err(Interrupt::NeedsAnswer(Box::new(prompt(&["dodge", "parry"])))));
    let (_, shown, answered) = first.finish();
    assert_eq!((shown.len(), answered), (1, 0));
    let mut wrong = PlayedTable::new(before, vec!["fly".into()], true);
    assert!(matches!(rule(&mut wrong), Err(Interrupt::NeedsAnswer(_))), "an unknown key is no answer");
    assert_eq!(wrong.finish().2, 0);
    let mut second = PlayedTable::new(before, vec!["parry".into()], true);
    let (_, method, _) = rule(&mut second).expect("the question is answered");
    assert_eq!(method, 1);
    let (after, traces, answered) = second.finish();
    assert_eq!((after.drawn, answered, traces.len()), (6, 1, 3));
    assert_eq!(traces[0], shown[0], "what was shown before the question stays the same");
    assert!(matches!(&traces[1], Trace::Decided { who: UnitId(2), answer, .. } if answer == "PARRY"));
}

#[test]
fn a_question_with_one_answer_is_not_asked() {
    let mut table = PlayedTable::new(DiceState::new(1), vec!["parry".into()], true);
    assert_eq!(table.ask(|| prompt(&["none"])), Ok(0));
    assert_eq!(table.ask(|| prompt(&["dodge", "parry"])), Ok(1));
    assert_eq!(table.finish().2, 1);
}

#[test]
fn notes_are_built_only_when_kept() {
    let note = || Note::new("SS-BASE-01", GivenText("one hit".into()));
    let mut kept = table(DiceState::new(1));
    kept.note(note);
    assert_eq!(kept.finish().1, vec![Trace::Noted(note())]);
    let mut loose = PlayedTable::new(DiceState::new(1), Vec::new(), false);
    loose.note(|| panic!("no trace is kept"));
    assert_eq!(loose.finish().1, Vec::new());
}

#[test]
fn an_answer_to_no_current_question_is_skipped() {
    let answers = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let mut later = PlayedTable::new(DiceState::new(7), answers(&["rest", "dodge"]), true);
    assert_eq!(later.ask(|| prompt(&["none", "dodge"])), Ok(1), "the dice were given since");
    assert!(matches!(later.ask(|| prompt(&["none", "dodge"])), Err(Interrupt::NeedsAnswer(_))));
    let mut asked = PlayedTable::new(DiceState::new(7), answers(&["dodge", "6 6"]), true).by_hand(true);
    assert_eq!(asked.roll(Dice::d6_sum(2), PURPOSE).map(|roll| roll.value), Ok(12));
}
