//! Values that the rule switches of this book take.

use crate::attacks_and_damage::Attribute;
use crate::rule_options::{formula_setting, word_setting};

word_setting! {
    /// What dice do besides counting hits. `AD-BASE-05`.
    DiceExtras, "none or glitch" {
        /// Nothing.
        None = "none",
        /// Ones on more than half of the dice of a weapon test drop the weapon.
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
    /// The attribute of the sheet.
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
    /// What a full Light track does. `AD-BASE-13`.
    LightFull, "unconscious or none" {
        /// Knocks out.
        Unconscious = "unconscious",
        /// Nothing by itself.
        None = "none",
    }
}

word_setting! {
    /// What a full Critical track does. `AD-BASE-14`.
    CriticalFull, "dying, dead or none" {
        /// Unconscious and out of the skirmish.
        Dying = "dying",
        /// Kills at once.
        Dead = "dead",
        /// Nothing by itself; overflow still kills.
        None = "none",
    }
}

word_setting! {
    /// What distance and cover do to dice. `AD-BASE-17`.
    RangeModifiers, "none, distance, cover or both" {
        /// Nothing.
        None = "none",
        /// The attacker loses a die for each full quarter of the maximum range.
        Distance = "distance",
        /// The defence against remote attacks gains dice for what hides the target.
        Cover = "cover",
        /// Both.
        Both = "both",
    }
}

word_setting! {
    /// What rest heals. `AD-BASE-21`.
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
    /// Class of a shot at a neighbour. `AD-RULING-06`.
    AdjacentShot, "accelerated or melee" {
        /// Its speed decides.
        Accelerated = "accelerated",
        /// Nearness decides.
        Melee = "melee",
    }
}

word_setting! {
    /// How several items of armour count together. `AD-ARM-07`.
    AvStacking, "sum or highest" {
        /// All of them.
        Sum = "sum",
        /// The best one, by damage type.
        Highest = "highest",
    }
}

word_setting! {
    /// What the resistance hits turn Light of Critical damage. `AD-RES-14`.
    Conversion, "from_remaining or off" {
        /// As many points of what is left.
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
    /// Overflow that is still survived. `AD-BASE-16`.
    DeathOverflow, "body";
}
