//! The Overlays tab: switches, legends, and facts about the aimed attack.

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
use battle::{BattleView, Target};
use field::Cover;
use lab::overlay::SightLine;
use model::UnitId;

/// Maximum number of units for which the sight table is drawn.
const MAX_TABLE_UNITS: usize = 10;

/// Draws the tab.
pub(super) fn show(
    ui: &mut Ui,
    view: &BattleView,
    overlays: &LabOverlays,
    toggles: &mut LabOverlayToggles,
    settings: &Settings,
    art: &BoardAtlas,
) {
    let palette = settings.palette();
    for (overlay, command, name) in LabOverlay::ALL {
        let mut on = toggles.is_on(overlay);
        let key = binding_text(command, settings);
        ui.horizontal(|ui| {
            if ui.checkbox(&mut on, name).changed() {
                toggles.set_overlay(overlay, on);
            }
            ui.label(RichText::new(key).color(palette.faint).font(widgets::small_font(ui)));
        });
        if !on {
            continue;
        }
        ui.indent(name, |ui| match overlay {
            LabOverlay::FireLines => show_fire_lines(ui, view, overlays, palette),
            LabOverlay::Cover => {
                show_cover_legend(ui, art, palette);
                ui.checkbox(&mut toggles.prone, "for a prone target");
            }
            LabOverlay::SightLines => show_sight_table(ui, view, overlays, palette),
            LabOverlay::Blast => show_blast(ui, view, overlays, art, palette),
            LabOverlay::Knockback => show_knockback(ui, view, overlays, palette),
            LabOverlay::MoveRange => show_move_legend(ui, art, palette),
        });
    }
    if overlays.known.as_ref().is_some_and(|(subject, _)| subject.attacker.is_none()) {
        ui.label(RichText::new("Aim an attack to see its overlays.").color(palette.dim));
    }
}

fn unit_name(view: &BattleView, id: UnitId) -> String {
    view.unit_ignoring_fog(id)
        .map_or_else(|| "unknown unit".to_owned(), |unit| unit.identity.name().to_owned())
}

/// Draws a sample of colour and pattern with its meaning.
fn show_sample(
    ui: &mut Ui,
    art: &BoardAtlas,
    palette: &Palette,
    (colour, pattern): (Color32, &str),
    words: &str,
) {
    ui.spacing_mut().interact_size.y = 16.0;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, palette.outside);
        ui.painter().rect_filled(rect, 2.0, colour);
        if !pattern.is_empty() {
            ui.painter().add(art.shape(pattern, rect, 0.0, with_alpha(palette.text, 120)));
        }
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, palette.line), StrokeKind::Inside);
        ui.label(RichText::new(words).color(palette.dim).font(widgets::small_font(ui)));
    });
}

fn show_cover_legend(ui: &mut Ui, art: &BoardAtlas, palette: &Palette) {
    let all = [
        (Cover::None, "in the open, up to 25 % hidden"),
        (Cover::Partial, "half shield: over 25 % hidden"),
        (Cover::Good, "full shield: over 50 % hidden"),
        (Cover::Total, "not seen"),
    ];
    for (cover, words) in all {
        show_sample(ui, art, palette, cover::cover_tint(cover, palette), words);
    }
}

fn show_move_legend(ui: &mut Ui, art: &BoardAtlas, palette: &Palette) {
    show_sample(ui, art, palette, (with_alpha(palette.walk, 110), ""), "walk, with path cost in metres");
    show_sample(ui, art, palette, (with_alpha(palette.run, 90), ""), "run");
    show_sample(ui, art, palette, (with_alpha(palette.run, 40), "hatch"), "sprint: needs a test");
}

/// Draws a summary of every line, and for the target's line everything it crosses.
fn show_fire_lines(ui: &mut Ui, view: &BattleView, overlays: &LabOverlays, palette: &Palette) {
    let target = overlays.known.as_ref().and_then(|(subject, _)| subject.target);
    let aimed = |line: &&SightLine| target == Some(Target::Unit(line.to));
    for line in overlays
        .lines
        .iter()
        .filter(aimed)
        .chain(overlays.lines.iter().filter(|line| !aimed(line)).take(MAX_TABLE_UNITS))
    {
        let value = match line.fire.seen {
            true => format!("{} % hidden", line.fire.hidden),
            false => "not seen".to_owned(),
        };
        widgets::show_fact_line(
            ui,
            (&unit_name(view, line.to), palette.text),
            (&value, fire_lines::line_colour(line, palette)),
        );
        if !aimed(&line) {
            continue;
        }
        for (number, crossed) in (1..).zip(&line.crossed) {
            let always = if crossed.clear { ", hit even by a clean shot" } else { "" };
            let text = format!("{number}  {}{always}", crossed.barrier.name);
            let value = format!(
                "hides {} %, armour {}, structure {} left",
                crossed.hides, crossed.barrier.armor, crossed.structure_left
            );
            widgets::show_fact_line(ui, (&text, palette.dim), (&value, palette.caution));
        }
    }
    let others = overlays.lines.iter().filter(|line| !aimed(line)).count();
    if let Some(more) = others.checked_sub(MAX_TABLE_UNITS).filter(|more| *more > 0) {
        ui.label(
            RichText::new(format!("and {more} more on the board"))
                .color(palette.dim)
                .font(widgets::small_font(ui)),
        );
    }
}

/// Draws the sight table: rows see columns, with the hidden share of each.
fn show_sight_table(ui: &mut Ui, view: &BattleView, overlays: &LabOverlays, palette: &Palette) {
    let units: Vec<_> = overlays.sights.units().collect();
    if units.len() > MAX_TABLE_UNITS {
        let pairs = overlays.sights.pairs().filter(|pair| pair.enemies && pair.sees).count();
        ui.label(RichText::new(format!("{pairs} pairs of enemies see each other.")).color(palette.dim));
        return;
    }
    let small = widgets::small_font(ui);
    Table::new("sights").spacing(vec2(7.0, 3.0)).show(ui, |ui| {
        ui.label("");
        for (number, _) in units.iter().enumerate() {
            ui.label(RichText::new(format!("{}", number + 1)).color(palette.dim).font(small.clone()));
        }
        ui.end_row();
        for (row, unit) in units.iter().enumerate() {
            let text = format!("{} {}", row + 1, unit_name(view, *unit));
            ui.label(RichText::new(text).color(palette.text).font(small.clone()));
            for column in 0..units.len() {
                let hidden = overlays.sights.hidden(row, column);
                let (text, colour) = match hidden {
                    _ if row == column => ("\u{00b7}".to_owned(), palette.faint),
                    100 => ("-".to_owned(), palette.faint),
                    hidden => (hidden.to_string(), palette.text),
                };
                ui.label(RichText::new(text).color(colour).font(small.clone()));
            }
            ui.end_row();
        }
    });
    ui.label(
        RichText::new("Rows: observers. Numbers: % hidden; -: not seen.").color(palette.faint).font(small),
    );
}

fn show_blast(ui: &mut Ui, view: &BattleView, overlays: &LabOverlays, art: &BoardAtlas, palette: &Palette) {
    let Some(blast) = &overlays.blast else {
        ui.label(RichText::new("The aimed attack has no area of effect.").color(palette.dim));
        return;
    };
    show_sample(ui, art, palette, (with_alpha(palette.harm, 110), ""), "in the blast, with damage");
    show_sample(ui, art, palette, (with_alpha(SHADE, 0), "hatch_back"), "shielded by a barrier");
    let names: Vec<_> = blast.caught.iter().map(|id| unit_name(view, *id)).collect();
    let names = if names.is_empty() { "no one".to_owned() } else { names.join(", ") };
    widgets::show_fact_line(ui, ("Hits", palette.dim), (&names, palette.text));
    let radius = format!("{} m", blast.burst.radius_m);
    widgets::show_fact_line(ui, ("Radius", palette.dim), (&radius, palette.text));
    for metres in (0..=blast.burst.radius_m).filter(|metres| *metres == 0 || !blast.burst.is_even()) {
        let damage = blast.burst.damage_at(metres * metres).unwrap_or_default();
        let text = if blast.burst.is_even() { "Damage".to_owned() } else { format!("At {metres} m") };
        widgets::show_fact_line(ui, (&text, palette.dim), (damage, palette.text));
    }
}

fn show_knockback(ui: &mut Ui, view: &BattleView, overlays: &LabOverlays, palette: &Palette) {
    let field = match overlays.knockback() {
        None if overlays.flights.is_working() => {
            ui.label(RichText::new("calculating ...").color(palette.caution));
            return;
        }
        None => {
            ui.label(RichText::new("Aim an attack at a unit or a square.").color(palette.dim));
            return;
        }
        Some(None) => {
            ui.label(RichText::new("Too many outcomes to calculate.").color(palette.dim));
            return;
        }
        Some(Some(field)) => field,
    };
    if field.trajectories.is_empty() {
        ui.label(RichText::new("No knockback.").color(palette.dim));
    }
    for unit in field.units() {
        let value = percent_text(field.knockback_chance(unit));
        widgets::show_fact_line(
            ui,
            (&format!("Knocks back {}", unit_name(view, unit)), palette.text),
            (&value, palette.forced),
        );
        for flight in field.trajectories.iter().filter(|flight| flight.unit == unit) {
            let (text, value) = (knockback_card::flight_text(view, flight), percent_text(flight.probability));
            widgets::show_fact_line(ui, (&text, palette.dim), (&value, palette.text));
            for on in &flight.onward {
                let text =
                    format!("   {}: {}", unit_name(view, on.unit), knockback_card::flight_text(view, on));
                widgets::show_fact_line(
                    ui,
                    (&text, palette.dim),
                    (&percent_text(on.probability), palette.text),
                );
            }
        }
    }
}
