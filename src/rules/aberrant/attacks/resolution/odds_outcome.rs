//! Attack resolution without notes, reduced to what odds need.

use super::AttackPlan;
use crate::{DownState, HitResult};
use dice::{CarryState, RollChain, RuleResult, Table};

use crate::aberrant::DamageType;
use crate::aberrant::attacks::area::{self, ObjectsInBlast};
use crate::aberrant::attacks::defence::{DefenceCost, DefenceMade};
use crate::aberrant::attacks::human_shield::{ShieldedHit, pass_through_dice, shielded_hit};
use crate::aberrant::checks::dice_pool;
use crate::aberrant::extras::{DamageRule, cinematic};
use crate::aberrant::health::damage::{DamageRoll, damage_dice};
use crate::aberrant::health::grievous_injury::{self, Flaw};
use crate::aberrant::health::health_track::LifeStatus;

/// The parts of an attack's result that odds need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OddsOutcome {
    /// How it met the target.
    pub contact: HitResult,
    /// The attack beat the defence.
    pub beats_defence: bool,
    /// Levels dealt.
    pub levels: u32,
    /// How the target was newly taken out of action, or killed while it lay; `None` if it was not.
    pub down: Option<DownState>,
    /// A grievous injury took its legs from under it. `AB-GRIEV-04`.
    pub crippled: bool,
}

impl OddsOutcome {
    const MISS: Self =
        Self { contact: HitResult::Miss, beats_defence: false, levels: 0, down: None, crippled: false };
    /// A successful grapple. `AB-BASE-10`.
    const SEIZED: Self = Self { contact: HitResult::Hit, beats_defence: true, ..Self::MISS };
    /// A hit without levels.
    const GRAZE: Self = Self { contact: HitResult::Graze, beats_defence: true, ..Self::MISS };
}

/// Calculates the odds of an attack that is not defended against, as `odds_outcome` has them. `None` if there is more to
/// it than an attack roll and a damage roll, or the numbers do not fit.
pub fn calculate_odds(plan: &AttackPlan<'_>) -> Option<RollChain<OddsOutcome>> {
    let context = plan.context;
    let is_plain = plan.out_of_reach.is_none()
        && plan.is_one_attack_roll()
        && plan.defences.options.is_empty()
        && context.shield.is_none()
        && plan.damage_rule == DamageRule::Rolled;
    if !is_plain {
        return None;
    }
    let (attack, difficulty) = ((plan.attack_roll().plain_roll().0, None), plan.difficulty.pool());
    let net = RollChain::single(attack, |roll| dice_pool::net_successes(roll.value, difficulty))?;
    let hits = net.map(|&margin| match margin {
        0 => DamageForOdds::Certain(OddsOutcome::MISS),
        _ if context.weapon.grapple => DamageForOdds::Certain(OddsOutcome::SEIZED),
        _ => plan.damage_for_odds(plan.raw_dice(margin)),
    });
    let levels = hits.roll(
        |damage| match damage {
            DamageForOdds::Certain(_) => None,
            DamageForOdds::Rolled(roll) => Some((damage_dice(context.attacker.id, *roll).0, None)),
        },
        |damage, rolled| match *damage {
            DamageForOdds::Certain(outcome) => DamageForOdds::Certain(outcome),
            DamageForOdds::Rolled(roll) => DamageForOdds::Rolled((rolled.value + roll.adds, roll.kind)),
        },
    )?;
    Some(levels.map(|damage| match *damage {
        DamageForOdds::Certain(outcome) => outcome,
        DamageForOdds::Rolled((levels, kind)) => plan.levels_outcome(levels, kind),
    }))
}

/// As `resolve_attack`, with the defender's answer given by its index: the same rolls, no notes.
pub fn odds_outcome(table: &mut impl Table, plan: &AttackPlan<'_>, answer: usize) -> RuleResult<OddsOutcome> {
    if plan.out_of_reach.is_some() {
        return Ok(OddsOutcome::MISS);
    }
    let net = plan.roll_own_successes(table)?;
    if plan.context.shield.is_some() && plan.context.blast.is_none() {
        return plan.shielded_odds_outcome(table, net, answer);
    }
    plan.defended_odds_outcome(table, net, answer)
}

impl AttackPlan<'_> {
    /// Whether the attack is one roll of plain dice, and all of its successes are for the target.
    fn is_one_attack_roll(&self) -> bool {
        let context = self.context;
        context.aimed_into.is_none()
            && context.defender.sheet.building.is_none()
            && context.group.rolled.is_none()
            && !self.attack_roll().has_mega_dice(&context.switches)
    }

    /// The net successes that are for the target, as a stage.
    fn roll_own_successes(&self, table: &mut impl Table) -> RuleResult<u32> {
        if self.is_one_attack_roll() {
            let (roll, difficulty) = (self.attack_roll().plain_roll(), self.difficulty.pool());
            return table.roll_stage(roll, |roll| dice_pool::net_successes(roll.value, difficulty));
        }
        table.stage(|table| {
            let net = self.roll_attack(table)?;
            Ok(self.split_successes(table, net)?.0)
        })
    }

    /// The outcome of this attack for another unit in its area, with its answer given by its index. A unit behind
    /// objects is reached if `opens` is true of the levels that the rows of objects take. `AB-AREA-01`,
    /// `AB-AREA-04`.
    pub(in crate::aberrant) fn secondary_odds_outcome(
        &self,
        table: &mut impl Table,
        (other, answer): (&AttackPlan<'_>, usize),
        rows: &[ObjectsInBlast],
        opens: impl Fn(&[u32]) -> bool,
    ) -> RuleResult<OddsOutcome> {
        if self.out_of_reach.is_some() {
            return Ok(OddsOutcome::MISS);
        }
        let net = self.roll_attack(table)?;
        if net == 0 {
            return Ok(OddsOutcome::MISS);
        }
        let (who, weapon) = (self.context.attacker.id, &self.context.weapon);
        let levels = area::roll_object_damage(&mut CarryState::new(table, net), who, weapon, rows)?;
        let (net, reached) = table.merge_branches((net, opens(&levels)))?;
        if reached { other.defended_odds_outcome(table, net, answer) } else { Ok(OddsOutcome::MISS) }
    }

    /// As `resolve_net_successes`, with the defender's answer given by its index.
    pub(in crate::aberrant) fn defended_odds_outcome(
        &self,
        table: &mut impl Table,
        net: u32,
        answer: usize,
    ) -> RuleResult<OddsOutcome> {
        if net == 0 || self.defences.options.is_empty() {
            return self.hit_odds_outcome(table, net);
        }
        let margin = table.stage(|table| {
            let defence =
                self.defences.apply_choice(table, self.context, answer)?.map(|(_, defence)| defence);
            let may_have_rolled =
                matches!(defence, Some(DefenceMade { price: DefenceCost::Abort(_), .. }) | None);
            // Only the outcome of a Willpower roll matters, not its dice.
            let defence = if may_have_rolled { table.merge_branches(defence)? } else { defence };
            let chosen = defence.and_then(|defence| {
                let option = self.defences.options.iter().find(|option| option.kind == defence.kind)?;
                Some((option, defence))
            });
            Ok(self.roll_defence(table, net, chosen)?.margin.max(0).unsigned_abs())
        })?;
        self.hit_odds_outcome(table, margin)
    }

    /// The outcome against the holder of a human shield. `AB-SHIELD-02` to `AB-SHIELD-05`.
    fn shielded_odds_outcome(
        &self,
        table: &mut impl Table,
        net: u32,
        answer: usize,
    ) -> RuleResult<OddsOutcome> {
        match shielded_hit(net) {
            ShieldedHit::Missed => Ok(OddsOutcome::MISS),
            ShieldedHit::Holder(past) => self.defended_odds_outcome(table, past, answer),
            ShieldedHit::Shield => {
                let Some(shield) = self.context.shield.as_deref() else { return Ok(OddsOutcome::MISS) };
                match pass_through_dice(self.raw_dice(1), self.shield_soak(shield)) {
                    Some(left) => self.damage_odds_outcome(table, left),
                    None => Ok(OddsOutcome::MISS),
                }
            }
        }
    }

    /// The outcome of a margin for the target: `AB-BASE-18` from step 3 on.
    pub(in crate::aberrant) fn margin_odds_outcome(
        &self,
        table: &mut impl Table,
        margin: i32,
    ) -> RuleResult<OddsOutcome> {
        let margin = table.merge_branches(margin.max(0).unsigned_abs())?;
        self.hit_odds_outcome(table, margin)
    }

    /// The outcome of a margin, 0 for any miss.
    fn hit_odds_outcome(&self, table: &mut impl Table, margin: u32) -> RuleResult<OddsOutcome> {
        if margin == 0 {
            return Ok(OddsOutcome::MISS);
        }
        if self.context.weapon.grapple {
            return Ok(OddsOutcome::SEIZED);
        }
        self.damage_odds_outcome(table, self.raw_dice(margin))
    }

    /// As `apply_raw_damage`, for odds.
    fn damage_odds_outcome(&self, table: &mut impl Table, raw: u32) -> RuleResult<OddsOutcome> {
        let roll = match self.damage_for_odds(raw) {
            DamageForOdds::Certain(outcome) => return Ok(outcome),
            DamageForOdds::Rolled(roll) => roll,
        };
        if self.damage_rule != DamageRule::Rolled {
            let levels = self.roll_damage(table, roll)?;
            if levels == 0 {
                return Ok(OddsOutcome::GRAZE);
            }
            let in_band = self.damage_rule == DamageRule::Henchmen;
            let levels = if in_band { self.band_levels(roll, levels) } else { levels };
            let after = self.condition_after(roll, levels).life_status(&self.context.defender.sheet);
            let down = self.newly_down(after.down());
            return Ok(OddsOutcome { contact: HitResult::Hit, levels, down, ..OddsOutcome::GRAZE });
        }
        // Only the levels matter from here, not the margin.
        let (levels, kind) = if self.context.defender.sheet.building.is_some() {
            table.stage(|table| Ok((self.roll_damage(table, roll)?, roll.kind)))?
        } else {
            let dice = damage_dice(self.context.attacker.id, roll);
            table.roll_stage(dice, |rolled| (rolled.value + roll.adds, roll.kind))?
        };
        Ok(self.levels_outcome(levels, kind))
    }

    /// The damage roll of `raw` dice, or the outcome without one.
    fn damage_for_odds(&self, raw: u32) -> DamageForOdds<DamageRoll> {
        let damage = self.context.weapon.damage;
        if self.damage_rule == DamageRule::AnyHitFells && damage.kind != DamageType::Emp {
            let down =
                if cinematic::is_deadly(damage.kind) { DownState::Dead } else { DownState::Unconscious };
            let down = self.newly_down(Some(down));
            let levels = cinematic::LEVELS;
            return DamageForOdds::Certain(OddsOutcome {
                contact: HitResult::Hit,
                levels,
                down,
                ..OddsOutcome::GRAZE
            });
        }
        let roll = match damage.kind {
            DamageType::Emp => {
                self.context.defender.sheet.machine.and_then(|machine| machine.emp_damage_roll(raw))
            }
            _ => self.damage_after_soak(raw),
        };
        roll.map_or(DamageForOdds::Certain(OddsOutcome::GRAZE), DamageForOdds::Rolled)
    }

    /// What of a state out of action is new: a unit that lies unconscious may still die. `AB-RESUS-09`.
    fn newly_down(&self, down: Option<DownState>) -> Option<DownState> {
        down.filter(|down| Some(*down) > self.context.defender.down())
    }

    /// The outcome of rolled levels for a target that is no extra.
    fn levels_outcome(&self, levels: u32, kind: DamageType) -> OddsOutcome {
        if levels == 0 {
            return OddsOutcome::GRAZE;
        }
        let defender = &self.context.defender;
        let flaw = grievous_injury::default_flaw(defender, self.track, levels, kind, &self.context.switches);
        let levels = grievous_injury::levels_after_choice(levels, flaw);
        let (mut marks, sheet) = (defender.condition.marks, &defender.sheet);
        let kind = if sheet.building.is_some() { DamageType::Lethal } else { kind };
        marks.mark_levels(levels, kind, self.track, self.context.switches.bashing_overflow);
        let shut_down = sheet.machine.filter(|_| self.context.weapon.damage.kind == DamageType::Emp);
        let burnt_out = shut_down.is_some_and(|machine| machine.burns_out(levels));
        let life_status = marks.body_status_on(self.track, sheet, burnt_out);
        let killed = life_status == LifeStatus::Dying
            && self.context.called_vital
            && defender.condition.dying.is_none();
        let down = if killed { Some(DownState::Dead) } else { life_status.down() };
        OddsOutcome {
            contact: HitResult::Hit,
            levels,
            down: self.newly_down(down),
            crippled: matches!(flaw, Some(Flaw::LegsLost | Flaw::SpineBroken)),
            ..OddsOutcome::GRAZE
        }
    }
}

/// What follows from raw damage dice: an outcome, or damage that is rolled.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum DamageForOdds<D> {
    Certain(OddsOutcome),
    Rolled(D),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aberrant::attacks::resolution;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::protection::soak::Soak;
    use crate::aberrant::test_fixtures::*;
    use dice::{AnswerPolicy, enumerate};

    #[test]
    fn outlines_are_those_of_the_full_rule() {
        let mut hurt = defending(duel(rifle("7L [1]")));
        hurt.defender.initiative = 20;
        hurt.defender.condition.marks = DamageMarks { lethal: 3, ..DamageMarks::default() };
        edit_sheet(&mut hurt.defender, |sheet| sheet.armour = vec![armour("vest", Soak::new(6, 6, 0))]);
        let mut grievous = duel(blade("9L"));
        with_switch(&mut grievous, "ab.grievous_injury", "on");
        let mut calculated = 0;
        // Seven boxes, all of them lethal: it lies dying, and three more levels destroy the body.
        let mut lying = duel(blade("6L"));
        edit_sheet(&mut lying.defender, |sheet| sheet.strength = 3);
        lying.defender.condition.marks = DamageMarks { lethal: 7, ..DamageMarks::default() };
        lying.defender.prone = true;
        for context in [duel(blade("6L")), defending(duel(blade("6B"))), hurt, grievous, lying] {
            let plan = AttackPlan::new(&context);
            let full = enumerate(AnswerPolicy::first(), |table| resolution::resolve_plan(table, &plan))
                .expect("odds");
            let before = context.defender.condition.life_status(&context.defender.sheet).down();
            let full = full.map(|result| OddsOutcome {
                contact: result.contact,
                beats_defence: result.margin > 0,
                levels: result.levels,
                down: result.down.filter(|down| Some(*down) > before),
                crippled: result.knocked_down && result.down.is_none(),
            });
            let short =
                enumerate(AnswerPolicy::first(), |table| odds_outcome(table, &plan, 0)).expect("odds");
            assert!(short == full);
            if let Some(chain) = calculate_odds(&plan) {
                calculated += 1;
                assert!(chain.into_distribution() == short);
            }
        }
        assert_eq!(calculated, 3, "those without a defence");
    }

    #[test]
    fn ab_resus_09_a_unit_that_lies_dying_may_be_killed() {
        let mut lying = duel(blade("6L"));
        edit_sheet(&mut lying.defender, |sheet| sheet.strength = 3);
        lying.defender.condition.marks = DamageMarks { lethal: 7, ..DamageMarks::default() };
        let down = |levels: u32| AttackPlan::new(&lying).levels_outcome(levels, DamageType::Lethal).down;
        // Strength 3 and Stamina 0: the body has three levels.
        assert_eq!([2, 3].map(down), [None, Some(DownState::Dead)]);
    }
}
