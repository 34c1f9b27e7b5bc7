//! Colours and sizes: three palettes and the egui style built from them.

pub(crate) mod colour_vision;
#[cfg(test)]
mod contrast_tests;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::style::{ScrollAnimation, ScrollStyle};
use bevy_egui::egui::{
    self, Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Ui,
    Vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::app_window::DrawSystems;
use crate::covered_hover::CoveredHover;
use crate::settings::Settings;

/// Size of titles, in points.
pub const TITLE_SIZE: f32 = 20.0;
/// Size of all other text, in points.
pub const BODY_SIZE: f32 = 13.5;
/// Size of clause ids, hotkeys and other small text, in points.
pub const SMALL_SIZE: f32 = 11.5;
/// Text size in percent: least and greatest.
pub const TEXT_SIZE: std::ops::RangeInclusive<u16> = 90..=200;
/// Corner radius of buttons and cards, in points.
pub const ROUNDING: u8 = 5;

/// Applies the palette and the scale of the UI.
pub(crate) struct ThemePlugin;

impl Plugin for ThemePlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(ClearColor(to_bevy_colour(Palette::by_name(default()).ink)))
            .add_systems(EguiPrimaryContextPass, apply_theme.in_set(DrawSystems::Theme));
    }
}

/// Applies palette and UI scale.
fn apply_theme(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut clear: ResMut<ClearColor>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut applied_scale: Local<Option<f32>>,
) -> Result {
    let size = windows.single().map_or(bevy::math::Vec2::MAX, |window| window.resolution.size());
    let scale = settings.scale_within(size.x, size.y);
    if *applied_scale == Some(scale) && !settings.is_changed() {
        return Ok(());
    }
    *applied_scale = Some(scale);
    let context = contexts.ctx_mut()?;
    style_egui(context, settings.palette(), settings.text_factor());
    context.set_zoom_factor(scale);
    clear.0 = to_bevy_colour(settings.palette().ink);
    Ok(())
}

/// Choice of palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum PaletteName {
    /// The default.
    #[default]
    #[strum(serialize = "Normal")]
    Normal,
    /// Distinguishable with any colour vision.
    #[strum(serialize = "Colour-blind safe")]
    ColourBlind,
    /// Black, white and strong colours.
    #[strum(serialize = "High contrast")]
    HighContrast,
}

impl PaletteName {
    /// All palettes.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the name for players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A colour for every role.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the roles")]
pub struct Palette {
    pub ink: Color32,
    pub panel: Color32,
    pub raised: Color32,
    pub line: Color32,
    /// Ground of what is hovered, focused or marked.
    pub lit: Color32,
    pub text: Color32,
    pub dim: Color32,
    pub faint: Color32,
    /// Colours of sides; see [`Palette::side_colour`].
    pub sides: [Color32; 4],
    pub harm: Color32,
    pub caution: Color32,
    pub good: Color32,
    /// Forced movement.
    pub forced: Color32,
    /// Squares within walking range, within running range.
    pub walk: Color32,
    pub run: Color32,
    /// Floor outside and inside buildings.
    pub outside: Color32,
    pub inside: Color32,
    pub brick: Color32,
    pub concrete: Color32,
    pub drywall: Color32,
    pub glass: Color32,
    pub door: Color32,
    pub wood: Color32,
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

static NORMAL: Palette = Palette {
    ink: hex(0x0E141B),
    panel: hex(0x141C25),
    raised: hex(0x1A2530),
    line: hex(0x263442),
    lit: hex(0x263442),
    text: hex(0xD7E0E8),
    dim: hex(0x98A9B8),
    faint: hex(0x8294A4),
    sides: [hex(0xF2A93B), hex(0x4CB4F0), hex(0xC28ABA), hex(0x84BA86)],
    harm: hex(0xF37772),
    caution: hex(0xE9D26B),
    good: hex(0x55CFA8),
    forced: hex(0xB48CF2),
    walk: hex(0x4CB4F0),
    run: hex(0xE9D26B),
    outside: hex(0x202C33),
    inside: hex(0x2A333B),
    brick: hex(0xBC6C57),
    concrete: hex(0x93A1AD),
    drywall: hex(0xCDBFA6),
    glass: hex(0x7FD4EE),
    door: hex(0xD59A4A),
    wood: hex(0xA57B43),
};

static COLOUR_BLIND: Palette = Palette {
    sides: [hex(0xE69F00), hex(0x56B4E9), hex(0xFF5FBC), hex(0xFFE756)],
    harm: hex(0xF27D40),
    caution: hex(0xF0E442),
    good: hex(0x38C7A2),
    forced: hex(0xE08CBB),
    walk: hex(0x56B4E9),
    run: hex(0xF0E442),
    dim: hex(0x9DAEBD),
    brick: hex(0xBC7560),
    ..NORMAL
};

static HIGH_CONTRAST: Palette = Palette {
    ink: hex(0x000000),
    panel: hex(0x05080B),
    raised: hex(0x10181F),
    line: hex(0x7D90A2),
    lit: hex(0x2A3947),
    text: hex(0xFFFFFF),
    dim: hex(0xD0DAE3),
    faint: hex(0xA9B8C5),
    sides: [hex(0xFFB22E), hex(0x18B2FF), hex(0xE7C6FE), hex(0x70F3A2)],
    harm: hex(0xFF7670),
    caution: hex(0xFFE866),
    good: hex(0x6BF0A2),
    forced: hex(0xCFA6FF),
    walk: hex(0x5CC8FF),
    run: hex(0xFFE866),
    outside: hex(0x0B1013),
    inside: hex(0x182026),
    brick: hex(0xE07A5F),
    concrete: hex(0xC3D2DE),
    drywall: hex(0xF0E2C6),
    glass: hex(0x9BE9FF),
    door: hex(0xFFC06A),
    wood: hex(0xC08D4C),
};

impl Palette {
    /// Returns the palette of a name.
    pub fn by_name(name: PaletteName) -> &'static Self {
        match name {
            PaletteName::Normal => &NORMAL,
            PaletteName::ColourBlind => &COLOUR_BLIND,
            PaletteName::HighContrast => &HIGH_CONTRAST,
        }
    }

    /// Returns the colour of a side, by its colour number in the skirmish (`SkirmishSide::colour`).
    pub fn side_colour(&self, colour: u8) -> Color32 {
        self.sides[usize::from(colour) % self.sides.len()]
    }

    /// Returns the colour of the zones of objectives, such as exits: no range of a move and no side has it.
    pub const fn objective_zone(&self) -> Color32 {
        self.text
    }
}

/// Converts to a Bevy colour.
pub fn to_bevy_colour(colour: Color32) -> Color {
    let [red, green, blue, alpha] = colour.to_srgba_unmultiplied();
    Color::srgba_u8(red, green, blue, alpha)
}

/// Returns the colour with this alpha: 0 is transparent, 255 is opaque.
pub fn with_alpha(colour: Color32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied(colour.r(), colour.g(), colour.b(), alpha)
}

/// Returns how large text is, against the usual size.
pub fn text_factor(style: &Style) -> f32 {
    TextStyle::Body.resolve(style).size / BODY_SIZE
}

/// Returns a length that holds text, in points, as it is with the current text size.
pub fn scaled(ui: &Ui, points: f32) -> f32 {
    points * text_factor(ui.style())
}

/// Like `scaled`, where there is no `Ui`.
pub fn scaled_in(context: &Context, points: f32) -> f32 {
    points * text_factor(&context.global_style())
}

/// Applies a palette and the size of texts, against the usual one, to the style of egui. Lists and pages open and scroll at
/// once: a row that still moves is no longer where it is clicked. Hover texts close when a modal window covers them.
pub fn style_egui(context: &Context, palette: &Palette, text: f32) {
    context.add_plugin(CoveredHover::default());
    context.set_theme(egui::Theme::Dark);
    // Clicks have no time limit: a slow computer or hand must not turn one into a drag.
    context.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, FontId::new(TITLE_SIZE * text, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(BODY_SIZE * text, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(BODY_SIZE * text, FontFamily::Proportional)),
            (TextStyle::Small, FontId::new(SMALL_SIZE * text, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(SMALL_SIZE * text, FontFamily::Monospace)),
        ]
        .into();
        style.animation_time = 0.0;
        style.scroll_animation = ScrollAnimation::none();
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.25;
        style.spacing.item_spacing = Vec2::new(8.0, 6.0);
        style.spacing.button_padding = Vec2::new(10.0, 6.0);
        style.spacing.interact_size.y = 28.0 * text;
        style.spacing.icon_width = 18.0 * text;
        style.spacing.icon_width_inner = 11.0 * text;
        style.spacing.window_margin = Margin::same(16);
        style.spacing.menu_margin = Margin::same(8);
        style.spacing.tooltip_width = 360.0 * text;
        style.spacing.scroll = scroll_bars(7.0, 5.0);
        style_visuals(&mut style.visuals, palette);
    });
}

/// Returns scroll bars with a margin, so that they cover nothing.
pub fn scroll_bars(width: f32, margin: f32) -> ScrollStyle {
    ScrollStyle {
        bar_width: width,
        floating_width: width,
        floating_allocated_width: width + margin,
        handle_min_length: 24.0,
        dormant_handle_opacity: 0.3,
        active_handle_opacity: 0.4,
        interact_handle_opacity: 0.8,
        active_background_opacity: 0.1,
        interact_background_opacity: 0.2,
        ..ScrollStyle::floating()
    }
}

fn style_visuals(visuals: &mut egui::Visuals, palette: &Palette) {
    let round = CornerRadius::same(ROUNDING);
    visuals.dark_mode = true;
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = round;
    visuals.window_shadow =
        Shadow { offset: [0, 8], blur: 24, spread: 0, color: Color32::from_black_alpha(110) };
    visuals.popup_shadow =
        Shadow { offset: [0, 4], blur: 12, spread: 0, color: Color32::from_black_alpha(110) };
    visuals.faint_bg_color = palette.raised;
    visuals.extreme_bg_color = palette.ink;
    visuals.code_bg_color = palette.ink;
    visuals.weak_text_color = Some(palette.dim);
    visuals.hyperlink_color = palette.sides[1];
    visuals.warn_fg_color = palette.caution;
    visuals.error_fg_color = palette.harm;
    visuals.selection.bg_fill = palette.sides[1].gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.5, palette.text);
    visuals.slider_trailing_fill = true;
    let states = &mut visuals.widgets;
    for (state, fill, edge, text) in [
        (&mut states.noninteractive, palette.panel, palette.line, palette.text),
        (&mut states.inactive, palette.raised, palette.line, palette.text),
        (&mut states.hovered, palette.lit, palette.dim, palette.text),
        (&mut states.active, palette.lit, palette.text, palette.text),
        (&mut states.open, palette.raised, palette.dim, palette.text),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, edge);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = round;
        state.expansion = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_side_has_a_colour_too() {
        let palette = Palette::by_name(PaletteName::Normal);
        assert_eq!(palette.side_colour(4), palette.side_colour(0));
    }
}
