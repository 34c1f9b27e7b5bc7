//! Loads a scene file and finds what it has to resolve: actions, an aimed attack, or orders.

use std::path::Path;

use crate::cli::{CliError, output};
use content::{Content, ContentFolder, LabScene, RuleScene, Severity};

/// What a scene file has to resolve.
#[expect(clippy::large_enum_variant, reason = "there is one per run")]
pub(crate) enum SceneTask {
    /// Actions, or the attack that it aims.
    Actions(RuleScene),
    /// Orders that are played as a battle.
    Orders(LabScene, Content),
}

/// Loads the actions of a scene, or the attack that it aims; prints its warnings to stderr.
pub(crate) fn load_actions(named: &Path, assets: &ContentFolder) -> Result<RuleScene, CliError> {
    match load_task(named, assets)? {
        SceneTask::Actions(scene) => Ok(scene),
        SceneTask::Orders(..) => Err(CliError::missing(format!(
            "{}: its orders are played, so that exact odds do not apply; `breachline resolve` plays them",
            named.display()
        ))),
    }
}

/// Loads what a scene has to resolve; prints its warnings to stderr.
pub(crate) fn load_task(named: &Path, assets: &ContentFolder) -> Result<SceneTask, CliError> {
    let base = content::load_content(std::slice::from_ref(assets));
    if let Some(problem) = base.diagnostics.into_iter().find(|problem| problem.severity == Severity::Error) {
        return Err(CliError::from_diagnostic(problem));
    }
    tracing::info!("{} entries of content; scene {}", base.content.entries(), named.display());
    let file = content::find_scene_file(assets, named).unwrap_or_else(|| named.into());
    let path = &file.path();
    let (scene, problems) = content::load_scene(&base.content, &file);
    problems
        .iter()
        .filter(|problem| problem.severity == Severity::Warning)
        .for_each(output::report_diagnostic);
    let scene = match (scene, problems.into_iter().find(|problem| problem.severity == Severity::Error)) {
        (Some(scene), None) => scene,
        (_, Some(problem)) => return Err(CliError::from_diagnostic(problem)),
        (None, None) => return Err(CliError::new(format!("{}: contains no scene", path.display()))),
    };
    if let Some(tests) = scene.tests {
        return Ok(SceneTask::Actions(tests));
    }
    let battlefield = scene.battlefield?;
    if battlefield.script.orders.is_empty() {
        return aimed_action(&base.content, &battlefield, path).map(SceneTask::Actions);
    }
    Ok(SceneTask::Orders(battlefield, base.content))
}

/// The aimed attack of a battlefield, assembled as the Lab does.
fn aimed_action(content: &Content, scene: &LabScene, path: &Path) -> Result<RuleScene, CliError> {
    let Some(aim) = &scene.aim else {
        let what = "no action to resolve; a scene has either an `action` or a `sequence`, or it has an `aim`";
        return Err(CliError::missing(format!("{}: {what}", path.display())));
    };
    let rules = &scene.skirmish.rules;
    let mut world = battle::new_battle_world();
    lab::set_up_scene(&mut world, scene, content, rules.book())?;
    let (attack, units) = battle::with_view(&mut world, |view| {
        (lab::aimed_attack(view, aim), view.units().map(|unit| view.unit_snapshot(&unit)).collect())
    });
    let attack = attack.ok_or_else(|| {
        CliError::missing(format!("{}: the aim has no such weapon or target", path.display()))
    })?;
    Ok(RuleScene::from_attack(&scene.skirmish.name, rules, units, attack))
}
