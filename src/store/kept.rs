//! Parts of a store that were read last: reading them again would cost as much as the first time.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Up to a total weight; the newest always stays.
#[derive(Debug)]
pub(super) struct KeptParts<K, V> {
    most: usize,
    parts: Mutex<PartsInUse<K, V>>,
}

#[derive(Debug)]
struct PartsInUse<K, V> {
    values: HashMap<K, PartInUse<V>>,
    /// The oldest first, each with its number. A part that was kept again has a later number.
    order: VecDeque<(K, u64)>,
    kept: u64,
    weight: usize,
}

#[derive(Debug)]
struct PartInUse<V> {
    value: Arc<V>,
    weight: usize,
    number: u64,
}

impl<K: Eq + Hash + Clone, V> KeptParts<K, V> {
    pub(super) fn new(most: usize) -> Self {
        let parts = PartsInUse { values: HashMap::new(), order: VecDeque::new(), kept: 0, weight: 0 };
        Self { most, parts: Mutex::new(parts) }
    }

    fn parts(&self) -> MutexGuard<'_, PartsInUse<K, V>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn find(&self, name: &K) -> Option<Arc<V>> {
        Some(Arc::clone(&self.parts().values.get(name)?.value))
    }

    pub(super) fn keep(&self, name: K, value: &Arc<V>, weight: usize) {
        let mut parts = self.parts();
        let parts = &mut *parts;
        parts.kept += 1;
        let part = PartInUse { value: Arc::clone(value), weight, number: parts.kept };
        let before = parts.values.insert(name.clone(), part).map_or(0, |part| part.weight);
        parts.weight = parts.weight.saturating_sub(before).saturating_add(weight);
        parts.order.push_back((name, parts.kept));
        while parts.values.len() > 1 && parts.weight > self.most {
            let Some((oldest, number)) = parts.order.pop_front() else { return };
            if parts.values.get(&oldest).is_some_and(|part| part.number == number)
                && let Some(part) = parts.values.remove(&oldest)
            {
                parts.weight = parts.weight.saturating_sub(part.weight);
            }
        }
    }
}

/// Parts that are read once, also those that cannot be used: each question about one would read it again.
#[derive(Debug)]
pub(super) struct ReadParts<K, V, E> {
    kept: KeptParts<K, V>,
    unusable: KeptParts<K, E>,
    /// Threads that want the same part wait for the first of them: each would take its memory, and ask for it again.
    turns: Mutex<HashMap<K, Weak<Mutex<()>>>>,
}

impl<K: Eq + Hash + Clone, V, E: Clone> ReadParts<K, V, E> {
    pub(super) fn new(most: usize, most_unusable: usize) -> Self {
        let (kept, unusable) = (KeptParts::new(most), KeptParts::new(most_unusable));
        Self { kept, unusable, turns: Mutex::default() }
    }

    pub(super) fn find(&self, name: &K) -> Option<Arc<V>> {
        self.kept.find(name)
    }

    /// What `read` gives, with the weight of a value. An error is kept if it `lasts`.
    pub(super) fn get(
        &self,
        name: K,
        read: impl FnOnce() -> Result<(V, usize), E>,
        lasts: impl FnOnce(&E) -> bool,
    ) -> Result<Arc<V>, E> {
        if let Some(known) = self.find(&name) {
            return Ok(known);
        }
        let turn = self.turn(&name);
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        // It may have been kept while this thread waited.
        if let Some(known) = self.find(&name) {
            return Ok(known);
        }
        if let Some(fault) = self.unusable.find(&name) {
            return Err(E::clone(&fault));
        }
        let read = read();
        if let Err(fault) = &read
            && lasts(fault)
        {
            self.unusable.keep(name.clone(), &Arc::new(fault.clone()), 1);
        }
        let (value, weight) = read?;
        let value = Arc::new(value);
        self.kept.keep(name, &value, weight);
        Ok(value)
    }

    fn turn(&self, name: &K) -> Arc<Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(name).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(Mutex::new(()));
        turns.insert(name.clone(), Arc::downgrade(&turn));
        turn
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
