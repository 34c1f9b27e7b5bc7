//! Opens scenes by id, by file, or empty.

use std::path::{Path, PathBuf};

use thiserror::Error;

use content::{
    self, Content, ContentError, LabScene, Severity, Skirmish, SkirmishMap, SkirmishSide, SkirmishUnit,
    TimeUp,
};
use model::Cell;
use rules::{Book, RuleSet, Weather};

/// Why a scene cannot be opened.
#[derive(Debug, Error)]
pub enum LabError {
    /// No scene has this id.
    #[error("unknown scene `{id}`{}; `breachline check` lists broken files", .nearest.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    Unknown {
        /// The id that was given.
        id: String,
        /// The nearest valid one.
        nearest: Option<String>,
    },
    /// The file is not valid.
    #[error("{0}")]
    Broken(String),
    /// The scene cannot be shown under its rulebook.
    #[error(transparent)]
    Content(#[from] ContentError),
}

/// A scene to open.
#[derive(Clone, Debug)]
pub(crate) struct OpenedScene {
    /// The scene.
    pub scene: LabScene,
    /// Its file; `None` if it has none.
    pub file: Option<PathBuf>,
}

impl OpenedScene {
    /// Opens the scene given on the command line: an id, a file, or an empty scene.
    ///
    /// # Errors
    /// Returns `LabError` if there is no such scene or its file is not valid.
    pub fn from_argument(content: &Content, wanted: Option<&str>) -> Result<Self, LabError> {
        let Some(wanted) = wanted else { return Ok(Self::empty(content)) };
        if let Some(scene) = content.labs.get(wanted) {
            return Ok(Self { scene: scene.clone(), file: None });
        }
        let path = Path::new(wanted);
        if path.extension().is_some() || path.exists() {
            return Self::read(content, path);
        }
        let ids = content.labs.keys();
        let near = ids.min_by_key(|id| strsim::damerau_levenshtein(id, wanted));
        let near = near.filter(|id| strsim::damerau_levenshtein(id, wanted) <= 1 + wanted.len() / 4);
        Err(LabError::Unknown { id: wanted.to_owned(), nearest: near.cloned() })
    }

    /// Reads the scene of a file.
    ///
    /// # Errors
    /// Returns `LabError` if the file cannot be read or is not valid.
    pub fn read(content: &Content, path: &Path) -> Result<Self, LabError> {
        let (scene, problems) = content::load_lab(content, path);
        match scene {
            Some(scene) => Ok(Self { scene, file: Some(path.to_owned()) }),
            None => {
                let first = problems.iter().find(|problem| problem.severity == Severity::Error);
                Err(LabError::Broken(first.map(ToString::to_string).unwrap_or_default()))
            }
        }
    }

    /// Creates an empty room with one unit on each side.
    pub fn empty(content: &Content) -> Self {
        let (width, height) = (24u16, 16u16);
        let ground = ["concrete", "asphalt"].into_iter().find(|id| content.terrains.contains_key(*id));
        let ground = ground.map(str::to_owned).or_else(|| content.terrains.keys().next().cloned());
        let sort = ["officer"].into_iter().find(|id| content.archetypes.contains_key(*id)).map(str::to_owned);
        let sort = sort.or_else(|| content.archetypes.keys().next().cloned()).unwrap_or_default();
        let side = |name: &str, colour| SkirmishSide { name: name.to_owned(), colour, deployment: None };
        let unit = |name: &str, side, x| SkirmishUnit {
            name: name.to_owned(),
            archetype: sort.clone(),
            side,
            cell: Cell::new(x, 8),
            concealed: false,
            in_cover: false,
            lurking: false,
            campaign_unit: None,
            link: None,
        };
        let skirmish = Skirmish {
            name: "New scene".to_owned(),
            description: "An empty room to experiment in.".to_owned(),
            rules: RuleSet::new(Book::default()),
            weather: Weather::default(),
            zero_gravity: false,
            options: Default::default(),
            sides: vec![side("Attackers", 0), side("Defenders", 1)],
            map: SkirmishMap {
                width,
                height,
                palette: ground.into_iter().collect(),
                terrain: vec![0; usize::from(width) * usize::from(height)],
                barriers: Vec::new(),
                zones: Default::default(),
            }
            .into(),
            units: vec![unit("Ada", 0, 6), unit("Bren", 1, 17)],
            objectives: Vec::new(),
            rounds: 20,
            then: TimeUp::Draw,
        };
        Self { scene: LabScene::new(skirmish), file: None }
    }
}
