//! What cover is worth: damage of an enemy's attack on a unit as it stands, against the same attack in the open.

use battle::{AttackChoice, BattleView, UnitDataItem};
use field::TargetExposure;
use model::{Cell, UnitId};
use rules::{AttackRequest, UnitSnapshot, WeaponReach, play};

/// Largest share of the damage in the open that effective cover lets through.
const MAX_EFFECTIVE_SHARE: f64 = 0.9;
/// Hidden share from which an obstacle can count as cover, in percent.
const MIN_HIDDEN: u8 = 26;

/// An enemy that can shoot at a unit: its id, cell and likely ranged attack.
pub(super) struct Shooter<'v> {
    pub unit: UnitDataItem<'v, 'v>,
    choice: AttackChoice<'v>,
}

/// Enemies of a unit with a loaded ranged weapon in hand that have it in view.
pub(super) fn shooters_at<'v>(view: &'v BattleView<'v, 'v>, me: &UnitDataItem) -> Vec<Shooter<'v>> {
    let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
    let seeing = enemies.filter(|other| view.sees(other, me));
    seeing.filter_map(|other| Some(Shooter { choice: ranged_attack(&other)?, unit: other })).collect()
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

/// Mean damage of an attack; `None` if it is not allowed.
fn mean_damage(request: &AttackRequest) -> Option<f64> {
    play::may_attack(request).ok()?;
    play::preview(request).map(|odds| odds.mean)
}

/// Changes an attack as if nothing hid the target.
fn in_the_open(mut request: AttackRequest) -> AttackRequest {
    (request.sight.hidden, request.sight.took_cover, request.sight.across_obstacle) = (0, false, false);
    request.barriers.clear();
    if let Some(target) = request.unit_target_mut() {
        target.beside_target.clear();
        target.defender.in_cover = false;
    }
    request
}

/// Whether cover keeps off a tenth or more of the damage of an attack.
fn is_effective(request: AttackRequest) -> bool {
    let Some(now) = mean_damage(&request) else { return false };
    mean_damage(&in_the_open(request)).is_some_and(|open| open > 0.0 && now <= MAX_EFFECTIVE_SHARE * open)
}

/// Whether a unit is in effective cover from a shooter.
pub(super) fn is_in_effective_cover(view: &BattleView, shooter: &Shooter, target: &UnitDataItem) -> bool {
    let request =
        view.attack_request_between((shooter.choice, shooter.unit.cell()), (*target.id, target.cell()));
    request.is_some_and(is_effective)
}

/// Whether a unit could be in effective cover from a shooter on a cell, with cover taken there if it can pay for it.
pub(super) fn offers_effective_cover(
    view: &BattleView,
    shooter: &Shooter,
    (target, cell): (UnitId, Cell),
    can_take_cover: bool,
) -> bool {
    let (grid, from) = (view.field().grid(), shooter.unit.cell());
    let standing = field::Body::STANDING;
    let exposure = field::target_exposure(grid, from, shooter.unit.body(), cell, standing);
    let Some(TargetExposure { hidden, .. }) = exposure else { return false };
    if !(MIN_HIDDEN..100).contains(&hidden) {
        return false;
    }
    let covered =
        can_take_cover.then(|| view.attack_request_on_covered((shooter.choice, from), (target, cell)));
    let request = covered.flatten();
    let request = request.or_else(|| view.attack_request_between((shooter.choice, from), (target, cell)));
    request.is_some_and(is_effective)
}

/// Whether an explosive that a unit carries would catch two enemies and no friend from where it stands.
pub(super) fn has_explosive_target(view: &BattleView, me: &UnitDataItem) -> bool {
    let explosives =
        me.inventory.slots().filter(|(_, carried)| carried.needs_bystanders() && carried.hands() > 0);
    let loaded = explosives.filter(|(_, carried)| carried.magazine() == 0 || carried.loaded() > 0);
    loaded.into_iter().any(|(weapon, carried)| {
        let choice =
            AttackChoice { unit: *me.id, weapon, mode: carried.modes().first().copied(), option: None };
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
        enemies.filter(|enemy| view.sees(me, enemy)).any(|enemy| {
            let Some(request) = view.attack_request(choice, *enemy.id) else { return false };
            if request.sight.hidden >= 100 || play::may_attack(&request).is_err() {
                return false;
            }
            let caught = play::area_outcomes(&request, &[]);
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

/// Whether a unit in this state can pay for taking cover.
pub(super) fn can_pay_for_cover(me: &UnitSnapshot, view: &BattleView) -> bool {
    let request = rules::ActionRequest::for_action(rules::turn_engine::Action::TakeCover);
    play::pay_action(me, request, view.rules()).is_ok()
}
