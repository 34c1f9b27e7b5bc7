//! Scene editor: a scene with undo and redo.

use crate::edit::{SceneEdit, SceneEditError};
use content::LabScene;

/// A scene with its edit history.
#[derive(Clone, Debug)]
pub struct SceneEditor {
    scene: LabScene,
    /// Inverses of the applied steps, the latest last.
    done: Vec<SceneEdit>,
    /// Inverses of the undone steps, the next to redo last.
    undone: Vec<SceneEdit>,
    /// A stroke is in progress: edits join the last step.
    stroke: bool,
    /// Number of applied steps when the scene was last saved; `None` if that state cannot be reached again.
    kept: Option<usize>,
    /// Counts changes.
    revision: u64,
}

impl SceneEditor {
    /// Creates an editor for an unchanged scene.
    pub fn new(scene: LabScene) -> Self {
        Self { scene, done: Vec::new(), undone: Vec::new(), stroke: false, kept: Some(0), revision: 0 }
    }

    /// Returns the current scene.
    pub fn scene(&self) -> &LabScene {
        &self.scene
    }

    /// Increases with every change: results of an older revision are outdated.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Outdates the results of all revisions so far, because the content of the scene has changed.
    pub fn mark_outdated(&mut self) {
        self.revision += 1;
    }

    /// Takes another scene, which has no edits yet.
    pub fn replace_scene(&mut self, scene: LabScene) {
        *self = Self { revision: self.revision + 1, ..Self::new(scene) };
    }

    /// Applies an edit as one step.
    ///
    /// # Errors
    /// Returns `SceneEditError` if the edit cannot be applied; nothing has changed then.
    pub fn apply(&mut self, edit: SceneEdit) -> Result<(), SceneEditError> {
        self.stroke = false;
        self.apply_edit(edit)
    }

    /// Applies a part of a stroke, such as a square that is dragged over: all parts up to `end_stroke` are one step.
    ///
    /// # Errors
    /// Returns `SceneEditError` as for `apply`; the stroke goes on.
    pub fn apply_stroke(&mut self, edit: SceneEdit) -> Result<(), SceneEditError> {
        if !self.stroke {
            self.apply_edit(edit)?;
            self.stroke = true;
            return Ok(());
        }
        let back = edit.apply(&mut self.scene)?;
        self.revision += 1;
        let before = self.done.pop().unwrap_or(SceneEdit::Batch(Vec::new()));
        self.done.push(merge_edits(back, before));
        Ok(())
    }

    /// Ends the stroke.
    pub fn end_stroke(&mut self) {
        self.stroke = false;
    }

    /// Undoes the last step; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.stroke = false;
        let Some(edit) = self.done.pop() else { return false };
        self.undone.push(edit.apply(&mut self.scene).expect("invariant: an applied edit can be undone"));
        self.revision += 1;
        true
    }

    /// Redoes the last undone step; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.stroke = false;
        let Some(edit) = self.undone.pop() else { return false };
        self.done.push(edit.apply(&mut self.scene).expect("invariant: an undone edit can be redone"));
        self.revision += 1;
        true
    }

    /// Returns the number of steps that can be undone and redone.
    pub fn undo_and_redo_counts(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// Marks the current state as saved.
    pub fn mark_saved(&mut self) {
        self.stroke = false;
        self.kept = Some(self.done.len());
    }

    /// Whether the scene differs from the saved state.
    pub fn is_changed(&self) -> bool {
        self.kept != Some(self.done.len())
    }

    fn apply_edit(&mut self, edit: SceneEdit) -> Result<(), SceneEditError> {
        let back = edit.apply(&mut self.scene)?;
        self.revision += 1;
        self.undone.clear();
        self.kept = self.kept.filter(|&kept| kept <= self.done.len());
        self.done.push(back);
        Ok(())
    }
}

/// Merges the inverses of two edits of a stroke. For repeated edits of one thing only the first inverse is kept.
fn merge_edits(later: SceneEdit, earlier: SceneEdit) -> SceneEdit {
    match (later, earlier) {
        (SceneEdit::SetOverrides { at, .. }, SceneEdit::SetOverrides { at: same, overrides })
            if at == same =>
        {
            SceneEdit::SetOverrides { at, overrides }
        }
        (SceneEdit::SetUnit { at, .. }, SceneEdit::SetUnit { at: same, unit }) if at == same => {
            SceneEdit::SetUnit { at, unit }
        }
        (SceneEdit::SetSides(_), SceneEdit::SetSides(sides)) => SceneEdit::SetSides(sides),
        (SceneEdit::SetItems(_), SceneEdit::SetItems(lying)) => SceneEdit::SetItems(lying),
        (SceneEdit::SetMap(_), SceneEdit::SetMap(map)) => SceneEdit::SetMap(map),
        (SceneEdit::SetTitle { .. }, SceneEdit::SetTitle { name, description }) => {
            SceneEdit::SetTitle { name, description }
        }
        (SceneEdit::MoveUnit { at, .. }, SceneEdit::MoveUnit { at: same, to }) if at == same => {
            SceneEdit::MoveUnit { at, to }
        }
        (later, SceneEdit::Batch(mut edits)) => {
            edits.insert(0, later);
            SceneEdit::Batch(edits)
        }
        (later, earlier) => SceneEdit::Batch(vec![later, earlier]),
    }
}

#[cfg(test)]
mod tests;
