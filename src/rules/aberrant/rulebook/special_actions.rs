//! What only this book lets a unit do: plan defences and flurries, use Willpower, struggle in a grip.

use super::attacks::release_grapple;
use super::turns::{price_text, spend_action, to_payment};
use super::{fighter, health_effect, turn_budget_effect};
use crate::aberrant::Ability;
use crate::aberrant::attacks::grapple;
use crate::aberrant::health::resuscitation;
use crate::aberrant::health::resuscitation::ReviveError;
use crate::aberrant::health::stun;
use crate::aberrant::turn::actions;
use crate::aberrant::turn::actions::ACTION_POINTS;
use crate::aberrant::turn::cancelling;
use crate::aberrant::turn::cancelling::{QueuedActionResult, ReplacementKind};
use crate::aberrant::turn::turn_budget::QueuedTargeting;
use crate::turn_engine::PhaseTiming;
use crate::{
    ActionOutcome, AvailableAction, CostError, Effect, Grip, HitResult, Payment, RuleSet, RuleViolation,
    SpecialAction, SpecialActionTarget, TurnBudget, UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

/// A deed by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpecialActionKind {
    Reserve,
    FullDefence,
    Split,
    Flurry(u8),
    Replace,
    Abort,
    Rally,
    Revive,
    BreakFree,
    TakeControl,
    LetGo,
}

impl SpecialActionKind {
    const ALL: [Self; 12] = [
        Self::Reserve,
        Self::FullDefence,
        Self::Split,
        Self::Flurry(2),
        Self::Flurry(3),
        Self::Replace,
        Self::Abort,
        Self::Rally,
        Self::Revive,
        Self::BreakFree,
        Self::TakeControl,
        Self::LetGo,
    ];

    const fn key(self) -> &'static str {
        match self {
            Self::Reserve => "reserve",
            Self::FullDefence => "full_defence",
            Self::Split => "split",
            Self::Flurry(2) => "flurry_2",
            Self::Flurry(_) => "flurry_3",
            Self::Replace => "replace",
            Self::Abort => "abort",
            Self::Rally => "rally",
            Self::Revive => "revive",
            Self::BreakFree => "break_free",
            Self::TakeControl => "take_control",
            Self::LetGo => "let_go",
        }
    }

    const fn clause(self) -> Clause {
        match self {
            Self::Reserve | Self::FullDefence => "AB-BASE-08",
            Self::Split | Self::Replace => "AB-CANCEL-01",
            Self::Abort => "AB-CANCEL-03",
            Self::Flurry(_) => "AB-BASE-19",
            Self::Rally => "AB-STUN-10",
            Self::Revive => "AB-RESUS-02",
            Self::BreakFree | Self::TakeControl | Self::LetGo => "AB-BASE-10",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Reserve => "Reserve a defence",
            Self::FullDefence => "Full defence",
            Self::Split => "Attack several targets",
            Self::Flurry(2) => "Announce two actions",
            Self::Flurry(_) => "Announce three actions",
            Self::Replace => "Replace an action",
            Self::Abort => "Give up an attack for a defence",
            Self::Rally => "Fight the stun",
            Self::Revive => "Save the dying",
            Self::BreakFree => "Break free",
            Self::TakeControl => "Turn the grip",
            Self::LetGo => "Let go",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Self::Reserve => {
                "One dodge or parry until its next phase; the roll counts as an action of the round."
            }
            Self::FullDefence => {
                "Any number of dodges and parries until its next phase, as far as the cap goes."
            }
            Self::Split => "Each queued attack goes to another target, not all of them to the first.",
            Self::Flurry(_) => {
                "Each of them loses as many dice as there are, and one more for each before it."
            }
            Self::Replace => {
                "For a queued attack whose target is gone: the next attack goes elsewhere, at +1 difficulty."
            }
            Self::Abort => {
                "One attack queued for a further target makes way for a dodge or parry until its next phase."
            }
            Self::Rally => "A Willpower roll: each success heals a level of stun. Once a turn.",
            Self::Revive => {
                "Dexterity and Medicine: whoever is dying beside it dies no more, and is not healed."
            }
            Self::BreakFree => "Strength and Might against those of who holds it.",
            Self::TakeControl => {
                "Strength and Might against those of who holds it: then it holds the other one."
            }
            Self::LetGo => "Ends the grip.",
        }
    }

    fn price(self) -> String {
        match self {
            Self::Reserve => price_text(actions::ActionKind::Reserve),
            Self::FullDefence => price_text(actions::ActionKind::FullDefence),
            Self::Revive | Self::BreakFree | Self::TakeControl => price_text(actions::ActionKind::Action),
            Self::Replace | Self::Abort => "Willpower".to_owned(),
            Self::Rally => "1 Willpower".to_owned(),
            Self::Split | Self::Flurry(_) | Self::LetGo => "free".to_owned(),
        }
    }

    const fn aim(self) -> SpecialActionTarget {
        match self {
            Self::Revive | Self::BreakFree | Self::TakeControl => SpecialActionTarget::Neighbour,
            _ => SpecialActionTarget::Nothing,
        }
    }

    /// Worth a button now.
    fn is_offered(self, unit: &UnitSnapshot, rules: &RuleSet) -> bool {
        let purse = unit.purse.aberrant();
        match self {
            Self::Reserve | Self::FullDefence => purse.phase.aiming == QueuedTargeting::Together,
            Self::Abort => purse.phase.aiming == QueuedTargeting::Apart && purse.effort.points > 0,
            Self::Split => purse.phase.aiming == QueuedTargeting::Together && purse.phase.aims[0].is_none(),
            Self::Flurry(_) => rules.book.aberrant().flurry_penalty && purse.phase.made == 0,
            Self::Replace => purse.phase.aims[0].is_some(),
            Self::Rally => unit.condition.aberrant().marks.stun > 0,
            Self::Revive => {
                let sheet = unit.sheet.aberrant();
                sheet.ability(Ability::Medicine) > 0 || resuscitation::has_healing_power(sheet)
            }
            Self::BreakFree | Self::TakeControl => matches!(unit.grip, Some(Grip::HeldBy(_))),
            Self::LetGo => matches!(unit.grip, Some(Grip::Holding(_))),
        }
    }
}

/// What is worth a button now.
pub fn offers(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    let offered = SpecialActionKind::ALL.into_iter().filter(|what| what.is_offered(unit, rules));
    let offer = |what: SpecialActionKind| AvailableAction {
        key: what.key(),
        label: what.label().to_owned(),
        detail: what.detail().to_owned(),
        price: what.price(),
        aim: what.aim(),
        clause: what.clause(),
    };
    offered.map(offer).collect()
}

fn find_action(deed: &SpecialAction<'_>) -> Result<SpecialActionKind, RuleViolation> {
    let known = SpecialActionKind::ALL.into_iter().find(|what| what.key() == deed.key);
    known.ok_or_else(|| RuleViolation::new(format!("Aberrant knows no `{}`", deed.key), "AB-BASE-07"))
}

/// `AB-BASE-08`, `AB-BASE-10`, `AB-BASE-19`, `AB-CANCEL-01`, `AB-CANCEL-03`, `AB-STUN-10`.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    let what = find_action(deed)?;
    let unit = deed.unit;
    let mut purse = *unit.purse.aberrant();
    if purse.turn != PhaseTiming::Now && what != SpecialActionKind::Rally {
        return Err(CostError::NotItsPhase);
    }
    let refuse = |text: &str| Err(RuleViolation::new(text, what.clause()).into());
    let split = purse.phase.aiming == QueuedTargeting::Apart;
    match what {
        SpecialActionKind::Reserve | SpecialActionKind::FullDefence if split => {
            let text =
                "its attacks are queued for several targets: giving one up for a defence takes Willpower";
            return Err(RuleViolation::new(text, "AB-CANCEL-03").into());
        }
        SpecialActionKind::Abort if !split || purse.effort.points == 0 => {
            return refuse("no attack is queued for a further target");
        }
        SpecialActionKind::Abort => {}
        SpecialActionKind::Reserve => {
            return Ok(to_payment(spend_action(unit, actions::ActionKind::Reserve, rules)?));
        }
        SpecialActionKind::FullDefence if purse.phase.made > 0 || purse.effort.points < ACTION_POINTS => {
            return refuse("full defence takes the whole phase");
        }
        SpecialActionKind::FullDefence => {
            return Ok(to_payment(spend_action(unit, actions::ActionKind::FullDefence, rules)?));
        }
        SpecialActionKind::Split if purse.phase.aims[0].is_some() => {
            return refuse("its attacks are aimed already");
        }
        SpecialActionKind::Split => purse.phase.aiming = QueuedTargeting::Apart,
        SpecialActionKind::Flurry(wanted) => {
            if !rules.book.aberrant().flurry_penalty || purse.phase.made > 0 {
                return refuse("several actions are announced before the first of them");
            }
            let accepted = actions::flurry_actions(&fighter(unit), wanted);
            if accepted == 0 {
                return refuse("no action is left to announce");
            }
            purse.phase.announced = accepted;
        }
        SpecialActionKind::Replace => {
            let impossible = purse.impossible_reason();
            if let Err(why) = cancelling::may_change(impossible, ReplacementKind::Another) {
                return Err(RuleViolation::new(why.to_string(), "AB-CANCEL-03").into());
            }
            if purse.effort.points == 0 || purse.phase.replaces {
                return refuse("no queued action is left to replace");
            }
        }
        SpecialActionKind::Rally => stun::may_rally(&fighter(unit))
            .map_err(|why| RuleViolation::new(why.to_string(), what.clause()))?,
        SpecialActionKind::Revive => {
            let Some((other, 0..=1)) = deed.target.filter(|(other, _)| other.id != unit.id) else {
                return refuse("whoever is dying has to be beside it");
            };
            let bad_place = other.ground.airless || other.ground.hazard.is_some();
            let patient = (&**other.sheet.aberrant(), other.condition.aberrant());
            resuscitation::may_revive(unit.sheet.aberrant(), patient, bad_place, rules.book.aberrant())
                .map_err(ReviveError::text)
                .map_err(|(text, clause)| RuleViolation::new(text, clause))?;
            return Ok(to_payment(spend_action(unit, actions::ActionKind::Action, rules)?));
        }
        SpecialActionKind::BreakFree | SpecialActionKind::TakeControl => {
            let Some(Grip::HeldBy(by)) = unit.grip else { return refuse("nobody holds it") };
            if deed.target.is_some_and(|(target, _)| target.id != by) {
                return refuse("somebody else holds it");
            }
            return Ok(to_payment(spend_action(unit, actions::ActionKind::Action, rules)?));
        }
        SpecialActionKind::LetGo if !matches!(unit.grip, Some(Grip::Holding(_))) => {
            return refuse("it holds nobody");
        }
        SpecialActionKind::LetGo => {}
    }
    Ok(Payment { purse: TurnBudget::Aberrant(purse), points: 0, free: 0, condition: None })
}

/// Does a deed that is paid.
///
/// # Errors
/// As the table.
pub fn perform(
    table: &mut impl Table,
    deed: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    let unit = deed.unit;
    match find_action(deed) {
        Ok(SpecialActionKind::Replace) => replace_queued_action(table, unit),
        Ok(SpecialActionKind::Abort) => abort_queued_attack(table, unit),
        Ok(SpecialActionKind::Rally) => {
            let before = unit.condition.aberrant().marks.stun;
            let after = stun::rally(table, &fighter(unit))?;
            let words = format!("{} levels of stun healed", before - after.marks.stun);
            Ok(ActionOutcome { words, ..ActionOutcome::from_effects(vec![health_effect(unit.id, after, 0)]) })
        }
        Ok(SpecialActionKind::Revive) => {
            let Some((other, _)) = deed.target else { return Ok(ActionOutcome::from_effects(Vec::new())) };
            let patient = other.condition.aberrant();
            let (after, works) =
                resuscitation::revive(table, &fighter(unit), patient, rules.book.aberrant())?;
            let words = if works { "the dying is saved" } else { "still dying" };
            let contact = if works { HitResult::Hit } else { HitResult::Miss };
            let effects = vec![health_effect(other.id, after, 0)];
            Ok(ActionOutcome { contact, words: words.to_owned(), ..ActionOutcome::from_effects(effects) })
        }
        Ok(what @ (SpecialActionKind::BreakFree | SpecialActionKind::TakeControl)) => {
            let Some((holder, _)) = deed.target else { return Ok(ActionOutcome::from_effects(Vec::new())) };
            let switches = rules.book.aberrant();
            if !grapple::resolve_struggle(table, &fighter(unit), &fighter(holder), switches)? {
                return Ok(ActionOutcome {
                    words: "still held".to_owned(),
                    ..ActionOutcome::from_effects(Vec::new())
                });
            }
            let (words, effects) = if what == SpecialActionKind::BreakFree {
                ("breaks free", release_grapple(unit.id, holder.id))
            } else {
                let grip = |unit, grip| Effect::Grip { unit, grip: Some(grip) };
                let effects =
                    [grip(unit.id, Grip::Holding(holder.id)), grip(holder.id, Grip::HeldBy(unit.id))];
                ("takes control", effects)
            };
            let success = ActionOutcome::from_effects(effects.into());
            Ok(ActionOutcome { contact: HitResult::Hit, net: 1, words: words.to_owned(), ..success })
        }
        Ok(SpecialActionKind::LetGo) => {
            let effects = match unit.grip {
                Some(Grip::Holding(other)) => release_grapple(unit.id, other).into(),
                _ => Vec::new(),
            };
            Ok(ActionOutcome::from_effects(effects))
        }
        // What was paid is all there is to it.
        Ok(
            SpecialActionKind::Reserve
            | SpecialActionKind::FullDefence
            | SpecialActionKind::Split
            | SpecialActionKind::Flurry(_),
        )
        | Err(_) => Ok(ActionOutcome::from_effects(Vec::new())),
    }
}

/// A queued attack that is still possible makes way for a defence, or stands. `AB-CANCEL-03`, `AB-CANCEL-04`.
fn abort_queued_attack(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<ActionOutcome> {
    let (fighter, mut purse) = (fighter(unit), *unit.purse.aberrant());
    let change = cancelling::change_queued_action(table, &fighter, None, ReplacementKind::Defence)?;
    let (QueuedActionResult::Replaced { paid, .. }, Ok(effort)) =
        (change, actions::pay_action(&fighter, actions::ActionKind::Reserve))
    else {
        return Ok(ActionOutcome {
            words: "the queued attacks stand".to_owned(),
            ..ActionOutcome::from_effects(Vec::new())
        });
    };
    purse.effort = effort;
    purse.effort.queued = effort.queued.min(effort.points);
    let mut effects = Vec::new();
    if paid.points() > 0 {
        let mut condition = fighter.condition.clone();
        condition.willpower = condition.willpower.saturating_sub(paid.points());
        effects.push(health_effect(unit.id, condition, 0));
    }
    effects.push(turn_budget_effect(unit.id, purse));
    let words = "an attack is given up for a defence".to_owned();
    Ok(ActionOutcome { words, ..ActionOutcome::from_effects(effects) })
}

/// A queued action that has become impossible is replaced, or lost with its point. `AB-CANCEL-01`, `AB-CANCEL-02`,
/// `AB-CANCEL-04`.
fn replace_queued_action(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<ActionOutcome> {
    let (fighter, mut purse) = (fighter(unit), *unit.purse.aberrant());
    let change = cancelling::change_queued_action(
        table,
        &fighter,
        purse.impossible_reason(),
        ReplacementKind::Another,
    )?;
    let mut effects = Vec::new();
    let words = match change {
        QueuedActionResult::Replaced { paid, .. } => {
            purse.phase.replaces = true;
            if paid.points() > 0 {
                let mut condition = fighter.condition.clone();
                condition.willpower = condition.willpower.saturating_sub(paid.points());
                effects.push(health_effect(unit.id, condition, 0));
            }
            format!("the next attack goes elsewhere, at +{} difficulty", cancelling::REPLACEMENT_DIFFICULTY)
        }
        QueuedActionResult::Stands | QueuedActionResult::Lost => {
            purse.effort = purse.effort.cancel_queued();
            "the queued action is lost".to_owned()
        }
    };
    effects.push(turn_budget_effect(unit.id, purse));
    Ok(ActionOutcome { words, ..ActionOutcome::from_effects(effects) })
}
