//! Words of a decision, written for the state in which it was made: of a door that its order has opened since, the same
//! order would say that it closes the door.

use super::plan_words::Exposure;
use super::{DecisionRecord, plan_words};
use crate::board::overlay::blast;
use ai::{AiDecision, ExitNote, ScoredOrder};
use battle::{BattleView, Order, Target};
use battle_log::log_text::capitalise;
use battle_log::order_text::order_text;
use model::UnitId;

/// Words of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlanWords {
    /// What it does, and where: "Walk behind the crate", "Kerr attacks Moss (Rifle)".
    pub plan: String,
    /// Its order: "Kerr walks 4 m east".
    pub order: String,
    /// Where a move ends: "Behind the crate"; `None` for other orders and bare places.
    pub place: Option<String>,
    /// How its order belongs to the way out of the battlefield; `None` if it does not.
    pub exit: Option<ExitNote>,
    /// Whether its unit can take cover after its attack, in the same turn.
    pub covers_after: bool,
    /// Names of the enemies in the area of its attack; none for other orders and attacks without an area.
    pub caught: Vec<String>,
    /// How open to enemies its unit is where it leaves it; `None` without a unit.
    pub exposure: Option<Exposure>,
}

/// Words of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DecisionWords {
    /// Those of the chosen order.
    pub order: String,
    /// Those of the plans, in their order.
    pub plans: Vec<PlanWords>,
}

impl DecisionWords {
    /// Writes the words of a decision that was made in the present state of the battle.
    pub fn write(view: &BattleView, unit: Option<UnitId>, decision: &AiDecision) -> Self {
        let order = match &decision.order {
            Order::Deploy { unit, to } => plan_words::placement_text(view, *unit, *to),
            order => order_text(view, order),
        };
        let plans = decision.candidates.iter().map(|plan| PlanWords {
            plan: plan_words::plan_text(view, unit, plan),
            order: order_text(view, &plan.order),
            place: destination_text(view, unit, plan),
            exit: unit.and_then(|unit| ai::exit_note(view, unit, &plan.order)),
            covers_after: unit.is_some_and(|unit| ai::takes_cover_after(view, unit, &plan.order)),
            caught: caught_names(view, &plan.order).unwrap_or_default(),
            exposure: unit.and_then(|unit| Exposure::of_order(view, unit, &plan.order)),
        });
        Self { order, plans: plans.collect() }
    }
}

impl DecisionRecord {
    /// Returns the plans with their words, the chosen one first.
    pub(super) fn plans(&self) -> impl Iterator<Item = (&ScoredOrder, &PlanWords)> {
        self.decision.candidates.iter().zip(&self.words.plans)
    }
}

/// Says in which turn something was decided, and when it is now if that is over: "Turn in round 2; it is round 3 now." A pass is
/// named where it tells the turns of a round apart.
pub(super) fn turn_text(order: &Order, (round, pass): (u32, u32), now: (u32, u32)) -> String {
    if round == 0 {
        return "Decided in the deployment.".to_owned();
    }
    let is_same_round = now.0 == round && now.1 != pass;
    let words = |(round, pass): (u32, u32)| match pass > 1 || is_same_round {
        true => format!("round {round}, pass {pass}"),
        false => format!("round {round}"),
    };
    let begins = if matches!(order, Order::Decide { .. }) { "Answer in" } else { "Turn in" };
    match (round, pass) == now {
        true => format!("{begins} {}.", words(now)),
        false => format!("{begins} {}; it is {} now.", words((round, pass)), words(now)),
    }
}

/// Describes where a move ends: "Behind the crate, by the wooden door"; `None` for other orders and bare places.
fn destination_text(view: &BattleView, unit: Option<UnitId>, plan: &ScoredOrder) -> Option<String> {
    let Order::Move { path, .. } = &plan.order else { return None };
    ai::describe_place(view, unit?, *path.last()?).map(|place| capitalise(&place))
}

/// Names the enemies in the area of an attack that lands where it is aimed; `None` for other orders and attacks without an area.
fn caught_names(view: &BattleView, order: &Order) -> Option<Vec<String>> {
    let Order::Attack { unit, target, weapon, .. } = order else { return None };
    let attacker = view.unit_ignoring_fog(*unit)?;
    let centre = match target {
        Target::Unit(id) => view.unit_ignoring_fog(*id)?.cell(),
        Target::Square(cell) => *cell,
        Target::Barrier(_) => return None,
    };
    let area = blast::blast_at(view, &attacker, attacker.inventory.get(*weapon)?.weapon(), centre)?;
    let caught = area.caught.into_iter().filter_map(|id| view.unit(id));
    let enemies = caught.filter(|other| other.is_fighting() && other.side != attacker.side);
    Some(enemies.map(|other| other.identity.name().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{warehouse_in_every_book, with_context};

    #[test]
    fn reasons_say_to_which_turn_they_belong() {
        let end = Order::EndPhase { unit: UnitId(1) };
        assert_eq!(turn_text(&end, (2, 1), (2, 1)), "Turn in round 2.");
        assert_eq!(turn_text(&end, (2, 1), (3, 1)), "Turn in round 2; it is round 3 now.");
        assert_eq!(turn_text(&end, (2, 1), (2, 2)), "Turn in round 2, pass 1; it is round 2, pass 2 now.");
        assert_eq!(turn_text(&end, (2, 2), (3, 1)), "Turn in round 2, pass 2; it is round 3 now.");
        assert_eq!(turn_text(&end, (0, 0), (1, 1)), "Decided in the deployment.");
        let answer = Order::Decide { answer: String::new() };
        assert_eq!(turn_text(&answer, (2, 1), (2, 1)), "Answer in round 2.");
    }

    #[test]
    fn an_attack_with_an_area_names_the_enemies_that_it_catches() {
        let (mut catching, mut single) = (0, 0);
        for (book, mut world) in warehouse_in_every_book() {
            with_context(&mut world, |context| {
                let view = context.view;
                for attacker in view.units() {
                    let enemies = || view.units().filter(|other| other.side != attacker.side);
                    for (enemy, (slot, carried)) in enemies()
                        .flat_map(|enemy| attacker.inventory.slots().map(move |one| (*enemy.id, one)))
                    {
                        let order = Order::Attack {
                            unit: *attacker.id,
                            target: Target::Unit(enemy),
                            weapon: slot,
                            mode: None,
                            option: None,
                        };
                        let Some(caught) = caught_names(view, &order) else {
                            single += 1;
                            continue;
                        };
                        let is_enemy = |name: &String| enemies().any(|one| one.identity.name() == name);
                        assert!(caught.iter().all(is_enemy), "{book:?}, {}: {caught:?}", carried.name());
                        catching += usize::from(!caught.is_empty());
                    }
                }
            });
        }
        assert!(catching > 0 && single > 0, "{catching} catch enemies, {single} have no area");
    }
}
