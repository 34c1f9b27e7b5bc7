//! Texts about the units in an area attack, with a warning for own units.

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Ui, WidgetText};

use crate::attack_forecast::AttackQuery;
use crate::board::overlay::blast;
use crate::panel::widgets::{PanelContext, body_font};
use battle::Target;
use model::UnitId;

/// Units in the area of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AreaUnits {
    /// Names of enemies.
    enemies: Vec<String>,
    /// Names of the attacker's own side; the attacker is "Vex (itself)".
    own: Vec<String>,
}

impl AreaUnits {
    /// Lists the units in the area of an attack that lands where it is aimed; `None` for an attack without an area.
    pub fn new(context: &PanelContext, query: &AttackQuery) -> Option<Self> {
        let view = context.view;
        let unit = view.unit(query.attacker)?;
        let weapon = unit.inventory.get(query.weapon)?.weapon();
        let centre = match query.target {
            Target::Unit(id) => view.unit(id)?.cell(),
            Target::Square(cell) => cell,
            Target::Barrier(_) => return None,
        };
        let area = blast::blast_at(view, &unit, weapon, centre)?;
        let is_own = |id: &UnitId| view.unit(*id).is_some_and(|other| other.side == unit.side);
        let (own, enemies): (Vec<UnitId>, Vec<UnitId>) = area.caught.into_iter().partition(is_own);
        let own = own.into_iter().map(|id| match context.unit_name(id) {
            name if id == query.attacker => format!("{name} (itself)"),
            name => format!("{name} (yours)"),
        });
        let enemies = enemies.into_iter().map(|id| context.unit_name(id));
        Some(Self { enemies: enemies.collect(), own: own.collect() })
    }

    /// The two halves of the sentence: enemies, and own units as a warning, which may be empty.
    fn sentence(&self) -> (String, String) {
        let own = self.own.join(", ");
        match (self.enemies.as_slice(), self.own.is_empty()) {
            ([], true) => ("No units in the area.".to_owned(), String::new()),
            ([], false) => ("Catches no enemy; ".to_owned(), format!("only {own}.")),
            (enemies, true) => (format!("Catches {}.", enemies.join(", ")), String::new()),
            (enemies, false) => (format!("Catches {}; ", enemies.join(", ")), format!("also {own}.")),
        }
    }

    /// Draws the sentence.
    pub fn show(&self, ui: &mut Ui, context: &PanelContext) {
        let (enemies, own) = self.sentence();
        let first = if self.enemies.is_empty() { context.palette.caution } else { context.palette.text };
        let mut job = LayoutJob::default();
        job.append(&enemies, 0.0, TextFormat::simple(body_font(ui), first));
        job.append(&own, 0.0, TextFormat::simple(body_font(ui), context.palette.caution));
        ui.label(WidgetText::from(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_units_in_the_area_are_named_as_a_warning() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let text = |enemies: &[&str], own: &[&str]| {
            AreaUnits { enemies: names(enemies), own: names(own) }.sentence()
        };
        assert_eq!(
            text(&["Ortho"], &["Sable (yours)"]),
            ("Catches Ortho; ".to_owned(), "also Sable (yours).".to_owned())
        );
        assert_eq!(text(&["Ortho", "Pike"], &[]).0, "Catches Ortho, Pike.");
        assert_eq!(text(&[], &["Vex (itself)"]).1, "only Vex (itself).");
        assert_eq!(text(&[], &[]).0, "No units in the area.");
    }
}
