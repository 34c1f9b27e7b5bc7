//! A scene with all its changes, backwards and forwards.

use crate::edit::{SceneEdit, SceneEditError};
use content::LabScene;

/// A scene that is worked on.
#[derive(Clone, Debug)]
pub struct SceneEditor {
    scene: LabScene,
    /// What takes each step back, the last one last.
    done: Vec<SceneEdit>,
    /// What makes each step again, the next one last.
    undone: Vec<SceneEdit>,
    /// A stroke is being drawn: what is done joins the last step.
    stroke: bool,
    /// Steps that lay behind when it was last kept; none if that cannot be reached again.
    kept: Option<usize>,
    /// Counts changes.
    revision: u64,
}

impl SceneEditor {
    /// A scene that nothing was done to.
    pub fn new(scene: LabScene) -> Self {
        Self { scene, done: Vec::new(), undone: Vec::new(), stroke: false, kept: Some(0), revision: 0 }
    }

    /// The scene as it is now.
    pub fn scene(&self) -> &LabScene {
        &self.scene
    }

    /// Grows with every change: what was worked out from another one is no longer true.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// A step.
    ///
    /// # Errors
    /// The scene cannot be changed so; nothing has changed then.
    pub fn apply(&mut self, edit: SceneEdit) -> Result<(), SceneEditError> {
        self.stroke = false;
        self.apply_edit(edit)
    }

    /// A part of a stroke, such as a square that something is dragged over: all parts up to `release` are one step.
    ///
    /// # Errors
    /// As for `change`; the stroke goes on.
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

    /// The stroke is done.
    pub fn end_stroke(&mut self) {
        self.stroke = false;
    }

    /// Takes the last step back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.stroke = false;
        let Some(edit) = self.done.pop() else { return false };
        self.undone.push(edit.apply(&mut self.scene).expect("what was done can be taken back"));
        self.revision += 1;
        true
    }

    /// Makes the step again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.stroke = false;
        let Some(edit) = self.undone.pop() else { return false };
        self.done.push(edit.apply(&mut self.scene).expect("what was taken back can be done again"));
        self.revision += 1;
        true
    }

    /// Steps that can be taken back, and made again.
    pub fn undo_and_redo_counts(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// It is kept as it is now.
    pub fn mark_saved(&mut self) {
        self.stroke = false;
        self.kept = Some(self.done.len());
    }

    /// Whether it differs from what was kept.
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

/// What takes back two changes of a stroke, the later one first. Of one thing that is changed again and again only how
/// it was at first counts.
fn merge_edits(later: SceneEdit, earlier: SceneEdit) -> SceneEdit {
    match (later, earlier) {
        (SceneEdit::SetOverrides { at, .. }, SceneEdit::SetOverrides { at: same, tuning }) if at == same => {
            SceneEdit::SetOverrides { at, tuning }
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
