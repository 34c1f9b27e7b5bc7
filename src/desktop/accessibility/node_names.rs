//! Names for widgets that egui cannot name: those without a text, and those that are painted by hand.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Response, WidgetInfo, WidgetType};

/// Says what a widget is. Costs nothing while no assistive technology asks.
pub(crate) trait Accessible: Sized {
    /// Names a widget whose role egui knows: a checkbox, a field, a list, a button with a symbol.
    fn named(self, name: &str) -> Self;

    /// Says more about a named widget.
    fn described(self, text: impl FnOnce() -> String) -> Self;

    /// Makes a button of a painted area that can be clicked.
    fn named_button(self, enabled: bool, name: impl Fn() -> String) -> Self;

    /// Makes a button that stays pressed; `state` is whether it can be used, and whether it is pressed.
    fn named_toggle(self, state: (bool, bool), name: impl Fn() -> String) -> Self;

    /// Says what a painted area shows.
    fn named_text(self, text: impl Fn() -> String) -> Self;

    /// Makes a heading of a painted text.
    fn named_heading(self, text: &str) -> Self;

    /// Makes a picture with a description of a painted area.
    fn named_picture(self, text: impl Fn() -> String) -> Self;
}

impl Accessible for Response {
    fn named(self, name: &str) -> Self {
        self.ctx.accesskit_node_builder(self.id, |node| node.set_label(name));
        self
    }

    fn described(self, text: impl FnOnce() -> String) -> Self {
        self.ctx.accesskit_node_builder(self.id, |node| node.set_description(text()));
        self
    }

    fn named_button(self, enabled: bool, name: impl Fn() -> String) -> Self {
        self.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name()));
        self
    }

    fn named_toggle(self, (enabled, on): (bool, bool), name: impl Fn() -> String) -> Self {
        self.widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, on, name()));
        self
    }

    fn named_text(self, text: impl Fn() -> String) -> Self {
        self.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, text()));
        self
    }

    fn named_heading(self, text: &str) -> Self {
        self.ctx.accesskit_node_builder(self.id, |node| {
            node.set_role(Role::Heading);
            node.set_label(text);
        });
        self
    }

    fn named_picture(self, text: impl Fn() -> String) -> Self {
        self.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, text()));
        self
    }
}
