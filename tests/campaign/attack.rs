//! An attack: numbered cases, each with its own random generator. Failing inputs are kept, and the cases are counted.

use std::any::Any;
use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::mutation::Mutator;

/// Environment variable: factor of the number of cases.
const FACTOR_VARIABLE: &str = "BREACHLINE_CAMPAIGN";
/// Environment variable: seed of all cases.
const SEED_VARIABLE: &str = "BREACHLINE_CAMPAIGN_SEED";
/// Environment variable: number of the only case to run.
const CASE_VARIABLE: &str = "BREACHLINE_CAMPAIGN_CASE";
/// Longest time for a case: far longer than any case takes, so that only a case that never ends reaches it.
const PATIENCE: Duration = Duration::from_secs(300);
/// Failures after which an attack stops.
const MAX_FAILURES: usize = 20;
/// Fewest cases for which the share of accepted inputs is checked.
const MIN_CASES_FOR_SHARE: u64 = 40;
/// Stack of an attack; rules recurse, and debug builds need more.
const STACK_SIZE: usize = 32 << 20;

/// The result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was used in full or in part.
    Accepted,
    /// It was rejected with a reason.
    Refused,
}

/// A case of an attack.
pub struct Case {
    /// Its random generator.
    pub mutator: Mutator,
    running: Arc<Mutex<Running>>,
}

/// The case in progress, for the watchdog.
struct Running {
    number: u64,
    since: Instant,
    input: Vec<u8>,
}

impl Case {
    /// Notes the input, which is kept if the case fails.
    pub fn note_input(&self, input: &[u8]) {
        lock(&self.running).input = input.to_vec();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number_of(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}

/// An attack on one kind of input.
pub struct Attack {
    /// Its name in the counters.
    name: &'static str,
    /// Ending of the files in which inputs are kept.
    ending: &'static str,
    /// Number of cases in every run of the tests.
    cases: u64,
    /// Least share of the inputs that has to be accepted, in per cent.
    min_accepted: u64,
}

#[derive(Default)]
struct Counters {
    accepted: u64,
    refused: u64,
    failures: Vec<String>,
    slowest: (Duration, u64),
}

impl Attack {
    /// An attack with a name for the counters, the ending of files in which inputs are kept, and the number of cases in
    /// every run of the tests.
    pub const fn new(name: &'static str, ending: &'static str, cases: u64) -> Self {
        Self { name, ending, cases, min_accepted: 0 }
    }

    /// The attack, which fails if a smaller share of its inputs is accepted, in per cent: inputs that are refused at once try
    /// little.
    pub const fn accepting(mut self, percent: u64) -> Self {
        self.min_accepted = percent;
        self
    }

    /// Runs all cases and prints their counters. A case fails by a panic, or if it does not end.
    ///
    /// # Panics
    /// A case failed.
    pub fn run(&self, act: impl FnMut(&mut Case) -> Verdict + Send) {
        let running = Arc::new(Mutex::new(Running { number: 0, since: Instant::now(), input: Vec::new() }));
        let counters = std::thread::scope(|scope| {
            let cases = std::thread::Builder::new().name(self.name.to_owned()).stack_size(STACK_SIZE);
            let cases = cases.spawn_scoped(scope, || self.run_cases(&running, act)).expect("a thread");
            while !cases.is_finished() {
                std::thread::sleep(Duration::from_millis(20));
                let running = lock(&running);
                if running.since.elapsed() > PATIENCE {
                    let kept = self.keep_input(&running);
                    report(&format!(
                        "{}: case {} does not end: {}",
                        self.name,
                        running.number,
                        kept.display()
                    ));
                    std::process::exit(101);
                }
            }
            cases.join().expect("invariant: panics of cases are caught")
        });
        let Counters { accepted, refused, failures, slowest: (slowest, number) } = counters;
        report(&format!(
            "campaign: {:24} {:>7} cases {accepted:>7} accepted {refused:>7} refused {:>3} failures; slowest {} ms (case {number})",
            self.name,
            accepted + refused + failures.len() as u64,
            failures.len(),
            slowest.as_millis()
        ));
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        let cases = accepted + refused;
        assert!(
            cases < MIN_CASES_FOR_SHARE || accepted * 100 >= cases * self.min_accepted,
            "{}: only {accepted} of {cases} inputs were accepted",
            self.name
        );
    }

    fn run_cases(
        &self,
        running: &Arc<Mutex<Running>>,
        mut act: impl FnMut(&mut Case) -> Verdict,
    ) -> Counters {
        let seed = number_of(SEED_VARIABLE).unwrap_or(1);
        let all = 0..self.cases * number_of(FACTOR_VARIABLE).unwrap_or(1);
        let cases = number_of(CASE_VARIABLE).map_or(all, |only| only..only + 1);
        let mut counters = Counters::default();
        for number in cases {
            *lock(running) = Running { number, since: Instant::now(), input: Vec::new() };
            let mut case =
                Case { mutator: Mutator::new(seed, self.name, number), running: Arc::clone(running) };
            match catch_unwind(AssertUnwindSafe(|| act(&mut case))) {
                Ok(Verdict::Accepted) => counters.accepted += 1,
                Ok(Verdict::Refused) => counters.refused += 1,
                Err(panic) => {
                    let kept = self.keep_input(&lock(running));
                    let (why, kept) = (message(&*panic), kept.display());
                    counters.failures.push(format!("{} case {number}, kept as {kept}: {why}", self.name));
                }
            }
            counters.slowest = counters.slowest.max((lock(running).since.elapsed(), number));
            if counters.failures.len() >= MAX_FAILURES {
                break;
            }
        }
        counters
    }

    /// Keeps the input of a failing case.
    fn keep_input(&self, running: &Running) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaign");
        let path = folder.join(format!("{}-{}.{}", self.name.replace(' ', "_"), running.number, self.ending));
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, &running.input)).expect("it can be kept");
        path
    }
}

/// Writes a line that no test harness captures: the counters are also of interest if the tests pass.
fn report(line: &str) {
    writeln!(io::stderr().lock(), "{line}").expect("standard error");
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
