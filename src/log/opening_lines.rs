//! First entry of the log: the book and the chapters it borrows.

use super::log_text::{LogText, LogWriter, TextTone, capitalise, span, text_of_spans};
use rules::BorrowedChapter;

/// Most borrowed chapters that the first line names.
const MOST_NAMED: usize = 4;

impl LogWriter<'_, '_, '_> {
    /// First line of the log: the book, and which chapters are borrowed if they are few; its details name all and say why.
    pub fn opening_line(&self) -> LogText {
        let chapters: Vec<&str> = self.borrowed_chapters().map(|line| line.chapter).collect();
        let text = format!("Rules: {}{}", self.view.rules().book().name(), borrowed_words(&chapters));
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

/// Says which chapters are borrowed; empty if none are, and if they are too many for a line: then the details list them.
fn borrowed_words(chapters: &[&str]) -> String {
    match chapters.len() {
        1..=MOST_NAMED => format!(". From other rulebooks: {}", chapters.join(", ")),
        _ => String::new(),
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
    fn the_first_line_names_borrowed_chapters_unless_they_are_many() {
        assert_eq!(borrowed_words(&[]), "");
        assert_eq!(borrowed_words(&["knockback", "vehicles"]), ". From other rulebooks: knockback, vehicles");
        let many = borrowed_words(&["a", "b", "c", "d", "e"]);
        assert_eq!(many, "", "the details list them");
    }

    #[test]
    fn chapters_agree_with_their_verb() {
        assert!(is_plural("rounds and passes") && is_plural("barriers"));
        assert!(!is_plural("initiative") && !is_plural("awareness") && !is_plural("order of a pass"));
    }
}
