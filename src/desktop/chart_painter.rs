//! Paints charts in the window: a backend of plotters on egui's painter.

use std::convert::Infallible;
use std::f32::consts::FRAC_PI_2;

use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2,
};
use chart::{Chart, ChartStyle, PlotArea, RGBColor};
use plotters::prelude::IntoDrawingArea;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use crate::accessibility::Accessible;
use crate::theme::Palette;

/// Radius of the corners of filled rectangles, in points.
const CORNER_RADIUS: u8 = 2;

/// Converts a colour of the theme.
pub(crate) fn chart_colour(colour: Color32) -> RGBColor {
    RGBColor(colour.r(), colour.g(), colour.b())
}

/// Returns the style of charts in the window.
pub(crate) fn window_style(palette: &Palette, text_size: f32) -> ChartStyle {
    ChartStyle {
        background: None,
        text: chart_colour(palette.dim),
        grid: chart_colour(palette.line),
        text_size: text_size.round() as u32,
        has_captions: false,
        has_axes: true,
    }
}

/// Shows a chart of this size; returns where its values are, `None` if there is no room for it.
pub(crate) fn show_chart(
    ui: &mut Ui,
    chart: &Chart,
    style: &ChartStyle,
    size: Vec2,
) -> (Response, Option<PlotArea>) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    (response.named_picture(|| "Chart".to_owned()), paint_chart(ui, chart, style, rect))
}

/// Paints a chart in a rectangle.
pub(crate) fn paint_chart(ui: &Ui, chart: &Chart, style: &ChartStyle, rect: Rect) -> Option<PlotArea> {
    let area = PainterBackend { painter: ui.painter_at(rect), rect }.into_drawing_area();
    chart.draw(&area, style).ok()
}

/// A part of the window as a backend of plotters. A pixel is a point of egui.
struct PainterBackend {
    painter: Painter,
    rect: Rect,
}

impl PainterBackend {
    fn position(&self, (x, y): BackendCoord) -> Pos2 {
        self.rect.min + Vec2::new(x as f32, y as f32)
    }

    fn add_line(&self, points: Vec<Pos2>, style: &impl BackendStyle) {
        let stroke = Stroke::new(style.stroke_width() as f32, to_colour(style.color()));
        self.painter.add(Shape::line(points, stroke));
    }
}

fn to_colour(colour: BackendColor) -> Color32 {
    let (red, green, blue) = colour.rgb;
    Color32::from_rgba_unmultiplied(red, green, blue, (255.0 * colour.alpha).round() as u8)
}

fn font(style: &impl BackendTextStyle) -> FontId {
    FontId::proportional(style.size() as f32)
}

type PaintResult = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for PainterBackend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.rect.width() as u32, self.rect.height() as u32)
    }

    fn ensure_prepared(&mut self) -> PaintResult {
        Ok(())
    }

    fn present(&mut self) -> PaintResult {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> PaintResult {
        let pixel = Rect::from_min_size(self.position(point), Vec2::splat(1.0));
        self.painter.rect_filled(pixel, 0, to_colour(colour));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> PaintResult {
        self.add_line(vec![self.position(from), self.position(to)], style);
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> PaintResult {
        let mut rect = Rect::from_two_pos(self.position(upper_left), self.position(bottom_right));
        rect.max.y = rect.max.y.max(rect.min.y + 1.0); // the smallest bar is visible
        let colour = to_colour(style.color());
        if fill {
            self.painter.rect_filled(rect, CORNER_RADIUS, colour);
        } else {
            let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
            self.painter
                .add(Shape::closed_line(corners.to_vec(), Stroke::new(style.stroke_width() as f32, colour)));
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> PaintResult {
        self.add_line(path.into_iter().map(|point| self.position(point)).collect(), style);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> PaintResult {
        let (centre, radius, colour) = (self.position(centre), radius as f32, to_colour(style.color()));
        if fill {
            self.painter.circle_filled(centre, radius, colour);
        } else {
            self.painter.circle_stroke(centre, radius, Stroke::new(style.stroke_width() as f32, colour));
        }
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> PaintResult {
        let colour = to_colour(style.color());
        let galley = self.painter.layout_no_wrap(text.to_owned(), font(style), colour);
        let horizontal = match style.anchor().h_pos {
            HPos::Left => Align2::LEFT_TOP,
            HPos::Center => Align2::CENTER_TOP,
            HPos::Right => Align2::RIGHT_TOP,
        };
        let anchor = match style.anchor().v_pos {
            VPos::Top => horizontal,
            VPos::Center => Align2([horizontal.x(), Align2::CENTER_CENTER.y()]),
            VPos::Bottom => Align2([horizontal.x(), Align2::CENTER_BOTTOM.y()]),
        };
        let angle = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => FRAC_PI_2,
            FontTransform::Rotate180 => 2.0 * FRAC_PI_2,
            FontTransform::Rotate270 => -FRAC_PI_2,
        };
        let corner = anchor.anchor_size(self.position(at), galley.size()).min;
        let shape = TextShape::new(corner, galley, colour).with_angle_and_anchor(angle, anchor);
        self.painter.add(shape);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = self.painter.layout_no_wrap(text.to_owned(), font(style), Color32::WHITE).size();
        Ok((size.x.ceil() as u32, size.y.ceil() as u32))
    }
}
