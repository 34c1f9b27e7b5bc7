//! Critical Injuries: the roll, the chart row and its effect. Chapters CRIT and CHART.

use super::chart::{self, ChartRow, INJURY_CHART, InjuryEffect, ROW_WIDTH};
use super::injury::InjuryDetail;
use crate::combat_checks::checks::attack_progress::{
    AttackParticipant, AttackProgress, participant_id, participant_name,
};
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::lines::{CriticalInjuryLine, InjuryPromptLine, LimbLoss};
use crate::combat_checks::options::values::LimbChoice;
use crate::combat_checks::{
    AttackContext, Characteristic, HealthState, Injury, Limb, LimbState, Sheet, SideEffect,
};
use dice::{
    Answer, Clause, Dice, Modifiers, Note, Prompt, Purpose, RollMode, RuleResult, SubjectName, Table,
};
use model::UnitId;

/// Sides of the die for a characteristic. Table CC-T9.
const CHARACTERISTIC_DIE: u8 = 10;

/// Rolls for a paid injury of a target and applies it. `CC-CRIT-03`, `CC-CRIT-07`, `CC-CRIT-08`.
pub(crate) fn inflict_injury(
    table: &mut impl Table,
    context: &AttackContext,
    progress: &mut AttackProgress,
    at: usize,
) -> RuleResult<()> {
    let target = &progress.targets[at];
    let bonus = injury_roll_bonus(target.condition.ongoing_bonus(), target.payments);
    let row = roll_row(table, Some(context.attacker.id), &bonus)?;
    apply_row(table, context, progress, at, row)
}

/// The bonus to the roll: for ongoing injuries, and for each further payment. `CC-CRIT-03`, `CC-CRIT-07`.
pub fn injury_roll_bonus(ongoing: u32, paid: u32) -> Modifiers {
    let mut bonus = Modifiers::new();
    bonus.add(ongoing.cast_signed(), "for ongoing injuries", "CC-CRIT-07");
    bonus.add(10 * (paid.cast_signed() - 1), "for further payments", "CC-CRIT-03");
    bonus
}

/// Rolls a row of the chart; the bonus is in whole tens. `CC-CRIT-08`.
pub fn roll_row(table: &mut impl Table, who: Option<UnitId>, bonus: &Modifiers) -> RuleResult<usize> {
    let purpose = Purpose { who, why: "Critical Injury", clause: "CC-CRIT-08", parts: &bonus.0, limit: None };
    // Rows and bonuses are whole bands, so the exact face does not matter.
    let dice = Dice { count: 1, sides: 100, read: RollMode::Bands(ROW_WIDTH) };
    let band = table.roll(dice, purpose)?.value + bonus.pool() / u32::from(ROW_WIDTH);
    Ok(chart::row_for_band(band))
}

/// Applies a row to a target. `CC-CHART-01` to `CC-CHART-31`.
fn apply_row(
    table: &mut impl Table,
    context: &AttackContext,
    progress: &mut AttackProgress,
    at: usize,
    which: usize,
) -> RuleResult<()> {
    let (row, target) = (INJURY_CHART[which], context.target(at));
    table.note(|| {
        let (unit, effect) = (target.name.clone(), row.effect_words());
        Note::new(row.clause, CriticalInjuryLine::Suffered { unit, row, effect })
    });
    progress.targets[at].injuries.push(which);
    let mark = apply_row_effect(table, context, progress, at, row)?;
    // Not kept as an ongoing injury: `CC-CHART-31`.
    if !matches!(row.effect, InjuryEffect::DeathLike(_)) {
        let injury = Injury::new(which, context.round, (target.economy.in_turn, target.turn_left));
        progress.targets[at].condition.injuries.push(Injury { mark, ..injury });
    }
    Ok(())
}

/// Applies what a row does to a target at once; returns the details of the injury.
fn apply_row_effect(
    table: &mut impl Table,
    context: &AttackContext,
    progress: &mut AttackProgress,
    at: usize,
    row: ChartRow,
) -> RuleResult<InjuryDetail> {
    let (target, sufferer) = (context.target(at), AttackParticipant::Target(at));
    match row.effect {
        InjuryEffect::Strain(strain) => progress.targets[at].condition.strain += u32::from(strain),
        InjuryEffect::DropAll => progress.drop_held(target, None),
        InjuryEffect::NextSkillSetback(setback) => {
            let change = PoolChange { setback, ..PoolChange::NONE };
            progress.add_pending_change(context, sufferer, NextCheck::SkillCheck, change);
        }
        InjuryEffect::NextDifficulty(difficulty) => {
            let change = PoolChange { difficulty, ..PoolChange::NONE };
            progress.add_pending_change(context, sufferer, NextCheck::Check, change);
        }
        InjuryEffect::EnemyRecovers(_) => recover_enemy_strain(table, context, progress)?,
        InjuryEffect::BowledOver(strain) => {
            progress.targets[at].prone = true;
            progress.targets[at].condition.strain += u32::from(strain);
        }
        InjuryEffect::Overpowered => progress.overpowered.push(at),
        InjuryEffect::Crippled | InjuryEffect::Maimed => {
            let limb = choose_limb(table, context, (at, &*progress), row)?;
            if context.switches.limb_use && matches!(limb, Limb::LeftArm | Limb::RightArm) {
                progress.drop_held(target, Some(limb));
            }
            return Ok(InjuryDetail::Limb(limb));
        }
        InjuryEffect::Loss { points, curable } => {
            let of = roll_characteristic(table, target.id, row.clause)?;
            let condition = &mut progress.targets[at].condition;
            if curable {
                return Ok(InjuryDetail::Loss(of, condition.capped_loss(&target.sheet, of, points)));
            }
            condition.lower_characteristic(&target.sheet, of, points);
        }
        InjuryEffect::DeathLike(points) => {
            let condition = &mut progress.targets[at].condition;
            condition.wounds += u32::from(points);
            condition.strain += u32::from(points);
        }
        InjuryEffect::LoseAction
        | InjuryEffect::NoFreeManeuver
        | InjuryEffect::Staggered
        | InjuryEffect::Difficulty(_)
        | InjuryEffect::Setback(_)
        | InjuryEffect::NoBoost
        | InjuryEffect::NoVoluntaryStrain
        | InjuryEffect::SkillDifficulty(_)
        | InjuryEffect::ActionStrain(_)
        | InjuryEffect::OneManeuver
        | InjuryEffect::Blinded
        | InjuryEffect::Bleeding { .. }
        | InjuryEffect::EndIsNigh(_) => (),
    }
    Ok(InjuryDetail::None)
}

/// Rolls the characteristic that is lowered. Table CC-T9.
pub(crate) fn roll_characteristic(
    table: &mut impl Table,
    who: UnitId,
    clause: Clause,
) -> RuleResult<Characteristic> {
    let purpose = Purpose { who: Some(who), why: "lowered characteristic", clause, parts: &[], limit: None };
    let dice = Dice { count: 1, sides: CHARACTERISTIC_DIE, read: RollMode::Sum };
    Ok(Characteristic::from_d10(table.roll(dice, purpose)?.value))
}

/// Injures a survivor of bleeding without a roll on the chart. `CC-CHART-26`, `CC-CHART-27`.
pub(crate) fn injure_survivor(
    table: &mut impl Table,
    who: UnitId,
    sheet: &Sheet,
    condition: &mut HealthState,
    which: usize,
) -> RuleResult<()> {
    let InjuryEffect::Loss { points, .. } = INJURY_CHART[which].effect else { return Ok(()) };
    let of = roll_characteristic(table, who, INJURY_CHART[which].clause)?;
    condition.lower_characteristic(sheet, of, points);
    condition.injuries.push(Injury::new(which, 0, (false, false)));
    Ok(())
}

/// Lets an enemy of the target remove 1 Strain; the attacker is listed first, then who has most. `CC-CHART-06`.
fn recover_enemy_strain(
    table: &mut impl Table,
    context: &AttackContext,
    progress: &mut AttackProgress,
) -> RuleResult<()> {
    let recovered = |ally: UnitId| {
        let effects = progress.side_effects.iter();
        effects.filter(|effect| matches!(effect, SideEffect::Recovers { unit } if *unit == ally)).count()
            as u32
    };
    let left = context.allies.iter().map(|ally| ally.strain.saturating_sub(recovered(ally.id)));
    let mut strained: Vec<((u32, u32), AttackParticipant)> = left
        .zip(0..)
        .filter(|(strain, _)| *strain > 0)
        .map(|(strain, at)| ((strain, context.allies[at].strain_threshold), AttackParticipant::Ally(at)))
        .collect();
    strained.sort_by_key(|((strain, _), _)| std::cmp::Reverse(*strain));
    let own = &progress.attacker.condition;
    if own.strain > 0 {
        strained.insert(0, ((own.strain, own.strain_threshold), AttackParticipant::Attacker));
    }
    if strained.is_empty() {
        return Ok(());
    }
    let index = table.ask(|| Prompt {
        who: context.attacker.id,
        question: InjuryPromptLine::AskWhoRecovers.into(),
        clause: "CC-CHART-06",
        answers: strained
            .iter()
            .map(|&((strain, threshold), who)| {
                let (unit, name) = (participant_id(context, who), &**participant_name(context, who));
                Answer::new(unit.to_string(), SubjectName::of_unit(unit, name), "CC-CHART-06")
                    .with_detail(InjuryPromptLine::StrainOf { strain, threshold })
            })
            .collect(),
    })?;
    match strained[index].1 {
        AttackParticipant::Attacker => progress.attacker.condition.strain -= 1,
        who => progress.side_effects.push(SideEffect::Recovers { unit: participant_id(context, who) }),
    }
    Ok(())
}

/// Chooses the limb: the attacker's player names it or rolls a d4; a lost limb is skipped. `CC-CHART-32`.
fn choose_limb(
    table: &mut impl Table,
    context: &AttackContext,
    (at, progress): (usize, &AttackProgress),
    row: ChartRow,
) -> RuleResult<Limb> {
    let (condition, clause) = (&progress.targets[at].condition, row.clause);
    let left: Vec<Limb> =
        Limb::ALL.into_iter().filter(|&limb| condition.limb_state(limb) != LimbState::Lost).collect();
    if context.switches.limb_choice == LimbChoice::Player && !left.is_empty() {
        let index = table.ask(|| {
            let answer = |key, label: InjuryPromptLine, detail: InjuryPromptLine| {
                Answer::new(key, label, "CC-CHART-32").with_detail(detail)
            };
            let mut answers = vec![answer("die", InjuryPromptLine::Roll, InjuryPromptLine::RollDetail)];
            answers.extend(left.iter().map(|&limb| {
                let loss = limb_loss(context, (at, progress), (limb, row.effect));
                answer(limb.key(), InjuryPromptLine::Limb(limb), InjuryPromptLine::LimbDetail(loss))
            }));
            let patient = context.target(at).name.clone();
            let question = InjuryPromptLine::AskForLimb { injury: row.name, patient }.into();
            Prompt { who: context.attacker.id, question, clause, answers }
        })?;
        if let Some(chosen) = index.checked_sub(1) {
            return Ok(left[chosen]);
        }
    }
    let purpose =
        Purpose { who: Some(context.attacker.id), why: "injured limb", clause, parts: &[], limit: None };
    let first = table.roll(Dice { count: 1, sides: 4, read: RollMode::Sum }, purpose)?.value as usize - 1;
    let order = Limb::ALL.into_iter().cycle().skip(first).take(Limb::ALL.len());
    Ok(order.into_iter().find(|limb| left.contains(limb)).unwrap_or(Limb::ALL[first]))
}

/// Returns the number of the answer that is proposed to the question for a limb: the arm that drops most, the right one of two that drop
/// as much. `None` for other questions, and where arms go on holding what they hold. `CC-CHART-32`, `CC-CHART-33`.
pub(crate) fn suggested_limb(prompt: &Prompt) -> Option<usize> {
    let Some(InjuryPromptLine::AskForLimb { .. }) = prompt.question.line() else { return None };
    let loss = |at: &usize| match prompt.answers[*at].detail.line() {
        Some(InjuryPromptLine::LimbDetail(loss)) => Some(loss),
        _ => None,
    };
    let disarms = |at: &usize| loss(at).is_some_and(|loss| loss.holds_nothing);
    // The last one of several: the rules list the left arm first.
    (0..prompt.answers.len()).filter(disarms).max_by_key(|at| loss(at).map(|loss| loss.drops.len()))
}

/// Returns the number of the answer that is proposed to the question who removes Strain: the unit that has least left, the first of
/// several. `None` for other questions. `CC-CHART-06`.
pub(crate) fn suggested_recovery(prompt: &Prompt) -> Option<usize> {
    let Some(InjuryPromptLine::AskWhoRecovers) = prompt.question.line() else { return None };
    let left = |at: &usize| match prompt.answers[*at].detail.line() {
        Some(InjuryPromptLine::StrainOf { strain, threshold }) => threshold.saturating_sub(*strain),
        _ => u32::MAX,
    };
    (0..prompt.answers.len()).min_by_key(left)
}

/// What an injury of a limb takes from a unit. `CC-CHART-20`, `CC-CHART-21`, `CC-CHART-33`.
fn limb_loss(
    context: &AttackContext,
    (at, progress): (usize, &AttackProgress),
    (limb, effect): (Limb, InjuryEffect),
) -> LimbLoss {
    let is_arm = matches!(limb, Limb::LeftArm | Limb::RightArm);
    let is_disarmed = is_arm && context.switches.limb_use;
    let target = context.target(at);
    let dropped = if is_disarmed { progress.held_by(target, limb) } else { Vec::new() };
    LimbLoss {
        is_lost: effect == InjuryEffect::Maimed,
        holds_nothing: is_disarmed,
        drops: dropped.into_iter().map(|at| target.held[at].weapon.name.clone()).collect(),
    }
}
