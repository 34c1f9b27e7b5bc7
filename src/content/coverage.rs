//! Coverage of the rule clauses: tests, scenes of the gallery, and simulated fights.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::catalogue::{ClauseText, all_clauses};
use crate::gallery::GalleryScene;

/// The chapter of rulings in every book. Its clauses settle doubts about others and are counted with those.
pub const RULINGS: &str = "RULING";

/// How a clause is covered.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseCoverage {
    /// The clause.
    #[serde(rename = "id", serialize_with = "clause_id")]
    pub clause: &'static ClauseText,
    /// Names of the tests of the clause.
    pub tests: Vec<String>,
    /// Ids of the gallery scenes that show it.
    pub scenes: Vec<String>,
    /// Whether it only defines words, so that nothing can be shown.
    pub definition: bool,
    /// Number of simulated fights whose logs cite it; `None` without simulated fights.
    pub fights: Option<u32>,
}

fn clause_id<S: serde::Serializer>(clause: &&'static ClauseText, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&clause.id)
}

impl ClauseCoverage {
    /// Whether a gallery scene shows it, or nothing can be shown.
    pub fn is_shown(&self) -> bool {
        self.definition || !self.scenes.is_empty()
    }
}

/// Number of clauses and how they are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoverageTotal {
    /// All clauses.
    pub clauses: usize,
    /// Clauses with a test.
    pub tested: usize,
    /// Clauses with a gallery scene.
    pub shown: usize,
    /// Clauses that only define words.
    pub definitions: usize,
    /// Clauses that a simulated fight cites.
    pub met: usize,
}

impl CoverageTotal {
    /// Counts clauses.
    pub fn count<'a>(clauses: impl IntoIterator<Item = &'a ClauseCoverage>) -> Self {
        let mut total = Self::default();
        for clause in clauses {
            total.clauses += 1;
            total.tested += usize::from(!clause.tests.is_empty());
            total.shown += usize::from(!clause.scenes.is_empty());
            total.definitions += usize::from(clause.definition);
            total.met += usize::from(clause.fights.is_some_and(|fights| fights > 0));
        }
        total
    }
}

/// Returns the coverage of every clause except rulings, in the order of the books.
///
/// `tests` has the names of tests by clause; `met` the number of simulated fights that cite each clause, `None` if no
/// fights were simulated.
pub fn clause_coverage(
    tests: &BTreeMap<String, Vec<String>>,
    gallery: &[GalleryScene],
    met: Option<&BTreeMap<String, u32>>,
) -> Vec<ClauseCoverage> {
    let mut scenes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for scene in gallery {
        for clause in &scene.shows {
            scenes.entry(clause).or_default().push(scene.id.clone());
        }
    }
    let is_ruling = |clause: &&ClauseText| clause.id.split('-').nth(1) == Some(RULINGS);
    let covered = all_clauses().filter(|clause| !is_ruling(clause)).map(|clause| ClauseCoverage {
        clause,
        tests: tests.get(&clause.id).cloned().unwrap_or_default(),
        scenes: scenes.get(clause.id.as_str()).cloned().unwrap_or_default(),
        definition: clause.is_definition,
        fights: met.map(|met| met.get(&clause.id).copied().unwrap_or_default()),
    });
    covered.collect()
}
