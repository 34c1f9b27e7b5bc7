//! Damage and knockdown of an attack that reaches its target. `SS-ATK-23`, `SS-KNOCK-01`, `SS-KNOCK-08`.

use super::{AttackPlan, OpposedResult};
use crate::knockdown;
use crate::swan_song::attack::called_shot;
use crate::swan_song::damage::{critical_injuries, health};
use crate::swan_song::lines::attacks::{DamageLine, InjuryLine, LossesLine};
use crate::swan_song::{AttackResult, BarrierHarm, DownState, HitResult, PoolKind, UnitKind};
use dice::{Note, Table};

impl AttackPlan<'_> {
    /// Resolves a blow called to knock the target down; it has no other effect. `SS-KNOCK-08`, `SS-KNOCK-09`.
    pub(crate) fn resolve_knockdown_shot(
        &self,
        table: &mut impl Table,
        opposed: OpposedResult,
        barriers: Vec<BarrierHarm>,
    ) -> AttackResult {
        let mut result = self.unharmed_result(opposed, HitResult::Hit, barriers);
        let falls = called_shot::is_knockdown_hit(self.context, opposed.net);
        result.knocked_down = falls && !self.context.defender.prone;
        let limit = self.totals.physical_limit;
        let strength = self.context.attacker.sheet.attributes.strength;
        table.note(|| {
            let net = opposed.net;
            let line = if falls {
                DamageLine::KnockdownShot { strength, net, limit }
            } else {
                DamageLine::KnockdownShotFails { strength, net, limit }
            };
            Note::new("SS-KNOCK-08", line)
        });
        result
    }

    /// Applies damage to health (step 4). `SS-ATK-23`, `SS-ATK-24`, `SS-KNOCK-01`.
    pub(crate) fn apply_health_loss(
        &self,
        table: &mut impl Table,
        left: u32,
        mut result: AttackResult,
    ) -> AttackResult {
        let defender = &self.context.defender;
        let kind = self.context.weapon.damage_type;
        let after_soak = left;
        let left = called_shot::limit_damage(left, self.context.called_shot, &self.context.switches);
        if left < after_soak {
            let line = DamageLine::LocationLimit { left, damage: after_soak };
            table.note(|| Note::new("SS-CALL-06", line));
        }
        let applied = health::apply_damage(result.vitals, left, self.pool, kind, &self.context.switches);
        let percent = self.context.switches.type_factors.percent(kind);
        let reaches_flesh = result.vitals.flesh.max > 0 && applied.vitals.armored.now <= 0;
        let reaches_others = result.vitals.shield.now > 0 || reaches_flesh;
        if self.pool == PoolKind::Health && percent != 100 && left > 0 && reaches_others {
            table.note(|| Note::new("SS-DMG-07", DamageLine::TypeFactor { percent }));
        }
        table.note(|| Note::new("SS-DMG-05", LossesLine { damage: left, applied }));
        let body = defender.sheet.attributes.body;
        let causes = critical_injuries::injury_causes(&result.vitals, &applied, self.pool, body);
        result.damage = left;
        result.vitals = critical_injuries::add_injuries(applied.vitals, causes);
        result.down = health::down_state(&applied.vitals, body).max(defender.down);
        self.note_injuries(table, result.vitals.injuries, causes);
        if let Some(down) = result.down.filter(|_| result.down != defender.down) {
            let vehicle = defender.sheet.kind == UnitKind::Vehicle;
            table.note(|| match down {
                DownState::Dead if vehicle => Note::new("SS-DMG-22", DamageLine::Destroyed),
                DownState::Dead => Note::new("SS-DMG-22", DamageLine::Dead),
                _ if vehicle => Note::new("SS-DMG-09", DamageLine::Wrecked),
                _ => Note::new("SS-DMG-09", DamageLine::Unconscious),
            });
        }
        result.knocked_down = self.is_knocked_down(left);
        if result.knocked_down {
            let limit = self.totals.physical_limit;
            table.note(|| Note::new("SS-KNOCK-01", DamageLine::KnockedDown { damage: left, limit }));
        }
        result
    }

    /// Whether damage after soak knocks the target down. `SS-KNOCK-01`.
    pub(super) fn is_knocked_down(&self, damage: u32) -> bool {
        let defender = &self.context.defender;
        let stands = !defender.prone && defender.sheet.kind != UnitKind::Vehicle;
        stands && knockdown::knocks_down(damage, self.totals.physical_limit, self.context.weapon.gel)
    }

    /// Notes every Critical Injury, with its description if the switch is on. `SS-CRIT-04`, `SS-CRIT-05`, `SS-CRIT-07`.
    fn note_injuries(&self, table: &mut impl Table, injuries: u8, causes: critical_injuries::InjuryCauses) {
        let reasons = [(causes.went_down, "SS-CRIT-05", false), (causes.massive, "SS-CRIT-07", true)];
        let fulfilled = reasons.into_iter().filter(|(holds, ..)| *holds);
        for (nth, (_, clause, massive)) in (1 + injuries - causes.count()..).zip(fulfilled) {
            let (who, named) = (self.context.defender.id, self.context.switches.injury_names);
            let name = named.then(|| critical_injuries::injury_name(who, nth));
            table.note(|| Note::new(clause, InjuryLine { massive }));
            if let Some(name) = name {
                table.note(|| Note::new("SS-CRIT-04", DamageLine::Injury { name }));
            }
        }
    }
}
