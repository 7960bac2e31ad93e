//! A query: words that a path has to fit, and filters, on one line.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::filter::{Filter, QueryError};
use super::matching::Word;
use super::row::NodeRow;

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    words: Vec<Word>,
    filters: Vec<Filter>,
    /// The keys of nodes that are faulty, whatever their documents say.
    faulty: Arc<BTreeSet<String>>,
}

impl Query {
    /// Reads a line: words with spaces between them. A word with a colon is a filter.
    pub fn parse(line: &str) -> Result<Self, QueryError> {
        let mut query = Self::default();
        for word in line.split_whitespace() {
            match Filter::read(word) {
                Some(filter) => query.filters.push(filter?),
                None => query.words.push(Word::new(word)),
            }
        }
        Ok(query)
    }

    /// Whether it looks for nodes with faults.
    pub fn asks_for_faults(&self) -> bool {
        self.filters.contains(&Filter::Faulty)
    }

    /// The same query where it is known of these nodes, by their keys, that they have faults: in chunks, for example, of
    /// which a catalog knows nothing.
    #[must_use]
    pub fn with_faulty(self, faulty: BTreeSet<String>) -> Self {
        Self { faulty: Arc::new(faulty), ..self }
    }

    fn admits(&self, filter: &Filter, row: &NodeRow) -> bool {
        let is_known = || *filter == Filter::Faulty && self.faulty.contains(row.key.as_ref() as &str);
        filter.admits(&row.facts) || is_known()
    }

    /// How well a node fits; `None` where it does not. All words have to be in its path.
    pub fn score(&self, row: &NodeRow) -> Option<u32> {
        // What is neither group nor array is found only by those who ask for it.
        let asks_for_kind = self.filters.iter().any(|filter| matches!(filter, Filter::Kind(_)));
        let is_wanted = asks_for_kind || row.facts.kind.is_node();
        (is_wanted && self.filters.iter().all(|filter| self.admits(filter, row))).then_some(())?;
        self.words.iter().try_fold(0_u32, |sum, word| Some(sum.saturating_add(word.fit(&row.key, None)?)))
    }

    /// Which characters of a path the words fit, in their order.
    pub fn places(&self, path: &str) -> Vec<usize> {
        let mut places = Vec::new();
        for word in &self.words {
            let _ = word.fit(path, Some(&mut places));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Whether everything that fits this query also fits the other one.
    pub(super) fn narrows(&self, other: &Self) -> bool {
        let has_word = |word: &Word| self.words.iter().any(|own| own.narrows(word));
        // With a filter for a kind, nodes may be found that are left out without one.
        let asks_for_kind =
            |query: &Self| query.filters.iter().any(|filter| matches!(filter, Filter::Kind(_)));
        other.words.iter().all(has_word)
            && other.filters.iter().all(|filter| self.filters.contains(filter))
            && asks_for_kind(self) == asks_for_kind(other)
            && self.faulty == other.faulty
    }
}
