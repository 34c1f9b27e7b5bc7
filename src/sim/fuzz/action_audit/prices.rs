//! Prices by the tables of the books, written independently: the cost of an ordered action for its unit.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use battle::{BattleEvent, EventRecord, Order, Pace};
use dice::Clause;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{Book, FireMode, HealthState, RuleSet};

use super::{ActionAudit, AuditViolation};

/// An action that was ordered and has to be paid for.
struct OrderedAction {
    unit: UnitId,
    /// For the error.
    what: Cow<'static, str>,
    /// Whether a payment for an action pays for it.
    is_paid_by: fn(Action) -> bool,
}

impl OrderedAction {
    /// Returns the actions of an order that have a price, if only that of a Free Action. A special action is paid without
    /// naming an action; [`special_action_price`] has its price.
    fn list(order: &Order) -> Vec<Self> {
        let is_placing = |action| matches!(action, Action::UseItem | Action::SetCharges | Action::Throw);
        let (unit, what, is_paid_by): (_, _, fn(Action) -> bool) = match order {
            Order::Attack { unit, .. } => (*unit, "an attack", Action::is_attack),
            Order::Multiple { unit, .. } => {
                return vec![
                    Self::new(*unit, "several attacks", |action| action == Action::MultipleAttacks),
                    Self::new(*unit, "the most expensive attack", Action::is_attack),
                ];
            }
            Order::Move { unit, pace, evade, .. } => {
                let pace: (_, fn(Action) -> bool) = match pace {
                    Pace::Walk => ("a walk", |action| action == Action::Walk),
                    Pace::Run => ("a run", |action| action == Action::Run),
                    Pace::Sprint => ("a sprint", |action| action == Action::Sprint),
                };
                let evasion: (_, fn(Action) -> bool) = ("an evasion", |action| action == Action::Evade);
                let parts = std::iter::once(pace).chain(evade.then_some(evasion));
                return parts.map(|(what, is_paid_by)| Self::new(*unit, what, is_paid_by)).collect();
            }
            Order::Activate { unit, .. } => (*unit, "placing an item", is_placing),
            Order::Continue { unit } => (*unit, "an Extended Action", |action| action == Action::SetCharges),
            Order::Detonate { unit, .. } => (*unit, "a detonation", |action| action == Action::Detonate),
            Order::TakeCover { unit } => (*unit, "taking cover", |action| action == Action::TakeCover),
            Order::DropProne { unit } => (*unit, "dropping prone", |action| action == Action::DropProne),
            Order::StandUp { unit } => (*unit, "standing up", |action| action == Action::StandUp),
            Order::Reload { unit, .. } => (*unit, "reloading", |action| action == Action::Reload),
            Order::Ready { unit, .. } => (*unit, "readying an item", |action| action == Action::Ready),
            Order::Drop { unit, .. } => (*unit, "dropping an item", |action| action == Action::DropObject),
            Order::PickUp { unit, .. } => (*unit, "picking up an item", |action| action == Action::PickUp),
            Order::Door { unit, .. } => (*unit, "a door", |action| action == Action::Door),
            _ => return Vec::new(),
        };
        vec![Self::new(unit, what, is_paid_by)]
    }

    const fn new(unit: UnitId, what: &'static str, is_paid_by: fn(Action) -> bool) -> Self {
        Self { unit, what: Cow::Borrowed(what), is_paid_by }
    }
}

/// Returns whether all switches that change prices have their defaults.
pub(super) fn prices_are_default(rules: &RuleSet) -> bool {
    const PREFIXES: [&str; 6] =
        ["ss.ap.", "ss.free_actions", "ad.attack_ap", "ad.stand_ap", "cs.action_costs", "cs.stand_ap"];
    let is_price = |name: &str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    !rules.changed().keys().any(|name| is_price(name))
}

/// Points of an action in table SS-T6; `None` for all that are left, or as many as are needed.
const fn table_points(action: Action) -> Option<u8> {
    Some(match action {
        Action::SayWord
        | Action::DropObject
        | Action::Gesture
        | Action::Walk
        | Action::ForcedDrop
        | Action::DropProne
        | Action::ChangeMode
        | Action::StandardDefence
        | Action::MultipleAttacks => 0,
        Action::Run
        | Action::Sprint
        | Action::Throw
        | Action::TakeCover
        | Action::Ready
        | Action::StandUp
        | Action::PickUp
        | Action::Reload
        | Action::Door
        | Action::UseItem
        | Action::Dodge
        | Action::Parry
        | Action::Block
        | Action::Evade
        | Action::Intercept
        | Action::Fire(
            FireMode::Single
            | FireMode::Burst
            | FireMode::FullAutoSimple
            | FireMode::FlechetteNarrow
            | FireMode::FlechetteMedium
            | FireMode::FlechetteWide,
        ) => 1,
        Action::Fire(FireMode::SemiAutoBurst | FireMode::LongBurst | FireMode::FullAutoComplex)
        | Action::Rocket
        | Action::LiftBody
        | Action::MeleeAttack
        | Action::UnarmedAttack
        | Action::Cast
        | Action::Heal
        | Action::AttackProgram
        | Action::FullDefense => 2,
        Action::FirstAid => 3,
        Action::Detonate | Action::SetCharges => return None,
    })
}

/// Points that an action may take from a unit with `before` points. Table SS-T6, `SS-ACT-13`, `AB-BASE-07`, `AD-BASE-07`,
/// table CS-T2, `CC-ECON-03` to `CC-ECON-06`.
fn listed_points(book: Book, action: Action, before: u8) -> RangeInclusive<u8> {
    // What is free once costs a point the second time, and so does the Free Action of a called shot.
    let engine = match table_points(action) {
        None => 1..=before,
        Some(0) if action == Action::ForcedDrop => 0..=0,
        Some(points) if points == 0 || action.is_attack() => points..=points + 1,
        Some(points) => points..=points,
    };
    let is_shot = matches!(action, Action::Fire(_) | Action::MeleeAttack | Action::UnarmedAttack);
    match book {
        // With a Full Defence, which lasts, together.
        Book::SwanSong if matches!(action, Action::Dodge | Action::Parry | Action::Block) => 1..=3,
        Book::SwanSong => engine,
        Book::AttacksAndDamage if is_shot => 2..=2,
        Book::AttacksAndDamage => engine,
        // Every action that is not reflexive costs one; defences were reserved, or cost one as well.
        Book::Aberrant if action.is_attack() => 1..=1,
        Book::Aberrant if action.is_interrupt() => 0..=1,
        // Those who fly pay for it.
        Book::Aberrant if action == Action::Walk => 0..=1,
        Book::Aberrant => match table_points(action) {
            Some(0) => 0..=0,
            _ => 1..=1,
        },
        Book::Circumstances => match action {
            // The attack of a Charge is paid with the Charge.
            Action::MeleeAttack | Action::UnarmedAttack => 0..=1,
            Action::Fire(FireMode::Burst) | Action::Run => 2..=2,
            Action::Fire(_) | Action::Rocket | Action::StandUp | Action::Ready => 1..=1,
            // A move that goes on is paid already; a rest of a Full Move may follow it.
            Action::Walk => 0..=1,
            // As its data say.
            Action::Reload => 0..=2,
            Action::TakeCover | Action::DropProne | Action::DropObject => 0..=0,
            // The Reaction, which is no point.
            Action::Dodge | Action::Parry | Action::Intercept => 0..=1,
            other => match table_points(other) {
                Some(0) => 0..=0,
                Some(1) => 1..=1,
                _ => 2..=2,
            },
        },
        Book::CombatChecks => match action {
            _ if action.is_attack() && action != Action::Throw => 2..=2,
            Action::Heal | Action::FirstAid => 2..=2,
            Action::SayWord | Action::DropObject | Action::Gesture | Action::ChangeMode => 0..=0,
            Action::ForcedDrop | Action::Intercept => 0..=0,
            // A manoeuvre: the free one, or one that was bought before.
            _ => 0..=1,
        },
    }
}

/// What a special action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpecialPrice {
    /// Nothing.
    Nothing,
    /// The Free Action, or a point if it is used.
    FreeAction,
    /// So many points.
    Points(u8),
    /// All points, at least one.
    AllPoints,
    /// One or two points, by its data or by what was paid before.
    OneOrTwo,
    /// A manoeuvre, which may have been bought.
    Maneuver,
    /// Strain.
    Strain(u32),
    /// A point of Willpower.
    Willpower,
    /// Something that its roll decides, or its data.
    Varies,
}

/// Returns the price of a special action by the catalogue; `None` for keys that are not of the book.
fn special_action_price(book: Book, key: &str) -> Option<SpecialPrice> {
    use SpecialPrice::{
        AllPoints, FreeAction, Maneuver, Nothing, OneOrTwo, Points, Strain, Varies, Willpower,
    };
    let unarmed = match book {
        Book::Aberrant | Book::Circumstances => 1,
        Book::SwanSong | Book::AttacksAndDamage | Book::CombatChecks => 2,
    };
    let own = match (book, key) {
        // Table SS-T6.
        (Book::SwanSong, "first_aid" | "first_aid_self") => Points(3),
        (Book::SwanSong, "heal" | "heal_self" | "lift_body") => Points(2),
        (Book::SwanSong, "recharge" | "use_booster") => Points(1),
        (Book::SwanSong, "drop_body") => FreeAction,
        (Book::SwanSong, "treat_wound") => AllPoints,
        // `AB-BASE-07`, `AB-BASE-08`, `AB-CANCEL-01` to `AB-CANCEL-04`, `AB-STUN-10`.
        (Book::Aberrant, "full_defence") => AllPoints,
        (Book::Aberrant, "reserve" | "revive") => Points(1),
        (Book::Aberrant, "split" | "flurry_2" | "flurry_3") => Nothing,
        (Book::Aberrant, "replace" | "abort") => Varies,
        (Book::Aberrant, "rally") => Willpower,
        // Table CS-T2.
        (Book::Circumstances, "charge" | "clear_jam") => Points(2),
        (Book::Circumstances, "full_move") => OneOrTwo,
        (Book::Circumstances, "hide" | "break_hold") => Points(1),
        (Book::Circumstances, "cover" | "engage") => Nothing,
        (Book::Circumstances, "let_go") => FreeAction,
        (Book::Circumstances, spell) if spell.starts_with("spell_") => OneOrTwo,
        // Chapter ECON.
        (Book::CombatChecks, "buy_maneuver") => Strain(2),
        (Book::CombatChecks, "give_up_action" | "treat" | "treat_self") => Points(2),
        (Book::CombatChecks, "aim" | "guarded_stance" | "reload") => Maneuver,
        (Book::CombatChecks, "further_target") => Nothing,
        // Borrowed by books without rules of their own. `AB-BASE-10`, `SS-RULING-59`.
        (_, "grapple" | "break_free" | "take_control") => Points(unarmed),
        (_, "let_go" | "turn_shield" | "release_shield") => Nothing,
        (Book::CombatChecks, "board" | "alight" | "take_wheel" | "windows") => Maneuver,
        (_, "board" | "alight" | "take_wheel" | "windows") => Points(1),
        _ => return None,
    };
    Some(own)
}

/// Defences with a price.
pub(super) struct PricedDefences {
    /// Clause of their choice.
    pub clause: Clause,
    /// First words of the answers, with the actions that pay for them.
    pub answers: &'static [(&'static str, Action)],
    /// Whether they are paid when they are rolled: not against an attack that misses by itself.
    pub when_rolled: bool,
}

/// Returns the defences of a book that have a price. `SS-ATK-07`, `AB-BASE-08`, `CS-BASE-14`.
pub(super) const fn priced_defences(book: Book) -> Option<PricedDefences> {
    const DODGE: (&str, Action) = ("Dodge", Action::Dodge);
    const PARRY: (&str, Action) = ("Parry", Action::Parry);
    match book {
        Book::SwanSong => {
            let answers = &[DODGE, PARRY, ("Block", Action::Block)];
            Some(PricedDefences { clause: "SS-ATK-07", answers, when_rolled: false })
        }
        Book::Aberrant => {
            Some(PricedDefences { clause: "AB-BASE-08", answers: &[DODGE, PARRY], when_rolled: true })
        }
        Book::Circumstances => {
            Some(PricedDefences { clause: "CS-BASE-14", answers: &[DODGE, PARRY], when_rolled: false })
        }
        Book::AttacksAndDamage | Book::CombatChecks => None,
    }
}

/// Returns whether the health of a unit changes like this.
fn has_health_cost(
    records: &[EventRecord],
    unit: UnitId,
    pays: &dyn Fn(&HealthState, &HealthState) -> bool,
) -> bool {
    records.iter().any(|record| {
        matches!(&record.event, BattleEvent::Harmed { unit: of, before, after, .. }
            if *of == unit && pays(before, after))
    })
}

impl ActionAudit {
    /// Checks that the unit of an order has paid for the actions that it ordered.
    pub(super) fn check_price(&self, order: &Order, records: &[EventRecord]) -> Result<(), AuditViolation> {
        for OrderedAction { unit, what, is_paid_by } in OrderedAction::list(order) {
            let is_payment = |record: &EventRecord| match &record.event {
                BattleEvent::Paid { unit: of, action, .. } => *of == unit && is_paid_by(*action),
                BattleEvent::TurnBudgetChanged { unit: of, .. } => *of == unit,
                _ => false,
            };
            let state = self.units.get(&unit);
            let is_paid_already = match order {
                Order::Attack { .. } => state.is_some_and(|state| state.charges),
                Order::Move { pace: Pace::Walk, .. } => state.is_some_and(|state| state.moves),
                // What is reflexive in this book costs nothing, and house rules decide what is. `AB-BASE-07`
                Order::Multiple { .. } | Order::Move { .. } => false,
                _ => self.book == Some(Book::Aberrant),
            };
            if !is_paid_already && !records.iter().any(is_payment) {
                return Err(AuditViolation::NotPaid { unit, what });
            }
        }
        if let Order::KarmaInitiative { unit } = order
            && !records
                .iter()
                .any(|record| matches!(record.event, BattleEvent::KarmaSpent { unit: of, .. } if of == *unit))
        {
            return Err(AuditViolation::NotPaid { unit: *unit, what: "five initiative dice".into() });
        }
        Ok(())
    }

    /// Checks that the unit of a special action has paid its price by the catalogue.
    pub(super) fn check_special_price(
        &self,
        order: &Order,
        records: &[EventRecord],
    ) -> Result<(), AuditViolation> {
        let Order::SpecialAction { unit, action: key, .. } = order else { return Ok(()) };
        let (unit, what) = (*unit, || format!("the special action {key}").into());
        let (Some(book), Some(state)) = (self.book, self.units.get(&unit)) else { return Ok(()) };
        let Some(price) = special_action_price(book, key) else { return Ok(()) };
        if !self.prices_are_default {
            return Ok(());
        }
        let paid = records.iter().find_map(|record| match &record.event {
            BattleEvent::Paid { unit: of, points, .. }
            | BattleEvent::TurnBudgetChanged { unit: of, points, .. }
                if *of == unit =>
            {
                Some(*points)
            }
            _ => None,
        });
        let strain_cost = |strain: u32| {
            has_health_cost(records, unit, &|before, after| match (before, after) {
                (HealthState::CombatChecks(before), HealthState::CombatChecks(after)) => {
                    after.strain == before.strain + strain
                }
                _ => false,
            })
        };
        let is_paid = match price {
            SpecialPrice::Nothing => paid.is_none_or(|points| points == 0),
            SpecialPrice::FreeAction => paid.is_some_and(|points| points <= 1),
            SpecialPrice::Points(points) => paid == Some(points),
            SpecialPrice::AllPoints => paid.is_some_and(|points| points > 0 && points == state.points()),
            SpecialPrice::OneOrTwo => paid.is_some_and(|points| (1..=2).contains(&points)),
            SpecialPrice::Maneuver => paid.is_some_and(|points| points <= 1),
            SpecialPrice::Strain(strain) => strain_cost(strain),
            // Paid with the roll, which may have to wait for dice.
            SpecialPrice::Willpower | SpecialPrice::Varies => true,
        };
        match paid {
            _ if is_paid => Ok(()),
            Some(paid) => Err(AuditViolation::WrongPrice { unit, what: what(), paid }),
            None => Err(AuditViolation::NotPaid { unit, what: what() }),
        }
    }

    /// Checks at the end of a special action that a point of Willpower is paid for it, if that is its price.
    pub(super) fn check_willpower(
        &self,
        event: &BattleEvent,
        following: &[EventRecord],
    ) -> Result<(), AuditViolation> {
        let BattleEvent::SpecialActionDone { unit, action: key, .. } = event else { return Ok(()) };
        let price = self.book.and_then(|book| special_action_price(book, key));
        let is_paid = price != Some(SpecialPrice::Willpower)
            || has_health_cost(following, *unit, &|before, after| match (before, after) {
                (HealthState::Aberrant(before), HealthState::Aberrant(after)) => {
                    after.willpower + 1 == before.willpower
                }
                _ => false,
            });
        if is_paid {
            return Ok(());
        }
        Err(AuditViolation::NotPaid { unit: *unit, what: format!("the special action {key}").into() })
    }

    /// Checks that a payment takes the price of the book's table from the points that the unit has.
    pub(super) fn check_points(&self, event: &BattleEvent) -> Result<(), AuditViolation> {
        let (unit, action, paid, budget) = match event {
            BattleEvent::Paid { unit, action, points, budget } => (unit, Some(*action), *points, budget),
            // Without points it is no payment: a phase begins, a target is chosen.
            BattleEvent::TurnBudgetChanged { unit, points: points @ 1.., budget } => {
                (unit, None, *points, budget)
            }
            _ => return Ok(()),
        };
        let (Some(state), Some(book)) = (self.units.get(unit), self.book) else { return Ok(()) };
        let what = || action.map_or("a special action", Action::name).into();
        let (before, left) = (state.points(), budget.points());
        // Reactions have no points of their own in the other books. `CS-BASE-17`, `AB-BASE-08`
        let is_reaction =
            book != Book::SwanSong && action.is_some_and(|action: Action| action.is_interrupt());
        if is_reaction {
            // An attack on a passing unit costs nothing in this book (`CC-ECON-15`), and a switch may make it free.
            let takes_something =
                state.budget != Some(*budget) || book == Book::CombatChecks || !self.prices_are_default;
            return if takes_something {
                Ok(())
            } else {
                Err(AuditViolation::NotPaid { unit: *unit, what: what() })
            };
        }
        if before.checked_sub(paid) != Some(left) {
            return Err(AuditViolation::WrongPayment { unit: *unit, what: what(), before, paid, left });
        }
        let is_listed = action.is_none_or(|action| listed_points(book, action, before).contains(&paid));
        if self.prices_are_default && !is_listed {
            return Err(AuditViolation::WrongPrice { unit: *unit, what: what(), paid });
        }
        Ok(())
    }
}
