//! Resolution of an attack on a unit, from declaration to damage. Chapter ATK and the chapters it refers to.

use super::pool::{armour_parts, attack_parts, damage_parts, rounds_per_attack, soak_parts};
use super::{accuracy, called_shot};
use crate::barriers;
use crate::barriers::BarrierImpact;
use crate::status;
use crate::swan_song::barriers::impact::{barrier_bonus_dv, barrier_impact};
use crate::swan_song::checks::{base, karma};
use crate::swan_song::damage::{armour, health};
use crate::swan_song::defence::cover;
use crate::swan_song::defence::methods;
use crate::swan_song::defence::methods::{AvailableDefence, DefenceMethod, DefenceOption};
use crate::swan_song::lines::attacks::{AttackLine, NetHits};
use crate::swan_song::options::switches::GlitchEffects;
use crate::swan_song::{
    AttackContext, AttackResult, BarrierHarm, BarrierOnLine, CalledShot, HitResult, KarmaSpent, KarmaUse,
    PoolKind, Switches, Vitals, Weapon,
};
use dice::{Dice, Modifiers, Note, Purpose, Roll, RuleResult, Table};

/// Everything about an attack that is known before the dice are rolled: the content of a preview.
///
/// Prepare it once to resolve the same attack many times.
#[derive(Clone, Debug)]
pub struct AttackPlan<'a> {
    /// The attack.
    pub context: &'a AttackContext,
    /// The attacker's pool. `SS-ATK-08`.
    pub attack: Modifiers,
    /// Maximum hits of the attacker. `SS-ACC-01`.
    pub limit: u32,
    /// Defence methods or cover dice that oppose the attack. `SS-DEF-01`.
    pub defence: AvailableDefence,
    /// DV before net hits. `SS-ATK-17`.
    pub damage: Modifiers,
    /// Health or Strain. `SS-DMG-01`.
    pub pool: PoolKind,
    /// AV after penetration. `SS-ATK-18`.
    pub armour: Modifiers,
    /// The soak pool. `SS-ATK-20`.
    pub soak: Modifiers,
    totals: PlanTotals,
}

/// Totals of a plan's parts, computed once because odds resolve the same attack hundreds of times.
#[derive(Clone, Copy, Debug)]
struct PlanTotals {
    attack: Dice,
    damage: i32,
    armour: u32,
    soak: Dice,
    /// The attacker cannot see the target.
    hidden: bool,
    /// A tie hits through the target's cover. `SS-COVER-01`, `SS-COVER-04`.
    tie_through_cover: bool,
    /// The target's Physical Limit. `SS-KNOCK-01`.
    physical_limit: u32,
    /// Karma spent whatever the dice show. `SS-BASE-26`.
    planned_karma: KarmaSpent,
    /// The attacker is offered a re-roll of misses. `SS-BASE-27`.
    reroll: bool,
    /// The target is offered Karma.
    asks_for_karma: bool,
}

/// Results of the two rolls that later steps need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OpposedResult {
    /// Attacker's hits minus defender's. `SS-ATK-15`.
    net: i32,
    /// The defence method used; `None` without one.
    method: Option<DefenceMethod>,
    /// The attacker dropped the weapon. `SS-BASE-12`.
    dropped: bool,
    /// Karma spent so far. `SS-BASE-25`.
    spent: KarmaSpent,
}

/// Resolves an attack on a unit. `SS-ATK-01` to `SS-ATK-32`.
pub fn resolve_attack(table: &mut impl Table, context: &AttackContext) -> RuleResult<AttackResult> {
    resolve_plan(table, &AttackPlan::new(context))
}

/// Resolves a prepared attack: declare, attack, defend, apply. `SS-ATK-05`.
pub fn resolve_plan(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    let opposed = table.stage(|table| plan.roll_net_hits(table))?;
    Ok(plan.resolve_comparison(table, opposed)?.0)
}

/// An attack after crossing the barriers.
struct AttackAtTarget {
    opposed: OpposedResult,
    dv: u32,
    barriers: Vec<BarrierHarm>,
    /// A barrier stopped it.
    blocked: bool,
}

impl<'a> AttackPlan<'a> {
    /// Computes every number that does not depend on dice.
    pub fn new(context: &'a AttackContext) -> Self {
        Self::against(context, methods::available_defence(context))
    }

    /// As `new`, if the defender makes the free defence.
    pub fn against_free_defence(context: &'a AttackContext) -> Self {
        Self::against(context, methods::free_defence(context))
    }

    fn against(context: &'a AttackContext, defence: AvailableDefence) -> Self {
        let (attack, mut damage) = (attack_parts(context), damage_parts(&context.attacker, &context.weapon));
        status::add_special_damage(&mut damage, &context.defender.ailments, context.weapon.element());
        let (armour, soak) = (armour_parts(context), soak_parts(context));
        let totals = PlanTotals {
            attack: if drops_on_glitch(&context.weapon, &context.switches) {
                Dice::d6_hits_and_glitch(attack.pool())
            } else {
                Dice::d6_hits(attack.pool())
            },
            damage: damage.sum(),
            armour: armour.pool(),
            soak: Dice::d6_hits(soak.pool()),
            hidden: cover::is_hidden(context),
            tie_through_cover: cover::is_in_cover(context)
                && context.barriers.iter().any(|barrier| !barrier.transparent),
            physical_limit: base::physical_limit(&context.defender.sheet),
            planned_karma: KarmaSpent::NONE.with_if(karma::buys_dice(&context.attacker), KarmaUse::Dice),
            reroll: karma::wants_reroll(&context.attacker, &context.switches),
            asks_for_karma: karma::asks_for_karma(&context.defender),
        };
        Self {
            context,
            attack,
            limit: accuracy::attack_limit(&context.weapon, &context.attacker),
            defence,
            damage,
            pool: health::pool_kind(&context.weapon),
            armour,
            soak,
            totals,
        }
    }

    /// Resolves the attack from the defence on; also returns whether it missed. `SS-ATK-13` to `SS-ATK-31`.
    pub(crate) fn resolve_from_defence(
        &self,
        table: &mut impl Table,
        (chosen, attack, spent): (Option<&DefenceOption>, Roll, KarmaSpent),
    ) -> RuleResult<(AttackResult, bool)> {
        let (defence, spent) = self.roll_defence(table, chosen, attack, spent)?;
        let opposed = table.merge_branches(self.compare_rolls(attack, defence, chosen, spent))?;
        self.resolve_comparison(table, opposed)
    }

    /// Resolves the attack from the net hits on; also returns whether it missed.
    fn resolve_comparison(
        &self,
        table: &mut impl Table,
        opposed: OpposedResult,
    ) -> RuleResult<(AttackResult, bool)> {
        self.note_net_hits(table, opposed);
        if self.is_miss(opposed.net) {
            return Ok((self.unharmed_result(opposed, HitResult::Miss, Vec::new()), true));
        }
        let at_target = self.cross_barriers(table, opposed)?;
        Ok((self.resolve_damage(table, at_target)?, false))
    }

    /// The defence that a defender chooses who gives the first answer.
    pub fn default_defence(&self) -> Option<&DefenceOption> {
        match &self.defence {
            AvailableDefence::Options(options) => options.first(),
            AvailableDefence::CoverOnly(_) | AvailableDefence::Undefended => None,
        }
    }

    /// The same with the attack roll of another attack, of whose area this target is part. `SS-RULING-60`.
    pub fn with_attack_of(self, other: &AttackPlan<'_>) -> Self {
        let totals = PlanTotals { attack: other.totals.attack, ..self.totals };
        Self { attack: other.attack.clone(), limit: other.limit, totals, ..self }
    }

    /// Step 1: the defender chooses a defence method before the attack roll. `SS-ATK-07`, `SS-DEF-43`.
    pub(crate) fn declare_defence(&self, table: &mut impl Table) -> RuleResult<Option<&DefenceOption>> {
        if cover::loses_good_cover(self.context) {
            table.note(|| Note::new("SS-DEF-43", AttackLine::NoCoverInMelee));
        }
        match &self.defence {
            AvailableDefence::Options(options) => methods::choose_defence(table, self.context, options),
            AvailableDefence::CoverOnly(_) => {
                table.note(|| Note::new("SS-DEF-24", AttackLine::CoverOnly));
                Ok(None)
            }
            AvailableDefence::Undefended => {
                table.note(|| Note::new("SS-DEF-21", AttackLine::Undefended));
                Ok(None)
            }
        }
    }

    /// Compares the rolls: net hits, dropped weapon, Karma. `SS-ATK-15`.
    fn compare_rolls(
        &self,
        attack: Roll,
        defence: u32,
        chosen: Option<&DefenceOption>,
        spent: KarmaSpent,
    ) -> OpposedResult {
        OpposedResult {
            net: self.net_hits(attack, defence),
            method: chosen.map(|option| option.method),
            dropped: attack.glitch,
            spent,
        }
    }

    fn net_hits(&self, attack: Roll, defence: u32) -> i32 {
        base::limit_hits(attack.value, Some(self.limit)).cast_signed() - defence.cast_signed()
    }

    /// Whether the attack is unopposed; such an attack cannot tie. `SS-DEF-21`, `SS-RULING-18`.
    fn is_unopposed(&self) -> bool {
        self.defence == AvailableDefence::Undefended
    }

    /// Whether the attack misses. `SS-ATK-04`, `SS-DEF-21`.
    fn is_miss(&self, net: i32) -> bool {
        net < 0 || (net == 0 && self.is_unopposed())
    }

    /// Whether a tie hits through the target's cover. `SS-COVER-01`, `SS-COVER-04`.
    fn hits_through_cover(&self, net: i32) -> bool {
        net == 0 && self.totals.tie_through_cover
    }

    /// Damage value with net hits. `SS-ATK-17`.
    fn damage_value(&self, net: i32) -> u32 {
        (self.totals.damage + net).max(0).unsigned_abs()
    }

    /// Whether a tie is only a graze. `SS-ATK-28`.
    fn is_graze(&self, net: i32) -> bool {
        net == 0 && !self.hits_through_cover(net) && !self.context.weapon.contact_only
    }

    /// Crosses the barriers between attacker and target. `SS-BARR-10`, `SS-BARR-18`, `SS-BARR-35`, `SS-COVER-01`,
    /// `SS-COVER-03`, `SS-COVER-05`.
    fn cross_barriers(&self, table: &mut impl Table, opposed: OpposedResult) -> RuleResult<AttackAtTarget> {
        let dv = self.damage_value(opposed.net);
        table.note(|| {
            let line = AttackLine::Damage { damage: self.damage.pool(), net: opposed.net, dv };
            Note::new("SS-ATK-17", line).with_parts(&self.damage.0)
        });
        if self.context.barriers.is_empty() {
            return Ok(AttackAtTarget { opposed, dv, barriers: Vec::new(), blocked: false });
        }
        let crossed_barriers = || self.barriers_to_cross(opposed.net);
        if self.totals.hidden {
            table.note(|| Note::new("SS-COVER-05", AttackLine::WhollyHidden));
        }
        let (opposed, dv, barriers) =
            barriers::cross_barriers(table, &self.barrier_impact(), opposed, dv, crossed_barriers())?;
        Ok(AttackAtTarget { opposed, dv, barriers, blocked: dv == 0 && crossed_barriers().next().is_some() })
    }

    /// Barriers that the attack has to cross, from the attacker on. `SS-BARR-10`, `SS-BARR-35`, `SS-COVER-01`,
    /// `SS-COVER-05`.
    fn barriers_to_cross(&self, net: i32) -> impl Iterator<Item = &'a BarrierOnLine> {
        let crosses_all = self.hits_through_cover(net) || self.totals.hidden;
        let is_crossed =
            move |barrier: &&BarrierOnLine| (crosses_all || barrier.transparent) && !barrier.is_open();
        self.context.barriers.iter().filter(is_crossed)
    }

    /// The attack's impact on barriers.
    fn barrier_impact(&self) -> BarrierImpact<'a> {
        BarrierImpact {
            rounds: rounds_per_attack(self.context.mode),
            bonus_dv: barrier_bonus_dv(&self.context.weapon, self.totals.damage, self.context.in_contact),
            ..barrier_impact(&self.context.weapon, self.pool, &self.context.switches.engine)
        }
    }

    /// Resolves armour, soak, damage and knockdown (steps 3.2 and 4). `SS-ATK-18` to `SS-ATK-31`.
    fn resolve_damage(&self, table: &mut impl Table, at_target: AttackAtTarget) -> RuleResult<AttackResult> {
        let AttackAtTarget { mut opposed, dv, barriers, blocked } = at_target;
        if blocked {
            table.note(|| Note::new("SS-COVER-06", AttackLine::Blocked));
            return Ok(self.unharmed_result(opposed, HitResult::Blocked, barriers));
        }
        if self.is_graze(opposed.net) {
            let is_blast = self.context.weapon.blast > 0;
            let line = if is_blast { AttackLine::GrazedByBlast } else { AttackLine::Graze };
            table.note(|| Note::new("SS-ATK-28", line));
            if !self.context.weapon.strike.inflicts.is_empty() {
                table.note(|| Note::new("SS-ATK-31", AttackLine::ContactEffect));
            }
            return Ok(self.unharmed_result(opposed, HitResult::Graze, barriers));
        }
        let is_hit = opposed.net > 0 || self.hits_through_cover(opposed.net);
        if !is_hit {
            table.note(|| Note::new("SS-ATK-31", AttackLine::ContactOnly));
        }
        if is_hit && self.context.called_shot == Some(CalledShot::Knockdown) {
            return Ok(self.resolve_knockdown_shot(table, opposed, barriers));
        }
        if self.note_armour_stop(table, dv) {
            return Ok(AttackResult { raw: dv, ..self.unharmed_result(opposed, HitResult::Graze, barriers) });
        }
        let soaked = if self.totals.asks_for_karma {
            self.soak_with_karma(table, dv, &mut opposed.spent)?
        } else {
            self.roll_soak(table, self.totals.soak, &self.soak)?
        };
        let left = dv.saturating_sub(soaked);
        table.note(|| Note::new("SS-ATK-21", AttackLine::Soaked { dv, left }));
        if left == 0 {
            table.note(|| Note::new("SS-ATK-29", AttackLine::AllSoaked));
            return Ok(AttackResult { raw: dv, ..self.unharmed_result(opposed, HitResult::Graze, barriers) });
        }
        let hit_result = AttackResult { raw: dv, ..self.unharmed_result(opposed, HitResult::Hit, barriers) };
        let result = self.apply_health_loss(table, left, hit_result);
        called_shot::resolve_injuries(table, self.context, dv, left, result)
    }

    /// Notes whether armour stops the attack. `SS-ARM-03`, `SS-ARM-04`.
    fn note_armour_stop(&self, table: &mut impl Table, dv: u32) -> bool {
        let (av, stopped) = (self.totals.armour, self.armour_stops(dv));
        table.note(|| {
            let line = match (stopped, self.pool) {
                (true, _) => AttackLine::StoppedByArmour { dv, av },
                (false, PoolKind::Health) => AttackLine::ThroughArmour { dv, av },
                (false, PoolKind::Strain) => AttackLine::StrainIgnoresArmour,
            };
            let clause = if self.pool == PoolKind::Strain { "SS-ARM-04" } else { "SS-ARM-03" };
            Note::new(clause, line).with_parts(&self.armour.0)
        });
        stopped
    }

    fn armour_stops(&self, dv: u32) -> bool {
        armour::is_stopped_by_armour(self.pool, dv, self.totals.armour)
    }

    /// Rolls soak (step 3.2). `SS-ATK-20`, `SS-ATK-21`.
    fn roll_soak(&self, table: &mut impl Table, dice: Dice, parts: &Modifiers) -> RuleResult<u32> {
        let (dice, purpose) = self.soak_dice(dice, parts);
        Ok(table.roll(dice, purpose)?.value)
    }

    /// Dice of a soak roll with these parts. `SS-ATK-20`.
    fn soak_dice<'p>(&self, dice: Dice, parts: &'p Modifiers) -> (Dice, Purpose<'p>) {
        let who = Some(self.context.defender.id);
        (dice, Purpose { who, why: "soak", clause: "SS-ATK-21", parts: &parts.0, limit: None })
    }

    /// Notes the net hits and their meaning.
    fn note_net_hits(&self, table: &mut impl Table, opposed: OpposedResult) {
        table.note(|| {
            let (clause, means) = match opposed.net {
                _ if self.is_miss(opposed.net) => ("SS-ATK-04", NetHits::Miss),
                0 if self.hits_through_cover(opposed.net) => ("SS-COVER-01", NetHits::ThroughCover),
                0 => ("SS-ATK-03", NetHits::Tie),
                _ => ("SS-ATK-02", NetHits::Hit),
            };
            Note::new(clause, AttackLine::Net { net: opposed.net, means })
        });
        if opposed.dropped {
            table.note(|| Note::new("SS-BASE-12", AttackLine::WeaponDropped));
        }
    }

    /// The target's health after its defence, which may make it bleed. `SS-CALL-56`.
    fn vitals_after_defence(&self, method: Option<DefenceMethod>) -> Vitals {
        let defender = &self.context.defender;
        let actions = method.map_or(0, |method| method.priced_actions(&self.context.switches.engine));
        called_shot::apply_bleedout(defender.vitals, &defender.ailments, actions)
    }

    /// Result that leaves the target unharmed.
    fn unharmed_result(
        &self,
        opposed: OpposedResult,
        contact: HitResult,
        barriers: Vec<BarrierHarm>,
    ) -> AttackResult {
        let defender = &self.context.defender;
        let cost = match (&self.defence, opposed.method) {
            (AvailableDefence::Options(options), Some(method)) => {
                options.iter().find(|option| option.method == method).map_or(0, |option| option.cost)
            }
            _ => 0,
        };
        let vitals = self.vitals_after_defence(opposed.method);
        let down = health::down_state(&vitals, defender.sheet.attributes.body).max(defender.down);
        AttackResult {
            contact,
            net_hits: opposed.net,
            raw: 0,
            damage: 0,
            vitals,
            knocked_down: false,
            called_shot_effects: Vec::new(),
            down,
            barriers,
            defended: opposed.method.is_some(),
            method: opposed.method,
            defence_cost: cost,
            full_defense: opposed.method.is_some_and(|method| method.full_defense),
            weapon_dropped: opposed.dropped,
            karma: opposed.spent,
        }
    }
}

/// Whether a glitch makes the attacker drop the weapon. `SS-BASE-12`.
pub(crate) fn drops_on_glitch(weapon: &Weapon, switches: &Switches) -> bool {
    switches.glitch_effects == GlitchEffects::Drop && weapon.hands > 0
}

mod damage;
mod karma_dice;
mod odds;
mod rolls;

pub use self::odds::{OddsOutcome, barrier_damage_for_odds, calculate_odds, can_simplify, resolve_for_odds};

#[cfg(test)]
mod odds_tests;
#[cfg(test)]
mod tests;
