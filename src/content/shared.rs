//! Copy-on-write sharing of large values between scene, world and derived data.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A shared value, copied on the first change while it is shared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Shared<T: Clone>(Arc<T>);

impl<T: Clone> Shared<T> {
    /// Whether both share one allocation, and so are equal without comparing.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Clone> From<T> for Shared<T> {
    fn from(thing: T) -> Self {
        Self(Arc::new(thing))
    }
}

impl<T: Clone> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_leaves_the_others_as_they_are() {
        let one: Shared<Vec<u8>> = vec![1, 2].into();
        let mut other = one.clone();
        assert!(one.is_same(&other));
        other.push(3);
        assert_eq!((one.len(), other.len(), one.is_same(&other)), (2, 3, false));
        let kept = &raw const *other;
        other.push(4);
        assert_eq!(kept, &raw const *other, "it is not shared: changed in place");
    }
}
