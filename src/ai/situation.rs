//! What a thought starts from: who acts, against whom, with what.

use super::Bent;
use super::oracle::Arm;
use battle::{BattleView, Order, Target, UnitDataItem, UnitId};
use content::Objective;
use field::{Body, Cell, Exposure, line_of_fire};
use rules::{Act, Combatant, Reach, Tone, engine::Action, play};

/// How far an enemy is taken to come before it strikes, in half metres: what most people walk in a phase.
const STRIDE: u32 = 16;
/// Enemies looked at, the nearest first.
const FOES: usize = 12;

/// Somebody else on the field.
#[derive(Clone, Debug)]
pub(super) struct Other {
    /// Who.
    pub id: UnitId,
    /// Where.
    pub cell: Cell,
    /// How tall it stands or lies.
    pub body: Body,
    /// Points of harm it can still take, in the book's measure.
    pub left: f64,
    /// What it is worth to have it out of the fight.
    pub worth: f64,
    /// With what it strikes, if with anything.
    pub arm: Option<(Arm, Reach)>,
    /// How far it is taken to come before it strikes, in half metres.
    pub walk: u32,
}

/// Whoever acts, and everybody it knows of.
pub(super) struct Situation<'v> {
    pub view: &'v BattleView<'v, 'v>,
    pub me: UnitDataItem<'v, 'v>,
    pub unit: UnitId,
    /// The same as rules see it.
    pub fighter: Combatant,
    pub bent: Bent,
    /// Enemies that can be attacked, the nearest first.
    pub foes: Vec<Other>,
    /// Others of its side who are up.
    pub friends: Vec<Other>,
    /// Points of harm it can still take.
    pub left: f64,
}

impl<'v> Situation<'v> {
    /// Of a unit that is on the field.
    pub fn of(view: &'v BattleView<'v, 'v>, unit: UnitId, bent: Bent) -> Option<Self> {
        let me = view.unit(unit)?;
        let mut foes: Vec<UnitDataItem> = view
            .units()
            .filter(|other| other.fighting() && other.side != me.side && other.rides().is_none())
            .collect();
        foes.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
        foes.truncate(FOES);
        let foes = foes.iter().map(|other| Other::of(view, other, &me)).collect();
        let friends =
            view.units().filter(|other| other.fighting() && other.side == me.side && other.id != me.id);
        let mut friends: Vec<UnitDataItem> = friends.collect();
        friends.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
        friends.truncate(FOES);
        let friends = friends.iter().map(|other| Other::of(view, other, &me)).collect();
        let (fighter, left) = (view.combatant(&me), points_left(view, &me));
        Some(Self { view, unit, fighter, bent, foes, friends, left, me })
    }

    /// How somebody, seen or not, is exposed to the unit from where it stands.
    pub fn exposure(&self, other: &Other) -> Exposure {
        let grid = self.view.field().grid();
        line_of_fire(grid, self.me.cell(), self.me.body(), other.cell, other.body).exposure()
    }

    /// Ways to attack with what it holds that it could use now, as far as its weapons go.
    pub fn arms(&self) -> Vec<Arm> {
        self.me.arsenal.held().flat_map(|(weapon, carried)| arms_of(weapon, carried)).collect()
    }

    /// The unit after paying for an action; nothing if it cannot.
    pub fn after(&self, me: &Combatant, act: Act<'_>) -> Option<Combatant> {
        let paid = play::pay(me, act, self.view.rules()).ok()?;
        let mut after = me.clone();
        after.purse = paid.purse;
        if let Some(condition) = paid.condition {
            after.condition = condition;
        }
        Some(after)
    }

    /// The order for an attack on somebody.
    pub fn attack(&self, target: UnitId, arm: Arm) -> Order {
        let Arm { weapon, mode, manner } = arm;
        let manner = manner.map(str::to_owned);
        Order::Attack { unit: self.unit, target: Target::Unit(target), weapon, mode, manner }
    }

    /// The unit after an attack; nothing if it cannot pay for it.
    pub fn after_attack(&self, me: &Combatant, arm: Arm) -> Option<Combatant> {
        let held = me.held_at(arm.weapon)?;
        let action = play::attack_action(&held.weapon, arm.mode);
        self.after(me, Act { action, with: Some(held), manner: arm.manner })
    }

    /// How many such attacks it can still pay for, up to three.
    pub fn attacks(&self, me: &Combatant, arm: Arm) -> u32 {
        let mut left = me.clone();
        for made in 0..3 {
            match self.after_attack(&left, arm) {
                Some(after) => left = after,
                None => return made,
            }
        }
        3
    }

    /// The unit after a walk or a run; nothing if it cannot pay for it.
    pub fn after_move(&self, action: Action) -> Option<Combatant> {
        self.after(&self.fighter, Act::of(action))
    }

    /// The fight's last round is so near, from 0 at its beginning to 1.
    pub fn lateness(&self) -> f64 {
        let rounds = self.view.setup().bundle().skirmish.rounds.max(1);
        (f64::from(self.view.round().number()) / f64::from(rounds)).min(1.0)
    }
}

impl Other {
    fn of(view: &BattleView, other: &UnitDataItem, me: &UnitDataItem) -> Self {
        let skirmish = &view.setup().bundle().skirmish;
        let wanted = skirmish.objectives.iter().any(|objective| {
            let (side, name) = match objective {
                Objective::Stop { side, unit } | Objective::Slay { side, unit } => (side, unit),
                _ => return false,
            };
            *side == me.side.0 && name == other.identity.name()
        });
        let arm = strikes_with(other);
        Self {
            id: *other.id,
            cell: other.cell(),
            body: other.body(),
            left: points_left(view, other),
            worth: if wanted {
                3.0
            } else if arm.is_some() {
                1.0
            } else {
                0.5
            },
            arm,
            walk: STRIDE,
        }
    }
}

/// Every way to use a weapon that is at hand and ready.
pub(super) fn arms_of(weapon: usize, carried: &battle::Carried) -> Vec<Arm> {
    if carried.magazine() > 0 && carried.loaded() == 0 {
        return Vec::new();
    }
    let arm = |mode| Arm { weapon, mode, manner: None };
    if carried.modes().is_empty() {
        return vec![arm(None)];
    }
    carried.modes().iter().map(|mode| arm(Some(*mode))).collect()
}

/// What somebody has in hand, as an enemy may see it: what reaches furthest.
fn strikes_with(other: &UnitDataItem) -> Option<(Arm, Reach)> {
    let reach_of = |reach| match reach {
        Reach::Melee { beyond } => beyond,
        Reach::Ranged { metres } => 1000 + metres,
    };
    let held =
        other.arsenal.held().max_by_key(|(slot, carried)| (reach_of(carried.reach()), usize::MAX - slot));
    let (weapon, carried) = held?;
    let mode = carried.mode().or_else(|| carried.modes().last().copied());
    Some((Arm { weapon, mode, manner: None }, carried.reach()))
}

/// Points of harm somebody can still take, in the book's measure.
pub(super) fn points_left(view: &BattleView, unit: &UnitDataItem) -> f64 {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let body = gauges.iter().filter(|gauge| gauge.tone == Tone::Body).filter_map(|gauge| gauge.points());
    f64::from(body.map(|(now, _)| now).max().unwrap_or(1).max(1))
}
