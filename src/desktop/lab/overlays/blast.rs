//! Blast overlay: the squares that the aimed attack reaches, with the damage there.

use bevy_egui::egui::{RichText, Ui};

use super::tab::{show_sample, unit_name};
use super::{LabCanvas, LabOverlay, LabOverlayInputs, LabTabContext, OverlaySubject};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::SHADE;
use crate::board::overlay::blast;
use crate::input::InputAction;
use crate::panel::widgets;
use crate::theme::{Palette, with_alpha};
use battle::{BattleSnapshot, BattleView, target_cell};
use content::LabOverlayKind;
use lab::overlay::{self, BlastOverlay};

/// Blast area of the aimed attack.
#[derive(Default)]
pub(super) struct AimedBlastOverlay(Option<BlastOverlay>);

impl LabOverlay for AimedBlastOverlay {
    fn name(&self) -> &'static str {
        "Blast area"
    }

    fn kind(&self) -> LabOverlayKind {
        LabOverlayKind::Blast
    }

    fn action(&self) -> InputAction {
        InputAction::OverlayBlast
    }

    fn update(&mut self, inputs: &LabOverlayInputs) {
        self.0 = aimed_blast(inputs.view, inputs.snapshot, inputs.subject);
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn paint_below_pieces(&self, canvas: &LabCanvas) {
        if let Some(aimed) = &self.0 {
            blast::paint(canvas.brush, aimed, canvas.art, canvas.palette);
        }
    }

    fn paint_above_tokens(&self, canvas: &LabCanvas) {
        if let Some(aimed) = &self.0 {
            blast::paint_blast_centre(canvas.brush, aimed, canvas.palette, &[]);
        }
    }

    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool {
        show_blast(ui, context.view, self.0.as_ref(), context.art, context.palette);
        false
    }
}

fn aimed_blast(
    view: &BattleView,
    snapshot: &BattleSnapshot,
    subject: &OverlaySubject,
) -> Option<BlastOverlay> {
    let unit = view.unit(subject.attacker?)?;
    let centre = target_cell(view, unit.cell(), subject.target?)?;
    let weapon = unit.inventory.get(subject.weapon)?.weapon();
    overlay::blast_overlay(snapshot, *unit.id, weapon, centre)
}

fn show_blast(
    ui: &mut Ui,
    view: &BattleView,
    blast: Option<&BlastOverlay>,
    art: &BoardAtlas,
    palette: &Palette,
) {
    let Some(blast) = blast else {
        ui.label(RichText::new("The aimed attack has no area of effect.").color(palette.dim));
        return;
    };
    show_sample(ui, art, palette, (with_alpha(palette.harm, 110), ""), "in the blast, with damage");
    show_sample(ui, art, palette, (with_alpha(SHADE, 0), "hatch_back"), "shielded by a barrier");
    let names: Vec<_> = blast.caught.iter().map(|id| unit_name(view, *id)).collect();
    let names = if names.is_empty() { "no unit".to_owned() } else { names.join(", ") };
    widgets::show_fact_line(ui, ("Hits", palette.dim), (&names, palette.text));
    let radius = format!("{} m", blast.burst.radius_m);
    widgets::show_fact_line(ui, ("Radius", palette.dim), (&radius, palette.text));
    for metres in (0..=blast.burst.radius_m).filter(|metres| *metres == 0 || !blast.burst.is_even()) {
        let damage = blast.burst.damage_at(metres * metres).unwrap_or_default();
        let text = if blast.burst.is_even() { "Damage".to_owned() } else { format!("At {metres} m") };
        widgets::show_fact_line(ui, (&text, palette.dim), (damage, palette.text));
    }
}
