//! Running targets. Chapter RUN.

use crate::circumstances::Fighter;
use dice::Modifiers;

/// Adds the modifier of attacks on a running target. `CS-RUN-01`, `CS-RUN-02`, `CS-RUN-04` to `CS-RUN-06`,
/// `CS-RULING-20`.
pub fn add_running_modifier(target: &Fighter, is_melee: bool, parts: &mut Modifiers) {
    if !target.has_run() {
        return;
    }
    match (is_melee, target.sheet.talents.hard_target) {
        (false, false) => parts.add(-20, "running target", "CS-RUN-01"),
        (true, false) => parts.add(20, "running target", "CS-RUN-02"),
        (false, true) => parts.add(-40, "running Hard Target", "CS-RUN-04"),
        // `CS-RUN-05`: the bonus is gone.
        (true, true) => {}
    }
}
