//! The action of the scene under all five rulebooks: five small distributions in one card.

use bevy_egui::egui::{RichText, Ui};

use crate::attack_forecast::percent_text;
use crate::panel::cards::damage_chart;
use crate::panel::widgets;
use crate::theme::Palette;
use lab::BookForecast;
use rules::Book;

/// Maximum height of a bar.
const HEIGHT: f32 = 26.0;

/// Draws the forecast of each rulebook; the one on the board is marked. Outdated forecasts are faint.
pub(super) fn show(ui: &mut Ui, palette: &Palette, forecasts: &[BookForecast], book: Book, current: bool) {
    if !current {
        ui.label(RichText::new("calculating\u{2026}").color(palette.caution).font(widgets::small_font(ui)));
        ui.set_opacity(0.4);
    }
    for forecast in forecasts {
        let is_current = forecast.book == book;
        widgets::card_frame(palette, if is_current { palette.caution } else { palette.line }).show(
            ui,
            |ui| {
                ui.set_width(ui.available_width());
                show_book_forecast(ui, palette, forecast, is_current);
            },
        );
        ui.add_space(4.0);
    }
}

fn show_book_forecast(ui: &mut Ui, palette: &Palette, forecast: &BookForecast, is_current: bool) {
    let name = if is_current {
        format!("{} (on the board)", forecast.book.name())
    } else {
        forecast.book.name().to_owned()
    };
    let weapon_forecast = match &forecast.result {
        Ok(weapon_forecast) => weapon_forecast,
        Err(why) => {
            ui.label(RichText::new(name).color(palette.text).font(widgets::body_font(ui)).strong());
            ui.label(RichText::new(why).color(palette.dim).font(widgets::small_font(ui)));
            return;
        }
    };
    let odds = &weapon_forecast.forecast.odds;
    widgets::show_fact_line(
        ui,
        (&name, palette.text),
        (&format!("hit {}", percent_text(odds.hit)), palette.text),
    );
    ui.label(
        RichText::new(format!("{}: {}", weapon_forecast.weapon, weapon_forecast.forecast.roll))
            .color(palette.dim)
            .font(widgets::small_font(ui)),
    );
    damage_chart::draw_damage_chart(ui, palette, &odds.bars, weapon_forecast.forecast.unit, HEIGHT);
    let mut text = format!(
        "damage {}, average {:.1} {}, knock-out {}",
        percent_text(odds.harm),
        odds.mean,
        weapon_forecast.forecast.unit,
        percent_text(odds.out)
    );
    if odds.knockdown > 0.0 {
        text.push_str(&format!(", knocks down {}", percent_text(odds.knockdown)));
    }
    ui.label(RichText::new(text).color(palette.text).font(widgets::small_font(ui)));
    for (barrier, (_, mean, hole)) in
        weapon_forecast.forecast.barriers.iter().zip(&odds.barriers).filter(|(_, (_, mean, _))| *mean >= 0.05)
    {
        // A body shield gives way instead of being breached.
        let opened = if barrier.0.id.unit().is_some() { "gives way" } else { "breached" };
        let text = format!("{}: average {mean:.1} damage, {opened} {}", barrier.0.name, percent_text(*hole));
        ui.label(RichText::new(text).color(palette.dim).font(widgets::small_font(ui)));
    }
}
