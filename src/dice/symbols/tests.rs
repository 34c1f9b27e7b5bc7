use rstest::rstest;

use super::*;
use crate::{Dice, Purpose, ScriptedTable, Table};

/// Rolls "P4 A2 D3": net successes, net advantages, triumphs, despairs.
fn roll(faces: &str) -> (i16, i16, u8, u8) {
    let mut pool = SymbolPool::default();
    let mut given: Vec<(SymbolDie, u8)> = Vec::new();
    for word in faces.split_whitespace() {
        let die = SymbolDie::ALL.into_iter().find(|die| word.starts_with(die.letter())).expect("a letter");
        *pool.get_mut(die) += 1;
        given.push((die, word[1..].parse().expect("a face")));
    }
    given.sort_by_key(|(die, _)| *die);
    let mut table = ScriptedTable::new(given.iter().map(|(_, face)| *face).collect::<Vec<_>>(), Vec::new());
    let purpose = Purpose { who: None, why: "attack", clause: "CC-CHK-02", parts: &[], limit: None };
    let roll = table.roll(Dice::symbols(pool), purpose).expect("the faces fit");
    table.finish().expect("all faces are used");
    let Symbols { successes, advantages, triumphs, despairs } = roll.symbols;
    assert_eq!(roll.value, u32::try_from(successes).unwrap_or(0), "net successes as a number");
    (successes, advantages, triumphs, despairs)
}

#[rstest]
#[case::cc_dice_01_ability("A1 A4 A7 A8", (3, 3, 0, 0))]
#[case::cc_dice_02_proficiency("P1 P3 P5 P9 P11 P12", (5, 3, 1, 0))]
#[case::cc_dice_03_difficulty("D1 D2 D3 D6 D7 D8", (-4, -4, 0, 0))]
#[case::cc_dice_04_challenge("C1 C3 C5 C7 C9 C11 C12", (-5, -4, 0, 1))]
#[case::cc_dice_05_boost("B1 B3 B4 B5 B6", (2, 4, 0, 0))]
#[case::cc_dice_06_setback("K1 K3 K4 K5 K6", (-2, -2, 0, 0))]
#[case::cc_dice_07_successes_and_failures_cancel("P4 A2 D3", (1, 0, 0, 0))]
#[case::cc_dice_08_advantages_and_threats_cancel("A8 D4 D7", (0, -1, 0, 0))]
#[case::cc_dice_09_a_triumph_is_a_success("P12 D2", (0, 0, 1, 0))]
#[case::cc_dice_10_a_despair_is_a_failure("A4 C12", (1, 0, 0, 1))]
#[case::cc_dice_11_triumph_and_despair_stay("P12 C12", (0, 0, 1, 1))]
#[case::cc_dmg_09_worked_attack("P4 P12 A2 D2 D5 K1", (3, -1, 1, 0))]
#[case::cc_dmg_10_worked_miss("P7 P4 A5 D3 D4 K3", (0, 1, 0, 0))]
fn counted(#[case] faces: &str, #[case] symbols: (i16, i16, u8, u8)) {
    assert_eq!(roll(faces), symbols);
}

#[rstest]
#[case::proficiency(SymbolDie::Proficiency, [(1, ""), (2, "S"), (2, "SS"), (1, "A"), (3, "SA"), (2, "AA"), (1, "*")])]
#[case::challenge(SymbolDie::Challenge, [(1, ""), (2, "F"), (2, "FF"), (2, "T"), (2, "FT"), (2, "TT"), (1, "!")])]
fn cc_ruling_01_faces_per_die(#[case] die: SymbolDie, #[case] wanted: [(usize, &str); 7]) {
    let letter = |symbol: &Symbol| match symbol {
        S => 'S',
        A => 'A',
        F => 'F',
        T => 'T',
        TR => '*',
        DE => '!',
    };
    for (count, letters) in wanted {
        let face = |face: &&[Symbol]| face.iter().map(letter).collect::<String>() == letters;
        assert_eq!(die.faces().iter().copied().filter(|symbols| face(symbols)).count(), count, "{letters}");
    }
}

#[test]
fn dice_have_their_sides_and_no_other_faces() {
    assert_eq!(SymbolDie::ALL.map(SymbolDie::sides), [6, 6, 8, 8, 12, 12]);
    assert_eq!((SymbolDie::Ability.face(7), SymbolDie::Ability.face(0)), ([S, A].as_slice(), [].as_slice()));
    assert_eq!(SymbolDie::Ability.face(9), []);
}

#[test]
fn pools_and_symbols_read_as_words() {
    let pool = SymbolPool { ability: 1, proficiency: 2, ..SymbolPool::default() };
    assert_eq!(pool.to_string(), "1 ability, 2 proficiency");
    assert_eq!(SymbolPool::default().to_string(), "no dice");
    assert_eq!((pool.len(), pool.is_empty()), (3, false));
    let kinds: Vec<SymbolDie> = pool.dice().collect();
    assert_eq!(kinds, [SymbolDie::Ability, SymbolDie::Proficiency, SymbolDie::Proficiency]);
    let symbols = Symbols { successes: 2, advantages: -1, triumphs: 1, despairs: 0 };
    assert_eq!(symbols.to_string(), "2 successes, 1 threat, 1 triumph");
    let symbols = Symbols { successes: -2, advantages: 3, triumphs: 0, despairs: 2 };
    assert_eq!(symbols.to_string(), "2 failures, 3 advantages, 2 despairs");
    assert_eq!(Symbols::default().to_string(), "no net symbols");
}
