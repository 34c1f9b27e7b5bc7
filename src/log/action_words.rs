//! What a unit does with a special action: "reserves a defence", "treats an injury of Rex".

/// Labels that begin with a verb, with the predicate and what stands before the target.
const PREDICATES: [(&str, &str, &str); 48] = [
    ("Aim", "aims", " at "),
    ("Attack several targets", "announces attacks on several targets", " with "),
    ("Break free", "tries to break free", " from "),
    ("Buy a manoeuvre", "buys a manoeuvre", " for "),
    ("Carry", "carries", " "),
    ("Charge", "charges", " "),
    ("Charge shields", "charges the shields", " of "),
    ("Clear jam", "tries to clear a jam", " of "),
    ("Close windows", "closes the windows", " of "),
    ("Cure an injury", "cures an injury", " of "),
    ("Declare three actions", "declares three actions", " with "),
    ("Declare two actions", "declares two actions", " with "),
    ("Drop body", "drops the body", " of "),
    ("Engage", "engages", " "),
    ("First Aid", "gives First Aid", " to "),
    ("First Aid on self", "gives First Aid to its own wounds", " with "),
    ("Fit a replacement", "fits a replacement", " to "),
    ("Full Move", "makes a Full Move", " to "),
    ("Further target", "adds a further target", ": "),
    ("Get in", "gets in", "to "),
    ("Get out", "gets out", " of "),
    ("Give up an attack for a defence", "gives up an attack for a defence", " against "),
    ("Grapple", "grapples", " "),
    ("Guarded Stance", "takes a Guarded Stance", " against "),
    ("Heal", "heals", " "),
    ("Heal an injury", "heals an injury", " of "),
    ("Heal self", "heals its own wounds", " with "),
    ("Hide", "tries to hide", " from "),
    ("Let go", "lets go", " of "),
    ("Open windows", "opens the windows", " of "),
    ("Put out fire", "tries to put out a fire", " on "),
    ("Release the hostage", "releases the hostage", " "),
    ("Reload", "reloads", " "),
    ("Repair", "repairs", " "),
    ("Replace an announced attack", "replaces an announced attack", " on "),
    ("Reserve a defence", "reserves a defence", " against "),
    ("Resuscitate", "tries to resuscitate", " "),
    ("Reverse the grapple", "tries to reverse the grapple", " of "),
    ("Shake off stun", "tries to shake off stun", " with "),
    ("Take control", "tries to take control", " of "),
    ("Take the wheel", "takes the wheel", " of "),
    ("Treat an injury", "treats an injury", " of "),
    ("Treat internal bleeding", "treats internal bleeding", " of "),
    ("Treat self", "treats its own injury", " with "),
    ("Turn the shield", "turns the shield", " against "),
    ("Use action as manoeuvre", "uses the action as a manoeuvre", " for "),
    ("Use booster", "uses a booster", " on "),
    ("Wake", "wakes", " "),
];

/// What a unit does with an action of this label, and what stands before its target: "grapples", "uses Hypnosis on"; a
/// label that begins with "Use" keeps its verb.
pub(crate) fn action_predicate(label: &str) -> (String, &'static str) {
    // What follows a colon says what the action is for, such as the injury that it treats.
    let kinds = [Some(label), label.split_once(": ").map(|(kind, _)| kind)];
    let known = |kind: &str| PREDICATES.iter().find(|(known, ..)| *known == kind);
    if let Some((_, predicate, before)) = kinds.into_iter().flatten().find_map(known) {
        return ((*predicate).to_owned(), before);
    }
    let what = label.strip_prefix("Use ").unwrap_or(label);
    (format!("uses {what}"), " on ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(label: &str) -> String {
        let (predicate, before) = action_predicate(label);
        format!("Vex {predicate}{before}Rex")
    }

    #[test]
    fn actions_are_used_and_verbs_are_done() {
        assert_eq!(sentence("Hypnosis"), "Vex uses Hypnosis on Rex");
        assert_eq!(sentence("Use booster"), "Vex uses a booster on Rex");
        assert_eq!(sentence("Treat an injury"), "Vex treats an injury of Rex");
        assert_eq!(sentence("Grapple"), "Vex grapples Rex");
        assert_eq!(action_predicate("Treat self: Stinger").0, "treats its own injury");
        assert_eq!(action_predicate("Heal self").0, "heals its own wounds");
        assert_eq!(sentence("Get in"), "Vex gets into Rex");
        assert_eq!(action_predicate("Reserve a defence").0, "reserves a defence");
    }

    #[test]
    fn labels_are_listed_once_in_order() {
        assert!(PREDICATES.is_sorted_by(|one, other| one.0 < other.0));
    }
}
