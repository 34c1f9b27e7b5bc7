//! The tree as an assistive technology reads it: names of nodes, search by role and name, and what lacks a name.

use std::collections::HashMap;
use std::fmt;

use bevy_egui::egui::accesskit::{Action, Node, NodeId, Role, TreeUpdate};

/// The nodes of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct AccessTree {
    nodes: HashMap<NodeId, Node>,
    root: Option<NodeId>,
}

/// What a node is searched by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeQuery<'a> {
    /// Its role, as AccessKit names it: `Button`, `CheckBox`, `GridCell`; any role if it is empty.
    pub role: &'a str,
    /// Its name, or a part of it.
    pub name: &'a str,
}

impl fmt::Display for NodeQuery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \u{201c}{}\u{201d}", self.role, self.name)
    }
}

impl AccessTree {
    /// Reads a complete tree.
    pub fn read(update: &TreeUpdate) -> Self {
        Self {
            nodes: update.nodes.iter().cloned().collect(),
            root: update.tree.as_ref().map(|tree| tree.root),
        }
    }

    /// Returns the nodes in the order in which they are read.
    pub fn in_order(&self) -> Vec<(NodeId, &Node)> {
        let mut ordered = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<NodeId> = self.root.into_iter().collect();
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(&id) else { continue };
            ordered.push((id, node));
            open.extend(node.children().iter().rev());
        }
        ordered
    }

    /// Returns the node of that role with exactly this name, else one whose name has it as a part; the last one drawn.
    pub fn find(&self, query: &NodeQuery) -> Option<(NodeId, &Node)> {
        let mut matches = self.in_order();
        matches.retain(|(_, node)| {
            (query.role.is_empty() || role_name(node.role()) == query.role)
                && self.name(node).contains(query.name)
        });
        let whole = matches.iter().rev().find(|(_, node)| self.name(node) == query.name);
        whole.or(matches.last()).copied()
    }

    /// Returns the name that is read for a node; empty if it has none.
    pub fn name(&self, node: &Node) -> String {
        let own = match (node.label(), node.role()) {
            (Some(label), _) => label,
            (None, Role::Label) => node.value().unwrap_or_default(),
            _ => "",
        };
        if !own.is_empty() {
            return own.to_owned();
        }
        let labels = node.labelled_by().iter().filter_map(|id| self.nodes.get(id));
        labels.map(|label| self.name(label)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the names of all nodes of a role.
    pub fn names_of(&self, role: &str) -> Vec<String> {
        let nodes =
            self.in_order().into_iter().filter(|(_, node)| role.is_empty() || role_name(node.role()) == role);
        nodes.map(|(_, node)| self.name(node)).collect()
    }

    /// Describes each node that can be used and has no role, or no name of letters or digits.
    pub fn unnamed(&self) -> Vec<String> {
        let mut unnamed = Vec::new();
        let mut before = String::new();
        for (_, node) in self.in_order() {
            let name = self.name(node);
            let has_name = name.chars().any(char::is_alphanumeric);
            let is_used = node.supports_action(Action::Click) || node.supports_action(Action::Focus);
            if is_used && (!has_name || node.role() == Role::Unknown) {
                let bounds = node.bounds().map_or_else(String::new, |at| {
                    format!(" at ({:.0}, {:.0}) to ({:.0}, {:.0})", at.x0, at.y0, at.x1, at.y1)
                });
                let role = role_name(node.role());
                unnamed
                    .push(format!("{role} \u{201c}{name}\u{201d}{bounds}, after \u{201c}{before}\u{201d}"));
            }
            if has_name {
                before = name;
            }
        }
        unnamed
    }
}

/// Returns the name of a role, as AccessKit writes it.
pub(crate) fn role_name(role: Role) -> String {
    format!("{role:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::accesskit::{Tree, TreeId};

    fn tree(nodes: Vec<(u64, Node)>) -> AccessTree {
        let mut window = Node::new(Role::Window);
        window.set_children(nodes.iter().map(|(id, _)| NodeId(*id)).collect::<Vec<_>>());
        let nodes = nodes.into_iter().map(|(id, node)| (NodeId(id), node));
        AccessTree::read(&TreeUpdate {
            nodes: std::iter::once((NodeId(1), window)).chain(nodes).collect(),
            tree: Some(Tree::new(NodeId(1))),
            tree_id: TreeId::ROOT,
            focus: NodeId(1),
        })
    }

    fn button(name: &str) -> Node {
        let mut node = Node::new(Role::Button);
        node.add_action(Action::Click);
        node.set_label(name);
        node
    }

    #[test]
    fn a_node_is_found_by_role_and_name() {
        let tree = tree(vec![(2, button("Start battle")), (3, button("Start")), (4, button("Starting"))]);
        let found = |role, name| tree.find(&NodeQuery { role, name }).map(|(id, _)| id.0);
        assert_eq!(found("Button", "Start"), Some(3), "the whole name goes before a part of one");
        assert_eq!(found("Button", "Start b"), Some(2));
        assert_eq!(found("CheckBox", "Start"), None);
        assert_eq!(found("", "Starting"), Some(4));
    }

    #[test]
    fn a_label_names_its_control() {
        let mut label = Node::new(Role::Label);
        label.set_value("Random seed");
        let mut field = Node::new(Role::TextInput);
        field.add_action(Action::Focus);
        field.push_labelled_by(NodeId(2));
        let tree = tree(vec![(2, label), (3, field)]);
        assert_eq!(tree.names_of("TextInput"), ["Random seed"]);
        assert!(tree.unnamed().is_empty(), "{:?}", tree.unnamed());
    }

    #[test]
    fn a_control_without_words_is_reported() {
        let mut unknown = button("Help");
        unknown.set_role(Role::Unknown);
        let tree = tree(vec![(2, button("Undo")), (3, button("\u{21ba}")), (4, unknown)]);
        let unnamed = tree.unnamed();
        assert_eq!(unnamed.len(), 2, "{unnamed:?}");
        assert!(unnamed[0].contains("after \u{201c}Undo\u{201d}"), "{unnamed:?}");
        assert!(unnamed[1].starts_with("Unknown \u{201c}Help\u{201d}"), "{unnamed:?}");
    }
}
