//! Faces of narrative dice for a wanted result.

use breachline::dice::{Dice, RollMode, Symbol, SymbolDie};

/// Net successes, advantages, triumphs and despairs.
type Result = (i32, i32, i32, i32);

/// Faces of these dice with this result; `None` if they cannot show it.
pub fn faces(dice: Dice, wanted: Result) -> Option<Vec<u8>> {
    let RollMode::Symbols(pool) = dice.read else { return None };
    let dice: Vec<SymbolDie> = SymbolDie::ALL
        .into_iter()
        .flat_map(|die| std::iter::repeat_n(die, usize::from(pool.get(die))))
        .collect();
    let mut faces = Vec::new();
    search(&dice, wanted, &mut faces).then_some(faces)
}

/// Tries the faces of the first die, blanks first, and the others after it.
fn search(dice: &[SymbolDie], left: Result, faces: &mut Vec<u8>) -> bool {
    let Some((die, rest)) = dice.split_first() else { return left == (0, 0, 0, 0) };
    let most = 2 * dice.len() as i32;
    if left.0.abs() > most || left.1.abs() > most {
        return false;
    }
    for face in 1..=die.sides() {
        let mut now = left;
        for symbol in die.face(face) {
            match symbol {
                Symbol::Success => now.0 -= 1,
                Symbol::Advantage => now.1 -= 1,
                Symbol::Failure => now.0 += 1,
                Symbol::Threat => now.1 += 1,
                Symbol::Triumph => (now.0, now.2) = (now.0 - 1, now.2 - 1),
                Symbol::Despair => (now.0, now.3) = (now.0 + 1, now.3 - 1),
            }
        }
        if now.2 < 0 || now.3 < 0 {
            continue;
        }
        faces.push(face);
        if search(rest, now, faces) {
            return true;
        }
        faces.pop();
    }
    false
}
