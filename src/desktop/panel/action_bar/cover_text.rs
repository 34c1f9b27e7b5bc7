//! What taking cover gives on the square of a unit, in words.

use crate::board::overlay::can_shoot_as_far;
use crate::square_cover::{hidden_once_taken, hiding_barrier_beside, most_hiding_barrier};
use battle::{BattleView, UnitDataItem};
use model::{CellSide, Direction, Edge, ObstaclePosition};
use rules::{Book, Grip, RuleSet, list_words, play};

/// Directions that are named, each with its name.
const NAMED: [(&str, Direction); 8] = [
    ("north", Direction::North),
    ("east", Direction::East),
    ("south", Direction::South),
    ("west", Direction::West),
    ("north-east", Direction::NorthEast),
    ("south-east", Direction::SouthEast),
    ("south-west", Direction::SouthWest),
    ("north-west", Direction::NorthWest),
];

/// What a square offers that has nothing to take cover behind.
pub(super) const NOTHING_BESIDE: &str = "Nothing beside this square gives cover.";

/// How cover on a square comes to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoverState {
    /// Taken.
    Taken,
    /// To be taken.
    Open,
    /// What hides the square stands too far away to be used.
    TooFar,
    /// It shields the parts of the body that are chosen. `CS-COV-01`.
    ByChoice,
}

/// Describes the cover of the unit's square, when it counts, and against which enemies. `by_choice` if the book's own action
/// names what it shields.
pub(super) fn cover_action_text(view: &BattleView, unit: &UnitDataItem, by_choice: bool) -> String {
    let shooters = shooters_by_cover(view, unit);
    let sides = side_cover_text(view, unit, (by_choice, counts_from_afar(&shooters)));
    match cover_counts_text(&shooters) {
        Some(counts) => format!("{sides} {counts}"),
        None => sides,
    }
}

/// Describes the cover of the unit's square, and when it counts. `is_afar` if all that hides the unit from enemies stands farther
/// away: the sides that have cover have nothing to do with those enemies.
fn side_cover_text(view: &BattleView, unit: &UnitDataItem, (by_choice, is_afar): (bool, bool)) -> String {
    let (grid, cell, body) = (view.field().grid(), unit.cell(), unit.body());
    let may_take = field::can_take_cover(grid, cell);
    let sides = match may_take {
        true => hidden_once_taken(grid, cell, body),
        false => field::hidden_by_side(grid, cell, body),
    };
    let state = match (by_choice, unit.cover.is_taken(), may_take) {
        (true, ..) => CoverState::ByChoice,
        (false, true, _) => CoverState::Taken,
        (false, false, true) => CoverState::Open,
        (false, false, false) => CoverState::TooFar,
    };
    match state {
        CoverState::Open if is_afar => {
            return "Cover can be taken here. It does not count until you take it.".to_owned();
        }
        CoverState::Taken if is_afar => return "Cover is taken here. It counts now.".to_owned(),
        _ => {}
    }
    let is_cover = |hidden| play::is_cover(view.rules().book(), hidden);
    let has_straight = NAMED.iter().any(|(_, side)| !side.is_diagonal() && is_cover(sides[*side as usize]));
    // Diagonals are named only where they alone give cover.
    let shown = |side: Direction| if has_straight && side.is_diagonal() { 0 } else { sides[side as usize] };
    let sides = NAMED.map(|(name, side)| (name, shown(side)));
    cover_text(view.rules(), sides, state)
}

/// Names the sides from which cover that a unit has taken protects it: "the north and west"; `None` if nothing beside its square
/// hides it.
pub(crate) fn covered_sides_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    let hidden = hidden_once_taken(view.field().grid(), unit.cell(), unit.body());
    name_covered_sides(view.rules().book(), hidden)
}

/// Names the sides that are hidden as much as cover does; diagonals only where they alone are.
fn name_covered_sides(book: Book, hidden: [u8; 8]) -> Option<String> {
    let named = |is_diagonal: bool| -> Vec<&str> {
        let sides = NAMED.iter().filter(|(_, side)| side.is_diagonal() == is_diagonal);
        let covered = sides.filter(|(_, side)| play::is_cover(book, hidden[*side as usize]));
        covered.map(|(name, _)| *name).collect()
    };
    let straight = named(false);
    let names = if straight.is_empty() { named(true) } else { straight };
    (!names.is_empty()).then(|| format!("the {}", list_words(&names)))
}

/// Says what cover that hides so many percent adds to a defence: "+4 dice"; `None` if it adds no dice.
pub(crate) fn cover_dice_text(rules: &RuleSet, hidden: u8) -> Option<String> {
    let dice = play::cover_dice(rules, hidden);
    (dice > 0).then(|| format!("+{dice} dice"))
}

/// Words the cover of a square: "Here: good from the north. It counts only after taking cover."
fn cover_text(rules: &RuleSet, sides: [(&str, u8); 8], state: CoverState) -> String {
    let book = rules.book();
    let mut grades: Vec<(&str, u8)> = sides
        .iter()
        .filter(|(_, hidden)| play::is_cover(book, *hidden))
        .map(|(_, hidden)| (play::cover_name(book, *hidden), *hidden))
        .collect();
    grades.sort_by_key(|(_, hidden)| std::cmp::Reverse(*hidden));
    grades.dedup_by_key(|(name, _)| *name);
    let parts: Vec<String> = grades
        .into_iter()
        .map(|(grade, hidden)| {
            let is_grade = |side: u8| play::is_cover(book, side) && play::cover_name(book, side) == grade;
            let from = sides.iter().filter(|(_, side)| is_grade(*side)).map(|(name, _)| *name);
            let dice = cover_dice_text(rules, hidden).map(|dice| format!(" ({dice})")).unwrap_or_default();
            format!("{grade} from the {}{dice}", from.collect::<Vec<_>>().join(", "))
        })
        .collect();
    if parts.is_empty() {
        return NOTHING_BESIDE.to_owned();
    }
    let counts = match state {
        CoverState::Taken => "It counts now.",
        CoverState::Open => "It does not count until you take it.",
        CoverState::TooFar => {
            return "What hides this square stands too far away to take cover behind.".to_owned();
        }
        CoverState::ByChoice => "It shields only what you choose.",
    };
    format!("Cover here: {}. {counts}", parts.join("; "))
}

/// Whether a unit that takes cover where it is has any: beside something that hides it from a side or an enemy, in a vehicle,
/// or behind a body.
pub(super) fn offers_cover(view: &BattleView, unit: &UnitDataItem) -> bool {
    if has_moving_cover(view, unit) {
        return true;
    }
    let (grid, here) = (view.field().grid(), unit.cell());
    let is_cover = |hidden| play::is_cover(view.rules().book(), hidden);
    field::can_take_cover(grid, here)
        && (hidden_once_taken(grid, here, unit.body()).into_iter().any(is_cover)
            || shooters_by_cover(view, unit).into_iter().any(|shooter| shooter.is_covered))
}

/// Whether a unit has cover that moves with it: a vehicle, or a body.
fn has_moving_cover(view: &BattleView, unit: &UnitDataItem) -> bool {
    let me = view.unit_snapshot(unit);
    me.ride.is_some() || me.carries.is_some() || matches!(me.grip, Some(Grip::Holding(_)))
}

/// Says that cover which a unit has taken protects it no longer, or from no enemy in sight; `None` if it does.
pub(crate) fn lost_cover_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    if has_moving_cover(view, unit) {
        return None;
    }
    let shooters = shooters_by_cover(view, unit);
    let is_open = !shooters.is_empty() && shooters.iter().all(|shooter| !shooter.is_covered);
    if !is_open && offers_cover(view, unit) {
        return None;
    }
    let edges = CellSide::ALL.map(|side| ObstaclePosition::Edge(Edge::new(unit.cell(), side)));
    let squares = Direction::ALL.map(|side| ObstaclePosition::Square(unit.cell().step(side)));
    let mut beside = edges.into_iter().chain(squares).filter_map(|place| view.barrier_at(place));
    let broken = beside.find(|data| data.state.holed()).map(|data| data.barrier.kind().name.clone());
    Some(lost_cover_words(is_open, broken.as_deref()))
}

/// Words cover that protects no longer, given whether enemies see the unit, and what is broken beside it.
fn lost_cover_words(is_open: bool, broken: Option<&str>) -> String {
    let what = match is_open {
        true => "nothing hides the unit from the enemies in sight",
        false => "nothing hides the unit any more",
    };
    let why = broken.map(|name| format!(" ({name} broken)")).unwrap_or_default();
    format!("In cover, but {what}{why}")
}

/// An enemy that can shoot at a unit where it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shooter {
    /// Its name.
    name: String,
    /// Whether cover that the unit takes there counts against it.
    pub is_covered: bool,
    /// What then hides the unit from it, if that does not stand beside the unit: the sides of the square do not tell.
    behind: Option<String>,
}

/// The enemies that can shoot at a unit where it is. Cover counts against all from whom the unit is hidden, also by what
/// stands farther away, as soon as there is something to take cover behind.
pub(crate) fn shooters_by_cover(view: &BattleView, unit: &UnitDataItem) -> Vec<Shooter> {
    let (grid, here) = (view.field().grid(), unit.cell());
    let may_take = field::can_take_cover(grid, here);
    let shooters = view.units().filter(|other| {
        other.side != unit.side
            && other.is_fighting()
            && can_shoot_as_far(other, other.cell().distance_squared(here))
    });
    let with_cover = shooters.filter_map(|other| {
        let hidden = field::hidden_share(grid, other.cell(), other.body(), here, unit.body());
        let is_covered = may_take && play::is_cover(view.rules().book(), hidden);
        (hidden < 100).then(|| Shooter {
            name: other.identity.name().to_owned(),
            is_covered,
            behind: if is_covered { distant_cover(view, unit, &other) } else { None },
        })
    });
    with_cover.collect()
}

/// Names the barrier that hides a unit most from a shooter; `None` if what stands beside the unit hides it from that one.
fn distant_cover(view: &BattleView, unit: &UnitDataItem, shooter: &UnitDataItem) -> Option<String> {
    let grid = view.field().grid();
    let (from, at) = ((shooter.cell(), shooter.body()), (unit.cell(), unit.body()));
    if hiding_barrier_beside(grid, from, at).is_some() {
        return None;
    }
    let most = most_hiding_barrier(grid, from, at)?;
    Some(view.barrier(most.id)?.barrier.kind().name.clone())
}

/// Whether cover counts against enemies, but against none by what stands beside the unit.
fn counts_from_afar(shooters: &[Shooter]) -> bool {
    let mut covered = shooters.iter().filter(|shooter| shooter.is_covered).peekable();
    covered.peek().is_some() && covered.all(|shooter| shooter.behind.is_some())
}

/// Names the enemies against which cover counts and those against which it does not: "Counts against Altair (pillar on the line
/// of fire), not against Mira."; `None` if no enemy can shoot there.
fn cover_counts_text(shooters: &[Shooter]) -> Option<String> {
    let names = |covered: bool| {
        let names = shooters.iter().filter(|shooter| shooter.is_covered == covered);
        let names = names.map(|shooter| match &shooter.behind {
            Some(barrier) => format!("{} ({barrier} on the line of fire)", shooter.name),
            None => shooter.name.clone(),
        });
        names.collect::<Vec<_>>().join(", ")
    };
    match (names(true), names(false)) {
        (covered, open) if covered.is_empty() && open.is_empty() => None,
        (covered, open) if open.is_empty() => Some(format!("Counts against {covered}.")),
        (covered, open) if covered.is_empty() => Some(format!("Does not count against {open}.")),
        (covered, open) => Some(format!("Counts against {covered}, not against {open}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::attack::cover_level::CoverLevel;

    fn sides(hidden: [u8; 4]) -> [(&'static str, u8); 8] {
        let mut named = NAMED.map(|(name, _)| (name, 0));
        for (side, hidden) in named.iter_mut().zip(hidden) {
            side.1 = hidden;
        }
        named
    }

    /// The rules of the first book with this name for the cover that hides so many percent, which adds dice to a defence or
    /// not.
    fn rules_naming(hidden: u8, name: &str, adds_dice: bool) -> RuleSet {
        let is_meant = |rules: &RuleSet| {
            play::cover_name(rules.book(), hidden) == name
                && cover_dice_text(rules, hidden).is_some() == adds_dice
        };
        Book::ALL.into_iter().map(RuleSet::new).find(is_meant).expect("a book names it so")
    }

    #[test]
    fn the_sides_that_cover_protects_are_named() {
        let hidden = |sides: &[Direction]| {
            let mut hidden = [0; 8];
            sides.iter().for_each(|side| hidden[*side as usize] = 90);
            name_covered_sides(Book::SwanSong, hidden)
        };
        assert_eq!(hidden(&[Direction::West, Direction::NorthWest]).as_deref(), Some("the west"));
        assert_eq!(hidden(&[Direction::North, Direction::West]).as_deref(), Some("the north and west"));
        assert_eq!(hidden(&[Direction::SouthEast]).as_deref(), Some("the south-east"));
        assert_eq!(hidden(&[]), None);
    }

    #[test]
    fn ss_def_41_cover_adds_the_dice_of_the_rules() {
        let rules = rules_naming(60, "good", true);
        let texts = [25, 26, 51, 100].map(|hidden| cover_dice_text(&rules, hidden));
        let added = |level: CoverLevel| Some(format!("+{} dice", level.dice()));
        assert_eq!(
            texts,
            [None, added(CoverLevel::Partial), added(CoverLevel::Good), added(CoverLevel::Total)]
        );
        let other = rules_naming(60, "good", false);
        assert_eq!([26, 51, 100].map(|hidden| cover_dice_text(&other, hidden)), [None, None, None]);
    }

    #[test]
    fn ss_act_49_the_text_says_what_cover_gives_and_when() {
        let rules = rules_naming(60, "good", true);
        assert_eq!(
            cover_text(&rules, sides([70, 40, 10, 50]), CoverState::Open),
            "Cover here: good from the north (+4 dice); partial from the east, west (+2 dice). \
             It does not count until you take it."
        );
        assert_eq!(
            cover_text(&rules_naming(80, "superior", false), sides([80, 70, 90, 0]), CoverState::Open),
            "Cover here: superior from the north, south; good from the east. It does not count until you take it."
        );
        assert_eq!(
            cover_text(&rules_naming(60, "good", false), sides([70, 0, 0, 0]), CoverState::Taken),
            "Cover here: good from the north. It counts now."
        );
        let nothing = cover_text(&rules, sides([0; 4]), CoverState::Open);
        assert_eq!(nothing, "Nothing beside this square gives cover.");
    }

    #[test]
    fn ss_act_49_cover_on_a_diagonal_is_named() {
        let rules = rules_naming(60, "good", false);
        let mut corner = sides([0; 4]);
        corner[7].1 = 70;
        assert_eq!(
            cover_text(&rules, corner, CoverState::Open),
            "Cover here: good from the north-west. It does not count until you take it."
        );
    }

    #[test]
    fn cs_cov_01_cover_shields_what_is_chosen() {
        assert_eq!(
            cover_text(&rules_naming(40, "partial", false), sides([0, 0, 40, 0]), CoverState::ByChoice),
            "Cover here: partial from the south. It shields only what you choose."
        );
    }

    #[test]
    fn lost_cover_says_from_whom_it_hides_nothing_and_what_is_broken() {
        let window = lost_cover_words(true, Some("window"));
        assert_eq!(window, "In cover, but nothing hides the unit from the enemies in sight (window broken)");
        assert_eq!(lost_cover_words(false, None), "In cover, but nothing hides the unit any more");
    }

    #[test]
    fn cover_that_is_offered_to_a_unit_in_sight_of_no_enemy_is_not_lost() {
        let mut offered = 0;
        for (book, mut world) in crate::panel::tests::warehouse_in_every_book() {
            crate::panel::tests::with_context(&mut world, |context| {
                for unit in context.view.units().filter(|unit| unit.is_fighting()) {
                    let shooters = shooters_by_cover(context.view, &unit);
                    let is_hidden = shooters.is_empty() || shooters.iter().any(|one| one.is_covered);
                    let keeps = offers_cover(context.view, &unit) && is_hidden;
                    let lost = lost_cover_text(context.view, &unit);
                    assert_eq!(lost.is_none(), keeps, "{book:?}: {lost:?}");
                    offered += usize::from(keeps);
                }
            });
        }
        assert!(offered > 0, "some units have cover beside them");
    }

    #[test]
    fn cover_names_the_enemies_against_which_it_counts() {
        let shooter = |name: &str, is_covered, behind: Option<&str>| Shooter {
            name: name.to_owned(),
            is_covered,
            behind: behind.map(str::to_owned),
        };
        let shooters = |all: &[(&str, bool)]| -> Vec<Shooter> {
            all.iter().map(|(name, is_covered)| shooter(name, *is_covered, None)).collect()
        };
        let text = |all: &[(&str, bool)]| cover_counts_text(&shooters(all));
        let both = text(&[("Altair", true), ("Mira", false), ("Dene", false)]);
        assert_eq!(both.as_deref(), Some("Counts against Altair, not against Mira, Dene."));
        assert_eq!(text(&[("Altair", true)]).as_deref(), Some("Counts against Altair."));
        let distant = [shooter("Emperor", true, Some("pillar")), shooter("Mira", false, None)];
        assert_eq!(
            cover_counts_text(&distant).as_deref(),
            Some("Counts against Emperor (pillar on the line of fire), not against Mira.")
        );
        assert!(counts_from_afar(&distant), "nothing beside the unit hides it from Emperor");
        let near = [shooter("Altair", true, None), distant[0].clone()];
        assert!(!counts_from_afar(&near) && !counts_from_afar(&distant[1..]));
        assert_eq!(text(&[("Mira", false)]).as_deref(), Some("Does not count against Mira."));
        assert_eq!(text(&[]), None);
    }
}
