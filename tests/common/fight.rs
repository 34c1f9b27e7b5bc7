//! A running fight: takes orders, returns events.

use bevy_ecs::prelude::World;
use breachline::battle;
use breachline::battle::journal;
use breachline::battle::{BattleEvent, BattleView, Order, OrderError, Pace, Target, UnitDataItem};
use breachline::model::{Cell, UnitId};
use breachline::rules::swan_song::FireMode;

use super::vitals;

/// A running fight.
pub struct Fight {
    pub world: World,
}

impl Fight {
    /// Faces for the next rolls.
    pub fn queue_dice(&mut self, faces: &[u8]) {
        if !faces.is_empty() {
            self.submit(Order::Dice { faces: faces.to_vec() });
        }
    }

    /// Number of queued faces that are not used yet: a test that queued the right number has none left.
    pub fn dice_left(&self) -> usize {
        self.world.resource::<battle::BattleDice>().given_faces().len()
    }

    /// Submits an order that has to be accepted; returns its events.
    #[track_caller]
    pub fn submit(&mut self, order: Order) -> Vec<BattleEvent> {
        match self.try_submit(order.clone()) {
            Ok(events) => events,
            Err(refusal) => panic!("{order:?} was rejected: {refusal}"),
        }
    }

    /// Submits an order that may be rejected.
    pub fn try_submit(&mut self, order: Order) -> Result<Vec<BattleEvent>, OrderError> {
        journal::submit_order(&mut self.world, order)?;
        let history = self.world.resource::<battle::History>();
        let chapter = history.records().last().expect("an order was given");
        Ok(chapter.events.iter().map(|happening| happening.event.clone()).collect())
    }

    /// Submits an order that has to be rejected; returns the error.
    #[track_caller]
    pub fn submit_error(&mut self, order: Order) -> OrderError {
        let before = battle::battle_hash(&mut self.world);
        let refusal = self.try_submit(order.clone()).expect_err("the order should be rejected");
        assert_eq!(
            battle::battle_hash(&mut self.world),
            before,
            "a rejected order changes nothing: {order:?}"
        );
        refusal
    }

    /// Walks along these squares.
    pub fn walk(&mut self, unit: u32, path: &[(i32, i32)]) -> Result<Vec<BattleEvent>, OrderError> {
        self.move_unit(unit, path, Pace::Walk)
    }

    /// Moves at a pace.
    pub fn move_unit(
        &mut self,
        unit: u32,
        path: &[(i32, i32)],
        pace: Pace,
    ) -> Result<Vec<BattleEvent>, OrderError> {
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        self.try_submit(Order::Move { unit: UnitId(unit), path, pace, evade: false })
    }

    /// Attacks with the weapon of a number.
    pub fn attack(
        &mut self,
        unit: u32,
        target: u32,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Result<Vec<BattleEvent>, OrderError> {
        self.try_submit(Order::attack(UnitId(unit), Target::Unit(UnitId(target)), weapon, mode))
    }

    /// Answers the open question.
    #[track_caller]
    pub fn answer(&mut self, key: &str) -> Vec<BattleEvent> {
        self.submit(Order::Decide { answer: key.to_owned() })
    }

    /// Units that may intercept the last mover let it pass.
    pub fn let_pass(&mut self) {
        while self.asked().first().is_some_and(|answer| answer == "pass") {
            self.answer("pass");
        }
    }

    /// All units that are asked which attacks they queue give the same answer. `AB-CANCEL-01`.
    pub fn queue_attacks(&mut self, answer: &str) {
        while self.asked().contains(&"place".to_owned()) {
            self.answer(answer);
        }
    }

    /// Keys of the answers to the open question.
    pub fn asked(&self) -> Vec<String> {
        let pending = self.world.resource::<battle::PendingPrompt>();
        let answers = pending.open_prompt().map(|decision| decision.prompt().answers.clone());
        answers.unwrap_or_default().into_iter().map(|answer| answer.key).collect()
    }

    /// Ends the phase of the acting unit.
    #[track_caller]
    pub fn end(&mut self) -> Vec<BattleEvent> {
        let unit = self.acting().expect("a unit acts");
        self.submit(Order::EndPhase { unit: UnitId(unit) })
    }

    /// The acting unit.
    pub fn acting(&self) -> Option<u32> {
        self.world.resource::<battle::RoundState>().acting().map(|unit| unit.0)
    }

    /// Round and pass.
    pub fn round(&self) -> (u32, u32) {
        let round = self.world.resource::<battle::RoundState>();
        (round.number(), round.pass())
    }

    /// Reads the fight.
    pub fn view<T>(&mut self, read: impl FnOnce(&BattleView) -> T) -> T {
        battle::with_view(&mut self.world, read)
    }

    /// Reads the fight as a side sees it.
    pub fn seen_by<T>(&mut self, side: u8, read: impl FnOnce(&BattleView) -> T) -> T {
        self.world.insert_resource(battle::Viewer(Some(breachline::model::Side(side))));
        let answer = battle::with_view(&mut self.world, read);
        self.world.insert_resource(battle::Viewer(None));
        answer
    }

    /// Reads a unit.
    pub fn unit<T>(&mut self, unit: u32, read: impl FnOnce(&UnitDataItem) -> T) -> T {
        self.view(|view| read(&view.unit(UnitId(unit)).expect("the unit exists")))
    }

    /// A unit's score.
    pub fn score(&mut self, unit: u32) -> i32 {
        self.unit(unit, |unit| unit.initiative.score())
    }

    /// A unit's action points.
    pub fn points(&mut self, unit: u32) -> u8 {
        self.unit(unit, |unit| unit.points.left())
    }

    /// A unit's flesh.
    pub fn flesh(&mut self, unit: u32) -> i32 {
        self.unit(unit, |unit| vitals(unit).flesh.now)
    }

    /// The square a unit stands on.
    pub fn cell(&mut self, unit: u32) -> (i32, i32) {
        self.unit(unit, |unit| (unit.cell().x, unit.cell().y))
    }
}
