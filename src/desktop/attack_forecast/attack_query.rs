//! An attack to forecast, and the request for the rules that it becomes.

use std::sync::Arc;

use super::WeaponChoice;
use battle::{AttackChoice, BattleView, History, Obstruction, Order, OrderError, Target, UnitDataItem};
use field::line_of_sight;
use model::{Cell, UnitId};
use rules::{AttackRequest, FireMode, KarmaPlan, MovementMode, PoolShare, WeaponReach, play};

/// An attack to forecast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttackQuery {
    /// The attacker.
    pub attacker: UnitId,
    /// Where the attacker stands.
    pub from: Cell,
    /// The target.
    pub target: Target,
    /// Where the target unit stands, if not where it is now, and how it moved there.
    pub target_at: Option<(Cell, MovementMode)>,
    /// Index of the weapon.
    pub weapon: usize,
    /// Fire mode.
    pub mode: Option<FireMode>,
    /// Attack type; `None` for a normal attack.
    pub option: Option<String>,
    /// The attack is pending and waits for an answer: its ammunition is already spent.
    pub declared: bool,
    /// Its share of the dice pool in a multi-attack. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// As if the target had taken cover. `SS-ACT-49`.
    pub cover_taken: bool,
    /// As if nothing hid a part of the target; one that is wholly hidden would see the attack coming.
    pub cover_ignored: bool,
    /// As if the target saw the attack coming.
    pub is_seen: bool,
    /// As if the attacker had planned its Karma like this; `None` for its present plan. `SS-BASE-26`, `SS-BASE-27`.
    pub karma: Option<KarmaPlan>,
    /// How fast the attacker moves before the attack, if that is faster than it has moved. `SS-MOVE-14`.
    pub attacker_gait: MovementMode,
    /// As if the attacker, which is prone, had stood up before.
    pub stands: bool,
}

impl AttackQuery {
    /// Builds the query for an attack from the attacker's position on the target's position.
    pub fn from_current_position(
        unit: &UnitDataItem,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Self {
        Self::from_cell((*unit.id, unit.cell()), target, (weapon, mode))
    }

    /// Builds the query for an attack of a unit that stands on a square, on the target's position.
    pub(crate) fn from_cell(
        (attacker, from): (UnitId, Cell),
        target: Target,
        (weapon, mode): WeaponChoice,
    ) -> Self {
        Self {
            attacker,
            from,
            target,
            target_at: None,
            weapon,
            mode,
            option: None,
            declared: false,
            share: None,
            cover_taken: false,
            cover_ignored: false,
            is_seen: false,
            karma: None,
            attacker_gait: MovementMode::Steady,
            stands: false,
        }
    }

    /// Whether its weapon reaches its target unit from there, as far as the distance counts.
    pub fn is_in_range(&self, view: &BattleView) -> bool {
        let Target::Unit(target) = self.target else { return true };
        let (Some(own), Some(other)) = (view.unit(self.attacker), view.unit(target)) else { return false };
        own.inventory.get(self.weapon).is_some_and(|carried| match carried.reach() {
            WeaponReach::Ranged { metres } => {
                self.from.distance_squared(other.cell()) <= metres.saturating_mul(metres)
            }
            WeaponReach::Melee { beyond } => self.from.chebyshev_distance(other.cell()) <= beyond + 1,
        })
    }

    /// Says why the attack is not possible from where the attacker stands once its weapon is in hand: the distance, or what stands
    /// in between. `None` if it is; what it costs and what the attacker has announced do not matter.
    pub(crate) fn refusal_once_ready(&self, view: &BattleView) -> Option<String> {
        let own = view.unit(self.attacker)?;
        let mut request = attack_request(view, self)?;
        if let Some(budget) = play::budget_once_replaced(&request.attacker) {
            Arc::make_mut(&mut request).attacker.budget = budget;
        }
        if let Err(why) = play::may_attack(&request) {
            return Some(OrderError::AttackForbidden(why).to_string());
        }
        let Target::Unit(target) = self.target else { return None };
        let (other, grid) = (view.unit(target)?, view.field().grid());
        let at = self.target_at.map_or(other.cell(), |(cell, _)| cell);
        let is_melee = own.inventory.get(self.weapon).is_some_and(|carried| carried.is_melee());
        let is_walled = is_melee && !line_of_sight(grid, self.from, own.body(), at, other.body());
        is_walled.then(|| OrderError::from(Obstruction::TargetBehindWall).to_string())
    }

    /// Returns the attack that the open prompt is about, if any.
    pub fn for_open_prompt(view: &BattleView, history: &History) -> Option<Self> {
        view.open_prompt()?;
        let mut orders = history.records().iter().rev().map(|record| &record.order);
        let order = orders.find(|order| !matches!(order, Order::Decide { .. } | Order::Dice { .. }))?;
        let Order::Attack { unit, target, weapon, mode, option } = order else { return None };
        let now = Self::from_current_position(&view.unit(*unit)?, *target, *weapon, *mode);
        Some(Self { option: option.clone(), declared: true, ..now })
    }

    /// Returns the choices of the attacker.
    pub fn aimed_attack(&self) -> AttackChoice<'_> {
        let (weapon, mode) = (self.weapon, self.mode);
        AttackChoice { unit: self.attacker, weapon, mode, option: self.option.as_deref() }
    }
}

/// Returns the attack request for the rules: that of the battle if attacker and target are where the query has them.
pub(crate) fn attack_request(view: &BattleView, query: &AttackQuery) -> Option<Arc<AttackRequest>> {
    let (choice, from) = (query.aimed_attack(), query.from);
    let Target::Unit(target) = query.target else { return view.attack_request(choice, query.target) };
    let here = view.unit(target)?.cell();
    let (at, gait) = query.target_at.unwrap_or((here, MovementMode::Steady));
    let mut request = if query.stands {
        Arc::new(view.attack_request_standing((choice, from), (target, at), query.attacker)?)
    } else if at == here && view.unit(query.attacker)?.cell() == from {
        view.attack_request(choice, target)?
    } else {
        Arc::new(view.attack_request_between((choice, from), (target, at))?)
    };
    let runs = gait.max(query.attacker_gait) > MovementMode::Steady;
    let is_supposed = query.cover_taken || query.cover_ignored || query.is_seen || query.karma.is_some();
    if runs || query.share.is_some() || query.declared || is_supposed {
        let changed = Arc::make_mut(&mut request);
        changed.attacker.gait = changed.attacker.gait.max(query.attacker_gait);
        changed.sight.took_cover |= query.cover_taken;
        if query.cover_ignored {
            changed.sight.aware |= changed.sight.hidden >= 100;
            changed.sight.hidden = 0;
        }
        if query.is_seen {
            (changed.sight.aware, changed.attacker.concealed) = (true, false);
        }
        if let Some(plan) = query.karma {
            changed.attacker.karma.plan = plan;
        }
        if let Some(target) = changed.unit_target_mut() {
            target.defender.gait = target.defender.gait.max(gait);
            target.share = query.share;
        }
        if query.declared {
            let spent = play::rounds_per_attack(&changed.weapon, query.mode);
            changed.rounds_fired = changed.rounds_fired.saturating_sub(spent);
        }
    }
    Some(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack_forecast::attacks_in_hand;
    use crate::panel::tests::{warehouse_in_every_book, with_context};
    use battle::validate_order;

    #[test]
    fn what_is_possible_once_ready_is_what_an_order_could_do() {
        let (mut possible, mut refused) = (0, 0);
        for (book, mut world) in warehouse_in_every_book() {
            with_context(&mut world, |context| {
                let view = context.view;
                let Some(own) = view.round().acting().and_then(|id| view.unit(id)) else { return };
                let is_announced = play::budget_once_replaced(&view.unit_snapshot(&own)).is_some();
                for enemy in view.units().filter(|other| view.is_target(&own, other)) {
                    for (weapon, mode) in attacks_in_hand(&own) {
                        let target = Target::Unit(*enemy.id);
                        let query = AttackQuery::from_current_position(&own, target, weapon, mode);
                        let refusal = query.refusal_once_ready(view);
                        let order = Order::Attack { unit: *own.id, target, weapon, mode, option: None };
                        match validate_order(view, &order) {
                            Ok(_) => {
                                assert_eq!(refusal, None, "{book:?}");
                                possible += 1;
                            }
                            Err(why @ (OrderError::AttackForbidden(_) | OrderError::Blocked(_)))
                                if !is_announced =>
                            {
                                assert_eq!(refusal, Some(why.to_string()), "{book:?}");
                                refused += 1;
                            }
                            Err(_) => {}
                        }
                    }
                }
            });
        }
        assert!(possible > 0 && refused > 0, "{possible}, {refused}");
    }

    #[test]
    fn ss_ruling_60_a_stowed_grenade_is_no_threat_through_a_wall() {
        let mut walled = 0;
        for (_, mut world) in warehouse_in_every_book() {
            with_context(&mut world, |context| {
                let view = context.view;
                for own in view.units() {
                    let me = view.unit_snapshot(&own);
                    for (slot, carried) in own.inventory.slots() {
                        let is_blast = play::blast_profile(&me, carried.weapon(), view.rules()).is_some();
                        for enemy in view.units().filter(|enemy| enemy.side != own.side) {
                            let target = Target::Unit(*enemy.id);
                            let query = AttackQuery::from_current_position(&own, target, slot, None);
                            let is_meant = is_blast && !carried.in_hand() && query.is_in_range(view);
                            let why = query.refusal_once_ready(view).filter(|_| is_meant);
                            walled += usize::from(why.is_some_and(|why| why.contains("wall")));
                        }
                    }
                }
            });
        }
        assert!(walled > 0, "brick walls stand between the squads");
    }
}
