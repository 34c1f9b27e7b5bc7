//! Reads the texts that egui has drawn in a frame, for tests.

use bevy_egui::egui::{FullOutput, Shape};

/// Returns the texts of everything that was drawn, in the order of drawing, with plain spaces.
pub(crate) fn drawn_texts(output: &FullOutput) -> Vec<String> {
    fn read(shape: &Shape, texts: &mut Vec<String>) {
        match shape {
            Shape::Text(text) => texts.push(text.galley.text().replace('\u{a0}', " ")),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| read(shape, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    output.shapes.iter().for_each(|clipped| read(&clipped.shape, &mut texts));
    texts
}
