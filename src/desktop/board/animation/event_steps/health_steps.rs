//! Steps of what happens to the body of a unit: harm, falls, recovery, ailments.

use super::RecordReader;
use crate::board::animation::BoardAnimation;
use crate::board::animation::hurt_tone::{hurt_numbers, hurt_tone};
use crate::board::animation::step::{AnimationStep, Hurt};
use crate::board::effects::FloatingTone;
use crate::board::effects::marks::Moment;
use crate::board::units::health_display::HealthDisplay;
use battle::{BattleEvent, Order, StatusKind};
use battle_log::chosen_posture::chooses_to_drop;
use battle_log::posture_words::posture_words;
use model::UnitId;
use rules::{HealthState, play};

impl RecordReader<'_, '_, '_> {
    /// Queues what an event does to the health or the posture of a unit.
    pub(super) fn push_health_step(&self, animation: &mut BoardAnimation, moment: Moment) {
        let mut push = |step| animation.steps.push_back((moment, step));
        match &self.events[moment.event].event {
            BattleEvent::Harmed { unit, damage, before, after, .. } => {
                if let Some(hurt) = self.hurt(animation, *unit, *damage, [before, after]) {
                    animation.steps.push_back((moment, AnimationStep::TakeDamage(hurt)));
                }
            }
            BattleEvent::WentDown { unit, down, .. } => {
                let machine = self.view.unit(*unit).is_some_and(|unit| unit.is_machine());
                push(AnimationStep::Fall { unit: *unit, down: *down, machine });
            }
            BattleEvent::Recovered { unit } => push(AnimationStep::Recover { unit: *unit }),
            BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Prone => {
                let earlier = &self.events[..moment.event];
                let chosen = matches!(self.order, Order::DropProne { .. })
                    || chooses_to_drop(earlier, *unit, self.view.rules());
                let is_knocked = self.cause.blow.is_some() && !chosen;
                let knocked = is_knocked.then(|| posture_words(self.view).knocked);
                push(AnimationStep::ChangePosture { unit: *unit, prone: true, knocked });
            }
            BattleEvent::StatusEnded { unit, kind: StatusKind::Prone } => {
                push(AnimationStep::ChangePosture { unit: *unit, prone: false, knocked: None });
            }
            BattleEvent::Afflicted { unit, suffered } => {
                let text = suffered.ailment.name().to_uppercase();
                push(AnimationStep::Word { unit: *unit, text, tone: FloatingTone::Caution });
            }
            _ => {}
        }
    }

    /// Returns how an event hurts a unit, as the board shows it.
    fn hurt(
        &self,
        animation: &BoardAnimation,
        unit: UnitId,
        damage: u32,
        [before, after]: [&HealthState; 2],
    ) -> Option<Hurt> {
        let data = self.view.unit(unit)?;
        let sheet = data.sheet.get();
        let [old, new] = [before, after].map(|health| play::gauges(sheet, health, self.view.rules()));
        let together =
            matches!(animation.steps.back(), Some((_, AnimationStep::TakeDamage(last))) if last.unit != unit);
        Some(Hurt {
            unit,
            damage,
            after: HealthDisplay::from_condition(sheet, after, self.view.rules()),
            tone: hurt_tone(&old, &new),
            numbers: hurt_numbers(damage, &old, &new),
            bleeds: !data.is_machine(),
            critical: play::critical_injuries(after) > play::critical_injuries(before),
            injuries: play::added_injuries(unit, before, after, self.view.rules()),
            from: self.cause.blow,
            together,
        })
    }
}
