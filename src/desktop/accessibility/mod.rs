//! The window for screen readers and other assistive technology: a tree of nodes with roles and names, and the actions
//! that are requested of them.
//!
//! egui writes a node for each of its widgets; widgets that are painted by hand are named with [`Accessible`], and the
//! board adds a grid of its squares. Nothing of the tree is made before an assistive technology asks for it.

mod announcements;
mod node_names;
mod request_watch;
mod tree;

use bevy::a11y::{AccessibilityRequested, ActionRequest};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::accessibility::WinitActionRequestHandlers;
use bevy_egui::egui::Event;
use bevy_egui::egui::accesskit::{NodeId, Role};
use bevy_egui::{
    EguiContext, EguiFullOutput, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext,
};

pub(crate) use self::announcements::announce;
pub(crate) use self::node_names::Accessible;
pub(crate) use self::tree::{AccessTree, NodeQuery};
use crate::redraw::WindowWaker;

/// Steps between a drawn frame and the tree that is sent, in `PostUpdate`, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AccessTreeSystems {
    /// Adds nodes that egui does not draw.
    Extend,
    /// Names what only egui draws, and makes sure that the focused node exists.
    Complete,
    /// Reads the tree.
    Read,
}

/// Exchanges the tree and its actions with assistive technology.
pub(crate) struct AccessibilityPlugin;

impl Plugin for AccessibilityPlugin {
    fn build(&self, app: &mut App) {
        use AccessTreeSystems::{Complete, Extend, Read};
        app.configure_sets(
            PostUpdate,
            (Extend, Complete, Read)
                .chain()
                .after(EguiPostUpdateSet::EndPass)
                .before(EguiPostUpdateSet::ProcessOutput),
        )
        .add_systems(
            PreUpdate,
            (build_tree_on_request, forward_actions)
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(Update, watch_for_requests)
        .add_systems(PostUpdate, complete_tree.in_set(Complete).run_if(is_accessibility_requested))
        .add_systems(Last, redraw_for_actions);
    }
}

/// Run condition: an assistive technology has asked for the tree.
pub(crate) fn is_accessibility_requested(requested: Res<AccessibilityRequested>) -> bool {
    requested.get()
}

/// Lets egui build its nodes from the frame on in which they are requested. `bevy_egui` would always build them.
fn build_tree_on_request(
    requested: Res<AccessibilityRequested>,
    mut contexts: Query<&mut EguiContext>,
    mut is_built: Local<bool>,
) {
    let wanted = requested.get();
    let changed = std::mem::replace(&mut *is_built, wanted) != wanted;
    for mut context in &mut contexts {
        if changed || context.is_added() {
            match wanted {
                true => context.get_mut().enable_accesskit(),
                false => context.get_mut().disable_accesskit(),
            }
        }
    }
}

/// Passes the requested actions to egui, which finds their widgets.
fn forward_actions(
    mut actions: MessageReader<ActionRequest>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
) {
    for ActionRequest(action) in actions.read() {
        for mut input in &mut inputs {
            input.events.push(Event::AccessKitActionRequest(action.clone()));
        }
    }
}

/// Draws the frame in which requested actions are carried out: they arrive at the end of one.
fn redraw_for_actions(actions: Res<Messages<ActionRequest>>, mut redraw: MessageWriter<RequestRedraw>) {
    if !actions.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Starts the thread that wakes the window for requests, once the window exists.
fn watch_for_requests(
    handlers: Option<Res<WinitActionRequestHandlers>>,
    requested: Res<AccessibilityRequested>,
    waker: Res<WindowWaker>,
    mut is_started: Local<bool>,
) {
    let Some(queue) = handlers.as_ref().and_then(|handlers| handlers.values().next()) else { return };
    if !std::mem::replace(&mut *is_started, true) {
        request_watch::start(requested.clone(), queue, waker.clone());
    }
}

/// Names scroll bars and handles, and moves the focus to the window if its widget has no node.
fn complete_tree(mut outputs: Query<&mut EguiFullOutput>) {
    for mut output in &mut outputs {
        let Some(update) =
            output.0.as_mut().and_then(|output| output.platform_output.accesskit_update.as_mut())
        else {
            continue;
        };
        let mut has_focus = false;
        for (id, node) in &mut update.nodes {
            has_focus |= *id == update.focus;
            match node.role() {
                Role::ScrollBar => node.set_label("Scroll bar"),
                Role::Splitter => node.set_label("Size of the panel"),
                _ => {}
            }
        }
        if !has_focus && let Some(tree) = &update.tree {
            update.focus = tree.root;
        }
    }
}

/// Nodes that are added to the tree of egui.
#[derive(Debug, Default)]
pub(crate) struct AddedNodes {
    /// The nodes, each with its id.
    pub nodes: Vec<(NodeId, bevy_egui::egui::accesskit::Node)>,
    /// Those of them that belong to the window directly.
    pub top: Vec<NodeId>,
    /// The node that has the focus while no widget has it.
    pub focus: Option<NodeId>,
}

/// Adds nodes to the tree that egui has put out, before what it drew.
pub(crate) fn add_nodes(output: &mut EguiFullOutput, added: AddedNodes) {
    let Some(update) = output.0.as_mut().and_then(|output| output.platform_output.accesskit_update.as_mut())
    else {
        return;
    };
    let Some(root) = update.tree.as_ref().map(|tree| tree.root) else { return };
    let Some((_, window)) = update.nodes.iter_mut().find(|(id, _)| *id == root) else { return };
    let drawn = window.children().to_vec();
    window.set_children(added.top.into_iter().chain(drawn).collect::<Vec<_>>());
    update.nodes.extend(added.nodes);
    if let Some(focus) = added.focus.filter(|_| update.focus == root) {
        update.focus = focus;
    }
}
