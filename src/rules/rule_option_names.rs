//! Titles and descriptions of the rule switches.

use crate::rule_options::SwitchInfo;

/// Title and description of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchLabel {
    /// Short title.
    pub title: String,
    /// What it decides, in a sentence.
    pub about: &'static str,
}

/// Name, title and description of the switches of the turn engine and of lent chapters, in the order of lists.
const NAMES: &[(&str, &str, &str)] = &[
    ("field.diagonal_step", "Diagonal step", "Cost of a diagonal step in metres."),
    ("ss.extended_decay", "Extended tests", "Dice lost with every further roll of an Extended Test."),
    ("ss.glitch_effects", "Glitched attacks", "Whether a glitch makes the attacker drop its weapon."),
    ("ss.untrained_modifier", "Untrained skill", "Dice added to a test of a skill with rating 0."),
    ("ss.fhp_formula", "Flesh health", "Maximum flesh health of units whose sheet does not state it."),
    (
        "ss.strain_formula",
        "Strain threshold",
        "Strain at which a unit is knocked out, if its sheet does not state it.",
    ),
    ("ss.karma_dice", "Karma: dice", "Dice that a point of Karma adds before a roll."),
    ("ss.karma_reroll", "Karma: misses", "Whether a point of Karma re-rolls misses."),
    ("ss.recoil", "Recoil", "Penalty for rounds already fired in the turn."),
    (
        "ss.environment",
        "Light and smoke",
        "Whether light and smoke reduce ranged attacks, or only blind fire does.",
    ),
    (
        "ss.tie_mode",
        "Equal initiative",
        "How ties in initiative are broken, or whether tied units act at the same time.",
    ),
    (
        "ss.timer_after_combat",
        "Armed items after the battle",
        "Whether they explode when the battle ends, or never.",
    ),
    ("ss.split_walk", "Split walk", "Whether a walk can be split around other actions."),
    ("ss.sprint_m_per_hit", "Sprint", "Metres that each hit of a sprint adds."),
    ("ss.run_penalty", "Running penalty", "Whether running affects only later actions, or all of the turn."),
    ("ss.free_actions_per_pass", "Free actions", "Free actions of a unit in every pass."),
    ("ss.free_action_tests", "Tests for Free Actions", "Free Actions never need a test."),
    ("ss.unlisted_action", "Unlisted actions", "Actions that table SS-T6 does not list are forbidden."),
    ("ss.ap.dodge", "Price of dodging", "Action points that a dodge costs."),
    ("ss.ap.parry", "Price of parrying", "Action points that a parry costs."),
    ("ss.ap.block", "Price of blocking", "Action points that a block costs."),
    ("ss.ap.full_defense", "Price of Full Defence", "Action points that Full Defence costs."),
    ("ss.ap.intercept", "Price of intercepting", "Action points for attacking a unit that passes by."),
    ("ss.ap.melee_attack", "Price of a melee attack", "Action points for a melee attack, armed or not."),
    ("ss.ap.single_shot", "Price of a single shot", "Action points that a single shot costs."),
    ("ss.ap.burst", "Price of a burst", "Action points for three rounds at once."),
    ("ss.ap.flechette", "Price of a flechette shot", "Action points that a flechette shot costs."),
    (
        "ss.ap.semi_auto_burst",
        "Price of a semi-automatic burst",
        "Action points that a semi-automatic burst costs.",
    ),
    ("ss.ap.long_burst", "Price of a long burst", "Action points that a long burst costs."),
    ("ss.ap.full_auto_complex", "Price of full automatic fire", "Action points for the longest burst."),
    ("ss.ap.throw", "Price of throwing", "Action points, or the Free Action."),
    ("ss.ap.rocket", "Price of a rocket", "Action points for a rocket or missile."),
    ("ss.ap.take_cover", "Price of taking cover", "Action points, or the Free Action."),
    ("ss.ap.drop_prone", "Price of dropping prone", "Action points, or the Free Action."),
    ("ss.ap.stand_up", "Price of standing up", "Action points, or the Free Action."),
    ("ss.crawl", "Crawling", "Share of its walk that a prone unit has."),
    ("ss.ap.ready", "Price of readying a weapon", "Action points, or the Free Action."),
    (
        "ss.ap.use_item",
        "Price of using an item",
        "Action points for arming it, setting its timer, or using a source of energy.",
    ),
    ("ss.ap.demolition", "Price of setting charges", "Action points, over several turns if necessary."),
    ("ss.ap.cast", "Price of a power", "Action points that using a power costs."),
    ("ss.ap.attack_program", "Price of a program", "Action points for an attack program."),
    ("ss.ap.first_aid", "Price of First Aid", "Action points for stabilising a bleeding unit."),
    ("ss.ap.pick_up", "Price of picking up", "Action points, or the Free Action."),
    ("ss.ap.reload", "Price of reloading", "Action points, or the Free Action."),
    ("ss.ap.door", "Price of a door", "Action points for opening or closing a door or window."),
    ("ss.ap.change_mode", "Price of changing fire mode", "Action points, or the Free Action."),
    ("ss.ap.lift_body", "Price of carrying a body", "Action points for taking a body as a shield."),
    ("ss.ranged_dodge", "Dodging ranged attacks", "Whether Dodge works against ranged attacks too."),
    ("ss.good_cover_melee", "Good cover in melee", "Good cover counts in melee across the obstacle."),
    ("ss.penetration_wear", "Wear of pierced barriers", "Whether a round that pierces a barrier damages it."),
    (
        "ss.barrier_damage_types",
        "Damage types on barriers",
        "Percentage of each damage type against barriers.",
    ),
    ("ss.type_factors", "Damage types on bodies", "Percentage of each damage type against flesh and shield."),
    ("ss.called_knockdown", "Called knockdown", "Melee attacks can aim to knock the target down."),
    ("ss.called_shots", "Called shots", "Locations and parts that can be aimed at: all, none, or a list."),
    ("ss.one_arm_penalty", "Hurt arm", "Whether a hurt arm hampers every action, or those of the arm."),
    ("ss.slowed_until", "Slowed", "Whether Slowed lasts until treated, or for some rounds."),
    ("ss.genitals_row", "Groin shots", "Which of the two table rows applies."),
    ("ss.injury_names", "Injury descriptions", "Whether the log describes Critical Injuries."),
    ("ss.repair_rate", "Repair", "Armoured health restored per hit of an hour's repair."),
    ("ss.flesh_per_day", "Healing", "Flesh health restored by a day of rest."),
    ("ss.stabilise_threshold", "Stabilising", "Hits of First Aid needed to stop bleeding."),
    ("ss.injury_cure", "Curing injuries", "Total hits that cure a Critical Injury, with one roll a day."),
    (
        "ss.treatment_in_battle",
        "Long treatment in battle",
        "Whether treatments of a minute are possible in battle.",
    ),
    (
        "ss.alert_test",
        "Perception against surprise",
        "Hits of Perception that alert a unit before it is surprised.",
    ),
    (
        "ss.surprised_by",
        "Defence when surprised",
        "Whether a surprised unit has no defence against anyone, or against its surprisers.",
    ),
    ("ss.surprise_glitch", "Glitch when surprised", "Whether a glitch makes the unit drop its weapon."),
    (
        "ss.area",
        "Damage of explosions",
        "Whether all units in the area soak the full damage, or less with distance.",
    ),
    ("ss.killing_blow", "Killing blow", "What saves a unit that clings to life."),
];

/// The title and description of a switch; a switch without a title uses its name, and the description of its declaration.
pub fn switch_label(info: &SwitchInfo) -> SwitchLabel {
    let name = info.name;
    if let Some((_, title, about)) = NAMES.iter().find(|(known, ..)| *known == name) {
        return SwitchLabel { title: (*title).to_owned(), about };
    }
    let plain = name.split_once('.').map_or(name, |(_, rest)| rest).replace(['_', '.'], " ");
    let mut letters = plain.chars();
    let title =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    SwitchLabel { title, about: info.about }
}

/// Position of a switch in lists; switches without one (`None`) come before all others.
pub(crate) fn list_position(name: &str) -> Option<usize> {
    NAMES.iter().position(|(known, ..)| *known == name)
}

/// The display form of a switch value.
pub fn value_label(word: &str) -> String {
    match word {
        "ric" => "reaction, intuition, coin".to_owned(),
        "table" => "by the table".to_owned(),
        word => word.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Book, RuleSet};

    #[test]
    fn every_switch_has_a_title_of_its_own() {
        let list = RuleSet::new(Book::SwanSong).list();
        for info in &list {
            let known = NAMES.iter().filter(|(name, ..)| *name == info.name).count();
            assert_eq!(known, 1, "{}", info.name);
        }
        assert_eq!(list.len(), NAMES.len());
    }

    #[test]
    fn a_switch_without_a_title_is_called_by_its_name() {
        let list = RuleSet::new(Book::CombatChecks).list();
        let info = list.iter().find(|info| info.name == "cc.weapon_links").expect("a switch");
        assert_eq!(switch_label(info).title, "Weapon links");
    }

    #[test]
    fn every_switch_of_every_book_is_explained_in_a_sentence() {
        for book in Book::ALL {
            for info in RuleSet::new(book).list() {
                let about = switch_label(&info).about;
                let is_sentence = about.ends_with('.') && about.starts_with(char::is_uppercase);
                assert!(is_sentence && !about.contains("  "), "{}: {about:?}", info.name);
            }
        }
    }
}
