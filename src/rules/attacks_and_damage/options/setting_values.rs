//! Values of this book's rule switches.

use crate::attacks_and_damage::Attribute;
use crate::rule_options::{formula_setting, word_setting};

word_setting! {
    /// Effect of dice besides hits. `AD-BASE-05`.
    DiceExtras, "none or glitch" {
        /// Nothing.
        None = "none",
        /// A weapon test with ones on more than half of its dice drops the weapon.
        Glitch = "glitch",
    }
}

word_setting! {
    /// Attribute of a weapon test. `AD-BASE-06`.
    WeaponAttribute, "agility, reaction, strength, intuition, willpower, body or edge" {
        /// Agility.
        Agility = "agility",
        /// Reaction.
        Reaction = "reaction",
        /// Strength.
        Strength = "strength",
        /// Intuition.
        Intuition = "intuition",
        /// Willpower.
        Willpower = "willpower",
        /// Body.
        Body = "body",
        /// Edge.
        Edge = "edge",
    }
}

impl WeaponAttribute {
    /// Converts to the sheet's attribute.
    pub const fn attribute(self) -> Attribute {
        match self {
            Self::Agility => Attribute::Agility,
            Self::Reaction => Attribute::Reaction,
            Self::Strength => Attribute::Strength,
            Self::Intuition => Attribute::Intuition,
            Self::Willpower => Attribute::Willpower,
            Self::Body => Attribute::Body,
            Self::Edge => Attribute::Edge,
        }
    }
}

word_setting! {
    /// Effect of a full Light track. `AD-BASE-13`.
    LightFull, "unconscious or none" {
        /// Unconscious.
        Unconscious = "unconscious",
        /// Nothing by itself.
        None = "none",
    }
}

word_setting! {
    /// Effect of a full Critical track. `AD-BASE-14`.
    CriticalFull, "dying, dead or none" {
        /// Unconscious and out of the battle.
        Dying = "dying",
        /// Dead at once.
        Dead = "dead",
        /// Nothing by itself; overflow still kills.
        None = "none",
    }
}

word_setting! {
    /// Effect of distance and cover on dice. `AD-BASE-17`.
    RangeModifiers, "none, distance, cover or both" {
        /// Nothing.
        None = "none",
        /// The attacker loses a die for each full quarter of the maximum range.
        Distance = "distance",
        /// Defence against ranged attacks gains dice by the hidden share of the target.
        Cover = "cover",
        /// Both.
        Both = "both",
    }
}

word_setting! {
    /// Recovery by rest. `AD-BASE-21`.
    Recovery, "rest, full or none" {
        /// All Light boxes, and a Critical box a day.
        Rest = "rest",
        /// Everything.
        Full = "full",
        /// Nothing.
        None = "none",
    }
}

word_setting! {
    /// Class of a shot at an adjacent target. `AD-RULING-06`.
    AdjacentShot, "accelerated or melee" {
        /// Accelerated, by its speed.
        Accelerated = "accelerated",
        /// Melee, by the distance.
        Melee = "melee",
    }
}

word_setting! {
    /// Stacking of armour items. `AD-ARM-07`.
    AvStacking, "sum or highest" {
        /// The sum of all.
        Sum = "sum",
        /// The best one, by damage type.
        Highest = "highest",
    }
}

word_setting! {
    /// Critical damage that resistance hits turn into Light. `AD-RES-14`.
    Conversion, "from_remaining or off" {
        /// One point of the remaining damage per hit.
        FromRemaining = "from_remaining",
        /// Nothing.
        Off = "off",
    }
}

formula_setting! {
    /// Boxes of the Light track. `AD-BASE-10`.
    LightTrack, "willpower";
    /// Boxes of the Critical track. `AD-BASE-11`.
    CriticalTrack, "body";
    /// Maximum overflow that a unit survives. `AD-BASE-16`.
    DeathOverflow, "body";
}
