//! The attacks of a unit in the order of their worth: at whom, and with what.

use std::cmp::Ordering;

use crate::attack_forecast::{
    AttackQuery, CaughtUnits, ForecastCache, LEAST_MEAN, WeaponChoice, attack_modes, key_chance,
    worth_for_price,
};
use crate::board::interaction::target_cycle::enemy_cells;
use crate::kept_weapon::{gives_way, is_kept};
use crate::session::{Intent, Session};
use battle::{
    AttackChoice, BattleView, Obstruction, OrderError, Target, UnitDataItem, ValidatedOrder,
    check_attack_from, check_attack_price,
};
use model::{Cell, UnitId};
use rules::{Book, MovementMode, play};

/// Most enemies that are compared, the nearest ones, so that large battles stay fluid.
const MAX_RANKED: usize = 24;

/// Factor for the worth of an attack on an unseen enemy, among other targets.
const BLIND_WORTH: f64 = 0.6;

/// An enemy that a unit could attack from a square.
#[derive(Clone, Debug, PartialEq)]
pub struct PossibleTarget {
    /// The enemy.
    pub enemy: UnitId,
    /// Weapon and fire mode.
    pub choice: WeaponChoice,
    /// Weapon or fire mode.
    pub attack: String,
    /// Chance of damage, see [`key_chance`].
    pub chance: f64,
    /// Average damage.
    pub mean: f64,
    /// What a point of damage is called: "Strain".
    pub unit: &'static str,
    /// What the attack is worth: 1 is a target surely out of action. It counts all that an area catches.
    pub worth: f64,
    /// Whom it catches besides the enemy.
    pub caught: CaughtUnits,
    /// What it costs from there, after the move: "2 AP", "1 AP + Free Action"; empty where nothing is counted.
    pub price: String,
    /// The unit would shoot through a wall at what it does not see.
    pub is_blind: bool,
    /// The walk before the attack; `None` if it is made from the square itself.
    pub walk: Option<WalkOffer>,
}

/// A walk to a square and the attack from there, as a click on an enemy offers both.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkOffer {
    /// What is done and what it costs, without a full stop.
    pub text: String,
    /// The attack from where the walk ends, for its odds.
    pub query: AttackQuery,
}

impl PossibleTarget {
    /// The worth by which it stands among other targets: what hides an unseen one is damaged first, and may be all that is.
    pub(crate) fn rank_worth(&self) -> f64 {
        if self.is_blind { BLIND_WORTH * self.worth } else { self.worth }
    }

    /// Whether an attack does damage often enough to be listed: what rounds to an average of 0 says nothing.
    pub fn can_harm(&self) -> bool {
        self.mean >= LEAST_MEAN
    }

    /// Whether it may be called the best target: the attack can harm, and catches no unit of its own side.
    fn can_be_best(&self) -> bool {
        self.can_harm() && !self.caught.own
    }

    /// Compares two targets for a list with the best one first: by their worth, and those that are seen before the others.
    fn compare_rank(&self, other: &Self) -> Ordering {
        let by_worth = other.rank_worth().total_cmp(&self.rank_worth());
        by_worth.then(self.is_blind.cmp(&other.is_blind)).then(self.enemy.cmp(&other.enemy))
    }
}

/// The attacks that the acting unit can choose from, the best first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AttackRanking {
    /// The acting unit.
    pub unit: UnitId,
    /// The enemy that the list of attacks is about: the aimed one, the hovered one if it can be attacked, else the best one.
    pub target: UnitId,
    /// Whether that enemy is aimed at.
    pub is_aimed: bool,
    /// The enemies that it can attack, the best first: the order of the list, and of the key for the next target. While the list
    /// is open, those that a click attacks after a walk are among them.
    pub targets: Vec<PossibleTarget>,
    /// The enemy whose attack is worth most; `None` if none can be harmed without harm to the own side.
    pub best_target: Option<UnitId>,
    /// Weapons and fire modes against the target, the best first.
    pub attacks: Vec<WeaponChoice>,
    /// The one of them that the player chose last for the unit, or that it made last, if it is not much worse than the best one.
    pub kept: Option<WeaponChoice>,
    /// The attack with which a click on the target walks up and strikes, where none is possible from the unit's square.
    pub walks_up: Option<WeaponChoice>,
}

impl AttackRanking {
    /// Ranks the attacks of a unit. `aimed` is the enemy at which it aims, `hovered` the one under the pointer.
    pub fn new(
        view: &BattleView,
        unit: &UnitDataItem,
        (aimed, hovered): (Option<UnitId>, Option<UnitId>),
        odds: &mut ForecastCache,
    ) -> Option<Self> {
        let targets = odds.targets_here(view, unit).to_vec();
        let best_target = targets.iter().find(|target| target.can_be_best()).map(|target| target.enemy);
        let nearest = || {
            let cell = enemy_cells(view, unit, Intent::Move).first().copied()?;
            view.target_at(unit, cell).map(|other| *other.id)
        };
        let first = targets.first().map(|target| target.enemy);
        let possible = hovered.filter(|enemy| {
            odds.best_attack(view, unit, *enemy).is_some_and(|(weapon, mode)| {
                let target = Target::Unit(*enemy);
                let query = AttackQuery::from_current_position(unit, target, weapon, mode);
                odds.attack_refusal(view, &query).is_none()
            })
        });
        let target = aimed.or(possible).or(best_target).or(first).or(hovered).or_else(nearest)?;
        let attacks = odds.ranked_attacks(view, unit, target).to_vec();
        Some(Self {
            unit: *unit.id,
            target,
            is_aimed: aimed.is_some(),
            targets,
            best_target,
            attacks,
            kept: None,
            walks_up: None,
        })
    }

    /// Adds enemies that a click attacks after a walk, each in its place among the others. The attack from where the unit stands
    /// is kept if it is worth as much, unless the list is about this enemy: what is chosen against that one is what a click does.
    pub fn add_walks(&mut self, walks: &[PossibleTarget]) {
        for walk in walks {
            match self.targets.iter_mut().find(|known| known.enemy == walk.enemy) {
                Some(known) if walk.enemy == self.target || walk.rank_worth() > known.rank_worth() => {
                    *known = walk.clone();
                }
                Some(_) => {}
                None => self.targets.push(walk.clone()),
            }
        }
        self.targets.sort_by(PossibleTarget::compare_rank);
        self.best_target = self.targets.iter().find(|target| target.can_be_best()).map(|target| target.enemy);
    }

    /// Whether there is no enemy that the unit can attack from where it stands.
    pub fn has_no_target_here(&self) -> bool {
        self.targets.iter().all(|target| target.walk.is_some())
    }

    /// Returns the first targets, at most as many as given; the last of them is the one that the list is about if it comes
    /// later.
    pub fn listed_targets(&self, most: usize) -> Vec<&PossibleTarget> {
        let at = self.targets.iter().position(|target| target.enemy == self.target);
        let mut listed: Vec<&PossibleTarget> = self.targets.iter().take(most).collect();
        if let (Some(last), Some(at)) = (listed.last_mut(), at.filter(|at| *at >= most)) {
            *last = &self.targets[at];
        }
        listed
    }
}

/// Returns every enemy that a unit could attack from a square, each with the attack that is worth most there, the best
/// first: what cards list and what the board counts. Only attacks count that an order could give there: with a ready
/// weapon, in reach, among those that the unit has announced, and in its phase paid, after the move if there is one, which
/// is made at `gait`.
pub fn targets_from(
    cache: &mut ForecastCache,
    view: &BattleView,
    unit: UnitId,
    (from, gait): (Cell, MovementMode),
    plan: Option<&ValidatedOrder>,
) -> Vec<PossibleTarget> {
    targets_with_choice(cache, view, unit, (from, gait), (plan, ChosenAttacks::default()))
}

/// Returns what [`targets_from`] does, each enemy with the attack that a click makes: the chosen or the last one of the unit
/// as far as a click keeps to it, else the best one.
pub(crate) fn targets_with_choice(
    cache: &mut ForecastCache,
    view: &BattleView,
    unit: UnitId,
    (from, gait): (Cell, MovementMode),
    (plan, chosen): (Option<&ValidatedOrder>, ChosenAttacks),
) -> Vec<PossibleTarget> {
    let Some(own) = view.unit(unit) else { return Vec::new() };
    let enemies = view.units().filter(|other| view.is_target(&own, other));
    let enemies = enemies.map(|other| *other.id).collect::<Vec<_>>();
    targets_among(cache, view, (&own, &enemies), (from, gait), (plan, chosen))
}

/// Puts an attack before the others of a list that has it: the one that a click makes, or that the unit makes just now.
pub(crate) fn put_first(attacks: &mut [WeaponChoice], choice: WeaponChoice) {
    if let Some(at) = attacks.iter().position(|known| *known == choice) {
        attacks[..=at].rotate_right(1);
    }
}

/// The attacks to which a click of a unit keeps where they are possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChosenAttacks {
    /// The one that the player chose.
    pub preferred: Option<WeaponChoice>,
    /// That one, else the last one that the unit made.
    pub usual: Option<WeaponChoice>,
}

impl ChosenAttacks {
    /// Reads the choices for a unit.
    pub fn of(session: &Session, unit: UnitId) -> Self {
        Self { preferred: session.preferred_attack(unit), usual: session.usual_attack(unit) }
    }

    /// Picks the attack that a click makes of those on one target, each with its worth for its price: the preferred one
    /// unless only others can harm, the usual one unless another is worth much more or it gives way to the best one, by the slots of
    /// both, else the best one.
    fn pick(
        self,
        attacks: Vec<(f64, PossibleTarget)>,
        gives_way: impl Fn(usize, usize) -> bool,
    ) -> Option<PossibleTarget> {
        let find = |choice: Option<WeaponChoice>| {
            attacks.iter().find(|(_, attack)| Some(attack.choice) == choice && !attack.is_blind)
        };
        // The first of several that are worth as much, as in `best_attack`.
        let best = attacks.iter().reduce(|best, other| if other.0 > best.0 { other } else { best })?;
        let preferred = find(self.preferred).filter(|own| own.1.can_harm() || !best.1.can_harm());
        let stays = |own: &PossibleTarget| !gives_way(own.choice.0, best.1.choice.0);
        let usual = find(self.usual).filter(|own| is_kept(own.0, best.0) && stays(&own.1));
        Some(preferred.or(usual).unwrap_or(best).1.clone())
    }
}

/// Says that a unit can pay for no attack, whatever its target: now, or after a move. `None` if it can, if it carries nothing
/// to attack with, and outside its phase, in which nothing is paid.
pub(crate) fn unpaid_attacks_text(
    view: &BattleView,
    unit: UnitId,
    plan: Option<&ValidatedOrder>,
) -> Option<&'static str> {
    let own = view.unit(unit).filter(|_| view.round().acting() == Some(unit))?;
    let modes = attack_modes(&own);
    let is_unpaid = |plan| {
        let mut refusals = modes.iter().map(|choice| check_attack_price(view, unit, *choice, plan).err());
        !modes.is_empty() && refusals.all(|why| why.is_some_and(|why| is_price(&why)))
    };
    match () {
        () if is_unpaid(None) => Some("has no attack left this turn"),
        () if plan.is_some() && is_unpaid(plan) => Some("has nothing left for an attack after this move"),
        () => None,
    }
}

/// Returns by how many AP an attack in another fire mode of a weapon in hand costs the acting unit more after an order
/// that uses its Free Action; `None` if it costs the same. `SS-ACT-61`.
pub(crate) fn dearer_mode_change(view: &BattleView, unit: UnitId, plan: &ValidatedOrder) -> Option<u8> {
    let own = view.unit(unit).filter(|_| plan.free > 0 && view.round().acting() == Some(unit))?;
    let changes = |choice: &WeaponChoice| {
        choice.1.is_some() && own.inventory.get(choice.0).is_some_and(|carried| carried.mode() != choice.1)
    };
    let added = attack_modes(&own).into_iter().filter(changes).filter_map(|choice| {
        let now = check_attack_price(view, unit, choice, None).ok()?.mode_points;
        let then = match check_attack_price(view, unit, choice, Some(plan)) {
            Ok(then) => then.mode_points,
            Err(OrderError::NotEnoughForOtherMode { change, .. }) => change,
            Err(_) => return None,
        };
        then.checked_sub(now).filter(|added| *added > 0)
    });
    added.max()
}

/// Formats what an order costs in points: "2 AP", "1 AP + Free Action"; empty for a book that counts no points.
pub(crate) fn paid_text(book: Book, plan: &ValidatedOrder) -> String {
    if plan.points == 0 || !play::counts_action_points(book) {
        return String::new();
    }
    let also = if plan.free > 0 { " + Free Action" } else { "" };
    play::points_text(book, plan.points) + also
}

/// Whether an attack is refused for its price.
const fn is_price(why: &OrderError) -> bool {
    matches!(
        why,
        OrderError::NotEnoughActionPoints { .. }
            | OrderError::NotEnoughForOtherMode { .. }
            | OrderError::FreeActionUsed { .. }
            | OrderError::AlreadyAttacked { .. }
            | OrderError::ForbiddenByBook { .. }
    )
}

/// Returns those of the nearest enemies that a unit can attack from where it stands, the best first.
pub(crate) fn nearest_targets(
    cache: &mut ForecastCache,
    view: &BattleView,
    unit: &UnitDataItem,
) -> Vec<PossibleTarget> {
    let at = |cell| view.target_at(unit, cell).map(|other| *other.id);
    let cells = enemy_cells(view, unit, Intent::Move).into_iter().take(MAX_RANKED);
    let enemies: Vec<UnitId> = cells.filter_map(at).collect();
    let here = (unit.cell(), unit.movement.gait());
    let mut targets = targets_among(cache, view, (unit, &enemies), here, (None, ChosenAttacks::default()));
    targets.retain(|target| {
        let (weapon, mode) = target.choice;
        let query = AttackQuery::from_current_position(unit, Target::Unit(target.enemy), weapon, mode);
        cache.attack_refusal(view, &query).is_none()
    });
    targets
}

/// Returns those of some enemies that a unit could attack from a square, see [`targets_with_choice`].
fn targets_among(
    cache: &mut ForecastCache,
    view: &BattleView,
    (own, enemies): (&UnitDataItem, &[UnitId]),
    (from, gait): (Cell, MovementMode),
    (plan, chosen): (Option<&ValidatedOrder>, ChosenAttacks),
) -> Vec<PossibleTarget> {
    let unit = *own.id;
    let acts = view.round().acting() == Some(unit);
    let price = |choice: WeaponChoice| {
        acts.then(|| check_attack_price(view, unit, choice, plan).ok()).flatten().unwrap_or_default()
    };
    let modes: Vec<(WeaponChoice, ValidatedOrder)> =
        attack_modes(own).into_iter().map(|choice| (choice, price(choice))).collect();
    let mut targets: Vec<PossibleTarget> = Vec::new();
    for enemy in enemies.iter().filter_map(|id| view.unit(*id)) {
        let attacks = modes
            .iter()
            .filter_map(|&((weapon, mode), ref price)| {
                let carried = own.inventory.get(weapon)?;
                let choice = AttackChoice { unit, weapon, mode, option: None };
                let is_blind = match check_attack_from(view, (choice, from), *enemy.id, plan) {
                    Ok(()) => false,
                    Err(OrderError::Blocked(Obstruction::TargetBehindWall)) if !carried.is_melee() => true,
                    Err(_) => return None,
                };
                let query = AttackQuery {
                    from,
                    attacker_gait: gait,
                    ..AttackQuery::from_current_position(own, Target::Unit(*enemy.id), weapon, mode)
                };
                let (odds, _) = cache.quick_odds(view, &query)?;
                let worth = cache.worth_with_area(view, &query, &odds);
                let for_price = worth_for_price(worth, price);
                let attack = mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned());
                let is_none = is_blind && odds.mean < LEAST_MEAN;
                let target = PossibleTarget {
                    enemy: *enemy.id,
                    choice: (weapon, mode),
                    attack,
                    chance: key_chance(&odds).0,
                    mean: odds.mean,
                    worth,
                    caught: cache.caught_units(view, &query),
                    price: paid_text(view.rules().book(), price),
                    is_blind,
                    walk: None,
                    unit: play::weapon_damage_words(carried.weapon()),
                };
                (!is_none).then_some((for_price, target))
            })
            .collect();
        let picked = chosen.pick(attacks, |last, best| gives_way(own, last, best));
        targets.extend(picked.filter(|attack| attack.chance > 0.0));
    }
    targets.sort_by(PossibleTarget::compare_rank);
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attack(weapon: usize, mean: f64) -> (f64, PossibleTarget) {
        let target = PossibleTarget {
            enemy: UnitId(2),
            choice: (weapon, None),
            attack: String::new(),
            chance: 0.5,
            mean,
            unit: "damage",
            worth: mean,
            caught: CaughtUnits::default(),
            price: String::new(),
            is_blind: false,
            walk: None,
        };
        (mean, target)
    }

    /// An attack of the first weapon on an enemy, or of the second one after a walk.
    fn on_enemy(enemy: u32, mean: f64, walks: bool) -> PossibleTarget {
        let here = (UnitId(1), Cell::new(0, 0));
        let query = AttackQuery::from_cell(here, Target::Unit(UnitId(enemy)), (1, None));
        let walk = walks.then(|| WalkOffer { text: "Walk 1 m there and strike".to_owned(), query });
        PossibleTarget { enemy: UnitId(enemy), walk, ..attack(usize::from(walks), mean).1 }
    }

    #[test]
    fn enemies_to_walk_up_to_stand_among_the_others_by_their_odds() {
        let ranking = |target| AttackRanking {
            unit: UnitId(1),
            target: UnitId(target),
            is_aimed: false,
            targets: vec![on_enemy(2, 0.9, false), on_enemy(3, 0.1, false)],
            best_target: Some(UnitId(2)),
            attacks: Vec::new(),
            kept: None,
            walks_up: None,
        };
        let listed = |target, walks: &[PossibleTarget]| {
            let mut ranking = ranking(target);
            ranking.add_walks(walks);
            let rows = ranking.targets.iter().map(|target| (target.enemy.0, target.choice.0));
            (rows.collect::<Vec<_>>(), ranking.best_target)
        };
        let walks = [on_enemy(2, 0.5, true), on_enemy(3, 2.0, true), on_enemy(4, 0.6, true)];
        let expected = vec![(3, 1), (2, 0), (4, 1)];
        assert_eq!(listed(9, &walks), (expected, Some(UnitId(3))), "the better attack of each");
        let expected = vec![(3, 1), (4, 1), (2, 1)];
        assert_eq!(listed(2, &walks).0, expected, "of the listed enemy, what a click does");
        assert!(!ranking(2).has_no_target_here());
        let mut far = AttackRanking { targets: Vec::new(), best_target: None, ..ranking(2) };
        far.add_walks(&walks);
        assert!(far.has_no_target_here() && far.best_target == Some(UnitId(3)));
    }

    #[test]
    fn an_attack_that_catches_a_friend_is_never_the_best_one() {
        let mut ranking = AttackRanking {
            unit: UnitId(1),
            target: UnitId(9),
            is_aimed: false,
            targets: Vec::new(),
            best_target: None,
            attacks: Vec::new(),
            kept: None,
            walks_up: None,
        };
        let near_friend = CaughtUnits { enemies: 3, own: true };
        let launcher = PossibleTarget { caught: near_friend, ..on_enemy(2, 0.9, false) };
        ranking.add_walks(std::slice::from_ref(&launcher));
        assert_eq!((ranking.targets.len(), ranking.best_target), (1, None), "it is listed");
        ranking.add_walks(&[on_enemy(3, 0.1, false)]);
        assert_eq!(ranking.best_target, Some(UnitId(3)), "however little it does");
    }

    #[test]
    fn the_attack_of_a_click_comes_first_and_the_others_keep_their_order() {
        let mut attacks = [(1, None), (0, None), (2, None)];
        put_first(&mut attacks, (2, None));
        assert_eq!(attacks, [(2, None), (1, None), (0, None)]);
        put_first(&mut attacks, (7, None));
        assert_eq!(attacks, [(2, None), (1, None), (0, None)], "what is no attack of the unit");
    }

    #[test]
    fn a_click_keeps_to_the_chosen_weapon_and_to_the_last_one_if_it_is_not_much_worse() {
        let picked = |chosen: ChosenAttacks, means: [f64; 2]| {
            let attacks = means.into_iter().enumerate().map(|(weapon, mean)| attack(weapon, mean));
            chosen.pick(attacks.collect(), |_, _| false).map(|target| target.choice.0)
        };
        let none = ChosenAttacks::default();
        let last = ChosenAttacks { preferred: None, usual: Some((0, None)) };
        let chosen = ChosenAttacks { preferred: Some((0, None)), usual: Some((0, None)) };
        assert_eq!(picked(none, [1.0, 4.0]), Some(1), "the best one");
        assert_eq!(picked(last, [3.0, 4.0]), Some(0), "nearly as good");
        assert_eq!(picked(last, [1.0, 4.0]), Some(1), "another does much more");
        assert_eq!(picked(chosen, [1.0, 4.0]), Some(0), "the player chose it");
        assert_eq!(picked(chosen, [0.0, 4.0]), Some(1), "only the other one can harm");
        assert_eq!(none.pick(Vec::new(), |_, _| false), None);
        let both = vec![attack(0, 3.0), attack(1, 4.0)];
        let armed = last.pick(both, |last, best| (last, best) == (0, 1));
        assert_eq!(armed.map(|target| target.choice.0), Some(1), "fists give way to the weapon in hand");
    }
}
