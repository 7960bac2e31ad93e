//! Parts of a store that were read last: reading them again would cost as much as the first time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Up to a total weight; the newest always stays.
#[derive(Debug)]
pub(super) struct KeptParts<K, V> {
    most: usize,
    parts: Mutex<VecDeque<PartInUse<K, V>>>,
}

#[derive(Debug)]
struct PartInUse<K, V> {
    name: K,
    value: Arc<V>,
    weight: usize,
}

impl<K: PartialEq, V> KeptParts<K, V> {
    pub(super) fn new(most: usize) -> Self {
        Self { most, parts: Mutex::default() }
    }

    pub(super) fn find(&self, name: &K) -> Option<Arc<V>> {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&parts.iter().find(|part| part.name == *name)?.value))
    }

    pub(super) fn keep(&self, name: K, value: &Arc<V>, weight: usize) {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.retain(|part| part.name != name);
        parts.push_back(PartInUse { name, value: Arc::clone(value), weight });
        while parts.len() > 1
            && parts.iter().map(|part| part.weight).fold(0, usize::saturating_add) > self.most
        {
            parts.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_parts_are_forgotten_and_the_newest_stays() {
        let kept = KeptParts::new(10);
        for (name, weight) in [("a", 4), ("b", 6), ("a", 4)] {
            kept.keep(name, &Arc::new(weight), weight);
        }
        assert_eq!((kept.find(&"a").as_deref(), kept.find(&"b").as_deref()), (Some(&4), Some(&6)));
        kept.keep("c", &Arc::new(1), 1);
        assert_eq!((kept.find(&"a").as_deref(), kept.find(&"b")), (Some(&4), None));
        kept.keep("d", &Arc::new(99), 99);
        assert_eq!((kept.find(&"a"), kept.find(&"d").as_deref()), (None, Some(&99)));
    }
}
