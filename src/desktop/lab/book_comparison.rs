//! The action of the scene under all five books: five small distributions in one card.

use bevy_egui::egui::{RichText, Ui};

use crate::attack_forecast::percent_text;
use crate::panel::cards::damage_chart;
use crate::panel::widgets;
use crate::theme::Palette;
use lab::BookForecast;
use rules::Book;
use rules::attack::body_shield;

/// Height of the highest bar.
const HEIGHT: f32 = 26.0;

/// Draws what each book says; the one on the board is marked. Old answers are faint.
pub(super) fn show(ui: &mut Ui, look: &Palette, verdicts: &[BookForecast], book: Book, current: bool) {
    if !current {
        ui.label(RichText::new("being worked out ...").color(look.caution).font(widgets::small_font(ui)));
        ui.set_opacity(0.4);
    }
    for verdict in verdicts {
        let own = verdict.book == book;
        widgets::card_frame(look, if own { look.caution } else { look.line }).show(ui, |ui| {
            ui.set_width(ui.available_width());
            show_book_forecast(ui, look, verdict, own);
        });
        ui.add_space(4.0);
    }
}

fn show_book_forecast(ui: &mut Ui, look: &Palette, verdict: &BookForecast, own: bool) {
    let name =
        if own { format!("{} (on the board)", verdict.book.name()) } else { verdict.book.name().to_owned() };
    let told = match &verdict.result {
        Ok(told) => told,
        Err(why) => {
            ui.label(RichText::new(name).color(look.text).font(widgets::body_font(ui)).strong());
            ui.label(RichText::new(why).color(look.dim).font(widgets::small_font(ui)));
            return;
        }
    };
    let odds = &told.forecast.odds;
    widgets::show_fact_line(ui, (&name, look.text), (&format!("hits {}", percent_text(odds.hit)), look.text));
    ui.label(
        RichText::new(format!("{}: {}", told.weapon, told.forecast.roll))
            .color(look.dim)
            .font(widgets::small_font(ui)),
    );
    damage_chart::draw_damage_chart(ui, look, &odds.bars, told.forecast.unit, HEIGHT);
    let mut text = format!(
        "harms {}, mean {:.1} {}, takes out {}",
        percent_text(odds.harm),
        odds.mean,
        told.forecast.unit,
        percent_text(odds.out)
    );
    if odds.knockdown > 0.0 {
        text.push_str(&format!(", knocks down {}", percent_text(odds.knockdown)));
    }
    ui.label(RichText::new(text).color(look.text).font(widgets::small_font(ui)));
    for (barrier, (_, mean, hole)) in
        told.forecast.barriers.iter().zip(&odds.barriers).filter(|(_, (_, mean, _))| *mean >= 0.05)
    {
        // Of a barrier that is somebody no hole is made.
        let opened = if body_shield::unit_of_barrier(barrier.0.id).is_some() { "gives way" } else { "holed" };
        let text =
            format!("{}: {mean:.1} damage on average, {opened} {}", barrier.0.name, percent_text(*hole));
        ui.label(RichText::new(text).color(look.dim).font(widgets::small_font(ui)));
    }
}
