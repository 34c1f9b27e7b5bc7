//! The policy of playouts: quick and plausible orders for all sides.

use rustc_hash::FxHashMap;

use crate::planning::line_of_fire_cache::LineOfFireCache;
use crate::planning::odds_cache::{OddsEstimate, WeaponUse, cover_class, range_class};
use crate::planning::situation::{DOOMED_VALUE, health_points_left, is_doomed, weapon_uses_of};
use battle::{
    AttackChoice, BattlePosition, BattleView, CarriedItem, FORCED_ACTION_KEY, Order, Pace, Target,
    UnitDataItem, diagonal_step, move_budget,
};
use content::{Objective, SkirmishBundle};
use field::TargetExposure;
use model::{Cell, Side, UnitId};
use rules::play;
use rules::turn_engine::interception;

/// Orders of a phase; after them it is ended.
const MAX_ORDERS_PER_PHASE: u32 = 10;
/// Minimum score of an attack.
const MIN_ATTACK_SCORE: f64 = 0.01;
/// Factor for the score of attacks on units that an objective names.
const WANTED_FACTOR: f64 = 3.0;
/// Cells at the end of a path among which one with cover is preferred.
const CELLS_WITH_COVER: usize = 3;

/// Attacks with the same key have about the same odds during a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct AttackKey {
    attacker: UnitId,
    target: UnitId,
    weapon_use: WeaponUse,
    range: u8,
    cover: u8,
    is_pierced: bool,
    in_cover: bool,
    is_prone: bool,
}

/// What the acting unit has done in its phase.
#[derive(Clone, Copy, Debug, Default)]
struct PhaseProgress {
    unit: Option<UnitId>,
    orders: u32,
    /// No further attack is possible or worthwhile.
    attacks_over: bool,
    attacks: u32,
    has_moved: bool,
    has_tried_cover: bool,
    has_tried_standing: bool,
    has_tried_reloading: bool,
}

/// Chooses orders in playouts. Odds and lines of fire are kept from one playout to the next of a decision.
pub(super) struct PlayoutPolicy {
    odds: FxHashMap<AttackKey, Option<OddsEstimate>>,
    lines: LineOfFireCache,
    phase: PhaseProgress,
    /// Units that an objective of a side names, with the side.
    wanted: Vec<(Side, String)>,
    /// Cells that an objective of a side wants it to be on.
    zones: Vec<(Side, Vec<Cell>)>,
}

impl PlayoutPolicy {
    /// A policy for the battle of a position.
    pub fn for_battle(position: &BattlePosition) -> Self {
        let bundle = position.bundle();
        Self {
            odds: FxHashMap::default(),
            lines: LineOfFireCache::default(),
            phase: PhaseProgress::default(),
            wanted: wanted_units(bundle),
            zones: objective_zones(bundle),
        }
    }

    /// Begins a playout.
    pub fn begin(&mut self) {
        self.phase = PhaseProgress::default();
    }

    /// Notes an order that the acting unit was given before the policy takes over.
    pub fn note_order(&mut self, order: &Order) {
        self.phase = PhaseProgress { unit: order.unit(), ..PhaseProgress::default() };
        self.note_result(order, true);
    }

    /// Notes whether an order was accepted.
    pub fn note_result(&mut self, order: &Order, accepted: bool) {
        let phase = &mut self.phase;
        phase.orders += u32::from(accepted);
        match order {
            Order::Attack { .. } => {
                phase.attacks += u32::from(accepted);
                phase.attacks_over |= !accepted;
            }
            Order::Move { .. } => {
                phase.has_moved = true;
                phase.attacks_over &= !accepted;
            }
            Order::StandUp { .. } => phase.has_tried_standing = true,
            Order::Reload { .. } | Order::Ready { .. } => phase.has_tried_reloading = true,
            Order::TakeCover { .. } => phase.has_tried_cover = true,
            Order::SpecialAction { action, .. } if action != FORCED_ACTION_KEY => {
                phase.has_tried_cover = true
            }
            _ => {}
        }
    }

    /// Orders to try: the first accepted one is given. Empty once no unit can act.
    pub fn suggest_orders(&mut self, view: &BattleView) -> Vec<Order> {
        if let Some(prompt) = view.open_prompt() {
            let prompt = prompt.prompt();
            let key = |wanted: &str| prompt.answers.iter().find(|answer| answer.key == wanted);
            let chosen = if prompt.clause == interception::INTERCEPT_CLAUSE {
                prompt.answers.get(1)
            } else {
                key("act").or_else(|| key("before"))
            };
            let answer = chosen.or(prompt.answers.first());
            return answer.map(|answer| Order::Decide { answer: answer.key.clone() }).into_iter().collect();
        }
        let Some(unit) = view.round().acting() else { return Vec::new() };
        if self.phase.unit != Some(unit) {
            self.phase = PhaseProgress { unit: Some(unit), ..PhaseProgress::default() };
        }
        let end = [
            Order::EndPhase { unit },
            Order::SpecialAction { unit, action: FORCED_ACTION_KEY.to_owned(), target: None, weapon: None },
        ];
        let Some(me) = view.unit(unit) else { return end.into() };
        let mut orders = Vec::new();
        if self.phase.orders < MAX_ORDERS_PER_PHASE {
            self.push_orders(view, &me, &mut orders);
        }
        orders.extend(end);
        orders
    }

    fn push_orders(&mut self, view: &BattleView, me: &UnitDataItem, orders: &mut Vec<Order>) {
        let unit = *me.id;
        if me.is_prone() && !self.phase.has_tried_standing {
            orders.push(Order::StandUp { unit });
        }
        let cover = (!self.phase.has_tried_cover
            && !me.cover.is_taken()
            && field::can_take_cover(view.field().grid(), me.cell()))
        .then(|| cover_order(view, unit));
        let attack = if self.phase.attacks_over { None } else { self.best_attack(view, me) };
        self.phase.attacks_over |= attack.is_none();
        // Cover is taken after the first attack.
        if self.phase.attacks > 0 {
            orders.extend(cover.clone());
        }
        let has_attack = attack.is_some();
        orders.extend(attack);
        if !has_attack && self.phase.attacks == 0 && !self.phase.has_tried_reloading {
            orders.extend(reload_order(me));
        }
        if !has_attack && !self.phase.has_moved {
            orders.extend(self.approach_order(view, me, self.phase.attacks > 0));
        }
        if self.phase.attacks == 0 {
            orders.extend(cover);
        }
    }

    /// The attack with the highest score.
    fn best_attack(&mut self, view: &BattleView, me: &UnitDataItem) -> Option<Order> {
        let grid = view.field().shared_grid();
        let mut best: Option<(f64, Order)> = None;
        let has_plain = me.inventory.held_items().any(|(_, carried)| !carried.needs_bystanders());
        for enemy in view.units() {
            if enemy.side == me.side || !enemy.is_fighting() || enemy.vehicle().is_some() {
                continue;
            }
            let lines = self.lines.for_grid(&grid);
            let (from, to) = ((me.cell(), me.body()), (enemy.cell(), enemy.body()));
            let Some(exposure) = lines.exposure(&grid, from, to) else { continue };
            let left = health_points_left(view, &enemy);
            let wanted = if self.is_wanted(*me.side, &enemy) { WANTED_FACTOR } else { 1.0 };
            let factor = if is_doomed(view, &enemy) { DOOMED_VALUE * wanted } else { wanted };
            for (weapon, carried) in me.inventory.held_items() {
                if has_plain && carried.needs_bystanders() {
                    continue;
                }
                for weapon_use in weapon_uses_of(weapon, carried) {
                    let Some(estimate) = self.estimate(view, (me, weapon_use), (&enemy, exposure)) else {
                        continue;
                    };
                    let score = factor * estimate.score(left);
                    if score >= MIN_ATTACK_SCORE && best.as_ref().is_none_or(|(known, _)| score > *known) {
                        let order = Order::attack(*me.id, Target::Unit(*enemy.id), weapon, weapon_use.mode);
                        best = Some((score, order));
                    }
                }
            }
        }
        best.map(|(_, order)| order)
    }

    fn is_wanted(&self, side: Side, unit: &UnitDataItem) -> bool {
        self.wanted.iter().any(|(of, name)| *of == side && name == unit.identity.name())
    }

    fn estimate(
        &mut self,
        view: &BattleView,
        (me, weapon_use): (&UnitDataItem, WeaponUse),
        (enemy, exposure): (&UnitDataItem, TargetExposure),
    ) -> Option<OddsEstimate> {
        let key = AttackKey {
            attacker: *me.id,
            target: *enemy.id,
            weapon_use,
            range: range_class(me.cell().chebyshev_distance(enemy.cell())),
            cover: cover_class(exposure.hidden),
            is_pierced: exposure.pierces.is_some(),
            in_cover: enemy.cover.is_taken(),
            is_prone: enemy.is_prone(),
        };
        *self.odds.entry(key).or_insert_with(|| {
            let WeaponUse { weapon, mode, option } = weapon_use;
            let request =
                view.attack_request(AttackChoice { unit: *me.id, weapon, mode, option }, *enemy.id)?;
            play::may_attack(&request).ok()?;
            Some(OddsEstimate::from_odds(&play::preview(&request)?))
        })
    }

    /// A walk towards the objective or, unless the unit has attacked, towards the nearest enemy.
    fn approach_order(&self, view: &BattleView, me: &UnitDataItem, has_attacked: bool) -> Option<Order> {
        let grid = view.field().grid();
        let zone = self.zones.iter().find(|(side, _)| side == me.side).map(|(_, cells)| cells);
        let nearest = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.min_by_key(|cell| (me.cell().distance_squared(*cell), *cell))
        };
        let target = match zone {
            Some(cells) if cells.contains(&me.cell()) => return None,
            Some(cells) => {
                let mut free = cells
                    .iter()
                    .copied()
                    .filter(|cell| grid.can_enter(*cell) && view.unit_at(*cell).is_none());
                nearest(&mut free)?
            }
            None if has_attacked => return None,
            None => {
                let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
                nearest(&mut enemies.map(|enemy| enemy.cell()))?
            }
        };
        let diagonal = diagonal_step(view.rules());
        let taken = |cell| cell != target && view.unit_at(cell).is_some();
        let mut path = field::shortest_path(grid, me.cell(), target, diagonal, taken)?.cells;
        if view.unit_at(target).is_some() {
            path.pop();
        }
        let costs = field::path_cost(grid, me.cell(), &path, diagonal).ok()?;
        let budget = move_budget(view, me);
        path.truncate(costs.iter().take_while(|cost| **cost <= budget.walk_left).count());
        let with_cover = (path.len().saturating_sub(CELLS_WITH_COVER).max(1)..=path.len())
            .rev()
            .find(|length| field::can_take_cover(grid, path[length - 1]));
        if zone.is_none()
            && let Some(length) = with_cover.filter(|_| !path.is_empty())
        {
            path.truncate(length);
        }
        (!path.is_empty()).then_some(Order::Move { unit: *me.id, path, pace: Pace::Walk, evade: false })
    }
}

/// The order to take cover: the action of all books, or the book's own.
fn cover_order(view: &BattleView, unit: UnitId) -> Order {
    match play::cover_action(view.rules().book()) {
        Some(action) => Order::SpecialAction { unit, action: action.to_owned(), target: None, weapon: None },
        None => Order::TakeCover { unit },
    }
}

/// Reloads an empty weapon in hand, or draws one if no weapon in hand is usable.
fn reload_order(me: &UnitDataItem) -> Option<Order> {
    let unit = *me.id;
    let empty =
        me.inventory.held_items().find(|(_, carried)| carried.magazine() > 0 && carried.loaded() == 0);
    if let Some((weapon, _)) = empty {
        return Some(Order::Reload { unit, weapon });
    }
    let is_usable = |weapon: usize, carried: &CarriedItem| !weapon_uses_of(weapon, carried).is_empty();
    if me.inventory.held_items().any(|(weapon, carried)| carried.hands() > 0 && is_usable(weapon, carried)) {
        return None;
    }
    let mut stowed = me.inventory.slots().filter(|(_, carried)| !carried.in_hand() && carried.hands() > 0);
    let (weapon, _) = stowed.find(|(weapon, carried)| is_usable(*weapon, carried))?;
    Some(Order::Ready { unit, weapon })
}

/// Units that an objective of a side names as its target.
fn wanted_units(bundle: &SkirmishBundle) -> Vec<(Side, String)> {
    let named = bundle.skirmish.objectives.iter().filter_map(|objective| match objective {
        Objective::Stop { side, unit } | Objective::Slay { side, unit } => Some((Side(*side), unit.clone())),
        _ => None,
    });
    named.collect()
}

/// Zones that an objective of a side wants its units to be in.
fn objective_zones(bundle: &SkirmishBundle) -> Vec<(Side, Vec<Cell>)> {
    let zones = &bundle.skirmish.map.zones;
    let wanted = bundle.skirmish.objectives.iter().filter_map(|objective| match objective {
        Objective::Hold { zone, .. }
        | Objective::Escape { zone, .. }
        | Objective::Reach { zone, .. }
        | Objective::Clear { zone, .. } => Some((Side(objective.side()), zones.get(zone)?.clone())),
        _ => None,
    });
    wanted.collect()
}
