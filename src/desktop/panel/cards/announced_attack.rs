//! Odds of the attacks that the asked unit may announce on a hovered enemy.

use bevy_egui::egui::Ui;

use super::key_figures::show_key_odds;
use crate::attack_forecast::{AttackQuery, ForecastCache, key_chance_text};
use crate::panel::widgets::{PanelContext, show_fact_line};
#[cfg(test)]
use battle::Target;
use model::UnitId;

/// The attacks on an enemy that may be announced and are possible now, the one that is worth most first.
pub(super) struct AnnounceableAttacks(Vec<AttackQuery>);

impl AnnounceableAttacks {
    /// Lists those on a unit; `None` if there is none, and while no announcement is asked for.
    pub fn on_unit(context: &PanelContext, odds: &mut ForecastCache, target: UnitId) -> Option<Self> {
        context.view.open_prompt()?;
        let aims = odds.answer_aims(context.view);
        let on_it = aims.by_key.values().filter(|aim| aim.target == target);
        let mut attacks: Vec<(f64, AttackQuery)> = on_it
            .filter_map(|aim| aim.attack.clone())
            .map(|attack| (odds.attack_worth(context.view, &attack), attack))
            .collect();
        // Stable: those that are worth as much keep the order of the answers.
        attacks.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let attacks: Vec<AttackQuery> = attacks.into_iter().map(|(_, attack)| attack).collect();
        (!attacks.is_empty()).then_some(Self(attacks))
    }

    /// Returns the units that would make them.
    pub fn attackers(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.0.iter().map(|attack| attack.attacker)
    }

    /// Draws the odds of the best one as on the card of an attack, and a line for each other one.
    pub fn show(&self, ui: &mut Ui, context: &PanelContext, odds: &mut ForecastCache) {
        let Some((best, others)) = self.0.split_first() else { return };
        ui.colored_label(context.palette.dim, announced_title(&weapon_name(context, best)));
        match odds.forecast(context.view, best) {
            Some(forecast) => {
                show_key_odds(ui, context, (&forecast, forecast.odds.is_harmless()), (best.target, None));
            }
            None => _ = ui.colored_label(context.palette.dim, "The odds cannot be calculated."),
        }
        for attack in others {
            let Some((found, _)) = odds.quick_odds(context.view, attack) else { continue };
            let chance = key_chance_text(&found);
            let palette = context.palette;
            show_fact_line(ui, (&weapon_name(context, attack), palette.dim), (&chance, palette.text));
        }
        ui.separator();
    }

    /// The unit at which they are aimed, for tests.
    #[cfg(test)]
    fn targets(&self) -> Vec<Target> {
        self.0.iter().map(|attack| attack.target).collect()
    }
}

/// Names the weapon of an attack; empty for a unit that is not there.
fn weapon_name(context: &PanelContext, attack: &AttackQuery) -> String {
    let unit = context.view.unit(attack.attacker);
    let carried = unit.as_ref().and_then(|unit| unit.inventory.get(attack.weapon));
    carried.map_or_else(String::new, |carried| carried.name().to_string())
}

/// Heads the odds of an attack that may be announced: "Pistol, if it is announced".
fn announced_title(weapon: &str) -> String {
    format!("{weapon}, if it is announced")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{battle_in, with_context};
    use rules::Book;

    #[test]
    fn an_enemy_shows_the_attacks_that_may_be_announced_on_it() {
        let mut world = battle_in(Some(Book::Aberrant), "warehouse");
        with_context(&mut world, |context| {
            let mut odds = ForecastCache::default();
            let aims = odds.answer_aims(context.view);
            let possible = aims.by_key.values().find(|aim| aim.attack.is_some());
            let target = possible.expect("an enemy can be attacked at once").target;
            let attacks = AnnounceableAttacks::on_unit(context, &mut odds, target).expect("it has odds");
            let targets = attacks.targets();
            assert!(targets.iter().all(|aim| *aim == Target::Unit(target)), "{targets:?}");
            let asked = context.view.open_prompt().expect("attacks are announced").prompt().who;
            assert!(AnnounceableAttacks::on_unit(context, &mut odds, asked).is_none(), "it is no target");
        });
        assert_eq!(announced_title("Pistol"), "Pistol, if it is announced");
    }
}
