//! Attacks on a barrier itself, by weapon or with a placed charge. Chapter BARR.

use super::impact::{barrier_bonus_dv, barrier_impact};
use crate::barriers;
use crate::barriers::BarrierImpact;
use crate::lines::{BarrierLine, HitCount};
use crate::swan_song::attack::accuracy;
use crate::swan_song::attack::pool::{barrier_attack_parts, damage_parts, rounds_per_attack};
use crate::swan_song::attack::resolution::drops_on_glitch;
use crate::swan_song::checks::base;
use crate::swan_song::checks::karma;
use crate::swan_song::checks::karma::RerollOffer;
use crate::swan_song::damage::health;
use crate::swan_song::defence::cover::CoverLevel;
use crate::swan_song::lines::checks::RollTarget;
use crate::swan_song::{
    BarrierAttackContext, BarrierAttackResult, BarrierHarm, BarrierOnLine, KarmaSpent, KarmaUse, Skill,
};
use dice::{Dice, Modifiers, Note, Purpose, Roll, RuleResult, Table};

/// Results of the rolls that later steps need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BarrierCheckResult {
    /// Hits added to the DV; below 0 the attack misses.
    net: i32,
    /// Critical glitch: glitched without a hit.
    fumbled: bool,
    /// The attacker dropped the weapon.
    dropped: bool,
    /// Karma spent. `SS-BASE-25`.
    spent: KarmaSpent,
}

/// Resolves an attack on a barrier segment. `SS-BARR-19` to `SS-BARR-22`, `SS-BARR-25` to `SS-BARR-33`, `SS-BARR-43`.
///
/// An open barrier has no defence, and only a critical glitch misses it. A segment behind cover rolls the cover's
/// dice. `SS-DEF-02`.
pub fn attack_barrier(
    table: &mut impl Table,
    context: &BarrierAttackContext,
) -> RuleResult<BarrierAttackResult> {
    let roll = roll_attack(table, context)?;
    resolve_with_roll(table, context, roll)
}

/// Resolves the attack with an attack roll already made.
pub fn resolve_with_roll(
    table: &mut impl Table,
    context: &BarrierAttackContext,
    (attack, spent): (Roll, KarmaSpent),
) -> RuleResult<BarrierAttackResult> {
    let cover = roll_cover(table, context)?;
    let check = table.merge_branches(compare_rolls(context, attack, cover, spent))?;
    if check.fumbled || check.net < 0 {
        table.note(|| {
            let clause = if check.fumbled { "SS-BARR-22" } else { "SS-ATK-04" };
            Note::new(clause, BarrierLine::Miss)
        });
        return Ok(barrier_result(check, false, 0, Vec::new()));
    }
    let parts = damage_parts(&context.attacker, &context.weapon);
    let dv = (parts.sum() + check.net).max(0).unsigned_abs();
    table.note(|| {
        let line = BarrierLine::Damage { damage: parts.pool(), hits: HitCount(check.net.unsigned_abs()), dv };
        Note::new("SS-BARR-20", line).with_parts(&parts.0)
    });
    let extra = barrier_bonus_dv(&context.weapon, parts.sum(), true);
    if extra > 0 {
        let clause = if context.weapon.rocket { "SS-BARR-28" } else { "SS-BARR-27" };
        table.note(|| Note::new(clause, BarrierLine::Bonus { dv, extra, total: dv + extra }));
    }
    let pool = health::pool_kind(&context.weapon);
    let impact = BarrierImpact {
        rounds: rounds_per_attack(context.mode),
        bonus_dv: extra,
        ..barrier_impact(&context.weapon, pool, &context.switches.engine)
    };
    let crosses_all = CoverLevel::from_hidden_percent(context.hidden) == CoverLevel::Total
        || (check.net == 0 && is_covered(context));
    let is_crossed =
        move |barrier: &&BarrierOnLine| (crosses_all || barrier.transparent) && !barrier.is_open();
    let crossed_barriers = || context.barriers.iter().filter(is_crossed);
    // Obstacles in between are not in contact.
    let impact_in_between =
        BarrierImpact { bonus_dv: barrier_bonus_dv(&context.weapon, parts.sum(), false), ..impact };
    let (check, dv, barriers) =
        barriers::cross_barriers(table, &impact_in_between, check, dv, crossed_barriers())?;
    if dv == 0 && crossed_barriers().next().is_some() {
        table.note(|| Note::new("SS-COVER-06", BarrierLine::Blocked));
        return Ok(barrier_result(check, false, 0, barriers));
    }
    let damage = barriers::damage_barrier(table, &impact, dv, &context.barrier)?;
    Ok(barrier_result(check, true, damage, barriers))
}

/// Rolls the attack; critical glitches are detected. `SS-ATK-08`, `SS-BARR-22`, `SS-BASE-26`, `SS-BASE-27`.
pub fn roll_attack(table: &mut impl Table, context: &BarrierAttackContext) -> RuleResult<(Roll, KarmaSpent)> {
    let parts = barrier_attack_parts(context);
    let purpose = Purpose {
        who: Some(context.attacker.id),
        why: "attack",
        clause: if context.weapon.skill == Skill::Demolitions { "SS-BARR-23" } else { "SS-BARR-19" },
        parts: &parts.0,
        limit: Some(accuracy::attack_limit(&context.weapon, &context.attacker)),
    };
    let mut roll = table.roll(Dice::d6_hits_and_glitch(parts.pool()), purpose)?;
    let mut spent = KarmaSpent::NONE.with_if(karma::buys_dice(&context.attacker), KarmaUse::Dice);
    if karma::wants_reroll(&context.attacker, &context.switches) {
        let (who, dice, hits, limit) = (context.attacker.id, parts.pool(), roll.value, purpose.limit);
        let offer = RerollOffer {
            unit: who,
            roll_name: "attack",
            dice,
            hits,
            limit,
            target: RollTarget::None,
            planned: true,
        };
        if let Some(better) = karma::ask_to_reroll(table, &offer, &context.switches)? {
            roll.value = better;
            spent = spent.with(KarmaUse::Reroll);
        }
    }
    Ok((roll, spent))
}

/// Rolls the dice of the segment's cover. `SS-DEF-02`.
fn roll_cover(table: &mut impl Table, context: &BarrierAttackContext) -> RuleResult<u32> {
    if !is_covered(context) {
        return Ok(0);
    }
    let mut parts = Modifiers::new();
    parts.add(CoverLevel::from_hidden_percent(context.hidden).dice(), "cover", "SS-DEF-02");
    let purpose = Purpose { who: None, why: "defence", clause: "SS-DEF-02", parts: &parts.0, limit: None };
    Ok(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value)
}

fn is_covered(context: &BarrierAttackContext) -> bool {
    CoverLevel::from_hidden_percent(context.hidden) > CoverLevel::None
}

/// Compares attack and cover. `SS-BARR-20` to `SS-BARR-22`, `SS-BASE-10`, `SS-BASE-12`.
fn compare_rolls(
    context: &BarrierAttackContext,
    attack: Roll,
    cover: u32,
    spent: KarmaSpent,
) -> BarrierCheckResult {
    let hits =
        base::limit_hits(attack.value, Some(accuracy::attack_limit(&context.weapon, &context.attacker)));
    BarrierCheckResult {
        net: hits.cast_signed() - cover.cast_signed(),
        fumbled: attack.glitch && attack.value == 0,
        dropped: attack.glitch && drops_on_glitch(&context.weapon, &context.switches),
        spent,
    }
}

fn barrier_result(
    check: BarrierCheckResult,
    hit: bool,
    damage: u32,
    barriers: Vec<BarrierHarm>,
) -> BarrierAttackResult {
    BarrierAttackResult { hit, damage, barriers, weapon_dropped: check.dropped, karma: check.spent }
}
