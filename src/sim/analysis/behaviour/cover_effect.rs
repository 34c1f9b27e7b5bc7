//! The value of cover: damage of an enemy's attack on a unit as it stands, against the same attack in the open.

use battle::{AttackChoice, BattleView, CarriedItem, UnitDataItem};
use field::{Body, TargetExposure};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, AttackRequest, UnitSnapshot, WeaponReach, play};

/// Largest share of the damage in the open that effective cover lets through.
const MAX_EFFECTIVE_SHARE: f64 = 0.9;

/// An enemy that can shoot at a unit: its id, cell and likely ranged attack.
pub(super) struct RangedEnemy<'v> {
    pub unit: UnitDataItem<'v, 'v>,
    choice: AttackChoice<'v>,
}

/// Enemies of a unit with a loaded ranged weapon in hand that have it in view.
pub(super) fn shooters_at<'v>(view: &'v BattleView<'v, 'v>, me: &UnitDataItem) -> Vec<RangedEnemy<'v>> {
    let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
    let seeing = enemies.filter(|other| view.sees(other, me));
    seeing.filter_map(|other| Some(RangedEnemy { choice: ranged_attack(&other)?, unit: other })).collect()
}

/// The attack with the ranged weapon in hand that reaches farthest; `None` without a loaded one.
pub(super) fn ranged_attack<'v>(unit: &UnitDataItem<'v, 'v>) -> Option<AttackChoice<'v>> {
    let range = |reach| match reach {
        WeaponReach::Ranged { metres } => Some(metres),
        WeaponReach::Melee { .. } => None,
    };
    let held = unit.inventory.held_items();
    let usable = held.filter(|(_, carried)| carried.magazine() == 0 || carried.loaded() > 0);
    let ranged = usable.filter_map(|(slot, carried)| Some((range(carried.reach())?, slot, carried)));
    let (_, weapon, carried) = ranged.max_by_key(|(metres, slot, _)| (*metres, usize::MAX - slot))?;
    let mode = carried.mode().or_else(|| carried.modes().last().copied());
    Some(AttackChoice { unit: *unit.id, weapon, mode, option: None })
}

/// The attack with the ranged weapon in hand, or else with the other weapon in hand that reaches farthest, and its reach.
pub(super) fn main_attack<'v>(unit: &UnitDataItem<'v, 'v>) -> Option<(AttackChoice<'v>, WeaponReach)> {
    let reach_of = |choice: AttackChoice<'v>| Some((choice, unit.inventory.get(choice.weapon)?.reach()));
    let melee = || {
        let held = unit.inventory.held_items().filter_map(|(slot, carried)| match carried.reach() {
            WeaponReach::Melee { beyond } => Some((beyond, usize::MAX - slot)),
            WeaponReach::Ranged { .. } => None,
        });
        let (_, slot) = held.max()?;
        Some(AttackChoice { unit: *unit.id, weapon: usize::MAX - slot, mode: None, option: None })
    };
    ranged_attack(unit).or_else(melee).and_then(reach_of)
}

/// Whether an attack of this reach from a cell can be aimed at a body on another one.
pub(super) fn reaches(view: &BattleView, reach: WeaponReach, from: Cell, (to, body): (Cell, Body)) -> bool {
    let distance = from.chebyshev_distance(to);
    let in_reach = match reach {
        WeaponReach::Melee { beyond } => distance <= beyond + 1,
        WeaponReach::Ranged { metres } => distance <= metres,
    };
    in_reach && field::target_exposure(view.field().grid(), from, Body::STANDING, to, body).is_some()
}

/// Mean damage of an attack; `None` if it is not allowed.
fn mean_damage(request: &AttackRequest) -> Option<f64> {
    play::may_attack(request).ok()?;
    play::preview(request).map(|odds| odds.mean)
}

/// Mean damage of an attack on a unit behind cover, and without the cover.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverEffect {
    pub covered: f64,
    pub open: f64,
}

impl CoverEffect {
    /// Computes the effect; `None` if the attack is not allowed.
    pub fn of(request: AttackRequest) -> Option<Self> {
        let covered = mean_damage(&request)?;
        Some(Self { covered, open: mean_damage(&request.without_cover())? })
    }

    /// Whether cover keeps off a tenth or more of the damage.
    pub fn is_effective(self) -> bool {
        self.open > 0.0 && self.covered <= MAX_EFFECTIVE_SHARE * self.open
    }
}

/// Whether cover keeps off a tenth or more of the damage of an attack.
fn is_effective(request: AttackRequest) -> bool {
    CoverEffect::of(request).is_some_and(CoverEffect::is_effective)
}

/// Whether a unit is in effective cover from a shooter.
pub(super) fn is_in_effective_cover(view: &BattleView, shooter: &RangedEnemy, target: &UnitDataItem) -> bool {
    let request =
        view.attack_request_between((shooter.choice, shooter.unit.cell()), (*target.id, target.cell()));
    request.is_some_and(is_effective)
}

/// Whether a unit could be in effective cover from a shooter on a cell, with cover taken there if it can pay for it.
pub(super) fn offers_effective_cover(
    view: &BattleView,
    shooter: &RangedEnemy,
    (target, cell): (UnitId, Cell),
    can_take_cover: bool,
) -> bool {
    let (grid, from) = (view.field().grid(), shooter.unit.cell());
    let exposure = field::target_exposure(grid, from, shooter.unit.body(), cell, Body::STANDING);
    let Some(TargetExposure { hidden, .. }) = exposure else { return false };
    if !(1..100).contains(&hidden) {
        return false;
    }
    let covered =
        can_take_cover.then(|| view.attack_request_on_covered((shooter.choice, from), (target, cell)));
    let request = covered.flatten();
    let request = request.or_else(|| view.attack_request_between((shooter.choice, from), (target, cell)));
    request.is_some_and(is_effective)
}

/// Whether a weapon attacks an area. In some books all weapons ask for bystanders: then none of them does.
pub(super) fn is_explosive(me: &UnitDataItem, weapon: usize) -> bool {
    me.inventory.get(weapon).is_some_and(CarriedItem::needs_bystanders)
        && me.inventory.slots().any(|(_, carried)| !carried.needs_bystanders())
}

/// Whether an explosive that a unit carries would catch two enemies and no friend from where it stands.
pub(super) fn has_explosive_target(view: &BattleView, me: &UnitDataItem) -> bool {
    let explosives =
        me.inventory.slots().filter(|(_, carried)| carried.needs_bystanders() && carried.hands() > 0);
    let loaded = explosives.filter(|(_, carried)| carried.magazine() == 0 || carried.loaded() > 0);
    loaded.into_iter().any(|(weapon, carried)| {
        let choice =
            AttackChoice { unit: *me.id, weapon, mode: carried.modes().first().copied(), option: None };
        if !can_ready_and_use(view, me, carried, choice) {
            return false;
        }
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
        enemies.filter(|enemy| view.sees(me, enemy)).any(|enemy| {
            let Some(request) = view.attack_request(choice, *enemy.id) else { return false };
            if request.sight.hidden >= 100 || play::may_attack(&request).is_err() {
                return false;
            }
            let caught = play::area_preview(&request);
            let harmed =
                caught.iter().filter(|(_, odds)| odds.probability(|outcome| outcome.damage > 0) > 0.25);
            let (mut enemies, mut friends) = (0, 0);
            for (unit, _) in harmed {
                let Some(other) = view.unit(*unit) else { continue };
                *if other.side == me.side { &mut friends } else { &mut enemies } +=
                    u32::from(other.is_fighting());
            }
            enemies >= 2 && friends == 0
        })
    })
}

/// What a unit can pay for at the beginning of its turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CoverBudget {
    /// Taking cover, on its square and after a walk.
    cover: [bool; 2],
    /// Taking cover and an attack.
    cover_and_attack: [bool; 2],
}

impl CoverBudget {
    /// Computes what a unit with this attack can pay for.
    pub fn new(view: &BattleView, me: &UnitDataItem, choice: Option<AttackChoice>) -> Self {
        let snapshot = view.unit_snapshot(me);
        let walked = pay(view, &snapshot, ActionRequest::for_action(Action::Walk));
        let covered = [Some(snapshot), walked].map(|state| {
            state.and_then(|state| pay(view, &state, ActionRequest::for_action(Action::TakeCover)))
        });
        let attacks = |state: &UnitSnapshot| choice.is_some_and(|choice| can_pay_attack(view, state, choice));
        Self {
            cover: covered.each_ref().map(Option::is_some),
            cover_and_attack: covered.each_ref().map(|state| state.as_ref().is_some_and(attacks)),
        }
    }

    /// Whether a unit can take cover after a walk or without one, and attack as well if it has to.
    pub fn can_take_cover(self, walks: bool, attacks: bool) -> bool {
        let payable = if attacks { self.cover_and_attack } else { self.cover };
        payable[usize::from(walks)]
    }
}

/// The unit after paying for an action; `None` if it cannot.
fn pay(view: &BattleView, me: &UnitSnapshot, request: ActionRequest<'_>) -> Option<UnitSnapshot> {
    Some(me.after_payment(play::pay_action(me, request, view.rules()).ok()?))
}

fn can_pay_attack(view: &BattleView, state: &UnitSnapshot, choice: AttackChoice) -> bool {
    state.held_weapon(choice.weapon).is_some_and(|held| {
        let action = play::attack_action(&held.weapon, choice.mode);
        pay(view, state, ActionRequest { action, with: Some(held), option: choice.option }).is_some()
    })
}

/// Whether a unit can ready a weapon, if it does not hold it, and attack with it in the same turn.
fn can_ready_and_use(
    view: &BattleView,
    me: &UnitDataItem,
    carried: &CarriedItem,
    choice: AttackChoice,
) -> bool {
    let snapshot = view.unit_snapshot(me);
    if carried.in_hand() {
        return can_pay_attack(view, &snapshot, choice);
    }
    let Some(ready) = pay(view, &snapshot, ActionRequest::for_action(Action::Ready)) else { return false };
    let action = play::attack_action(carried.weapon(), choice.mode);
    pay(view, &ready, ActionRequest::for_action(action)).is_some()
}
