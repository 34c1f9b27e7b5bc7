//! "Report a problem": saves a file with everything that is needed to look into a battle.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::replay::ReplayPlayback;
use ::lab::replay_text;
use battle::{BattleSetup, BattleView, History, Journal, RoundState};
use content::paths;
use content::problem_report::{ProblemReport, ReportError};

/// Says what is in the file.
pub(crate) const CONTENTS: &str = "Saves one file with the version, the system, this battle from its first order on, its \
                                   seed and its log. It stays on this computer: nothing is sent.";

/// Heading of the journal, which is a file of its own if it is cut out.
const JOURNAL_HEADING: &str =
    "Journal (saved in a file of its own, it can be opened with: breachline replay FILE --show)";

/// Writes the report of the battle on the screen, in a folder next to that of exported logs; returns the file.
///
/// # Errors
/// Returns `ReportError` if the file cannot be written.
pub(crate) fn save_report(world: &mut World) -> Result<PathBuf, ReportError> {
    let report = battle_report(world);
    let setup = world.get_resource::<BattleSetup>();
    let subject = setup.map(|setup| format!("{}-{}", setup.bundle().id, setup.seed())).unwrap_or_default();
    report.save_in(&paths::reports_dir(), &subject)
}

/// Returns the report of the battle on the screen.
fn battle_report(world: &mut World) -> ProblemReport {
    let mut report = ProblemReport::new();
    if !battle::is_set_up(world) {
        return report;
    }
    let setup = world.resource::<BattleSetup>();
    let skirmish = &setup.bundle().skirmish;
    let round = world.resource::<RoundState>();
    report = report
        .with_fact("Battle", format!("{} ({})", skirmish.name, setup.bundle().id))
        .with_fact("Rules", skirmish.rules.book().name())
        .with_fact("Seed", setup.seed().to_string())
        .with_fact("Round", format!("{} of {}, pass {}", round.number(), skirmish.rounds, round.pass()));
    if let Some(replay) = world.get_resource::<ReplayPlayback>() {
        report = report.with_fact("Replay", format!("shown up to order {}", replay.orders_so_far().len()));
    }
    let history = world.resource::<History>().clone();
    let log =
        battle::with_view(world, |view: &BattleView| replay_text::history_lines(view, history.records()));
    report = report.with_section("Log", log.join("\n"));
    let Some(journal) = world.get_resource::<Journal>() else { return report };
    let path = journal.path().map_or_else(|| "not saved".to_owned(), |path| path.display().to_string());
    let version = journal.header().program.clone();
    report
        .with_fact("Journal", path)
        .with_fact("Started by version", version)
        .with_fact("Orders", journal.entries().len().to_string())
        .with_section(JOURNAL_HEADING, journal.to_text())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::panel::combat_log::export::tests::begun_battle;
    use battle::{Order, journal};

    #[test]
    fn a_report_has_version_system_seed_log_and_a_journal_that_can_be_replayed() {
        let mut world = begun_battle();
        let unit = world.resource::<RoundState>().acting().expect("a unit acts");
        journal::submit_order(&mut world, Order::EndPhase { unit }).expect("it acts");
        let name = battle::with_view(&mut world, |view| {
            view.unit(unit).expect("it is there").identity.name().to_owned()
        });
        let text = battle_report(&mut world).text();
        let version = format!("Breachline: {}\n", env!("CARGO_PKG_VERSION"));
        for part in [&version, "System: ", "Seed: 4711\n", "Orders: 3\n", "== Log ==", &name] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        let (_, journal) = text.split_once(&format!("== {JOURNAL_HEADING} ==\n\n")).expect("the last part");
        let read = Journal::from_bytes(Path::new("report"), journal.as_bytes()).expect("a journal");
        assert_eq!((read.entries().len(), read.dropped().is_some()), (3, false));
        let mut again = battle::new_battle_world();
        journal::restore_battle(&mut again, read).expect("it replays");
        assert_eq!(again.resource::<BattleSetup>().seed(), 4711);
    }

    #[test]
    fn without_a_battle_a_report_has_version_and_system() {
        assert_eq!(battle_report(&mut World::new()), ProblemReport::new());
    }
}
