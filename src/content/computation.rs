//! Guards computations that only show something: if one fails, its report is written and the program goes on.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::visible_text::escape_invisible;

thread_local! {
    /// How many guarded computations this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// What the hook has noted of the last panic in one of them.
    static NOTED: RefCell<Option<NotedPanic>> = const { RefCell::new(None) };
}

/// The reports of this run, by the place of the panic: a fault that is met with every look at it is reported once.
static REPORTS: Mutex<BTreeMap<String, Option<PathBuf>>> = Mutex::new(BTreeMap::new());

/// Faults that no player was told yet.
static UNTOLD: Mutex<Vec<ComputationFault>> = Mutex::new(Vec::new());

/// A panic that the hook has seen.
#[derive(Clone, Debug)]
struct NotedPanic {
    report: Option<PathBuf>,
    is_known: bool,
}

/// A computation that has failed because of a fault of the program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{subject} could not be computed{}.", report_text(.report.as_deref()))]
pub struct ComputationFault {
    subject: &'static str,
    report: Option<PathBuf>,
}

impl ComputationFault {
    /// Returns the report of the fault; `None` if none could be written.
    pub fn report(&self) -> Option<&Path> {
        self.report.as_deref()
    }
}

fn report_text(report: Option<&Path>) -> String {
    report.map_or_else(String::new, |path| {
        format!(
            " because of a fault in the program; its report is {}",
            escape_invisible(&path.display().to_string())
        )
    })
}

/// Computes something that is only shown, `subject` in a sentence: "The odds". What the computation has changed when it
/// fails must not be used any more, or not matter.
///
/// # Errors
/// Returns `ComputationFault` if it panics.
pub fn guard_computation<T>(subject: &'static str, work: impl FnOnce() -> T) -> Result<T, ComputationFault> {
    DEPTH.set(DEPTH.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|_| {
        let noted = NOTED.take();
        let is_known = noted.as_ref().is_some_and(|noted| noted.is_known);
        let fault = ComputationFault { subject, report: noted.and_then(|noted| noted.report) };
        if !is_known {
            UNTOLD.lock().unwrap_or_else(PoisonError::into_inner).push(fault.clone());
        }
        fault
    })
}

/// Takes the faults that no player was told yet; each place in the program appears once.
pub fn take_untold_faults() -> Vec<ComputationFault> {
    std::mem::take(&mut *UNTOLD.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Whether a panic on this thread ends a guarded computation only.
pub(crate) fn is_guarded() -> bool {
    DEPTH.get() > 0
}

/// Notes a panic at a place in a guarded computation; the first one there writes a report.
pub(crate) fn note_panic(place: &str, write_report: impl FnOnce() -> Option<PathBuf>) {
    let known = REPORTS.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned();
    let is_known = known.is_some();
    let report = known.unwrap_or_else(|| {
        let report = write_report();
        REPORTS.lock().unwrap_or_else(PoisonError::into_inner).insert(place.to_owned(), report.clone());
        report
    });
    NOTED.set(Some(NotedPanic { report, is_known }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computation_that_fails_is_an_error_in_one_sentence() {
        assert_eq!(guard_computation("The odds", || 3), Ok(3));
        let fault =
            guard_computation("The odds", || -> u32 { panic!("no such weapon") }).expect_err("it fails");
        assert_eq!(fault.to_string(), "The odds could not be computed.", "no report is written here");
        assert!(take_untold_faults().contains(&fault));
        let fault = ComputationFault { report: Some(PathBuf::from("reports/crash-1.txt")), ..fault };
        let text = "The odds could not be computed because of a fault in the program; its report is reports/crash-1.txt.";
        assert_eq!(fault.to_string(), text);
    }

    #[test]
    fn a_guard_inside_another_one_leaves_the_outer_one_in_place() {
        assert!(!is_guarded());
        let outer = guard_computation("The card", || {
            let inner = guard_computation("The odds", || -> u32 { panic!("a fault") });
            (inner.is_err(), is_guarded())
        });
        assert_eq!(outer, Ok((true, true)));
        assert!(!is_guarded());
    }

    #[test]
    fn a_place_is_reported_once() {
        let written = Cell::new(0);
        let write = || {
            written.set(written.get() + 1);
            Some(PathBuf::from("crash-1.txt"))
        };
        let noted = || NOTED.take().map(|noted| (noted.report, noted.is_known));
        note_panic("odds.rs:7", write);
        assert_eq!(noted(), Some((Some(PathBuf::from("crash-1.txt")), false)));
        note_panic("odds.rs:7", write);
        assert_eq!(noted(), Some((Some(PathBuf::from("crash-1.txt")), true)));
        note_panic("odds.rs:8", || None);
        assert_eq!((noted(), written.get()), (Some((None, false)), 1));
    }
}
