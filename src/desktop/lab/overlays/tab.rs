//! The tab of overlays: what is switched on, what its colours mean, and what it says of the aimed attack.

use bevy_egui::egui::{Color32, Grid as Table, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::{LabOverlay, LabOverlayToggles, LabOverlays, cover, fire_lines};
use crate::attack_forecast::percent_text;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::SHADE;
use crate::input::binding_text;
use crate::panel::cards::knockback_card;
use crate::panel::widgets;
use crate::settings::Settings;
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, Target, UnitId};
use field::Cover;
use lab::overlay::SightLine;

/// Units up to which the table of sight is drawn.
const MAX_TABLE_UNITS: usize = 10;

/// Draws the tab.
pub(super) fn show(
    ui: &mut Ui,
    view: &BattleView,
    laid: &LabOverlays,
    toggles: &mut LabOverlayToggles,
    settings: &Settings,
    art: &BoardAtlas,
) {
    let look = settings.palette();
    for (overlay, command, name) in LabOverlay::ALL {
        let mut on = toggles.is_on(overlay);
        let key = binding_text(command, settings);
        ui.horizontal(|ui| {
            if ui.checkbox(&mut on, name).changed() {
                toggles.set_overlay(overlay, on);
            }
            ui.label(RichText::new(key).color(look.faint).font(widgets::small_font(ui)));
        });
        if !on {
            continue;
        }
        ui.indent(name, |ui| match overlay {
            LabOverlay::FireLines => show_fire_lines(ui, view, laid, look),
            LabOverlay::Cover => {
                show_cover_legend(ui, art, look);
                ui.checkbox(&mut toggles.prone, "for somebody who lies");
            }
            LabOverlay::SightLines => show_sight_table(ui, view, laid, look),
            LabOverlay::Blast => show_blast(ui, view, laid, art, look),
            LabOverlay::Knockback => show_knockback(ui, view, laid, look),
            LabOverlay::MoveRange => show_move_legend(ui, art, look),
        });
    }
    if laid.known.as_ref().is_some_and(|(subject, _)| subject.attacker.is_none()) {
        ui.label(RichText::new("Nobody acts: aim an attack to see what depends on it.").color(look.dim));
    }
}

fn unit_name(view: &BattleView, id: u32) -> String {
    view.unit_ignoring_fog(UnitId(id))
        .map_or_else(|| "somebody".to_owned(), |unit| unit.identity.name().to_owned())
}

/// A square with a colour and a pattern, and what it means.
fn show_sample(
    ui: &mut Ui,
    art: &BoardAtlas,
    look: &Palette,
    (colour, pattern): (Color32, &str),
    words: &str,
) {
    ui.spacing_mut().interact_size.y = 16.0;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, look.outside);
        ui.painter().rect_filled(rect, 2.0, colour);
        if !pattern.is_empty() {
            ui.painter().add(art.shape(pattern, rect, 0.0, with_alpha(look.text, 120)));
        }
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, look.line), StrokeKind::Inside);
        ui.label(RichText::new(words).color(look.dim).font(widgets::small_font(ui)));
    });
}

fn show_cover_legend(ui: &mut Ui, art: &BoardAtlas, look: &Palette) {
    let all = [
        (Cover::None, "in the open, up to 25 % hidden"),
        (Cover::Partial, "half shield: more than 25 %"),
        (Cover::Good, "whole shield: more than 50 %"),
        (Cover::Total, "not seen"),
    ];
    for (cover, words) in all {
        show_sample(ui, art, look, cover::cover_tint(cover, look), words);
    }
}

fn show_move_legend(ui: &mut Ui, art: &BoardAtlas, look: &Palette) {
    show_sample(ui, art, look, (with_alpha(look.walk, 110), ""), "walk, with metres of the way");
    show_sample(ui, art, look, (with_alpha(look.run, 90), ""), "run");
    show_sample(ui, art, look, (with_alpha(look.run, 40), "hatch"), "sprint: a test decides");
}

/// Every line in short; of that to the target everything it crosses.
fn show_fire_lines(ui: &mut Ui, view: &BattleView, laid: &LabOverlays, look: &Palette) {
    let target = laid.known.as_ref().and_then(|(subject, _)| subject.target);
    let aimed = |line: &&SightLine| target == Some(Target::Unit(UnitId(line.to)));
    for line in laid
        .lines
        .iter()
        .filter(aimed)
        .chain(laid.lines.iter().filter(|line| !aimed(line)).take(MAX_TABLE_UNITS))
    {
        let value = match line.fire.seen {
            true => format!("{} % hidden", line.fire.hidden),
            false => "not seen".to_owned(),
        };
        widgets::show_fact_line(
            ui,
            (&unit_name(view, line.to), look.text),
            (&value, fire_lines::line_colour(line, look)),
        );
        if !aimed(&line) {
            continue;
        }
        for (number, crossed) in (1..).zip(&line.crossed) {
            let always = if crossed.clear { ", every hit goes through" } else { "" };
            let text = format!("{number}  {}{always}", crossed.barrier.name);
            let value = format!(
                "hides {} %, armour {}, {} left",
                crossed.crossing.hides, crossed.barrier.armor, crossed.structure_left
            );
            widgets::show_fact_line(ui, (&text, look.dim), (&value, look.caution));
        }
    }
    let others = laid.lines.iter().filter(|line| !aimed(line)).count();
    if let Some(more) = others.checked_sub(MAX_TABLE_UNITS).filter(|more| *more > 0) {
        ui.label(
            RichText::new(format!("and {more} more, on the board"))
                .color(look.dim)
                .font(widgets::small_font(ui)),
        );
    }
}

/// Rows look, columns are looked at: how much of them is hidden.
fn show_sight_table(ui: &mut Ui, view: &BattleView, laid: &LabOverlays, look: &Palette) {
    let units: Vec<u32> = laid.sights.units().collect();
    if units.len() > MAX_TABLE_UNITS {
        let pairs = laid.sights.pairs().filter(|pair| pair.enemies && pair.sees).count();
        ui.label(RichText::new(format!("{pairs} pairs of enemies see each other.")).color(look.dim));
        return;
    }
    let small = widgets::small_font(ui);
    Table::new("sights").spacing(vec2(7.0, 3.0)).show(ui, |ui| {
        ui.label("");
        for (number, _) in units.iter().enumerate() {
            ui.label(RichText::new(format!("{}", number + 1)).color(look.dim).font(small.clone()));
        }
        ui.end_row();
        for (row, unit) in units.iter().enumerate() {
            let text = format!("{} {}", row + 1, unit_name(view, *unit));
            ui.label(RichText::new(text).color(look.text).font(small.clone()));
            for column in 0..units.len() {
                let hidden = laid.sights.hidden(row, column);
                let (text, colour) = match hidden {
                    _ if row == column => ("\u{00b7}".to_owned(), look.faint),
                    100 => ("-".to_owned(), look.faint),
                    hidden => (hidden.to_string(), look.text),
                };
                ui.label(RichText::new(text).color(colour).font(small.clone()));
            }
            ui.end_row();
        }
    });
    ui.label(RichText::new("Rows look; numbers: % hidden, -: not seen.").color(look.faint).font(small));
}

fn show_blast(ui: &mut Ui, view: &BattleView, laid: &LabOverlays, art: &BoardAtlas, look: &Palette) {
    let Some(blast) = &laid.blast else {
        ui.label(RichText::new("The aimed attack has no area.").color(look.dim));
        return;
    };
    show_sample(ui, art, look, (with_alpha(look.harm, 110), ""), "reached, with the damage there");
    show_sample(ui, art, look, (with_alpha(SHADE, 0), "hatch_back"), "in the shadow of a barrier");
    let caught: Vec<_> = blast.caught.iter().map(|id| unit_name(view, *id)).collect();
    let caught = if caught.is_empty() { "nobody".to_owned() } else { caught.join(", ") };
    widgets::show_fact_line(ui, ("Catches", look.dim), (&caught, look.text));
    let radius = format!("{} m", blast.burst.radius_m);
    widgets::show_fact_line(ui, ("Radius", look.dim), (&radius, look.text));
    for metres in (0..=blast.burst.radius_m).filter(|metres| *metres == 0 || !blast.burst.is_even()) {
        let damage = blast.burst.damage_at(metres * metres).unwrap_or_default();
        let text = if blast.burst.is_even() { "Damage".to_owned() } else { format!("At {metres} m") };
        widgets::show_fact_line(ui, (&text, look.dim), (damage, look.text));
    }
}

fn show_knockback(ui: &mut Ui, view: &BattleView, laid: &LabOverlays, look: &Palette) {
    let field = match laid.knockback() {
        None if laid.flights.is_working() => {
            ui.label(RichText::new("being worked out ...").color(look.caution));
            return;
        }
        None => {
            ui.label(RichText::new("Aim an attack at a unit or a square.").color(look.dim));
            return;
        }
        Some(None) => {
            ui.label(RichText::new("Nobody can tell how far this throws.").color(look.dim));
            return;
        }
        Some(Some(field)) => field,
    };
    if field.trajectories.is_empty() {
        ui.label(RichText::new("It throws nobody.").color(look.dim));
    }
    for unit in field.units() {
        let value = percent_text(field.knockback_chance(unit));
        widgets::show_fact_line(
            ui,
            (&format!("Throws {}", unit_name(view, unit)), look.text),
            (&value, look.forced),
        );
        for flight in field.trajectories.iter().filter(|flight| flight.unit == unit) {
            let (text, value) = (knockback_card::flight_text(view, flight), percent_text(flight.probability));
            widgets::show_fact_line(ui, (&text, look.dim), (&value, look.text));
            for on in &flight.onward {
                let text =
                    format!("   {}: {}", unit_name(view, on.unit), knockback_card::flight_text(view, on));
                widgets::show_fact_line(ui, (&text, look.dim), (&percent_text(on.probability), look.text));
            }
        }
    }
}
