//! How much more harm kills a unit that lies unconscious.

use dice::Clause;

/// Most points of harm that are tried: no unit survives as many.
const MOST_POINTS: u32 = 500;

/// The harm that kills an unconscious unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlyHarm {
    /// The least number of points that kill.
    pub points: u32,
    /// What a point is called, and several: "level", "levels".
    pub words: (&'static str, &'static str),
    /// The clause by which the unit dies.
    pub clause: Clause,
}

impl DeadlyHarm {
    /// Finds the least number of points that kill; `None` if none does.
    pub(crate) fn find(
        words: (&'static str, &'static str),
        clause: Clause,
        kills: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        (1..=MOST_POINTS).find(|points| kills(*points)).map(|points| Self { points, words, clause })
    }

    /// Formats what is missing: "5 more levels", "1 more level".
    pub fn text(&self) -> String {
        let (one, several) = self.words;
        format!("{} more {}", self.points, if self.points == 1 { one } else { several })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_harm_that_kills_is_named() {
        let find = |least: u32| DeadlyHarm::find(("level", "levels"), "", |points| points >= least);
        let text = |least| find(least).map(|harm| harm.text());
        assert_eq!(text(5).as_deref(), Some("5 more levels"));
        assert_eq!(text(1).as_deref(), Some("1 more level"));
        assert_eq!(text(MOST_POINTS + 1), None, "nothing kills it");
    }
}
