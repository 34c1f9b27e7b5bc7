//! What the rule switches are called on screen: a title and a line that says what each one does.

/// Title and meaning of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchLabel {
    /// A few words.
    pub title: String,
    /// One line; empty where nothing more is known.
    pub about: &'static str,
}

const NAMES: &[(&str, &str, &str)] = &[
    ("field.diagonal_step", "Diagonal step", "Metres that a step to a diagonal square takes."),
    ("ss.extended_decay", "Tiring tests", "Dice that every further roll of an Extended Test loses."),
    ("ss.glitch_effects", "Glitched attacks", "Whether a glitch makes the attacker drop its weapon."),
    ("ss.untrained_modifier", "Untrained skill", "Dice added to a test of a skill with rating 0."),
    ("ss.fhp_formula", "Flesh health", "Most flesh health of units whose sheet names none."),
    (
        "ss.strain_formula",
        "Strain threshold",
        "Strain at which a unit is knocked out, if its sheet names none.",
    ),
    ("ss.karma_dice", "Karma: dice", "Dice that a point of Karma adds before a roll."),
    ("ss.karma_reroll", "Karma: misses", "Whether a point of Karma rolls misses again."),
    ("ss.recoil", "Recoil", "Rounds already fired in a phase make further shots harder."),
    (
        "ss.environment",
        "Light and smoke",
        "Whether light and smoke take dice from shots, or blind fire alone does.",
    ),
    (
        "ss.tie_mode",
        "Equal initiative",
        "How units with the same score are put in order, or whether they act together.",
    ),
    (
        "ss.timer_after_combat",
        "Armed items after the fight",
        "Whether they go off at once when the fight ends, or never.",
    ),
    ("ss.split_walk", "Split walk", "A unit may walk a part, do something, and walk on."),
    ("ss.sprint_m_per_hit", "Sprint", "Metres that each hit of a sprint adds."),
    (
        "ss.run_penalty",
        "Penalty of a run",
        "Whether a run makes only later actions harder, or all of the phase.",
    ),
    ("ss.free_actions_per_pass", "Free actions", "Free actions of a unit in every pass."),
    ("ss.free_action_tests", "Tests of free actions", "Free Actions never ask for a test here."),
    ("ss.unlisted_action", "Unlisted actions", "What table SS-T6 does not list is refused."),
    ("ss.ap.dodge", "Price of dodging", "Action points for it."),
    ("ss.ap.parry", "Price of parrying", "Action points for it."),
    ("ss.ap.block", "Price of blocking", "Action points for it."),
    ("ss.ap.full_defense", "Price of Full Defence", "Action points for it."),
    ("ss.ap.intercept", "Price of intercepting", "Action points for a blow at whoever passes by."),
    ("ss.ap.melee_attack", "Price of a melee attack", "Action points for a blow, armed or not."),
    ("ss.ap.single_shot", "Price of a single shot", "Action points for it."),
    ("ss.ap.burst", "Price of a burst", "Action points for three rounds at once."),
    ("ss.ap.flechette", "Price of a flechette shot", "Action points for it."),
    ("ss.ap.semi_auto_burst", "Price of a semi-automatic burst", "Action points for it."),
    ("ss.ap.long_burst", "Price of a long burst", "Action points for it."),
    ("ss.ap.full_auto_complex", "Price of full automatic fire", "Action points for the longest salvo."),
    ("ss.ap.throw", "Price of throwing", "Action points, or the free action."),
    ("ss.ap.rocket", "Price of a rocket", "Action points for a rocket or missile."),
    (
        "ss.ap.use_item",
        "Price of using an item",
        "Action points: arming it, setting its timer, a source of energy.",
    ),
    ("ss.ap.demolition", "Price of setting charges", "Action points, over several phases if need be."),
    ("ss.ap.take_cover", "Price of taking cover", "Action points, or the free action."),
    ("ss.ap.drop_prone", "Price of dropping prone", "Action points, or the free action."),
    ("ss.ap.stand_up", "Price of standing up", "Action points, or the free action."),
    ("ss.crawl", "Crawling", "How much of its walk a prone unit has."),
    ("ss.ap.ready", "Price of readying a weapon", "Action points, or the free action."),
    ("ss.ap.cast", "Price of a power", "Action points for it."),
    ("ss.ap.attack_program", "Price of a program", "Action points for an attack program."),
    ("ss.ap.first_aid", "Price of First Aid", "Action points for stopping somebody's bleeding."),
    ("ss.ap.pick_up", "Price of picking up", "Action points, or the free action."),
    ("ss.ap.reload", "Price of reloading", "Action points, or the free action."),
    ("ss.ap.door", "Price of a door", "Action points for opening or closing a door or window."),
    ("ss.ap.change_mode", "Price of another mode of fire", "Action points, or the free action."),
    ("ss.ap.lift_body", "Price of lifting a body", "Action points for taking a body as a shield."),
    ("ss.ranged_dodge", "Dodging shots", "Dodge answers shots too, not only blows."),
    ("ss.good_cover_melee", "Good cover in melee", "Good cover helps against a blow across the obstacle."),
    ("ss.penetration_wear", "Wear of pierced barriers", "Whether a round that pierces a barrier damages it."),
    (
        "ss.barrier_damage_types",
        "Damage types on barriers",
        "Fire, acid and the like count more or less on barriers.",
    ),
    (
        "ss.type_factors",
        "Damage types on bodies",
        "Percentage at which each damage type counts on flesh and shield.",
    ),
    ("ss.called_knockdown", "Knockdown on purpose", "A blow may be called to throw the target down."),
    ("ss.called_shots", "Called shots", "Locations and parts that may be aimed at: all, none, or a list."),
    ("ss.slowed_until", "Slowed", "Whether the slowed stay slow until they are treated, or for some rounds."),
    ("ss.genitals_row", "Aiming below the belt", "Which of two rows of the table counts."),
    ("ss.injury_names", "Looks of injuries", "Whether the log says what a Critical Injury looks like."),
    ("ss.repair_rate", "Repair", "Points of armoured health that each hit of an hour's repair gives."),
    ("ss.flesh_per_day", "Healing", "Points of flesh that a day of rest gives."),
    ("ss.stabilise_threshold", "Stopping the blood", "Hits of First Aid that stop a bleeding clock."),
    ("ss.treatment_in_battle", "Long treatment in battle", "What takes a minute can be done in a fight."),
    ("ss.injury_cure", "Curing injuries", "Hits in all that cure a Critical Injury, a roll a day."),
    ("ss.alert_test", "Secret look", "Hits of Perception that alert a unit before it is surprised."),
    ("ss.surprise_glitch", "Glitch when surprised", "Whether it makes the unit drop its weapon."),
    (
        "ss.area",
        "Damage of explosions",
        "Whether everybody in the area soaks the full damage, or less farther out.",
    ),
    ("ss.killing_blow", "Killing blow", "What saves a unit that fights for its life."),
];

/// What a switch is called. One that has no title here is called by its name.
pub fn switch_label(name: &str) -> SwitchLabel {
    if let Some((_, title, about)) = NAMES.iter().find(|(known, ..)| *known == name) {
        return SwitchLabel { title: (*title).to_owned(), about };
    }
    let plain = name.split_once('.').map_or(name, |(_, rest)| rest).replace(['_', '.'], " ");
    let mut letters = plain.chars();
    let title =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    SwitchLabel { title, about: "" }
}

/// A word that a switch takes, as people write it.
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
    use crate::swan_song::options::switches::Switches;

    #[test]
    fn every_switch_has_a_title_of_its_own() {
        let list = Switches::list();
        for info in &list {
            let known = NAMES.iter().filter(|(name, ..)| *name == info.name).count();
            assert_eq!(known, 1, "{}", info.name);
        }
        assert_eq!(list.len(), NAMES.len());
    }

    #[test]
    fn an_unknown_switch_is_called_by_its_name() {
        let title = switch_label("cc.free_actions").title;
        assert_eq!(title, "Free actions");
    }
}
