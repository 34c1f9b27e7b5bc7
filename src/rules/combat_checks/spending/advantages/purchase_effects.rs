//! Applies what an attacker buys with advantages to the running attack: changed checks, dropped items, maneuvers and
//! qualities. Chapter ADV.

use super::{AdvantagePurchase, AdvantageTarget};
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{
    AttackParticipant, AttackProgress, participant_id, participant_name,
};
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::lines::ManeuverLine;
use crate::combat_checks::spending::option_tables::AdvantageOption;
use crate::combat_checks::turns::action_economy::{Maneuver, may_perform};
use crate::combat_checks::{
    AttackContext, Expiry, Fighter, ItemFate, ItemSlot, QualityEffect, SideEffect, TimedEffectKind,
};
use crate::status;
use dice::{Answer, Prompt, RuleResult, Table};

/// Applies a purchase.
pub(super) fn apply_purchase(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
    purchase: AdvantagePurchase,
) -> RuleResult<()> {
    let context = plan.context;
    progress.chosen |= purchase.option.bit();
    match (purchase.option, purchase.target) {
        (AdvantageOption::Injury, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            progress.targets[at].payments += 1;
            progress.targets[at].damage_committed = true;
        }
        (AdvantageOption::RemoveStrain, _) => progress.attacker.condition.strain -= 1,
        (AdvantageOption::BoostNextAlly, _) => {
            progress.side_effects.push(SideEffect::BoostNextAlly { giver: context.attacker.id })
        }
        (AdvantageOption::Notice, _) => {
            progress.side_effects.push(SideEffect::Noticed { feature: context.hidden_feature })
        }
        (AdvantageOption::Quality, AdvantageTarget::Quality(which, at)) => {
            activate_quality(progress, context.weapon.qualities[which].effect, at);
        }
        (AdvantageOption::Maneuver, _) => {
            perform_bought_maneuver(table, plan, progress)?;
        }
        (AdvantageOption::NegateDefence, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            progress.targets[at].condition.add_timed(TimedEffectKind::DefenceNegated, Expiry::EndOfRound);
        }
        (AdvantageOption::IgnoreEnvironment, _) => {
            let until = context.attacker.end_of_next_turn();
            progress.attacker.condition.add_timed(TimedEffectKind::EnvironmentIgnored, until);
        }
        (AdvantageOption::OwnDefence, AdvantageTarget::Melee(melee)) => {
            let kind = if melee { TimedEffectKind::MeleeDefence } else { TimedEffectKind::RangedDefence };
            progress.attacker.condition.add_timed(kind, context.attacker.end_of_next_turn());
        }
        (AdvantageOption::Vital, AdvantageTarget::Object(which)) => {
            progress.side_effects.push(SideEffect::Switched { object: context.objects[which].id });
        }
        (AdvantageOption::Disable, AdvantageTarget::Unit(AttackParticipant::Target(at))) => {
            progress.targets[at].damage_replaced = true;
            let until = context.target(at).end_of_next_turn();
            progress.targets[at].condition.add_timed(TimedEffectKind::Disabled, until);
        }
        (option, AdvantageTarget::Unit(who)) => change_next_check(context, progress, option, who),
        (option, AdvantageTarget::Item(at, item)) => harm_item(context, progress, option, (at, item)),
        (option, target) => unreachable!("invariant: {option:?} is never offered on {target:?}"),
    }
    Ok(())
}

/// Changes the next check of a unit.
fn change_next_check(
    context: &AttackContext,
    progress: &mut AttackProgress,
    option: AdvantageOption,
    who: AttackParticipant,
) {
    let change = match option {
        AdvantageOption::Setback => PoolChange::SETBACK,
        AdvantageOption::BoostAny => PoolChange::BOOST,
        AdvantageOption::Downgrade => PoolChange::DOWNGRADE,
        AdvantageOption::Upgrade => PoolChange::UPGRADE,
        option => unreachable!("invariant: {option:?} is never offered on {who:?}"),
    };
    progress.add_pending_change(context, who, NextCheck::Check, change);
}

/// Drops, disables or destroys an item of a target.
fn harm_item(
    context: &AttackContext,
    progress: &mut AttackProgress,
    option: AdvantageOption,
    (at, item): (usize, ItemSlot),
) {
    let fate = match option {
        AdvantageOption::Disarm => ItemFate::Dropped,
        AdvantageOption::DisableGear => {
            progress.targets[at].damage_replaced = true;
            ItemFate::Disabled
        }
        AdvantageOption::Destroy => {
            progress.targets[at].damage_committed = true;
            ItemFate::Destroyed
        }
        option => unreachable!("invariant: {option:?} is never offered on an item"),
    };
    progress.set_item_fate(context.target(at).id, item, fate);
}

/// Lets the attacker choose and perform a maneuver.
fn perform_bought_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    progress: &mut AttackProgress,
) -> RuleResult<()> {
    let context = plan.context;
    progress.count_maneuver();
    let disabled = context.attacker.condition.has_timed(TimedEffectKind::Disabled);
    let mobility = Mobility { prone: progress.attacker.prone, falls: false, disabled };
    let chosen = choose_maneuver(table, plan, AttackParticipant::Attacker, mobility)?;
    progress.perform_maneuver(context, AttackParticipant::Attacker, chosen);
    Ok(())
}

/// Applies a quality of the weapon to a target. `CC-ADV-10`.
fn activate_quality(progress: &mut AttackProgress, effect: QualityEffect, at: usize) {
    let target = &mut progress.targets[at];
    match effect {
        QualityEffect::Strain(strain) => {
            target.condition.strain += u32::from(strain);
            target.quality_strain += u32::from(strain);
        }
        QualityEffect::KnockDown => target.prone = true,
        QualityEffect::Setback(setback) => {
            target.condition.waiting.add(NextCheck::Check, PoolChange { setback, ..PoolChange::NONE });
        }
    }
}

/// Whether there may be something that a unit can take cover behind, it has not done so, and no ailment forbids it.
/// `SS-ACT-49`.
fn can_take_cover(context: &AttackContext, who: AttackParticipant) -> bool {
    let can = |unit: &Fighter| {
        !unit.in_cover && !unit.in_open && status::phase_loss_reason(&unit.ailments).is_none()
    };
    match who {
        AttackParticipant::Attacker => can(&context.attacker),
        AttackParticipant::Target(at) => can(context.target(at)),
        AttackParticipant::Ally(at) => context.allies[at].can_take_cover,
        AttackParticipant::Enemy(at) => context.enemies[at].can_take_cover,
    }
}

/// Whether there may be an object beside a unit that it can use.
fn has_object_beside(context: &AttackContext, who: AttackParticipant) -> bool {
    let mut objects = context.objects.iter();
    match who {
        _ if !context.knows_objects => true,
        AttackParticipant::Attacker => objects.any(|object| object.from_attacker <= 1),
        AttackParticipant::Target(0) => objects.any(|object| object.from_target <= 1),
        AttackParticipant::Target(_) | AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => true,
    }
}

/// Whether a unit of the attack is in its own turn.
fn is_in_turn(context: &AttackContext, who: AttackParticipant) -> bool {
    match who {
        AttackParticipant::Attacker => context.attacker.economy.in_turn,
        AttackParticipant::Target(at) => context.target(at).economy.in_turn,
        AttackParticipant::Ally(_) | AttackParticipant::Enemy(_) => false,
    }
}

/// What keeps a unit from moving when it performs a maneuver at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mobility {
    /// It is Prone.
    pub prone: bool,
    /// It lies on the ground once the hit is over.
    pub falls: bool,
    /// It is Disabled.
    pub disabled: bool,
}

/// Asks a unit for the maneuver that it performs at once, of those that can have an effect. The first answer is to stand up
/// if Prone, else to aim. If the hit knocks it down before it can move, the answers stay, but the text of Move says so.
pub(crate) fn choose_maneuver(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    who: AttackParticipant,
    Mobility { prone, falls, disabled }: Mobility,
) -> RuleResult<Maneuver> {
    let first = if prone { Maneuver::StandUp } else { Maneuver::Aim };
    let switches = &plan.context.switches;
    let is_possible = |maneuver: &Maneuver| {
        *maneuver != first
            && maneuver.fits_stance(prone, switches.prone_move)
            && !(disabled && *maneuver == Maneuver::Move)
            && (*maneuver != Maneuver::TakeCover || can_take_cover(plan.context, who))
            && (*maneuver != Maneuver::Interact || has_object_beside(plan.context, who))
            && (who != AttackParticipant::Attacker
                || prone
                || may_perform(*maneuver, &plan.context.attacker, switches).is_ok())
    };
    let mut all: Vec<Maneuver> =
        std::iter::once(first).chain(Maneuver::ALL.into_iter().filter(is_possible)).collect();
    // In its own turn they are one answer: the order that follows chooses among them.
    let is_kept = |maneuver: Maneuver| maneuver.needs_order() && is_in_turn(plan.context, who);
    let kept = all.iter().copied().find(|maneuver| is_kept(*maneuver));
    all.retain(|maneuver| !is_kept(*maneuver) || Some(*maneuver) == kept);
    let clause = if who == AttackParticipant::Attacker { "CC-ADV-11" } else { "CC-THT-06" };
    let index = table.ask(|| Prompt {
        who: participant_id(plan.context, who),
        question: ManeuverLine::Ask { unit: participant_name(plan.context, who).clone() }.into(),
        clause,
        answers: all
            .iter()
            .map(|&maneuver| {
                let (label, detail) = match is_kept(maneuver) {
                    true => (ManeuverLine::Keep, ManeuverLine::KeepDetail),
                    false if maneuver == Maneuver::Move && falls && !switches.prone_move => {
                        (ManeuverLine::Name(maneuver), ManeuverLine::NoMoveDetail)
                    }
                    false => (ManeuverLine::Name(maneuver), ManeuverLine::Detail(maneuver)),
                };
                Answer::new(maneuver.key(), label, "CC-ECON-08").with_detail(detail)
            })
            .collect(),
    })?;
    Ok(all[index])
}
