//! Rosters of the options page: the units of each side with stats and weapons in the chosen book.

use bevy_egui::egui::{Align, CollapsingHeader, Label, Layout, RichText, Ui};

use super::{player_row, widgets};
use crate::ai_players::SidePlayer;
use crate::theme::Palette;
use content::{SkirmishBundle, UnitTemplate};
use model::UnitId;
use rules::{Stat, UnitSnapshot, play};

/// Draws each side with the personality of its AI and its units; a unit unfolds to its sheet.
pub(super) fn show_rosters(
    ui: &mut Ui,
    palette: &Palette,
    bundle: &SkirmishBundle,
    players: &mut [SidePlayer],
) {
    let skirmish = &bundle.skirmish;
    ui.spacing_mut().interact_size.y = 20.0;
    for (number, side) in skirmish.sides.iter().enumerate() {
        let units: Vec<_> = skirmish.units.iter().filter(|unit| usize::from(unit.side) == number).collect();
        ui.horizontal(|ui| {
            widgets::show_side_mark(ui, palette, side.colour, number + 1);
            ui.label(RichText::new(&side.name).strong().color(palette.side_colour(side.colour)));
            let count = if units.len() == 1 { "1 unit".to_owned() } else { format!("{} units", units.len()) };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(count).color(palette.dim));
            });
        });
        if let Some(player) = players.get_mut(number) {
            player_row::show_personality_list(ui, number, player);
        }
        for (at, unit) in units.iter().enumerate() {
            let Some(template) = bundle.unit_templates.get(&unit.archetype) else { continue };
            let title = format!("{}, {}", unit.name, template.name);
            let header = CollapsingHeader::new(title).id_salt(("recruit", number, at));
            let header = header.show(ui, |ui| show_unit_sheet(ui, palette, bundle, template)).header_response;
            header.on_hover_text(&template.role);
        }
    }
}

/// Draws a unit's role, its stats as the book prints them, and its weapons.
fn show_unit_sheet(ui: &mut Ui, palette: &Palette, bundle: &SkirmishBundle, template: &UnitTemplate) {
    let small = |text: &str| Label::new(RichText::new(text).small().color(palette.dim)).wrap();
    ui.add(small(&template.role));
    let stats = play::sheet_stats(&template.sheet);
    for group in stats.chunk_by(|one, other| one.group == other.group) {
        ui.add(small(&stat_line(group)));
    }
    let rules = &bundle.skirmish.rules;
    let (condition, budget) =
        (play::starting_health(&template.sheet, rules), play::starting_budget(&template.sheet, rules));
    let unit = UnitSnapshot::fresh(UnitId(0), &template.name, template.sheet.clone(), condition, budget);
    for weapon in template.weapons.iter().filter_map(|id| bundle.weapons.get(id)) {
        ui.label(weapon.name());
        ui.add(small(&play::plain_weapon_line(&unit, weapon, rules)));
    }
}

/// Formats a group of stats, such as "Attributes: Body 4, Agility 5".
fn stat_line(group: &[Stat]) -> String {
    let heading = group.first().map_or("", |stat| stat.group);
    let numbers: Vec<_> = group.iter().map(|stat| format!("{} {}", stat.name, stat.value)).collect();
    format!("{heading}: {}", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_numbers_is_one_line() {
        let stat = |name: &'static str, value: &str| Stat {
            group: "Attributes",
            name: name.into(),
            value: value.to_owned(),
            clause: "SS-BASE-01",
        };
        assert_eq!(stat_line(&[stat("Body", "4"), stat("Agility", "5")]), "Attributes: Body 4, Agility 5");
    }
}
