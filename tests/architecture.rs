//! Arrows between the folders of `src` point one way, and only `battle` writes the state of a fight.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder and the folders it may use. Everybody may use `paths`, which is no folder.
const ARROWS: [(&str, &[&str]); 10] = [
    ("dice", &[]),
    ("field", &[]),
    ("rules", &["dice"]),
    ("content", &["dice", "rules", "field"]),
    ("battle", &["dice", "rules", "field", "content"]),
    ("ai", &["dice", "rules", "field", "content", "battle"]),
    ("sim", &["dice", "rules", "field", "content", "battle", "ai"]),
    ("lab", &["dice", "rules", "field", "content", "battle"]),
    ("desktop", &["dice", "rules", "field", "content", "battle", "ai", "lab"]),
    ("cli", &["dice", "rules", "field", "content", "battle", "ai", "sim", "lab", "desktop"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The folders that a text names behind `crate::`, alone or in braces.
fn used(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let group = rest.strip_prefix('{').map_or(rest, |inside| inside.split('}').next().unwrap_or(inside));
        let heads = if rest.starts_with('{') { group.split(',').collect() } else { vec![group] };
        for head in heads {
            let name: String =
                head.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            names.push(name);
        }
    }
    names
}

#[test]
fn every_folder_has_its_row() {
    for entry in fs::read_dir(src()).expect("src is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        assert!(!path.is_dir() || ARROWS.iter().any(|(folder, _)| *folder == name), "no row for src/{name}");
    }
}

#[test]
fn arrows_point_one_way() {
    let folders: Vec<&str> = ARROWS.iter().map(|(folder, _)| *folder).collect();
    let mut wrong = Vec::new();
    for (folder, may_use) in ARROWS {
        for path in sources(&src().join(folder)) {
            let text = fs::read_to_string(&path).expect("it can be read");
            // Tests of rules may stand on real ground.
            let stages = folder == "rules" && path.iter().any(|part| part == "tests");
            for name in used(&text).into_iter().filter(|name| !(stages && name == "field")) {
                if name != folder && folders.contains(&name.as_str()) && !may_use.contains(&name.as_str()) {
                    wrong.push(format!("{} uses {name}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_reader_of_arrows_sees_them() {
    assert_eq!(used("use crate::battle::Order; crate::{dice, field::Cell}"), ["battle", "dice", "field"]);
}

#[test]
fn rules_and_geometry_know_no_world() {
    for folder in ["dice", "field", "rules"] {
        for path in sources(&src().join(folder)) {
            let text = fs::read_to_string(&path).expect("it can be read");
            for word in ["bevy", "std::time", "rand::rng()"] {
                assert!(!text.contains(word), "{} names {word}", path.display());
            }
        }
    }
}

/// Files that tell the books apart: one in `rules`, with the types behind it, the loaders of content, and the tests of
/// single rules that a scene may state.
const TELLING: [&str; 13] = [
    "cli/act.rs",
    "cli/encounter.rs",
    "cli/odds.rs",
    "cli/report.rs",
    "rules/book.rs",
    "rules/of_book.rs",
    "rules/play/",
    "rules/rule_set.rs",
    "rules/status/translation.rs",
    "content/catalogue.rs",
    "content/recruit.rs",
    "content/shelf",
    "content/scene",
];

#[test]
fn one_place_tells_the_books_apart() {
    let variants = ["Aberrant", "AttacksAndDamage", "Circumstances", "CombatChecks"];
    let folders = ["aberrant", "attacks_and_damage", "circumstances", "combat_checks"];
    let mut wrong = Vec::new();
    for path in sources(&src()) {
        let name = path.strip_prefix(src()).expect("it is below src").to_string_lossy().replace('\\', "/");
        let own = folders.iter().any(|book| name.starts_with(&format!("rules/{book}/")));
        let tests = name.ends_with("/tests.rs") || name.contains("/tests/");
        if own
            || tests
            || name.starts_with("rules/swan_song/")
            || TELLING.iter().any(|file| name.starts_with(file))
        {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it can be read");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let named = variants.iter().any(|book| code.contains(&format!("::{book}")))
            || folders.iter().any(|book| code.contains(&format!("rules::{book}")));
        if named {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?} name a book");
}

/// Fields of what a fight consists of are private to `battle`: the compiler keeps everybody else from writing them.
#[test]
fn battle_state_is_written_by_battle_alone() {
    let parts = ["barrier", "status", "turn", "unit"].map(|part| format!("components/{part}.rs"));
    let state = ["mod", "field", "history", "table", "task"].map(|part| format!("state/{part}.rs"));
    for file in parts.into_iter().chain(state).chain(["arsenal.rs".to_owned()]) {
        let text = fs::read_to_string(src().join("battle").join(&file)).expect("it can be read");
        let syntax = text.lines().enumerate();
        let mut inside: Option<String> = None;
        for (number, line) in syntax {
            if let Some(name) = line.strip_prefix("pub struct ") {
                let tuple_is_open =
                    name.contains("(pub ") && !name.starts_with("UnitId") && !name.starts_with("Side");
                let id = name.starts_with("BarrierId") || name.starts_with("ItemId");
                assert!(!tuple_is_open || id, "{file}:{}: {line}", number + 1);
                inside = name.contains('{').then(|| name.to_owned());
            }
            if line == "}" {
                inside = None;
            }
            // Plain data that is handed out by value, not state that stands in the world.
            let data = inside
                .as_deref()
                .is_some_and(|name| name.starts_with("Status ") || name.starts_with("Chapter "));
            if inside.is_some() && !data {
                assert!(!line.starts_with("    pub "), "{file}:{}: {line}", number + 1);
            }
        }
    }
    // Nor may anybody else ask a world for write access to them.
    for folder in ["lab", "desktop", "cli"] {
        for path in sources(&src().join(folder)) {
            let text = fs::read_to_string(&path).expect("it can be read");
            for component in
                ["Health", "Initiative", "ActionPoints", "StatusEffects", "GridPosition", "BarrierState"]
            {
                let writes = text.contains(&format!("&mut {component}"))
                    || text.contains(&format!("mut {component}>"));
                assert!(!writes, "{} writes {component}", path.display());
            }
        }
    }
}
