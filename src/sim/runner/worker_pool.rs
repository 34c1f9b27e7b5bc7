//! Worker pool: runs numbered jobs on threads and returns results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Stack size per thread; rules recurse, and debug builds need more stack.
const STACK_SIZE: usize = 32 << 20;

/// Jobs that may start before the result of the first of them is received: results that wait for a slow job need memory.
const MAX_AHEAD: u64 = 512;
/// Interval at which a waiting thread checks whether it has to stop.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// Runs all jobs below `count` on a number of threads and receives the results in order.
///
/// `worker` is called once on each thread and returns the function that runs jobs; a job without a result is skipped.
/// Once `stop` is true, no more jobs start, but finished results are still received. Receiving `false` stops as well.
pub fn run_numbered<R: Send, W: FnMut(u64) -> Option<R>>(
    jobs: usize,
    count: u64,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut receive: impl FnMut(u64, R) -> bool,
) {
    let next = AtomicU64::new(0);
    let (received, progress) = (Mutex::new(0_u64), Condvar::new());
    let over = AtomicBool::new(false);
    let jobs = jobs.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for job in 0..jobs {
            let sender = sender.clone();
            let (next, over, worker, received, progress) = (&next, &over, &worker, &received, &progress);
            let work = move || {
                let mut work = worker();
                let goes_on = || !stop.load(Ordering::Relaxed) && !over.load(Ordering::Relaxed);
                while goes_on() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let mut now = received.lock().unwrap_or_else(PoisonError::into_inner);
                    while number >= *now + MAX_AHEAD && goes_on() {
                        let waited = progress.wait_timeout(now, STOP_CHECK);
                        now = waited.unwrap_or_else(PoisonError::into_inner).0;
                    }
                    drop(now);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().name(format!("fights {job}")).stack_size(STACK_SIZE);
            // With fewer threads than wanted it takes longer, nothing more.
            if thread.spawn_scoped(scope, work).is_err() && job == 0 {
                panic!("the system starts no thread");
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut going = true;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                going = going && result.is_none_or(|result| receive(wanted, result));
                wanted += 1;
            }
            *received.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
            progress.notify_all();
            over.fetch_or(!going, Ordering::Relaxed);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(jobs: usize, stop: &AtomicBool, until: u64) -> Vec<u64> {
        let mut received = Vec::new();
        let slow = |number: u64| {
            // Starts early jobs last.
            thread::sleep(std::time::Duration::from_millis(20_u64.saturating_sub(number)));
            (number != 5).then_some(number * 2)
        };
        run_numbered(
            jobs,
            30,
            stop,
            || slow,
            |number, result| {
                assert_eq!(result, number * 2);
                received.push(number);
                number + 1 < until
            },
        );
        received
    }

    #[test]
    fn results_come_in_order_and_gaps_do_not_delay_others() {
        let stop = AtomicBool::new(false);
        let all: Vec<u64> = (0..30).filter(|number| *number != 5).collect();
        assert_eq!(numbers(1, &stop, 100), all);
        assert_eq!(numbers(4, &stop, 100), all);
    }

    /// The first job ends when no other has been started for a while.
    #[test]
    fn a_slow_job_bounds_the_results_that_wait() {
        let started = AtomicU64::new(0);
        let wait = |number: u64| {
            started.fetch_max(number, Ordering::SeqCst);
            while number == 0 && started.load(Ordering::SeqCst) < MAX_AHEAD - 1 {
                thread::yield_now();
            }
            Some(started.load(Ordering::SeqCst))
        };
        let mut all = Vec::new();
        let count = 3 * MAX_AHEAD;
        run_numbered(
            3,
            count,
            &AtomicBool::new(false),
            || wait,
            |number, latest| {
                assert!(number > 0 || latest == MAX_AHEAD - 1, "{latest}");
                all.push(number);
                true
            },
        );
        assert_eq!(all, (0..count).collect::<Vec<_>>());
    }

    #[test]
    fn a_stopped_series_keeps_its_results() {
        assert_eq!(numbers(3, &AtomicBool::new(false), 4), [0, 1, 2, 3]);
        assert!(numbers(3, &AtomicBool::new(true), 100).is_empty());
    }
}
