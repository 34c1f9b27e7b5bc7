//! Fights under the other books: units with the book's own sheets, and readings of their state.

use std::sync::Arc;

use breachline::battle;
use breachline::battle::journal;
use breachline::battle::{AttackChoice, BattleEvent, Order, OrderError, Target};
use breachline::dice::{SymbolDie, SymbolPool, Trace};
use breachline::model::{ItemId, UnitId};
use breachline::rules::{
    Book, HealthState, HitResult, Sheet, TurnBudget, Weapon, aberrant, combat_checks, play,
};

use super::symbols::NetSymbols;
use super::{Fight, Setup, symbols};

impl Setup {
    /// The same field under another book. Under Aberrant, the first attack of a phase binds the others, no
    /// unit is asked as a pass begins, and there are no grievous injuries.
    pub fn by_book(mut self, book: Book) -> Self {
        self.bundle.skirmish.rules = super::rules_without_knockback(book);
        if book == Book::Aberrant {
            self = self.switch("ab.declare_mode", "attack").switch("ab.grievous_injury", "off");
        }
        self
    }

    /// A unit of Aberrant.
    pub fn nova(
        self,
        side: u8,
        cell: (i32, i32),
        sheet: aberrant::Sheet,
        weapons: &[aberrant::Weapon],
    ) -> Self {
        let weapons = weapons.iter().map(|weapon| Weapon::Aberrant(Arc::new(weapon.clone()))).collect();
        self.add_unit(side, cell, Sheet::Aberrant(Arc::new(sheet)), weapons)
    }

    /// A unit of Combat Checks.
    pub fn trooper(
        self,
        side: u8,
        cell: (i32, i32),
        sheet: combat_checks::Sheet,
        weapons: &[combat_checks::Weapon],
    ) -> Self {
        let weapons = weapons.iter().map(|weapon| Weapon::CombatChecks(Arc::new(weapon.clone()))).collect();
        self.add_unit(side, cell, Sheet::CombatChecks(Arc::new(sheet)), weapons)
    }
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeResult {
    pub contact: HitResult,
    pub net: i32,
    pub damage: u32,
    pub words: String,
}

/// The result of the attack of an order.
#[track_caller]
pub fn exchange_result(events: &[BattleEvent]) -> ExchangeResult {
    let found = events.iter().find_map(|event| match event {
        BattleEvent::AttackResolved { contact, net, damage, words, .. } => {
            Some(ExchangeResult { contact: *contact, net: *net, damage: *damage, words: words.to_string() })
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no attack was resolved: {events:?}"))
}

/// The book's own lines among the events.
pub fn rule_texts(events: &[BattleEvent]) -> Vec<String> {
    let texts = events.iter().filter_map(|event| match event {
        BattleEvent::RuleNote { text, .. } => Some(text.to_string()),
        _ => None,
    });
    texts.collect()
}

/// The clause that rejects an order.
#[track_caller]
pub fn error_clause(refusal: OrderError) -> &'static str {
    match refusal {
        OrderError::AttackForbidden(why) | OrderError::ForbiddenByBook { why, .. } => why.clause,
        other => panic!("not rejected by a clause: {other}"),
    }
}

impl Fight {
    /// Attacks with the weapon of this number, with an option of the book.
    #[track_caller]
    pub fn attack_with(
        &mut self,
        unit: u32,
        target: u32,
        weapon: usize,
        option: Option<&str>,
    ) -> Vec<BattleEvent> {
        self.submit(attack_order(unit, target, weapon, option))
    }

    /// The clause that forbids an attack.
    #[track_caller]
    pub fn attack_error(
        &mut self,
        unit: u32,
        target: u32,
        weapon: usize,
        option: Option<&str>,
    ) -> &'static str {
        error_clause(self.submit_error(attack_order(unit, target, weapon, option)))
    }

    /// Performs a special action of the book.
    #[track_caller]
    pub fn special_action(&mut self, unit: u32, action: &str, target: Option<u32>) -> Vec<BattleEvent> {
        self.submit(special_action(unit, action, target))
    }

    /// The clause that forbids a special action.
    #[track_caller]
    pub fn special_action_error(&mut self, unit: u32, action: &str, target: Option<u32>) -> &'static str {
        error_clause(self.submit_error(special_action(unit, action, target)))
    }

    /// A unit under Aberrant.
    #[track_caller]
    pub fn nova(&mut self, unit: u32) -> aberrant::HealthState {
        match self.unit(unit, |unit| unit.health.condition().clone()) {
            HealthState::Aberrant(condition) => condition,
            other => panic!("a fight under {}", other.book().name()),
        }
    }

    /// The turn budget of a unit under Aberrant.
    #[track_caller]
    pub fn turn_budget(&mut self, unit: u32) -> aberrant::TurnBudget {
        match self.unit(unit, |unit| unit.points.budget()) {
            TurnBudget::Aberrant(budget) => budget,
            other => panic!("a fight under {}", other.book().name()),
        }
    }

    /// A unit under Combat Checks.
    #[track_caller]
    pub fn trooper(&mut self, unit: u32) -> combat_checks::HealthState {
        match self.unit(unit, |unit| unit.health.condition().clone()) {
            HealthState::CombatChecks(condition) => condition,
            other => panic!("a fight under {}", other.book().name()),
        }
    }

    /// A derived stat of a unit as the book shows it: "-2 dice".
    #[track_caller]
    pub fn figure(&mut self, unit: u32, name: &str) -> String {
        self.view(|view| {
            let data = view.unit(UnitId(unit)).expect("the unit exists");
            let figures = play::derived_stats(&view.unit_snapshot(&data), view.rules());
            let figure = figures.into_iter().find(|figure| figure.name == name);
            figure.unwrap_or_else(|| panic!("no figure {name}")).value
        })
    }

    /// The value of a gauge, or an empty text.
    pub fn gauge(&mut self, unit: u32, label: &str) -> String {
        self.view(|view| {
            let data = view.unit(UnitId(unit)).expect("the unit exists");
            let gauges = play::gauges(data.sheet.get(), data.health.condition(), view.rules());
            gauges
                .into_iter()
                .find(|gauge| gauge.label == label)
                .map(|gauge| gauge.value())
                .unwrap_or_default()
        })
    }

    /// The note of a gauge, or an empty text.
    pub fn gauge_note(&mut self, unit: u32, label: &str) -> String {
        self.view(|view| {
            let data = view.unit(UnitId(unit)).expect("the unit exists");
            let gauges = play::gauges(data.sheet.get(), data.health.condition(), view.rules());
            gauges.into_iter().find(|gauge| gauge.label == label).map(|gauge| gauge.note).unwrap_or_default()
        })
    }

    /// Names of the items that a unit carries, with a star if in hand.
    pub fn carries(&mut self, unit: u32) -> Vec<String> {
        self.unit(unit, |unit| {
            let carried = unit.inventory.items();
            carried
                .map(|own| {
                    format!("{}{}", own.name(), if own.in_hand() && own.hands() > 0 { "*" } else { "" })
                })
                .collect()
        })
    }

    /// Names and squares of the items on the ground.
    pub fn items_on_ground(&mut self) -> Vec<(String, (i32, i32))> {
        self.view(|view| {
            let items = view.items();
            let of = |(_, item): &(ItemId, &battle::DroppedItem)| {
                (item.item().name().to_string(), (item.cell().x, item.cell().y))
            };
            items.iter().map(of).collect()
        })
    }

    /// Picks up the first item on the ground.
    #[track_caller]
    pub fn pick_up(&mut self, unit: u32) -> Vec<BattleEvent> {
        let item =
            self.view(|view| view.items().first().map(|(id, _)| *id)).expect("an item lies on the ground");
        self.submit(Order::PickUp { unit: UnitId(unit), item })
    }

    /// Notes of the last order under a clause.
    pub fn notes(&self, clause: &str) -> Vec<String> {
        let history = self.world.resource::<battle::History>();
        let chapter = history.records().last().expect("an order was given");
        let traces = chapter.events.iter().flat_map(|happening| &happening.trace);
        let notes = traces.filter_map(|trace| match trace {
            Trace::Noted(note) if note.clause == clause => Some(note.text.to_string()),
            _ => None,
        });
        notes.collect()
    }

    /// Ends the phase of the acting unit; a new round rolls its initiative on these faces.
    #[track_caller]
    pub fn end_with(&mut self, initiative: &[u8]) -> Vec<BattleEvent> {
        let (round, _) = self.round();
        let events = self.end();
        if self.round().0 == round {
            return events;
        }
        journal::undo_last_order(&mut self.world).expect("tests may undo everything");
        self.queue_dice(initiative);
        self.end()
    }

    /// Ends phases until this round begins, on these faces of initiative each time.
    #[track_caller]
    pub fn round_with(&mut self, round: u32, initiative: &[u8]) -> Vec<BattleEvent> {
        let mut all = Vec::new();
        while self.round().0 < round {
            all.extend(self.end_with(initiative));
        }
        all
    }

    /// The dice that an attack would roll: boost, setback, ability, difficulty, proficiency, challenge.
    #[track_caller]
    pub fn dice_of(&mut self, unit: u32, target: u32, weapon: usize, option: Option<&str>) -> [u8; 6] {
        let pool = self.symbols_of(unit, target, weapon, option);
        SymbolDie::ALL.map(|die| pool.get(die))
    }

    #[track_caller]
    fn symbols_of(&mut self, unit: u32, target: u32, weapon: usize, option: Option<&str>) -> SymbolPool {
        let aimed = AttackChoice { unit: UnitId(unit), weapon, mode: None, option };
        let forecast = self.view(|view| {
            let engagement = view.attack_request(aimed, UnitId(target)).expect("both are on the map");
            play::forecast(&engagement)
        });
        forecast.and_then(|forecast| forecast.symbols).expect("narrative dice")
    }

    /// A combat check with this many net successes and net advantages, further rolls, and answers to the questions; all of
    /// them have to be used.
    #[track_caller]
    pub fn checked(
        &mut self,
        (unit, target, weapon): (u32, u32, usize),
        net: (i32, i32),
        rolls: &[u8],
        answers: &[&str],
    ) -> Vec<BattleEvent> {
        self.checked_with((unit, target, weapon, None), (net.0, net.1, 0, 0), rolls, answers)
    }

    /// The same with an option, triumphs and despairs.
    #[track_caller]
    pub fn checked_with(
        &mut self,
        (unit, target, weapon, option): (u32, u32, usize, Option<&str>),
        wanted: (i32, i32, i32, i32),
        rolls: &[u8],
        answers: &[&str],
    ) -> Vec<BattleEvent> {
        let pool = self.symbols_of(unit, target, weapon, option);
        self.queue_dice(&faces_for_symbols(pool, wanted));
        self.queue_dice(rolls);
        let mut events = self.attack_with(unit, target, weapon, option);
        for answer in answers {
            assert!(self.asked().iter().any(|key| key == answer), "{answer} is not among {:?}", self.asked());
            events.extend(self.answer(answer));
        }
        assert!(self.asked().is_empty(), "still asked: {:?}", self.asked());
        assert_eq!(self.dice_left(), 0, "all dice are used");
        events
    }

    /// Makes such a check; its prompts stay open.
    #[track_caller]
    pub fn begin_check(
        &mut self,
        (unit, target, weapon): (u32, u32, usize),
        (successes, advantages): (i32, i32),
    ) {
        self.begin_check_with((unit, target, weapon), (successes, advantages, 0, 0));
    }

    /// The same with triumphs and despairs as well.
    #[track_caller]
    pub fn begin_check_with(&mut self, (unit, target, weapon): (u32, u32, usize), wanted: NetSymbols) {
        let pool = self.symbols_of(unit, target, weapon, None);
        self.queue_dice(&faces_for_symbols(pool, wanted));
        self.attack_with(unit, target, weapon, None);
    }

    /// The answers offered to the attacker, or to the unit that spends its threats, after such a check and some answers. The
    /// attack is undone.
    #[track_caller]
    pub fn offered_actions(
        &mut self,
        (unit, target, weapon): (u32, u32, usize),
        (successes, advantages): (i32, i32),
        answers: &[&str],
    ) -> Vec<String> {
        self.begin_check((unit, target, weapon), (successes, advantages));
        for answer in answers {
            self.answer(answer);
        }
        let offered = self.asked();
        for _ in 0..answers.len() + 2 {
            journal::undo_last_order(&mut self.world).expect("tests may undo everything");
        }
        offered
    }
}

fn attack_order(unit: u32, target: u32, weapon: usize, option: Option<&str>) -> Order {
    let option = option.map(str::to_owned);
    Order::Attack { unit: UnitId(unit), target: Target::Unit(UnitId(target)), weapon, mode: None, option }
}

/// The order of a special action without a weapon.
pub fn special_action(unit: u32, action: &str, target: Option<u32>) -> Order {
    Order::SpecialAction {
        unit: UnitId(unit),
        action: action.to_owned(),
        target: target.map(UnitId),
        weapon: None,
    }
}

/// Faces of a pool, in its order, that give this many net successes, net advantages, triumphs and despairs.
#[track_caller]
pub fn faces_for_symbols(pool: SymbolPool, wanted: NetSymbols) -> Vec<u8> {
    let Some(faces) = symbols::faces_with(pool, wanted, true) else {
        panic!("{pool} cannot show {wanted:?}")
    };
    faces
}

/// Faces of rolls of ten-sided dice, each given as successes and dice.
pub fn d10_faces(rolls: &[(usize, usize)]) -> Vec<u8> {
    rolls.iter().flat_map(|&(hits, dice)| (0..dice).map(move |die| if die < hits { 7 } else { 2 })).collect()
}

/// The clause of a lost phase.
pub fn lost_phase(events: &[BattleEvent]) -> Option<(u32, &'static str)> {
    events.iter().find_map(|event| match event {
        BattleEvent::PhaseLost { unit, why } => Some((unit.0, why.clause)),
        _ => None,
    })
}
