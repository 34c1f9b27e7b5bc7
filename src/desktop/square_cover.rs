//! Cover that a square gives once it is taken: the one source of the shields on the board and of those on cards.

use battle::{BattleView, TurnPurchase, UnitDataItem, ValidatedOrder, action_price, check_cover_price};
use field::{
    Body, CoverDegree, CrossedObstacle, Grid, can_take_cover, hidden_behind_obstacles_beside, hidden_share,
};
use model::Cell;
use rules::turn_engine::Action;
use rules::{Book, RuleSet, play};

/// A hidden share that is good cover, in percent.
const GOOD_HIDDEN: u8 = 60;

/// How strong a cover is: what a shield shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CoverStrength {
    /// Half a shield.
    Partial,
    /// A whole shield. The only one in books with one grade of cover.
    Good,
}

impl CoverStrength {
    /// Returns the strength of cover that hides so many percent; `None` if that is no cover.
    pub fn of_hidden(book: Book, hidden: u8) -> Option<Self> {
        let is_good = CoverDegree::from_hidden_percent(hidden) >= CoverDegree::Good
            || play::cover_name(book, hidden) == play::cover_name(book, GOOD_HIDDEN);
        play::is_cover(book, hidden).then_some(if is_good { Self::Good } else { Self::Partial })
    }

    /// Returns the picture of its shield in the atlas.
    pub const fn picture(self) -> &'static str {
        match self {
            Self::Partial => "cover_half",
            Self::Good => "cover_full",
        }
    }

    /// Returns the filled share of its shield.
    pub const fn fill(self) -> f32 {
        match self {
            Self::Partial => 0.5,
            Self::Good => 1.0,
        }
    }
}

/// Words for a cover grade of a book in a sentence: "good cover"; "cover" in a book with one grade.
pub(crate) fn cover_phrase(book: Book, hidden: u8) -> String {
    match play::cover_name(book, hidden) {
        "cover" => "cover".to_owned(),
        "none" => "no cover".to_owned(),
        name => format!("{name} cover"),
    }
}

/// Words for the cover that a unit may take, with what it does where the hidden share does not decide: "good cover", "cover (1 setback
/// die)".
pub(crate) fn cover_with_effect(rules: &RuleSet, hidden: u8) -> String {
    let cover = cover_phrase(rules.book(), hidden);
    match play::cover_effect(rules, hidden) {
        Some(effect) => format!("{cover} ({effect})"),
        None => cover,
    }
}

/// The body of a unit on a square: a unit that goes there stands.
pub(crate) fn body_on(unit: &UnitDataItem, cell: Cell) -> Body {
    if cell == unit.cell() { unit.body() } else { Body::STANDING }
}

/// Returns the hidden share of a body on a square by side, in percent, once it has taken cover there; 0 if there is nothing
/// to take cover behind.
pub(crate) fn hidden_once_taken(grid: &Grid, cell: Cell, body: Body) -> [u8; 8] {
    if can_take_cover(grid, cell) { hidden_behind_obstacles_beside(grid, cell, body) } else { [0; 8] }
}

/// Returns the barrier beside a square that hides most of a body there from a shooter: what cover is taken behind.
pub(crate) fn hiding_barrier_beside(
    grid: &Grid,
    (from, shooter): (Cell, Body),
    (at, body): (Cell, Body),
) -> Option<CrossedObstacle> {
    let hiding = field::hiding_obstacles(grid, from, shooter, at, body);
    let is_beside = |id| field::obstacles_beside(grid, at).any(|beside| beside.obstacle.id == id);
    hiding.into_iter().filter(|crossed| is_beside(crossed.id)).max_by_key(|crossed| crossed.hides)
}

/// Returns the barrier that hides most of a body from a shooter, wherever it stands; of equal ones, the nearest to the body.
pub(crate) fn most_hiding_barrier(
    grid: &Grid,
    (from, shooter): (Cell, Body),
    (at, body): (Cell, Body),
) -> Option<CrossedObstacle> {
    let hiding = field::hiding_obstacles(grid, from, shooter, at, body);
    hiding.into_iter().max_by_key(|crossed| crossed.hides)
}

/// Whether units take cover by the action of all books.
pub(crate) fn has_shared_cover(view: &BattleView, unit: &UnitDataItem) -> bool {
    let book = view.rules().book();
    play::cover_action(book).is_none() && !action_price(view, unit, Action::TakeCover, None).is_empty()
}

/// Whether a unit can still pay for taking cover in its turn after an order, also by a purchase. True where cover has no price that
/// is known before: out of its turn, and in books with another action for it or none.
pub(crate) fn can_pay_cover(view: &BattleView, unit: &UnitDataItem, plan: Option<&ValidatedOrder>) -> bool {
    let is_priced = view.round().acting() == Some(*unit.id) && has_shared_cover(view, unit);
    !is_priced
        || check_cover_price(view, *unit.id, plan).is_ok()
        || TurnPurchase::list(view, unit, plan).iter().any(|purchase| purchase.pays_cover(view))
}

/// Returns the squares and bodies of the enemies of a unit that its player sees.
pub(crate) fn visible_enemies(view: &BattleView, unit: &UnitDataItem) -> Vec<(Cell, Body)> {
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    enemies.filter(|other| other.out_of_action.on_map()).map(|other| (other.cell(), other.body())).collect()
}

/// Returns the hidden share of a body on a square, once it has taken cover there, against the enemy that sees most of it;
/// `None` if no enemy would see it, or if there is nothing to take cover behind.
pub(crate) fn least_hidden(grid: &Grid, cell: Cell, body: Body, enemies: &[(Cell, Body)]) -> Option<u8> {
    if !can_take_cover(grid, cell) {
        return None;
    }
    let hidden = enemies.iter().map(|(from, enemy)| hidden_share(grid, *from, *enemy, cell, body));
    hidden.filter(|hidden| *hidden < 100).min()
}

/// Returns against how many of some enemies cover counts that a body takes on a square, and how many of them see it there.
pub(crate) fn covered_against(
    (book, grid): (Book, &Grid),
    (cell, body): (Cell, Body),
    enemies: &[(Cell, Body)],
) -> (usize, usize) {
    let may_take = can_take_cover(grid, cell);
    let hidden = enemies.iter().map(|(from, enemy)| hidden_share(grid, *from, *enemy, cell, body));
    let seen: Vec<u8> = hidden.filter(|hidden| *hidden < 100).collect();
    let covered = seen.iter().filter(|hidden| may_take && play::is_cover(book, **hidden)).count();
    (covered, seen.len())
}

/// Returns [`covered_against`] for a unit where it stands and the enemies that its player sees.
pub(crate) fn covered_where_it_is(view: &BattleView, unit: &UnitDataItem) -> (usize, usize) {
    let grid = view.field().grid();
    covered_against((view.rules().book(), grid), (unit.cell(), unit.body()), &visible_enemies(view, unit))
}

/// Words for the enemies in view against which cover counts: "against 2 of 3 enemies in view"; `None` where it counts against all or
/// none of them, which other words say.
pub(crate) fn part_of_enemies_text((covered, all): (usize, usize)) -> Option<String> {
    (covered > 0 && covered < all).then(|| format!("against {covered} of {all} enemies in view"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Obstacle;
    use model::{BarrierId, Direction, ObstaclePosition};

    fn grid_with_crate(height_cm: u16) -> Grid {
        let mut grid = Grid::new(11, 11);
        let obstacle =
            Obstacle { id: BarrierId(1), height_cm, transparent: false, blocks_move: true, width_pct: 100 };
        grid.set_obstacle(ObstaclePosition::Square(Cell::new(5, 5)), Some(obstacle));
        grid
    }

    #[test]
    fn a_square_gives_the_cover_that_counts_against_every_enemy_that_sees_it() {
        let grid = grid_with_crate(120);
        let enemy = |x, y| (Cell::new(x, y), Body::STANDING);
        let (behind, east, open) = (Cell::new(4, 5), enemy(9, 5), enemy(0, 5));
        let against = |enemies: &[(Cell, Body)]| {
            let hidden = least_hidden(&grid, behind, Body::STANDING, enemies);
            hidden.and_then(|hidden| CoverStrength::of_hidden(Book::SwanSong, hidden))
        };
        assert_eq!(against(&[east]), Some(CoverStrength::Good), "the crate stands between");
        assert_eq!(against(&[east, open]), None, "the other one shoots from behind");
        assert_eq!(against(&[]), None);
        let counted = |enemies: &[(Cell, Body)]| {
            covered_against((Book::SwanSong, &grid), (behind, Body::STANDING), enemies)
        };
        assert_eq!((counted(&[east]), counted(&[east, open]), counted(&[])), ((1, 1), (1, 2), (0, 0)));
        let words = part_of_enemies_text(counted(&[east, open]));
        assert_eq!(words.as_deref(), Some("against 1 of 2 enemies in view"));
        assert_eq!([(0, 2), (2, 2), (0, 0)].map(part_of_enemies_text), [None, None, None]);
        assert_eq!(
            least_hidden(&grid, Cell::new(2, 5), Body::STANDING, &[east]),
            None,
            "there is nothing beside the square"
        );
    }

    #[test]
    fn cover_is_paid_only_while_points_are_left_in_the_turn() {
        let mut world = crate::panel::tests::shipped_battle("warehouse");
        let (mut with_points, mut without) = (0, 0);
        for number in 0..120 {
            crate::panel::tests::with_context(&mut world, |context| {
                let view = context.view;
                let Some(unit) = view.round().acting().and_then(|id| view.unit(id)) else { return };
                if view.open_prompt().is_some() || !has_shared_cover(view, &unit) {
                    return;
                }
                let has_points = unit.points.left() > 0;
                assert_eq!(can_pay_cover(view, &unit, None), has_points, "{}", unit.points.left());
                with_points += usize::from(has_points);
                without += usize::from(!has_points);
            });
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            battle::journal::submit_order(&mut world, decision.order).expect("allowed");
        }
        assert!(with_points > 0 && without > 0, "{with_points}, {without}");
    }

    #[test]
    fn cover_stands_beside_the_body_also_where_the_shooter_stands_at_a_pillar() {
        let mut grid = Grid::new(5, 2);
        let pillar = |id| Obstacle {
            id: BarrierId(id),
            height_cm: 250,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        let (own, other) = (Cell::new(1, 0), Cell::new(3, 1));
        grid.set_obstacle(ObstaclePosition::Square(own), Some(pillar(1)));
        grid.set_obstacle(ObstaclePosition::Square(other), Some(pillar(2)));
        let (shooter, target) = ((Cell::new(0, 1), Body::STANDING), (Cell::new(4, 0), Body::STANDING));
        let line = field::line_of_fire(&grid, shooter.0, shooter.1, target.0, target.1);
        assert_eq!(line.cover.len(), 1, "one line alone crosses only the pillar of the shooter");
        assert_eq!(line.cover[0].id, BarrierId(1));
        let beside = hiding_barrier_beside(&grid, shooter, target).map(|crossed| crossed.id);
        assert_eq!(beside, Some(BarrierId(2)));
        assert_eq!(most_hiding_barrier(&grid, shooter, target).map(|crossed| crossed.id), Some(BarrierId(2)));
        grid.set_obstacle(ObstaclePosition::Square(other), None);
        assert_eq!(hiding_barrier_beside(&grid, shooter, target), None);
        assert_eq!(most_hiding_barrier(&grid, shooter, target).map(|crossed| crossed.id), Some(BarrierId(1)));
    }

    #[test]
    fn sides_count_only_where_cover_can_be_taken() {
        let grid = grid_with_crate(120);
        let east = |x| hidden_once_taken(&grid, Cell::new(x, 5), Body::STANDING)[Direction::East as usize];
        assert!(east(4) > 50, "{}", east(4));
        assert_eq!(east(2), 0, "the crate is too far away");
    }

    #[test]
    fn a_book_with_one_grade_of_cover_has_one_shield() {
        assert_eq!(CoverStrength::of_hidden(Book::SwanSong, 40), Some(CoverStrength::Partial));
        assert_eq!(CoverStrength::of_hidden(Book::SwanSong, 60), Some(CoverStrength::Good));
        assert_eq!(CoverStrength::of_hidden(Book::CombatChecks, 40), Some(CoverStrength::Good));
    }

    #[test]
    fn cc_def_05_ss_cover_07_what_hides_too_little_is_no_cover_where_the_book_has_grades() {
        let with_20 = |book: &Book| CoverStrength::of_hidden(*book, 20).is_some();
        let books: Vec<Book> = Book::ALL.into_iter().filter(with_20).collect();
        assert_eq!(books, [Book::CombatChecks], "there, cover counts whatever it hides");
        assert!(Book::ALL.into_iter().all(|book| CoverStrength::of_hidden(book, 0).is_none()));
        for book in Book::ALL {
            for hidden in 0..100 {
                let is_cover = play::is_cover(book, hidden);
                assert_eq!(
                    CoverStrength::of_hidden(book, hidden).is_some(),
                    is_cover,
                    "{book:?}: {hidden} %"
                );
                assert_eq!(cover_phrase(book, hidden) != "no cover", is_cover, "{book:?}: {hidden} %");
            }
        }
    }

    #[test]
    fn cc_def_05_cover_to_take_says_what_it_does_as_the_odds_do() {
        let words = |book| cover_with_effect(&RuleSet::new(book), 40);
        assert_eq!(words(Book::CombatChecks), "cover (1 setback die)");
        assert_eq!(words(Book::SwanSong), "partial cover");
    }
}
