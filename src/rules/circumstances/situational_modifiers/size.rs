//! Size of targets. Chapter SIZ.

use crate::circumstances::Sheet;
use crate::circumstances::sheet::AVERAGE_SIZE;
use dice::Modifiers;

/// Adds ten per size category away from the average. `CS-SIZ-01` to `CS-SIZ-03`.
pub fn add_size_modifier(target: &Sheet, parts: &mut Modifiers) {
    let categories = i32::from(target.size) - i32::from(AVERAGE_SIZE);
    if categories < 0 {
        parts.add(10 * categories, "small target", "CS-SIZ-01");
    } else {
        parts.add(10 * categories, "large target", "CS-SIZ-02");
    }
}
