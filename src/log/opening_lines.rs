//! First entry of the log: the book and the chapters it borrows.

use super::log_text::{LogText, LogWriter, TextTone, capitalise, span, text_of_spans};
use rules::BorrowedChapter;

impl LogWriter<'_, '_, '_> {
    /// First line of the log: the book, and whether rules are borrowed; its details say which.
    pub fn opening_line(&self) -> LogText {
        let mut text = format!("Rules: {}", self.view.rules().book().name());
        if self.borrowed_chapters().next().is_some() {
            text.push_str(". Some rules come from other rulebooks");
        }
        text_of_spans(vec![span(text, TextTone::Dim)])
    }

    /// Details of the first entry: each borrowed chapter with its source and reason.
    pub fn borrowed_chapter_lines(&self) -> impl Iterator<Item = LogText> {
        self.borrowed_chapters().map(|line| {
            let verb = if is_plural(line.chapter) { "are" } else { "is" };
            let text = format!("{} {verb} from {}: {}", capitalise(line.chapter), line.from, line.why);
            LogText { spans: vec![span(text, TextTone::Dim)], figure: None, clause: line.clause }
        })
    }

    fn borrowed_chapters(&self) -> impl Iterator<Item = &'static BorrowedChapter> {
        let rules = self.view.rules();
        rules.book().borrowed_chapters().iter().filter(|line| rules.borrows(line.chapter))
    }
}

/// Whether a chapter's name is plural: "rounds and passes", "barriers", but not "awareness".
fn is_plural(chapter: &str) -> bool {
    chapter.contains(" and ") || (chapter.ends_with('s') && !chapter.ends_with("ss"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_agree_with_their_verb() {
        assert!(is_plural("rounds and passes") && is_plural("barriers"));
        assert!(!is_plural("initiative") && !is_plural("awareness") && !is_plural("order of a pass"));
    }
}
