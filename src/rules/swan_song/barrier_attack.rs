//! An attack on a barrier itself, by hand or by a charge that was set. Chapter BARR.

use super::attack::drops_on_glitch;
use super::attack_pool::{barrier_attack_parts, damage_parts, rounds};
use super::barrier::{self, Force};
use super::cover::Cover;
use super::karma::{self, Fallen};
use super::{
    BarrierHarm, BarrierOnLine, BarrierResult, BarrierScene, KarmaUse, Skill, Spent, accuracy, base, damage,
};
use dice::{Clause, Dice, Modifiers, Note, Purpose, Roll, Step, Table};

/// What later steps need of the rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Met {
    /// Hits that add to the DV; below 0 it misses.
    net: i32,
    /// Glitched without a hit.
    fumbled: bool,
    /// The weapon fell.
    dropped: bool,
    /// Karma spent. `SS-BASE-25`.
    spent: Spent,
}

/// Resolves an attack on a barrier segment. `SS-BARR-19` to `SS-BARR-22`, `SS-BARR-25` to `SS-BARR-33`, `SS-BARR-43`.
///
/// Nothing defends an open barrier, and only a critical glitch misses it. One that others cover rolls their cover's
/// dice, like any covered thing. `SS-DEF-02`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, scene: &BarrierScene) -> Step<BarrierResult> {
    let rolled = roll_attack(table, scene)?;
    meet(table, scene, rolled)
}

/// The same with an attack roll that is made.
///
/// # Errors
/// As the table.
pub fn meet(
    table: &mut impl Table,
    scene: &BarrierScene,
    (attack, spent): (Roll, Spent),
) -> Step<BarrierResult> {
    let cover = roll_cover(table, scene)?;
    let met = table.settle(compare(scene, attack, cover, spent))?;
    if met.fumbled || met.net < 0 {
        table.note(|| {
            let clause = if met.fumbled { "SS-BARR-22" } else { "SS-ATK-04" };
            note(clause, "Misses the barrier".into())
        });
        return Ok(result(met, false, 0, Vec::new()));
    }
    let parts = damage_parts(&scene.attacker, &scene.weapon);
    let dv = (parts.sum() + met.net).max(0).unsigned_abs();
    table.note(|| {
        let text = format!("Damage {} + {} hits = {dv}", parts.pool(), met.net);
        Note { clause: "SS-BARR-20", text, parts: parts.0.clone() }
    });
    let extra = barrier::extra(&scene.weapon, parts.sum(), true);
    if extra > 0 {
        let clause = if scene.weapon.rocket { "SS-BARR-28" } else { "SS-BARR-27" };
        table.note(|| note(clause, format!("Against the barrier {dv} + {extra} = {}", dv + extra)));
    }
    let force = Force {
        weapon: &scene.weapon,
        pool: damage::pool_kind(&scene.weapon),
        rounds: rounds(scene.mode),
        extra,
        switches: &scene.switches,
    };
    let all = Cover::of(scene.hidden) == Cover::Total || (met.net == 0 && is_covered(scene));
    let crossed = move |barrier: &&BarrierOnLine| (all || barrier.transparent) && !barrier.is_open();
    let on_the_way = || scene.barriers.iter().filter(crossed);
    // What is in the way is not in contact.
    let passing = Force { extra: barrier::extra(&scene.weapon, parts.sum(), false), ..force };
    let (met, dv, barriers) = barrier::cross(table, &passing, met, dv, on_the_way())?;
    if dv == 0 && on_the_way().next().is_some() {
        table.note(|| note("SS-COVER-06", "Stopped on the way".into()));
        return Ok(result(met, false, 0, barriers));
    }
    let damage = barrier::strike(table, &force, dv, &scene.barrier)?;
    Ok(result(met, true, damage, barriers))
}

/// `SS-ATK-08`; a critical glitch has to be known. `SS-BARR-22`, `SS-BASE-26`, `SS-BASE-27`.
///
/// # Errors
/// As the table.
pub fn roll_attack(table: &mut impl Table, scene: &BarrierScene) -> Step<(Roll, Spent)> {
    let parts = barrier_attack_parts(scene);
    let purpose = Purpose {
        who: Some(scene.attacker.id),
        why: "attack",
        clause: if scene.weapon.skill == Skill::Demolitions { "SS-BARR-23" } else { "SS-BARR-19" },
        parts: &parts.0,
        limit: Some(accuracy::limit(&scene.weapon, &scene.attacker)),
    };
    let mut roll = table.roll(Dice::d6_hits_and_glitch(parts.pool()), purpose)?;
    let mut spent = Spent::NONE.with_if(karma::buys_dice(&scene.attacker), KarmaUse::Dice);
    if karma::wants_reroll(&scene.attacker, &scene.switches) {
        let (who, dice, hits, limit) = (scene.attacker.id, parts.pool(), roll.value, purpose.limit);
        let fallen = Fallen { who, name: "attack", dice, hits, limit, against: "", planned: true };
        if let Some(better) = karma::reroll(table, &fallen, &scene.switches)? {
            roll.value = better;
            spent = spent.with(KarmaUse::Reroll);
        }
    }
    Ok((roll, spent))
}

/// The dice of the cover a segment has. `SS-DEF-02`.
fn roll_cover(table: &mut impl Table, scene: &BarrierScene) -> Step<u32> {
    if !is_covered(scene) {
        return Ok(0);
    }
    let mut parts = Modifiers::new();
    parts.add(Cover::of(scene.hidden).dice(), "cover", "SS-DEF-02");
    let purpose = Purpose { who: None, why: "defence", clause: "SS-DEF-02", parts: &parts.0, limit: None };
    Ok(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value)
}

fn is_covered(scene: &BarrierScene) -> bool {
    Cover::of(scene.hidden) > Cover::None
}

/// `SS-BARR-20` to `SS-BARR-22`, `SS-BASE-10`, `SS-BASE-12`.
fn compare(scene: &BarrierScene, attack: Roll, cover: u32, spent: Spent) -> Met {
    let hits = base::limit_hits(attack.value, Some(accuracy::limit(&scene.weapon, &scene.attacker)));
    Met {
        net: hits.cast_signed() - cover.cast_signed(),
        fumbled: attack.glitch && attack.value == 0,
        dropped: attack.glitch && drops_on_glitch(&scene.weapon, &scene.switches),
        spent,
    }
}

fn result(met: Met, hit: bool, damage: u32, barriers: Vec<BarrierHarm>) -> BarrierResult {
    BarrierResult { hit, damage, barriers, weapon_dropped: met.dropped, karma: met.spent }
}

fn note(clause: Clause, text: String) -> Note {
    Note { clause, text, parts: Vec::new() }
}
