//! Faces of narrative dice for a wanted result.

use breachline::dice::{Symbol, SymbolDie, SymbolPool};

/// Net successes, advantages, triumphs and despairs.
pub type NetSymbols = (i32, i32, i32, i32);

/// Faces of a pool, in its order, with this result; `None` if it cannot show it. The blank faces of each die are tried first, or,
/// with `from_last`, the most useful ones.
pub fn faces_with(pool: SymbolPool, wanted: NetSymbols, from_last: bool) -> Option<Vec<u8>> {
    let dice: Vec<SymbolDie> = SymbolDie::ALL
        .into_iter()
        .flat_map(|die| std::iter::repeat_n(die, usize::from(pool.get(die))))
        .collect();
    let mut faces = Vec::new();
    search(&dice, wanted, from_last, &mut faces).then_some(faces)
}

/// Tries the faces of the first die, and the others after it.
fn search(dice: &[SymbolDie], left: NetSymbols, from_last: bool, faces: &mut Vec<u8>) -> bool {
    let Some((die, rest)) = dice.split_first() else { return left == (0, 0, 0, 0) };
    let most = 2 * dice.len() as i32;
    if left.0.abs() > most || left.1.abs() > most {
        return false;
    }
    for number in 1..=die.sides() {
        let face = if from_last { die.sides() + 1 - number } else { number };
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
        if search(rest, now, from_last, faces) {
            return true;
        }
        faces.pop();
    }
    false
}
