//! Damage and knockdown of an attack that reaches its target. `SS-ATK-23`, `SS-KNOCK-01`, `SS-KNOCK-08`.

use super::{AttackPlan, OpposedResult, note};
use crate::knockdown;
use crate::swan_song::attack::called_shot;
use crate::swan_song::damage::{critical_injuries, health};
use crate::swan_song::{AttackResult, BarrierHarm, DownState, HitResult, UnitKind};
use dice::Table;

impl AttackPlan<'_> {
    /// Resolves a blow called to knock the target down; it has no other effect. `SS-KNOCK-08`, `SS-KNOCK-09`.
    pub(crate) fn resolve_knockdown_shot(
        &self,
        table: &mut impl Table,
        opposed: OpposedResult,
        barriers: Vec<BarrierHarm>,
    ) -> AttackResult {
        let mut result = self.unharmed_result(opposed, HitResult::Hit, barriers);
        let falls = called_shot::is_knockdown_hit(self.scene, opposed.net);
        result.knocked_down = falls && !self.scene.defender.prone;
        let limit = self.totals.physical_limit;
        let strength = self.scene.attacker.sheet.attributes.strength;
        table.note(|| {
            let what = if falls { "knocked down" } else { "stays up" };
            let text = format!("Strength {strength} + {} net, Physical Limit {limit}: {what}", opposed.net);
            note("SS-KNOCK-08", text)
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
        let defender = &self.scene.defender;
        let kind = self.scene.weapon.damage_type;
        let after_soak = left;
        let left = called_shot::limit_damage(left, self.scene.called, &self.scene.switches);
        if left < after_soak {
            table.note(|| note("SS-CALL-06", format!("Location limit: {left} of {after_soak} damage")));
        }
        let applied = health::apply_damage(result.vitals, left, self.pool, kind, &self.scene.switches);
        table.note(|| note("SS-DMG-05", losses_text(left, &applied)));
        let body = defender.sheet.attributes.body;
        let causes = critical_injuries::injury_causes(&result.vitals, &applied, self.pool, body);
        result.damage = left;
        result.vitals = critical_injuries::add_injuries(applied.vitals, causes);
        result.down = health::down_state(&applied.vitals, body).max(defender.down);
        self.note_injuries(table, result.vitals.injuries, causes);
        if let Some(down) = result.down.filter(|_| result.down != defender.down) {
            let vehicle = defender.sheet.kind == UnitKind::Vehicle;
            table.note(|| match down {
                DownState::Dead => note("SS-DMG-22", if vehicle { "Destroyed" } else { "Dead" }.into()),
                DownState::Unconscious => {
                    note("SS-DMG-09", if vehicle { "Wrecked" } else { "Falls unconscious" }.into())
                }
            });
        }
        let limit = self.totals.physical_limit;
        let stands = !defender.prone && defender.sheet.kind != UnitKind::Vehicle;
        result.knocked_down = stands && knockdown::knocks_down(left, limit, self.scene.weapon.gel);
        if result.knocked_down {
            table
                .note(|| note("SS-KNOCK-01", format!("Knocked down: {left} damage, Physical Limit {limit}")));
        }
        result
    }

    /// Notes every Critical Injury, with its description if the switch is on. `SS-CRIT-04`, `SS-CRIT-05`, `SS-CRIT-07`.
    fn note_injuries(&self, table: &mut impl Table, injuries: u8, causes: critical_injuries::InjuryCauses) {
        let reasons =
            [(causes.went_down, "SS-CRIT-05", "goes down"), (causes.massive, "SS-CRIT-07", "massive")];
        let told = reasons.into_iter().filter(|(holds, ..)| *holds);
        for (nth, (_, clause, why)) in (1 + injuries - causes.count()..).zip(told) {
            table.note(|| {
                let who = self.scene.defender.id;
                let looks =
                    self.scene.switches.injury_names.then(|| critical_injuries::injury_name(who, nth));
                let looks = looks.map(|name| format!(": {name}")).unwrap_or_default();
                note(clause, format!("Critical Injury ({why}){looks}"))
            });
        }
    }
}

/// Text such as "4 damage: 1 shield, 3 flesh".
fn losses_text(left: u32, applied: &health::AppliedDamage) -> String {
    let parts = [
        (applied.shield_lost, "shield"),
        (applied.armored_lost, "armoured"),
        (applied.flesh_lost, "flesh"),
        (applied.strain_gained, "strain"),
    ];
    let lost: Vec<_> = parts
        .iter()
        .filter(|(points, _)| *points != 0)
        .map(|(points, name)| format!("{points} {name}"))
        .collect();
    if lost.is_empty() {
        format!("{left} damage, nothing lost")
    } else {
        format!("{left} damage: {}", lost.join(", "))
    }
}
