//! The guard of what is only shown, see [`content::computation`]. In tests it lets faults through, so that it hides none; those about
//! faults say that they expect some.

#[cfg(not(test))]
pub(crate) use content::computation::guard_computation;

#[cfg(test)]
pub(crate) use self::tests::{expect_faults, guard_computation};

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use content::computation;
    use content::computation::ComputationFault;

    thread_local! {
        /// Whether the test on this thread expects faults.
        static EXPECTED: Cell<bool> = const { Cell::new(false) };
    }

    /// Computes something that is only shown; a fault that is not expected ends the test.
    pub(crate) fn guard_computation<T>(
        subject: &'static str,
        work: impl FnOnce() -> T,
    ) -> Result<T, ComputationFault> {
        if EXPECTED.get() { computation::guard_computation(subject, work) } else { Ok(work()) }
    }

    /// Runs a part of a test in which computations fail on purpose.
    pub(crate) fn expect_faults<T>(part: impl FnOnce() -> T) -> T {
        let before = EXPECTED.replace(true);
        let result = part();
        EXPECTED.set(before);
        result
    }

    #[test]
    #[should_panic(expected = "a fault that no test expects")]
    fn a_fault_that_is_not_expected_ends_a_test() {
        let fail = || -> u32 { panic!("a fault that no test expects") };
        assert!(expect_faults(|| guard_computation("The odds", fail)).is_err());
        _ = guard_computation("The odds", fail);
    }
}
