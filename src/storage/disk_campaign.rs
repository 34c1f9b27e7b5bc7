//! Random sequences of orders, full disks, power failures and other programs that delete or replace the file.
//! `BREACHLINE_CAMPAIGN` multiplies their number.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::disk::Disk;
use crate::line_file::LineFile;
use crate::replace::replace_file_on;
use crate::test_disk::{TestDisk, Unsynced};

const FILE: &str = "saves/lane-001/fight.jsonl";
/// Sequences in every run of the tests.
const CASES: u32 = 300;
/// Most steps of a sequence.
const MAX_STEPS: usize = 40;

/// What happens to the file.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A line is appended.
    Append,
    /// What is missing is written, as the window tries every two seconds.
    Complete,
    /// So many bytes are free from now on; `None` for any number.
    Space(Option<usize>),
    /// Another program deletes the file.
    Delete,
    /// Another program puts its own file in the place.
    Replace,
    /// The power fails after so many further operations of the disk.
    PowerFailure(usize, Unsynced),
}

fn any_step() -> impl Strategy<Value = Step> {
    let unsynced = prop_oneof![Just(Unsynced::Lost), Just(Unsynced::Torn)];
    prop_oneof![
        12 => Just(Step::Append),
        2 => Just(Step::Complete),
        2 => (0_usize..60).prop_map(|bytes| Step::Space(Some(bytes))),
        2 => Just(Step::Space(None)),
        1 => Just(Step::Delete),
        1 => Just(Step::Replace),
        1 => (0_usize..8, unsynced).prop_map(|(operations, unsynced)| Step::PowerFailure(operations, unsynced)),
    ]
}

/// A program that writes a file on a disk, and what it knows.
struct Program {
    disk: TestDisk,
    file: LineFile,
    lines: Vec<String>,
    /// Number of lines that were reported as written; `None` while another program has touched the file.
    safe: Option<usize>,
    unsynced: Unsynced,
    /// What the last power failure left, if the file could not be written again since the start: the end may be torn, or all of
    /// it another program's.
    left: Option<String>,
}

impl Program {
    fn start(disk: TestDisk, lines: Vec<String>) -> Self {
        let file = LineFile::create_on(Arc::new(disk.clone()), Path::new(FILE), &lines.concat());
        let safe = Some(if file.problem().is_none() { lines.len() } else { 0 });
        Self { disk, file, lines, safe, unsynced: Unsynced::Lost, left: None }
    }

    fn take(&mut self, step: Step) {
        let path = Path::new(FILE);
        match step {
            Step::Append => {
                self.lines.push(format!("order {}\n", self.lines.len()));
                let whole = self.lines.concat();
                self.file.append(&self.lines[self.lines.len() - 1], || whole);
            }
            Step::Complete => self.file.complete(|| self.lines.concat()),
            Step::Space(space) => return self.disk.set_space(space),
            // These may fail on a disk without power or space, and then change nothing.
            Step::Delete => {
                self.safe = self.safe.filter(|_| self.disk.remove(path).is_err());
                return;
            }
            Step::Replace => {
                self.safe = self.safe.filter(|_| replace_file_on(&self.disk, path, b"of another").is_err());
                return;
            }
            Step::PowerFailure(operations, unsynced) => {
                self.unsynced = unsynced;
                return self.disk.fail_after(operations);
            }
        }
        if self.file.problem().is_none() {
            self.safe = Some(self.lines.len());
        }
    }

    /// Compares the file with what was reported, while there is power.
    fn check(&self) -> Result<(), TestCaseError> {
        let (Some(safe), whole) = (self.safe, self.lines.concat()) else { return Ok(()) };
        let found = self.disk.read(Path::new(FILE)).unwrap_or_default();
        if self.file.problem().is_none() {
            prop_assert_eq!(found, whole);
            return Ok(());
        }
        if self.left.as_ref() == Some(&found) {
            return Ok(());
        }
        prop_assert!(whole.starts_with(&found), "{:?} is no beginning of {:?}", found, whole);
        prop_assert!(found.is_empty() || found.ends_with('\n'), "half a line: {:?}", found);
        prop_assert!(found.matches('\n').count() >= safe, "{} lines were written: {:?}", safe, found);
        Ok(())
    }

    /// Starts again after the power has failed, with the whole lines that are left.
    fn restart(self) -> Result<Self, TestCaseError> {
        self.disk.restart(self.unsynced);
        let left = self.disk.read(Path::new(FILE)).unwrap_or_default();
        let mut lines = self.lines;
        if let Some(safe) = self.safe.filter(|_| self.left.as_ref() != Some(&left)) {
            prop_assert!(left.starts_with(&lines[..safe].concat()), "{} lines were safe: {:?}", safe, left);
            prop_assert!(lines.concat().starts_with(&left), "{:?}", left);
        }
        lines.truncate(left.matches('\n').count().max(1));
        let mut program = Self::start(self.disk, lines);
        program.left = program.file.problem().is_some().then_some(left);
        Ok(program)
    }
}

#[test]
fn campaign_of_full_disks_and_power_failures_loses_no_written_line() {
    let factor = std::env::var("BREACHLINE_CAMPAIGN").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let config =
        Config { cases: CASES.saturating_mul(factor), failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let steps = prop::collection::vec(any_step(), 1..MAX_STEPS);
    let sequences = TestRunner::new_with_rng(config, rng).run(&steps, |steps| {
        let mut program = Program::start(TestDisk::default(), vec!["header of the fight\n".to_owned()]);
        for step in steps {
            program.take(step);
            if program.disk.has_failed() {
                program = program.restart()?;
            }
            program.check()?;
        }
        program.disk.set_space(None);
        program.disk.fail_after(usize::MAX);
        program.take(Step::Complete);
        prop_assert!(program.file.problem().is_none(), "{:?}", program.file.problem());
        program.check()
    });
    if let Err(broken) = sequences {
        panic!("{broken}");
    }
}
