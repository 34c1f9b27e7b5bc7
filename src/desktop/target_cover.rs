//! Whether what hides a part of a target counts against an attack: the one source of the label on the board and of the
//! card.

use crate::attack_forecast::{AttackQuery, ForecastCache, attack_request};
use crate::square_cover::{cover_phrase, hiding_barrier_beside, most_hiding_barrier};
use battle::{BattleView, Target, UnitDataItem};
use model::{BarrierId, Cell};
use rules::{BarrierOnLine, Odds, RuleSet, play};

/// Difference of chances or averages below which odds are the same.
const SAME: f64 = 1e-9;

/// Whether what hides a part of a target counts against an attack, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoverUse {
    /// Nothing hides the target, nothing is between, and there is no cover beside it.
    Open,
    /// Nothing hides the target from this attack, but it stands at cover against others.
    NotFromHere,
    /// Nothing hides the target, but the attack has to go through something transparent.
    BehindGlass,
    /// The target is not seen at all.
    FullyHidden,
    /// It counts.
    Counts,
    /// It stops the attack: no damage gets through.
    Stops,
    /// The target has not taken cover.
    NotTaken,
    /// The target stands beside nothing to take cover behind.
    NothingBeside,
    /// It does not count in melee.
    Melee,
    /// Too little is hidden.
    TooLittle,
    /// The odds are the same with and without it.
    NoDifference,
}

/// The cover of a target against one attack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TargetCover {
    /// Share of the target that is hidden, in percent.
    pub hidden: u8,
    /// What that is worth.
    pub use_of_cover: CoverUse,
    /// Name of the barrier beside the target that hides most of it: what it could take cover behind.
    pub beside: Option<String>,
    /// Name of the barrier that gives the target its cover: that beside it where it has taken cover, else the one that hides most
    /// of it; with the attacker, if it stands at that one.
    pub given_by: Option<String>,
    /// Name of what stops the attack; `None` if nothing stops it wholly.
    pub stopped_by: Option<String>,
    /// The odds if the target took cover where it is; `None` if it cannot, or if that changes nothing.
    pub if_taken: Option<Odds>,
}

impl TargetCover {
    /// Returns the cover of the target of an attack; `None` for other targets than units, and for a blow at a unit in the
    /// open.
    pub fn of_attack(view: &BattleView, odds: &mut ForecastCache, query: &AttackQuery) -> Option<Self> {
        let request = attack_request(view, query).filter(|_| matches!(query.target, Target::Unit(_)))?;
        let (hidden, is_taken) = (request.sight.hidden, request.sight.took_cover);
        let attacker = view.unit(query.attacker)?;
        let is_melee = attacker.inventory.get(query.weapon).is_some_and(|carried| carried.is_melee());
        let plain = |use_of_cover| {
            Some(Self {
                hidden,
                use_of_cover,
                beside: None,
                given_by: None,
                stopped_by: None,
                if_taken: None,
            })
        };
        match hidden {
            0 if is_melee => return None,
            0 => return Some(Self::of_unhidden(view, query, request.barriers.first())),
            100.. => return plain(CoverUse::FullyHidden),
            _ => {}
        }
        let now = odds.quick_odds(view, query).map(|(odds, _)| odds);
        let differs = |other: &Odds| {
            now.as_ref()
                .is_some_and(|now| (other.hit - now.hit).abs() > SAME || (other.mean - now.mean).abs() > SAME)
        };
        let mut other_odds = |query: AttackQuery| odds.quick_odds(view, &query).map(|(odds, _)| odds);
        let open = other_odds(AttackQuery { cover_ignored: true, ..query.clone() });
        let counts = open.as_ref().map_or(is_taken, differs);
        let if_taken = match is_taken {
            true => None,
            false => other_odds(AttackQuery { cover_taken: true, ..query.clone() }).filter(differs),
        };
        let can_take =
            target_cell(view, query).is_some_and(|cell| field::can_take_cover(view.field().grid(), cell));
        let stops = now.as_ref().is_some_and(|now| is_stopped(now, open.as_ref()));
        let stopped_by = crossed_barrier(view, (&attacker, query)).filter(|_| stops);
        let stopped_by = stopped_by.and_then(|id| barrier_name(view, id));
        let use_of_cover = match () {
            () if stopped_by.is_some() => CoverUse::Stops,
            () if counts => CoverUse::Counts,
            () if if_taken.is_some() && can_take => CoverUse::NotTaken,
            // What stands beside the attacker, or between the two, is no cover to take.
            () if if_taken.is_some() => CoverUse::NothingBeside,
            () if is_melee => CoverUse::Melee,
            () if !play::is_cover(view.rules().book(), hidden) => CoverUse::TooLittle,
            () => CoverUse::NoDifference,
        };
        let (beside, given_by) = name_cover(view, (&attacker, query), is_taken);
        let if_taken = if_taken.filter(|_| can_take);
        Some(Self { hidden, use_of_cover, beside, given_by, stopped_by, if_taken })
    }

    /// The cover of a target of which nothing is hidden, given what the attack has to go through.
    fn of_unhidden(view: &BattleView, query: &AttackQuery, through: Option<&BarrierOnLine>) -> Self {
        let grid = view.field().grid();
        let is_at_cover = || target_cell(view, query).is_some_and(|cell| field::can_take_cover(grid, cell));
        let use_of_cover = match through {
            Some(_) => CoverUse::BehindGlass,
            None if is_at_cover() => CoverUse::NotFromHere,
            None => CoverUse::Open,
        };
        let given_by = through.map(|barrier| barrier.name.clone());
        Self { hidden: 0, use_of_cover, beside: None, given_by, stopped_by: None, if_taken: None }
    }

    /// Words for the label beside the target: a share only where it counts, and what cover does where the share does not decide.
    pub fn label(&self, rules: &RuleSet) -> String {
        let (book, hidden) = (rules.book(), self.hidden);
        match self.use_of_cover {
            CoverUse::Open => "in the open".to_owned(),
            CoverUse::NotFromHere => "no cover from here".to_owned(),
            CoverUse::BehindGlass => format!("behind {}", self.given_by.as_deref().unwrap_or("glass")),
            CoverUse::FullyHidden => "fully hidden".to_owned(),
            CoverUse::Stops => {
                format!("behind {}: no damage gets through", self.stopped_by.as_deref().unwrap_or("cover"))
            }
            CoverUse::Counts if !play::is_cover(book, hidden) => format!("{hidden} % hidden"),
            CoverUse::Counts => {
                let effect =
                    play::cover_effect(rules, hidden).unwrap_or_else(|| format!("{hidden} % hidden"));
                format!("{}: {effect}", cover_phrase(book, hidden))
            }
            _ => "no cover".to_owned(),
        }
    }
}

/// Whether what hides a target makes an attack harmless that hits: it is stopped on the way, or would do damage if nothing hid the
/// target.
fn is_stopped(now: &Odds, open: Option<&Odds>) -> bool {
    let is_harmless = now.hit > 0.0 && now.is_harmless();
    is_harmless && (now.is_stopped_on_the_way() || open.is_some_and(|open| !open.is_harmless()))
}

/// Returns the barrier that an attack has to get through: of those that it crosses, the one that hides most of the target.
fn crossed_barrier(view: &BattleView, (attacker, query): (&UnitDataItem, &AttackQuery)) -> Option<BarrierId> {
    let cell = target_cell(view, query)?;
    let Target::Unit(target) = query.target else { return None };
    let target = view.unit(target)?;
    let line = field::line_of_fire(view.field().grid(), query.from, attacker.body(), cell, target.body());
    let hides = line.cover.iter().max_by_key(|crossed| crossed.hides).or(line.clear.first())?;
    Some(hides.id)
}

/// Names the barrier beside the target of an attack that hides most of it, and the one that gives it its cover.
fn name_cover(
    view: &BattleView,
    (attacker, query): (&UnitDataItem, &AttackQuery),
    is_taken: bool,
) -> (Option<String>, Option<String>) {
    let Target::Unit(target) = query.target else { return (None, None) };
    let Some((cell, target)) = target_cell(view, query).zip(view.unit(target)) else { return (None, None) };
    let (grid, shooter, body) = (view.field().grid(), (query.from, attacker.body()), (cell, target.body()));
    let beside = hiding_barrier_beside(grid, shooter, body);
    let given_by = beside.filter(|_| is_taken).or_else(|| most_hiding_barrier(grid, shooter, body));
    let given_by = given_by.and_then(|crossed| {
        let name = barrier_name(view, crossed.id)?;
        let is_attackers = crossed.place.touches(query.from) && !crossed.place.touches(cell);
        Some(if is_attackers { cover_beside(&name, attacker.identity.name()) } else { name })
    });
    (beside.and_then(|crossed| barrier_name(view, crossed.id)), given_by)
}

/// Names cover with the unit beside which it stands: "pillar beside Vex".
fn cover_beside(barrier: &str, unit: &str) -> String {
    format!("{barrier} beside {unit}")
}

fn barrier_name(view: &BattleView, id: BarrierId) -> Option<String> {
    view.barrier(id).map(|data| data.barrier.kind().name.clone())
}

/// Returns the square of the target of an attack; `None` for other targets than units.
pub(crate) fn target_cell(view: &BattleView, query: &AttackQuery) -> Option<Cell> {
    let Target::Unit(target) = query.target else { return None };
    query.target_at.map(|(cell, _)| cell).or_else(|| view.unit(target).map(|unit| unit.cell()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::CarriedItem;
    use rules::Book;

    #[test]
    fn a_label_says_what_cover_does_where_the_share_does_not_decide() {
        let rules = Book::ALL.into_iter().map(RuleSet::new);
        let rules = rules.filter(|rules| play::cover_effect(rules, 90).is_some());
        for rules in rules {
            let cover = TargetCover {
                hidden: 90,
                use_of_cover: CoverUse::Counts,
                beside: None,
                given_by: None,
                stopped_by: None,
                if_taken: None,
            };
            assert_eq!(cover.label(&rules), "cover: 1 setback die");
        }
        let is_plain = |book: &Book| play::cover_effect(&RuleSet::new(*book), 90).is_none();
        assert_eq!(Book::ALL.iter().filter(|book| !is_plain(book)).count(), 1);
    }

    #[test]
    fn cover_stops_an_attack_that_hits_and_would_do_damage_without_it() {
        let harmful = Odds { hit: 0.7, harm: 0.5, mean: 2.0, ..Odds::default() };
        let harmless = Odds { hit: 0.7, ..Odds::default() };
        assert!(is_stopped(&harmless, Some(&harmful)));
        assert!(!is_stopped(&harmless, Some(&harmless)), "armour stops it in the open as well");
        assert!(!is_stopped(&harmless, None));
        assert!(!is_stopped(&harmful, Some(&harmful)));
        assert!(!is_stopped(&Odds::default(), Some(&harmful)), "it does not hit");
        let stopped = Odds { stopped: 0.7, stopped_hits: 0.7, ..harmless };
        assert!(is_stopped(&stopped, None), "it is stopped on the way");
    }

    #[test]
    fn a_label_names_a_share_only_where_it_counts() {
        let finer = Book::ALL.into_iter().find(|book| play::cover_name(*book, 40) == "partial");
        let finer = finer.expect("a book has grades of cover");
        let label = |use_of_cover, hidden| {
            let stopped_by = (use_of_cover == CoverUse::Stops).then(|| "crate".to_owned());
            let given_by = (use_of_cover == CoverUse::BehindGlass).then(|| "window".to_owned());
            TargetCover { hidden, use_of_cover, beside: None, given_by, stopped_by, if_taken: None }
                .label(&RuleSet::new(finer))
        };
        assert_eq!(label(CoverUse::Counts, 40), "partial cover: 40 % hidden");
        assert_eq!(label(CoverUse::Counts, 20), "20 % hidden");
        assert_eq!(label(CoverUse::Open, 0), "in the open");
        assert_eq!(label(CoverUse::NotFromHere, 0), "no cover from here");
        assert_eq!(label(CoverUse::BehindGlass, 0), "behind window");
        assert_eq!(label(CoverUse::FullyHidden, 100), "fully hidden");
        assert_eq!(label(CoverUse::Stops, 40), "behind crate: no damage gets through");
        for useless in [
            CoverUse::NotTaken,
            CoverUse::NothingBeside,
            CoverUse::Melee,
            CoverUse::TooLittle,
            CoverUse::NoDifference,
        ] {
            assert_eq!(label(useless, 90), "no cover", "{useless:?}");
        }
    }

    /// Whether a target that nothing hides has cover elsewhere, is in the open, or would be behind glass without a frame, from the
    /// squares of a shipped skirmish.
    fn uses_without_hiding(id: &str) -> [bool; 3] {
        let mut seen = [false; 3];
        let mut world = crate::panel::tests::shipped_battle(id);
        crate::panel::tests::with_context(&mut world, |context| {
            let (view, mut cache) = (context.view, ForecastCache::default());
            let grid = view.field().grid();
            let is_gun = |carried: &CarriedItem| !carried.is_melee();
            let gunner = view.units().find(|unit| unit.inventory.held_items().any(|(_, held)| is_gun(held)));
            let gunner = gunner.expect("a unit has a gun");
            let (weapon, gun) =
                gunner.inventory.held_items().find(|(_, held)| is_gun(held)).expect("it holds a gun");
            let mode = gun.modes().first().copied();
            for target in view.units().filter(|other| other.side != gunner.side).take(3) {
                for cell in grid.cells().filter(|cell| grid.can_enter(*cell)) {
                    let aim = Target::Unit(*target.id);
                    let query = AttackQuery::from_current_position(&gunner, aim, weapon, mode);
                    let query = AttackQuery { from: cell, ..query };
                    let Some(cover) = TargetCover::of_attack(view, &mut cache, &query) else { continue };
                    let pane =
                        attack_request(view, &query).and_then(|request| request.barriers.first().cloned());
                    if let Some(pane) = pane {
                        let cover = TargetCover::of_unhidden(view, &query, Some(&pane));
                        assert_eq!(cover.use_of_cover, CoverUse::BehindGlass);
                        assert_eq!(cover.label(view.rules()), format!("behind {}", pane.name));
                        seen[2] = true;
                    }
                    if cover.hidden > 0 {
                        continue;
                    }
                    let is_beside = field::can_take_cover(grid, target.cell());
                    let expected = if is_beside { CoverUse::NotFromHere } else { CoverUse::Open };
                    assert_eq!(cover.use_of_cover, expected, "{id}, {:?} from {cell:?}", target.cell());
                    seen[usize::from(!is_beside)] = true;
                }
            }
        });
        seen
    }

    #[test]
    fn only_a_target_with_nothing_between_and_no_cover_beside_it_is_in_the_open() {
        let all = ["warehouse", "street", "lane"].map(uses_without_hiding);
        let seen = [0, 1, 2].map(|nth| all.iter().any(|one| one[nth]));
        assert_eq!(seen, [true; 3], "no cover from here, in the open, behind glass: {all:?}");
    }
}
