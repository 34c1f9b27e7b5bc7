//! The maps of the skirmish page, as a list or a drop-down list, in the same order under every rulebook.

use bevy_egui::egui::{ComboBox, RichText, Ui};

use super::{MenuContext, MenuState, widgets};
use crate::accessibility::Accessible;
use content::{Content, Skirmish};

/// Draws the maps with their sizes and how even they are under the rulebook under which each would be set up.
pub(super) fn show_skirmish_list(ui: &mut Ui, menu: &mut MenuContext) {
    ui.spacing_mut().item_spacing.y = 5.0;
    let mut chosen = None;
    update_map_fits(menu);
    let fits = &menu.state.map_fits;
    if let Some(heading) = fits.shares_heading() {
        ui.label(RichText::new(heading).small().color(menu.palette.dim));
    }
    let skirmishes = &menu.library.loaded.content.skirmishes;
    // All maps have their sizes beside them, or none has: a size that is missing looks like one that is not known.
    let shows_sizes = fits.maps().all(|(id, fit)| {
        skirmishes.get(id).is_none_or(|skirmish| {
            let fits_row = |tag: &str| widgets::fits_one_row(ui, &skirmish.name, tag);
            fit.has_room_for_size(&map_size(skirmish), fits_row)
        })
    });
    for (id, fit) in fits.maps() {
        let Some(skirmish) = skirmishes.get(id) else { continue };
        let size = map_size(skirmish);
        let tag = fit.tag(if shows_sizes { size.as_str() } else { "" });
        let is_chosen = menu.state.chosen.as_ref() == Some(id);
        let row = widgets::list_choice(ui, menu.palette, &skirmish.name, &tag, is_chosen);
        if row.on_hover_text(format!("{}, {size}. {}", skirmish.name, fit.text())).clicked() {
            chosen = Some(id.clone());
        }
    }
    choose_skirmish(menu, chosen);
}

fn update_map_fits(menu: &mut MenuContext) {
    let book = menu.state.overrides.book;
    menu.state.map_fits.update(&menu.library.loaded.content, menu.library.revision(), book);
}

/// Draws the maps as a drop-down list.
pub(super) fn show_skirmish_combo(ui: &mut Ui, menu: &mut MenuContext) {
    update_map_fits(menu);
    let skirmishes = &menu.library.loaded.content.skirmishes;
    let now = menu.state.chosen.as_ref().and_then(|id| skirmishes.get(id));
    let now = now.map_or("no maps", |skirmish| skirmish.name.as_str());
    let mut chosen = None;
    let list = ComboBox::from_id_salt("maps").selected_text(now).width(ui.available_width());
    list.show_ui(ui, |ui| {
        let fits = &menu.state.map_fits;
        for (id, fit) in fits.maps() {
            let Some(skirmish) = skirmishes.get(id) else { continue };
            let text = format!("{}, {}, {}", skirmish.name, fit.own.name(), map_size(skirmish));
            let row = ui.selectable_label(menu.state.chosen.as_ref() == Some(id), text);
            if row.on_hover_text(fit.text()).clicked() {
                chosen = Some(id.clone());
            }
        }
    })
    .response
    .named("Map");
    choose_skirmish(menu, chosen);
}

/// Formats the size of a map: "24 × 18 m".
pub(super) fn map_size(skirmish: &Skirmish) -> String {
    format!("{} \u{00D7} {} m", skirmish.map.width, skirmish.map.height)
}

/// Chooses another skirmish.
fn choose_skirmish(menu: &mut MenuContext, chosen: Option<String>) {
    let Some(id) = chosen.filter(|id| menu.state.chosen.as_ref() != Some(id)) else { return };
    choose_map(menu.state, &menu.library.loaded.content, id);
}

/// Chooses a skirmish, with the options that were chosen before. It is set up under its own rulebook, unless the player has
/// chosen one or changed house rules: those belong to one rulebook, and would be lost.
pub(super) fn choose_map(state: &mut MenuState, content: &Content, id: String) {
    if !state.overrides.switches.is_empty() && state.overrides.book.is_none() {
        let shown = state.chosen.as_ref().and_then(|id| content.skirmishes.get(id));
        state.overrides.book = shown.map(|skirmish| skirmish.rules.book());
    }
    state.chosen = Some(id);
    state.rebuild_bundle();
}
