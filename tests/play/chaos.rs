//! The shipped skirmishes, played by players who know no rules.

use breachline::battle::{self, BarrierId, BattleView, Blow, ItemId, Order, Pace, Side, Target, UnitId};
use breachline::content::Overrides;
use breachline::field::Cell;
use breachline::rules::{FireMode, KarmaPlan, play};

use crate::common::Fight;
use crate::skirmish::{Goal, choose, load, replays, shipped};

/// A player without any idea of the rules: xorshift, so that the orders are the same everywhere.
struct Chaos(u64);

impl Chaos {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn unit(&mut self) -> UnitId {
        UnitId(self.below(12) as u32)
    }

    fn cell(&mut self) -> Cell {
        Cell::new(self.below(36) as i32 - 2, self.below(28) as i32 - 2)
    }

    fn weapon(&mut self) -> usize {
        self.below(4) as usize
    }

    fn target(&mut self) -> Target {
        match self.below(8) {
            0 | 1 => Target::Barrier(BarrierId(self.below(300) as u32)),
            2 => Target::Square(self.cell()),
            _ => Target::Unit(self.unit()),
        }
    }

    fn mode(&mut self) -> Option<FireMode> {
        let modes = [FireMode::Single, FireMode::Burst, FireMode::LongBurst, FireMode::FullAutoSimple];
        modes.get(self.below(5) as usize).copied()
    }

    /// A few steps, mostly from where the unit stands.
    fn path(&mut self, view: &BattleView, unit: UnitId) -> Vec<Cell> {
        let mut here = view.unit(unit).map_or_else(|| self.cell(), |unit| unit.cell());
        (0..self.below(7))
            .map(|_| {
                here = Cell::new(here.x + self.below(3) as i32 - 1, here.y + self.below(3) as i32 - 1);
                here
            })
            .collect()
    }

    fn order(&mut self, view: &BattleView) -> Order {
        if let Some(decision) = view.decision()
            && self.below(8) > 0
        {
            let answers = &decision.prompt().answers;
            let answer = answers[self.below(answers.len() as u64) as usize].key.clone();
            return Order::Decide { answer };
        }
        let acting = view.round().acting().filter(|_| self.below(5) > 0);
        let unit = acting.unwrap_or_else(|| self.unit());
        match self.below(20) {
            0..=4 => {
                let pace = [Pace::Walk, Pace::Run, Pace::Sprint][self.below(3) as usize];
                Order::Move { unit, path: self.path(view, unit), pace, evade: self.below(4) == 0 }
            }
            5..=9 => {
                let (target, weapon, mode) = (self.target(), self.weapon(), self.mode());
                Order::attack(unit, target, weapon, mode)
            }
            10 => Order::TakeCover { unit },
            11 => Order::DropProne { unit },
            12 => Order::StandUp { unit },
            13 => Order::Reload { unit, weapon: self.weapon() },
            14 => Order::Ready { unit, weapon: self.weapon() },
            15 => Order::PickUp { unit, item: ItemId(self.below(6) as u32) },
            16 => match self.below(11) {
                0 => Order::Deploy { unit, to: self.cell() },
                1 => Order::Begin { side: Side(self.below(3) as u8) },
                2 => Order::AnnounceRun { unit },
                3 => Order::Dice { faces: vec![6; self.below(3) as usize] },
                4 => Order::Drop { unit, weapon: self.weapon() },
                5 | 6 => {
                    let [dice, reroll, ask] = [(); 3].map(|()| self.below(2) == 0);
                    Order::Karma { unit, plan: KarmaPlan { dice, reroll, ask } }
                }
                7 => Order::KarmaInitiative { unit },
                8 => {
                    let clauses = ["SS-ATK-07", "SS-INTC-06", "SS-DELAY-05", "nonsense"];
                    let answers = [Some("dodge"), Some("strike"), Some("hold"), None];
                    let clause = clauses[self.below(4) as usize].to_owned();
                    let answer = answers[self.below(4) as usize].map(str::to_owned);
                    Order::Standing { unit, clause, answer }
                }
                9 => {
                    let attacks = (0..self.below(4))
                        .map(|_| Blow { target: self.unit(), weapon: self.weapon(), mode: self.mode() })
                        .collect();
                    Order::Multiple { unit, attacks }
                }
                _ => Order::Decide { answer: "nonsense".to_owned() },
            },
            17 => Order::Door { unit, barrier: BarrierId(self.below(300) as u32) },
            18 => Order::Delay { unit },
            _ => Order::EndPhase { unit },
        }
    }
}

/// What is true after every order.
fn look_over(view: &BattleView) {
    let mut places = Vec::new();
    let mut items: Vec<_> = view.items().iter().map(|(id, _)| *id).collect();
    let count = items.len();
    items.dedup();
    assert_eq!(items.len(), count, "items have numbers of their own");
    let mut ids: Vec<_> = view.units().map(|unit| *unit.id).collect();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "units have numbers of their own");
    for unit in view.units() {
        assert!(unit.points.left() <= 3, "{:?}", unit.id);
        assert!(unit.karma.left() <= play::karma(unit.sheet.get()), "{:?}", unit.id);
        assert!(unit.karma.karma().plan.needs() <= unit.karma.left(), "{:?}", unit.id);
        if unit.casualty.escaped() {
            continue;
        }
        assert!(view.field().grid().can_enter(unit.cell()), "{:?} stands in a wall", unit.id);
        if unit.fighting() {
            assert!(!places.contains(&unit.cell()), "two on {:?}", unit.cell());
            places.push(unit.cell());
        }
    }
    if let Some(acting) = view.round().acting().filter(|_| view.round().outcome().is_none()) {
        assert!(view.unit(acting).expect("it exists").fighting(), "{acting:?} acts and is down");
    }
}

/// Three orders in four are nonsense or luck; the others are what somebody out for blood would do.
fn next_order(chaos: &mut Chaos, view: &BattleView) -> Order {
    if view.round().acting().is_some() && view.decision().is_none() && chaos.below(4) == 0 {
        let orders = choose(view, [Goal::Enemy; 2]);
        return orders[chaos.below(orders.len() as u64) as usize].clone();
    }
    chaos.order(view)
}

/// One order of chaos, and what has to be true after it. Whether it was accepted.
fn try_something(fight: &mut Fight, chaos: &mut Chaos) -> bool {
    let order = fight.view(|view| next_order(chaos, view));
    let before = battle::hash(&mut fight.world);
    let able = order
        .unit()
        .is_none_or(|unit| fight.view(|view| view.unit(unit).is_some_and(|unit| unit.fighting())));
    let accepted = fight.try_give(order.clone()).is_ok();
    if accepted {
        assert!(able, "{order:?} by somebody who is down or does not exist");
    } else {
        assert_eq!(battle::hash(&mut fight.world), before, "{order:?} was refused");
    }
    fight.view(look_over);
    accepted
}

#[test]
fn players_without_rules_break_nothing() {
    let mut accepted = 0;
    for (id, seed) in [("warehouse", 1), ("street", 2), ("bunker", 3)] {
        let overrides = Overrides { own_dice: Some(true), free_undo: Some(true), ..Overrides::default() };
        let bundle = shipped(id, &overrides);
        let mut chaos = Chaos(0x9e37_79b9_7f4a_7c15 ^ seed);
        let mut fight = load(bundle.clone(), seed);
        let mut fights = 1;
        let mut orders_of_fight = 0;
        for _ in 0..1000 {
            if fight.outcome().is_some() {
                replays(&mut fight);
                fights += 1;
                fight = load(bundle.clone(), seed + 10 * fights);
                orders_of_fight = 0;
            }
            orders_of_fight += 1;
            if orders_of_fight == 20 {
                // Enough of deployment: both begin, if they have not.
                for side in [0, 1] {
                    fight.try_give(Order::Begin { side: Side(side) }).ok();
                }
            }
            accepted += u32::from(try_something(&mut fight, &mut chaos));
        }
        replays(&mut fight);
    }
    assert!(accepted > 600, "only {accepted} of 3000 orders were accepted");
}
