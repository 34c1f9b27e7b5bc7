//! Steps that act through the accessibility tree: they see the window as a screen reader does.

use bevy::a11y::ActionRequest;
use bevy::prelude::*;
use bevy_egui::EguiFullOutput;
use bevy_egui::egui::accesskit::{self, Action, TreeId};

use super::{Expectation, ScriptStep};
use crate::accessibility::{AccessTree, NodeQuery};

/// Most names that a failed step lists.
const LISTED_NAMES: usize = 60;

/// The tree of the last frame.
#[derive(Resource, Debug, Default)]
pub(super) struct ScreenTree(AccessTree);

pub(super) fn read_tree(outputs: Query<&EguiFullOutput>, mut tree: ResMut<ScreenTree>) {
    let updates =
        outputs.iter().filter_map(|output| output.0.as_ref()?.platform_output.accesskit_update.as_ref());
    if let Some(update) = updates.last() {
        tree.0 = AccessTree::read(update);
    }
}

/// Requests an action of a node. Returns `false` if there is none that can do it.
pub(super) fn request_action(world: &mut World, action: Action, (role, name): (&str, &str)) -> bool {
    let found = world.resource::<ScreenTree>().0.find(&NodeQuery { role, name });
    let Some((target_node, _)) =
        found.filter(|(_, node)| node.supports_action(action) && !node.is_disabled())
    else {
        return false;
    };
    let request = accesskit::ActionRequest { action, target_tree: TreeId::ROOT, target_node, data: None };
    world.write_message(ActionRequest(request));
    true
}

/// Whether an expectation of the tree is met.
pub(super) fn is_met(world: &World, expectation: &Expectation) -> bool {
    let tree = &world.resource::<ScreenTree>().0;
    let has = |role: &str, name: &str| tree.find(&NodeQuery { role, name }).is_some();
    match expectation {
        Expectation::Node { role, name } => has(role, name),
        Expectation::NoNode { role, name } => !has(role, name),
        Expectation::ControlsNamed => tree.unnamed().is_empty(),
        _ => false,
    }
}

/// Lists the nodes that a failed step of the tree might have meant; `None` for other steps.
pub(super) fn actual_nodes_text(world: &World, step: &ScriptStep) -> Option<String> {
    let tree = &world.resource::<ScreenTree>().0;
    let (role, name) = match step {
        ScriptStep::Activate { role, name } | ScriptStep::Focus { role, name } => (role, name),
        ScriptStep::Expect(Expectation::Node { role, name } | Expectation::NoNode { role, name }) => {
            (role, name)
        }
        ScriptStep::Expect(Expectation::ControlsNamed) => {
            return Some(format!("without a name:\n{}", tree.unnamed().join("\n")));
        }
        _ => return None,
    };
    let query = NodeQuery { role, name };
    if let Some((_, node)) = tree.find(&query) {
        return Some(format!("{query} is there: {node:?}"));
    }
    let mut names = tree.names_of(role);
    names.truncate(LISTED_NAMES);
    Some(format!("{query} is not among: {}", names.join(" | ")))
}
