//! A scene with all its changes, backwards and forwards.

use super::edit::{Edit, EditError};
use content::LabScene;

/// A scene that is worked on.
#[derive(Clone, Debug)]
pub struct Workbench {
    scene: LabScene,
    /// What takes each step back, the last one last.
    done: Vec<Edit>,
    /// What makes each step again, the next one last.
    undone: Vec<Edit>,
    /// A stroke is being drawn: what is done joins the last step.
    stroke: bool,
    /// Steps that lay behind when it was last kept; none if that cannot be reached again.
    kept: Option<usize>,
    /// Counts changes.
    revision: u64,
}

impl Workbench {
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
    pub fn change(&mut self, edit: Edit) -> Result<(), EditError> {
        self.stroke = false;
        self.do_it(edit)
    }

    /// A part of a stroke, such as a square that something is dragged over: all parts up to `release` are one step.
    ///
    /// # Errors
    /// As for `change`; the stroke goes on.
    pub fn draw(&mut self, edit: Edit) -> Result<(), EditError> {
        if !self.stroke {
            self.do_it(edit)?;
            self.stroke = true;
            return Ok(());
        }
        let back = edit.apply(&mut self.scene)?;
        self.revision += 1;
        let before = self.done.pop().unwrap_or(Edit::Together(Vec::new()));
        self.done.push(joined(back, before));
        Ok(())
    }

    /// The stroke is done.
    pub fn release(&mut self) {
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
    pub fn steps(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// It is kept as it is now.
    pub fn keep(&mut self) {
        self.stroke = false;
        self.kept = Some(self.done.len());
    }

    /// Whether it differs from what was kept.
    pub fn is_changed(&self) -> bool {
        self.kept != Some(self.done.len())
    }

    fn do_it(&mut self, edit: Edit) -> Result<(), EditError> {
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
fn joined(later: Edit, earlier: Edit) -> Edit {
    match (later, earlier) {
        (Edit::Tune { at, .. }, Edit::Tune { at: same, tuning }) if at == same => Edit::Tune { at, tuning },
        (Edit::Unit { at, .. }, Edit::Unit { at: same, unit }) if at == same => Edit::Unit { at, unit },
        (Edit::Sides(_), Edit::Sides(sides)) => Edit::Sides(sides),
        (Edit::Lying(_), Edit::Lying(lying)) => Edit::Lying(lying),
        (Edit::Map(_), Edit::Map(map)) => Edit::Map(map),
        (Edit::Title { .. }, Edit::Title { name, description }) => Edit::Title { name, description },
        (Edit::Move { at, .. }, Edit::Move { at: same, to }) if at == same => Edit::Move { at, to },
        (later, Edit::Together(mut edits)) => {
            edits.insert(0, later);
            Edit::Together(edits)
        }
        (later, earlier) => Edit::Together(vec![later, earlier]),
    }
}

#[cfg(test)]
mod tests;
