//! The attack that a click on the hovered enemy would aim or make: that of the intent, else the unit's best one; and the
//! order of the attacks that the Attack button aims and lists.

mod walk_targets;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub(crate) use self::walk_targets::walk_targets;
use crate::ai_players::AiController;
use crate::attack_forecast::{AttackQuery, ForecastCache, WeaponChoice, threats_at};
use crate::attack_ranking::{AttackRanking, ChosenAttacks, PossibleTarget, put_first, targets_with_choice};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::interaction::attack_approach::AttackApproach;
use crate::board::{InputSystems, is_battle_shown};
use crate::fault_guard::guard_computation;
use crate::harmless_attack::{harmless_reason, hopeless_reason};
use crate::kept_weapon::{gives_way, is_kept, kept_attack, mode_change_text, weapon_change_text};
use crate::replay::ReplayPlayback;
use crate::session::{Hover, Intent, OpenMenu, Session};
use battle::{BattleView, Target, UnitDataItem};
use model::{Cell, UnitId};
use rules::Odds;

/// Quantiles between which most outcomes of an attack are: eight of ten.
pub(crate) const USUAL: (f64, f64) = (0.1, 0.9);

/// Damage to expect of an attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExpectedDamage {
    /// Average.
    pub mean: f64,
    /// Least and greatest damage in eight of ten attacks.
    pub usual: (f64, f64),
}

impl ExpectedDamage {
    /// Takes the damage from the odds of an attack.
    fn from_odds(odds: &Odds) -> Self {
        let usual = odds.damage_between(USUAL.0, USUAL.1);
        let usual = usual.map_or((odds.mean, odds.mean), |(least, most)| (f64::from(least), f64::from(most)));
        Self { mean: odds.mean, usual }
    }
}

/// The attack of the acting unit on the hovered enemy, or on the one that is aimed at while nothing else is hovered.
#[derive(Resource, Debug, Default)]
pub(crate) struct HoveredAttack {
    /// What it was computed for.
    known: Option<HoveredAttackKey>,
    query: Option<AttackQuery>,
    /// Whether its order would be refused.
    refused: bool,
    damage: Option<ExpectedDamage>,
    doubt: Option<String>,
    approach: Option<AttackApproach>,
    weapon_change: Option<String>,
    ranking: Option<AttackRanking>,
    /// The attack of a click on the target of the ranking if none is possible from the unit's square, see [`walk_choice`], and
    /// whether the unit walks up and strikes with it.
    click: Option<(ClickKey, Option<WeaponChoice>, bool)>,
    /// The enemies that a click attacks after a walk; `None` while no list is open.
    walks: Option<(WalksKey, Vec<PossibleTarget>)>,
}

/// The battle, the enemy, and the chosen and the usual weapon for which the attack of a click is known.
type ClickKey = (BattleRevision, UnitId, [Option<WeaponChoice>; 2]);

/// The battle, and what a click does with which chosen and which usual weapon, for which the walks are known.
type WalksKey = (BattleRevision, (Intent, [Option<WeaponChoice>; 2]));

/// The battle, what is hovered, what a click does and with which chosen and which usual weapon, the marked square, and whether
/// no person gives orders now and a list is open.
type HoveredAttackKey =
    (BattleRevision, Option<Hover>, (Intent, [Option<WeaponChoice>; 2]), Option<Cell>, [bool; 2]);

impl HoveredAttack {
    /// Returns the attack; `None` if no enemy is hovered or it is no human's turn.
    pub fn query(&self) -> Option<&AttackQuery> {
        self.query.as_ref()
    }

    /// Returns the attacks of the acting unit, those first that are worth most on the enemy that is aimed at or hovered,
    /// else on the best target. `None` if it is no human's turn.
    pub fn ranking(&self) -> Option<&AttackRanking> {
        self.ranking.as_ref()
    }

    /// Returns why it is made only once it is confirmed: it cannot harm, or hardly ever does; `None` if it is likely enough, or
    /// serves another purpose.
    pub fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref()
    }

    /// Whether a click makes neither the attack nor a walk and the attack after it.
    pub fn is_refused(&self) -> bool {
        self.refused && self.approach.is_none()
    }

    /// Returns the walk and the attack after it that a click orders instead, if the attack is not possible from here.
    pub fn approach(&self) -> Option<&AttackApproach> {
        self.approach.as_ref()
    }

    /// Returns why it is not made with the weapon of the unit's last attack; `None` if it is.
    pub fn weapon_change(&self) -> Option<&str> {
        self.weapon_change.as_deref()
    }

    /// Returns the damage to expect of it; `None` if it is not possible now.
    pub fn expected_damage(&self) -> Option<ExpectedDamage> {
        self.damage
    }
}

/// Follows the pointer with the attack that a click would make.
pub(crate) struct HoveredAttackPlugin;

impl Plugin for HoveredAttackPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<HoveredAttack>()
            .add_systems(
                Update,
                update_hovered_attack
                    .after(InputSystems::Hover)
                    .before(InputSystems::Board)
                    .run_if(is_battle_shown),
            )
            .add_systems(Last, redraw_for_other_attack.run_if(is_battle_shown));
    }
}

/// What the attack of a click follows from.
#[derive(SystemParam)]
pub(super) struct AttackInputs<'w, 's> {
    view: BattleView<'w, 's>,
    session: Res<'w, Session>,
    revision: RevisionReader<'w>,
    opponents: Res<'w, AiController>,
    replay: Option<Res<'w, ReplayPlayback>>,
}

impl AttackInputs<'_, '_> {
    /// Returns what the attack is known for until one of it changes.
    fn key(&self) -> HoveredAttackKey {
        let Self { view, session, opponents, .. } = self;
        // A unit that may move outside of its turn attacks nothing, and in a replay no order is given.
        let is_ai_turn =
            opponents.ai_side_to_act().is_some() || opponents.free_mover().is_some() || self.replay.is_some();
        let acting = view.round().acting();
        let preferred = acting.and_then(|unit| session.preferred_attack(unit));
        let usual = acting.and_then(|unit| session.usual_attack(unit));
        let intent = (session.intent, [preferred, usual]);
        let is_listed = matches!(session.open_menu, Some(OpenMenu::Group(_)));
        (self.revision.current(), session.hover, intent, session.marked, [is_ai_turn, is_listed])
    }
}

/// Updates the attack when the battle, the pointer or the intent has changed.
pub(super) fn update_hovered_attack(
    mut hovered: ResMut<HoveredAttack>,
    mut odds: ResMut<ForecastCache>,
    inputs: AttackInputs,
) {
    let key = inputs.key();
    if hovered.known == Some(key) {
        return;
    }
    let (revision, _, intent, _, [is_ai_turn, is_listed]) = key;
    if is_ai_turn {
        *hovered = HoveredAttack { known: Some(key), ..HoveredAttack::default() };
        return;
    }
    let old = std::mem::take(&mut *hovered);
    let position = (revision, intent, is_listed);
    // Where the program fails at it, a click makes no attack, and lists have none.
    let found = guard_computation("The attack of a click", || {
        find_attack(&inputs.view, &inputs.session, &mut odds, position, old)
    });
    *hovered = HoveredAttack { known: Some(key), ..found.unwrap_or_default() };
}

/// Draws another frame where a key or a button of this one has changed what the attack follows from, after it was updated.
pub(super) fn redraw_for_other_attack(
    hovered: Res<HoveredAttack>,
    inputs: AttackInputs,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if hovered.known != Some(inputs.key()) {
        redraw.write(RequestRedraw);
    }
}

/// Finds the attack on the hovered enemy and ranks all attacks; takes from the old ones what has not changed.
fn find_attack(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    (revision, intent, is_listed): (BattleRevision, (Intent, [Option<WeaponChoice>; 2]), bool),
    old: HoveredAttack,
) -> HoveredAttack {
    let chosen = intent.1;
    let query = attack_on_hovered(view, session, odds);
    let described = query.map(|query| describe_attack(view, odds, query, chosen));
    let mut ranking = rank_attacks(view, session, odds);
    let click = ranking.as_mut().map(|ranking| {
        let key = (revision, ranking.target, chosen);
        let known = old.click.filter(|(known, ..)| *known == key);
        let (_, choice, walks) = known.unwrap_or_else(|| {
            let choice = walk_choice(view, session, odds, ranking);
            (key, choice, choice.is_some_and(|choice| walks_up(view, ranking, choice)))
        });
        if let Some(choice) = choice {
            put_first(&mut ranking.attacks, choice);
            ranking.kept = None;
        }
        ranking.walks_up = choice.filter(|_| walks);
        (key, choice, walks)
    });
    let walks = ranking.as_mut().filter(|_| is_listed).map(|ranking| {
        let key = (revision, intent);
        let known = old.walks.filter(|(known, _)| *known == key);
        let (_, targets) = known.unwrap_or_else(|| (key, walk_targets(view, session, odds, ranking.unit)));
        ranking.add_walks(&targets);
        (key, targets)
    });
    HoveredAttack { ranking, click, walks, ..described.unwrap_or_default() }
}

/// Describes an attack on the hovered enemy with what is to be expected of it, by the weapon that was chosen for its unit
/// and the usual one. The ranking and what it was computed for are left out.
fn describe_attack(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: AttackQuery,
    [preferred, usual]: [Option<WeaponChoice>; 2],
) -> HoveredAttack {
    let quick = odds.quick_odds(view, &query).map(|(odds, _)| odds);
    let refused = odds.attack_refusal(view, &query).is_some();
    let damage = quick.as_ref().filter(|_| !refused).map(ExpectedDamage::from_odds);
    let doubt = quick.and_then(|quick| match quick.is_harmless() {
        true => {
            let forecast = odds.forecast(view, &query)?;
            harmless_reason(view, &query, &forecast)
        }
        false => hopeless_reason(view, &query, &quick),
    });
    let approach = if refused { plan_approach(view, odds, &query) } else { None };
    // That the weapon in hand is used again after a blow with the bare body needs no reason, unless that blow was chosen.
    let is_told = |last: &WeaponChoice| {
        preferred == Some(*last)
            || view.unit(query.attacker).is_some_and(|unit| !gives_way(&unit, last.0, query.weapon))
    };
    let weapon_change = weapon_change_text(view, odds, &query, usual.filter(is_told))
        .or_else(|| mode_change_text(view, odds, &query, preferred));
    HoveredAttack {
        query: Some(query),
        refused,
        damage,
        doubt,
        approach,
        weapon_change,
        ..HoveredAttack::default()
    }
}

/// Plans the walk of a click to where an attack can be made, to the square with the least danger.
fn plan_approach(view: &BattleView, odds: &mut ForecastCache, query: &AttackQuery) -> Option<AttackApproach> {
    let danger = |cell, gait| {
        let threats = threats_at(odds, view, query.attacker, cell, gait);
        threats.iter().map(|threat| threat.mean).sum::<f64>()
    };
    AttackApproach::plan_safest(view, query, danger)
}

/// Returns the acting unit, if it can be given an order.
fn unit_to_act<'v>(view: &'v BattleView) -> Option<UnitDataItem<'v, 'v>> {
    let round = view.round();
    if round.outcome().is_some() || round.is_deploying() || view.open_prompt().is_some() {
        return None;
    }
    view.unit(round.acting()?)
}

/// Returns the hovered enemy of a unit.
fn hovered_enemy<'v>(
    view: &'v BattleView,
    session: &Session,
    unit: &UnitDataItem,
) -> Option<UnitDataItem<'v, 'v>> {
    let other = view.unit(session.hover?.unit?)?;
    view.is_target(unit, &other).then_some(other)
}

/// Ranks the attacks of the acting unit.
fn rank_attacks(view: &BattleView, session: &Session, odds: &mut ForecastCache) -> Option<AttackRanking> {
    let unit = unit_to_act(view)?;
    let aims = matches!(session.intent, Intent::Attack { .. });
    let marked = session.marked.filter(|_| aims).and_then(|cell| view.target_at(&unit, cell));
    let aimed = marked.filter(|other| view.is_target(&unit, other));
    let hovered = hovered_enemy(view, session, &unit).map(|other| *other.id);
    let ranking = AttackRanking::new(view, &unit, (aimed.map(|other| *other.id), hovered), odds)?;
    let kept = usual_attack_on(view, session, odds, (&unit, ranking.target));
    Some(AttackRanking { kept, ..ranking })
}

/// Returns the attack that the player chose last for a unit, else its last one, if it is possible on a target and not much worse
/// than the best one there: what was chosen for other targets is no reason to do little to this one. A chosen attack is also
/// kept where the best one does no harm either.
fn usual_attack_on(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    (unit, target): (&UnitDataItem, UnitId),
) -> Option<WeaponChoice> {
    if let Some(kept) = kept_attack(view, odds, unit, (target, session.usual_attack(*unit.id))) {
        return Some(kept);
    }
    let best = odds.best_attack(view, unit, target);
    let query = |(weapon, mode): WeaponChoice| {
        AttackQuery::from_current_position(unit, Target::Unit(target), weapon, mode)
    };
    let harms = best
        .is_some_and(|best| odds.quick_odds(view, &query(best)).is_some_and(|(odds, _)| !odds.is_harmless()));
    let preferred = session.preferred_attack(*unit.id).filter(|_| !harms)?;
    odds.attack_refusal(view, &query(preferred)).is_none().then_some(preferred)
}

/// Returns the enemy that an attack is aimed at, while neither another unit nor a barrier is hovered.
fn aimed_enemy<'v>(
    view: &'v BattleView,
    session: &Session,
    unit: &UnitDataItem,
) -> Option<UnitDataItem<'v, 'v>> {
    let is_free = session
        .hover
        .is_none_or(|hover| hover.unit.is_none_or(|hovered| hovered == *unit.id) && hover.barrier.is_none());
    let aims = is_free && matches!(session.intent, Intent::Attack { .. });
    let other = view.target_at(unit, session.marked.filter(|_| aims)?)?;
    view.is_target(unit, &other).then_some(other)
}

/// Returns the attack of the acting unit on the hovered enemy, else on the one that is aimed at.
fn attack_on_hovered(view: &BattleView, session: &Session, odds: &mut ForecastCache) -> Option<AttackQuery> {
    let unit = unit_to_act(view)?;
    let other = hovered_enemy(view, session, &unit).or_else(|| aimed_enemy(view, session, &unit))?;
    let target = Target::Unit(*other.id);
    let ((weapon, mode), option) = match session.intent {
        Intent::Attack { weapon, mode, option } => ((weapon, mode), option),
        Intent::Move => (click_choice(view, session, odds, (&unit, *other.id))?, None),
        _ => return None,
    };
    let query = AttackQuery::from_current_position(&unit, target, weapon, mode);
    Some(AttackQuery { option: option.map(str::to_owned), ..query })
}

/// Returns the attack of a click on an enemy while none is chosen: the usual one of the unit, else the best one; where none
/// is possible, the one with which it walks up and strikes, or whose refusal the player has to know.
fn click_choice(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    (unit, target): (&UnitDataItem, UnitId),
) -> Option<WeaponChoice> {
    let best = odds.best_attack(view, unit, target);
    let query = |(weapon, mode): WeaponChoice| {
        AttackQuery::from_current_position(unit, Target::Unit(target), weapon, mode)
    };
    let own = usual_attack_on(view, session, odds, (unit, target));
    let here = own.or_else(|| best.filter(|best| odds.attack_refusal(view, &query(*best)).is_none()));
    if let Some(here) = here {
        return Some(shot_after_step(view, session, odds, (unit, target, here)).unwrap_or(here));
    }
    // The reason against the chosen weapon is the one that the player has to know.
    let preferred = session.preferred_attack(*unit.id);
    let chosen = ChosenAttacks::of(session, *unit.id);
    let first = best.filter(|best| AttackApproach::plan(view, &query(*best)).is_some());
    let first = match preferred {
        Some(_) => first.or(preferred),
        None => first.or_else(|| weapon_to_walk_up_with(view, odds, (unit, target))),
    };
    let first = first.or(best)?;
    Some(weapon_after_walk(view, odds, &query(first), chosen).unwrap_or(first))
}

/// Returns the attack of a click on the target of a ranking where none is possible from the unit's square, so that the
/// Attack button names the weapon with which it walks up and strikes, and of one with the weapon in hand after a step; `None` where
/// an attack from there is made.
fn walk_choice(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    ranking: &AttackRanking,
) -> Option<WeaponChoice> {
    let unit = view.unit(ranking.unit)?;
    let (weapon, mode) = *ranking.attacks.first()?;
    let query = AttackQuery::from_current_position(&unit, Target::Unit(ranking.target), weapon, mode);
    if odds.attack_refusal(view, &query).is_none() {
        let here = ranking.kept.unwrap_or((weapon, mode));
        return shot_after_step(view, session, odds, (&unit, ranking.target, here));
    }
    click_choice(view, session, odds, (&unit, ranking.target))
}

/// Returns the attack with the weapon in hand that a click makes after a step, instead of the blow with the bare body that is
/// `here` the attack on a target: where that weapon cannot be used at this distance, and the blow is worth much less. `None` for
/// other attacks, for a blow that the player chose, and if there is no such step.
fn shot_after_step(
    view: &BattleView,
    session: &Session,
    odds: &mut ForecastCache,
    (unit, target, here): (&UnitDataItem, UnitId, WeaponChoice),
) -> Option<WeaponChoice> {
    if session.preferred_attack(*unit.id) == Some(here) {
        return None;
    }
    let (weapon, mode) = weapon_to_walk_up_with(view, odds, (unit, target))?;
    if !gives_way(unit, here.0, weapon) {
        return None;
    }
    let query = |(weapon, mode): WeaponChoice| {
        AttackQuery::from_current_position(unit, Target::Unit(target), weapon, mode)
    };
    let shot = query((weapon, mode));
    let there = AttackApproach::plan(view, &shot)?.query_after(&shot);
    let (there, here) = (odds.attack_worth(view, &there), odds.attack_worth(view, &query(here)));
    (there > here && !is_kept(here, there)).then_some((weapon, mode))
}

/// Whether a click on the target of a ranking walks up and strikes with an attack.
fn walks_up(view: &BattleView, ranking: &AttackRanking, (weapon, mode): WeaponChoice) -> bool {
    let Some(unit) = view.unit(ranking.unit) else { return false };
    let query = AttackQuery::from_current_position(&unit, Target::Unit(ranking.target), weapon, mode);
    AttackApproach::plan(view, &query).is_some()
}

/// Returns the first attack with a weapon in hand for which a unit can walk up to an enemy that it cannot attack otherwise; what
/// is no weapon, such as fists, is no reason to walk up.
fn weapon_to_walk_up_with(
    view: &BattleView,
    odds: &mut ForecastCache,
    (unit, target): (&UnitDataItem, UnitId),
) -> Option<WeaponChoice> {
    let ranked = odds.ranked_attacks(view, unit, target);
    ranked.iter().copied().find(|&(weapon, mode)| {
        let query = AttackQuery::from_current_position(unit, Target::Unit(target), weapon, mode);
        unit.inventory.get(weapon).is_some_and(|carried| carried.hands() > 0)
            && AttackApproach::plan(view, &query).is_some()
    })
}

/// Returns the attack that a click makes on a target from the square to which the walk to a blow leads, in hand as it is there:
/// the one that the card of the square names; `None` if there is no walk, or no walk to a blow with that one.
fn weapon_after_walk(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    chosen: ChosenAttacks,
) -> Option<WeaponChoice> {
    let Target::Unit(target) = query.target else { return None };
    let approach = AttackApproach::plan(view, query)?;
    let plan = approach.route().validate(view).ok()?;
    let there = approach.query_after(query);
    let place = (there.from, there.attacker_gait);
    let targets = targets_with_choice(odds, view, query.attacker, place, (Some(&plan), chosen));
    let (weapon, mode) = targets.iter().find(|possible| possible.enemy == target)?.choice;
    let unit = view.unit(query.attacker)?;
    let other = AttackQuery::from_current_position(&unit, query.target, weapon, mode);
    AttackApproach::plan(view, &other).map(|_| (weapon, mode))
}
