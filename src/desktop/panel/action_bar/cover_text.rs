//! What taking cover gives on the square of a unit, in words.

use battle::{BattleView, UnitDataItem};
use field::CoverDegree;
use model::Direction;

/// Directions that are named, each with its name.
const NAMED: [(&str, Direction); 4] = [
    ("north", Direction::North),
    ("east", Direction::East),
    ("south", Direction::South),
    ("west", Direction::West),
];

/// How cover on a square comes to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoverState {
    /// Taken.
    Taken,
    /// To be taken.
    Open,
    /// It shields the parts of the body that are chosen. `CS-COV-01`.
    ByChoice,
}

/// Describes the cover of the unit's square, and when it counts. `by_choice` if the book's own action names what it
/// shields.
pub(super) fn cover_action_text(view: &BattleView, unit: &UnitDataItem, by_choice: bool) -> String {
    let sides = field::cover_by_side(view.field().grid(), unit.cell(), unit.body());
    let has_dice = !view.rules().ruling("defence", "SS-DEF-41").is_empty();
    let state = match (by_choice, unit.cover.is_taken()) {
        (true, _) => CoverState::ByChoice,
        (false, true) => CoverState::Taken,
        (false, false) => CoverState::Open,
    };
    cover_text(NAMED.map(|(name, side)| (name, sides[side as usize])), state, has_dice)
}

/// Words the cover of a square: "Here: good from the north. It counts only after taking cover."
fn cover_text(sides: [(&str, CoverDegree); 4], state: CoverState, has_dice: bool) -> String {
    let grades = [
        (CoverDegree::Total, "full", ""),
        (CoverDegree::Good, "good", " (+4 dice)"),
        (CoverDegree::Partial, "partial", " (+2 dice)"),
    ];
    let parts: Vec<String> = grades
        .into_iter()
        .filter_map(|(grade, name, dice)| {
            let from: Vec<&str> =
                sides.iter().filter(|(_, side)| *side == grade).map(|(name, _)| *name).collect();
            let dice = if has_dice { dice } else { "" };
            (!from.is_empty()).then(|| format!("{name} from the {}{dice}", from.join(", ")))
        })
        .collect();
    if parts.is_empty() {
        return "Nothing beside this square gives cover.".to_owned();
    }
    let counts = match state {
        CoverState::Taken => "It counts now.",
        CoverState::Open => "It does not count until you take it.",
        CoverState::ByChoice => "It shields only what you choose.",
    };
    format!("Cover here: {}. {counts}", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(grades: [CoverDegree; 4]) -> [(&'static str, CoverDegree); 4] {
        let mut named = NAMED.map(|(name, _)| (name, CoverDegree::None));
        for (side, grade) in named.iter_mut().zip(grades) {
            side.1 = grade;
        }
        named
    }

    #[test]
    fn ss_act_49_the_text_says_what_cover_gives_and_when() {
        use CoverDegree::{Good, None, Partial};
        assert_eq!(
            cover_text(sides([Good, Partial, None, Partial]), CoverState::Open, true),
            "Cover here: good from the north (+4 dice); partial from the east, west (+2 dice). \
             It does not count until you take it."
        );
        assert_eq!(
            cover_text(sides([Good, None, None, None]), CoverState::Taken, false),
            "Cover here: good from the north. It counts now."
        );
        let nothing = cover_text(sides([None; 4]), CoverState::Open, true);
        assert_eq!(nothing, "Nothing beside this square gives cover.");
    }

    #[test]
    fn cs_cov_01_cover_shields_what_is_chosen() {
        use CoverDegree::{None, Partial};
        assert_eq!(
            cover_text(sides([None, None, Partial, None]), CoverState::ByChoice, false),
            "Cover here: partial from the south. It shields only what you choose."
        );
    }
}
